// gc_rng.js - the default engine of gc_rng.h in JavaScript: the same numbers, for a page that must
// agree with a server or a game in C. For node and browsers; no package, no BigInt. Without `module`,
// in a script or an ES module, it is globalThis.gcRng. tests/vectors/SPEC.md says what each call
// computes.
//
//     const { Rng, hash32 } = require('./gc_rng.js');
//     const rng = new Rng(42);             // or new Rng(seed, stream)
//     rng.range(1, 6);
//
// A word of 64 bits comes out as [high, low], two numbers below 2^32. Where one goes in (seed, stream,
// places of hash, below64) it is such a pair, a whole number of at most 2^53 either way, text as
// '0x9e3779b97f4a7c15', or a BigInt; negative ones count modulo 2^64. Anything else is a RangeError.
//
// SPDX-License-Identifier: MIT OR Unlicense
'use strict';
(function () {

const TRIES = 128, TWO32 = 4294967296;
const imul = Math.imul;

// Any word as its two halves, signed.
function halves(v) {
    if (Number.isInteger(v) && Math.abs(v) <= 9007199254740992) return [Math.floor(v / TWO32) | 0, v | 0];
    if (Array.isArray(v)) return [v[0] | 0, v[1] | 0];
    const text = typeof v === 'bigint' ? '0x' + BigInt.asUintN(64, v).toString(16) : String(v);
    if (!/^0x[0-9a-f]{1,16}$/i.test(text)) throw new RangeError('gc_rng: no word of 64 bits: ' + text);
    const digits = text.slice(2).padStart(16, '0');
    return [parseInt(digits.slice(0, 8), 16) | 0, parseInt(digits.slice(8), 16) | 0];
}

// The upper 32 bits of the product of two numbers of 32 bits; every sum stays below 2^53.
function high(a, b) {
    const al = a & 0xffff, ah = a >>> 16, bl = b & 0xffff, bh = b >>> 16;
    const middle = ah * bl + (al * bl >>> 16);
    return ah * bh + (middle >>> 16) + ((middle & 0xffff) + al * bh >>> 16);
}

// The upper half of a product modulo 2^64; the lower one is imul(al, bl).
const upper = (ah, al, bh, bl) => high(al, bl) + imul(ah, bl) + imul(al, bh) | 0;

// 1 if the lower halves carry: `sum` is that of `a` and another one, modulo 2^32.
const carry = (sum, a) => (sum >>> 0) < (a >>> 0) ? 1 : 0;

const less = (ah, al, bh, bl) => ah < bh || ah === bh && al < bl;

function mix(h, l) {
    let m = l ^ (l >>> 30 | h << 2);
    h = upper(h ^ h >>> 30, m, 0xbf58476d, 0x1ce4e5b9);
    l = imul(m, 0x1ce4e5b9);
    m = l ^ (l >>> 27 | h << 5);
    h = upper(h ^ h >>> 27, m, 0x94d049bb, 0x133111eb);
    l = imul(m, 0x133111eb);
    return [h ^ h >>> 31, l ^ (l >>> 31 | h << 1)];
}

// A word times n, 96 bits: gives the upper 32 and leaves the others in `rest`.
const rest = new Uint32Array(2);
function times(h, l, n) {
    const middle = (imul(h, n) >>> 0) + high(l, n);
    rest[0] = middle;
    rest[1] = imul(l, n);
    return high(h, n) + (middle >= TWO32 ? 1 : 0);
}

// 2^64 mod n, n not 0: 1, doubled 64 times.
function excess(nh, nl) {
    let h = 0, l = nh === 0 && nl === 1 ? 0 : 1;
    for (let i = 0; i < 64; i++) {
        const over = h >>> 31;
        h = (h << 1 | l >>> 31) >>> 0;
        l = l << 1 >>> 0;
        if (!over && less(h, l, nh, nl)) continue;
        h = h - nh - carry(l, nl) >>> 0;
        l = l - nl >>> 0;
    }
    return [h, l];
}

class Rng {
    constructor(seed, stream = 0) {
        const s = halves(seed), t = halves(stream);
        const sl = s[1] + 0x7f4a7c15 | 0, tl = t[1] + 0xd192ed03 | 0;
        const a = mix(s[0] + 0x9e3779b9 + carry(sl, s[1]) | 0, sl);
        const b = mix(t[0] + 0xd1b54a32 + carry(tl, t[1]) | 0, tl);
        const c = mix(a[0] ^ b[1], a[1] ^ b[0]);
        this.ah = a[0], this.al = a[1];
        this.bh = b[0], this.bl = b[1];
        this.ch = c[0], this.cl = c[1];
        this.nh = 0, this.nl = 1;
        this.low = 0;
        for (let i = 0; i < 12; i++) this.next();
    }

    // The next word: gives its upper half and leaves the lower one in `low`, both signed.
    next() {
        const bl = this.bl, bh = this.bh, cl = this.cl, ch = this.ch, nl = this.nl;
        const ab = this.al + bl | 0, low = ab + nl | 0;
        const out = this.ah + bh + this.nh + carry(ab, bl) + carry(low, nl) | 0;
        this.al = bl ^ (bl >>> 11 | bh << 21);
        this.ah = bh ^ bh >>> 11;
        const b = cl + (cl << 3) | 0;
        this.bl = b;
        this.bh = ch + (ch << 3 | cl >>> 29) + carry(b, cl) | 0;
        const c = (cl << 24 | ch >>> 8) + low | 0;
        this.cl = c;
        this.ch = (ch << 24 | cl >>> 8) + out + carry(c, low) | 0;
        this.nl = nl + 1 | 0;
        if (nl === -1) this.nh = this.nh + 1 | 0;
        this.low = low;
        return out;
    }

    // 64 random bits as [high, low]; 32 as a number.
    u64() { return [this.next() >>> 0, this.low >>> 0]; }
    u32() { return this.next() >>> 0; }

    // In [0, 1), a multiple of 2^-53; of 2^-24.
    f64() {
        const h = this.next() >>> 0;
        return (h * 2097152 + (this.low >>> 11)) / 9007199254740992;
    }
    f32() { return (this.next() >>> 8) / 16777216; }

    // An integer in [0, n), n at most 2^53, exactly uniform; 0 for n 0. below64: n of 64 bits, gives a pair.
    below(n) {
        if (n >= TWO32) {
            const [h, l] = this.below64(n);
            return h * TWO32 + l;
        }
        const h = this.next(), l = this.low;
        const middle = (imul(h, n) >>> 0) + high(l, n);
        if ((middle | 0) !== 0 || (imul(l, n) >>> 0) >= n) return high(h, n) + (middle >= TWO32 ? 1 : 0);
        return this.retry(h, l, 0, n)[1];
    }
    below64(n) {
        const [nh, nl] = halves(n);
        return this.retry(this.next(), this.low, nh >>> 0, nl >>> 0);
    }

    // below of a word that is drawn, and of others while one is refused.
    retry(h, l, nh, nl) {
        let eh = nh, el = nl;
        for (let tries = 1;; tries++) {
            // The product of 128 bits, by two of 96.
            const over = times(h, l, nl), middle = rest[0], last = rest[1];
            let top = times(h, l, nh);
            const sum = middle + rest[1], third = over + rest[0] + (sum >= TWO32 ? 1 : 0);
            if (third >= TWO32) top++;

            if (tries === 1 && less(sum >>> 0, last, nh, nl)) [eh, el] = excess(nh, nl);
            if (!less(sum >>> 0, last, eh, el) || tries === TRIES) return [top, third >>> 0];
            h = this.next();
            l = this.low;
        }
    }

    // An integer in [lo, hi], both whole and less than 2^53 apart; lo > hi are swapped.
    range(lo, hi) { return lo < hi ? lo + this.below(hi - lo + 1) : hi + this.below(lo - hi + 1); }

    // True with probability p.
    chance(p) { return this.f64() < p; }

    // Puts an array of at most 2^30 elements in random order: a word for two places.
    shuffle(array) {
        for (let i = array.length; i > 1; i -= 2) {
            const ph = high(i, i - 1), pl = imul(i, i - 1) >>> 0;
            let first = times(this.next(), this.low, i), second = times(rest[0], rest[1], i - 1);
            if (less(rest[0], rest[1], ph, pl)) {
                const [eh, el] = excess(ph, pl);
                for (let tries = 1; less(rest[0], rest[1], eh, el) && tries < TRIES; tries++) {
                    first = times(this.next(), this.low, i);
                    second = times(rest[0], rest[1], i - 1);
                }
            }
            swap(array, i - 1, first);
            swap(array, i - 2, second);
        }
        return array;
    }
}

function swap(array, i, k) {
    const v = array[i];
    array[i] = array[k];
    array[k] = v;
}

// The 64 bits of a place, as [high, low]. Where 32 will do, hash32 takes a fifth of the time.
function hash(seed, x, y, z) {
    let h = 0, l = 0;
    for (let k = 0; k < 4; k++) {
        const [nh, nl] = halves(k === 0 ? seed : k === 1 ? z : k === 2 ? y : x);
        let vl = imul(nl, 0x7f4a7c15) + l | 0;
        let vh = upper(nh, nl, 0x9e3779b9, 0x7f4a7c15) + h + carry(vl, l) | 0;
        let m = vl ^ (vl >>> 30 | vh << 2);
        const kl = l + 0xd192ed03 | 0, kh = h + 0xd1b54a32 + carry(kl, l) | 0;
        vh = upper(vh ^ vh >>> 30, m, 0xbf58476d, 0x1ce4e5b9) ^ kh;
        vl = imul(m, 0x1ce4e5b9) ^ kl;
        m = vl ^ (vl >>> 27 | vh << 5);
        vh = upper(vh ^ vh >>> 27, m, 0x94d049bb, 0x133111eb);
        vl = imul(m, 0x133111eb);
        h = vh ^ vh >>> 31;
        l = vl ^ (vl >>> 31 | vh << 1);
    }
    return [h >>> 0, l >>> 0];
}

// The 32 bits of a place of whole numbers: what a shader computes as well. Without a loop, which
// takes 2.7 times as long.
function hash32(seed, x, y, z) {
    const b = key32(0x243f6a88, seed), c = key32(end32(b ^ (0x85a308d3 + seed | 0)), z);
    const d = key32(end32(c ^ (b + z | 0)), y), e = key32(end32(d ^ (c + y | 0)), x);
    return end32(e ^ (d + x | 0)) >>> 0;
}
function key32(a, n) {
    const v = a + imul(n, 0x9e3779b9) | 0;
    return imul(v ^ v >>> 16, 0x21f0aaad);
}
function end32(v) {
    v = imul(v ^ v >>> 15, 0xd35a2d97);
    v = imul(v ^ v >>> 15, 0x735a2d97);
    return v ^ v >>> 16;
}

const exported = { Rng, hash, hash32 };
if (typeof module !== 'undefined' && module.exports) module.exports = exported;
else globalThis.gcRng = exported;

})();
