// bench_rng.c - what a draw costs: gc_rng inlined, behind a pointer, in bulk and through a
// source, beside the C library's rand(), std::mt19937_64 with the distributions of C++, and
// GSL; the named engines; and the bulk functions by each instruction set of this machine,
// beside memset; wyrand and SHISHUA where CPPFLAGS leads to them, RomuTrio from here.
//
//     make bench-rng
//     make bench-rng CPPFLAGS="-I/where/wyhash -I/where/shishua"
//     cc -O2 -I. bench/bench_rng.c -o bench_rng -lm && ./bench_rng   without C++ and GSL
//
// make defines BENCH_RNG_STD and links bench_rng_std.cc where there is a C++ compiler, with
// BENCH_RNG_PCG where pcg_random.hpp is (Debian: libpcg-cpp-dev), and BENCH_RNG_GSL where GSL
// is (libgsl-dev). On stdout a line for each result, `rng,case,subject,metric,value,unit`; on
// stderr a table of ratios for people. Each value is the median of nine rounds (QUICK=1 in the
// environment: five short ones); in a round all subjects of a case run one after the other, so
// that a disturbance meets all of them.
#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef BENCH_RNG_GSL
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#endif

// What no package of Debian has: wyhash.h of Wang Yi, shishua.h of Thaddee Tyl (CC0), by AVX2
// where gcc can be told so.
#ifdef __has_include
#if __has_include("wyhash.h")
#include "wyhash.h"
#define BENCH_RNG_WY_ROW(...) __VA_ARGS__,
#endif
#if __has_include("shishua.h")
#define BENCH_RNG_SHISHUA_ROW(...) __VA_ARGS__,
#if defined(__GNUC__) && !defined(__clang__) && defined(GC_RNG_PRIV_X86)
#include <immintrin.h>
#define BENCH_RNG_SHISHUA_ISA GC_RNG_PRIV_AVX2
#pragma GCC push_options
#pragma GCC target("avx2")
#include "shishua.h"
#pragma GCC pop_options
#else
#include "shishua.h"
#define BENCH_RNG_SHISHUA_ISA 0
#endif
#endif
#endif

#if defined(__GNUC__)
#define BENCH_RNG_NOINLINE __attribute__((noinline))
#elif defined(_MSC_VER)
#define BENCH_RNG_NOINLINE __declspec(noinline)
#else
#define BENCH_RNG_NOINLINE
#endif

enum { BENCH_RNG_ROUNDS = 9, BENCH_RNG_BUFFER = 64 * 1024, BENCH_RNG_CARDS = 1000000,
      BENCH_RNG_MANY_CARDS = 16000000 };

static gc_rng bench_rng_state;
static union { unsigned char bytes[BENCH_RNG_BUFFER]; double aligned; } bench_rng_memory;
static unsigned char *const bench_rng_buffer = bench_rng_memory.bytes;
static uint32_t bench_rng_cards[BENCH_RNG_MANY_CARDS];
static volatile uint64_t bench_rng_sink;            // what is stored here cannot be optimised away
static volatile uint64_t bench_rng_bound = 1000;    // read once a run: unknown at compile time

// Seconds of processor time.
static double bench_rng_now(void) { return (double)clock() / (double)CLOCKS_PER_SEC; }

// A subject makes `count` draws from a state of its own and gives their sum.
#define BENCH_RNG_LOOP(name, type, setup, draw)                                                              \
    static uint64_t name(size_t count) {                                                                     \
        setup;                                                                                               \
        type sum = 0;                                                                                        \
        for (size_t i = 0; i < count; i++) sum += (type)(draw);                                              \
        return (uint64_t)sum;                                                                                \
    }

// RomuTrio by its paper (Overton, "Romu: Fast Nonlinear Pseudo-Random Number Generators",
// 2020): a product and two differences, which are rotated.
typedef struct bench_rng_romu { uint64_t x, y, z; } bench_rng_romu;
static inline uint64_t bench_rng_romu_next(bench_rng_romu *r) {
    uint64_t x = r->x, y = r->y - r->x, z = r->z - r->y;
    r->x = r->z * 0xd3833e804f4c574bu;
    r->y = y << 12 | y >> 52;
    r->z = z << 44 | z >> 20;
    return x;
}

// Not inlined, and chosen at run time: as in a program that takes any engine.
static BENCH_RNG_NOINLINE gc_rng_source bench_rng_source(gc_rng *r) {
    static gc_rng_mwc64 other;
    return bench_rng_bound > 0 ? gc_rng_to_source(r) : gc_rng_mwc64_source(&other);
}
static BENCH_RNG_NOINLINE uint64_t bench_rng_u64_call(gc_rng *r) { return gc_rng_u64(r); }

#define BENCH_RNG_LOCAL gc_rng r; gc_rng_seed(&r, 1)
#define BENCH_RNG_SOURCE BENCH_RNG_LOCAL; gc_rng_source s = bench_rng_source(&r)
#define BENCH_RNG_BOUND uint64_t n = bench_rng_bound
#define BENCH_RNG_ENGINE(E) gc_rng_##E e; gc_rng_##E##_seed(&e, 1)
BENCH_RNG_LOOP(bench_rng_next, uint64_t, BENCH_RNG_LOCAL, gc_rng_u64(&r))
BENCH_RNG_LOOP(bench_rng_next_call, uint64_t, gc_rng_seed(&bench_rng_state, 1),
               bench_rng_u64_call(&bench_rng_state))
BENCH_RNG_LOOP(bench_rng_next_source, uint64_t, BENCH_RNG_SOURCE, gc_rng_source_u64(&s))
BENCH_RNG_LOOP(bench_rng_next_rand, uint64_t, srand(1), rand())
BENCH_RNG_LOOP(bench_rng_next_mwc32, uint64_t, BENCH_RNG_ENGINE(mwc32), gc_rng_mwc32_next(&e))
BENCH_RNG_LOOP(bench_rng_next_mwc64, uint64_t, BENCH_RNG_ENGINE(mwc64), gc_rng_mwc64_next(&e))
BENCH_RNG_LOOP(bench_rng_next_xorshift32, uint64_t, BENCH_RNG_ENGINE(xorshift32), gc_rng_xorshift32_next(&e))
BENCH_RNG_LOOP(bench_rng_next_xorshift128, uint64_t, BENCH_RNG_ENGINE(xorshift128),
               gc_rng_xorshift128_next(&e))
BENCH_RNG_LOOP(bench_rng_next_xorshift64, uint64_t, BENCH_RNG_ENGINE(xorshift64), gc_rng_xorshift64_next(&e))
BENCH_RNG_LOOP(bench_rng_next_xoshiro256pp, uint64_t, BENCH_RNG_ENGINE(xoshiro256pp),
               gc_rng_xoshiro256pp_next(&e))
BENCH_RNG_LOOP(bench_rng_next_xoshiro256p, uint64_t, BENCH_RNG_ENGINE(xoshiro256pp),
               gc_rng_xoshiro256p_next(&e))
BENCH_RNG_LOOP(bench_rng_next_xorshift64_left, uint64_t, BENCH_RNG_ENGINE(xorshift64),
               gc_rng_xorshift64_next_left(&e))
BENCH_RNG_LOOP(bench_rng_next_java, uint64_t, BENCH_RNG_ENGINE(java), gc_rng_java_next(&e))
BENCH_RNG_LOOP(bench_rng_next_pcg64, uint64_t, BENCH_RNG_ENGINE(pcg64), gc_rng_pcg64_next(&e))
BENCH_RNG_LOOP(bench_rng_next_mt19937, uint64_t, BENCH_RNG_ENGINE(mt19937), gc_rng_mt19937_next(&e))
static const bench_rng_romu bench_rng_romu_start = { 1, 2, 3 };
BENCH_RNG_LOOP(bench_rng_next_romu, uint64_t, bench_rng_romu e = bench_rng_romu_start,
               bench_rng_romu_next(&e))
BENCH_RNG_LOOP(bench_rng_next_lcg, uint64_t, BENCH_RNG_ENGINE(lcg), gc_rng_lcg_next(&e))
BENCH_RNG_LOOP(bench_rng_next_dotnet, uint64_t, BENCH_RNG_ENGINE(dotnet), gc_rng_dotnet_next(&e))
BENCH_RNG_LOOP(bench_rng_next_dotnet_int, unsigned, BENCH_RNG_ENGINE(dotnet), gc_rng_dotnet_next(&e))
BENCH_RNG_LOOP(bench_rng_next_sfmt, uint64_t, BENCH_RNG_ENGINE(sfmt), gc_rng_sfmt_next(&e))
BENCH_RNG_LOOP(bench_rng_next_asa128, uint64_t, BENCH_RNG_ENGINE(asa128), gc_rng_asa128_next(&e))
BENCH_RNG_LOOP(bench_rng_next_pcg32, uint64_t, BENCH_RNG_ENGINE(pcg32), gc_rng_pcg32_next(&e))
BENCH_RNG_LOOP(bench_rng_next_philox, uint64_t, BENCH_RNG_ENGINE(philox), gc_rng_philox_next(&e))
BENCH_RNG_LOOP(bench_rng_next_chacha8, uint64_t, BENCH_RNG_ENGINE(chacha8), gc_rng_chacha8_next(&e))
BENCH_RNG_LOOP(bench_rng_next_wide, uint64_t, BENCH_RNG_ENGINE(wide), gc_rng_wide_next(&e))
BENCH_RNG_LOOP(bench_rng_f64_asa128, double, BENCH_RNG_ENGINE(asa128), gc_rng_asa128_f64(&e))

// .NET's rule as its own text has it: a branch on the sign.
static inline int32_t bench_rng_dotnet_branch(gc_rng_dotnet *r) {
    int32_t v;
    if (++r->next >= 56) r->next = 1;
    if (++r->next_p >= 56) r->next_p = 1;
    v = r->table[r->next] - r->table[r->next_p];
    if (v == INT32_MAX) v--;
    if (v < 0) v += INT32_MAX;
    r->table[r->next] = v;
    return v;
}
BENCH_RNG_LOOP(bench_rng_next_dotnet_branch, uint64_t, BENCH_RNG_ENGINE(dotnet), bench_rng_dotnet_branch(&e))

// ASA-128 as a loop: step after step into a buffer of 64 KiB, then its doubles from the end by
// the exponent. With SSE2, where there is that.
#if defined(__SSE2__)
#include <emmintrin.h>
static void bench_rng_asa128_blocks(uint32_t *state, uint32_t *to, size_t vectors) {
    const __m128i m0 = _mm_set1_epi16((short)0x8000), m1 = _mm_set1_epi16(0x4000),
        m2 = _mm_set1_epi16(0x2000);
    const __m128i m3 = _mm_set1_epi16(0x1c00), m4 = _mm_set1_epi16(0x0200);
    __m128i x[4];

    memcpy(x, state, sizeof x);

    for (size_t i = 0; i < vectors; i++) {
        __m128i a = _mm_and_si128(_mm_slli_epi16(x[0], 3), m0),
            b = _mm_and_si128(_mm_slli_epi16(x[0], 8), m1), t;
        __m128i c = _mm_and_si128(_mm_slli_epi16(x[0], 9), m2),
            d = _mm_and_si128(_mm_slli_epi16(x[0], 10), m3);
        __m128i mask = _mm_or_si128(_mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d)), m4);

        t = _mm_add_epi32(_mm_add_epi32(_mm_add_epi32(x[3], x[2]), x[1]), x[0]);
        t = _mm_xor_si128(t, _mm_srli_epi32(t, 4));
        t = _mm_xor_si128(t, _mm_and_si128(_mm_slli_epi16(t, 2), mask));
        t = _mm_xor_si128(t, _mm_and_si128(_mm_slli_epi32(t, 20), mask));
        t = _mm_xor_si128(t, _mm_srli_epi32(t, 18));

        x[0] = x[1];
        x[1] = x[2];
        x[2] = x[3];
        x[3] = t;
        _mm_storeu_si128((__m128i *)(void *)(to + 4 * i), t);
    }

    memcpy(state, x, sizeof x);
}
#else
static void bench_rng_asa128_blocks(uint32_t *state, uint32_t *to, size_t vectors) {
    for (size_t i = 0; i < vectors; i++, memmove(state, state + 4, 48), memcpy(state + 12, to, 16), to += 4) {
        for (int lane = 0; lane < 4; lane++) {
            uint32_t x = state[lane], t = state[12 + lane] + state[8 + lane] + state[4 + lane] + x;
            uint32_t mask = (x << 3 & 0x80008000u) | (x << 8 & 0x40004000u) | (x << 9 & 0x20002000u)
                | (x << 10 & 0x1c001c00u) | 0x02000200u;
            t ^= t >> 4;
            t ^= t << 2 & mask;
            t ^= t << 20 & mask;
            to[lane] = t ^ t >> 18;
        }
    }
}
#endif

// By the loop above, and by gc_rng_asa128_fill; what both give is what gc_rng_asa128_f64 gives.
static double bench_rng_asa128_sum(size_t count, bool own) {
    static gc_rng_asa128 r;
    uint32_t *words = (uint32_t *)(void *)bench_rng_buffer;
    double sum = 0;
    gc_rng_asa128_seed(&r, 1);
    for (size_t done = 0; done < count;) {
        if (own) gc_rng_asa128_fill(&r, bench_rng_buffer, BENCH_RNG_BUFFER);
        else bench_rng_asa128_blocks(r.words, words, BENCH_RNG_BUFFER / 16);
        for (size_t at = BENCH_RNG_BUFFER / 4 - 1; at > 1 && done < count; at -= 2, done++) {
            uint64_t bits = (uint64_t)0x3ff << 52 | (uint64_t)(words[at] & 0xfffffu) << 32 | words[at - 1];
            double v;
            memcpy(&v, &bits, sizeof v);
            sum += v - 1.0;
        }
    }
    return sum;
}
static uint64_t bench_rng_f64_asa128_loop(size_t count) {
    return (uint64_t)bench_rng_asa128_sum(count, false);
}
static uint64_t bench_rng_f64_asa128_fill(size_t count) {
    return (uint64_t)bench_rng_asa128_sum(count, true);
}

BENCH_RNG_LOOP(bench_rng_f64, double, BENCH_RNG_LOCAL, gc_rng_f64(&r))
BENCH_RNG_LOOP(bench_rng_f64_rand, double, srand(1), rand() / (RAND_MAX + 1.0))
BENCH_RNG_LOOP(bench_rng_below, uint64_t, BENCH_RNG_LOCAL; BENCH_RNG_BOUND, gc_rng_below(&r, n))
BENCH_RNG_LOOP(bench_rng_below_source, uint64_t, BENCH_RNG_SOURCE; BENCH_RNG_BOUND,
               gc_rng_source_below(&s, n))
BENCH_RNG_LOOP(bench_rng_below_rand, uint64_t, srand(1); BENCH_RNG_BOUND, (uint64_t)rand() % n)
BENCH_RNG_LOOP(bench_rng_normal, double, BENCH_RNG_LOCAL, gc_rng_normal(&r, 100.0, 15.0))
BENCH_RNG_LOOP(bench_rng_normal_source, double, BENCH_RNG_SOURCE, gc_rng_source_normal(&s, 100.0, 15.0))
BENCH_RNG_LOOP(bench_rng_exponential, double, BENCH_RNG_LOCAL, gc_rng_exponential(&r, 1.5))
BENCH_RNG_LOOP(bench_rng_exponential_source, double, BENCH_RNG_SOURCE, gc_rng_source_exponential(&s, 1.5))
BENCH_RNG_LOOP(bench_rng_seed, uint64_t, gc_rng r, (gc_rng_seed_stream(&r, 1, i), r.a))

// What most programs do without a normal distribution at hand: the sum of twelve uniforms,
// minus six.
static double bench_rng_sum12(void) {
    double sum = -6.0;
    for (int i = 0; i < 12; i++) sum += rand() / (RAND_MAX + 1.0);
    return sum;
}
BENCH_RNG_LOOP(bench_rng_normal_rand, double, srand(1), 100.0 + 15.0 * bench_rng_sum12())

// ---- choices by weight: 1000 weights, log-normal as loot tables are, and the first ten of
// them

enum { BENCH_RNG_WEIGHTS = 1000, BENCH_RNG_FEW = 10 };
static double bench_rng_weights[BENCH_RNG_WEIGHTS], bench_rng_sums[BENCH_RNG_WEIGHTS];
static gc_rng_alias bench_rng_table[BENCH_RNG_WEIGHTS];

static void bench_rng_make_weights(void) {
    gc_rng r;
    gc_rng_seed(&r, 1);
    double sum = 0;
    for (int i = 0; i < BENCH_RNG_WEIGHTS; i++) {
        bench_rng_weights[i] = gc_rng_lognormal(&r, 1.0, 1.0);
        bench_rng_sums[i] = sum += bench_rng_weights[i];
    }
    gc_rng_alias_init(bench_rng_table, bench_rng_weights, BENCH_RNG_WEIGHTS);
}

// The first place whose sum is above u, without a branch that could be guessed wrongly.
static inline size_t bench_rng_search(const double *sums, size_t n, double u) {
    const double *base = sums;
    for (; n > 1; n -= n / 2) base += base[n / 2 - 1] <= u ? n / 2 : 0;
    return (size_t)(base - sums);
}

// What a user writes without any of it: the sum, a place below it, and a walk. Not inlined,
// which would take the sum out of the loop.
static BENCH_RNG_NOINLINE size_t bench_rng_walk(gc_rng *r, const double *weights, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += weights[i];
    sum *= gc_rng_f64(r);
    for (size_t i = 0; i + 1 < n; i++) {
        if (sum < weights[i]) return i;
        sum -= weights[i];
    }
    return n - 1;
}
BENCH_RNG_LOOP(bench_rng_pick, uint64_t, BENCH_RNG_LOCAL,
               gc_rng_alias_pick(&r, bench_rng_table, BENCH_RNG_WEIGHTS))
BENCH_RNG_LOOP(bench_rng_pick_source, uint64_t, BENCH_RNG_SOURCE,
               gc_rng_source_alias_pick(&s, bench_rng_table, BENCH_RNG_WEIGHTS))
BENCH_RNG_LOOP(bench_rng_pick_search, uint64_t, BENCH_RNG_LOCAL,
               bench_rng_search(bench_rng_sums, BENCH_RNG_WEIGHTS,
                                gc_rng_f64(&r) * bench_rng_sums[BENCH_RNG_WEIGHTS - 1]))
BENCH_RNG_LOOP(bench_rng_pick_weighted, uint64_t, BENCH_RNG_LOCAL,
               gc_rng_weighted(&r, bench_rng_weights, BENCH_RNG_WEIGHTS))
BENCH_RNG_LOOP(bench_rng_pick_walk, uint64_t, BENCH_RNG_LOCAL,
               bench_rng_walk(&r, bench_rng_weights, BENCH_RNG_WEIGHTS))
BENCH_RNG_LOOP(bench_rng_few_weighted, uint64_t, BENCH_RNG_LOCAL,
               gc_rng_weighted(&r, bench_rng_weights, BENCH_RNG_FEW))
BENCH_RNG_LOOP(bench_rng_few_walk, uint64_t, BENCH_RNG_LOCAL,
               bench_rng_walk(&r, bench_rng_weights, BENCH_RNG_FEW))
BENCH_RNG_LOOP(bench_rng_few_search, uint64_t, BENCH_RNG_LOCAL,
               bench_rng_search(bench_rng_sums, BENCH_RNG_FEW,
                                gc_rng_f64(&r) * bench_rng_sums[BENCH_RNG_FEW - 1]))

// Tables; count is in entries. The other one is Vose's with doubles and two lists.
static uint64_t bench_rng_alias_init(size_t count) {
    static gc_rng_alias table[BENCH_RNG_WEIGHTS];
    for (; count >= BENCH_RNG_WEIGHTS; count -= BENCH_RNG_WEIGHTS) {
        gc_rng_alias_init(table, bench_rng_weights, BENCH_RNG_WEIGHTS);
    }
    return table[1].threshold;
}
static uint64_t bench_rng_alias_vose(size_t count) {
    static double chance[BENCH_RNG_WEIGHTS];
    static int other[BENCH_RNG_WEIGHTS], small[BENCH_RNG_WEIGHTS], large[BENCH_RNG_WEIGHTS];
    for (; count >= BENCH_RNG_WEIGHTS; count -= BENCH_RNG_WEIGHTS) {

        int smalls = 0, larges = 0;
        double sum = 0;
        for (int i = 0; i < BENCH_RNG_WEIGHTS; i++) sum += bench_rng_weights[i];

        for (int i = 0; i < BENCH_RNG_WEIGHTS; i++) {
            chance[i] = bench_rng_weights[i] * (BENCH_RNG_WEIGHTS / sum);
            if (chance[i] < 1) small[smalls++] = i;
            else large[larges++] = i;
        }

        while (smalls > 0 && larges > 0) {
            int from = large[larges - 1], to = small[--smalls];
            other[to] = from;
            chance[from] -= 1 - chance[to];
            if (chance[from] < 1) {
                small[smalls++] = from;
                larges--;
            }
        }

        while (larges > 0) chance[large[--larges]] = 1;
        while (smalls > 0) chance[small[--smalls]] = 1;
    }

    return (uint64_t)(chance[1] * 1000) + (uint64_t)other[1];
}

BENCH_RNG_LOOP(bench_rng_lognormal, double, BENCH_RNG_LOCAL, gc_rng_lognormal(&r, 1.0, 0.5))
BENCH_RNG_LOOP(bench_rng_lognormal_source, double, BENCH_RNG_SOURCE, gc_rng_source_lognormal(&s, 1.0, 0.5))
BENCH_RNG_LOOP(bench_rng_lognormal_exp, double, BENCH_RNG_LOCAL, exp(gc_rng_normal(&r, 1.0, 0.5)))

// A chance of a quarter; the other PRD has its constant from a table and counts in doubles.
#define BENCH_RNG_PRD gc_rng_prd p; gc_rng_prd_init(&p, 0.25)
BENCH_RNG_LOOP(bench_rng_chance, uint64_t, BENCH_RNG_LOCAL, gc_rng_chance(&r, 0.25))
BENCH_RNG_LOOP(bench_rng_prd, uint64_t, BENCH_RNG_LOCAL; BENCH_RNG_PRD, gc_rng_prd_next(&r, &p))
BENCH_RNG_LOOP(bench_rng_prd_source, uint64_t, BENCH_RNG_SOURCE; BENCH_RNG_PRD,
               gc_rng_source_prd_next(&s, &p))
static inline bool bench_rng_prd_try(gc_rng *r, double c, double *chance) {
    bool hit = gc_rng_f64(r) < (*chance += c);
    if (hit) *chance = 0;
    return hit;
}
BENCH_RNG_LOOP(bench_rng_prd_plain, uint64_t, BENCH_RNG_LOCAL; double chance = 0,
               bench_rng_prd_try(&r, 0.084744091852316, &chance))

// The constant itself; by halves in doubles, as it is published.
static double bench_rng_prd_mean(double c) {
    double missed = 1, mean = 0;
    for (int n = 1; missed > 1e-17; n++) {
        mean += missed;
        if (n * c >= 1) break;
        missed *= 1 - n * c;
    }
    return mean;
}
static double bench_rng_prd_solve(double chance) {
    double low = 0.5 * chance * chance, high = chance;
    for (int i = 0; i < 52; i++) {
        double middle = (low + high) / 2;
        if (bench_rng_prd_mean(middle) * chance > 1) low = middle;
        else high = middle;
    }
    return high;
}
static uint64_t bench_rng_prd_init(size_t count) {
    gc_rng_prd p;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++, sum += p.c) gc_rng_prd_init(&p, 0.05 + (double)(i % 16) / 16);
    return sum;
}
BENCH_RNG_LOOP(bench_rng_prd_solved, double, (void)0,
               1000 * bench_rng_prd_solve(0.05 + (double)(i % 16) / 16))

// Bits of a place; otherwise a generator seeded for it. .NET's Next(100), and as its text has
// it.
static inline uint64_t bench_rng_place(uint64_t x, uint64_t y) {
    gc_rng r;
    gc_rng_seed_stream(&r, x, y);
    return gc_rng_u64(&r);
}
BENCH_RNG_LOOP(bench_rng_hash, uint64_t, (void)0, gc_rng_hash(1, (int64_t)i, (int64_t)(i >> 10), 0))
BENCH_RNG_LOOP(bench_rng_hash_seed, uint64_t, (void)0, bench_rng_place(i, i >> 10))
static uint64_t bench_rng_hash_row(size_t count) {
    uint64_t *row = (uint64_t *)(void *)bench_rng_buffer, seed = bench_rng_bound;
    for (int64_t y = 0; count >= 4096; count -= 4096, y++) {
        for (int64_t x = 0; x < 4096; x++) row[x] = gc_rng_hash(seed, x, y, 0);
    }
    return row[1];
}

// Rows of 4,096 places, those of 32 bits by each instruction set; loops of calls; Jarzynski and
// Olano's pcg3d ("Hash Functions for GPU Rendering", JCGT 2020), as plain C and, where the
// compiler can be told so, by vectors.
#define BENCH_RNG_ROW_LOOP(name, type, row)                                                                  \
    static uint64_t name(size_t count) {                                                                     \
        type *dst = (type *)(void *)bench_rng_buffer;                                                        \
        uint32_t seed = (uint32_t)bench_rng_bound, state[2] = { seed, 1 };                                   \
        for (int32_t y = 0; count >= 4096; count -= 4096, y++, state[1]++) row;                              \
        return (uint64_t)dst[1];                                                                             \
    }
#define BENCH_RNG_EACH for (int32_t x = 0; x < 4096; x++) dst[x] =
#define BENCH_RNG_ROWS_BY(set, isa)                                                                          \
    BENCH_RNG_ROW_LOOP(bench_rng_row32_##set, uint32_t,                                                      \
                       gc_rng_priv_hash32_row(dst, 4096, state, (uint32_t)y, isa))                           \
    BENCH_RNG_ROW_LOOP(bench_rng_row_##set, uint64_t,                                                        \
                       gc_rng_priv_hash_row(dst, 4096, seed, (uint64_t)y, isa))                              \
    BENCH_RNG_ROW_LOOP(bench_rng_row_f32_##set, float,                                                       \
                       gc_rng_priv_hash_row_f32(dst, 4096, seed, (uint64_t)y, isa))
BENCH_RNG_ROWS_BY(scalar, GC_RNG_PRIV_SCALAR)
#ifdef GC_RNG_PRIV_X86
BENCH_RNG_ROWS_BY(avx2, GC_RNG_PRIV_AVX2)
BENCH_RNG_ROWS_BY(avx512, GC_RNG_PRIV_AVX512)
#endif
BENCH_RNG_ROW_LOOP(bench_rng_row, uint64_t, gc_rng_hash_row(dst, 4096, seed, 0, y, 0))
BENCH_RNG_ROW_LOOP(bench_rng_row_f32, float, gc_rng_hash_row_f32(dst, 4096, seed, 0, y, 0))
BENCH_RNG_ROW_LOOP(bench_rng_row_f32_each, float, BENCH_RNG_EACH gc_rng_hash_f32(seed, x, y, 0))
BENCH_RNG_ROW_LOOP(bench_rng_row_below_each, uint32_t,
                   BENCH_RNG_EACH (uint32_t)gc_rng_hash_below(seed, x, y, 0, seed))
BENCH_RNG_ROW_LOOP(bench_rng_row_numbers, uint64_t, for (int32_t x = 0; x < 4096; x++) {
    int64_t all[3];
    all[0] = 0;
    all[1] = y;
    all[2] = x;
    dst[x] = gc_rng_hash_numbers(seed, all, 3);
})
BENCH_RNG_ROW_LOOP(bench_rng_row32, uint32_t, gc_rng_hash32_row(dst, 4096, seed, 0, y, 0))
BENCH_RNG_ROW_LOOP(bench_rng_row32_each, uint32_t, BENCH_RNG_EACH gc_rng_hash32(seed, x, y, 0))
static inline uint32_t bench_rng_pcg3d(uint32_t x, uint32_t y, uint32_t z) {
    x = x * 1664525u + 1013904223u;
    y = y * 1664525u + 1013904223u;
    z = z * 1664525u + 1013904223u;
    x += y * z;
    y += z * x;
    z += x * y;
    x ^= x >> 16;
    y ^= y >> 16;
    z ^= z >> 16;
    return x + y * z;
}
#define BENCH_RNG_PCG3D_ROW BENCH_RNG_EACH bench_rng_pcg3d((uint32_t)x, (uint32_t)y, seed)
BENCH_RNG_ROW_LOOP(bench_rng_row_pcg3d, uint32_t, BENCH_RNG_PCG3D_ROW)
#if defined(GC_RNG_PRIV_X86) && !defined(__clang__)
__attribute__((target("avx2"), optimize("O3")))
BENCH_RNG_ROW_LOOP(bench_rng_row_pcg3d_avx2, uint32_t, BENCH_RNG_PCG3D_ROW)
__attribute__((target("avx512f,avx512vl,avx512dq,prefer-vector-width=512"), optimize("O3")))
BENCH_RNG_ROW_LOOP(bench_rng_row_pcg3d_avx512, uint32_t, BENCH_RNG_PCG3D_ROW)
#endif

// ---- what games draw, beside what one writes without it

BENCH_RNG_LOOP(bench_rng_int, uint64_t, BENCH_RNG_LOCAL, gc_rng_int(&r, 1, 6))
BENCH_RNG_LOOP(bench_rng_int_source, uint64_t, BENCH_RNG_SOURCE, gc_rng_source_int(&s, 1, 6))
BENCH_RNG_LOOP(bench_rng_int_rand, uint64_t, srand(1), 1 + rand() % 6)
BENCH_RNG_LOOP(bench_rng_dice, uint64_t, BENCH_RNG_LOCAL, gc_rng_dice(&r, 3, 6))
BENCH_RNG_LOOP(bench_rng_dice_source, uint64_t, BENCH_RNG_SOURCE, gc_rng_source_dice(&s, 3, 6))
BENCH_RNG_LOOP(bench_rng_dice_range, uint64_t, BENCH_RNG_LOCAL,
               gc_rng_range(&r, 1, 6) + gc_rng_range(&r, 1, 6) + gc_rng_range(&r, 1, 6))
BENCH_RNG_LOOP(bench_rng_chance_in, uint64_t, BENCH_RNG_LOCAL, gc_rng_chance_in(&r, 1, 3))
BENCH_RNG_LOOP(bench_rng_chance_in_source, uint64_t, BENCH_RNG_SOURCE, gc_rng_source_chance_in(&s, 1, 3))
BENCH_RNG_LOOP(bench_rng_chance_in_f64, uint64_t, BENCH_RNG_LOCAL, gc_rng_f64(&r) < 1.0 / 3)
BENCH_RNG_LOOP(bench_rng_one_of, uint64_t, BENCH_RNG_LOCAL,
               *(uint32_t *)gc_rng_pick(&r, bench_rng_cards, 1000, sizeof bench_rng_cards[0]))
BENCH_RNG_LOOP(bench_rng_one_of_source, uint64_t, BENCH_RNG_SOURCE,
               *(uint32_t *)gc_rng_source_pick(&s, bench_rng_cards, 1000, sizeof bench_rng_cards[0]))
BENCH_RNG_LOOP(bench_rng_one_of_plain, uint64_t, BENCH_RNG_LOCAL, bench_rng_cards[gc_rng_below(&r, 1000)])

// Ten of 1,000; otherwise drawn again while the number is among those before it. count is in
// numbers.
#define BENCH_RNG_TEN(name, setup, draw)                                                                     \
    static uint64_t name(size_t count) {                                                                     \
        setup;                                                                                               \
        size_t out[10] = { 0 };                                                                              \
        for (; count >= 10; count -= 10) draw;                                                               \
        return out[1];                                                                                       \
    }
static void bench_rng_ten_again(gc_rng *r, size_t *out) {
    for (int i = 0; i < 10; i++) {
        bool there;
        do {
            out[i] = (size_t)gc_rng_below(r, 1000);
            there = false;
            for (int k = 0; k < i; k++) there |= out[k] == out[i];
        } while (there);
    }
}
BENCH_RNG_TEN(bench_rng_sample, BENCH_RNG_LOCAL, gc_rng_sample(&r, out, 10, 1000))
BENCH_RNG_TEN(bench_rng_sample_source, BENCH_RNG_SOURCE, gc_rng_source_sample(&s, out, 10, 1000))
BENCH_RNG_TEN(bench_rng_sample_again, BENCH_RNG_LOCAL, bench_rng_ten_again(&r, out))

// Five cards of 52; otherwise the whole deck is shuffled. A bag of 52. count is in cards.
#define BENCH_RNG_FIVE(name, setup, draw)                                                                    \
    static uint64_t name(size_t count) {                                                                     \
        setup;                                                                                               \
        for (; count >= 5; count -= 5) draw;                                                                 \
        return bench_rng_cards[1];                                                                           \
    }
BENCH_RNG_FIVE(bench_rng_hand, BENCH_RNG_LOCAL, gc_rng_partial_shuffle(&r, bench_rng_cards, 52, 4, 5))
BENCH_RNG_FIVE(bench_rng_hand_source, BENCH_RNG_SOURCE,
               gc_rng_source_partial_shuffle(&s, bench_rng_cards, 52, 4, 5))
BENCH_RNG_FIVE(bench_rng_hand_whole, BENCH_RNG_LOCAL, gc_rng_shuffle(&r, bench_rng_cards, 52, 4))
#define BENCH_RNG_BAG gc_rng_bag bag = { bench_rng_cards, 52, sizeof bench_rng_cards[0], 0 }
BENCH_RNG_LOOP(bench_rng_bag, uint64_t, BENCH_RNG_LOCAL; BENCH_RNG_BAG,
               *(uint32_t *)gc_rng_bag_next(&r, &bag))
BENCH_RNG_LOOP(bench_rng_bag_source, uint64_t, BENCH_RNG_SOURCE; BENCH_RNG_BAG,
               *(uint32_t *)gc_rng_source_bag_next(&s, &bag))
static uint64_t bench_rng_bag_shuffle(size_t count) {
    BENCH_RNG_LOCAL;
    uint64_t sum = 0;
    for (; count >= 52; count -= 52) {
        gc_rng_shuffle(&r, bench_rng_cards, 52, sizeof bench_rng_cards[0]);
        for (int i = 0; i < 52; i++) sum += bench_rng_cards[i];
    }
    return sum;
}

// What a user writes in place of the draws below: libm and loops.
static inline int64_t bench_rng_keep_sort(gc_rng *r) {
    int dice[4], low;
    for (int i = 0; i < 4; i++) dice[i] = gc_rng_int(r, 1, 6);
    low = dice[0];
    for (int i = 1; i < 4; i++) low = dice[i] < low ? dice[i] : low;
    return dice[0] + dice[1] + dice[2] + dice[3] - low;
}
static inline bool bench_rng_pity_if(gc_rng *r, int *tries) {
    double chance = ++*tries < 74 ? 0.006 : 0.006 + 0.0585 * (*tries - 73);
    bool hit = *tries >= 90 || gc_rng_f64(r) < chance;
    if (hit) *tries = 0;
    return hit;
}
static BENCH_RNG_NOINLINE uint64_t bench_rng_knuth(gc_rng *r, double mean) {
    double end = exp(-mean), p = gc_rng_f64(r);
    uint64_t k = 0;
    for (; p >= end; k++) p *= gc_rng_f64(r);
    return k;
}
static inline uint64_t bench_rng_each_try(gc_rng *r, int n, double p) {
    uint64_t hits = 0;
    for (int i = 0; i < n; i++) hits += gc_rng_f64(r) < p;
    return hits;
}
static BENCH_RNG_NOINLINE double bench_rng_gamma_libm(gc_rng *r, double shape) {
    double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = gc_rng_normal(r, 0, 1), v = 1 + c * x, u;
        if (v <= 0) continue;
        v *= v * v;
        u = gc_rng_f64_open(r);
        if (u < 1 - 0.0331 * (x * x) * (x * x) || log(u) < 0.5 * x * x + d * (1 - v + log(v))) return d * v;
    }
}
static inline double bench_rng_angle(gc_rng *r) {
    double angle = 6.283185307179586 * gc_rng_f64(r);
    return cos(angle) + sin(angle);
}
static inline double bench_rng_ball(gc_rng *r) {
    double z = 2 * gc_rng_f64(r) - 1, angle = 6.283185307179586 * gc_rng_f64(r), side = sqrt(1 - z * z);
    return side * cos(angle) + side * sin(angle) + z;
}
static BENCH_RNG_NOINLINE void bench_rng_quaternion(gc_rng *r, double *m) {    // of four normal numbers
    double a = gc_rng_normal(r, 0, 1), b = gc_rng_normal(r, 0, 1), c = gc_rng_normal(r, 0, 1);
    double d = gc_rng_normal(r, 0, 1), s = 2 / (a * a + b * b + c * c + d * d);
    m[0] = 1 - s * (c * c + d * d), m[1] = s * (b * c - a * d), m[2] = s * (b * d + a * c);
    m[3] = s * (b * c + a * d), m[4] = 1 - s * (b * b + d * d), m[5] = s * (c * d - a * b);
    m[6] = s * (b * d - a * c), m[7] = s * (c * d + a * b), m[8] = 1 - s * (b * b + c * c);
}
static inline double bench_rng_disc_root(gc_rng *r) {
    double angle = 6.283185307179586 * gc_rng_f64(r), root = sqrt(gc_rng_f64(r));
    return root * cos(angle) + root * sin(angle);
}
static uint32_t bench_rng_integers[BENCH_RNG_FEW] = { 50, 20, 10, 8, 5, 3, 2, 1, 1, 1 };
static BENCH_RNG_NOINLINE size_t bench_rng_whole_walk(gc_rng *r, const uint32_t *weights, size_t n) {
    uint64_t sum = 0;
    size_t i = 0;
    for (size_t k = 0; k < n; k++) sum += weights[k];
    sum = gc_rng_below(r, sum);
    for (; sum >= weights[i]; i++) sum -= weights[i];
    return i;
}
static uint64_t bench_rng_whole_table(size_t count) {
    static gc_rng_alias table[BENCH_RNG_FEW];
    for (; count >= BENCH_RNG_FEW; count -= BENCH_RNG_FEW) {
        gc_rng_alias_init_u32(table, bench_rng_integers, BENCH_RNG_FEW);
    }
    return table[1].threshold;
}
static uint64_t bench_rng_whole_doubles(size_t count) {
    static gc_rng_alias table[BENCH_RNG_FEW];
    for (; count >= BENCH_RNG_FEW; count -= BENCH_RNG_FEW) {
        double weights[BENCH_RNG_FEW];
        for (int i = 0; i < BENCH_RNG_FEW; i++) weights[i] = bench_rng_integers[i];
        gc_rng_alias_init(table, weights, BENCH_RNG_FEW);
    }
    return table[1].threshold;
}

// Both forms of ours, and what is beside them.
#define BENCH_RNG_PITY gc_rng_pity p; gc_rng_pity_init(&p, 0.016, 74, 90); int tries = 0; (void)tries
#define BENCH_RNG_LOOP3(name, type, setup, ours, source, other)                                              \
    BENCH_RNG_LOOP(bench_rng_##name, type, BENCH_RNG_LOCAL; setup, ours)                                     \
    BENCH_RNG_LOOP(bench_rng_##name##_source, type, BENCH_RNG_SOURCE; setup, source)                         \
    BENCH_RNG_LOOP(bench_rng_##name##_other, type, BENCH_RNG_LOCAL; setup, other)
BENCH_RNG_LOOP3(keep, uint64_t, (void)0, gc_rng_dice_keep(&r, 4, 6, 3), gc_rng_source_dice_keep(&s, 4, 6, 3),
                bench_rng_keep_sort(&r))
BENCH_RNG_LOOP3(roll, uint64_t, int64_t sum_of = 0, (gc_rng_roll(&r, "2d6+3", &sum_of), sum_of),
                (gc_rng_source_roll(&s, "2d6+3", &sum_of), sum_of),
                (sscanf("2d6+3", "%*dd%*d+%ld", &(long){ 0 }), gc_rng_dice(&r, 2, 6) + 3 + sum_of))
BENCH_RNG_LOOP3(pity, uint64_t, BENCH_RNG_PITY, gc_rng_pity_next(&r, &p), gc_rng_source_pity_next(&s, &p),
                bench_rng_pity_if(&r, &tries))
BENCH_RNG_LOOP3(poisson, uint64_t, double mean = 0.003 * (double)bench_rng_bound, gc_rng_poisson(&r, mean),
                gc_rng_source_poisson(&s, mean), bench_rng_knuth(&r, mean))
BENCH_RNG_LOOP3(poisson_100, uint64_t, (void)0, gc_rng_poisson(&r, 100.0), gc_rng_source_poisson(&s, 100.0),
                bench_rng_knuth(&r, 100.0))
BENCH_RNG_LOOP3(binomial, uint64_t, (void)0, gc_rng_binomial(&r, 5, 0.3), gc_rng_source_binomial(&s, 5, 0.3),
                bench_rng_each_try(&r, 5, 0.3))
BENCH_RNG_LOOP3(binomial_100, uint64_t, (void)0, gc_rng_binomial(&r, 100, 0.3),
                gc_rng_source_binomial(&s, 100, 0.3), bench_rng_each_try(&r, 100, 0.3))
BENCH_RNG_LOOP3(geometric, uint64_t, double some = (double)bench_rng_bound / 1e4,
                gc_rng_geometric(&r, some), gc_rng_source_geometric(&s, some),
                (uint64_t)(log(gc_rng_f64_open(&r)) / log1p(-some)))
BENCH_RNG_LOOP3(geometric_rare, uint64_t, double few = (double)bench_rng_bound / 1e6,
                gc_rng_geometric(&r, few), gc_rng_source_geometric(&s, few),
                (uint64_t)(log(gc_rng_f64_open(&r)) / log1p(-few)))
BENCH_RNG_LOOP3(gamma, double, double shape = (double)bench_rng_bound / 400, gc_rng_gamma(&r, shape, 1.0),
                gc_rng_source_gamma(&s, shape, 1.0), bench_rng_gamma_libm(&r, shape))
BENCH_RNG_LOOP3(disc, double, double v[2], (gc_rng_disc(&r, v), v[0] + v[1]),
                (gc_rng_source_disc(&s, v), v[0] + v[1]), (v[0] = bench_rng_disc_root(&r), v[0]))
BENCH_RNG_LOOP3(direction, double, double v[2], (gc_rng_direction(&r, v), v[0] + v[1]),
                (gc_rng_source_direction(&s, v), v[0] + v[1]), (v[0] = bench_rng_angle(&r), v[0]))
BENCH_RNG_LOOP3(sphere, double, double v[3], (gc_rng_sphere(&r, v), v[0] + v[1] + v[2]),
                (gc_rng_source_sphere(&s, v), v[0] + v[1] + v[2]), (v[0] = bench_rng_ball(&r), v[0]))
BENCH_RNG_LOOP3(turn, double, double v[9], (gc_rng_turn(&r, v), v[0] + v[8]),
                (gc_rng_source_turn(&s, v), v[0] + v[8]), (bench_rng_quaternion(&r, v), v[0] + v[8]))
BENCH_RNG_LOOP3(whole, uint64_t, (void)0, gc_rng_weighted_u32(&r, bench_rng_integers, BENCH_RNG_FEW),
                gc_rng_source_weighted_u32(&s, bench_rng_integers, BENCH_RNG_FEW),
                bench_rng_whole_walk(&r, bench_rng_integers, BENCH_RNG_FEW))
static uint64_t bench_rng_pity_init(size_t count) {
    gc_rng_pity p = { 0, 0, 0, 0, 0 };
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++, sum += p.base) {
        gc_rng_pity_init(&p, 0.016 + (double)(i % 8) / 1000, 74, 90);
    }
    return sum;
}
static double bench_rng_pity_mean(double base) {
    double missed = 1, mean = 0;
    for (int n = 1; n <= 90; n++) {
        mean += missed;
        missed *= 1 - (n < 74 ? base : base + (1 - base) * (n - 73) / 17);
    }
    return mean;
}
static uint64_t bench_rng_pity_solved(size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double low = 0, high = 1;
        for (int k = 0; k < 53; k++) {
            double base = (low + high) / 2;
            if (bench_rng_pity_mean(base) * (0.016 + (double)(i % 8) / 1000) > 1) low = base;
            else high = base;
        }
        sum += high;
    }
    return (uint64_t)(sum * 1e6);
}
BENCH_RNG_LOOP(bench_rng_checksum, uint64_t, BENCH_RNG_LOCAL, gc_rng_checksum(&r) ^ gc_rng_u64(&r))
static uint64_t bench_rng_fnv_state(const gc_rng *r) {
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof *r; i++) h = (h ^ ((const unsigned char *)r)[i]) * 0x100000001b3u;
    return h;
}
BENCH_RNG_LOOP(bench_rng_checksum_fnv, uint64_t, BENCH_RNG_LOCAL, bench_rng_fnv_state(&r) ^ gc_rng_u64(&r))

// An order of ten million; otherwise an array of 40 MB is filled and shuffled. A text of 16
// bytes; otherwise FNV-1a of it.
BENCH_RNG_LOOP(bench_rng_permute, uint64_t, (void)0, gc_rng_permute(1, i, 10000000))
static uint64_t bench_rng_permute_array(size_t count) {
    BENCH_RNG_LOCAL;
    for (uint32_t i = 0; i < count; i++) bench_rng_cards[i] = i;
    gc_rng_shuffle(&r, bench_rng_cards, count, sizeof bench_rng_cards[0]);
    return bench_rng_cards[1];
}
static const char bench_rng_letters[] = "sixteen letters and more";
BENCH_RNG_LOOP(bench_rng_text, uint64_t, gc_rng r, (gc_rng_seed_text(&r, bench_rng_letters + i % 8, 16), r.a))
static uint64_t bench_rng_fnv(const char *text) {
    uint64_t h = 0xcbf29ce484222325u;
    for (int i = 0; i < 16; i++) h = (h ^ (unsigned char)text[i]) * 0x100000001b3u;
    return h;
}
BENCH_RNG_LOOP(bench_rng_text_fnv, uint64_t, gc_rng r,
               (gc_rng_seed(&r, bench_rng_fnv(bench_rng_letters + i % 8)), r.a))
BENCH_RNG_LOOP(bench_rng_hash32, uint64_t, (void)0, gc_rng_hash32(1, (int32_t)i, (int32_t)(i >> 10), 0))
BENCH_RNG_LOOP(bench_rng_dotnet_below, uint64_t, BENCH_RNG_ENGINE(dotnet), gc_rng_dotnet_below(&e, 100))
BENCH_RNG_LOOP(bench_rng_dotnet_plain, uint64_t, BENCH_RNG_ENGINE(dotnet),
               (int32_t)(gc_rng_dotnet_next(&e) * (1.0 / 2147483647) * 100))

// What others draw, beside their rules in a line.
static inline int64_t bench_rng_java_long(gc_rng_java *r) {
    uint64_t high = (uint64_t)gc_rng_java_next(r) << 32;
    return (int64_t)(high + (uint64_t)(int64_t)(int32_t)gc_rng_java_next(r));
}
static inline double bench_rng_53(uint32_t a, uint32_t b) {
    return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}
static uint64_t bench_rng_dotnet_bytes(size_t count) {
    BENCH_RNG_ENGINE(dotnet);
    for (; count >= 1024; count -= 1024) gc_rng_dotnet_bytes(&e, bench_rng_buffer, 1024);
    return bench_rng_buffer[1];
}
static uint64_t bench_rng_dotnet_bytes_plain(size_t count) {
    BENCH_RNG_ENGINE(dotnet);
    for (; count >= 1024; count -= 1024) {
        for (int i = 0; i < 1024; i++) bench_rng_buffer[i] = (unsigned char)(gc_rng_dotnet_next(&e) % 256);
    }
    return bench_rng_buffer[1];
}
#define BENCH_RNG_PAIR(name, type, E, ours, plain)                                                           \
    BENCH_RNG_LOOP(bench_rng_##name, type, BENCH_RNG_ENGINE(E), ours)                                        \
    BENCH_RNG_LOOP(bench_rng_##name##_plain, type, BENCH_RNG_ENGINE(E), plain)
BENCH_RNG_PAIR(java_below, uint64_t, java, gc_rng_java_below(&e, 100), (gc_rng_java_next(&e) >> 1) % 100)
BENCH_RNG_PAIR(java_i64, uint64_t, java, gc_rng_java_i64(&e), bench_rng_java_long(&e))
BENCH_RNG_PAIR(java_f64, double, java, gc_rng_java_f64(&e),
               bench_rng_53(gc_rng_java_next(&e) >> 6, gc_rng_java_next(&e) >> 5))
BENCH_RNG_PAIR(mt19937_f64, double, mt19937, gc_rng_mt19937_f64(&e),
               bench_rng_53(gc_rng_mt19937_next(&e) >> 5, gc_rng_mt19937_next(&e) >> 6))
BENCH_RNG_PAIR(dotnet_i64, uint64_t, dotnet, gc_rng_dotnet_i64(&e),
               (uint64_t)(gc_rng_dotnet_next(&e) * (1.0 / 2147483647) * 4194304)
               | (uint64_t)(gc_rng_dotnet_next(&e) * (1.0 / 2147483647) * 4194304) << 22
               | (uint64_t)(gc_rng_dotnet_next(&e) * (1.0 / 2147483647) * 1048576) << 44)
BENCH_RNG_PAIR(unity_value, float, xorshift128, gc_rng_unity_value(&e),
               (float)(gc_rng_xorshift128_next(&e) & 0x7fffffu) * (1.0f / 8388607))
BENCH_RNG_PAIR(unity_range, uint64_t, xorshift128, gc_rng_unity_range(&e, 1, 7),
               1 + gc_rng_xorshift128_next(&e) % 6)
BENCH_RNG_PAIR(unity_range_f32, float, xorshift128, gc_rng_unity_range_f32(&e, 2, 9),
               9 - 7 * ((float)(gc_rng_xorshift128_next(&e) & 0x7fffffu) * (1.0f / 8388607)))

// A state to bytes and back; otherwise the struct copied.
static uint64_t bench_rng_save(size_t count) {
    unsigned char bytes[40];
    gc_rng r;
    gc_rng_seed(&r, 1);
    for (size_t i = 0; i < count; i++) {
        gc_rng_save(&r, bytes, sizeof bytes);
        bench_rng_sink = bytes[i % 40];
        gc_rng_load(&r, bytes, sizeof bytes);
    }
    return r.a;
}
static uint64_t bench_rng_save_copy(size_t count) {
    unsigned char bytes[sizeof(gc_rng)];
    gc_rng r;
    gc_rng_seed(&r, 1);
    for (size_t i = 0; i < count; i++) {
        memcpy(bytes, &r, sizeof r);
        bench_rng_sink = bytes[i % sizeof r];
        memcpy(&r, bytes, sizeof r);
    }
    return r.a;
}

// ---- statistics; count is in words, and in weights

#ifndef GC_RNG_NO_STATISTICS
static unsigned char *bench_rng_words;    // 64 MiB
static uint64_t bench_rng_gorilla(size_t count) {
    gc_rng r;
    gc_rng_seed(&r, 1);
    gc_rng_source s = bench_rng_source(&r);
    (void)count;
    return bench_rng_words ? (uint64_t)(1000 + gc_rng_gorilla(&s, 3, bench_rng_words)) : 0;
}
static uint64_t bench_rng_gorilla_bytes(size_t count) {
    gc_rng r;
    gc_rng_seed(&r, 1);
    gc_rng_source s = bench_rng_source(&r);
    uint32_t word = 0;
    uint64_t missing = 0;
    if (!bench_rng_words) return 0;
    memset(bench_rng_words, 0, (size_t)1 << 26);
    for (size_t i = 0; i < count; i++) {
        word = (word << 1 | (gc_rng_source_u64(&s) >> 3 & 1u)) & 0x3ffffffu;
        bench_rng_words[word] = 1;
    }
    for (size_t i = 0; i < (size_t)1 << 26; i++) missing += !bench_rng_words[i];
    return missing;
}

static uint64_t bench_rng_counts[BENCH_RNG_WEIGHTS];
static uint64_t bench_rng_chi2(size_t count) {
    double sum = 0;
    for (; count >= BENCH_RNG_WEIGHTS; count -= BENCH_RNG_WEIGHTS) {
        sum += gc_rng_chi2(bench_rng_counts, bench_rng_weights, BENCH_RNG_WEIGHTS);
    }
    return (uint64_t)(sum * 1000);
}
#ifdef BENCH_RNG_GSL
static uint64_t bench_rng_chi2_gsl(size_t count) {
    double p = 0;
    for (; count >= BENCH_RNG_WEIGHTS; count -= BENCH_RNG_WEIGHTS) {
        double weight = 0, total = 0, chi = 0;
        for (int i = 0; i < BENCH_RNG_WEIGHTS; i++) {
            weight += bench_rng_weights[i];
            total += (double)bench_rng_counts[i];
        }
        for (int i = 0; i < BENCH_RNG_WEIGHTS; i++) {
            double expected = bench_rng_weights[i] / weight * total;
            double off = (double)bench_rng_counts[i] - expected;
            chi += off * off / expected;
        }
        p += gsl_cdf_chisq_Q(chi, BENCH_RNG_WEIGHTS - 1);
    }
    return (uint64_t)(p * 1000);
}
#endif

static void bench_rng_make_counts(void) {
    gc_rng r;
    gc_rng_seed(&r, 2);
    bench_rng_words = (unsigned char *)malloc((size_t)1 << 26);
    for (int i = 0; i < 1000000; i++) {
        bench_rng_counts[gc_rng_alias_pick(&r, bench_rng_table, BENCH_RNG_WEIGHTS)]++;
    }
}
#endif

// Bulk: count is in bytes.
static uint64_t bench_rng_fill(size_t count) {
    gc_rng r;
    gc_rng_seed(&r, 1);
    for (; count >= BENCH_RNG_BUFFER; count -= BENCH_RNG_BUFFER) {
        gc_rng_fill(&r, bench_rng_buffer, BENCH_RNG_BUFFER);
    }
    return bench_rng_buffer[1];
}
static uint64_t bench_rng_fill_memset(size_t count) {
    for (; count >= BENCH_RNG_BUFFER; count -= BENCH_RNG_BUFFER) {
        memset(bench_rng_buffer, (int)(count / BENCH_RNG_BUFFER), BENCH_RNG_BUFFER);
        bench_rng_sink = bench_rng_buffer[count % BENCH_RNG_BUFFER];
    }
    return bench_rng_buffer[1];
}

// The bulk functions by one instruction set. A state is seeded once; count is in bytes.
#define BENCH_RNG_BULK_LOOP(name, engine, fill)                                                              \
    static uint64_t name(size_t count) {                                                                     \
        static gc_rng_##engine r;                                                                            \
        gc_rng_##engine##_seed(&r, 1);                                                                       \
        for (; count >= BENCH_RNG_BUFFER; count -= BENCH_RNG_BUFFER) fill;                                   \
        return bench_rng_buffer[1];                                                                          \
    }
#define BENCH_RNG_BULK(set, isa)                                                                             \
    BENCH_RNG_BULK_LOOP(bench_rng_wide_##set, wide,                                                          \
                        gc_rng_priv_wide_fill(&r, GC_RNG_PRIV_BYTES, bench_rng_buffer, BENCH_RNG_BUFFER,     \
                                              isa))                                                          \
    BENCH_RNG_BULK_LOOP(bench_rng_wide_f64_##set, wide,                                                      \
                        gc_rng_priv_wide_fill(&r, GC_RNG_PRIV_F64, bench_rng_buffer, BENCH_RNG_BUFFER, isa)) \
    BENCH_RNG_BULK_LOOP(bench_rng_wide_f32_##set, wide,                                                      \
                        gc_rng_priv_wide_fill(&r, GC_RNG_PRIV_F32, bench_rng_buffer, BENCH_RNG_BUFFER, isa)) \
    BENCH_RNG_BULK_LOOP(bench_rng_philox_##set, philox,                                                      \
                        gc_rng_priv_philox_fill(&r, bench_rng_buffer, BENCH_RNG_BUFFER, isa))                \
    BENCH_RNG_BULK_LOOP(bench_rng_chacha8_##set, chacha8,                                                    \
                        gc_rng_priv_chacha8_fill(&r, bench_rng_buffer, BENCH_RNG_BUFFER, isa))               \
    BENCH_RNG_BULK_LOOP(bench_rng_sfmt_##set, sfmt,                                                          \
                        gc_rng_priv_sfmt_fill(&r, bench_rng_buffer, BENCH_RNG_BUFFER, isa))                  \
    BENCH_RNG_BULK_LOOP(bench_rng_asa128_##set, asa128,                                                      \
                        gc_rng_priv_asa128_fill(&r, bench_rng_buffer, BENCH_RNG_BUFFER, isa))
BENCH_RNG_BULK(scalar, GC_RNG_PRIV_SCALAR)
#ifdef GC_RNG_PRIV_V128_NAME
BENCH_RNG_BULK(v128, GC_RNG_PRIV_V128)
#endif
#ifdef GC_RNG_PRIV_X86
BENCH_RNG_BULK(avx2, GC_RNG_PRIV_AVX2)
BENCH_RNG_BULK(avx512, GC_RNG_PRIV_AVX512)
#endif

// Arrays of distributions; count is in numbers.
static uint64_t bench_rng_bulk_below(size_t count) {
    static gc_rng_wide r;
    uint32_t *numbers = (uint32_t *)(void *)bench_rng_buffer, bound = (uint32_t)bench_rng_bound;
    size_t part = BENCH_RNG_BUFFER / sizeof *numbers;
    gc_rng_wide_seed(&r, 1);
    for (; count >= part; count -= part) gc_rng_wide_fill_below(&r, numbers, part, bound);
    return numbers[1];
}
static uint64_t bench_rng_bulk_normal(size_t count) {
    static gc_rng_wide r;
    double *numbers = (double *)(void *)bench_rng_buffer;
    size_t part = BENCH_RNG_BUFFER / sizeof *numbers;
    gc_rng_wide_seed(&r, 1);
    for (; count >= part; count -= part) gc_rng_wide_fill_normal(&r, numbers, part, 100.0, 15.0);
    return (uint64_t)numbers[1];
}
static uint64_t bench_rng_bulk_rejected(size_t count) {
    static gc_rng_wide r;
    uint32_t *numbers = (uint32_t *)(void *)bench_rng_buffer;
    size_t part = BENCH_RNG_BUFFER / sizeof *numbers;
    gc_rng_wide_seed(&r, 1);
    for (; count >= part; count -= part) gc_rng_wide_fill_below(&r, numbers, part, 3000000000u);
    return numbers[1];
}
static uint64_t bench_rng_bulk_normal_f32(size_t count) {
    static gc_rng_wide r;
    float *numbers = (float *)(void *)bench_rng_buffer;
    size_t part = BENCH_RNG_BUFFER / sizeof *numbers;
    gc_rng_wide_seed(&r, 1);
    for (; count >= part; count -= part) gc_rng_wide_fill_normal_f32(&r, numbers, part, 100.0f, 15.0f);
    return (uint64_t)numbers[1];
}
static uint64_t bench_rng_bulk_exponential(size_t count) {
    static gc_rng_wide r;
    double *numbers = (double *)(void *)bench_rng_buffer;
    size_t part = BENCH_RNG_BUFFER / sizeof *numbers;
    gc_rng_wide_seed(&r, 1);
    for (; count >= part; count -= part) gc_rng_wide_fill_exponential(&r, numbers, part, 0.7);
    return (uint64_t)numbers[1];
}

// Far beyond the caches, from the second round on (the first one maps the pages).
#define BENCH_RNG_LARGE ((size_t)256 << 20)
static unsigned char *bench_rng_large;
static uint64_t bench_rng_large_by(size_t count, int isa) {
    static gc_rng_wide r;
    gc_rng_wide_seed(&r, 1);
    if (bench_rng_large) gc_rng_priv_wide_fill(&r, GC_RNG_PRIV_BYTES, bench_rng_large, count, isa);
    return r.round;
}
static uint64_t bench_rng_large_scalar(size_t count) { return bench_rng_large_by(count, GC_RNG_PRIV_SCALAR); }
#ifdef GC_RNG_PRIV_V128_NAME
static uint64_t bench_rng_large_v128(size_t count) { return bench_rng_large_by(count, GC_RNG_PRIV_V128); }
#endif
#ifdef GC_RNG_PRIV_X86
static uint64_t bench_rng_large_avx2(size_t count) { return bench_rng_large_by(count, GC_RNG_PRIV_AVX2); }
static uint64_t bench_rng_large_avx512(size_t count) { return bench_rng_large_by(count, GC_RNG_PRIV_AVX512); }
#endif
static uint64_t bench_rng_large_fill(size_t count) {
    gc_rng r;
    gc_rng_seed(&r, 1);
    if (bench_rng_large) gc_rng_fill(&r, bench_rng_large, count);
    return r.a;
}
static uint64_t bench_rng_large_memset(size_t count) {
    if (bench_rng_large) memset(bench_rng_large, (int)bench_rng_bound, count);
    return bench_rng_large ? bench_rng_large[bench_rng_bound] : 0;
}

#define BENCH_RNG_SHUFFLE(n)                                                                                 \
    static uint64_t bench_rng_shuffle_##n(size_t count) {                                                    \
        gc_rng r;                                                                                            \
        gc_rng_seed(&r, 1);                                                                                  \
        for (; count >= n; count -= n) gc_rng_shuffle(&r, bench_rng_cards, n, sizeof(uint32_t));             \
        return bench_rng_cards[1];                                                                           \
    }
BENCH_RNG_SHUFFLE(52)
BENCH_RNG_SHUFFLE(1000)
BENCH_RNG_SHUFFLE(100000)
BENCH_RNG_SHUFFLE(1000000)
BENCH_RNG_SHUFFLE(16000000)
static void bench_rng_rand_shuffle(size_t n) {
    for (size_t i = n; i > 1; i--) {
        size_t j = (size_t)rand() % i;
        uint32_t card = bench_rng_cards[i - 1];
        bench_rng_cards[i - 1] = bench_rng_cards[j];
        bench_rng_cards[j] = card;
    }
}
static uint64_t bench_rng_shuffle_rand(size_t count) {
    for (; count >= BENCH_RNG_CARDS; count -= BENCH_RNG_CARDS) bench_rng_rand_shuffle(BENCH_RNG_CARDS);
    return bench_rng_cards[1];
}
static uint64_t bench_rng_shuffle_deck_rand(size_t count) {
    for (; count >= 52; count -= 52) bench_rng_rand_shuffle(52);
    return bench_rng_cards[1];
}

// Structs of 16 bytes.
static uint64_t bench_rng_shuffle_structs(size_t count) {
    gc_rng r;
    gc_rng_seed(&r, 1);
    for (; count >= 1000; count -= 1000) gc_rng_shuffle(&r, bench_rng_cards, 1000, 16);
    return bench_rng_cards[1];
}

#ifdef BENCH_RNG_STD
uint64_t bench_rng_std_next(size_t count);
uint64_t bench_rng_std_f64(size_t count);
uint64_t bench_rng_std_below(size_t count, uint64_t n);
uint64_t bench_rng_std_normal(size_t count);
uint64_t bench_rng_std_exponential(size_t count);
void bench_rng_std_shuffle(uint32_t *cards, size_t n);
uint64_t bench_rng_std_shuffle_ours(uint32_t *cards, size_t n, size_t times);
uint64_t bench_rng_std_shuffle_structs(uint32_t *cards, size_t n, size_t times);
void bench_rng_std_fill(unsigned char *to, size_t bytes);
static uint64_t bench_rng_below_std(size_t count) { return bench_rng_std_below(count, bench_rng_bound); }
#define BENCH_RNG_SHUFFLE_STD(n)                                                                             \
    static uint64_t bench_rng_shuffle_std_##n(size_t count) {                                                \
        for (; count >= n; count -= n) bench_rng_std_shuffle(bench_rng_cards, n);                            \
        return bench_rng_cards[1];                                                                           \
    }                                                                                                        \
    static uint64_t bench_rng_shuffle_std_ours_##n(size_t count) {                                           \
        return bench_rng_std_shuffle_ours(bench_rng_cards, n, count / n);                                    \
    }
static uint64_t bench_rng_shuffle_std_structs(size_t count) {
    return bench_rng_std_shuffle_structs(bench_rng_cards, 1000, count / 1000);
}
BENCH_RNG_SHUFFLE_STD(52)
BENCH_RNG_SHUFFLE_STD(1000)
BENCH_RNG_SHUFFLE_STD(100000)
BENCH_RNG_SHUFFLE_STD(1000000)
BENCH_RNG_SHUFFLE_STD(16000000)
static uint64_t bench_rng_fill_std(size_t count) {
    for (; count >= BENCH_RNG_BUFFER; count -= BENCH_RNG_BUFFER) {
        bench_rng_std_fill(bench_rng_buffer, BENCH_RNG_BUFFER);
    }
    return bench_rng_buffer[1];
}
#define BENCH_RNG_STD_ROW(...) __VA_ARGS__,
#else
#define BENCH_RNG_STD_ROW(...)
#endif

#ifdef BENCH_RNG_PCG
uint64_t bench_rng_pcg_next(size_t count);
uint64_t bench_rng_pcg_f64(size_t count);
uint64_t bench_rng_pcg_below(size_t count, uint64_t n);
uint64_t bench_rng_pcg_normal(size_t count);
uint64_t bench_rng_pcg_exponential(size_t count);
static uint64_t bench_rng_below_pcg(size_t count) { return bench_rng_pcg_below(count, bench_rng_bound); }
#define BENCH_RNG_PCG_ROW(...) __VA_ARGS__,
#else
#define BENCH_RNG_PCG_ROW(...)
#endif

#ifdef BENCH_RNG_GSL
static gsl_rng *bench_rng_gsl;    // mt19937, GSL's default
BENCH_RNG_LOOP(bench_rng_next_gsl, uint64_t, (void)0, gsl_rng_get(bench_rng_gsl))
BENCH_RNG_LOOP(bench_rng_f64_gsl, double, (void)0, gsl_rng_uniform(bench_rng_gsl))
BENCH_RNG_LOOP(bench_rng_below_gsl, uint64_t, unsigned long n = (unsigned long)bench_rng_bound,
               gsl_rng_uniform_int(bench_rng_gsl, n))
BENCH_RNG_LOOP(bench_rng_normal_gsl, double, (void)0, 100.0 + gsl_ran_gaussian_ziggurat(bench_rng_gsl, 15.0))
static gsl_ran_discrete_t *bench_rng_discrete;
BENCH_RNG_LOOP(bench_rng_pick_gsl, uint64_t, (void)0, gsl_ran_discrete(bench_rng_gsl, bench_rng_discrete))
BENCH_RNG_LOOP(bench_rng_lognormal_gsl, double, (void)0, gsl_ran_lognormal(bench_rng_gsl, 1.0, 0.5))
static uint64_t bench_rng_alias_gsl(size_t count) {
    for (; count >= BENCH_RNG_WEIGHTS; count -= BENCH_RNG_WEIGHTS) {
        gsl_ran_discrete_free(gsl_ran_discrete_preproc(BENCH_RNG_WEIGHTS, bench_rng_weights));
    }
    return 0;
}
BENCH_RNG_LOOP(bench_rng_exponential_gsl, double, (void)0, gsl_ran_exponential(bench_rng_gsl, 1.0 / 1.5))
static uint64_t bench_rng_shuffle_gsl(size_t count) {
    for (; count >= BENCH_RNG_CARDS; count -= BENCH_RNG_CARDS) {
        gsl_ran_shuffle(bench_rng_gsl, bench_rng_cards, BENCH_RNG_CARDS, 4);
    }
    return bench_rng_cards[1];
}
#define BENCH_RNG_GSL_ROW(...) __VA_ARGS__,
#else
#define BENCH_RNG_GSL_ROW(...)
#endif

#ifdef BENCH_RNG_WY_ROW
BENCH_RNG_LOOP(bench_rng_next_wy, uint64_t, uint64_t w = 1, wyrand(&w))
BENCH_RNG_LOOP(bench_rng_f64_wy, double, uint64_t w = 1, wy2u01(wyrand(&w)))
BENCH_RNG_LOOP(bench_rng_below_wy, uint64_t, BENCH_RNG_BOUND; uint64_t w = 1, wy2u0k(wyrand(&w), n))
BENCH_RNG_LOOP(bench_rng_hash_wy, uint64_t, (void)0, wyhash64(wyhash64(1, i), i >> 10))
#else
#define BENCH_RNG_WY_ROW(...)
#endif

#ifdef BENCH_RNG_SHISHUA_ROW
static prng_state bench_rng_shishua;
static uint64_t bench_rng_shishua_near(size_t count) {
    uint64_t seed[4] = { 1, 2, 3, 4 };
    prng_init(&bench_rng_shishua, seed);
    for (; count >= BENCH_RNG_BUFFER; count -= BENCH_RNG_BUFFER) {
        prng_gen(&bench_rng_shishua, bench_rng_buffer, BENCH_RNG_BUFFER);
    }
    return bench_rng_buffer[1];
}
static uint64_t bench_rng_shishua_large(size_t count) {
    if (bench_rng_large) prng_gen(&bench_rng_shishua, bench_rng_large, count);
    return 0;
}
static uint64_t bench_rng_shishua_words(size_t count) { return bench_rng_shishua_near(count * 8); }
#else
#define BENCH_RNG_SHISHUA_ROW(...)
#endif
static uint64_t bench_rng_wide_words(size_t count) {
    static gc_rng_wide r;
    gc_rng_wide_seed(&r, 1);
    for (count *= 8; count >= BENCH_RNG_BUFFER; count -= BENCH_RNG_BUFFER) {
        gc_rng_wide_fill(&r, bench_rng_buffer, BENCH_RNG_BUFFER);
    }
    return bench_rng_buffer[1];
}
static uint64_t bench_rng_fill_words(size_t count) { return bench_rng_fill(count * 8); }

typedef struct bench_rng_subject {
    const char *case_name, *subject;
    uint64_t (*run)(size_t count);
    size_t count;       // draws, elements or bytes a round
    bool bytes;         // report GB/s in place of ns
    double seconds[BENCH_RNG_ROUNDS];
    int isa;            // skipped where the machine has less
} bench_rng_subject;

#define BENCH_RNG_M 1000000u
static bench_rng_subject bench_rng_subjects[] = {
    { "next", "gc_rng inline", bench_rng_next, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng behind a pointer", bench_rng_next_call, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng as a source", bench_rng_next_source, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_mwc32", bench_rng_next_mwc32, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_mwc64", bench_rng_next_mwc64, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_xorshift32", bench_rng_next_xorshift32, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_xorshift128", bench_rng_next_xorshift128, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_xorshift64", bench_rng_next_xorshift64, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_xoshiro256pp", bench_rng_next_xoshiro256pp, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "RomuTrio", bench_rng_next_romu, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_WY_ROW({ "next", "wyrand", bench_rng_next_wy, 20 * BENCH_RNG_M, false, { 0 }, 0 })
    { "next", "gc_rng_lcg", bench_rng_next_lcg, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_dotnet", bench_rng_next_dotnet, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_dotnet into an int", bench_rng_next_dotnet_int, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "the same with a branch", bench_rng_next_dotnet_branch, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_sfmt", bench_rng_next_sfmt, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_asa128", bench_rng_next_asa128, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_xoshiro256p", bench_rng_next_xoshiro256p, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_xorshift64, left", bench_rng_next_xorshift64_left, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_java", bench_rng_next_java, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_pcg64", bench_rng_next_pcg64, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_mt19937", bench_rng_next_mt19937, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_pcg32", bench_rng_next_pcg32, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_philox", bench_rng_next_philox, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_chacha8", bench_rng_next_chacha8, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "gc_rng_wide", bench_rng_next_wide, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next", "rand", bench_rng_next_rand, 4 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_STD_ROW({ "next", "std::mt19937_64", bench_rng_std_next, 10 * BENCH_RNG_M, false, { 0 }, 0 })
    BENCH_RNG_PCG_ROW({ "next", "pcg64", bench_rng_pcg_next, 10 * BENCH_RNG_M, false, { 0 }, 0 })
    BENCH_RNG_GSL_ROW({ "next", "gsl_rng_get, mt19937", bench_rng_next_gsl, 10 * BENCH_RNG_M, false, { 0 },
                       0 })
    { "next in arrays", "gc_rng_fill", bench_rng_fill_words, 16 * BENCH_RNG_M, false, { 0 }, 0 },
    { "next in arrays", "gc_rng_wide_fill", bench_rng_wide_words, 64 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_SHISHUA_ROW({ "next in arrays", "SHISHUA", bench_rng_shishua_words, 64 * BENCH_RNG_M, false,
                            { 0 }, BENCH_RNG_SHISHUA_ISA })
    { "f64", "gc_rng", bench_rng_f64, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_WY_ROW({ "f64", "wy2u01 of wyrand", bench_rng_f64_wy, 20 * BENCH_RNG_M, false, { 0 }, 0 })
    { "f64", "gc_rng_asa128", bench_rng_f64_asa128, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "f64", "ASA-128 in a loop with SSE2", bench_rng_f64_asa128_loop, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "f64", "ASA-128 by gc_rng_asa128_fill", bench_rng_f64_asa128_fill, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "f64", "rand / (RAND_MAX + 1.0)", bench_rng_f64_rand, 4 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_STD_ROW({ "f64", "std::uniform_real_distribution", bench_rng_std_f64, 4 * BENCH_RNG_M, false,
                       { 0 }, 0 })
    BENCH_RNG_PCG_ROW({ "f64", "std::uniform_real_distribution of pcg64", bench_rng_pcg_f64, 4 * BENCH_RNG_M,
                        false, { 0 }, 0 })
    BENCH_RNG_GSL_ROW({ "f64", "gsl_rng_uniform", bench_rng_f64_gsl, 4 * BENCH_RNG_M, false, { 0 }, 0 })
    { "below 1000", "gc_rng", bench_rng_below, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_WY_ROW({ "below 1000", "wy2u0k of wyrand (biased)", bench_rng_below_wy, 20 * BENCH_RNG_M, false,
                       { 0 }, 0 })
    { "below 1000", "gc_rng as a source", bench_rng_below_source, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "below 1000", "gc_rng_wide, arrays", bench_rng_bulk_below, 320 * 16384, false, { 0 }, 0 },
    { "below 1000", "gc_rng_wide, arrays, of 3e9", bench_rng_bulk_rejected, 320 * 16384, false, { 0 }, 0 },
    { "below 1000", "rand % n (biased)", bench_rng_below_rand, 4 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_STD_ROW({ "below 1000", "std::uniform_int_distribution", bench_rng_below_std, 4 * BENCH_RNG_M,
                       false, { 0 }, 0 })
    BENCH_RNG_PCG_ROW({ "below 1000", "pcg64 of a bound", bench_rng_below_pcg, 4 * BENCH_RNG_M, false,
                        { 0 }, 0 })
    BENCH_RNG_GSL_ROW({ "below 1000", "gsl_rng_uniform_int", bench_rng_below_gsl, 4 * BENCH_RNG_M, false,
                       { 0 }, 0 })
    { "normal", "gc_rng", bench_rng_normal, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "normal", "gc_rng as a source", bench_rng_normal_source, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "normal", "gc_rng_wide, arrays", bench_rng_bulk_normal, 640 * 8192, false, { 0 }, 0 },
    { "normal", "gc_rng_wide, arrays of floats", bench_rng_bulk_normal_f32, 320 * 16384, false, { 0 }, 0 },
    { "normal", "rand, sum of 12 (rough)", bench_rng_normal_rand, BENCH_RNG_M / 2, false, { 0 }, 0 },
    BENCH_RNG_STD_ROW({ "normal", "std::normal_distribution", bench_rng_std_normal, 2 * BENCH_RNG_M, false,
                       { 0 }, 0 })
    BENCH_RNG_PCG_ROW({ "normal", "std::normal_distribution of pcg64", bench_rng_pcg_normal, 2 * BENCH_RNG_M,
                        false, { 0 }, 0 })
    BENCH_RNG_GSL_ROW({ "normal", "gsl_ran_gaussian_ziggurat", bench_rng_normal_gsl, 2 * BENCH_RNG_M, false,
                       { 0 }, 0 })
    { "exponential", "gc_rng_wide, arrays", bench_rng_bulk_exponential, 640 * 8192, false, { 0 }, 0 },
    { "exponential", "gc_rng", bench_rng_exponential, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "exponential", "gc_rng as a source", bench_rng_exponential_source, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_STD_ROW({ "exponential", "std::exponential_distribution", bench_rng_std_exponential,
                       2 * BENCH_RNG_M, false, { 0 }, 0 })
    BENCH_RNG_PCG_ROW({ "exponential", "std::exponential_distribution of pcg64", bench_rng_pcg_exponential,
                        2 * BENCH_RNG_M, false, { 0 }, 0 })
    BENCH_RNG_GSL_ROW({ "exponential", "gsl_ran_exponential", bench_rng_exponential_gsl, 2 * BENCH_RNG_M,
                       false, { 0 }, 0 })
    { "pick of 1000", "gc_rng_below", bench_rng_below, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "pick of 1000", "gc_rng_alias_pick", bench_rng_pick, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "pick of 1000", "gc_rng_source_alias_pick", bench_rng_pick_source, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "pick of 1000", "search in the sums", bench_rng_pick_search, 4 * BENCH_RNG_M, false, { 0 }, 0 },
    { "pick of 1000", "gc_rng_weighted", bench_rng_pick_weighted, 20000, false, { 0 }, 0 },
    { "pick of 1000", "sum and walk", bench_rng_pick_walk, 20000, false, { 0 }, 0 },
    BENCH_RNG_GSL_ROW({ "pick of 1000", "gsl_ran_discrete", bench_rng_pick_gsl, 4 * BENCH_RNG_M, false, { 0 },
                       0 })
    { "pick of 10", "gc_rng_weighted", bench_rng_few_weighted, 4 * BENCH_RNG_M, false, { 0 }, 0 },
    { "pick of 10", "sum and walk", bench_rng_few_walk, 4 * BENCH_RNG_M, false, { 0 }, 0 },
    { "pick of 10", "search in the sums", bench_rng_few_search, 4 * BENCH_RNG_M, false, { 0 }, 0 },
    { "table of 1000", "gc_rng_alias_init", bench_rng_alias_init, BENCH_RNG_M, false, { 0 }, 0 },
    { "table of 1000", "Vose's, with doubles", bench_rng_alias_vose, BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_GSL_ROW({ "table of 1000", "gsl_ran_discrete_preproc", bench_rng_alias_gsl, BENCH_RNG_M, false,
                       { 0 }, 0 })
    { "lognormal", "gc_rng", bench_rng_lognormal, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "lognormal", "gc_rng as a source", bench_rng_lognormal_source, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { "lognormal", "exp(gc_rng_normal)", bench_rng_lognormal_exp, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_GSL_ROW({ "lognormal", "gsl_ran_lognormal", bench_rng_lognormal_gsl, 2 * BENCH_RNG_M, false,
                       { 0 }, 0 })
    { "proc of 1/4", "gc_rng_chance", bench_rng_chance, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "proc of 1/4", "gc_rng_prd_next", bench_rng_prd, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "proc of 1/4", "gc_rng_source_prd_next", bench_rng_prd_source, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "proc of 1/4", "f64 < (chance += c)", bench_rng_prd_plain, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "constant of a proc", "gc_rng_prd_init", bench_rng_prd_init, 20000, false, { 0 }, 0 },
    { "constant of a proc", "by halves, in doubles", bench_rng_prd_solved, 20000, false, { 0 }, 0 },
#ifndef GC_RNG_NO_STATISTICS
    { "chi-square", "gc_rng_chi2", bench_rng_chi2, BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_GSL_ROW({ "chi-square", "gsl_cdf_chisq_Q", bench_rng_chi2_gsl, BENCH_RNG_M, false, { 0 }, 0 })
    { "gorilla", "gc_rng_gorilla", bench_rng_gorilla, (size_t)1 << 26, false, { 0 }, 0 },
    { "gorilla", "a byte for each word", bench_rng_gorilla_bytes, (size_t)1 << 26, false, { 0 }, 0 },
#endif
    { "hash of a place", "gc_rng_hash", bench_rng_hash, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_WY_ROW({ "hash of a place", "wyhash64 twice", bench_rng_hash_wy, 20 * BENCH_RNG_M, false, { 0 },
                       0 })
    { "hash of a place", "gc_rng_hash, rows of 4,096", bench_rng_hash_row, 20 * 4096 * 250, false, { 0 }, 0 },
    { "hash of a place", "gc_rng_hash_numbers, rows", bench_rng_row_numbers, 4096 * 1000, false, { 0 }, 0 },
    { "hash of a place", "gc_rng_hash32", bench_rng_hash32, 20 * BENCH_RNG_M, false, { 0 }, 0 },
#define BENCH_RNG_GAME_ROW(kind, subject, name, count)                                                       \
    { kind, subject, bench_rng_##name, count, false, { 0 }, 0 },
    BENCH_RNG_GAME_ROW("an int of 1 to 6", "gc_rng_int", int, 10 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("an int of 1 to 6", "gc_rng_source_int", int_source, 10 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("an int of 1 to 6", "1 + rand() % 6 (biased)", int_rand, 10 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("3d6", "gc_rng_dice", dice, 5 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("3d6", "gc_rng_source_dice", dice_source, 5 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("3d6", "three gc_rng_range", dice_range, 5 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("1 in 3", "gc_rng_chance_in", chance_in, 10 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("1 in 3", "gc_rng_source_chance_in", chance_in_source, 10 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("1 in 3", "gc_rng_f64 < 1.0 / 3", chance_in_f64, 10 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("one of an array", "gc_rng_pick", one_of, 10 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("one of an array", "gc_rng_source_pick", one_of_source, 10 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("one of an array", "a[gc_rng_below(n)]", one_of_plain, 10 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("10 of 1000", "gc_rng_sample", sample, 2 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("10 of 1000", "gc_rng_source_sample", sample_source, 2 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("10 of 1000", "drawn again if there", sample_again, 2 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("5 cards of 52", "gc_rng_partial_shuffle", hand, 2 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("5 cards of 52", "gc_rng_source_partial_shuffle", hand_source, 2 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("5 cards of 52", "gc_rng_shuffle", hand_whole, BENCH_RNG_M / 2)
    BENCH_RNG_GAME_ROW("bag of 52", "gc_rng_bag_next", bag, 4 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("bag of 52", "gc_rng_source_bag_next", bag_source, 4 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("bag of 52", "gc_rng_shuffle, then in order", bag_shuffle, 4 * BENCH_RNG_M)
#define BENCH_RNG_THREE_ROWS(kind, name, call, other)                                                        \
    BENCH_RNG_GAME_ROW(kind, "gc_rng_" call, name, 2 * BENCH_RNG_M)                                          \
    BENCH_RNG_GAME_ROW(kind, "gc_rng_source_" call, name##_source, 2 * BENCH_RNG_M)                          \
    BENCH_RNG_GAME_ROW(kind, other, name##_other, 2 * BENCH_RNG_M)
    BENCH_RNG_THREE_ROWS("4d6 highest 3", keep, "dice_keep", "four gc_rng_int less the least")
    BENCH_RNG_THREE_ROWS("2d6+3", roll, "roll", "sscanf, gc_rng_dice")
    BENCH_RNG_THREE_ROWS("pity of 90", pity, "pity_next", "ifs and doubles")
    BENCH_RNG_GAME_ROW("base of a pity", "gc_rng_pity_init", pity_init, 2000)
    BENCH_RNG_GAME_ROW("base of a pity", "by halves, in doubles", pity_solved, 2000)
    BENCH_RNG_THREE_ROWS("Poisson of 3", poisson, "poisson", "a product until exp(-3)")
    BENCH_RNG_THREE_ROWS("Poisson of 100", poisson_100, "poisson", "a product until exp(-100)")
    BENCH_RNG_THREE_ROWS("5 tries", binomial, "binomial", "five gc_rng_f64")
    BENCH_RNG_THREE_ROWS("100 tries", binomial_100, "binomial", "a hundred gc_rng_f64")
    BENCH_RNG_THREE_ROWS("geometric 0.1", geometric, "geometric", "log / log1p")
    BENCH_RNG_THREE_ROWS("geometric 0.001", geometric_rare, "geometric", "log / log1p")
    BENCH_RNG_THREE_ROWS("gamma 2.5", gamma, "gamma", "the same by libm")
    BENCH_RNG_THREE_ROWS("in a disc", disc, "disc", "sqrt cos sin")
    BENCH_RNG_THREE_ROWS("direction", direction, "direction", "cos and sin")
    BENCH_RNG_THREE_ROWS("on a sphere", sphere, "sphere", "sqrt cos sin")
    BENCH_RNG_THREE_ROWS("rotation", turn, "turn", "four gc_rng_normal")
    BENCH_RNG_THREE_ROWS("of 10 whole", whole, "weighted_u32", "sum and walk")
    BENCH_RNG_GAME_ROW("table of 10 whole", "gc_rng_alias_init_u32", whole_table, BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("table of 10 whole", "doubles, gc_rng_alias_init", whole_doubles, BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("checksum", "gc_rng_checksum", checksum, 4 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("checksum", "FNV-1a of the bytes", checksum_fnv, 4 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("order of 10 million", "gc_rng_permute", permute, 2 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("order of 10 million", "an array, gc_rng_shuffle", permute_array, 10 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("seed of 16 bytes", "gc_rng_seed_text", text, 2 * BENCH_RNG_M)
    BENCH_RNG_GAME_ROW("seed of 16 bytes", "FNV-1a, gc_rng_seed", text_fnv, 2 * BENCH_RNG_M)
#define BENCH_RNG_ROW_ROW(kind, subject, name, isa)                                                          \
    { "row of " kind, subject, bench_rng_##name, 4096 * 1000, false, { 0 }, isa },
    BENCH_RNG_ROW_ROW("places", "gc_rng_hash_row", row, 0)
    BENCH_RNG_ROW_ROW("places", "gc_rng_hash one by one", hash_row, 0)
    BENCH_RNG_ROW_ROW("places", "scalar", row_scalar, 0)
    BENCH_RNG_ROW_ROW("floats", "gc_rng_hash_row_f32", row_f32, 0)
    BENCH_RNG_ROW_ROW("floats", "gc_rng_hash_f32 one by one", row_f32_each, 0)
    BENCH_RNG_ROW_ROW("floats", "gc_rng_hash_below one by one", row_below_each, 0)
    BENCH_RNG_ROW_ROW("floats", "scalar", row_f32_scalar, 0)
#ifdef GC_RNG_PRIV_X86
    BENCH_RNG_ROW_ROW("places", "avx2", row_avx2, GC_RNG_PRIV_AVX2)
    BENCH_RNG_ROW_ROW("places", "avx512", row_avx512, GC_RNG_PRIV_AVX512)
    BENCH_RNG_ROW_ROW("floats", "avx2", row_f32_avx2, GC_RNG_PRIV_AVX2)
    BENCH_RNG_ROW_ROW("floats", "avx512", row_f32_avx512, GC_RNG_PRIV_AVX512)
#endif
    BENCH_RNG_ROW_ROW("32 bits", "gc_rng_hash32_row", row32, 0)
    BENCH_RNG_ROW_ROW("32 bits", "gc_rng_hash32 one by one", row32_each, 0)
    BENCH_RNG_ROW_ROW("32 bits", "pcg3d", row_pcg3d, 0)
    BENCH_RNG_ROW_ROW("32 bits", "scalar", row32_scalar, 0)
#ifdef GC_RNG_PRIV_X86
    BENCH_RNG_ROW_ROW("32 bits", "avx2", row32_avx2, GC_RNG_PRIV_AVX2)
    BENCH_RNG_ROW_ROW("32 bits", "avx512", row32_avx512, GC_RNG_PRIV_AVX512)
#if !defined(__clang__)
    BENCH_RNG_ROW_ROW("32 bits", "pcg3d avx2", row_pcg3d_avx2, GC_RNG_PRIV_AVX2)
    BENCH_RNG_ROW_ROW("32 bits", "pcg3d avx512", row_pcg3d_avx512, GC_RNG_PRIV_AVX512)
#endif
#endif
    { "hash of a place", "gc_rng_seed_stream, gc_rng_u64", bench_rng_hash_seed, 4 * BENCH_RNG_M, false, { 0 },
      0 },
    { ".NET's Next(100)", "gc_rng_dotnet_below", bench_rng_dotnet_below, 10 * BENCH_RNG_M, false, { 0 }, 0 },
    { ".NET's Next(100)", "next * (1 / MAX) * 100", bench_rng_dotnet_plain, 10 * BENCH_RNG_M, false, { 0 },
      0 },
#define BENCH_RNG_PAIR_ROWS(kind, name)                                                                      \
    { kind, "gc_rng_" #name, bench_rng_##name, 4 * BENCH_RNG_M, false, { 0 }, 0 },                           \
    { kind, "the rule in a line", bench_rng_##name##_plain, 4 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_PAIR_ROWS("Java's nextInt(100)", java_below)
    BENCH_RNG_PAIR_ROWS("Java's nextLong", java_i64)
    BENCH_RNG_PAIR_ROWS("Java's nextDouble", java_f64)
    BENCH_RNG_PAIR_ROWS("Python's random()", mt19937_f64)
    BENCH_RNG_PAIR_ROWS(".NET's NextBytes", dotnet_bytes)
    BENCH_RNG_PAIR_ROWS(".NET's NextInt64", dotnet_i64)
    BENCH_RNG_PAIR_ROWS("Unity's value", unity_value)
    BENCH_RNG_PAIR_ROWS("Unity's Range(1, 7)", unity_range)
    BENCH_RNG_PAIR_ROWS("Unity's Range(2f, 9f)", unity_range_f32)
    { "save and load", "gc_rng", bench_rng_save, 2 * BENCH_RNG_M, false, { 0 }, 0 },
    { "save and load", "memcpy, no check", bench_rng_save_copy, 20 * BENCH_RNG_M, false, { 0 }, 0 },
    { "seed", "gc_rng_seed_stream", bench_rng_seed, 4 * BENCH_RNG_M, false, { 0 }, 0 },
#define BENCH_RNG_SHUFFLE_ROWS(name, n, count)                                                               \
    { "shuffle " name, "gc_rng", bench_rng_shuffle_##n, count, false, { 0 }, 0 },                            \
    BENCH_RNG_STD_ROW({ "shuffle " name, "std::shuffle by gc_rng", bench_rng_shuffle_std_ours_##n, count,    \
                       false, { 0 }, 0 })                                                                    \
    BENCH_RNG_STD_ROW({ "shuffle " name, "std::shuffle by mt19937_64", bench_rng_shuffle_std_##n, count,     \
                       false, { 0 }, 0 })
    BENCH_RNG_SHUFFLE_ROWS("deck of 52", 52, 4 * BENCH_RNG_M)
    { "shuffle deck of 52", "rand % n (biased)", bench_rng_shuffle_deck_rand, 4 * BENCH_RNG_M, false, { 0 },
     0 },
    BENCH_RNG_SHUFFLE_ROWS("1000 u32", 1000, 4 * BENCH_RNG_M)
    { "shuffle 1000 of 16 bytes", "gc_rng", bench_rng_shuffle_structs, 4 * BENCH_RNG_M, false, { 0 }, 0 },
    BENCH_RNG_STD_ROW({ "shuffle 1000 of 16 bytes", "std::shuffle by gc_rng", bench_rng_shuffle_std_structs,
                       4 * BENCH_RNG_M, false, { 0 }, 0 })
    BENCH_RNG_SHUFFLE_ROWS("100k u32", 100000, 4 * BENCH_RNG_M)
    BENCH_RNG_SHUFFLE_ROWS("1M u32", 1000000, 20 * BENCH_RNG_M)
    { "shuffle 1M u32", "rand % n (biased)", bench_rng_shuffle_rand, BENCH_RNG_CARDS, false, { 0 }, 0 },
    BENCH_RNG_GSL_ROW({ "shuffle 1M u32", "gsl_ran_shuffle", bench_rng_shuffle_gsl, BENCH_RNG_CARDS, false,
                       { 0 }, 0 })
    BENCH_RNG_SHUFFLE_ROWS("16M u32", 16000000, BENCH_RNG_MANY_CARDS)
    { "fill 64 KiB", "memset", bench_rng_fill_memset, 8192 * (size_t)BENCH_RNG_BUFFER, true, { 0 }, 0 },
    { "fill 64 KiB", "gc_rng", bench_rng_fill, 1024 * (size_t)BENCH_RNG_BUFFER, true, { 0 }, 0 },
    BENCH_RNG_STD_ROW({ "fill 64 KiB", "std::mt19937_64", bench_rng_fill_std,
                       256 * (size_t)BENCH_RNG_BUFFER, true, { 0 }, 0 })
#define BENCH_RNG_ROWS(set, isa)                                                                             \
    { "fill 64 KiB", "wide " #set, bench_rng_wide_##set, 2048 * (size_t)BENCH_RNG_BUFFER, true, { 0 },       \
     isa },                                                                                                  \
    { "fill 64 KiB", "wide f64 " #set, bench_rng_wide_f64_##set, 2048 * (size_t)BENCH_RNG_BUFFER, true,      \
     { 0 }, isa },                                                                                           \
    { "fill 64 KiB", "wide f32 " #set, bench_rng_wide_f32_##set, 2048 * (size_t)BENCH_RNG_BUFFER, true,      \
     { 0 }, isa },                                                                                           \
    { "fill 64 KiB", "philox " #set, bench_rng_philox_##set, 512 * (size_t)BENCH_RNG_BUFFER, true, { 0 },    \
     isa },                                                                                                  \
    { "fill 64 KiB", "chacha8 " #set, bench_rng_chacha8_##set, 512 * (size_t)BENCH_RNG_BUFFER, true, { 0 },  \
     isa },                                                                                                  \
    { "fill 64 KiB", "sfmt " #set, bench_rng_sfmt_##set, 512 * (size_t)BENCH_RNG_BUFFER, true, { 0 }, isa }, \
    { "fill 64 KiB", "asa128 " #set, bench_rng_asa128_##set, 512 * (size_t)BENCH_RNG_BUFFER, true, { 0 },    \
     isa },
    BENCH_RNG_ROWS(scalar, GC_RNG_PRIV_SCALAR)
#ifdef GC_RNG_PRIV_V128_NAME
    BENCH_RNG_ROWS(v128, GC_RNG_PRIV_V128)
#endif
#ifdef GC_RNG_PRIV_X86
    BENCH_RNG_ROWS(avx2, GC_RNG_PRIV_AVX2)
    BENCH_RNG_ROWS(avx512, GC_RNG_PRIV_AVX512)
#endif
    { "fill 256 MiB", "memset", bench_rng_large_memset, BENCH_RNG_LARGE, true, { 0 }, 0 },
    BENCH_RNG_SHISHUA_ROW({ "fill 256 MiB", "SHISHUA", bench_rng_shishua_large, BENCH_RNG_LARGE, true, { 0 },
                            BENCH_RNG_SHISHUA_ISA })
    { "fill 256 MiB", "gc_rng_fill", bench_rng_large_fill, BENCH_RNG_LARGE, true, { 0 }, 0 },
#define BENCH_RNG_LARGE_ROW(set, isa)                                                                        \
    { "fill 256 MiB", "wide " #set, bench_rng_large_##set, BENCH_RNG_LARGE, true, { 0 }, isa },
    BENCH_RNG_LARGE_ROW(scalar, GC_RNG_PRIV_SCALAR)
#ifdef GC_RNG_PRIV_V128_NAME
    BENCH_RNG_LARGE_ROW(v128, GC_RNG_PRIV_V128)
#endif
#ifdef GC_RNG_PRIV_X86
    BENCH_RNG_LARGE_ROW(avx2, GC_RNG_PRIV_AVX2)
    BENCH_RNG_LARGE_ROW(avx512, GC_RNG_PRIV_AVX512)
#endif
};
enum { BENCH_RNG_SUBJECTS = sizeof bench_rng_subjects / sizeof bench_rng_subjects[0] };

static int bench_rng_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool bench_rng_same_case(int i, int k) {
    return strcmp(bench_rng_subjects[i].case_name, bench_rng_subjects[k].case_name) == 0;
}

// bench_rng [CASE]: the cases whose names begin so.
int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : "";
    const char *quick = getenv("QUICK");
    bool is_quick = quick && strcmp(quick, "1") == 0;
    int rounds = is_quick ? 5 : BENCH_RNG_ROUNDS;

    printf("bench,case,subject,metric,value,unit\n");
    for (uint32_t i = 0; i < BENCH_RNG_MANY_CARDS; i++) bench_rng_cards[i] = i;
    bench_rng_make_weights();
#ifndef GC_RNG_NO_STATISTICS
    bench_rng_make_counts();
#endif
    bench_rng_large = (unsigned char *)malloc(BENCH_RNG_LARGE);
    fprintf(stderr, "instruction set: %s\n", gc_rng_isa());
#ifndef BENCH_RNG_STD
    fprintf(stderr, "built without C++: no std::mt19937_64 (make bench-rng, with a C++ compiler)\n");
#endif
#ifdef BENCH_RNG_GSL
    bench_rng_gsl = gsl_rng_alloc(gsl_rng_mt19937);
    if (!bench_rng_gsl) return 1;
    bench_rng_discrete = gsl_ran_discrete_preproc(BENCH_RNG_WEIGHTS, bench_rng_weights);
    if (!bench_rng_discrete) return 1;
#else
    fprintf(stderr, "built without GSL (make bench-rng, with libgsl-dev)\n");
#endif
    for (int round = -1; round < rounds; round++) {   // the first one warms up
        for (int i = 0; i < BENCH_RNG_SUBJECTS; i++) {
            bench_rng_subject *s = &bench_rng_subjects[i];
            if (s->isa > gc_rng_priv_isa() || strncmp(s->case_name, only, strlen(only)) != 0) continue;
            if (is_quick && s->count > BENCH_RNG_CARDS && s->count != BENCH_RNG_LARGE
                && s->count != BENCH_RNG_MANY_CARDS && s->count != (size_t)1 << 26
                && round < 0) s->count /= 4;
            double start = bench_rng_now();
            bench_rng_sink = s->run(s->count);
            if (round >= 0) s->seconds[round] = bench_rng_now() - start;
        }
    }
    fprintf(stderr, "%-20s %-31s %10s   %s\n", "case", "subject", "", "times the case's first");
    for (int i = 0, first = 0; i < BENCH_RNG_SUBJECTS; i++) {
        bench_rng_subject *s = &bench_rng_subjects[i];
        double per_second, value;
        if (s->isa > gc_rng_priv_isa() || strncmp(s->case_name, only, strlen(only)) != 0) continue;
        qsort(s->seconds, (size_t)rounds, sizeof s->seconds[0], bench_rng_compare);
        if (!bench_rng_same_case(first, i)) first = i;
        per_second = (double)s->count / s->seconds[rounds / 2];
        value = s->bytes ? per_second * 1e-9 : 1e9 / per_second;
        printf("rng,%s,%s,%s,%.3f,%s\n", s->case_name, s->subject, s->bytes ? "rate" : "time", value,
               s->bytes ? "GB/s" : "ns");
        {
            bench_rng_subject *f = &bench_rng_subjects[first];
            double base = (double)f->count / f->seconds[rounds / 2];
            fprintf(stderr, "%-20s %-31s %7.2f %s %6.2f\n", i == first ? s->case_name : "", s->subject, value,
                    s->bytes ? "GB/s" : "ns  ", s->bytes ? per_second / base : base / per_second);
        }
    }
    return 0;
}
