// island.glsl - the island of examples/rng_island.c: a pixel's colour, 0xRRGGBB. HLSL reads it as well.

const uint SEED = 4u;

int corner(int x, int y, int k) { return int(gc_rng_hash32(SEED, x, y, k) >> 24); }

int noise(int x, int y, int k) {
    int mask = (1 << k) - 1, i = x >> k, j = y >> k, s = (x & mask) << (8 - k), t = (y & mask) << (8 - k);
    s = s * s * (768 - 2 * s) >> 16;
    t = t * t * (768 - 2 * t) >> 16;
    int north = corner(i, j, k) * (256 - s) + corner(i + 1, j, k) * s;
    int south = corner(i, j + 1, k) * (256 - s) + corner(i + 1, j + 1, k) * s;
    return north * (256 - t) + south * t;
}

int height(int x, int y) {
    int sum = 0;
    for (int k = 6; k >= 2; k--) sum += noise(x, y, k) >> (7 - k);
    return (sum >> 8) - 2 * ((x - 128) * (x - 128) + (y - 128) * (y - 128)) - 12000;
}

uint island(int x, int y) {
    int h = height(x, y), slope = clamp(height(x + 1, y + 1) - h, -1024, 1024);
    int light = h >= 0 ? 192 + ((slope + 1024) >> 8) * 16 : h > -16384 ? 256 - (-h >> 10) * 8 : 136;
    bool tree = gc_rng_hash32(SEED, x, y, 1) < 0x40000000u;
    int base = h < -1600 ? 0x2a6a9c : h < -500 ? 0x3a86b4 : h < 0 ? 0x6fb7c4 : h < 1200 ? 0xe3d4a0 :
        h < 9000 ? (tree ? 0x5d8c40 : 0x6f9f4a) : h < 16000 ? (tree ? 0x2f5c2e : 0x3f7038) :
        h < 21000 ? 0x857c6c : 0xf4f4f6;
    int red = min(255, (base >> 16) * light >> 8), green = min(255, (base >> 8 & 255) * light >> 8);
    return uint(red << 16 | green << 8 | min(255, (base & 255) * light >> 8));
}
