// test_sparse_save.c - worlds that are kept: copies, saves, the hash of all that decides how
// they go on.
//
// GC_SPARSE_ASSERT is replaced by a counter, as in test_sparse.c.
#if !defined(GC_SPARSE_H) && !defined(TEST_SPARSE_COUNTS_ASSERTS)
#define TEST_SPARSE_COUNTS_ASSERTS
static int test_sparse_asserts;
#define GC_SPARSE_ASSERT(c) ((c) ? (void)0 : (void)test_sparse_asserts++)
#endif
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#include "support/test.h"

// ---- a game that goes on by what is in its world alone

typedef struct test_save_pair { uint32_t x, y; } test_save_pair;
typedef struct test_save_prey { gc_sparse_id of; uint32_t heat; } test_save_prey;
typedef struct test_save_big { uint32_t words[16]; } test_save_big;
enum { TEST_SAVE_PLACE = 1, TEST_SAVE_SPEED, TEST_SAVE_HEALTH, TEST_SAVE_FROZEN, TEST_SAVE_BIG,
    TEST_SAVE_PREY, TEST_SAVE_RARE, TEST_SAVE_SLEEPY, TEST_SAVE_TYPES = TEST_SAVE_SLEEPY };

static const gc_sparse_component_desc test_save_descs[TEST_SAVE_TYPES] = {
    { "place", sizeof(test_save_pair), 0, GC_SPARSE_DENSE, NULL, NULL, NULL, NULL },
    { "speed", sizeof(test_save_pair), 0, GC_SPARSE_DENSE, NULL, NULL, NULL, NULL },
    { "health", sizeof(uint32_t), 0, GC_SPARSE_DIRECT, NULL, NULL, NULL, NULL },
    { "frozen", 0, 0, GC_SPARSE_DENSE, NULL, NULL, NULL, NULL },
    { "big", sizeof(test_save_big), 64, GC_SPARSE_DENSE, NULL, NULL, NULL, NULL },
    { "prey", sizeof(test_save_prey), 0, GC_SPARSE_DENSE, NULL, NULL, NULL, NULL },
    { "rare", 12, 0, GC_SPARSE_DIRECT, NULL, NULL, NULL, NULL },
    { "sleepy", 0, 0, GC_SPARSE_DIRECT, NULL, NULL, NULL, NULL },
};

// How worlds differ: a set of groups and lists, masks or none, an allocator.
enum { TEST_SAVE_GROUPS = 1, TEST_SAVE_LISTS = 2, TEST_SAVE_NO_MASKS = 4, TEST_SAVE_VARIANTS = 8 };

static gc_sparse_type test_save_type(uint32_t index) {
    gc_sparse_type type;
    type.index = index;
    return type;
}

static const gc_sparse_query_desc *test_save_query(int which) {
    static const gc_sparse_query_desc queries[4] = {
        { { { TEST_SAVE_PLACE }, { TEST_SAVE_SPEED } }, { { 0 } }, { { 0 } }, false },
        { { { TEST_SAVE_PREY }, { TEST_SAVE_PLACE } }, { { TEST_SAVE_FROZEN } }, { { TEST_SAVE_BIG } },
          false },
        { { { TEST_SAVE_HEALTH }, { TEST_SAVE_PLACE } }, { { TEST_SAVE_SLEEPY } }, { { TEST_SAVE_RARE } },
          false },
        { { { TEST_SAVE_BIG } }, { { TEST_SAVE_SPEED } }, { { TEST_SAVE_PREY } }, false },
    };
    return &queries[which];
}

static void test_save_arrange(gc_sparse_world *world, int variant) {
    const gc_sparse_type pair[2] = { { TEST_SAVE_PLACE }, { TEST_SAVE_SPEED } };
    const gc_sparse_group_desc within = { { { TEST_SAVE_SPEED }, { TEST_SAVE_PLACE }, { TEST_SAVE_BIG } },
        { { TEST_SAVE_SLEEPY } } };
    if (variant & TEST_SAVE_GROUPS) {
        CHECK_INT(gc_sparse_group(world, pair, 2), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_group_with(world, &within), GC_SPARSE_OK);
    }
    if (variant & TEST_SAVE_LISTS) {
        CHECK_INT(gc_sparse_cache(world, test_save_query(1)), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_cache(world, test_save_query(3)), GC_SPARSE_OK);
    }
}

static gc_sparse_world *test_save_open(int variant, const gc_sparse_allocator *allocator) {
    gc_sparse_desc desc;
    gc_sparse_world *world;
    memset(&desc, 0, sizeof desc);
    desc.no_masks = (variant & TEST_SAVE_NO_MASKS) != 0;
    if (allocator) desc.allocator = *allocator;
    world = gc_sparse_open(&desc, NULL);
    for (int t = 0; world && t < TEST_SAVE_TYPES; t++) {
        gc_sparse_type type;
        CHECK_INT(gc_sparse_component(world, &test_save_descs[t], &type), GC_SPARSE_OK);
        CHECK_U64(type.index, t + 1);
    }
    if (world) test_save_arrange(world, variant);
    return world;
}

static uint32_t test_save_random(uint64_t *state, uint32_t below) {     // splitmix64
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) % below);
}

// Words alone, so that they mean the same on every machine.
static void test_save_fill(void *component, uint32_t type, gc_sparse_id self, uint64_t *random) {
    uint32_t size = (uint32_t)test_save_descs[type - 1].size;
    if (type == TEST_SAVE_PREY) {
        ((test_save_prey *)component)->of = self;
        ((test_save_prey *)component)->heat = test_save_random(random, 1000);
        return;
    }
    for (uint32_t i = 0; i < size / 4; i++) ((uint32_t *)component)[i] = test_save_random(random, 1u << 30);
}

// Changes at once, on entities by their slots.
static void test_save_change(gc_sparse_world *world, uint64_t *random, uint32_t most) {
    gc_sparse_id id = gc_sparse_id_of(world, test_save_random(random, gc_sparse_stats(world).slots + 1));
    gc_sparse_type type = test_save_type(1 + test_save_random(random, TEST_SAVE_TYPES));
    switch (id.generation ? test_save_random(random, 8) : 0) {
    case 0: case 1:
        if (gc_sparse_stats(world).entities < most) id = gc_sparse_create(world);
        if (id.generation) test_save_fill(gc_sparse_add(world, id, type), type.index, id, random);
        break;
    case 2:
        if (gc_sparse_stats(world).entities > most / 2) gc_sparse_destroy(world, id);
        break;
    case 3:
        if (gc_sparse_stats(world).entities < most) gc_sparse_clone(world, id);
        break;
    case 4:
        gc_sparse_remove(world, id, type);
        break;
    default:
        test_save_fill(gc_sparse_add(world, id, type), type.index, id, random);
    }
}

// Walks record: births in the order of the walk, so that ids depend on it; the young know their
// parent, and parents their last young.
static void test_save_record(gc_sparse_world *world, int which, uint64_t *random, uint32_t most) {
    gc_sparse_commands *commands = gc_sparse_record(world, (uint32_t)which, 0);
    gc_sparse_view view;
    uint32_t alive = gc_sparse_stats(world).entities;
    gc_sparse_begin(&view, world, test_save_query(which));
    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) {
            gc_sparse_id self = gc_sparse_view_id(&view, i);
            uint32_t dice = test_save_random(random, 40);
            if (dice == 0 && alive < most) {
                gc_sparse_id young = gc_sparse_record_create(commands);
                void *pair = gc_sparse_record_add(commands, young, test_save_type(TEST_SAVE_PLACE));
                void *prey = gc_sparse_record_add(commands, young, test_save_type(TEST_SAVE_PREY));
                test_save_fill(pair, TEST_SAVE_PLACE, self, random);
                test_save_fill(prey, TEST_SAVE_PREY, self, random);
                alive++;
            } else if (dice == 1) {
                gc_sparse_record_destroy(commands, self);
            } else if (dice < 5) {
                gc_sparse_type type = test_save_type(1 + test_save_random(random, TEST_SAVE_TYPES));
                test_save_fill(gc_sparse_record_add(commands, self, type), type.index, self, random);
            } else if (dice < 8) {
                gc_sparse_type type = test_save_type(1 + test_save_random(random, TEST_SAVE_TYPES));
                gc_sparse_record_remove(commands, self, type);
            }
        }
    }
}

static uint64_t test_save_key(void *user, const void *component) {
    (void)user;
    return ((const test_save_pair *)component)->x;
}

// A frame. What happens depends on its number and on the world.
static void test_save_frame(gc_sparse_world *world, uint32_t frame, uint32_t most) {
    uint64_t random = (uint64_t)frame * 0x2545f4914f6cdd1du;
    for (uint32_t i = 0; i < most / 4 + 4; i++) test_save_change(world, &random, most);
    for (int which = 0; which < 4; which++) test_save_record(world, which, &random, most);
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    if (frame % 16 == 5) {
        gc_sparse_sort_desc sort;
        memset(&sort, 0, sizeof sort);
        sort.key = test_save_key;
        CHECK_INT(gc_sparse_sort(world, test_save_type(TEST_SAVE_PLACE), &sort), GC_SPARSE_OK);
    }
    if (frame % 64 == 9) CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK);
}

// Both go on for 100 frames and are equal in each.
static void test_save_go_on(gc_sparse_world *a, gc_sparse_world *b, uint32_t frame, uint32_t most) {
    CHECK_U64(gc_sparse_hash(b), gc_sparse_hash(a));
    CHECK_U64(gc_sparse_hash_all(b), gc_sparse_hash_all(a));
    for (uint32_t i = 1; i <= 100; i++) {
        test_save_frame(a, frame + i, most);
        test_save_frame(b, frame + i, most);
        if (!CHECK_U64(gc_sparse_hash_all(b), gc_sparse_hash_all(a))) return;
    }
    CHECK_U64(gc_sparse_hash(b), gc_sparse_hash(a));
}

// ---- copies

// Into a new world, into one that has lived, and back again: all equal, and equal for another
// 100 frames.
static void test_save_copies_go_on(void) {
    for (int variant = 0; variant < TEST_SAVE_VARIANTS; variant++) {
        gc_sparse_world *world = test_save_open(variant, NULL), *fresh = test_save_open(variant, NULL);
        gc_sparse_world *lived = test_save_open(variant, NULL);
        uint64_t at_60;
        for (uint32_t frame = 1; frame <= 60; frame++) test_save_frame(world, frame, 300);
        for (uint32_t frame = 500; frame <= 620; frame++) test_save_frame(lived, frame, 900);
        at_60 = gc_sparse_hash_all(world);
        CHECK(gc_sparse_stats(world).entities > 100 && gc_sparse_stats(lived).entities > 300);
        CHECK(gc_sparse_hash_all(lived) != at_60 && gc_sparse_hash_all(fresh) != at_60);

        CHECK_INT(gc_sparse_copy(fresh, world), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_copy(lived, world), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash_all(lived), at_60);
        test_save_go_on(world, fresh, 60, 300);
        CHECK(gc_sparse_hash_all(world) != at_60);

        // Back to frame 60, and the same once more.
        uint64_t at_160 = gc_sparse_hash_all(world);
        CHECK_INT(gc_sparse_copy(world, lived), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash_all(world), at_60);
        test_save_go_on(world, lived, 60, 300);
        CHECK_U64(gc_sparse_hash_all(world), at_160);
        gc_sparse_close(world);
        gc_sparse_close(fresh);
        gc_sparse_close(lived);
    }
}

// Masks here and none there; an empty world over a full one.
static void test_save_copies_mixed(void) {
    for (int variant = 0; variant < TEST_SAVE_VARIANTS; variant++) {
        gc_sparse_world *world = test_save_open(variant, NULL);
        gc_sparse_world *other = test_save_open(variant ^ TEST_SAVE_NO_MASKS, NULL);
        gc_sparse_world *none = test_save_open(variant, NULL);
        uint64_t empty = gc_sparse_hash_all(none);
        for (uint32_t frame = 1; frame <= 40; frame++) test_save_frame(world, frame, 200);
        for (uint32_t frame = 90; frame <= 120; frame++) test_save_frame(other, frame, 400);
        CHECK_INT(gc_sparse_copy(other, world), GC_SPARSE_OK);
        test_save_go_on(world, other, 40, 200);
        CHECK_INT(gc_sparse_copy(world, none), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash_all(world), empty);
        CHECK_U64(gc_sparse_stats(world).entities, 0);
        test_save_go_on(world, none, 40, 200);
        gc_sparse_close(world);
        gc_sparse_close(other);
        gc_sparse_close(none);
    }
}

// The matches of a query, in whatever order; 0 if one of them should not be there.
static uint64_t test_save_matches(gc_sparse_world *world, int which) {
    uint64_t sum = 0;
    gc_sparse_view view;
    const gc_sparse_query_desc *desc = test_save_query(which);
    gc_sparse_begin(&view, world, desc);
    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) {
            gc_sparse_id id = gc_sparse_view_id(&view, i);
            for (int k = 0; k < 2 && desc->include[k].index; k++) {
                size_t size = test_save_descs[desc->include[k].index - 1].size;
                CHECK(gc_sparse_view_at(&view, (size_t)k, i, size) ==
                      gc_sparse_get(world, id, desc->include[k]));
            }
            sum += (id.slot + 1) * (uint64_t)0x9e3779b97f4a7c15u;
        }
    }
    CHECK_INT(view.error, GC_SPARSE_OK);
    return sum;
}

// Groups and lists are each world's own: what the other lacks is arranged anew, and holds from
// then on.
static void test_save_copies_own_groups(void) {
    for (int variants = 0; variants < 16; variants++) {
        gc_sparse_world *from = test_save_open(variants & 3, NULL), *to = test_save_open(variants >> 2, NULL);
        for (uint32_t frame = 1; frame <= 30; frame++) test_save_frame(from, frame, 300);
        for (uint32_t frame = 70; frame <= 90; frame++) test_save_frame(to, frame, 200);
        CHECK_INT(gc_sparse_copy(to, from), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash(to), gc_sparse_hash(from));
        for (int which = 0; which < 4; which++) {
            CHECK_U64(test_save_matches(to, which), test_save_matches(from, which));
        }
        for (uint32_t frame = 1; frame <= 30; frame++) test_save_frame(to, frame, 300);
        for (int which = 0; which < 4; which++) test_save_matches(to, which);
        gc_sparse_close(from);
        gc_sparse_close(to);
    }
}

// An allocator that fails at one call, and checks the sizes it is told.
typedef struct test_save_heap { size_t calls, fail_at, bytes; bool wrong; } test_save_heap;

static void *test_save_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    test_save_heap *heap = (test_save_heap *)user;
    size_t *block = ptr ? (size_t *)ptr - 2 : NULL;     // the size stands before the block
    if ((block ? block[0] : 0) != old_size) heap->wrong = true;
    if (new_size == 0) {
        heap->bytes -= old_size;
        free(block);
        return NULL;
    }
    if (++heap->calls == heap->fail_at) return NULL;
    block = (size_t *)realloc(block, new_size + 2 * sizeof(size_t));
    block[0] = new_size;
    if (new_size > old_size) memset((char *)(block + 2) + old_size, 0xa5, new_size - old_size);
    heap->bytes += new_size - old_size;
    return block + 2;
}

// Every allocation of a copy fails in turn: the world is as it was, and goes on.
static void test_save_copies_without_memory(void) {
    for (int lived = 0; lived < 2; lived++) {
        gc_sparse_world *from = test_save_open(3, NULL), *twin = test_save_open(3, NULL);
        size_t k = 1;
        int result = GC_SPARSE_E_MEMORY;
        for (uint32_t frame = 1; frame <= 40; frame++) test_save_frame(from, frame, 1500);
        for (uint32_t frame = 80; lived && frame <= 90; frame++) test_save_frame(twin, frame, 60);
        for (; result == GC_SPARSE_E_MEMORY && k < 200; k++) {
            test_save_heap heap = { 0, 0, 0, false };
            gc_sparse_allocator allocator = { test_save_resize, NULL };
            gc_sparse_world *to;
            allocator.user = &heap;
            to = test_save_open(3, &allocator);
            for (uint32_t frame = 80; lived && frame <= 90; frame++) test_save_frame(to, frame, 60);
            uint64_t before = gc_sparse_hash_all(to);
            heap.fail_at = heap.calls + k;
            result = gc_sparse_copy(to, from);
            heap.fail_at = 0;
            CHECK_U64(gc_sparse_hash_all(to), result == GC_SPARSE_OK ? gc_sparse_hash_all(from) : before);
            for (int which = 0; which < 4; which++) {
                CHECK_U64(test_save_matches(to, which), test_save_matches(result ? twin : from, which));
            }
            gc_sparse_close(to);
            CHECK(heap.bytes == 0 && !heap.wrong);
        }
        CHECK_INT(result, GC_SPARSE_OK);
        CHECK(k > 15);
        gc_sparse_close(from);
        gc_sparse_close(twin);
    }
}

// A second copy finds its room: nothing is allocated.
static void test_save_copies_reuse_memory(void) {
    test_save_heap heap = { 0, 0, 0, false };
    gc_sparse_allocator allocator = { test_save_resize, NULL };
    gc_sparse_world *from = test_save_open(3, NULL), *to;
    allocator.user = &heap;
    to = test_save_open(3, &allocator);
    for (uint32_t frame = 1; frame <= 40; frame++) test_save_frame(from, frame, 500);
    CHECK_INT(gc_sparse_copy(to, from), GC_SPARSE_OK);
    size_t calls = heap.calls;
    for (uint32_t frame = 40; frame <= 60; frame++) {
        CHECK_INT(gc_sparse_copy(to, from), GC_SPARSE_OK);
        CHECK_U64(heap.calls, calls);
    }
    gc_sparse_close(from);
    gc_sparse_close(to);
}

// What is recorded and not replayed stays behind, and is forgotten where the copy goes.
static void test_save_copies_commands(void) {
    gc_sparse_world *from = test_save_open(0, NULL), *to = test_save_open(0, NULL);
    gc_sparse_commands *there = gc_sparse_record(from, 1, 0), *here = gc_sparse_record(to, 1, 0);
    gc_sparse_commands *extra = gc_sparse_record(to, 7, 0);
    gc_sparse_id last = gc_sparse_record_create(there), made, temporary;
    CHECK_INT(gc_sparse_replay(from), GC_SPARSE_OK);
    made = gc_sparse_record_resolve(there, last);
    CHECK(gc_sparse_alive(from, made));
    temporary = gc_sparse_record_create(there);
    CHECK(gc_sparse_record_create(here).generation && gc_sparse_record_create(extra).generation);
    CHECK_INT(gc_sparse_record_destroy(there, made), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_copy(to, from), GC_SPARSE_OK);

    // The last replay is known here as well; the recording is not.
    CHECK(gc_sparse_id_equal(gc_sparse_record_resolve(here, last), made));
    CHECK_INT(gc_sparse_record_destroy(here, temporary), GC_SPARSE_E_STALE);
    CHECK_INT(gc_sparse_replay(to), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_stats(to).entities, 1);
    CHECK(gc_sparse_alive(to, made));
    CHECK_INT(gc_sparse_replay(from), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_stats(from).entities, 1);
    CHECK(!gc_sparse_alive(from, made));

    // Objects that the other lacks have a number of their own.
    CHECK(gc_sparse_record_create(here).generation != gc_sparse_record_create(extra).generation);
    gc_sparse_close(from);
    gc_sparse_close(to);
}

// Worlds of one content, made in other ways: rows, free slots, a group's length.
static void test_save_hash_all_sees(void) {
    gc_sparse_world *worlds[2];
    gc_sparse_id ids[2][4];
    uint32_t *value;
    for (int w = 0; w < 2; w++) {
        worlds[w] = test_save_open(0, NULL);
        CHECK_INT(gc_sparse_create_n(worlds[w], ids[w], 4), GC_SPARSE_OK);
        for (int i = 0; i < 2; i++) {
            gc_sparse_add(worlds[w], ids[w][w ? 1 - i : i], test_save_type(TEST_SAVE_PLACE));
        }
    }
    CHECK_U64(gc_sparse_hash(worlds[0]), gc_sparse_hash(worlds[1]));
    CHECK(gc_sparse_hash_all(worlds[0]) != gc_sparse_hash_all(worlds[1]));
    for (int i = 0; i < 2; i++) gc_sparse_remove(worlds[1], ids[1][i], test_save_type(TEST_SAVE_PLACE));
    for (int i = 0; i < 2; i++) gc_sparse_add(worlds[1], ids[1][i], test_save_type(TEST_SAVE_PLACE));
    CHECK_U64(gc_sparse_hash_all(worlds[0]), gc_sparse_hash_all(worlds[1]));

    // The order of free slots; then their generations.
    for (int w = 0; w < 2; w++) {
        CHECK_INT(gc_sparse_destroy(worlds[w], ids[w][2 + w]), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_destroy(worlds[w], ids[w][3 - w]), GC_SPARSE_OK);
    }
    CHECK_U64(gc_sparse_hash(worlds[0]), gc_sparse_hash(worlds[1]));
    CHECK(gc_sparse_hash_all(worlds[0]) != gc_sparse_hash_all(worlds[1]));
    gc_sparse_id id = gc_sparse_create(worlds[1]);
    CHECK_INT(gc_sparse_destroy(worlds[1], gc_sparse_create(worlds[1])), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_destroy(worlds[1], id), GC_SPARSE_OK);
    CHECK(gc_sparse_hash_all(worlds[0]) != gc_sparse_hash_all(worlds[1]));

    // One bit of a component, of either kind.
    uint64_t before = gc_sparse_hash_all(worlds[0]);
    value = (uint32_t *)gc_sparse_get(worlds[0], ids[0][1], test_save_type(TEST_SAVE_PLACE));
    value[1] ^= 1u << 31;
    CHECK(gc_sparse_hash_all(worlds[0]) != before);
    value[1] ^= 1u << 31;
    CHECK_U64(gc_sparse_hash_all(worlds[0]), before);
    value = (uint32_t *)gc_sparse_add(worlds[0], ids[0][1], test_save_type(TEST_SAVE_HEALTH));
    CHECK(gc_sparse_hash_all(worlds[0]) != before);
    before = gc_sparse_hash_all(worlds[0]);
    *value = 1;
    CHECK(gc_sparse_hash_all(worlds[0]) != before);
    for (int w = 0; w < 2; w++) gc_sparse_close(worlds[w]);
}

// In a debug build the second world that is open has generations of its own; hashes do not see
// it.
static void test_save_hash_all_of_worlds(void) {
    gc_sparse_world *a = test_save_open(3, NULL), *b = test_save_open(3, NULL);
    CHECK_U64(gc_sparse_hash_all(a), gc_sparse_hash_all(b));
    for (int i = 0; i < 40; i++) {
        gc_sparse_id x = gc_sparse_create(a), y = gc_sparse_create(b);
        CHECK(gc_sparse_add(a, x, test_save_type(TEST_SAVE_PLACE)) != NULL);
        CHECK(gc_sparse_add(b, y, test_save_type(TEST_SAVE_PLACE)) != NULL);
        if (i % 3 == 0) CHECK(!gc_sparse_destroy(a, x) && !gc_sparse_destroy(b, y));
    }
    CHECK_U64(gc_sparse_hash_all(a), gc_sparse_hash_all(b));
    gc_sparse_close(a);
    gc_sparse_close(b);
}

#ifdef TEST_SPARSE_COUNTS_ASSERTS
#define TEST_SAVE_MISUSE(expression, want)          \
    do {                                            \
        int test_save_before = test_sparse_asserts; \
        CHECK_INT(expression, want);                \
        CHECK_INT(test_sparse_asserts - test_save_before, 1); \
    } while (0)
#else
#define TEST_SAVE_MISUSE(expression, want) CHECK_INT(expression, want)
#endif

static void test_save_in_hook(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    gc_sparse_world *other = (gc_sparse_world *)user;
    (void)id;
    (void)component;
    TEST_SAVE_MISUSE(gc_sparse_copy(world, other), GC_SPARSE_E_BUSY);
    TEST_SAVE_MISUSE(gc_sparse_copy(other, world), GC_SPARSE_E_BUSY);
}

static void test_save_copies_refused(void) {
#ifndef TEST_SPARSE_COUNTS_ASSERTS
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#else
    gc_sparse_world *world = test_save_open(0, NULL), *other = test_save_open(0, NULL), *less;
    gc_sparse_desc desc;
    gc_sparse_type type;
    gc_sparse_listener listener = { test_save_in_hook, NULL, NULL, NULL };
    TEST_SAVE_MISUSE(gc_sparse_copy(NULL, world), GC_SPARSE_E_ARGUMENT);
    TEST_SAVE_MISUSE(gc_sparse_copy(world, NULL), GC_SPARSE_E_ARGUMENT);
    TEST_SAVE_MISUSE((int)gc_sparse_hash_all(NULL), 0);
    CHECK_INT(gc_sparse_copy(world, world), GC_SPARSE_OK);

    // Types more, types less, another name.
    memset(&desc, 0, sizeof desc);
    desc.max_slots = 3;
    less = gc_sparse_open(&desc, NULL);
    TEST_SAVE_MISUSE(gc_sparse_copy(less, world), GC_SPARSE_E_TYPE);
    TEST_SAVE_MISUSE(gc_sparse_copy(world, less), GC_SPARSE_E_TYPE);
    for (int t = 0; t < TEST_SAVE_TYPES; t++) {
        gc_sparse_component_desc component = test_save_descs[t];
        if (t == 0) component.name = "other";
        CHECK_INT(gc_sparse_component(less, &component, &type), GC_SPARSE_OK);
    }
    TEST_SAVE_MISUSE(gc_sparse_copy(less, world), GC_SPARSE_E_TYPE);
    gc_sparse_close(less);

    // Too few slots, which a program may run into: no assertion.
    less = gc_sparse_open(&desc, NULL);
    for (int t = 0; t < TEST_SAVE_TYPES; t++) gc_sparse_component(less, &test_save_descs[t], &type);
    for (int i = 0; i < 4; i++) gc_sparse_create(world);
    CHECK_INT(gc_sparse_copy(less, world), GC_SPARSE_E_FULL);
    CHECK_U64(gc_sparse_stats(less).entities, 0);

    // From inside a hook; and hooks hear nothing of a copy.
    listener.user = other;
    CHECK_INT(gc_sparse_listen(world, test_save_type(TEST_SAVE_RARE), &listener), GC_SPARSE_OK);
    CHECK(gc_sparse_add(world, gc_sparse_id_of(world, 2), test_save_type(TEST_SAVE_RARE)) != NULL);
    CHECK_INT(gc_sparse_copy(other, world), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_copy(world, other), GC_SPARSE_OK);
    gc_sparse_close(world);
    gc_sparse_close(other);
    gc_sparse_close(less);
#endif
}

// A copy ends walks.
static void test_save_copies_end_walks(void) {
#ifndef TEST_SPARSE_COUNTS_ASSERTS
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#else
    gc_sparse_world *from = test_save_open(0, NULL), *to = test_save_open(0, NULL);
    gc_sparse_view view;
    for (int i = 0; i < 200; i++) {
        gc_sparse_id id = gc_sparse_create(to);
        gc_sparse_add(to, id, test_save_type(TEST_SAVE_BIG));
    }
    gc_sparse_begin(&view, to, test_save_query(3));
    CHECK(gc_sparse_next(&view));
    CHECK_INT(gc_sparse_copy(to, from), GC_SPARSE_OK);
    TEST_SAVE_MISUSE(gc_sparse_next(&view), false);
    CHECK_INT(view.error, GC_SPARSE_E_CHANGED);
    gc_sparse_close(from);
    gc_sparse_close(to);
#endif
}

static const test_case test_sparse_save_cases[] = {
    TEST_CASE(test_save_copies_go_on),
    TEST_CASE(test_save_copies_mixed),
    TEST_CASE(test_save_copies_own_groups),
    TEST_CASE(test_save_copies_without_memory),
    TEST_CASE(test_save_copies_reuse_memory),
    TEST_CASE(test_save_copies_commands),
    TEST_CASE(test_save_copies_refused),
    TEST_CASE(test_save_copies_end_walks),
    TEST_CASE(test_save_hash_all_sees),
    TEST_CASE(test_save_hash_all_of_worlds),
};
TEST_MAIN(test_sparse_save_cases)
