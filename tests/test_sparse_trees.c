// test_sparse_trees.c - trees of gc_sparse.h: parents and children against a naive model of
// lists, copies and saves of them, chains of a million.
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

typedef gc_sparse_node trees_node;
typedef struct trees_place { int at; } trees_place;
#define TREES(X) X(DENSE, trees_node) X(DENSE, trees_place)
GC_SPARSE_COMPONENTS(TREES)
#define TREES_DIRECT(X) X(DENSE, trees_other) X(DIRECT, trees_slot)
typedef struct trees_other { int at; } trees_other;
typedef gc_sparse_node trees_slot;
GC_SPARSE_COMPONENTS_AFTER(TREES_DIRECT, TREES)

static const gc_sparse_id test_trees_none = { 0, 0 };

static uint32_t test_trees_random(uint64_t *state, uint32_t below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % below);
}

static gc_sparse_world *test_trees_open(bool direct) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    CHECK_INT(TREES_register(world), GC_SPARSE_OK);
    CHECK_INT(TREES_DIRECT_register(world), GC_SPARSE_OK);
    gc_sparse_type type = direct ? gc_sparse_type_trees_slot() : gc_sparse_type_trees_node();
    CHECK_INT(gc_sparse_tree(world, type), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_tree(world, type), GC_SPARSE_OK);       // twice is once
    return world;
}

// ---- the model: for each entity its parent, and its children, the newest first

enum { TEST_TREES_MOST = 120 };
typedef struct test_trees_model {
    gc_sparse_world *world;
    gc_sparse_type type;
    gc_sparse_id id[TEST_TREES_MOST];
    bool alive[TEST_TREES_MOST], node[TEST_TREES_MOST];
    int parent[TEST_TREES_MOST];                            // -1: none
    int children[TEST_TREES_MOST][TEST_TREES_MOST], count[TEST_TREES_MOST];
} test_trees_model;

static bool test_trees_below(const test_trees_model *m, int at, int node) {
    while (at >= 0 && at != node) at = m->parent[at];
    return at == node;
}

static void test_trees_unhang(test_trees_model *m, int e) {
    int p = m->parent[e], k = 0;
    if (p < 0) return;
    while (m->children[p][k] != e) k++;
    memmove(&m->children[p][k], &m->children[p][k + 1], (size_t)(--m->count[p] - k) * sizeof(int));
    m->parent[e] = -1;
}

static void test_trees_hang(test_trees_model *m, int e, int p) {
    if (m->parent[e] == p) return;
    test_trees_unhang(m, e);
    if (p < 0) return;
    memmove(&m->children[p][1], &m->children[p][0], (size_t)m->count[p]++ * sizeof(int));
    m->children[p][0] = e;
    m->parent[e] = p;
}

static void test_trees_drop(test_trees_model *m, int e) {
    test_trees_unhang(m, e);
    while (m->count[e]) test_trees_unhang(m, m->children[e][0]);
    m->node[e] = false;
}

static void test_trees_die(test_trees_model *m, int e) {
    while (m->count[e]) test_trees_die(m, m->children[e][0]);
    test_trees_drop(m, e);
    m->alive[e] = false;
}

// A node named by value or by a command: what cannot be is a root.
static void test_trees_name(test_trees_model *m, int e, int p) {
    bool can = p >= 0 && m->alive[p] && m->node[p] && !test_trees_below(m, p, e);
    m->node[e] = true;
    test_trees_hang(m, e, can ? p : -1);
}

static int test_trees_entry(const test_trees_model *m, gc_sparse_id id) {
    int e = 0;
    while (e < TEST_TREES_MOST && !(m->alive[e] && gc_sparse_id_equal(m->id[e], id))) e++;
    return e < TEST_TREES_MOST ? e : -1;
}

static void test_trees_check(const test_trees_model *m) {
    for (int e = 0; e < TEST_TREES_MOST; e++) {
        if (m->id[e].generation) CHECK(gc_sparse_alive(m->world, m->id[e]) == m->alive[e]);
        if (!m->alive[e]) continue;
        const gc_sparse_node *node = (const gc_sparse_node *)gc_sparse_get(m->world, m->id[e], m->type);
        if (!CHECK((node != NULL) == m->node[e])) continue;
        if (node && m->parent[e] < 0) CHECK_U64(node->parent.generation, 0);
        else if (node) CHECK(gc_sparse_id_equal(node->parent, m->id[m->parent[e]]));
        gc_sparse_id child = gc_sparse_next_child(m->world, m->id[e], test_trees_none);
        for (int k = 0; k < m->count[e]; k++) {
            if (!CHECK_INT(test_trees_entry(m, child), m->children[e][k])) return;
            child = gc_sparse_next_child(m->world, m->id[e], child);
        }
        CHECK_U64(child.generation, 0);
    }
}

// Parents stand before their children.
static void test_trees_sort(const test_trees_model *m) {
    if (m->type.index != gc_sparse_type_trees_node().index) {
        CHECK_INT(gc_sparse_sort_tree(m->world), GC_SPARSE_E_UNSUPPORTED);
        return;
    }
    uint64_t hash = gc_sparse_stats(m->world).entities;
    uint8_t seen[TEST_TREES_MOST] = { 0 };
    CHECK_INT(gc_sparse_sort_tree(m->world), GC_SPARSE_OK);
    GC_SPARSE_EACH(m->world, READ(trees_node), n) {
        int e = test_trees_entry(m, self);
        if (!CHECK(e >= 0) || !CHECK(m->parent[e] < 0 || seen[m->parent[e]])) return;
        seen[e] = 1;
    }
    CHECK_U64(gc_sparse_stats(m->world).entities, hash);
}

static void test_trees_create(test_trees_model *m, int e, gc_sparse_id id) {
    m->id[e] = id;
    m->alive[e] = true;
    m->node[e] = false;
    m->parent[e] = -1;
    m->count[e] = 0;
}

// By commands: a child of one that is there, or of one that comes later in the recording.
static void test_trees_record(test_trees_model *m, int a, int b, uint64_t *random) {
    gc_sparse_commands *commands = gc_sparse_record(m->world, 0, 0);
    gc_sparse_id child = gc_sparse_record_create(commands), parent = test_trees_none, later;
    bool late = test_trees_random(random, 2) != 0, first = test_trees_random(random, 2) != 0;
    later = late && first ? gc_sparse_record_create(commands) : test_trees_none;
    if (m->alive[b]) parent = m->id[b];
    else b = -1;

    gc_sparse_node *node = (gc_sparse_node *)gc_sparse_record_add(commands, child, m->type);
    if (late && !first) later = gc_sparse_record_create(commands);
    node->parent = late ? later : parent;
    node->first = node->next = 77;      // not taken
    if (late) ((gc_sparse_node *)gc_sparse_record_add(commands, later, m->type))->parent = parent;

    CHECK_INT(gc_sparse_replay(m->world), GC_SPARSE_OK);

    // One that comes behind the child is waited for; one that is there, without a node yet, is
    // not.
    test_trees_create(m, a, gc_sparse_record_resolve(commands, child));
    m->node[a] = true;
    if (!late) {
        test_trees_name(m, a, b);
        return;
    }

    int e = 0;
    while (e < TEST_TREES_MOST && m->alive[e]) e++;
    if (e == TEST_TREES_MOST) {
        gc_sparse_destroy(m->world, gc_sparse_record_resolve(commands, later));
        gc_sparse_destroy(m->world, m->id[a]);
        test_trees_die(m, a);
        return;
    }

    test_trees_create(m, e, gc_sparse_record_resolve(commands, later));
    test_trees_name(m, e, b);
    if (!first) test_trees_name(m, a, e);
}

static void test_trees_step(test_trees_model *m, uint64_t *random) {
    int a = (int)test_trees_random(random, TEST_TREES_MOST);
    int b = (int)test_trees_random(random, TEST_TREES_MOST);
    uint32_t what = test_trees_random(random, 40);
    gc_sparse_node node;

    memset(&node, 0x55, sizeof node);
    node.parent = m->id[b];

    if (!m->alive[a]) {
        if (what < 6) test_trees_record(m, a, b, random);
        else test_trees_create(m, a, gc_sparse_create(m->world));
        return;
    }

    if (what < 20) {
        int want = GC_SPARSE_OK;
        if (what < 3) b = -1;
        else if (!m->alive[b]) want = GC_SPARSE_E_STALE;
        else if (test_trees_below(m, b, a)) want = GC_SPARSE_E_CYCLE;
        if (b >= 0 && m->id[b].generation == 0) want = GC_SPARSE_OK, b = -1;

        CHECK_INT(gc_sparse_attach(m->world, m->id[a], b < 0 ? test_trees_none : m->id[b]), want);
        if (want != GC_SPARSE_OK) return;

        if (b >= 0) m->node[b] = true;
        m->node[a] = true;
        test_trees_hang(m, a, b);
    } else if (what < 28) {
        CHECK_INT(gc_sparse_set_value(m->world, m->id[a], m->type, &node), GC_SPARSE_OK);
        test_trees_name(m, a, b);
    } else if (what < 30) {
        CHECK_INT(gc_sparse_add_n(m->world, &m->id[a], 1, m->type, &node), GC_SPARSE_OK);
        test_trees_name(m, a, b);
    } else if (what < 32) {
        CHECK(gc_sparse_add(m->world, m->id[a], m->type) != NULL);
        m->node[a] = true;
    } else if (what < 35) {
        gc_sparse_remove(m->world, m->id[a], m->type);
        test_trees_drop(m, a);
    } else if (what < 37) {
        CHECK_INT(gc_sparse_destroy(m->world, m->id[a]), GC_SPARSE_OK);
        test_trees_die(m, a);
    } else if (what == 37 && !m->alive[b]) {
        test_trees_create(m, b, gc_sparse_clone(m->world, m->id[a]));
        if (m->node[a]) test_trees_name(m, b, m->parent[a]);
    } else if (what == 38) {
        gc_sparse_commands *commands = gc_sparse_record(m->world, 1, 0);
        gc_sparse_record_destroy(commands, m->id[a]);
        CHECK_INT(gc_sparse_replay(m->world), GC_SPARSE_OK);
        test_trees_die(m, a);
    } else if (what == 39 && test_trees_random(random, 40) == 0) {
        CHECK_INT(gc_sparse_clear(m->world), GC_SPARSE_OK);
        for (int e = 0; e < TEST_TREES_MOST; e++) if (m->alive[e]) test_trees_die(m, e);
    }
}

// Random trees; now and then the world is kept by a copy or a save, and both go on alike.
static void test_trees_models(bool direct) {
    static test_trees_model model, twin;
    uint64_t random = test_seed + direct;

    memset(&model, 0, sizeof model);
    memset(model.parent, 0xff, sizeof model.parent);
    model.world = test_trees_open(direct);
    model.type = direct ? gc_sparse_type_trees_slot() : gc_sparse_type_trees_node();

    for (int i = 0; i < 6000; i++) {
        test_trees_step(&model, &random);
        if (i % 20 == 0) test_trees_check(&model);
        if (i % 100 == 0) test_trees_sort(&model);
        if (i % 500 != 0) continue;

        twin = model;
        twin.world = i % 1000 ? gc_sparse_open_like(model.world, NULL) : test_trees_open(direct);
        if (i % 1000) {
            CHECK_INT(gc_sparse_copy(twin.world, model.world), GC_SPARSE_OK);
        } else {
            size_t size = gc_sparse_save(model.world, NULL, 0);
            void *bytes = malloc(size);
            gc_sparse_save(model.world, bytes, size);
            CHECK_INT(gc_sparse_load(twin.world, bytes, size), GC_SPARSE_OK);
            free(bytes);
        }

        CHECK_U64(gc_sparse_hash_all(twin.world), gc_sparse_hash_all(model.world));
        uint64_t same = random;
        for (int k = 0; k < 200; k++) test_trees_step(&twin, &same);
        for (int k = 0; k < 200; k++) test_trees_step(&model, &random);

        test_trees_check(&twin);
        CHECK_U64(gc_sparse_hash_all(twin.world), gc_sparse_hash_all(model.world));
        gc_sparse_close(twin.world);
    }

    test_trees_check(&model);
    gc_sparse_close(model.world);
}

static void test_sparse_trees_model(void) { test_trees_models(false); }
static void test_sparse_trees_model_direct(void) { test_trees_models(true); }

// ---- deep and wide

// A chain and a fan of a million: grown, measured, no cycle, ended, without recursion.
static void test_sparse_trees_deep(void) {
    enum { N = 1000000 };
    gc_sparse_id *ids = (gc_sparse_id *)malloc(N * sizeof *ids);
    for (int wide = 0; wide < 2; wide++) {
        gc_sparse_world *world = test_trees_open(false);
        CHECK_INT(gc_sparse_create_n(world, ids, N), GC_SPARSE_OK);
        for (size_t i = 1; i < N; i++) {
            if (gc_sparse_attach(world, ids[i], ids[wide ? 0 : i - 1]) != GC_SPARSE_OK) CHECK(false);
        }
        CHECK_INT(gc_sparse_attach(world, ids[0], ids[N - 1]), GC_SPARSE_E_CYCLE);
        CHECK_INT(gc_sparse_sort_tree(world), GC_SPARSE_OK);
        const gc_sparse_pool *pool = gc_sparse_pool_of(world, gc_sparse_type_trees_node());
        if (!wide) CHECK_U64(pool->dense[N - 1], ids[N - 1].slot);
        CHECK_INT(gc_sparse_destroy(world, ids[1]), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_stats(world).entities, wide ? N - 1 : 1);
        CHECK_INT(gc_sparse_destroy(world, ids[0]), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_stats(world).entities, 0);

        // From the leaf up.
        CHECK_INT(gc_sparse_create_n(world, ids, N), GC_SPARSE_OK);
        for (size_t i = 1; i < N && !wide; i++) {
            if (gc_sparse_attach(world, ids[i - 1], ids[i]) != GC_SPARSE_OK) CHECK(false);
        }
        CHECK_INT(gc_sparse_clear(world), GC_SPARSE_OK);
        gc_sparse_close(world);
    }
    free(ids);
}

// ---- what is refused

static void test_sparse_trees_refused(void) {
#ifndef TEST_SPARSE_COUNTS_ASSERTS
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#else
    gc_sparse_world *bare = gc_sparse_open(NULL, NULL), *world = test_trees_open(false);
    CHECK_INT(TREES_register(bare), GC_SPARSE_OK);
    gc_sparse_id a = gc_sparse_create(bare), b = gc_sparse_create(world), dead = gc_sparse_create(world);
    gc_sparse_type none = { 0 };
    gc_sparse_destroy(world, dead);
    CHECK_INT(gc_sparse_attach(bare, a, a), GC_SPARSE_E_UNSUPPORTED);
    CHECK_INT(gc_sparse_sort_tree(bare), GC_SPARSE_E_UNSUPPORTED);
    CHECK_U64(gc_sparse_next_child(bare, a, test_trees_none).generation, 0);
    CHECK_INT(gc_sparse_attach(world, b, dead), GC_SPARSE_E_STALE);
    CHECK_INT(gc_sparse_attach(world, dead, b), GC_SPARSE_E_STALE);
    CHECK_INT(gc_sparse_attach(world, b, b), GC_SPARSE_E_CYCLE);
    CHECK(!gc_sparse_has_trees_node(world, b));
    CHECK_INT(gc_sparse_tree(world, gc_sparse_type_trees_slot()), GC_SPARSE_E_FULL);
    CHECK_STR(gc_sparse_result_string(GC_SPARSE_E_CYCLE), "the parent is below its child");

    int before = test_sparse_asserts;
    CHECK_INT(gc_sparse_tree(bare, gc_sparse_type_trees_place()), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_tree(bare, none), GC_SPARSE_E_TYPE);
    CHECK_INT(gc_sparse_tree(NULL, none), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_attach(NULL, a, a), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_sort_tree(NULL), GC_SPARSE_E_ARGUMENT);
    CHECK_U64(gc_sparse_next_child(NULL, a, a).generation, 0);
    CHECK_INT(test_sparse_asserts - before, 6);
    gc_sparse_close(bare);
    gc_sparse_close(world);
#endif
}

// Nodes that are there before the tree begins: linked where that can be.
static void test_sparse_trees_late(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_id ids[4];
    CHECK_INT(TREES_register(world), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(world, ids, 4), GC_SPARSE_OK);
    for (int i = 0; i < 4; i++) GC_SPARSE_SET(world, ids[i], trees_node, ids[(i + 1) % 4], 9, 9, 9, 9, 9);
    CHECK_INT(gc_sparse_tree(world, gc_sparse_type_trees_node()), GC_SPARSE_OK);
    CHECK(gc_sparse_id_equal(gc_sparse_next_child(world, ids[3], test_trees_none), ids[2]));
    CHECK_U64(gc_sparse_get_trees_node(world, ids[3])->parent.generation, 0);     // no cycle
    CHECK_INT(gc_sparse_destroy(world, ids[3]), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_stats(world).entities, 0);
    gc_sparse_close(world);
}

// A save whose nodes have links that are no tree: any number in any field. Loaded, it is one.
static void test_sparse_trees_forged(void) {
    uint64_t random = test_seed;
    for (int round = 0; round < 400; round++) {
        gc_sparse_world *world = test_trees_open(false), *other = test_trees_open(false);
        gc_sparse_id ids[12], none = test_trees_none;

        CHECK_INT(gc_sparse_create_n(world, ids, 12), GC_SPARSE_OK);
        for (int i = 1; i < 12; i++) {
            gc_sparse_id parent = ids[test_trees_random(&random, (uint32_t)i)];
            CHECK_INT(gc_sparse_attach(world, ids[i], parent), GC_SPARSE_OK);
        }

        for (int i = round % 4; i > 0; i--) {
            gc_sparse_node *node = gc_sparse_get_trees_node(world, ids[test_trees_random(&random, 12)]);
            uint32_t *fields[4] = { &node->linked, &node->first, &node->next, &node->previous };
            *fields[test_trees_random(&random, 4)] = test_trees_random(&random, 14);
            if (round % 3 == 0) node->parent = ids[test_trees_random(&random, 12)];
        }

        size_t size = gc_sparse_save(world, NULL, 0);
        void *bytes = malloc(size);
        gc_sparse_save(world, bytes, size);
        CHECK_INT(gc_sparse_load(other, bytes, size), GC_SPARSE_OK);
        if (round % 4 == 0) CHECK_U64(gc_sparse_hash_all(other), gc_sparse_hash_all(world));
        free(bytes);

        // Each is the child of the parent that it names, once; and all of it ends.
        int children = 0, named = 0;
        for (int i = 0; i < 12; i++) {
            gc_sparse_id child = gc_sparse_next_child(other, ids[i], none);
            for (; child.generation && children < 100; child = gc_sparse_next_child(other, ids[i], child)) {
                CHECK(gc_sparse_id_equal(gc_sparse_get_trees_node(other, child)->parent, ids[i]));
                children++;
            }
            named += gc_sparse_get_trees_node(other, ids[i])->parent.generation != 0;
        }

        CHECK_INT(children, named);
        CHECK_INT(gc_sparse_sort_tree(other), GC_SPARSE_OK);
        for (int i = 0; i < 12; i++) gc_sparse_destroy(other, ids[i]);
        CHECK_U64(gc_sparse_stats(other).entities, 0);

        gc_sparse_close(world);
        gc_sparse_close(other);
    }
}

// Content is who is whose parent: neither sorting, nor the order of attaching, nor a sort that
// has no memory.
static bool test_trees_poor;
static void *test_trees_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    if (new_size) return test_trees_poor ? NULL : realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

static void test_sparse_trees_content(void) {
    uint64_t random = test_seed;
    for (int round = 0; round < 50; round++) {
        gc_sparse_desc desc;
        gc_sparse_world *worlds[2];
        gc_sparse_id ids[2][40];
        uint64_t hash[2];

        memset(&desc, 0, sizeof desc);
        desc.allocator.resize = test_trees_resize;
        desc.first_generation = 1;

        for (int w = 0; w < 2; w++) {
            worlds[w] = gc_sparse_open(&desc, NULL);
            CHECK_INT(TREES_register(worlds[w]), GC_SPARSE_OK);
            CHECK_INT(gc_sparse_tree(worlds[w], gc_sparse_type_trees_node()), GC_SPARSE_OK);
            CHECK_INT(gc_sparse_create_n(worlds[w], ids[w], 40), GC_SPARSE_OK);
        }

        uint32_t parents[40] = { 0 };
        for (uint32_t i = 1; i < 40; i++) parents[i] = test_trees_random(&random, i);
        for (uint32_t i = 1; i < 40; i++) {
            uint32_t j = 40 - i;        // the last first
            CHECK_INT(gc_sparse_attach(worlds[0], ids[0][i], ids[0][parents[i]]), GC_SPARSE_OK);
            CHECK_INT(gc_sparse_attach(worlds[1], ids[1][j], ids[1][parents[j]]), GC_SPARSE_OK);
        }

        for (int w = 0; w < 2; w++) hash[w] = gc_sparse_hash(worlds[w]);
        CHECK_U64(hash[0], hash[1]);

        uint64_t all = gc_sparse_hash_all(worlds[1]);
        test_trees_poor = true;
        CHECK_INT(gc_sparse_sort_tree(worlds[1]), GC_SPARSE_E_MEMORY);
        test_trees_poor = false;
        CHECK_U64(gc_sparse_hash_all(worlds[1]), all);

        CHECK_INT(gc_sparse_sort_tree(worlds[1]), GC_SPARSE_OK);
        CHECK(gc_sparse_hash_all(worlds[1]) != all);
        CHECK_U64(gc_sparse_hash(worlds[1]), hash[0]);

        CHECK_INT(gc_sparse_attach(worlds[1], ids[1][7], test_trees_none), GC_SPARSE_OK);
        CHECK(gc_sparse_hash(worlds[1]) != hash[0]);

        for (int w = 0; w < 2; w++) gc_sparse_close(worlds[w]);
    }
}

static const test_case test_sparse_trees_cases[] = {
    TEST_CASE(test_sparse_trees_content),
    TEST_CASE(test_sparse_trees_forged),
    TEST_CASE(test_sparse_trees_model),
    TEST_CASE(test_sparse_trees_model_direct),
    TEST_CASE(test_sparse_trees_deep),
    TEST_CASE(test_sparse_trees_refused),
    TEST_CASE(test_sparse_trees_late),
};
TEST_MAIN(test_sparse_trees_cases)
