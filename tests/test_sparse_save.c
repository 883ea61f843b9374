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

// Of tests/vectors/sparse_save.bin, and 100 frames later.
#define TEST_SAVE_VECTOR_HASH 0xa42640fffc3fbbf5u
#define TEST_SAVE_VECTOR_CONTENT 0xf025254c74b5085cu
#define TEST_SAVE_VECTOR_LATER 0x8b549e7855f0b596u

// ---- a game that goes on by what is in its world alone

typedef struct test_save_pair { uint32_t x, y; } test_save_pair;
typedef struct test_save_prey { gc_sparse_id of; uint32_t heat; } test_save_prey;
typedef struct test_save_big { uint32_t words[16]; } test_save_big;
typedef struct test_save_rare { uint8_t a; uint32_t b; uint16_t c; } test_save_rare;   // with padding
typedef struct test_save_mixed { uint64_t a; uint16_t b; uint8_t c[6]; } test_save_mixed;
enum { TEST_SAVE_PLACE = 1, TEST_SAVE_SPEED, TEST_SAVE_HEALTH, TEST_SAVE_FROZEN, TEST_SAVE_BIG,
    TEST_SAVE_PREY, TEST_SAVE_RARE, TEST_SAVE_SLEEPY, TEST_SAVE_MIXED, TEST_SAVE_TYPES = TEST_SAVE_MIXED };

static const gc_sparse_component_desc test_save_descs[TEST_SAVE_TYPES] = {
    { "place", sizeof(test_save_pair), 0, GC_SPARSE_DENSE, NULL, NULL, NULL, NULL, "44", false },
    { "speed", sizeof(test_save_pair), 0, GC_SPARSE_DENSE, NULL, NULL, NULL, NULL, "4*2", false },
    { "health", sizeof(uint32_t), 0, GC_SPARSE_DIRECT, NULL, NULL, NULL, NULL, "4", false },
    { "frozen", 0, 0, GC_SPARSE_DENSE, NULL, NULL, NULL, NULL, NULL, false },
    { "big", sizeof(test_save_big), 64, GC_SPARSE_DENSE, NULL, NULL, NULL, NULL, "4*16", false },
    { "prey", sizeof(test_save_prey), 0, GC_SPARSE_DENSE, NULL, NULL, NULL, NULL, "i4", false },
    { "rare", sizeof(test_save_rare), 0, GC_SPARSE_DIRECT, NULL, NULL, NULL, NULL, "142", false },
    { "sleepy", 0, 0, GC_SPARSE_DIRECT, NULL, NULL, NULL, NULL, NULL, false },
    { "mixed", sizeof(test_save_mixed), 0, GC_SPARSE_DENSE, NULL, NULL, NULL, NULL, " 8 2 1*6 ", false },
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
        { { { TEST_SAVE_PLACE }, { TEST_SAVE_SPEED } }, { { 0 } }, { { 0 } }, { { 0 } }, { 0 }, 0 },
        { { { TEST_SAVE_PREY }, { TEST_SAVE_PLACE } }, { { TEST_SAVE_FROZEN } }, { { TEST_SAVE_BIG } },
          { { 0 } }, { 0 }, 0 },
        { { { TEST_SAVE_HEALTH }, { TEST_SAVE_PLACE } }, { { TEST_SAVE_SLEEPY } }, { { TEST_SAVE_RARE } },
          { { 0 } }, { 0 }, 0 },
        { { { TEST_SAVE_BIG } }, { { TEST_SAVE_SPEED } }, { { TEST_SAVE_PREY } }, { { 0 } }, { 0 }, 0 },
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

// Numbers, which are the same on every machine. Padding never has the same bytes twice.
static void test_save_fill(void *component, uint32_t type, gc_sparse_id self, uint64_t *random) {
    uint32_t size = (uint32_t)test_save_descs[type - 1].size;

    if (type == TEST_SAVE_PREY) {
        ((test_save_prey *)component)->of = self;
        ((test_save_prey *)component)->heat = test_save_random(random, 1000);
        return;
    }

    if (type == TEST_SAVE_RARE) {
        static unsigned char padding;
        test_save_rare *rare = (test_save_rare *)component;
        memset(rare, ++padding, sizeof *rare);
        rare->a = (uint8_t)test_save_random(random, 200);
        rare->b = test_save_random(random, 1u << 31);
        rare->c = (uint16_t)test_save_random(random, 60000);
        return;
    }

    if (type == TEST_SAVE_MIXED) {
        test_save_mixed *mixed = (test_save_mixed *)component;
        mixed->a = (uint64_t)test_save_random(random, 1u << 31) << 32 | test_save_random(random, 1u << 31);
        mixed->b = (uint16_t)test_save_random(random, 60000);
        for (int i = 0; i < 6; i++) mixed->c[i] = (uint8_t)test_save_random(random, 200);
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

            // An entity, bound by an id that only the replay makes.
            if (dice == 0 && alive < most) {
                test_save_prey *of = (test_save_prey *)gc_sparse_record_add(commands, self,
                                                                            test_save_type(TEST_SAVE_PREY));

                gc_sparse_id young = gc_sparse_record_create(commands);
                of->of = young;

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
    if (frame % 4 == 3) {       // a resource, on which all depends from now on
        const gc_sparse_id none = { 0, 0 };
        void *rare = gc_sparse_resource(world, test_save_type(TEST_SAVE_RARE));
        if (CHECK(rare != NULL)) test_save_fill(rare, TEST_SAVE_RARE, none, &random);
    }

    const gc_sparse_pool *rare = gc_sparse_pool_of(world, test_save_type(TEST_SAVE_RARE));
    if (rare->resource) random += ((test_save_rare *)rare->resource)->b;

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

// Every id in a component is one that a world could give.
static void test_save_ids_are_real(gc_sparse_world *world) {
    gc_sparse_id id = gc_sparse_next_entity(world, gc_sparse_id_of(world, UINT32_MAX));
    for (; id.generation; id = gc_sparse_next_entity(world, id)) {
        test_save_prey *prey = (test_save_prey *)gc_sparse_get(world, id, test_save_type(TEST_SAVE_PREY));
        CHECK(!prey || (prey->of.generation & GC_SPARSE_PRIV_TEMPORARY) == 0);
    }
}

// A save in a block of its exact size, so that sanitizers see each byte read beyond it.
typedef struct test_save_bytes { unsigned char *at; size_t size; } test_save_bytes;

static test_save_bytes test_save_to_bytes(const gc_sparse_world *world) {
    test_save_bytes save;
    save.size = gc_sparse_save(world, NULL, 0);
    save.at = (unsigned char *)malloc(save.size ? save.size : 1);
    memset(save.at, 0xa5, save.size);
    CHECK_U64(gc_sparse_save(world, save.at, save.size - 1), save.size);
    CHECK(save.at[0] == 0xa5 && save.at[save.size - 1] == 0xa5);
    CHECK_U64(gc_sparse_save(world, save.at, save.size), save.size);
    return save;
}

static void test_save_put64(unsigned char *at, uint64_t value) {
    for (int i = 0; i < 8; i++) at[i] = (unsigned char)(value >> (8 * i) & 255);
}

// Makes the size and the sum right, so that what stands between them is looked at.
static void test_save_seal(test_save_bytes save) {
    test_save_put64(save.at + 16, save.size);
    test_save_put64(save.at + save.size - 8, gc_sparse_priv_sum((const char *)save.at, save.size - 8));
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
        test_save_go_on(world, fresh, 60, 1000);
        CHECK(gc_sparse_hash_all(world) != at_60);

        // Back to frame 60, and the same once more.
        uint64_t at_160 = gc_sparse_hash_all(world);
        CHECK_INT(gc_sparse_copy(world, lived), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash_all(world), at_60);
        test_save_go_on(world, lived, 60, 1000);
        test_save_ids_are_real(lived);
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

        // Another allocation fails each time; the copy is all or nothing.
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

// ---- worlds like another one, and rings of them

// Of a world that has lived: empty, with the same types, groups, lists and generations, and
// after a copy the same for another 100 frames.
static void test_save_like(void) {
    for (int variant = 0; variant < TEST_SAVE_VARIANTS; variant++) {
        gc_sparse_world *first = test_save_open(0, NULL), *world = test_save_open(variant, NULL), *like;
        gc_sparse_world *none = test_save_open(variant, NULL);
        int error = 1;
        CHECK_INT(gc_sparse_describe(world, test_save_type(TEST_SAVE_RARE), "142", true), GC_SPARSE_OK);
        for (uint32_t frame = 1; frame <= 40; frame++) test_save_frame(world, frame, 300);
        like = gc_sparse_open_like(world, &error);
        if (!CHECK(like != NULL)) return;
        CHECK_INT(error, GC_SPARSE_OK);
        CHECK_U64(gc_sparse_stats(like).types, TEST_SAVE_TYPES);
        CHECK_U64(gc_sparse_stats(like).slots, 0);
        CHECK(like->no_masks == world->no_masks && like->max_slots == world->max_slots);
        for (uint32_t t = 1; t <= TEST_SAVE_TYPES; t++) {
            gc_sparse_type_info a = gc_sparse_info(world, test_save_type(t));
            gc_sparse_type_info b = gc_sparse_info(like, test_save_type(t));
            CHECK(strcmp(a.name, b.name) == 0 && a.name != b.name && b.count == 0);
            CHECK(a.size == b.size && a.align == b.align && a.kind == b.kind);
        }

        // Nothing is in it but a value of the world, all zero, as after its first call.
        CHECK(gc_sparse_pool_of(like, test_save_type(TEST_SAVE_RARE))->resource != NULL);
        CHECK(gc_sparse_pool_of(like, test_save_type(TEST_SAVE_BIG))->resource == NULL);
        CHECK(gc_sparse_resource(none, test_save_type(TEST_SAVE_RARE)) != NULL);
        CHECK_U64(gc_sparse_hash_all(like), gc_sparse_hash_all(none));
        CHECK_U64(gc_sparse_create(like).generation, world->first_generation);
        CHECK(gc_sparse_create(none).generation != 0);
        CHECK_U64(gc_sparse_hash_all(like), gc_sparse_hash_all(none));

        // Saves tell fields and transient types; the copy takes the rest.
        CHECK_INT(gc_sparse_copy(like, world), GC_SPARSE_OK);
        test_save_bytes a = test_save_to_bytes(world), b = test_save_to_bytes(like);
        CHECK(a.size == b.size && memcmp(a.at, b.at, a.size) == 0);
        free(a.at);
        free(b.at);
        test_save_go_on(world, like, 40, 500);
        test_save_ids_are_real(like);
        gc_sparse_close(first);
        gc_sparse_close(world);
        gc_sparse_close(like);
        gc_sparse_close(none);
    }
}

// What a ring should have: numbers, and what the world was then.
typedef struct test_save_ring { uint32_t count, most; uint64_t frames[8], hashes[8]; } test_save_ring;

static void test_save_ring_take(test_save_ring *ring, uint64_t frame, uint64_t hash) {
    while (ring->count > 0 && ring->frames[ring->count - 1] >= frame) ring->count--;
    if (ring->count == ring->most) {
        ring->count--;
        memmove(ring->frames, ring->frames + 1, ring->count * sizeof ring->frames[0]);
        memmove(ring->hashes, ring->hashes + 1, ring->count * sizeof ring->hashes[0]);
    }
    ring->frames[ring->count] = frame;
    ring->hashes[ring->count++] = hash;
}

// The world is restored to each number that there might be, and comes back at the end.
static void test_save_ring_check(gc_sparse_rollback *rollback, gc_sparse_world *world,
                                 const test_save_ring *ring, uint64_t last, gc_sparse_world *aside) {
    CHECK_INT(gc_sparse_copy(aside, world), GC_SPARSE_OK);
    for (uint64_t frame = 0; frame <= last; frame++) {
        uint64_t want = gc_sparse_hash_all(world);
        int result = GC_SPARSE_E_NOT_FOUND;
        for (uint32_t i = 0; i < ring->count; i++) {
            if (ring->frames[i] != frame) continue;
            want = ring->hashes[i];
            result = GC_SPARSE_OK;
        }
        CHECK_INT(gc_sparse_rollback_restore(rollback, frame), result);
        CHECK_U64(gc_sparse_hash_all(world), want);
    }
    CHECK_INT(gc_sparse_copy(world, aside), GC_SPARSE_OK);
}

// Frames that are taken, left out, and gone back from, with another future each time; rings of
// 1 to 6 beside a list.
static void test_save_rings(void) {
    uint64_t random = test_seed;
    for (int variant = 0; variant < TEST_SAVE_VARIANTS; variant++) {
        test_save_ring ring;
        gc_sparse_world *world = test_save_open(variant, NULL), *aside = test_save_open(variant, NULL);
        uint32_t now = 0, last = 0;
        int error = 1;

        memset(&ring, 0, sizeof ring);
        ring.most = 1 + (uint32_t)variant % 6;

        gc_sparse_rollback *rollback = gc_sparse_rollback_open(world, ring.most, &error);
        if (!CHECK(rollback != NULL)) return;
        CHECK_INT(error, GC_SPARSE_OK);

        for (int i = 0; i < 60; i++) {
            uint32_t what = test_save_random(&random, 8);
            if (what == 0 && ring.count > 0) {
                now = (uint32_t)ring.frames[test_save_random(&random, ring.count)];
                CHECK_INT(gc_sparse_rollback_restore(rollback, now), GC_SPARSE_OK);
            }

            if (what != 1) {
                CHECK_INT(gc_sparse_rollback_take(rollback, now), GC_SPARSE_OK);
                test_save_ring_take(&ring, now, gc_sparse_hash_all(world));
            }

            test_save_frame(world, now++, 30 + test_save_random(&random, 60));
            if (now > last) last = now;
            test_save_ring_check(rollback, world, &ring, last, aside);
        }

        gc_sparse_rollback_close(rollback);
        gc_sparse_close(world);
        gc_sparse_close(aside);
    }
}

// Back by eight frames, and the same frames again: as a world that never goes back.
static void test_save_rings_again(void) {
    gc_sparse_world *world = test_save_open(3, NULL), *straight = gc_sparse_open_like(world, NULL);
    gc_sparse_rollback *rollback = gc_sparse_rollback_open(world, 8, NULL);
    for (uint32_t frame = 0; frame < 64; frame++) {
        if (frame > 8) {
            CHECK_INT(gc_sparse_rollback_restore(rollback, frame - 9), GC_SPARSE_E_NOT_FOUND);
            CHECK_INT(gc_sparse_rollback_restore(rollback, frame - 8), GC_SPARSE_OK);
        }
        for (uint32_t f = frame > 8 ? frame - 8 : frame; f <= frame; f++) {
            CHECK_INT(gc_sparse_rollback_take(rollback, f), GC_SPARSE_OK);
            test_save_frame(world, f, 200);
        }
        test_save_frame(straight, frame, 200);
        CHECK_U64(gc_sparse_hash_all(world), gc_sparse_hash_all(straight));
    }
    gc_sparse_rollback_close(rollback);
    gc_sparse_close(world);
    gc_sparse_close(straight);
}

// Every allocation of open and of takes fails in turn: nothing is lost, what was taken stays.
static void test_save_rings_without_memory(void) {
    size_t opened = 0, taken = 0;
    for (size_t k = 1; k < 400; k++) {
        test_save_heap heap = { 0, 0, 0, false };
        gc_sparse_allocator allocator = { test_save_resize, NULL };
        allocator.user = &heap;
        gc_sparse_world *world = test_save_open(3, &allocator);
        for (uint32_t frame = 1; frame <= 10; frame++) test_save_frame(world, frame, 30);
        size_t bytes = heap.bytes;
        int error = 1;
        heap.fail_at = heap.calls + k;
        gc_sparse_rollback *rollback = gc_sparse_rollback_open(world, 2, &error);
        if (!rollback) {
            CHECK_INT(error, GC_SPARSE_E_MEMORY);
            CHECK_U64(heap.bytes, bytes);
            gc_sparse_close(world);
            opened = k;
            continue;
        }

        // Two are taken; the third, of more, may fail.
        uint64_t hashes[3];
        heap.fail_at = 0;
        for (uint32_t frame = 0; frame < 2; frame++) {
            CHECK_INT(gc_sparse_rollback_take(rollback, frame), GC_SPARSE_OK);
            hashes[frame] = gc_sparse_hash_all(world);
            test_save_frame(world, 11 + frame, 30);
        }
        for (uint32_t frame = 13; frame < 20; frame++) test_save_frame(world, frame, 400);
        hashes[2] = gc_sparse_hash_all(world);
        heap.fail_at = heap.calls + k - opened;
        error = gc_sparse_rollback_take(rollback, 2);
        heap.fail_at = 0;
        CHECK_INT(gc_sparse_rollback_restore(rollback, 0), error ? GC_SPARSE_OK : GC_SPARSE_E_NOT_FOUND);
        CHECK_U64(gc_sparse_hash_all(world), error ? hashes[0] : hashes[2]);
        CHECK_INT(gc_sparse_rollback_restore(rollback, 1), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash_all(world), hashes[1]);
        gc_sparse_rollback_close(rollback);
        gc_sparse_close(world);
        CHECK(heap.bytes == 0 && !heap.wrong);
        taken = k - opened;
        if (!CHECK(error == GC_SPARSE_OK || error == GC_SPARSE_E_MEMORY) || !error) break;
    }
    CHECK(opened > 40 && taken > 5 && opened + taken < 399);
}

// What is recorded and not replayed stays behind, and is forgotten where the copy goes.
static void test_save_copies_commands(void) {
    gc_sparse_world *from = test_save_open(0, NULL), *to = test_save_open(0, NULL);
    gc_sparse_commands *there = gc_sparse_record(from, 1, 0), *extra = gc_sparse_record(to, 7, 0);
    gc_sparse_commands *here = gc_sparse_record(to, 1, 0);      // another number than there
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

    // Temporary ids go on as they do there; objects that the other lacks have a number of their
    // own.
    CHECK_INT(gc_sparse_copy(to, from), GC_SPARSE_OK);
    temporary = gc_sparse_record_create(here);
    CHECK(gc_sparse_id_equal(temporary, gc_sparse_record_create(there)));
    made = gc_sparse_record_create(extra);
    CHECK(made.generation != temporary.generation);
    CHECK(gc_sparse_id_equal(made, gc_sparse_record_create(gc_sparse_record(from, 7, 0))));

    // The same by a save, of a world that has one object again.
    gc_sparse_world *one = test_save_open(0, NULL);
    there = gc_sparse_record(one, 1, 0);
    last = gc_sparse_record_create(there);
    CHECK_INT(gc_sparse_replay(one), GC_SPARSE_OK);
    test_save_bytes save = test_save_to_bytes(one);
    CHECK_INT(gc_sparse_replay(to), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(to, save.at, save.size), GC_SPARSE_OK);
    CHECK(gc_sparse_id_equal(gc_sparse_record_resolve(here, last), gc_sparse_record_resolve(there, last)));
    temporary = gc_sparse_record_create(here);
    CHECK(gc_sparse_id_equal(temporary, gc_sparse_record_create(there)));
    made = gc_sparse_record_create(extra);
    CHECK(made.generation != temporary.generation);
    CHECK(gc_sparse_id_equal(made, gc_sparse_record_create(gc_sparse_record(one, 7, 0))));
    free(save.at);
    gc_sparse_close(one);
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

static gc_sparse_rollback *test_save_in_hook_ring;

static void test_save_in_hook(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    gc_sparse_world *other = (gc_sparse_world *)user;
    (void)id;
    (void)component;
    TEST_SAVE_MISUSE(gc_sparse_copy(world, other), GC_SPARSE_E_BUSY);
    TEST_SAVE_MISUSE(gc_sparse_copy(other, world), GC_SPARSE_E_BUSY);
    TEST_SAVE_MISUSE(gc_sparse_rollback_take(test_save_in_hook_ring, 1), GC_SPARSE_E_BUSY);
    TEST_SAVE_MISUSE(gc_sparse_rollback_restore(test_save_in_hook_ring, 0), GC_SPARSE_E_BUSY);
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
    int error = 1;
    TEST_SAVE_MISUSE(gc_sparse_open_like(NULL, &error) == NULL, true);
    CHECK_INT(error, GC_SPARSE_E_ARGUMENT);
    error = 1;
    TEST_SAVE_MISUSE(gc_sparse_rollback_open(NULL, 8, &error) == NULL, true);
    CHECK_INT(error, GC_SPARSE_E_ARGUMENT);
    error = 1;
    TEST_SAVE_MISUSE(gc_sparse_rollback_open(world, 0, &error) == NULL, true);
    CHECK_INT(error, GC_SPARSE_E_ARGUMENT);
    TEST_SAVE_MISUSE(gc_sparse_rollback_take(NULL, 0), GC_SPARSE_E_ARGUMENT);
    TEST_SAVE_MISUSE(gc_sparse_rollback_restore(NULL, 0), GC_SPARSE_E_ARGUMENT);
    gc_sparse_rollback_close(NULL);

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
    test_save_in_hook_ring = gc_sparse_rollback_open(world, 2, NULL);
    CHECK_INT(gc_sparse_rollback_restore(test_save_in_hook_ring, 0), GC_SPARSE_E_NOT_FOUND);
    CHECK_INT(gc_sparse_rollback_take(test_save_in_hook_ring, 0), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_listen(world, test_save_type(TEST_SAVE_RARE), &listener), GC_SPARSE_OK);
    CHECK(gc_sparse_add(world, gc_sparse_id_of(world, 2), test_save_type(TEST_SAVE_RARE)) != NULL);
    CHECK_INT(gc_sparse_copy(other, world), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_copy(world, other), GC_SPARSE_OK);

    // A type that the ring does not know.
    CHECK_INT(gc_sparse_component(world, &test_save_descs[0], &type), GC_SPARSE_OK);
    TEST_SAVE_MISUSE(gc_sparse_rollback_take(test_save_in_hook_ring, 1), GC_SPARSE_E_TYPE);
    TEST_SAVE_MISUSE(gc_sparse_rollback_restore(test_save_in_hook_ring, 0), GC_SPARSE_E_TYPE);
    gc_sparse_rollback_close(test_save_in_hook_ring);
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

// ---- saves

// Into a new world, one that has lived, and the first again: all equal, and equal for another
// 100 frames; and saves of equal worlds are equal.
static void test_save_loads_go_on(void) {
    for (int variant = 0; variant < TEST_SAVE_VARIANTS; variant++) {
        gc_sparse_world *world = test_save_open(variant, NULL), *fresh = test_save_open(variant, NULL);
        gc_sparse_world *lived = test_save_open(variant ^ TEST_SAVE_NO_MASKS, NULL);
        for (uint32_t frame = 1; frame <= 60; frame++) test_save_frame(world, frame, 300);
        for (uint32_t frame = 500; frame <= 620; frame++) test_save_frame(lived, frame, 900);
        test_save_bytes save = test_save_to_bytes(world), again;
        CHECK_INT(gc_sparse_load(fresh, save.at, save.size), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_load(lived, save.at, save.size), GC_SPARSE_OK);
        test_save_go_on(world, fresh, 60, 1000);
        again = test_save_to_bytes(fresh);
        uint64_t at_160 = gc_sparse_hash_all(world);

        CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);
        test_save_go_on(world, lived, 60, 1000);
        test_save_ids_are_real(lived);
        CHECK_U64(gc_sparse_hash_all(world), at_160);
        free(save.at);
        save = test_save_to_bytes(world);
        if (CHECK_U64(save.size, again.size)) CHECK(memcmp(save.at, again.at, save.size) == 0);
        free(save.at);
        free(again.at);
        gc_sparse_close(world);
        gc_sparse_close(fresh);
        gc_sparse_close(lived);
    }
}

// Groups and lists that the other lacks are arranged anew.
static void test_save_loads_own_groups(void) {
    for (int variants = 0; variants < 16; variants++) {
        gc_sparse_world *from = test_save_open(variants & 3, NULL), *to = test_save_open(variants >> 2, NULL);
        for (uint32_t frame = 1; frame <= 30; frame++) test_save_frame(from, frame, 300);
        for (uint32_t frame = 70; frame <= 90; frame++) test_save_frame(to, frame, 200);
        test_save_bytes save = test_save_to_bytes(from);
        CHECK_INT(gc_sparse_load(to, save.at, save.size), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash(to), gc_sparse_hash(from));
        for (int which = 0; which < 4; which++) {
            CHECK_U64(test_save_matches(to, which), test_save_matches(from, which));
        }
        for (uint32_t frame = 1; frame <= 30; frame++) test_save_frame(to, frame, 300);
        for (int which = 0; which < 4; which++) test_save_matches(to, which);
        free(save.at);
        gc_sparse_close(from);
        gc_sparse_close(to);
    }
}

// A small save: cut at every byte, longer by one, every bit flipped. All refused, and the world
// is as it was.
static void test_save_cut_and_flipped(void) {
    gc_sparse_world *from = test_save_open(3, NULL), *to = test_save_open(3, NULL);

    for (uint32_t frame = 1; frame <= 8; frame++) test_save_frame(from, frame, 12);
    for (uint32_t frame = 70; frame <= 80; frame++) test_save_frame(to, frame, 30);

    test_save_bytes save = test_save_to_bytes(from);
    uint64_t before = gc_sparse_hash_all(to);

    // Cut at each byte.
    for (size_t size = 0; size < save.size; size++) {
        unsigned char *cut = (unsigned char *)malloc(size ? size : 1);
        memcpy(cut, save.at, size);
        CHECK_INT(gc_sparse_load(to, cut, size), GC_SPARSE_E_DATA);

        if (size >= 72) {       // told as the whole
            test_save_bytes sealed = { cut, size };
            test_save_put64(cut + 16, size);
            CHECK_INT(gc_sparse_load(to, cut, size), GC_SPARSE_E_DATA);
            test_save_seal(sealed);
            CHECK(gc_sparse_load(to, cut, size) != GC_SPARSE_OK);
        }
        free(cut);
    }

    // Each bit turned.
    for (size_t bit = 0; bit < save.size * 8; bit++) {
        save.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        CHECK_INT(gc_sparse_load(to, save.at, save.size), GC_SPARSE_E_DATA);
        save.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }

    CHECK_U64(gc_sparse_hash_all(to), before);
    CHECK_INT(gc_sparse_load(to, save.at, save.size), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_hash_all(to), gc_sparse_hash_all(from));

    free(save.at);
    gc_sparse_close(from);
    gc_sparse_close(to);
}

// Whether all that a world says of itself holds together; then it goes on.
static void test_save_is_whole(gc_sparse_world *world, uint32_t frame) {
    uint32_t alive = 0, counts[TEST_SAVE_TYPES + 1] = { 0 };
    gc_sparse_id id = gc_sparse_next_entity(world, gc_sparse_id_of(world, UINT32_MAX));
    for (; id.generation; id = gc_sparse_next_entity(world, id), alive++) {
        for (uint32_t t = 1; t <= TEST_SAVE_TYPES; t++) {
            counts[t] += gc_sparse_has(world, id, test_save_type(t));
        }
    }
    CHECK_U64(gc_sparse_stats(world).entities, alive);
    for (uint32_t t = 1; t <= TEST_SAVE_TYPES; t++) {
        CHECK_U64(gc_sparse_info(world, test_save_type(t)).count, counts[t]);
    }
    for (int which = 0; which < 4; which++) test_save_matches(world, which);
    for (uint32_t i = 1; i <= 3; i++) test_save_frame(world, frame + i, 60);
}

// What is flipped, replaced and moved, with a right sum: refused, or a whole world.
static void test_save_forged(void) {
    gc_sparse_world *from = test_save_open(3, NULL), *to = test_save_open(3, NULL);
    uint64_t random = test_seed;
    uint32_t taken = 0, refused = 0;

    for (uint32_t frame = 1; frame <= 8; frame++) test_save_frame(from, frame, 12);
    test_save_bytes save = test_save_to_bytes(from), forged;
    uint64_t before = gc_sparse_hash_all(to);

    // Bits and whole words are changed, and the checksum made right again.
    for (uint32_t i = 0; i < (uint32_t)save.size * 8 + 20000; i++) {
        forged.size = save.size;
        forged.at = (unsigned char *)malloc(forged.size);
        memcpy(forged.at, save.at, forged.size);

        if (i < save.size * 8) {
            forged.at[i / 8] ^= (unsigned char)(1u << i % 8);
        } else for (uint32_t k = 1 + test_save_random(&random, 4); k > 0; k--) {
            size_t at = test_save_random(&random, (uint32_t)save.size / 4) * 4;
            static const uint32_t values[6] = { 0, 1, 2, 0xffffffffu, 0x80000000u, 0x7fffffffu };
            uint32_t value = values[test_save_random(&random, 6)];
            if (test_save_random(&random, 2)) value = test_save_random(&random, 70);
            for (int b = 0; b < 4; b++) forged.at[at + (size_t)b] = (unsigned char)(value >> (8 * b) & 255);
        }

        test_save_seal(forged);
        if (gc_sparse_load(to, forged.at, forged.size) == GC_SPARSE_OK) {
            taken++;
            test_save_is_whole(to, i);
            before = gc_sparse_hash_all(to);
        } else {
            refused++;
            if (refused % 64 == 0) CHECK_U64(gc_sparse_hash_all(to), before);
        }
        free(forged.at);
    }

    CHECK(taken > 1000 && refused > 1000);
    free(save.at);
    gc_sparse_close(from);
    gc_sparse_close(to);
}

// Every allocation of a load fails in turn.
static void test_save_loads_without_memory(void) {
    for (int lived = 0; lived < 2; lived++) {
        gc_sparse_world *from = test_save_open(3, NULL);
        size_t k = 1;
        int result = GC_SPARSE_E_MEMORY;

        for (uint32_t frame = 1; frame <= 40; frame++) test_save_frame(from, frame, 1500);
        test_save_bytes save = test_save_to_bytes(from);

        for (; result == GC_SPARSE_E_MEMORY && k < 200; k++) {
            test_save_heap heap = { 0, 0, 0, false };
            gc_sparse_allocator allocator = { test_save_resize, NULL };
            gc_sparse_world *to;

            allocator.user = &heap;
            to = test_save_open(3, &allocator);
            for (uint32_t frame = 80; lived && frame <= 90; frame++) test_save_frame(to, frame, 60);

            uint64_t before = gc_sparse_hash_all(to);
            heap.fail_at = heap.calls + k;
            result = gc_sparse_load(to, save.at, save.size);
            heap.fail_at = 0;

            CHECK_U64(gc_sparse_hash_all(to), result == GC_SPARSE_OK ? gc_sparse_hash_all(from) : before);
            if (result != GC_SPARSE_OK) test_save_is_whole(to, 200);
            gc_sparse_close(to);
            CHECK(heap.bytes == 0 && !heap.wrong);
        }

        CHECK_INT(result, GC_SPARSE_OK);
        CHECK(k > 15);
        free(save.at);
        gc_sparse_close(from);
    }
}

// A world of some of the types, in another order, some of another kind or with other fields.
typedef struct test_save_other {
    uint32_t type;
    int kind;
    const char *fields;     // NULL: as they are
    bool transient;
} test_save_other;

static gc_sparse_world *test_save_open_as(const test_save_other *others, size_t n, uint32_t max_slots) {
    gc_sparse_desc desc;
    gc_sparse_world *world;
    memset(&desc, 0, sizeof desc);
    desc.max_slots = max_slots;
    world = gc_sparse_open(&desc, NULL);
    for (size_t i = 0; i < n; i++) {
        gc_sparse_component_desc component = test_save_descs[others[i].type - 1];
        gc_sparse_type type;
        component.kind = others[i].kind;
        if (others[i].fields) component.fields = others[i].fields[0] ? others[i].fields : NULL;
        component.transient = others[i].transient;
        CHECK_INT(gc_sparse_component(world, &component, &type), GC_SPARSE_OK);
    }
    return world;
}

// Types are found by name; kinds may have changed; types more are empty.
static void test_save_types_by_name(void) {
    const test_save_other few[4] = { { TEST_SAVE_PREY, 0, NULL, false }, { TEST_SAVE_RARE, 1, NULL, false },
        { TEST_SAVE_FROZEN, 0, NULL, false }, { TEST_SAVE_HEALTH, 1, NULL, false } };
    const test_save_other more[6] = { { TEST_SAVE_BIG, 0, NULL, false }, { TEST_SAVE_HEALTH, 0, NULL, false },
        { TEST_SAVE_FROZEN, 1, NULL, false }, { TEST_SAVE_RARE, 0, NULL, false },
        { TEST_SAVE_PREY, 1, NULL, false }, { TEST_SAVE_HEALTH, 0, NULL, false } };
    gc_sparse_world *from = test_save_open_as(few, 4, 0), *to = test_save_open_as(more, 6, 0);
    uint64_t random = 1;
    gc_sparse_id ids[200];
    CHECK_INT(gc_sparse_create_n(from, ids, 200), GC_SPARSE_OK);
    for (uint32_t e = 0; e < 200; e++) {
        for (uint32_t t = 0; t < 4; t++) {
            if (test_save_random(&random, 2)) continue;
            test_save_fill(gc_sparse_add(from, ids[e], test_save_type(t + 1)), few[t].type, ids[e], &random);
        }
    }
    gc_sparse_id stray = gc_sparse_create(to);
    gc_sparse_add(to, stray, test_save_type(1));
    gc_sparse_add(to, stray, test_save_type(6));

    test_save_bytes save = test_save_to_bytes(from);
    CHECK_INT(gc_sparse_load(to, save.at, save.size), GC_SPARSE_OK);
    for (uint32_t e = 0; e < 200; e++) {
        for (uint32_t t = 0; t < 4; t++) {
            static const uint32_t there[4] = { 5, 4, 3, 2 };
            gc_sparse_type as = test_save_type(t + 1), is = test_save_type(there[t]);
            const unsigned char *a = (const unsigned char *)gc_sparse_get(from, ids[e], as);
            const unsigned char *b = (const unsigned char *)gc_sparse_get(to, ids[e], is);
            CHECK((a == NULL) == (b == NULL));
            if (!a || !b || t == 2) continue;
            if (t == 1) CHECK(a[0] == b[0] && memcmp(a + 4, b + 4, 6) == 0 && b[1] == 0 && b[11] == 0);
            else CHECK(memcmp(a, b, test_save_descs[few[t].type - 1].size) == 0);
        }
    }
    CHECK_U64(gc_sparse_info(to, test_save_type(1)).count + gc_sparse_info(to, test_save_type(6)).count, 0);

    // Back again: the same rows, whatever kinds they were of in between.
    free(save.at);
    uint64_t hash = gc_sparse_hash(from);
    CHECK_INT(gc_sparse_describe(to, test_save_type(1), NULL, true), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_describe(to, test_save_type(6), NULL, true), GC_SPARSE_OK);
    save = test_save_to_bytes(to);
    CHECK_INT(gc_sparse_load(from, save.at, save.size), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_hash(from), hash);
    free(save.at);
    gc_sparse_close(from);
    gc_sparse_close(to);
}

// What a save needs and the world has not, and the reason that is given.
static void test_save_loads_refused(void) {
    const test_save_other pair[2] = { { TEST_SAVE_PLACE, 0, NULL, false }, { TEST_SAVE_PREY, 0, "", false } };
    const test_save_other place = { TEST_SAVE_PLACE, 0, NULL, false };
    const test_save_other prey = { TEST_SAVE_PREY, 0, NULL, false };
    const test_save_other speed = { TEST_SAVE_SPEED, 0, NULL, false };
    const test_save_other away = { TEST_SAVE_PLACE, 0, NULL, true };
    const test_save_other spelt = { TEST_SAVE_PLACE, 0, "4*2", false };
    const test_save_other direct = { TEST_SAVE_PLACE, 1, "", false };
    const int untold = gc_sparse_priv_big_endian() ? GC_SPARSE_E_UNSUPPORTED : GC_SPARSE_OK;
    const struct { test_save_other types[2]; size_t n; uint32_t max_slots; int want; } worlds[7] = {
        { { prey, direct }, 2, 0, untold },
        { { prey, prey }, 1, 0, GC_SPARSE_E_TYPE },
        { { place, speed }, 2, 0, GC_SPARSE_E_TYPE },
        { { away, prey }, 2, 0, GC_SPARSE_E_TYPE },
        { { spelt, prey }, 2, 0, GC_SPARSE_E_FIELDS },
        { { place, prey }, 2, 9, GC_SPARSE_E_FULL },
        { { place, prey }, 2, 10, GC_SPARSE_OK },
    };
    gc_sparse_world *from = test_save_open_as(pair, 2, 0);
    gc_sparse_component_desc larger = test_save_descs[0];
    gc_sparse_type type;
    gc_sparse_id ids[10];
    CHECK_INT(gc_sparse_create_n(from, ids, 10), GC_SPARSE_OK);
    for (int e = 0; e < 5; e++) gc_sparse_add(from, ids[e], test_save_type(1));
    test_save_bytes save = test_save_to_bytes(from);
    for (int w = 0; w < 7; w++) {
        gc_sparse_world *to = test_save_open_as(worlds[w].types, worlds[w].n, worlds[w].max_slots);
        uint64_t before = gc_sparse_hash_all(to);
        CHECK_INT(gc_sparse_load(to, save.at, save.size), worlds[w].want);
        CHECK((gc_sparse_hash_all(to) == before) == (worlds[w].want != GC_SPARSE_OK));
        gc_sparse_close(to);
    }

    // Another size.
    gc_sparse_world *to = gc_sparse_open(NULL, NULL);
    larger.size = 12;
    larger.fields = NULL;
    CHECK_INT(gc_sparse_component(to, &larger, &type), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_component(to, &test_save_descs[TEST_SAVE_PREY - 1], &type), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(to, save.at, save.size), GC_SPARSE_E_SIZE);
    gc_sparse_close(to);

    // Other bits; another version; another order of bytes: place alone has components, and its
    // fields are known.
    unsigned char *order = save.at + 12;
    *order ^= 3;
    test_save_seal(save);
    CHECK_INT(gc_sparse_load(from, save.at, save.size), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_describe(from, test_save_type(1), NULL, false), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_load(from, save.at, save.size), GC_SPARSE_E_UNSUPPORTED);
    *order ^= 3;
    CHECK_INT(gc_sparse_describe(from, test_save_type(1), test_save_descs[0].fields, false), GC_SPARSE_OK);
    for (int at = 8; at < 15; at++) {
        if (at == 12) continue;
        save.at[at] ^= 8;
        test_save_seal(save);
        CHECK_INT(gc_sparse_load(from, save.at, save.size), GC_SPARSE_E_UNSUPPORTED);
        save.at[at] ^= 8;
    }
    test_save_seal(save);
    CHECK_INT(gc_sparse_load(from, save.at, save.size), GC_SPARSE_OK);
    free(save.at);
    gc_sparse_close(from);
}

// A retired slot must not be in the free list, where it would stand for one that is missing.
static void test_save_loads_retired(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_id ids[3];

    CHECK_INT(gc_sparse_create_n(world, ids, 3), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_destroy_n(world, ids, 3), GC_SPARSE_OK);

    test_save_bytes save = test_save_to_bytes(world);
    unsigned char *slots = save.at + 64;

    // The list of free slots leads to one that is retired.
    test_save_put64(slots, (uint64_t)5 << 32 | 1);              // free, then slot 1
    test_save_put64(slots + 8, GC_SPARSE_PRIV_NO_SLOT);         // retired
    test_save_put64(slots + 16, (uint64_t)5 << 32 | GC_SPARSE_PRIV_NO_SLOT);
    memset(save.at + 44, 0, 4);                                 // the list begins with slot 0

    test_save_seal(save);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_E_DATA);

    slots[0] = 2;                                               // around it
    test_save_seal(save);
    CHECK_INT(gc_sparse_load(world, save.at, save.size), GC_SPARSE_OK);

    CHECK_U64(gc_sparse_stats(world).retired, 1);
    CHECK_U64(gc_sparse_create(world).slot, 0);
    CHECK_U64(gc_sparse_create(world).slot, 2);
    CHECK_U64(gc_sparse_create(world).slot, 3);

    free(save.at);
    gc_sparse_close(world);
}

// Resources: those that the save has; else zero, but of transient types as they are.
static void test_save_loads_resources(void) {
    gc_sparse_world *from = test_save_open(0, NULL), *to = test_save_open(0, NULL);
    uint32_t *value[3];
    *(uint32_t *)gc_sparse_resource(from, test_save_type(TEST_SAVE_HEALTH)) = 7;
    *(uint32_t *)gc_sparse_resource(from, test_save_type(TEST_SAVE_BIG)) = 8;
    CHECK_INT(gc_sparse_describe(from, test_save_type(TEST_SAVE_BIG), NULL, true), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_describe(to, test_save_type(TEST_SAVE_BIG), NULL, true), GC_SPARSE_OK);
    for (uint32_t i = 0; i < 3; i++) {
        static const uint32_t types[3] = { TEST_SAVE_HEALTH, TEST_SAVE_PLACE, TEST_SAVE_BIG };
        value[i] = (uint32_t *)gc_sparse_resource(to, test_save_type(types[i]));
        *value[i] = 100 + i;
    }
    test_save_bytes save = test_save_to_bytes(from);
    CHECK_INT(gc_sparse_load(to, save.at, save.size), GC_SPARSE_OK);
    CHECK(*value[0] == 7 && *value[1] == 0 && *value[2] == 102);
    free(save.at);
    gc_sparse_close(from);
    gc_sparse_close(to);
}

// The file tests/vectors/sparse_save.bin is this world, written by gcc on x86-64; sparse_save_3
// was written by gc_sparse.h 0.3. Every machine loads both, goes on with them to the
// same hash, and writes the bytes of the first.
static gc_sparse_world *test_save_vector_world(void) {
    gc_sparse_world *world = test_save_open(3, NULL);
    for (uint32_t frame = 1; frame <= 30; frame++) test_save_frame(world, frame, 100);
    return world;
}

static test_save_bytes test_save_read(const char *path) {
    test_save_bytes file = { (unsigned char *)malloc(65536), 0 };
    FILE *in = fopen(path, "rb");
    if (CHECK(in != NULL)) {
        file.size = fread(file.at, 1, 65536, in);
        fclose(in);
    }
    return file;
}

static void test_save_vector(void) {
    gc_sparse_world *world = test_save_vector_world();
    test_save_bytes save = test_save_to_bytes(world);
    const char *write = getenv("TEST_SPARSE_SAVE_WRITE");
    FILE *out = write ? fopen(write, "wb") : NULL;
    if (out && CHECK(fwrite(save.at, 1, save.size, out) == save.size)) fclose(out);
    for (int old = 0; old < 2; old++) {
        const char *path = old ? "tests/vectors/sparse_save_3.bin" : "tests/vectors/sparse_save.bin";
        test_save_bytes file = test_save_read(path);
        gc_sparse_world *loaded = test_save_open(3, NULL);
        if (GC_SPARSE_PRIV_SLOT_BITS != 32 || GC_SPARSE_GENERATION_BITS != 31) {
            CHECK_INT(gc_sparse_load(loaded, file.at, file.size), GC_SPARSE_E_UNSUPPORTED);
        } else if (CHECK(file.size > 1024)) {
            CHECK_INT(gc_sparse_load(loaded, file.at, file.size), GC_SPARSE_OK);
            CHECK_U64(gc_sparse_hash_all(world), TEST_SAVE_VECTOR_HASH);
            CHECK_U64(gc_sparse_hash(world), TEST_SAVE_VECTOR_CONTENT);
            CHECK_U64(gc_sparse_hash_all(loaded), TEST_SAVE_VECTOR_HASH);
            CHECK_U64(gc_sparse_hash(loaded), TEST_SAVE_VECTOR_CONTENT);
            if (!old && !gc_sparse_priv_big_endian()) {
                CHECK(file.size == save.size && memcmp(file.at, save.at, save.size) == 0);
            }

            // The version, and the order of the writer's bytes, are told; all else is the same.
            CHECK_U64(file.at[8], old ? 1 : 2);
            CHECK_U64(file.at[12], 1);
            file.at[8] = save.at[8];
            file.at[12] = save.at[12];
            test_save_seal(file);
            CHECK(file.size == save.size && memcmp(file.at, save.at, save.size) == 0);
        }
        gc_sparse_close(loaded);
        free(file.at);
    }

    if (GC_SPARSE_PRIV_SLOT_BITS == 32 && GC_SPARSE_GENERATION_BITS == 31) {
        gc_sparse_world *loaded = test_save_open(3, NULL);
        CHECK_INT(gc_sparse_load(loaded, save.at, save.size), GC_SPARSE_OK);
        test_save_go_on(world, loaded, 30, 200);
        CHECK_U64(gc_sparse_hash_all(loaded), TEST_SAVE_VECTOR_LATER);
        gc_sparse_close(loaded);
    }
    free(save.at);
    gc_sparse_close(world);
}

// A save of 0.3 is judged by its own sum: each flipped bit is seen, and no save of a version to
// come is taken.
static void test_save_of_3(void) {
    gc_sparse_world *world = test_save_open(3, NULL);
    test_save_bytes file = test_save_read("tests/vectors/sparse_save_3.bin");
    for (size_t bit = 0; bit < file.size * 8; bit += 7) {
        file.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        CHECK_INT(gc_sparse_load(world, file.at, file.size), GC_SPARSE_E_DATA);
        file.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    if (CHECK(file.size > 1024)) {
        file.at[8] = 3;
        test_save_seal(file);
        CHECK_INT(gc_sparse_load(world, file.at, file.size), GC_SPARSE_E_UNSUPPORTED);
    }
    CHECK_U64(gc_sparse_stats(world).entities, 0);
    free(file.at);
    gc_sparse_close(world);
}

// ---- fields, and ids in them

static void test_save_fields(void) {
#ifndef TEST_SPARSE_COUNTS_ASSERTS
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#else
    static const struct { const char *text; size_t size; bool sound; } fields[] = {
        { "4", 4, true }, { "4", 8, false }, { "44", 8, true }, { "4*2", 8, true }, { "4*3", 8, false },
        { "14", 8, true }, { "41", 8, true }, { "1", 2, false }, { "p3", 4, false }, { "1p*3", 4, true },
        { "p*4", 4, true }, { "4*0", 4, false }, { "4*", 4, false }, { "x", 4, false }, { "4 4", 8, true },
        { "  2*2 1*4", 8, true }, { "4*99999999999999999999", 4, false }, { "2 4*4294967297", 8, false },
        { "i", sizeof(gc_sparse_id), true }, { "i4", sizeof(test_save_prey), true }, { "8", 8, true },
        { "18", 8, false }, { "4,4", 8, false }, { "1*65534", 65534, true }, { "1*65535", 65535, false },
        { "", 4, true }, { NULL, 4, true }, { "4*-1", 4, false }, { "*2", 4, false },
    };

    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        gc_sparse_component_desc desc;
        gc_sparse_type type, refused;
        memset(&desc, 0, sizeof desc);
        desc.size = fields[i].size;

        int before = test_sparse_asserts;
        CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);
        int want = fields[i].sound ? GC_SPARSE_OK : GC_SPARSE_E_ARGUMENT;
        CHECK_INT(gc_sparse_describe(world, type, fields[i].text, false), want);

        desc.fields = fields[i].text;
        CHECK_INT(gc_sparse_component(world, &desc, &refused), want);
        CHECK((refused.index != 0) == fields[i].sound);
        CHECK_INT(test_sparse_asserts - before, fields[i].sound ? 0 : 2);
    }

    // Misuse.
    TEST_SAVE_MISUSE(gc_sparse_describe(NULL, test_save_type(1), "4", false), GC_SPARSE_E_ARGUMENT);
    TEST_SAVE_MISUSE(gc_sparse_describe(world, test_save_type(0), "4", false), GC_SPARSE_E_TYPE);
    TEST_SAVE_MISUSE(gc_sparse_describe(world, test_save_type(999), "4", false), GC_SPARSE_E_TYPE);
    TEST_SAVE_MISUSE((int)gc_sparse_save(NULL, NULL, 0), 0);
    TEST_SAVE_MISUSE(gc_sparse_load(NULL, "", 0), GC_SPARSE_E_ARGUMENT);
    TEST_SAVE_MISUSE(gc_sparse_load(world, NULL, 0), GC_SPARSE_E_ARGUMENT);
    gc_sparse_close(world);
#endif
}

// A save without texts of fields is as memory was, also where the highest byte comes first. One
// with texts has the lowest first, and loads without them where memory has so, too.
static void test_save_fields_on_one_side(void) {
    typedef struct { uint32_t a; uint16_t b; uint8_t c, gap; } mixed;
    for (int how = 0; how < 4; how++) {
        const char *first = how & 1 ? "421p" : NULL, *then = how & 1 ? NULL : "421p";
        gc_sparse_world *world = gc_sparse_open(NULL, NULL);
        gc_sparse_component_desc desc;
        gc_sparse_type type;
        gc_sparse_id id = { 0, 0 };
        memset(&desc, 0, sizeof desc);
        desc.size = sizeof(mixed);
        desc.kind = how & 2 ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
        desc.fields = first;
        CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);
        for (int n = 0; n < 20; n++) {
            const mixed value = { 0x01020304, 0x0506, 7, 0 };
            id = gc_sparse_create(world);
            CHECK_INT(gc_sparse_set_value(world, id, type, &value), GC_SPARSE_OK);
        }
        ((mixed *)gc_sparse_resource(world, type))->a = 0x0708090a;

        test_save_bytes save = test_save_to_bytes(world);
        bool turned = (how & 1) && gc_sparse_priv_big_endian();
        CHECK_INT(gc_sparse_describe(world, type, then, false), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_load(world, save.at, save.size), turned ? GC_SPARSE_E_UNSUPPORTED : GC_SPARSE_OK);
        const mixed *value = (const mixed *)gc_sparse_get(world, id, type);
        CHECK(value && value->a == 0x01020304 && value->b == 0x0506 && value->c == 7);
        CHECK_U64(((const mixed *)gc_sparse_resource(world, type))->a, 0x0708090a);
        free(save.at);
        gc_sparse_close(world);
    }
}

// Registering and describing, each allocation failing in turn.
static void test_save_fields_without_memory(void) {
    gc_sparse_component_desc desc = test_save_descs[TEST_SAVE_PREY - 1];
    int component = GC_SPARSE_E_MEMORY, describe = GC_SPARSE_E_MEMORY;

    desc.on_add = test_save_in_hook;
    for (size_t k = 1; component != GC_SPARSE_OK || describe != GC_SPARSE_OK; k++) {
        test_save_heap heap = { 0, 0, 0, false };
        gc_sparse_allocator allocator = { test_save_resize, NULL };
        gc_sparse_type type;
        if (!CHECK(k < 20)) break;

        allocator.user = &heap;
        gc_sparse_world *world = test_save_open(0, &allocator);

        heap.fail_at = heap.calls + k;
        component = gc_sparse_component(world, &desc, &type);
        if (component != GC_SPARSE_OK) CHECK(component == GC_SPARSE_E_MEMORY && type.index == 0);

        heap.fail_at = heap.calls + k;
        describe = gc_sparse_describe(world, test_save_type(TEST_SAVE_PLACE), "1*8", false);
        CHECK(describe == (k == 1 ? GC_SPARSE_E_MEMORY : GC_SPARSE_OK));

        gc_sparse_close(world);
        CHECK(heap.bytes == 0 && !heap.wrong);
    }
}

static void *test_save_field(gc_sparse_world *world, gc_sparse_id id) {
    return gc_sparse_get(world, id, test_save_type(TEST_SAVE_PREY));
}

// Hooks see real ids, where the entity was made before.
static void test_save_sees_real(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    (void)id;
    if (gc_sparse_alive(world, ((test_save_prey *)component)->of)) ++*(int *)user;
}

static void test_save_temporary_ids(void) {
    gc_sparse_world *world = test_save_open(0, NULL);
    gc_sparse_commands *first = gc_sparse_record(world, 1, 0), *second = gc_sparse_record(world, 2, 0);
    gc_sparse_type type = test_save_type(TEST_SAVE_PREY);
    gc_sparse_id real[8], id[4], strange = gc_sparse_priv_id(77, GC_SPARSE_PRIV_TEMPORARY | 9);
    test_save_prey *prey[8];
    gc_sparse_listener listener = { test_save_sees_real, NULL, NULL, NULL };
    int seen = 0;
    listener.user = &seen;
    CHECK_INT(gc_sparse_listen(world, type, &listener), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(world, real, 8), GC_SPARSE_OK);

    // 0: made before. 1: made later, of this object; of the next in 2. 3: real. 4: of nobody.
    // 5: set again before the end. 6: is destroyed. 7: of an earlier object.
    id[0] = gc_sparse_record_create(first);
    for (int i = 0; i < 7; i++) {
        prey[i] = (test_save_prey *)gc_sparse_record_add(first, real[i], type);
        prey[i]->of = i == 3 ? real[5] : i == 4 ? strange : id[0];
        prey[i]->heat = (uint32_t)i;
    }
    id[1] = gc_sparse_record_create(first);
    id[2] = gc_sparse_record_create(second);
    prey[1]->of = prey[6]->of = id[1];
    prey[2]->of = prey[5]->of = id[2];
    ((test_save_prey *)gc_sparse_record_add(second, real[5], type))->of = real[1];
    CHECK_INT(gc_sparse_record_destroy(second, real[6]), GC_SPARSE_OK);
    ((test_save_prey *)gc_sparse_record_add(second, real[7], type))->of = id[0];
    ((test_save_prey *)gc_sparse_record_add(second, id[2], type))->of = id[2];
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);

    for (int i = 0; i < 3; i++) id[i] = gc_sparse_record_resolve(i == 2 ? second : first, id[i]);
    const gc_sparse_id want[8] = { id[0], id[1], id[2], real[5], strange, real[1], real[6], id[0] };
    for (int i = 0; i < 8; i++) {
        test_save_prey *now = (test_save_prey *)test_save_field(world, real[i]);
        if (i == 6) CHECK(now == NULL);
        else if (!CHECK(now != NULL)) break;
        else CHECK(gc_sparse_id_equal(now->of, want[i]) && now->heat == (i == 5 || i == 7 ? 0 : (uint32_t)i));
    }
    CHECK(gc_sparse_id_equal(((test_save_prey *)test_save_field(world, id[2]))->of, id[2]));
    CHECK_INT(seen, 4);     // 0, 3, 7 and the entity itself

    // A type whose fields are not known keeps what was recorded.
    CHECK_INT(gc_sparse_describe(world, type, NULL, false), GC_SPARSE_OK);
    id[0] = gc_sparse_record_create(first);
    ((test_save_prey *)gc_sparse_record_add(first, real[0], type))->of = id[0];
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    CHECK(gc_sparse_id_equal(((test_save_prey *)test_save_field(world, real[0]))->of, id[0]));
    gc_sparse_close(world);
}

// An entity that could not be made is the zero id.
static void test_save_temporary_ids_full(void) {
    const test_save_other prey[1] = { { TEST_SAVE_PREY, 0, NULL, false } };
    gc_sparse_world *world = test_save_open_as(prey, 1, 2);
    gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
    gc_sparse_id real = gc_sparse_create(world), made[2];
    for (int i = 0; i < 2; i++) {
        test_save_prey *value = (test_save_prey *)gc_sparse_record_add(commands, real, test_save_type(1));
        made[i] = gc_sparse_record_create(commands);
        value->of = made[i];
    }
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_E_FULL);
    CHECK_U64(((test_save_prey *)gc_sparse_get(world, real, test_save_type(1)))->of.generation, 0);
    CHECK(gc_sparse_alive(world, gc_sparse_record_resolve(commands, made[0])));
    gc_sparse_close(world);
}

// ---- maps

static void test_save_map_step(gc_sparse_map *map, uint64_t *random) {
    gc_sparse_id id = gc_sparse_priv_id(test_save_random(random, 300), 1 + test_save_random(random, 3));
    uint32_t *value;
    if (test_save_random(random, 3) == 0) {
        gc_sparse_map_remove(map, id);
    } else if ((value = (uint32_t *)gc_sparse_map_add(map, id)) != NULL && map->size) {
        value[0] = test_save_random(random, 1u << 30);
        value[2] = id.slot;
    }
}

static void test_save_maps_equal(const gc_sparse_map *a, const gc_sparse_map *b) {
    size_t n = gc_sparse_map_count(a);
    CHECK_U64(gc_sparse_map_count(b), n);
    CHECK(n == 0 || memcmp(gc_sparse_map_ids(a), gc_sparse_map_ids(b), n * sizeof(gc_sparse_id)) == 0);
    CHECK(n == 0 || a->size == 0 || memcmp(gc_sparse_map_data(a), gc_sparse_map_data(b), n * a->size) == 0);
    CHECK(n == 0 || a->size == 0 || (uintptr_t)gc_sparse_map_data(b) % 64 == 0);
    for (uint32_t slot = 0; slot < 320; slot++) {
        for (uint32_t g = 1; g <= 3; g++) {
            gc_sparse_id id = gc_sparse_priv_id(slot, g);
            CHECK(gc_sparse_map_has(a, id) == gc_sparse_map_has(b, id));
        }
    }
}

// Copies of sets go on as the first; each allocation fails in turn.
static void test_save_maps(void) {
    for (uint32_t turn = 0; turn < 24; turn++) {
        uint64_t random = turn / 2;
        test_save_heap heap = { 0, 0, 0, false };
        gc_sparse_map_desc desc = { turn % 2 ? 12u : 0u, { test_save_resize, NULL } };
        gc_sparse_map from, to, before;

        desc.allocator.user = &heap;

        // Two maps with histories of their own.
        CHECK_INT(gc_sparse_map_init(&from, NULL), GC_SPARSE_OK);
        from.size = (uint32_t)desc.size;
        CHECK_INT(gc_sparse_map_init(&to, &desc), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_map_init(&before, &desc), GC_SPARSE_OK);
        for (uint32_t i = 0; i < (turn % 3) * 150; i++) test_save_map_step(&from, &random);
        for (uint32_t i = 0; i < (turn / 3 % 3) * 200; i++) test_save_map_step(&to, &random);

        CHECK_INT(gc_sparse_map_copy(&before, &to), GC_SPARSE_OK);

        // A copy without memory changes nothing.
        int result = GC_SPARSE_E_MEMORY;
        for (size_t k = 1; result == GC_SPARSE_E_MEMORY && k < 9; k++) {
            heap.fail_at = heap.calls + k;
            result = gc_sparse_map_copy(&to, &from);
            if (result != GC_SPARSE_OK) test_save_maps_equal(&before, &to);
        }

        heap.fail_at = 0;
        CHECK_INT(result, GC_SPARSE_OK);
        test_save_maps_equal(&from, &to);

        // Both go on alike.
        for (uint32_t i = 0; i < 200; i++) {
            uint64_t again = random;
            test_save_map_step(&from, &random);
            test_save_map_step(&to, &again);
        }

        test_save_maps_equal(&from, &to);
        CHECK_INT(gc_sparse_map_copy(&to, &to), GC_SPARSE_OK);

        gc_sparse_map_free(&from);
        gc_sparse_map_free(&to);
        gc_sparse_map_free(&before);
        CHECK(heap.bytes == 0 && !heap.wrong);
    }
#ifdef TEST_SPARSE_COUNTS_ASSERTS
    gc_sparse_map a, b;
    gc_sparse_map_desc desc = { 4, { NULL, NULL } };

    gc_sparse_map_init(&a, NULL);
    gc_sparse_map_init(&b, &desc);

    TEST_SAVE_MISUSE(gc_sparse_map_copy(&a, &b), GC_SPARSE_E_ARGUMENT);
    TEST_SAVE_MISUSE(gc_sparse_map_copy(NULL, &b), GC_SPARSE_E_ARGUMENT);
    TEST_SAVE_MISUSE(gc_sparse_map_copy(&a, NULL), GC_SPARSE_E_ARGUMENT);
#endif
}

static const test_case test_sparse_save_cases[] = {
    TEST_CASE(test_save_copies_go_on),
    TEST_CASE(test_save_copies_mixed),
    TEST_CASE(test_save_copies_own_groups),
    TEST_CASE(test_save_copies_without_memory),
    TEST_CASE(test_save_copies_reuse_memory),
    TEST_CASE(test_save_like),
    TEST_CASE(test_save_rings),
    TEST_CASE(test_save_rings_again),
    TEST_CASE(test_save_rings_without_memory),
    TEST_CASE(test_save_copies_commands),
    TEST_CASE(test_save_copies_refused),
    TEST_CASE(test_save_copies_end_walks),
    TEST_CASE(test_save_loads_go_on),
    TEST_CASE(test_save_loads_own_groups),
    TEST_CASE(test_save_cut_and_flipped),
    TEST_CASE(test_save_forged),
    TEST_CASE(test_save_loads_without_memory),
    TEST_CASE(test_save_types_by_name),
    TEST_CASE(test_save_loads_refused),
    TEST_CASE(test_save_loads_retired),
    TEST_CASE(test_save_loads_resources),
    TEST_CASE(test_save_vector),
    TEST_CASE(test_save_of_3),
    TEST_CASE(test_save_fields),
    TEST_CASE(test_save_fields_on_one_side),
    TEST_CASE(test_save_fields_without_memory),
    TEST_CASE(test_save_temporary_ids),
    TEST_CASE(test_save_temporary_ids_full),
    TEST_CASE(test_save_maps),
    TEST_CASE(test_save_hash_all_sees),
    TEST_CASE(test_save_hash_all_of_worlds),
};
TEST_MAIN(test_sparse_save_cases)
