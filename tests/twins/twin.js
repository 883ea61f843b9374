// twin.js - see twin.c.
'use strict';
const { Rng, hash, hash32 } = require('../../bindings/javascript/gc_rng.js');
const COUNT = 100000;
let h;
function take(v) {
    const [high, low] = typeof v === 'object' ? v : [Math.floor(v / 4294967296), v];
    h = Math.imul(Math.imul(h ^ low, 0x01000193) ^ high, 0x01000193);
}
const print = name => console.log(name + ' ' + (h >>> 0).toString(16).padStart(8, '0'));
function each(name, number) {
    h = 0x811c9dc5 | 0;
    for (let i = 0; i < COUNT; i++) take(number(i));
    print(name);
}

// Words go in as numbers, pairs, text and BigInts in turn.
const word = (v, i) => {
    const text = '0x' + BigInt.asUintN(64, v).toString(16);
    const pair = [Number(BigInt.asUintN(32, v >> 32n)), Number(BigInt.asUintN(32, v))];
    return [text, v, pair, text.toUpperCase().replace('X', 'x')][i % 4];
};
for (const wrong of ['42', '0x', '0x12345678123456789', 1.5, NaN, 2 ** 60, null, undefined, {}]) {
    try {
        new Rng(wrong);
        console.log('taken: ' + wrong);
    } catch (e) {
        if (!(e instanceof RangeError)) throw e;
    }
}
each('seed', i => new Rng(word(BigInt(i) * 0x9e3779b97f4a7c15n, i), i >> 3).u64());
const r = new Rng(42, 7);
each('u64', () => r.u64());
each('u32', () => r.u32());
each('f64', () => r.f64() * 9007199254740992);
each('f32', () => r.f32() * 16777216);
each('below', i => r.below(i * 21473));
each('below, many rejected', i => r.below64(word((3n << 62n) - BigInt(i), i)));
each('below, near 2^53', i => r.below(2 ** 53 - i));
each('range', i => r.range(i, -3 * i) + 300000);
each('chance', i => r.chance(i / 100000) ? 1 : 0);
function border(n) {
    const join = (high, low) => (BigInt(high) << 32n) + BigInt(low >>> 0);
    const a = 0xffffffffffffffffn / BigInt(n) + 1n - join(r.bh, r.bl) - join(r.nh, r.nl);
    r.al = Number(BigInt.asIntN(32, a));
    r.ah = Number(BigInt.asIntN(32, a >> 32n));
}
each('below, at the border', i => (border(i * 21473 + 3), r.below(i * 21473 + 3)));
for (const atBorder of [0, 1]) {
    h = 0x811c9dc5 | 0;
    for (let n = 3 * atBorder; n < 1001; n += 7) {
        if (atBorder) border(n * (n - 1));
        r.shuffle(Array.from({ length: n }, (_, i) => i)).forEach(take);
    }
    print('shuffle' + (atBorder ? ', at the border' : ''));
}
each('hash', i => hash(i, i - 50000, word(BigInt(-i), i), Math.floor(i / 3)));
each('hash32', i => hash32(i, i - 50000, -i, Math.floor(i / 3)));
