// bench_calls.c - calls of gc_sparse.h, gc_rng.h, gc_writer.h and gc_fetch.h that no other
// benchmark has, each beside the simplest thing that one would write instead.
//
//     cc -O3 -I. bench/bench_calls.c -o bench_calls -pthread && ./bench_calls [PART OF A NAME]
//
// On stdout `calls,case,subject,time,value,ns`: medians of nine rounds of this thread's
// processor time for one element; on stderr the same with ratios. The subjects of a case take
// turns. QUICK=1 in the environment: three rounds. The first subject of a case is ours; "own"
// is another call of the header that does the same, all others are plain C.
//
//     sparse/waves        40 systems of 4 types read and 2 written: per system; masks of 64 types by hand
//     sparse/resource     the world's value of a type; a component of one entity, by id
//     sparse/field_text    a float of 0 to 1000 as text; snprintf
//     sparse/difference   of two equal worlds, an entity; own: their hashes
//     sparse/json_write   of examples/sparse/gc_sparse_json.h, an entity of four numbers; fprintf by hand
//     sparse/json_read    the same; sscanf of each line
//     sparse/delta_write  examples/sparse/gc_sparse_delta.h: of 200 changed ones of 10,000; own: a save
//     sparse/delta_read   the same at the client; own: a load
//     sparse/load_other   of a save of another version, an entity of four fields; own: of today's
//     sparse/clone_tree    10,000 instances of a prefab of three, an entity; create, set and attach each
//     sparse/next_source  all sources of 100 targets, a source; arrays of first and next
//     sparse/above        10,000 nodes in five levels, each: PARENT in a system; own: the node's parent
//         looked up, gc_sparse_above of each
//     sparse/alive ...    10,000 entities: per entity or row. Records are timed with their replay
//     rng/fill_ENGINE     64 KB, per 8 bytes; own: a loop of the engine's _next
//     rng/source_...      by a source, per draw; own: by gc_rng; pointer: a function pointer of one's own
//     writer/..., fetch/  per call, or per byte where the case says so
//     writer/open         a root with 10,000 files in 256 folders: per file, of the look for leftovers
//
// What costs no time in a frame has no row, here or elsewhere. Fields, comparisons and texts:
// gc_sparse_id_equal, gc_sparse_type_equal, gc_sparse_id_of, gc_sparse_info, gc_sparse_name,
// gc_sparse_stats, gc_sparse_field_at, gc_sparse_get_statistics, gc_sparse_map_count,
// gc_sparse_map_ids, gc_sparse_view_id, gc_sparse_view_part, gc_sparse_view_parts (both in
// gc_sparse_run),
// gc_sparse_result_string, gc_sparse_version, gc_rng_result_string, gc_rng_version,
// gc_writer_file_equal, gc_writer_result_string, gc_writer_stage_string, gc_writer_version,
// gc_fetch_id_equal, gc_fetch_result_string, gc_fetch_version, gc_fetch_set_rate_limit.
// Seeds: gc_rng_java_seed, gc_rng_mt19937_seed, gc_rng_mt19937_seed_array, gc_rng_seed_seq.
// Sources: gc_rng_mwc32_source, gc_rng_mwc64_source, gc_rng_java_source, gc_rng_mt19937_source,
// gc_rng_xorshift32_source, gc_rng_xorshift64_source, gc_rng_xorshift128_source,
// gc_rng_xoshiro256pp_source, gc_rng_dotnet_source, gc_rng_lcg_source, gc_rng_pcg32_source,
// gc_rng_sfmt_source, gc_rng_philox_source, gc_rng_chacha8_source, gc_rng_wide_source,
// gc_rng_asa128_source, gc_rng_pcg64_source. Once, when a program starts:
// gc_sparse_describe, gc_sparse_describe_as, gc_sparse_holes, gc_sparse_find, gc_writer_memory,
// gc_writer_user_folder, gc_rng_entropy, and the seeds gc_rng_mwc32_seed, gc_rng_mwc64_seed,
// gc_rng_xorshift32_seed, gc_rng_xorshift64_seed, gc_rng_xorshift128_seed,
// gc_rng_xoshiro256pp_seed, gc_rng_xoshiro256pp_jump, gc_rng_xoshiro256pp_long_jump,
// gc_rng_dotnet_seed, gc_rng_lcg_seed, gc_rng_pcg32_seed, gc_rng_pcg32_seed2, gc_rng_sfmt_seed,
// gc_rng_philox_seed, gc_rng_chacha8_seed, gc_rng_chacha8_seed32, gc_rng_wide_seed_stream,
// gc_rng_pcg64_seed.
// Within others: gc_sparse_pool_get is GC_SPARSE_GET, gc_sparse_map_get and gc_sparse_map_at
// are GC_SPARSE_MAP_GET, gc_sparse_view_at is GC_SPARSE_AT, gc_rng_wide_fill_f32 and
// gc_rng_wide_fill_f64 are in bench_rng by each instruction set, gc_writer_pump does the puts
// of bench_writer's "around", gc_writer_poll is gc_writer_poll_many of one event,
// gc_writer_load_with is gc_writer_load without its wait, gc_sparse_migrate and
// gc_sparse_old_field are what a load of another version calls or has called, gc_sparse_seal is
// in sparse/json_read.
// When a game has loaded: gc_sparse_prefab, gc_sparse_set_prefab, gc_sparse_relation.
// tests/compile/benches.py sees that no function is left out.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define GC_FETCH_IMPLEMENTATION
#ifndef GC_FETCH_NO_CURL
#define GC_FETCH_NO_CURL
#endif
#define GC_RNG_IMPLEMENTATION
#define GC_SPARSE_FIELDS
#define GC_SPARSE_RELATIONS
#define GC_SPARSE_IMPLEMENTATION
#define GC_WRITER_IMPLEMENTATION
#include "gc_fetch.h"
#include "gc_rng.h"
#include "gc_sparse.h"
#include "gc_writer.h"
#define GC_SPARSE_JSON_STATIC
#include "examples/sparse/gc_sparse_json.h"
#define GC_SPARSE_DELTA_STATIC
#include "examples/sparse/gc_sparse_delta.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { N = 10000, DRAWS = 200000, BUFFER = 65536, ROUNDS = 9 };

typedef struct body { float x, y, z, w; } body;

static volatile uint64_t sink;
static uint64_t buffer[BUFFER / 8];

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void need(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "bench_calls: %s\n", what);
    exit(1);
}

// ---- gc_sparse.h: schedules and resources

enum { SYSTEMS = 40, READS = 4, WRITES = 2 };

static double time_waves(int how) {
    static gc_sparse_type reads[SYSTEMS][READS + 1], writes[SYSTEMS][WRITES + 1];
    static gc_sparse_access systems[SYSTEMS];
    uint64_t read_bits[SYSTEMS], write_bits[SYSTEMS], sum = 0;
    uint32_t waves[SYSTEMS], x = 1;
    for (int i = 0; i < SYSTEMS; i++) {
        read_bits[i] = write_bits[i] = 0;
        for (int k = 0; k < READS + WRITES; k++) {
            uint32_t type = 1 + ((x = x * 1664525u + 1013904223u) >> 16) % 63;
            if (k < READS) reads[i][k].index = type, read_bits[i] |= (uint64_t)1 << type;
            else writes[i][k - READS].index = type, write_bits[i] |= (uint64_t)1 << type;
        }
        systems[i].reads = reads[i];
        systems[i].writes = writes[i];
    }

    double start = now_ns();
    for (int turn = 0; turn < 200; turn++) {
        if (how == 0) sum += gc_sparse_waves(systems, SYSTEMS, waves);
        for (int i = 0; how == 1 && i < SYSTEMS; i++) {
            waves[i] = 0;
            for (int e = 0; e < i; e++) {
                uint64_t shared = write_bits[e] & (read_bits[i] | write_bits[i]);
                shared |= read_bits[e] & write_bits[i];
                if (shared && waves[e] >= waves[i]) waves[i] = waves[e] + 1;
            }
        }
        sum += waves[SYSTEMS - 1];
        __asm__ volatile("" : : "r"(systems), "r"(write_bits) : "memory");
    }
    sink = sum;
    return (now_ns() - start) / (200.0 * SYSTEMS);
}

// A world of N entities with a body, and a second type for every other one.
typedef struct world {
    gc_sparse_world *of;
    gc_sparse_type body, other;
    gc_sparse_id ids[N];
} world;

static gc_sparse_type make_type(gc_sparse_world *of, const char *name, size_t size) {
    gc_sparse_component_desc desc;
    gc_sparse_type type = {0};
    memset(&desc, 0, sizeof desc);
    desc.name = name;
    desc.size = size;
    need(gc_sparse_component(of, &desc, &type) == GC_SPARSE_OK, "a type");
    return type;
}

static uint32_t scatter(uint32_t i) { return (uint32_t)((uint64_t)i * 7919 % N); }     // each once

static world *open_world(void) {
    static world w;
    w.of = gc_sparse_open(NULL, NULL);
    need(w.of != NULL, "a world");
    w.body = make_type(w.of, "body", sizeof(body));
    w.other = make_type(w.of, "other", 8);
    need(gc_sparse_create_n(w.of, w.ids, N) == GC_SPARSE_OK, "entities");
    need(gc_sparse_add_n(w.of, w.ids, N, w.body, NULL) == GC_SPARSE_OK, "bodies");
    for (uint32_t i = 0; i < N; i++) {
        gc_sparse_id id = w.ids[scatter(i)];
        if (i % 2) gc_sparse_add(w.of, id, w.other);
        ((body *)gc_sparse_get(w.of, id, w.body))->x = (float)i;
    }
    return &w;
}

static double time_resource(int how) {
    world *w = open_world();
    uint64_t sum = 0;
    gc_sparse_resource(w->of, w->body);
    double start = now_ns();
    for (int i = 0; i < DRAWS; i++) {
        void *value = how == 0 ? gc_sparse_resource(w->of, w->body)
                               : gc_sparse_get(w->of, w->ids[0], w->body);
        sum += (uint64_t)((body *)value)->x;
        __asm__ volatile("" : : "r"(value) : "memory");
    }
    double time = (now_ns() - start) / DRAWS;
    gc_sparse_close(w->of);
    sink = sum;
    return time;
}

static double time_field_text(int how) {
    const gc_sparse_field field = {"x", gc_sparse_shape_float(), 0, 1};
    char text[32];
    uint64_t sum = 0;
    double start = now_ns();
    for (uint32_t i = 0; i < DRAWS; i++) {
        float x = (float)(i * 2654435769u % 1000000) * 0.001f;
        if (how == 0) sum += gc_sparse_field_text(&field, &x, text, sizeof text);
        else sum += (uint64_t)snprintf(text, sizeof text, "%.9g", (double)x);
    }
    double time = (now_ns() - start) / DRAWS;
    sink = sum;
    return time;
}

static void count_difference(void *user, gc_sparse_id id, gc_sparse_type type, const char *words) {
    (void)id;
    (void)type;
    *(uint64_t *)user += words[0] != 0;
}

static double time_difference(int how) {
    world *w = open_world();
    gc_sparse_world *other = gc_sparse_open_like(w->of, NULL);
    uint64_t sum = 0;
    need(other && gc_sparse_copy(other, w->of) == GC_SPARSE_OK, "a copy");
    double start = now_ns();
    if (how == 0) gc_sparse_difference(w->of, other, count_difference, &sum);
    else sum = gc_sparse_hash(w->of) != gc_sparse_hash(other);
    double time = (now_ns() - start) / N;
    need(sum == 0, "equal worlds");
    gc_sparse_close(other);
    gc_sparse_close(w->of);
    return time;
}

#define FIELDS_THEN(F) F(float, x) F(float, y) F(int32_t, hp)
GC_SPARSE_STRUCT(fields_then, FIELDS_THEN)
#define FIELDS_NOW(F) F(float, x) F(float, y) F(int64_t, hp) F(float, z)
GC_SPARSE_STRUCT(fields_now, FIELDS_NOW)

static gc_sparse_world *open_version(const gc_sparse_shape *shape, gc_sparse_type *type) {
    gc_sparse_world *of = gc_sparse_open(NULL, NULL);
    gc_sparse_component_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.name = "body";
    desc.size = shape->size;
    need(of && gc_sparse_component(of, &desc, type) == GC_SPARSE_OK, "a type");
    need(gc_sparse_describe_as(of, *type, shape) == GC_SPARSE_OK, "its shape");
    return of;
}

typedef struct json_text {
    char *at;
    size_t size;
} json_text;

static int put_json(void *user, const char *text, size_t size) {
    json_text *to = (json_text *)user;
    memcpy(to->at + to->size, text, size);
    to->size += size;
    return GC_SPARSE_OK;
}

// Entities of two floats and two integers.
static gc_sparse_world *open_json(gc_sparse_type *type) {
    gc_sparse_world *of = open_version(gc_sparse_shape_fields_now(), type);
    for (uint32_t i = 0; i < N; i++) {
        gc_sparse_id id = gc_sparse_create(of);
        fields_now *now = (fields_now *)gc_sparse_add(of, id, *type);
        need(now != NULL, "a component");
        now->x = (float)(i * 2654435769u % 1000000) * 0.001f;
        now->y = (float)i * 0.5f;
        now->hp = i % 100;
        now->z = -now->x;
    }
    return of;
}

static void write_by_hand(FILE *file, const gc_sparse_world *of, gc_sparse_type type) {
    gc_sparse_id id = {0, 0};
    while ((id = gc_sparse_next_entity(of, id)).generation != 0) {
        const fields_now *now = (const fields_now *)gc_sparse_get(of, id, type);
        fprintf(file, "\"%u:%u\":{\"x\":%.9g,\"y\":%.9g,\"hp\":%lld,\"z\":%.9g},\n", (unsigned)id.slot,
                (unsigned)id.generation, (double)now->x, (double)now->y, (long long)now->hp, (double)now->z);
    }
}

static double time_json_write(int how) {
    gc_sparse_type type;
    gc_sparse_world *of = open_json(&type);
    json_text text = {(char *)malloc(N * 200), 0};
    FILE *file = how ? fmemopen(text.at, N * 200, "wb") : NULL;
    double start = now_ns();
    if (file) write_by_hand(file, of, type);
    else need(gc_sparse_json_write(of, put_json, &text) == GC_SPARSE_OK, "a text");
    double time = (now_ns() - start) / N;
    if (file) fclose(file);
    free(text.at);
    gc_sparse_close(of);
    return time;
}

static double time_json_read(int how) {
    gc_sparse_type type, other_type;
    gc_sparse_world *of = open_json(&type), *other = open_version(gc_sparse_shape_fields_now(), &other_type);
    json_text text = {(char *)malloc(N * 200), 0};
    FILE *file = how ? fmemopen(text.at, N * 200, "wb") : NULL;
    if (file) write_by_hand(file, of, type);
    else gc_sparse_json_write(of, put_json, &text);
    if (file) fclose(file);

    double start = now_ns();
    if (how == 0) {
        need(gc_sparse_json_read(other, text.at, text.size, NULL) == GC_SPARSE_OK, "a world");
        need(gc_sparse_hash_all(other) == gc_sparse_hash_all(of), "the same world");
    }
    file = how ? fmemopen(text.at, N * 200, "rb") : NULL;
    for (uint32_t i = 0; i < N && file; i++) {
        char line[200];
        gc_sparse_id id;
        fields_now read;
        need(fgets(line, sizeof line, file) &&
             sscanf(line, "\"%" SCNu32 ":%" SCNu32 "\":{\"x\":%f,\"y\":%f,\"hp\":%" SCNd64 ",\"z\":%f},",
                    &id.slot, &id.generation, &read.x, &read.y, &read.hp, &read.z) == 6, "a line");
        need(gc_sparse_create_at(other, id) == GC_SPARSE_OK, "an entity");
        gc_sparse_set_value(other, id, other_type, &read);
    }
    if (file) fclose(file);

    double time = (now_ns() - start) / N;
    free(text.at);
    gc_sparse_close(of);
    gc_sparse_close(other);
    return time;
}

// A field of 200 entities is new in each frame; own: the whole world as a save.
static double time_delta(int how, bool reads) {
    static char packet[400000];
    gc_sparse_type type, other;
    gc_sparse_world *of = open_json(&type), *client = open_version(gc_sparse_shape_fields_now(), &other);
    const gc_sparse_delta_desc desc = {&type, 1, NULL, 0, 0, 0};
    gc_sparse_delta *to = gc_sparse_delta_open(of, &desc, NULL);
    gc_sparse_delta *from = gc_sparse_delta_open(client, &desc, NULL);
    char *save = (char *)malloc(gc_sparse_save(of, NULL, 0));
    double time[2] = {0, 0};
    need(to && from && save, "deltas");
    for (uint32_t frame = 0; frame < 12; frame++) {
        for (uint32_t i = 0; i < 200; i++) {
            gc_sparse_id id = gc_sparse_id_of(of, i * 50 + frame % 50);
            ((fields_now *)gc_sparse_get(of, id, type))->x += 1;
            gc_sparse_touch(of, id, type);
        }
        uint32_t number = 0;
        size_t size = 0, whole = gc_sparse_save(of, NULL, 0);
        uint64_t now = gc_sparse_tick(of);
        double start = now_ns();
        if (how) gc_sparse_save(of, save, whole);
        else need(gc_sparse_delta_write(to, now, packet, sizeof packet, &size) == GC_SPARSE_OK, "a packet");
        double written = now_ns();
        if (how) need(gc_sparse_load(client, save, whole) == GC_SPARSE_OK, "a load");
        else need(gc_sparse_delta_read(from, packet, size, &number) == GC_SPARSE_OK, "what it says");
        double read = now_ns();

        // The first two frames bring all.
        if (!how) gc_sparse_delta_acked(to, number);
        if (frame < 2) continue;
        time[0] += written - start;
        time[1] += read - written;
    }
    free(save);
    gc_sparse_delta_close(to);
    gc_sparse_delta_close(from);
    gc_sparse_close(of);
    gc_sparse_close(client);
    return time[reads] / 10 / 200;
}

static double time_delta_write(int how) { return time_delta(how, false); }
static double time_delta_read(int how) { return time_delta(how, true); }

static double time_load_other(int how) {
    gc_sparse_type type, now;
    const gc_sparse_shape *then = how ? gc_sparse_shape_fields_now() : gc_sparse_shape_fields_then();
    gc_sparse_world *of = open_version(then, &type);
    gc_sparse_world *to = open_version(gc_sparse_shape_fields_now(), &now);
    for (int i = 0; i < N; i++) need(gc_sparse_add(of, gc_sparse_create(of), type) != NULL, "room");
    size_t size = gc_sparse_save(of, NULL, 0);
    void *save = malloc(size);
    need(save && gc_sparse_save(of, save, size) == size, "a save");
    need(gc_sparse_load(to, save, size) == GC_SPARSE_OK, "room for it");
    double start = now_ns();
    need(gc_sparse_load(to, save, size) == GC_SPARSE_OK, "a load");
    double time = (now_ns() - start) / N;
    free(save);
    gc_sparse_close(to);
    gc_sparse_close(of);
    return time;
}

typedef struct bench_weapon { gc_sparse_id of; float reach; } bench_weapon;

// A goblin of three parts: a body each, and a weapon that knows whose it is.
static void make_goblin(gc_sparse_world *of, const gc_sparse_type *types, gc_sparse_id *parts) {
    static const gc_sparse_id none = {0, 0};
    need(gc_sparse_create_n(of, parts, 3) == GC_SPARSE_OK, "entities");
    for (int i = 0; i < 3; i++) {
        body value = {(float)i, 1, 2, 3};
        need(gc_sparse_set_value(of, parts[i], types[0], &value) == GC_SPARSE_OK, "a body");
        need(gc_sparse_attach(of, parts[i], i ? parts[0] : none) == GC_SPARSE_OK, "a node");
    }
    bench_weapon weapon = {parts[0], 1};
    need(gc_sparse_set_value(of, parts[2], types[1], &weapon) == GC_SPARSE_OK, "a weapon");
}

static double time_clone_tree(int how) {
    gc_sparse_world *of = gc_sparse_open(NULL, NULL);
    static gc_sparse_id out[N];
    gc_sparse_id parts[3];
    need(of != NULL, "a world");

    gc_sparse_type types[5] = {make_type(of, "body", sizeof(body)),
                               make_type(of, "weapon", sizeof(bench_weapon)),
                               make_type(of, "node", sizeof(gc_sparse_node)), make_type(of, "tag", 0), {0}};
    need(gc_sparse_describe(of, types[1], "i4", false) == GC_SPARSE_OK, "its fields");
    need(gc_sparse_tree(of, types[2]) == GC_SPARSE_OK, "a tree");
    need(gc_sparse_prefab(of, types[3]) == GC_SPARSE_OK, "prefabs");
    make_goblin(of, types, parts);
    need(gc_sparse_set_prefab(of, parts[0], true) == GC_SPARSE_OK, "a prefab");
    for (int t = 5; t-- > 0;) {
        need(gc_sparse_reserve(of, types[t], 3 * N + 3) == GC_SPARSE_OK, "room");
    }

    double start = now_ns();
    if (how == 0) need(gc_sparse_clone_tree(of, parts[0], N, out) == GC_SPARSE_OK, "copies");
    for (int i = 0; how == 1 && i < N; i++) make_goblin(of, types, parts);
    double time = (now_ns() - start) / (3.0 * N);
    gc_sparse_close(of);
    return time;
}

static double time_next_source(int how) {
    static uint32_t first[N], next[N];
    static const gc_sparse_id none = {0, 0};
    world *w = open_world();
    gc_sparse_type pair = make_type(w->of, "pair", sizeof(gc_sparse_pair));
    need(gc_sparse_relation(w->of, pair, GC_SPARSE_GONE_REMOVES) == GC_SPARSE_OK, "a relation");
    memset(first, 0, sizeof first);
    for (uint32_t i = 0; i < N; i++) {
        gc_sparse_pair value = {w->ids[i % 100], 0, 0, 0};
        need(gc_sparse_set_value(w->of, w->ids[i], pair, &value) == GC_SPARSE_OK, "a pair");
        next[i] = first[i % 100];
        first[i % 100] = i + 1;
    }

    uint64_t sum = 0;
    double start = now_ns();
    for (uint32_t t = 0; t < 100; t++) {
        gc_sparse_id at = none;
        while (how == 0) {
            at = gc_sparse_next_source(w->of, pair, w->ids[t], at);
            sum += at.slot;
            if (at.generation == 0) break;
        }
        for (uint32_t k = how == 1 ? first[t] : 0; k; k = next[k - 1]) sum += k;
    }
    double time = (now_ns() - start) / N;
    gc_sparse_close(w->of);
    sink = sum;
    return time;
}

typedef struct local { float x, y; } local;
typedef struct place { float x, y; } place;
typedef gc_sparse_node above;
#define ABOVES(X) X(DENSE, above) X(DENSE, local) X(DENSE, place)
GC_SPARSE_COMPONENTS(ABOVES)
GC_SPARSE_SYSTEM(place_by_term, (gc_sparse_world *of), (of), READ(local), l, place, p, PARENT(place), up) {
    (void)of;
    p->x = l->x + (up ? up->x : 0);
}
GC_SPARSE_SYSTEM(place_by_node, (gc_sparse_world *of), (of), READ(above), node, READ(local), l, place, p) {
    const place *up = gc_sparse_get_place(of, node->parent);
    p->x = l->x + (up ? up->x : 0);
}
GC_SPARSE_SYSTEM(place_by_call, (gc_sparse_world *of), (of), READ(local), l, place, p) {
    const place *up = (const place *)gc_sparse_above(of, self, gc_sparse_type_place());
    p->x = l->x + (up ? up->x : 0);
}

static double time_above(int how) {
    static gc_sparse_id ids[N];
    gc_sparse_world *of = gc_sparse_open(NULL, NULL);
    need(of && ABOVES_register(of) == GC_SPARSE_OK, "a world");
    need(gc_sparse_tree(of, gc_sparse_type_above()) == GC_SPARSE_OK, "a tree");
    need(gc_sparse_create_n(of, ids, N) == GC_SPARSE_OK, "entities");
    for (uint32_t i = 0; i < N; i++) {
        gc_sparse_id parent = {0, 0};
        if (i % 31) parent = ids[i - i % 31 + (i % 31 - 1) / 2];
        GC_SPARSE_SET(of, ids[i], local, 1, 2);
        GC_SPARSE_PUT(of, ids[i], place);
        need(gc_sparse_attach(of, ids[i], parent) == GC_SPARSE_OK, "a node");
    }
    need(gc_sparse_sort_tree(of) == GC_SPARSE_OK, "an order");
    gc_sparse_sort_as(of, gc_sparse_type_local(), gc_sparse_type_above());
    gc_sparse_sort_as(of, gc_sparse_type_place(), gc_sparse_type_above());

    double start = now_ns();
    for (int i = 0; i < 20; i++) {
        if (how == 0) place_by_term(of, of);
        else if (how == 1) place_by_node(of, of);
        else place_by_call(of, of);
    }
    double time = (now_ns() - start) / (20.0 * N);
    gc_sparse_close(of);
    return time;
}

// ---- gc_sparse.h: entities and rows

static double time_alive(int how) {
    static uint32_t generations[N];
    world *w = open_world();
    uint64_t sum = 0;
    for (uint32_t i = 0; i < N; i++) generations[w->ids[i].slot] = w->ids[i].generation;
    double start = now_ns();
    for (int turn = 0; turn < 20; turn++) {
        for (uint32_t i = 0; i < N; i++) {
            gc_sparse_id id = w->ids[scatter(i)];
            if (how == 0) sum += gc_sparse_alive(w->of, id);
            else sum += id.slot < N && generations[id.slot] == id.generation;
        }
    }
    double time = (now_ns() - start) / (20.0 * N);
    gc_sparse_close(w->of);
    sink = sum;
    return time;
}

static double time_clear(int how) {
    world *w = open_world();
    double start = now_ns();
    if (how == 0) gc_sparse_clear(w->of);
    else for (uint32_t i = 0; i < N; i++) gc_sparse_destroy(w->of, w->ids[i]);
    double time = (now_ns() - start) / N;
    gc_sparse_close(w->of);
    return time;
}

static double time_remove(int how) {
    world *w = open_world();
    double start = now_ns();
    if (how == 0) gc_sparse_remove_n(w->of, w->ids, N, w->body);
    else for (uint32_t i = 0; i < N; i++) gc_sparse_remove(w->of, w->ids[i], w->body);
    double time = (now_ns() - start) / N;
    gc_sparse_close(w->of);
    return time;
}

static double time_records(int what, bool recorded) {
    world *w = open_world();
    gc_sparse_commands *commands = gc_sparse_record(w->of, 0, 0);
    gc_sparse_id made = {0, 0};

    for (int turn = 0; turn < 2 && what == 0; turn++) {     // memory for the records is there
        for (uint32_t i = 0; i < N; i++) made = gc_sparse_record_create(commands);
        gc_sparse_replay(w->of);
    }

    double start = now_ns();
    for (uint32_t i = 0; i < N; i++) {
        gc_sparse_id id = w->ids[scatter(i)];
        if (what == 0 && recorded) made = gc_sparse_record_create(commands);
        else if (what == 0) made = gc_sparse_create(w->of);
        else if (what == 1 && recorded) gc_sparse_record_remove(commands, id, w->body);
        else if (what == 1) gc_sparse_remove(w->of, id, w->body);
        else if (recorded) gc_sparse_record_destroy(commands, id);
        else gc_sparse_destroy(w->of, id);
    }

    if (recorded) gc_sparse_replay(w->of);
    double time = (now_ns() - start) / N;

    if (what == 0 && recorded) need(gc_sparse_record_resolve(commands, made).generation != 0, "resolve");
    sink = made.slot;
    gc_sparse_close(w->of);
    return time;
}

static double time_record_create(int how) { return time_records(0, how == 0); }
static double time_record_remove(int how) { return time_records(1, how == 0); }
static double time_record_destroy(int how) { return time_records(2, how == 0); }

// Ids of temporary ones, after the replay; by hand an array by number.
static double time_resolve(int how) {
    world *w = open_world();
    gc_sparse_commands *commands = gc_sparse_record(w->of, 0, 0);
    static gc_sparse_id temporary[N], real[N];
    uint64_t sum = 0;
    for (uint32_t i = 0; i < N; i++) temporary[i] = gc_sparse_record_create(commands);
    gc_sparse_replay(w->of);
    for (uint32_t i = 0; i < N; i++) real[i] = gc_sparse_record_resolve(commands, temporary[i]);
    double start = now_ns();
    for (uint32_t i = 0; i < N; i++) {
        uint32_t at = scatter(i);
        sum += how == 0 ? gc_sparse_record_resolve(commands, temporary[at]).slot : real[at].slot;
    }
    double time = (now_ns() - start) / N;
    gc_sparse_close(w->of);
    sink = sum;
    return time;
}

static uint64_t key_of(void *user, const void *component) {
    (void)user;
    return (uint64_t)((const body *)component)->x;
}

static int compare_bodies(const void *a, const void *b) {
    float x = ((const body *)a)->x, y = ((const body *)b)->x;
    return x < y ? -1 : x > y;
}

static int compare_in_world(const void *a, const void *b, void *user) {
    (void)user;
    return compare_bodies(a, b);
}

// Rows by a float: by key, by comparison; the array has bodies alone, without ids.
static double time_sort(int how) {
    static body bodies[N];
    world *w = open_world();
    gc_sparse_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    if (how == 0) desc.key = key_of;
    else desc.compare = compare_in_world;
    for (uint32_t i = 0; i < N; i++) bodies[i] = *(body *)gc_sparse_get(w->of, w->ids[i], w->body);
    double start = now_ns();
    if (how == 2) qsort(bodies, N, sizeof bodies[0], compare_bodies);
    else need(gc_sparse_sort(w->of, w->body, &desc) == GC_SPARSE_OK, "sort");
    double time = (now_ns() - start) / N;
    sink = (uint64_t)bodies[N / 2].x;
    gc_sparse_close(w->of);
    return time;
}

// Bodies in the order of another type; by hand a copy through an array of rows.
static double time_sort_as(int how) {
    static body bodies[N], sorted[N];
    static uint32_t rows[N];
    world *w = open_world();
    for (uint32_t i = 0; i < N; i++) rows[i] = scatter(i);
    double start = now_ns();
    if (how == 0) need(gc_sparse_sort_as(w->of, w->body, w->other) == GC_SPARSE_OK, "sort_as");
    else {
        for (uint32_t i = 0; i < N; i++) sorted[i] = bodies[rows[i]];
        memcpy(bodies, sorted, sizeof bodies);
    }
    double time = (now_ns() - start) / N;
    sink = (uint64_t)bodies[N / 2].x;
    gc_sparse_close(w->of);
    return time;
}

// ---- gc_sparse.h: views, trees, sets

static void move_part(void *arg, gc_sparse_view *part, uint32_t index) {
    (void)index;
    while (gc_sparse_next(part)) {
        body *b = (body *)part->columns[0];
        for (size_t i = 0; i < part->count; i++) b[i].y += *(float *)arg;
    }
}

static double time_run(int how) {
    world *w = open_world();
    gc_sparse_query_desc query;
    gc_sparse_view view;
    float dt = 0.1f;
    memset(&query, 0, sizeof query);
    query.include[0] = w->body;
    double start = now_ns();
    for (int turn = 0; turn < 20; turn++) {
        gc_sparse_begin(&view, w->of, &query);
        if (how == 0) gc_sparse_run(&view, 4096, NULL, NULL, move_part, &dt);
        else move_part(&dt, &view, 0);
    }
    double time = (now_ns() - start) / (20.0 * N);
    gc_sparse_close(w->of);
    return time;
}

// Three systems over A and B, B and C, A without C, which half of the entities have each; per
// entity of the frame. own: the systems by their names. array: flags beside arrays.
typedef struct frame_a { float x, y; } frame_a;
typedef struct frame_b { float x, y; } frame_b;
typedef struct frame_c { float x, y; } frame_c;
#define FRAME(X) X(DENSE, frame_a) X(DENSE, frame_b) X(DENSE, frame_c)
GC_SPARSE_COMPONENTS(FRAME)
GC_SPARSE_SYSTEM(frame_move, (float dt), (dt), frame_a, a, READ(frame_b), b) { a->x += b->x * dt; }
GC_SPARSE_SYSTEM(frame_turn, (float dt), (dt), frame_b, b, READ(frame_c), c) { b->y += c->y * dt; }
GC_SPARSE_SYSTEM(frame_fall, (float dt), (dt), frame_a, a, WITHOUT, frame_c) { a->y -= dt; }
GC_SPARSE_SCHEDULE(frame_all, (float dt), (dt), frame_move, frame_turn, frame_fall)

static double time_schedule(int how) {
    static frame_a a[N];
    static frame_b b[N];
    static frame_c c[N];
    static uint8_t has[N];
    gc_sparse_world *of = gc_sparse_open(NULL, NULL);
    need(of && FRAME_register(of) == GC_SPARSE_OK, "no world");
    uint32_t random = 1;
    for (int i = 0; i < N; i++) {
        random = random * 1664525u + 1013904223u;
        has[i] = (uint8_t)(random >> 29);
        gc_sparse_id id = gc_sparse_create(of);
        if (has[i] & 1) need(GC_SPARSE_SET(of, id, frame_a, 1, 1) == GC_SPARSE_OK, "no memory");
        if (has[i] & 2) need(GC_SPARSE_SET(of, id, frame_b, 1, 1) == GC_SPARSE_OK, "no memory");
        if (has[i] & 4) need(GC_SPARSE_SET(of, id, frame_c, 1, 1) == GC_SPARSE_OK, "no memory");
    }

    int failed = 0;
    double start = now_ns();
    for (int turn = 0; turn < 20; turn++) {
        if (how == 0) failed |= frame_all(of, NULL, NULL, 0.1f);
        else if (how == 1) failed |= frame_move(of, 0.1f) | frame_turn(of, 0.1f) | frame_fall(of, 0.1f);
        else {
            for (int i = 0; i < N; i++) if ((has[i] & 3) == 3) a[i].x += b[i].x * 0.1f;
            for (int i = 0; i < N; i++) if ((has[i] & 6) == 6) b[i].y += c[i].y * 0.1f;
            for (int i = 0; i < N; i++) if ((has[i] & 5) == 1) a[i].y -= 0.1f;
        }
    }
    double time = (now_ns() - start) / (20.0 * N);
    need(failed == 0, "a system failed");
    gc_sparse_close(of);
    return time;
}

// Matches of two types that stand in unlike order.
static double time_view_count(int how) {
    world *w = open_world();
    gc_sparse_query_desc query;
    gc_sparse_view view;
    size_t count = 0;
    memset(&query, 0, sizeof query);
    query.include[0] = w->body;
    query.include[1] = w->other;
    double start = now_ns();
    for (int turn = 0; turn < 20; turn++) {
        gc_sparse_begin(&view, w->of, &query);
        if (how == 0) count += gc_sparse_view_count(&view);
        else while (gc_sparse_next(&view)) count += view.count;
    }
    double time = (now_ns() - start) / (20.0 * N / 2);
    need(count == 20 * N / 2, "matches");
    gc_sparse_close(w->of);
    return time;
}

// Children of 100 parents; by hand arrays of the first child and the next one.
static double time_children(int how) {
    static uint32_t first[N], next[N];
    gc_sparse_world *of = gc_sparse_open(NULL, NULL);
    gc_sparse_type node = make_type(of, "node", sizeof(gc_sparse_node));
    static gc_sparse_id ids[N];
    uint64_t sum = 0;

    need(gc_sparse_tree(of, node) == GC_SPARSE_OK, "a tree");
    need(gc_sparse_create_n(of, ids, N) == GC_SPARSE_OK, "entities");

    memset(first, 0, sizeof first);
    for (uint32_t i = 100; i < N; i++) {
        uint32_t child = 100 + (uint32_t)((uint64_t)i * 7919 % (N - 100));
        gc_sparse_attach(of, ids[child], ids[i % 100]);
        next[child] = first[i % 100];
        first[i % 100] = child;
    }

    double start = now_ns();
    for (int turn = 0; turn < 20; turn++) {
        for (uint32_t parent = 0; parent < 100; parent++) {
            gc_sparse_id child = {0, 0};
            if (how == 0) {
                while ((child = gc_sparse_next_child(of, ids[parent], child)).generation) sum += child.slot;
            } else {
                for (uint32_t at = first[parent]; at; at = next[at]) sum += at;
            }
        }
    }

    double time = (now_ns() - start) / (20.0 * (N - 100));
    gc_sparse_close(of);
    sink = sum;
    return time;
}

// A map of ids, taken out and put in again at random; by hand rows by slot, the last one fills
// the hole. map_has: is it there?
static double time_map(int how, bool ask) {
    static uint32_t rows[N], slots[N];
    static body bodies[N];
    world *w = open_world();
    gc_sparse_map_desc desc;
    gc_sparse_map map;
    uint64_t sum = 0;
    memset(&desc, 0, sizeof desc);
    desc.size = sizeof(body);
    need(gc_sparse_map_init(&map, &desc) == GC_SPARSE_OK, "a set");
    for (uint32_t i = 0; i < N; i++) {
        need(gc_sparse_map_add(&map, w->ids[i]) != NULL, "a map's add");
        rows[w->ids[i].slot % N] = i;
        slots[i] = w->ids[i].slot % N;
    }

    double start = now_ns();
    for (uint32_t i = 0; i < N; i++) {
        gc_sparse_id id = w->ids[scatter(i)];
        uint32_t slot = id.slot % N, row = rows[slot];
        if (ask) {
            sum += how == 0 ? gc_sparse_map_has(&map, id) : slots[row] == slot;
        } else if (how == 0) {
            gc_sparse_map_remove(&map, id);
            ((body *)gc_sparse_map_add(&map, id))->x = 1;
        } else {
            bodies[row] = bodies[N - 1];
            slots[row] = slots[N - 1];
            rows[slots[row]] = row;
            slots[N - 1] = slot;
            rows[slot] = N - 1;
            memset(&bodies[N - 1], 0, sizeof bodies[0]);
            bodies[N - 1].x = 1;
        }
    }
    double time = (now_ns() - start) / N;
    sink = sum + (uint64_t)bodies[N / 2].x;
    gc_sparse_map_free(&map);
    gc_sparse_close(w->of);
    return time;
}

static double time_map_has(int how) { return time_map(how, true); }
static double time_map_change(int how) { return time_map(how, false); }

// ---- gc_rng.h

// Draws by a source, by gc_rng itself, and by a function pointer in a struct of one's own.
typedef struct plain_engine {
    uint64_t (*next)(struct plain_engine *e);
    uint64_t state;
} plain_engine;

static uint64_t plain_next(plain_engine *e) {      // xorshift64*
    e->state ^= e->state >> 12;
    e->state ^= e->state << 25;
    e->state ^= e->state >> 27;
    return e->state * 0x2545f4914f6cdd1du;
}

static plain_engine *volatile plain_chosen;

#define DRAWS_ROW(name, by_source, by_own, by_hand)                                                          \
    static double time_##name(int how) {                                                                     \
        plain_engine plain = {plain_next, 1};                                                                \
        gc_rng own, under;                                                                                   \
        gc_rng *r = &own;                                                                                    \
        gc_rng_seed(&own, 1);                                                                                \
        gc_rng_seed(&under, 1);                                                                              \
        gc_rng_source source = gc_rng_to_source(&under), *s = &source;                                       \
        plain_chosen = &plain;                                                                               \
        plain_engine *p = plain_chosen;                                                                      \
        double sum = 0, start = now_ns();                                                                    \
        if (how == 0) for (int i = 0; i < DRAWS; i++) sum += (double)(by_source);                            \
        if (how == 1) for (int i = 0; i < DRAWS; i++) sum += (double)(by_own);                               \
        if (how == 2) for (int i = 0; i < DRAWS; i++) sum += (double)(by_hand);                              \
        double time = (now_ns() - start) / DRAWS;                                                            \
        sink = (uint64_t)sum;                                                                                \
        (void)s, (void)r, (void)p;                                                                           \
        return time;                                                                                         \
    }

static const double weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static int plain_weighted(double x) {
    double all = 0;
    int i = 0;
    for (int k = 0; k < 8; k++) all += weights[k];
    for (x *= all; i < 7 && x >= weights[i]; i++) x -= weights[i];
    return i;
}

#define PLAIN p->next(p)
#define PLAIN_F64 ((double)(PLAIN >> 11) * 0x1p-53)
DRAWS_ROW(source_u32, gc_rng_source_u32(s), gc_rng_u32(r), (uint32_t)(PLAIN >> 32))
DRAWS_ROW(source_f32, gc_rng_source_f32(s), gc_rng_f32(r), (float)(PLAIN >> 40) * 0x1p-24f)
DRAWS_ROW(source_f64, gc_rng_source_f64(s), gc_rng_f64(r), PLAIN_F64)
DRAWS_ROW(source_f32_open, gc_rng_source_f32_open(s), gc_rng_f32_open(r),
          ((float)(PLAIN >> 41) + 0.5f) * 0x1p-23f)
DRAWS_ROW(source_f64_open, gc_rng_source_f64_open(s), gc_rng_f64_open(r),
          ((double)(PLAIN >> 12) + 0.5) * 0x1p-52)
DRAWS_ROW(source_range, gc_rng_source_range(s, -5, 1000), gc_rng_range(r, -5, 1000),
          -5 + (int64_t)(PLAIN % 1006))
DRAWS_ROW(source_range_f32, gc_rng_source_range_f32(s, -5, 10), gc_rng_range_f32(r, -5, 10),
          -5 + 15 * ((float)(PLAIN >> 40) * 0x1p-24f))
DRAWS_ROW(source_chance, gc_rng_source_chance(s, 0.25), gc_rng_chance(r, 0.25), PLAIN_F64 < 0.25)
DRAWS_ROW(source_weighted, gc_rng_source_weighted(s, weights, 8), gc_rng_weighted(r, weights, 8),
          plain_weighted(PLAIN_F64))

static double time_source_shuffle(int how) {
    static uint32_t cards[N];
    plain_engine plain = {plain_next, 1}, *p = plain_chosen = &plain;
    gc_rng r;
    gc_rng_seed(&r, 1);
    gc_rng_source source = gc_rng_to_source(&r);
    double start = now_ns();
    if (how == 0) gc_rng_source_shuffle(&source, cards, N, sizeof cards[0]);
    if (how == 1) gc_rng_shuffle(&r, cards, N, sizeof cards[0]);
    for (uint32_t i = N - 1; how == 2 && i > 0; i--) {
        uint32_t j = (uint32_t)(PLAIN % (i + 1)), swap = cards[i];
        cards[i] = cards[j];
        cards[j] = swap;
    }
    double time = (now_ns() - start) / N;
    sink = cards[1];
    return time;
}

static double time_source_fill(int how) {
    gc_rng r;
    gc_rng_seed(&r, 1);
    gc_rng_source source = gc_rng_to_source(&r);
    double start = now_ns();
    if (how == 0) gc_rng_source_fill(&source, buffer, sizeof buffer);
    if (how == 1) gc_rng_fill(&r, buffer, sizeof buffer);
    for (size_t i = 0; how == 2 && i < BUFFER / 8; i++) buffer[i] = gc_rng_source_u64(&source);
    sink = buffer[1];
    return (now_ns() - start) / (BUFFER / 8);
}

// A fill of each engine, and a loop of its outputs.
#define FILL_ROW(E, type)                                                                                    \
    static double time_fill_##E(int how) {                                                                   \
        static union { type outputs[BUFFER / sizeof(type)]; uint64_t words[BUFFER / 8]; } to;                \
        gc_rng_##E e;                                                                                        \
        gc_rng_##E##_seed(&e, 1);                                                                            \
        double start = now_ns();                                                                             \
        if (how == 0) gc_rng_##E##_fill(&e, &to, sizeof to);                                                 \
        else for (size_t i = 0; i < BUFFER / sizeof(type); i++) to.outputs[i] = (type)gc_rng_##E##_next(&e); \
        sink = to.words[1];                                                                                  \
        return (now_ns() - start) / (BUFFER / 8);                                                            \
    }
#define FILL_ROWS(X)                                                                                         \
    X(mwc32, uint16_t) X(mwc64, uint32_t) X(xorshift32, uint32_t) X(xorshift64, uint64_t)                    \
    X(xorshift128, uint32_t) X(xoshiro256pp, uint64_t) X(lcg, uint32_t) X(dotnet, uint32_t)                  \
    X(pcg32, uint32_t) X(sfmt, uint32_t) X(asa128, uint32_t) X(philox, uint32_t) X(chacha8, uint32_t)        \
    X(wide, uint64_t) X(java, uint32_t) X(mt19937, uint32_t) X(pcg64, uint64_t)
FILL_ROWS(FILL_ROW)

// Two words of SFMT as one, a jump of PCG by 1,000 draws, a key of Philox, .NET's ranges.
static double time_sfmt_next64(int how) {
    gc_rng_sfmt e;
    uint64_t sum = 0;
    gc_rng_sfmt_seed(&e, 1);
    double start = now_ns();
    for (int i = 0; i < DRAWS; i++) {
        if (how == 0) sum += gc_rng_sfmt_next64(&e);
        else sum += gc_rng_sfmt_next(&e) | (uint64_t)gc_rng_sfmt_next(&e) << 32;
    }
    sink = sum;
    return (now_ns() - start) / DRAWS;
}

static double time_pcg32_advance(int how) {
    gc_rng_pcg32 e;
    gc_rng_pcg32_seed(&e, 1);
    double start = now_ns();
    for (int i = 0; i < 200; i++) {
        if (how == 0) gc_rng_pcg32_advance(&e, 1000);
        else for (int k = 0; k < 1000; k++) sink = gc_rng_pcg32_next(&e);
    }
    sink = gc_rng_pcg32_next(&e);
    return (now_ns() - start) / 200;
}

static double time_philox_set(int how) {
    gc_rng_philox e;
    uint64_t sum = 0;
    gc_rng_philox_seed(&e, 1);
    double start = now_ns();
    for (uint32_t i = 0; i < 10000; i++) {
        uint32_t key[2] = {i, 1}, counter[4] = {0, i, 2, 3};
        if (how == 0) gc_rng_philox_set(&e, key, counter);
        else gc_rng_philox_seed(&e, i);
        sum += gc_rng_philox_next(&e);
    }
    sink = sum;
    return (now_ns() - start) / 10000;
}

static double time_dotnet(int how, bool whole) {
    gc_rng_dotnet e;
    double sum = 0;
    gc_rng_dotnet_seed(&e, 1);
    double start = now_ns();
    for (int i = 0; i < DRAWS; i++) {
        double x = how == 0 ? 0 : gc_rng_dotnet_next(&e) * (1.0 / 2147483647);      // as .NET does
        if (whole) sum += how == 0 ? gc_rng_dotnet_range(&e, 5, 1000) : (int)(x * 995) + 5;
        else sum += how == 0 ? gc_rng_dotnet_f64(&e) : x;
    }
    sink = (uint64_t)sum;
    return (now_ns() - start) / DRAWS;
}

static double time_dotnet_range(int how) { return time_dotnet(how, true); }
static double time_dotnet_f64(int how) { return time_dotnet(how, false); }

// ---- gc_writer.h

static uint32_t plain_crc(const uint8_t *bytes, size_t size) {
    static uint32_t table[256];
    for (uint32_t i = 0; i < 256 && !table[255]; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0x82f63b78u : 0);
    }
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) crc = table[(crc ^ bytes[i]) & 255] ^ crc >> 8;
    return ~crc;
}

static double time_crc(int how) {
    double start = now_ns();
    sink = how == 0 ? gc_writer_crc32c(0, buffer, sizeof buffer)
                    : plain_crc((const uint8_t *)buffer, sizeof buffer);
    return (now_ns() - start) / BUFFER;
}

// Paths of 3 to 31 bytes; by hand what a careless program checks.
static double time_check_path(int how) {
    static char paths[4][32] = {"textures/characters/hero_01.png", "a/b", "sounds/x.ogg",
                                "levels/one/map.bin"};
    uint64_t good = 0;
    double start = now_ns();
    for (int i = 0; i < 10000; i++) {
        const char *path = paths[i % 4];
        if (how == 0) good += gc_writer_check_path(path) == GC_WRITER_OK;
        else good += path[0] != '/' && !strstr(path, "..") && !strpbrk(path, "\\:*?\"<>|");
    }
    sink = good;
    return (now_ns() - start) / 10000;
}

static char folder[300];

static gc_writer *open_writer(bool pump) {
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.root = folder;
    desc.pump = pump;
    gc_writer *w = gc_writer_open(&desc, NULL);
    need(w != NULL, folder);
    return w;
}

// A log of 1,000 framed records of 80 bytes, read; by hand the same bytes as lengths and
// records, unchecked, and checked by a table.
static double time_next_record(int how) {
    static uint8_t plain[1000 * 88], framed[1000 * 100];
    static size_t size;
    const void *record;
    size_t length, at = 0, count = 0;
    if (!size) {
        gc_writer *w = open_writer(false);
        gc_writer_file_desc desc;
        gc_writer_file file;
        memset(&desc, 0, sizeof desc);
        desc.path = "log";
        desc.records = GC_WRITER_RECORDS_FRAMED;
        need(gc_writer_append(w, &desc, &file) == GC_WRITER_OK, "a log");
        for (int i = 0; i < 1000; i++) gc_writer_write(w, file, buffer, 80);
        gc_writer_end(w, file);
        gc_writer_close(w);
        char path[320];
        snprintf(path, sizeof path, "%s/log", folder);
        FILE *in = fopen(path, "rb");
        size = in ? fread(framed, 1, sizeof framed, in) : 0;
        if (in) fclose(in);
        need(unlink(path) == 0, path);
    }
    for (size_t i = 0; i < 1000; i++) {
        uint32_t head[2] = {80, plain_crc((const uint8_t *)buffer, 80)};
        memcpy(plain + i * 88, head, 8);
        memcpy(plain + i * 88 + 8, buffer, 80);
    }

    double start = now_ns();
    while (how == 0 && gc_writer_next_record(framed, size, &at, &record, &length)) count += length == 80;
    while (how != 0 && at + 8 <= sizeof plain) {
        uint32_t head[2];
        memcpy(head, plain + at, 8);
        if (how == 1 && plain_crc(plain + at + 8, head[0]) != head[1]) break;
        count += head[0] == 80;
        at += 8 + head[0];
    }
    double time = (now_ns() - start) / 1000;
    need(count == 1000, "records");
    return time;
}

// 64 KB in pieces of 4 KB, made where they go; own: in a buffer, which gc_writer_write copies.
static double time_reserve(int how) {
    gc_writer *w = open_writer(true);
    gc_writer_file file;
    static uint8_t piece[4096];
    need(gc_writer_begin(w, "reserved", &file) == GC_WRITER_OK, "reserved");
    double start = now_ns();
    for (int i = 0; i < 16; i++) {
        size_t got = sizeof piece;
        void *to = how == 0 ? gc_writer_reserve(w, file, sizeof piece, &got) : piece;
        need(to != NULL, "a piece");
        memset(to, i, got);
        if (how == 0) gc_writer_commit(w, file, got);
        else gc_writer_write(w, file, to, got);
    }
    double time = (now_ns() - start) / 16;
    gc_writer_abort(w, file);
    gc_writer_close(w);
    return time;
}

// What the frame's thread does; the rest comes later, by a flush (desc.pump). By hand mkdir and
// unlink.
static double time_names(int how, bool removed) {
    gc_writer *w = open_writer(true);
    gc_writer_file_desc desc;
    char name[32], path[400];
    double time = 0;

    memset(&desc, 0, sizeof desc);
    desc.path = name;
    desc.forget = true;

    for (int i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "name%d", i);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        FILE *file = removed ? fopen(path, "w") : NULL;
        need(!removed || (file && fclose(file) == 0), path);

        double start = now_ns();
        int result = how == 1   ? (removed ? unlink(path) : mkdir(path, 0777))
                     : how == 2 ? gc_writer_remove_with(w, &desc, NULL)
                     : removed  ? gc_writer_remove(w, name, 0)
                                : gc_writer_make_folder(w, &desc, NULL);

        need(result == 0, path);
        time += now_ns() - start;
    }

    gc_writer_flush(w, -1);
    gc_writer_close(w);

    for (int i = 0; i < 200; i++) {
        snprintf(path, sizeof path, "%s/name%d", folder, i);
        need(removed ? access(path, F_OK) != 0 : rmdir(path) == 0, path);
    }
    return time / 200;
}

static double time_folder(int how) { return time_names(how, false); }
static double time_remove_file(int how) { return time_names(how, true); }

static uint8_t piece_of_file[8192];

// 100 files of 8 KB, one after the other, as a loading screen does that waits for each.
static double time_load(int how) {
    gc_writer *w = open_writer(false);
    gc_writer_file_desc desc;
    gc_writer_file file;
    gc_writer_event event;
    char path[400];
    memset(&desc, 0, sizeof desc);
    desc.path = "loaded";
    need(gc_writer_put(w, &desc, buffer, 8192, &file) == GC_WRITER_OK, "loaded");
    need(gc_writer_wait_event(w, file, &event, -1) == GC_WRITER_OK, "loaded");
    snprintf(path, sizeof path, "%s/loaded", folder);

    double start = now_ns();
    for (int i = 0; i < 100; i++) {
        if (how == 0) {
            need(gc_writer_read(w, &desc, piece_of_file, 8192, &file) == GC_WRITER_OK, "read");
            need(gc_writer_wait_event(w, file, &event, -1) == GC_WRITER_OK && event.bytes == 8192, "event");
        } else {
            FILE *in = fopen(path, "rb");
            need(in && fread(piece_of_file, 1, 8192, in) == 8192, path);
            fclose(in);
        }
    }
    double time = (now_ns() - start) / 100;
    gc_writer_close(w);
    return time;
}

// The same of saves with a checksum, into new memory; by hand a file that has its own in front.
static double time_load_save(int how) {
    gc_writer *w = open_writer(false);
    gc_writer_file_desc desc;
    gc_writer_file file;
    gc_writer_event event;
    gc_writer_content content;
    char path[400];
    memset(&desc, 0, sizeof desc);
    desc.path = "saved";
    need(gc_writer_save(w, &desc, buffer, 8192, &file) == GC_WRITER_OK, "saved");
    need(gc_writer_wait_event(w, file, &event, -1) == GC_WRITER_OK, "saved");
    snprintf(path, sizeof path, "%s/saved", folder);
    uint32_t want = gc_writer_crc32c(0, buffer, 8192);

    double start = now_ns();
    for (int i = 0; i < 100; i++) {
        if (how == 0) {
            need(gc_writer_load(w, "saved", &content) == GC_WRITER_OK && content.size == 8192, "load");
            gc_writer_free(w, &content);
        } else {
            struct stat info;
            FILE *in = fopen(path, "rb");
            need(in && fstat(fileno(in), &info) == 0, path);
            size_t size = (size_t)info.st_size;
            uint8_t *bytes = (uint8_t *)malloc(size);
            need(bytes && fread(bytes, 1, size, in) == size, path);
            need(gc_writer_crc32c(0, bytes, 8192) == want, path);
            free(bytes);
            fclose(in);
        }
    }
    double time = (now_ns() - start) / 100;
    gc_writer_close(w);
    return time;
}

// 100 saves of 8 KB into a pool that has room for them: the call alone.
static double time_save(int how) {
    static struct { uint32_t sum; uint8_t bytes[8192]; } save;
    gc_writer *w = open_writer(false);
    gc_writer_file_desc desc;
    char name[32];

    memset(&desc, 0, sizeof desc);
    desc.path = name;
    double spent = 0;

    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "save%d", i);

        double start = now_ns();
        if (how == 0) {
            need(gc_writer_save(w, &desc, buffer, 8192, NULL) == GC_WRITER_OK, name);
        } else {
            memcpy(save.bytes, buffer, 8192);
            save.sum = gc_writer_crc32c(0, save.bytes, 8192);
            need(gc_writer_put(w, &desc, &save, sizeof save, NULL) == GC_WRITER_OK, name);
        }

        spent += now_ns() - start;
    }

    gc_writer_close(w);
    return spent / 100;
}

// 200 small files that are pumped, so that all wait: asks for the state of each, or ends it.
static double time_states(bool cancels) {
    gc_writer *w = open_writer(true);
    gc_writer_file_desc desc;
    gc_writer_file files[200];
    char name[32];
    uint64_t sum = 0;

    memset(&desc, 0, sizeof desc);
    desc.path = name;

    for (int i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "file%d", i);
        need(gc_writer_put(w, &desc, buffer, 100, &files[i]) == GC_WRITER_OK, name);
    }

    double start = now_ns();
    for (int i = 0; i < 200; i++) {
        if (!cancels) sum += (uint64_t)gc_writer_file_state(w, files[i]);
        else need(gc_writer_cancel(w, files[i]) == GC_WRITER_OK, "cancel");
    }

    double time = (now_ns() - start) / 200;

    for (int i = 0; i < 200; i++) gc_writer_cancel(w, files[i]);
    gc_writer_close(w);
    sink = sum;
    return time;
}

static double time_file_state(int how) { return time_states(how != 0); }
static double time_cancel(int how) { return time_states(how == 0); }

// Temporaries below a folder, by hand; with `removes` it takes away all that is there.
static size_t walk(const char *path, bool removes) {
    char below[1000];
    size_t count = 0;
    struct dirent *entry;
    DIR *dir = opendir(path);
    need(dir != NULL, path);
    while ((entry = readdir(dir))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        count += strncmp(entry->d_name, ".gcw-", 5) == 0;
        if (entry->d_type != DT_DIR && !removes) continue;
        snprintf(below, sizeof below, "%.600s/%s", path, entry->d_name);
        if (entry->d_type == DT_DIR) count += walk(below, removes);
        else unlink(below);
    }
    closedir(dir);
    if (removes) rmdir(path);
    return count;
}

// What a file that is there adds to opening, which looks for what killed processes have left.
static double time_open(int how) {
    enum { FILES = 10000, FOLDERS = 256 };
    char root[400], path[500];
    gc_fetch_desc fetch;
    gc_writer_desc writer;
    memset(&fetch, 0, sizeof fetch);
    memset(&writer, 0, sizeof writer);
    snprintf(root, sizeof root, "%s/many", folder);
    need(mkdir(root, 0777) == 0, root);
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/%02x", root, i % FOLDERS);
        need(i >= FOLDERS || mkdir(path, 0777) == 0, path);
        snprintf(path, sizeof path, "%s/%02x/%064d", root, i % FOLDERS, i);
        FILE *file = fopen(path, "w");
        need(file && fclose(file) == 0, path);
    }

    fetch.root = writer.root = root;
    gc_fetch *f = NULL;
    gc_writer *w = NULL;
    double start = now_ns();
    if (how == 0) w = gc_writer_open(&writer, NULL);
    else if (how == 1) f = gc_fetch_open(&fetch, NULL);
    else sink = walk(root, false);
    double time = (now_ns() - start) / FILES;
    need(how == 2 || w || f, "open");
    gc_writer_close(w);
    gc_fetch_close(f);
    walk(root, true);
    return time;
}

// ---- gc_fetch.h: requests that wait, by an own transport that answers none of them; and one
// of 1 MB that it answers

typedef struct wire {
    gc_fetch_transfer *transfer;
    int how;
    double time;
} wire;

static int wire_start(void *user, gc_fetch_transfer *t, const gc_fetch_job *job) {
    (void)job;
    ((wire *)user)->transfer = t;
    return GC_FETCH_OK;
}

static void wire_stop(void *user, gc_fetch_transfer *t) {
    (void)t;
    ((wire *)user)->transfer = NULL;
}

static void wire_pause(void *user, gc_fetch_transfer *t, bool paused) { (void)user, (void)t, (void)paused; }

static int wire_pump(void *user, int timeout_ms) {
    wire *of = (wire *)user;
    (void)timeout_ms;
    if (of->how < 0 || !of->transfer) return GC_FETCH_OK;

    gc_fetch_outcome outcome;
    gc_fetch_response response;
    memset(&outcome, 0, sizeof outcome);
    memset(&response, 0, sizeof response);

    gc_fetch_transfer *t = of->transfer;
    double start = now_ns();

    if (of->how == 0) {
        gc_fetch_respond(t, 200, 1 << 20);
    } else {
        response.http_status = 200;
        response.size = of->how == 2 ? 0 : 1 << 20;
        gc_fetch_respond_with(t, &response);
    }

    for (uint64_t i = 0; i < 16 && of->how == 2; i++) {
        gc_fetch_upload(t, i * sizeof buffer, buffer, sizeof buffer);
    }
    for (int i = 0; i < 16 && of->how != 2; i++) gc_fetch_deliver(t, buffer, sizeof buffer);
    of->transfer = NULL;
    gc_fetch_finish(t, &outcome);

    of->time = now_ns() - start;
    return GC_FETCH_OK;
}

static gc_fetch *open_fetch(wire *of) {
    gc_fetch_transport transport;
    gc_fetch_desc desc;
    memset(&transport, 0, sizeof transport);
    memset(&desc, 0, sizeof desc);
    transport.user = of;
    transport.start = wire_start;
    transport.stop = wire_stop;
    transport.pause = wire_pause;
    transport.pump = wire_pump;
    transport.uploads = true;
    desc.transport = &transport;
    desc.no_thread = true;
    desc.parallel = 1;
    gc_fetch *f = gc_fetch_open(&desc, NULL);
    need(f != NULL, "a fetch");
    return f;
}

// A body of 1 MB that a function gives, in 16 pieces; or the function's own work.
static size_t wire_give(void *user, uint64_t offset, void *piece, size_t capacity) {
    (void)user, (void)offset;
    memset(piece, 7, capacity);
    return capacity;
}
static double time_upload(int how) {
    if (how) {
        double start = now_ns();
        for (uint64_t i = 0; i < 16; i++) wire_give(NULL, i * sizeof buffer, buffer, sizeof buffer);
        return (now_ns() - start) / (1 << 20);
    }

    wire of = {NULL, 2, 0};
    gc_fetch *f = open_fetch(&of);
    gc_fetch_request request;
    gc_fetch_event event;
    memset(&request, 0, sizeof request);
    request.url = "http://x/1";
    request.size = GC_FETCH_EMPTY;
    request.body_read = wire_give;
    request.body_size = 1 << 20;
    gc_fetch_add(f, &request, NULL);

    do gc_fetch_pump(f, 0);
    while (!gc_fetch_poll(f, &event) || event.type < GC_FETCH_DONE);
    need(event.sent == 1 << 20, event.detail);
    gc_fetch_close(f);
    return of.time / (1 << 20);
}

// 1,000 calls about requests that wait, and the pump that does it.
static double time_control(int what) {
    static gc_fetch_id ids[1001];
    wire of = {NULL, -1, 0};
    gc_fetch *f = open_fetch(&of);
    gc_fetch_request request;

    memset(&request, 0, sizeof request);
    for (int i = 0; i <= 1000; i++) {
        char url[32];
        snprintf(url, sizeof url, "x:/%d", i);
        request.url = url;
        need(gc_fetch_add(f, &request, &ids[i]) == GC_FETCH_OK, "add");
    }

    gc_fetch_pump(f, 0);
    double start = now_ns();

    for (int i = 1; i <= 1000; i++) {
        if (what == 0) gc_fetch_cancel(f, ids[i]);
        else if (what == 1) gc_fetch_set_priority(f, ids[i], i % 7);
        else if (what == 2) gc_fetch_pause(f, ids[i]), gc_fetch_resume(f, ids[i]);
        else if (what == 5) gc_fetch_set_rate_limit(f, (uint64_t)i);
        else if (what == 6) gc_fetch_set_host_limit(f, "http://example.org", 0, (uint64_t)i);
    }

    if (what == 3) gc_fetch_pause_all(f), gc_fetch_resume_all(f);
    if (what == 4) gc_fetch_pause_tag(f, 0), gc_fetch_resume_tag(f, 0);
    gc_fetch_pump(f, 0);

    double time = (now_ns() - start) / 1000;
    gc_fetch_close(f);
    return time;
}

static double time_fetch_cancel(int how) { (void)how; return time_control(0); }
static double time_set_priority(int how) { (void)how; return time_control(1); }
static double time_pause(int how) { (void)how; return time_control(2); }
static double time_pause_all(int how) { return time_control(how ? 2 : 3); }
static double time_pause_tag(int how) { return time_control(how ? 2 : 4); }
// Beside a call that only leaves its wish as well.
static double time_rate_limit(int how) { return time_control(how ? 1 : 5); }
static double time_host_limit(int how) { return time_control(how ? 1 : 6); }

// A file of 8 MB that is there already: found by skip_same; by hand read and hashed before.
static double time_skip_same(int how) {
    enum { SIZE = 8 << 20 };
    char folder[] = "/tmp/bench_calls.XXXXXX", path[64];
    uint8_t sum[32], want[32];
    gc_fetch_sha256 hash;
    need(mkdtemp(folder) != NULL, "a folder");
    snprintf(path, sizeof path, "%s/f", folder);
    FILE *file = fopen(path, "wb");
    need(file != NULL, "a file");
    gc_fetch_sha256_init(&hash);
    for (size_t at = 0; at < SIZE; at += sizeof buffer) {
        need(fwrite(buffer, 1, sizeof buffer, file) == sizeof buffer, "a write");
        gc_fetch_sha256_update(&hash, buffer, sizeof buffer);
    }
    fclose(file);
    gc_fetch_sha256_final(&hash, want);

    gc_fetch_desc desc;
    gc_fetch_request request;
    gc_fetch_event event;
    memset(&desc, 0, sizeof desc);
    memset(&request, 0, sizeof request);
    desc.root = folder;
    desc.no_thread = true;
    request.url = "file:///";
    request.sink = GC_FETCH_FILE;
    request.path = "f";
    request.sha256 = want;
    request.size = SIZE;
    request.skip_same = true;
    gc_fetch *f = gc_fetch_open(&desc, NULL);
    need(f != NULL, "a fetch");
    double start = now_ns();
    if (how == 0) {
        gc_fetch_add(f, &request, NULL);
        do gc_fetch_wait(f, -1);
        while (!gc_fetch_poll(f, &event) || event.type < GC_FETCH_DONE);
        need(event.result == GC_FETCH_NOT_MODIFIED, event.detail);
    } else {
        size_t n;
        file = fopen(path, "rb");
        need(file != NULL, "the file");
        gc_fetch_sha256_init(&hash);
        while ((n = fread(buffer, 1, sizeof buffer, file)) > 0) gc_fetch_sha256_update(&hash, buffer, n);
        fclose(file);
        gc_fetch_sha256_final(&hash, sum);
        need(memcmp(sum, want, 32) == 0, "the hash");
    }
    double time = (now_ns() - start) / SIZE;
    gc_fetch_close(f);
    remove(path);
    remove(folder);
    return time;
}

// 1 MB in pieces of 64 KB into memory; by hand an array that grows by doubling.
static double time_deliver(int how) {
    if (how == 2) {
        size_t capacity = 0, size = 0;
        char *bytes = NULL;
        double start = now_ns();

        for (int i = 0; i < 16; i++, size += sizeof buffer) {
            if (size + sizeof buffer > capacity) {
                capacity = capacity ? capacity * 2 : sizeof buffer;
                bytes = (char *)realloc(bytes, capacity);
                need(bytes != NULL, "memory");
            }
            memcpy(bytes + size, buffer, sizeof buffer);
        }

        double time = now_ns() - start;
        sink = (uint64_t)bytes[size / 2];
        free(bytes);
        return time / (1 << 20);
    }

    wire of = {NULL, how, 0};
    gc_fetch *f = open_fetch(&of);
    gc_fetch_request request;
    gc_fetch_event event;

    memset(&request, 0, sizeof request);
    request.url = "http://x/1";
    gc_fetch_add(f, &request, NULL);

    do gc_fetch_pump(f, 0);
    while (!gc_fetch_poll(f, &event) || event.type < GC_FETCH_DONE);
    need(event.type == GC_FETCH_DONE && event.size == 1 << 20, event.detail);

    gc_fetch_close(f);
    return of.time / (1 << 20);
}

// What has come is kept: taken over; by hand copied out of the event.
static double time_take(int how) {
    wire of = {NULL, 0, 0};
    gc_fetch *f = open_fetch(&of);
    gc_fetch_request request;
    gc_fetch_event event;
    size_t size = 0;

    memset(&request, 0, sizeof request);
    request.url = "http://x/1";
    gc_fetch_add(f, &request, NULL);
    do gc_fetch_pump(f, 0);
    while (!gc_fetch_poll(f, &event) || event.type < GC_FETCH_DONE);

    double start = now_ns();
    void *mine = how == 0 ? gc_fetch_take(f, event.id, &size) : malloc(event.size);
    need(mine != NULL, "take");

    if (how == 1) memcpy(mine, event.data, event.size);
    __asm__ volatile("" : : "r"(mine) : "memory");
    double time = now_ns() - start;

    if (how == 0) gc_fetch_free(f, mine);
    else free(mine);
    gc_fetch_close(f);
    return time;
}

// ---- all of it

typedef struct row {
    const char *name, *subjects[3];
    double (*time)(int how);
} row;

#define FILL_LINE(E, type) {"rng/fill_" #E, {"gc_rng", "own", NULL}, time_fill_##E},
#define SOURCE_LINE(name) {"rng/" #name, {"gc_rng", "own", "pointer"}, time_##name}
static const row rows[] = {
    {"sparse/waves", {"gc_sparse", "masks", NULL}, time_waves},
    {"sparse/field_text", {"gc_sparse", "snprintf", NULL}, time_field_text},
    {"sparse/delta_write", {"gc_sparse_delta", "own", NULL}, time_delta_write},
    {"sparse/delta_read", {"gc_sparse_delta", "own", NULL}, time_delta_read},
    {"sparse/json_write", {"gc_sparse_json", "fprintf", NULL}, time_json_write},
    {"sparse/json_read", {"gc_sparse_json", "sscanf", NULL}, time_json_read},
    {"sparse/difference", {"gc_sparse", "own: hashes", NULL}, time_difference},
    {"sparse/clone_tree", {"gc_sparse", "loop", NULL}, time_clone_tree},
    {"sparse/next_source", {"gc_sparse", "arrays", NULL}, time_next_source},
    {"sparse/above", {"PARENT", "own: node", "own: gc_sparse_above"}, time_above},
    {"sparse/load_other", {"gc_sparse", "own: today's", NULL}, time_load_other},
    {"sparse/resource", {"gc_sparse", "own", NULL}, time_resource},
    {"sparse/alive", {"gc_sparse", "array", NULL}, time_alive},
    {"sparse/clear", {"gc_sparse", "own", NULL}, time_clear},
    {"sparse/remove_n", {"gc_sparse", "own", NULL}, time_remove},
    {"sparse/record_create", {"gc_sparse", "own", NULL}, time_record_create},
    {"sparse/record_remove", {"gc_sparse", "own", NULL}, time_record_remove},
    {"sparse/record_destroy", {"gc_sparse", "own", NULL}, time_record_destroy},
    {"sparse/record_resolve", {"gc_sparse", "array", NULL}, time_resolve},
    {"sparse/sort", {"gc_sparse", "compare", "qsort"}, time_sort},
    {"sparse/sort_as", {"gc_sparse", "array", NULL}, time_sort_as},
    {"sparse/run", {"gc_sparse", "own", NULL}, time_run},
    {"sparse/schedule", {"gc_sparse", "own", "array"}, time_schedule},
    {"sparse/view_count", {"gc_sparse", "own", NULL}, time_view_count},
    {"sparse/next_child", {"gc_sparse", "array", NULL}, time_children},
    {"sparse/map_has", {"gc_sparse", "array", NULL}, time_map_has},
    {"sparse/map_remove, add", {"gc_sparse", "array", NULL}, time_map_change},
    SOURCE_LINE(source_u32), SOURCE_LINE(source_f32), SOURCE_LINE(source_f64), SOURCE_LINE(source_f32_open),
    SOURCE_LINE(source_f64_open), SOURCE_LINE(source_range), SOURCE_LINE(source_range_f32),
    SOURCE_LINE(source_chance), SOURCE_LINE(source_weighted), SOURCE_LINE(source_shuffle),
    {"rng/source_fill", {"gc_rng", "own", "loop"}, time_source_fill},
    FILL_ROWS(FILL_LINE)
    {"rng/sfmt_next64", {"gc_rng", "own", NULL}, time_sfmt_next64},
    {"rng/pcg32_advance 1000", {"gc_rng", "loop", NULL}, time_pcg32_advance},
    {"rng/philox_set", {"gc_rng", "own", NULL}, time_philox_set},
    {"rng/dotnet_range", {"gc_rng", "by hand", NULL}, time_dotnet_range},
    {"rng/dotnet_f64", {"gc_rng", "by hand", NULL}, time_dotnet_f64},
    {"writer/crc32c, a byte", {"gc_writer", "table", NULL}, time_crc},
    {"writer/check_path", {"gc_writer", "strstr", NULL}, time_check_path},
    {"writer/next_record", {"gc_writer", "table", "unchecked"}, time_next_record},
    {"writer/reserve 4 KB", {"gc_writer", "own", NULL}, time_reserve},
    {"writer/make_folder", {"gc_writer", "mkdir", NULL}, time_folder},
    {"writer/remove", {"gc_writer", "unlink", "remove_with"}, time_remove_file},
    {"writer/read and wait_event", {"gc_writer", "fread", NULL}, time_load},
    {"writer/load and free", {"gc_writer", "fread and sum", NULL}, time_load_save},
    {"writer/save", {"gc_writer", "own: sum and put", NULL}, time_save},
    {"writer/file_state", {"gc_writer", NULL, NULL}, time_file_state},
    {"writer/cancel", {"gc_writer", NULL, NULL}, time_cancel},
    {"writer/open, a file", {"gc_writer", "gc_fetch", "readdir"}, time_open},
    {"fetch/cancel", {"gc_fetch", NULL, NULL}, time_fetch_cancel},
    {"fetch/set_priority", {"gc_fetch", NULL, NULL}, time_set_priority},
    {"fetch/pause, resume", {"gc_fetch", NULL, NULL}, time_pause},
    {"fetch/pause_all, resume_all", {"gc_fetch", "own", NULL}, time_pause_all},
    {"fetch/pause_tag, resume_tag", {"gc_fetch", "own", NULL}, time_pause_tag},
    {"fetch/set_rate_limit", {"gc_fetch", "set_priority", NULL}, time_rate_limit},
    {"fetch/set_host_limit", {"gc_fetch", "set_priority", NULL}, time_host_limit},
    {"fetch/upload, a byte", {"gc_fetch", "body_read alone", NULL}, time_upload},
    {"fetch/skip_same, a byte", {"gc_fetch", "by hand", NULL}, time_skip_same},
    {"fetch/deliver, a byte", {"gc_fetch", "own", "realloc"}, time_deliver},
    {"fetch/take 1 MB", {"gc_fetch", "copy", NULL}, time_take},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static int compare_times(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
    const char *quick = getenv("QUICK"), *parent = getenv("TMPDIR");
    int rounds = quick && quick[0] == '1' ? 3 : ROUNDS;
    snprintf(folder, sizeof folder, "%.250s/bench_calls.XXXXXX", parent ? parent : "/tmp");
    need(mkdtemp(folder) != NULL, folder);
    for (size_t r = 0; r < ROWS; r++) {
        double times[3][ROUNDS], ours = 0;
        if (argc > 1 && !strstr(rows[r].name, argv[1])) continue;
        for (int round = 0; round < rounds; round++) {
            for (int how = 0; how < 3 && rows[r].subjects[how]; how++) times[how][round] = rows[r].time(how);
        }

        fprintf(stderr, "%-24s", rows[r].name);
        for (int how = 0; how < 3 && rows[r].subjects[how]; how++) {
            qsort(times[how], (size_t)rounds, sizeof times[how][0], compare_times);
            double time = times[how][rounds / 2];
            if (how == 0) ours = time;
            fprintf(stderr, "  %s %.3g", rows[r].subjects[how], time);
            if (how > 0) fprintf(stderr, " (%.2f)", time / ours);
            printf("calls,%s,%s,time,%.4g,ns\n", rows[r].name, rows[r].subjects[how], time);
        }
        fputc('\n', stderr);
    }
    return rmdir(folder);
}
