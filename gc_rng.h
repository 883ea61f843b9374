/*
gc_rng.h - v0.4.0 - random numbers, the same on every machine - MIT or public domain

DO THIS
    #define GC_RNG_IMPLEMENTATION
    #include "gc_rng.h"
in exactly one C or C++ file; include the header plainly everywhere else.

EXAMPLE
    cc example.c -o example

        #define GC_RNG_IMPLEMENTATION
        #include "gc_rng.h"
        #include <stdio.h>
        int main(void) {
            gc_rng r;
            gc_rng_seed(&r, 2026);
            for (int i = 0; i < 10; i++) printf("%d ", (int)gc_rng_range(&r, 1, 6));
            printf("\n%.6f\n", gc_rng_normal(&r, 100.0, 15.0));
            return 0;
        }

    It prints "6 3 5 3 4 1 6 5 4 1" and "96.767617", with every compiler on every machine.

OVERRIDE MACROS (define them before the include; the default is shown)
    GC_RNG_API          extern; prefix of the public functions that are not inline
    GC_RNG_INLINE       static inline; prefix of the inline functions
    GC_RNG_ASSERT(c)    assert(c); checks of the contract in the implementation
    GC_RNG_ENTROPY(dst, bytes)  not defined; your own source for gc_rng_entropy, which then needs
                        no system header. An expression: it fills `bytes` (size_t, at least 1)
                        bytes at dst (unsigned char *), and is 0; otherwise: GC_RNG_E_SYSTEM
    GC_RNG_FORCE_ISA    not defined; scalar, sse2, avx2, avx512, neon or wasm128: the bulk functions
                        use it and do not ask the processor; scalar where the target lacks it

FEATURE MACROS
    GC_RNG_STATIC       everything static, implies IMPLEMENTATION; before the first include
    GC_RNG_NO_ENGINES   cuts the named engines, all but the default one and wide
    GC_RNG_NO_ENTROPY   cuts gc_rng_entropy, and with it every system header
    GC_RNG_NO_SIMD      cuts the vector code of the bulk functions; they give the same numbers
    GC_RNG_NO_STATISTICS  cuts gc_rng_chi2 and gc_rng_gorilla

OVERVIEW
    | to draw                        | call                                                   |
    |--------------------------------|--------------------------------------------------------|
    | a generator of a number, text  | gc_rng_seed, gc_rng_seed_stream; gc_rng_seed_text      |
    | raw bits; [0, 1); (0, 1)       | gc_rng_u64, _u32; gc_rng_f64, _f32; with _open         |
    | unbiased integers; "2d6+3"     | gc_rng_below, _range, _int; gc_rng_dice, _roll         |
    | yes or no; exactly a in b      | gc_rng_chance; gc_rng_chance_in                        |
    | distributions                  | gc_rng_normal, _lognormal, _exponential, _range_f32    |
    | how often; how long            | gc_rng_poisson, _binomial, _geometric; gc_rng_gamma    |
    | places, directions, rotations  | gc_rng_disc, _direction, _sphere, _turn                |
    | loot by weight; for many picks | gc_rng_weighted, _weighted_u32; gc_rng_alias_pick      |
    | procs that come evenly (PRD); pity | gc_rng_prd_next; gc_rng_pity_next                  |
    | arrays, decks                  | gc_rng_shuffle, _partial_shuffle, _pick, _bag_next     |
    | k of n without an array        | gc_rng_sample; gc_rng_permute: an order, no memory     |
    | bytes; many; nobody's seed     | gc_rng_fill; gc_rng_wide_fill ...; gc_rng_entropy      |
    | a place, in shaders; a state   | gc_rng_hash, _hash32; gc_rng_save, _load, _checksum    |
    | the same from another engine   | gc_rng_source_below, gc_rng_source_normal ...          |
    | is it random?                  | gc_rng_chi2 (p-value of counts), gc_rng_gorilla        |

    gc_rng is the default engine: 32 bytes of plain data. You own it, and copy it by assignment.
    Seed and stream give the sequence, the same within a major version. Different (seed, stream)
    never overlap within 2^64 draws. A draw takes a word, rarely more, and any argument.
    No engine is for secrets: from enough output, all but chacha8's can be computed, and
    chacha8's state lies open in memory. Take keys and tokens from gc_rng_entropy.

NAMED ENGINES
    mwc32, mwc64, xorshift32, _64, _128, xoshiro256pp, lcg, dotnet, java, mt19937, sfmt, asa128,
    pcg32, pcg64, philox, chacha8, wide. Most repeat other programs' numbers or show what goes wrong;
    the table below says which. PractRand found nothing in 64 GiB of the default one and of wide.

MEMORY
    Nothing is ever allocated. Tables of constants take 13 KB. The stack takes less than 1 KB, in
    wide's fills of 32 MiB and more 6 KB. An asa128 has 64 KB.

ERRORS AND LOGGING
    gc_rng_entropy, _load, _sample, _roll and those with _init can fail: GC_RNG_OK or an error.
    Weights and chances are data: bad ones assert nothing. A pointer must not be NULL. Inline
    functions do not check it. The others assert it; without assertions they give 0, NaN or an
    error. They also assert that a gc_rng was seeded; one of zeros draws all the same. No draw
    hangs: after 128 rejections in a row a word is taken. Nothing is logged or printed.

THREADS
    [any thread]  may be called from any thread at any time
    [change]      changes the generator that it is given: one call at a time for each generator
    Give each task a generator of its own, by gc_rng_seed_stream with the task's number.

PLATFORMS, SIMD, DETERMINISM
    C99 or C++11; gcc, clang, MSVC. clang, and gcc from 12 on, compile vector code for
    little-endian x86 (SSE2, AVX2, AVX-512 with F, VL, DQ and BW, chosen when running), AArch64
    (NEON, run by qemu) and WebAssembly (with -msimd128, run by node). Other compilers run the
    scalar code. So does gcc for Windows, which may misalign vectors on the stack, unless
    GC_RNG_FORCE_ISA names a set. Entropy needs no library on the command line. It comes from
    getrandom or /dev/urandom (Linux, Android), arc4random_buf (macOS, iOS; linked, not run on
    such a machine), getentropy (BSD, WebAssembly), BCryptGenRandom (Windows, MSVC) or
    RtlGenRandom (mingw); elsewhere it is GC_RNG_E_UNSUPPORTED.
    The results are the same for any optimisation, -ffp-contract, instruction set, byte order
    and word size, on x87, and with -ffast-math of gcc and clang; p-values to 10 digits. The
    machine must have IEEE 754 doubles and round to nearest. Subnormals that -ffast-math flushes
    count as 0. The bits of a NaN are not promised. Under -ffast-math and on x87 your own
    arithmetic (i / 400.0) may round otherwise, or lose a NaN, an infinity, a zero's sign.

LIMITS
    f64 has 2^53 values, f32 2^24. chance(p) is right to 2^-53, normal and exponential to 2^-57.

RECENT CHANGES
    0.4.0  rows of places, a hash for shaders, dice, decks; other bits of gc_rng_hash: CHANGELOG.md

SPDX-License-Identifier: MIT OR Unlicense
*/

// >>common head
// Strict ISO modes hide POSIX, and the first system header decides: each of the five has this.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#if defined(GC_RNG_IMPLEMENTATION) || defined(GC_RNG_STATIC)
#define _GNU_SOURCE
#endif
#endif

// After a plain include the declarations are extern and stay it.
#if defined(GC_RNG_STATIC) && defined(GC_RNG_PRIV_PLAIN)
#error "gc_rng.h: GC_RNG_STATIC must be defined before the first include"
#endif
// <<common head

#if defined(GC_RNG_VERSION) && GC_RNG_VERSION != 400
#error "gc_rng.h: another version of gc_rng.h was already included in this translation unit"
#endif

#ifndef GC_RNG_H
#define GC_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GC_RNG_VERSION 400   // major * 10000 + minor * 100 + patch

#ifdef GC_RNG_INLINE
#define GC_RNG_PRIV_OWN_INLINE    // the caller's own prefix: those functions may be exported
#endif

// >>common config
#if defined(__GNUC__) || defined(__clang__)
#define GC_RNG_PRIV_UNUSED __attribute__((unused))
#else
#define GC_RNG_PRIV_UNUSED
#endif

#ifdef GC_RNG_STATIC
#ifndef GC_RNG_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#endif
#ifndef GC_RNG_API
#define GC_RNG_API GC_RNG_PRIV_UNUSED static
#endif
#else
#define GC_RNG_PRIV_PLAIN
#endif
#ifndef GC_RNG_API
#define GC_RNG_API extern
#endif
#ifndef GC_RNG_INLINE
#define GC_RNG_INLINE GC_RNG_PRIV_UNUSED static inline
#endif
// <<common config

#if defined(__GNUC__) || defined(__clang__)
#define GC_RNG_PRIV_UNLIKELY(c) __builtin_expect((c) ? 1 : 0, 0)
#else
#define GC_RNG_PRIV_UNLIKELY(c) (c)
#endif

// Prefix of a function out of line, which reads nothing but its arguments. clang does better
// with it inlined.
#if defined(GC_RNG_PRIV_OWN_INLINE)
#define GC_RNG_PRIV_COLD GC_RNG_INLINE
#elif defined(__GNUC__) && !defined(__clang__)
#define GC_RNG_PRIV_COLD __attribute__((unused, cold, noinline, const)) static
#else
#define GC_RNG_PRIV_COLD GC_RNG_PRIV_UNUSED static inline
#endif

// Two guards of the compiler's work that cost no instruction. OPAQUE hides from the optimiser
// where a register's value came from; SPLIT_STORES keeps the stores before it and after it from
// being packed into one vector.
#if defined(__GNUC__)
#define GC_RNG_PRIV_OPAQUE(v) __asm__("" : "+r"(v))
#define GC_RNG_PRIV_SPLIT_STORES() __asm__ volatile("")
#else
#define GC_RNG_PRIV_OPAQUE(v) ((void)0)
#define GC_RNG_PRIV_SPLIT_STORES() ((void)0)
#endif

// Makes the floating-point value v (an lvalue) a rounded one of its type, which no later
// operation can be fused with.
#if defined(__GNUC__) && defined(__SSE2_MATH__)
#define GC_RNG_PRIV_FENCE(type, v) __asm__("" : "+x"(v))
#elif defined(__GNUC__) && defined(__aarch64__)
#define GC_RNG_PRIV_FENCE(type, v) __asm__("" : "+w"(v))
#elif defined(__clang__) && defined(__wasm__)
#define GC_RNG_PRIV_FENCE(type, v) __asm__("" : "+r"(v))
#else
#define GC_RNG_PRIV_FENCE_COSTS 1
#define GC_RNG_PRIV_FENCE(type, v)                                                                           \
    do {                                                                                                     \
        volatile type gc_rng_priv_v = (v);                                                                   \
        (v) = gc_rng_priv_v;                                                                                 \
    } while (0)
#endif

// Hides from the optimiser what v is, so that -ffast-math cannot work with it (divide by it
// once for all, take a factor out). Elsewhere it would cost a register's copy.
#ifdef __FAST_MATH__
#define GC_RNG_PRIV_HIDE(type, v) GC_RNG_PRIV_FENCE(type, v)
#else
#define GC_RNG_PRIV_HIDE(type, v) ((void)0)
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- results

// What functions that can fail return.
enum {
    GC_RNG_OK = 0,
    GC_RNG_E_ARGUMENT = -1,       // a pointer is NULL, or a number is not what it must be
    GC_RNG_E_UNSUPPORTED = -6,    // no source of randomness is known for this platform
    GC_RNG_E_SYSTEM = -10         // the system gave no randomness; on Linux and BSD errno says why
};

// Version of the compiled implementation, as GC_RNG_VERSION. [any thread]
GC_RNG_API int gc_rng_version(void);

// English text of a result, static, never NULL, for unknown codes as well. [any thread]
GC_RNG_API const char *gc_rng_result_string(int result);

// Instruction set that the bulk functions use here: "avx512", "avx2", "sse2", "neon", "wasm128"
// or "scalar". Static text. [any thread]
GC_RNG_API const char *gc_rng_isa(void);

// ---- the default engine

// The default engine: sfc64 (Chris Doty-Humphrey, PractRand), three words of chaotic state and
// a counter, which makes every period at least 2^64, about 2^255 on average. Plain data: copy
// it to branch a sequence, keep a copy to come back to it. Seed it before use.
typedef struct gc_rng { uint64_t a, b, c, counter; } gc_rng;

// Starts the sequence of a seed: stream 0 of it. Any seed is as good as any other, 0 included.
// [change]
GC_RNG_API void gc_rng_seed(gc_rng *r, uint64_t seed);

// Starts the sequence of a seed and a stream: one stream for each thread, entity or level.
// Different (seed, stream) give unrelated sequences, near numbers included. [change]
GC_RNG_API void gc_rng_seed_stream(gc_rng *r, uint64_t seed, uint64_t stream);

// Starts the sequence of n bytes, such as a text that a player has typed. Another byte or
// another length is another sequence. n 0 is fine. [change]
GC_RNG_API void gc_rng_seed_text(gc_rng *r, const void *bytes, size_t n);

// The next word: 64 random bits. Every other draw is made of these. [change]
GC_RNG_INLINE uint64_t gc_rng_u64(gc_rng *r) {
    // Why the guards: gcc 12 at -O3 packs the new state into vector registers (tuned for AMD
    // always; elsewhere when it walks an array of generators), and the next call's scalar loads
    // then wait for a store that cannot be forwarded. And both compilers would add a to b
    // first: b hangs on c and is there last, so it is added last (0.50 ns in registers on
    // Zen 5, 0.70 before). bench/RESULTS.md has the times.
    uint64_t out = r->a + r->counter;
    GC_RNG_PRIV_OPAQUE(out);
    uint64_t a = r->b ^ (r->b >> 11), b = r->c + (r->c << 3), c, counter = r->counter + 1;
    out += r->b;
    GC_RNG_PRIV_OPAQUE(out);
    c = ((r->c << 24) | (r->c >> 40)) + out;

    r->c = c;
    r->a = a;
    GC_RNG_PRIV_SPLIT_STORES();
    r->b = b;
    r->counter = counter;
    return out;
}

// ---- any engine as a source

// What the distributions need to know of a generator: fill in your own, or take one from
// gc_rng_E_source. The state stays where it is and must outlive the source. A source of 16 or
// 32 bits makes a word of several outputs, the first in the lowest bits.
typedef struct gc_rng_source {
    void *user;                                              // handed to both functions
    uint64_t (*u64)(void *user);                             // the next 64 bits
    void (*fill)(void *user, void *dst, size_t bytes);       // the same sequence as little-endian bytes
} gc_rng_source;

// The default engine as a source, whose draws equal its own. [any thread]
GC_RNG_API gc_rng_source gc_rng_to_source(gc_rng *r);

// 64 random bits, as gc_rng_u64. [change]
GC_RNG_INLINE uint64_t gc_rng_source_u64(const gc_rng_source *s) { return s->u64(s->user); }

// ---- draws
//
// Each has two forms, which make the same numbers of the same words: gc_rng_X draws from the
// default engine, gc_rng_source_X from any engine as a source. One comment serves both.

// 32 random bits: the upper half of a word. [change]
GC_RNG_INLINE uint32_t gc_rng_u32(gc_rng *r);
GC_RNG_INLINE uint32_t gc_rng_source_u32(const gc_rng_source *s);

// A number in [0, 1), a multiple of 2^-53; never 1. [change]
GC_RNG_INLINE double gc_rng_f64(gc_rng *r);
GC_RNG_INLINE double gc_rng_source_f64(const gc_rng_source *s);

// A number in [0, 1), a multiple of 2^-24; never 1. [change]
GC_RNG_INLINE float gc_rng_f32(gc_rng *r);
GC_RNG_INLINE float gc_rng_source_f32(const gc_rng_source *s);

// A number in (0, 1), an odd multiple of 2^-53: neither 0 nor 1, for logarithms. 1 - x is as
// likely as x. [change]
GC_RNG_INLINE double gc_rng_f64_open(gc_rng *r);
GC_RNG_INLINE double gc_rng_source_f64_open(const gc_rng_source *s);

// A number in (0, 1), an odd multiple of 2^-24. [change]
GC_RNG_INLINE float gc_rng_f32_open(gc_rng *r);
GC_RNG_INLINE float gc_rng_source_f32_open(const gc_rng_source *s);

// An integer in [0, n), exactly uniform for every n. n 0 gives 0 and takes a word. [change]
GC_RNG_INLINE uint64_t gc_rng_below(gc_rng *r, uint64_t n);
GC_RNG_INLINE uint64_t gc_rng_source_below(const gc_rng_source *s, uint64_t n);

// An integer in [lo, hi], exactly uniform over the whole of 64 bits; lo > hi are swapped.
// [change]
GC_RNG_INLINE int64_t gc_rng_range(gc_rng *r, int64_t lo, int64_t hi);
GC_RNG_INLINE int64_t gc_rng_source_range(const gc_rng_source *s, int64_t lo, int64_t hi);

// The same of ints. [change]
GC_RNG_INLINE int gc_rng_int(gc_rng *r, int lo, int hi);
GC_RNG_INLINE int gc_rng_source_int(const gc_rng_source *s, int lo, int hi);

// The sum of `count` dice with the sides 1 to `sides`. One of both below 1 gives 0 and takes no
// word. [change]
GC_RNG_INLINE int64_t gc_rng_dice(gc_rng *r, int count, int sides);
GC_RNG_INLINE int64_t gc_rng_source_dice(const gc_rng_source *s, int count, int sides);

// The sum of the `keep` highest of `count` dice, at most 100; of the lowest -keep, if it is
// negative. Takes as many words as dice. [change]
GC_RNG_API int64_t gc_rng_dice_keep(gc_rng *r, int count, int sides, int keep);
GC_RNG_API int64_t gc_rng_source_dice_keep(const gc_rng_source *s, int count, int sides, int keep);

// Rolls what players write: "2d6+3", "d20 - 1", "4d6k3" (keep the highest three), "2d20l1" (the
// lowest), "d%" (of 100). Numbers have at most 9 digits, dice at most 1,000, kept ones 100.
// GC_RNG_OK, or GC_RNG_E_ARGUMENT: it is something else; then no word is taken, and the sum is
// as it was. [change]
GC_RNG_API int gc_rng_roll(gc_rng *r, const char *text, int64_t *sum);
GC_RNG_API int gc_rng_source_roll(const gc_rng_source *s, const char *text, int64_t *sum);

// A number in [lo, hi), in steps of (hi - lo) / 2^24; lo > hi are swapped, lo == hi gives lo.
// No bounds overflow; one that is NaN or infinite gives NaN. [change]
GC_RNG_INLINE float gc_rng_range_f32(gc_rng *r, float lo, float hi);
GC_RNG_INLINE float gc_rng_source_range_f32(const gc_rng_source *s, float lo, float hi);

// True with probability p, to 2^-53. p <= 0 and NaN are always false, p >= 1 always true; a
// word is taken in any case. [change]
GC_RNG_INLINE bool gc_rng_chance(gc_rng *r, double p);
GC_RNG_INLINE bool gc_rng_source_chance(const gc_rng_source *s, double p);

// True in exactly a of b cases. b 0 is false, a >= b otherwise true; a word is taken in any
// case. [change]
GC_RNG_INLINE bool gc_rng_chance_in(gc_rng *r, uint64_t a, uint64_t b);
GC_RNG_INLINE bool gc_rng_source_chance_in(const gc_rng_source *s, uint64_t a, uint64_t b);

// mean + sd * z, z of the standard normal distribution. sd 0 gives mean, a negative sd mirrors;
// NaN gives NaN, infinite arguments what mean + sd * z gives. [change]
GC_RNG_API double gc_rng_normal(gc_rng *r, double mean, double sd);
GC_RNG_API double gc_rng_source_normal(const gc_rng_source *s, double mean, double sd);

// Waiting time of events that come `rate` times in a unit: mean 1 / rate, never 0 unless the
// division underflows. rate 0 gives infinity, infinity gives 0, a negative rate and NaN give
// NaN. [change]
GC_RNG_API double gc_rng_exponential(gc_rng *r, double rate);
GC_RNG_API double gc_rng_source_exponential(const gc_rng_source *s, double rate);

// A log-normal number: e to the power of a normal draw of mean mu and deviation sigma. Its
// median is e^mu, its mean e^(mu + sigma^2 / 2). Infinite beyond the largest double; NaN gives
// NaN. [change]
GC_RNG_API double gc_rng_lognormal(gc_rng *r, double mu, double sigma);
GC_RNG_API double gc_rng_source_lognormal(const gc_rng_source *s, double mu, double sigma);

// How many events come in a time in which `mean` come on average. Below 0 and NaN count as 0,
// above 2^53 as that. [change]
GC_RNG_API uint64_t gc_rng_poisson(gc_rng *r, double mean);
GC_RNG_API uint64_t gc_rng_source_poisson(const gc_rng_source *s, double mean);

// How many of n tries succeed, each with the chance p (as in gc_rng_chance), at once. n counts
// as 2^53 above that. [change]
GC_RNG_API uint64_t gc_rng_binomial(gc_rng *r, uint64_t n, double p);
GC_RNG_API uint64_t gc_rng_source_binomial(const gc_rng_source *s, uint64_t n, double p);

// How many tries of the chance p fail before one succeeds, mean (1 - p) / p. 2^63 and more is
// 2^63, and so is p <= 0 and NaN. [change]
GC_RNG_API uint64_t gc_rng_geometric(gc_rng *r, double p);
GC_RNG_API uint64_t gc_rng_source_geometric(const gc_rng_source *s, double p);

// A gamma number, mean shape * scale: the time until the shape-th of events that come one in
// `scale` on average. Marsaglia and Tsang, ACM TOMS 26(3), 2000. NaN: the shape is not above 0,
// or not finite. [change]
GC_RNG_API double gc_rng_gamma(gc_rng *r, double shape, double scale);
GC_RNG_API double gc_rng_source_gamma(const gc_rng_source *s, double shape, double scale);

// A point in the circle of radius 1 around 0; on its edge, a direction in the plane; on the
// sphere, a direction in space. Lengths are 1 to 2^-51. [change]
GC_RNG_API void gc_rng_disc(gc_rng *r, double xy[2]);
GC_RNG_API void gc_rng_source_disc(const gc_rng_source *s, double xy[2]);
GC_RNG_API void gc_rng_direction(gc_rng *r, double xy[2]);
GC_RNG_API void gc_rng_source_direction(const gc_rng_source *s, double xy[2]);
GC_RNG_API void gc_rng_sphere(gc_rng *r, double xyz[3]);
GC_RNG_API void gc_rng_source_sphere(const gc_rng_source *s, double xyz[3]);

// A rotation in space, every one with the same chance: a matrix, row by row. [change]
GC_RNG_API void gc_rng_turn(gc_rng *r, double m[9]);
GC_RNG_API void gc_rng_source_turn(const gc_rng_source *s, double m[9]);

// Puts n elements of `size` bytes in random order, every order with the same chance; n 0 and 1
// and size 0 do nothing. One word serves two elements. [change]
GC_RNG_API void gc_rng_shuffle(gc_rng *r, void *base, size_t n, size_t size);
GC_RNG_API void gc_rng_source_shuffle(const gc_rng_source *s, void *base, size_t n, size_t size);

// Puts k of the n elements in front, in random order: what a shuffle would have there, without
// the time for the rest. k above n is n. [change]
GC_RNG_API void gc_rng_partial_shuffle(gc_rng *r, void *p, size_t n, size_t size, size_t k);

// The same from a source. [change]
GC_RNG_API void gc_rng_source_partial_shuffle(const gc_rng_source *s, void *p, size_t n, size_t size,
                                              size_t k);

// The address of one of n elements of `size` bytes. NULL, and no word, when n is 0. [change]
GC_RNG_INLINE void *gc_rng_pick(gc_rng *r, const void *base, size_t n, size_t size);
GC_RNG_INLINE void *gc_rng_source_pick(const gc_rng_source *s, const void *base, size_t n, size_t size);

// k different numbers of [0, n) in random order, each such list with the same chance. Memory is
// `out` alone; the time grows with n, or with k * sqrt(k) where 2 k is not above n. GC_RNG_OK,
// or GC_RNG_E_ARGUMENT: k is above n; then out is as it was. [change]
GC_RNG_API int gc_rng_sample(gc_rng *r, size_t *out, size_t k, size_t n);
GC_RNG_API int gc_rng_source_sample(const gc_rng_source *s, size_t *out, size_t k, size_t n);

// Place i of a random order of [0, n), without memory: for each seed a bijection of [0, n) to
// [0, n). i not below n gives i. [any thread]
GC_RNG_API uint64_t gc_rng_permute(uint64_t seed, uint64_t i, uint64_t n);

// A shuffle bag, or a deck: each of n items comes once before any comes again. Fill in items, n
// and size; the items are yours, and change places.
typedef struct gc_rng_bag {
    void *items;
    size_t n, size;      // how many, of how many bytes
    size_t left;         // how many have not come yet; 0: all may come again
} gc_rng_bag;

// The address of the next item; it stays there until the bag begins anew. NULL, and no word,
// when n is 0. [change]
GC_RNG_API void *gc_rng_bag_next(gc_rng *r, gc_rng_bag *bag);
GC_RNG_API void *gc_rng_source_bag_next(const gc_rng_source *s, gc_rng_bag *bag);

// Fills dst, of any alignment, with the words as little-endian bytes. The surplus of the last
// word is dropped. [change]
GC_RNG_API void gc_rng_fill(gc_rng *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_source_fill(const gc_rng_source *s, void *dst, size_t bytes);

// ---- choices by weight

// A random index below n, each with the chance of its weight over the sum of all, to n * 2^-52.
// A weight that is negative or NaN counts as 0, an infinite one as 2^1024. n when no weight is
// above 0. Takes one word (none when it gives n), and time for two walks over the weights: for
// many picks from the same ones, an alias table. [change]
GC_RNG_API size_t gc_rng_weighted(gc_rng *r, const double *weights, size_t n);
GC_RNG_API size_t gc_rng_source_weighted(const gc_rng_source *s, const double *weights, size_t n);

// The same of whole numbers, exactly; their sum must be below 2^64. [change]
GC_RNG_API size_t gc_rng_weighted_u32(gc_rng *r, const uint32_t *weights, size_t n);
GC_RNG_API size_t gc_rng_source_weighted_u32(const gc_rng_source *s, const uint32_t *weights, size_t n);

// One of the n entries of an alias table (Walker 1977), 16 bytes: of the words that choose
// entry i, those below the threshold mean i, the rest `other`. The same bits on every machine,
// but for the order of bytes.
typedef struct gc_rng_alias { uint64_t threshold, other; } gc_rng_alias;

// Makes a table of n entries, which are yours, from n weights. Each index gets that part of the
// 2^64 words which is due to its weight: exactly, or one of the two whole numbers next to it.
// (So it is with weights that are multiples of one number and below 2^60 of it in sum, whole
// numbers for example; with others to 2^-58 of all words.) GC_RNG_OK, or GC_RNG_E_ARGUMENT: a
// weight is negative, NaN or infinite, or none is above 0, or n is 0; then the table is as it
// was. [any thread]
GC_RNG_API int gc_rng_alias_init(gc_rng_alias *table, const double *weights, size_t n);
GC_RNG_API int gc_rng_alias_init_u32(gc_rng_alias *table, const uint32_t *weights, size_t n);

// A random index below n by a table of n entries, in the same time for any n. n 0 gives 0.
// [change]
GC_RNG_INLINE size_t gc_rng_alias_pick(gc_rng *r, const gc_rng_alias *table, size_t n);
GC_RNG_INLINE size_t gc_rng_source_alias_pick(const gc_rng_source *s, const gc_rng_alias *table, size_t n);

// ---- the pseudo-random distribution of Warcraft III and Dota

// Hits that come neither in rows nor late: the n-th try after a hit succeeds with the chance n
// * c. Plain data, 16 bytes, one for each thing that a chance belongs to.
typedef struct gc_rng_prd {
    uint64_t c;          // the first try's chance in 2^-63, so that `chance` of all tries succeed
    uint64_t tries;      // since the last hit; 0 forgets what was
} gc_rng_prd;

// Computes c for a chance in [0, 1], which is kept to 14 digits from 1/1000 on, to 4 at 2^-24.
// GC_RNG_OK, or GC_RNG_E_ARGUMENT: the chance is NaN, outside [0, 1], or above 0 and below
// 2^-24; then c is 0, which never hits. [any thread]
GC_RNG_API int gc_rng_prd_init(gc_rng_prd *prd, double chance);

// True when this try is a hit. [change]
GC_RNG_INLINE bool gc_rng_prd_next(gc_rng *r, gc_rng_prd *prd);
GC_RNG_INLINE bool gc_rng_source_prd_next(const gc_rng_source *s, gc_rng_prd *prd);

// Pity, as banners of card games have it: the chance of a try is the same up to the one before
// `soft`, climbs from there in equal steps, and is 1 at `hard`. Plain data, 32 bytes, one for
// each player and banner; save `tries` with them.
typedef struct gc_rng_pity {
    uint64_t base, step;      // in 2^-63
    uint32_t soft, hard;
    uint64_t tries;           // since the last hit
} gc_rng_pity;

// Solves for the base chance with which `rate` of all tries hit, to 10 digits: the number that
// a game publishes. soft == hard: only a hard end. GC_RNG_OK, or GC_RNG_E_ARGUMENT: the rate is
// not in (0, 1], or so low that the end alone gives more, or not 1 <= soft <= hard <= 65536;
// then nothing is changed. [any thread]
GC_RNG_API int gc_rng_pity_init(gc_rng_pity *pity, double rate, uint32_t soft, uint32_t hard);

// True when this try is a hit; a word is taken in any case. [change]
GC_RNG_INLINE bool gc_rng_pity_next(gc_rng *r, gc_rng_pity *pity);
GC_RNG_INLINE bool gc_rng_source_pity_next(const gc_rng_source *s, gc_rng_pity *pity);

// ---- a number for a place

// 64 random bits of a place: what grows on tile x, y of world `seed`, without a generator and
// in any order. Any bit and any range of it will do; gc_rng_seed with it starts a sequence
// there. In a row only x changes, which is why it comes last. [any thread]
GC_RNG_INLINE uint64_t gc_rng_hash(uint64_t seed, int64_t x, int64_t y, int64_t z);

// Bits of any count of numbers, one after the other: { z, y, x } gives what gc_rng_hash gives,
// { purpose, layer, z, y, x } keeps a tile's trees and its ore apart. count 0 is fine. [any
// thread]
GC_RNG_INLINE uint64_t gc_rng_hash_numbers(uint64_t seed, const int64_t *numbers, size_t count);

// The bits of gc_rng_hash as a number in [0, 1), a multiple of 2^-24, and in [0, n), where each
// number has its chance to 2^-64; n 0 gives 0. [any thread]
GC_RNG_INLINE float gc_rng_hash_f32(uint64_t seed, int64_t x, int64_t y, int64_t z);
GC_RNG_INLINE uint64_t gc_rng_hash_below(uint64_t seed, int64_t x, int64_t y, int64_t z, uint64_t n);

// A row of places: dst[i] is what x + i gives, in less time. INT64_MIN comes after INT64_MAX.
// [any thread]
GC_RNG_API void gc_rng_hash_row(uint64_t *dst, size_t n, uint64_t seed, int64_t x, int64_t y, int64_t z);
GC_RNG_API void gc_rng_hash_row_f32(float *dst, size_t n, uint64_t seed, int64_t x, int64_t y, int64_t z);

// 32 random bits of a place by 32-bit operations alone, which shaders and JavaScript have: for
// what a page and a graphics card compute, too. No bits of gc_rng_hash. A row is as above. [any
// thread]
GC_RNG_INLINE uint32_t gc_rng_hash32(uint32_t seed, int32_t x, int32_t y, int32_t z);
GC_RNG_API void gc_rng_hash32_row(uint32_t *dst, size_t n, uint32_t seed, int32_t x, int32_t y, int32_t z);

// ---- a state in a file

// Writes the state for a file, 40 bytes that are the same on every machine, and returns 40;
// with less capacity writes nothing. 0: r is NULL. [change]
GC_RNG_API size_t gc_rng_save(const gc_rng *r, void *dst, size_t capacity);

// Takes the state that gc_rng_save wrote. GC_RNG_OK, or GC_RNG_E_ARGUMENT: these are not 40
// bytes of it, unchanged; then r is as it was. [change]
GC_RNG_API int gc_rng_load(gc_rng *r, const void *bytes, size_t size);

// 64 bits of the state: where two machines play in step, they compare these. 0: r is NULL. [any
// thread]
GC_RNG_API uint64_t gc_rng_checksum(const gc_rng *r);

// ---- entropy

#ifndef GC_RNG_NO_ENTROPY
// Fills dst with cryptographic randomness of the operating system, in about a microsecond.
// GC_RNG_OK, or an error, and then the content of dst is undefined. It may block until the
// system has gathered enough after its start. bytes 0 is fine. It may change errno. [any
// thread]
GC_RNG_API int gc_rng_entropy(void *dst, size_t bytes);
#endif

// ---- statistics

#ifndef GC_RNG_NO_STATISTICS
// Pearson's chi-square test: the chance that proper draws differ from what n weights ask by as
// much as these counts do, or more. Below 0.001: suspect; below 1e-6: wrong. The same to 10
// digits on every machine. It wants five draws expected for each weight above 0. A count where
// the weight is 0 gives 0, no counts or one weight 1. NaN: a weight is negative, NaN or
// infinite, or none is above 0. [any thread]
GC_RNG_API double gc_rng_chi2(const uint64_t *counts, const double *weights, size_t n);

// The gorilla test (Marsaglia and Tsang, Journal of Statistical Software 7(3), 2002) of a bit,
// 0 to 63, of the source's u64: 2^26 + 25 draws give 2^26 overlapping words of 26 bits; how
// many words never come, in deviations from what theory expects. Within -4 and 4: proper;
// above: too few different words, below: too many. NaN: there is no such bit. memory: 8 MiB, of
// any content and alignment. [change]
GC_RNG_API double gc_rng_gorilla(const gc_rng_source *s, int bit, void *memory_8_mib);
#endif

// ---- named engines
//
// Each engine E has gc_rng_E_seed, gc_rng_E_next, gc_rng_E_fill (the outputs of next as
// little-endian bytes, one after the other; the surplus of the last output is dropped) and
// gc_rng_E_source, which any thread may call. The state is yours to set, within the limits
// given. Each seeding is that of the program the engine comes from. (PractRand is version 0.95;
// the gorilla test's figures are in tests/test_rng.c.)
//
// engine        next      state       period     weakness; use it when
// mwc32         uint16_t  4 bytes     2^30.9     short period, fails PractRand at 16 MiB; a toy, or four
//                                                bytes must do
// mwc64         uint32_t  8 bytes     2^63       one multiplication between state and next state; large
//                                                arrays of generators
// xorshift32    uint32_t  4 bytes     2^32-1     linear, fails PractRand at 1 MiB and the gorilla test in
//                                                every bit; compatibility
// xorshift64    uint64_t  8 bytes     2^64-1     linear, fails PractRand at 1 MiB; compatibility
// xorshift128   uint32_t  16 bytes    2^128-1    linear, fails PractRand at 1 MiB; Unity's Random
// xoshiro256pp  uint64_t  32 bytes    2^256-1    a linear state under a scrambler, slow to leave states of
//                                                few ones; jumps, or what others expect
// lcg           uint32_t  4 bytes     2^31       bit k has period 2^(k+1), the gorilla test fails in all 31
//                                                bits; to see what a bad generator does
// dotnet        int32_t   232 bytes   not known  a lag of 21 instead of 31, 31 bits; .NET's seeded Random
// java          uint32_t  8 bytes     2^48       low bits of short period; java.util.Random
// mt19937       uint32_t  2.5 KB      2^19937-1  linear, long in leaving states of few ones; std::mt19937,
//                                                Python's random, numpy's RandomState
// sfmt          uint32_t  2.5 KB      2^19937-1  linear, large, long in leaving states of few ones (the
//                                                period is a multiple of this); compatibility
// asa128        uint32_t  64 KB       not known  bits 28 to 31 fail the gorilla test, fails PractRand at
//                                                256 MiB; compatibility
// pcg32         uint32_t  16 bytes    2^64       sequences of near parameters correlate; many small
//                                                generators, jumps of any length
// pcg64         uint64_t  32 bytes    2^128      sequences of near increments correlate; numpy's default
// philox        uint32_t  44 bytes    2^130      none known; the n-th number of stream k is needed without
//                                                those before it
// chacha8       uint64_t  1060 bytes  not known  none known; numbers that must not be guessed from others,
//                                                at half the speed
// wide          uint64_t  2 KB        >= 2^71    the step loses information (no bijection); arrays to fill

#ifndef GC_RNG_NO_ENGINES

// ---- mwc32

// Multiply-with-carry (Marsaglia 1994); the upper half of x is the carry. x must not be 0 nor
// 0xf5b7ffff, which stay where they are.
typedef struct gc_rng_mwc32 { uint32_t x; } gc_rng_mwc32;

// x = 0xffff0000 | (seed & 0xffff): the seed's low 16 bits count. [change]
GC_RNG_API void gc_rng_mwc32_seed(gc_rng_mwc32 *r, uint64_t seed);

// The next output, 16 bits. [change]
GC_RNG_INLINE uint16_t gc_rng_mwc32_next(gc_rng_mwc32 *r) {
    r->x = (r->x & 0xffffu) * 62904u + (r->x >> 16);
    return (uint16_t)(r->x & 0xffffu);
}

// ---- mwc64

// Multiply-with-carry with 64 bits. x must not be 0 nor 0xffffda60ffffffff.
typedef struct gc_rng_mwc64 { uint64_t x; } gc_rng_mwc64;

// x = splitmix64 of the seed; the two seeds that would give a forbidden x take the next output
// of splitmix64. [change]
GC_RNG_API void gc_rng_mwc64_seed(gc_rng_mwc64 *r, uint64_t seed);

// The next output, 32 bits. [change]
GC_RNG_INLINE uint32_t gc_rng_mwc64_next(gc_rng_mwc64 *r) {
    r->x = (r->x & 0xffffffffu) * 4294957665u + (r->x >> 32);
    return (uint32_t)(r->x & 0xffffffffu);
}

// ---- xorshift32

// Xorshift 13, 17, 5 (Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003,
// page 4). x must not be 0.
typedef struct gc_rng_xorshift32 { uint32_t x; } gc_rng_xorshift32;

// x = 0xffff0000 | (seed & 0xffff): the seed's low 16 bits count. [change]
GC_RNG_API void gc_rng_xorshift32_seed(gc_rng_xorshift32 *r, uint64_t seed);

// The next output, 32 bits, never 0. [change]
GC_RNG_INLINE uint32_t gc_rng_xorshift32_next(gc_rng_xorshift32 *r) {
    r->x ^= r->x << 13;
    r->x ^= r->x >> 17;
    r->x ^= r->x << 5;
    return r->x;
}

// ---- xorshift64

// Xorshift with 64 bits and the steps right 21, left 35, right 4 (Press, Teukolsky, Vetterling,
// Flannery, "Numerical Recipes", 3rd edition, 2007, section 7.1.2). x must not be 0.
typedef struct gc_rng_xorshift64 { uint64_t x; } gc_rng_xorshift64;

// x = splitmix64 of the seed; the one seed that would give 0 takes the next output. [change]
GC_RNG_API void gc_rng_xorshift64_seed(gc_rng_xorshift64 *r, uint64_t seed);

// The next output, 64 bits, never 0. [change]
GC_RNG_INLINE uint64_t gc_rng_xorshift64_next(gc_rng_xorshift64 *r) {
    r->x ^= r->x >> 21;
    r->x ^= r->x << 35;
    r->x ^= r->x >> 4;
    return r->x;
}

// The same shifts as left 21, right 35, left 4. [change]
GC_RNG_INLINE uint64_t gc_rng_xorshift64_next_left(gc_rng_xorshift64 *r) {
    r->x ^= r->x << 21;
    r->x ^= r->x >> 35;
    r->x ^= r->x << 4;
    return r->x;
}

// ---- xorshift128

// Xorshift with four words, 11, 8, 19 (the paper of xorshift32, page 5). The words must not all
// be 0.
typedef struct gc_rng_xorshift128 { uint32_t x, y, z, w; } gc_rng_xorshift128;

// As Unity's InitState by the seed's low 32 bits: x = seed, and each further word is 1812433253
// times the one before, plus 1. [change]
GC_RNG_API void gc_rng_xorshift128_seed(gc_rng_xorshift128 *r, uint64_t seed);

// The next output, 32 bits. [change]
GC_RNG_INLINE uint32_t gc_rng_xorshift128_next(gc_rng_xorshift128 *r) {
    uint32_t t = r->x ^ (r->x << 11), w = r->w;
    r->x = r->y;
    r->y = r->z;
    r->z = w;
    w = w ^ (w >> 19) ^ t ^ (t >> 8);
    r->w = w;
    return w;
}

// Unity's Random.value, in [0, 1], Range(int, int) and Range(float, float), as they are known;
// not compared with a Unity. What insideUnitCircle draws is not published. [change]
GC_RNG_API float gc_rng_unity_value(gc_rng_xorshift128 *r);
GC_RNG_API int32_t gc_rng_unity_range(gc_rng_xorshift128 *r, int32_t lo, int32_t hi);
GC_RNG_API float gc_rng_unity_range_f32(gc_rng_xorshift128 *r, float lo, float hi);

// ---- xoshiro256pp

// Xoshiro256++ (Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM TOMS
// 47(4), 2021). The words must not all be 0.
typedef struct gc_rng_xoshiro256pp { uint64_t s[4]; } gc_rng_xoshiro256pp;

// The words are four outputs of splitmix64 of the seed. [change]
GC_RNG_API void gc_rng_xoshiro256pp_seed(gc_rng_xoshiro256pp *r, uint64_t seed);

// The next output, 64 bits. [change]
GC_RNG_INLINE uint64_t gc_rng_xoshiro256pp_next(gc_rng_xoshiro256pp *r) {
    uint64_t s0 = r->s[0], s1 = r->s[1], s2 = r->s[2] ^ s0, s3 = r->s[3] ^ s1, sum = s0 + r->s[3];
    uint64_t out = ((sum << 23) | (sum >> 41)) + s0;
    r->s[0] = s0 ^ s3;
    r->s[2] = s2 ^ (s1 << 17);
    GC_RNG_PRIV_SPLIT_STORES();    // see gc_rng_u64
    r->s[1] = s1 ^ s2;
    r->s[3] = (s3 << 45) | (s3 >> 19);
    return out;
}

// The output of xoshiro256+ in place of next's. [change]
GC_RNG_INLINE uint64_t gc_rng_xoshiro256p_next(gc_rng_xoshiro256pp *r) {
    uint64_t out = r->s[0] + r->s[3];
    gc_rng_xoshiro256pp_next(r);
    return out;
}

// As many steps as 2^128 calls of next: generators that start at jumps of one another do not
// overlap. [change]
GC_RNG_API void gc_rng_xoshiro256pp_jump(gc_rng_xoshiro256pp *r);

// As many steps as 2^192 calls of next. [change]
GC_RNG_API void gc_rng_xoshiro256pp_long_jump(gc_rng_xoshiro256pp *r);

// ---- lcg

// Linear congruential: x = x * 1103515245 + 12345 mod 2^31, the constants of the C standard's
// example of rand. Bit k of the output repeats after 2^(k+1) draws.
typedef struct gc_rng_lcg { uint32_t x; } gc_rng_lcg;

// x = seed mod 2^31. [change]
GC_RNG_API void gc_rng_lcg_seed(gc_rng_lcg *r, uint64_t seed);

// The next output, 31 bits: x. [change]
GC_RNG_INLINE uint32_t gc_rng_lcg_next(gc_rng_lcg *r) {
    r->x = (r->x * 1103515245u + 12345u) & 0x7fffffffu;
    return r->x;
}

// ---- dotnet

// The subtractive generator (Knuth, "The Art of Computer Programming" 2, section 3.2.2) as
// .NET's seeded System.Random has it.
typedef struct gc_rng_dotnet {
    int32_t table[56];           // 1..55 are used
    uint32_t next, next_p;       // where the two terms of the last draw were
} gc_rng_dotnet;

// The seed is taken as (int32_t)(uint32_t)seed. [change]
GC_RNG_API void gc_rng_dotnet_seed(gc_rng_dotnet *r, uint64_t seed);

// The next output, in [0, 2^31 - 1). [change]
GC_RNG_INLINE int32_t gc_rng_dotnet_next(gc_rng_dotnet *r) {
    // Half of the differences are negative, in no order that a processor could guess: 2^31 - 1
    // is added to those by a mask. 2^31 - 1 itself becomes one less; it hardly ever comes.
    uint32_t v;
    r->next = r->next >= 55 ? 1 : r->next + 1;
    r->next_p = r->next_p >= 55 ? 1 : r->next_p + 1;
    v = (uint32_t)r->table[r->next] - (uint32_t)r->table[r->next_p];
    if (GC_RNG_PRIV_UNLIKELY(v == 0x7fffffffu)) v--;
    v += (0u - (v >> 31)) & 0x7fffffffu;
    r->table[r->next] = (int32_t)v;
    return (int32_t)v;
}

// What Random.Next(max) gives in its place: an integer in [0, max), 0 if max is not above 0.
// [change]
GC_RNG_API int32_t gc_rng_dotnet_below(gc_rng_dotnet *r, int32_t max);

// Random.Next(lo, hi): an integer in [lo, hi), lo if hi is not above it. Takes two outputs when
// hi - lo is 2^31 and more. [change]
GC_RNG_API int32_t gc_rng_dotnet_range(gc_rng_dotnet *r, int32_t lo, int32_t hi);

// Random.NextDouble(): a number in [0, 1), of 2^31 - 1 different ones. [change]
GC_RNG_API double gc_rng_dotnet_f64(gc_rng_dotnet *r);

// Random.NextBytes(); NextInt64() of .NET 6 and later, by its source, not compared. [change]
GC_RNG_API void gc_rng_dotnet_bytes(gc_rng_dotnet *r, void *dst, size_t bytes);
GC_RNG_API int64_t gc_rng_dotnet_i64(gc_rng_dotnet *r);

// ---- java

// java.util.Random, by its documentation: linear congruential with 48 bits, the upper ones are
// given. x must be below 2^48.
typedef struct gc_rng_java { uint64_t x; } gc_rng_java;

// As new Random(seed). [change]
GC_RNG_API void gc_rng_java_seed(gc_rng_java *r, uint64_t seed);

// The next output: nextInt(), 32 bits. Its top bit is nextBoolean(), its upper 24 bits times
// 2^-24 are nextFloat(). [change]
GC_RNG_INLINE uint32_t gc_rng_java_next(gc_rng_java *r) {
    r->x = (r->x * 0x5deece66d + 0xb) & 0xffffffffffff;
    return (uint32_t)(r->x >> 16);
}

// nextInt(bound), 0 if bound is not above 0; nextLong(); nextDouble(). [change]
GC_RNG_API int32_t gc_rng_java_below(gc_rng_java *r, int32_t bound);
GC_RNG_API int64_t gc_rng_java_i64(gc_rng_java *r);
GC_RNG_API double gc_rng_java_f64(gc_rng_java *r);

// ---- mt19937

// The Mersenne Twister (Matsumoto and Nishimura, ACM TOMACS 8(1), 1998). The words must not all
// be 0; from used 624 on the next ones are made.
typedef struct gc_rng_mt19937 { uint32_t words[624], used; } gc_rng_mt19937;

// By the seed's low 32 bits: std::mt19937(seed), RandomState(seed). By an array: Python's
// random.seed(k) takes the 32-bit words of k, the lowest first, one at least. [change]
GC_RNG_API void gc_rng_mt19937_seed(gc_rng_mt19937 *r, uint64_t seed);
GC_RNG_API void gc_rng_mt19937_seed_array(gc_rng_mt19937 *r, const uint32_t *seeds, size_t count);

// The next output, 32 bits. [change]
GC_RNG_API uint32_t gc_rng_mt19937_next(gc_rng_mt19937 *r);

// Python's random.random(), of two outputs. [change]
GC_RNG_API double gc_rng_mt19937_f64(gc_rng_mt19937 *r);

// What std::seed_seq of `count` seeds generates: std::mt19937(sequence) has 624 of these as
// words, with used 624. [any thread]
GC_RNG_API void gc_rng_seed_seq(uint32_t *dst, size_t n, const uint32_t *seeds, size_t count);

// ---- pcg32

// PCG XSH RR 64/32 (O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
// Algorithms for Random Number Generation", Harvey Mudd College HMC-CS-2014-0905). inc must be
// odd.
typedef struct gc_rng_pcg32 { uint64_t state, inc; } gc_rng_pcg32;

// _seed2 with two outputs of splitmix64 of the seed. [change]
GC_RNG_API void gc_rng_pcg32_seed(gc_rng_pcg32 *r, uint64_t seed);

// As published: the state, and which of 2^63 sequences. Sequences of one state are correlated:
// hash both. [change]
GC_RNG_API void gc_rng_pcg32_seed2(gc_rng_pcg32 *r, uint64_t state, uint64_t sequence);

// The next output, 32 bits. [change]
GC_RNG_INLINE uint32_t gc_rng_pcg32_next(gc_rng_pcg32 *r) {
    uint64_t old = r->state;
    uint32_t mixed = (uint32_t)((((old >> 18) ^ old) >> 27) & 0xffffffffu), rotation = (uint32_t)(old >> 59);
    r->state = old * 6364136223846793005u + r->inc;
    return (mixed >> rotation) | (mixed << ((0u - rotation) & 31u));
}

// As many steps as delta calls of next, in 64 rounds at most; backwards as 2^64 - steps.
// [change]
GC_RNG_API void gc_rng_pcg32_advance(gc_rng_pcg32 *r, uint64_t delta);

// ---- pcg64

// PCG XSL RR 128/64, of the same report. The increment, inc_high and inc_low, must be odd.
typedef struct gc_rng_pcg64 { uint64_t high, low, inc_high, inc_low; } gc_rng_pcg64;

// As numpy's default generator of that seed, by its SeedSequence. [change]
GC_RNG_API void gc_rng_pcg64_seed(gc_rng_pcg64 *r, uint64_t seed);

// The next output, 64 bits; random() of numpy is gc_rng_source_f64. [change]
GC_RNG_API uint64_t gc_rng_pcg64_next(gc_rng_pcg64 *r);

// ---- sfmt

// SFMT19937 (Saito and Matsumoto, "SIMD-Oriented Fast Mersenne Twister", MCQMC 2006).
typedef struct gc_rng_sfmt {
    uint32_t words[624];     // the state is also the last 624 outputs
    uint32_t used;           // how many of them next has given, 624: all
} gc_rng_sfmt;

GC_RNG_API void gc_rng_priv_sfmt_refill(gc_rng_sfmt *r);

// The authors' seeding by a 32-bit number: the seed's low 32 bits. [change]
GC_RNG_API void gc_rng_sfmt_seed(gc_rng_sfmt *r, uint64_t seed);

// The next output, 32 bits. [change]
GC_RNG_INLINE uint32_t gc_rng_sfmt_next(gc_rng_sfmt *r) {
    if (GC_RNG_PRIV_UNLIKELY(r->used >= 624u)) gc_rng_priv_sfmt_refill(r);
    return r->words[r->used++];
}

// Two outputs of next, the first in the low half. [change]
GC_RNG_INLINE uint64_t gc_rng_sfmt_next64(gc_rng_sfmt *r) {
    uint64_t low = gc_rng_sfmt_next(r);
    return low | (uint64_t)gc_rng_sfmt_next(r) << 32;
}

// ---- asa128

// ASA-128: four generators of 32 bits side by side, each from its last four outputs. It was
// written from a description of that arithmetic alone and compared by its outputs: its
// published source, which is under the GPL, was not used. 64 KB: not for a small stack. next
// and f64 have a state each and do not disturb each other.
typedef struct gc_rng_asa128 {
    uint32_t words[16];      // of next and fill: the state is also the last 16 outputs
    uint32_t used;           // how many of them next has given
    uint32_t position;       // of f64: the next number is words position and position - 1 of the buffer
    uint32_t buffer[16384];  // of f64; the last 16 words are its state
} gc_rng_asa128;

GC_RNG_API void gc_rng_priv_asa128_refill(gc_rng_asa128 *r);
GC_RNG_API void gc_rng_priv_asa128_refill_f64(gc_rng_asa128 *r);

// Both states from the seed's low 32 bits. [change]
GC_RNG_API void gc_rng_asa128_seed(gc_rng_asa128 *r, uint64_t seed);

// The next output, 32 bits. [change]
GC_RNG_INLINE uint32_t gc_rng_asa128_next(gc_rng_asa128 *r) {
    if (GC_RNG_PRIV_UNLIKELY(r->used >= 16u)) gc_rng_priv_asa128_refill(r);
    return r->words[r->used++];
}

// A number in [0, 1) in steps of 2^-52, as the published program gives them: each buffer of
// 16384 words from its end. [change]
GC_RNG_INLINE double gc_rng_asa128_f64(gc_rng_asa128 *r) {
    uint64_t bits;
    uint32_t at;
    double v;
    if (GC_RNG_PRIV_UNLIKELY(r->position - 2u > 16381u)) gc_rng_priv_asa128_refill_f64(r);
    at = r->position;
    r->position = at - 2;
    bits = (uint64_t)(r->buffer[at] & 0xfffffu) << 32 | r->buffer[at - 1];

#if defined(__GNUC__) && !defined(__TINYC__) && !defined(GC_RNG_PRIV_FENCE_COSTS)
    // The fraction of a number in [1, 2), minus 1: exact, and sooner than a conversion. Hidden,
    // so that -ffast-math does not move the 1 to where it rounds.
    bits |= (uint64_t)0x3ff << 52;
    __builtin_memcpy(&v, &bits, sizeof v);
    v -= 1.0;
    GC_RNG_PRIV_HIDE(double, v);
#else
    v = (double)(int64_t)bits * (1.0 / 4503599627370496.0);    // both steps are exact
#endif
    return v;
}

// ---- philox

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3", SC
// 2011): a function of key and counter, four outputs for each counter.
typedef struct gc_rng_philox {
    uint32_t key[2], counter[4];    // counter of the next block, lowest word first
    uint32_t words[4], used;        // the block, and how many of it next has given, 4: all
} gc_rng_philox;

GC_RNG_API void gc_rng_priv_philox_refill(gc_rng_philox *r);

// The key is the seed, low half first, and the counter 0. [change]
GC_RNG_API void gc_rng_philox_seed(gc_rng_philox *r, uint64_t seed);

// Any place of any of the 2^64 sequences at once: the next four outputs are those of this key
// and counter. [change]
GC_RNG_API void gc_rng_philox_set(gc_rng_philox *r, const uint32_t key[2], const uint32_t counter[4]);

// The next output, 32 bits. [change]
GC_RNG_INLINE uint32_t gc_rng_philox_next(gc_rng_philox *r) {
    if (GC_RNG_PRIV_UNLIKELY(r->used >= 4u)) gc_rng_priv_philox_refill(r);
    return r->words[r->used++];
}

// ---- chacha8

// ChaCha8 with a new key every 992 bytes (C2SP chacha8rand, also Go's math/rand/v2).
typedef struct gc_rng_chacha8 {
    uint32_t key[8];         // of the next refill
    uint32_t words[256];     // the last 8 are the key's bytes and not given out
    uint32_t used;           // how many of the 248 next has given
} gc_rng_chacha8;

GC_RNG_API void gc_rng_priv_chacha8_refill(gc_rng_chacha8 *r);

// _seed32 with 32 bytes of splitmix64 of the seed. A seed of 64 bits can be searched for:
// numbers that must not be predicted need _seed32 with bytes of gc_rng_entropy. [change]
GC_RNG_API void gc_rng_chacha8_seed(gc_rng_chacha8 *r, uint64_t seed);

// The key is the 32 bytes at seed. [change]
GC_RNG_API void gc_rng_chacha8_seed32(gc_rng_chacha8 *r, const void *seed);

// The next output, 64 bits. [change]
GC_RNG_INLINE uint64_t gc_rng_chacha8_next(gc_rng_chacha8 *r) {
    uint64_t out;
    if (GC_RNG_PRIV_UNLIKELY(r->used >= 248u)) gc_rng_priv_chacha8_refill(r);
    out = r->words[r->used] | (uint64_t)r->words[r->used + 1u] << 32;
    r->used += 2;
    return out;
}

// ---- fills and sources of the named engines

// The outputs of next as bytes: of lcg and dotnet as well four each. [change]
GC_RNG_API void gc_rng_mwc32_fill(gc_rng_mwc32 *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_mwc64_fill(gc_rng_mwc64 *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_xorshift32_fill(gc_rng_xorshift32 *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_xorshift64_fill(gc_rng_xorshift64 *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_xorshift128_fill(gc_rng_xorshift128 *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_xoshiro256pp_fill(gc_rng_xoshiro256pp *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_lcg_fill(gc_rng_lcg *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_dotnet_fill(gc_rng_dotnet *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_java_fill(gc_rng_java *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_mt19937_fill(gc_rng_mt19937 *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_pcg32_fill(gc_rng_pcg32 *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_pcg64_fill(gc_rng_pcg64 *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_sfmt_fill(gc_rng_sfmt *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_asa128_fill(gc_rng_asa128 *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_philox_fill(gc_rng_philox *r, void *dst, size_t bytes);
GC_RNG_API void gc_rng_chacha8_fill(gc_rng_chacha8 *r, void *dst, size_t bytes);

// The engine as a source. A word is an output of 64 bits, two of 32, four of 16, three of 31.
// [any thread]
GC_RNG_API gc_rng_source gc_rng_mwc32_source(gc_rng_mwc32 *r);
GC_RNG_API gc_rng_source gc_rng_mwc64_source(gc_rng_mwc64 *r);
GC_RNG_API gc_rng_source gc_rng_xorshift32_source(gc_rng_xorshift32 *r);
GC_RNG_API gc_rng_source gc_rng_xorshift64_source(gc_rng_xorshift64 *r);
GC_RNG_API gc_rng_source gc_rng_xorshift128_source(gc_rng_xorshift128 *r);
GC_RNG_API gc_rng_source gc_rng_xoshiro256pp_source(gc_rng_xoshiro256pp *r);
GC_RNG_API gc_rng_source gc_rng_lcg_source(gc_rng_lcg *r);
GC_RNG_API gc_rng_source gc_rng_dotnet_source(gc_rng_dotnet *r);
GC_RNG_API gc_rng_source gc_rng_java_source(gc_rng_java *r);
GC_RNG_API gc_rng_source gc_rng_mt19937_source(gc_rng_mt19937 *r);
GC_RNG_API gc_rng_source gc_rng_pcg32_source(gc_rng_pcg32 *r);
GC_RNG_API gc_rng_source gc_rng_pcg64_source(gc_rng_pcg64 *r);
GC_RNG_API gc_rng_source gc_rng_sfmt_source(gc_rng_sfmt *r);
GC_RNG_API gc_rng_source gc_rng_asa128_source(gc_rng_asa128 *r);
GC_RNG_API gc_rng_source gc_rng_philox_source(gc_rng_philox *r);
GC_RNG_API gc_rng_source gc_rng_chacha8_source(gc_rng_chacha8 *r);

#endif // GC_RNG_NO_ENGINES

// ---- wide

// The bulk engine: eight states of SHISHUA's round (Thaddee Tyl, 2020) side by side, 1 KB a
// round, the same bytes at every width of the vector unit.
typedef struct gc_rng_wide {
    uint64_t lanes[128];     // the states; place k of a round's output is made from the state around place k
    uint64_t round;          // rounds done
    uint64_t words[128];     // the last round that next has begun
    uint32_t used;           // how many of it next has given, 128: all
} gc_rng_wide;

GC_RNG_API void gc_rng_priv_wide_refill(gc_rng_wide *r);

// Stream 0 of that seed. [change]
GC_RNG_API void gc_rng_wide_seed(gc_rng_wide *r, uint64_t seed);

// All states from the default engine of that seed and stream. [change]
GC_RNG_API void gc_rng_wide_seed_stream(gc_rng_wide *r, uint64_t seed, uint64_t stream);

// The next output, 64 bits. [change]
GC_RNG_INLINE uint64_t gc_rng_wide_next(gc_rng_wide *r) {
    if (GC_RNG_PRIV_UNLIKELY(r->used >= 128u)) gc_rng_priv_wide_refill(r);
    return r->words[r->used++];
}

// Fills dst with the outputs of next, several times as fast as gc_rng_fill. [change]
GC_RNG_API void gc_rng_wide_fill(gc_rng_wide *r, void *dst, size_t bytes);

// n doubles in [0, 1) as gc_rng_f64 makes them of the same words, multiples of 2^-53. [change]
GC_RNG_API void gc_rng_wide_fill_f64(gc_rng_wide *r, double *dst, size_t n);

// n floats in [0, 1) of the upper 24 bits of each half of a word, the low half first. The last
// word's upper half is dropped when n is odd. [change]
GC_RNG_API void gc_rng_wide_fill_f32(gc_rng_wide *r, float *dst, size_t n);

// n numbers in [0, bound), exactly uniform; bound 0 gives 0. Made of the halves of the words,
// the low one first, as gc_rng_below makes them of words: at most bound / 2^32 of the halves
// are left out. The last word's upper half is dropped when it is not needed. [change]
GC_RNG_API void gc_rng_wide_fill_below(gc_rng_wide *r, uint32_t *dst, size_t n, uint32_t bound);

// n draws of gc_rng_source_normal and gc_rng_source_exponential from the same words, with the
// same values for odd arguments. [change]
GC_RNG_API void gc_rng_wide_fill_normal(gc_rng_wide *r, double *dst, size_t n, double mean, double sd);
GC_RNG_API void gc_rng_wide_fill_exponential(gc_rng_wide *r, double *dst, size_t n, double rate);

// n floats mean + sd * z, other numbers than those: 32 take 16 words, and so does what is left.
// z is within 6.6, and right to 2^-20 for the floats that choose it. [change]
GC_RNG_API void gc_rng_wide_fill_normal_f32(gc_rng_wide *r, float *dst, size_t n, float mean, float sd);

// The engine as a source. [any thread]
GC_RNG_API gc_rng_source gc_rng_wide_source(gc_rng_wide *r);

#ifdef __cplusplus
}
#endif
#endif // GC_RNG_H

#ifndef GC_RNG_PRIV_INLINES
#define GC_RNG_PRIV_INLINES
#ifdef __cplusplus
extern "C" {
#endif

// ---- how the inline draws are made (private)

#if defined(_MSC_VER) && defined(_M_X64) && !defined(__SIZEOF_INT128__)
unsigned __int64 _umul128(unsigned __int64 a, unsigned __int64 b, unsigned __int64 *high);
#pragma intrinsic(_umul128)
#endif

// High and low half of the 128-bit product a * b. gcc 12 moves the halves of a 128-bit variable
// about; with the instruction itself a shuffle takes a sixth less.
GC_RNG_INLINE uint64_t gc_rng_priv_multiply(uint64_t a, uint64_t b, uint64_t *low) {
#if defined(__SIZEOF_INT128__)
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
    if (!__builtin_constant_p(b)) {
        uint64_t high;
        __asm__("mul{q} %3" : "=a"(*low), "=d"(high) : "%0"(a), "rm"(b) : "cc");
        return high;
    }
#endif

    __extension__ typedef unsigned __int128 gc_rng_priv_u128;
    gc_rng_priv_u128 product = (gc_rng_priv_u128)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#elif defined(_MSC_VER) && defined(_M_X64)
    unsigned __int64 high;
    *low = _umul128(a, b, &high);
    return high;
#else
    // By halves of 32 bits.
    uint64_t al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
    uint64_t ll = al * bl, lh = al * bh, hl = ah * bl;
    uint64_t middle = (ll >> 32) + (lh & 0xffffffffu) + (hl & 0xffffffffu);
    *low = a * b;
    return ah * bh + (lh >> 32) + (hl >> 32) + (middle >> 32);
#endif
}

// The finaliser of splitmix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
// Generators", OOPSLA 2014, with Stafford's variant 13 of the constants); a bijection.
GC_RNG_INLINE uint64_t gc_rng_priv_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

// The top 53 bits as a multiple of 2^-53: both steps are exact, so the result is never 1.
GC_RNG_INLINE double gc_rng_priv_f64(uint64_t word) {
    return (double)(int64_t)(word >> 11) * (1.0 / 9007199254740992.0);
}

// The top 24 bits as a multiple of 2^-24, just as exact.
GC_RNG_INLINE float gc_rng_priv_f32(uint64_t word) {
    return (float)(int32_t)(word >> 40) * (1.0f / 16777216.0f);
}

// With the last of those bits set: never 0 either.
GC_RNG_INLINE double gc_rng_priv_f64_open(uint64_t word) { return gc_rng_priv_f64(word | 0x800u); }
GC_RNG_INLINE float gc_rng_priv_f32_open(uint64_t word) { return gc_rng_priv_f32(word | (uint64_t)1 << 40); }

// u < p, false when p is NaN. Where the compiler takes it that there is none
// (-ffinite-math-only), the bits are asked.
GC_RNG_INLINE bool gc_rng_priv_is_less(double u, double p) {
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
    uint64_t bits;
    __builtin_memcpy(&bits, &p, sizeof bits);
    if (bits << 1 > 0xffe0000000000000) return false;
#endif
    return u < p;
}

// By a union, for memcpy would bring all of <string.h> before the declarations.
typedef union gc_rng_priv_both { float number; uint32_t bits; } gc_rng_priv_both;

GC_RNG_INLINE uint32_t gc_rng_priv_bits_f32(float v) {
    gc_rng_priv_both both = { v };
    return both.bits;
}

GC_RNG_INLINE float gc_rng_priv_from_bits_f32(uint32_t bits) {
    gc_rng_priv_both both;
    GC_RNG_PRIV_OPAQUE(bits);
    both.bits = bits;
    return both.number;
}

// lo + (hi - lo) * u without overflow, as lo * (1 - u) + hi * u; 1 - u is exact. Rounding could
// reach hi: then the float below it. What is not finite is found by its bits, and the result is
// chosen as bits, since -ffast-math knows no such numbers, and takes one zero for the other.
GC_RNG_INLINE float gc_rng_priv_between(float u, float lo, float hi) {
    uint32_t bits = gc_rng_priv_bits_f32(lo), other = gc_rng_priv_bits_f32(hi);
    gc_rng_priv_both both;
    float left, right, v;

    // What is not finite gives NaN, an empty range its bound: the sum below could round to a
    // neighbour.
    if (GC_RNG_PRIV_UNLIKELY(bits << 1 >= 0xff000000u || other << 1 >= 0xff000000u)) {
        return gc_rng_priv_from_bits_f32(0x7fc00000);
    }
    if (!(lo < hi)) {
        if (!(hi < lo)) return gc_rng_priv_from_bits_f32(bits);
        v = lo;
        lo = hi;
        hi = v;
    }

    // Hidden, so that no factor is taken out of the products.
    GC_RNG_PRIV_HIDE(float, u);
    GC_RNG_PRIV_HIDE(float, lo);
    GC_RNG_PRIV_HIDE(float, hi);
    left = 1.0f - u;
    GC_RNG_PRIV_HIDE(float, left);
    left *= lo;
    GC_RNG_PRIV_FENCE(float, left);
    right = hi * u;
    GC_RNG_PRIV_FENCE(float, right);
    v = left + right;
    GC_RNG_PRIV_FENCE(float, v);

    // Rounding must not leave [lo, hi).
    bits = gc_rng_priv_bits_f32(v);
    GC_RNG_PRIV_OPAQUE(bits);
    if (GC_RNG_PRIV_UNLIKELY(v < lo)) bits = gc_rng_priv_bits_f32(lo);
    if (GC_RNG_PRIV_UNLIKELY(v >= hi)) {
        // The bits of a float, as a signed number, count up or down by one to its neighbour; -0
        // and 0 have -2^-149 below.
        bits = gc_rng_priv_bits_f32(hi);
        bits = hi > 0.0f ? bits - 1u : hi < 0.0f ? bits + 1u : 0x80000001u;
    }
    both.bits = bits;
    return both.number;
}

// One more number into h, by the finaliser of splitmix64. h stands in it twice: with the first
// alone some other h would be this one with all its n moved by one. The constant keeps zeros
// from giving 0.
GC_RNG_INLINE uint64_t gc_rng_priv_upper(uint64_t h, uint64_t n) {    // its upper 31 bits are done
    uint64_t v = h + n * 0x9e3779b97f4a7c15;
    v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9 ^ (h + 0xd1b54a32d192ed03);
    return (v ^ (v >> 27)) * 0x94d049bb133111eb;
}
GC_RNG_INLINE uint64_t gc_rng_priv_step(uint64_t h, uint64_t n) {
    uint64_t v = gc_rng_priv_upper(h, n);
    return v ^ (v >> 31);
}

GC_RNG_INLINE uint64_t gc_rng_hash(uint64_t seed, int64_t x, int64_t y, int64_t z) {
    uint64_t h = gc_rng_priv_step(gc_rng_priv_step(0, seed), (uint64_t)z);
    return gc_rng_priv_step(gc_rng_priv_step(h, (uint64_t)y), (uint64_t)x);
}

GC_RNG_INLINE uint64_t gc_rng_hash_numbers(uint64_t seed, const int64_t *numbers, size_t count) {
    uint64_t h = gc_rng_priv_step(0, seed);
    for (size_t i = 0; i < count; i++) h = gc_rng_priv_step(h, (uint64_t)numbers[i]);
    return h;
}

GC_RNG_INLINE float gc_rng_hash_f32(uint64_t seed, int64_t x, int64_t y, int64_t z) {
    uint64_t h = gc_rng_priv_step(gc_rng_priv_step(0, seed), (uint64_t)z);
    return gc_rng_priv_f32(gc_rng_priv_upper(gc_rng_priv_step(h, (uint64_t)y), (uint64_t)x));
}

GC_RNG_INLINE uint64_t gc_rng_hash_below(uint64_t seed, int64_t x, int64_t y, int64_t z, uint64_t n) {
    uint64_t low;
    return gc_rng_priv_multiply(gc_rng_hash(seed, x, y, z), n, &low);
}

// One more number into a state of two words, h[0] and h[1]: a bijection of them for each n. One
// word would have to make most rows the same, moved; and so would n in one place alone. The
// multipliers of a word were found by Wellons' search for those with the least bias
// ("Prospecting for Hash Functions", 2018).
GC_RNG_INLINE void gc_rng_priv_step32(uint32_t h[2], uint32_t n) {
    uint32_t v = h[0] + n * 0x9e3779b9u;
    uint32_t w = (v ^ (v >> 16)) * 0x21f0aaadu;
    v = w ^ (h[1] + n);
    v = (v ^ (v >> 15)) * 0xd35a2d97u;
    v = (v ^ (v >> 15)) * 0x735a2d97u;
    h[0] = v ^ (v >> 16);
    h[1] = w;
}

// The state of a row: what x comes into.
GC_RNG_INLINE void gc_rng_priv_row32(uint32_t h[2], uint32_t seed, int32_t y, int32_t z) {
    h[0] = 0x243f6a88u;    // of pi
    h[1] = 0x85a308d3u;
    gc_rng_priv_step32(h, seed);
    gc_rng_priv_step32(h, (uint32_t)z);
    gc_rng_priv_step32(h, (uint32_t)y);
}

GC_RNG_INLINE uint32_t gc_rng_hash32(uint32_t seed, int32_t x, int32_t y, int32_t z) {
    uint32_t h[2];
    gc_rng_priv_row32(h, seed, y, z);
    gc_rng_priv_step32(h, (uint32_t)x);
    return h[0];
}

// A source that gives one word for ever would be rejected for ever. After this many rejections
// in a row the last word is taken as it is. Each has a chance below 1 / 2: a proper source gets
// here once in 2^128 draws, which is never.
#define GC_RNG_PRIV_TRIES 128

// Defines `word name(generator *g, word n)`, uniform in [0, n), 0 when n is 0. Lemire, "Fast
// Random Integer Generation in an Interval", ACM TOMACS 29 (2019): the high half of draw * n,
// unless the low half is one of the 2^bits mod n values that some results have in excess. The
// division, excess(n), is reached with a chance of n / 2^bits. The tests run it with words of 8
// bits.
#define GC_RNG_PRIV_DEFINE_BELOW(name, generator, g, word, draw, multiply, excess)                           \
    GC_RNG_INLINE word name(generator *g, word n) {                                                          \
        word low, high = multiply(draw(g), n, &low);                                                         \
        if (GC_RNG_PRIV_UNLIKELY(low < n)) {                                                                 \
            word rejected = excess(n);                                                                       \
            for (int tries = 1; low < rejected && tries < GC_RNG_PRIV_TRIES; tries++) {                      \
                high = multiply(draw(g), n, &low);                                                           \
            }                                                                                                \
        }                                                                                                    \
        return high;                                                                                         \
    }

// 2^64 mod n; n is not 0. With gcc 12 it stands out of line, so that the common path of a draw
// moves no register for the division.
GC_RNG_PRIV_COLD uint64_t gc_rng_priv_excess(uint64_t n) { return (0 - n) % n; }

// Defines `size_t name(generator *g, const gc_rng_alias *table, size_t n)`: the place is chosen
// as by below; where in its place the word lies, which is as random, says whether the index or
// the other one it is; by a mask, since nothing could guess a branch. The tests run it with
// words of 8 bits.
#define GC_RNG_PRIV_DEFINE_ALIAS_PICK(name, generator, g, word, draw, multiply, excess)                      \
    GC_RNG_INLINE size_t name(generator *g, const gc_rng_alias *table, size_t n) {                           \
        word low, i = multiply(draw(g), (word)n, &low);                                                      \
        uint64_t use_other;                                                                                  \
        if (GC_RNG_PRIV_UNLIKELY(low <= n)) {                                                                \
            word rejected;                                                                                   \
            if (n == 0) return 0;                                                                            \
            rejected = excess((word)n);                                                                      \
            for (int tries = 1; low < rejected && tries < GC_RNG_PRIV_TRIES; tries++) {                      \
                i = multiply(draw(g), (word)n, &low);                                                        \
            }                                                                                                \
        }                                                                                                    \
        use_other = 0 - (uint64_t)(low >= table[i].threshold);                                               \
        GC_RNG_PRIV_OPAQUE(use_other);                                                                       \
        return (size_t)(i ^ ((i ^ table[i].other) & use_other));                                             \
    }

// A try whose chance is c * (tries + 1), in 2^-63.
GC_RNG_INLINE bool gc_rng_priv_prd(const uint64_t *c, uint64_t *tries, uint64_t word) {
    uint64_t low, high = gc_rng_priv_multiply(*c, *tries + 1, &low);
    bool hit = high != 0 || word >> 1 < low;
    *tries = hit ? 0 : *tries + 1;
    return hit;
}

// Chances are in 2^-63.
GC_RNG_INLINE bool gc_rng_priv_pity(gc_rng_pity *p, uint64_t word) {
    uint64_t n = p->tries + 1, chance = p->base;
    bool hit;
    if (n >= p->soft) chance += p->step * (n - p->soft + 1);
    hit = (n >= p->hard) | (word >> 1 < chance);
    p->tries = hit ? 0 : n;
    return hit;
}

// Both forms of the inline draws: of a generator g, whose words form##_u64(g) gives.
#define GC_RNG_PRIV_DEFINE_DRAWS(form, generator, g)                                                         \
    GC_RNG_INLINE uint32_t form##_u32(generator *g) { return (uint32_t)(form##_u64(g) >> 32); }              \
    GC_RNG_INLINE double form##_f64(generator *g) { return gc_rng_priv_f64(form##_u64(g)); }                 \
    GC_RNG_INLINE float form##_f32(generator *g) { return gc_rng_priv_f32(form##_u64(g)); }                  \
    GC_RNG_INLINE double form##_f64_open(generator *g) { return gc_rng_priv_f64_open(form##_u64(g)); }       \
    GC_RNG_INLINE float form##_f32_open(generator *g) { return gc_rng_priv_f32_open(form##_u64(g)); }        \
    GC_RNG_PRIV_DEFINE_BELOW(form##_below, generator, g, uint64_t, form##_u64, gc_rng_priv_multiply,         \
                             gc_rng_priv_excess)                                                             \
    GC_RNG_PRIV_DEFINE_ALIAS_PICK(form##_alias_pick, generator, g, uint64_t, form##_u64,                     \
                                  gc_rng_priv_multiply, gc_rng_priv_excess)                                  \
    GC_RNG_INLINE int64_t form##_range(generator *g, int64_t lo, int64_t hi) {                               \
        uint64_t first = (uint64_t)(lo < hi ? lo : hi);                                                      \
        uint64_t last = (uint64_t)(lo < hi ? hi : lo);                                                       \
        uint64_t count = last - first + 1;    /* 0: 2^64 */                                                  \
        return (int64_t)(first + (count == 0 ? form##_u64(g) : form##_below(g, count)));                     \
    }                                                                                                        \
    GC_RNG_INLINE int form##_int(generator *g, int lo, int hi) { return (int)form##_range(g, lo, hi); }      \
    GC_RNG_INLINE int64_t form##_dice(generator *g, int count, int sides) {                                  \
        int64_t sum = 0;                                                                                     \
        for (int i = 0; i < count && sides > 0; i++) sum += 1 + (int64_t)form##_below(g, (uint64_t)sides);   \
        return sum;                                                                                          \
    }                                                                                                        \
    GC_RNG_INLINE bool form##_chance_in(generator *g, uint64_t a, uint64_t b) {                              \
        return (form##_below(g, b) < a) & (b > 0);                                                           \
    }                                                                                                        \
    GC_RNG_INLINE void *form##_pick(generator *g, const void *base, size_t n, size_t size) {                 \
        return n > 0 ? (unsigned char *)base + (size_t)form##_below(g, n) * size : (unsigned char *)0;       \
    }                                                                                                        \
    GC_RNG_INLINE float form##_range_f32(generator *g, float lo, float hi) {                                 \
        return gc_rng_priv_between(form##_f32(g), lo, hi);                                                   \
    }                                                                                                        \
    GC_RNG_INLINE bool form##_chance(generator *g, double p) {                                               \
        return gc_rng_priv_is_less(form##_f64(g), p);                                                        \
    }                                                                                                        \
    GC_RNG_INLINE bool form##_prd_next(generator *g, gc_rng_prd *prd) {                                      \
        return gc_rng_priv_prd(&prd->c, &prd->tries, form##_u64(g));                                         \
    }                                                                                                        \
    GC_RNG_INLINE bool form##_pity_next(generator *g, gc_rng_pity *pity) {                                   \
        return gc_rng_priv_pity(pity, form##_u64(g));                                                        \
    }
GC_RNG_PRIV_DEFINE_DRAWS(gc_rng, gc_rng, r)
GC_RNG_PRIV_DEFINE_DRAWS(gc_rng_source, const gc_rng_source, s)

#ifdef __cplusplus
}
#endif
#endif // GC_RNG_PRIV_INLINES

#if defined(GC_RNG_IMPLEMENTATION) && !defined(GC_RNG_IMPLEMENTED)
#define GC_RNG_IMPLEMENTED

// >>map
//
// Sections, in order; each needs only what stands above it:
//   config         assert, the forced instruction set, prefixes of functions
//   platform       headers and names of the entropy source
//   simd           vector types, and which instruction set runs
//   tables         constants of the ziggurat and of e^x
//   seeding        number -> state
//   fill           bytes of an engine that makes one output at a time, and its source
//   engines        seeding, jumps and sources of the small named engines
//   float          mul, div and add, rounded once on every machine
//   bulk           sfmt, asa128, philox, chacha8 and wide: kernels for each instruction set
//   rows           numbers of places along x
//   ziggurat       normal and exponential out of words
//   powers         e to the power of a double, for log-normal numbers and statistics
//   shuffle        places, swaps, and how far ahead they are drawn
//   choices        weights, alias tables, the constants of the pseudo-random distribution and of pity
//   counts         binomial, geometric, Poisson and gamma numbers; directions
//   distributions  the public functions over the six above
//   statistics     chi-square and the gorilla test
//   entropy        the operating system's randomness
//   public         texts and names
//
// A draw: gc_rng_normal > priv_normal > draw, which is priv_default_u64 > gc_rng_u64, or the
// source's u64. The layer's first number accepts it (98.8 %), or priv_normal > priv_normal_end
// > priv_normal_slow. Then priv_normal > priv_place: mean + sd * z by priv_mul and priv_add.
// Templates get `draw` as a constant, so that no call through a pointer remains for the default
// engine.
//
// A byte of a bulk engine E: gc_rng_E_fill > priv_E_fill: what is left in `words` goes out
// first (priv_drain), then whole blocks straight into dst (priv_E_blocks > the kernel of
// priv_isa), then the last block by way of `words` (priv_E_refill). gc_rng_E_next takes from
// `words` as well, so that next and fill are one sequence. Kernels are gc_rng_priv_E_SET, SET
// being scalar, v128 (SSE2, NEON, wasm128), avx2 or avx512; E_bytes, E_f64, E_f32 for wide.

// >>common strict
// Silent under clang's -Weverything: STATIC marks functions as unused, and libcurl's and the C
// library's macros name themselves.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wused-but-marked-unused"
#pragma clang diagnostic ignored "-Wdisabled-macro-expansion"
#endif
// <<common strict

// >>config assert, the forced instruction set, prefixes of functions

#ifndef GC_RNG_ASSERT
#include <assert.h>
#define GC_RNG_ASSERT(c) assert(c)
#endif
#include <float.h>
#include <string.h>

#if defined(GC_RNG_FORCE_ISA)
// -DGC_RNG_FORCE_ISA=avx2 becomes a number that #if can test.
#define GC_RNG_PRIV_ISA_scalar 1
#define GC_RNG_PRIV_ISA_sse2 2
#define GC_RNG_PRIV_ISA_avx2 3
#define GC_RNG_PRIV_ISA_avx512 4
#define GC_RNG_PRIV_ISA_neon 5
#define GC_RNG_PRIV_ISA_wasm128 6
#define GC_RNG_PRIV_JOIN2(a, b) a##b
#define GC_RNG_PRIV_JOIN(a, b) GC_RNG_PRIV_JOIN2(a, b)
#if GC_RNG_PRIV_JOIN(GC_RNG_PRIV_ISA_, GC_RNG_FORCE_ISA) < 1
#error "gc_rng.h: GC_RNG_FORCE_ISA must be scalar, sse2, avx2, avx512, neon or wasm128"
#endif
#endif

// TEMPLATE: always inlined, so that a parameter that is a constant there (draw, kind) is known.
#if defined(__GNUC__)
#define GC_RNG_PRIV_NOINLINE __attribute__((noinline))
#define GC_RNG_PRIV_TEMPLATE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define GC_RNG_PRIV_NOINLINE __declspec(noinline)
#define GC_RNG_PRIV_TEMPLATE static __forceinline
#else
#define GC_RNG_PRIV_NOINLINE
#define GC_RNG_PRIV_TEMPLATE static inline
#endif

// >>platform headers and names of the entropy source

// Which source gc_rng_entropy has. GC_RNG_ENTROPY takes the place of all of them, and of their
// headers.
#if !defined(GC_RNG_NO_ENTROPY) && !defined(GC_RNG_ENTROPY)
#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#if defined(_MSC_VER)
#include <bcrypt.h>
#pragma comment(lib, "bcrypt")
#else
#include <ntsecapi.h>    // RtlGenRandom, in advapi32: mingw links that without being asked
#endif
#elif defined(__APPLE__)
#include <stdlib.h>
#elif defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
// Android's C library has getrandom from API 28 on, glibc from 2.25 on.
#if defined(__ANDROID__) && (!defined(__ANDROID_API__) || __ANDROID_API__ < 28)
#define GC_RNG_PRIV_NO_GETRANDOM 1
#elif defined(__GLIBC__) && (__GLIBC__ < 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ < 25))
#define GC_RNG_PRIV_NO_GETRANDOM 1
#else
#include <sys/random.h>
#endif
#elif defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || defined(__DragonFly__) ||       \
    defined(__wasm__)
#include <unistd.h>
#endif
#endif

// >>simd vector types, and which instruction set runs

// The vector code is written with the vector types of gcc and clang, once for all widths, and
// each function is compiled for the instruction set it needs, whatever the flags of the build.
// v128: SSE2, NEON or wasm128.

enum { GC_RNG_PRIV_SCALAR, GC_RNG_PRIV_V128, GC_RNG_PRIV_AVX2, GC_RNG_PRIV_AVX512 };

// gcc for Windows may misalign vectors of 32 and 64 bytes on the stack (its bug 54412): there
// only by GC_RNG_FORCE_ISA.
#if !defined(GC_RNG_NO_SIMD) && !defined(__TINYC__) && defined(__BYTE_ORDER__) &&                            \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ &&                                                             \
    (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)) &&                                         \
    (defined(__clang__) || !defined(__MINGW32__) || defined(GC_RNG_FORCE_ISA))
#if defined(__x86_64__) || defined(__i386__)
#define GC_RNG_PRIV_X86 1
#define GC_RNG_PRIV_V128_NAME "sse2"
#define GC_RNG_PRIV_V128_NUMBER 2
#define GC_RNG_PRIV_TARGET_v128 __attribute__((target("sse2")))
#define GC_RNG_PRIV_TARGET_avx2 __attribute__((target("avx2")))
#define GC_RNG_PRIV_TARGET_avx512 __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw")))
#include <emmintrin.h>    // <immintrin.h> would take as long to compile as a third of this header
#elif defined(__aarch64__)
#define GC_RNG_PRIV_V128_NAME "neon"
#define GC_RNG_PRIV_V128_NUMBER 5
#define GC_RNG_PRIV_TARGET_v128
#elif defined(__wasm_simd128__)
#define GC_RNG_PRIV_V128_NAME "wasm128"
#define GC_RNG_PRIV_V128_NUMBER 6
#define GC_RNG_PRIV_TARGET_v128
#endif
#endif

#define GC_RNG_PRIV_DEFINE_VECTORS(isa, bytes)                                                               \
    typedef uint64_t gc_rng_priv_u64_##isa __attribute__((vector_size(bytes)));                              \
    typedef uint32_t gc_rng_priv_u32_##isa __attribute__((vector_size(bytes)));                              \
    typedef int32_t gc_rng_priv_i32_##isa __attribute__((vector_size(bytes)));                               \
    typedef float gc_rng_priv_f32_##isa __attribute__((vector_size(bytes)));                                 \
    typedef double gc_rng_priv_f64_##isa __attribute__((vector_size(bytes)));

// KERNELS: the functions name_SET of each set that the target has, in the order of the
// enumeration. UP_TO_V128: the one for isa, where there is none for wider vectors.
#if defined(GC_RNG_PRIV_X86)
GC_RNG_PRIV_DEFINE_VECTORS(v128, 16)
GC_RNG_PRIV_DEFINE_VECTORS(avx2, 32)
GC_RNG_PRIV_DEFINE_VECTORS(avx512, 64)
#define GC_RNG_PRIV_NAMES { "scalar", GC_RNG_PRIV_V128_NAME, "avx2", "avx512" }
#define GC_RNG_PRIV_KERNELS(name) { name##_scalar, name##_v128, name##_avx2, name##_avx512 }
#define GC_RNG_PRIV_UP_TO_V128(name, isa) ((isa) == GC_RNG_PRIV_SCALAR ? name##_scalar : name##_v128)
#elif defined(GC_RNG_PRIV_V128_NAME)
GC_RNG_PRIV_DEFINE_VECTORS(v128, 16)
#define GC_RNG_PRIV_NAMES { "scalar", GC_RNG_PRIV_V128_NAME }
#define GC_RNG_PRIV_KERNELS(name) { name##_scalar, name##_v128 }
#define GC_RNG_PRIV_UP_TO_V128(name, isa) ((isa) == GC_RNG_PRIV_SCALAR ? name##_scalar : name##_v128)
#else
#define GC_RNG_PRIV_NAMES { "scalar" }
#define GC_RNG_PRIV_KERNELS(name) { name##_scalar }
#define GC_RNG_PRIV_UP_TO_V128(name, isa) ((void)(isa), name##_scalar)
#endif

// Hides from the optimiser where a vector came from.
#if defined(GC_RNG_PRIV_X86)
#define GC_RNG_PRIV_VECTOR_FENCE(v) __asm__("" : "+x"(v))
#elif defined(__aarch64__)
#define GC_RNG_PRIV_VECTOR_FENCE(v) __asm__("" : "+w"(v))
#elif defined(__wasm__)
#define GC_RNG_PRIV_VECTOR_FENCE(v) __asm__("" : "+r"(v))
#else
#define GC_RNG_PRIV_VECTOR_FENCE(v) ((void)0)
#endif

#define GC_RNG_PRIV_TARGET_scalar

// The products of the lanes' lower halves.
#ifdef GC_RNG_PRIV_X86
#define gc_rng_priv_multiply_v128(a, b) ((gc_rng_priv_u64_v128)_mm_mul_epu32((__m128i)(a), (__m128i)(b)))

// gcc does not find the instruction in a product of masked values.
#define GC_RNG_PRIV_DEFINE_MULTIPLY(isa, constraint)                                                         \
    GC_RNG_PRIV_TARGET_##isa GC_RNG_PRIV_TEMPLATE gc_rng_priv_u64_##isa gc_rng_priv_multiply_##isa(          \
        gc_rng_priv_u64_##isa a, gc_rng_priv_u64_##isa b) {                                                  \
        __asm__("vpmuludq {%2, %1, %0|%0, %1, %2}"                                                           \
                : "=" constraint(a) : constraint(a), constraint "m"(b));                                     \
        return a;                                                                                            \
    }
GC_RNG_PRIV_DEFINE_MULTIPLY(avx2, "x")
GC_RNG_PRIV_DEFINE_MULTIPLY(avx512, "v")
#else
#define gc_rng_priv_multiply_v128(a, b) (((a) & 0xffffffffu) * (b))
#endif

#if defined(GC_RNG_PRIV_X86) && !defined(GC_RNG_FORCE_ISA)
// >>common cpuid
static void gc_rng_priv_cpuid(uint32_t leaf, uint32_t r[4]) {       // eax, ebx, ecx, edx
#if defined(_MSC_VER) && !defined(__clang__)
    int x[4];
    __cpuidex(x, (int)leaf, 0);
    memcpy(r, x, sizeof x);
#else
    __asm__("cpuid" : "=a"(r[0]), "=b"(r[1]), "=c"(r[2]), "=d"(r[3]) : "0"(leaf), "2"(0));
#endif
}

// Those that the system saves: XCR0, the lower half.
static uint32_t gc_rng_priv_saved_registers(void) {
#if defined(_MSC_VER) && !defined(__clang__)
    return (uint32_t)(_xgetbv(0) & 0xffffffffu);
#else
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#endif
}
// <<common cpuid

// The widest set that processor and system support. By instructions, not by the compiler's
// builtins: these need a library that clang-cl does not link.
static int gc_rng_priv_detect(void) {
    const uint32_t sse2 = 1u << 26, osxsave = 1u << 27, avx2 = 1u << 5;
    const uint32_t avx512_f_dq_bw_vl = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;
    uint32_t basic[4], extended[4];

    gc_rng_priv_cpuid(0, basic);
    const uint32_t last_leaf = basic[0];
    gc_rng_priv_cpuid(1, basic);
    if (!(basic[3] & sse2)) return GC_RNG_PRIV_SCALAR;

    // AVX2: leaf 7 is there and has it, and the system saves the registers of SSE and AVX.
    if (last_leaf < 7 || !(basic[2] & osxsave)) return GC_RNG_PRIV_V128;
    const uint32_t saved = gc_rng_priv_saved_registers();
    gc_rng_priv_cpuid(7, extended);
    if ((saved & 6) != 6 || !(extended[1] & avx2)) return GC_RNG_PRIV_V128;

    // AVX-512: its masks and registers are saved as well.
    if ((saved & 0xe6) == 0xe6 && (extended[1] & avx512_f_dq_bw_vl) == avx512_f_dq_bw_vl) {
        return GC_RNG_PRIV_AVX512;
    }
    return GC_RNG_PRIV_AVX2;
}
#endif

// What the bulk functions run: the forced set where this target has it, else the widest that
// processor and operating system have, found out once. Two threads that find it out at once
// agree. A forced set is not checked against the processor.
static int gc_rng_priv_isa(void) {
#if defined(GC_RNG_FORCE_ISA)
#define GC_RNG_PRIV_FORCED GC_RNG_PRIV_JOIN(GC_RNG_PRIV_ISA_, GC_RNG_FORCE_ISA)
#if defined(GC_RNG_PRIV_V128_NAME) && GC_RNG_PRIV_FORCED == GC_RNG_PRIV_V128_NUMBER
    return GC_RNG_PRIV_V128;
#elif defined(GC_RNG_PRIV_X86) && GC_RNG_PRIV_FORCED == 3
    return GC_RNG_PRIV_AVX2;
#elif defined(GC_RNG_PRIV_X86) && GC_RNG_PRIV_FORCED == 4
    return GC_RNG_PRIV_AVX512;
#else
    return GC_RNG_PRIV_SCALAR;
#endif

#elif defined(GC_RNG_PRIV_X86)
    static int cached = -1;
    int isa = __atomic_load_n(&cached, __ATOMIC_RELAXED);
    if (isa < 0) {
        isa = gc_rng_priv_detect();
        __atomic_store_n(&cached, isa, __ATOMIC_RELAXED);
    }
    return isa;
#elif defined(GC_RNG_PRIV_V128_NAME)
    return GC_RNG_PRIV_V128;
#else
    return GC_RNG_PRIV_SCALAR;
#endif
}

#ifdef __cplusplus
extern "C" {
#endif

// >>tables constants of the ziggurat and of e^x

// tests/vectors/make_vectors.py --tables prints these, from arithmetic with 80 decimal digits.

// 1 / k!, Q63.
#define GC_RNG_PRIV_TAYLOR 19
static const uint64_t gc_rng_priv_taylor[GC_RNG_PRIV_TAYLOR] = {
    0x8000000000000000, 0x8000000000000000, 0x4000000000000000, 0x1555555555555555, 0x0555555555555555,
    0x0111111111111111, 0x002d82d82d82d82e, 0x0006806806806807, 0x0000d00d00d00d01, 0x0000171de3a556c7,
    0x0000024fc9f6ef14, 0x00000035cc8acfeb, 0x000000047bb63bfe, 0x000000005849184f, 0x00000000064e5d2a,
    0x00000000006b9fd0, 0x000000000006b9fd, 0x000000000000654b, 0x00000000000005a1
};

// Two for each i: 2^(i / 128), and what that double lacks, as a part of it; bits of doubles.
static const uint64_t gc_rng_priv_power_of_2[2 * 128] = {
    0x3ff0000000000000, 0x0000000000000000, 0x3ff0163da9fb3335, 0x3c9b3b4f1a88bf6e, 0x3ff02c9a3e778061,
    0xbc7160139cd8dc5d, 0x3ff04315e86e7f85, 0xbc905e7a108766d1, 0x3ff059b0d3158574, 0x3c8cd2523567f613,
    0x3ff0706b29ddf6de, 0xbc8bce8023f98efa, 0x3ff0874518759bc8, 0x3c60f74e61e6c861, 0x3ff09e3ecac6f383,
    0x3c90a3e45b33d399, 0x3ff0b5586cf9890f, 0x3c979aa65d837b6d, 0x3ff0cc922b7247f7, 0x3c8eb51a92fdeffc,
    0x3ff0e3ec32d3d1a2, 0x3c3ebe3d702f9cd1, 0x3ff0fb66affed31b, 0xbc6a033489906e0b, 0x3ff11301d0125b51,
    0xbc9556522a2fbd0e, 0x3ff12abdc06c31cc, 0xbc5080ef8c4eea55, 0x3ff1429aaea92de0, 0xbc91c923b9d5f416,
    0x3ff15a98c8a58e51, 0x3c80d3e3e95c55af, 0x3ff172b83c7d517b, 0xbc801b15eaa59348, 0x3ff18af9388c8dea,
    0xbc8f1ff055de323d, 0x3ff1a35beb6fcb75, 0x3c8b898c3f1353bf, 0x3ff1bbe084045cd4, 0xbc96d99c7611eb26,
    0x3ff1d4873168b9aa, 0x3c9aecf73e3a2f60, 0x3ff1ed5022fcd91d, 0xbc8fe782cb86389d, 0x3ff2063b88628cd6,
    0x3c8a6f4144a6c38d, 0x3ff21f49917ddc96, 0x3c807a05b0e4047d, 0x3ff2387a6e756238, 0x3c968efde3a8a894,
    0x3ff251ce4fb2a63f, 0x3c875e18f274487d, 0x3ff26b4565e27cdd, 0x3c80472b981fe7f2, 0x3ff284dfe1f56381,
    0xbc96b87b3f71085e, 0x3ff29e9df51fdee1, 0x3c82f7e16d09ab31, 0x3ff2b87fd0dad990, 0xbc3d219b1a6fbffa,
    0x3ff2d285a6e4030b, 0x3c8b3782720c0ab4, 0x3ff2ecafa93e2f56, 0x3c6e149289cecb8f, 0x3ff306fe0a31b715,
    0x3c834d754db0abb6, 0x3ff32170fc4cd831, 0x3c864201e2ac744c, 0x3ff33c08b26416ff, 0x3c8fdd395dd3f84a,
    0x3ff356c55f929ff1, 0xbc86a3803b8e5b04, 0x3ff371a7373aa9cb, 0xbc924aedcc4b5068, 0x3ff38cae6d05d866,
    0xbc9907f81b512d8e, 0x3ff3a7db34e59ff7, 0xbc71d1e83e9436d2, 0x3ff3c32dc313a8e5, 0xbc991919b3ce1b15,
    0x3ff3dea64c123422, 0x3c859f48a72a4c6d, 0x3ff3fa4504ac801c, 0xbc9312607a28698a, 0x3ff4160a21f72e2a,
    0xbc58a78f4817895b, 0x3ff431f5d950a897, 0xbc7c2c9b67499a1b, 0x3ff44e086061892d, 0x3c4363ed60c2ac11,
    0x3ff46a41ed1d0057, 0x3c9666093b0664ef, 0x3ff486a2b5c13cd0, 0x3c6ecce1daa10379, 0x3ff4a32af0d7d3de,
    0x3c93ff8e3f0f1230, 0x3ff4bfdad5362a27, 0x3c7690cebb7aafb0, 0x3ff4dcb299fddd0d, 0x3c931dbdeb54e077,
    0x3ff4f9b2769d2ca7, 0xbc8f94340071a38e, 0x3ff516daa2cf6642, 0xbc87deccdc93a349, 0x3ff5342b569d4f82,
    0xbc78dec6bd0f385f, 0x3ff551a4ca5d920f, 0xbc861246ec7b5cf6, 0x3ff56f4736b527da, 0x3c93350518fdd78e,
    0x3ff58d12d497c7fd, 0x3c7b98b72f8a9b05, 0x3ff5ab07dd485429, 0x3c9063e1e21c5409, 0x3ff5c9268a5946b7,
    0x3c34c7855019c6ea, 0x3ff5e76f15ad2148, 0x3c9432e62b64c035, 0x3ff605e1b976dc09, 0xbc8ce44a6199769f,
    0x3ff6247eb03a5585, 0xbc8c33c53bef4da8, 0x3ff6434634ccc320, 0xbc845378892be9ae, 0x3ff6623882552225,
    0xbc93cedd78565858, 0x3ff68155d44ca973, 0x3c5710aa807e1964, 0x3ff6a09e667f3bcd, 0xbc93b3efbf5e2228,
    0x3ff6c012750bdabf, 0xbc6a12ad8734b982, 0x3ff6dfb23c651a2f, 0xbc6367efb86da9ee, 0x3ff6ff7df9519484,
    0xbc80dc3d54e08851, 0x3ff71f75e8ec5f74, 0xbc781f647e5a3ecf, 0x3ff73f9a48a58174, 0xbc86ee4ac08b7db0,
    0x3ff75feb564267c9, 0xbc8619321e55e68a, 0x3ff780694fde5d3f, 0x3c909ccb5e09d4d3, 0x3ff7a11473eb0187,
    0xbc7b32dcb94da51d, 0x3ff7c1ed0130c132, 0x3c94ecfd5467c06b, 0x3ff7e2f336cf4e62, 0x3c65ebe1abd66c55,
    0x3ff80427543e1a12, 0xbc88a1c52fb3cf42, 0x3ff82589994cce13, 0xbc9369b6f13b3734, 0x3ff8471a4623c7ad,
    0xbc805e843a19ff1e, 0x3ff868d99b4492ed, 0xbc94d450d872576e, 0x3ff88ac7d98a6699, 0x3c90ad675b0e8a00,
    0x3ff8ace5422aa0db, 0x3c8db72fc1f0eab4, 0x3ff8cf3216b5448c, 0xbc65b6609cc5e7ff, 0x3ff8f1ae99157736,
    0x3c7bf68359f35f44, 0x3ff9145b0b91ffc6, 0xbc93091fa71e3d83, 0x3ff93737b0cdc5e5, 0xbc5da9b88b6c1e29,
    0x3ff95a44cbc8520f, 0xbc6c23f97c90b959, 0x3ff97d829fde4e50, 0xbc92434322f4f9aa, 0x3ff9a0f170ca07ba,
    0xbc85ca6cd7668e4b, 0x3ff9c49182a3f090, 0x3c71affc2b91ce27, 0x3ff9e86319e32323, 0x3c6dd235e10a73bb,
    0x3ffa0c667b5de565, 0xbc87c50422622263, 0x3ffa309bec4a2d33, 0x3c8b1c86e3e231d5, 0x3ffa5503b23e255d,
    0xbc91bbd1d3bcbb15, 0x3ffa799e1330b358, 0x3c90cc319cee31d2, 0x3ffa9e6b5579fdbf, 0x3c8469846e735ab3,
    0x3ffac36bbfd3f37a, 0xbc82dfcd978e9db4, 0x3ffae89f995ad3ad, 0x3c8c1a7792cb3387, 0x3ffb0e07298db666,
    0xbc907b8f4ad1d9fa, 0x3ffb33a2b84f15fb, 0xbc55c3d956dcaeba, 0x3ffb59728de5593a, 0xbc90a40e3da6f640,
    0x3ffb7f76f2fb5e47, 0xbc68d6f438ad9334, 0x3ffba5b030a1064a, 0xbc91eee26b588a35, 0x3ffbcc1e904bc1d2,
    0x3c74ffd70a5fddcd, 0x3ffbf2c25bd71e09, 0xbc91bdfbfa9298ac, 0x3ffc199bdd85529c, 0x3c736eae30af0cb3,
    0x3ffc40ab5fffd07a, 0x3c8ee3325c9ffd94, 0x3ffc67f12e57d14b, 0x3c84e08fd10959ac, 0x3ffc8f6d9406e7b5,
    0x3c63cdaf384e1a67, 0x3ffcb720dcef9069, 0x3c676b2c6c921968, 0x3ffcdf0b555dc3fa, 0xbc808a1883ccb5d2,
    0x3ffd072d4a07897c, 0xbc8fad5d3ffffa6f, 0x3ffd2f87080d89f2, 0xbc900dae3875a949, 0x3ffd5818dcfba487,
    0x3c74a385a63d07a7, 0x3ffd80e316c98398, 0xbc82919e2040220f, 0x3ffda9e603db3285, 0x3c8e5a50d5c192ac,
    0x3ffdd321f301b460, 0x3c843a59ac016b4b, 0x3ffdfc97337b9b5f, 0xbc82d52107b43e1f, 0x3ffe264614f5a129,
    0xbc892ab93b470dc9, 0x3ffe502ee78b3ff6, 0x3c74b604603a88d3, 0x3ffe7a51fbc74c83, 0x3c83c5ec519d7271,
    0x3ffea4afa2a490da, 0xbc8ff7128fd391f0, 0x3ffecf482d8e67f1, 0xbc8dae98e223747d, 0x3ffefa1bee615a27,
    0x3c8ec3bc41aa2008, 0x3fff252b376bba97, 0x3c842b94c3a9eb32, 0x3fff50765b6e4540, 0x3c8a64a931d185ee,
    0x3fff7bfdad9cbe14, 0xbc8e37bae43be3ed, 0x3fffa7c1819e90d8, 0x3c77893b4d91cd9d, 0x3fffd3c22b8f71f1,
    0x3c5305c14160cc89
};

// 1 / r of the normal distribution, r = 3.6541528853610087716..., Q64.
#define GC_RNG_PRIV_NORMAL_INVERSE_R 0x460ea9b083a303b6

// Two for each layer, from the base up: the words below the first number are accepted at once
// (2^64 * next edge / edge); the second is the right edge, Q57.
static const uint64_t gc_rng_priv_normal_layer[2 * 256] = {
    0xef33d8025ef655c8, 0x07d24ede0576608c, 0xf1a5a4b331c49f36, 0x074eed20826b4cbd, 0xf66c5f7f0302c457,
    0x06e607ce1e3f6c0a, 0xf89fa48a41dfbecc, 0x06a3f71e251dd63c, 0xf9e971e01459777f, 0x0672fb805015ea9f,
    0xfac40582a28738a2, 0x064bb8251bd12569, 0xfb606c4005433bc8, 0x062ac3efea9f04e7, 0xfbd6581c0b839d1c,
    0x060e40c14a7c8cdb, 0xfc32b2f1e22ece02, 0x05f50b7d35b3a2c3, 0xfc7d26ecd2d22b91, 0x05de655582419c7c,
    0xfcba8d85e11b1974, 0x05c9ca3c17de8ccc, 0xfcee204761f9ea53, 0x05b6dae342788c44, 0xfd1a1a7b4c7ac3fc,
    0x05a5502fa7f97081, 0xfd40149e2f011d7e, 0x0594f39ec01aba63, 0xfd613adbd650b5cb, 0x05859a73e18792d3,
    0xfd7e6ef48cf0405c, 0x057722890eb43f7d, 0xfd985e1b2ba750d4, 0x05697022dc63765c, 0xfdaf8f82e0282c5f,
    0x055c6c6a52b906f5, 0xfdc46e529bf12e99, 0x055004548e9f90cb, 0xfdd7509c63bfd043, 0x054427d4fa6b108c,
    0xfde87c57efeaa106, 0x0538c943736240d9, 0xfdf82b02b71aa12b, 0x052ddce75ad68a08, 0xfe068c4ee67af6f8,
    0x0523589d6710ef25, 0xfe13c82788314498, 0x0519339129ce856a, 0xfe200039955570db, 0x050f66055517a50f,
    0xfe2b5122fe4fd20b, 0x0505e9272e7976a3, 0xfe35d35eeb19b907, 0x04fcb6ea983d1d4c, 0xfe3f9bffd1e37472,
    0x04f3c9ecc5c12989, 0xfe48bd436f457c57, 0x04eb1d5c2ba23e9b, 0xfe51470977280313, 0x04e2ace495904293,
    0xfe5947338f742231, 0x04da749e8cea100f, 0xfe60c9f38307dd5c, 0x04d271016b84a8c1, 0xfe67da0b6abd88b1,
    0x04ca9ed79a2928b3, 0xfe6e8102aa201e91, 0x04c2fb3495abbb68, 0xfe74c751f6aa52e1, 0x04bb836c6a5e3d52,
    0xfe7ab488233bf542, 0x04b4350c65b6e5e0, 0xfe804f690a93fa50, 0x04ad0dd4ca8294a3, 0xfe859e07ab1ea200,
    0x04a60bb35dc39e05, 0xfe8aa5dc4e8e63da, 0x049f2cbeaa164b67, 0xfe8f6bd76c5d651c, 0x04986f31dd96380a,
    0xfe93f471d472895d, 0x0491d1692b27091c, 0xfe9843ba947a3336, 0x048b51de9bf4fbd0, 0xfe9c5d62f563a4fd,
    0x0484ef274133207e, 0xfea044c8dd9f6a4e, 0x047ea7f0b8b6404e, 0xfea3fcffd73e5737, 0x04787afef92b8e5a,
    0xfea788d8ee326cc3, 0x0472672a5c69a53a, 0xfeaaeae992256c45, 0x046c6b5ddfcbe3d5, 0xfeae2591a02e8fdb,
    0x0466869593baeb3a, 0xfeb13b00b2d4b577, 0x0460b7dd34849885, 0xfeb42d3ad1f9e127, 0x045afe4ee77bbd26,
    0xfeb6fe1c98542a6d, 0x04555912180b8f32, 0xfeb9af5ee0cdc216, 0x044fc75a71025bbe, 0xfebc429a0b6913a3,
    0x044a4866eed74dc7, 0xfebeb948e6fd0932, 0x0444db81081c10b0, 0xfec114cb4b334a04, 0x043f7ffbe9a7edf4,
    0xfec356686c961dba, 0x043a3533c4596516, 0xfec57f50f31fddb4, 0x0434fa8d2a8f4c6c, 0xfec790a0da978570,
    0x042fcf747bb51236, 0xfec98b61230c087b, 0x042ab35d5c703142, 0xfecb708956eb4091, 0x0425a5c23a289530,
    0xfecd4100eb7b81f1, 0x0420a623d8cb85e1, 0xfecefda07fe33770, 0x041bb408e9c99a26, 0xfed0a732fe6438a2,
    0x0416cefdab6cdf8f, 0xfed23e76a2fd72dc, 0x0411f6938fbd71d5, 0xfed3c41dea4224db, 0x040d2a60ea40aacb,
    0xfed538d06adff727, 0x04086a00a3f251cd, 0xfed69d2b9c02ae15, 0x0403b511f4e81d47, 0xfed7f1c38a836495,
    0x03ff0b38231ec165, 0xfed937237e98ca3a, 0x03fa6c1a45fcf0aa, 0xfeda6dce938c9545, 0x03f5d7630e2457db,
    0xfedb964042cf3acf, 0x03f14cc09132f048, 0xfedcb0ece39d327b, 0x03eccbe419202d02, 0xfeddbe422047d7d6,
    0x03e85481f6e9ada6, 0xfedebea76216c403, 0x03e3e651584a6414, 0xfedfb27e349cb833, 0x03df810c203d9522,
    0xfee09a22a144714d, 0x03db246ec214e732, 0xfee175eb83c59c25, 0x03d6d0381eede0f8, 0xfee2462ad8204a99,
    0x03d284296557e122, 0xfee30b2e02ad7365, 0x03ce4005f2ffc466, 0xfee3c53e12c4f15c, 0x03ca0393383a30c4,
    0xfee474a0006ceb91, 0x03c5ce989d48de65, 0xfee51994e57b5fda, 0x03c1a0df693a4322, 0xfee5b45a32888a4e,
    0x03bd7a32aa45c681, 0xfee64529e007f2d4, 0x03b95a5f1f892174, 0xfee6cc3a9bd5e695, 0x03b54133240dcdce,
    0xfee749bff37ff250, 0x03b12e7e9aff748b, 0xfee7bdea7b887c79, 0x03ad2212dcfe2453, 0xfee828e7f3dfcda0,
    0x03a91bc2a678c8e6, 0xfee88ae369c79838, 0x03a51b6206fde40b, 0xfee8e4055751569e, 0x03a120c65171edc9,
    0xfee93473c0a39085, 0x039d2bc60d1c06ef, 0xfee97c524f2e3b62, 0x03993c38e77ad1f7, 0xfee9bbc26af2e8b9,
    0x039551f7a6d45569, 0xfee9f2e3520247bb, 0x03916cdc1d74c2e4, 0xfeea21d22e4d9c62, 0x038d8cc11d90e0ab,
    0xfeea48aa29e82d8f, 0x0389b1826dc1a39b, 0xfeea678481d24714, 0x0385dafcbe0f45a6, 0xfeea7e7897653d08,
    0x0382090d9d82d3fc, 0xfeea8d9c0075df09, 0x037e3b937035d04d, 0xfeea95029640f5f1, 0x037a726d65d8143f,
    0xfeea94be8333b9e5, 0x0376ad7b70a4adbb, 0xfeea8ce04fa0a4ab, 0x0372ec9e3cbee792, 0xfeea7d76ed6f99e0,
    0x036f2fb727f12501, 0xfeea668fc2d710ca, 0x036b76a839c7a082, 0xfeea4836b42ab6ff, 0x0367c1541c01801d,
    0xfeea22762ccae5c0, 0x03640f9e13530b7e, 0xfee9f557273f3b3f, 0x03606169f874236c, 0xfee9c0e13485b2cb,
    0x035cb69c317666fc, 0xfee9851a829eb194, 0x03590f19ab5eb9ed, 0xfee94207e25da74f, 0x03556ac7d3fe2149,
    0xfee8f7accc8518fb, 0x0351c98c940627eb, 0xfee8a60b66342f1e, 0x034e2b4e495534e2, 0xfee84d2484ab2e73,
    0x034a8ff3c1777158, 0xfee7ecf7b06b9935, 0x0346f76434590bcd, 0xfee7858327b816a3, 0x034361873f26d2b4,
    0xfee716c3e077a536, 0x033fce44df5a49af, 0xfee6a0b5897f0913, 0x033c3d856dee827a, 0xfee623528b42dae0,
    0x0338af319abb25b6, 0xfee59e9407f41246, 0x0335233267f33818, 0xfee51271db08624a, 0x0331997125c5465c,
    0xfee47ee2982f3b94, 0x032e11d76e1abdeb, 0xfee3e3db89b3c8ee, 0x032a8c4f2074516b, 0xfee34150ae4bbbe6,
    0x032708c25de15fb7, 0xfee29734b652421c, 0x0323871b85106917, 0xfee1e579006dfe75, 0x032007452e76b214,
    0xfee12c0d95a06394, 0x031c892a288d4504, 0xfee06ae124bc4e12, 0x03190cb5742193a1, 0xfedfa1e0fd413bed,
    0x031591d240b8088c, 0xfeded0f90997fb68, 0x0312186be8fee5c7, 0xfeddf813c8ad24aa, 0x030ea06def4fd8d7,
    0xfedd171a46e526fe, 0x030b29c3fa3eb7ba, 0xfedc2df416652303, 0x0307b459d133e2b1, 0xfedb3c8746ab3640,
    0x0304401b5910ced8, 0xfeda42b85b704163, 0x0300ccf490dd43e9, 0xfed9406a42cc8fe8, 0x02fd5ad18e7bdce7,
    0xfed8357e4a981d84, 0x02f9e99e7b645f8c, 0xfed721d414fe81f9, 0x02f679479162814d, 0xfed605498c3dce54,
    0x02f309b91757b28e, 0xfed4dfbad586ddab, 0x02ef9adf5dfe894f, 0xfed3b10242f4c60b, 0x02ec2ca6bcae6403,
    0xfed278f84490333e, 0x02e8befb8e1ddb9a, 0xfed13773585282d5, 0x02e551ca2d2298ec, 0xfecfec47f91b760c,
    0x02e1e4fef16d1d8a, 0xfece97488c8b38f8, 0x02de78862c3f0ab3, 0xfecd38454fb15513, 0x02db0c4c251a6a86,
    0xfecbcf0c427fe5f2, 0x02d7a03d166877ae, 0xfeca5b6911f10f2a, 0x02d434452a165667, 0xfec8dd2500cb403d,
    0x02d0c85076262717, 0xfec75406ceef43b5, 0x02cd5c4af932ce7b, 0xfec5bfd29f1966ff, 0x02c9f02096e4c19f,
    0xfec42049dafd35aa, 0x02c683bd14561471, 0xfec2752b15a148c8, 0x02c3170c1463f899, 0xfec0be31ebde8707,
    0x02bfa9f913ebc722, 0xfebefb16e2e3debd, 0x02bc3c6f65f19a8f, 0xfebd2b8f449cfc58, 0x02b8ce5a2fae67d7,
    0xfebb4f4cf9d7c004, 0x02b55fa464836b49, 0xfeb965fe6201371c, 0x02b1f038c1d0a2a7, 0xfeb76f4e284f9a9d,
    0x02ae8001caabef2b, 0xfeb56ae3162b4477, 0x02ab0ee9c3765919, 0xfeb3585fe2a4a9b0, 0x02a79cdaad4cca05,
    0xfeb13762fec126bc, 0x02a429be41516b77, 0xfeaf07865e63c386, 0x02a0b57debcaac5e, 0xfeacc85f3d91fac6,
    0x029d4002c714c0b9, 0xfeaa797de1cef7f6, 0x0299c93596623b9b, 0xfea81a6d57419a52, 0x029650fec0482bbb,
    0xfea5aab32952ca96, 0x0292d7464911e600, 0xfea329cf166a42f0, 0x028f5bf3ccd866f4, 0xfea0973abe67b907,
    0x028bdeee7958ebd0, 0xfe9df2694b6d5340, 0x0288601d078614b9, 0xfe9b3ac714865b35, 0x0284df65b4ce8bdc,
    0xfe986fb939aa1ba8, 0x02815cae3c13cec0, 0xfe95909d388ea81d, 0x027dd7dbce4b50ab, 0xfe929cc879b1cbb3,
    0x027a50d30ac3bc60, 0xfe8f9387d4ef62b6, 0x0276c777f707a0b6, 0xfe8c741f0cebc0b4, 0x02733badf6564cdb,
    0xfe893dc84086462c, 0x026fad57c0ab0d90, 0xfe85efb35173b1c3, 0x026c1c57594a5aec, 0xfe8289053f08c452,
    0x0268888e04cbd47e, 0xfe7f08d774242ee2, 0x0264f1dc3e972666, 0xfe7b6e37070a1c2f, 0x02615821adc91b3d,
    0xfe77b823e9e39601, 0x025dbb3d19753208, 0xfe73e5900a701374, 0x025a1b0c5c370ab0, 0xfe6ff55e5f4f20da,
    0x0256776c5705db6d, 0xfe6be661e11aafd3, 0x0252d038e33ae39e, 0xfe67b75c6d578279, 0x024f254cc3ba702d,
    0xfe6366fd91077e75, 0x024b7681952d7fc5, 0xfe5ef3e138689302, 0x0247c3afbd386430, 0xfe5a5c8e412126f5,
    0x02440cae5898dd73, 0xfe559f74ebc7736a, 0x0240515328141459, 0xfe50baed29524891, 0x023c91727c1a8618,
    0xfe4bad34c095bfd0, 0x0238ccdf1f0559d2, 0xfe46746d4773488b, 0x0235036a3dcdb159, 0xfe410e99ead7e8d3,
    0x023134e34f1b46d6, 0xfe3b799d0002aa5a, 0x022d6117f884040c, 0xfe35b33558d4aec8, 0x022987d3f1d22869,
    0xfe2fb8fb54186364, 0x0225a8e0e621f820, 0xfe29885da1b91ea9, 0x0221c40652a2be1e, 0xfe231e9db1ca97d8,
    0x021dd90962c10dd5, 0xfe1c78cbc3f98dbc, 0x0219e7acc9799050, 0xfe1593c28b84bc4e, 0x0215efb0978c22c5,
    0xfe0e6c225a25854a, 0x0211f0d20e3e81d4, 0xfe06fe4bc24f1ba5, 0x020deacb6e540279, 0xfdff46599ed3ec9e,
    0x0209dd53c2d4bfef, 0xfdf7401a6b42e2d3, 0x0205c81ea731f39d, 0xfdeee708d514e6f1, 0x0201aadc08469dcb,
    0xfde6364369f638b4, 0x01fd8537dfa2eb0a, 0xfddd288342f8fa03, 0x01f956d9e87d7b27, 0xfdd3b8118729d61b,
    0x01f51f654d8f68bc, 0xfdc9debb99a7d1b4, 0x01f0de784f0622a2, 0xfdbf95c5bfcd0c38, 0x01ec93abdf982d22,
    0xfdb4d5dc02e1fde2, 0x01e83e9337a6f042, 0xfda9970105e8bbe4, 0x01e3debb5d2ee024, 0xfd9dd07a7add2bfe,
    0x01df73aa9f176567, 0xfd9178bad2c8ba1c, 0x01dafce0023b8c7b, 0xfd848547b08e836d, 0x01d679d29e41f13c,
    0xfd76ea9c8e832308, 0x01d1e9f0e80b74b5, 0xfd689c08e99ec392, 0x01cd4c9fe72268f5, 0xfd598b8920f52eae,
    0x01c8a13a5323b660, 0xfd49a9990b4799d6, 0x01c3e70f9594ef7f, 0xfd38e4ff0c91e037, 0x01bf1d62abf8238b,
    0xfd272a8e2f4503c6, 0x01ba4368e529f402, 0xfd1464dd6c4e56b2, 0x01b558487427a2ed, 0xfd007bf1dc930f4f,
    0x01b05b16d136ca1c, 0xfceb54d8fec99004, 0x01ab4ad6e1016364, 0xfcd4d12f839c4554, 0x01a62676d77cd5ee,
    0xfcbcce902231a1b1, 0x01a0eccdca4a7317, 0xfca325e4bde8533b, 0x019b9c98e38c54c9, 0xfc87aa92896a4a8c,
    0x0196347822c1ef06, 0xfc6a2977aee3026c, 0x0190b2ea94ecf9e4, 0xfc4a67ae25bd13d1, 0x018b1649e7b769ef,
    0xfc2821037a2485dd, 0x01855cc53430a7c9, 0xfc03060ff6c57505, 0x017f845ad46f5490, 0xfbdab9d040bede99,
    0x01798ad10b32a7d9, 0xfbaece9a1e50cb7b, 0x01736dad346f8ad7, 0xfb7ec2366fe7798a, 0x016d2a2920005768,
    0xfb49f8d5374c5ae9, 0x0166bd261a37c441, 0xfb0fb6718b90e536, 0x0160231cfd97ef0f, 0xfacf160d354dbf01,
    0x0159580a707ce9c1, 0xfa86fde5b4bf8a59, 0x0152575621ad3795, 0xfa360f581fa72a1d, 0x014b1bb363dfead6,
    0xf9da907dbf508adb, 0x01439ef8dff9b5a5, 0xf9724c74dd0da028, 0x013bd9ec1a2b1341, 0xf8fa6578325dd837,
    0x0133c3fc05791f9a, 0xf86f10c6357d2d16, 0x012b52e3863d884a, 0xf7cb2ec28449b41b, 0x01227a28f7a1af99,
    0xf707a755396a4a05, 0x01192a69741367cc, 0xf61a5e41ba396686, 0x010f5053b025d498, 0xf4f469561255b67f,
    0x0104d32278ebbb42, 0xf37ed61ffcb174be, 0x00f992416a66ae83, 0xf19470afa44ab93b, 0x00ed617ad3a39406,
    0xeef4b817ecab8fcc, 0x00e0026979c31036, 0xeb255e9d3f77e57c, 0x00d1186172668655, 0xe51f67ec1eeec316,
    0x00c00fe7417d38d4, 0xda354fabd8146084, 0x00abe5c9c221db87, 0xc08be98fbc6b64da, 0x00928579e162de32,
    0x0000000000000000, 0x006e342f8ff7dc09
};

// The density at the right edges, Q63; the last is the summit.
static const uint64_t gc_rng_priv_normal_height[257] = {
    0x000fa54a3789c218, 0x00294c0b6d73ee1a, 0x00557e7d0f06c1be, 0x008450f81d85902b, 0x00b4f546c865c31c,
    0x00e70b07c76341e2, 0x011a59229952f953, 0x014eb96421acfe72, 0x01841040d8da47dc, 0x01ba48d274f8fb36,
    0x01f152a4f72dd534, 0x022920668c060335, 0x0261a711b56bc337, 0x029add5e5f760cdd, 0x02d4bb5e8177f0d2,
    0x030f3a36c0182166, 0x034a53e9c45d7e8f, 0x0386033079a12233, 0x03c2435b70518d13, 0x03ff103ae314b6a5,
    0x043c660ba5a0023f, 0x047a4167c7daad91, 0x04b89f3a0f7d2523, 0x04f77cb3a63bb1a2, 0x0536d7438449d706,
    0x0576ac8f3cab7437, 0x05b6fa6ce6341879, 0x05f7beddebc9c713, 0x0638f80a9a2d6a25, 0x067aa43e4a55582a,
    0x06bcc1e40e17dbcc, 0x06ff4f83ca0a8b09, 0x07424bbfab7c5893, 0x0785b551ec946123, 0x07c98b0adb1b8ce0,
    0x080dcbcf18724acf, 0x085276960acb10f0, 0x08978a68790bce7e, 0x08dd065f4bc4bf30, 0x0922e9a26e86c7b0,
    0x09693367cd9886a6, 0x09afe2f26c9f3482, 0x09f6f791934d4085, 0x0a3e70a00d91093c, 0x0a864d837d15d5ad,
    0x0ace8dabba334e98, 0x0b17309242a68825, 0x0b6035b9b4a522cd, 0x0ba99cad5508b6b2, 0x0bf365009f77e5d4,
    0x0c3d8e4edf9422cd, 0x0c88183ad2504f54, 0x0cd3026e4ead854d, 0x0d1e4c99f5313d41, 0x0d69f674e57b13a6,
    0x0db5ffbc797113eb, 0x0e0268340588051e, 0x0e4f2fa49dba0230, 0x0e9c55dcdec8ede1, 0x0ee9dab0bb744588,
    0x0f37bdf94d52a2e3, 0x0f85ff94a9070ac8, 0x0fd49f65b5911566, 0x10239d54067d2931, 0x1072f94bb8bf83ce,
    0x10c2b33d5209b8de, 0x1112cb1da26eb834, 0x116340e5a82d624b, 0x11b41492757d4195, 0x12054625183c341a,
    0x1256d5a2835eb5ea, 0x12a8c3137a071add, 0x12fb0e847c2a64a2, 0x134db805b4ab88aa, 0x13a0bfaae8d7ed98,
    0x13f4258b6931af11, 0x1447e9c20375d635, 0x149c0c6cf5ce2ff4, 0x14f08dade31fc5ba, 0x15456da9c8683abd,
    0x159aac88f31d7452, 0x15f04a76f884004a, 0x164647a2adf1a3c8, 0x169ca43e21f2616e, 0x16f3607e9647193f,
    0x174a7c9c7ab5a82f, 0x17a1f8d368a32360, 0x17f9d5621f717428, 0x1852128a819a37de, 0x18aab091928159e4,
    0x1903afbf74fa687f, 0x195d105f6a7c2700, 0x19b6d2bfd2fe59ba, 0x1a10f7322d7e3bd6, 0x1a6b7e0b19267c0f,
    0x1ac667a257180537, 0x1b21b452ccd13a1c, 0x1b7d647a8731aa90, 0x1bd9787abe18a1ec, 0x1c35f0b7d89d4622,
    0x1c92cd9971df526d, 0x1cf00f8a5e6fc9bb, 0x1d4db6f8b2514bf1, 0x1dabc455c7900610, 0x1e0a381645718083,
    0x1e6912b2283cd8fd, 0x1ec854a4c99c3e3b, 0x1f27fe6ce998cc3d, 0x1f88108cb8322f64, 0x1fe88b89df93bc74,
    0x20496fed8ee8f321, 0x20aabe4485d3a8cf, 0x210c771f208661b8, 0x216e9b116485a801, 0x21d12ab30e137ab7,
    0x2234269f9e483a55, 0x22978f7669dcc5de, 0x22fb65daa8a9ca6e, 0x235faa7385e09890, 0x23c45dec310225db,
    0x242980f3ef9937ab, 0x248f143e2fbd0c79, 0x24f518829b6235c4, 0x255b8e7d2c7fb3c5, 0x25c276ee420ec7d0,
    0x2629d29ab5ec59a3, 0x2691a24bf3a337e3, 0x26f9e6d01026ecfb, 0x2762a0f9e2875777, 0x27cbd1a11da5b0d0,
    0x283579a26af42f5f, 0x289f99df8649f876, 0x290a333f5ad5a726, 0x297546ae21394305, 0x29e0d51d7edb219b,
    0x2a4cdf84a677d4b9, 0x2ab966e07a01f980, 0x2b266c33addd770f, 0x2b93f086ed84820d, 0x2c01f4e901a58c2f,
    0x2c707a6ef7ca2524, 0x2cdf82344b97be2f, 0x2d4f0d5b11bc3c0b, 0x2dbf1d0c24994c71, 0x2e2fb27752c28f4f,
    0x2ea0ced38f63d033, 0x2f12735f24a5cc73, 0x2f84a15fe8295771, 0x2ff75a2371b219a8, 0x306a9eff541baac6,
    0x30de715158b564ed, 0x3152d27fbd230918, 0x31c7c3f973e22550, 0x323d4736679626b7, 0x32b35db7c13f1eb7,
    0x332a090831818666, 0x33a14abc3d27b8a8, 0x341924728d0876b2, 0x349197d44180964a, 0x350aa69549b0fac3,
    0x35845274beb534c4, 0x35fe9d3d430a9f4d, 0x367988c566638f13, 0x36f516f00e2632ce, 0x377149ace2db1da7,
    0x37ee22f8c2d42860, 0x386ba4de3a596a03, 0x38e9d17601af86ee, 0x3968aae7815086c7, 0x39e833695cb6d277,
    0x3a686d420420f682, 0x3ae95ac84dbc59f7, 0x3b6afe6416ad5505, 0x3bed5a8eec74057d, 0x3c7071d4bf36fcab,
    0x3cf446d49d877ea4, 0x3d78dc417a3e9d69, 0x3dfe34e2fd1f1c92, 0x3e8453965ef5d88b, 0x3f0b3b4f5201879f,
    0x3f92ef18f77b3688, 0x401b7216e32b06cd, 0x40a4c7862e08a062, 0x412ef2be98fcacd8, 0x41b9f733c0f0cad1,
    0x4245d8766575f5d5, 0x42d29a35c366aae3, 0x43604041050a70ad, 0x43eece88c9643b44, 0x447e4920c47cd123,
    0x450eb4417aa65f80, 0x45a0144a18e75972, 0x46326dc26cf13242, 0x46c5c55cff4437a5, 0x475a1ff952659864,
    0x47ef82a64a58730c, 0x4885f2a4bfdfb7e6, 0x491d756a436dfea0, 0x49b610a41413a34a, 0x4a4fca3a4f3444b8,
    0x4aeaa8535e551514, 0x4b86b157a8efa601, 0x4c23ebf590e3ab25, 0x4cc25f25c0e8c75e, 0x4d62122fd54398ce,
    0x4e030caf680349f7, 0x4ea556998b342c83, 0x4f48f842bcc6822a, 0x4fedfa65616dfd30, 0x50946628d57f80e4,
    0x513c452924d9d954, 0x51e5a17f7d403d1a, 0x529085cb7149d6f7, 0x533cfd3d253af650, 0x53eb13a082d992b9,
    0x549ad56995b34b47, 0x554c4fc236790e20, 0x55ff90993236304b, 0x56b4a6b3217215ce, 0x576ba1bd2bfd989f,
    0x58249262009985d2, 0x58df8a615430527d, 0x599c9caa4b8c7e3e, 0x5a5bdd7944ec98d8, 0x5b1d62798d6a165c,
    0x5be142eba9ebaab0, 0x5ca797d0fdb43924, 0x5d707c1dc361493b, 0x5e3c0cf282c34614, 0x5f0a69de71a15372,
    0x5fdbb52c838b2046, 0x60b0143d5b3daad4, 0x6187aff0def29ee1, 0x6262b522eb7bf892, 0x6341553f982a9073,
    0x6423c6f4c5c52bcc, 0x650a47086de90d60, 0x65f5195d85eaf6ae, 0x66e48a349019f84f, 0x67d8efb9947f52bc,
    0x68d2abf7d6bc301f, 0x69d22f5543277960, 0x6ad7fbc5e8940617, 0x6be4a8fdb3a27e3e, 0x6cf8ea08d374369d,
    0x6e1594ea3fd53d6e, 0x6f3bad3b8771fbfb, 0x706c7367baeb9be8, 0x71a97b3aa5e1f086, 0x72f4cea29cb7a1cf,
    0x745125e2846763ab, 0x75c248195ef3bcd7, 0x774dbe9c137a49e9, 0x78fc47809fc1d1ca, 0x7add516db2a449f5,
    0x7d11ab25e7c20f2e, 0x8000000000000000
};

// Two for each layer, from the base up: the words below the first number are accepted at once
// (2^64 * next edge / edge); the second is the right edge, Q57.
static const uint64_t gc_rng_priv_exponential_layer[2 * 256] = {
    0xe290a13924be3ed7, 0x1164ec94bf5dc14c, 0xe6da6ecf274603e0, 0x0f64ec94bf5dc14c, 0xeeefb15d605d8ef7,
    0x0de1cf28ed38fde1, 0xf2cb0e3c5933e75c, 0x0cf4ee06a43dc297, 0xf51530f0916d8e18, 0x0c49cff379768cb7,
    0xf69c650c40a8f49a, 0x0bc3a86b75631775, 0xf7b577d2be5f3a65, 0x0b5533b6a5dfb906, 0xf889f023d820a38d,
    0x0af73d70b989e937, 0xf930a1a281a050e5, 0x0aa56c1e67b9fad6, 0xf9b72d1c52cd1744, 0x0a5cebe6a3a8e88f,
    0xfa263b32e37eddc3, 0x0a1bcbb37209b0da, 0xfa839276708b94d7, 0x09e0a763e45c3089, 0xfad334827f1e26d7,
    0x09aa7713e67baed0, 0xfb18000547133c9b, 0x097871c52208f818, 0xfb5411a5b9a95b67, 0x0949fad724d552ad,
    0xfb890078d120e782, 0x091e95db2cc8cf99, 0xfbb8051ac1566661, 0x08f5de5064fd3e29, 0xfbe213c1cf4931ef,
    0x08cf81de59e16ae3, 0xfc07ee19b01cda83, 0x08ab3c33baa21501, 0xfc2a2fc826dc79ba, 0x0888d401a1c95330,
    0xfc4957623cb03b2b, 0x086818bc2ea45002, 0xfc65ccf39c2fc0d0, 0x0848e0e6e5d2a6cf, 0xfc7fe6d4d720e9ff,
    0x082b08c5fac7774b, 0xfc97ed4e778f9832, 0x080e7159b17616dc, 0xfcae1d5e81fbcf2f, 0x07f2ff90fdb1b952,
    0xfcc2aadbc17dcb65, 0x07d89ba5e47de9ab, 0xfcd5c220ad5e29eb, 0x07bf3099d43a926d, 0xfce7895bcfcdeb54,
    0x07a6abcabce0f03f, 0xfcf8219b5df05936, 0x078efc9b86425805, 0xfd07a7a3ef98affb, 0x0778142bd3bc67d7,
    0xfd16349e2e04aa87, 0x0761e51bfb0efb11, 0xfd23dea45f500052, 0x074c635ac9ce314b, 0xfd30b9368f90a0e9,
    0x073783fb3caa5fd2, 0xfd3cd59a8469e984, 0x07233d10b2323cf8, 0xfd48432b7b35150e, 0x070f859070b829c9,
    0xfd530f9ccff94495, 0x06fc553792fbddd3, 0xfd5d473200305894, 0x06e9a4749db69792, 0xfd66f4edf96b9fe8,
    0x06d76c54247a83d8, 0xfd7022bb3f082c63, 0x06c5a67000ed8276, 0xfd78d98e23cd3c18, 0x06b44ce0b6117117,
    0xfd812182170e13b4, 0x06a35a30ab61ba62, 0xfd8901f2d4b0248b, 0x0692c950fa130ecc, 0xfd90819221429ec4,
    0x0682958f927c5deb, 0xfd97a67a9ce1ff83, 0x0672ba8e89367a74, 0xfd9e76401f3a3843, 0x0663343c6346b602,
    0xfda4f5fdfb4e90db, 0x0653fecd3f0a8394, 0xfdab2a6379bf0efe, 0x064516b4bcdd50f2, 0xfdb117becb4a1ba8,
    0x063678a08ecda55b, 0xfdb6c206aaaca178, 0x062821739a56eaaa, 0xfdbc2ce2dc4ae673, 0x061a0e419a1cd070,
    0xfdc15bb3b2daa085, 0x060c3c4b302fb0d6, 0xfdc65198ba50bbe6, 0x05fea8fa5b85048d, 0xfdcb1176a55fe00c,
    0x05f151df451db4be, 0xfdcf9dfc95b0cd54, 0x05e434ad5adc7e35, 0xfdd3f9a8d3856c1b, 0x05d74f38af5c70a9,
    0xfdd826cd068c6cfc, 0x05ca9f73973485ec, 0xfddc2791ff3515cd, 0x05be236c7d0941b0, 0xfddffdfb1dbd54a3,
    0x05b1d94be69ec782, 0xfde3abe9626f2fb1, 0x05a5bf52a5d23b9e, 0xfde7331e3100dadb, 0x0599d3d830fd0c7c,
    0xfdea953dcfc1369a, 0x058e15491ecba51b, 0xfdedd3d1aa204161, 0x05828225c2061e2d, 0xfdf0f04a5d30a509,
    0x05771900e22f6760, 0xfdf3ec0193eed999, 0x056bd87e8e3841d9, 0xfdf6c83bb86634a3, 0x0560bf5306d11844,
    0xfdf986297e305ee5, 0x0555cc41be29d689, 0xfdfc26e94a447b90, 0x054afe1c6b2aac62, 0xfdfeab887b95c9cb,
    0x054053c22e654212, 0xfe011504979b2975, 0x0535cc1ec72c49bc, 0xfe03644c5d7f8b66, 0x052b6629d76852f7,
    0xfe059a40c26d23f3, 0x052120e634e50c91, 0xfe07b7b5d920aab1, 0x0516fb6146f24b12, 0xfe09bd73a6b5bd86,
    0x050cf4b26f50bdf4, 0xfe0bac36e66881b6, 0x05030bfa7d7bab37, 0xfe0d84b1bdd9e79d, 0x04f940632b77b3e0,
    0xfe0f478c633ab45f, 0x04ef911ea362e0d8, 0xfe10f565b69cf47c, 0x04e5fd670d1450d4, 0xfe128ed3cf8b2082,
    0x04dc847e232a159f, 0xfe1414647fe7852a, 0x04d325accef2595e, 0xfe15869dccfcf6df, 0x04c9e042caa9f400,
    0xfe16e5fe5f931a84, 0x04c0b39649965920, 0xfe1832fdebc4443d, 0x04b79f03a58b5c14, 0xfe196e0d9140cd9d,
    0x04aea1ed1176d42c, 0xfe1a9798349b8e30, 0x04a5bbba5094cacc, 0xfe1bb002d22c9a76, 0x049cebd871f6a98a,
    0xfe1cb7accb0a64d3, 0x049431b9900eee7e, 0xfe1daef02c8da5c3, 0x048b8cd493f953f0, 0xfe1e9621f2c9e73e,
    0x0482fca4fc3d2868, 0xfe1f6d92465b1067, 0x047a80aaa6ccdc12, 0xfe20358cb5dfbdff, 0x047218699e0a9684,
    0xfe20ee586b707699, 0x0469c369e89e0817, 0xfe2198385e5cc949, 0x046181375beba771, 0xfe22336b81710de6,
    0x0459516171013021, 0xfe22c02cee01bcf1, 0x0451337b1bce8ad3, 0xfe233eb40bf41b6e, 0x0449271aa485528c,
    0xfe23af34b6f73607, 0x04412bd982fbf392, 0xfe2411df611bd265, 0x043941543bf3edca, 0xfe2466e132f60a9e,
    0x0431672a40251bdb, 0xfe24ae64296fab06, 0x04299cfdccf20658, 0xfe24e88f316f1ddf, 0x0421e273ceab43bd,
    0xfe2515864173aa41, 0x041a3733c449b6cb, 0xfe25356a7145052a, 0x04129ae7a48928bd, 0xfe25485a0fd1a6a6,
    0x040b0d3bc44e46b2, 0xfe254e70b754fbc6, 0x04038ddebe44751c, 0xfe2547c75fdc6331, 0x03fc1c815ba13b0a,
    0xfe253474703fe179, 0x03f4b8d67dfc3ca1, 0xfe25148bcda19f5c, 0x03ed62930a2bd9f9, 0xfe24e81ee9858b0f,
    0x03e6196dd4178fea, 0xfe24af3cce90db95, 0x03dedd1f8b722cfd, 0xfe2469f22bffb622, 0x03d7ad62a94ecf06,
    0xfe2418495fddcf9f, 0x03d089f35e846fe4, 0xfe23ba4a800d9460, 0x03c9728f82d48a37, 0xfe234ffb622823eb,
    0x03c266f684ca1370, 0xfe22d95fa23f4428, 0x03bb66e95a46afea, 0xfe225678a889543c, 0x03b4722a71b4a148,
    0xfe21c745adfe3a40, 0x03ad887da3d47fd0, 0xfe212bc3bfeb45a0, 0x03a6a9a8261e55ad, 0xfe2083edc283095c,
    0x039fd5707dae2ff7, 0xfe1fcfbc726d4368, 0x03990b9e72b4ad7d, 0xfe1f0f26655a002e, 0x03924bfb04647f68,
    0xfe1e4220099a48f8, 0x038b96505d563483, 0xfe1d689ba4bfd0c5, 0x0384ea69c85c0594, 0xfe1c828951443b57,
    0x037e4813a5bfb09c, 0xfe1b8fd6fb37c510, 0x0377af1b60e4c20a, 0xfe1a90705bf63e38, 0x03711f4f6649f6bb,
    0xfe19843ef4e07859, 0x036a987f19e4a842, 0xfe186b2a09176f96, 0x03641a7acdd176a2, 0xfe1745169635a288,
    0x035da513b9559fec, 0xfe1611e74c023113, 0x0357381bf02caf43, 0xfe14d17c83187b64, 0x0350d3665a1e61df,
    0xfe1383b4327e15e0, 0x034a76c6aad8d1fb, 0xfe122869e41ffb18, 0x034422115a0b25ad, 0xfe10bf76a82ef128,
    0x033dd51b9bbd2a26, 0xfe0f48b107521a7b, 0x03378fbb58e06b94, 0xfe0dc3ecf3a5a1b7, 0x033151c728177e7b,
    0xfe0c30fbb87a5bd5, 0x032b1b1646b05140, 0xfe0a8fabe8ca18ab, 0x0324eb8091ce7c20, 0xfe08dfc94c5327d4,
    0x031ec2de7fc2a268, 0xfe07211ccb4c53ec, 0x0318a109198c1284, 0xfe05536c58a13ed3, 0x031285d9f481ea84,
    0xfe03767adaa59cd6, 0x030c712b2c211cdc, 0xfe018a08122c4820, 0x030662d75bfcc531, 0xfdff8dd07fed8709,
    0x03005ab999ce4edb, 0xfdfd818d48262456, 0x02fa58ad6fa2fede, 0xfdfb64f414571d2e, 0x02f45c8ed6248145,
    0xfdf937b6f30baa56, 0x02ee663a2efa25f3, 0xfdf6f984358945c4, 0x02e8758c3f408380, 0xfdf4aa064b4afee4,
    0x02e28a622a153f52, 0xfdf248e39b26f310, 0x02dca4996b34c0fa, 0xfdefd5be59fa0fd2, 0x02d6c40fd1a79be7,
    0xfded50345eb35cec, 0x02d0e8a37a7d7dce, 0xfdeab7def394e6f1, 0x02cb1232cb937183, 0xfde80c52a47cfa91,
    0x02c5409c6e6345b9, 0xfde54d1f0a06adb1, 0x02bf73bf4ad9e4cc, 0xfde279ce914cae78, 0x02b9ab7a82326695,
    0xfddf91e64014f19d, 0x02b3e7ad69d39f19, 0xfddc94e5752716b4, 0x02ae2837862de4d8, 0xfdd98245a48a295e,
    0x02a86cf88596befe, 0xfdd6597a0f60bd3d, 0x02a2b5d03b201f63, 0xfdd319ef771433f4, 0x029d029e9968bd48,
    0xfdcfc30bcb7939e5, 0x02975343ad631474, 0xfdcc542dd390207d, 0x0291a79f99107872, 0xfdc8ccacd07ba168,
    0x028bff928e2d94da, 0xfdc52bd81a3fb1de, 0x02865afcc8cd9a02, 0xfdc170f6b5d049d1, 0x0280b9be89e1387e,
    0xfdbd9b46e3ed478b, 0x027b1bb811a66daf, 0xfdb9a9fda83cc95c, 0x027580c999fdff88, 0xfdb59c46480854fa,
    0x026fe8d350a35dfa, 0xfdb17141bff2cbe8, 0x026a53b551437417, 0xfdad28062fed55e5, 0x0264c14f9f6ec22b,
    0xfda8bf9e3c9fe935, 0x025f31822062e417, 0xfda437086566b9a8, 0x0259a42c94a76bad, 0xfd9f8d364df06157,
    0x0254192e9179b531, 0xfd9ac10bfa70c7f9, 0x024e90677a0313e9, 0xfd95d15efd425d80, 0x024909b678546527,
    0xfd90bcf594b1d65a, 0x024384fa7621c097, 0xfd8b8285b78fdba3, 0x023e021215389c3b, 0xfd8620b40effa260,
    0x023880dba7aa5059, 0xfd809612dbd09e44, 0x0233013527a472b2, 0xfd7ae120c583f722, 0x022d82fc2eefff60,
    0xfd75004790eb6981, 0x0228060dee0fb7b9, 0xfd6ef1dabc160dd2, 0x02228a4722f582a7, 0xfd68b415fcff4fe2,
    0x021d0f840f45ecbb, 0xfd62451ba02c2f42, 0x021795a06e2026d1, 0xfd5ba2f2c4119335, 0x02121c7769600e3b,
    0xfd54cb856dc2c49b, 0x020ca3e38e4edef6, 0xfd4dbc9e72ff7d29, 0x02072bbec1b62c3a, 0xfd4673e73543ae9e,
    0x0201b3e233479b1c, 0xfd3eeee528f6258c, 0x01fc3c26504a9a13, 0xfd372af7233c1c2a, 0x01f6c462b57feb53,
    0xfd2f2552684becf3, 0x01f14c6e202949f8, 0xfd26daff73551cff, 0x01ebd41e5e21b625, 0xfd1e48d670341c9f,
    0x01e65b483cf1043b, 0xfd156b7b5e27e6e4, 0x01e0e1bf77c31fe4, 0xfd0c3f59d199ce7d, 0x01db6756a429056b,
    0xfd02c0a049b607e7, 0x01d5ebdf1d86b8cb, 0xfcf8eb3b0d0e7678, 0x01d06f28ef0e6fac, 0xfceebace7ec01cf7,
    0x01caf102bc25adad, 0xfce42ab0db8bd40a, 0x01c57139a70d29ec, 0xfcd935e34bf8045c, 0x01bfef99359fe991,
    0xfccdd70a35d40b9f, 0x01ba6beb33f8f896, 0xfcc20864b4449241, 0x01b4e5f794c979b6, 0xfcb5c3c319c49581,
    0x01af5d844f224c93, 0xfca9027c5b26d9d8, 0x01a9d255396d2612, 0xfc9bbd623d7ec1eb, 0x01a4442be14884a6,
    0xfc8decb41ac70860, 0x019eb2c75ff03bf1, 0xfc7f881009f0bb0d, 0x01991de42ad13386, 0xfc7086622e825268,
    0x0193853bdfda2446, 0xfc60ddd1e9cd6a80, 0x018de8850d0c5299, 0xfc5083ac9ba7d655, 0x01884772f2be1ebb,
    0xfc3f6c4d921317b7, 0x0182a1b53fed598e, 0xfc2d8b02b5c89cea, 0x017cf6f7c7e8171c, 0xfc1ad1ed6c8b121b,
    0x017746e23077972e, 0xfc0731df1089c874, 0x0171911797990bb4, 0xfbf29a303cfc5367, 0x016bd5362faa9440,
    0xfbdcf89209ffaf4b, 0x016612d6d0c68e05, 0xfbc638d822e60663, 0x0160498c7dd2ecf0, 0xfbae44ba684eb9cf,
    0x015a78e3db8befd3, 0xfb95038c8789d3f4, 0x0154a0629786f4c8, 0xfb7a59e99727a0d3, 0x014ebf86bcd0b936,
    0xfb5e295158173aa2, 0x0148d5c5f35e7120, 0xfb404fb42cb3cd97, 0x0142e28ca7067487, 0xfb20a6ea22bb9092,
    0x013ce53d12162a06, 0xfaff0410868464b8, 0x0136dd2e26d82026, 0xfadb36c84cccb690, 0x0130c9aa526da4b6,
    0xfab5084e1f66008f, 0x012aa9ee123680b2, 0xfa8c3a62e1991530, 0x01247d26538ff2e6, 0xfa6085f8e9d07c1d,
    0x011e426e93e49e6e, 0xfa319996bc47d9c1, 0x0117f8ceb4bdf9ff, 0xf9ff175b734a657a, 0x01119f38749f5aef,
    0xf9c8928abe08325a, 0x010b348479b80fc5, 0xf98d8c7dcaa993b2, 0x0104b76ed6a75580, 0xf94d70ca8d43a6f4,
    0x00fe2692eb419047, 0xf9079062292b8da0, 0x00f780667afa7d50, 0xf8bb1b4f8fbbd6c4, 0x00f0c333c78b9ad0,
    0xf867189d3cb5b937, 0x00e9ed126f8be1ad, 0xf80a5bb6eea52065, 0x00e2fbdebc61fc49, 0xf7a37651b0e6836b,
    0x00dbed2eeeed1e1d, 0xf730a57372b445c8, 0x00d4be45f2ea901c, 0xf6afb7843cce75d0, 0x00cd6c02a911be8e,
    0xf61de83da32abc9e, 0x00c5f2caa69b0375, 0xf577ad8a7784f5c9, 0x00be4e6ed0be80ca, 0xf4b86d784571f098,
    0x00b67a0785395de9, 0xf3da104b782365a1, 0x00ae6fc4e8125619, 0xf2d458bbe5bd199d, 0x00a628ae305ff10b,
    0xf19bdb8ea3c1ba84, 0x009d9c47f1eb764f, 0xf0204efd64ee4f7c, 0x0094c01486d13195, 0xee49a6e8b9638d96,
    0x008b86d926b7b380, 0xebf2deab58c59c1e, 0x0081df824e32e1de, 0xe8dff16ae1cb9e6c, 0x0077b362ddb6f660,
    0xe4a8e87c4328db03, 0x006ce347bde6df30, 0xde893fb8ca23e580, 0x00614243ef09e9ff, 0xd4ddb990758571f8,
    0x00548b9b9528a9cd, 0xc377ac71f9e08037, 0x00464cd6a56e36e7, 0x9beadebce18bffb0, 0x0035ad6492b69a56,
    0x0000000000000000, 0x0020b13b16ba8231
};

// The density at the right edges, Q63; the last is the summit.
static const uint64_t gc_rng_priv_exponential_height[257] = {
    0x00057974fd674157, 0x000ee18e194f85a5, 0x001fb20af78dfcb9, 0x0032576aa8187c4a, 0x004651aea3868c8f,
    0x005b6223ce87fbfa, 0x007162ce07352c43, 0x008839eb4aba0217, 0x009fd4be771917ea, 0x00b824f9bf61b101,
    0x00d11f4ea4ba41b3, 0x00eaba8fd3a2ee2b, 0x0104ef2295fd7f89, 0x011fb69edb376710, 0x013b0b8c1516f61c,
    0x0156e930be416cb5, 0x01734b6e6aa74f55, 0x01902ea688fa7bcb, 0x01ad8fa5542c92d0, 0x01cb6b9146e2756e,
    0x01e9bfdde89c7cdc, 0x02088a4123c05dfb, 0x0227c8aa8e4bebd3, 0x0247793c37274636, 0x02679a44a62bb077,
    0x02882a39d0fe17b4, 0x02a927b4d5604a23, 0x02ca916e54480eed, 0x02ec663b50ff92b3, 0x030ea50a7d932cdc,
    0x03314ce1e26548fe, 0x03545cdcd249d367, 0x0377d42a1f4b0df4, 0x039bb20a86636174, 0x03bff5cf4a2e8d08,
    0x03e49ed8f5f3120c, 0x0409ac96437ebb63, 0x042f1e831f359433, 0x0454f427c66ce838, 0x047b2d17fcc4b506,
    0x04a1c8f255b002e7, 0x04c8c75f8fc52b78, 0x04f02811ffc63fd4, 0x0517eac5099ac627, 0x05400f3ca5b17acd,
    0x05689544f174b26c, 0x05917cb1c9a81040, 0x05bac55e6dabd474, 0x05e46f2d2ac22764, 0x060e7a070e8e5aca,
    0x0638e5dba01ddb2b, 0x0663b2a09edf131e, 0x068ee051c6fc4df1, 0x06ba6ef09aa020e7, 0x06e65e842fb6612e,
    0x0712af1901c87a48, 0x073f60c0c79e526b, 0x076c73924c5603ff, 0x0799e7a94bacb932, 0x07c7bd26513a0d1f,
    0x07f5f42e9a659d8e, 0x08248cebfae40b63, 0x0853878cc38d9db8, 0x0882e443ab65282d, 0x08b2a347baa9c93b,
    0x08e2c4d437d19fe3, 0x09134928964ec5fc, 0x094430886702b830, 0x09757b3b4a46e881, 0x09a7298ce3738bf5,
    0x09d93bcccdcfcf3d, 0x0a0bb24e92d8872c, 0x0a3e8d69a1cc2e2b, 0x0a71cd79486c948f, 0x0aa572dcace81aea,
    0x0ad97df6c8dd9f3e, 0x0b0def2e656f7b7a, 0x0b42c6ee185b1010, 0x0b7805a4420b5b38, 0x0badabc30c9e0f3e,
    0x0be3b9c06bd379b0, 0x0c1a30161de25cd1, 0x0c510f41ad299d97, 0x0c8857c472ba5c84, 0x0cc00a2399b5b7e5,
    0x0cf826e8237a1429, 0x0d30ae9eec9c5b7b, 0x0d69a1d8b2aa3263, 0x0da3012a1ab2a412, 0x0ddccd2bb8934790,
    0x0e17067a170857b5, 0x0e51adb5c07eab80, 0x0e8cc38348a6eb76, 0x0ec8488b56c9cc1b, 0x0f043d7ab0dd7da1,
    0x0f40a302475ce612, 0x0f7d79d741e19e23, 0x0fbac2b30c8209fa, 0x0ff87e5365f546aa, 0x1036ad7a6e7f03c7,
    0x107550eeb7a5be41, 0x10b4697b54b62f55, 0x10f3f7efec171ff2, 0x1133fd20c9712f0d, 0x117479e6f0ae780b,
    0x11b56f2031d6665e, 0x11f6ddaf3dca648b, 0x1238c67bbbe877f3, 0x127b2a7260993f9e, 0x12be0a8504cf33c6,
    0x130167aabe7d6e0b, 0x134542dffa0caf54, 0x13899d2694d5c92a, 0x13ce7785f8a904a5, 0x1413d30b386a9997,
    0x1459b0c92dccc5c3, 0x14a011d8983095e3, 0x14e6f7583cb6f9ad, 0x152e626d078c4927, 0x157654422e78f50c,
    0x15bece0954c2b626, 0x1607d0fab06a30e6, 0x16515e5530d1abc5, 0x169b775ea6da286a, 0x16e61d63ee84ea41,
    0x173151b91a283937, 0x177d15b99f46fdef, 0x17c96ac8851bae24, 0x1816525094e7e588, 0x1863cdc48c1af952,
    0x18b1de9f5062d48a, 0x1900866425bb793b, 0x194fc69ee692a0b1, 0x199fa0e43e162371, 0x19f016d1e4c51212,
    0x1a412a0edf5cbbfa, 0x1a92dc4bc03c492c, 0x1ae52f42eb5b0b0a, 0x1b3824b8dcef3dd8, 0x1b8bbe7c72e4a4ca,
    0x1bdffe6739443532, 0x1c34e65db9afee18, 0x1c8a784fce180184, 0x1ce0b638f6d09ef0, 0x1d37a220b431fd33,
    0x1d8f3e1ae3eeb85c, 0x1de78c48224f38c3, 0x1e408ed62f83a727, 0x1e9a48005940f1bc, 0x1ef4ba0fe8e09b7a,
    0x1f4fe75c963e7e12, 0x1fabd24cff935471, 0x20087d57268ed481, 0x2065eb00f2f858dd, 0x20c41de0bb21a40a,
    0x2123189dd27c2594, 0x2182ddf11ea66515, 0x21e370a5b34cd7ed, 0x2244d399753f74d8, 0x22a709bdc523de56,
    0x230a161832330473, 0x236dfbc33578b38f, 0x23d2bdeef613b514, 0x24385fe216fdfe85, 0x249ee4fa8eedfac3,
    0x250650ae8aec5171, 0x256ea68d5c44c47b, 0x25d7ea407284e07b, 0x26421f8c62486941, 0x26ad4a51f9a1ba0d,
    0x27196e8f62fbdd3d, 0x2786906157650961, 0x27f4b40461429cb3, 0x2863ddd63083c38b, 0x28d41257017dddf1,
    0x2945562b17b5a51d, 0x29b7ae1c4df23a5f, 0x2a2b1f1bbd13ea27, 0x2a9fae437b47cd5a, 0x2b1560d87553dd1e,
    0x2b8c3c4c63dcd8d6, 0x2c04463fdeb0ecca, 0x2c7d8484904fc824, 0x2cf7fd1f8c1b3e51, 0x2d73b64bc9d337fa,
    0x2df0b67cc93d3960, 0x2e6f0461611bd3f2, 0x2eeea6e6bce5c5b7, 0x2f6fa53b8d003bbf, 0x2ff206d36d9cb1c1,
    0x3075d36a88c270c2, 0x30fb1309787f1785, 0x3181ce096eba72f4, 0x320a0d18a8ba0803, 0x3293d93f35021fdb,
    0x331f3be412f7503a, 0x33ac3ed2b46f23a4, 0x343aec40ea43e788, 0x34cb4ed546027f95, 0x355d71adfbedcaaf,
    0x35f1606851debec4, 0x36872728a900de7e, 0x371ed2a33217102d, 0x37b870255ddd6ada, 0x38540da01d4b0541,
    0x38f1b9b307f6c01e, 0x399183b881c123bb, 0x3a337bd2fc34152e, 0x3ad7b2fb73daf3df, 0x3b7e3b114e421817,
    0x3c2726ebc26ff8c4, 0x3cd28a6cfba6a24d, 0x3d807a972d3b20b7, 0x3e310da3d6849ac4, 0x3ee45b1d7f8bf4c1,
    0x3f9a7bfc428aec32, 0x40538ac583cc8ee8, 0x410fa3af49951e65, 0x41cee4c7b8edf3e1, 0x42916e215340a6ef,
    0x43576204ac78abea, 0x4420e528730e321c, 0x44ee1ef0cc5a6e50, 0x45bf39b739bfb8e8, 0x4694631c78ec9500,
    0x476dcc661dee2531, 0x484baaea04fb21ed, 0x492e388a31428b08, 0x4a15b44444caf42d, 0x4b0262d87d3c8fce,
    0x4bf48f8d17697781, 0x4cec8d14398c60bf, 0x4deab69c237765e3, 0x4eef711387444ed1, 0x4ffb2caec62dfe26,
    0x510e66bea3849486, 0x5229abee3b81a34c, 0x534d9b0547e2ba29, 0x547ae855e226697d, 0x55b2620b6a1dcd92,
    0x56f4f5a532b1d4e9, 0x5843b7069ebd9810, 0x599fe9b53d70182c, 0x5b0b0d26106316d0, 0x5c86ed6ea52d8b83,
    0x5e15ba6c2751f91e, 0x5fba28b490c49825, 0x6177a1e01b16dec0, 0x63528ddb4f48bd9a, 0x6550c71156a8e553,
    0x677a5c5555b66c16, 0x69daea958beb9c5c, 0x6c843c3b99fca87d, 0x6f9401efadec9d82, 0x7342994207ffc26d,
    0x781517962044db3d, 0x8000000000000000
};

// >>seeding how a number becomes a state

// Seed and stream each go through a bijection of 64 bits with different offsets, a third word
// is mixed from both, and twelve steps are dropped: near seeds and near streams are unrelated.
// Different (seed, stream) never overlap within 2^64 draws: all start with the same counter,
// which is part of the state, so two of them could only be equal after equally many draws; and
// as each step is a bijection, they would have begun equal.

#define GC_RNG_PRIV_GOLDEN 0x9e3779b97f4a7c15   // 2^64 / golden ratio: splitmix64's increment

#ifndef GC_RNG_NO_ENGINES
static uint64_t gc_rng_priv_splitmix64(uint64_t *state) {
    *state += GC_RNG_PRIV_GOLDEN;
    return gc_rng_priv_mix(*state);
}
#endif

GC_RNG_API void gc_rng_seed_stream(gc_rng *r, uint64_t seed, uint64_t stream) {
    GC_RNG_ASSERT(r && "gc_rng_seed_stream: r is NULL");
    if (!r) return;
    r->a = gc_rng_priv_mix(seed + GC_RNG_PRIV_GOLDEN);
    r->b = gc_rng_priv_mix(stream + 0xd1b54a32d192ed03);   // another odd offset: (1, 2), (2, 1) share no word
    r->c = gc_rng_priv_mix(r->a ^ ((r->b << 32) | (r->b >> 32)));
    r->counter = 1;
    for (int i = 0; i < 12; i++) gc_rng_u64(r);
}

GC_RNG_API void gc_rng_seed(gc_rng *r, uint64_t seed) { gc_rng_seed_stream(r, seed, 0); }

// The hash of the length and of words of eight bytes, little-endian, filled up with zeros.
GC_RNG_API void gc_rng_seed_text(gc_rng *r, const void *bytes, size_t n) {
    const unsigned char *from = (const unsigned char *)bytes;
    uint64_t h = gc_rng_priv_step(0, n), word = 0;
    GC_RNG_ASSERT(r && (bytes || n == 0) && "gc_rng_seed_text: r or bytes is NULL");
    if (!bytes) n = 0;
    for (size_t i = 0; i < n; i++) {
        word |= (uint64_t)from[i] << (8 * (i % 8));
        if (i % 8 == 7 || i + 1 == n) {
            h = gc_rng_priv_step(h, word);
            word = 0;
        }
    }
    if (r) gc_rng_seed(r, h);
}

// >>fill bytes of an engine that makes one output at a time, and its source

// No seed leads to a state of zeros: it is one that nobody has seeded. (It draws all the same
// where assertions are off.)
GC_RNG_PRIV_UNUSED static bool gc_rng_priv_is_seeded(const gc_rng *r) {
    return (r->a | r->b | r->c | r->counter) != 0;
}

// Defines `void name(engine *r, void *dst, size_t bytes)`: the outputs of `next`, each a
// `word`, as little-endian bytes.
#define GC_RNG_PRIV_DEFINE_FILL(api, name, engine, word, next)                                               \
    api void name(engine *r, void *dst, size_t bytes) {                                                      \
        unsigned char *to = (unsigned char *)dst;                                                            \
        GC_RNG_ASSERT(r && (dst || bytes == 0) && "a fill: r or dst is NULL");                               \
        if (!r || !dst) return;                                                                              \
        engine local = *r;                                                                                   \
        while (bytes > 0) {                                                                                  \
            word out = gc_rng_priv_little_##word(next(&local));                                              \
            if (GC_RNG_PRIV_UNLIKELY(bytes < sizeof(word))) {                                                \
                memcpy(to, &out, bytes);                                                                     \
                break;                                                                                       \
            }                                                                                                \
            memcpy(to, &out, sizeof(word));                                                                  \
            bytes -= sizeof(word);                                                                           \
            to += sizeof(word);                                                                              \
        }                                                                                                    \
        *r = local;                                                                                          \
    }

// The value whose bytes in memory are those of v in little-endian order.
#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define gc_rng_priv_little_uint16_t(v) __builtin_bswap16(v)
#define gc_rng_priv_little_uint32_t(v) __builtin_bswap32(v)
#define gc_rng_priv_little_uint64_t(v) __builtin_bswap64(v)
#else
#define gc_rng_priv_little_uint16_t(v) (v)
#define gc_rng_priv_little_uint32_t(v) (v)
#define gc_rng_priv_little_uint64_t(v) (v)
#endif

GC_RNG_PRIV_DEFINE_FILL(static, gc_rng_priv_default_fill, gc_rng, uint64_t, gc_rng_u64)

GC_RNG_API void gc_rng_fill(gc_rng *r, void *dst, size_t bytes) {
    GC_RNG_ASSERT((!r || gc_rng_priv_is_seeded(r)) && "gc_rng_fill: nobody has seeded r");
    gc_rng_priv_default_fill(r, dst, bytes);
}

// >>engines seeding, jumps and sources of the small named engines

// Source of a named engine, from the function that makes a word of its outputs and the one that
// makes bytes of the words.
#define GC_RNG_PRIV_DEFINE_SOURCE(E, bytes_of)                                                               \
    static void gc_rng_priv_##E##_bytes(void *user, void *dst, size_t bytes) {                               \
        bytes_of((gc_rng_##E *)user, dst, bytes);                                                            \
    }                                                                                                        \
    GC_RNG_API gc_rng_source gc_rng_##E##_source(gc_rng_##E *r) {                                            \
        gc_rng_source s;                                                                                     \
        GC_RNG_ASSERT(r && "a source: r is NULL");                                                           \
        s.user = r;                                                                                          \
        s.u64 = gc_rng_priv_##E##_u64;                                                                       \
        s.fill = gc_rng_priv_##E##_bytes;                                                                    \
        return s;                                                                                            \
    }

// Source of an engine whose next gives a `word` and that has a fill.
#define GC_RNG_PRIV_DEFINE_FULL_SOURCE(E, word)                                                              \
    static uint64_t gc_rng_priv_##E##_u64(void *user) {                                                      \
        uint64_t out = 0;                                                                                    \
        for (unsigned shift = 0; shift < 64; shift += 8 * (unsigned)sizeof(word)) {                          \
            out |= (uint64_t)gc_rng_##E##_next((gc_rng_##E *)user) << shift;                                 \
        }                                                                                                    \
        return out;                                                                                          \
    }                                                                                                        \
    GC_RNG_PRIV_DEFINE_SOURCE(E, gc_rng_##E##_fill)

#ifndef GC_RNG_NO_ENGINES

// Source of an engine of 31 bits: three outputs make a word, the first on top, of the third the
// upper two bits.
#define GC_RNG_PRIV_DEFINE_31_SOURCE(E)                                                                      \
    static GC_RNG_PRIV_NOINLINE uint64_t gc_rng_priv_##E##_u64(void *user) {                                 \
        uint64_t a = (uint64_t)gc_rng_##E##_next((gc_rng_##E *)user);                                        \
        uint64_t b = (uint64_t)gc_rng_##E##_next((gc_rng_##E *)user);                                        \
        return a << 33 | b << 2 | (uint64_t)gc_rng_##E##_next((gc_rng_##E *)user) >> 29;                     \
    }                                                                                                        \
    GC_RNG_PRIV_DEFINE_FILL(static, gc_rng_priv_##E##_fill, gc_rng_##E, uint64_t, gc_rng_priv_##E##_u64)     \
    GC_RNG_PRIV_DEFINE_SOURCE(E, gc_rng_priv_##E##_fill)

// Fill and source of a named engine whose fill has nothing of its own.
#define GC_RNG_PRIV_DEFINE_ENGINE(E, word)                                                                   \
    GC_RNG_PRIV_DEFINE_FILL(GC_RNG_API, gc_rng_##E##_fill, gc_rng_##E, word, gc_rng_##E##_next)              \
    GC_RNG_PRIV_DEFINE_FULL_SOURCE(E, word)

GC_RNG_PRIV_DEFINE_ENGINE(mwc32, uint16_t)
GC_RNG_PRIV_DEFINE_ENGINE(mwc64, uint32_t)
GC_RNG_PRIV_DEFINE_ENGINE(xorshift32, uint32_t)
GC_RNG_PRIV_DEFINE_ENGINE(xorshift64, uint64_t)
GC_RNG_PRIV_DEFINE_ENGINE(xorshift128, uint32_t)
GC_RNG_PRIV_DEFINE_ENGINE(xoshiro256pp, uint64_t)
GC_RNG_PRIV_DEFINE_ENGINE(pcg32, uint32_t)
GC_RNG_PRIV_DEFINE_ENGINE(pcg64, uint64_t)
GC_RNG_PRIV_DEFINE_ENGINE(java, uint32_t)
GC_RNG_PRIV_DEFINE_FILL(GC_RNG_API, gc_rng_lcg_fill, gc_rng_lcg, uint32_t, gc_rng_lcg_next)
GC_RNG_PRIV_DEFINE_31_SOURCE(lcg)
GC_RNG_PRIV_DEFINE_FILL(GC_RNG_API, gc_rng_dotnet_fill, gc_rng_dotnet, uint32_t, (uint32_t)gc_rng_dotnet_next)
GC_RNG_PRIV_DEFINE_31_SOURCE(dotnet)

GC_RNG_API void gc_rng_mwc32_seed(gc_rng_mwc32 *r, uint64_t seed) {
    GC_RNG_ASSERT(r && "gc_rng_mwc32_seed: r is NULL");
    if (r) r->x = 0xffff0000u | (uint32_t)(seed & 0xffffu);
}

GC_RNG_API void gc_rng_mwc64_seed(gc_rng_mwc64 *r, uint64_t seed) {
    GC_RNG_ASSERT(r && "gc_rng_mwc64_seed: r is NULL");
    if (!r) return;
    do r->x = gc_rng_priv_splitmix64(&seed);
    while (r->x == 0 || r->x == 0xffffda60ffffffff);
}

GC_RNG_API void gc_rng_xorshift32_seed(gc_rng_xorshift32 *r, uint64_t seed) {
    GC_RNG_ASSERT(r && "gc_rng_xorshift32_seed: r is NULL");
    if (r) r->x = 0xffff0000u | (uint32_t)(seed & 0xffffu);
}

GC_RNG_API void gc_rng_xorshift128_seed(gc_rng_xorshift128 *r, uint64_t seed) {
    GC_RNG_ASSERT(r && "gc_rng_xorshift128_seed: r is NULL");
    if (!r) return;
    r->x = (uint32_t)(seed & 0xffffffffu);
    r->y = r->x * 1812433253u + 1u;
    r->z = r->y * 1812433253u + 1u;
    r->w = r->z * 1812433253u + 1u;
}

GC_RNG_API void gc_rng_xorshift64_seed(gc_rng_xorshift64 *r, uint64_t seed) {
    GC_RNG_ASSERT(r && "gc_rng_xorshift64_seed: r is NULL");
    if (!r) return;
    do r->x = gc_rng_priv_splitmix64(&seed);
    while (r->x == 0);
}

GC_RNG_API void gc_rng_xoshiro256pp_seed(gc_rng_xoshiro256pp *r, uint64_t seed) {
    GC_RNG_ASSERT(r && "gc_rng_xoshiro256pp_seed: r is NULL");
    if (!r) return;
    for (int i = 0; i < 4; i++) r->s[i] = gc_rng_priv_splitmix64(&seed);    // at most one of them is 0
}

// The step is linear over GF(2), so 2^n steps are a polynomial of it: x^(2^n) modulo its
// characteristic polynomial. tests/vectors/make_vectors.py computes the jumps by matrices.
static void gc_rng_priv_xoshiro256pp_leap(gc_rng_xoshiro256pp *r, const uint64_t polynomial[4]) {
    uint64_t sum[4] = { 0, 0, 0, 0 };
    for (int bit = 0; bit < 256; bit++) {
        if (polynomial[bit / 64] >> (bit % 64) & 1u) {
            for (int i = 0; i < 4; i++) sum[i] ^= r->s[i];
        }
        gc_rng_xoshiro256pp_next(r);
    }
    memcpy(r->s, sum, sizeof sum);
}

GC_RNG_API void gc_rng_xoshiro256pp_jump(gc_rng_xoshiro256pp *r) {
    static const uint64_t polynomial[4] = { 0x180ec6d33cfd0aba, 0xd5a61266f0c9392c,
                                            0xa9582618e03fc9aa, 0x39abdc4529b1661c };
    GC_RNG_ASSERT(r && "gc_rng_xoshiro256pp_jump: r is NULL");
    if (r) gc_rng_priv_xoshiro256pp_leap(r, polynomial);
}

GC_RNG_API void gc_rng_xoshiro256pp_long_jump(gc_rng_xoshiro256pp *r) {
    static const uint64_t polynomial[4] = { 0x76e15d3efefdcbbf, 0xc5004e441c522fb3,
                                            0x77710069854ee241, 0x39109bb02acbe635 };
    GC_RNG_ASSERT(r && "gc_rng_xoshiro256pp_long_jump: r is NULL");
    if (r) gc_rng_priv_xoshiro256pp_leap(r, polynomial);
}

GC_RNG_API void gc_rng_lcg_seed(gc_rng_lcg *r, uint64_t seed) {
    GC_RNG_ASSERT(r && "gc_rng_lcg_seed: r is NULL");
    if (r) r->x = (uint32_t)(seed & 0x7fffffffu);
}

// Arithmetic wraps, as C#'s does: the first term can be negative.
GC_RNG_API void gc_rng_dotnet_seed(gc_rng_dotnet *r, uint64_t seed) {
    uint32_t table[56], low = (uint32_t)(seed & 0xffffffffu), magnitude, previous, value = 1;
    GC_RNG_ASSERT(r && "gc_rng_dotnet_seed: r is NULL");
    if (!r) return;

    // The differences of the seed's magnitude and 1, spread over the table by steps of 21.
    magnitude = low == 0x80000000u ? 0x7fffffffu : low >> 31 ? 0u - low : low;
    previous = 161803398u - magnitude;
    table[0] = 0;
    table[55] = previous;
    for (unsigned i = 1; i < 55; i++) {
        unsigned place = 21u * i % 55u;
        table[place] = value;
        value = previous - value;
        if (value >> 31) value += 0x7fffffffu;
        previous = table[place];
    }

    // Four rounds of the generator's own subtraction.
    for (int round = 0; round < 4; round++) {
        for (unsigned i = 1; i < 56; i++) {
            table[i] -= table[1 + (i + 30) % 55];
            if (table[i] >> 31) table[i] += 0x7fffffffu;
        }
    }

    memcpy(r->table, table, sizeof table);
    r->next = 0;
    r->next_p = 21;
}

GC_RNG_API void gc_rng_pcg32_seed2(gc_rng_pcg32 *r, uint64_t state, uint64_t sequence) {
    GC_RNG_ASSERT(r && "gc_rng_pcg32_seed2: r is NULL");
    if (!r) return;
    r->state = 0;
    r->inc = sequence << 1 | 1u;
    gc_rng_pcg32_next(r);
    r->state += state;
    gc_rng_pcg32_next(r);
}

GC_RNG_API void gc_rng_pcg32_seed(gc_rng_pcg32 *r, uint64_t seed) {
    uint64_t state = gc_rng_priv_splitmix64(&seed);
    gc_rng_pcg32_seed2(r, state, gc_rng_priv_splitmix64(&seed));
}

// Brown, "Random Number Generation with Arbitrary Strides", Transactions of the American
// Nuclear Society 71, 1994: the step x -> a x + c repeated 2^k times is again of that form.
GC_RNG_API void gc_rng_pcg32_advance(gc_rng_pcg32 *r, uint64_t delta) {
    uint64_t a = 6364136223846793005u, c, all_a = 1, all_c = 0;
    GC_RNG_ASSERT(r && "gc_rng_pcg32_advance: r is NULL");
    if (!r) return;

    // (a, c) is 2^k steps, (all_a, all_c) the steps of delta's bits so far.
    for (c = r->inc; delta > 0; delta >>= 1) {
        if (delta & 1u) {
            all_a *= a;
            all_c = all_c * a + c;
        }
        c *= a + 1;
        a *= a;
    }
    r->state = r->state * all_a + all_c;
}

#endif // GC_RNG_NO_ENGINES

// The default engine behind the source's two functions.
static uint64_t gc_rng_priv_default_u64(void *user) { return gc_rng_u64((gc_rng *)user); }
static void gc_rng_priv_default_bytes(void *user, void *dst, size_t bytes) {
    gc_rng_fill((gc_rng *)user, dst, bytes);
}

GC_RNG_API gc_rng_source gc_rng_to_source(gc_rng *r) {
    gc_rng_source s;
    GC_RNG_ASSERT(r && "gc_rng_to_source: r is NULL");
    s.user = r;
    s.u64 = gc_rng_priv_default_u64;
    s.fill = gc_rng_priv_default_bytes;
    return s;
}

#ifndef GC_RNG_NO_ENGINES
// As numpy's SeedSequence hashes a word.
static uint32_t gc_rng_priv_numpy_hash(uint32_t word, uint32_t *factor, uint32_t next) {
    word ^= *factor;
    *factor *= next;
    word *= *factor;
    return word ^ (word >> 16);
}

GC_RNG_API void gc_rng_pcg64_seed(gc_rng_pcg64 *r, uint64_t seed) {
    uint32_t pool[4] = { (uint32_t)(seed & 0xffffffffu), (uint32_t)(seed >> 32), 0, 0 };
    uint32_t factor = 0x43b0d7e5u, v;
    uint64_t words[4] = { 0, 0, 0, 0 };    // the upper and the lower half of the state, of the increment
    GC_RNG_ASSERT(r && "gc_rng_pcg64_seed: r is NULL");
    if (!r) return;

    // Each word of the seed comes into every other.
    for (int i = 0; i < 4; i++) pool[i] = gc_rng_priv_numpy_hash(pool[i], &factor, 0x931e8875u);
    for (int i = 0; i < 16; i++) {
        if (i / 4 == i % 4) continue;
        v = gc_rng_priv_numpy_hash(pool[i / 4], &factor, 0x931e8875u);
        v = pool[i % 4] * 0xca01f9ddu - v * 0x4973f715u;
        pool[i % 4] = v ^ (v >> 16);
    }
    factor = 0x8b51f9ddu;
    for (int i = 0; i < 8; i++) {
        v = gc_rng_priv_numpy_hash(pool[i % 4], &factor, 0x58f38dedu);
        words[i / 2] |= (uint64_t)v << (i % 2 * 32);
    }

    // A step from 0, the state added, another step.
    r->inc_high = words[2] << 1 | words[3] >> 63;
    r->inc_low = words[3] << 1 | 1;
    r->low = r->inc_low + words[1];
    r->high = r->inc_high + words[0] + (r->low < words[1]);
    gc_rng_pcg64_next(r);
}

GC_RNG_API uint64_t gc_rng_pcg64_next(gc_rng_pcg64 *r) {
    const uint64_t high = 0x2360ed051fc65da4, low = 0x4385df649fccf645;
    uint64_t product, rest, v;
    GC_RNG_ASSERT(r && "gc_rng_pcg64_next: r is NULL");
    if (!r) return 0;

    product = gc_rng_priv_multiply(r->low, low, &rest) + r->low * high + r->high * low;
    r->low = rest + r->inc_low;
    r->high = product + r->inc_high + (r->low < rest);
    v = r->high ^ r->low;
    return (v >> (r->high >> 58)) | (v << ((64 - (r->high >> 58)) & 63));
}

GC_RNG_API void gc_rng_java_seed(gc_rng_java *r, uint64_t seed) {
    GC_RNG_ASSERT(r && "gc_rng_java_seed: r is NULL");
    if (r) r->x = (seed ^ 0x5deece66d) & 0xffffffffffff;
}

GC_RNG_API int32_t gc_rng_java_below(gc_rng_java *r, int32_t bound) {
    uint32_t word, rest, n = (uint32_t)bound;
    GC_RNG_ASSERT(r && "gc_rng_java_below: r is NULL");
    if (!r || bound <= 0) return 0;
    if ((n & (n - 1)) == 0) return (int32_t)((uint64_t)n * (gc_rng_java_next(r) >> 1) >> 31);
    do {
        word = gc_rng_java_next(r) >> 1;
        rest = word % n;
    } while (word - rest + (n - 1) > 0x7fffffffu);
    return (int32_t)rest;
}

GC_RNG_API int64_t gc_rng_java_i64(gc_rng_java *r) {
    uint64_t high, low;
    GC_RNG_ASSERT(r && "gc_rng_java_i64: r is NULL");
    if (!r) return 0;
    high = gc_rng_java_next(r);
    low = gc_rng_java_next(r);    // a signed number
    return (int64_t)((high << 32) + low - (low >> 31 << 32));
}

GC_RNG_API double gc_rng_java_f64(gc_rng_java *r) {
    uint64_t high;
    GC_RNG_ASSERT(r && "gc_rng_java_f64: r is NULL");
    if (!r) return 0.0;
    high = (uint64_t)(gc_rng_java_next(r) >> 6) << 27;
    return gc_rng_priv_f64((high | gc_rng_java_next(r) >> 5) << 11);
}

// Both twisters' words from the seed's low half: a linear congruence with a feedback shift.
static void gc_rng_priv_twister_words(uint32_t words[624], uint64_t seed) {
    words[0] = (uint32_t)(seed & 0xffffffffu);
    for (uint32_t i = 1; i < 624; i++) words[i] = 1812433253u * (words[i - 1] ^ (words[i - 1] >> 30)) + i;
}

GC_RNG_API void gc_rng_mt19937_seed(gc_rng_mt19937 *r, uint64_t seed) {
    GC_RNG_ASSERT(r && "gc_rng_mt19937_seed: r is NULL");
    if (!r) return;
    gc_rng_priv_twister_words(r->words, seed);
    r->used = 624;
}

GC_RNG_API void gc_rng_mt19937_seed_array(gc_rng_mt19937 *r, const uint32_t *seeds, size_t count) {
    uint32_t *w = r ? r->words : NULL, i = 1;
    size_t k = 0;
    bool ok = r && seeds && count > 0;
    GC_RNG_ASSERT(ok && "gc_rng_mt19937_seed_array: r or seeds is NULL, or there is none");
    if (!ok) return;

    gc_rng_mt19937_seed(r, 19650218);
    for (size_t turns = count > 624 ? count : 624; turns > 0; turns--) {
        w[i] = (w[i] ^ ((w[i - 1] ^ (w[i - 1] >> 30)) * 1664525u)) + seeds[k] + (uint32_t)k;
        k = k + 1 < count ? k + 1 : 0;
        if (++i == 624) {
            w[0] = w[623];
            i = 1;
        }
    }
    for (int turns = 623; turns > 0; turns--) {
        w[i] = (w[i] ^ ((w[i - 1] ^ (w[i - 1] >> 30)) * 1566083941u)) - i;
        if (++i == 624) {
            w[0] = w[623];
            i = 1;
        }
    }
    w[0] = 0x80000000u;
}

GC_RNG_API uint32_t gc_rng_mt19937_next(gc_rng_mt19937 *r) {
    uint32_t v;
    GC_RNG_ASSERT(r && "gc_rng_mt19937_next: r is NULL");
    if (!r) return 0;

    if (r->used >= 624) {
        for (int i = 0; i < 624; i++) {
            v = (r->words[i] & 0x80000000u) | (r->words[i < 623 ? i + 1 : 0] & 0x7fffffffu);
            r->words[i] = r->words[i < 227 ? i + 397 : i - 227] ^ (v >> 1) ^ ((0u - (v & 1u)) & 0x9908b0dfu);
        }
        r->used = 0;
    }
    v = r->words[r->used++];
    v ^= v >> 11;
    v ^= (v << 7) & 0x9d2c5680u;
    v ^= (v << 15) & 0xefc60000u;
    return v ^ (v >> 18);
}

GC_RNG_API double gc_rng_mt19937_f64(gc_rng_mt19937 *r) {
    uint64_t high = (uint64_t)(gc_rng_mt19937_next(r) >> 5) << 26;
    return gc_rng_priv_f64((high | gc_rng_mt19937_next(r) >> 6) << 11);
}

GC_RNG_API void gc_rng_mt19937_fill(gc_rng_mt19937 *r, void *dst, size_t bytes) {
    unsigned char *to = (unsigned char *)dst;
    uint32_t v = 0;
    GC_RNG_ASSERT(r && (dst || bytes == 0) && "a fill: r or dst is NULL");
    if (!r || !dst) return;
    for (size_t i = 0; i < bytes; i++, v >>= 8) {
        if (i % 4 == 0) v = gc_rng_mt19937_next(r);
        to[i] = (unsigned char)(v & 0xffu);
    }
}
GC_RNG_PRIV_DEFINE_FULL_SOURCE(mt19937, uint32_t)

// By the C++ standard, [rand.util.seedseq].
GC_RNG_API void gc_rng_seed_seq(uint32_t *dst, size_t n, const uint32_t *seeds, size_t count) {
    size_t t = n >= 623 ? 11 : n >= 68 ? 7 : n >= 39 ? 5 : n >= 7 ? 3 : n > 0 ? (n - 1) / 2 : 0;
    size_t p = (n - t) / 2, q = p + t, m = count + 1 > n ? count + 1 : n;
    bool ok = (dst || n == 0) && (seeds || count == 0);
    GC_RNG_ASSERT(ok && "gc_rng_seed_seq: dst or seeds is NULL");
    if (!ok || n == 0) return;

    for (size_t i = 0; i < n; i++) dst[i] = 0x8b8b8b8bu;
    for (size_t k = 0; k < m + n; k++) {
        uint32_t *at = &dst[k % n], *ahead = &dst[(k + p) % n], *far_ahead = &dst[(k + q) % n];
        uint32_t place = (uint32_t)(k % n), before = dst[(k + n - 1) % n], v, w;
        if (k < m) {
            v = *at ^ *ahead ^ before;
            v = 1664525u * (v ^ (v >> 27));
            w = v + (k == 0 ? (uint32_t)count : k <= count ? place + seeds[k - 1] : place);
            *ahead += v;
            *far_ahead += w;
        } else {
            v = *at + *ahead + before;
            v = 1566083941u * (v ^ (v >> 27));
            w = v - place;
            *ahead ^= v;
            *far_ahead ^= w;
        }
        *at = w;
    }
}
#endif

// >>float mul, div and add, rounded once on every machine

// Every operation on doubles that may round stands here: mul, div and add round once, to
// double, and what goes in and what comes out is hidden, so that no compiler fuses or reorders
// them, under -ffast-math neither. The x87 unit keeps 64 bits and rounds again when it stores,
// which is not the same: there (and wherever <float.h> promises nothing) they are done in
// integers.

static uint64_t gc_rng_priv_bits(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static double gc_rng_priv_from_bits(uint64_t bits) {
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

// The quiet NaN of IEEE 754, without arithmetic that raises a flag.
static double gc_rng_priv_nan(void) {
    double nan = gc_rng_priv_from_bits(0x7ff8000000000000);
    GC_RNG_PRIV_HIDE(double, nan);
    return nan;
}

// |value| = m * 2^e with the top bit of m set.
typedef struct gc_rng_priv_parts { uint64_t m; int e; } gc_rng_priv_parts;

GC_RNG_PRIV_UNUSED static bool gc_rng_priv_is_ordinary(double v) {   // finite and not zero
    uint64_t magnitude = gc_rng_priv_bits(v) << 1;
    return magnitude != 0 && magnitude < 0xffe0000000000000;
}

static gc_rng_priv_parts gc_rng_priv_split(double v) {
    gc_rng_priv_parts p;
    uint64_t bits = gc_rng_priv_bits(v);
    p.e = (int)((bits >> 52) & 0x7ffu);
    p.m = bits << 11;
    if (p.e > 0) p.m |= (uint64_t)1 << 63;
    else p.e = 1;
    p.e -= 1023 + 63;
    for (; !(p.m >> 63); p.m <<= 1) p.e--;
    return p;
}

// Rounds (m + something below 1 when `more`) * 2^e to the nearest double, ties to even; the top
// bit of m is set.
static double gc_rng_priv_round(uint64_t sign, uint64_t m, int e, bool more) {
    const uint64_t infinity = 0x7ff0000000000000;
    int exponent = e + 63, shift = exponent < -1022 ? 11 + (-1022 - exponent) : 11;
    uint64_t bits, rest, half;
    if (exponent > 1023) return gc_rng_priv_from_bits(sign | infinity);
    if (shift > 64) return gc_rng_priv_from_bits(sign);

    // Keep the bits above the shift; the rest decides, and where it is a half, the last bit
    // kept.
    bits = shift < 64 ? m >> shift : 0;
    rest = shift < 64 ? m - (bits << shift) : m;
    half = (uint64_t)1 << (shift - 1);
    if (rest > half || (rest == half && (more || (bits & 1u)))) bits++;

    // The leading bit of a normal number adds the last one to its exponent, and so does a carry
    // out of the fraction.
    if (shift == 11) bits += (uint64_t)(exponent + 1022) << 52;
    return gc_rng_priv_from_bits(sign | (bits < infinity ? bits : infinity));
}

GC_RNG_PRIV_UNUSED static double gc_rng_priv_soft_mul(double a, double b) {
    uint64_t sign = (gc_rng_priv_bits(a) ^ gc_rng_priv_bits(b)) & ((uint64_t)1 << 63), high, low;
    gc_rng_priv_parts x = gc_rng_priv_split(a), y = gc_rng_priv_split(b);
    high = gc_rng_priv_multiply(x.m, y.m, &low);
    if (!(high >> 63)) {
        high = (high << 1) | (low >> 63);
        low <<= 1;
        x.e--;
    }
    return gc_rng_priv_round(sign, high, x.e + y.e + 64, low != 0);
}

GC_RNG_PRIV_UNUSED static double gc_rng_priv_soft_div(double a, double b) {
    uint64_t sign = (gc_rng_priv_bits(a) ^ gc_rng_priv_bits(b)) & ((uint64_t)1 << 63);
    uint64_t quotient = 0, carry = 0;
    gc_rng_priv_parts x = gc_rng_priv_split(a), y = gc_rng_priv_split(b);

    // Scale x so that the quotient's first bit is 1.
    if (x.m < y.m) {
        carry = 1;
        x.m <<= 1;
        x.e--;
    }

    // A bit of the quotient a turn, by trial subtraction; what remains says if it is exact.
    for (int i = 0; i < 64; i++) {
        quotient <<= 1;
        if (carry || x.m >= y.m) {
            x.m -= y.m;
            quotient |= 1u;
        }
        carry = x.m >> 63;
        x.m <<= 1;
    }
    return gc_rng_priv_round(sign, quotient, x.e - y.e - 63, (x.m | carry) != 0);
}

GC_RNG_PRIV_UNUSED static double gc_rng_priv_soft_add(double a, double b) {
    uint64_t sign_a = gc_rng_priv_bits(a) & ((uint64_t)1 << 63);
    uint64_t sign_b = gc_rng_priv_bits(b) & ((uint64_t)1 << 63);
    gc_rng_priv_parts x = gc_rng_priv_split(a), y = gc_rng_priv_split(b);
    int distance;
    bool more;

    // x becomes the one of larger magnitude.
    if (x.e < y.e || (x.e == y.e && x.m < y.m)) {
        gc_rng_priv_parts p = x;
        uint64_t sign = sign_a;
        x = y;
        y = p;
        sign_a = sign_b;
        sign_b = sign;
    }

    // Bring y to x's exponent; `more` is that something of it was lost. Both leave room for a
    // carry: 53 bits are used, so 10 remain below.
    distance = x.e - y.e;
    x.m >>= 1;
    y.m >>= 1;
    more = distance > 63 || (y.m & (((uint64_t)1 << distance) - 1)) != 0;
    y.m = distance > 63 ? 0 : y.m >> distance;

    if (sign_a == sign_b) x.m += y.m;
    else x.m -= y.m + (more ? 1u : 0u);
    if (x.m == 0) return 0.0;

    for (x.e++; !(x.m >> 63); x.m <<= 1) x.e--;
    return gc_rng_priv_round(sign_a, x.m, x.e, more);
}

#if defined(__SSE2_MATH__) || defined(__aarch64__) || defined(__wasm__)                                      \
    || (defined(FLT_EVAL_METHOD) && (FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1))
#define GC_RNG_PRIV_SOFT(name, a, b)
#else
#define GC_RNG_PRIV_SOFT(name, a, b)                                                                         \
    if (gc_rng_priv_is_ordinary(a) && gc_rng_priv_is_ordinary(b)) return gc_rng_priv_soft_##name(a, b);
#endif

#define GC_RNG_PRIV_DEFINE_OPERATION(name, operation)                                                        \
    static double gc_rng_priv_##name(double a, double b) {                                                   \
        GC_RNG_PRIV_SOFT(name, a, b)                                                                         \
        GC_RNG_PRIV_HIDE(double, a);                                                                         \
        GC_RNG_PRIV_HIDE(double, b);                                                                         \
        double v = a operation b;                                                                            \
        GC_RNG_PRIV_FENCE(double, v);                                                                        \
        return v;                                                                                            \
    }
GC_RNG_PRIV_DEFINE_OPERATION(mul, *)
GC_RNG_PRIV_DEFINE_OPERATION(div, /)
GC_RNG_PRIV_DEFINE_OPERATION(add, +)

// The root of a finite number above 0, digit by digit where no instruction is known to be
// there.
GC_RNG_PRIV_UNUSED static double gc_rng_priv_soft_root(double x) {
    gc_rng_priv_parts p = gc_rng_priv_split(x);
    uint64_t rest = 0, root = 0;
    if (p.e % 2 != 0) {
        p.m >>= 1;
        p.e++;
    }
    for (int i = 0; i < 62; i++, p.m <<= 2) {
        uint64_t next = root << 2 | 1u;
        rest = rest << 2 | p.m >> 62;
        root = root << 1 | (rest >= next);
        if (root & 1u) rest -= next;
    }
    return gc_rng_priv_round(0, root << 2, p.e / 2 - 32, rest != 0);
}

static double gc_rng_priv_root(double x) {
#if defined(GC_RNG_PRIV_X86) && defined(__SSE2_MATH__)
    return _mm_cvtsd_f64(_mm_sqrt_sd(_mm_set_sd(x), _mm_set_sd(x)));
#elif defined(__GNUC__) && defined(__aarch64__)
    double v;
    __asm__("fsqrt %d0, %d1" : "=w"(v) : "w"(x));
    return v;
#else
    return gc_rng_priv_soft_root(x);
#endif
}

// v * 2^-57, rounded once. The conversion keeps the upper half of its register: clang would
// have it wait for what the call before left there.
static double gc_rng_priv_from_fixed(int64_t v) {
#if defined(__clang__) && defined(__x86_64__)
    double d = 0.0;
#ifdef __AVX__
    __asm__("vcvtsi2sd{q %1, %0, %0| %0, %0, %1}" : "+x"(d) : "r"(v));
#else
    __asm__("cvtsi2sd{q %1, %0| %0, %1}" : "+x"(d) : "r"(v));
#endif
#else
    double d = (double)v;
#endif
    d *= 1.0 / 144115188075855872.0;
    GC_RNG_PRIV_FENCE(double, d);
    return d;
}

// >>bulk sfmt, asa128, philox, chacha8 and wide: kernels for each instruction set

// Engines that make many outputs at once. Every kernel exists for scalar code and for each
// width of vectors where that pays, and gives the same bytes. The last parameter, isa, is
// gc_rng_priv_isa() but for the tests.

#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { GC_RNG_PRIV_LITTLE = 0 };
#else
enum { GC_RNG_PRIV_LITTLE = 1 };
#endif

#ifndef GC_RNG_NO_ENGINES

// Gives out up to `bytes` of words[*used .. count) as little-endian bytes, each output being
// `unit` words, of which a last partial one is used up. Returns the number of bytes.
static size_t gc_rng_priv_drain(const uint32_t *words, uint32_t *used, uint32_t count, uint32_t unit,
                                unsigned char *to, size_t bytes) {
    size_t left = (size_t)(count - *used) * 4, size = unit * 4u;
    if (*used >= count) return 0;
    if (bytes > left) bytes = left;

    if (GC_RNG_PRIV_LITTLE) memcpy(to, words + *used, bytes);
    else for (size_t i = 0; i < bytes; i++) {
        to[i] = (unsigned char)(words[*used + i / 4] >> (8 * (i % 4)) & 0xffu);
    }
    *used += (uint32_t)((bytes + size - 1) / size) * unit;
    return bytes;
}

// Defines the fill of a bulk engine and the refill of its words: `count` words, `unit` an
// output. gc_rng_priv_E_straight makes what it can of whole blocks in dst, and says how many
// bytes those are; the rest goes by way of the words.
#define GC_RNG_PRIV_DEFINE_BULK_FILL(E, count, unit)                                                         \
    GC_RNG_API void gc_rng_priv_##E##_refill(gc_rng_##E *r) {                                                \
        gc_rng_priv_##E##_refill_by(r, gc_rng_priv_isa());                                                   \
    }                                                                                                        \
    static void gc_rng_priv_##E##_fill(gc_rng_##E *r, unsigned char *to, size_t bytes, int isa) {            \
        for (;;) {                                                                                           \
            size_t n = gc_rng_priv_drain(r->words, &r->used, count, unit, to, bytes);                        \
            do {                                                                                             \
                to += n;                                                                                     \
                bytes -= n;                                                                                  \
                n = GC_RNG_PRIV_LITTLE ? gc_rng_priv_##E##_straight(r, to, bytes, isa) : 0;                  \
            } while (n > 0);                                                                                 \
            if (bytes == 0) return;                                                                          \
            gc_rng_priv_##E##_refill_by(r, isa);                                                             \
        }                                                                                                    \
    }

// ---- SFMT19937: blocks of 156 vectors of 128 bits, each from the block before it ----

// Two words of this machine, the first in the low half.
GC_RNG_PRIV_TEMPLATE uint64_t gc_rng_priv_load_two(const unsigned char *from) {
    uint32_t words[2];
    uint64_t both;
    memcpy(&both, from, sizeof both);
    if (GC_RNG_PRIV_LITTLE) return both;
    memcpy(words, from, sizeof words);
    return words[0] | (uint64_t)words[1] << 32;
}
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_store_two(unsigned char *to, uint64_t both) {
    uint32_t words[2];
    words[0] = (uint32_t)(both & 0xffffffffu);
    words[1] = (uint32_t)(both >> 32);
    if (GC_RNG_PRIV_LITTLE) memcpy(to, &both, sizeof both);
    else memcpy(to, words, sizeof words);
}

// Vector i from the one of its place in the block before (a), the one 122 further (b) and the
// two before it (c, d), paper's section 3: shifts of the whole vector by one byte, of b's words
// by 11 with a mask, of d's words by 18. `to` may be `from`. Words are this machine's. Here two
// of them in one; a mask takes what crosses from one into the other.
static void gc_rng_priv_sfmt_scalar(const unsigned char *from, unsigned char *to, size_t blocks) {
    const uint64_t low_mask = 0x001ecb7f001fffef, high_mask = 0x001ffff6001affff, upper = 0xfffc0000fffc0000;
    uint64_t c0 = gc_rng_priv_load_two(from + 2464), c1 = gc_rng_priv_load_two(from + 2472);
    uint64_t d0 = gc_rng_priv_load_two(from + 2480), d1 = gc_rng_priv_load_two(from + 2488);

    for (; blocks > 0; blocks--, from = to, to += 2496) {
        for (size_t i = 0; i < 2496; i += 16) {
            // b comes from this block once it is that far.
            const unsigned char *b = i < 544 ? from + i + 1952 : to + i - 544;
            uint64_t a0 = gc_rng_priv_load_two(from + i), a1 = gc_rng_priv_load_two(from + i + 8), x0, x1;

            x0 = a0 ^ (a0 << 8) ^ ((gc_rng_priv_load_two(b) >> 11) & low_mask);
            x0 ^= (c0 >> 8 | c1 << 56) ^ ((d0 << 18) & upper);
            x1 = a1 ^ (a1 << 8 | a0 >> 56) ^ ((gc_rng_priv_load_two(b + 8) >> 11) & high_mask);
            x1 ^= (c1 >> 8) ^ ((d1 << 18) & upper);
            gc_rng_priv_store_two(to + i, x0);
            gc_rng_priv_store_two(to + i + 8, x1);

            c0 = d0;
            c1 = d1;
            d0 = x0;
            d1 = x1;
        }
    }
}

#ifdef GC_RNG_PRIV_V128_NAME
// The whole vector shifted by one byte.
#ifdef GC_RNG_PRIV_X86
#define GC_RNG_PRIV_BYTE_LEFT(v) ((gc_rng_priv_u32_v128)_mm_slli_si128((__m128i)(v), 1))
#define GC_RNG_PRIV_BYTE_RIGHT(v) ((gc_rng_priv_u32_v128)_mm_srli_si128((__m128i)(v), 1))
#else
#define GC_RNG_PRIV_BYTE_LEFT(v) ((v) << 8 | (__builtin_shufflevector((v), (v) & 0, 4, 0, 1, 2) >> 24))
#define GC_RNG_PRIV_BYTE_RIGHT(v) ((v) >> 8 | (__builtin_shufflevector((v), (v) & 0, 1, 2, 3, 4) << 24))
#endif

// The next vector from x, the one two steps before, and y, the one before; it waits for y for a
// shift and a sum only.
GC_RNG_PRIV_TARGET_v128 GC_RNG_PRIV_TEMPLATE gc_rng_priv_u32_v128 gc_rng_priv_sfmt_step(
    gc_rng_priv_u32_v128 x, gc_rng_priv_u32_v128 y, const unsigned char *a_at, const unsigned char *b_at,
    unsigned char *to) {
    const gc_rng_priv_u32_v128 mask = { 0xdfffffefu, 0xddfecb7fu, 0xbffaffffu, 0xbffffff6u };
    gc_rng_priv_u32_v128 a, b;
    memcpy(&a, a_at, sizeof a);
    memcpy(&b, b_at, sizeof b);
    a ^= GC_RNG_PRIV_BYTE_LEFT(a) ^ ((b >> 11) & mask) ^ GC_RNG_PRIV_BYTE_RIGHT(x);
    GC_RNG_PRIV_VECTOR_FENCE(a);    // clang would add in another order
    x = a ^ (y << 18);
    memcpy(to, &x, sizeof x);
    return x;
}

GC_RNG_PRIV_TARGET_v128 static void gc_rng_priv_sfmt_v128(const unsigned char *from, unsigned char *to,
                                                          size_t blocks) {
    gc_rng_priv_u32_v128 c, d;
    memcpy(&c, from + 2464, sizeof c);
    memcpy(&d, from + 2480, sizeof d);

    for (; blocks > 0; blocks--, from = to, to += 2496) {
        for (size_t i = 0; i < 2496; i += 32) {
            const unsigned char *b = i < 544 ? from + i + 1952 : to + i - 544;    // as in the scalar code
            c = gc_rng_priv_sfmt_step(c, d, from + i, b, to + i);
            d = gc_rng_priv_sfmt_step(d, c, from + i + 16, b + 16, to + i + 16);
        }
    }
}
#endif

static void gc_rng_priv_sfmt_refill_by(gc_rng_sfmt *r, int isa) {
    unsigned char *words = (unsigned char *)r->words;
    GC_RNG_PRIV_UP_TO_V128(gc_rng_priv_sfmt, isa)(words, words, 1);
    r->used = 0;
}

// The last of the blocks is the state.
static size_t gc_rng_priv_sfmt_straight(gc_rng_sfmt *r, unsigned char *to, size_t bytes, int isa) {
    size_t blocks = bytes / 2496;
    if (blocks == 0) return 0;
    GC_RNG_PRIV_UP_TO_V128(gc_rng_priv_sfmt, isa)((const unsigned char *)r->words, to, blocks);
    memcpy(r->words, to + (blocks - 1) * 2496, 2496);
    return blocks * 2496;
}
GC_RNG_PRIV_DEFINE_BULK_FILL(sfmt, 624, 1)

// The authors' init_gen_rand: then the parity that makes the period a multiple of 2^19937 - 1.
GC_RNG_API void gc_rng_sfmt_seed(gc_rng_sfmt *r, uint64_t seed) {
    uint32_t parity;
    GC_RNG_ASSERT(r && "gc_rng_sfmt_seed: r is NULL");
    if (!r) return;

    gc_rng_priv_twister_words(r->words, seed);

    // The parity of certain bits must be odd.
    parity = (r->words[0] & 1u) ^ (r->words[3] & 0x13c9e684u);
    for (int shift = 16; shift > 0; shift /= 2) parity ^= parity >> shift;
    if (!(parity & 1u)) r->words[0] ^= 1u;
    r->used = 624;
}

// ---- ASA-128 ----

// Four steps at a time, `blocks` times, to `to` (16 words each); the words of x, oldest first,
// are replaced. Lanes do not mix. A step makes the sum t of the four words and a mask of the
// oldest; then
//     t ^= t >> 4;  t ^= (t << 2) & mask;  t ^= (t << 20) & mask;  t ^= t >> 18;
// each waits for the one before, and the next step for the last: this chain is what a step
// costs. So the second is made of the sum beside the first (the mask has none of the bits in
// which t >> 2 and t >> 4 << 2 differ), and all but the newest word are summed before that is
// there, which is hidden from gcc, as it would add in another order. Shifts of halves are
// written as shifts of the whole word: what crosses into the other half is masked off.
#define GC_RNG_PRIV_ASA128_STEP(T, hide, x0, x1, x2, x3)                                                     \
    do {                                                                                                     \
        T mask = ((x0 << 3) & 0x80008000u) | ((x0 << 8) & 0x40004000u) | ((x0 << 9) & 0x20002000u)           \
            | ((x0 << 10) & 0x1c001c00u) | 0x02000200u;                                                      \
        T older = x0 + x1 + x2, t;                                                                           \
        hide(older);                                                                                         \
        t = x3 + older;                                                                                      \
        t ^= (t >> 4) ^ (((t << 2) ^ (t >> 2)) & mask);                                                      \
        t ^= (t << 20) & mask;                                                                               \
        x0 = t ^ (t >> 18);                                                                                  \
    } while (0)

// Lane after lane, or the four lanes in one vector T. Inlined, gcc 12 -O3 keeps the words in
// memory.
#define GC_RNG_PRIV_DEFINE_ASA128(isa, T, hide)                                                              \
    GC_RNG_PRIV_TARGET_##isa static GC_RNG_PRIV_NOINLINE void gc_rng_priv_asa128_##isa(                      \
        uint32_t *x, unsigned char *to, size_t blocks) {                                                     \
        for (size_t lane = 0; lane < 4; lane += sizeof(T) / 4, to += sizeof(T)) {                            \
            unsigned char *out = to;                                                                         \
            T x0, x1, x2, x3;                                                                                \
            memcpy(&x0, x + lane, sizeof x0);                                                                \
            memcpy(&x1, x + lane + 4, sizeof x1);                                                            \
            memcpy(&x2, x + lane + 8, sizeof x2);                                                            \
            memcpy(&x3, x + lane + 12, sizeof x3);                                                           \
            for (size_t i = 0; i < blocks; i++, out += 64) {                                                 \
                GC_RNG_PRIV_ASA128_STEP(T, hide, x0, x1, x2, x3);                                            \
                GC_RNG_PRIV_ASA128_STEP(T, hide, x1, x2, x3, x0);                                            \
                GC_RNG_PRIV_ASA128_STEP(T, hide, x2, x3, x0, x1);                                            \
                GC_RNG_PRIV_ASA128_STEP(T, hide, x3, x0, x1, x2);                                            \
                memcpy(out, &x0, sizeof x0);                                                                 \
                memcpy(out + 16, &x1, sizeof x1);                                                            \
                memcpy(out + 32, &x2, sizeof x2);                                                            \
                memcpy(out + 48, &x3, sizeof x3);                                                            \
            }                                                                                                \
            memcpy(x + lane, &x0, sizeof x0);                                                                \
            memcpy(x + lane + 4, &x1, sizeof x1);                                                            \
            memcpy(x + lane + 8, &x2, sizeof x2);                                                            \
            memcpy(x + lane + 12, &x3, sizeof x3);                                                           \
        }                                                                                                    \
    }
GC_RNG_PRIV_DEFINE_ASA128(scalar, uint32_t, GC_RNG_PRIV_OPAQUE)
#ifdef GC_RNG_PRIV_V128_NAME
GC_RNG_PRIV_DEFINE_ASA128(v128, gc_rng_priv_u32_v128, GC_RNG_PRIV_VECTOR_FENCE)
#endif

// In words of this machine, as those below.
static void gc_rng_priv_asa128_refill_by(gc_rng_asa128 *r, int isa) {
    unsigned char out[64];
    GC_RNG_PRIV_UP_TO_V128(gc_rng_priv_asa128, isa)(r->words, out, 1);
    r->used = 0;
}

static size_t gc_rng_priv_asa128_straight(gc_rng_asa128 *r, unsigned char *to, size_t bytes, int isa) {
    if (bytes >= 64) GC_RNG_PRIV_UP_TO_V128(gc_rng_priv_asa128, isa)(r->words, to, bytes / 64);
    return bytes / 64 * 64;
}
GC_RNG_PRIV_DEFINE_BULK_FILL(asa128, 16, 1)

GC_RNG_API void gc_rng_asa128_seed(gc_rng_asa128 *r, uint64_t seed) {
    static const uint32_t fixed[8] = { 6086u << 16 | 7939u, 12160u << 16 | 6087u, 8015u << 16 | 3571u,
                                       5797u << 16 | 4262u, 4851u << 16 | 4852u, 4849u << 16 | 4850u,
                                       14614u << 16 | 14615u, 2306u << 16 | 14613u };
    uint32_t low = (uint32_t)(seed & 0xffffu), high = (uint32_t)(seed >> 16 & 0xffffu);
    GC_RNG_ASSERT(r && "gc_rng_asa128_seed: r is NULL");
    if (!r) return;

    // The oldest eight words hold the seed's halves, counted up or down by the lane.
    for (uint32_t lane = 0; lane < 4; lane++) {
        uint32_t upper = lane < 2 ? 2 - lane : 0, lower = lane < 2 ? 0 : 4 - lane;
        r->words[lane] = ((high + upper) & 0xffffu) << 16 | ((high + lower) & 0xffffu);
        r->words[4 + lane] = ((low + lower) & 0xffffu) << 16 | ((low + upper) & 0xffffu);
    }

    // The others are fixed; f64 begins with the same state.
    memcpy(r->words + 8, fixed, sizeof fixed);
    r->used = 16;
    memcpy(r->buffer + 16384 - 16, r->words, sizeof r->words);
    r->position = 0;
}

GC_RNG_API void gc_rng_priv_asa128_refill_f64(gc_rng_asa128 *r) {
    uint32_t x[16];
    memcpy(x, r->buffer + 16384 - 16, sizeof x);
    GC_RNG_PRIV_UP_TO_V128(gc_rng_priv_asa128, gc_rng_priv_isa())(x, (unsigned char *)r->buffer, 1024);
    r->position = 16383;
}

// ---- Philox4x32-10 ----

#define GC_RNG_PRIV_PHILOX_M0 0xd2511f53u
#define GC_RNG_PRIV_PHILOX_M1 0xcd9e8d57u
#define GC_RNG_PRIV_PHILOX_W0 0x9e3779b9u
#define GC_RNG_PRIV_PHILOX_W1 0xbb67ae85u

static void gc_rng_priv_philox_block(const uint32_t key[2], const uint32_t counter[4], uint32_t out[4]) {
    uint32_t x0 = counter[0], x1 = counter[1], x2 = counter[2], x3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];

    // Two products a round; the key counts up.
    for (int i = 0; i < 10; i++) {
        uint64_t p0 = (uint64_t)GC_RNG_PRIV_PHILOX_M0 * x0, p1 = (uint64_t)GC_RNG_PRIV_PHILOX_M1 * x2;
        x0 = (uint32_t)(p1 >> 32) ^ x1 ^ k0;
        x1 = (uint32_t)(p1 & 0xffffffffu);
        x2 = (uint32_t)(p0 >> 32) ^ x3 ^ k1;
        x3 = (uint32_t)(p0 & 0xffffffffu);
        k0 += GC_RNG_PRIV_PHILOX_W0;
        k1 += GC_RNG_PRIV_PHILOX_W1;
    }

    out[0] = x0;
    out[1] = x1;
    out[2] = x2;
    out[3] = x3;
}

// A lane of 64 bits for each counter: a value is the lane's low half, what is above it is
// rubbish until the end. (One vector with 32-bit lanes would need as many products and blends
// besides.) `turns` turns of several sets of vectors side by side, as many as the registers
// hold, since a round waits for its products. The counter's lowest word does not overflow.
// Lanes hold the counters in the order in which unpacking leaves them.

// BEGIN, ROUND and END of the set s, whose four vectors are xs0 to xs3.
#define GC_RNG_PRIV_PHILOX_BEGIN(isa, s)                                                                     \
    vector x##s##0 = next, x##s##1 = c1, x##s##2 = c2, x##s##3 = c3;                                         \
    next += count;

#define GC_RNG_PRIV_PHILOX_ROUND(isa, s)                                                                     \
    p0 = gc_rng_priv_multiply_##isa(x##s##0, m0);                                                            \
    p1 = gc_rng_priv_multiply_##isa(x##s##2, m1);                                                            \
    x##s##0 = GC_RNG_PRIV_UPPER_##isa(p1) ^ x##s##1 ^ k0;                                                    \
    x##s##1 = p1;                                                                                            \
    x##s##2 = GC_RNG_PRIV_UPPER_##isa(p0) ^ x##s##3 ^ k1;                                                    \
    x##s##3 = p0;

#define GC_RNG_PRIV_PHILOX_END(isa, s)                                                                       \
    x##s##0 = (x##s##0 & half) | (x##s##1 << 32);                                                            \
    x##s##2 = (x##s##2 & half) | (x##s##3 << 32);                                                            \
    p0 = GC_RNG_PRIV_UNPACK_LOW_##isa(x##s##0, x##s##2);                                                     \
    p1 = GC_RNG_PRIV_UNPACK_HIGH_##isa(x##s##0, x##s##2);                                                    \
    memcpy(to, &p0, sizeof p0);                                                                              \
    memcpy(to + sizeof p0, &p1, sizeof p1);                                                                  \
    to += 2 * sizeof p0;

// What is done for each of three or four sets.
#define GC_RNG_PRIV_PHILOX_3(isa, op) op(isa, a) op(isa, b) op(isa, c)
#define GC_RNG_PRIV_PHILOX_4(isa, op) op(isa, a) op(isa, b) op(isa, c) op(isa, d)

#define GC_RNG_PRIV_DEFINE_PHILOX(isa, lanes, order, each)                                                   \
    GC_RNG_PRIV_TARGET_##isa static void gc_rng_priv_philox_##isa(                                           \
        const uint32_t key[2], const uint32_t counter[4], unsigned char *to, size_t turns) {                 \
        typedef gc_rng_priv_u64_##isa vector;                                                                \
        const vector first = order, zero = first * 0, half = zero + 0xffffffffu, count = zero + lanes;       \
        const vector m0 = zero + GC_RNG_PRIV_PHILOX_M0, m1 = zero + GC_RNG_PRIV_PHILOX_M1;                   \
        const vector c1 = zero + counter[1], c2 = zero + counter[2], c3 = zero + counter[3];                 \
        vector next = first + counter[0], p0, p1;                                                            \
        for (; turns > 0; turns--) {                                                                         \
            vector k0 = zero + key[0], k1 = zero + key[1];                                                   \
            each(isa, GC_RNG_PRIV_PHILOX_BEGIN)                                                              \
            for (int i = 0; i < 5; i++) {                                                                    \
                each(isa, GC_RNG_PRIV_PHILOX_ROUND)                                                          \
                k0 += GC_RNG_PRIV_PHILOX_W0;                                                                 \
                k1 += GC_RNG_PRIV_PHILOX_W1;                                                                 \
                each(isa, GC_RNG_PRIV_PHILOX_ROUND)                                                          \
                k0 += GC_RNG_PRIV_PHILOX_W0;                                                                 \
                k1 += GC_RNG_PRIV_PHILOX_W1;                                                                 \
            }                                                                                                \
            each(isa, GC_RNG_PRIV_PHILOX_END)                                                                \
        }                                                                                                    \
    }

#ifdef GC_RNG_PRIV_V128_NAME
#define GC_RNG_PRIV_UNPACK_LOW_v128(a, b) __builtin_shufflevector((a), (b), 0, 2)
#define GC_RNG_PRIV_UNPACK_HIGH_v128(a, b) __builtin_shufflevector((a), (b), 1, 3)
#define GC_RNG_PRIV_ORDER_v128 { 0, 1 }

// UPPER: the lanes' upper halves, below what may be anything. On x86 a shuffle, as the shifts'
// port is the products'.
#ifdef GC_RNG_PRIV_X86
#define GC_RNG_PRIV_UPPER_v128(v) ((gc_rng_priv_u64_v128)_mm_shuffle_epi32((__m128i)(v), 0xf5))
#else
#define GC_RNG_PRIV_UPPER_v128(v) ((v) >> 32)
#endif
GC_RNG_PRIV_DEFINE_PHILOX(v128, 2, GC_RNG_PRIV_ORDER_v128, GC_RNG_PRIV_PHILOX_3)
#endif

#ifdef GC_RNG_PRIV_X86
#define GC_RNG_PRIV_UNPACK_LOW_avx2(a, b) __builtin_shufflevector((a), (b), 0, 4, 2, 6)
#define GC_RNG_PRIV_UNPACK_HIGH_avx2(a, b) __builtin_shufflevector((a), (b), 1, 5, 3, 7)
#define GC_RNG_PRIV_ORDER_avx2 { 0, 2, 1, 3 }
#define GC_RNG_PRIV_UPPER_avx2(v) ((gc_rng_priv_u64_avx2)__builtin_shufflevector((gc_rng_priv_u32_avx2)(v),  \
    (gc_rng_priv_u32_avx2)(v), 1, 1, 3, 3, 5, 5, 7, 7))
GC_RNG_PRIV_DEFINE_PHILOX(avx2, 4, GC_RNG_PRIV_ORDER_avx2, GC_RNG_PRIV_PHILOX_3)

#define GC_RNG_PRIV_UNPACK_LOW_avx512(a, b) __builtin_shufflevector((a), (b), 0, 8, 2, 10, 4, 12, 6, 14)
#define GC_RNG_PRIV_UNPACK_HIGH_avx512(a, b) __builtin_shufflevector((a), (b), 1, 9, 3, 11, 5, 13, 7, 15)
#define GC_RNG_PRIV_ORDER_avx512 { 0, 4, 1, 5, 2, 6, 3, 7 }
#define GC_RNG_PRIV_UPPER_avx512(v)                                                                          \
    ((gc_rng_priv_u64_avx512)__builtin_shufflevector((gc_rng_priv_u32_avx512)(v),                            \
        (gc_rng_priv_u32_avx512)(v), 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15))
GC_RNG_PRIV_DEFINE_PHILOX(avx512, 8, GC_RNG_PRIV_ORDER_avx512, GC_RNG_PRIV_PHILOX_4)
#endif

// Block by block.
static void gc_rng_priv_philox_scalar(const uint32_t key[2], const uint32_t counter[4], unsigned char *to,
                                      size_t turns) {
    uint32_t next[4], words[4];
    memcpy(next, counter, sizeof next);
    for (; turns > 0; turns--, next[0]++, to += sizeof words) {
        gc_rng_priv_philox_block(key, next, words);
        memcpy(to, words, sizeof words);
    }
}

static void gc_rng_priv_philox_skip(gc_rng_philox *r, uint32_t blocks) {
    r->counter[0] += blocks;
    if (r->counter[0] < blocks && ++r->counter[1] == 0 && ++r->counter[2] == 0) r->counter[3]++;
}

static GC_RNG_PRIV_NOINLINE void gc_rng_priv_philox_refill_by(gc_rng_philox *r, int isa) {
    (void)isa;
    gc_rng_priv_philox_block(r->key, r->counter, r->words);
    gc_rng_priv_philox_skip(r, 1);
    r->used = 0;
}

GC_RNG_API void gc_rng_philox_set(gc_rng_philox *r, const uint32_t key[2], const uint32_t counter[4]) {
    GC_RNG_ASSERT(r && key && counter && "gc_rng_philox_set: a pointer is NULL");
    if (!r || !key || !counter) return;
    memcpy(r->key, key, sizeof r->key);
    memcpy(r->counter, counter, sizeof r->counter);
    memset(r->words, 0, sizeof r->words);
    r->used = 4;
}

GC_RNG_API void gc_rng_philox_seed(gc_rng_philox *r, uint64_t seed) {
    uint32_t key[2], counter[4] = { 0, 0, 0, 0 };
    key[0] = (uint32_t)(seed & 0xffffffffu);
    key[1] = (uint32_t)(seed >> 32);
    gc_rng_philox_set(r, key, counter);
}

// As many blocks as a kernel can make at once, up to the carry of the counter's lowest word.
// More than 3 but less than a turn are the front of one.
static size_t gc_rng_priv_philox_straight(gc_rng_philox *r, unsigned char *to, size_t bytes, int isa) {
    static void (*const kernels[])(const uint32_t *, const uint32_t *, unsigned char *, size_t) =
        GC_RNG_PRIV_KERNELS(gc_rng_priv_philox);
    static const size_t turn_of[] = { 1, 6, 12, 32 };
    uint32_t room = 0u - r->counter[0];    // 0: 2^32
    size_t blocks = bytes / 16;

    if (blocks > 0x40000000u) blocks = 0x40000000u;
    if (room != 0 && blocks > room) blocks = room;
    if (blocks == 0) return 0;
    if (blocks <= 3) isa = GC_RNG_PRIV_SCALAR;

    const size_t turn = turn_of[isa];
    if (blocks < turn) {
        unsigned char all[16 * 32];
        kernels[isa](r->key, r->counter, all, 1);
        memcpy(to, all, 16 * blocks);
    } else {
        blocks -= blocks % turn;
        kernels[isa](r->key, r->counter, to, blocks / turn);
    }
    gc_rng_priv_philox_skip(r, (uint32_t)blocks);
    return 16 * blocks;
}
GC_RNG_PRIV_DEFINE_BULK_FILL(philox, 4, 1)

// ---- ChaCha8 ----

#define GC_RNG_PRIV_CHACHA_ADD_ROTATE(a, b, d, k)                                                            \
    a += b;                                                                                                  \
    d ^= a;                                                                                                  \
    d = (d << k) | (d >> (32 - k));
#define GC_RNG_PRIV_CHACHA_QUARTER(a, b, c, d)                                                               \
    GC_RNG_PRIV_CHACHA_ADD_ROTATE(a, b, d, 16)                                                               \
    GC_RNG_PRIV_CHACHA_ADD_ROTATE(c, d, b, 12)                                                               \
    GC_RNG_PRIV_CHACHA_ADD_ROTATE(a, b, d, 8)                                                                \
    GC_RNG_PRIV_CHACHA_ADD_ROTATE(c, d, b, 7)

// 1 KB: sixteen blocks with the counters 0 to 15 and nonce 0, in groups of four; of a group,
// word i of its four blocks stands together, so block b's word i is at 256 * (b / 4) + 16 * i +
// 4 * (b % 4). Only the key's words are added to what they were. The last 32 bytes are the next
// key: `count` times, each 992 bytes behind the one before. A lane for each block, `lanes`
// blocks a turn. In words of this machine.
#define GC_RNG_PRIV_DEFINE_CHACHA8(isa, T, lanes)                                                            \
    GC_RNG_PRIV_TARGET_##isa static void gc_rng_priv_chacha8_##isa(const uint32_t *start, unsigned char *to, \
                                                                   size_t count) {                           \
        uint32_t key[8];                                                                                     \
        memcpy(key, start, sizeof key);                                                                      \
        for (; count > 0; count--, to += 992) {                                                              \
            const T first = GC_RNG_PRIV_CHACHA_FIRST_##isa;                                                  \
            const T k0 = first * 0 + key[0], k1 = first * 0 + key[1], k2 = first * 0 + key[2];               \
            const T k3 = first * 0 + key[3], k4 = first * 0 + key[4], k5 = first * 0 + key[5];               \
            const T k6 = first * 0 + key[6], k7 = first * 0 + key[7];                                        \
            for (uint32_t block = 0; block < 16; block += lanes) {                                           \
                T x0 = first * 0 + 0x61707865u, x1 = first * 0 + 0x3320646eu;                                \
                T x2 = first * 0 + 0x79622d32u, x3 = first * 0 + 0x6b206574u;                                \
                T x4 = k0, x5 = k1, x6 = k2, x7 = k3, x8 = k4, x9 = k5, x10 = k6, x11 = k7;                  \
                T x12 = first + block, x13 = first * 0, x14 = x13, x15 = x13;                                \
                for (int i = 0; i < 4; i++) {                                                                \
                    GC_RNG_PRIV_CHACHA_QUARTER(x0, x4, x8, x12)                                              \
                    GC_RNG_PRIV_CHACHA_QUARTER(x1, x5, x9, x13)                                              \
                    GC_RNG_PRIV_CHACHA_QUARTER(x2, x6, x10, x14)                                             \
                    GC_RNG_PRIV_CHACHA_QUARTER(x3, x7, x11, x15)                                             \
                    GC_RNG_PRIV_CHACHA_QUARTER(x0, x5, x10, x15)                                             \
                    GC_RNG_PRIV_CHACHA_QUARTER(x1, x6, x11, x12)                                             \
                    GC_RNG_PRIV_CHACHA_QUARTER(x2, x7, x8, x13)                                              \
                    GC_RNG_PRIV_CHACHA_QUARTER(x3, x4, x9, x14)                                              \
                }                                                                                            \
                gc_rng_priv_chacha_put_##isa(to, block, 12, x12, x13, x14, x15);                             \
                gc_rng_priv_chacha_put_##isa(to, block, 0, x0, x1, x2, x3);                                  \
                x4 += k0;                                                                                    \
                x5 += k1;                                                                                    \
                x6 += k2;                                                                                    \
                x7 += k3;                                                                                    \
                gc_rng_priv_chacha_put_##isa(to, block, 4, x4, x5, x6, x7);                                  \
                x8 += k4;                                                                                    \
                x9 += k5;                                                                                    \
                x10 += k6;                                                                                   \
                x11 += k7;                                                                                   \
                gc_rng_priv_chacha_put_##isa(to, block, 8, x8, x9, x10, x11);                                \
            }                                                                                                \
            memcpy(key, to + 992, sizeof key);                                                               \
        }                                                                                                    \
    }

// The counters of the first blocks, a lane for each.
#define GC_RNG_PRIV_CHACHA_FIRST_scalar 0
#define GC_RNG_PRIV_CHACHA_FIRST_v128 { 0, 1, 2, 3 }
#define GC_RNG_PRIV_CHACHA_FIRST_avx2 { 0, 1, 2, 3, 4, 5, 6, 7 }
#define GC_RNG_PRIV_CHACHA_FIRST_avx512 { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }

// Words `row` to row + 3 of the blocks `block` to block + lanes - 1.
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_chacha_put_scalar(unsigned char *to, uint32_t block, unsigned row,
                                                        uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    unsigned char *at = to + 256 * (block / 4) + 16 * row + 4 * (block % 4);
    memcpy(at, &a, 4);
    memcpy(at + 16, &b, 4);
    memcpy(at + 32, &c, 4);
    memcpy(at + 48, &d, 4);
}
GC_RNG_PRIV_DEFINE_CHACHA8(scalar, uint32_t, 1)

#ifdef GC_RNG_PRIV_V128_NAME
GC_RNG_PRIV_TARGET_v128 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_chacha_put_v128(
    unsigned char *to, uint32_t block, unsigned row, gc_rng_priv_u32_v128 a, gc_rng_priv_u32_v128 b,
    gc_rng_priv_u32_v128 c, gc_rng_priv_u32_v128 d) {
    unsigned char *at = to + 64 * block + 16 * row;
    memcpy(at, &a, 16);
    memcpy(at + 16, &b, 16);
    memcpy(at + 32, &c, 16);
    memcpy(at + 48, &d, 16);
}
GC_RNG_PRIV_DEFINE_CHACHA8(v128, gc_rng_priv_u32_v128, 4)
#endif

#ifdef GC_RNG_PRIV_X86
// The four rows of a group of four blocks are 64 bytes that stand together: pieces of 16 bytes
// are exchanged between the rows, and a group's go out at once.
GC_RNG_PRIV_TARGET_avx2 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_chacha_put_avx2(
    unsigned char *to, uint32_t block, unsigned row, gc_rng_priv_u32_avx2 a, gc_rng_priv_u32_avx2 b,
    gc_rng_priv_u32_avx2 c, gc_rng_priv_u32_avx2 d) {
    unsigned char *at = to + 64 * block + 16 * row;
    gc_rng_priv_u64_avx2 w0 = (gc_rng_priv_u64_avx2)a, w1 = (gc_rng_priv_u64_avx2)b;
    gc_rng_priv_u64_avx2 w2 = (gc_rng_priv_u64_avx2)c, w3 = (gc_rng_priv_u64_avx2)d, out;

    out = __builtin_shufflevector(w0, w1, 0, 1, 4, 5);
    memcpy(at, &out, sizeof out);
    out = __builtin_shufflevector(w2, w3, 0, 1, 4, 5);
    memcpy(at + 32, &out, sizeof out);
    out = __builtin_shufflevector(w0, w1, 2, 3, 6, 7);
    memcpy(at + 256, &out, sizeof out);
    out = __builtin_shufflevector(w2, w3, 2, 3, 6, 7);
    memcpy(at + 288, &out, sizeof out);
}
GC_RNG_PRIV_DEFINE_CHACHA8(avx2, gc_rng_priv_u32_avx2, 8)

GC_RNG_PRIV_TARGET_avx512 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_chacha_put_avx512(
    unsigned char *to, uint32_t block, unsigned row, gc_rng_priv_u32_avx512 a, gc_rng_priv_u32_avx512 b,
    gc_rng_priv_u32_avx512 c, gc_rng_priv_u32_avx512 d) {
    unsigned char *at = to + 64 * block + 16 * row;
    gc_rng_priv_u64_avx512 w0 = (gc_rng_priv_u64_avx512)a, w1 = (gc_rng_priv_u64_avx512)b;
    gc_rng_priv_u64_avx512 w2 = (gc_rng_priv_u64_avx512)c, w3 = (gc_rng_priv_u64_avx512)d;
    gc_rng_priv_u64_avx512 low01 = __builtin_shufflevector(w0, w1, 0, 1, 2, 3, 8, 9, 10, 11);
    gc_rng_priv_u64_avx512 low23 = __builtin_shufflevector(w2, w3, 0, 1, 2, 3, 8, 9, 10, 11);
    gc_rng_priv_u64_avx512 high01 = __builtin_shufflevector(w0, w1, 4, 5, 6, 7, 12, 13, 14, 15);
    gc_rng_priv_u64_avx512 high23 = __builtin_shufflevector(w2, w3, 4, 5, 6, 7, 12, 13, 14, 15), out;

    out = __builtin_shufflevector(high01, high23, 2, 3, 6, 7, 10, 11, 14, 15);
    memcpy(at + 768, &out, sizeof out);
    out = __builtin_shufflevector(low01, low23, 0, 1, 4, 5, 8, 9, 12, 13);
    memcpy(at, &out, sizeof out);
    out = __builtin_shufflevector(low01, low23, 2, 3, 6, 7, 10, 11, 14, 15);
    memcpy(at + 256, &out, sizeof out);
    out = __builtin_shufflevector(high01, high23, 0, 1, 4, 5, 8, 9, 12, 13);
    memcpy(at + 512, &out, sizeof out);
}
GC_RNG_PRIV_DEFINE_CHACHA8(avx512, gc_rng_priv_u32_avx512, 16)
#endif

static void gc_rng_priv_chacha8_blocks(const uint32_t *key, unsigned char *to, size_t count, int isa) {
    static void (*const kernels[])(const uint32_t *, unsigned char *, size_t) =
        GC_RNG_PRIV_KERNELS(gc_rng_priv_chacha8);
    kernels[isa](key, to, count);
}

static void gc_rng_priv_chacha8_refill_by(gc_rng_chacha8 *r, int isa) {
    gc_rng_priv_chacha8_blocks(r->key, (unsigned char *)r->words, 1, isa);
    memcpy(r->key, r->words + 248, sizeof r->key);
    r->used = 0;
}

// As long as 1 KB fits: the key at its end is taken out and written over.
static size_t gc_rng_priv_chacha8_straight(gc_rng_chacha8 *r, unsigned char *to, size_t bytes, int isa) {
    size_t count = bytes < 1024 ? 0 : (bytes - 32) / 992;
    if (count == 0) return 0;
    gc_rng_priv_chacha8_blocks(r->key, to, count, isa);
    memcpy(r->key, to + 992 * count, sizeof r->key);
    return 992 * count;
}
GC_RNG_PRIV_DEFINE_BULK_FILL(chacha8, 248, 2)

GC_RNG_API void gc_rng_chacha8_seed32(gc_rng_chacha8 *r, const void *seed) {
    const unsigned char *from = (const unsigned char *)seed;
    GC_RNG_ASSERT(r && seed && "gc_rng_chacha8_seed32: r or seed is NULL");
    if (!r || !seed) return;

    for (int i = 0; i < 8; i++, from += 4) {
        r->key[i] = from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
    }
    memset(r->words, 0, sizeof r->words);
    r->used = 248;
}

GC_RNG_API void gc_rng_chacha8_seed(gc_rng_chacha8 *r, uint64_t seed) {
    unsigned char bytes[32];
    for (int i = 0; i < 4; i++) {
        uint64_t word = gc_rng_priv_splitmix64(&seed);
        for (int k = 0; k < 8; k++) bytes[8 * i + k] = (unsigned char)(word >> (8 * k) & 0xffu);
    }
    gc_rng_chacha8_seed32(r, bytes);
}

#endif // GC_RNG_NO_ENGINES

// ---- wide ----
//
// The round is SHISHUA's (Thaddee Tyl, "SHISHUA: The Fastest Pseudo-Random Generator In the
// World", 2020): four lanes s0..s3 of 256 bits; s1 and s3 get the counter; each lane becomes
// its 32-bit pieces turned by 5 (s0, s2) or 3 (s1, s3), plus its four 64-bit words shifted
// right by 1 (s0, s2) or 3 (s1, s3); the output is made of halves of that work. Ours has eight
// such states, in pairs, so that a register of 512 bits holds a lane of two: place 32 * pair +
// 8 * lane + 4 * which of the two + word of `lanes`, and of the output.

// What becomes of a vector or word of output before it is stored.
enum { GC_RNG_PRIV_BYTES, GC_RNG_PRIV_F64, GC_RNG_PRIV_F32, GC_RNG_PRIV_KINDS };

// A kernel for each kind, in which the kind is a constant: gc_rng_priv_wide_f64_avx2 is
// gc_rng_priv_wide_avx2 that makes doubles.
#define GC_RNG_PRIV_DEFINE_WIDE(isa, name, kind)                                                             \
    GC_RNG_PRIV_TARGET_##isa static void gc_rng_priv_wide_##name##_##isa(uint64_t *lanes, uint64_t round,    \
                                                                         unsigned char *to, size_t rounds) { \
        gc_rng_priv_wide_##isa(lanes, round, to, rounds, kind);                                              \
    }
#define GC_RNG_PRIV_DEFINE_WIDE_KINDS(isa)                                                                   \
    GC_RNG_PRIV_DEFINE_WIDE(isa, bytes, GC_RNG_PRIV_BYTES)                                                   \
    GC_RNG_PRIV_DEFINE_WIDE(isa, f64, GC_RNG_PRIV_F64)                                                       \
    GC_RNG_PRIV_DEFINE_WIDE(isa, f32, GC_RNG_PRIV_F32)

// ---- wide: scalar, one of the eight states after the other, `rounds` each

// The upper half of a and the lower half of b. One instruction, which neither compiler finds by
// itself.
GC_RNG_PRIV_TEMPLATE uint64_t gc_rng_priv_wide_join(uint64_t a, uint64_t b) {
#if defined(__GNUC__) && defined(__x86_64__)
    __asm__("{shrdq $32, %1, %0|shrd %0, %1, 32}" : "+r"(a) : "r"(b) : "cc");
    return a;
#else
    return (a >> 32) | (b << 32);
#endif
}

// Stores a word of output as bytes, a double or two floats.
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_put_scalar(unsigned char *dst, uint64_t v, int kind) {
    if (kind == GC_RNG_PRIV_BYTES) {
        uint64_t word = gc_rng_priv_little_uint64_t(v);
        memcpy(dst, &word, 8);
    } else if (kind == GC_RNG_PRIV_F64) {
        double number = gc_rng_priv_f64(v);
        memcpy(dst, &number, 8);
    } else {
        float numbers[2];
        numbers[0] = gc_rng_priv_f32(v << 32);
        numbers[1] = gc_rng_priv_f32(v);
        memcpy(dst, numbers, 8);
    }
}

// The new words of a and b where the second half needs them.
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_leave(unsigned char *out, uint64_t a, uint64_t b) {
    memcpy(out + 128, &a, 8);
    memcpy(out + 192, &b, 8);
}

// The second half's output of two words that the first one left.
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_take(unsigned char *out, uint64_t a, uint64_t b, int kind) {
    uint64_t t;
    memcpy(&t, out + 64, 8);
    gc_rng_priv_put_scalar(out + 64, t ^ b, kind);
    memcpy(&t, out + 128, 8);
    gc_rng_priv_put_scalar(out + 128, t ^ a, kind);
}

// Lanes mix in the output only: first lanes 0 and 1 as a and b, then 2 and 3, whose words fit
// the registers of x86-64. The first half leaves its new words where the second one needs them.
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_half(uint64_t *lane, uint64_t n, unsigned char *out, size_t rounds,
                                                int kind, bool second) {
    uint64_t a0 = lane[0], a1 = lane[1], a2 = lane[2], a3 = lane[3];
    uint64_t b0 = lane[8], b1 = lane[9], b2 = lane[10], b3 = lane[11];

    for (size_t i = 0; i < rounds; i++, n++, out += 1024) {
        uint64_t t0, t1, t2, t3;

        // b gets the counter; its pieces turned by 3, plus its words shifted by 3.
        b0 += 7 * n;
        b1 += 5 * n;
        b2 += 3 * n;
        b3 += n;
        t0 = gc_rng_priv_wide_join(b1, b2);
        t1 = gc_rng_priv_wide_join(b2, b3);
        t2 = gc_rng_priv_wide_join(b3, b0);
        t3 = gc_rng_priv_wide_join(b0, b1);
        b0 = t0 + (b0 >> 3);
        b1 = t1 + (b1 >> 3);
        b2 = t2 + (b2 >> 3);
        b3 = t3 + (b3 >> 3);

        // The output of both lanes' halfway values.
        gc_rng_priv_put_scalar(out, (a0 >> 1) ^ t0, kind);
        gc_rng_priv_put_scalar(out + 8, (a1 >> 1) ^ t1, kind);
        gc_rng_priv_put_scalar(out + 16, (a2 >> 1) ^ t2, kind);
        gc_rng_priv_put_scalar(out + 24, (a3 >> 1) ^ t3, kind);

        // b's work stays before a's, which gcc 12 would mix: then registers do not suffice.
        GC_RNG_PRIV_SPLIT_STORES();

        // a's pieces turned by 5, plus its words shifted by 1.
        t0 = gc_rng_priv_wide_join(a2, a3);
        t1 = gc_rng_priv_wide_join(a3, a0);
        t2 = gc_rng_priv_wide_join(a0, a1);
        t3 = gc_rng_priv_wide_join(a1, a2);
        a0 = t0 + (a0 >> 1);
        a1 = t1 + (a1 >> 1);
        a2 = t2 + (a2 >> 1);
        a3 = t3 + (a3 >> 1);

        if (second) {
            gc_rng_priv_wide_take(out, a0, b0, kind);
            gc_rng_priv_wide_take(out + 8, a1, b1, kind);
            gc_rng_priv_wide_take(out + 16, a2, b2, kind);
            gc_rng_priv_wide_take(out + 24, a3, b3, kind);
        } else {
            gc_rng_priv_wide_leave(out, a0, b0);
            gc_rng_priv_wide_leave(out + 8, a1, b1);
            gc_rng_priv_wide_leave(out + 16, a2, b2);
            gc_rng_priv_wide_leave(out + 24, a3, b3);
        }
    }

    lane[0] = a0;
    lane[8] = b0;
    lane[1] = a1;
    lane[9] = b1;
    lane[2] = a2;
    lane[10] = b2;
    lane[3] = a3;
    lane[11] = b3;
}

GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_scalar(uint64_t *lanes, uint64_t round, unsigned char *to,
                                                  size_t rounds, int kind) {
    for (unsigned state = 0; state < 8; state++) {
        uint64_t *lane = lanes + 32 * (state / 2) + 4 * (state % 2);
        unsigned char *out = to + 256 * (state / 2) + 32 * (state % 2);
        gc_rng_priv_wide_half(lane, round, out, rounds, kind, false);
        gc_rng_priv_wide_half(lane + 16, round, out + 64, rounds, kind, true);
    }
}
GC_RNG_PRIV_DEFINE_WIDE_KINDS(scalar)

// ---- wide: vectors of output

#ifdef GC_RNG_PRIV_V128_NAME
// Doubles without a conversion from 64-bit integers: the upper 32 and the lower 21 of the 53
// bits as fractions of 2^20 and of 2^-12, whose last places are 2^-32 and 2^-64; then both sums
// are exact. (-ffast-math would add the constants first.)
#define GC_RNG_PRIV_DEFINE_TO_F64(isa)                                                                       \
    GC_RNG_PRIV_TARGET_##isa GC_RNG_PRIV_TEMPLATE gc_rng_priv_f64_##isa gc_rng_priv_to_f64_##isa(            \
        gc_rng_priv_u64_##isa word) {                                                                        \
        gc_rng_priv_f64_##isa high = (gc_rng_priv_f64_##isa)((word >> 32) | 0x4130000000000000);             \
        gc_rng_priv_f64_##isa low = (gc_rng_priv_f64_##isa)((word & 0xfffff800) | 0x3f30000000000000);       \
        high -= 1048576.000244140625;                                                                        \
        GC_RNG_PRIV_VECTOR_FENCE(high);                                                                      \
        return low + high;                                                                                   \
    }

// Stores a vector of output as bytes, doubles or floats. 2^-24 by its bits: where
// FLT_EVAL_METHOD is 2, a constant is a long double, no factor of a vector.
#define GC_RNG_PRIV_DEFINE_PUT(isa)                                                                          \
    GC_RNG_PRIV_TARGET_##isa GC_RNG_PRIV_TEMPLATE void gc_rng_priv_put_##isa(                                \
        unsigned char *dst, gc_rng_priv_u64_##isa word, int kind) {                                          \
        if (kind == GC_RNG_PRIV_BYTES) {                                                                     \
            memcpy(dst, &word, sizeof word);                                                                 \
        } else if (kind == GC_RNG_PRIV_F64) {                                                                \
            gc_rng_priv_f64_##isa number = gc_rng_priv_to_f64_##isa(word);                                   \
            memcpy(dst, &number, sizeof number);                                                             \
        } else {                                                                                             \
            gc_rng_priv_u32_##isa half = (gc_rng_priv_u32_##isa)word;                                        \
            gc_rng_priv_f32_##isa unit = (gc_rng_priv_f32_##isa)((half & 0) | 0x33800000u);                  \
            gc_rng_priv_f32_##isa number =                                                                   \
                __builtin_convertvector((gc_rng_priv_i32_##isa)(half >> 8), gc_rng_priv_f32_##isa) * unit;   \
            memcpy(dst, &number, sizeof number);                                                             \
        }                                                                                                    \
    }

// ---- wide: 128 bits, one state after the other, a lane in two registers

GC_RNG_PRIV_DEFINE_TO_F64(v128)
GC_RNG_PRIV_DEFINE_PUT(v128)

typedef struct gc_rng_priv_lane_v128 { gc_rng_priv_u64_v128 l, h; } gc_rng_priv_lane_v128;
typedef struct gc_rng_priv_state_v128 { gc_rng_priv_lane_v128 x0, x1, x2, x3; } gc_rng_priv_state_v128;

// The pieces of a lane turned by 5 are the upper register's last three and the lower's first,
// and so on; those turned by 3 the other way round.
#ifdef GC_RNG_PRIV_X86
// As shuffles of two registers gcc 12 makes ten instructions of each. gcc for 32 bits with
// -ffast-math does not inline _mm_move_ss, a function for SSE alone.
#if defined(__clang__)
#define GC_RNG_PRIV_MOVE_SS(v, w) _mm_move_ss(_mm_castsi128_ps((__m128i)(v)), _mm_castsi128_ps((__m128i)(w)))
#else
#define GC_RNG_PRIV_MOVE_SS(v, w) __builtin_ia32_movss((gc_rng_priv_f32_v128)(v), (gc_rng_priv_f32_v128)(w))
#endif
#define GC_RNG_PRIV_REPLACE(v, w) ((gc_rng_priv_u64_v128)GC_RNG_PRIV_MOVE_SS(v, w))
#define GC_RNG_PRIV_ROTATE(v, order) ((gc_rng_priv_u64_v128)_mm_shuffle_epi32((__m128i)(v), order))

GC_RNG_PRIV_TARGET_v128 GC_RNG_PRIV_TEMPLATE
gc_rng_priv_lane_v128 gc_rng_priv_turn5_v128(gc_rng_priv_lane_v128 x) {
    gc_rng_priv_lane_v128 t;
    t.l = GC_RNG_PRIV_ROTATE(GC_RNG_PRIV_REPLACE(x.h, x.l), 0x39);
    t.h = GC_RNG_PRIV_ROTATE(GC_RNG_PRIV_REPLACE(x.l, x.h), 0x39);
    return t;
}

GC_RNG_PRIV_TARGET_v128 GC_RNG_PRIV_TEMPLATE
gc_rng_priv_lane_v128 gc_rng_priv_turn3_v128(gc_rng_priv_lane_v128 x) {
    gc_rng_priv_lane_v128 t;
    gc_rng_priv_u64_v128 l = GC_RNG_PRIV_ROTATE(x.l, 0x93), h = GC_RNG_PRIV_ROTATE(x.h, 0x93);
    t.l = GC_RNG_PRIV_REPLACE(h, l);
    t.h = GC_RNG_PRIV_REPLACE(l, h);
    return t;
}
#else
#define GC_RNG_PRIV_JOIN_v128(a, b, i, j, k, l) ((gc_rng_priv_u64_v128)__builtin_shufflevector(              \
    (gc_rng_priv_u32_v128)(a), (gc_rng_priv_u32_v128)(b), i, j, k, l))

GC_RNG_PRIV_TARGET_v128 GC_RNG_PRIV_TEMPLATE
gc_rng_priv_lane_v128 gc_rng_priv_turn5_v128(gc_rng_priv_lane_v128 x) {
    gc_rng_priv_lane_v128 t;
    t.l = GC_RNG_PRIV_JOIN_v128(x.h, x.l, 1, 2, 3, 4);
    t.h = GC_RNG_PRIV_JOIN_v128(x.l, x.h, 1, 2, 3, 4);
    return t;
}

GC_RNG_PRIV_TARGET_v128 GC_RNG_PRIV_TEMPLATE
gc_rng_priv_lane_v128 gc_rng_priv_turn3_v128(gc_rng_priv_lane_v128 x) {
    gc_rng_priv_lane_v128 t;
    t.l = GC_RNG_PRIV_JOIN_v128(x.l, x.h, 3, 4, 5, 6);
    t.h = GC_RNG_PRIV_JOIN_v128(x.h, x.l, 3, 4, 5, 6);
    return t;
}
#endif

// Lanes i and j, and the output of their halfway values.
GC_RNG_PRIV_TARGET_v128 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_lanes_v128(
    gc_rng_priv_lane_v128 *xi, gc_rng_priv_lane_v128 *xj, unsigned char *dst, int kind) {
    gc_rng_priv_lane_v128 t = gc_rng_priv_turn5_v128(*xi), u, v;
    u.l = xi->l >> 1;
    u.h = xi->h >> 1;
    xi->l = t.l + u.l;
    xi->h = t.h + u.h;

    v = gc_rng_priv_turn3_v128(*xj);
    xj->l = v.l + (xj->l >> 3);
    xj->h = v.h + (xj->h >> 3);
    gc_rng_priv_put_v128(dst, u.l ^ v.l, kind);
    gc_rng_priv_put_v128(dst + 16, u.h ^ v.h, kind);
}

GC_RNG_PRIV_TARGET_v128 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_round_v128(
    gc_rng_priv_state_v128 *s, unsigned char *out, int kind) {
    gc_rng_priv_wide_lanes_v128(&s->x0, &s->x1, out, kind);
    gc_rng_priv_wide_lanes_v128(&s->x2, &s->x3, out + 64, kind);
    gc_rng_priv_put_v128(out + 128, s->x0.l ^ s->x3.l, kind);
    gc_rng_priv_put_v128(out + 144, s->x0.h ^ s->x3.h, kind);
    gc_rng_priv_put_v128(out + 192, s->x2.l ^ s->x1.l, kind);
    gc_rng_priv_put_v128(out + 208, s->x2.h ^ s->x1.h, kind);
}

GC_RNG_PRIV_TARGET_v128 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_load_v128(gc_rng_priv_lane_v128 *x,
                                                                        const uint64_t *from) {
    memcpy(&x->l, from, 16);
    memcpy(&x->h, from + 2, 16);
}

GC_RNG_PRIV_TARGET_v128 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_save_v128(uint64_t *to,
                                                                        const gc_rng_priv_lane_v128 *x) {
    memcpy(to, &x->l, 16);
    memcpy(to + 2, &x->h, 16);
}

GC_RNG_PRIV_TARGET_v128 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_v128(
    uint64_t *lanes, uint64_t round, unsigned char *to, size_t rounds, int kind) {
    const gc_rng_priv_u64_v128 step_l = { 7, 5 }, step_h = { 3, 1 };

    for (unsigned state = 0; state < 8; state++) {
        uint64_t *at = lanes + 32 * (state / 2) + 4 * (state % 2);
        unsigned char *out = to + 256 * (state / 2) + 32 * (state % 2);
        gc_rng_priv_u64_v128 count_l = { 7 * round, 5 * round }, count_h = { 3 * round, round };
        gc_rng_priv_state_v128 s;

        gc_rng_priv_load_v128(&s.x0, at);
        gc_rng_priv_load_v128(&s.x1, at + 8);
        gc_rng_priv_load_v128(&s.x2, at + 16);
        gc_rng_priv_load_v128(&s.x3, at + 24);

        for (size_t i = 0; i < rounds; i++, out += 1024) {
            s.x1.l += count_l;
            s.x1.h += count_h;
            s.x3.l += count_l;
            s.x3.h += count_h;
            count_l += step_l;
            count_h += step_h;
            gc_rng_priv_wide_round_v128(&s, out, kind);
        }

        gc_rng_priv_save_v128(at, &s.x0);
        gc_rng_priv_save_v128(at + 8, &s.x1);
        gc_rng_priv_save_v128(at + 16, &s.x2);
        gc_rng_priv_save_v128(at + 24, &s.x3);
    }
}
GC_RNG_PRIV_DEFINE_WIDE_KINDS(v128)
#endif

// ---- wide: 256 and 512 bits, a lane in one register

#ifdef GC_RNG_PRIV_X86
#define GC_RNG_PRIV_DEFINE_TURN(turn, isa, ...)                                                              \
    GC_RNG_PRIV_TARGET_##isa GC_RNG_PRIV_TEMPLATE gc_rng_priv_u64_##isa gc_rng_priv_##turn##_##isa(          \
        gc_rng_priv_u64_##isa v) {                                                                           \
        gc_rng_priv_u32_##isa x = (gc_rng_priv_u32_##isa)v;                                                  \
        return (gc_rng_priv_u64_##isa)__builtin_shufflevector(x, x, __VA_ARGS__);                            \
    }
GC_RNG_PRIV_DEFINE_TURN(turn5, avx2, 5, 6, 7, 0, 1, 2, 3, 4)
GC_RNG_PRIV_DEFINE_TURN(turn3, avx2, 3, 4, 5, 6, 7, 0, 1, 2)
GC_RNG_PRIV_DEFINE_TURN(turn5, avx512, 5, 6, 7, 0, 1, 2, 3, 4, 13, 14, 15, 8, 9, 10, 11, 12)
GC_RNG_PRIV_DEFINE_TURN(turn3, avx512, 3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10)

// One instruction does the xor and drops the low 11 bits; then the conversion is exact.
GC_RNG_PRIV_TARGET_avx512 GC_RNG_PRIV_TEMPLATE
gc_rng_priv_f64_avx512 gc_rng_priv_to_f64_avx512(gc_rng_priv_u64_avx512 word) {
    gc_rng_priv_f64_avx512 unit = (gc_rng_priv_f64_avx512)((word & 0) | 0x3bf0000000000000);      // 2^-64
    return __builtin_convertvector(word & 0xfffffffffffff800, gc_rng_priv_f64_avx512) * unit;
}
GC_RNG_PRIV_DEFINE_TO_F64(avx2)
GC_RNG_PRIV_DEFINE_PUT(avx2)
GC_RNG_PRIV_DEFINE_PUT(avx512)

// What both sets have: a state of four lanes (AVX-512: of two states), how it is loaded and
// saved, and `lanes`, which moves lanes i and j on and stores the output of their halfway
// values.
#define GC_RNG_PRIV_DEFINE_STATE(isa)                                                                        \
    typedef struct gc_rng_priv_state_##isa {                                                                 \
        gc_rng_priv_u64_##isa x0, x1, x2, x3;                                                                \
    } gc_rng_priv_state_##isa;                                                                               \
    GC_RNG_PRIV_TARGET_##isa GC_RNG_PRIV_TEMPLATE void gc_rng_priv_load_##isa(gc_rng_priv_state_##isa *s,    \
                                                                              const uint64_t *from) {        \
        memcpy(&s->x0, from, sizeof s->x0);                                                                  \
        memcpy(&s->x1, from + 8, sizeof s->x1);                                                              \
        memcpy(&s->x2, from + 16, sizeof s->x2);                                                             \
        memcpy(&s->x3, from + 24, sizeof s->x3);                                                             \
    }                                                                                                        \
    GC_RNG_PRIV_TARGET_##isa GC_RNG_PRIV_TEMPLATE void gc_rng_priv_save_##isa(                               \
        uint64_t *to, const gc_rng_priv_state_##isa *s) {                                                    \
        memcpy(to, &s->x0, sizeof s->x0);                                                                    \
        memcpy(to + 8, &s->x1, sizeof s->x1);                                                                \
        memcpy(to + 16, &s->x2, sizeof s->x2);                                                               \
        memcpy(to + 24, &s->x3, sizeof s->x3);                                                               \
    }                                                                                                        \
    GC_RNG_PRIV_TARGET_##isa GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_lanes_##isa(                         \
        gc_rng_priv_u64_##isa *xi, gc_rng_priv_u64_##isa *xj, gc_rng_priv_u64_##isa count,                   \
        unsigned char *dst, int kind) {                                                                      \
        gc_rng_priv_u64_##isa u, t;                                                                          \
        *xj += count;                                                                                        \
        u = *xi >> 1;                                                                                        \
        t = gc_rng_priv_turn3_##isa(*xj);                                                                    \
        *xi = gc_rng_priv_turn5_##isa(*xi) + u;                                                              \
        *xj = t + (*xj >> 3);                                                                                \
        gc_rng_priv_put_##isa(dst, u ^ t, kind);                                                             \
    }
GC_RNG_PRIV_DEFINE_STATE(avx2)
GC_RNG_PRIV_DEFINE_STATE(avx512)

// The two states of a pair side by side, so that whole lines are written.
GC_RNG_PRIV_TARGET_avx2 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_round_avx2(
    gc_rng_priv_state_avx2 *a, gc_rng_priv_state_avx2 *b, gc_rng_priv_u64_avx2 count, unsigned char *out,
    int kind) {
    gc_rng_priv_wide_lanes_avx2(&a->x0, &a->x1, count, out, kind);
    gc_rng_priv_wide_lanes_avx2(&b->x0, &b->x1, count, out + 32, kind);
    gc_rng_priv_wide_lanes_avx2(&a->x2, &a->x3, count, out + 64, kind);
    gc_rng_priv_wide_lanes_avx2(&b->x2, &b->x3, count, out + 96, kind);
    gc_rng_priv_put_avx2(out + 128, a->x0 ^ a->x3, kind);
    gc_rng_priv_put_avx2(out + 160, b->x0 ^ b->x3, kind);
    gc_rng_priv_put_avx2(out + 192, a->x2 ^ a->x1, kind);
    gc_rng_priv_put_avx2(out + 224, b->x2 ^ b->x1, kind);
}

// One pair after the other.
GC_RNG_PRIV_TARGET_avx2 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_avx2(
    uint64_t *lanes, uint64_t round, unsigned char *to, size_t rounds, int kind) {
    const gc_rng_priv_u64_avx2 step = { 7, 5, 3, 1 };

    for (unsigned pair = 0; pair < 4; pair++, lanes += 32) {
        gc_rng_priv_u64_avx2 count = step * round;
        unsigned char *out = to + 256 * pair;
        gc_rng_priv_state_avx2 a, b;

        gc_rng_priv_load_avx2(&a, lanes);
        gc_rng_priv_load_avx2(&b, lanes + 4);
        for (size_t i = 0; i < rounds; i++, out += 1024) {
            gc_rng_priv_wide_round_avx2(&a, &b, count, out, kind);
            count += step;
        }
        gc_rng_priv_save_avx2(lanes, &a);
        gc_rng_priv_save_avx2(lanes + 4, &b);
    }
}
GC_RNG_PRIV_DEFINE_WIDE_KINDS(avx2)

GC_RNG_PRIV_TARGET_avx512 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_round_avx512(
    gc_rng_priv_state_avx512 *s, gc_rng_priv_u64_avx512 count, unsigned char *out, int kind) {
    gc_rng_priv_wide_lanes_avx512(&s->x0, &s->x1, count, out, kind);
    gc_rng_priv_wide_lanes_avx512(&s->x2, &s->x3, count, out + 64, kind);
    gc_rng_priv_put_avx512(out + 128, s->x0 ^ s->x3, kind);
    gc_rng_priv_put_avx512(out + 192, s->x2 ^ s->x1, kind);
}

// A register holds both states of a pair, and the four pairs go side by side, so that none
// waits for its own chain.
GC_RNG_PRIV_TARGET_avx512 GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_avx512(
    uint64_t *lanes, uint64_t round, unsigned char *to, size_t rounds, int kind) {
    const gc_rng_priv_u64_avx512 step = { 7, 5, 3, 1, 7, 5, 3, 1 };
    gc_rng_priv_u64_avx512 count = step * round;
    gc_rng_priv_state_avx512 a, b, c, d;

    gc_rng_priv_load_avx512(&a, lanes);
    gc_rng_priv_load_avx512(&b, lanes + 32);
    gc_rng_priv_load_avx512(&c, lanes + 64);
    gc_rng_priv_load_avx512(&d, lanes + 96);

    for (size_t i = 0; i < rounds; i++, to += 1024) {
        gc_rng_priv_wide_round_avx512(&a, count, to, kind);
        gc_rng_priv_wide_round_avx512(&b, count, to + 256, kind);
        gc_rng_priv_wide_round_avx512(&c, count, to + 512, kind);
        gc_rng_priv_wide_round_avx512(&d, count, to + 768, kind);
        count += step;
    }

    gc_rng_priv_save_avx512(lanes, &a);
    gc_rng_priv_save_avx512(lanes + 32, &b);
    gc_rng_priv_save_avx512(lanes + 64, &c);
    gc_rng_priv_save_avx512(lanes + 96, &d);
}
GC_RNG_PRIV_DEFINE_WIDE_KINDS(avx512)
#endif

// ---- wide: what is common to all sets

typedef void (*gc_rng_priv_wide_kernel)(uint64_t *lanes, uint64_t round, unsigned char *to, size_t rounds);

static gc_rng_priv_wide_kernel gc_rng_priv_wide_kernel_of(int kind, int isa) {
    static const gc_rng_priv_wide_kernel kernels[GC_RNG_PRIV_KINDS][4] = {
        GC_RNG_PRIV_KERNELS(gc_rng_priv_wide_bytes), GC_RNG_PRIV_KERNELS(gc_rng_priv_wide_f64),
        GC_RNG_PRIV_KERNELS(gc_rng_priv_wide_f32)
    };
    return kernels[kind][isa];
}

static void gc_rng_priv_wide_refill_by(gc_rng_wide *r, int isa) {
    gc_rng_priv_wide_kernel_of(GC_RNG_PRIV_BYTES, isa)(r->lanes, r->round, (unsigned char *)r->words, 1);
    if (!GC_RNG_PRIV_LITTLE) {
        for (int i = 0; i < 128; i++) r->words[i] = gc_rng_priv_little_uint64_t(r->words[i]);
    }
    r->round++;
    r->used = 0;
}

GC_RNG_API void gc_rng_priv_wide_refill(gc_rng_wide *r) {
    gc_rng_priv_wide_refill_by(r, gc_rng_priv_isa());
}

// The default engine of that seed and stream, but for its counter, so that wide's state is no
// part of its output.
GC_RNG_API void gc_rng_wide_seed_stream(gc_rng_wide *r, uint64_t seed, uint64_t stream) {
    gc_rng from;
    GC_RNG_ASSERT(r && "gc_rng_wide_seed_stream: r is NULL");
    if (!r) return;

    gc_rng_seed_stream(&from, seed, stream);
    from.counter = GC_RNG_PRIV_GOLDEN;
    for (int i = 0; i < 12; i++) gc_rng_u64(&from);
    for (int i = 0; i < 128; i++) r->lanes[i] = gc_rng_u64(&from);
    memset(r->words, 0, sizeof r->words);
    r->round = 0;
    r->used = 128;
}

GC_RNG_API void gc_rng_wide_seed(gc_rng_wide *r, uint64_t seed) { gc_rng_wide_seed_stream(r, seed, 0); }

// From LARGE on, which the caches do not hold, a part is small, and the lines of the next are
// asked for before it: states that write in turn, each its share of every line, would wait for
// every line. Where registers are wide, from STREAM on, whole lines go past the caches.
#define GC_RNG_PRIV_LARGE_BYTES ((size_t)12 << 20)
#define GC_RNG_PRIV_STREAM_BYTES ((size_t)32 << 20)
#define GC_RNG_PRIV_STAGE 4
#if defined(__GNUC__)
#define GC_RNG_PRIV_PREFETCH(p) __builtin_prefetch(p, 1)
#else
#define GC_RNG_PRIV_PREFETCH(p) ((void)0)
#endif

#ifdef GC_RNG_PRIV_X86
// Makes `rounds` rounds in a buffer that stays in the first cache, and copies them past the
// caches: dst need not be aligned, which a kernel that stores past the caches itself would
// need.
GC_RNG_PRIV_TARGET_avx2 static void gc_rng_priv_wide_stream(gc_rng_wide *r, gc_rng_priv_wide_kernel kernel,
                                                            unsigned char *to, size_t rounds) {
    unsigned char buffer[GC_RNG_PRIV_STAGE * 1024 + 64];
    size_t have = 0, skew = (size_t)(0 - (uintptr_t)to) & 63u;    // bytes before the first whole line

    for (; rounds > 0; ) {
        // A few rounds behind the bytes that are left of those before.
        size_t part = rounds < GC_RNG_PRIV_STAGE ? rounds : GC_RNG_PRIV_STAGE, at = 0;
        kernel(r->lanes, r->round, buffer + have, part);
        r->round += part;
        rounds -= part;
        have += part * 1024;

        if (skew > 0) {
            memcpy(to, buffer, skew);
            to += skew;
            at = skew;
            skew = 0;
        }

        // Whole lines go out past the caches, by halves; the rest moves to the front.
        for (; have - at >= 64; at += 64) {
            for (int half = 0; half < 2; half++, to += 32) {
                gc_rng_priv_u64_avx2 v;
                memcpy(&v, buffer + at + 32 * half, sizeof v);
                __asm__ volatile("vmovntdq {%1, %0|%0, %1}" : "=m"(*(unsigned char (*)[32])to) : "x"(v));
            }
        }
        have -= at;
        memmove(buffer, buffer + at, have);
    }

    memcpy(to, buffer, have);
    _mm_sfence();
}
#endif

static void gc_rng_priv_wide_rounds(gc_rng_wide *r, int kind, unsigned char *to, size_t rounds, int isa) {
    gc_rng_priv_wide_kernel kernel = gc_rng_priv_wide_kernel_of(kind, isa);
    bool ahead = rounds >= GC_RNG_PRIV_LARGE_BYTES / 1024 && isa != GC_RNG_PRIV_AVX512;
    size_t limit;

#ifdef GC_RNG_PRIV_X86
    if (isa >= GC_RNG_PRIV_AVX2 && rounds >= GC_RNG_PRIV_STREAM_BYTES / 1024) {
        gc_rng_priv_wide_stream(r, kernel, to, rounds);
        return;
    }
#endif

    // In parts that stay in a near cache while state after state, or pair after pair, writes
    // its share; AVX-512 writes one line after the other.
    limit = isa == GC_RNG_PRIV_AVX512 ? rounds : isa == GC_RNG_PRIV_AVX2 ? 64 : 24;
    if (ahead) limit = GC_RNG_PRIV_STAGE;
    while (rounds > 0) {
        size_t part = rounds < limit ? rounds : limit, next = rounds - part < limit ? rounds - part : limit;
        for (size_t i = 0; ahead && i < next * 1024; i += 64) GC_RNG_PRIV_PREFETCH(to + part * 1024 + i);
        kernel(r->lanes, r->round, to, part);
        r->round += part;
        to += part * 1024;
        rounds -= part;
    }
}

// The stream as bytes, doubles or floats: each word makes eight bytes of dst, the last one
// perhaps fewer.
static void gc_rng_priv_wide_fill(gc_rng_wide *r, int kind, unsigned char *to, size_t bytes, int isa) {
    for (;;) {
        // What is left of the last round, word by word.
        for (; r->used < 128 && bytes > 0; r->used++) {
            unsigned char out[8];
            size_t n = bytes < 8 ? bytes : 8;
            gc_rng_priv_put_scalar(out, r->words[r->used], kind);
            if (kind != GC_RNG_PRIV_BYTES) {
                // clang 14 for x86 without SSE2 would make one store of all three, of a double
                // in an x87 register: it sets a bit of words that look like a signalling NaN.
                // Hence an integer whose origin it cannot see.
                uint64_t bits;
                memcpy(&bits, out, 8);
                GC_RNG_PRIV_OPAQUE(bits);
                memcpy(out, &bits, 8);
            }
            memcpy(to, out, n);
            to += n;
            bytes -= n;
        }

        // Whole rounds straight into dst.
        if (bytes >= 1024) {
            gc_rng_priv_wide_rounds(r, kind, to, bytes / 1024, isa);
            to += bytes / 1024 * 1024;
            bytes %= 1024;
        }

        if (bytes == 0) return;
        gc_rng_priv_wide_refill_by(r, isa);
    }
}

GC_RNG_API void gc_rng_wide_fill_f64(gc_rng_wide *r, double *dst, size_t n) {
    unsigned char *to = (unsigned char *)dst;
    bool ok = r && (dst || n == 0) && n <= (size_t)-1 / sizeof(double);
    GC_RNG_ASSERT(ok && "gc_rng_wide_fill_f64: r or dst is NULL, or n too large");
    if (ok && n > 0) gc_rng_priv_wide_fill(r, GC_RNG_PRIV_F64, to, n * sizeof(double), gc_rng_priv_isa());
}

GC_RNG_API void gc_rng_wide_fill_f32(gc_rng_wide *r, float *dst, size_t n) {
    unsigned char *to = (unsigned char *)dst;
    bool ok = r && (dst || n == 0) && n <= (size_t)-1 / sizeof(float);
    GC_RNG_ASSERT(ok && "gc_rng_wide_fill_f32: r or dst is NULL, or n too large");
    if (ok && n > 0) gc_rng_priv_wide_fill(r, GC_RNG_PRIV_F32, to, n * sizeof(float), gc_rng_priv_isa());
}

// ---- wide: bounded integers ----

// Defines `bool gc_rng_priv_bounded_SET(words, dst, bound, excess)`: the upper half of bound
// times each half of 128 words to 256 numbers; false when a lower half is below `excess`, so
// that dst is not to be used.
#define GC_RNG_PRIV_DEFINE_BOUNDED(isa)                                                                      \
    GC_RNG_PRIV_TARGET_##isa static bool gc_rng_priv_bounded_##isa(const uint64_t *words, uint32_t *dst,     \
                                                                   uint32_t bound, uint32_t excess) {        \
        const gc_rng_priv_u64_##isa zero = { 0 }, n = zero + bound, limit = zero + excess;                   \
        const gc_rng_priv_u64_##isa lower = zero + 0xffffffffu;                                              \
        gc_rng_priv_u64_##isa rejected = zero;                                                               \
        uint64_t parts[sizeof(gc_rng_priv_u64_##isa) / 8], any = 0;                                          \
        for (size_t i = 0; i < 128; i += sizeof parts / 8) {                                                 \
            gc_rng_priv_u64_##isa word, even, odd;                                                           \
            memcpy(&word, words + i, sizeof word);                                                           \
            even = gc_rng_priv_multiply_##isa(word, n);                                                      \
            odd = gc_rng_priv_multiply_##isa(word >> 32, n);                                                 \
            rejected |= ((even & lower) - limit) | ((odd & lower) - limit);    /* negative: below excess */  \
            even = (even >> 32) | (odd & ~lower);                                                            \
            memcpy(dst + 2 * i, &even, sizeof even);                                                         \
        }                                                                                                    \
        memcpy(parts, &rejected, sizeof parts);                                                              \
        for (size_t i = 0; i < sizeof parts / 8; i++) any |= parts[i];                                       \
        return any >> 63 == 0;                                                                               \
    }
#ifdef GC_RNG_PRIV_V128_NAME
GC_RNG_PRIV_DEFINE_BOUNDED(v128)
#endif
#ifdef GC_RNG_PRIV_X86
GC_RNG_PRIV_DEFINE_BOUNDED(avx2)
GC_RNG_PRIV_DEFINE_BOUNDED(avx512)
#endif

#ifdef GC_RNG_PRIV_X86
// The same of all 256 products that are not in excess, one after the other: how many. Writes
// 256 numbers, the last of which mean nothing.
GC_RNG_PRIV_TARGET_avx512 static size_t gc_rng_priv_accepted_avx512(const uint64_t *words, uint32_t *dst,
                                                                    uint32_t bound, uint32_t excess) {
    const gc_rng_priv_u64_avx512 zero = { 0 }, n = zero + bound, lower = zero + 0xffffffffu;
    const gc_rng_priv_u64_avx512 limit = zero + ((uint64_t)excess << 32 | excess);
    size_t count = 0;
    for (size_t i = 0; i < 128; i += 8) {
        gc_rng_priv_u64_avx512 word, even, odd, low;
        uint32_t mask;
        memcpy(&word, words + i, sizeof word);
        even = gc_rng_priv_multiply_avx512(word, n);
        odd = gc_rng_priv_multiply_avx512(word >> 32, n);
        low = (even & lower) | (odd << 32);
        word = (even >> 32) | (odd & ~lower);
        __asm__("vpcmpud {$5, %[limit], %[low], %%k1|k1, %[low], %[limit], 5}\n\t"
                "vpcompressd {%[v], %[v] %{%%k1%}%{z%}|%[v]%{k1%}%{z%}, %[v]}\n\t"
                "kmovw {%%k1, %[mask]|%[mask], k1}"
                : [v] "+v"(word), [mask] "=r"(mask) : [low] "v"(low), [limit] "v"(limit) : "k1");
        memcpy(dst + count, &word, sizeof word);
        count += (size_t)__builtin_popcount(mask);
    }
    return count;
}
#endif

#define gc_rng_priv_bounded_scalar NULL    // one by one: see below
static bool gc_rng_priv_bounded(const uint64_t *words, uint32_t *dst, uint32_t bound, uint32_t excess,
                                int isa) {
    static bool (*const kernels[])(const uint64_t *, uint32_t *, uint32_t, uint32_t) =
        GC_RNG_PRIV_KERNELS(gc_rng_priv_bounded);
    return kernels[isa] && kernels[isa](words, dst, bound, excess);
}

static void gc_rng_priv_wide_below(gc_rng_wide *r, uint32_t *dst, size_t n, uint32_t bound, int isa) {
    uint32_t excess = bound > 0 ? (0u - bound) % bound : 0;
    while (n > 0) {
        if (r->used >= 128) gc_rng_priv_wide_refill_by(r, isa);

        // A whole round at once: where half of them have a half in excess, by its own way; else
        // unless this one has.
#ifdef GC_RNG_PRIV_X86
        if (r->used == 0 && n >= 256 && excess > 1u << 23 && isa == GC_RNG_PRIV_AVX512) {
            size_t accepted = gc_rng_priv_accepted_avx512(r->words, dst, bound, excess);
            r->used = 128;
            dst += accepted;
            n -= accepted;
            continue;
        }
#endif
        if (r->used == 0 && n >= 256 && excess <= 1u << 25
            && gc_rng_priv_bounded(r->words, dst, bound, excess, isa)) {
            r->used = 128;
            dst += 256;
            n -= 256;
        }

        // Half by half: each is stored, and kept if it is not one in excess.
        while (r->used < 128 && n > 0) {
            uint64_t word = r->words[r->used++];
            for (int half = 0; half < 2 && n > 0; half++, word >>= 32) {
                uint64_t product = (word & 0xffffffffu) * bound;
                size_t accepted = (product & 0xffffffffu) >= excess;
                *dst = (uint32_t)(product >> 32);
                dst += accepted;
                n -= accepted;
            }
        }
    }
}

GC_RNG_API void gc_rng_wide_fill_below(gc_rng_wide *r, uint32_t *dst, size_t n, uint32_t bound) {
    bool ok = r && (dst || n == 0) && n <= (size_t)-1 / sizeof(uint32_t);
    GC_RNG_ASSERT(ok && "gc_rng_wide_fill_below: r or dst is NULL, or n too large");
    if (ok) gc_rng_priv_wide_below(r, dst, n, bound, gc_rng_priv_isa());
}

// ---- wide: normal floats ----

// Box and Muller, Annals of Mathematical Statistics 29(2), 1958: sqrt(-2 ln u) times a point of
// a circle is two numbers. Of 16 words the first eight make radii, the others points, 32 bits
// each. Every product and sum is rounded by itself, so that no compiler fuses two and all sets
// give the same bits. Constants are bits of floats: with x87 one written out would be a
// long double. These interpolate, at Chebyshev points, -2 ln(1 + f) / f for f between
// sqrt(1/2) - 1 and sqrt(2) - 1, sin(pi/4 t) / t and cos(pi/4 t) of t * t; the highest power
// stands first.
static const uint32_t gc_rng_priv_log_terms[8] = { 0x3e4aa823, 0xbea521fe, 0x3eb0edc8, 0xbecbe9a6,
                                                   0x3effae7e, 0xbf2aac56, 0x3f80003f, 0xbfffffff };
static const uint32_t gc_rng_priv_sin_terms[4] = { 0xb816cda0, 0x3b232f62, 0xbda55ddd, 0x3f490fdb };
static const uint32_t gc_rng_priv_cos_terms[4] = { 0xb9a72f03, 0x3c81d7ac, 0xbe9de9c9, 0x3f800000 };

typedef uint32_t gc_rng_priv_u32_scalar;
typedef float gc_rng_priv_f32_scalar;
#define GC_RNG_PRIV_FENCE_SCALAR(v) GC_RNG_PRIV_FENCE(float, v)
#define GC_RNG_PRIV_INTS_SCALAR(isa, v) ((float)(int32_t)(v))
#define GC_RNG_PRIV_INTS(isa, v) __builtin_convertvector((gc_rng_priv_i32_##isa)(v), gc_rng_priv_f32_##isa)
#if defined(__GNUC__) && !defined(__clang__)
#define GC_RNG_PRIV_UNROLL _Pragma("GCC unroll 8")
#else
#define GC_RNG_PRIV_UNROLL
#endif

// `groups` of 16 words to 32 numbers each, a sum of the terms of `place`, { sd, mean }. `root`
// makes r its root.
#define GC_RNG_PRIV_DEFINE_NORMAL_F32(isa, fence, ints, root)                                                \
    GC_RNG_PRIV_TARGET_##isa GC_RNG_PRIV_TEMPLATE gc_rng_priv_f32_##isa gc_rng_priv_times_##isa(             \
        gc_rng_priv_f32_##isa v, gc_rng_priv_u32_##isa bits) {                                               \
        gc_rng_priv_f32_##isa by;                                                                            \
        memcpy(&by, &bits, sizeof by);                                                                       \
        v *= by;                                                                                             \
        fence(v);                                                                                            \
        return v;                                                                                            \
    }                                                                                                        \
    GC_RNG_PRIV_TARGET_##isa GC_RNG_PRIV_TEMPLATE gc_rng_priv_f32_##isa gc_rng_priv_sum_##isa(               \
        gc_rng_priv_f32_##isa v, const uint32_t *terms, int n) {                                             \
        gc_rng_priv_f32_##isa sum, term;                                                                     \
        gc_rng_priv_u32_##isa bits = { 0 };                                                                  \
        bits += terms[0];                                                                                    \
        memcpy(&sum, &bits, sizeof sum);                                                                     \
        GC_RNG_PRIV_UNROLL for (int i = 1; i < n; i++) {                                                     \
            bits = bits - bits + terms[i];                                                                   \
            memcpy(&term, &bits, sizeof term);                                                               \
            sum *= v;                                                                                        \
            fence(sum);                                                                                      \
            sum += term;                                                                                     \
            fence(sum);                                                                                      \
        }                                                                                                    \
        return sum;                                                                                          \
    }                                                                                                        \
    GC_RNG_PRIV_TARGET_##isa static void gc_rng_priv_normal_f32_##isa(const uint64_t *words, float *dst,     \
                                                                      size_t groups, const uint32_t *place) {\
        const gc_rng_priv_u32_##isa zero = { 0 };                                                            \
        const uint32_t terms[2] = { place[0], place[1] };                                                    \
        for (size_t k = 0; k < 16 * groups; k += sizeof zero / 4) {                                          \
            const size_t i = 2 * k - k % 16;    /* of the first of both halves, and numbers */               \
            const unsigned char *half = (const unsigned char *)words + 4 * (GC_RNG_PRIV_LITTLE ? i : i ^ 1); \
            gc_rng_priv_u32_##isa u, w, e;                                                                   \
            gc_rng_priv_f32_##isa f, r, t;                                                                   \
                                                                                                             \
            /* The radius, of an odd number in 2^31: a power of two times 1 + f. */                          \
            memcpy(&u, half, sizeof u);                                                                      \
            f = ints(isa, u >> 1 | 1u);                                                                      \
            memcpy(&u, &f, sizeof u);                                                                        \
            e = (u - 0x3f3504f3u) >> 23;                                                                     \
            u -= e << 23;                                                                                    \
            memcpy(&f, &u, sizeof f);                                                                        \
            f -= ints(isa, zero + 1u);                                                                       \
            fence(f);                                                                                        \
            memcpy(&u, &f, sizeof u);                                                                        \
            r = gc_rng_priv_times_##isa(gc_rng_priv_sum_##isa(f, gc_rng_priv_log_terms, 8), u)               \
                + gc_rng_priv_times_##isa(ints(isa, 31u - e), zero + 0x3fb17218u);                           \
            fence(r);                                                                                        \
            root;                                                                                            \
                                                                                                             \
            /* The point: pi/4 t, t in [-1, 1], mirrored by the two upper bits. */                           \
            memcpy(&w, half + 64, sizeof w);                                                                 \
            t = gc_rng_priv_times_##isa(ints(isa, w << 2), zero + 0x30000000u);                              \
            memcpy(&e, &t, sizeof e);                                                                        \
            t = gc_rng_priv_times_##isa(t, e);                                                               \
            f = gc_rng_priv_times_##isa(gc_rng_priv_sum_##isa(t, gc_rng_priv_sin_terms, 4), e);              \
            t = gc_rng_priv_sum_##isa(t, gc_rng_priv_cos_terms, 4);                                          \
            memcpy(&u, &f, sizeof u);                                                                        \
            memcpy(&e, &t, sizeof e);                                                                        \
            e ^= w & 0x80000000u;                                                                            \
            w = (u ^ e) & (zero - (w >> 30 & 1u));                                                           \
            f = gc_rng_priv_sum_##isa(gc_rng_priv_times_##isa(r, e ^ w), terms, 2);                          \
            memcpy(dst + i, &f, sizeof f);                                                                   \
            f = gc_rng_priv_sum_##isa(gc_rng_priv_times_##isa(r, u ^ w), terms, 2);                          \
            memcpy(dst + 16 + i, &f, sizeof f);                                                              \
        }                                                                                                    \
    }
GC_RNG_PRIV_DEFINE_NORMAL_F32(scalar, GC_RNG_PRIV_FENCE_SCALAR, GC_RNG_PRIV_INTS_SCALAR,
                              if (r > 0) r = (float)gc_rng_priv_root((double)r))
#if defined(GC_RNG_PRIV_X86)
GC_RNG_PRIV_DEFINE_NORMAL_F32(v128, GC_RNG_PRIV_VECTOR_FENCE, GC_RNG_PRIV_INTS,
                              __asm__("sqrtps {%0, %0|%0, %0}" : "+x"(r)))
GC_RNG_PRIV_DEFINE_NORMAL_F32(avx2, GC_RNG_PRIV_VECTOR_FENCE, GC_RNG_PRIV_INTS,
                              __asm__("vsqrtps {%0, %0|%0, %0}" : "+x"(r)))
GC_RNG_PRIV_DEFINE_NORMAL_F32(avx512, GC_RNG_PRIV_VECTOR_FENCE, GC_RNG_PRIV_INTS,
                              __asm__("vsqrtps {%0, %0|%0, %0}" : "+v"(r)))
#elif defined(__aarch64__) && defined(GC_RNG_PRIV_V128_NAME)
GC_RNG_PRIV_DEFINE_NORMAL_F32(v128, GC_RNG_PRIV_VECTOR_FENCE, GC_RNG_PRIV_INTS,
                              __asm__("fsqrt %0.4s, %0.4s" : "+w"(r)))
#elif defined(GC_RNG_PRIV_V128_NAME)
GC_RNG_PRIV_DEFINE_NORMAL_F32(v128, GC_RNG_PRIV_VECTOR_FENCE, GC_RNG_PRIV_INTS,
                              r = (gc_rng_priv_f32_v128)__builtin_wasm_sqrt_f32x4(r))
#endif

static void gc_rng_priv_wide_normal_f32(gc_rng_wide *r, float *dst, size_t n, float mean, float sd, int isa) {
    static void (*const kernels[])(const uint64_t *, float *, size_t, const uint32_t *) =
        GC_RNG_PRIV_KERNELS(gc_rng_priv_normal_f32);
    const uint32_t place[2] = { gc_rng_priv_bits_f32(sd), gc_rng_priv_bits_f32(mean) };
    uint64_t words[16];
    float last[32];

    for (size_t groups; n > 0; n -= groups) {
        if (r->used >= 128) gc_rng_priv_wide_refill_by(r, isa);

        // Whole groups of a round at once; else the words of one, some of which may be in the
        // next round, and as many numbers as there are to be.
        groups = (128 - r->used) / 16;
        if (groups > n / 32) groups = n / 32;
        kernels[isa](r->words + r->used, dst, groups, place);
        r->used += 16 * (uint32_t)groups;
        groups *= 32;
        if (groups == 0) {
            for (int i = 0; i < 16; i++) words[i] = gc_rng_wide_next(r);
            kernels[isa](words, last, 1, place);
            groups = n < 32 ? n : 32;
            memcpy(dst, last, groups * sizeof *dst);
        }
        dst += groups;
    }
}

GC_RNG_API void gc_rng_wide_fill_normal_f32(gc_rng_wide *r, float *dst, size_t n, float mean, float sd) {
    bool ok = r && (dst || n == 0) && n <= (size_t)-1 / sizeof(float);
    GC_RNG_ASSERT(ok && "gc_rng_wide_fill_normal_f32: r or dst is NULL, or n too large");
    if (ok) gc_rng_priv_wide_normal_f32(r, dst, n, mean, sd, gc_rng_priv_isa());
}

// ---- fills and sources of all of them ----

#define GC_RNG_PRIV_DEFINE_BULK_ENGINE(E, word, call)                                                        \
    GC_RNG_API void gc_rng_##E##_fill(gc_rng_##E *r, void *dst, size_t bytes) {                              \
        unsigned char *to = (unsigned char *)dst;                                                            \
        GC_RNG_ASSERT(r && (dst || bytes == 0) && "a fill: r or dst is NULL");                               \
        if (!r || !dst || bytes == 0) return;                                                                \
        call;                                                                                                \
    }                                                                                                        \
    GC_RNG_PRIV_DEFINE_FULL_SOURCE(E, word)
#ifndef GC_RNG_NO_ENGINES
GC_RNG_PRIV_DEFINE_BULK_ENGINE(sfmt, uint32_t, gc_rng_priv_sfmt_fill(r, to, bytes, gc_rng_priv_isa()))
GC_RNG_PRIV_DEFINE_BULK_ENGINE(asa128, uint32_t, gc_rng_priv_asa128_fill(r, to, bytes, gc_rng_priv_isa()))
GC_RNG_PRIV_DEFINE_BULK_ENGINE(philox, uint32_t, gc_rng_priv_philox_fill(r, to, bytes, gc_rng_priv_isa()))
GC_RNG_PRIV_DEFINE_BULK_ENGINE(chacha8, uint64_t, gc_rng_priv_chacha8_fill(r, to, bytes, gc_rng_priv_isa()))
#endif
GC_RNG_PRIV_DEFINE_BULK_ENGINE(wide, uint64_t,
                               gc_rng_priv_wide_fill(r, GC_RNG_PRIV_BYTES, to, bytes, gc_rng_priv_isa()))

// >>rows numbers of places along x

// Defines `size_t gc_rng_priv_row32_SET(dst, n, h, x)`: what gc_rng_priv_step32 makes of the
// state h and x + i, for whole vectors of i, whose count it returns.
#define GC_RNG_PRIV_DEFINE_ROW32(isa)                                                                        \
    GC_RNG_PRIV_TARGET_##isa static size_t gc_rng_priv_row32_##isa(uint32_t *dst, size_t n,                  \
                                                                   const uint32_t h[2], uint32_t x) {        \
        const gc_rng_priv_u32_##isa zero = { 0 };                                                            \
        const size_t lanes = sizeof zero / 4;                                                                \
        uint32_t parts[sizeof zero / 4];                                                                     \
        gc_rng_priv_u32_##isa at, other, v;                                                                  \
        size_t i = 0;                                                                                        \
        for (size_t k = 0; k < lanes; k++) parts[k] = x + (uint32_t)k;                                       \
        memcpy(&other, parts, sizeof other);                                                                 \
        at = other * (zero + 0x9e3779b9u) + h[0];                                                            \
        other += h[1];                                                                                       \
        for (; n - i >= lanes; i += lanes) {                                                                 \
            v = (at ^ (at >> 16)) * (zero + 0x21f0aaadu) ^ other;                                            \
            v = (v ^ (v >> 15)) * (zero + 0xd35a2d97u);                                                      \
            v = (v ^ (v >> 15)) * (zero + 0x735a2d97u);                                                      \
            v ^= v >> 16;                                                                                    \
            memcpy(dst + i, &v, sizeof v);                                                                   \
            at += (uint32_t)lanes * 0x9e3779b9u;                                                             \
            other += (uint32_t)lanes;                                                                        \
        }                                                                                                    \
        return i;                                                                                            \
    }
#ifdef GC_RNG_PRIV_X86
// The same of gc_rng_priv_step, as words or as floats: these need the upper halves alone, whose
// places in a vector are the last parameters. Only AVX-512 has a product of 64 bits; by three
// of 32 each, AVX2 keeps the multipliers so busy that every fifth place is made beside them,
// without vectors (`singles`).
#define GC_RNG_PRIV_DEFINE_ROW(isa, lanes, singles, ...)                                                     \
    typedef float gc_rng_priv_row_f32_##isa __attribute__((vector_size(4 * lanes)));                         \
    typedef int32_t gc_rng_priv_row_i32_##isa __attribute__((vector_size(4 * lanes)));                       \
    typedef uint32_t gc_rng_priv_row_u32_##isa __attribute__((vector_size(4 * lanes)));                      \
    GC_RNG_PRIV_TARGET_##isa GC_RNG_PRIV_TEMPLATE size_t gc_rng_priv_row_any_##isa(                          \
        uint64_t *words, float *floats, size_t n, uint64_t h, uint64_t x) {                                  \
        const gc_rng_priv_u64_##isa zero = { 0 }, state = zero + (h + 0xd1b54a32d192ed03);                   \
        uint64_t parts[lanes], single;                                                                       \
        gc_rng_priv_u64_##isa at, v;                                                                         \
        size_t i = 0;                                                                                        \
        for (size_t k = 0; k < lanes; k++) parts[k] = h + (x + k) * GC_RNG_PRIV_GOLDEN;                      \
        memcpy(&at, parts, sizeof at);                                                                       \
        for (; n - i >= lanes + singles; i += lanes + singles) {                                             \
            v = (at ^ (at >> 30)) * (zero + 0xbf58476d1ce4e5b9) ^ state;                                     \
            v = (v ^ (v >> 27)) * (zero + 0x94d049bb133111eb);                                               \
            at += (lanes + singles) * GC_RNG_PRIV_GOLDEN;                                                    \
            single = singles ? gc_rng_priv_upper(h, x + i + lanes) : 0;                                      \
            if (floats) {                                                                                    \
                gc_rng_priv_row_u32_##isa top = __builtin_shufflevector(                                     \
                    (gc_rng_priv_u32_##isa)v, (gc_rng_priv_u32_##isa)v, __VA_ARGS__);                        \
                gc_rng_priv_row_f32_##isa f = __builtin_convertvector(                                       \
                    (gc_rng_priv_row_i32_##isa)(top >> 8), gc_rng_priv_row_f32_##isa);                       \
                /* 2^-24 by its bits: with x87 a scalar would be a long double. */                           \
                f *= (gc_rng_priv_row_f32_##isa)((top & 0u) | 0x33800000u);                                  \
                memcpy(floats + i, &f, sizeof f);                                                            \
                if (singles) floats[i + lanes] = gc_rng_priv_f32(single);                                    \
            } else {                                                                                         \
                v ^= v >> 31;                                                                                \
                memcpy(words + i, &v, sizeof v);                                                             \
                if (singles) words[i + lanes] = single ^ single >> 31;                                       \
            }                                                                                                \
        }                                                                                                    \
        return i;                                                                                            \
    }                                                                                                        \
    GC_RNG_PRIV_TARGET_##isa static size_t gc_rng_priv_row_##isa(uint64_t *dst, size_t n, uint64_t h,        \
                                                                 uint64_t x) {                               \
        return gc_rng_priv_row_any_##isa(dst, NULL, n, h, x);                                                \
    }                                                                                                        \
    GC_RNG_PRIV_TARGET_##isa static size_t gc_rng_priv_row_floats_##isa(float *dst, size_t n, uint64_t h,    \
                                                                        uint64_t x) {                        \
        return gc_rng_priv_row_any_##isa(NULL, dst, n, h, x);                                                \
    }
GC_RNG_PRIV_DEFINE_ROW(avx2, 4, 1, 1, 3, 5, 7)
GC_RNG_PRIV_DEFINE_ROW(avx512, 8, 0, 1, 3, 5, 7, 9, 11, 13, 15)
GC_RNG_PRIV_DEFINE_ROW32(avx2)
GC_RNG_PRIV_DEFINE_ROW32(avx512)
#define gc_rng_priv_row32_v128 NULL    // SSE2 has no product of 32 bits that is worth it
#elif defined(GC_RNG_PRIV_V128_NAME)
GC_RNG_PRIV_DEFINE_ROW32(v128)
#endif

#define gc_rng_priv_row32_scalar NULL

// (SSE2's products are too narrow: as slow as one by one.)
static void gc_rng_priv_hash_row(uint64_t *dst, size_t n, uint64_t h, uint64_t x, int isa) {
    size_t i = 0;
#ifdef GC_RNG_PRIV_X86
    if (isa == GC_RNG_PRIV_AVX512) i = gc_rng_priv_row_avx512(dst, n, h, x);
    if (isa == GC_RNG_PRIV_AVX2) i = gc_rng_priv_row_avx2(dst, n, h, x);
#endif
    (void)isa;
    for (; i < n; i++) dst[i] = gc_rng_priv_step(h, x + i);
}

static void gc_rng_priv_hash_row_f32(float *dst, size_t n, uint64_t h, uint64_t x, int isa) {
    size_t i = 0;
#ifdef GC_RNG_PRIV_X86
    if (isa == GC_RNG_PRIV_AVX512) i = gc_rng_priv_row_floats_avx512(dst, n, h, x);
    if (isa == GC_RNG_PRIV_AVX2) i = gc_rng_priv_row_floats_avx2(dst, n, h, x);
#endif
    (void)isa;
    for (; i < n; i++) dst[i] = gc_rng_priv_f32(gc_rng_priv_upper(h, x + i));
}

static void gc_rng_priv_hash32_row(uint32_t *dst, size_t n, const uint32_t row[2], uint32_t x, int isa) {
    static size_t (*const kernels[])(uint32_t *, size_t, const uint32_t *, uint32_t) =
        GC_RNG_PRIV_KERNELS(gc_rng_priv_row32);
    size_t i = kernels[isa] ? kernels[isa](dst, n, row, x) : 0;
    uint32_t a = row[0], b = row[1];
    GC_RNG_PRIV_OPAQUE(a);    // gcc 12 would keep both in one vector
    GC_RNG_PRIV_OPAQUE(b);
    for (; i < n; i++) {
        uint32_t h[2];
        h[0] = a;
        h[1] = b;
        gc_rng_priv_step32(h, x + (uint32_t)i);
        dst[i] = h[0];
    }
}

// The state of a row: what x comes into.
static GC_RNG_PRIV_NOINLINE uint64_t gc_rng_priv_row_of(uint64_t seed, int64_t y, int64_t z) {
    return gc_rng_priv_step(gc_rng_priv_step(gc_rng_priv_step(0, seed), (uint64_t)z), (uint64_t)y);
}

GC_RNG_API void gc_rng_hash_row(uint64_t *dst, size_t n, uint64_t seed, int64_t x, int64_t y, int64_t z) {
    uint64_t row = gc_rng_priv_row_of(seed, y, z);
    GC_RNG_ASSERT((dst || n == 0) && "gc_rng_hash_row: dst is NULL");
    if (dst) gc_rng_priv_hash_row(dst, n, row, (uint64_t)x, gc_rng_priv_isa());
}

GC_RNG_API void gc_rng_hash_row_f32(float *dst, size_t n, uint64_t seed, int64_t x, int64_t y, int64_t z) {
    uint64_t row = gc_rng_priv_row_of(seed, y, z);
    GC_RNG_ASSERT((dst || n == 0) && "gc_rng_hash_row_f32: dst is NULL");
    if (dst) gc_rng_priv_hash_row_f32(dst, n, row, (uint64_t)x, gc_rng_priv_isa());
}

GC_RNG_API void gc_rng_hash32_row(uint32_t *dst, size_t n, uint32_t seed, int32_t x, int32_t y, int32_t z) {
    uint32_t h[2];
    GC_RNG_ASSERT((dst || n == 0) && "gc_rng_hash32_row: dst is NULL");
    gc_rng_priv_row32(h, seed, y, z);
    if (dst) gc_rng_priv_hash32_row(dst, n, h, (uint32_t)x, gc_rng_priv_isa());
}

// >>ziggurat normal and exponential out of words

// Marsaglia and Tsang, "The Ziggurat Method for Generating Random Variables", Journal of
// Statistical Software 5(8), 2000. A word chooses a layer by its low 8 bits and, as a fraction,
// a point of the layer's width. Points left of the next layer's edge are accepted at once (98.8
// % for normal, 98.9 % for exponential). All is in 64-bit integers, so it is the same
// everywhere. Qn: n binary places.

// A template: draw is known where it is inlined, so that the call through it goes away.
typedef uint64_t (*gc_rng_priv_draw)(void *user);

static uint64_t gc_rng_priv_high(uint64_t a, uint64_t b) {
    uint64_t low;
    return gc_rng_priv_multiply(a, b, &low);
}

// exp(-t) in Q63, t < 8 in Q61; the error is below 2^-58. exp(-t) = 2^-n exp(-rest), and Horner
// for the Taylor series.
static uint64_t gc_rng_priv_exp(uint64_t t) {
    uint64_t n = gc_rng_priv_high(t, 0xb8aa3b295c17f0bb) >> 60;    // 1 / ln 2 in Q63, cut: n never too large
    uint64_t rest = (t - n * 0x162e42fefa39ef35) << 3;             // ln 2 in Q61, cut: never negative; Q64
    uint64_t sum = gc_rng_priv_taylor[GC_RNG_PRIV_TAYLOR - 1];
    for (int k = GC_RNG_PRIV_TAYLOR - 2; k >= 0; k--) {
        sum = gc_rng_priv_taylor[k] - gc_rng_priv_high(rest, sum);
    }
    return sum >> n;
}

// Is a random height between the layer's lower and upper edge below exp(-t)? t in Q61.
static bool gc_rng_priv_under(uint64_t word, uint64_t lower, uint64_t upper, uint64_t t) {
    return lower + gc_rng_priv_high(word, upper - lower) < gc_rng_priv_exp(t);
}

// An exponential draw of mean 1 that begins with the word w; Q57, odd, so that it is never 0.
// Beyond the last edge, 7.7, the exponential distribution looks the same as from 0, so start
// again and add; 7 times at most, so that the sum stays below 64 and the result fits an
// int64_t. An eighth time would come with a chance of 2^-88. Less than one word in 100 is
// rejected: see GC_RNG_PRIV_TRIES.
static GC_RNG_PRIV_NOINLINE uint64_t gc_rng_priv_exponential_slow(gc_rng_priv_draw draw, void *user,
                                                                  uint64_t w) {
    uint64_t beyond = 0;
    for (int tails = 0, tries = 1;; tries++) {
        unsigned i = (unsigned)(w & 255u);
        uint64_t x = gc_rng_priv_high(w, gc_rng_priv_exponential_layer[2 * i + 1]);
        if (w < gc_rng_priv_exponential_layer[2 * i] || tries > GC_RNG_PRIV_TRIES) return (beyond + x) | 1u;

        // Right of the next layer's edge: a random height decides. In the lowest layer: the
        // tail.
        if (i > 0) {
            uint64_t lower = gc_rng_priv_exponential_height[i], upper = gc_rng_priv_exponential_height[i + 1];
            if (gc_rng_priv_under(draw(user), lower, upper, x << 4)) return (beyond + x) | 1u;
        } else if (tails++ < 7) {
            beyond += gc_rng_priv_exponential_layer[3];
        } else {
            return (beyond + x) | 1u;
        }
        w = draw(user);
    }
}

// The sign of a normal draw is bit 8 of its word.
GC_RNG_PRIV_TEMPLATE int64_t gc_rng_priv_signed(uint64_t magnitude, uint64_t word) {
    uint64_t mask = 0 - ((word >> 8) & 1u);
    return (int64_t)((magnitude ^ mask) - mask);
}

// A standard normal draw that begins with the word w; Q57. The tail beyond r is Marsaglia's
// ("Generating a variable from the tail of the normal distribution", Technometrics 6, 1964): r
// + x with x = E1 / r, taken when x * x < 2 * E2, for two exponential draws (refused once in 15
// times; of the other words less than one in 100 is rejected).
static GC_RNG_PRIV_NOINLINE int64_t gc_rng_priv_normal_slow(gc_rng_priv_draw draw, void *user, uint64_t w) {
    for (int tries = 1;; tries++) {
        unsigned i = (unsigned)(w & 255u);
        uint64_t x = gc_rng_priv_high(w, gc_rng_priv_normal_layer[2 * i + 1]);
        if (w < gc_rng_priv_normal_layer[2 * i] || tries > GC_RNG_PRIV_TRIES) return gc_rng_priv_signed(x, w);

        // Right of the next layer's edge: a random height decides. In the lowest layer: the
        // tail.
        if (i > 0) {
            uint64_t lower = gc_rng_priv_normal_height[i], upper = gc_rng_priv_normal_height[i + 1];
            // Q62 * Q62 is x * x in Q60, x * x / 2 in Q61.
            uint64_t half_square = gc_rng_priv_high(x << 5, x << 5);
            if (gc_rng_priv_under(draw(user), lower, upper, half_square)) return gc_rng_priv_signed(x, w);
        } else {
            for (int tails = 1; tails <= GC_RNG_PRIV_TRIES; tails++) {
                uint64_t e2;
                x = gc_rng_priv_exponential_slow(draw, user, draw(user));
                x = gc_rng_priv_high(x, GC_RNG_PRIV_NORMAL_INVERSE_R);
                e2 = gc_rng_priv_exponential_slow(draw, user, draw(user));
                if (gc_rng_priv_high(x, x) < (e2 >> 6)) break;          // both in Q50
            }
            return gc_rng_priv_signed(gc_rng_priv_normal_layer[3] + x, w);
        }
        w = draw(user);
    }
}

// mean + sd * z, z in Q57.
GC_RNG_PRIV_TEMPLATE double gc_rng_priv_place(int64_t z, double mean, double sd) {
    return gc_rng_priv_add(mean, gc_rng_priv_mul(sd, gc_rng_priv_from_fixed(z)));
}

// e / rate, e in Q57. The bits are asked what the rate is: under -ffast-math no comparison
// would tell -0 from 0, nor NaN from a number.
GC_RNG_PRIV_TEMPLATE double gc_rng_priv_wait(uint64_t e, double rate) {
    uint64_t bits = gc_rng_priv_bits(rate);
    if (bits == (uint64_t)1 << 63) rate = 0.0;
    else if (bits > 0x7ff0000000000000) return gc_rng_priv_nan();    // negative or NaN
    return gc_rng_priv_div(gc_rng_priv_from_fixed((int64_t)e), rate);
}

// The rare ends of the two functions below. Called last and with all they need, so that the
// common path saves no register.
static GC_RNG_PRIV_NOINLINE double gc_rng_priv_normal_end(gc_rng_priv_draw draw, void *user, uint64_t w,
                                                          double mean, double sd) {
    return gc_rng_priv_place(gc_rng_priv_normal_slow(draw, user, w), mean, sd);
}
static GC_RNG_PRIV_NOINLINE double gc_rng_priv_exponential_end(gc_rng_priv_draw draw, void *user, uint64_t w,
                                                               double rate) {
    return gc_rng_priv_wait(gc_rng_priv_exponential_slow(draw, user, w), rate);
}

GC_RNG_PRIV_TEMPLATE double gc_rng_priv_normal(gc_rng_priv_draw draw, void *user, double mean, double sd) {
    uint64_t w = draw(user);
    const uint64_t *layer = gc_rng_priv_normal_layer + 2 * (w & 255u);
    if (GC_RNG_PRIV_UNLIKELY(w >= layer[0])) return gc_rng_priv_normal_end(draw, user, w, mean, sd);
    return gc_rng_priv_place(gc_rng_priv_signed(gc_rng_priv_high(w, layer[1]), w), mean, sd);
}

GC_RNG_PRIV_TEMPLATE double gc_rng_priv_exponential(gc_rng_priv_draw draw, void *user, double rate) {
    uint64_t w = draw(user);
    const uint64_t *layer = gc_rng_priv_exponential_layer + 2 * (w & 255u);
    if (GC_RNG_PRIV_UNLIKELY(w >= layer[0])) return gc_rng_priv_exponential_end(draw, user, w, rate);
    return gc_rng_priv_wait(gc_rng_priv_high(w, layer[1]) | 1u, rate);
}

// >>powers e to the power of a double, for log-normal numbers and statistics

// From where e^x may be infinite, 0 or no number, or has fewer bits: v * 2^n, v below 4.
static GC_RNG_PRIV_NOINLINE double gc_rng_priv_power_end(double x, double v, int n) {
    uint64_t magnitude = gc_rng_priv_bits(x) & 0x7fffffffffffffff;
    gc_rng_priv_parts p;
    if (magnitude > 0x7ff0000000000000) return gc_rng_priv_nan();
    if (magnitude >= 0x4087500000000000) {    // 746
        return gc_rng_priv_from_bits(gc_rng_priv_bits(x) >> 63 ? 0 : 0x7ff0000000000000);
    }
    p = gc_rng_priv_split(v);
    return gc_rng_priv_round(0, p.m, p.e + n, false);
}

// e^x, less than 0.52 units of the last place wrong (1 for the smallest): x = k ln 2 / 128 + r,
// and 2^(k / 128) is from the table. ln 2 / 128 is two numbers, the first so short that k times
// it is exact, and what is left of x as well. e^r - 1 by Taylor.
static double gc_rng_priv_power(double x) {
    const double shift = 6755399441055744.0;    // 1.5 * 2^52: a sum with it has k in its last bits
    double shifted = gc_rng_priv_add(gc_rng_priv_mul(x, 184.6649652337873), shift);
    double k = gc_rng_priv_add(shifted, -shift), r, square, odd, even, p, v;
    uint64_t bits = gc_rng_priv_bits(shifted);
    const uint64_t *entry = gc_rng_priv_power_of_2 + 2 * (bits & 127u);

    r = gc_rng_priv_add(x, gc_rng_priv_mul(k, -0.0054152123475432745));
    r = gc_rng_priv_add(r, gc_rng_priv_mul(k, -5.812982117197185e-13));
    square = gc_rng_priv_mul(r, r);
    odd = gc_rng_priv_add(0.5, gc_rng_priv_mul(r, 0.16666666666666666));
    even = gc_rng_priv_add(0.041666666666666664, gc_rng_priv_mul(r, 0.008333333333333333));
    p = gc_rng_priv_add(odd, gc_rng_priv_mul(square, even));
    p = gc_rng_priv_add(gc_rng_priv_add(gc_rng_priv_from_bits(entry[1]), r), gc_rng_priv_mul(square, p));

    // 2^(k / 128) with its power of two; where that is not an ordinary number, without.
    if (GC_RNG_PRIV_UNLIKELY((gc_rng_priv_bits(x) << 1) >> 1 >= 0x4086000000000000)) {    // |x| >= 704
        v = gc_rng_priv_from_bits(entry[0]);
        v = gc_rng_priv_add(v, gc_rng_priv_mul(v, p));
        return gc_rng_priv_power_end(x, v, (int)(bits >> 7 & 0x7ffu) - (int)(bits >> 7 & 0x800u));
    }
    v = gc_rng_priv_from_bits(entry[0] + (bits >> 7 << 52));
    return gc_rng_priv_add(v, gc_rng_priv_mul(v, p));
}

GC_RNG_PRIV_TEMPLATE double gc_rng_priv_lognormal(gc_rng_priv_draw draw, void *user, double mu,
                                                  double sigma) {
    return gc_rng_priv_power(gc_rng_priv_normal(draw, user, mu, sigma));
}

// The natural logarithm of an ordinary number, wrong by less than 2^-50 of 1 or of itself: the
// bits of a double are nearly one, and two steps of Halley's solve e^y = x from there.
static double gc_rng_priv_log(double x) {
    double y = gc_rng_priv_from_fixed((int64_t)(gc_rng_priv_bits(x) - 0x3ff0000000000000));
    y = gc_rng_priv_add(gc_rng_priv_mul(y, 22.18070977791825), 0.03);    // 32 ln 2
    for (int i = 0; i < 2; i++) {
        double power = gc_rng_priv_power(y);
        double off = gc_rng_priv_div(gc_rng_priv_add(x, -power), gc_rng_priv_add(x, power));
        y = gc_rng_priv_add(y, gc_rng_priv_mul(2.0, off));
    }
    return y;
}

// >>shuffle places, swaps, and how far ahead they are drawn

// Swaps elements of `size` bytes; a == b is fine. In parts of known sizes: a constant size is
// one load and one store each way, another one calls no memcpy.
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_swap(unsigned char *a, unsigned char *b, size_t size) {
#define GC_RNG_PRIV_SWAP(bytes)                                                                              \
    unsigned char x[bytes], y[bytes];                                                                        \
    memcpy(x, a, bytes);                                                                                     \
    memcpy(y, b, bytes);                                                                                     \
    memcpy(a, y, bytes);                                                                                     \
    memcpy(b, x, bytes);                                                                                     \
    a += bytes;                                                                                              \
    b += bytes;                                                                                              \
    size -= bytes;
    while (size >= 16) { GC_RNG_PRIV_SWAP(16) }
    if (size >= 8) { GC_RNG_PRIV_SWAP(8) }
    if (size >= 4) { GC_RNG_PRIV_SWAP(4) }
    while (size > 0) { GC_RNG_PRIV_SWAP(1) }
#undef GC_RNG_PRIV_SWAP
}

// One swap: the sizes of numbers and pointers have code of their own.
static void gc_rng_priv_swap_any(unsigned char *base, size_t i, size_t k, size_t size) {
    unsigned char *a = base + i * size, *b = base + k * size;
    if (size == 4) gc_rng_priv_swap(a, b, 4);
    else if (size == 8) gc_rng_priv_swap(a, b, 8);
    else gc_rng_priv_swap(a, b, size);
}

// Fisher and Yates from the end: position i - 1 gets one of the first i elements. One word
// serves two positions (Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer
// Generation", Software: Practice and Experience 55, 2025): the first multiplication's high
// half is a choice below i, its low half the word for the next, below i - 1; the last low half
// tells, as in below, whether the word is one of the 2^64 mod (i * (i - 1)) in excess. Three
// and four positions a word are slower. Beyond 2^30 elements the product would be large and
// rejections frequent: one each.

// Two places, below i and below i - 1, i at most 2^30; one place, for any i.
GC_RNG_PRIV_TEMPLATE size_t gc_rng_priv_two_places(gc_rng_priv_draw draw, void *user, uint64_t i,
                                                   size_t *second) {
    uint64_t product = i * (i - 1), low, first = gc_rng_priv_multiply(draw(user), i, &low);
    uint64_t next = gc_rng_priv_multiply(low, i - 1, &low);
    if (GC_RNG_PRIV_UNLIKELY(low < product)) {
        uint64_t excess = (0 - product) % product;
        for (int tries = 1; low < excess && tries < GC_RNG_PRIV_TRIES; tries++) {
            first = gc_rng_priv_multiply(draw(user), i, &low);
            next = gc_rng_priv_multiply(low, i - 1, &low);
        }
    }
    *second = (size_t)next;
    return (size_t)first;
}
GC_RNG_PRIV_TEMPLATE uint64_t gc_rng_priv_place_below(gc_rng_priv_draw draw, void *user, uint64_t i) {
    uint64_t low, place = gc_rng_priv_multiply(draw(user), i, &low);
    if (GC_RNG_PRIV_UNLIKELY(low < i)) {
        uint64_t excess = (0 - i) % i;
        for (int tries = 1; low < excess && tries < GC_RNG_PRIV_TRIES; tries++) {
            place = gc_rng_priv_multiply(draw(user), i, &low);
        }
    }
    return place;
}
#define GC_RNG_PRIV_IN_PAIRS ((uint64_t)1 << 30)

// In pairs alone: there are fewer elements than bytes, which are fewer than FAR.
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_shuffle_near(gc_rng_priv_draw draw, void *user,
                                                   unsigned char *base, size_t n, size_t size) {
    for (size_t i = n; i > 1; i -= 2) {
        size_t second, first = gc_rng_priv_two_places(draw, user, i, &second);
        gc_rng_priv_swap(base + (i - 1) * size, base + first * size, size);
        gc_rng_priv_swap(base + (i - 2) * size, base + second * size, size);
    }
}

// Places do not depend on the elements: a row of them is drawn ahead, and fetched while the
// next is drawn. That pays from FAR bytes on, where most elements are far away.
#define GC_RNG_PRIV_AHEAD 32    // even
#define GC_RNG_PRIV_FAR ((size_t)8 << 20)
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_shuffle_far(gc_rng_priv_draw draw, void *user,
                                                  unsigned char *base, size_t n, size_t size) {
    size_t i = n, top = n, places[GC_RNG_PRIV_AHEAD];
    while (i > 1) {
        unsigned count = 0;

        // Draw the next places, and have them fetched.
        for (; i > GC_RNG_PRIV_IN_PAIRS && count < GC_RNG_PRIV_AHEAD; i--) {
            places[count] = (size_t)gc_rng_priv_place_below(draw, user, i);
            GC_RNG_PRIV_PREFETCH(base + places[count] * size);
            count++;
        }
        for (; i > 1 && count + 1 < GC_RNG_PRIV_AHEAD; i -= 2) {
            places[count] = gc_rng_priv_two_places(draw, user, i, &places[count + 1]);
            GC_RNG_PRIV_PREFETCH(base + places[count] * size);
            GC_RNG_PRIV_PREFETCH(base + places[count + 1] * size);
            count += 2;
        }

        // Swap in the order in which they were drawn.
        for (unsigned k = 0; k < count; k++) {
            top--;
            gc_rng_priv_swap(base + top * size, base + places[k] * size, size);
        }
    }
}

// The sizes of numbers and pointers have code of their own. The state stays in registers.
static void gc_rng_priv_shuffle_near_any(gc_rng *r, unsigned char *base, size_t n, size_t size) {
    gc_rng local = *r;
    if (size == 4) gc_rng_priv_shuffle_near(gc_rng_priv_default_u64, &local, base, n, 4);
    else if (size == 8) gc_rng_priv_shuffle_near(gc_rng_priv_default_u64, &local, base, n, 8);
    else gc_rng_priv_shuffle_near(gc_rng_priv_default_u64, &local, base, n, size);
    *r = local;
}
static GC_RNG_PRIV_NOINLINE void gc_rng_priv_shuffle_far_any(gc_rng *r, unsigned char *base, size_t n,
                                                             size_t size) {
    gc_rng local = *r;
    if (size == 4) gc_rng_priv_shuffle_far(gc_rng_priv_default_u64, &local, base, n, 4);
    else gc_rng_priv_shuffle_far(gc_rng_priv_default_u64, &local, base, n, size);
    *r = local;
}

static bool gc_rng_priv_can_shuffle(const void *base, size_t n, size_t size) {
    bool ok = base && n <= (size_t)-1 / size;
    GC_RNG_ASSERT(ok && "a shuffle: base is NULL, or n * size overflows");
    return ok;
}

// >>choices weights, alias tables, the constants of the pseudo-random distribution and of pity

// w, 0 if it is negative or NaN, which the bits are asked, infinite as 2^1024; times scale.
GC_RNG_PRIV_TEMPLATE double gc_rng_priv_weight(double w, double scale) {
    uint64_t bits = gc_rng_priv_bits(w);
    if (GC_RNG_PRIV_UNLIKELY(bits >= 0x7ff0000000000000)) {
        if (bits != 0x7ff0000000000000) return 0.0;
        return gc_rng_priv_mul(gc_rng_priv_mul(scale, 8.98846567431158e307), 2.0);    // 2^1023
    }
    return gc_rng_priv_mul(w, scale);
}

static double gc_rng_priv_sum(const double *weights, size_t n, double scale) {
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) sum = gc_rng_priv_add(sum, gc_rng_priv_weight(weights[i], scale));
    return sum;
}

// What the function below leaves: weights of which one is negative, NaN or infinite, or whose
// sum is too large for a double, or so small that its parts would be rounded: those are scaled.
static GC_RNG_PRIV_NOINLINE size_t gc_rng_priv_weighted_odd(gc_rng_priv_draw draw, void *user,
                                                            const double *weights, size_t n) {
    double scale = 1.0, sum = gc_rng_priv_sum(weights, n, scale), place;
    uint64_t bits = gc_rng_priv_bits(sum);
    if (bits >= 0x7ff0000000000000 || bits < (uint64_t)123 << 52) {    // 2^-900
        // 2^-66 or 2^600
        scale = bits >= 0x7ff0000000000000 ? 1.3552527156068805e-20 : 4.149515568880993e180;
        sum = gc_rng_priv_sum(weights, n, scale);
        if (gc_rng_priv_bits(sum) == 0) return n;
    }

    place = gc_rng_priv_mul(sum, gc_rng_priv_f64(draw(user)));
    for (size_t i = 0; i < n; i++) {
        double w = gc_rng_priv_weight(weights[i], scale);
        if (place < w) return i;
        place = gc_rng_priv_add(place, -w);
    }

    // Rounding has left a place at the end: the last one that can be.
    while (gc_rng_priv_bits(gc_rng_priv_weight(weights[n - 1], scale)) == 0) n--;
    return n - 1;
}

// A place below the sum of all weights, and whose it is: as many as lie before it are counted,
// 16 at a time, since nothing could guess the branch that ends a walk.
GC_RNG_PRIV_TEMPLATE size_t gc_rng_priv_weighted(gc_rng_priv_draw draw, void *user,
                                                 const double *weights, size_t n) {
    const uint64_t infinity = 0x7ff0000000000000, low = (uint64_t)123 << 52;    // 2^-900
    double sum = 0.0, place;
    uint64_t top = 0, bits;
    size_t before = 0, beyond = 1;

    for (size_t i = 0; i < n; i++) {
        bits = gc_rng_priv_bits(weights[i]);
        top = bits > top ? bits : top;
        sum = gc_rng_priv_add(sum, weights[i]);
    }
    bits = gc_rng_priv_bits(sum);
    if (GC_RNG_PRIV_UNLIKELY(top >= infinity || bits - low >= infinity - low)) {
        return gc_rng_priv_weighted_odd(draw, user, weights, n);
    }

    place = gc_rng_priv_mul(sum, gc_rng_priv_f64(draw(user)));
    for (size_t i = 0; i < n && beyond; ) {
        for (size_t end = n - i < 16 ? n : i + 16; i < end; i++) {
            beyond &= (size_t)(place >= weights[i]);
            before += beyond;
            place = gc_rng_priv_add(place, -weights[i]);
        }
    }

    // Rounding has left a place at the end: the last one that can be.
    if (GC_RNG_PRIV_UNLIKELY(before == n)) {
        while (gc_rng_priv_bits(weights[n - 1]) == 0) n--;
        before = n - 1;
    }
    return before;
}

// The same of whole numbers: the sums up to an element that are not above the place.
GC_RNG_PRIV_TEMPLATE size_t gc_rng_priv_weighted_u32(gc_rng_priv_draw draw, void *user,
                                                     const uint32_t *weights, size_t n) {
    uint64_t sum = 0, place;
    size_t before = 0;
    for (size_t i = 0; i < n; i++) sum += weights[i];
    if (sum == 0) return n;

    place = gc_rng_priv_place_below(draw, user, sum);
    sum = 0;
    for (size_t i = 0; i < n && sum <= place; ) {
        for (size_t end = n - i < 16 ? n : i + 16; i < end; i++) {
            sum += weights[i];
            before += sum <= place;
        }
    }
    return before;
}

// A weight, finite and not negative, as an integer: w / 2^(top - 1085), cut. `top` is the
// exponent in the bits of the largest, which makes that 2^62 and more, below 2^63.
GC_RNG_PRIV_TEMPLATE uint64_t gc_rng_priv_mass(double w, unsigned top) {
    uint64_t bits = gc_rng_priv_bits(w), m = bits << 12 >> 2, one = (uint64_t)1 << 62;
    unsigned e = (unsigned)(bits >> 52) & 0x7ffu, distance;
    if (e == 0) {
        one = 0;
        e = 1;
    }
    distance = top - e;
    return distance < 64 ? (one | m) >> distance : 0;
}

// One of either kind of weights.
GC_RNG_PRIV_TEMPLATE double gc_rng_priv_weight_at(const double *weights, const uint32_t *whole, size_t i) {
    return weights ? weights[i] : (double)whole[i];
}

// The exponent in the bits of the largest weight; 0: none is above 0, or one is negative, NaN
// or infinite.
static unsigned gc_rng_priv_heaviest(const double *weights, const uint32_t *whole, size_t n) {
    uint64_t most = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = gc_rng_priv_bits(gc_rng_priv_weight_at(weights, whole, i));
        if (bits == (uint64_t)1 << 63) bits = 0;    // -0
        if (bits > most) most = bits;
    }
    if (most == 0 || most >= 0x7ff0000000000000) return 0;
    return most >> 52 == 0 ? 1u : (unsigned)(most >> 52);
}

// floor(all * 2^59 / whole); all 0 means 2^64, whole is below 2^61 and above all / 16.
static uint64_t gc_rng_priv_ratio(uint64_t all, uint64_t whole) {
    uint64_t quotient = all == 0, rest = all;
    quotient = (all - quotient) / whole;
    rest = all - quotient * whole;
    if (rest >= whole) {
        quotient++;
        rest -= whole;
    }
    for (int i = 0; i < 59; i++) {
        quotient <<= 1;
        rest <<= 1;
        if (rest >= whole) {
            quotient++;
            rest -= whole;
        }
    }
    return quotient;
}

// Evens out the thresholds, n numbers of words, `height` on average, with no memory but the
// table: each entry below the height gets what it lacks from one above it, its `other`. An
// entry that has given too much, and lies where i has been already, is the next to get.
static void gc_rng_priv_alias_pair(gc_rng_alias *table, size_t n, uint64_t height) {
    size_t rich = 0;
    for (size_t i = 0; i < n; i++) {
        size_t poor = i;
        while (table[poor].threshold < height) {
            while (table[rich].threshold <= height) rich++;
            table[poor].other = rich;
            table[rich].threshold -= height - table[poor].threshold;
            if (rich > i) break;
            poor = rich;
        }
    }
}

// Makes the table for words of which n * height are used, each entry being chosen by `height`
// of them: all words but those whose low half of the product is below `excess`. top: as
// gc_rng_priv_heaviest gives it.
static void gc_rng_priv_alias_make(gc_rng_alias *table, const double *weights, const uint32_t *whole_numbers,
                                   size_t n, unsigned top, uint64_t height, uint64_t excess) {
    uint64_t high = 0, low = 0, whole, ratio, all = height * n, before = 0, part_before = 0;
    unsigned shift = 0, up = 0;

    // The sum of all; without `shift` bits it is below 2^61, and at least 2^60.
    for (size_t i = 0; i < n; i++) {
        uint64_t m = gc_rng_priv_mass(gc_rng_priv_weight_at(weights, whole_numbers, i), top);
        low += m;
        high += low < m;
    }
    for (whole = low; high > 0 || whole >> 61; shift++) {
        whole = whole >> 1 | high << 63;
        high >>= 1;
    }
    for (; whole >> 60 == 0; up++) whole <<= 1;    // subnormal numbers
    ratio = gc_rng_priv_ratio(all, whole);

    // Divide the words by the sums up to each entry, so that what is cut off is not lost: `to`
    // is part * all / whole, cut, by way of the ratio, which makes it too small by 4 at most.
    low = 0;
    for (size_t i = 0; i < n; i++) {
        uint64_t m = gc_rng_priv_mass(gc_rng_priv_weight_at(weights, whole_numbers, i), top), part, to, rest;
        low += m;
        high += low < m;
        part = low << up;
        if (shift > 0) part = shift > 63 ? high >> (shift - 64) : low >> shift | high << (64 - shift);
        if (part - part_before == whole) {    // the only one
            for (size_t k = 0; k < n; k++) {
                table[k].threshold = 0;
                table[k].other = i;
            }
            return;
        }

        to = gc_rng_priv_multiply(part, ratio, &rest) << 5 | rest >> 59;
        rest = part * all - to * whole;
        while (rest >= whole) {
            rest -= whole;
            to++;
        }
        table[i].threshold = to - before;
        table[i].other = i;
        before = to;
        part_before = part;
    }

    // The lows of an entry's words lie n apart, the first of them below excess + n.
    gc_rng_priv_alias_pair(table, n, height);
    for (size_t i = 0; i < n; i++) {
        table[i].threshold = table[i].other == i ? 0 : excess + table[i].threshold * n;
    }
}

static int gc_rng_priv_alias(gc_rng_alias *table, const double *weights, const uint32_t *whole, size_t n) {
    uint64_t height = 0, excess = 0;
    unsigned top;
    bool ok = table && (weights || whole) && n <= (size_t)-1 / sizeof *table;
    GC_RNG_ASSERT(ok && "an alias table: table or weights is NULL, or n too large");
    if (!ok) return GC_RNG_E_ARGUMENT;

    top = gc_rng_priv_heaviest(weights, whole, n);
    if (top == 0) return GC_RNG_E_ARGUMENT;
    if (n > 1) {    // one entry is the only one
        excess = gc_rng_priv_excess(n);
        height = (0 - excess - n) / n + 1;
    }
    gc_rng_priv_alias_make(table, weights, whole, n, top, height, excess);
    return GC_RNG_OK;
}

GC_RNG_API int gc_rng_alias_init(gc_rng_alias *table, const double *weights, size_t n) {
    return gc_rng_priv_alias(table, weights, NULL, n);
}

GC_RNG_API int gc_rng_alias_init_u32(gc_rng_alias *table, const uint32_t *weights, size_t n) {
    return gc_rng_priv_alias(table, NULL, weights, n);
}

// How many tries a hit takes on average when the first has the chance c (Q63, above 0): the sum
// of the chances that 0, 1, 2 ... tries have missed. Q57; it must be below 128.
static uint64_t gc_rng_priv_prd_mean(uint64_t c) {
    const uint64_t one = (uint64_t)1 << 63;
    uint64_t missed = one, chance = 0, mean = 0;
    while (missed > 0) {
        mean += missed >> 6;
        chance += c;
        if (chance >= one) break;
        missed = gc_rng_priv_high(missed, (one - chance) << 1);
    }
    return mean;
}

// For chances below 1 / 64 that sum is Ramanujan's Q(1 / c), which he developed in powers of 1
// / s, s = sqrt(pi / 2c): s - 1/3 + h/(12 s) - 4h/(135 s^2) + h^2/(288 s^3) + 8h^2/(2835 s^4)
// ... with h = pi / 2. Solves for s, to which the sum is near, and gives c.
static double gc_rng_priv_prd_rare(double mean) {
    static const double terms[5] = {
        -0.010386209548039, 0.0069626834973885, 0.0085673672956, -0.046542113386515, 0.13089969389957478
    };
    const double third = 0.33333333333333331, half_pi = 1.5707963267948966;
    double s = mean;
    for (int i = 0; i < 6; i++) {
        double sum = 0.0, inverse = gc_rng_priv_div(1.0, s);
        for (int k = 0; k < 5; k++) {
            sum = gc_rng_priv_mul(gc_rng_priv_add(sum, terms[k]), inverse);
        }
        s = gc_rng_priv_add(gc_rng_priv_add(mean, third), -sum);
    }
    return gc_rng_priv_div(half_pi, gc_rng_priv_mul(s, s));
}

GC_RNG_API int gc_rng_prd_init(gc_rng_prd *prd, double chance) {
    const uint64_t infinity = 0x7ff0000000000000, one = 0x3ff0000000000000, least = 0x3e70000000000000;
    const double scale = 9223372036854775808.0;    // 2^63
    uint64_t bits = gc_rng_priv_bits(chance), low, high, target;
    GC_RNG_ASSERT(prd && "gc_rng_prd_init: prd is NULL");
    if (!prd) return GC_RNG_E_ARGUMENT;

    // Asked by its bits, since -ffast-math knows no NaN. -0 is 0.
    prd->c = 0;
    prd->tries = 0;
    if (bits << 1 == 0) return GC_RNG_OK;
    if (bits > infinity || bits > one || bits < least) return GC_RNG_E_ARGUMENT;

    if (chance < 0.015625) {
        double c = gc_rng_priv_prd_rare(gc_rng_priv_div(1.0, chance));
        prd->c = (uint64_t)gc_rng_priv_add(gc_rng_priv_mul(c, scale), 0.5);
        return GC_RNG_OK;
    }

    // By halving what c may be: not below chance * chance, nor above the chance.
    target = (uint64_t)gc_rng_priv_div(144115188075855872.0, chance);    // Q57
    high = (uint64_t)gc_rng_priv_mul(chance, scale);
    low = gc_rng_priv_high(high, high) << 1;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (gc_rng_priv_prd_mean(middle) > target) low = middle + 1;
        else high = middle;
    }
    prd->c = low;
    return GC_RNG_OK;
}

// Tries a hit takes on average with this base chance, in 2^-46; step is made to fit it.
static uint64_t gc_rng_priv_pity_mean(gc_rng_pity *p, uint64_t base) {
    const uint64_t one = (uint64_t)1 << 63;
    uint64_t missed = one, mean = 0, chance = base;
    p->base = base;
    p->step = (one - base) / (p->hard - p->soft + 1);
    for (uint32_t n = 1; n <= p->hard; n++) {
        mean += missed >> 17;
        if (n >= p->soft) chance += p->step;
        missed = chance < one ? missed - gc_rng_priv_high(missed, chance << 1) : 0;
    }
    return mean;
}

GC_RNG_API int gc_rng_pity_init(gc_rng_pity *pity, double rate, uint32_t soft, uint32_t hard) {
    uint64_t bits = gc_rng_priv_bits(rate), low = 0, high = (uint64_t)1 << 63, target;
    gc_rng_pity p = { 0, 0, soft, hard, 0 };
    GC_RNG_ASSERT(pity && "gc_rng_pity_init: pity is NULL");
    if (!pity || bits - 1 >= 0x3ff0000000000000 || bits < 0x3e70000000000000 || soft < 1 || soft > hard
        || hard > 65536) return GC_RNG_E_ARGUMENT;

    // By halving what the base may be.
    target = (uint64_t)gc_rng_priv_div(70368744177664.0, rate);    // 2^46
    if (gc_rng_priv_pity_mean(&p, 0) < target) return GC_RNG_E_ARGUMENT;
    while (high - low > 1024) {
        uint64_t middle = low + (high - low) / 2;
        if (gc_rng_priv_pity_mean(&p, middle) > target) low = middle + 1;
        else high = middle;
    }
    gc_rng_priv_pity_mean(&p, high);
    *pity = p;
    return GC_RNG_OK;
}

// >>counts how often and how long: binomial, geometric, Poisson, gamma; directions

// p as a part of 2^64, cut; p is above 0 and below 1.
GC_RNG_PRIV_TEMPLATE uint64_t gc_rng_priv_part(double p) {
    return (uint64_t)gc_rng_priv_mul(gc_rng_priv_mul(p, 4294967296.0), 4294967296.0);
}

GC_RNG_PRIV_TEMPLATE unsigned gc_rng_priv_ones(uint64_t v) {
    v -= v >> 1 & 0x5555555555555555;
    v = (v & 0x3333333333333333) + (v >> 2 & 0x3333333333333333);
    v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (unsigned)(v * 0x0101010101010101 >> 56);
}

// Up to 64 tries at once, those whose bits are set in `open`: how many succeed. Bit k of the
// words is try k's number, from its highest bit on, which is compared with p's; a try is
// decided where they differ.
GC_RNG_PRIV_TEMPLATE unsigned gc_rng_priv_tries(gc_rng_priv_draw draw, void *user, uint64_t open,
                                                uint64_t p) {
    uint64_t hits = 0;
    for (; open && p; p <<= 1) {
        uint64_t word = draw(user), up = 0 - (p >> 63);
        hits |= open & ~word & up;
        open &= ~(word ^ up);
    }
    return gc_rng_priv_ones(hits);
}

GC_RNG_PRIV_TEMPLATE uint64_t gc_rng_priv_few_tries(gc_rng_priv_draw draw, void *user, uint64_t n, double p) {
    uint64_t hits = 0, part;
    if (!(p > 0.0)) return 0;
    if (p >= 1.0) return n;
    part = gc_rng_priv_part(p);
    if (n <= 16) {    // sooner done one by one
        for (; n > 0; n--) hits += draw(user) < part;
        return hits;
    }
    for (; n > 64; n -= 64) {
        hits += gc_rng_priv_tries(draw, user, ~(uint64_t)0, part);
    }
    return hits + gc_rng_priv_tries(draw, user, ((uint64_t)2 << (n - 1)) - 1, part);
}

// A standard normal number.
GC_RNG_PRIV_TEMPLATE double gc_rng_priv_standard(gc_rng_priv_draw draw, void *user) {
    uint64_t w = draw(user);
    const uint64_t *layer = gc_rng_priv_normal_layer + 2 * (w & 255u);
    if (GC_RNG_PRIV_UNLIKELY(w >= layer[0])) return gc_rng_priv_normal_end(draw, user, w, 0.0, 1.0);
    return gc_rng_priv_from_fixed(gc_rng_priv_signed(gc_rng_priv_high(w, layer[1]), w));
}

// ln u < x^2 / 2 + d (1 - v + ln v)
static GC_RNG_PRIV_NOINLINE bool gc_rng_priv_is_gamma(double u, double square, double d, double v) {
    double rest = gc_rng_priv_add(gc_rng_priv_add(1.0, -v), gc_rng_priv_log(v));
    rest = gc_rng_priv_add(gc_rng_priv_mul(0.5, square), gc_rng_priv_mul(d, rest));
    return gc_rng_priv_log(u) < rest;
}

// Marsaglia and Tsang: a cube of a normal number, nearly all of which are taken; a shape below
// 1 from the one above it.
GC_RNG_PRIV_TEMPLATE double gc_rng_priv_gamma(gc_rng_priv_draw draw, void *user, double shape, double scale) {
    double under_1 = 0.0, d, c, x, v = 1.0;
    if (gc_rng_priv_bits(shape) - 1 >= 0x7fefffffffffffff) return gc_rng_priv_nan();
    if (shape < 1.0) {
        under_1 = shape;
        shape = gc_rng_priv_add(shape, 1.0);
    }

    d = gc_rng_priv_add(shape, -0.3333333333333333);
    c = gc_rng_priv_div(0.3333333333333333, gc_rng_priv_root(d));
    for (int tries = 0; tries < 16; tries++) {    // less than one in 20 is rejected
        double u, square;
        x = gc_rng_priv_standard(draw, user);
        v = gc_rng_priv_add(1.0, gc_rng_priv_mul(c, x));
        if (!(v > 0.0)) continue;
        v = gc_rng_priv_mul(gc_rng_priv_mul(v, v), v);
        u = gc_rng_priv_f64_open(draw(user));
        square = gc_rng_priv_mul(x, x);
        if (u < gc_rng_priv_add(1.0, gc_rng_priv_mul(-0.0331, gc_rng_priv_mul(square, square)))) break;
        if (gc_rng_priv_is_gamma(u, square, d, v)) break;
        v = 1.0;    // what is given when no try is taken
    }

    v = gc_rng_priv_mul(d, v > 0.0 ? v : 1.0);
    if (under_1 > 0.0) {    // times u^(1 / shape)
        x = gc_rng_priv_exponential(draw, user, 1.0);
        v = gc_rng_priv_mul(v, gc_rng_priv_power(gc_rng_priv_div(-x, under_1)));
    }
    return gc_rng_priv_mul(v, scale);
}

// What the sources' gamma and Poisson call, and the others for counts that are not small: by
// the place of the middle one of the numbers, or of 7/8 of the events, what lies on one side of
// it is known, and the other side is smaller (Ahrens and Dieter, Computing 12, 1974).
static GC_RNG_PRIV_NOINLINE double gc_rng_priv_gamma_any(gc_rng_priv_draw draw, void *user, double shape,
                                                         double scale) {
    return gc_rng_priv_gamma(draw, user, shape, scale);
}

static GC_RNG_PRIV_NOINLINE uint64_t gc_rng_priv_binomial_any(gc_rng_priv_draw draw, void *user, uint64_t n,
                                                              double p) {
    uint64_t hits = 0, bits = gc_rng_priv_bits(p), most = (uint64_t)1 << 53;
    if (n > most) n = most;
    if (n == 0 || bits - 1 >= 0x7ff0000000000000) return 0;    // 0, negative or NaN
    if (bits >= 0x3ff0000000000000) return n;
    while (n > 2048) {
        uint64_t middle = n / 2 + 1;
        double low = gc_rng_priv_gamma_any(draw, user, (double)(int64_t)middle, 1.0);
        double high = gc_rng_priv_gamma_any(draw, user, (double)(int64_t)(n + 1 - middle), 1.0);
        double all = gc_rng_priv_add(low, high), at = gc_rng_priv_div(low, all);
        if (at <= p) {
            hits += middle;
            n -= middle;
            p = gc_rng_priv_div(gc_rng_priv_add(p, -at), gc_rng_priv_div(high, all));
        } else {
            n = middle - 1;
            p = gc_rng_priv_div(p, at);
        }
    }
    return hits + gc_rng_priv_few_tries(draw, user, n, p);
}

GC_RNG_PRIV_TEMPLATE uint64_t gc_rng_priv_binomial(gc_rng_priv_draw draw, void *user, uint64_t n, double p) {
    bool is_few = n - 1 < 2048 && gc_rng_priv_bits(p) - 1 < 0x3ff0000000000000 - 1;    // 0 < p < 1
    return is_few ? gc_rng_priv_few_tries(draw, user, n, p) : gc_rng_priv_binomial_any(draw, user, n, p);
}

// Waiting times, Q57, until their sum is above the mean, which is at most 8.
GC_RNG_PRIV_TEMPLATE uint64_t gc_rng_priv_few_events(gc_rng_priv_draw draw, void *user, double mean) {
    uint64_t end = (uint64_t)gc_rng_priv_mul(mean, 144115188075855872.0), at = 0, k = 0;
    for (; k < GC_RNG_PRIV_TRIES; k++) {
        uint64_t w = draw(user);
        const uint64_t *layer = gc_rng_priv_exponential_layer + 2 * (w & 255u);
        if (w < layer[0]) at += gc_rng_priv_high(w, layer[1]) | 1u;
        else at += gc_rng_priv_exponential_slow(draw, user, w);
        if (at > end) break;
    }
    return k;
}

static GC_RNG_PRIV_NOINLINE uint64_t gc_rng_priv_poisson_any(gc_rng_priv_draw draw, void *user, double mean) {
    uint64_t count = 0, bits = gc_rng_priv_bits(mean);
    if (bits > 0x7ff0000000000000) return 0;    // negative or NaN
    if (bits > 0x4340000000000000) mean = 9007199254740992.0;
    for (int tries = 0; mean >= 8.0; tries++) {
        uint64_t k = (uint64_t)gc_rng_priv_mul(mean, 0.875);
        double at = gc_rng_priv_gamma_any(draw, user, (double)(int64_t)k, 1.0);
        if (tries > 64) return count + k;    // 18 are many
        if (at > mean) {
            return count + gc_rng_priv_binomial_any(draw, user, k - 1, gc_rng_priv_div(mean, at));
        }
        count += k;
        mean = gc_rng_priv_add(mean, -at);
    }
    return count + gc_rng_priv_few_events(draw, user, mean);
}

GC_RNG_PRIV_TEMPLATE uint64_t gc_rng_priv_poisson(gc_rng_priv_draw draw, void *user, double mean) {
    bool is_few = gc_rng_priv_bits(mean) < 0x4020000000000000;    // from 0 to 8
    return is_few ? gc_rng_priv_few_events(draw, user, mean) : gc_rng_priv_poisson_any(draw, user, mean);
}

// -ln(1 - p) = 2 artanh(p / (2 - p)), for p below 1/8.
GC_RNG_PRIV_TEMPLATE double gc_rng_priv_rate(double p) {
    static const double parts[6] = {
        0.09090909090909091, 0.1111111111111111, 0.14285714285714285, 0.2, 0.3333333333333333, 1.0
    };
    double z = gc_rng_priv_div(p, gc_rng_priv_add(2.0, -p)), square = gc_rng_priv_mul(z, z);
    double sum = 0.07692307692307693;    // 1 / 13
    for (int k = 0; k < 6; k++) sum = gc_rng_priv_add(parts[k], gc_rng_priv_mul(square, sum));
    return gc_rng_priv_mul(gc_rng_priv_mul(2.0, z), sum);
}

// A chance that is small: the time of an exponential number. Otherwise try after try.
GC_RNG_PRIV_TEMPLATE uint64_t gc_rng_priv_geometric(gc_rng_priv_draw draw, void *user, double p) {
    const uint64_t never = (uint64_t)1 << 63;
    uint64_t bits = gc_rng_priv_bits(p), part, failed = 0;
    double wait;
    if (bits - 1 >= 0x7ff0000000000000) return never;    // 0, negative or NaN
    if (bits >= 0x3ff0000000000000) return 0;

    if (p >= 0.125) {
        part = gc_rng_priv_part(p);
        while (draw(user) >= part && failed < 1024) failed++;
        return failed;
    }

    wait = gc_rng_priv_exponential(draw, user, gc_rng_priv_rate(p));
    return wait < 9223372036854775808.0 ? (uint64_t)wait : never;
}

// v * 2^-shift, rounded once.
GC_RNG_PRIV_TEMPLATE double gc_rng_priv_scaled(int64_t v, double scale) {
    double d = (double)v;
    GC_RNG_PRIV_FENCE(double, d);
    return gc_rng_priv_mul(d, scale);
}
#define GC_RNG_PRIV_2_31 (1.0 / 2147483648.0)
#define GC_RNG_PRIV_2_62 (GC_RNG_PRIV_2_31 * GC_RNG_PRIV_2_31)

// Two odd numbers of either sign until their point is in the circle of radius 2^31; the square
// of its distance from 0.
GC_RNG_PRIV_TEMPLATE int64_t gc_rng_priv_inside(gc_rng_priv_draw draw, void *user, int64_t x[2]) {
    for (int tries = 0; tries < GC_RNG_PRIV_TRIES; tries++) {
        uint64_t word = draw(user), square;
        x[0] = (int64_t)((word & 0xffffffffu) | 1u) - 0x80000000;
        x[1] = (int64_t)((word >> 32) | 1u) - 0x80000000;
        square = (uint64_t)(x[0] * x[0]) + (uint64_t)(x[1] * x[1]);
        if (square < (uint64_t)1 << 62) return (int64_t)square;
    }
    x[0] = x[1] = 1;
    return 2;
}

GC_RNG_PRIV_TEMPLATE void gc_rng_priv_disc(gc_rng_priv_draw draw, void *user, double *xy) {
    int64_t x[2];
    gc_rng_priv_inside(draw, user, x);
    for (int i = 0; i < 2; i++) xy[i] = gc_rng_priv_scaled(x[i], GC_RNG_PRIV_2_31);
}

// Twice the angle of a point in the circle.
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_direction(gc_rng_priv_draw draw, void *user, double *xy) {
    int64_t x[2], square = gc_rng_priv_inside(draw, user, x);
    double inverse = gc_rng_priv_div(1.0, gc_rng_priv_scaled(square, 1.0));
    xy[0] = gc_rng_priv_scaled(x[0] * x[0] - x[1] * x[1], inverse);
    xy[1] = gc_rng_priv_scaled(2 * x[0] * x[1], inverse);
}

// The point's angle, and a height made of its distance, as even as that is (Marsaglia, Annals
// of Mathematical Statistics 43, 1972).
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_sphere(gc_rng_priv_draw draw, void *user, double *xyz) {
    int64_t x[2], one = (int64_t)1 << 62, square = gc_rng_priv_inside(draw, user, x);
    double side = gc_rng_priv_root(gc_rng_priv_scaled(one - square, GC_RNG_PRIV_2_62));
    side = gc_rng_priv_mul(side, 2.0 * GC_RNG_PRIV_2_31);
    for (int i = 0; i < 2; i++) xyz[i] = gc_rng_priv_scaled(x[i], side);
    xyz[2] = gc_rng_priv_scaled(one - 2 * square, GC_RNG_PRIV_2_62);
}

GC_RNG_PRIV_TEMPLATE void gc_rng_priv_turn_of(const double *q, const double *doubled, double *m, int i, int a,
                                              int b) {
    double two = gc_rng_priv_mul(doubled[a], q[b]), turned = gc_rng_priv_mul(doubled[i], q[0]);
    double rest = gc_rng_priv_add(gc_rng_priv_mul(doubled[a], q[a]), gc_rng_priv_mul(doubled[b], q[b]));
    m[4 * i - 4] = gc_rng_priv_add(1.0, -rest);
    m[3 * a + b - 4] = gc_rng_priv_add(two, -turned);
    m[3 * b + a - 4] = gc_rng_priv_add(two, turned);
}

// A quaternion as a matrix.
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_matrix(double *q, double *m) {
    double doubled[4], square = 0.0;
    for (int i = 0; i < 4; i++) square = gc_rng_priv_add(square, gc_rng_priv_mul(q[i], q[i]));
    if (GC_RNG_PRIV_UNLIKELY(!(square > 0.0))) square = q[0] = 1.0;    // no proper source gives zeros
    square = gc_rng_priv_div(2.0, square);
    for (int i = 0; i < 4; i++) doubled[i] = gc_rng_priv_mul(square, q[i]);

    // On the diagonal 1 less the squares of the two others; beside it a product, and one with
    // the first number, added or taken away.
    gc_rng_priv_turn_of(q, doubled, m, 1, 2, 3);
    gc_rng_priv_turn_of(q, doubled, m, 2, 3, 1);
    gc_rng_priv_turn_of(q, doubled, m, 3, 1, 2);
}

// Of four normal numbers, whose direction is even.
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_turn(gc_rng_priv_draw draw, void *user, double *m) {
    double q[4];
    for (int i = 0; i < 4; i++) q[i] = gc_rng_priv_standard(draw, user);
    gc_rng_priv_matrix(q, m);
}

// The sum of some of the dice: each to its place, the highest in front.
static GC_RNG_PRIV_NOINLINE int64_t gc_rng_priv_kept(int *dice, int n, int keep) {
    int first = keep > 0 || n + keep < 0 ? 0 : n + keep, last = keep < 0 || keep > n ? n : keep;
    int64_t sum = 0;
    for (int i = 1; i < n; i++) {
        int v = dice[i], k = i;
        for (; k > 0 && dice[k - 1] < v; k--) dice[k] = dice[k - 1];
        dice[k] = v;
    }
    for (int i = first; i < last; i++) sum += dice[i];
    return sum;
}

// All but one, or one alone, is what most want: no need to sort.
GC_RNG_PRIV_TEMPLATE int64_t gc_rng_priv_dice_keep(gc_rng_priv_draw draw, void *user, int count, int sides,
                                                   int keep) {
    int dice[100], least = 0x7fffffff, most = 0, n = count < 100 ? count : 100;
    int64_t sum = 0;
    for (int i = 0; i < n && sides > 0; i++) {
        int v = 1 + (int)gc_rng_priv_place_below(draw, user, (uint64_t)sides);
        dice[i] = v;
        sum += v;
        least = v < least ? v : least;
        most = v > most ? v : most;
    }
    if (n < 1 || sides < 1 || keep == 0) return 0;
    if (keep == n - 1) return sum - least;
    if (keep == 1) return most;
    if (keep == -1) return least;
    if (keep == 1 - n) return sum - most;
    return gc_rng_priv_kept(dice, n, keep);
}

// >>distributions the public functions over the six above

// Both forms of a number from a distribution, over the template gc_rng_priv_name, the source's
// over gc_rng_priv_any: the list of parameters, and then their names. (Where clang sees the
// implementation, the assertion of a seeded state keeps it from inlining gc_rng_exponential;
// NDEBUG lets it.)
#define GC_RNG_PRIV_LIST(...) __VA_ARGS__
#define GC_RNG_PRIV_DEFINE_NUMBER(type, bad, name, any, parameters, ...)                                     \
    GC_RNG_API type gc_rng_##name(gc_rng *r, GC_RNG_PRIV_LIST parameters) {                                  \
        GC_RNG_ASSERT(r && gc_rng_priv_is_seeded(r) && "a draw: r is NULL, or nobody has seeded it");        \
        if (!r) return bad;                                                                                  \
        return gc_rng_priv_##name(gc_rng_priv_default_u64, r, __VA_ARGS__);                                  \
    }                                                                                                        \
    GC_RNG_API type gc_rng_source_##name(const gc_rng_source *s, GC_RNG_PRIV_LIST parameters) {              \
        GC_RNG_ASSERT(s && s->u64 && "a draw: no source");                                                   \
        if (!s || !s->u64) return bad;                                                                       \
        return gc_rng_priv_##any(s->u64, s->user, __VA_ARGS__);                                              \
    }
GC_RNG_PRIV_DEFINE_NUMBER(double, gc_rng_priv_nan(), normal, normal, (double mean, double sd), mean, sd)
GC_RNG_PRIV_DEFINE_NUMBER(double, gc_rng_priv_nan(), exponential, exponential, (double rate), rate)
GC_RNG_PRIV_DEFINE_NUMBER(double, gc_rng_priv_nan(), lognormal, lognormal, (double mu, double sigma),
                          mu, sigma)
GC_RNG_PRIV_DEFINE_NUMBER(double, gc_rng_priv_nan(), gamma, gamma_any, (double shape, double scale),
                          shape, scale)
GC_RNG_PRIV_DEFINE_NUMBER(uint64_t, 0, poisson, poisson_any, (double mean), mean)
GC_RNG_PRIV_DEFINE_NUMBER(uint64_t, 0, binomial, binomial, (uint64_t n, double p), n, p)
GC_RNG_PRIV_DEFINE_NUMBER(uint64_t, 0, geometric, geometric, (double p), p)
GC_RNG_PRIV_DEFINE_NUMBER(int64_t, 0, dice_keep, dice_keep, (int count, int sides, int keep),
                          count, sides, keep)

// As above; a pointer that is needed must not be NULL.
#define GC_RNG_PRIV_DEFINE_WITH(type, give, otherwise, name, pointer, last, ...)                             \
    GC_RNG_API type gc_rng_##name(gc_rng *r, GC_RNG_PRIV_LIST last) {                                        \
        bool ok = r && (pointer);                                                                            \
        GC_RNG_ASSERT(ok && gc_rng_priv_is_seeded(r) && "a draw: a pointer is NULL, or r is not seeded");    \
        if (ok) give gc_rng_priv_##name(gc_rng_priv_default_u64, r, __VA_ARGS__);                            \
        otherwise;                                                                                           \
    }                                                                                                        \
    GC_RNG_API type gc_rng_source_##name(const gc_rng_source *s, GC_RNG_PRIV_LIST last) {                    \
        bool ok = s && s->u64 && (pointer);                                                                  \
        GC_RNG_ASSERT(ok && "a draw: no source, or a pointer is NULL");                                      \
        if (ok) give gc_rng_priv_##name(s->u64, s->user, __VA_ARGS__);                                       \
        otherwise;                                                                                           \
    }
GC_RNG_PRIV_DEFINE_WITH(size_t, return, return n, weighted, weights || n == 0,
                        (const double *weights, size_t n), weights, n)
GC_RNG_PRIV_DEFINE_WITH(size_t, return, return n, weighted_u32, weights || n == 0,
                        (const uint32_t *weights, size_t n), weights, n)
GC_RNG_PRIV_DEFINE_WITH(void, (void), (void)0, disc, xy, (double xy[2]), xy)
GC_RNG_PRIV_DEFINE_WITH(void, (void), (void)0, direction, xy, (double xy[2]), xy)
GC_RNG_PRIV_DEFINE_WITH(void, (void), (void)0, sphere, xyz, (double xyz[3]), xyz)
GC_RNG_PRIV_DEFINE_WITH(void, (void), (void)0, turn, m, (double m[9]), m)

// gc_rng_priv_normal or _exponential (a is its rate) with wide's words, whose count stays in a
// register: of each word of the round that its layer accepts at once; the others go the long
// way, which takes words of r.
GC_RNG_PRIV_TEMPLATE void gc_rng_priv_wide_draws(gc_rng_wide *r, double *dst, size_t n, bool normal, double a,
                                                 double b) {
    for (size_t i = 0; i < n;) {
        uint32_t used = r->used;
        for (; used < 128 && i < n; i++) {
            uint64_t w = r->words[used++], x;
            const uint64_t *layer = (normal ? gc_rng_priv_normal_layer : gc_rng_priv_exponential_layer)
                                    + 2 * (w & 255u);
            if (GC_RNG_PRIV_UNLIKELY(w >= layer[0])) {
                r->used = used;
                dst[i] = normal ? gc_rng_priv_normal_end(gc_rng_priv_wide_u64, r, w, a, b)
                                : gc_rng_priv_exponential_end(gc_rng_priv_wide_u64, r, w, a);
                used = r->used;
                continue;
            }
            x = gc_rng_priv_high(w, layer[1]);
            dst[i] = normal ? gc_rng_priv_place(gc_rng_priv_signed(x, w), a, b) : gc_rng_priv_wait(x | 1u, a);
        }
        r->used = used;
        if (used >= 128 && i < n) gc_rng_priv_wide_refill(r);
    }
}

GC_RNG_API void gc_rng_wide_fill_normal(gc_rng_wide *r, double *dst, size_t n, double mean, double sd) {
    bool ok = r && (dst || n == 0) && n <= (size_t)-1 / sizeof(double);
    GC_RNG_ASSERT(ok && "gc_rng_wide_fill_normal: r or dst is NULL, or n too large");
    if (ok) gc_rng_priv_wide_draws(r, dst, n, true, mean, sd);
}

GC_RNG_API void gc_rng_wide_fill_exponential(gc_rng_wide *r, double *dst, size_t n, double rate) {
    bool ok = r && (dst || n == 0) && n <= (size_t)-1 / sizeof(double);
    GC_RNG_ASSERT(ok && "gc_rng_wide_fill_exponential: r or dst is NULL, or n too large");
    if (ok) gc_rng_priv_wide_draws(r, dst, n, false, rate, rate);
}

GC_RNG_API void gc_rng_shuffle(gc_rng *r, void *base, size_t n, size_t size) {
    unsigned char *bytes = (unsigned char *)base;
    if (n < 2 || size == 0) return;
    GC_RNG_ASSERT(r && gc_rng_priv_is_seeded(r) && "gc_rng_shuffle: r is NULL, or nobody has seeded it");
    if (!r || !gc_rng_priv_can_shuffle(base, n, size)) return;
    if (n * size >= GC_RNG_PRIV_FAR) gc_rng_priv_shuffle_far_any(r, bytes, n, size);
    else gc_rng_priv_shuffle_near_any(r, bytes, n, size);
}

// The calls through the source cost so much that each size's own loop would not be seen.
GC_RNG_API void gc_rng_source_shuffle(const gc_rng_source *s, void *base, size_t n, size_t size) {
    unsigned char *bytes = (unsigned char *)base;
    size_t i = n;
    if (n < 2 || size == 0) return;
    GC_RNG_ASSERT(s && s->u64 && "gc_rng_source_shuffle: no source");
    if (!s || !s->u64 || !gc_rng_priv_can_shuffle(base, n, size)) return;
    for (; i > GC_RNG_PRIV_IN_PAIRS; i--) {
        gc_rng_priv_swap_any(bytes, i - 1, (size_t)gc_rng_source_below(s, i), size);
    }
    for (; i > 1; i -= 2) {
        size_t second, first = gc_rng_priv_two_places(s->u64, s->user, i, &second);
        gc_rng_priv_swap_any(bytes, i - 1, first, size);
        gc_rng_priv_swap_any(bytes, i - 2, second, size);
    }
}

// What is not drawn by the million has one form, of a source; the other calls it with this.
static gc_rng_source gc_rng_priv_seeded(gc_rng *r) {
    GC_RNG_ASSERT((!r || gc_rng_priv_is_seeded(r)) && "a draw: nobody has seeded r");
    return gc_rng_to_source(r);
}

GC_RNG_API void gc_rng_source_partial_shuffle(const gc_rng_source *s, void *p, size_t n, size_t size,
                                              size_t k) {
    if (n < 2 || size == 0 || k == 0) return;
    GC_RNG_ASSERT(s && s->u64 && "gc_rng_source_partial_shuffle: no source");
    if (!s || !s->u64 || !gc_rng_priv_can_shuffle(p, n, size)) return;
    for (size_t i = 0; i < k && i + 1 < n; i++) {
        gc_rng_priv_swap_any((unsigned char *)p, i, i + (size_t)gc_rng_source_below(s, n - i), size);
    }
}

GC_RNG_API void gc_rng_partial_shuffle(gc_rng *r, void *p, size_t n, size_t size, size_t k) {
    gc_rng_source s = gc_rng_priv_seeded(r);
    if (r) gc_rng_source_partial_shuffle(&s, p, n, size, k);
}

// The next character that is not a blank, in lower case; a number of at most 9 digits, -1 where
// there is none.
static char gc_rng_priv_roll_char(const char **at) {
    while (**at == ' ') ++*at;
    return (char)(**at >= 'A' && **at <= 'Z' ? **at + ('a' - 'A') : **at);
}
static int gc_rng_priv_roll_number(const char **at) {
    int v = -1, digits = 0;
    for (gc_rng_priv_roll_char(at); **at >= '0' && **at <= '9' && digits < 9; ++*at, digits++) {
        v = (v < 0 ? 0 : v * 10) + (**at - '0');
    }
    return v;
}

// One term, "3", "2d6" or "4d6k3", added to the sum; false when it is none. s NULL: no dice.
static bool gc_rng_priv_roll_term(const gc_rng_source *s, const char **at, int64_t sign, int64_t *sum) {
    int count = gc_rng_priv_roll_number(at), sides, keep;
    char kept;
    if (gc_rng_priv_roll_char(at) != 'd') {
        *sum += sign * count;
        return count >= 0;
    }

    ++*at;
    if (count < 0) count = 1;
    if (gc_rng_priv_roll_char(at) == '%') {
        ++*at;
        sides = 100;
    } else {
        sides = gc_rng_priv_roll_number(at);
    }
    if (sides < 1 || count > 1000) return false;

    kept = gc_rng_priv_roll_char(at);
    if (kept != 'k' && kept != 'l') {
        if (s) *sum += sign * gc_rng_source_dice(s, count, sides);
        return true;
    }
    ++*at;
    keep = gc_rng_priv_roll_number(at);
    if (keep < 0 || count > 100) return false;
    if (s) *sum += sign * gc_rng_source_dice_keep(s, count, sides, kept == 'k' ? keep : -keep);
    return true;
}

static bool gc_rng_priv_roll(const gc_rng_source *s, const char *text, int64_t *sum) {
    char next = gc_rng_priv_roll_char(&text);
    *sum = 0;
    if (next != '+' && next != '-') next = '+';
    else text++;
    for (; next == '+' || next == '-'; next = gc_rng_priv_roll_char(&text), text += next != '\0') {
        if (!gc_rng_priv_roll_term(s, &text, next == '+' ? 1 : -1, sum)) return false;
    }
    return next == '\0';
}

GC_RNG_API int gc_rng_source_roll(const gc_rng_source *s, const char *text, int64_t *sum) {
    bool ok = s && s->u64 && text && sum;
    int64_t all;
    GC_RNG_ASSERT(ok && "gc_rng_source_roll: no source, or a pointer is NULL");
    if (!ok || !gc_rng_priv_roll(NULL, text, &all)) return GC_RNG_E_ARGUMENT;
    gc_rng_priv_roll(s, text, sum);
    return GC_RNG_OK;
}

GC_RNG_API int gc_rng_roll(gc_rng *r, const char *text, int64_t *sum) {
    gc_rng_source s = gc_rng_priv_seeded(r);
    return r ? gc_rng_source_roll(&s, text, sum) : GC_RNG_E_ARGUMENT;
}

GC_RNG_API void *gc_rng_source_bag_next(const gc_rng_source *s, gc_rng_bag *bag) {
    bool ok = s && s->u64 && bag && (bag->items || bag->n == 0);
    GC_RNG_ASSERT(ok && "gc_rng_source_bag_next: no source, or bag or its items is NULL");
    if (!ok || bag->n == 0) return NULL;

    // The items that have not come stand in front.
    if (bag->left == 0 || bag->left > bag->n) bag->left = bag->n;
    size_t place = (size_t)gc_rng_source_below(s, bag->left--);
    gc_rng_priv_swap_any((unsigned char *)bag->items, bag->left, place, bag->size);
    return (unsigned char *)bag->items + bag->left * bag->size;
}

GC_RNG_API void *gc_rng_bag_next(gc_rng *r, gc_rng_bag *bag) {
    gc_rng_source s = gc_rng_priv_seeded(r);
    return r ? gc_rng_source_bag_next(&s, bag) : NULL;
}

// Number after number: each is taken with the chance of what is still wanted over what is still
// left (Knuth, TAOCP 2, 3.4.2, algorithm S).
static void gc_rng_priv_sample_most(const gc_rng_source *s, size_t *out, size_t k, size_t n) {
    for (size_t i = 0, have = 0; have < k; i++) {
        if (gc_rng_source_below(s, n - i) < k - have) out[have++] = i;
    }
}

// At most half: drawn until k different ones stand in `out`, which is a hash table until it is
// full. A draw that is there already is drawn again; the next free number ends a row of those.
static void gc_rng_priv_sample_few(const gc_rng_source *s, size_t *out, size_t k, size_t n) {
    const size_t none = (size_t)-1;
    for (size_t i = 0; i < k; i++) out[i] = none;
    for (size_t have = 0, v = 0, tries = 0; have < k; ) {
        size_t at;
        if (tries < GC_RNG_PRIV_TRIES) v = (size_t)gc_rng_source_below(s, n);
        else v = v + 1 < n ? v + 1 : 0;
        at = v % k;
        while (out[at] != none && out[at] != v) at = at + 1 < k ? at + 1 : 0;
        if (out[at] == v) {
            tries++;
        } else {
            out[at] = v;
            have++;
            tries = 0;
        }
    }
}

GC_RNG_API int gc_rng_source_sample(const gc_rng_source *s, size_t *out, size_t k, size_t n) {
    bool ok = s && s->u64 && (out || k == 0);
    GC_RNG_ASSERT(ok && "gc_rng_source_sample: no source, or out is NULL");
    if (!ok || k > n) return GC_RNG_E_ARGUMENT;

    if (k > n / 2) gc_rng_priv_sample_most(s, out, k, n);
    else gc_rng_priv_sample_few(s, out, k, n);
    gc_rng_source_shuffle(s, out, k, sizeof *out);
    return GC_RNG_OK;
}

GC_RNG_API int gc_rng_sample(gc_rng *r, size_t *out, size_t k, size_t n) {
    gc_rng_source s = gc_rng_priv_seeded(r);
    return r ? gc_rng_source_sample(&s, out, k, n) : GC_RNG_E_ARGUMENT;
}

// Bijections of the least power of two that holds n, one after the other: a sum, a product with
// an odd number, the upper half of the bits onto the lower, by words of the seed. Few bits need
// more of them: after 16 the orders of seven do not come equally often yet. What falls outside
// of [0, n) goes on from there until it comes back (Black and Rogaway, "Ciphers with Arbitrary
// Finite Domains", CT-RSA 2002).
GC_RNG_API uint64_t gc_rng_permute(uint64_t seed, uint64_t i, uint64_t n) {
    uint64_t mask = n - 1, start = gc_rng_priv_mix(seed + GC_RNG_PRIV_GOLDEN);
    unsigned bits = 0, rounds;
    if (i >= n) return i;
    for (unsigned shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
    while (bits < 64 && mask >> bits) bits++;
    rounds = bits > 8 ? 8 : 24;

    do {
        uint64_t key = start;
        for (unsigned k = 0; k < rounds; k++) {
            uint64_t word = gc_rng_priv_mix(key += GC_RNG_PRIV_GOLDEN);
            i = (i + word) * (word >> 32 | word << 32 | 1u) & mask;
            i ^= i >> ((bits + 1) / 2);
        }
    } while (i >= n);
    return i;
}

GC_RNG_API void gc_rng_source_fill(const gc_rng_source *s, void *dst, size_t bytes) {
    GC_RNG_ASSERT(s && s->fill && (dst || bytes == 0) && "gc_rng_source_fill: no source, or dst is NULL");
    if (s && s->fill && dst) s->fill(s->user, dst, bytes);
}

#ifndef GC_RNG_NO_ENGINES
GC_RNG_API float gc_rng_unity_value(gc_rng_xorshift128 *r) {
    return gc_rng_unity_range_f32(r, 1.0f, 0.0f);
}

// lo * u + (1 - u) * hi, each step rounded.
GC_RNG_API float gc_rng_unity_range_f32(gc_rng_xorshift128 *r, float lo, float hi) {
    float u, rest;
    GC_RNG_ASSERT(r && "gc_rng_unity_range_f32: r is NULL");
    if (!r) return lo;
    u = (float)(int32_t)(gc_rng_xorshift128_next(r) & 0x7fffffu);
    GC_RNG_PRIV_HIDE(float, u);
    u *= 1.0f / 8388607.0f;
    GC_RNG_PRIV_FENCE(float, u);
    rest = 1.0f - u;
    GC_RNG_PRIV_FENCE(float, rest);
    lo *= u;
    GC_RNG_PRIV_FENCE(float, lo);
    hi *= rest;
    GC_RNG_PRIV_FENCE(float, hi);
    lo += hi;
    GC_RNG_PRIV_FENCE(float, lo);
    return lo;
}

GC_RNG_API int32_t gc_rng_unity_range(gc_rng_xorshift128 *r, int32_t lo, int32_t hi) {
    uint32_t distance = hi > lo ? (uint32_t)hi - (uint32_t)lo : (uint32_t)lo - (uint32_t)hi, v;
    GC_RNG_ASSERT(r && "gc_rng_unity_range: r is NULL");
    if (!r || distance == 0) return lo;
    v = gc_rng_xorshift128_next(r) % distance;
    return (int32_t)(hi > lo ? (uint32_t)lo + v : (uint32_t)lo - v);
}

GC_RNG_API void gc_rng_dotnet_bytes(gc_rng_dotnet *r, void *dst, size_t bytes) {
    unsigned char *to = (unsigned char *)dst;
    GC_RNG_ASSERT(r && (dst || bytes == 0) && "gc_rng_dotnet_bytes: r or dst is NULL");
    if (!r || !dst) return;
    for (size_t i = 0; i < bytes; i++) to[i] = (unsigned char)((uint32_t)gc_rng_dotnet_next(r) & 0xffu);
}

// Three draws below 2^22, 2^22 and 2^20, as they come, make 64 bits, of which one is dropped.
GC_RNG_API int64_t gc_rng_dotnet_i64(gc_rng_dotnet *r) {
    uint64_t v = 0x7fffffffffffffff;
    GC_RNG_ASSERT(r && "gc_rng_dotnet_i64: r is NULL");
    if (!r) return 0;
    while (v == 0x7fffffffffffffff) {
        v = (uint64_t)gc_rng_dotnet_below(r, 1 << 22);
        v |= (uint64_t)gc_rng_dotnet_below(r, 1 << 22) << 22;
        v |= (uint64_t)gc_rng_dotnet_below(r, 1 << 20) << 44;
        v >>= 1;
    }
    return (int64_t)v;
}

// .NET rounds after each of its operations, so these do; products of numbers that are not
// exact.
GC_RNG_API double gc_rng_dotnet_f64(gc_rng_dotnet *r) {
    GC_RNG_ASSERT(r && "gc_rng_dotnet_f64: r is NULL");
    if (!r) return gc_rng_priv_nan();
    return gc_rng_priv_mul((double)gc_rng_dotnet_next(r), 4.6566128752457969e-10);    // 1 / (2^31 - 1)
}

GC_RNG_API int32_t gc_rng_dotnet_below(gc_rng_dotnet *r, int32_t max) {
    return gc_rng_dotnet_range(r, 0, max);
}

GC_RNG_API int32_t gc_rng_dotnet_range(gc_rng_dotnet *r, int32_t lo, int32_t hi) {
    int64_t count = hi > lo ? (int64_t)hi - lo : 0;
    double u;
    GC_RNG_ASSERT(r && "gc_rng_dotnet_range: r is NULL");
    if (!r) return lo;

    // Above 2^31 - 1 numbers, a second output gives the first one's sign.
    if (count <= 0x7fffffff) {
        u = gc_rng_dotnet_f64(r);
    } else {
        int32_t v = gc_rng_dotnet_next(r);
        if (gc_rng_dotnet_next(r) % 2 == 0) v = -v;
        u = gc_rng_priv_div((double)v + 2147483646.0, 4294967293.0);
    }
    return (int32_t)((int64_t)gc_rng_priv_mul(u, (double)count) + lo);
}
#endif

// A mark, the words, and what tells whether all that is whole; little-endian.
static uint64_t gc_rng_priv_sum_of(const uint64_t *words) {
    uint64_t sum = 0;
    for (int i = 0; i < 4; i++) sum = gc_rng_priv_mix(sum + words[i] + 0x31676e725f6367);    // "gc_rng1"
    return sum;
}

GC_RNG_API uint64_t gc_rng_checksum(const gc_rng *r) {
    uint64_t words[4];
    GC_RNG_ASSERT(r && "gc_rng_checksum: r is NULL");
    if (!r) return 0;
    memcpy(words, r, sizeof words);
    return gc_rng_priv_sum_of(words);
}

GC_RNG_API size_t gc_rng_save(const gc_rng *r, void *dst, size_t capacity) {
    uint64_t words[5];
    bool ok = r && (dst || capacity == 0);
    GC_RNG_ASSERT(ok && "gc_rng_save: r or dst is NULL");
    if (!ok) return 0;
    if (capacity < sizeof words) return sizeof words;

    memcpy(words, r, sizeof *r);
    words[4] = gc_rng_priv_sum_of(words);
    for (int i = 0; i < 5; i++) words[i] = gc_rng_priv_little_uint64_t(words[i]);
    memcpy(dst, words, sizeof words);
    return sizeof words;
}

GC_RNG_API int gc_rng_load(gc_rng *r, const void *bytes, size_t size) {
    uint64_t words[5];
    bool ok = r && bytes;
    GC_RNG_ASSERT(ok && "gc_rng_load: r or bytes is NULL");
    if (!ok || size != sizeof words) return GC_RNG_E_ARGUMENT;

    memcpy(words, bytes, sizeof words);
    for (int i = 0; i < 5; i++) words[i] = gc_rng_priv_little_uint64_t(words[i]);
    if (words[4] != gc_rng_priv_sum_of(words) || (words[0] | words[1] | words[2] | words[3]) == 0) {
        return GC_RNG_E_ARGUMENT;
    }
    memcpy(r, words, sizeof *r);
    return GC_RNG_OK;
}

// >>statistics chi-square and the gorilla test

#ifndef GC_RNG_NO_STATISTICS

// Plain arithmetic of doubles: compilers may round it differently, by far less than is
// promised.

// x^a e^-x / Gamma(a + 1), a a multiple of 1/2 above 0, x above 0. For large a what cancels is
// taken out before (Loader, "Fast and Accurate Computation of Binomial Probabilities", 2000):
// the rest of Stirling's formula, and a ln(a / x) + x - a, by a series where that is small.
static double gc_rng_priv_gamma_term(double a, double x) {
    const double pi = 3.1415926535897932;
    double u = (a - x) / (a + x), deviance, rest, inverse = 1.0 / a;
    if (a < 16.0) {
        double log_gamma = a - (double)(int)a > 0.25 ? 0.5 * gc_rng_priv_log(pi) : 0.0, product = 1.0;
        for (double k = a; k > 0.25; k -= 1.0) product *= k;
        return gc_rng_priv_power(a * gc_rng_priv_log(x) - x - log_gamma - gc_rng_priv_log(product));
    }

    rest = inverse * (1.0 / 12 - inverse * inverse * (1.0 / 360 - inverse * inverse *
           (1.0 / 1260 - inverse * inverse * (1.0 / 1680 - inverse * inverse / 1188))));
    if (u > -0.1 && u < 0.1) {
        double power = 2.0 * a * u;
        deviance = (a - x) * u;
        for (int k = 3; k < 40; k += 2) {
            power *= u * u;
            deviance += power / k;
        }
    } else {
        deviance = a * gc_rng_priv_log(a / x) + x - a;
    }
    return gc_rng_priv_power(-rest - deviance - 0.5 * gc_rng_priv_log(2.0 * pi * a));
}

// Chance that a chi-square variable of 2a degrees of freedom is above 2x: the incomplete gamma
// function Q(a, x), by the series of its complement or by Legendre's continued fraction,
// whichever is short (Numerical Recipes, 3rd edition, section 6.2).
static double gc_rng_priv_gamma_above(double a, double x) {
    const double tiny = 1e-300, close = 1e-15;
    double term, sum, c, d;
    if (!(x > 0.0)) return 1.0;

    term = gc_rng_priv_gamma_term(a, x);
    if (x < a + 1.0) {
        double part = 1.0;
        sum = 1.0;
        for (double k = a + 1.0; part > sum * close; k += 1.0) {
            part *= x / k;
            sum += part;
        }
        sum *= term;
        return sum < 1.0 ? 1.0 - sum : 0.0;
    }

    // Lentz's evaluation from the front.
    d = x + 1.0 - a;
    c = 1.0 / tiny;
    d = 1.0 / d;
    sum = d;
    for (double k = 1.0; k < 1e7; k += 1.0) {
        double top = -k * (k - a), bottom = x + 2.0 * k + 1.0 - a, factor;
        d = 1.0 / (top * d + bottom);
        c = bottom + top / c;
        factor = c * d;
        sum *= factor;
        if (factor > 1.0 - close && factor < 1.0 + close) break;
    }
    return sum * term * a;
}

GC_RNG_API double gc_rng_chi2(const uint64_t *counts, const double *weights, size_t n) {
    unsigned top;
    double weight = 0.0, total = 0.0, chi = 0.0;
    size_t used = 0;
    bool ok = counts && weights;
    GC_RNG_ASSERT(ok && "gc_rng_chi2: counts or weights is NULL");
    if (!ok) return gc_rng_priv_nan();

    // Sums; the weights as integers, of which no sum is too large.
    top = gc_rng_priv_heaviest(weights, NULL, n);
    if (top == 0) return gc_rng_priv_nan();
    for (size_t i = 0; i < n; i++) {
        weight += (double)gc_rng_priv_mass(weights[i], top);
        total += (double)counts[i];
        used += gc_rng_priv_bits(weights[i]) << 1 != 0;
    }

    for (size_t i = 0; i < n; i++) {
        double expected = (double)gc_rng_priv_mass(weights[i], top) / weight * total;
        double off = (double)counts[i] - expected;
        if (expected > 0.0) chi += off * off / expected;
        else if (counts[i] > 0) return 0.0;    // what cannot be has come
    }
    return gc_rng_priv_gamma_above((double)(used - 1) / 2.0, chi / 2.0);
}

GC_RNG_API double gc_rng_gorilla(const gc_rng_source *s, int bit, void *memory_8_mib) {
    unsigned char *seen = (unsigned char *)memory_8_mib;
    const size_t bytes = (size_t)1 << 23;
    uint32_t word = 0;
    int64_t missing = (int64_t)1 << 26;
    bool ok = s && s->u64 && seen;
    GC_RNG_ASSERT(ok && "gc_rng_gorilla: no source, or no memory");
    if (!ok || bit < 0 || bit > 63) return gc_rng_priv_nan();

    // Mark each word that comes.
    memset(seen, 0, bytes);
    for (int i = 0; i < 25; i++) word = word << 1 | (uint32_t)(s->u64(s->user) >> bit & 1u);
    for (uint32_t i = 0; i < (uint32_t)1 << 26; i++) {
        word = (word << 1 | (uint32_t)(s->u64(s->user) >> bit & 1u)) & 0x3ffffffu;
        seen[word >> 3] = (unsigned char)(seen[word >> 3] | 1u << (word & 7u));
    }

    // Count them, 8 bytes at a time.
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t v;
        memcpy(&v, seen + i, sizeof v);
        missing -= gc_rng_priv_ones(v);
    }
    return gc_rng_priv_div((double)(missing - 24687971), 4170.0);
}

#endif // GC_RNG_NO_STATISTICS

// >>entropy the operating system's randomness

#ifndef GC_RNG_NO_ENTROPY

// Fills `bytes` bytes, at least one.
#if defined(GC_RNG_ENTROPY)

static int gc_rng_priv_entropy(unsigned char *to, size_t bytes) {
    return GC_RNG_ENTROPY(to, bytes) == 0 ? GC_RNG_OK : GC_RNG_E_SYSTEM;
}

#elif defined(_WIN32)

static int gc_rng_priv_entropy(unsigned char *to, size_t bytes) {
    while (bytes > 0) {
        ULONG part = bytes < 0x10000000u ? (ULONG)bytes : 0x10000000u;
#if defined(_MSC_VER)
        if (BCryptGenRandom(NULL, to, part, BCRYPT_USE_SYSTEM_PREFERRED_RNG) != 0) return GC_RNG_E_SYSTEM;
#else
        if (!RtlGenRandom(to, part)) return GC_RNG_E_SYSTEM;
#endif
        to += part;
        bytes -= part;
    }
    return GC_RNG_OK;
}

#elif defined(__APPLE__)

static int gc_rng_priv_entropy(unsigned char *to, size_t bytes) {
    arc4random_buf(to, bytes);
    return GC_RNG_OK;
}

#elif defined(__linux__)

// A signal may interrupt any call or cut it short.
static int gc_rng_priv_entropy(unsigned char *to, size_t bytes) {
    int flags = O_RDONLY, file, kept_errno;
    bool is_device;
    struct stat status;

#ifndef GC_RNG_PRIV_NO_GETRANDOM
    while (bytes > 0) {
        ssize_t got = getrandom(to, bytes, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        to += got;
        bytes -= (size_t)got;
    }
    if (bytes == 0) return GC_RNG_OK;
#endif

    // A C library without it, a kernel before 3.17, or a sandbox that refuses the call.
#ifdef O_CLOEXEC
    flags |= O_CLOEXEC;
#endif
    do file = open("/dev/urandom", flags);
    while (file < 0 && errno == EINTR);
    if (file < 0) return GC_RNG_E_SYSTEM;

    // Not a file somebody left in a chroot.
    is_device = fstat(file, &status) == 0 && S_ISCHR(status.st_mode);
    while (is_device && bytes > 0) {
        ssize_t got = read(file, to, bytes);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        to += got;
        bytes -= (size_t)got;
    }
    kept_errno = errno;
    close(file);
    errno = kept_errno;
    return bytes == 0 ? GC_RNG_OK : GC_RNG_E_SYSTEM;
}

#elif defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__) || defined(__DragonFly__) ||       \
    defined(__wasm__)

static int gc_rng_priv_entropy(unsigned char *to, size_t bytes) {
    while (bytes > 0) {
        size_t part = bytes < 256 ? bytes : 256;   // getentropy's limit
        if (getentropy(to, part) != 0) return GC_RNG_E_SYSTEM;
        to += part;
        bytes -= part;
    }
    return GC_RNG_OK;
}

#else

static int gc_rng_priv_entropy(unsigned char *to, size_t bytes) {
    (void)to;
    (void)bytes;
    return GC_RNG_E_UNSUPPORTED;
}

#endif

GC_RNG_API int gc_rng_entropy(void *dst, size_t bytes) {
    GC_RNG_ASSERT((dst || bytes == 0) && "gc_rng_entropy: dst is NULL");
    if (bytes == 0) return GC_RNG_OK;
    if (!dst) return GC_RNG_E_ARGUMENT;
    return gc_rng_priv_entropy((unsigned char *)dst, bytes);
}
#endif

// >>public texts and names

GC_RNG_API int gc_rng_version(void) { return GC_RNG_VERSION; }

GC_RNG_API const char *gc_rng_result_string(int result) {
    switch (result) {
    case GC_RNG_OK: return "ok";
    case GC_RNG_E_ARGUMENT: return "bad argument";
    case GC_RNG_E_UNSUPPORTED: return "not supported";
    case GC_RNG_E_SYSTEM: return "system call failed";
    default: return "unknown result";
    }
}

GC_RNG_API const char *gc_rng_isa(void) {
    static const char *const names[] = GC_RNG_PRIV_NAMES;
    return names[gc_rng_priv_isa()];
}

#ifdef __cplusplus
}
#endif
#ifdef __clang__
#pragma clang diagnostic pop
#endif
#endif // GC_RNG_IMPLEMENTATION

// >>common licence
/*
------------------------------------------------------------------------------
This software is available under two licences: choose whichever you prefer.
------------------------------------------------------------------------------
ALTERNATIVE A - MIT License

Copyright (c) 2026 the gc headers authors

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
of the Software, and to permit persons to whom the Software is furnished to do
so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
------------------------------------------------------------------------------
ALTERNATIVE B - Unlicense (public domain, www.unlicense.org)

This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
software, either in source code form or as a compiled binary, for any purpose,
commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this
software dedicate any and all copyright interest in the software to the public
domain. We make this dedication for the benefit of the public at large and to
the detriment of our heirs and successors. We intend this dedication to be an
overt act of relinquishment in perpetuity of all present and future rights to
this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org>
------------------------------------------------------------------------------
*/
// <<common licence
