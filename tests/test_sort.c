// test_sort.c - gc_sort.h against qsort and plain models: exhaustive where small, random and
// hostile where large.

// Misuse is checked twice: the assert must fire, and the function must return its error all the
// same.
static int test_sort_asserts;
#ifndef GC_SORT_IMPLEMENTED
#ifndef GC_SORT_ASSERT
#define GC_SORT_ASSERT(c) ((c) ? (void)0 : (void)test_sort_asserts++)
#define TEST_SORT_COUNTS_ASSERTS 1
#endif
#endif
// The system gives so many threads more.
static int test_sort_threads_left = -1;
#define GC_SORT_PRIV_THREAD_FAILS() (test_sort_threads_left >= 0 && test_sort_threads_left-- == 0)

// The processors of a context's own threads: what it asks for and sets goes through the tests.
#if defined(__linux__) && !defined(__ANDROID__) && !defined(GC_SORT_IMPLEMENTED)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <sched.h>
static int test_sort_getcpu(void);
static int test_sort_getaffinity(pthread_t thread, size_t size, cpu_set_t *set);
static int test_sort_setaffinity(pthread_t thread, size_t size, const cpu_set_t *set);
#define sched_getcpu test_sort_getcpu
#define pthread_getaffinity_np test_sort_getaffinity
#define pthread_setaffinity_np test_sort_setaffinity
#define TEST_SORT_PLACES
#endif

// In parallel from as few keys on as possible.
#define GC_SORT_PRIV_WORTH(own) 0
#define GC_SORT_NO_DEBUG_OPT             // vector code is tested under sanitizers as well
#define GC_SORT_IMPLEMENTATION
#include "gc_sort.h"
#undef sched_getcpu
#undef pthread_getaffinity_np
#undef pthread_setaffinity_np
#include "support/test.h"

#include <pthread.h>
#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/mman.h>
#endif
#include <unistd.h>
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <sched.h>

#ifndef TEST_SORT_COUNTS_ASSERTS
#define TEST_SORT_COUNTS_ASSERTS 0
#endif
#ifdef GC_SORT_PRIV_THREADS
#define TEST_SORT_OWN_THREADS 1
#else
#define TEST_SORT_OWN_THREADS 0
#endif

// Sanitizers have stacks of their own kind.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_SORT_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define TEST_SORT_SANITIZED 1
#endif
#endif
#ifndef TEST_SORT_SANITIZED
#define TEST_SORT_SANITIZED 0
#endif

// make soak sets it: everything at every size, a minute. Else a third of the large
// inputs, and the small exhaustively up to fewer elements.
#ifndef TEST_SORT_THOROUGH
#define TEST_SORT_THOROUGH 0
#endif

// ---- Tools

static uint64_t test_sort_state;

static uint64_t test_sort_random(void) {     // splitmix64
    uint64_t z = (test_sort_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static size_t test_sort_below(size_t n) {
    return (size_t)(test_sort_random() % n);
}

static void *test_sort_alloc(size_t size) {
    void *p = malloc(size ? size : 1);
    if (!p) {
        printf("out of memory\n");
        exit(1);
    }
    return p;
}

enum {
    TEST_SORT_RANDOM, TEST_SORT_SORTED, TEST_SORT_REVERSED, TEST_SORT_PIPE, TEST_SORT_SAW, TEST_SORT_FEW,
        TEST_SORT_EQUAL,
    TEST_SORT_TAIL, TEST_SORT_ZIPF, TEST_SORT_SPECIAL, TEST_SORT_MOSTLY, TEST_SORT_CROWDS, TEST_SORT_PATTERNS
};

// Key i of n in a pattern, as 64 random-looking or small bits.
static uint64_t test_sort_key(int pattern, size_t i, size_t n) {
    switch (pattern) {
    case TEST_SORT_SORTED: return i;
    case TEST_SORT_REVERSED: return n - i;
    case TEST_SORT_PIPE: return i < n / 2 ? i : n - i;
    case TEST_SORT_SAW: return i % 57;
    case TEST_SORT_FEW: return test_sort_random() % 16;
    case TEST_SORT_EQUAL: return 7;
    case TEST_SORT_TAIL: return i < n - n / 20 ? i : test_sort_random() % (n + 1);
    case TEST_SORT_ZIPF: return 1000000u / (1 + test_sort_random() % 1000000u);

    // One value almost everywhere: by n the greatest or the least number of a type.
    case TEST_SORT_MOSTLY: {
        static const uint64_t values[4] = { UINT64_MAX, 0, UINT64_MAX >> 1, ~(UINT64_MAX >> 1) };
        return test_sort_random() % 8 ? values[n % 4] : test_sort_random();
    }

    // Near each other at both ends of the range.
    case TEST_SORT_CROWDS: return (test_sort_random() % 3 - 1) << 62 ^ test_sort_random() >> 52;

    default: return test_sort_random();
    }
}

// Each instruction set in turn that both the header and this processor have: true while there
// is a k-th one.
static bool test_sort_use_isa(int k) {
#if defined(GC_SORT_PRIV_X86)
    static const int isas[] = { GC_SORT_PRIV_ISA_avx512, GC_SORT_PRIV_ISA_avx2, GC_SORT_PRIV_ISA_scalar };
    const int best = gc_sort_priv_detect();
    int skip = best == GC_SORT_PRIV_ISA_avx512 ? 0 : best == GC_SORT_PRIV_ISA_avx2 ? 1 : 2;
    gc_sort_priv_isa_cached = k + skip < 3 ? isas[k + skip] : 0;
    return k + skip < 3;
#elif defined(GC_SORT_PRIV_SIMD)
    gc_sort_priv_isa_cached = k == 0 ? gc_sort_priv_detect() : k == 1 ? GC_SORT_PRIV_ISA_scalar : 0;
    return k < 2;
#else
    return k == 0;
#endif
}

// ---- One block of tests for each number type: reference order by an independent comparison

// Rank of a float's class in the documented order; inside a class the comparison below decides.
#define TEST_SORT_FLOAT(type, ctype, utype, bits, mantissa)                                                  \
    static int test_sort_cmp_##type(const void *pa, const void *pb) {                                        \
        utype a, b;                                                                                          \
        ctype fa, fb;                                                                                        \
        memcpy(&a, pa, sizeof a);                                                                            \
        memcpy(&b, pb, sizeof b);                                                                            \
        memcpy(&fa, pa, sizeof fa);                                                                          \
        memcpy(&fb, pb, sizeof fb);                                                                          \
        const int nan_a = fa != fa ? 1 + (int)(a >> (bits - 1)) : 0;                                         \
        const int nan_b = fb != fb ? 1 + (int)(b >> (bits - 1)) : 0;                                         \
        if (nan_a != nan_b) return nan_a < nan_b ? -1 : 1;                                                   \
        if (nan_a == 1) return a < b ? -1 : a > b;                                                           \
        if (nan_a == 2) return a > b ? -1 : a < b;                                                           \
        if (fa != fb) return fa < fb ? -1 : 1;                                                               \
        return (int)(b >> (bits - 1)) - (int)(a >> (bits - 1)); /* -0 before +0 */                           \
    }                                                                                                        \
    static ctype test_sort_make_##type(int pattern, uint64_t r) {                                            \
        static const utype special[] = {                                                                     \
            0, (utype)1 << (bits - 1), 1, (utype)(((utype)1 << (bits - 1)) + 1),                             \
            (utype)((utype)-1 << mantissa) >> 1 & (utype)((utype)-1 << mantissa),                            \
                (utype)((utype)-1 << mantissa),                                                              \
            (utype)((utype)-1 << (mantissa - 1)) >> 1, (utype)((utype)-1 << (mantissa - 1)),                 \
            (utype)-1, (utype)-1 >> 1, (utype)(((utype)-1 << mantissa) + 1) };                               \
        utype u;                                                                                             \
        ctype f;                                                                                             \
        if (pattern == TEST_SORT_SPECIAL) u = r % 3 ? special[(r >> 8) % 11] : (utype)(r >> (64 - bits));    \
        /* the last of the order */                                                                          \
        else if (pattern == TEST_SORT_MOSTLY && r == UINT64_MAX) u = special[10];                            \
        else if (pattern == TEST_SORT_RANDOM || pattern == TEST_SORT_MOSTLY) u = (utype)(r >> (64 - bits));  \
        else { f = (ctype)(int64_t)(r & 0xffffff) - (ctype)5000; memcpy(&u, &f, sizeof u); }                 \
        memcpy(&f, &u, sizeof f);                                                                            \
        return f;                                                                                            \
    }
#define TEST_SORT_INTEGER(type, ctype, bits)                                                                 \
    static int test_sort_cmp_##type(const void *pa, const void *pb) {                                        \
        ctype a, b;                                                                                          \
        memcpy(&a, pa, sizeof a);                                                                            \
        memcpy(&b, pb, sizeof b);                                                                            \
        return a < b ? -1 : a > b;                                                                           \
    }                                                                                                        \
    static ctype test_sort_make_##type(int pattern, uint64_t r) {                                            \
        if (pattern == TEST_SORT_SPECIAL)                                                                    \
            r = (r & 1 ? 0 - (r >> 8) % 3 : (r & 2) ? ((uint64_t)1 << (bits - 1)) - (r >> 8) % 3 : 0);       \
        return (ctype)(pattern == TEST_SORT_RANDOM || pattern == TEST_SORT_MOSTLY ? r >> (64 - bits) : r);   \
    }

TEST_SORT_INTEGER(i16, int16_t, 16)
TEST_SORT_INTEGER(u16, uint16_t, 16)
TEST_SORT_INTEGER(i32, int32_t, 32)
TEST_SORT_INTEGER(u32, uint32_t, 32)
TEST_SORT_INTEGER(i64, int64_t, 64)
TEST_SORT_INTEGER(u64, uint64_t, 64)
TEST_SORT_FLOAT(f32, float, uint32_t, 32, 23)
TEST_SORT_FLOAT(f64, double, uint64_t, 64, 52)

static const size_t test_sort_big[] = { 2001, 32767, 32768, 50021 };

// want is sorted by qsort once; ascending, descending, and the context's results must equal it
// byte for byte. Two keys stand outside, before and behind, and must not change.
#define TEST_SORT_NUMBER(type, ctype)                                                                        \
    static bool test_sort_one_##type(gc_sort_context *context, ctype *in, ctype *want, ctype *got, size_t n, \
                                     int pattern) {                                                          \
        bool ok = true;                                                                                      \
        for (size_t i = 0; i < n; i++) in[i] = test_sort_make_##type(pattern, test_sort_key(pattern, i, n)); \
        memcpy(want, in, n * sizeof *in);                                                                    \
        if (n) qsort(want, n, sizeof *in, test_sort_cmp_##type);                                             \
        for (int isa = 0, how = 0; test_sort_use_isa(isa); how++, isa += how / 4, how %= 4) {                \
            memset(got, 0x5a, (n + 2) * sizeof *got);                                                        \
            memcpy(got + 1, in, n * sizeof *in);                                                             \
            if (how == 0) gc_sort_##type(got + 1, n);                                                        \
            if (how == 1) gc_sort_##type##_down(got + 1, n);                                                 \
            if (how >= 2 && !context) continue;                                                              \
            if (how == 2) ok &= gc_sort_ctx_##type(context, got + 1, n) == GC_SORT_OK;                       \
            if (how == 3) ok &= gc_sort_ctx_##type##_down(context, got + 1, n) == GC_SORT_OK;                \
            for (size_t i = 0; i < n; i++) {                                                                 \
                ok &= memcmp(got + 1 + i, want + (how & 1 ? n - 1 - i : i), sizeof *got) == 0;               \
            }                                                                                                \
            for (size_t i = 0; i < sizeof *got; i++) {                                                       \
                ok &= ((unsigned char *)got)[i] == 0x5a && ((unsigned char *)(got + n + 1))[i] == 0x5a;      \
            }                                                                                                \
        }                                                                                                    \
        return ok;                                                                                           \
    }                                                                                                        \
    static void test_sort_number_##type(void) {                                                              \
        const size_t most = 120000;                                                                          \
        ctype *in = (ctype *)test_sort_alloc(most * sizeof *in),                                             \
            *want = (ctype *)test_sort_alloc(most * sizeof *in);                                             \
        ctype *got = (ctype *)test_sort_alloc((most + 2) * sizeof *in);                                      \
        gc_sort_desc desc;                                                                                   \
        memset(&desc, 0, sizeof desc);                                                                       \
        desc.parallel_for = test_sort_serial_for;                                                            \
        gc_sort_context *context = gc_sort_open(&desc, NULL);                                                \
        test_sort_state = test_seed;                                                                         \
        for (size_t n = 0; n <= 2000; n++) {                                                                 \
            const int pattern = n % 2 ? TEST_SORT_RANDOM : (int)(n / 2 % TEST_SORT_PATTERNS);                \
            if (n > 256) { if (!CHECK(test_sort_one_##type(NULL, in, want, got, n, pattern))) break; }       \
            else for (int p = 0; p < TEST_SORT_PATTERNS; p++)                                                \
                CHECK(test_sort_one_##type(NULL, in, want, got, n, p));                                      \
        }                                                                                                    \
        for (size_t s = 0; s < sizeof test_sort_big / sizeof test_sort_big[0]; s++) {                        \
            for (int p = 0; p < TEST_SORT_PATTERNS; p++) {                                                   \
                if (!TEST_SORT_THOROUGH && (p + (int)s) % 4) continue;                                       \
                CHECK(test_sort_one_##type(context, in, want, got, test_sort_big[s], p));                    \
            }                                                                                                \
        }                                                                                                    \
        CHECK(test_sort_one_##type(context, in, want, got, 40000 + test_sort_below(most - 40000),            \
                                   TEST_SORT_RANDOM));                                                       \
        gc_sort_close(context);                                                                              \
        free(in);                                                                                            \
        free(want);                                                                                          \
        free(got);                                                                                           \
    }

static void test_sort_serial_for(void *user, void (*task)(void *, size_t), void *arg, size_t count) {
    (void)user;
    for (size_t i = 0; i < count; i++) task(arg, i);
}

TEST_SORT_NUMBER(i16, int16_t)
TEST_SORT_NUMBER(u16, uint16_t)
TEST_SORT_NUMBER(i32, int32_t)
TEST_SORT_NUMBER(u32, uint32_t)
TEST_SORT_NUMBER(i64, int64_t)
TEST_SORT_NUMBER(u64, uint64_t)
TEST_SORT_NUMBER(f32, float)
TEST_SORT_NUMBER(f64, double)

// ---- Pairs and argsort, against qsort of structs

static int test_sort_turn = 1;           // -1: keys fall; ties rise all the same

#define TEST_SORT_KV(name, type, ctype, vtype)                                                               \
    typedef struct { ctype key; vtype value; } test_sort_pair_##name;                                        \
    static int test_sort_cmp_##name(const void *pa, const void *pb) {                                        \
        const test_sort_pair_##name *a = (const test_sort_pair_##name *)pa,                                  \
            *b = (const test_sort_pair_##name *)pb;                                                          \
        const int by_key = test_sort_cmp_##type(&a->key, &b->key) * test_sort_turn;                          \
        return by_key ? by_key : a->value < b->value ? -1 : a->value > b->value;                             \
    }                                                                                                        \
    static bool test_sort_one_##name(size_t n, int pattern) {                                                \
        test_sort_pair_##name *want = (test_sort_pair_##name *)test_sort_alloc(n * sizeof *want);            \
        test_sort_pair_##name *in = (test_sort_pair_##name *)test_sort_alloc(n * sizeof *in);                \
        ctype *keys = (ctype *)test_sort_alloc(n * sizeof *keys);                                            \
        vtype *values = (vtype *)test_sort_alloc(n * sizeof *values);                                        \
        bool ok = true;                                                                                      \
        memset(in, 0, n * sizeof *in);                                                                       \
        for (size_t i = 0; i < n; i++) {                                                                     \
            in[i].key = test_sort_make_##type(pattern, test_sort_key(pattern, i, n));                        \
            in[i].value = (vtype)(i % 3 ? test_sort_random() : (uint64_t)0 - i % 2);                         \
        }                                                                                                    \
        for (int turn = 1; turn >= -1; turn -= 2) {                                                          \
            test_sort_turn = turn;                                                                           \
            memcpy(want, in, n * sizeof *in);                                                                \
            if (n) qsort(want, n, sizeof *want, test_sort_cmp_##name);                                       \
            for (int isa = 0; test_sort_use_isa(isa); isa++) {                                               \
                for (size_t i = 0; i < n; i++) { memcpy(keys + i, &in[i].key, sizeof *keys);                 \
                    values[i] = in[i].value; }                                                               \
                if (turn == 1) gc_sort_##name(keys, values, n);                                              \
                else gc_sort_##name##_down(keys, values, n);                                                 \
                for (size_t i = 0; i < n; i++) {                                                             \
                    ok &= memcmp(keys + i, &want[i].key, sizeof *keys) == 0 && values[i] == want[i].value;   \
                }                                                                                            \
                                                                                                             \
                /* _any: the keys at once, the pairs when they are sorted again. */                          \
                for (size_t i = 0; i < n; i++) { memcpy(keys + i, &in[i].key, sizeof *keys);                 \
                    values[i] = in[i].value; }                                                               \
                if (turn == 1) gc_sort_##name##_any(keys, values, n);                                        \
                else gc_sort_##name##_any_down(keys, values, n);                                             \
                for (size_t i = 0; i < n; i++) ok &= memcmp(keys + i, &want[i].key, sizeof *keys) == 0;      \
                if (turn == 1) gc_sort_##name(keys, values, n);                                              \
                else gc_sort_##name##_down(keys, values, n);                                                 \
                for (size_t i = 0; i < n; i++) {                                                             \
                    ok &= memcmp(keys + i, &want[i].key, sizeof *keys) == 0 && values[i] == want[i].value;   \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        free(want); free(in); free(keys); free(values);                                                      \
        return ok;                                                                                           \
    }                                                                                                        \
    static void test_sort_pairs_##name(void) {                                                               \
        test_sort_state = test_seed;                                                                         \
        for (size_t n = 0; n <= 2000; n += n < 300 ? 1 : 7) {                                                \
            if (!CHECK(test_sort_one_##name(n, n % 2 ? TEST_SORT_RANDOM                                      \
                                            : (int)(n / 2 % TEST_SORT_PATTERNS)))) break;                    \
        }                                                                                                    \
        for (int p = 0; p < TEST_SORT_PATTERNS; p++) {                                                       \
            for (size_t n = 20; n < 40000; n *= 5) CHECK(test_sort_one_##name(n + test_sort_below(n), p));   \
        }                                                                                                    \
    }
TEST_SORT_KV(u32_kv, u32, uint32_t, uint32_t)
TEST_SORT_KV(i32_kv, i32, int32_t, uint32_t)
TEST_SORT_KV(f32_kv, f32, float, uint32_t)
TEST_SORT_KV(u64_kv, u64, uint64_t, uint64_t)
TEST_SORT_KV(i64_kv, i64, int64_t, uint64_t)
TEST_SORT_KV(f64_kv, f64, double, uint64_t)
TEST_SORT_KV(u64_kv32, u64, uint64_t, uint32_t)

// ---- Pairs in runs, n to 300 and 601: keys that are equal, rise, fall, or do both, one
// by one and in fours, or are a few; values that rise, fall, are random, are equal, or are of
// two; all that again with one element spoilt.

static uint64_t test_sort_run_key(int pattern, size_t i, size_t n) {
    switch (pattern) {
    case 0: return 5;
    case 1: return i;
    case 2: return n - i;
    case 3: return i < n / 2 ? i : n - i;
    case 4: return i / 4;
    case 5: return (n - 1 - i) / 4;
    default: return test_sort_random() % 16;
    }
}

static uint64_t test_sort_run_value(int pattern, size_t i, size_t n) {
    switch (pattern) {
    case 0: return i;
    case 1: return n - i;
    case 2: return test_sort_random();
    case 3: return 7;
    default: return 0 - (test_sort_random() & 1);        // 0, or all ones
    }
}

#define TEST_SORT_RUNS(name, ctype, vtype)                                                                   \
    static bool test_sort_run_##name(const test_sort_pair_##name *in, size_t n) {                            \
        test_sort_pair_##name want[601];                                                                     \
        ctype keys[601];                                                                                     \
        vtype values[601];                                                                                   \
        bool ok = true;                                                                                      \
        for (test_sort_turn = 1; test_sort_turn >= -1; test_sort_turn -= 2) {                                \
            memcpy(want, in, n * sizeof *in);                                                                \
            qsort(want, n, sizeof *want, test_sort_cmp_##name);                                              \
            for (int isa = 0; test_sort_use_isa(isa); isa++) {                                               \
                for (size_t i = 0; i < n; i++) { keys[i] = in[i].key; values[i] = in[i].value; }             \
                if (test_sort_turn == 1) gc_sort_##name(keys, values, n);                                    \
                else gc_sort_##name##_down(keys, values, n);                                                 \
                for (size_t i = 0; i < n; i++) {                                                             \
                    ok &= memcmp(keys + i, &want[i].key, sizeof *keys) == 0 && values[i] == want[i].value;   \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        return ok;                                                                                           \
    }                                                                                                        \
    static void test_sort_runs_##name(void) {                                                                \
        test_sort_pair_##name in[601];                                                                       \
        memset(in, 0, sizeof in);                                                                            \
        test_sort_state = test_seed;                                                                         \
        for (size_t n = 1; n <= 601; n += n < 300 ? 1 : 301) {                                               \
            for (int pattern = 0; pattern < 35; pattern++) {                                                 \
                if (!TEST_SORT_THOROUGH && (n + (size_t)pattern) % 4) continue;                              \
                for (size_t i = 0; i < n; i++) {                                                             \
                    in[i].key = (ctype)test_sort_run_key(pattern / 5, i, n);                                 \
                    in[i].value = (vtype)test_sort_run_value(pattern % 5, i, n);                             \
                }                                                                                            \
                bool ok = test_sort_run_##name(in, n);                                                       \
                                                                                                             \
                /* One element by 1, which may be a tie, or far off. */                                      \
                test_sort_pair_##name *const one = in + test_sort_below(n);                                  \
                const uint64_t by = test_sort_below(2) ? 1 : test_sort_random();                             \
                if (test_sort_below(2)) one->key = (ctype)(by == 1 ? one->key + 1 : (ctype)by);              \
                else one->value = (vtype)(one->value - (vtype)by);                                           \
                ok &= test_sort_run_##name(in, n);                                                           \
                if (!CHECK(ok)) {                                                                            \
                    printf("  " #name ": n %zu, pattern %d\n", n, pattern);                                  \
                    return;                                                                                  \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
    }
TEST_SORT_RUNS(u32_kv, uint32_t, uint32_t)
TEST_SORT_RUNS(f32_kv, float, uint32_t)
TEST_SORT_RUNS(u64_kv, uint64_t, uint64_t)
TEST_SORT_RUNS(i64_kv, int64_t, uint64_t)
TEST_SORT_RUNS(f64_kv, double, uint64_t)
TEST_SORT_RUNS(u64_kv32, uint64_t, uint32_t)

// order is a permutation, keys rise along it or fall, equal keys keep their order, and the keys
// are as they were: in place, by way of a context's scratch, and of the caller's.
#define TEST_SORT_ORDER(type, ctype)                                                                         \
    static bool test_sort_is_order_##type(const ctype *keys, const uint32_t *order, size_t n, int turn,      \
                                          unsigned char *seen) {                                             \
        memset(seen, 0, n);                                                                                  \
        for (size_t i = 0; i < n; i++) {                                                                     \
            if (order[i] >= n || seen[order[i]]) return false;                                               \
            seen[order[i]] = 1;                                                                              \
            if (i == 0) continue;                                                                            \
            const int c = turn * test_sort_cmp_##type(keys + order[i - 1], keys + order[i]);                 \
            if (c > 0 || (c == 0 && order[i - 1] > order[i])) return false;                                  \
        }                                                                                                    \
        return true;                                                                                         \
    }                                                                                                        \
    static bool test_sort_one_order_##type(size_t n, int pattern) {                                          \
        gc_sort_context *c = gc_sort_open(NULL, NULL);                                                       \
        ctype *in = (ctype *)test_sort_alloc(n * sizeof *in),                                                \
            *keys = (ctype *)test_sort_alloc(n * sizeof *in);                                                \
        uint32_t *order = (uint32_t *)test_sort_alloc(n * sizeof *order);                                    \
        unsigned char *seen = (unsigned char *)test_sort_alloc(n);                                           \
        const size_t size = sizeof(ctype) == 2 ? 4 : sizeof(ctype);                                          \
        unsigned char *room = (unsigned char *)test_sort_alloc(n * size + 16);                               \
        bool ok = true;                                                                                      \
        for (size_t i = 0; i < n; i++) in[i] = test_sort_make_##type(pattern, test_sort_key(pattern, i, n)); \
        memcpy(keys, in, n * sizeof *in);                                                                    \
        for (int isa = 0; test_sort_use_isa(isa); isa++) {                                                   \
            for (int way = 0; way < 8; way++) {                                                              \
                /* Scratch at any address; one byte too little is none. */                                   \
                const size_t aside = n % 8, want = n * size + (8 - aside) % 8 - (way >= 6 && n ? 1 : 0);     \
                if (way >= 6 && n > 5000) continue;                                                          \
                memset(order, 0xff, n * sizeof *order);                                                      \
                memset(room, 0x5a, n * size + 16);                                                           \
                ok &= GC_SORT_OK == (way == 0 ? gc_sort_order_##type(keys, order, n)                         \
                    : way == 1 ? gc_sort_order_##type##_down(keys, order, n)                                 \
                    : way == 2 ? gc_sort_ctx_order_##type(c, keys, order, n)                                 \
                    : way == 3 ? gc_sort_ctx_order_##type##_down(c, keys, order, n)                          \
                    : way % 2 ? gc_sort_order_##type##_down_with(keys, order, n, room + aside, want)         \
                    : gc_sort_order_##type##_with(keys, order, n, room + aside, want));                      \
                ok &= test_sort_is_order_##type(keys, order, n, way % 2 ? -1 : 1, seen);                     \
                for (size_t i = 0; i < aside; i++) ok &= room[i] == 0x5a;                                    \
                for (size_t i = aside + want; i < n * size + 16; i++) ok &= room[i] == 0x5a;                 \
            }                                                                                                \
            ok &= memcmp(keys, in, n * sizeof *in) == 0;                                                     \
        }                                                                                                    \
        free(in); free(keys); free(order); free(seen); free(room);                                           \
        gc_sort_close(c);                                                                                    \
        return ok;                                                                                           \
    }                                                                                                        \
    static void test_sort_order_##type(void) {                                                               \
        test_sort_state = test_seed;                                                                         \
        for (size_t n = 0; n <= 2000; n += n < 300 ? 1 : 29) {                                               \
            if (!CHECK(test_sort_one_order_##type(n, n % 2 ? TEST_SORT_RANDOM                                \
                                                  : (int)(n / 2 % TEST_SORT_PATTERNS)))) break;              \
        }                                                                                                    \
        for (int p = 0; p < TEST_SORT_PATTERNS; p++) {                                                       \
            for (size_t n = 20; n < 40000; n *= 5)                                                           \
                CHECK(test_sort_one_order_##type(n + test_sort_below(n), p));                                \
            CHECK(test_sort_one_order_##type(4095 + (size_t)p % 3, p));                                      \
        }                                                                                                    \
    }
TEST_SORT_ORDER(i16, int16_t)
TEST_SORT_ORDER(u16, uint16_t)
TEST_SORT_ORDER(i32, int32_t)
TEST_SORT_ORDER(u32, uint32_t)
TEST_SORT_ORDER(i64, int64_t)
TEST_SORT_ORDER(u64, uint64_t)
TEST_SORT_ORDER(f32, float)
TEST_SORT_ORDER(f64, double)

// Random sizes up to a million, and every pattern at one large size.
static void test_sort_million(void) {
    const size_t most = 1000000;
    uint32_t *in = (uint32_t *)test_sort_alloc(most * sizeof *in),
        *want = (uint32_t *)test_sort_alloc(most * sizeof *in);
    uint32_t *got = (uint32_t *)test_sort_alloc((most + 2) * sizeof *in);
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.parallel_for = test_sort_serial_for;
    gc_sort_context *context = gc_sort_open(&desc, NULL);
    test_sort_state = test_seed;
    for (int p = 0; p < TEST_SORT_PATTERNS; p += TEST_SORT_THOROUGH ? 1 : 3) {
        CHECK(test_sort_one_u32(context, in, want, got, p == 0 ? most : 1 + test_sort_below(most), p));
    }
    gc_sort_close(context);
    free(in);
    free(want);
    free(got);
}

// ---- SIMD: networks proved level by level, the fallback of the quicksort, forbidden pages

#ifdef GC_SORT_PRIV_X86
// A network sorts columns, then merges groups of 1, 2, 4 ... columns. Columns are sorted by the
// exchanges that test_sort_networks and test_sort_network_of_32 prove; if every merge is right
// for all pairs of sorted zero-one groups, the whole network is right for every input. A group
// of g columns is made to hold a zeros on the left, b on the right, before the columns are
// sorted. Raw and encoded keys may take different networks.
#define TEST_SORT_MOST(rows) (GC_SORT_PRIV_LARGE ? (rows) : 8)
#define TEST_SORT_SIMD(kind, isa, target, lanes, lane, most, init, set, is)                                  \
    target static void test_sort_simd_##kind##_##isa(void) {                                                 \
        gc_sort_priv_##isa##_##lane##_job job;                                                               \
        static uint64_t keys[4096], values[4096];                                                            \
        const gc_sort_priv_map identity = { 0, 0, 0, 0 };                                                    \
        memset(&job, 0, sizeof job);                                                                         \
        job.original = &identity;                                                                            \
        job.identity = true;                                                                                 \
        init;                                                                                                \
        for (size_t rows = 1; rows <= most; rows *= 2) {                                                     \
            const size_t n = rows * lanes;                                                                   \
            for (size_t group = 1; group < lanes; group *= 2) {                                              \
                for (size_t left = 0; left <= rows * group; left++) {                                        \
                    for (size_t right = 0; right <= rows * group; right++) {                                 \
                        for (int raw = 0; raw < 2; raw++) {                                                  \
                            size_t zeros = 0, bad = 0;                                                       \
                            for (size_t r = 0; r < rows; r++) {                                              \
                                for (size_t c = 0; c < lanes; c++) {                                         \
                                    const size_t at = r * group + c % group;                                 \
                                    const bool one = at >= (c & group ? right : left);                       \
                                    const size_t i = r * lanes + c;                                          \
                                    set(i, one);                                                             \
                                    zeros += one ? 0 : 1;                                                    \
                                }                                                                            \
                            }                                                                                \
                            gc_sort_priv_##kind##_##isa##_net(&job, v, n, raw);                              \
                            for (size_t i = 0; i < n; i++) bad += is(i, i >= zeros) ? 0 : 1;                 \
                            if (bad && !CHECK_U64(left, n)) return;                                          \
                        }                                                                                    \
                    }                                                                                        \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        /* No bad split allowed: the scalar sort takes over at once. */                                      \
        test_sort_state = test_seed;                                                                         \
        for (size_t n = most * lanes + 1; n < 700; n++) {                                                    \
            size_t zeros = 0, bad = 0;                                                                       \
            for (size_t i = 0; i < n; i++) {                                                                 \
                const bool one = test_sort_below(3) != 0;                                                    \
                set(i, one);                                                                                 \
                zeros += one ? 0 : 1;                                                                        \
            }                                                                                                \
            gc_sort_priv_##kind##_##isa##_quick(&job, v, n, lowest, lowest, 0, 1, false);                    \
            for (size_t i = 0; i < n; i++) bad += is(i, i >= zeros) ? 0 : 1;                                 \
            if (!CHECK_U64(bad, 0)) return;                                                                  \
        }                                                                                                    \
        (void)values;                                                                                        \
    }
// Networks of four columns, which may merge them in any order: all numbers of zeros in the
// four, and in the halves of a column; as integers, and as doubles.
GC_SORT_PRIV_TARGET_avx2 static bool test_sort_quads_of(gc_sort_priv_u64 *v, const bool *ones, size_t n) {
    size_t bad = 0;
    for (int doubles = 0; doubles < 2; doubles++) {
        const uint64_t one = doubles ? (uint64_t)0x3ff << 52 : 1;
        size_t zeros = 0;
        for (size_t i = 0; i < n; i++) {
            v[i] = ones[i] ? one : 0;
            zeros += ones[i] ? 0 : 1;
        }

        if (doubles) bad += gc_sort_priv_avx2_doubles(NULL, false, v, n) ? 0 : 1;
        else gc_sort_priv_avx2_l64_net(NULL, NULL, v, n);
        for (size_t i = 0; i < n; i++) bad += v[i] == (i >= zeros ? one : 0) ? 0 : 1;
    }
    return bad == 0;
}

GC_SORT_PRIV_TARGET_avx2 static void test_sort_quads_avx2(void) {
    static uint64_t keys[64];
    bool ones[64];
    gc_sort_priv_u64 *const v = (gc_sort_priv_u64 *)(void *)keys;
    for (size_t rows = 4; rows <= TEST_SORT_MOST(16); rows *= 2) {
        const size_t all = (rows + 1) * (rows + 1), half = rows / 2, n = 4 * rows;
        for (size_t zeros = 0; zeros < all * all; zeros++) {
            for (size_t c = 0, z = zeros; c < 4; c++, z /= rows + 1) {
                for (size_t r = 0; r < rows; r++) ones[4 * r + c] = r >= z % (rows + 1);
            }
            if (!test_sort_quads_of(v, ones, n) && !CHECK_U64(zeros, all * all)) return;
        }

        for (size_t zeros = 0; zeros < all; zeros++) {
            const size_t low = zeros % (half + 1), high = zeros / (half + 1) % (half + 1);
            for (size_t i = 0; i < n; i++) ones[i] = i / 4 < half ? i / 4 >= low : i / 4 - half >= high;
            if (!test_sort_quads_of(v, ones, n) && !CHECK_U64(zeros, all)) return;
        }
    }
}
#define TEST_SORT_SET(i, one) v[i] = (one)
#define TEST_SORT_IS(i, one) (v[i] == (one))
#define TEST_SORT_SET_KV(i, one) (v.keys[i] = (one), v.values[i] = (one))
#define TEST_SORT_IS_KV(i, one) (v.keys[i] == (one) && v.values[i] == (one))
#define TEST_SORT_KEYS(type)                                                                                 \
    gc_sort_priv_##type *v = (gc_sort_priv_##type *)(void *)keys; const type lowest = 0
#define TEST_SORT_ARRAYS(kind, ktype, vtype, etype)                                                          \
    gc_sort_priv_##kind##_array v;                                                                           \
    etype lowest;                                                                                            \
    memset(&lowest, 0, sizeof lowest);                                                                       \
    v.keys = (ktype *)(void *)keys;                                                                          \
    v.values = (vtype *)(void *)values
#define u32 uint32_t
#define u64 uint64_t
#if GC_SORT_PRIV_CODE_avx512
TEST_SORT_SIMD(u32, avx512, GC_SORT_PRIV_TARGET_avx512, 16, l32, TEST_SORT_MOST(32), TEST_SORT_KEYS(u32),
               TEST_SORT_SET, TEST_SORT_IS)
TEST_SORT_SIMD(u64, avx512, GC_SORT_PRIV_TARGET_avx512, 8, l64, TEST_SORT_MOST(16), TEST_SORT_KEYS(u64),
               TEST_SORT_SET, TEST_SORT_IS)
#endif
TEST_SORT_SIMD(u32, avx2, GC_SORT_PRIV_TARGET_avx2, 8, l32, TEST_SORT_MOST(16), TEST_SORT_KEYS(u32),
               TEST_SORT_SET, TEST_SORT_IS)
TEST_SORT_SIMD(u64, avx2, GC_SORT_PRIV_TARGET_avx2, 4, l64, TEST_SORT_MOST(16), TEST_SORT_KEYS(u64),
               TEST_SORT_SET, TEST_SORT_IS)
#undef u32
#undef u64
// Keys of 16 bits go through rows on the stack: any n of them, any number of them the least,
// the others with the key that fills the rows up; and nothing else changes.
#define TEST_SORT_U16_ROWS(isa, most)                                                                        \
    GC_SORT_PRIV_TARGET_##isa static void test_sort_u16_rows_##isa(void) {                                   \
        const gc_sort_priv_map map = { 0x8000, 0x8000, 0, 0 };                                               \
        gc_sort_priv_##isa##_l32_job job;                                                                    \
        uint16_t v[1 + most + 1];                                                                            \
        memset(&job, 0, sizeof job);                                                                         \
        job.original = &map;                                                                                 \
        job.map = gc_sort_priv_##isa##_l32_spread_flip(0x8000);                                              \
        test_sort_state = test_seed;                                                                         \
        for (size_t n = 1; n <= most; n++) {                                                                 \
            for (size_t zeros = 0; zeros <= n; zeros += n < 130 ? 1 : 7) {                                   \
                const bool raw = test_sort_below(2) != 0;                                                    \
                const uint16_t flip = raw ? 0x8000 : 0;                                                      \
                size_t left = zeros, bad = 0;                                                                \
                v[0] = v[n + 1] = 0x1234;                                                                    \
                for (size_t i = 0; i < n; i++) {                                                             \
                    const bool zero = test_sort_below(n - i) < left;                                         \
                    left -= zero ? 1u : 0u;                                                                  \
                    v[1 + i] = (uint16_t)((zero ? 0 : 0xffff) ^ flip);                                       \
                }                                                                                            \
                gc_sort_priv_u16_##isa##_net(&job, (gc_sort_priv_u16 *)v + 1, n, raw);                       \
                for (size_t i = 0; i < n; i++) bad += v[1 + i] != (i < zeros ? 0x8000 : 0x7fff) ? 1u : 0u;   \
                if (!CHECK(bad == 0 && v[0] == 0x1234 && v[n + 1] == 0x1234)) return;                        \
            }                                                                                                \
        }                                                                                                    \
    }
TEST_SORT_U16_ROWS(avx2, (GC_SORT_PRIV_LARGE ? 128 : 64))
#if GC_SORT_PRIV_CODE_avx512 && GC_SORT_PRIV_LARGE
TEST_SORT_U16_ROWS(avx512, 512)
#endif

// The processor may be set to take subnormal numbers for zeros, or to trap on what floats can
// do: nothing must change, nor may any of its flags be raised.
static void test_sort_float_modes(void) {
    const unsigned saved = _mm_getcsr() & ~0x3fu;
    const unsigned modes[] = { saved, saved | 0x8040u, saved & ~0x1f80u, (saved & ~0x1f80u) | 0x8040u };

    enum { most = 300 };
    uint64_t in[most], want[most], got[most];
    double f[most];
    test_sort_state = test_seed;
    for (size_t n = 1; n <= most; n += n < 70 ? 1 : 13) {
        for (int kind = 0; kind < 3; kind++) {
            for (size_t i = 0; i < n; i++) {
                const uint64_t r = test_sort_random();
                in[i] = kind == 0 ? r >> 20 | r << 63 : kind == 1 ? test_sort_below(2) << 63 | r % 7 : r;
                // Inf, NaN.
                if (kind == 2 && r % 16 == 0) in[i] = (uint64_t)0x7ff << 52 | (r >> 60 << 63) | (r >> 8) % 3;
            }
            for (int isa = 0; test_sort_use_isa(isa); isa++) {
                for (size_t m = 0; m < 4; m++) {
                    memcpy(f, in, n * sizeof *f);
                    _mm_setcsr(modes[m]);
                    gc_sort_f64(f, n);
                    gc_sort_f64_down(f, n);
                    const unsigned after = _mm_getcsr();
                    _mm_setcsr(saved);
                    if (!CHECK_U64(after, modes[m])) return;
                    memcpy(got, f, n * sizeof *f);
                    if (m == 0) memcpy(want, got, n * sizeof *f);
                    if (!CHECK(memcmp(want, got, n * sizeof *f) == 0)) return;
                    memcpy(got, in, n * sizeof *got);
                    _mm_setcsr(modes[m]);
                    gc_sort_u64(got, n);
                    _mm_setcsr(saved);
                    for (size_t i = 1; i < n; i++) if (!CHECK(got[i - 1] <= got[i])) return;
                }
            }
        }
    }
}

static void test_sort_simd(void) {
    const int best = gc_sort_priv_detect();
    if (best < GC_SORT_PRIV_ISA_avx2) SKIP("this processor has neither AVX2 nor AVX-512");
    test_sort_u16_rows_avx2();
    test_sort_simd_u32_avx2();
    test_sort_simd_u64_avx2();

    // The tables of the permutes, from their definition.
    for (unsigned m = 0; m < 256; m++) {
        uint32_t want = 0;
        unsigned at = 0;
        for (unsigned i = 0; i < 16; i++) {
            if ((m >> i % 8 & 1) == (i < 8)) want |= (uint32_t)(i % 8) << 3 * at++;
        }
        CHECK_U64(gc_sort_priv_split[m], want);
    }
    for (unsigned m = 0; m < 16; m++) {
        unsigned at = 0;
        for (unsigned i = 0; i < 8; i++) {
            if ((m >> i % 4 & 1) != (i < 4)) continue;
            CHECK_U64(gc_sort_priv_split4[m][at++], 2 * (i % 4));
            CHECK_U64(gc_sort_priv_split4[m][at++], 2 * (i % 4) + 1);
        }
    }
    test_sort_quads_avx2();
    if (best < GC_SORT_PRIV_ISA_avx512) SKIP("this processor, or the code, has no AVX-512");
#if GC_SORT_PRIV_CODE_avx512
#if GC_SORT_PRIV_LARGE
    test_sort_u16_rows_avx512();
#endif
    test_sort_simd_u32_avx512();
    test_sort_simd_u64_avx512();
#endif
}
#endif

// Memory by pages of *page bytes, and what may be done with them: NULL, false, if the system
// says no.
#if defined(_WIN32)
static unsigned char *test_sort_pages(size_t *page, size_t size) {
    *page = 4096;
    return (unsigned char *)VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

static bool test_sort_forbid(unsigned char *page, size_t size, bool read) {
    DWORD before;
    return VirtualProtect(page, size, read ? PAGE_NOACCESS : PAGE_READONLY, &before) != 0;
}

static void test_sort_free_pages(unsigned char *pages, size_t size) {
    (void)size;
    VirtualFree(pages, 0, MEM_RELEASE);
}
#else
static unsigned char *test_sort_pages(size_t *page, size_t size) {
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *page = (size_t)sysconf(_SC_PAGESIZE);
    return pages == MAP_FAILED ? NULL : (unsigned char *)pages;
}

static bool test_sort_forbid(unsigned char *page, size_t size, bool read) {
    return mprotect(page, size, read ? PROT_NONE : PROT_READ) == 0;
}

static void test_sort_free_pages(unsigned char *pages, size_t size) { munmap(pages, size); }
#endif

// Arrays that touch, at one end and then at the other, a page that must not be read (or, second
// round, not be written).
static void test_sort_guard_pages(void) {
    const size_t room = 16384, most = room + 2 * 65536;     // room for pages of up to 64 KB
    size_t page;
    unsigned char *memory[2], *base[2];

    for (int k = 0; k < 2; k++) {
        memory[k] = test_sort_pages(&page, most);
        if (!CHECK(memory[k] && page <= 65536)) return;
        base[k] = memory[k] + page;
    }
    test_sort_state = test_seed;
    for (int round = 0; round < 2; round++) {
        for (int k = 0; k < 2; k++) {
            CHECK(test_sort_forbid(memory[k], page, round == 0) &&
                  test_sort_forbid(base[k] + room, page, round == 0));
        }
        for (int isa = 0; test_sort_use_isa(isa); isa++) {
            for (size_t n = 0; n <= 1200; n += n < 600 ? 1 : 37) {
                for (int end = 0; end < 2; end++) {
                    for (int what = 0; what < 12; what++) {
                        static const size_t key_size[] = { 2, 4, 8, 4, 8, 8, 2, 4, 8, 8, 4, 8 };
                        static const size_t value_size[] = { 0, 0, 0, 4, 8, 4, 4, 4, 4, 0, 0, 0 };
                        static uint32_t starts[1201];
                        void *k = end ? base[0] + room - n * key_size[what] : base[0];
                        void *v = end ? base[1] + room - n * value_size[what] : base[1];
                        uint64_t bits = 0;
                        for (size_t i = 0; i < n * key_size[what]; i++, bits >>= 8) {
                            if (i % 8 == 0) bits = test_sort_random();
                            ((unsigned char *)k)[i] = (unsigned char)bits;
                        }
                        if (value_size[what]) memset(v, 1, n * value_size[what]);
                        size_t rows = 0;
                        for (; what >= 10 && starts[rows] < n; rows++) {
                            const size_t next = starts[rows] + 1 + test_sort_below(rows % 16 ? 10 : 90);
                            starts[rows + 1] = (uint32_t)(next < n ? next : n);
                        }
                        if (what == 10) gc_sort_rows_f32((float *)k, starts, rows);
                        if (what == 11) gc_sort_rows_u64((uint64_t *)k, starts, rows);
                        if (what == 0) gc_sort_u16((uint16_t *)k, n);
                        if (what == 1) gc_sort_f32((float *)k, n);
                        if (what == 2) gc_sort_i64((int64_t *)k, n);
                        if (what == 3) gc_sort_u32_kv((uint32_t *)k, (uint32_t *)v, n);
                        if (what == 4) gc_sort_u64_kv((uint64_t *)k, (uint64_t *)v, n);
                        if (what == 5) gc_sort_u64_kv32((uint64_t *)k, (uint32_t *)v, n);
                        if (what == 6) gc_sort_order_u16((uint16_t *)k, (uint32_t *)v, n);
                        if (what == 7) gc_sort_order_u32((uint32_t *)k, (uint32_t *)v, n);
                        if (what == 8) gc_sort_order_u64((uint64_t *)k, (uint32_t *)v, n);
                        if (what == 9) gc_sort_f64((double *)k, n);
                        if (what == 0) for (size_t i = 1; i < n; i++)
                            CHECK(((uint16_t *)k)[i - 1] <= ((uint16_t *)k)[i]);
                        if (what == 4) for (size_t i = 1; i < n; i++)
                            CHECK(((uint64_t *)k)[i - 1] <= ((uint64_t *)k)[i]);
                    }
                }
            }
        }
    }
    for (int k = 0; k < 2; k++) test_sort_free_pages(memory[k], most);
}

// Small n, exhaustively, with every instruction set: all zero-one inputs up to 14 (thoroughly:
// 20), which proves the networks by the principle named below; all permutations up to 8 (9).
enum { TEST_SORT_ZERO_ONE = TEST_SORT_THOROUGH ? 20 : 14, TEST_SORT_PERMUTED = TEST_SORT_THOROUGH ? 9 : 8 };

static void test_sort_small(void) {
    for (int isa = 0; test_sort_use_isa(isa); isa++) {
        for (unsigned n = 1; n <= TEST_SORT_ZERO_ONE; n++) {
            for (uint32_t bits = 0; bits < (uint32_t)1 << n; bits++) {
                uint16_t a[20];
                int32_t b[20];
                uint64_t c[20], kv64_key[20], kv64_value[20], kv6432_key[20];
                uint32_t kv32_key[20], kv32_value[20], kv6432_value[20], order[20];
                unsigned ones = 0;

                for (unsigned i = 0; i < n; i++) {
                    const uint32_t bit = bits >> i & 1;
                    ones += bit;
                    a[i] = (uint16_t)bit;
                    b[i] = bit ? 1 : -1;
                    c[i] = bit;
                    kv32_key[i] = bit;               // ordered by the key, the value, or both
                    kv32_value[i] = bit;
                    kv64_key[i] = 5;
                    kv64_value[i] = bit;
                    kv6432_key[i] = bit;
                    kv6432_value[i] = 7;
                }

                bool ok = gc_sort_order_i32(b, order, n) == GC_SORT_OK;
                gc_sort_u16(a, n);
                gc_sort_i32(b, n);
                gc_sort_u64_down(c, n);
                gc_sort_u32_kv(kv32_key, kv32_value, n);
                gc_sort_u64_kv(kv64_key, kv64_value, n);
                gc_sort_u64_kv32(kv6432_key, kv6432_value, n);

                for (unsigned i = 0; i < n; i++) {
                    const uint32_t one = i >= n - ones;
                    ok &= a[i] == one && b[i] == (one ? 1 : -1) && c[i] == (i < ones);
                    ok &= kv32_key[i] == one && kv32_value[i] == one && kv64_key[i] == 5 &&
                        kv64_value[i] == one;
                    ok &= kv6432_key[i] == one && kv6432_value[i] == 7 && order[i] < n &&
                        (bits >> order[i] & 1) == one;
                    ok &= i == 0 || i == n - ones || order[i - 1] < order[i];
                }

                if (!ok && !CHECK_U64(bits, n)) return;
            }
        }

        // All orders of a few elements, by Heap's algorithm.
        for (unsigned n = 1; n <= TEST_SORT_PERMUTED; n++) {
            unsigned order[9], c[9] = { 0 };
            for (unsigned i = 0; i < n; i++) order[i] = i;

            for (unsigned i = 0;;) {                 // Heap's algorithm
                float f[9];
                uint32_t k[9], v[9], o[9];
                uint64_t d[9], k6432[9], k64[9], v64[9];
                uint16_t s[9];
                uint32_t v6432[9];
                bool ok = true;

                for (unsigned j = 0; j < n; j++) {
                    f[j] = (float)order[j] - 3.0f;
                    k[j] = order[j] / 2;
                    v[j] = order[j];
                    d[j] = (uint64_t)order[j] << 40;
                    s[j] = (uint16_t)(order[j] << 13);
                    k64[j] = k6432[j] = order[j] / 3;
                    v64[j] = v6432[j] = order[j];
                }

                ok &= gc_sort_order_f32(f, o, n) == GC_SORT_OK;
                for (unsigned j = 0; j < n; j++) ok &= order[o[j]] == j;
                gc_sort_f32(f, n);
                gc_sort_u32_kv(k, v, n);
                gc_sort_u64_kv(k64, v64, n);
                gc_sort_u64_kv32(k6432, v6432, n);
                gc_sort_u64(d, n);
                if (n <= 8) gc_sort_u16_down(s, n);

                for (unsigned j = 0; j < n; j++) {
                    ok &= f[j] == (float)j - 3.0f && v[j] == j && k[j] == j / 2 && d[j] == (uint64_t)j << 40;
                    ok &= k64[j] == j / 3 && v64[j] == j && k6432[j] == j / 3 && v6432[j] == j;
                    ok &= n > 8 || s[j] == (uint16_t)((n - 1 - j) << 13);
                }

                if (!ok && !CHECK_U64(n, 0)) return;

                // The next order.
                while (i < n && c[i] >= i) c[i++] = 0;
                if (i >= n) break;
                const unsigned with = i % 2 ? c[i] : 0, t = order[with];
                order[with] = order[i];
                order[i] = t;
                c[i]++;
                i = 0;
            }
        }
    }
}

// A run that breaks off anywhere: found out late, when a falling one is half reversed already.
// Lengths about those of a few vectors, of the networks, and beyond; the break by one key too
// great or too small, or two exchanged. Equal keys as well.
static void test_sort_broken_runs(void) {
    static const size_t sizes[] = { 17, 33, 64, 65, 66, 67, 100, 127, 128, 129, 255, 256, 257, 300 };
    for (int isa = 0; test_sort_use_isa(isa); isa++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            const size_t n = sizes[s];
            for (size_t at = 0; at < n; at++) {
                for (int how = 0; how < 10; how++) {
                    uint32_t v[300];
                    double w[300];
                    uint64_t sum = 0;

                    // A rising or a falling run, or all equal.
                    for (size_t i = 0; i < n; i++)
                        v[i] = how > 7 ? 7 : (uint32_t)(how & 1 ? 10 * (n - i) : 10 * i) + 5;

                    // One element is not as the run has it.
                    v[at] = how < 2 || how == 8   ? 0
                            : how < 4 || how == 9 ? 100000u
                            : how < 6             ? v[at ? at - 1 : 0]
                                                  : v[at];

                    if ((how == 6 || how == 7) && at) {
                        const uint32_t t = v[at];
                        v[at] = v[at - 1];
                        v[at - 1] = t;
                    }

                    for (size_t i = 0; i < n; i++) {
                        sum += (uint64_t)v[i] * v[i];
                        w[i] = -(double)v[i];
                    }

                    gc_sort_u32(v, n);
                    gc_sort_f64_down(w, n);

                    bool ok = true;
                    for (size_t i = 0; i < n; i++) {
                        sum -= (uint64_t)v[i] * v[i];
                        ok &= (i == 0 || v[i - 1] <= v[i]) && w[i] == -(double)v[i];
                    }

                    if (!CHECK(ok && sum == 0)) return;
                }
            }
        }
    }
}

// Keys that are all the same, or rise, but one: pairs of one key are sorted by their values
// alone, argsort of keys in order is written at once. Lengths about those of vectors and of
// what the stack takes.
static void test_sort_but_one(void) {
    static const size_t sizes[] = { 33, 64, 71, 100, 513, 600, 2049, 2500 };
    static uint32_t keys[2500], values[2500], order[2500], narrow[2500];
    static uint64_t wide[2500], wide_values[2500], keys64[2500];

    test_sort_state = test_seed;
    for (int isa = 0; test_sort_use_isa(isa); isa++) {
        for (size_t turn = 0; turn < sizeof sizes / sizeof sizes[0] * 12 * 4; turn++) {
            const size_t n = sizes[turn / 48], how = turn % 4;
            const size_t places[12] = { 0, 1, 7, 8, 31, 32, n / 2, n - 9, n - 8, n - 2, n - 1, n };
            const size_t at = places[turn / 4 % 12];
            uint64_t sum = 0, bad = 0;

            for (size_t i = 0; i < n; i++) {
                keys[i] = i == at ? (how % 2 ? 100000 : 0) : how < 2 ? 7 : (uint32_t)(10 + i / 2);
                values[i] = narrow[i] = (uint32_t)test_sort_below(1000);
                wide[i] = keys64[i] = (uint64_t)keys[i] << 30;
                wide_values[i] = values[i];
                sum += (uint64_t)keys[i] * (values[i] + 1);
            }
            gc_sort_order_u32(keys, order, n);
            for (size_t i = 1; i < n; i++) {
                const uint32_t x = order[i - 1], y = order[i];
                bad += keys[x] < keys[y] || (keys[x] == keys[y] && x < y) ? 0 : 1;
            }
            gc_sort_order_u64(wide, order, n);
            for (size_t i = 1; i < n; i++) {
                const uint32_t x = order[i - 1], y = order[i];
                bad += wide[x] < wide[y] || (wide[x] == wide[y] && x < y) ? 0 : 1;
            }

            gc_sort_u32_kv(keys, values, n);
            gc_sort_u64_kv(wide, wide_values, n);
            gc_sort_u64_kv32(keys64, narrow, n);
            for (size_t i = 0; i < n; i++) {
                sum -= (uint64_t)keys[i] * (values[i] + 1);
                bad += i && (keys[i - 1] > keys[i] || (keys[i - 1] == keys[i] && values[i - 1] > values[i]));
                bad += wide[i] != (uint64_t)keys[i] << 30 || wide_values[i] != values[i];
                bad += keys64[i] != wide[i] || narrow[i] != values[i];
            }
            if (!CHECK_U64(bad + sum, 0)) return;
        }
    }
}

// Neighbouring numbers, few or some, of any share: the quicksort sets equal keys apart, and
// leaves out what two cuts beside each other tell.
static void test_sort_neighbours(void) {
    static uint16_t a[2400];
    static uint32_t b[2400], keys[2400], values[2400];
    static uint64_t c[2400];

    test_sort_state = test_seed;
    for (int isa = 0; test_sort_use_isa(isa); isa++) {
        for (int round = 0; round < (TEST_SORT_THOROUGH ? 20000 : 3000); round++) {
            const bool most = round % 2;             // four fifths are of the middle kind
            const size_t n = most ? 250 + test_sort_below(500) : 200 + test_sort_below(2200);
            const size_t kinds = most ? 3 : 1 + test_sort_below(round % 3 ? 8 : 60);
            const uint32_t first = round % 5 ? (uint32_t)test_sort_below(65000) : (uint32_t)(65536 - kinds);
            size_t counts[60] = { 0 }, at = 0;
            for (size_t i = 0; i < n; i++) {
                const size_t p = test_sort_below(100);
                const size_t kind = !most    ? test_sort_below(1 + test_sort_below(kinds))
                                    : p < 12 ? 0
                                    : p < 92 ? 1
                                             : 2;
                counts[kind]++;
                keys[i] = b[i] = first + (uint32_t)kind;
                c[i] = b[i];
                a[i] = (uint16_t)b[i];
                values[i] = (uint32_t)i;
            }
            gc_sort_u16(a, n);
            gc_sort_u32(b, n);
            gc_sort_u64(c, n);
            gc_sort_u32_kv(keys, values, n);
            for (size_t kind = 0; kind < kinds; kind++) {
                for (size_t k = 0; k < counts[kind]; k++, at++) {
                    const uint32_t want = first + (uint32_t)kind;
                    const bool ok = a[at] == want && b[at] == want && c[at] == want && keys[at] == want &&
                                    (k == 0 || values[at - 1] < values[at]);
                    if (!ok && !CHECK_U64(n, at)) return;
                }
            }
        }
    }
}

// The order of the special floats, written down once by hand.
static void test_sort_float_order(void) {
    const uint32_t want[] =
        { 0xff800000u, 0xff7fffffu, 0xbf800000u, 0x80000001u, 0x80000000u, 0x00000000u, 0x00000001u,
                              0x3f800000u, 0x7f7fffffu, 0x7f800000u, 0x7f800001u, 0x7fc00000u, 0x7fffffffu,
                              0xffffffffu, 0xffc00000u, 0xff800001u };
    uint32_t got[16];
    float f[16];
    for (int i = 0; i < 16; i++) got[i] = want[(i * 7 + 3) % 16];
    memcpy(f, got, sizeof f);
    gc_sort_f32(f, 16);
    memcpy(got, f, sizeof f);
    for (int i = 0; i < 16; i++) CHECK_U64(got[i], want[i]);
    gc_sort_f32_down(f, 16);
    memcpy(got, f, sizeof f);
    for (int i = 0; i < 16; i++) CHECK_U64(got[i], want[15 - i]);
}

// 0-1 principle (Knuth, volume 3, 5.3.4, theorem Z): a network that sorts all inputs of zeros
// and ones sorts all inputs. The exchanges of 32: two sorts of 16, then a merge. 64 inputs at
// once, one in each bit: all of either half while the other stands where it belongs, then all
// pairs of sorted halves.
static void test_sort_network_of_32(void) {
    static const uint64_t low[6] = { 0xaaaaaaaaaaaaaaaau, 0xccccccccccccccccu, 0xf0f0f0f0f0f0f0f0u,
                                     0xff00ff00ff00ff00u, 0xffff0000ffff0000u, 0xffffffff00000000u };
    for (unsigned round = 0; round < 2 * 1024 + 17 * 17; round++) {
        uint64_t x[32];

        // Each bit of a word is one input of zeros and ones: all of one half, then both halves
        // sorted.
        for (unsigned i = 0; i < 32; i++) {
            const unsigned half = round / 1024, bit = i % 16, pair = round - 2048;
            if (half == 2) x[i] = bit >= (i < 16 ? pair % 17 : pair / 17) ? UINT64_MAX : 0;
            else if (i / 16 != half) x[i] = i < 16 ? 0 : UINT64_MAX;
            else x[i] = bit < 6 ? low[bit] : (round >> (bit - 6) & 1 ? UINT64_MAX : 0);
        }

        for (int i = 0; i < gc_sort_priv_exchanges_of(32); i++) {
            const unsigned a = gc_sort_priv_exchanges[i][0], b = gc_sort_priv_exchanges[i][1];
            const uint64_t lo = x[a] & x[b];
            x[b] |= x[a];
            x[a] = lo;
        }

        for (unsigned i = 0; i < 31; i++) {
            if (x[i] & ~x[i + 1]) {
                CHECK_U64(round, i);
                return;
            }
        }
    }
}

static void test_sort_networks(void) {
    for (unsigned bits = 0; bits < 1u << 16; bits++) {
        gc_sort_priv_u16 a[16];
        gc_sort_priv_u32 b[16];
        gc_sort_priv_u64 c[16];
        unsigned ones = 0;
        for (unsigned i = 0; i < 16; i++) {
            const unsigned bit = bits >> i & 1;
            a[i] = (uint16_t)bit;
            b[i] = bit;
            c[i] = bit;
            ones += bit;
        }
        gc_sort_priv_u16_net16(a);
        gc_sort_priv_u32_net16(b);
        gc_sort_priv_u64_net16(c);
        for (unsigned i = 0; i < 16; i++) {
            const unsigned want = i >= 16 - ones;
            if (a[i] != want || b[i] != want || c[i] != want) {
                CHECK_U64(bits, 0);
                return;
            }
        }
    }
    const gc_sort_priv_map none = { 0, 0, 0, 0 };
    for (unsigned n = 1; n <= 8; n++) {
        for (unsigned bits = 0; bits < 1u << n; bits++) {
            gc_sort_priv_u16 a[8];
            gc_sort_priv_u32 b[8];
            gc_sort_priv_u64 c[8];
            unsigned ones = 0;
            for (unsigned i = 0; i < n; i++) {
                const unsigned bit = bits >> i & 1;
                a[i] = (uint16_t)bit;
                b[i] = bit;
                c[i] = bit;
                ones += bit;
            }
            gc_sort_priv_u16_few(a, n, &none);
            gc_sort_priv_u32_few(b, n, &none);
            gc_sort_priv_u64_few(c, n, &none);
            for (unsigned i = 0; i < n; i++) {
                const unsigned want = i >= n - ones;
                CHECK(a[i] == want && b[i] == want && c[i] == want);
            }
        }
    }

    // Every zero-one input of every small size through the public function.
    for (unsigned n = 0; n <= 13; n++) {
        for (unsigned bits = 0; bits < 1u << n; bits++) {
            int32_t v[13];
            unsigned ones = 0;
            for (unsigned i = 0; i < n; i++) {
                ones += bits >> i & 1;
                v[i] = bits >> i & 1 ? 1 : -1;
            }
            gc_sort_i32(v, n);
            for (unsigned i = 0; i < n; i++) {
                if (v[i] != (i >= n - ones ? 1 : -1)) {
                    CHECK_U64(n, bits);
                    return;
                }
            }
        }
    }
}

// The heapsort that guards the number sort is rarely reached from outside: here directly, and
// with no bad split allowed.
static void test_sort_number_heapsort(void) {
    gc_sort_priv_u32 v[300], w[300];
    test_sort_state = test_seed;
    for (size_t n = 0; n <= 300; n++) {
        for (int p = 0; p < TEST_SORT_PATTERNS; p++) {
            for (size_t i = 0; i < n; i++) v[i] = (uint32_t)test_sort_key(p, i, n);
            memcpy(w, v, sizeof v);
            gc_sort_priv_u32_heapsort(v, n);
            if (n >= 16) gc_sort_priv_u32_quick(w, n, 0, n, 0, 0);
            for (size_t i = 1; i < n; i++) {
                CHECK(v[i - 1] <= v[i]);
                if (n >= 16) CHECK(w[i - 1] <= w[i]);
            }
        }
    }
}

// ---- Comparators

typedef struct test_sort_cmp {           // user data of the comparisons below
    uint64_t calls;
    const unsigned char *low, *high;     // if set: the array, in which both elements must lie
    size_t size, align;
    int kind;
    bool misplaced;
} test_sort_cmp;

enum { TEST_SORT_HONEST, TEST_SORT_MINUS, TEST_SORT_ZERO, TEST_SORT_PLUS, TEST_SORT_LIAR, TEST_SORT_INVERTED,
    TEST_SORT_LESS_EQUAL,
       TEST_SORT_KINDS };

// Elements: the first min(size, 8) bytes are a little-endian number.
static uint64_t test_sort_load(const void *p, size_t size) {
    uint64_t x = 0;
    for (size_t i = size < 8 ? size : 8; i-- > 0;) x = x << 8 | ((const unsigned char *)p)[i];
    return x;
}

static void test_sort_store(void *p, size_t size, uint64_t x) {
    for (size_t i = 0; i < size; i++) {
        ((unsigned char *)p)[i] = (unsigned char)(i < 8 ? x >> (8 * i) : x * 31 + i);
    }
}

static int test_sort_callback(const void *a, const void *b, void *user) {
    test_sort_cmp *u = (test_sort_cmp *)user;
    u->calls++;
    if (u->align && (((uintptr_t)a | (uintptr_t)b) & (u->align - 1))) u->misplaced = true;
    if (u->low && ((const unsigned char *)a < u->low || (const unsigned char *)a >= u->high))
        u->misplaced = true;
    if (u->low && ((const unsigned char *)b < u->low || (const unsigned char *)b >= u->high))
        u->misplaced = true;
    const uint64_t x = test_sort_load(a, u->size), y = test_sort_load(b, u->size);
    switch (u->kind) {
    case TEST_SORT_MINUS: return -1;
    case TEST_SORT_ZERO: return 0;
    case TEST_SORT_PLUS: return 1;
    case TEST_SORT_LIAR: return (int)test_sort_below(3) - 1;
    case TEST_SORT_INVERTED: return x < y ? 1 : x == y ? -1 : 0;
    case TEST_SORT_LESS_EQUAL: return x <= y ? -1 : 1;
    default: return x < y ? -1 : x > y;
    }
}

// Sum over the elements of a hash of 64 bits: the same for every order of them, and for other
// elements by chance only.
static uint64_t test_sort_fingerprint(const unsigned char *v, size_t n, size_t size) {
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t h = size;
        for (size_t k = 0; k < size; k += 8) {
            uint64_t x = 0;
            memcpy(&x, v + i * size + k, size - k < 8 ? size - k : 8);
            h = (h ^ x) * 0xbf58476d1ce4e5b9u;
            h ^= h >> 31;
        }
        h *= 0x94d049bb133111ebu;
        sum += h ^ h >> 29;
    }
    return sum;
}

// Same elements, in whatever order.
static bool test_sort_permutation(const unsigned char *a, const unsigned char *b, size_t n, size_t size) {
    return test_sort_fingerprint(a, n, size) == test_sort_fingerprint(b, n, size);
}

// Sorts n elements of size bytes, offset bytes off an aligned address, and checks order
// (honest), content, and guard bytes.
static bool test_sort_elements(size_t n, size_t size, size_t offset, int pattern, int kind, bool stable) {
    const size_t guard = 64;
    unsigned char *room = (unsigned char *)test_sort_alloc(2 * guard + offset + n * size);
    unsigned char *in = (unsigned char *)test_sort_alloc(n * size), *v = room + guard + offset;
    test_sort_cmp u;

    memset(&u, 0, sizeof u);
    u.size = size;
    u.kind = kind;
    if (offset == 0 && (size & (size - 1)) == 0 && size <= 16) u.align = size;
    if (!stable) {
        u.low = v;
        u.high = v + n * size;
    }
    memset(room, 0xa5, 2 * guard + offset + n * size);
    for (size_t i = 0; i < n; i++) test_sort_store(v + i * size, size, test_sort_key(pattern, i, n));
    memcpy(in, v, n * size);
    const int result = stable ? gc_sort_stable(v, n, size, test_sort_callback, &u)
                              : gc_sort(v, n, size, test_sort_callback, &u);
    bool ok = result == GC_SORT_OK;
    ok &= !u.misplaced;
    for (size_t i = 0; i < guard + offset; i++) ok &= room[i] == 0xa5;
    for (size_t i = 0; i < guard; i++) ok &= v[n * size + i] == 0xa5;
    if (n && kind == TEST_SORT_HONEST) {
        for (size_t i = 1; i < n; i++) ok &= test_sort_load(v + (i - 1) * size, size)
            <= test_sort_load(v + i * size, size);
    }
    ok &= n == 0 || test_sort_permutation(in, v, n, size);
    free(room);
    free(in);
    return ok;
}

static void test_sort_all_sizes(void) {
    const size_t sizes[] = { 4, 8, 16, 32, 12, 24, 20 };
    test_sort_state = test_seed;
    for (size_t n = 0; n <= 2000; n++) {
        const size_t size = sizes[n % 7];
        if (!CHECK(test_sort_elements(n, size, 0, TEST_SORT_RANDOM, TEST_SORT_HONEST, n & 1))) return;
        if (!CHECK(test_sort_elements(n, size, 0, (int)(n / 7 % TEST_SORT_PATTERNS), TEST_SORT_HONEST,
                                      !(n & 1)))) return;
    }
    for (int p = 0; p < TEST_SORT_PATTERNS; p++) {
        CHECK(test_sort_elements(20000 + test_sort_below(30000), 8, 0, p, TEST_SORT_HONEST, false));
        CHECK(test_sort_elements(20000 + test_sort_below(30000), 4, 0, p, TEST_SORT_HONEST, true));
    }
}

static void test_sort_element_sizes(void) {
    test_sort_state = test_seed;
    for (size_t size = 1; size <= 40; size++) {
        for (size_t offset = 0; offset < 4; offset++) {
            for (int p = 0; p < TEST_SORT_PATTERNS; p++) {
                for (int stable = 0; stable < 2; stable++) {
                    if (!CHECK(test_sort_elements(100 + test_sort_below(100), size, offset, p,
                                                  TEST_SORT_HONEST, stable))) return;
                }
            }
        }
    }
    // Elements larger than the stack buffer of the stable sort.
    CHECK(test_sort_elements(150, 5000, 0, TEST_SORT_RANDOM, TEST_SORT_HONEST, true));
    CHECK(test_sort_elements(150, 5000, 1, TEST_SORT_RANDOM, TEST_SORT_HONEST, false));
    CHECK(test_sort_elements(5, 1 << 20, 0, TEST_SORT_RANDOM, TEST_SORT_HONEST, true));
}

static void test_sort_liars(void) {
    test_sort_state = test_seed;
    const size_t sizes[] = { 4, 8, 16, 32, 1, 7, 24, 40 };
    for (int kind = TEST_SORT_MINUS; kind < TEST_SORT_KINDS; kind++) {
        for (int round = 0; round < 160; round++) {
            const size_t n = round < 120 ? test_sort_below(300) : test_sort_below(5001);
            if (!CHECK(test_sort_elements(n, sizes[round % 8], (size_t)(round % 3),
                                          round % TEST_SORT_PATTERNS, kind, round / 8 % 2))) return;
        }
    }
}

// What falls with ties, also from the first on, is turned round in less than 2 n comparisons. A
// last element that rises again must not be missed.
static void test_sort_falling_ties(void) {
    static uint32_t v[3000];
    test_sort_state = test_seed;
    for (int round = 0; round < 300; round++) {
        const size_t n = 3 + (round < 150 ? (size_t)round : test_sort_below(2900));
        const uint32_t ties = 1 + (uint32_t)test_sort_below(9), first = (uint32_t)test_sort_below(ties);
        const bool rises = round % 3 == 2;
        test_sort_cmp u;
        memset(&u, 0, sizeof u);
        u.size = 4;
        for (size_t i = 0; i < n; i++) v[i] = (uint32_t)(5000 - (i + first) / ties);
        if (rises) v[n - 1] = 5001;

        if (!CHECK_INT(gc_sort(v, n, sizeof *v, test_sort_callback, &u), GC_SORT_OK)) return;
        for (size_t i = 1; i < n; i++) {
            if (!CHECK(v[i - 1] <= v[i])) return;
        }
        if (!rises && !CHECK(u.calls < 2 * n)) return;
    }
}

// A comparison may leave gc_sort by longjmp at any call: the elements are all still there.
typedef struct test_sort_leaver {
    jmp_buf out;
    uint64_t calls, leave_at;
} test_sort_leaver;

static int test_sort_leave(const void *a, const void *b, void *user) {
    test_sort_leaver *u = (test_sort_leaver *)user;
    if (++u->calls == u->leave_at) longjmp(u->out, 1);
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void test_sort_longjmp(void) {
    static const size_t counts[] = { 2, 20, 33, 200, 1000 }, sizes[] = { 4, 8, 16, 24, 300 };
    static uint32_t in[1000 * 75], v[1000 * 75];
    static test_sort_leaver u;
    static volatile size_t n, size;
    static volatile uint64_t k, left, step;

    test_sort_state = test_seed;
    for (volatile int s = 0; s < 25; s++) {
        n = counts[s / 5];
        size = sizes[s % 5];
        if (n == 1000 && size > 8) continue;
        for (size_t i = 0; i < n * size / 4; i++) in[i] = (uint32_t)test_sort_below(100);
        left = 1;
        // Of 1,000 each 7th call, from any on: all of them take 0.9 s, as a sanitizer 9.
        step = n > 200 ? 7 : 1;
        for (k = 1 + test_sort_below((size_t)step); left; k += step) {
            memcpy(v, in, n * size);
            u.calls = 0;
            u.leave_at = k;
            left = 0;
            if (setjmp(u.out) == 0) gc_sort(v, n, size, test_sort_leave, &u);
            else left = 1;
            if (!CHECK(test_sort_permutation((unsigned char *)in, (unsigned char *)v, n, size))) return;
        }
        CHECK(k > n);
    }
}

// Stability: many equal keys, elements tagged with their index.
typedef struct test_sort_item {
    uint16_t key;
    uint32_t tag;
} test_sort_item;

static int test_sort_item_cmp(const void *a, const void *b, void *user) {
    (void)user;
    return (int)((const test_sort_item *)a)->key - (int)((const test_sort_item *)b)->key;
}

#define TEST_SORT_ITEM_LESS(a, b) ((a).key < (b).key)
GC_SORT_DEFINE(test_sort_items, test_sort_item, TEST_SORT_ITEM_LESS)

static bool test_sort_is_stable(const test_sort_item *v, size_t n) {
    for (size_t i = 1; i < n; i++) {
        if (v[i - 1].key > v[i].key || (v[i - 1].key == v[i].key && v[i - 1].tag >= v[i].tag)) return false;
    }
    return true;
}

static void test_sort_stability(void) {
    test_sort_item *v = (test_sort_item *)test_sort_alloc(30000 * sizeof *v),
        *scratch = (test_sort_item *)test_sort_alloc(30000 * sizeof *v);

    test_sort_state = test_seed;
    for (int round = 0; round < 600; round++) {
        const size_t n = round < 560 ? (size_t)round : test_sort_below(30000);
        for (int how = 0; how < 3; how++) {

            for (size_t i = 0; i < n; i++) {
                v[i].key =
                    (uint16_t)(test_sort_key(round % TEST_SORT_PATTERNS, i, n) % (round % 3 ? 30 : 65536));
                if (round % 7 == 3) v[i].key = (uint16_t)((n - i) / 2);      // falls, but not strictly
                v[i].tag = (uint32_t)i;
            }

            if (how == 0) test_sort_items_stable(v, n, scratch);
            else if (how == 1) test_sort_items_stable(v, n, NULL);
            else CHECK_INT(gc_sort_stable(v, n, sizeof *v, test_sort_item_cmp, NULL), GC_SORT_OK);
            if (!CHECK(test_sort_is_stable(v, n))) return;
        }
    }

    free(v);
    free(scratch);
}

// ---- The typed macro, and the same body with a tiny insertion limit
//
// So small inputs reach quicksort and heapsort.

#define TEST_SORT_LESS(a, b) ((a) < (b))
GC_SORT_DEFINE(test_sort_ints, int, TEST_SORT_LESS)

typedef struct test_sort_fat {
    double d[9];
} test_sort_fat;

static bool test_sort_fat_less(test_sort_fat a, test_sort_fat b) {
    return a.d[4] < b.d[4];
}

GC_SORT_DEFINE(test_sort_fats, test_sort_fat, test_sort_fat_less)

#define TEST_SORT_TEXT_LESS(a, b) (strcmp((a), (b)) < 0)
GC_SORT_DEFINE(test_sort_texts, const char *, TEST_SORT_TEXT_LESS)

static int test_sort_answer(int a, int b);
#undef GC_SORT_PRIV_SMALL
#define GC_SORT_PRIV_SMALL 1
GC_SORT_DEFINE(test_sort_tiny, int, test_sort_answer)
#undef GC_SORT_PRIV_SMALL
#define GC_SORT_PRIV_SMALL 32

static uint64_t test_sort_bits;          // answers still to give, lowest first
static int test_sort_asked;              // -1: answer honestly

static int test_sort_answer(int a, int b) {
    if (test_sort_asked < 0) return a < b;
    const int bit = test_sort_asked < 64 ? (int)(test_sort_bits >> test_sort_asked & 1) : 0;
    test_sort_asked++;
    return bit;
}

static int test_sort_answer_cmp(const void *a, const void *b, void *user) {
    (void)user;
    return -test_sort_answer(*(const int *)a, *(const int *)b);
}

// Every weak order of up to 7, as ranks: equal ones keep their order by each stable sort, the
// last of them with runs and merges from two elements on.
#undef GC_SORT_PRIV_SMALL
#define GC_SORT_PRIV_SMALL 1
GC_SORT_DEFINE(test_sort_few_items, test_sort_item, TEST_SORT_ITEM_LESS)
#undef GC_SORT_PRIV_SMALL
#define GC_SORT_PRIV_SMALL 32

static void test_sort_weak_orders(void) {
    for (uint32_t n = 1; n <= 7; n++) {
        uint32_t all = 1, orders = 0;
        const uint32_t want[8] = { 1, 1, 3, 13, 75, 541, 4683, 47293 };
        for (uint32_t i = 0; i < n; i++) all *= n;
        for (uint32_t x = 0; x < all; x++) {
            test_sort_item in[7], v[7], scratch[7];
            uint32_t used = 0, rest = x;
            for (uint32_t i = 0; i < n; i++, rest /= n) {
                in[i].key = (uint16_t)(rest % n);
                in[i].tag = i;
                used |= 1u << rest % n;
            }
            if (used & (used + 1)) continue;             // a rank is left out
            orders++;

            for (int how = 0; how < 4; how++) {
                memcpy(v, in, sizeof v);
                if (how == 0) test_sort_items_stable(v, n, scratch);
                else if (how == 1) test_sort_items_stable(v, n, NULL);
                else if (how == 2) gc_sort_stable(v, n, sizeof *v, test_sort_item_cmp, NULL);
                else test_sort_few_items_stable(v, n, scratch);
                if (!CHECK(test_sort_is_stable(v, n))) return;
            }
        }
        CHECK_U64(orders, want[n]);
    }
}

// Every weak order of up to 7, by each other call that keeps equals: records by a number and by
// two, pairs and argsort.
static void test_sort_weak_orders_calls(void) {
    gc_sort_context *const c = gc_sort_open(NULL, NULL);
    if (!CHECK(c != NULL)) return;
    for (uint32_t n = 1; n <= 7; n++) {
        uint32_t all = 1;
        for (uint32_t i = 0; i < n; i++) all *= n;
        for (uint32_t x = 0; x < all; x++) {
            test_sort_item in[7], v[7];
            uint32_t used = 0, rest = x, keys[7], tags[7], order[7];
            memset(in, 0, sizeof in);
            for (uint32_t i = 0; i < n; i++, rest /= n) {
                in[i].key = (uint16_t)(rest % n);
                in[i].tag = i;
                used |= 1u << rest % n;
            }
            if (used & (used + 1)) continue;             // a rank is left out

            // A key's two bytes as two numbers are the same order.
            const size_t size = sizeof *v, at = offsetof(test_sort_item, key);
            const uint16_t one = 1;
            const bool little = *(const unsigned char *)&one == 1;
            const gc_sort_field first = { at + (little ? 1 : 0), GC_SORT_KIND_U8, false };
            const gc_sort_field second = { at + (little ? 0 : 1), GC_SORT_KIND_U8, false };
            unsigned char room[256];
            for (int how = 0; how < 9; how++) {
                memcpy(v, in, sizeof v);
                for (uint32_t i = 0; i < n; i++) {
                    keys[i] = in[i].key;
                    tags[i] = order[i] = i;
                }

                switch (how) {
                case 0: gc_sort_ctx_stable(c, v, n, size, test_sort_item_cmp, NULL); break;
                case 1: gc_sort_by_u16(v, n, size, at, room, sizeof room); break;
                case 2: gc_sort_by_u16(v, n, size, at, NULL, 0); break;
                case 3: gc_sort_ctx_by_u16(c, v, n, size, at); break;
                case 4: gc_sort_by2(v, n, size, first, second, room, sizeof room); break;
                case 5: gc_sort_by2(v, n, size, first, second, NULL, 0); break;
                case 6: gc_sort_ctx_by2(c, v, n, size, first, second); break;
                case 7: gc_sort_ctx_u32_kv_stable(c, keys, tags, n); break;
                default: gc_sort_order_u32_with(keys, tags, n, room, sizeof room); break;
                }
                if (how > 6) for (uint32_t i = 0; i < n; i++) v[i] = in[tags[i]];
                if (!CHECK(test_sort_is_stable(v, n))) return;
            }
        }
    }
    gc_sort_close(c);
}

// Structs of each size that is moved in a way of its own, in a hole, by merges, by places:
// sorted by an order, and by answers at random, which lose none.
static bool test_sort_struct_lies;

static bool test_sort_struct_less(const uint32_t *a, const uint32_t *b) {
    return test_sort_struct_lies ? test_sort_random() & 1 : *a < *b;
}

#define TEST_SORT_STRUCT_LESS(a, b) test_sort_struct_less((a).words, (b).words)
#define TEST_SORT_STRUCT(bytes)                                                                              \
    typedef struct { uint32_t words[bytes / 4]; } test_sort_struct##bytes;                                   \
    GC_SORT_DEFINE(test_sort_structs##bytes, test_sort_struct##bytes, TEST_SORT_STRUCT_LESS)                 \
    static bool test_sort_a_struct##bytes(size_t n, int pattern, int how) {                                  \
        test_sort_struct##bytes *v = (test_sort_struct##bytes *)test_sort_alloc((n + 2) * bytes);            \
        test_sort_struct##bytes *in = (test_sort_struct##bytes *)test_sort_alloc((n + 2) * bytes);           \
        test_sort_struct##bytes *scratch = (test_sort_struct##bytes *)test_sort_alloc((n + 1) * bytes);      \
        for (size_t i = 0; i < n + 2; i++) {                                                                 \
            for (size_t k = 0; k < bytes / 4; k++) v[i].words[k] = (uint32_t)(i * 40503u + k);               \
            v[i].words[0] = (uint32_t)test_sort_key(pattern, i, n);                                          \
            v[i].words[bytes / 4 - 1] = (uint32_t)i;                                                         \
        }                                                                                                    \
        memcpy(in, v, (n + 2) * bytes);                                                                      \
        if (how == 0) test_sort_structs##bytes(v + 1, n);                                                    \
        else test_sort_structs##bytes##_stable(v + 1, n, how == 1 ? scratch : NULL);                         \
        bool ok = memcmp(v, in, bytes) == 0 && memcmp(v + n + 1, in + n + 1, bytes) == 0;                    \
        ok &= test_sort_permutation((unsigned char *)(in + 1), (unsigned char *)(v + 1), n, bytes);          \
        for (size_t i = 2; i <= n && !test_sort_struct_lies; i++) {                                          \
            const uint32_t *const a = v[i - 1].words, *const b = v[i].words;                                 \
            ok &= a[0] <= b[0] && (how == 0 || a[0] < b[0] || a[bytes / 4 - 1] < b[bytes / 4 - 1]);          \
        }                                                                                                    \
        free(v);                                                                                             \
        free(in);                                                                                            \
        free(scratch);                                                                                       \
        return ok;                                                                                           \
    }

TEST_SORT_STRUCT(8)
TEST_SORT_STRUCT(16)
TEST_SORT_STRUCT(20)
TEST_SORT_STRUCT(128)
TEST_SORT_STRUCT(132)

static void test_sort_structs(void) {
    test_sort_state = test_seed;
    for (int lies = 0; lies < 2; lies++) {
        test_sort_struct_lies = lies != 0;
        for (int round = 0; round < 330; round++) {
            const size_t n = round < 150 ? (size_t)round : test_sort_below(round < 320 ? 700 : 9000);
            const int p = round % TEST_SORT_PATTERNS, how = round / TEST_SORT_PATTERNS % 3;
            bool ok = test_sort_a_struct8(n, p, how) && test_sort_a_struct16(n, p, how);
            ok = ok && test_sort_a_struct20(n, p, how) && test_sort_a_struct128(n, p, how);
            if (!CHECK(ok && test_sort_a_struct132(n, p, how))) return;
        }
    }
    test_sort_struct_lies = false;
}

static bool test_sort_next_permutation(int *v, int n) {
    int i = n - 1, j = n - 1;
    while (i > 0 && v[i - 1] >= v[i]) i--;
    if (i <= 0) return false;
    while (v[j] <= v[i - 1]) j--;
    int t = v[i - 1];
    v[i - 1] = v[j];
    v[j] = t;
    for (j = n - 1; i < j; i++, j--) {
        t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
    return true;
}

static void test_sort_define(void) {
    const char *texts[] = { "pear", "fig", "", "apple", "figs", "quince", "date" };
    test_sort_fat *fats = (test_sort_fat *)test_sort_alloc(3000 * sizeof *fats);

    int *ints = (int *)test_sort_alloc(50000 * sizeof *ints),
        *scratch = (int *)test_sort_alloc(50000 * sizeof *ints);
    uint32_t *want = (uint32_t *)test_sort_alloc(50000 * sizeof *want);
    test_sort_state = test_seed;
    test_sort_texts(texts, 7);
    for (int i = 1; i < 7; i++) CHECK(strcmp(texts[i - 1], texts[i]) < 0);
    test_sort_texts_stable(texts, 7, NULL);
    for (size_t i = 0; i < 3000; i++) fats[i].d[4] = (double)test_sort_below(1000);
    test_sort_fats(fats, 3000);
    for (size_t i = 1; i < 3000; i++) CHECK(fats[i - 1].d[4] <= fats[i].d[4]);
    test_sort_fats(NULL, 0);
    test_sort_fats_stable(NULL, 5, NULL);
    for (int round = 0; round < 400; round++) {
        const size_t n = round < 300 ? (size_t)round : test_sort_below(50000);
        for (int how = 0; how < 3; how++) {
            for (size_t i = 0; i < n; i++) {
                ints[i] = (int)(test_sort_key(round % TEST_SORT_PATTERNS, i, n) & 0x7fffffff);
                want[i] = (uint32_t)ints[i];
            }
            gc_sort_u32(want, n);
            if (how == 0) test_sort_ints(ints, n);
            else test_sort_ints_stable(ints, n, how == 1 ? scratch : NULL);
            if (!CHECK(n == 0 || memcmp(ints, want, n * sizeof *ints) == 0)) return;
        }
    }
    free(fats);
    free(ints);
    free(scratch);
    free(want);
}

static void test_sort_permutations(void) {
    for (int n = 0; n <= (TEST_SORT_THOROUGH ? 9 : 8); n++) {
        int p[9];
        for (int i = 0; i < n; i++) p[i] = i;

        do {
            int v[6][9];
            uint32_t u[9];
            float f[9];

            for (int k = 0; k < 6; k++) memcpy(v[k], p, sizeof p);
            for (int i = 0; i < n; i++) {
                u[i] = (uint32_t)p[i];
                f[i] = (float)p[i] - 3.0f;
            }

            test_sort_asked = -1;
            CHECK(gc_sort(v[0], (size_t)n, sizeof(int), test_sort_answer_cmp, NULL) == GC_SORT_OK);
            CHECK(gc_sort_stable(v[1], (size_t)n, sizeof(int), test_sort_answer_cmp, NULL) == GC_SORT_OK);
            test_sort_ints(v[2], (size_t)n);
            test_sort_tiny(v[3], (size_t)n);
            test_sort_tiny_stable(v[4], (size_t)n, NULL);
            gc_sort_priv_cmp_heapsort(&test_sort_tiny_priv_how, NULL, (unsigned char *)v[5], (size_t)n,
                                      sizeof(int));

            gc_sort_u32(u, (size_t)n);
            gc_sort_f32_down(f, (size_t)n);

            for (int i = 0; i < n; i++) {
                bool ok = u[i] == (uint32_t)i && (int)f[i] == n - 1 - i - 3;
                for (int k = 0; k < 6; k++) ok &= v[k][i] == i;
                if (!CHECK(ok)) return;
            }
        } while (test_sort_next_permutation(p, n));
    }
}

// Every sequence of answers that a comparison can give, as a tree walk: after each run, the
// last answer not yet tried is flipped. way 0: gc_sort, 1: gc_sort_stable, 2 and 3: the typed
// body with quicksort and merges from 2 elements on, 4: heapsort, 5: quicksort with one bad
// split allowed.
static uint64_t test_sort_walk(int way, int n, uint64_t most) {
    uint64_t runs = 0;
    const int guard = 0x77777777;
    int room[GC_SORT_PRIV_SMALL_MOST];
    const gc_sort_priv_elements tiny = {
        &test_sort_tiny_priv_how, test_sort_tiny_priv_small, sizeof(int), 1, true, false,
        (unsigned char *)room, NULL, NULL
    };

    test_sort_bits = 0;
    for (;;) {
        int v[10];
        bool seen[8] = { false, false, false, false, false, false, false, false };
        v[0] = v[n + 1] = guard;
        for (int i = 0; i < n; i++) v[i + 1] = i;
        test_sort_asked = 0;
        unsigned char *const first = (unsigned char *)(v + 1);
        switch (way) {
        case 0: gc_sort(v + 1, (size_t)n, sizeof(int), test_sort_answer_cmp, NULL); break;
        case 1: gc_sort_stable(v + 1, (size_t)n, sizeof(int), test_sort_answer_cmp, NULL); break;
        case 2: test_sort_tiny(v + 1, (size_t)n); break;
        case 3: test_sort_tiny_stable(v + 1, (size_t)n, NULL); break;
        case 4: gc_sort_priv_cmp_heapsort(tiny.type, NULL, first, (size_t)n, sizeof(int)); break;
        default: gc_sort_priv_cmp_quick(&tiny, first, (size_t)n, 1); break;
        }
        runs++;
        bool ok = v[0] == guard && v[n + 1] == guard && test_sort_asked <= 62;
        for (int i = 1; i <= n; i++) {
            if (v[i] < 0 || v[i] >= n || seen[v[i]]) ok = false;
            else seen[v[i]] = true;
        }
        if (!ok) {
            CHECK_U64(test_sort_bits, 0);
            return runs;
        }
        int last = test_sort_asked - 1;
        while (last >= 0 && (test_sort_bits >> last & 1)) last--;
        if (last < 0 || runs >= most) return runs;
        test_sort_bits &= ((uint64_t)1 << last) - 1;
        test_sort_bits |= (uint64_t)1 << last;
    }
}

// Of 6 the most runs are gc_sort's, 1,036,806.
static void test_sort_decisions(void) {
    for (int way = 0; way < 6; way++) {
        for (int n = 0; n <= (TEST_SORT_THOROUGH && (way == 2 || way > 3) ? 7 : 6); n++) {
            const uint64_t runs = test_sort_walk(way, n, 4000000);
            CHECK(runs < 4000000);                       // the tree was walked to its end
            if (n == 6) CHECK(runs >= 720);              // and has a leaf for each permutation
            if (n == 7) CHECK(runs >= 5040);
        }
    }
    test_sort_asked = -1;
}

// M. D. McIlroy, "A killer adversary for quicksort", Software - Practice and Experience 29
// (1999): values are decided only when asked for, always to the disadvantage of the last pivot
// seen.
typedef struct test_sort_anti {
    uint32_t *value, solid, candidate, gas;
    uint64_t calls;
} test_sort_anti;

static int test_sort_anti_cmp(const void *pa, const void *pb, void *user) {
    test_sort_anti *s = (test_sort_anti *)user;
    const uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;
    s->calls++;
    if (s->value[a] == s->gas && s->value[b] == s->gas) {
        if (a == s->candidate) s->value[a] = s->solid++;
        else s->value[b] = s->solid++;
    }
    if (s->value[a] == s->gas) s->candidate = a;
    else if (s->value[b] == s->gas) s->candidate = b;
    return s->value[a] < s->value[b] ? -1 : s->value[a] > s->value[b];
}

static double test_sort_log2(size_t n) {     // within 0.1 of log2, from below
    double x = 0, m = (double)n;
    for (; m >= 2; m /= 2) x += 1;
    return x + (m - 1);
}

static void test_sort_adversary(void) {
    for (size_t n = 1024; n <= 65536; n *= 4) {
        uint32_t *v = (uint32_t *)test_sort_alloc(n * sizeof *v);
        test_sort_anti s;
        s.value = (uint32_t *)test_sort_alloc(n * sizeof *v);
        for (int stable = 0; stable < 2; stable++) {
            // The first three are decided (1, 0, 2): else the scan for runs would find one, and
            // nothing be sorted.
            s.solid = 3;
            s.candidate = 0;
            s.gas = (uint32_t)n;
            s.calls = 0;
            for (size_t i = 0; i < n; i++) {
                v[i] = (uint32_t)i;
                s.value[i] = i > 2 ? s.gas : i == 2 ? 2 : 1 - (uint32_t)i;
            }
            if (stable) gc_sort_stable(v, n, sizeof *v, test_sort_anti_cmp, &s);
            else gc_sort(v, n, sizeof *v, test_sort_anti_cmp, &s);
            const double ratio = (double)s.calls / ((double)n * test_sort_log2(n));
            if (test_verbose)
                printf("     adversary n %zu %s: %.2f n log2 n\n", n, stable ? "stable" : "gc_sort", ratio);
            // gc_sort takes 1.98 to 2.04 n log2 n. What the adversary decides rises, so the
            // stable sort finds runs: 2.1 n comparisons. Fewer: it was none.
            CHECK((stable ? s.calls > 2 * n : ratio > 1.5) && ratio <= 3.0);
            // The values found, played back as an input, cost no more.
            test_sort_cmp u;
            memset(&u, 0, sizeof u);
            u.size = 4;
            for (size_t i = 0; i < n; i++) v[i] = s.value[i];
            gc_sort(v, n, sizeof *v, test_sort_callback, &u);
            CHECK((double)u.calls <= 3.0 * (double)n * test_sort_log2(n));
            for (size_t i = 1; i < n; i++) {
                if (v[i - 1] > v[i]) {
                    CHECK_U64(i, 0);
                    break;
                }
            }
        }
        free(s.value);
        free(v);
    }

    // All patterns, counted.
    test_sort_state = test_seed;
    uint32_t *v = (uint32_t *)test_sort_alloc(65536 * sizeof *v);
    for (int p = 0; p < TEST_SORT_PATTERNS; p++) {
        for (size_t n = 64; n <= 65536; n *= 4) {
            test_sort_cmp u;
            memset(&u, 0, sizeof u);
            u.size = 4;
            for (size_t i = 0; i < n; i++) v[i] = (uint32_t)test_sort_key(p, i, n);
            gc_sort_stable(v, n, sizeof *v, test_sort_callback, &u);
            CHECK((double)u.calls <= 1.2 * (double)n * test_sort_log2(n));

            u.calls = 0;
            for (size_t i = 0; i < n; i++) v[i] = (uint32_t)test_sort_key(p, i, n);
            gc_sort(v, n, sizeof *v, test_sort_callback, &u);
            CHECK((double)u.calls <= 3.0 * (double)n * test_sort_log2(n));
            // 16 values: four levels, and one to take out equals.
            if (p == TEST_SORT_FEW) CHECK(u.calls <= 8 * n);
            if (p == TEST_SORT_SORTED || p == TEST_SORT_REVERSED || p == TEST_SORT_EQUAL) CHECK(u.calls < n);
        }
    }
    free(v);
}

// The adversary against the other sorts by a comparison: GC_SORT_DEFINE's, and those of a
// context on one thread (from 8,192 on both of these are stable).
static test_sort_anti *test_sort_anti_now;
#define TEST_SORT_ANTI_LESS(a, b) (test_sort_anti_cmp(&(a), &(b), test_sort_anti_now) < 0)
GC_SORT_DEFINE(test_sort_antis, uint32_t, TEST_SORT_ANTI_LESS)

static void test_sort_adversary_calls(void) {
    static uint32_t v[65536], scratch[65536], value[65536];
    gc_sort_context *const c = gc_sort_open(NULL, NULL);
    if (!CHECK(c != NULL)) return;
    for (uint32_t n = 1024; n <= 65536; n *= 4) {
        for (int how = 0; how < 5; how++) {
            test_sort_anti s = { value, 3, 0, n, 0 };
            test_sort_anti_now = &s;
            for (uint32_t i = 0; i < n; i++) {
                v[i] = i;
                value[i] = i > 2 ? s.gas : i == 2 ? 2 : 1 - i;
            }

            if (how == 0) test_sort_antis(v, n);
            else if (how < 3) test_sort_antis_stable(v, n, how == 1 ? scratch : NULL);
            else if (how == 3) gc_sort_ctx(c, v, n, sizeof *v, test_sort_anti_cmp, &s);
            else gc_sort_ctx_stable(c, v, n, sizeof *v, test_sort_anti_cmp, &s);

            const double ratio = (double)s.calls / ((double)n * test_sort_log2(n));
            if (test_verbose) printf("     adversary n %u, how %d: %.2f n log2 n\n", n, how, ratio);
            CHECK(s.calls > 2 * (uint64_t)n && ratio <= 3.0);

            // What it decided: in order.
            for (uint32_t i = 1; i < n; i++) {
                if (!CHECK(value[v[i - 1]] <= value[v[i]])) return;
            }
        }
    }
    gc_sort_close(c);
}

// ---- Context

typedef struct test_sort_pool {          // a parallel_for over threads made for each call
    unsigned threads;
    size_t count, next;
    void (*task)(void *, size_t);
    void *arg;
    pthread_mutex_t lock;
    uint64_t calls;
} test_sort_pool;

static void *test_sort_worker(void *arg) {
    test_sort_pool *p = (test_sort_pool *)arg;
    for (;;) {
        pthread_mutex_lock(&p->lock);
        const size_t i = p->next++;
        pthread_mutex_unlock(&p->lock);
        if (i >= p->count) return NULL;
        p->task(p->arg, i);
        if (i % 3 == 0) sched_yield();
    }
}

static void test_sort_thread_for(void *user, void (*task)(void *, size_t), void *arg, size_t count) {
    test_sort_pool *p = (test_sort_pool *)user;
    pthread_t threads[16];
    unsigned made = 0;
    p->task = task;
    p->arg = arg;
    p->count = count;
    p->next = 0;
    p->calls++;
    while (made < p->threads && made < 16 && pthread_create(&threads[made], NULL, test_sort_worker, p) == 0)
        made++;
    test_sort_worker(p);
    while (made-- > 0) pthread_join(threads[made], NULL);
}

static void test_sort_shuffled_for(void *user, void (*task)(void *, size_t), void *arg, size_t count) {
    size_t order[256];
    (void)user;
    if (!CHECK(count <= 256)) return;
    for (size_t i = 0; i < count; i++) {
        const size_t j = test_sort_below(i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (size_t i = 0; i < count; i++) task(arg, order[i]);
}

static void test_sort_context(void) {
    const size_t sizes[] = { 0, 1, 2, 17, 32767, 32768, 50001, 262143, 262144, 300007 };
    const size_t most = 300007;

    uint64_t *in = (uint64_t *)test_sort_alloc(most * 8), *want = (uint64_t *)test_sort_alloc(most * 8),
        *got = (uint64_t *)test_sort_alloc(most * 8);
    uint32_t *keys = (uint32_t *)test_sort_alloc(most * 4), *values = (uint32_t *)test_sort_alloc(most * 4);
    float *floats = (float *)test_sort_alloc(most * 4);
    test_sort_pool pool;
    memset(&pool, 0, sizeof pool);
    pthread_mutex_init(&pool.lock, NULL);
    test_sort_state = test_seed;
    for (int way = 0; way < 9; way++) {
        gc_sort_desc desc;
        int error = 1;
        memset(&desc, 0, sizeof desc);
        desc.user = &pool;
        if (way == 1) desc.parallel_for = test_sort_serial_for;
        if (way == 2) desc.parallel_for = test_sort_shuffled_for;
        if (way >= 3 && way < 6) desc.parallel_for = test_sort_thread_for;
        if (way >= 6) desc.threads = TEST_SORT_OWN_THREADS ? way == 6 ? 2 : way == 7 ? 3 : 16 : 1;
        pool.threads = way == 3 ? 0 : way == 4 ? 2 : 8;
        pool.calls = 0;
        gc_sort_context *context = gc_sort_open(way == 0 ? NULL : &desc, &error);
        CHECK_INT(error, GC_SORT_OK);
        if (!CHECK(context != NULL)) return;
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            const size_t n = sizes[s];
            if (!TEST_SORT_THOROUGH && n > 60000 && way % 4 != 1) continue;
            const int pattern = s % 2 ? TEST_SORT_RANDOM : (int)((s / 2 + (size_t)way) % TEST_SORT_PATTERNS);
            for (size_t i = 0; i < n; i++) in[i] = test_sort_key(pattern, i, n);
            memcpy(want, in, n * 8);
            memcpy(got, in, n * 8);
            gc_sort_u64(want, n);
            CHECK_INT(gc_sort_ctx_u64(context, got, n), GC_SORT_OK);
            CHECK(memcmp(want, got, n * 8) == 0);
            // Pairs: the reference is the sort of 64-bit numbers just made, on the same bits.
            for (size_t i = 0; i < n; i++) {
                keys[i] = (uint32_t)(in[i] % 5000);
                values[i] = (uint32_t)(in[i] >> 20);
                want[i] = (uint64_t)keys[i] << 32 | values[i];
            }
            gc_sort_u64(want, n);
            CHECK_INT(gc_sort_ctx_u32_kv(context, keys, values, n), GC_SORT_OK);
            for (size_t i = 0; i < n; i++) got[i] = (uint64_t)keys[i] << 32 | values[i];
            CHECK(memcmp(want, got, n * 8) == 0);
            // Signed and float keys with their index: each value must still lead to its key.
            for (size_t i = 0; i < n; i++) {
                keys[i] = (uint32_t)in[i] - 100;
                values[i] = (uint32_t)i;
            }
            CHECK_INT(gc_sort_ctx_i32_kv(context, (int32_t *)keys, values, n), GC_SORT_OK);
            bool ok = true;
            for (size_t i = 0; i < n; i++) {
                ok &= keys[i] == (uint32_t)in[values[i]] - 100;
                if (i) ok &= (int32_t)keys[i - 1] < (int32_t)keys[i] ||
                    (keys[i - 1] == keys[i] && values[i - 1] < values[i]);
            }
            CHECK(ok);
            for (size_t i = 0; i < n; i++) {
                floats[i] = (float)(int32_t)(in[i] % 9999) - 500.0f;
                values[i] = (uint32_t)i;
            }
            CHECK_INT(gc_sort_ctx_f32_kv(context, floats, values, n), GC_SORT_OK);
            for (size_t i = 0; i < n; i++) {
                ok &= floats[i] == (float)(int32_t)(in[values[i]] % 9999) - 500.0f;
                if (i) ok &= floats[i - 1] < floats[i] ||
                    (floats[i - 1] == floats[i] && values[i - 1] < values[i]);
            }
            CHECK(ok);
        }
        CHECK(way < 3 || way >= 6 || pool.calls > 10);       // the tasks did go through parallel_for
        gc_sort_close(context);
    }
    pthread_mutex_destroy(&pool.lock);
    gc_sort_close(NULL);
    free(in);
    free(want);
    free(got);
    free(keys);
    free(values);
    free(floats);
}

// The contexts that all calls are tried with: serial; on a parallel_for in any order; on own
// threads. NULL: there is no such one.
static gc_sort_context *test_sort_open_way(int way) {
    static const uint32_t threads[] = { 0, 0, 2, 7 };
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    if (way == 1) desc.parallel_for = test_sort_shuffled_for;
    desc.threads = threads[way];
    return TEST_SORT_OWN_THREADS || desc.threads < 2 ? gc_sort_open(&desc, NULL) : NULL;
}

// Pairs and stable pairs, rising and falling, against qsort; 1: falling, 2: stable.
static int test_sort_mode;
#define TEST_SORT_CTX_KV(name, type, ctype, vtype)                                                           \
    typedef struct { ctype key; vtype value; size_t index; } test_sort_triple_##name;                        \
    static int test_sort_cmp_triple_##name(const void *pa, const void *pb) {                                 \
        const test_sort_triple_##name *a = (const test_sort_triple_##name *)pa,                              \
            *b = (const test_sort_triple_##name *)pb;                                                        \
        const int by_key = test_sort_cmp_##type(&a->key, &b->key);                                           \
        if (by_key) return test_sort_mode & 1 ? -by_key : by_key;                                            \
        if (!(test_sort_mode & 2) && a->value != b->value) return a->value < b->value ? -1 : 1;              \
        return a->index < b->index ? -1 : a->index > b->index;                                               \
    }                                                                                                        \
    static bool test_sort_triples_##name(gc_sort_context *c, size_t n, int pattern) {                        \
        test_sort_triple_##name *in = (test_sort_triple_##name *)test_sort_alloc(n * sizeof *in);            \
        test_sort_triple_##name *want = (test_sort_triple_##name *)test_sort_alloc(n * sizeof *in);          \
        ctype *keys = (ctype *)test_sort_alloc(n * sizeof *keys);                                            \
        vtype *values = (vtype *)test_sort_alloc(n * sizeof *values);                                        \
        bool ok = true;                                                                                      \
        for (size_t i = 0; i < n; i++) {                                                                     \
            in[i].key = test_sort_make_##type(pattern, test_sort_key(pattern, i, n));                        \
            in[i].value = (vtype)test_sort_random();                                                         \
            in[i].index = i;                                                                                 \
        }                                                                                                    \
        for (test_sort_mode = 0; test_sort_mode < 4; test_sort_mode++) {                                     \
            memcpy(want, in, n * sizeof *in);                                                                \
            if (n) qsort(want, n, sizeof *want, test_sort_cmp_triple_##name);                                \
            for (size_t i = 0; i < n; i++) { memcpy(keys + i, &in[i].key, sizeof *keys);                     \
                values[i] = in[i].value; }                                                                   \
            const int result = test_sort_mode == 0 ? gc_sort_ctx_##name(c, keys, values, n)                  \
                : test_sort_mode == 1 ? gc_sort_ctx_##name##_down(c, keys, values, n)                        \
                : test_sort_mode == 2 ? gc_sort_ctx_##name##_stable(c, keys, values, n)                      \
                : gc_sort_ctx_##name##_stable_down(c, keys, values, n);                                      \
            ok &= result == GC_SORT_OK;                                                                      \
            for (size_t i = 0; i < n; i++) {                                                                 \
                ok &= memcmp(keys + i, &want[i].key, sizeof *keys) == 0 && values[i] == want[i].value;       \
            }                                                                                                \
        }                                                                                                    \
        free(in); free(want); free(keys); free(values);                                                      \
        return ok;                                                                                           \
    }                                                                                                        \
    static void test_sort_ctx_pairs_##name(void) {                                                           \
        static const size_t sizes[] = { 0, 1, 2, 15, 300, 5000, 32768, 70001, 200001 };                      \
        test_sort_state = test_seed;                                                                         \
        for (int way = 0; way < 4; way++) {                                                                  \
            gc_sort_context *c = test_sort_open_way(way);                                                    \
            for (int isa = 0; c && test_sort_use_isa(isa); isa++) {                                          \
                for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {                                \
                    const int p = (int)((size_t)(way + isa) + s) % TEST_SORT_PATTERNS;                       \
                    if (sizes[s] > 70001 && (isa || way != 3) && !TEST_SORT_THOROUGH) continue;              \
                    CHECK(test_sort_triples_##name(c, sizes[s], way ? p : TEST_SORT_RANDOM));                \
                }                                                                                            \
            }                                                                                                \
            gc_sort_close(c);                                                                                \
        }                                                                                                    \
    }
TEST_SORT_CTX_KV(u32_kv, u32, uint32_t, uint32_t)
TEST_SORT_CTX_KV(i32_kv, i32, int32_t, uint32_t)
TEST_SORT_CTX_KV(f32_kv, f32, float, uint32_t)
TEST_SORT_CTX_KV(u64_kv, u64, uint64_t, uint64_t)
TEST_SORT_CTX_KV(i64_kv, i64, int64_t, uint64_t)
TEST_SORT_CTX_KV(f64_kv, f64, double, uint64_t)
TEST_SORT_CTX_KV(u64_kv32, u64, uint64_t, uint32_t)

// Numbers as without a context, whose results the other tests know to be right; argsort.
#define TEST_SORT_SAME(type, ctype)                                                                          \
    static bool test_sort_same_##type(gc_sort_context *c, size_t n, int pattern) {                           \
        ctype *in = (ctype *)test_sort_alloc(n * sizeof *in);                                                \
        ctype *got = (ctype *)test_sort_alloc(n * sizeof *in);                                               \
        ctype *want = (ctype *)test_sort_alloc(n * sizeof *in);                                              \
        uint32_t *order = (uint32_t *)test_sort_alloc(n * sizeof *order);                                    \
        unsigned char *seen = (unsigned char *)test_sort_alloc(n);                                           \
        for (size_t i = 0; i < n; i++) in[i] = test_sort_make_##type(pattern, test_sort_key(pattern, i, n)); \
        memcpy(want, in, n * sizeof *in);                                                                    \
        memcpy(got, in, n * sizeof *in);                                                                     \
        gc_sort_##type(want, n);                                                                             \
        bool ok = gc_sort_ctx_##type(c, got, n) == GC_SORT_OK && memcmp(want, got, n * sizeof *in) == 0;     \
        memcpy(got, in, n * sizeof *in);                                                                     \
        gc_sort_##type##_down(want, n);                                                                      \
        ok &= gc_sort_ctx_##type##_down(c, got, n) == GC_SORT_OK && memcmp(want, got, n * sizeof *in) == 0;  \
        ok &= gc_sort_ctx_order_##type(c, in, order, n) == GC_SORT_OK;                                       \
        ok &= test_sort_is_order_##type(in, order, n, 1, seen);                                              \
        ok &= gc_sort_ctx_order_##type##_down(c, in, order, n) == GC_SORT_OK;                                \
        ok &= test_sort_is_order_##type(in, order, n, -1, seen);                                             \
        free(in); free(want); free(got); free(order); free(seen);                                            \
        return ok;                                                                                           \
    }
TEST_SORT_SAME(i16, int16_t)
TEST_SORT_SAME(u16, uint16_t)
TEST_SORT_SAME(i32, int32_t)
TEST_SORT_SAME(u32, uint32_t)
TEST_SORT_SAME(i64, int64_t)
TEST_SORT_SAME(u64, uint64_t)
TEST_SORT_SAME(f32, float)
TEST_SORT_SAME(f64, double)

static void test_sort_ctx_numbers(void) {
    static bool (*const same[])(gc_sort_context *, size_t, int) = {
        test_sort_same_i16, test_sort_same_u16, test_sort_same_i32, test_sort_same_u32, test_sort_same_i64,
        test_sort_same_u64, test_sort_same_f32, test_sort_same_f64
    };
    static const size_t sizes[] = { 0, 1, 2, 63, 64, 100, 5000, 32767, 32768, 65537, 150001, 400003 };

    test_sort_state = test_seed;
    for (int way = 0; way < 4; way++) {
        gc_sort_context *c = test_sort_open_way(way);
        for (int isa = 0; c && test_sort_use_isa(isa); isa++) {

            // Large ones where no other way has looked at them.
            for (size_t k = 0; k < 8; k++) {
                for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
                    const size_t pattern = (k + s + (size_t)(way + isa)) % TEST_SORT_PATTERNS;
                    if (sizes[s] > 70000 && (isa || way < 2) && !TEST_SORT_THOROUGH) continue;
                    CHECK(same[k](c, sizes[s], sizes[s] % 2 ? (int)pattern : TEST_SORT_RANDOM));
                }
            }
        }

        gc_sort_close(c);
    }
}

// Allocator that fails at its k-th call and after, and counts bytes.
typedef struct test_sort_memory {
    uint64_t calls, fail_at;
    size_t live, peak;
    bool wrong;
} test_sort_memory;

static void *test_sort_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    test_sort_memory *m = (test_sort_memory *)user;
    if (!ptr && old_size) m->wrong = true;
    if (new_size == 0) {
        m->live -= old_size;
        free(ptr);
        return NULL;
    }
    if (++m->calls >= m->fail_at) return NULL;
    m->live += new_size - old_size;
    if (m->live > m->peak) m->peak = m->live;
    return realloc(ptr, new_size);
}

// Every allocation fails in turn, and every start of a thread: no context and an error, or a
// context that sorts, or says that it cannot and has touched nothing. Then nothing is left.
static void test_sort_failing_threads(void) {
    if (!TEST_SORT_OWN_THREADS) SKIP("this build has no threads of its own");

    const size_t n = 70000;
    uint32_t *in = (uint32_t *)test_sort_alloc(n * 4), *keys = (uint32_t *)test_sort_alloc(n * 4);
    uint32_t *values = (uint32_t *)test_sort_alloc(n * 4);
    test_sort_state = test_seed;
    for (size_t i = 0; i < n; i++) in[i] = (uint32_t)test_sort_random();

    for (uint32_t threads = 2; threads <= 6; threads += 2) {
        for (int fail = 0; fail < 12; fail++) {
            test_sort_memory m;
            gc_sort_desc desc;
            int error = 1;

            // One allocation fails, or one thread does not start.
            memset(&m, 0, sizeof m);
            memset(&desc, 0, sizeof desc);
            m.fail_at = fail < 6 ? (uint64_t)fail + 1 : 100;
            test_sort_threads_left = fail < 6 ? -1 : fail - 6;
            desc.allocator.resize = test_sort_resize;
            desc.allocator.user = &m;
            desc.threads = threads;

            gc_sort_context *context = gc_sort_open(&desc, &error);
            test_sort_threads_left = -1;
            CHECK_INT(error, context ? GC_SORT_OK : fail < 6 ? GC_SORT_E_MEMORY : GC_SORT_E_THREAD);
            CHECK((context == NULL) == (fail < 2 || (fail >= 6 && fail - 6 < (int)threads - 1)));

            // What was opened works, or says that memory is missing and leaves all as it was.
            bool ok = true;
            for (int call = 0; context && call < 3; call++) {
                memcpy(keys, in, n * 4);
                for (size_t i = 0; i < n; i++) values[i] = (uint32_t)i;
                const int result = call == 0 ? gc_sort_ctx_order_u32(context, keys, values, n)
                    : call == 1 ? gc_sort_ctx_u32_kv_stable(context, keys, values, n)
                    : gc_sort_ctx_u32_kv(context, keys, values, n);
                ok &= result == GC_SORT_OK || (call == 1 && fail < 6 && result == GC_SORT_E_MEMORY);

                for (size_t i = 0; i < n; i++) {
                    const uint32_t key = call == 0 ? keys[values[i]] : keys[i];
                    if (result == GC_SORT_OK) {
                        ok &= key == in[values[i]] && (i == 0 || in[values[i - 1]] <= key);
                    } else {
                        ok &= keys[i] == in[i] && values[i] == i;
                    }
                }
            }

            CHECK(ok);
            gc_sort_close(context);
            CHECK_U64(m.live, 0);
            CHECK(!m.wrong);
        }
    }

    free(in);
    free(keys);
    free(values);
}

// Records through a context: in its scratch from where the stack has no room for all of them,
// and on the stack where there is no scratch.
static void test_sort_by_few(void) {
    static const size_t few[][2] = {         // how many, bytes of one
        { 1000, 16 }, { 341, 32 }, { 181, 64 }, { 100, 128 }, { 615, 16 }, { 340, 32 }, { 93, 128 }, { 2, 16 }
    };
    unsigned char *const records = (unsigned char *)test_sort_alloc(1000 * 128);
    test_sort_state = test_seed;
    for (int fails = 0; fails < 2; fails++) {
        for (size_t k = 0; k < sizeof few / sizeof few[0]; k++) {
            const size_t n = few[k][0], size = few[k][1], all = gc_sort_by_scratch(n, size);
            test_sort_memory m;
            gc_sort_desc desc;
            memset(&m, 0, sizeof m);
            memset(&desc, 0, sizeof desc);
            m.fail_at = fails ? 2 : 100;
            desc.allocator.resize = test_sort_resize;
            desc.allocator.user = &m;
            gc_sort_context *const c = gc_sort_open(&desc, NULL);
            for (size_t i = 0; i < n * size; i++) records[i] = (unsigned char)test_sort_random();
            CHECK_INT(gc_sort_ctx_by_u32(c, records, n, size, 4), GC_SORT_OK);

            uint32_t last = 0, key;
            for (size_t i = 0; i < n; i++, last = key) {
                memcpy(&key, records + i * size + 4, 4);
                CHECK(last <= key);
            }
            if (all <= GC_SORT_PRIV_RECORDS_STACK) CHECK_U64(m.calls, 1);
            else CHECK(fails || m.live >= all);
            gc_sort_close(c);
        }
    }
    free(records);
}

#if defined(__linux__) && defined(__OPTIMIZE__) && defined(GC_SORT_PRIV_THREADS) && !TEST_SORT_SANITIZED
// ---- The stack that the banner promises

enum { TEST_SORT_STACK = 52 * 1024 };

typedef struct test_sort_stack {
    gc_sort_context *context;
    unsigned char *from, *records, *scratch;
    size_t n, deepest, scratch_size;
    int way;
} test_sort_stack;

static void test_sort_stack_call(test_sort_stack *s) {
    uint64_t *const keys = (uint64_t *)(void *)s->records, *const values = keys + s->n;
    uint32_t *const order = (uint32_t *)(void *)values;

    test_sort_cmp u;
    memset(&u, 0, sizeof u);
    u.size = 8;
    switch (s->way) {
    case 0: gc_sort_by_f32(s->records, s->n, 16, 4, s->scratch, s->scratch_size); break;
    case 1: gc_sort_by_f64(s->records, s->n, 16, 8, NULL, 0); break;
    case 2: gc_sort_by_f32(s->records, 1024, 16, 4, NULL, 0); break;
    case 3: gc_sort_ctx_by_f32(s->context, s->records, s->n, 16, 4); break;
    case 4: gc_sort_u16((uint16_t *)(void *)keys, s->n); break;
    case 5: gc_sort_f32((float *)(void *)keys, s->n); break;
    case 6: gc_sort_ctx_u64(s->context, keys, s->n); break;
    case 7: gc_sort_u32_kv((uint32_t *)(void *)keys, order, s->n); break;
    case 8: gc_sort_f64_kv((double *)(void *)keys, values, s->n); break;
    case 9: gc_sort_order_f32((const float *)(void *)keys, order, s->n); break;
    case 10: gc_sort_ctx_order_u64(s->context, keys, order, s->n); break;
    case 11: gc_sort_ctx_u64_kv_stable(s->context, keys, values, s->n); break;
    case 12: gc_sort_stable(keys, s->n, 8, test_sort_callback, &u); break;
    default: gc_sort_nth_u32((uint32_t *)(void *)keys, s->n, s->n / 2); break;
    }
}

static void *test_sort_stack_main(void *arg) {
    test_sort_stack *const s = (test_sort_stack *)arg;
    unsigned char here = 0;
    const size_t above = (size_t)((uintptr_t)&here - (uintptr_t)s->from);
    const size_t painted = above > 4096 ? above - 4096 : 0;
    memset(s->from, 0x5a, painted);
    test_sort_stack_call(s);
    size_t at = 0;
    while (at < painted && s->from[at] == 0x5a) at++;
    s->deepest = above - at;
    return NULL;
}

// Each way on a thread of its own, whose stack is painted.
static void test_sort_stack_size(void) {
    enum { STACK = 256 * 1024, MOST = 200000 };
    test_sort_stack s;
    memset(&s, 0, sizeof s);

    s.context = gc_sort_open(NULL, NULL);
    s.records = (unsigned char *)test_sort_alloc(MOST * 16);
    s.scratch_size = gc_sort_by_scratch(MOST, 16);
    s.scratch = (unsigned char *)test_sort_alloc(s.scratch_size);

    // A stack of 256 KB, of which the deepest byte that was touched is found.
    s.from = (unsigned char *)mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!CHECK(s.from != MAP_FAILED)) return;

    test_sort_state = test_seed;
    for (s.n = 40000; s.n <= MOST; s.n *= 5) {
        for (s.way = 0; s.way < 14; s.way++) {
            pthread_attr_t attr;
            pthread_t thread;

            for (size_t i = 0; i < MOST * 16; i++) s.records[i] = (unsigned char)test_sort_random();

            pthread_attr_init(&attr);
            CHECK_INT(pthread_attr_setstack(&attr, s.from, STACK), 0);
            CHECK_INT(pthread_create(&thread, &attr, test_sort_stack_main, &s), 0);
            pthread_join(thread, NULL);
            pthread_attr_destroy(&attr);
            CHECK(s.deepest <= TEST_SORT_STACK);
        }
    }

    munmap(s.from, STACK);
    gc_sort_close(s.context);
    free(s.records);
    free(s.scratch);
}
#define TEST_SORT_STACK_CASE TEST_CASE(test_sort_stack_size),
#else
#define TEST_SORT_STACK_CASE
#endif

// Own threads in the caller's memory; a little less is refused, and no byte beside it changes.
static void test_sort_threads_in_memory(void) {
    if (!TEST_SORT_OWN_THREADS) SKIP("this build has no threads of its own");
    const size_t n = 70000;
    uint32_t *keys = (uint32_t *)test_sort_alloc(n * 4);
    unsigned char *memory = (unsigned char *)test_sort_alloc(4096);

    gc_sort_desc desc;
    int error = 1;
    memset(&desc, 0, sizeof desc);
    memset(memory, 0xee, 4096);
    desc.threads = 5;

    // Too little, by one thread's worth.
    desc.memory = memory + 1;
    desc.memory_size = GC_SORT_CONTEXT_SIZE;
    CHECK(gc_sort_open(&desc, &error) == NULL);
    CHECK_INT(error, GC_SORT_E_MEMORY);

    // Enough: it works, and writes nothing beside its memory.
    desc.memory_size = GC_SORT_CONTEXT_SIZE + 512 + 5 * 16;
    gc_sort_context *context = gc_sort_open(&desc, &error);
    CHECK_INT(error, GC_SORT_OK);
    if (!CHECK(context != NULL)) return;

    for (size_t i = 0; i < n; i++) keys[i] = (uint32_t)(i * 2654435761u);
    CHECK_INT(gc_sort_ctx_u32(context, keys, n), GC_SORT_OK);
    for (size_t i = 1; i < n; i++) CHECK(keys[i - 1] < keys[i]);

    gc_sort_close(context);
    CHECK(memory[0] == 0xee);
    for (size_t i = 1 + desc.memory_size; i < 4096; i++) CHECK(memory[i] == 0xee);
    free(memory);
    free(keys);
}

// ---- The algorithms with names

typedef struct {
    int algorithm;
    uint32_t parts, threshold, threads;
    size_t scratch_limit;
} test_sort_named_way;

static const test_sort_named_way test_sort_named_ways[] = {
    { GC_SORT_QUICK, 0, 0, 0, 0 },        { GC_SORT_QUICK_MERGE, 0, 0, 0, 0 },
    { GC_SORT_QUICK_LEVELS, 0, 0, 0, 0 }, { GC_SORT_QUICK_MERGE, 4, 8, 3, 0 },
    { GC_SORT_QUICK_LEVELS, 9, 1, 3, 0 }, { GC_SORT_QUICK_MERGE, 1000, 2, 2, 0 },
    { GC_SORT_QUICK_LEVELS, 1000, 5, 2, 0 }, { GC_SORT_QUICK_MERGE, 16, 0, 2, 1 }
};
enum { TEST_SORT_NAMED_WAYS = (int)(sizeof test_sort_named_ways / sizeof test_sort_named_ways[0]) };

static gc_sort_context *test_sort_open_named(int way) {
    const test_sort_named_way *const w = &test_sort_named_ways[way];
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.algorithm = w->algorithm;
    desc.parts = w->parts;
    desc.threshold = w->threshold;
    desc.threads = TEST_SORT_OWN_THREADS ? w->threads : 0;
    desc.scratch_limit = w->scratch_limit;
    return gc_sort_open(&desc, NULL);
}

// All n to 2,000: the types take turns, each pattern. 100,000 (thoroughly a million) of each.
static void test_sort_named(void) {
    static bool (*const same[])(gc_sort_context *, size_t, int) = {
        test_sort_same_i16, test_sort_same_u16, test_sort_same_i32, test_sort_same_u32, test_sort_same_i64,
        test_sort_same_u64, test_sort_same_f32, test_sort_same_f64
    };
    const size_t large = TEST_SORT_THOROUGH ? 1000000 : 100000;

    test_sort_use_isa(0);
    test_sort_state = test_seed;
    for (int way = 0; way < TEST_SORT_NAMED_WAYS; way++) {
        gc_sort_context *c = test_sort_open_named(way);
        if (!CHECK(c != NULL)) return;

        for (size_t n = 0; n <= 2000; n++) {
            const int pattern = n % 2 ? TEST_SORT_RANDOM : (int)(n / 2 % TEST_SORT_PATTERNS);
            if (!CHECK(same[(n + (size_t)way) % 8](c, n, pattern))) break;
        }

        for (size_t k = 0; k < 8; k++) {
            CHECK(same[k](c, large, TEST_SORT_RANDOM));
            CHECK(same[k](c, large / 4, (int)((k + (size_t)way) % TEST_SORT_PATTERNS)));
        }
        gc_sort_close(c);
    }
}

// All n to 2,000 of int32_t, and a million, against qsort itself.
static void test_sort_named_qsort(void) {
    const size_t most = 1000000;
    int32_t *in = (int32_t *)test_sort_alloc(most * 4), *want = (int32_t *)test_sort_alloc(most * 4);

    test_sort_state = test_seed;
    for (size_t n = 0; n <= most; n = n < 2000 ? n + 1 : n + (most - 2000)) {

        for (size_t i = 0; i < n; i++) want[i] = (int32_t)(uint32_t)test_sort_random();
        memcpy(in, want, n * 4);
        qsort(want, n, 4, test_sort_cmp_i32);

        int32_t *const got = (int32_t *)test_sort_alloc(n * 4);
        for (int way = 0; way < (n <= 2000 ? 3 : TEST_SORT_NAMED_WAYS); way++) {
            gc_sort_context *c = test_sort_open_named(way);
            memcpy(got, in, n * 4);
            CHECK_INT(gc_sort_ctx_i32(c, got, n), GC_SORT_OK);
            CHECK(memcmp(got, want, n * 4) == 0);
            gc_sort_close(c);
        }
        free(got);
    }

    free(in);
    free(want);
}

// Where the median of three is the least or the greatest but one at every split: heapsort.
static void test_sort_named_killer(void) {
    const size_t n = 200000;
    uint32_t *v = (uint32_t *)test_sort_alloc(n * 4);
    for (int way = 0; way < TEST_SORT_NAMED_WAYS; way++) {
        gc_sort_context *c = test_sort_open_named(way);
        // Musser's sequence for the first, middle and last one.
        for (size_t i = 0; i < n / 2; i++) {
            v[i] = (uint32_t)(i % 2 ? i + n / 2 : i);
            v[n / 2 + i] = (uint32_t)(2 * i + 1);
        }

        CHECK_INT(gc_sort_ctx_u32(c, v, n), GC_SORT_OK);
        for (size_t i = 1; i < n; i++) {
            if (v[i - 1] > v[i]) {
                CHECK_U64(i, 0);
                break;
            }
        }

        gc_sort_close(c);
    }
    free(v);
}

// What is lent: each task runs once, on all threads where there are some.
typedef struct test_sort_lent {
    gc_sort_context *c;
    unsigned char runs[5000];
    uintptr_t stacks[5000];          // where a task's variables are: another thread's are far away
} test_sort_lent;

static void test_sort_lent_task(void *arg, size_t index) {
    test_sort_lent *const l = (test_sort_lent *)arg;
    volatile uint64_t x = index;
    for (int i = 0; i < 3000; i++) x = x * 6364136223846793005u + 1;
    l->runs[index]++;
    l->stacks[index] = (uintptr_t)&x >> 16;
}

static void test_sort_lent_inner(void *arg, size_t index) {
    test_sort_lent *const l = (test_sort_lent *)arg;
    if (index == 0) gc_sort_parallel_for(l->c, test_sort_lent_task, l, 3);
}

static void test_sort_parallel_for(void) {
    static const size_t counts[] = { 0, 1, 2, 3, 64, 5000 };
    static test_sort_lent l;
    uint32_t *const keys = (uint32_t *)test_sort_alloc(200000 * sizeof *keys);
    test_sort_state = test_seed;
    for (int way = 0; way < 4; way++) {
        gc_sort_context *const c = test_sort_open_way(way);
        bool several = way < 2;
        for (int round = 0; c && (round < 10 || (!several && round < 1000)); round++) {
            for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
                if (way == 1 && counts[k] > 256) continue;       // more than test_sort_shuffled_for takes
                memset(&l, 0, sizeof l);
                gc_sort_parallel_for(c, test_sort_lent_task, &l, counts[k]);
                for (size_t i = 0; i < 5000; i++) {
                    if (!CHECK(l.runs[i] == (i < counts[k]))) return;
                    several |= i < counts[k] && l.stacks[i] != l.stacks[0];
                }
            }

            // A sort between two of them, and none, which then find the threads awake.
            if (round % 3) continue;
            for (size_t i = 0; i < 200000; i++) keys[i] = (uint32_t)test_sort_random();
            CHECK_INT(gc_sort_ctx_u32(c, keys, 200000), GC_SORT_OK);
            for (size_t i = 1; i < 200000; i++) CHECK(keys[i - 1] <= keys[i]);
        }
        CHECK(several || !c);

        // Misuse: the tasks run all the same.
        if (c && TEST_SORT_COUNTS_ASSERTS) {
            const int before = test_sort_asserts;
            memset(&l, 0, sizeof l);
            l.c = c;
            gc_sort_parallel_for(c, test_sort_lent_inner, &l, 2);
            CHECK(test_sort_asserts == before + 1 && l.runs[0] == 1 && l.runs[1] == 1 && l.runs[2] == 1);
            gc_sort_parallel_for(NULL, test_sort_lent_task, &l, 2);
            CHECK(test_sort_asserts == before + 2 && l.runs[0] == 2 && l.runs[1] == 2 && l.runs[2] == 1);
            gc_sort_parallel_for(c, NULL, &l, 2);
            CHECK_INT(test_sort_asserts, before + 3);
        }
        gc_sort_close(c);
    }
    free(keys);
}

#ifdef GC_SORT_PRIV_THREADS
// Own threads, 2 to 16 of them: calls one after the other, so that they are met asleep, awake
// and on their way to sleep. The order of 64-bit keys is that of the call on one thread.
static void test_sort_own_threads(void) {
    const size_t n = 66000;
    uint64_t *const keys = (uint64_t *)test_sort_alloc(n * sizeof *keys);
    uint32_t *const expected = (uint32_t *)test_sort_alloc(n * sizeof *expected);
    uint32_t *const order = (uint32_t *)test_sort_alloc(n * sizeof *order);

    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    test_sort_state = test_seed;
    for (size_t i = 0; i < n; i++) keys[i] = test_sort_random() & (i % 3 ? UINT64_MAX : 255);
    CHECK_INT(gc_sort_order_u64(keys, expected, n), GC_SORT_OK);

    for (desc.threads = 2; desc.threads <= 16; desc.threads += 7) {
        gc_sort_context *const c = gc_sort_open(&desc, NULL);
        CHECK(c != NULL);

        for (int call = 0; c && call < 20; call++) {
            memset(order, 0xff, n * sizeof *order);
            CHECK_INT(gc_sort_ctx_order_u64(c, keys, order, n), GC_SORT_OK);
            CHECK(memcmp(order, expected, n * sizeof *order) == 0);
        }

        CHECK(!c || c->scratch_size >= n * sizeof *keys);      // by a copy: several threads did it
        gc_sort_close(c);
    }

    free(keys);
    free(expected);
    free(order);
}

// Threads that never take a task, as on a busy machine: of the calls only the first, and one of
// 16 in the long run, wake them.
static void test_sort_alone(void) {
    enum { CALLS = 100 };
    const size_t n = 40000;
    uint32_t *const keys = (uint32_t *)test_sort_alloc(n * sizeof *keys);
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.threads = 2;
    gc_sort_context *const c = gc_sort_open(&desc, NULL);
    if (!CHECK(c != NULL)) return;
    gc_sort_priv_pool_close(c->pool);
    CHECK(gc_sort_priv_pool_open(c->pool, 1));       // the caller alone
#ifdef GC_SORT_PRIV_PLACES
    c->pool->away = GC_SORT_PRIV_AWAY_NEVER;
#endif

    int woken = 0;
    test_sort_state = test_seed;
    for (int call = 0; call < CALLS; call++) {
        const int before = (int)c->pool->call;
        for (size_t i = 0; i < n; i++) keys[i] = (uint32_t)test_sort_random();
        CHECK_INT(gc_sort_ctx_u32(c, keys, n), GC_SORT_OK);
        for (size_t i = 1; i < n; i++) CHECK(keys[i - 1] <= keys[i]);
        const bool wakes = (int)c->pool->call != before;
        CHECK(wakes == (call == 0 || call == 2 || call == 6 || (call >= 14 && call % 16 == 14)));
        woken += wakes;
    }
    CHECK_INT(woken, 9);

    // Where one helps, the next call wakes them again.
    c->alone = 0;
    c->spell = 15;
    gc_sort_priv_pool_call(c->pool, true);
    GC_SORT_PRIV_STORE(&c->pool->help, 1);
    gc_sort_priv_leave(c);
    CHECK(c->alone == 0 && c->spell == 0);
    gc_sort_close(c);
    free(keys);
}

#ifdef TEST_SORT_PLACES
// ---- The processors of own threads

static struct {
    cpu_set_t of[8];                 // what each thread may run on, by its place in the pool
    const gc_sort_priv_pool *pool;   // NULL: what the system says counts
    int cpu, gets, sets;             // the caller's processor; calls
    int fail_get, fail_set;          // from this call on, only this call fails; 0: none
    cpu_set_t had;
    bool outside, stranger;          // a processor was given that no thread had; to another thread
} test_sort_places;

static int test_sort_getcpu(void) { return test_sort_places.pool ? test_sort_places.cpu : sched_getcpu(); }

static int test_sort_place_of(pthread_t thread) {
    for (uint32_t i = 0; i < test_sort_places.pool->workers; i++) {
        if (pthread_equal(test_sort_places.pool->threads[i], thread)) return (int)i;
    }
    test_sort_places.stranger = true;
    return 0;
}

static int test_sort_getaffinity(pthread_t thread, size_t size, cpu_set_t *set) {
    if (!test_sort_places.pool) return pthread_getaffinity_np(thread, size, set);
    const int i = test_sort_place_of(thread);
    if (++test_sort_places.gets >= test_sort_places.fail_get && test_sort_places.fail_get) return EPERM;
    *set = test_sort_places.of[i];
    return 0;
}

static int test_sort_setaffinity(pthread_t thread, size_t size, const cpu_set_t *set) {
    cpu_set_t both;
    if (!test_sort_places.pool) return pthread_setaffinity_np(thread, size, set);
    const int i = test_sort_place_of(thread);
    CPU_AND(&both, set, &test_sort_places.had);
    test_sort_places.outside |= !CPU_EQUAL(&both, set) || CPU_COUNT(set) == 0;
    if (++test_sort_places.sets == test_sort_places.fail_set) return EPERM;
    test_sort_places.of[i] = *set;
    return 0;
}

// A context of so many threads, each on processors 0 to cpus - 1.
static gc_sort_context *test_sort_places_open(uint32_t threads, int cpus) {
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.threads = threads;
    gc_sort_context *const c = gc_sort_open(&desc, NULL);
    memset(&test_sort_places, 0, sizeof test_sort_places);
    if (!CHECK(c != NULL)) return NULL;
    for (int cpu = 0; cpu < cpus; cpu++) CPU_SET((size_t)cpu, &test_sort_places.had);
    for (int i = 0; i < 8; i++) test_sort_places.of[i] = test_sort_places.had;
    test_sort_places.pool = c->pool;
    return c;
}

// A call from that processor: how many times a thread was placed.
static int test_sort_places_call(gc_sort_context *c, int cpu) {
    enum { N = 40000 };
    static uint32_t keys[N];
    const int before = test_sort_places.sets;
    for (size_t i = 0; i < N; i++) keys[i] = (uint32_t)test_sort_random();
    c->alone = 0;
    test_sort_places.cpu = cpu;
    CHECK_INT(gc_sort_ctx_u32(c, keys, N), GC_SORT_OK);
    for (size_t i = 1; i < N; i++) CHECK(keys[i - 1] <= keys[i]);
    return test_sort_places.sets - before;
}

// Thread i may run on all that it had but this one; -1: on all.
static bool test_sort_places_off(int i, int cpu) {
    cpu_set_t set = test_sort_places.had;
    if (cpu >= 0) CPU_CLR((size_t)cpu, &set);
    return CPU_EQUAL(&set, &test_sort_places.of[i]);
}

static void test_sort_places_close(gc_sort_context *c) {
    CHECK(!test_sort_places.outside && !test_sort_places.stranger);
    test_sort_places.pool = NULL;
    gc_sort_close(c);
}

// Own threads are kept off the processor that the caller is on, and placed again only where
// that has changed.
static void test_sort_places_follow(void) {
    for (uint32_t threads = 2; threads <= 4; threads++) {
        gc_sort_context *const c = test_sort_places_open(threads, 4);
        const int others = (int)threads - 1;
        if (!c) return;
        CHECK_INT(test_sort_places_call(c, 1), others);
        for (int i = 0; i < others; i++) CHECK(test_sort_places_off(i, 1));
        CHECK_INT(test_sort_places_call(c, 1), 0);
        CHECK_INT(test_sort_places_call(c, 3), others);
        for (int i = 0; i < others; i++) CHECK(test_sort_places_off(i, 3));
        CHECK_INT(test_sort_places_call(c, 7), others);      // it is not on one of theirs
        for (int i = 0; i < others; i++) CHECK(test_sort_places_off(i, -1));
        test_sort_places_close(c);
    }
}

// Nothing is done with one processor, with more threads than processors, after an error, and
// where somebody else has placed a thread.
static void test_sort_places_never(void) {
    gc_sort_context *c = test_sort_places_open(2, 1);
    for (int cpu = 0; c && cpu < 3; cpu++) CHECK_INT(test_sort_places_call(c, cpu), 0);
    test_sort_places_close(c);
    c = test_sort_places_open(3, 2);
    for (int cpu = 0; c && cpu < 3; cpu++) CHECK_INT(test_sort_places_call(c, cpu), 0);
    test_sort_places_close(c);

    // The first question fails, the second, the first order, and the processor is not known.
    for (int way = 0; way < 4; way++) {
        c = test_sort_places_open(2, 2);
        test_sort_places.fail_get = way == 0 ? 1 : way == 1 ? 2 : 0;
        test_sort_places.fail_set = way == 2 ? 1 : 0;
        for (int call = 0; c && call < 4; call++) test_sort_places_call(c, way == 3 ? -1 : call % 2);
        CHECK_INT(test_sort_places.sets, way == 2 ? 1 : 0);
        CHECK(test_sort_places_off(0, -1));
        test_sort_places_close(c);
    }

    // Off 0, then somebody takes another one away from one of two, or the other one cannot be
    // placed, or the processor is not known: who was placed gets back what it had.
    for (int way = 0; way < 4; way++) {
        c = test_sort_places_open(3, 6);
        if (!c) return;
        CHECK_INT(test_sort_places_call(c, 0), 2);
        cpu_set_t theirs = test_sort_places.of[0];
        CPU_CLR(5, &theirs);
        if (way < 2) test_sort_places.of[way] = theirs;
        test_sort_places.fail_set = way == 2 ? test_sort_places.sets + 2 : 0;
        test_sort_places_call(c, way == 3 ? -1 : 1);
        for (int i = 0; i < 2; i++) {
            CHECK(i == way ? CPU_EQUAL(&test_sort_places.of[i], &theirs) : test_sort_places_off(i, -1));
        }
        for (int cpu = 1; cpu < 4; cpu++) CHECK_INT(test_sort_places_call(c, cpu), 0);
        test_sort_places_close(c);
    }
}

// What the system says: threads run within the processors that they had, the caller's mask
// stays, and with one processor all do.
static void test_sort_places_real(void) {
    cpu_set_t had, one, is, both;

    memset(&test_sort_places, 0, sizeof test_sort_places);
    if (!CHECK_INT(sched_getaffinity(0, sizeof had, &had), 0)) return;

    // All processors that this process may use, then one alone.
    for (int way = 0; way < 2; way++) {
        gc_sort_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.threads = 2;

        CPU_ZERO(&one);
        for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; cpu++) {
            if (CPU_ISSET((size_t)cpu, &had)) CPU_SET((size_t)cpu, &one);
        }
        const cpu_set_t mine = way ? one : had;
        if (way) CHECK_INT(sched_setaffinity(0, sizeof mine, &mine), 0);

        // Its thread has every place but the caller's; the caller keeps its own.
        gc_sort_context *const c = gc_sort_open(&desc, NULL);
        for (int call = 0; c && call < 3; call++) {
            test_sort_places_call(c, 0);
            CHECK_INT(pthread_getaffinity_np(c->pool->threads[0], sizeof is, &is), 0);
            CPU_AND(&both, &is, &mine);
            CHECK(CPU_COUNT(&is) > 0 && CPU_EQUAL(&both, &is));
            CHECK_INT(CPU_COUNT(&is), CPU_COUNT(&mine) < 2 ? 1 : CPU_COUNT(&mine) - 1);

            CHECK_INT(sched_getaffinity(0, sizeof is, &is), 0);
            CHECK(CPU_EQUAL(&is, &mine));
        }
        gc_sort_close(c);
    }

    CHECK_INT(sched_setaffinity(0, sizeof had, &had), 0);
}
#endif
#endif

// Many parts: as many as there are, from some million keys on.
static void test_sort_many_parts(void) {
    const size_t n = TEST_SORT_THOROUGH ? 16800001 : 2100001;
    uint16_t *v = (uint16_t *)test_sort_alloc(n * sizeof *v);
    size_t *count = (size_t *)test_sort_alloc(65536 * sizeof *count);
    test_sort_pool pool;
    gc_sort_desc desc;

    memset(&pool, 0, sizeof pool);
    memset(&desc, 0, sizeof desc);
    memset(count, 0, 65536 * sizeof *count);
    pool.threads = 1;
    pthread_mutex_init(&pool.lock, NULL);
    desc.parallel_for = test_sort_thread_for;
    desc.user = &pool;
    gc_sort_context *context = gc_sort_open(&desc, NULL);
    test_sort_state = test_seed;
    for (size_t i = 0; i < n; i++) {
        v[i] = (uint16_t)test_sort_random();
        count[v[i]]++;
    }
    CHECK_INT(gc_sort_ctx_u16_down(context, v, n), GC_SORT_OK);
    CHECK(pool.calls > 4 && pool.calls <= 2 * 3 + 2);      // halved in chunks three times, parted, sorted
    for (size_t i = 0; i < n; i++) {
        count[v[i]]--;
        if (i && v[i - 1] < v[i]) {
            CHECK_U64(i, 0);
            break;
        }
    }
    for (size_t i = 0; i < 65536; i++) CHECK(count[i] == 0);
    gc_sort_close(context);
    pthread_mutex_destroy(&pool.lock);
    free(v);
    free(count);
}

// The sample takes a few keys for half of the array: their range is too small to be parted in
// chunks, by some of them or by all.
static void test_sort_small_ranges(void) {
    enum { COUNT = 40000, PARTS = 16 };
    static uint32_t v[COUNT];
    static const gc_sort_priv_map none = { 0, 0, 0, 0 };
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.parallel_for = test_sort_serial_for;
    gc_sort_context *context = gc_sort_open(&desc, NULL);
    test_sort_state = test_seed;
    for (size_t low = 0; low <= 4000; low += 97) {
        // So many keys below 2^16, anywhere; the others above 2^31.
        for (size_t i = 0; i < COUNT; i++) {
            const uint32_t key = (uint32_t)test_sort_random();
            v[i] = i < low ? key >> 16 : key | 0x80000000u;
        }
        for (size_t i = 0; i < COUNT; i++) {
            const size_t at = i + (size_t)(test_sort_random() % (COUNT - i));
            const uint32_t key = v[i];
            v[i] = v[at];
            v[at] = key;
        }

        gc_sort_priv_work w;
        memset(&w, 0, sizeof w);
        w.keys = (unsigned char *)v;
        w.key_size = 4;
        w.n = COUNT;
        w.map = &none;
        w.step = gc_sort_priv_u32_step;
        w.parts = PARTS;
        for (uint32_t i = 0; i < PARTS; i++) {
            w.cut[i] = i < PARTS / 2 ? i << 13 : 0x80000000u + ((i - PARTS / 2) << 28);
        }
        gc_sort_priv_rounds(context, &w, 8);
        size_t wrong = 0;
        for (size_t i = 1; i < COUNT; i++) wrong += v[i - 1] > v[i];
        if (!CHECK_U64(wrong, 0)) printf("    %d keys\n", (int)low);
    }
    gc_sort_close(context);
}

// 64-bit keys by way of the scratch of a context without threads: as without a context,
// whatever the sample tells of them; whether there was scratch tells that it went that way.
// what: all bits; few bits, with some keys far beyond any sample; rising; falling; 40 keys; of
// one key mostly; one far key at each end.
static uint64_t test_sort_radix_key(int what, size_t i, size_t n) {
    const uint64_t r = test_sort_random();
    switch (what) {
    case 0: return r;
    case 1: return i % 5000 == 77 ? r : 0x1234567800000000u + (r >> 20);
    case 2: return (uint64_t)i << 40;
    case 3: return (uint64_t)(n - i) << 40;
    case 4: return r % 40 << 50;
    case 5: return i % 16 ? 12345 : r;
    default: return i == 3 ? UINT64_MAX : i == 4 ? 0 : 0x7000000000000000u + (r >> 16);
    }
}

static void test_sort_radix(void) {
    static const size_t sizes[] = { GC_SORT_PRIV_RADIX_MIN - 1, GC_SORT_PRIV_RADIX_MIN, 65599, 150001,
                                    GC_SORT_PRIV_RADIX_MAX, GC_SORT_PRIV_RADIX_MAX + 1 };
    const size_t most = GC_SORT_PRIV_RADIX_MAX + 1;
    uint64_t *in = (uint64_t *)test_sort_alloc(most * 8), *v = (uint64_t *)test_sort_alloc(most * 8);
    uint64_t *want = (uint64_t *)test_sort_alloc(most * 8);
    test_sort_state = test_seed;
    for (int run = 0; run < 6 * 7 * 2; run++) {
        const size_t n = sizes[run % 6];
        const int what = run / 6 % 7;
        test_sort_memory m;
        gc_sort_desc desc;
        memset(&m, 0, sizeof m);
        memset(&desc, 0, sizeof desc);
        m.fail_at = run < 42 ? 100 : 2;
        desc.allocator.resize = test_sort_resize;
        desc.allocator.user = &m;
        gc_sort_context *const c = gc_sort_open(&desc, NULL);
        for (size_t i = 0; i < n; i++) in[i] = test_sort_radix_key(what, i, n);
        for (int isa = 0; test_sort_use_isa(isa); isa++) {
            for (int type = 0; type < 5; type++) {
                if (isa && type % 2) continue;
                memcpy(v, in, n * 8);
                memcpy(want, in, n * 8);
                int result = GC_SORT_OK;
                switch (type) {
                case 0: gc_sort_u64(want, n); result = gc_sort_ctx_u64(c, v, n); break;
                case 1: gc_sort_u64_down(want, n); result = gc_sort_ctx_u64_down(c, v, n); break;
                case 2: gc_sort_i64((int64_t *)want, n); result = gc_sort_ctx_i64(c, (int64_t *)v, n); break;
                case 3:
                    gc_sort_i64_down((int64_t *)want, n);
                    result = gc_sort_ctx_i64_down(c, (int64_t *)v, n);
                    break;
                default:
                    gc_sort_f64((double *)(void *)want, n);
                    result = gc_sort_ctx_f64(c, (double *)(void *)v, n);
                }
                CHECK_INT(result, GC_SORT_OK);
                CHECK(memcmp(v, want, n * 8) == 0);
            }
        }

        // The context, and scratch for what spreads.
        const bool went = run % 6 > 0 && run % 6 < 5 && (what < 2 || what == 6);
        if (run < 42 && what != 4 && what != 5) CHECK_U64(m.calls, went ? 2 : 1);
        gc_sort_close(c);
        CHECK_U64(m.live, 0);
    }
    free(in);
    free(v);
    free(want);
}

static void test_sort_out_of_memory(void) {
    const size_t n = 40000;
    uint32_t *in = (uint32_t *)test_sort_alloc(n * 4), *v = (uint32_t *)test_sort_alloc(n * 4);
    uint32_t *values = (uint32_t *)test_sort_alloc(n * 4);
    bool done = false;

    test_sort_state = test_seed;
    for (uint64_t k = 1; k < 20 && !done; k++) {
        test_sort_memory m;
        gc_sort_desc desc;
        int error = 1;
        memset(&m, 0, sizeof m);
        memset(&desc, 0, sizeof desc);
        m.fail_at = k;
        desc.allocator.resize = test_sort_resize;
        desc.allocator.user = &m;
        desc.parallel_for = test_sort_serial_for;
        gc_sort_context *context = gc_sort_open(&desc, &error);
        CHECK((context != NULL) == (error == GC_SORT_OK));
        if (!context) {
            CHECK_INT(error, GC_SORT_E_MEMORY);
            continue;
        }
        for (size_t size = n - 3000; size <= n; size += 3000) {
            for (size_t i = 0; i < size; i++) in[i] = v[i] = (uint32_t)test_sort_random();
            CHECK_INT(gc_sort_ctx_u32(context, v, size), GC_SORT_OK);       // in place if need be
            for (size_t i = 1; i < size; i++) {
                if (v[i - 1] > v[i]) {
                    CHECK_U64(i, 0);
                    break;
                }
            }
            memcpy(v, in, size * 4);
            for (size_t i = 0; i < size; i++) values[i] = (uint32_t)i;
            const int result = gc_sort_ctx_u32_kv_stable(context, v, values, size);
            CHECK(result == GC_SORT_OK || result == GC_SORT_E_MEMORY);
            if (result == GC_SORT_OK && k == 19) done = true;
            bool ok = true;
            for (size_t i = 0; i < size; i++) {
                if (result == GC_SORT_OK) ok &= v[i] == in[values[i]] && (i == 0 || v[i - 1] <= v[i]);
                else ok &= v[i] == in[i] && values[i] == i;
            }
            CHECK(ok);
        }
        const uint64_t calls = m.calls;
        CHECK(m.peak <= 256 + n * 8 + n * 4);
        gc_sort_close(context);
        CHECK(!m.wrong);
        CHECK_U64(m.live, 0);
        if (calls < k) done = true;      // nothing failed any more
    }
    CHECK(done);
    free(in);
    free(v);
    free(values);
}

static void test_sort_caller_memory(void) {
    const size_t n = 40000;
    unsigned char *memory = (unsigned char *)test_sort_alloc(n * 16 + 1024);
    uint32_t *keys = (uint32_t *)test_sort_alloc(n * 4), *values = (uint32_t *)test_sort_alloc(n * 4);
    for (size_t room = 0; room < 3; room++) {
        gc_sort_desc desc;
        int error = 1;
        memset(&desc, 0, sizeof desc);
        desc.parallel_for = test_sort_serial_for;
        desc.memory = memory + 3;
        desc.memory_size = GC_SORT_CONTEXT_SIZE + (room == 0 ? 0 : room == 1 ? n * 8 : n * 16);
        memset(memory, 0xee, n * 16 + 1024);
        gc_sort_context *context = gc_sort_open(&desc, &error);
        CHECK_INT(error, GC_SORT_OK);
        if (!CHECK(context != NULL)) return;
        for (size_t i = 0; i < n; i++) {
            keys[i] = (uint32_t)(i * 2654435761u);
            values[i] = (uint32_t)i;
        }
        CHECK_INT(gc_sort_ctx_u32_kv_stable(context, keys, values, n),
                  room == 0 ? GC_SORT_E_MEMORY : GC_SORT_OK);
        for (size_t i = 1; room && i < n; i++)
            CHECK(keys[i - 1] < keys[i] && keys[i] == values[i] * 2654435761u);
        CHECK_INT(gc_sort_ctx_u32_down(context, keys, n), GC_SORT_OK);
        for (size_t i = 1; i < n; i++) CHECK(keys[i - 1] > keys[i]);
        gc_sort_close(context);
        for (size_t i = 0; i < 3; i++) CHECK_U64(memory[i], 0xee);
        for (size_t i = 3 + desc.memory_size; i < n * 16 + 1024; i++) {
            if (memory[i] != 0xee) {
                CHECK_U64(i, 0);
                break;
            }
        }
    }

    // A byte less is refused at any address, also where it would do.
    for (size_t skip = 0; skip < 64; skip++) {
        gc_sort_desc desc;
        int error = 1;
        memset(&desc, 0, sizeof desc);
        desc.memory = memory + skip;
        for (desc.memory_size = 1; desc.memory_size < GC_SORT_CONTEXT_SIZE; desc.memory_size++) {
            CHECK(gc_sort_open(&desc, &error) == NULL);
            CHECK_INT(error, GC_SORT_E_MEMORY);
        }
        CHECK(gc_sort_open(&desc, &error) != NULL);
        CHECK_INT(error, GC_SORT_OK);
    }
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.parallel_for = test_sort_serial_for;
    // Too little for n indices: keys are sorted in place, stable pairs are not.
    desc.scratch_limit = n * 4 - 1;
    gc_sort_context *context = gc_sort_open(&desc, NULL);
    for (size_t i = 0; i < n; i++) keys[i] = (uint32_t)(i * 2654435761u);
    CHECK_INT(gc_sort_ctx_u32_kv_stable(context, keys, values, n), GC_SORT_E_MEMORY);
    CHECK_INT(gc_sort_ctx_order_u32(context, keys, values, n), GC_SORT_OK);
    for (size_t i = 1; i < n; i++) CHECK(keys[values[i - 1]] < keys[values[i]]);
    CHECK_INT(gc_sort_ctx_u32(context, keys, n), GC_SORT_OK);
    for (size_t i = 1; i < n; i++) CHECK(keys[i - 1] < keys[i]);
    gc_sort_close(context);
    free(memory);
    free(keys);
    free(values);
}

// ---- Arrays that are not aligned for their type: an assert in debug, and sorted all the same

// Each function behind one signature, so that one loop tries them all. values: NULL where the
// function takes none.
#define TEST_SORT_CALL_NUMBER(type, ctype)                                                                   \
    static int test_sort_call_##type(gc_sort_context *c, void *keys, void *values, size_t n) {               \
        (void)values;                                                                                        \
        if (c) return gc_sort_ctx_##type(c, (ctype *)keys, n);                                               \
        gc_sort_##type((ctype *)keys, n);                                                                    \
        return GC_SORT_OK;                                                                                   \
    }
#define TEST_SORT_CALL_KV(name, ctype, vtype)                                                                \
    static int test_sort_call_##name(gc_sort_context *c, void *keys, void *values, size_t n) {               \
        (void)c;                                                                                             \
        gc_sort_##name((ctype *)keys, (vtype *)values, n);                                                   \
        return GC_SORT_OK;                                                                                   \
    }
#define TEST_SORT_CALL_CTX_KV(name, ctype, vtype)                                                            \
    static int test_sort_call_ctx_##name(gc_sort_context *c, void *keys, void *values, size_t n) {           \
        return gc_sort_ctx_##name(c, (ctype *)keys, (vtype *)values, n);                                     \
    }
#define TEST_SORT_CALL_ORDER(type, ctype)                                                                    \
    static int test_sort_call_order_##type(gc_sort_context *c, void *keys, void *values, size_t n) {         \
        (void)c;                                                                                             \
        return gc_sort_order_##type((const ctype *)keys, (uint32_t *)values, n);                             \
    }
// What ends in any order, and what is sorted in part, is brought into order by a second call:
// so nothing may be lost, and the first k are the first k. Rows: of one key, a few, none, all.
#define TEST_SORT_CALL_ANY(name, ctype, vtype)                                                               \
    static int test_sort_call_##name##_any(gc_sort_context *c, void *keys, void *values, size_t n) {         \
        (void)c;                                                                                             \
        gc_sort_##name##_any((ctype *)keys, (vtype *)values, n);                                             \
        gc_sort_##name((ctype *)keys, (vtype *)values, n);                                                   \
        return GC_SORT_OK;                                                                                   \
    }
#define TEST_SORT_CALL_MORE(type, ctype)                                                                     \
    static int test_sort_call_with_##type(gc_sort_context *c, void *keys, void *values, size_t n) {          \
        static char scratch[40000 * 8 + 8];                                                                  \
        (void)c;                                                                                             \
        return gc_sort_order_##type##_with((const ctype *)keys, (uint32_t *)values, n, scratch + 1,          \
                                           n * 8 + 7);                                                       \
    }                                                                                                        \
    static int test_sort_call_rows_##type(gc_sort_context *c, void *keys, void *values, size_t n) {          \
        const uint32_t starts[5] = { 0, 1, (uint32_t)(1 + n / 3), (uint32_t)(1 + n / 3), (uint32_t)n };      \
        (void)c;                                                                                             \
        (void)values;                                                                                        \
        return gc_sort_rows_##type((ctype *)keys, starts, n > 1 ? 4 : 1);                                    \
    }                                                                                                        \
    static int test_sort_call_some_##type(gc_sort_context *c, void *keys, void *values, size_t n) {          \
        ctype *const v = (ctype *)keys;                                                                      \
        const size_t k = n / 2;                                                                              \
        (void)c;                                                                                             \
        (void)values;                                                                                        \
        gc_sort_nth_##type(v, n, k);                                                                         \
        gc_sort_top_##type(v, n, k);                                                                         \
        gc_sort_##type(v + k, n - k);                                                                        \
        return GC_SORT_OK;                                                                                   \
    }
TEST_SORT_CALL_MORE(i16, int16_t)
TEST_SORT_CALL_MORE(u16, uint16_t)
TEST_SORT_CALL_MORE(i32, int32_t)
TEST_SORT_CALL_MORE(u32, uint32_t)
TEST_SORT_CALL_MORE(i64, int64_t)
TEST_SORT_CALL_MORE(u64, uint64_t)
TEST_SORT_CALL_MORE(f32, float)
TEST_SORT_CALL_MORE(f64, double)
TEST_SORT_CALL_ANY(u32_kv, uint32_t, uint32_t)
TEST_SORT_CALL_ANY(i32_kv, int32_t, uint32_t)
TEST_SORT_CALL_ANY(f32_kv, float, uint32_t)
TEST_SORT_CALL_ANY(u64_kv, uint64_t, uint64_t)
TEST_SORT_CALL_ANY(i64_kv, int64_t, uint64_t)
TEST_SORT_CALL_ANY(f64_kv, double, uint64_t)
TEST_SORT_CALL_ANY(u64_kv32, uint64_t, uint32_t)
TEST_SORT_CALL_NUMBER(i16, int16_t)
TEST_SORT_CALL_NUMBER(u16, uint16_t)
TEST_SORT_CALL_NUMBER(i32, int32_t)
TEST_SORT_CALL_NUMBER(u32, uint32_t)
TEST_SORT_CALL_NUMBER(i64, int64_t)
TEST_SORT_CALL_NUMBER(u64, uint64_t)
TEST_SORT_CALL_NUMBER(f32, float)
TEST_SORT_CALL_NUMBER(f64, double)
TEST_SORT_CALL_NUMBER(i16_down, int16_t)
TEST_SORT_CALL_NUMBER(u16_down, uint16_t)
TEST_SORT_CALL_NUMBER(i32_down, int32_t)
TEST_SORT_CALL_NUMBER(u32_down, uint32_t)
TEST_SORT_CALL_NUMBER(i64_down, int64_t)
TEST_SORT_CALL_NUMBER(u64_down, uint64_t)
TEST_SORT_CALL_NUMBER(f32_down, float)
TEST_SORT_CALL_NUMBER(f64_down, double)
TEST_SORT_CALL_KV(u32_kv, uint32_t, uint32_t)
TEST_SORT_CALL_KV(u32_kv_down, uint32_t, uint32_t)
TEST_SORT_CALL_KV(i32_kv, int32_t, uint32_t)
TEST_SORT_CALL_KV(f32_kv, float, uint32_t)
TEST_SORT_CALL_KV(f32_kv_down, float, uint32_t)
TEST_SORT_CALL_KV(u64_kv, uint64_t, uint64_t)
TEST_SORT_CALL_KV(u64_kv_down, uint64_t, uint64_t)
TEST_SORT_CALL_KV(i64_kv, int64_t, uint64_t)
TEST_SORT_CALL_KV(f64_kv, double, uint64_t)
TEST_SORT_CALL_KV(u64_kv32, uint64_t, uint32_t)
TEST_SORT_CALL_KV(u64_kv32_down, uint64_t, uint32_t)
TEST_SORT_CALL_CTX_KV(u32_kv, uint32_t, uint32_t)
TEST_SORT_CALL_CTX_KV(i32_kv, int32_t, uint32_t)
TEST_SORT_CALL_CTX_KV(f32_kv_down, float, uint32_t)
TEST_SORT_CALL_CTX_KV(u64_kv, uint64_t, uint64_t)
TEST_SORT_CALL_CTX_KV(u64_kv32, uint64_t, uint32_t)
TEST_SORT_CALL_CTX_KV(f32_kv_stable, float, uint32_t)
TEST_SORT_CALL_CTX_KV(i64_kv_stable_down, int64_t, uint64_t)
TEST_SORT_CALL_CTX_KV(u64_kv32_stable, uint64_t, uint32_t)
TEST_SORT_CALL_CTX_KV(order_u16, const uint16_t, uint32_t)
TEST_SORT_CALL_CTX_KV(order_f32, const float, uint32_t)
TEST_SORT_CALL_CTX_KV(order_i64, const int64_t, uint32_t)
TEST_SORT_CALL_ORDER(i16, int16_t)
TEST_SORT_CALL_ORDER(i16_down, int16_t)
TEST_SORT_CALL_ORDER(u16, uint16_t)
TEST_SORT_CALL_ORDER(i32, int32_t)
TEST_SORT_CALL_ORDER(u32, uint32_t)
TEST_SORT_CALL_ORDER(u32_down, uint32_t)
TEST_SORT_CALL_ORDER(i64, int64_t)
TEST_SORT_CALL_ORDER(u64, uint64_t)
TEST_SORT_CALL_ORDER(f32, float)
TEST_SORT_CALL_ORDER(f32_down, float)
TEST_SORT_CALL_ORDER(f64, double)
TEST_SORT_CALL_ORDER(f64_down, double)

typedef struct {
    int (*call)(gc_sort_context *c, void *keys, void *values, size_t n);
    size_t key_size, value_size;
    bool context;                    // can be called with one; _ctx_ only with one
} test_sort_call;

static const test_sort_call test_sort_calls[] = {
    { test_sort_call_i16, 2, 0, true },
    { test_sort_call_u16, 2, 0, true },
    { test_sort_call_i32, 4, 0, true },
    { test_sort_call_u32, 4, 0, true },
    { test_sort_call_i64, 8, 0, true },
    { test_sort_call_u64, 8, 0, true },
    { test_sort_call_f32, 4, 0, true },
    { test_sort_call_f64, 8, 0, true },
    { test_sort_call_i16_down, 2, 0, true },
    { test_sort_call_u16_down, 2, 0, true },
    { test_sort_call_i32_down, 4, 0, true },
    { test_sort_call_u32_down, 4, 0, true },
    { test_sort_call_i64_down, 8, 0, true },
    { test_sort_call_u64_down, 8, 0, true },
    { test_sort_call_f32_down, 4, 0, true },
    { test_sort_call_f64_down, 8, 0, true },
    { test_sort_call_u32_kv, 4, 4, false },
    { test_sort_call_u32_kv_down, 4, 4, false },
    { test_sort_call_i32_kv, 4, 4, false },
    { test_sort_call_f32_kv, 4, 4, false },
    { test_sort_call_f32_kv_down, 4, 4, false },
    { test_sort_call_u64_kv, 8, 8, false },
    { test_sort_call_u64_kv_down, 8, 8, false },
    { test_sort_call_i64_kv, 8, 8, false },
    { test_sort_call_f64_kv, 8, 8, false },
    { test_sort_call_u64_kv32, 8, 4, false },
    { test_sort_call_u64_kv32_down, 8, 4, false },
    { test_sort_call_ctx_u32_kv, 4, 4, true },
    { test_sort_call_ctx_i32_kv, 4, 4, true },
    { test_sort_call_ctx_f32_kv_down, 4, 4, true },
    { test_sort_call_ctx_u64_kv, 8, 8, true },
    { test_sort_call_ctx_u64_kv32, 8, 4, true },
    { test_sort_call_ctx_f32_kv_stable, 4, 4, true },
    { test_sort_call_ctx_i64_kv_stable_down, 8, 8, true },
    { test_sort_call_ctx_u64_kv32_stable, 8, 4, true },
    { test_sort_call_ctx_order_u16, 2, 4, true },
    { test_sort_call_ctx_order_f32, 4, 4, true },
    { test_sort_call_ctx_order_i64, 8, 4, true },
    { test_sort_call_order_i16, 2, 4, false },
    { test_sort_call_order_i16_down, 2, 4, false },
    { test_sort_call_order_u16, 2, 4, false },
    { test_sort_call_order_i32, 4, 4, false },
    { test_sort_call_order_u32, 4, 4, false },
    { test_sort_call_order_u32_down, 4, 4, false },
    { test_sort_call_order_i64, 8, 4, false },
    { test_sort_call_order_u64, 8, 4, false },
    { test_sort_call_order_f32, 4, 4, false },
    { test_sort_call_order_f32_down, 4, 4, false },
    { test_sort_call_order_f64, 8, 4, false },
    { test_sort_call_order_f64_down, 8, 4, false },
    { test_sort_call_with_i16, 2, 4, false },
    { test_sort_call_rows_i16, 2, 0, false },
    { test_sort_call_some_i16, 2, 0, false },
    { test_sort_call_with_u16, 2, 4, false },
    { test_sort_call_rows_u16, 2, 0, false },
    { test_sort_call_some_u16, 2, 0, false },
    { test_sort_call_with_i32, 4, 4, false },
    { test_sort_call_rows_i32, 4, 0, false },
    { test_sort_call_some_i32, 4, 0, false },
    { test_sort_call_with_u32, 4, 4, false },
    { test_sort_call_rows_u32, 4, 0, false },
    { test_sort_call_some_u32, 4, 0, false },
    { test_sort_call_with_i64, 8, 4, false },
    { test_sort_call_rows_i64, 8, 0, false },
    { test_sort_call_some_i64, 8, 0, false },
    { test_sort_call_with_u64, 8, 4, false },
    { test_sort_call_rows_u64, 8, 0, false },
    { test_sort_call_some_u64, 8, 0, false },
    { test_sort_call_with_f32, 4, 4, false },
    { test_sort_call_rows_f32, 4, 0, false },
    { test_sort_call_some_f32, 4, 0, false },
    { test_sort_call_with_f64, 8, 4, false },
    { test_sort_call_rows_f64, 8, 0, false },
    { test_sort_call_some_f64, 8, 0, false },
    { test_sort_call_u32_kv_any, 4, 4, false },
    { test_sort_call_i32_kv_any, 4, 4, false },
    { test_sort_call_f32_kv_any, 4, 4, false },
    { test_sort_call_u64_kv_any, 8, 8, false },
    { test_sort_call_i64_kv_any, 8, 8, false },
    { test_sort_call_f64_kv_any, 8, 8, false },
    { test_sort_call_u64_kv32_any, 8, 4, false }
};

// Both arrays where they are aligned, then again so many bytes off: the results are the same,
// and no byte beside them changes.
static bool test_sort_crooked_one(
    const test_sort_call *f, gc_sort_context *context, size_t n, int pattern, size_t off_keys,
    size_t off_values) {
    const size_t keys_size = n * f->key_size, values_size = n * f->value_size;
    unsigned char *want = (unsigned char *)test_sort_alloc(keys_size),
        *want_values = (unsigned char *)test_sort_alloc(values_size);
    unsigned char *got = (unsigned char *)test_sort_alloc(keys_size + 32);
    unsigned char *got_values = (unsigned char *)test_sort_alloc(values_size + 32);
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        const uint64_t key = test_sort_key(pattern, i, n), value = test_sort_random() % 3 ? i
            : test_sort_random();
        test_sort_store(want + i * f->key_size, f->key_size, key);
        if (f->value_size) test_sort_store(want_values + i * f->value_size, f->value_size, value);
    }
    memset(got, 0x5a, keys_size + 32);
    memset(got_values, 0x5a, values_size + 32);
    memcpy(got + 16 + off_keys, want, keys_size);
    memcpy(got_values + 16 + off_values, want_values, values_size);

    ok &= f->call(context, want, want_values, n) == GC_SORT_OK;
    const int before = test_sort_asserts;
    ok &= f->call(context, got + 16 + off_keys, got_values + 16 + off_values, n) == GC_SORT_OK;
    ok &= test_sort_asserts > before;

    ok &= memcmp(got + 16 + off_keys, want, keys_size) == 0 &&
        memcmp(got_values + 16 + off_values, want_values, values_size) == 0;
    for (size_t i = 0; i < 16 + off_keys; i++) ok &= got[i] == 0x5a;
    for (size_t i = 16 + off_keys + keys_size; i < keys_size + 32; i++) ok &= got[i] == 0x5a;
    for (size_t i = 0; i < 16 + off_values; i++) ok &= got_values[i] == 0x5a;
    for (size_t i = 16 + off_values + values_size; i < values_size + 32; i++) ok &= got_values[i] == 0x5a;
    free(want);
    free(want_values);
    free(got);
    free(got_values);
    return ok;
}

static void test_sort_crooked(void) {
    if (!TEST_SORT_COUNTS_ASSERTS) SKIP("the header was compiled with another GC_SORT_ASSERT");
    static const size_t sizes[] = { 1, 2, 3, 4, 7, 16, 17, 33, 100, 300, 1000, 5000, 40000 };

    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.parallel_for = test_sort_serial_for;
    gc_sort_context *context = gc_sort_open(&desc, NULL);
    test_sort_state = test_seed;

    for (size_t k = 0; k < sizeof test_sort_calls / sizeof test_sort_calls[0]; k++) {
        const test_sort_call *f = &test_sort_calls[k];
        const bool both = f->context && f->value_size == 0;
        for (int isa = 0; test_sort_use_isa(isa); isa++) {
            for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
                const int pattern = (int)((k + s) % TEST_SORT_PATTERNS);
                for (size_t off = 1; off < (sizes[s] > 300 ? 2 : 8); off++) {
                    // At an odd address something is not aligned: the keys, the values, or
                    // both.
                    const size_t off_keys = off % 3 == 2 && f->value_size ? 0 : off | 1,
                        off_values = off % 3 == 1 ? 0 : off | 1;

                    if (f->context &&
                        !CHECK(test_sort_crooked_one(f, context, sizes[s], pattern, off_keys,
                                                     off_values))) break;
                    if (f->context && !both) continue;
                    if (!CHECK(test_sort_crooked_one(f, NULL, sizes[s], pattern, off_keys, off_values)))
                        break;
                }
            }
        }
    }

    gc_sort_close(context);
    CHECK_INT(test_sort_call_u32(NULL, (unsigned char *)&desc + 1, NULL, 0), GC_SORT_OK);
}

// Too little memory for the pairs: they are as they were, at any address.
static void test_sort_crooked_no_memory(void) {
    unsigned char keys[1602], values[1602], before[1602], before_values[1602];
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.scratch_limit = 8;
    gc_sort_context *context = gc_sort_open(&desc, NULL);
    for (size_t i = 0; i < 1602; i++) keys[i] = values[i] = (unsigned char)(97 * i);
    memcpy(before, keys, 1602);
    memcpy(before_values, values, 1602);
    for (size_t off = 0; off < 2; off++) {
        CHECK_INT(gc_sort_ctx_u32_kv_stable(context, (uint32_t *)(void *)(keys + off),
                                            (uint32_t *)(void *)(values + 1 - off), 400),
                  GC_SORT_E_MEMORY);
    }
    CHECK(memcmp(before, keys, 1602) == 0 && memcmp(before_values, values, 1602) == 0);
    gc_sort_close(context);
}

// ---- One context, two calls at once

typedef struct {
    gc_sort_context *context;
    int number, pairs, asserts, calls;
} test_sort_overlap_state;

static void *test_sort_overlap_thread(void *arg) {
    test_sort_overlap_state *s = (test_sort_overlap_state *)arg;
    uint32_t keys[3] = { 3, 1, 2 }, values[3] = { 0, 1, 2 };
    const int before = test_sort_asserts;
    s->number = gc_sort_ctx_u32(s->context, keys, 3);
    s->pairs = gc_sort_ctx_u32_kv(s->context, keys, values, 3);
    s->asserts = test_sort_asserts - before;
    s->calls += keys[0] == 3 && values[2] == 2;              // nothing was done
    return NULL;
}

// A parallel_for during which another thread, and then this one, calls the context that it
// works for.
static void test_sort_overlap_for(void *user, void (*task)(void *, size_t), void *arg, size_t count) {
    test_sort_overlap_state *s = (test_sort_overlap_state *)user;
    pthread_t thread;
    if (s->calls == 0 && CHECK(pthread_create(&thread, NULL, test_sort_overlap_thread, s) == 0)) {
        pthread_join(thread, NULL);
        CHECK_INT(s->number, GC_SORT_E_ARGUMENT);
        CHECK_INT(s->pairs, GC_SORT_E_ARGUMENT);
        CHECK_INT(s->asserts, 2);
        test_sort_overlap_thread(s);
        CHECK_INT(s->number, GC_SORT_E_ARGUMENT);
        CHECK_INT(s->asserts, 2);
    }
    for (size_t i = 0; i < count; i++) task(arg, i);
}

static void test_sort_overlap(void) {
    if (!TEST_SORT_COUNTS_ASSERTS) SKIP("the header was compiled with another GC_SORT_ASSERT");
    const size_t n = 40000;
    uint32_t *keys = (uint32_t *)test_sort_alloc(n * 4), *values = (uint32_t *)test_sort_alloc(n * 4);

    // Jobs that call again while the call is under way.
    for (int pairs = 0; pairs < 2; pairs++) {
        test_sort_overlap_state state;
        gc_sort_desc desc;
        memset(&state, 0, sizeof state);
        memset(&desc, 0, sizeof desc);
        desc.parallel_for = test_sort_overlap_for;
        desc.user = &state;
        state.context = gc_sort_open(&desc, NULL);

        for (size_t i = 0; i < n; i++) keys[i] = values[i] = (uint32_t)(i * 2654435761u);
        if (pairs) CHECK_INT(gc_sort_ctx_u32_kv(state.context, keys, values, n), GC_SORT_OK);
        else CHECK_INT(gc_sort_ctx_u32(state.context, keys, n), GC_SORT_OK);
        CHECK_INT(state.calls, 2);
        for (size_t i = 1; i < n; i++) CHECK(keys[i - 1] < keys[i]);

        // The call is over: the next one is welcome, also after one that was refused.
        CHECK_INT(gc_sort_ctx_u32(state.context, keys, 3), GC_SORT_OK);
        CHECK_INT(gc_sort_ctx_u32(state.context, NULL, 3), GC_SORT_E_ARGUMENT);
        CHECK_INT(gc_sort_ctx_u32_kv(state.context, NULL, values, 3), GC_SORT_E_ARGUMENT);
        CHECK_INT(gc_sort_ctx_u32_kv(state.context, keys, values, 3), GC_SORT_OK);
        gc_sort_close(state.context);
    }

    free(keys);
    free(values);
}

// ---- Comparisons through a context

static int test_sort_ctx_cmp(const void *a, const void *b, void *user) {
    const unsigned char x = *(const unsigned char *)a, y = *(const unsigned char *)b;
    if (user) return ((int)x * 7 + (int)y * 13) % 3 - 1;         // lies
    return (int)x - (int)y;
}

// With any number of threads, and without memory, the same bytes: stable ones those of
// gc_sort_stable, others in order, and none lost, though cmp lies.
static void test_sort_ctx_compare(void) {
    static const size_t counts[] = { 0, 1, 2, 100, 8191, 8192, 8197, 40001 }, sizes[] = { 1, 8, 20 };
    static const uint32_t threads[] = { 0, 1, 2, 4, 4, 16 };
    enum { WAYS = 6, MOST = 40001 * 20 };
    gc_sort_context *c[WAYS];
    gc_sort_desc desc;
    unsigned char *in = (unsigned char *)test_sort_alloc(MOST), *v = (unsigned char *)test_sort_alloc(MOST),
                  *want = (unsigned char *)test_sort_alloc(MOST);
    int lies = 1;

    for (int w = 0; w < WAYS; w++) {
        memset(&desc, 0, sizeof desc);
        desc.threads = TEST_SORT_OWN_THREADS ? threads[w] : 0;
        if (w == 3) desc.scratch_limit = 1000;
        c[w] = gc_sort_open(&desc, NULL);
        if (!CHECK(c[w] != NULL)) return;
    }

    test_sort_state = test_seed;
    for (int round = 0; round < 48; round++) {
        const size_t n = counts[round % 8], size = sizes[round / 8 % 3];
        void *const user = round / 24 ? &lies : NULL;
        const int pattern = round * 5 % TEST_SORT_PATTERNS;
        for (size_t i = 0; i < n * size; i++) in[i] = (unsigned char)test_sort_random();
        for (size_t i = 0; i < n && round % 3; i++) {
            in[i * size] = (unsigned char)test_sort_key(pattern, i, n);
        }
        for (int stable = 0; stable < 2; stable++) {
            for (int w = 0; w < WAYS; w++) {
                memcpy(v, in, n * size);
                CHECK_INT(stable ? gc_sort_ctx_stable(c[w], v, n, size, test_sort_ctx_cmp, user)
                                 : gc_sort_ctx(c[w], v, n, size, test_sort_ctx_cmp, user), GC_SORT_OK);
                CHECK(test_sort_permutation(in, v, n, size));
                if (user) continue;

                for (size_t i = 1; i < n; i++) {
                    if (!CHECK(v[(i - 1) * size] <= v[i * size])) return;
                }
                if (stable && w == 0) {
                    memcpy(want, in, n * size);
                    gc_sort_stable(want, n, size, test_sort_ctx_cmp, NULL);
                } else if (w == 0) {
                    memcpy(want, v, n * size);
                }
                CHECK(n == 0 || memcmp(v, want, n * size) == 0);
            }
        }
    }

    for (int w = 0; w < WAYS; w++) gc_sort_close(c[w]);
    free(in);
    free(v);
    free(want);
}

// Misuse is an error, and nothing has moved; so is a context that is in use.
typedef struct test_sort_ctx_inside {
    gc_sort_context *context;
    int result;
    uint32_t two[2];
} test_sort_ctx_inside;

static int test_sort_ctx_inner(const void *a, const void *b, void *user) {
    test_sort_ctx_inside *const s = (test_sort_ctx_inside *)user;
    s->result = gc_sort_ctx(s->context, s->two, 2, 4, test_sort_ctx_cmp, NULL);
    return test_sort_ctx_cmp(a, b, NULL);
}

static void test_sort_ctx_compare_refused(void) {
    if (!TEST_SORT_COUNTS_ASSERTS) SKIP("the header was compiled with another GC_SORT_ASSERT");
    gc_sort_context *const c = gc_sort_open(NULL, NULL);
    uint32_t v[3] = { 3, 2, 1 };
    if (!CHECK(c != NULL)) return;
    CHECK_INT(gc_sort_ctx(NULL, v, 3, 4, test_sort_ctx_cmp, NULL), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_ctx_stable(c, NULL, 3, 4, test_sort_ctx_cmp, NULL), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_ctx(c, v, 3, 4, NULL, NULL), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_ctx(c, v, 3, 0, test_sort_ctx_cmp, NULL), GC_SORT_E_SIZE);
    CHECK_INT(gc_sort_ctx_stable(c, v, SIZE_MAX / 2, 4, test_sort_ctx_cmp, NULL), GC_SORT_E_SIZE);
    CHECK(v[0] == 3 && v[1] == 2 && v[2] == 1);

    test_sort_ctx_inside s = { c, 1, { 2, 1 } };
    CHECK_INT(gc_sort_ctx_stable(c, v, 3, 4, test_sort_ctx_inner, &s), GC_SORT_OK);
    CHECK_INT(s.result, GC_SORT_E_ARGUMENT);
    CHECK(s.two[0] == 2 && v[0] == 1 && v[2] == 3);
    gc_sort_close(c);
}

// ---- What the documentation says of comparisons

// The banner's example: with NaNs the plain "<" is no order; this one has them last.
typedef struct { float depth; uint32_t mesh; } test_sort_depth;
#define TEST_SORT_DEPTH_LESS(a, b)                                                                           \
    ((a).depth < (b).depth || ((a).depth == (a).depth && (b).depth != (b).depth))
GC_SORT_DEFINE(test_sort_depths, test_sort_depth, TEST_SORT_DEPTH_LESS)

static void test_sort_nan_depths(void) {
    const uint32_t quiet_nan = 0x7fc00000u;
    static test_sort_depth v[2000], scratch[2000];

    test_sort_state = test_seed;
    for (size_t n = 1; n <= 2000; n += 37) {
        for (int stable = 0; stable < 2; stable++) {
            size_t nans = 0;
            for (size_t i = 0; i < n; i++) {
                v[i].depth = (float)test_sort_below(500) - 250.0f;
                if (test_sort_random() % 4 == 0) memcpy(&v[i].depth, &quiet_nan, sizeof quiet_nan);
                nans += v[i].depth != v[i].depth;
                v[i].mesh = (uint32_t)i;
            }
            if (stable) test_sort_depths_stable(v, n, scratch);
            else test_sort_depths(v, n);
            for (size_t i = 1; i < n - nans; i++) CHECK(v[i - 1].depth <= v[i].depth);
            for (size_t i = n - nans; i < n; i++) CHECK(v[i].depth != v[i].depth);
        }
    }
}

// gc_sort gives cmp addresses in the array alone; gc_sort_stable also such in its buffer,
// aligned.
typedef struct {
    const unsigned char *base;
    size_t n, outside, crooked;
} test_sort_where;

static int test_sort_where_cmp(const void *pa, const void *pb, void *user) {
    test_sort_where *w = (test_sort_where *)user;
    const unsigned char *const both[2] = { (const unsigned char *)pa, (const unsigned char *)pb };
    uint64_t a, b;
    for (int i = 0; i < 2; i++) {
        if ((uintptr_t)both[i] - (uintptr_t)w->base >= w->n * 8) w->outside++;
        if ((uintptr_t)both[i] & 7) w->crooked++;
    }
    memcpy(&a, pa, 8);
    memcpy(&b, pb, 8);
    return a < b ? -1 : a > b;
}

static void test_sort_addresses(void) {
    static uint64_t v[3000];
    test_sort_where w;
    w.base = (const unsigned char *)v;
    w.n = 3000;
    for (int stable = 0; stable < 2; stable++) {
        w.outside = w.crooked = 0;
        test_sort_state = test_seed;
        for (size_t i = 0; i < w.n; i++) v[i] = test_sort_random();
        if (stable) CHECK_INT(gc_sort_stable(v, w.n, 8, test_sort_where_cmp, &w), GC_SORT_OK);
        else CHECK_INT(gc_sort(v, w.n, 8, test_sort_where_cmp, &w), GC_SORT_OK);
        CHECK((w.outside > 0) == (stable == 1));
        CHECK_U64(w.crooked, 0);
    }
}

// ---- Doubles that an instruction set may compare as such, and those that it must not

static double test_sort_double_of(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Of all sizes, with zeros and infinities.
static double test_sort_double_plain(void) {
    const uint64_t x = test_sort_random();
    if (x % 8 == 0) return 0;
    if (x % 8 == 1) return test_sort_double_of(x & 8 ? 0x7ff0000000000000u : 0xfff0000000000000u);
    return (double)(int64_t)x * (x % 3 ? 1 : 1e-300);
}

// Sorts n doubles both ways: against qsort.
static bool test_sort_doubles_right(const double *keys, size_t n) {
    double want[200], got[200];
    bool right = true;
    memcpy(want, keys, n * sizeof *keys);
    qsort(want, n, sizeof *want, test_sort_cmp_f64);
    memcpy(got, keys, n * sizeof *keys);
    gc_sort_f64(got, n);
    right = right && memcmp(got, want, n * sizeof *got) == 0;
    memcpy(got, keys, n * sizeof *keys);
    gc_sort_f64_down(got, n);
    for (size_t i = 0; i < n; i++) right = right && memcmp(&got[i], &want[n - 1 - i], sizeof *got) == 0;
    return right;
}

// One that is special at each place among plain ones, infinities and zeros; all of them are.
static void test_sort_doubles_special(void) {
    static const uint64_t specials[] = {
        0x8000000000000000u, 1, 0x8000000000000001u, 0x000fffffffffffffu, 0x800fffffffffffffu,
        0x7ff0000000000001u, 0xfff0000000000001u, 0x7fffffffffffffffu, UINT64_MAX, 0x7ff8000000000000u,
        0x0010000000000000u, 0x8010000000000000u, 0x7fefffffffffffffu, 0xffefffffffffffffu
    };
    const size_t kinds = sizeof specials / sizeof specials[0];
    for (int isa = 0; test_sort_use_isa(isa); isa++) {
        for (size_t n = 7; n <= 200; n += n < 70 ? 1 : 13) {
            double keys[200];
            for (size_t turn = 0; turn < (kinds + 1) * n; turn++) {
                const size_t k = turn / n, at = turn % n;
                for (size_t i = 0; i < n; i++) keys[i] = test_sort_double_plain();
                if (k < kinds) keys[at] = test_sort_double_of(specials[k]);
                if (!CHECK(test_sort_doubles_right(keys, n))) printf("    n %zu, %zu at %zu\n", n, k, at);
            }

            for (size_t i = 0; i < n; i++) {
                keys[i] = test_sort_double_of(specials[test_sort_below(kinds)]);
            }
            CHECK(test_sort_doubles_right(keys, n));
        }
    }
}

// Keys of 64 bits that have no double in one way or in the other, or in neither: at each place
// among small, large and random ones.
static void test_sort_doubles_beyond(void) {
    static const uint64_t ends[] = { 0, 0x7fe0000000000000u, 0x7fffffffffffffffu, 0x8000000000000000u,
                                     0xffe0000000000000u, UINT64_MAX, 0x7fdfffffffffffffu,
                                     0x801fffffffffffffu };
    const size_t kinds = sizeof ends / sizeof ends[0];
    uint64_t keys[200], want[200];

    for (int isa = 0; test_sort_use_isa(isa); isa++) {
        for (size_t n = 9; n <= 200; n += n < 66 ? 1 : 29) {
            for (size_t turn = 0; turn < (kinds + 1) * 12; turn++) {
                const size_t k = turn / 12, how = turn / 2 % 4;
                for (size_t i = 0; i < n; i++) {
                    const uint64_t x = test_sort_random();
                    const uint64_t near_end = how == 2 ? 0 - (x >> 50) : (x >> 40) - (1 << 23);
                    keys[i] = how == 0 ? x : how == 1 ? x >> 40 : near_end;
                }
                keys[test_sort_below(n)] = ends[k % kinds];
                if (turn % 3 == 0) keys[test_sort_below(n)] = ends[test_sort_below(kinds)];

                memcpy(want, keys, n * sizeof *keys);
                if (turn & 1) {
                    qsort(want, n, sizeof *want, test_sort_cmp_u64);
                    gc_sort_u64(keys, n);
                } else {
                    qsort(want, n, sizeof *want, test_sort_cmp_i64);
                    gc_sort_i64((int64_t *)(void *)keys, n);
                }
                CHECK(memcmp(keys, want, n * sizeof *keys) == 0);
            }
        }
    }
}

#if defined(GC_SORT_PRIV_X86)
// A game may have denormals read as zeros: they are other numbers here all the same.
static void test_sort_doubles_denormal(void) {
    const unsigned mode = _mm_getcsr();
    for (int isa = 0; test_sort_use_isa(isa); isa++) {
        for (size_t n = 9; n <= 64; n++) {
            double keys[64], got[64];
            for (size_t i = 0; i < n; i++) {
                keys[i] = test_sort_double_of(test_sort_below(4) * 0x000fffffffffffffu);
            }

            memcpy(got, keys, n * sizeof *keys);
            _mm_setcsr(mode | 0x8040);
            gc_sort_f64(got, n);
            _mm_setcsr(mode);
            qsort(keys, n, sizeof *keys, test_sort_cmp_f64);
            CHECK(memcmp(got, keys, n * sizeof *keys) == 0);
        }
    }
}
#endif

// ---- Rows: each against qsort; what no row has stays as it is

enum { TEST_SORT_ROWS = 300, TEST_SORT_ROWS_KEYS = 20000 };

// Starts of up to TEST_SORT_ROWS rows: short ones, all sorts, some that are empty or long; the
// first one is behind some keys that belong to none.
static size_t test_sort_rows_starts(uint32_t *starts, int how) {
    static const size_t most[] = { 5, 9, 17, 70 };
    starts[0] = (uint32_t)test_sort_below(5);
    const size_t rows = test_sort_below(TEST_SORT_ROWS) + 1;
    for (size_t i = 0; i < rows; i++) {
        size_t n = test_sort_below(most[how]);
        if (test_sort_below(8) == 0) n = 0;
        if (test_sort_below(30) == 0) n = test_sort_below(300);
        starts[i + 1] = (uint32_t)(starts[i] + n);
        if (starts[i + 1] > TEST_SORT_ROWS_KEYS - 400) return i + 1;
    }
    return rows;
}

#define TEST_SORT_ROWS_OF(type, ctype)                                                                       \
    static void test_sort_rows_##type##_once(int how, int place) {                                           \
        static ctype keys[TEST_SORT_ROWS_KEYS + 1], want[TEST_SORT_ROWS_KEYS];                               \
        static uint32_t starts[TEST_SORT_ROWS + 1];                                                          \
        const size_t rows = test_sort_rows_starts(starts, how), n = starts[rows] + 3;                        \
        unsigned char *const at = (unsigned char *)(keys + place);                                           \
        for (size_t i = 0; i < n; i++) {                                                                     \
            const uint64_t x = test_sort_random() >> (test_sort_below(2) ? 61 : 0);                          \
            memcpy(&want[i], &x, sizeof want[i]);                                                            \
        }                                                                                                    \
        for (int down = 0; down < 2; down++) {                                                               \
            memcpy(at, want, n * sizeof *want);                                                              \
            ctype *const v = (ctype *)(void *)at;                                                            \
            CHECK_INT(down ? gc_sort_rows_##type##_down(v, starts, rows)                                     \
                           : gc_sort_rows_##type(v, starts, rows), GC_SORT_OK);                              \
            bool right = memcmp(at, want, starts[0] * sizeof *want) == 0;                                    \
            right &= memcmp(at + starts[rows] * sizeof *want, want + starts[rows], 3 * sizeof *want) == 0;   \
            for (size_t r = 0; r < rows; r++) {                                                              \
                ctype row[300];                                                                              \
                const size_t count = starts[r + 1] - starts[r];                                              \
                memcpy(row, want + starts[r], count * sizeof *row);                                          \
                qsort(row, count, sizeof *row, test_sort_cmp_##type);                                        \
                for (size_t i = 0; i < count; i++) {                                                         \
                    const unsigned char *const got = at + (starts[r] + i) * sizeof *row;                     \
                    right &= memcmp(got, &row[down ? count - 1 - i : i], sizeof *row) == 0;                  \
                }                                                                                            \
            }                                                                                                \
            if (!CHECK(right)) printf("    %zu rows, how %d, place %d, down %d\n", rows, how, place, down);  \
        }                                                                                                    \
    }                                                                                                        \
    static void test_sort_rows_##type(void) {                                                                \
        for (int isa = 0; test_sort_use_isa(isa); isa++) {                                                   \
            for (int turn = 0; turn < 200; turn++) {                                                         \
                test_sort_rows_##type##_once(turn % 4, turn / 4 % 2);                                        \
            }                                                                                                \
        }                                                                                                    \
        CHECK_INT(gc_sort_rows_##type(NULL, NULL, 0), GC_SORT_OK);                                           \
    }
TEST_SORT_ROWS_OF(u16, uint16_t)
TEST_SORT_ROWS_OF(i16, int16_t)
TEST_SORT_ROWS_OF(u32, uint32_t)
TEST_SORT_ROWS_OF(i32, int32_t)
TEST_SORT_ROWS_OF(u64, uint64_t)
TEST_SORT_ROWS_OF(i64, int64_t)
TEST_SORT_ROWS_OF(f32, float)
TEST_SORT_ROWS_OF(f64, double)

// ---- Strings: against qsort by strcmp

enum { TEST_SORT_STRINGS = 3000, TEST_SORT_STRINGS_POOL = 400000 };

static int test_sort_strings_cmp(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Writes a text of such a kind, which ends before `end`, and gives the place behind its NUL.
static char *test_sort_strings_text(char *p, const char *end, int kind, size_t i) {
    const size_t most = (size_t)(end - p) - 1;
    size_t n = 0;
    switch (kind) {
    case 0: n = test_sort_below(20); break;                      // any bytes
    case 1: n = test_sort_below(12) + 16; break;                 // one beginning for all
    case 2: n = i % 200; break;                                  // each the beginning of others
    case 3: n = test_sort_below(4) * 8; break;                   // ends with a key
    default: n = test_sort_below(3);                             // many equal ones
    }
    if (n > most) n = most;
    for (size_t k = 0; k < n; k++) {
        const size_t byte = kind == 0 || k >= 16 ? 1 + test_sort_below(255) : 'a';
        p[k] = (char)(kind == 2 ? 'b' : kind == 3 ? 'c' + (int)test_sort_below(2) : (int)byte);
    }
    p[n] = 0;
    return p + n + 1;
}

// By pointers and by offsets, with scratch of any alignment, with too little and with none.
static void test_sort_strings_once(int kind, size_t n, size_t scratch_size, size_t aside) {
    static char pool[TEST_SORT_STRINGS_POOL], scratch[8 * TEST_SORT_STRINGS + 16];
    static const char *strings[TEST_SORT_STRINGS], *want[TEST_SORT_STRINGS], *in[TEST_SORT_STRINGS];
    static uint32_t offsets[TEST_SORT_STRINGS];
    char *p = pool;
    for (size_t i = 0; i < n; i++) {
        const size_t at = test_sort_below(i + 1);
        strings[i] = strings[at];
        strings[at] = p;
        p = test_sort_strings_text(p, pool + sizeof pool, kind, i);
    }
    for (size_t i = 0; i < n; i++) offsets[i] = (uint32_t)(strings[i] - pool);
    memcpy(want, strings, n * sizeof *want);
    qsort(want, n, sizeof *want, test_sort_strings_cmp);

    memset(scratch, 0x5a, sizeof scratch);
    void *const room = scratch_size ? scratch + aside : NULL;
    CHECK_INT(gc_sort_strings(strings, n, room, scratch_size), GC_SORT_OK);
    CHECK_INT(gc_sort_strings_in(pool, offsets, n, room, scratch_size), GC_SORT_OK);
    bool right = true;
    for (size_t i = 0; i < aside; i++) right &= scratch[i] == 0x5a;
    for (size_t i = aside + scratch_size; i < sizeof scratch; i++) right &= scratch[i] == 0x5a;
    for (size_t i = 0; i < n; i++) {
        right &= strcmp(strings[i], want[i]) == 0 && strcmp(pool + offsets[i], want[i]) == 0;
        in[i] = pool + offsets[i];
    }

    // The same pointers and offsets as before.
    for (size_t k = 0; k < 2; k++) {
        const char **const v = k ? strings : in;
        uintptr_t sum = 0, all = 0;
        for (size_t i = 0; i < n; i++) {
            sum += ((uintptr_t)v[i] - (uintptr_t)pool) * ((uintptr_t)v[i] - (uintptr_t)pool);
            all += ((uintptr_t)want[i] - (uintptr_t)pool) * ((uintptr_t)want[i] - (uintptr_t)pool);
        }
        right &= sum == all;
    }
    if (!CHECK(right)) printf("    kind %d, n %zu, scratch %zu + %zu\n", kind, n, scratch_size, aside);
}

static void test_sort_strings(void) {
    for (int isa = 0; test_sort_use_isa(isa); isa++) {
        for (int kind = 0; kind < 5; kind++) {
            for (size_t n = 0; n <= TEST_SORT_STRINGS; n += n < 40 ? 1 : n < 400 ? 91 : 1300) {
                test_sort_strings_once(kind, n, 8 * n + 7, n % 8);
                test_sort_strings_once(kind, n, n % 2 ? 8 * n - 1 : 0, 0);
                test_sort_strings_once(kind, n, 8 * n, 3);
            }
        }
    }
}

// Texts that end where no byte may be read after them.
static void test_sort_strings_end(void) {
    enum { COUNT = 200 };
    size_t page;
    unsigned char *const memory = test_sort_pages(&page, 3 * 65536);
    const char *strings[COUNT];
    uint64_t scratch[COUNT + 1];
    if (!CHECK(memory && page <= 65536)) return;
    CHECK(test_sort_forbid(memory + page, page, true));
    char *const end = (char *)memory + page;
    for (size_t i = 0; i < 20; i++) end[-1 - (int)i] = i ? 'x' : 0;
    for (size_t i = 0; i < COUNT; i++) strings[i] = end - 1 - i % 20;
    CHECK_INT(gc_sort_strings(strings, COUNT, scratch, sizeof scratch), GC_SORT_OK);
    for (size_t i = 0; i < COUNT; i++) CHECK(strings[i] == end - 1 - i / 10);
    test_sort_free_pages(memory, 3 * 65536);
}

// ---- The nth, the first k, places: against sorts and plain scans

// Keys: random bits, few different ones, in order, all but equal, one of two far ends.
enum { TEST_SORT_RECORDS_PATTERNS = 5 };
static uint64_t test_sort_records_key(int pattern, size_t i) {
    const uint64_t x = test_sort_random();
    switch (pattern) {
    case 0: return x;
    case 1: return x % 7;
    case 2: return i * 0x100000001u;
    case 3: return x % 1000 == 0 ? x : 42;
    default: return x & 1 ? UINT64_MAX : 0;
    }
}

// Of sorted (want) and what gc_sort_nth_ has left (got): the place is right, and each side has
// the keys that belong there.
#define TEST_SORT_RECORDS_SELECT(type, ctype)                                                                \
    static void test_sort_records_nth_##type(ctype *keys, ctype *want, ctype *got, size_t n, bool down) {    \
        memcpy(want, keys, n * sizeof *keys);                                                                \
        down ? gc_sort_##type##_down(want, n) : gc_sort_##type(want, n);                                     \
        for (int turn = 0; turn < 5; turn++) {                                                               \
            const size_t at = turn == 0 ? 0 : turn == 1 ? n - 1 : test_sort_below(n);                        \
            memcpy(got, keys, n * sizeof *keys);                                                             \
            down ? gc_sort_nth_##type##_down(got, n, at) : gc_sort_nth_##type(got, n, at);                   \
            CHECK(memcmp(&got[at], &want[at], sizeof *got) == 0);                                            \
            down ? gc_sort_##type##_down(got, at) : gc_sort_##type(got, at);                                 \
            down ? gc_sort_##type##_down(got + at, n - at) : gc_sort_##type(got + at, n - at);               \
            if (!CHECK(memcmp(got, want, n * sizeof *got) == 0)) printf("    n %zu, nth %zu\n", n, at);      \
            memcpy(got, keys, n * sizeof *keys);                                                             \
            down ? gc_sort_top_##type##_down(got, n, at + 1) : gc_sort_top_##type(got, n, at + 1);           \
            if (!CHECK(memcmp(got, want, (at + 1) * sizeof *got) == 0)) printf("    n %zu, k %zu\n", n, at); \
        }                                                                                                    \
        memcpy(got, keys, n * sizeof *keys);                                                                 \
        down ? gc_sort_top_##type##_down(got, n, SIZE_MAX) : gc_sort_top_##type(got, n, SIZE_MAX);           \
        CHECK(memcmp(got, want, n * sizeof *got) == 0);                                                      \
    }                                                                                                        \
    static void test_sort_records_find_##type(const ctype *sorted, size_t n, ctype key) {                    \
        size_t first = 0;                                                                                    \
        while (first < n && memcmp(&sorted[first], &key, sizeof key) != 0) first++;                          \
        size_t end = first;                                                                                  \
        while (end < n && memcmp(&sorted[end], &key, sizeof key) == 0) end++;                                \
        CHECK_U64(gc_sort_lower_##type(sorted, n, key), first);                                              \
        CHECK_U64(gc_sort_upper_##type(sorted, n, key), end);                                                \
        /* Without it both give the place where it was. */                                                   \
        if (first == n || end != first + 1) return;                                                          \
        CHECK_U64(gc_sort_lower_##type(sorted, first, key), first);                                          \
        CHECK_U64(gc_sort_upper_##type(sorted + end, n - end, key), 0);                                      \
    }                                                                                                        \
    static void test_sort_records_select_##type(void) {                                                      \
        static const size_t sizes[] = { 1, 2, 17, 64, 65, 128, 129, 500, 2049, 4095, 4096, 20001, 69999 };   \
        static ctype keys[70000], want[70000], got[70000];                                                   \
        for (int isa = 0; test_sort_use_isa(isa); isa++) {                                                   \
            for (int k = 0; k < 13 * TEST_SORT_RECORDS_PATTERNS; k++) {                                      \
                const size_t n = sizes[k / TEST_SORT_RECORDS_PATTERNS];                                      \
                for (size_t i = 0; i < n; i++) {                                                             \
                    const uint64_t x = test_sort_records_key(k % TEST_SORT_RECORDS_PATTERNS, i);             \
                    memcpy(&keys[i], &x, sizeof keys[i]);                                                    \
                }                                                                                            \
                test_sort_records_nth_##type(keys, want, got, n, true);                                      \
                test_sort_records_nth_##type(keys, want, got, n, false);                                     \
                for (int i = 0; i < 5; i++) {                                                                \
                    test_sort_records_find_##type(want, n, keys[test_sort_below(n)]);                        \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        CHECK_U64(gc_sort_lower_##type(NULL, 0, keys[0]), 0);                                                \
        gc_sort_top_##type(NULL, 0, 5);                                                                      \
        got[0] = want[0];                                                                                    \
        gc_sort_nth_##type(got, 1, 1);      /* misuse: nothing done */                                       \
        CHECK(memcmp(got, want, sizeof *got) == 0);                                                          \
    }
TEST_SORT_RECORDS_SELECT(u16, uint16_t)
TEST_SORT_RECORDS_SELECT(i16, int16_t)
TEST_SORT_RECORDS_SELECT(u32, uint32_t)
TEST_SORT_RECORDS_SELECT(i32, int32_t)
TEST_SORT_RECORDS_SELECT(u64, uint64_t)
TEST_SORT_RECORDS_SELECT(i64, int64_t)
TEST_SORT_RECORDS_SELECT(f32, float)
TEST_SORT_RECORDS_SELECT(f64, double)

// Few of a key, and the sample is full of it all the same: that happens once in 1,000 arrays,
// with some smaller (or greater) ones among them.
static void test_sort_records_nth_crowd(void) {
    enum { COUNT = 2048, CROWD = 249, ASIDE = 6, NTH = 200 };
    static uint32_t keys[COUNT];
    int wrong = 0;
    for (int isa = 0; test_sort_use_isa(isa); isa++) {
        for (int turn = 0; turn < 20000; turn++) {
            const bool down = turn % 2 == 1;
            const uint32_t crowd = 500, aside = down ? 999 : 1, other = down ? 1 : 999;
            for (size_t i = 0; i < COUNT; i++) {
                keys[i] = i < CROWD ? crowd : i < CROWD + ASIDE ? aside : other;
            }
            for (size_t i = 0; i < CROWD + ASIDE; i++) {
                const size_t at = i + test_sort_below(COUNT - i);
                const uint32_t key = keys[i];
                keys[i] = keys[at];
                keys[at] = key;
            }

            // The crowd's place, and on its side all that are before it.
            const size_t nth = down ? COUNT - 1 - NTH : NTH;
            gc_sort_nth_u32(keys, COUNT, nth);
            size_t beyond = 0;
            for (size_t i = down ? 0 : nth + 1; i < (down ? nth : COUNT); i++) beyond += keys[i] == aside;
            wrong += keys[nth] != crowd || beyond > 0;
        }
    }
    CHECK_INT(wrong, 0);
}

// The first k stand at the end, where a vector may overlap the one before it.
static void test_sort_records_top_end(void) {
    enum { COUNT = 5000, SIZES = 33, LEAST = 20, K = 10 };
    static uint32_t keys[COUNT + SIZES];
    static double wide[COUNT + SIZES];
    for (int isa = 0; test_sort_use_isa(isa); isa++) {
        for (size_t n = COUNT; n < COUNT + SIZES; n++) {
            for (size_t i = 0; i < n; i++) {
                keys[i] = i < n - LEAST ? 1000 + (uint32_t)test_sort_below(1000000) : (uint32_t)(n - i);
                wide[i] = keys[i];
            }
            gc_sort_top_u32(keys, n, K);
            gc_sort_top_f64(wide, n, K);
            for (size_t i = 0; i < K; i++) CHECK(keys[i] == i + 1 && wide[i] == (double)(i + 1));

            // A crowd of the least one: nearly all are before the next one.
            size_t crowd = 0;
            for (size_t i = 0; i < n; i++) keys[i] = i % 50 == 7 ? 9 : 5;
            gc_sort_nth_u32(keys, n, 0);
            for (size_t i = 0; i < n; i++) crowd += keys[i] == 5;
            CHECK(keys[0] == 5 && crowd == n - (n - 7 + 49) / 50);
        }
    }
}

// ---- Records by one of their numbers: against argsorts

// Where records are: in any of these ways they must come out as argsort has them.
enum { TEST_SORT_RECORDS_MAX = 20000, TEST_SORT_RECORDS_BYTES = TEST_SORT_RECORDS_MAX * 80 };

typedef struct test_sort_records_case {
    size_t n, size, offset;
    int pattern;
    gc_sort_context *contexts[3];
} test_sort_records_case;

static unsigned char test_sort_records_a[TEST_SORT_RECORDS_BYTES];
static unsigned char test_sort_records_b[TEST_SORT_RECORDS_BYTES];
static unsigned char test_sort_records_c[TEST_SORT_RECORDS_BYTES + 1];
static unsigned char test_sort_records_d[TEST_SORT_RECORDS_BYTES];
static uint32_t test_sort_records_order[TEST_SORT_RECORDS_MAX];

#define TEST_SORT_RECORDS_BY(type, ctype, order, otype)                                                      \
    static int test_sort_records_call_##type(                                                                \
        const test_sort_records_case *t, int way, bool down, void *room) {                                   \
        unsigned char *const base = test_sort_records_c + 1;                                                 \
        const size_t all = gc_sort_by_scratch(t->n, t->size), few = 12 * t->n + 64;                          \
        if (way >= 3) {                                                                                      \
            gc_sort_context *const c = t->contexts[way - 3];                                                 \
            return down ? gc_sort_ctx_by_##type##_down(c, base, t->n, t->size, t->offset)                    \
                        : gc_sort_ctx_by_##type(c, base, t->n, t->size, t->offset);                          \
        }                                                                                                    \
        void *const scratch = way == 2 ? NULL : room;                                                        \
        const size_t bytes = way == 0 ? all : way == 1 ? few : 0;                                            \
        return down ? gc_sort_by_##type##_down(base, t->n, t->size, t->offset, scratch, bytes)               \
                    : gc_sort_by_##type(base, t->n, t->size, t->offset, scratch, bytes);                     \
    }                                                                                                        \
    static void test_sort_records_by_##type(const test_sort_records_case *t) {                               \
        static otype keys[TEST_SORT_RECORDS_MAX];                                                            \
        for (size_t i = 0; i < t->n * t->size; i++) {                                                        \
            test_sort_records_a[i] = (unsigned char)test_sort_random();                                      \
        }                                                                                                    \
        for (size_t i = 0; i < t->n; i++) {                                                                  \
            const uint64_t x = test_sort_records_key(t->pattern, i);                                         \
            ctype key;                                                                                       \
            memcpy(&key, &x, sizeof key);                                                                    \
            keys[i] = key;                                                                                   \
            memcpy(test_sort_records_a + i * t->size + t->offset, &x, sizeof key);                           \
        }                                                                                                    \
        /* Exactly as many bytes as are asked for, at an odd address. */                                     \
        char *const room = (char *)malloc(gc_sort_by_scratch(t->n, t->size) + 1);                            \
        for (int down = 0; down < 2; down++) {                                                               \
            if (down) gc_sort_order_##order##_down(keys, test_sort_records_order, t->n);                     \
            else gc_sort_order_##order(keys, test_sort_records_order, t->n);                                 \
            for (size_t i = 0; i < t->n; i++) {                                                              \
                memcpy(test_sort_records_b + i * t->size,                                                    \
                       test_sort_records_a + test_sort_records_order[i] * t->size, t->size);                 \
            }                                                                                                \
            for (int way = 0; way < 6; way++) {                                                              \
                memcpy(test_sort_records_c + 1, test_sort_records_a, t->n * t->size);                        \
                CHECK_INT(test_sort_records_call_##type(t, way, down != 0, room + 1), GC_SORT_OK);           \
                if (!CHECK(memcmp(test_sort_records_c + 1, test_sort_records_b, t->n * t->size) == 0)) {     \
                    printf("    n %zu, size %zu, offset %zu, way %d\n", t->n, t->size, t->offset, way);      \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        free(room);                                                                                          \
    }
TEST_SORT_RECORDS_BY(u8, uint8_t, u16, uint16_t)
TEST_SORT_RECORDS_BY(u16, uint16_t, u16, uint16_t)
TEST_SORT_RECORDS_BY(u32, uint32_t, u32, uint32_t)
TEST_SORT_RECORDS_BY(i32, int32_t, i32, int32_t)
TEST_SORT_RECORDS_BY(f32, float, f32, float)
TEST_SORT_RECORDS_BY(u64, uint64_t, u64, uint64_t)
TEST_SORT_RECORDS_BY(i64, int64_t, i64, int64_t)
TEST_SORT_RECORDS_BY(f64, double, f64, double)

static void test_sort_records_all(void) {
    static const size_t counts[] = { 0, 1, 2, 7, 100, 1023, 1024, 1025, 1026, 3000, 20000 };
    static const size_t sizes[] = { 8, 9, 12, 16, 20, 24, 32, 64, 77 };
    static unsigned char memory[4096];
    test_sort_records_case t;
    gc_sort_desc desc;

    // Contexts: alone, with a thread more, and with memory for the smallest only.
    memset(&desc, 0, sizeof desc);
    t.contexts[0] = gc_sort_open(&desc, NULL);
    desc.threads = 2;
    t.contexts[1] = gc_sort_open(&desc, NULL);
    if (!t.contexts[1]) t.contexts[1] = t.contexts[0];
    desc.threads = 0;
    desc.memory = memory;
    desc.memory_size = sizeof memory;
    t.contexts[2] = gc_sort_open(&desc, NULL);

    for (int isa = 0; test_sort_use_isa(isa); isa++) {
        for (size_t k = 0; k < sizeof counts / sizeof counts[0] * 9; k++) {
            t.n = counts[k / 9];
            t.size = sizes[k % 9];
            t.pattern = (int)(k % TEST_SORT_RECORDS_PATTERNS);
            t.offset = t.size - 4;
            test_sort_records_by_u32(&t);
            t.offset = (t.size - 4) / 2;
            test_sort_records_by_i32(&t);
            test_sort_records_by_f32(&t);
            t.offset = t.size - 8;
            test_sort_records_by_u64(&t);
            t.offset = 0;
            test_sort_records_by_i64(&t);
            test_sort_records_by_f64(&t);
            t.offset = t.size - 3;
            if (k % 2) test_sort_records_by_u8(&t);
            else test_sort_records_by_u16(&t);
        }
    }
    for (int i = 2; i >= 0; i--) {
        if (i != 1 || t.contexts[1] != t.contexts[0]) gc_sort_close(t.contexts[i]);
    }
}

// Large records move by pieces.
static void test_sort_records_large(void) {
    enum { COUNT = 50, SIZE = 1000 };
    static unsigned char a[COUNT * SIZE], b[COUNT * SIZE];
    for (int way = 0; way < 3; way++) {
        for (uint32_t i = 0; i < COUNT; i++) {
            const uint32_t key = (i * 7 + 3) % COUNT;
            memset(a + i * SIZE, (int)key + 1, SIZE);
            memcpy(a + i * SIZE + 500, &key, 4);
            memset(b + i * SIZE, (int)i + 1, SIZE);
            memcpy(b + i * SIZE + 500, &i, 4);
        }
        const size_t bytes = way == 0 ? gc_sort_by_scratch(COUNT, SIZE) : way == 1 ? 12 * COUNT + 64 : 0;
        void *const scratch = malloc(bytes + 1);
        CHECK_INT(gc_sort_by_u32(a, COUNT, SIZE, 500, scratch, bytes), GC_SORT_OK);
        CHECK(memcmp(a, b, sizeof a) == 0);
        free(scratch);
    }
}

// Many with little scratch, which are merged in parts, beside the same with all of it: the same
// bytes, ties as well, and nothing behind the scratch. The last merge of the third way lacks
// room for one record.
static void test_sort_records_little(void) {
    enum { MOST = 150000, SIZE = 65 };
    static const struct { size_t n, size; } cases[] = {
        { 30000, 12 }, { 65535, 12 }, { 65536, 12 }, { 70001, 16 }, { 66000, 25 }, { 66000, 32 },
        { 131071, 64 }, { 140002, 64 }, { 133120, 65 }
    };
    unsigned char *const all = (unsigned char *)malloc(3 * (size_t)MOST * SIZE);
    unsigned char *const room = (unsigned char *)malloc((size_t)MOST * (SIZE + 8) + 64);
    const gc_sort_field first = { 0, GC_SORT_KIND_U16, true }, second = { 2, GC_SORT_KIND_U64, false };
    if (!CHECK(all && room)) return;

    for (size_t k = 0; k < sizeof cases / sizeof cases[0] * 3; k++) {
        const size_t n = cases[k / 3].n, size = cases[k / 3].size, little = 12 * n + 64;
        const size_t ways[3] = { gc_sort_by_scratch(n, size), little, n / 2 * size - 1 };
        unsigned char *const records = all, *const want = all + n * size, *const v = want + n * size;

        // Each has its number behind its key: equal ones differ.
        for (size_t i = 0; i < n; i++) {
            const uint64_t key = test_sort_random() % (k % 2 ? 5000 : UINT64_MAX);
            const uint32_t number = (uint32_t)i;
            memset(records + i * size, (int)i, size);
            memcpy(records + i * size, &key, 8);
            memcpy(records + i * size + 8, &number, 4);
        }

        // With all of the scratch first.
        for (int way = 0; way < 3; way++) {
            const size_t bytes = ways[way];
            if (bytes < little) continue;

            memcpy(v, records, n * size);
            memset(room + 1 + bytes, 99, 8);
            const int result = k % 3 == 0 ? gc_sort_by_f32(v, n, size, 0, room + 1, bytes)
                             : k % 3 == 1 ? gc_sort_by_u64_down(v, n, size, 0, room + 1, bytes)
                                          : gc_sort_by2(v, n, size, first, second, room + 1, bytes);
            CHECK_INT(result, GC_SORT_OK);
            CHECK(room[1 + bytes] == 99);

            if (way == 0) memcpy(want, v, n * size);
            if (!CHECK(memcmp(want, v, n * size) == 0)) printf("    n %zu of %zu, by %zu\n", n, size, k % 3);
        }
    }
    free(room);
    free(all);
}

// ---- Records by two numbers: against qsort by C's own order of the kinds

enum { TEST_SORT_BY2_KINDS = 9, TEST_SORT_BY2_SIZE = 61, TEST_SORT_BY2_MOST = 3000 };
static const struct { int kind; size_t bytes; } test_sort_by2_kinds[TEST_SORT_BY2_KINDS] = {
    { GC_SORT_KIND_U8, 1 }, { GC_SORT_KIND_U16, 2 }, { GC_SORT_KIND_I16, 2 },
    { GC_SORT_KIND_U32, 4 }, { GC_SORT_KIND_I32, 4 }, { GC_SORT_KIND_F32, 4 },
    { GC_SORT_KIND_U64, 8 }, { GC_SORT_KIND_I64, 8 }, { GC_SORT_KIND_F64, 8 }
};

// As it is compared: integers by halves of 64 bits, what is no number behind all that are.
typedef struct test_sort_by2_value {
    int group;
    bool sign;
    double real;
    int64_t whole;
    uint64_t natural;
} test_sort_by2_value;

static test_sort_by2_value test_sort_by2_read(const unsigned char *record, gc_sort_field field) {
    test_sort_by2_value v;
    union { uint8_t u8; uint16_t u16; int16_t i16; uint32_t u32; int32_t i32; float f32; uint64_t u64;
            int64_t i64; double f64; unsigned char bytes[8]; } x;
    memset(&v, 0, sizeof v);
    memcpy(x.bytes, record + field.offset, 8);

    switch (field.kind) {
    case GC_SORT_KIND_U8: v.natural = x.u8; break;
    case GC_SORT_KIND_U16: v.natural = x.u16; break;
    case GC_SORT_KIND_I16: v.whole = x.i16; break;
    case GC_SORT_KIND_U32: v.natural = x.u32; break;
    case GC_SORT_KIND_I32: v.whole = x.i32; break;
    case GC_SORT_KIND_U64: v.natural = x.u64; break;
    case GC_SORT_KIND_I64: v.whole = x.i64; break;
    default: v.real = field.kind == GC_SORT_KIND_F32 ? (double)x.f32 : x.f64; break;
    }
    v.sign = field.kind == GC_SORT_KIND_F32 ? x.u32 >> 31 != 0 : field.kind == GC_SORT_KIND_F64 && x.i64 < 0;
    if (v.real != v.real) v.group = v.sign ? 2 : 1, v.real = 0;
    return v;
}

static int test_sort_by2_one(const unsigned char *a, const unsigned char *b, gc_sort_field field) {
    const test_sort_by2_value x = test_sort_by2_read(a, field), y = test_sort_by2_read(b, field);
    int order = (x.group > y.group) - (x.group < y.group);
    if (!order) order = (x.real > y.real) - (x.real < y.real);
    if (!order) order = (x.whole > y.whole) - (x.whole < y.whole);
    if (!order) order = (x.natural > y.natural) - (x.natural < y.natural);
    if (!order && x.group == 0) order = (int)y.sign - (int)x.sign;
    return field.down ? -order : order;
}

// A record has its index at its end.
static gc_sort_field test_sort_by2_fields[2];
static int test_sort_by2_compare(const void *p, const void *q) {
    const unsigned char *const a = (const unsigned char *)p, *const b = (const unsigned char *)q;
    int order = test_sort_by2_one(a, b, test_sort_by2_fields[0]);
    if (!order) order = test_sort_by2_one(a, b, test_sort_by2_fields[1]);
    return order ? order : memcmp(a + TEST_SORT_BY2_SIZE - 4, b + TEST_SORT_BY2_SIZE - 4, 4);
}

// Few values, of any sign, so that many are equal: bits set anywhere, and of floats NaNs too.
static void test_sort_by2_fill(unsigned char *base, size_t n) {
    static const float reals[] = { -1.0f, -0.0f, 0.0f, 2.5f };
    for (size_t i = 0; i < n; i++) {
        unsigned char *const record = base + i * TEST_SORT_BY2_SIZE;
        for (size_t k = 0; k < 2; k++) {
            const gc_sort_field field = test_sort_by2_fields[k];
            const uint64_t few = test_sort_below(3), sign = (uint64_t)test_sort_below(2) << 63;
            uint64_t x = few << 40 | few << 20 | few << 7 | few;
            x ^= sign ^ sign >> 32 ^ sign >> 48 ^ sign >> 56;

            const float f32 = reals[test_sort_below(4)];
            const double f64 = (double)f32;
            const uint32_t nan32 = test_sort_below(2) ? 0x7fc00000u : 0xffc00000u;
            const uint64_t nan64 = (uint64_t)nan32 << 32 | (uint64_t)1 << 51;
            const bool nan = test_sort_below(5) == 0;

            if (field.kind == GC_SORT_KIND_F32) {
                memcpy(&x, nan ? (const void *)&nan32 : &f32, 4);
            } else if (field.kind == GC_SORT_KIND_F64) {
                memcpy(&x, nan ? (const void *)&nan64 : &f64, 8);
            }
            memcpy(record + field.offset, &x, 8);
        }
        for (size_t k = 0; k < 4; k++) record[TEST_SORT_BY2_SIZE - 1 - k] = (unsigned char)(i >> (8 * k));
    }
}

static void test_sort_by2_case(size_t n, gc_sort_context **contexts) {
    enum { SIZE = TEST_SORT_BY2_SIZE };
    static unsigned char a[TEST_SORT_BY2_MOST * SIZE], b[TEST_SORT_BY2_MOST * SIZE];
    static unsigned char c[TEST_SORT_BY2_MOST * SIZE];
    const gc_sort_field *const f = test_sort_by2_fields;
    test_sort_by2_fill(a, n);
    memcpy(b, a, n * SIZE);
    qsort(b, n, SIZE, test_sort_by2_compare);

    const size_t all = gc_sort_by_scratch(n, SIZE), few = 12 * n + 64;
    unsigned char *const room = (unsigned char *)malloc(all + 1);
    for (int way = 0; way < 5; way++) {
        memcpy(c, a, n * SIZE);
        const int result =
            way < 2 ? gc_sort_by2(c, n, SIZE, f[0], f[1], room + 1, way == 0 ? all : few) :
            way == 2 ? gc_sort_by2(c, n, SIZE, f[0], f[1], NULL, 0) :
                       gc_sort_ctx_by2(contexts[way - 3], c, n, SIZE, f[0], f[1]);
        CHECK_INT(result, GC_SORT_OK);
        if (!CHECK(memcmp(b, c, n * SIZE) == 0)) {
            printf("    n %zu, kinds %d %d, way %d\n", n, f[0].kind, f[1].kind, way);
        }
    }
    free(room);
}

// Each kind with each, in all directions; in few sizes, and in others by chance.
static void test_sort_by2(void) {
    static const size_t counts[] = { 0, 1, 2, 33, 1024, 1025, TEST_SORT_BY2_MOST };
    gc_sort_context *contexts[2];
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    contexts[0] = gc_sort_open(&desc, NULL);
    desc.threads = TEST_SORT_OWN_THREADS ? 2 : 0;
    contexts[1] = gc_sort_open(&desc, NULL);

    for (size_t k = 0; k < 4 * TEST_SORT_BY2_KINDS * TEST_SORT_BY2_KINDS; k++) {
        gc_sort_field *const f = test_sort_by2_fields;
        for (size_t i = 0; i < 2; i++) {
            const size_t kind = (i ? k / TEST_SORT_BY2_KINDS : k) % TEST_SORT_BY2_KINDS;
            f[i].kind = test_sort_by2_kinds[kind].kind;
            f[i].down = (k / TEST_SORT_BY2_KINDS / TEST_SORT_BY2_KINDS >> i & 1) != 0;
            f[i].offset = (size_t)i * 16 + test_sort_below(9);
        }
        test_sort_use_isa((int)(k % 2));
        test_sort_by2_case(test_sort_below(100), contexts);
        if (k % 4 == 0) test_sort_by2_case(counts[test_sort_below(7)], contexts);
    }
    for (int i = 0; i < 2; i++) gc_sort_close(contexts[i]);
}

static void test_sort_by2_refused(void) {
    static const int none[] = { 0, -1, 3, 256, 512, 2048, 1024 | 1, INT_MAX };
    unsigned char record[24], before[24];
    gc_sort_context *const c = gc_sort_open(NULL, NULL);
    gc_sort_field good = { 0, GC_SORT_KIND_U8, false }, bad = good;
    memset(record, 7, sizeof record);
    memset(record, 9, 4);
    memcpy(before, record, sizeof record);

    // Kinds; numbers that end behind the record, in either place.
    for (size_t i = 0; i < 8 + TEST_SORT_BY2_KINDS; i++) {
        bad.kind = i < 8 ? none[i] : test_sort_by2_kinds[i - 8].kind;
        bad.offset = i < 8 ? 0 : 8 - test_sort_by2_kinds[i - 8].bytes + 1;
        CHECK_INT(gc_sort_by2(record, 3, 8, bad, good, NULL, 0), GC_SORT_E_ARGUMENT);
        CHECK_INT(gc_sort_by2(record, 3, 8, good, bad, NULL, 0), GC_SORT_E_ARGUMENT);
        CHECK_INT(gc_sort_ctx_by2(c, record, 3, 8, good, bad), GC_SORT_E_ARGUMENT);
    }
    CHECK_INT(gc_sort_by2(NULL, 1, 8, good, good, NULL, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_by2(NULL, 0, 8, good, good, NULL, 0), GC_SORT_OK);
    CHECK_INT(gc_sort_by2(record, 1, 0, good, good, NULL, 0), GC_SORT_E_SIZE);
    CHECK_INT(gc_sort_ctx_by2(NULL, record, 3, 8, good, good), GC_SORT_E_ARGUMENT);
    CHECK(memcmp(record, before, sizeof record) == 0);
    CHECK_INT(gc_sort_ctx_by2(c, record, 3, 8, good, good), GC_SORT_OK);
    CHECK(record[0] == 7 && record[16] == 9);
    gc_sort_close(c);
}

// By a context with threads, in parts: the same bytes as without.
static void test_sort_records_threads(void) {
    enum { COUNT = 200000, SIZE = 12 };
    unsigned char *const alone = (unsigned char *)malloc(COUNT * SIZE);
    unsigned char *const together = (unsigned char *)malloc(COUNT * SIZE);
    gc_sort_desc desc;

    memset(&desc, 0, sizeof desc);
    desc.threads = 3;
    gc_sort_context *const c = gc_sort_open(&desc, NULL);
    if (!CHECK(alone && together && c)) return;

    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t record[3] = { i * 2654435761u >> 8, i * 2246822519u >> 20, i };
        memcpy(alone + (size_t)i * SIZE, record, SIZE);
    }

    for (int way = 0; way < 3; way++) {
        memcpy(together, alone, COUNT * SIZE);
        const size_t offset = way == 1 ? 4 : 0;
        if (way < 2) {
            CHECK_INT(gc_sort_by_u32(alone, COUNT, SIZE, offset, NULL, 0), GC_SORT_OK);
            CHECK_INT(gc_sort_ctx_by_u32(c, together, COUNT, SIZE, offset), GC_SORT_OK);
        } else {
            CHECK_INT(gc_sort_by_u64_down(alone, COUNT, SIZE, 4, NULL, 0), GC_SORT_OK);
            CHECK_INT(gc_sort_ctx_by_u64_down(c, together, COUNT, SIZE, 4), GC_SORT_OK);
        }

        CHECK(memcmp(alone, together, COUNT * SIZE) == 0);
    }

    gc_sort_close(c);
    free(together);
    free(alone);
}

// Most bytes that a context has asked for.
static void *test_sort_records_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    size_t *const most = (size_t *)user;
    (void)old_size;
    if (new_size > *most) *most = new_size;
    if (new_size == 0) free(ptr);
    return new_size == 0 || new_size > 1000000 ? NULL : realloc(ptr, new_size);
}

// A call that is refused takes no scratch.
static void test_sort_records_refused(void) {
    enum { COUNT = 5000 };
    static unsigned char records[COUNT * 8];
    size_t most = 0;
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.allocator.resize = test_sort_records_resize;
    desc.allocator.user = &most;
    gc_sort_context *const c = gc_sort_open(&desc, NULL);
    if (!CHECK(c != NULL)) return;
    CHECK_INT(gc_sort_ctx_by_u32(c, NULL, COUNT, 8, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_ctx_by_u32(c, records, COUNT, 0, 0), GC_SORT_E_SIZE);
    CHECK_INT(gc_sort_ctx_by_u32(c, records, COUNT, 8, 5), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_ctx_by_u32(c, records, SIZE_MAX / 32 + 1, 8, 0), GC_SORT_E_SIZE);
    CHECK(most < 1000);
    CHECK_INT(gc_sort_ctx_by_u32(c, records, COUNT, 8, 0), GC_SORT_OK);
    gc_sort_close(c);
}

// ---- Records in place: against those in order

// Sums what a record holds, in any order of records.
static uint64_t test_sort_records_sum(const unsigned char *base, size_t n, size_t size) {
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++, base += size) {
        uint64_t hash = 14695981039346656037u;      // FNV-1a
        for (size_t k = 0; k < size; k++) hash = (hash ^ base[k]) * 1099511628211u;
        sum += hash;
    }
    return sum;
}

// Keys of ever fewer bits besides: parts in parts, as deep as they go.
static uint64_t test_sort_records_deep(int pattern, size_t i) {
    const uint64_t x = test_sort_records_key(pattern % TEST_SORT_RECORDS_PATTERNS, i);
    return pattern < TEST_SORT_RECORDS_PATTERNS ? x : x >> (test_sort_random() & 63);
}

// The ways: all, the nth, the first k; in c, at an odd address, where a has the records and b
// has them in order. The first instruction set's bytes are everybody's.
#define TEST_SORT_RECORDS_IN_PLACE(type, ctype)                                                              \
    static int test_sort_records_place_##type(const test_sort_records_case *t, int way, size_t k) {          \
        unsigned char *const base = test_sort_records_c + 1;                                                 \
        switch (way) {                                                                                       \
        case 0: return gc_sort_by_##type##_any(base, t->n, t->size, t->offset);                              \
        case 1: return gc_sort_by_##type##_any_down(base, t->n, t->size, t->offset);                         \
        case 2: return gc_sort_nth_by_##type(base, t->n, t->size, t->offset, k);                             \
        case 3: return gc_sort_nth_by_##type##_down(base, t->n, t->size, t->offset, k);                      \
        case 4: return gc_sort_top_by_##type(base, t->n, t->size, t->offset, k);                             \
        default: return gc_sort_top_by_##type##_down(base, t->n, t->size, t->offset, k);                     \
        }                                                                                                    \
    }                                                                                                        \
    static void test_sort_records_in_place_##type(const test_sort_records_case *t) {                         \
        unsigned char *const a = test_sort_records_a, *const b = test_sort_records_b;                        \
        unsigned char *const c = test_sort_records_c + 1, *const first = test_sort_records_d;                \
        const size_t n = t->n, size = t->size, at = t->offset, key = sizeof(ctype);                          \
        for (size_t i = 0; i < n * size; i++) a[i] = (unsigned char)test_sort_random();                      \
        for (size_t i = 0; i < n; i++) {                                                                     \
            const uint64_t x = test_sort_records_deep(t->pattern, i);                                        \
            memcpy(a + i * size + at, &x, key);                                                              \
        }                                                                                                    \
        const uint64_t sum = test_sort_records_sum(a, n, size);                                              \
        for (int way = 0; way < 6; way++) {                                                                  \
            const size_t some = test_sort_below(n), few = test_sort_below(n < 300 ? n : 300);                \
            const size_t k = way < 4 ? some : t->pattern % 2 ? some + 1 : few;                               \
            memcpy(b, a, n * size);                                                                          \
            if (way % 2) gc_sort_by_##type##_down(b, n, size, at, NULL, 0);                                  \
            else gc_sort_by_##type(b, n, size, at, NULL, 0);                                                 \
            for (int isa = 0; test_sort_use_isa(isa); isa++) {                                               \
                memcpy(c, a, n * size);                                                                      \
                CHECK_INT(test_sort_records_place_##type(t, way, k), GC_SORT_OK);                            \
                if (isa == 0) memcpy(first, c, n * size);                                                    \
                CHECK(memcmp(first, c, n * size) == 0);                                                      \
            }                                                                                                \
            CHECK_U64(test_sort_records_sum(c, n, size), sum);                                               \
            size_t end = way < 4 ? n : k;                                                                    \
            if (way == 2 || way == 3) {                                                                      \
                /* Each side of the nth, put in order: then all are. */                                      \
                CHECK(memcmp(c + k * size + at, b + k * size + at, key) == 0);                               \
                for (int side = 0; side < 2; side++) {                                                       \
                    unsigned char *const begin = c + (side ? k * size : 0);                                  \
                    const size_t count = side ? n - k : k;                                                   \
                    if (way == 3) gc_sort_by_##type##_down(begin, count, size, at, NULL, 0);                 \
                    else gc_sort_by_##type(begin, count, size, at, NULL, 0);                                 \
                }                                                                                            \
            }                                                                                                \
            bool same = true;                                                                                \
            while (end-- > 0) same = same && memcmp(c + end * size + at, b + end * size + at, key) == 0;     \
            if (!CHECK(same)) printf("    n %zu, size %zu, way %d, k %zu\n", n, size, way, k);             \
        }                                                                                                    \
    }
TEST_SORT_RECORDS_IN_PLACE(u8, uint8_t)
TEST_SORT_RECORDS_IN_PLACE(u16, uint16_t)
TEST_SORT_RECORDS_IN_PLACE(u32, uint32_t)
TEST_SORT_RECORDS_IN_PLACE(i32, int32_t)
TEST_SORT_RECORDS_IN_PLACE(f32, float)
TEST_SORT_RECORDS_IN_PLACE(u64, uint64_t)
TEST_SORT_RECORDS_IN_PLACE(i64, int64_t)
TEST_SORT_RECORDS_IN_PLACE(f64, double)

// Three bytes a record, known answers: the middle one is the number.
static void test_sort_records_bytes(void) {
    static const unsigned char in[] = "a9xb3yc7zd3we1v", out[] = "e1vb3yd3wc7za9x";
    unsigned char v[sizeof in];
    memcpy(v, in, sizeof in);
    gc_sort_context *const c = gc_sort_open(NULL, NULL);
    CHECK_INT(gc_sort_ctx_by_u8(c, v, 5, 3, 1), GC_SORT_OK);
    CHECK(memcmp(v, out, sizeof out) == 0);
    gc_sort_close(c);

    // Equal ones in any order: the numbers alone.
    memcpy(v, in, sizeof in);
    CHECK_INT(gc_sort_by_u8_any(v, 5, 3, 1), GC_SORT_OK);
    for (size_t i = 0; i < 5; i++) CHECK(v[3 * i + 1] == out[3 * i + 1]);
    memcpy(v, in, sizeof in);
    CHECK_INT(gc_sort_nth_by_u8(v, 5, 3, 1, 3), GC_SORT_OK);
    CHECK(memcmp(v + 9, "c7z", 3) == 0 && memcmp(v + 12, "a9x", 3) == 0);
}

static void test_sort_records_place(void) {
    static const size_t counts[] = { 1, 2, 9, 64, 65, 300, 1024, 1025, 3000, 20000 };
    static const size_t sizes[] = { 8, 9, 12, 16, 24, 32, 64, 77 };
    test_sort_records_case t;

    memset(&t, 0, sizeof t);
    for (size_t k = 0; k < 160; k++) {
        t.n = counts[k / 16];
        t.size = sizes[k % 8];
        t.pattern = (int)(k % (2 * TEST_SORT_RECORDS_PATTERNS));
        t.offset = t.size - 4;

        test_sort_records_in_place_u32(&t);
        t.offset = (t.size - 4) / 2;
        if (k % 2) test_sort_records_in_place_i32(&t);
        else test_sort_records_in_place_f32(&t);
        if (k % 2) test_sort_records_in_place_u16(&t);
        else test_sort_records_in_place_u8(&t);

        t.offset = t.size - 8;
        if (k % 3 == 0) test_sort_records_in_place_u64(&t);
        if (k % 3 == 1) test_sort_records_in_place_i64(&t);
        if (k % 3 == 2) test_sort_records_in_place_f64(&t);
    }
}

// ---- Records, every kind, pattern and number of threads: against qsort by their ranks

// What a call gets; room NULL, 0 bytes: none. Records have their number anywhere, their index
// at the end.
enum { TEST_SORT_EACH_SIZE = 19, TEST_SORT_EACH_INDEX = 15, TEST_SORT_EACH_MOST = 40001,
    TEST_SORT_EACH_CONTEXTS = 5 };

typedef struct test_sort_each {
    gc_sort_context *context;
    unsigned char *base;
    size_t n, size, at;
    bool down;
    void *room;
    size_t bytes, k;
} test_sort_each;

enum { TEST_SORT_EACH_BY, TEST_SORT_EACH_CTX, TEST_SORT_EACH_ANY, TEST_SORT_EACH_NTH, TEST_SORT_EACH_TOP };

// Every call by one kind of number, behind one signature.
#define TEST_SORT_EACH_CALL(name, arguments)                                                                 \
    return t->down ? name##_down arguments : name arguments
#define TEST_SORT_EACH(type)                                                                                 \
    static int test_sort_each_##type(const test_sort_each *t, int what) {                                    \
        void *const v = t->base;                                                                             \
        switch (what) {                                                                                      \
        case TEST_SORT_EACH_BY:                                                                              \
            TEST_SORT_EACH_CALL(gc_sort_by_##type, (v, t->n, t->size, t->at, t->room, t->bytes));            \
        case TEST_SORT_EACH_CTX:                                                                             \
            TEST_SORT_EACH_CALL(gc_sort_ctx_by_##type, (t->context, v, t->n, t->size, t->at));               \
        case TEST_SORT_EACH_ANY:                                                                             \
            if (t->down) return gc_sort_by_##type##_any_down(v, t->n, t->size, t->at);                       \
            return gc_sort_by_##type##_any(v, t->n, t->size, t->at);                                         \
        case TEST_SORT_EACH_NTH:                                                                             \
            TEST_SORT_EACH_CALL(gc_sort_nth_by_##type, (v, t->n, t->size, t->at, t->k));                     \
        default:                                                                                             \
            TEST_SORT_EACH_CALL(gc_sort_top_by_##type, (v, t->n, t->size, t->at, t->k));                     \
        }                                                                                                    \
    }
TEST_SORT_EACH(u8)
TEST_SORT_EACH(u16)
TEST_SORT_EACH(u32)
TEST_SORT_EACH(i32)
TEST_SORT_EACH(f32)
TEST_SORT_EACH(u64)
TEST_SORT_EACH(i64)
TEST_SORT_EACH(f64)

typedef struct {
    int kind;
    size_t bytes;
    int (*call)(const test_sort_each *t, int what);
} test_sort_each_kind;

enum { TEST_SORT_EACH_KINDS = 8 };
static const test_sort_each_kind test_sort_each_kinds[TEST_SORT_EACH_KINDS] = {
    { GC_SORT_KIND_U8, 1, test_sort_each_u8 },   { GC_SORT_KIND_U16, 2, test_sort_each_u16 },
    { GC_SORT_KIND_U32, 4, test_sort_each_u32 }, { GC_SORT_KIND_I32, 4, test_sort_each_i32 },
    { GC_SORT_KIND_F32, 4, test_sort_each_f32 }, { GC_SORT_KIND_U64, 8, test_sort_each_u64 },
    { GC_SORT_KIND_I64, 8, test_sort_each_i64 }, { GC_SORT_KIND_F64, 8, test_sort_each_f64 }
};

// The bits of a number: of floats NaNs of any payload, too.
static uint64_t test_sort_each_bits(int kind, int pattern, uint64_t key) {
    const float f32 = test_sort_make_f32(pattern, key);
    const double f64 = test_sort_make_f64(pattern, key);
    uint32_t half;
    uint64_t bits = key;
    memcpy(&half, &f32, 4);
    if (kind == GC_SORT_KIND_F32) bits = half;
    if (kind == GC_SORT_KIND_F64) memcpy(&bits, &f64, 8);
    if ((kind == GC_SORT_KIND_F32 || kind == GC_SORT_KIND_F64) && key % 11 == 5) {
        bits = (key & 63) | (kind == GC_SORT_KIND_F32 ? 0x7f800000u : (uint64_t)0x7ff << 52);
        bits |= (key >> 8 & 1) << (kind == GC_SORT_KIND_F32 ? 31 : 63);
    }
    return bits;
}

// The order of the banner in unsigned numbers: floats by rising bits, those with a sign by
// falling ones before them; what the least NaNs would be goes round to the end.
static uint64_t test_sort_each_rank(const test_sort_each_kind *kind, const unsigned char *number) {
    const uint64_t sign = (uint64_t)1 << (8 * kind->bytes - 1), all = sign | (sign - 1);
    const uint64_t bits = test_sort_load(number, kind->bytes);
    const uint64_t nans = ((uint64_t)1 << (kind->kind == GC_SORT_KIND_F32 ? 23 : 52)) - 1;

    switch (kind->kind) {
    case GC_SORT_KIND_I32: case GC_SORT_KIND_I64: return bits ^ sign;
    case GC_SORT_KIND_F32: case GC_SORT_KIND_F64: return ((bits & sign ? ~bits : bits | sign) - nans) & all;
    default: return bits;
    }
}

typedef struct { uint64_t rank; uint32_t index; } test_sort_each_item;
static int test_sort_each_turn[2];       // of ranks, of indices: 1 or -1

static int test_sort_each_cmp(const void *pa, const void *pb) {
    const test_sort_each_item *const a = (const test_sort_each_item *)pa;
    const test_sort_each_item *const b = (const test_sort_each_item *)pb;
    if (a->rank != b->rank) return a->rank < b->rank ? -test_sort_each_turn[0] : test_sort_each_turn[0];
    return a->index < b->index ? -test_sort_each_turn[1] : test_sort_each_turn[1];
}

static test_sort_each_item test_sort_each_list[TEST_SORT_EACH_MOST];
static unsigned char test_sort_each_in[TEST_SORT_EACH_MOST * TEST_SORT_EACH_SIZE];
static unsigned char test_sort_each_want[TEST_SORT_EACH_MOST * TEST_SORT_EACH_SIZE];
static unsigned char test_sort_each_got[TEST_SORT_EACH_MOST * TEST_SORT_EACH_SIZE + 1];

// The list, sorted, and the records as it has them.
static void test_sort_each_expect(size_t n, bool down, bool ties_fall) {
    test_sort_each_turn[0] = down ? -1 : 1;
    test_sort_each_turn[1] = ties_fall ? -1 : 1;
    qsort(test_sort_each_list, n, sizeof *test_sort_each_list, test_sort_each_cmp);
    for (size_t i = 0; i < n; i++) {
        memcpy(test_sort_each_want + i * TEST_SORT_EACH_SIZE,
               test_sort_each_in + test_sort_each_list[i].index * (size_t)TEST_SORT_EACH_SIZE,
               TEST_SORT_EACH_SIZE);
    }
}

// Those that keep ties; in every context, with all scratch, little, and none.
static bool test_sort_each_stable(
    const test_sort_each_kind *kind, test_sort_each *t, gc_sort_context **contexts, char *room) {
    const size_t all = t->n * TEST_SORT_EACH_SIZE, most = gc_sort_by_scratch(t->n, t->size);
    static uint32_t order[TEST_SORT_EACH_MOST];
    bool ok = true;
    for (int way = 0; way < 3 + TEST_SORT_EACH_CONTEXTS; way++) {
        memcpy(t->base, test_sort_each_in, all);
        t->room = way == 2 ? NULL : room + 1;
        t->bytes = way == 0 ? most : way == 1 ? 12 * t->n + 64 : 0;
        t->context = way < 3 ? NULL : contexts[way - 3];
        ok &= kind->call(t, way < 3 ? TEST_SORT_EACH_BY : TEST_SORT_EACH_CTX) == GC_SORT_OK;
        ok &= memcmp(t->base, test_sort_each_want, all) == 0;
    }

    // A column into this order: crowds, runs and all, as the keys make them.
    for (size_t i = 0; i < t->n; i++) order[i] = test_sort_each_list[i].index;
    for (int way = 0; way < 2; way++) {
        memcpy(t->base, test_sort_each_in, all);
        ok &= gc_sort_apply(t->base, t->n, t->size, order, room + 1, way ? 4 * t->n + 16 : all) == GC_SORT_OK;
        ok &= memcmp(t->base, test_sort_each_want, all) == 0;
    }
    return ok;
}

// By it and by the falling index: no ties are left.
static bool test_sort_each_by2(
    const test_sort_each_kind *kind, test_sort_each *t, gc_sort_context **contexts, char *room) {
    const size_t all = t->n * TEST_SORT_EACH_SIZE, most = gc_sort_by_scratch(t->n, t->size);
    const gc_sort_field first = { t->at, kind->kind, t->down };
    const gc_sort_field second = { TEST_SORT_EACH_INDEX, GC_SORT_KIND_U32, true };
    bool ok = true;
    for (int way = 0; way < 2 + TEST_SORT_EACH_CONTEXTS; way++) {
        memcpy(t->base, test_sort_each_in, all);
        void *const scratch = way ? NULL : room + 1;
        const int result =
            way < 2 ? gc_sort_by2(t->base, t->n, t->size, first, second, scratch, way ? 0 : most)
                    : gc_sort_ctx_by2(contexts[way - 2], t->base, t->n, t->size, first, second);
        ok &= result == GC_SORT_OK;
        ok &= memcmp(t->base, test_sort_each_want, all) == 0;
    }
    return ok;
}

// Those that do not keep ties: their ranks, and none is lost.
static bool test_sort_each_loose(const test_sort_each_kind *kind, test_sort_each *t) {
    const size_t all = t->n * TEST_SORT_EACH_SIZE;
    const uint64_t sum = test_sort_fingerprint(test_sort_each_in, t->n, t->size);
    bool ok = true;
    for (int what = TEST_SORT_EACH_ANY; what <= TEST_SORT_EACH_TOP; what++) {
        for (size_t turn = 0; turn < (what == TEST_SORT_EACH_ANY ? 1 : 3); turn++) {
            memcpy(t->base, test_sort_each_in, all);
            t->k = turn == 0 ? t->n / 2 : turn == 1 ? t->n - 1 : 9 % t->n;
            ok &= kind->call(t, what) == GC_SORT_OK;
            ok &= test_sort_fingerprint(t->base, t->n, t->size) == sum;

            // nth: below it what is before it, behind it the others; else as in the list.
            for (size_t i = 0; i < t->n && ok; i++) {
                const uint64_t rank = test_sort_each_rank(kind, t->base + i * t->size + t->at);
                const uint64_t nth = test_sort_each_list[t->k].rank, want = test_sort_each_list[i].rank;
                const bool listed = what == TEST_SORT_EACH_ANY || (what == TEST_SORT_EACH_TOP && i < t->k);
                if (listed) ok &= rank == want;
                if (what != TEST_SORT_EACH_NTH) continue;
                if (i == t->k) ok &= rank == nth;
                else ok &= (i < t->k) != t->down ? rank <= nth : rank >= nth;
            }
        }
    }
    return ok;
}

static bool test_sort_each_case(
    const test_sort_each_kind *kind, size_t n, int pattern, gc_sort_context **contexts) {
    test_sort_each t;
    memset(&t, 0, sizeof t);
    t.base = test_sort_each_got + 1;
    t.n = n;
    t.size = TEST_SORT_EACH_SIZE;
    t.at = test_sort_below(TEST_SORT_EACH_INDEX - kind->bytes + 1);

    for (size_t i = 0; i < n; i++) {
        unsigned char *const record = test_sort_each_in + i * t.size;
        memset(record, (int)(i % 251), t.size);
        test_sort_store(record + TEST_SORT_EACH_INDEX, 4, i);
        test_sort_store(record + t.at, kind->bytes,
                        test_sort_each_bits(kind->kind, pattern, test_sort_key(pattern, i, n)));
        test_sort_each_list[i].rank = test_sort_each_rank(kind, record + t.at);
        test_sort_each_list[i].index = (uint32_t)i;
    }

    char *const room = (char *)test_sort_alloc(gc_sort_by_scratch(n, t.size) + 1);
    bool ok = true;
    for (int down = 0; down < 2; down++) {
        t.down = down != 0;
        test_sort_each_expect(n, t.down, false);
        ok &= test_sort_each_stable(kind, &t, contexts, room) && test_sort_each_loose(kind, &t);
        test_sort_each_expect(n, t.down, true);
        ok &= test_sort_each_by2(kind, &t, contexts, room);
    }
    free(room);
    return ok;
}

// Contexts of 0 to 16 threads; every sixth case has enough for all of them.
static void test_sort_records_each(void) {
    static const uint32_t threads[TEST_SORT_EACH_CONTEXTS] = { 0, 2, 3, 7, 16 };
    gc_sort_context *contexts[TEST_SORT_EACH_CONTEXTS];
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    for (int i = 0; i < TEST_SORT_EACH_CONTEXTS; i++) {
        desc.threads = TEST_SORT_OWN_THREADS ? threads[i] : 0;
        contexts[i] = gc_sort_open(&desc, NULL);
        if (!CHECK(contexts[i] != NULL)) return;
    }

    test_sort_state = test_seed;
    for (int k = 0; k < TEST_SORT_EACH_KINDS * TEST_SORT_PATTERNS; k++) {
        const int pattern = k % TEST_SORT_PATTERNS, kind = k / TEST_SORT_PATTERNS;
        const size_t n = (k + kind) % 6 == 0 ? TEST_SORT_EACH_MOST : 20 + test_sort_below(k % 2 ? 200 : 4000);
        if (!test_sort_use_isa(k % 3)) test_sort_use_isa(0);
        if (CHECK(test_sort_each_case(&test_sort_each_kinds[kind], n, pattern, contexts))) continue;
        printf("    kind %d, pattern %d, n %zu\n", test_sort_each_kinds[kind].kind, pattern, n);
    }
    test_sort_use_isa(0);
    for (int i = 0; i < TEST_SORT_EACH_CONTEXTS; i++) gc_sort_close(contexts[i]);
}

// A number that ends behind its struct, by every call and kind: refused, and nothing moves.
static void test_sort_records_beyond(void) {
    unsigned char records[48], before[48];
    test_sort_each t;
    memset(&t, 0, sizeof t);
    for (size_t i = 0; i < sizeof records; i++) before[i] = records[i] = (unsigned char)(200 - i);
    t.context = gc_sort_open(NULL, NULL);
    t.base = records;

    for (int k = 0; k < TEST_SORT_EACH_KINDS * 5 * 2; k++) {
        const test_sort_each_kind *const kind = &test_sort_each_kinds[k % TEST_SORT_EACH_KINDS];
        const int what = k / TEST_SORT_EACH_KINDS % 5;
        const size_t offsets[4] = { 13 - kind->bytes, 12, SIZE_MAX - 3, SIZE_MAX };
        t.down = k / TEST_SORT_EACH_KINDS / 5 != 0;
        t.k = 1;
        for (int i = 0; i < 4; i++) {
            t.n = 4, t.size = 12, t.at = offsets[i];
            CHECK_INT(kind->call(&t, what), GC_SORT_E_ARGUMENT);
        }

        // Structs too small for any; too many of them.
        t.at = 0, t.size = kind->bytes - 1;
        CHECK_INT(kind->call(&t, what), t.size ? GC_SORT_E_ARGUMENT : GC_SORT_E_SIZE);
        t.n = SIZE_MAX / 8, t.size = 24;
        CHECK_INT(kind->call(&t, what), GC_SORT_E_SIZE);
    }
    CHECK(memcmp(records, before, sizeof records) == 0);
    gc_sort_close(t.context);
}

// Columns by an order: with room for all, for the order alone, with none.
static void test_sort_apply(void) {
    static const size_t counts[] = { 0, 1, 2, 100, 3072, 3073, 20000 };
    static const size_t sizes[] = { 1, 4, 8, 12, 24, 32, 64, 77, 300 };
    unsigned char *const a = test_sort_records_a, *const b = test_sort_records_b;
    unsigned char *const c = test_sort_records_c + 1;
    uint32_t *const order = test_sort_records_order;
    for (size_t k = 0; k < 7 * 9; k++) {
        const size_t n = counts[k / 9], size = sizes[k % 9];
        if (n * size > TEST_SORT_RECORDS_BYTES) continue;
        for (size_t i = 0; i < n * size; i++) a[i] = (unsigned char)test_sort_random();

        // In random order; what comes of it, and back.
        for (size_t i = 0; i < n; i++) {
            const size_t at = test_sort_below(i + 1);
            order[i] = order[at];
            order[at] = (uint32_t)i;
        }
        for (size_t i = 0; i < n; i++) memcpy(b + i * size, a + order[i] * size, size);
        for (int way = 0; way < 3; way++) {
            const size_t bytes = way == 0 ? n * size : way == 1 ? 4 * n + 16 : 0;
            char *const memory = (char *)malloc(bytes + 1), *const room = way < 2 ? memory + 1 : NULL;
            memcpy(c, a, n * size);
            const bool fits = way < 2 || n <= 3072;
            CHECK_INT(gc_sort_apply(c, n, size, order, room, bytes), fits ? GC_SORT_OK : GC_SORT_E_MEMORY);
            const bool right = memcmp(c, fits ? b : a, n * size) == 0;
            if (!CHECK(right)) printf("    n %zu, size %zu, way %d\n", n, size, way);

            // No order: nothing moves.
            if (n > 1 && fits) {
                const uint32_t last = order[n - 1];
                memcpy(c, a, n * size);
                order[n - 1] = (uint32_t)n;
                CHECK_INT(gc_sort_apply(c, n, size, order, room, bytes), GC_SORT_E_ARGUMENT);
                order[n - 1] = order[0];
                const int twice = bytes < n * size ? gc_sort_apply(c, n, size, order, room, bytes)
                                                   : GC_SORT_E_ARGUMENT;
                CHECK_INT(twice, GC_SORT_E_ARGUMENT);
                CHECK(memcmp(c, a, n * size) == 0);
                order[n - 1] = last;
            }
            free(memory);
        }
    }
}

static void test_sort_records_misuse(void) {
    unsigned char record[16] = { 5 };
    const uint32_t first = 0;

    // Records that keep their order.
    CHECK_INT(gc_sort_by_u32(NULL, 0, 8, 0, NULL, 0), GC_SORT_OK);
    CHECK_INT(gc_sort_by_u32(NULL, 1, 8, 0, NULL, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_by_u32(record, 1, 0, 0, NULL, 0), GC_SORT_E_SIZE);
    CHECK_INT(gc_sort_by_u32(record, 2, 8, 5, NULL, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_by_u32(record, 2, 8, SIZE_MAX - 1, NULL, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_by_u64(record, 2, 4, 0, NULL, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_by_u32(record, SIZE_MAX / 2, 8, 0, NULL, 0), GC_SORT_E_SIZE);
    CHECK_INT(gc_sort_ctx_by_u32(NULL, record, 2, 8, 0), GC_SORT_E_ARGUMENT);
    CHECK_U64(gc_sort_by_scratch(SIZE_MAX / 4, 8), SIZE_MAX);

    // Records that do not.
    CHECK_INT(gc_sort_by_u32_any(NULL, 0, 8, 0), GC_SORT_OK);
    CHECK_INT(gc_sort_by_u32_any(NULL, 1, 8, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_by_u32_any(record, 1, 0, 0), GC_SORT_E_SIZE);
    CHECK_INT(gc_sort_by_u64_any_down(record, 2, 8, 1), GC_SORT_E_ARGUMENT);

    // Some of them.
    CHECK_INT(gc_sort_nth_by_u32(record, 2, 8, 0, 2), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_nth_by_u32(record, 2, 8, 5, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_top_by_u32(NULL, 2, 8, 0, 1), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_top_by_u32(record, 2, 8, 0, 0), GC_SORT_OK);
    CHECK_INT(gc_sort_top_by_u32(NULL, 0, 8, 0, 3), GC_SORT_OK);

    // An order that is applied.
    CHECK_INT(gc_sort_apply(NULL, 0, 8, NULL, NULL, 0), GC_SORT_OK);
    CHECK_INT(gc_sort_apply(record, 2, 8, NULL, NULL, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_apply(NULL, 1, 8, &first, NULL, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_apply(record, 1, 0, &first, NULL, 0), GC_SORT_E_SIZE);
    CHECK_U64(record[0], 5);
}

// ---- Misuse: an assert in debug, an error value all the same

#define TEST_SORT_MISUSE(call, want)                                                                         \
    do {                                                                                                     \
        const int before = test_sort_asserts;                                                                \
        CHECK_INT(call, want);                                                                               \
        CHECK(test_sort_asserts > before);                                                                   \
    } while (0)

static void test_sort_misuse_rows(void) {
    static const uint32_t starts[] = { 0, 2, 1, 4 }, rising[] = { 0, 2, 4 };
    uint32_t v[4] = { 3, 1, 2, 0 };
    TEST_SORT_MISUSE(gc_sort_strings(NULL, 1, NULL, 0), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_strings_in(NULL, v, 4, NULL, 0), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_strings_in("", NULL, 1, NULL, 0), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_strings_in("", v, SIZE_MAX / 16, NULL, 0), GC_SORT_E_SIZE);
    CHECK_INT(gc_sort_strings(NULL, 0, NULL, 0), GC_SORT_OK);
    CHECK_INT(gc_sort_strings_in(NULL, NULL, 0, NULL, 0), GC_SORT_OK);
    TEST_SORT_MISUSE(gc_sort_rows_u32(v, starts, 3), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_rows_u32(v, NULL, 1), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_rows_u32(NULL, rising, 2), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_rows_u32(NULL, starts, 0), GC_SORT_OK);
    CHECK_INT(gc_sort_rows_u32(NULL, starts + 2, 0), GC_SORT_OK);
    CHECK(v[0] == 3 && v[3] == 0);
}

static void test_sort_misuse(void) {
    if (!TEST_SORT_COUNTS_ASSERTS) SKIP("the header was compiled with another GC_SORT_ASSERT");
    uint32_t v[4] = { 3, 1, 2, 0 }, values[4] = { 0, 1, 2, 3 };
    unsigned char room[GC_SORT_CONTEXT_SIZE];
    test_sort_cmp u;
    gc_sort_desc desc;
    int error = 0;
    memset(&u, 0, sizeof u);
    u.size = 4;
    test_sort_asserts = 0;
    CHECK_INT(gc_sort(NULL, 0, 4, test_sort_callback, &u), GC_SORT_OK);
    CHECK_INT(gc_sort_stable(NULL, 0, 4, test_sort_callback, &u), GC_SORT_OK);
    gc_sort_u32(NULL, 0);
    gc_sort_f64_down(NULL, 0);
    CHECK_INT(test_sort_asserts, 0);
    TEST_SORT_MISUSE(gc_sort(NULL, 4, 4, test_sort_callback, &u), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort(v, 4, 4, NULL, &u), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort(v, 4, 0, test_sort_callback, &u), GC_SORT_E_SIZE);
    TEST_SORT_MISUSE(gc_sort(NULL, 0, 0, test_sort_callback, &u), GC_SORT_E_SIZE);
    TEST_SORT_MISUSE(gc_sort(v, SIZE_MAX, 4, test_sort_callback, &u), GC_SORT_E_SIZE);
    TEST_SORT_MISUSE(gc_sort(v, SIZE_MAX / 4 + 1, 4, test_sort_callback, &u), GC_SORT_E_SIZE);
    TEST_SORT_MISUSE(gc_sort(v, 2, SIZE_MAX, test_sort_callback, &u), GC_SORT_E_SIZE);
    TEST_SORT_MISUSE(gc_sort_stable(NULL, 4, 4, test_sort_callback, &u), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_stable(v, 4, 4, NULL, &u), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_stable(v, 4, 0, test_sort_callback, &u), GC_SORT_E_SIZE);
    TEST_SORT_MISUSE(gc_sort_stable(v, SIZE_MAX / 4 + 1, 4, test_sort_callback, &u), GC_SORT_E_SIZE);
    TEST_SORT_MISUSE((gc_sort_u32(NULL, 4), 0), 0);
    gc_sort_u32_kv(NULL, NULL, 0);
    CHECK_INT(gc_sort_order_f64(NULL, NULL, 0), GC_SORT_OK);
    TEST_SORT_MISUSE((gc_sort_u32_kv(v, NULL, 4), 0), 0);
    TEST_SORT_MISUSE((gc_sort_u32_kv(NULL, values, 4), 0), 0);
    TEST_SORT_MISUSE(gc_sort_order_u32(NULL, values, 4), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_order_u32(v, NULL, 4), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_order_u32_with(v, NULL, 4, &u, sizeof u), GC_SORT_E_ARGUMENT);
#if SIZE_MAX > 0xffffffff
    CHECK_INT(gc_sort_order_u32(v, values, ((size_t)1 << 32) + 1), GC_SORT_E_SIZE);
#endif
    CHECK(values[0] == 0 && values[3] == 3);
    CHECK_U64(u.calls, 0);

    gc_sort_context *context = gc_sort_open(NULL, NULL);
    CHECK_INT(gc_sort_ctx_u32(context, NULL, 0), GC_SORT_OK);
    CHECK_INT(gc_sort_ctx_u32_kv(context, NULL, NULL, 0), GC_SORT_OK);
    TEST_SORT_MISUSE(gc_sort_ctx_u32(NULL, v, 4), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_ctx_u32(context, NULL, 4), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_ctx_u32(context, v, SIZE_MAX / 4 + 1), GC_SORT_E_SIZE);
    TEST_SORT_MISUSE(gc_sort_ctx_u32_kv(NULL, v, values, 4), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_ctx_u32_kv(context, NULL, values, 4), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_ctx_u32_kv(context, v, NULL, 4), GC_SORT_E_ARGUMENT);
    TEST_SORT_MISUSE(gc_sort_ctx_u32_kv(context, v, values, SIZE_MAX / 8 + 1), GC_SORT_E_SIZE);
    CHECK(v[0] == 3 && v[1] == 1 && v[2] == 2 && v[3] == 0 && values[3] == 3);       // nothing was touched
    gc_sort_close(context);

    memset(&desc, 0, sizeof desc);
    desc.memory_size = 1000;
    TEST_SORT_MISUSE((gc_sort_open(&desc, &error) ? 0 : error), GC_SORT_E_ARGUMENT);
    desc.memory = room;
    desc.allocator.resize = test_sort_resize;
    TEST_SORT_MISUSE((gc_sort_open(&desc, &error) ? 0 : error), GC_SORT_E_ARGUMENT);

    desc.memory = NULL;
    desc.memory_size = 0;
    desc.threads = GC_SORT_THREADS_MAX + 1;
    TEST_SORT_MISUSE((gc_sort_open(&desc, &error) ? 0 : error), GC_SORT_E_ARGUMENT);
    desc.threads = 0;
    desc.algorithm = GC_SORT_QUICK_LEVELS + 1;
    TEST_SORT_MISUSE((gc_sort_open(&desc, &error) ? 0 : error), GC_SORT_E_ARGUMENT);
    desc.algorithm = GC_SORT_AUTOMATIC;
    desc.memory = room;

    // Not misuse but the world: too little memory, threads that this build has not.
    test_sort_asserts = 0;
    desc.allocator.resize = NULL;
    desc.memory_size = GC_SORT_CONTEXT_SIZE - 1;
    CHECK(gc_sort_open(&desc, &error) == NULL);
    CHECK_INT(error, GC_SORT_E_MEMORY);
    memset(&desc, 0, sizeof desc);
    desc.threads = 2;
    context = gc_sort_open(&desc, &error);
    CHECK((context != NULL) == (TEST_SORT_OWN_THREADS == 1));
    CHECK_INT(error, context ? GC_SORT_OK : GC_SORT_E_UNSUPPORTED);
    gc_sort_close(context);
    desc.parallel_for = test_sort_serial_for;
    context = gc_sort_open(&desc, &error);
    CHECK_INT(error, GC_SORT_OK);
    gc_sort_close(context);
    desc.threads = 1000;                // of the caller's pool: a hint
    context = gc_sort_open(&desc, &error);
    CHECK(context != NULL);
    CHECK_INT(error, GC_SORT_OK);
    gc_sort_close(context);
    CHECK_INT(test_sort_asserts, 0);
    CHECK(sizeof(struct gc_sort_context) + 128 <= GC_SORT_CONTEXT_SIZE);
}

static void test_sort_texts_and_version(void) {
    CHECK_INT(gc_sort_version(), GC_SORT_VERSION);
    CHECK(gc_sort_isa()[0] != 0);
    static const int results[] = { GC_SORT_OK, GC_SORT_E_ARGUMENT, GC_SORT_E_MEMORY, GC_SORT_E_UNSUPPORTED,
                                   GC_SORT_E_THREAD, GC_SORT_E_SIZE };
    static const int numbers[] = { 0, -1, -2, -6, -9, -20 };
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        const char *text = gc_sort_result_string(results[i]);
        CHECK_INT(results[i], numbers[i]);
        CHECK(text && strcmp(text, gc_sort_result_string(1)) != 0);
        for (size_t j = 0; j < i; j++) CHECK(strcmp(text, gc_sort_result_string(results[j])) != 0);
    }
    CHECK_INT(GC_SORT_E_INVALID, GC_SORT_E_ARGUMENT);
    CHECK_STR(gc_sort_result_string(GC_SORT_E_ARGUMENT), "bad argument");
    CHECK_STR(gc_sort_result_string(1), gc_sort_result_string(-100));
}

static const test_case test_sort_cases[] = {
    TEST_CASE(test_sort_number_i16),
    TEST_CASE(test_sort_number_u16),
    TEST_CASE(test_sort_number_i32),
    TEST_CASE(test_sort_number_u32),
    TEST_CASE(test_sort_number_i64),
    TEST_CASE(test_sort_number_u64),
    TEST_CASE(test_sort_number_f32),
    TEST_CASE(test_sort_number_f64),
    TEST_CASE(test_sort_pairs_u32_kv),
    TEST_CASE(test_sort_pairs_i32_kv),
    TEST_CASE(test_sort_pairs_f32_kv),
    TEST_CASE(test_sort_pairs_u64_kv),
    TEST_CASE(test_sort_pairs_i64_kv),
    TEST_CASE(test_sort_pairs_f64_kv),
    TEST_CASE(test_sort_pairs_u64_kv32),
    TEST_CASE(test_sort_runs_u32_kv),
    TEST_CASE(test_sort_runs_f32_kv),
    TEST_CASE(test_sort_runs_u64_kv),
    TEST_CASE(test_sort_runs_i64_kv),
    TEST_CASE(test_sort_runs_f64_kv),
    TEST_CASE(test_sort_runs_u64_kv32),
    TEST_CASE(test_sort_order_i16),
    TEST_CASE(test_sort_order_u16),
    TEST_CASE(test_sort_order_i32),
    TEST_CASE(test_sort_order_u32),
    TEST_CASE(test_sort_order_i64),
    TEST_CASE(test_sort_order_u64),
    TEST_CASE(test_sort_order_f32),
    TEST_CASE(test_sort_order_f64),
    TEST_CASE(test_sort_million),
    TEST_CASE(test_sort_guard_pages),
    TEST_CASE(test_sort_small),
    TEST_CASE(test_sort_broken_runs),
    TEST_CASE(test_sort_but_one),
    TEST_CASE(test_sort_neighbours),
#ifdef GC_SORT_PRIV_X86
    TEST_CASE(test_sort_simd),
    TEST_CASE(test_sort_float_modes),
#endif
    TEST_CASE(test_sort_float_order),
    TEST_CASE(test_sort_networks),
    TEST_CASE(test_sort_network_of_32),
    TEST_CASE(test_sort_number_heapsort),
    TEST_CASE(test_sort_all_sizes),
    TEST_CASE(test_sort_element_sizes),
    TEST_CASE(test_sort_liars),
    TEST_CASE(test_sort_falling_ties),
    TEST_CASE(test_sort_longjmp),
    TEST_CASE(test_sort_stability),
    TEST_CASE(test_sort_define),
    TEST_CASE(test_sort_weak_orders),
    TEST_CASE(test_sort_weak_orders_calls), TEST_CASE(test_sort_structs), TEST_CASE(test_sort_permutations),
    TEST_CASE(test_sort_decisions),
    TEST_CASE(test_sort_adversary),
    TEST_CASE(test_sort_adversary_calls),
    TEST_CASE(test_sort_context),
    TEST_CASE(test_sort_failing_threads),
    TEST_CASE(test_sort_by_few),
    TEST_SORT_STACK_CASE
    TEST_CASE(test_sort_threads_in_memory),
    TEST_CASE(test_sort_named),
    TEST_CASE(test_sort_named_qsort),
    TEST_CASE(test_sort_named_killer),
    TEST_CASE(test_sort_ctx_numbers),
    TEST_CASE(test_sort_ctx_pairs_u32_kv),
    TEST_CASE(test_sort_ctx_pairs_i32_kv),
    TEST_CASE(test_sort_ctx_pairs_f32_kv),
    TEST_CASE(test_sort_ctx_pairs_u64_kv),
    TEST_CASE(test_sort_ctx_pairs_i64_kv),
    TEST_CASE(test_sort_ctx_pairs_f64_kv),
    TEST_CASE(test_sort_ctx_pairs_u64_kv32),
    TEST_CASE(test_sort_parallel_for), TEST_CASE(test_sort_ctx_compare),
    TEST_CASE(test_sort_ctx_compare_refused),
#ifdef GC_SORT_PRIV_THREADS
    TEST_CASE(test_sort_own_threads),
    TEST_CASE(test_sort_alone),
#ifdef TEST_SORT_PLACES
    TEST_CASE(test_sort_places_follow),
    TEST_CASE(test_sort_places_never),
    TEST_CASE(test_sort_places_real),
#endif
#endif
    TEST_CASE(test_sort_many_parts),
    TEST_CASE(test_sort_small_ranges),
    TEST_CASE(test_sort_radix),
    TEST_CASE(test_sort_out_of_memory),
    TEST_CASE(test_sort_caller_memory),
    TEST_CASE(test_sort_crooked),
    TEST_CASE(test_sort_crooked_no_memory),
    TEST_CASE(test_sort_overlap),
    TEST_CASE(test_sort_nan_depths),
    TEST_CASE(test_sort_addresses),
    TEST_CASE(test_sort_strings),
    TEST_CASE(test_sort_strings_end),
    TEST_CASE(test_sort_rows_u16),
    TEST_CASE(test_sort_rows_i16),
    TEST_CASE(test_sort_rows_u32),
    TEST_CASE(test_sort_rows_i32),
    TEST_CASE(test_sort_rows_u64),
    TEST_CASE(test_sort_rows_i64),
    TEST_CASE(test_sort_rows_f32),
    TEST_CASE(test_sort_rows_f64),
    TEST_CASE(test_sort_doubles_special),
    TEST_CASE(test_sort_doubles_beyond),
#if defined(GC_SORT_PRIV_X86)
    TEST_CASE(test_sort_doubles_denormal),
#endif
    TEST_CASE(test_sort_records_select_u16),
    TEST_CASE(test_sort_records_select_i16),
    TEST_CASE(test_sort_records_select_u32),
    TEST_CASE(test_sort_records_select_i32),
    TEST_CASE(test_sort_records_select_u64),
    TEST_CASE(test_sort_records_select_i64),
    TEST_CASE(test_sort_records_select_f32),
    TEST_CASE(test_sort_records_select_f64),
    TEST_CASE(test_sort_records_nth_crowd),
    TEST_CASE(test_sort_records_top_end),
    TEST_CASE(test_sort_records_all),
    TEST_CASE(test_sort_records_large),
    TEST_CASE(test_sort_records_little),
    TEST_CASE(test_sort_records_bytes),
    TEST_CASE(test_sort_records_place),
    TEST_CASE(test_sort_records_each),
    TEST_CASE(test_sort_records_beyond),
    TEST_CASE(test_sort_apply),
    TEST_CASE(test_sort_by2),
    TEST_CASE(test_sort_by2_refused),
    TEST_CASE(test_sort_records_threads),
    TEST_CASE(test_sort_records_refused),
    TEST_CASE(test_sort_records_misuse),
    TEST_CASE(test_sort_misuse),
    TEST_CASE(test_sort_misuse_rows),
    TEST_CASE(test_sort_texts_and_version),
};

TEST_MAIN(test_sort_cases)
