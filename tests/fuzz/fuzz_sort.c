// fuzz_sort.c - the number sorts of gc_sort.h against qsort, between pages that must not be
// touched.
//
//     clang -O1 -g -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_sort.c -o fuzz_sort && ./fuzz_sort
//     cc -O2 -DFUZZ_SORT_MAIN -I. tests/fuzz/fuzz_sort.c -o fuzz_sort && ./fuzz_sort
//
// The second form needs no libFuzzer: every function, instruction set and size up to 700, at
// both ends of the memory. An input: byte 0 chooses the function, byte 1 the instruction set
// and the end, byte 2 repeats keys; then keys, and values.

#ifndef FUZZ_SORT_LIGHT
#define GC_SORT_NO_DEBUG_OPT     // as the flags say, vector code under sanitizers as well
#endif
#define GC_SORT_STATIC
#include "gc_sort.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FUZZ_SORT_UNSIGNED, FUZZ_SORT_SIGNED, FUZZ_SORT_FLOAT };

typedef struct fuzz_sort_function {
    const char *name;
    size_t key_size, value_size;         // value_size 0: keys alone
    int order;                           // of the keys
    bool down, argsort;
    void (*run)(void *keys, void *values, size_t n);
} fuzz_sort_function;

#define FUZZ_SORT_KEYS(type, ctype)                                                                          \
    static void fuzz_sort_##type(void *k, void *v, size_t n) { (void)v; gc_sort_##type((ctype *)k, n); }     \
    static void fuzz_sort_##type##_down(void *k, void *v, size_t n) { (void)v;                               \
        gc_sort_##type##_down((ctype *)k, n); }                                                              \
    static void fuzz_sort_order_##type(void *k, void *v, size_t n) {                                         \
        if (gc_sort_order_##type((const ctype *)k, (uint32_t *)v, n) != GC_SORT_OK) abort();                 \
    }
#define FUZZ_SORT_PAIRS(name, ctype, vtype)                                                                  \
    static void fuzz_sort_##name(void *k, void *v, size_t n) { gc_sort_##name((ctype *)k, (vtype *)v, n); }
FUZZ_SORT_KEYS(i16, int16_t)
FUZZ_SORT_KEYS(u16, uint16_t)
FUZZ_SORT_KEYS(i32, int32_t)
FUZZ_SORT_KEYS(u32, uint32_t)
FUZZ_SORT_KEYS(i64, int64_t)
FUZZ_SORT_KEYS(u64, uint64_t)
FUZZ_SORT_KEYS(f32, float)
FUZZ_SORT_KEYS(f64, double)
FUZZ_SORT_PAIRS(u32_kv, uint32_t, uint32_t)
FUZZ_SORT_PAIRS(i32_kv, int32_t, uint32_t)
FUZZ_SORT_PAIRS(f32_kv, float, uint32_t)
FUZZ_SORT_PAIRS(u64_kv, uint64_t, uint64_t)
FUZZ_SORT_PAIRS(i64_kv, int64_t, uint64_t)
FUZZ_SORT_PAIRS(f64_kv, double, uint64_t)
FUZZ_SORT_PAIRS(u64_kv32, uint64_t, uint32_t)

#define FUZZ_SORT_THREE(type, size, order)                                                                   \
    { #type, size, 0, order, false, false, fuzz_sort_##type },                                               \
    { #type "_down", size, 0, order, true, false, fuzz_sort_##type##_down },                                 \
    { "order_" #type, size, 4, order, false, true, fuzz_sort_order_##type },
static const fuzz_sort_function fuzz_sort_functions[] = {
    FUZZ_SORT_THREE(i16, 2, FUZZ_SORT_SIGNED)
    FUZZ_SORT_THREE(u16, 2, FUZZ_SORT_UNSIGNED)
    FUZZ_SORT_THREE(i32, 4, FUZZ_SORT_SIGNED)
    FUZZ_SORT_THREE(u32, 4, FUZZ_SORT_UNSIGNED)
    FUZZ_SORT_THREE(i64, 8, FUZZ_SORT_SIGNED)
    FUZZ_SORT_THREE(u64, 8, FUZZ_SORT_UNSIGNED)
    FUZZ_SORT_THREE(f32, 4, FUZZ_SORT_FLOAT)
    FUZZ_SORT_THREE(f64, 8, FUZZ_SORT_FLOAT)
    { "u32_kv", 4, 4, FUZZ_SORT_UNSIGNED, false, false, fuzz_sort_u32_kv },
    { "i32_kv", 4, 4, FUZZ_SORT_SIGNED, false, false, fuzz_sort_i32_kv },
    { "f32_kv", 4, 4, FUZZ_SORT_FLOAT, false, false, fuzz_sort_f32_kv },
    { "u64_kv", 8, 8, FUZZ_SORT_UNSIGNED, false, false, fuzz_sort_u64_kv },
    { "i64_kv", 8, 8, FUZZ_SORT_SIGNED, false, false, fuzz_sort_i64_kv },
    { "f64_kv", 8, 8, FUZZ_SORT_FLOAT, false, false, fuzz_sort_f64_kv },
    { "u64_kv32", 8, 4, FUZZ_SORT_UNSIGNED, false, false, fuzz_sort_u64_kv32 },
};
enum { FUZZ_SORT_FUNCTIONS = (int)(sizeof fuzz_sort_functions / sizeof fuzz_sort_functions[0]),
    FUZZ_SORT_MOST = 4096 };

typedef struct fuzz_sort_element { uint64_t key, value; } fuzz_sort_element;

static const fuzz_sort_function *fuzz_sort_now;      // for the comparison

static uint64_t fuzz_sort_read(const unsigned char *p, size_t size) {
    uint64_t x = 0;
    memcpy(&x, p, size);                             // little-endian machines
    return x;
}

// Order of raw keys by their meaning. Floats by class (numbers, +NaN, -NaN), then by sign and
// magnitude.
static int fuzz_sort_compare_keys(uint64_t a, uint64_t b) {
    const unsigned bits = (unsigned)fuzz_sort_now->key_size * 8;
    const uint64_t top = (uint64_t)1 << (bits - 1);
    if (fuzz_sort_now->order == FUZZ_SORT_SIGNED) {
        const bool na = (a & top) != 0, nb = (b & top) != 0;
        if (na != nb) return na ? -1 : 1;
    } else if (fuzz_sort_now->order == FUZZ_SORT_FLOAT) {
        const uint64_t inf = bits == 32 ? 0x7f800000u : (uint64_t)0x7ff << 52;
        const uint64_t ma = a & (top - 1), mb = b & (top - 1);
        const bool na = (a & top) != 0, nb = (b & top) != 0;
        const int ca = ma <= inf ? 0 : na ? 2 : 1, cb = mb <= inf ? 0 : nb ? 2 : 1;
        if (ca != cb) return ca < cb ? -1 : 1;
        if (na != nb) return na ? -1 : 1;
        if (na) return ma > mb ? -1 : ma < mb;
        return ma < mb ? -1 : ma > mb;
    }
    return a < b ? -1 : a > b;
}

static int fuzz_sort_compare(const void *pa, const void *pb) {
    const fuzz_sort_element *a = (const fuzz_sort_element *)pa, *b = (const fuzz_sort_element *)pb;
    const int c = fuzz_sort_compare_keys(a->key, b->key);
    if (c) return fuzz_sort_now->down ? -c : c;
    return a->value < b->value ? -1 : a->value > b->value;
}

// Two rooms between forbidden pages, for keys and values.
static unsigned char *fuzz_sort_room[2];
static size_t fuzz_sort_room_size;

static void fuzz_sort_rooms(void) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    fuzz_sort_room_size = (FUZZ_SORT_MOST * 8 + page - 1) / page * page;
    for (int k = 0; k < 2; k++) {
        unsigned char *p = (unsigned char *)mmap(NULL, fuzz_sort_room_size + 2 * page, PROT_READ | PROT_WRITE,
                                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == (unsigned char *)MAP_FAILED) abort();
        if (mprotect(p, page, PROT_NONE) || mprotect(p + page + fuzz_sort_room_size, page, PROT_NONE))
            abort();
        fuzz_sort_room[k] = p + page;
    }
}

// 0: the best, 1 and 2: less. False if there is no such one.
static bool fuzz_sort_use_isa(unsigned k) {
#if defined(GC_SORT_PRIV_X86)
    static const int isas[] = { GC_SORT_PRIV_ISA_avx512, GC_SORT_PRIV_ISA_avx2, GC_SORT_PRIV_ISA_scalar };
    if (k > 2 || isas[k] > gc_sort_priv_detect()) return false;
    gc_sort_priv_isa_cached = isas[k];
    return true;
#elif defined(GC_SORT_PRIV_SIMD)
    gc_sort_priv_isa_cached = k == 0 ? gc_sort_priv_detect() : GC_SORT_PRIV_ISA_scalar;
    return k < 2;
#else
    return k == 0;
#endif
}

static void fuzz_sort_fail(const char *what, size_t n, size_t i) {
    fprintf(stderr, "gc_sort_%s, %s, n = %zu: %s at %zu\n", fuzz_sort_now->name, gc_sort_isa(), n, what, i);
    abort();
}

// What the function must make of n keys and values.
static fuzz_sort_element fuzz_sort_want[FUZZ_SORT_MOST];

static void fuzz_sort_expect(
    const fuzz_sort_function *f, const unsigned char *key_bytes, const unsigned char *value_bytes, size_t n) {
    fuzz_sort_element *want = fuzz_sort_want;
    fuzz_sort_now = f;
    for (size_t i = 0; i < n; i++) {
        want[i].key = fuzz_sort_read(key_bytes + i * f->key_size, f->key_size);
        want[i].value = f->argsort ? i : f->value_size
            ? fuzz_sort_read(value_bytes + i * f->value_size, f->value_size) : 0;
    }
    qsort(want, n, sizeof want[0], fuzz_sort_compare);
}

// After fuzz_sort_expect of the same: sorts them with the chosen instruction set, at one end of
// the rooms.
static void fuzz_sort_check(
    const fuzz_sort_function *f, const unsigned char *key_bytes, const unsigned char *value_bytes, size_t n,
    bool at_end) {
    const fuzz_sort_element *want = fuzz_sort_want;
    unsigned char *keys = fuzz_sort_room[0] + (at_end ? fuzz_sort_room_size - n * f->key_size : 0);
    unsigned char *values = fuzz_sort_room[1] + (at_end ? fuzz_sort_room_size - n * f->value_size : 0);
    if (n) {
        memcpy(keys, key_bytes, n * f->key_size);
        if (f->value_size && !f->argsort) memcpy(values, value_bytes, n * f->value_size);
    }
    f->run(keys, values, n);
    for (size_t i = 0; i < n; i++) {
        if (f->argsort) {
            const uint64_t key = fuzz_sort_read(keys + i * f->key_size, f->key_size);
            if (key != fuzz_sort_read(key_bytes + i * f->key_size, f->key_size)) {
                fuzz_sort_fail("argsort changed the keys", n, i);
            }
        } else if (fuzz_sort_read(keys + i * f->key_size, f->key_size) != want[i].key) {
            fuzz_sort_fail("wrong key", n, i);
        }
        if (f->value_size && fuzz_sort_read(values + i * f->value_size, f->value_size) != want[i].value) {
            fuzz_sort_fail("wrong value", n, i);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static unsigned char keys[FUZZ_SORT_MOST * 8], values[FUZZ_SORT_MOST * 8];
    if (!fuzz_sort_room_size) fuzz_sort_rooms();

    if (size < 3) return 0;
    const fuzz_sort_function *f = &fuzz_sort_functions[data[0] % FUZZ_SORT_FUNCTIONS];
    const size_t each = f->key_size + (f->argsort ? 0 : f->value_size), times = 1 + (size_t)data[2] % 32;
    size_t n = (size - 3) / each;

    if (!fuzz_sort_use_isa(data[1] / 2 % 3)) return 0;
    if (n * times > FUZZ_SORT_MOST) n = FUZZ_SORT_MOST / times;

    // The keys several times over, slightly changed: large inputs from short ones.
    for (size_t t = 0; t < times; t++) {
        memcpy(keys + t * n * f->key_size, data + 3, n * f->key_size);
        memcpy(values + t * n * f->value_size, data + 3 + n * f->key_size,
               f->argsort ? 0 : n * f->value_size);
        for (size_t i = 0; t % 4 && i < n; i++)
            keys[(t * n + i) * f->key_size] ^= (unsigned char)(t * (i + 1));
    }

    fuzz_sort_expect(f, keys, values, n * times);
    fuzz_sort_check(f, keys, values, n * times, data[1] % 2);
    return 0;
}

#ifdef FUZZ_SORT_MAIN
static uint64_t fuzz_sort_state = 1;

static uint64_t fuzz_sort_random(void) {     // splitmix64
    uint64_t z = (fuzz_sort_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// With an argument, for emulators: sizes to 32, then every 29th.
int main(int argc, char **argv) {
    static unsigned char keys[FUZZ_SORT_MOST * 8], values[FUZZ_SORT_MOST * 8];
    unsigned long runs = 0;

    (void)argv;
    fuzz_sort_rooms();

    for (int f = 0; f < FUZZ_SORT_FUNCTIONS; f++) {
        for (size_t n = 0; n <= 2400; n += n < 32 ? 1 : argc > 1 ? 29 : n < 700 ? 1 : 173) {
            // Random bytes; few different keys; many zero bits, so that floats are of every
            // class.
            const int how = (int)(n % 3);
            for (size_t i = 0; i < n * 8; i += 8) {
                uint64_t k = fuzz_sort_random(), v = fuzz_sort_random();
                if (how == 1) k = (k & 7) * 0x2010080402010081u;
                if (how == 2) k &= fuzz_sort_random() & 0xffff8001ffff8001u;
                memcpy(keys + i, &k, 8);
                memcpy(values + i, &v, 8);
            }

            fuzz_sort_expect(&fuzz_sort_functions[f], keys, values, n);
            for (unsigned isa = 0; isa < 3; isa++) {
                if (!fuzz_sort_use_isa(isa)) continue;
                fuzz_sort_check(&fuzz_sort_functions[f], keys, values, n, (n / 3 + (size_t)f) % 2);
                runs++;
            }
        }
    }

    printf("fuzz_sort: %lu sorts right\n", runs);
    return 0;
}
#endif
