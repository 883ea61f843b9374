// rng_tactics - a skirmish whose replay is 40 bytes and the inputs: two machines in step
// compare one number a turn.
//
//     cc -I. examples/rng_tactics.c -o rng_tactics      (in the project's root)
//     ./rng_tactics 2026
#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"

#include <stdio.h>
#include <stdlib.h>

enum { UNITS = 8, TURNS = 12 };    // units 0 to 3 against 4 to 7
typedef struct unit { int health, x, y; } unit;
typedef struct battle { gc_rng rng; unit units[UNITS]; } battle;
typedef struct input { uint8_t attacker, target; } input;    // what the players chose

static void battle_open(battle *b, gc_rng rng) {
    b->rng = rng;
    size_t places[UNITS];    // eight different tiles of a board of 8 x 8
    gc_rng_sample(&b->rng, places, UNITS, 64);
    for (int i = 0; i < UNITS; i++) {
        unit u = { 20, (int)(places[i] % 8), (int)(places[i] / 8) };
        b->units[i] = u;
    }
}

// One turn: nearer is surer, three dice hurt, and one strike in six pushes the target away.
static uint64_t battle_turn(battle *b, input in) {
    unit *a = &b->units[in.attacker % UNITS], *t = &b->units[in.target % UNITS];
    int distance = abs(a->x - t->x) + abs(a->y - t->y);
    if (a->health > 0 && t->health > 0 && gc_rng_chance_in(&b->rng, 14, 14 + (uint64_t)distance)) {
        t->health -= (int)gc_rng_dice(&b->rng, 3, 4);
        if (gc_rng_chance_in(&b->rng, 1, 6)) {
            t->x = gc_rng_int(&b->rng, 0, 7);
            t->y = gc_rng_int(&b->rng, 0, 7);
        }
    }
    return gc_rng_checksum(&b->rng);
}

static void battle_print(const battle *b) {
    for (int i = 0; i < UNITS; i++) printf(" %d", b->units[i].health > 0 ? b->units[i].health : 0);
}

int main(int argc, char **argv) {
    battle b, replay;
    gc_rng start, choose;
    input inputs[TURNS];
    uint64_t sums[TURNS];
    unsigned char saved[40];

    // The start of the battle, which is all that a replay has to keep beside the inputs.
    gc_rng_seed(&start, argc > 1 ? strtoull(argv[1], NULL, 0) : 2026);
    if (gc_rng_save(&start, saved, sizeof saved) != sizeof saved) return 1;

    // Players, here another stream: they choose, each side in its turn.
    gc_rng_seed_stream(&choose, 7, 7);
    battle_open(&b, start);
    for (int turn = 0; turn < TURNS; turn++) {
        int side = turn % 2 * 4;
        inputs[turn].attacker = (uint8_t)(side + gc_rng_int(&choose, 0, 3));
        inputs[turn].target = (uint8_t)(4 - side + gc_rng_int(&choose, 0, 3));
        sums[turn] = battle_turn(&b, inputs[turn]);
        printf("turn %2d: %d strikes %d:", turn + 1, inputs[turn].attacker, inputs[turn].target);
        battle_print(&b);
        printf("\n");
    }

    // The replay on another machine: the same sums, turn by turn, or the first that differs.
    if (gc_rng_load(&start, saved, sizeof saved) != GC_RNG_OK) return 1;
    battle_open(&replay, start);
    for (int turn = 0; turn < TURNS; turn++) {
        if (battle_turn(&replay, inputs[turn]) == sums[turn]) continue;
        printf("out of step at turn %d\n", turn + 1);
        return 1;
    }
    printf("the replay of %d bytes is in step\n", (int)(sizeof saved + sizeof inputs));
    return 0;
}
