// rng_roguelike - a world without a border and a walk: tiles by their place, monsters and loot
// by streams and tables. The same seed is the same adventure on every machine.
//
//     cc -I. examples/rng_roguelike.c -o rng_roguelike      (in the project's root)
//     ./rng_roguelike "the old mine"
#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"

#include <stdio.h>

enum { WALL, ORE, PURPOSES };    // each purpose has its own numbers of a place

static uint64_t world;

// Rock in a third of the tiles: nothing is stored, any tile can be asked first.
static bool is_rock(int64_t x, int64_t y) {
    const int64_t place[3] = { WALL, y, x };
    return gc_rng_hash_numbers(world, place, 3) % 3 == 0;
}

static bool has_ore(int64_t x, int64_t y) {
    const int64_t place[3] = { ORE, y, x };
    return is_rock(x, y) && gc_rng_hash_numbers(world, place, 3) % 16 == 0;
}

typedef struct monster { const char *name, *damage; int health; } monster;
static const monster monsters[3] = { { "bat", "1d3", 4 }, { "orc", "1d8+1", 9 }, { "ogre", "2d8", 20 } };
static const uint32_t common[3] = { 6, 3, 1 };    // how often, in whole numbers
static const char *const loot[4] = { "coins", "a potion", "a ring", "the amulet" };
static const double drops[4] = { 70, 20, 9, 1 };

// One fight with a stream of its own: what it draws changes nothing elsewhere. The health left.
static int fight(int64_t x, int64_t y, int health) {
    gc_rng r;
    gc_rng_seed(&r, gc_rng_hash(world, x, y, 1));
    const monster *m = &monsters[gc_rng_weighted_u32(&r, common, 3)];
    gc_rng_prd critical;    // a quarter of all strikes, neither in rows nor late
    gc_rng_prd_init(&critical, 0.25);

    int left = m->health, strikes = 0;
    while (left > 0 && health > 0) {
        int64_t hurt = 0, strike = gc_rng_dice_keep(&r, 3, 6, 2);
        if (gc_rng_prd_next(&r, &critical)) strike *= 2;
        left -= (int)strike;
        strikes++;
        if (left > 0 && gc_rng_roll(&r, m->damage, &hurt) == GC_RNG_OK) health -= (int)hurt;
    }
    printf("  a fight with the %s at %d, %d: %d strikes, ", m->name, (int)x, (int)y, strikes);
    printf("%d health left\n", health);
    if (health > 0) printf("  it leaves %s\n", loot[gc_rng_weighted(&r, drops, 4)]);
    return health;
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "the old mine";
    gc_rng r;
    gc_rng_seed_text(&r, name, strlen(name));
    world = gc_rng_u64(&r);

    for (int y = -6; y < 6; y++) {
        for (int x = -30; x < 30; x++) putchar(has_ore(x, y) ? '*' : is_rock(x, y) ? '#' : '.');
        putchar('\n');
    }

    // A walk of 200 steps: one in ten meets somebody.
    int64_t x = 0, y = 0;
    int health = 40, step = 0;
    for (; step < 200 && health > 0; step++) {
        static const int ways[4][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
        const int *way = (const int *)gc_rng_pick(&r, ways, 4, sizeof ways[0]);
        if (is_rock(x + way[0], y + way[1])) continue;
        x += way[0];
        y += way[1];
        if (gc_rng_chance_in(&r, 1, 10)) health = fight(x, y, health);
    }
    printf("%s: %d steps, at %d, %d, health %d\n", name, step, (int)x, (int)y, health);
    return 0;
}
