// types.ts - what tsc must accept of gc_rng.d.ts, and what it must refuse.
import { Rng, Pair, hash, hash32 } from '../../bindings/javascript/gc_rng';

const streams: Rng[] = [new Rng(42), new Rng('0x2a', 7), new Rng([0, 42], [1, 2])];
const rng = streams[0];
const [high, low]: Pair = rng.u64();
const wide: Pair = rng.below64([0xc0000000, 0]);
const numbers: number[] = [high, low, wide[0], rng.u32(), rng.f64(), rng.f32(), rng.below(6), rng.range(1, 6)];
const lucky: boolean = rng.chance(0.25);
const deck: string[] = rng.shuffle(['ace', 'king']);
const places: [Pair, number] = [hash('0x2a', 1, -2, [0, 3]), hash32(42, 1, -2, 3)];
export { numbers, lucky, deck, places };

// @ts-expect-error: a pair is not a number
rng.below([0, 6]);
// @ts-expect-error: hash32 takes numbers
hash32('0x2a', 1, 2, 3);
// @ts-expect-error: no seed
new Rng();
