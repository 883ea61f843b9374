// gc_rng.glsl - gc_rng_hash32 of gc_rng.h in GLSL: the same 32 bits of a place, for a shader that must
// agree with a game in C. For GLSL ES 3.00 (WebGL2) and later, GLSL 1.30 and later.
//
//     uint bits = gc_rng_hash32(seed, x, y, z);        float f = float(bits >> 8) / 16777216.0;    [0, 1)
//
// A fragment shader's own numbers are of 16 bits where it does not say "precision highp int;".
// SPDX-License-Identifier: MIT OR Unlicense

highp uvec2 gc_rng_step32(highp uvec2 s, highp uint n) {
    highp uint v = s.x + n * 0x9e3779b9u, w = (v ^ v >> 16) * 0x21f0aaadu;
    v = w ^ (s.y + n);
    v = (v ^ v >> 15) * 0xd35a2d97u;
    v = (v ^ v >> 15) * 0x735a2d97u;
    return uvec2(v ^ v >> 16, w);
}

highp uint gc_rng_hash32(highp uint seed, highp int x, highp int y, highp int z) {
    highp uvec2 s = gc_rng_step32(uvec2(0x243f6a88u, 0x85a308d3u), seed);
    return gc_rng_step32(gc_rng_step32(gc_rng_step32(s, uint(z)), uint(y)), uint(x)).x;
}
