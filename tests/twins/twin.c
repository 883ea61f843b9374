// twin.c - what the twins of gc_rng.h in bindings/ must print: for each call a line with its
// name and a hash over 100,000 numbers, in the order of the twins beside it. The hash is FNV-1a
// over the numbers' halves of 32 bits, the lower one first, each as one step.
#define GC_RNG_STATIC
#include "gc_rng.h"
#include <stdio.h>

enum { COUNT = 100000 };
static uint32_t h;
static void take(uint64_t v) {
    h = (h ^ (uint32_t)(v & 0xffffffffu)) * 0x01000193u;
    h = (h ^ (uint32_t)(v >> 32)) * 0x01000193u;
}

#define EACH(name, number)                                                                                   \
    h = 0x811c9dc5u;                                                                                         \
    for (int32_t i = 0; i < COUNT; i++) take((uint64_t)(number));                                            \
    printf("%s %08x\n", name, (unsigned)h)

// The next word is the first whose product with n is 2^64 or more: refused for half of all n,
// where chance would take years to refuse one.
static void border(gc_rng *r, uint64_t n) { r->a = UINT64_MAX / n + 1 - r->b - r->counter; }

int main(void) {
    static uint32_t deck[1001];
    gc_rng r;

    // Seeds and streams that have nothing to do with each other, then all calls of one stream.
    EACH("seed", (gc_rng_seed_stream(&r, (uint64_t)i * 0x9e3779b97f4a7c15u, (uint64_t)i >> 3),
                  gc_rng_u64(&r)));
    gc_rng_seed_stream(&r, 42, 7);
    EACH("u64", gc_rng_u64(&r));
    EACH("u32", gc_rng_u32(&r));
    EACH("f64", gc_rng_f64(&r) * 9007199254740992.0);
    EACH("f32", gc_rng_f32(&r) * 16777216.0f);
    EACH("below", gc_rng_below(&r, (uint64_t)i * 21473));
    EACH("below, many rejected", gc_rng_below(&r, ((uint64_t)3 << 62) - (uint64_t)i));
    EACH("below, near 2^53", gc_rng_below(&r, ((uint64_t)1 << 53) - (uint64_t)i));
    EACH("range", gc_rng_range(&r, i, -3 * i) + 300000);
    EACH("chance", gc_rng_chance(&r, i / 100000.0));
    EACH("below, at the border", (border(&r, (uint64_t)i * 21473 + 3),
                                  gc_rng_below(&r, (uint64_t)i * 21473 + 3)));

    // Decks of all lengths to 1,000 by steps of seven, one stream; then others.
    for (int at_border = 0; at_border < 2; at_border++) {
        h = 0x811c9dc5u;
        for (uint32_t n = 3 * (uint32_t)at_border; n < 1001; n += 7) {
            for (uint32_t i = 0; i < n; i++) deck[i] = i;
            if (at_border) border(&r, (uint64_t)n * (n - 1));
            gc_rng_shuffle(&r, deck, n, sizeof deck[0]);
            for (uint32_t i = 0; i < n; i++) take(deck[i]);
        }
        printf("shuffle%s %08x\n", at_border ? ", at the border" : "", (unsigned)h);
    }

    EACH("hash", gc_rng_hash((uint64_t)i, i - 50000, -i, i / 3));
    EACH("hash32", gc_rng_hash32((uint32_t)i, i - 50000, -i, i / 3));
    return 0;
}
