// rng_cards - packs of cards whose published rate is the true one, and a hand from a deck.
//
//     cc -I. examples/rng_cards.c -o rng_cards      (in the project's root)
//     ./rng_cards 2026
//
// Legends come in 1.6 % of all cards, and at the latest with the 90th: the chance climbs from
// the 74th on. gc_rng_pity_init solves for the chance before that, so that 1.6 % is what
// players get. A bag gives each common card once before any comes again.
#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"

#include <stdio.h>
#include <stdlib.h>

static const double rate = 0.016;

// A player's state: what a server stores.
typedef struct player { gc_rng rng; gc_rng_pity legend; gc_rng_bag bag; uint8_t commons[12]; } player;

static void player_open(player *p, uint64_t seed, uint64_t number) {
    gc_rng_seed_stream(&p->rng, seed, number);
    if (gc_rng_pity_init(&p->legend, rate, 74, 90) != GC_RNG_OK) exit(1);
    for (int i = 0; i < 12; i++) p->commons[i] = (uint8_t)i;
    p->bag.items = p->commons;
    p->bag.n = 12;
    p->bag.size = 1;
    p->bag.left = 0;
}

// One card: -1 is a legend, else the number of a common one.
static int player_card(player *p) {
    if (gc_rng_pity_next(&p->rng, &p->legend)) return -1;
    return *(uint8_t *)gc_rng_bag_next(&p->rng, &p->bag);
}

int main(int argc, char **argv) {
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 2026;
    static uint64_t waits[91], cards;
    uint64_t legends = 0;

    // A hundred players of 10,000 cards: the rate, and how long they waited.
    for (uint64_t i = 0; i < 100; i++) {
        player p;
        player_open(&p, seed, i);
        for (int k = 0, wait = 1; k < 10000; k++, wait++, cards++) {
            if (player_card(&p) >= 0) continue;
            waits[wait]++;
            legends++;
            wait = 0;
        }
    }

    player one;
    player_open(&one, seed, 0);
    double seen = (double)legends / (double)cards, base = (double)one.legend.base / 9223372036854775808.0;
    printf("published %.3f %%, seen %.3f %% of %d cards\n", 100 * rate, 100 * seen, (int)cards);
    printf("before the 74th card the chance is %.4f %%\n", 100 * base);

    for (int from = 1; from <= 90; from += 10) {
        uint64_t sum = 0;
        for (int i = from; i < from + 10; i++) sum += waits[i];
        printf("after %2d to %2d cards %5.1f %%\n", from, from + 9, 100.0 * (double)sum / (double)legends);
    }

    // A duel: each draws five of a deck of 30, and the better of two dice begins.
    uint8_t deck[30];
    for (int i = 0; i < 30; i++) deck[i] = (uint8_t)(1 + i % 10);
    gc_rng_partial_shuffle(&one.rng, deck, 30, 1, 10);
    for (int side = 0; side < 2; side++) {
        printf("%s:", side ? "other" : "one");
        for (int i = 0; i < 5; i++) printf(" %d", deck[5 * side + i]);
        printf("\n");
    }
    printf("%s begins\n", gc_rng_dice(&one.rng, 1, 20) >= gc_rng_dice(&one.rng, 1, 20) ? "one" : "other");
    return 0;
}
