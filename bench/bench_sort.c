// bench_sort.c - gc_sort.h against the C library's qsort.
//
//     cc -O2 -I. bench/bench_sort.c -o bench_sort && ./bench_sort
//
// stdout: bench,case,subject,metric,value,unit. stderr: a table of ratios for people. QUICK=1 leaves out the large sizes.
// Thread CPU time; the subjects take turns on the same data; medians. Small sizes sort many different arrays per sample,
// so that branch predictors cannot learn the input.

#define GC_SORT_IMPLEMENTATION
#include "gc_sort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct item {
    int32_t key;
    int32_t rest[7];
} item;

#define KEY_LESS(a, b) ((a) < (b))
#define ITEM_LESS(a, b) ((a).key < (b).key)
GC_SORT_DEFINE(sort_keys, uint32_t, KEY_LESS)
GC_SORT_DEFINE(sort_items, item, ITEM_LESS)

static int compare_u32(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int compare_u32_user(const void *a, const void *b, void *user) {
    (void)user;
    return compare_u32(a, b);
}

static int compare_u64(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int compare_f32(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static int compare_item(const void *a, const void *b) {
    const int32_t x = ((const item *)a)->key, y = ((const item *)b)->key;
    return (x > y) - (x < y);
}

static int compare_item_user(const void *a, const void *b, void *user) {
    (void)user;
    return compare_item(a, b);
}

static void *scratch;      // room for one array

static void u32_gc(void *v, size_t n) { gc_sort_u32((uint32_t *)v, n); }
static void u32_gc_down(void *v, size_t n) { gc_sort_u32_down((uint32_t *)v, n); }
static void u32_define(void *v, size_t n) { sort_keys((uint32_t *)v, n); }
static void u32_define_stable(void *v, size_t n) { sort_keys_stable((uint32_t *)v, n, (uint32_t *)scratch); }
static void u32_compare(void *v, size_t n) { gc_sort(v, n, sizeof(uint32_t), compare_u32_user, NULL); }
static void u32_stable(void *v, size_t n) { gc_sort_stable(v, n, sizeof(uint32_t), compare_u32_user, NULL); }
static void u32_qsort(void *v, size_t n) { qsort(v, n, sizeof(uint32_t), compare_u32); }
static void u64_gc(void *v, size_t n) { gc_sort_u64((uint64_t *)v, n); }
static void u64_qsort(void *v, size_t n) { qsort(v, n, sizeof(uint64_t), compare_u64); }
static void f32_gc(void *v, size_t n) { gc_sort_f32((float *)v, n); }
static void f32_qsort(void *v, size_t n) { qsort(v, n, sizeof(float), compare_f32); }
static void item_define(void *v, size_t n) { sort_items((item *)v, n); }
static void item_define_stable(void *v, size_t n) { sort_items_stable((item *)v, n, (item *)scratch); }
static void item_compare(void *v, size_t n) { gc_sort(v, n, sizeof(item), compare_item_user, NULL); }
static void item_qsort(void *v, size_t n) { qsort(v, n, sizeof(item), compare_item); }

typedef struct subject {
    const char *name;
    void (*sort)(void *v, size_t n);
} subject;

// The last of each list is the peer that the ratios refer to.
static const subject u32_subjects[] = {
    { "gc_sort_u32", u32_gc }, { "gc_sort_u32_down", u32_gc_down }, { "GC_SORT_DEFINE", u32_define },
    { "GC_SORT_DEFINE_stable", u32_define_stable }, { "gc_sort", u32_compare }, { "gc_sort_stable", u32_stable },
    { "qsort", u32_qsort } };
static const subject u64_subjects[] = { { "gc_sort_u64", u64_gc }, { "qsort", u64_qsort } };
static const subject f32_subjects[] = { { "gc_sort_f32", f32_gc }, { "qsort", f32_qsort } };
static const subject item_subjects[] = {
    { "GC_SORT_DEFINE", item_define }, { "GC_SORT_DEFINE_stable", item_define_stable }, { "gc_sort", item_compare },
    { "qsort", item_qsort } };

static uint64_t random_state = 1;

static uint64_t random_u64(void) {       // splitmix64
    uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static const char *const patterns[] = { "random", "sorted", "reversed", "organ_pipe", "saw", "unique_16", "equal", "sorted_tail_5", "zipf" };
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
    default: return random_u64();
    }
}

static void fill_u32(void *v, size_t i, uint64_t key) { ((uint32_t *)v)[i] = (uint32_t)key; }
static void fill_u64(void *v, size_t i, uint64_t key) { ((uint64_t *)v)[i] = key; }
static void fill_f32(void *v, size_t i, uint64_t key) { ((float *)v)[i] = (float)(int32_t)(uint32_t)key * 0.001f; }

static void fill_item(void *v, size_t i, uint64_t key) {
    item *p = (item *)v + i;
    memset(p, 0, sizeof *p);
    p->key = (int32_t)(key & 0x7fffffff);
    p->rest[0] = (int32_t)(i & 0x7fffffff);
}

static double now(void) {                // seconds of this thread
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare_double(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum { SAMPLES = 5, MOST_SUBJECTS = 8 };

static void run(const char *type, size_t size, void (*fill)(void *, size_t, uint64_t), const subject *subjects, size_t count,
                int pattern, size_t n) {
    const size_t arrays = n < 200000 ? 200000 / n : 1;
    unsigned char *source = (unsigned char *)malloc(arrays * n * size), *v = (unsigned char *)malloc(arrays * n * size);
    double times[MOST_SUBJECTS][SAMPLES];
    scratch = malloc(n * size);
    if (!source || !v || !scratch) {
        fprintf(stderr, "bench_sort: no memory for %zu x %zu bytes\n", n, size);
        exit(1);
    }
    memset(scratch, 0, n * size);
    for (size_t a = 0; a < arrays; a++) {
        for (size_t i = 0; i < n; i++) fill(source + a * n * size, i, pattern_key(pattern, i, n));
    }
    for (size_t k = 0; k < SAMPLES; k++) {
        for (size_t s = 0; s < count; s++) {
            memcpy(v, source, arrays * n * size);
            const double start = now();
            for (size_t a = 0; a < arrays; a++) subjects[s].sort(v + a * n * size, n);
            times[s][k] = (now() - start) * 1e9 / (double)(arrays * n);
        }
    }
    for (size_t s = 0; s < count; s++) qsort(times[s], SAMPLES, sizeof(double), compare_double);
    fprintf(stderr, "%-5s %-13s n %-9zu", type, patterns[pattern], n);
    for (size_t s = 0; s < count; s++) {
        const double median = times[s][SAMPLES / 2];
        printf("sort,%s_%s_%zu,%s,time,%.3f,ns/element\n", type, patterns[pattern], n, subjects[s].name, median);
        fprintf(stderr, "  %s %.2f", subjects[s].name, median);
        if (s + 1 < count) fprintf(stderr, " (%.1fx)", times[count - 1][SAMPLES / 2] / median);
    }
    fprintf(stderr, "\n");
    fflush(stdout);
    free(source);
    free(v);
    free(scratch);
}

#define RUN(type, ctype, pattern, n) \
    run(#type, sizeof(ctype), fill_##type, type##_subjects, sizeof type##_subjects / sizeof type##_subjects[0], pattern, n)

int main(void) {
    const bool quick = getenv("QUICK") != NULL;
    fprintf(stderr, "gc_sort %d, %s; ns per element, in brackets: times faster than qsort\n", gc_sort_version(), gc_sort_isa());
    for (size_t n = 100; n <= (quick ? 100000u : 10000000u); n *= 10) RUN(u32, uint32_t, 0, n);
    for (size_t n = 1000; n <= (quick ? 100000u : 1000000u); n *= 10) {
        RUN(u64, uint64_t, 0, n);
        RUN(f32, float, 0, n);
        RUN(item, item, 0, n);
    }
    for (int p = 0; p < PATTERNS; p++) RUN(u32, uint32_t, p, quick ? 100000u : 1000000u);
    return 0;
}
