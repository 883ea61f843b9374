// island.js - the island of examples/rng_island.c: its 196,608 bytes to the standard output.
'use strict';
const { hash32 } = require('../../bindings/javascript/gc_rng.js');
const SEED = 4;

function noise(x, y, k) {
    const mask = (1 << k) - 1, corner = (i, j) => hash32(SEED, (x >> k) + i, (y >> k) + j, k) >>> 24;
    let s = (x & mask) << (8 - k), t = (y & mask) << (8 - k);
    s = s * s * (768 - 2 * s) >> 16;
    t = t * t * (768 - 2 * t) >> 16;
    const north = corner(0, 0) * (256 - s) + corner(1, 0) * s;
    const south = corner(0, 1) * (256 - s) + corner(1, 1) * s;
    return north * (256 - t) + south * t;
}

function height(x, y) {
    let sum = 0;
    for (let k = 6; k >= 2; k--) sum += noise(x, y, k) >> (7 - k);
    return (sum >> 8) - 2 * ((x - 128) ** 2 + (y - 128) ** 2) - 12000;
}

function colour(x, y) {
    const h = height(x, y), slope = Math.min(Math.max(height(x + 1, y + 1) - h, -1024), 1024);
    const light = h >= 0 ? 192 + ((slope + 1024) >> 8) * 16 : h > -16384 ? 256 - (-h >> 10) * 8 : 136;
    const tree = hash32(SEED, x, y, 1) < 0x40000000;
    const base = h < -1600 ? 0x2a6a9c : h < -500 ? 0x3a86b4 : h < 0 ? 0x6fb7c4 : h < 1200 ? 0xe3d4a0 :
        h < 9000 ? (tree ? 0x5d8c40 : 0x6f9f4a) : h < 16000 ? (tree ? 0x2f5c2e : 0x3f7038) :
        h < 21000 ? 0x857c6c : 0xf4f4f6;
    return [16, 8, 0].map(shift => Math.min(255, (base >> shift & 255) * light >> 8));
}

const pixels = Buffer.alloc(256 * 256 * 3);
for (let i = 0; i < 256 * 256; i++) pixels.set(colour(i & 255, i >> 8), 3 * i);
require('fs').writeSync(1, pixels);
