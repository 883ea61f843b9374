// gc_rng.js - the default engine of gc_rng.h in JavaScript: the same numbers, for a page that must
// agree with a server or a game in C. For node and browsers; no package. The engine works on halves
// of 32 bits; BigInt is used for seeds, u64, hash, shuffle and bounds above 2^32 only. Without
// `module`, in a script or an ES module, it is globalThis.gcRng.
// tests/vectors/SPEC.md says what each call computes.
//
//     const { Rng, hash32 } = require('./gc_rng.js');
//     const rng = new Rng(42);             // or new Rng(seed, stream), numbers or BigInts
//     rng.range(1, 6);
//
// SPDX-License-Identifier: MIT OR Unlicense
'use strict';
(function () {

const MASK = 0xffffffffffffffffn, TRIES = 128;
const imul = Math.imul;

function mix(x) {
    x = (x ^ x >> 30n) * 0xbf58476d1ce4e5b9n & MASK;
    x = (x ^ x >> 27n) * 0x94d049bb133111ebn & MASK;
    return x ^ x >> 31n;
}

// The upper 32 bits of the product of two numbers of 32 bits; every sum stays below 2^53.
function high(a, b) {
    const al = a & 0xffff, ah = a >>> 16, bl = b & 0xffff, bh = b >>> 16;
    const middle = ah * bl + (al * bl >>> 16);
    return ah * bh + (middle >>> 16) + ((middle & 0xffff) + al * bh >>> 16);
}

const big = (h, l) => BigInt(h >>> 0) << 32n | BigInt(l >>> 0);

class Rng {
    // Any seed and stream, modulo 2^64.
    constructor(seed, stream = 0) {
        let a = mix(BigInt.asUintN(64, BigInt(seed)) + 0x9e3779b97f4a7c15n & MASK);
        let b = mix(BigInt.asUintN(64, BigInt(stream)) + 0xd1b54a32d192ed03n & MASK);
        let c = mix(a ^ (b << 32n & MASK | b >> 32n));
        this.ah = Number(a >> 32n) | 0;
        this.al = Number(a & 0xffffffffn) | 0;
        this.bh = Number(b >> 32n) | 0;
        this.bl = Number(b & 0xffffffffn) | 0;
        this.ch = Number(c >> 32n) | 0;
        this.cl = Number(c & 0xffffffffn) | 0;
        this.nh = 0;
        this.nl = 1;
        this.low = 0;
        for (let i = 0; i < 12; i++) this.next();
    }

    // The next word: gives its upper half and leaves the lower one in `low`, both signed.
    next() {
        const bl = this.bl, bh = this.bh, cl = this.cl, ch = this.ch;
        let sum = (this.al >>> 0) + (bl >>> 0) + (this.nl >>> 0);
        const low = sum | 0, out = this.ah + bh + this.nh + Math.floor(sum / 4294967296) | 0;

        this.al = bl ^ (bl >>> 11 | bh << 21);
        this.ah = bh ^ bh >>> 11;
        sum = (cl >>> 0) + (cl << 3 >>> 0);
        this.bl = sum | 0;
        this.bh = ch + (ch << 3 | cl >>> 29) + (sum > 4294967295 ? 1 : 0) | 0;
        sum = ((cl << 24 | ch >>> 8) >>> 0) + (low >>> 0);
        this.cl = sum | 0;
        this.ch = (ch << 24 | cl >>> 8) + out + (sum > 4294967295 ? 1 : 0) | 0;
        this.nl = this.nl + 1 | 0;
        if (this.nl === 0) this.nh = this.nh + 1 | 0;
        this.low = low;
        return out;
    }

    // 64 random bits as a BigInt; 32 as a number.
    u64() { return big(this.next(), this.low); }
    u32() { return this.next() >>> 0; }

    // In [0, 1), a multiple of 2^-53; of 2^-24.
    f64() {
        const h = this.next() >>> 0;
        return (h * 2097152 + (this.low >>> 11)) / 9007199254740992;
    }
    f32() { return (this.next() >>> 8) / 16777216; }

    // An integer in [0, n), n at most 2^53, exactly uniform; 0 for n 0. A BigInt of n up to 2^64 - 1
    // gives a BigInt.
    below(n) {
        if (typeof n === 'bigint') return this.belowBig(n);
        if (n > 4294967295) return Number(this.belowBig(BigInt(n)));
        const h = this.next(), l = this.low;
        const middle = (imul(h, n) >>> 0) + high(l, n);
        const result = high(h, n) + (middle > 4294967295 ? 1 : 0);
        if (middle % 4294967296 !== 0 || (imul(l, n) >>> 0) >= n) return result;
        return Number(this.retry(big(h, l), BigInt(n)));
    }
    belowBig(n) { return this.retry(this.u64(), n); }
    retry(word, n) {
        let product = word * n;
        if ((product & MASK) < n) {
            const excess = (1n << 64n) % n;
            for (let tries = 1; (product & MASK) < excess && tries < TRIES; tries++) product = this.u64() * n;
        }
        return product >> 64n;
    }

    // An integer in [lo, hi], both safe integers less than 2^53 apart; lo > hi are swapped.
    range(lo, hi) { return lo < hi ? lo + this.below(hi - lo + 1) : hi + this.below(lo - hi + 1); }

    // True with probability p.
    chance(p) { return this.f64() < p; }

    // Puts an array of at most 2^30 elements in random order: a word for two places.
    shuffle(array) {
        for (let i = array.length; i > 1; i -= 2) {
            let word = this.u64();
            const n = BigInt(i), product = n * (n - 1n);
            let first = word * n, second = (first & MASK) * (n - 1n);
            if ((second & MASK) < product) {
                const excess = (1n << 64n) % product;
                for (let tries = 1; (second & MASK) < excess && tries < TRIES; tries++) {
                    first = this.u64() * n;
                    second = (first & MASK) * (n - 1n);
                }
            }
            swap(array, i - 1, Number(first >> 64n));
            swap(array, i - 2, Number(second >> 64n));
        }
        return array;
    }
}

function swap(array, i, k) {
    const v = array[i];
    array[i] = array[k];
    array[k] = v;
}

// The 64 bits of a place, a BigInt: slow, for what is asked seldom.
function hash(seed, x, y, z) {
    let h = 0n;
    for (const n of [seed, z, y, x]) {
        let v = h + BigInt.asUintN(64, BigInt(n)) * 0x9e3779b97f4a7c15n & MASK;
        v = (v ^ v >> 30n) * 0xbf58476d1ce4e5b9n & MASK ^ (h + 0xd1b54a32d192ed03n & MASK);
        v = (v ^ v >> 27n) * 0x94d049bb133111ebn & MASK;
        h = v ^ v >> 31n;
    }
    return h;
}

// The 32 bits of a place: what a shader computes as well.
function hash32(seed, x, y, z) {
    let a = 0x243f6a88, b = 0x85a308d3 | 0, v, w;
    for (let k = 0; k < 4; k++) {
        const n = k === 0 ? seed : k === 1 ? z : k === 2 ? y : x;
        v = a + imul(n, 0x9e3779b9) | 0;
        w = imul(v ^ v >>> 16, 0x21f0aaad);
        v = w ^ (b + n | 0);
        v = imul(v ^ v >>> 15, 0xd35a2d97);
        v = imul(v ^ v >>> 15, 0x735a2d97);
        a = v ^ v >>> 16;
        b = w;
    }
    return a >>> 0;
}

const exported = { Rng, hash, hash32 };
if (typeof module !== 'undefined' && module.exports) module.exports = exported;
else globalThis.gcRng = exported;

})();
