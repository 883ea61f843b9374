// Made by packaging/bindings.py of the five headers: do not edit.
// SPDX-License-Identifier: MIT OR Unlicense
use std::os::raw::{c_char, c_int, c_void};

// ---- gc_rng.h

pub const GC_RNG_OK: c_int = 0;
pub const GC_RNG_E_ARGUMENT: c_int = -1;
pub const GC_RNG_E_UNSUPPORTED: c_int = -6;
pub const GC_RNG_E_SYSTEM: c_int = -10;
pub const GC_RNG_VERSION: c_int = 400;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng {
    pub a: u64,
    pub b: u64,
    pub c: u64,
    pub counter: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_source {
    pub user: *mut c_void,
    pub u64: Option<unsafe extern "C" fn(user: *mut c_void) -> u64>,
    pub fill: Option<unsafe extern "C" fn(user: *mut c_void, dst: *mut c_void, bytes: usize)>,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_bag {
    pub items: *mut c_void,
    pub n: usize,
    pub size: usize,
    pub left: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_alias {
    pub threshold: u64,
    pub other: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_prd {
    pub c: u64,
    pub tries: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_pity {
    pub base: u64,
    pub step: u64,
    pub soft: u32,
    pub hard: u32,
    pub tries: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_mwc32 {
    pub x: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_mwc64 {
    pub x: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_xorshift32 {
    pub x: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_xorshift64 {
    pub x: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_xorshift128 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
    pub w: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_xoshiro256pp {
    pub s: [u64; 4],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_lcg {
    pub x: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_dotnet {
    pub table: [i32; 56],
    pub next: u32,
    pub next_p: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_java {
    pub x: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_mt19937 {
    pub words: [u32; 624],
    pub used: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_pcg32 {
    pub state: u64,
    pub inc: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_pcg64 {
    pub high: u64,
    pub low: u64,
    pub inc_high: u64,
    pub inc_low: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_sfmt {
    pub words: [u32; 624],
    pub used: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_asa128 {
    pub words: [u32; 16],
    pub used: u32,
    pub position: u32,
    pub buffer: [u32; 16384],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_philox {
    pub key: [u32; 2],
    pub counter: [u32; 4],
    pub words: [u32; 4],
    pub used: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_chacha8 {
    pub key: [u32; 8],
    pub words: [u32; 256],
    pub used: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_rng_wide {
    pub lanes: [u64; 128],
    pub round: u64,
    pub words: [u64; 128],
    pub used: u32,
}
#[link(name = "gc_headers")]
extern "C" {
    pub fn gc_rng_version() -> c_int;
    pub fn gc_rng_result_string(result: c_int) -> *const c_char;
    pub fn gc_rng_isa() -> *const c_char;
    pub fn gc_rng_seed(r: *mut gc_rng, seed: u64);
    pub fn gc_rng_seed_stream(r: *mut gc_rng, seed: u64, stream: u64);
    pub fn gc_rng_seed_text(r: *mut gc_rng, bytes: *const c_void, n: usize);
    pub fn gc_rng_u64(r: *mut gc_rng) -> u64;
    pub fn gc_rng_to_source(r: *mut gc_rng) -> gc_rng_source;
    pub fn gc_rng_source_u64(s: *const gc_rng_source) -> u64;
    pub fn gc_rng_u32(r: *mut gc_rng) -> u32;
    pub fn gc_rng_source_u32(s: *const gc_rng_source) -> u32;
    pub fn gc_rng_f64(r: *mut gc_rng) -> f64;
    pub fn gc_rng_source_f64(s: *const gc_rng_source) -> f64;
    pub fn gc_rng_f32(r: *mut gc_rng) -> f32;
    pub fn gc_rng_source_f32(s: *const gc_rng_source) -> f32;
    pub fn gc_rng_f64_open(r: *mut gc_rng) -> f64;
    pub fn gc_rng_source_f64_open(s: *const gc_rng_source) -> f64;
    pub fn gc_rng_f32_open(r: *mut gc_rng) -> f32;
    pub fn gc_rng_source_f32_open(s: *const gc_rng_source) -> f32;
    pub fn gc_rng_below(r: *mut gc_rng, n: u64) -> u64;
    pub fn gc_rng_source_below(s: *const gc_rng_source, n: u64) -> u64;
    pub fn gc_rng_range(r: *mut gc_rng, lo: i64, hi: i64) -> i64;
    pub fn gc_rng_source_range(s: *const gc_rng_source, lo: i64, hi: i64) -> i64;
    pub fn gc_rng_int(r: *mut gc_rng, lo: c_int, hi: c_int) -> c_int;
    pub fn gc_rng_source_int(s: *const gc_rng_source, lo: c_int, hi: c_int) -> c_int;
    pub fn gc_rng_dice(r: *mut gc_rng, count: c_int, sides: c_int) -> i64;
    pub fn gc_rng_source_dice(s: *const gc_rng_source, count: c_int, sides: c_int) -> i64;
    pub fn gc_rng_dice_keep(r: *mut gc_rng, count: c_int, sides: c_int, keep: c_int) -> i64;
    pub fn gc_rng_source_dice_keep(s: *const gc_rng_source, count: c_int, sides: c_int, keep: c_int)
        -> i64;
    pub fn gc_rng_roll(r: *mut gc_rng, text: *const c_char, sum: *mut i64) -> c_int;
    pub fn gc_rng_source_roll(s: *const gc_rng_source, text: *const c_char, sum: *mut i64) -> c_int;
    pub fn gc_rng_range_f32(r: *mut gc_rng, lo: f32, hi: f32) -> f32;
    pub fn gc_rng_source_range_f32(s: *const gc_rng_source, lo: f32, hi: f32) -> f32;
    pub fn gc_rng_chance(r: *mut gc_rng, p: f64) -> bool;
    pub fn gc_rng_source_chance(s: *const gc_rng_source, p: f64) -> bool;
    pub fn gc_rng_chance_in(r: *mut gc_rng, a: u64, b: u64) -> bool;
    pub fn gc_rng_source_chance_in(s: *const gc_rng_source, a: u64, b: u64) -> bool;
    pub fn gc_rng_normal(r: *mut gc_rng, mean: f64, sd: f64) -> f64;
    pub fn gc_rng_source_normal(s: *const gc_rng_source, mean: f64, sd: f64) -> f64;
    pub fn gc_rng_exponential(r: *mut gc_rng, rate: f64) -> f64;
    pub fn gc_rng_source_exponential(s: *const gc_rng_source, rate: f64) -> f64;
    pub fn gc_rng_lognormal(r: *mut gc_rng, mu: f64, sigma: f64) -> f64;
    pub fn gc_rng_source_lognormal(s: *const gc_rng_source, mu: f64, sigma: f64) -> f64;
    pub fn gc_rng_poisson(r: *mut gc_rng, mean: f64) -> u64;
    pub fn gc_rng_source_poisson(s: *const gc_rng_source, mean: f64) -> u64;
    pub fn gc_rng_binomial(r: *mut gc_rng, n: u64, p: f64) -> u64;
    pub fn gc_rng_source_binomial(s: *const gc_rng_source, n: u64, p: f64) -> u64;
    pub fn gc_rng_geometric(r: *mut gc_rng, p: f64) -> u64;
    pub fn gc_rng_source_geometric(s: *const gc_rng_source, p: f64) -> u64;
    pub fn gc_rng_gamma(r: *mut gc_rng, shape: f64, scale: f64) -> f64;
    pub fn gc_rng_source_gamma(s: *const gc_rng_source, shape: f64, scale: f64) -> f64;
    pub fn gc_rng_disc(r: *mut gc_rng, xy: *mut f64);
    pub fn gc_rng_source_disc(s: *const gc_rng_source, xy: *mut f64);
    pub fn gc_rng_direction(r: *mut gc_rng, xy: *mut f64);
    pub fn gc_rng_source_direction(s: *const gc_rng_source, xy: *mut f64);
    pub fn gc_rng_sphere(r: *mut gc_rng, xyz: *mut f64);
    pub fn gc_rng_source_sphere(s: *const gc_rng_source, xyz: *mut f64);
    pub fn gc_rng_turn(r: *mut gc_rng, m: *mut f64);
    pub fn gc_rng_source_turn(s: *const gc_rng_source, m: *mut f64);
    pub fn gc_rng_shuffle(r: *mut gc_rng, base: *mut c_void, n: usize, size: usize);
    pub fn gc_rng_source_shuffle(s: *const gc_rng_source, base: *mut c_void, n: usize, size: usize);
    pub fn gc_rng_partial_shuffle(r: *mut gc_rng, p: *mut c_void, n: usize, size: usize, k: usize);
    pub fn gc_rng_source_partial_shuffle(s: *const gc_rng_source, p: *mut c_void, n: usize, size:
        usize, k: usize);
    pub fn gc_rng_pick(r: *mut gc_rng, base: *const c_void, n: usize, size: usize) -> *mut c_void;
    pub fn gc_rng_source_pick(s: *const gc_rng_source, base: *const c_void, n: usize, size: usize)
        -> *mut c_void;
    pub fn gc_rng_sample(r: *mut gc_rng, out: *mut usize, k: usize, n: usize) -> c_int;
    pub fn gc_rng_source_sample(s: *const gc_rng_source, out: *mut usize, k: usize, n: usize) ->
        c_int;
    pub fn gc_rng_permute(seed: u64, i: u64, n: u64) -> u64;
    pub fn gc_rng_bag_next(r: *mut gc_rng, bag: *mut gc_rng_bag) -> *mut c_void;
    pub fn gc_rng_source_bag_next(s: *const gc_rng_source, bag: *mut gc_rng_bag) -> *mut c_void;
    pub fn gc_rng_fill(r: *mut gc_rng, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_source_fill(s: *const gc_rng_source, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_weighted(r: *mut gc_rng, weights: *const f64, n: usize) -> usize;
    pub fn gc_rng_source_weighted(s: *const gc_rng_source, weights: *const f64, n: usize) -> usize;
    pub fn gc_rng_weighted_u32(r: *mut gc_rng, weights: *const u32, n: usize) -> usize;
    pub fn gc_rng_source_weighted_u32(s: *const gc_rng_source, weights: *const u32, n: usize) ->
        usize;
    pub fn gc_rng_alias_init(table: *mut gc_rng_alias, weights: *const f64, n: usize) -> c_int;
    pub fn gc_rng_alias_init_u32(table: *mut gc_rng_alias, weights: *const u32, n: usize) -> c_int;
    pub fn gc_rng_alias_pick(r: *mut gc_rng, table: *const gc_rng_alias, n: usize) -> usize;
    pub fn gc_rng_source_alias_pick(s: *const gc_rng_source, table: *const gc_rng_alias, n: usize)
        -> usize;
    pub fn gc_rng_prd_init(prd: *mut gc_rng_prd, chance: f64) -> c_int;
    pub fn gc_rng_prd_next(r: *mut gc_rng, prd: *mut gc_rng_prd) -> bool;
    pub fn gc_rng_source_prd_next(s: *const gc_rng_source, prd: *mut gc_rng_prd) -> bool;
    pub fn gc_rng_pity_init(pity: *mut gc_rng_pity, rate: f64, soft: u32, hard: u32) -> c_int;
    pub fn gc_rng_pity_next(r: *mut gc_rng, pity: *mut gc_rng_pity) -> bool;
    pub fn gc_rng_source_pity_next(s: *const gc_rng_source, pity: *mut gc_rng_pity) -> bool;
    pub fn gc_rng_hash(seed: u64, x: i64, y: i64, z: i64) -> u64;
    pub fn gc_rng_hash_numbers(seed: u64, numbers: *const i64, count: usize) -> u64;
    pub fn gc_rng_hash_f32(seed: u64, x: i64, y: i64, z: i64) -> f32;
    pub fn gc_rng_hash_below(seed: u64, x: i64, y: i64, z: i64, n: u64) -> u64;
    pub fn gc_rng_hash_row(dst: *mut u64, n: usize, seed: u64, x: i64, y: i64, z: i64);
    pub fn gc_rng_hash_row_f32(dst: *mut f32, n: usize, seed: u64, x: i64, y: i64, z: i64);
    pub fn gc_rng_hash32(seed: u32, x: i32, y: i32, z: i32) -> u32;
    pub fn gc_rng_hash32_row(dst: *mut u32, n: usize, seed: u32, x: i32, y: i32, z: i32);
    pub fn gc_rng_save(r: *const gc_rng, dst: *mut c_void, capacity: usize) -> usize;
    pub fn gc_rng_load(r: *mut gc_rng, bytes: *const c_void, size: usize) -> c_int;
    pub fn gc_rng_checksum(r: *const gc_rng) -> u64;
    pub fn gc_rng_entropy(dst: *mut c_void, bytes: usize) -> c_int;
    pub fn gc_rng_chi2(counts: *const u64, weights: *const f64, n: usize) -> f64;
    pub fn gc_rng_gorilla(s: *const gc_rng_source, bit: c_int, memory_8_mib: *mut c_void) -> f64;
    pub fn gc_rng_mwc32_seed(r: *mut gc_rng_mwc32, seed: u64);
    pub fn gc_rng_mwc32_next(r: *mut gc_rng_mwc32) -> u16;
    pub fn gc_rng_mwc64_seed(r: *mut gc_rng_mwc64, seed: u64);
    pub fn gc_rng_mwc64_next(r: *mut gc_rng_mwc64) -> u32;
    pub fn gc_rng_xorshift32_seed(r: *mut gc_rng_xorshift32, seed: u64);
    pub fn gc_rng_xorshift32_next(r: *mut gc_rng_xorshift32) -> u32;
    pub fn gc_rng_xorshift64_seed(r: *mut gc_rng_xorshift64, seed: u64);
    pub fn gc_rng_xorshift64_next(r: *mut gc_rng_xorshift64) -> u64;
    pub fn gc_rng_xorshift64_next_left(r: *mut gc_rng_xorshift64) -> u64;
    pub fn gc_rng_xorshift128_seed(r: *mut gc_rng_xorshift128, seed: u64);
    pub fn gc_rng_xorshift128_next(r: *mut gc_rng_xorshift128) -> u32;
    pub fn gc_rng_unity_value(r: *mut gc_rng_xorshift128) -> f32;
    pub fn gc_rng_unity_range(r: *mut gc_rng_xorshift128, lo: i32, hi: i32) -> i32;
    pub fn gc_rng_unity_range_f32(r: *mut gc_rng_xorshift128, lo: f32, hi: f32) -> f32;
    pub fn gc_rng_xoshiro256pp_seed(r: *mut gc_rng_xoshiro256pp, seed: u64);
    pub fn gc_rng_xoshiro256pp_next(r: *mut gc_rng_xoshiro256pp) -> u64;
    pub fn gc_rng_xoshiro256p_next(r: *mut gc_rng_xoshiro256pp) -> u64;
    pub fn gc_rng_xoshiro256pp_jump(r: *mut gc_rng_xoshiro256pp);
    pub fn gc_rng_xoshiro256pp_long_jump(r: *mut gc_rng_xoshiro256pp);
    pub fn gc_rng_lcg_seed(r: *mut gc_rng_lcg, seed: u64);
    pub fn gc_rng_lcg_next(r: *mut gc_rng_lcg) -> u32;
    pub fn gc_rng_dotnet_seed(r: *mut gc_rng_dotnet, seed: u64);
    pub fn gc_rng_dotnet_next(r: *mut gc_rng_dotnet) -> i32;
    pub fn gc_rng_dotnet_below(r: *mut gc_rng_dotnet, max: i32) -> i32;
    pub fn gc_rng_dotnet_range(r: *mut gc_rng_dotnet, lo: i32, hi: i32) -> i32;
    pub fn gc_rng_dotnet_f64(r: *mut gc_rng_dotnet) -> f64;
    pub fn gc_rng_dotnet_bytes(r: *mut gc_rng_dotnet, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_dotnet_i64(r: *mut gc_rng_dotnet) -> i64;
    pub fn gc_rng_java_seed(r: *mut gc_rng_java, seed: u64);
    pub fn gc_rng_java_next(r: *mut gc_rng_java) -> u32;
    pub fn gc_rng_java_below(r: *mut gc_rng_java, bound: i32) -> i32;
    pub fn gc_rng_java_i64(r: *mut gc_rng_java) -> i64;
    pub fn gc_rng_java_f64(r: *mut gc_rng_java) -> f64;
    pub fn gc_rng_mt19937_seed(r: *mut gc_rng_mt19937, seed: u64);
    pub fn gc_rng_mt19937_seed_array(r: *mut gc_rng_mt19937, seeds: *const u32, count: usize);
    pub fn gc_rng_mt19937_next(r: *mut gc_rng_mt19937) -> u32;
    pub fn gc_rng_mt19937_f64(r: *mut gc_rng_mt19937) -> f64;
    pub fn gc_rng_seed_seq(dst: *mut u32, n: usize, seeds: *const u32, count: usize);
    pub fn gc_rng_pcg32_seed(r: *mut gc_rng_pcg32, seed: u64);
    pub fn gc_rng_pcg32_seed2(r: *mut gc_rng_pcg32, state: u64, sequence: u64);
    pub fn gc_rng_pcg32_next(r: *mut gc_rng_pcg32) -> u32;
    pub fn gc_rng_pcg32_advance(r: *mut gc_rng_pcg32, delta: u64);
    pub fn gc_rng_pcg64_seed(r: *mut gc_rng_pcg64, seed: u64);
    pub fn gc_rng_pcg64_next(r: *mut gc_rng_pcg64) -> u64;
    pub fn gc_rng_sfmt_seed(r: *mut gc_rng_sfmt, seed: u64);
    pub fn gc_rng_sfmt_next(r: *mut gc_rng_sfmt) -> u32;
    pub fn gc_rng_sfmt_next64(r: *mut gc_rng_sfmt) -> u64;
    pub fn gc_rng_asa128_seed(r: *mut gc_rng_asa128, seed: u64);
    pub fn gc_rng_asa128_next(r: *mut gc_rng_asa128) -> u32;
    pub fn gc_rng_asa128_f64(r: *mut gc_rng_asa128) -> f64;
    pub fn gc_rng_philox_seed(r: *mut gc_rng_philox, seed: u64);
    pub fn gc_rng_philox_set(r: *mut gc_rng_philox, key: *const u32, counter: *const u32);
    pub fn gc_rng_philox_next(r: *mut gc_rng_philox) -> u32;
    pub fn gc_rng_chacha8_seed(r: *mut gc_rng_chacha8, seed: u64);
    pub fn gc_rng_chacha8_seed32(r: *mut gc_rng_chacha8, seed: *const c_void);
    pub fn gc_rng_chacha8_next(r: *mut gc_rng_chacha8) -> u64;
    pub fn gc_rng_mwc32_fill(r: *mut gc_rng_mwc32, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_mwc64_fill(r: *mut gc_rng_mwc64, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_xorshift32_fill(r: *mut gc_rng_xorshift32, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_xorshift64_fill(r: *mut gc_rng_xorshift64, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_xorshift128_fill(r: *mut gc_rng_xorshift128, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_xoshiro256pp_fill(r: *mut gc_rng_xoshiro256pp, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_lcg_fill(r: *mut gc_rng_lcg, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_dotnet_fill(r: *mut gc_rng_dotnet, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_java_fill(r: *mut gc_rng_java, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_mt19937_fill(r: *mut gc_rng_mt19937, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_pcg32_fill(r: *mut gc_rng_pcg32, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_pcg64_fill(r: *mut gc_rng_pcg64, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_sfmt_fill(r: *mut gc_rng_sfmt, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_asa128_fill(r: *mut gc_rng_asa128, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_philox_fill(r: *mut gc_rng_philox, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_chacha8_fill(r: *mut gc_rng_chacha8, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_mwc32_source(r: *mut gc_rng_mwc32) -> gc_rng_source;
    pub fn gc_rng_mwc64_source(r: *mut gc_rng_mwc64) -> gc_rng_source;
    pub fn gc_rng_xorshift32_source(r: *mut gc_rng_xorshift32) -> gc_rng_source;
    pub fn gc_rng_xorshift64_source(r: *mut gc_rng_xorshift64) -> gc_rng_source;
    pub fn gc_rng_xorshift128_source(r: *mut gc_rng_xorshift128) -> gc_rng_source;
    pub fn gc_rng_xoshiro256pp_source(r: *mut gc_rng_xoshiro256pp) -> gc_rng_source;
    pub fn gc_rng_lcg_source(r: *mut gc_rng_lcg) -> gc_rng_source;
    pub fn gc_rng_dotnet_source(r: *mut gc_rng_dotnet) -> gc_rng_source;
    pub fn gc_rng_java_source(r: *mut gc_rng_java) -> gc_rng_source;
    pub fn gc_rng_mt19937_source(r: *mut gc_rng_mt19937) -> gc_rng_source;
    pub fn gc_rng_pcg32_source(r: *mut gc_rng_pcg32) -> gc_rng_source;
    pub fn gc_rng_pcg64_source(r: *mut gc_rng_pcg64) -> gc_rng_source;
    pub fn gc_rng_sfmt_source(r: *mut gc_rng_sfmt) -> gc_rng_source;
    pub fn gc_rng_asa128_source(r: *mut gc_rng_asa128) -> gc_rng_source;
    pub fn gc_rng_philox_source(r: *mut gc_rng_philox) -> gc_rng_source;
    pub fn gc_rng_chacha8_source(r: *mut gc_rng_chacha8) -> gc_rng_source;
    pub fn gc_rng_wide_seed(r: *mut gc_rng_wide, seed: u64);
    pub fn gc_rng_wide_seed_stream(r: *mut gc_rng_wide, seed: u64, stream: u64);
    pub fn gc_rng_wide_next(r: *mut gc_rng_wide) -> u64;
    pub fn gc_rng_wide_fill(r: *mut gc_rng_wide, dst: *mut c_void, bytes: usize);
    pub fn gc_rng_wide_fill_f64(r: *mut gc_rng_wide, dst: *mut f64, n: usize);
    pub fn gc_rng_wide_fill_f32(r: *mut gc_rng_wide, dst: *mut f32, n: usize);
    pub fn gc_rng_wide_fill_below(r: *mut gc_rng_wide, dst: *mut u32, n: usize, bound: u32);
    pub fn gc_rng_wide_fill_normal(r: *mut gc_rng_wide, dst: *mut f64, n: usize, mean: f64, sd:
        f64);
    pub fn gc_rng_wide_fill_exponential(r: *mut gc_rng_wide, dst: *mut f64, n: usize, rate: f64);
    pub fn gc_rng_wide_fill_normal_f32(r: *mut gc_rng_wide, dst: *mut f32, n: usize, mean: f32, sd:
        f32);
    pub fn gc_rng_wide_source(r: *mut gc_rng_wide) -> gc_rng_source;
}

// ---- gc_sort.h

pub const GC_SORT_OK: c_int = 0;
pub const GC_SORT_E_ARGUMENT: c_int = -1;
pub const GC_SORT_E_MEMORY: c_int = -2;
pub const GC_SORT_E_UNSUPPORTED: c_int = -6;
pub const GC_SORT_E_THREAD: c_int = -9;
pub const GC_SORT_E_SIZE: c_int = -20;
pub const GC_SORT_E_INVALID: c_int = -1;
pub const GC_SORT_AUTOMATIC: c_int = 0;
pub const GC_SORT_QUICK: c_int = 1;
pub const GC_SORT_QUICK_MERGE: c_int = 2;
pub const GC_SORT_QUICK_LEVELS: c_int = 3;
pub const GC_SORT_CONTEXT_SIZE: c_int = 256;
pub const GC_SORT_KIND_COMPARE: c_int = 512;
pub const GC_SORT_KIND_F32: c_int = 16;
pub const GC_SORT_KIND_F64: c_int = 128;
pub const GC_SORT_KIND_I16: c_int = 2;
pub const GC_SORT_KIND_I32: c_int = 8;
pub const GC_SORT_KIND_I64: c_int = 64;
pub const GC_SORT_KIND_PAIRS: c_int = 256;
pub const GC_SORT_KIND_U16: c_int = 1;
pub const GC_SORT_KIND_U32: c_int = 4;
pub const GC_SORT_KIND_U64: c_int = 32;
pub const GC_SORT_KIND_U8: c_int = 1024;
pub const GC_SORT_THREADS_MAX: c_int = 64;
pub const GC_SORT_VERSION: c_int = 400;
pub type gc_sort_compare = Option<unsafe extern "C" fn(a: *const c_void, b: *const c_void, user: *mut c_void) -> c_int>;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sort_allocator {
    pub resize: Option<unsafe extern "C" fn(user: *mut c_void, ptr: *mut c_void, old_size: usize, new_size: usize) -> *mut c_void>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sort_desc {
    pub threads: u32,
    pub parallel_for: Option<unsafe extern "C" fn(user: *mut c_void, task: Option<unsafe extern "C" fn(arg: *mut c_void, index: usize)>, arg: *mut c_void, count: usize)>,
    pub user: *mut c_void,
    pub allocator: gc_sort_allocator,
    pub memory: *mut c_void,
    pub memory_size: usize,
    pub scratch_limit: usize,
    pub algorithm: c_int,
    pub parts: u32,
    pub threshold: u32,
}
#[repr(C)]
pub struct gc_sort_context {
    _private: [u8; 0],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sort_field {
    pub offset: usize,
    pub kind: c_int,
    pub down: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sort_priv_env {
    pub cmp: gc_sort_compare,
    pub user: *mut c_void,
    pub size: usize,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sort_priv_type {
    pub less: Option<unsafe extern "C" fn(a: *const c_void, b: *const c_void, e: *const gc_sort_priv_env) -> bool>,
    pub copy: Option<unsafe extern "C" fn(to: *mut c_void, from: *const c_void, size: usize)>,
    pub swap: Option<unsafe extern "C" fn(a: *mut c_void, b: *mut c_void, size: usize)>,
    pub reverse: Option<unsafe extern "C" fn(first: *mut c_void, last: *mut c_void, size: usize)>,
    pub r#move: Option<unsafe extern "C" fn(to: *mut c_void, from: *const c_void, bytes: usize)>,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sort_priv_elements {
    pub r#type: *const gc_sort_priv_type,
    pub leaf: Option<unsafe extern "C" fn(v: *mut u8, n: usize, room: *mut u8, e: *const gc_sort_priv_env)>,
    pub size: usize,
    pub few: usize,
    pub direct: bool,
    pub swaps: bool,
    pub room: *mut u8,
    pub base: *const u8,
    pub e: *const gc_sort_priv_env,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sort_priv_cmp_range {
    pub v: *mut u8,
    pub low: *mut u8,
    pub n: usize,
    pub bad: c_int,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sort_priv_cmp_wait {
    pub from: usize,
    pub depth: c_int,
}
#[link(name = "gc_headers")]
extern "C" {
    pub fn gc_sort_version() -> c_int;
    pub fn gc_sort_result_string(result: c_int) -> *const c_char;
    pub fn gc_sort_isa() -> *const c_char;
    pub fn gc_sort_i32(keys: *mut i32, n: usize);
    pub fn gc_sort_i32_down(keys: *mut i32, n: usize);
    pub fn gc_sort_u32(keys: *mut u32, n: usize);
    pub fn gc_sort_u32_down(keys: *mut u32, n: usize);
    pub fn gc_sort_f32(keys: *mut f32, n: usize);
    pub fn gc_sort_f32_down(keys: *mut f32, n: usize);
    pub fn gc_sort_i16(keys: *mut i16, n: usize);
    pub fn gc_sort_i16_down(keys: *mut i16, n: usize);
    pub fn gc_sort_u16(keys: *mut u16, n: usize);
    pub fn gc_sort_u16_down(keys: *mut u16, n: usize);
    pub fn gc_sort_i64(keys: *mut i64, n: usize);
    pub fn gc_sort_i64_down(keys: *mut i64, n: usize);
    pub fn gc_sort_u64(keys: *mut u64, n: usize);
    pub fn gc_sort_u64_down(keys: *mut u64, n: usize);
    pub fn gc_sort_f64(keys: *mut f64, n: usize);
    pub fn gc_sort_f64_down(keys: *mut f64, n: usize);
    pub fn gc_sort_rows_i32(keys: *mut i32, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_i32_down(keys: *mut i32, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_u32(keys: *mut u32, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_u32_down(keys: *mut u32, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_f32(keys: *mut f32, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_f32_down(keys: *mut f32, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_i16(keys: *mut i16, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_i16_down(keys: *mut i16, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_u16(keys: *mut u16, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_u16_down(keys: *mut u16, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_i64(keys: *mut i64, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_i64_down(keys: *mut i64, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_u64(keys: *mut u64, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_u64_down(keys: *mut u64, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_f64(keys: *mut f64, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_rows_f64_down(keys: *mut f64, starts: *const u32, rows: usize) -> c_int;
    pub fn gc_sort_i32_kv(keys: *mut i32, values: *mut u32, n: usize);
    pub fn gc_sort_i32_kv_down(keys: *mut i32, values: *mut u32, n: usize);
    pub fn gc_sort_u32_kv(keys: *mut u32, values: *mut u32, n: usize);
    pub fn gc_sort_u32_kv_down(keys: *mut u32, values: *mut u32, n: usize);
    pub fn gc_sort_f32_kv(keys: *mut f32, values: *mut u32, n: usize);
    pub fn gc_sort_f32_kv_down(keys: *mut f32, values: *mut u32, n: usize);
    pub fn gc_sort_i64_kv(keys: *mut i64, values: *mut u64, n: usize);
    pub fn gc_sort_i64_kv_down(keys: *mut i64, values: *mut u64, n: usize);
    pub fn gc_sort_u64_kv(keys: *mut u64, values: *mut u64, n: usize);
    pub fn gc_sort_u64_kv_down(keys: *mut u64, values: *mut u64, n: usize);
    pub fn gc_sort_f64_kv(keys: *mut f64, values: *mut u64, n: usize);
    pub fn gc_sort_f64_kv_down(keys: *mut f64, values: *mut u64, n: usize);
    pub fn gc_sort_u64_kv32(keys: *mut u64, values: *mut u32, n: usize);
    pub fn gc_sort_u64_kv32_down(keys: *mut u64, values: *mut u32, n: usize);
    pub fn gc_sort_i32_kv_any(keys: *mut i32, values: *mut u32, n: usize);
    pub fn gc_sort_i32_kv_any_down(keys: *mut i32, values: *mut u32, n: usize);
    pub fn gc_sort_u32_kv_any(keys: *mut u32, values: *mut u32, n: usize);
    pub fn gc_sort_u32_kv_any_down(keys: *mut u32, values: *mut u32, n: usize);
    pub fn gc_sort_f32_kv_any(keys: *mut f32, values: *mut u32, n: usize);
    pub fn gc_sort_f32_kv_any_down(keys: *mut f32, values: *mut u32, n: usize);
    pub fn gc_sort_i64_kv_any(keys: *mut i64, values: *mut u64, n: usize);
    pub fn gc_sort_i64_kv_any_down(keys: *mut i64, values: *mut u64, n: usize);
    pub fn gc_sort_u64_kv_any(keys: *mut u64, values: *mut u64, n: usize);
    pub fn gc_sort_u64_kv_any_down(keys: *mut u64, values: *mut u64, n: usize);
    pub fn gc_sort_f64_kv_any(keys: *mut f64, values: *mut u64, n: usize);
    pub fn gc_sort_f64_kv_any_down(keys: *mut f64, values: *mut u64, n: usize);
    pub fn gc_sort_u64_kv32_any(keys: *mut u64, values: *mut u32, n: usize);
    pub fn gc_sort_u64_kv32_any_down(keys: *mut u64, values: *mut u32, n: usize);
    pub fn gc_sort_order_i32(keys: *const i32, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_i32_down(keys: *const i32, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_u32(keys: *const u32, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_u32_down(keys: *const u32, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_f32(keys: *const f32, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_f32_down(keys: *const f32, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_i32_with(keys: *const i32, order: *mut u32, n: usize, scratch: *mut c_void,
        scratch_size: usize) -> c_int;
    pub fn gc_sort_order_i32_down_with(keys: *const i32, order: *mut u32, n: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_order_u32_with(keys: *const u32, order: *mut u32, n: usize, scratch: *mut c_void,
        scratch_size: usize) -> c_int;
    pub fn gc_sort_order_u32_down_with(keys: *const u32, order: *mut u32, n: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_order_f32_with(keys: *const f32, order: *mut u32, n: usize, scratch: *mut c_void,
        scratch_size: usize) -> c_int;
    pub fn gc_sort_order_f32_down_with(keys: *const f32, order: *mut u32, n: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_order_i16(keys: *const i16, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_i16_down(keys: *const i16, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_u16(keys: *const u16, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_u16_down(keys: *const u16, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_i16_with(keys: *const i16, order: *mut u32, n: usize, scratch: *mut c_void,
        scratch_size: usize) -> c_int;
    pub fn gc_sort_order_i16_down_with(keys: *const i16, order: *mut u32, n: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_order_u16_with(keys: *const u16, order: *mut u32, n: usize, scratch: *mut c_void,
        scratch_size: usize) -> c_int;
    pub fn gc_sort_order_u16_down_with(keys: *const u16, order: *mut u32, n: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_order_i64(keys: *const i64, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_i64_down(keys: *const i64, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_u64(keys: *const u64, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_u64_down(keys: *const u64, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_f64(keys: *const f64, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_f64_down(keys: *const f64, order: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_order_i64_with(keys: *const i64, order: *mut u32, n: usize, scratch: *mut c_void,
        scratch_size: usize) -> c_int;
    pub fn gc_sort_order_i64_down_with(keys: *const i64, order: *mut u32, n: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_order_u64_with(keys: *const u64, order: *mut u32, n: usize, scratch: *mut c_void,
        scratch_size: usize) -> c_int;
    pub fn gc_sort_order_u64_down_with(keys: *const u64, order: *mut u32, n: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_order_f64_with(keys: *const f64, order: *mut u32, n: usize, scratch: *mut c_void,
        scratch_size: usize) -> c_int;
    pub fn gc_sort_order_f64_down_with(keys: *const f64, order: *mut u32, n: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort(base: *mut c_void, n: usize, size: usize, cmp: gc_sort_compare, user: *mut
        c_void) -> c_int;
    pub fn gc_sort_stable(base: *mut c_void, n: usize, size: usize, cmp: gc_sort_compare, user: *mut
        c_void) -> c_int;
    pub fn gc_sort_open(desc: *const gc_sort_desc, error: *mut c_int) -> *mut gc_sort_context;
    pub fn gc_sort_close(context: *mut gc_sort_context);
    pub fn gc_sort_parallel_for(context: *mut c_void, task: Option<unsafe extern "C" fn(arg: *mut
        c_void, index: usize)>, arg: *mut c_void, count: usize);
    pub fn gc_sort_ctx_i32(context: *mut gc_sort_context, keys: *mut i32, n: usize) -> c_int;
    pub fn gc_sort_ctx_i32_down(context: *mut gc_sort_context, keys: *mut i32, n: usize) -> c_int;
    pub fn gc_sort_ctx_u32(context: *mut gc_sort_context, keys: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_u32_down(context: *mut gc_sort_context, keys: *mut u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_f32(context: *mut gc_sort_context, keys: *mut f32, n: usize) -> c_int;
    pub fn gc_sort_ctx_f32_down(context: *mut gc_sort_context, keys: *mut f32, n: usize) -> c_int;
    pub fn gc_sort_ctx_i16(context: *mut gc_sort_context, keys: *mut i16, n: usize) -> c_int;
    pub fn gc_sort_ctx_i16_down(context: *mut gc_sort_context, keys: *mut i16, n: usize) -> c_int;
    pub fn gc_sort_ctx_u16(context: *mut gc_sort_context, keys: *mut u16, n: usize) -> c_int;
    pub fn gc_sort_ctx_u16_down(context: *mut gc_sort_context, keys: *mut u16, n: usize) -> c_int;
    pub fn gc_sort_ctx_i64(context: *mut gc_sort_context, keys: *mut i64, n: usize) -> c_int;
    pub fn gc_sort_ctx_i64_down(context: *mut gc_sort_context, keys: *mut i64, n: usize) -> c_int;
    pub fn gc_sort_ctx_u64(context: *mut gc_sort_context, keys: *mut u64, n: usize) -> c_int;
    pub fn gc_sort_ctx_u64_down(context: *mut gc_sort_context, keys: *mut u64, n: usize) -> c_int;
    pub fn gc_sort_ctx_f64(context: *mut gc_sort_context, keys: *mut f64, n: usize) -> c_int;
    pub fn gc_sort_ctx_f64_down(context: *mut gc_sort_context, keys: *mut f64, n: usize) -> c_int;
    pub fn gc_sort_ctx_i32_kv(context: *mut gc_sort_context, keys: *mut i32, values: *mut u32, n:
        usize) -> c_int;
    pub fn gc_sort_ctx_i32_kv_down(context: *mut gc_sort_context, keys: *mut i32, values: *mut u32,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_u32_kv(context: *mut gc_sort_context, keys: *mut u32, values: *mut u32, n:
        usize) -> c_int;
    pub fn gc_sort_ctx_u32_kv_down(context: *mut gc_sort_context, keys: *mut u32, values: *mut u32,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_f32_kv(context: *mut gc_sort_context, keys: *mut f32, values: *mut u32, n:
        usize) -> c_int;
    pub fn gc_sort_ctx_f32_kv_down(context: *mut gc_sort_context, keys: *mut f32, values: *mut u32,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_i64_kv(context: *mut gc_sort_context, keys: *mut i64, values: *mut u64, n:
        usize) -> c_int;
    pub fn gc_sort_ctx_i64_kv_down(context: *mut gc_sort_context, keys: *mut i64, values: *mut u64,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_u64_kv(context: *mut gc_sort_context, keys: *mut u64, values: *mut u64, n:
        usize) -> c_int;
    pub fn gc_sort_ctx_u64_kv_down(context: *mut gc_sort_context, keys: *mut u64, values: *mut u64,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_f64_kv(context: *mut gc_sort_context, keys: *mut f64, values: *mut u64, n:
        usize) -> c_int;
    pub fn gc_sort_ctx_f64_kv_down(context: *mut gc_sort_context, keys: *mut f64, values: *mut u64,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_u64_kv32(context: *mut gc_sort_context, keys: *mut u64, values: *mut u32, n:
        usize) -> c_int;
    pub fn gc_sort_ctx_u64_kv32_down(context: *mut gc_sort_context, keys: *mut u64, values: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_i32_kv_stable(context: *mut gc_sort_context, keys: *mut i32, values: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_i32_kv_stable_down(context: *mut gc_sort_context, keys: *mut i32, values:
        *mut u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_u32_kv_stable(context: *mut gc_sort_context, keys: *mut u32, values: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_u32_kv_stable_down(context: *mut gc_sort_context, keys: *mut u32, values:
        *mut u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_f32_kv_stable(context: *mut gc_sort_context, keys: *mut f32, values: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_f32_kv_stable_down(context: *mut gc_sort_context, keys: *mut f32, values:
        *mut u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_i64_kv_stable(context: *mut gc_sort_context, keys: *mut i64, values: *mut
        u64, n: usize) -> c_int;
    pub fn gc_sort_ctx_i64_kv_stable_down(context: *mut gc_sort_context, keys: *mut i64, values:
        *mut u64, n: usize) -> c_int;
    pub fn gc_sort_ctx_u64_kv_stable(context: *mut gc_sort_context, keys: *mut u64, values: *mut
        u64, n: usize) -> c_int;
    pub fn gc_sort_ctx_u64_kv_stable_down(context: *mut gc_sort_context, keys: *mut u64, values:
        *mut u64, n: usize) -> c_int;
    pub fn gc_sort_ctx_f64_kv_stable(context: *mut gc_sort_context, keys: *mut f64, values: *mut
        u64, n: usize) -> c_int;
    pub fn gc_sort_ctx_f64_kv_stable_down(context: *mut gc_sort_context, keys: *mut f64, values:
        *mut u64, n: usize) -> c_int;
    pub fn gc_sort_ctx_u64_kv32_stable(context: *mut gc_sort_context, keys: *mut u64, values: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_u64_kv32_stable_down(context: *mut gc_sort_context, keys: *mut u64, values:
        *mut u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_order_i32(context: *mut gc_sort_context, keys: *const i32, order: *mut u32,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_order_i32_down(context: *mut gc_sort_context, keys: *const i32, order: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_order_u32(context: *mut gc_sort_context, keys: *const u32, order: *mut u32,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_order_u32_down(context: *mut gc_sort_context, keys: *const u32, order: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_order_f32(context: *mut gc_sort_context, keys: *const f32, order: *mut u32,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_order_f32_down(context: *mut gc_sort_context, keys: *const f32, order: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_order_i16(context: *mut gc_sort_context, keys: *const i16, order: *mut u32,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_order_i16_down(context: *mut gc_sort_context, keys: *const i16, order: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_order_u16(context: *mut gc_sort_context, keys: *const u16, order: *mut u32,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_order_u16_down(context: *mut gc_sort_context, keys: *const u16, order: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_order_i64(context: *mut gc_sort_context, keys: *const i64, order: *mut u32,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_order_i64_down(context: *mut gc_sort_context, keys: *const i64, order: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_order_u64(context: *mut gc_sort_context, keys: *const u64, order: *mut u32,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_order_u64_down(context: *mut gc_sort_context, keys: *const u64, order: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx_order_f64(context: *mut gc_sort_context, keys: *const f64, order: *mut u32,
        n: usize) -> c_int;
    pub fn gc_sort_ctx_order_f64_down(context: *mut gc_sort_context, keys: *const f64, order: *mut
        u32, n: usize) -> c_int;
    pub fn gc_sort_ctx(context: *mut gc_sort_context, base: *mut c_void, n: usize, size: usize, cmp:
        gc_sort_compare, user: *mut c_void) -> c_int;
    pub fn gc_sort_ctx_stable(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, cmp: gc_sort_compare, user: *mut c_void) -> c_int;
    pub fn gc_sort_nth_i32(keys: *mut i32, n: usize, nth: usize);
    pub fn gc_sort_nth_i32_down(keys: *mut i32, n: usize, nth: usize);
    pub fn gc_sort_nth_u32(keys: *mut u32, n: usize, nth: usize);
    pub fn gc_sort_nth_u32_down(keys: *mut u32, n: usize, nth: usize);
    pub fn gc_sort_nth_f32(keys: *mut f32, n: usize, nth: usize);
    pub fn gc_sort_nth_f32_down(keys: *mut f32, n: usize, nth: usize);
    pub fn gc_sort_nth_i16(keys: *mut i16, n: usize, nth: usize);
    pub fn gc_sort_nth_i16_down(keys: *mut i16, n: usize, nth: usize);
    pub fn gc_sort_nth_u16(keys: *mut u16, n: usize, nth: usize);
    pub fn gc_sort_nth_u16_down(keys: *mut u16, n: usize, nth: usize);
    pub fn gc_sort_nth_i64(keys: *mut i64, n: usize, nth: usize);
    pub fn gc_sort_nth_i64_down(keys: *mut i64, n: usize, nth: usize);
    pub fn gc_sort_nth_u64(keys: *mut u64, n: usize, nth: usize);
    pub fn gc_sort_nth_u64_down(keys: *mut u64, n: usize, nth: usize);
    pub fn gc_sort_nth_f64(keys: *mut f64, n: usize, nth: usize);
    pub fn gc_sort_nth_f64_down(keys: *mut f64, n: usize, nth: usize);
    pub fn gc_sort_top_i32(keys: *mut i32, n: usize, k: usize);
    pub fn gc_sort_top_i32_down(keys: *mut i32, n: usize, k: usize);
    pub fn gc_sort_top_u32(keys: *mut u32, n: usize, k: usize);
    pub fn gc_sort_top_u32_down(keys: *mut u32, n: usize, k: usize);
    pub fn gc_sort_top_f32(keys: *mut f32, n: usize, k: usize);
    pub fn gc_sort_top_f32_down(keys: *mut f32, n: usize, k: usize);
    pub fn gc_sort_top_i16(keys: *mut i16, n: usize, k: usize);
    pub fn gc_sort_top_i16_down(keys: *mut i16, n: usize, k: usize);
    pub fn gc_sort_top_u16(keys: *mut u16, n: usize, k: usize);
    pub fn gc_sort_top_u16_down(keys: *mut u16, n: usize, k: usize);
    pub fn gc_sort_top_i64(keys: *mut i64, n: usize, k: usize);
    pub fn gc_sort_top_i64_down(keys: *mut i64, n: usize, k: usize);
    pub fn gc_sort_top_u64(keys: *mut u64, n: usize, k: usize);
    pub fn gc_sort_top_u64_down(keys: *mut u64, n: usize, k: usize);
    pub fn gc_sort_top_f64(keys: *mut f64, n: usize, k: usize);
    pub fn gc_sort_top_f64_down(keys: *mut f64, n: usize, k: usize);
    pub fn gc_sort_lower_i32(sorted: *const i32, n: usize, key: i32) -> usize;
    pub fn gc_sort_upper_i32(sorted: *const i32, n: usize, key: i32) -> usize;
    pub fn gc_sort_lower_u32(sorted: *const u32, n: usize, key: u32) -> usize;
    pub fn gc_sort_upper_u32(sorted: *const u32, n: usize, key: u32) -> usize;
    pub fn gc_sort_lower_f32(sorted: *const f32, n: usize, key: f32) -> usize;
    pub fn gc_sort_upper_f32(sorted: *const f32, n: usize, key: f32) -> usize;
    pub fn gc_sort_lower_i16(sorted: *const i16, n: usize, key: i16) -> usize;
    pub fn gc_sort_upper_i16(sorted: *const i16, n: usize, key: i16) -> usize;
    pub fn gc_sort_lower_u16(sorted: *const u16, n: usize, key: u16) -> usize;
    pub fn gc_sort_upper_u16(sorted: *const u16, n: usize, key: u16) -> usize;
    pub fn gc_sort_lower_i64(sorted: *const i64, n: usize, key: i64) -> usize;
    pub fn gc_sort_upper_i64(sorted: *const i64, n: usize, key: i64) -> usize;
    pub fn gc_sort_lower_u64(sorted: *const u64, n: usize, key: u64) -> usize;
    pub fn gc_sort_upper_u64(sorted: *const u64, n: usize, key: u64) -> usize;
    pub fn gc_sort_lower_f64(sorted: *const f64, n: usize, key: f64) -> usize;
    pub fn gc_sort_upper_f64(sorted: *const f64, n: usize, key: f64) -> usize;
    pub fn gc_sort_by_scratch(n: usize, size: usize) -> usize;
    pub fn gc_sort_by2(base: *mut c_void, n: usize, size: usize, first: gc_sort_field, second:
        gc_sort_field, scratch: *mut c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_i32(base: *mut c_void, n: usize, size: usize, offset: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_i32_down(base: *mut c_void, n: usize, size: usize, offset: usize, scratch:
        *mut c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_u32(base: *mut c_void, n: usize, size: usize, offset: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_u32_down(base: *mut c_void, n: usize, size: usize, offset: usize, scratch:
        *mut c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_f32(base: *mut c_void, n: usize, size: usize, offset: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_f32_down(base: *mut c_void, n: usize, size: usize, offset: usize, scratch:
        *mut c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_i64(base: *mut c_void, n: usize, size: usize, offset: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_i64_down(base: *mut c_void, n: usize, size: usize, offset: usize, scratch:
        *mut c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_u64(base: *mut c_void, n: usize, size: usize, offset: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_u64_down(base: *mut c_void, n: usize, size: usize, offset: usize, scratch:
        *mut c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_f64(base: *mut c_void, n: usize, size: usize, offset: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_f64_down(base: *mut c_void, n: usize, size: usize, offset: usize, scratch:
        *mut c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_u8(base: *mut c_void, n: usize, size: usize, offset: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_u8_down(base: *mut c_void, n: usize, size: usize, offset: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_u16(base: *mut c_void, n: usize, size: usize, offset: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_by_u16_down(base: *mut c_void, n: usize, size: usize, offset: usize, scratch:
        *mut c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_ctx_by2(context: *mut gc_sort_context, base: *mut c_void, n: usize, size: usize,
        first: gc_sort_field, second: gc_sort_field) -> c_int;
    pub fn gc_sort_ctx_by_i32(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_i32_down(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_u32(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_u32_down(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_f32(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_f32_down(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_i64(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_i64_down(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_u64(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_u64_down(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_f64(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_f64_down(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_u8(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_u8_down(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_u16(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_ctx_by_u16_down(context: *mut gc_sort_context, base: *mut c_void, n: usize, size:
        usize, offset: usize) -> c_int;
    pub fn gc_sort_by_i32_any(base: *mut c_void, n: usize, size: usize, offset: usize) -> c_int;
    pub fn gc_sort_by_i32_any_down(base: *mut c_void, n: usize, size: usize, offset: usize) ->
        c_int;
    pub fn gc_sort_by_u32_any(base: *mut c_void, n: usize, size: usize, offset: usize) -> c_int;
    pub fn gc_sort_by_u32_any_down(base: *mut c_void, n: usize, size: usize, offset: usize) ->
        c_int;
    pub fn gc_sort_by_f32_any(base: *mut c_void, n: usize, size: usize, offset: usize) -> c_int;
    pub fn gc_sort_by_f32_any_down(base: *mut c_void, n: usize, size: usize, offset: usize) ->
        c_int;
    pub fn gc_sort_by_i64_any(base: *mut c_void, n: usize, size: usize, offset: usize) -> c_int;
    pub fn gc_sort_by_i64_any_down(base: *mut c_void, n: usize, size: usize, offset: usize) ->
        c_int;
    pub fn gc_sort_by_u64_any(base: *mut c_void, n: usize, size: usize, offset: usize) -> c_int;
    pub fn gc_sort_by_u64_any_down(base: *mut c_void, n: usize, size: usize, offset: usize) ->
        c_int;
    pub fn gc_sort_by_f64_any(base: *mut c_void, n: usize, size: usize, offset: usize) -> c_int;
    pub fn gc_sort_by_f64_any_down(base: *mut c_void, n: usize, size: usize, offset: usize) ->
        c_int;
    pub fn gc_sort_by_u8_any(base: *mut c_void, n: usize, size: usize, offset: usize) -> c_int;
    pub fn gc_sort_by_u8_any_down(base: *mut c_void, n: usize, size: usize, offset: usize) -> c_int;
    pub fn gc_sort_by_u16_any(base: *mut c_void, n: usize, size: usize, offset: usize) -> c_int;
    pub fn gc_sort_by_u16_any_down(base: *mut c_void, n: usize, size: usize, offset: usize) ->
        c_int;
    pub fn gc_sort_nth_by_i32(base: *mut c_void, n: usize, size: usize, offset: usize, nth: usize)
        -> c_int;
    pub fn gc_sort_nth_by_i32_down(base: *mut c_void, n: usize, size: usize, offset: usize, nth:
        usize) -> c_int;
    pub fn gc_sort_nth_by_u32(base: *mut c_void, n: usize, size: usize, offset: usize, nth: usize)
        -> c_int;
    pub fn gc_sort_nth_by_u32_down(base: *mut c_void, n: usize, size: usize, offset: usize, nth:
        usize) -> c_int;
    pub fn gc_sort_nth_by_f32(base: *mut c_void, n: usize, size: usize, offset: usize, nth: usize)
        -> c_int;
    pub fn gc_sort_nth_by_f32_down(base: *mut c_void, n: usize, size: usize, offset: usize, nth:
        usize) -> c_int;
    pub fn gc_sort_top_by_i32(base: *mut c_void, n: usize, size: usize, offset: usize, k: usize) ->
        c_int;
    pub fn gc_sort_top_by_i32_down(base: *mut c_void, n: usize, size: usize, offset: usize, k:
        usize) -> c_int;
    pub fn gc_sort_top_by_u32(base: *mut c_void, n: usize, size: usize, offset: usize, k: usize) ->
        c_int;
    pub fn gc_sort_top_by_u32_down(base: *mut c_void, n: usize, size: usize, offset: usize, k:
        usize) -> c_int;
    pub fn gc_sort_top_by_f32(base: *mut c_void, n: usize, size: usize, offset: usize, k: usize) ->
        c_int;
    pub fn gc_sort_top_by_f32_down(base: *mut c_void, n: usize, size: usize, offset: usize, k:
        usize) -> c_int;
    pub fn gc_sort_nth_by_i64(base: *mut c_void, n: usize, size: usize, offset: usize, nth: usize)
        -> c_int;
    pub fn gc_sort_nth_by_i64_down(base: *mut c_void, n: usize, size: usize, offset: usize, nth:
        usize) -> c_int;
    pub fn gc_sort_nth_by_u64(base: *mut c_void, n: usize, size: usize, offset: usize, nth: usize)
        -> c_int;
    pub fn gc_sort_nth_by_u64_down(base: *mut c_void, n: usize, size: usize, offset: usize, nth:
        usize) -> c_int;
    pub fn gc_sort_nth_by_f64(base: *mut c_void, n: usize, size: usize, offset: usize, nth: usize)
        -> c_int;
    pub fn gc_sort_nth_by_f64_down(base: *mut c_void, n: usize, size: usize, offset: usize, nth:
        usize) -> c_int;
    pub fn gc_sort_top_by_i64(base: *mut c_void, n: usize, size: usize, offset: usize, k: usize) ->
        c_int;
    pub fn gc_sort_top_by_i64_down(base: *mut c_void, n: usize, size: usize, offset: usize, k:
        usize) -> c_int;
    pub fn gc_sort_top_by_u64(base: *mut c_void, n: usize, size: usize, offset: usize, k: usize) ->
        c_int;
    pub fn gc_sort_top_by_u64_down(base: *mut c_void, n: usize, size: usize, offset: usize, k:
        usize) -> c_int;
    pub fn gc_sort_top_by_f64(base: *mut c_void, n: usize, size: usize, offset: usize, k: usize) ->
        c_int;
    pub fn gc_sort_top_by_f64_down(base: *mut c_void, n: usize, size: usize, offset: usize, k:
        usize) -> c_int;
    pub fn gc_sort_nth_by_u8(base: *mut c_void, n: usize, size: usize, offset: usize, nth: usize) ->
        c_int;
    pub fn gc_sort_nth_by_u8_down(base: *mut c_void, n: usize, size: usize, offset: usize, nth:
        usize) -> c_int;
    pub fn gc_sort_nth_by_u16(base: *mut c_void, n: usize, size: usize, offset: usize, nth: usize)
        -> c_int;
    pub fn gc_sort_nth_by_u16_down(base: *mut c_void, n: usize, size: usize, offset: usize, nth:
        usize) -> c_int;
    pub fn gc_sort_top_by_u8(base: *mut c_void, n: usize, size: usize, offset: usize, k: usize) ->
        c_int;
    pub fn gc_sort_top_by_u8_down(base: *mut c_void, n: usize, size: usize, offset: usize, k: usize)
        -> c_int;
    pub fn gc_sort_top_by_u16(base: *mut c_void, n: usize, size: usize, offset: usize, k: usize) ->
        c_int;
    pub fn gc_sort_top_by_u16_down(base: *mut c_void, n: usize, size: usize, offset: usize, k:
        usize) -> c_int;
    pub fn gc_sort_apply(base: *mut c_void, n: usize, size: usize, order: *const u32, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
    pub fn gc_sort_strings(strings: *mut *const c_char, n: usize, scratch: *mut c_void,
        scratch_size: usize) -> c_int;
    pub fn gc_sort_strings_in(pool: *const c_char, offsets: *mut u32, n: usize, scratch: *mut
        c_void, scratch_size: usize) -> c_int;
}

// ---- gc_sparse.h

pub const GC_SPARSE_OK: c_int = 0;
pub const GC_SPARSE_E_ARGUMENT: c_int = -1;
pub const GC_SPARSE_E_MEMORY: c_int = -2;
pub const GC_SPARSE_E_FULL: c_int = -3;
pub const GC_SPARSE_E_STALE: c_int = -4;
pub const GC_SPARSE_E_UNSUPPORTED: c_int = -6;
pub const GC_SPARSE_E_NOT_FOUND: c_int = -12;
pub const GC_SPARSE_E_BUSY: c_int = -15;
pub const GC_SPARSE_E_TYPE: c_int = -20;
pub const GC_SPARSE_E_GROUPED: c_int = -22;
pub const GC_SPARSE_E_CHANGED: c_int = -23;
pub const GC_SPARSE_E_DATA: c_int = -24;
pub const GC_SPARSE_E_CYCLE: c_int = -25;
pub const GC_SPARSE_E_SIZE: c_int = -26;
pub const GC_SPARSE_E_FIELDS: c_int = -27;
pub const GC_SPARSE_DENSE: c_int = 0;
pub const GC_SPARSE_DIRECT: c_int = 1;
pub const GC_SPARSE_ADDED: c_int = 1;
pub const GC_SPARSE_REMOVED: c_int = 2;
pub const GC_SPARSE_MODIFIED: c_int = 3;
pub const GC_SPARSE_CHUNK: c_int = 128;
pub const GC_SPARSE_TERMS: c_int = 8;
pub const GC_SPARSE_VERSION: c_int = 400;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_id {
    pub slot: u32,
    pub generation: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_type {
    pub index: u32,
}
#[repr(C)]
pub struct gc_sparse_world {
    _private: [u8; 0],
}
#[repr(C)]
pub struct gc_sparse_commands {
    _private: [u8; 0],
}
#[repr(C)]
pub struct gc_sparse_rollback {
    _private: [u8; 0],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_allocator {
    pub resize: Option<unsafe extern "C" fn(user: *mut c_void, ptr: *mut c_void, old_size: usize, new_size: usize) -> *mut c_void>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_desc {
    pub allocator: gc_sparse_allocator,
    pub max_types: u32,
    pub max_slots: u32,
    pub first_generation: u32,
    pub no_masks: bool,
}
pub type gc_sparse_hook = Option<unsafe extern "C" fn(user: *mut c_void, world: *mut gc_sparse_world, id: gc_sparse_id, component: *mut c_void)>;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_listener {
    pub on_add: gc_sparse_hook,
    pub on_remove: gc_sparse_hook,
    pub on_update: gc_sparse_hook,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_component_desc {
    pub name: *const c_char,
    pub size: usize,
    pub align: usize,
    pub kind: c_int,
    pub on_add: gc_sparse_hook,
    pub on_remove: gc_sparse_hook,
    pub user: *mut c_void,
    pub on_update: gc_sparse_hook,
    pub fields: *const c_char,
    pub transient: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_query_desc {
    pub include: [gc_sparse_type; 8],
    pub exclude: [gc_sparse_type; 8],
    pub optional: [gc_sparse_type; 8],
    pub write: [gc_sparse_type; 9],
    pub changed: gc_sparse_type,
    pub since: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_group_desc {
    pub types: [gc_sparse_type; 8],
    pub excludes: [gc_sparse_type; 8],
}
#[repr(C)]
pub struct gc_sparse_priv_kept {
    _private: [u8; 0],
}
#[repr(C)]
pub struct gc_sparse_priv_memo {
    _private: [u8; 0],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_priv_walk {
    pub world: *const gc_sparse_world,
    pub cached: *const gc_sparse_priv_kept,
    pub version: u64,
    pub begin: u32,
    pub end: u32,
    pub at: u32,
    pub include_count: u32,
    pub column_count: u32,
    pub exclude_count: u32,
    pub lead: u32,
    pub room: u32,
    pub lockstep: u32,
    pub direct: u32,
    pub marks: u32,
    pub changed: u32,
    pub since: u32,
    pub types: [u16; 16],
    pub excluded: [u16; 8],
    pub later: *mut gc_sparse_commands,
    pub memo: *const gc_sparse_priv_memo,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_view {
    pub count: usize,
    pub columns: [*mut c_void; 16],
    pub rows: [*const u32; 16],
    pub slots: *const u32,
    pub uneven: *const c_void,
    pub error: c_int,
    pub walk: gc_sparse_priv_walk,
    pub buffer: [u32; 1088],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_sort_desc {
    pub compare: Option<unsafe extern "C" fn(a: *const c_void, b: *const c_void, user: *mut c_void) -> c_int>,
    pub key: Option<unsafe extern "C" fn(user: *mut c_void, component: *const c_void) -> u64>,
    pub sort: Option<unsafe extern "C" fn(user: *mut c_void, keys: *mut u64, rows: *mut u32, n: usize)>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_map_desc {
    pub size: usize,
    pub allocator: gc_sparse_allocator,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_priv_place {
    pub row: u32,
    pub generation: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_map {
    pub sparse: *mut gc_sparse_priv_place,
    pub data: *mut c_void,
    pub ids: *mut gc_sparse_id,
    pub memory: *mut c_void,
    pub size: u32,
    pub count: u32,
    pub capacity: u32,
    pub sparse_capacity: u32,
    pub allocator: gc_sparse_allocator,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_statistics {
    pub entities: u32,
    pub types: u32,
    pub slots: u32,
    pub retired: u32,
    pub ended: u32,
    pub skipped: u64,
    pub untold: u64,
    pub untold_type: gc_sparse_type,
    pub untold_id: gc_sparse_id,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_type_info {
    pub name: *const c_char,
    pub size: usize,
    pub align: usize,
    pub kind: c_int,
    pub count: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_change {
    pub id: gc_sparse_id,
    pub what: c_int,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_node {
    pub parent: gc_sparse_id,
    pub linked: u32,
    pub first: u32,
    pub next: u32,
    pub previous: u32,
    pub depth: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_access {
    pub reads: *const gc_sparse_type,
    pub writes: *const gc_sparse_type,
    pub alone: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_priv_lookup {
    pub entities: *mut gc_sparse_id,
    pub pools: *mut gc_sparse_pool,
    pub version: u64,
    pub stamp: u64,
    pub slot_count: u32,
    pub type_count: u32,
    pub tick: u32,
    pub ended: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_priv_head {
    pub what: u32,
    pub bytes: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_priv_command {
    pub id: gc_sparse_id,
    pub head: gc_sparse_priv_head,
}
pub type gc_sparse_priv_any = u64;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_priv_recorder {
    pub cursor: *mut c_char,
    pub limit: *mut c_char,
    pub heads: [gc_sparse_priv_head; 16],
    pub types: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_priv_page {
    pub column: *mut c_char,
    pub memory: *mut c_void,
}
#[repr(C)]
pub struct gc_sparse_priv_link {
    _private: [u8; 0],
}
#[repr(C)]
pub struct gc_sparse_priv_term {
    _private: [u8; 0],
}
#[repr(C)]
pub struct gc_sparse_priv_listener {
    _private: [u8; 0],
}
#[repr(C)]
pub struct gc_sparse_priv_fields {
    _private: [u8; 0],
}
#[repr(C)]
pub struct gc_sparse_priv_cell {
    _private: [u8; 0],
}
#[repr(C)]
pub struct gc_sparse_priv_watch {
    _private: [u8; 0],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_pool {
    pub entities: *const gc_sparse_id,
    pub sparse: *const u32,
    pub column: *mut c_void,
    pub sparse_capacity: u32,
    pub size: u32,
    pub dense: *mut u32,
    pub count: u32,
    pub capacity: u32,
    pub bit: u64,
    pub record: gc_sparse_priv_head,
    pub direct: bool,
    pub plain: bool,
    pub transient: bool,
    pub column_memory: *mut c_void,
    pub resource_memory: *mut c_void,
    pub name: *mut c_char,
    pub range: usize,
    pub name_bytes: usize,
    pub replay_rows: u64,
    pub replay_slots: u32,
    pub align: u32,
    pub index: u32,
    pub set_size: u32,
    pub page_count: u32,
    pub groups: *mut gc_sparse_priv_link,
    pub barred: *mut gc_sparse_priv_link,
    pub caches: *mut gc_sparse_priv_link,
    pub memos: *mut gc_sparse_priv_term,
    pub pages: *mut gc_sparse_priv_page,
    pub words: *mut u64,
    pub listeners: *mut gc_sparse_priv_listener,
    pub fields: *mut gc_sparse_priv_fields,
    pub resource: *mut c_void,
    pub table: *mut gc_sparse_priv_cell,
    pub table_size: u32,
    pub slots: u32,
    pub version_count: u32,
    pub ticks: *mut u32,
    pub tick_count: u32,
    pub now: *const u32,
    pub versions: *mut u64,
    pub watches: *mut gc_sparse_priv_watch,
    pub stamp: *const u64,
}
pub type gc_sparse_parallel_for = Option<unsafe extern "C" fn(user: *mut c_void, task: Option<unsafe extern "C" fn(task_arg: *mut c_void, index: usize)>, task_arg: *mut c_void, count: usize)>;
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_priv_entry {
    pub name: *const c_char,
    pub size: usize,
    pub align: usize,
    pub kind: c_int,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_priv_step {
    pub query: Option<unsafe extern "C" fn() -> *const gc_sparse_query_desc>,
    pub records: bool,
    pub whole: bool,
    pub access: Option<unsafe extern "C" fn() -> gc_sparse_access>,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_sparse_priv_types {
    pub types: [gc_sparse_type; 8],
}
#[link(name = "gc_headers")]
extern "C" {
    pub fn gc_sparse_open(desc: *const gc_sparse_desc, error: *mut c_int) -> *mut gc_sparse_world;
    pub fn gc_sparse_close(world: *mut gc_sparse_world);
    pub fn gc_sparse_open_like(world: *const gc_sparse_world, error: *mut c_int) -> *mut
        gc_sparse_world;
    pub fn gc_sparse_component(world: *mut gc_sparse_world, desc: *const gc_sparse_component_desc,
        out: *mut gc_sparse_type) -> c_int;
    pub fn gc_sparse_describe(world: *mut gc_sparse_world, r#type: gc_sparse_type, fields: *const
        c_char, transient: bool) -> c_int;
    pub fn gc_sparse_name(world: *const gc_sparse_world, r#type: gc_sparse_type) -> *const c_char;
    pub fn gc_sparse_find(world: *const gc_sparse_world, name: *const c_char) -> gc_sparse_type;
    pub fn gc_sparse_info(world: *const gc_sparse_world, r#type: gc_sparse_type) ->
        gc_sparse_type_info;
    pub fn gc_sparse_resource(world: *mut gc_sparse_world, r#type: gc_sparse_type) -> *mut c_void;
    pub fn gc_sparse_get_statistics(world: *const gc_sparse_world, out: *mut gc_sparse_statistics);
    pub fn gc_sparse_stats(world: *const gc_sparse_world) -> gc_sparse_statistics;
    pub fn gc_sparse_hash(world: *const gc_sparse_world) -> u64;
    pub fn gc_sparse_hash_all(world: *const gc_sparse_world) -> u64;
    pub fn gc_sparse_copy(to: *mut gc_sparse_world, from: *const gc_sparse_world) -> c_int;
    pub fn gc_sparse_rollback_open(world: *mut gc_sparse_world, frames: u32, error: *mut c_int) ->
        *mut gc_sparse_rollback;
    pub fn gc_sparse_rollback_close(rollback: *mut gc_sparse_rollback);
    pub fn gc_sparse_rollback_take(rollback: *mut gc_sparse_rollback, frame: u64) -> c_int;
    pub fn gc_sparse_rollback_restore(rollback: *mut gc_sparse_rollback, frame: u64) -> c_int;
    pub fn gc_sparse_save(world: *const gc_sparse_world, dst: *mut c_void, capacity: usize) ->
        usize;
    pub fn gc_sparse_load(world: *mut gc_sparse_world, bytes: *const c_void, size: usize) -> c_int;
    pub fn gc_sparse_create(world: *mut gc_sparse_world) -> gc_sparse_id;
    pub fn gc_sparse_create_n(world: *mut gc_sparse_world, out: *mut gc_sparse_id, n: usize) ->
        c_int;
    pub fn gc_sparse_create_at(world: *mut gc_sparse_world, id: gc_sparse_id) -> c_int;
    pub fn gc_sparse_clone(world: *mut gc_sparse_world, id: gc_sparse_id) -> gc_sparse_id;
    pub fn gc_sparse_destroy(world: *mut gc_sparse_world, id: gc_sparse_id) -> c_int;
    pub fn gc_sparse_destroy_n(world: *mut gc_sparse_world, ids: *const gc_sparse_id, n: usize) ->
        c_int;
    pub fn gc_sparse_clear(world: *mut gc_sparse_world) -> c_int;
    pub fn gc_sparse_reserve(world: *mut gc_sparse_world, r#type: gc_sparse_type, n: usize) ->
        c_int;
    pub fn gc_sparse_shrink(world: *mut gc_sparse_world) -> c_int;
    pub fn gc_sparse_next_entity(world: *const gc_sparse_world, id: gc_sparse_id) -> gc_sparse_id;
    pub fn gc_sparse_next_type(world: *const gc_sparse_world, id: gc_sparse_id, r#type:
        gc_sparse_type) -> gc_sparse_type;
    pub fn gc_sparse_id_of(world: *const gc_sparse_world, slot: u32) -> gc_sparse_id;
    pub fn gc_sparse_alive(world: *const gc_sparse_world, id: gc_sparse_id) -> bool;
    pub fn gc_sparse_id_equal(a: gc_sparse_id, b: gc_sparse_id) -> bool;
    pub fn gc_sparse_type_equal(a: gc_sparse_type, b: gc_sparse_type) -> bool;
    pub fn gc_sparse_add(world: *mut gc_sparse_world, id: gc_sparse_id, r#type: gc_sparse_type) ->
        *mut c_void;
    pub fn gc_sparse_set_value(world: *mut gc_sparse_world, id: gc_sparse_id, r#type:
        gc_sparse_type, value: *const c_void) -> c_int;
    pub fn gc_sparse_add_n(world: *mut gc_sparse_world, ids: *const gc_sparse_id, n: usize, r#type:
        gc_sparse_type, values: *const c_void) -> c_int;
    pub fn gc_sparse_remove(world: *mut gc_sparse_world, id: gc_sparse_id, r#type: gc_sparse_type)
        -> c_int;
    pub fn gc_sparse_remove_n(world: *mut gc_sparse_world, ids: *const gc_sparse_id, n: usize,
        r#type: gc_sparse_type) -> c_int;
    pub fn gc_sparse_listen(world: *mut gc_sparse_world, r#type: gc_sparse_type, listener: *const
        gc_sparse_listener) -> c_int;
    pub fn gc_sparse_unlisten(world: *mut gc_sparse_world, r#type: gc_sparse_type, listener: *const
        gc_sparse_listener) -> c_int;
    pub fn gc_sparse_get(world: *const gc_sparse_world, id: gc_sparse_id, r#type: gc_sparse_type) ->
        *mut c_void;
    pub fn gc_sparse_has(world: *const gc_sparse_world, id: gc_sparse_id, r#type: gc_sparse_type) ->
        bool;
    pub fn gc_sparse_pool_of(world: *const gc_sparse_world, r#type: gc_sparse_type) -> *const
        gc_sparse_pool;
    pub fn gc_sparse_pool_get(pool: *const gc_sparse_pool, id: gc_sparse_id, size: usize) -> *mut
        c_void;
    pub fn gc_sparse_group(world: *mut gc_sparse_world, types: *const gc_sparse_type, n: usize) ->
        c_int;
    pub fn gc_sparse_group_with(world: *mut gc_sparse_world, desc: *const gc_sparse_group_desc) ->
        c_int;
    pub fn gc_sparse_cache(world: *mut gc_sparse_world, desc: *const gc_sparse_query_desc) -> c_int;
    pub fn gc_sparse_sort(world: *mut gc_sparse_world, r#type: gc_sparse_type, desc: *const
        gc_sparse_sort_desc) -> c_int;
    pub fn gc_sparse_sort_as(world: *mut gc_sparse_world, r#type: gc_sparse_type, like:
        gc_sparse_type) -> c_int;
    pub fn gc_sparse_begin(view: *mut gc_sparse_view, world: *mut gc_sparse_world, desc: *const
        gc_sparse_query_desc);
    pub fn gc_sparse_query(world: *mut gc_sparse_world, desc: *const gc_sparse_query_desc) ->
        gc_sparse_view;
    pub fn gc_sparse_next(view: *mut gc_sparse_view) -> bool;
    pub fn gc_sparse_view_at(view: *const gc_sparse_view, k: usize, i: usize, size: usize) -> *mut
        c_void;
    pub fn gc_sparse_view_id(view: *const gc_sparse_view, i: usize) -> gc_sparse_id;
    pub fn gc_sparse_view_count(view: *const gc_sparse_view) -> usize;
    pub fn gc_sparse_view_parts(view: *const gc_sparse_view, rows: usize) -> u32;
    pub fn gc_sparse_view_part(view: *const gc_sparse_view, part: u32, rows: usize) ->
        gc_sparse_view;
    pub fn gc_sparse_track(world: *mut gc_sparse_world, r#type: gc_sparse_type) -> c_int;
    pub fn gc_sparse_copy_by_change(world: *mut gc_sparse_world, r#type: gc_sparse_type) -> c_int;
    pub fn gc_sparse_tick(world: *mut gc_sparse_world) -> u64;
    pub fn gc_sparse_track_query(world: *mut gc_sparse_world, query: *const gc_sparse_query_desc) ->
        c_int;
    pub fn gc_sparse_changes(world: *const gc_sparse_world, query: *const gc_sparse_query_desc,
        since: u64, at: *mut u64, out: *mut gc_sparse_change, n: u32) -> c_int;
    pub fn gc_sparse_forget(world: *mut gc_sparse_world, tick: u64) -> c_int;
    pub fn gc_sparse_pool_touch(pool: *const gc_sparse_pool, id: gc_sparse_id) -> bool;
    pub fn gc_sparse_touch(world: *mut gc_sparse_world, id: gc_sparse_id, r#type: gc_sparse_type) ->
        bool;
    pub fn gc_sparse_tree(world: *mut gc_sparse_world, r#type: gc_sparse_type) -> c_int;
    pub fn gc_sparse_attach(world: *mut gc_sparse_world, child: gc_sparse_id, parent: gc_sparse_id)
        -> c_int;
    pub fn gc_sparse_next_child(world: *const gc_sparse_world, parent: gc_sparse_id, child:
        gc_sparse_id) -> gc_sparse_id;
    pub fn gc_sparse_sort_tree(world: *mut gc_sparse_world) -> c_int;
    pub fn gc_sparse_waves(systems: *const gc_sparse_access, n: usize, waves: *mut u32) -> u32;
    pub fn gc_sparse_record(world: *mut gc_sparse_world, system: u32, part: u32) -> *mut
        gc_sparse_commands;
    pub fn gc_sparse_record_create(commands: *mut gc_sparse_commands) -> gc_sparse_id;
    pub fn gc_sparse_record_add(commands: *mut gc_sparse_commands, id: gc_sparse_id, r#type:
        gc_sparse_type) -> *mut c_void;
    pub fn gc_sparse_record_remove(commands: *mut gc_sparse_commands, id: gc_sparse_id, r#type:
        gc_sparse_type) -> c_int;
    pub fn gc_sparse_record_destroy(commands: *mut gc_sparse_commands, id: gc_sparse_id) -> c_int;
    pub fn gc_sparse_replay(world: *mut gc_sparse_world) -> c_int;
    pub fn gc_sparse_record_resolve(commands: *const gc_sparse_commands, id: gc_sparse_id) ->
        gc_sparse_id;
    pub fn gc_sparse_map_init(map: *mut gc_sparse_map, desc: *const gc_sparse_map_desc) -> c_int;
    pub fn gc_sparse_map_add(map: *mut gc_sparse_map, id: gc_sparse_id) -> *mut c_void;
    pub fn gc_sparse_map_remove(map: *mut gc_sparse_map, id: gc_sparse_id) -> c_int;
    pub fn gc_sparse_map_copy(to: *mut gc_sparse_map, from: *const gc_sparse_map) -> c_int;
    pub fn gc_sparse_map_free(map: *mut gc_sparse_map);
    pub fn gc_sparse_map_at(map: *const gc_sparse_map, id: gc_sparse_id, size: usize) -> *mut
        c_void;
    pub fn gc_sparse_map_get(map: *const gc_sparse_map, id: gc_sparse_id) -> *mut c_void;
    pub fn gc_sparse_map_has(map: *const gc_sparse_map, id: gc_sparse_id) -> bool;
    pub fn gc_sparse_map_data(map: *const gc_sparse_map) -> *mut c_void;
    pub fn gc_sparse_map_ids(map: *const gc_sparse_map) -> *const gc_sparse_id;
    pub fn gc_sparse_map_count(map: *const gc_sparse_map) -> usize;
    pub fn gc_sparse_result_string(result: c_int) -> *const c_char;
    pub fn gc_sparse_version() -> c_int;
    pub fn gc_sparse_run(view: *const gc_sparse_view, rows: usize, parallel_for:
        gc_sparse_parallel_for, user: *mut c_void, part: Option<unsafe extern "C" fn(arg: *mut
        c_void, part: *mut gc_sparse_view, index: u32)>, arg: *mut c_void) -> c_int;
}

// ---- gc_writer.h

pub const GC_WRITER_OK: c_int = 0;
pub const GC_WRITER_TIMEOUT: c_int = 1;
pub const GC_WRITER_E_ARGUMENT: c_int = -1;
pub const GC_WRITER_E_MEMORY: c_int = -2;
pub const GC_WRITER_E_FULL: c_int = -3;
pub const GC_WRITER_E_STALE: c_int = -4;
pub const GC_WRITER_E_STATE: c_int = -5;
pub const GC_WRITER_E_UNSUPPORTED: c_int = -6;
pub const GC_WRITER_E_PATH: c_int = -7;
pub const GC_WRITER_E_ROOT: c_int = -8;
pub const GC_WRITER_E_THREAD: c_int = -9;
pub const GC_WRITER_E_SYSTEM: c_int = -10;
pub const GC_WRITER_E_TOO_LARGE: c_int = -11;
pub const GC_WRITER_E_NOT_FOUND: c_int = -12;
pub const GC_WRITER_E_DISK_FULL: c_int = -13;
pub const GC_WRITER_E_CANCELLED: c_int = -14;
pub const GC_WRITER_E_BUSY: c_int = -15;
pub const GC_WRITER_E_NO_ROOM: c_int = -20;
pub const GC_WRITER_E_TARGET: c_int = -21;
pub const GC_WRITER_E_REPLACED: c_int = -23;
pub const GC_WRITER_E_DATA: c_int = -24;
pub const GC_WRITER_STAGE_NONE: c_int = 0;
pub const GC_WRITER_STAGE_FOLDER: c_int = 1;
pub const GC_WRITER_STAGE_MKDIR: c_int = 2;
pub const GC_WRITER_STAGE_CHECK: c_int = 3;
pub const GC_WRITER_STAGE_OPEN: c_int = 4;
pub const GC_WRITER_STAGE_WRITE: c_int = 5;
pub const GC_WRITER_STAGE_SYNC: c_int = 6;
pub const GC_WRITER_STAGE_CLOSE: c_int = 7;
pub const GC_WRITER_STAGE_RENAME: c_int = 8;
pub const GC_WRITER_STAGE_SYNC_FOLDER: c_int = 9;
pub const GC_WRITER_STAGE_REMOVE: c_int = 10;
pub const GC_WRITER_STAGE_ROOT: c_int = 11;
pub const GC_WRITER_STAGE_READ: c_int = 12;
pub const GC_WRITER_STAGE_MODE: c_int = 13;
pub const GC_WRITER_STAGE_BACKUP: c_int = 14;
pub const GC_WRITER_DURABILITY_DEFAULT: c_int = 0;
pub const GC_WRITER_DURABILITY_NONE: c_int = 1;
pub const GC_WRITER_DURABILITY_FILE: c_int = 2;
pub const GC_WRITER_DURABILITY_FOLDER: c_int = 3;
pub const GC_WRITER_PRIORITY_LOW: c_int = -1;
pub const GC_WRITER_PRIORITY_NORMAL: c_int = 0;
pub const GC_WRITER_PRIORITY_HIGH: c_int = 1;
pub const GC_WRITER_RECORDS_BYTES: c_int = 0;
pub const GC_WRITER_RECORDS_LINES: c_int = 1;
pub const GC_WRITER_RECORDS_FRAMED: c_int = 2;
pub const GC_WRITER_ENTRY_FILE: c_int = 1;
pub const GC_WRITER_ENTRY_FOLDER: c_int = 2;
pub const GC_WRITER_ENTRY_OTHER: c_int = 3;
pub const GC_WRITER_SYNCED: c_int = 1;
pub const GC_WRITER_FAILING: c_int = 2;
pub const GC_WRITER_PUBLISHED: c_int = 4;
pub const GC_WRITER_FAILED: c_int = 5;
pub const GC_WRITER_ABORTED: c_int = 6;
pub const GC_WRITER_REMOVED: c_int = 7;
pub const GC_WRITER_READ: c_int = 8;
pub const GC_WRITER_RENAMED: c_int = 9;
pub const GC_WRITER_FOLDER_MADE: c_int = 10;
pub const GC_WRITER_VERSION: c_int = 400;
#[repr(C)]
pub struct gc_writer {
    _private: [u8; 0],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_writer_file {
    pub slot: u32,
    pub generation: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_writer_allocator {
    pub resize: Option<unsafe extern "C" fn(user: *mut c_void, ptr: *mut c_void, old_size: usize, new_size: usize) -> *mut c_void>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_writer_codec {
    pub bound: Option<unsafe extern "C" fn(user: *mut c_void, size: usize) -> usize>,
    pub encode: Option<unsafe extern "C" fn(user: *mut c_void, dst: *mut c_void, capacity: usize, src: *const c_void, src_size: usize) -> usize>,
    pub decode: Option<unsafe extern "C" fn(user: *mut c_void, dst: *mut c_void, size: usize, src: *const c_void, src_size: usize) -> bool>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_writer_desc {
    pub root: *const c_char,
    pub ring_bytes: usize,
    pub max_files: u32,
    pub max_open: u32,
    pub max_path: u32,
    pub durability: c_int,
    pub threads: u32,
    pub pump: bool,
    pub synchronous: bool,
    pub read_only: bool,
    pub close_ms: c_int,
    pub allocator: gc_writer_allocator,
    pub codec: gc_writer_codec,
    pub notify: Option<unsafe extern "C" fn(user: *mut c_void)>,
    pub log: Option<unsafe extern "C" fn(user: *mut c_void, level: c_int, code: c_int, text: *const c_char)>,
    pub unsaved: Option<unsafe extern "C" fn(user: *mut c_void, event: *const gc_writer_event)>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_writer_error {
    pub result: c_int,
    pub system_error: c_int,
    pub what: [c_char; 192],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_writer_file_desc {
    pub path: *const c_char,
    pub tag: u64,
    pub size_hint: u64,
    pub durability: c_int,
    pub priority: c_int,
    pub forget: bool,
    pub borrow: bool,
    pub give: bool,
    pub crc32c: bool,
    pub backups: u32,
    pub mode: u32,
    pub executable: bool,
    pub version: u32,
    pub flags: u32,
    pub set: gc_writer_file,
    pub records: c_int,
    pub no_mapping: bool,
    pub flush_ms: u32,
    pub rotate_bytes: u64,
    pub rotate_keep: u32,
    pub progress: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_writer_content {
    pub data: *mut c_void,
    pub size: usize,
    pub version: u32,
    pub flags: u32,
    pub backup: u32,
    pub newer: c_int,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_writer_entry {
    pub name: *const c_char,
    pub r#type: c_int,
    pub executable: bool,
    pub size: u64,
    pub modified_ns: i64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_writer_event {
    pub r#type: c_int,
    pub file: gc_writer_file,
    pub tag: u64,
    pub result: c_int,
    pub stage: c_int,
    pub system_error: c_int,
    pub bytes: u64,
    pub path: *const c_char,
    pub has_crc32c: bool,
    pub crc32c: u32,
    pub what: *const c_char,
    pub detail: *const c_char,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_writer_statistics {
    pub pending: u64,
    pub files_open: u32,
    pub written: u64,
    pub dropped: u64,
}
#[link(name = "gc_headers")]
extern "C" {
    pub fn gc_writer_result_string(result: c_int) -> *const c_char;
    pub fn gc_writer_stage_string(stage: c_int) -> *const c_char;
    pub fn gc_writer_version() -> c_int;
    pub fn gc_writer_user_folder(organisation: *const c_char, game: *const c_char, out: *mut c_char,
        capacity: usize) -> c_int;
    pub fn gc_writer_memory(desc: *const gc_writer_desc) -> usize;
    pub fn gc_writer_open(desc: *const gc_writer_desc, error: *mut gc_writer_error) -> *mut
        gc_writer;
    pub fn gc_writer_close(w: *mut gc_writer);
    pub fn gc_writer_begin(w: *mut gc_writer, path: *const c_char, out: *mut gc_writer_file) ->
        c_int;
    pub fn gc_writer_begin_with(w: *mut gc_writer, desc: *const gc_writer_file_desc, out: *mut
        gc_writer_file) -> c_int;
    pub fn gc_writer_append(w: *mut gc_writer, desc: *const gc_writer_file_desc, out: *mut
        gc_writer_file) -> c_int;
    pub fn gc_writer_sync(w: *mut gc_writer, file: gc_writer_file) -> c_int;
    pub fn gc_writer_next_record(data: *const c_void, size: usize, at: *mut usize, record: *mut
        *const c_void, length: *mut usize) -> bool;
    pub fn gc_writer_write(w: *mut gc_writer, file: gc_writer_file, data: *const c_void, size:
        usize) -> usize;
    pub fn gc_writer_write_at(w: *mut gc_writer, file: gc_writer_file, offset: u64, data: *const
        c_void, size: usize) -> usize;
    pub fn gc_writer_reserve(w: *mut gc_writer, file: gc_writer_file, want: usize, got: *mut usize)
        -> *mut c_void;
    pub fn gc_writer_commit(w: *mut gc_writer, file: gc_writer_file, used: usize) -> c_int;
    pub fn gc_writer_end(w: *mut gc_writer, file: gc_writer_file) -> c_int;
    pub fn gc_writer_abort(w: *mut gc_writer, file: gc_writer_file) -> c_int;
    pub fn gc_writer_cancel(w: *mut gc_writer, file: gc_writer_file) -> c_int;
    pub fn gc_writer_put(w: *mut gc_writer, desc: *const gc_writer_file_desc, data: *const c_void,
        size: usize, out: *mut gc_writer_file) -> c_int;
    pub fn gc_writer_save(w: *mut gc_writer, desc: *const gc_writer_file_desc, data: *const c_void,
        size: usize, out: *mut gc_writer_file) -> c_int;
    pub fn gc_writer_load(w: *mut gc_writer, path: *const c_char, out: *mut gc_writer_content) ->
        c_int;
    pub fn gc_writer_load_with(w: *mut gc_writer, desc: *const gc_writer_file_desc, content: *mut
        gc_writer_content, out: *mut gc_writer_file) -> c_int;
    pub fn gc_writer_free(w: *mut gc_writer, content: *mut gc_writer_content);
    pub fn gc_writer_begin_set(w: *mut gc_writer, tag: u64, out: *mut gc_writer_file) -> c_int;
    pub fn gc_writer_remove(w: *mut gc_writer, path: *const c_char, tag: u64) -> c_int;
    pub fn gc_writer_remove_with(w: *mut gc_writer, desc: *const gc_writer_file_desc, out: *mut
        gc_writer_file) -> c_int;
    pub fn gc_writer_read(w: *mut gc_writer, desc: *const gc_writer_file_desc, data: *mut c_void,
        capacity: usize, out: *mut gc_writer_file) -> c_int;
    pub fn gc_writer_rename(w: *mut gc_writer, desc: *const gc_writer_file_desc, to: *const c_char,
        out: *mut gc_writer_file) -> c_int;
    pub fn gc_writer_make_folder(w: *mut gc_writer, desc: *const gc_writer_file_desc, out: *mut
        gc_writer_file) -> c_int;
    pub fn gc_writer_list(w: *mut gc_writer, folder: *const c_char, visit: Option<unsafe extern "C"
        fn(user: *mut c_void, entry: *const gc_writer_entry) -> bool>, user: *mut c_void) -> c_int;
    pub fn gc_writer_watch(w: *mut gc_writer, changed: Option<unsafe extern "C" fn(user: *mut
        c_void, path: *const c_char, gone: bool)>, user: *mut c_void) -> c_int;
    pub fn gc_writer_file_equal(a: gc_writer_file, b: gc_writer_file) -> bool;
    pub fn gc_writer_check_path(path: *const c_char) -> c_int;
    pub fn gc_writer_crc32c(crc: u32, data: *const c_void, size: usize) -> u32;
    pub fn gc_writer_poll(w: *mut gc_writer, event: *mut gc_writer_event) -> bool;
    pub fn gc_writer_poll_many(w: *mut gc_writer, events: *mut gc_writer_event, max: usize) ->
        usize;
    pub fn gc_writer_file_state(w: *mut gc_writer, file: gc_writer_file) -> c_int;
    pub fn gc_writer_wait(w: *mut gc_writer, file: gc_writer_file, timeout_ms: c_int) -> c_int;
    pub fn gc_writer_wait_event(w: *mut gc_writer, file: gc_writer_file, event: *mut
        gc_writer_event, timeout_ms: c_int) -> c_int;
    pub fn gc_writer_room(w: *mut gc_writer, bytes: usize, timeout_ms: c_int) -> c_int;
    pub fn gc_writer_flush(w: *mut gc_writer, timeout_ms: c_int) -> c_int;
    pub fn gc_writer_pump(w: *mut gc_writer, budget_ms: c_int) -> c_int;
    pub fn gc_writer_get_statistics(w: *mut gc_writer, out: *mut gc_writer_statistics);
}

// ---- gc_fetch.h

pub const GC_FETCH_OK: c_int = 0;
pub const GC_FETCH_TIMEOUT: c_int = 1;
pub const GC_FETCH_IDLE: c_int = 2;
pub const GC_FETCH_NOT_MODIFIED: c_int = 20;
pub const GC_FETCH_E_ARGUMENT: c_int = -1;
pub const GC_FETCH_E_MEMORY: c_int = -2;
pub const GC_FETCH_E_FULL: c_int = -3;
pub const GC_FETCH_E_STALE: c_int = -4;
pub const GC_FETCH_E_PATH: c_int = -7;
pub const GC_FETCH_E_ROOT: c_int = -8;
pub const GC_FETCH_E_THREAD: c_int = -9;
pub const GC_FETCH_E_TOO_LARGE: c_int = -11;
pub const GC_FETCH_E_CANCELLED: c_int = -14;
pub const GC_FETCH_E_URL: c_int = -20;
pub const GC_FETCH_E_SCHEME: c_int = -21;
pub const GC_FETCH_E_HEADER: c_int = -22;
pub const GC_FETCH_E_RESOLVE: c_int = -23;
pub const GC_FETCH_E_CONNECT: c_int = -24;
pub const GC_FETCH_E_TLS: c_int = -25;
pub const GC_FETCH_E_NETWORK: c_int = -26;
pub const GC_FETCH_E_TIMED_OUT: c_int = -27;
pub const GC_FETCH_E_REDIRECT: c_int = -28;
pub const GC_FETCH_E_HTTP_STATUS: c_int = -29;
pub const GC_FETCH_E_PROTOCOL: c_int = -30;
pub const GC_FETCH_E_SIZE: c_int = -31;
pub const GC_FETCH_E_HASH: c_int = -32;
pub const GC_FETCH_E_READ: c_int = -33;
pub const GC_FETCH_E_WRITE: c_int = -34;
pub const GC_FETCH_E_TRANSPORT: c_int = -35;
pub const GC_FETCH_E_SINK: c_int = -36;
pub const GC_FETCH_ORDER_MIXED: c_int = 0;
pub const GC_FETCH_ORDER_GIVEN: c_int = 1;
pub const GC_FETCH_ORDER_SHUFFLED: c_int = 2;
pub const GC_FETCH_MAX_URL: c_int = 8191;
pub const GC_FETCH_MEMORY: c_int = 0;
pub const GC_FETCH_FILE: c_int = 1;
pub const GC_FETCH_STREAM: c_int = 2;
pub const GC_FETCH_STARTED: c_int = 1;
pub const GC_FETCH_PROGRESS: c_int = 2;
pub const GC_FETCH_HELD: c_int = 3;
pub const GC_FETCH_DONE: c_int = 4;
pub const GC_FETCH_FAILED: c_int = 5;
pub const GC_FETCH_VERSION: c_int = 400;
#[repr(C)]
pub struct gc_fetch {
    _private: [u8; 0],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_id {
    pub slot: u32,
    pub generation: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_allocator {
    pub resize: Option<unsafe extern "C" fn(user: *mut c_void, ptr: *mut c_void, old_size: usize, new_size: usize) -> *mut c_void>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_desc {
    pub parallel: u32,
    pub per_host: u32,
    pub order: c_int,
    pub no_split: bool,
    pub max_requests: u32,
    pub memory_limit: u64,
    pub rate_limit: u64,
    pub attempts: u32,
    pub retry_delay_max_ms: u32,
    pub connect_timeout_ms: u32,
    pub idle_timeout_ms: u32,
    pub min_rate: u32,
    pub hold_when_full: bool,
    pub root: *const c_char,
    pub part_days: u32,
    pub user_agent: *const c_char,
    pub proxy: *const c_char,
    pub no_environment_proxy: bool,
    pub ca_file: *const c_char,
    pub http2_streams: u32,
    pub transport: *const gc_fetch_transport,
    pub skip_events: bool,
    pub no_thread: bool,
    pub no_global_init: bool,
    pub allocator: gc_fetch_allocator,
    pub setup: Option<unsafe extern "C" fn(user: *mut c_void, easy: *mut c_void, tag: u64)>,
    pub now_ms: Option<unsafe extern "C" fn(user: *mut c_void) -> u64>,
    pub notify: Option<unsafe extern "C" fn(user: *mut c_void)>,
    pub log: Option<unsafe extern "C" fn(user: *mut c_void, level: c_int, code: c_int, text: *const c_char)>,
    pub user: *mut c_void,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_error {
    pub result: c_int,
    pub system_error: c_int,
    pub what: [c_char; 192],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_decoder {
    pub user: *mut c_void,
    pub begin: Option<unsafe extern "C" fn(user: *mut c_void) -> c_int>,
    pub decode: Option<unsafe extern "C" fn(user: *mut c_void, r#in: *const c_void, in_size: *mut usize, out: *mut c_void, out_size: *mut usize) -> c_int>,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_request {
    pub url: *const c_char,
    pub tag: u64,
    pub sink: c_int,
    pub priority: i32,
    pub size: u64,
    pub sha256: *const u8,
    pub memory: *mut c_void,
    pub memory_size: usize,
    pub path: *const c_char,
    pub skip_same: bool,
    pub mirrors: *mut *const c_char,
    pub resume_from: u64,
    pub validator: *const c_char,
    pub stream: Option<unsafe extern "C" fn(user: *mut c_void, offset: u64, data: *const c_void, size: usize) -> usize>,
    pub stream_user: *mut c_void,
    pub stream_begin: Option<unsafe extern "C" fn(user: *mut c_void, id: gc_fetch_id, attempt: u32)>,
    pub stream_end: Option<unsafe extern "C" fn(user: *mut c_void) -> c_int>,
    pub stream_error: *const c_int,
    pub random_access: bool,
    pub method: *const c_char,
    pub headers: *mut *const c_char,
    pub header_count: usize,
    pub body: *const c_void,
    pub body_size: u64,
    pub body_read: Option<unsafe extern "C" fn(user: *mut c_void, offset: u64, buffer: *mut c_void, capacity: usize) -> usize>,
    pub body_user: *mut c_void,
    pub body_error: *const c_int,
    pub repeatable: bool,
    pub decoder: *const gc_fetch_decoder,
    pub compressed: bool,
    pub keep_error_body: bool,
    pub attempts: u32,
    pub idle_timeout_ms: u32,
    pub min_rate: u32,
    pub sink_timeout_ms: u32,
    pub deadline_ms: u32,
    pub max_size: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_event {
    pub r#type: c_int,
    pub id: gc_fetch_id,
    pub tag: u64,
    pub result: c_int,
    pub http_status: c_int,
    pub system_error: c_int,
    pub attempt: u32,
    pub received: u64,
    pub total: u64,
    pub sent: u64,
    pub data: *mut c_void,
    pub size: usize,
    pub url: *const c_char,
    pub final_url: *const c_char,
    pub detail: *const c_char,
    pub retry_after_ms: u32,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_statistics {
    pub queued: u32,
    pub running: u32,
    pub added: u64,
    pub done: u64,
    pub failed: u64,
    pub retries: u64,
    pub received: u64,
    pub ranges: u64,
    pub held: c_int,
    pub resumed: u64,
    pub repeated: u64,
    pub left: u64,
    pub speed: u64,
    pub time_left_ms: u64,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_sha256 {
    pub state: [u32; 8],
    pub length: u64,
    pub block: [u8; 64],
}
#[repr(C)]
pub struct gc_fetch_transfer {
    _private: [u8; 0],
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_job {
    pub url: *const c_char,
    pub method: *const c_char,
    pub headers: *mut *const c_char,
    pub header_count: usize,
    pub body: *const c_void,
    pub body_size: u64,
    pub uploads: bool,
    pub connect_timeout_ms: u32,
    pub compressed: bool,
    pub slot: u32,
    pub first: u64,
    pub end: u64,
    pub validator: *const c_char,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_transport {
    pub user: *mut c_void,
    pub scheme: *const c_char,
    pub start: Option<unsafe extern "C" fn(user: *mut c_void, t: *mut gc_fetch_transfer, job: *const gc_fetch_job) -> c_int>,
    pub stop: Option<unsafe extern "C" fn(user: *mut c_void, t: *mut gc_fetch_transfer)>,
    pub pause: Option<unsafe extern "C" fn(user: *mut c_void, t: *mut gc_fetch_transfer, paused: bool)>,
    pub pump: Option<unsafe extern "C" fn(user: *mut c_void, timeout_ms: c_int) -> c_int>,
    pub wake: Option<unsafe extern "C" fn(user: *mut c_void)>,
    pub uploads: bool,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_response {
    pub http_status: c_int,
    pub size: u64,
    pub headers: *mut *const c_char,
    pub header_count: usize,
    pub final_url: *const c_char,
    pub ranges: bool,
    pub first: u64,
    pub end: u64,
    pub total: u64,
    pub validator: *const c_char,
}
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gc_fetch_outcome {
    pub result: c_int,
    pub system_error: c_int,
    pub retry_after_ms: u32,
    pub detail: *const c_char,
}
#[link(name = "gc_headers")]
extern "C" {
    pub fn gc_fetch_result_string(result: c_int) -> *const c_char;
    pub fn gc_fetch_version() -> c_int;
    pub fn gc_fetch_open(desc: *const gc_fetch_desc, error: *mut gc_fetch_error) -> *mut gc_fetch;
    pub fn gc_fetch_close(f: *mut gc_fetch);
    pub fn gc_fetch_add(f: *mut gc_fetch, request: *const gc_fetch_request, out: *mut gc_fetch_id)
        -> c_int;
    pub fn gc_fetch_cancel(f: *mut gc_fetch, id: gc_fetch_id) -> c_int;
    pub fn gc_fetch_pause(f: *mut gc_fetch, id: gc_fetch_id) -> c_int;
    pub fn gc_fetch_resume(f: *mut gc_fetch, id: gc_fetch_id) -> c_int;
    pub fn gc_fetch_set_priority(f: *mut gc_fetch, id: gc_fetch_id, priority: i32) -> c_int;
    pub fn gc_fetch_pause_all(f: *mut gc_fetch);
    pub fn gc_fetch_resume_all(f: *mut gc_fetch);
    pub fn gc_fetch_pause_tag(f: *mut gc_fetch, tag: u64) -> usize;
    pub fn gc_fetch_resume_tag(f: *mut gc_fetch, tag: u64) -> usize;
    pub fn gc_fetch_set_rate_limit(f: *mut gc_fetch, bytes_per_second: u64) -> c_int;
    pub fn gc_fetch_set_host_limit(f: *mut gc_fetch, url: *const c_char, transfers: u32,
        bytes_per_second: u64) -> c_int;
    pub fn gc_fetch_id_equal(a: gc_fetch_id, b: gc_fetch_id) -> bool;
    pub fn gc_fetch_poll(f: *mut gc_fetch, event: *mut gc_fetch_event) -> bool;
    pub fn gc_fetch_poll_many(f: *mut gc_fetch, out: *mut gc_fetch_event, max: usize) -> usize;
    pub fn gc_fetch_wait(f: *mut gc_fetch, timeout_ms: c_int) -> c_int;
    pub fn gc_fetch_pump(f: *mut gc_fetch, timeout_ms: c_int) -> c_int;
    pub fn gc_fetch_take(f: *mut gc_fetch, id: gc_fetch_id, size: *mut usize) -> *mut c_void;
    pub fn gc_fetch_free(f: *mut gc_fetch, data: *mut c_void);
    pub fn gc_fetch_header(f: *mut gc_fetch, id: gc_fetch_id, name: *const c_char) -> *const c_char;
    pub fn gc_fetch_get_statistics(f: *mut gc_fetch, out: *mut gc_fetch_statistics);
    pub fn gc_fetch_encode_path(dst: *mut c_char, capacity: usize, path: *const c_char) -> usize;
    pub fn gc_fetch_sha256_init(hash: *mut gc_fetch_sha256);
    pub fn gc_fetch_sha256_update(hash: *mut gc_fetch_sha256, data: *const c_void, size: usize);
    pub fn gc_fetch_sha256_final(hash: *mut gc_fetch_sha256, out: *mut u8);
    pub fn gc_fetch_respond(t: *mut gc_fetch_transfer, http_status: c_int, total: u64);
    pub fn gc_fetch_respond_with(t: *mut gc_fetch_transfer, response: *const gc_fetch_response);
    pub fn gc_fetch_deliver(t: *mut gc_fetch_transfer, data: *const c_void, size: usize) -> usize;
    pub fn gc_fetch_upload(t: *mut gc_fetch_transfer, offset: u64, buffer: *mut c_void, capacity:
        usize) -> usize;
    pub fn gc_fetch_finish(t: *mut gc_fetch_transfer, outcome: *const gc_fetch_outcome);
}
