// bench_sort_ctx.c - gc_sort.h against itself: no call may take longer than another one of ours
// that does the same job; and what two threads gain.
//
//     make bench-sort            (after bench_sort)
//     cc -O2 -I. bench/bench_sort_ctx.c -o bench_sort_ctx -pthread && ./bench_sort_ctx
//
// With "never", "race", "frames" or "lend" one part alone; with a second word only the calls
// whose name has it.
//
// First part: a context without threads, argsort and stable pairs, at every size and type,
// beside the other ways to the same result. Thread CPU time; the ways take turns, rounds of
// many small arrays; a ratio is the median over the rounds. One above 1.02 is measured again,
// up to five times: noise goes away, slowness does not. If it stays, the program fails.
//
// Second part: the time of one thread (argsort: through a context) over that of a context on
// two threads, by the wall clock, beside a control: arithmetic without memory, whose gain tells
// what the machine had to give at that moment (2.0 if nothing else ran). Samples where it had
// less than 1.7 are dropped.
//
// Third part: 10 ms of sleep before each call, as between two frames of a game. Without the
// control, which would wake the pool for the call after it: so with no sample dropped.
//
// Fourth part: gc_sort_parallel_for beside jobs_for of examples/jobs.h, on two threads each: 64
// tasks of some 5 us, one loop after the other, and 10 ms apart.
//
// stdout: bench,case,subject,metric,value,unit. stderr: tables for people. QUICK=1: no large
// sizes.
#define GC_SORT_IMPLEMENTATION
#include "gc_sort.h"

#define JOBS_IMPLEMENTATION
#include "../examples/jobs.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

// Written out for all types, called for some.
#if defined(__GNUC__)
#define SOME __attribute__((unused)) static
#else
#define SOME static
#endif

static gc_sort_context *serial, *own, *pooled;       // no threads; two of its own; a pool of two
static jobs *pool;
static unsigned char *room;                          // for what the users' ways copy

// ---- The ways: keys, values or order behind them

typedef struct way {
    const char *type, *name;
    size_t key_size, value_size;
    void (*sort)(void *keys, void *values, size_t n);
    int limit;                                       // up to 10^limit
} way;

#define NUMBERS(type, T)                                                                                     \
    SOME void type##_plain(void *k, void *v, size_t n) { (void)v; gc_sort_##type((T *)k, n); }             \
    SOME void type##_ctx(void *k, void *v, size_t n) { (void)v; gc_sort_ctx_##type(serial, (T *)k, n); }   \
    SOME void type##_own(void *k, void *v, size_t n) { (void)v; gc_sort_ctx_##type(own, (T *)k, n); }      \
    SOME void type##_pool(void *k, void *v, size_t n) { (void)v; gc_sort_ctx_##type(pooled, (T *)k, n); }
NUMBERS(u16, uint16_t)
NUMBERS(i16, int16_t)
NUMBERS(u32, uint32_t)
NUMBERS(i32, int32_t)
NUMBERS(f32, float)
NUMBERS(u64, uint64_t)
NUMBERS(i64, int64_t)
NUMBERS(f64, double)

#define PAIRS(name, T, V)                                                                                    \
    SOME void name##_plain(void *k, void *v, size_t n) { gc_sort_##name((T *)k, (V *)v, n); }              \
    SOME void name##_ctx(void *k, void *v, size_t n) { gc_sort_ctx_##name(serial, (T *)k, (V *)v, n); }    \
    SOME void name##_own(void *k, void *v, size_t n) { gc_sort_ctx_##name(own, (T *)k, (V *)v, n); }       \
    SOME void name##_pool(void *k, void *v, size_t n) { gc_sort_ctx_##name(pooled, (T *)k, (V *)v, n); }
PAIRS(u32_kv, uint32_t, uint32_t)
PAIRS(f32_kv, float, uint32_t)
PAIRS(u64_kv, uint64_t, uint64_t)
PAIRS(u64_kv32, uint64_t, uint32_t)

// Argsort: in place, through the context, and what a user may write: a copy of the keys, sorted
// with the indices.
#define ORDERS(type, T, kv)                                                                                  \
    SOME void order_##type##_plain(void *k, void *v, size_t n) {                                           \
        gc_sort_order_##type((const T *)k, (uint32_t *)v, n);                                                \
    }                                                                                                        \
    SOME void order_##type##_ctx(void *k, void *v, size_t n) {                                             \
        gc_sort_ctx_order_##type(serial, (const T *)k, (uint32_t *)v, n);                                    \
    }                                                                                                        \
    SOME void order_##type##_own(void *k, void *v, size_t n) {                                             \
        gc_sort_ctx_order_##type(own, (const T *)k, (uint32_t *)v, n);                                       \
    }                                                                                                        \
    SOME void order_##type##_pool(void *k, void *v, size_t n) {                                            \
        gc_sort_ctx_order_##type(pooled, (const T *)k, (uint32_t *)v, n);                                    \
    }                                                                                                        \
    SOME void order_##type##_copy(void *k, void *v, size_t n) {                                            \
        uint32_t *const order = (uint32_t *)v;                                                               \
        memcpy(room, k, n * sizeof(T));                                                                      \
        for (size_t i = 0; i < n; i++) order[i] = (uint32_t)i;                                               \
        gc_sort_##kv((T *)(void *)room, order, n);                                                           \
    }
ORDERS(u32, uint32_t, u32_kv)
ORDERS(f32, float, f32_kv)
ORDERS(u64, uint64_t, u64_kv32)

// Stable pairs, and what a user may write: argsort, then both arrays fetched by it.
#define STABLE(name, T, V, type)                                                                             \
    SOME void name##_stable_ctx(void *k, void *v, size_t n) {                                              \
        gc_sort_ctx_##name##_stable(serial, (T *)k, (V *)v, n);                                              \
    }                                                                                                        \
    SOME void name##_stable_fetch(void *k, void *v, size_t n) {                                            \
        uint32_t *const order = (uint32_t *)(void *)room;                                                    \
        V *const values = (V *)(void *)(room + n * 8);                                                       \
        T *const keys = (T *)(void *)(room + n * 16);                                                        \
        gc_sort_ctx_order_##type(serial, (const T *)k, order, n);                                            \
        for (size_t i = 0; i < n; i++) keys[i] = ((const T *)k)[order[i]];                                   \
        for (size_t i = 0; i < n; i++) values[i] = ((const V *)v)[order[i]];                                 \
        memcpy(k, keys, n * sizeof(T));                                                                      \
        memcpy(v, values, n * sizeof(V));                                                                    \
    }
STABLE(u32_kv, uint32_t, uint32_t, u32)
STABLE(u64_kv, uint64_t, uint64_t, u64)

// Falling: the call for it, in place and through the context, and what a user may write: rising
// and turned round.
#define TURN(T, array)                                                                                       \
    for (size_t i = 0, j = n; i + 1 < j; i++) {                                                              \
        T *const a = (T *)(array), last = a[--j];                                                            \
        a[j] = a[i];                                                                                         \
        a[i] = last;                                                                                         \
    }
#define DOWN(type, T)                                                                                        \
    SOME void type##_down(void *k, void *v, size_t n) { (void)v; gc_sort_##type##_down((T *)k, n); }         \
    SOME void type##_ctx_down(void *k, void *v, size_t n) {                                                \
        (void)v;                                                                                             \
        gc_sort_ctx_##type##_down(serial, (T *)k, n);                                                        \
    }                                                                                                        \
    SOME void type##_turned(void *k, void *v, size_t n) {                                                  \
        (void)v;                                                                                             \
        gc_sort_##type((T *)k, n);                                                                           \
        TURN(T, k)                                                                                           \
    }
DOWN(u16, uint16_t)
DOWN(u32, uint32_t)
DOWN(f32, float)
DOWN(u64, uint64_t)
DOWN(f64, double)
#define DOWN_PAIRS(name, T, V)                                                                               \
    SOME void name##_down(void *k, void *v, size_t n) { gc_sort_##name##_down((T *)k, (V *)v, n); }          \
    SOME void name##_turned(void *k, void *v, size_t n) {                                                  \
        gc_sort_##name((T *)k, (V *)v, n);                                                                   \
        TURN(T, k)                                                                                           \
        TURN(V, v)                                                                                           \
    }
DOWN_PAIRS(u32_kv, uint32_t, uint32_t)
DOWN_PAIRS(u64_kv, uint64_t, uint64_t)
DOWN_PAIRS(u64_kv32, uint64_t, uint32_t)
SOME void order_f32_down(void *k, void *v, size_t n) {
    gc_sort_order_f32_down((const float *)k, (uint32_t *)v, n);
}
SOME void order_f32_turned(void *k, void *v, size_t n) {
    gc_sort_order_f32((const float *)k, (uint32_t *)v, n);
    TURN(uint32_t, v)
}

// What must not be slower (the first of two) than the way behind it. Argsort in place counts as
// long as the stack has room for it.
static const way checked[][2] = {
#define CHECK_CALLS(type, K, V) CHECK_CALLS_TO(type, K, V, 6)
#define CHECK_CALLS_TO(type, K, V, limit)                                                                    \
    { { #type, "gc_sort_ctx_" #type, K, V, type##_ctx, limit },                                              \
      { #type, "gc_sort_" #type, K, V, type##_plain, limit } }
    CHECK_CALLS(u16, 2, 0), CHECK_CALLS(i16, 2, 0), CHECK_CALLS(u32, 4, 0), CHECK_CALLS(i32, 4, 0),
    CHECK_CALLS(f32, 4, 0), CHECK_CALLS(u64, 8, 0), CHECK_CALLS(i64, 8, 0), CHECK_CALLS(f64, 8, 0),
    CHECK_CALLS(u32_kv, 4, 4), CHECK_CALLS(f32_kv, 4, 4), CHECK_CALLS(u64_kv, 8, 8),
    CHECK_CALLS(u64_kv32, 8, 4),
    CHECK_CALLS_TO(order_u32, 4, 4, 3), CHECK_CALLS_TO(order_f32, 4, 4, 3),
    CHECK_CALLS_TO(order_u64, 8, 4, 2),
#define CHECK_COPY(type, K, limit)                                                                           \
    { { #type, "gc_sort_" #type, K, 4, type##_plain, limit },                                            \
      { #type, "copied keys, pairs", K, 4, type##_copy, limit } }
    CHECK_COPY(order_u32, 4, 3), CHECK_COPY(order_f32, 4, 3), CHECK_COPY(order_u64, 8, 2),
#define CHECK_CTX_COPY(type, K)                                                                              \
    { { #type, "gc_sort_ctx_" #type, K, 4, type##_ctx, 6 },                                                  \
      { #type, "copied keys, pairs", K, 4, type##_copy, 6 } }
    CHECK_CTX_COPY(order_u32, 4), CHECK_CTX_COPY(order_f32, 4), CHECK_CTX_COPY(order_u64, 8),
#define CHECK_STABLE(type, K, V)                                                                             \
    { { #type, "gc_sort_ctx_" #type "_stable", K, V, type##_stable_ctx, 6 },                                 \
      { #type, "argsort, fetch", K, V, type##_stable_fetch, 6 } }
    CHECK_STABLE(u32_kv, 4, 4), CHECK_STABLE(u64_kv, 8, 8),
#define CHECK_DOWN(type, name, K, V) CHECK_DOWN_TO(type, name, K, V, 6)
#define CHECK_DOWN_TO(type, name, K, V, limit)                                                               \
    { { #type, "gc_sort_" name, K, V, type##_down, limit },                                                  \
      { #type, "rising, turned", K, V, type##_turned, limit } }
    CHECK_DOWN(u16, "u16_down", 2, 0), CHECK_DOWN(u32, "u32_down", 4, 0), CHECK_DOWN(f32, "f32_down", 4, 0),
    CHECK_DOWN(u64, "u64_down", 8, 0), CHECK_DOWN(f64, "f64_down", 8, 0),
    CHECK_DOWN(u32_kv, "u32_kv_down", 4, 4), CHECK_DOWN(u64_kv, "u64_kv_down", 8, 8),
    CHECK_DOWN(u64_kv32, "u64_kv32_down", 8, 4), CHECK_DOWN_TO(order_f32, "order_f32_down", 4, 4, 3),
#define CHECK_CTX_DOWN(type, K)                                                                              \
    { { #type, "gc_sort_ctx_" #type "_down", K, 0, type##_ctx_down, 6 },                                     \
      { #type, "gc_sort_" #type "_down", K, 0, type##_down, 6 } }
    CHECK_CTX_DOWN(u16, 2), CHECK_CTX_DOWN(u32, 4), CHECK_CTX_DOWN(f32, 4), CHECK_CTX_DOWN(u64, 8),
    CHECK_CTX_DOWN(f64, 8)
};
enum { CHECKED = (int)(sizeof checked / sizeof checked[0]) };

// What two threads are to speed up: numbers and pairs in place, argsort through a context.
static const way raced[][3] = {
#define RACE(type, K, V, limit)                                                                              \
    { { #type, "in place", K, V, type##_plain, limit }, { #type, "2 own threads", K, V, type##_own, limit }, \
      { #type, "pool of 2", K, V, type##_pool, limit } }
#define RACE_ORDER(type, K, limit)                                                                           \
    { { #type, "one thread", K, 4, type##_ctx, limit }, { #type, "2 own threads", K, 4, type##_own, limit }, \
      { #type, "pool of 2", K, 4, type##_pool, limit } }
    RACE(u16, 2, 0, 7), RACE(u32, 4, 0, 7), RACE(f32, 4, 0, 7), RACE(u64, 8, 0, 7), RACE(u32_kv, 4, 4, 7),
    RACE(u64_kv, 8, 8, 6), RACE_ORDER(order_u32, 4, 7), RACE_ORDER(order_u64, 8, 6)
};
enum { RACED = (int)(sizeof raced / sizeof raced[0]) };

// ---- Tools

static uint64_t random_state = 1;

static uint64_t random_u64(void) {       // splitmix64
    uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int compare_double(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x, size_t n) {
    qsort(x, n, sizeof *x, compare_double);
    return x[n / 2];
}

static double cpu_ns(void) {             // of this thread
#if defined(CLOCK_THREAD_CPUTIME_ID)
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
#else
    return 1e6 * jobs_now_ms();
#endif
}

static void *memory(size_t bytes) {
    void *const p = malloc(bytes ? bytes : 1);
    if (!p) {
        fprintf(stderr, "bench_sort_ctx: no memory for %zu bytes\n", bytes);
        exit(1);
    }
    memset(p, 0, bytes);                 // its pages exist before anything is timed
    return p;
}

// Random keys (floats without NaNs) and rising values, for arrays of n.
typedef struct data {
    unsigned char *keys, *values, *source, *numbers;
    size_t keys_size, values_size;       // bytes in all
} data;

static data data_open(const way *w, size_t n, size_t arrays) {
    data d;
    d.keys_size = arrays * n * w->key_size;
    d.values_size = arrays * n * w->value_size;
    d.keys = (unsigned char *)memory(d.keys_size);
    d.values = (unsigned char *)memory(d.values_size);
    d.source = (unsigned char *)memory(d.keys_size);
    d.numbers = (unsigned char *)memory(d.values_size);
    for (size_t i = 0; i < arrays * n; i++) {
        uint64_t key = random_u64();
        const uint64_t value = i % n;
        if (strstr(w->type, "f32")) key &= 0xbfffffffbfffffffu;
        if (strstr(w->type, "f64")) key &= 0xbfffffffffffffffu;
        memcpy(d.source + i * w->key_size, &key, w->key_size);
        memcpy(d.numbers + i * w->value_size, &value, w->value_size);
    }
    return d;
}

static void data_reset(data *d) {
    memcpy(d->keys, d->source, d->keys_size);
    memcpy(d->values, d->numbers, d->values_size);
}

static void data_close(data *d) {
    free(d->keys);
    free(d->values);
    free(d->source);
    free(d->numbers);
}

// ---- Never slower

enum { ROUNDS = 15 };

// The time of the first over that of the second; *ns of the first.
static double ratio_of(const way *pair, size_t n, double *ns) {
    const size_t arrays = n < 100000 ? 100000 / n : 1;
    data d = data_open(&pair[0], n, arrays);
    double ratios[ROUNDS], times[ROUNDS];

    for (int r = -1; r < ROUNDS; r++) {
        double taken[2] = { 0.0, 0.0 };
        for (int turn = 0; turn < 4; turn++) {
            const int which = (turn + (turn >> 1) + r + 2) & 1;          // 0 1 1 0, then 1 0 0 1

            data_reset(&d);
            const double start = cpu_ns();
            for (size_t a = 0; a < arrays; a++) {
                pair[which].sort(d.keys + a * n * pair[0].key_size, d.values + a * n * pair[0].value_size, n);
            }
            taken[which] += cpu_ns() - start;
        }

        if (r < 0) continue;
        ratios[r] = taken[0] / taken[1];
        times[r] = taken[0] / (2.0 * (double)(arrays * n));
    }

    data_close(&d);
    *ns = median(times, ROUNDS);
    return median(ratios, ROUNDS);
}

static int never_slower(bool quick, const char *only) {
    int slower = 0;

    fprintf(stderr, "\nnever slower: time of the first over that of the second, at 10, 100 ... keys\n");
    for (int k = 0; k < CHECKED; k++) {
        const way *const pair = checked[k];

        if (!strstr(pair[0].name, only)) continue;
        fprintf(stderr, "%-28s %-20s", pair[0].name, pair[1].name);

        size_t n = 10;
        for (int power = 1; power <= pair[0].limit && power <= (quick ? 4 : 6); power++, n *= 10) {
            double ns, ratio = ratio_of(pair, n, &ns);

            for (int again = 0; ratio > 1.02 && again < 5; again++) {
                const double next = ratio_of(pair, n, &ns);
                if (next < ratio) ratio = next;
            }

            printf("sort,%s_%zu,%s,over %s,%.3f,ratio\n", pair[0].type, n, pair[0].name, pair[1].name, ratio);
            fprintf(stderr, "  %5.2f%s", ratio, ratio > 1.02 ? " SLOWER" : "");
            slower += ratio > 1.02;
        }

        fprintf(stderr, "\n");
        fflush(stdout);
    }
    return slower;
}

// ---- Two threads

static double alone_ms = 1e9;            // of the control's task
static volatile double sink;

static void control_task(void *arg, size_t index) {
    double x = 1.0;
    (void)arg;
    (void)index;
    for (int i = 0; i < 60000; i++) x = x * 1.0000001 + 1e-9;
    sink = x;
}

// What two threads gain where no memory is needed.
static double control(void) {
    const double start = jobs_now_ms();
    jobs_for(pool, control_task, NULL, 8);
    return 8.0 * alone_ms / (jobs_now_ms() - start);
}

static void sleep_10_ms(void) {
#if defined(_WIN32)
    Sleep(10);
#else
    const struct timespec t = { 0, 10000000L };
    nanosleep(&t, NULL);
#endif
}

static void race(const way *ways, size_t n, bool frames) {
    enum { MOST = 31 };
    const int rounds = n < 200000 ? MOST : n < 2000000 ? 15 : 7;
    data d = data_open(&ways[0], n, 1);
    double ms[3][MOST], controls[MOST];
    int got = 0;
    const double end = jobs_now_ms() + 6000.0;
    while (got < rounds && jobs_now_ms() < end) {
        const double before = frames ? 2.0 : control();
        for (int turn = 0; turn < 3; turn++) {
            const int w = (turn + got) % 3;
            if (frames) sleep_10_ms();
            data_reset(&d);
            const double start = jobs_now_ms();
            ways[w].sort(d.keys, d.values, n);
            ms[w][got] = jobs_now_ms() - start;
        }
        const double after = frames ? 2.0 : control();
        controls[got] = before < after ? before : after;
        if (controls[got] >= 1.7) got++;
    }
    data_close(&d);
    if (got < 3) {
        fprintf(stderr, "%-10s %9zu  left out: the machine was busy\n", ways[0].type, n);
        return;
    }

    const double gained = median(controls, (size_t)got);
    const double one = median(ms[0], (size_t)got);
    fprintf(stderr, "%-10s %9zu %9.2f", ways[0].type, n, one * 1e6 / (double)n);
    for (int w = 1; w < 3; w++) {
        const double two = median(ms[w], (size_t)got);
        fprintf(stderr, "  %s %.2f ns, %.2fx", ways[w].name, two * 1e6 / (double)n, one / two);
        printf("sort,%s_%zu,%s,gain%s,%.3f,ratio\n", ways[0].type, n, ways[w].name,
               frames ? " after 10 ms" : "", one / two);
    }
    if (frames) {
        fprintf(stderr, "  (%d samples)\n", got);
    } else {
        fprintf(stderr, "  (control %.2fx, %d samples)\n", gained, got);
        printf("sort,%s_%zu,control,gain,%.3f,ratio\n", ways[0].type, n, gained);
    }
    fflush(stdout);
}

static void races(bool quick, const char *only, bool frames) {
    fprintf(stderr, "\ntwo threads%s: ns a key by one, then with two threads, and the gain\n",
            frames ? ", 10 ms of sleep before each call" : "");
    for (int k = 0; k < RACED; k++) {
        const int most = quick ? 5 : frames ? 6 : 7;
        if (!strstr(raced[k][0].type, only)) continue;
        size_t n = 100000;
        for (int power = 5; power <= raced[k][0].limit && power <= most; power++, n *= 10) {
            race(raced[k], n, frames);
        }
    }
}

// ---- Lent threads

static void lend_task(void *arg, size_t index) {
    double x = 1.0;
    (void)index;
    for (int i = 0; i < *(int *)arg; i++) x = x * 1.0000001 + 1e-9;
    sink = x;
}

// Microseconds that a loop of 64 tasks takes, in turn with the other ways'.
static void lend(bool frames) {
    enum { LEND_ROUNDS = 101 };
    static const char *const names[3] = { "one thread", "gc_sort_parallel_for", "jobs_for" };

    double us[3][LEND_ROUNDS];
    int rounds = 4000;                               // of arithmetic in a task: some 5 us

    for (int r = 0; r < LEND_ROUNDS; r++) {
        for (int turn = 0; turn < 3; turn++) {
            const int w = (turn + r) % 3;

            if (frames) sleep_10_ms();
            for (int again = 0; again < (frames ? 1 : 4); again++) {         // the last one counts
                const double start = jobs_now_ms();
                if (w == 0) for (size_t i = 0; i < 64; i++) lend_task(&rounds, i);
                if (w == 1) gc_sort_parallel_for(own, lend_task, &rounds, 64);
                if (w == 2) jobs_for(pool, lend_task, &rounds, 64);

                us[w][r] = 1e3 * (jobs_now_ms() - start);
            }
        }
    }

    const double one = median(us[0], LEND_ROUNDS);
    for (int w = 0; w < 3; w++) {
        const double taken = median(us[w], LEND_ROUNDS);
        fprintf(stderr, "64 tasks%s  %-22s %8.1f us, %.2fx\n", frames ? ", 10 ms apart" : "", names[w], taken,
                one / taken);
        printf("sort,loop%s,%s,gain,%.3f,ratio\n", frames ? "_10_ms_apart" : "", names[w], one / taken);
    }

    fflush(stdout);
}

int main(int argc, char **argv) {
    const bool quick = getenv("QUICK") != NULL;
    const char *const part = argc > 1 ? argv[1] : "", *const only = argc > 2 ? argv[2] : "";

    // The contexts, and room for what is copied.
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    serial = gc_sort_open(NULL, NULL);
    desc.threads = 2;
    own = gc_sort_open(&desc, NULL);
    pool = jobs_open(2);
    desc.parallel_for = jobs_for;
    desc.user = pool;
    pooled = gc_sort_open(&desc, NULL);
    room = (unsigned char *)memory(24 * (size_t)1000000);
    if (!serial || !own || !pool || !pooled) {
        fprintf(stderr, "bench_sort_ctx: no memory, or no threads\n");
        return 1;
    }
    fprintf(stderr, "gc_sort %d, %s, %u cores\n", gc_sort_version(), gc_sort_isa(), jobs_cores());

    const bool all = !*part;
    const int slower = all || strcmp(part, "never") == 0 ? never_slower(quick, only) : 0;
    if (all || strcmp(part, "never") != 0) {
        for (int i = 0; i < 200; i++) {
            const double start = jobs_now_ms();
            control_task(NULL, 0);
            if (jobs_now_ms() - start < alone_ms) alone_ms = jobs_now_ms() - start;
        }
    }
    if (all || strcmp(part, "race") == 0) races(quick, only, false);
    if (all || strcmp(part, "frames") == 0) races(quick, only, true);
    if (all || strcmp(part, "lend") == 0) {
        lend(false);
        lend(true);
    }

    gc_sort_close(serial);
    gc_sort_close(own);
    gc_sort_close(pooled);
    jobs_close(pool);
    free(room);
    if (slower) fprintf(stderr, "bench_sort_ctx: %d calls are slower than another of ours\n", slower);
    return slower ? 1 : 0;
}
