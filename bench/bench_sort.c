// bench_sort.c - gc_sort.h beside the C library's qsort, std::sort and std::stable_sort,
// Boost's pdqsort, spinsort and spreadsort, and Highway's vqsort: number keys of each type,
// keys with values, argsort, patterns, structs.
//
//     make bench-sort
//     cc -O2 -I. bench/bench_sort.c -o bench_sort && ./bench_sort       with qsort alone
//     build/bench/bench_sort u32 7         one type of key, up to 10^7 of them
//
// make defines BENCH_SORT_PEERS and links bench_sort_peers.cc where there is a C++ compiler.
// Another instruction set: make -B bench-sort CPPFLAGS=-DGC_SORT_FORCE_ISA=avx2 stdout:
// bench,case,subject,metric,value,unit. stderr: a table of ratios for people. QUICK=1: no large
// sizes. One thread, bound to its core on Linux; thread CPU time; the subjects take turns on
// the same data, each round begins with another one; medians. Small sizes sort many different
// arrays per sample, so that branch predictors cannot learn the input. Results are compared
// with those of gc_sort.h.

#define GC_SORT_IMPLEMENTATION
#include "gc_sort.h"

#include "bench_sort_peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__linux__)
#include <sched.h>
#endif

#define KEY_LESS(a, b) ((a) < (b))
#define ITEM_LESS(a, b) ((a).key < (b).key)
GC_SORT_DEFINE(sort_keys, uint32_t, KEY_LESS)
GC_SORT_DEFINE(sort_items, bench_sort_item, ITEM_LESS)

// One kind of number key; value: of random bits `key`.
#define KEYS(type, T, value)                                                                                 \
    static int compare_##type(const void *a, const void *b) {                                                \
        const T x = *(const T *)a, y = *(const T *)b;                                                        \
        return (x > y) - (x < y);                                                                            \
    }                                                                                                        \
    static void type##_gc(void *v, size_t n) { gc_sort_##type((T *)v, n); }                                  \
    static void type##_qsort(void *v, size_t n) { qsort(v, n, sizeof(T), compare_##type); }                  \
    static void type##_fill(void *v, size_t n, size_t i, uint64_t key) {                                     \
        (void)n;                                                                                             \
        ((T *)v)[i] = (value);                                                                               \
    }
KEYS(u16, uint16_t, (uint16_t)key)
KEYS(i16, int16_t, (int16_t)key)
KEYS(u32, uint32_t, (uint32_t)key)
KEYS(i32, int32_t, (int32_t)key)
KEYS(f32, float, (float)(int32_t)key * 0.001f)
KEYS(u64, uint64_t, key)
KEYS(i64, int64_t, (int64_t)key)
KEYS(f64, double, (double)(int64_t)key * 0.001)

static int compare_u32_user(const void *a, const void *b, void *user) {
    (void)user;
    return compare_u32(a, b);
}

static int compare_item(const void *a, const void *b) {
    const int32_t x = ((const bench_sort_item *)a)->key, y = ((const bench_sort_item *)b)->key;
    return (x > y) - (x < y);
}

static int compare_item_user(const void *a, const void *b, void *user) {
    (void)user;
    return compare_item(a, b);
}

static void *scratch;      // room for one array

static void u32_gc_down(void *v, size_t n) { gc_sort_u32_down((uint32_t *)v, n); }
static void u32_define(void *v, size_t n) { sort_keys((uint32_t *)v, n); }
static void u32_define_stable(void *v, size_t n) { sort_keys_stable((uint32_t *)v, n, (uint32_t *)scratch); }
static void u32_compare(void *v, size_t n) { gc_sort(v, n, sizeof(uint32_t), compare_u32_user, NULL); }
static void u32_stable(void *v, size_t n) { gc_sort_stable(v, n, sizeof(uint32_t), compare_u32_user, NULL); }

static void item_define(void *v, size_t n) { sort_items((bench_sort_item *)v, n); }
static void item_define_stable(void *v, size_t n) {
    sort_items_stable((bench_sort_item *)v, n, (bench_sort_item *)scratch);
}
static void item_compare(void *v, size_t n) {
    gc_sort(v, n, sizeof(bench_sort_item), compare_item_user, NULL);
}
static void item_qsort(void *v, size_t n) { qsort(v, n, sizeof(bench_sort_item), compare_item); }
static void item_fill(void *v, size_t n, size_t i, uint64_t key) {
    bench_sort_item *p = (bench_sort_item *)v + i;
    (void)n;
    memset(p, 0, sizeof *p);
    p->key = (int32_t)(key & 0x7fffffff);
    p->rest[0] = (int32_t)(i & 0x7fffffff);
}

// Keys, then values; layout 1: pairs.
static void u32_kv_gc(void *v, size_t n) { gc_sort_u32_kv((uint32_t *)v, (uint32_t *)v + n, n); }
static void u32_kv_any(void *v, size_t n) { gc_sort_u32_kv_any((uint32_t *)v, (uint32_t *)v + n, n); }
static void u64_kv_any(void *v, size_t n) { gc_sort_u64_kv_any((uint64_t *)v, (uint64_t *)v + n, n); }
static void u64_kv_gc(void *v, size_t n) { gc_sort_u64_kv((uint64_t *)v, (uint64_t *)v + n, n); }
static gc_sort_context *context;         // without threads
static void order_u32_gc(void *v, size_t n) { gc_sort_order_u32((const uint32_t *)v, (uint32_t *)v + n, n); }
static void order_u32_ctx(void *v, size_t n) {
    gc_sort_ctx_order_u32(context, (const uint32_t *)v, (uint32_t *)v + n, n);
}
static void order_u32_with(void *v, size_t n) {
    gc_sort_order_u32_with((const uint32_t *)v, (uint32_t *)v + n, n, scratch, 4 * n + 7);
}
static void u32_kv_fill(void *v, size_t n, size_t i, uint64_t key) {
    ((uint32_t *)v)[i] = (uint32_t)key;
    ((uint32_t *)v)[n + i] = (uint32_t)i;
}
static void u64_kv_fill(void *v, size_t n, size_t i, uint64_t key) {
    ((uint64_t *)v)[i] = key;
    ((uint64_t *)v)[n + i] = i;
}
static void u32_pair_fill(void *v, size_t n, size_t i, uint64_t key) {
    (void)n;
    ((bench_sort_pair32 *)v)[i].key = (uint32_t)key;
    ((bench_sort_pair32 *)v)[i].value = (uint32_t)i;
}
static void u64_pair_fill(void *v, size_t n, size_t i, uint64_t key) {
    (void)n;
    ((bench_sort_pair64 *)v)[i].key = key;
    ((bench_sort_pair64 *)v)[i].value = i;
}

typedef struct kind {
    const char *type;
    size_t size;           // bytes of an element
    void (*fill[2])(void *v, size_t n, size_t i, uint64_t key);      // by layout; writes element i of n
    int limit;             // largest size measured: 10^limit
} kind;

static const kind kinds[] = {
    {"u16", 2, {u16_fill, NULL}, 7},
    {"i16", 2, {i16_fill, NULL}, 7},
    {"u32", 4, {u32_fill, NULL}, 8},
    {"i32", 4, {i32_fill, NULL}, 7},
    {"f32", 4, {f32_fill, NULL}, 8},
    {"u64", 8, {u64_fill, NULL}, 8},
    {"i64", 8, {i64_fill, NULL}, 7},
    {"f64", 8, {f64_fill, NULL}, 7},
    {"u32_kv", 8, {u32_kv_fill, u32_pair_fill}, 6},
    {"u64_kv", 16, {u64_kv_fill, u64_pair_fill}, 6},
    {"order_u32", 8, {u32_kv_fill, NULL}, 6},
    {"item", sizeof(bench_sort_item), {item_fill, NULL}, 6}
};
enum { KINDS = (int)(sizeof kinds / sizeof kinds[0]) };

// The first of each type is the one that ratios refer to.
static const bench_sort_subject own[] = {
    {"u16", "gc_sort_u16", u16_gc, 0, 8, 0},
    {"u16", "qsort", u16_qsort, 0, 6, 0},
    {"i16", "gc_sort_i16", i16_gc, 0, 8, 0},
    {"i16", "qsort", i16_qsort, 0, 6, 0},
    {"u32", "gc_sort_u32", u32_gc, 0, 8, 0},
    {"u32", "gc_sort_u32_down", u32_gc_down, 0, 8, 1},
    {"u32", "GC_SORT_DEFINE", u32_define, 0, 7, 0},
    {"u32", "GC_SORT_DEFINE _stable", u32_define_stable, 0, 7, 0},
    {"u32", "gc_sort", u32_compare, 0, 7, 0},
    {"u32", "gc_sort_stable", u32_stable, 0, 6, 0},
    {"u32", "qsort", u32_qsort, 0, 7, 0},
    {"i32", "gc_sort_i32", i32_gc, 0, 8, 0},
    {"i32", "qsort", i32_qsort, 0, 6, 0},
    {"f32", "gc_sort_f32", f32_gc, 0, 8, 0},
    {"f32", "qsort", f32_qsort, 0, 6, 0},
    {"u64", "gc_sort_u64", u64_gc, 0, 8, 0},
    {"u64", "qsort", u64_qsort, 0, 6, 0},
    {"i64", "gc_sort_i64", i64_gc, 0, 8, 0},
    {"i64", "qsort", i64_qsort, 0, 6, 0},
    {"f64", "gc_sort_f64", f64_gc, 0, 8, 0},
    {"f64", "qsort", f64_qsort, 0, 6, 0},
    {"u32_kv", "gc_sort_u32_kv", u32_kv_gc, 0, 8, 0},
    {"u32_kv", "gc_sort_u32_kv_any", u32_kv_any, 0, 8, 0},
    {"u64_kv", "gc_sort_u64_kv_any", u64_kv_any, 0, 8, 0},
    {"u64_kv", "gc_sort_u64_kv", u64_kv_gc, 0, 8, 0},
    {"order_u32", "gc_sort_ctx_order_u32", order_u32_ctx, 0, 8, 0},
    {"order_u32", "gc_sort_order_u32_with", order_u32_with, 0, 8, 0},
    {"order_u32", "gc_sort_order_u32", order_u32_gc, 0, 6, 0},
    {"item", "GC_SORT_DEFINE", item_define, 0, 7, 0},
    {"item", "GC_SORT_DEFINE _stable", item_define_stable, 0, 7, 1},
    {"item", "gc_sort", item_compare, 0, 7, 1},
    {"item", "qsort", item_qsort, 0, 7, 1},
    {NULL, NULL, NULL, 0, 0, 0}
};

static uint64_t random_state = 1;

static uint64_t random_u64(void) {       // splitmix64
    uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static const char *const patterns[] = {"random",    "sorted", "reversed",      "organ_pipe", "saw",
                                       "unique_16", "equal",  "sorted_tail_5", "zipf",
                                       "falling_pairs"};
enum { PATTERNS = (int)(sizeof patterns / sizeof patterns[0]) };

static uint64_t pattern_key(int pattern, size_t i, size_t n) {
    switch (pattern) {
    case 1: return i;
    case 2: return n - i;
    case 3: return i < n / 2 ? i : n - i;
    case 4: return i % 1000;
    case 5: return random_u64() % 16;
    case 6: return 42;
    case 7: return i < n - n / 20 ? i : random_u64() % n;
    case 8: return n / (1 + random_u64() % n);
    case 9: return (n - i) / 2;
    default: return random_u64();
    }
}

static double now(void) {                // seconds of this thread
    struct timespec t;
#if defined(CLOCK_THREAD_CPUTIME_ID)
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
#else
    timespec_get(&t, TIME_UTC);
#endif
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare_double(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void *memory(size_t bytes) {
    void *p = malloc(bytes);
    if (!p) {
        fprintf(stderr, "bench_sort: no memory for %zu bytes\n", bytes);
        exit(1);
    }
    memset(p, 0, bytes);                 // its pages exist before anything is timed
    return p;
}

enum { ROUNDS = 5, ROUNDS_LARGE = 3, MOST_SUBJECTS = 16 };
#define SECONDS 0.003      // least time of a sample: vector code starts slowly after another subject

// Subjects of a type that take part in cases of n elements.
static size_t subjects_of(const char *type, size_t n, const bench_sort_subject **found) {
    size_t count = 0;
    const bench_sort_subject *lists[2] = { own, NULL };
#ifdef BENCH_SORT_PEERS
    lists[1] = bench_sort_peers;
#endif
    for (int l = 0; l < 2 && lists[l]; l++) {
        for (const bench_sort_subject *s = lists[l]; s->type; s++) {
            size_t most = 1;
            for (int i = 0; i < s->limit; i++) most *= 10;
            if (strcmp(s->type, type) == 0 && n <= most && count < MOST_SUBJECTS) found[count++] = s;
        }
    }
    return count;
}

static void run(const kind *k, int pattern, size_t n) {
    const size_t arrays = n < 200000 ? 200000 / n : 1, bytes = n * k->size;
    const size_t rounds = n > 1000000 ? ROUNDS_LARGE : ROUNDS;
    const bench_sort_subject *subjects[MOST_SUBJECTS];
    const size_t count = subjects_of(k->type, n, subjects);
    double times[MOST_SUBJECTS][ROUNDS];
    unsigned char *source[2] = { NULL, NULL };
    unsigned char *v = (unsigned char *)memory(arrays * bytes), *first = (unsigned char *)memory(bytes);

    scratch = memory(bytes);
    for (int layout = 0; layout < 2 && k->fill[layout]; layout++) {
        const uint64_t start = random_state;
        source[layout] = (unsigned char *)memory(arrays * bytes);
        for (size_t a = 0; a < arrays; a++) {
            unsigned char *array = source[layout] + a * bytes;
            for (size_t i = 0; i < n; i++) k->fill[layout](array, n, i, pattern_key(pattern, i, n));
        }
        if (layout == 0 && k->fill[1]) random_state = start;
    }

    for (size_t r = 0; r < rounds; r++) {
        for (size_t t = 0; t < count; t++) {
            const size_t s = (r + t) % count;
            double seconds = 0.0;
            size_t sorted = 0;
            for (; sorted == 0 || seconds < SECONDS; sorted += arrays * n) {
                memcpy(v, source[subjects[s]->layout], arrays * bytes);
                const double start = now();
                for (size_t a = 0; a < arrays; a++) subjects[s]->sort(v + a * bytes, n);
                seconds += now() - start;
            }
            times[s][r] = seconds * 1e9 / (double)sorted;
            if (r == 0 && s == 0) memcpy(first, v, bytes);
            if (r == 0 && !subjects[s]->unequal && memcmp(first, v, bytes) != 0) {
                fprintf(stderr, "bench_sort: %s of %s gives another result, n %zu\n", subjects[s]->name,
                        k->type, n);
                exit(1);
            }
        }
    }

    double first_median = 0.0;
    for (size_t s = 0; s < count; s++) {
        qsort(times[s], rounds, sizeof(double), compare_double);
        const double median = times[s][rounds / 2];
        const char *name = subjects[s]->name;
        printf("sort,%s_%s_%zu,%s,time,%.3f,ns/element\n", k->type, patterns[pattern], n, name, median);
        if (s > 0) {
            fprintf(stderr, "  %s %.2fx", name, median / first_median);
        } else {
            fprintf(stderr, "%-9s %-13s n %-9zu %s %.2f ns;", k->type, patterns[pattern], n, name, median);
            first_median = median;
        }
    }

    fprintf(stderr, "\n");
    fflush(stdout);
    free(source[0]);
    free(source[1]);
    free(v);
    free(first);
    free(scratch);
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "";
    const int largest = argc > 2 ? atoi(argv[2]) : 8;
    const bool quick = getenv("QUICK") != NULL;
#if defined(__linux__)
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(sched_getcpu(), &cores);
    sched_setaffinity(0, sizeof cores, &cores);
#endif

    context = gc_sort_open(NULL, NULL);
    if (!context) return 1;

    fprintf(stderr, "gc_sort %d, %s; ns per element, then the time of each other one as a multiple of that\n",
            gc_sort_version(), gc_sort_isa());
#ifdef BENCH_SORT_PEERS
    fprintf(stderr, "%s\n", bench_sort_peers_note);
#else
    fprintf(stderr,
            "built without C++: no std::sort, Boost, vqsort (make bench-sort, with a C++ compiler)\n");
#endif

    for (int k = 0; k < KINDS; k++) {
        if (only[0] && strcmp(only, kinds[k].type) != 0) continue;
        run(&kinds[k], 0, 16);

        size_t n = 100;
        for (int power = 2; power <= kinds[k].limit && power <= (quick ? 5 : largest); power++, n *= 10) {
            run(&kinds[k], 0, n);
        }
    }

    for (int p = 1; p < PATTERNS && !only[0]; p++) run(&kinds[2], p, quick ? 100000u : 1000000u);

    gc_sort_close(context);
    return 0;
}
