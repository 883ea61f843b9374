// Made by packaging/bindings.py of the five headers: do not edit.
// C without a preprocessor, for ffi.cdef of LuaJIT and of Python's cffi.

// ---- gc_rng.h

enum {
    GC_RNG_OK = 0,
    GC_RNG_E_ARGUMENT = -1,
    GC_RNG_E_UNSUPPORTED = -6,
    GC_RNG_E_SYSTEM = -10,
    GC_RNG_VERSION = 400
};
typedef struct gc_rng gc_rng;
typedef struct gc_rng_source gc_rng_source;
typedef struct gc_rng_bag gc_rng_bag;
typedef struct gc_rng_alias gc_rng_alias;
typedef struct gc_rng_prd gc_rng_prd;
typedef struct gc_rng_pity gc_rng_pity;
typedef struct gc_rng_mwc32 gc_rng_mwc32;
typedef struct gc_rng_mwc64 gc_rng_mwc64;
typedef struct gc_rng_xorshift32 gc_rng_xorshift32;
typedef struct gc_rng_xorshift64 gc_rng_xorshift64;
typedef struct gc_rng_xorshift128 gc_rng_xorshift128;
typedef struct gc_rng_xoshiro256pp gc_rng_xoshiro256pp;
typedef struct gc_rng_lcg gc_rng_lcg;
typedef struct gc_rng_dotnet gc_rng_dotnet;
typedef struct gc_rng_java gc_rng_java;
typedef struct gc_rng_mt19937 gc_rng_mt19937;
typedef struct gc_rng_pcg32 gc_rng_pcg32;
typedef struct gc_rng_pcg64 gc_rng_pcg64;
typedef struct gc_rng_sfmt gc_rng_sfmt;
typedef struct gc_rng_asa128 gc_rng_asa128;
typedef struct gc_rng_philox gc_rng_philox;
typedef struct gc_rng_chacha8 gc_rng_chacha8;
typedef struct gc_rng_wide gc_rng_wide;
int gc_rng_version(void);
const char *gc_rng_result_string(int result);
const char *gc_rng_isa(void);
struct gc_rng {
    uint64_t a;
    uint64_t b;
    uint64_t c;
    uint64_t counter;
};
void gc_rng_seed(gc_rng *r, uint64_t seed);
void gc_rng_seed_stream(gc_rng *r, uint64_t seed, uint64_t stream);
void gc_rng_seed_text(gc_rng *r, const void *bytes, size_t n);
uint64_t gc_rng_u64(gc_rng *r);
struct gc_rng_source {
    void *user;
    uint64_t (*u64)(void *user);
    void (*fill)(void *user, void *dst, size_t bytes);
};
gc_rng_source gc_rng_to_source(gc_rng *r);
uint64_t gc_rng_source_u64(const gc_rng_source *s);
uint32_t gc_rng_u32(gc_rng *r);
uint32_t gc_rng_source_u32(const gc_rng_source *s);
double gc_rng_f64(gc_rng *r);
double gc_rng_source_f64(const gc_rng_source *s);
float gc_rng_f32(gc_rng *r);
float gc_rng_source_f32(const gc_rng_source *s);
double gc_rng_f64_open(gc_rng *r);
double gc_rng_source_f64_open(const gc_rng_source *s);
float gc_rng_f32_open(gc_rng *r);
float gc_rng_source_f32_open(const gc_rng_source *s);
uint64_t gc_rng_below(gc_rng *r, uint64_t n);
uint64_t gc_rng_source_below(const gc_rng_source *s, uint64_t n);
int64_t gc_rng_range(gc_rng *r, int64_t lo, int64_t hi);
int64_t gc_rng_source_range(const gc_rng_source *s, int64_t lo, int64_t hi);
int gc_rng_int(gc_rng *r, int lo, int hi);
int gc_rng_source_int(const gc_rng_source *s, int lo, int hi);
int64_t gc_rng_dice(gc_rng *r, int count, int sides);
int64_t gc_rng_source_dice(const gc_rng_source *s, int count, int sides);
int64_t gc_rng_dice_keep(gc_rng *r, int count, int sides, int keep);
int64_t gc_rng_source_dice_keep(const gc_rng_source *s, int count, int sides, int keep);
int gc_rng_roll(gc_rng *r, const char *text, int64_t *sum);
int gc_rng_source_roll(const gc_rng_source *s, const char *text, int64_t *sum);
float gc_rng_range_f32(gc_rng *r, float lo, float hi);
float gc_rng_source_range_f32(const gc_rng_source *s, float lo, float hi);
bool gc_rng_chance(gc_rng *r, double p);
bool gc_rng_source_chance(const gc_rng_source *s, double p);
bool gc_rng_chance_in(gc_rng *r, uint64_t a, uint64_t b);
bool gc_rng_source_chance_in(const gc_rng_source *s, uint64_t a, uint64_t b);
double gc_rng_normal(gc_rng *r, double mean, double sd);
double gc_rng_source_normal(const gc_rng_source *s, double mean, double sd);
double gc_rng_exponential(gc_rng *r, double rate);
double gc_rng_source_exponential(const gc_rng_source *s, double rate);
double gc_rng_lognormal(gc_rng *r, double mu, double sigma);
double gc_rng_source_lognormal(const gc_rng_source *s, double mu, double sigma);
uint64_t gc_rng_poisson(gc_rng *r, double mean);
uint64_t gc_rng_source_poisson(const gc_rng_source *s, double mean);
uint64_t gc_rng_binomial(gc_rng *r, uint64_t n, double p);
uint64_t gc_rng_source_binomial(const gc_rng_source *s, uint64_t n, double p);
uint64_t gc_rng_geometric(gc_rng *r, double p);
uint64_t gc_rng_source_geometric(const gc_rng_source *s, double p);
double gc_rng_gamma(gc_rng *r, double shape, double scale);
double gc_rng_source_gamma(const gc_rng_source *s, double shape, double scale);
void gc_rng_disc(gc_rng *r, double *xy);
void gc_rng_source_disc(const gc_rng_source *s, double *xy);
void gc_rng_direction(gc_rng *r, double *xy);
void gc_rng_source_direction(const gc_rng_source *s, double *xy);
void gc_rng_sphere(gc_rng *r, double *xyz);
void gc_rng_source_sphere(const gc_rng_source *s, double *xyz);
void gc_rng_turn(gc_rng *r, double *m);
void gc_rng_source_turn(const gc_rng_source *s, double *m);
void gc_rng_shuffle(gc_rng *r, void *base, size_t n, size_t size);
void gc_rng_source_shuffle(const gc_rng_source *s, void *base, size_t n, size_t size);
void gc_rng_partial_shuffle(gc_rng *r, void *p, size_t n, size_t size, size_t k);
void gc_rng_source_partial_shuffle(const gc_rng_source *s, void *p, size_t n, size_t size, size_t
    k);
void *gc_rng_pick(gc_rng *r, const void *base, size_t n, size_t size);
void *gc_rng_source_pick(const gc_rng_source *s, const void *base, size_t n, size_t size);
int gc_rng_sample(gc_rng *r, size_t *out, size_t k, size_t n);
int gc_rng_source_sample(const gc_rng_source *s, size_t *out, size_t k, size_t n);
uint64_t gc_rng_permute(uint64_t seed, uint64_t i, uint64_t n);
struct gc_rng_bag {
    void *items;
    size_t n;
    size_t size;
    size_t left;
};
void *gc_rng_bag_next(gc_rng *r, gc_rng_bag *bag);
void *gc_rng_source_bag_next(const gc_rng_source *s, gc_rng_bag *bag);
void gc_rng_fill(gc_rng *r, void *dst, size_t bytes);
void gc_rng_source_fill(const gc_rng_source *s, void *dst, size_t bytes);
size_t gc_rng_weighted(gc_rng *r, const double *weights, size_t n);
size_t gc_rng_source_weighted(const gc_rng_source *s, const double *weights, size_t n);
size_t gc_rng_weighted_u32(gc_rng *r, const uint32_t *weights, size_t n);
size_t gc_rng_source_weighted_u32(const gc_rng_source *s, const uint32_t *weights, size_t n);
struct gc_rng_alias {
    uint64_t threshold;
    uint64_t other;
};
int gc_rng_alias_init(gc_rng_alias *table, const double *weights, size_t n);
int gc_rng_alias_init_u32(gc_rng_alias *table, const uint32_t *weights, size_t n);
size_t gc_rng_alias_pick(gc_rng *r, const gc_rng_alias *table, size_t n);
size_t gc_rng_source_alias_pick(const gc_rng_source *s, const gc_rng_alias *table, size_t n);
struct gc_rng_prd {
    uint64_t c;
    uint64_t tries;
};
int gc_rng_prd_init(gc_rng_prd *prd, double chance);
bool gc_rng_prd_next(gc_rng *r, gc_rng_prd *prd);
bool gc_rng_source_prd_next(const gc_rng_source *s, gc_rng_prd *prd);
struct gc_rng_pity {
    uint64_t base;
    uint64_t step;
    uint32_t soft;
    uint32_t hard;
    uint64_t tries;
};
int gc_rng_pity_init(gc_rng_pity *pity, double rate, uint32_t soft, uint32_t hard);
bool gc_rng_pity_next(gc_rng *r, gc_rng_pity *pity);
bool gc_rng_source_pity_next(const gc_rng_source *s, gc_rng_pity *pity);
uint64_t gc_rng_hash(uint64_t seed, int64_t x, int64_t y, int64_t z);
uint64_t gc_rng_hash_numbers(uint64_t seed, const int64_t *numbers, size_t count);
float gc_rng_hash_f32(uint64_t seed, int64_t x, int64_t y, int64_t z);
uint64_t gc_rng_hash_below(uint64_t seed, int64_t x, int64_t y, int64_t z, uint64_t n);
void gc_rng_hash_row(uint64_t *dst, size_t n, uint64_t seed, int64_t x, int64_t y, int64_t z);
void gc_rng_hash_row_f32(float *dst, size_t n, uint64_t seed, int64_t x, int64_t y, int64_t z);
uint32_t gc_rng_hash32(uint32_t seed, int32_t x, int32_t y, int32_t z);
void gc_rng_hash32_row(uint32_t *dst, size_t n, uint32_t seed, int32_t x, int32_t y, int32_t z);
size_t gc_rng_save(const gc_rng *r, void *dst, size_t capacity);
int gc_rng_load(gc_rng *r, const void *bytes, size_t size);
uint64_t gc_rng_checksum(const gc_rng *r);
int gc_rng_entropy(void *dst, size_t bytes);
double gc_rng_chi2(const uint64_t *counts, const double *weights, size_t n);
double gc_rng_gorilla(const gc_rng_source *s, int bit, void *memory_8_mib);
struct gc_rng_mwc32 {
    uint32_t x;
};
void gc_rng_mwc32_seed(gc_rng_mwc32 *r, uint64_t seed);
uint16_t gc_rng_mwc32_next(gc_rng_mwc32 *r);
struct gc_rng_mwc64 {
    uint64_t x;
};
void gc_rng_mwc64_seed(gc_rng_mwc64 *r, uint64_t seed);
uint32_t gc_rng_mwc64_next(gc_rng_mwc64 *r);
struct gc_rng_xorshift32 {
    uint32_t x;
};
void gc_rng_xorshift32_seed(gc_rng_xorshift32 *r, uint64_t seed);
uint32_t gc_rng_xorshift32_next(gc_rng_xorshift32 *r);
struct gc_rng_xorshift64 {
    uint64_t x;
};
void gc_rng_xorshift64_seed(gc_rng_xorshift64 *r, uint64_t seed);
uint64_t gc_rng_xorshift64_next(gc_rng_xorshift64 *r);
uint64_t gc_rng_xorshift64_next_left(gc_rng_xorshift64 *r);
struct gc_rng_xorshift128 {
    uint32_t x;
    uint32_t y;
    uint32_t z;
    uint32_t w;
};
void gc_rng_xorshift128_seed(gc_rng_xorshift128 *r, uint64_t seed);
uint32_t gc_rng_xorshift128_next(gc_rng_xorshift128 *r);
float gc_rng_unity_value(gc_rng_xorshift128 *r);
int32_t gc_rng_unity_range(gc_rng_xorshift128 *r, int32_t lo, int32_t hi);
float gc_rng_unity_range_f32(gc_rng_xorshift128 *r, float lo, float hi);
struct gc_rng_xoshiro256pp {
    uint64_t s[4];
};
void gc_rng_xoshiro256pp_seed(gc_rng_xoshiro256pp *r, uint64_t seed);
uint64_t gc_rng_xoshiro256pp_next(gc_rng_xoshiro256pp *r);
uint64_t gc_rng_xoshiro256p_next(gc_rng_xoshiro256pp *r);
void gc_rng_xoshiro256pp_jump(gc_rng_xoshiro256pp *r);
void gc_rng_xoshiro256pp_long_jump(gc_rng_xoshiro256pp *r);
struct gc_rng_lcg {
    uint32_t x;
};
void gc_rng_lcg_seed(gc_rng_lcg *r, uint64_t seed);
uint32_t gc_rng_lcg_next(gc_rng_lcg *r);
struct gc_rng_dotnet {
    int32_t table[56];
    uint32_t next;
    uint32_t next_p;
};
void gc_rng_dotnet_seed(gc_rng_dotnet *r, uint64_t seed);
int32_t gc_rng_dotnet_next(gc_rng_dotnet *r);
int32_t gc_rng_dotnet_below(gc_rng_dotnet *r, int32_t max);
int32_t gc_rng_dotnet_range(gc_rng_dotnet *r, int32_t lo, int32_t hi);
double gc_rng_dotnet_f64(gc_rng_dotnet *r);
void gc_rng_dotnet_bytes(gc_rng_dotnet *r, void *dst, size_t bytes);
int64_t gc_rng_dotnet_i64(gc_rng_dotnet *r);
struct gc_rng_java {
    uint64_t x;
};
void gc_rng_java_seed(gc_rng_java *r, uint64_t seed);
uint32_t gc_rng_java_next(gc_rng_java *r);
int32_t gc_rng_java_below(gc_rng_java *r, int32_t bound);
int64_t gc_rng_java_i64(gc_rng_java *r);
double gc_rng_java_f64(gc_rng_java *r);
struct gc_rng_mt19937 {
    uint32_t words[624];
    uint32_t used;
};
void gc_rng_mt19937_seed(gc_rng_mt19937 *r, uint64_t seed);
void gc_rng_mt19937_seed_array(gc_rng_mt19937 *r, const uint32_t *seeds, size_t count);
uint32_t gc_rng_mt19937_next(gc_rng_mt19937 *r);
double gc_rng_mt19937_f64(gc_rng_mt19937 *r);
void gc_rng_seed_seq(uint32_t *dst, size_t n, const uint32_t *seeds, size_t count);
struct gc_rng_pcg32 {
    uint64_t state;
    uint64_t inc;
};
void gc_rng_pcg32_seed(gc_rng_pcg32 *r, uint64_t seed);
void gc_rng_pcg32_seed2(gc_rng_pcg32 *r, uint64_t state, uint64_t sequence);
uint32_t gc_rng_pcg32_next(gc_rng_pcg32 *r);
void gc_rng_pcg32_advance(gc_rng_pcg32 *r, uint64_t delta);
struct gc_rng_pcg64 {
    uint64_t high;
    uint64_t low;
    uint64_t inc_high;
    uint64_t inc_low;
};
void gc_rng_pcg64_seed(gc_rng_pcg64 *r, uint64_t seed);
uint64_t gc_rng_pcg64_next(gc_rng_pcg64 *r);
struct gc_rng_sfmt {
    uint32_t words[624];
    uint32_t used;
};
void gc_rng_sfmt_seed(gc_rng_sfmt *r, uint64_t seed);
uint32_t gc_rng_sfmt_next(gc_rng_sfmt *r);
uint64_t gc_rng_sfmt_next64(gc_rng_sfmt *r);
struct gc_rng_asa128 {
    uint32_t words[16];
    uint32_t used;
    uint32_t position;
    uint32_t buffer[16384];
};
void gc_rng_asa128_seed(gc_rng_asa128 *r, uint64_t seed);
uint32_t gc_rng_asa128_next(gc_rng_asa128 *r);
double gc_rng_asa128_f64(gc_rng_asa128 *r);
struct gc_rng_philox {
    uint32_t key[2];
    uint32_t counter[4];
    uint32_t words[4];
    uint32_t used;
};
void gc_rng_philox_seed(gc_rng_philox *r, uint64_t seed);
void gc_rng_philox_set(gc_rng_philox *r, const uint32_t *key, const uint32_t *counter);
uint32_t gc_rng_philox_next(gc_rng_philox *r);
struct gc_rng_chacha8 {
    uint32_t key[8];
    uint32_t words[256];
    uint32_t used;
};
void gc_rng_chacha8_seed(gc_rng_chacha8 *r, uint64_t seed);
void gc_rng_chacha8_seed32(gc_rng_chacha8 *r, const void *seed);
uint64_t gc_rng_chacha8_next(gc_rng_chacha8 *r);
void gc_rng_mwc32_fill(gc_rng_mwc32 *r, void *dst, size_t bytes);
void gc_rng_mwc64_fill(gc_rng_mwc64 *r, void *dst, size_t bytes);
void gc_rng_xorshift32_fill(gc_rng_xorshift32 *r, void *dst, size_t bytes);
void gc_rng_xorshift64_fill(gc_rng_xorshift64 *r, void *dst, size_t bytes);
void gc_rng_xorshift128_fill(gc_rng_xorshift128 *r, void *dst, size_t bytes);
void gc_rng_xoshiro256pp_fill(gc_rng_xoshiro256pp *r, void *dst, size_t bytes);
void gc_rng_lcg_fill(gc_rng_lcg *r, void *dst, size_t bytes);
void gc_rng_dotnet_fill(gc_rng_dotnet *r, void *dst, size_t bytes);
void gc_rng_java_fill(gc_rng_java *r, void *dst, size_t bytes);
void gc_rng_mt19937_fill(gc_rng_mt19937 *r, void *dst, size_t bytes);
void gc_rng_pcg32_fill(gc_rng_pcg32 *r, void *dst, size_t bytes);
void gc_rng_pcg64_fill(gc_rng_pcg64 *r, void *dst, size_t bytes);
void gc_rng_sfmt_fill(gc_rng_sfmt *r, void *dst, size_t bytes);
void gc_rng_asa128_fill(gc_rng_asa128 *r, void *dst, size_t bytes);
void gc_rng_philox_fill(gc_rng_philox *r, void *dst, size_t bytes);
void gc_rng_chacha8_fill(gc_rng_chacha8 *r, void *dst, size_t bytes);
gc_rng_source gc_rng_mwc32_source(gc_rng_mwc32 *r);
gc_rng_source gc_rng_mwc64_source(gc_rng_mwc64 *r);
gc_rng_source gc_rng_xorshift32_source(gc_rng_xorshift32 *r);
gc_rng_source gc_rng_xorshift64_source(gc_rng_xorshift64 *r);
gc_rng_source gc_rng_xorshift128_source(gc_rng_xorshift128 *r);
gc_rng_source gc_rng_xoshiro256pp_source(gc_rng_xoshiro256pp *r);
gc_rng_source gc_rng_lcg_source(gc_rng_lcg *r);
gc_rng_source gc_rng_dotnet_source(gc_rng_dotnet *r);
gc_rng_source gc_rng_java_source(gc_rng_java *r);
gc_rng_source gc_rng_mt19937_source(gc_rng_mt19937 *r);
gc_rng_source gc_rng_pcg32_source(gc_rng_pcg32 *r);
gc_rng_source gc_rng_pcg64_source(gc_rng_pcg64 *r);
gc_rng_source gc_rng_sfmt_source(gc_rng_sfmt *r);
gc_rng_source gc_rng_asa128_source(gc_rng_asa128 *r);
gc_rng_source gc_rng_philox_source(gc_rng_philox *r);
gc_rng_source gc_rng_chacha8_source(gc_rng_chacha8 *r);
struct gc_rng_wide {
    uint64_t lanes[128];
    uint64_t round;
    uint64_t words[128];
    uint32_t used;
};
void gc_rng_wide_seed(gc_rng_wide *r, uint64_t seed);
void gc_rng_wide_seed_stream(gc_rng_wide *r, uint64_t seed, uint64_t stream);
uint64_t gc_rng_wide_next(gc_rng_wide *r);
void gc_rng_wide_fill(gc_rng_wide *r, void *dst, size_t bytes);
void gc_rng_wide_fill_f64(gc_rng_wide *r, double *dst, size_t n);
void gc_rng_wide_fill_f32(gc_rng_wide *r, float *dst, size_t n);
void gc_rng_wide_fill_below(gc_rng_wide *r, uint32_t *dst, size_t n, uint32_t bound);
void gc_rng_wide_fill_normal(gc_rng_wide *r, double *dst, size_t n, double mean, double sd);
void gc_rng_wide_fill_exponential(gc_rng_wide *r, double *dst, size_t n, double rate);
void gc_rng_wide_fill_normal_f32(gc_rng_wide *r, float *dst, size_t n, float mean, float sd);
gc_rng_source gc_rng_wide_source(gc_rng_wide *r);

// ---- gc_sort.h

enum {
    GC_SORT_OK = 0,
    GC_SORT_E_ARGUMENT = -1,
    GC_SORT_E_MEMORY = -2,
    GC_SORT_E_UNSUPPORTED = -6,
    GC_SORT_E_THREAD = -9,
    GC_SORT_E_SIZE = -20,
    GC_SORT_E_INVALID = -1,
    GC_SORT_AUTOMATIC = 0,
    GC_SORT_QUICK = 1,
    GC_SORT_QUICK_MERGE = 2,
    GC_SORT_QUICK_LEVELS = 3,
    GC_SORT_CONTEXT_SIZE = 256,
    GC_SORT_KIND_COMPARE = 512,
    GC_SORT_KIND_F32 = 16,
    GC_SORT_KIND_F64 = 128,
    GC_SORT_KIND_I16 = 2,
    GC_SORT_KIND_I32 = 8,
    GC_SORT_KIND_I64 = 64,
    GC_SORT_KIND_PAIRS = 256,
    GC_SORT_KIND_U16 = 1,
    GC_SORT_KIND_U32 = 4,
    GC_SORT_KIND_U64 = 32,
    GC_SORT_KIND_U8 = 1024,
    GC_SORT_THREADS_MAX = 64,
    GC_SORT_VERSION = 400
};
typedef struct gc_sort_allocator gc_sort_allocator;
typedef struct gc_sort_desc gc_sort_desc;
typedef struct gc_sort_context gc_sort_context;
typedef struct gc_sort_field gc_sort_field;
typedef struct gc_sort_priv_env gc_sort_priv_env;
typedef struct gc_sort_priv_type gc_sort_priv_type;
typedef struct gc_sort_priv_elements gc_sort_priv_elements;
typedef struct gc_sort_priv_cmp_range gc_sort_priv_cmp_range;
typedef struct gc_sort_priv_cmp_wait gc_sort_priv_cmp_wait;
int gc_sort_version(void);
const char *gc_sort_result_string(int result);
const char *gc_sort_isa(void);
void gc_sort_i32(int32_t *keys, size_t n);
void gc_sort_i32_down(int32_t *keys, size_t n);
void gc_sort_u32(uint32_t *keys, size_t n);
void gc_sort_u32_down(uint32_t *keys, size_t n);
void gc_sort_f32(float *keys, size_t n);
void gc_sort_f32_down(float *keys, size_t n);
void gc_sort_i16(int16_t *keys, size_t n);
void gc_sort_i16_down(int16_t *keys, size_t n);
void gc_sort_u16(uint16_t *keys, size_t n);
void gc_sort_u16_down(uint16_t *keys, size_t n);
void gc_sort_i64(int64_t *keys, size_t n);
void gc_sort_i64_down(int64_t *keys, size_t n);
void gc_sort_u64(uint64_t *keys, size_t n);
void gc_sort_u64_down(uint64_t *keys, size_t n);
void gc_sort_f64(double *keys, size_t n);
void gc_sort_f64_down(double *keys, size_t n);
int gc_sort_rows_i32(int32_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_i32_down(int32_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_u32(uint32_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_u32_down(uint32_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_f32(float *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_f32_down(float *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_i16(int16_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_i16_down(int16_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_u16(uint16_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_u16_down(uint16_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_i64(int64_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_i64_down(int64_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_u64(uint64_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_u64_down(uint64_t *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_f64(double *keys, const uint32_t *starts, size_t rows);
int gc_sort_rows_f64_down(double *keys, const uint32_t *starts, size_t rows);
void gc_sort_i32_kv(int32_t *keys, uint32_t *values, size_t n);
void gc_sort_i32_kv_down(int32_t *keys, uint32_t *values, size_t n);
void gc_sort_u32_kv(uint32_t *keys, uint32_t *values, size_t n);
void gc_sort_u32_kv_down(uint32_t *keys, uint32_t *values, size_t n);
void gc_sort_f32_kv(float *keys, uint32_t *values, size_t n);
void gc_sort_f32_kv_down(float *keys, uint32_t *values, size_t n);
void gc_sort_i64_kv(int64_t *keys, uint64_t *values, size_t n);
void gc_sort_i64_kv_down(int64_t *keys, uint64_t *values, size_t n);
void gc_sort_u64_kv(uint64_t *keys, uint64_t *values, size_t n);
void gc_sort_u64_kv_down(uint64_t *keys, uint64_t *values, size_t n);
void gc_sort_f64_kv(double *keys, uint64_t *values, size_t n);
void gc_sort_f64_kv_down(double *keys, uint64_t *values, size_t n);
void gc_sort_u64_kv32(uint64_t *keys, uint32_t *values, size_t n);
void gc_sort_u64_kv32_down(uint64_t *keys, uint32_t *values, size_t n);
void gc_sort_i32_kv_any(int32_t *keys, uint32_t *values, size_t n);
void gc_sort_i32_kv_any_down(int32_t *keys, uint32_t *values, size_t n);
void gc_sort_u32_kv_any(uint32_t *keys, uint32_t *values, size_t n);
void gc_sort_u32_kv_any_down(uint32_t *keys, uint32_t *values, size_t n);
void gc_sort_f32_kv_any(float *keys, uint32_t *values, size_t n);
void gc_sort_f32_kv_any_down(float *keys, uint32_t *values, size_t n);
void gc_sort_i64_kv_any(int64_t *keys, uint64_t *values, size_t n);
void gc_sort_i64_kv_any_down(int64_t *keys, uint64_t *values, size_t n);
void gc_sort_u64_kv_any(uint64_t *keys, uint64_t *values, size_t n);
void gc_sort_u64_kv_any_down(uint64_t *keys, uint64_t *values, size_t n);
void gc_sort_f64_kv_any(double *keys, uint64_t *values, size_t n);
void gc_sort_f64_kv_any_down(double *keys, uint64_t *values, size_t n);
void gc_sort_u64_kv32_any(uint64_t *keys, uint32_t *values, size_t n);
void gc_sort_u64_kv32_any_down(uint64_t *keys, uint32_t *values, size_t n);
int gc_sort_order_i32(const int32_t *keys, uint32_t *order, size_t n);
int gc_sort_order_i32_down(const int32_t *keys, uint32_t *order, size_t n);
int gc_sort_order_u32(const uint32_t *keys, uint32_t *order, size_t n);
int gc_sort_order_u32_down(const uint32_t *keys, uint32_t *order, size_t n);
int gc_sort_order_f32(const float *keys, uint32_t *order, size_t n);
int gc_sort_order_f32_down(const float *keys, uint32_t *order, size_t n);
int gc_sort_order_i32_with(const int32_t *keys, uint32_t *order, size_t n, void *scratch, size_t
    scratch_size);
int gc_sort_order_i32_down_with(const int32_t *keys, uint32_t *order, size_t n, void *scratch,
    size_t scratch_size);
int gc_sort_order_u32_with(const uint32_t *keys, uint32_t *order, size_t n, void *scratch, size_t
    scratch_size);
int gc_sort_order_u32_down_with(const uint32_t *keys, uint32_t *order, size_t n, void *scratch,
    size_t scratch_size);
int gc_sort_order_f32_with(const float *keys, uint32_t *order, size_t n, void *scratch, size_t
    scratch_size);
int gc_sort_order_f32_down_with(const float *keys, uint32_t *order, size_t n, void *scratch, size_t
    scratch_size);
int gc_sort_order_i16(const int16_t *keys, uint32_t *order, size_t n);
int gc_sort_order_i16_down(const int16_t *keys, uint32_t *order, size_t n);
int gc_sort_order_u16(const uint16_t *keys, uint32_t *order, size_t n);
int gc_sort_order_u16_down(const uint16_t *keys, uint32_t *order, size_t n);
int gc_sort_order_i16_with(const int16_t *keys, uint32_t *order, size_t n, void *scratch, size_t
    scratch_size);
int gc_sort_order_i16_down_with(const int16_t *keys, uint32_t *order, size_t n, void *scratch,
    size_t scratch_size);
int gc_sort_order_u16_with(const uint16_t *keys, uint32_t *order, size_t n, void *scratch, size_t
    scratch_size);
int gc_sort_order_u16_down_with(const uint16_t *keys, uint32_t *order, size_t n, void *scratch,
    size_t scratch_size);
int gc_sort_order_i64(const int64_t *keys, uint32_t *order, size_t n);
int gc_sort_order_i64_down(const int64_t *keys, uint32_t *order, size_t n);
int gc_sort_order_u64(const uint64_t *keys, uint32_t *order, size_t n);
int gc_sort_order_u64_down(const uint64_t *keys, uint32_t *order, size_t n);
int gc_sort_order_f64(const double *keys, uint32_t *order, size_t n);
int gc_sort_order_f64_down(const double *keys, uint32_t *order, size_t n);
int gc_sort_order_i64_with(const int64_t *keys, uint32_t *order, size_t n, void *scratch, size_t
    scratch_size);
int gc_sort_order_i64_down_with(const int64_t *keys, uint32_t *order, size_t n, void *scratch,
    size_t scratch_size);
int gc_sort_order_u64_with(const uint64_t *keys, uint32_t *order, size_t n, void *scratch, size_t
    scratch_size);
int gc_sort_order_u64_down_with(const uint64_t *keys, uint32_t *order, size_t n, void *scratch,
    size_t scratch_size);
int gc_sort_order_f64_with(const double *keys, uint32_t *order, size_t n, void *scratch, size_t
    scratch_size);
int gc_sort_order_f64_down_with(const double *keys, uint32_t *order, size_t n, void *scratch, size_t
    scratch_size);
typedef int (*gc_sort_compare)(const void *a, const void *b, void *user);
int gc_sort(void *base, size_t n, size_t size, gc_sort_compare cmp, void *user);
int gc_sort_stable(void *base, size_t n, size_t size, gc_sort_compare cmp, void *user);
struct gc_sort_allocator {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
};
struct gc_sort_desc {
    uint32_t threads;
    void (*parallel_for)(void *user, void (*task)(void *arg, size_t index), void *arg, size_t
        count);
    void *user;
    gc_sort_allocator allocator;
    void *memory;
    size_t memory_size;
    size_t scratch_limit;
    int algorithm;
    uint32_t parts;
    uint32_t threshold;
};
gc_sort_context *gc_sort_open(const gc_sort_desc *desc, int *error);
void gc_sort_close(gc_sort_context *context);
void gc_sort_parallel_for(void *context, void (*task)(void *arg, size_t index), void *arg, size_t
    count);
int gc_sort_ctx_i32(gc_sort_context *context, int32_t *keys, size_t n);
int gc_sort_ctx_i32_down(gc_sort_context *context, int32_t *keys, size_t n);
int gc_sort_ctx_u32(gc_sort_context *context, uint32_t *keys, size_t n);
int gc_sort_ctx_u32_down(gc_sort_context *context, uint32_t *keys, size_t n);
int gc_sort_ctx_f32(gc_sort_context *context, float *keys, size_t n);
int gc_sort_ctx_f32_down(gc_sort_context *context, float *keys, size_t n);
int gc_sort_ctx_i16(gc_sort_context *context, int16_t *keys, size_t n);
int gc_sort_ctx_i16_down(gc_sort_context *context, int16_t *keys, size_t n);
int gc_sort_ctx_u16(gc_sort_context *context, uint16_t *keys, size_t n);
int gc_sort_ctx_u16_down(gc_sort_context *context, uint16_t *keys, size_t n);
int gc_sort_ctx_i64(gc_sort_context *context, int64_t *keys, size_t n);
int gc_sort_ctx_i64_down(gc_sort_context *context, int64_t *keys, size_t n);
int gc_sort_ctx_u64(gc_sort_context *context, uint64_t *keys, size_t n);
int gc_sort_ctx_u64_down(gc_sort_context *context, uint64_t *keys, size_t n);
int gc_sort_ctx_f64(gc_sort_context *context, double *keys, size_t n);
int gc_sort_ctx_f64_down(gc_sort_context *context, double *keys, size_t n);
int gc_sort_ctx_i32_kv(gc_sort_context *context, int32_t *keys, uint32_t *values, size_t n);
int gc_sort_ctx_i32_kv_down(gc_sort_context *context, int32_t *keys, uint32_t *values, size_t n);
int gc_sort_ctx_u32_kv(gc_sort_context *context, uint32_t *keys, uint32_t *values, size_t n);
int gc_sort_ctx_u32_kv_down(gc_sort_context *context, uint32_t *keys, uint32_t *values, size_t n);
int gc_sort_ctx_f32_kv(gc_sort_context *context, float *keys, uint32_t *values, size_t n);
int gc_sort_ctx_f32_kv_down(gc_sort_context *context, float *keys, uint32_t *values, size_t n);
int gc_sort_ctx_i64_kv(gc_sort_context *context, int64_t *keys, uint64_t *values, size_t n);
int gc_sort_ctx_i64_kv_down(gc_sort_context *context, int64_t *keys, uint64_t *values, size_t n);
int gc_sort_ctx_u64_kv(gc_sort_context *context, uint64_t *keys, uint64_t *values, size_t n);
int gc_sort_ctx_u64_kv_down(gc_sort_context *context, uint64_t *keys, uint64_t *values, size_t n);
int gc_sort_ctx_f64_kv(gc_sort_context *context, double *keys, uint64_t *values, size_t n);
int gc_sort_ctx_f64_kv_down(gc_sort_context *context, double *keys, uint64_t *values, size_t n);
int gc_sort_ctx_u64_kv32(gc_sort_context *context, uint64_t *keys, uint32_t *values, size_t n);
int gc_sort_ctx_u64_kv32_down(gc_sort_context *context, uint64_t *keys, uint32_t *values, size_t n);
int gc_sort_ctx_i32_kv_stable(gc_sort_context *context, int32_t *keys, uint32_t *values, size_t n);
int gc_sort_ctx_i32_kv_stable_down(gc_sort_context *context, int32_t *keys, uint32_t *values, size_t
    n);
int gc_sort_ctx_u32_kv_stable(gc_sort_context *context, uint32_t *keys, uint32_t *values, size_t n);
int gc_sort_ctx_u32_kv_stable_down(gc_sort_context *context, uint32_t *keys, uint32_t *values,
    size_t n);
int gc_sort_ctx_f32_kv_stable(gc_sort_context *context, float *keys, uint32_t *values, size_t n);
int gc_sort_ctx_f32_kv_stable_down(gc_sort_context *context, float *keys, uint32_t *values, size_t
    n);
int gc_sort_ctx_i64_kv_stable(gc_sort_context *context, int64_t *keys, uint64_t *values, size_t n);
int gc_sort_ctx_i64_kv_stable_down(gc_sort_context *context, int64_t *keys, uint64_t *values, size_t
    n);
int gc_sort_ctx_u64_kv_stable(gc_sort_context *context, uint64_t *keys, uint64_t *values, size_t n);
int gc_sort_ctx_u64_kv_stable_down(gc_sort_context *context, uint64_t *keys, uint64_t *values,
    size_t n);
int gc_sort_ctx_f64_kv_stable(gc_sort_context *context, double *keys, uint64_t *values, size_t n);
int gc_sort_ctx_f64_kv_stable_down(gc_sort_context *context, double *keys, uint64_t *values, size_t
    n);
int gc_sort_ctx_u64_kv32_stable(gc_sort_context *context, uint64_t *keys, uint32_t *values, size_t
    n);
int gc_sort_ctx_u64_kv32_stable_down(gc_sort_context *context, uint64_t *keys, uint32_t *values,
    size_t n);
int gc_sort_ctx_order_i32(gc_sort_context *context, const int32_t *keys, uint32_t *order, size_t n);
int gc_sort_ctx_order_i32_down(gc_sort_context *context, const int32_t *keys, uint32_t *order,
    size_t n);
int gc_sort_ctx_order_u32(gc_sort_context *context, const uint32_t *keys, uint32_t *order, size_t
    n);
int gc_sort_ctx_order_u32_down(gc_sort_context *context, const uint32_t *keys, uint32_t *order,
    size_t n);
int gc_sort_ctx_order_f32(gc_sort_context *context, const float *keys, uint32_t *order, size_t n);
int gc_sort_ctx_order_f32_down(gc_sort_context *context, const float *keys, uint32_t *order, size_t
    n);
int gc_sort_ctx_order_i16(gc_sort_context *context, const int16_t *keys, uint32_t *order, size_t n);
int gc_sort_ctx_order_i16_down(gc_sort_context *context, const int16_t *keys, uint32_t *order,
    size_t n);
int gc_sort_ctx_order_u16(gc_sort_context *context, const uint16_t *keys, uint32_t *order, size_t
    n);
int gc_sort_ctx_order_u16_down(gc_sort_context *context, const uint16_t *keys, uint32_t *order,
    size_t n);
int gc_sort_ctx_order_i64(gc_sort_context *context, const int64_t *keys, uint32_t *order, size_t n);
int gc_sort_ctx_order_i64_down(gc_sort_context *context, const int64_t *keys, uint32_t *order,
    size_t n);
int gc_sort_ctx_order_u64(gc_sort_context *context, const uint64_t *keys, uint32_t *order, size_t
    n);
int gc_sort_ctx_order_u64_down(gc_sort_context *context, const uint64_t *keys, uint32_t *order,
    size_t n);
int gc_sort_ctx_order_f64(gc_sort_context *context, const double *keys, uint32_t *order, size_t n);
int gc_sort_ctx_order_f64_down(gc_sort_context *context, const double *keys, uint32_t *order, size_t
    n);
int gc_sort_ctx(gc_sort_context *context, void *base, size_t n, size_t size, gc_sort_compare cmp,
    void *user);
int gc_sort_ctx_stable(gc_sort_context *context, void *base, size_t n, size_t size, gc_sort_compare
    cmp, void *user);
void gc_sort_nth_i32(int32_t *keys, size_t n, size_t nth);
void gc_sort_nth_i32_down(int32_t *keys, size_t n, size_t nth);
void gc_sort_nth_u32(uint32_t *keys, size_t n, size_t nth);
void gc_sort_nth_u32_down(uint32_t *keys, size_t n, size_t nth);
void gc_sort_nth_f32(float *keys, size_t n, size_t nth);
void gc_sort_nth_f32_down(float *keys, size_t n, size_t nth);
void gc_sort_nth_i16(int16_t *keys, size_t n, size_t nth);
void gc_sort_nth_i16_down(int16_t *keys, size_t n, size_t nth);
void gc_sort_nth_u16(uint16_t *keys, size_t n, size_t nth);
void gc_sort_nth_u16_down(uint16_t *keys, size_t n, size_t nth);
void gc_sort_nth_i64(int64_t *keys, size_t n, size_t nth);
void gc_sort_nth_i64_down(int64_t *keys, size_t n, size_t nth);
void gc_sort_nth_u64(uint64_t *keys, size_t n, size_t nth);
void gc_sort_nth_u64_down(uint64_t *keys, size_t n, size_t nth);
void gc_sort_nth_f64(double *keys, size_t n, size_t nth);
void gc_sort_nth_f64_down(double *keys, size_t n, size_t nth);
void gc_sort_top_i32(int32_t *keys, size_t n, size_t k);
void gc_sort_top_i32_down(int32_t *keys, size_t n, size_t k);
void gc_sort_top_u32(uint32_t *keys, size_t n, size_t k);
void gc_sort_top_u32_down(uint32_t *keys, size_t n, size_t k);
void gc_sort_top_f32(float *keys, size_t n, size_t k);
void gc_sort_top_f32_down(float *keys, size_t n, size_t k);
void gc_sort_top_i16(int16_t *keys, size_t n, size_t k);
void gc_sort_top_i16_down(int16_t *keys, size_t n, size_t k);
void gc_sort_top_u16(uint16_t *keys, size_t n, size_t k);
void gc_sort_top_u16_down(uint16_t *keys, size_t n, size_t k);
void gc_sort_top_i64(int64_t *keys, size_t n, size_t k);
void gc_sort_top_i64_down(int64_t *keys, size_t n, size_t k);
void gc_sort_top_u64(uint64_t *keys, size_t n, size_t k);
void gc_sort_top_u64_down(uint64_t *keys, size_t n, size_t k);
void gc_sort_top_f64(double *keys, size_t n, size_t k);
void gc_sort_top_f64_down(double *keys, size_t n, size_t k);
size_t gc_sort_lower_i32(const int32_t *sorted, size_t n, int32_t key);
size_t gc_sort_upper_i32(const int32_t *sorted, size_t n, int32_t key);
size_t gc_sort_lower_u32(const uint32_t *sorted, size_t n, uint32_t key);
size_t gc_sort_upper_u32(const uint32_t *sorted, size_t n, uint32_t key);
size_t gc_sort_lower_f32(const float *sorted, size_t n, float key);
size_t gc_sort_upper_f32(const float *sorted, size_t n, float key);
size_t gc_sort_lower_i16(const int16_t *sorted, size_t n, int16_t key);
size_t gc_sort_upper_i16(const int16_t *sorted, size_t n, int16_t key);
size_t gc_sort_lower_u16(const uint16_t *sorted, size_t n, uint16_t key);
size_t gc_sort_upper_u16(const uint16_t *sorted, size_t n, uint16_t key);
size_t gc_sort_lower_i64(const int64_t *sorted, size_t n, int64_t key);
size_t gc_sort_upper_i64(const int64_t *sorted, size_t n, int64_t key);
size_t gc_sort_lower_u64(const uint64_t *sorted, size_t n, uint64_t key);
size_t gc_sort_upper_u64(const uint64_t *sorted, size_t n, uint64_t key);
size_t gc_sort_lower_f64(const double *sorted, size_t n, double key);
size_t gc_sort_upper_f64(const double *sorted, size_t n, double key);
size_t gc_sort_by_scratch(size_t n, size_t size);
struct gc_sort_field {
    size_t offset;
    int kind;
    bool down;
};
int gc_sort_by2(void *base, size_t n, size_t size, gc_sort_field first, gc_sort_field second, void
    *scratch, size_t scratch_size);
int gc_sort_by_i32(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_i32_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_u32(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_u32_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_f32(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_f32_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_i64(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_i64_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_u64(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_u64_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_f64(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_f64_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_u8(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_u8_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_u16(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_by_u16_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t
    scratch_size);
int gc_sort_ctx_by2(gc_sort_context *context, void *base, size_t n, size_t size, gc_sort_field
    first, gc_sort_field second);
int gc_sort_ctx_by_i32(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset);
int gc_sort_ctx_by_i32_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t
    offset);
int gc_sort_ctx_by_u32(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset);
int gc_sort_ctx_by_u32_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t
    offset);
int gc_sort_ctx_by_f32(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset);
int gc_sort_ctx_by_f32_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t
    offset);
int gc_sort_ctx_by_i64(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset);
int gc_sort_ctx_by_i64_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t
    offset);
int gc_sort_ctx_by_u64(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset);
int gc_sort_ctx_by_u64_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t
    offset);
int gc_sort_ctx_by_f64(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset);
int gc_sort_ctx_by_f64_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t
    offset);
int gc_sort_ctx_by_u8(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset);
int gc_sort_ctx_by_u8_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t
    offset);
int gc_sort_ctx_by_u16(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset);
int gc_sort_ctx_by_u16_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t
    offset);
int gc_sort_by_i32_any(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_i32_any_down(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_u32_any(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_u32_any_down(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_f32_any(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_f32_any_down(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_i64_any(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_i64_any_down(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_u64_any(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_u64_any_down(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_f64_any(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_f64_any_down(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_u8_any(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_u8_any_down(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_u16_any(void *base, size_t n, size_t size, size_t offset);
int gc_sort_by_u16_any_down(void *base, size_t n, size_t size, size_t offset);
int gc_sort_nth_by_i32(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_i32_down(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_u32(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_u32_down(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_f32(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_f32_down(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_top_by_i32(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_i32_down(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_u32(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_u32_down(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_f32(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_f32_down(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_nth_by_i64(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_i64_down(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_u64(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_u64_down(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_f64(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_f64_down(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_top_by_i64(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_i64_down(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_u64(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_u64_down(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_f64(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_f64_down(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_nth_by_u8(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_u8_down(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_u16(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_nth_by_u16_down(void *base, size_t n, size_t size, size_t offset, size_t nth);
int gc_sort_top_by_u8(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_u8_down(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_u16(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_top_by_u16_down(void *base, size_t n, size_t size, size_t offset, size_t k);
int gc_sort_apply(void *base, size_t n, size_t size, const uint32_t *order, void *scratch, size_t
    scratch_size);
int gc_sort_strings(const char **strings, size_t n, void *scratch, size_t scratch_size);
int gc_sort_strings_in(const char *pool, uint32_t *offsets, size_t n, void *scratch, size_t
    scratch_size);
struct gc_sort_priv_env {
    gc_sort_compare cmp;
    void *user;
    size_t size;
};
struct gc_sort_priv_type {
    bool (*less)(const void *a, const void *b, const gc_sort_priv_env *e);
    void (*copy)(void *to, const void *from, size_t size);
    void (*swap)(void *a, void *b, size_t size);
    void (*reverse)(void *first, void *last, size_t size);
    void (*move)(void *to, const void *from, size_t bytes);
};
struct gc_sort_priv_elements {
    const gc_sort_priv_type *type;
    void (*leaf)(unsigned char *v, size_t n, unsigned char *room, const gc_sort_priv_env *e);
    size_t size;
    size_t few;
    bool direct;
    bool swaps;
    unsigned char *room;
    const unsigned char *base;
    const gc_sort_priv_env *e;
};
struct gc_sort_priv_cmp_range {
    unsigned char *v;
    unsigned char *low;
    size_t n;
    int bad;
};
struct gc_sort_priv_cmp_wait {
    size_t from;
    int depth;
};

// ---- gc_sparse.h

enum {
    GC_SPARSE_OK = 0,
    GC_SPARSE_E_ARGUMENT = -1,
    GC_SPARSE_E_MEMORY = -2,
    GC_SPARSE_E_FULL = -3,
    GC_SPARSE_E_STALE = -4,
    GC_SPARSE_E_UNSUPPORTED = -6,
    GC_SPARSE_E_NOT_FOUND = -12,
    GC_SPARSE_E_BUSY = -15,
    GC_SPARSE_E_TYPE = -20,
    GC_SPARSE_E_GROUPED = -22,
    GC_SPARSE_E_CHANGED = -23,
    GC_SPARSE_E_DATA = -24,
    GC_SPARSE_E_CYCLE = -25,
    GC_SPARSE_E_SIZE = -26,
    GC_SPARSE_E_FIELDS = -27,
    GC_SPARSE_DENSE = 0,
    GC_SPARSE_DIRECT = 1,
    GC_SPARSE_ADDED = 1,
    GC_SPARSE_REMOVED = 2,
    GC_SPARSE_MODIFIED = 3,
    GC_SPARSE_CHUNK = 128,
    GC_SPARSE_TERMS = 8,
    GC_SPARSE_VERSION = 400
};
typedef struct gc_sparse_id gc_sparse_id;
typedef struct gc_sparse_type gc_sparse_type;
typedef struct gc_sparse_world gc_sparse_world;
typedef struct gc_sparse_commands gc_sparse_commands;
typedef struct gc_sparse_rollback gc_sparse_rollback;
typedef struct gc_sparse_allocator gc_sparse_allocator;
typedef struct gc_sparse_desc gc_sparse_desc;
typedef struct gc_sparse_listener gc_sparse_listener;
typedef struct gc_sparse_component_desc gc_sparse_component_desc;
typedef struct gc_sparse_query_desc gc_sparse_query_desc;
typedef struct gc_sparse_group_desc gc_sparse_group_desc;
typedef struct gc_sparse_priv_kept gc_sparse_priv_kept;
typedef struct gc_sparse_priv_memo gc_sparse_priv_memo;
typedef struct gc_sparse_priv_walk gc_sparse_priv_walk;
typedef struct gc_sparse_view gc_sparse_view;
typedef struct gc_sparse_sort_desc gc_sparse_sort_desc;
typedef struct gc_sparse_map_desc gc_sparse_map_desc;
typedef struct gc_sparse_priv_place gc_sparse_priv_place;
typedef struct gc_sparse_map gc_sparse_map;
typedef struct gc_sparse_statistics gc_sparse_statistics;
typedef struct gc_sparse_type_info gc_sparse_type_info;
typedef struct gc_sparse_change gc_sparse_change;
typedef struct gc_sparse_node gc_sparse_node;
typedef struct gc_sparse_access gc_sparse_access;
typedef struct gc_sparse_priv_lookup gc_sparse_priv_lookup;
typedef struct gc_sparse_priv_head gc_sparse_priv_head;
typedef struct gc_sparse_priv_command gc_sparse_priv_command;
typedef struct gc_sparse_priv_recorder gc_sparse_priv_recorder;
typedef struct gc_sparse_priv_page gc_sparse_priv_page;
typedef struct gc_sparse_priv_link gc_sparse_priv_link;
typedef struct gc_sparse_priv_term gc_sparse_priv_term;
typedef struct gc_sparse_priv_listener gc_sparse_priv_listener;
typedef struct gc_sparse_priv_fields gc_sparse_priv_fields;
typedef struct gc_sparse_priv_cell gc_sparse_priv_cell;
typedef struct gc_sparse_priv_watch gc_sparse_priv_watch;
typedef struct gc_sparse_pool gc_sparse_pool;
typedef struct gc_sparse_priv_entry gc_sparse_priv_entry;
typedef struct gc_sparse_priv_step gc_sparse_priv_step;
typedef struct gc_sparse_priv_types gc_sparse_priv_types;
struct gc_sparse_id {
    uint32_t slot;
    uint32_t generation;
};
struct gc_sparse_type {
    uint32_t index;
};
struct gc_sparse_allocator {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
};
struct gc_sparse_desc {
    gc_sparse_allocator allocator;
    uint32_t max_types;
    uint32_t max_slots;
    uint32_t first_generation;
    bool no_masks;
};
typedef void (*gc_sparse_hook)(void *user, gc_sparse_world *world, gc_sparse_id id, void
    *component);
struct gc_sparse_listener {
    gc_sparse_hook on_add;
    gc_sparse_hook on_remove;
    gc_sparse_hook on_update;
    void *user;
};
struct gc_sparse_component_desc {
    const char *name;
    size_t size;
    size_t align;
    int kind;
    gc_sparse_hook on_add;
    gc_sparse_hook on_remove;
    void *user;
    gc_sparse_hook on_update;
    const char *fields;
    bool transient;
};
struct gc_sparse_query_desc {
    gc_sparse_type include[8];
    gc_sparse_type exclude[8];
    gc_sparse_type optional[8];
    gc_sparse_type write[9];
    gc_sparse_type changed;
    uint64_t since;
};
struct gc_sparse_group_desc {
    gc_sparse_type types[8];
    gc_sparse_type excludes[8];
};
struct gc_sparse_priv_walk {
    const gc_sparse_world *world;
    const gc_sparse_priv_kept *cached;
    uint64_t version;
    uint32_t begin;
    uint32_t end;
    uint32_t at;
    uint32_t include_count;
    uint32_t column_count;
    uint32_t exclude_count;
    uint32_t lead;
    uint32_t room;
    uint32_t lockstep;
    uint32_t direct;
    uint32_t marks;
    uint32_t changed;
    uint32_t since;
    uint16_t types[16];
    uint16_t excluded[8];
    gc_sparse_commands *later;
    const gc_sparse_priv_memo *memo;
};
struct gc_sparse_view {
    size_t count;
    void *columns[16];
    const uint32_t *rows[16];
    const uint32_t *slots;
    const void *uneven;
    int error;
    gc_sparse_priv_walk walk;
    uint32_t buffer[1088];
};
struct gc_sparse_sort_desc {
    int (*compare)(const void *a, const void *b, void *user);
    uint64_t (*key)(void *user, const void *component);
    void (*sort)(void *user, uint64_t *keys, uint32_t *rows, size_t n);
    void *user;
};
struct gc_sparse_map_desc {
    size_t size;
    gc_sparse_allocator allocator;
};
struct gc_sparse_priv_place {
    uint32_t row;
    uint32_t generation;
};
struct gc_sparse_map {
    gc_sparse_priv_place *sparse;
    void *data;
    gc_sparse_id *ids;
    void *memory;
    uint32_t size;
    uint32_t count;
    uint32_t capacity;
    uint32_t sparse_capacity;
    gc_sparse_allocator allocator;
};
struct gc_sparse_statistics {
    uint32_t entities;
    uint32_t types;
    uint32_t slots;
    uint32_t retired;
    uint32_t ended;
    uint64_t skipped;
    uint64_t untold;
    gc_sparse_type untold_type;
    gc_sparse_id untold_id;
};
struct gc_sparse_type_info {
    const char *name;
    size_t size;
    size_t align;
    int kind;
    uint32_t count;
};
gc_sparse_world *gc_sparse_open(const gc_sparse_desc *desc, int *error);
void gc_sparse_close(gc_sparse_world *world);
gc_sparse_world *gc_sparse_open_like(const gc_sparse_world *world, int *error);
int gc_sparse_component(gc_sparse_world *world, const gc_sparse_component_desc *desc, gc_sparse_type
    *out);
int gc_sparse_describe(gc_sparse_world *world, gc_sparse_type type, const char *fields, bool
    transient);
const char *gc_sparse_name(const gc_sparse_world *world, gc_sparse_type type);
gc_sparse_type gc_sparse_find(const gc_sparse_world *world, const char *name);
gc_sparse_type_info gc_sparse_info(const gc_sparse_world *world, gc_sparse_type type);
void *gc_sparse_resource(gc_sparse_world *world, gc_sparse_type type);
void gc_sparse_get_statistics(const gc_sparse_world *world, gc_sparse_statistics *out);
gc_sparse_statistics gc_sparse_stats(const gc_sparse_world *world);
uint64_t gc_sparse_hash(const gc_sparse_world *world);
uint64_t gc_sparse_hash_all(const gc_sparse_world *world);
int gc_sparse_copy(gc_sparse_world *to, const gc_sparse_world *from);
gc_sparse_rollback *gc_sparse_rollback_open(gc_sparse_world *world, uint32_t frames, int *error);
void gc_sparse_rollback_close(gc_sparse_rollback *rollback);
int gc_sparse_rollback_take(gc_sparse_rollback *rollback, uint64_t frame);
int gc_sparse_rollback_restore(gc_sparse_rollback *rollback, uint64_t frame);
size_t gc_sparse_save(const gc_sparse_world *world, void *dst, size_t capacity);
int gc_sparse_load(gc_sparse_world *world, const void *bytes, size_t size);
gc_sparse_id gc_sparse_create(gc_sparse_world *world);
int gc_sparse_create_n(gc_sparse_world *world, gc_sparse_id *out, size_t n);
int gc_sparse_create_at(gc_sparse_world *world, gc_sparse_id id);
gc_sparse_id gc_sparse_clone(gc_sparse_world *world, gc_sparse_id id);
int gc_sparse_destroy(gc_sparse_world *world, gc_sparse_id id);
int gc_sparse_destroy_n(gc_sparse_world *world, const gc_sparse_id *ids, size_t n);
int gc_sparse_clear(gc_sparse_world *world);
int gc_sparse_reserve(gc_sparse_world *world, gc_sparse_type type, size_t n);
int gc_sparse_shrink(gc_sparse_world *world);
gc_sparse_id gc_sparse_next_entity(const gc_sparse_world *world, gc_sparse_id id);
gc_sparse_type gc_sparse_next_type(const gc_sparse_world *world, gc_sparse_id id, gc_sparse_type
    type);
gc_sparse_id gc_sparse_id_of(const gc_sparse_world *world, uint32_t slot);
bool gc_sparse_alive(const gc_sparse_world *world, gc_sparse_id id);
bool gc_sparse_id_equal(gc_sparse_id a, gc_sparse_id b);
bool gc_sparse_type_equal(gc_sparse_type a, gc_sparse_type b);
void *gc_sparse_add(gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type);
int gc_sparse_set_value(gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type, const void
    *value);
int gc_sparse_add_n(gc_sparse_world *world, const gc_sparse_id *ids, size_t n, gc_sparse_type type,
    const void *values);
int gc_sparse_remove(gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type);
int gc_sparse_remove_n(gc_sparse_world *world, const gc_sparse_id *ids, size_t n, gc_sparse_type
    type);
int gc_sparse_listen(gc_sparse_world *world, gc_sparse_type type, const gc_sparse_listener
    *listener);
int gc_sparse_unlisten(gc_sparse_world *world, gc_sparse_type type, const gc_sparse_listener
    *listener);
void *gc_sparse_get(const gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type);
bool gc_sparse_has(const gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type);
const gc_sparse_pool *gc_sparse_pool_of(const gc_sparse_world *world, gc_sparse_type type);
void *gc_sparse_pool_get(const gc_sparse_pool *pool, gc_sparse_id id, size_t size);
int gc_sparse_group(gc_sparse_world *world, const gc_sparse_type *types, size_t n);
int gc_sparse_group_with(gc_sparse_world *world, const gc_sparse_group_desc *desc);
int gc_sparse_cache(gc_sparse_world *world, const gc_sparse_query_desc *desc);
int gc_sparse_sort(gc_sparse_world *world, gc_sparse_type type, const gc_sparse_sort_desc *desc);
int gc_sparse_sort_as(gc_sparse_world *world, gc_sparse_type type, gc_sparse_type like);
void gc_sparse_begin(gc_sparse_view *view, gc_sparse_world *world, const gc_sparse_query_desc
    *desc);
gc_sparse_view gc_sparse_query(gc_sparse_world *world, const gc_sparse_query_desc *desc);
bool gc_sparse_next(gc_sparse_view *view);
void *gc_sparse_view_at(const gc_sparse_view *view, size_t k, size_t i, size_t size);
gc_sparse_id gc_sparse_view_id(const gc_sparse_view *view, size_t i);
size_t gc_sparse_view_count(const gc_sparse_view *view);
uint32_t gc_sparse_view_parts(const gc_sparse_view *view, size_t rows);
gc_sparse_view gc_sparse_view_part(const gc_sparse_view *view, uint32_t part, size_t rows);
int gc_sparse_track(gc_sparse_world *world, gc_sparse_type type);
int gc_sparse_copy_by_change(gc_sparse_world *world, gc_sparse_type type);
uint64_t gc_sparse_tick(gc_sparse_world *world);
struct gc_sparse_change {
    gc_sparse_id id;
    int what;
};
int gc_sparse_track_query(gc_sparse_world *world, const gc_sparse_query_desc *query);
int gc_sparse_changes(const gc_sparse_world *world, const gc_sparse_query_desc *query, uint64_t
    since, uint64_t *at, gc_sparse_change *out, uint32_t n);
int gc_sparse_forget(gc_sparse_world *world, uint64_t tick);
bool gc_sparse_pool_touch(const gc_sparse_pool *pool, gc_sparse_id id);
bool gc_sparse_touch(gc_sparse_world *world, gc_sparse_id id, gc_sparse_type type);
struct gc_sparse_node {
    gc_sparse_id parent;
    uint32_t linked;
    uint32_t first;
    uint32_t next;
    uint32_t previous;
    uint32_t depth;
};
int gc_sparse_tree(gc_sparse_world *world, gc_sparse_type type);
int gc_sparse_attach(gc_sparse_world *world, gc_sparse_id child, gc_sparse_id parent);
gc_sparse_id gc_sparse_next_child(const gc_sparse_world *world, gc_sparse_id parent, gc_sparse_id
    child);
int gc_sparse_sort_tree(gc_sparse_world *world);
struct gc_sparse_access {
    const gc_sparse_type *reads;
    const gc_sparse_type *writes;
    bool alone;
};
uint32_t gc_sparse_waves(const gc_sparse_access *systems, size_t n, uint32_t *waves);
gc_sparse_commands *gc_sparse_record(gc_sparse_world *world, uint32_t system, uint32_t part);
gc_sparse_id gc_sparse_record_create(gc_sparse_commands *commands);
void *gc_sparse_record_add(gc_sparse_commands *commands, gc_sparse_id id, gc_sparse_type type);
int gc_sparse_record_remove(gc_sparse_commands *commands, gc_sparse_id id, gc_sparse_type type);
int gc_sparse_record_destroy(gc_sparse_commands *commands, gc_sparse_id id);
int gc_sparse_replay(gc_sparse_world *world);
gc_sparse_id gc_sparse_record_resolve(const gc_sparse_commands *commands, gc_sparse_id id);
int gc_sparse_map_init(gc_sparse_map *map, const gc_sparse_map_desc *desc);
void *gc_sparse_map_add(gc_sparse_map *map, gc_sparse_id id);
int gc_sparse_map_remove(gc_sparse_map *map, gc_sparse_id id);
int gc_sparse_map_copy(gc_sparse_map *to, const gc_sparse_map *from);
void gc_sparse_map_free(gc_sparse_map *map);
void *gc_sparse_map_at(const gc_sparse_map *map, gc_sparse_id id, size_t size);
void *gc_sparse_map_get(const gc_sparse_map *map, gc_sparse_id id);
bool gc_sparse_map_has(const gc_sparse_map *map, gc_sparse_id id);
void *gc_sparse_map_data(const gc_sparse_map *map);
const gc_sparse_id *gc_sparse_map_ids(const gc_sparse_map *map);
size_t gc_sparse_map_count(const gc_sparse_map *map);
const char *gc_sparse_result_string(int result);
int gc_sparse_version(void);
struct gc_sparse_priv_lookup {
    gc_sparse_id *entities;
    gc_sparse_pool *pools;
    uint64_t version;
    uint64_t stamp;
    uint32_t slot_count;
    uint32_t type_count;
    uint32_t tick;
    uint32_t ended;
};
struct gc_sparse_priv_head {
    uint32_t what;
    uint32_t bytes;
};
struct gc_sparse_priv_command {
    gc_sparse_id id;
    gc_sparse_priv_head head;
};
typedef uint64_t gc_sparse_priv_any;
struct gc_sparse_priv_recorder {
    char *cursor;
    char *limit;
    gc_sparse_priv_head heads[16];
    uint64_t types;
};
struct gc_sparse_priv_page {
    char *column;
    void *memory;
};
struct gc_sparse_pool {
    const gc_sparse_id *entities;
    const uint32_t *sparse;
    void *column;
    uint32_t sparse_capacity;
    uint32_t size;
    uint32_t *dense;
    uint32_t count;
    uint32_t capacity;
    uint64_t bit;
    gc_sparse_priv_head record;
    bool direct;
    bool plain;
    bool transient;
    void *column_memory;
    void *resource_memory;
    char *name;
    size_t range;
    size_t name_bytes;
    uint64_t replay_rows;
    uint32_t replay_slots;
    uint32_t align;
    uint32_t index;
    uint32_t set_size;
    uint32_t page_count;
    gc_sparse_priv_link *groups;
    gc_sparse_priv_link *barred;
    gc_sparse_priv_link *caches;
    gc_sparse_priv_term *memos;
    gc_sparse_priv_page *pages;
    uint64_t *words;
    gc_sparse_priv_listener *listeners;
    gc_sparse_priv_fields *fields;
    void *resource;
    gc_sparse_priv_cell *table;
    uint32_t table_size;
    uint32_t slots;
    uint32_t version_count;
    uint32_t *ticks;
    uint32_t tick_count;
    const uint32_t *now;
    uint64_t *versions;
    gc_sparse_priv_watch *watches;
    const uint64_t *stamp;
};
typedef void (*gc_sparse_parallel_for)(void *user, void (*task)(void *task_arg, size_t index), void
    *task_arg, size_t count);
int gc_sparse_run(const gc_sparse_view *view, size_t rows, gc_sparse_parallel_for parallel_for, void
    *user, void (*part)(void *arg, gc_sparse_view *part, uint32_t index), void *arg);
struct gc_sparse_priv_entry {
    const char *name;
    size_t size;
    size_t align;
    int kind;
};
struct gc_sparse_priv_step {
    const gc_sparse_query_desc *(*query)(void);
    bool records;
    bool whole;
    gc_sparse_access (*access)(void);
};
struct gc_sparse_priv_types {
    gc_sparse_type types[8];
};

// ---- gc_writer.h

enum {
    GC_WRITER_OK = 0,
    GC_WRITER_TIMEOUT = 1,
    GC_WRITER_E_ARGUMENT = -1,
    GC_WRITER_E_MEMORY = -2,
    GC_WRITER_E_FULL = -3,
    GC_WRITER_E_STALE = -4,
    GC_WRITER_E_STATE = -5,
    GC_WRITER_E_UNSUPPORTED = -6,
    GC_WRITER_E_PATH = -7,
    GC_WRITER_E_ROOT = -8,
    GC_WRITER_E_THREAD = -9,
    GC_WRITER_E_SYSTEM = -10,
    GC_WRITER_E_TOO_LARGE = -11,
    GC_WRITER_E_NOT_FOUND = -12,
    GC_WRITER_E_DISK_FULL = -13,
    GC_WRITER_E_CANCELLED = -14,
    GC_WRITER_E_BUSY = -15,
    GC_WRITER_E_NO_ROOM = -20,
    GC_WRITER_E_TARGET = -21,
    GC_WRITER_E_REPLACED = -23,
    GC_WRITER_E_DATA = -24,
    GC_WRITER_STAGE_NONE = 0,
    GC_WRITER_STAGE_FOLDER = 1,
    GC_WRITER_STAGE_MKDIR = 2,
    GC_WRITER_STAGE_CHECK = 3,
    GC_WRITER_STAGE_OPEN = 4,
    GC_WRITER_STAGE_WRITE = 5,
    GC_WRITER_STAGE_SYNC = 6,
    GC_WRITER_STAGE_CLOSE = 7,
    GC_WRITER_STAGE_RENAME = 8,
    GC_WRITER_STAGE_SYNC_FOLDER = 9,
    GC_WRITER_STAGE_REMOVE = 10,
    GC_WRITER_STAGE_ROOT = 11,
    GC_WRITER_STAGE_READ = 12,
    GC_WRITER_STAGE_MODE = 13,
    GC_WRITER_STAGE_BACKUP = 14,
    GC_WRITER_DURABILITY_DEFAULT = 0,
    GC_WRITER_DURABILITY_NONE = 1,
    GC_WRITER_DURABILITY_FILE = 2,
    GC_WRITER_DURABILITY_FOLDER = 3,
    GC_WRITER_PRIORITY_LOW = -1,
    GC_WRITER_PRIORITY_NORMAL = 0,
    GC_WRITER_PRIORITY_HIGH = 1,
    GC_WRITER_RECORDS_BYTES = 0,
    GC_WRITER_RECORDS_LINES = 1,
    GC_WRITER_RECORDS_FRAMED = 2,
    GC_WRITER_ENTRY_FILE = 1,
    GC_WRITER_ENTRY_FOLDER = 2,
    GC_WRITER_ENTRY_OTHER = 3,
    GC_WRITER_SYNCED = 1,
    GC_WRITER_FAILING = 2,
    GC_WRITER_PUBLISHED = 4,
    GC_WRITER_FAILED = 5,
    GC_WRITER_ABORTED = 6,
    GC_WRITER_REMOVED = 7,
    GC_WRITER_READ = 8,
    GC_WRITER_RENAMED = 9,
    GC_WRITER_FOLDER_MADE = 10,
    GC_WRITER_VERSION = 400
};
typedef struct gc_writer gc_writer;
typedef struct gc_writer_file gc_writer_file;
typedef struct gc_writer_allocator gc_writer_allocator;
typedef struct gc_writer_codec gc_writer_codec;
typedef struct gc_writer_desc gc_writer_desc;
typedef struct gc_writer_error gc_writer_error;
typedef struct gc_writer_file_desc gc_writer_file_desc;
typedef struct gc_writer_content gc_writer_content;
typedef struct gc_writer_entry gc_writer_entry;
typedef struct gc_writer_event gc_writer_event;
typedef struct gc_writer_statistics gc_writer_statistics;
const char *gc_writer_result_string(int result);
const char *gc_writer_stage_string(int stage);
int gc_writer_version(void);
struct gc_writer_file {
    uint32_t slot;
    uint32_t generation;
};
struct gc_writer_allocator {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
};
struct gc_writer_codec {
    size_t (*bound)(void *user, size_t size);
    size_t (*encode)(void *user, void *dst, size_t capacity, const void *src, size_t src_size);
    bool (*decode)(void *user, void *dst, size_t size, const void *src, size_t src_size);
    void *user;
};
struct gc_writer_desc {
    const char *root;
    size_t ring_bytes;
    uint32_t max_files;
    uint32_t max_open;
    uint32_t max_path;
    int durability;
    uint32_t threads;
    bool pump;
    bool synchronous;
    bool read_only;
    int close_ms;
    gc_writer_allocator allocator;
    gc_writer_codec codec;
    void (*notify)(void *user);
    void (*log)(void *user, int level, int code, const char *text);
    void (*unsaved)(void *user, const gc_writer_event *event);
    void *user;
};
struct gc_writer_error {
    int result;
    int system_error;
    char what[192];
};
int gc_writer_user_folder(const char *organisation, const char *game, char *out, size_t capacity);
size_t gc_writer_memory(const gc_writer_desc *desc);
gc_writer *gc_writer_open(const gc_writer_desc *desc, gc_writer_error *error);
void gc_writer_close(gc_writer *w);
struct gc_writer_file_desc {
    const char *path;
    uint64_t tag;
    uint64_t size_hint;
    int durability;
    int priority;
    bool forget;
    bool borrow;
    bool give;
    bool crc32c;
    uint32_t backups;
    uint32_t mode;
    bool executable;
    uint32_t version;
    uint32_t flags;
    gc_writer_file set;
    int records;
    bool no_mapping;
    uint32_t flush_ms;
    uint64_t rotate_bytes;
    uint32_t rotate_keep;
    bool progress;
};
int gc_writer_begin(gc_writer *w, const char *path, gc_writer_file *out);
int gc_writer_begin_with(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out);
int gc_writer_append(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out);
int gc_writer_sync(gc_writer *w, gc_writer_file file);
bool gc_writer_next_record(const void *data, size_t size, size_t *at, const void **record, size_t
    *length);
size_t gc_writer_write(gc_writer *w, gc_writer_file file, const void *data, size_t size);
size_t gc_writer_write_at(gc_writer *w, gc_writer_file file, uint64_t offset, const void *data,
    size_t size);
void *gc_writer_reserve(gc_writer *w, gc_writer_file file, size_t want, size_t *got);
int gc_writer_commit(gc_writer *w, gc_writer_file file, size_t used);
int gc_writer_end(gc_writer *w, gc_writer_file file);
int gc_writer_abort(gc_writer *w, gc_writer_file file);
int gc_writer_cancel(gc_writer *w, gc_writer_file file);
int gc_writer_put(gc_writer *w, const gc_writer_file_desc *desc, const void *data, size_t size,
    gc_writer_file *out);
int gc_writer_save(gc_writer *w, const gc_writer_file_desc *desc, const void *data, size_t size,
    gc_writer_file *out);
struct gc_writer_content {
    void *data;
    size_t size;
    uint32_t version;
    uint32_t flags;
    uint32_t backup;
    int newer;
};
int gc_writer_load(gc_writer *w, const char *path, gc_writer_content *out);
int gc_writer_load_with(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_content *content,
    gc_writer_file *out);
void gc_writer_free(gc_writer *w, gc_writer_content *content);
int gc_writer_begin_set(gc_writer *w, uint64_t tag, gc_writer_file *out);
int gc_writer_remove(gc_writer *w, const char *path, uint64_t tag);
int gc_writer_remove_with(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out);
int gc_writer_read(gc_writer *w, const gc_writer_file_desc *desc, void *data, size_t capacity,
    gc_writer_file *out);
int gc_writer_rename(gc_writer *w, const gc_writer_file_desc *desc, const char *to, gc_writer_file
    *out);
int gc_writer_make_folder(gc_writer *w, const gc_writer_file_desc *desc, gc_writer_file *out);
struct gc_writer_entry {
    const char *name;
    int type;
    bool executable;
    uint64_t size;
    int64_t modified_ns;
};
int gc_writer_list(gc_writer *w, const char *folder, bool (*visit)(void *user, const gc_writer_entry
    *entry), void *user);
int gc_writer_watch(gc_writer *w, void (*changed)(void *user, const char *path, bool gone), void
    *user);
bool gc_writer_file_equal(gc_writer_file a, gc_writer_file b);
int gc_writer_check_path(const char *path);
uint32_t gc_writer_crc32c(uint32_t crc, const void *data, size_t size);
struct gc_writer_event {
    int type;
    gc_writer_file file;
    uint64_t tag;
    int result;
    int stage;
    int system_error;
    uint64_t bytes;
    const char *path;
    bool has_crc32c;
    uint32_t crc32c;
    const char *what;
    const char *detail;
};
bool gc_writer_poll(gc_writer *w, gc_writer_event *event);
size_t gc_writer_poll_many(gc_writer *w, gc_writer_event *events, size_t max);
int gc_writer_file_state(gc_writer *w, gc_writer_file file);
int gc_writer_wait(gc_writer *w, gc_writer_file file, int timeout_ms);
int gc_writer_wait_event(gc_writer *w, gc_writer_file file, gc_writer_event *event, int timeout_ms);
int gc_writer_room(gc_writer *w, size_t bytes, int timeout_ms);
int gc_writer_flush(gc_writer *w, int timeout_ms);
int gc_writer_pump(gc_writer *w, int budget_ms);
struct gc_writer_statistics {
    uint64_t pending;
    uint32_t files_open;
    uint64_t written;
    uint64_t dropped;
};
void gc_writer_get_statistics(gc_writer *w, gc_writer_statistics *out);

// ---- gc_fetch.h

enum {
    GC_FETCH_OK = 0,
    GC_FETCH_TIMEOUT = 1,
    GC_FETCH_IDLE = 2,
    GC_FETCH_NOT_MODIFIED = 20,
    GC_FETCH_E_ARGUMENT = -1,
    GC_FETCH_E_MEMORY = -2,
    GC_FETCH_E_FULL = -3,
    GC_FETCH_E_STALE = -4,
    GC_FETCH_E_PATH = -7,
    GC_FETCH_E_ROOT = -8,
    GC_FETCH_E_THREAD = -9,
    GC_FETCH_E_TOO_LARGE = -11,
    GC_FETCH_E_CANCELLED = -14,
    GC_FETCH_E_URL = -20,
    GC_FETCH_E_SCHEME = -21,
    GC_FETCH_E_HEADER = -22,
    GC_FETCH_E_RESOLVE = -23,
    GC_FETCH_E_CONNECT = -24,
    GC_FETCH_E_TLS = -25,
    GC_FETCH_E_NETWORK = -26,
    GC_FETCH_E_TIMED_OUT = -27,
    GC_FETCH_E_REDIRECT = -28,
    GC_FETCH_E_HTTP_STATUS = -29,
    GC_FETCH_E_PROTOCOL = -30,
    GC_FETCH_E_SIZE = -31,
    GC_FETCH_E_HASH = -32,
    GC_FETCH_E_READ = -33,
    GC_FETCH_E_WRITE = -34,
    GC_FETCH_E_TRANSPORT = -35,
    GC_FETCH_E_SINK = -36,
    GC_FETCH_ORDER_MIXED = 0,
    GC_FETCH_ORDER_GIVEN = 1,
    GC_FETCH_ORDER_SHUFFLED = 2,
    GC_FETCH_MAX_URL = 8191,
    GC_FETCH_MEMORY = 0,
    GC_FETCH_FILE = 1,
    GC_FETCH_STREAM = 2,
    GC_FETCH_STARTED = 1,
    GC_FETCH_PROGRESS = 2,
    GC_FETCH_HELD = 3,
    GC_FETCH_DONE = 4,
    GC_FETCH_FAILED = 5,
    GC_FETCH_VERSION = 400
};
typedef struct gc_fetch gc_fetch;
typedef struct gc_fetch_id gc_fetch_id;
typedef struct gc_fetch_allocator gc_fetch_allocator;
typedef struct gc_fetch_desc gc_fetch_desc;
typedef struct gc_fetch_error gc_fetch_error;
typedef struct gc_fetch_decoder gc_fetch_decoder;
typedef struct gc_fetch_request gc_fetch_request;
typedef struct gc_fetch_event gc_fetch_event;
typedef struct gc_fetch_statistics gc_fetch_statistics;
typedef struct gc_fetch_sha256 gc_fetch_sha256;
typedef struct gc_fetch_transfer gc_fetch_transfer;
typedef struct gc_fetch_job gc_fetch_job;
typedef struct gc_fetch_transport gc_fetch_transport;
typedef struct gc_fetch_response gc_fetch_response;
typedef struct gc_fetch_outcome gc_fetch_outcome;
const char *gc_fetch_result_string(int result);
int gc_fetch_version(void);
struct gc_fetch_id {
    uint32_t slot;
    uint32_t generation;
};
struct gc_fetch_allocator {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
};
struct gc_fetch_desc {
    uint32_t parallel;
    uint32_t per_host;
    int order;
    bool no_split;
    uint32_t max_requests;
    uint64_t memory_limit;
    uint64_t rate_limit;
    uint32_t attempts;
    uint32_t retry_delay_max_ms;
    uint32_t connect_timeout_ms;
    uint32_t idle_timeout_ms;
    uint32_t min_rate;
    bool hold_when_full;
    const char *root;
    uint32_t part_days;
    const char *user_agent;
    const char *proxy;
    bool no_environment_proxy;
    const char *ca_file;
    uint32_t http2_streams;
    const gc_fetch_transport *transport;
    bool skip_events;
    bool no_thread;
    bool no_global_init;
    gc_fetch_allocator allocator;
    void (*setup)(void *user, void *easy, uint64_t tag);
    uint64_t (*now_ms)(void *user);
    void (*notify)(void *user);
    void (*log)(void *user, int level, int code, const char *text);
    void *user;
};
struct gc_fetch_error {
    int result;
    int system_error;
    char what[192];
};
gc_fetch *gc_fetch_open(const gc_fetch_desc *desc, gc_fetch_error *error);
void gc_fetch_close(gc_fetch *f);
struct gc_fetch_decoder {
    void *user;
    int (*begin)(void *user);
    int (*decode)(void *user, const void *in, size_t *in_size, void *out, size_t *out_size);
};
struct gc_fetch_request {
    const char *url;
    uint64_t tag;
    int sink;
    int32_t priority;
    uint64_t size;
    const uint8_t *sha256;
    void *memory;
    size_t memory_size;
    const char *path;
    bool skip_same;
    const char **mirrors;
    uint64_t resume_from;
    const char *validator;
    size_t (*stream)(void *user, uint64_t offset, const void *data, size_t size);
    void *stream_user;
    void (*stream_begin)(void *user, gc_fetch_id id, uint32_t attempt);
    int (*stream_end)(void *user);
    const int *stream_error;
    bool random_access;
    const char *method;
    const char **headers;
    size_t header_count;
    const void *body;
    uint64_t body_size;
    size_t (*body_read)(void *user, uint64_t offset, void *buffer, size_t capacity);
    void *body_user;
    const int *body_error;
    bool repeatable;
    const gc_fetch_decoder *decoder;
    bool compressed;
    bool keep_error_body;
    uint32_t attempts;
    uint32_t idle_timeout_ms;
    uint32_t min_rate;
    uint32_t sink_timeout_ms;
    uint32_t deadline_ms;
    uint64_t max_size;
};
int gc_fetch_add(gc_fetch *f, const gc_fetch_request *request, gc_fetch_id *out);
int gc_fetch_cancel(gc_fetch *f, gc_fetch_id id);
int gc_fetch_pause(gc_fetch *f, gc_fetch_id id);
int gc_fetch_resume(gc_fetch *f, gc_fetch_id id);
int gc_fetch_set_priority(gc_fetch *f, gc_fetch_id id, int32_t priority);
void gc_fetch_pause_all(gc_fetch *f);
void gc_fetch_resume_all(gc_fetch *f);
size_t gc_fetch_pause_tag(gc_fetch *f, uint64_t tag);
size_t gc_fetch_resume_tag(gc_fetch *f, uint64_t tag);
int gc_fetch_set_rate_limit(gc_fetch *f, uint64_t bytes_per_second);
int gc_fetch_set_host_limit(gc_fetch *f, const char *url, uint32_t transfers, uint64_t
    bytes_per_second);
bool gc_fetch_id_equal(gc_fetch_id a, gc_fetch_id b);
struct gc_fetch_event {
    int type;
    gc_fetch_id id;
    uint64_t tag;
    int result;
    int http_status;
    int system_error;
    uint32_t attempt;
    uint64_t received;
    uint64_t total;
    uint64_t sent;
    void *data;
    size_t size;
    const char *url;
    const char *final_url;
    const char *detail;
    uint32_t retry_after_ms;
};
bool gc_fetch_poll(gc_fetch *f, gc_fetch_event *event);
size_t gc_fetch_poll_many(gc_fetch *f, gc_fetch_event *out, size_t max);
int gc_fetch_wait(gc_fetch *f, int timeout_ms);
int gc_fetch_pump(gc_fetch *f, int timeout_ms);
void *gc_fetch_take(gc_fetch *f, gc_fetch_id id, size_t *size);
void gc_fetch_free(gc_fetch *f, void *data);
const char *gc_fetch_header(gc_fetch *f, gc_fetch_id id, const char *name);
struct gc_fetch_statistics {
    uint32_t queued;
    uint32_t running;
    uint64_t added;
    uint64_t done;
    uint64_t failed;
    uint64_t retries;
    uint64_t received;
    uint64_t ranges;
    int held;
    uint64_t resumed;
    uint64_t repeated;
    uint64_t left;
    uint64_t speed;
    uint64_t time_left_ms;
};
void gc_fetch_get_statistics(gc_fetch *f, gc_fetch_statistics *out);
size_t gc_fetch_encode_path(char *dst, size_t capacity, const char *path);
struct gc_fetch_sha256 {
    uint32_t state[8];
    uint64_t length;
    uint8_t block[64];
};
void gc_fetch_sha256_init(gc_fetch_sha256 *hash);
void gc_fetch_sha256_update(gc_fetch_sha256 *hash, const void *data, size_t size);
void gc_fetch_sha256_final(gc_fetch_sha256 *hash, uint8_t *out);
struct gc_fetch_job {
    const char *url;
    const char *method;
    const char **headers;
    size_t header_count;
    const void *body;
    uint64_t body_size;
    bool uploads;
    uint32_t connect_timeout_ms;
    bool compressed;
    uint32_t slot;
    uint64_t first;
    uint64_t end;
    const char *validator;
};
struct gc_fetch_transport {
    void *user;
    const char *scheme;
    int (*start)(void *user, gc_fetch_transfer *t, const gc_fetch_job *job);
    void (*stop)(void *user, gc_fetch_transfer *t);
    void (*pause)(void *user, gc_fetch_transfer *t, bool paused);
    int (*pump)(void *user, int timeout_ms);
    void (*wake)(void *user);
    bool uploads;
};
void gc_fetch_respond(gc_fetch_transfer *t, int http_status, uint64_t total);
struct gc_fetch_response {
    int http_status;
    uint64_t size;
    const char **headers;
    size_t header_count;
    const char *final_url;
    bool ranges;
    uint64_t first;
    uint64_t end;
    uint64_t total;
    const char *validator;
};
void gc_fetch_respond_with(gc_fetch_transfer *t, const gc_fetch_response *response);
size_t gc_fetch_deliver(gc_fetch_transfer *t, const void *data, size_t size);
size_t gc_fetch_upload(gc_fetch_transfer *t, uint64_t offset, void *buffer, size_t capacity);
struct gc_fetch_outcome {
    int result;
    int system_error;
    uint32_t retry_after_ms;
    const char *detail;
};
void gc_fetch_finish(gc_fetch_transfer *t, const gc_fetch_outcome *outcome);
