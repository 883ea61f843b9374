// Made by packaging/bindings.py of the five headers: do not edit.
// A function pointer is an IntPtr, a bool a byte that is 0 or 1, a text a byte*.
// SPDX-License-Identifier: MIT OR Unlicense
using System;
using System.Runtime.InteropServices;

public static unsafe class GcNative
{
    public const string Library = "gc_headers";

    // ---- gc_rng.h

    public const int GC_RNG_OK = 0;
    public const int GC_RNG_E_ARGUMENT = -1;
    public const int GC_RNG_E_UNSUPPORTED = -6;
    public const int GC_RNG_E_SYSTEM = -10;
    public const int GC_RNG_VERSION = 400;
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng
    {
        public ulong a;
        public ulong b;
        public ulong c;
        public ulong counter;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_source
    {
        public void* user;
        public IntPtr u64;
        public IntPtr fill;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_bag
    {
        public void* items;
        public UIntPtr n;
        public UIntPtr size;
        public UIntPtr left;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_alias
    {
        public ulong threshold;
        public ulong other;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_prd
    {
        public ulong c;
        public ulong tries;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_pity
    {
        public ulong @base;
        public ulong step;
        public uint soft;
        public uint hard;
        public ulong tries;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_mwc32
    {
        public uint x;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_mwc64
    {
        public ulong x;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_xorshift32
    {
        public uint x;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_xorshift64
    {
        public ulong x;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_xorshift128
    {
        public uint x;
        public uint y;
        public uint z;
        public uint w;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_xoshiro256pp
    {
        public fixed ulong s[4];
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_lcg
    {
        public uint x;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_dotnet
    {
        public fixed int table[56];
        public uint next;
        public uint next_p;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_java
    {
        public ulong x;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_mt19937
    {
        public fixed uint words[624];
        public uint used;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_pcg32
    {
        public ulong state;
        public ulong inc;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_pcg64
    {
        public ulong high;
        public ulong low;
        public ulong inc_high;
        public ulong inc_low;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_sfmt
    {
        public fixed uint words[624];
        public uint used;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_asa128
    {
        public fixed uint words[16];
        public uint used;
        public uint position;
        public fixed uint buffer[16384];
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_philox
    {
        public fixed uint key[2];
        public fixed uint counter[4];
        public fixed uint words[4];
        public uint used;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_chacha8
    {
        public fixed uint key[8];
        public fixed uint words[256];
        public uint used;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_rng_wide
    {
        public fixed ulong lanes[128];
        public ulong round;
        public fixed ulong words[128];
        public uint used;
    }
    [DllImport(Library)] public static extern int gc_rng_version();
    [DllImport(Library)] public static extern byte* gc_rng_result_string(int result);
    [DllImport(Library)] public static extern byte* gc_rng_isa();
    [DllImport(Library)] public static extern void gc_rng_seed(gc_rng* r, ulong seed);
    [DllImport(Library)] public static extern void gc_rng_seed_stream(gc_rng* r, ulong seed, ulong
        stream);
    [DllImport(Library)] public static extern void gc_rng_seed_text(gc_rng* r, void* bytes, UIntPtr
        n);
    [DllImport(Library)] public static extern ulong gc_rng_u64(gc_rng* r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_to_source(gc_rng* r);
    [DllImport(Library)] public static extern ulong gc_rng_source_u64(gc_rng_source* s);
    [DllImport(Library)] public static extern uint gc_rng_u32(gc_rng* r);
    [DllImport(Library)] public static extern uint gc_rng_source_u32(gc_rng_source* s);
    [DllImport(Library)] public static extern double gc_rng_f64(gc_rng* r);
    [DllImport(Library)] public static extern double gc_rng_source_f64(gc_rng_source* s);
    [DllImport(Library)] public static extern float gc_rng_f32(gc_rng* r);
    [DllImport(Library)] public static extern float gc_rng_source_f32(gc_rng_source* s);
    [DllImport(Library)] public static extern double gc_rng_f64_open(gc_rng* r);
    [DllImport(Library)] public static extern double gc_rng_source_f64_open(gc_rng_source* s);
    [DllImport(Library)] public static extern float gc_rng_f32_open(gc_rng* r);
    [DllImport(Library)] public static extern float gc_rng_source_f32_open(gc_rng_source* s);
    [DllImport(Library)] public static extern ulong gc_rng_below(gc_rng* r, ulong n);
    [DllImport(Library)] public static extern ulong gc_rng_source_below(gc_rng_source* s, ulong n);
    [DllImport(Library)] public static extern long gc_rng_range(gc_rng* r, long lo, long hi);
    [DllImport(Library)] public static extern long gc_rng_source_range(gc_rng_source* s, long lo,
        long hi);
    [DllImport(Library)] public static extern int gc_rng_int(gc_rng* r, int lo, int hi);
    [DllImport(Library)] public static extern int gc_rng_source_int(gc_rng_source* s, int lo, int
        hi);
    [DllImport(Library)] public static extern long gc_rng_dice(gc_rng* r, int count, int sides);
    [DllImport(Library)] public static extern long gc_rng_source_dice(gc_rng_source* s, int count,
        int sides);
    [DllImport(Library)] public static extern long gc_rng_dice_keep(gc_rng* r, int count, int sides,
        int keep);
    [DllImport(Library)] public static extern long gc_rng_source_dice_keep(gc_rng_source* s, int
        count, int sides, int keep);
    [DllImport(Library)] public static extern int gc_rng_roll(gc_rng* r, byte* text, long* sum);
    [DllImport(Library)] public static extern int gc_rng_source_roll(gc_rng_source* s, byte* text,
        long* sum);
    [DllImport(Library)] public static extern float gc_rng_range_f32(gc_rng* r, float lo, float hi);
    [DllImport(Library)] public static extern float gc_rng_source_range_f32(gc_rng_source* s, float
        lo, float hi);
    [DllImport(Library)] public static extern byte gc_rng_chance(gc_rng* r, double p);
    [DllImport(Library)] public static extern byte gc_rng_source_chance(gc_rng_source* s, double p);
    [DllImport(Library)] public static extern byte gc_rng_chance_in(gc_rng* r, ulong a, ulong b);
    [DllImport(Library)] public static extern byte gc_rng_source_chance_in(gc_rng_source* s, ulong
        a, ulong b);
    [DllImport(Library)] public static extern double gc_rng_normal(gc_rng* r, double mean, double
        sd);
    [DllImport(Library)] public static extern double gc_rng_source_normal(gc_rng_source* s, double
        mean, double sd);
    [DllImport(Library)] public static extern double gc_rng_exponential(gc_rng* r, double rate);
    [DllImport(Library)] public static extern double gc_rng_source_exponential(gc_rng_source* s,
        double rate);
    [DllImport(Library)] public static extern double gc_rng_lognormal(gc_rng* r, double mu, double
        sigma);
    [DllImport(Library)] public static extern double gc_rng_source_lognormal(gc_rng_source* s,
        double mu, double sigma);
    [DllImport(Library)] public static extern ulong gc_rng_poisson(gc_rng* r, double mean);
    [DllImport(Library)] public static extern ulong gc_rng_source_poisson(gc_rng_source* s, double
        mean);
    [DllImport(Library)] public static extern ulong gc_rng_binomial(gc_rng* r, ulong n, double p);
    [DllImport(Library)] public static extern ulong gc_rng_source_binomial(gc_rng_source* s, ulong
        n, double p);
    [DllImport(Library)] public static extern ulong gc_rng_geometric(gc_rng* r, double p);
    [DllImport(Library)] public static extern ulong gc_rng_source_geometric(gc_rng_source* s, double
        p);
    [DllImport(Library)] public static extern double gc_rng_gamma(gc_rng* r, double shape, double
        scale);
    [DllImport(Library)] public static extern double gc_rng_source_gamma(gc_rng_source* s, double
        shape, double scale);
    [DllImport(Library)] public static extern void gc_rng_disc(gc_rng* r, double* xy);
    [DllImport(Library)] public static extern void gc_rng_source_disc(gc_rng_source* s, double* xy);
    [DllImport(Library)] public static extern void gc_rng_direction(gc_rng* r, double* xy);
    [DllImport(Library)] public static extern void gc_rng_source_direction(gc_rng_source* s, double*
        xy);
    [DllImport(Library)] public static extern void gc_rng_sphere(gc_rng* r, double* xyz);
    [DllImport(Library)] public static extern void gc_rng_source_sphere(gc_rng_source* s, double*
        xyz);
    [DllImport(Library)] public static extern void gc_rng_turn(gc_rng* r, double* m);
    [DllImport(Library)] public static extern void gc_rng_source_turn(gc_rng_source* s, double* m);
    [DllImport(Library)] public static extern void gc_rng_shuffle(gc_rng* r, void* @base, UIntPtr n,
        UIntPtr size);
    [DllImport(Library)] public static extern void gc_rng_source_shuffle(gc_rng_source* s, void*
        @base, UIntPtr n, UIntPtr size);
    [DllImport(Library)] public static extern void gc_rng_partial_shuffle(gc_rng* r, void* p,
        UIntPtr n, UIntPtr size, UIntPtr k);
    [DllImport(Library)] public static extern void gc_rng_source_partial_shuffle(gc_rng_source* s,
        void* p, UIntPtr n, UIntPtr size, UIntPtr k);
    [DllImport(Library)] public static extern void* gc_rng_pick(gc_rng* r, void* @base, UIntPtr n,
        UIntPtr size);
    [DllImport(Library)] public static extern void* gc_rng_source_pick(gc_rng_source* s, void*
        @base, UIntPtr n, UIntPtr size);
    [DllImport(Library)] public static extern int gc_rng_sample(gc_rng* r, UIntPtr* @out, UIntPtr k,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_rng_source_sample(gc_rng_source* s, UIntPtr*
        @out, UIntPtr k, UIntPtr n);
    [DllImport(Library)] public static extern ulong gc_rng_permute(ulong seed, ulong i, ulong n);
    [DllImport(Library)] public static extern void* gc_rng_bag_next(gc_rng* r, gc_rng_bag* bag);
    [DllImport(Library)] public static extern void* gc_rng_source_bag_next(gc_rng_source* s,
        gc_rng_bag* bag);
    [DllImport(Library)] public static extern void gc_rng_fill(gc_rng* r, void* dst, UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_source_fill(gc_rng_source* s, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern UIntPtr gc_rng_weighted(gc_rng* r, double* weights,
        UIntPtr n);
    [DllImport(Library)] public static extern UIntPtr gc_rng_source_weighted(gc_rng_source* s,
        double* weights, UIntPtr n);
    [DllImport(Library)] public static extern UIntPtr gc_rng_weighted_u32(gc_rng* r, uint* weights,
        UIntPtr n);
    [DllImport(Library)] public static extern UIntPtr gc_rng_source_weighted_u32(gc_rng_source* s,
        uint* weights, UIntPtr n);
    [DllImport(Library)] public static extern int gc_rng_alias_init(gc_rng_alias* table, double*
        weights, UIntPtr n);
    [DllImport(Library)] public static extern int gc_rng_alias_init_u32(gc_rng_alias* table, uint*
        weights, UIntPtr n);
    [DllImport(Library)] public static extern UIntPtr gc_rng_alias_pick(gc_rng* r, gc_rng_alias*
        table, UIntPtr n);
    [DllImport(Library)] public static extern UIntPtr gc_rng_source_alias_pick(gc_rng_source* s,
        gc_rng_alias* table, UIntPtr n);
    [DllImport(Library)] public static extern int gc_rng_prd_init(gc_rng_prd* prd, double chance);
    [DllImport(Library)] public static extern byte gc_rng_prd_next(gc_rng* r, gc_rng_prd* prd);
    [DllImport(Library)] public static extern byte gc_rng_source_prd_next(gc_rng_source* s,
        gc_rng_prd* prd);
    [DllImport(Library)] public static extern int gc_rng_pity_init(gc_rng_pity* pity, double rate,
        uint soft, uint hard);
    [DllImport(Library)] public static extern byte gc_rng_pity_next(gc_rng* r, gc_rng_pity* pity);
    [DllImport(Library)] public static extern byte gc_rng_source_pity_next(gc_rng_source* s,
        gc_rng_pity* pity);
    [DllImport(Library)] public static extern ulong gc_rng_hash(ulong seed, long x, long y, long z);
    [DllImport(Library)] public static extern ulong gc_rng_hash_numbers(ulong seed, long* numbers,
        UIntPtr count);
    [DllImport(Library)] public static extern float gc_rng_hash_f32(ulong seed, long x, long y, long
        z);
    [DllImport(Library)] public static extern ulong gc_rng_hash_below(ulong seed, long x, long y,
        long z, ulong n);
    [DllImport(Library)] public static extern void gc_rng_hash_row(ulong* dst, UIntPtr n, ulong
        seed, long x, long y, long z);
    [DllImport(Library)] public static extern void gc_rng_hash_row_f32(float* dst, UIntPtr n, ulong
        seed, long x, long y, long z);
    [DllImport(Library)] public static extern uint gc_rng_hash32(uint seed, int x, int y, int z);
    [DllImport(Library)] public static extern void gc_rng_hash32_row(uint* dst, UIntPtr n, uint
        seed, int x, int y, int z);
    [DllImport(Library)] public static extern UIntPtr gc_rng_save(gc_rng* r, void* dst, UIntPtr
        capacity);
    [DllImport(Library)] public static extern int gc_rng_load(gc_rng* r, void* bytes, UIntPtr size);
    [DllImport(Library)] public static extern ulong gc_rng_checksum(gc_rng* r);
    [DllImport(Library)] public static extern int gc_rng_entropy(void* dst, UIntPtr bytes);
    [DllImport(Library)] public static extern double gc_rng_chi2(ulong* counts, double* weights,
        UIntPtr n);
    [DllImport(Library)] public static extern double gc_rng_gorilla(gc_rng_source* s, int bit, void*
        memory_8_mib);
    [DllImport(Library)] public static extern void gc_rng_mwc32_seed(gc_rng_mwc32* r, ulong seed);
    [DllImport(Library)] public static extern ushort gc_rng_mwc32_next(gc_rng_mwc32* r);
    [DllImport(Library)] public static extern void gc_rng_mwc64_seed(gc_rng_mwc64* r, ulong seed);
    [DllImport(Library)] public static extern uint gc_rng_mwc64_next(gc_rng_mwc64* r);
    [DllImport(Library)] public static extern void gc_rng_xorshift32_seed(gc_rng_xorshift32* r,
        ulong seed);
    [DllImport(Library)] public static extern uint gc_rng_xorshift32_next(gc_rng_xorshift32* r);
    [DllImport(Library)] public static extern void gc_rng_xorshift64_seed(gc_rng_xorshift64* r,
        ulong seed);
    [DllImport(Library)] public static extern ulong gc_rng_xorshift64_next(gc_rng_xorshift64* r);
    [DllImport(Library)] public static extern ulong gc_rng_xorshift64_next_left(gc_rng_xorshift64*
        r);
    [DllImport(Library)] public static extern void gc_rng_xorshift128_seed(gc_rng_xorshift128* r,
        ulong seed);
    [DllImport(Library)] public static extern uint gc_rng_xorshift128_next(gc_rng_xorshift128* r);
    [DllImport(Library)] public static extern float gc_rng_unity_value(gc_rng_xorshift128* r);
    [DllImport(Library)] public static extern int gc_rng_unity_range(gc_rng_xorshift128* r, int lo,
        int hi);
    [DllImport(Library)] public static extern float gc_rng_unity_range_f32(gc_rng_xorshift128* r,
        float lo, float hi);
    [DllImport(Library)] public static extern void gc_rng_xoshiro256pp_seed(gc_rng_xoshiro256pp* r,
        ulong seed);
    [DllImport(Library)] public static extern ulong gc_rng_xoshiro256pp_next(gc_rng_xoshiro256pp*
        r);
    [DllImport(Library)] public static extern ulong gc_rng_xoshiro256p_next(gc_rng_xoshiro256pp* r);
    [DllImport(Library)] public static extern void gc_rng_xoshiro256pp_jump(gc_rng_xoshiro256pp* r);
    [DllImport(Library)] public static extern void
        gc_rng_xoshiro256pp_long_jump(gc_rng_xoshiro256pp* r);
    [DllImport(Library)] public static extern void gc_rng_lcg_seed(gc_rng_lcg* r, ulong seed);
    [DllImport(Library)] public static extern uint gc_rng_lcg_next(gc_rng_lcg* r);
    [DllImport(Library)] public static extern void gc_rng_dotnet_seed(gc_rng_dotnet* r, ulong seed);
    [DllImport(Library)] public static extern int gc_rng_dotnet_next(gc_rng_dotnet* r);
    [DllImport(Library)] public static extern int gc_rng_dotnet_below(gc_rng_dotnet* r, int max);
    [DllImport(Library)] public static extern int gc_rng_dotnet_range(gc_rng_dotnet* r, int lo, int
        hi);
    [DllImport(Library)] public static extern double gc_rng_dotnet_f64(gc_rng_dotnet* r);
    [DllImport(Library)] public static extern void gc_rng_dotnet_bytes(gc_rng_dotnet* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern long gc_rng_dotnet_i64(gc_rng_dotnet* r);
    [DllImport(Library)] public static extern void gc_rng_java_seed(gc_rng_java* r, ulong seed);
    [DllImport(Library)] public static extern uint gc_rng_java_next(gc_rng_java* r);
    [DllImport(Library)] public static extern int gc_rng_java_below(gc_rng_java* r, int bound);
    [DllImport(Library)] public static extern long gc_rng_java_i64(gc_rng_java* r);
    [DllImport(Library)] public static extern double gc_rng_java_f64(gc_rng_java* r);
    [DllImport(Library)] public static extern void gc_rng_mt19937_seed(gc_rng_mt19937* r, ulong
        seed);
    [DllImport(Library)] public static extern void gc_rng_mt19937_seed_array(gc_rng_mt19937* r,
        uint* seeds, UIntPtr count);
    [DllImport(Library)] public static extern uint gc_rng_mt19937_next(gc_rng_mt19937* r);
    [DllImport(Library)] public static extern double gc_rng_mt19937_f64(gc_rng_mt19937* r);
    [DllImport(Library)] public static extern void gc_rng_seed_seq(uint* dst, UIntPtr n, uint*
        seeds, UIntPtr count);
    [DllImport(Library)] public static extern void gc_rng_pcg32_seed(gc_rng_pcg32* r, ulong seed);
    [DllImport(Library)] public static extern void gc_rng_pcg32_seed2(gc_rng_pcg32* r, ulong state,
        ulong sequence);
    [DllImport(Library)] public static extern uint gc_rng_pcg32_next(gc_rng_pcg32* r);
    [DllImport(Library)] public static extern void gc_rng_pcg32_advance(gc_rng_pcg32* r, ulong
        delta);
    [DllImport(Library)] public static extern void gc_rng_pcg64_seed(gc_rng_pcg64* r, ulong seed);
    [DllImport(Library)] public static extern ulong gc_rng_pcg64_next(gc_rng_pcg64* r);
    [DllImport(Library)] public static extern void gc_rng_sfmt_seed(gc_rng_sfmt* r, ulong seed);
    [DllImport(Library)] public static extern uint gc_rng_sfmt_next(gc_rng_sfmt* r);
    [DllImport(Library)] public static extern ulong gc_rng_sfmt_next64(gc_rng_sfmt* r);
    [DllImport(Library)] public static extern void gc_rng_asa128_seed(gc_rng_asa128* r, ulong seed);
    [DllImport(Library)] public static extern uint gc_rng_asa128_next(gc_rng_asa128* r);
    [DllImport(Library)] public static extern double gc_rng_asa128_f64(gc_rng_asa128* r);
    [DllImport(Library)] public static extern void gc_rng_philox_seed(gc_rng_philox* r, ulong seed);
    [DllImport(Library)] public static extern void gc_rng_philox_set(gc_rng_philox* r, uint* key,
        uint* counter);
    [DllImport(Library)] public static extern uint gc_rng_philox_next(gc_rng_philox* r);
    [DllImport(Library)] public static extern void gc_rng_chacha8_seed(gc_rng_chacha8* r, ulong
        seed);
    [DllImport(Library)] public static extern void gc_rng_chacha8_seed32(gc_rng_chacha8* r, void*
        seed);
    [DllImport(Library)] public static extern ulong gc_rng_chacha8_next(gc_rng_chacha8* r);
    [DllImport(Library)] public static extern void gc_rng_mwc32_fill(gc_rng_mwc32* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_mwc64_fill(gc_rng_mwc64* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_xorshift32_fill(gc_rng_xorshift32* r,
        void* dst, UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_xorshift64_fill(gc_rng_xorshift64* r,
        void* dst, UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_xorshift128_fill(gc_rng_xorshift128* r,
        void* dst, UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_xoshiro256pp_fill(gc_rng_xoshiro256pp* r,
        void* dst, UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_lcg_fill(gc_rng_lcg* r, void* dst, UIntPtr
        bytes);
    [DllImport(Library)] public static extern void gc_rng_dotnet_fill(gc_rng_dotnet* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_java_fill(gc_rng_java* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_mt19937_fill(gc_rng_mt19937* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_pcg32_fill(gc_rng_pcg32* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_pcg64_fill(gc_rng_pcg64* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_sfmt_fill(gc_rng_sfmt* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_asa128_fill(gc_rng_asa128* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_philox_fill(gc_rng_philox* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_chacha8_fill(gc_rng_chacha8* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_mwc32_source(gc_rng_mwc32* r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_mwc64_source(gc_rng_mwc64* r);
    [DllImport(Library)] public static extern gc_rng_source
        gc_rng_xorshift32_source(gc_rng_xorshift32* r);
    [DllImport(Library)] public static extern gc_rng_source
        gc_rng_xorshift64_source(gc_rng_xorshift64* r);
    [DllImport(Library)] public static extern gc_rng_source
        gc_rng_xorshift128_source(gc_rng_xorshift128* r);
    [DllImport(Library)] public static extern gc_rng_source
        gc_rng_xoshiro256pp_source(gc_rng_xoshiro256pp* r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_lcg_source(gc_rng_lcg* r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_dotnet_source(gc_rng_dotnet* r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_java_source(gc_rng_java* r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_mt19937_source(gc_rng_mt19937*
        r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_pcg32_source(gc_rng_pcg32* r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_pcg64_source(gc_rng_pcg64* r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_sfmt_source(gc_rng_sfmt* r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_asa128_source(gc_rng_asa128* r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_philox_source(gc_rng_philox* r);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_chacha8_source(gc_rng_chacha8*
        r);
    [DllImport(Library)] public static extern void gc_rng_wide_seed(gc_rng_wide* r, ulong seed);
    [DllImport(Library)] public static extern void gc_rng_wide_seed_stream(gc_rng_wide* r, ulong
        seed, ulong stream);
    [DllImport(Library)] public static extern ulong gc_rng_wide_next(gc_rng_wide* r);
    [DllImport(Library)] public static extern void gc_rng_wide_fill(gc_rng_wide* r, void* dst,
        UIntPtr bytes);
    [DllImport(Library)] public static extern void gc_rng_wide_fill_f64(gc_rng_wide* r, double* dst,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_rng_wide_fill_f32(gc_rng_wide* r, float* dst,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_rng_wide_fill_below(gc_rng_wide* r, uint* dst,
        UIntPtr n, uint bound);
    [DllImport(Library)] public static extern void gc_rng_wide_fill_normal(gc_rng_wide* r, double*
        dst, UIntPtr n, double mean, double sd);
    [DllImport(Library)] public static extern void gc_rng_wide_fill_exponential(gc_rng_wide* r,
        double* dst, UIntPtr n, double rate);
    [DllImport(Library)] public static extern void gc_rng_wide_fill_normal_f32(gc_rng_wide* r,
        float* dst, UIntPtr n, float mean, float sd);
    [DllImport(Library)] public static extern gc_rng_source gc_rng_wide_source(gc_rng_wide* r);

    // ---- gc_sort.h

    public const int GC_SORT_OK = 0;
    public const int GC_SORT_E_ARGUMENT = -1;
    public const int GC_SORT_E_MEMORY = -2;
    public const int GC_SORT_E_UNSUPPORTED = -6;
    public const int GC_SORT_E_THREAD = -9;
    public const int GC_SORT_E_SIZE = -20;
    public const int GC_SORT_E_INVALID = -1;
    public const int GC_SORT_AUTOMATIC = 0;
    public const int GC_SORT_QUICK = 1;
    public const int GC_SORT_QUICK_MERGE = 2;
    public const int GC_SORT_QUICK_LEVELS = 3;
    public const int GC_SORT_CONTEXT_SIZE = 256;
    public const int GC_SORT_KIND_COMPARE = 512;
    public const int GC_SORT_KIND_F32 = 16;
    public const int GC_SORT_KIND_F64 = 128;
    public const int GC_SORT_KIND_I16 = 2;
    public const int GC_SORT_KIND_I32 = 8;
    public const int GC_SORT_KIND_I64 = 64;
    public const int GC_SORT_KIND_PAIRS = 256;
    public const int GC_SORT_KIND_U16 = 1;
    public const int GC_SORT_KIND_U32 = 4;
    public const int GC_SORT_KIND_U64 = 32;
    public const int GC_SORT_KIND_U8 = 1024;
    public const int GC_SORT_THREADS_MAX = 64;
    public const int GC_SORT_VERSION = 400;
    [StructLayout(LayoutKind.Sequential)] public struct gc_sort_allocator
    {
        public IntPtr resize;
        public void* user;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sort_desc
    {
        public uint threads;
        public IntPtr parallel_for;
        public void* user;
        public gc_sort_allocator allocator;
        public void* memory;
        public UIntPtr memory_size;
        public UIntPtr scratch_limit;
        public int algorithm;
        public uint parts;
        public uint threshold;
    }
    public struct gc_sort_context { }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sort_field
    {
        public UIntPtr offset;
        public int kind;
        public byte down;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sort_priv_env
    {
        public IntPtr cmp;
        public void* user;
        public UIntPtr size;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sort_priv_type
    {
        public IntPtr less;
        public IntPtr copy;
        public IntPtr swap;
        public IntPtr reverse;
        public IntPtr move;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sort_priv_elements
    {
        public gc_sort_priv_type* type;
        public IntPtr leaf;
        public UIntPtr size;
        public UIntPtr few;
        public byte direct;
        public byte swaps;
        public byte* room;
        public byte* @base;
        public gc_sort_priv_env* e;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sort_priv_cmp_range
    {
        public byte* v;
        public byte* low;
        public UIntPtr n;
        public int bad;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sort_priv_cmp_wait
    {
        public UIntPtr from;
        public int depth;
    }
    [DllImport(Library)] public static extern int gc_sort_version();
    [DllImport(Library)] public static extern byte* gc_sort_result_string(int result);
    [DllImport(Library)] public static extern byte* gc_sort_isa();
    [DllImport(Library)] public static extern void gc_sort_i32(int* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_i32_down(int* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u32(uint* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u32_down(uint* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_f32(float* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_f32_down(float* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_i16(short* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_i16_down(short* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u16(ushort* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u16_down(ushort* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_i64(long* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_i64_down(long* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u64(ulong* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u64_down(ulong* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_f64(double* keys, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_f64_down(double* keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_rows_i32(int* keys, uint* starts, UIntPtr
        rows);
    [DllImport(Library)] public static extern int gc_sort_rows_i32_down(int* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_u32(uint* keys, uint* starts, UIntPtr
        rows);
    [DllImport(Library)] public static extern int gc_sort_rows_u32_down(uint* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_f32(float* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_f32_down(float* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_i16(short* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_i16_down(short* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_u16(ushort* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_u16_down(ushort* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_i64(long* keys, uint* starts, UIntPtr
        rows);
    [DllImport(Library)] public static extern int gc_sort_rows_i64_down(long* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_u64(ulong* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_u64_down(ulong* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_f64(double* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sort_rows_f64_down(double* keys, uint* starts,
        UIntPtr rows);
    [DllImport(Library)] public static extern void gc_sort_i32_kv(int* keys, uint* values, UIntPtr
        n);
    [DllImport(Library)] public static extern void gc_sort_i32_kv_down(int* keys, uint* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u32_kv(uint* keys, uint* values, UIntPtr
        n);
    [DllImport(Library)] public static extern void gc_sort_u32_kv_down(uint* keys, uint* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_f32_kv(float* keys, uint* values, UIntPtr
        n);
    [DllImport(Library)] public static extern void gc_sort_f32_kv_down(float* keys, uint* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_i64_kv(long* keys, ulong* values, UIntPtr
        n);
    [DllImport(Library)] public static extern void gc_sort_i64_kv_down(long* keys, ulong* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u64_kv(ulong* keys, ulong* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u64_kv_down(ulong* keys, ulong* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_f64_kv(double* keys, ulong* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_f64_kv_down(double* keys, ulong* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u64_kv32(ulong* keys, uint* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u64_kv32_down(ulong* keys, uint* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_i32_kv_any(int* keys, uint* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_i32_kv_any_down(int* keys, uint* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u32_kv_any(uint* keys, uint* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u32_kv_any_down(uint* keys, uint* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_f32_kv_any(float* keys, uint* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_f32_kv_any_down(float* keys, uint*
        values, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_i64_kv_any(long* keys, ulong* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_i64_kv_any_down(long* keys, ulong*
        values, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u64_kv_any(ulong* keys, ulong* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u64_kv_any_down(ulong* keys, ulong*
        values, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_f64_kv_any(double* keys, ulong* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_f64_kv_any_down(double* keys, ulong*
        values, UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u64_kv32_any(ulong* keys, uint* values,
        UIntPtr n);
    [DllImport(Library)] public static extern void gc_sort_u64_kv32_any_down(ulong* keys, uint*
        values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_i32(int* keys, uint* order, UIntPtr
        n);
    [DllImport(Library)] public static extern int gc_sort_order_i32_down(int* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_u32(uint* keys, uint* order, UIntPtr
        n);
    [DllImport(Library)] public static extern int gc_sort_order_u32_down(uint* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_f32(float* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_f32_down(float* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_i32_with(int* keys, uint* order,
        UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_i32_down_with(int* keys, uint*
        order, UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_u32_with(uint* keys, uint* order,
        UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_u32_down_with(uint* keys, uint*
        order, UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_f32_with(float* keys, uint* order,
        UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_f32_down_with(float* keys, uint*
        order, UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_i16(short* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_i16_down(short* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_u16(ushort* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_u16_down(ushort* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_i16_with(short* keys, uint* order,
        UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_i16_down_with(short* keys, uint*
        order, UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_u16_with(ushort* keys, uint* order,
        UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_u16_down_with(ushort* keys, uint*
        order, UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_i64(long* keys, uint* order, UIntPtr
        n);
    [DllImport(Library)] public static extern int gc_sort_order_i64_down(long* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_u64(ulong* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_u64_down(ulong* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_f64(double* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_f64_down(double* keys, uint* order,
        UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_order_i64_with(long* keys, uint* order,
        UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_i64_down_with(long* keys, uint*
        order, UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_u64_with(ulong* keys, uint* order,
        UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_u64_down_with(ulong* keys, uint*
        order, UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_f64_with(double* keys, uint* order,
        UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_order_f64_down_with(double* keys, uint*
        order, UIntPtr n, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort(void* @base, UIntPtr n, UIntPtr size,
        IntPtr cmp, void* user);
    [DllImport(Library)] public static extern int gc_sort_stable(void* @base, UIntPtr n, UIntPtr
        size, IntPtr cmp, void* user);
    [DllImport(Library)] public static extern gc_sort_context* gc_sort_open(gc_sort_desc* desc, int*
        error);
    [DllImport(Library)] public static extern void gc_sort_close(gc_sort_context* context);
    [DllImport(Library)] public static extern void gc_sort_parallel_for(void* context, IntPtr task,
        void* arg, UIntPtr count);
    [DllImport(Library)] public static extern int gc_sort_ctx_i32(gc_sort_context* context, int*
        keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i32_down(gc_sort_context* context,
        int* keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u32(gc_sort_context* context, uint*
        keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u32_down(gc_sort_context* context,
        uint* keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f32(gc_sort_context* context, float*
        keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f32_down(gc_sort_context* context,
        float* keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i16(gc_sort_context* context, short*
        keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i16_down(gc_sort_context* context,
        short* keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u16(gc_sort_context* context, ushort*
        keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u16_down(gc_sort_context* context,
        ushort* keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i64(gc_sort_context* context, long*
        keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i64_down(gc_sort_context* context,
        long* keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u64(gc_sort_context* context, ulong*
        keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u64_down(gc_sort_context* context,
        ulong* keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f64(gc_sort_context* context, double*
        keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f64_down(gc_sort_context* context,
        double* keys, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i32_kv(gc_sort_context* context, int*
        keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i32_kv_down(gc_sort_context* context,
        int* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u32_kv(gc_sort_context* context, uint*
        keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u32_kv_down(gc_sort_context* context,
        uint* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f32_kv(gc_sort_context* context,
        float* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f32_kv_down(gc_sort_context* context,
        float* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i64_kv(gc_sort_context* context, long*
        keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i64_kv_down(gc_sort_context* context,
        long* keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u64_kv(gc_sort_context* context,
        ulong* keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u64_kv_down(gc_sort_context* context,
        ulong* keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f64_kv(gc_sort_context* context,
        double* keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f64_kv_down(gc_sort_context* context,
        double* keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u64_kv32(gc_sort_context* context,
        ulong* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u64_kv32_down(gc_sort_context*
        context, ulong* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i32_kv_stable(gc_sort_context*
        context, int* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i32_kv_stable_down(gc_sort_context*
        context, int* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u32_kv_stable(gc_sort_context*
        context, uint* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u32_kv_stable_down(gc_sort_context*
        context, uint* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f32_kv_stable(gc_sort_context*
        context, float* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f32_kv_stable_down(gc_sort_context*
        context, float* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i64_kv_stable(gc_sort_context*
        context, long* keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_i64_kv_stable_down(gc_sort_context*
        context, long* keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u64_kv_stable(gc_sort_context*
        context, ulong* keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u64_kv_stable_down(gc_sort_context*
        context, ulong* keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f64_kv_stable(gc_sort_context*
        context, double* keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_f64_kv_stable_down(gc_sort_context*
        context, double* keys, ulong* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u64_kv32_stable(gc_sort_context*
        context, ulong* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_u64_kv32_stable_down(gc_sort_context*
        context, ulong* keys, uint* values, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_i32(gc_sort_context* context,
        int* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_i32_down(gc_sort_context*
        context, int* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_u32(gc_sort_context* context,
        uint* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_u32_down(gc_sort_context*
        context, uint* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_f32(gc_sort_context* context,
        float* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_f32_down(gc_sort_context*
        context, float* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_i16(gc_sort_context* context,
        short* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_i16_down(gc_sort_context*
        context, short* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_u16(gc_sort_context* context,
        ushort* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_u16_down(gc_sort_context*
        context, ushort* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_i64(gc_sort_context* context,
        long* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_i64_down(gc_sort_context*
        context, long* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_u64(gc_sort_context* context,
        ulong* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_u64_down(gc_sort_context*
        context, ulong* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_f64(gc_sort_context* context,
        double* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx_order_f64_down(gc_sort_context*
        context, double* keys, uint* order, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sort_ctx(gc_sort_context* context, void* @base,
        UIntPtr n, UIntPtr size, IntPtr cmp, void* user);
    [DllImport(Library)] public static extern int gc_sort_ctx_stable(gc_sort_context* context, void*
        @base, UIntPtr n, UIntPtr size, IntPtr cmp, void* user);
    [DllImport(Library)] public static extern void gc_sort_nth_i32(int* keys, UIntPtr n, UIntPtr
        nth);
    [DllImport(Library)] public static extern void gc_sort_nth_i32_down(int* keys, UIntPtr n,
        UIntPtr nth);
    [DllImport(Library)] public static extern void gc_sort_nth_u32(uint* keys, UIntPtr n, UIntPtr
        nth);
    [DllImport(Library)] public static extern void gc_sort_nth_u32_down(uint* keys, UIntPtr n,
        UIntPtr nth);
    [DllImport(Library)] public static extern void gc_sort_nth_f32(float* keys, UIntPtr n, UIntPtr
        nth);
    [DllImport(Library)] public static extern void gc_sort_nth_f32_down(float* keys, UIntPtr n,
        UIntPtr nth);
    [DllImport(Library)] public static extern void gc_sort_nth_i16(short* keys, UIntPtr n, UIntPtr
        nth);
    [DllImport(Library)] public static extern void gc_sort_nth_i16_down(short* keys, UIntPtr n,
        UIntPtr nth);
    [DllImport(Library)] public static extern void gc_sort_nth_u16(ushort* keys, UIntPtr n, UIntPtr
        nth);
    [DllImport(Library)] public static extern void gc_sort_nth_u16_down(ushort* keys, UIntPtr n,
        UIntPtr nth);
    [DllImport(Library)] public static extern void gc_sort_nth_i64(long* keys, UIntPtr n, UIntPtr
        nth);
    [DllImport(Library)] public static extern void gc_sort_nth_i64_down(long* keys, UIntPtr n,
        UIntPtr nth);
    [DllImport(Library)] public static extern void gc_sort_nth_u64(ulong* keys, UIntPtr n, UIntPtr
        nth);
    [DllImport(Library)] public static extern void gc_sort_nth_u64_down(ulong* keys, UIntPtr n,
        UIntPtr nth);
    [DllImport(Library)] public static extern void gc_sort_nth_f64(double* keys, UIntPtr n, UIntPtr
        nth);
    [DllImport(Library)] public static extern void gc_sort_nth_f64_down(double* keys, UIntPtr n,
        UIntPtr nth);
    [DllImport(Library)] public static extern void gc_sort_top_i32(int* keys, UIntPtr n, UIntPtr k);
    [DllImport(Library)] public static extern void gc_sort_top_i32_down(int* keys, UIntPtr n,
        UIntPtr k);
    [DllImport(Library)] public static extern void gc_sort_top_u32(uint* keys, UIntPtr n, UIntPtr
        k);
    [DllImport(Library)] public static extern void gc_sort_top_u32_down(uint* keys, UIntPtr n,
        UIntPtr k);
    [DllImport(Library)] public static extern void gc_sort_top_f32(float* keys, UIntPtr n, UIntPtr
        k);
    [DllImport(Library)] public static extern void gc_sort_top_f32_down(float* keys, UIntPtr n,
        UIntPtr k);
    [DllImport(Library)] public static extern void gc_sort_top_i16(short* keys, UIntPtr n, UIntPtr
        k);
    [DllImport(Library)] public static extern void gc_sort_top_i16_down(short* keys, UIntPtr n,
        UIntPtr k);
    [DllImport(Library)] public static extern void gc_sort_top_u16(ushort* keys, UIntPtr n, UIntPtr
        k);
    [DllImport(Library)] public static extern void gc_sort_top_u16_down(ushort* keys, UIntPtr n,
        UIntPtr k);
    [DllImport(Library)] public static extern void gc_sort_top_i64(long* keys, UIntPtr n, UIntPtr
        k);
    [DllImport(Library)] public static extern void gc_sort_top_i64_down(long* keys, UIntPtr n,
        UIntPtr k);
    [DllImport(Library)] public static extern void gc_sort_top_u64(ulong* keys, UIntPtr n, UIntPtr
        k);
    [DllImport(Library)] public static extern void gc_sort_top_u64_down(ulong* keys, UIntPtr n,
        UIntPtr k);
    [DllImport(Library)] public static extern void gc_sort_top_f64(double* keys, UIntPtr n, UIntPtr
        k);
    [DllImport(Library)] public static extern void gc_sort_top_f64_down(double* keys, UIntPtr n,
        UIntPtr k);
    [DllImport(Library)] public static extern UIntPtr gc_sort_lower_i32(int* sorted, UIntPtr n, int
        key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_upper_i32(int* sorted, UIntPtr n, int
        key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_lower_u32(uint* sorted, UIntPtr n,
        uint key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_upper_u32(uint* sorted, UIntPtr n,
        uint key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_lower_f32(float* sorted, UIntPtr n,
        float key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_upper_f32(float* sorted, UIntPtr n,
        float key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_lower_i16(short* sorted, UIntPtr n,
        short key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_upper_i16(short* sorted, UIntPtr n,
        short key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_lower_u16(ushort* sorted, UIntPtr n,
        ushort key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_upper_u16(ushort* sorted, UIntPtr n,
        ushort key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_lower_i64(long* sorted, UIntPtr n,
        long key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_upper_i64(long* sorted, UIntPtr n,
        long key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_lower_u64(ulong* sorted, UIntPtr n,
        ulong key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_upper_u64(ulong* sorted, UIntPtr n,
        ulong key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_lower_f64(double* sorted, UIntPtr n,
        double key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_upper_f64(double* sorted, UIntPtr n,
        double key);
    [DllImport(Library)] public static extern UIntPtr gc_sort_by_scratch(UIntPtr n, UIntPtr size);
    [DllImport(Library)] public static extern int gc_sort_by2(void* @base, UIntPtr n, UIntPtr size,
        gc_sort_field first, gc_sort_field second, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_i32(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_i32_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_u32(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_u32_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_f32(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_f32_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_i64(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_i64_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_u64(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_u64_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_f64(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_f64_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_u8(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_u8_down(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_u16(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_by_u16_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_ctx_by2(gc_sort_context* context, void*
        @base, UIntPtr n, UIntPtr size, gc_sort_field first, gc_sort_field second);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_i32(gc_sort_context* context, void*
        @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_i32_down(gc_sort_context* context,
        void* @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_u32(gc_sort_context* context, void*
        @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_u32_down(gc_sort_context* context,
        void* @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_f32(gc_sort_context* context, void*
        @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_f32_down(gc_sort_context* context,
        void* @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_i64(gc_sort_context* context, void*
        @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_i64_down(gc_sort_context* context,
        void* @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_u64(gc_sort_context* context, void*
        @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_u64_down(gc_sort_context* context,
        void* @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_f64(gc_sort_context* context, void*
        @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_f64_down(gc_sort_context* context,
        void* @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_u8(gc_sort_context* context, void*
        @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_u8_down(gc_sort_context* context,
        void* @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_u16(gc_sort_context* context, void*
        @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_ctx_by_u16_down(gc_sort_context* context,
        void* @base, UIntPtr n, UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_i32_any(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_i32_any_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_u32_any(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_u32_any_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_f32_any(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_f32_any_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_i64_any(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_i64_any_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_u64_any(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_u64_any_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_f64_any(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_f64_any_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_u8_any(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_u8_any_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_u16_any(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_by_u16_any_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset);
    [DllImport(Library)] public static extern int gc_sort_nth_by_i32(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_i32_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_u32(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_u32_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_f32(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_f32_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_top_by_i32(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_i32_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_u32(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_u32_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_f32(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_f32_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_nth_by_i64(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_i64_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_u64(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_u64_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_f64(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_f64_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_top_by_i64(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_i64_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_u64(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_u64_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_f64(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_f64_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_nth_by_u8(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_u8_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_u16(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_nth_by_u16_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr nth);
    [DllImport(Library)] public static extern int gc_sort_top_by_u8(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_u8_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_u16(void* @base, UIntPtr n, UIntPtr
        size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_top_by_u16_down(void* @base, UIntPtr n,
        UIntPtr size, UIntPtr offset, UIntPtr k);
    [DllImport(Library)] public static extern int gc_sort_apply(void* @base, UIntPtr n, UIntPtr
        size, uint* order, void* scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_strings(byte** strings, UIntPtr n, void*
        scratch, UIntPtr scratch_size);
    [DllImport(Library)] public static extern int gc_sort_strings_in(byte* pool, uint* offsets,
        UIntPtr n, void* scratch, UIntPtr scratch_size);

    // ---- gc_sparse.h

    public const int GC_SPARSE_OK = 0;
    public const int GC_SPARSE_E_ARGUMENT = -1;
    public const int GC_SPARSE_E_MEMORY = -2;
    public const int GC_SPARSE_E_FULL = -3;
    public const int GC_SPARSE_E_STALE = -4;
    public const int GC_SPARSE_E_UNSUPPORTED = -6;
    public const int GC_SPARSE_E_NOT_FOUND = -12;
    public const int GC_SPARSE_E_BUSY = -15;
    public const int GC_SPARSE_E_TYPE = -20;
    public const int GC_SPARSE_E_GROUPED = -22;
    public const int GC_SPARSE_E_CHANGED = -23;
    public const int GC_SPARSE_E_DATA = -24;
    public const int GC_SPARSE_E_CYCLE = -25;
    public const int GC_SPARSE_E_SIZE = -26;
    public const int GC_SPARSE_E_FIELDS = -27;
    public const int GC_SPARSE_DENSE = 0;
    public const int GC_SPARSE_DIRECT = 1;
    public const int GC_SPARSE_ADDED = 1;
    public const int GC_SPARSE_REMOVED = 2;
    public const int GC_SPARSE_MODIFIED = 3;
    public const int GC_SPARSE_CHUNK = 128;
    public const int GC_SPARSE_TERMS = 8;
    public const int GC_SPARSE_VERSION = 400;
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_id
    {
        public uint slot;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_type
    {
        public uint index;
    }
    public struct gc_sparse_world { }
    public struct gc_sparse_commands { }
    public struct gc_sparse_rollback { }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_allocator
    {
        public IntPtr resize;
        public void* user;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_desc
    {
        public gc_sparse_allocator allocator;
        public uint max_types;
        public uint max_slots;
        public uint first_generation;
        public byte no_masks;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_listener
    {
        public IntPtr on_add;
        public IntPtr on_remove;
        public IntPtr on_update;
        public void* user;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_component_desc
    {
        public byte* name;
        public UIntPtr size;
        public UIntPtr align;
        public int kind;
        public IntPtr on_add;
        public IntPtr on_remove;
        public void* user;
        public IntPtr on_update;
        public byte* fields;
        public byte transient;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_query_desc
    {
        public gc_sparse_type include0;
        public gc_sparse_type include1;
        public gc_sparse_type include2;
        public gc_sparse_type include3;
        public gc_sparse_type include4;
        public gc_sparse_type include5;
        public gc_sparse_type include6;
        public gc_sparse_type include7;
        public gc_sparse_type exclude0;
        public gc_sparse_type exclude1;
        public gc_sparse_type exclude2;
        public gc_sparse_type exclude3;
        public gc_sparse_type exclude4;
        public gc_sparse_type exclude5;
        public gc_sparse_type exclude6;
        public gc_sparse_type exclude7;
        public gc_sparse_type optional0;
        public gc_sparse_type optional1;
        public gc_sparse_type optional2;
        public gc_sparse_type optional3;
        public gc_sparse_type optional4;
        public gc_sparse_type optional5;
        public gc_sparse_type optional6;
        public gc_sparse_type optional7;
        public gc_sparse_type write0;
        public gc_sparse_type write1;
        public gc_sparse_type write2;
        public gc_sparse_type write3;
        public gc_sparse_type write4;
        public gc_sparse_type write5;
        public gc_sparse_type write6;
        public gc_sparse_type write7;
        public gc_sparse_type write8;
        public gc_sparse_type changed;
        public ulong since;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_group_desc
    {
        public gc_sparse_type types0;
        public gc_sparse_type types1;
        public gc_sparse_type types2;
        public gc_sparse_type types3;
        public gc_sparse_type types4;
        public gc_sparse_type types5;
        public gc_sparse_type types6;
        public gc_sparse_type types7;
        public gc_sparse_type excludes0;
        public gc_sparse_type excludes1;
        public gc_sparse_type excludes2;
        public gc_sparse_type excludes3;
        public gc_sparse_type excludes4;
        public gc_sparse_type excludes5;
        public gc_sparse_type excludes6;
        public gc_sparse_type excludes7;
    }
    public struct gc_sparse_priv_kept { }
    public struct gc_sparse_priv_memo { }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_priv_walk
    {
        public gc_sparse_world* world;
        public gc_sparse_priv_kept* cached;
        public ulong version;
        public uint begin;
        public uint end;
        public uint at;
        public uint include_count;
        public uint column_count;
        public uint exclude_count;
        public uint lead;
        public uint room;
        public uint lockstep;
        public uint direct;
        public uint marks;
        public uint changed;
        public uint since;
        public fixed ushort types[16];
        public fixed ushort excluded[8];
        public gc_sparse_commands* later;
        public gc_sparse_priv_memo* memo;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_view
    {
        public UIntPtr count;
        public void* columns0;
        public void* columns1;
        public void* columns2;
        public void* columns3;
        public void* columns4;
        public void* columns5;
        public void* columns6;
        public void* columns7;
        public void* columns8;
        public void* columns9;
        public void* columns10;
        public void* columns11;
        public void* columns12;
        public void* columns13;
        public void* columns14;
        public void* columns15;
        public uint* rows0;
        public uint* rows1;
        public uint* rows2;
        public uint* rows3;
        public uint* rows4;
        public uint* rows5;
        public uint* rows6;
        public uint* rows7;
        public uint* rows8;
        public uint* rows9;
        public uint* rows10;
        public uint* rows11;
        public uint* rows12;
        public uint* rows13;
        public uint* rows14;
        public uint* rows15;
        public uint* slots;
        public void* uneven;
        public int error;
        public gc_sparse_priv_walk walk;
        public fixed uint buffer[1088];
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_sort_desc
    {
        public IntPtr compare;
        public IntPtr key;
        public IntPtr sort;
        public void* user;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_map_desc
    {
        public UIntPtr size;
        public gc_sparse_allocator allocator;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_priv_place
    {
        public uint row;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_map
    {
        public gc_sparse_priv_place* sparse;
        public void* data;
        public gc_sparse_id* ids;
        public void* memory;
        public uint size;
        public uint count;
        public uint capacity;
        public uint sparse_capacity;
        public gc_sparse_allocator allocator;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_statistics
    {
        public uint entities;
        public uint types;
        public uint slots;
        public uint retired;
        public uint ended;
        public ulong skipped;
        public ulong untold;
        public gc_sparse_type untold_type;
        public gc_sparse_id untold_id;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_type_info
    {
        public byte* name;
        public UIntPtr size;
        public UIntPtr align;
        public int kind;
        public uint count;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_change
    {
        public gc_sparse_id id;
        public int what;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_node
    {
        public gc_sparse_id parent;
        public uint linked;
        public uint first;
        public uint next;
        public uint previous;
        public uint depth;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_access
    {
        public gc_sparse_type* reads;
        public gc_sparse_type* writes;
        public byte alone;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_priv_lookup
    {
        public gc_sparse_id* entities;
        public gc_sparse_pool* pools;
        public ulong version;
        public ulong stamp;
        public uint slot_count;
        public uint type_count;
        public uint tick;
        public uint ended;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_priv_head
    {
        public uint what;
        public uint bytes;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_priv_command
    {
        public gc_sparse_id id;
        public gc_sparse_priv_head head;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_priv_recorder
    {
        public byte* cursor;
        public byte* limit;
        public gc_sparse_priv_head heads0;
        public gc_sparse_priv_head heads1;
        public gc_sparse_priv_head heads2;
        public gc_sparse_priv_head heads3;
        public gc_sparse_priv_head heads4;
        public gc_sparse_priv_head heads5;
        public gc_sparse_priv_head heads6;
        public gc_sparse_priv_head heads7;
        public gc_sparse_priv_head heads8;
        public gc_sparse_priv_head heads9;
        public gc_sparse_priv_head heads10;
        public gc_sparse_priv_head heads11;
        public gc_sparse_priv_head heads12;
        public gc_sparse_priv_head heads13;
        public gc_sparse_priv_head heads14;
        public gc_sparse_priv_head heads15;
        public ulong types;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_priv_page
    {
        public byte* column;
        public void* memory;
    }
    public struct gc_sparse_priv_link { }
    public struct gc_sparse_priv_term { }
    public struct gc_sparse_priv_listener { }
    public struct gc_sparse_priv_fields { }
    public struct gc_sparse_priv_cell { }
    public struct gc_sparse_priv_watch { }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_pool
    {
        public gc_sparse_id* entities;
        public uint* sparse;
        public void* column;
        public uint sparse_capacity;
        public uint size;
        public uint* dense;
        public uint count;
        public uint capacity;
        public ulong bit;
        public gc_sparse_priv_head record;
        public byte direct;
        public byte plain;
        public byte transient;
        public void* column_memory;
        public void* resource_memory;
        public byte* name;
        public UIntPtr range;
        public UIntPtr name_bytes;
        public ulong replay_rows;
        public uint replay_slots;
        public uint align;
        public uint index;
        public uint set_size;
        public uint page_count;
        public gc_sparse_priv_link* groups;
        public gc_sparse_priv_link* barred;
        public gc_sparse_priv_link* caches;
        public gc_sparse_priv_term* memos;
        public gc_sparse_priv_page* pages;
        public ulong* words;
        public gc_sparse_priv_listener* listeners;
        public gc_sparse_priv_fields* fields;
        public void* resource;
        public gc_sparse_priv_cell* table;
        public uint table_size;
        public uint slots;
        public uint version_count;
        public uint* ticks;
        public uint tick_count;
        public uint* now;
        public ulong* versions;
        public gc_sparse_priv_watch* watches;
        public ulong* stamp;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_priv_entry
    {
        public byte* name;
        public UIntPtr size;
        public UIntPtr align;
        public int kind;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_priv_step
    {
        public IntPtr query;
        public byte records;
        public byte whole;
        public IntPtr access;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_sparse_priv_types
    {
        public gc_sparse_type types0;
        public gc_sparse_type types1;
        public gc_sparse_type types2;
        public gc_sparse_type types3;
        public gc_sparse_type types4;
        public gc_sparse_type types5;
        public gc_sparse_type types6;
        public gc_sparse_type types7;
    }
    [DllImport(Library)] public static extern gc_sparse_world* gc_sparse_open(gc_sparse_desc* desc,
        int* error);
    [DllImport(Library)] public static extern void gc_sparse_close(gc_sparse_world* world);
    [DllImport(Library)] public static extern gc_sparse_world* gc_sparse_open_like(gc_sparse_world*
        world, int* error);
    [DllImport(Library)] public static extern int gc_sparse_component(gc_sparse_world* world,
        gc_sparse_component_desc* desc, gc_sparse_type* @out);
    [DllImport(Library)] public static extern int gc_sparse_describe(gc_sparse_world* world,
        gc_sparse_type type, byte* fields, byte transient);
    [DllImport(Library)] public static extern byte* gc_sparse_name(gc_sparse_world* world,
        gc_sparse_type type);
    [DllImport(Library)] public static extern gc_sparse_type gc_sparse_find(gc_sparse_world* world,
        byte* name);
    [DllImport(Library)] public static extern gc_sparse_type_info gc_sparse_info(gc_sparse_world*
        world, gc_sparse_type type);
    [DllImport(Library)] public static extern void* gc_sparse_resource(gc_sparse_world* world,
        gc_sparse_type type);
    [DllImport(Library)] public static extern void gc_sparse_get_statistics(gc_sparse_world* world,
        gc_sparse_statistics* @out);
    [DllImport(Library)] public static extern gc_sparse_statistics gc_sparse_stats(gc_sparse_world*
        world);
    [DllImport(Library)] public static extern ulong gc_sparse_hash(gc_sparse_world* world);
    [DllImport(Library)] public static extern ulong gc_sparse_hash_all(gc_sparse_world* world);
    [DllImport(Library)] public static extern int gc_sparse_copy(gc_sparse_world* to,
        gc_sparse_world* from);
    [DllImport(Library)] public static extern gc_sparse_rollback*
        gc_sparse_rollback_open(gc_sparse_world* world, uint frames, int* error);
    [DllImport(Library)] public static extern void gc_sparse_rollback_close(gc_sparse_rollback*
        rollback);
    [DllImport(Library)] public static extern int gc_sparse_rollback_take(gc_sparse_rollback*
        rollback, ulong frame);
    [DllImport(Library)] public static extern int gc_sparse_rollback_restore(gc_sparse_rollback*
        rollback, ulong frame);
    [DllImport(Library)] public static extern UIntPtr gc_sparse_save(gc_sparse_world* world, void*
        dst, UIntPtr capacity);
    [DllImport(Library)] public static extern int gc_sparse_load(gc_sparse_world* world, void*
        bytes, UIntPtr size);
    [DllImport(Library)] public static extern gc_sparse_id gc_sparse_create(gc_sparse_world* world);
    [DllImport(Library)] public static extern int gc_sparse_create_n(gc_sparse_world* world,
        gc_sparse_id* @out, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sparse_create_at(gc_sparse_world* world,
        gc_sparse_id id);
    [DllImport(Library)] public static extern gc_sparse_id gc_sparse_clone(gc_sparse_world* world,
        gc_sparse_id id);
    [DllImport(Library)] public static extern int gc_sparse_destroy(gc_sparse_world* world,
        gc_sparse_id id);
    [DllImport(Library)] public static extern int gc_sparse_destroy_n(gc_sparse_world* world,
        gc_sparse_id* ids, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sparse_clear(gc_sparse_world* world);
    [DllImport(Library)] public static extern int gc_sparse_reserve(gc_sparse_world* world,
        gc_sparse_type type, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sparse_shrink(gc_sparse_world* world);
    [DllImport(Library)] public static extern gc_sparse_id gc_sparse_next_entity(gc_sparse_world*
        world, gc_sparse_id id);
    [DllImport(Library)] public static extern gc_sparse_type gc_sparse_next_type(gc_sparse_world*
        world, gc_sparse_id id, gc_sparse_type type);
    [DllImport(Library)] public static extern gc_sparse_id gc_sparse_id_of(gc_sparse_world* world,
        uint slot);
    [DllImport(Library)] public static extern byte gc_sparse_alive(gc_sparse_world* world,
        gc_sparse_id id);
    [DllImport(Library)] public static extern byte gc_sparse_id_equal(gc_sparse_id a, gc_sparse_id
        b);
    [DllImport(Library)] public static extern byte gc_sparse_type_equal(gc_sparse_type a,
        gc_sparse_type b);
    [DllImport(Library)] public static extern void* gc_sparse_add(gc_sparse_world* world,
        gc_sparse_id id, gc_sparse_type type);
    [DllImport(Library)] public static extern int gc_sparse_set_value(gc_sparse_world* world,
        gc_sparse_id id, gc_sparse_type type, void* value);
    [DllImport(Library)] public static extern int gc_sparse_add_n(gc_sparse_world* world,
        gc_sparse_id* ids, UIntPtr n, gc_sparse_type type, void* values);
    [DllImport(Library)] public static extern int gc_sparse_remove(gc_sparse_world* world,
        gc_sparse_id id, gc_sparse_type type);
    [DllImport(Library)] public static extern int gc_sparse_remove_n(gc_sparse_world* world,
        gc_sparse_id* ids, UIntPtr n, gc_sparse_type type);
    [DllImport(Library)] public static extern int gc_sparse_listen(gc_sparse_world* world,
        gc_sparse_type type, gc_sparse_listener* listener);
    [DllImport(Library)] public static extern int gc_sparse_unlisten(gc_sparse_world* world,
        gc_sparse_type type, gc_sparse_listener* listener);
    [DllImport(Library)] public static extern void* gc_sparse_get(gc_sparse_world* world,
        gc_sparse_id id, gc_sparse_type type);
    [DllImport(Library)] public static extern byte gc_sparse_has(gc_sparse_world* world,
        gc_sparse_id id, gc_sparse_type type);
    [DllImport(Library)] public static extern gc_sparse_pool* gc_sparse_pool_of(gc_sparse_world*
        world, gc_sparse_type type);
    [DllImport(Library)] public static extern void* gc_sparse_pool_get(gc_sparse_pool* pool,
        gc_sparse_id id, UIntPtr size);
    [DllImport(Library)] public static extern int gc_sparse_group(gc_sparse_world* world,
        gc_sparse_type* types, UIntPtr n);
    [DllImport(Library)] public static extern int gc_sparse_group_with(gc_sparse_world* world,
        gc_sparse_group_desc* desc);
    [DllImport(Library)] public static extern int gc_sparse_cache(gc_sparse_world* world,
        gc_sparse_query_desc* desc);
    [DllImport(Library)] public static extern int gc_sparse_sort(gc_sparse_world* world,
        gc_sparse_type type, gc_sparse_sort_desc* desc);
    [DllImport(Library)] public static extern int gc_sparse_sort_as(gc_sparse_world* world,
        gc_sparse_type type, gc_sparse_type like);
    [DllImport(Library)] public static extern void gc_sparse_begin(gc_sparse_view* view,
        gc_sparse_world* world, gc_sparse_query_desc* desc);
    [DllImport(Library)] public static extern gc_sparse_view gc_sparse_query(gc_sparse_world* world,
        gc_sparse_query_desc* desc);
    [DllImport(Library)] public static extern byte gc_sparse_next(gc_sparse_view* view);
    [DllImport(Library)] public static extern void* gc_sparse_view_at(gc_sparse_view* view, UIntPtr
        k, UIntPtr i, UIntPtr size);
    [DllImport(Library)] public static extern gc_sparse_id gc_sparse_view_id(gc_sparse_view* view,
        UIntPtr i);
    [DllImport(Library)] public static extern UIntPtr gc_sparse_view_count(gc_sparse_view* view);
    [DllImport(Library)] public static extern uint gc_sparse_view_parts(gc_sparse_view* view,
        UIntPtr rows);
    [DllImport(Library)] public static extern gc_sparse_view gc_sparse_view_part(gc_sparse_view*
        view, uint part, UIntPtr rows);
    [DllImport(Library)] public static extern int gc_sparse_track(gc_sparse_world* world,
        gc_sparse_type type);
    [DllImport(Library)] public static extern int gc_sparse_copy_by_change(gc_sparse_world* world,
        gc_sparse_type type);
    [DllImport(Library)] public static extern ulong gc_sparse_tick(gc_sparse_world* world);
    [DllImport(Library)] public static extern int gc_sparse_track_query(gc_sparse_world* world,
        gc_sparse_query_desc* query);
    [DllImport(Library)] public static extern int gc_sparse_changes(gc_sparse_world* world,
        gc_sparse_query_desc* query, ulong since, ulong* at, gc_sparse_change* @out, uint n);
    [DllImport(Library)] public static extern int gc_sparse_forget(gc_sparse_world* world, ulong
        tick);
    [DllImport(Library)] public static extern byte gc_sparse_pool_touch(gc_sparse_pool* pool,
        gc_sparse_id id);
    [DllImport(Library)] public static extern byte gc_sparse_touch(gc_sparse_world* world,
        gc_sparse_id id, gc_sparse_type type);
    [DllImport(Library)] public static extern int gc_sparse_tree(gc_sparse_world* world,
        gc_sparse_type type);
    [DllImport(Library)] public static extern int gc_sparse_attach(gc_sparse_world* world,
        gc_sparse_id child, gc_sparse_id parent);
    [DllImport(Library)] public static extern gc_sparse_id gc_sparse_next_child(gc_sparse_world*
        world, gc_sparse_id parent, gc_sparse_id child);
    [DllImport(Library)] public static extern int gc_sparse_sort_tree(gc_sparse_world* world);
    [DllImport(Library)] public static extern uint gc_sparse_waves(gc_sparse_access* systems,
        UIntPtr n, uint* waves);
    [DllImport(Library)] public static extern gc_sparse_commands* gc_sparse_record(gc_sparse_world*
        world, uint system, uint part);
    [DllImport(Library)] public static extern gc_sparse_id
        gc_sparse_record_create(gc_sparse_commands* commands);
    [DllImport(Library)] public static extern void* gc_sparse_record_add(gc_sparse_commands*
        commands, gc_sparse_id id, gc_sparse_type type);
    [DllImport(Library)] public static extern int gc_sparse_record_remove(gc_sparse_commands*
        commands, gc_sparse_id id, gc_sparse_type type);
    [DllImport(Library)] public static extern int gc_sparse_record_destroy(gc_sparse_commands*
        commands, gc_sparse_id id);
    [DllImport(Library)] public static extern int gc_sparse_replay(gc_sparse_world* world);
    [DllImport(Library)] public static extern gc_sparse_id
        gc_sparse_record_resolve(gc_sparse_commands* commands, gc_sparse_id id);
    [DllImport(Library)] public static extern int gc_sparse_map_init(gc_sparse_map* map,
        gc_sparse_map_desc* desc);
    [DllImport(Library)] public static extern void* gc_sparse_map_add(gc_sparse_map* map,
        gc_sparse_id id);
    [DllImport(Library)] public static extern int gc_sparse_map_remove(gc_sparse_map* map,
        gc_sparse_id id);
    [DllImport(Library)] public static extern int gc_sparse_map_copy(gc_sparse_map* to,
        gc_sparse_map* from);
    [DllImport(Library)] public static extern void gc_sparse_map_free(gc_sparse_map* map);
    [DllImport(Library)] public static extern void* gc_sparse_map_at(gc_sparse_map* map,
        gc_sparse_id id, UIntPtr size);
    [DllImport(Library)] public static extern void* gc_sparse_map_get(gc_sparse_map* map,
        gc_sparse_id id);
    [DllImport(Library)] public static extern byte gc_sparse_map_has(gc_sparse_map* map,
        gc_sparse_id id);
    [DllImport(Library)] public static extern void* gc_sparse_map_data(gc_sparse_map* map);
    [DllImport(Library)] public static extern gc_sparse_id* gc_sparse_map_ids(gc_sparse_map* map);
    [DllImport(Library)] public static extern UIntPtr gc_sparse_map_count(gc_sparse_map* map);
    [DllImport(Library)] public static extern byte* gc_sparse_result_string(int result);
    [DllImport(Library)] public static extern int gc_sparse_version();
    [DllImport(Library)] public static extern int gc_sparse_run(gc_sparse_view* view, UIntPtr rows,
        IntPtr parallel_for, void* user, IntPtr part, void* arg);

    // ---- gc_writer.h

    public const int GC_WRITER_OK = 0;
    public const int GC_WRITER_TIMEOUT = 1;
    public const int GC_WRITER_E_ARGUMENT = -1;
    public const int GC_WRITER_E_MEMORY = -2;
    public const int GC_WRITER_E_FULL = -3;
    public const int GC_WRITER_E_STALE = -4;
    public const int GC_WRITER_E_STATE = -5;
    public const int GC_WRITER_E_UNSUPPORTED = -6;
    public const int GC_WRITER_E_PATH = -7;
    public const int GC_WRITER_E_ROOT = -8;
    public const int GC_WRITER_E_THREAD = -9;
    public const int GC_WRITER_E_SYSTEM = -10;
    public const int GC_WRITER_E_TOO_LARGE = -11;
    public const int GC_WRITER_E_NOT_FOUND = -12;
    public const int GC_WRITER_E_DISK_FULL = -13;
    public const int GC_WRITER_E_CANCELLED = -14;
    public const int GC_WRITER_E_BUSY = -15;
    public const int GC_WRITER_E_NO_ROOM = -20;
    public const int GC_WRITER_E_TARGET = -21;
    public const int GC_WRITER_E_REPLACED = -23;
    public const int GC_WRITER_E_DATA = -24;
    public const int GC_WRITER_STAGE_NONE = 0;
    public const int GC_WRITER_STAGE_FOLDER = 1;
    public const int GC_WRITER_STAGE_MKDIR = 2;
    public const int GC_WRITER_STAGE_CHECK = 3;
    public const int GC_WRITER_STAGE_OPEN = 4;
    public const int GC_WRITER_STAGE_WRITE = 5;
    public const int GC_WRITER_STAGE_SYNC = 6;
    public const int GC_WRITER_STAGE_CLOSE = 7;
    public const int GC_WRITER_STAGE_RENAME = 8;
    public const int GC_WRITER_STAGE_SYNC_FOLDER = 9;
    public const int GC_WRITER_STAGE_REMOVE = 10;
    public const int GC_WRITER_STAGE_ROOT = 11;
    public const int GC_WRITER_STAGE_READ = 12;
    public const int GC_WRITER_STAGE_MODE = 13;
    public const int GC_WRITER_STAGE_BACKUP = 14;
    public const int GC_WRITER_DURABILITY_DEFAULT = 0;
    public const int GC_WRITER_DURABILITY_NONE = 1;
    public const int GC_WRITER_DURABILITY_FILE = 2;
    public const int GC_WRITER_DURABILITY_FOLDER = 3;
    public const int GC_WRITER_PRIORITY_LOW = -1;
    public const int GC_WRITER_PRIORITY_NORMAL = 0;
    public const int GC_WRITER_PRIORITY_HIGH = 1;
    public const int GC_WRITER_RECORDS_BYTES = 0;
    public const int GC_WRITER_RECORDS_LINES = 1;
    public const int GC_WRITER_RECORDS_FRAMED = 2;
    public const int GC_WRITER_ENTRY_FILE = 1;
    public const int GC_WRITER_ENTRY_FOLDER = 2;
    public const int GC_WRITER_ENTRY_OTHER = 3;
    public const int GC_WRITER_SYNCED = 1;
    public const int GC_WRITER_FAILING = 2;
    public const int GC_WRITER_PUBLISHED = 4;
    public const int GC_WRITER_FAILED = 5;
    public const int GC_WRITER_ABORTED = 6;
    public const int GC_WRITER_REMOVED = 7;
    public const int GC_WRITER_READ = 8;
    public const int GC_WRITER_RENAMED = 9;
    public const int GC_WRITER_FOLDER_MADE = 10;
    public const int GC_WRITER_VERSION = 400;
    public struct gc_writer { }
    [StructLayout(LayoutKind.Sequential)] public struct gc_writer_file
    {
        public uint slot;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_writer_allocator
    {
        public IntPtr resize;
        public void* user;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_writer_codec
    {
        public IntPtr bound;
        public IntPtr encode;
        public IntPtr decode;
        public void* user;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_writer_desc
    {
        public byte* root;
        public UIntPtr ring_bytes;
        public uint max_files;
        public uint max_open;
        public uint max_path;
        public int durability;
        public uint threads;
        public byte pump;
        public byte synchronous;
        public byte read_only;
        public int close_ms;
        public gc_writer_allocator allocator;
        public gc_writer_codec codec;
        public IntPtr notify;
        public IntPtr log;
        public IntPtr unsaved;
        public void* user;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_writer_error
    {
        public int result;
        public int system_error;
        public fixed byte what[192];
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_writer_file_desc
    {
        public byte* path;
        public ulong tag;
        public ulong size_hint;
        public int durability;
        public int priority;
        public byte forget;
        public byte borrow;
        public byte give;
        public byte crc32c;
        public uint backups;
        public uint mode;
        public byte executable;
        public uint version;
        public uint flags;
        public gc_writer_file set;
        public int records;
        public byte no_mapping;
        public uint flush_ms;
        public ulong rotate_bytes;
        public uint rotate_keep;
        public byte progress;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_writer_content
    {
        public void* data;
        public UIntPtr size;
        public uint version;
        public uint flags;
        public uint backup;
        public int newer;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_writer_entry
    {
        public byte* name;
        public int type;
        public byte executable;
        public ulong size;
        public long modified_ns;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_writer_event
    {
        public int type;
        public gc_writer_file file;
        public ulong tag;
        public int result;
        public int stage;
        public int system_error;
        public ulong bytes;
        public byte* path;
        public byte has_crc32c;
        public uint crc32c;
        public byte* what;
        public byte* detail;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_writer_statistics
    {
        public ulong pending;
        public uint files_open;
        public ulong written;
        public ulong dropped;
    }
    [DllImport(Library)] public static extern byte* gc_writer_result_string(int result);
    [DllImport(Library)] public static extern byte* gc_writer_stage_string(int stage);
    [DllImport(Library)] public static extern int gc_writer_version();
    [DllImport(Library)] public static extern int gc_writer_user_folder(byte* organisation, byte*
        game, byte* @out, UIntPtr capacity);
    [DllImport(Library)] public static extern UIntPtr gc_writer_memory(gc_writer_desc* desc);
    [DllImport(Library)] public static extern gc_writer* gc_writer_open(gc_writer_desc* desc,
        gc_writer_error* error);
    [DllImport(Library)] public static extern void gc_writer_close(gc_writer* w);
    [DllImport(Library)] public static extern int gc_writer_begin(gc_writer* w, byte* path,
        gc_writer_file* @out);
    [DllImport(Library)] public static extern int gc_writer_begin_with(gc_writer* w,
        gc_writer_file_desc* desc, gc_writer_file* @out);
    [DllImport(Library)] public static extern int gc_writer_append(gc_writer* w,
        gc_writer_file_desc* desc, gc_writer_file* @out);
    [DllImport(Library)] public static extern int gc_writer_sync(gc_writer* w, gc_writer_file file);
    [DllImport(Library)] public static extern byte gc_writer_next_record(void* data, UIntPtr size,
        UIntPtr* at, void** record, UIntPtr* length);
    [DllImport(Library)] public static extern UIntPtr gc_writer_write(gc_writer* w, gc_writer_file
        file, void* data, UIntPtr size);
    [DllImport(Library)] public static extern UIntPtr gc_writer_write_at(gc_writer* w,
        gc_writer_file file, ulong offset, void* data, UIntPtr size);
    [DllImport(Library)] public static extern void* gc_writer_reserve(gc_writer* w, gc_writer_file
        file, UIntPtr want, UIntPtr* got);
    [DllImport(Library)] public static extern int gc_writer_commit(gc_writer* w, gc_writer_file
        file, UIntPtr used);
    [DllImport(Library)] public static extern int gc_writer_end(gc_writer* w, gc_writer_file file);
    [DllImport(Library)] public static extern int gc_writer_abort(gc_writer* w, gc_writer_file
        file);
    [DllImport(Library)] public static extern int gc_writer_cancel(gc_writer* w, gc_writer_file
        file);
    [DllImport(Library)] public static extern int gc_writer_put(gc_writer* w, gc_writer_file_desc*
        desc, void* data, UIntPtr size, gc_writer_file* @out);
    [DllImport(Library)] public static extern int gc_writer_save(gc_writer* w, gc_writer_file_desc*
        desc, void* data, UIntPtr size, gc_writer_file* @out);
    [DllImport(Library)] public static extern int gc_writer_load(gc_writer* w, byte* path,
        gc_writer_content* @out);
    [DllImport(Library)] public static extern int gc_writer_load_with(gc_writer* w,
        gc_writer_file_desc* desc, gc_writer_content* content, gc_writer_file* @out);
    [DllImport(Library)] public static extern void gc_writer_free(gc_writer* w, gc_writer_content*
        content);
    [DllImport(Library)] public static extern int gc_writer_begin_set(gc_writer* w, ulong tag,
        gc_writer_file* @out);
    [DllImport(Library)] public static extern int gc_writer_remove(gc_writer* w, byte* path, ulong
        tag);
    [DllImport(Library)] public static extern int gc_writer_remove_with(gc_writer* w,
        gc_writer_file_desc* desc, gc_writer_file* @out);
    [DllImport(Library)] public static extern int gc_writer_read(gc_writer* w, gc_writer_file_desc*
        desc, void* data, UIntPtr capacity, gc_writer_file* @out);
    [DllImport(Library)] public static extern int gc_writer_rename(gc_writer* w,
        gc_writer_file_desc* desc, byte* to, gc_writer_file* @out);
    [DllImport(Library)] public static extern int gc_writer_make_folder(gc_writer* w,
        gc_writer_file_desc* desc, gc_writer_file* @out);
    [DllImport(Library)] public static extern int gc_writer_list(gc_writer* w, byte* folder, IntPtr
        visit, void* user);
    [DllImport(Library)] public static extern int gc_writer_watch(gc_writer* w, IntPtr changed,
        void* user);
    [DllImport(Library)] public static extern byte gc_writer_file_equal(gc_writer_file a,
        gc_writer_file b);
    [DllImport(Library)] public static extern int gc_writer_check_path(byte* path);
    [DllImport(Library)] public static extern uint gc_writer_crc32c(uint crc, void* data, UIntPtr
        size);
    [DllImport(Library)] public static extern byte gc_writer_poll(gc_writer* w, gc_writer_event*
        @event);
    [DllImport(Library)] public static extern UIntPtr gc_writer_poll_many(gc_writer* w,
        gc_writer_event* events, UIntPtr max);
    [DllImport(Library)] public static extern int gc_writer_file_state(gc_writer* w, gc_writer_file
        file);
    [DllImport(Library)] public static extern int gc_writer_wait(gc_writer* w, gc_writer_file file,
        int timeout_ms);
    [DllImport(Library)] public static extern int gc_writer_wait_event(gc_writer* w, gc_writer_file
        file, gc_writer_event* @event, int timeout_ms);
    [DllImport(Library)] public static extern int gc_writer_room(gc_writer* w, UIntPtr bytes, int
        timeout_ms);
    [DllImport(Library)] public static extern int gc_writer_flush(gc_writer* w, int timeout_ms);
    [DllImport(Library)] public static extern int gc_writer_pump(gc_writer* w, int budget_ms);
    [DllImport(Library)] public static extern void gc_writer_get_statistics(gc_writer* w,
        gc_writer_statistics* @out);

    // ---- gc_fetch.h

    public const int GC_FETCH_OK = 0;
    public const int GC_FETCH_TIMEOUT = 1;
    public const int GC_FETCH_IDLE = 2;
    public const int GC_FETCH_NOT_MODIFIED = 20;
    public const int GC_FETCH_E_ARGUMENT = -1;
    public const int GC_FETCH_E_MEMORY = -2;
    public const int GC_FETCH_E_FULL = -3;
    public const int GC_FETCH_E_STALE = -4;
    public const int GC_FETCH_E_PATH = -7;
    public const int GC_FETCH_E_ROOT = -8;
    public const int GC_FETCH_E_THREAD = -9;
    public const int GC_FETCH_E_TOO_LARGE = -11;
    public const int GC_FETCH_E_CANCELLED = -14;
    public const int GC_FETCH_E_URL = -20;
    public const int GC_FETCH_E_SCHEME = -21;
    public const int GC_FETCH_E_HEADER = -22;
    public const int GC_FETCH_E_RESOLVE = -23;
    public const int GC_FETCH_E_CONNECT = -24;
    public const int GC_FETCH_E_TLS = -25;
    public const int GC_FETCH_E_NETWORK = -26;
    public const int GC_FETCH_E_TIMED_OUT = -27;
    public const int GC_FETCH_E_REDIRECT = -28;
    public const int GC_FETCH_E_HTTP_STATUS = -29;
    public const int GC_FETCH_E_PROTOCOL = -30;
    public const int GC_FETCH_E_SIZE = -31;
    public const int GC_FETCH_E_HASH = -32;
    public const int GC_FETCH_E_READ = -33;
    public const int GC_FETCH_E_WRITE = -34;
    public const int GC_FETCH_E_TRANSPORT = -35;
    public const int GC_FETCH_E_SINK = -36;
    public const int GC_FETCH_ORDER_MIXED = 0;
    public const int GC_FETCH_ORDER_GIVEN = 1;
    public const int GC_FETCH_ORDER_SHUFFLED = 2;
    public const int GC_FETCH_MAX_URL = 8191;
    public const int GC_FETCH_MEMORY = 0;
    public const int GC_FETCH_FILE = 1;
    public const int GC_FETCH_STREAM = 2;
    public const int GC_FETCH_STARTED = 1;
    public const int GC_FETCH_PROGRESS = 2;
    public const int GC_FETCH_HELD = 3;
    public const int GC_FETCH_DONE = 4;
    public const int GC_FETCH_FAILED = 5;
    public const int GC_FETCH_VERSION = 400;
    public struct gc_fetch { }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_id
    {
        public uint slot;
        public uint generation;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_allocator
    {
        public IntPtr resize;
        public void* user;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_desc
    {
        public uint parallel;
        public uint per_host;
        public int order;
        public byte no_split;
        public uint max_requests;
        public ulong memory_limit;
        public ulong rate_limit;
        public uint attempts;
        public uint retry_delay_max_ms;
        public uint connect_timeout_ms;
        public uint idle_timeout_ms;
        public uint min_rate;
        public byte hold_when_full;
        public byte* root;
        public uint part_days;
        public byte* user_agent;
        public byte* proxy;
        public byte no_environment_proxy;
        public byte* ca_file;
        public uint http2_streams;
        public gc_fetch_transport* transport;
        public byte skip_events;
        public byte no_thread;
        public byte no_global_init;
        public gc_fetch_allocator allocator;
        public IntPtr setup;
        public IntPtr now_ms;
        public IntPtr notify;
        public IntPtr log;
        public void* user;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_error
    {
        public int result;
        public int system_error;
        public fixed byte what[192];
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_decoder
    {
        public void* user;
        public IntPtr begin;
        public IntPtr decode;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_request
    {
        public byte* url;
        public ulong tag;
        public int sink;
        public int priority;
        public ulong size;
        public byte* sha256;
        public void* memory;
        public UIntPtr memory_size;
        public byte* path;
        public byte skip_same;
        public byte** mirrors;
        public ulong resume_from;
        public byte* validator;
        public IntPtr stream;
        public void* stream_user;
        public IntPtr stream_begin;
        public IntPtr stream_end;
        public int* stream_error;
        public byte random_access;
        public byte* method;
        public byte** headers;
        public UIntPtr header_count;
        public void* body;
        public ulong body_size;
        public IntPtr body_read;
        public void* body_user;
        public int* body_error;
        public byte repeatable;
        public gc_fetch_decoder* decoder;
        public byte compressed;
        public byte keep_error_body;
        public uint attempts;
        public uint idle_timeout_ms;
        public uint min_rate;
        public uint sink_timeout_ms;
        public uint deadline_ms;
        public ulong max_size;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_event
    {
        public int type;
        public gc_fetch_id id;
        public ulong tag;
        public int result;
        public int http_status;
        public int system_error;
        public uint attempt;
        public ulong received;
        public ulong total;
        public ulong sent;
        public void* data;
        public UIntPtr size;
        public byte* url;
        public byte* final_url;
        public byte* detail;
        public uint retry_after_ms;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_statistics
    {
        public uint queued;
        public uint running;
        public ulong added;
        public ulong done;
        public ulong failed;
        public ulong retries;
        public ulong received;
        public ulong ranges;
        public int held;
        public ulong resumed;
        public ulong repeated;
        public ulong left;
        public ulong speed;
        public ulong time_left_ms;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_sha256
    {
        public fixed uint state[8];
        public ulong length;
        public fixed byte block[64];
    }
    public struct gc_fetch_transfer { }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_job
    {
        public byte* url;
        public byte* method;
        public byte** headers;
        public UIntPtr header_count;
        public void* body;
        public ulong body_size;
        public byte uploads;
        public uint connect_timeout_ms;
        public byte compressed;
        public uint slot;
        public ulong first;
        public ulong end;
        public byte* validator;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_transport
    {
        public void* user;
        public byte* scheme;
        public IntPtr start;
        public IntPtr stop;
        public IntPtr pause;
        public IntPtr pump;
        public IntPtr wake;
        public byte uploads;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_response
    {
        public int http_status;
        public ulong size;
        public byte** headers;
        public UIntPtr header_count;
        public byte* final_url;
        public byte ranges;
        public ulong first;
        public ulong end;
        public ulong total;
        public byte* validator;
    }
    [StructLayout(LayoutKind.Sequential)] public struct gc_fetch_outcome
    {
        public int result;
        public int system_error;
        public uint retry_after_ms;
        public byte* detail;
    }
    [DllImport(Library)] public static extern byte* gc_fetch_result_string(int result);
    [DllImport(Library)] public static extern int gc_fetch_version();
    [DllImport(Library)] public static extern gc_fetch* gc_fetch_open(gc_fetch_desc* desc,
        gc_fetch_error* error);
    [DllImport(Library)] public static extern void gc_fetch_close(gc_fetch* f);
    [DllImport(Library)] public static extern int gc_fetch_add(gc_fetch* f, gc_fetch_request*
        request, gc_fetch_id* @out);
    [DllImport(Library)] public static extern int gc_fetch_cancel(gc_fetch* f, gc_fetch_id id);
    [DllImport(Library)] public static extern int gc_fetch_pause(gc_fetch* f, gc_fetch_id id);
    [DllImport(Library)] public static extern int gc_fetch_resume(gc_fetch* f, gc_fetch_id id);
    [DllImport(Library)] public static extern int gc_fetch_set_priority(gc_fetch* f, gc_fetch_id id,
        int priority);
    [DllImport(Library)] public static extern void gc_fetch_pause_all(gc_fetch* f);
    [DllImport(Library)] public static extern void gc_fetch_resume_all(gc_fetch* f);
    [DllImport(Library)] public static extern UIntPtr gc_fetch_pause_tag(gc_fetch* f, ulong tag);
    [DllImport(Library)] public static extern UIntPtr gc_fetch_resume_tag(gc_fetch* f, ulong tag);
    [DllImport(Library)] public static extern int gc_fetch_set_rate_limit(gc_fetch* f, ulong
        bytes_per_second);
    [DllImport(Library)] public static extern int gc_fetch_set_host_limit(gc_fetch* f, byte* url,
        uint transfers, ulong bytes_per_second);
    [DllImport(Library)] public static extern byte gc_fetch_id_equal(gc_fetch_id a, gc_fetch_id b);
    [DllImport(Library)] public static extern byte gc_fetch_poll(gc_fetch* f, gc_fetch_event*
        @event);
    [DllImport(Library)] public static extern UIntPtr gc_fetch_poll_many(gc_fetch* f,
        gc_fetch_event* @out, UIntPtr max);
    [DllImport(Library)] public static extern int gc_fetch_wait(gc_fetch* f, int timeout_ms);
    [DllImport(Library)] public static extern int gc_fetch_pump(gc_fetch* f, int timeout_ms);
    [DllImport(Library)] public static extern void* gc_fetch_take(gc_fetch* f, gc_fetch_id id,
        UIntPtr* size);
    [DllImport(Library)] public static extern void gc_fetch_free(gc_fetch* f, void* data);
    [DllImport(Library)] public static extern byte* gc_fetch_header(gc_fetch* f, gc_fetch_id id,
        byte* name);
    [DllImport(Library)] public static extern void gc_fetch_get_statistics(gc_fetch* f,
        gc_fetch_statistics* @out);
    [DllImport(Library)] public static extern UIntPtr gc_fetch_encode_path(byte* dst, UIntPtr
        capacity, byte* path);
    [DllImport(Library)] public static extern void gc_fetch_sha256_init(gc_fetch_sha256* hash);
    [DllImport(Library)] public static extern void gc_fetch_sha256_update(gc_fetch_sha256* hash,
        void* data, UIntPtr size);
    [DllImport(Library)] public static extern void gc_fetch_sha256_final(gc_fetch_sha256* hash,
        byte* @out);
    [DllImport(Library)] public static extern void gc_fetch_respond(gc_fetch_transfer* t, int
        http_status, ulong total);
    [DllImport(Library)] public static extern void gc_fetch_respond_with(gc_fetch_transfer* t,
        gc_fetch_response* response);
    [DllImport(Library)] public static extern UIntPtr gc_fetch_deliver(gc_fetch_transfer* t, void*
        data, UIntPtr size);
    [DllImport(Library)] public static extern UIntPtr gc_fetch_upload(gc_fetch_transfer* t, ulong
        offset, void* buffer, UIntPtr capacity);
    [DllImport(Library)] public static extern void gc_fetch_finish(gc_fetch_transfer* t,
        gc_fetch_outcome* outcome);
}
