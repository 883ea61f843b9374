// ecs_demo - a swarm of 100,000 entities on a job pool: the same state for any number of
// threads, any compiler, any optimisation.
//
//     cc -O2 -ffp-contract=off -I. examples/ecs_demo.c -o ecs_demo -pthread    (in the project's root)
//     ./ecs_demo --threads 8 --frames 300
//
// Each frame five systems run over the world, on all threads:
//     steer    every body turns a little, by its part's own random stream
//     move     position += velocity * dt; the walls are mirrors
//     sort     a key for each body, its cell on the map; then gc_sort sorts the keys
//     crowd    bodies that share a cell with too many others age faster
//     age      the old die, and for each that dies another is born somewhere else: recorded as
//              commands, replayed after the system
//
// Why it always comes out the same: views are cut into parts by the data and not by the
// threads; each part has a random stream of its own (seed, frame, part); commands are replayed
// in the order of (system, part, record); the sort's result is unique; and the floating-point
// work is only + and *, with contraction off. So the hash of the state every 100 frames depends
// on the seed alone.
#define JOBS_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#define GC_SORT_IMPLEMENTATION
#define GC_SPARSE_IMPLEMENTATION
#include "gc_rng.h"
#include "gc_sort.h"
#include "gc_sparse.h"
#include "jobs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    PART_ROWS = 4096,       // rows of a part: the unit of parallel work
    MAX_PARTS = 4096,
    CELLS = 256,            // the map has CELLS x CELLS cells of one unit each
    CROWD = 6,              // more bodies than these in a cell, and they age faster
    LIFE = 600              // frames a body lives at most
};
static const float TIME_STEP = 1.0f / 64;

typedef struct body { float x, y; } body;
typedef struct motion { float x, y; } motion;
typedef struct life { int32_t left; uint32_t team; } life;

typedef struct options {
    uint32_t entities, frames, threads, nudge;
    uint64_t seed;
} options;

typedef struct demo {
    options options;
    gc_sparse_world *world;
    gc_sparse_type body, motion, life;
    jobs *pool;
    gc_sort_context *sorter;                    // on the pool
    uint32_t frame;
    gc_sparse_view view;                        // of the running system
    gc_sparse_commands *commands[MAX_PARTS];    // of its parts
    uint64_t *keys;                             // cell << 32 | slot, sorted
    size_t key_count, key_room;
    gc_sparse_id *ids;                          // by slot
    size_t id_room;
    int failure;                                // a GC_SPARSE_E_ of any part
    long long memory, memory_peak;              // bytes that the world holds
} demo;

// ---- memory: counted, so that the demo can show that it stays flat

static void *count_memory(void *user, void *ptr, size_t old_size, size_t new_size) {
    demo *d = (demo *)user;
    void *block = NULL;
    if (new_size) {
        block = realloc(ptr, new_size);
        if (!block) return NULL;
    } else {
        free(ptr);
    }
    long long now =
        __atomic_add_fetch(&d->memory, (long long)new_size - (long long)old_size, __ATOMIC_RELAXED);
    if (now > __atomic_load_n(&d->memory_peak, __ATOMIC_RELAXED)) {
        __atomic_store_n(&d->memory_peak, now, __ATOMIC_RELAXED);
    }
    return block;
}

// ---- systems: each is a query and a task for one part of it

static gc_rng part_stream(const demo *d, uint32_t system, size_t part) {
    gc_rng rng;
    gc_rng_seed_stream(&rng, d->options.seed, (uint64_t)d->frame << 32 | (uint64_t)system << 24 | part);
    return rng;
}

static float between(gc_rng *rng, float low, float high) { return low + (high - low) * gc_rng_f32(rng); }

static void random_body(gc_rng *rng, body *b, motion *m, life *l) {
    b->x = between(rng, 0, CELLS);
    b->y = between(rng, 0, CELLS);
    m->x = between(rng, -8, 8);
    m->y = between(rng, -8, 8);
    l->left = 1 + (int32_t)gc_rng_below(rng, LIFE);
    l->team = (uint32_t)gc_rng_below(rng, 4);
}

static void steer(void *user, size_t part) {
    demo *d = (demo *)user;
    gc_rng rng = part_stream(d, 1, part);
    gc_sparse_view view = gc_sparse_view_part(&d->view, (uint32_t)part, PART_ROWS);
    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) {
            motion *m = GC_SPARSE_AT(motion, &view, 0, i);
            m->x = m->x * 0.99f + between(&rng, -0.5f, 0.5f);
            m->y = m->y * 0.99f + between(&rng, -0.5f, 0.5f);
        }
    }
}

static void bounce(float *position, float *speed) {
    if (*position < 0) *position = -*position, *speed = -*speed;
    if (*position >= CELLS) *position = 2 * (float)CELLS - *position, *speed = -*speed;
    if (!(*position >= 0 && *position < CELLS)) *position = 0;
}

static void move(void *user, size_t part) {
    demo *d = (demo *)user;
    gc_sparse_view view = gc_sparse_view_part(&d->view, (uint32_t)part, PART_ROWS);
    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) {
            body *b = GC_SPARSE_AT(body, &view, 0, i);
            motion *m = GC_SPARSE_AT(motion, &view, 1, i);
            b->x += m->x * TIME_STEP;
            b->y += m->y * TIME_STEP;
            bounce(&b->x, &m->x);
            bounce(&b->y, &m->y);
        }
    }
}

// A part's keys go to where its rows are in the leading pool: one entity a row, since every
// body has all components.
static void make_keys(void *user, size_t part) {
    demo *d = (demo *)user;
    gc_sparse_view view = gc_sparse_view_part(&d->view, (uint32_t)part, PART_ROWS);
    uint64_t *key = d->keys + part * PART_ROWS;
    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) {
            const body *b = GC_SPARSE_AT(body, &view, 0, i);
            gc_sparse_id id = gc_sparse_view_id(&view, i);
            uint64_t cell = (uint64_t)(uint32_t)b->y * CELLS + (uint32_t)b->x;
            *key++ = cell << 32 | id.slot;
            d->ids[id.slot] = id;
        }
    }
}

// Runs of keys of one cell; a part takes the runs that begin in it.
static void crowd(void *user, size_t part) {
    demo *d = (demo *)user;
    const gc_sparse_pool *lives = gc_sparse_pool_of(d->world, d->life);
    size_t begin = part * PART_ROWS, limit = begin + PART_ROWS;

    if (limit > d->key_count) limit = d->key_count;
    while (begin < limit && begin > 0 && d->keys[begin] >> 32 == d->keys[begin - 1] >> 32) begin++;
    while (begin < limit) {
        size_t end = begin + 1;
        while (end < d->key_count && d->keys[end] >> 32 == d->keys[begin] >> 32) end++;
        for (size_t i = begin; end - begin > CROWD && i < end; i++) {
            GC_SPARSE_GET(life, lives, d->ids[(uint32_t)d->keys[i]])->left -= (int32_t)(end - begin - CROWD);
        }
        begin = end;
    }
}

static void fail(demo *d, int result) { __atomic_store_n(&d->failure, result, __ATOMIC_RELAXED); }

static void age(void *user, size_t part) {
    demo *d = (demo *)user;
    gc_rng rng = part_stream(d, 2, part);
    gc_sparse_commands *commands = d->commands[part];
    gc_sparse_view view = gc_sparse_view_part(&d->view, (uint32_t)part, PART_ROWS);

    while (gc_sparse_next(&view)) {
        for (size_t i = 0; i < view.count; i++) {
            if (--GC_SPARSE_AT(life, &view, 0, i)->left > 0) continue;
            int result = gc_sparse_record_destroy(commands, gc_sparse_view_id(&view, i));
            gc_sparse_id child = gc_sparse_record_create(commands);
            body *b = (body *)gc_sparse_record_add(commands, child, d->body);
            motion *m = (motion *)gc_sparse_record_add(commands, child, d->motion);
            life *l = (life *)gc_sparse_record_add(commands, child, d->life);
            if (result != GC_SPARSE_OK || !b || !m || !l) fail(d, GC_SPARSE_E_MEMORY);
            else random_body(&rng, b, m, l);
        }
    }
}

// Runs a system over all that have the types, part by part, on the pool.
static uint32_t run_system(demo *d, void (*task)(void *, size_t), gc_sparse_type first,
                           gc_sparse_type second) {
    gc_sparse_query_desc query;
    memset(&query, 0, sizeof query);
    query.include[0] = first;
    query.include[1] = second;
    d->view = gc_sparse_query(d->world, &query);
    uint32_t parts = gc_sparse_view_parts(&d->view, PART_ROWS);
    jobs_for(d->pool, task, d, parts);
    return parts;
}

static bool run_frame(demo *d) {
    const gc_sparse_type none = {0};
    gc_sparse_counts counts = gc_sparse_stats(d->world);
    uint32_t parts = (counts.entities + PART_ROWS - 1) / PART_ROWS;

    if (parts > MAX_PARTS) return false;
    d->key_count = counts.entities;

    run_system(d, steer, d->motion, none);
    run_system(d, move, d->body, d->motion);
    run_system(d, make_keys, d->body, none);

    // On the pool. It needs no memory, so it does not fail.
    gc_sort_ctx_u64(d->sorter, d->keys, d->key_count);
    jobs_for(d->pool, crowd, d, parts);

    // Commands of the parts, each in its own buffer, replayed in their order.
    for (uint32_t part = 0; part < parts; part++) {
        if ((d->commands[part] = gc_sparse_record(d->world, 0, part)) == NULL) return false;
    }
    run_system(d, age, d->life, none);
    return d->failure == 0 && gc_sparse_replay(d->world) == GC_SPARSE_OK;
}

// ---- the program

static int complain(const char *what, const char *text) {
    fprintf(stderr, "ecs_demo: %s: %s\n", what, text);
    return 1;
}

static int add_components(demo *d) {
    const struct { const char *name; size_t size; gc_sparse_type *type; } components[] = {
        {"body", sizeof(body), &d->body},
        {"motion", sizeof(motion), &d->motion},
        {"life", sizeof(life), &d->life}
    };
    for (int i = 0; i < 3; i++) {
        gc_sparse_component_desc component;
        memset(&component, 0, sizeof component);
        component.name = components[i].name;
        component.size = components[i].size;
        int result = gc_sparse_component(d->world, &component, components[i].type);
        if (result != GC_SPARSE_OK) return result;
    }
    return GC_SPARSE_OK;
}

static int add_bodies(demo *d) {
    gc_rng rng;
    gc_rng_seed_stream(&rng, d->options.seed, UINT64_MAX);
    for (uint32_t i = 0; i < d->options.entities; i++) {
        gc_sparse_id id = gc_sparse_create(d->world);
        body *b = (body *)gc_sparse_add(d->world, id, d->body);
        motion *m = (motion *)gc_sparse_add(d->world, id, d->motion);
        life *l = (life *)gc_sparse_add(d->world, id, d->life);
        if (!b || !m || !l) return GC_SPARSE_E_MEMORY;
        random_body(&rng, b, m, l);
    }
    return GC_SPARSE_OK;
}

static int open_world(demo *d) {
    gc_sparse_desc desc;
    int result;
    memset(&desc, 0, sizeof desc);
    desc.allocator.resize = count_memory;
    desc.allocator.user = d;
    d->world = gc_sparse_open(&desc, &result);
    if (!d->world) return result;
    if ((result = add_components(d)) != GC_SPARSE_OK) return result;

    // Room for the keys of whole parts, and for the ids of as many slots as births and deaths
    // use.
    d->key_room = ((size_t)d->options.entities / PART_ROWS + 1) * PART_ROWS;
    d->keys = (uint64_t *)malloc(d->key_room * sizeof *d->keys);
    d->id_room = (size_t)d->options.entities * 2 + 1;
    d->ids = (gc_sparse_id *)calloc(d->id_room, sizeof *d->ids);
    if (!d->keys || !d->ids) return GC_SPARSE_E_MEMORY;
    return add_bodies(d);
}

static void close_world(demo *d) {
    gc_sparse_close(d->world);
    free(d->keys);
    free(d->ids);
}

// Changes the lowest bit of one float of one entity: the hash must see it.
static void nudge(demo *d) {
    gc_sparse_query_desc query;
    memset(&query, 0, sizeof query);
    query.include[0] = d->body;
    gc_sparse_view view = gc_sparse_query(d->world, &query);
    if (!gc_sparse_next(&view)) return;

    uint32_t bits;
    float *x = &GC_SPARSE_AT(body, &view, 0, view.count / 2)->x;
    memcpy(&bits, x, sizeof bits);
    bits ^= 1;
    memcpy(x, &bits, sizeof bits);
}

static int run(demo *d) {
    d->pool = jobs_open(d->options.threads);
    if (!d->pool) return complain("threads", "cannot be started");

    gc_sort_desc sorter;
    memset(&sorter, 0, sizeof sorter);
    sorter.parallel_for = jobs_for;
    sorter.user = d->pool;
    sorter.threads = d->options.threads;
    d->sorter = gc_sort_open(&sorter, NULL);
    if (!d->sorter) return complain("sorter", "out of memory");

    int result = open_world(d);
    if (result != GC_SPARSE_OK) return complain("world", gc_sparse_result_string(result));
    printf("%u threads, seed %llu\n", d->options.threads, (unsigned long long)d->options.seed);

    double start = jobs_now_ms(), mark = start, worst = 0;
    for (d->frame = 1; d->frame <= d->options.frames; d->frame++) {
        double begin = jobs_now_ms();
        if (!run_frame(d)) {
            return complain("frame", gc_sparse_result_string(d->failure ? d->failure : GC_SPARSE_E_MEMORY));
        }
        double end = jobs_now_ms();
        if (end - begin > worst) worst = end - begin;
        if (d->frame == d->options.nudge) nudge(d);

        // A line every 100 frames, and after the last.
        if (d->frame % 100 != 0 && d->frame != d->options.frames) continue;
        uint32_t frames = d->frame % 100 ? d->frame % 100 : 100;
        printf("frame %4u: %u entities, %.2f ms per frame, %.2f MB, state %016llx\n", d->frame,
               gc_sparse_stats(d->world).entities, (end - mark) / frames, (double)d->memory / 1e6,
               (unsigned long long)gc_sparse_hash(d->world));
        fflush(stdout);
        mark = jobs_now_ms();
    }

    printf("%u frames in %.2f s, worst %.2f ms; state %016llx\n", d->options.frames,
           (jobs_now_ms() - start) / 1e3, worst, (unsigned long long)gc_sparse_hash(d->world));
    return 0;
}

static const char usage[] =
    "usage: ecs_demo [options]\n"
    "  --entities N   bodies in the world, 1 to 10000000 (100000)\n"
    "  --frames N     frames to run (300)\n"
    "  --threads N    1 to 64 (the machine's cores)\n"
    "  --seed N       (31459)\n"
    "  --nudge FRAME  changes one bit of one body after that frame: the state must differ from there on\n"
    "  --help\n";

// An option and its number; false: one of them is wrong.
static bool set_option(options *o, const char *option, const char *text) {
    char *end = NULL;
    errno = 0;
    unsigned long long value = text ? strtoull(text, &end, 10) : 0;
    if (!text || end == text || *end || errno || text[0] == '-') return false;

    if (strcmp(option, "--seed") == 0) {
        o->seed = value;
        return true;
    }
    const struct { const char *name; unsigned long long low, high; uint32_t *to; } numbers[] = {
        {"--entities", 1, 10000000, &o->entities},
        {"--frames", 0, 100000000, &o->frames},
        {"--threads", 1, 64, &o->threads},
        {"--nudge", 0, UINT32_MAX, &o->nudge}
    };

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(option, numbers[i].name) != 0) continue;
        *numbers[i].to = (uint32_t)value;
        return value >= numbers[i].low && value <= numbers[i].high;
    }
    return false;
}

int main(int argc, char **argv) {
    static demo d;
    d.options.entities = 100000;
    d.options.frames = 300;
    d.options.threads = jobs_cores() < 64 ? jobs_cores() : 64;
    d.options.seed = 31459;

    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        if (!set_option(&d.options, argv[i], argv[i + 1])) {
            fprintf(stderr, "ecs_demo: %s: unknown, or its number is missing or out of range (see --help)\n",
                    argv[i]);
            return 2;
        }
    }

    int status = run(&d);
    close_world(&d);
    gc_sort_close(d.sorter);
    jobs_close(d.pool);
    return status;
}
