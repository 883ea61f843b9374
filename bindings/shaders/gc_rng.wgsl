// gc_rng.wgsl - gc_rng_hash32 of gc_rng.h in WGSL: the same 32 bits of a place, for a shader of WebGPU
// that must agree with a game in C.
//
//     let bits = gc_rng_hash32(seed, x, y, z);         let f = f32(bits >> 8) / 16777216.0;        [0, 1)
//
// SPDX-License-Identifier: MIT OR Unlicense

fn gc_rng_step32(s: vec2u, n: u32) -> vec2u {
    let v = s.x + n * 0x9e3779b9u;
    let w = (v ^ (v >> 16)) * 0x21f0aaadu;
    let a = w ^ (s.y + n);
    let b = (a ^ (a >> 15)) * 0xd35a2d97u;
    let c = (b ^ (b >> 15)) * 0x735a2d97u;
    return vec2u(c ^ (c >> 16), w);
}

fn gc_rng_hash32(seed: u32, x: i32, y: i32, z: i32) -> u32 {
    let s = gc_rng_step32(gc_rng_step32(vec2u(0x243f6a88u, 0x85a308d3u), seed), bitcast<u32>(z));
    return gc_rng_step32(gc_rng_step32(s, bitcast<u32>(y)), bitcast<u32>(x)).x;
}
