// page.c - what the page (index.html) computes, in C: random numbers, sorts, the sea of
// examples/ecs_demo, and checks whose values must be the same everywhere.
//
//     make page                                         the page, in build/page
//     cc -O2 -I. web/page.c -o page -pthread -lm        (in the project's root)
//     ./page                                            the values of the checks, natively
//
// Functions that the page calls are `page_`; numbers go in and out as int and double, which
// JavaScript has, results of 64 bits as text.
#define JOBS_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#define GC_SORT_IMPLEMENTATION
#define GC_SORT_NO_THREADS          // the page brings its own pool
#define GC_SPARSE_IMPLEMENTATION
#include "../gc_rng.h"
#include "../gc_sort.h"
#include "../gc_sparse.h"
#include "../examples/jobs.h"
#include "../examples/common/engines.h"
#include "../examples/ecs_demo/demo.h"
#include "../examples/ecs_demo/paint.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#define PAGE EMSCRIPTEN_KEEPALIVE
#else
#define PAGE static
#endif

// ---- threads: one pool for sorts and the sea

static jobs *pool;
static gc_sort_context *sorter;

// The pool gets so many threads, this one among them. False: no memory, or no threads.
PAGE bool page_threads(int threads) {
    gc_sort_close(sorter);
    jobs_close(pool);
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    pool = jobs_open((unsigned)threads);
    desc.parallel_for = jobs_for;
    desc.user = pool;
    desc.threads = (unsigned)threads;
    sorter = pool ? gc_sort_open(&desc, NULL) : NULL;
    return sorter != NULL;
}

// ---- random numbers

static uint64_t drawer[sizeof(gc_rng_asa128) / 8 + 1];      // the engine at work: room for the largest
static volatile uint64_t sink;

PAGE int page_engines(void) { return ENGINES; }
PAGE const char *page_engine_name(int i) { return engines[i].name; }
PAGE int page_engine_bits(int i) { return engines[i].bits; }
PAGE int page_engine_state(int i) { return (int)engines[i].state; }

PAGE void page_seed(int i, double seed) { engines[i].seed(drawer, (uint64_t)seed); }

// So many calls of the engine that was seeded last.
PAGE void page_calls(int i, int count) { sink = engines[i].calls(drawer, (size_t)count); }

// So many blocks of 64 KB, in bulk.
PAGE void page_fill(int i, int blocks) {
    static unsigned char block[65536];
    for (int k = 0; k < blocks; k++) engines[i].fill(drawer, block, sizeof block);
    sink = block[0];
}

enum { SIDE = 512, CELLS = SIDE * SIDE };
static uint32_t cells[CELLS];       // as a canvas has them: red, green, blue, alpha

PAGE uint32_t *page_scatter_begin(int i, double seed) {
    for (int k = 0; k < CELLS; k++) cells[k] = 0xff000000;
    page_seed(i, seed);
    return cells;
}

// More points, as rng_lab's: x, y and the colour are the lowest bits of one output each.
// Returns how many cells are painted.
PAGE int page_scatter(int i, int points) {
    static const uint32_t eight[8] = { 0xff4b19e6, 0xff3182f5, 0xff19e1ff, 0xff4bb43c,
                                       0xfff4d442, 0xffd86343, 0xffe632f0, 0xffffffff };
    const engine *e = &engines[i];
    for (int k = 0; k < points; k++) {
        uint32_t x = (uint32_t)(e->next(drawer) % SIDE), y = (uint32_t)(e->next(drawer) % SIDE);
        cells[y * SIDE + x] = eight[e->next(drawer) % 8];
    }
    int painted = 0;
    for (int k = 0; k < CELLS; k++) painted += cells[k] != 0xff000000;
    return painted;
}

// The z of the missing words of one bit; -1e9: no memory.
PAGE double page_gorilla(int i, int bit) {
    static void *memory;
    if (!memory) memory = malloc((size_t)1 << 23);
    if (!memory) return -1e9;
    gc_rng_source source;
    memset(&source, 0, sizeof source);
    source.user = drawer;
    source.u64 = engines[i].next;
    page_seed(i, 1);
    return gc_rng_gorilla(&source, bit, memory);
}

// ---- sorts

enum { SORT_U32, SORT_U32_POOL, SORT_F32, SORT_F32_POOL, SORT_QSORT };

PAGE void *page_room(double bytes) { return malloc((size_t)bytes); }
PAGE void page_free(void *room) { free(room); }

PAGE void page_random(void *to, double bytes, double seed) {
    gc_rng rng;
    gc_rng_seed(&rng, (uint64_t)seed);
    gc_rng_fill(&rng, to, (size_t)bytes);
}

static int page_compare(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// Sorts `arrays` arrays of n keys, one behind the other. False: no memory.
PAGE bool page_sort(int how, uint32_t *keys, int n, int arrays) {
    bool ok = true;
    for (int a = 0; a < arrays && ok; a++, keys += n) {
        float *floats = (float *)(void *)keys;
        switch (how) {
        case SORT_U32: gc_sort_u32(keys, (size_t)n); break;
        case SORT_U32_POOL: ok = gc_sort_ctx_u32(sorter, keys, (size_t)n) == GC_SORT_OK; break;
        case SORT_F32: gc_sort_f32(floats, (size_t)n); break;
        case SORT_F32_POOL: ok = gc_sort_ctx_f32(sorter, floats, (size_t)n) == GC_SORT_OK; break;
        default: qsort(keys, (size_t)n, sizeof *keys, page_compare);
        }
    }
    return ok;
}

// ---- the sea

// The one that is shown, and the one of the checks.
static demo shown, checked;
static canvas picture;
static uint32_t *pixels;
static uint32_t hues[PAINT_COLOURS][PAINT_LEVELS + 1];     // as a canvas has them, by level of light

static bool sea_begin(demo *d, uint32_t entities) {
    sea_close(&d->sea);
    events_close(&d->events);
    memset(d, 0, sizeof *d);
    d->options.entities = entities;
    d->options.seed = 31459;
    gc_sparse_desc desc = world_desc(d);
    if (sea_open(&d->sea, &desc, entities, d->options.seed) != GC_SPARSE_OK) return false;
    d->sea.pool = pool;
    d->sea.sorter = sorter;
    return true;
}

// The colours of paint.h, once: canvas_colour of every pixel would take longer than the fish.
static void make_hues(void) {
    for (uint32_t colour = 0; colour < PAINT_COLOURS; colour++) {
        for (int level = 0; level <= PAINT_LEVELS; level++) {
            paint spot = { (float)level / PAINT_LEVELS, colour };
            canvas one = { 1, 1, 0, 0, 0, &spot };
            uint32_t c = canvas_colour(&one, 0, 0);
            hues[colour][level] = 0xff000000 | (c & 255) << 16 | (c & 0xff00) | c >> 16;
        }
    }
}

// A new sea on a canvas of this size. False: no memory.
PAGE bool page_sea(int entities, int width, int height) {
    canvas_close(&picture);
    free(pixels);
    pixels = (uint32_t *)calloc((size_t)width * (size_t)height, sizeof *pixels);
    make_hues();
    return pixels && sea_begin(&shown, (uint32_t)entities) &&
           canvas_open(&picture, &shown.sea, width, height);
}

// One frame, of the same seeds and lures as ecs_demo's. False: no memory.
PAGE bool page_sea_frame(void) {
    shown.sea.pool = pool;
    shown.sea.sorter = sorter;
    return step(&shown);
}

// The canvas: last frame's light fades, and what lives now is added.
PAGE uint32_t *page_sea_paint(void) {
    canvas_fade(&picture, 0.86f);
    canvas_sea(&picture, &shown.sea);
    for (size_t i = 0; i < (size_t)picture.width * (size_t)picture.height; i++) {
        int level = (int)(picture.at[i].light * PAINT_LEVELS + 0.5f);
        pixels[i] = hues[picture.at[i].colour][level < PAINT_LEVELS ? level : PAINT_LEVELS];
    }
    return pixels;
}

// Somebody throws a lure: at a pixel of the canvas.
PAGE bool page_sea_lure(double x, double y) {
    event throws = { shown.sea.clock->frame + 1, 0, 0 };
    throws.x = (int32_t)((x - (double)picture.left) / (double)picture.scale * CELL);
    throws.y = (int32_t)((y - (double)picture.top) / (double)picture.scale * CELL);
    return events_add(&shown.events, throws);
}

// Of a step, over the kept frames: a clock that steps by 0.1 ms, as where a page is not
// isolated, shows most single times as 0, and their sum is right.
static double mean_of(int step) {
    const size_t n = shown.kept < FRAMES_KEPT ? shown.kept : FRAMES_KEPT;
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)shown.ms[step][i];
    return n > 0 ? sum / (double)n : 0;
}

// Frame, entities, fish, hunters, eggs, lures, MB, milliseconds of a frame (p50), and those of
// each step.
PAGE const double *page_sea_numbers(void) {
    static double numbers[8 + STEPS];
    const gc_sparse_world *world = shown.sea.world;
    numbers[0] = shown.sea.clock->frame;
    gc_sparse_statistics statistics;
    gc_sparse_get_statistics(world, &statistics);
    numbers[1] = statistics.entities;
    numbers[2] = gc_sparse_info(world, gc_sparse_type_Fish()).count;
    numbers[3] = gc_sparse_info(world, gc_sparse_type_Hunter()).count;
    numbers[4] = gc_sparse_info(world, gc_sparse_type_Egg()).count;
    numbers[5] = gc_sparse_info(world, gc_sparse_type_Lure()).count;
    numbers[6] = (double)shown.memory / 1e6;
    numbers[7] = percentile(&shown, STEPS, 0.5);
    for (int i = 0; i < STEPS; i++) numbers[8 + i] = mean_of(i);
    if (shown.kept >= 128) shown.kept = 0;      // figures of the last frames, not of all
    return numbers;
}

PAGE int page_steps(void) { return STEPS; }
PAGE const char *page_step_name(int i) { return sea_steps[i].name; }

// ---- checks: values that are the same on every machine

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t mix_bytes(uint64_t hash, const void *data, size_t size) {
    for (size_t i = 0; i < size; i++) hash = mix(hash, ((const unsigned char *)data)[i]);
    return hash;
}

static uint64_t check_dice(void) {
    gc_rng rng;
    uint64_t hash = 1;
    gc_rng_seed(&rng, 42);
    for (int i = 0; i < 1000000; i++) hash = mix(hash, (uint64_t)gc_rng_range(&rng, 1, 6));
    return hash;
}

// Each engine by calls and in bulk, also from the middle of a word.
static uint64_t check_engines(void) {
    static unsigned char bytes[100003];
    uint64_t hash = 1;
    for (int e = 0; e < ENGINES; e++) {
        page_seed(e, 1);
        engines[e].fill(drawer, bytes, sizeof bytes);
        hash = mix_bytes(hash, bytes, sizeof bytes);
        for (int i = 0; i < 1000; i++) hash = mix(hash, engines[e].next(drawer));
        engines[e].fill(drawer, bytes, 7);
        hash = mix_bytes(hash, bytes, 7);
    }
    return hash;
}

static uint64_t check_reals(void) {
    gc_rng rng;
    uint64_t hash = 1;
    gc_rng_seed(&rng, 7);
    for (int i = 0; i < 100000; i++) {
        double drawn[4] = { gc_rng_f64(&rng), (double)gc_rng_f32(&rng), gc_rng_normal(&rng, 100, 15),
                            gc_rng_exponential(&rng, 2) };
        hash = mix_bytes(hash, drawn, sizeof drawn);
    }
    return hash;
}

static uint64_t check_gorilla(void) {
    double z = page_gorilla(0, 31);
    return mix_bytes(1, &z, sizeof z);
}

static uint64_t check_scatter(void) {
    uint64_t hash = 1;
    for (int e = 0; e < ENGINES; e++) {
        page_scatter_begin(e, 0);
        hash = mix_bytes(mix(hash, (uint64_t)page_scatter(e, 200000)), cells, sizeof cells);
    }
    return hash;
}

// Arrays of sizes on both sides of every limit inside, then a long one; in place and on the
// pool, whose results are mixed both.
enum { CHECK_KEYS = 1 << 19 };
typedef enum check_kind { CHECK_U32, CHECK_F32, CHECK_PAIRS, CHECK_ORDER } check_kind;

static uint64_t check_sort(check_kind kind) {
    uint32_t *keys = (uint32_t *)malloc(CHECK_KEYS * 4), *values = (uint32_t *)malloc(CHECK_KEYS * 4);
    uint64_t hash = keys && values ? 1 : 0;

    for (size_t n = 1, seed = 0; hash != 0 && n <= CHECK_KEYS; n = n * 3 / 2 + 1, seed++) {
        for (int on_pool = 0; on_pool < 2; on_pool++) {
            float *floats = (float *)(void *)keys;
            page_random(keys, (double)n * 4, (double)seed);     // floats: also NaN, -0 and infinities
            for (size_t i = 0; i < n; i++) values[i] = (uint32_t)i;
            if (kind == CHECK_PAIRS) {
                for (size_t i = 0; i < n; i++) keys[i] %= 1000;
            }

            if (kind == CHECK_U32) page_sort(on_pool ? SORT_U32_POOL : SORT_U32, keys, (int)n, 1);
            if (kind == CHECK_F32) page_sort(on_pool ? SORT_F32_POOL : SORT_F32, keys, (int)n, 1);
            if (kind == CHECK_PAIRS && on_pool) gc_sort_ctx_u32_kv(sorter, keys, values, n);
            if (kind == CHECK_PAIRS && !on_pool) gc_sort_u32_kv(keys, values, n);
            if (kind == CHECK_ORDER && on_pool) gc_sort_ctx_order_f32(sorter, floats, values, n);
            if (kind == CHECK_ORDER && !on_pool) gc_sort_order_f32(floats, values, n);
            hash = mix_bytes(mix_bytes(hash, keys, n * 4), values, n * 4);
        }
    }

    free(keys);
    free(values);
    return hash;
}

static uint64_t check_u32(void) { return check_sort(CHECK_U32); }
static uint64_t check_f32(void) { return check_sort(CHECK_F32); }
static uint64_t check_pairs(void) { return check_sort(CHECK_PAIRS); }
static uint64_t check_order(void) { return check_sort(CHECK_ORDER); }

// The state that `ecs_demo --headless --entities 20000 --frames 200` prints last.
enum { CHECK_ENTITIES = 20000, CHECK_FRAMES = 200 };
static uint64_t check_sea(void) {
    bool ok = sea_begin(&checked, CHECK_ENTITIES);
    for (int frame = 0; ok && frame < CHECK_FRAMES; frame++) ok = step(&checked);
    return ok ? gc_sparse_hash_all(checked.sea.world) : 0;
}

static const struct { const char *name, *what; uint64_t (*value)(void); } checks[] = {
    { "dice", "a million dice", check_dice },
    { "engines", "15 engines, by calls and in bulk", check_engines },
    { "reals", "doubles, floats, normal and exponential draws", check_reals },
    { "gorilla", "a bit in the gorilla test", check_gorilla },
    { "scatter", "3,000,000 points", check_scatter },
    { "sort_u32", "uint32_t, sorted", check_u32 },
    { "sort_f32", "floats with NaN and -0, sorted", check_f32 },
    { "sort_pairs", "keys with values, sorted", check_pairs },
    { "sort_order", "indices by key", check_order },
    { "sea", "the sea after 200 frames of 20,000", check_sea }
};

PAGE int page_checks(void) { return (int)(sizeof checks / sizeof checks[0]); }
PAGE const char *page_check_name(int i) { return checks[i].name; }
PAGE const char *page_check_what(int i) { return checks[i].what; }
PAGE const char *page_check(int i) {
    static char text[17];
    uint64_t value = checks[i].value();
    for (int k = 0; k < 16; k++) text[k] = "0123456789abcdef"[value >> (60 - 4 * k) & 15];
    return text;
}

// "wasm128", "scalar" ...
PAGE const char *page_isa(void) { return gc_sort_isa(); }

// Natively: the values as JavaScript, which the page and its test compare with their own.
#ifndef __EMSCRIPTEN__
int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 3;
    if (!page_threads(threads > 0 ? threads : 1)) return 1;
    printf("export const native = { isa: '%s',", page_isa());
    for (int i = 0; i < page_checks(); i++) {
        printf("\n    %s: '%s',", page_check_name(i), page_check(i));
        fflush(stdout);
    }
    printf(" };\n");
    return fflush(stdout) == 0 ? 0 : 1;
}
#endif
