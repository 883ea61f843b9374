// sort_draws - the two sorts that a renderer needs: draw calls by a packed key, transparent
// ones by depth.
//
//     cc -O2 -I. examples/sort_draws.c -o sort_draws    (in the project's root)
#define GC_SORT_IMPLEMENTATION
#include "gc_sort.h"

#include <stdio.h>

typedef struct draw { float depth; uint16_t material; uint8_t layer; } draw;

// A sort for one type, its order an expression on two elements: writes sort_far_to_near and
// sort_far_to_near_stable.
#define FARTHER(a, b) ((a).depth > (b).depth)
GC_SORT_DEFINE(sort_far_to_near, draw, FARTHER)

enum { DRAWS = 10000 };
static draw draws[DRAWS];
static uint64_t keys[DRAWS];
static uint32_t order[DRAWS];

int main(void) {
    // A scene of draws, scattered by the multiplier of a generator.
    uint32_t x = 1;
    for (int i = 0; i < DRAWS; i++) {
        x = x * 1664525u + 1013904223u;
        draws[i].depth = (float)(x >> 8) / 65536.0f;
        draws[i].material = (uint16_t)((x >> 12) % 100);
        draws[i].layer = (uint8_t)((x >> 20) % 4);
    }

    // One key says it all: layer first, then material, so that state changes are few. The draws
    // stay where they are; order says in which sequence to submit them.
    for (uint32_t i = 0; i < DRAWS; i++) {
        keys[i] = (uint64_t)draws[i].layer << 16 | draws[i].material;
        order[i] = i;
    }
    gc_sort_u64_kv32(keys, order, DRAWS);
    int changes = 0;
    for (int i = 1; i < DRAWS; i++) changes += draws[order[i]].material != draws[order[i - 1]].material;
    printf("%d draws, %d changes of material\n", DRAWS, changes);

    // Transparent ones far to near: the structs themselves move.
    sort_far_to_near(draws, DRAWS);
    printf("farthest %.2f, nearest %.2f\n", (double)draws[0].depth, (double)draws[DRAWS - 1].depth);
    return 0;
}
