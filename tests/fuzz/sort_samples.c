// sort_samples.c - the number sorts of gc_sort.h, on arrays whose samples mislead, by qsort.
//
//     cc -O2 -I. tests/fuzz/sort_samples.c -o sort_samples -pthread && ./sort_samples 60
//     ./sort_samples SECONDS SEED      arrays of SEED, SEED + 1, ...; at least one for each type
//     ./sort_samples 0 SEED            the array of SEED alone: what a failure prints
//
// Large arrays are parted at cuts that come from a sample. Random arrays hardly ever mislead
// one: parts are empty, or hold nearly everything, only if other keys stand where it looks than
// elsewhere. So these arrays have keys of one kind, those of another kind at the places of a
// sample, and some of a third kind anywhere. On each, all functions of one type run, in
// contexts of 0, 2, 4 and 16 threads where there are such.

#define GC_SORT_STATIC
#include "gc_sort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES_MOST = 400000, SAMPLES_CONTEXTS = 4, SAMPLES_SHOWN = 30 };

// ---- types

enum { SAMPLES_UNSIGNED, SAMPLES_SIGNED, SAMPLES_FLOAT };
enum { SAMPLES_i16, SAMPLES_u16, SAMPLES_i32, SAMPLES_u32, SAMPLES_i64, SAMPLES_u64, SAMPLES_f32, SAMPLES_f64,
    SAMPLES_TYPES };

typedef struct samples_type {
    const char *name;
    size_t size;
    int order;
} samples_type;

static const samples_type samples_types[SAMPLES_TYPES] = {
    { "i16", 2, SAMPLES_SIGNED }, { "u16", 2, SAMPLES_UNSIGNED },
    { "i32", 4, SAMPLES_SIGNED }, { "u32", 4, SAMPLES_UNSIGNED },
    { "i64", 8, SAMPLES_SIGNED }, { "u64", 8, SAMPLES_UNSIGNED },
    { "f32", 4, SAMPLES_FLOAT },  { "f64", 8, SAMPLES_FLOAT },
};

// ---- functions

enum { SAMPLES_SORT, SAMPLES_NTH, SAMPLES_TOP, SAMPLES_ORDER, SAMPLES_PAIRS, SAMPLES_STABLE };

typedef struct samples_function {
    const char *name;
    int type;
    bool down;
    int what;                        // what the function does
    size_t value_size;               // 0: keys alone
    bool threaded;                   // runs in every context
    // at: the place of nth, the number of top.
    int (*run)(gc_sort_context *c, void *keys, void *values, size_t n, size_t at);
} samples_function;

#define SAMPLES_CALL(name, body)                                                                             \
    static int samples_##name(gc_sort_context *c, void *k, void *v, size_t n, size_t at) {                   \
        (void)c;                                                                                             \
        (void)v;                                                                                             \
        (void)at;                                                                                            \
        body                                                                                                 \
    }
#define SAMPLES_KEY_CALLS(type, ctype)                                                                       \
    SAMPLES_CALL(type, gc_sort_##type((ctype *)k, n); return GC_SORT_OK;)                                    \
    SAMPLES_CALL(nth_##type, gc_sort_nth_##type((ctype *)k, n, at); return GC_SORT_OK;)                      \
    SAMPLES_CALL(top_##type, gc_sort_top_##type((ctype *)k, n, at); return GC_SORT_OK;)                      \
    SAMPLES_CALL(order_##type, return gc_sort_order_##type((const ctype *)k, (uint32_t *)v, n);)             \
    SAMPLES_CALL(ctx_##type, return gc_sort_ctx_##type(c, (ctype *)k, n);)                                   \
    SAMPLES_CALL(ctx_order_##type, return gc_sort_ctx_order_##type(c, (const ctype *)k, (uint32_t *)v, n);)
#define SAMPLES_PAIR_CALLS(name, stable, ctype, vtype)                                                       \
    SAMPLES_CALL(name, gc_sort_##name((ctype *)k, (vtype *)v, n); return GC_SORT_OK;)                        \
    SAMPLES_CALL(ctx_##name, return gc_sort_ctx_##name(c, (ctype *)k, (vtype *)v, n);)                       \
    SAMPLES_CALL(ctx_##stable, return gc_sort_ctx_##stable(c, (ctype *)k, (vtype *)v, n);)

// X(type, ctype) and P(type, pairs, ctype, vtype) for each.
#define SAMPLES_EACH_KEY(X)                                                                                  \
    X(i16, int16_t) X(u16, uint16_t) X(i32, int32_t) X(u32, uint32_t)                                        \
    X(i64, int64_t) X(u64, uint64_t) X(f32, float) X(f64, double)
#define SAMPLES_EACH_PAIR(P)                                                                                 \
    P(i32, i32_kv, int32_t, uint32_t) P(u32, u32_kv, uint32_t, uint32_t) P(f32, f32_kv, float, uint32_t)     \
    P(i64, i64_kv, int64_t, uint64_t) P(u64, u64_kv, uint64_t, uint64_t) P(f64, f64_kv, double, uint64_t)    \
    P(u64, u64_kv32, uint64_t, uint32_t)

#define SAMPLES_KEY_BOTH(type, ctype) SAMPLES_KEY_CALLS(type, ctype) SAMPLES_KEY_CALLS(type##_down, ctype)
#define SAMPLES_PAIR_BOTH(type, pairs, ctype, vtype)                                                         \
    SAMPLES_PAIR_CALLS(pairs, pairs##_stable, ctype, vtype)                                                  \
    SAMPLES_PAIR_CALLS(pairs##_down, pairs##_stable_down, ctype, vtype)
SAMPLES_EACH_KEY(SAMPLES_KEY_BOTH)
SAMPLES_EACH_PAIR(SAMPLES_PAIR_BOTH)

#define SAMPLES_ROW(name, type, down, what, value_size, threaded)                                            \
    { #name, SAMPLES_##type, down, SAMPLES_##what, value_size, threaded, samples_##name },
#define SAMPLES_KEY_ROWS(name, type, down)                                                                   \
    SAMPLES_ROW(name, type, down, SORT, 0, false)                                                            \
    SAMPLES_ROW(nth_##name, type, down, NTH, 0, false)                                                       \
    SAMPLES_ROW(top_##name, type, down, TOP, 0, false)                                                       \
    SAMPLES_ROW(order_##name, type, down, ORDER, 4, false)                                                   \
    SAMPLES_ROW(ctx_##name, type, down, SORT, 0, true)                                                       \
    SAMPLES_ROW(ctx_order_##name, type, down, ORDER, 4, true)
#define SAMPLES_PAIR_ROWS(name, stable, type, down, vtype)                                                   \
    SAMPLES_ROW(name, type, down, PAIRS, sizeof(vtype), false)                                               \
    SAMPLES_ROW(ctx_##name, type, down, PAIRS, sizeof(vtype), true)                                          \
    SAMPLES_ROW(ctx_##stable, type, down, STABLE, sizeof(vtype), true)
#define SAMPLES_KEY_TABLE(type, ctype)                                                                       \
    SAMPLES_KEY_ROWS(type, type, false) SAMPLES_KEY_ROWS(type##_down, type, true)
#define SAMPLES_PAIR_TABLE(type, pairs, ctype, vtype)                                                        \
    SAMPLES_PAIR_ROWS(pairs, pairs##_stable, type, false, vtype)                                             \
    SAMPLES_PAIR_ROWS(pairs##_down, pairs##_stable_down, type, true, vtype)
static const samples_function samples_functions[] = {
    SAMPLES_EACH_KEY(SAMPLES_KEY_TABLE)
    SAMPLES_EACH_PAIR(SAMPLES_PAIR_TABLE)
};
enum { SAMPLES_FUNCTIONS = (int)(sizeof samples_functions / sizeof samples_functions[0]) };

// ---- arrays

// How an array was made; a failure prints it.
typedef struct samples_plan {
    unsigned long long seed;
    const samples_type *type;
    int index;                       // of the type
    bool down;
    size_t n;
    int base, sampled, strewn;       // kinds of keys: samples_draw
    size_t count, part, piece;       // at every part-th place of a sample of count, in pieces
    size_t extra;                    // so many strewn ones
} samples_plan;

// A key's place in the order, and where it stood.
typedef struct samples_element {
    uint64_t rank;
    size_t index;
} samples_element;

static uint64_t samples_source[SAMPLES_MOST], samples_payload[SAMPLES_MOST];     // what is sorted
static uint64_t samples_keys[SAMPLES_MOST], samples_values[SAMPLES_MOST];        // copies, for a call
static samples_element samples_want[SAMPLES_MOST];       // the keys in order, equal ones by index
static uint64_t samples_ties[SAMPLES_MOST];              // the values then, of equal keys by value

static uint64_t samples_state;

static uint64_t samples_random(void) {                   // splitmix64
    uint64_t z = (samples_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static size_t samples_below(size_t n) {
    return (size_t)(samples_random() % n);
}

static uint64_t samples_read(const void *array, size_t size, size_t i) {
    const void *const p = (const unsigned char *)array + i * size;
    uint16_t x16;
    uint32_t x32;
    uint64_t x64;
    if (size == 2) return memcpy(&x16, p, 2), x16;
    if (size == 4) return memcpy(&x32, p, 4), x32;
    return memcpy(&x64, p, 8), x64;
}

static void samples_write(void *array, size_t size, size_t i, uint64_t x) {
    void *const p = (unsigned char *)array + i * size;
    const uint16_t x16 = (uint16_t)(x & 0xffffu);
    const uint32_t x32 = (uint32_t)(x & 0xffffffffu);
    if (size == 2) memcpy(p, &x16, 2);
    else if (size == 4) memcpy(p, &x32, 4);
    else memcpy(p, &x, 8);
}

// The key that has so many other possible ones before it in the array's order.
static uint64_t samples_early(const samples_plan *p, uint64_t before) {
    const uint64_t top = (uint64_t)1 << (8 * p->type->size - 1);
    const uint64_t inf = p->type->size == 4 ? 0x7f800000u : (uint64_t)0x7ff << 52;
    if (p->type->order == SAMPLES_FLOAT) return p->down ? top + inf + 1 + before : top + inf - before;
    if (p->type->order == SAMPLES_SIGNED) return p->down ? top - 1 - before : top + before;
    return p->down ? UINT64_MAX - before : before;
}

// A key of one of so many kinds; its low bytes become the key.
enum { SAMPLES_FEW_EARLY = 12, SAMPLES_MANY_EARLY, SAMPLES_KINDS };

static uint64_t samples_draw(const samples_plan *p, int kind, size_t i) {
    const uint64_t x = samples_random();

    switch (kind) {
    case 0: return x;
    case 1: return x % 5;
    case 2: return 500;
    case 3: return (uint64_t)i << 7;                     // rising
    case 4: return x % 1000;
    case 5: return x & 1 ? UINT64_MAX : 0;               // the least and the greatest
    case 6: return UINT64_MAX - x % 300;
    case 7: return 0x3f800000u + (x >> 45);              // floats from 1 to 1.06
    case 8: return 0x3ff0000000000000u + (x >> 14);      // doubles from 1 to 1.25
    case 9: return x % 97 ? 0x7f800001u + x % 7 : x;     // NaNs among floats
    case 10: return 1000000 + x % 1000;
    case 11: return (x % 300) << 32 | 5;

    case SAMPLES_FEW_EARLY:                              // few of one key, and fewer before it
        if (x % 16 == 0) return samples_early(p, 1000);
        return x % 64 == 1 ? samples_early(p, (x >> 32) % 1000) : x;

    default: return x % 2 ? x : samples_early(p, 1000);  // many of it
    }
}

// The places that gc_sort.h samples, by the same formula; of 63, those of argsort; in pieces,
// those of a selection. tests/check_sort.sh sees that it is still the one.
static size_t samples_place(const samples_plan *p, size_t i, uint32_t *state) {
    const size_t stretch = p->n / (p->count / p->piece), within = i % p->piece;
    if (within == 0) *state = *state * 1664525u + 1013904223u;
    if (p->count == 63) return stretch * i + i % stretch;

    const uint64_t room = p->piece > 1 ? stretch - p->piece : stretch;
    return stretch * (i / p->piece) + (size_t)(((uint64_t)(*state >> 8) * room) >> 24) + within;
}

static samples_plan samples_make_plan(unsigned long long seed) {
    static const size_t counts[] = { 31, 63, 127, 256, 256, 512, 1024, 1024 };
    samples_plan p;
    samples_state = (uint64_t)seed * 0x9e3779b97f4a7c15u;

    // Seeds in a row take all types in turn.
    p.seed = seed;
    p.index = (int)(seed % SAMPLES_TYPES);
    p.type = &samples_types[p.index];
    p.down = seed / SAMPLES_TYPES % 2 != 0;
    p.n = samples_below(2) ? 32768 + samples_below(300000) : 2048 + samples_below(40000);

    // A third of them just above a size from which samples are taken or are larger. They take
    // little time.
    if (samples_below(3) == 0) p.n = ((size_t)2048 << 3 * samples_below(2)) + samples_below(512);
    p.base = (int)samples_below(SAMPLES_KINDS);
    p.sampled = (int)samples_below(SAMPLES_KINDS);
    p.strewn = (int)samples_below(SAMPLES_KINDS);
    p.count = counts[samples_below(sizeof counts / sizeof counts[0])];
    p.part = 1 + samples_below(3);
    p.piece = 1;
    if (samples_below(3) == 0) {
        p.piece = 8;
        p.count = p.n < 4096 ? 64 : p.n < 65536 ? 256 : 1024;
    }

    // A crowd of one key near the beginning, greater in the sample than it is.
    if (samples_below(6) == 0) {
        p.base = SAMPLES_FEW_EARLY;
        p.sampled = SAMPLES_MANY_EARLY;
    }
    p.extra = samples_below(2) ? samples_below(3000) : 0;
    return p;
}

static void samples_fill(const samples_plan *p) {
    const size_t size = p->type->size;
    uint32_t state = (uint32_t)(p->n & 0xffffffffu);
    for (size_t i = 0; i < p->n; i++) {
        samples_write(samples_source, size, i, samples_draw(p, p->base, i));

        // Few values, some with the highest bit: ties are by value, unsigned.
        samples_payload[i] = samples_random() & 0x800000008000003fu;
    }
    for (size_t i = 0; i < p->count; i++) {
        const size_t at = samples_place(p, i, &state);
        if (i % p->part == 0) samples_write(samples_source, size, at, samples_draw(p, p->sampled, i));
    }
    for (size_t i = 0; i < p->extra; i++) {
        samples_write(samples_source, size, samples_below(p->n), samples_draw(p, p->strewn, i));
    }
}

// ---- what must come out

// Place of a raw key in the documented order, written down class by class: -inf to -0, +0 to
// +inf, +NaN by rising payload, -NaN by falling payload.
static uint64_t samples_rank(const samples_type *t, uint64_t key) {
    const uint64_t top = (uint64_t)1 << (8 * t->size - 1);
    if (t->order == SAMPLES_UNSIGNED) return key;
    if (t->order == SAMPLES_SIGNED) return key & top ? key - top : key + top;

    const uint64_t inf = t->size == 4 ? 0x7f800000u : (uint64_t)0x7ff << 52;
    const uint64_t magnitude = key & (top - 1);
    const bool negative = (key & top) != 0;
    if (magnitude <= inf && negative) return inf - magnitude;
    if (magnitude <= inf) return inf + 1 + magnitude;
    if (!negative) return 2 * inf + 2 + (magnitude - inf - 1);
    return inf + 1 + top + (top - 1 - magnitude);
}

// The same for the functions that sort down: the reverse.
static uint64_t samples_rank_of(const samples_plan *p, const void *keys, size_t i) {
    const uint64_t rank = samples_rank(p->type, samples_read(keys, p->type->size, i));
    return p->down ? UINT64_MAX - rank : rank;
}

static int samples_compare_elements(const void *pa, const void *pb) {
    const samples_element *a = (const samples_element *)pa, *b = (const samples_element *)pb;
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static int samples_compare_values(const void *pa, const void *pb) {
    const uint64_t a = *(const uint64_t *)pa, b = *(const uint64_t *)pb;
    return a < b ? -1 : a > b;
}

static void samples_expect(const samples_plan *p) {
    for (size_t i = 0; i < p->n; i++) {
        samples_want[i].rank = samples_rank_of(p, samples_source, i);
        samples_want[i].index = i;
    }
    qsort(samples_want, p->n, sizeof samples_want[0], samples_compare_elements);
}

static uint64_t samples_value(size_t index, size_t size) {
    return size == 4 ? samples_payload[index] & 0xffffffffu : samples_payload[index];
}

// After samples_expect: values of such a size, those of equal keys by value.
static void samples_expect_ties(const samples_plan *p, size_t size) {
    for (size_t first = 0, last; first < p->n; first = last) {
        for (last = first; last < p->n && samples_want[last].rank == samples_want[first].rank; last++) {
            samples_ties[last] = samples_value(samples_want[last].index, size);
        }
        qsort(samples_ties + first, last - first, sizeof samples_ties[0], samples_compare_values);
    }
}

// ---- checks: NULL, or what is wrong

static const char *samples_check_keys(const samples_plan *p, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (samples_rank_of(p, samples_keys, i) != samples_want[i].rank) return "a wrong key";
    }
    return NULL;
}

// The same keys as before, in any order: a sum of hashes.
static const char *samples_check_same(const samples_plan *p) {
    uint64_t sum = 0;
    for (size_t i = 0; i < p->n; i++) {
        const uint64_t a = samples_read(samples_keys, p->type->size, i) * 0x9e3779b97f4a7c15u;
        const uint64_t b = samples_read(samples_source, p->type->size, i) * 0x9e3779b97f4a7c15u;
        sum += (a ^ a >> 29) * 0xbf58476d1ce4e5b9u - (b ^ b >> 29) * 0xbf58476d1ce4e5b9u;
    }
    return sum ? "other keys than before" : NULL;
}

static const char *samples_check_nth(const samples_plan *p, size_t nth) {
    const uint64_t rank = samples_want[nth].rank;
    if (samples_rank_of(p, samples_keys, nth) != rank) return "a wrong key at nth";
    for (size_t i = 0; i < p->n; i++) {
        const uint64_t x = samples_rank_of(p, samples_keys, i);
        if (i < nth ? x > rank : x < rank) return "a key on the wrong side of nth";
    }
    return samples_check_same(p);
}

static const char *samples_check_order(const samples_plan *p) {
    for (size_t i = 0; i < p->n; i++) {
        if (samples_read(samples_values, 4, i) != samples_want[i].index) return "a wrong index";
    }
    if (memcmp(samples_keys, samples_source, p->n * p->type->size) != 0) return "argsort changed the keys";
    return NULL;
}

static const char *samples_check_values(const samples_plan *p, size_t size, bool stable) {
    for (size_t i = 0; i < p->n; i++) {
        const uint64_t want = stable ? samples_value(samples_want[i].index, size) : samples_ties[i];
        if (samples_read(samples_values, size, i) != want) return "a wrong value";
    }
    return samples_check_keys(p, p->n);
}

// ---- runs

static gc_sort_context *samples_context[SAMPLES_CONTEXTS];
static const unsigned samples_threads[SAMPLES_CONTEXTS] = { 0, 2, 4, 16 };
static unsigned long samples_runs, samples_wrong;

// One call on copies of the keys and values, and its result checked.
static void samples_run(const samples_plan *p, const samples_function *f, int context, size_t at) {
    memcpy(samples_keys, samples_source, p->n * p->type->size);
    for (size_t i = 0; f->value_size && i < p->n; i++) {
        samples_write(samples_values, f->value_size, i, samples_payload[i]);
    }

    const int result = f->run(samples_context[context], samples_keys, samples_values, p->n, at);
    const char *wrong = NULL;
    if (result != GC_SORT_OK) wrong = gc_sort_result_string(result);
    else if (f->what == SAMPLES_SORT) wrong = samples_check_keys(p, p->n);
    else if (f->what == SAMPLES_NTH) wrong = samples_check_nth(p, at);
    else if (f->what == SAMPLES_TOP) {
        wrong = samples_check_keys(p, at);
        if (!wrong) wrong = samples_check_same(p);
    } else if (f->what == SAMPLES_ORDER) wrong = samples_check_order(p);
    else wrong = samples_check_values(p, f->value_size, f->what == SAMPLES_STABLE);

    samples_runs++;
    if (!wrong || samples_wrong++ >= SAMPLES_SHOWN) return;
    printf("WRONG gc_sort_%s, %s, %u threads, n %zu, at %zu: %s; ", f->name, gc_sort_isa(),
           f->threaded ? samples_threads[context] : 0, p->n, at, wrong);
    printf("seed %llu, kinds %d %d %d, count %zu, part %zu, extra %zu\n", p->seed, p->base, p->sampled,
           p->strewn, p->count, p->part, p->extra);
    fflush(stdout);
}

// A place at random, or the last one of the keys that are equal to the one there.
static size_t samples_pick(const samples_plan *p, bool last) {
    size_t at = samples_below(p->n);
    while (last && at + 1 < p->n && samples_want[at + 1].rank == samples_want[at].rank) at++;
    return at;
}

// All functions of the array's type.
static void samples_run_all(const samples_plan *p) {
    size_t ties = 0;                 // size of the values in samples_ties
    samples_fill(p);
    samples_expect(p);
    for (int k = 0; k < SAMPLES_FUNCTIONS; k++) {
        const samples_function *const f = &samples_functions[k];
        if (f->type != p->index || f->down != p->down) continue;
        if (f->what == SAMPLES_PAIRS && ties != f->value_size) {
            ties = f->value_size;
            samples_expect_ties(p, ties);
        }

        // In each context; nth and top at both ends and between.
        for (int i = 0; f->threaded && i < SAMPLES_CONTEXTS; i++) {
            if (samples_context[i]) samples_run(p, f, i, 0);
        }
        if (f->what == SAMPLES_NTH || f->what == SAMPLES_TOP) {
            samples_run(p, f, 0, 0);
            samples_run(p, f, 0, p->n - 1);
            const int times = p->n < 4096 ? 20 : 4;
            for (int i = 0; i < times; i++) samples_run(p, f, 0, samples_pick(p, i % 2 == 0));
        } else if (!f->threaded) {
            samples_run(p, f, 0, 0);
        }
    }
}

// Opens the contexts; what is not there is said, not passed over.
static void samples_open(void) {
    for (int i = 0; i < SAMPLES_CONTEXTS; i++) {
        gc_sort_desc desc;
        int error = GC_SORT_OK;
        memset(&desc, 0, sizeof desc);
        desc.threads = samples_threads[i];
        samples_context[i] = gc_sort_open(&desc, &error);
        if (samples_context[i]) continue;
        printf("left out: %u threads: %s\n", samples_threads[i], gc_sort_result_string(error));
    }
#ifdef GC_SORT_FORCE_ISA
#define SAMPLES_TEXT(x) #x
#define SAMPLES_TEXT_OF(x) SAMPLES_TEXT(x)
    if (strcmp(gc_sort_isa(), SAMPLES_TEXT_OF(GC_SORT_FORCE_ISA)) != 0) {
        printf("left out: %s: this machine gets %s\n", SAMPLES_TEXT_OF(GC_SORT_FORCE_ISA), gc_sort_isa());
    }
#endif
}

int main(int argc, char **argv) {
    const double seconds = argc > 1 ? atof(argv[1]) : 5;
    const unsigned long long now = (unsigned long long)time(NULL) * 1000;
    const unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 0) : now;
    printf("sort_samples: %s, %g seconds, seed %llu\n", gc_sort_isa(), seconds, seed);
    fflush(stdout);
    samples_open();

    // Every type, both ways, whatever the time; with 0 seconds one array.
    const time_t start = time(NULL);
    unsigned long long arrays = 0;
    do {
        const samples_plan plan = samples_make_plan(seed + arrays++);
        samples_run_all(&plan);
    } while (seconds > 0 && (arrays < 2 * SAMPLES_TYPES || difftime(time(NULL), start) < seconds));

    for (int i = 0; i < SAMPLES_CONTEXTS; i++) gc_sort_close(samples_context[i]);
    if (samples_wrong > SAMPLES_SHOWN) printf("only the first %d are shown\n", SAMPLES_SHOWN);
    printf("sort_samples: %llu arrays, %lu runs, %lu wrong\n", arrays, samples_runs, samples_wrong);
    return samples_wrong ? 1 : 0;
}
