// test_sparse_small.c - gc_sparse.h with short generations, run through their end.
//
// GC_SPARSE_GENERATION_BITS is read by the implementation alone, and a translation unit has
// one: so this is a test of its own, with 8 bits unless the command line says otherwise
// (-DGC_SPARSE_GENERATION_BITS=4). Shorter ones are also had by desc.first_generation, which
// leaves the last n generations of a slot; in tests/amalgam.c, where the implementation has its
// full width, all of them are.
#ifndef GC_SPARSE_H
#ifndef GC_SPARSE_GENERATION_BITS
#define GC_SPARSE_GENERATION_BITS 8
#endif
#endif
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#include "support/test.h"

enum { TEST_SPARSE_SMALL_SLOTS = 16 };

// A world whose slots are used `uses` times each.
static gc_sparse_world *test_sparse_small_open(uint32_t uses, uint32_t slots) {
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.max_slots = slots;
    desc.first_generation = GC_SPARSE_PRIV_LAST_GENERATION - uses + 1u;
    return gc_sparse_open(&desc, NULL);
}

// Numbers of uses that this build can have: 1, 3, 15, 255, and all that the macro leaves; 0:
// not this one.
static uint32_t test_sparse_small_uses(int i) {
    static const uint32_t uses[4] = { 1, 3, 15, 255 };
    if (i == 4) return GC_SPARSE_PRIV_LAST_GENERATION < 4096 ? GC_SPARSE_PRIV_LAST_GENERATION : 0;
    return uses[i] <= GC_SPARSE_PRIV_LAST_GENERATION ? uses[i] : 0;
}

// A world like another one goes through the same generations: in debug builds those of a second
// world begin elsewhere, and go round the end.
static void test_sparse_small_like(void) {
    if (GC_SPARSE_PRIV_LAST_GENERATION >= 4096) SKIP("generations are too long in this build");
    gc_sparse_world *first = gc_sparse_open(NULL, NULL), *second = gc_sparse_open(NULL, NULL);
    gc_sparse_world *like = gc_sparse_open_like(second, NULL);
    for (uint32_t use = 0; use <= GC_SPARSE_PRIV_LAST_GENERATION; use++) {
        gc_sparse_id a = gc_sparse_create(second), b = gc_sparse_create(like);
        CHECK(gc_sparse_id_equal(a, b));
        CHECK_U64(a.slot, use / GC_SPARSE_PRIV_LAST_GENERATION);
        CHECK_U64(gc_sparse_hash_all(like), gc_sparse_hash_all(second));
        CHECK_INT(gc_sparse_destroy(second, a), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_destroy(like, b), GC_SPARSE_OK);
    }
    gc_sparse_close(first);
    gc_sparse_close(second);
    gc_sparse_close(like);
}

// One slot after the other is used to its end and retired; every id ever given stays stale, all
// of them are different.
static void test_sparse_small_run_through(void) {
    static gc_sparse_id given[TEST_SPARSE_SMALL_SLOTS * 4096];
    for (int i = 0; i < 5; i++) {
        uint32_t uses = test_sparse_small_uses(i), n = 0;
        gc_sparse_world *world;
        if (uses == 0) continue;

        world = test_sparse_small_open(uses, TEST_SPARSE_SMALL_SLOTS);

        for (;;) {
            gc_sparse_id id = gc_sparse_create(world);
            if (id.generation == 0) break;
            if (!CHECK(n < uses * TEST_SPARSE_SMALL_SLOTS)) break;

            CHECK_U64(id.slot, n / uses);
            CHECK_U64(id.generation, GC_SPARSE_PRIV_LAST_GENERATION - uses + 1 + n % uses);
            CHECK_U64(gc_sparse_stats(world).retired, n / uses);

            given[n++] = id;
            CHECK_INT(gc_sparse_destroy(world, id), GC_SPARSE_OK);
            if (uses <= 15) for (uint32_t old = 0; old < n; old++) CHECK(!gc_sparse_alive(world, given[old]));
        }

        CHECK_U64(n, uses * TEST_SPARSE_SMALL_SLOTS);
        CHECK_U64(gc_sparse_stats(world).retired, TEST_SPARSE_SMALL_SLOTS);
        CHECK_U64(gc_sparse_stats(world).entities, 0);
        CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);    // retired slots do not come back
        CHECK_U64(gc_sparse_create(world).generation, 0);

        for (uint32_t old = 0; old < n; old++) {
            CHECK_INT(gc_sparse_destroy(world, given[old]), GC_SPARSE_E_STALE);
        }

        gc_sparse_close(world);
    }
}

// Random births and deaths until every slot is retired; at intervals every id of every slot and
// generation is tried, and exactly those that the model holds alive are taken, by every lookup.
static void test_sparse_small_all_ids(void) {
    for (int i = 0; i < 5; i++) {
        uint32_t uses = test_sparse_small_uses(i), used[TEST_SPARSE_SMALL_SLOTS] = { 0 }, rounds = 0;
        bool alive[TEST_SPARSE_SMALL_SLOTS] = { false };
        uint64_t random = test_seed;
        gc_sparse_world *world;
        gc_sparse_component_desc desc;
        gc_sparse_type type;
        if (uses == 0) continue;

        world = test_sparse_small_open(uses, TEST_SPARSE_SMALL_SLOTS);
        memset(&desc, 0, sizeof desc);
        desc.size = 4;
        CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);

        for (; gc_sparse_stats(world).retired < TEST_SPARSE_SMALL_SLOTS && rounds < 1000000; rounds++) {
            uint32_t slot;

            random = random * 6364136223846793005u + 1442695040888963407u;
            slot = (uint32_t)(random >> 60);
            if (alive[slot]) {
                gc_sparse_id id;
                id.slot = slot;
                id.generation = GC_SPARSE_PRIV_LAST_GENERATION - uses + used[slot];
                CHECK_INT(gc_sparse_destroy(world, id), GC_SPARSE_OK);
                alive[slot] = false;
            } else {
                gc_sparse_id id = gc_sparse_create(world);
                if (id.generation == 0) continue;
                CHECK(!alive[id.slot]);
                CHECK_U64(id.generation, GC_SPARSE_PRIV_LAST_GENERATION - uses + 1 + used[id.slot]);
                *(uint32_t *)gc_sparse_add(world, id, type) = id.generation;
                used[id.slot]++;
                alive[id.slot] = true;
            }

            if (rounds % 64 != 0) continue;
            for (slot = 0; slot < TEST_SPARSE_SMALL_SLOTS + 4; slot++) {
                for (uint32_t g = 0; g < uses + 4; g++) {   // 0, one before the first, all, and past the last
                    gc_sparse_id id;
                    bool want = slot < TEST_SPARSE_SMALL_SLOTS && alive[slot] && g > 0 && g - 1 == used[slot];
                    uint32_t *p;

                    id.slot = slot;
                    id.generation = g == 0 ? 0 : GC_SPARSE_PRIV_LAST_GENERATION - uses + g - 1;
                    p = GC_SPARSE_GET(uint32_t, gc_sparse_pool_of(world, type), id);
                    CHECK(gc_sparse_alive(world, id) == want && (p != NULL) == want);
                    if (p) CHECK_U64(*p, id.generation);
                }
            }
        }

        CHECK_U64(gc_sparse_stats(world).retired, TEST_SPARSE_SMALL_SLOTS);
        gc_sparse_close(world);
    }
}

// Two worlds whose first generation debug builds choose, through all of them: both use each
// slot as often, give no id twice, retire at the same step, and have the same hash all the way.
static void test_sparse_small_worlds(void) {
    static gc_sparse_id given[2][2 * 4096];
    uint32_t uses = test_sparse_small_uses(4), n = 0, retired = 0;
    gc_sparse_world *worlds[2];
    gc_sparse_desc desc;

    if (uses == 0) SKIP("too many generations to run through");
    memset(&desc, 0, sizeof desc);
    desc.max_slots = 2;
    for (int w = 0; w < 2; w++) worlds[w] = gc_sparse_open(&desc, NULL);
    for (;; n++) {
        for (int w = 0; w < 2; w++) {
            if (n >= 2 * 4096) break;
            given[w][n] = gc_sparse_create(worlds[w]);
            for (uint32_t old = n % 8; old < n; old += 8) CHECK(!gc_sparse_alive(worlds[w], given[w][old]));
        }
        CHECK(gc_sparse_hash(worlds[0]) == gc_sparse_hash(worlds[1]));
        if (given[0][n].generation == 0 || given[1][n].generation == 0) break;
        if (!CHECK(n < 2 * uses)) break;
        CHECK_U64(given[0][n].slot, given[1][n].slot);
#ifdef GC_SPARSE_PRIV_NUMBERS
        if (uses >= 7) CHECK(given[0][n].generation != given[1][n].generation);
#endif
        for (int w = 0; w < 2; w++) CHECK_INT(gc_sparse_destroy(worlds[w], given[w][n]), GC_SPARSE_OK);
        retired = gc_sparse_stats(worlds[0]).retired;
        CHECK_U64(gc_sparse_stats(worlds[1]).retired, retired);
    }

    CHECK_U64(n, 2 * uses);
    CHECK_U64(retired, 2);
    CHECK_U64(given[1][n].generation, 0);
    for (int w = 0; w < 2; w++) gc_sparse_close(worlds[w]);
}

// Replay meets the end of generations: creates that find no slot are skipped and counted.
static void test_sparse_small_replay(void) {
    int uses = GC_SPARSE_PRIV_LAST_GENERATION < 3 ? (int)GC_SPARSE_PRIV_LAST_GENERATION : 3;
    gc_sparse_world *world = test_sparse_small_open((uint32_t)uses, 2);
    gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);

    for (int frame = 0; frame <= uses; frame++) {
        gc_sparse_id ids[2] = { gc_sparse_record_create(commands), gc_sparse_record_create(commands) };
        CHECK_INT(gc_sparse_record_destroy(commands, ids[0]), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_record_destroy(commands, ids[1]), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_replay(world), frame < uses ? GC_SPARSE_OK : GC_SPARSE_E_FULL);
        CHECK_U64(gc_sparse_stats(world).retired, frame < uses - 1 ? 0 : 2);
        CHECK_U64(gc_sparse_stats(world).skipped, frame < uses ? 0 : 4);
        CHECK_U64(gc_sparse_record_resolve(commands, ids[0]).generation != 0, frame < uses);
    }
    gc_sparse_close(world);
}

static const test_case test_sparse_small_cases[] = {
    TEST_CASE(test_sparse_small_like),
    TEST_CASE(test_sparse_small_run_through),
    TEST_CASE(test_sparse_small_all_ids),
    TEST_CASE(test_sparse_small_replay),
    TEST_CASE(test_sparse_small_worlds),
};
TEST_MAIN(test_sparse_small_cases)
