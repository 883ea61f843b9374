// platforms.c - three numbers that must be the same on every platform: a hash of what gc_rng
// draws, the full hash of a gc_sparse world that has lived, and a checksum of what gc_sort has
// sorted. tests/support/platforms.sh builds and runs it wherever it can.
// Static: what is not called is not compiled, which halves the time.
#define GC_RNG_STATIC
#define GC_SORT_STATIC
#define GC_SPARSE_STATIC
#include "gc_rng.h"
#include "gc_sort.h"
#include "gc_sparse.h"

#include <stdio.h>
#include <string.h>

enum { DRAWS = 10000, KEYS = 20000, ENTITIES = 2000, FRAMES = 30 };

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
}

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// ---- gc_rng: integers, floats, distributions, a shuffled deck, and a fill by vector units

static uint64_t draws(void) {
    uint64_t hash = 0;
    gc_rng rng;
    gc_rng_seed(&rng, 2026);
    for (int i = 0; i < DRAWS; i++) {
        hash = mix(hash, gc_rng_u64(&rng));
        hash = mix(hash, (uint64_t)gc_rng_range(&rng, -100, 100));
        hash = mix(hash, bits_of(gc_rng_f64(&rng)));
        hash = mix(hash, bits_of(gc_rng_normal(&rng, 100.0, 15.0)));
        hash = mix(hash, bits_of(gc_rng_exponential(&rng, 0.5)));
        hash = mix(hash, gc_rng_chance(&rng, 0.25));
    }

    uint32_t deck[52];
    for (uint32_t i = 0; i < 52; i++) deck[i] = i;
    gc_rng_shuffle(&rng, deck, 52, sizeof *deck);
    for (int i = 0; i < 52; i++) hash = mix(hash, deck[i]);

    static double doubles[DRAWS];
    gc_rng_wide wide;
    gc_rng_wide_seed(&wide, 7);
    gc_rng_wide_fill_f64(&wide, doubles, DRAWS);
    for (int i = 0; i < DRAWS; i++) hash = mix(hash, bits_of(doubles[i]));
    return hash;
}

// ---- gc_sparse: a world that lives for some frames, with births, deaths, a group and commands

typedef struct Position { int32_t x, y; } Position;
typedef struct Velocity { int32_t x, y; } Velocity;
typedef struct Hunter { gc_sparse_id prey; uint16_t hunger, age; } Hunter;
#define GAME(X) X(DENSE, Position) X(DENSE, Velocity) X(DIRECT, Hunter) X(TAG, Frozen)
GC_SPARSE_COMPONENTS(GAME)

GC_SPARSE_SYSTEM(move, (void), (), Position, p, READ(Velocity), v, WITHOUT, Frozen) {
    p->x += v->x;
    p->y += v->y;
}

// An entity with some of the components; a hunter hunts another one.
static gc_sparse_id spawn(gc_sparse_world *world, gc_rng *rng, gc_sparse_id prey) {
    gc_sparse_id id = gc_sparse_create(world);
    int32_t x = (int32_t)gc_rng_below(rng, 1000), y = (int32_t)gc_rng_below(rng, 1000);
    uint16_t hunger = (uint16_t)gc_rng_below(rng, 100);
    GC_SPARSE_SET(world, id, Position, x, y);
    if (gc_rng_chance(rng, 0.75)) GC_SPARSE_SET(world, id, Velocity, x % 7 - 3, y % 7 - 3);
    if (gc_rng_chance(rng, 0.2)) GC_SPARSE_SET(world, id, Hunter, prey, hunger, 0);
    if (gc_rng_chance(rng, 0.1)) GC_SPARSE_PUT(world, id, Frozen);
    return id;
}

static uint64_t world_of_hunters(void) {
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.first_generation = 1;      // in debug builds, too: hunters keep ids
    gc_sparse_world *world = gc_sparse_open(&desc, NULL);
    if (!world || GAME_register(world) != GC_SPARSE_OK) return 0;

    // What is in the components, so that the order of bytes does not count.
    int result = gc_sparse_describe(world, gc_sparse_find(world, "Position"), "44", false);
    result |= gc_sparse_describe(world, gc_sparse_find(world, "Velocity"), "44", false);
    result |= gc_sparse_describe(world, gc_sparse_find(world, "Hunter"), "i22", false);
    gc_rng rng;
    gc_rng_seed(&rng, 41);
    gc_sparse_id last = { 0, 0 };
    for (int i = 0; i < ENTITIES; i++) last = spawn(world, &rng, last);

    // All move; a hungry hunter ends its prey or itself, by a command; some are born.
    for (int frame = 0; frame < FRAMES && result == GC_SPARSE_OK; frame++) {
        move(world);
        gc_sparse_commands *commands = gc_sparse_record(world, 0, 0);
        if (!commands) return 0;
        GC_SPARSE_EACH(world, Hunter, hunter) {
            hunter->age++;
            if ((hunter->hunger + frame) % 11 != 0) continue;
            gc_sparse_record_destroy(commands, (hunter->age & 1) ? hunter->prey : self);
        }
        result = gc_sparse_replay(world);
        for (int i = 0; i < 50; i++) last = spawn(world, &rng, last);
    }
    uint64_t hash = gc_sparse_hash_all(world);
    gc_sparse_close(world);
    return result == GC_SPARSE_OK ? hash : 0;
}

// ---- gc_sort: integers, floats, indices, pairs, structs by a comparison; 0: not in order

static int compare_low(const void *a, const void *b, void *user) {
    const uint32_t x = *(const uint32_t *)a & 0xff, y = *(const uint32_t *)b & 0xff;
    (void)user;
    return (x > y) - (x < y);
}

static uint64_t sorted(void) {
    static uint32_t keys[KEYS], values[KEYS];
    static uint64_t wide[KEYS];
    static float floats[KEYS];
    uint64_t hash = 0;
    gc_rng rng;
    gc_rng_seed(&rng, 5);
    for (uint32_t i = 0; i < KEYS; i++) {
        keys[i] = gc_rng_u32(&rng) >> (i & 15);
        values[i] = i;
        wide[i] = gc_rng_u64(&rng) >> (i & 31);
        floats[i] = (float)gc_rng_range(&rng, -5000, 5000) * 0.25f;
    }

    int result = gc_sort_order_f32(floats, values, KEYS);
    for (int i = 0; i < KEYS; i++) hash = mix(hash, values[i]);
    gc_sort_f32(floats, KEYS);
    gc_sort_u64(wide, KEYS);
    gc_sort_u32_kv(keys, values, KEYS);
    for (int i = 0; i < KEYS; i++) hash = mix(mix(mix(hash, keys[i]), values[i]), wide[i]);
    for (int i = 0; i < KEYS; i++) hash = mix(hash, bits_of((double)floats[i]));
    for (int i = 1; i < KEYS; i++) {
        if (keys[i - 1] > keys[i] || wide[i - 1] > wide[i] || floats[i - 1] > floats[i]) return 0;
    }

    if (result == GC_SORT_OK) result = gc_sort_stable(values, KEYS, sizeof *values, compare_low, NULL);
    for (int i = 0; i < KEYS; i++) hash = mix(hash, values[i]);
    return result == GC_SORT_OK ? hash : 0;
}

static void print(const char *name, uint64_t hash) {
    printf("%s %08lx%08lx\n", name, (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffffu));
}

int main(void) {
    print("gc_rng", draws());
    print("gc_sparse", world_of_hunters());
    print("gc_sort", sorted());
    return 0;
}
