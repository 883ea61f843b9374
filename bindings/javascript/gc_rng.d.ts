// Types of gc_rng.js.
export as namespace gcRng;

// A word of 64 bits: two numbers below 2^32.
export type Pair = [high: number, low: number];

// What goes in for one: a pair, a whole number of at most 2^53 either way, '0x9e3779b97f4a7c15', a BigInt.
export type Word = number | string | bigint | readonly [high: number, low: number];

export class Rng {
    constructor(seed: Word, stream?: Word);
    u64(): Pair;
    u32(): number;
    f64(): number;
    f32(): number;
    below(n: number): number;
    below64(n: Word): Pair;
    range(lo: number, hi: number): number;
    chance(p: number): boolean;
    shuffle<T>(array: T[]): T[];
}
export function hash(seed: Word, x: Word, y: Word, z: Word): Pair;
export function hash32(seed: number, x: number, y: number, z: number): number;
