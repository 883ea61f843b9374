// twin.js - see twin.c.
'use strict';
const { Rng, hash, hash32 } = require('../../bindings/javascript/gc_rng.js');
const COUNT = 100000;
let h;
function take(v) {
    const low = typeof v === 'bigint' ? Number(v & 0xffffffffn) : v % 4294967296;
    const high = typeof v === 'bigint' ? Number(v >> 32n) : Math.floor(v / 4294967296);
    h = Math.imul(Math.imul(h ^ low, 0x01000193) ^ high, 0x01000193);
}
const print = name => console.log(name + ' ' + (h >>> 0).toString(16).padStart(8, '0'));
function each(name, number) {
    h = 0x811c9dc5 | 0;
    for (let i = 0; i < COUNT; i++) take(number(i));
    print(name);
}
each('seed', i => new Rng(BigInt(i) * 0x9e3779b97f4a7c15n, i >> 3).u64());
const r = new Rng(42, 7);
each('u64', () => r.u64());
each('u32', () => r.u32());
each('f64', () => r.f64() * 9007199254740992);
each('f32', () => r.f32() * 16777216);
each('below', i => r.below(i * 21473));
each('below, many rejected', i => r.below((3n << 62n) - BigInt(i)));
each('below, near 2^53', i => r.below(2 ** 53 - i));
each('range', i => r.range(i, -3 * i) + 300000);
each('chance', i => r.chance(i / 100000) ? 1 : 0);
h = 0x811c9dc5 | 0;
for (let n = 0; n < 1001; n += 7) r.shuffle(Array.from({ length: n }, (_, i) => i)).forEach(take);
print('shuffle');
each('hash', i => hash(i, i - 50000, -i, Math.floor(i / 3)));
each('hash32', i => hash32(i, i - 50000, -i, Math.floor(i / 3)));
