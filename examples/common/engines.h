// engines.h - every engine of gc_rng.h behind one table, for programs that take the name of
// one; header-only, everything static. Include gc_rng.h first.
//
//     const engine *e = engines_find("xorshift32");    NULL: there is none; engines[0] is the default one
//     void *r = malloc(e->state);
//     e->seed(r, 1), e->next(r), e->source(r) ...
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef ENGINES_H
#define ENGINES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct engine {
    const char *name;
    size_t state;                                  // bytes
    int bits;                                      // of an output of next
    void (*seed)(void *r, uint64_t seed);
    uint64_t (*next)(void *r);
    void (*fill)(void *r, void *dst, size_t bytes);
    uint64_t (*calls)(void *r, size_t count);      // that many calls of next, inlined
    gc_rng_source (*source)(void *r);
} engine;

#define ENGINES_DEFINE(name, type, seed_it, next_it, fill_it, source_it)                                     \
    static void engine_seed_##name(void *r, uint64_t seed) { seed_it((type *)r, seed); }                     \
    static uint64_t engine_next_##name(void *r) { return (uint64_t)next_it((type *)r); }                     \
    static void engine_fill_##name(void *r, void *dst, size_t bytes) { fill_it((type *)r, dst, bytes); }     \
    static gc_rng_source engine_source_##name(void *r) { return source_it((type *)r); }                      \
    static uint64_t engine_calls_##name(void *r, size_t count) {                                             \
        uint64_t sum = 0;                                                                                    \
        for (size_t i = 0; i < count; i++) sum += (uint64_t)next_it((type *)r);                              \
        return sum;                                                                                          \
    }
#define ENGINES_NAMED(E)                                                                                     \
    ENGINES_DEFINE(E, gc_rng_##E, gc_rng_##E##_seed, gc_rng_##E##_next, gc_rng_##E##_fill,                   \
                   gc_rng_##E##_source)

// As the article's program starts it: the seed in the lower half, all ones in the upper.
static void engine_mwc64_low(gc_rng_mwc64 *r, uint64_t seed) {
    r->x = 0xffffffff00000000 | (seed & 0xffffffff);
}

ENGINES_DEFINE(gc_rng, gc_rng, gc_rng_seed, gc_rng_u64, gc_rng_fill, gc_rng_to_source)
ENGINES_DEFINE(mwc64, gc_rng_mwc64, engine_mwc64_low, gc_rng_mwc64_next, gc_rng_mwc64_fill,
               gc_rng_mwc64_source)
ENGINES_NAMED(mwc32)
ENGINES_NAMED(xorshift32)
ENGINES_NAMED(xorshift64)
ENGINES_NAMED(xorshift128)
ENGINES_NAMED(xoshiro256pp)
ENGINES_NAMED(lcg)
ENGINES_NAMED(dotnet)
ENGINES_NAMED(java)
ENGINES_NAMED(mt19937)
ENGINES_NAMED(sfmt)
ENGINES_NAMED(asa128)
ENGINES_NAMED(pcg32)
ENGINES_NAMED(pcg64)
ENGINES_NAMED(philox)
ENGINES_NAMED(chacha8)
ENGINES_NAMED(wide)

#define ENGINES_ROW(name, type, bits)                                                                        \
    { #name, sizeof(type), bits, engine_seed_##name, engine_next_##name, engine_fill_##name,                 \
      engine_calls_##name, engine_source_##name },
static const engine engines[] = {
    ENGINES_ROW(gc_rng, gc_rng, 64)
    ENGINES_ROW(mwc32, gc_rng_mwc32, 16)
    ENGINES_ROW(mwc64, gc_rng_mwc64, 32)
    ENGINES_ROW(xorshift32, gc_rng_xorshift32, 32)
    ENGINES_ROW(xorshift64, gc_rng_xorshift64, 64)
    ENGINES_ROW(xorshift128, gc_rng_xorshift128, 32)
    ENGINES_ROW(xoshiro256pp, gc_rng_xoshiro256pp, 64)
    ENGINES_ROW(lcg, gc_rng_lcg, 31)
    ENGINES_ROW(dotnet, gc_rng_dotnet, 31)
    ENGINES_ROW(java, gc_rng_java, 32)
    ENGINES_ROW(mt19937, gc_rng_mt19937, 32)
    ENGINES_ROW(sfmt, gc_rng_sfmt, 32)
    ENGINES_ROW(asa128, gc_rng_asa128, 32)
    ENGINES_ROW(pcg32, gc_rng_pcg32, 32)
    ENGINES_ROW(pcg64, gc_rng_pcg64, 64)
    ENGINES_ROW(philox, gc_rng_philox, 32)
    ENGINES_ROW(chacha8, gc_rng_chacha8, 64)
    ENGINES_ROW(wide, gc_rng_wide, 64)
};
enum { ENGINES = sizeof engines / sizeof engines[0] };

static const engine *engines_find(const char *name) {
    for (int i = 0; i < ENGINES; i++) {
        if (strcmp(engines[i].name, name) == 0) return &engines[i];
    }
    return NULL;
}

#endif
