// gc_rng.hlsl - gc_rng_hash32 of gc_rng.h in HLSL: the same 32 bits of a place, for a shader that must
// agree with a game in C. For shader model 4 and later.
//
//     uint bits = gc_rng_hash32(seed, x, y, z);        float f = float(bits >> 8) / 16777216.0;    [0, 1)
//
// SPDX-License-Identifier: MIT OR Unlicense

uint2 gc_rng_step32(uint2 s, uint n) {
    uint v = s.x + n * 0x9e3779b9u, w = (v ^ v >> 16) * 0x21f0aaadu;
    v = w ^ (s.y + n);
    v = (v ^ v >> 15) * 0xd35a2d97u;
    v = (v ^ v >> 15) * 0x735a2d97u;
    return uint2(v ^ v >> 16, w);
}

uint gc_rng_hash32(uint seed, int x, int y, int z) {
    uint2 s = gc_rng_step32(uint2(0x243f6a88u, 0x85a308d3u), seed);
    return gc_rng_step32(gc_rng_step32(gc_rng_step32(s, uint(z)), uint(y)), uint(x)).x;
}
