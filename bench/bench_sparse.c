// bench_sparse.c - times of gc_sparse.h beside plain array loops.
//
//     cc -O3 -march=native -DNDEBUG -I. bench/bench_sparse.c -c -o bench_sparse.o
//     cc -O3 -march=native -DNDEBUG -DGC_SPARSE_IMPLEMENTATION -x c -c gc_sparse.h -o gc_sparse.o
//     c++ -O3 -march=native -DNDEBUG -I. bench_sparse.o gc_sparse.o bench/sparse_map.cc -o bench_sparse
//     ./bench_sparse
//
// The implementation is compiled apart, as in a program of several files. Without a C++
// compiler: -DBENCH_NO_MAP for the first, and no sparse_map.cc.
//
// Lines `bench,case,subject,metric,value,unit` go to stdout, a table of ratios to stderr. Each
// value is the median of the rounds, in nanoseconds of this thread's processor time for one
// element; the subjects take turns within a round. QUICK=1 in the environment: fewer rounds,
// and no world of a million. A case ends with its number of entities.
//
//     iterate1, iterate2      one component of 16 bytes; p += v * dt of two of 8 bytes, added in like order
//     ..._half, _unlike, _at  every second entity has v; pools in unlike order; the same by GC_SPARSE_AT
//     group2, group2_at       iterate2 in a group of the two; the same by GC_SPARSE_AT
//     create, _n, _2          empty entities; by one call; with two components: cold, reserved, by batches
//     destroy_random          of two components, in random order; _n by one call
//     destroy_4, _64          destroy_random in a world of 4 types, of 64 types
//     destroy_mixed           of up to four components, each by the toss of a coin
//     destroy_no_masks        destroy_random in a world that keeps no masks
//     get_random, get_stale   GC_SPARSE_GET in random order, of live and of stale ids
//     record, replay          one gc_sparse_record_add for each entity, in random order
//     hash                    of entities with 5 components, 48 bytes
//     map_get_random          GC_SPARSE_MAP_GET, in random order
//     query_none, _one        gc_sparse_begin of two types over no entity and over one, each with its walk
//     exclude_cached, half_.. a match of position without tag; with half; with an optional half, at random
//     exclude_group           position without tag as a group
//     churn_cached, _group    one remove and one add of half, of which a cached query or a group is kept
//     listen                  gc_sparse_set_value of what is there, with a listener
//     clone, create_at        a copy of an entity of three components; entities at given ids, rising
//     entities, types         gc_sparse_next_entity; with gc_sparse_next_type over each one's types
//     typed2, typed3          groups of two and three by GC_SPARSE_SYSTEM; _each by GC_SPARSE_EACH,
//                             _at by GC_SPARSE_AT; _unlike: the two in pools in unlike order
//     set, set_add, _value    GC_SPARSE_SET of what is there, in random order; gc_sparse_add and a
//                             store; gc_sparse_set_value
//     get_typed               get_random by gc_sparse_get_T of the world
//     copy, save, load        of entities with 4 components, 64 bytes; array: memcpy of each array
//     copy_rare               the same with 60 more types, which one entity each has; own: without them
//     copy_told, _told_random the four types copied by change, one in 50 changed since in runs of 100,
//                             at random; own: copied whole
//     rollback                eight takes of gc_sparse_rollback and a restore, in a ring of two, for
//                             one; own: gc_sparse_copy into two worlds by turns, and back; array: so
//     save_file               gc_sparse_save and fwrite; array: fwrite of each array
//     hash_all                of the same; own: gc_sparse_hash
//     map_copy                of the map of map_get_random; array: memcpy of the components
//     touch, touch_random     gc_sparse_touch of all in order, gc_sparse_pool_touch at random
//     write_marked            iterate1 by a query that says that it writes, of a tracked type
//     changed                 iterate1 over what has changed, which is one block in a hundred
//     changes                 one in a hundred touched at random, the tick, gc_sparse_changes, for each
//                             touched; array: a list of those whose flag was not set; own: a walk over
//                             the blocks that have changed
//
//     attach, sort_tree       one child more of an entity at random; depths, and the sort
//     destroy_tree            the root, and with it all below it
//
// The metric "memory" is bytes of an entity, or of a component beside its data, after
// gc_sparse_shrink: masks or not, dense and direct.
//
// The subject "array" does the closest that plain arrays can do: no ids, no sparse arrays, no
// generations; destroy clears a flag, and record and replay go through an array of pairs { id,
// value }, and touch writes a tick for each 64. "own" is another call of this header that does
// the same: iterate1 that says nothing; iterate1 over all; gc_sparse_query; the query
// not cached; remove and add of what nobody keeps; set_value without a listener; create and
// set_value by hand; gc_sparse_create; ids from a query; gc_sparse_has for each type.
// "optional" is an array by slot of { bool, value } for each component, and "map" a
// std::unordered_map from whole ids to components (iterate1 of 8 bytes).
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L     // clock_gettime
#endif
#include "gc_sparse.h"
#include "sparse_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct vec2 { float x, y; } vec2;
typedef struct body { float x, y, z, w; } body;

enum { BENCH_CASES = 68, BENCH_SUBJECTS = 5, BENCH_ROUNDS = 25 };

static const char *const bench_names[BENCH_CASES] = {
    "iterate1", "iterate2", "iterate2_half", "iterate2_unlike", "iterate2_unlike_at", "group2", "group2_at",
    "create", "create_n", "create_2", "create_2_reserved", "create_2_n", "destroy_random",
    "destroy_random_n", "destroy_4", "destroy_64", "destroy_mixed", "destroy_no_masks",
    "get_random", "get_stale", "record", "replay", "hash", "map_get_random",
    "typed2", "typed2_each", "typed2_at", "typed2_unlike", "typed2_unlike_each", "typed3", "typed3_each",
    "typed3_at", "set", "set_add", "set_value", "get_typed",
    "query_none", "query_one", "exclude_cached", "half_cached", "optional_cached", "exclude_group",
    "churn_cached", "churn_group", "churn_group_random",
    "listen", "clone", "create_at", "entities", "types",
    "touch", "touch_random", "write_marked", "changed", "changes",
    "copy", "copy_rare", "copy_told", "copy_told_random",
    "rollback", "save", "save_file", "load", "hash_all", "map_copy",
    "attach", "sort_tree", "destroy_tree",
};
enum {
    BENCH_ITERATE1, BENCH_ITERATE2, BENCH_HALF, BENCH_UNLIKE, BENCH_UNLIKE_AT, BENCH_GROUP2, BENCH_GROUP2_AT,
    BENCH_CREATE, BENCH_CREATE_N, BENCH_CREATE_2, BENCH_CREATE_2_RESERVED, BENCH_CREATE_2_N, BENCH_DESTROY,
    BENCH_DESTROY_N, BENCH_DESTROY_4, BENCH_DESTROY_64, BENCH_DESTROY_MIXED, BENCH_DESTROY_NO_MASKS,
    BENCH_GET, BENCH_STALE, BENCH_RECORD, BENCH_REPLAY, BENCH_HASH, BENCH_SET_GET,
    BENCH_TYPED2, BENCH_TYPED2_EACH, BENCH_TYPED2_AT, BENCH_TYPED2_UNLIKE, BENCH_TYPED2_UNLIKE_EACH,
    BENCH_TYPED3, BENCH_TYPED3_EACH, BENCH_TYPED3_AT, BENCH_SET, BENCH_SET_ADD, BENCH_SET_VALUE,
    BENCH_GET_TYPED,
    BENCH_QUERY_NONE, BENCH_QUERY_ONE, BENCH_EXCLUDE_CACHED, BENCH_HALF_CACHED, BENCH_OPTIONAL_CACHED,
    BENCH_EXCLUDE_GROUP, BENCH_CHURN_CACHED, BENCH_CHURN_GROUP, BENCH_CHURN_GROUP_RANDOM,
    BENCH_LISTEN, BENCH_CLONE, BENCH_CREATE_AT,
    BENCH_ENTITIES, BENCH_TYPES, BENCH_TOUCH, BENCH_TOUCH_RANDOM, BENCH_WRITE_MARKED, BENCH_CHANGED,
    BENCH_CHANGES,
    BENCH_COPY, BENCH_COPY_RARE, BENCH_COPY_TOLD, BENCH_COPY_TOLD_RANDOM,
    BENCH_ROLLBACK, BENCH_SAVE, BENCH_SAVE_FILE, BENCH_LOAD, BENCH_HASH_ALL,
    BENCH_SET_COPY,
    BENCH_ATTACH, BENCH_SORT_TREE, BENCH_DESTROY_TREE
};
enum { BENCH_SPARSE, BENCH_ARRAY, BENCH_OPTIONAL, BENCH_MAP, BENCH_OWN };

static double bench_times[BENCH_CASES][BENCH_SUBJECTS][BENCH_ROUNDS];
static int bench_counts[BENCH_CASES][BENCH_SUBJECTS];
static volatile float bench_sink;

static double bench_now(void) {     // ns
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);     // other jobs on the machine do not count
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void bench_add(int what, int subject, double start, double end, double elements) {
    bench_times[what][subject][bench_counts[what][subject]++] = (end - start) / elements;
}

static int bench_less(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double bench_median(int what, int subject) {
    int n = bench_counts[what][subject];
    qsort(bench_times[what][subject], (size_t)n, sizeof(double), bench_less);
    return n ? bench_times[what][subject][n / 2] : 0;
}

// A world of n entities: position and velocity in like order, half in every second entity,
// other in shuffled order.
typedef struct bench_world {
    gc_sparse_world *world;
    gc_sparse_type position, velocity, half, other, shape;
    gc_sparse_world *grouped;       // a world of its own: position and velocity are a group
    gc_sparse_id *ids, *shuffled;
    uint32_t n;
    vec2 *array_position, *array_velocity;
    body *array_shape;
    gc_sparse_world *typed[4];      // of a list: [2] and [3] grouped, [0] in unlike order
    gc_sparse_id *typed_ids;        // of [0], shuffled
} bench_world;

static gc_sparse_type bench_type(gc_sparse_world *world, const char *name, size_t size) {
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    memset(&desc, 0, sizeof desc);
    desc.name = name;
    desc.size = size;
    if (gc_sparse_component(world, &desc, &type) != GC_SPARSE_OK) exit(1);
    return type;
}

static void bench_shuffle(gc_sparse_id *ids, uint32_t n) {
    uint64_t state = 12345;
    for (uint32_t i = n - 1; i > 0; i--) {
        gc_sparse_id swap = ids[i];
        uint32_t j;
        state = state * 6364136223846793005u + 1442695040888963407u;
        j = (uint32_t)((state >> 32) % (i + 1));
        ids[i] = ids[j];
        ids[j] = swap;
    }
}

// Its types have the indices of position and velocity.
static gc_sparse_world *bench_open_group(uint32_t n) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_id *ids = (gc_sparse_id *)malloc(n * sizeof *ids);
    gc_sparse_type pair[2];
    if (!world || !ids) exit(1);
    for (int t = 0; t < 2; t++) pair[t] = bench_type(world, "pair", sizeof(vec2));
    if (gc_sparse_group(world, pair, 2) != GC_SPARSE_OK) exit(1);
    gc_sparse_create_n(world, ids, n);
    for (int t = 0; t < 2; t++) gc_sparse_add_n(world, ids, n, pair[t], NULL);
    free(ids);
    return world;
}

static bench_world bench_open(uint32_t n) {
    bench_world b;

    memset(&b, 0, sizeof b);
    b.n = n;

    b.world = gc_sparse_open(NULL, NULL);
    b.position = bench_type(b.world, "position", sizeof(vec2));
    b.velocity = bench_type(b.world, "velocity", sizeof(vec2));
    b.half = bench_type(b.world, "half", sizeof(vec2));
    b.other = bench_type(b.world, "other", sizeof(vec2));
    b.shape = bench_type(b.world, "shape", sizeof(body));

    b.ids = (gc_sparse_id *)malloc(n * sizeof *b.ids);
    b.shuffled = (gc_sparse_id *)malloc(n * sizeof *b.ids);
    b.array_position = (vec2 *)calloc(n, sizeof(vec2));
    b.array_velocity = (vec2 *)calloc(n, sizeof(vec2));
    b.array_shape = (body *)calloc(n, sizeof(body));

    if (!b.world || !b.ids || !b.shuffled || !b.array_position || !b.array_velocity || !b.array_shape) {
        exit(1);
    }

    gc_sparse_create_n(b.world, b.ids, n);
    memcpy(b.shuffled, b.ids, n * sizeof *b.ids);
    bench_shuffle(b.shuffled, n);

    gc_sparse_add_n(b.world, b.ids, n, b.position, NULL);
    gc_sparse_add_n(b.world, b.ids, n, b.velocity, NULL);
    gc_sparse_add_n(b.world, b.ids, n, b.shape, NULL);
    gc_sparse_add_n(b.world, b.shuffled, n, b.other, NULL);

    for (uint32_t i = 0; i < n; i += 2) gc_sparse_add(b.world, b.ids[i], b.half);

    b.grouped = bench_open_group(n);
    return b;
}

static void bench_close(bench_world *b) {
    gc_sparse_close(b->world);
    gc_sparse_close(b->grouped);
    for (int k = 0; k < 4; k++) gc_sparse_close(b->typed[k]);
    free(b->typed_ids);
    free(b->ids);
    free(b->shuffled);
    free(b->array_position);
    free(b->array_velocity);
    free(b->array_shape);
}

static void bench_iterate1(bench_world *b, int repeat) {
    gc_sparse_query_desc query;
    double start, middle;

    memset(&query, 0, sizeof query);
    query.include[0] = b->shape;
    start = bench_now();
    for (int r = 0; r < repeat; r++) {
        gc_sparse_view view = gc_sparse_query(b->world, &query);
        while (gc_sparse_next(&view)) {
            body *p = (body *)view.columns[0];
            for (size_t i = 0; i < view.count; i++) { p[i].x += 1; p[i].y += 2; p[i].z += 3; p[i].w += 4; }
        }
    }
    middle = bench_now();
    bench_add(BENCH_ITERATE1, BENCH_SPARSE, start, middle, (double)b->n * repeat);
    for (int r = 0; r < repeat; r++) {
        body *p = b->array_shape;
        for (size_t i = 0; i < b->n; i++) { p[i].x += 1; p[i].y += 2; p[i].z += 3; p[i].w += 4; }
        bench_sink = p[0].x;
    }
    bench_add(BENCH_ITERATE1, BENCH_ARRAY, middle, bench_now(), (double)b->n * repeat);
}

// p += v * dt over the matches of position and another, by columns as the header advises, or by
// GC_SPARSE_AT.
static double bench_walk2(bench_world *b, gc_sparse_world *world, gc_sparse_type second, bool by_at) {
    gc_sparse_query_desc query;
    gc_sparse_view view;
    double matches = 0;

    memset(&query, 0, sizeof query);
    query.include[0] = b->position;
    query.include[1] = second;
    view = gc_sparse_query(world, &query);
    while (gc_sparse_next(&view)) {
        vec2 *p = (vec2 *)view.columns[0];
        const vec2 *v = (const vec2 *)view.columns[1];
        size_t count = view.count;
        matches += (double)count;
        if (by_at) {
            for (size_t i = 0; i < view.count; i++) {
                vec2 *to = GC_SPARSE_AT(vec2, &view, 0, i);
                const vec2 *from = GC_SPARSE_AT(vec2, &view, 1, i);
                to->x += from->x * 0.1f;
                to->y += from->y * 0.1f;
            }
        } else if (!view.rows[0]) {
            for (size_t i = 0; i < count; i++) { p[i].x += v[i].x * 0.1f; p[i].y += v[i].y * 0.1f; }
        } else {
            const uint32_t *to = view.rows[0], *from = view.rows[1];
            for (size_t i = 0; i < count; i++) {
                p[to[i]].x += v[from[i]].x * 0.1f;
                p[to[i]].y += v[from[i]].y * 0.1f;
            }
        }
    }
    return matches;
}

static void bench_iterate2(bench_world *b, int repeat) {
    const struct { int what; gc_sparse_world *world; gc_sparse_type second; bool by_at; } cases[6] = {
        { BENCH_ITERATE2, b->world, b->velocity, false }, { BENCH_HALF, b->world, b->half, false },
        { BENCH_UNLIKE, b->world, b->other, false }, { BENCH_UNLIKE_AT, b->world, b->other, true },
        { BENCH_GROUP2, b->grouped, b->velocity, false }, { BENCH_GROUP2_AT, b->grouped, b->velocity, true },
    };

    for (int c = 0; c < 6; c++) {
        double matches = 0, start = bench_now(), middle;
        uint32_t n;

        for (int r = 0; r < repeat; r++) {
            matches += bench_walk2(b, cases[c].world, cases[c].second, cases[c].by_at);
        }

        middle = bench_now();
        bench_add(cases[c].what, BENCH_SPARSE, start, middle, matches);

        n = c == 1 ? b->n / 2 : b->n;

        for (int r = 0; r < repeat; r++) {
            vec2 *p = b->array_position;
            const vec2 *v = b->array_velocity;
            for (uint32_t i = 0; i < n; i++) { p[i].x += v[i].x * 0.1f; p[i].y += v[i].y * 0.1f; }
            bench_sink = p[0].x;
        }

        bench_add(cases[c].what, BENCH_ARRAY, middle, bench_now(), (double)n * repeat);
    }
}

static void bench_get(bench_world *b, int repeat) {
    const gc_sparse_pool *pool = gc_sparse_pool_of(b->world, b->position);
    gc_sparse_id *stale = (gc_sparse_id *)malloc(b->n * sizeof *stale);
    double start = bench_now(), middle;
    uint64_t sum = 0;
    uint32_t word;

    if (!stale) exit(1);
    for (int r = 0; r < repeat; r++) {      // integer sums: a float sum would time its own chain of additions
        for (uint32_t i = 0; i < b->n; i++) {
            memcpy(&word, GC_SPARSE_GET(vec2, pool, b->shuffled[i]), sizeof word);
            sum += word;
        }
    }
    middle = bench_now();
    bench_add(BENCH_GET, BENCH_SPARSE, start, middle, (double)b->n * repeat);
    for (int r = 0; r < repeat; r++) {
        for (uint32_t i = 0; i < b->n; i++) {
            memcpy(&word, &b->array_position[b->shuffled[i].slot], sizeof word);
            sum += word;
        }
    }
    bench_add(BENCH_GET, BENCH_ARRAY, middle, bench_now(), (double)b->n * repeat);
    for (uint32_t i = 0; i < b->n; i++) {
        stale[i] = b->shuffled[i];
        stale[i].generation += 7;
    }
    start = bench_now();
    for (int r = 0; r < repeat; r++) {
        for (uint32_t i = 0; i < b->n; i++) sum += GC_SPARSE_GET(vec2, pool, stale[i]) != NULL;
    }
    bench_add(BENCH_STALE, BENCH_SPARSE, start, bench_now(), (double)b->n * repeat);
    bench_sink = (float)sum;
    free(stale);
}

// Births into new worlds, deaths in random order; beside it an array of { position, velocity }
// that grows by doubling.
static void bench_create(bench_world *b) {
    uint32_t n = b->n;
    gc_sparse_id *ids = (gc_sparse_id *)malloc(n * sizeof *ids);
    vec2 *values = (vec2 *)calloc(n, sizeof *values), *rows[2] = { NULL, NULL };
    gc_sparse_id *list = NULL;
    size_t capacity = 0, list_capacity = 0;
    double start, end;

    if (!ids || !values) exit(1);
    for (int kind = 0; kind < 10; kind++) {     // the last five for the sake of their end
        static const int what[5] = {
            BENCH_CREATE, BENCH_CREATE_N, BENCH_CREATE_2, BENCH_CREATE_2_RESERVED, BENCH_CREATE_2_N,
        };
        static const int end_by[10] = {
            0, 0, 0, BENCH_DESTROY, 0, BENCH_DESTROY_N, BENCH_DESTROY_64, BENCH_DESTROY_NO_MASKS,
            BENCH_DESTROY_4, BENCH_DESTROY_MIXED,
        };
        uint64_t coins = 12345;
        gc_sparse_desc desc;
        gc_sparse_world *world;
        gc_sparse_type none = { 0 }, p, v;
        memset(&desc, 0, sizeof desc);
        desc.no_masks = kind == 7;
        world = gc_sparse_open(&desc, NULL);
        p = bench_type(world, "p", sizeof(vec2));
        v = bench_type(world, "v", sizeof(vec2));
        for (int t = 2; t < (kind == 6 ? 64 : kind >= 8 ? 4 : 2); t++) {
            bench_type(world, "more", sizeof(vec2));
        }
        if (kind >= 3) {
            gc_sparse_reserve(world, none, n);
            gc_sparse_reserve(world, p, n);
            gc_sparse_reserve(world, v, n);
        }
        start = bench_now();
        if (kind == 1 || kind >= 4) gc_sparse_create_n(world, ids, n);
        for (uint32_t i = 0; kind == 9 && i < 4 * n; i++) {
            gc_sparse_type type = { i % 4 + 1 };
            coins = coins * 6364136223846793005u + 1442695040888963407u;
            if (coins >> 63) gc_sparse_add(world, ids[i / 4], type);
        }
        if (kind >= 4 && kind != 9) {
            gc_sparse_add_n(world, ids, n, p, values);
            gc_sparse_add_n(world, ids, n, v, values);
        }
        if (kind == 0) for (uint32_t i = 0; i < n; i++) ids[i] = gc_sparse_create(world);
        if (kind == 2 || kind == 3) {
            for (uint32_t i = 0; i < n; i++) {
                ids[i] = gc_sparse_create(world);
                ((vec2 *)gc_sparse_add(world, ids[i], p))->x = (float)i;
                ((vec2 *)gc_sparse_add(world, ids[i], v))->x = (float)i;
            }
        }
        if (kind < 5) bench_add(what[kind], BENCH_SPARSE, start, bench_now(), n);
        if (end_by[kind]) {
            bench_shuffle(ids, n);
            start = bench_now();
            if (kind == 5) gc_sparse_destroy_n(world, ids, n);
            else for (uint32_t i = 0; i < n; i++) gc_sparse_destroy(world, ids[i]);
            bench_add(end_by[kind], BENCH_SPARSE, start, bench_now(), n);
        }
        gc_sparse_close(world);
    }
    start = bench_now();
    for (uint32_t i = 0; i < n; i++) {
        vec2 value = { (float)i, 0 };
        if (i == capacity) {
            capacity = capacity ? capacity * 2 : 64;
            for (int k = 0; k < 2; k++) {
                if (!(rows[k] = (vec2 *)realloc(rows[k], capacity * sizeof(vec2)))) exit(1);
            }
        }
        rows[0][i] = rows[1][i] = value;
    }
    end = bench_now();
    bench_sink = rows[0][n / 2].x + rows[1][n / 3].x;
    bench_add(BENCH_CREATE_2, BENCH_ARRAY, start, end, n);
    start = bench_now();        // an array of ids, grown by doubling
    for (uint32_t i = 0; i < n; i++) {
        if (i == list_capacity) {
            list_capacity = list_capacity ? list_capacity * 2 : 64;
            if (!(list = (gc_sparse_id *)realloc(list, list_capacity * sizeof *list))) exit(1);
        }
        list[i].slot = i;
        list[i].generation = 1;
    }
    end = bench_now();
    bench_add(BENCH_CREATE, BENCH_ARRAY, start, end, n);
    start = bench_now();
    for (uint32_t i = 0; i < n; i++) list[b->shuffled[i].slot].generation = 0;
    end = bench_now();
    bench_sink = (float)list[n / 2].generation;
    bench_add(BENCH_DESTROY, BENCH_ARRAY, start, end, n);
    free(list);
    free(rows[0]);
    free(rows[1]);
    free(values);
    free(ids);
}

// One command for each entity in random order: sets `half` of 8 bytes; replayed twice, the
// second time on warm memory.
static void bench_commands(bench_world *b) {
    struct { gc_sparse_id id; vec2 value; } *array = NULL;
    gc_sparse_commands *commands = gc_sparse_record(b->world, 0, 0);
    double start = 0, middle = 0;

    for (int r = 0; r < 2; r++) {
        start = bench_now();
        for (uint32_t i = 0; i < b->n; i++) {
            ((vec2 *)gc_sparse_record_add(commands, b->shuffled[i], b->other))->x = (float)i;
        }

        middle = bench_now();
        gc_sparse_replay(b->world);
    }

    bench_add(BENCH_RECORD, BENCH_SPARSE, start, middle, b->n);
    bench_add(BENCH_REPLAY, BENCH_SPARSE, middle, bench_now(), b->n);

    array = calloc(b->n, sizeof *array);
    if (!array) exit(1);
    memset(array, 0x3c, b->n * sizeof *array);      // touched, and floats far from denormal

    start = bench_now();
    for (uint32_t i = 0; i < b->n; i++) {
        array[i].id = b->shuffled[i];
        array[i].value.x = (float)i;
    }

    middle = bench_now();
    for (uint32_t i = 0; i < b->n; i++) b->array_velocity[array[i].id.slot] = array[i].value;

    bench_add(BENCH_RECORD, BENCH_ARRAY, start, middle, b->n);
    bench_add(BENCH_REPLAY, BENCH_ARRAY, middle, bench_now(), b->n);

    free(array);
}

static void bench_hash(bench_world *b) {
    double start = bench_now();
    bench_sink = (float)gc_sparse_hash(b->world);
    bench_add(BENCH_HASH, BENCH_SPARSE, start, bench_now(), b->n);
}

// Eight snapshots, two of them kept, and back to one; the first time memory is new.
static void bench_rollback(gc_sparse_world *world, gc_sparse_world *other, char *const *arrays,
                           char *const *others, const size_t *sizes, uint32_t n) {
    gc_sparse_world *third = gc_sparse_open_like(world, NULL);
    gc_sparse_rollback *rollback = gc_sparse_rollback_open(world, 2, NULL);
    char *thirds[4];
    for (int t = 0; t < 4; t++) if (!(thirds[t] = (char *)malloc(n * sizes[t]))) exit(1);
    if (!third || !rollback) exit(1);
    for (uint64_t turn = 0; turn < 2; turn++) {
        double times[4];
        times[0] = bench_now();
        for (uint64_t frame = 0; frame < 8; frame++) {
            if (gc_sparse_rollback_take(rollback, turn * 8 + frame)) exit(1);
        }
        if (gc_sparse_rollback_restore(rollback, turn * 8 + 6)) exit(1);
        times[1] = bench_now();
        for (int frame = 0; frame < 8; frame++) if (gc_sparse_copy(frame % 2 ? other : third, world)) exit(1);
        if (gc_sparse_copy(world, third)) exit(1);
        times[2] = bench_now();
        for (int frame = 0; frame < 9; frame++) {
            char *const *from = frame < 8 ? arrays : thirds, *const *to = frame % 2 ? others : thirds;
            for (int t = 0; t < 4; t++) memcpy(frame < 8 ? to[t] : arrays[t], from[t], n * sizes[t]);
            bench_sink = (float)to[0][n - 1];
        }
        times[3] = bench_now();
        if (turn == 0) continue;
        bench_add(BENCH_ROLLBACK, BENCH_SPARSE, times[0], times[1], n * 9.0);
        bench_add(BENCH_ROLLBACK, BENCH_OWN, times[1], times[2], n * 9.0);
        bench_add(BENCH_ROLLBACK, BENCH_ARRAY, times[2], times[3], n * 9.0);
    }
    gc_sparse_rollback_close(rollback);
    gc_sparse_close(third);
    for (int t = 0; t < 4; t++) free(thirds[t]);
}

// Copies of a world with four components of 64 bytes in all, without rare types and with them.
static void bench_rare(uint32_t n) {
    for (int rare = 0; rare < 2; rare++) {
        static const size_t sizes[4] = { 8, 8, 16, 32 };
        gc_sparse_world *world = gc_sparse_open(NULL, NULL), *copy;
        gc_sparse_id *ids = (gc_sparse_id *)malloc(n * sizeof *ids);
        if (!world || !ids || gc_sparse_create_n(world, ids, n)) exit(1);
        for (int t = 0; t < 4; t++) {
            if (gc_sparse_add_n(world, ids, n, bench_type(world, "t", sizes[t]), NULL)) exit(1);
        }
        for (uint32_t t = 0; t < 60 && rare; t++) {
            gc_sparse_add(world, ids[t * 7919 % n], bench_type(world, "rare", sizeof(vec2)));
        }

        copy = gc_sparse_open_like(world, NULL);
        if (!copy || gc_sparse_copy(copy, world)) exit(1);
        double start = bench_now();
        if (gc_sparse_copy(copy, world)) exit(1);
        bench_add(BENCH_COPY_RARE, rare ? BENCH_SPARSE : BENCH_OWN, start, bench_now(), n);
        gc_sparse_close(world);
        gc_sparse_close(copy);
        free(ids);
    }
}

// Copies by change and whole of the same, of which 2 % have been written and told since.
static void bench_told(uint32_t n) {
    for (int told = 0; told < 2; told++) {
        static const size_t sizes[4] = { 8, 8, 16, 32 };
        gc_sparse_world *world = gc_sparse_open(NULL, NULL), *copy;
        gc_sparse_id *ids = (gc_sparse_id *)malloc(n * sizeof *ids);
        gc_sparse_type types[4];
        if (!world || !ids || gc_sparse_create_n(world, ids, n)) exit(1);
        for (int t = 0; t < 4; t++) {
            types[t] = bench_type(world, "t", sizes[t]);
            if (gc_sparse_add_n(world, ids, n, types[t], NULL)) exit(1);
            if (told && gc_sparse_copy_by_change(world, types[t])) exit(1);
        }
        copy = gc_sparse_open_like(world, NULL);
        if (!copy || gc_sparse_copy(copy, world)) exit(1);

        uint32_t random = 1;
        for (int scattered = 0; scattered < 2; scattered++) {
            for (uint32_t i = 0; i < n / 50 * 4; i++) {
                if (scattered || i % 100 == 0) random = random * 1664525u + 1013904223u;
                gc_sparse_id id = ids[((random >> 8) + (scattered ? 0 : i % 100)) % n];
                gc_sparse_type type = types[i / 100 % 4];
                ++*(uint32_t *)gc_sparse_get(world, id, type);
                gc_sparse_touch(world, id, type);
            }
            double start = bench_now();
            if (gc_sparse_copy(copy, world)) exit(1);
            bench_add(scattered ? BENCH_COPY_TOLD_RANDOM : BENCH_COPY_TOLD, told ? BENCH_SPARSE : BENCH_OWN,
                      start, bench_now(), n);
        }
        gc_sparse_close(world);
        gc_sparse_close(copy);
        free(ids);
    }
}

// A world of four components, and the same in arrays: copied, saved and loaded.
static void bench_keep(uint32_t n) {
    static const size_t sizes[4] = { 8, 8, 16, 32 };
    static const char *const names[4] = { "a", "b", "c", "d" };
    gc_sparse_world *worlds[2];
    char *arrays[4], *others[4];
    for (int w = 0; w < 2; w++) {
        worlds[w] = gc_sparse_open(NULL, NULL);
        for (int t = 0; t < 4; t++) bench_type(worlds[w], names[t], sizes[t]);
    }
    for (uint32_t i = 0; i < n; i++) {
        gc_sparse_id id = gc_sparse_create(worlds[0]);
        for (uint32_t t = 1; t <= 4; t++) {
            gc_sparse_type type = { t };
            *(uint32_t *)gc_sparse_add(worlds[0], id, type) = i;
        }
    }
    for (int t = 0; t < 4; t++) {
        arrays[t] = (char *)malloc(n * sizes[t]);
        others[t] = (char *)malloc(n * sizes[t]);
        if (!arrays[t] || !others[t]) exit(1);
        memset(arrays[t], t + 1, n * sizes[t]);
        memset(others[t], t, n * sizes[t]);
    }
    size_t size = gc_sparse_save(worlds[0], NULL, 0);
    char *save = (char *)malloc(size);
    FILE *files[2] = { tmpfile(), tmpfile() };
    if (!save || !files[0] || !files[1] || gc_sparse_copy(worlds[1], worlds[0])) exit(1);
    memset(save, 1, size);

    // The first time memory is new: the second counts.
    for (int turn = 0; turn < 2; turn++) {
        double times[12];
        rewind(files[0]);
        rewind(files[1]);
        times[0] = bench_now();
        for (int t = 0; t < 4; t++) memcpy(others[t], arrays[t], n * sizes[t]);
        bench_sink = (float)others[0][n - 1];
        times[1] = bench_now();
        if (gc_sparse_copy(worlds[1], worlds[0])) exit(1);
        times[2] = bench_now();
        gc_sparse_save(worlds[0], save, size);
        times[3] = bench_now();
        if (gc_sparse_load(worlds[1], save, size)) exit(1);
        times[4] = bench_now();
        bench_sink = (float)gc_sparse_hash_all(worlds[1]);
        times[5] = bench_now();
        bench_sink = (float)gc_sparse_hash(worlds[1]);
        times[6] = bench_now();
        gc_sparse_save(worlds[0], save, size);
        if (fwrite(save, 1, size, files[0]) != size || fflush(files[0])) exit(1);
        times[7] = bench_now();
        for (int t = 0; t < 4; t++) if (fwrite(arrays[t], sizes[t], n, files[1]) != n) exit(1);
        if (fflush(files[1])) exit(1);
        times[8] = bench_now();
        if (turn == 0) continue;
        bench_add(BENCH_COPY, BENCH_SPARSE, times[1], times[2], n);
        bench_add(BENCH_COPY, BENCH_ARRAY, times[0], times[1], n);
        bench_add(BENCH_SAVE, BENCH_SPARSE, times[2], times[3], n);
        bench_add(BENCH_SAVE, BENCH_ARRAY, times[0], times[1], n);
        bench_add(BENCH_LOAD, BENCH_SPARSE, times[3], times[4], n);
        bench_add(BENCH_LOAD, BENCH_ARRAY, times[0], times[1], n);
        bench_add(BENCH_HASH_ALL, BENCH_SPARSE, times[4], times[5], n);
        bench_add(BENCH_HASH_ALL, BENCH_OWN, times[5], times[6], n);
        bench_add(BENCH_SAVE_FILE, BENCH_SPARSE, times[6], times[7], n);
        bench_add(BENCH_SAVE_FILE, BENCH_ARRAY, times[7], times[8], n);
    }
    bench_rollback(worlds[0], worlds[1], arrays, others, sizes, n);
    for (int t = 0; t < 4; t++) {
        free(arrays[t]);
        free(others[t]);
    }
    for (int w = 0; w < 2; w++) {
        gc_sparse_close(worlds[w]);
        fclose(files[w]);
    }
    free(save);
}

static void bench_set(bench_world *b, int repeat) {
    gc_sparse_map_desc desc;
    gc_sparse_map set;
    double start;
    uint64_t sum = 0;
    uint32_t word;

    memset(&desc, 0, sizeof desc);
    desc.size = sizeof(vec2);
    if (gc_sparse_map_init(&set, &desc) != GC_SPARSE_OK) exit(1);
    for (uint32_t i = 0; i < b->n; i++) if (!gc_sparse_map_add(&set, b->ids[i])) exit(1);
    start = bench_now();
    for (int r = 0; r < repeat; r++) {
        for (uint32_t i = 0; i < b->n; i++) {
            memcpy(&word, GC_SPARSE_MAP_GET(vec2, &set, b->shuffled[i]), sizeof word);
            sum += word;
        }
    }
    bench_add(BENCH_SET_GET, BENCH_SPARSE, start, bench_now(), (double)b->n * repeat);

    // A copy; the first brings the memory.
    gc_sparse_map copy;
    vec2 *values = (vec2 *)malloc(b->n * sizeof *values);
    if (!values || gc_sparse_map_init(&copy, &desc) || gc_sparse_map_copy(&copy, &set)) exit(1);
    memset(values, 1, b->n * sizeof *values);
    start = bench_now();
    for (int r = 0; r < repeat; r++) if (gc_sparse_map_copy(&copy, &set)) exit(1);
    bench_add(BENCH_SET_COPY, BENCH_SPARSE, start, bench_now(), (double)b->n * repeat);
    start = bench_now();
    for (int r = 0; r < repeat; r++) {
        memcpy(values, gc_sparse_map_data(&set), b->n * sizeof *values);
        sum += (uint64_t)values[r % b->n].x;
    }
    bench_add(BENCH_SET_COPY, BENCH_ARRAY, start, bench_now(), (double)b->n * repeat);
    free(values);
    gc_sparse_map_free(&copy);
    bench_sink = (float)sum;
    gc_sparse_map_free(&set);
}

// ---- the typed layer: a list, systems, loops, and what a user would write instead

typedef vec2 bench_place;
typedef vec2 bench_speed;
typedef vec2 bench_push;
#define BENCH_LIST(X) X(DENSE, bench_place) X(DENSE, bench_speed) X(DENSE, bench_push)
GC_SPARSE_COMPONENTS(BENCH_LIST)

GC_SPARSE_SYSTEM(bench_system2, (float dt), (dt), bench_place, p, bench_speed, v) {
    p->x += v->x * dt;
    p->y += v->y * dt;
}
GC_SPARSE_SYSTEM(bench_system3, (float dt), (dt), bench_place, p, bench_speed, v, bench_push, a) {
    v->x += a->x * dt;
    v->y += a->y * dt;
    p->x += v->x * dt;
    p->y += v->y * dt;
}

static void bench_each2(gc_sparse_world *world, float dt) {
    GC_SPARSE_EACH(world, bench_place, p, bench_speed, v) {
        p->x += v->x * dt;
        p->y += v->y * dt;
    }
}

static void bench_each3(gc_sparse_world *world, float dt) {
    GC_SPARSE_EACH(world, bench_place, p, bench_speed, v, bench_push, a) {
        v->x += a->x * dt;
        v->y += a->y * dt;
        p->x += v->x * dt;
        p->y += v->y * dt;
    }
}

static void bench_at2(gc_sparse_world *world, float dt) {
    gc_sparse_view view;
    for (bench_system2_begin(&view, world); gc_sparse_next(&view);) {
        for (size_t i = 0; i < view.count; i++) {
            bench_place *p = GC_SPARSE_AT(bench_place, &view, 0, i);
            const bench_speed *v = GC_SPARSE_AT(bench_speed, &view, 1, i);
            p->x += v->x * dt;
            p->y += v->y * dt;
        }
    }
}

static void bench_at3(gc_sparse_world *world, float dt) {
    gc_sparse_view view;
    for (bench_system3_begin(&view, world); gc_sparse_next(&view);) {
        for (size_t i = 0; i < view.count; i++) {
            bench_place *p = GC_SPARSE_AT(bench_place, &view, 0, i);
            bench_speed *v = GC_SPARSE_AT(bench_speed, &view, 1, i);
            const bench_push *a = GC_SPARSE_AT(bench_push, &view, 2, i);
            v->x += a->x * dt;
            v->y += a->y * dt;
            p->x += v->x * dt;
            p->y += v->y * dt;
        }
    }
}

static void bench_run2(gc_sparse_world *world, float dt) { bench_system2(world, dt); }
static void bench_run3(gc_sparse_world *world, float dt) { bench_system3(world, dt); }

// The plain loops, on the columns that the group's have.
static void bench_plain2(vec2 *p, const vec2 *v, size_t n, float dt) {
    for (size_t i = 0; i < n; i++) {
        p[i].x += v[i].x * dt;
        p[i].y += v[i].y * dt;
    }
}

static void bench_plain3(vec2 *p, vec2 *v, const vec2 *a, size_t n, float dt) {
    for (size_t i = 0; i < n; i++) {
        v[i].x += a[i].x * dt;
        v[i].y += a[i].y * dt;
        p[i].x += v[i].x * dt;
        p[i].y += v[i].y * dt;
    }
}

// A world of the list: a group of two or three, or none and the second pool in unlike order.
static void bench_open_typed(bench_world *b, int grouped) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_id *ids = (gc_sparse_id *)malloc(b->n * sizeof *ids);
    if (!world || !ids || BENCH_LIST_register(world) != GC_SPARSE_OK) exit(1);
    if (grouped == 2) GC_SPARSE_GROUP(world, bench_place, bench_speed);
    if (grouped == 3) GC_SPARSE_GROUP(world, bench_place, bench_speed, bench_push);
    gc_sparse_create_n(world, ids, b->n);
    gc_sparse_add_n(world, ids, b->n, gc_sparse_type_bench_place(), NULL);
    if (!grouped) bench_shuffle(ids, b->n);
    gc_sparse_add_n(world, ids, b->n, gc_sparse_type_bench_speed(), NULL);
    gc_sparse_add_n(world, ids, b->n, gc_sparse_type_bench_push(), NULL);
    b->typed[grouped] = world;
    if (grouped) free(ids);
    else b->typed_ids = ids;
}

static void bench_typed(bench_world *b, int repeat) {
    static const struct { int what, world; void (*run)(gc_sparse_world *world, float dt); } cases[8] = {
        { BENCH_TYPED2, 2, bench_run2 }, { BENCH_TYPED2_EACH, 2, bench_each2 },
        { BENCH_TYPED2_AT, 2, bench_at2 }, { BENCH_TYPED2_UNLIKE, 0, bench_run2 },
        { BENCH_TYPED2_UNLIKE_EACH, 0, bench_each2 }, { BENCH_TYPED3, 3, bench_run3 },
        { BENCH_TYPED3_EACH, 3, bench_each3 }, { BENCH_TYPED3_AT, 3, bench_at3 },
    };
    void (*volatile plain2)(vec2 *, const vec2 *, size_t, float) = bench_plain2;    // volatile: called
    void (*volatile plain3)(vec2 *, vec2 *, const vec2 *, size_t, float) = bench_plain3;
    gc_sparse_view view;

    for (int c = 0; c < 8; c++) {
        gc_sparse_world *world = b->typed[cases[c].world], *group = cases[c].world ? world : b->typed[2];
        void (*volatile run)(gc_sparse_world *, float) = cases[c].run;
        double times[2] = { 0, 0 };

        // The plain loop runs over the same bytes; of pools in unlike order, over a group's.
        bench_system3_begin(&view, group);
        if (!gc_sparse_next(&view)) exit(1);
        vec2 *p = (vec2 *)view.columns[0], *v = (vec2 *)view.columns[1], *a = (vec2 *)view.columns[2];

        // In turns of some 25 us, one first and then the other, so that they meet the same
        // machine; the first two warm up.
        int batch = repeat < 10 ? 1 : repeat / 10, turns = 0;
        for (int turn = -2; turn < 2 * repeat / batch; turn++) {
            bool plain = (turn & 3) == 1 || (turn & 3) == 2;
            double start = bench_now();
            for (int r = 0; r < batch; r++) {
                if (!plain) run(world, 0.1f);
                else if (cases[c].world == 3) plain3(p, v, a, b->n, 0.1f);
                else plain2(p, v, b->n, 0.1f);
            }
            if (turn >= 0) times[plain] += bench_now() - start;
            if (turn >= 0) turns += plain;
        }
        double all = (double)b->n * batch * turns;
        bench_add(cases[c].what, BENCH_SPARSE, 0, times[0], all);
        bench_add(cases[c].what, BENCH_ARRAY, 0, times[1], all);
    }
}

// Values by type beside gc_sparse_add and a store; lookups by the world beside an array.
static void bench_typed_values(bench_world *b) {
    gc_sparse_world *world = b->typed[0];
    uint64_t sum = 0;
    uint32_t word;
    double start = 0, end;
    for (int warm = 0; warm < 2; warm++) {
        start = bench_now();
        for (uint32_t i = 0; i < b->n; i++) GC_SPARSE_SET(world, b->typed_ids[i], bench_place, (float)i, 1);
    }
    end = bench_now();
    bench_add(BENCH_SET, BENCH_SPARSE, start, end, b->n);
    for (uint32_t i = 0; i < b->n; i++) {
        vec2 *p = (vec2 *)gc_sparse_add(world, b->typed_ids[i], gc_sparse_type_bench_place());
        if (!p) exit(1);
        p->x = (float)i;
        p->y = 1;
    }
    start = bench_now();
    bench_add(BENCH_SET_ADD, BENCH_SPARSE, end, start, b->n);
    for (uint32_t i = 0; i < b->n; i++) {
        vec2 value = { (float)i, 1 };
        gc_sparse_set_value(world, b->typed_ids[i], gc_sparse_type_bench_place(), &value);
    }
    end = bench_now();
    bench_add(BENCH_SET_VALUE, BENCH_SPARSE, start, end, b->n);
    start = end;
    for (uint32_t i = 0; i < b->n; i++) {
        b->array_position[b->typed_ids[i].slot].x = (float)i;
        b->array_position[b->typed_ids[i].slot].y = 1;
    }
    end = bench_now();
    bench_add(BENCH_SET, BENCH_ARRAY, start, end, b->n);

    start = bench_now();
    for (uint32_t i = 0; i < b->n; i++) {
        memcpy(&word, gc_sparse_get_bench_place(world, b->typed_ids[i]), sizeof word);
        sum += word;
    }
    end = bench_now();
    bench_add(BENCH_GET_TYPED, BENCH_SPARSE, start, end, b->n);
    bench_sink = (float)sum;
}

typedef struct bench_optional_vec2 { bool has; vec2 value; } bench_optional_vec2;
typedef struct bench_optional_body { bool has; body value; } bench_optional_body;

static void bench_optional(bench_world *b, int repeat) {
    bench_optional_vec2 *p = (bench_optional_vec2 *)calloc(b->n, sizeof *p);
    bench_optional_vec2 *v = (bench_optional_vec2 *)calloc(b->n, sizeof *v);
    bench_optional_body *shape = (bench_optional_body *)calloc(b->n, sizeof *shape);
    uint32_t word, n = b->n;
    uint64_t sum = 0;
    double start;

    if (!p || !v || !shape) exit(1);
    for (uint32_t i = 0; i < n; i++) p[i].has = v[i].has = shape[i].has = true;
    start = bench_now();
    for (int r = 0; r < repeat; r++) {
        for (uint32_t i = 0; i < n; i++) {
            body *s = &shape[i].value;
            if (shape[i].has) { s->x += 1; s->y += 2; s->z += 3; s->w += 4; }
        }
        bench_sink = shape[0].value.x;
    }
    bench_add(BENCH_ITERATE1, BENCH_OPTIONAL, start, bench_now(), (double)n * repeat);
    start = bench_now();
    for (int r = 0; r < repeat; r++) {
        for (uint32_t i = 0; i < n; i++) {
            memcpy(&word, &p[b->shuffled[i].slot].value, sizeof word);
            sum += p[b->shuffled[i].slot].has ? word : 0;
        }
    }
    bench_add(BENCH_GET, BENCH_OPTIONAL, start, bench_now(), (double)n * repeat);
    for (int half = 0; half < 2; half++) {
        start = bench_now();
        for (int r = 0; r < repeat; r++) {
            for (uint32_t i = 0; i < n; i++) {
                if (!p[i].has || !v[i].has) continue;
                p[i].value.x += v[i].value.x * 0.1f;
                p[i].value.y += v[i].value.y * 0.1f;
            }
            bench_sink = p[0].value.x;
        }
        bench_add(half ? BENCH_HALF : BENCH_ITERATE2, BENCH_OPTIONAL, start, bench_now(),
                  (double)(half ? n / 2 : n) * repeat);
        for (uint32_t i = 1; i < n; i += 2) v[i].has = false;
    }
    start = bench_now();
    for (uint32_t i = 0; i < n; i++) p[b->shuffled[i].slot].has = v[b->shuffled[i].slot].has = false;
    bench_add(BENCH_DESTROY, BENCH_OPTIONAL, start, bench_now(), n);
    bench_sink = (float)sum + (float)p[n / 2].has;
    free(p);
    free(v);
    free(shape);
}

static void bench_map(bench_world *b) {
#ifndef BENCH_NO_MAP
    static const int what[BENCH_MAP_STEPS] = {
        BENCH_CREATE_2, BENCH_ITERATE1, BENCH_ITERATE2, BENCH_GET, BENCH_DESTROY,
    };
    double start;
    for (int step = 0; step < BENCH_MAP_STEPS; step++) {
        start = bench_now();
        bench_sink = (float)bench_map_step(step, step == 0 ? b->ids : b->shuffled, b->n);
        bench_add(what[step], BENCH_MAP, start, bench_now(), b->n);
    }
#else
    (void)b;
#endif
}

// Position in all, half and tag at random; kept: the queries are cached. A third world has
// position without tag as a group.
typedef struct bench_mixed {
    gc_sparse_world *world;
    gc_sparse_type position, half, tag;
    gc_sparse_id *ids;
} bench_mixed;

static bench_mixed bench_open_mixed(uint32_t n, bool kept, bool grouped) {
    bench_mixed m;
    gc_sparse_query_desc query;
    uint64_t coins = 12345;

    m.world = gc_sparse_open(NULL, NULL);
    m.ids = (gc_sparse_id *)malloc((n + 1) * sizeof *m.ids);
    if (!m.world || !m.ids) exit(1);

    m.position = bench_type(m.world, "position", sizeof(vec2));
    m.half = bench_type(m.world, "half", sizeof(vec2));
    m.tag = bench_type(m.world, "tag", 0);

    gc_sparse_create_n(m.world, m.ids, n);
    gc_sparse_add_n(m.world, m.ids, n, m.position, NULL);

    for (uint32_t i = 0; i < n; i++) {
        coins = coins * 6364136223846793005u + 1442695040888963407u;
        if (coins >> 63) gc_sparse_add(m.world, m.ids[i], m.half);
        if (coins >> 62 & 1) gc_sparse_add(m.world, m.ids[i], m.tag);
    }

    for (int q = 0; q < 3 && kept; q++) {
        memset(&query, 0, sizeof query);
        query.include[0] = m.position;
        if (q == 0) query.exclude[0] = m.tag;
        if (q == 1) query.include[1] = m.half;
        if (q == 2) query.optional[0] = m.half;
        if (gc_sparse_cache(m.world, &query) != GC_SPARSE_OK) exit(1);
    }

    if (grouped) {
        gc_sparse_group_desc group;
        memset(&group, 0, sizeof group);
        group.types[0] = m.position;
        group.excludes[0] = m.tag;
        if (gc_sparse_group_with(m.world, &group) != GC_SPARSE_OK) exit(1);
    }
    return m;
}

// One walk by chunk pointers: 0 without tag, 1 with half, 2 with an optional half.
static double bench_walk_mixed(const bench_mixed *m, int how) {
    gc_sparse_query_desc query;
    gc_sparse_view view;
    double matches = 0;

    memset(&query, 0, sizeof query);
    query.include[0] = m->position;

    if (how == 0) query.exclude[0] = m->tag;
    if (how == 1) query.include[1] = m->half;
    if (how == 2) query.optional[0] = m->half;

    for (gc_sparse_begin(&view, m->world, &query); gc_sparse_next(&view);) {
        vec2 *p = (vec2 *)view.columns[0];
        const vec2 *h = how ? (const vec2 *)view.columns[1] : NULL;
        const uint32_t *to = view.rows[0], *from = how ? view.rows[1] : NULL;
        size_t count = view.count;
        matches += (double)count;

        if (!to && h) {
            for (size_t i = 0; i < count; i++) { p[i].x += h[i].x; p[i].y += h[i].y; }
        } else if (!to) {
            for (size_t i = 0; i < count; i++) { p[i].x += 1; p[i].y += 1; }
        } else if (!h) {
            for (size_t i = 0; i < count; i++) { p[to[i]].x += 1; p[to[i]].y += 1; }
        } else {
            for (size_t i = 0; i < count; i++) {
                vec2 add = { 1, 1 };
                if (how == 1 || from[i] != GC_SPARSE_NONE) add = h[from[i]];
                p[to[i]].x += add.x;
                p[to[i]].y += add.y;
            }
        }
    }
    return matches;
}

static void bench_walks_mixed(const bench_mixed *m, int how, int what, int subject, int repeat) {
    double matches = 0, start = bench_now();
    for (int r = 0; r < repeat; r++) matches += bench_walk_mixed(m, how);
    bench_add(what, subject, start, bench_now(), matches);
}

static void bench_nothing(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    (void)user;
    (void)world;
    (void)id;
    (void)component;
}

// Changes of a mixed world: half of the entities lose `half` and get it again; all are set.
static void bench_change_mixed(const bench_mixed *m, uint32_t n, int subject) {
    gc_sparse_listener listener = { NULL, NULL, bench_nothing, NULL };
    vec2 value = { 1, 2 };
    double start = bench_now();
    for (uint32_t i = 0; i < n; i++) {
        gc_sparse_remove(m->world, m->ids[i], m->half);
        gc_sparse_set_value(m->world, m->ids[i], m->half, &value);
    }
    bench_add(BENCH_CHURN_CACHED, subject, start, bench_now(), n);
    if (subject == BENCH_SPARSE) gc_sparse_listen(m->world, m->position, &listener);
    start = bench_now();
    for (uint32_t i = 0; i < n; i++) gc_sparse_set_value(m->world, m->ids[i], m->position, &value);
    bench_add(BENCH_LISTEN, subject, start, bench_now(), n);
    if (subject == BENCH_SPARSE) gc_sparse_unlisten(m->world, m->position, &listener);
}

// Queries over next to nothing: the walk of two types in an empty world, and in one of one
// entity.
static void bench_queries(int subject) {
    for (int n = 0; n < 2; n++) {
        bench_mixed m = bench_open_mixed(0, false, false);
        gc_sparse_query_desc query;
        gc_sparse_view view;
        double start;

        memset(&query, 0, sizeof query);
        query.include[0] = m.position;
        query.include[1] = m.half;

        if (n) m.ids[0] = gc_sparse_create(m.world);
        if (n) gc_sparse_add(m.world, m.ids[0], m.position);
        if (n) gc_sparse_add(m.world, m.ids[0], m.half);

        start = bench_now();
        for (int i = 0; i < 10000; i++) {
            if (subject == BENCH_SPARSE) gc_sparse_begin(&view, m.world, &query);
            else view = gc_sparse_query(m.world, &query);
            while (gc_sparse_next(&view)) ((vec2 *)view.columns[0])->x += 1;
        }

        bench_add(n ? BENCH_QUERY_ONE : BENCH_QUERY_NONE, subject, start, bench_now(), 10000);
        gc_sparse_close(m.world);
        free(m.ids);
    }
}

// A walk over shapes; what it takes.
static double bench_walk_shapes(gc_sparse_world *world, const gc_sparse_query_desc *query, int repeat) {
    double start = bench_now();
    for (int r = 0; r < repeat; r++) {
        gc_sparse_view view;
        gc_sparse_begin(&view, world, query);
        while (gc_sparse_next(&view)) {
            body *shapes = (body *)view.columns[0];
            for (size_t i = 0; i < view.count; i++) shapes[i].x += 1;
        }
    }
    return bench_now() - start;
}

// A tracked type of 16 bytes, and an array of ticks.
static void bench_changes(const bench_world *b, int repeat) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type type = bench_type(world, "shape", sizeof(body));
    gc_sparse_id *ids = (gc_sparse_id *)malloc(b->n * sizeof *ids);
    uint32_t *ticks = (uint32_t *)calloc(b->n / 64 + 1, sizeof *ticks);
    const gc_sparse_pool *pool = gc_sparse_pool_of(world, type);
    if (!ids || !ticks || gc_sparse_track(world, type) != GC_SPARSE_OK) exit(1);
    if (gc_sparse_create_n(world, ids, b->n) || gc_sparse_add_n(world, ids, b->n, type, NULL)) exit(1);

    // By ids of b->world, which without assertions are the same here.
    for (int random = 0; random < 2; random++) {
        const gc_sparse_id *order = random ? b->shuffled : b->ids;
        int what = random ? BENCH_TOUCH_RANDOM : BENCH_TOUCH;
        double start = bench_now();
        for (int r = 0; r < repeat; r++) {
            gc_sparse_tick(world);
            for (uint32_t i = 0; i < b->n; i++) {
                if (random) gc_sparse_pool_touch(pool, order[i]);
                else gc_sparse_touch(world, order[i], type);
            }
        }
        bench_add(what, BENCH_SPARSE, start, bench_now(), (double)b->n * repeat);
        start = bench_now();
        for (int r = 0; r < repeat; r++) {
            for (uint32_t i = 0; i < b->n; i++) {
                *(volatile uint32_t *)&ticks[order[i].slot >> 6] = (uint32_t)r;
            }
        }
        bench_add(what, BENCH_ARRAY, start, bench_now(), (double)b->n * repeat);
    }

    // Walks: without marks, with them, and over every hundredth block.
    gc_sparse_query_desc query;
    double each = (double)b->n * repeat, all;
    memset(&query, 0, sizeof query);
    query.include[0] = type;
    all = bench_walk_shapes(world, &query, repeat);
    bench_add(BENCH_WRITE_MARKED, BENCH_OWN, 0, all, each);
    bench_add(BENCH_CHANGED, BENCH_OWN, 0, all, each);
    query.write[0] = type;
    gc_sparse_tick(world);
    bench_add(BENCH_WRITE_MARKED, BENCH_SPARSE, 0, bench_walk_shapes(world, &query, repeat), each);
    query.write[0].index = 0;
    query.changed = type;
    query.since = gc_sparse_tick(world);
    for (uint32_t i = 0; i < b->n; i += 6400) gc_sparse_touch(world, ids[i], type);
    bench_add(BENCH_CHANGED, BENCH_SPARSE, 0, bench_walk_shapes(world, &query, repeat), each);
    gc_sparse_close(world);
    free(ids);
    free(ticks);
}

// One in a hundred is touched, and who it was is told: by a query, by blocks, by a list.
static void bench_exact(const bench_world *b, int repeat) {
    uint32_t n = b->n / 100 ? b->n / 100 : 1, sum = 0;
    const int subjects[3] = { BENCH_SPARSE, BENCH_ARRAY, BENCH_OWN };
    for (int s = 0; s < 3; s++) {
        int subject = subjects[s];
        gc_sparse_world *world = gc_sparse_open(NULL, NULL);
        gc_sparse_type type = bench_type(world, "shape", sizeof(body));
        gc_sparse_id *ids = (gc_sparse_id *)malloc(b->n * sizeof *ids), *list;
        bool *flags = (bool *)calloc(b->n, sizeof *flags);
        const gc_sparse_pool *pool = gc_sparse_pool_of(world, type);
        gc_sparse_query_desc query;
        gc_sparse_change changes[64];
        gc_sparse_view view;
        memset(&query, 0, sizeof query);
        query.include[0] = query.write[0] = type;
        list = (gc_sparse_id *)malloc(n * sizeof *list);
        if (!ids || !flags || !list || gc_sparse_track(world, type)) exit(1);
        if (gc_sparse_create_n(world, ids, b->n) || gc_sparse_add_n(world, ids, b->n, type, NULL)) exit(1);
        if (subject == BENCH_SPARSE && gc_sparse_track_query(world, &query)) exit(1);
        uint64_t seen = gc_sparse_tick(world);

        double start = bench_now();
        for (int r = 0; r < repeat * 20; r++) {
            const gc_sparse_id *order = b->shuffled + (uint32_t)r % 100 * n % b->n;
            uint32_t length = 0;
            for (uint32_t i = 0; i < n; i++) {
                if (subject != BENCH_ARRAY) {
                    gc_sparse_pool_touch(pool, order[i]);
                } else if (!flags[order[i].slot]) {
                    flags[order[i].slot] = true;
                    list[length++] = order[i];
                }
            }
            for (uint32_t i = 0; i < length; i++) {
                sum += list[i].slot;
                flags[list[i].slot] = false;
            }
            if (subject == BENCH_ARRAY) continue;

            uint64_t now = gc_sparse_tick(world), at = 0;
            if (subject == BENCH_SPARSE) {
                int k;
                while ((k = gc_sparse_changes(world, &query, seen, &at, changes, 64)) > 0) {
                    for (int i = 0; i < k; i++) sum += changes[i].id.slot;
                }
                gc_sparse_forget(world, now);
            } else {
                query.write[0].index = 0;
                query.changed = type;
                query.since = seen;
                gc_sparse_begin(&view, world, &query);
                while (gc_sparse_next(&view)) for (size_t i = 0; i < view.count; i++) sum += view.slots[i];
            }
            seen = now;
        }
        bench_add(BENCH_CHANGES, subject, start, bench_now(), (double)n * repeat * 20);
        gc_sparse_close(world);
        free(ids);
        free(flags);
        free(list);
    }
    bench_sink = (float)sum;
}

// A tree of all entities; the array notes parents alone.
static void bench_tree(const bench_world *b) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_type type = bench_type(world, "node", sizeof(gc_sparse_node));
    gc_sparse_id *ids = (gc_sparse_id *)malloc(b->n * sizeof *ids);
    gc_sparse_id *parents = (gc_sparse_id *)malloc(b->n * sizeof *parents);
    double start;

    if (!ids || !parents || gc_sparse_tree(world, type) != GC_SPARSE_OK) exit(1);
    if (gc_sparse_create_n(world, ids, b->n) != GC_SPARSE_OK) exit(1);

    start = bench_now();
    for (uint32_t i = 1; i < b->n; i++) gc_sparse_attach(world, ids[i], ids[i * 2654435761u % i]);
    bench_add(BENCH_ATTACH, BENCH_SPARSE, start, bench_now(), b->n);

    start = bench_now();
    for (uint32_t i = 1; i < b->n; i++) parents[i] = ids[i * 2654435761u % i];
    bench_add(BENCH_ATTACH, BENCH_ARRAY, start, bench_now(), b->n);

    bench_sink = (float)parents[b->n - 1].slot;

    start = bench_now();
    gc_sparse_sort_tree(world);
    bench_add(BENCH_SORT_TREE, BENCH_SPARSE, start, bench_now(), b->n);

    start = bench_now();
    gc_sparse_destroy(world, ids[0]);
    bench_add(BENCH_DESTROY_TREE, BENCH_SPARSE, start, bench_now(), b->n);

    gc_sparse_close(world);
    free(ids);
    free(parents);
}

// Entities by walks, by copies and at given ids; subject own: by hand.
static void bench_entities(const bench_world *b, int subject) {
    gc_sparse_type types[3] = { b->position, b->velocity, b->shape };
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_id id = { 0, 0 }, first = b->ids[0];
    uint32_t n = b->n, found = 0;
    double start = bench_now();
    for (uint32_t i = 0; i < n; i++) {
        if (subject == BENCH_SPARSE) gc_sparse_create_at(world, b->ids[i]);
        else gc_sparse_create(world);
    }
    bench_add(BENCH_CREATE_AT, subject, start, bench_now(), n);
    start = bench_now();
    while (subject == BENCH_SPARSE && (id = gc_sparse_next_entity(world, id)).generation) found++;
    if (subject == BENCH_SPARSE) bench_add(BENCH_ENTITIES, subject, start, bench_now(), n);
    gc_sparse_close(world);

    // Types of each; then copies of one entity, which go again.
    start = bench_now();
    for (uint32_t i = 0; i < n; i++) {
        gc_sparse_type type = { 0 };
        if (subject == BENCH_SPARSE) {
            while ((type = gc_sparse_next_type(b->world, b->ids[i], type)).index) found++;
        } else {
            for (type.index = 1; type.index <= 5; type.index++) {
                found += gc_sparse_has(b->world, b->ids[i], type);
            }
        }
    }
    bench_add(BENCH_TYPES, subject, start, bench_now(), n);
    gc_sparse_id *copies = (gc_sparse_id *)malloc(n * sizeof *copies);
    if (!copies) exit(1);
    world = gc_sparse_open(NULL, NULL);
    for (int t = 0; t < 3; t++) types[t] = bench_type(world, "t", t == 2 ? sizeof(body) : sizeof(vec2));
    first = gc_sparse_create(world);
    for (int t = 0; t < 3; t++) gc_sparse_add(world, first, types[t]);
    start = bench_now();
    for (uint32_t i = 0; i < n; i++) {
        copies[i] = subject == BENCH_SPARSE ? gc_sparse_clone(world, first) : gc_sparse_create(world);
        for (int t = 0; t < 3 && subject != BENCH_SPARSE; t++) {
            gc_sparse_set_value(world, copies[i], types[t], gc_sparse_get(world, first, types[t]));
        }
    }
    bench_add(BENCH_CLONE, subject, start, bench_now(), n);
    gc_sparse_close(world);
    free(copies);
    bench_sink = (float)found;
}

static void bench_kept(bench_world *b, int repeat, bool kept) {
    bench_mixed m = bench_open_mixed(b->n, kept, false);
    int subject = kept ? BENCH_SPARSE : BENCH_OWN;
    bench_walks_mixed(&m, 0, BENCH_EXCLUDE_CACHED, subject, repeat);
    bench_walks_mixed(&m, 1, BENCH_HALF_CACHED, subject, repeat);
    bench_walks_mixed(&m, 2, BENCH_OPTIONAL_CACHED, subject, repeat);
    bench_change_mixed(&m, b->n, subject);
    gc_sparse_close(m.world);
    free(m.ids);
    bench_queries(subject);
    bench_entities(b, subject);

    // A group of one type without another, and remove and add in a group of two.
    m = bench_open_mixed(b->n, false, kept);
    bench_walks_mixed(&m, 0, BENCH_EXCLUDE_GROUP, subject, repeat);
    gc_sparse_close(m.world);
    free(m.ids);
    gc_sparse_world *world = kept ? b->grouped : b->world;
    for (int random = 0; random < 2 && kept; random++) {
        const gc_sparse_id *order = random ? b->shuffled : b->ids;
        double start = bench_now();
        for (uint32_t i = 0; i < b->n; i++) {
            gc_sparse_remove(world, order[i], b->velocity);
            gc_sparse_add(world, order[i], b->velocity);
        }
        bench_add(BENCH_CHURN_GROUP + random, subject, start, bench_now(), b->n);
    }

    // In order again, for the next round.
    if (kept) gc_sparse_remove_n(world, b->ids, b->n, b->velocity);
    if (kept) gc_sparse_add_n(world, b->ids, b->n, b->velocity, NULL);
}

static size_t bench_bytes;

static void *bench_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user;
    bench_bytes += new_size - old_size;
    if (new_size) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

// What n entities take, and one component of each of them beside its 8 bytes.
static void bench_memory(uint32_t n) {
    for (int k = 0; k < 4; k++) {
        static const char *const names[4] = { "dense", "dense_no_masks", "direct", "direct_no_masks" };
        gc_sparse_component_desc desc;
        gc_sparse_desc open;
        gc_sparse_type type;
        gc_sparse_id *ids = (gc_sparse_id *)malloc(n * sizeof *ids);
        gc_sparse_world *world;
        size_t empty, entities;

        memset(&open, 0, sizeof open);
        memset(&desc, 0, sizeof desc);
        open.allocator.resize = bench_resize;
        open.no_masks = k % 2;

        world = gc_sparse_open(&open, NULL);
        desc.size = sizeof(vec2);
        desc.kind = k / 2 ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
        if (!ids || !world || gc_sparse_component(world, &desc, &type) != GC_SPARSE_OK) exit(1);

        empty = bench_bytes;
        if (gc_sparse_create_n(world, ids, n) || gc_sparse_add_n(world, ids, n, type, NULL)) exit(1);
        if (gc_sparse_shrink(world) != GC_SPARSE_OK) exit(1);

        entities = n * (sizeof(gc_sparse_id) + (open.no_masks ? 0 : sizeof(uint64_t)));

        printf("sparse,entity_%s_%u,gc_sparse,memory,%.3f,bytes\n", names[k], (unsigned)n,
               (double)entities / n);
        printf("sparse,component_%s_%u,gc_sparse,memory,%.3f,bytes\n", names[k], (unsigned)n,
               (double)(bench_bytes - empty - entities) / n - (double)sizeof(vec2));
        fprintf(stderr, "memory, %-16s entity %6.3f, component beside its data %6.3f bytes\n", names[k],
                (double)entities / n, (double)(bench_bytes - empty - entities) / n - (double)sizeof(vec2));

        gc_sparse_close(world);
        free(ids);
    }
}

int main(void) {
    static const uint32_t sizes[3] = { 1000, 100000, 1000000 };
    static const char *const subjects[BENCH_SUBJECTS] = { "gc_sparse", "array", "optional", "map", "own" };
    bool quick = getenv("QUICK") != NULL && getenv("QUICK")[0] == '1';

    printf("bench,case,subject,metric,value,unit\n");
    for (int s = 0; s < (quick ? 2 : 3); s++) {
        int rounds = quick ? 5 : s == 2 ? 7 : 15, repeat = (int)(1000000 / sizes[s]);
        bench_world b = bench_open(sizes[s]);
        bench_open_typed(&b, 0);
        bench_open_typed(&b, 2);
        bench_open_typed(&b, 3);
        memset(bench_counts, 0, sizeof bench_counts);
        for (int r = 0; r < rounds; r++) {
            bench_iterate1(&b, repeat);
            bench_iterate2(&b, repeat);
            bench_get(&b, repeat);
            bench_create(&b);
            bench_commands(&b);
            bench_hash(&b);
            bench_keep(sizes[s]);
            bench_rare(sizes[s]);
            bench_told(sizes[s]);
            bench_set(&b, repeat);
            bench_optional(&b, repeat);
            bench_typed(&b, repeat);
            bench_typed_values(&b);
            bench_map(&b);
            bench_changes(&b, repeat);
            bench_exact(&b, repeat);
            bench_tree(&b);
            for (int kept = 0; kept < 2; kept++) bench_kept(&b, repeat, kept != 0);
        }
        fprintf(stderr, "\n%-20s %12s %12s %12s %12s %12s   n = %u\n", "ns each", subjects[0], subjects[1],
                subjects[2], subjects[3], subjects[4], (unsigned)sizes[s]);
        for (int c = 0; c < BENCH_CASES; c++) {
            double ours = bench_median(c, BENCH_SPARSE);
            fprintf(stderr, "%-20s %12.2f", bench_names[c], ours);
            for (int k = 1; k < BENCH_SUBJECTS; k++) {
                double other = bench_median(c, k);
                if (other > 0) fprintf(stderr, "%7.2f (%4.2f)", other, other / ours);
                else fprintf(stderr, "%14s", "");
            }
            fputc('\n', stderr);
            for (int k = 0; k < BENCH_SUBJECTS; k++) {
                if (bench_counts[c][k]) {
                    printf("sparse,%s_%u,%s,time,%.3f,ns\n", bench_names[c], (unsigned)sizes[s], subjects[k],
                           bench_median(c, k));
                }
            }
        }
        bench_memory(sizes[s]);
        bench_close(&b);
    }
    return 0;
}
