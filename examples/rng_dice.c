// rng_dice - damage rolls, a shuffled deck and one stream a monster, from one seed.
//
//     cc -I. examples/rng_dice.c -o rng_dice            (in the project's root)
//     ./rng_dice 2026                                   the same seed prints the same lines on every machine
#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 2026;
    gc_rng rng;
    gc_rng_seed(&rng, seed);

    // 100,000 throws of two dice. range includes both ends and is exactly uniform.
    int counts[13] = {0};
    for (int i = 0; i < 100000; i++) counts[gc_rng_range(&rng, 1, 6) + gc_rng_range(&rng, 1, 6)]++;
    for (int sum = 2; sum <= 12; sum++) {
        printf("%2d ", sum);
        for (int i = 0; i < counts[sum]; i += 500) putchar('#');
        printf(" %d\n", counts[sum]);
    }

    // A deck of 52 cards in random order; the first five are the hand.
    uint8_t deck[52];
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
    gc_rng_shuffle(&rng, deck, 52, 1);
    printf("hand:");
    for (int i = 0; i < 5; i++) printf(" %c%c", "23456789TJQKA"[deck[i] % 13], "shdc"[deck[i] / 13]);
    printf("\n");

    // Each monster has its own stream: what one draws never changes what another one does.
    for (uint64_t monster = 0; monster < 3; monster++) {
        gc_rng own;
        gc_rng_seed_stream(&own, seed, monster);
        double damage = gc_rng_normal(&own, 40.0, 8.0);
        bool critical = gc_rng_chance(&own, 0.25);
        printf("monster %d: %.1f damage%s\n", (int)monster, critical ? 2 * damage : damage,
               critical ? ", critical" : "");
    }
    return 0;
}
