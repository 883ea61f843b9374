// Types of gc_rng.js.
export class Rng {
    constructor(seed: number | bigint, stream?: number | bigint);
    u64(): bigint;
    u32(): number;
    f64(): number;
    f32(): number;
    below(n: number): number;
    below(n: bigint): bigint;
    range(lo: number, hi: number): number;
    chance(p: number): boolean;
    shuffle<T>(array: T[]): T[];
}
export function hash(seed: number | bigint, x: number | bigint, y: number | bigint, z: number | bigint): bigint;
export function hash32(seed: number, x: number, y: number, z: number): number;
