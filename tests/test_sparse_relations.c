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

    // Among others, where the tag is rare: each block of rows is asked.
    size_t found = 0;
    CHECK_INT(gc_sparse_set_prefab(worlds[0], out[N / 2], true), GC_SPARSE_OK);
    GC_SPARSE_EACH(worlds[0], RelPlace, p, RelLink, l) found += p->x == 2 && l->n == 5;
    CHECK_U64(found, N - 1);
    CHECK_INT(gc_sparse_set_prefab(worlds[0], out[N / 2], false), GC_SPARSE_OK);

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

// ---- relations against a model: who names whom, in each of three with a policy of its own

enum { TEST_PAIRS_MOST = 60 };
typedef struct test_pairs_entity {
    gc_sparse_id id;
    bool alive, has[3], node;
    gc_sparse_id target[3];                 // as it is in the component
    int to[3], parent;                      // the entity, -1: none
    int sources[3][TEST_PAIRS_MOST], count[3];
} test_pairs_entity;
typedef struct test_pairs_model {
    gc_sparse_world *world;
    gc_sparse_type type[3];
    test_pairs_entity of[TEST_PAIRS_MOST];
} test_pairs_model;

typedef gc_sparse_pair PairLoses;
typedef gc_sparse_pair PairEnds;
typedef gc_sparse_pair PairKeeps;
#define PAIRED(X) X(DENSE, PairLoses) X(DENSE, PairEnds) X(DENSE, PairKeeps) X(DENSE, PairNode)
typedef gc_sparse_node PairNode;
GC_SPARSE_COMPONENTS_AFTER(PAIRED, RELATED)

static gc_sparse_world *test_pairs_open(void) {
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.allocator.resize = test_rel_resize;
    desc.first_generation = 1;
    gc_sparse_world *world = gc_sparse_open(&desc, NULL);
    CHECK_INT(RELATED_register(world), GC_SPARSE_OK);
    CHECK_INT(PAIRED_register(world), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_tree(world, gc_sparse_type_PairNode()), GC_SPARSE_OK);
    for (int r = 0; r < 3; r++) {
        gc_sparse_type type = gc_sparse_type_PairLoses();
        type.index += (uint32_t)r;
        CHECK_INT(gc_sparse_relation(world, type, r), GC_SPARSE_OK);
    }
    return world;
}

static void test_pairs_part(test_pairs_model *m, int r, int e) {
    int t = m->of[e].to[r], k = 0;
    if (t < 0) return;
    while (m->of[t].sources[r][k] != e) k++;
    m->of[t].count[r]--;
    memmove(&m->of[t].sources[r][k], &m->of[t].sources[r][k + 1], (size_t)(m->of[t].count[r] - k) * sizeof k);
    m->of[e].to[r] = -1;
}

static int test_pairs_entry(const test_pairs_model *m, gc_sparse_id id) {
    int e = 0;
    while (e < TEST_PAIRS_MOST && !(m->of[e].alive && gc_sparse_id_equal(m->of[e].id, id))) e++;
    return e < TEST_PAIRS_MOST ? e : -1;
}

static void test_pairs_set(test_pairs_model *m, int r, int e, gc_sparse_id target) {
    int t = test_pairs_entry(m, target);
    m->of[e].has[r] = true;
    m->of[e].target[r] = t >= 0 || r == GC_SPARSE_GONE_KEEPS ? target : test_rel_none;
    if (m->of[e].to[r] == t) return;
    test_pairs_part(m, r, e);
    if (t < 0) return;
    memmove(&m->of[t].sources[r][1], &m->of[t].sources[r][0], (size_t)m->of[t].count[r]++ * sizeof t);
    m->of[t].sources[r][0] = e;
    m->of[e].to[r] = t;
}

static void test_pairs_drop(test_pairs_model *m, int r, int e) {
    test_pairs_part(m, r, e);
    m->of[e].has[r] = false;
}

// All that end: found by going round until nobody is added.
static void test_pairs_die(test_pairs_model *m, int e) {
    bool ends[TEST_PAIRS_MOST] = { false }, more = true;
    ends[e] = true;

    while (more) {
        more = false;
        for (int k = 0; k < TEST_PAIRS_MOST; k++) {
            const test_pairs_entity *of = &m->of[k];
            if (!of->alive || ends[k]) continue;
            bool below = of->node && of->parent >= 0 && ends[of->parent];
            bool follows = of->has[1] && of->to[1] >= 0 && ends[of->to[1]];
            ends[k] = below || follows;
            more = more || ends[k];
        }
    }

    for (int k = 0; k < TEST_PAIRS_MOST; k++) {
        if (!ends[k]) continue;
        for (int r = 0; r < 3; r++) {
            test_pairs_drop(m, r, k);
            while (m->of[k].count[r]) {
                int source = m->of[k].sources[r][0];
                if (r == GC_SPARSE_GONE_REMOVES) test_pairs_drop(m, r, source);
                else test_pairs_part(m, r, source);
            }
        }
        m->of[k].alive = m->of[k].node = false;
    }
}

static void test_pairs_make(test_pairs_model *m, int e, gc_sparse_id id) {
    memset(&m->of[e], 0, sizeof m->of[e]);
    m->of[e].id = id;
    m->of[e].alive = true;
    for (int r = 0; r < 3; r++) m->of[e].to[r] = -1;
    m->of[e].parent = -1;
}

static bool test_pairs_below(const test_pairs_model *m, int at, int node) {
    while (at >= 0 && at != node) at = m->of[at].parent;
    return at == node;
}

static void test_pairs_step(test_pairs_model *m, uint64_t *random) {
    int a = (int)test_rel_random(random, TEST_PAIRS_MOST), b = (int)test_rel_random(random, TEST_PAIRS_MOST);
    int r = (int)test_rel_random(random, 3);
    uint32_t what = test_rel_random(random, 40);
    if (!m->of[a].alive) {
        test_pairs_make(m, a, gc_sparse_create(m->world));
        return;
    }
    gc_sparse_id id = m->of[a].id, target = m->of[b].id;

    if (what < 18) {
        gc_sparse_pair pair;
        memset(&pair, 0x33, sizeof pair);
        pair.target = what == 0 ? test_rel_none : target;
        CHECK_INT(gc_sparse_set_value(m->world, id, m->type[r], &pair), GC_SPARSE_OK);
        test_pairs_set(m, r, a, pair.target);
    } else if (what < 22) {
        // By commands, to one that comes later in the recording.
        gc_sparse_commands *commands = gc_sparse_record(m->world, 0, 0);
        gc_sparse_pair *pair = (gc_sparse_pair *)gc_sparse_record_add(commands, id, m->type[r]);
        if (m->of[b].alive) {
            pair->target = target;
            CHECK_INT(gc_sparse_replay(m->world), GC_SPARSE_OK);
            test_pairs_set(m, r, a, target);
            return;
        }
        gc_sparse_id later = gc_sparse_record_create(commands);
        pair->target = later;
        CHECK_INT(gc_sparse_replay(m->world), GC_SPARSE_OK);
        test_pairs_make(m, b, gc_sparse_record_resolve(commands, later));
        test_pairs_set(m, r, a, m->of[b].id);
    } else if (what < 25) {
        gc_sparse_remove(m->world, id, m->type[r]);
        test_pairs_drop(m, r, a);
    } else if (what < 28) {
        CHECK_INT(gc_sparse_destroy(m->world, id), GC_SPARSE_OK);
        test_pairs_die(m, a);
    } else if (what < 31) {
        if (!m->of[b].alive || test_pairs_below(m, b, a)) return;
        CHECK_INT(gc_sparse_attach(m->world, id, target), GC_SPARSE_OK);
        m->of[a].node = m->of[b].node = true;
        m->of[a].parent = b;
    } else if (what < 34 && !m->of[b].alive) {
        gc_sparse_id made = test_rel_none;
        if (m->of[a].node && what != 31) return;
        if (what == 31) made = gc_sparse_clone(m->world, id);
        else CHECK_INT(gc_sparse_clone_tree(m->world, id, 1, &made), GC_SPARSE_OK);
        test_pairs_make(m, b, made);
        m->of[b].node = m->of[a].node;
        m->of[b].parent = m->of[a].parent;
        for (int k = 0; k < 3; k++) {
            bool own = what != 31 && m->of[a].to[k] == a;
            if (m->of[a].has[k]) test_pairs_set(m, k, b, own ? made : m->of[a].target[k]);
        }
    } else if (what == 34 && test_rel_random(random, 30) == 0) {
        CHECK_INT(gc_sparse_clear(m->world), GC_SPARSE_OK);
        for (int e = 0; e < TEST_PAIRS_MOST; e++) test_pairs_make(m, e, test_rel_none);
        for (int e = 0; e < TEST_PAIRS_MOST; e++) m->of[e].alive = false;
    }
}

static void test_pairs_check(const test_pairs_model *m) {
    for (int e = 0; e < TEST_PAIRS_MOST; e++) {
        const test_pairs_entity *of = &m->of[e];
        if (of->id.generation) CHECK(gc_sparse_alive(m->world, of->id) == of->alive);
        for (int r = 0; r < 3 && of->alive; r++) {
            const gc_sparse_pair *pair = (const gc_sparse_pair *)gc_sparse_get(m->world, of->id, m->type[r]);
            if (!CHECK((pair != NULL) == of->has[r])) return;
            if (pair) CHECK(gc_sparse_id_equal(pair->target, of->target[r]));

            gc_sparse_id source = test_rel_none;
            for (int k = 0; k < of->count[r]; k++) {
                source = gc_sparse_next_source(m->world, m->type[r], of->id, source);
                if (!CHECK_INT(test_pairs_entry(m, source), of->sources[r][k])) return;
            }
            if (of->count[r]) source = gc_sparse_next_source(m->world, m->type[r], of->id, source);
            CHECK_U64(source.generation, 0);
        }
    }
}

static void test_sparse_relations_pairs(void) {
    static test_pairs_model model, twin;
    uint64_t random = test_seed;
    memset(&model, 0, sizeof model);
    model.world = test_pairs_open();
    for (int r = 0; r < 3; r++) model.type[r].index = gc_sparse_type_PairLoses().index + (uint32_t)r;
    gc_sparse_rollback *rollback = gc_sparse_rollback_open(model.world, 2, NULL);

    for (int i = 0; i < 20000; i++) {
        test_pairs_step(&model, &random);
        if (i % 10 == 0) test_pairs_check(&model);
        if (i % 200 != 0) continue;

        // A copy, a save, or a snapshot goes on alike.
        twin = model;
        uint64_t hash = gc_sparse_hash_all(model.world), same = random;
        size_t size = gc_sparse_save(model.world, NULL, 0);
        void *bytes = malloc(size);
        if (i % 3 == 0) {
            twin.world = gc_sparse_open_like(model.world, NULL);
            CHECK_INT(gc_sparse_copy(twin.world, model.world), GC_SPARSE_OK);
        } else if (i % 3 == 1) {
            twin.world = test_pairs_open();
            gc_sparse_save(model.world, bytes, size);
            CHECK_INT(gc_sparse_load(twin.world, bytes, size), GC_SPARSE_OK);
        } else {
            CHECK_INT(gc_sparse_rollback_take(rollback, (uint64_t)i), GC_SPARSE_OK);
        }
        free(bytes);

        CHECK_U64(gc_sparse_hash_all(twin.world), hash);
        for (int k = 0; k < 100; k++) test_pairs_step(&model, &random);
        hash = gc_sparse_hash_all(model.world);
        if (i % 3 == 2) CHECK_INT(gc_sparse_rollback_restore(rollback, (uint64_t)i), GC_SPARSE_OK);
        for (int k = 0; k < 100; k++) test_pairs_step(&twin, &same);
        test_pairs_check(&twin);
        CHECK_U64(gc_sparse_hash_all(twin.world), hash);
        if (i % 3 == 2) model = twin;
        else gc_sparse_close(twin.world);
    }
    gc_sparse_rollback_close(rollback);
    gc_sparse_close(model.world);
}

// Links that are forged, in a save: each pair is in the list of its target, once.
static void test_sparse_relations_forged(void) {
    uint64_t random = test_seed;
    for (int round = 0; round < 400; round++) {
        gc_sparse_world *world = test_pairs_open(), *other = test_pairs_open();
        gc_sparse_id ids[12];
        gc_sparse_type type = gc_sparse_type_PairLoses();

        CHECK_INT(gc_sparse_create_n(world, ids, 12), GC_SPARSE_OK);
        for (int i = 0; i < 12; i++) {
            GC_SPARSE_SET(world, ids[i], PairLoses, ids[test_rel_random(&random, 5)]);
        }
        for (int i = round % 4; i > 0; i--) {
            gc_sparse_pair *pair = gc_sparse_get_PairLoses(world, ids[test_rel_random(&random, 12)]);
            uint32_t *fields[3] = { &pair->linked, &pair->next, &pair->previous };
            *fields[test_rel_random(&random, 3)] = test_rel_random(&random, 14);
            if (round % 3 == 0) pair->target = ids[test_rel_random(&random, 12)];
            if (round % 5 == 0) pair->target.generation += 5;
        }
        if (round % 8 == 0) {           // one list is two
            gc_sparse_pair *head = gc_sparse_get_PairLoses(
                world, gc_sparse_next_source(world, type, ids[0], test_rel_none));
            if (head && head->next) gc_sparse_get_PairLoses(world, ids[head->next - 1])->previous = 0;
            if (head) head->next = 0;
        }

        size_t size = gc_sparse_save(world, NULL, 0);
        void *bytes = malloc(size);
        gc_sparse_save(world, bytes, size);
        CHECK_INT(gc_sparse_load(other, bytes, size), GC_SPARSE_OK);
        if (round % 8 == 4) CHECK_U64(gc_sparse_hash_all(other), gc_sparse_hash_all(world));
        free(bytes);

        int listed = 0, named = 0;
        for (int i = 0; i < 12; i++) {
            gc_sparse_id at = gc_sparse_next_source(other, type, ids[i], test_rel_none);
            for (; at.generation && listed < 100; at = gc_sparse_next_source(other, type, ids[i], at)) {
                CHECK(gc_sparse_id_equal(gc_sparse_get_PairLoses(other, at)->target, ids[i]));
                listed++;
            }
            named += gc_sparse_alive(other, gc_sparse_get_PairLoses(other, ids[i])->target);
        }
        CHECK_INT(listed, named);
        for (int i = 0; i < 12; i++) gc_sparse_destroy(other, ids[i]);
        CHECK_U64(gc_sparse_stats(other).entities, 0);

        gc_sparse_close(world);
        gc_sparse_close(other);
    }
}

// A relation that begins late, without memory at first: what is there is linked.
static void test_sparse_relations_late(void) {
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.allocator.resize = test_rel_resize;
    gc_sparse_world *world = gc_sparse_open(&desc, NULL);
    gc_sparse_id ids[4];
    gc_sparse_type type = gc_sparse_type_PairLoses();
    CHECK_INT(RELATED_register(world), GC_SPARSE_OK);
    CHECK_INT(PAIRED_register(world), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(world, ids, 4), GC_SPARSE_OK);
    for (int i = 0; i < 3; i++) GC_SPARSE_SET(world, ids[i], PairLoses, ids[3], 9, 9, 9);

    int error = GC_SPARSE_E_MEMORY, failed = 0;
    for (; error == GC_SPARSE_E_MEMORY; failed++) {
        test_rel_left = failed;
        error = gc_sparse_relation(world, type, GC_SPARSE_GONE_DESTROYS);
        test_rel_left = INT32_MAX;
        if (error != GC_SPARSE_OK) CHECK_INT(gc_sparse_get_PairLoses(world, ids[0])->next, 9);
    }
    CHECK_INT(error, GC_SPARSE_OK);
    CHECK(failed > 3);
    CHECK(gc_sparse_id_equal(gc_sparse_next_source(world, type, ids[3], test_rel_none), ids[2]));
    CHECK_INT(gc_sparse_copy_by_change(world, type), GC_SPARSE_E_UNSUPPORTED);

    // A chain of a million ends without recursion.
    gc_sparse_id at = ids[3];
    for (int i = 0; i < 1000000; i++) {
        gc_sparse_id id = gc_sparse_create(world);
        if (GC_SPARSE_SET(world, id, PairLoses, at) != GC_SPARSE_OK) CHECK(false);
        at = id;
    }
    CHECK_INT(gc_sparse_destroy(world, ids[3]), GC_SPARSE_OK);
    CHECK_U64(gc_sparse_stats(world).entities, 0);
    gc_sparse_close(world);
}

// ---- terms

GC_SPARSE_SYSTEM(test_rel_place, (), (), READ(RelSlot), at, RelPlace, p, PARENT(RelPlace), above) {
    p->x = at->at + (above ? above->x : 0);
}
GC_SPARSE_SYSTEM(test_rel_reach, (), (), RelPlace, p, ABOVE(RelLink), link) { p->y = link ? link->n : -1; }
GC_SPARSE_SYSTEM(test_rel_any, (int *n), (n), WITH, RelPlace, ANY_OF, RelMark, ANY_OF, RelLink) { ++*n; }
GC_SPARSE_SCHEDULE(test_rel_pose, test_rel_place, test_rel_reach)

// Trees at random: what the terms say is what a climb by hand says.
static void test_sparse_relations_terms(void) {
    enum { N = 9000 };
    static gc_sparse_id ids[N];
    static int parents[N];
    uint64_t random = test_seed;
    gc_sparse_world *world = test_rel_open(0);
    CHECK_INT(gc_sparse_create_n(world, ids, N), GC_SPARSE_OK);
    int any = 0, found = 0;
    for (int i = 0; i < N; i++) {
        parents[i] = i % 7 ? (int)test_rel_random(&random, (uint32_t)i) : -1;
        gc_sparse_attach(world, ids[i], parents[i] < 0 ? test_rel_none : ids[parents[i]]);
        if (i % 11) GC_SPARSE_SET(world, ids[i], RelPlace, 0, 0);
        GC_SPARSE_SET(world, ids[i], RelSlot, i % 100);
        if (i % 5 == 0) GC_SPARSE_SET(world, ids[i], RelLink, test_rel_none, i);
        if (i % 3 == 0) GC_SPARSE_PUT(world, ids[i], RelMark);
        any += i % 11 && (i % 3 == 0 || i % 5 == 0);
    }
    CHECK_INT(gc_sparse_sort_tree(world), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_sort_as(world, gc_sparse_type_RelPlace(), gc_sparse_type_RelParent()), GC_SPARSE_OK);
    CHECK_INT(test_rel_any(world, &found), GC_SPARSE_OK);
    CHECK_INT(found, any);

    for (int how = 0; how < 2; how++) {
        if (how) CHECK_INT(test_rel_pose(world, NULL, NULL), GC_SPARSE_OK);
        else CHECK(test_rel_place(world) == GC_SPARSE_OK && test_rel_reach(world) == GC_SPARSE_OK);
        for (int i = 0; i < N; i++) {
            RelPlace *place = gc_sparse_get_RelPlace(world, ids[i]);
            if (!place) continue;

            int k = parents[i];
            const RelPlace *above = k < 0 ? NULL : gc_sparse_get_RelPlace(world, ids[k]);
            while (k >= 0 && k % 5) k = parents[k];
            if (!CHECK_INT(place->y, k >= 0 ? k : -1)) break;
            const void *link = gc_sparse_above(world, ids[i], gc_sparse_type_RelLink());
            CHECK_INT(link ? ((const RelLink *)link)->n : -1, place->y);
            if (!how && !CHECK_INT(place->x, i % 100 + (above ? above->x : 0))) break;
            place->y = 0;
        }
    }
    gc_sparse_close(world);
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

    CHECK_INT(gc_sparse_relation(NULL, none, 0), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_relation(world, none, 0), GC_SPARSE_E_TYPE);
    CHECK_INT(gc_sparse_relation(world, gc_sparse_type_RelPlace(), 0), GC_SPARSE_E_ARGUMENT);
    CHECK_U64(gc_sparse_next_source(NULL, none, id, id).generation, 0);
    CHECK(gc_sparse_above(NULL, id, none) == NULL);
    CHECK_INT(test_sparse_asserts - before, 14);
    CHECK_INT(gc_sparse_relation(world, gc_sparse_type_RelSlot(), 0), GC_SPARSE_E_UNSUPPORTED);
    CHECK(gc_sparse_above(bare, lone, gc_sparse_type_RelPlace()) == NULL);
    CHECK_U64(gc_sparse_next_source(world, gc_sparse_type_RelLink(), id, test_rel_none).generation, 0);
    gc_sparse_close(bare);
    gc_sparse_close(world);
#endif
}

static const test_case test_sparse_relations_cases[] = {
    TEST_CASE(test_sparse_relations_prefabs),
    TEST_CASE(test_sparse_relations_loop),
    TEST_CASE(test_sparse_relations_systems),
    TEST_CASE(test_sparse_relations_pairs),
    TEST_CASE(test_sparse_relations_forged),
    TEST_CASE(test_sparse_relations_late),
    TEST_CASE(test_sparse_relations_terms),
    TEST_CASE(test_sparse_relations_refused),
};
TEST_MAIN(test_sparse_relations_cases)
