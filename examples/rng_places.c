// rng_places - hills and trees of a world without end, by the hash of a place: value noise, and
// points at least 1 apart. Any part of it can be made at any time.
//
//     cc -I. examples/rng_places.c -o rng_places -lm    (in the project's root)
//     ./rng_places 2026 40 -12                          the seed, and the map's west and south
#define GC_RNG_STATIC
#include "gc_rng.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COLUMNS = 72, ROWS = 22, HILLS = 0, TREES = 10 };    // two are a hash's z: what it is for

// Value noise: a number in [0, 1) at each corner of cells of 1 x 1, smoothly between them.
static double noise(uint64_t seed, double x, double y, int64_t layer) {
    double west = floor(x), south = floor(y), s = x - west, t = y - south, corner[4];
    for (int i = 0; i < 4; i++) {
        corner[i] = (double)gc_rng_hash_f32(seed, (int64_t)west + i % 2, (int64_t)south + i / 2, layer);
    }

    s *= s * (3 - 2 * s);
    double below = corner[0] + (corner[1] - corner[0]) * s, above = corner[2] + (corner[3] - corner[2]) * s;
    return below + (above - below) * t * t * (3 - 2 * t);
}

// Three layers, each twice as fine and half as high.
static double height(uint64_t seed, double x, double y) {
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += noise(seed, x * (1 << k) / 6, y * (1 << k) / 6, HILLS + k) / (2 << k);
    return sum * 8 / 7;
}

// Points at least 1 apart. Each cell of 1 x 1 has one that would like to stand there.
typedef struct point { double x, y; uint64_t rank; } point;

static point candidate(uint64_t seed, int64_t x, int64_t y) {
    uint64_t bits = gc_rng_hash(seed, x, y, TREES);
    point p = { (double)x + (double)(bits >> 40) / 16777216, (double)y + (double)(bits & 0xffffff) / 16777216,
                gc_rng_hash(seed, x, y, TREES + 1) };
    return p;
}

// It does, unless one less than 1 away comes first. Of two that are too near, one does not: so
// no cell has to know which stand elsewhere, and maps that overlap agree.
static bool stands(uint64_t seed, int64_t x, int64_t y, point *p) {
    *p = candidate(seed, x, y);
    for (int64_t i = 0; i < 9; i++) {
        if (i == 4) continue;
        point other = candidate(seed, x + i % 3 - 1, y + i / 3 - 1);
        if (hypot(other.x - p->x, other.y - p->y) < 1 && other.rank > p->rank) return false;
    }
    return true;
}

int main(int argc, char **argv) {
    static char map[ROWS][COLUMNS + 1];
    static point trees[COLUMNS * ROWS];
    uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 0) : 2026;
    int west = argc > 2 ? atoi(argv[2]) : 0, south = argc > 3 ? atoi(argv[3]) : 0, count = 0;
    double least = 9;

    // Water, shore, meadow, rock, by height. A cell is three columns and two rows.
    for (int y = 0; y < ROWS; y++) {
        for (int x = 0; x < COLUMNS; x++) {
            map[y][x] = "~~~.,,,,^^"[(int)(10 * height(seed, west + x / 3.0, south + y / 2.0))];
            if (x % 3 == 0 && y % 2 == 0) count += stands(seed, west + x / 3, south + y / 2, &trees[count]);
        }
    }

    for (int i = 0; i < count; i++) {
        char *at = &map[(int)(2 * (trees[i].y - south))][(int)(3 * (trees[i].x - west))];
        if (*at == ',') *at = 'T';    // in meadows alone
        for (int k = 0; k < i; k++) {
            least = fmin(least, hypot(trees[i].x - trees[k].x, trees[i].y - trees[k].y));
        }
    }
    for (int y = ROWS - 1; y >= 0; y--) puts(map[y]);
    printf("%d points, at least %.3f apart\n", count, least);
    return 0;
}
