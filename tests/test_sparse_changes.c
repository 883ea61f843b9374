// test_sparse_changes.c - tracked types of gc_sparse.h: what has changed, against pictures of
// all rows taken before and after; marks by threads.
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

#if !defined(_WIN32)
#define TEST_CHANGES_THREADS
#include <pthread.h>
#endif

// ---- a world of five tracked types, and a picture of each

enum { TEST_CHANGES_TYPES = 5, TEST_CHANGES_MOST = 2000, TEST_CHANGES_BLOCKS = 64 };
static const struct { const char *name; size_t size; int kind; } test_changes_types[TEST_CHANGES_TYPES] = {
    { "a", 8, GC_SPARSE_DENSE }, { "b", 12, GC_SPARSE_DENSE }, { "c", 8, GC_SPARSE_DIRECT },
    { "d", 0, GC_SPARSE_DENSE }, { "e", 4, GC_SPARSE_DENSE },
};

static gc_sparse_type test_changes_type(uint32_t index) {
    gc_sparse_type type;
    type.index = index;
    return type;
}

static uint32_t test_changes_random(uint64_t *state, uint32_t below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 33) % below);
}

// How worlds differ: bits.
enum { TEST_CHANGES_GROUPS = 1, TEST_CHANGES_LISTS = 2, TEST_CHANGES_WRAP = 4, TEST_CHANGES_VARIANTS = 8 };

// Queries whose exact changes are told: a type that is written, two and one excluded, a type
// alone, of direct kind and one excluded.
enum { TEST_CHANGES_QUERIES = 4 };
static gc_sparse_query_desc test_changes_query(int q) {
    static const uint32_t terms[TEST_CHANGES_QUERIES][4] = {    // include, include, exclude, write
        { 1, 0, 0, 1 }, { 2, 3, 4, 2 }, { 5, 0, 0, 0 }, { 3, 0, 5, 3 },
    };
    gc_sparse_query_desc query;
    memset(&query, 0, sizeof query);
    query.include[0].index = terms[q][0];
    query.include[1].index = terms[q][1];
    query.exclude[0].index = terms[q][2];
    query.write[0].index = terms[q][3];
    return query;
}

static gc_sparse_world *test_changes_open(int variant) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);

    for (uint32_t t = 0; t < TEST_CHANGES_TYPES; t++) {
        gc_sparse_component_desc desc;
        gc_sparse_type type;

        memset(&desc, 0, sizeof desc);
        desc.name = test_changes_types[t].name;
        desc.size = test_changes_types[t].size;
        desc.kind = test_changes_types[t].kind;

        CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_track(world, type), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_track(world, type), GC_SPARSE_OK);      // twice is once
    }

    if (variant & TEST_CHANGES_GROUPS) {
        gc_sparse_group_desc group;
        memset(&group, 0, sizeof group);
        group.types[0] = test_changes_type(1);
        group.types[1] = test_changes_type(2);
        CHECK_INT(gc_sparse_group_with(world, &group), GC_SPARSE_OK);
        group.excludes[0] = test_changes_type(3);
        CHECK_INT(gc_sparse_group_with(world, &group), GC_SPARSE_OK);
    }

    if (variant & TEST_CHANGES_LISTS) {
        gc_sparse_query_desc query;
        memset(&query, 0, sizeof query);
        query.include[0] = test_changes_type(5);
        query.include[1] = test_changes_type(1);
        query.optional[0] = test_changes_type(2);
        CHECK_INT(gc_sparse_cache(world, &query), GC_SPARSE_OK);
    }

    for (int q = 0; q < TEST_CHANGES_QUERIES; q++) {
        gc_sparse_query_desc query = test_changes_query(q);
        CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_OK);
    }

    if (variant & TEST_CHANGES_WRAP) world->look.tick = UINT32_MAX - 43;
    return world;
}

// Who has each row (of direct kind: slot), and its bytes.
typedef struct test_changes_picture {
    gc_sparse_id owner[TEST_CHANGES_MOST];
    unsigned char bytes[TEST_CHANGES_MOST][12];
} test_changes_picture;

static void test_changes_take(gc_sparse_world *world, uint32_t t, test_changes_picture *picture) {
    const gc_sparse_pool *pool = gc_sparse_pool_of(world, test_changes_type(t));
    memset(picture, 0, sizeof *picture);
    for (uint32_t row = 0; row < TEST_CHANGES_MOST; row++) {
        uint32_t slot = pool->direct ? row : row < pool->count ? pool->dense[row] : GC_SPARSE_NONE;
        gc_sparse_id id = gc_sparse_id_of(world, slot);
        void *component = id.generation ? gc_sparse_get(world, id, test_changes_type(t)) : NULL;
        if (!component) continue;
        picture->owner[row] = id;
        if (pool->size) memcpy(picture->bytes[row], component, pool->size);
    }
}

// ---- operations: all that can change a row

static void test_changes_write(gc_sparse_world *world, gc_sparse_id id, uint32_t t, uint64_t *random) {
    size_t size = test_changes_types[t - 1].size;
    unsigned char bytes[12];
    for (size_t i = 0; i < size; i++) bytes[i] = (unsigned char)test_changes_random(random, 256);
    if (test_changes_random(random, 3) == 0) {
        CHECK_INT(gc_sparse_set_value(world, id, test_changes_type(t), bytes), GC_SPARSE_OK);
        return;
    }

    // By a pointer, and touched.
    void *component = gc_sparse_add(world, id, test_changes_type(t));
    if (!CHECK(component != NULL)) return;
    if (size) memcpy(component, bytes, size);
    CHECK(gc_sparse_touch(world, id, test_changes_type(t)));
}

static uint64_t test_changes_key(void *user, const void *component) {
    uint32_t key;
    (void)user;
    memcpy(&key, component, sizeof key);
    return key;
}

// A walk that names what it writes, in parts of any length.
static void test_changes_walk(gc_sparse_world *world, uint64_t *random) {
    gc_sparse_query_desc query;
    gc_sparse_view view;
    uint32_t a = 1 + test_changes_random(random, TEST_CHANGES_TYPES), b = 1 + a % TEST_CHANGES_TYPES;
    memset(&query, 0, sizeof query);
    query.include[0] = test_changes_type(a);
    query.include[1] = test_changes_type(b);
    if (a == 5 || test_changes_random(random, 2)) query.optional[0] = test_changes_type(1 + b % 5);
    if (a == 5) query.include[1] = test_changes_type(1), query.optional[0] = test_changes_type(2);   // cached
    for (int k = 0; k < 2; k++) query.write[k] = k ? query.include[1] : query.include[0];
    query.write[2] = query.optional[0];
    gc_sparse_begin(&view, world, &query);

    size_t rows = 1 + test_changes_random(random, 300);
    uint32_t parts = gc_sparse_view_parts(&view, rows), part = parts ? test_changes_random(random, parts) : 0;
    if (parts == 0) return;
    gc_sparse_view some = gc_sparse_view_part(&view, part, rows);
    while (gc_sparse_next(&some)) {
        for (size_t i = 0; i < some.count; i++) {
            for (size_t k = 0; k < 2u + (query.optional[0].index != 0); k++) {
                gc_sparse_type type = k < 2 ? query.include[k] : query.optional[0];
                size_t size = test_changes_types[type.index - 1].size;
                unsigned char *at = (unsigned char *)gc_sparse_view_at(&some, k, i, size);
                if (at && size) at[test_changes_random(random, (uint32_t)size)]++;
            }
        }
    }
    CHECK_INT(some.error, GC_SPARSE_OK);
}

// Commands and calls on many.
static void test_changes_many(gc_sparse_world *world, uint64_t *random, uint32_t t) {
    gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
    gc_sparse_id ids[50], id = { 0, 0 };
    size_t n = 0, size = test_changes_types[t - 1].size;
    unsigned char bytes[50 * 12];

    while (n < 50 && (id = gc_sparse_next_entity(world, id)).generation) {
        if (test_changes_random(random, 20) == 0) ids[n++] = id;
    }

    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)test_changes_random(random, 256);

    switch (test_changes_random(random, 4)) {
    case 0: CHECK_INT(gc_sparse_add_n(world, ids, n, test_changes_type(t), bytes), GC_SPARSE_OK); break;
    case 1: CHECK_INT(gc_sparse_remove_n(world, ids, n, test_changes_type(t)), GC_SPARSE_OK); break;
    case 2: if (n > 5) CHECK_INT(gc_sparse_destroy_n(world, ids, 5), GC_SPARSE_OK); break;
    default:
        for (size_t i = 0; i < n; i++) {
            gc_sparse_id to = i % 7 ? ids[i] : gc_sparse_record_create(commands);
            void *value = gc_sparse_record_add(commands, to, test_changes_type(t));
            if (value && size) memcpy(value, bytes + i * size, size);
            if (i % 9 == 0) gc_sparse_record_remove(commands, to, test_changes_type(1 + t % 5));
            if (i % 25 == 0) gc_sparse_record_destroy(commands, ids[i]);
        }
        CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    }
}

// Loads what another world has saved.
static void test_changes_reload(gc_sparse_world *world, const gc_sparse_world *other) {
    size_t size = gc_sparse_save(other, NULL, 0);
    void *bytes = malloc(size);
    CHECK_U64(gc_sparse_save(other, bytes, size), size);
    CHECK_INT(gc_sparse_load(world, bytes, size), GC_SPARSE_OK);
    free(bytes);
}

// One operation; how many blocks of a type it may mark.
static uint32_t test_changes_step(gc_sparse_world *world, gc_sparse_world *other, uint64_t *random) {
    uint32_t slots = gc_sparse_stats(world).slots, t = 1 + test_changes_random(random, TEST_CHANGES_TYPES);
    uint32_t what = test_changes_random(random, 400), all = UINT32_MAX;
    gc_sparse_id id = gc_sparse_id_of(world, test_changes_random(random, slots + 1));
    gc_sparse_sort_desc sort;
    memset(&sort, 0, sizeof sort);
    sort.key = test_changes_key;
    if (what < 12) test_changes_many(world, random, t);
    else if (what < 16) test_changes_walk(world, random);
    else if (what == 16) gc_sparse_sort(world, test_changes_type(1), &sort);
    else if (what == 17) gc_sparse_sort_as(world, test_changes_type(5), test_changes_type(2));
    else if (what == 18) CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK);
    else if (what == 19) CHECK_INT(gc_sparse_copy(other, world), GC_SPARSE_OK);
    else if (what == 20) CHECK_INT(gc_sparse_copy(world, other), GC_SPARSE_OK);
    else if (what == 21 && test_changes_random(random, 10) == 0) gc_sparse_clear(world);
    else if (what == 22) test_changes_reload(world, other);
    if (what < 23) return all;

    if (id.generation == 0 || what < 120) {
        if (gc_sparse_stats(world).entities < TEST_CHANGES_MOST - 200) id = gc_sparse_create(world);
        if (id.generation) test_changes_write(world, id, t, random);
    } else if (what < 130 && gc_sparse_stats(world).entities < TEST_CHANGES_MOST - 200) {
        gc_sparse_clone(world, id);
    } else if (what < 150) {
        gc_sparse_destroy(world, id);
    } else if (what < 200) {
        gc_sparse_remove(world, id, test_changes_type(t));
    } else {
        test_changes_write(world, id, t, random);
    }
    return 10;      // its row, the last one, and two of each group
}

// ---- what the walks over changes see

// The blocks of a type from which entities come; how many entities.
static size_t test_changes_seen(gc_sparse_world *world, const gc_sparse_query_desc *query, uint32_t t,
                                uint8_t *seen) {
    const gc_sparse_pool *pool = gc_sparse_pool_of(world, test_changes_type(t));
    gc_sparse_view view;
    size_t n = 0;
    gc_sparse_begin(&view, world, query);
    memset(seen, 0, TEST_CHANGES_MOST);
    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++, n++) {
            uint32_t slot = view.slots[i], row = gc_sparse_priv_find(pool, slot) - 1;
            if (CHECK(row < TEST_CHANGES_MOST)) CHECK_INT(seen[row]++, 0);
        }
    }
    CHECK_INT(view.error, GC_SPARSE_OK);
    gc_sparse_begin(&view, world, query);
    CHECK_U64(gc_sparse_view_count(&view), n);
    return n;
}

// Walks of a type with others: what the walk of the type alone sees, and matches. Where slots
// are walked, and the type is dense, more of those that match may come.
static void test_changes_joined(gc_sparse_world *world, gc_sparse_query_desc *query, uint32_t t,
                                const uint8_t *alone, uint64_t *random) {
    static uint8_t seen[TEST_CHANGES_MOST], all[TEST_CHANGES_MOST];
    uint32_t with = 1 + test_changes_random(random, TEST_CHANGES_TYPES);
    uint32_t without = 1 + test_changes_random(random, TEST_CHANGES_TYPES);
    uint32_t maybe = 1 + test_changes_random(random, TEST_CHANGES_TYPES);
    gc_sparse_query_desc joined = *query, unbounded;
    if (with != t) joined.include[1] = test_changes_type(with);
    if (without != t && without != with) joined.exclude[0] = test_changes_type(without);
    if (maybe != t && maybe != with && test_changes_random(random, 2)) {
        joined.optional[0] = test_changes_type(maybe);
    }
    bool direct = with == 3 || (joined.optional[0].index == 3);

    unbounded = joined;
    memset(&unbounded.changed, 0, sizeof unbounded.changed);
    test_changes_seen(world, &unbounded, t, all);
    test_changes_seen(world, &joined, t, seen);
    for (uint32_t row = 0; row < TEST_CHANGES_MOST; row++) {
        if (direct && t != 3) CHECK(seen[row] >= (all[row] && alone[row]) && seen[row] <= all[row]);
        else CHECK_INT(seen[row], all[row] && alone[row]);
    }

    // Its parts, which together are the whole.
    gc_sparse_view view, part;
    size_t rows = 1 + test_changes_random(random, 400), n = 0, want = 0, counted = 0;
    gc_sparse_begin(&view, world, &joined);
    for (uint32_t p = 0; p < gc_sparse_view_parts(&view, rows); p++) {
        part = gc_sparse_view_part(&view, p, rows);
        counted += gc_sparse_view_count(&part);
        while (gc_sparse_next(&part)) n += part.count;
    }
    for (uint32_t row = 0; row < TEST_CHANGES_MOST; row++) want += seen[row];
    CHECK_U64(n, want);
    CHECK_U64(counted, want);
}

// Since `tick` the rows of `before` have become what they are: all that differs is seen, and no
// more than so many blocks, the last one aside.
static void test_changes_judge(gc_sparse_world *world, uint32_t t, const test_changes_picture *before,
                               uint64_t tick, uint32_t most, uint64_t *random) {
    static test_changes_picture now;
    static uint8_t seen[TEST_CHANGES_MOST];
    gc_sparse_query_desc query;
    uint32_t blocks = 0;
    memset(&query, 0, sizeof query);
    query.include[0] = query.changed = test_changes_type(t);
    query.since = tick;
    test_changes_take(world, t, &now);
    test_changes_seen(world, &query, t, seen);
    for (uint32_t row = 0; row < TEST_CHANGES_MOST; row++) {
        bool same = gc_sparse_id_equal(now.owner[row], before->owner[row]) &&
                    memcmp(now.bytes[row], before->bytes[row], sizeof now.bytes[row]) == 0;
        bool there = now.owner[row].generation != 0;
        CHECK(seen[row] <= there);
        CHECK(!there || same || seen[row]);
        CHECK(row % 64 == 0 || !there || now.owner[row - 1].generation == 0 || seen[row] == seen[row - 1]);
        if (row % 64 == 0) blocks += seen[row] || seen[row + 63 < TEST_CHANGES_MOST ? row + 63 : row];
    }
    CHECK(blocks <= most);
    test_changes_joined(world, &query, t, seen, random);
}

// ---- what is told exactly, against who matched at the end of each tick

enum { TEST_CHANGES_BATCHES = 260 };
typedef struct test_changes_match { uint32_t generation, value; } test_changes_match;
static test_changes_match test_changes_history[TEST_CHANGES_BATCHES + 1][TEST_CHANGES_QUERIES]
                                              [TEST_CHANGES_MOST];
static uint64_t test_changes_ticks[TEST_CHANGES_BATCHES + 1];

// Who matches a query now, and a hash of the component that is written.
static void test_changes_matches(const gc_sparse_world *world, int q, test_changes_match *out) {
    gc_sparse_query_desc query = test_changes_query(q);
    for (uint32_t slot = 0; slot < TEST_CHANGES_MOST; slot++) {
        gc_sparse_id id = gc_sparse_id_of(world, slot);
        bool there = id.generation && gc_sparse_has(world, id, query.include[0]);
        if (there && query.include[1].index) there = gc_sparse_has(world, id, query.include[1]);
        if (there && query.exclude[0].index) there = !gc_sparse_has(world, id, query.exclude[0]);

        out[slot].generation = there ? id.generation : 0;
        out[slot].value = 0;
        if (!there || query.write[0].index == 0) continue;
        const unsigned char *at = (const unsigned char *)gc_sparse_get(world, id, query.write[0]);
        for (size_t i = 0; i < test_changes_types[query.write[0].index - 1].size; i++) {
            out[slot].value = (out[slot].value ^ at[i]) * 0x01000193u;
        }
    }
}

// All that is told since a tick, read by few at a time; their number.
static size_t test_changes_told(const gc_sparse_world *world, int q, uint64_t since, uint32_t some,
                                gc_sparse_change *out, size_t most) {
    gc_sparse_query_desc query = test_changes_query(q);
    gc_sparse_change part[64];
    uint64_t at = 0;
    size_t count = 0;
    int n;
    while ((n = gc_sparse_changes(world, &query, since, &at, part, some)) > 0) {
        CHECK(n <= (int)some && count + (size_t)n <= most);
        for (int i = 0; i < n && count < most; i++) out[count++] = part[i];
    }
    CHECK_INT(n, 0);
    return count;
}

// What is told of a query makes those who matched after batch `from` those who match after
// `to`: in an order that can be applied, each once, and nothing of those who matched all along
// and were not written. A single operation writes at most one.
static void test_changes_judge_told(const gc_sparse_world *world, int q, int from, int to, bool single,
                                    uint32_t some) {
    static test_changes_match has[TEST_CHANGES_MOST];
    static gc_sparse_change told[3 * TEST_CHANGES_MOST];
    static uint8_t seen[TEST_CHANGES_MOST];
    const test_changes_match *begin = test_changes_history[from][q], *end = test_changes_history[to][q];
    size_t n = test_changes_told(world, q, test_changes_ticks[from], some, told, 3 * TEST_CHANGES_MOST);
    size_t modified = 0;
    memcpy(has, begin, sizeof has);
    memset(seen, 0, sizeof seen);

    for (size_t i = 0; i < n; i++) {
        uint32_t slot = told[i].id.slot, generation = told[i].id.generation;
        if (!CHECK(slot < TEST_CHANGES_MOST)) continue;
        CHECK(seen[slot] == 0 || (seen[slot] == GC_SPARSE_REMOVED && told[i].what == GC_SPARSE_ADDED));
        seen[slot] = (uint8_t)told[i].what;
        CHECK_U64(has[slot].generation, told[i].what == GC_SPARSE_ADDED ? 0 : generation);
        has[slot].generation = told[i].what == GC_SPARSE_REMOVED ? 0 : generation;
        has[slot].value = end[slot].value;
        modified += told[i].what == GC_SPARSE_MODIFIED;
        if (to == from + 1 && i > 0) CHECK(told[i - 1].id.slot <= slot);
    }

    for (uint32_t slot = 0; slot < TEST_CHANGES_MOST; slot++) {
        bool stayed = begin[slot].generation != 0;
        for (int b = from; b <= to; b++) {
            stayed = stayed && test_changes_history[b][q][slot].generation == begin[slot].generation;
        }
        CHECK_U64(has[slot].generation, end[slot].generation);
        CHECK(end[slot].generation == 0 || has[slot].value == end[slot].value);
        CHECK(!stayed || seen[slot] == 0 || seen[slot] == GC_SPARSE_MODIFIED);
        CHECK(stayed || seen[slot] != GC_SPARSE_MODIFIED);
    }
    CHECK(!single || modified <= 1);
    if (test_changes_query(q).write[0].index == 0) CHECK_U64(modified, 0);
}

// Behind a batch, whose tick has ended: since the one before, and since any other one.
static void test_changes_exact(gc_sparse_world *world, int batch, bool single, uint64_t *random) {
    for (int q = 0; q < TEST_CHANGES_QUERIES; q++) {
        int from = batch - 1 - (int)test_changes_random(random, (uint32_t)(batch < 30 ? batch : 30));
        uint32_t some = 1 + test_changes_random(random, 64);
        test_changes_matches(world, q, test_changes_history[batch][q]);
        test_changes_judge_told(world, q, batch - 1, batch, single, some);

        if (from == 0 || test_changes_ticks[from] >= world->forgotten) {
            test_changes_judge_told(world, q, from, batch, false, some);
            continue;
        }
        gc_sparse_query_desc query = test_changes_query(q);
        gc_sparse_change change;
        uint64_t at = 0;
        CHECK_INT(gc_sparse_changes(world, &query, test_changes_ticks[from], &at, &change, 1),
                  GC_SPARSE_E_NOT_FOUND);
    }
    if (test_changes_random(random, 60)) return;
    CHECK_INT(gc_sparse_forget(world, test_changes_ticks[test_changes_random(random, (uint32_t)batch)]),
              GC_SPARSE_OK);
}

// Batches of operations; behind each, what has changed since it began, and since some batches
// earlier.
static void test_sparse_changes_model(void) {
    static test_changes_picture before[TEST_CHANGES_TYPES], old[TEST_CHANGES_TYPES];
    uint64_t random = test_seed;

    for (int variant = 0; variant < TEST_CHANGES_VARIANTS; variant++) {
        gc_sparse_world *world = test_changes_open(variant), *other = test_changes_open(0);
        uint64_t since = 0, since_old = 0;

        memset(old, 0, sizeof old);
        for (uint32_t e = 0; e < 1500; e++) {
            gc_sparse_id id = gc_sparse_create(world);
            for (uint32_t t = 1; t <= TEST_CHANGES_TYPES; t++) {
                if (test_changes_random(&random, 4)) test_changes_write(world, id, t, &random);
            }
        }

        CHECK_INT(gc_sparse_copy(other, world), GC_SPARSE_OK);

        for (int batch = 0; batch < TEST_CHANGES_BATCHES; batch++) {
            uint32_t steps = batch < 10 ? 100 : batch % 3 ? 1 : test_changes_random(&random, 12), most = 0;
            for (uint32_t t = 1; t <= TEST_CHANGES_TYPES; t++) test_changes_take(world, t, &before[t - 1]);

            for (uint32_t i = 0; i < steps; i++) {
                uint32_t may = test_changes_step(world, other, &random);
                most = may > UINT32_MAX - most ? UINT32_MAX : most + may;
            }

            for (uint32_t t = 1; t <= TEST_CHANGES_TYPES; t++) {
                test_changes_judge(world, t, &before[t - 1], since, most, &random);
                if (batch % 8 == 0) {
                    test_changes_judge(world, t, &old[t - 1], since_old, UINT32_MAX, &random);
                    test_changes_take(world, t, &old[t - 1]);
                }
            }

            // Each batch is a tick of its own.
            uint64_t tick = gc_sparse_tick(world);
            CHECK(tick > since);
            since = test_changes_ticks[batch + 1] = tick;
            test_changes_exact(world, batch + 1, most <= 10, &random);
            if (batch % 8 == 0) since_old = tick;
        }

        CHECK_U64(world->tick_base != 0, (variant & TEST_CHANGES_WRAP) != 0);

        gc_sparse_close(world);
        gc_sparse_close(other);
    }
}

// ---- what does not mark, and misuse

static void test_sparse_changes_untracked(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_component_desc desc;
    gc_sparse_type a, b;
    gc_sparse_query_desc query;
    gc_sparse_view view;
    gc_sparse_id ids[1000];
    memset(&desc, 0, sizeof desc);
    memset(&query, 0, sizeof query);
    desc.size = 4;
    CHECK_INT(gc_sparse_component(world, &desc, &a), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_component(world, &desc, &b), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(world, ids, 1000), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids, 1000, a, NULL), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids, 999, b, NULL), GC_SPARSE_OK);

    // Not tracked: all has changed, and nothing can be touched.
    query.include[0] = query.changed = a;
    query.since = 1000;
    gc_sparse_begin(&view, world, &query);
    CHECK_U64(gc_sparse_view_count(&view), 1000);
    CHECK(!gc_sparse_touch(world, ids[0], a));

    // What is there when tracking begins has changed then.
    CHECK_U64(gc_sparse_tick(world), 1);
    CHECK_INT(gc_sparse_track(world, a), GC_SPARSE_OK);
    query.since = 1;
    gc_sparse_begin(&view, world, &query);
    CHECK_U64(gc_sparse_view_count(&view), 1000);
    query.include[1] = b;
    gc_sparse_begin(&view, world, &query);
    CHECK_U64(gc_sparse_view_count(&view), 999);
    query.changed = b;      // still not tracked
    gc_sparse_begin(&view, world, &query);
    CHECK_U64(gc_sparse_view_count(&view), 999);
    query.changed = a;

    // Reads and walks without `write` mark nothing; a touch marks one block.
    query.since = gc_sparse_tick(world);
    memset(&query.changed, 0, sizeof query.changed);
    gc_sparse_begin(&view, world, &query);
    while (gc_sparse_next(&view)) {}
    CHECK(gc_sparse_get(world, ids[5], a) && gc_sparse_add(world, ids[5], a));
    query.changed = a;
    gc_sparse_begin(&view, world, &query);
    CHECK(!gc_sparse_next(&view) && view.error == GC_SPARSE_OK);
    CHECK(gc_sparse_touch(world, ids[130], a));
    gc_sparse_begin(&view, world, &query);
    CHECK(gc_sparse_next(&view) && view.count == 64 && view.slots[0] == ids[128].slot);
    CHECK(!gc_sparse_next(&view));

    // Stale ids, and an entity without it.
    gc_sparse_remove(world, ids[3], a);
    gc_sparse_destroy(world, ids[4]);
    CHECK(!gc_sparse_touch(world, ids[3], a) && !gc_sparse_touch(world, ids[4], a));

    // By the pool: the same marks.
    const gc_sparse_pool *pool = gc_sparse_pool_of(world, a);
    query.since = gc_sparse_tick(world);
    CHECK(!gc_sparse_pool_touch(pool, ids[3]) && gc_sparse_pool_touch(pool, ids[200]));
    gc_sparse_begin(&view, world, &query);
    CHECK(gc_sparse_next(&view) && view.slots[0] <= ids[200].slot && view.count <= 64);
    CHECK(!gc_sparse_next(&view));
    gc_sparse_close(world);
}

static void test_sparse_changes_misuse(void) {
#ifndef TEST_SPARSE_COUNTS_ASSERTS
    SKIP("the assertions of gc_sparse.h are not counted in this build");
#else
    gc_sparse_world *world = test_changes_open(0);
    gc_sparse_query_desc query;
    gc_sparse_view view;
    int before = test_sparse_asserts;
    CHECK_INT(gc_sparse_track(NULL, test_changes_type(1)), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_track(world, test_changes_type(6)), GC_SPARSE_E_TYPE);
    CHECK_U64(gc_sparse_tick(NULL), 0);
    CHECK_INT(test_sparse_asserts - before, 3);

    // A type that the query does not have.
    memset(&query, 0, sizeof query);
    query.include[0] = test_changes_type(1);
    query.write[0] = test_changes_type(2);
    gc_sparse_begin(&view, world, &query);
    CHECK_INT(view.error, GC_SPARSE_E_ARGUMENT);
    query.write[0] = test_changes_type(1);
    query.optional[0] = query.changed = test_changes_type(2);
    gc_sparse_begin(&view, world, &query);
    CHECK_INT(view.error, GC_SPARSE_E_ARGUMENT);
    CHECK_INT(test_sparse_asserts - before, 5);

    // Exact changes: NULL, no such type, nothing included, a type that is written alone.
    gc_sparse_change change;
    uint64_t at = 0;
    before = test_sparse_asserts;
    query = test_changes_query(0);
    CHECK_INT(gc_sparse_track_query(NULL, &query), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_track_query(world, NULL), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_forget(NULL, 1), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_changes(world, &query, 0, NULL, &change, 1), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(gc_sparse_changes(world, &query, 0, &at, &change, 0), GC_SPARSE_E_ARGUMENT);
    query.exclude[1] = test_changes_type(2);
    CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_E_ARGUMENT);
    query.exclude[0] = test_changes_type(6);
    CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_E_TYPE);
    memset(&query.exclude, 0, sizeof query.exclude);
    query.write[0] = test_changes_type(2);
    CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_E_ARGUMENT);
    query.include[0].index = query.write[0].index = 0;
    CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_E_ARGUMENT);
    CHECK_INT(test_sparse_asserts - before, 9);

    // A query that is not kept.
    query.include[0] = test_changes_type(2);
    CHECK_INT(gc_sparse_changes(world, &query, 0, &at, &change, 1), GC_SPARSE_E_NOT_FOUND);
    gc_sparse_close(world);
#endif
}

// ---- no memory

static size_t test_changes_calls, test_changes_fail_at, test_changes_bytes;
static void *test_changes_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user;
    if (new_size != 0 && ++test_changes_calls == test_changes_fail_at) return NULL;
    test_changes_bytes += new_size - old_size;
    if (new_size != 0) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

// The k-th call fails: what failed has changed nothing, and the same goes well when repeated.
// How many changes are told since a tick; since 0 each entity is told once.
static uint64_t test_changes_count(const gc_sparse_world *world, const gc_sparse_query_desc *query,
                                   uint64_t since) {
    static uint8_t seen[8192];
    gc_sparse_change some[50];
    uint64_t at = 0, count = 0;
    int n;
    memset(seen, 0, sizeof seen);
    while ((n = gc_sparse_changes(world, query, since, &at, some, 50)) > 0) {
        for (int i = 0; i < n; i++) CHECK(since != 0 || seen[some[i].id.slot % 8192]++ == 0);
        count += (uint64_t)n;
    }
    CHECK_INT(n, 0);
    return count;
}

// A walk of a query that writes the types in `write` gives out so many; each is told, and no
// other one.
static void test_changes_given(gc_sparse_world *world, const gc_sparse_query_desc *walk, uint32_t most,
                               const gc_sparse_query_desc *query, uint64_t want) {
    gc_sparse_view view;
    uint64_t since = gc_sparse_tick(world);
    gc_sparse_begin(&view, world, walk);
    for (uint32_t n = 0; n < most && gc_sparse_next(&view); n++) {}
    gc_sparse_tick(world);
    CHECK_U64(test_changes_count(world, query, since), want);
}

// What was done to few of a thousand is told of them alone.
static void test_sparse_changes_few(void) {
    gc_sparse_world *world = test_changes_open(0);
    gc_sparse_query_desc one = test_changes_query(0), direct = test_changes_query(3), walk;
    gc_sparse_id ids[1000], others[16];
    gc_sparse_change told[4];
    uint64_t at = 0, since;
    CHECK_INT(gc_sparse_create_n(world, ids, 1000), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids, 1000, one.include[0], NULL), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids + 300, 600, direct.include[0], NULL), GC_SPARSE_OK);
    gc_sparse_tick(world);
    CHECK_U64(test_changes_count(world, &one, 0), 1000);
    CHECK_U64(test_changes_count(world, &direct, 0), 600);

    // Removed, touched twice, set to what it was; the last row, which has moved, is not told.
    since = gc_sparse_tick(world);
    CHECK_INT(gc_sparse_remove(world, ids[500], one.include[0]), GC_SPARSE_OK);
    CHECK(gc_sparse_touch(world, ids[20], one.include[0]) && gc_sparse_touch(world, ids[20], one.include[0]));
    const void *same = gc_sparse_get(world, ids[10], one.include[0]);
    CHECK_INT(gc_sparse_set_value(world, ids[10], one.include[0], same), GC_SPARSE_OK);
    CHECK(gc_sparse_add(world, ids[30], one.include[0]) != NULL);
    CHECK_U64(test_changes_count(world, &one, since), 0);       // the tick goes on
    gc_sparse_tick(world);
    CHECK_INT(gc_sparse_changes(world, &one, since, &at, told, 4), 4);
    for (int i = 0; i < 4; i++) {
        CHECK_U64(told[i].id.slot, ids[i < 3 ? 10 * (i + 1) : 500].slot);
        CHECK_INT(told[i].what, i < 3 ? GC_SPARSE_MODIFIED : GC_SPARSE_REMOVED);
    }
    CHECK_INT(gc_sparse_changes(world, &one, since, &at, told, 4), 0);
    CHECK_U64(test_changes_count(world, &direct, since), 0);

    // Added and removed in one tick is nothing; removed and added again, a new value.
    since = gc_sparse_tick(world);
    gc_sparse_add(world, ids[500], one.include[0]);
    gc_sparse_remove(world, ids[500], one.include[0]);
    gc_sparse_remove(world, ids[600], one.include[0]);
    gc_sparse_add(world, ids[600], one.include[0]);
    gc_sparse_tick(world);
    at = 0;
    CHECK_INT(gc_sparse_changes(world, &one, since, &at, told, 4), 1);
    CHECK(gc_sparse_id_equal(told[0].id, ids[600]) && told[0].what == GC_SPARSE_MODIFIED);

    // Given out: one chunk of rows, slots, matches that stand apart, an optional type.
    memset(&walk, 0, sizeof walk);
    walk.include[0] = walk.write[0] = one.include[0];
    test_changes_given(world, &walk, 1, &one, 999);
    walk.include[1] = direct.include[0];
    test_changes_given(world, &walk, 9999, &one, 599);
    test_changes_given(world, &walk, 9999, &direct, 0);
    walk.write[1] = direct.include[0];
    test_changes_given(world, &walk, 9999, &direct, 599);
    walk.include[1].index = walk.write[1].index = 0;
    walk.optional[0] = walk.write[0] = direct.include[0];
    test_changes_given(world, &walk, 9999, &direct, 599);
    walk.include[1] = test_changes_type(2);
    walk.optional[0].index = 0;
    walk.write[0] = one.include[0];
    for (int i = 0; i < 90; i++) gc_sparse_add(world, ids[(i * 7) % 400], walk.include[1]);
    test_changes_given(world, &walk, 9999, &one, 90);
    test_changes_given(world, &walk, 0, &one, 0);

    // All of 16 slots change their entity in one tick, when there is little room.
    gc_sparse_world *other = test_changes_open(0);
    for (int turn = 0; turn < 20; turn++) {
        since = gc_sparse_tick(other);
        if (turn) CHECK_INT(gc_sparse_destroy_n(other, others, 16), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_create_n(other, others, 16), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_add_n(other, others, 16, one.include[0], NULL), GC_SPARSE_OK);
        gc_sparse_tick(other);
        CHECK_U64(test_changes_count(other, &one, since), turn ? 32 : 16);
        for (const gc_sparse_priv_journal *j = other->journals; j; j = j->next) {
            CHECK(j->length <= j->capacity);
        }
    }
    gc_sparse_close(other);

    // Who matches when it begins is told then.
    since = gc_sparse_tick(world);
    walk = direct;
    walk.write[0].index = 0;
    CHECK_INT(gc_sparse_track_query(world, &walk), GC_SPARSE_OK);
    gc_sparse_tick(world);
    CHECK_U64(test_changes_count(world, &walk, since), 600);
    CHECK_U64(test_changes_count(world, &direct, since), 0);

    // What was removed is forgotten, and its memory comes back.
    for (int i = 0; i < 20000; i++) {
        gc_sparse_remove(world, ids[0], one.include[0]);
        gc_sparse_tick(world);
        gc_sparse_add(world, ids[0], one.include[0]);
        since = gc_sparse_tick(world);
        CHECK_INT(gc_sparse_forget(world, since), GC_SPARSE_OK);
    }
    CHECK(world->journals->next->next->next->next->capacity < 4000);
    CHECK_U64(test_changes_count(world, &one, since), 0);
    CHECK_U64(test_changes_count(world, &one, 0), 999);
    CHECK_INT(gc_sparse_changes(world, &one, since - 1, &at, told, 4), GC_SPARSE_E_NOT_FOUND);
    CHECK_INT(gc_sparse_forget(world, UINT64_MAX), GC_SPARSE_OK);
    CHECK_U64(test_changes_count(world, &one, since), 0);
    gc_sparse_close(world);
}

// A query without types that are tracked: a listener that goes leaves it, and a replay is told.
static void test_sparse_changes_enter(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_component_desc desc;
    gc_sparse_query_desc query;
    gc_sparse_listener listener;
    gc_sparse_id ids[3];
    gc_sparse_change told[4];
    uint64_t at = 0, since;
    memset(&desc, 0, sizeof desc);
    memset(&query, 0, sizeof query);
    memset(&listener, 0, sizeof listener);
    desc.size = 4;
    CHECK_INT(gc_sparse_component(world, &desc, &query.include[0]), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_component(world, &desc, &query.exclude[0]), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_listen(world, query.include[0], &listener), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_unlisten(world, query.include[0], &listener), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(world, ids, 3), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids, 2, query.include[0], NULL), GC_SPARSE_OK);
    since = gc_sparse_tick(world);
    CHECK_INT(gc_sparse_changes(world, &query, 0, &at, told, 4), 2);
    CHECK_INT(told[0].what, GC_SPARSE_ADDED);

    // One leaves by what it gets, one enters, one ends: in the order of their slots.
    gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
    CHECK(gc_sparse_record_add(commands, ids[2], query.include[0]) != NULL);
    CHECK_INT(gc_sparse_record_destroy(commands, ids[1]), GC_SPARSE_OK);
    CHECK(gc_sparse_record_add(commands, ids[0], query.exclude[0]) != NULL);
    CHECK_INT(gc_sparse_replay(world), GC_SPARSE_OK);
    gc_sparse_tick(world);
    at = 0;
    CHECK_INT(gc_sparse_changes(world, &query, since, &at, told, 4), 3);
    for (int i = 0; i < 3; i++) {
        CHECK(gc_sparse_id_equal(told[i].id, ids[i]));
        CHECK_INT(told[i].what, i < 2 ? GC_SPARSE_REMOVED : GC_SPARSE_ADDED);
    }
    gc_sparse_close(world);
}

// Who loses its parent's node has another parent, and is told.
static void test_sparse_changes_orphans(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_component_desc desc;
    gc_sparse_query_desc query, blocks;
    gc_sparse_change told[4];
    gc_sparse_view view;
    uint64_t at = 0;
    memset(&desc, 0, sizeof desc);
    memset(&query, 0, sizeof query);
    memset(&blocks, 0, sizeof blocks);
    desc.size = sizeof(gc_sparse_node);
    CHECK_INT(gc_sparse_component(world, &desc, &query.include[0]), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_tree(world, query.include[0]), GC_SPARSE_OK);
    query.write[0] = blocks.include[0] = blocks.changed = query.include[0];
    CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_OK);

    gc_sparse_id ids[200];
    CHECK_INT(gc_sparse_create_n(world, ids, 200), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_add_n(world, ids, 200, query.include[0], NULL), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_attach(world, ids[3], ids[199]), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_attach(world, ids[5], ids[3]), GC_SPARSE_OK);
    blocks.since = gc_sparse_tick(world);
    CHECK_INT(gc_sparse_remove(world, ids[199], query.include[0]), GC_SPARSE_OK);
    gc_sparse_begin(&view, world, &blocks);
    CHECK(gc_sparse_next(&view) && view.slots[0] == ids[0].slot && view.count == 64);
    gc_sparse_tick(world);
    CHECK_INT(gc_sparse_changes(world, &query, blocks.since, &at, told, 4), 2);
    CHECK(gc_sparse_id_equal(told[0].id, ids[3]) && told[0].what == GC_SPARSE_MODIFIED);
    CHECK(gc_sparse_id_equal(told[1].id, ids[199]) && told[1].what == GC_SPARSE_REMOVED);
    gc_sparse_close(world);
}

// Loads and ticks without memory: nothing has changed, and nothing of what is to be told is
// lost.
static void test_sparse_changes_load_no_memory(void) {
    bool whole = false;
    for (size_t k = 1; !whole && k < 200; k++) {
        gc_sparse_desc open;
        gc_sparse_component_desc desc;
        gc_sparse_query_desc query;
        static gc_sparse_id ids[3000];
        memset(&open, 0, sizeof open);
        memset(&desc, 0, sizeof desc);
        memset(&query, 0, sizeof query);
        open.allocator.resize = test_changes_resize;
        test_changes_fail_at = 0;
        gc_sparse_world *world = gc_sparse_open(&open, NULL);
        desc.size = 8;
        desc.name = "a";
        CHECK_INT(gc_sparse_component(world, &desc, &query.include[0]), GC_SPARSE_OK);
        query.write[0] = query.include[0];
        CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_create_n(world, ids, 3000), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_add_n(world, ids, 200, query.include[0], NULL), GC_SPARSE_OK);
        static char bytes[60000];
        size_t size = gc_sparse_save(world, bytes, sizeof bytes);
        CHECK(size != 0);

        // All are told, and most written again.
        CHECK_U64(gc_sparse_tick(world), 1);
        for (int i = 0; i < 150; i++) CHECK(gc_sparse_touch(world, ids[i], query.include[0]));

        // Since the save: 2800 more, 50 fewer, 3 written.
        CHECK_INT(gc_sparse_add_n(world, ids + 200, 2800, query.include[0], NULL), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_remove_n(world, ids + 100, 50, query.include[0]), GC_SPARSE_OK);
        for (int i = 0; i < 3; i++) *(char *)gc_sparse_get(world, ids[i], query.include[0]) = 1;

        test_changes_fail_at = test_changes_calls + k;
        uint64_t since = gc_sparse_tick(world), hash = gc_sparse_hash_all(world);
        if (!since) {
            // Some are told already, each once; what comes now takes their place.
            CHECK(test_changes_count(world, &query, 0) <= 2950);
            for (int i = 50; i < 100; i++) CHECK(gc_sparse_touch(world, ids[i], query.include[0]));
            for (int i = 150; i < 200; i++) CHECK(gc_sparse_touch(world, ids[i], query.include[0]));
            CHECK((since = gc_sparse_tick(world)) != 0);
        }
        CHECK_U64(test_changes_count(world, &query, 0), 2950);
        int error = gc_sparse_load(world, bytes, size);
        if (error != GC_SPARSE_OK) {
            CHECK_INT(error, GC_SPARSE_E_MEMORY);
            CHECK_U64(gc_sparse_hash_all(world), hash);
            CHECK_INT(gc_sparse_load(world, bytes, size), GC_SPARSE_OK);
        }
        if (!gc_sparse_tick(world)) CHECK(gc_sparse_tick(world) != 0);
        whole = test_changes_calls < test_changes_fail_at;
        CHECK_U64(test_changes_count(world, &query, since), 2853);
        CHECK_U64(test_changes_count(world, &query, 0), 200);
        gc_sparse_close(world);
        CHECK_U64(test_changes_bytes, 0);
    }
    CHECK(whole);
}

static void test_sparse_changes_no_memory(void) {
    for (size_t k = 1; k <= 40; k++) {
        gc_sparse_desc open;
        gc_sparse_component_desc desc;
        gc_sparse_type types[2];
        memset(&open, 0, sizeof open);
        memset(&desc, 0, sizeof desc);
        open.allocator.resize = test_changes_resize;
        test_changes_fail_at = 0;
        gc_sparse_world *world = gc_sparse_open(&open, NULL);
        desc.size = 8;
        for (int i = 0; i < 2; i++) {
            desc.kind = i ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
            CHECK_INT(gc_sparse_component(world, &desc, &types[i]), GC_SPARSE_OK);
        }

        test_changes_fail_at = test_changes_calls + k;
        for (int i = 0; i < 2; i++) {
            int tracked = gc_sparse_track(world, types[i]);
            if (tracked != GC_SPARSE_OK) {
                CHECK_INT(tracked, GC_SPARSE_E_MEMORY);
                CHECK_U64(world->tracked, (uint32_t)i);
                CHECK_INT(gc_sparse_track(world, types[i]), GC_SPARSE_OK);
            }
        }
        gc_sparse_query_desc query;
        memset(&query, 0, sizeof query);
        query.include[0] = query.write[0] = types[0];
        query.include[1] = types[1];
        int kept = gc_sparse_track_query(world, &query);
        if (kept != GC_SPARSE_OK) {
            CHECK_INT(kept, GC_SPARSE_E_MEMORY);
            CHECK(world->journals == NULL);
            CHECK_INT(gc_sparse_track_query(world, &query), GC_SPARSE_OK);
        }
        for (uint32_t e = 0; e < 5000; e++) {
            if (e % 64 == 0 && !gc_sparse_tick(world)) CHECK(gc_sparse_tick(world) != 0);
            gc_sparse_id id = gc_sparse_create(world);
            if (id.generation == 0) id = gc_sparse_create(world);
            for (int i = 0; i < 2; i++) {
                uint64_t hash = e < 200 ? gc_sparse_hash(world) : 0;
                if (gc_sparse_add(world, id, types[i])) continue;
                if (e < 200) CHECK_U64(gc_sparse_hash(world), hash);
                CHECK(gc_sparse_add(world, id, types[i]) != NULL);
            }
            CHECK(gc_sparse_touch(world, id, types[0]) && gc_sparse_touch(world, id, types[1]));
        }
        if (!gc_sparse_tick(world)) CHECK(gc_sparse_tick(world) != 0);
        CHECK_U64(test_changes_count(world, &query, 0), 5000);
        gc_sparse_clear(world);
        if (gc_sparse_shrink(world) != GC_SPARSE_OK) CHECK_INT(gc_sparse_shrink(world), GC_SPARSE_OK);
        CHECK_U64(world->look.pools[1].tick_count, 1);
        gc_sparse_close(world);
        CHECK_U64(test_changes_bytes, 0);
    }
}

// ---- threads

#ifdef TEST_CHANGES_THREADS
typedef struct test_changes_job {
    gc_sparse_world *world;
    const gc_sparse_view *view;
    uint32_t next, parts;
    size_t rows;
} test_changes_job;

// Parts of 50 rows share blocks with their neighbours; each also touches what others own.
static void *test_changes_work(void *user) {
    test_changes_job *job = (test_changes_job *)user;
    uint32_t p;
    while ((p = __atomic_fetch_add(&job->next, 1, __ATOMIC_RELAXED)) < job->parts) {
        gc_sparse_view part = gc_sparse_view_part(job->view, p, job->rows);
        while (gc_sparse_next(&part)) {
            for (size_t i = 0; i < part.count; i++) {
                unsigned char *at = (unsigned char *)gc_sparse_view_at(&part, 1, i, 12);
                at[0]++;
                gc_sparse_id friend_of = gc_sparse_id_of(job->world, at[1] * 7u);
                if (friend_of.generation) gc_sparse_touch(job->world, friend_of, test_changes_type(3));
            }
        }
    }
    return NULL;
}

// A hash of all marks after a frame by so many threads.
static uint64_t test_changes_on_threads(int threads) {
    gc_sparse_world *world = test_changes_open(0);
    gc_sparse_query_desc query;
    gc_sparse_view view;
    uint64_t random = 7, hash = 1;

    for (uint32_t e = 0; e < 1900; e++) {
        gc_sparse_id id = gc_sparse_create(world);
        for (uint32_t t = 1; t <= 3; t++) test_changes_write(world, id, 1 + (t + e) % 3, &random);
    }

    for (int frame = 0; frame < 4; frame++) {
        test_changes_job job;
        pthread_t handles[16];
        gc_sparse_tick(world);

        memset(&query, 0, sizeof query);
        query.include[0] = test_changes_type(1);
        query.include[1] = query.write[0] = test_changes_type(2);
        gc_sparse_begin(&view, world, &query);

        memset(&job, 0, sizeof job);
        job.world = world;
        job.view = &view;
        job.rows = 50;
        job.parts = gc_sparse_view_parts(&view, job.rows);

        for (int t = 1; t < threads; t++) {
            if (!CHECK(pthread_create(&handles[t], NULL, test_changes_work, &job) == 0)) exit(1);
        }
        test_changes_work(&job);
        for (int t = 1; t < threads; t++) pthread_join(handles[t], NULL);
    }

    for (uint32_t t = 1; t <= TEST_CHANGES_TYPES; t++) {
        const gc_sparse_pool *pool = gc_sparse_pool_of(world, test_changes_type(t));
        for (uint32_t b = 0; b < pool->tick_count; b++) hash = (hash ^ pool->ticks[b]) * 0x100000001b3u;
    }

    // What is told, in order.
    uint64_t now = gc_sparse_tick(world);
    for (int q = 0; q < TEST_CHANGES_QUERIES; q++) {
        static gc_sparse_change told[TEST_CHANGES_MOST];
        size_t n = test_changes_told(world, q, now - 1, 64, told, TEST_CHANGES_MOST);
        CHECK((n != 0) == (q == 1 || q == 3));
        for (size_t i = 0; i < n; i++) {
            hash = (hash ^ told[i].id.slot ^ (uint64_t)told[i].what << 32) * 0x100000001b3u;
        }
    }

    hash ^= gc_sparse_hash(world);
    gc_sparse_close(world);
    return hash;
}

static void test_sparse_changes_threads(void) {
    uint64_t want = test_changes_on_threads(1);
    for (int threads = 2; threads <= 16; threads++) CHECK_U64(test_changes_on_threads(threads), want);
}
#else
static void test_sparse_changes_threads(void) { SKIP("this test uses pthreads"); }
#endif

// ---- by types

typedef struct changes_place { float x, y; } changes_place;
typedef struct changes_speed { float x, y; } changes_speed;
typedef struct changes_life { int points; } changes_life;
#define CHANGES(X) X(DENSE, changes_place) X(DENSE, changes_speed) X(DIRECT, changes_life)
GC_SPARSE_COMPONENTS(CHANGES)
GC_SPARSE_SYSTEM(changes_move, (int *n), (n), changes_place, p, READ(changes_speed), v,
                 MAYBE_READ(changes_life), l, ALSO_WRITES, changes_life) {
    p->x += v->x + (l ? (float)l->points : 0);
    ++*n;
}
GC_SPARSE_SYSTEM(changes_hurt, (int *n), (n), changes_speed, v, MAYBE(changes_life), l) {
    if (l) l->points = (int)v->x;
    ++*n;
}

// How many entities of each type have changed since a tick, as digits of 1000.
static int test_changes_since(gc_sparse_world *world, uint64_t since) {
    int places = 0, speeds = 0, lives = 0;
    GC_SPARSE_EACH_CHANGED(world, since, READ(changes_place), p) places += p->x >= 0;
    GC_SPARSE_EACH_CHANGED(world, since, READ(changes_speed), v) speeds += v->x >= 0;
    GC_SPARSE_EACH_CHANGED(world, since, READ(changes_life), l) lives += l->points >= 0;
    return places * 1000000 + speeds * 1000 + lives;
}

static void test_sparse_changes_typed(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_id ids[256];
    int n = 0;
    CHECK_INT(CHANGES_register(world), GC_SPARSE_OK);
    for (uint32_t t = 1; t <= 3; t++) CHECK_INT(gc_sparse_track(world, test_changes_type(t)), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(world, ids, 256), GC_SPARSE_OK);
    for (int i = 0; i < 256; i++) GC_SPARSE_SET(world, ids[i], changes_place, 1, 1);
    for (int i = 0; i < 192; i++) GC_SPARSE_SET(world, ids[i], changes_speed, 1, 1);
    for (int i = 64; i < 128; i++) GC_SPARSE_SET(world, ids[i], changes_life, 1);
    CHECK_INT(test_changes_since(world, 0), 256192064);
    uint64_t seen = gc_sparse_tick(world);
    CHECK_INT(test_changes_since(world, seen), 0);

    // READ marks nothing, nor do types that are only written besides.
    CHECK_INT(changes_move(world, &n), GC_SPARSE_OK);
    CHECK_INT(n, 192);
    CHECK_INT(test_changes_since(world, seen), 192000000);
    seen = gc_sparse_tick(world);
    CHECK_INT(changes_hurt(world, &n), GC_SPARSE_OK);
    CHECK_INT(test_changes_since(world, seen), 192064);

    // A system over what has changed of its first type.
    gc_sparse_view view;
    seen = gc_sparse_tick(world);
    CHECK(gc_sparse_touch(world, ids[70], gc_sparse_type_changes_place()));
    n = 0;
    changes_move_changed(&view, world, seen);
    CHECK_INT(changes_move_part(&view, &n), GC_SPARSE_OK);
    CHECK_INT(n, 64);
    GC_SPARSE_EACH(world, changes_life, l) l->points++;
    CHECK_INT(test_changes_since(world, seen), 64000064);
    gc_sparse_close(world);
}

// ---- a mirror, as a picture or a network layer keeps one

// By slot: who is there and its bytes, as the walks over changes have told them.
typedef struct test_changes_mirror {
    gc_sparse_id owner;
    unsigned char bytes[12];
} test_changes_mirror;
enum { TEST_CHANGES_MIRRORED = 96 };

// One change of a world of at most so many, in which slots are soon used again.
static void test_changes_small_step(gc_sparse_world *world, gc_sparse_world *other, uint32_t most,
                                    uint64_t *random) {
    uint32_t t = 1 + test_changes_random(random, TEST_CHANGES_TYPES);
    gc_sparse_id id = gc_sparse_id_of(world, test_changes_random(random, most));
    uint32_t what = test_changes_random(random, most < 10 ? 16 : 40);
    size_t size = test_changes_types[t - 1].size;
    const unsigned char zero[12] = { 0 };
    if (what == 0) CHECK_INT(gc_sparse_copy(other, world), GC_SPARSE_OK);
    else if (what == 1) CHECK_INT(gc_sparse_copy(world, other), GC_SPARSE_OK);
    else if (what < 8 && id.generation) gc_sparse_destroy(world, id);
    else if (what < 12 && id.generation) gc_sparse_remove(world, id, test_changes_type(t));
    if (what < 12) return;

    bool room = gc_sparse_stats(world).entities < most;
    if (!id.generation && room) id = gc_sparse_create(world);
    if (!id.generation || id.slot >= TEST_CHANGES_MIRRORED) return;
    if (what % 2) gc_sparse_set_value(world, id, test_changes_type(t), zero);   // most have the same bytes
    else if (size) test_changes_write(world, id, t, random);
    else gc_sparse_add(world, id, test_changes_type(t));
}

// What has changed since the last look goes into the mirror; then it has all that is there.
static void test_changes_look(gc_sparse_world *world, uint32_t t, uint64_t since,
                              test_changes_mirror *mirror) {
    gc_sparse_query_desc query;
    gc_sparse_view view;
    size_t size = test_changes_types[t - 1].size;
    memset(&query, 0, sizeof query);
    query.include[0] = query.changed = test_changes_type(t);
    query.since = since;
    gc_sparse_begin(&view, world, &query);
    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) {
            test_changes_mirror *at = &mirror[view.slots[i]];
            at->owner = gc_sparse_view_id(&view, i);
            if (size) memcpy(at->bytes, gc_sparse_view_at(&view, 0, i, size), size);
        }
    }

    memset(&query.changed, 0, sizeof query.changed);
    gc_sparse_begin(&view, world, &query);
    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) {
            const test_changes_mirror *at = &mirror[view.slots[i]];
            CHECK(gc_sparse_id_equal(at->owner, gc_sparse_view_id(&view, i)));
            CHECK(size == 0 || memcmp(at->bytes, gc_sparse_view_at(&view, 0, i, size), size) == 0);
        }
    }
}

// A million changes and copies back and forth, of worlds of 4 and of 96 entities: an entity
// that a copy brings into a slot is told, also where its bytes are those of the one before.
static void test_sparse_changes_mirror(void) {
    static test_changes_mirror mirror[TEST_CHANGES_TYPES][TEST_CHANGES_MIRRORED];
    uint64_t random = test_seed;
    for (uint32_t most = 4; most <= TEST_CHANGES_MIRRORED; most += TEST_CHANGES_MIRRORED - 4) {
        gc_sparse_world *world = test_changes_open(0), *other = test_changes_open(0);
        uint64_t since = 0;
        memset(mirror, 0, sizeof mirror);
        for (int step = 0; step < 500000 && !test_failures_here; step++) {
            test_changes_small_step(world, other, most, &random);
            if (test_changes_random(&random, 8)) continue;
            for (uint32_t t = 1; t <= TEST_CHANGES_TYPES; t++) {
                test_changes_look(world, t, since, mirror[t - 1]);
            }
            since = gc_sparse_tick(world);
        }
        gc_sparse_close(world);
        gc_sparse_close(other);
    }
}

static const test_case test_sparse_changes_cases[] = {
    TEST_CASE(test_sparse_changes_model),
    TEST_CASE(test_sparse_changes_mirror),
    TEST_CASE(test_sparse_changes_untracked),
    TEST_CASE(test_sparse_changes_misuse),
    TEST_CASE(test_sparse_changes_few),
    TEST_CASE(test_sparse_changes_enter),
    TEST_CASE(test_sparse_changes_orphans),
    TEST_CASE(test_sparse_changes_load_no_memory),
    TEST_CASE(test_sparse_changes_no_memory),
    TEST_CASE(test_sparse_changes_threads),
    TEST_CASE(test_sparse_changes_typed),
};
TEST_MAIN(test_sparse_changes_cases)
