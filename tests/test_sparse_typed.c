// test_sparse_typed.c - tests of the typed layer of gc_sparse.h: lists, values, systems and
// loops against lookups one by one, and parts on threads. What it refuses to compile is in
// test_sparse_refused.sh. In C99 and in C++11.
#if !defined(GC_SPARSE_H) && !defined(TEST_SPARSE_COUNTS_ASSERTS)
#define TEST_SPARSE_COUNTS_ASSERTS
static int test_sparse_asserts;
#define GC_SPARSE_ASSERT(c) ((c) ? (void)0 : (void)test_sparse_asserts++)
#endif
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#include "support/test.h"

#if !defined(_WIN32)
#define TEST_SPARSE_TYPED_THREADS
#include <pthread.h>
#endif

// ---- the lists

typedef struct typed_place { float x, y; } typed_place;
typedef struct typed_speed { float x, y; } typed_speed;
typedef struct typed_life { int points; char name[3]; } typed_life;
typedef uint64_t typed_seed;
typedef struct typed_wide { float m[16]; } typed_wide;
typedef struct typed_link { gc_sparse_id to; } typed_link;
typedef unsigned char typed_byte;

#define TYPED(X) X(DENSE, typed_place) X(DENSE, typed_speed) X(DIRECT, typed_life) X(TAG, typed_red) \
    X(DENSE, typed_seed) X(DIRECT, typed_wide) X(DENSE, typed_link) X(DIRECT, typed_byte)
GC_SPARSE_COMPONENTS(TYPED)

typedef struct typed_mod { short a, b; } typed_mod;
#define TYPED_MODS(X) X(DENSE, typed_mod) X(TAG, typed_modded)
GC_SPARSE_COMPONENTS_AFTER(TYPED_MODS, TYPED)

#define TYPED_LATE(X) X(DENSE, typed_late)
typedef int typed_late;
GC_SPARSE_COMPONENTS_AFTER(TYPED_LATE, TYPED_MODS)

// Values of the world.
typedef struct typed_clock { uint64_t step; float dt; } typed_clock;
typedef struct typed_rules { char byte[65]; } typed_rules;
#define TYPED_WORLD(X) X(RESOURCE, typed_clock) X(RESOURCE, typed_rules)
GC_SPARSE_COMPONENTS_AFTER(TYPED_WORLD, TYPED)

static gc_sparse_world *test_sparse_typed_open(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    CHECK_INT(TYPED_register(world), GC_SPARSE_OK);
    return world;
}

static uint32_t test_sparse_typed_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

// An allocator that fails at a chosen call.
typedef struct test_sparse_typed_heap { size_t calls, fail_at, bytes; } test_sparse_typed_heap;
static void *test_sparse_typed_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    test_sparse_typed_heap *heap = (test_sparse_typed_heap *)user;
    if (new_size != 0 && ++heap->calls == heap->fail_at) return NULL;

    heap->bytes += new_size - old_size;
    if (new_size != 0) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

// ---- lists

// Indices count from 1 through all lists, with the names, sizes and kinds that they say.
static void test_sparse_typed_lists(void) {
    static const char *const names[11] = {
        "typed_place", "typed_speed", "typed_life", "typed_red", "typed_seed", "typed_wide", "typed_link",
        "typed_byte", "typed_mod", "typed_modded", "typed_late",
    };
    static const size_t sizes[11] = {
        sizeof(typed_place), sizeof(typed_speed), sizeof(typed_life), 0, 8, sizeof(typed_wide),
        sizeof(gc_sparse_id), 1, sizeof(typed_mod), 0, sizeof(int),
    };
    gc_sparse_world *world = test_sparse_typed_open();
    CHECK_INT(TYPED_MODS_register(world), GC_SPARSE_OK);
    CHECK_INT(TYPED_LATE_register(world), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_stats(world).types, 11);

    for (uint32_t i = 0; i < 11; i++) {
        gc_sparse_type type = { i + 1 };
        const gc_sparse_pool *pool = gc_sparse_pool_of(world, type);
        CHECK_STR(gc_sparse_name(world, type), names[i]);
        CHECK_U64(pool->size, sizes[i]);
        CHECK(pool->direct == (i == 2 || i == 5 || i == 7));
    }
    CHECK_INT(gc_sparse_type_typed_place().index, 1);
    CHECK_INT(gc_sparse_type_typed_modded().index, 10);
    CHECK_INT(gc_sparse_type_typed_late().index, 11);
    gc_sparse_close(world);
}

// A list whose place is taken, or whose forerunner is not there, registers nothing.
static void test_sparse_typed_order_of_lists(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    CHECK_INT(TYPED_MODS_register(world), GC_SPARSE_E_TYPE);
    CHECK_INT(gc_sparse_stats(world).types, 0);
    CHECK_INT(TYPED_register(world), GC_SPARSE_OK);
    CHECK_INT(TYPED_register(world), GC_SPARSE_E_TYPE);
    CHECK_INT(TYPED_LATE_register(world), GC_SPARSE_E_TYPE);
    CHECK_INT(gc_sparse_stats(world).types, 8);

    // Types without a list come behind.
    memset(&desc, 0, sizeof desc);
    CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);
    CHECK_INT(type.index, 9);
    CHECK_INT(TYPED_MODS_register(world), GC_SPARSE_E_TYPE);
    gc_sparse_close(world);

    world = gc_sparse_open(NULL, NULL);
    CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);
    CHECK_INT(TYPED_register(world), GC_SPARSE_E_TYPE);
    CHECK_INT(gc_sparse_stats(world).types, 1);
    gc_sparse_close(world);
}

// Registering is all or nothing: no room for the last types, or no memory for any of them.
static void test_sparse_typed_register_fails(void) {
    for (uint32_t most = 1; most <= 8; most++) {
        gc_sparse_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.max_types = most;
        gc_sparse_world *world = gc_sparse_open(&desc, NULL);
        CHECK_INT(TYPED_register(world), most < 8 ? GC_SPARSE_E_FULL : GC_SPARSE_OK);
        CHECK_INT(gc_sparse_stats(world).types, most < 8 ? 0 : 8);
        gc_sparse_close(world);
    }

    for (size_t k = 1; k <= 8; k++) {
        test_sparse_typed_heap heap = { 0, 0, 0 };
        gc_sparse_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.allocator.resize = test_sparse_typed_resize;
        desc.allocator.user = &heap;
        gc_sparse_world *world = gc_sparse_open(&desc, NULL);
        size_t before = heap.bytes;
        heap.fail_at = heap.calls + k;
        CHECK_INT(TYPED_register(world), GC_SPARSE_E_MEMORY);
        CHECK_INT(gc_sparse_stats(world).types, 0);
        CHECK_U64(heap.bytes, before);

        // Another time it may go well.
        CHECK_INT(TYPED_register(world), GC_SPARSE_OK);
        gc_sparse_id id = gc_sparse_create(world);
        CHECK_INT(GC_SPARSE_SET(world, id, typed_seed, 7), GC_SPARSE_OK);
        CHECK_U64(*gc_sparse_get_typed_seed(world, id), 7);
        gc_sparse_close(world);
        CHECK_U64(heap.bytes, 0);
    }
}

// ---- values

static void test_sparse_typed_values(void) {
    gc_sparse_world *world = test_sparse_typed_open(), *other = test_sparse_typed_open();
    gc_sparse_id id = gc_sparse_create(world), elsewhere = gc_sparse_create(other);

    // One that is not there, one that comes, one that is set anew.
    CHECK(gc_sparse_get_typed_place(world, id) == NULL && !gc_sparse_has_typed_place(world, id));
    CHECK_INT(GC_SPARSE_SET(world, id, typed_place, 3, 4), GC_SPARSE_OK);
    typed_place *place = gc_sparse_get_typed_place(world, id);
    CHECK(place && place->x == 3 && place->y == 4);
    CHECK_INT(GC_SPARSE_SET(world, id, typed_place, 5, 6), GC_SPARSE_OK);
    CHECK(place == gc_sparse_get_typed_place(world, id) && place->x == 5 && place->y == 6);
    CHECK_INT(GC_SPARSE_SET(world, id, typed_life, 9, { 'b', 'o', 'b' }), GC_SPARSE_OK);
    typed_life *life = gc_sparse_get_typed_life(world, id);
    CHECK(life && life->points == 9 && memcmp(life->name, "bob", 3) == 0);
    CHECK_INT(GC_SPARSE_SET(world, id, typed_link, id), GC_SPARSE_OK);
    CHECK(gc_sparse_id_equal(gc_sparse_get_typed_link(world, id)->to, id));

    // PUT makes zeros, and leaves what is there; so does add.
    CHECK_INT(GC_SPARSE_PUT(world, id, typed_seed), GC_SPARSE_OK);
    CHECK_U64(*gc_sparse_get_typed_seed(world, id), 0);
    *gc_sparse_add_typed_seed(world, id) = 8;
    CHECK_INT(GC_SPARSE_PUT(world, id, typed_seed), GC_SPARSE_OK);
    CHECK_U64(*gc_sparse_get_typed_seed(world, id), 8);

    // Tags.
    CHECK(!gc_sparse_has_typed_red(world, id));
    CHECK_INT(GC_SPARSE_PUT(world, id, typed_red), GC_SPARSE_OK);
    CHECK(gc_sparse_has_typed_red(world, id) && gc_sparse_get_typed_red(world, id) != NULL);
    CHECK_INT(gc_sparse_remove_typed_red(world, id), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_remove_typed_red(world, id), GC_SPARSE_E_NOT_FOUND);

    // Several worlds: what one has, the other has not.
    CHECK(!gc_sparse_has_typed_place(other, elsewhere));
    CHECK_INT(GC_SPARSE_SET(other, elsewhere, typed_place, 1, 1), GC_SPARSE_OK);
    CHECK(gc_sparse_get_typed_place(world, id)->x == 5);

    // Stale ids.
    gc_sparse_destroy(world, id);
    CHECK_INT(GC_SPARSE_SET(world, id, typed_place, 3, 4), GC_SPARSE_E_STALE);
    CHECK_INT(GC_SPARSE_PUT(world, id, typed_red), GC_SPARSE_E_STALE);
    CHECK(gc_sparse_add_typed_place(world, id) == NULL && gc_sparse_get_typed_place(world, id) == NULL);
    CHECK_INT(gc_sparse_remove_typed_place(world, id), GC_SPARSE_E_STALE);
    gc_sparse_close(world);
    gc_sparse_close(other);
}

// No memory at the k-th call: E_MEMORY, and nothing has changed.
static void test_sparse_typed_no_memory(void) {
    for (size_t k = 1; k <= 3; k++) {
        test_sparse_typed_heap heap = { 0, 0, 0 };
        gc_sparse_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.allocator.resize = test_sparse_typed_resize;
        desc.allocator.user = &heap;
        gc_sparse_world *world = gc_sparse_open(&desc, NULL);
        CHECK_INT(TYPED_register(world), GC_SPARSE_OK);
        gc_sparse_id id = gc_sparse_create(world);

        heap.fail_at = heap.calls + k;
        CHECK_INT(GC_SPARSE_SET(world, id, typed_place, 3, 4), GC_SPARSE_E_MEMORY);
        CHECK(!gc_sparse_has_typed_place(world, id));
        heap.fail_at = heap.calls + 1;      // of the rest that k leaves, the first
        int put = GC_SPARSE_PUT(world, id, typed_life);
        CHECK(gc_sparse_has_typed_life(world, id) == (put == GC_SPARSE_OK));
        heap.fail_at = 0;
        CHECK_INT(GC_SPARSE_SET(world, id, typed_place, 3, 4), GC_SPARSE_OK);
        gc_sparse_close(world);
        CHECK_U64(heap.bytes, 0);
    }
}

static void test_sparse_typed_commands(void) {
    gc_sparse_world *world = test_sparse_typed_open();
    gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
    gc_sparse_id id = gc_sparse_create(world), born = gc_sparse_record_create(commands);
    GC_SPARSE_PUT(world, id, typed_speed);

    CHECK(GC_SPARSE_RECORD(commands, id, typed_place, 1, 2) != NULL);
    CHECK(GC_SPARSE_RECORD(commands, born, typed_seed, 77) != NULL);
    CHECK(gc_sparse_record_add_typed_red(commands, born) != NULL);
    gc_sparse_record_add_typed_life(commands, born)->points = 6;
    CHECK_INT(gc_sparse_record_remove_typed_speed(commands, id), GC_SPARSE_OK);
    CHECK(!gc_sparse_has_typed_place(world, id) && gc_sparse_has_typed_speed(world, id));
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);

    born = gc_sparse_record_resolve(commands, born);
    CHECK(gc_sparse_get_typed_place(world, id)->y == 2 && !gc_sparse_has_typed_speed(world, id));
    CHECK(*gc_sparse_get_typed_seed(world, born) == 77 && gc_sparse_has_typed_red(world, born));
    CHECK_INT(gc_sparse_get_typed_life(world, born)->points, 6);
    gc_sparse_close(world);
}

// ---- terms: systems and loops against lookups one by one

// What was visited: how many, which (in any order), and whether a pointer was wrong.
typedef struct test_sparse_typed_log { size_t count, wrong; uint64_t ids; } test_sparse_typed_log;

static void test_sparse_typed_note(test_sparse_typed_log *log, gc_sparse_id id, bool sound) {
    uint64_t bits = ((uint64_t)id.generation << 32 | id.slot) * 0x9e3779b97f4a7c15u;
    log->count++;
    log->ids += bits ^ bits >> 31;
    log->wrong += !sound;
}

typedef void test_sparse_typed_terms(gc_sparse_world *world, const gc_sparse_id *ids, size_t n);

// A function that compares a system and a loop of these terms with a look at each entity:
// `matches` says whether `self` is one of them, `sound` whether the pointers are right.
#define TYPED_TERMS(name, matches, sound, ...)                                                               \
    GC_SPARSE_SYSTEM(name##_system, (gc_sparse_world *world, test_sparse_typed_log *log), (world, log),      \
                     __VA_ARGS__) {                                                                          \
        (void)world;                                                                                         \
        test_sparse_typed_note(log, self, sound);                                                            \
    }                                                                                                        \
    static void name(gc_sparse_world *world, const gc_sparse_id *ids, size_t n) {                            \
        test_sparse_typed_log system = { 0, 0, 0 }, each = { 0, 0, 0 }, want = { 0, 0, 0 };                  \
        CHECK_INT(name##_system(world, world, &system), GC_SPARSE_OK);                                       \
        GC_SPARSE_EACH(world, __VA_ARGS__) test_sparse_typed_note(&each, self, sound);                       \
        for (size_t i = 0; i < n; i++) {                                                                     \
            gc_sparse_id self = ids[i];                                                                      \
            if (matches) test_sparse_typed_note(&want, self, true);                                          \
        }                                                                                                    \
        CHECK_U64(system.count, want.count);                                                                 \
        CHECK_U64(system.ids, want.ids);                                                                     \
        CHECK_U64(system.wrong, 0);                                                                          \
        CHECK_U64(each.count, want.count);                                                                   \
        CHECK_U64(each.ids, want.ids);                                                                       \
        CHECK_U64(each.wrong, 0);                                                                            \
    }

#define TYPED_IS(T, p) (p == gc_sparse_get_##T(world, self))
#define TYPED_HAS(T) gc_sparse_has_##T(world, self)

TYPED_TERMS(typed_one, TYPED_HAS(typed_place), p && TYPED_IS(typed_place, p), typed_place, p)
TYPED_TERMS(typed_one_direct, TYPED_HAS(typed_wide), w && TYPED_IS(typed_wide, w), typed_wide, w)
TYPED_TERMS(typed_two, TYPED_HAS(typed_place) && TYPED_HAS(typed_speed),
            TYPED_IS(typed_place, p) && TYPED_IS(typed_speed, v), typed_place, p, typed_speed, v)
TYPED_TERMS(typed_two_kinds, TYPED_HAS(typed_life) && TYPED_HAS(typed_seed),
            TYPED_IS(typed_life, l) && TYPED_IS(typed_seed, s), typed_life, l, typed_seed, s)
TYPED_TERMS(typed_with, TYPED_HAS(typed_red), true, WITH, typed_red)
TYPED_TERMS(typed_tag, TYPED_HAS(typed_red), r != NULL, typed_red, r)
TYPED_TERMS(typed_with_first, TYPED_HAS(typed_red) && TYPED_HAS(typed_seed), TYPED_IS(typed_seed, s),
            WITH, typed_red, typed_seed, s)
TYPED_TERMS(typed_without, TYPED_HAS(typed_place) && !TYPED_HAS(typed_red), TYPED_IS(typed_place, p),
            typed_place, p, WITHOUT, typed_red)
TYPED_TERMS(typed_without_first, TYPED_HAS(typed_link) && !TYPED_HAS(typed_red) && !TYPED_HAS(typed_byte),
            TYPED_IS(typed_link, k), WITHOUT, typed_red, WITHOUT, typed_byte, typed_link, k)
TYPED_TERMS(typed_maybe, TYPED_HAS(typed_place), TYPED_IS(typed_place, p) && TYPED_IS(typed_speed, v),
            typed_place, p, MAYBE(typed_speed), v)
TYPED_TERMS(typed_maybe_direct, TYPED_HAS(typed_life), TYPED_IS(typed_life, l) && TYPED_IS(typed_byte, b),
            typed_life, l, MAYBE(typed_byte), b)
TYPED_TERMS(typed_three, TYPED_HAS(typed_place) && TYPED_HAS(typed_speed) && TYPED_HAS(typed_seed),
            TYPED_IS(typed_place, p) && TYPED_IS(typed_speed, v) && TYPED_IS(typed_seed, s),
            typed_seed, s, typed_place, p, typed_speed, v)

// Optional ones first and last: their columns stand behind all included ones.
TYPED_TERMS(typed_mixed, TYPED_HAS(typed_place) && TYPED_HAS(typed_seed) && !TYPED_HAS(typed_red),
            TYPED_IS(typed_place, p) && TYPED_IS(typed_seed, s) && TYPED_IS(typed_speed, v) &&
                TYPED_IS(typed_life, l) && TYPED_IS(typed_link, k),
            MAYBE(typed_speed), v, WITHOUT, typed_red, typed_place, p, MAYBE(typed_life), l,
            typed_seed, s, MAYBE(typed_link), k)
TYPED_TERMS(typed_eight,
            TYPED_HAS(typed_place) && TYPED_HAS(typed_speed) && TYPED_HAS(typed_life) &&
                TYPED_HAS(typed_red) && TYPED_HAS(typed_seed) && TYPED_HAS(typed_wide) &&
                TYPED_HAS(typed_link) && TYPED_HAS(typed_byte),
            TYPED_IS(typed_place, p) && TYPED_IS(typed_speed, v) && TYPED_IS(typed_life, l) &&
                TYPED_IS(typed_seed, s) && TYPED_IS(typed_wide, w) && TYPED_IS(typed_link, k) &&
                TYPED_IS(typed_byte, b),
            typed_place, p, typed_speed, v, typed_life, l, WITH, typed_red, typed_seed, s,
            typed_wide, w, typed_link, k, typed_byte, b)

// Pointers to const, and terms that only a schedule reads.
TYPED_TERMS(typed_read, TYPED_HAS(typed_place), p && TYPED_IS(typed_place, p), READ(typed_place), p)
TYPED_TERMS(typed_read_three, TYPED_HAS(typed_place) && TYPED_HAS(typed_wide) && !TYPED_HAS(typed_red),
            TYPED_IS(typed_place, p) && TYPED_IS(typed_wide, w) && TYPED_IS(typed_speed, v),
            ALSO_READS, typed_byte, READ(typed_wide), w, WITHOUT, typed_red, MAYBE_READ(typed_speed), v,
            typed_place, p, ALSO_WRITES, typed_clock)
TYPED_TERMS(typed_read_maybe, TYPED_HAS(typed_seed), TYPED_IS(typed_seed, s) && TYPED_IS(typed_life, l),
            READ(typed_seed), s, MAYBE_READ(typed_life), l, ALSO_READS, typed_clock)

enum { TEST_SPARSE_TYPED_MOST = 900 };

// Gives a component of type i, of TYPED's order, to an entity.
static void test_sparse_typed_give(gc_sparse_world *world, gc_sparse_id id, int i) {
    gc_sparse_type type = { (uint32_t)i + 1 };
    CHECK(gc_sparse_add(world, id, type) != NULL);
}

// Worlds of every kind of chunk: all in like order (packed), in shuffled order (scattered), in
// runs; with groups and without; rare types and common ones.
static size_t test_sparse_typed_fill(gc_sparse_world *world, gc_sparse_id *ids, uint64_t *random) {
    size_t n = test_sparse_typed_random(random) % TEST_SPARSE_TYPED_MOST;
    uint32_t how = test_sparse_typed_random(random);
    if (how & 1) CHECK_INT(GC_SPARSE_GROUP(world, typed_place, typed_speed), GC_SPARSE_OK);
    if (how & 2) CHECK_INT(GC_SPARSE_GROUP(world, typed_seed, typed_red, typed_link), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(world, ids, n), GC_SPARSE_OK);

    for (int i = 0; i < 8; i++) {
        uint32_t share = test_sparse_typed_random(random) % 5;      // of 4 entities, so many get it
        bool shuffled = test_sparse_typed_random(random) % 2 != 0;
        for (size_t e = 0; e < n; e++) {
            size_t which = shuffled ? (e * 7919 + 13) % n : e;
            bool run = e / 100 % 4 < share, coin = test_sparse_typed_random(random) % 4 < share;
            if (how & 4 ? run : coin) test_sparse_typed_give(world, ids[which], i);
        }
    }

    // Some go, and some lose a component: rows and slots have had other owners.
    for (size_t e = 0; how & 8 && e < n; e += 3) gc_sparse_remove_typed_place(world, ids[e]);
    for (size_t e = 0; how & 16 && e < n; e += 5) gc_sparse_destroy(world, ids[e]);
    return n;
}

static void test_sparse_typed_terms_all(void) {
    static test_sparse_typed_terms *const terms[17] = {
        typed_read, typed_read_three, typed_read_maybe,
        typed_one, typed_one_direct, typed_two, typed_two_kinds, typed_with, typed_tag, typed_with_first,
        typed_without, typed_without_first, typed_maybe, typed_maybe_direct, typed_three, typed_mixed,
        typed_eight,
    };
    static gc_sparse_id ids[TEST_SPARSE_TYPED_MOST];
    uint64_t random = test_seed;
    for (int round = 0; round < 200; round++) {
        gc_sparse_world *world = test_sparse_typed_open();
        size_t n = test_sparse_typed_fill(world, ids, &random);
        for (int i = 0; i < 17; i++) terms[i](world, ids, n);
        gc_sparse_close(world);
    }
}

// A group by its types: its entities come as one packed chunk, in whatever order they came.
static void test_sparse_typed_groups(void) {
    gc_sparse_world *world = test_sparse_typed_open();
    gc_sparse_id ids[100];
    CHECK_INT(GC_SPARSE_GROUP(world, typed_place, typed_speed, typed_seed), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(world, ids, 100), GC_SPARSE_OK);
    for (int i = 0; i < 100; i++) GC_SPARSE_PUT(world, ids[i * 37 % 100], typed_place);
    for (int i = 0; i < 100; i++) GC_SPARSE_PUT(world, ids[i * 41 % 100], typed_speed);
    for (int i = 0; i < 50; i++) GC_SPARSE_PUT(world, ids[i * 43 % 100], typed_seed);

    gc_sparse_view view;
    typed_three_system_begin(&view, world);
    CHECK(gc_sparse_next(&view) && view.count == 50 && !view.rows[0] && !view.rows[2]);
    CHECK(!gc_sparse_next(&view));
    CHECK_INT(GC_SPARSE_GROUP(world, typed_link, typed_wide), GC_SPARSE_E_UNSUPPORTED);
    gc_sparse_close(world);
}

// ---- loops

static int test_sparse_typed_first(gc_sparse_world *world, uint64_t seed) {
    int seen = 0;
    GC_SPARSE_EACH(world, typed_seed, s) {
        if (*s == seed) return seen;
        seen++;
    }
    return -1;
}

static void test_sparse_typed_loops(void) {
    gc_sparse_world *world = test_sparse_typed_open();
    int turns = 0, inner = 0, pairs = 0;

    // Nothing yet: no turn, also as the statement of an if with an else.
    if (turns) CHECK(false);
    else GC_SPARSE_EACH(world, typed_place, p) turns++;
    CHECK_INT(turns, 0);
    for (int i = 0; i < 300; i++) {
        gc_sparse_id id = gc_sparse_create(world);
        GC_SPARSE_SET(world, id, typed_place, (float)i, 0);
        if (i % 3) GC_SPARSE_SET(world, id, typed_seed, (uint64_t)i);
    }

    // Scattered chunks, the end of one of them included, and packed ones: break leaves all,
    // continue goes on, return returns.
    for (int stop = 1; stop <= 200; stop++) {
        turns = 0;
        GC_SPARSE_EACH(world, typed_place, p, typed_seed, s) {
            if (++turns == stop) break;
            continue;
        }
        CHECK_INT(turns, stop);
        turns = 0;
        GC_SPARSE_EACH(world, typed_seed, s) if (++turns == stop) break;
        CHECK_INT(turns, stop);
    }
    CHECK_INT(test_sparse_typed_first(world, 100), 66);
    CHECK_INT(test_sparse_typed_first(world, 99), -1);

    // Loops within loops; break leaves the inner one.
    GC_SPARSE_EACH_AS(a, world, typed_place, p) {
        if (p->x >= 20) continue;
        GC_SPARSE_EACH_AS(b, world, typed_place, q) {
            if (q->x >= p->x) break;
            inner++;
            pairs += gc_sparse_id_equal(a, b) || p == q;
        }
    }
    CHECK_INT(inner, 190);
    CHECK_INT(pairs, 0);
    gc_sparse_close(world);
}

// ---- systems

GC_SPARSE_SYSTEM(typed_move, (float dt), (dt), typed_place, p, typed_speed, v) {
    if (v->x == 0) return;
    p->x += v->x * dt;
}
GC_SPARSE_SYSTEM(typed_stop, (), (), typed_speed, v) { v->x = 0; }
GC_SPARSE_SYSTEM(typed_halt, (void), (), typed_speed, v, MAYBE(typed_place), p) { v->x = p ? p->x : -1; }
GC_SPARSE_SYSTEM(typed_grow, (gc_sparse_world *world), (world), typed_place, p) {
    if (p->x == 0) GC_SPARSE_PUT(world, self, typed_red);
    p->y += 1;
}

static void test_sparse_typed_systems(void) {
    gc_sparse_world *world = test_sparse_typed_open();
    gc_sparse_id ids[3];
    CHECK_INT(gc_sparse_create_n(world, ids, 3), GC_SPARSE_OK);
    for (int i = 0; i < 3; i++) GC_SPARSE_SET(world, ids[i], typed_speed, (float)i, 0);
    for (int i = 0; i < 2; i++) GC_SPARSE_SET(world, ids[i], typed_place, 10, 0);

    CHECK_INT(typed_move(world, 0.5f), GC_SPARSE_OK);
    CHECK(gc_sparse_get_typed_place(world, ids[0])->x == 10);
    CHECK(gc_sparse_get_typed_place(world, ids[1])->x == 10.5f);
    CHECK_INT(typed_halt(world), GC_SPARSE_OK);
    CHECK(gc_sparse_get_typed_speed(world, ids[1])->x == 10.5f);
    CHECK(gc_sparse_get_typed_speed(world, ids[2])->x == -1);
    CHECK_INT(typed_stop(world), GC_SPARSE_OK);
    CHECK(gc_sparse_get_typed_speed(world, ids[1])->x == 0);

    // A view of the system's, walked by it.
    gc_sparse_view view;
    typed_stop_begin(&view, world);
    CHECK_U64(gc_sparse_view_count(&view), 3);
    CHECK_INT(typed_stop_part(&view), GC_SPARSE_OK);
    gc_sparse_close(world);
}

// A body that changes the world, and a world that does not have the list: errors, which trip an
// assertion.
static void test_sparse_typed_misuse(void) {
#ifndef TEST_SPARSE_COUNTS_ASSERTS
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#else
    gc_sparse_world *world = test_sparse_typed_open(), *bare = gc_sparse_open(NULL, NULL);
    int before = test_sparse_asserts, turns = 0;
    for (int i = 0; i < 2; i++) GC_SPARSE_PUT(world, gc_sparse_create(world), typed_place);
    CHECK_INT(typed_grow(world, world), GC_SPARSE_E_CHANGED);
    CHECK_INT(test_sparse_asserts - before, 1);
    GC_SPARSE_EACH(world, READ(typed_place), p) turns += (int)p->y;     // of one entity alone
    CHECK_INT(turns--, 1);
    CHECK_INT(typed_stop(bare), GC_SPARSE_E_TYPE);
    CHECK_INT(test_sparse_asserts - before, 2);
    GC_SPARSE_EACH(bare, typed_place, p) turns++;
    CHECK_INT(turns, 0);
    CHECK_INT(test_sparse_asserts - before, 3);
    CHECK_INT(gc_sparse_run(NULL, 0, NULL, NULL, NULL, NULL), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(TYPED_register(NULL), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(test_sparse_asserts - before, 5);

    // Another type of another size where the list has one of its own.
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    memset(&desc, 0, sizeof desc);
    desc.size = 12;
    for (int i = 0; i < 2; i++) CHECK_INT(gc_sparse_component(bare, &desc, &type), GC_SPARSE_OK);
    gc_sparse_view view;
    typed_halt_begin(&view, bare);
    CHECK_INT(test_sparse_asserts - before, 7);
    gc_sparse_close(world);
    gc_sparse_close(bare);
#endif
}

// ---- parts

GC_SPARSE_SYSTEM(typed_step, (gc_sparse_commands *out), (out), typed_seed, s, MAYBE(typed_link), k) {
    *s = *s * 6364136223846793005u + 1442695040888963407u + (k ? k->to.slot : 0);
    if (*s >> 61 == 0) gc_sparse_record_destroy(out, self);
    if (*s >> 61 == 1) GC_SPARSE_RECORD(out, gc_sparse_record_create(out), typed_seed, *s ^ 0x5555);
    if (*s >> 61 == 2) GC_SPARSE_RECORD(out, self, typed_link, self);
}

enum { TEST_SPARSE_TYPED_PARTS = 200 };

// The argument of all parts, and a job system of so many threads, which takes the parts from
// the last on.
typedef struct test_sparse_typed_jobs {
    gc_sparse_commands *out[TEST_SPARSE_TYPED_PARTS];
    uint32_t calls[TEST_SPARSE_TYPED_PARTS];
    void (*task)(void *task_arg, size_t index);
    void *task_arg;
    size_t left;
    int threads;
} test_sparse_typed_jobs;

static void test_sparse_typed_part(void *arg, gc_sparse_view *part, uint32_t index) {
    test_sparse_typed_jobs *jobs = (test_sparse_typed_jobs *)arg;
    jobs->calls[index]++;
    typed_step_part(part, jobs->out[index]);
}

#ifdef TEST_SPARSE_TYPED_THREADS
static void *test_sparse_typed_worker(void *user) {
    test_sparse_typed_jobs *jobs = (test_sparse_typed_jobs *)user;
    for (;;) {
        size_t left = __atomic_fetch_sub(&jobs->left, 1, __ATOMIC_RELAXED);
        if (left - 1 >= TEST_SPARSE_TYPED_PARTS) return NULL;   // 0, or the number before it
        jobs->task(jobs->task_arg, left - 1);
    }
}

static void test_sparse_typed_for(void *user, void (*task)(void *task_arg, size_t index), void *task_arg,
                                  size_t count) {
    test_sparse_typed_jobs *jobs = (test_sparse_typed_jobs *)user;
    pthread_t threads[16];
    jobs->task = task;
    jobs->task_arg = task_arg;
    jobs->left = count;
    for (int t = 1; t < jobs->threads; t++) {
        if (!CHECK(pthread_create(&threads[t], NULL, test_sparse_typed_worker, jobs) == 0)) exit(1);
    }
    test_sparse_typed_worker(jobs);
    for (int t = 1; t < jobs->threads; t++) pthread_join(threads[t], NULL);
}
#else
static void test_sparse_typed_for(void *user, void (*task)(void *task_arg, size_t index), void *task_arg,
                                  size_t count) {
    (void)user;
    while (count) task(task_arg, --count);
}
#endif

// Ten frames by gc_sparse_run, a hash: on so many threads, 0: without a job system; or, if that
// is not NULL, on those of a sort's context.
static uint64_t test_sparse_typed_simulate(int threads, void *sorter) {
    static test_sparse_typed_jobs jobs;
    void (*parallel_for)(void *, void (*)(void *, size_t), void *, size_t) = test_sparse_typed_for;
    if (!threads) parallel_for = NULL;
#ifdef GC_SORT_VERSION
    if (sorter) parallel_for = gc_sort_parallel_for;
#endif
    gc_sparse_world *world = test_sparse_typed_open();
    for (uint64_t e = 0; e < 3000; e++) {
        GC_SPARSE_SET(world, gc_sparse_create(world), typed_seed, e * 0x9e3779b97f4a7c15u);
    }

    for (int frame = 0; frame < 10; frame++) {
        gc_sparse_view view;
        typed_step_begin(&view, world);
        uint32_t parts = gc_sparse_view_parts(&view, 64);
        if (!CHECK(parts > 20 && parts <= TEST_SPARSE_TYPED_PARTS)) break;
        memset(&jobs, 0, sizeof jobs);
        jobs.threads = threads;
        for (uint32_t p = 0; p < parts; p++) jobs.out[p] = gc_sparse_record(world, 0, p);

        CHECK_INT(gc_sparse_run(&view, 64, parallel_for, sorter ? sorter : &jobs, test_sparse_typed_part,
                                &jobs), GC_SPARSE_OK);
        for (uint32_t p = 0; p < TEST_SPARSE_TYPED_PARTS; p++) CHECK_INT(jobs.calls[p], p < parts);
        CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    }
    uint64_t hash = gc_sparse_hash(world);
    CHECK(gc_sparse_stats(world).entities > 1000 && gc_sparse_stats(world).entities != 3000);
    gc_sparse_close(world);
    return hash;
}

static void test_sparse_typed_parts_on_threads(void) {
    uint64_t want = test_sparse_typed_simulate(0, NULL);
    for (int threads = 1; threads <= 16; threads++) {
        CHECK_U64(test_sparse_typed_simulate(threads, NULL), want);
    }
}

// The threads of a sort's context, which sorts in between: one pool for both headers.
static void test_sparse_typed_lent_threads(void) {
#ifdef GC_SORT_VERSION
    enum { KEYS = 200000 };
    const uint64_t want = test_sparse_typed_simulate(0, NULL);
    uint32_t *const keys = (uint32_t *)malloc(KEYS * sizeof *keys);
    if (!CHECK(keys != NULL)) return;

    for (uint32_t threads = 1; threads <= 5; threads += 2) {
        gc_sort_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.threads = threads;
        gc_sort_context *const sorter = gc_sort_open(&desc, NULL);

        for (int round = 0; sorter && round < 3; round++) {
            CHECK_U64(test_sparse_typed_simulate(0, sorter), want);
            for (uint32_t i = 0; i < KEYS; i++) keys[i] = i * 2654435761u;
            CHECK_INT(gc_sort_ctx_u32(sorter, keys, KEYS), GC_SORT_OK);
            for (uint32_t i = 1; i < KEYS; i++) CHECK(keys[i - 1] < keys[i]);
        }

        gc_sort_close(sorter);
    }

    free(keys);
#else
    SKIP("gc_sort.h is not in this build");
#endif
}

static void test_sparse_typed_count_part(void *arg, gc_sparse_view *part, uint32_t index) {
    uint32_t *next = (uint32_t *)arg;
    CHECK_U64(index, *next);
    CHECK_INT(gc_sparse_next(part) && part->count == (index == 2 ? 952u : 1024u), 1);
    ++*next;
}

// Rows 0 are 1024; parts come in order without a job system; an empty view has none, and the
// error of a view is that of the run.
static void test_sparse_typed_run(void) {
    gc_sparse_world *world = test_sparse_typed_open();
    gc_sparse_view view;
    uint32_t next = 0;
    typed_stop_begin(&view, world);
    CHECK_INT(gc_sparse_run(&view, 0, NULL, NULL, test_sparse_typed_count_part, &next), GC_SPARSE_OK);
    CHECK_INT(next, 0);

    for (int i = 0; i < 3000; i++) GC_SPARSE_PUT(world, gc_sparse_create(world), typed_speed);
    typed_stop_begin(&view, world);
    CHECK_INT(gc_sparse_run(&view, 0, NULL, NULL, test_sparse_typed_count_part, &next), GC_SPARSE_OK);
    CHECK_INT(next, 3);
    view.error = GC_SPARSE_E_CHANGED;
    next = 0;
    CHECK_INT(gc_sparse_run(&view, 0, NULL, NULL, test_sparse_typed_count_part, &next), GC_SPARSE_E_CHANGED);
    gc_sparse_close(world);
}

// ---- resources

static void test_sparse_typed_resources(void) {
    gc_sparse_world *world = test_sparse_typed_open(), *other = test_sparse_typed_open();
    CHECK_INT(TYPED_WORLD_register(world), GC_SPARSE_OK);
    CHECK_INT(TYPED_WORLD_register(other), GC_SPARSE_OK);
    typed_clock *watch = gc_sparse_resource_typed_clock(world);
    typed_rules *rules = gc_sparse_resource_typed_rules(world);
    if (!CHECK(watch && rules && watch->step == 0 && rules->byte[64] == 0)) return;
    CHECK(watch == gc_sparse_resource(world, gc_sparse_type_typed_clock()));
    CHECK(watch != gc_sparse_resource_typed_clock(other) && (uintptr_t)rules % 64 == 0);

    // Each byte counts in the hash; entities do not move or end them.
    uint64_t hash = gc_sparse_hash(world);
    CHECK_U64(gc_sparse_hash(other), hash);
    for (int i = 0; i < 65; i++) {
        rules->byte[i]++;
        CHECK(gc_sparse_hash(world) != hash);
        rules->byte[i]--;
    }
    watch->step = 7;
    for (int i = 0; i < 3000; i++) GC_SPARSE_PUT(world, gc_sparse_create(world), typed_place);
    CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK);
    CHECK(gc_sparse_resource_typed_clock(world) == watch && watch->step == 7);
    CHECK(gc_sparse_hash(world) != gc_sparse_hash(other));
    gc_sparse_resource_typed_clock(other)->step = 7;
    CHECK_U64(gc_sparse_hash(world), gc_sparse_hash(other));

    // A type may have both, and a tag has an address.
    gc_sparse_id id = gc_sparse_create(world);
    GC_SPARSE_SET(world, id, typed_seed, 5);
    uint64_t *seed = (uint64_t *)gc_sparse_resource(world, gc_sparse_type_typed_seed());
    CHECK(seed && *seed == 0 && seed != gc_sparse_get_typed_seed(world, id));
    CHECK(gc_sparse_resource(world, gc_sparse_type_typed_red()) != NULL);
    gc_sparse_close(world);
    gc_sparse_close(other);
}

// A copy has them; what `from` never asked for is zero there.
static void test_sparse_typed_resources_copied(void) {
    gc_sparse_world *world = test_sparse_typed_open(), *other = test_sparse_typed_open();
    uint64_t *seed = (uint64_t *)gc_sparse_resource(world, gc_sparse_type_typed_seed());
    uint64_t *kept = (uint64_t *)gc_sparse_resource(other, gc_sparse_type_typed_byte());
    if (!CHECK(seed && kept)) return;
    uint64_t bare = gc_sparse_hash_all(world);
    *seed = 5;
    *(typed_byte *)kept = 7;
    CHECK(gc_sparse_hash_all(world) != bare && gc_sparse_hash_all(world) != gc_sparse_hash_all(other));
    CHECK_INT(gc_sparse_copy(other, world), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_hash_all(other), gc_sparse_hash_all(world));
    CHECK_U64(gc_sparse_hash(other), gc_sparse_hash(world));
    CHECK_U64(*(uint64_t *)gc_sparse_resource(other, gc_sparse_type_typed_seed()), 5);
    CHECK_U64(*(typed_byte *)gc_sparse_resource(other, gc_sparse_type_typed_byte()), 0);
    CHECK(gc_sparse_resource(other, gc_sparse_type_typed_byte()) == kept);
    gc_sparse_close(world);
    gc_sparse_close(other);
}

// No memory at the k-th call: neither types nor values; misuse is refused.
static void test_sparse_typed_resources_fail(void) {
    for (size_t k = 1; k <= 4; k++) {
        test_sparse_typed_heap heap = { 0, 0, 0 };
        gc_sparse_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.allocator.resize = test_sparse_typed_resize;
        desc.allocator.user = &heap;
        gc_sparse_world *world = gc_sparse_open(&desc, NULL);
        CHECK_INT(TYPED_register(world), GC_SPARSE_OK);
        size_t before = heap.bytes;
        heap.fail_at = heap.calls + k;
        CHECK_INT(TYPED_WORLD_register(world), GC_SPARSE_E_MEMORY);
        CHECK_INT(gc_sparse_stats(world).types, 8);
        CHECK_U64(heap.bytes, before);

        heap.fail_at = heap.calls + 1;
        CHECK(gc_sparse_resource(world, gc_sparse_type_typed_seed()) == NULL);
        CHECK(gc_sparse_resource(world, gc_sparse_type_typed_seed()) != NULL);
        CHECK_INT(TYPED_WORLD_register(world), GC_SPARSE_OK);
        gc_sparse_close(world);
        CHECK_U64(heap.bytes, 0);
    }
#ifdef TEST_SPARSE_COUNTS_ASSERTS
    gc_sparse_type none = { 0 };
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    int before = test_sparse_asserts;
    CHECK(gc_sparse_resource(world, none) == NULL);
    CHECK(gc_sparse_resource(NULL, none) == NULL);
    CHECK(gc_sparse_resource_typed_clock(world) == NULL);
    CHECK_INT(test_sparse_asserts - before, 3);
    gc_sparse_close(world);
#endif
}

// ---- schedules

GC_SPARSE_ACCESS(typed_draw_access, (typed_place, typed_clock), ())
GC_SPARSE_ACCESS(typed_tick_access, (), (typed_clock))
GC_SPARSE_ACCESS(typed_both_access, (typed_place), (typed_speed, typed_life, typed_seed))

// Types of a list, as digits.
static uint64_t test_sparse_typed_digits(const gc_sparse_type *types) {
    uint64_t digits = 0;
    for (; types->index != 0; types++) digits = digits * 16 + types->index;
    return digits;
}

// What a system's terms say: place 1, speed 2, life 3, red 4, seed 5, wide 6, link 7, byte 8,
// clock 9.
static void test_sparse_typed_access(void) {
    static gc_sparse_access (*const of[7])(void) = {
        typed_draw_access, typed_tick_access, typed_both_access, typed_halt_access,
        typed_read_three_system_access, typed_read_maybe_system_access, typed_with_first_system_access,
    };
    static const uint64_t reads[7] = { 0x19, 0, 0x1, 0, 0x862, 0x539, 0 };
    static const uint64_t writes[7] = { 0, 0x9, 0x235, 0x21, 0x19, 0, 0x5 };
    for (int i = 0; i < 7; i++) {
        gc_sparse_access access = of[i]();
        CHECK_U64(test_sparse_typed_digits(access.reads), reads[i]);
        CHECK_U64(test_sparse_typed_digits(access.writes), writes[i]);
        CHECK(!access.alone);
    }
}

enum { TEST_SPARSE_TYPED_SYSTEMS = 80, TEST_SPARSE_TYPED_VALUES = 150 };

// Up to 80 systems of random sets, over more than 64 types or not, and what they do: each value
// that one writes becomes a mix of all that it reads and of what it was.
typedef struct test_sparse_typed_plan {
    gc_sparse_type reads[TEST_SPARSE_TYPED_SYSTEMS][8], writes[TEST_SPARSE_TYPED_SYSTEMS][8];
    gc_sparse_access systems[TEST_SPARSE_TYPED_SYSTEMS];
    uint32_t waves[TEST_SPARSE_TYPED_SYSTEMS];
    uint64_t values[TEST_SPARSE_TYPED_VALUES + 1];
    uint32_t types;             // of this round
} test_sparse_typed_plan;

static void test_sparse_typed_plan_system(test_sparse_typed_plan *plan, int i, uint64_t *random) {
    memset(plan->reads[i], 0, sizeof plan->reads[i]);
    memset(plan->writes[i], 0, sizeof plan->writes[i]);
    for (uint32_t n = test_sparse_typed_random(random) % 7; n > 0; n--) {
        plan->reads[i][n - 1].index = 1 + test_sparse_typed_random(random) % plan->types;
    }
    for (uint32_t n = test_sparse_typed_random(random) % 4; n > 0; n--) {
        plan->writes[i][n - 1].index = 1 + test_sparse_typed_random(random) % plan->types;
    }
    plan->systems[i].reads = plan->reads[i][0].index ? plan->reads[i] : NULL;
    plan->systems[i].writes = plan->writes[i][0].index ? plan->writes[i] : NULL;
    plan->systems[i].alone = test_sparse_typed_random(random) % 16 == 0;
}

static void test_sparse_typed_plan_act(test_sparse_typed_plan *plan, int i) {
    uint64_t sum = (uint64_t)i;
    if (plan->systems[i].alone) {
        for (int v = 1; v <= TEST_SPARSE_TYPED_VALUES; v++) plan->values[v] = plan->values[v] * 5 + 1;
    }
    for (const gc_sparse_type *t = plan->reads[i]; t->index; t++) sum = sum * 31 + plan->values[t->index];
    for (const gc_sparse_type *t = plan->writes[i]; t->index; t++) {
        plan->values[t->index] = (plan->values[t->index] ^ sum) * 0x9e3779b97f4a7c15u + 1;
    }
}

// By a table of who uses what, which has nothing of the header's: must `b` wait for `a`?
static bool test_sparse_typed_plan_waits(const test_sparse_typed_plan *plan, int a, int b) {
    uint8_t uses[2][TEST_SPARSE_TYPED_VALUES + 1];
    int of[2] = { a, b };
    memset(uses, 0, sizeof uses);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 8; i++) uses[k][plan->reads[of[k]][i].index] |= 1;
        for (int i = 0; i < 8; i++) uses[k][plan->writes[of[k]][i].index] |= 2;
    }
    if (plan->systems[a].alone || plan->systems[b].alone) return true;
    for (int v = 1; v <= TEST_SPARSE_TYPED_VALUES; v++) {
        if (uses[0][v] && uses[1][v] && ((uses[0][v] | uses[1][v]) & 2)) return true;
    }
    return false;
}

// Each wave comes behind all that its systems wait for, and right behind one of them; the waves
// in any order within do what the systems do one after the other.
static void test_sparse_typed_waves(void) {
    static test_sparse_typed_plan plan;
    uint64_t random = test_seed;
    for (int round = 0; round < 300; round++) {
        int n = (int)(test_sparse_typed_random(&random) % (TEST_SPARSE_TYPED_SYSTEMS + 1)), done = 0;
        uint64_t want[TEST_SPARSE_TYPED_VALUES + 1];
        uint32_t count = 0;
        plan.types = round % 2 ? 40 + (uint32_t)round % 61 : TEST_SPARSE_TYPED_VALUES;
        for (int i = 0; i < n; i++) test_sparse_typed_plan_system(&plan, i, &random);
        uint32_t waves = gc_sparse_waves(plan.systems, (size_t)n, plan.waves);
        for (int i = 0; i < n; i++) {
            bool tight = plan.waves[i] == 0;
            for (int e = 0; e < i; e++) {
                if (!test_sparse_typed_plan_waits(&plan, e, i)) continue;
                CHECK(plan.waves[e] < plan.waves[i]);
                tight = tight || plan.waves[e] + 1 == plan.waves[i];
            }
            CHECK(tight);
            if (plan.waves[i] >= count) count = plan.waves[i] + 1;
        }
        CHECK_U64(waves, count);

        // One after the other; then wave by wave, each begun somewhere and run round.
        memset(plan.values, 0, sizeof plan.values);
        for (int i = 0; i < n; i++) test_sparse_typed_plan_act(&plan, i);
        memcpy(want, plan.values, sizeof want);
        memset(plan.values, 0, sizeof plan.values);
        for (uint32_t w = 0; w < waves; w++) {
            int from = (int)(test_sparse_typed_random(&random) % (uint32_t)n), step = w % 2 ? 1 : n - 1;
            for (int k = 0, i = from; k < n; k++, i = (i + step) % n) {
                if (plan.waves[i] != w) continue;
                test_sparse_typed_plan_act(&plan, i);
                done++;
            }
        }
        CHECK_INT(done, n);
        CHECK(memcmp(want, plan.values, sizeof want) == 0);
    }
#ifdef TEST_SPARSE_COUNTS_ASSERTS
    int before = test_sparse_asserts;
    CHECK_U64(gc_sparse_waves(NULL, 1, plan.waves), 0);
    CHECK_U64(gc_sparse_waves(plan.systems, 1, NULL), 0);
    CHECK_INT(test_sparse_asserts - before, 2);
    CHECK_U64(gc_sparse_waves(NULL, 0, NULL), 0);
#endif
}

// A frame of systems that share types and a resource, and record.
typedef struct test_sparse_typed_frame {
    gc_sparse_world *world;
    gc_sparse_commands *out;
    uint32_t which;
    bool lost;                  // a record had no memory
} test_sparse_typed_frame;

GC_SPARSE_SYSTEM(typed_turn, (test_sparse_typed_frame *f), (f), typed_speed, v, READ(typed_seed), s,
                 ALSO_READS, typed_clock) {
    v->x = (float)(*s >> 50) * gc_sparse_resource_typed_clock(f->world)->dt;
}
GC_SPARSE_SYSTEM(typed_go, (test_sparse_typed_frame *f), (f), typed_place, p, READ(typed_speed), v) {
    (void)f;
    p->x += v->x;
}
GC_SPARSE_SYSTEM(typed_mix, (test_sparse_typed_frame *f), (f), typed_seed, s, MAYBE_READ(typed_link), k,
                 ALSO_READS, typed_place) {
    const typed_place *p = k ? gc_sparse_get_typed_place(f->world, k->to) : NULL;
    *s = *s * 6364136223846793005u + (p ? (uint64_t)p->x : 1);
}
GC_SPARSE_SYSTEM(typed_bite, (test_sparse_typed_frame *f), (f), typed_life, l, READ(typed_place), p) {
    l->points += (int)((int64_t)p->x % 7);
    if (l->points % 11 == 0) gc_sparse_record_destroy(f->out, self);
    if (l->points % 13 == 0) GC_SPARSE_RECORD(f->out, self, typed_link, self);
}
GC_SPARSE_SYSTEM(typed_count, (test_sparse_typed_frame *f), (f), WITH, typed_red, typed_byte, b,
                 ALSO_READS, typed_clock) {
    *b = (typed_byte)(*b + gc_sparse_resource_typed_clock(f->world)->step);
    if (*b % 3 == 0) gc_sparse_record_remove_typed_red(f->out, self);
}
static int typed_tick(gc_sparse_world *world, test_sparse_typed_frame *f) {
    (void)f;
    gc_sparse_resource_typed_clock(world)->dt += 0.25f;
    gc_sparse_resource_typed_clock(world)->step++;
    return GC_SPARSE_OK;
}

enum { TEST_SPARSE_TYPED_FRAME = 7 };
static const struct {
    int (*run)(gc_sparse_world *, test_sparse_typed_frame *);
    gc_sparse_access (*access)(void);
} test_sparse_typed_all[TEST_SPARSE_TYPED_FRAME] = {
    { typed_turn, typed_turn_access }, { typed_go, typed_go_access }, { typed_bite, typed_bite_access },
    { typed_count, typed_count_access }, { typed_tick, typed_tick_access },
    { typed_mix, typed_mix_access }, { typed_go, typed_go_access },
};

static void test_sparse_typed_all_task(void *task_arg, size_t index) {
    test_sparse_typed_frame *frame = (test_sparse_typed_frame *)task_arg + index;
    if (test_sparse_typed_all[frame->which].run(frame->world, frame) != GC_SPARSE_OK) abort();
}

// Twenty frames, one system after the other (threads 0), or by waves on so many threads.
static uint64_t test_sparse_typed_frames(int threads, uint64_t random) {
    static test_sparse_typed_jobs jobs;
    gc_sparse_world *world = test_sparse_typed_open();
    CHECK_INT(TYPED_WORLD_register(world), GC_SPARSE_OK);
    gc_sparse_access systems[TEST_SPARSE_TYPED_FRAME];
    uint32_t wave_of[TEST_SPARSE_TYPED_FRAME];
    for (uint32_t e = 0; e < 700; e++) {
        gc_sparse_id id = gc_sparse_create(world);
        for (int t = 0; t < 8; t++) if ((e * 0x9e3779b9u >> t & 3) != 0) test_sparse_typed_give(world, id, t);
        if (gc_sparse_has_typed_seed(world, id)) GC_SPARSE_SET(world, id, typed_seed, e * 0x123456789abcu);
    }
    for (uint32_t i = 0; i < TEST_SPARSE_TYPED_FRAME; i++) {
        systems[i] = test_sparse_typed_all[i].access();
    }
    uint32_t waves = gc_sparse_waves(systems, TEST_SPARSE_TYPED_FRAME, wave_of);
    CHECK(waves > 1 && waves < TEST_SPARSE_TYPED_FRAME);

    for (int frame = 0; frame < 20; frame++) {
        for (uint32_t w = 0; w < (threads ? waves : TEST_SPARSE_TYPED_FRAME); w++) {
            test_sparse_typed_frame tasks[TEST_SPARSE_TYPED_FRAME];
            size_t n = 0;
            for (uint32_t i = 0; i < TEST_SPARSE_TYPED_FRAME; i++) {
                if (threads ? wave_of[i] != w : i != w) continue;
                size_t at = test_sparse_typed_random(&random) % ++n;    // anywhere among the others
                tasks[n - 1] = tasks[at];
                tasks[at].world = world;
                tasks[at].out = gc_sparse_record(world, i, 0);
                tasks[at].which = i;
            }
            jobs.threads = threads;
            if (threads) test_sparse_typed_for(&jobs, test_sparse_typed_all_task, tasks, n);
            else test_sparse_typed_all_task(tasks, 0);
        }
        CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    }
    uint64_t hash = gc_sparse_hash_all(world);
    gc_sparse_close(world);
    return hash;
}

static void test_sparse_typed_schedules(void) {
    uint64_t want = test_sparse_typed_frames(0, 0);
    for (int i = 0; i < 100; i++) {
        CHECK_U64(test_sparse_typed_frames(1 + i % 16, test_seed + (uint64_t)i), want);
    }
}

// ---- frames by GC_SPARSE_SCHEDULE

GC_SPARSE_SYSTEM(typed_maul, (test_sparse_typed_frame *f), (f), typed_life, l, READ(typed_place), p,
                 LATER, later) {
    l->points += (int)((int64_t)p->x % 7);
    if (l->points % 11 == 0 && gc_sparse_record_destroy(later, self)) f->lost = true;
    if (l->points % 13 == 0 && !GC_SPARSE_RECORD(later, self, typed_link, self)) f->lost = true;
}
GC_SPARSE_SYSTEM(typed_wander, (test_sparse_typed_frame *f), (f), typed_seed, s, typed_place, p,
                 WITHOUT, typed_link, LATER, later) {
    p->x += (float)(*s & 3);
    if (*s % 97 != 0) return;
    gc_sparse_id made = gc_sparse_record_create(later);
    if (!made.generation || !GC_SPARSE_RECORD(later, made, typed_seed, *s ^ 0x55)) f->lost = true;
}
GC_SPARSE_SYSTEM(typed_fade, (test_sparse_typed_frame *f), (f), LATER, later, READ(typed_seed), s,
                 WITH, typed_red) {
    if (*s % 5 == 0 && gc_sparse_record_remove_typed_red(later, self)) f->lost = true;
}
GC_SPARSE_SCHEDULE(typed_frame, (test_sparse_typed_frame *f), (f), typed_turn, typed_go, typed_maul,
                   typed_wander, typed_mix, typed_fade)

// Each seed makes another one, so that replays need room.
GC_SPARSE_SYSTEM(typed_breed, (test_sparse_typed_frame *f), (f), READ(typed_seed), s, LATER, later) {
    gc_sparse_id made = gc_sparse_record_create(later);
    if (!made.generation || !GC_SPARSE_RECORD(later, made, typed_seed, *s + 1)) f->lost = true;
}
GC_SPARSE_SCHEDULE(typed_doubling, (test_sparse_typed_frame *f), (f), typed_wander, typed_mix, typed_breed)

// Two systems that see in which order they walk.
GC_SPARSE_SYSTEM(typed_look, (uint64_t *sum), (sum), READ(typed_seed), s, READ(typed_speed), v) {
    *sum = *sum * 31 + *s + self.slot + (uint64_t)v->x;
}
GC_SPARSE_SYSTEM(typed_peer, (uint64_t *sum), (sum), READ(typed_place), p, MAYBE_READ(typed_seed), s,
                 WITHOUT, typed_red) {
    *sum = *sum * 33 + (s ? *s : 1) + self.slot + (uint64_t)p->x;
}
GC_SPARSE_SCHEDULE(typed_watch, (uint64_t *sum), (sum), typed_look, typed_peer)

// Two that share a type, of which one may have a third.
GC_SPARSE_SCHEDULE(typed_apart, (uint64_t *sum), (sum), typed_peer)
GC_SPARSE_SYSTEM(typed_may, (), (), typed_speed, v, MAYBE_READ(typed_seed), s) { v->x += s ? 2 : 1; }
GC_SPARSE_SYSTEM(typed_must, (), (), typed_speed, v, READ(typed_place), p) { v->x += p->x; }
GC_SPARSE_SCHEDULE(typed_may_first, typed_may, typed_must)

// Each shares a type with each.
GC_SPARSE_SYSTEM(typed_second, (), (), typed_place, p, READ(typed_seed), s) { p->x += (float)(*s & 1); }
GC_SPARSE_SYSTEM(typed_third, (), (), typed_speed, v, READ(typed_seed), s) { v->x += (float)(*s & 1); }
GC_SPARSE_SCHEDULE(typed_trio, typed_must, typed_second, typed_third)

// Two groups of four, and systems over types of both: eight in all, nine, and one that another
// bars.
typedef struct typed_n0 { int n; } typed_n0, typed_n1, typed_n2, typed_n3, typed_n4, typed_n5, typed_n6,
    typed_n7, typed_n8;
#define TYPED_NINE(X)                                                                                        \
    X(DENSE, typed_n0) X(DENSE, typed_n1) X(DENSE, typed_n2) X(DENSE, typed_n3) X(DENSE, typed_n4)           \
    X(DENSE, typed_n5) X(DENSE, typed_n6) X(DENSE, typed_n7) X(DENSE, typed_n8)
GC_SPARSE_COMPONENTS(TYPED_NINE)
GC_SPARSE_SYSTEM(typed_low, (), (), typed_n0, a, READ(typed_n1), b, WITH, typed_n2, WITH, typed_n3) {
    a->n += b->n;
}
GC_SPARSE_SYSTEM(typed_high, (), (), typed_n4, a, READ(typed_n5), b, WITH, typed_n6, WITH, typed_n7) {
    a->n += b->n;
}
GC_SPARSE_SYSTEM(typed_of_8, (), (), typed_n0, a, READ(typed_n4), b) { a->n += b->n; }
GC_SPARSE_SYSTEM(typed_of_9, (), (), typed_n0, a, READ(typed_n4), b, READ(typed_n8), c) {
    a->n += b->n + c->n;
}
GC_SPARSE_SYSTEM(typed_clash, (), (), typed_n0, a, WITHOUT, typed_n1) { a->n *= 3; }
GC_SPARSE_SCHEDULE(typed_fits, typed_low, typed_high, typed_of_8)
GC_SPARSE_SCHEDULE(typed_beyond, typed_low, typed_high, typed_of_9, typed_clash)

GC_SPARSE_SYSTEM(typed_tire, (), (), typed_speed, v) { v->x *= 0.5f; }
GC_SPARSE_SCHEDULE(typed_rest, typed_tire)
GC_SPARSE_SCHEDULE(typed_growing, (gc_sparse_world *w), (w), typed_grow)
GC_SPARSE_SYSTEM(typed_nest, (gc_sparse_world *w), (w), WITH, typed_speed) {
    if (w) CHECK_INT(typed_rest(w, NULL, NULL), GC_SPARSE_OK);
}
GC_SPARSE_SCHEDULE(typed_nested, (gc_sparse_world *w), (w), typed_nest, typed_nest)

static gc_sparse_world *test_sparse_typed_frame_world(test_sparse_typed_heap *heap, uint32_t entities) {
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.first_generation = 1;
    if (heap) desc.allocator.resize = test_sparse_typed_resize;
    desc.allocator.user = heap;
    gc_sparse_world *world = gc_sparse_open(&desc, NULL);
    CHECK_INT(TYPED_register(world), GC_SPARSE_OK);
    CHECK_INT(TYPED_WORLD_register(world), GC_SPARSE_OK);
    for (uint32_t e = 0; e < entities; e++) {
        gc_sparse_id id = gc_sparse_create(world);
        for (int t = 0; t < 8; t++) if ((e * 0x9e3779b9u >> t & 3) != 0) test_sparse_typed_give(world, id, t);
        if (gc_sparse_has_typed_seed(world, id)) GC_SPARSE_SET(world, id, typed_seed, e * 0x123456789abcu);
    }
    return world;
}

// A frame by the names of the systems.
static int test_sparse_typed_by_name(gc_sparse_world *world, test_sparse_typed_frame *f) {
    CHECK_INT(typed_turn(world, f), GC_SPARSE_OK);
    CHECK_INT(typed_go(world, f), GC_SPARSE_OK);
    CHECK_INT(typed_maul(world, f), GC_SPARSE_OK);
    CHECK_INT(typed_wander(world, f), GC_SPARSE_OK);
    CHECK_INT(typed_mix(world, f), GC_SPARSE_OK);
    CHECK_INT(typed_fade(world, f), GC_SPARSE_OK);
    return gc_sparse_replay(world);
}

// Five frames of 10,000 entities: by name (threads -1), in this thread (0), or on so many.
static uint64_t test_sparse_typed_scheduled(int threads, bool groups) {
    static test_sparse_typed_jobs jobs;
    gc_sparse_world *world = test_sparse_typed_frame_world(NULL, 10000);
    test_sparse_typed_frame f = { world, NULL, 0, false };
    if (groups) CHECK_INT(typed_frame_groups(world), GC_SPARSE_OK);

    for (int frame = 0; frame < 5; frame++) {
        typed_tick(world, &f);
        jobs.threads = threads;
        int result = threads < 0 ? test_sparse_typed_by_name(world, &f)
                                 : typed_frame(world, threads ? test_sparse_typed_for : NULL, &jobs, &f);
        CHECK_INT(result, GC_SPARSE_OK);
        if (threads < 0) CHECK_INT(typed_maul(world, &f), GC_SPARSE_OK);
        else CHECK_INT(GC_SPARSE_RUN(typed_maul, world, test_sparse_typed_for, &jobs, (&f)), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    }

    CHECK(gc_sparse_stats(world).entities > 3000 && gc_sparse_stats(world).entities < 9000);
    uint64_t hash = gc_sparse_hash_all(world);
    gc_sparse_close(world);
    return hash;
}

static void test_sparse_typed_frame_on_threads(void) {
    for (int groups = 0; groups < 2; groups++) {
        uint64_t want = test_sparse_typed_scheduled(-1, groups);
        for (int threads = 0; threads <= 16; threads++) {
            CHECK_U64(test_sparse_typed_scheduled(threads, groups), want);
        }
    }
}

static uint64_t test_sparse_typed_seed_key(void *user, const void *component) {
    (void)user;
    return *(const typed_seed *)component >> 40;
}

// What a game does between frames, the same in each of n worlds.
static void test_sparse_typed_meddle(gc_sparse_world **worlds, int n, uint64_t *random, int frame) {
    const gc_sparse_type place = gc_sparse_type_typed_place(), seed = gc_sparse_type_typed_seed();
    uint32_t how = test_sparse_typed_random(random), slot = test_sparse_typed_random(random) % 600;
    uint64_t value = test_sparse_typed_random(random);
    gc_sparse_type type = { how / 16 % 8 + 1 };
    gc_sparse_sort_desc sort;
    memset(&sort, 0, sizeof sort);
    sort.key = test_sparse_typed_seed_key;

    for (int w = 0; w < n; w++) {
        gc_sparse_world *world = worlds[w];
        gc_sparse_id id = gc_sparse_id_of(world, slot);
        while (gc_sparse_stats(world).entities < 300) {
            gc_sparse_id made = gc_sparse_create(world);
            for (int t = 0; t < 8; t++) if (value >> t & 5) test_sparse_typed_give(world, made, t);
            GC_SPARSE_SET(world, made, typed_seed, value * made.slot);
        }

        if (how % 16 < 3 && id.generation) test_sparse_typed_give(world, id, (int)type.index - 1);
        if (how % 16 == 3) gc_sparse_remove(world, id, type);
        if (how % 16 == 4) gc_sparse_destroy(world, id);
        if (how % 512 == 5) CHECK_INT(gc_sparse_sort(world, seed, &sort), GC_SPARSE_OK);
        if (how % 512 == 6) CHECK_INT(gc_sparse_sort_as(world, place, seed), GC_SPARSE_OK);
        if (how % 2048 == 7) CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK);
        if (frame == 4000) CHECK_INT(GC_SPARSE_GROUP(world, typed_place, typed_speed), GC_SPARSE_OK);
        if (frame == 7000) CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
    }
}

// Who matches a query, and where, by slot; and what is told of it since the last tick, in
// order, leads from one picture to the next: who has begun to, who has ceased to, who moved.
enum { TEST_SPARSE_TYPED_SLOTS = 65536 };
typedef struct test_sparse_typed_picture {
    gc_sparse_query_desc query;
    gc_sparse_id ids[TEST_SPARSE_TYPED_SLOTS];
    typed_place places[TEST_SPARSE_TYPED_SLOTS];
    bool told[TEST_SPARSE_TYPED_SLOTS];
    uint64_t seen;
    size_t counts[4];       // of what is told, by what
} test_sparse_typed_picture;

static void test_sparse_typed_follow(test_sparse_typed_picture *picture, gc_sparse_world *world) {
    gc_sparse_change changes[5];
    uint64_t now = gc_sparse_tick(world), at = 0;
    uint32_t slots = gc_sparse_stats(world).slots;
    int n;
    if (!CHECK(slots <= TEST_SPARSE_TYPED_SLOTS)) return;
    memset(picture->told, 0, slots * sizeof *picture->told);
    while ((n = gc_sparse_changes(world, &picture->query, picture->seen, &at, changes, 5)) > 0) {
        for (int i = 0; i < n && CHECK(changes[i].id.slot < slots); i++) {
            gc_sparse_id none = { 0, 0 }, *has = &picture->ids[changes[i].id.slot];
            CHECK(gc_sparse_id_equal(*has, changes[i].what == GC_SPARSE_ADDED ? none : changes[i].id));
            *has = changes[i].what == GC_SPARSE_REMOVED ? none : changes[i].id;
            picture->told[changes[i].id.slot] = true;
            picture->counts[changes[i].what]++;
        }
    }
    CHECK_INT(n, 0);
    CHECK_INT(gc_sparse_forget(world, now), GC_SPARSE_OK);
    picture->seen = now;

    for (uint32_t slot = 0; slot < slots; slot++) {
        gc_sparse_id id = gc_sparse_id_of(world, slot), none = { 0, 0 };
        const typed_place *place = gc_sparse_get_typed_place(world, id);
        if (gc_sparse_has_typed_red(world, id)) place = NULL;
        CHECK(gc_sparse_id_equal(picture->ids[slot], place ? id : none));
        if (!place) continue;
        CHECK(picture->told[slot] || memcmp(place, &picture->places[slot], sizeof *place) == 0);
        picture->places[slot] = *place;
    }
}

// Three worlds: the systems by their names; by a schedule, with copies by change in a ring; and
// by that and, from some frame on, one with two systems more, with exact changes. 10,000 frames
// with all that moves rows, and with copies back. What is remembered shows nowhere: equal
// hashes of all, equal orders of walks.
static void test_sparse_typed_frame_remembers(void) {
    static test_sparse_typed_jobs jobs;
    static test_sparse_typed_picture picture;
    gc_sparse_world *worlds[3], *kept[3];
    memset(&picture, 0, sizeof picture);
    picture.query.include[0] = picture.query.write[0] = gc_sparse_type_typed_place();
    picture.query.exclude[0] = gc_sparse_type_typed_red();
    uint64_t random = test_seed, sums[3] = { 0, 0, 0 };
    for (int w = 0; w < 3; w++) {
        worlds[w] = test_sparse_typed_frame_world(NULL, 500);
        kept[w] = gc_sparse_open_like(worlds[w], NULL);
        CHECK_INT(gc_sparse_copy(kept[w], worlds[w]), GC_SPARSE_OK);
    }
    const gc_sparse_type by_change[3] = { gc_sparse_type_typed_place(), gc_sparse_type_typed_speed(),
                                          gc_sparse_type_typed_seed() };
    for (int t = 0; t < 3; t++) CHECK_INT(gc_sparse_copy_by_change(worlds[1], by_change[t]), GC_SPARSE_OK);
    gc_sparse_rollback *ring = gc_sparse_rollback_open(worlds[1], 3, NULL);
    CHECK_INT(gc_sparse_track_query(worlds[2], &picture.query), GC_SPARSE_OK);

    for (int frame = 0; frame < 10000; frame++) {
        test_sparse_typed_meddle(worlds, 3, &random, frame);
        for (int w = 0; w < 3; w++) {
            test_sparse_typed_frame f = { worlds[w], NULL, 0, false };
            typed_tick(worlds[w], &f);
            jobs.threads = 4;
            CHECK_INT(w == 0 ? test_sparse_typed_by_name(worlds[w], &f)
                             : typed_frame(worlds[w], frame % 64 ? NULL : test_sparse_typed_for, &jobs, &f),
                      GC_SPARSE_OK);
            if (w == 2 && frame >= 1234) {
                CHECK_INT(typed_watch(worlds[w], NULL, NULL, &sums[w]), GC_SPARSE_OK);
            } else if (frame >= 1234) {
                CHECK_INT(typed_look(worlds[w], &sums[w]) | typed_peer(worlds[w], &sums[w]), GC_SPARSE_OK);
            }
            uint64_t when = (uint64_t)(frame / 100);
            if (frame % 100 == 50) {
                int error = w == 1 ? gc_sparse_rollback_take(ring, when) : gc_sparse_copy(kept[w], worlds[w]);
                CHECK_INT(error, GC_SPARSE_OK);
            }
            if (frame % 300 == 52) {
                int error = w == 1 ? gc_sparse_rollback_restore(ring, when)
                                   : gc_sparse_copy(worlds[w], kept[w]);
                CHECK_INT(error, GC_SPARSE_OK);
            }
        }
        test_sparse_typed_follow(&picture, worlds[2]);

        if (!CHECK_U64(sums[1], sums[0]) || !CHECK_U64(sums[2], sums[0])) break;
        if (frame % 16 != 0) continue;
        uint64_t want = gc_sparse_hash_all(worlds[0]);
        if (!CHECK_U64(gc_sparse_hash_all(worlds[1]), want)) break;
        if (!CHECK_U64(gc_sparse_hash_all(worlds[2]), want)) break;
    }
    CHECK(sums[0] != 0 && gc_sparse_stats(worlds[0]).entities >= 250);
    for (int what = GC_SPARSE_ADDED; what <= GC_SPARSE_MODIFIED; what++) CHECK(picture.counts[what] > 300);
    gc_sparse_rollback_close(ring);
    for (int w = 0; w < 3; w++) gc_sparse_close(worlds[w]);
    for (int w = 0; w < 3; w++) gc_sparse_close(kept[w]);
}

// Each allocation of two frames fails once: a second call goes on where the first one stopped.
static void test_sparse_typed_frame_no_memory(void) {
    uint64_t want = 0;
    size_t failed = 0, lost = 0, calls = 1;
    for (size_t fail_at = 0; fail_at <= calls; fail_at++) {
        test_sparse_typed_heap heap = { 0, 0, 0 };
        gc_sparse_world *world = test_sparse_typed_frame_world(&heap, 300);
        test_sparse_typed_frame f = { world, NULL, 0, false };
        heap.calls = 0;
        heap.fail_at = fail_at;

        for (int frame = 0; frame < 2; frame++) {
            int result = typed_doubling(world, NULL, NULL, &f);
            failed += result == GC_SPARSE_E_MEMORY;
            if (result == GC_SPARSE_E_MEMORY) result = typed_doubling(world, NULL, NULL, &f);
            CHECK_INT(result, GC_SPARSE_OK);
        }

        if (fail_at == 0) calls = heap.calls;
        if (fail_at == 0) want = gc_sparse_hash_all(world);
        if (!f.lost) CHECK_U64(gc_sparse_hash_all(world), want);
        lost += f.lost;
        gc_sparse_close(world);
        CHECK_U64(heap.bytes, 0);
    }
    CHECK(failed > 3 && failed + lost < calls);
}

// What is remembered of one lead is not taken for another one.
static void test_sparse_typed_frame_leads(void) {
    gc_sparse_world *world = test_sparse_typed_frame_world(NULL, 0);
    uint64_t sums[2] = { 0, 0 };
    for (uint32_t i = 0; i < 600; i++) {
        gc_sparse_id id = gc_sparse_create(world);
        if (i % 2) GC_SPARSE_SET(world, id, typed_speed, 1);
        if (i % 3) GC_SPARSE_SET(world, id, typed_seed, i);
    }
    CHECK_INT(typed_watch(world, NULL, NULL, &sums[0]), GC_SPARSE_OK);
    for (uint32_t i = 0; i < 400; i += 2) gc_sparse_remove_typed_seed(world, gc_sparse_id_of(world, i));

    gc_sparse_world *twin = gc_sparse_open_like(world, NULL);
    CHECK_INT(gc_sparse_copy(twin, world), GC_SPARSE_OK);
    sums[0] = 0;
    for (int w = 0; w < 2; w++) CHECK_INT(typed_look(w ? twin : world, &sums[w]), GC_SPARSE_OK);
    CHECK_U64(sums[0], sums[1]);
    gc_sparse_close(world);
    gc_sparse_close(twin);
}

// Runs of whole blocks, of which one goes elsewhere while the next one stays; walked with what
// was known before, by name and by a frame, and by another one in a world that has not changed.
static void test_sparse_typed_frame_runs(void) {
    gc_sparse_world *worlds[2];
    for (int w = 0; w < 2; w++) {
        worlds[w] = test_sparse_typed_frame_world(NULL, 0);
        for (uint32_t i = 0; i < 64 * 10; i++) {
            gc_sparse_id id = gc_sparse_create(worlds[w]);
            GC_SPARSE_SET(worlds[w], id, typed_speed, (float)i);
            if (i < 64 * 8) GC_SPARSE_SET(worlds[w], id, typed_seed, i);
        }
    }

    for (uint32_t turn = 0; turn < 40; turn++) {
        uint64_t sums[2] = { 0, 0 }, again = 0;
        CHECK_INT(typed_watch(worlds[0], NULL, NULL, &sums[0]), GC_SPARSE_OK);
        CHECK_INT(typed_look(worlds[1], &sums[1]) | typed_peer(worlds[1], &sums[1]), GC_SPARSE_OK);
        CHECK_U64(sums[0], sums[1]);
        CHECK_INT(typed_watch(worlds[0], NULL, NULL, &again), GC_SPARSE_OK);
        CHECK_U64(again, sums[1]);

        // All of a block of seeds get their speeds at the end, in order.
        for (int w = 0; w < 2; w++) {
            uint32_t first = turn * 5 % 8 * 64;
            for (uint32_t i = 0; i < 64; i++) {
                gc_sparse_remove_typed_speed(worlds[w], gc_sparse_id_of(worlds[w], first + i));
            }
            for (uint32_t i = 0; i < 64; i++) {
                gc_sparse_id id = gc_sparse_id_of(worlds[w], first + i);
                GC_SPARSE_SET(worlds[w], id, typed_speed, (float)(i * turn));
            }
            sums[w] = 0;
            CHECK_INT(typed_look(worlds[w], &sums[w]), GC_SPARSE_OK);
        }
        CHECK_U64(sums[0], sums[1]);
    }
    for (int w = 0; w < 2; w++) gc_sparse_close(worlds[w]);
}

// Systems without parameters; a schedule of one; a body that changes the world; no world; the
// groups of a schedule are those of its systems.
static void test_sparse_typed_frame_forms(void) {
    gc_sparse_world *world = test_sparse_typed_open();
    gc_sparse_id id = gc_sparse_create(world);
    GC_SPARSE_SET(world, id, typed_speed, 8);
    CHECK_INT(typed_rest(world, NULL, NULL), GC_SPARSE_OK);
    CHECK_INT(GC_SPARSE_RUN(typed_tire, world, NULL, NULL, ()), GC_SPARSE_OK);
    CHECK(gc_sparse_get_typed_speed(world, id)->x == 2);

    // A body that runs a schedule ends its own one; the next frame is whole again.
    for (float left = 1; left > 0.1f; left *= 0.25f) {
        CHECK_INT(typed_nested(world, NULL, NULL, world), GC_SPARSE_E_CHANGED);
        CHECK_INT(typed_nested(world, NULL, NULL, NULL), GC_SPARSE_OK);
        CHECK(gc_sparse_get_typed_speed(world, id)->x == left);
        CHECK_INT(typed_rest(world, NULL, NULL), GC_SPARSE_OK);
        CHECK(gc_sparse_get_typed_speed(world, id)->x == 0.5f * left);
    }

    // What is tracked from now on is marked by a frame in a world that has not changed.
    CHECK_INT(gc_sparse_track(world, gc_sparse_type_typed_speed()), GC_SPARSE_OK);
    uint64_t seen = gc_sparse_tick(world);
    int told = 0;
    CHECK_INT(typed_rest(world, NULL, NULL), GC_SPARSE_OK);
    GC_SPARSE_EACH_CHANGED(world, seen, READ(typed_speed), v) told += v->x == 0.0625f;
    CHECK_INT(told, 1);

    for (int i = 0; i < 300; i++) {
        id = gc_sparse_create(world);
        if (i % 2) GC_SPARSE_SET(world, id, typed_speed, 1);
        if (i % 3) GC_SPARSE_SET(world, id, typed_seed, 1);
    }
    for (int twice = 0; twice < 2; twice++) CHECK_INT(typed_frame_groups(world), GC_SPARSE_OK);
    gc_sparse_view view;
    typed_turn_begin(&view, world);
    CHECK(gc_sparse_next(&view) && view.count == 100 && !view.rows[0] && !view.rows[1]);
    CHECK(!gc_sparse_next(&view));
#ifdef TEST_SPARSE_COUNTS_ASSERTS
    int before = test_sparse_asserts;
    GC_SPARSE_PUT(world, id, typed_place);
    CHECK_INT(typed_growing(world, NULL, NULL, world), GC_SPARSE_E_CHANGED);
    CHECK_INT(typed_rest(NULL, NULL, NULL), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(test_sparse_asserts - before, 2);
#endif
    gc_sparse_close(world);
}

// With the groups of a schedule, entities that have an optional component stand before those
// that have it not, through all changes.
static void test_sparse_typed_optional_apart(void) {
    gc_sparse_world *world = test_sparse_typed_frame_world(NULL, 5000);
    uint64_t random = test_seed, sum = 0;
    for (int step = 0; step < 300; step++) {
        gc_sparse_id id = gc_sparse_id_of(world, test_sparse_typed_random(&random) % 5000);
        gc_sparse_type type = { test_sparse_typed_random(&random) % 8 + 1 };
        if (step == 20) CHECK_INT(typed_apart_groups(world), GC_SPARSE_OK);
        if (step > 20 && step % 2) test_sparse_typed_give(world, id, (int)type.index - 1);
        else if (step > 20) gc_sparse_remove(world, id, type);
        CHECK_INT(typed_apart(world, NULL, NULL, &sum), GC_SPARSE_OK);
        if (step < 20) continue;

        // All who have it, one block of both, all who have it not.
        gc_sparse_view view;
        size_t with = 0, without = 0, both = 0;
        for (typed_peer_begin(&view, world); gc_sparse_next(&view);) {
            size_t has = 0;
            for (size_t i = 0; i < view.count; i++) {
                has += gc_sparse_has_typed_seed(world, gc_sparse_view_id(&view, i));
            }
            if (view.rows[0]) both += view.count;
            else if (has == view.count) CHECK(view.columns[1] && both + without == 0), with += has;
            else CHECK(!view.columns[1] && has == 0), without += view.count;
        }
        CHECK(with >= 128 && without >= 128 && both < 128);
    }
    gc_sparse_close(world);

    // A group for what is optional takes none from a system behind it.
    world = test_sparse_typed_frame_world(NULL, 1000);
    CHECK_INT(typed_may_first_groups(world), GC_SPARSE_OK);
    gc_sparse_view view;
    typed_must_begin(&view, world);
    CHECK(gc_sparse_next(&view) && !view.rows[0] && !gc_sparse_next(&view));
    gc_sparse_close(world);
}

// Of systems that share types and can have no groups of their own, those who match run
// together: in one chunk where they have all types, in few otherwise, also after changes, if
// the groups are asked for again.
static void test_sparse_typed_groups_shared(void) {
    gc_sparse_world *world = test_sparse_typed_frame_world(NULL, 0);
    uint64_t random = test_seed;
    for (int turn = 0; turn < 3; turn++) {
        size_t all = 0, slots = 0;
        for (uint32_t i = 0; i < 3000; i++) {
            uint32_t slot = test_sparse_typed_random(&random) % 3000;
            gc_sparse_id id = turn ? gc_sparse_id_of(world, slot) : gc_sparse_create(world);
            for (uint32_t t = 0; t < 8; t++) {
                gc_sparse_type type = { t + 1 };
                if (test_sparse_typed_random(&random) % 2) test_sparse_typed_give(world, id, (int)t);
                else if (turn) gc_sparse_remove(world, id, type);
            }
        }
        CHECK_INT(typed_trio_groups(world), GC_SPARSE_OK);
        GC_SPARSE_EACH(world, WITH, typed_speed, WITH, typed_place, WITH, typed_seed) all++;
        CHECK(all > 128);

        // Blocks of 64 where a run ends are scattered: one behind those who have all, and one
        // behind those who have these two.
        void (*const begin[3])(gc_sparse_view *, gc_sparse_world *) = {
            typed_must_begin, typed_second_begin, typed_third_begin
        };
        for (int k = 0; k < 3; k++) {
            gc_sparse_view view;
            size_t scattered = 0;
            begin[k](&view, world);
            CHECK(gc_sparse_next(&view) && !view.rows[0] && view.count >= all / 64 * 64);
            while (gc_sparse_next(&view)) scattered += view.rows[0] ? view.count : 0;
            CHECK(k == 0 ? scattered == 0 : scattered <= 128);
        }

        // Who has all, who has the two of the first, who has another two, and the others.
        const gc_sparse_pool *pool = gc_sparse_pool_of(world, gc_sparse_type_typed_speed());
        for (uint32_t i = 1; i < pool->count; i++) slots += pool->dense[i] < pool->dense[i - 1];
        CHECK_INT(slots, 3);
    }
    gc_sparse_close(world);
}

// A group over the types of other groups is made where they are eight; not where they are more,
// or one bars what another has. That is no error, and the systems do the same.
static void test_sparse_typed_groups_limits(void) {
    for (int beyond = 0; beyond < 2; beyond++) {
        gc_sparse_world *worlds[2];
        for (int grouped = 0; grouped < 2; grouped++) {
            gc_sparse_world *world = worlds[grouped] = gc_sparse_open(NULL, NULL);
            CHECK_INT(TYPED_NINE_register(world), GC_SPARSE_OK);

            for (uint32_t e = 0; e < 2000; e++) {
                gc_sparse_id id = gc_sparse_create(world);
                uint32_t has = e % 3 ? e * 0x9e3779b9u >> 20 : 0x1ff;
                for (uint32_t t = 0; t < 9; t++) {
                    gc_sparse_type type = { t + 1 };
                    if (has >> t & 1) *(int *)gc_sparse_add(world, id, type) = (int)(e + t);
                }
            }
            int (*make)(gc_sparse_world *) = beyond ? typed_beyond_groups : typed_fits_groups;
            int (*run)(gc_sparse_world *, gc_sparse_parallel_for, void *) =
                beyond ? typed_beyond : typed_fits;

            if (grouped) CHECK_INT(make(world), GC_SPARSE_OK);
            for (int frame = 0; frame < 3; frame++) CHECK_INT(run(world, NULL, NULL), GC_SPARSE_OK);
        }

        for (uint32_t slot = 0; slot < 2000; slot++) {
            for (uint32_t t = 0; t < 9; t++) {
                gc_sparse_type type = { t + 1 };
                const int *a = (int *)gc_sparse_get(worlds[0], gc_sparse_id_of(worlds[0], slot), type);
                const int *b = (int *)gc_sparse_get(worlds[1], gc_sparse_id_of(worlds[1], slot), type);
                CHECK(!a == !b && (!a || *a == *b));
            }
        }

        // Whether there is a group of all eight.
        gc_sparse_type all[8];
        for (uint32_t t = 0; t < 8; t++) all[t].index = t + 1;
        CHECK_INT(gc_sparse_group(worlds[1], all, 8), beyond ? GC_SPARSE_OK : GC_SPARSE_E_GROUPED);
        gc_sparse_close(worlds[0]);
        gc_sparse_close(worlds[1]);
    }
}

static const test_case test_sparse_typed_cases[] = {
    TEST_CASE(test_sparse_typed_resources),
    TEST_CASE(test_sparse_typed_resources_copied),
    TEST_CASE(test_sparse_typed_resources_fail),
    TEST_CASE(test_sparse_typed_access),
    TEST_CASE(test_sparse_typed_waves),
    TEST_CASE(test_sparse_typed_schedules),
    TEST_CASE(test_sparse_typed_frame_on_threads),
    TEST_CASE(test_sparse_typed_frame_remembers),
    TEST_CASE(test_sparse_typed_frame_no_memory),
    TEST_CASE(test_sparse_typed_frame_leads),
    TEST_CASE(test_sparse_typed_frame_runs),
    TEST_CASE(test_sparse_typed_frame_forms),
    TEST_CASE(test_sparse_typed_lists),
    TEST_CASE(test_sparse_typed_order_of_lists),
    TEST_CASE(test_sparse_typed_register_fails),
    TEST_CASE(test_sparse_typed_values),
    TEST_CASE(test_sparse_typed_no_memory),
    TEST_CASE(test_sparse_typed_commands),
    TEST_CASE(test_sparse_typed_terms_all),
    TEST_CASE(test_sparse_typed_groups),
    TEST_CASE(test_sparse_typed_optional_apart),
    TEST_CASE(test_sparse_typed_groups_shared),
    TEST_CASE(test_sparse_typed_groups_limits),
    TEST_CASE(test_sparse_typed_loops),
    TEST_CASE(test_sparse_typed_systems),
    TEST_CASE(test_sparse_typed_misuse),
    TEST_CASE(test_sparse_typed_parts_on_threads),
    TEST_CASE(test_sparse_typed_lent_threads),
    TEST_CASE(test_sparse_typed_run),
};
TEST_MAIN(test_sparse_typed_cases)
