// sort_draws - the two sorts that a renderer needs: draw calls by layer and material,
// transparent ones by depth.
//
//     cc -O2 -I. examples/sort_draws.c -o sort_draws    (in the project's root)
#define GC_SORT_STATIC
#include "gc_sort.h"

#include <stdio.h>

typedef struct draw { float depth; uint16_t material; uint8_t layer; } draw;

enum { DRAWS = 10000 };
static draw draws[DRAWS];
static draw scratch[3 * DRAWS];      // gc_sort_by_scratch(DRAWS, sizeof(draw)) bytes at least

int main(void) {
    // A scene of draws, scattered by the multiplier of a generator.
    uint32_t x = 1;
    for (int i = 0; i < DRAWS; i++) {
        x = x * 1664525u + 1013904223u;
        draws[i].depth = (float)(x >> 8) / 65536.0f;
        draws[i].material = (uint16_t)((x >> 12) % 100);
        draws[i].layer = (uint8_t)((x >> 20) % 4);
    }

    // By two fields: layer first, then material, so that state changes are few.
    const gc_sort_field layer = { offsetof(draw, layer), GC_SORT_KIND_U8, false };
    const gc_sort_field material = { offsetof(draw, material), GC_SORT_KIND_U16, false };
    int failed = gc_sort_by2(draws, DRAWS, sizeof(draw), layer, material, scratch, sizeof scratch);
    int changes = 0;
    for (int i = 1; i < DRAWS; i++) changes += draws[i].material != draws[i - 1].material;
    printf("%d draws, %d changes of material\n", DRAWS, changes);

    // Transparent ones far to near: by one field, the greatest first; NaNs are before all.
    failed |= gc_sort_by_f32_down(draws, DRAWS, sizeof(draw), offsetof(draw, depth), scratch, sizeof scratch);
    printf("farthest %.2f, nearest %.2f\n", (double)draws[0].depth, (double)draws[DRAWS - 1].depth);
    return failed ? 1 : 0;
}
