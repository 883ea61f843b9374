// test_sparse_relations.c - GC_SPARSE_RELATIONS: prefabs and copies of them against a naive
// model, with groups, cached and tracked queries, copies, saves and failing memory.
//
// GC_SPARSE_ASSERT is replaced by a counter, as in test_sparse.c.
#if !defined(GC_SPARSE_H) && !defined(TEST_SPARSE_COUNTS_ASSERTS)
#define TEST_SPARSE_COUNTS_ASSERTS
static int test_sparse_asserts;
#define GC_SPARSE_ASSERT(c) ((c) ? (void)0 : (void)test_sparse_asserts++)
#endif
#ifndef GC_SPARSE_RELATIONS
#define GC_SPARSE_RELATIONS
#endif
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#include "support/test.h"

typedef gc_sparse_node RelParent;
typedef struct RelPlace { int x, y; } RelPlace;
typedef struct RelLink { gc_sparse_id who; int n; } RelLink;
typedef struct RelSlot { int at; } RelSlot;
#define RELATED(X) X(DENSE, RelPlace) X(DENSE, RelParent) X(DENSE, RelLink) X(DIRECT, RelSlot) \
    X(TAG, RelMark) X(TAG, RelPrefab)
GC_SPARSE_COMPONENTS(RELATED)

static const gc_sparse_id test_rel_none = { 0, 0 };

// An allocator that fails when its count has run down.
static int test_rel_left = INT32_MAX;
static void *test_rel_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    if (new_size) return test_rel_left-- <= 0 ? NULL : realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

static uint32_t test_rel_random(uint64_t *state, uint32_t below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % below);
}

// What is kept in a world of the test: by bits of `kept`.
enum { TEST_REL_GROUPS = 1, TEST_REL_CACHES = 2, TEST_REL_TRACKED = 4, TEST_REL_KINDS = 8 };
static gc_sparse_query_desc test_rel_query(int which) {
    gc_sparse_query_desc query;
    memset(&query, 0, sizeof query);
    query.include[0] = gc_sparse_type_RelPlace();
    if (which == 1) query.include[1] = gc_sparse_type_RelLink();
    if (which == 2) query.exclude[0] = gc_sparse_type_RelMark();
    if (which == 3) query.include[1] = gc_sparse_type_RelSlot();
    if (which == 4) query.optional[0] = gc_sparse_type_RelLink();
    if (which == 5) query.include[1] = gc_sparse_type_RelPrefab();
    if (which == 6) query.optional[0] = gc_sparse_type_RelPrefab();
    if (which == 7) query.include[0] = gc_sparse_type_RelMark();
    return query;
}
enum { TEST_REL_QUERIES = 8 };

static gc_sparse_world *test_rel_open(int kept) {
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.allocator.resize = test_rel_resize;
    desc.first_generation = 1;
    gc_sparse_world *world = gc_sparse_open(&desc, NULL);

    CHECK_INT(RELATED_register(world), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_tree(world, gc_sparse_type_RelParent()), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_describe(world, gc_sparse_type_RelLink(), "i4", false), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_prefab(world, gc_sparse_type_RelPrefab()), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_prefab(world, gc_sparse_type_RelPrefab()), GC_SPARSE_OK);   // twice is once

    static const gc_sparse_listener deaf = { NULL, NULL, NULL, NULL };
    if (kept & TEST_REL_CACHES) {
        CHECK_INT(gc_sparse_listen(world, gc_sparse_type_RelParent(), &deaf), GC_SPARSE_OK);
    }
    if (kept & TEST_REL_GROUPS) CHECK_INT(GC_SPARSE_GROUP(world, RelPlace, RelLink), GC_SPARSE_OK);
    for (int q = 0; q < TEST_REL_QUERIES; q++) {
        gc_sparse_query_desc query = test_rel_query(q);
        if ((kept & TEST_REL_CACHES) && q != 3) CHECK_INT(gc_sparse_cache(world, &query), GC_SPARSE_OK);
        if ((kept & TEST_REL_TRACKED) && q < 3) CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_OK);
    }
    return world;
}

// ---- the model

enum { TEST_REL_MOST = 96 };
typedef struct test_rel_entity {
    gc_sparse_id id, who;
    bool alive, place, node, link, slot, mark, prefab;
    int x, n, at, parent, children[TEST_REL_MOST], count;
} test_rel_entity;
typedef struct test_rel_model {
    gc_sparse_world *world;
    int kept;
    uint64_t seen;
    uint8_t told[3][TEST_REL_MOST * 64];        // by slot: who matches, as changes tell it
    test_rel_entity of[TEST_REL_MOST];
} test_rel_model;

static int test_rel_free(const test_rel_model *m) {
    int e = 0;
    while (e < TEST_REL_MOST && m->of[e].alive) e++;
    return e;
}

static int test_rel_entry(const test_rel_model *m, gc_sparse_id id) {
    int e = 0;
    while (e < TEST_REL_MOST && !(m->of[e].alive && gc_sparse_id_equal(m->of[e].id, id))) e++;
    return e < TEST_REL_MOST ? e : -1;
}

static void test_rel_unhang(test_rel_model *m, int e) {
    int p = m->of[e].parent, k = 0;
    if (p < 0) return;
    while (m->of[p].children[k] != e) k++;
    memmove(&m->of[p].children[k], &m->of[p].children[k + 1], (size_t)(--m->of[p].count - k) * sizeof(int));
    m->of[e].parent = -1;
}

static void test_rel_hang(test_rel_model *m, int e, int p) {
    if (m->of[e].parent == p) return;
    test_rel_unhang(m, e);
    if (p < 0) return;
    memmove(&m->of[p].children[1], &m->of[p].children[0], (size_t)m->of[p].count++ * sizeof(int));
    m->of[p].children[0] = e;
    m->of[e].parent = p;
}

static void test_rel_die(test_rel_model *m, int e) {
    while (m->of[e].count) test_rel_die(m, m->of[e].children[0]);
    test_rel_unhang(m, e);
    m->of[e].alive = false;
}

static bool test_rel_below(const test_rel_model *m, int at, int node) {
    while (at >= 0 && at != node) at = m->of[at].parent;
    return at == node;
}

static int test_rel_size(const test_rel_model *m, int e) {
    int size = 1;
    for (int k = 0; k < m->of[e].count; k++) size += test_rel_size(m, m->of[e].children[k]);
    return size;
}

static int test_rel_make(test_rel_model *m, gc_sparse_id id) {
    int e = test_rel_free(m);
    memset(&m->of[e], 0, sizeof m->of[e]);
    m->of[e].id = id;
    m->of[e].alive = true;
    m->of[e].parent = -1;
    return e;
}

static bool test_rel_matches(const test_rel_entity *of, int which) {
    if (!of->alive || (which == 7 ? !of->mark : !of->place)) return false;
    if (which == 5) return of->prefab;
    if (which == 6) return true;
    return !of->prefab && (which != 1 || of->link) && (which != 2 || !of->mark) && (which != 3 || of->slot);
}

// A copy, found in the world along the children of the original; then its ids are turned.
static void test_rel_copied(test_rel_model *m, int from, gc_sparse_id id, int *to, int parent) {
    int e = test_rel_make(m, id);
    to[from] = e;
    m->of[e] = m->of[from];
    m->of[e].id = id;
    m->of[e].prefab = false;
    m->of[e].parent = -1;
    m->of[e].count = 0;
    gc_sparse_id child = test_rel_none;
    for (int k = 0; k < m->of[from].count; k++) {
        child = gc_sparse_next_child(m->world, id, child);
        if (!CHECK(gc_sparse_alive(m->world, child))) return;
        test_rel_copied(m, m->of[from].children[k], child, to, e);
    }

    // The children were put in front, each: now they stand the other way round.
    for (int k = 0; k < m->of[e].count / 2; k++) {
        int *children = m->of[e].children, first = children[k];
        children[k] = children[m->of[e].count - 1 - k];
        children[m->of[e].count - 1 - k] = first;
    }
    if (m->of[e].node) test_rel_hang(m, e, parent);
}

static void test_rel_clone(test_rel_model *m, int e, uint32_t n) {
    int room = 0, to[TEST_REL_MOST];
    gc_sparse_id out[4];
    for (int i = 0; i < TEST_REL_MOST; i++) room += !m->of[i].alive;
    if (test_rel_size(m, e) * (int)n > room) return;

    // Without memory nothing has changed.
    uint64_t hash = gc_sparse_hash_all(m->world);
    int error = GC_SPARSE_E_MEMORY;
    for (int left = 0; error == GC_SPARSE_E_MEMORY; left++) {
        test_rel_left = left;
        error = gc_sparse_clone_tree(m->world, m->of[e].id, n, out);
        test_rel_left = INT32_MAX;
        if (error != GC_SPARSE_OK && !CHECK_U64(gc_sparse_hash_all(m->world), hash)) return;
    }
    CHECK_INT(error, GC_SPARSE_OK);

    for (uint32_t i = 0; i < n; i++) {
        memset(to, 0xff, sizeof to);
        int parent = m->of[e].parent;
        test_rel_copied(m, e, out[i], to, parent);
        for (int k = 0; k < TEST_REL_MOST; k++) {
            int who = to[k] >= 0 && m->of[to[k]].link ? test_rel_entry(m, m->of[to[k]].who) : -1;
            if (who >= 0 && to[who] >= 0) m->of[to[k]].who = m->of[to[who]].id;
        }
    }
}

static void test_rel_set_prefab(test_rel_model *m, int e, bool prefab) {
    uint64_t hash = gc_sparse_hash_all(m->world);
    int error = GC_SPARSE_E_MEMORY;
    for (int left = 0; error == GC_SPARSE_E_MEMORY; left++) {
        test_rel_left = left;
        error = gc_sparse_set_prefab(m->world, m->of[e].id, prefab);
        test_rel_left = INT32_MAX;
        if (error != GC_SPARSE_OK) CHECK_U64(gc_sparse_hash_all(m->world), hash);
    }
    CHECK_INT(error, GC_SPARSE_OK);
    for (int k = 0; k < TEST_REL_MOST; k++) {
        if (m->of[k].alive && test_rel_below(m, k, e)) m->of[k].prefab = prefab;
    }
}

static void test_rel_step(test_rel_model *m, uint64_t *random) {
    int a = (int)test_rel_random(random, TEST_REL_MOST), b = (int)test_rel_random(random, TEST_REL_MOST);
    uint32_t what = test_rel_random(random, 40), value = test_rel_random(random, 1000);
    test_rel_entity *of = &m->of[a];
    if (!of->alive) {
        if (what < 20) test_rel_make(m, gc_sparse_create(m->world));
        return;
    }
    gc_sparse_id id = of->id;

    if (what < 8) {
        CHECK_INT(GC_SPARSE_SET(m->world, id, RelPlace, (int)value, 7), GC_SPARSE_OK);
        of->place = true;
        of->x = (int)value;
    } else if (what < 13) {
        CHECK_INT(GC_SPARSE_SET(m->world, id, RelLink, m->of[b].id, (int)value), GC_SPARSE_OK);
        of->link = true;
        of->who = m->of[b].id;
        of->n = (int)value;
    } else if (what < 16) {
        CHECK_INT(GC_SPARSE_SET(m->world, id, RelSlot, (int)value), GC_SPARSE_OK);
        of->slot = true;
        of->at = (int)value;
    } else if (what == 16) {
        CHECK_INT(GC_SPARSE_PUT(m->world, id, RelMark), GC_SPARSE_OK);
        of->mark = true;
    } else if (what == 17) {
        gc_sparse_remove_RelPlace(m->world, id);
        of->place = false;
    } else if (what == 18) {
        gc_sparse_remove_RelLink(m->world, id);
        of->link = false;
    } else if (what == 19) {
        gc_sparse_remove_RelMark(m->world, id);
        gc_sparse_remove_RelSlot(m->world, id);
        of->mark = of->slot = false;
    } else if (what < 26) {
        if (!m->of[b].alive || test_rel_below(m, b, a)) return;
        CHECK_INT(gc_sparse_attach(m->world, id, m->of[b].id), GC_SPARSE_OK);
        of->node = m->of[b].node = true;
        test_rel_hang(m, a, b);
    } else if (what < 28) {
        CHECK_INT(gc_sparse_destroy(m->world, id), GC_SPARSE_OK);
        test_rel_die(m, a);
    } else if (what < 32) {
        test_rel_set_prefab(m, a, what != 31);
    } else if (what == 32) {
        // The tag alone, by a command.
        gc_sparse_record_add_RelPrefab(gc_sparse_record(m->world, 0, 0), id);
        CHECK_INT(gc_sparse_replay(m->world), GC_SPARSE_OK);
        of->prefab = true;
    } else if (what < 38) {
        test_rel_clone(m, a, 1 + value % 3);
    }
}

// Each query walks whom the model has, once; parts and the count say the same.
static void test_rel_check_query(const test_rel_model *m, int which) {
    uint8_t seen[TEST_REL_MOST] = { 0 };
    size_t wanted = 0, found = 0;
    gc_sparse_query_desc query = test_rel_query(which);
    gc_sparse_view view;

    for (int e = 0; e < TEST_REL_MOST; e++) wanted += test_rel_matches(&m->of[e], which);
    gc_sparse_begin(&view, m->world, &query);
    CHECK_U64(gc_sparse_view_count(&view), wanted);
    uint32_t parts = gc_sparse_view_parts(&view, 5);
    for (uint32_t p = 0; p < parts; p++) {
        gc_sparse_view part = gc_sparse_view_part(&view, p, 5);
        while (gc_sparse_next(&part)) found += part.count;
    }
    CHECK_U64(found, wanted);

    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) {
            int e = test_rel_entry(m, gc_sparse_view_id(&view, i));
            if (!CHECK(e >= 0 && !seen[e]) || !CHECK(test_rel_matches(&m->of[e], which))) return;
            if (which != 7) CHECK_INT(GC_SPARSE_AT(RelPlace, &view, 0, i)->x, m->of[e].x);
            seen[e] = 1;
        }
    }
}

static void test_rel_check(test_rel_model *m) {
    for (int e = 0; e < TEST_REL_MOST; e++) {
        const test_rel_entity *of = &m->of[e];
        if (!of->alive) continue;
        if (!CHECK(gc_sparse_alive(m->world, of->id))) return;

        const RelPlace *place = gc_sparse_get_RelPlace(m->world, of->id);
        const RelLink *link = gc_sparse_get_RelLink(m->world, of->id);
        const RelSlot *slot = gc_sparse_get_RelSlot(m->world, of->id);
        const RelParent *node = gc_sparse_get_RelParent(m->world, of->id);
        CHECK((place != NULL) == of->place && (!place || place->x == of->x));
        CHECK((link != NULL) == of->link && (!link || link->n == of->n));
        if (link) CHECK(gc_sparse_id_equal(link->who, of->who));
        CHECK((slot != NULL) == of->slot && (!slot || slot->at == of->at));
        CHECK(gc_sparse_has_RelMark(m->world, of->id) == of->mark);
        CHECK(gc_sparse_has_RelPrefab(m->world, of->id) == of->prefab);

        if (!CHECK((node != NULL) == of->node)) continue;
        gc_sparse_id child = test_rel_none, parent = of->parent < 0 ? child : m->of[of->parent].id;
        if (node) CHECK(gc_sparse_id_equal(node->parent, parent));
        for (int k = 0; k < of->count; k++) {
            child = gc_sparse_next_child(m->world, of->id, child);
            CHECK_INT(test_rel_entry(m, child), of->children[k]);
        }
        CHECK_U64(gc_sparse_next_child(m->world, of->id, child).generation * (of->count > 0), 0);
    }

    for (int q = 0; q < TEST_REL_QUERIES; q++) test_rel_check_query(m, q);
}

// What changes tell: whom they have added and not removed are those that match.
static void test_rel_check_changes(test_rel_model *m) {
    if (!(m->kept & TEST_REL_TRACKED)) return;
    gc_sparse_change changes[32];
    uint64_t now = gc_sparse_tick(m->world);
    for (int q = 0; q < 3; q++) {
        gc_sparse_query_desc query = test_rel_query(q);
        uint64_t at = 0;
        int n;
        while ((n = gc_sparse_changes(m->world, &query, m->seen, &at, changes, 32)) > 0) {
            for (int i = 0; i < n; i++) {
                uint32_t slot = changes[i].id.slot;
                if (!CHECK(slot < sizeof m->told[q])) return;
                if (changes[i].what == GC_SPARSE_REMOVED) m->told[q][slot]--;
                if (changes[i].what == GC_SPARSE_ADDED) m->told[q][slot]++;
            }
        }
        CHECK_INT(n, 0);

        size_t told = 0, wanted = 0;
        for (size_t s = 0; s < sizeof m->told[q]; s++) told += m->told[q][s];
        for (int e = 0; e < TEST_REL_MOST; e++) {
            if (!test_rel_matches(&m->of[e], q)) continue;
            CHECK_INT(m->told[q][m->of[e].id.slot], 1);
            wanted++;
        }
        CHECK_U64(told, wanted);
    }

    m->seen = now;
}

static void test_rel_go_on(test_rel_model *model, test_rel_model *twin, uint64_t *random, bool saved) {
    *twin = *model;

    if (saved) {
        twin->world = test_rel_open(model->kept & ~TEST_REL_TRACKED);
        size_t size = gc_sparse_save(model->world, NULL, 0);
        void *bytes = malloc(size);
        gc_sparse_save(model->world, bytes, size);
        CHECK_INT(gc_sparse_load(twin->world, bytes, size), GC_SPARSE_OK);
        free(bytes);
    } else {
        twin->world = gc_sparse_open_like(model->world, NULL);
        CHECK_INT(gc_sparse_copy(twin->world, model->world), GC_SPARSE_OK);
    }

    CHECK_U64(gc_sparse_hash_all(twin->world), gc_sparse_hash_all(model->world));
    uint64_t same = *random;
    for (int k = 0; k < 60; k++) test_rel_step(twin, &same);
    for (int k = 0; k < 60; k++) test_rel_step(model, random);
    test_rel_check(twin);
    CHECK_U64(gc_sparse_hash_all(twin->world), gc_sparse_hash_all(model->world));
    gc_sparse_close(twin->world);
}

static void test_sparse_relations_prefabs(void) {
    static test_rel_model model, twin;
    for (int kept = 0; kept < TEST_REL_KINDS; kept++) {
        uint64_t random = test_seed + (uint64_t)kept;
        memset(&model, 0, sizeof model);
        model.kept = kept;
        model.world = test_rel_open(kept);
        for (int i = 0; i < 1500; i++) {
            test_rel_step(&model, &random);
            if (i % 10 == 0) test_rel_check(&model);
            if (i % 30 == 0) test_rel_check_changes(&model);
            if (i % 100 == 99) test_rel_go_on(&model, &twin, &random, i % 200 == 99);
        }
        gc_sparse_close(model.world);
    }
}

// ---- copies are what the loop of a user makes

static int test_rel_heard, test_rel_whole;
static void test_rel_hear(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    const RelLink *link = (const RelLink *)component;
    (void)user;
    test_rel_heard++;
    test_rel_whole += gc_sparse_has_RelPlace(world, link->who) && gc_sparse_has_RelParent(world, id);
}

static gc_sparse_id test_rel_part(gc_sparse_world *world, gc_sparse_id id, int x, gc_sparse_id parent) {
    GC_SPARSE_SET(world, id, RelPlace, x, 0);
    gc_sparse_attach(world, id, parent);
    return id;
}

static void test_sparse_relations_loop(void) {
    enum { N = 500 };
    static gc_sparse_id out[N], ids[3 * N];
    gc_sparse_world *worlds[2];
    gc_sparse_listener listener = { test_rel_hear, NULL, NULL, NULL };

    test_rel_heard = test_rel_whole = 0;
    for (int w = 0; w < 2; w++) {
        gc_sparse_world *world = worlds[w] = test_rel_open(0);
        gc_sparse_id root = test_rel_part(world, gc_sparse_create(world), 1, test_rel_none);
        gc_sparse_id arm = test_rel_part(world, gc_sparse_create(world), 2, root);
        gc_sparse_id head = test_rel_part(world, gc_sparse_create(world), 3, root);
        GC_SPARSE_SET(world, arm, RelLink, head, 5);
        GC_SPARSE_SET(world, root, RelSlot, 9);

        CHECK_INT(gc_sparse_set_prefab(world, root, true), GC_SPARSE_OK);
        int walked = 0;
        GC_SPARSE_EACH(world, RelPlace, p) walked += p->x;
        CHECK_INT(walked, 0);

        if (w == 0) {
            CHECK_INT(gc_sparse_listen(world, gc_sparse_type_RelLink(), &listener), GC_SPARSE_OK);
            CHECK_INT(gc_sparse_clone_tree(world, root, N, out), GC_SPARSE_OK);
            continue;
        }
        CHECK_INT(gc_sparse_create_n(world, ids, 3 * N), GC_SPARSE_OK);     // roots, heads, arms
        for (int i = 0; i < N; i++) {
            CHECK(gc_sparse_id_equal(out[i], ids[i]));
            test_rel_part(world, ids[i], 1, test_rel_none);
            test_rel_part(world, ids[2 * N + i], 2, ids[i]);
            test_rel_part(world, ids[N + i], 3, ids[i]);
            GC_SPARSE_SET(world, ids[2 * N + i], RelLink, ids[N + i], 5);
            GC_SPARSE_SET(world, ids[i], RelSlot, 9);
        }
    }
    CHECK_INT(test_rel_heard, N);
    CHECK_INT(test_rel_whole, N);
    CHECK_U64(gc_sparse_hash(worlds[0]), gc_sparse_hash(worlds[1]));

    // Rows of one part stand together: one walk over two types, without a gap but the prefab's.
    gc_sparse_query_desc query = test_rel_query(1);
    gc_sparse_view view = gc_sparse_query(worlds[0], &query);
    CHECK(gc_sparse_next(&view) && view.count == N && view.rows[0] == NULL);

    // In a group as well, wherever the prefabs are.
    CHECK_INT(gc_sparse_set_prefab(worlds[0], out[N / 2], true), GC_SPARSE_OK);
    CHECK_INT(GC_SPARSE_GROUP(worlds[0], RelPlace, RelLink), GC_SPARSE_OK);
    view = gc_sparse_query(worlds[0], &query);
    CHECK(gc_sparse_next(&view) && view.count == N - 1 && view.rows[0] == NULL);
    CHECK_INT(gc_sparse_set_prefab(worlds[0], out[N / 2], false), GC_SPARSE_OK);

    // The children of one parent: copies of a tree that has one.
    gc_sparse_id child = gc_sparse_next_child(worlds[0], out[0], test_rel_none);
    CHECK_INT(gc_sparse_clone_tree(worlds[0], child, 2, ids), GC_SPARSE_OK);
    CHECK(gc_sparse_id_equal(gc_sparse_next_child(worlds[0], out[0], test_rel_none), ids[1]));
    CHECK_INT(gc_sparse_destroy(worlds[0], out[0]), GC_SPARSE_OK);
    CHECK(!gc_sparse_alive(worlds[0], ids[0]) && !gc_sparse_alive(worlds[0], ids[1]));
    for (int w = 0; w < 2; w++) gc_sparse_close(worlds[w]);
}

// ---- systems, and what is refused

GC_SPARSE_SYSTEM(test_rel_move, (int *sum), (sum), RelPlace, p, MAYBE_READ(RelLink), l) {
    *sum += 1 + (l != NULL) * 1000;
    p->y++;
}
GC_SPARSE_SYSTEM(test_rel_mark, (int *sum), (sum), RelPlace, p, WITHOUT, RelMark) {
    *sum += 1000000 * (p->y == 1);
}
GC_SPARSE_SCHEDULE(test_rel_frame, (int *sum), (sum), test_rel_move, test_rel_mark)

// A schedule remembers what matches: with prefabs that come and go.
static void test_sparse_relations_systems(void) {
    for (int early = 0; early < 2; early++) {
        gc_sparse_world *world = test_rel_open(0);
        gc_sparse_id ids[300];
        CHECK_INT(gc_sparse_create_n(world, ids, 300), GC_SPARSE_OK);
        for (int i = 0; i < 300; i++) {
            GC_SPARSE_SET(world, ids[i], RelPlace, i, 0);
            if (i % 3 == 0) GC_SPARSE_SET(world, ids[i], RelLink, test_rel_none, i);
        }

        int sum = 0, at = early ? 0 : 150;
        CHECK_INT(gc_sparse_set_prefab(world, ids[at], true), GC_SPARSE_OK);
        int walked = 0;
        GC_SPARSE_EACH(world, RelPlace, p) walked += p->x;
        CHECK_INT(walked, 299 * 300 / 2 - at);
        CHECK_INT(test_rel_frame(world, NULL, NULL, &sum), GC_SPARSE_OK);
        CHECK_INT(sum, 299 * 1000000 + 299 + 99 * 1000);
        CHECK_INT(gc_sparse_get_RelPlace(world, ids[at])->y, 0);

        CHECK_INT(gc_sparse_set_prefab(world, ids[at + 1], true), GC_SPARSE_OK);
        sum = 0;
        CHECK_INT(test_rel_frame(world, NULL, NULL, &sum), GC_SPARSE_OK);
        CHECK_INT(sum, 298 + 99 * 1000);

        CHECK_INT(gc_sparse_set_prefab(world, ids[at], false), GC_SPARSE_OK);
        sum = 0;
        CHECK_INT(test_rel_frame(world, NULL, NULL, &sum), GC_SPARSE_OK);
        CHECK_INT(sum, 1000000 + 299 + 100 * 1000);
        sum = 0;
        CHECK_INT(test_rel_move(world, &sum), GC_SPARSE_OK);
        CHECK_INT(sum, 299 + 100 * 1000);
        gc_sparse_close(world);
    }
}

static void test_sparse_relations_refused(void) {
#ifndef TEST_SPARSE_COUNTS_ASSERTS
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#else
    gc_sparse_world *world = test_rel_open(0), *bare = gc_sparse_open(NULL, NULL);
    CHECK_INT(RELATED_register(bare), GC_SPARSE_OK);
    gc_sparse_id id = gc_sparse_create(world), dead = gc_sparse_create(world), out[2], lone;
    gc_sparse_type none = { 0 };
    gc_sparse_destroy(world, dead);
    CHECK_INT(gc_sparse_set_prefab(bare, id, true), GC_SPARSE_E_UNSUPPORTED);
    CHECK_INT(gc_sparse_set_prefab(world, dead, true), GC_SPARSE_E_STALE);
    CHECK_INT(gc_sparse_clone_tree(world, dead, 1, out), GC_SPARSE_E_STALE);
    CHECK_INT(gc_sparse_clone_tree(world, id, 0, NULL), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_clone_tree(world, id, SIZE_MAX, out), GC_SPARSE_E_FULL);
    CHECK_INT(gc_sparse_prefab(world, gc_sparse_type_RelMark()), GC_SPARSE_E_FULL);

    // Without a tree it is one entity; a bare one as well.
    lone = gc_sparse_create(bare);
    CHECK_INT(gc_sparse_clone_tree(bare, lone, 2, out), GC_SPARSE_OK);
    CHECK(gc_sparse_alive(bare, out[0]) && gc_sparse_alive(bare, out[1]));
    GC_SPARSE_SET(bare, lone, RelSlot, 8);
    CHECK_INT(gc_sparse_clone_tree(bare, lone, 2, out), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_get_RelSlot(bare, out[1])->at, 8);
    CHECK_INT(GC_SPARSE_GROUP(bare, RelPlace, RelLink), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_prefab(bare, gc_sparse_type_RelPrefab()), GC_SPARSE_E_UNSUPPORTED);

    int before = test_sparse_asserts;
    CHECK_INT(gc_sparse_prefab(NULL, none), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_prefab(world, none), GC_SPARSE_E_TYPE);
    CHECK_INT(gc_sparse_prefab(world, gc_sparse_type_RelPlace()), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_set_prefab(NULL, id, true), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_clone_tree(NULL, id, 1, out), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_clone_tree(world, id, 1, NULL), GC_SPARSE_E_ARGUMENT);

    gc_sparse_query_desc query = test_rel_query(0);
    for (int i = 0; i < GC_SPARSE_TERMS; i++) query.exclude[i] = gc_sparse_type_RelMark();
    gc_sparse_view view = gc_sparse_query(world, &query);       // no room for one exclude more
    CHECK_INT(view.error, GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_cache(world, &query), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_E_ARGUMENT);

    CHECK_INT(test_sparse_asserts - before, 9);
    gc_sparse_close(bare);
    gc_sparse_close(world);
#endif
}

static const test_case test_sparse_relations_cases[] = {
    TEST_CASE(test_sparse_relations_prefabs),
    TEST_CASE(test_sparse_relations_loop),
    TEST_CASE(test_sparse_relations_systems),
    TEST_CASE(test_sparse_relations_refused),
};
TEST_MAIN(test_sparse_relations_cases)
