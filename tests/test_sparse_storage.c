// test_sparse_storage.c - where gc_sparse.h keeps components: rare types, columns that stay.
//
// tests/check_sparse.sh runs the other tests of gc_sparse.h with thresholds so low that their
// small worlds have rare types, too.
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

enum { TEST_STORAGE_SLOTS = 100000, TEST_STORAGE_TYPES = 4 };

static uint32_t test_storage_random(uint64_t *state, uint32_t below) {  // splitmix64
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)(((z ^ z >> 31) >> 32) * below >> 32);
}

// Memory in use; the call that fails, counted from 1 (0: none).
typedef struct test_storage_heap { size_t bytes, calls, fail_at; } test_storage_heap;

static void *test_storage_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    test_storage_heap *heap = (test_storage_heap *)user;
    if (new_size != 0 && ++heap->calls == heap->fail_at) return NULL;
    heap->bytes += new_size - old_size;
    if (new_size != 0) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

// A world of TEST_STORAGE_TYPES types, heap NULL: of the default allocator. Of the types the
// second is a tag; the first two are a group, and the third is in a list.
static gc_sparse_world *test_storage_open(test_storage_heap *heap, gc_sparse_type *types, bool kept) {
    static const size_t sizes[TEST_STORAGE_TYPES] = { 4, 0, 12, 64 };
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    if (heap) desc.allocator.resize = test_storage_resize;
    desc.allocator.user = heap;
    desc.first_generation = 1;
    gc_sparse_world *world = gc_sparse_open(&desc, NULL);
    if (!world) return NULL;

    int result = GC_SPARSE_OK;
    for (int t = 0; t < TEST_STORAGE_TYPES && result == GC_SPARSE_OK; t++) {
        gc_sparse_component_desc component;
        memset(&component, 0, sizeof component);
        component.size = sizes[t];
        result = gc_sparse_component(world, &component, &types[t]);
    }
    gc_sparse_query_desc query;
    memset(&query, 0, sizeof query);
    query.include[0] = types[2];
    query.optional[0] = types[3];
    if (kept && result == GC_SPARSE_OK) result = gc_sparse_group(world, types, 2);
    if (kept && result == GC_SPARSE_OK) result = gc_sparse_cache(world, &query);
    if (result == GC_SPARSE_OK) return world;
    gc_sparse_close(world);
    return NULL;
}

// ---- against a model

typedef struct test_storage_model {
    gc_sparse_world *world, *twin;
    gc_sparse_type types[TEST_STORAGE_TYPES];
    gc_sparse_id ids[TEST_STORAGE_SLOTS];
    uint32_t values[TEST_STORAGE_SLOTS][TEST_STORAGE_TYPES];    // of the first word; 0: it has none
    uint32_t counts[TEST_STORAGE_TYPES];
    void *saved;
    size_t saved_size;
} test_storage_model;

static void test_storage_check(const test_storage_model *model, const gc_sparse_world *world) {
    for (int t = 0; t < TEST_STORAGE_TYPES && !test_failures_here; t++) {
        const gc_sparse_pool *pool = gc_sparse_pool_of(world, model->types[t]);
        CHECK_U64(gc_sparse_info(world, model->types[t]).count, model->counts[t]);
        for (uint32_t e = 0; e < TEST_STORAGE_SLOTS && !test_failures_here; e++) {
            const uint32_t *at = (const uint32_t *)gc_sparse_pool_get(pool, model->ids[e], pool->size);
            CHECK((at != NULL) == (model->values[e][t] != 0));
            CHECK(gc_sparse_has(world, model->ids[e], model->types[t]) == (at != NULL));
            if (at && pool->size) CHECK_U64(*at, model->values[e][t]);
        }
    }
}

// Adds, sets or removes one component, or ends one entity, which another one follows.
static void test_storage_step(test_storage_model *model, uint64_t *random, bool growing) {
    uint32_t e = test_storage_random(random, TEST_STORAGE_SLOTS);
    uint32_t t = test_storage_random(random, TEST_STORAGE_TYPES), what = test_storage_random(random, 16);
    uint32_t value[16], *has = &model->values[e][t];
    for (int i = 0; i < 16; i++) value[i] = 1 + test_storage_random(random, 1u << 30);

    if (what == 0) {
        for (t = 0; t < TEST_STORAGE_TYPES; t++) {
            model->counts[t] -= model->values[e][t] != 0;
            model->values[e][t] = 0;
        }
        CHECK_INT(gc_sparse_destroy(model->world, model->ids[e]), GC_SPARSE_OK);
        CHECK(!gc_sparse_has(model->world, model->ids[e], model->types[0]));
        model->ids[e] = gc_sparse_create(model->world);
    } else if (growing ? what < 14 : what < 3) {
        CHECK_INT(gc_sparse_set_value(model->world, model->ids[e], model->types[t], value), GC_SPARSE_OK);
        model->counts[t] += *has == 0;
        *has = value[0];
    } else {
        int result = gc_sparse_remove(model->world, model->ids[e], model->types[t]);
        CHECK_INT(result, *has ? GC_SPARSE_OK : GC_SPARSE_E_NOT_FOUND);
        model->counts[t] -= *has != 0;
        *has = 0;
    }
}

// Rows of each type in some other order; the twin becomes what the world is.
static void test_storage_round(test_storage_model *model, uint64_t *random) {
    gc_sparse_type type = model->types[test_storage_random(random, TEST_STORAGE_TYPES)];
    CHECK_INT(gc_sparse_sort_as(model->world, model->types[3], type), GC_SPARSE_OK);
    if (test_storage_random(random, 2)) CHECK_INT(gc_sparse_shrink(model->world), GC_SPARSE_OK);
    test_storage_check(model, model->world);
    CHECK_INT(gc_sparse_copy(model->twin, model->world), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_hash_all(model->twin), gc_sparse_hash_all(model->world));
    test_storage_check(model, model->twin);

    // The copy goes on, and the world is its twin's.
    gc_sparse_world *world = model->world;
    model->world = model->twin;
    model->twin = world;
}

// Types become rare, common, and rare again, in a random order; all is found at each place.
static void test_sparse_storage_model(void) {
    static test_storage_model model;
    uint64_t random = test_seed;
    for (int kept = 0; kept < 2; kept++) {
        memset(&model, 0, sizeof model);
        model.world = test_storage_open(NULL, model.types, kept != 0);
        model.twin = gc_sparse_open_like(model.world, NULL);
        CHECK_INT(gc_sparse_create_n(model.world, model.ids, TEST_STORAGE_SLOTS), GC_SPARSE_OK);

        uint32_t rare = 0, common = 0, steps = 1;
        for (int round = 0; round < 26 && !test_failures_here; round++) {
            bool growing = round % 13 < 9;
            steps = round % 13 ? steps * 5 : 1;
            if (steps > 60000) steps = 60000;
            for (uint32_t i = 0; i < steps; i++) test_storage_step(&model, &random, growing);

            for (int t = 0; t < TEST_STORAGE_TYPES; t++) {
                const gc_sparse_pool *pool = gc_sparse_pool_of(model.world, model.types[t]);
                rare += pool->table != NULL;
                common += pool->sparse != NULL;
            }
            test_storage_round(&model, &random);
            if (growing) continue;

            CHECK_INT(gc_sparse_clear(model.world), GC_SPARSE_OK);
            CHECK_INT(gc_sparse_create_n(model.world, model.ids, TEST_STORAGE_SLOTS), GC_SPARSE_OK);
            memset(model.values, 0, sizeof model.values);
            memset(model.counts, 0, sizeof model.counts);
        }

        CHECK(rare > 20 && common > 20);
        gc_sparse_close(model.world);
        gc_sparse_close(model.twin);
    }
}

// ---- memory

// What `count` components each of `types` types of 8 bytes take, at random slots of `slots`.
static size_t test_storage_bytes(uint32_t slots, uint32_t types, uint32_t count) {
    test_storage_heap heap = { 0, 0, 0 };
    gc_sparse_desc desc;
    gc_sparse_component_desc component;
    uint64_t random = test_seed;
    memset(&desc, 0, sizeof desc);
    memset(&component, 0, sizeof component);
    desc.allocator.resize = test_storage_resize;
    desc.allocator.user = &heap;
    desc.max_types = types + 1;
    component.size = 8;

    gc_sparse_world *world = gc_sparse_open(&desc, NULL);
    gc_sparse_id *ids = (gc_sparse_id *)malloc(slots * sizeof *ids);
    CHECK_INT(gc_sparse_create_n(world, ids, slots), GC_SPARSE_OK);

    // One type that all have, so that all slots have their masks.
    gc_sparse_type type;
    CHECK_INT(gc_sparse_component(world, &component, &type), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids, slots, type, NULL), GC_SPARSE_OK);

    size_t before = heap.bytes;
    for (uint32_t t = 0; t < types; t++) {
        CHECK_INT(gc_sparse_component(world, &component, &type), GC_SPARSE_OK);
        for (uint32_t i = 0; i < count; i++) {
            CHECK(gc_sparse_add(world, ids[test_storage_random(&random, slots)], type) != NULL);
        }
    }

    size_t bytes = heap.bytes - before;
    gc_sparse_close(world);
    CHECK_U64(heap.bytes, 0);
    free(ids);
    return bytes;
}

// A rare type costs what it holds: 60 of one entity each at most 2 KB a type, and 200 of 1,000
// entities at most 64 bytes an entity, its component included; however many slots there are.
static void test_sparse_storage_rare(void) {
    size_t few = test_storage_bytes(100000, 60, 1), many = test_storage_bytes(1000000, 200, 1000);
    CHECK(few <= 60u * 2048);
    CHECK(many <= 200u * 1000 * 64);
    CHECK(many >= 199u * 1000 * 8);     // columns are the allocator's as well
    CHECK_U64(test_storage_bytes(400000, 60, 1), few);
}

// ---- columns that stay

// Pointers that were taken before a million further adds, a copy and a shrink are valid after.
static void test_sparse_storage_stays(void) {
#if defined(GC_SPARSE_PRIV_RANGES) && GC_SPARSE_PRIV_RANGE_ROWS > 1000000
    enum { HELD = 1000, ADDS = 1000000 };
    static uint32_t *held[HELD];
    gc_sparse_type types[TEST_STORAGE_TYPES];
    gc_sparse_world *world = test_storage_open(NULL, types, false), *like = gc_sparse_open_like(world, NULL);
    for (uint32_t i = 0; i < ADDS + HELD && !test_failures_here; i++) {
        uint32_t *value = (uint32_t *)gc_sparse_add(world, gc_sparse_create(world), types[2]);
        CHECK(value != NULL && (uintptr_t)value % 4 == 0);
        *value = i;
        if (i < HELD) held[i] = value;
    }

    // A copy that grows what it is copied to, and one back.
    gc_sparse_id first = gc_sparse_create(like);
    uint32_t *other = (uint32_t *)gc_sparse_add(like, first, types[2]);
    CHECK_INT(gc_sparse_copy(like, world), GC_SPARSE_OK);
    CHECK_U64(*other, 0);
    for (uint32_t i = 0; i < HELD; i++) *held[i] += 7;
    CHECK_INT(gc_sparse_copy(world, like), GC_SPARSE_OK);

    // What lies behind the last row is given back, and comes again.
    for (uint32_t i = ADDS + HELD; i-- > HELD;) gc_sparse_destroy(world, gc_sparse_id_of(world, i));
    CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK);
    for (uint32_t i = 0; i < HELD; i++) CHECK_U64(*held[i], i);
    for (uint32_t i = 0; i < ADDS; i++) gc_sparse_add(world, gc_sparse_create(world), types[2]);
    for (uint32_t i = 0; i < HELD; i++) CHECK_U64(*held[i], i);
    CHECK(gc_sparse_get(world, gc_sparse_id_of(world, 0), types[2]) == (void *)held[0]);

    gc_sparse_close(world);
    gc_sparse_close(like);
#else
    SKIP("columns move in this build");
#endif
}

// ---- copies by change

enum { TEST_STORAGE_COPIES = 3 };

// Each slot is found in the row that it has, and no other one is found.
static void test_storage_index(const gc_sparse_world *world, const gc_sparse_type *types) {
    for (int t = 0; t < TEST_STORAGE_TYPES; t++) {
        const gc_sparse_pool *pool = gc_sparse_pool_of(world, types[t]);
        uint32_t found = 0, wrong = 0;
        for (uint32_t slot = 0; slot < pool->slots; slot++) found += gc_sparse_priv_find(pool, slot) != 0;
        for (uint32_t row = 0; row < pool->count; row++) {
            wrong += gc_sparse_priv_find(pool, pool->dense[row]) != row + 1;
        }
        CHECK_U64(found, pool->count);
        CHECK_U64(wrong, 0);
    }
}

// Something that marks what it changes: pointers that are told, walks, sorts, saves.
static void test_storage_change(test_storage_model *model, uint64_t *random) {
    uint32_t e = test_storage_random(random, TEST_STORAGE_SLOTS);
    gc_sparse_world *world = model->world;
    gc_sparse_query_desc query;
    gc_sparse_view view;
    memset(&query, 0, sizeof query);

    switch (test_storage_random(random, 24)) {
    case 0:
        query.include[0] = query.write[0] = model->types[2];
        query.include[1] = model->types[3];
        gc_sparse_begin(&view, world, &query);
        for (int chunks = 0; chunks < 2 && gc_sparse_next(&view); chunks++) {
            for (size_t i = 0; i < view.count; i++) ++*(uint32_t *)gc_sparse_view_at(&view, 0, i, 12);
        }
        break;
    case 1: CHECK_INT(gc_sparse_sort_as(world, model->types[3], model->types[2]), GC_SPARSE_OK); break;
    case 2: CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK); break;
    case 3:     // what was saved before
        if (model->saved) CHECK_INT(gc_sparse_load(world, model->saved, model->saved_size), GC_SPARSE_OK);
        break;
    case 5:
        free(model->saved);
        model->saved_size = gc_sparse_save(world, NULL, 0);
        model->saved = malloc(model->saved_size);
        CHECK_U64(gc_sparse_save(world, model->saved, model->saved_size), model->saved_size);
        break;
    case 4:
        if (test_storage_random(random, 4)) break;
        CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_create_n(world, model->ids, TEST_STORAGE_SLOTS / 2), GC_SPARSE_OK);
        break;
    default:
        for (uint32_t i = 0; i < 40; i++, e = test_storage_random(random, TEST_STORAGE_SLOTS)) {
            uint32_t *value = (uint32_t *)gc_sparse_get(world, gc_sparse_id_of(world, e), model->types[3]);
            if (!value) value = (uint32_t *)gc_sparse_add(world, gc_sparse_id_of(world, e), model->types[3]);
            if (!value) continue;
            gc_sparse_touch(world, gc_sparse_id_of(world, e), model->types[3]);
            value[15]++;
        }
    }
}

// A world, copies of it of different ages, and ways back: each is what it is a copy of, to the
// last row and in every lookup. Types are copied by change, whole, and by change to one alone;
// there are no groups, the same ones, and other ones, where the order of rows is another.
static void test_sparse_storage_by_change(void) {
    static test_storage_model model;
    uint64_t random = test_seed;
    for (int kept = 0; kept < 3; kept++) {
        uint64_t (*hash)(const gc_sparse_world *) = kept < 2 ? gc_sparse_hash_all : gc_sparse_hash;
        gc_sparse_world *copies[TEST_STORAGE_COPIES];
        uint64_t hashes[TEST_STORAGE_COPIES];
        memset(&model, 0, sizeof model);
        model.world = test_storage_open(NULL, model.types, kept != 0);
        CHECK_INT(gc_sparse_create_n(model.world, model.ids, TEST_STORAGE_SLOTS), GC_SPARSE_OK);
        for (int t = 0; t < 4; t++) {
            if (t != 1) CHECK_INT(gc_sparse_copy_by_change(model.world, model.types[t]), GC_SPARSE_OK);
        }
        for (int i = 0; i < TEST_STORAGE_COPIES; i++) {
            if (i < 2) copies[i] = gc_sparse_open_like(model.world, NULL);
            else copies[i] = test_storage_open(NULL, model.types, kept == 1);
            if (i == 2) CHECK_INT(gc_sparse_copy_by_change(copies[i], model.types[3]), GC_SPARSE_OK);
            CHECK_INT(gc_sparse_copy(copies[i], model.world), GC_SPARSE_OK);
            hashes[i] = hash(copies[i]);
        }

        for (int round = 0; round < 300 && !test_failures_here; round++) {
            uint32_t steps = 1u << test_storage_random(&random, 9), i = test_storage_random(&random, 3);
            for (uint32_t e = 0; e < TEST_STORAGE_SLOTS; e++) model.ids[e] = gc_sparse_id_of(model.world, e);
            for (uint32_t step = 0; step < steps; step++) {
                gc_sparse_id id = model.ids[test_storage_random(&random, TEST_STORAGE_SLOTS)];
                gc_sparse_type type = model.types[test_storage_random(&random, 4)];
                uint32_t value[16] = { step }, what = test_storage_random(&random, 16);
                if (what < 10) gc_sparse_set_value(model.world, id, type, value);
                else if (what < 14) gc_sparse_remove(model.world, id, type);
                else if (what < 15) gc_sparse_destroy(model.world, id);
                else gc_sparse_create(model.world);
            }
            test_storage_change(&model, &random);

            // To a copy, or back from one; between two copies as well.
            if (test_storage_random(&random, 3)) {
                CHECK_INT(gc_sparse_copy(copies[i], model.world), GC_SPARSE_OK);
                hashes[i] = hash(model.world);
                CHECK_U64(hash(copies[i]), hashes[i]);
                test_storage_index(copies[i], model.types);
            } else {
                gc_sparse_world *to = test_storage_random(&random, 4) ? model.world : copies[(i + 1) % 3];
                for (uint32_t step = 0; step < steps % 32; step++) {    // a copy goes on by itself
                    uint32_t slot = test_storage_random(&random, TEST_STORAGE_SLOTS);
                    gc_sparse_add(copies[i], gc_sparse_id_of(copies[i], slot), model.types[1]);
                    gc_sparse_add(copies[i], gc_sparse_id_of(copies[i], slot), model.types[0]);
                }
                hashes[i] = hash(copies[i]);
                CHECK_INT(gc_sparse_copy(to, copies[i]), GC_SPARSE_OK);
                CHECK_U64(hash(to), hashes[i]);
                if (to != model.world) hashes[(i + 1) % 3] = hashes[i];
                test_storage_index(to, model.types);

                // And back again, which changes nothing but the order of rows.
                CHECK_INT(gc_sparse_copy(copies[i], to), GC_SPARSE_OK);
                CHECK_U64(hash(copies[i]), hashes[i]);
                test_storage_index(copies[i], model.types);
            }
        }

        CHECK_U64(gc_sparse_stats(model.world).untold, 0);
        free(model.saved);
        gc_sparse_close(model.world);
        for (int i = 0; i < TEST_STORAGE_COPIES; i++) gc_sparse_close(copies[i]);
    }
}

// Few, many and all blocks written: the copy is the same, and what has changed in it is told by
// blocks of 64 rows, no others.
static void test_sparse_storage_many(void) {
    enum { ROWS = 64 * 16 * 3 + 5 };
    static gc_sparse_id ids[ROWS];
    gc_sparse_type types[TEST_STORAGE_TYPES], type;
    gc_sparse_world *world = test_storage_open(NULL, types, false);
    type = types[3];
    CHECK_INT(gc_sparse_copy_by_change(world, type), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_track(world, type), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(world, ids, ROWS), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids, ROWS, type, NULL), GC_SPARSE_OK);
    gc_sparse_world *like = gc_sparse_open_like(world, NULL);
    CHECK_INT(gc_sparse_copy(like, world), GC_SPARSE_OK);

    for (uint32_t apart = 1; apart < ROWS; apart += apart < 40 ? 3 : 97) {
        uint64_t seen = gc_sparse_tick(like);
        uint32_t blocks = 0, last = UINT32_MAX, rows = 0;
        for (uint32_t row = apart / 2; row < (apart == 1 ? 300 : ROWS); row += apart) {
            ++*(uint32_t *)gc_sparse_get(world, ids[row], type);
            CHECK(gc_sparse_touch(world, ids[row], type));
            blocks += last == UINT32_MAX || row / 64 != last / 64;
            last = row;
        }
        CHECK_INT(gc_sparse_copy(like, world), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash_all(like), gc_sparse_hash_all(world));

        gc_sparse_query_desc query;
        gc_sparse_view view;
        memset(&query, 0, sizeof query);
        query.include[0] = query.changed = type;
        query.since = seen;
        for (gc_sparse_begin(&view, like, &query); gc_sparse_next(&view);) rows += (uint32_t)view.count;
        CHECK_U64(rows, blocks * 64 - (last / 64 == ROWS / 64 ? 64 - ROWS % 64 : 0));
    }
    CHECK_U64(gc_sparse_stats(world).untold, 0);
    gc_sparse_close(world);
    gc_sparse_close(like);
}

// What is not told is not copied, which a debug build finds and names; a told one is.
static void test_sparse_storage_untold(void) {
    gc_sparse_type types[TEST_STORAGE_TYPES];
    gc_sparse_world *world = test_storage_open(NULL, types, false);
    CHECK_INT(gc_sparse_copy_by_change(world, types[3]), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_copy_by_change(world, types[3]), GC_SPARSE_OK);
    gc_sparse_world *like = gc_sparse_open_like(world, NULL);
    gc_sparse_id ids[100];
    CHECK_INT(gc_sparse_create_n(world, ids, 100), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids, 100, types[3], NULL), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_copy(like, world), GC_SPARSE_OK);

    // An add of what is there tells, as a touch does; only blocks that were told are copied.
    for (int i = 0; i < 2; i++) {
        uint32_t *value = (uint32_t *)gc_sparse_get(world, ids[50], types[3]);
        if (i == 0) CHECK(gc_sparse_add(world, ids[50], types[3]) == (void *)value);
        else CHECK(gc_sparse_touch(world, ids[50], types[3]));
        *value += 5;
        CHECK_INT(gc_sparse_copy(like, world), GC_SPARSE_OK);
        CHECK_U64(*(uint32_t *)gc_sparse_get(like, ids[50], types[3]), *value);
    }
    CHECK_U64(gc_sparse_stats(world).untold, 0);

#ifdef TEST_SPARSE_COUNTS_ASSERTS
    int asserts = test_sparse_asserts;
    ++*(uint32_t *)gc_sparse_get(world, ids[70], types[3]);
    CHECK_INT(gc_sparse_copy(like, world), GC_SPARSE_OK);
    gc_sparse_statistics numbers = gc_sparse_stats(world);
    CHECK_U64(numbers.untold, 1);
    CHECK_U64(numbers.untold_type.index, types[3].index);
    CHECK(gc_sparse_id_equal(numbers.untold_id, ids[70]));
    CHECK_U64(gc_sparse_stats(like).untold, 1);
    CHECK_INT(test_sparse_asserts - asserts, 1);
    test_sparse_asserts = asserts;
    CHECK_U64(*(uint32_t *)gc_sparse_get(like, ids[70], types[3]), 1);
#endif

    // Entities alone, which are copied where there are others; also to and from a world that
    // has become so behind a copy.
    gc_sparse_world *third = test_storage_open(NULL, types, false);
    gc_sparse_id id = gc_sparse_create(world);
    CHECK_INT(gc_sparse_copy(third, world), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_copy_by_change(third, types[3]), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_copy(third, like), GC_SPARSE_OK);
    CHECK(!gc_sparse_alive(third, id));
    CHECK_U64(gc_sparse_hash_all(third), gc_sparse_hash_all(like));
    CHECK_INT(gc_sparse_copy(like, world), GC_SPARSE_OK);
    CHECK(gc_sparse_alive(like, id));
    gc_sparse_close(third);

    // Of direct kind, and a tree, there is no such copy.
    gc_sparse_component_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.size = sizeof(gc_sparse_node);
    gc_sparse_type node, other, direct;
    CHECK_INT(gc_sparse_component(world, &desc, &node), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_component(world, &desc, &other), GC_SPARSE_OK);
    desc.kind = GC_SPARSE_DIRECT;
    CHECK_INT(gc_sparse_component(world, &desc, &direct), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_copy_by_change(world, other), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_tree(world, other), GC_SPARSE_E_UNSUPPORTED);
    CHECK_INT(gc_sparse_tree(world, node), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_copy_by_change(world, node), GC_SPARSE_E_UNSUPPORTED);
    CHECK_INT(gc_sparse_copy_by_change(world, direct), GC_SPARSE_E_UNSUPPORTED);
    gc_sparse_close(world);
    gc_sparse_close(like);
}

// ---- failing memory

// Steps in which a type becomes rare, has more, becomes common, and shrinks; false: no memory.
static bool test_storage_scene(gc_sparse_world *world, const gc_sparse_type *types, const gc_sparse_id *ids,
                               int step) {
    uint32_t first = step == 1 ? 3000 : 0, last = step == 0 ? 1 : step == 1 ? 3040 : 1400;
    if (step == 3) return gc_sparse_shrink(world) == GC_SPARSE_OK;
    for (uint32_t e = first; e < last; e++) {
        for (int t = 0; t < TEST_STORAGE_TYPES; t++) {
            if (!gc_sparse_add(world, ids[e], types[t])) return false;
        }
    }
    return true;
}

// Each allocation fails once, and everything is as it was, but for components that were added
// before; then the same goes well.
static void test_sparse_storage_failing(void) {
    static gc_sparse_id ids[4000];
    size_t calls = 1;
    for (size_t fail = 1; fail <= calls && !test_failures_here; fail++) {
        test_storage_heap heap = { 0, 0, 0 };
        gc_sparse_type types[TEST_STORAGE_TYPES];
        gc_sparse_world *world = test_storage_open(&heap, types, fail % 2 == 0);
        CHECK_INT(gc_sparse_create_n(world, ids, 4000), GC_SPARSE_OK);
        if (fail % 3 == 0) CHECK_INT(gc_sparse_copy_by_change(world, types[3]), GC_SPARSE_OK);
        gc_sparse_world *like = gc_sparse_open_like(world, NULL);

        heap.calls = 0;
        heap.fail_at = fail;
        for (int step = 0; step < 4; step++) {
            uint64_t hash = gc_sparse_hash_all(world);
            if (!test_storage_scene(world, types, ids, step)) {
                if (step == 3) CHECK_U64(gc_sparse_hash_all(world), hash);
                CHECK(test_storage_scene(world, types, ids, step));
            }

            hash = gc_sparse_hash_all(like);
            if (gc_sparse_copy(like, world) != GC_SPARSE_OK) {
                CHECK_U64(gc_sparse_hash_all(like), hash);
                CHECK_INT(gc_sparse_copy(like, world), GC_SPARSE_OK);
            }
            CHECK_U64(gc_sparse_hash_all(like), gc_sparse_hash_all(world));
        }

        for (uint32_t e = 0; e < 4000; e++) {
            bool has = e < 1400 || (e >= 3000 && e < 3040);
            for (int t = 0; t < TEST_STORAGE_TYPES; t++) CHECK(gc_sparse_has(like, ids[e], types[t]) == has);
        }

        calls = heap.calls;
        gc_sparse_close(world);
        gc_sparse_close(like);
        CHECK_U64(heap.bytes, 0);
    }
    CHECK(calls > 40);
}

static const test_case test_sparse_storage_cases[] = {
    TEST_CASE(test_sparse_storage_model),
    TEST_CASE(test_sparse_storage_rare),
    TEST_CASE(test_sparse_storage_stays),
    TEST_CASE(test_sparse_storage_by_change),
    TEST_CASE(test_sparse_storage_many),
    TEST_CASE(test_sparse_storage_untold),
    TEST_CASE(test_sparse_storage_failing),
};
TEST_MAIN(test_sparse_storage_cases)
