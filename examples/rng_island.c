// rng_island - an island of 256 x 256, the same to the byte in C, in Python, on a page and in a
// shader (tests/twins/island.*): by gc_rng_hash32 and whole numbers alone.
//
//     cc -I. examples/rng_island.c -o rng_island        (in the project's root; PNG: -DPICTURE_PNG -lpng)
//     ./rng_island island.ppm 4                         the file, and the seed
#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"

#include "common/picture.h"

// 0 to 255 at each corner of cells of 2^k, smoothly between them.
static int32_t noise(uint32_t seed, int32_t x, int32_t y, int32_t k) {
    int32_t corner[4], mask = (1 << k) - 1, s = (x & mask) << (8 - k), t = (y & mask) << (8 - k);
    for (int i = 0; i < 4; i++) {
        corner[i] = (int32_t)(gc_rng_hash32(seed, (x >> k) + i % 2, (y >> k) + i / 2, k) >> 24);
    }

    s = s * s * (768 - 2 * s) >> 16;
    t = t * t * (768 - 2 * t) >> 16;
    int32_t north = corner[0] * (256 - s) + corner[1] * s, south = corner[2] * (256 - s) + corner[3] * s;
    return north * (256 - t) + south * t;
}

// Each size of cells counts half of the one before; all of it falls off from the middle.
static int32_t height(uint32_t seed, int32_t x, int32_t y) {
    int32_t sum = 0;
    for (int32_t k = 6; k >= 2; k--) sum += noise(seed, x, y, k) >> (7 - k);
    return (sum >> 8) - 2 * ((x - 128) * (x - 128) + (y - 128) * (y - 128)) - 12000;
}

static uint32_t colour(uint32_t seed, int32_t x, int32_t y) {
    // The light, of 256: the sea darkens with its depth, the land is lit from the north-west.
    int32_t h = height(seed, x, y), slope = height(seed, x + 1, y + 1) - h, result = 0;
    slope = slope < -1024 ? -1024 : slope > 1024 ? 1024 : slope;
    int32_t light = h >= 0 ? 192 + ((slope + 1024) >> 8) * 16 : h > -16384 ? 256 - (-h >> 10) * 8 : 136;

    // What it is: the sea, sand, meadows, woods, rock, snow.
    bool tree = gc_rng_hash32(seed, x, y, 1) < 0x40000000u;
    int32_t base = h < -1600 ? 0x2a6a9c : h < -500 ? 0x3a86b4 : h < 0 ? 0x6fb7c4 : h < 1200 ? 0xe3d4a0 :
        h < 9000 ? (tree ? 0x5d8c40 : 0x6f9f4a) : h < 16000 ? (tree ? 0x2f5c2e : 0x3f7038) :
        h < 21000 ? 0x857c6c : 0xf4f4f6;

    // Red, green and blue in this light.
    for (int shift = 16; shift >= 0; shift -= 8) {
        int32_t c = (base >> shift & 255) * light >> 8;
        result = result << 8 | (c > 255 ? 255 : c);
    }
    return (uint32_t)result;
}

int main(int argc, char **argv) {
    uint32_t seed = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 0) : 4;
    picture island;
    if (!picture_open(&island, 256, 256, 0)) return 1;
    for (int y = 0; y < 256; y++) {
        for (int x = 0; x < 256; x++) picture_set(&island, x, y, colour(seed, x, y));
    }
    if (!picture_write(&island, argc > 1 ? argv[1] : "island" PICTURE_SUFFIX)) {
        perror("rng_island");
        return 1;
    }
    picture_close(&island);
    return 0;
}
