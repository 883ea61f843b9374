// test_sparse.c - tests of gc_sparse.h: naive models, exhaustive sequences, failing allocators,
// threads.
//
// GC_SPARSE_ASSERT is replaced by a counter, so that one build sees both that misuse trips the
// assertion and which error value a release build gives. Where the header came in before this
// file, its assertions are not ours, and the tests of misuse are skipped, unless whoever
// included it has defined TEST_SPARSE_COUNTS_ASSERTS and the same counter.
#if !defined(GC_SPARSE_H) && !defined(TEST_SPARSE_COUNTS_ASSERTS)
#define TEST_SPARSE_COUNTS_ASSERTS
static int test_sparse_asserts;
#define GC_SPARSE_ASSERT(c) ((c) ? (void)0 : (void)test_sparse_asserts++)
#endif
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#include "support/test.h"

// `make soak` has longer counts.
#ifndef TEST_SPARSE_OPERATIONS
#define TEST_SPARSE_OPERATIONS 10000000     // random ones against the model
#endif
#ifndef TEST_SPARSE_LENGTH
#define TEST_SPARSE_LENGTH 6                // of all sequences
#endif
#ifndef TEST_SPARSE_REUSES
#define TEST_SPARSE_REUSES 1000000          // of a slot
#endif

#if !defined(_WIN32)
#define TEST_SPARSE_THREADS
#include <pthread.h>
#endif

#ifdef TEST_SPARSE_COUNTS_ASSERTS
#define TEST_SPARSE_NEEDS_COUNTER test_sparse_asserts = 0
// The expression is misuse: exactly one assertion in it fails.
#define TEST_SPARSE_MISUSE(expression)              \
    do {                                            \
        int test_sparse_before = test_sparse_asserts; \
        CHECK(expression);                          \
        CHECK_INT(test_sparse_asserts - test_sparse_before, 1); \
    } while (0)
#else
#define TEST_SPARSE_NEEDS_COUNTER SKIP("the assertions of gc_sparse.h are not counted in this build")
#define TEST_SPARSE_MISUSE(expression) CHECK(expression)
#endif

// ---- helpers

static uint64_t test_sparse_random(uint64_t *state) {   // splitmix64
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint32_t test_sparse_below(uint64_t *state, uint32_t n) {
    return (uint32_t)(test_sparse_random(state) % n);
}

// Kinds of the types to be registered, a bit for each in order: 1 is direct. Tests run over
// some of these.
static uint32_t test_sparse_kinds;
static const uint32_t test_sparse_kinds_tried[3] = { 0xffffffffu, 0x55555555u, 0x66666666u };

static gc_sparse_type test_sparse_type(gc_sparse_world *world, size_t size, size_t align) {
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    memset(&desc, 0, sizeof desc);
    desc.name = "test";
    desc.size = size;
    desc.align = align;
    bool direct = test_sparse_kinds >> gc_sparse_stats(world).types % 32 & 1;
    desc.kind = direct ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
    CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);
    return type;
}

static const gc_sparse_id test_sparse_zero_id = { 0, 0 };
static const gc_sparse_listener test_sparse_deaf = { NULL, NULL, NULL, NULL };
static const gc_sparse_type test_sparse_zero_type = { 0 };

// A query of one included type, and another that may be zero.
static gc_sparse_query_desc test_sparse_with(gc_sparse_type a, gc_sparse_type b) {
    gc_sparse_query_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.include[0] = a;
    desc.include[1] = b;
    return desc;
}

// Counts the matches of a query.
static size_t test_sparse_count(gc_sparse_world *world, gc_sparse_type a, gc_sparse_type b) {
    gc_sparse_query_desc desc = test_sparse_with(a, b);
    gc_sparse_view view = gc_sparse_query(world, &desc);
    size_t count = 0;
    while (gc_sparse_next(&view)) count += view.count;
    CHECK_U64(gc_sparse_view_count(&view), count);
    return count;
}

// A hash of ids in the order of a walk: what gc_sparse_hash leaves out on purpose.
static uint64_t test_sparse_order_of(gc_sparse_world *world, const gc_sparse_query_desc *desc) {
    gc_sparse_view view = gc_sparse_query(world, desc);
    uint64_t hash = 1;
    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) {
            gc_sparse_id id = gc_sparse_view_id(&view, i);
            hash = (hash ^ ((uint64_t)id.generation << 32 | id.slot)) * 0x100000001b3u;
            hash ^= hash >> 29;
        }
    }
    return hash;
}

static uint64_t test_sparse_order(gc_sparse_world *world, gc_sparse_type type) {
    gc_sparse_query_desc desc = test_sparse_with(type, test_sparse_zero_type);
    return test_sparse_order_of(world, &desc);
}

// The types of the model tests: sizes 4, 12, 0, 64 (aligned to 64), 1.
enum { TEST_SPARSE_TYPES = 5, TEST_SPARSE_ENTRIES = 300, TEST_SPARSE_STALE = 64 };
static const size_t test_sparse_sizes[TEST_SPARSE_TYPES] = { 4, 12, 0, 64, 1 };
static const size_t test_sparse_aligns[TEST_SPARSE_TYPES] = { 4, 0, 0, 64, 0 };

// The bytes that stand for a value of a type; value 0 is all zero.
static void test_sparse_bytes(unsigned char *out, int type, uint32_t value) {
    for (size_t i = 0; i < test_sparse_sizes[type]; i++) {
        out[i] = (unsigned char)((value >> (8 * (i % 4))) * (1 + 2 * (i / 4)));
    }
}

// Arrays of optionals. Entries are places of the model, not slots.
typedef struct test_sparse_model {
    gc_sparse_world *world;
    gc_sparse_type types[TEST_SPARSE_TYPES];
    gc_sparse_id id[TEST_SPARSE_ENTRIES];
    bool alive[TEST_SPARSE_ENTRIES];
    bool has[TEST_SPARSE_ENTRIES][TEST_SPARSE_TYPES];
    uint32_t value[TEST_SPARSE_ENTRIES][TEST_SPARSE_TYPES];
    gc_sparse_id stale[TEST_SPARSE_STALE];
    size_t stale_count;     // ever, the ring holds the newest
} test_sparse_model;

// Behind `pad` other types: those past the 63rd share a bit of masks.
static void test_sparse_model_open_behind(test_sparse_model *model, const gc_sparse_desc *desc, int pad) {
    memset(model, 0, sizeof *model);
    model->world = gc_sparse_open(desc, NULL);
    for (int i = 0; i < pad; i++) test_sparse_type(model->world, 4, 4);
    for (int t = 0; t < TEST_SPARSE_TYPES; t++) {
        model->types[t] = test_sparse_type(model->world, test_sparse_sizes[t], test_sparse_aligns[t]);
    }
}

static void test_sparse_model_open(test_sparse_model *model, const gc_sparse_desc *desc) {
    test_sparse_model_open_behind(model, desc, 0);
}

static void test_sparse_model_died(test_sparse_model *model, int e) {
    model->alive[e] = false;
    memset(model->has[e], 0, sizeof model->has[e]);
    memset(model->value[e], 0, sizeof model->value[e]);
    model->stale[model->stale_count++ % TEST_SPARSE_STALE] = model->id[e];
}

// One entity of the model against the world.
static void test_sparse_model_check_one(const test_sparse_model *model, int e) {
    CHECK(gc_sparse_alive(model->world, model->id[e]) == model->alive[e]);
    for (int t = 0; t < TEST_SPARSE_TYPES; t++) {
        unsigned char want[64];
        const gc_sparse_pool *pool = gc_sparse_pool_of(model->world, model->types[t]);
        void *got = gc_sparse_get(model->world, model->id[e], model->types[t]);
        CHECK(gc_sparse_has(model->world, model->id[e], model->types[t]) == model->has[e][t]);
        CHECK((got != NULL) == model->has[e][t]);
        CHECK(gc_sparse_pool_get(pool, model->id[e], test_sparse_sizes[t]) == got);
        if (!got || test_sparse_sizes[t] == 0) continue;
        test_sparse_bytes(want, t, model->value[e][t]);
        CHECK(memcmp(got, want, test_sparse_sizes[t]) == 0);
    }
}

// What walks over entities and types tell, and the numbers of types.
static void test_sparse_model_introspect(const test_sparse_model *model, const size_t *counts) {
    uint32_t alive = 0, last = 0;

    gc_sparse_id id = gc_sparse_next_entity(model->world, test_sparse_zero_id);
    for (; id.generation; id = gc_sparse_next_entity(model->world, id), alive++) {
        int e = 0;
        gc_sparse_type type = gc_sparse_next_type(model->world, id, test_sparse_zero_type);

        while (e < TEST_SPARSE_ENTRIES && !gc_sparse_id_equal(id, model->id[e])) e++;
        if (!CHECK(e < TEST_SPARSE_ENTRIES && model->alive[e])) return;
        CHECK(alive == 0 || id.slot > last);
        last = id.slot;

        // Its types, in the order of their numbers.
        for (int t = 0; t < TEST_SPARSE_TYPES; t++) {
            if (!model->has[e][t]) continue;
            CHECK(gc_sparse_type_equal(type, model->types[t]));
            type = gc_sparse_next_type(model->world, id, type);
        }
        CHECK_U64(type.index, 0);
    }

    CHECK_U64(gc_sparse_stats(model->world).entities, alive);

    for (int t = 0; t < TEST_SPARSE_TYPES; t++) {
        gc_sparse_type_info info = gc_sparse_info(model->world, model->types[t]);
        CHECK(info.count == counts[t] && info.size == test_sparse_sizes[t] && info.align > 0);
        CHECK(info.name == gc_sparse_name(model->world, model->types[t]));
    }
}

static void test_sparse_model_check(const test_sparse_model *model) {
    uint32_t alive = 0;
    size_t counts[TEST_SPARSE_TYPES] = { 0 };
    for (int e = 0; e < TEST_SPARSE_ENTRIES; e++) {
        if (model->id[e].generation != 0) test_sparse_model_check_one(model, e);
        alive += model->alive[e];
        for (int t = 0; t < TEST_SPARSE_TYPES; t++) counts[t] += model->has[e][t];
    }
    CHECK_U64(gc_sparse_stats(model->world).entities, alive);
    test_sparse_model_introspect(model, counts);
    for (int t = 0; t < TEST_SPARSE_TYPES; t++) {
        CHECK_U64(test_sparse_count(model->world, model->types[t], test_sparse_zero_type), counts[t]);
    }
}

// Every call with a stale id is refused and changes nothing.
static void test_sparse_refuses(const test_sparse_model *model, gc_sparse_id id) {
    CHECK(!gc_sparse_alive(model->world, id));
    CHECK_INT(gc_sparse_destroy(model->world, id), GC_SPARSE_E_STALE);
    for (int t = 0; t < TEST_SPARSE_TYPES; t++) {
        CHECK(gc_sparse_get(model->world, id, model->types[t]) == NULL);
        CHECK(!gc_sparse_has(model->world, id, model->types[t]));
        CHECK(gc_sparse_add(model->world, id, model->types[t]) == NULL);
        CHECK_INT(gc_sparse_set_value(model->world, id, model->types[t], "0"), GC_SPARSE_E_STALE);
        CHECK_U64(gc_sparse_next_type(model->world, id, model->types[t]).index, 0);
        CHECK_U64(gc_sparse_clone(model->world, id).generation, 0);
        CHECK_INT(gc_sparse_remove(model->world, id, model->types[t]), GC_SPARSE_E_STALE);
    }
}

// What is kept comes back, whatever has happened since: by a copy in a world that has neither
// groups nor lists, or as bytes.
static void test_sparse_model_keep(test_sparse_model *model, uint64_t *random, bool copy) {
    gc_sparse_desc open;
    memset(&open, 0, sizeof open);
    open.max_types = gc_sparse_stats(model->world).types;
    gc_sparse_world *world = model->world, *twin = gc_sparse_open(&open, NULL);
    uint64_t hash = gc_sparse_hash(world), all = gc_sparse_hash_all(world);
    size_t size = gc_sparse_save(world, NULL, 0);
    void *bytes = malloc(size);
    for (uint32_t t = 1; copy && t <= gc_sparse_stats(world).types; t++) {
        gc_sparse_type type = { t };
        gc_sparse_type_info info = gc_sparse_info(world, type);
        gc_sparse_component_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.name = info.name;
        desc.size = info.size;
        desc.align = info.align;
        desc.kind = info.kind;
        CHECK_INT(gc_sparse_component(twin, &desc, &type), GC_SPARSE_OK);
    }
    if (copy) CHECK_INT(gc_sparse_copy(twin, world), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_save(world, bytes, size), size);

    // All of them away, or some of them changed.
    if (test_sparse_below(random, 2)) CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
    for (int i = 0; i < 40; i++) {
        gc_sparse_id id = gc_sparse_id_of(world, test_sparse_below(random, gc_sparse_stats(world).slots + 1));
        gc_sparse_type type = model->types[test_sparse_below(random, TEST_SPARSE_TYPES)];
        if (id.generation == 0) id = gc_sparse_create(world);
        if (i % 4 == 0) gc_sparse_destroy(world, id);
        else if (gc_sparse_has(world, id, type)) gc_sparse_remove(world, id, type);
        else gc_sparse_add(world, id, type);
    }

    if (copy) CHECK_INT(gc_sparse_copy(world, twin), GC_SPARSE_OK);
    else CHECK_INT(gc_sparse_load(world, bytes, size), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_hash(world), hash);
    if (!copy) CHECK_U64(gc_sparse_hash_all(world), all);
    for (int e = 0; e < TEST_SPARSE_ENTRIES; e += 7) {
        if (model->id[e].generation != 0) test_sparse_model_check_one(model, e);
    }
    free(bytes);
    gc_sparse_close(twin);
}

// A batch: one of the _n functions on entities that live, or the same through commands, or
// shrink; or what is kept.
static void test_sparse_model_batch(test_sparse_model *model, uint64_t *random) {
    enum { MOST = 40 };
    int entries[MOST], n = 0, t = (int)test_sparse_below(random, TEST_SPARSE_TYPES);
    uint32_t what = test_sparse_below(random, 8), most = 1 + test_sparse_below(random, MOST);
    gc_sparse_id ids[MOST];
    unsigned char bytes[MOST * 64];

    gc_sparse_commands *commands = gc_sparse_record(model->world, what, 0);

    // Some entities: living ones, or entries that are free.
    for (int e = 0; e < TEST_SPARSE_ENTRIES && n < (int)most; e++) {
        if (model->alive[e] != (what != 0) || test_sparse_below(random, 4) != 0) continue;
        ids[n] = model->id[e];
        entries[n++] = e;
    }

    if (what > 5) {
        test_sparse_model_keep(model, random, what == 7);
        return;
    }
    if (what == 5) {
        uint64_t hash = gc_sparse_hash(model->world);
        CHECK_INT(gc_sparse_shrink(model->world), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash(model->world), hash);
        return;
    }

    if (what == 0) CHECK_INT(gc_sparse_create_n(model->world, ids, (size_t)n), GC_SPARSE_OK);
    if (what == 1) CHECK_INT(gc_sparse_destroy_n(model->world, ids, (size_t)n), GC_SPARSE_OK);
    if (what == 2) CHECK_INT(gc_sparse_remove_n(model->world, ids, (size_t)n, model->types[t]), GC_SPARSE_OK);

    // The model, and what goes into the call.
    for (int i = 0; i < n; i++) {
        int e = entries[i];
        bool had = model->has[e][t];
        if (what == 0) {
            model->id[e] = ids[i];
            model->alive[e] = true;
        } else if (what == 1) {
            test_sparse_model_died(model, e);
        } else if (what == 2) {
            model->has[e][t] = false;
            model->value[e][t] = 0;
        } else {
            model->has[e][t] = true;
            model->value[e][t] = (uint32_t)test_sparse_random(random);
            test_sparse_bytes(bytes + (size_t)i * test_sparse_sizes[t], t, model->value[e][t]);

            if (what == 3) continue;
            if (!had && i % 4 == 0) {       // died between the recording and the replay
                CHECK_INT(gc_sparse_record_destroy(commands, ids[i]), GC_SPARSE_OK);
                test_sparse_model_died(model, e);
            }
            void *value = gc_sparse_record_add(commands, ids[i], model->types[t]);
            if (!CHECK(value != NULL) || test_sparse_sizes[t] == 0) continue;
            memcpy(value, bytes + (size_t)i * test_sparse_sizes[t], test_sparse_sizes[t]);
        }
    }

    if (what == 3) {
        CHECK_INT(gc_sparse_add_n(model->world, ids, (size_t)n, model->types[t], bytes), GC_SPARSE_OK);
    }
    if (what == 4) CHECK_INT(gc_sparse_replay(model->world), GC_SPARSE_OK);
}

// Sets a component by its bytes, by itself, or by the component of another entity.
static void test_sparse_model_set(test_sparse_model *model, uint64_t *random, int e, int t) {
    unsigned char bytes[64];
    const void *value = bytes;
    int other = (int)test_sparse_below(random, TEST_SPARSE_ENTRIES);
    if (test_sparse_below(random, 4) == 0) other = e;
    if (model->alive[other] && model->has[other][t] && test_sparse_below(random, 2)) {
        value = gc_sparse_get(model->world, model->id[other], model->types[t]);
        model->value[e][t] = model->value[other][t];
    } else {
        model->value[e][t] = (uint32_t)test_sparse_random(random);
        test_sparse_bytes(bytes, t, model->value[e][t]);
        if (test_sparse_sizes[t] == 0) value = NULL;
    }
    model->has[e][t] = true;
    CHECK_INT(gc_sparse_set_value(model->world, model->id[e], model->types[t], value), GC_SPARSE_OK);
    test_sparse_model_check_one(model, e);
}

// Makes an entity: a new one, a copy of another one, or one at an id that its slot has not had.
static void test_sparse_model_create(test_sparse_model *model, uint64_t *random, int e) {
    gc_sparse_world *world = model->world;
    const gc_sparse_priv_lookup *look = &world->look;
    uint32_t how = test_sparse_below(random, 8), slots = look->slot_count;
    int other = (int)test_sparse_below(random, TEST_SPARSE_ENTRIES);

    gc_sparse_id id;
    if (how == 0 && model->alive[other]) {
        id = gc_sparse_clone(world, model->id[other]);
        memcpy(model->has[e], model->has[other], sizeof model->has[e]);
        memcpy(model->value[e], model->value[other], sizeof model->value[e]);

    } else if (how == 1) {
        uint32_t slot = test_sparse_below(random, TEST_SPARSE_ENTRIES + 100), generation;
        generation = slot < slots ? look->entities[slot].generation : world->first_generation;
        bool taken = slot < slots && (look->entities[slot].slot == slot || generation == 0);
        generation += test_sparse_below(random, 3);
        if (generation > GC_SPARSE_PRIV_LAST_GENERATION) generation = GC_SPARSE_PRIV_LAST_GENERATION;

        id = gc_sparse_priv_id(slot, generation ? generation : 1);
        CHECK_INT(gc_sparse_create_at(world, id), taken ? GC_SPARSE_E_FULL : GC_SPARSE_OK);
        if (taken) id = gc_sparse_create(world);
    } else {
        id = gc_sparse_create(world);
    }

    model->id[e] = id;
    model->alive[e] = true;
    CHECK(gc_sparse_alive(world, id) && gc_sparse_id_equal(gc_sparse_id_of(world, id.slot), id));
    test_sparse_model_check_one(model, e);
}

// One random operation on the world and the model.
static void test_sparse_model_step(test_sparse_model *model, uint64_t *random, bool growing) {
    gc_sparse_world *world = model->world;
    int e = (int)test_sparse_below(random, TEST_SPARSE_ENTRIES);
    int t = (int)test_sparse_below(random, TEST_SPARSE_TYPES);
    uint32_t what = test_sparse_below(random, 16);
    unsigned char bytes[64];
    void *got;

    if (what == 15 && test_sparse_below(random, 64) == 0) {
        test_sparse_model_batch(model, random);
        return;
    }
    if (!model->alive[e]) {
        if (growing || what == 0) {
            test_sparse_model_create(model, random, e);
        } else if (model->stale_count) {
            size_t ring = TEST_SPARSE_STALE;
            if (model->stale_count < ring) ring = model->stale_count;
            test_sparse_refuses(model, model->stale[test_sparse_random(random) % ring]);
        }
        return;
    }
    switch (what) {
    case 0:
        if (growing && test_sparse_below(random, 4) != 0) break;
        CHECK_INT(gc_sparse_destroy(world, model->id[e]), GC_SPARSE_OK);
        test_sparse_model_died(model, e);
        break;
    case 1: case 2:
        test_sparse_model_set(model, random, e, t);
        break;
    case 3: case 4: case 5:
        got = gc_sparse_add(world, model->id[e], model->types[t]);
        if (!CHECK(got != NULL)) break;
        CHECK_U64((uintptr_t)got % (test_sparse_aligns[t] ? test_sparse_aligns[t] : 1), 0);
        test_sparse_bytes(bytes, t, model->value[e][t]);    // zero when new, else what it has
        if (test_sparse_sizes[t]) CHECK(memcmp(got, bytes, test_sparse_sizes[t]) == 0);
        model->has[e][t] = true;
        model->value[e][t] = (uint32_t)test_sparse_random(random);
        test_sparse_bytes(bytes, t, model->value[e][t]);
        if (test_sparse_sizes[t]) memcpy(got, bytes, test_sparse_sizes[t]);
        break;
    case 6: case 7: case 8:
        CHECK_INT(gc_sparse_remove(world, model->id[e], model->types[t]),
                  model->has[e][t] ? GC_SPARSE_OK : GC_SPARSE_E_NOT_FOUND);
        model->has[e][t] = false;
        model->value[e][t] = 0;
        break;
    default:
        test_sparse_model_check_one(model, e);
    }
}

// ---- against models

// Walks the query of two types, one more included, one optional, one excluded (each -1: none)
// and compares with the model. In a group the first two alone come as one packed chunk.
static void test_sparse_model_query(const test_sparse_model *model, const int *terms, bool grouped) {
    static uint8_t seen[TEST_SPARSE_ENTRIES];
    gc_sparse_query_desc desc = test_sparse_with(model->types[terms[0]], model->types[terms[1]]);
    gc_sparse_view view;
    int columns[4] = { terms[0], terms[1], 0, 0 }, count = 2, includes, chunks = 0;

    if (terms[2] >= 0) {
        desc.include[2] = model->types[terms[2]];
        columns[count++] = terms[2];
    }
    includes = count;
    if (terms[3] >= 0) {
        desc.optional[0] = model->types[terms[3]];
        columns[count++] = terms[3];
    }
    if (terms[4] >= 0) desc.exclude[0] = model->types[terms[4]];
    memset(seen, 0, sizeof seen);
    for (view = gc_sparse_query(model->world, &desc); gc_sparse_next(&view); chunks++) {
        for (size_t i = 0; i < view.count; i++) {
            gc_sparse_id id = gc_sparse_view_id(&view, i);
            int e = 0;
            while (e < TEST_SPARSE_ENTRIES && !gc_sparse_id_equal(id, model->id[e])) e++;
            if (!CHECK(e < TEST_SPARSE_ENTRIES)) return;
            seen[e]++;
            for (int k = 0; k < count; k++) {
                void *at = gc_sparse_view_at(&view, (size_t)k, i, test_sparse_sizes[columns[k]]);
                void *got = gc_sparse_get(model->world, id, model->types[columns[k]]);
                CHECK((at != NULL) == (got != NULL) && (k >= includes || at != NULL));
                if (test_sparse_sizes[columns[k]]) CHECK(at == got);
            }
        }
        if (grouped && count == 2 && terms[4] < 0) {
            CHECK(chunks == 0 && view.rows[0] == NULL && view.rows[1] == NULL);
        }
    }
    for (int e = 0; e < TEST_SPARSE_ENTRIES; e++) {
        bool want = model->alive[e] && model->has[e][terms[0]] && model->has[e][terms[1]];
        if (terms[2] >= 0) want = want && model->has[e][terms[2]];
        if (terms[4] >= 0) want = want && !model->has[e][terms[4]];
        CHECK_U64(seen[e], want);
    }
}

static uint64_t test_sparse_key(void *user, const void *component) {
    uint32_t key;
    memcpy(&key, component, sizeof key);
    return user ? key % *(const uint32_t *)user : (uint64_t)key << 20 | key >> 12;
}

static int test_sparse_compare(const void *a, const void *b, void *user) {
    uint64_t x = test_sparse_key(user, a), y = test_sparse_key(user, b);
    return (x > y) - (x < y);
}

// As desc.sort: a plain insertion sort.
static void test_sparse_pairs(void *user, uint64_t *keys, uint32_t *rows, size_t n) {
    (void)user;
    for (size_t i = 1; i < n; i++) {
        for (size_t j = i; j > 0; j--) {
            if (keys[j] > keys[j - 1] || (keys[j] == keys[j - 1] && rows[j] >= rows[j - 1])) break;
            uint64_t key = keys[j];
            uint32_t row = rows[j];
            keys[j] = keys[j - 1];
            rows[j] = rows[j - 1];
            keys[j - 1] = key;
            rows[j - 1] = row;
        }
    }
}

// The entities of a type in the order of its rows; the number of them.
static uint32_t test_sparse_rows(gc_sparse_world *world, gc_sparse_type type, gc_sparse_id *out) {
    gc_sparse_query_desc desc = test_sparse_with(type, test_sparse_zero_type);
    gc_sparse_view view = gc_sparse_query(world, &desc);
    uint32_t n = 0;
    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) out[n++] = gc_sparse_view_id(&view, i);
    }
    return n;
}

// Sorts a type and looks: keys rise, equal ones have kept their order. With a group both hold
// for [0, length) and for the rest. Then sorts `type` as `like`.
static void test_sparse_model_sort(test_sparse_model *model, int type, int like, uint32_t length, int how) {
    static gc_sparse_id before[TEST_SPARSE_ENTRIES], after[TEST_SPARSE_ENTRIES], other[TEST_SPARSE_ENTRIES];
    gc_sparse_world *world = model->world;
    gc_sparse_sort_desc desc;
    uint32_t n, m, few = 3, at, out, want[TEST_SPARSE_ENTRIES];

    memset(&desc, 0, sizeof desc);
    if (how % 2) desc.compare = test_sparse_compare;
    else desc.key = test_sparse_key;
    if (how & 2) desc.user = &few;
    if ((how & 5) == 4) desc.sort = test_sparse_pairs;
    n = test_sparse_rows(world, model->types[type], before);
    CHECK_INT(gc_sparse_sort(world, model->types[type], &desc), GC_SPARSE_OK);
    CHECK_U64(test_sparse_rows(world, model->types[type], after), n);
    for (uint32_t i = 0; i < n; i++) {
        want[i] = 0;
        while (want[i] < n && !gc_sparse_id_equal(before[want[i]], after[i])) want[i]++;
        if (!CHECK(want[i] < n) || i == 0 || i == length) continue;
        uint64_t x = test_sparse_key(desc.user, gc_sparse_get(world, after[i - 1], model->types[type]));
        uint64_t y = test_sparse_key(desc.user, gc_sparse_get(world, after[i], model->types[type]));
        CHECK(x < y || (x == y && want[i - 1] < want[i]));
    }
    if (like == type) return;
    m = test_sparse_rows(world, model->types[like], other);
    CHECK_INT(gc_sparse_sort_as(world, model->types[type], model->types[like]), GC_SPARSE_OK);
    CHECK_U64(test_sparse_rows(world, model->types[type], before), n);
    for (out = 0; out < n; out = at) {      // both ranges
        uint32_t end = out < length ? length : n, begin = out;
        for (uint32_t i = 0; i < m; i++) {
            for (uint32_t j = begin; j < end; j++) {
                if (gc_sparse_id_equal(after[j], other[i])) {
                    CHECK(gc_sparse_id_equal(before[out++], other[i]));
                }
            }
        }
        for (uint32_t j = begin; j < end; j++) {
            if (gc_sparse_has(world, after[j], model->types[like])) continue;
            CHECK(gc_sparse_id_equal(before[out++], after[j]));
        }
        at = end;
        CHECK_U64(out, end);
    }
}

// Groups from the start, begun on filled sets, or none; sorting among the operations.
// Joining and leaving a group moves rows, with all of their bytes, whatever their size.
static void test_sparse_groups_of_sizes(void) {
    static const size_t sizes[] = { 1, 4, 8, 12, 16, 24, 64, 100 };
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        gc_sparse_world *world = gc_sparse_open(NULL, NULL);
        gc_sparse_type types[2] = { test_sparse_type(world, sizes[k], 1), test_sparse_type(world, 4, 4) };
        gc_sparse_id ids[50];
        CHECK_INT(gc_sparse_group(world, types, 2), GC_SPARSE_OK);
        for (int e = 0; e < 50; e++) {
            ids[e] = gc_sparse_create(world);
            memset(gc_sparse_add(world, ids[e], types[0]), e + 1, sizes[k]);
        }

        // Those at the end join, then every second one leaves.
        for (int e = 49; e >= 20; e--) CHECK(gc_sparse_add(world, ids[e], types[1]) != NULL);
        for (int e = 20; e < 50; e += 2) CHECK_INT(gc_sparse_remove(world, ids[e], types[1]), GC_SPARSE_OK);
        size_t wrong = 0;
        for (int e = 0; e < 50; e++) {
            const unsigned char *bytes = (const unsigned char *)gc_sparse_get(world, ids[e], types[0]);
            for (size_t i = 0; i < sizes[k]; i++) wrong += bytes[i] != e + 1;
        }
        CHECK_U64(wrong, 0);
        gc_sparse_close(world);
    }
}

static void test_sparse_groups_and_sorting(void) {
    static test_sparse_model model;
    static const int queries[8][5] = {
        { 0, 1, -1, -1, -1 }, { 3, 2, -1, -1, -1 }, { 0, 1, 3, -1, -1 }, { 1, 0, -1, 4, -1 },
        { 0, 1, 3, 2, 4 },
        { 2, 3, 0, 1, -1 }, { 0, 3, -1, 1, 2 }, { 1, 0, -1, -1, 0 },
    };

    uint64_t random = test_seed + 1;
    for (int start = -1; start <= 20000; start += start < 0 ? 1 : 20000) {
        bool grouped = false;
        test_sparse_model_open(&model, NULL);

        for (int i = 0; i < 40000; i++) {
            uint32_t length = 0;

            // The groups come at some time, and cannot come again.
            if (i == start) {
                gc_sparse_type types[2] = { model.types[1], model.types[0] };
                CHECK_INT(gc_sparse_group(model.world, types, 2), GC_SPARSE_OK);
                types[0] = model.types[2];
                types[1] = model.types[3];
                CHECK_INT(gc_sparse_group(model.world, types, 2), GC_SPARSE_OK);
                CHECK_INT(gc_sparse_group(model.world, types, 2), GC_SPARSE_E_GROUPED);
                grouped = true;
            }

            test_sparse_model_step(&model, &random, i / 3000 % 2 == 0);
            if (i % 150 != 0) continue;
            test_sparse_model_check(&model);

            for (int q = 0; q < 8; q++) test_sparse_model_query(&model, queries[q], grouped && q < 2);
            for (int e = 0; grouped && e < TEST_SPARSE_ENTRIES; e++) {
                length += model.has[e][0] && model.has[e][1];
            }

            test_sparse_model_sort(&model, i / 150 % 2, (int)test_sparse_below(&random, 5), length,
                                   i / 300 % 8);
            test_sparse_model_check(&model);
            for (int q = 0; q < 8; q++) test_sparse_model_query(&model, queries[q], grouped && q < 2);
        }

        // A cleared world goes on.
        CHECK_INT(gc_sparse_clear(model.world), GC_SPARSE_OK);
        for (int e = 0; e < TEST_SPARSE_ENTRIES; e++) if (model.alive[e]) test_sparse_model_died(&model, e);
        for (int i = 0; i < 5000; i++) test_sparse_model_step(&model, &random, true);
        for (int q = 0; q < 8; q++) test_sparse_model_query(&model, queries[q], grouped && q < 2);
        gc_sparse_close(model.world);
    }
}

// An allocator that counts, fails when told to, and checks old_size. Its blocks stand 16 bytes
// into those of malloc, and so are seldom aligned to more than 16.
typedef struct test_sparse_heap {
    // In use; calls that allocate; the one that fails, counted from 1 (0: none).
    size_t bytes, calls, fail_at;
    size_t fail_every;              // this one, and each so many calls later (0: none)
    size_t largest;                 // more than this at once is refused (0: nothing is)
    bool failed, wrong_size;
} test_sparse_heap;

static void *test_sparse_heap_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    test_sparse_heap *heap = (test_sparse_heap *)user;
    size_t *block = ptr ? (size_t *)ptr - 2 : NULL;     // the size stands before the block
    if ((block ? block[0] : 0) != old_size) heap->wrong_size = true;
    if (new_size == 0) {
        heap->bytes -= old_size;
        free(block);
        return NULL;
    }
    heap->calls++;
    if (heap->calls == heap->fail_at || (heap->fail_every && heap->calls % heap->fail_every == 0) ||
        (heap->largest && new_size > heap->largest)) {
        heap->failed = true;
        return NULL;
    }
    block = (size_t *)realloc(block, new_size + 2 * sizeof(size_t));
    block[0] = new_size;

    // New memory is never zero.
    if (new_size > old_size) memset((char *)(block + 2) + old_size, 0xa5, new_size - old_size);
    heap->bytes += new_size - old_size;
    return block + 2;
}

// ---- groups within groups, groups with excludes, cached queries

// Types of the model, each list ended by -1.
typedef struct test_sparse_terms {
    int include[4], exclude[3], optional[5];
} test_sparse_terms;

static const test_sparse_terms test_sparse_grouped[2][4] = {
    // Each but the last within the one before it.
    { { { 0, 1, -1 }, { -1 }, { -1 } }, { { 1, 0, 3, -1 }, { -1 }, { -1 } },
      { { 3, 1, 0, -1 }, { 4, -1 }, { -1 } }, { { 2, -1 }, { 4, -1 }, { -1 } } },
    // The third within both others.
    { { { 0, 1, -1 }, { -1 }, { -1 } }, { { 2, 3, -1 }, { -1 }, { -1 } },
      { { 2, 3, 1, 0 }, { 4, -1 }, { -1 } }, { { 0, 1, -1 }, { 4, -1 }, { -1 } } },
};
static const test_sparse_terms test_sparse_cached[7] = {
    { { 0, -1 }, { 1, -1 }, { -1 } }, { { 0, 3, -1 }, { -1 }, { -1 } }, { { 1, -1 }, { -1 }, { 2, -1 } },
    { { 3, -1 }, { -1 }, { 0, 1, 2, 4, -1 } }, { { 2, 1, -1 }, { 0, 4, -1 }, { -1 } },
    { { 0, 1, 3, -1 }, { -1 }, { -1 } }, { { 3, 1, -1 }, { 2, -1 }, { 0, 1, -1 } },
};
// Walked as well, and neither.
static const test_sparse_terms test_sparse_neither[3] = {
    { { 0, 1, -1 }, { 2, -1 }, { 3, -1 } }, { { 3, -1 }, { 4, 0, -1 }, { 1, -1 } },
    { { 2, -1 }, { 4, -1 }, { 0, -1 } },
};

static int test_sparse_list(const test_sparse_model *model, const int *from, int most, gc_sparse_type *to) {
    int n = 0;
    for (; n < most && from[n] >= 0; n++) to[n] = model->types[from[n]];
    return n;
}

static bool test_sparse_term_match(const test_sparse_model *model, const test_sparse_terms *terms, int e) {
    bool match = model->alive[e];
    for (int i = 0; i < 4 && terms->include[i] >= 0; i++) match = match && model->has[e][terms->include[i]];
    for (int i = 0; i < 3 && terms->exclude[i] >= 0; i++) match = match && !model->has[e][terms->exclude[i]];
    return match;
}

// One chunk: its entities to out, their components against the world. In a cached one the first
// three optional types are there for all or for none.
static size_t test_sparse_kept_chunk(const test_sparse_model *model, const test_sparse_terms *terms,
                                     const gc_sparse_view *view, gc_sparse_id *out) {
    int includes = 0, all;
    while (includes < 4 && terms->include[includes] >= 0) includes++;
    for (all = includes; terms->optional[all - includes] >= 0;) all++;
    for (size_t i = 0; i < view->count; i++) {
        out[i] = gc_sparse_view_id(view, i);
        for (int k = 0; k < all; k++) {
            int t = k < includes ? terms->include[k] : terms->optional[k - includes];
            void *at = gc_sparse_view_at(view, (size_t)k, i, test_sparse_sizes[t]);
            CHECK(at == gc_sparse_get(model->world, out[i], model->types[t]));
            CHECK(k >= includes || at != NULL);
            if (view->walk.cached && k < includes + 3) CHECK((at == NULL) == (view->columns[k] == NULL));
        }
    }
    return view->count;
}

// Walks a query: each match once, and in parts the same. What: 'g' one packed chunk, 'c' a
// list, 0 neither.
static void test_sparse_kept_query(const test_sparse_model *model, const test_sparse_terms *terms, int what) {
    static gc_sparse_id ids[TEST_SPARSE_ENTRIES + 1], again[TEST_SPARSE_ENTRIES + 1];
    gc_sparse_query_desc desc;
    gc_sparse_view view, part;
    size_t n = 0, m = 0, want = 0;

    memset(&desc, 0, sizeof desc);
    test_sparse_list(model, terms->include, 4, desc.include);
    test_sparse_list(model, terms->exclude, 3, desc.exclude);
    test_sparse_list(model, terms->optional, 5, desc.optional);

    // Every match once, in chunks of the kind that this query makes.
    gc_sparse_begin(&view, model->world, &desc);
    CHECK((view.walk.cached != NULL) == (what == 'c'));
    while (gc_sparse_next(&view)) {
        if (what == 'g') CHECK(n == 0 && view.rows[0] == NULL);
        if (what == 'c') CHECK(view.rows[0] != NULL && view.count <= GC_SPARSE_CHUNK);
        if (!CHECK(n + view.count <= TEST_SPARSE_ENTRIES)) return;
        n += test_sparse_kept_chunk(model, terms, &view, ids + n);
    }

    CHECK_U64(gc_sparse_view_count(&view), n);
    for (int e = 0; e < TEST_SPARSE_ENTRIES; e++) {
        size_t seen = 0;
        if (!test_sparse_term_match(model, terms, e)) continue;
        for (size_t i = 0; i < n; i++) seen += gc_sparse_id_equal(ids[i], model->id[e]);
        CHECK_U64(seen, 1);
        want++;
    }

    CHECK_U64(n, want);

    // The parts have them in the same order.
    for (uint32_t p = 0; p < gc_sparse_view_parts(&view, 50); p++) {
        for (part = gc_sparse_view_part(&view, p, 50); gc_sparse_next(&part);) {
            m += test_sparse_kept_chunk(model, terms, &part, again + m);
        }
    }

    CHECK(m == n && memcmp(ids, again, n * sizeof *ids) == 0);
}

// Makes group g of a set; its errors depend on those that are there.
static int test_sparse_make_group(const test_sparse_model *model, const test_sparse_terms *terms) {
    gc_sparse_group_desc desc;
    memset(&desc, 0, sizeof desc);
    test_sparse_list(model, terms->include, 4, desc.types);
    test_sparse_list(model, terms->exclude, 3, desc.excludes);
    return gc_sparse_group_with(model->world, &desc);
}

static int test_sparse_make_cache(const test_sparse_model *model, const test_sparse_terms *terms) {
    gc_sparse_query_desc desc;
    memset(&desc, 0, sizeof desc);
    test_sparse_list(model, terms->include, 4, desc.include);
    test_sparse_list(model, terms->exclude, 3, desc.exclude);
    test_sparse_list(model, terms->optional, 5, desc.optional);
    return gc_sparse_cache(model->world, &desc);
}

// What is made so far.
typedef struct test_sparse_making {
    const test_sparse_terms *groups;
    bool grouped[4], cached[7];
} test_sparse_making;

static void test_sparse_kept_check(const test_sparse_model *model, const test_sparse_making *making) {
    test_sparse_model_check(model);
    for (int g = 0; g < 4; g++) {
        test_sparse_kept_query(model, &making->groups[g], making->grouped[g] ? 'g' : 0);
    }
    for (int c = 0; c < 7; c++) {
        test_sparse_kept_query(model, &test_sparse_cached[c], making->cached[c] ? 'c' : 0);
    }
    for (int q = 0; q < 3; q++) test_sparse_kept_query(model, &test_sparse_neither[q], 0);
}

// Makes one of the four groups or seven lists that are not there yet.
static void test_sparse_kept_make(const test_sparse_model *model, test_sparse_making *making, int which) {
    if (which < 4) {
        const test_sparse_terms *terms = &making->groups[which];
        int want = making->grouped[which] ? GC_SPARSE_E_GROUPED : GC_SPARSE_OK;
        CHECK_INT(test_sparse_make_group(model, terms), want);
        making->grouped[which] = true;
    } else {
        const test_sparse_terms *terms = &test_sparse_cached[which - 4];
        bool direct = test_sparse_kinds != 0 && which - 4 == 3;
        CHECK_INT(test_sparse_make_cache(model, terms), direct ? GC_SPARSE_E_UNSUPPORTED : GC_SPARSE_OK);
        making->cached[which - 4] = !direct;
    }
}

// All of them are made in random order while the model runs; then it goes on, with sorts.
static void test_sparse_kept_run(uint64_t *random, int variant) {
    static test_sparse_model model;
    test_sparse_making making;
    gc_sparse_desc desc;

    memset(&desc, 0, sizeof desc);
    memset(&making, 0, sizeof making);
    desc.no_masks = variant % 3 == 1;
    desc.max_types = 100;
    making.groups = test_sparse_grouped[variant % 2];

    if (variant % 4 == 3) test_sparse_kinds = variant % 3 == 2 ? 1u << 65 % 32 : 1u << 4;   // the last type
    test_sparse_model_open_behind(&model, &desc, variant % 3 == 2 ? 61 : 0);    // the third is the 64th

    for (int i = 0; i < 6000 && !test_failures_here; i++) {
        if (i == 5000) {
            CHECK_INT(gc_sparse_clear(model.world), GC_SPARSE_OK);
            for (int e = 0; e < TEST_SPARSE_ENTRIES; e++) {
                if (model.alive[e]) test_sparse_model_died(&model, e);
            }
        }

        test_sparse_model_step(&model, random, i / 1000 % 2 == 0);
        if (i % 40 == 0) test_sparse_kept_make(&model, &making, (int)test_sparse_below(random, 11));
        if (i % 100 != 0) continue;
        test_sparse_kept_check(&model, &making);

        gc_sparse_sort_desc sort;
        memset(&sort, 0, sizeof sort);
        sort.key = test_sparse_key;
        CHECK_INT(gc_sparse_sort(model.world, model.types[i / 100 % 2], &sort), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_sort_as(model.world, model.types[3], model.types[i / 100 % 3]), GC_SPARSE_OK);

        if (i % 300 == 0) test_sparse_model_batch(&model, random);
        test_sparse_kept_check(&model, &making);
    }

    test_sparse_kinds = 0;
    gc_sparse_close(model.world);
}

static void test_sparse_kept(void) {
    uint64_t random = test_seed + 3;
    for (int v = 0; v < 24 && !test_failures_here; v++) test_sparse_kept_run(&random, v);
}

// What a list costs goes with shrink: a world with one and a world without, before and after.
static void test_sparse_cache_memory(void) {
    size_t bytes[2][2];
    for (int cached = 0; cached < 2; cached++) {
        test_sparse_heap heap;
        gc_sparse_desc desc;

        memset(&heap, 0, sizeof heap);
        memset(&desc, 0, sizeof desc);
        desc.allocator.resize = test_sparse_heap_resize;
        desc.allocator.user = &heap;

        gc_sparse_world *world = gc_sparse_open(&desc, NULL);
        gc_sparse_type a = test_sparse_type(world, 4, 4), b = test_sparse_type(world, 4, 4);
        gc_sparse_query_desc query = test_sparse_with(a, b);
        if (cached) CHECK_INT(gc_sparse_cache(world, &query), GC_SPARSE_OK);
        bytes[0][cached] = heap.bytes;

        for (int i = 0; i < 1000; i++) {
            gc_sparse_id id = gc_sparse_create(world);
            gc_sparse_add(world, id, a);
            gc_sparse_add(world, id, b);
        }

        CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK);
        bytes[1][cached] = heap.bytes;

        gc_sparse_close(world);
        CHECK(heap.bytes == 0 && !heap.wrong_size);
    }

    CHECK_U64(bytes[1][1] - bytes[1][0], bytes[0][1] - bytes[0][0]);
}

// A saved world: ids at their slots, rising and falling; a full one, a slot too far.
static void test_sparse_create_at(void) {
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.max_slots = 100;
    for (uint32_t down = 0; down < 2; down++) {
        gc_sparse_world *world = gc_sparse_open(&desc, NULL);

        // Each third slot, upwards or downwards.
        gc_sparse_id id = gc_sparse_priv_id(100, 3);
        CHECK_INT(gc_sparse_create_at(world, id), GC_SPARSE_E_FULL);
        for (uint32_t i = 0; i < 100; i += 3) {
            id = gc_sparse_priv_id(down ? 99 - i : i, 5);
            CHECK_INT(gc_sparse_create_at(world, id), GC_SPARSE_OK);
            CHECK_INT(gc_sparse_create_at(world, id), GC_SPARSE_E_FULL);
            CHECK(gc_sparse_alive(world, id));
        }

        CHECK(gc_sparse_stats(world).entities == 34 && gc_sparse_stats(world).slots == 100);
        for (uint32_t i = 0; i < 66; i++) {     // the slots between are free
            id = gc_sparse_create(world);
            CHECK(id.generation == world->first_generation && id.slot % 3 != 0);
        }
        CHECK_U64(gc_sparse_create(world).generation, 0);

        gc_sparse_close(world);
    }
}

typedef struct test_sparse_row {
    uint64_t key, order;    // order: rising before the sort
} test_sparse_row;

static uint64_t test_sparse_row_key(void *user, const void *component) {
    (void)user;
    return ((const test_sparse_row *)component)->key;
}

// Many rows, keys of every width: all the same, within 2^32 and just beyond, at the ends of the
// range, far apart.
static void test_sparse_many_rows(void) {
    static const uint32_t counts[6] = { 1, 2, 300, 8191, 8192, 20000 };
    static const uint64_t ranges[9][2] = {     // least, most - least
        { 7, 0 }, { 0, 1 }, { 1000, 255 }, { 0, 0xffff }, { UINT64_MAX - 0xfffff, 0xfffff },
        { 5, 0xffffffffu },
        { 5, 0x100000000u }, { UINT64_MAX - 0xffffffffu, 0xffffffffu }, { 0, UINT64_MAX },
    };

    uint64_t random = test_seed + 2;
    gc_sparse_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.key = test_sparse_row_key;

    for (int c = 0; c < 6; c++) {
        for (int r = 0; r < 9; r++) {
            gc_sparse_world *world = gc_sparse_open(NULL, NULL);
            gc_sparse_type type = test_sparse_type(world, sizeof(test_sparse_row), 8);
            gc_sparse_query_desc query = test_sparse_with(type, test_sparse_zero_type);
            gc_sparse_view view;

            // Keys of each range; at least two are equal.
            for (uint32_t i = 0; i < counts[c]; i++) {
                test_sparse_row *row = (test_sparse_row *)gc_sparse_add(world, gc_sparse_create(world), type);
                row->order = i;
                row->key = test_sparse_random(&random);
                if (i == 1) row->key = ranges[r][1];
                if (ranges[r][1] != UINT64_MAX) row->key %= ranges[r][1] + 1;
                row->key += ranges[r][0];
                if (i == 0) row->key = ranges[r][0];
                if (i == 5) row->key = row[-1].key;     // one equal pair at least
            }

            CHECK_INT(gc_sparse_sort(world, type, &desc), GC_SPARSE_OK);
            view = gc_sparse_query(world, &query);
            CHECK(gc_sparse_next(&view) && view.count == counts[c]);

            for (size_t i = 0; i < view.count; i++) {
                const test_sparse_row *row = GC_SPARSE_AT(test_sparse_row, &view, 0, i);
                CHECK_U64(gc_sparse_view_id(&view, i).slot, row->order);
                if (i > 0) {
                    CHECK(row[-1].key < row->key || (row[-1].key == row->key && row[-1].order < row->order));
                }
            }

            gc_sparse_close(world);
        }
    }
}

// A sort of the caller's that spoils rows is refused; comparators that lie give some order.
static void test_sparse_spoil(void *user, uint64_t *keys, uint32_t *rows, size_t n) {
    (void)keys;
    rows[n / 2] = *(const uint32_t *)user;
}

static uint64_t test_sparse_same(void *user, const void *component) {
    (void)user;
    (void)component;
    return 1;
}

static int test_sparse_liar(const void *a, const void *b, void *user) {
    (void)a;
    (void)b;
    return (int)test_sparse_below((uint64_t *)user, 3) - 1;
}

static void test_sparse_bad_sorts(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type type = test_sparse_type(world, 4, 4);
    gc_sparse_id ids[1000];
    gc_sparse_sort_desc desc;
    uint64_t hash, order, random = test_seed;

    CHECK_INT(gc_sparse_create_n(world, ids, 1000), GC_SPARSE_OK);
    for (uint32_t i = 0; i < 1000; i++) *(uint32_t *)gc_sparse_add(world, ids[i], type) = i * 7919 % 1000;
    hash = gc_sparse_hash(world);
    order = test_sparse_order(world, type);
    memset(&desc, 0, sizeof desc);
    TEST_SPARSE_MISUSE(gc_sparse_sort(world, type, &desc) == GC_SPARSE_E_ARGUMENT);
    desc.key = test_sparse_same;
    desc.compare = test_sparse_liar;
    TEST_SPARSE_MISUSE(gc_sparse_sort(world, type, &desc) == GC_SPARSE_E_ARGUMENT);
    desc.compare = NULL;
    desc.sort = test_sparse_spoil;
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t bad = i == 0 ? 0 : i == 1 ? 1000 : UINT32_MAX;
        desc.user = &bad;
        TEST_SPARSE_MISUSE(gc_sparse_sort(world, type, &desc) == GC_SPARSE_E_ARGUMENT);
    }
    CHECK_U64(test_sparse_order(world, type), order);
    desc.key = NULL;
    desc.sort = NULL;
    desc.compare = test_sparse_liar;
    desc.user = &random;
    CHECK_INT(gc_sparse_sort(world, type, &desc), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_hash(world), hash);
    for (uint32_t i = 0; i < 1000; i++) {
        CHECK_U64(*(uint32_t *)gc_sparse_get(world, ids[i], type), i * 7919 % 1000);
    }
    CHECK_U64(test_sparse_count(world, type, test_sparse_zero_type), 1000);
    gc_sparse_close(world);
#ifdef TEST_SPARSE_COUNTS_ASSERTS
    test_sparse_asserts = 0;
#endif
}

static void test_sparse_random_operations(void) {
    static test_sparse_model model;
    uint64_t random = test_seed, count = TEST_SPARSE_OPERATIONS / 4;   // half of all on dense types
    test_sparse_model_open(&model, NULL);
    for (uint64_t i = 0; i < (test_sparse_kinds ? (count * 2 + 2) / 3 : count * 2); i++) {
        bool growing = i / 5000 % 2 == 0;
        test_sparse_model_step(&model, &random, growing);
        if (i % 10000 == 0) test_sparse_model_check(&model);
        if (test_failures_here) break;
    }
    test_sparse_model_check(&model);
    CHECK(model.stale_count > 1000);
    CHECK_INT(gc_sparse_clear(model.world), GC_SPARSE_OK);
    for (int e = 0; e < TEST_SPARSE_ENTRIES; e++) if (model.alive[e]) test_sparse_model_died(&model, e);
    test_sparse_model_check(&model);
    for (int i = 0; i < 20000; i++) test_sparse_model_step(&model, &random, i < 10000);
    test_sparse_model_check(&model);
    gc_sparse_close(model.world);
}

// An allocator that hands out one buffer from the front and forgets all at once.
typedef struct test_sparse_arena {
    char *memory;
    size_t used, size;
} test_sparse_arena;

static void *test_sparse_arena_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    test_sparse_arena *arena = (test_sparse_arena *)user;
    char *out;
    if (new_size == 0 || arena->size - arena->used < new_size + 16) return NULL;
    out = arena->memory + arena->used;
    arena->used += (new_size + 15) / 16 * 16;
    if (ptr) memcpy(out, ptr, old_size < new_size ? old_size : new_size);
    return out;
}

// A world of three entities and two types in one buffer, so that going back to an earlier state
// is a copy.
typedef struct test_sparse_tree {
    test_sparse_arena arena;
    char memory[1 << 14];
    gc_sparse_world *world;
    gc_sparse_type types[2];
    uint32_t group_at;      // step before which the types become a group; 0: never
    uint64_t steps, wrong;
} test_sparse_tree;

typedef struct test_sparse_leaf {   // the model
    gc_sparse_id id[3];
    bool alive[3], has[3][2];
    uint32_t value[3][2];
} test_sparse_leaf;

// One operation, 0 to 17, in the world and the model; true: it changed something. A dead entity
// keeps its last id, which is stale, or the zero id.
static bool test_sparse_tree_do(test_sparse_tree *tree, test_sparse_leaf *leaf, uint32_t op, uint32_t step) {
    uint32_t e = op % 3, c = op / 3 % 2, *p;
    int result, want;

    if (op < 3) {
        if (leaf->alive[e]) return false;
        leaf->id[e] = gc_sparse_create(tree->world);
        leaf->alive[e] = true;
        return true;
    }
    if (op < 6) {
        result = gc_sparse_destroy(tree->world, leaf->id[e]);
        tree->wrong += result != (leaf->alive[e] ? GC_SPARSE_OK : GC_SPARSE_E_STALE);
        leaf->alive[e] = leaf->has[e][0] = leaf->has[e][1] = false;
        return result == GC_SPARSE_OK;
    }
    if (op < 12) {
        p = (uint32_t *)gc_sparse_add(tree->world, leaf->id[e], tree->types[c]);
        tree->wrong += (p != NULL) != leaf->alive[e];
        if (p) tree->wrong += *p != (leaf->has[e][c] ? leaf->value[e][c] : 0);
        if (!p || leaf->has[e][c]) return false;
        leaf->has[e][c] = true;
        *p = leaf->value[e][c] = step;
        return true;
    }
    result = gc_sparse_remove(tree->world, leaf->id[e], tree->types[c]);
    want = !leaf->alive[e] ? GC_SPARSE_E_STALE : leaf->has[e][c] ? GC_SPARSE_OK : GC_SPARSE_E_NOT_FOUND;
    tree->wrong += result != want;
    leaf->has[e][c] = false;
    return result == GC_SPARSE_OK;
}

static void test_sparse_tree_check(test_sparse_tree *tree, const test_sparse_leaf *leaf) {
    uint32_t count[2] = { 0, 0 }, both = 0;
    for (uint32_t e = 0; e < 3; e++) {
        tree->wrong += gc_sparse_alive(tree->world, leaf->id[e]) != leaf->alive[e];
        both += leaf->has[e][0] && leaf->has[e][1];
        for (uint32_t c = 0; c < 2; c++) {
            uint32_t *p = GC_SPARSE_GET(uint32_t, gc_sparse_pool_of(tree->world, tree->types[c]),
                                        leaf->id[e]);
            tree->wrong += (p != NULL) != leaf->has[e][c] || (p && *p != leaf->value[e][c]);
            count[c] += leaf->has[e][c];
        }
    }
    tree->wrong += test_sparse_count(tree->world, tree->types[0], test_sparse_zero_type) != count[0];
    tree->wrong += test_sparse_count(tree->world, tree->types[1], test_sparse_zero_type) != count[1];
    tree->wrong += test_sparse_count(tree->world, tree->types[0], tree->types[1]) != both;
}

// Tries all operations here. One that changes nothing must leave every byte as it is, and so
// need not be followed: what comes after it is what comes without it. The others are followed,
// each from the same state.
static void test_sparse_tree_walk(test_sparse_tree *tree, const test_sparse_leaf *leaf, uint32_t step) {
    char saved[sizeof tree->memory];
    size_t used = tree->arena.used;

    if (step > TEST_SPARSE_LENGTH || tree->wrong) return;
    memcpy(saved, tree->memory, used);
    for (uint32_t op = 0; op < 18; op++) {
        test_sparse_leaf next = *leaf;
        if (tree->group_at == step) {
            tree->wrong += gc_sparse_group(tree->world, tree->types, 2) != GC_SPARSE_OK;
        }
        tree->steps++;
        if (test_sparse_tree_do(tree, &next, op, step)) {
            test_sparse_tree_check(tree, &next);
            test_sparse_tree_walk(tree, &next, step + 1);
            if (tree->wrong) printf("operation %u at step %u\n", op, step);
        } else if (tree->group_at != step) {
            tree->wrong += memcmp(saved, tree->memory, used) != 0 || used != tree->arena.used;
        } else {
            test_sparse_tree_walk(tree, &next, step + 1);
        }
        if (tree->wrong) return;
        memcpy(tree->memory, saved, used);
        tree->arena.used = used;
    }
}

// All sequences of six operations, and so all shorter ones, which are their beginnings. Then
// again with the types in a group, from the first or from the third step on, and with both or
// one of direct kind.
static void test_sparse_all_sequences(void) {
    static test_sparse_tree tree;
    for (uint32_t turn = 0; turn < 5; turn++) {
        gc_sparse_desc desc;
        test_sparse_leaf leaf;

        memset(&tree, 0, sizeof tree);
        memset(&leaf, 0, sizeof leaf);
        memset(&desc, 0, sizeof desc);
        tree.arena.memory = tree.memory;
        tree.arena.size = sizeof tree.memory;
        tree.group_at = turn == 1 ? 1 : turn == 2 ? 3 : 0;
        desc.allocator.resize = test_sparse_arena_resize;
        desc.allocator.user = &tree.arena;
        desc.max_types = 2;

        tree.world = gc_sparse_open(&desc, NULL);
        test_sparse_kinds = turn < 3 ? 0 : turn == 3 ? 3 : 2;
        tree.types[0] = test_sparse_type(tree.world, 4, 4);
        tree.types[1] = test_sparse_type(tree.world, 4, 4);
        test_sparse_kinds = 0;
        test_sparse_tree_walk(&tree, &leaf, 1);

        CHECK_U64(tree.wrong, 0);
        CHECK(tree.steps > 10000);
        gc_sparse_close(tree.world);
    }
}

// More types than a mask has bits, in two worlds that differ only in whether they keep masks,
// against the naive table.
static void test_sparse_many_types(void) {
    enum { TYPES = 70, ENTRIES = 100 };
    static bool has[ENTRIES][TYPES];
    gc_sparse_world *worlds[2];
    gc_sparse_type types[TYPES];
    gc_sparse_id ids[ENTRIES];
    gc_sparse_desc desc;
    uint64_t random = test_seed;

    memset(has, 0, sizeof has);
    memset(&desc, 0, sizeof desc);
    desc.max_types = TYPES;
    desc.first_generation = 1;      // the same ids in both, in debug builds too

    for (int w = 0; w < 2; w++) {
        desc.no_masks = w == 1;
        worlds[w] = gc_sparse_open(&desc, NULL);
        for (int t = 0; t < TYPES; t++) types[t] = test_sparse_type(worlds[w], t % 3 ? 4 : 0, 0);
        CHECK_INT(gc_sparse_create_n(worlds[w], ids, ENTRIES), GC_SPARSE_OK);
    }

    // The same operation in both worlds and in the model.
    for (int i = 0; i < 100000; i++) {
        uint32_t e = test_sparse_below(&random, ENTRIES), what = test_sparse_below(&random, 40);
        uint32_t t = test_sparse_below(&random, 2) ? test_sparse_below(&random, TYPES) : 60 + e % 10;
        gc_sparse_id born = test_sparse_zero_id;

        for (int w = 0; w < 2; w++) {
            if (what == 0) {
                if (i % 2) CHECK_INT(gc_sparse_destroy(worlds[w], ids[e]), GC_SPARSE_OK);
                else CHECK_INT(gc_sparse_destroy_n(worlds[w], &ids[e], 1), GC_SPARSE_OK);
                born = gc_sparse_create(worlds[w]);
            } else if (what < 20) {
                CHECK(gc_sparse_add(worlds[w], ids[e], types[t]) != NULL);
            } else {
                CHECK_INT(gc_sparse_remove(worlds[w], ids[e], types[t]),
                          has[e][t] ? GC_SPARSE_OK : GC_SPARSE_E_NOT_FOUND);
            }
        }

        if (what == 0) {
            memset(has[e], 0, sizeof has[e]);
            ids[e] = born;
        } else {
            has[e][t] = what < 20;
        }

        if (i % 500 != 0) continue;
        CHECK_U64(gc_sparse_hash(worlds[0]), gc_sparse_hash(worlds[1]));

        for (t = 0; t < TYPES; t++) {
            size_t count = 0;
            for (e = 0; e < ENTRIES; e++) {
                count += has[e][t];
                CHECK(gc_sparse_has(worlds[0], ids[e], types[t]) == has[e][t]);
            }
            CHECK_U64(test_sparse_count(worlds[0], types[t], test_sparse_zero_type), count);
            CHECK_U64(test_sparse_order(worlds[0], types[t]), test_sparse_order(worlds[1], types[t]));
        }
    }

    for (int w = 0; w < 2; w++) {
        CHECK_INT(gc_sparse_clear(worlds[w]), GC_SPARSE_OK);
        for (int t = 0; t < TYPES; t++) {
            CHECK(!gc_sparse_has(worlds[w], gc_sparse_create(worlds[w]), types[t]));
        }
        gc_sparse_close(worlds[w]);
    }
}

// The trap of other sparse sets: a stale remove that clears the new owner's entry.
static void test_sparse_stale_ids(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type type = test_sparse_type(world, 4, 4);
    const gc_sparse_pool *pool = gc_sparse_pool_of(world, type);
    gc_sparse_id old = gc_sparse_create(world), owner, odd;
    *(int *)gc_sparse_add(world, old, type) = 1;
    CHECK_INT(gc_sparse_destroy(world, old), GC_SPARSE_OK);
    owner = gc_sparse_create(world);
    CHECK_U64(owner.slot, old.slot);
    CHECK(owner.generation != old.generation);
    CHECK(GC_SPARSE_GET(int, pool, owner) == NULL);
    *(int *)gc_sparse_add(world, owner, type) = 2;
    CHECK_INT(gc_sparse_remove(world, old, type), GC_SPARSE_E_STALE);
    CHECK_INT(gc_sparse_destroy(world, old), GC_SPARSE_E_STALE);
    CHECK(gc_sparse_add(world, old, type) == NULL);
    CHECK(GC_SPARSE_GET(int, pool, old) == NULL && !gc_sparse_has(world, old, type));
    CHECK(*GC_SPARSE_GET(int, pool, owner) == 2);
    CHECK_U64(test_sparse_count(world, type, test_sparse_zero_type), 1);
    for (uint32_t i = 0; i < 6; i++) {  // ids that nobody was given
        odd.slot = i % 2 ? UINT32_MAX : i == 4 ? 1 : 0;
        odd.generation = i < 2 ? 0 : i < 4 ? owner.generation + 1u : UINT32_MAX;
        CHECK(!gc_sparse_alive(world, odd));
        CHECK(!gc_sparse_get(world, odd, type) && !gc_sparse_add(world, odd, type));
        CHECK_INT(gc_sparse_remove(world, odd, type), GC_SPARSE_E_STALE);
        CHECK_INT(gc_sparse_destroy(world, odd), GC_SPARSE_E_STALE);
    }

    // A free slot: neither old, last nor coming id lives.
    CHECK_INT(gc_sparse_destroy(world, owner), GC_SPARSE_OK);
    for (odd = owner; odd.generation <= owner.generation + 2; odd.generation++) {
        CHECK(!gc_sparse_alive(world, odd));
    }
    gc_sparse_close(world);
}

// Every slot in and around a world of 1100, with every generation near: lookups and changes
// take what the model takes.
static void test_sparse_every_slot(void) {
    enum { N = 1100, SLOTS = 3000 };
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type type = test_sparse_type(world, 4, 4);
    const gc_sparse_pool *pool = gc_sparse_pool_of(world, type);
    gc_sparse_id ids[N], id;
    uint64_t hash;
    CHECK_INT(gc_sparse_create_n(world, ids, N), GC_SPARSE_OK);
    for (uint32_t i = 0; i < N; i++) if (i % 3) *(uint32_t *)gc_sparse_add(world, ids[i], type) = i;
    for (uint32_t i = 0; i < N; i += 5) CHECK_INT(gc_sparse_destroy(world, ids[i]), GC_SPARSE_OK);

    // Half of these live again, without components.
    CHECK_INT(gc_sparse_create_n(world, ids, N / 10), GC_SPARSE_OK);
    hash = gc_sparse_hash(world);
    for (uint32_t i = 0; i < SLOTS; i++) {
        uint32_t slot = i, born = i % 5 ? 1 : 2, *p;
        bool alive = i < N && (i % 5 || i >= N / 2);
        if (i >= SLOTS - 100) slot = i % 2 ? GC_SPARSE_PRIV_NO_SLOT - i / 2 % 8 : (1u << (i % 19)) + N;
        for (uint32_t generation = 0; generation < 5; generation++) {
            bool lives = slot == i && alive && generation == born, has = lives && born == 1 && i % 3;
            id.slot = slot & GC_SPARSE_PRIV_NO_SLOT;
            id.generation = generation;
            CHECK(gc_sparse_alive(world, id) == lives);
            p = GC_SPARSE_GET(uint32_t, pool, id);
            CHECK((p != NULL) == has && gc_sparse_get(world, id, type) == p);
            CHECK(gc_sparse_has(world, id, type) == has);
            if (p) CHECK_U64(*p, i);
            if (!lives) CHECK(gc_sparse_add(world, id, type) == NULL);
            if (!lives) CHECK_INT(gc_sparse_destroy(world, id), GC_SPARSE_E_STALE);
            if (!has) {
                CHECK_INT(gc_sparse_remove(world, id, type),
                          lives ? GC_SPARSE_E_NOT_FOUND : GC_SPARSE_E_STALE);
            }
        }
    }
    CHECK_U64(gc_sparse_hash(world), hash);
    gc_sparse_close(world);
}

// Ids of a world that starts at another generation are stale here, in every function that takes
// ids.
static void test_sparse_other_world_of(uint32_t first_generation) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL), *other;
    gc_sparse_type type = test_sparse_type(world, 4, 4);
    gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
    gc_sparse_id own[3], strange[3], both[2];
    gc_sparse_desc desc;
    uint32_t values[3] = { 1, 2, 3 };
    uint64_t hash;

    memset(&desc, 0, sizeof desc);
    desc.first_generation = first_generation;
    other = gc_sparse_open(&desc, NULL);
    CHECK_INT(gc_sparse_create_n(world, own, 3), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(other, strange, 3), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, own, 3, type, values), GC_SPARSE_OK);
    hash = gc_sparse_hash(world);
    both[0] = own[0];
    both[1] = strange[1];
    for (int i = 0; i < 3; i++) {
        CHECK(!gc_sparse_alive(world, strange[i]) && !gc_sparse_alive(other, own[i]));
        CHECK(gc_sparse_get(world, strange[i], type) == NULL && !gc_sparse_has(world, strange[i], type));
        CHECK(GC_SPARSE_GET(uint32_t, gc_sparse_pool_of(world, type), strange[i]) == NULL);
        CHECK(gc_sparse_add(world, strange[i], type) == NULL);
        CHECK_INT(gc_sparse_remove(world, strange[i], type), GC_SPARSE_E_STALE);
        CHECK_INT(gc_sparse_destroy(world, strange[i]), GC_SPARSE_E_STALE);
        CHECK(gc_sparse_record_add(commands, strange[i], type) != NULL);    // judged at replay
        CHECK_INT(gc_sparse_record_remove(commands, strange[i], type), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_record_destroy(commands, strange[i]), GC_SPARSE_OK);
    }
    CHECK_INT(gc_sparse_add_n(world, both, 2, type, values), GC_SPARSE_E_STALE);
    CHECK_INT(gc_sparse_remove_n(world, both, 2, type), GC_SPARSE_E_STALE);
    CHECK_INT(gc_sparse_destroy_n(world, both, 2), GC_SPARSE_E_STALE);
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_stats(world).skipped, 9);
    CHECK_U64(gc_sparse_hash(world), hash);
    CHECK_U64(test_sparse_count(world, type, test_sparse_zero_type), 3);
    gc_sparse_close(other);
    gc_sparse_close(world);
}

static void test_sparse_other_world(void) { test_sparse_other_world_of(1000); }

// Debug builds keep the ids of worlds apart that are open at once.
#ifdef GC_SPARSE_PRIV_NUMBERS
#define TEST_SPARSE_NEEDS_DEBUG (void)0
#else
#define TEST_SPARSE_NEEDS_DEBUG SKIP("NDEBUG, or no atomic words: worlds start at the same generation")
#endif

static void test_sparse_other_world_in_debug(void) {
    TEST_SPARSE_NEEDS_DEBUG;
    test_sparse_other_world_of(0);
}

// Births, deaths and components in a world, the same for the same seed; the hash after each
// step goes into one.
static uint64_t test_sparse_live(gc_sparse_world *world, int steps, uint64_t seed) {
    gc_sparse_id ids[8];
    gc_sparse_type type = test_sparse_type(world, 4, 4);
    uint64_t hash = 1;
    memset(ids, 0, sizeof ids);
    for (int i = 0; i < steps; i++) {
        uint32_t e = test_sparse_below(&seed, 8), *value;
        if (gc_sparse_alive(world, ids[e])) CHECK_INT(gc_sparse_destroy(world, ids[e]), GC_SPARSE_OK);
        else ids[e] = gc_sparse_create(world);
        value = (uint32_t *)gc_sparse_add(world, ids[e], type);
        if (value) *value = (uint32_t)i;
        if (i % 97 == 0) CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
        hash = (hash ^ gc_sparse_hash(world)) * 0x100000001b3u;
        hash ^= hash >> 29;
    }
    return hash;
}

// The generations that debug builds give to a world are no part of its hash; a single world
// starts at 1 as in release; who sets the first generation gets it.
static void test_sparse_worlds_in_debug(void) {
    enum { N = 40 };    // more than there are numbers for
    gc_sparse_world *worlds[N], *set;
    gc_sparse_desc desc;
    uint64_t hash;
    uint32_t first[N], alike = 0;
    TEST_SPARSE_NEEDS_DEBUG;
    memset(&desc, 0, sizeof desc);
    desc.first_generation = 1;
    set = gc_sparse_open(&desc, NULL);
    CHECK_U64(gc_sparse_create(set).generation, 1);
    gc_sparse_close(set);

    // All differ, the first 32 of them.
    for (int w = 0; w < N; w++) worlds[w] = gc_sparse_open(NULL, NULL);
    for (int w = 0; w < N; w++) {
        gc_sparse_id id = gc_sparse_create(worlds[w]);
        first[w] = id.generation;
        CHECK_INT(gc_sparse_destroy(worlds[w], id), GC_SPARSE_OK);
        for (int other = 0; other < w && w < 32; other++) alike += first[other] == first[w];
    }
    CHECK_U64(alike, 0);
    CHECK_U64(first[0], 1);
    CHECK_U64(first[N - 1], 1);

    // The same life, the same hashes.
    set = gc_sparse_open(&desc, NULL);
    CHECK_INT(gc_sparse_destroy(set, gc_sparse_create(set)), GC_SPARSE_OK);
    hash = test_sparse_live(set, 300, test_seed);
    for (int w = 0; w < N; w++) CHECK_U64(test_sparse_live(worlds[w], 300, test_seed), hash);
    gc_sparse_close(set);

    // A closed world's number is free again, the lowest first.
    gc_sparse_close(worlds[3]);
    gc_sparse_close(worlds[1]);
    worlds[1] = gc_sparse_open(NULL, NULL);
    worlds[3] = gc_sparse_open(NULL, NULL);
    CHECK_U64(gc_sparse_create(worlds[1]).generation, first[1]);
    CHECK_U64(gc_sparse_create(worlds[3]).generation, first[3]);
    for (int w = 0; w < N; w++) gc_sparse_close(worlds[w]);
    worlds[0] = gc_sparse_open(NULL, NULL);
    CHECK_U64(gc_sparse_create(worlds[0]).generation, 1);
    gc_sparse_close(worlds[0]);
}

#ifdef TEST_SPARSE_THREADS
static void *test_sparse_open_and_close(void *wrong) {
    for (int i = 0; i < 500; i++) {
        gc_sparse_world *a = gc_sparse_open(NULL, NULL), *b = gc_sparse_open(NULL, NULL);
        gc_sparse_id id = gc_sparse_create(a);
        *(int *)wrong += id.generation == gc_sparse_create(b).generation;
        gc_sparse_close(a);
        gc_sparse_close(b);
    }
    return NULL;
}
#endif

// Worlds that threads open and close at once have numbers of their own, and give them back.
static void test_sparse_worlds_in_threads(void) {
    TEST_SPARSE_NEEDS_DEBUG;
#ifdef TEST_SPARSE_THREADS
    {
        pthread_t threads[4];
        int wrong[4] = { 0 };
        gc_sparse_world *world;

        for (int t = 0; t < 4; t++) {
            if (!CHECK(pthread_create(&threads[t], NULL, test_sparse_open_and_close, &wrong[t]) == 0)) return;
        }
        for (int t = 0; t < 4; t++) {
            pthread_join(threads[t], NULL);
            CHECK_INT(wrong[t], 0);
        }

        // The numbers of worlds that were closed are free again.
        world = gc_sparse_open(NULL, NULL);
        CHECK_U64(gc_sparse_create(world).generation, 1);
        gc_sparse_close(world);
    }
#else
    SKIP("no threads in this build");
#endif
}

// The last 15 and 255 generations of the real width; test_sparse_small.c does the same with
// short generations.
static void test_sparse_last_generations(void) {
    for (uint32_t uses = 15; uses <= 255; uses += 240) {
        gc_sparse_desc desc;
        gc_sparse_world *world;
        gc_sparse_id first, id = test_sparse_zero_id;

        memset(&desc, 0, sizeof desc);
        desc.max_slots = 2;
        desc.first_generation = GC_SPARSE_PRIV_LAST_GENERATION - uses + 1;
        world = gc_sparse_open(&desc, NULL);

        first = gc_sparse_create(world);
        CHECK_U64(first.generation, desc.first_generation);
        CHECK_INT(gc_sparse_destroy(world, first), GC_SPARSE_OK);

        for (uint32_t i = 1; i < uses; i++) {
            id = gc_sparse_create(world);
            CHECK_U64(id.slot, 0);
            CHECK_U64(id.generation, first.generation + i);
            CHECK_INT(gc_sparse_destroy(world, id), GC_SPARSE_OK);
        }

        // The slot is retired, and the next one serves.
        CHECK_U64(id.generation, GC_SPARSE_PRIV_LAST_GENERATION);
        CHECK_U64(gc_sparse_stats(world).retired, 1);
        id = gc_sparse_create(world);
        CHECK_U64(id.slot, 1);
        CHECK_U64(gc_sparse_create(world).generation, 0);   // max_slots: one is retired, one alive

        CHECK(!gc_sparse_alive(world, first));
        gc_sparse_close(world);
    }
}

// ---- views

enum { TEST_SPARSE_VIEW_TYPES = 4, TEST_SPARSE_VIEW_ENTITIES = 1500 };

typedef struct test_sparse_scene {
    gc_sparse_world *world;
    gc_sparse_type types[TEST_SPARSE_VIEW_TYPES];
    gc_sparse_id id[TEST_SPARSE_VIEW_ENTITIES];
    uint8_t mask[TEST_SPARSE_VIEW_ENTITIES];    // bit t: has type t
    uint32_t count;
    size_t packed, scattered, long_runs;        // chunks seen
} test_sparse_scene;

// Worlds from orderly (all added in one order: long runs) to random. Type t of entity e holds e
// * 8 + t.
static void test_sparse_scene_open(test_sparse_scene *scene, uint64_t *random, int kind) {
    scene->world = gc_sparse_open(NULL, NULL);
    for (int t = 0; t < TEST_SPARSE_VIEW_TYPES; t++) scene->types[t] = test_sparse_type(scene->world, 4, 4);
    scene->count = kind == 0 ? 0 : 1;
    if (kind > 1) scene->count = 64 + test_sparse_below(random, TEST_SPARSE_VIEW_ENTITIES - 64);

    for (uint32_t e = 0; e < scene->count; e++) {
        scene->id[e] = gc_sparse_create(scene->world);
        // Stretches of one kind.
        if (kind % 4 == 2) scene->mask[e] = (uint8_t)(e / 200 % 2 ? 15 : 5 + 2 * (e / 400));
        else if (kind % 4 == 3) scene->mask[e] = 15;
        else scene->mask[e] = (uint8_t)test_sparse_below(random, 16);
    }

    for (int t = 0; t < TEST_SPARSE_VIEW_TYPES; t++) {
        // Disorder of this pool.
        uint32_t jumps = kind % 4 == 1 ? scene->count : kind % 4 == 3 && t == 3 ? 3 : 0;

        for (uint32_t e = 0; e < scene->count; e++) {
            if (!(scene->mask[e] >> t & 1)) continue;
            *(uint32_t *)gc_sparse_add(scene->world, scene->id[e], scene->types[t]) = e * 8 + (uint32_t)t;
        }

        while (jumps-- > 0 && scene->count) {
            uint32_t e = test_sparse_below(random, scene->count);
            if (gc_sparse_remove(scene->world, scene->id[e], scene->types[t]) != GC_SPARSE_OK) continue;
            *(uint32_t *)gc_sparse_add(scene->world, scene->id[e], scene->types[t]) = e * 8 + (uint32_t)t;
        }
    }
}

// Takes the matches of a view apart; writes the entities in order to out and returns their
// number.
static uint32_t test_sparse_walk(test_sparse_scene *scene, gc_sparse_view *view, const int *columns,
                                 int includes,
                                 int all, uint32_t *out) {
    uint32_t n = 0;
    while (gc_sparse_next(view)) {
        bool packed = view->rows[0] == NULL;
        if (!CHECK(view->count > 0) || !CHECK(packed || view->count <= GC_SPARSE_CHUNK)) return n;
        if (packed) scene->packed++;
        else scene->scattered++;
        if (packed && all > 1 && view->count > GC_SPARSE_CHUNK) scene->long_runs++;
        for (size_t i = 0; i < view->count; i++) {
            gc_sparse_id id = gc_sparse_view_id(view, i);
            CHECK_U64(id.slot, view->slots[i]);
            if (!CHECK(n < scene->count)) return n;
            out[n++] = id.slot;     // in these worlds entity e is in slot e
            for (int k = 0; k < all; k++) {
                const uint32_t *direct, *at = GC_SPARSE_AT(uint32_t, view, (size_t)k, i);
                CHECK((view->rows[k] == NULL) == packed);
                CHECK(at == gc_sparse_get(scene->world, id, scene->types[columns[k]]));
                CHECK(k >= includes || at != NULL);
                if (at) CHECK_U64(*at, id.slot * 8 + (uint32_t)columns[k]);
                direct = (const uint32_t *)view->columns[k];
                if (packed) direct = direct ? direct + i : NULL;
                else direct = view->rows[k][i] == GC_SPARSE_NONE ? NULL : direct + view->rows[k][i];
                CHECK(direct == at);
            }
        }
    }
    CHECK_U64(view->count, 0);
    CHECK(!gc_sparse_next(view));   // the end stays the end
    return n;
}

// One combination of roles (0 none, 1 include, 2 exclude, 3 optional; two bits a type), whole
// and in parts, counted and walked.
static void test_sparse_combination(test_sparse_scene *scene, int roles, int turn) {
    static const size_t part_rows[] = { 0, 1, 7, 64, 100, 1000, SIZE_MAX };
    static uint32_t whole[TEST_SPARSE_VIEW_ENTITIES], parts[TEST_SPARSE_VIEW_ENTITIES];
    static uint8_t seen[TEST_SPARSE_VIEW_ENTITIES];
    gc_sparse_query_desc desc;
    gc_sparse_view view;
    int columns[TEST_SPARSE_VIEW_TYPES] = { 0 }, includes = 0, all = 0, excludes = 0;
    uint8_t need = 0, avoid = 0;
    uint32_t n, want = 0;

    memset(&desc, 0, sizeof desc);
    for (int pass = 1; pass <= 3; pass++) {
        for (int i = 0; i < TEST_SPARSE_VIEW_TYPES; i++) {
            int t = (i + turn) % TEST_SPARSE_VIEW_TYPES;    // the order of columns is ours to choose
            if ((roles >> (2 * t) & 3) != (pass == 1 ? 1 : pass == 2 ? 3 : 2)) continue;
            if (pass == 1) desc.include[includes++] = scene->types[t];
            if (pass == 2) desc.optional[all - includes] = scene->types[t];
            if (pass == 3) desc.exclude[excludes++] = scene->types[t];
            if (pass == 1) need = (uint8_t)(need | 1 << t);
            if (pass == 3) avoid = (uint8_t)(avoid | 1 << t);
            if (pass < 3) columns[all++] = t;
        }
    }
    if (includes == 0) return;
    memset(&view, 0xa5, sizeof view);
    if (roles % 2) gc_sparse_begin(&view, scene->world, &desc);
    else view = gc_sparse_query(scene->world, &desc);
    CHECK_INT(view.error, GC_SPARSE_OK);
    n = test_sparse_walk(scene, &view, columns, includes, all, whole);
    memset(seen, 0, sizeof seen);
    for (uint32_t i = 0; i < n; i++) seen[whole[i]]++;
    for (uint32_t e = 0; e < scene->count; e++) {
        bool match = (scene->mask[e] & need) == need && (scene->mask[e] & avoid) == 0;
        CHECK_U64(seen[e], match);
        want += match;
    }
    CHECK_U64(n, want);
    CHECK_U64(gc_sparse_view_count(&view), n);
    for (size_t r = 0; r < sizeof part_rows / sizeof part_rows[0]; r++) {
        uint32_t count = gc_sparse_view_parts(&view, part_rows[r]), m = 0;
        for (uint32_t p = 0; p < count; p++) {
            gc_sparse_view part = gc_sparse_view_part(&view, p, part_rows[r]);
            uint32_t matches = test_sparse_walk(scene, &part, columns, includes, all, parts + m);
            CHECK_U64(gc_sparse_view_count(&part), matches);
            m += matches;
        }
        CHECK_U64(m, n);
        CHECK(memcmp(whole, parts, n * sizeof whole[0]) == 0);
        if (part_rows[r] == SIZE_MAX) CHECK(count <= 1);
    }
}

static void test_sparse_views(void) {
    static test_sparse_scene scene;
    uint64_t random = test_seed;
    memset(&scene, 0, sizeof scene);
    for (int kind = 0; kind < 10; kind++) {
        test_sparse_scene_open(&scene, &random, kind);
        for (int roles = 0; roles < 256; roles++) test_sparse_combination(&scene, roles, (kind + roles) % 4);
        gc_sparse_close(scene.world);
    }
    CHECK(scene.packed > 1000 && scene.scattered > 1000 && scene.long_runs > 100);
}

// Eight terms of each kind: full lists have no zero at their end, and the buffer is shared by
// 16 columns. Every pool has an order of its own.
static void test_sparse_full_terms(void) {
    enum { N = 331 };
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_query_desc desc;
    gc_sparse_view view;
    gc_sparse_id ids[N];
    uint32_t seen[N] = { 0 };

    for (int i = 0; i < GC_SPARSE_TERMS; i++) {
        desc.include[i] = test_sparse_type(world, 4, 4);
        desc.exclude[i] = test_sparse_type(world, 4, 4);
        desc.optional[i] = test_sparse_type(world, 4, 4);
    }
    CHECK_INT(gc_sparse_create_n(world, ids, N), GC_SPARSE_OK);

    for (uint32_t i = 0; i < GC_SPARSE_TERMS; i++) {
        for (uint32_t step = 0; step < N; step++) {
            uint32_t e = step * (2 * i + 3) % N;
            *(uint32_t *)gc_sparse_add(world, ids[e], desc.include[i]) = 100 * e + i;
            if (e % 5 == i % 5) {
                *(uint32_t *)gc_sparse_add(world, ids[e], desc.optional[i]) = 100 * e + 50 + i;
            }
            if (e % 40 == 3 * i) gc_sparse_add(world, ids[e], desc.exclude[i]);
        }
    }

    view = gc_sparse_query(world, &desc);
    while (gc_sparse_next(&view)) {
        CHECK(view.rows[0] != NULL && view.count <= GC_SPARSE_CHUNK / 2);
        for (size_t i = 0; i < view.count; i++) {
            uint32_t e = view.slots[i];
            seen[e]++;

            for (uint32_t k = 0; k < GC_SPARSE_TERMS; k++) {
                const uint32_t *optional = GC_SPARSE_AT(uint32_t, &view, GC_SPARSE_TERMS + k, i);
                CHECK_U64(*GC_SPARSE_AT(uint32_t, &view, k, i), 100 * e + k);
                CHECK((optional != NULL) == (e % 5 == k % 5));
                if (optional) CHECK_U64(*optional, 100 * e + 50 + k);
            }
        }
    }

    for (uint32_t e = 0; e < N; e++) CHECK_U64(seen[e], e % 40 % 3 != 0 || e % 40 > 21);
    gc_sparse_close(world);
}

// The chunks themselves: runs begin and end at 64 rows, where an order jumps or an optional
// component comes and goes.
static void test_sparse_runs(void) {
    enum { N = 384 };
    static const uint32_t order[N / 64] = { 0, 2, 1, 3, 4, 5 };     // stretches of the second pool
    // Three jumps; then the optional one comes.
    static const size_t want[] = { 64, 64, 64, 64, 128 };
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type a = test_sparse_type(world, 4, 4), b = test_sparse_type(world, 4, 4);
    gc_sparse_type c = test_sparse_type(world, 4, 4);
    gc_sparse_query_desc desc = test_sparse_with(a, b);
    gc_sparse_id ids[N];
    gc_sparse_view view;
    size_t chunk = 0;

    CHECK_INT(gc_sparse_create_n(world, ids, N), GC_SPARSE_OK);
    for (uint32_t e = 0; e < N; e++) *(uint32_t *)gc_sparse_add(world, ids[e], a) = e;

    for (uint32_t i = 0; i < N; i++) {
        uint32_t e = order[i / 64] * 64 + i % 64;
        *(uint32_t *)gc_sparse_add(world, ids[e], b) = e;
    }
    for (uint32_t e = 256; e < N; e++) *(uint32_t *)gc_sparse_add(world, ids[e], c) = e;

    desc.optional[0] = c;
    for (view = gc_sparse_query(world, &desc); gc_sparse_next(&view); chunk++) {
        CHECK(view.rows[0] == NULL && view.rows[1] == NULL && view.rows[2] == NULL);
        if (!CHECK(chunk < 5)) break;
        CHECK_U64(view.count, want[chunk]);
        CHECK((view.columns[2] != NULL) == (chunk == 4));

        for (size_t i = 0; i < view.count; i++) {
            uint32_t e = view.slots[i];
            CHECK_U64(e, 64 * chunk + i);
            CHECK_U64(((uint32_t *)view.columns[0])[i], e);
            CHECK_U64(((uint32_t *)view.columns[1])[i], e);
            if (view.columns[2]) CHECK_U64(((uint32_t *)view.columns[2])[i], e);
        }
    }

    CHECK_U64(chunk, 5);

    desc = test_sparse_with(a, c);      // c has fewer rows: it leads, and its rows make the parts
    view = gc_sparse_query(world, &desc);
    CHECK_U64(gc_sparse_view_parts(&view, 64), 2);
    CHECK_U64(gc_sparse_view_parts(&view, 1), 128);

    CHECK(gc_sparse_next(&view));
    CHECK_U64(view.count, 128);
    CHECK(view.columns[1] == gc_sparse_get(world, ids[256], c));
    CHECK(view.columns[0] == gc_sparse_get(world, ids[256], a));

    gc_sparse_close(world);
}

static void test_sparse_nested_views(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type a = test_sparse_type(world, 4, 4), b = test_sparse_type(world, 4, 4);
    gc_sparse_query_desc desc = test_sparse_with(a, b);
    gc_sparse_view outer, inner;
    uint64_t pairs = 0, sum = 0, want = 0;

    for (uint32_t e = 0; e < 500; e++) {
        gc_sparse_id id = gc_sparse_create(world);
        *(uint32_t *)gc_sparse_add(world, id, a) = e;
        if (e % 3 == 0) gc_sparse_add(world, id, b);
        if (e % 3 == 0) want += e;
    }
    outer = gc_sparse_query(world, &desc);
    while (gc_sparse_next(&outer)) {
        for (size_t i = 0; i < outer.count; i++) {
            inner = gc_sparse_query(world, &desc);
            while (gc_sparse_next(&inner)) {
                for (size_t j = 0; j < inner.count; j++) {
                    pairs++;
                    sum += *GC_SPARSE_AT(uint32_t, &inner, 0, j) + *GC_SPARSE_AT(uint32_t, &outer, 0, i);
                }
            }
        }
    }
    CHECK_U64(pairs, 167 * 167);
    CHECK_U64(sum, 2 * 167 * want);
    gc_sparse_close(world);
}

// What ends a walk, and what does not.
static void test_sparse_changes_while_walking(void) {
    TEST_SPARSE_NEEDS_COUNTER;
    for (int change = 0; change < 23; change++) {
        gc_sparse_world *world = gc_sparse_open(NULL, NULL);
        gc_sparse_type a = test_sparse_type(world, 4, 4), b = test_sparse_type(world, 4, 4);
        gc_sparse_query_desc desc = test_sparse_with(a, b);
        gc_sparse_id ids[400];
        gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
        gc_sparse_view view;
        bool ends = change >= 6;

        CHECK_INT(gc_sparse_create_n(world, ids, 400), GC_SPARSE_OK);
        for (int e = 0; e < 400; e++) {     // opposite orders: three scattered chunks or more
            gc_sparse_add(world, ids[e], a);
            gc_sparse_add(world, ids[399 - e], b);
        }

        CHECK_INT(gc_sparse_remove(world, ids[7], a), GC_SPARSE_OK);
        view = gc_sparse_query(world, &desc);
        CHECK(gc_sparse_next(&view));
        CHECK(view.rows[0] != NULL || test_sparse_kinds);
        if (test_sparse_kinds && change >= 15 && change <= 17) {        // no groups, no sorting
            gc_sparse_close(world);
            continue;
        }

        switch (change) {
        case 0: *GC_SPARSE_AT(int, &view, 0, 0) = 7; break;
        case 1: for (int i = 0; i < 1000; i++) CHECK(gc_sparse_create(world).generation != 0); break;
        case 2: CHECK(gc_sparse_add(world, ids[3], a) != NULL); break;      // it has it: no change
        case 3: CHECK(gc_sparse_record_create(commands).generation != 0); break;
        case 4: CHECK_INT(gc_sparse_record_destroy(commands, ids[0]), GC_SPARSE_OK); break;
        case 5: CHECK_INT(gc_sparse_remove(world, gc_sparse_create(world), b), GC_SPARSE_E_NOT_FOUND); break;
        case 6: CHECK(gc_sparse_add(world, gc_sparse_create(world), a) != NULL); break;
        // The entity whose match it is.
        case 7: CHECK_INT(gc_sparse_remove(world, gc_sparse_view_id(&view, 0), a), GC_SPARSE_OK); break;
        // The first row of its pool, the last one of the other.
        case 8: CHECK_INT(gc_sparse_remove(world, ids[399], b), GC_SPARSE_OK); break;
        case 9: CHECK_INT(gc_sparse_destroy(world, ids[200]), GC_SPARSE_OK); break;
        case 10: CHECK_INT(gc_sparse_destroy_n(world, ids, 2), GC_SPARSE_OK); break;
        case 11: CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK); break;
        case 12: CHECK_INT(gc_sparse_reserve(world, a, 10000), GC_SPARSE_OK); break;
        case 13: CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK); break;
        // An entity without components.
        case 14: CHECK_INT(gc_sparse_destroy(world, gc_sparse_create(world)), GC_SPARSE_OK); break;
        case 15: {
            gc_sparse_type types[2];
            types[0] = a;
            types[1] = b;
            CHECK_INT(gc_sparse_group(world, types, 2), GC_SPARSE_OK);
            break;
        }
        case 16: {
            gc_sparse_sort_desc sort;
            memset(&sort, 0, sizeof sort);
            sort.key = test_sparse_key;
            CHECK_INT(gc_sparse_sort(world, a, &sort), GC_SPARSE_OK);
            break;
        }
        case 17: CHECK_INT(gc_sparse_sort_as(world, a, b), GC_SPARSE_OK); break;
        case 18: CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK); break;
        // An entity before the next chunk.
        case 19: CHECK_INT(gc_sparse_remove(world, ids[1], a), GC_SPARSE_OK); break;
        case 20: CHECK_INT(gc_sparse_remove(world, ids[300], a), GC_SPARSE_OK); break;  // behind it
        case 21: CHECK_INT(gc_sparse_remove_n(world, ids, 2, b), GC_SPARSE_OK); break;
        case 22: CHECK(gc_sparse_add(world, ids[7], a) != NULL); break;     // without growth
        }
        CHECK_INT(view.error, GC_SPARSE_OK);
        CHECK(gc_sparse_next(&view) == !ends);
        CHECK_INT(view.error, ends ? GC_SPARSE_E_CHANGED : GC_SPARSE_OK);
        if (ends) CHECK_U64(view.count, 0);
#ifdef TEST_SPARSE_COUNTS_ASSERTS
        CHECK_INT(test_sparse_asserts, ends);
        test_sparse_asserts = 0;
#endif
        gc_sparse_close(world);
    }
}

// ---- batches, sizes, limits

static void test_sparse_batches_of(uint32_t n) {
    static gc_sparse_id ids[40000], again[40000];
    static uint32_t values[40000];
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type a = test_sparse_type(world, 4, 4), b = test_sparse_type(world, 4, 4);
    gc_sparse_type tag = test_sparse_type(world, 0, 0);
    uint64_t hash;
    for (uint32_t i = 0; i < n; i++) values[i] = i * 3 + 1;
    CHECK_INT(gc_sparse_create_n(world, ids, n), GC_SPARSE_OK);
    *(uint32_t *)gc_sparse_add(world, ids[5], a) = 999;
    *(uint32_t *)gc_sparse_add(world, ids[6], b) = 999;
    CHECK_INT(gc_sparse_add_n(world, ids, n, a, values), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids, n, b, NULL), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids, n, tag, values), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids, 0, a, NULL), GC_SPARSE_OK);
    for (uint32_t i = 0; i < n; i++) {
        CHECK_U64(*(uint32_t *)gc_sparse_get(world, ids[i], a), values[i]);     // set, also where it was
        // New ones are zero, the one that was there is kept.
        CHECK_U64(*(uint32_t *)gc_sparse_get(world, ids[i], b), i == 6 ? 999 : 0);
        CHECK(gc_sparse_has(world, ids[i], tag));
    }
    hash = gc_sparse_hash(world);
    memcpy(again, ids, n * sizeof *ids);
    again[n - 1].generation++;      // one stale: none
    CHECK_INT(gc_sparse_destroy_n(world, again, n), GC_SPARSE_E_STALE);
    CHECK_INT(gc_sparse_remove_n(world, again, n, a), GC_SPARSE_E_STALE);
    CHECK_INT(gc_sparse_add_n(world, again, n, a, NULL), GC_SPARSE_E_STALE);
    CHECK_U64(gc_sparse_hash(world), hash);
    again[n - 1] = again[0];        // one twice: fine
    CHECK_INT(gc_sparse_remove_n(world, again, n, tag), GC_SPARSE_OK);
    CHECK_U64(test_sparse_count(world, tag, test_sparse_zero_type), 1);
    CHECK_INT(gc_sparse_remove_n(world, ids, n, tag), GC_SPARSE_OK);    // those that have it
    CHECK_U64(test_sparse_count(world, tag, test_sparse_zero_type), 0);
    CHECK_INT(gc_sparse_add_n(world, ids, n, tag, NULL), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_hash(world), hash);
    CHECK_INT(gc_sparse_destroy_n(world, again, n), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_stats(world).entities, 1);
    CHECK(gc_sparse_alive(world, ids[n - 1]));
    CHECK_INT(gc_sparse_create_n(world, again, n), GC_SPARSE_OK);   // n - 1 slots again, one new
    CHECK_U64(gc_sparse_stats(world).slots, n + 1);
    CHECK_U64(again[0].slot, n - 2);    // the slot freed last comes first
    CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_stats(world).entities, 0);
    CHECK_U64(test_sparse_count(world, b, test_sparse_zero_type), 0);
    CHECK_U64(gc_sparse_create(world).slot, 0);     // and after clear the lowest
    CHECK_INT(gc_sparse_create_n(world, again, n), GC_SPARSE_OK);
    for (uint32_t i = 3; i < n; i += 2) CHECK_INT(gc_sparse_destroy(world, again[i]), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);

    // Also those that had died before.
    for (uint32_t i = 0; i < n + 1; i++) CHECK_U64(gc_sparse_create(world).slot, i);
    CHECK_U64(gc_sparse_create(world).slot, n + 1);
    gc_sparse_close(world);
}

// So many slots that a replay asks ahead, and components of both kinds there already: for
// UBSan.
static void test_sparse_large_replay(void) {
    enum { N = 33000 };
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_id *ids = (gc_sparse_id *)malloc(N * sizeof *ids);
    gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
    gc_sparse_component_desc desc;

    memset(&desc, 0, sizeof desc);
    desc.size = 8;
    if (!CHECK(ids && commands) || !CHECK_INT(gc_sparse_create_n(world, ids, N), GC_SPARSE_OK)) return;

    for (desc.kind = GC_SPARSE_DENSE; desc.kind <= GC_SPARSE_DIRECT; desc.kind++) {
        gc_sparse_type type;
        CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_add_n(world, ids, N, type, NULL), GC_SPARSE_OK);

        for (uint64_t i = 0; i < N; i++) memcpy(gc_sparse_record_add(commands, ids[i], type), &i, 8);
        CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
        for (uint64_t i = 0; i < N; i++) CHECK(memcmp(gc_sparse_get(world, ids[i], type), &i, 8) == 0);
    }

    gc_sparse_close(world);
    free(ids);
}

// The second world is one in which memory is asked for ahead.
static void test_sparse_batches(void) {
    test_sparse_batches_of(1000);
    test_sparse_batches_of(40000);
}

static void test_sparse_sizes_and_alignment(void) {
    static const size_t sizes[] = { 0, 1, 2, 3, 7, 12, 24, 30, 32, 40, 64, 192, 100000 };
    static const size_t aligns[] = { 1, 2, 4, 8, 16, 32, 64 };

    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (size_t a = 0; a < sizeof aligns / sizeof aligns[0]; a++) {
            gc_sparse_world *world;
            gc_sparse_type type;
            gc_sparse_commands *commands;
            gc_sparse_id ids[150];
            size_t n = sizes[s] > 1000 ? 10 : 150;
            test_sparse_heap heap;
            gc_sparse_desc open;
            if (sizes[s] % aligns[a] != 0) continue;
            memset(&heap, 0, sizeof heap);
            memset(&open, 0, sizeof open);
            open.allocator.resize = test_sparse_heap_resize;
            open.allocator.user = &heap;
            world = gc_sparse_open(&open, NULL);
            type = test_sparse_type(world, sizes[s], aligns[a]);
            commands = gc_sparse_record(world, 0, 0);
            for (size_t i = 0; i < n; i++) {
                char *p;
                ids[i] = gc_sparse_create(world);
                if (i % 2) {
                    p = (char *)gc_sparse_add(world, ids[i], type);
                } else {
                    p = (char *)gc_sparse_record_add(commands, ids[i], type);
                }
                if (!CHECK(p != NULL) || sizes[s] == 0) continue;
                CHECK_U64((uintptr_t)p % aligns[a], 0);
                for (size_t j = 0; j < sizes[s]; j++) CHECK(p[j] == 0);
                memset(p, (int)(i + 1), sizes[s]);
            }
            CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
            for (size_t i = 0; i < n; i++) {
                const char *p = (const char *)gc_sparse_get(world, ids[i], type);
                if (!CHECK(p != NULL) || sizes[s] == 0) continue;
                CHECK_U64((uintptr_t)p % aligns[a], 0);
                CHECK(p[0] == (char)(i + 1) && p[sizes[s] - 1] == (char)(i + 1));
            }
            if (sizes[s]) {
                gc_sparse_query_desc desc = test_sparse_with(type, test_sparse_zero_type);
                gc_sparse_view view = gc_sparse_query(world, &desc);
                CHECK(gc_sparse_next(&view));
                CHECK_U64((uintptr_t)view.columns[0] % 64, 0);
            }
            gc_sparse_close(world);
            CHECK_U64(heap.bytes, 0);
            CHECK(!heap.wrong_size);
        }
    }
}

static void test_sparse_limits(void) {
    gc_sparse_desc desc;
    gc_sparse_component_desc component;
    gc_sparse_world *world, *other;
    gc_sparse_type type;
    gc_sparse_id ids[10], id;
    int error = 7;
    memset(&desc, 0, sizeof desc);
    memset(&component, 0, sizeof component);
    desc.max_types = 3;
    desc.max_slots = 5;
    world = gc_sparse_open(&desc, &error);
    CHECK_INT(error, GC_SPARSE_OK);
    for (uint32_t i = 1; i <= 3; i++) CHECK_U64(test_sparse_type(world, 8, 0).index, i);
    type.index = 9;
    CHECK_INT(gc_sparse_component(world, &component, &type), GC_SPARSE_E_FULL);
    CHECK_U64(type.index, 0);
    component.kind = 1000;
    CHECK_INT(gc_sparse_component(world, &component, &type), GC_SPARSE_E_UNSUPPORTED);
    CHECK_U64(gc_sparse_stats(world).types, 3);
    memset(ids, 0, sizeof ids);
    CHECK_INT(gc_sparse_create_n(world, ids, 6), GC_SPARSE_E_FULL);
    CHECK_INT(gc_sparse_create_n(world, ids, SIZE_MAX), GC_SPARSE_E_FULL);
    CHECK_U64(ids[0].generation, 0);
    CHECK_U64(gc_sparse_stats(world).entities, 0);
    CHECK_INT(gc_sparse_create_n(world, ids, 5), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_create(world).generation, 0);
    CHECK_INT(gc_sparse_reserve(world, test_sparse_zero_type, 6), GC_SPARSE_E_FULL);
    type.index = 2;
    CHECK_INT(gc_sparse_reserve(world, type, 6), GC_SPARSE_E_FULL);
    CHECK_INT(gc_sparse_reserve(world, type, 5), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_destroy(world, ids[2]), GC_SPARSE_OK);
    id = gc_sparse_create(world);
    CHECK_U64(id.slot, 2);

    // Ids of a world that starts at another generation are strangers here.
    desc.first_generation = 1000;
    other = gc_sparse_open(&desc, NULL);
    id = gc_sparse_create(other);
    CHECK_U64(id.generation, 1000);
    CHECK(!gc_sparse_alive(world, id));
    CHECK_INT(gc_sparse_destroy(world, id), GC_SPARSE_E_STALE);
    CHECK(gc_sparse_add(world, id, type) == NULL && gc_sparse_get(world, id, type) == NULL);
    CHECK(!gc_sparse_alive(other, ids[0]));
    gc_sparse_close(other);
    gc_sparse_close(world);
}

// A type registered when entities are there already, in a table that does not grow again.
static void test_sparse_late_type(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_id id = gc_sparse_create(world);
    gc_sparse_type type = test_sparse_type(world, 4, 4);
    CHECK(gc_sparse_get(world, id, type) == NULL);
    *(int *)gc_sparse_add(world, id, type) = 9;
    CHECK(*GC_SPARSE_GET(int, gc_sparse_pool_of(world, type), id) == 9);
    gc_sparse_close(world);
}

// Each result has its number, which it shares with the other headers up to -19, and its text.
static void test_sparse_results(void) {
    static const struct { int result, number; const char *text; } results[] = {
        { GC_SPARSE_OK, 0, "ok" },
        { GC_SPARSE_E_ARGUMENT, -1, "bad argument" },
        { GC_SPARSE_E_MEMORY, -2, "out of memory" },
        { GC_SPARSE_E_FULL, -3, "full" },
        { GC_SPARSE_E_STALE, -4, "stale handle" },
        { GC_SPARSE_E_UNSUPPORTED, -6, "not supported" },
        { GC_SPARSE_E_NOT_FOUND, -12, "not found" },
        { GC_SPARSE_E_ABSENT, -12, "not found" },     // its name in 0.3
        { GC_SPARSE_E_BUSY, -15, "in use just now" },
        { GC_SPARSE_E_TYPE, -20, "component type not registered" },
        { GC_SPARSE_E_GROUPED, -22, "type is in a group already" },
        { GC_SPARSE_E_CHANGED, -23, "the world has changed since the query" },
        { GC_SPARSE_E_DATA, -24, "not a save, or a damaged one" },
        { GC_SPARSE_E_CYCLE, -25, "the parent is below its child" },
        { GC_SPARSE_E_SIZE, -26, "components of this name have another size in the save" },
        { GC_SPARSE_E_FIELDS, -27, "components of this name have other fields in the save" },
    };
    int known = 0;

    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        CHECK_INT(results[i].result, results[i].number);
        CHECK_STR(gc_sparse_result_string(results[i].number), results[i].text);
    }
    for (int result = -100; result <= 100; result++) {
        known += strcmp(gc_sparse_result_string(result), "unknown result") != 0;
    }
    CHECK_INT(known, (int)(sizeof results / sizeof *results) - 1);
}

static void test_sparse_names(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_component_desc desc;
    gc_sparse_type a, b;
    char name[] = "position";

    memset(&desc, 0, sizeof desc);
    desc.size = 12;
    CHECK_INT(gc_sparse_component(world, &desc, &a), GC_SPARSE_OK);
    desc.name = name;
    CHECK_INT(gc_sparse_component(world, &desc, &b), GC_SPARSE_OK);

    // The name was copied.
    name[0] = 'x';
    CHECK_STR(gc_sparse_name(world, a), "");
    CHECK_STR(gc_sparse_name(world, b), "position");

    CHECK(!gc_sparse_type_equal(a, b) && gc_sparse_type_equal(b, b));
    CHECK(gc_sparse_type_equal(gc_sparse_find(world, "position"), b));
    CHECK(gc_sparse_type_equal(gc_sparse_find(world, ""), a));
    CHECK_U64(gc_sparse_find(world, "xosition").index, 0);

    CHECK(gc_sparse_info(world, b).kind == GC_SPARSE_DENSE && gc_sparse_info(world, b).align == 4);
    test_sparse_results();
    CHECK_INT(gc_sparse_version(), GC_SPARSE_VERSION);
    gc_sparse_close(world);
}

// A type behind the zero that ends a list, in each list and place: misuse, and not a query of
// less than was meant.
static void test_sparse_holes(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type type = test_sparse_type(world, 4, 4), other = test_sparse_type(world, 4, 4);
    gc_sparse_view view;
    TEST_SPARSE_NEEDS_COUNTER;
    CHECK(gc_sparse_add(world, gc_sparse_create(world), type) != NULL);
    for (int list = 0; list < 3; list++) {
        for (int at = 1; at < GC_SPARSE_TERMS; at++) {
            gc_sparse_query_desc desc = test_sparse_with(type, test_sparse_zero_type);
            gc_sparse_type *types = list == 0 ? desc.include : list == 1 ? desc.exclude : desc.optional;

            // Only the place behind the hole is wrong; before it the list is full.
            for (int i = 0; i < at - 1; i++) types[i] = list == 1 ? other : type;
            if (list == 0) types[0] = at > 1 ? type : test_sparse_zero_type;
            types[at] = other;
            TEST_SPARSE_MISUSE((view = gc_sparse_query(world, &desc)).error == GC_SPARSE_E_ARGUMENT);
            CHECK(!gc_sparse_next(&view));
            CHECK_U64(gc_sparse_view_count(&view), 0);
            CHECK_U64(gc_sparse_view_parts(&view, 0), 0);

            // Without a hole the same list is sound.
            types[at - 1] = list == 1 ? other : type;
            if (list == 1) types[at] = other;
            else types[at] = type;
            view = gc_sparse_query(world, &desc);
            CHECK_INT(view.error, GC_SPARSE_OK);
            CHECK(gc_sparse_next(&view) && view.count == 1);
        }
    }
    gc_sparse_close(world);
}

// Misuse of every kind: every pointer NULL, every type unknown. One assertion each in debug, an
// error value in release; and nothing has changed in the end.
typedef struct test_sparse_misused {
    gc_sparse_world *world;
    gc_sparse_type type;
    gc_sparse_id id;
    gc_sparse_commands *commands;
    uint64_t hash;
} test_sparse_misused;

static test_sparse_misused test_sparse_misuse_open(void) {
    test_sparse_misused m;
    m.world = gc_sparse_open(NULL, NULL);
    m.type = test_sparse_type(m.world, 4, 4);
    m.id = gc_sparse_create(m.world);
    m.commands = gc_sparse_record(m.world, 0, 0);
    *(int *)gc_sparse_add(m.world, m.id, m.type) = 5;
    m.hash = gc_sparse_hash(m.world);
    return m;
}

static void test_sparse_misuse_close(test_sparse_misused *m) {
    CHECK_INT(gc_sparse_replay(m->world), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_hash(m->world), m->hash);
    CHECK_U64(gc_sparse_stats(m->world).skipped, 0);
    gc_sparse_close(m->world);
}

static void test_sparse_misuse_of_worlds(void) {
    static const size_t bad[5][2] = { { 6, 4 }, { 6, 3 }, { 128, 128 }, { SIZE_MAX, 1 }, { 0x40000001, 1 } };
    test_sparse_misused m = test_sparse_misuse_open();
    gc_sparse_component_desc component;
    gc_sparse_type out;
    gc_sparse_desc desc;
    int error = 0;
    TEST_SPARSE_NEEDS_COUNTER;

    memset(&desc, 0, sizeof desc);
    desc.max_types = 65536;
    TEST_SPARSE_MISUSE(gc_sparse_open(&desc, &error) == NULL && error == GC_SPARSE_E_ARGUMENT);
    desc.max_types = 0;
    desc.first_generation = GC_SPARSE_PRIV_LAST_GENERATION + 1u;
    TEST_SPARSE_MISUSE(gc_sparse_open(&desc, NULL) == NULL);
    gc_sparse_close(NULL);

    memset(&component, 0, sizeof component);
    TEST_SPARSE_MISUSE(gc_sparse_component(NULL, &component, &out) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_component(m.world, NULL, &out) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_component(m.world, &component, NULL) == GC_SPARSE_E_ARGUMENT);
    for (int i = 0; i < 5; i++) {
        component.size = bad[i][0];
        component.align = bad[i][1];
        TEST_SPARSE_MISUSE(gc_sparse_component(m.world, &component, &out) == GC_SPARSE_E_ARGUMENT);
        CHECK_U64(out.index, 0);
    }

    TEST_SPARSE_MISUSE(gc_sparse_stats(NULL).entities == 0);
    gc_sparse_statistics statistics = { 1, 1, 1, 1, 1, 1, 1, { 1 }, { 1, 1 } };
    TEST_SPARSE_MISUSE((gc_sparse_get_statistics(NULL, &statistics), statistics.entities == 0));
    TEST_SPARSE_MISUSE((gc_sparse_get_statistics(NULL, NULL), true));
    TEST_SPARSE_MISUSE(gc_sparse_hash(NULL) == 0);
    TEST_SPARSE_MISUSE(gc_sparse_reserve(NULL, m.type, 1) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_shrink(NULL) == GC_SPARSE_E_ARGUMENT);
    test_sparse_misuse_close(&m);
}

static void test_sparse_misuse_of_entities(void) {
    test_sparse_misused m = test_sparse_misuse_open();
    gc_sparse_id id = m.id;
    const gc_sparse_pool *pool = gc_sparse_pool_of(m.world, m.type);
    TEST_SPARSE_NEEDS_COUNTER;

    TEST_SPARSE_MISUSE(gc_sparse_create(NULL).generation == 0);
    TEST_SPARSE_MISUSE(gc_sparse_create_n(NULL, &id, 1) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_create_n(m.world, NULL, 1) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_destroy(NULL, id) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_destroy_n(NULL, &id, 1) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_destroy_n(m.world, NULL, 1) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_clear(NULL) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(!gc_sparse_alive(NULL, id));
    TEST_SPARSE_MISUSE(gc_sparse_clone(NULL, id).generation == 0);
    TEST_SPARSE_MISUSE(gc_sparse_create_at(NULL, id) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_id_of(NULL, 0).generation == 0);
    TEST_SPARSE_MISUSE(gc_sparse_next_entity(NULL, id).generation == 0);
    TEST_SPARSE_MISUSE(gc_sparse_next_type(NULL, id, m.type).index == 0);
    TEST_SPARSE_MISUSE(gc_sparse_find(NULL, "").index == 0);
    TEST_SPARSE_MISUSE(gc_sparse_find(m.world, NULL).index == 0);

    TEST_SPARSE_MISUSE(gc_sparse_add(NULL, id, m.type) == NULL);
    TEST_SPARSE_MISUSE(gc_sparse_add_n(NULL, &id, 1, m.type, NULL) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_add_n(m.world, NULL, 1, m.type, NULL) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_remove(NULL, id, m.type) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_remove_n(NULL, &id, 1, m.type) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_remove_n(m.world, NULL, 1, m.type) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_get(NULL, id, m.type) == NULL);
    TEST_SPARSE_MISUSE(gc_sparse_pool_of(NULL, m.type) == NULL);
    TEST_SPARSE_MISUSE(GC_SPARSE_GET(short, pool, id) == NULL);
    TEST_SPARSE_MISUSE(GC_SPARSE_GET(int, NULL, id) == NULL);
    test_sparse_misuse_close(&m);
}

static void test_sparse_misuse_of_sets(void) {
    gc_sparse_map_desc desc;
    gc_sparse_map set;
    gc_sparse_id id = test_sparse_zero_id;
    TEST_SPARSE_NEEDS_COUNTER;

    TEST_SPARSE_MISUSE(gc_sparse_map_init(NULL, NULL) == GC_SPARSE_E_ARGUMENT);
    memset(&desc, 0, sizeof desc);
    desc.size = 0x40000001;
    TEST_SPARSE_MISUSE(gc_sparse_map_init(&set, &desc) == GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_map_init(&set, NULL), GC_SPARSE_OK);
    TEST_SPARSE_MISUSE(GC_SPARSE_MAP_GET(int, &set, id) == NULL);
    TEST_SPARSE_MISUSE(gc_sparse_map_add(NULL, id) == NULL);
    TEST_SPARSE_MISUSE(gc_sparse_map_remove(NULL, id) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_map_get(NULL, id) == NULL);
    TEST_SPARSE_MISUSE(gc_sparse_map_at(NULL, id, 0) == NULL);
    CHECK(gc_sparse_map_at(&set, id, 0) == NULL);
    gc_sparse_map_free(NULL);
}

static void test_sparse_misuse_of_orders(void) {
    test_sparse_misused m = test_sparse_misuse_open();
    gc_sparse_type types[GC_SPARSE_TERMS + 1] = { { 0 } }, none = test_sparse_zero_type;
    gc_sparse_sort_desc sort;
    TEST_SPARSE_NEEDS_COUNTER;
    memset(&sort, 0, sizeof sort);
    sort.key = test_sparse_key;
    types[0] = m.type;

    TEST_SPARSE_MISUSE(gc_sparse_group(NULL, types, 2) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_group(m.world, NULL, 2) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_group(m.world, types, 1) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_group(m.world, types, GC_SPARSE_TERMS + 1) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_group(m.world, types, 2) == GC_SPARSE_E_TYPE);
    types[1] = m.type;
    TEST_SPARSE_MISUSE(gc_sparse_group(m.world, types, 2) == GC_SPARSE_E_ARGUMENT);

    gc_sparse_group_desc group;
    gc_sparse_query_desc query = test_sparse_with(test_sparse_zero_type, m.type);
    memset(&group, 0, sizeof group);
    TEST_SPARSE_MISUSE(gc_sparse_group_with(m.world, &group) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_group_with(m.world, NULL) == GC_SPARSE_E_ARGUMENT);
    group.types[0] = m.type;
    TEST_SPARSE_MISUSE(gc_sparse_group_with(m.world, &group) == GC_SPARSE_E_ARGUMENT);      // too few
    group.excludes[0] = m.type;
    TEST_SPARSE_MISUSE(gc_sparse_group_with(NULL, &group) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_group_with(m.world, &group) == GC_SPARSE_E_ARGUMENT);      // twice
    group.excludes[0].index = 9;
    TEST_SPARSE_MISUSE(gc_sparse_group_with(m.world, &group) == GC_SPARSE_E_TYPE);
    group.types[2] = m.type;                                                                // behind a zero
    TEST_SPARSE_MISUSE(gc_sparse_group_with(m.world, &group) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_cache(m.world, &query) == GC_SPARSE_E_ARGUMENT);       // nothing included
    TEST_SPARSE_MISUSE(gc_sparse_cache(m.world, NULL) == GC_SPARSE_E_ARGUMENT);
    query.include[0].index = 9;
    TEST_SPARSE_MISUSE(gc_sparse_cache(NULL, &query) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_cache(m.world, &query) == GC_SPARSE_E_TYPE);

    TEST_SPARSE_MISUSE(gc_sparse_sort(NULL, m.type, &sort) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_sort(m.world, m.type, NULL) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_sort(m.world, none, &sort) == GC_SPARSE_E_TYPE);
    TEST_SPARSE_MISUSE(gc_sparse_sort_as(NULL, m.type, m.type) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_sort_as(m.world, m.type, none) == GC_SPARSE_E_TYPE);
    TEST_SPARSE_MISUSE(gc_sparse_sort_as(m.world, none, m.type) == GC_SPARSE_E_TYPE);
    test_sparse_misuse_close(&m);
}

static void test_sparse_misuse_of_types(void) {
    static const uint32_t beyond[6] = { 0, 1, UINT32_MAX - 1, 16, 0x40000000, 0xc0000000 };
    test_sparse_misused m = test_sparse_misuse_open();
    gc_sparse_world *world = m.world;
    gc_sparse_query_desc query;
    gc_sparse_type unknown;
    gc_sparse_id id = m.id;
    TEST_SPARSE_NEEDS_COUNTER;

    // Known from now on.
    for (int i = 0; i < 2; i++) *(int *)gc_sparse_record_add(m.commands, id, m.type) = 5;

    for (uint32_t i = 0; i < 6; i++) {
        unknown.index = i == 0 ? 0 : m.type.index + beyond[i];
        TEST_SPARSE_MISUSE(gc_sparse_pool_of(world, unknown) == NULL);
        TEST_SPARSE_MISUSE(gc_sparse_get(world, id, unknown) == NULL);
        TEST_SPARSE_MISUSE(!gc_sparse_has(world, id, unknown));
        TEST_SPARSE_MISUSE(gc_sparse_add(world, id, unknown) == NULL);
        TEST_SPARSE_MISUSE(gc_sparse_add_n(world, &id, 1, unknown, NULL) == GC_SPARSE_E_TYPE);
        TEST_SPARSE_MISUSE(gc_sparse_remove(world, id, unknown) == GC_SPARSE_E_TYPE);
        TEST_SPARSE_MISUSE(gc_sparse_remove_n(world, &id, 1, unknown) == GC_SPARSE_E_TYPE);
        TEST_SPARSE_MISUSE(gc_sparse_name(world, unknown) == NULL);
        TEST_SPARSE_MISUSE(gc_sparse_info(world, unknown).name == NULL);
        TEST_SPARSE_MISUSE(gc_sparse_set_value(world, id, unknown, &id) == GC_SPARSE_E_TYPE);
        TEST_SPARSE_MISUSE(gc_sparse_listen(world, unknown, &test_sparse_deaf) == GC_SPARSE_E_TYPE);
        TEST_SPARSE_MISUSE(gc_sparse_unlisten(world, unknown, &test_sparse_deaf) == GC_SPARSE_E_TYPE);
        TEST_SPARSE_MISUSE(gc_sparse_record_add(m.commands, id, unknown) == NULL);
        TEST_SPARSE_MISUSE(gc_sparse_record_remove(m.commands, id, unknown) == GC_SPARSE_E_TYPE);

        // The zero type is all entities to reserve, and the end of a list to queries.
        if (i == 0) continue;
        TEST_SPARSE_MISUSE(gc_sparse_reserve(world, unknown, 1) == GC_SPARSE_E_TYPE);
        query = test_sparse_with(m.type, unknown);
        TEST_SPARSE_MISUSE(gc_sparse_query(world, &query).error == GC_SPARSE_E_TYPE);
        query = test_sparse_with(m.type, test_sparse_zero_type);
        query.exclude[0] = unknown;
        TEST_SPARSE_MISUSE(gc_sparse_query(world, &query).error == GC_SPARSE_E_TYPE);
        query.optional[0] = unknown;
        TEST_SPARSE_MISUSE(gc_sparse_query(world, &query).error == GC_SPARSE_E_TYPE);
    }
    TEST_SPARSE_MISUSE(gc_sparse_set_value(world, id, m.type, NULL) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_set_value(NULL, id, m.type, &id) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_listen(world, m.type, NULL) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_unlisten(NULL, m.type, &test_sparse_deaf) == GC_SPARSE_E_ARGUMENT);
    test_sparse_misuse_close(&m);
}

static void test_sparse_misuse_of_views(void) {
    test_sparse_misused m = test_sparse_misuse_open();
    gc_sparse_query_desc query = test_sparse_with(test_sparse_zero_type, m.type);      // nothing included
    gc_sparse_view view;
    TEST_SPARSE_NEEDS_COUNTER;

    TEST_SPARSE_MISUSE(gc_sparse_query(m.world, &query).error == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE((view = gc_sparse_query(m.world, NULL)).error == GC_SPARSE_E_ARGUMENT);
    CHECK(!gc_sparse_next(&view));
    CHECK_U64(gc_sparse_view_parts(&view, 1), 0);
    TEST_SPARSE_MISUSE(gc_sparse_query(NULL, &query).error == GC_SPARSE_E_ARGUMENT);
    memset(&view, 0xa5, sizeof view);
    TEST_SPARSE_MISUSE((gc_sparse_begin(&view, m.world, &query), view.error) == GC_SPARSE_E_ARGUMENT);
    CHECK(!gc_sparse_next(&view) && view.count == 0 && gc_sparse_view_count(&view) == 0);
    CHECK_U64(gc_sparse_view_parts(&view, 1), 0);
    TEST_SPARSE_MISUSE((gc_sparse_begin(NULL, m.world, &query), true));
    TEST_SPARSE_MISUSE(!gc_sparse_next(NULL));
    TEST_SPARSE_MISUSE(gc_sparse_view_parts(NULL, 1) == 0);
    TEST_SPARSE_MISUSE(gc_sparse_view_count(NULL) == 0);

    query = test_sparse_with(m.type, test_sparse_zero_type);
    view = gc_sparse_query(m.world, &query);
    CHECK_U64(gc_sparse_view_parts(&view, 1), 1);
    TEST_SPARSE_MISUSE(gc_sparse_view_part(&view, 1, 1).error == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_view_part(NULL, 0, 1).error == GC_SPARSE_E_ARGUMENT);
    CHECK(gc_sparse_next(&view));

    // Of these, release builds see nothing, and compute an address: of a row that is allocated
    // here, but not in use.
    TEST_SPARSE_MISUSE(GC_SPARSE_AT(short, &view, 0, 0) == view.columns[0]);            // sizes differ
    TEST_SPARSE_MISUSE(GC_SPARSE_AT(int, &view, 0, 1) == (int *)view.columns[0] + 1);   // no such match
    TEST_SPARSE_MISUSE(gc_sparse_view_id(&view, 1).generation == 0);
    TEST_SPARSE_MISUSE(gc_sparse_view_id(NULL, 0).generation == 0);

    memset(&view, 0, sizeof view);      // a zeroed view is an empty one
    CHECK(!gc_sparse_next(&view));
    test_sparse_misuse_close(&m);
}

static void test_sparse_misuse_of_commands(void) {
    test_sparse_misused m = test_sparse_misuse_open();
    TEST_SPARSE_NEEDS_COUNTER;
    TEST_SPARSE_MISUSE(gc_sparse_record(NULL, 0, 0) == NULL);
    TEST_SPARSE_MISUSE(gc_sparse_record_create(NULL).generation == 0);
    TEST_SPARSE_MISUSE(gc_sparse_record_add(NULL, m.id, m.type) == NULL);
    TEST_SPARSE_MISUSE(gc_sparse_record_remove(NULL, m.id, m.type) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_record_destroy(NULL, m.id) == GC_SPARSE_E_ARGUMENT);
    TEST_SPARSE_MISUSE(gc_sparse_record_resolve(NULL, m.id).generation == 0);
    TEST_SPARSE_MISUSE(gc_sparse_replay(NULL) == GC_SPARSE_E_ARGUMENT);
    test_sparse_misuse_close(&m);
}

// ---- hash

static void test_sparse_hash_covers_every_bit(void) {
    test_sparse_model model;
    uint64_t hash, flips = 0;
    gc_sparse_id id;

    test_sparse_model_open(&model, NULL);
    for (int e = 0; e < 7; e++) {
        model.id[e] = gc_sparse_create(model.world);
        for (int t = 0; t < TEST_SPARSE_TYPES; t++) {
            if ((e + t) % 3) gc_sparse_add(model.world, model.id[e], model.types[t]);
        }
    }
    hash = gc_sparse_hash(model.world);
    for (int e = 0; e < 7; e++) {
        for (int t = 0; t < TEST_SPARSE_TYPES; t++) {
            unsigned char *p = (unsigned char *)gc_sparse_get(model.world, model.id[e], model.types[t]);
            for (size_t bit = 0; p && bit < test_sparse_sizes[t] * 8; bit++, flips++) {
                p[bit / 8] = (unsigned char)(p[bit / 8] ^ 1 << bit % 8);
                CHECK(gc_sparse_hash(model.world) != hash);
                p[bit / 8] = (unsigned char)(p[bit / 8] ^ 1 << bit % 8);
            }
        }
    }
    CHECK(flips > 2000);
    CHECK_U64(gc_sparse_hash(model.world), hash);
    CHECK_INT(gc_sparse_remove(model.world, model.id[0], model.types[2]), GC_SPARSE_OK);   // a tag counts
    CHECK(gc_sparse_hash(model.world) != hash);
    gc_sparse_add(model.world, model.id[0], model.types[2]);    // back, in another row: equal again
    CHECK_U64(gc_sparse_hash(model.world), hash);
    id = gc_sparse_create(model.world);     // an entity without components counts
    CHECK(gc_sparse_hash(model.world) != hash);
    CHECK_INT(gc_sparse_destroy(model.world, id), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_hash(model.world), hash);
    gc_sparse_close(model.world);
}

// An id from elsewhere may be anything, and is no misuse.
static void test_sparse_create_at_foreign(void) {
#ifndef TEST_SPARSE_COUNTS_ASSERTS
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#else
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    const uint32_t last = GC_SPARSE_PRIV_LAST_GENERATION, none = GC_SPARSE_PRIV_NO_SLOT;
    const gc_sparse_id wrong[] = {
        gc_sparse_priv_id(0, 0), gc_sparse_priv_id(5, 0), gc_sparse_priv_id(none, 1),
        gc_sparse_priv_id(none, 0), gc_sparse_priv_id(5, GC_SPARSE_PRIV_TEMPORARY | 1),
        gc_sparse_priv_id(none, GC_SPARSE_PRIV_TEMPORARY | last),
    };

    // Refused without an assertion: such an id may come from a file or a network.
    int before = test_sparse_asserts;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_INT(gc_sparse_create_at(world, wrong[i]), GC_SPARSE_E_ARGUMENT);
    }

    CHECK_INT(gc_sparse_create_at(world, gc_sparse_priv_id(3, last)), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_at(world, gc_sparse_priv_id(3, last)), GC_SPARSE_E_FULL);
    CHECK_U64(gc_sparse_stats(world).entities, 1);
    CHECK_INT(test_sparse_asserts - before, 0);

    gc_sparse_close(world);
#endif
}

// A component of the bytes 1 to 11 and a tag in slot 1. The value was worked out apart from
// this code, in Python: words 1 (entities), 2^32 + 1 (generation and slot), 1 (type), two of
// bytes, 2 (type). Every machine gives the same.
static void test_sparse_hash_known(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type type = test_sparse_type(world, 11, 1), tag = test_sparse_type(world, 0, 0);
    gc_sparse_id ids[2];
    unsigned char *p;
    CHECK_U64(gc_sparse_hash(world), 0);
    CHECK_INT(gc_sparse_create_n(world, ids, 2), GC_SPARSE_OK);
    p = (unsigned char *)gc_sparse_add(world, ids[1], type);
    for (int i = 0; i < 11; i++) p[i] = (unsigned char)(i + 1);
    gc_sparse_add(world, ids[1], tag);
    CHECK_INT(gc_sparse_destroy(world, ids[0]), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_hash(world), 0xce4dd6cf2b593c2du);
    gc_sparse_close(world);
}

// ---- commands

// Random commands go to one world at once and to the other by record and replay.
// `lengths` commands in each frame, onto worlds of `count` entities.
static void test_sparse_replay_frames(uint32_t count, const int *lengths, int frames) {
    static test_sparse_model direct, recorded;
    static gc_sparse_id ids[100000], temporary[100000];
    uint64_t random = test_seed;
    uint32_t fresh, skipped = 0;
    gc_sparse_desc desc;

    memset(&desc, 0, sizeof desc);
    desc.first_generation = 1;      // the same ids in both, in debug builds too
    test_sparse_model_open(&direct, &desc);
    test_sparse_model_open(&recorded, &desc);
    CHECK_INT(gc_sparse_create_n(direct.world, ids, count), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(recorded.world, temporary, count), GC_SPARSE_OK);
    for (int frame = 0; frame < frames; frame++) {
        gc_sparse_commands *commands = gc_sparse_record(recorded.world, 3, 4);
        fresh = count;
        for (int i = 0; i < lengths[frame]; i++) {
            uint32_t what = test_sparse_below(&random, 8), e = count ? test_sparse_below(&random, count) : 0;
            int t = (int)test_sparse_below(&random, TEST_SPARSE_TYPES);
            unsigned char bytes[64];
            void *p, *q;
            if (what < 2 || count == 0) {
                ids[count] = gc_sparse_create(direct.world);
                temporary[count] = gc_sparse_record_create(commands);
                CHECK(!gc_sparse_alive(recorded.world, temporary[count]));
                count++;
                continue;
            }
            if (what < 6) {
                p = gc_sparse_add(direct.world, ids[e], direct.types[t]);
                q = gc_sparse_record_add(commands, temporary[e], recorded.types[t]);
                skipped += p == NULL;
                if (!CHECK(q != NULL) || test_sparse_sizes[t] == 0) continue;
                test_sparse_bytes(bytes, t, (uint32_t)test_sparse_random(&random));
                if (p) memcpy(p, bytes, test_sparse_sizes[t]);
                memcpy(q, bytes, test_sparse_sizes[t]);
            } else if (what == 6) {
                skipped += gc_sparse_remove(direct.world, ids[e], direct.types[t]) == GC_SPARSE_E_STALE;
                CHECK_INT(gc_sparse_record_remove(commands, temporary[e], recorded.types[t]), GC_SPARSE_OK);
            } else {
                skipped += gc_sparse_destroy(direct.world, ids[e]) == GC_SPARSE_E_STALE;
                CHECK_INT(gc_sparse_record_destroy(commands, temporary[e]), GC_SPARSE_OK);
            }
        }
        CHECK_INT(gc_sparse_replay(recorded.world), GC_SPARSE_OK);
        for (uint32_t e = fresh; e < count; e++) {
            temporary[e] = gc_sparse_record_resolve(commands, temporary[e]);
            CHECK(gc_sparse_id_equal(temporary[e], ids[e]));
        }
        CHECK_U64(gc_sparse_hash(recorded.world), gc_sparse_hash(direct.world));
        for (int t = 0; t < TEST_SPARSE_TYPES; t++) {
            CHECK_U64(test_sparse_order(recorded.world, recorded.types[t]),
                      test_sparse_order(direct.world, direct.types[t]));
        }
    }
    CHECK(skipped > 1000);
    CHECK_U64(gc_sparse_stats(recorded.world).skipped, skipped);
    gc_sparse_close(direct.world);
    gc_sparse_close(recorded.world);
}

// In the second world commands pass a queue of 32, which is fed in halves: lengths around both.
static void test_sparse_replay_equals_direct(void) {
    static const int large[16] = { 1, 0, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 20000, 20000 };
    int small[200];
    for (int i = 0; i < 200; i++) small[i] = 300;
    test_sparse_replay_frames(0, small, 200);
    test_sparse_replay_frames(40000, large, 16);
}

// A slot that is used again has an empty mask, whatever it had before, and reserving changes
// nothing that is there.
static void test_sparse_used_again(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type types[5];

    for (int t = 0; t < 5; t++) types[t] = test_sparse_type(world, 4 * (size_t)(t + 1), 4);
    for (int turn = 0; turn < 3; turn++) {
        gc_sparse_id ids[3000];
        uint64_t hash;
        CHECK_INT(gc_sparse_create_n(world, ids, 3000), GC_SPARSE_OK);
        for (uint32_t i = 0; i < 3000; i++) {
            CHECK_U64(gc_sparse_priv_mask(world, ids[i].slot), 0);
            for (int t = 0; t < 5; t++) {
                if (i % 31 >> t & 1) memset(gc_sparse_add(world, ids[i], types[t]), 255, 4);
            }
            CHECK_U64(gc_sparse_priv_mask(world, ids[i].slot), i % 31);
        }
        hash = gc_sparse_hash(world);
        CHECK_INT(gc_sparse_reserve(world, test_sparse_zero_type, 5000u << turn), GC_SPARSE_OK);
        for (int t = 0; t < 5; t++) {
            CHECK_INT(gc_sparse_reserve(world, types[t], 4000u << turn), GC_SPARSE_OK);
        }
        CHECK_U64(gc_sparse_hash(world), hash);
        if (turn == 0) CHECK_INT(gc_sparse_destroy_n(world, ids, 3000), GC_SPARSE_OK);
        if (turn == 1) CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
        if (turn == 2) {
            for (uint32_t i = 0; i < 3000; i++) CHECK_INT(gc_sparse_destroy(world, ids[i]), GC_SPARSE_OK);
        }
        for (int t = 0; t < 5; t++) CHECK_U64(gc_sparse_pool_of(world, types[t])->count, 0);
    }
    gc_sparse_close(world);
}

// Replays that fit into a pool as it is, and those that are one row or many too large, in one
// block of commands or several; the slots are within the sparse array.
static void test_sparse_replay_room(void) {
    static const uint32_t adds[6] = { 1, 4, 5, 44, 100, 140 };
    for (int turn = 0; turn < 6; turn++) {
        gc_sparse_world *world = gc_sparse_open(NULL, NULL);
        gc_sparse_type type = test_sparse_type(world, 4, 4);
        const gc_sparse_pool *pool = gc_sparse_pool_of(world, type);
        gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
        gc_sparse_id ids[200];

        CHECK_INT(gc_sparse_create_n(world, ids, 200), GC_SPARSE_OK);
        for (uint32_t i = 140; i < 200; i++) *(uint32_t *)gc_sparse_add(world, ids[i], type) = i;

        // Room is made once for what comes in addition.
        for (uint32_t i = 0; i < adds[turn]; i++) {
            *(uint32_t *)gc_sparse_record_add(commands, ids[i], type) = i;
        }

        CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
        CHECK(pool->direct || pool->count <= pool->capacity);
        CHECK_U64(test_sparse_count(world, type, test_sparse_zero_type), 60 + adds[turn]);

        for (uint32_t i = 0; i < 200; i++) {
            const uint32_t *p = GC_SPARSE_GET(uint32_t, pool, ids[i]);
            CHECK(i < adds[turn] || i >= 140 ? p && *p == i : !p);
            CHECK_U64(gc_sparse_priv_mask(world, i), p ? 1 : 0);
            CHECK_INT(gc_sparse_remove(world, ids[i], type), p ? GC_SPARSE_OK : GC_SPARSE_E_NOT_FOUND);
            CHECK_U64(gc_sparse_priv_mask(world, i), 0);
        }

        gc_sparse_close(world);
    }
}

// Components of 40 types of many sizes, recorded in random order on ids of both sorts, are as
// if they were added.
static void test_sparse_record_types(void) {
    enum { TYPES = 40, N = 60 };
    gc_sparse_world *worlds[2];
    gc_sparse_type types[TYPES];
    gc_sparse_id ids[2][N];
    gc_sparse_commands *commands;
    uint64_t random = test_seed;

    for (int w = 0; w < 2; w++) {
        worlds[w] = gc_sparse_open(NULL, NULL);
        for (size_t t = 0; t < TYPES; t++) types[t] = test_sparse_type(worlds[w], t / 4 * 5 % 45, 0);
    }

    commands = gc_sparse_record(worlds[0], 0, 0);

    for (int round = 0; round < 20; round++) {
        for (int w = 0; w < 2 && round == 0; w++) {
            CHECK_INT(gc_sparse_create_n(worlds[w], ids[w], N / 2), GC_SPARSE_OK);
        }

        for (int i = 0; i < N / 2; i++) {
            ids[0][N / 2 + i] = gc_sparse_record_create(commands);
            ids[1][N / 2 + i] = gc_sparse_create(worlds[1]);
        }

        for (int i = 0; i < 300; i++) {
            uint32_t e = test_sparse_below(&random, N), near = test_sparse_below(&random, TYPES), bytes;
            // Types that share their place in the recorder.
            for (uint32_t t = near % 16; t < TYPES; t += 16) {
                unsigned char *a = (unsigned char *)gc_sparse_record_add(commands, ids[0][e], types[t]);
                unsigned char *b = (unsigned char *)gc_sparse_add(worlds[1], ids[1][e], types[t]);

                if (!CHECK(a != NULL && b != NULL)) continue;
                bytes = t / 4 * 5 % 45;
                memset(b, 0, bytes);
                for (uint32_t k = 0; k < bytes; k++) CHECK(a[k] == 0);
                if (bytes) a[bytes - 1] = b[bytes - 1] = (unsigned char)(round + i);
            }
        }

        CHECK_INT(gc_sparse_replay(worlds[0]), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash(worlds[0]), gc_sparse_hash(worlds[1]));
    }

    for (int w = 0; w < 2; w++) gc_sparse_close(worlds[w]);
}

static void test_sparse_replay_order(void) {
    static const uint32_t order[6][2] = { { 1, 1 }, { 0, 5 }, { 2, 0 }, { 0, 0 }, { 1, 0 },
                                          { 0, UINT32_MAX } };
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type type = test_sparse_type(world, 4, 4);
    gc_sparse_id target = gc_sparse_create(world), born[6];
    gc_sparse_commands *commands[6];

    for (uint32_t i = 0; i < 6; i++) {
        commands[i] = gc_sparse_record(world, order[i][0], order[i][1]);
        CHECK(gc_sparse_record(world, order[i][0], order[i][1]) == commands[i]);
        born[i] = gc_sparse_record_create(commands[i]);
        *(uint32_t *)gc_sparse_record_add(commands[i], target, type) = i;
        *(uint32_t *)gc_sparse_record_add(commands[i], born[i], type) = i;
        *(uint32_t *)gc_sparse_record_add(commands[i], born[i], type) = i + 10;     // the later value stays
    }

    // The lowest order is replayed first, the highest has the last word.
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    CHECK_U64(*(uint32_t *)gc_sparse_get(world, target, type), 2);

    for (uint32_t i = 0; i < 6; i++) {
        static const uint32_t slots[6] = { 5, 2, 6, 1, 4, 3 };
        gc_sparse_id id = gc_sparse_record_resolve(commands[i], born[i]);
        CHECK_U64(id.slot, slots[i]);
        CHECK_U64(*(uint32_t *)gc_sparse_get(world, id, type), i + 10);
    }

    CHECK_U64(gc_sparse_stats(world).skipped, 0);
    gc_sparse_close(world);
}

static void test_sparse_temporary_ids(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type type = test_sparse_type(world, 4, 4);
    gc_sparse_commands *a = gc_sparse_record(world, 0, 0), *b = gc_sparse_record(world, 0, 1);
    gc_sparse_id real = gc_sparse_create(world), first, second, id, foreign;

    for (int round = 0; round < 3; round++) {
        first = gc_sparse_record_create(a);
        second = gc_sparse_record_create(a);
        foreign = gc_sparse_record_create(b);
        CHECK(!gc_sparse_id_equal(first, second) && !gc_sparse_id_equal(first, foreign));
        // The world refuses a temporary id.
        CHECK(!gc_sparse_alive(world, first) && gc_sparse_add(world, first, type) == NULL);
        CHECK_INT(gc_sparse_destroy(world, first), GC_SPARSE_E_STALE);
        // So does another commands object.
        CHECK(gc_sparse_record_add(b, first, type) == NULL);
        CHECK_INT(gc_sparse_record_remove(b, first, type), GC_SPARSE_E_STALE);
        CHECK_INT(gc_sparse_record_destroy(b, second), GC_SPARSE_E_STALE);
        CHECK_U64(gc_sparse_record_resolve(a, first).generation, 0);                            // not yet
        *(int *)gc_sparse_record_add(a, first, type) = 11;
        CHECK_INT(gc_sparse_record_destroy(a, second), GC_SPARSE_OK);
        // The entity is dead by then: skipped.
        CHECK(gc_sparse_record_add(a, second, type) != NULL);
        CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_stats(world).skipped, (uint64_t)round + 1);
        id = gc_sparse_record_resolve(a, first);
        CHECK(gc_sparse_alive(world, id) && *(int *)gc_sparse_get(world, id, type) == 11);
        CHECK(!gc_sparse_alive(world, gc_sparse_record_resolve(a, second)));
        CHECK_U64(gc_sparse_record_resolve(b, first).generation, 0);
        CHECK(gc_sparse_id_equal(gc_sparse_record_resolve(a, real), real));
        // An id of an earlier recording is refused.
        CHECK(gc_sparse_record_add(a, first, type) == NULL);
        gc_sparse_record_create(a);
        CHECK(gc_sparse_record_add(a, first, type) == NULL);
        // Real ids are told until the next replay.
        CHECK(gc_sparse_id_equal(gc_sparse_record_resolve(a, first), id));
        CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_record_resolve(a, first).generation, 0);
        // The second round runs the count of temporary ids over its end: the object takes a new
        // number.
        if (round == 0) a->created_first = GC_SPARSE_PRIV_MOST_CREATED;
        else if (round == 1) CHECK_U64(a->number, 2);
    }
    CHECK_INT(gc_sparse_record_destroy(a, test_sparse_zero_id), GC_SPARSE_OK);  // recorded, skipped at replay
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_stats(world).skipped, 4);
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);       // all forgotten
    CHECK_U64(gc_sparse_stats(world).skipped, 4);
    gc_sparse_close(world);
}

static void test_sparse_replay_into_full_world(void) {
    gc_sparse_desc desc;
    gc_sparse_world *world;
    gc_sparse_type type;
    gc_sparse_commands *commands;
    gc_sparse_id ids[4], born[4];

    memset(&desc, 0, sizeof desc);
    desc.max_slots = 4;
    world = gc_sparse_open(&desc, NULL);
    type = test_sparse_type(world, 4, 4);
    commands = gc_sparse_record(world, 0, 0);
    CHECK_INT(gc_sparse_create_n(world, ids, 3), GC_SPARSE_OK);
    for (int i = 0; i < 4; i++) {       // room for the first; the third takes the place of a dead one
        if (i == 2) CHECK_INT(gc_sparse_record_destroy(commands, ids[1]), GC_SPARSE_OK);
        born[i] = gc_sparse_record_create(commands);
        *(int *)gc_sparse_record_add(commands, born[i], type) = i;
    }
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_E_FULL);
    CHECK_U64(gc_sparse_stats(world).entities, 4);
    CHECK_U64(gc_sparse_stats(world).skipped, 4);   // two creates, and an add on each
    CHECK_U64(gc_sparse_record_resolve(commands, born[0]).slot, 3);
    CHECK_U64(gc_sparse_record_resolve(commands, born[1]).generation, 0);
    CHECK_U64(gc_sparse_record_resolve(commands, born[2]).slot, 1);
    CHECK_U64(test_sparse_count(world, type, test_sparse_zero_type), 2);
    gc_sparse_close(world);
}

// ---- shrink

// What a world holds after shrinking, beside the components: 8 bytes for an entity, 8 for its
// mask, 8 for a component of dense kind (all entities have it), for one of direct kind a bit,
// and 80 bytes for its page of 1024.
static void test_sparse_shrink(void) {
    enum { N = 10000 };
    static gc_sparse_id ids[N];
    for (int turn = 0; turn < 8; turn++) {
        test_sparse_heap heap;
        gc_sparse_desc desc;
        gc_sparse_world *world;
        gc_sparse_type types[3];
        size_t empty, want, bytes;
        uint64_t hash, order;
        uint32_t kept = turn & 4 ? 5000 : N, entity = sizeof(gc_sparse_id) + (turn % 2 ? 0 : 8);

        memset(&heap, 0, sizeof heap);
        memset(&desc, 0, sizeof desc);
        desc.allocator.resize = test_sparse_heap_resize;
        desc.allocator.user = &heap;
        desc.no_masks = turn % 2;

        world = gc_sparse_open(&desc, NULL);
        test_sparse_kinds = turn & 2 ? 7 : 0;
        types[0] = test_sparse_type(world, 8, 0);
        types[1] = test_sparse_type(world, 16, 0);
        types[2] = test_sparse_type(world, 0, 0);
        test_sparse_kinds = 0;
        empty = heap.bytes;

        for (uint32_t i = 0; i < N; i++) {
            ids[i] = gc_sparse_create(world);
            for (int t = 0; t < 3; t++) CHECK(gc_sparse_add(world, ids[i], types[t]) != NULL);
            *(uint32_t *)gc_sparse_get(world, ids[i], types[0]) = i * 7;
        }

        CHECK_INT(gc_sparse_destroy_n(world, ids + kept, N - kept), GC_SPARSE_OK);
        hash = gc_sparse_hash(world);
        order = test_sparse_order(world, types[0]);

        // Nothing changes but the memory, which is told to the byte.
        CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash(world), hash);
        CHECK_U64(test_sparse_order(world, types[0]), order);

        want = N * entity;
        if (turn & 2) {
            size_t pages = (kept + 1023) / 1024;
            want += pages * (1024 * (8 + 16) + 3 * 128 + 3 * 2 * sizeof(void *) + 2 * 64);
        } else {
            want += kept * (size_t)(3 * 8 + 8 + 16) + 2 * 64;
        }

        bytes = heap.bytes - empty;
        CHECK_U64(bytes, want);
        CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK);       // nothing left to do
        CHECK_U64(heap.bytes - empty, bytes);

        // The world grows again.
        for (uint32_t i = 0; i < N; i++) {
            gc_sparse_id id = i < kept ? ids[i] : gc_sparse_create(world);
            uint32_t *p = (uint32_t *)gc_sparse_add(world, id, types[0]);
            if (CHECK(p != NULL)) CHECK_U64(*p, i < kept ? i * 7 : 0);
        }

        CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK);
        CHECK_U64(heap.bytes - empty, N * entity);     // generations are never forgotten

        gc_sparse_close(world);
        CHECK_U64(heap.bytes, 0);
        CHECK(!heap.wrong_size);
    }
}

// ---- hooks

typedef struct test_sparse_hooked {
    gc_sparse_type types[2];
    gc_sparse_commands *commands;
    gc_sparse_id other;
    uint32_t added, removed, sum, refused;
    int trespass;       // what the hook tries, 0: nothing
} test_sparse_hooked;

// Every change from inside a hook is refused, and trips one assertion.
static void test_sparse_trespass(test_sparse_hooked *h, gc_sparse_world *world, gc_sparse_id id) {
    gc_sparse_component_desc desc;
    gc_sparse_query_desc query = test_sparse_with(h->types[0], h->types[1]);
    gc_sparse_sort_desc sort;
    gc_sparse_type out;
    gc_sparse_id made = test_sparse_zero_id;
    gc_sparse_listener listener;

    memset(&desc, 0, sizeof desc);
    memset(&sort, 0, sizeof sort);
    memset(&listener, 0, sizeof listener);
    sort.key = test_sparse_key;
    TEST_SPARSE_MISUSE(gc_sparse_component(world, &desc, &out) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_create(world).generation == 0);
    TEST_SPARSE_MISUSE(gc_sparse_create_n(world, &made, 1) == GC_SPARSE_E_BUSY && made.generation == 0);
    TEST_SPARSE_MISUSE(gc_sparse_clone(world, id).generation == 0);
    TEST_SPARSE_MISUSE(gc_sparse_create_at(world, gc_sparse_priv_id(70, 1)) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_destroy(world, id) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_destroy(world, h->other) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_destroy_n(world, &id, 1) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_clear(world) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_reserve(world, h->types[0], 10) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_shrink(world) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_add(world, id, h->types[1]) == NULL);
    TEST_SPARSE_MISUSE(gc_sparse_set_value(world, id, h->types[1], &made) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_listen(world, h->types[1], &listener) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_unlisten(world, h->types[1], &listener) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_add_n(world, &id, 1, h->types[1], NULL) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_remove(world, id, h->types[0]) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_remove_n(world, &id, 1, h->types[1]) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_group(world, h->types, 2) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_cache(world, &query) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE(gc_sparse_record(world, 9, 9) == NULL);
    TEST_SPARSE_MISUSE(gc_sparse_replay(world) == GC_SPARSE_E_BUSY);
    TEST_SPARSE_MISUSE((gc_sparse_close(world), gc_sparse_alive(world, id)));
    if (test_sparse_kinds == 0) {
        TEST_SPARSE_MISUSE(gc_sparse_sort(world, h->types[0], &sort) == GC_SPARSE_E_BUSY);
    }
    h->refused++;
}

static void test_sparse_on_add(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    test_sparse_hooked *h = (test_sparse_hooked *)user;
    uint32_t value;
    CHECK(gc_sparse_get(world, id, h->types[0]) == component);
    memcpy(&value, component, sizeof value);
    h->added++;
    h->sum += value;
    if (h->trespass == 1) test_sparse_trespass(h, world, id);
    if (h->trespass == 2) CHECK_INT(gc_sparse_record_destroy(h->commands, id), GC_SPARSE_OK);
    if (h->trespass == 3) TEST_SPARSE_MISUSE(gc_sparse_record_destroy(h->commands, id) == GC_SPARSE_E_BUSY);
    if (h->trespass == 3) TEST_SPARSE_MISUSE(gc_sparse_record_create(h->commands).generation == 0);
    if (h->trespass == 3) TEST_SPARSE_MISUSE(gc_sparse_record_add(h->commands, id, h->types[0]) == NULL);
}

static void test_sparse_on_remove(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    test_sparse_hooked *h = (test_sparse_hooked *)user;
    uint32_t value;
    CHECK(gc_sparse_alive(world, id) && gc_sparse_get(world, id, h->types[0]) == component);
    memcpy(&value, component, sizeof value);
    h->removed++;
    h->sum -= value;
    if (h->trespass == 1) test_sparse_trespass(h, world, id);
}

// Every way in which components come and go calls its hook once, with the value; a component
// that was removed by a hook while its entity was being destroyed has broken other libraries:
// here a hook cannot.
static void test_sparse_hooks(void) {
    test_sparse_hooked h;
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_component_desc desc;
    gc_sparse_id ids[100], id;
    uint32_t values[100], total = 0;
    uint64_t hash;

    TEST_SPARSE_NEEDS_COUNTER;
    memset(&h, 0, sizeof h);
    memset(&desc, 0, sizeof desc);
    desc.size = 4;
    desc.kind = test_sparse_kinds & 1 ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
    desc.on_add = test_sparse_on_add;
    desc.on_remove = test_sparse_on_remove;
    desc.user = &h;
    CHECK_INT(gc_sparse_component(world, &desc, &h.types[0]), GC_SPARSE_OK);
    h.types[1] = test_sparse_type(world, 4, 4);
    h.commands = gc_sparse_record(world, 0, 0);
    for (uint32_t i = 0; i < 100; i++) total += values[i] = i * i;
    CHECK_INT(gc_sparse_create_n(world, ids, 100), GC_SPARSE_OK);
    h.other = ids[99];
    gc_sparse_add(world, ids[0], h.types[0]);
    gc_sparse_add(world, ids[0], h.types[0]);           // has it: no second call
    CHECK(h.added == 1 && h.sum == 0);
    CHECK_INT(gc_sparse_add_n(world, ids, 100, h.types[0], values), GC_SPARSE_OK);
    CHECK(h.added == 100 && h.sum == total && values[0] == 0);
    CHECK_INT(gc_sparse_add_n(world, ids, 100, h.types[1], NULL), GC_SPARSE_OK);
    CHECK_U64(h.added, 100);
    CHECK_INT(gc_sparse_remove(world, ids[7], h.types[0]), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_remove(world, ids[7], h.types[0]), GC_SPARSE_E_NOT_FOUND);
    CHECK(h.removed == 1 && h.sum == total - 49);
    CHECK_INT(gc_sparse_remove_n(world, ids + 7, 2, h.types[0]), GC_SPARSE_OK);
    CHECK(h.removed == 2 && h.sum == total - 49 - 64);
    hash = gc_sparse_hash(world);
    h.trespass = 1;
    CHECK_INT(gc_sparse_destroy(world, ids[3]), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_destroy_n(world, ids + 4, 2), GC_SPARSE_OK);
    gc_sparse_add(world, ids[7], h.types[0]);
    CHECK(h.removed == 5 && h.refused == 4 && h.added == 101);
    CHECK(gc_sparse_stats(world).entities == 97 && gc_sparse_hash(world) != hash);
    h.trespass = 2;
    gc_sparse_add(world, ids[8], h.types[0]);           // recording in a hook: done at the next replay
    h.trespass = 3;                                     // but not in a hook of a replay
    id = gc_sparse_record_create(h.commands);
    *(uint32_t *)gc_sparse_record_add(h.commands, id, h.types[0]) = 1000;
    *(uint32_t *)gc_sparse_record_add(h.commands, ids[9], h.types[0]) = 81;     // has it
    gc_sparse_record_remove(h.commands, ids[10], h.types[0]);
    total = h.sum;
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    CHECK(!gc_sparse_alive(world, ids[8]));
    CHECK(gc_sparse_alive(world, gc_sparse_record_resolve(h.commands, id)));
    CHECK(h.added == 103 && h.removed == 7 && h.sum == total + 1000 - 100);
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);   // nothing of what was refused was recorded
    CHECK_U64(gc_sparse_stats(world).skipped, 0);
    h.trespass = 1;
    CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
    CHECK(h.added == h.removed && h.sum == 0);
    h.trespass = 0;
    gc_sparse_add(world, gc_sparse_create(world), h.types[0]);
    gc_sparse_close(world);
    CHECK_U64(h.removed, 103);      // close calls none
#ifdef TEST_SPARSE_COUNTS_ASSERTS
    test_sparse_asserts = 0;
#endif
}

// Writes what it is told: who is told, what, and the value.
typedef struct test_sparse_told { uint32_t lines[64], count; } test_sparse_told;
typedef struct test_sparse_ear { test_sparse_told *told; uint32_t who; } test_sparse_ear;

static void test_sparse_hear(void *user, uint32_t what, const void *component) {
    const test_sparse_ear *ear = (const test_sparse_ear *)user;
    uint32_t value;
    memcpy(&value, component, sizeof value);
    if (!CHECK(ear->told->count < 64)) return;
    ear->told->lines[ear->told->count++] = ear->who * 1000 + what * 100 + value;
}

static void test_sparse_hear_add(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    CHECK(gc_sparse_alive(world, id));
    test_sparse_hear(user, 1, component);
}

static void test_sparse_hear_remove(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    CHECK(gc_sparse_alive(world, id));
    test_sparse_hear(user, 2, component);
}

static void test_sparse_hear_update(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    CHECK(gc_sparse_alive(world, id));
    test_sparse_hear(user, 3, component);
}

// The lines since the last look: these, ended by 0.
static void test_sparse_told_is(test_sparse_told *told, const uint32_t *want) {
    uint32_t n = 0;
    while (want[n]) n++;
    CHECK_U64(told->count, n);
    for (uint32_t i = 0; i < n && i < told->count; i++) CHECK_U64(told->lines[i], want[i]);
    told->count = 0;
}

// Three listeners of a type, told in their order: the desc's, one of all, one of updates alone,
// which then goes.
static void test_sparse_listeners(void) {
    test_sparse_told told = { { 0 }, 0 };
    test_sparse_ear ears[3] = { { &told, 1 }, { &told, 2 }, { &told, 3 } };
    gc_sparse_listener all = {
        test_sparse_hear_add, test_sparse_hear_remove, test_sparse_hear_update, &ears[1],
    };
    gc_sparse_listener updates = { NULL, NULL, test_sparse_hear_update, &ears[2] };
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    gc_sparse_id ids[2];
    uint32_t value = 7, values[2] = { 8, 9 };

    memset(&desc, 0, sizeof desc);
    desc.size = 4;
    desc.kind = test_sparse_kinds & 1 ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
    desc.on_add = test_sparse_hear_add;
    desc.user = &ears[0];
    CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_listen(world, type, &all), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_listen(world, type, &updates), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(world, ids, 2), GC_SPARSE_OK);

    // A value that is new, is set again, is told again; and by all other ways.
    CHECK_INT(gc_sparse_set_value(world, ids[0], type, &value), GC_SPARSE_OK);
    { static const uint32_t want[] = { 1107, 2107, 0 }; test_sparse_told_is(&told, want); }
    value = 5;
    CHECK_INT(gc_sparse_set_value(world, ids[0], type, &value), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_set_value(world, ids[0], type, gc_sparse_get(world, ids[0], type)), GC_SPARSE_OK);
    { static const uint32_t want[] = { 2305, 3305, 2305, 3305, 0 }; test_sparse_told_is(&told, want); }
    CHECK_INT(gc_sparse_add_n(world, ids, 2, type, NULL), GC_SPARSE_OK);
    { static const uint32_t want[] = { 1100, 2100, 0 }; test_sparse_told_is(&told, want); }
    CHECK_INT(gc_sparse_add_n(world, ids, 2, type, values), GC_SPARSE_OK);
    { static const uint32_t want[] = { 2308, 3308, 2309, 3309, 0 }; test_sparse_told_is(&told, want); }
    *(uint32_t *)gc_sparse_record_add(commands, ids[1], type) = 4;
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    { static const uint32_t want[] = { 2304, 3304, 0 }; test_sparse_told_is(&told, want); }

    // Who has gone is told nothing, and can go but once.
    CHECK_INT(gc_sparse_unlisten(world, type, &updates), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_unlisten(world, type, &updates), GC_SPARSE_E_NOT_FOUND);
    CHECK_INT(gc_sparse_destroy(world, ids[0]), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_set_value(world, ids[1], type, &value), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
    { static const uint32_t want[] = { 2208, 2305, 2205, 0 }; test_sparse_told_is(&told, want); }
    CHECK_INT(gc_sparse_unlisten(world, type, &all), GC_SPARSE_OK);
    updates.on_add = test_sparse_hear_add;
    updates.on_update = NULL;
    updates.user = &ears[0];
    CHECK_INT(gc_sparse_unlisten(world, type, &updates), GC_SPARSE_OK);     // the desc's
    gc_sparse_add(world, gc_sparse_create(world), type);
    CHECK(told.count == 0);
    gc_sparse_close(world);
}

// A callback of a sort is as far inside as a hook.
static uint64_t test_sparse_meddling_key(void *user, const void *component) {
    test_sparse_hooked *h = (test_sparse_hooked *)user;
    uint32_t key;
    memcpy(&key, component, sizeof key);
    TEST_SPARSE_MISUSE(gc_sparse_add((gc_sparse_world *)h->commands, h->other, h->types[1]) == NULL);
    return key;
}

// ---- traps that other libraries fell into

static void test_sparse_traps(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type types[2] = { test_sparse_type(world, 4, 4), test_sparse_type(world, 4, 4) };
    gc_sparse_type alone = test_sparse_type(world, 4, 4);
    gc_sparse_id ids[5], top;
    gc_sparse_sort_desc sort;
    test_sparse_hooked h;
    uint32_t *held;
    TEST_SPARSE_NEEDS_COUNTER;
    CHECK_INT(gc_sparse_create_n(world, ids, 5), GC_SPARSE_OK);
    for (uint32_t i = 0; i < 5; i++) {
        for (int t = 0; t < 2; t++) *(uint32_t *)gc_sparse_add(world, ids[i], types[t]) = i;
        *(uint32_t *)gc_sparse_add(world, ids[i], alone) = i;
    }

    // The last row is removed: the row that fills the hole is the hole.
    CHECK_INT(gc_sparse_remove(world, ids[4], alone), GC_SPARSE_OK);
    CHECK(gc_sparse_get(world, ids[4], alone) == NULL);
    CHECK_U64(test_sparse_count(world, alone, test_sparse_zero_type), 4);
    for (uint32_t i = 0; i < 4; i++) CHECK_U64(*(uint32_t *)gc_sparse_get(world, ids[i], alone), i);
    for (uint32_t i = 0; i < 4; i++) CHECK_INT(gc_sparse_remove(world, ids[i], alone), GC_SPARSE_OK);
    CHECK_U64(test_sparse_count(world, alone, test_sparse_zero_type), 0);

    // A group over filled sets; then its last row leaves, which is at the end of the set and of
    // the group.
    CHECK_INT(gc_sparse_remove(world, ids[1], types[1]), GC_SPARSE_OK);
    if (test_sparse_kinds == 0) CHECK_INT(gc_sparse_group(world, types, 2), GC_SPARSE_OK);
    CHECK_U64(test_sparse_count(world, types[0], types[1]), 4);
    for (int round = 0; round < 4; round++) {
        gc_sparse_query_desc desc = test_sparse_with(types[0], types[1]);
        gc_sparse_view view = gc_sparse_query(world, &desc);
        gc_sparse_id last = test_sparse_zero_id;
        while (gc_sparse_next(&view)) last = gc_sparse_view_id(&view, view.count - 1);
        CHECK_INT(gc_sparse_remove(world, last, types[round % 2]), GC_SPARSE_OK);
        CHECK_U64(test_sparse_count(world, types[0], types[1]), 3 - round);
        CHECK_U64(*(uint32_t *)gc_sparse_get(world, last, types[1 - round % 2]), last.slot);
    }

    // Values that a library may keep for itself: slot 2^32 - 1, null with a live slot, a live
    // slot with generation 0.
    top.slot = GC_SPARSE_PRIV_NO_SLOT;
    top.generation = 1;
    CHECK(!gc_sparse_alive(world, top));
    CHECK(!gc_sparse_get(world, top, alone) && !gc_sparse_add(world, top, alone));
    top.slot = 0;
    top.generation = 0;
    CHECK(!gc_sparse_alive(world, top));
    CHECK(!gc_sparse_get(world, top, alone) && !gc_sparse_add(world, top, alone));

    // A pool grows while a pointer into it is held: that of direct kind stays good, dense
    // values are where get says.
    held = (uint32_t *)gc_sparse_add(world, ids[0], alone);
    *held = 77;
    for (int i = 0; i < 5000; i++) CHECK(gc_sparse_add(world, gc_sparse_create(world), alone) != NULL);
    CHECK_U64(*(uint32_t *)gc_sparse_get(world, ids[0], alone), 77);
    if (test_sparse_kinds & 4) CHECK(gc_sparse_get(world, ids[0], alone) == held);

    // Added twice, removed twice.
    CHECK(*(uint32_t *)gc_sparse_add(world, ids[0], alone) == 77);
    CHECK_INT(gc_sparse_remove(world, ids[0], alone), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_remove(world, ids[0], alone), GC_SPARSE_E_NOT_FOUND);
    memset(&h, 0, sizeof h);
    memset(&sort, 0, sizeof sort);
    h.commands = (gc_sparse_commands *)world;
    h.other = ids[2];
    h.types[1] = alone;
    sort.key = test_sparse_meddling_key;
    sort.user = &h;
    if (test_sparse_kinds == 0) CHECK_INT(gc_sparse_sort(world, types[0], &sort), GC_SPARSE_OK);
    gc_sparse_close(world);
#ifdef TEST_SPARSE_COUNTS_ASSERTS
    test_sparse_asserts = 0;
#endif
}

// One slot is used again and again; ids of before are refused, by every lookup, whatever the
// distance.
static void test_sparse_one_slot(void) {
    gc_sparse_desc desc;
    gc_sparse_world *world;
    gc_sparse_type type;
    gc_sparse_id old[64], id;
    uint64_t accepted = 0, retired = 0;

    memset(&desc, 0, sizeof desc);
    memset(old, 0, sizeof old);
    desc.max_slots = 4;
    world = gc_sparse_open(&desc, NULL);
    type = test_sparse_type(world, 4, 4);
    for (uint64_t i = 0; i < TEST_SPARSE_REUSES; i++) {
        uint32_t at = (uint32_t)(i ^ i >> 6 ^ i >> 14 ^ i >> 22) % 64;
        id = gc_sparse_create(world);
        if (id.generation == 0) {       // all four are retired: as many in a new world
            gc_sparse_close(world);
            world = gc_sparse_open(&desc, NULL);
            type = test_sparse_type(world, 4, 4);
            memset(old, 0, sizeof old);
            retired += 4;
            id = gc_sparse_create(world);
        }
        accepted += gc_sparse_alive(world, old[at]);
        accepted += gc_sparse_has(world, old[at], type);
        if (i % 1024 == 0) {
            CHECK(gc_sparse_add(world, id, type) != NULL);
            accepted += gc_sparse_has(world, old[at], type);
            accepted += !gc_sparse_has(world, id, type);
            accepted += gc_sparse_remove(world, old[at], type) != GC_SPARSE_E_STALE;
            accepted += gc_sparse_destroy(world, old[at]) != GC_SPARSE_E_STALE;
        }
        accepted += gc_sparse_destroy(world, id) != GC_SPARSE_OK;
        old[at] = id;
    }
    CHECK_U64(accepted, 0);
    CHECK_U64(retired + gc_sparse_stats(world).retired, TEST_SPARSE_REUSES / GC_SPARSE_PRIV_LAST_GENERATION);
    gc_sparse_close(world);
}

// ---- maps

static void test_sparse_map(void) {
    enum { SLOTS = 300 };
    static const size_t sizes[] = { 8, 0, 1, 12, 64, 100 };
    uint64_t random = test_seed;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        test_sparse_heap heap;
        gc_sparse_map_desc desc;
        gc_sparse_map map;
        uint32_t held[SLOTS] = { 0 }, count = 0;        // generation, 0: none
        unsigned char first[SLOTS] = { 0 };

        memset(&heap, 0, sizeof heap);
        memset(&desc, 0, sizeof desc);
        desc.size = sizes[s];
        desc.allocator.resize = test_sparse_heap_resize;
        desc.allocator.user = &heap;
        CHECK_INT(gc_sparse_map_init(&map, &desc), GC_SPARSE_OK);
        CHECK(heap.calls == 0 && gc_sparse_map_count(&map) == 0);

        // The same operations on the map and on a table of all slots.
        for (int i = 0; i < 60000; i++) {
            gc_sparse_id id;
            bool has;
            unsigned char *p;
            id.slot = test_sparse_below(&random, i < 30000 ? 40 : SLOTS);
            id.generation = 1 + test_sparse_below(&random, 3);
            has = held[id.slot] == id.generation;

            p = (unsigned char *)gc_sparse_map_get(&map, id);
            CHECK((p != NULL) == has && gc_sparse_map_has(&map, id) == has);
            if (p && sizes[s]) CHECK(p[0] == first[id.slot] && p[sizes[s] - 1] == first[id.slot]);

            if (test_sparse_below(&random, 2)) {
                heap.fail_at = 0;
                if (test_sparse_below(&random, 2)) {
                    heap.fail_at = heap.calls + 1 + test_sparse_below(&random, 3);
                }
                heap.failed = false;

                p = (unsigned char *)gc_sparse_map_add(&map, id);
                heap.fail_at = 0;
                if (held[id.slot] && !has) CHECK(p == NULL);    // another id has the slot
                else if (!p) CHECK(heap.failed && !has);
                if (!p) continue;

                if (!has) {
                    for (size_t j = 0; j < sizes[s]; j++) CHECK(p[j] == 0);
                    count++;
                }
                held[id.slot] = id.generation;
                first[id.slot] = (unsigned char)test_sparse_random(&random);
                if (sizes[s]) memset(p, first[id.slot], sizes[s]);
            } else {
                CHECK_INT(gc_sparse_map_remove(&map, id), has ? GC_SPARSE_OK : GC_SPARSE_E_NOT_FOUND);
                if (has) held[id.slot] = 0;
                count -= has;
            }

            CHECK_U64(gc_sparse_map_count(&map), count);

            if (i % 500) continue;
            if (sizes[s] && count) CHECK_U64((uintptr_t)gc_sparse_map_data(&map) % 64, 0);

            for (uint32_t row = 0; row < count; row++) {
                id = gc_sparse_map_ids(&map)[row];
                CHECK_U64(held[id.slot], id.generation);
                if (sizes[s]) {
                    CHECK(gc_sparse_map_get(&map, id) == (char *)gc_sparse_map_data(&map) + row * sizes[s]);
                }
            }
        }

        // What is no id.
        for (uint32_t i = 0; i < 2; i++) {     // generation 0, slot 2^32 - 1
            gc_sparse_id id;
            id.slot = i ? GC_SPARSE_PRIV_NO_SLOT : 4;
            id.generation = i;
            if (id.slot < 100 || id.slot == UINT32_MAX) CHECK(gc_sparse_map_add(&map, id) == NULL);
            CHECK(!gc_sparse_map_has(&map, id));
            CHECK_INT(gc_sparse_map_remove(&map, id), GC_SPARSE_E_NOT_FOUND);
        }

        gc_sparse_map_free(&map);
        CHECK(heap.bytes == 0 && !heap.wrong_size && gc_sparse_map_count(&map) == 0);
        {
            gc_sparse_id id;
            id.slot = 3;
            id.generation = 1;
            // Freed, and used on.
            CHECK(gc_sparse_map_add(&map, id) != NULL && gc_sparse_map_has(&map, id));
            if (sizes[s] == 8) CHECK(GC_SPARSE_MAP_GET(uint64_t, &map, id) == gc_sparse_map_data(&map));
        }

        gc_sparse_map_free(&map);
        CHECK_U64(heap.bytes, 0);
    }
}

// What 0.3 called a map, and the statistics, compiles in 0.4.
static void test_sparse_old_names(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_id id = gc_sparse_create(world);
    gc_sparse_set_desc desc;
    gc_sparse_set set;
    memset(&desc, 0, sizeof desc);
    desc.size = sizeof(int);
    CHECK_INT(gc_sparse_set_init(&set, &desc), GC_SPARSE_OK);
    *(int *)gc_sparse_set_add(&set, id) = 7;
    CHECK(gc_sparse_set_has(&set, id) && gc_sparse_set_count(&set) == 1);
    CHECK_INT(*GC_SPARSE_SET_GET(int, &set, id), 7);
    CHECK(gc_sparse_set_get(&set, id) == gc_sparse_set_data(&set));
    CHECK(gc_sparse_id_equal(gc_sparse_set_ids(&set)[0], id));
    CHECK_INT(gc_sparse_set_remove(&set, id), GC_SPARSE_OK);
    gc_sparse_set_free(&set);

    gc_sparse_counts counts = gc_sparse_stats(world);
    CHECK_U64(counts.entities, 1);
    gc_sparse_close(world);
}

// ---- failing allocations

typedef struct test_sparse_script {
    test_sparse_heap heap;
    gc_sparse_world *world;
    gc_sparse_type types[3];
    gc_sparse_id ids[200], born[64];
    gc_sparse_commands *commands[2];
} test_sparse_script;

static void test_sparse_hear_none(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    (void)user;
    (void)component;
    CHECK(gc_sparse_alive(world, id));
}

// The steps of a program that allocates wherever the header can. Each function is called with i
// from 0 to its count; false: it could not.
static bool test_sparse_step_component(test_sparse_script *s, int i) {
    static const size_t sizes[3] = { 12, 64, 0 };
    gc_sparse_component_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.name = "a name";
    desc.size = sizes[i];
    desc.align = i == 1 ? 64 : 0;
    desc.on_update = i == 2 ? test_sparse_hear_none : NULL;
    desc.kind = test_sparse_kinds >> i & 1 ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
    return gc_sparse_component(s->world, &desc, &s->types[i]) == GC_SPARSE_OK;
}

static bool test_sparse_step_create(test_sparse_script *s, int i) {
    return (s->ids[i] = gc_sparse_create(s->world)).generation != 0;
}

// Copies of entities with two and with three components, in slots of their own.
static bool test_sparse_step_clone(test_sparse_script *s, int i) {
    gc_sparse_id id = gc_sparse_clone(s->world, s->ids[i == 0 ? 5 : 199 - i]);
    return id.generation != 0;
}

static bool test_sparse_step_create_at(test_sparse_script *s, int i) {
    return gc_sparse_create_at(s->world, gc_sparse_priv_id(1000u * (uint32_t)(i + 1), 1)) == GC_SPARSE_OK;
}

static bool test_sparse_step_create_n(test_sparse_script *s, int i) {
    (void)i;
    return gc_sparse_create_n(s->world, s->ids + 70, 130) == GC_SPARSE_OK;
}

// From the last slot down: the sparse array grows at once, rows one by one.
static bool test_sparse_step_add(test_sparse_script *s, int i) {
    char *p = (char *)gc_sparse_add(s->world, s->ids[199 - i / 2], s->types[i % 2]);
    if (p) p[3] = (char)i;
    return p != NULL;
}

static bool test_sparse_step_add_n(test_sparse_script *s, int i) {
    return gc_sparse_add_n(s->world, s->ids, 200, s->types[i], NULL) == GC_SPARSE_OK;
}

// With listeners, adding takes the long way.
static bool test_sparse_step_listen(test_sparse_script *s, int i) {
    return gc_sparse_listen(s->world, s->types[i], &test_sparse_deaf) == GC_SPARSE_OK;
}

static bool test_sparse_step_unlisten(test_sparse_script *s, int i) {
    return gc_sparse_unlisten(s->world, s->types[i], &test_sparse_deaf) == GC_SPARSE_OK;
}

static bool test_sparse_step_set_value(test_sparse_script *s, int i) {
    static const char value[64] = "value";
    return gc_sparse_set_value(s->world, s->ids[i / 3], s->types[i % 3], value) == GC_SPARSE_OK;
}

static bool test_sparse_step_remove(test_sparse_script *s, int i) {
    (void)i;
    return gc_sparse_remove(s->world, s->ids[7], s->types[1]) == GC_SPARSE_OK;
}

// The third sorts a group and the row behind it, the fourth is an order as another's.
static bool test_sparse_step_order(test_sparse_script *s, int i) {
    gc_sparse_sort_desc desc;
    if (test_sparse_kinds) return true;
    memset(&desc, 0, sizeof desc);
    desc.key = test_sparse_key;
    if (i == 1) return gc_sparse_group(s->world, s->types, 2) == GC_SPARSE_OK;
    if (i == 3) return gc_sparse_sort_as(s->world, s->types[2], s->types[0]) == GC_SPARSE_OK;
    return gc_sparse_sort(s->world, s->types[0], &desc) == GC_SPARSE_OK;
}

// A query to be cached: with an exclude, with an optional type, of two types.
static gc_sparse_query_desc test_sparse_script_query(const test_sparse_script *s, int i) {
    gc_sparse_type second = i == 2 ? s->types[1] : test_sparse_zero_type;
    gc_sparse_query_desc desc = test_sparse_with(s->types[i % 2], second);
    if (i == 0) desc.exclude[0] = s->types[1];
    if (i == 1) desc.optional[0] = s->types[2];
    return desc;
}

// Lists while there is nothing yet, which then grow; and a group within another's types.
static bool test_sparse_step_cache(test_sparse_script *s, int i) {
    gc_sparse_query_desc desc = test_sparse_script_query(s, i);
    if (test_sparse_kinds) return true;
    return gc_sparse_cache(s->world, &desc) == GC_SPARSE_OK;
}

static bool test_sparse_step_group_with(test_sparse_script *s, int i) {
    gc_sparse_group_desc desc;
    (void)i;
    if (test_sparse_kinds) return true;
    memset(&desc, 0, sizeof desc);
    desc.types[0] = s->types[0];
    desc.types[1] = s->types[1];
    desc.excludes[0] = s->types[2];
    return gc_sparse_group_with(s->world, &desc) == GC_SPARSE_OK;
}

static bool test_sparse_step_record(test_sparse_script *s, int i) {
    return (s->commands[i] = gc_sparse_record(s->world, 0, (uint32_t)i)) != NULL;
}

static bool test_sparse_step_record_create(test_sparse_script *s, int i) {
    return (s->born[i] = gc_sparse_record_create(s->commands[i % 2])).generation != 0;
}

static bool test_sparse_step_record_add(test_sparse_script *s, int i) {
    char *p = (char *)gc_sparse_record_add(s->commands[i % 2], s->born[i], s->types[i / 2 % 3]);
    if (p && i / 2 % 3 != 2) p[0] = (char)i;
    return p != NULL;
}

static bool test_sparse_step_record_destroy(test_sparse_script *s, int i) {
    return gc_sparse_record_destroy(s->commands[1], s->ids[i]) == GC_SPARSE_OK;
}

static bool test_sparse_step_record_remove(test_sparse_script *s, int i) {
    return gc_sparse_record_remove(s->commands[0], s->ids[i * 5], s->types[1]) == GC_SPARSE_OK;
}

static bool test_sparse_step_record_one(test_sparse_script *s, int i) {
    (void)i;
    return gc_sparse_record_destroy(s->commands[1], s->ids[30]) == GC_SPARSE_OK;
}

static bool test_sparse_step_replay(test_sparse_script *s, int i) {
    (void)i;
    return gc_sparse_replay(s->world) == GC_SPARSE_OK;
}

static bool test_sparse_step_reserve(test_sparse_script *s, int i) {
    if (i == 0) return gc_sparse_reserve(s->world, test_sparse_zero_type, 5000) == GC_SPARSE_OK;
    return gc_sparse_reserve(s->world, s->types[i - 1], 3000) == GC_SPARSE_OK;
}

static bool test_sparse_step_shrink(test_sparse_script *s, int i) {
    (void)i;
    return gc_sparse_shrink(s->world) == GC_SPARSE_OK;
}

static bool test_sparse_step_clear(test_sparse_script *s, int i) {
    (void)i;
    return gc_sparse_clear(s->world) == GC_SPARSE_OK && gc_sparse_shrink(s->world) == GC_SPARSE_OK;
}

static const struct {
    int count;
    bool (*step)(test_sparse_script *s, int i);
} test_sparse_steps[] = {
    { 3, test_sparse_step_component },
    { 2, test_sparse_step_cache },
    { 70, test_sparse_step_create },        // past the first 64
    { 1, test_sparse_step_create_n },
    { 140, test_sparse_step_add },
    { 3, test_sparse_step_listen },
    { 210, test_sparse_step_set_value },
    { 3, test_sparse_step_unlisten },
    { 70, test_sparse_step_clone },
    { 3, test_sparse_step_create_at },
    { 3, test_sparse_step_clone },          // into the free slots
    { 3, test_sparse_step_add_n },
    { 1, test_sparse_step_remove },
    { 4, test_sparse_step_order },
    { 1, test_sparse_step_group_with },
    { 3, test_sparse_step_cache },          // two of them are there
    { 2, test_sparse_step_record },
    { 64, test_sparse_step_record_create },
    { 64, test_sparse_step_record_add },
    { 20, test_sparse_step_record_destroy },
    { 20, test_sparse_step_record_remove },
    { 1, test_sparse_step_replay },
    { 4, test_sparse_step_reserve },
    { 1, test_sparse_step_record_one },
    { 1, test_sparse_step_shrink },
    { 1, test_sparse_step_replay },
    { 1, test_sparse_step_clear },
};

// One step of all; *done: there are no more.
static bool test_sparse_script_step(test_sparse_script *s, int step, bool *done) {
    for (size_t k = 0; k < sizeof test_sparse_steps / sizeof *test_sparse_steps; k++) {
        if (step < test_sparse_steps[k].count) return test_sparse_steps[k].step(s, step);
        step -= test_sparse_steps[k].count;
    }
    *done = true;
    return true;
}

// Orders of the types' rows, and of queries that may be cached.
static uint64_t test_sparse_script_orders(const test_sparse_script *s) {
    uint64_t hash = 0;
    for (int t = 0; t < 3; t++) {
        gc_sparse_query_desc desc = test_sparse_script_query(s, t);
        hash = hash * 31 + test_sparse_order(s->world, s->types[t]);
        hash = hash * 31 + test_sparse_order_of(s->world, &desc);
    }
    return hash;
}

// Runs the script with allocation k failing, or with every k-th: a step that meets one fails,
// leaves the world as it was, and works when repeated while none fails. Returns the final hash;
// *more: an allocation did fail.
static uint64_t test_sparse_script_run(size_t k, bool every, bool *more) {
    bool done = false;
    static test_sparse_script s;
    gc_sparse_desc desc;
    uint64_t hash;
    int error = 0;

    memset(&s, 0, sizeof s);
    memset(&desc, 0, sizeof desc);
    if (every) s.heap.fail_every = k;
    else s.heap.fail_at = k;
    desc.allocator.resize = test_sparse_heap_resize;
    desc.allocator.user = &s.heap;
    s.world = gc_sparse_open(&desc, &error);
    *more = s.heap.failed;
    if (s.heap.failed) {
        CHECK(s.world == NULL && s.heap.bytes == 0);
        CHECK_INT(error, GC_SPARSE_E_MEMORY);
        s.heap.fail_every = 0;
        s.world = gc_sparse_open(&desc, &error);
    }
    if (!CHECK(s.world != NULL)) return 0;
    for (int step = 0; !done; step++) {
        gc_sparse_statistics counts = gc_sparse_stats(s.world), after;
        uint64_t orders = 0;
        bool ok;
        if (every) s.heap.fail_every = k;
        s.heap.failed = false;
        hash = gc_sparse_hash(s.world);
        if (step >= 3) orders = test_sparse_script_orders(&s);
        ok = test_sparse_script_step(&s, step, &done);
        if (!CHECK(ok != s.heap.failed)) break;
        if (ok) continue;
        *more = true;
        after = gc_sparse_stats(s.world);
        CHECK_U64(gc_sparse_hash(s.world), hash);
        CHECK(counts.entities == after.entities && counts.types == after.types);
        CHECK(counts.slots == after.slots && counts.retired == after.retired);
        CHECK(counts.ended == after.ended && counts.skipped == after.skipped);
        if (step >= 3) CHECK_U64(test_sparse_script_orders(&s), orders);
        s.heap.fail_every = 0;
        if (!CHECK(test_sparse_script_step(&s, step, &done))) break;
    }
    hash = gc_sparse_hash(s.world) * 31 + test_sparse_script_orders(&s);
    gc_sparse_close(s.world);
    CHECK_U64(s.heap.bytes, 0);
    CHECK(!s.heap.wrong_size);
    return hash;
}

static void test_sparse_failing_allocations(void) {
    bool more;
    uint64_t want = test_sparse_script_run(0, false, &more);
    for (int every = 0; every < 2; every++) {
        size_t k = 1;
        CHECK(!more);
        for (more = true; more && k < 1000; k++) {
            CHECK_U64(test_sparse_script_run(k, every != 0, &more), want);
        }
        CHECK(!more && k > 40);
    }
}

// The largest component there may be: room for it is asked for in full, and refused.
static void test_sparse_large_component(void) {
    test_sparse_heap heap;
    gc_sparse_component_desc component;
    gc_sparse_commands *commands;
    gc_sparse_world *world;
    gc_sparse_type type;
    gc_sparse_desc desc;
    gc_sparse_id id;
    uint64_t hash;
    memset(&heap, 0, sizeof heap);
    memset(&desc, 0, sizeof desc);
    memset(&component, 0, sizeof component);
    heap.largest = 1 << 20;
    desc.allocator.resize = test_sparse_heap_resize;
    desc.allocator.user = &heap;
    world = gc_sparse_open(&desc, NULL);
    component.size = 0x40000000;
    component.kind = test_sparse_kinds ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
    CHECK_INT(gc_sparse_component(world, &component, &type), GC_SPARSE_OK);
    id = gc_sparse_create(world);
    hash = gc_sparse_hash(world);
    commands = gc_sparse_record(world, 0, 0);

    // With sizes of 32 bits what it would take cannot even be asked for.
    CHECK(gc_sparse_add(world, id, type) == NULL && heap.failed == (SIZE_MAX > 0xffffffffu));
    CHECK(gc_sparse_record_add(commands, id, type) == NULL);
    CHECK_INT(gc_sparse_add_n(world, &id, 1, type, NULL), GC_SPARSE_E_MEMORY);
    CHECK_INT(gc_sparse_reserve(world, type, 100), GC_SPARSE_E_MEMORY);
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    CHECK(!gc_sparse_has(world, id, type));
    CHECK_INT(gc_sparse_remove(world, id, type), GC_SPARSE_E_NOT_FOUND);
    CHECK_U64(gc_sparse_hash(world), hash);
    gc_sparse_close(world);
    CHECK(heap.bytes == 0 && !heap.wrong_size);
}

// Births and deaths through commands, frame after frame: memory stands still.
static void test_sparse_memory_is_flat(void) {
    test_sparse_heap heap;
    gc_sparse_desc desc;
    gc_sparse_world *world;
    gc_sparse_type a, b;
    size_t bytes = 0;

    memset(&heap, 0, sizeof heap);
    memset(&desc, 0, sizeof desc);
    desc.allocator.resize = test_sparse_heap_resize;
    desc.allocator.user = &heap;
    world = gc_sparse_open(&desc, NULL);
    a = test_sparse_type(world, 16, 0);
    b = test_sparse_type(world, 8, 0);
    for (uint32_t frame = 0; frame < 1000; frame++) {
        gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
        gc_sparse_query_desc query = test_sparse_with(a, b);
        gc_sparse_view view = gc_sparse_query(world, &query);
        for (int i = 0; i < 100; i++) {
            gc_sparse_id id = gc_sparse_record_create(commands);
            *(uint32_t *)gc_sparse_record_add(commands, id, a) = frame;
            gc_sparse_record_add(commands, id, b);
        }
        while (gc_sparse_next(&view)) {
            for (size_t i = 0; i < view.count; i++) {
                const uint32_t *born = (const uint32_t *)gc_sparse_view_at(&view, 0, i, 16);
                if (born && frame - *born >= 10) {
                    gc_sparse_record_destroy(commands, gc_sparse_view_id(&view, i));
                }
            }
        }
        CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
        if (frame == 50) bytes = heap.bytes;
    }
    CHECK_U64(heap.bytes, bytes);
    CHECK_U64(gc_sparse_stats(world).entities, 10 * 100);
    gc_sparse_close(world);
}

// ---- threads

#ifdef TEST_SPARSE_THREADS

enum { TEST_SPARSE_PARTS = 64 };

typedef struct test_sparse_job {
    gc_sparse_world *world;
    gc_sparse_type a, b;
    const gc_sparse_view *view;
    gc_sparse_commands **commands;
    const uint32_t *schedule;       // order of the parts
    uint32_t parts, *next, frame;
} test_sparse_job;

// A system: moves a, gives and takes b, ends some, spawns some. All by data of the entity,
// nothing by thread or time.
static void test_sparse_job_part(const test_sparse_job *job, uint32_t p) {
    gc_sparse_view view = gc_sparse_view_part(job->view, p, 100);
    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) {
            uint64_t *a = GC_SPARSE_AT(uint64_t, &view, 0, i), draw;
            const uint64_t *b = GC_SPARSE_AT(uint64_t, &view, 1, i);
            gc_sparse_id id = gc_sparse_view_id(&view, i);

            *a = *a * 6364136223846793005u + 1442695040888963407u + (b ? *b : 0);
            draw = *a >> 56;

            if (draw < 8) {
                gc_sparse_record_destroy(job->commands[p], id);
            } else if (draw < 16) {
                gc_sparse_id born = gc_sparse_record_create(job->commands[p]);
                *(uint64_t *)gc_sparse_record_add(job->commands[p], born, job->a) = *a ^ 0x5555;
                if (draw & 1) *(uint64_t *)gc_sparse_record_add(job->commands[p], born, job->b) = *a >> 7;
            } else if (draw < 48) {
                *(uint64_t *)gc_sparse_record_add(job->commands[p], id, job->b) = *a >> 9;
            } else if (draw < 80) {
                gc_sparse_record_remove(job->commands[p], id, job->b);
            }
        }
    }
}

static void *test_sparse_job_run(void *argument) {
    const test_sparse_job *job = (const test_sparse_job *)argument;
    for (;;) {
        uint32_t i = __atomic_fetch_add(job->next, 1, __ATOMIC_RELAXED);
        if (i >= job->parts) return NULL;
        test_sparse_job_part(job, job->schedule[i]);
    }
}

// Twelve frames with this many threads and a schedule shuffled by `shuffle`; a hash of content
// and of order. Kept: the types are a group, and the query is cached.
static uint64_t test_sparse_simulate(uint32_t threads, uint64_t shuffle, bool kept) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type a = test_sparse_type(world, 8, 8), b = test_sparse_type(world, 8, 8);
    gc_sparse_query_desc query = test_sparse_with(a, test_sparse_zero_type);
    uint64_t hash;
    query.optional[0] = b;
    if (kept) {
        gc_sparse_type both[2] = { a, b };
        CHECK_INT(gc_sparse_group(world, both, 2), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_cache(world, &query), GC_SPARSE_OK);
    }

    for (uint32_t e = 0; e < 3000; e++) {
        gc_sparse_id id = gc_sparse_create(world);
        *(uint64_t *)gc_sparse_add(world, id, a) = e * 0x9e3779b97f4a7c15u;
        if (e % 2) *(uint64_t *)gc_sparse_add(world, id, b) = e;
    }
    for (uint32_t frame = 0; frame < 12; frame++) {
        gc_sparse_commands *commands[TEST_SPARSE_PARTS];
        uint32_t schedule[TEST_SPARSE_PARTS], next = 0;
        gc_sparse_view view;
        test_sparse_job job;
        pthread_t handles[16];
        view = gc_sparse_query(world, &query);
        job.world = world;
        job.a = a;
        job.b = b;
        job.view = &view;
        job.commands = commands;
        job.schedule = schedule;
        job.next = &next;
        job.frame = frame;
        job.parts = gc_sparse_view_parts(&view, 100);
        if (!CHECK(job.parts > 20 && job.parts <= TEST_SPARSE_PARTS)) break;
        for (uint32_t p = 0; p < job.parts; p++) schedule[p] = p;
        for (uint32_t p = job.parts - 1; p > 0; p--) {
            uint32_t other = test_sparse_below(&shuffle, p + 1), swap = schedule[p];
            schedule[p] = schedule[other];
            schedule[other] = swap;
        }
        for (uint32_t p = 0; p < job.parts; p++) {      // fetched in any order
            commands[schedule[p]] = gc_sparse_record(world, 1, schedule[p]);
        }
        for (uint32_t t = 1; t < threads; t++) {
            if (!CHECK(pthread_create(&handles[t], NULL, test_sparse_job_run, &job) == 0)) exit(1);
        }
        test_sparse_job_run(&job);
        for (uint32_t t = 1; t < threads; t++) pthread_join(handles[t], NULL);
        CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    }
    hash = gc_sparse_hash(world) * 31 + test_sparse_order(world, a);
    hash = hash * 31 + test_sparse_order(world, b);
    hash = hash * 31 + test_sparse_order_of(world, &query);
    CHECK(gc_sparse_stats(world).entities > 1000);
    gc_sparse_close(world);
    return hash;
}

static void test_sparse_schedules_of(bool kept) {
    uint64_t want = test_sparse_simulate(1, 1, kept), shuffle = test_seed;
    int turns = test_sparse_kinds ? 1 : 3;      // 100 schedules in all, for types of direct kind 20
    for (uint32_t threads = 1; threads <= 16; threads++) {
        for (int i = 0; i < turns; i++) {
            CHECK_U64(test_sparse_simulate(threads, test_sparse_random(&shuffle), kept), want);
        }
    }
    for (int i = 0; i < (test_sparse_kinds ? 4 : 52); i++) {
        CHECK_U64(test_sparse_simulate(1, test_sparse_random(&shuffle), kept), want);
    }
}

static void test_sparse_threads_and_schedules(void) {
    test_sparse_schedules_of(false);
    if (test_sparse_kinds == 0) test_sparse_schedules_of(true);
}

#else

static void test_sparse_threads_and_schedules(void) {
    SKIP("this test uses pthreads");
}

#endif

// Stands behind all tests but those of misuse: none of them may have tripped an assertion.
static void test_sparse_no_assertions(void) {
#ifdef TEST_SPARSE_COUNTS_ASSERTS
    CHECK_INT(test_sparse_asserts, 0);
#else
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#endif
}

// The tests above again with types of direct kind, all and some of them.
#define TEST_SPARSE_KINDS(name)                                 \
    static void name##_kinds(void) {                            \
        for (int i = 0; i < 3; i++) {                           \
            test_sparse_kinds = test_sparse_kinds_tried[i];     \
            name();                                             \
        }                                                       \
        test_sparse_kinds = 0;                                  \
    }
TEST_SPARSE_KINDS(test_sparse_random_operations)
TEST_SPARSE_KINDS(test_sparse_many_types)
TEST_SPARSE_KINDS(test_sparse_stale_ids)
TEST_SPARSE_KINDS(test_sparse_views)
TEST_SPARSE_KINDS(test_sparse_full_terms)
TEST_SPARSE_KINDS(test_sparse_nested_views)
TEST_SPARSE_KINDS(test_sparse_batches)
TEST_SPARSE_KINDS(test_sparse_sizes_and_alignment)
TEST_SPARSE_KINDS(test_sparse_limits)
TEST_SPARSE_KINDS(test_sparse_hash_covers_every_bit)
TEST_SPARSE_KINDS(test_sparse_hash_known)
TEST_SPARSE_KINDS(test_sparse_replay_equals_direct)
TEST_SPARSE_KINDS(test_sparse_replay_order)
TEST_SPARSE_KINDS(test_sparse_record_types)
TEST_SPARSE_KINDS(test_sparse_replay_room)
TEST_SPARSE_KINDS(test_sparse_used_again)
TEST_SPARSE_KINDS(test_sparse_temporary_ids)
TEST_SPARSE_KINDS(test_sparse_replay_into_full_world)
TEST_SPARSE_KINDS(test_sparse_failing_allocations)
TEST_SPARSE_KINDS(test_sparse_memory_is_flat)
TEST_SPARSE_KINDS(test_sparse_hooks)
TEST_SPARSE_KINDS(test_sparse_listeners)
TEST_SPARSE_KINDS(test_sparse_traps)
TEST_SPARSE_KINDS(test_sparse_every_slot)
TEST_SPARSE_KINDS(test_sparse_other_world)
TEST_SPARSE_KINDS(test_sparse_other_world_in_debug)
TEST_SPARSE_KINDS(test_sparse_large_component)
TEST_SPARSE_KINDS(test_sparse_changes_while_walking)
TEST_SPARSE_KINDS(test_sparse_threads_and_schedules)

// Three pages: whole, with a gap in each word, and a part of one.
static void test_sparse_direct_gaps(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_query_desc query;
    gc_sparse_type types[2];
    gc_sparse_view view;
    uint32_t next = 0;

    test_sparse_kinds = 3;
    for (int t = 0; t < 2; t++) types[t] = test_sparse_type(world, 4, 4);
    test_sparse_kinds = 0;
    for (uint32_t i = 0; i < 2500; i++) {
        gc_sparse_id id = gc_sparse_create(world);
        *(uint32_t *)gc_sparse_add(world, id, types[0]) = i;
        if (i < 1024 || i % 64 != 5) *(uint32_t *)gc_sparse_add(world, id, types[1]) = i;
    }
    query = test_sparse_with(types[0], types[1]);
    view = gc_sparse_query(world, &query);
    while (gc_sparse_next(&view)) {
        if (view.slots[0] == 0) CHECK(view.count == 1024 && view.rows[0] == NULL);
        for (size_t i = 0; i < view.count; i++, next++) {
            if (next >= 1024 && next % 64 == 5) next++;
            CHECK_U64(view.slots[i], next);
            for (size_t k = 0; k < 2; k++) CHECK_U64(*GC_SPARSE_AT(uint32_t, &view, k, i), next);
        }
    }
    CHECK_U64(next, 2500);
    gc_sparse_close(world);
}

// Components of direct kind stay where they are until they are removed, and slots without gaps
// come as packed chunks.
static void test_sparse_direct_pages(void) {
    enum { N = 5056 };     // whole words
    static gc_sparse_id ids[N];
    static uint32_t *places[N];
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type types[2];
    gc_sparse_query_desc desc;
    gc_sparse_sort_desc sort;
    gc_sparse_view view;
    uint32_t slot = 0, chunks = 0;

    test_sparse_kinds = 3;
    types[0] = test_sparse_type(world, 4, 4);
    types[1] = test_sparse_type(world, 0, 0);
    test_sparse_kinds = 0;

    for (uint32_t e = 0; e < N; e++) {
        ids[e] = gc_sparse_create(world);
        places[e] = (uint32_t *)gc_sparse_add(world, ids[e], types[0]);
        *places[e] = e;
    }

    // A third goes; the others stay where they are.
    for (uint32_t e = 0; e < N; e += 3) CHECK_INT(gc_sparse_destroy(world, ids[e]), GC_SPARSE_OK);
    for (uint32_t e = 0; e < N; e++) {
        CHECK(gc_sparse_get(world, ids[e], types[0]) == (e % 3 ? places[e] : NULL));
        CHECK(!e || e % 3 == 0 || *places[e] == e);
    }

    // Who comes into a slot has its old place.
    for (uint32_t e = 0; e < N; e++) {
        gc_sparse_id id = e % 3 ? ids[e] : gc_sparse_create(world);
        CHECK(gc_sparse_add(world, id, types[0]) == places[id.slot]);
        *places[id.slot] = id.slot;
    }

    CHECK_INT(gc_sparse_create_n(world, ids, N), GC_SPARSE_OK);     // others, without a component
    CHECK_INT(gc_sparse_remove(world, gc_sparse_create(world), types[0]), GC_SPARSE_E_NOT_FOUND);
    CHECK(gc_sparse_add(world, ids[N - 1], types[1]) != NULL);

    // The walk goes by pages.
    desc = test_sparse_with(types[0], test_sparse_zero_type);
    desc.exclude[0] = types[1];
    for (view = gc_sparse_query(world, &desc); gc_sparse_next(&view); chunks++) {
        CHECK(view.rows[0] == NULL && view.count <= 1024 && (uintptr_t)view.columns[0] % 64 == 0);
        for (size_t i = 0; i < view.count; i++, slot++) {
            CHECK_U64(view.slots[i], slot);
            CHECK_U64(((uint32_t *)view.columns[0])[i], slot);
        }
    }

    CHECK_U64(slot, N);
    CHECK_U64(chunks, 5);

    desc = test_sparse_with(types[1], test_sparse_zero_type);
    view = gc_sparse_query(world, &desc);
    CHECK(gc_sparse_next(&view) && view.count == 1 && view.slots[0] == ids[N - 1].slot &&
          !gc_sparse_next(&view));

    // What has no order cannot be sorted.
    memset(&sort, 0, sizeof sort);
    sort.key = test_sparse_key;
    CHECK_INT(gc_sparse_sort(world, types[0], &sort), GC_SPARSE_E_UNSUPPORTED);
    CHECK_INT(gc_sparse_sort_as(world, types[0], types[1]), GC_SPARSE_E_UNSUPPORTED);
    CHECK_INT(gc_sparse_group(world, types, 2), GC_SPARSE_E_UNSUPPORTED);

    gc_sparse_close(world);
}

static const test_case test_sparse_cases[] = {
    TEST_CASE(test_sparse_direct_pages),
    TEST_CASE(test_sparse_direct_gaps),
    TEST_CASE(test_sparse_random_operations),
    TEST_CASE(test_sparse_random_operations_kinds),
    TEST_CASE(test_sparse_all_sequences),
    TEST_CASE(test_sparse_groups_and_sorting),
    TEST_CASE(test_sparse_groups_of_sizes),
    TEST_CASE(test_sparse_kept),
    TEST_CASE(test_sparse_create_at),
    TEST_CASE(test_sparse_cache_memory),
    TEST_CASE(test_sparse_many_types),
    TEST_CASE(test_sparse_many_types_kinds),
    TEST_CASE(test_sparse_stale_ids),
    TEST_CASE(test_sparse_stale_ids_kinds),
    TEST_CASE(test_sparse_every_slot),
    TEST_CASE(test_sparse_every_slot_kinds),
    TEST_CASE(test_sparse_other_world),
    TEST_CASE(test_sparse_other_world_kinds),
    TEST_CASE(test_sparse_other_world_in_debug),
    TEST_CASE(test_sparse_other_world_in_debug_kinds),
    TEST_CASE(test_sparse_worlds_in_debug),
    TEST_CASE(test_sparse_worlds_in_threads),
    TEST_CASE(test_sparse_last_generations),
    TEST_CASE(test_sparse_views),
    TEST_CASE(test_sparse_views_kinds),
    TEST_CASE(test_sparse_full_terms),
    TEST_CASE(test_sparse_full_terms_kinds),
    TEST_CASE(test_sparse_runs),
    TEST_CASE(test_sparse_nested_views),
    TEST_CASE(test_sparse_nested_views_kinds),
    TEST_CASE(test_sparse_batches),
    TEST_CASE(test_sparse_batches_kinds),
    TEST_CASE(test_sparse_sizes_and_alignment),
    TEST_CASE(test_sparse_sizes_and_alignment_kinds),
    TEST_CASE(test_sparse_limits),
    TEST_CASE(test_sparse_limits_kinds),
    TEST_CASE(test_sparse_late_type),
    TEST_CASE(test_sparse_names),
    TEST_CASE(test_sparse_hash_covers_every_bit),
    TEST_CASE(test_sparse_hash_covers_every_bit_kinds),
    TEST_CASE(test_sparse_create_at_foreign),
    TEST_CASE(test_sparse_hash_known),
    TEST_CASE(test_sparse_hash_known_kinds),
    TEST_CASE(test_sparse_replay_equals_direct),
    TEST_CASE(test_sparse_replay_equals_direct_kinds),
    TEST_CASE(test_sparse_replay_order),
    TEST_CASE(test_sparse_replay_order_kinds),
    TEST_CASE(test_sparse_record_types),
    TEST_CASE(test_sparse_record_types_kinds),
    TEST_CASE(test_sparse_replay_room),
    TEST_CASE(test_sparse_replay_room_kinds),
    TEST_CASE(test_sparse_used_again),
    TEST_CASE(test_sparse_used_again_kinds),
    TEST_CASE(test_sparse_temporary_ids),
    TEST_CASE(test_sparse_temporary_ids_kinds),
    TEST_CASE(test_sparse_replay_into_full_world),
    TEST_CASE(test_sparse_replay_into_full_world_kinds),
    TEST_CASE(test_sparse_failing_allocations),
    TEST_CASE(test_sparse_failing_allocations_kinds),
    TEST_CASE(test_sparse_memory_is_flat),
    TEST_CASE(test_sparse_memory_is_flat_kinds),
    TEST_CASE(test_sparse_large_component),
    TEST_CASE(test_sparse_large_component_kinds),
    TEST_CASE(test_sparse_threads_and_schedules),
    TEST_CASE(test_sparse_threads_and_schedules_kinds),
    TEST_CASE(test_sparse_shrink),
    TEST_CASE(test_sparse_one_slot),
    TEST_CASE(test_sparse_map),
    TEST_CASE(test_sparse_old_names),
    TEST_CASE(test_sparse_no_assertions),
    TEST_CASE(test_sparse_large_replay),
    TEST_CASE(test_sparse_hooks),
    TEST_CASE(test_sparse_hooks_kinds),
    TEST_CASE(test_sparse_listeners),
    TEST_CASE(test_sparse_listeners_kinds),
    TEST_CASE(test_sparse_traps),
    TEST_CASE(test_sparse_traps_kinds),
    TEST_CASE(test_sparse_many_rows),
    TEST_CASE(test_sparse_bad_sorts),
    TEST_CASE(test_sparse_changes_while_walking),
    TEST_CASE(test_sparse_changes_while_walking_kinds),
    TEST_CASE(test_sparse_holes),
    TEST_CASE(test_sparse_misuse_of_worlds),
    TEST_CASE(test_sparse_misuse_of_entities),
    TEST_CASE(test_sparse_misuse_of_sets),
    TEST_CASE(test_sparse_misuse_of_orders),
    TEST_CASE(test_sparse_misuse_of_types),
    TEST_CASE(test_sparse_misuse_of_views),
    TEST_CASE(test_sparse_misuse_of_commands),
};
TEST_MAIN(test_sparse_cases)
