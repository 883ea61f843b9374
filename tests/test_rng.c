// test_rng.c - gc_rng.h against known answers, exact counts, statistics with fixed seeds, and
// frozen values of its own streams.
//
// GC_RNG_ASSERT is replaced by a counter, so that one build sees both that misuse trips the
// assertion and what happens when assertions are off. Where another file of the same
// translation unit brought the implementation in first, that one test is skipped, unless it has
// defined TEST_RNG_COUNTS_ASSERTS and the same counter before its own include.
#if !defined(GC_RNG_IMPLEMENTED) && !defined(TEST_RNG_COUNTS_ASSERTS)
#define TEST_RNG_COUNTS_ASSERTS 1
static int test_rng_asserts;
#define GC_RNG_ASSERT(c) ((c) ? (void)0 : (void)test_rng_asserts++)
#endif
#ifndef TEST_RNG_COUNTS_ASSERTS
#define TEST_RNG_COUNTS_ASSERTS 0
static int test_rng_asserts;
#endif

#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"

#include "support/test.h"
#include "vectors/rng_vectors.h"

#include <errno.h>
#if defined(__linux__)
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#define TEST_RNG_COUNT(array) (sizeof(array) / sizeof((array)[0]))

// ---- helpers ----

// FNV-1a over the value's bytes, lowest first, so that it is the same for both byte orders.
static uint64_t test_rng_hash(uint64_t h, uint64_t value) {
    for (int i = 0; i < 8; i++) h = (h ^ ((value >> (8 * i)) & 0xffu)) * 0x100000001b3u;
    return h;
}
#define TEST_RNG_HASH_START 0xcbf29ce484222325u

static uint64_t test_rng_hash_words(const uint64_t *words, size_t count) {
    uint64_t h = TEST_RNG_HASH_START;
    for (size_t i = 0; i < count; i++) h = test_rng_hash(h, words[i]);
    return h;
}

static uint64_t test_rng_bits(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static uint32_t test_rng_bits_f32(float v) {
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static double test_rng_from_bits(uint64_t bits) {
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static bool test_rng_is_nan(double v) { return (test_rng_bits(v) & 0x7fffffffffffffff) > 0x7ff0000000000000; }
static double test_rng_nan(void) { return test_rng_from_bits(0x7ff8000000000000); }
static double test_rng_inf(void) { return test_rng_from_bits(0x7ff0000000000000); }
static float test_rng_nan_f32(void) { return (float)test_rng_nan(); }
static float test_rng_inf_f32(void) { return (float)test_rng_inf(); }
static double test_rng_abs(double v) { return v < 0 ? -v : v; }

// exp(-x), x >= 0, to about 1e-15: no libm in the tests either.
static double test_rng_exp_minus(double x) {
    double sum = 1, term = 1, small = x / 1024;
    for (int k = 1; k < 12; k++) sum += term *= -small / k;
    for (int i = 0; i < 10; i++) sum *= sum;
    return sum;
}

// Chance that a standard normal draw is above x >= 0: the series of the integral, for large x
// Lentz' continued fraction.
static double test_rng_normal_above(double x) {
    const double inverse_sqrt_2pi = 0.39894228040143267794;
    double density = inverse_sqrt_2pi * test_rng_exp_minus(x * x / 2), sum = 0, term = x;
    if (x > 3.5) {
        double fraction = 0;
        for (int k = 200; k >= 1; k--) fraction = k / (x + fraction);
        return density / (x + fraction);
    }
    for (int k = 0; k < 100; k++) {
        sum += term;
        term *= x * x / (2 * k + 3);
    }
    return 0.5 - density * sum;
}

// Chi-square, less its mean, in standard deviations of the chi-square distribution (squared
// when positive, to avoid sqrt): a right generator gives below 5 * 5 practically always with a
// fixed seed, a wrong one thousands.
static double test_rng_chi(const double *observed, const double *expected, size_t bins) {
    double chi = 0, above, degrees = (double)bins - 1;
    for (size_t i = 0; i < bins; i++) {
        chi += (observed[i] - expected[i]) * (observed[i] - expected[i]) / expected[i];
    }
    above = chi - degrees;
    return above * test_rng_abs(above) / (2 * degrees);
}

// ---- known answers ----

#define TEST_RNG_VECTOR(E, array, first, expression)                                             \
    for (size_t i = (first); i < TEST_RNG_COUNT(array); i++) CHECK_U64(expression, (array)[i])

static void test_rng_vectors_mwc32(void) {
    gc_rng_mwc32 r;
    gc_rng_mwc32_seed(&r, rng_vectors_mwc32_0[0]);
    TEST_RNG_VECTOR(mwc32, rng_vectors_mwc32_0, 1, gc_rng_mwc32_next(&r));
    gc_rng_mwc32_seed(&r, 0xabcdef0000000000 | rng_vectors_mwc32_1[0]);    // the high bits do not count
    CHECK_U64(r.x, 0xffff0001);
    TEST_RNG_VECTOR(mwc32, rng_vectors_mwc32_1, 1, gc_rng_mwc32_next(&r));
    gc_rng_mwc32_seed(&r, 0x1ffff);
    CHECK_U64(r.x, 0xffffffff);
}

static void test_rng_vectors_mwc64(void) {
    gc_rng_mwc64 r;
    r.x = rng_vectors_mwc64_0[0] | (uint64_t)rng_vectors_mwc64_0[1] << 32;
    TEST_RNG_VECTOR(mwc64, rng_vectors_mwc64_0, 2, gc_rng_mwc64_next(&r));
    r.x = rng_vectors_mwc64_1[0] | (uint64_t)rng_vectors_mwc64_1[1] << 32;
    TEST_RNG_VECTOR(mwc64, rng_vectors_mwc64_1, 2, gc_rng_mwc64_next(&r));
    gc_rng_mwc64_seed(&r, 0);
    CHECK_U64(r.x, rng_vectors_splitmix64_0[1]);
    gc_rng_mwc64_seed(&r, 1);
    CHECK_U64(r.x, rng_vectors_splitmix64_1[1]);

    // splitmix64 would give 0, a state that stays; its next output is that of seed 0.
    gc_rng_mwc64_seed(&r, 0 - (uint64_t)0x9e3779b97f4a7c15);
    CHECK_U64(r.x, rng_vectors_splitmix64_0[1]);
    r.x = 0xffffda60ffffffff;                                  // the other one, and mwc32's, as documented
    gc_rng_mwc64_next(&r);
    CHECK_U64(r.x, 0xffffda60ffffffff);
    gc_rng_mwc32 small;
    small.x = 0xf5b7ffff;
    gc_rng_mwc32_next(&small);
    CHECK_U64(small.x, 0xf5b7ffff);
}

static void test_rng_vectors_xorshift32(void) {
    gc_rng_xorshift32 r;
    CHECK_U64(rng_vectors_xorshift32_0[0], 0xffff0001);
    gc_rng_xorshift32_seed(&r, 1);
    CHECK_U64(r.x, rng_vectors_xorshift32_0[0]);
    TEST_RNG_VECTOR(xorshift32, rng_vectors_xorshift32_0, 1, gc_rng_xorshift32_next(&r));
    gc_rng_xorshift32_seed(&r, 0xffffffffffff002a);
    CHECK_U64(r.x, rng_vectors_xorshift32_1[0]);
    TEST_RNG_VECTOR(xorshift32, rng_vectors_xorshift32_1, 1, gc_rng_xorshift32_next(&r));
}

static void test_rng_vectors_xorshift128(void) {
    gc_rng_xorshift128 r;
    r.x = rng_vectors_xorshift128_0[0];
    r.y = rng_vectors_xorshift128_0[1];
    r.z = rng_vectors_xorshift128_0[2];
    r.w = rng_vectors_xorshift128_0[3];
    CHECK_U64(r.x, 123456789);
    TEST_RNG_VECTOR(xorshift128, rng_vectors_xorshift128_0, 4, gc_rng_xorshift128_next(&r));
    gc_rng_xorshift128_seed(&r, 0xffffffff00000000);   // Unity's InitState(0): the low 32 bits count
    CHECK_U64(r.x, rng_vectors_xorshift128_1[0]);
    CHECK_U64(r.y, rng_vectors_xorshift128_1[1]);
    CHECK_U64(r.z, rng_vectors_xorshift128_1[2]);
    CHECK_U64(r.w, rng_vectors_xorshift128_1[3]);
    TEST_RNG_VECTOR(xorshift128, rng_vectors_xorshift128_1, 4, gc_rng_xorshift128_next(&r));
}

static void test_rng_vectors_xorshift64(void) {
    gc_rng_xorshift64 r;
    r.x = rng_vectors_xorshift64_0[0];
    TEST_RNG_VECTOR(xorshift64, rng_vectors_xorshift64_0, 1, gc_rng_xorshift64_next(&r));
    r.x = rng_vectors_xorshift64_1[0];
    TEST_RNG_VECTOR(xorshift64, rng_vectors_xorshift64_1, 1, gc_rng_xorshift64_next(&r));
    gc_rng_xorshift64_seed(&r, 1);
    CHECK_U64(r.x, rng_vectors_splitmix64_1[1]);
    // Splitmix64 gives 0: its next output, seed 0's.
    gc_rng_xorshift64_seed(&r, 0 - (uint64_t)0x9e3779b97f4a7c15);
    CHECK_U64(r.x, rng_vectors_splitmix64_0[1]);
}

static void test_rng_vectors_xoshiro256pp(void) {
    gc_rng_xoshiro256pp r;
    memcpy(r.s, rng_vectors_xoshiro256pp_jump, sizeof r.s);
    for (size_t i = 0; i < 16; i++) {
        CHECK_U64(gc_rng_xoshiro256pp_next(&r), rng_vectors_xoshiro256pp_0[4 + i]);
    }
    gc_rng_xoshiro256pp_seed(&r, rng_vectors_xoshiro256pp_1[0]);
    TEST_RNG_VECTOR(xoshiro256pp, rng_vectors_xoshiro256pp_1, 1, gc_rng_xoshiro256pp_next(&r));
    memcpy(r.s, rng_vectors_xoshiro256pp_jump, sizeof r.s);
    gc_rng_xoshiro256pp_jump(&r);
    for (size_t i = 0; i < 4; i++) CHECK_U64(r.s[i], rng_vectors_xoshiro256pp_jump[4 + i]);
    memcpy(r.s, rng_vectors_xoshiro256pp_jump, sizeof r.s);
    gc_rng_xoshiro256pp_long_jump(&r);
    for (size_t i = 0; i < 4; i++) CHECK_U64(r.s[i], rng_vectors_xoshiro256pp_jump[8 + i]);
}

static void test_rng_vectors_lcg(void) {
    gc_rng_lcg r;
    gc_rng_lcg_seed(&r, 0xffffffff80000000 | rng_vectors_lcg_1[0]);    // mod 2^31
    TEST_RNG_VECTOR(lcg, rng_vectors_lcg_1, 1, gc_rng_lcg_next(&r));
}

static void test_rng_vectors_dotnet(void) {
    gc_rng_dotnet r, same;
    gc_rng_dotnet_seed(&r, rng_vectors_dotnet_0[0]);
    TEST_RNG_VECTOR(dotnet, rng_vectors_dotnet_0, 1, gc_rng_dotnet_next(&r));
    gc_rng_dotnet_seed(&r, 0xabcdef0000000000 | rng_vectors_dotnet_1[0]);
    TEST_RNG_VECTOR(dotnet, rng_vectors_dotnet_1, 1, gc_rng_dotnet_next(&r));
    gc_rng_dotnet_seed(&r, rng_vectors_dotnet_42[0]);
    TEST_RNG_VECTOR(dotnet, rng_vectors_dotnet_42, 1, gc_rng_dotnet_next(&r));
    gc_rng_dotnet_seed(&r, rng_vectors_dotnet_minus_1[0]);
    TEST_RNG_VECTOR(dotnet, rng_vectors_dotnet_minus_1, 1, gc_rng_dotnet_next(&r));
    gc_rng_dotnet_seed(&r, 0x80000000);    // int.MinValue counts as int.MaxValue
    gc_rng_dotnet_seed(&same, 0x7fffffff);
    for (int i = 0; i < 200; i++) {
        int32_t v = gc_rng_dotnet_next(&r);
        CHECK_INT(v, gc_rng_dotnet_next(&same));
        CHECK(v >= 0 && v < INT32_MAX);
    }
}

// Of the C++ standard ([rand.predef]) and of the authors' own test of the seeding by an array;
// of java.util.Random(42). check_rng.sh compares more with the programs themselves.
static void test_rng_vectors_others(void) {
    static const uint32_t key[4] = { 0x123, 0x234, 0x345, 0x456 };
    static const uint32_t first[3] = { 1067595299, 955945823, 477289528 };
    static const uint32_t sequence[10] = {
        4069278582u, 1003217515u, 3259405872u, 538510628u, 148169650u, 2686142965u, 4168267496u, 2286043007u,
        1924303767u, 770742192u
    };
    static gc_rng_mt19937 m;
    uint32_t m_key[3] = { 1, 2, 3 }, got[10];
    gc_rng_java j, same;
    gc_rng_xorshift64 x;
    gc_rng_xoshiro256pp p = { { 1, 2, 3, 4 } }, q = p;
    uint32_t v = 0;

    gc_rng_mt19937_seed(&m, 5489);
    for (int i = 0; i < 10000; i++) v = gc_rng_mt19937_next(&m);
    CHECK_U64(v, 4123659995u);
    gc_rng_mt19937_seed_array(&m, key, 4);
    for (int i = 0; i < 3; i++) CHECK_U64(gc_rng_mt19937_next(&m), first[i]);

    gc_rng_java_seed(&j, 42);
    CHECK_INT((int32_t)gc_rng_java_next(&j), -1170105035);
    CHECK_INT((int32_t)gc_rng_java_next(&j), 234785527);
    same = j;
    CHECK_INT(gc_rng_java_below(&j, 0) + gc_rng_java_below(&j, -5), 0);
    CHECK(same.x == j.x);

    gc_rng_java_seed(&j, 42);
    CHECK_INT(gc_rng_java_i64(&j), -5025562857975149833);
    CHECK_U64(test_rng_bits(gc_rng_java_f64(&j)), 0x3fe5dcf778622e01);
    CHECK_INT(gc_rng_java_below(&j, 100), 70);
    CHECK_INT(gc_rng_java_below(&j, 64), 60);

    // Python's random.Random(2026); std::seed_seq{ 1, 2, 3 }.
    m_key[0] = 2026;
    gc_rng_mt19937_seed_array(&m, m_key, 1);
    CHECK_U64(test_rng_bits(gc_rng_mt19937_f64(&m)), 0x3fbe7ea40a393788);
    CHECK_U64(test_rng_bits(gc_rng_mt19937_f64(&m)), 0x3fe0149bebce2cbf);
    m_key[0] = 1;
    gc_rng_seed_seq(got, 10, m_key, 3);
    for (int i = 0; i < 10; i++) CHECK_U64(got[i], sequence[i]);
    gc_rng_seed_seq(NULL, 0, m_key, 3);

    x.x = rng_vectors_xorshift64_left_0[0];
    TEST_RNG_VECTOR(xorshift64, rng_vectors_xorshift64_left_0, 1, gc_rng_xorshift64_next_left(&x));

    // xoshiro256+ gives the sum of two words of the state, and goes on as xoshiro256++ does.
    CHECK_U64(gc_rng_xoshiro256p_next(&p), 5);
    gc_rng_xoshiro256pp_next(&q);
    CHECK(memcmp(&p, &q, sizeof p) == 0);
}

// numpy.random.PCG64(seed) by its own SeedSequence, numpy 1.24.
static void test_rng_vectors_numpy(void) {
    static const uint64_t known[4][4] = {
        { 0, 0xa30febcfd9c2825f, 0x4510bdf882d9d721, 0x0a7d3da94ecde8b8 },
        { 42, 0xc621fbcd16d92688, 0x705a5661a791ffc1, 0xdbcd12c26eda1624 },
        { 4294967301, 0xc6323ec321deb8d1, 0x78814821c73a0583, 0xb22536d8e0ec17c0 },
        { UINT64_MAX, 0xae163a7a8c47568f, 0xd86659f5f3382359, 0x01e52b195bc2d24a }
    };
    gc_rng_pcg64 r;

    for (int i = 0; i < 4; i++) {
        gc_rng_pcg64_seed(&r, known[i][0]);
        for (int k = 1; k < 4; k++) CHECK_U64(gc_rng_pcg64_next(&r), known[i][k]);
        CHECK_U64(r.inc_low & 1, 1);
    }
    gc_rng_pcg64_seed(&r, 42);
    gc_rng_source s = gc_rng_pcg64_source(&r);
    CHECK_U64(test_rng_bits(gc_rng_source_f64(&s)), 0x3fe8c43f79a2db24);    // random(), 0.7739560485559633
}

// Bytes and words of java and mt19937 are those of known outputs, the first one lowest.
static void test_rng_java_and_mt19937_bytes(void) {
    static const unsigned char java[8] = { 0x35, 0x9d, 0x41, 0xba, 0xf7, 0x8a, 0xfe, 0x0d };
    static const unsigned char mt[8] = { 0x5c, 0xbb, 0x91, 0xd0, 0xf6, 0x9e, 0xae, 0x22 };
    static gc_rng_mt19937 m;
    gc_rng_java j;
    gc_rng_source s;
    unsigned char bytes[9];

    gc_rng_java_seed(&j, 42);
    bytes[7] = 99;
    gc_rng_java_fill(&j, bytes, 7);
    CHECK(memcmp(bytes, java, 7) == 0 && bytes[7] == 99);
    gc_rng_java_seed(&j, 42);
    s = gc_rng_java_source(&j);
    CHECK_U64(gc_rng_source_u64(&s), 0x0dfe8af7ba419d35);
    gc_rng_java_seed(&j, 42);
    gc_rng_source_fill(&s, bytes, 8);
    CHECK(memcmp(bytes, java, 8) == 0);

    gc_rng_mt19937_seed(&m, 5489);    // 3499211612, 581869302
    bytes[6] = 99;
    gc_rng_mt19937_fill(&m, bytes, 6);
    CHECK(memcmp(bytes, mt, 6) == 0 && bytes[6] == 99);
    gc_rng_mt19937_seed(&m, 5489);
    s = gc_rng_mt19937_source(&m);
    CHECK_U64(gc_rng_source_u64(&s), 0x22ae9ef6d091bb5c);
    gc_rng_mt19937_seed(&m, 5489);
    gc_rng_source_fill(&s, bytes, 8);
    CHECK(memcmp(bytes, mt, 8) == 0);
}

// Bytes are those of the outputs, the lowest first; the last of a fill are part of one.
static void test_rng_pcg64_bytes(void) {
    gc_rng_pcg64 r, same;
    unsigned char bytes[14];
    gc_rng_pcg64_seed(&r, 42);
    same = r;
    bytes[13] = 99;
    gc_rng_pcg64_fill(&r, bytes, 13);
    uint64_t first = gc_rng_pcg64_next(&same), second = gc_rng_pcg64_next(&same);

    for (int i = 0; i < 8; i++) CHECK_U64(bytes[i], first >> 8 * i & 255);
    for (int i = 0; i < 5; i++) CHECK_U64(bytes[8 + i], second >> 8 * i & 255);
    CHECK_U64(bytes[13], 99);
    CHECK_U64(gc_rng_pcg64_next(&r), gc_rng_pcg64_next(&same));
}

// By their published rules, of the same outputs.
static void test_rng_dotnet_and_unity(void) {
    gc_rng_dotnet d, same;
    gc_rng_xorshift128 u, other;
    unsigned char bytes[50];

    gc_rng_dotnet_seed(&d, 7);
    same = d;
    gc_rng_dotnet_bytes(&d, bytes, 50);
    for (int i = 0; i < 50; i++) CHECK_U64(bytes[i], (uint32_t)gc_rng_dotnet_next(&same) % 256);
    for (int i = 0; i < 50; i++) {
        uint64_t a = (uint64_t)gc_rng_dotnet_below(&same, 4194304);
        uint64_t b = (uint64_t)gc_rng_dotnet_below(&same, 4194304);
        uint64_t c = (uint64_t)gc_rng_dotnet_below(&same, 1048576);
        CHECK_INT(gc_rng_dotnet_i64(&d), (int64_t)((a + b * 4194304 + c * 17592186044416) / 2));
    }

    gc_rng_xorshift128_seed(&u, 7);
    other = u;
    for (int i = 0; i < 1000; i++) {
        uint32_t w = gc_rng_xorshift128_next(&other);
        CHECK_INT(gc_rng_unity_range(&u, -5, 12), -5 + (int)(w % 17));
        w = gc_rng_xorshift128_next(&other);
        CHECK_INT(gc_rng_unity_range(&u, 12, -5), 12 - (int)(w % 17));
        CHECK_INT(gc_rng_unity_range(&u, 3, 3), 3);
        double want = (double)(gc_rng_xorshift128_next(&other) & 0x7fffffu) / 8388607.0;
        CHECK(test_rng_abs((double)gc_rng_unity_value(&u) - want) < 1e-7);
        want = 9 - 7 * ((double)(gc_rng_xorshift128_next(&other) & 0x7fffffu) / 8388607.0);
        CHECK(test_rng_abs((double)gc_rng_unity_range_f32(&u, 2, 9) - want) < 2e-6);
    }
    uint32_t w = gc_rng_xorshift128_next(&other) % 0xffffffffu;
    CHECK_INT(gc_rng_unity_range(&u, INT32_MIN, INT32_MAX), (int32_t)(w ^ 0x80000000u));
}

static void test_rng_vectors_pcg32(void) {
    gc_rng_pcg32 r, plain;

    // The published words, and those a million steps further.
    gc_rng_pcg32_seed2(&r, rng_vectors_pcg32[0], rng_vectors_pcg32[1]);
    plain = r;
    for (size_t i = 0; i < 16; i++) CHECK_U64(gc_rng_pcg32_next(&r), rng_vectors_pcg32[2 + i]);
    r = plain;
    gc_rng_pcg32_advance(&r, 1000000);
    for (size_t i = 0; i < 4; i++) CHECK_U64(gc_rng_pcg32_next(&r), rng_vectors_pcg32[18 + i]);

    // Every short distance, forwards and back.
    r = plain;
    for (uint64_t steps = 0; steps < 1000; steps++) {    // every short distance, forwards and back
        gc_rng_pcg32 far = plain;
        gc_rng_pcg32_advance(&far, steps);
        CHECK_U64(far.state, r.state);
        gc_rng_pcg32_advance(&far, 0 - steps);
        CHECK_U64(far.state, plain.state);
        gc_rng_pcg32_next(&r);
    }

    // One seed is two words of SplitMix64.
    gc_rng_pcg32_seed(&r, 0);
    gc_rng_pcg32_seed2(&plain, rng_vectors_splitmix64_0[1], rng_vectors_splitmix64_0[2]);
    CHECK(r.state == plain.state && r.inc == plain.inc);
}

static void test_rng_vectors_sfmt(void) {
    static gc_rng_sfmt r;
    uint32_t last = 0;
    gc_rng_sfmt_seed(&r, 0xffffffff00000000 | rng_vectors_sfmt_1234[0]);
    TEST_RNG_VECTOR(sfmt, rng_vectors_sfmt_1234, 2, gc_rng_sfmt_next(&r));
    for (int i = 16; i < 10000; i++) last = gc_rng_sfmt_next(&r);
    CHECK_U64(last, rng_vectors_sfmt_1234[1]);
    gc_rng_sfmt_seed(&r, rng_vectors_sfmt_0[0]);
    TEST_RNG_VECTOR(sfmt, rng_vectors_sfmt_0, 2, gc_rng_sfmt_next(&r));
    for (int i = 16; i < 10000; i++) last = gc_rng_sfmt_next(&r);
    CHECK_U64(last, rng_vectors_sfmt_0[1]);
    gc_rng_sfmt_seed(&r, rng_vectors_sfmt64_1234[0]);
    TEST_RNG_VECTOR(sfmt, rng_vectors_sfmt64_1234, 1, gc_rng_sfmt_next64(&r));
    gc_rng_sfmt_seed(&r, rng_vectors_sfmt64_0[0]);
    TEST_RNG_VECTOR(sfmt, rng_vectors_sfmt64_0, 1, gc_rng_sfmt_next64(&r));
}

static void test_rng_vectors_philox(void) {
    static const uint32_t *const known[] = { rng_vectors_philox_0, rng_vectors_philox_1, rng_vectors_philox_2,
                                             rng_vectors_philox_3, rng_vectors_philox_4, rng_vectors_philox_5,
                                             rng_vectors_philox_6 };
    gc_rng_philox r;
    for (size_t i = 0; i < TEST_RNG_COUNT(known); i++) {
        gc_rng_philox_set(&r, known[i], known[i] + 2);
        for (int k = 0; k < 4; k++) CHECK_U64(gc_rng_philox_next(&r), known[i][6 + k]);
    }
    gc_rng_philox_seed(&r, 42);
    for (size_t i = 3; i < 7; i++) {
        for (int k = 0; k < 4; k++) CHECK_U64(gc_rng_philox_next(&r), known[i][6 + k]);
    }
    gc_rng_philox_seed(&r, 0x1122334455667788);
    CHECK(r.key[0] == 0x55667788 && r.key[1] == 0x11223344);
}

static void test_rng_vectors_chacha8(void) {
    static gc_rng_chacha8 r, same;
    unsigned char bytes[32];
    gc_rng_chacha8_seed32(&r, RNG_VECTORS_CHACHA8_SEED);
    TEST_RNG_VECTOR(chacha8, rng_vectors_chacha8, 0, gc_rng_chacha8_next(&r));
    gc_rng_chacha8_seed(&r, 1);
    for (int i = 0; i < 32; i++) {
        bytes[i] = (unsigned char)(rng_vectors_splitmix64_1[1 + i / 8] >> (8 * (i % 8)) & 0xff);
    }
    gc_rng_chacha8_seed32(&same, bytes);
    for (int i = 0; i < 1000; i++) CHECK_U64(gc_rng_chacha8_next(&r), gc_rng_chacha8_next(&same));
}

// FNV-1a over bytes.
static uint64_t test_rng_hash_bytes(const unsigned char *bytes, size_t count) {
    uint64_t h = TEST_RNG_HASH_START;
    for (size_t i = 0; i < count; i++) h = (h ^ bytes[i]) * 0x100000001b3u;
    return h;
}

static void test_rng_vectors_asa128(void) {
    static gc_rng_asa128 r;
    static unsigned char bytes[1 << 20];
    static const uint32_t *const words[] = { rng_vectors_asa128_31459, rng_vectors_asa128_4262 };
    static const uint64_t *const doubles[] = { rng_vectors_asa128_f64_31459, rng_vectors_asa128_f64_4262 };

    for (int i = 0; i < 2; i++) {
        double v = 0;
        gc_rng_asa128_seed(&r, 0xffffffff00000000 | words[i][0]);
        for (int k = 0; k < 16; k++) CHECK_U64(gc_rng_asa128_next(&r), words[i][1 + k]);
        for (int k = 0; k < 8; k++) CHECK_U64(test_rng_bits(gc_rng_asa128_f64(&r)), doubles[i][k]);
        for (int k = 8; k < 8191; k++) v = gc_rng_asa128_f64(&r);
        CHECK_U64(test_rng_bits(v), doubles[i][8]);
        CHECK_U64(test_rng_bits(gc_rng_asa128_f64(&r)), doubles[i][9]);
        gc_rng_asa128_seed(&r, words[i][0]);
        gc_rng_asa128_fill(&r, bytes, sizeof bytes);
        CHECK_U64(test_rng_hash_bytes(bytes, 65536), doubles[i][10]);
        CHECK_U64(test_rng_hash_bytes(bytes, sizeof bytes), doubles[i][11]);
        CHECK_U64(test_rng_bits(gc_rng_asa128_f64(&r)), doubles[i][0]);    // a position of its own
    }
}

// wide's round is SHISHUA's: one of its eight states, seeded as SHISHUA seeds itself (thirteen
// rounds from the digits of the golden ratio, after each of which the output becomes the state,
// last lane first), gives SHISHUA's output.
static void test_rng_vectors_wide_round(void) {
    for (int isa = 0; isa <= gc_rng_priv_isa(); isa++) {
        for (unsigned state = 0; state < 8; state++) {
            uint64_t lanes[128], out[128], h = TEST_RNG_HASH_START;
            unsigned base = 32 * (state / 2) + 4 * (state % 2);
            gc_rng_priv_wide_kernel kernel = gc_rng_priv_wide_kernel_of(GC_RNG_PRIV_BYTES, isa);

            // One state of four: its 16 words lie among those of the others.
            memset(lanes, 0, sizeof lanes);
            for (unsigned i = 0; i < 16; i++) lanes[base + 8 * (i / 4) + i % 4] = rng_vectors_shishua[i];

            // Thirteen rounds refill the state, as SHISHUA's start does; the others only draw.
            for (unsigned round = 0; round < 13 + 8191; round++) {
                kernel(lanes, round, (unsigned char *)out, 1);
                for (unsigned i = 0; i < 16 && round < 13; i++) {
                    uint64_t word = out[base + 8 * (3 - i / 4) + i % 4];
                    lanes[base + 8 * (i / 4) + i % 4] = gc_rng_priv_little_uint64_t(word);
                }
                for (unsigned i = 0; i < 16 && round >= 12; i++) {
                    uint64_t word = gc_rng_priv_little_uint64_t(out[base + 8 * (i / 4) + i % 4]);
                    if (round == 12) CHECK_U64(word, rng_vectors_shishua[16 + i]);
                    h = test_rng_hash(h, word);
                }
                if (round == 12 && state > 0) break;
            }

            if (state == 0) CHECK_U64(h, rng_vectors_shishua[32]);
        }
    }
}

static void test_rng_vectors_splitmix64(void) {
    uint64_t state = rng_vectors_splitmix64_0[0];
    TEST_RNG_VECTOR(splitmix64, rng_vectors_splitmix64_0, 1, gc_rng_priv_splitmix64(&state));
    state = rng_vectors_splitmix64_1[0];
    TEST_RNG_VECTOR(splitmix64, rng_vectors_splitmix64_1, 1, gc_rng_priv_splitmix64(&state));
}

// The published vectors seed in PractRand's way for one word; the step is what gc_rng uses.
static void test_rng_vectors_sfc64(void) {
    gc_rng r;
    r.a = r.b = r.c = rng_vectors_sfc64_0[0];
    r.counter = 1;
    for (int i = 0; i < 12; i++) gc_rng_u64(&r);
    TEST_RNG_VECTOR(sfc64, rng_vectors_sfc64_0, 1, gc_rng_u64(&r));
    r.a = r.b = r.c = rng_vectors_sfc64_1[0];
    r.counter = 1;
    for (int i = 0; i < 12; i++) gc_rng_u64(&r);
    TEST_RNG_VECTOR(sfc64, rng_vectors_sfc64_1, 1, gc_rng_u64(&r));
}

static void test_rng_tables(void) {
    CHECK_U64(test_rng_hash_words(gc_rng_priv_taylor, GC_RNG_PRIV_TAYLOR), RNG_VECTORS_TAYLOR_FNV);
    CHECK_U64(test_rng_hash_words(gc_rng_priv_normal_layer, 512), RNG_VECTORS_NORMAL_LAYER_FNV);
    CHECK_U64(test_rng_hash_words(gc_rng_priv_normal_height, 257), RNG_VECTORS_NORMAL_HEIGHT_FNV);
    CHECK_U64(test_rng_hash_words(gc_rng_priv_exponential_layer, 512), RNG_VECTORS_EXPONENTIAL_LAYER_FNV);
    CHECK_U64(test_rng_hash_words(gc_rng_priv_exponential_height, 257), RNG_VECTORS_EXPONENTIAL_HEIGHT_FNV);
}

// ---- the default engine's streams, frozen: they may change only with the major version ----

static void test_rng_frozen(void) {
    static const struct { uint64_t seed, stream, words[4]; } known[] = {
        { 0x0, 0x0,
          { 0x4a214d7a9f19cee2, 0x7e0d5c723494c4f2, 0xee0421cc08e90af8, 0x7650ba5046e585de } },
        { 0x1, 0x0,
          { 0x6e04efe7bc52c5aa, 0x10c2aa0aeed16a44, 0x52bacb857ca4ad88, 0xfc44c475677ce15b } },
        { 0x0, 0x1,
          { 0x5fefa378509ed983, 0xb116d0c23a6226f0, 0x36fe06fdea480fd5, 0xef5ecab62d62809a } },
        { 0x1, 0x1,
          { 0x2eecec2d1151d457, 0x5d6b8c04bad28091, 0x4f97c4216f8004d2, 0x53ff0309c86009ea } },
        { 0x2, 0x1,
          { 0x54a327480c6dd880, 0xf6c6c44f1cbf062a, 0xa5d2fd9e5c05654f, 0xe1b6b92094fb335e } },
        { 0x1, 0x2,
          { 0x2a025e378dbf512d, 0xba19fed9c267a48e, 0x68f1f5af39b45c59, 0x7ae7b27226cfdc3c } },
        { 0x7ae3, 0x0,
          { 0x1203b28b8045ba69, 0x9cb45d205d0f7869, 0xbebd81cbbbb70e9c, 0x2b725a6144df5870 } },
        { 0x7ea, 0x7,
          { 0x1f1af065bbd1bc8c, 0xb25304f87aec4912, 0x9cf31aa71cc74426, 0xaedb59a2391ba5b1 } },
        { 0xffffffffffffffff, 0x0,
          { 0x6e64101f622e102f, 0x54668b99389c09e4, 0xffc4474de69ad873, 0x879944943ee1fb41 } },
        { 0x0, 0xffffffffffffffff,
          { 0x6f2bd40e64e7332c, 0x27fd2197aa036226, 0x5f1c02299cfc4ea2, 0x77c7a7d4b6d168cd } },
        { 0xffffffffffffffff, 0xffffffffffffffff,
          { 0x16425871ffbbec2e, 0x97a0a54dfbef012e, 0xa65a44b3f7ed423d, 0x2f0996259399a4af } },
        { 0x123456789abcdef0, 0xfedcba9876543210,
          { 0x36650fd19ce4d4a3, 0x43336858c36717be, 0x5832d684834af706, 0x61a0d2aa26f3ef6d } }
    };

    // A seed alone is stream 0.
    for (size_t i = 0; i < TEST_RNG_COUNT(known); i++) {
        gc_rng r, same;
        gc_rng_seed_stream(&r, known[i].seed, known[i].stream);
        for (size_t k = 0; k < 4; k++) CHECK_U64(gc_rng_u64(&r), known[i].words[k]);
        if (known[i].stream == 0) {
            gc_rng_seed(&same, known[i].seed);
            for (size_t k = 0; k < 4; k++) CHECK_U64(gc_rng_u64(&same), known[i].words[k]);
        }
    }
}

static void test_rng_frozen_draws(void) {
    gc_rng r;
    unsigned char deck[16], bytes[13];
    uint64_t packed = 0;

    gc_rng_seed(&r, 1);
    CHECK_U64(gc_rng_u32(&r), 0x6e04efe7);
    CHECK_U64(gc_rng_u32(&r), 0x10c2aa0a);
    gc_rng_seed(&r, 2);
    CHECK_U64(test_rng_bits(gc_rng_f64(&r)), 0x3fefb9eccc593441);
    CHECK_U64(test_rng_bits(gc_rng_f64(&r)), 0x3feb48e3c64878b2);
    gc_rng_seed(&r, 3);
    CHECK_U64(test_rng_bits_f32(gc_rng_f32(&r)), 0x3ee00944);
    CHECK_U64(test_rng_bits_f32(gc_rng_f32(&r)), 0x3f563152);
    gc_rng_seed(&r, 4);
    CHECK_U64(gc_rng_below(&r, 1000000007), 0x2cb73198);
    CHECK_U64(gc_rng_below(&r, 1000000007), 0x3410e159);
    gc_rng_seed(&r, 5);
    CHECK_U64(gc_rng_range(&r, -1000000, 1000000), 0x25d20);
    CHECK_U64(gc_rng_range(&r, -1000000, 1000000), 0xfffffffffffe3f01);
    gc_rng_seed(&r, 6);
    CHECK_U64(test_rng_bits_f32(gc_rng_range_f32(&r, -2.5f, 7.25f)), 0x4093908d);
    CHECK_U64(test_rng_bits_f32(gc_rng_range_f32(&r, -2.5f, 7.25f)), 0x3ed1b53c);
    gc_rng_seed(&r, 7);
    CHECK_U64(gc_rng_chance(&r, 0.5), 0x1);
    CHECK_U64(gc_rng_chance(&r, 0.5), 0x1);
    gc_rng_seed(&r, 8);
    CHECK_U64(test_rng_bits(gc_rng_normal(&r, 10.1, 0.3)), 0x4023a8d197269a0a);
    CHECK_U64(test_rng_bits(gc_rng_normal(&r, 10.1, 0.3)), 0x4023ec68407bac23);
    gc_rng_seed(&r, 9);
    CHECK_U64(test_rng_bits(gc_rng_exponential(&r, 0.7)), 0x4011508e59ef02e4);
    CHECK_U64(test_rng_bits(gc_rng_exponential(&r, 0.7)), 0x3ff8fdbab0aa0d62);
    gc_rng_seed(&r, 16);
    for (int i = 0; i < 16; i++) deck[i] = (unsigned char)i;
    gc_rng_shuffle(&r, deck, 16, 1);
    for (int i = 0; i < 16; i++) packed = packed << 4 | deck[i];
    CHECK_U64(packed, 0xe80f5273bacd6941);
    gc_rng_seed(&r, 17);
    gc_rng_fill(&r, bytes, 13);
    for (int i = 8; i < 13; i++) packed = packed << 8 | bytes[i];
    CHECK_U64(packed, 0xcd694123553ccf44);
    CHECK(sizeof(gc_rng) <= 32);
}


// ---- choices by weight, log-normal numbers, the pseudo-random distribution ----

typedef struct test_rng_choice {
    const uint64_t *weights, *alias;
    const uint8_t *picks;
    size_t n;
    uint64_t slack;      // words that an index may have more or less, as the weights span too many bits
} test_rng_choice;

#define TEST_RNG_CHOICE(i, slack)                                                                            \
    { rng_vectors_weights_##i, rng_vectors_alias_##i, rng_vectors_weighted_##i,                              \
      TEST_RNG_COUNT(rng_vectors_weights_##i), slack }
static const test_rng_choice test_rng_choices[] = {
    TEST_RNG_CHOICE(0, 0), TEST_RNG_CHOICE(1, 0), TEST_RNG_CHOICE(2, 0), TEST_RNG_CHOICE(3, 0),
    TEST_RNG_CHOICE(4, 0), TEST_RNG_CHOICE(5, 16), TEST_RNG_CHOICE(6, 0), TEST_RNG_CHOICE(7, 16)
};
enum { TEST_RNG_CHOICE_MOST = 16 };

static void test_rng_choice_weights(const test_rng_choice *c, double *weights) {
    for (size_t i = 0; i < c->n; i++) weights[i] = test_rng_from_bits(c->weights[i]);
}

static gc_rng test_rng_choice_start(void) {
    gc_rng r;
    r.a = rng_vectors_choice_words[0];
    r.b = rng_vectors_choice_words[1];
    r.c = rng_vectors_choice_words[2];
    r.counter = rng_vectors_choice_words[3];
    return r;
}

// Does this program take subnormal numbers for 0? -ffast-math may make it so when it is linked.
static bool test_rng_flushes(void) {
    return test_rng_bits(gc_rng_priv_mul(test_rng_from_bits(1), 4503599627370496.0)) == 0;
}

// The picks that exact arithmetic makes of the same words.
static void test_rng_vectors_weighted(void) {
    for (size_t c = 0; c < TEST_RNG_COUNT(test_rng_choices); c++) {
        double weights[TEST_RNG_CHOICE_MOST];
        gc_rng r = test_rng_choice_start();
        test_rng_choice_weights(&test_rng_choices[c], weights);
        if (test_rng_flushes() && test_rng_choices[c].weights[0] < (uint64_t)1 << 52) continue;
        for (size_t i = 0; i < 16; i++) {
            CHECK_U64(gc_rng_weighted(&r, weights, test_rng_choices[c].n), test_rng_choices[c].picks[i]);
        }
        }
}

// How many words a table gives to each index, against exact arithmetic: an entry's own are
// (threshold - excess) / n of its 2^64 / n words.
static void test_rng_vectors_alias(void) {
    for (size_t c = 0; c < TEST_RNG_COUNT(test_rng_choices); c++) {
        const test_rng_choice *choice = &test_rng_choices[c];
        double weights[TEST_RNG_CHOICE_MOST];
        gc_rng_alias table[TEST_RNG_CHOICE_MOST];
        uint64_t words[TEST_RNG_CHOICE_MOST] = { 0 };
        uint64_t n = choice->n, excess = (0 - n) % n, height = (0 - excess - n) / n + 1;

        test_rng_choice_weights(choice, weights);
        CHECK_INT(gc_rng_alias_init(table, weights, choice->n), GC_RNG_OK);
        for (size_t i = 0; i < n; i++) {
            uint64_t own = table[i].threshold == 0 ? 0 : (table[i].threshold - excess) / n;
            CHECK(table[i].other < n);
            CHECK(table[i].threshold == 0 || (table[i].threshold - excess) % n == 0);
            CHECK(own < height);
            words[i] += own;
            words[table[i].other] += height - own;
        }
        for (size_t i = 0; i < n; i++) {
            uint64_t off = words[i] - choice->alias[i];
            CHECK(off <= choice->slack || 0 - off <= choice->slack);
            CHECK(choice->weights[i] != 0 || words[i] == 0);    // -ffast-math may take the least for 0
        }
    }
}

// e^x against the nearest double: at most the one beside it.
static void test_rng_vectors_power(void) {
    for (size_t i = 0; i < TEST_RNG_COUNT(rng_vectors_power); i += 2) {
        gc_rng r = test_rng_choice_start();
        double x = test_rng_from_bits(rng_vectors_power[i]), got = gc_rng_lognormal(&r, x, 0.0);
        uint64_t off = test_rng_bits(got) - rng_vectors_power[i + 1];
        CHECK(off == 0 || off == 1 || 0 - off == 1);
        CHECK(off == 0 || (rng_vectors_power[i + 1] != 0 && rng_vectors_power[i + 1] != 0x7ff0000000000000));
    }
}

// c against the root of the sum by which it is defined, found with 50 digits.
static void test_rng_vectors_prd(void) {
    for (size_t i = 0; i < TEST_RNG_COUNT(rng_vectors_prd); i += 2) {
        uint64_t want = rng_vectors_prd[i + 1], off;
        gc_rng_prd p;
        CHECK_INT(gc_rng_prd_init(&p, test_rng_from_bits(rng_vectors_prd[i])), GC_RNG_OK);
        off = p.c > want ? p.c - want : want - p.c;
        CHECK(off <= 1 + want / 200000000000000);    // 5 in 10^15
        CHECK_U64(p.tries, 0);
    }
}

#ifndef GC_RNG_NO_STATISTICS
typedef struct test_rng_chi2_case { const uint64_t *known; size_t n; } test_rng_chi2_case;
#define TEST_RNG_CHI2(i) { rng_vectors_chi2_##i, TEST_RNG_COUNT(rng_vectors_chi2_##i) / 2 }

static void test_rng_vectors_chi2(void) {
    static const test_rng_chi2_case cases[] = {
        TEST_RNG_CHI2(0), TEST_RNG_CHI2(1), TEST_RNG_CHI2(2), TEST_RNG_CHI2(3),
        TEST_RNG_CHI2(4), TEST_RNG_CHI2(5), TEST_RNG_CHI2(6), TEST_RNG_CHI2(7),
        TEST_RNG_CHI2(8), TEST_RNG_CHI2(9), TEST_RNG_CHI2(10), TEST_RNG_CHI2(11)
    };
    static uint64_t counts[1000];
    static double weights[1000];
    for (size_t c = 0; c < TEST_RNG_COUNT(cases); c++) {
        double want = test_rng_from_bits(cases[c].known[0]), got;
        for (size_t i = 0; i < cases[c].n; i++) {
            counts[i] = cases[c].known[1 + 2 * i];
            weights[i] = test_rng_from_bits(cases[c].known[2 + 2 * i]);
        }
        got = gc_rng_chi2(counts, weights, cases[c].n);
        CHECK(test_rng_abs(got - want) <= want * 1e-11);

        // Only the weights' ratios count.
        for (size_t i = 0; i < cases[c].n; i++) weights[i] *= 1e-300;
        CHECK(test_rng_abs(gc_rng_chi2(counts, weights, cases[c].n) - want) <= want * 1e-11);
    }
}
#endif

// .NET's own draws from the outputs that its vectors have.
static void test_rng_vectors_dotnet_draws(void) {
    static const struct { uint64_t seed; const uint64_t *draws, *large; size_t n, n_large; } known[] = {
#define TEST_RNG_DOTNET(seed)                                                                                \
    { seed, rng_vectors_dotnet_double_##seed, rng_vectors_dotnet_large_##seed,                               \
      TEST_RNG_COUNT(rng_vectors_dotnet_double_##seed), TEST_RNG_COUNT(rng_vectors_dotnet_large_##seed) }
        TEST_RNG_DOTNET(0), TEST_RNG_DOTNET(1), TEST_RNG_DOTNET(42)
    };
    gc_rng_dotnet r, a, b;
    for (size_t k = 0; k < TEST_RNG_COUNT(known); k++) {
        gc_rng_dotnet_seed(&r, known[k].seed);
        for (size_t i = 0; i < known[k].n; i += 3) {
            a = b = r;
            CHECK_U64(test_rng_bits(gc_rng_dotnet_f64(&r)), known[k].draws[i]);
            CHECK_U64((uint32_t)gc_rng_dotnet_below(&a, 100), known[k].draws[i + 1]);
            CHECK_U64((uint32_t)gc_rng_dotnet_range(&b, -1000, 2000000000), known[k].draws[i + 2]);
            CHECK(memcmp(&a, &r, sizeof r) == 0 && memcmp(&b, &r, sizeof r) == 0);
        }
        gc_rng_dotnet_seed(&r, known[k].seed);
        for (size_t i = 0; i < known[k].n_large; i++) {
            CHECK_U64((uint32_t)gc_rng_dotnet_range(&r, INT32_MIN, INT32_MAX), known[k].large[i]);
        }
    }

    // Published in .NET's documentation and many answers: Random(0).NextDouble().
    gc_rng_dotnet_seed(&r, 0);
    CHECK(test_rng_abs(gc_rng_dotnet_f64(&r) - 0.72624326996796) < 1e-14);
    CHECK(test_rng_abs(gc_rng_dotnet_f64(&r) - 0.817325359590969) < 1e-14);

    // What .NET refuses; one output is taken.
    a = r;
    gc_rng_dotnet_next(&a);
    CHECK_INT(gc_rng_dotnet_below(&r, -5), 0);
    CHECK(memcmp(&a, &r, sizeof r) == 0);
    CHECK_INT(gc_rng_dotnet_below(&r, 0), 0);
    CHECK_INT(gc_rng_dotnet_range(&r, 7, 7), 7);
    CHECK_INT(gc_rng_dotnet_range(&r, 7, -7), 7);
}

static void test_rng_vectors_hash(void) {
    for (size_t i = 0; i < TEST_RNG_COUNT(rng_vectors_hash); i += 5) {
        const uint64_t *p = &rng_vectors_hash[i];
        CHECK_U64(gc_rng_hash(p[0], (int64_t)p[1], (int64_t)p[2], (int64_t)p[3]), p[4]);
    }
}

static void test_rng_vectors_hash32(void) {
    for (size_t i = 0; i < TEST_RNG_COUNT(rng_vectors_hash32); i += 5) {
        const uint32_t *p = &rng_vectors_hash32[i];
        CHECK_U64(gc_rng_hash32(p[0], (int32_t)p[1], (int32_t)p[2], (int32_t)p[3]), p[4]);
    }
}

static void test_rng_vectors_text(void) {
    for (size_t i = 0; i < TEST_RNG_COUNT(rng_vectors_text); i++) {
        gc_rng a, b;
        gc_rng_seed_text(&a, "The quick brown fox.", i);
        gc_rng_seed(&b, rng_vectors_text[i]);
        CHECK(memcmp(&a, &b, sizeof a) == 0);
    }
}

static void test_rng_vectors_permute(void) {
    for (size_t i = 0; i < TEST_RNG_COUNT(rng_vectors_permute); i += 4) {
        const uint64_t *p = &rng_vectors_permute[i];
        CHECK_U64(gc_rng_permute(p[0], p[1], p[2]), p[3]);
    }
}

// Each from the state of the choices on, against an own computation in whole numbers.
static void test_rng_vectors_counts(void) {
    gc_rng r = test_rng_choice_start();
    double got[14];
    gc_rng_pity pity;

    for (size_t i = 0; i < TEST_RNG_COUNT(rng_vectors_binomial); i += 3) {
        const uint64_t *p = &rng_vectors_binomial[i];
        CHECK_U64(gc_rng_binomial(&r, p[0], test_rng_from_bits(p[1])), p[2]);
    }
    r = test_rng_choice_start();
    for (size_t i = 0; i < TEST_RNG_COUNT(rng_vectors_poisson); i += 2) {
        CHECK_U64(gc_rng_poisson(&r, test_rng_from_bits(rng_vectors_poisson[i])), rng_vectors_poisson[i + 1]);
    }
    for (size_t i = 0; i < TEST_RNG_COUNT(rng_vectors_geometric); i += 2) {
        r = test_rng_choice_start();
        CHECK_U64(gc_rng_geometric(&r, test_rng_from_bits(rng_vectors_geometric[i])),
                  rng_vectors_geometric[i + 1]);
    }

    r = test_rng_choice_start();
    gc_rng_direction(&r, got);
    gc_rng_turn(&r, got + 2);
    gc_rng_sphere(&r, got + 11);
    for (size_t i = 0; i < 14; i++) CHECK_U64(test_rng_bits(got[i]), rng_vectors_turns[i]);

    r = test_rng_choice_start();
    for (size_t i = 0; i < TEST_RNG_COUNT(rng_vectors_gamma); i += 3) {
        double got_one = gc_rng_gamma(&r, test_rng_from_bits(rng_vectors_gamma[i]),
                                      test_rng_from_bits(rng_vectors_gamma[i + 1]));
        CHECK_U64(test_rng_bits(got_one), rng_vectors_gamma[i + 2]);
    }

    // The base chance to 10 digits of the rate.
    for (size_t i = 0; i < TEST_RNG_COUNT(rng_vectors_pity); i += 4) {
        const uint64_t *p = &rng_vectors_pity[i];
        double rate = test_rng_from_bits(p[0]);
        CHECK_INT(gc_rng_pity_init(&pity, rate, (uint32_t)p[1], (uint32_t)p[2]), GC_RNG_OK);
        CHECK(test_rng_abs((double)pity.base - (double)p[3]) <= 1e-10 * rate * 9.3e18);
    }
}

// The same of all of them, of both forms, by every machine.
static void test_rng_frozen_counts(void) {
    static const char *const texts[] = { "2d6+3", "d20 - 1", "4d6k3", "2D20L1 + 1d4 -d%" };
    uint64_t h = TEST_RNG_HASH_START;
    gc_rng_pity pity;
    gc_rng r;
    gc_rng_source s = gc_rng_to_source(&r);

    gc_rng_seed_text(&r, "counts", 6);
    CHECK_INT(gc_rng_pity_init(&pity, 0.2, 5, 20), GC_RNG_OK);
    for (int i = 0; i < 3000; i++) {
        double m[9], p = (double)(1 + i % 97) / 128, many = (double)(i % 50) * 3;
        uint32_t weights[20];
        int64_t sum = 0;

        for (int k = 0; k < 20; k++) weights[k] = (uint32_t)(i * k) % 7;
        h = test_rng_hash(h, gc_rng_binomial(&r, (uint64_t)(i % 70 * i), p));
        h = test_rng_hash(h, gc_rng_source_poisson(&s, many));
        h = test_rng_hash(h, gc_rng_geometric(&r, gc_rng_priv_mul(p, i % 2 ? 1.0 : 0.001)));
        h = test_rng_hash(h, test_rng_bits(gc_rng_gamma(&r, gc_rng_priv_mul(many, 0.1), 1.7)));
        h = test_rng_hash(h, gc_rng_pity_next(&r, &pity) + 2u * gc_rng_source_pity_next(&s, &pity));
        h = test_rng_hash(h, gc_rng_weighted_u32(&r, weights, 20));
        CHECK_INT(gc_rng_roll(&r, texts[i % 4], &sum), GC_RNG_OK);
        h = test_rng_hash(h, (uint64_t)sum);
        h = test_rng_hash(h, (uint64_t)gc_rng_dice_keep(&r, i % 9, 20, i % 5 - 2));
        gc_rng_turn(&r, m);
        for (int k = 0; k < 9; k++) h = test_rng_hash(h, test_rng_bits(m[k]));
        gc_rng_source_disc(&s, m);
        gc_rng_direction(&r, m + 2);
        gc_rng_source_sphere(&s, m + 4);
        for (int k = 0; k < 7; k++) h = test_rng_hash(h, test_rng_bits(m[k]));
        h = test_rng_hash(h, gc_rng_checksum(&r));
    }
    CHECK_U64(h, 0x530c865c16597717);
}

// A saved state goes on as it would have, byte for byte the same everywhere; a changed byte,
// any of them, is seen.
static void test_rng_vectors_save(void) {
    static const unsigned char words[40] = {
        0xd3, 0x08, 0xa3, 0x85, 0x88, 0x6a, 0x3f, 0x24, 0x44, 0x73, 0x70, 0x03, 0x2e, 0x8a, 0x19, 0x13,
        0xd0, 0x31, 0x9f, 0x29, 0x22, 0x38, 0x09, 0xa4, 1, 0, 0, 0, 0, 0, 0, 0 };
    unsigned char bytes[48];
    gc_rng r = test_rng_choice_start(), same = r, before;

    memset(bytes, 0xa5, sizeof bytes);
    CHECK_U64(gc_rng_save(&r, NULL, 0), 40);
    CHECK_U64(gc_rng_save(&r, bytes, 39), 40);
    CHECK(bytes[0] == 0xa5);
    CHECK_U64(gc_rng_save(&r, bytes, sizeof bytes), 40);
    CHECK(memcmp(bytes, words, 32) == 0);
    CHECK(bytes[40] == 0xa5);
    CHECK_U64(test_rng_hash_bytes(bytes, 40), 0x835648ee8aa4f3ce);

    gc_rng_seed(&r, 99);
    CHECK_INT(gc_rng_load(&r, bytes, 40), GC_RNG_OK);
    for (int i = 0; i < 100; i++) CHECK_U64(gc_rng_u64(&r), gc_rng_u64(&same));

    // Not what was written: r stays.
    before = r;
    for (int bit = 0; bit < 320; bit++) {
        bytes[bit / 8] = (unsigned char)(bytes[bit / 8] ^ 1u << (bit % 8));
        CHECK_INT(gc_rng_load(&r, bytes, 40), GC_RNG_E_ARGUMENT);
        bytes[bit / 8] = (unsigned char)(bytes[bit / 8] ^ 1u << (bit % 8));
    }
    CHECK_INT(gc_rng_load(&r, bytes, 39), GC_RNG_E_ARGUMENT);
    CHECK_INT(gc_rng_load(&r, bytes, 41), GC_RNG_E_ARGUMENT);
    memset(bytes, 0, sizeof bytes);
    CHECK_INT(gc_rng_load(&r, bytes, 40), GC_RNG_E_ARGUMENT);
    CHECK(memcmp(&r, &before, sizeof r) == 0);
}

// Every bit that the new draws gave on the first machine, of both forms.
static uint64_t test_rng_hash_choices(void) {
    uint64_t h = TEST_RNG_HASH_START;
    gc_rng_alias table[40];
    double weights[40];
    gc_rng_prd own, other;
    gc_rng r;
    gc_rng_source s = gc_rng_to_source(&r);

    gc_rng_seed(&r, 2028);
    gc_rng_prd_init(&own, 0.3);
    gc_rng_prd_init(&other, 0.0123);
    for (int round = 0; round < 400; round++) {
        size_t n = 1 + (size_t)round % 40;
        for (size_t i = 0; i < n; i++) weights[i] = gc_rng_lognormal(&r, 0.1, (double)(round % 9));
        CHECK_INT(gc_rng_alias_init(table, weights, n), GC_RNG_OK);
        for (size_t i = 0; i < n; i++) {
            h = test_rng_hash(h, table[i].threshold);
            h = test_rng_hash(h, table[i].other);
        }
        for (int i = 0; i < 20; i++) {
            h = test_rng_hash(h, gc_rng_weighted(&r, weights, n) << 8 | gc_rng_alias_pick(&r, table, n));
            h = test_rng_hash(h, gc_rng_source_weighted(&s, weights, n) << 8 |
                                 gc_rng_source_alias_pick(&s, table, n));
            h = test_rng_hash(h, test_rng_bits(gc_rng_lognormal(&r, -3.25, 40.0)));
            h = test_rng_hash(h, test_rng_bits(gc_rng_source_lognormal(&s, 0.1, 0.3)));
            h = test_rng_hash(h, gc_rng_prd_next(&r, &own) + 2u * gc_rng_source_prd_next(&s, &other));
        }
        gc_rng_prd_init(&own, (double)(round + 1) / 512);
        h = test_rng_hash(h, own.c);
        gc_rng_prd_init(&own, gc_rng_priv_div(1.0, (double)(3 + 1000 * round)));
        h = test_rng_hash(h, own.c);
        gc_rng_prd_init(&own, 0.3);
    }
    return h;
}

static void test_rng_frozen_choices(void) { CHECK_U64(test_rng_hash_choices(), 0xe42948abb4259cb8); }


// What games draw, of both forms, as the first machine gave it.
static void test_rng_frozen_draws_of_games(void) {
    uint64_t h = TEST_RNG_HASH_START;
    size_t out[40];
    uint16_t deck[52];
    gc_rng_bag bag = { deck, 7, sizeof deck[0], 0 };
    gc_rng r;
    gc_rng_source s = gc_rng_to_source(&r);

    gc_rng_seed_text(&r, "dice and decks", 14);
    for (uint16_t i = 0; i < 52; i++) deck[i] = i;
    for (int i = 0; i < 500; i++) {
        size_t k = (size_t)i % 40, n = k + (size_t)(i % 13) * k;
        h = test_rng_hash(h, (uint64_t)gc_rng_int(&r, -i, i) << 32 ^ (uint64_t)gc_rng_dice(&r, i % 9, 6));
        h = test_rng_hash(h, gc_rng_chance_in(&r, 1, 3) + 2u * gc_rng_source_chance_in(&s, 5, 7));
        h = test_rng_hash(h, *(uint16_t *)gc_rng_pick(&r, deck, 52, 2));
        h = test_rng_hash(h, *(uint16_t *)gc_rng_bag_next(&r, &bag));
        gc_rng_partial_shuffle(&r, deck + 7, 45, 2, 5);
        h = test_rng_hash(h, (uint64_t)deck[7] << 16 | deck[11]);
        CHECK_INT(gc_rng_sample(&r, out, k, n), GC_RNG_OK);
        for (size_t j = 0; j < k; j++) h = test_rng_hash(h, out[j]);
        h = test_rng_hash(h, gc_rng_permute(h, (uint64_t)i, 1000));
    }
    CHECK_U64(h, 0x83d4b5e01f1a2155);
}

// ---- fill and sources ----

// Every named engine behind one table: its state as bytes, its next as a number of `width`
// bytes.
typedef struct test_rng_engine {
    const char *name;
    size_t size, width;
    void (*seed)(void *r, uint64_t seed);
    uint64_t (*next)(void *r);
    void (*fill)(void *r, void *dst, size_t bytes);
    gc_rng_source (*source)(void *r);
} test_rng_engine;

#define TEST_RNG_DEFINE_ENGINE(E, word)                                                                      \
    static void test_rng_seed_##E(void *r, uint64_t seed) { gc_rng_##E##_seed((gc_rng_##E *)r, seed); }      \
    static uint64_t test_rng_next_##E(void *r) { return (word)gc_rng_##E##_next((gc_rng_##E *)r); }          \
    static void test_rng_fill_##E(void *r, void *dst,                                                        \
                                  size_t n) { gc_rng_##E##_fill((gc_rng_##E *)r, dst, n); }                  \
    static gc_rng_source test_rng_source_##E(void *r) { return gc_rng_##E##_source((gc_rng_##E *)r); }
#define TEST_RNG_ENGINE(E, word) { #E, sizeof(gc_rng_##E), sizeof(word), test_rng_seed_##E,                  \
                                  test_rng_next_##E,                                                         \
                                   test_rng_fill_##E, test_rng_source_##E },
#define TEST_RNG_ENGINES(each)                                                                               \
    each(mwc32, uint16_t) each(mwc64, uint32_t) each(xorshift32, uint32_t) each(xorshift64, uint64_t)        \
    each(xorshift128, uint32_t) each(xoshiro256pp, uint64_t) each(lcg, uint32_t) each(dotnet, uint32_t)      \
    each(sfmt, uint32_t) each(asa128, uint32_t) each(pcg32, uint32_t) each(philox, uint32_t) each(chacha8,   \
                                                                                                  uint64_t)  \
    each(wide, uint64_t) each(java, uint32_t) each(mt19937, uint32_t) each(pcg64, uint64_t)
TEST_RNG_ENGINES(TEST_RNG_DEFINE_ENGINE)
static const test_rng_engine test_rng_engines[] = { TEST_RNG_ENGINES(TEST_RNG_ENGINE) };
static union { gc_rng_asa128 largest; uint64_t aligned; } test_rng_state[3];    // room for any of them

// A plain fill: the outputs of next, lowest byte first, what a last one has too much dropped.
static void test_rng_plain_fill(const test_rng_engine *e, void *r, unsigned char *dst, size_t bytes) {
    for (size_t at = 0; at < bytes;) {
        uint64_t out = e->next(r);
        for (size_t k = 0; k < e->width && at < bytes; k++) {
            dst[at++] = (unsigned char)(out >> (8 * k) & 0xffu);
        }
    }
}

// fill writes what next gives, at any length and alignment, nothing beside it, and next goes on
// behind it.
static void test_rng_fill_is_next(void) {
    static unsigned char got[9000], want[9000];
    void *r = &test_rng_state[0], *plain = &test_rng_state[1];
    gc_rng lengths, direct, copy;

    gc_rng_seed(&lengths, test_seed);
    for (size_t i = 0; i < TEST_RNG_COUNT(test_rng_engines); i++) {
        const test_rng_engine *e = &test_rng_engines[i];
        CHECK(e->size <= sizeof test_rng_state[0]);
        e->seed(r, 99);
        e->seed(plain, 99);
        for (size_t round = 0; round < 1200; round++) {
            size_t offset = round % 8, bytes = round < 808 ? round / 8 : (size_t)gc_rng_below(&lengths, 8900);
            memset(got, 0xa5, sizeof got);
            memset(want, 0xa5, sizeof want);
            e->fill(r, got + offset, bytes);
            test_rng_plain_fill(e, plain, want + offset, bytes);
            if (!CHECK(memcmp(got, want, sizeof got) == 0)) {
                printf("  %s, round %u, %u bytes\n", e->name, (unsigned)round, (unsigned)bytes);
                break;
            }
            if (round % 3 == 0) CHECK_U64(e->next(r), e->next(plain));
        }
        CHECK_U64(e->next(r), e->next(plain));
    }
    gc_rng_seed(&direct, 99);
    for (size_t bytes = 0; bytes <= 100; bytes++) {
        for (size_t offset = 0; offset < 8; offset++) {
            copy = direct;
            memset(got, 0xa5, 128);
            memset(want, 0xa5, 128);
            gc_rng_fill(&direct, got + offset, bytes);
            for (size_t at = 0; at < bytes;) {
                uint64_t out = gc_rng_u64(&copy);
                for (int k = 0; k < 8 && at < bytes; k++) {
                    want[offset + at++] = (unsigned char)(out >> (8 * k) & 0xffu);
                }
            }
            CHECK(memcmp(got, want, 128) == 0);
            CHECK(memcmp(&direct, &copy, sizeof copy) == 0);
        }
    }
}

// ---- everything, frozen ----

// One of each engine, and the deck that is shuffled.
typedef struct test_rng_all {
    gc_rng r;
    gc_rng_mwc32 m32;
    gc_rng_mwc64 m64;
    gc_rng_xorshift32 x32;
    gc_rng_xorshift128 x128;
    gc_rng_xorshift64 x64;
    gc_rng_xoshiro256pp pp;
    gc_rng_lcg lcg;
    gc_rng_dotnet dotnet;
    gc_rng_pcg32 pcg;
    gc_rng_philox philox;
    gc_rng_sfmt sfmt;
    gc_rng_asa128 asa;
    gc_rng_chacha8 chacha;
    gc_rng_wide wide;
    uint32_t deck[61];
} test_rng_all;

static void test_rng_seed_all(test_rng_all *a) {
    gc_rng_seed_stream(&a->r, 2026, 7);
    gc_rng_xorshift64_seed(&a->x64, 2026);
    gc_rng_xoshiro256pp_seed(&a->pp, 2026);
    gc_rng_lcg_seed(&a->lcg, 2026);
    gc_rng_dotnet_seed(&a->dotnet, 2026);
    gc_rng_sfmt_seed(&a->sfmt, 2026);
    gc_rng_asa128_seed(&a->asa, 2026);
    gc_rng_pcg32_seed(&a->pcg, 2026);
    gc_rng_philox_seed(&a->philox, 2026);
    gc_rng_chacha8_seed(&a->chacha, 2026);
    gc_rng_wide_seed_stream(&a->wide, 2026, 7);
    gc_rng_mwc32_seed(&a->m32, 2026);
    gc_rng_mwc64_seed(&a->m64, 2026);
    gc_rng_xorshift32_seed(&a->x32, 2026);
    gc_rng_xorshift128_seed(&a->x128, 2026);
    for (uint32_t i = 0; i < 61; i++) a->deck[i] = i;
}

// One by one: the draws of the default engine, and next of the others.
static uint64_t test_rng_hash_draws(uint64_t h, test_rng_all *a, int64_t i) {
    // Exact, so that the compiler has no rounding to fuse.
    double scale = (double)(1 + i % 1000) * 0.375;

    // Words, floats and what is drawn from them.
    h = test_rng_hash(h, gc_rng_u64(&a->r) ^ gc_rng_u32(&a->r));
    h = test_rng_hash(h, test_rng_bits(gc_rng_f64(&a->r)) ^ test_rng_bits_f32(gc_rng_f32(&a->r)));
    h = test_rng_hash(h, gc_rng_below(&a->r, (uint64_t)i * 0x123456789abu)
                             ^ (uint64_t)gc_rng_range(&a->r, -i, i * i));

    // Distributions.
    h = test_rng_hash(h, test_rng_bits_f32(gc_rng_range_f32(&a->r, (float)-scale, (float)i)));
    h = test_rng_hash(h, gc_rng_chance(&a->r, scale / 512));
    h = test_rng_hash(h, test_rng_bits(gc_rng_normal(&a->r, scale, (double)(1 + i % 777) / 1024)));
    h = test_rng_hash(h, test_rng_bits(gc_rng_exponential(&a->r, scale)));

    // The other engines, two at a time.
    h = test_rng_hash(h, (uint64_t)gc_rng_mwc32_next(&a->m32) << 32 ^ gc_rng_mwc64_next(&a->m64));
    h = test_rng_hash(h, (uint64_t)gc_rng_xorshift32_next(&a->x32) << 32 ^ gc_rng_xorshift128_next(&a->x128));
    h = test_rng_hash(h, gc_rng_xorshift64_next(&a->x64) ^ gc_rng_xoshiro256pp_next(&a->pp));
    h = test_rng_hash(h, (uint64_t)gc_rng_lcg_next(&a->lcg) << 32 ^ (uint64_t)gc_rng_dotnet_next(&a->dotnet));
    h = test_rng_hash(h, gc_rng_sfmt_next64(&a->sfmt) ^ gc_rng_asa128_next(&a->asa));
    h = test_rng_hash(h, test_rng_bits(gc_rng_asa128_f64(&a->asa)));
    h = test_rng_hash(h, (uint64_t)gc_rng_pcg32_next(&a->pcg) << 32 ^ gc_rng_philox_next(&a->philox));
    h = test_rng_hash(h, gc_rng_chacha8_next(&a->chacha) ^ gc_rng_wide_next(&a->wide));
    h = test_rng_hash(h, test_rng_bits(gc_rng_f64_open(&a->r)) ^ test_rng_bits_f32(gc_rng_f32_open(&a->r)));
    return h;
}

// Shuffles, and the draws from a source.
static uint64_t test_rng_hash_sources(uint64_t h, test_rng_all *a, int64_t i) {
    // Exact, so that the compiler has no rounding to fuse.
    double scale = (double)(1 + i % 1000) * 0.375;
    gc_rng_source s;
    unsigned char bytes[61];

    s = i % 2 ? gc_rng_mwc32_source(&a->m32) : gc_rng_xorshift128_source(&a->x128);
    gc_rng_shuffle(&a->r, a->deck, (size_t)(i % 62), sizeof a->deck[0]);
    gc_rng_source_shuffle(&s, a->deck, 61, sizeof a->deck[0]);
    gc_rng_fill(&a->r, bytes, sizeof bytes);
    for (size_t k = 0; k < 61; k++) h = test_rng_hash(h, (uint64_t)a->deck[k] << 8 | bytes[k]);
    gc_rng_source_fill(&s, bytes, sizeof bytes);
    h = test_rng_hash(h, bytes[60] ^ gc_rng_source_u64(&s) ^ gc_rng_source_u32(&s));
    h = test_rng_hash(h, test_rng_bits(gc_rng_source_f64(&s))
                             ^ test_rng_bits_f32(gc_rng_source_f32(&s)));
    h = test_rng_hash(h, gc_rng_source_below(&s, 1000003) ^ (uint64_t)gc_rng_source_range(&s, -i, i));
    h = test_rng_hash(h, test_rng_bits_f32(gc_rng_source_range_f32(&s, 1, 3))
                             ^ gc_rng_source_chance(&s, 0.3));
    h = test_rng_hash(h, test_rng_bits(gc_rng_source_normal(&s, 3, scale)));
    h = test_rng_hash(h, test_rng_bits(gc_rng_source_exponential(&s, scale)));
    gc_rng_seed(&a->r, gc_rng_u64(&a->r));
    return h;
}

// Seeds, fills and sources of all engines, wide's fills, jumps and settings.
static uint64_t test_rng_hash_bulk(uint64_t h, test_rng_all *a, int64_t i) {
    static unsigned char block[3000];
    static double doubles[150];
    static float floats[151];
    static uint32_t integers[700];
    gc_rng_source s;

    for (size_t e = 0; e < TEST_RNG_COUNT(test_rng_engines); e++) {
        test_rng_engines[e].seed(&test_rng_state[0], (uint64_t)i);
        s = test_rng_engines[e].source(&test_rng_state[0]);
        test_rng_engines[e].fill(&test_rng_state[0], block, 2000);
        gc_rng_source_fill(&s, block + 2000, 1000);
        for (size_t k = 0; k < 3000; k += 50) h = test_rng_hash(h, block[k]);
        h = test_rng_hash(h, gc_rng_source_u64(&s));
    }
    gc_rng_wide_fill_f64(&a->wide, doubles, 150);
    gc_rng_wide_fill_f32(&a->wide, floats, 151);
    for (size_t k = 0; k < 150; k++) {
        h = test_rng_hash(h, test_rng_bits(doubles[k]) ^ test_rng_bits_f32(floats[k]));
    }
    gc_rng_wide_fill_below(&a->wide, integers, 700, (uint32_t)i * 2654435769u);
    gc_rng_wide_fill_normal(&a->wide, doubles, 150, 3, 0.7);
    for (size_t k = 0; k < 700; k++) {
        h = test_rng_hash(h, integers[k] ^ test_rng_bits(doubles[k % 150]));
    }
    s = gc_rng_to_source(&a->r);
    h = test_rng_hash(h, test_rng_bits(gc_rng_source_f64_open(&s)));
    h = test_rng_hash(h, test_rng_bits_f32(gc_rng_source_f32_open(&s)));
    gc_rng_seed_stream(&a->r, gc_rng_u64(&a->r), (uint64_t)i);
    gc_rng_wide_seed(&a->wide, (uint64_t)i);
    gc_rng_xoshiro256pp_jump(&a->pp);
    gc_rng_xoshiro256pp_long_jump(&a->pp);
    gc_rng_pcg32_advance(&a->pcg, (uint64_t)i << 40);
    gc_rng_pcg32_seed2(&a->pcg, gc_rng_pcg32_next(&a->pcg), (uint64_t)i);
    gc_rng_philox_set(&a->philox, a->deck, a->deck + 2);
    gc_rng_chacha8_seed32(&a->chacha, block);
    return h;
}

// One constant over every function that draws: any compiler, optimisation, instruction set and
// contraction. A round draws more than 20 times, so that 500000 are 10^7 draws, and 5000 are
// 10^5.
static uint64_t test_rng_hash_everything(long rounds) {
    static test_rng_all all;
    uint64_t h = TEST_RNG_HASH_START;
    test_rng_seed_all(&all);
    for (int64_t i = 0; i < rounds; i++) {
        h = test_rng_hash_draws(h, &all, i);
        if (i % 61 == 0) h = test_rng_hash_sources(h, &all, i);
        if (i % 997 == 0) h = test_rng_hash_bulk(h, &all, i);
    }
    return h;
}

static void test_rng_frozen_hash_5000(void) { CHECK_U64(test_rng_hash_everything(5000), 0x5e162dcd26057b8a); }
static void test_rng_frozen_hash_500000(void) {
    CHECK_U64(test_rng_hash_everything(500000), 0xc0732f97fe7df93c);
}

// Arguments that the compiler knows, over and over: under -ffast-math it would divide by them
// once and multiply from then on, take a common factor out, or forget the sign of a zero. The
// private forms are always inlined.
static uint64_t test_rng_hash_constants(void) {
    uint64_t h = TEST_RNG_HASH_START;
    static gc_rng_asa128 asa;
    static gc_rng_wide wide;
    static double doubles[300];
    gc_rng r;

    gc_rng_seed(&r, 2027);
    gc_rng_asa128_seed(&asa, 2027);
    gc_rng_wide_seed(&wide, 2027);
    for (int i = 0; i < 2000; i++) {
        h = test_rng_hash(h, test_rng_bits(gc_rng_exponential(&r, 3.0)));
        h = test_rng_hash(h, test_rng_bits(gc_rng_priv_exponential(gc_rng_priv_default_u64, &r, 3.0)));
        h = test_rng_hash(h, test_rng_bits(gc_rng_priv_exponential(gc_rng_priv_default_u64, &r, 0.7)));
        h = test_rng_hash(h, test_rng_bits(gc_rng_normal(&r, 0.1, 0.3)));
        h = test_rng_hash(h, test_rng_bits(gc_rng_priv_normal(gc_rng_priv_default_u64, &r, 0.1, 0.3)));
        h = test_rng_hash(h, test_rng_bits(gc_rng_priv_normal(gc_rng_priv_default_u64, &r, 0.0, -1.1)));
        h = test_rng_hash(h, test_rng_bits_f32(gc_rng_range_f32(&r, 0.1f, 0.7f)));
        h = test_rng_hash(h, test_rng_bits_f32(gc_rng_priv_between(gc_rng_f32(&r), -0.1f, 0.7f)));
        h = test_rng_hash(h, test_rng_bits_f32(gc_rng_priv_between(gc_rng_f32(&r), 3.3f, 3.4f)));
        h = test_rng_hash(h, test_rng_bits_f32(gc_rng_priv_between(gc_rng_f32(&r), -3e38f, 3e38f)));
        h = test_rng_hash(h, test_rng_bits(gc_rng_asa128_f64(&asa)) + (gc_rng_asa128_f64(&asa) < 0.3));
        h = test_rng_hash(h, gc_rng_chance(&r, 0.1) + 2u * gc_rng_chance(&r, 1.0 / 3));
        h = test_rng_hash(h, test_rng_bits(gc_rng_f64(&r) * 3.0) ^ test_rng_bits(gc_rng_f64_open(&r) * 0.1));
    }
    gc_rng_wide_fill_normal(&wide, doubles, 300, 0.1, 0.3);
    for (int i = 0; i < 300; i++) h = test_rng_hash(h, test_rng_bits(doubles[i]));
    gc_rng_wide_fill_normal(&wide, doubles, 300, 0.0, -1.1);
    for (int i = 0; i < 300; i++) h = test_rng_hash(h, test_rng_bits(doubles[i]));
    gc_rng_wide_fill_f64(&wide, doubles, 300);
    for (int i = 0; i < 300; i++) h = test_rng_hash(h, test_rng_bits(doubles[i] * 3.0));
    return h;
}

static void test_rng_frozen_constants(void) { CHECK_U64(test_rng_hash_constants(), 0xa6ac9212ec7e9379); }

// Results, as bits, of arguments that are zero, infinite or no numbers, under -ffast-math too:
// there no comparison of doubles with infinity or NaN could be believed, neither the header's
// nor this test's.
static volatile uint64_t test_rng_zero_bits;
static double test_rng_unknown(uint64_t bits) { return test_rng_from_bits(bits ^ test_rng_zero_bits); }
static float test_rng_unknown_f32(uint32_t bits) {
    uint32_t unknown = bits ^ (uint32_t)test_rng_zero_bits;
    float v;
    memcpy(&v, &unknown, sizeof v);
    return v;
}
static bool test_rng_is_nan_f32(float v) { return (test_rng_bits_f32(v) & 0x7fffffffu) > 0x7f800000u; }

static void test_rng_frozen_arguments(void) {
    const uint64_t infinity = 0x7ff0000000000000, nan = 0x7ff8000000000000, sign = (uint64_t)1 << 63;
    const uint32_t infinity_f32 = 0x7f800000u, nan_f32 = 0x7fc00000u, sign_f32 = 0x80000000u;
    const float plus_f32 = test_rng_unknown_f32(0), minus_f32 = test_rng_unknown_f32(sign_f32);
    gc_rng r;

    gc_rng_seed(&r, 29);
    for (int i = 0; i < 300; i++) {
        CHECK_U64(test_rng_bits(gc_rng_exponential(&r, test_rng_unknown(0))), infinity);
        CHECK_U64(test_rng_bits(gc_rng_exponential(&r, test_rng_unknown(sign))), infinity);
        CHECK_U64(test_rng_bits(gc_rng_exponential(&r, 0.0)), infinity);
        // If the compiler takes it for 0: the same.
        CHECK_U64(test_rng_bits(gc_rng_exponential(&r, -0.0)), infinity);
        CHECK_U64(test_rng_bits(gc_rng_priv_exponential(gc_rng_priv_default_u64, &r, -0.0)), infinity);
        CHECK_U64(test_rng_bits(gc_rng_exponential(&r, test_rng_unknown(infinity))), 0);
        CHECK(test_rng_is_nan(gc_rng_exponential(&r, test_rng_unknown(infinity | sign))));
        CHECK(test_rng_is_nan(gc_rng_exponential(&r, test_rng_unknown(nan))));
        CHECK(test_rng_is_nan(gc_rng_exponential(&r, test_rng_unknown(nan | sign))));
        CHECK(test_rng_is_nan(gc_rng_exponential(&r, test_rng_unknown(test_rng_bits(-1.0)))));
        CHECK_U64(test_rng_bits(gc_rng_normal(&r, test_rng_unknown(0), test_rng_unknown(0))), 0);
        CHECK_U64(test_rng_bits(gc_rng_normal(&r, 0.0, test_rng_unknown(sign))), 0);
        CHECK(test_rng_is_nan(gc_rng_normal(&r, test_rng_unknown(nan), 1)));
        CHECK(test_rng_is_nan(gc_rng_normal(&r, 1, test_rng_unknown(nan))));
        CHECK_U64(test_rng_bits(gc_rng_normal(&r, test_rng_unknown(infinity), 1)), infinity);
        CHECK(!gc_rng_chance(&r, test_rng_unknown(nan)));
        CHECK(!gc_rng_chance(&r, test_rng_unknown(nan | sign)));
        CHECK(gc_rng_chance(&r, test_rng_unknown(infinity)));
        CHECK(!gc_rng_chance(&r, test_rng_unknown(infinity | sign)));
        CHECK(!gc_rng_chance(&r, test_rng_unknown(sign)));
        CHECK_U64(test_rng_bits_f32(gc_rng_range_f32(&r, plus_f32, minus_f32)), 0);
        CHECK_U64(test_rng_bits_f32(gc_rng_range_f32(&r, minus_f32, plus_f32)), sign_f32);
        CHECK_U64(test_rng_bits_f32(gc_rng_priv_between(plus_f32, minus_f32, 1.0f)), 0);
        CHECK_U64(test_rng_bits_f32(gc_rng_priv_between(plus_f32, plus_f32, 1.0f)), 0);
        CHECK(test_rng_is_nan_f32(gc_rng_range_f32(&r, test_rng_unknown_f32(nan_f32), 1)));
        CHECK(test_rng_is_nan_f32(gc_rng_range_f32(&r, 1, test_rng_unknown_f32(nan_f32 | sign_f32))));
        CHECK(test_rng_is_nan_f32(gc_rng_range_f32(&r, test_rng_unknown_f32(infinity_f32 | sign_f32), 1)));
        CHECK(test_rng_is_nan_f32(gc_rng_range_f32(&r, 1, test_rng_unknown_f32(infinity_f32))));
    }
}

// Words that look like signalling NaNs come out of a fill as they are: x87 registers would
// change them.
static void test_rng_frozen_nan_words(void) {
    static gc_rng_wide r;
    unsigned char out[1024];
    gc_rng_wide_seed(&r, 1);
    for (uint64_t i = 0; i < 128; i++) r.words[i] = 0x7ff0000000000001 | i << 8 | i << 63;
    r.used = 0;
    gc_rng_wide_fill(&r, out, sizeof out);
    for (size_t i = 0; i < 128; i++) {
        for (int k = 0; k < 8; k++) CHECK_U64(out[8 * i + (size_t)k], r.words[i] >> (8 * k) & 0xff);
    }
}

// A source's words are its fill, read as little-endian words, whatever the width of the
// engine's outputs; and all 64 bits of them are random, also where next gives 31.
static void test_rng_source_words(void) {
    for (size_t i = 0; i <= TEST_RNG_COUNT(test_rng_engines); i++) {
        static gc_rng r, r_copy;
        unsigned char bytes[800];
        gc_rng_source words, fills;
        uint64_t any = 0, all = ~(uint64_t)0, word;

        // The same engine twice, from one seed.
        if (i == TEST_RNG_COUNT(test_rng_engines)) {
            gc_rng_seed(&r, 5);
            r_copy = r;
            words = gc_rng_to_source(&r);
            fills = gc_rng_to_source(&r_copy);
        } else {
            const test_rng_engine *e = &test_rng_engines[i];
            e->seed(&test_rng_state[0], 5);
            e->seed(&test_rng_state[1], 5);
            words = e->source(&test_rng_state[0]);
            fills = e->source(&test_rng_state[1]);
        }

        // A word is the next eight bytes, the lowest first; each bit is seen as 0 and as 1.
        gc_rng_source_fill(&fills, bytes, sizeof bytes);
        for (int k = 0; k < 100; k++) {
            uint64_t want = 0;
            for (int b = 7; b >= 0; b--) want = want << 8 | bytes[8 * k + b];
            word = gc_rng_source_u64(&words);
            CHECK_U64(word, want);
            any |= word;
            all &= word;
        }

        CHECK(any == ~(uint64_t)0 && all == 0);
        CHECK_U64(gc_rng_source_u64(&words), gc_rng_source_u64(&fills));
    }

    gc_rng_lcg lcg, plain;    // three outputs of 31 bits, the first on top
    gc_rng_lcg_seed(&lcg, 7);
    plain = lcg;
    gc_rng_source s = gc_rng_lcg_source(&lcg);
    uint64_t a = gc_rng_lcg_next(&plain), b = gc_rng_lcg_next(&plain), c = gc_rng_lcg_next(&plain);
    CHECK_U64(gc_rng_source_u64(&s), a << 33 | b << 2 | c >> 29);
}

// ---- instruction sets ----

static void test_rng_fill_by(void *r, int engine, unsigned char *dst, size_t bytes, int isa) {
    switch (engine) {
    case 0: gc_rng_priv_sfmt_fill((gc_rng_sfmt *)r, dst, bytes, isa); break;
    case 1: gc_rng_priv_asa128_fill((gc_rng_asa128 *)r, dst, bytes, isa); break;
    case 2: gc_rng_priv_philox_fill((gc_rng_philox *)r, dst, bytes, isa); break;
    case 3: gc_rng_priv_chacha8_fill((gc_rng_chacha8 *)r, dst, bytes, isa); break;
    // Bytes, doubles, floats.
    default: gc_rng_priv_wide_fill((gc_rng_wide *)r, engine - 4, dst, bytes, isa); break;
    }
}

static void test_rng_seed_by(void *r, int engine) {
    static const uint32_t key[2] = { 1, 2 }, counter[4] = { 0xfffffe00u, 0xffffffffu, 0xffffffffu, 5 };
    switch (engine) {
    case 0: gc_rng_sfmt_seed((gc_rng_sfmt *)r, 3); break;
    case 1: gc_rng_asa128_seed((gc_rng_asa128 *)r, 3); break;
    // Soon carries through all its words.
    case 2: gc_rng_philox_set((gc_rng_philox *)r, key, counter); break;
    case 3: gc_rng_chacha8_seed((gc_rng_chacha8 *)r, 3); break;
    default: gc_rng_wide_seed((gc_rng_wide *)r, 3); break;
    }
}

// Every instruction set that this machine has, called directly: the same bytes in pieces of any
// length. What they should be comes from next one by one, and for doubles and floats from the
// scalar conversions.
static void test_rng_instruction_sets(void) {
    static const test_rng_engine *engine_of[7];
    static unsigned char want[60000], got[60000];
    static const char *const names[] = { "sfmt", "asa128", "philox", "chacha8", "wide", "wide", "wide" };

    for (int k = 0; k < 7; k++) {
        for (size_t i = 0; i < TEST_RNG_COUNT(test_rng_engines); i++) {
            if (strcmp(test_rng_engines[i].name, names[k]) == 0) engine_of[k] = &test_rng_engines[i];
        }
    }
    for (int k = 0; k < 7; k++) {
        void *r = &test_rng_state[0];
        test_rng_seed_by(r, k);
        if (k < 5) test_rng_plain_fill(engine_of[k], r, want, sizeof want);
        for (size_t at = 0; k >= 5 && at < sizeof want; at += 8) {
            uint64_t word = gc_rng_wide_next((gc_rng_wide *)r);
            double number = (double)(word >> 11) / 9007199254740992.0;
            float halves[2];
            halves[0] = (float)((word & 0xffffffffu) >> 8) / 16777216.0f;
            halves[1] = (float)(word >> 40) / 16777216.0f;
            if (k == 5) memcpy(want + at, &number, 8);
            else memcpy(want + at, halves, 8);
        }
        for (int isa = 0; isa <= gc_rng_priv_isa(); isa++) {
            gc_rng lengths;
            gc_rng_seed(&lengths, test_seed + (uint64_t)k);
            test_rng_seed_by(r, k);
            memset(got, 0, sizeof got);
            for (size_t at = 0; at < sizeof got;) {
                size_t bytes = 8 * (size_t)gc_rng_below(&lengths, gc_rng_below(&lengths, 4) == 0 ? 2000 : 30);
                if (bytes > sizeof got - at) bytes = sizeof got - at;
                test_rng_fill_by(r, k, got + at, bytes, isa);
                at += bytes;
            }
            if (!CHECK(memcmp(got, want, sizeof got) == 0)) {
                printf("  %s, set %d, kind %d\n", names[k], isa, k);
            }
        }
    }
}

// Rows by every instruction set, of each length up to some vectors, from places that wrap
// around: each number is that of its place, and nothing else is written.
static void test_rng_instruction_sets_rows(void) {
    static uint64_t row[202];
    static uint32_t row32[202];
    static float floats[202];
    gc_rng r;
    gc_rng_seed(&r, test_seed);
    for (int isa = 0; isa <= gc_rng_priv_isa(); isa++) {
        for (size_t n = 0; n <= 200; n++) {

            // Places that pass the largest number on their way.
            uint64_t seed = gc_rng_u64(&r), y = gc_rng_u64(&r), z = gc_rng_u64(&r);
            uint64_t x = n % 2 ? gc_rng_u64(&r) : (uint64_t)INT64_MAX - gc_rng_below(&r, n + 1);
            uint32_t x32 = n % 2 ? (uint32_t)x : (uint32_t)INT32_MAX - (uint32_t)(n / 3), h[2];
            uint64_t h64;

            memset(row, 0x5a, sizeof row);
            memset(row32, 0x5a, sizeof row32);
            memset(floats, 0x5a, sizeof floats);

            // Rows by this instruction set.
            h64 = gc_rng_priv_row_of(seed, (int64_t)y, (int64_t)z);
            gc_rng_priv_hash_row(row + 1, n, h64, x, isa);
            gc_rng_priv_hash_row_f32(floats + 1, n, h64, x, isa);
            gc_rng_priv_row32(h, (uint32_t)seed, (int32_t)(uint32_t)y, (int32_t)(uint32_t)z);
            gc_rng_priv_hash32_row(row32 + 1, n, h, x32, isa);

            // Each place by itself.
            for (size_t i = 0; i < n; i++) {
                int64_t place[3] = { (int64_t)(x + i), (int64_t)y, (int64_t)z };
                CHECK_U64(row[1 + i], gc_rng_hash(seed, place[0], place[1], place[2]));
                CHECK(floats[1 + i] == gc_rng_hash_f32(seed, place[0], place[1], place[2]));
                CHECK_U64(row32[1 + i], gc_rng_hash32((uint32_t)seed, (int32_t)(x32 + (uint32_t)i),
                                                      (int32_t)(uint32_t)y, (int32_t)(uint32_t)z));
            }

            // Nothing beside the row is written.
            CHECK(row[0] == 0x5a5a5a5a5a5a5a5a && row[n + 1] == 0x5a5a5a5a5a5a5a5a);
            CHECK(row32[0] == 0x5a5a5a5a && row32[n + 1] == 0x5a5a5a5a);
            CHECK_U64(test_rng_bits_f32(floats[0]), 0x5a5a5a5a);
            CHECK_U64(test_rng_bits_f32(floats[n + 1]), 0x5a5a5a5a);
        }
    }
}

// Above the sizes from which parts are small, and from which the output goes past the caches,
// by each instruction set, on a line's start and off it.
static void test_rng_wide_large(void) {
    unsigned char *got = (unsigned char *)malloc(GC_RNG_PRIV_STREAM_BYTES + 6000);
    unsigned char *want = (unsigned char *)malloc(GC_RNG_PRIV_STREAM_BYTES + 6000);
    static gc_rng_wide r, plain;

    for (int isa = 0; CHECK(got && want) && isa <= gc_rng_priv_isa(); isa++) {
        size_t size = (isa < GC_RNG_PRIV_AVX2 ? GC_RNG_PRIV_LARGE_BYTES : GC_RNG_PRIV_STREAM_BYTES) + 5000;
        for (size_t offset = 0; offset < 64; offset += 48) {
            gc_rng_wide_seed_stream(&r, 4, offset);
            plain = r;
            memset(got, 0xa5, size + 128);
            gc_rng_priv_wide_fill(&r, GC_RNG_PRIV_BYTES, got + offset, size, isa);
            for (size_t at = 0; at < size; at += 4096) {
                gc_rng_wide_fill(&plain, want + at, size - at < 4096 ? size - at : 4096);
            }
            CHECK(memcmp(got + offset, want, size) == 0);
            for (size_t i = 0; i < offset; i++) CHECK(got[i] == 0xa5);
            for (size_t i = offset + size; i < size + 128; i++) CHECK(got[i] == 0xa5);
            CHECK_U64(gc_rng_wide_next(&r), gc_rng_wide_next(&plain));
        }
    }
    free(got);
    free(want);
}

// Doubles and floats of any count, and what follows them.
static void test_rng_wide_numbers(void) {
    static double doubles[700];
    static float floats[700];
    static gc_rng_wide r, plain;

    gc_rng_wide_seed(&r, 6);
    plain = r;
    for (size_t n = 0; n < 700; n += 1 + n / 7) {
        gc_rng_wide_fill_f64(&r, doubles, n);
        for (size_t i = 0; i < n; i++) {
            CHECK_U64(test_rng_bits(doubles[i]), test_rng_bits(gc_rng_priv_f64(gc_rng_wide_next(&plain))));
            CHECK(doubles[i] >= 0 && doubles[i] < 1);
        }
        gc_rng_wide_fill_f32(&r, floats, n);
        for (size_t i = 0; i < n; i += 2) {
            uint64_t word = gc_rng_wide_next(&plain);
            CHECK_U64(test_rng_bits_f32(floats[i]), test_rng_bits_f32(gc_rng_priv_f32(word << 32)));
            if (i + 1 < n) {
                CHECK_U64(test_rng_bits_f32(floats[i + 1]), test_rng_bits_f32(gc_rng_priv_f32(word)));
            }
        }
    }
}

// Normal floats in pieces of any length: the same bits by every set, 16 words for each 32,
// whatever next has taken before; known ones, and those of words of zeros and of ones.
static void test_rng_wide_numbers_normal(void) {
    static const uint32_t ends[4] = { 0x40d1c6ff, 0, 0, 0 };    // sqrt(62 ln 2); 2^31 - 1 is 1
    static float want[5000], got[5001];
    static gc_rng_wide r, plain;
    gc_rng lengths;

    for (int isa = 0; isa <= gc_rng_priv_isa(); isa++) {
        uint64_t hash = 0;
        gc_rng_seed(&lengths, test_seed);
        gc_rng_wide_seed(&r, 6);
        plain = r;
        for (int round = 0; round < 60; round++) {
            size_t n = (size_t)gc_rng_below(&lengths, round % 3 ? 100 : 5000);
            if (round % 2) CHECK_U64(gc_rng_wide_next(&r), gc_rng_wide_next(&plain));
            got[n] = 7.0f;
            gc_rng_priv_wide_normal_f32(&r, got, n, 100.1f, 15.3f, isa);
            CHECK(got[n] == 7.0f);

            // Each group by itself.
            for (size_t i = 0; i < n; i += 32) {
                gc_rng_priv_wide_normal_f32(&plain, want + i, n - i < 32 ? n - i : 32, 100.1f, 15.3f, 0);
            }
            for (size_t i = 0; i < n; i++) {
                if (test_rng_bits_f32(want[i]) != test_rng_bits_f32(got[i])) CHECK(want[i] == got[i]);
            }
            CHECK(r.used == plain.used && r.round == plain.round);
        }

        // Frozen: the first of a seed.
        gc_rng_wide_seed(&r, 2026);
        gc_rng_priv_wide_normal_f32(&r, got, 5000, 0.0f, 1.0f, isa);
        for (int i = 0; i < 5000; i++) hash = (hash ^ test_rng_bits_f32(got[i])) * 0x9e3779b97f4a7c15;
        CHECK_U64(hash, 0xf35c0d1b345f98e7);

        // The ends of the range.
        for (int i = 0; i < 128; i++) r.words[i] = i < 16 ? 0 : ~(uint64_t)0;
        r.used = 0;
        gc_rng_priv_wide_normal_f32(&r, got, 64, 0.0f, 1.0f, isa);
        for (int i = 0; i < 4; i++) CHECK_U64(test_rng_bits_f32(got[16 * i]), ends[i]);
    }

    // Arguments: deviation 0, NaN, an infinite mean, nothing.
    gc_rng_wide_fill_normal_f32(&r, got, 40, 2.5f, 0.0f);
    for (int i = 0; i < 40; i++) CHECK(got[i] == 2.5f);
    gc_rng_wide_fill_normal_f32(&r, got, 40, 0.0f, (float)test_rng_nan());
    for (int i = 0; i < 40; i++) CHECK(test_rng_is_nan((double)got[i]));
    gc_rng_wide_fill_normal_f32(&r, got, 40, (float)test_rng_inf(), 1.0f);
    for (int i = 0; i < 40; i++) CHECK_U64(test_rng_bits_f32(got[i]), 0x7f800000);
    gc_rng_wide_fill_normal_f32(&r, NULL, 0, 0.0f, 1.0f);
}

// The vector conversions at the ends of their range: words that give 0, 2^-53 and the largest
// below 1.
static void test_rng_wide_conversions(void) {
    static const uint64_t words[] = { 0, 0x7ff, 0x800, 0xffffffff, 0xffffff00, 0x80000000, ~(uint64_t)0,
                                      (uint64_t)1 << 43, (uint64_t)1 << 63, ((uint64_t)1 << 43) - 1 };
    for (size_t i = 0; i < TEST_RNG_COUNT(words); i++) {
        // The first quarter of a round's output is u0 ^ t1: lane 0 = word << 1 gives u0 = word,
        // but for its top bit, and lane 1 = 0 gives t1 = 0.
        uint64_t lanes[128], given = words[i] & ~((uint64_t)1 << 63);
        for (int isa = 0; isa <= gc_rng_priv_isa(); isa++) {
            for (int kind = 1; kind < 3; kind++) {
                unsigned char out[1024], want[8];
                memset(lanes, 0, sizeof lanes);
                for (int k = 0; k < 8; k++) lanes[k] = given << 1;
                gc_rng_priv_wide_kernel_of(kind, isa)(lanes, 0, out, 1);
                gc_rng_priv_put_scalar(want, given, kind);
                for (int k = 0; k < 8; k++) CHECK(memcmp(out + 8 * k, want, 8) == 0);
            }
        }
    }
}

// All 2^24 floats by the vector conversions (test_rng_f32_is_exhaustive has the scalar one): in
// round 0 the output's first 64 bytes are u0 ^ t1, so that lane 1, turned, is what is converted
// when lane 0 is 0.
static void test_rng_wide_all_floats(void) {
    for (int isa = 1; isa <= gc_rng_priv_isa(); isa++) {
        gc_rng_priv_wide_kernel kernel = gc_rng_priv_wide_kernel_of(GC_RNG_PRIV_F32, isa);
        long wrong = 0;
        for (uint32_t first = 0; first < 1u << 24; first += 16) {
            uint64_t lanes[128];
            float out[256];
            memset(lanes, 0, sizeof lanes);
            for (uint32_t i = 0; i < 16; i++) {
                uint64_t piece = (uint64_t)((first + i) << 8 | (i % 2 ? 0xffu : 0u));
                uint32_t from = i / 8 * 8 + (i % 8 + 3) % 8;    // out's piece i is lane 1's piece i + 3
                lanes[8 + from / 2] |= piece << (32 * (from % 2));
            }
            kernel(lanes, 0, (unsigned char *)out, 1);
            for (uint32_t i = 0; i < 16; i++) wrong += (double)out[i] != (double)(first + i) / 16777216.0;
        }
        CHECK_INT(wrong, 0);
    }
}

// Of a bound's results each comes from the same number of 32-bit halves: product = half * bound
// grows with the half, so the halves of a result are neighbours, and it is enough to look at
// where they begin and end.
static void test_rng_wide_below_is_exact(void) {
    static const uint32_t bounds[] = { 1, 2, 3, 6, 7, 52, 1000, 65536, 65537, 0x7fffffff, 0x80000000,
                                      0x80000001,
                                       0xfffffffe, 0xffffffff };

    gc_rng r;
    gc_rng_seed(&r, test_seed);
    for (size_t b = 0; b < TEST_RNG_COUNT(bounds); b++) {
        uint64_t bound = bounds[b], excess = ((uint64_t)1 << 32) % bound, each = ((uint64_t)1 << 32) / bound;
        for (int round = 0; round < 300; round++) {
            uint64_t k = round == 0 ? 0 : round == 1 ? bound - 1 : gc_rng_below(&r, bound);
            uint64_t first = ((k << 32) + excess + bound - 1) / bound,
                last = ((k << 32) + 0xffffffff) / bound;
            uint64_t halves[4];

            // The first and the last half that give k, and their neighbours, which do not.
            CHECK_U64(last - first + 1, each);
            halves[0] = first;
            halves[1] = last;
            halves[2] = first > 0 ? first - 1 : first;
            halves[3] = last < 0xffffffff ? last + 1 : last;

            for (int isa = 0; isa <= gc_rng_priv_isa(); isa++) {
                for (int h = 0; h < 4; h++) {
                    // The half under test among accepted ones: all ones is always accepted and
                    // gives bound - 1. When it is left out, the last number comes from the next
                    // round.
                    static gc_rng_wide w;
                    uint32_t got[256];
                    uint64_t product = halves[h] * bound;
                    size_t place = (size_t)gc_rng_below(&r, 256);
                    bool accepted = (product & 0xffffffff) >= excess;

                    gc_rng_wide_seed(&w, 1);
                    memset(w.words, 0xff, sizeof w.words);
                    w.words[place / 2] ^= (halves[h] ^ 0xffffffff) << (32 * (place % 2));
                    w.used = 0;
                    gc_rng_priv_wide_below(&w, got, 256, (uint32_t)bound, isa);

                    for (size_t i = 0; i < (accepted ? 256u : 255u); i++) {
                        uint64_t want = i == place && accepted ? product >> 32 : bound - 1;
                        if (got[i] != want) CHECK_U64(got[i], want);
                    }

                    CHECK(h > 1 || (accepted && product >> 32 == k));
                    CHECK(h < 2 || halves[h] == halves[h - 2] || !accepted || product >> 32 != k);
                    CHECK_U64(w.round, accepted ? 0 : 1);
                }
            }
        }
    }
}

// Any counts and bounds, by every instruction set, are the halves of next in order; and normals
// are the source's.
static void test_rng_wide_below_and_normal(void) {
    static gc_rng_wide r, plain;
    static uint32_t got[3000];
    static double numbers[3000];
    gc_rng lengths;

    for (int isa = 0; isa <= gc_rng_priv_isa(); isa++) {
        gc_rng_seed(&lengths, test_seed);
        gc_rng_wide_seed(&r, 7);
        plain = r;
        for (int round = 0; round < 300; round++) {
            uint32_t bound = (uint32_t)(gc_rng_u64(&lengths) >> (32 + gc_rng_below(&lengths, 32)));
            size_t n = (size_t)gc_rng_below(&lengths, round % 2 ? 3000 : 20), at = 0;
            uint64_t excess = bound ? ((uint64_t)1 << 32) % bound : 0;
            got[n] = 0xa5a5a5a5;
            gc_rng_priv_wide_below(&r, got, n, bound, isa);
            while (at < n) {
                uint64_t word = gc_rng_wide_next(&plain);
                for (int half = 0; half < 2 && at < n; half++, word >>= 32) {
                    uint64_t product = (word & 0xffffffff) * bound;
                    if ((product & 0xffffffff) < excess) continue;
                    if (got[at] != product >> 32) CHECK_U64(got[at], product >> 32);
                    at++;
                }
            }
            CHECK_U64(got[n], 0xa5a5a5a5);
            CHECK(r.used == plain.used && r.round == plain.round);
        }
    }
    gc_rng_wide_seed(&r, 8);
    plain = r;
    gc_rng_source s = gc_rng_wide_source(&plain);
    for (size_t n = 0; n < 3000; n += 1 + n / 9) {
        gc_rng_wide_fill_normal(&r, numbers, n, 100.1, 15.3);
        for (size_t i = 0; i < n; i++) {
            CHECK_U64(test_rng_bits(numbers[i]), test_rng_bits(gc_rng_source_normal(&s, 100.1, 15.3)));
        }
        gc_rng_wide_fill_exponential(&r, numbers, n, 0.7);
        for (size_t i = 0; i < n; i++) {
            CHECK_U64(test_rng_bits(numbers[i]), test_rng_bits(gc_rng_source_exponential(&s, 0.7)));
        }
        CHECK(r.used == plain.used && r.round == plain.round);
    }
    gc_rng_wide_fill_below(&r, got, 1000, 0);
    for (size_t i = 0; i < 1000; i++) CHECK_U64(got[i], 0);
    gc_rng_wide_fill_normal(&r, numbers, 10, 2.5, 0);
    for (size_t i = 0; i < 10; i++) CHECK(numbers[i] == 2.5);
    gc_rng_wide_fill_normal(&r, numbers, 10, 0, test_rng_nan());
    for (size_t i = 0; i < 10; i++) CHECK(test_rng_is_nan(numbers[i]));
    gc_rng_wide_fill_exponential(&r, numbers, 10, -0.5);
    for (size_t i = 0; i < 10; i++) CHECK(test_rng_is_nan(numbers[i]));
    gc_rng_wide_fill_below(&r, NULL, 0, 5);
    gc_rng_wide_fill_normal(&r, NULL, 0, 0, 1);
    gc_rng_wide_fill_exponential(&r, NULL, 0, 1);
}

// Both forms of every draw are one.
static void test_rng_counts_equal(gc_rng *a, gc_rng_source *s, int i) {
    static const uint32_t weights[5] = { 3, 0, 7, 1, 9 };
    static gc_rng_pity p, q;
    double m[14], n[14];
    int64_t one = 0, other = 0;

    if (p.hard == 0) CHECK_INT(gc_rng_pity_init(&p, 0.3, 2, 9), GC_RNG_OK);
    if (q.hard == 0) q = p;
    CHECK(gc_rng_pity_next(a, &p) == gc_rng_source_pity_next(s, &q));
    CHECK_U64(gc_rng_poisson(a, i % 30), gc_rng_source_poisson(s, i % 30));
    CHECK_U64(gc_rng_binomial(a, (uint64_t)i, 0.3), gc_rng_source_binomial(s, (uint64_t)i, 0.3));
    CHECK_U64(gc_rng_geometric(a, 1.0 / (1 + i)), gc_rng_source_geometric(s, 1.0 / (1 + i)));
    CHECK_U64(test_rng_bits(gc_rng_gamma(a, 0.1 * (1 + i), 2)),
              test_rng_bits(gc_rng_source_gamma(s, 0.1 * (1 + i), 2)));
    CHECK_U64(gc_rng_weighted_u32(a, weights, 5), gc_rng_source_weighted_u32(s, weights, 5));
    CHECK_INT(gc_rng_dice_keep(a, i % 9, 6, 3), gc_rng_source_dice_keep(s, i % 9, 6, 3));
    CHECK_INT(gc_rng_roll(a, "3d8-1", &one), gc_rng_source_roll(s, "3d8-1", &other));
    CHECK_INT(one, other);

    gc_rng_disc(a, m), gc_rng_source_disc(s, n);
    gc_rng_direction(a, m + 2), gc_rng_source_direction(s, n + 2);
    gc_rng_turn(a, m + 5), gc_rng_source_turn(s, n + 5);
    gc_rng_sphere(a, m + 4), gc_rng_source_sphere(s, n + 4);
    CHECK(memcmp(m, n, sizeof m) == 0);
}

static void test_rng_source_equals_direct(void) {
    gc_rng a, b;
    gc_rng_source s = gc_rng_to_source(&b);
    unsigned char x[64], y[64];
    static const double weights[5] = { 1.5, 0, 3, 0.1, 2 };
    gc_rng_alias table[5];
    gc_rng_prd p, q;

    CHECK_INT(gc_rng_alias_init(table, weights, 5), GC_RNG_OK);
    CHECK_INT(gc_rng_prd_init(&p, 0.2), GC_RNG_OK);
    q = p;
    gc_rng_seed(&a, test_seed);
    b = a;
    for (int i = 0; i < 20000; i++) {
        CHECK_U64(gc_rng_u64(&a), gc_rng_source_u64(&s));
        CHECK_U64(gc_rng_u32(&a), gc_rng_source_u32(&s));
        CHECK_U64(test_rng_bits(gc_rng_f64(&a)), test_rng_bits(gc_rng_source_f64(&s)));
        CHECK_U64(test_rng_bits_f32(gc_rng_f32(&a)), test_rng_bits_f32(gc_rng_source_f32(&s)));
        CHECK_U64(test_rng_bits(gc_rng_f64_open(&a)), test_rng_bits(gc_rng_source_f64_open(&s)));
        CHECK_U64(test_rng_bits_f32(gc_rng_f32_open(&a)), test_rng_bits_f32(gc_rng_source_f32_open(&s)));
        CHECK_U64(gc_rng_below(&a, (uint64_t)3 << 62), gc_rng_source_below(&s, (uint64_t)3 << 62));
        CHECK_INT(gc_rng_range(&a, -5, i), gc_rng_source_range(&s, -5, i));
        CHECK_U64(test_rng_bits_f32(gc_rng_range_f32(&a, 2, 9)),
                  test_rng_bits_f32(gc_rng_source_range_f32(&s, 2, 9)));
        CHECK(gc_rng_chance(&a, 0.25) == gc_rng_source_chance(&s, 0.25));
        CHECK_U64(test_rng_bits(gc_rng_normal(&a, 1, 2)), test_rng_bits(gc_rng_source_normal(&s, 1, 2)));
        CHECK_U64(test_rng_bits(gc_rng_exponential(&a, 3)), test_rng_bits(gc_rng_source_exponential(&s, 3)));
        CHECK_U64(test_rng_bits(gc_rng_lognormal(&a, 1, 2)),
                  test_rng_bits(gc_rng_source_lognormal(&s, 1, 2)));
        CHECK_U64(gc_rng_weighted(&a, weights, 5), gc_rng_source_weighted(&s, weights, 5));
        CHECK_U64(gc_rng_alias_pick(&a, table, 5), gc_rng_source_alias_pick(&s, table, 5));
        CHECK(gc_rng_prd_next(&a, &p) == gc_rng_source_prd_next(&s, &q));
        CHECK_INT(gc_rng_int(&a, -5, i), gc_rng_source_int(&s, -5, i));
        CHECK_INT(gc_rng_dice(&a, i % 4, 20), gc_rng_source_dice(&s, i % 4, 20));
        CHECK(gc_rng_chance_in(&a, 2, 7) == gc_rng_source_chance_in(&s, 2, 7));
        CHECK(gc_rng_pick(&a, x, 64, 1) == x + ((unsigned char *)gc_rng_source_pick(&s, y, 64, 1) - y));
        test_rng_counts_equal(&a, &s, i);
        if (i % 100 == 0) {
            gc_rng_fill(&a, x, 61);
            gc_rng_source_fill(&s, y, 61);
            CHECK(memcmp(x, y, 61) == 0);
            gc_rng_shuffle(&a, x, 61, 1);
            gc_rng_source_shuffle(&s, y, 61, 1);
            CHECK(memcmp(x, y, 61) == 0);
        }
    }
    CHECK(memcmp(&a, &b, sizeof a) == 0);
}

// ---- exactness ----

// A "generator" of 8 bits that gives one chosen word, then counts how often it is asked again.
typedef struct test_rng_tiny { uint8_t word; int asked; } test_rng_tiny;

// The second word, 255, is accepted by every bound: its low half, 256 - n, is not below 256 mod
// n. A wrong formula that goes on asking gets other words, so that it ends.
static uint8_t test_rng_tiny_draw(test_rng_tiny *t) {
    t->asked++;
    return t->asked == 1 ? t->word : (uint8_t)(257 - t->asked);
}

static uint8_t test_rng_tiny_multiply(uint8_t a, uint8_t b, uint8_t *low) {
    unsigned product = (unsigned)a * b;
    *low = (uint8_t)(product & 0xffu);
    return (uint8_t)(product >> 8);
}

static uint8_t test_rng_tiny_excess(uint8_t n) { return (uint8_t)((uint8_t)(0 - n) % n); }

GC_RNG_PRIV_DEFINE_BELOW(test_rng_tiny_below, test_rng_tiny, t, uint8_t, test_rng_tiny_draw,
                         test_rng_tiny_multiply, test_rng_tiny_excess)

// The shipped formula with words of 8 bits: all 256 words, all 255 bounds. Of the words that
// are not rejected every result has the same number, and no more words are rejected than must
// be.
static void test_rng_below_is_exact(void) {
    for (int n = 1; n < 256; n++) {
        int count[256] = { 0 }, rejected = 0;
        for (int w = 0; w < 256; w++) {
            test_rng_tiny t;
            uint8_t got;
            t.word = (uint8_t)w;
            t.asked = 0;
            got = test_rng_tiny_below(&t, (uint8_t)n);
            CHECK(got < n);
            CHECK(t.asked <= 2);
            if (t.asked == 1) count[got]++;
            else rejected++;
        }

        // Each number equally often, the rest refused.
        CHECK_INT(rejected, 256 % n);
        for (int k = 0; k < n; k++) CHECK_INT(count[k], 256 / n);
    }

    // Below 0 is 0, of one word.
    test_rng_tiny t;
    t.word = 200;
    t.asked = 0;
    CHECK_U64(test_rng_tiny_below(&t, 0), 0);
    CHECK_INT(t.asked, 1);
}

GC_RNG_PRIV_DEFINE_ALIAS_PICK(test_rng_tiny_pick, test_rng_tiny, t, uint8_t, test_rng_tiny_draw,
                              test_rng_tiny_multiply, test_rng_tiny_excess)

// Counts what the 256 words of 8 bits give, and compares with n numbers of words.
static void test_rng_tiny_count(const double *weights, int n, const int *want) {
    gc_rng_alias table[255];
    int count[255] = { 0 }, rejected = 0, wrong = 0;
    unsigned top = gc_rng_priv_heaviest(weights, NULL, (size_t)n);
    gc_rng_priv_alias_make(table, weights, NULL, (size_t)n, top, (uint64_t)(256 / n), (uint64_t)(256 % n));
    for (int w = 0; w < 256; w++) {
        test_rng_tiny t;
        size_t got;
        t.word = (uint8_t)w;
        t.asked = 0;
        got = test_rng_tiny_pick(&t, table, (size_t)n);
        CHECK(got < (size_t)n);
        if (t.asked == 1) count[got]++;
        else rejected++;
    }
    for (int i = 0; i < n; i++) wrong += count[i] != want[i];
    CHECK_INT(wrong, 0);
    CHECK_INT(rejected, n == 1 ? 0 : 256 % n);
}

// The shipped table and pick with words of 8 bits, all 256 of them: each index gets just the
// words that are its due, for every size, with weights that are numbers of words themselves;
// with any weights, less than one more or less. 0 gets none.
static void test_rng_alias_is_exact(void) {
    const double least = test_rng_from_bits((uint64_t)123 << 52);    // 2^-900: multiples are exact
    gc_rng r;
    gc_rng_seed(&r, test_seed);
    for (int n = 1; n < 256; n++) {
        for (int round = 0; round < 40; round++) {
            int words = 256 / n * n, want[255] = { 0 }, sum = 0;
            double weights[255], total = 0.0, before = 0.0, scale = round % 2 ? 0.3125 : least;

            // The words thrown into n boxes, of which a few get the most in every other round.
            for (int w = 0; w < words; w++) {
                uint64_t box = gc_rng_below(&r, (uint64_t)n);
                if (round % 4 > 1) box = gc_rng_below(&r, box + 1);
                want[box]++;
            }
            for (int i = 0; i < n; i++) weights[i] = scale * want[i];
            test_rng_tiny_count(weights, n, want);

            // Any weights: the words up to the end of each, cut.
            for (int i = 0; i < n; i++) {
                weights[i] = (double)gc_rng_below(&r, round % 4 > 1 ? 1000000 : 3) * 0.0625;
                total += weights[i];
            }
            if (!(total > 0)) continue;
            for (int i = 0; i < n; i++) {
                before += weights[i];
                want[i] = (int)(before * words / total) - sum;
                sum += want[i];
            }
            test_rng_tiny_count(weights, n, want);
        }
    }
}

// The tables of many sizes: every index by its chance, and what is not a weight.
static void test_rng_alias(void) {
    static double weights[1000];
    static gc_rng_alias table[1000], before[1000];
    const double bad[] = { -1.0, test_rng_nan(), test_rng_inf(), -test_rng_inf(), -5e-324 };
    gc_rng r, same;

    // A chest with 20 in 256: just so many of the words.
    weights[0] = 20;
    weights[1] = 236;
    CHECK_INT(gc_rng_alias_init(table, weights, 2), GC_RNG_OK);
    CHECK(table[0].other == 1 && table[1].other == 1);
    CHECK_U64(table[0].threshold, (uint64_t)40 << 56);    // of 2^63 words, whose lows are 2 apart

    // One word a pick; the only weight above 0 is always picked, and one entry is 0.
    gc_rng_seed(&r, test_seed);
    same = r;
    for (size_t n = 1; n < 1000; n += 1 + n / 3) {
        size_t only = (size_t)gc_rng_below(&same, n);
        memset(weights, 0, sizeof weights);
        weights[only] = 5e-324;
        CHECK_INT(gc_rng_alias_init(table, weights, n), GC_RNG_OK);
        for (int i = 0; i < 50; i++) CHECK_U64(gc_rng_alias_pick(&r, table, n), only);
        for (int i = 0; i < 50; i++) CHECK_U64(gc_rng_weighted(&r, weights, n), only);
        gc_rng_u64(&same);
    }
    gc_rng_seed(&r, test_seed);
    same = r;
    CHECK_U64(gc_rng_alias_pick(&r, NULL, 0), 0);
    gc_rng_alias_pick(&r, table, 999);
    gc_rng_u64(&same);
    gc_rng_u64(&same);
    CHECK(memcmp(&r, &same, sizeof r) == 0);

    // What is refused leaves the table as it was.
    for (size_t i = 0; i < 1000; i++) weights[i] = (double)i;
    weights[7] = test_rng_from_bits((uint64_t)1 << 63);    // -0 is 0
    CHECK_INT(gc_rng_alias_init(table, weights, 1000), GC_RNG_OK);
    memcpy(before, table, sizeof table);
    for (size_t i = 0; i < TEST_RNG_COUNT(bad); i++) {
        weights[999] = bad[i];
        CHECK_INT(gc_rng_alias_init(table, weights, 1000), GC_RNG_E_ARGUMENT);
    }
    CHECK_INT(gc_rng_alias_init(table, weights, 0), GC_RNG_E_ARGUMENT);
    CHECK_INT(gc_rng_alias_init(table, weights, 1), GC_RNG_E_ARGUMENT);    // it is 0
    CHECK(memcmp(before, table, sizeof table) == 0);
}

static uint64_t test_rng_this_word(void *user) { return *(uint64_t *)user; }

// Counts against weights, for alias tables and gc_rng_weighted alike, and what weights may be.
static void test_rng_weighted(void) {
    static double weights[500], observed[2][500], expected[500];
    static gc_rng_alias table[500];
    double odd[6], total = 0;
    gc_rng r;

    gc_rng_seed(&r, test_seed);
    for (size_t i = 0; i < 500; i++) total += weights[i] = (double)(1 + gc_rng_below(&r, 100));
    for (size_t i = 0; i < 500; i++) expected[i] = weights[i] / total * 200000;
    CHECK_INT(gc_rng_alias_init(table, weights, 500), GC_RNG_OK);
    memset(observed, 0, sizeof observed);
    for (int i = 0; i < 200000; i++) {
        observed[0][gc_rng_alias_pick(&r, table, 500)]++;
        observed[1][gc_rng_weighted(&r, weights, 500)]++;
    }
    CHECK(test_rng_chi(observed[0], expected, 500) < 25);
    CHECK(test_rng_chi(observed[1], expected, 500) < 25);

    // The words are shared out in order, each index beginning where the one before it ends.
    static const double even[4] = { 3, 3, 3, 3 };
    uint64_t word;
    gc_rng_source s;
    s.user = &word;
    s.u64 = test_rng_this_word;
    s.fill = NULL;
    for (uint64_t i = 1; i < 4; i++) {
        word = i << 62;
        CHECK_U64(gc_rng_source_weighted(&s, even, 4), i);
        word--;
        CHECK_U64(gc_rng_source_weighted(&s, even, 4), i - 1);
    }

    // Negative and NaN count as 0; infinity as 2^1024, beside which nothing else is seen.
    odd[0] = -3;
    odd[1] = test_rng_nan();
    odd[2] = 1;
    odd[3] = -test_rng_inf();
    odd[4] = 1;
    odd[5] = 0;
    for (int i = 0; i < 1000; i++) {
        size_t got = gc_rng_weighted(&r, odd, 6);
        CHECK(got == 2 || got == 4);
    }
    odd[5] = test_rng_inf();
    for (int i = 0; i < 1000; i++) CHECK_U64(gc_rng_weighted(&r, odd, 6), 5);

    // n when none is above 0, and then no word is taken.
    gc_rng same = r;
    CHECK_U64(gc_rng_weighted(&r, odd, 2), 2);
    CHECK_U64(gc_rng_weighted(&r, odd, 0), 0);
    CHECK_U64(gc_rng_weighted(&r, NULL, 0), 0);
    CHECK(memcmp(&r, &same, sizeof r) == 0);
    odd[0] = 1;
    gc_rng_weighted(&r, odd, 6);
    gc_rng_u64(&same);
    CHECK(memcmp(&r, &same, sizeof r) == 0);
}

// A try hits when the upper 63 bits of its word are below c * tries; the rate of hits is the
// chance; and what is no chance.
static void test_rng_prd(void) {
    static const double chances[] = { 1.0, 0.9, 0.5, 0.25, 0.1, 0.03, 0.01 };
    const double bad[] = { -0.1, 1.0000000000000002, test_rng_nan(), test_rng_inf(), -test_rng_inf(), 5e-324,
                           5.9604644775390618e-08 };
    gc_rng_prd p;
    gc_rng r;

    gc_rng_seed(&r, test_seed);
    for (size_t c = 0; c < TEST_RNG_COUNT(chances); c++) {
        long hits = 0;
        double wanted = 200000 * chances[c], off;
        CHECK_INT(gc_rng_prd_init(&p, chances[c]), GC_RNG_OK);
        for (int i = 0; i < 200000; i++) {
            gc_rng_prd before = p;
            gc_rng same = r;
            double chance = (double)(before.c >> 11) / 4503599627370496.0 * (double)(before.tries + 1);
            double word = (double)(gc_rng_u64(&same) >> 11) / 9007199254740992.0;
            bool hit = gc_rng_prd_next(&r, &p);
            if (test_rng_abs(word - chance) > 1e-9) CHECK(hit == (word < chance));
            CHECK_U64(p.tries, hit ? 0 : before.tries + 1);
            CHECK(memcmp(&r, &same, sizeof r) == 0);
            hits += hit;
        }
        off = (double)hits - wanted;    // less spread than independent tries have
        CHECK(off * off <= 25 * wanted * (1 - chances[c]));
    }

    // Published for Warcraft III and Dota 2: the first chances for 5, 25 and 50 %.
    gc_rng_prd_init(&p, 0.05);
    CHECK(test_rng_abs((double)p.c / 9223372036854775808.0 - 0.00380166) < 5e-9);
    gc_rng_prd_init(&p, 0.25);
    CHECK(test_rng_abs((double)p.c / 9223372036854775808.0 - 0.08474409) < 5e-9);
    gc_rng_prd_init(&p, 0.5);
    CHECK(test_rng_abs((double)p.c / 9223372036854775808.0 - 0.30210303) < 5e-9);

    // Never and always; the least chance.
    CHECK_INT(gc_rng_prd_init(&p, test_rng_from_bits((uint64_t)1 << 63)), GC_RNG_OK);
    CHECK_INT(gc_rng_prd_init(&p, 0), GC_RNG_OK);
    for (int i = 0; i < 1000; i++) CHECK(!gc_rng_prd_next(&r, &p));
    CHECK_INT(gc_rng_prd_init(&p, 1), GC_RNG_OK);
    for (int i = 0; i < 1000; i++) CHECK(gc_rng_prd_next(&r, &p));
    CHECK_INT(gc_rng_prd_init(&p, 5.9604644775390625e-08), GC_RNG_OK);
    CHECK(p.c > 51400 && p.c < 51500);
    for (size_t i = 0; i < TEST_RNG_COUNT(bad); i++) {
        p.c = p.tries = 5;
        CHECK_INT(gc_rng_prd_init(&p, bad[i]), GC_RNG_E_ARGUMENT);
        CHECK(p.c == 0 && p.tries == 0);
    }

    // A source that gives all ones misses until the chance is 1.
    CHECK_INT(gc_rng_prd_init(&p, 0.25), GC_RNG_OK);
    for (int i = 1; i <= 12; i++) CHECK(gc_rng_priv_prd(&p.c, &p.tries, 0 - (uint64_t)1) == (i == 12));
}

// A bit of a place changed changes each bit of the number in half of all cases, and bytes of
// neighbours in a plane and in a cube come equally often.
static void test_rng_hash_places(void) {
    static double counts[256], expected[256];
    gc_rng r;
    gc_rng_seed(&r, test_seed);

    // A flipped bit of the place flips each bit of the hash in half of all cases.
    for (int bit = 0; bit < 256; bit++) {
        int flips[64] = { 0 };
        for (int i = 0; i < 1000; i++) {
            uint64_t place[4], h, other;
            for (int k = 0; k < 4; k++) place[k] = gc_rng_u64(&r) >> (i % 2 ? 0 : 52);
            h = gc_rng_hash(place[0], (int64_t)place[1], (int64_t)place[2], (int64_t)place[3]);
            place[bit / 64] ^= (uint64_t)1 << (bit % 64);
            other = h ^ gc_rng_hash(place[0], (int64_t)place[1], (int64_t)place[2], (int64_t)place[3]);
            for (int k = 0; k < 64; k++) flips[k] += (int)(other >> k & 1u);
        }
        for (int k = 0; k < 64; k++) CHECK(flips[k] > 405 && flips[k] < 595);    // 6 deviations
    }

    // Each byte over two grids is uniform.
    for (int shift = 0; shift < 64; shift += 8) {
        memset(counts, 0, sizeof counts);
        for (int i = 0; i < 256; i++) expected[i] = (512.0 * 512 + 64.0 * 64 * 64) / 256;
        for (int i = 0; i < 512 * 512; i++) {
            counts[gc_rng_hash(1, i % 512 - 256, i / 512 - 256, 0) >> shift & 255u]++;
        }
        for (int i = 0; i < 64 * 64 * 64; i++) {
            counts[gc_rng_hash(2, i % 64, i / 64 % 64, i / 4096) >> shift & 255u]++;
        }
        CHECK(test_rng_chi(counts, expected, 256) < 25);
    }
}

// What is made of a place's bits: floats, bounded numbers, rows; numbers of any count.
static void test_rng_hash_rows(void) {
    static uint64_t words[150];
    static uint32_t words32[150];
    static float floats[150];
    static const uint64_t bounds[] = { 0, 1, 6, 1000, 0x80000001, 0xffffffff };
    for (size_t n = 0; n < 150; n += 1 + n / 8) {
        uint32_t bound = (uint32_t)bounds[n % TEST_RNG_COUNT(bounds)];
        gc_rng_hash_row(words, n, 7, -5, 2, -3);
        gc_rng_hash32_row(words32, n, 7, -5, 2, -3);
        gc_rng_hash_row_f32(floats, n, 7, -5, 2, -3);

        for (size_t i = 0; i < n; i++) {
            int64_t x = (int64_t)i - 5, all[4] = { -3, 2, x, 9 };
            uint64_t h = gc_rng_hash(7, x, 2, -3);
            uint64_t high = (h >> 32) * bound + ((h & 0xffffffffu) * bound >> 32);
            CHECK_U64(words[i], h);
            CHECK_U64(words32[i], gc_rng_hash32(7, (int32_t)x, 2, -3));
            CHECK(floats[i] == (float)(h >> 40) / 16777216.0f);
            CHECK(gc_rng_hash_f32(7, x, 2, -3) == floats[i]);
            CHECK_U64(gc_rng_hash_below(7, x, 2, -3, bound), high >> 32);
            CHECK_U64(gc_rng_hash_numbers(7, all, 3), h);
            CHECK_U64(gc_rng_hash_numbers(7, all, 4), gc_rng_priv_step(h, 9));
        }
    }
    CHECK_U64(gc_rng_hash_below(7, 1, 2, 3, (uint64_t)1 << 63), gc_rng_hash(7, 1, 2, 3) >> 1);
    CHECK(gc_rng_hash_numbers(7, NULL, 0) != gc_rng_hash_numbers(8, NULL, 0));
    gc_rng_hash_row(NULL, 0, 1, 2, 3, 4);
}

// As above for the hash of 32-bit operations. Each bit of seed and place changes each bit of a
// number in half of all cases. Bytes of planes and cubes come equally often. No world near this
// one is it, moved. No place near the origin has 0.
static void test_rng_hash32_places(void) {
    static double counts[256], expected[256];
    static const uint32_t constants[] = { 0, 1, 0x9e3779b9, 0x21f0aaad, 0xd35a2d97, 0x735a2d97 };

    gc_rng r;
    gc_rng_seed(&r, test_seed);

    // A flipped bit of the place flips each bit of the hash in half of all cases.
    for (int bit = 0; bit < 128; bit++) {
        int flips[32] = { 0 };
        for (int i = 0; i < 1000; i++) {
            int32_t place[4];
            uint32_t h, other;
            for (int k = 0; k < 4; k++) place[k] = (int32_t)(gc_rng_u32(&r) >> (i % 2 ? 0 : 24));
            h = gc_rng_hash32((uint32_t)place[0], place[1], place[2], place[3]);
            place[bit / 32] = (int32_t)((uint32_t)place[bit / 32] ^ 1u << (bit % 32));
            other = h ^ gc_rng_hash32((uint32_t)place[0], place[1], place[2], place[3]);
            for (int k = 0; k < 32; k++) flips[k] += (int)(other >> k & 1u);
        }
        for (int k = 0; k < 32; k++) CHECK(flips[k] > 405 && flips[k] < 595);    // 6 deviations
    }

    // Each byte over two grids is uniform.
    for (int i = 0; i < 256; i++) expected[i] = (512.0 * 512 + 64.0 * 64 * 64) / 256;
    for (int shift = 0; shift < 32; shift += 8) {
        memset(counts, 0, sizeof counts);
        for (int i = 0; i < 512 * 512; i++) {
            counts[gc_rng_hash32(1, i % 512 - 256, i / 512 - 256, 0) >> shift & 255u]++;
        }
        for (int i = 0; i < 64 * 64 * 64; i++) {
            counts[gc_rng_hash32(2, i % 64, i / 64 % 64, i / 4096) >> shift & 255u]++;
        }
        CHECK(test_rng_chi(counts, expected, 256) < 25);
    }

    // No seed made of the mixer's constants has a place near the origin with hash 0, nor the
    // places of another seed.
    for (size_t i = 0; i < 2 * TEST_RNG_COUNT(constants); i++) {
        uint32_t seed = i % 2 ? 0 - constants[i / 2] : constants[i / 2];
        uint32_t here[2] = { gc_rng_hash32(2026 + seed, 5, 6, 7), gc_rng_hash32(2026 + seed, 6, 6, 7) };
        for (int32_t k = 0; k < 125; k++) {
            int32_t x = k % 5 - 2, y = k / 5 % 5 - 2, z = k / 25 - 2;
            CHECK(gc_rng_hash32(seed, x, y, z) != 0);
            if (seed != 0) CHECK(gc_rng_hash32(2026, 5 + x, 6 + y, 7 + z) != here[0] ||
                                 gc_rng_hash32(2026, 6 + x, 6 + y, 7 + z) != here[1]);
        }
    }
}

// No world is another one moved: not where the seeds differ by a constant of such hashes, nor
// where the state between two steps differs by what one more adds to it. And no place near the
// origin of a world with such a seed has 0.
static void test_rng_hash_shifts(void) {
    static const uint64_t constants[] = { 0, 1, 0xd1b54a32d192ed03, 0xabc98388fb8fac03, 0x8cb92ba72f3d8dd7,
                                          0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb };
    for (size_t i = 0; i < 2 * TEST_RNG_COUNT(constants); i++) {
        uint64_t seed = i % 2 ? 0 - constants[i / 2] : constants[i / 2];
        uint64_t other = gc_rng_hash(2026 + seed, 5, 6, 7), state = gc_rng_priv_mix(seed);
        for (int k = 0; k < 125; k++) {
            int64_t x = k % 5 - 2, y = k / 5 % 5 - 2, z = k / 25 - 2;
            CHECK(gc_rng_hash(seed, x, y, z) != 0);
            if (seed != 0) CHECK(gc_rng_hash(2026, 5 + x, 6 + y, 7 + z) != other);
        }
        CHECK(gc_rng_priv_step(state + 0x9e3779b97f4a7c15, 1) != gc_rng_priv_step(state, 2));
    }
}

// The logarithms of log-normal numbers are the normal ones of the same words; quartiles; ends.
static void test_rng_lognormal(void) {
    gc_rng r, same;
    long below[3] = { 0, 0, 0 };

    gc_rng_seed(&r, test_seed);
    same = r;
    for (int i = 0; i < 100000; i++) {
        double z = gc_rng_normal(&same, 0, 1), v = gc_rng_lognormal(&r, 0, 1);
        double back = v < 1 ? test_rng_exp_minus(-z) : 1 / test_rng_exp_minus(z);
        CHECK(test_rng_abs(v / back - 1) < 1e-12);
        below[0] += v < 0.50941628386327755;    // e^-0.67448975...
        below[1] += v < 1;
        below[2] += v < 1.9630310841582573;
    }
    CHECK(memcmp(&r, &same, sizeof r) == 0);
    for (int i = 0; i < 3; i++) CHECK(labs(below[i] - 25000L * (i + 1)) < 800);

    CHECK(gc_rng_lognormal(&r, 0, 0) == 1);
    CHECK_U64(test_rng_bits(gc_rng_lognormal(&r, 710, 0)), test_rng_bits(test_rng_inf()));
    CHECK_U64(test_rng_bits(gc_rng_lognormal(&r, test_rng_inf(), 1)), test_rng_bits(test_rng_inf()));
    CHECK_U64(test_rng_bits(gc_rng_lognormal(&r, -test_rng_inf(), 1)), 0);
    CHECK_U64(test_rng_bits(gc_rng_lognormal(&r, -1e300, 0)), 0);
    CHECK(test_rng_is_nan(gc_rng_lognormal(&r, test_rng_nan(), 1)));
    CHECK(test_rng_is_nan(gc_rng_lognormal(&r, 1, test_rng_nan())));
}

#ifndef GC_RNG_NO_STATISTICS
// What has no p-value, or a plain one.
static void test_rng_chi2_arguments(void) {
    uint64_t counts[4] = { 10, 20, 30, 0 };
    double weights[4] = { 1, 2, 3, 0 };
    const double bad[] = { -1.0, test_rng_nan(), test_rng_inf() };

    CHECK(gc_rng_chi2(counts, weights, 4) == 1);
    for (size_t i = 0; i < TEST_RNG_COUNT(bad); i++) {
        weights[3] = bad[i];
        CHECK(test_rng_is_nan(gc_rng_chi2(counts, weights, 4)));
    }
    weights[3] = 0;
    counts[3] = 1;
    CHECK(gc_rng_chi2(counts, weights, 4) == 0);    // what cannot be has come
    CHECK(gc_rng_chi2(counts + 2, weights + 2, 2) == 0);
    CHECK(gc_rng_chi2(counts, weights, 1) == 1);
    CHECK(test_rng_is_nan(gc_rng_chi2(counts, weights, 0)));
    CHECK(test_rng_is_nan(gc_rng_chi2(counts + 3, weights + 3, 1)));
    memset(counts, 0, sizeof counts);
    CHECK(gc_rng_chi2(counts, weights, 4) == 1);
    counts[0] = (uint64_t)1 << 63;
    CHECK(gc_rng_chi2(counts, weights, 3) == 0);
    for (size_t i = 0; i < 3; i++) counts[i] = (uint64_t)(i + 1) << 60;
    CHECK(gc_rng_chi2(counts, weights, 3) == 1);
}
#endif

// The 128-bit product against long multiplication in 32-bit halves, edges included.
static void test_rng_multiply(void) {
    gc_rng r;
    gc_rng_seed(&r, test_seed);
    for (int i = 0; i < 100000; i++) {
        uint64_t a = gc_rng_u64(&r), b = gc_rng_u64(&r), low, high, m;
        if (i % 4 == 1) a = ~(uint64_t)0 << (i % 64);
        if (i % 8 == 3) b = ~(uint64_t)0 >> (i % 61);
        m = (a >> 32) * (b & 0xffffffffu) + ((a & 0xffffffffu) * (b & 0xffffffffu) >> 32);
        high = (a >> 32) * (b >> 32) + (m >> 32) +
            (((a & 0xffffffffu) * (b >> 32) + (m & 0xffffffffu)) >> 32);
        CHECK_U64(gc_rng_priv_multiply(a, b, &low), high);
        CHECK_U64(low, a * b);
    }
}

// A source that plays a list of words, then counts upwards from the last.
typedef struct test_rng_script { uint64_t words[4]; unsigned taken; } test_rng_script;

static uint64_t test_rng_script_u64(void *user) {
    test_rng_script *s = (test_rng_script *)user;
    unsigned at = s->taken < 3 ? s->taken : 3;
    return s->words[at] + (s->taken++ - at);
}

static gc_rng_source test_rng_script_source(test_rng_script *script, uint64_t a, uint64_t b) {
    gc_rng_source s;
    script->words[0] = a;
    script->words[1] = b;
    script->words[2] = script->words[3] = 0x123456789abcdef0;
    script->taken = 0;
    s.user = script;
    s.u64 = test_rng_script_u64;
    s.fill = NULL;
    return s;
}

static void test_rng_below(void) {
    static const uint64_t bounds[] = { 1, 2, 3, 6, 1000, 0x80000001, 0x100000000,
                                       ((uint64_t)1 << 63) + 1, ~(uint64_t)0 };
    test_rng_script script;
    gc_rng_source s;
    gc_rng r, before;
    gc_rng_seed(&r, test_seed);
    for (size_t i = 0; i < TEST_RNG_COUNT(bounds); i++) {
        for (int k = 0; k < 1000; k++) CHECK(gc_rng_below(&r, bounds[i]) < bounds[i]);
    }
    before = r;
    CHECK_U64(gc_rng_below(&r, 0), 0);
    gc_rng_u64(&before);
    CHECK(memcmp(&r, &before, sizeof r) == 0);    // and it took one word
    // n = 3: 2^64 mod 3 = 1, so the word 0 (low half 0) is rejected, and no other.
    s = test_rng_script_source(&script, 0, ~(uint64_t)0);
    CHECK_U64(gc_rng_source_below(&s, 3), 2);
    CHECK_U64(script.taken, 2);
    s = test_rng_script_source(&script, 1, 0);
    CHECK_U64(gc_rng_source_below(&s, 3), 0);
    CHECK_U64(script.taken, 1);

    // A power of two rejects nothing.
    s = test_rng_script_source(&script, 0, 0);
    CHECK_U64(gc_rng_source_below(&s, 64), 0);
    CHECK_U64(script.taken, 1);

    // Counts of the shipped 64-bit form: a chi-square for a die and for 1000 faces.
    for (uint64_t n = 6; n <= 1000; n += 994) {
        static double observed[1000], expected[1000];
        for (uint64_t k = 0; k < n; k++) {
            observed[k] = 0;
            expected[k] = 1e6 / (double)n;
        }
        for (int i = 0; i < 1000000; i++) observed[gc_rng_below(&r, n)]++;
        CHECK(test_rng_chi(observed, expected, (size_t)n) < 25);
    }
}

static void test_rng_range(void) {
    gc_rng r, copy;
    bool seen[7] = { false, false, false, false, false, false, false };
    gc_rng_seed(&r, 3);
    for (int i = 0; i < 1000; i++) {
        int64_t v = gc_rng_range(&r, -3, 3);
        if (CHECK(v >= -3 && v <= 3)) seen[v + 3] = true;
    }
    for (int i = 0; i < 7; i++) CHECK(seen[i]);
    CHECK_INT(gc_rng_range(&r, 5, 5), 5);
    CHECK_INT(gc_rng_range(&r, INT64_MIN, INT64_MIN), INT64_MIN);
    CHECK_INT(gc_rng_range(&r, INT64_MAX, INT64_MAX), INT64_MAX);
    copy = r;
    CHECK_INT(gc_rng_range(&r, 10, -20), gc_rng_range(&copy, -20, 10));

    // The full span: every word is a result.
    copy = r;
    CHECK_U64((uint64_t)gc_rng_range(&r, INT64_MIN, INT64_MAX) - (uint64_t)INT64_MIN, gc_rng_u64(&copy));
    copy = r;
    CHECK_U64((uint64_t)gc_rng_range(&r, INT64_MAX, INT64_MIN) - (uint64_t)INT64_MIN, gc_rng_u64(&copy));
    for (int i = 0; i < 1000; i++) CHECK(gc_rng_range(&r, INT64_MIN, INT64_MAX - 1) < INT64_MAX);
    for (int i = 0; i < 1000; i++) CHECK(gc_rng_range(&r, INT64_MIN + 1, INT64_MAX) > INT64_MIN);
}

// Every multiple of 2^-24 in [0, 1) comes from its top bits, whatever is below them.
static void test_rng_f32_is_exhaustive(void) {
    long wrong = 0;
    for (uint32_t i = 0; i < 1u << 24; i++) {
        uint64_t top = (uint64_t)i << 40;
        float low = gc_rng_priv_f32(top), high = gc_rng_priv_f32(top | 0xffffffffff);
        double exact = (double)i / 16777216.0;
        wrong += !((double)low == exact && (double)high == exact && high < 1.0f && low >= 0.0f);
    }
    CHECK_INT(wrong, 0);
}

static void test_rng_f64(void) {
    gc_rng r;
    double sum = 0, sum_squares = 0;

    CHECK(gc_rng_priv_f64(0) == 0.0);
    CHECK(gc_rng_priv_f64(0x7ff) == 0.0);
    CHECK(gc_rng_priv_f64(0x800) == 1.0 / 9007199254740992.0);
    CHECK(gc_rng_priv_f64((uint64_t)1 << 63) == 0.5);
    CHECK(gc_rng_priv_f64(~(uint64_t)0) == 1.0 - 1.0 / 9007199254740992.0);
    CHECK(gc_rng_priv_f64(~(uint64_t)0) < 1.0);
    gc_rng_seed(&r, 4);
    for (int i = 0; i < 1000000; i++) {
        gc_rng copy = r;
        double v = gc_rng_f64(&r);
        if (!(v >= 0.0 && v < 1.0) || v * 9007199254740992.0 != (double)(gc_rng_u64(&copy) >> 11)) {
            CHECK(false);
        }
        sum += v;
        sum_squares += v * v;
    }
    CHECK(test_rng_abs(sum / 1e6 - 1.0 / 2) < 5 * 0.000289);          // sigma = 1 / sqrt(12 * 10^6)
    CHECK(test_rng_abs(sum_squares / 1e6 - 1.0 / 3) < 5 * 0.000298);  // sigma = sqrt(4 / 45 / 10^6)
}

// Never 0, never 1, and 1 - x is as likely as x.
static void test_rng_open(void) {
    gc_rng r, copy;
    const double grain = 1.0 / 9007199254740992.0, grain_f32 = 1.0 / 16777216.0;

    CHECK(gc_rng_priv_f64_open(0) == grain && gc_rng_priv_f64_open(~(uint64_t)0) == 1.0 - grain);
    CHECK((double)gc_rng_priv_f32_open(0) == grain_f32);
    CHECK((double)gc_rng_priv_f32_open(~(uint64_t)0) == 1.0 - grain_f32);
    gc_rng_seed(&r, 20);
    for (int i = 0; i < 100000; i++) {
        uint64_t word;
        double v, mirrored;
        float f, mirrored_f32;
        copy = r;
        word = gc_rng_u64(&copy);
        v = gc_rng_f64_open(&r);
        mirrored = gc_rng_priv_f64_open(~word);
        CHECK(v > 0.0 && v < 1.0 && 1.0 - v == mirrored);
        CHECK(v - gc_rng_priv_f64(word) == (word & 0x800 ? 0 : grain));
        r = copy;
        word = gc_rng_u64(&copy);
        f = gc_rng_f32_open(&r);
        mirrored_f32 = gc_rng_priv_f32_open(~word);
        CHECK(f > 0.0f && f < 1.0f && 1.0f - f == mirrored_f32);
        CHECK(memcmp(&r, &copy, sizeof r) == 0);    // one word each
    }
}

static void test_rng_u32_is_the_upper_half(void) {
    gc_rng r, copy;
    gc_rng_seed(&r, 6);
    copy = r;
    for (int i = 0; i < 100; i++) CHECK_U64(gc_rng_u32(&r), gc_rng_u64(&copy) >> 32);
}

static void test_rng_range_f32(void) {
    static const float bounds[][2] = {
        { 0.0f, 1.0f }, { -1.0f, 1.0f }, { 100.0f, 101.0f }, { 16777215.0f, 16777216.0f },
        { -3.4e38f, 3.4e38f },
        { 1e-45f, 3e-45f }, { -1e-45f, 1e-45f }, { 0.0f, 1e-45f }, { -1e-45f, 0.0f }, { -2.0f, -1.0f },
        { 1.0f, 1.0000001f }, { -7.5f, 0.0f }
    };

    gc_rng r, copy;
    double sum = 0;
    gc_rng_seed(&r, 8);
    for (size_t b = 0; b < TEST_RNG_COUNT(bounds); b++) {
        float lo = bounds[b][0], hi = bounds[b][1];
        for (int i = 0; i < 20000; i++) {
            float v = gc_rng_range_f32(&r, lo, hi);
            if (!(v >= lo && v < hi)) CHECK(false);
        }

        // The largest and the smallest word, in both orders of the bounds.
        CHECK(gc_rng_priv_between(gc_rng_priv_f32(~(uint64_t)0), lo, hi) < hi);
        CHECK(gc_rng_priv_between(gc_rng_priv_f32(~(uint64_t)0), hi, lo) < hi);
        CHECK(gc_rng_priv_between(0.0f, lo, hi) == lo);
        CHECK(gc_rng_priv_between(0.0f, hi, lo) == lo);

        copy = r;
        CHECK(gc_rng_range_f32(&r, lo, hi) == gc_rng_range_f32(&copy, hi, lo));
    }

    // The mean.
    for (int i = 0; i < 100000; i++) sum += (double)gc_rng_range_f32(&r, -2.0f, 6.0f);
    CHECK(test_rng_abs(sum / 100000 - 2.0) < 5 * 0.0073);    // sigma = 8 / sqrt(12 * 10^5)

    for (int i = 0; i < 20000; i++) {    // equal bounds, of any bits: rounding the two products must not show
        uint32_t bits = gc_rng_u32(&r);
        float bound;
        memcpy(&bound, &bits, sizeof bound);
        if (bound - bound == 0.0f && gc_rng_range_f32(&r, bound, bound) != bound) CHECK(false);
    }

    // Equal bounds give that number; what is no number gives none.
    CHECK(gc_rng_range_f32(&r, 2.5f, 2.5f) == 2.5f);
    CHECK(gc_rng_range_f32(&r, 0.0f, 0.0f) == 0.0f);
    CHECK(test_rng_is_nan((double)gc_rng_range_f32(&r, test_rng_nan_f32(), 1.0f)));
    CHECK(test_rng_is_nan((double)gc_rng_range_f32(&r, 1.0f, test_rng_nan_f32())));
    CHECK(test_rng_is_nan((double)gc_rng_range_f32(&r, -test_rng_inf_f32(), 1.0f)));
    CHECK(test_rng_is_nan((double)gc_rng_range_f32(&r, 1.0f, test_rng_inf_f32())));
}

static void test_rng_chance(void) {
    gc_rng r, copy;
    long hits = 0;
    gc_rng_seed(&r, 9);
    copy = r;
    for (int i = 0; i < 1000; i++) {
        CHECK(!gc_rng_chance(&r, 0.0));
        CHECK(!gc_rng_chance(&r, -1.0));
        CHECK(!gc_rng_chance(&r, test_rng_nan()));
        CHECK(!gc_rng_chance(&r, -test_rng_inf()));
        CHECK(gc_rng_chance(&r, 1.0));
        CHECK(gc_rng_chance(&r, 2.0));
        CHECK(gc_rng_chance(&r, test_rng_inf()));
        for (int k = 0; k < 7; k++) gc_rng_u64(&copy);
    }
    CHECK(memcmp(&r, &copy, sizeof r) == 0);    // one word each, always
    for (int i = 0; i < 1000000; i++) hits += gc_rng_chance(&r, 0.3);
    CHECK(test_rng_abs((double)hits - 300000) < 5 * 458);    // sigma = sqrt(10^6 * 0.3 * 0.7)
}

// ---- distributions ----

enum { TEST_RNG_DRAWS = 4000000, TEST_RNG_BINS = 202 };

// Bins of 0.04 from -4 to 4, and what is outside.
static void test_rng_normal_bins(double *observed, double *expected) {
    const double n = TEST_RNG_DRAWS;
    for (int i = 0; i < TEST_RNG_BINS; i++) {
        double lower = test_rng_abs((i - 101) * 0.04), upper = test_rng_abs((i - 100) * 0.04);
        double a = i == 0 || i == TEST_RNG_BINS - 1 ? 0 : test_rng_normal_above(
            lower > upper ? lower : upper);
        observed[i] = 0;
        expected[i] = n * (test_rng_normal_above(lower < upper ? lower : upper) - a);
    }
}

static void test_rng_normal_shape(void) {
    static double observed[TEST_RNG_BINS], expected[TEST_RNG_BINS];
    double m1 = 0, m2 = 0, m3 = 0, m4 = 0, previous = 0, serial = 0, n = TEST_RNG_DRAWS;
    double tail[4] = { 0, 0, 0, 0 }, tail_expected[4];
    gc_rng r;

    test_rng_normal_bins(observed, expected);
    gc_rng_seed(&r, 10);
    for (int i = 0; i < TEST_RNG_DRAWS; i++) {
        double z = gc_rng_normal(&r, 0.0, 1.0);
        double a = test_rng_abs(z), place = (z + 4.04) / 0.04;
        observed[place < 0 ? 0 : place >= TEST_RNG_BINS - 1 ? TEST_RNG_BINS - 1 : (int)place]++;
        // The tail starts at 3.654...: bins that a wrong one cannot fill.
        if (a >= 3.65415288536101) tail[a < 3.8 ? 0 : a < 4.0 ? 1 : a < 4.3 ? 2 : 3]++;
        m1 += z;
        m2 += z * z;
        m3 += z * z * z;
        m4 += z * z * z * z;
        serial += z * previous;
        previous = z;
    }
    CHECK(test_rng_chi(observed, expected, TEST_RNG_BINS) < 25);

    // Sigmas: 1, sqrt 2, sqrt 15, sqrt 96 and 1, each over sqrt n = 2000.
    CHECK(test_rng_abs(m1 / n) < 5 * 1.0 / 2000);
    CHECK(test_rng_abs(m2 / n - 1) < 5 * 1.4143 / 2000);
    CHECK(test_rng_abs(m3 / n) < 5 * 3.873 / 2000);
    CHECK(test_rng_abs(m4 / n - 3) < 5 * 9.798 / 2000);
    CHECK(test_rng_abs(serial / n) < 5 * 1.0 / 2000);
    tail_expected[0] = 2 * n * (test_rng_normal_above(3.65415288536101) - test_rng_normal_above(3.8));
    tail_expected[1] = 2 * n * (test_rng_normal_above(3.8) - test_rng_normal_above(4.0));
    tail_expected[2] = 2 * n * (test_rng_normal_above(4.0) - test_rng_normal_above(4.3));
    tail_expected[3] = 2 * n * test_rng_normal_above(4.3);
    CHECK(test_rng_chi(tail, tail_expected, 4) < 25);
}

// The same of wide's floats, with the tails, pairs in a group, and squares of neighbours.
static void test_rng_normal_f32_shape(void) {
    static double observed[TEST_RNG_BINS], expected[TEST_RNG_BINS];
    static float z[4096];
    static gc_rng_wide r;
    double m2 = 0, m4 = 0, product = 0, squares = 0, beyond = 0, n = TEST_RNG_DRAWS;

    test_rng_normal_bins(observed, expected);
    gc_rng_wide_seed(&r, 11);
    for (int i = 0; i < TEST_RNG_DRAWS; i++) {
        if (i % 4096 == 0) gc_rng_wide_fill_normal_f32(&r, z, 4096, 0.0f, 1.0f);
        double v = (double)z[i % 4096], pair = (double)z[(i % 4096) ^ 16], place = (v + 4.04) / 0.04;
        observed[place < 0 ? 0 : place >= TEST_RNG_BINS - 1 ? TEST_RNG_BINS - 1 : (int)place]++;
        beyond += test_rng_abs(v) > 4.5;
        m2 += v * v;
        m4 += v * v * v * v;
        product += v * pair;
        squares += (v * v - 1) * (pair * pair - 1);
    }

    // Each pair comes twice: sqrt 2 times the sigmas 1 and 2 of those sums.
    CHECK(test_rng_chi(observed, expected, TEST_RNG_BINS) < 25);
    CHECK(test_rng_abs(m2 / n - 1) < 5 * 1.4143 / 2000);
    CHECK(test_rng_abs(m4 / n - 3) < 5 * 9.798 / 2000);
    CHECK(test_rng_abs(product / n) < 5 * 1.4143 / 2000);
    CHECK(test_rng_abs(squares / n) < 5 * 2.8285 / 2000);
    CHECK(test_rng_abs(beyond - 2 * n * test_rng_normal_above(4.5)) < 5 * 5.3);
}

static void test_rng_exponential_shape(void) {
    static double observed[TEST_RNG_BINS], expected[TEST_RNG_BINS];
    double m1 = 0, m2 = 0, m3 = 0, n = TEST_RNG_DRAWS, smallest = 1;
    double tail[4] = { 0, 0, 0, 0 }, tail_expected[4];
    gc_rng r;
    for (int i = 0; i < TEST_RNG_BINS; i++) {
        observed[i] = 0;
        double right = i == TEST_RNG_BINS - 1 ? 0 : test_rng_exp_minus((i + 1) * 0.03);
        expected[i] = n * (test_rng_exp_minus(i * 0.03) - right);
    }
    gc_rng_seed(&r, 11);
    for (int i = 0; i < TEST_RNG_DRAWS; i++) {
        double x = gc_rng_exponential(&r, 1.0), place = x / 0.03;
        observed[place >= TEST_RNG_BINS - 1 ? TEST_RNG_BINS - 1 : (int)place]++;
        if (x >= 7.69711747013105) tail[x < 8 ? 0 : x < 9 ? 1 : x < 10.5 ? 2 : 3]++;
        if (x < smallest) smallest = x;
        m1 += x;
        m2 += x * x;
        m3 += x * x * x;
    }
    CHECK(smallest > 0);
    CHECK(test_rng_chi(observed, expected, TEST_RNG_BINS) < 25);

    // Sigmas: 1, sqrt 20, sqrt 684, over 2000.
    CHECK(test_rng_abs(m1 / n - 1) < 5 * 1.0 / 2000);
    CHECK(test_rng_abs(m2 / n - 2) < 5 * 4.473 / 2000);
    CHECK(test_rng_abs(m3 / n - 6) < 5 * 26.16 / 2000);
    tail_expected[0] = n * (test_rng_exp_minus(7.69711747013105) - test_rng_exp_minus(8));
    tail_expected[1] = n * (test_rng_exp_minus(8) - test_rng_exp_minus(9));
    tail_expected[2] = n * (test_rng_exp_minus(9) - test_rng_exp_minus(10.5));
    tail_expected[3] = n * test_rng_exp_minus(10.5);
    CHECK(test_rng_chi(tail, tail_expected, 4) < 25);
}

// A word leads to its layer's point, both signs; the last word of the base layer leads beyond
// the edge.
static void test_rng_normal_words(void) {
    test_rng_script script;
    gc_rng_source s;
    for (uint64_t i = 0; i < 255; i++) {
        uint64_t word = (((uint64_t)1 << 40) * 77777) << 8 | i;    // far left in its layer: accepted at once
        double plus, minus;
        s = test_rng_script_source(&script, word, 0);
        plus = gc_rng_source_normal(&s, 0, 1);
        CHECK_U64(script.taken, 1);
        s = test_rng_script_source(&script, word | 0x100, 0);
        minus = gc_rng_source_normal(&s, 0, 1);
        CHECK(plus > 0 && minus < 0);
        CHECK(test_rng_abs(plus + minus) < 1e-15);
        CHECK(test_rng_abs(plus - (double)(word >> 11) / 9007199254740992.0
              * (double)gc_rng_priv_normal_layer[2 * i + 1] / 144115188075855872.0) < 1e-14);
    }

    // Base layer, right of r: the tail.
    s = test_rng_script_source(&script, ~(uint64_t)0 << 9, 0x4000000000000005);
    CHECK(gc_rng_source_normal(&s, 0, 1) > 3.6541528853610087);
    CHECK(script.taken >= 3);
}

static uint64_t test_rng_beyond_u64(void *user) {
    (void)user;
    return ~(uint64_t)0 << 8;
}

// Two words beyond the last edge, then one in the middle of the base layer: twice the edge and
// what the third gives.
static void test_rng_exponential_tail(void) {
    test_rng_script script;
    gc_rng_source s = test_rng_script_source(&script, ~(uint64_t)0 << 8, ~(uint64_t)0 << 8);
    double x;
    script.words[2] = (uint64_t)1 << 63;
    x = gc_rng_source_exponential(&s, 1.0);
    CHECK_U64(script.taken, 3);
    CHECK(test_rng_abs(x - (2 * 7.69711747013104972 + 8.69711747013104972 / 2)) < 1e-12);
    // A source that gives nothing else ends after 7 of them, before a sign bit is reached.
    s.u64 = test_rng_beyond_u64;
    x = gc_rng_source_exponential(&s, 1.0);
    CHECK(test_rng_abs(x - (7 * 7.69711747013104972 + 8.69711747013104972)) < 1e-12);
}

// The exponential function of the wedges, against the test's own.
static void test_rng_exp(void) {
    for (int i = 0; i < 8000; i++) {
        uint64_t t = (uint64_t)i * (((uint64_t)1 << 61) / 1000) + (uint64_t)i;
        double x = (double)t / 2305843009213693952.0;
        double got = (double)gc_rng_priv_exp(t) / 9223372036854775808.0, want = test_rng_exp_minus(x);
        CHECK(test_rng_abs(got / want - 1) < 1e-12);    // the test's own is the coarser
    }
    CHECK_U64(gc_rng_priv_exp(0), (uint64_t)1 << 63);
}

static void test_rng_normal_arguments(void) {
    gc_rng r, copy;
    gc_rng_seed(&r, 12);
    for (int i = 0; i < 100; i++) {
        double z, mirrored;
        CHECK(gc_rng_normal(&r, 7.25, 0.0) == 7.25);
        copy = r;
        z = gc_rng_normal(&r, 0, 2.5);
        mirrored = gc_rng_normal(&copy, 0, -2.5);
        CHECK(z == -mirrored);
        CHECK(memcmp(&r, &copy, sizeof r) == 0);
    }
    CHECK(test_rng_is_nan(gc_rng_normal(&r, test_rng_nan(), 1)));
    CHECK(test_rng_is_nan(gc_rng_normal(&r, 0, test_rng_nan())));
    CHECK(gc_rng_normal(&r, test_rng_inf(), 1) == test_rng_inf());
    CHECK(test_rng_abs(gc_rng_normal(&r, 0, test_rng_inf())) == test_rng_inf());
}

static void test_rng_exponential_arguments(void) {
    gc_rng r;
    gc_rng_seed(&r, 13);
    for (int i = 0; i < 100; i++) {
        gc_rng copy = r;
        CHECK(gc_rng_exponential(&r, 2.0) * 2.0 == gc_rng_exponential(&copy, 1.0));
        CHECK(gc_rng_exponential(&r, 0.0) == test_rng_inf());
        CHECK(gc_rng_exponential(&r, -0.0) == test_rng_inf());
        CHECK(gc_rng_exponential(&r, test_rng_inf()) == 0.0);
        CHECK(test_rng_is_nan(gc_rng_exponential(&r, -1.0)));
        CHECK(test_rng_is_nan(gc_rng_exponential(&r, -test_rng_inf())));
        CHECK(test_rng_is_nan(gc_rng_exponential(&r, test_rng_nan())));
    }
}

// The operations in integers, for units that round twice, against this machine's; skipped on
// such a unit itself.
static void test_rng_soft_double(void) {
#if defined(__SSE2_MATH__) || (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0)
    gc_rng r;
    long compared = 0;
    gc_rng_seed(&r, test_seed);

    for (int i = 0; i < 600000; i++) {
        uint64_t u = gc_rng_u64(&r), w = gc_rng_u64(&r), exponent_mask = (uint64_t)0x7ff << 52;
        double a, b;
        // Of near size, and short ones, whose results are often ties.
        if (i & 1) w = (w & ~exponent_mask) | ((((u >> 52) + gc_rng_below(&r, 130) - 65) & 0x7ff) << 52);
        if (i & 2) u &= ~(uint64_t)0 << gc_rng_below(&r, 53);
        if (i & 4) w &= ~(uint64_t)0 << gc_rng_below(&r, 53);
        if (i % 16 == 8) {    // results among the subnormal numbers
            u = (u & ~exponent_mask) | (511 + gc_rng_below(&r, 60)) << 52;
            w = (w & ~exponent_mask) | (470 + gc_rng_below(&r, 60)) << 52;
        }
        if (i % 16 == 9) u &= ~exponent_mask;

        a = test_rng_from_bits(u);
        b = test_rng_from_bits(w);
        if (!gc_rng_priv_is_ordinary(a) || !gc_rng_priv_is_ordinary(b)) continue;

        compared++;
        CHECK_U64(test_rng_bits(gc_rng_priv_soft_mul(a, b)), test_rng_bits(a * b));
        CHECK_U64(test_rng_bits(gc_rng_priv_soft_div(a, b)), test_rng_bits(a / b));
        CHECK_U64(test_rng_bits(gc_rng_priv_soft_add(a, b)), test_rng_bits(a + b));
        CHECK_U64(test_rng_bits(gc_rng_priv_soft_add(a, -a)), 0);
    }

    CHECK(compared > 570000);
#else
    SKIP("this machine's own arithmetic is not the reference");
#endif
}

// A source that gives one word for ever ends every draw, within its range, after a bounded
// number of words; and one that gives it a hundred times is only rejected, as any.
typedef struct test_rng_stuck { uint64_t word, taken, stuck; } test_rng_stuck;
static uint64_t test_rng_stuck_u64(void *user) {
    test_rng_stuck *stuck = (test_rng_stuck *)user;
    return stuck->taken++ < stuck->stuck ? stuck->word : (uint64_t)1 << 63 | 0x80;
}

static void test_rng_stuck_source(void) {
    static const uint64_t bounds[] = { 3, 1000003, ((uint64_t)1 << 63) + 1, ~(uint64_t)0 };
    test_rng_stuck stuck = { 0, 0, ~(uint64_t)0 };
    unsigned char deck[61];
    const double weights[3] = { 1, 2, 4 };
    gc_rng_alias table[3];
    gc_rng_source s;
    CHECK_INT(gc_rng_alias_init(table, weights, 3), GC_RNG_OK);
    s.user = &stuck;
    s.u64 = test_rng_stuck_u64;
    s.fill = NULL;
    for (int round = 0; round < 3000; round++) {
        // Each layer's outermost point, both signs, all zeros, all ones; and words without
        // pattern.
        stuck.word = round < 512 ? ~(uint64_t)0 << 9 | (uint64_t)round
            : round < 1024 ? (uint64_t)(round - 512) : (uint64_t)round * 0x9e3779b97f4a7c15;
        if (round == 1024) stuck.word = ~(uint64_t)0;
        for (size_t i = 0; i < TEST_RNG_COUNT(bounds); i++) {
            stuck.taken = 0;
            CHECK(gc_rng_source_below(&s, bounds[i]) < bounds[i]);
            CHECK(stuck.taken <= 128);
            stuck.taken = 0;
            gc_rng_source_range(&s, -7, (int64_t)(bounds[i] >> 1));
            CHECK(stuck.taken <= 128);
        }
        stuck.taken = 0;
        CHECK(test_rng_abs(gc_rng_source_normal(&s, 0, 1)) < 64);
        CHECK(stuck.taken < 100000);
        stuck.taken = 0;
        CHECK(gc_rng_source_exponential(&s, 1) > 0);
        CHECK(stuck.taken < 1000);
        stuck.taken = 0;
        CHECK(gc_rng_source_alias_pick(&s, table, 3) < 3);
        CHECK(stuck.taken <= 128);
        CHECK(gc_rng_source_weighted(&s, weights, 3) < 3);
        for (unsigned i = 0; i < 61; i++) deck[i] = (unsigned char)i;
        stuck.taken = 0;
        gc_rng_source_shuffle(&s, deck, 61, 1);
        CHECK(stuck.taken <= 30 * 128);
        uint64_t seen = 0;
        for (unsigned i = 0; i < 61; i++) seen |= (uint64_t)1 << deck[i];
        CHECK_U64(seen, ((uint64_t)1 << 61) - 1);
        size_t few[5];
        CHECK_INT(gc_rng_source_sample(&s, few, 5, 11), GC_RNG_OK);
        for (int i = 0; i < 5; i++) {
            CHECK(few[i] < 11);
            for (int k = 0; k < i; k++) CHECK(few[i] != few[k]);
        }
        gc_rng_source_partial_shuffle(&s, deck, 61, 1, 9);
        gc_rng_bag bag = { deck, 3, 1, 0 };
        CHECK((unsigned char *)gc_rng_source_bag_next(&s, &bag) < deck + 3);
    }

    // 0 is rejected by 3: a hundred times, then the next word counts.
    stuck.word = 0;
    stuck.stuck = 100;
    stuck.taken = 0;
    CHECK_U64(gc_rng_source_below(&s, 3), 1);
    CHECK_U64(stuck.taken, 101);

    // An engine in the state where it stays.
    gc_rng_xorshift64 zero = { 0 };
    s = gc_rng_xorshift64_source(&zero);
    CHECK_U64(gc_rng_source_below(&s, 3), 0);
    CHECK(test_rng_abs(gc_rng_source_normal(&s, 0, 1)) < 64);
}

// ---- games ----

// By the same words and plain below: an int, dice, a chance, a place.
static void test_rng_games_are_below(void) {
    gc_rng r, same;
    uint32_t items[9];

    gc_rng_seed(&r, test_seed);
    same = r;
    for (int i = 0; i < 5000; i++) {
        int64_t sum = 0;
        uint64_t a = (uint64_t)i % 5, b = (uint64_t)i % 7;

        CHECK_INT(gc_rng_int(&r, i, -3), (int)gc_rng_below(&same, (uint64_t)i + 4) - 3);
        for (int k = 0; k < i % 6; k++) sum += 1 + (int64_t)gc_rng_below(&same, 6);
        CHECK_INT(gc_rng_dice(&r, i % 6, 6), sum);
        uint64_t v = gc_rng_below(&same, b);
        CHECK(gc_rng_chance_in(&r, a, b) == (b > 0 && v < a));
        CHECK(gc_rng_pick(&r, items, 9, 4) == items + gc_rng_below(&same, 9));
    }

    // One possible value takes a word too; none takes no word.
    CHECK_INT(gc_rng_int(&r, INT32_MAX, INT32_MAX), INT32_MAX);
    gc_rng_below(&same, 1);
    CHECK_INT(gc_rng_dice(&r, 0, 6) + gc_rng_dice(&r, -1, 6), 0);
    CHECK_INT(gc_rng_dice(&r, 5, 0) + gc_rng_dice(&r, 5, -9), 0);
    CHECK(gc_rng_pick(&r, items, 0, 4) == NULL);
    CHECK_INT(gc_rng_dice(&r, 3, 1), 3);
    for (int i = 0; i < 3; i++) gc_rng_below(&same, 1);

    CHECK(memcmp(&r, &same, sizeof r) == 0);
}

// Every list of k of n <= 5, and every subset of n <= 8, equally often; more: different numbers
// below n, and k above n is refused.
static void test_rng_sample(void) {
    static double observed[256], expected[256];
    static size_t out[3000];
    static unsigned char seen[60000];

    gc_rng r;
    gc_rng_seed(&r, 1);

    // Small cases against counting: every order where there are few, else every set.
    for (size_t n = 1; n <= 8; n++) {
        for (size_t k = 1; k <= n; k++) {
            size_t bins = 0, of[256], lists = 1;

            // The sets of k members have numbers.
            for (size_t set = 0; set < (size_t)1 << n; set++) {
                size_t members = 0;
                for (size_t i = 0; i < n; i++) members += set >> i & 1u;
                if (members == k) of[set] = bins++;
            }

            for (size_t i = 0; n <= 5 && i < k; i++) lists *= n - i;
            if (n <= 5) bins = lists;
            for (size_t i = 0; i < bins; i++) {
                observed[i] = 0;
                expected[i] = 400;
            }

            for (size_t i = 0; i < bins * 400; i++) {
                size_t set = 0, rank = 0;
                CHECK_INT(gc_rng_sample(&r, out, k, n), GC_RNG_OK);
                for (size_t j = 0; j < k; j++) {
                    size_t place = out[j];
                    CHECK(out[j] < n && !(set >> out[j] & 1u));
                    for (size_t m = 0; m < out[j]; m++) place -= set >> m & 1u;
                    rank = rank * (n - j) + place;
                    set |= (size_t)1 << out[j];
                }
                observed[n <= 5 ? rank : of[set]]++;
            }

            CHECK(bins == 1 || test_rng_chi(observed, expected, bins) < 25);
        }
    }

    // Large cases: all different and below n.
    gc_rng_seed(&r, test_seed);
    for (size_t k = 0; k <= 3000; k += 1 + k / 2) {
        for (size_t n = k; n <= 20 * k; n += 1 + n / 3) {
            memset(seen, 0, sizeof seen);
            CHECK_INT(gc_rng_sample(&r, out, k, n), GC_RNG_OK);
            for (size_t i = 0; i < k; i++) CHECK(out[i] < n && seen[out[i]]++ == 0);
        }
    }

    // More than there are: refused, nothing written.
    out[0] = 42;
    CHECK_INT(gc_rng_sample(&r, out, 2, 1), GC_RNG_E_ARGUMENT);
    CHECK_U64(out[0], 42);
}

// The first k of a partial shuffle are what plain Fisher and Yates has there, the rest is there
// as well; a bag gives each item once a round. Elements of each size that has code of its own.
static void test_rng_decks(void) {
    static const size_t sizes[] = { 1, 4, 8, 21 };
    for (size_t m = 0; m < 4; m++) {
        size_t size = sizes[m];
        unsigned char deck[40 * 21], items[9 * 21];
        gc_rng r, same;
        gc_rng_bag bag = { items, 9, size, 0 };

        gc_rng_seed(&r, test_seed + m);
        same = r;

        // A partial shuffle against Fisher and Yates' own, for elements of any size.
        for (size_t k = 0; k <= 41; k++) {
            unsigned plain[40];
            for (unsigned i = 0; i < 40; i++) {
                plain[i] = i;
                memset(deck + i * size, (int)i, size);
            }

            gc_rng_partial_shuffle(&r, deck, 40, size, k);
            for (size_t i = 0; i < k && i < 39; i++) {
                size_t from = i + (size_t)gc_rng_below(&same, 40 - i);
                unsigned card = plain[i];
                plain[i] = plain[from];
                plain[from] = card;
            }
            for (size_t i = 0; i < 40 * size; i++) CHECK_U64(deck[i], plain[i / size]);
        }

        // A bag gives each item once a round, whichever word it draws.
        for (unsigned i = 0; i < 9; i++) memset(items + i * size, (int)i, size);
        for (int round = 0; round < 50; round++) {
            unsigned seen = 0;
            for (int i = 0; i < 9; i++) {
                gc_rng ahead = r;
                unsigned char want = items[(size_t)gc_rng_below(&ahead, 9 - (unsigned)i) * size];
                unsigned char *item = (unsigned char *)gc_rng_bag_next(&r, &bag);
                CHECK_U64(item[0], want);
                CHECK(item >= items && item < items + 9 * size && item[0] == item[size - 1]);
                seen |= 1u << item[0];
                CHECK_U64(bag.left, 8 - i);
            }
            CHECK_U64(seen, 511);
        }

        // An empty bag has none.
        bag.n = 0;
        CHECK(gc_rng_bag_next(&r, &bag) == NULL);
    }
}

// A text is the sum of the calls that it stands for; what is none takes no word.
static void test_rng_roll(void) {
    static const char *const wrong[] = {
        "", " ", "d", "2d", "d0", "x", "2d6+", "2d6 3", "-", "2d6k", "1001d6", "101d6k1", "2d6k3k1",
        "1234567890", "2x6", "2d6.", "d6+-1", "d%%", "2d-6"
    };
    gc_rng r, same;
    int64_t sum, want;

    gc_rng_seed(&r, test_seed);
    same = r;
    for (int i = 0; i < 200; i++) {
        CHECK_INT(gc_rng_roll(&r, "2d6+3", &sum), GC_RNG_OK);
        CHECK_INT(sum, gc_rng_dice(&same, 2, 6) + 3);
        CHECK_INT(gc_rng_roll(&r, " D20 - 1 ", &sum), GC_RNG_OK);
        CHECK_INT(sum, gc_rng_dice(&same, 1, 20) - 1);
        CHECK_INT(gc_rng_roll(&r, "-4d6k3 + d% - 2d20L1", &sum), GC_RNG_OK);
        want = -gc_rng_dice_keep(&same, 4, 6, 3);
        want += gc_rng_dice(&same, 1, 100);
        CHECK_INT(sum, want - gc_rng_dice_keep(&same, 2, 20, -1));
    }
    CHECK_INT(gc_rng_roll(&r, "1000d999999999 + 0d6 + 999999999", &sum), GC_RNG_OK);
    CHECK_INT(sum, gc_rng_dice(&same, 1000, 999999999) + 999999999);
    sum = 77;
    for (size_t i = 0; i < TEST_RNG_COUNT(wrong); i++) {
        CHECK_INT(gc_rng_roll(&r, wrong[i], &sum), GC_RNG_E_ARGUMENT);
        CHECK_INT(sum, 77);
    }
    CHECK(memcmp(&r, &same, sizeof r) == 0);
}

// All dice by the same words, sorted.
static void test_rng_dice_keep(void) {
    gc_rng r, same;
    gc_rng_seed(&r, test_seed);

    for (int count = 0; count <= 101; count++) {
        for (int keep = -count - 1; keep <= count + 1; keep += 1 + count / 9) {
            int faces[8] = { 0 }, left = keep < 0 ? -keep : keep;
            int64_t want = 0;
            same = r;

            for (int i = 0; i < count && i < 100; i++) faces[gc_rng_below(&same, 7) + 1]++;
            for (int i = 0; i < 7; i++) {
                int face = keep < 0 ? 1 + i : 7 - i, n = faces[face] < left ? faces[face] : left;
                want += (int64_t)n * face;
                left -= n;
            }
            CHECK_INT(gc_rng_dice_keep(&r, count, 7, keep), want);
            CHECK(memcmp(&r, &same, sizeof r) == 0);
        }
    }
    CHECK_INT(gc_rng_dice_keep(&r, 3, 0, 1) + gc_rng_dice_keep(&r, -1, 6, 1), 0);
    CHECK_INT(gc_rng_dice_keep(&r, 3, 1, INT32_MIN) + gc_rng_dice_keep(&r, 3, 1, INT32_MAX), 6);
}

// The chance of each try, its steps, and the rate of all; what cannot be.
static void test_rng_pity(void) {
    static const struct { double rate; uint32_t soft, hard; } cases[] = {
        { 0.016, 74, 90 }, { 0.5, 2, 4 }, { 0.02, 50, 50 }, { 1.0, 3, 3 }, { 0.5, 1, 8 }
    };
    gc_rng_pity p, before;
    gc_rng r;
    gc_rng_seed(&r, test_seed);
    for (size_t c = 0; c < TEST_RNG_COUNT(cases); c++) {
        double hits = 0, tries = 400000, wanted = tries * cases[c].rate, missed = 1, mean = 0;
        CHECK_INT(gc_rng_pity_init(&p, cases[c].rate, cases[c].soft, cases[c].hard), GC_RNG_OK);

        // Its own mean, by the chances that the comment names.
        double base = (double)p.base / 9223372036854775808.0;
        for (uint32_t n = 1; n <= cases[c].hard; n++) {
            double steps = n < cases[c].soft ? 0 : n - cases[c].soft + 1;
            mean += missed;
            missed *= 1 - (base + (1 - base) * steps / (cases[c].hard - cases[c].soft + 1));
        }
        CHECK(test_rng_abs(mean * cases[c].rate - 1) < 1e-10);

        for (int i = 0; i < (int)tries; i++) {
            gc_rng same = r;
            uint64_t n = p.tries + 1, word = gc_rng_u64(&same) >> 1;
            uint64_t chance = p.base + (n < p.soft ? 0 : (n - p.soft + 1) * p.step);
            before = p;
            bool hit = gc_rng_pity_next(&r, &p);
            CHECK(hit == (n == p.hard || word < chance));
            CHECK_U64(p.tries, hit ? 0 : before.tries + 1);
            CHECK(memcmp(&r, &same, sizeof r) == 0);
            hits += hit;
        }
        hits -= wanted;
        CHECK(hits * hits <= 25 * wanted * (1 - cases[c].rate) + 1);
    }

    before = p;
    CHECK_INT(gc_rng_pity_init(&p, 0.01, 74, 90), GC_RNG_E_ARGUMENT);    // the end alone gives 1 in 82
    CHECK_INT(gc_rng_pity_init(&p, 0.0, 1, 2), GC_RNG_E_ARGUMENT);
    CHECK_INT(gc_rng_pity_init(&p, 1.1, 1, 2), GC_RNG_E_ARGUMENT);
    CHECK_INT(gc_rng_pity_init(&p, -0.5, 1, 2), GC_RNG_E_ARGUMENT);
    CHECK_INT(gc_rng_pity_init(&p, test_rng_nan(), 1, 2), GC_RNG_E_ARGUMENT);
    CHECK_INT(gc_rng_pity_init(&p, 0.5, 0, 2), GC_RNG_E_ARGUMENT);
    CHECK_INT(gc_rng_pity_init(&p, 0.5, 4, 3), GC_RNG_E_ARGUMENT);
    CHECK_INT(gc_rng_pity_init(&p, 0.5, 1, 65537), GC_RNG_E_ARGUMENT);
    CHECK(memcmp(&p, &before, sizeof p) == 0);
}

// Whole weights: each place below their sum is its element's; a table of them is that of
// doubles.
static void test_rng_whole_weights(void) {
    static uint32_t weights[100];
    static double same_weights[100];
    gc_rng_alias table[100], other[100];
    gc_rng r, same;
    gc_rng_seed(&r, test_seed);
    for (size_t n = 1; n <= 100; n++) {
        uint64_t total = 0;
        for (size_t i = 0; i < n; i++) {
            weights[i] = gc_rng_u32(&r) >> (n % 2 ? 30 : gc_rng_below(&r, 33) % 32);
            same_weights[i] = weights[i];
            total += weights[i];
        }
        if (total == 0) total = weights[n - 1] = 1, same_weights[n - 1] = 1;

        same = r;
        for (int k = 0; k < 200; k++) {
            uint64_t place = gc_rng_below(&same, total);
            size_t i = 0;
            while (place >= weights[i]) place -= weights[i++];
            CHECK_U64(gc_rng_weighted_u32(&r, weights, n), i);
        }
        CHECK(memcmp(&r, &same, sizeof r) == 0);

        CHECK_INT(gc_rng_alias_init_u32(table, weights, n), GC_RNG_OK);
        CHECK_INT(gc_rng_alias_init(other, same_weights, n), GC_RNG_OK);
        CHECK(memcmp(table, other, n * sizeof *table) == 0);
    }

    memset(weights, 0, sizeof weights);
    same = r;
    CHECK_U64(gc_rng_weighted_u32(&r, weights, 100), 100);
    CHECK_U64(gc_rng_weighted_u32(&r, NULL, 0), 0);
    CHECK_INT(gc_rng_alias_init_u32(table, weights, 100), GC_RNG_E_ARGUMENT);
    CHECK(memcmp(&r, &same, sizeof r) == 0);
}

// Counts of numbers against the chances of theirs, those that are rare together: chances[i] is
// that of low + i, up to a factor.
enum { TEST_RNG_PLACES = 4000 };
static double test_rng_chances[TEST_RNG_PLACES], test_rng_counts[TEST_RNG_PLACES];
static double test_rng_fit(size_t bins, double draws) {
    double sum = 0, observed[TEST_RNG_PLACES], expected[TEST_RNG_PLACES], seen = 0, wanted = 0;
    size_t used = 0;
    for (size_t i = 0; i < bins; i++) sum += test_rng_chances[i];
    for (size_t i = 0; i < bins; i++) {
        seen += test_rng_counts[i];
        wanted += test_rng_chances[i] / sum * draws;
        if (wanted < 20 && i + 1 < bins) continue;
        observed[used] = seen;
        expected[used++] = wanted;
        seen = wanted = 0;
    }
    if (used > 1 && expected[used - 1] < 20) {
        observed[used - 2] += observed[used - 1];
        expected[used - 2] += expected[used - 1];
        used--;
    }
    return used > 1 ? test_rng_chi(observed, expected, used) : 0;
}

static void test_rng_count(uint64_t value, uint64_t low, size_t bins) {
    uint64_t place = value < low ? 0 : value - low;
    test_rng_counts[place < bins ? place : bins - 1]++;
}

// From one number to the next: (n - k) / (k + 1) * p / (1 - p).
static void test_rng_binomial(void) {
    static const struct { uint64_t n; double p; } cases[] = {
        { 1, 0.3 }, { 5, 0.5 }, { 64, 0.03 }, { 65, 0.97 }, { 300, 0.25 }, { 2049, 0.5 }, { 5000, 0.01 },
        { 100000, 0.6 }, { 1000000, 0.0001 }
    };
    gc_rng r;
    gc_rng_seed(&r, test_seed);
    for (size_t c = 0; c < TEST_RNG_COUNT(cases); c++) {
        double p = cases[c].p, n = (double)cases[c].n, draws = 60000, spread = n * p * (1 - p);
        uint64_t mean = (uint64_t)(n * p), low, middle;
        size_t bins = TEST_RNG_PLACES;
        low = mean > TEST_RNG_PLACES / 2 ? mean - TEST_RNG_PLACES / 2 : 0;
        if (n - (double)low + 1 < (double)bins) bins = (size_t)(n - (double)low) + 1;
        CHECK(spread < TEST_RNG_PLACES / 2 * (TEST_RNG_PLACES / 2) / 36.0);

        middle = mean - low;
        test_rng_chances[middle] = 1;
        for (size_t i = middle; i + 1 < bins; i++) {
            double k = (double)(low + i);
            test_rng_chances[i + 1] = test_rng_chances[i] * (n - k) / (k + 1) * p / (1 - p);
        }
        for (size_t i = middle; i > 0; i--) {
            double k = (double)(low + i);
            test_rng_chances[i - 1] = test_rng_chances[i] * k / (n - k + 1) * (1 - p) / p;
        }

        memset(test_rng_counts, 0, sizeof test_rng_counts);
        for (int i = 0; i < (int)draws; i++) {
            uint64_t v = gc_rng_binomial(&r, cases[c].n, p);
            CHECK(v <= cases[c].n);
            test_rng_count(v, low, bins);
        }
        CHECK(test_rng_fit(bins, draws) < 25);
    }
}

static void test_rng_poisson(void) {
    static const double means[] = { 0.1, 1, 3, 7.99, 8, 20, 300, 20000 };
    gc_rng r;
    gc_rng_seed(&r, test_seed);
    for (size_t c = 0; c < TEST_RNG_COUNT(means); c++) {
        uint64_t mean = (uint64_t)means[c], low = mean > TEST_RNG_PLACES / 2 ? mean - TEST_RNG_PLACES / 2 : 0;
        test_rng_chances[mean - low] = 1;
        for (size_t i = (size_t)(mean - low); i + 1 < TEST_RNG_PLACES; i++) {
            test_rng_chances[i + 1] = test_rng_chances[i] * means[c] / (double)(low + i + 1);
        }
        for (size_t i = (size_t)(mean - low); i > 0; i--) {
            test_rng_chances[i - 1] = test_rng_chances[i] * (double)(low + i) / means[c];
        }
        memset(test_rng_counts, 0, sizeof test_rng_counts);
        for (int i = 0; i < 60000; i++) test_rng_count(gc_rng_poisson(&r, means[c]), low, TEST_RNG_PLACES);
        CHECK(test_rng_fit(TEST_RNG_PLACES, 60000) < 25);
    }
}

// What is beyond the last bin has that bin's chance over p.
static void test_rng_geometric(void) {
    static const double chances[] = { 0.99, 0.5, 0.125, 0.12, 0.03, 0.002 };
    gc_rng r;
    gc_rng_seed(&r, test_seed);
    for (size_t c = 0; c < TEST_RNG_COUNT(chances); c++) {
        double p = chances[c];
        test_rng_chances[0] = p;
        for (size_t i = 1; i < TEST_RNG_PLACES; i++) test_rng_chances[i] = test_rng_chances[i - 1] * (1 - p);
        test_rng_chances[TEST_RNG_PLACES - 1] /= p;
        memset(test_rng_counts, 0, sizeof test_rng_counts);
        for (int i = 0; i < 60000; i++) test_rng_count(gc_rng_geometric(&r, p), 0, TEST_RNG_PLACES);
        CHECK(test_rng_fit(TEST_RNG_PLACES, 60000) < 25);
    }
}

// A whole shape k: above x with the chance of fewer than k events in x; a half is the square of
// a normal number; a shape below 1 by its mean and mean square.
static void test_rng_gamma(void) {
    static const int shapes[] = { 1, 2, 5, 40 };
    gc_rng r;
    gc_rng_seed(&r, test_seed);
    for (size_t c = 0; c < TEST_RNG_COUNT(shapes); c++) {
        double step = shapes[c] / 10.0, last = 1;
        memset(test_rng_counts, 0, sizeof test_rng_counts);
        for (size_t i = 0; i < 40; i++) {
            double x = step * (double)(i + 1), term = test_rng_exp_minus(x), above = 0;
            for (int k = 0; k < shapes[c]; k++, term *= x / k) above += term;
            if (i == 39) above = 0;
            test_rng_chances[i] = last - above;
            last = above;
        }
        for (int i = 0; i < 100000; i++) {
            test_rng_count((uint64_t)(gc_rng_gamma(&r, shapes[c], 3.0) / 3.0 / step), 0, 40);
        }
        CHECK(test_rng_fit(40, 100000) < 25);
    }

    memset(test_rng_counts, 0, sizeof test_rng_counts);
    for (size_t i = 0; i < 40; i++) {
        double at = (double)i / 10, next = (double)(i + 1) / 10;
        test_rng_chances[i] = 2 * (test_rng_normal_above(at) - (i < 39 ? test_rng_normal_above(next) : 0));
    }
    for (int i = 0; i < 100000; i++) {
        double square = gc_rng_gamma(&r, 0.5, 2.0);
        size_t root = 0;
        while ((double)((root + 1) * (root + 1)) / 100 <= square && root < 39) root++;
        test_rng_counts[root]++;
    }
    CHECK(test_rng_fit(40, 100000) < 25);
}

// Lengths are 1; x of a direction on the sphere is even in [-1, 1] (Archimedes), the quadrants
// and eighths come equally often, the square of a disc's radius is even in [0, 1]; rows and
// columns of a rotation are at right angles.
static void test_rng_directions(void) {
    double v[9], observed[5][16], expected[16];
    gc_rng r;
    gc_rng_seed(&r, test_seed);
    memset(observed, 0, sizeof observed);
    for (int i = 0; i < 16; i++) expected[i] = 5000;
    for (int i = 0; i < 80000; i++) {
        double dot = 0, length = 0, determinant;
        gc_rng_direction(&r, v);
        CHECK(test_rng_abs(v[0] * v[0] + v[1] * v[1] - 1) < 2e-15);
        bool steep = v[0] * v[0] < v[1] * v[1], flat = test_rng_abs(v[0]) > 0.9238795325112867;
        bool tall = test_rng_abs(v[1]) > 0.9238795325112867;
        observed[0][(v[0] < 0) + 2 * (v[1] < 0) + 4 * steep + 8 * (flat || tall)]++;

        gc_rng_sphere(&r, v);
        CHECK(test_rng_abs(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - 1) < 2e-15);
        for (int k = 0; k < 3; k++) observed[1 + k][(size_t)((v[k] + 1) * 7.9999999)]++;

        gc_rng_disc(&r, v);
        CHECK(v[0] * v[0] + v[1] * v[1] < 1);
        observed[4][(size_t)((v[0] * v[0] + v[1] * v[1]) * 8) + (v[0] * v[0] < v[1] * v[1] ? 8u : 0u)]++;

        gc_rng_turn(&r, v);
        for (int k = 0; k < 3; k++) {
            dot += v[k] * v[3 + k];
            length += v[k] * v[k];
        }
        determinant = v[0] * (v[4] * v[8] - v[5] * v[7]) - v[1] * (v[3] * v[8] - v[5] * v[6])
            + v[2] * (v[3] * v[7] - v[4] * v[6]);
        CHECK(test_rng_abs(dot) < 2e-15 && test_rng_abs(length - 1) < 2e-15);
        CHECK(test_rng_abs(determinant - 1) < 4e-15);
    }
    for (int k = 0; k < 5; k++) CHECK(test_rng_chi(observed[k], expected, 16) < 25);
}

// Equal where the states are; any bit changes it.
static void test_rng_checksum(void) {
    gc_rng r, other;
    unsigned char bytes[40];
    uint64_t sum = 0;
    gc_rng_seed(&r, test_seed);
    other = r;
    CHECK_U64(gc_rng_checksum(&r), gc_rng_checksum(&other));
    gc_rng_save(&r, bytes, 40);
    for (int i = 0; i < 8; i++) sum |= (uint64_t)bytes[32 + i] << (8 * i);
    CHECK_U64(gc_rng_checksum(&r), sum);
    for (int bit = 0; bit < 256; bit++) {
        uint64_t *words[4];
        other = r;
        words[0] = &other.a, words[1] = &other.b, words[2] = &other.c, words[3] = &other.counter;
        *words[bit / 64] ^= (uint64_t)1 << (bit % 64);
        CHECK(gc_rng_checksum(&other) != sum);
    }
}

// Arguments at and beyond their limits; with a source that gives one word for ever each draw
// ends.
static void test_rng_counts_arguments(void) {
    const double nan = test_rng_nan(), inf = test_rng_inf();
    const uint64_t never = (uint64_t)1 << 63, most = (uint64_t)1 << 53;
    double v[9];
    gc_rng r;
    test_rng_stuck stuck = { 0, 0, ~(uint64_t)0 };
    gc_rng_source s;

    gc_rng_seed(&r, test_seed);
    CHECK_U64(gc_rng_binomial(&r, 0, 0.5) + gc_rng_binomial(&r, 9, 0.0) + gc_rng_binomial(&r, 9, -1.0), 0);
    CHECK_U64(gc_rng_binomial(&r, 9, nan) + gc_rng_binomial(&r, 9, -inf), 0);
    CHECK_U64(gc_rng_binomial(&r, 9, 1.0) + gc_rng_binomial(&r, 9, inf), 18);
    CHECK_U64(gc_rng_binomial(&r, ~(uint64_t)0, 1.0), most);
    CHECK(gc_rng_binomial(&r, ~(uint64_t)0, 0.5) - (most / 2 - 600000000) < 1200000000);
    CHECK_U64(gc_rng_poisson(&r, 0.0) + gc_rng_poisson(&r, -3.0) + gc_rng_poisson(&r, nan), 0);
    CHECK(gc_rng_poisson(&r, inf) - (most - 800000000) < 1600000000);
    CHECK_U64(gc_rng_geometric(&r, 1.0) + gc_rng_geometric(&r, inf), 0);
    CHECK(gc_rng_geometric(&r, 0.0) == never && gc_rng_geometric(&r, nan) == never);
    CHECK(gc_rng_geometric(&r, -0.5) == never && gc_rng_geometric(&r, 1e-300) == never);
    CHECK(test_rng_is_nan(gc_rng_gamma(&r, 0.0, 1.0)) && test_rng_is_nan(gc_rng_gamma(&r, -1.0, 1.0)));
    CHECK(test_rng_is_nan(gc_rng_gamma(&r, nan, 1.0)) && test_rng_is_nan(gc_rng_gamma(&r, inf, 1.0)));
    CHECK(test_rng_abs(gc_rng_gamma(&r, 1e300, 1e-300) - 1) < 1e-9);
    CHECK(gc_rng_gamma(&r, 1e-300, 1.0) >= 0);

    // The root by hand is the processor's, and known ones of two numbers.
    CHECK_U64(test_rng_bits(gc_rng_priv_soft_root(2.0)), 0x3ff6a09e667f3bcd);
    CHECK_U64(test_rng_bits(gc_rng_priv_soft_root(test_rng_from_bits(0x3739a252b281))), 0x1fcdb9b6d15869b2);
    for (int i = 0; i < 100000; i++) {
        double x = test_rng_from_bits(gc_rng_below(&r, 0x7fefffffffffffff) + 1);
        if (test_rng_flushes()) x = test_rng_from_bits(test_rng_bits(x) | 0x0010000000000000);
        CHECK_U64(test_rng_bits(gc_rng_priv_soft_root(x)), test_rng_bits(gc_rng_priv_root(x)));
    }

    s.user = &stuck;
    s.u64 = test_rng_stuck_u64;
    s.fill = NULL;
    for (int round = 0; round < 700; round++) {
        stuck.word = round < 512 ? ~(uint64_t)0 << 9 | (uint64_t)round : (uint64_t)round * 0x9e3779b97f4a7c15;
        if (round == 600) stuck.word = 0;
        stuck.taken = 0;
        CHECK(gc_rng_source_binomial(&s, 100000, 0.3) <= 100000);
        gc_rng_source_poisson(&s, 7.0);
        gc_rng_source_poisson(&s, 1e6);
        gc_rng_source_geometric(&s, 0.1);
        CHECK(gc_rng_source_gamma(&s, 0.1, 1.0) >= 0);
        CHECK(gc_rng_source_gamma(&s, 7.0, 1.0) > 0);
        gc_rng_source_direction(&s, v);
        CHECK(test_rng_abs(v[0] * v[0] + v[1] * v[1] - 1) < 2e-15);
        gc_rng_source_turn(&s, v);
        CHECK(test_rng_abs(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - 1) < 2e-15);
        CHECK(stuck.taken < 2000000);
    }
}

// A bijection for each n to 5,000; each order of up to six equally often.
static void test_rng_permute(void) {
    static unsigned char seen[5000];
    static double observed[720], expected[720];

    // Each place once, for all small sizes.
    for (uint64_t n = 1; n <= 5000; n++) {
        memset(seen, 0, sizeof seen);
        for (uint64_t i = 0; i < n; i++) {
            uint64_t place = gc_rng_permute(test_seed + n, i, n);
            CHECK(place < n && seen[place]++ == 0);
        }
        CHECK_U64(gc_rng_permute(1, n, n), n);
    }

    // All orders of up to six equally often, by keys in a row.
    for (size_t n = 2, orders = 2; n <= 6; orders *= ++n) {
        for (size_t i = 0; i < orders; i++) {
            observed[i] = 0;
            expected[i] = 100;
        }

        for (size_t k = 0; k < orders * 100; k++) {
            uint64_t order[6];
            size_t rank = 0;
            for (size_t i = 0; i < n; i++) order[i] = gc_rng_permute(k, i, n);
            for (size_t i = 0; i < n; i++) {    // Lehmer code
                size_t smaller = 0;
                for (size_t j = i + 1; j < n; j++) smaller += order[j] < order[i];
                rank = rank * (n - i) + smaller;
            }
            observed[rank]++;
        }
        CHECK(test_rng_chi(observed, expected, orders) < 25);
    }

    CHECK_U64(gc_rng_permute(1, 0, 0), 0);
}

// ---- shuffle ----

// Every order of n <= 8 elements equally often; up to 6 for each size of element that has code
// of its own.
static void test_rng_shuffle_orders(void) {
    static const size_t sizes[] = { 1, 4, 8, 24 };
    gc_rng r;

    gc_rng_seed(&r, 14);
    for (size_t s = 0; s < TEST_RNG_COUNT(sizes); s++) {
        size_t size = sizes[s], orders = 1;
        for (size_t n = 2; n <= (size == 4 ? 8u : 6u); n++) {
            static double observed[40320], expected[40320];
            orders *= n;
            for (size_t i = 0; i < orders; i++) {
                observed[i] = 0;
                expected[i] = 100;
            }
            for (size_t k = 0; k < orders * 100; k++) {
                unsigned char deck[8 * 24];
                size_t rank = 0;
                memset(deck, 0, sizeof deck);
                for (size_t i = 0; i < n; i++) deck[i * size] = (unsigned char)i;
                gc_rng_shuffle(&r, deck, n, size);
                for (size_t i = 0; i < n; i++) {    // Lehmer code
                    size_t smaller = 0;
                    for (size_t j = i + 1; j < n; j++) smaller += deck[j * size] < deck[i * size];
                    rank = rank * (n - i) + smaller;
                }
                observed[rank]++;
            }
            CHECK(test_rng_chi(observed, expected, orders) < 25);
        }
    }
}

// Where each element ends, for a deck that needs several words of several choices each.
static void test_rng_shuffle_places(void) {
    static double observed[52 * 52], expected[52 * 52];
    gc_rng r;
    gc_rng_seed(&r, 15);
    for (int i = 0; i < 52 * 52; i++) {
        observed[i] = 0;
        expected[i] = 50000.0 / 52;
    }
    for (int k = 0; k < 50000; k++) {
        uint32_t deck[52];
        for (uint32_t i = 0; i < 52; i++) deck[i] = i;
        gc_rng_shuffle(&r, deck, 52, sizeof deck[0]);
        for (uint32_t i = 0; i < 52; i++) observed[i * 52 + deck[i]]++;
    }
    CHECK(test_rng_chi(observed, expected, 52 * 52) < 25);
}

// Three elements: bounds 3 and 2 from one word, so 2^64 mod 6 = 4 words must be rejected: those
// whose w * 6 mod 2^64 is below 4. 0 and 2^63 give 0, 2^64 / 6 rounded up (and that plus 2^63)
// gives 2.
static void test_rng_shuffle_rejects(void) {
    static const uint64_t rejected[] = { 0, 0x8000000000000000, 0x2aaaaaaaaaaaaaab, 0xaaaaaaaaaaaaaaab };
    static const uint64_t accepted[] = { 1, 0x8000000000000001, 0x2aaaaaaaaaaaaaac, 0xaaaaaaaaaaaaaaaa,
                                        ~(uint64_t)0 };
    test_rng_script script;
    gc_rng_source s;
    uint32_t deck[3] = { 0, 1, 2 };
    for (size_t i = 0; i < TEST_RNG_COUNT(rejected); i++) {
        s = test_rng_script_source(&script, rejected[i], 5);
        gc_rng_source_shuffle(&s, deck, 3, sizeof deck[0]);
        CHECK_U64(script.taken, 2);
    }
    for (size_t i = 0; i < TEST_RNG_COUNT(accepted); i++) {
        s = test_rng_script_source(&script, accepted[i], 5);
        gc_rng_source_shuffle(&s, deck, 3, sizeof deck[0]);
        CHECK_U64(script.taken, 1);
    }
}

// Drawing the places ahead changes neither the order nor the state, and beyond 2^30 elements a
// place is drawn as below draws it.
static void test_rng_shuffle_near_is_far(void) {
    static const size_t sizes[] = { 1, 4, 8, 24 };
    static unsigned char near_bytes[3000 * 24], far_bytes[3000 * 24];
    gc_rng r, copy;

    gc_rng_seed(&r, test_seed);
    for (size_t s = 0; s < TEST_RNG_COUNT(sizes); s++) {
        for (size_t n = 0; n <= 3000; n += n < 150 ? 1 : 950) {
            for (size_t i = 0; i < n * sizes[s]; i++) {
                near_bytes[i] = far_bytes[i] = (unsigned char)(i * 167 / sizes[s] & 255u);
            }
            copy = r;
            gc_rng_priv_shuffle_near(gc_rng_priv_default_u64, &r, near_bytes, n, sizes[s]);
            gc_rng_priv_shuffle_far(gc_rng_priv_default_u64, &copy, far_bytes, n, sizes[s]);
            CHECK(memcmp(near_bytes, far_bytes, n * sizes[s]) == 0);
            CHECK(memcmp(&r, &copy, sizeof r) == 0);
        }
    }
    for (int i = 0; i < 10000; i++) {
        uint64_t n = gc_rng_u64(&r) >> i % 34;
        copy = r;
        CHECK_U64((uint64_t)gc_rng_priv_place_below(gc_rng_priv_default_u64, &r, n),
                  (size_t)gc_rng_below(&copy, n));
        CHECK(memcmp(&r, &copy, sizeof r) == 0);
    }
}

// Orders that are frozen: a deck, and on both sides of the size from which places are drawn
// ahead.
static void test_rng_frozen_shuffle(void) {
    static const struct { size_t n; uint64_t hash; } known[] = {
        { 52, 0x18199bc0e5541779 },
        { 100000, 0xa8bb37e26b4546b4 },
        { 2090000, 0x039db119955a9dc3 },
        { 2200000, 0xb2b4788e423976ce }
    };
    for (size_t k = 0; k < TEST_RNG_COUNT(known); k++) {
        size_t n = known[k].n;
        uint64_t h = TEST_RNG_HASH_START;
        uint32_t *numbers = (uint32_t *)malloc(n * sizeof *numbers);
        gc_rng r;

        if (!CHECK(numbers != NULL)) return;
        gc_rng_seed(&r, 52);
        for (size_t i = 0; i < n; i++) numbers[i] = (uint32_t)i;
        gc_rng_shuffle(&r, numbers, n, sizeof *numbers);
        for (size_t i = 0; i < n; i++) h = (h ^ numbers[i]) * 0x100000001b3u;

        CHECK_U64(test_rng_hash(h, gc_rng_u64(&r)), known[k].hash);
        free(numbers);
    }
}

// All sizes of elements keep each element whole, and nothing outside is touched.
static void test_rng_shuffle_elements(void) {
    static unsigned char memory[70 * 40 + 2];
    gc_rng r, before;

    gc_rng_seed(&r, test_seed);
    for (size_t size = 1; size <= 70; size++) {
        for (size_t n = 0; n <= 40; n++) {
            int seen[40] = { 0 };
            memset(memory, 0xee, sizeof memory);
            for (size_t i = 0; i < n; i++) memset(memory + 1 + i * size, (int)i, size);
            before = r;
            gc_rng_shuffle(&r, memory + 1, n, size);
            if (n < 2) CHECK(memcmp(&r, &before, sizeof r) == 0);
            for (size_t i = 0; i < n; i++) {
                const unsigned char *e = memory + 1 + i * size;
                bool whole = e[0] < n;
                for (size_t k = 1; k < size; k++) whole = whole && e[k] == e[0];
                if (CHECK(whole)) seen[e[0]]++;
            }
            for (size_t i = 0; i < n; i++) CHECK_INT(seen[i], 1);
            CHECK(memory[0] == 0xee && memory[1 + n * size] == 0xee);
        }
    }
    before = r;
    gc_rng_shuffle(&r, memory, 10, 0);
    gc_rng_shuffle(&r, NULL, 0, 4);
    CHECK(memcmp(&r, &before, sizeof r) == 0);
}

// ---- seeding ----

static int test_rng_weight(uint64_t v) {
    int weight = 0;
    for (; v; v &= v - 1) weight++;
    return weight;
}

static int test_rng_compare_u64(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// 1000 seeds by 100 streams: no first word twice, and neighbours differ in half of the bits.
static void test_rng_near_seeds(void) {
    static uint64_t first[1000][100];
    double seeds = 0, streams = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        for (uint64_t stream = 0; stream < 100; stream++) {
            gc_rng r;
            gc_rng_seed_stream(&r, seed, stream);
            first[seed][stream] = gc_rng_u64(&r);
            if (seed > 0) seeds += test_rng_weight(first[seed][stream] ^ first[seed - 1][stream]);
            if (stream > 0) streams += test_rng_weight(first[seed][stream] ^ first[seed][stream - 1]);
        }
    }

    // 10^5 distances of mean 32 and variance 16: sigma of the mean 0.0127.
    CHECK(test_rng_abs(seeds / (999 * 100) - 32) < 5 * 0.0127);
    CHECK(test_rng_abs(streams / (1000 * 99) - 32) < 5 * 0.0127);
    qsort(first, 100000, sizeof first[0][0], test_rng_compare_u64);
    for (int i = 1; i < 100000; i++) {
        if (first[i / 100][i % 100] == first[(i - 1) / 100][(i - 1) % 100]) CHECK(false);
    }
}

// One flipped bit of seed or stream flips each bit of the first outputs half of the time.
static void test_rng_seed_avalanche(void) {
    for (int bit = 0; bit < 128; bit++) {
        int flips[64] = { 0 };
        for (uint64_t base = 0; base < 1000; base++) {
            gc_rng a, b;
            uint64_t difference, seed_flip = bit < 64 ? (uint64_t)1 << bit : 0;
            uint64_t stream_flip = bit < 64 ? 0 : (uint64_t)1 << (bit - 64);
            gc_rng_seed_stream(&a, base, base * 3);
            gc_rng_seed_stream(&b, base ^ seed_flip, (base * 3) ^ stream_flip);
            difference = gc_rng_u64(&a) ^ gc_rng_u64(&b);
            for (int i = 0; i < 64; i++) flips[i] += (int)(difference >> i & 1u);
        }
        // Sigma 15.8.
        for (int i = 0; i < 64; i++) CHECK(flips[i] > 500 - 6 * 16 && flips[i] < 500 + 6 * 16);
    }
}

// Draws that take one from each of eight streams in turn are uniform as pairs.
static void test_rng_interleaved_streams(void) {
    static double observed[4096], expected[4096];
    gc_rng r[8];
    for (int i = 0; i < 8; i++) gc_rng_seed_stream(&r[i], 77, (uint64_t)i);
    for (int i = 0; i < 4096; i++) {
        observed[i] = 0;
        expected[i] = 500;
    }
    for (int i = 0; i < 500 * 4096; i++) {
        uint64_t a = gc_rng_below(&r[i % 8], 64), b = gc_rng_below(&r[(i + 1) % 8], 64);
        observed[a * 64 + b]++;
    }
    CHECK(test_rng_chi(observed, expected, 4096) < 25);
}

// A zeroed or all-ones state is legal: it runs, and does not stay.
static void test_rng_odd_states(void) {
    for (int fill = 0; fill <= 0xff; fill += 0xff) {
        gc_rng r;
        uint64_t ones = 0;
        memset(&r, fill, sizeof r);
        for (int i = 0; i < 20; i++) gc_rng_u64(&r);
        for (int i = 0; i < 1000; i++) ones += (uint64_t)test_rng_weight(gc_rng_u64(&r));
        CHECK(ones > 32000 - 5 * 127 && ones < 32000 + 5 * 127);
    }
}

// The same for the named engines, whose counters are part of the struct: whatever bytes it
// holds, no draw reads or writes outside it (this test counts under the sanitizers), and next
// and fill agree.
static void test_rng_odd_engine_states(void) {
    static unsigned char got[5000], want[5000];
    for (size_t i = 0; i < TEST_RNG_COUNT(test_rng_engines); i++) {
        const test_rng_engine *e = &test_rng_engines[i];
        for (int fill = 0; fill <= 0xff; fill += 0xff) {

            gc_rng_source s = e->source(&test_rng_state[0]);
            memset(&test_rng_state[0], fill, sizeof test_rng_state[0]);
            memset(&test_rng_state[1], fill, sizeof test_rng_state[1]);

            e->fill(&test_rng_state[0], got, sizeof got);
            test_rng_plain_fill(e, &test_rng_state[1], want, sizeof want);
            if (!CHECK(memcmp(got, want, sizeof got) == 0)) printf("  %s, state of %d\n", e->name, fill);

            for (int k = 0; k < 1000; k++) {
                double v = gc_rng_source_f64(&s);
                CHECK(v >= 0 && v < 1);
            }
            gc_rng_source_normal(&s, 0, 1);
        }
    }

    for (int fill = 0; fill <= 0xff; fill += 0xff) {
        memset(&test_rng_state[0], fill, sizeof test_rng_state[0]);
        for (int k = 0; k < 20000; k++) {
            double v = gc_rng_asa128_f64(&test_rng_state[0].largest);
            CHECK(v >= 0 && v < 1);
        }
    }
}

// ---- the gorilla test ----
//
// Marsaglia and Tsang, "Some Difficult-to-pass Tests of Randomness", Journal of Statistical
// Software 7(3), 2002: words of 26 bits, each from one and the same bit of 26 successive
// outputs, 2^26 of them overlapping; the number of words that never come is normal with mean
// 24687971 and deviation 4170. That each engine has just its own known deviation, bad ones too,
// says that it is that engine. Not in builds that would take minutes for it.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if !defined(__has_feature)
#define TEST_RNG_GORILLA 1
#elif !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define TEST_RNG_GORILLA 1
#endif
#endif
#ifdef TEST_RNG_GORILLA
// Two tricks make it affordable. Four successive words lie in 29 bits of the stream and share
// their middle 23, the core: `seen` has 32 bits for each core, byte j those of the words that
// start j bits later, so that one access marks four words; at the end the bytes are laid over
// one another in `table`. And the 29 bits wait by the core's upper bits until many can be
// marked in a part of `seen` that stays in the cache.
enum { TEST_RNG_CORE_BITS = 23, TEST_RNG_BUCKET_BITS = 7, TEST_RNG_BUCKET = 135000, TEST_RNG_BLOCK = 2048 };
// Bytes: 2^26 + 25 bits, and what the last block has more.
enum { TEST_RNG_STREAM = (1 << 23) + TEST_RNG_BLOCK / 8 };

typedef struct test_rng_gorilla {
    // Bits k, k + 1, k + 2 of the outputs, the first on top.
    unsigned char stream[3][TEST_RNG_STREAM];
    uint32_t seen[1 << TEST_RNG_CORE_BITS];
    unsigned char table[1 << 23];                             // bit w % 8 of byte w / 8: word w came
    uint32_t waiting[1 << TEST_RNG_BUCKET_BITS][TEST_RNG_BUCKET], count[1 << TEST_RNG_BUCKET_BITS];
    uint32_t marks[64];                                       // of the 29 bits' upper and lower three
} test_rng_gorilla;

// One pass over the outputs for all three bits, which must lie in one byte of an output.
static void test_rng_gorilla_read(test_rng_gorilla *g, const test_rng_engine *e, void *r, int bit) {
    static uint64_t outputs[TEST_RNG_BLOCK];
    const uint64_t ones = 0x0101010101010101, gather = 0x0102040810204080;
    for (size_t at = 0; at < TEST_RNG_STREAM; at += TEST_RNG_BLOCK / 8) {
        const unsigned char *from = (const unsigned char *)outputs + bit / 8;
        e->fill(r, outputs, TEST_RNG_BLOCK * e->width);
        for (size_t i = 0; i < TEST_RNG_BLOCK / 8; i++) {
            uint64_t bytes = 0;
            for (int k = 0; k < 8; k++, from += e->width) bytes = bytes << 8 | *from;
            for (int k = 0; k < 3; k++) {
                g->stream[k][at + i] = (unsigned char)((bytes >> (bit % 8 + k) & ones) * gather >> 56);
            }
        }
    }
}

static void test_rng_gorilla_mark(test_rng_gorilla *g, uint32_t bucket) {
    for (uint32_t i = 0; i < g->count[bucket]; i++) {
        uint32_t bits = g->waiting[bucket][i];
        g->seen[bits >> 3 & 0x7fffffu] |= g->marks[(bits >> 26) << 3 | (bits & 7u)];
    }
    g->count[bucket] = 0;
}

static void test_rng_gorilla_wait(test_rng_gorilla *g, uint32_t bits) {
    uint32_t bucket = bits >> (26 - TEST_RNG_BUCKET_BITS) & ((1u << TEST_RNG_BUCKET_BITS) - 1);
    g->waiting[bucket][g->count[bucket]++] = bits;
    if (g->count[bucket] == TEST_RNG_BUCKET) test_rng_gorilla_mark(g, bucket);
}

// Joins the lowest `width` bits of the eight bytes of `bytes`.
static uint64_t test_rng_gorilla_join(uint64_t bytes, int width) {
    static const uint64_t mask[5] = { 0, 0x0101010101010101, 0x0303030303030303, 0, 0x0f0f0f0f0f0f0f0f };
    static const uint64_t pairs[5] = { 0, 0x0003000300030003, 0x000f000f000f000f, 0, 0x00ff00ff00ff00ff };
    static const uint64_t fours[5] = { 0, 0x0000000f0000000f, 0x000000ff000000ff, 0, 0x0000ffff0000ffff };
    bytes &= mask[width];
    bytes = (bytes | bytes >> (8 - width)) & pairs[width];
    bytes = (bytes | bytes >> (16 - 2 * width)) & fours[width];
    return (bytes | bytes >> (32 - 4 * width)) & 0xffffffff;
}

// Of eight successive cores, byte j of what was seen: the words' upper 3 - j bits choose the
// place, the lower j are beside the core's.
static void test_rng_gorilla_lay(test_rng_gorilla *g) {
    memset(g->table, 0, sizeof g->table);
    for (size_t core = 0; core < 1 << TEST_RNG_CORE_BITS; core += 8) {
        uint64_t of[4] = { 0, 0, 0, 0 }, eight;
        uint32_t four;
        uint16_t two;

        // Eight words' seen bits, turned so that each of four has those of one byte.
        for (size_t i = 8; i-- > 0;) {
            uint32_t seen = g->seen[core + i];
            of[0] = of[0] << 8 | (seen & 0xffu);
            of[1] = of[1] << 8 | (seen >> 8 & 0xffu);
            of[2] = of[2] << 8 | (seen >> 16 & 0xffu);
            of[3] = of[3] << 8 | seen >> 24;
        }

        // They are laid into the table by 1, 2, 4 and 8 bits.
        for (size_t top = 0; top < 8; top++) {
            g->table[(top << 20) + core / 8] |=
                (unsigned char)(test_rng_gorilla_join(of[0] >> top, 1) & 0xffu);
        }

        for (size_t top = 0; top < 4; top++) {
            unsigned char *at = g->table + (top << 21) + core / 4;
            memcpy(&two, at, sizeof two);
            two |= gc_rng_priv_little_uint16_t((uint16_t)test_rng_gorilla_join(of[1] >> (2 * top), 2));
            memcpy(at, &two, sizeof two);
        }

        for (size_t top = 0; top < 2; top++) {
            unsigned char *at = g->table + (top << 22) + core / 2;
            memcpy(&four, at, sizeof four);
            four |= gc_rng_priv_little_uint32_t((uint32_t)test_rng_gorilla_join(of[2] >> (4 * top), 4));
            memcpy(at, &four, sizeof four);
        }

        memcpy(&eight, g->table + core, sizeof eight);
        eight |= gc_rng_priv_little_uint64_t(of[3]);
        memcpy(g->table + core, &eight, sizeof eight);
    }
}

// z = (missing words - mean) / deviation, in hundredths, rounded.
static long test_rng_gorilla_z(test_rng_gorilla *g, const unsigned char *stream) {
    uint64_t last = 0;
    long missing = 1L << 26;
    double z;

    for (uint32_t outer = 0; outer < 64; outer++) {
        uint32_t upper = outer >> 3, lower = outer & 7u;
        g->marks[outer] = 0;
        for (uint32_t j = 0; j < 4; j++) {
            g->marks[outer] |= 1u << (8 * j + ((upper & (7u >> j)) << j | lower >> (3 - j)));
        }
    }
    memset(g->seen, 0, sizeof g->seen);
    for (size_t i = 0; i < 4; i++) last = last << 8 | stream[i];
    for (size_t i = 0; i < 1 << 23; i++) {    // words 8 i to 8 i + 3, and 8 i + 4 to 8 i + 7
        last = last << 8 | stream[i + 4];
        test_rng_gorilla_wait(g, (uint32_t)(last >> 11 & 0x1fffffff));
        test_rng_gorilla_wait(g, (uint32_t)(last >> 7 & 0x1fffffff));
    }
    for (uint32_t b = 0; b < 1 << TEST_RNG_BUCKET_BITS; b++) test_rng_gorilla_mark(g, b);
    test_rng_gorilla_lay(g);
    for (size_t i = 0; i < sizeof g->table; i += 8) {
        uint64_t word;
        memcpy(&word, g->table + i, sizeof word);
        word -= word >> 1 & 0x5555555555555555;
        word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
        word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
        missing -= (long)(word * 0x0101010101010101 >> 56);
    }
    z = ((double)missing - 24687971.0) / 41.70;
    return (long)(z < 0 ? z - 0.5 : z + 0.5);
}

#ifndef GC_RNG_NO_STATISTICS
// Sources whose u64 is one output of next.
#define TEST_RNG_NEXT_SOURCE(E)                                                                              \
    static uint64_t test_rng_one_##E(void *r) { return (uint64_t)gc_rng_##E##_next((gc_rng_##E *)r); }
TEST_RNG_NEXT_SOURCE(mwc32)
TEST_RNG_NEXT_SOURCE(mwc64)
TEST_RNG_NEXT_SOURCE(xorshift32)
TEST_RNG_NEXT_SOURCE(dotnet)
TEST_RNG_NEXT_SOURCE(lcg)

// The header's own test, of bit 0: the figures of independent runs.
static void test_rng_gorilla_public(void) {
    gc_rng_mwc32 mwc32;
    gc_rng_mwc64 mwc64;
    gc_rng_xorshift32 xorshift32;
    gc_rng_dotnet dotnet;
    gc_rng_lcg lcg;
    const struct { void *r; uint64_t (*u64)(void *); long z; } known[] = {
        { &mwc32, test_rng_one_mwc32, -85 }, { &xorshift32, test_rng_one_xorshift32, -4643 },
        { &dotnet, test_rng_one_dotnet, -123 }, { &lcg, test_rng_one_lcg, 1017288 },
        { &mwc64, test_rng_one_mwc64, 99 }
    };
    unsigned char *memory = (unsigned char *)malloc(((size_t)1 << 23) + 1);
    gc_rng_source s;
    CHECK(memory != NULL);
    if (!memory) return;

    gc_rng_mwc32_seed(&mwc32, 1);
    gc_rng_xorshift32_seed(&xorshift32, 1);
    gc_rng_dotnet_seed(&dotnet, 1);
    gc_rng_lcg_seed(&lcg, 1);
    mwc64.x = 0xffffffff00000001;
    memset(&s, 0, sizeof s);
    memset(memory, 0xa5, ((size_t)1 << 23) + 1);
    for (size_t i = 0; i < TEST_RNG_COUNT(known); i++) {
        double z;
        s.user = known[i].r;
        s.u64 = known[i].u64;
        z = gc_rng_gorilla(&s, 0, memory + 1) * 100;
        CHECK_INT((long)(z < 0 ? z - 0.5 : z + 0.5), known[i].z);
    }
    CHECK_U64(memory[0], 0xa5);

    // A bit that is always 0 gives one word alone.
    s.user = &lcg;
    CHECK(gc_rng_gorilla(&s, 40, memory) > 10000);
    CHECK(test_rng_is_nan(gc_rng_gorilla(&s, -1, memory)));
    CHECK(test_rng_is_nan(gc_rng_gorilla(&s, 64, memory)));
    free(memory);
}
#endif

// From states that the measurements were made with, where those are not what the seed gives.
static const struct { const char *name; uint64_t seed; int bit; long z[3]; } test_rng_gorilla_known[] = {
    { "mwc32", 1, 0, { -85, -185, -251 } },
    { "mwc64", 0, 0, { 99, 114, 27 } },           // state 0xffffffff00000001
    { "xorshift32", 1, 0, { -4643, -4791, -4668 } },
    { "xorshift64", 0, 0, { -8, 194, 63 } },      // state 1
    { "xorshift128", 0, 0, { 69, 130, -57 } },    // Marsaglia's state
    { "xoshiro256pp", 1, 0, { -91, -67, 145 } },
    { "lcg", 1, 0, { 1017288, 1017288, 1017287 } },
    { "dotnet", 1, 0, { -123, 20, -179 } },
    { "sfmt", 1234, 0, { 104, 43, 12 } },
    { "asa128", 31459, 0, { 34, 99, -3 } },
    { "asa128", 31459, 28, { 12839, 3095, 2362 } },
    { "pcg32", 0, 0, { 84, -65, -141 } },         // state 42, sequence 54
    { "wide", 1, 0, { 130, 7, 157 } },
    { "wide", 1, 61, { -1, 95, 5 } }
};

// Every second row.
static void test_rng_gorilla_rows(size_t first) {
    test_rng_gorilla *g = (test_rng_gorilla *)calloc(1, sizeof *g);
    if (!CHECK(g != NULL)) return;
    for (size_t i = first; i < TEST_RNG_COUNT(test_rng_gorilla_known); i += 2) {
        for (size_t n = 0; n < TEST_RNG_COUNT(test_rng_engines); n++) {
            const test_rng_engine *e = &test_rng_engines[n];
            gc_rng_xorshift128 marsaglia = { 123456789, 362436069, 521288629, 88675123 };
            gc_rng_mwc64 mwc64 = { 0xffffffff00000001 };
            gc_rng_xorshift64 xorshift64 = { 1 };
            void *r = &test_rng_state[0];
            if (strcmp(e->name, test_rng_gorilla_known[i].name) != 0) continue;

            // Some rows of the table were measured from a state of their authors'.
            e->seed(r, test_rng_gorilla_known[i].seed);
            if (strcmp(e->name, "mwc64") == 0) memcpy(r, &mwc64, sizeof mwc64);
            if (strcmp(e->name, "xorshift64") == 0) memcpy(r, &xorshift64, sizeof xorshift64);
            if (strcmp(e->name, "xorshift128") == 0) memcpy(r, &marsaglia, sizeof marsaglia);
            if (strcmp(e->name, "pcg32") == 0) gc_rng_pcg32_seed2((gc_rng_pcg32 *)r, 42, 54);

            test_rng_gorilla_read(g, e, r, test_rng_gorilla_known[i].bit);
            for (int k = 0; k < 3; k++) {
                if (!CHECK_INT(test_rng_gorilla_z(g, g->stream[k]), test_rng_gorilla_known[i].z[k])) {
                    printf("  %s, bit %d\n", e->name, test_rng_gorilla_known[i].bit + k);
                }
            }
        }
    }
    free(g);
}

// It is the longest test of all: half of it in a child, beside the other half.
static void test_rng_gorilla_scores(void) {
#if defined(__linux__)
    int status = -1;
    pid_t child;

    // Half of the rows in a child, beside this process.
    fflush(stdout);
    child = fork();
    if (child == 0) {
        test_failures_here = 0;
        test_rng_gorilla_rows(1);
        fflush(stdout);
        _exit(test_failures_here > 0);
    }

    test_rng_gorilla_rows(0);
    if (child > 0) {
        CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
        return;
    }
#else
    test_rng_gorilla_rows(0);
#endif
    test_rng_gorilla_rows(1);
}
#endif

// ---- entropy ----

#ifndef GC_RNG_NO_ENTROPY
static void test_rng_entropy(void) {
    static unsigned char a[100000], b[100000];
    double bits = 0;

    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    if (!CHECK_INT(gc_rng_entropy(a, sizeof a), GC_RNG_OK)) return;
    CHECK_INT(gc_rng_entropy(b, sizeof b), GC_RNG_OK);
    CHECK(memcmp(a, b, sizeof a) != 0);
    for (size_t i = 0; i < sizeof a; i++) bits += test_rng_weight(a[i]);
    CHECK(test_rng_abs(bits - 400000) < 6 * 447);    // sigma = sqrt(800000) / 2
    for (size_t i = 0; i + 32 <= sizeof a; i += 32) {
        size_t zeros = 0;
        while (zeros < 32 && a[i + zeros] == 0) zeros++;
        CHECK(zeros < 32);                           // no part was left out
    }
    for (size_t bytes = 0; bytes < 40; bytes++) {
        memset(a, 0x5a, 64);
        CHECK_INT(gc_rng_entropy(a, bytes), GC_RNG_OK);
        for (size_t i = bytes; i < 64; i++) CHECK(a[i] == 0x5a);
    }
    CHECK_INT(gc_rng_entropy(NULL, 0), GC_RNG_OK);
}

#if defined(__linux__)
static volatile sig_atomic_t test_rng_signals;
static void test_rng_on_signal(int number) {
    (void)number;
    test_rng_signals = test_rng_signals + 1;
}

// Signals every 200 microseconds, without SA_RESTART, interrupt or shorten requests of several
// megabytes.
static void test_rng_entropy_signals(void) {
    static unsigned char a[16 << 20];
    struct sigaction action, old;
    struct itimerval often, never;

    memset(&action, 0, sizeof action);
    action.sa_handler = test_rng_on_signal;
    memset(&often, 0, sizeof often);
    memset(&never, 0, sizeof never);
    often.it_interval.tv_usec = often.it_value.tv_usec = 200;
    sigaction(SIGALRM, &action, &old);
    test_rng_signals = 0;
    setitimer(ITIMER_REAL, &often, NULL);
    for (int round = 0; round < 20 && test_rng_signals < 5; round++) {
        CHECK_INT(gc_rng_entropy(a, sizeof a), GC_RNG_OK);
        for (size_t i = 0; i + 32 <= sizeof a; i += 32) {
            uint64_t w[4];
            memcpy(w, a + i, sizeof w);
            if ((w[0] | w[1] | w[2] | w[3]) == 0) CHECK(false);
        }
        memset(a, 0, sizeof a);
    }
    setitimer(ITIMER_REAL, &never, NULL);
    sigaction(SIGALRM, &old, NULL);
    CHECK(test_rng_signals > 0);
}

// In a child whose kernel refuses getrandom: /dev/urandom serves; when no file can be opened
// either, there is an error.
static int test_rng_entropy_child(bool no_files) {
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getrandom, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
    };
    struct sock_fprog filter;
    unsigned char a[64], b[64];
    int result;

    // A kernel without getrandom, as far as this process can see.
    filter.len = TEST_RNG_COUNT(program);
    filter.filter = program;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 99;
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) return 99;
    errno = 0;
    if (getrandom(a, 1, 0) != -1 || errno != ENOSYS) return 98;

    // Neither getrandom nor a file: told.
    if (no_files) {
        struct rlimit none;
        none.rlim_cur = none.rlim_max = 0;
        if (setrlimit(RLIMIT_NOFILE, &none) != 0) return 97;
        result = gc_rng_entropy(a, sizeof a);
        return result == GC_RNG_E_SYSTEM && errno == EMFILE ? 0 : 1;
    }

    // From the file.
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    result = gc_rng_entropy(a, sizeof a);
    if (result != GC_RNG_OK || gc_rng_entropy(b, sizeof b) != GC_RNG_OK) return 2;
    if (memcmp(a, b, sizeof a) == 0 || a[60] + a[61] + a[62] + a[63] == 0) return 3;

    result = open("/dev/null", O_RDONLY);    // the lowest free number: no file was left open
    close(result);
    gc_rng_entropy(a, sizeof a);
    return open("/dev/null", O_RDONLY) == result ? 0 : 4;
}

static void test_rng_entropy_fallback(void) {
    for (int no_files = 0; no_files < 2; no_files++) {
        int status = -1;
        pid_t child;
        fflush(stdout);
        child = fork();
        if (child == 0) _exit(test_rng_entropy_child(no_files != 0));
        if (!CHECK(child > 0) || !CHECK(waitpid(child, &status, 0) == child)) return;
        CHECK(WIFEXITED(status));
        if (WEXITSTATUS(status) == 99) SKIP("this system does not allow seccomp filters");
        CHECK_INT(WEXITSTATUS(status), 0);
    }
}
#endif
#endif

// ---- misuse, texts ----

#define TEST_RNG_TRIPS(statement)                                                                            \
    do {                                                                                                     \
        statement;                                                                                           \
        expected++;                                                                                          \
        CHECK_INT(test_rng_asserts, expected);                                                               \
    } while (0)

static void test_rng_misuse(void) {
    gc_rng r, before;
    gc_rng_source s, empty;
    unsigned char bytes[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    int expected = 0;

    if (!TEST_RNG_COUNTS_ASSERTS) SKIP("the header was compiled with another GC_RNG_ASSERT");
    gc_rng_seed(&r, 1);
    before = r;
    s = gc_rng_to_source(&r);
    memset(&empty, 0, sizeof empty);
    test_rng_asserts = 0;
    TEST_RNG_TRIPS(gc_rng_seed(NULL, 1));
    TEST_RNG_TRIPS(gc_rng_seed_stream(NULL, 1, 2));
    TEST_RNG_TRIPS(CHECK(test_rng_is_nan(gc_rng_normal(NULL, 0, 1))));
    TEST_RNG_TRIPS(CHECK(test_rng_is_nan(gc_rng_exponential(NULL, 1))));
    TEST_RNG_TRIPS(gc_rng_shuffle(NULL, bytes, 8, 1));
    TEST_RNG_TRIPS(gc_rng_shuffle(&r, NULL, 8, 1));
    TEST_RNG_TRIPS(gc_rng_shuffle(&r, bytes, (size_t)-1 / 8 + 1, 8));    // n * size overflows
    TEST_RNG_TRIPS(gc_rng_fill(NULL, bytes, 8));
    TEST_RNG_TRIPS(gc_rng_fill(&r, NULL, 8));
    TEST_RNG_TRIPS(gc_rng_source_fill(NULL, bytes, 8));
    TEST_RNG_TRIPS(gc_rng_source_fill(&empty, bytes, 8));
    TEST_RNG_TRIPS(gc_rng_source_fill(&s, NULL, 8));
    TEST_RNG_TRIPS(CHECK(test_rng_is_nan(gc_rng_source_normal(&empty, 0, 1))));
    TEST_RNG_TRIPS(CHECK(test_rng_is_nan(gc_rng_source_exponential(NULL, 1))));
    TEST_RNG_TRIPS(gc_rng_source_shuffle(&empty, bytes, 8, 1));
    {    // a state that nobody has seeded: all that is not inline sees it, and draws all the same
        gc_rng zeroed;
        unsigned char zeros[2] = { 0, 0 };
        TEST_RNG_TRIPS((memset(&zeroed, 0, sizeof zeroed), CHECK(gc_rng_normal(&zeroed, 5, 0) == 5)));
        TEST_RNG_TRIPS((memset(&zeroed, 0, sizeof zeroed), gc_rng_shuffle(&zeroed, zeros, 2, 1)));
        TEST_RNG_TRIPS((memset(&zeroed, 0, sizeof zeroed), gc_rng_fill(&zeroed, &empty, sizeof empty)));
        TEST_RNG_TRIPS((memset(&zeroed, 0, sizeof zeroed), CHECK(gc_rng_exponential(&zeroed, 1) > 0)));
        gc_rng_normal(&zeroed, 0, 1);
        zeroed.counter = 0;    // a word that is not 0 is enough
        gc_rng_normal(&zeroed, 0, 1);
        CHECK_INT(test_rng_asserts, expected);
        memset(&empty, 0, sizeof empty);
    }
    TEST_RNG_TRIPS(gc_rng_mwc32_seed(NULL, 1));
    TEST_RNG_TRIPS(gc_rng_mwc64_seed(NULL, 1));
    TEST_RNG_TRIPS(gc_rng_xorshift32_seed(NULL, 1));
    TEST_RNG_TRIPS(gc_rng_xorshift128_seed(NULL, 1));
    TEST_RNG_TRIPS(gc_rng_mwc32_fill(NULL, bytes, 8));
    TEST_RNG_TRIPS(gc_rng_xorshift128_fill(NULL, bytes, 8));
    for (size_t i = 0; i < TEST_RNG_COUNT(test_rng_engines); i++) {
        void *r2 = &test_rng_state[0];
        TEST_RNG_TRIPS(test_rng_engines[i].seed(NULL, 1));
        TEST_RNG_TRIPS(test_rng_engines[i].fill(NULL, bytes, 8));
        test_rng_engines[i].seed(r2, 1);
        TEST_RNG_TRIPS(test_rng_engines[i].fill(r2, NULL, 8));
        TEST_RNG_TRIPS(test_rng_engines[i].source(NULL));
        test_rng_engines[i].fill(r2, NULL, 0);
        test_rng_engines[i].fill(r2, bytes, 0);
    }
    TEST_RNG_TRIPS(gc_rng_xoshiro256pp_jump(NULL));
    TEST_RNG_TRIPS(gc_rng_xoshiro256pp_long_jump(NULL));
    TEST_RNG_TRIPS(gc_rng_pcg32_seed2(NULL, 1, 1));
    TEST_RNG_TRIPS(gc_rng_pcg32_advance(NULL, 1));
    TEST_RNG_TRIPS(gc_rng_philox_set(NULL, rng_vectors_philox_0, rng_vectors_philox_0));
    TEST_RNG_TRIPS(gc_rng_chacha8_seed32(NULL, bytes));
    TEST_RNG_TRIPS(gc_rng_to_source(NULL));
    TEST_RNG_TRIPS(gc_rng_mwc64_source(NULL));
#ifndef GC_RNG_NO_ENTROPY
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_entropy(NULL, 8), GC_RNG_E_ARGUMENT));
#endif
    gc_rng_fill(&r, NULL, 0);
    gc_rng_source_fill(&s, NULL, 0);
    CHECK_INT(test_rng_asserts, expected);
    CHECK(memcmp(&r, &before, sizeof r) == 0);
    for (unsigned char i = 0; i < 8; i++) CHECK(bytes[i] == i + 1);
}

static void test_rng_misuse_choices(void) {
    gc_rng r, zeroed;
    gc_rng_source s = gc_rng_to_source(&r), empty;
    unsigned char bytes[8] = { 0 };
    gc_rng_bag bag = { bytes, 8, 1, 0 };
    int expected = 0;
    double weight = 1;
    gc_rng_alias entry;

    if (!TEST_RNG_COUNTS_ASSERTS) SKIP("the header was compiled with another GC_RNG_ASSERT");
    gc_rng_seed(&r, 1);
    memset(&empty, 0, sizeof empty);
    test_rng_asserts = 0;
    TEST_RNG_TRIPS(CHECK(test_rng_is_nan(gc_rng_lognormal(NULL, 0, 1))));
    TEST_RNG_TRIPS(CHECK(test_rng_is_nan(gc_rng_source_lognormal(&empty, 0, 1))));
    TEST_RNG_TRIPS(CHECK_U64(gc_rng_weighted(NULL, &weight, 1), 1));
    TEST_RNG_TRIPS(CHECK_U64(gc_rng_weighted(&r, NULL, 1), 1));
    TEST_RNG_TRIPS(CHECK_U64(gc_rng_source_weighted(NULL, &weight, 1), 1));
    TEST_RNG_TRIPS(CHECK_U64(gc_rng_source_weighted(&s, NULL, 1), 1));
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_alias_init(NULL, &weight, 1), GC_RNG_E_ARGUMENT));
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_alias_init(&entry, NULL, 1), GC_RNG_E_ARGUMENT));
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_alias_init(&entry, &weight, (size_t)-1 / 8), GC_RNG_E_ARGUMENT));
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_prd_init(NULL, 0.5), GC_RNG_E_ARGUMENT));
#ifndef GC_RNG_NO_STATISTICS
    TEST_RNG_TRIPS(CHECK(test_rng_is_nan(gc_rng_chi2(NULL, NULL, 1))));
    TEST_RNG_TRIPS(CHECK(test_rng_is_nan(gc_rng_gorilla(NULL, 0, bytes))));
    TEST_RNG_TRIPS(CHECK(test_rng_is_nan(gc_rng_gorilla(&s, 0, NULL))));
#endif
    TEST_RNG_TRIPS(CHECK(test_rng_is_nan(gc_rng_dotnet_f64(NULL))));
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_dotnet_below(NULL, 5), 0));
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_dotnet_range(NULL, 5, 9), 5));
    TEST_RNG_TRIPS(gc_rng_seed_text(NULL, "a", 1));
    TEST_RNG_TRIPS(gc_rng_seed_text(&r, NULL, 1));
    TEST_RNG_TRIPS(gc_rng_partial_shuffle(NULL, bytes, 8, 1, 1));
    TEST_RNG_TRIPS(gc_rng_partial_shuffle(&r, NULL, 8, 1, 1));
    TEST_RNG_TRIPS(gc_rng_source_partial_shuffle(&empty, bytes, 8, 1, 1));
    TEST_RNG_TRIPS(CHECK(gc_rng_bag_next(&r, NULL) == NULL));
    TEST_RNG_TRIPS(CHECK(gc_rng_source_bag_next(&empty, &bag) == NULL));
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_sample(&r, NULL, 1, 2), GC_RNG_E_ARGUMENT));
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_sample(NULL, NULL, 0, 2), GC_RNG_E_ARGUMENT));
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_source_sample(NULL, NULL, 0, 2), GC_RNG_E_ARGUMENT));
    TEST_RNG_TRIPS((memset(&zeroed, 0, sizeof zeroed), gc_rng_partial_shuffle(&zeroed, bytes, 8, 1, 1)));
    TEST_RNG_TRIPS(gc_rng_hash_row(NULL, 1, 2, 3, 4, 5));
    TEST_RNG_TRIPS(gc_rng_hash_row_f32(NULL, 1, 2, 3, 4, 5));
    TEST_RNG_TRIPS(gc_rng_hash32_row(NULL, 1, 2, 3, 4, 5));
    TEST_RNG_TRIPS(CHECK_U64(gc_rng_save(NULL, bytes, 8), 0));
    TEST_RNG_TRIPS(CHECK_U64(gc_rng_save(&r, NULL, 8), 0));
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_load(NULL, bytes, 8), GC_RNG_E_ARGUMENT));
    TEST_RNG_TRIPS(CHECK_INT(gc_rng_load(&r, NULL, 8), GC_RNG_E_ARGUMENT));
}

static void test_rng_misuse_wide(void) {
    int expected = 0;
    if (!TEST_RNG_COUNTS_ASSERTS) SKIP("the header was compiled with another GC_RNG_ASSERT");
    test_rng_asserts = 0;
    TEST_RNG_TRIPS(gc_rng_wide_seed_stream(NULL, 1, 2));

    gc_rng_wide *wide = (gc_rng_wide *)(void *)&test_rng_state[0];
    gc_rng_wide_seed(wide, 1);
    TEST_RNG_TRIPS(gc_rng_wide_fill_f64(NULL, NULL, 1));
    TEST_RNG_TRIPS(gc_rng_wide_fill_f64(wide, NULL, 1));
    TEST_RNG_TRIPS(gc_rng_wide_fill_f32(wide, NULL, 1));
    TEST_RNG_TRIPS(gc_rng_wide_fill_f32(wide, (float *)(void *)&test_rng_state[1], (size_t)-1 / 2));
    TEST_RNG_TRIPS(gc_rng_wide_fill_below(NULL, NULL, 1, 2));
    TEST_RNG_TRIPS(gc_rng_wide_fill_below(wide, NULL, 1, 2));
    TEST_RNG_TRIPS(gc_rng_wide_fill_below(wide, (uint32_t *)(void *)&test_rng_state[1], (size_t)-1 / 2,
                                          2));
    TEST_RNG_TRIPS(gc_rng_wide_fill_normal(NULL, NULL, 1, 0, 1));
    TEST_RNG_TRIPS(gc_rng_wide_fill_normal(wide, NULL, 1, 0, 1));
    TEST_RNG_TRIPS(gc_rng_wide_fill_normal(wide, (double *)(void *)&test_rng_state[1], (size_t)-1 / 4,
                                           0, 1));
    TEST_RNG_TRIPS(gc_rng_wide_fill_normal_f32(NULL, NULL, 1, 0, 1));
    TEST_RNG_TRIPS(gc_rng_wide_fill_normal_f32(wide, NULL, 1, 0, 1));
    TEST_RNG_TRIPS(gc_rng_wide_fill_exponential(wide, NULL, 1, 1));
    gc_rng_wide_fill_f64(wide, NULL, 0);
    CHECK_INT(test_rng_asserts, expected);
}

static void test_rng_texts(void) {
    CHECK_INT(gc_rng_version(), GC_RNG_VERSION);

#if defined(GC_RNG_NO_SIMD)
    CHECK_STR(gc_rng_isa(), "scalar");
#elif defined(GC_RNG_FORCE_ISA) && defined(GC_RNG_PRIV_X86) && GC_RNG_PRIV_FORCED <= 4
    static const char *const names[] = { "scalar", "sse2", "avx2", "avx512" };
    CHECK_STR(gc_rng_isa(), names[GC_RNG_PRIV_FORCED - 1]);
#else
    CHECK(strlen(gc_rng_isa()) >= 4);
#endif
    // The numbers and the texts are those of the other headers.
    CHECK_INT(GC_RNG_OK, 0);
    CHECK_STR(gc_rng_result_string(0), "ok");
    CHECK_INT(GC_RNG_E_ARGUMENT, -1);
    CHECK_STR(gc_rng_result_string(-1), "bad argument");
    CHECK_INT(GC_RNG_E_UNSUPPORTED, -6);
    CHECK_STR(gc_rng_result_string(-6), "not supported");
    CHECK_INT(GC_RNG_E_SYSTEM, -10);
    CHECK_STR(gc_rng_result_string(-10), "system call failed");
    CHECK_STR(gc_rng_result_string(-2), gc_rng_result_string(12345));
    CHECK(gc_rng_result_string(-999)[0] != '\0');
}

static const test_case test_rng_cases[] = {
    TEST_CASE(test_rng_vectors_mwc32),
    TEST_CASE(test_rng_vectors_mwc64),
    TEST_CASE(test_rng_vectors_xorshift32),
    TEST_CASE(test_rng_vectors_xorshift128),
    TEST_CASE(test_rng_vectors_xorshift64),
    TEST_CASE(test_rng_vectors_xoshiro256pp),
    TEST_CASE(test_rng_vectors_lcg),
    TEST_CASE(test_rng_vectors_dotnet),
    TEST_CASE(test_rng_vectors_others),
    TEST_CASE(test_rng_vectors_pcg32),
    TEST_CASE(test_rng_vectors_sfmt),
    TEST_CASE(test_rng_vectors_philox),
    TEST_CASE(test_rng_vectors_chacha8),
    TEST_CASE(test_rng_vectors_asa128),
    TEST_CASE(test_rng_vectors_wide_round),
    TEST_CASE(test_rng_vectors_splitmix64),
    TEST_CASE(test_rng_vectors_sfc64),
    TEST_CASE(test_rng_tables),
    TEST_CASE(test_rng_vectors_weighted),
    TEST_CASE(test_rng_vectors_alias),
    TEST_CASE(test_rng_vectors_power),
    TEST_CASE(test_rng_vectors_prd),
    TEST_CASE(test_rng_vectors_dotnet_draws),
    TEST_CASE(test_rng_vectors_hash),
    TEST_CASE(test_rng_vectors_hash32),
    TEST_CASE(test_rng_vectors_save),
    TEST_CASE(test_rng_vectors_text),
    TEST_CASE(test_rng_vectors_permute),
    TEST_CASE(test_rng_vectors_counts),
    TEST_CASE(test_rng_frozen_counts),
    TEST_CASE(test_rng_frozen_draws_of_games),
#ifndef GC_RNG_NO_STATISTICS
    TEST_CASE(test_rng_vectors_chi2),
#endif
    TEST_CASE(test_rng_frozen_choices),
    TEST_CASE(test_rng_frozen),
    TEST_CASE(test_rng_frozen_draws),
    TEST_CASE(test_rng_frozen_nan_words),
    TEST_CASE(test_rng_frozen_constants),
    TEST_CASE(test_rng_frozen_arguments),
    TEST_CASE(test_rng_frozen_shuffle),
    TEST_CASE(test_rng_frozen_hash_5000),
    TEST_CASE(test_rng_frozen_hash_500000),
    TEST_CASE(test_rng_fill_is_next),
    TEST_CASE(test_rng_source_words),
    TEST_CASE(test_rng_instruction_sets),
    TEST_CASE(test_rng_instruction_sets_rows),
    TEST_CASE(test_rng_wide_large),
    TEST_CASE(test_rng_wide_numbers), TEST_CASE(test_rng_wide_numbers_normal),
// Those above are compiled for every target, at each -O (check_rng.sh).
#ifndef TEST_RNG_PLATFORMS
    TEST_CASE(test_rng_wide_conversions),
    TEST_CASE(test_rng_wide_all_floats),
    TEST_CASE(test_rng_wide_below_is_exact),
    TEST_CASE(test_rng_wide_below_and_normal),
    TEST_CASE(test_rng_source_equals_direct),
    TEST_CASE(test_rng_below_is_exact),
    TEST_CASE(test_rng_alias_is_exact),
    TEST_CASE(test_rng_alias),
    TEST_CASE(test_rng_weighted),
    TEST_CASE(test_rng_prd),
    TEST_CASE(test_rng_hash_places),
    TEST_CASE(test_rng_hash_shifts),
    TEST_CASE(test_rng_hash_rows),
    TEST_CASE(test_rng_hash32_places),
    TEST_CASE(test_rng_lognormal),
#ifndef GC_RNG_NO_STATISTICS
    TEST_CASE(test_rng_chi2_arguments),
#endif
    TEST_CASE(test_rng_multiply),
    TEST_CASE(test_rng_below),
    TEST_CASE(test_rng_range),
    TEST_CASE(test_rng_f32_is_exhaustive),
    TEST_CASE(test_rng_f64),
    TEST_CASE(test_rng_open),
    TEST_CASE(test_rng_u32_is_the_upper_half),
    TEST_CASE(test_rng_range_f32),
    TEST_CASE(test_rng_chance),
    TEST_CASE(test_rng_normal_shape), TEST_CASE(test_rng_normal_f32_shape),
    TEST_CASE(test_rng_exponential_shape),
    TEST_CASE(test_rng_normal_words),
    TEST_CASE(test_rng_exponential_tail),
    TEST_CASE(test_rng_exp),
    TEST_CASE(test_rng_normal_arguments),
    TEST_CASE(test_rng_exponential_arguments),
    TEST_CASE(test_rng_soft_double),
    TEST_CASE(test_rng_stuck_source),
    TEST_CASE(test_rng_games_are_below),
    TEST_CASE(test_rng_sample),
    TEST_CASE(test_rng_decks),
    TEST_CASE(test_rng_vectors_numpy),
    TEST_CASE(test_rng_java_and_mt19937_bytes),
    TEST_CASE(test_rng_pcg64_bytes),
    TEST_CASE(test_rng_dotnet_and_unity),
    TEST_CASE(test_rng_roll),
    TEST_CASE(test_rng_dice_keep),
    TEST_CASE(test_rng_pity),
    TEST_CASE(test_rng_whole_weights),
    TEST_CASE(test_rng_binomial),
    TEST_CASE(test_rng_poisson),
    TEST_CASE(test_rng_geometric),
    TEST_CASE(test_rng_gamma),
    TEST_CASE(test_rng_directions),
    TEST_CASE(test_rng_checksum),
    TEST_CASE(test_rng_counts_arguments),
    TEST_CASE(test_rng_permute),
    TEST_CASE(test_rng_shuffle_orders),
    TEST_CASE(test_rng_shuffle_places),
    TEST_CASE(test_rng_shuffle_rejects),
    TEST_CASE(test_rng_shuffle_near_is_far),
    TEST_CASE(test_rng_shuffle_elements),
    TEST_CASE(test_rng_near_seeds),
    TEST_CASE(test_rng_seed_avalanche),
    TEST_CASE(test_rng_interleaved_streams),
    TEST_CASE(test_rng_odd_states),
    TEST_CASE(test_rng_odd_engine_states),
#ifdef TEST_RNG_GORILLA
    TEST_CASE(test_rng_gorilla_scores),
#ifndef GC_RNG_NO_STATISTICS
    TEST_CASE(test_rng_gorilla_public),
#endif
#endif
#ifndef GC_RNG_NO_ENTROPY
    TEST_CASE(test_rng_entropy),
#if defined(__linux__)
    TEST_CASE(test_rng_entropy_signals),
    TEST_CASE(test_rng_entropy_fallback),
#endif
#endif
    TEST_CASE(test_rng_misuse), TEST_CASE(test_rng_misuse_choices), TEST_CASE(test_rng_misuse_wide),
    TEST_CASE(test_rng_texts)
#endif
};

TEST_MAIN(test_rng_cases)
