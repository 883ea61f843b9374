/*
gc_sort.h - v0.4.0 - sorts numbers, keys with values, indices, and anything by a comparison
- MIT or public domain

DO THIS
    #define GC_SORT_IMPLEMENTATION
    #include "gc_sort.h"
in exactly one C or C++ file; include the header plainly everywhere else.

EXAMPLE
    cc example.c -o example

        #define GC_SORT_IMPLEMENTATION
        #include "gc_sort.h"
        #include <stdio.h>
        int main(void) {
            float keys[5] = { 2.5f, -1.0f, 9.0f, 0.0f, -7.5f };
            gc_sort_f32(keys, 5);
            for (int i = 0; i < 5; i++) printf("%g ", (double)keys[i]);
            printf("\n");
            return 0;
        }

    It prints "-7.5 -1 0 2.5 9".

OVERRIDE MACROS (define them before the include; the default is shown)
    GC_SORT_API                 extern; prefix of every public function
    GC_SORT_INLINE              static inline; prefix of GC_SORT_DEFINE's small helpers
    GC_SORT_ASSERT(c)           assert(c); checks misuse, in the implementation only
    GC_SORT_MALLOC(size), GC_SORT_REALLOC(ptr, size), GC_SORT_FREE(ptr)
                                malloc, realloc, free; define all three or none
    GC_SORT_FORCE_ISA           not defined; the number sorts' instruction set: scalar, sse2, avx2, avx512,
                                neon or wasm128; scalar code for sse2, and where it is missing
    GC_SORT_FILENAME            the file's own name, by which it includes itself; "gc_sort.h" where the
                                compiler does not tell it (gcc before 12, MSVC), or in a .c file

FEATURE MACROS
    GC_SORT_IMPLEMENTATION      this unit gets the code; a second include is harmless
    GC_SORT_STATIC              all is static, and what is not called is left out; implies the
                                implementation; define it before the unit's first include
    GC_SORT_NO_SIMD             leaves scalar code alone; GC_SORT_NO_AVX512, _NO_AVX2 cut one of both
    GC_SORT_NO_DEBUG_OPT        builds as the flags say; else gcc optimises this code at -O0, too, and
                                clang at -O0 or with UBSan, and ASan, take scalar code
    GC_SORT_ONLY                keeps these alone, in extern builds: GC_SORT_KIND_U32 | ...
    GC_SORT_NO_PAIRS            cuts keys with values, argsort, records by a number, strings
    GC_SORT_NO_16, GC_SORT_NO_64, GC_SORT_NO_COMPARE, GC_SORT_NO_SELECT
                                cut such keys; gc_sort, gc_sort_stable; nth, top, search
    GC_SORT_NO_CTX, GC_SORT_NO_THREADS, _NO_NAMED  cut contexts; their threads; sorts by name
    GC_SORT_SMALL               half the code; slower, pairs and few keys most; no sorts by name

OVERVIEW
    to sort                             call                                   equal elements
    numbers                             gc_sort_u32(keys, n), ..._down         cannot be told apart
    a struct, its order known here      GC_SORT_DEFINE(name, T, less)          name_stable keeps them
    anything, order by a callback       gc_sort, gc_sort_stable                _stable keeps them
    many, on several threads            gc_sort_open, gc_sort_ctx_u32 ...      as without a context
    numbers, each with a value          gc_sort_u32_kv(keys, values, n) ...    by value; _any: in any order
    pairs whose order counts            gc_sort_ctx_u32_kv_stable ...          keep their order
    indices by the numbers they mean    gc_sort_order_f32(keys, order, n) ...  by rising index
    structs by one number, by two       gc_sort_by_f32 ..._any, gc_sort_by2    keep it; _any: in any order
    many short arrays, each by itself   gc_sort_rows_u32(keys, starts, rows)   as by one call for each
    texts: pointers, offsets            gc_sort_strings, gc_sort_strings_in    in any order
    the least k, the nth; a search      gc_sort_top_u32, _top_by_f32, _nth_, _lower_, _upper_
    other work, on a context's threads  gc_sort_parallel_for(context, task, arg, count)

    Number sorts take O(n log n), and O(n) on sorted, falling or equal keys. Results are the same
    to the bit everywhere, by every instruction set and number of threads (of ..._kv_any the
    keys). Floats: -inf to +inf (-0 before +0), +NaN by rising payload, -NaN by falling payload.

    A comparison may answer anything: the sort returns, stays inside the array, and leaves a
    permutation. It takes O(n log n), and O(n) on sorted and falling input (stable: strictly
    falling, and few long runs). A stable sort without scratch takes O(n log^2 n) moves.
    longjmp may leave gc_sort, not a stable sort, which would lose elements. A comparison must not
    judge elements by their addresses: they are copied. With NaNs < is no order: GC_SORT_DEFINE.

MEMORY
    Only a context allocates: itself when it is opened, scratch when a call needs more than those
    before. desc.memory replaces the allocator. The scratch of a call:
    argsort, GC_SORT_QUICK_MERGE    n keys; gc_sort_order_f32_with and its like take them too
    stable pairs                    n keys or n values, and n indices
    records by a number             gc_sort_by_scratch(n, size) bytes
    strings                         8 n + 7 bytes; without them they are compared
    50,000 to 260,000 64-bit keys   n keys, but for AVX-512; without them the sort is slower
    From 2,049 keys on, 513 of 64 bits, argsort without scratch takes up to 40 times as long.

ERRORS AND LOGGING
    An int result is GC_SORT_OK or a negative GC_SORT_E_...; after an error nothing has changed.
    Misuse (NULL, size 0, n * size too big, a context in two calls) asserts, too. Arrays that are
    not aligned assert, but are sorted. Only stable pairs fail without scratch. Nothing is logged.

THREADS
    [any thread]   from any thread at any time, on different arrays at once
    [change]       one call at a time on a context; a second one asserts: GC_SORT_E_ARGUMENT
    A context's tasks run where desc.parallel_for puts them, or on desc.threads of its own.
    These are pthreads (glibc before 2.34 wants -pthread), or Win32's (windows.h, lean, with
    NOMINMAX). Between calls they sleep. Unless placed, they avoid the caller's processor (Linux).

PLATFORMS
    C99 and C++11, for IEEE 754 floats. On x86-64 the first call asks the processor; no flags are
    needed. AVX-512 (F, BW, DQ, VL) and AVX2 sort keys, pairs and indices; NEON and wasm128
    (-msimd128), by gcc 12 or clang, keys of 16 and 32 bits. All else is scalar, as by mingw's gcc.

LIMITS
    n * size must fit size_t. A call takes up to 52 KB of stack.

RECENT CHANGES
    0.4.0  faults of 0.3 mended: see CHANGELOG.md

SPDX-License-Identifier: MIT OR Unlicense
*/

// >>common head
// Strict ISO modes hide POSIX, and the first system header decides: each of the five has this.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#if defined(GC_SORT_IMPLEMENTATION) || defined(GC_SORT_STATIC)
#define _GNU_SOURCE
#endif
#endif

// After a plain include the declarations are extern and stay it.
#if defined(GC_SORT_STATIC) && defined(GC_SORT_PRIV_PLAIN)
#error "gc_sort.h: GC_SORT_STATIC must be defined before the first include"
#endif
// <<common head

#if defined(GC_SORT_VERSION) && GC_SORT_VERSION != 400
#error "gc_sort.h: another version of gc_sort.h was already included in this translation unit"
#endif

#ifndef GC_SORT_H
#define GC_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GC_SORT_VERSION 400   // major * 10000 + minor * 100 + patch

// >>common config
#if defined(__GNUC__) || defined(__clang__)
#define GC_SORT_PRIV_UNUSED __attribute__((unused))
#else
#define GC_SORT_PRIV_UNUSED
#endif

#ifdef GC_SORT_STATIC
#ifndef GC_SORT_IMPLEMENTATION
#define GC_SORT_IMPLEMENTATION
#endif
#ifndef GC_SORT_API
#define GC_SORT_API GC_SORT_PRIV_UNUSED static
#endif
#else
#define GC_SORT_PRIV_PLAIN
#endif
#ifndef GC_SORT_API
#define GC_SORT_API extern
#endif
#ifndef GC_SORT_INLINE
#define GC_SORT_INLINE GC_SORT_PRIV_UNUSED static inline
#endif
// <<common config

#ifdef __cplusplus
extern "C" {
#endif

// ---- results

// What the functions with an int result return.
enum {
    GC_SORT_OK = 0,
    GC_SORT_E_ARGUMENT = -1,          // misuse: NULL, a desc that contradicts itself, a context in use
    GC_SORT_E_MEMORY = -2,            // no memory, or desc.memory or desc.scratch_limit too small
    GC_SORT_E_UNSUPPORTED = -6,       // own threads, where there are none
    GC_SORT_E_THREAD = -9,            // open: a thread could not be started
    GC_SORT_E_SIZE = -20,             // the element size is 0, or n elements do not fit the address space
    GC_SORT_E_INVALID = GC_SORT_E_ARGUMENT     // its name before
};

// Version of the compiled implementation, as GC_SORT_VERSION. [any thread]
GC_SORT_API int gc_sort_version(void);

// English text of a result, static, never NULL. [any thread]
GC_SORT_API const char *gc_sort_result_string(int result);

// Instruction set that the number sorts use here: "avx512", "avx2", "neon", "wasm128" or
// "scalar". Static text. [any thread]
GC_SORT_API const char *gc_sort_isa(void);

// What GC_SORT_ONLY is or-ed of: types of keys; _PAIRS: keys of these with values, and argsort;
// _COMPARE: gc_sort, gc_sort_stable. And the types of a gc_sort_field, of which one is _U8.
#define GC_SORT_KIND_U16 1
#define GC_SORT_KIND_I16 2
#define GC_SORT_KIND_U32 4
#define GC_SORT_KIND_I32 8
#define GC_SORT_KIND_F32 16
#define GC_SORT_KIND_U64 32
#define GC_SORT_KIND_I64 64
#define GC_SORT_KIND_F64 128
#define GC_SORT_KIND_PAIRS 256
#define GC_SORT_KIND_COMPARE 512
#define GC_SORT_KIND_U8 1024

// ---- number keys
//
// Sort n keys in place, without allocation; _down gives the exact reverse. keys may be NULL
// only if n is 0; else it is misuse: assert, nothing done. Keys that are not aligned for their
// type are misuse as well, but are sorted. Floats go from -inf to +inf (-0 before +0), then
// +NaN, then -NaN.

// Sort keys of 32 bits, the least first; _down: the greatest first. [any thread]
GC_SORT_API void
    gc_sort_i32(int32_t *keys, size_t n), gc_sort_i32_down(int32_t *keys, size_t n),
    gc_sort_u32(uint32_t *keys, size_t n), gc_sort_u32_down(uint32_t *keys, size_t n),
    gc_sort_f32(float *keys, size_t n), gc_sort_f32_down(float *keys, size_t n);

#ifndef GC_SORT_NO_16
// Sort keys of 16 bits, the least first; _down: the greatest first. [any thread]
GC_SORT_API void gc_sort_i16(int16_t *keys, size_t n), gc_sort_i16_down(int16_t *keys, size_t n),
    gc_sort_u16(uint16_t *keys, size_t n), gc_sort_u16_down(uint16_t *keys, size_t n);
#endif

#ifndef GC_SORT_NO_64
// Sort keys of 64 bits, the least first; _down: the greatest first. [any thread]
GC_SORT_API void
    gc_sort_i64(int64_t *keys, size_t n), gc_sort_i64_down(int64_t *keys, size_t n),
    gc_sort_u64(uint64_t *keys, size_t n), gc_sort_u64_down(uint64_t *keys, size_t n),
    gc_sort_f64(double *keys, size_t n), gc_sort_f64_down(double *keys, size_t n);
#endif

// ---- many short arrays in one call
//
// Row i is from keys[starts[i]] to keys[starts[i + 1]], without the latter: starts has rows + 1
// places, which do not fall. Each row is sorted by itself, as by the calls above, but what
// belongs to a call is done once. GC_SORT_E_ARGUMENT: starts falls, or a pointer is NULL though
// there are keys; it asserts, and nothing is done.

// Sort rows of keys of 32 bits, the least first; _down: the greatest first. [any thread]
GC_SORT_API int
    gc_sort_rows_i32(int32_t *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_i32_down(int32_t *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_u32(uint32_t *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_u32_down(uint32_t *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_f32(float *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_f32_down(float *keys, const uint32_t *starts, size_t rows);

#ifndef GC_SORT_NO_16
// Sort rows of keys of 16 bits. [any thread]
GC_SORT_API int gc_sort_rows_i16(int16_t *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_i16_down(int16_t *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_u16(uint16_t *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_u16_down(uint16_t *keys, const uint32_t *starts, size_t rows);
#endif

#ifndef GC_SORT_NO_64
// Sort rows of keys of 64 bits. [any thread]
GC_SORT_API int
    gc_sort_rows_i64(int64_t *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_i64_down(int64_t *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_u64(uint64_t *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_u64_down(uint64_t *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_f64(double *keys, const uint32_t *starts, size_t rows),
    gc_sort_rows_f64_down(double *keys, const uint32_t *starts, size_t rows);
#endif

#ifndef GC_SORT_NO_PAIRS
// ---- keys with values
//
// Sort the pairs (keys[i], values[i]) in place, without allocation: by key, then by value as an
// unsigned integer; _down turns the order of the keys alone. The arrays must not overlap.
// Either may be NULL only if n is 0; else it is misuse: assert, nothing done. Arrays that are
// not aligned for their types are misuse as well, but are sorted.

// Sort keys of 32 bits with their values. [any thread]
GC_SORT_API void
    gc_sort_i32_kv(int32_t *keys, uint32_t *values, size_t n),
    gc_sort_i32_kv_down(int32_t *keys, uint32_t *values, size_t n),
    gc_sort_u32_kv(uint32_t *keys, uint32_t *values, size_t n),
    gc_sort_u32_kv_down(uint32_t *keys, uint32_t *values, size_t n),
    gc_sort_f32_kv(float *keys, uint32_t *values, size_t n),
    gc_sort_f32_kv_down(float *keys, uint32_t *values, size_t n);

#ifndef GC_SORT_NO_64
// Sort keys of 64 bits with their values. [any thread]
GC_SORT_API void
    gc_sort_i64_kv(int64_t *keys, uint64_t *values, size_t n),
    gc_sort_i64_kv_down(int64_t *keys, uint64_t *values, size_t n),
    gc_sort_u64_kv(uint64_t *keys, uint64_t *values, size_t n),
    gc_sort_u64_kv_down(uint64_t *keys, uint64_t *values, size_t n),
    gc_sort_f64_kv(double *keys, uint64_t *values, size_t n),
    gc_sort_f64_kv_down(double *keys, uint64_t *values, size_t n),
    gc_sort_u64_kv32(uint64_t *keys, uint32_t *values, size_t n),
    gc_sort_u64_kv32_down(uint64_t *keys, uint32_t *values, size_t n);
#endif

// Faster where few keys are different: values of equal keys end in any order, which is not the
// same with each instruction set. Keys of 32 bits. [any thread]
GC_SORT_API void
    gc_sort_i32_kv_any(int32_t *keys, uint32_t *values, size_t n),
    gc_sort_i32_kv_any_down(int32_t *keys, uint32_t *values, size_t n),
    gc_sort_u32_kv_any(uint32_t *keys, uint32_t *values, size_t n),
    gc_sort_u32_kv_any_down(uint32_t *keys, uint32_t *values, size_t n),
    gc_sort_f32_kv_any(float *keys, uint32_t *values, size_t n),
    gc_sort_f32_kv_any_down(float *keys, uint32_t *values, size_t n);

#ifndef GC_SORT_NO_64
// As these, keys of 64 bits. [any thread]
GC_SORT_API void
    gc_sort_i64_kv_any(int64_t *keys, uint64_t *values, size_t n),
    gc_sort_i64_kv_any_down(int64_t *keys, uint64_t *values, size_t n),
    gc_sort_u64_kv_any(uint64_t *keys, uint64_t *values, size_t n),
    gc_sort_u64_kv_any_down(uint64_t *keys, uint64_t *values, size_t n),
    gc_sort_f64_kv_any(double *keys, uint64_t *values, size_t n),
    gc_sort_f64_kv_any_down(double *keys, uint64_t *values, size_t n),
    gc_sort_u64_kv32_any(uint64_t *keys, uint32_t *values, size_t n),
    gc_sort_u64_kv32_any_down(uint64_t *keys, uint32_t *values, size_t n);
#endif

// ---- argsort
//
// Write to order[0 .. n) the indices of keys in rising order, those of equal keys by rising
// index, with _down as well. The keys stay as they are; order must not overlap them. More than
// 2,048 keys, 512 of 64 bits, are compared, which is slow: prefer gc_sort_ctx_order_..., or
// ..._with scratch then: n keys of 32 bits at least and 7 bytes, at any address. With less of
// it, or none (NULL, 0), ..._with does as the others do.
// GC_SORT_E_ARGUMENT: a pointer is NULL though n is not 0. GC_SORT_E_SIZE: n is above 2^32.
// Arrays that are not aligned for their types are misuse, but are sorted.

// Write the order of keys of 32 bits. [any thread]
GC_SORT_API int
    gc_sort_order_i32(const int32_t *keys, uint32_t *order, size_t n),
    gc_sort_order_i32_down(const int32_t *keys, uint32_t *order, size_t n),
    gc_sort_order_u32(const uint32_t *keys, uint32_t *order, size_t n),
    gc_sort_order_u32_down(const uint32_t *keys, uint32_t *order, size_t n),
    gc_sort_order_f32(const float *keys, uint32_t *order, size_t n),
    gc_sort_order_f32_down(const float *keys, uint32_t *order, size_t n);

// The same with scratch. [any thread]
GC_SORT_API int
    gc_sort_order_i32_with(
        const int32_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_i32_down_with(
        const int32_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_u32_with(
        const uint32_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_u32_down_with(
        const uint32_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_f32_with(
        const float *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_f32_down_with(
        const float *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size);

#ifndef GC_SORT_NO_16
// Write the order of keys of 16 bits. [any thread]
GC_SORT_API int gc_sort_order_i16(const int16_t *keys, uint32_t *order, size_t n),
    gc_sort_order_i16_down(const int16_t *keys, uint32_t *order, size_t n),
    gc_sort_order_u16(const uint16_t *keys, uint32_t *order, size_t n),
    gc_sort_order_u16_down(const uint16_t *keys, uint32_t *order, size_t n);

// The same with scratch. [any thread]
GC_SORT_API int
    gc_sort_order_i16_with(
        const int16_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_i16_down_with(
        const int16_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_u16_with(
        const uint16_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_u16_down_with(
        const uint16_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size);
#endif

#ifndef GC_SORT_NO_64
// Write the order of keys of 64 bits. [any thread]
GC_SORT_API int
    gc_sort_order_i64(const int64_t *keys, uint32_t *order, size_t n),
    gc_sort_order_i64_down(const int64_t *keys, uint32_t *order, size_t n),
    gc_sort_order_u64(const uint64_t *keys, uint32_t *order, size_t n),
    gc_sort_order_u64_down(const uint64_t *keys, uint32_t *order, size_t n),
    gc_sort_order_f64(const double *keys, uint32_t *order, size_t n),
    gc_sort_order_f64_down(const double *keys, uint32_t *order, size_t n);

// The same with scratch. [any thread]
GC_SORT_API int
    gc_sort_order_i64_with(
        const int64_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_i64_down_with(
        const int64_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_u64_with(
        const uint64_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_u64_down_with(
        const uint64_t *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_f64_with(
        const double *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size),
    gc_sort_order_f64_down_with(
        const double *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size);
#endif
#endif // GC_SORT_NO_PAIRS

// ---- comparators

// Below, at, or above zero when *a stands before, with, or after *b. It must not change the
// elements. gc_sort gives it addresses in the array alone; gc_sort_stable also gives it
// addresses in a buffer of its own, which is aligned for any type.
typedef int (*gc_sort_compare)(const void *a, const void *b, void *user);

#ifndef GC_SORT_NO_COMPARE
// Sorts n elements of size bytes at base by cmp, in place, at any alignment that cmp can read.
// Not stable: where equal elements end depends on the input alone. GC_SORT_E_ARGUMENT: cmp is
// NULL, or base is NULL and n is not 0. GC_SORT_E_SIZE: size is 0, or n * size overflows. [any
// thread]
GC_SORT_API int gc_sort(void *base, size_t n, size_t size, gc_sort_compare cmp, void *user);

// The same, and equal elements keep their order. It does not allocate, so it is slower from
// thousands on: prefer GC_SORT_DEFINE's name_stable with scratch. [any thread]
GC_SORT_API int gc_sort_stable(void *base, size_t n, size_t size, gc_sort_compare cmp, void *user);
#endif // GC_SORT_NO_COMPARE

// ---- a sort for one type
//
// GC_SORT_DEFINE writes it, with the comparison inlined. At file scope, no semicolon needed:
//
//     typedef struct { float depth; uint32_t mesh; } item;
//     #define ITEM_LESS(a, b) ((a).depth < (b).depth)
//     GC_SORT_DEFINE(sort_items, item, ITEM_LESS)
//
// defines   static void sort_items(item *v, size_t n);
//           static void sort_items_stable(item *v, size_t n, item *scratch);
//
// T        a complete type that can be assigned (C++: and made without arguments)
// less     less(a, b), a macro or a function: an expression on two const T lvalues, evaluated any number
//          of times; true if a stands before b
// v        NULL: nothing is done
// scratch  n elements apart from v; NULL: in place, slower
//
// This ITEM_LESS is for depths without NaNs. A NaN is neither below nor above any number, so
// with NaNs it is no weak order, and the items end in no order at all. This one has the NaNs
// last:
//
//     #define ITEM_LESS(a, b) ((a).depth < (b).depth || ((a).depth == (a).depth && (b).depth != (b).depth))
#define GC_SORT_DEFINE(name, T, less)                                                                        \
    typedef char name##_needs_a_complete_type[sizeof(T) ? 1 : -1];                                           \
    typedef T name##_priv_type;                                                                              \
    GC_SORT_INLINE bool name##_priv_less(                                                                    \
        const void *gc_sort_a, const void *gc_sort_b, const gc_sort_priv_env *gc_sort_e) {                   \
        const name##_priv_type *const gc_p = (const name##_priv_type *)gc_sort_a;                            \
        const name##_priv_type *const gc_q = (const name##_priv_type *)gc_sort_b;                            \
        (void)gc_sort_e;                                                                                     \
        return less((*gc_p), (*gc_q)) ? true : false;                                                        \
    }                                                                                                        \
    GC_SORT_PRIV_ALWAYS void name##_priv_copy(void *gc_to, const void *gc_from, size_t gc_size) {            \
        (void)gc_size;                                                                                       \
        *(name##_priv_type *)gc_to = *(const name##_priv_type *)gc_from;                                     \
    }                                                                                                        \
    GC_SORT_PRIV_ALWAYS void name##_priv_swap(void *gc_a, void *gc_b, size_t gc_size) {                      \
        const name##_priv_type gc_t = *(name##_priv_type *)gc_a;                                             \
        (void)gc_size;                                                                                       \
        *(name##_priv_type *)gc_a = *(name##_priv_type *)gc_b;                                               \
        *(name##_priv_type *)gc_b = gc_t;                                                                    \
    }                                                                                                        \
    GC_SORT_PRIV_APART void name##_priv_reverse(void *gc_first, void *gc_last, size_t gc_size) {             \
        name##_priv_type *gc_a = (name##_priv_type *)gc_first;                                               \
        name##_priv_type *gc_b = (name##_priv_type *)gc_last;                                                \
        for (; gc_a < gc_b; gc_a++, gc_b--) name##_priv_swap(gc_a, gc_b, gc_size);                           \
    }                                                                                                        \
    GC_SORT_PRIV_UNUSED static const gc_sort_priv_type name##_priv_how = {                                   \
        name##_priv_less, name##_priv_copy, name##_priv_swap, name##_priv_reverse, NULL                      \
    };                                                                                                       \
    GC_SORT_PRIV_APART void name##_priv_small(                                                               \
        unsigned char *gc_v, size_t gc_n, unsigned char *gc_room, const gc_sort_priv_env *gc_e) {            \
        const gc_sort_priv_elements gc_by = GC_SORT_PRIV_OF(name, NULL, gc_room, gc_e);                      \
        gc_sort_priv_cmp_small(&gc_by, gc_v, gc_n);                                                          \
    }                                                                                                        \
    GC_SORT_PRIV_UNUSED static void name(T *v, size_t n) {                                                   \
        T gc_room[sizeof(T) <= GC_SORT_PRIV_DIRECT ? GC_SORT_PRIV_SMALL_MOST : 2];                           \
        const gc_sort_priv_elements gc_by =                                                                  \
            GC_SORT_PRIV_OF(name, name##_priv_small, (unsigned char *)gc_room, NULL);                        \
        if (v && n > 1) gc_sort_priv_cmp_sort(&gc_by, (unsigned char *)v, n);                                \
    }                                                                                                        \
    GC_SORT_PRIV_APART void name##_priv_merges(T *gc_v, size_t gc_n, T *gc_room, size_t gc_cap) {            \
        const gc_sort_priv_elements gc_by = GC_SORT_PRIV_OF(name, name##_priv_small, NULL, NULL);            \
        gc_sort_priv_cmp_stable(&gc_by, (unsigned char *)gc_v, gc_n, (unsigned char *)gc_room, gc_cap);      \
    }                                                                                                        \
    GC_SORT_PRIV_APART void name##_priv_in_place(T *gc_v, size_t gc_n) {                                     \
        T gc_room[GC_SORT_PRIV_ROOM / sizeof(T) + 1];                                                        \
        name##_priv_merges(gc_v, gc_n, gc_room, GC_SORT_PRIV_ROOM / sizeof(T) + 1);                          \
    }                                                                                                        \
    GC_SORT_PRIV_UNUSED static void name##_stable(T *v, size_t n, T *scratch) {                              \
        if (!v || n < 2) return;                                                                             \
        if (scratch) name##_priv_merges(v, n, scratch, n);                                                   \
        else name##_priv_in_place(v, n);                                                                     \
    }

#ifndef GC_SORT_NO_CTX
// ---- contexts: threads, and scratch kept between calls

// >>common allocation
// Memory from the caller. One function for all: ptr NULL allocates, new_size 0 frees and
// returns NULL; NULL otherwise means out of memory, and the block is unchanged. Blocks are
// aligned as malloc's.
typedef struct gc_sort_allocator {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
} gc_sort_allocator;
// <<common allocation

// What number keys are sorted by. Those with a name are quicksorts as games have them, without
// SIMD, to compare with: slower by far. Pairs and argsort are always automatic.
enum {
    GC_SORT_AUTOMATIC = 0,
    GC_SORT_QUICK = 1,               // without recursion, on the calling thread
    // Parts by GC_SORT_QUICK, as tasks; then rounds of merges, two runs a task. Wants scratch
    // for n keys; else it is GC_SORT_QUICK.
    GC_SORT_QUICK_MERGE = 2,
    // Rounds in which each range is parted by a task; when there are enough ranges, each by
    // GC_SORT_QUICK.
    GC_SORT_QUICK_LEVELS = 3
};

// How a context works. All zero: serial, default allocator.
typedef struct gc_sort_desc {
    // Without parallel_for: exactly so many threads sort, the calling one among them; open
    // starts the others, they sleep between calls, close ends them. 0 or 1: the calling thread
    // alone. At most GC_SORT_THREADS_MAX. A forked child must neither use nor close a context
    // that has such threads: there they are not. With parallel_for: how many threads its pool
    // has, a hint, of any size; 0: not known.
    uint32_t threads;

    // Calls task(arg, i) once for each i below count, in any order, on any threads, and returns
    // when all are done (and seen, as after a join). No task waits for another.
    void (*parallel_for)(void *user, void (*task)(void *arg, size_t index), void *arg, size_t count);
    void *user;                      // handed to parallel_for

    gc_sort_allocator allocator;     // resize NULL: GC_SORT_MALLOC and friends
    void *memory;                    // if set, context and scratch live here, and nothing is allocated
    // At least GC_SORT_CONTEXT_SIZE, and with own threads 512 bytes and 16 for each more, or
    // GC_SORT_E_MEMORY; the rest is scratch.
    size_t memory_size;
    size_t scratch_limit;            // most bytes of scratch; 0: no limit

    int algorithm;                   // GC_SORT_AUTOMATIC, or one by its name
    uint32_t parts;                  // of those: how many, at most 256 (128); few keys make fewer
    uint32_t threshold;              // so many keys are sorted by insertion (64)
} gc_sort_desc;

// Bytes of desc.memory that the context itself takes at most; most threads.
#define GC_SORT_CONTEXT_SIZE 256
#define GC_SORT_THREADS_MAX 64

// A context: gc_sort_open makes it. One call at a time.
typedef struct gc_sort_context gc_sort_context;

// Makes a context; desc NULL: all default. On failure NULL, and *error (error may be NULL) says
// why: GC_SORT_E_MEMORY; GC_SORT_E_THREAD, the system gives no more threads;
// GC_SORT_E_UNSUPPORTED, own threads or an algorithm where there are none; or
// GC_SORT_E_ARGUMENT (memory_size without memory, memory together with an allocator, too many
// threads, no such algorithm). [any thread]
GC_SORT_API gc_sort_context *gc_sort_open(const gc_sort_desc *desc, int *error);

// Ends the threads, frees the scratch and the context. NULL is harmless. [change]
GC_SORT_API void gc_sort_close(gc_sort_context *context);

// Lends the context's threads to other work: desc.parallel_for, of the same shape, with the
// context, a gc_sort_context *, as its user. So gc_sparse_run takes it. Calls task(arg, i) once
// for each i below count, in any order, on any of its threads, or one after the other where it
// has none, and returns when all are done. It does not allocate. NULL, or a context in use, as
// where a task calls it on its own one: it asserts, and the tasks run on the calling thread.
// [change]
GC_SORT_API void gc_sort_parallel_for(
    void *context, void (*task)(void *arg, size_t index), void *arg, size_t count);

// ---- number keys through a context
//
// As the number sorts above, in parallel from some 32,768 keys on, on own threads from 400,000
// bytes. GC_SORT_E_ARGUMENT: context is NULL or in use by another call, or keys is NULL and n
// is not 0. GC_SORT_E_SIZE: n keys do not fit the address space.

// Sort keys of 32 bits. [change]
GC_SORT_API int
    gc_sort_ctx_i32(gc_sort_context *context, int32_t *keys, size_t n),
    gc_sort_ctx_i32_down(gc_sort_context *context, int32_t *keys, size_t n),
    gc_sort_ctx_u32(gc_sort_context *context, uint32_t *keys, size_t n),
    gc_sort_ctx_u32_down(gc_sort_context *context, uint32_t *keys, size_t n),
    gc_sort_ctx_f32(gc_sort_context *context, float *keys, size_t n),
    gc_sort_ctx_f32_down(gc_sort_context *context, float *keys, size_t n);

#ifndef GC_SORT_NO_16
// Sort keys of 16 bits. [change]
GC_SORT_API int gc_sort_ctx_i16(gc_sort_context *context, int16_t *keys, size_t n),
    gc_sort_ctx_i16_down(gc_sort_context *context, int16_t *keys, size_t n),
    gc_sort_ctx_u16(gc_sort_context *context, uint16_t *keys, size_t n),
    gc_sort_ctx_u16_down(gc_sort_context *context, uint16_t *keys, size_t n);
#endif

#ifndef GC_SORT_NO_64
// Sort keys of 64 bits. [change]
GC_SORT_API int
    gc_sort_ctx_i64(gc_sort_context *context, int64_t *keys, size_t n),
    gc_sort_ctx_i64_down(gc_sort_context *context, int64_t *keys, size_t n),
    gc_sort_ctx_u64(gc_sort_context *context, uint64_t *keys, size_t n),
    gc_sort_ctx_u64_down(gc_sort_context *context, uint64_t *keys, size_t n),
    gc_sort_ctx_f64(gc_sort_context *context, double *keys, size_t n),
    gc_sort_ctx_f64_down(gc_sort_context *context, double *keys, size_t n);
#endif

#ifndef GC_SORT_NO_PAIRS
// ---- keys with values through a context
//
// As the pairs above: by key, then by value. Errors as for number keys.

// Sort keys of 32 bits with their values. [change]
GC_SORT_API int
    gc_sort_ctx_i32_kv(gc_sort_context *context, int32_t *keys, uint32_t *values, size_t n),
    gc_sort_ctx_i32_kv_down(gc_sort_context *context, int32_t *keys, uint32_t *values, size_t n),
    gc_sort_ctx_u32_kv(gc_sort_context *context, uint32_t *keys, uint32_t *values, size_t n),
    gc_sort_ctx_u32_kv_down(gc_sort_context *context, uint32_t *keys, uint32_t *values, size_t n),
    gc_sort_ctx_f32_kv(gc_sort_context *context, float *keys, uint32_t *values, size_t n),
    gc_sort_ctx_f32_kv_down(gc_sort_context *context, float *keys, uint32_t *values, size_t n);

#ifndef GC_SORT_NO_64
// Sort keys of 64 bits with their values. [change]
GC_SORT_API int
    gc_sort_ctx_i64_kv(gc_sort_context *context, int64_t *keys, uint64_t *values, size_t n),
    gc_sort_ctx_i64_kv_down(gc_sort_context *context, int64_t *keys, uint64_t *values, size_t n),
    gc_sort_ctx_u64_kv(gc_sort_context *context, uint64_t *keys, uint64_t *values, size_t n),
    gc_sort_ctx_u64_kv_down(gc_sort_context *context, uint64_t *keys, uint64_t *values, size_t n),
    gc_sort_ctx_f64_kv(gc_sort_context *context, double *keys, uint64_t *values, size_t n),
    gc_sort_ctx_f64_kv_down(gc_sort_context *context, double *keys, uint64_t *values, size_t n),
    gc_sort_ctx_u64_kv32(gc_sort_context *context, uint64_t *keys, uint32_t *values, size_t n),
    gc_sort_ctx_u64_kv32_down(gc_sort_context *context, uint64_t *keys, uint32_t *values, size_t n);
#endif

// ---- stable pairs through a context
//
// Sort the pairs (keys[i], values[i]) by key; those of equal keys keep their order. Errors as
// for number keys, and GC_SORT_E_SIZE: n is above 2^32; GC_SORT_E_MEMORY: no room for n keys or
// values, the larger ones, and n uint32_t of scratch. The arrays are unchanged then.

// Sort keys of 32 bits with their values, stable. [change]
GC_SORT_API int
    gc_sort_ctx_i32_kv_stable(gc_sort_context *context, int32_t *keys, uint32_t *values, size_t n),
    gc_sort_ctx_i32_kv_stable_down(gc_sort_context *context, int32_t *keys, uint32_t *values, size_t n),
    gc_sort_ctx_u32_kv_stable(gc_sort_context *context, uint32_t *keys, uint32_t *values, size_t n),
    gc_sort_ctx_u32_kv_stable_down(gc_sort_context *context, uint32_t *keys, uint32_t *values, size_t n),
    gc_sort_ctx_f32_kv_stable(gc_sort_context *context, float *keys, uint32_t *values, size_t n),
    gc_sort_ctx_f32_kv_stable_down(gc_sort_context *context, float *keys, uint32_t *values, size_t n);

#ifndef GC_SORT_NO_64
// Sort keys of 64 bits with their values, stable. [change]
GC_SORT_API int
    gc_sort_ctx_i64_kv_stable(gc_sort_context *context, int64_t *keys, uint64_t *values, size_t n),
    gc_sort_ctx_i64_kv_stable_down(gc_sort_context *context, int64_t *keys, uint64_t *values, size_t n),
    gc_sort_ctx_u64_kv_stable(gc_sort_context *context, uint64_t *keys, uint64_t *values, size_t n),
    gc_sort_ctx_u64_kv_stable_down(gc_sort_context *context, uint64_t *keys, uint64_t *values, size_t n),
    gc_sort_ctx_f64_kv_stable(gc_sort_context *context, double *keys, uint64_t *values, size_t n),
    gc_sort_ctx_f64_kv_stable_down(gc_sort_context *context, double *keys, uint64_t *values, size_t n),
    gc_sort_ctx_u64_kv32_stable(gc_sort_context *context, uint64_t *keys, uint32_t *values, size_t n),
    gc_sort_ctx_u64_kv32_stable_down(gc_sort_context *context, uint64_t *keys, uint32_t *values, size_t n);
#endif

// ---- argsort through a context
//
// As the argsort above. More keys than the stack takes want scratch for as many, of 32 bits at
// least; without it they are compared. Errors as for number keys; GC_SORT_E_SIZE: n is above
// 2^32.

// Write the order of keys of 32 bits. [change]
GC_SORT_API int
    gc_sort_ctx_order_i32(gc_sort_context *context, const int32_t *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_i32_down(gc_sort_context *context, const int32_t *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_u32(gc_sort_context *context, const uint32_t *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_u32_down(gc_sort_context *context, const uint32_t *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_f32(gc_sort_context *context, const float *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_f32_down(gc_sort_context *context, const float *keys, uint32_t *order, size_t n);

#ifndef GC_SORT_NO_16
// Write the order of keys of 16 bits. [change]
GC_SORT_API int
    gc_sort_ctx_order_i16(gc_sort_context *context, const int16_t *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_i16_down(gc_sort_context *context, const int16_t *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_u16(gc_sort_context *context, const uint16_t *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_u16_down(gc_sort_context *context, const uint16_t *keys, uint32_t *order, size_t n);
#endif

#ifndef GC_SORT_NO_64
// Write the order of keys of 64 bits. [change]
GC_SORT_API int
    gc_sort_ctx_order_i64(gc_sort_context *context, const int64_t *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_i64_down(gc_sort_context *context, const int64_t *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_u64(gc_sort_context *context, const uint64_t *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_u64_down(gc_sort_context *context, const uint64_t *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_f64(gc_sort_context *context, const double *keys, uint32_t *order, size_t n),
    gc_sort_ctx_order_f64_down(gc_sort_context *context, const double *keys, uint32_t *order, size_t n);
#endif

#endif // GC_SORT_NO_PAIRS

#ifndef GC_SORT_NO_COMPARE
// ---- comparators through a context
//
// As gc_sort and gc_sort_stable, on the context's threads from 8,192 elements on: cmp is called
// on several at once, and must not leave by longjmp. They want scratch for n elements, without
// which they are slower. So many are sorted stably by gc_sort_ctx, too: the result is the same
// on any number of threads. On one thread gc_sort is therefore faster, by a quarter or so.
// Errors as of gc_sort; GC_SORT_E_ARGUMENT: context is NULL, or in use.

// Sort n elements of size bytes at base by cmp; _stable: equal ones keep their order. [change]
GC_SORT_API int
    gc_sort_ctx(gc_sort_context *context, void *base, size_t n, size_t size, gc_sort_compare cmp,
                void *user),
    gc_sort_ctx_stable(gc_sort_context *context, void *base, size_t n, size_t size, gc_sort_compare cmp,
                       void *user);
#endif
#endif // GC_SORT_NO_CTX

#ifndef GC_SORT_NO_SELECT
// ---- the nth, the first k, places in what is sorted
//
// gc_sort_nth_... puts at keys[nth] the key that sorting would put there, none greater before
// it, none smaller behind it; nth >= n is misuse: assert, nothing done. gc_sort_top_... puts
// the least k keys in front, in order; k above n counts as n. _down: of the other order. Both
// in place, without allocation, in about 2 n steps; the rest is in no order. Keys as above.

// Put the nth of keys of 32 bits in its place. [any thread]
GC_SORT_API void
    gc_sort_nth_i32(int32_t *keys, size_t n, size_t nth),
    gc_sort_nth_i32_down(int32_t *keys, size_t n, size_t nth),
    gc_sort_nth_u32(uint32_t *keys, size_t n, size_t nth),
    gc_sort_nth_u32_down(uint32_t *keys, size_t n, size_t nth),
    gc_sort_nth_f32(float *keys, size_t n, size_t nth),
    gc_sort_nth_f32_down(float *keys, size_t n, size_t nth);

#ifndef GC_SORT_NO_16
// Put the nth of keys of 16 bits in its place. [any thread]
GC_SORT_API void gc_sort_nth_i16(int16_t *keys, size_t n, size_t nth),
    gc_sort_nth_i16_down(int16_t *keys, size_t n, size_t nth),
    gc_sort_nth_u16(uint16_t *keys, size_t n, size_t nth),
    gc_sort_nth_u16_down(uint16_t *keys, size_t n, size_t nth);
#endif

#ifndef GC_SORT_NO_64
// Put the nth of keys of 64 bits in its place. [any thread]
GC_SORT_API void
    gc_sort_nth_i64(int64_t *keys, size_t n, size_t nth),
    gc_sort_nth_i64_down(int64_t *keys, size_t n, size_t nth),
    gc_sort_nth_u64(uint64_t *keys, size_t n, size_t nth),
    gc_sort_nth_u64_down(uint64_t *keys, size_t n, size_t nth),
    gc_sort_nth_f64(double *keys, size_t n, size_t nth),
    gc_sort_nth_f64_down(double *keys, size_t n, size_t nth);
#endif

// Sort the first k of keys of 32 bits to the front. [any thread]
GC_SORT_API void
    gc_sort_top_i32(int32_t *keys, size_t n, size_t k),
    gc_sort_top_i32_down(int32_t *keys, size_t n, size_t k),
    gc_sort_top_u32(uint32_t *keys, size_t n, size_t k),
    gc_sort_top_u32_down(uint32_t *keys, size_t n, size_t k),
    gc_sort_top_f32(float *keys, size_t n, size_t k),
    gc_sort_top_f32_down(float *keys, size_t n, size_t k);

#ifndef GC_SORT_NO_16
// Sort the first k of keys of 16 bits to the front. [any thread]
GC_SORT_API void gc_sort_top_i16(int16_t *keys, size_t n, size_t k),
    gc_sort_top_i16_down(int16_t *keys, size_t n, size_t k),
    gc_sort_top_u16(uint16_t *keys, size_t n, size_t k),
    gc_sort_top_u16_down(uint16_t *keys, size_t n, size_t k);
#endif

#ifndef GC_SORT_NO_64
// Sort the first k of keys of 64 bits to the front. [any thread]
GC_SORT_API void
    gc_sort_top_i64(int64_t *keys, size_t n, size_t k),
    gc_sort_top_i64_down(int64_t *keys, size_t n, size_t k),
    gc_sort_top_u64(uint64_t *keys, size_t n, size_t k),
    gc_sort_top_u64_down(uint64_t *keys, size_t n, size_t k),
    gc_sort_top_f64(double *keys, size_t n, size_t k),
    gc_sort_top_f64_down(double *keys, size_t n, size_t k);
#endif

// Places in keys in the order of gc_sort_...: _lower_ gives the first that is not before key,
// _upper_ the first that is behind it, both n if there is none. Floats in the order of
// gc_sort_f32, so that a NaN has a place. sorted must be aligned for its type.

// The first of keys of 32 bits not below key; _upper_: the first above it. [any thread]
GC_SORT_API size_t
    gc_sort_lower_i32(const int32_t *sorted, size_t n, int32_t key),
    gc_sort_upper_i32(const int32_t *sorted, size_t n, int32_t key),
    gc_sort_lower_u32(const uint32_t *sorted, size_t n, uint32_t key),
    gc_sort_upper_u32(const uint32_t *sorted, size_t n, uint32_t key),
    gc_sort_lower_f32(const float *sorted, size_t n, float key),
    gc_sort_upper_f32(const float *sorted, size_t n, float key);

#ifndef GC_SORT_NO_16
// The first of keys of 16 bits not below key; _upper_: the first above it. [any thread]
GC_SORT_API size_t
    gc_sort_lower_i16(const int16_t *sorted, size_t n, int16_t key),
    gc_sort_upper_i16(const int16_t *sorted, size_t n, int16_t key),
    gc_sort_lower_u16(const uint16_t *sorted, size_t n, uint16_t key),
    gc_sort_upper_u16(const uint16_t *sorted, size_t n, uint16_t key);
#endif

#ifndef GC_SORT_NO_64
// The first of keys of 64 bits not below key; _upper_: the first above it. [any thread]
GC_SORT_API size_t
    gc_sort_lower_i64(const int64_t *sorted, size_t n, int64_t key),
    gc_sort_upper_i64(const int64_t *sorted, size_t n, int64_t key),
    gc_sort_lower_u64(const uint64_t *sorted, size_t n, uint64_t key),
    gc_sort_upper_u64(const uint64_t *sorted, size_t n, uint64_t key),
    gc_sort_lower_f64(const double *sorted, size_t n, double key),
    gc_sort_upper_f64(const double *sorted, size_t n, double key);
#endif
#endif // GC_SORT_NO_SELECT

#ifndef GC_SORT_NO_PAIRS
// ---- records by one of their numbers
//
// Sort n records of size bytes by the number at offset (offsetof) in each; those of equal
// numbers keep their order, with _down as well. By two numbers at once: gc_sort_by2. base and
// numbers need no alignment. scratch: gc_sort_by_scratch(n, size) bytes at any address. With
// fewer, 12 n + 64 at least, records move one by one, or are merged, in more time; with less or
// none (NULL, 0) more than 1,024 are merged in place, which takes 8 times as long.
// GC_SORT_E_ARGUMENT: base is NULL though n is not 0, or the number is not within the record.
// GC_SORT_E_SIZE: size is 0, n records do not fit the address space, or n is above 2^32.

// Bytes of scratch with which gc_sort_by_... is fastest; SIZE_MAX: they do not fit.
// [any thread]
GC_SORT_API size_t gc_sort_by_scratch(size_t n, size_t size);

// A number in a record: its offsetof; GC_SORT_KIND_U8 to GC_SORT_KIND_F64, with any cut; down:
// the greatest first.
typedef struct gc_sort_field { size_t offset; int kind; bool down; } gc_sort_field;

// By two numbers: by the second where the first ones are equal. Two that have up to 64 bits
// together take one sort, as one number does. GC_SORT_E_ARGUMENT: no such kind, too.
// [any thread]
GC_SORT_API int gc_sort_by2(void *base, size_t n, size_t size, gc_sort_field first, gc_sort_field second,
                            void *scratch, size_t scratch_size);

// By a number of 32 bits, the least first; _down: the greatest first. [any thread]
GC_SORT_API int
    gc_sort_by_i32(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_i32_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_u32(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_u32_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_f32(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_f32_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size);

#ifndef GC_SORT_NO_64
// By a number of 64 bits, the least first; _down: the greatest first. [any thread]
GC_SORT_API int
    gc_sort_by_i64(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_i64_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_u64(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_u64_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_f64(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_f64_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size);
#endif

#ifndef GC_SORT_NO_16
// By a number of 8 or 16 bits. [any thread]
GC_SORT_API int
    gc_sort_by_u8(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_u8_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_u16(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size),
    gc_sort_by_u16_down(void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size);
#endif

#ifndef GC_SORT_NO_CTX
// Through a context: with its scratch, on its threads; without the memory for it as with NULL,
// 0. Errors as without a context; GC_SORT_E_ARGUMENT: context is NULL, or in use.

// By two numbers. [change]
GC_SORT_API int gc_sort_ctx_by2(gc_sort_context *context, void *base, size_t n, size_t size,
                                gc_sort_field first, gc_sort_field second);

// By a number of 32 bits. [change]
GC_SORT_API int
    gc_sort_ctx_by_i32(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_i32_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_u32(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_u32_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_f32(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_f32_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset);

#ifndef GC_SORT_NO_64
// By a number of 64 bits. [change]
GC_SORT_API int
    gc_sort_ctx_by_i64(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_i64_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_u64(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_u64_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_f64(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_f64_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset);
#endif

#ifndef GC_SORT_NO_16
// By a number of 8 or 16 bits. [change]
GC_SORT_API int gc_sort_ctx_by_u8(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_u8_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_u16(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset),
    gc_sort_ctx_by_u16_down(gc_sort_context *context, void *base, size_t n, size_t size, size_t offset);
#endif
#endif // GC_SORT_NO_CTX

// ---- records by one of their numbers, in place
//
// Without scratch, in O(n) on sorted and falling numbers: records of equal numbers end in any
// order, the same one everywhere. gc_sort_nth_by_... puts at place nth the record that sorting
// would put there, none before it greater, none behind it smaller; gc_sort_top_by_... puts the
// first k in front, in order, the rest in no order; k above n counts as n. Errors as of
// gc_sort_by_...; GC_SORT_E_ARGUMENT: nth >= n, which asserts.

// By a number of 32 bits, in place. [any thread]
GC_SORT_API int
    gc_sort_by_i32_any(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_i32_any_down(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_u32_any(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_u32_any_down(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_f32_any(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_f32_any_down(void *base, size_t n, size_t size, size_t offset);

#ifndef GC_SORT_NO_64
// By a number of 64 bits, in place. [any thread]
GC_SORT_API int
    gc_sort_by_i64_any(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_i64_any_down(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_u64_any(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_u64_any_down(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_f64_any(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_f64_any_down(void *base, size_t n, size_t size, size_t offset);
#endif

#ifndef GC_SORT_NO_16
// By a number of 8 or 16 bits, in place. [any thread]
GC_SORT_API int gc_sort_by_u8_any(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_u8_any_down(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_u16_any(void *base, size_t n, size_t size, size_t offset),
    gc_sort_by_u16_any_down(void *base, size_t n, size_t size, size_t offset);
#endif

#ifndef GC_SORT_NO_SELECT
// Put the nth record by a number of 32 bits in its place. [any thread]
GC_SORT_API int
    gc_sort_nth_by_i32(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_i32_down(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_u32(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_u32_down(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_f32(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_f32_down(void *base, size_t n, size_t size, size_t offset, size_t nth);

// Sort the first k records by a number of 32 bits to the front. [any thread]
GC_SORT_API int
    gc_sort_top_by_i32(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_i32_down(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_u32(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_u32_down(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_f32(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_f32_down(void *base, size_t n, size_t size, size_t offset, size_t k);

#ifndef GC_SORT_NO_64
// Put the nth record by a number of 64 bits in its place. [any thread]
GC_SORT_API int
    gc_sort_nth_by_i64(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_i64_down(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_u64(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_u64_down(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_f64(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_f64_down(void *base, size_t n, size_t size, size_t offset, size_t nth);

// Sort the first k records by a number of 64 bits to the front. [any thread]
GC_SORT_API int
    gc_sort_top_by_i64(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_i64_down(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_u64(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_u64_down(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_f64(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_f64_down(void *base, size_t n, size_t size, size_t offset, size_t k);
#endif

#ifndef GC_SORT_NO_16
// Put the nth record by a number of 8 or 16 bits in its place. [any thread]
GC_SORT_API int gc_sort_nth_by_u8(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_u8_down(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_u16(void *base, size_t n, size_t size, size_t offset, size_t nth),
    gc_sort_nth_by_u16_down(void *base, size_t n, size_t size, size_t offset, size_t nth);

// Sort the first k records by a number of 8 or 16 bits to the front. [any thread]
GC_SORT_API int
    gc_sort_top_by_u8(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_u8_down(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_u16(void *base, size_t n, size_t size, size_t offset, size_t k),
    gc_sort_top_by_u16_down(void *base, size_t n, size_t size, size_t offset, size_t k);
#endif
#endif

// ---- a column in an order
//
// Element i becomes the one that was at order[i]: so gc_sort_order_... brings any number of
// columns into one order. scratch: n * size bytes at any address. With fewer, from 4 n + 16 on,
// elements move one by one, in more time; so do up to 3,072 without any (NULL, 0).
// After an error nothing has moved. GC_SORT_E_ARGUMENT: a pointer is NULL though n is not 0, an
// index is not below n, or, where elements move one by one, comes twice; these assert.
// GC_SORT_E_SIZE: as of gc_sort_by_.... GC_SORT_E_MEMORY: too little scratch. [any thread]
GC_SORT_API int gc_sort_apply(void *base, size_t n, size_t size, const uint32_t *order, void *scratch,
                              size_t scratch_size);

// ---- strings
//
// Sort texts that end with a NUL by their bytes, as strcmp does (of UTF-8: by code points):
// pointers to them, or their offsets in a pool. Equal ones end in any order. scratch: 8 n + 7
// bytes at any address; with fewer, or none (NULL, 0), they are compared by strcmp, which takes
// several times as long. GC_SORT_E_ARGUMENT: a pointer is NULL though n is not 0.
// GC_SORT_E_SIZE: n * 8 does not fit the address space. GC_SORT_E_MEMORY: too little scratch,
// and gc_sort is cut. [any thread]
GC_SORT_API int
    gc_sort_strings(const char **strings, size_t n, void *scratch, size_t scratch_size),
    gc_sort_strings_in(
        const char *pool, uint32_t *offsets, size_t n, void *scratch, size_t scratch_size);
#endif // GC_SORT_NO_PAIRS

// ---- private from here on

// What gc_sort's comparison needs; NULL for GC_SORT_DEFINE.
typedef struct gc_sort_priv_env {
    gc_sort_compare cmp;
    void *user;
    size_t size;
} gc_sort_priv_env;

// What the sorts by a comparison do with elements.
typedef struct gc_sort_priv_type {
    bool (*less)(const void *a, const void *b, const gc_sort_priv_env *e);
    void (*copy)(void *to, const void *from, size_t size);
    void (*swap)(void *a, void *b, size_t size);
    void (*reverse)(void *first, void *last, size_t size);
    void (*move)(void *to, const void *from, size_t bytes);      // of many; swap takes many, too; or NULL
} gc_sort_priv_type;

#ifdef __cplusplus
}
#endif

// So many elements are sorted by merges from both ends; bytes of an element up to which these
// move it, and a partition carries it in a hole; bytes of room on the stack for merges.
#ifndef GC_SORT_PRIV_SMALL
#define GC_SORT_PRIV_SMALL 32
#endif
#define GC_SORT_PRIV_SMALL_MOST 32
#ifndef GC_SORT_PRIV_DIRECT
#define GC_SORT_PRIV_DIRECT 128
#endif
#ifndef GC_SORT_PRIV_HOLE
#define GC_SORT_PRIV_HOLE 16
#endif
#ifndef GC_SORT_PRIV_ROOM
#define GC_SORT_PRIV_ROOM 16384
#endif

// What GC_SORT_DEFINE's functions do it with.
#define GC_SORT_PRIV_OF(name, leaf, room, e)                                                                 \
    { &name##_priv_how, leaf, sizeof(name##_priv_type), GC_SORT_PRIV_SMALL,                                  \
      sizeof(name##_priv_type) <= GC_SORT_PRIV_DIRECT, false, room, NULL, e }
#endif // GC_SORT_H

#ifndef GC_SORT_PRIV_COMPARISON
#define GC_SORT_PRIV_COMPARISON
// >>comparison the sorts by a comparison, of GC_SORT_DEFINE and of gc_sort
//
// Functions over addresses, which are copied into their callers: there the size of an element
// is a constant, or not, and what a gc_sort_priv_type points to is called directly.
//
// In place, not stable: gc_sort_priv_cmp_sort
//   - one_run: a scan finds out whether all is sorted already, or falls, be it with ties
//   - quick: quicksort, its pivot a pseudo-median of up to 27; elements equal to a pivot on the
//     left are taken out at once
//   - part: parts by answers that are kept, or, of small elements, carries one in a hole
//   - small: up to 32 in fours, which are merged from both ends; of large elements, and for
//     gc_sort, only their places are, and then each element moves once
//   - heapsort: bottom-up heapsort (Wegener 1993), after log2 n splits worse than 1 : 7
// Stable: gc_sort_priv_cmp_stable
//   - run: finds runs, rising or falling; pieces: sorts what lies between them, as small does
//   - merge: with a buffer of cap elements; halves that exceed it are split by rotation (Dudzinski
//     and Dydek 1981), in the order of Munro and Wild, "Nearly-optimal mergesorts" (2018)
// Where answers are random no jump hangs on one: it would be mispredicted. Each loop is bounded
// by addresses, whatever a comparison says, so none can lead outside the array. While a
// comparison of gc_sort runs, each element is in the array.

// Copied into their callers, and never.
#if defined(__GNUC__) || defined(__clang__)
#define GC_SORT_PRIV_ALWAYS __attribute__((always_inline, unused)) static inline
#define GC_SORT_PRIV_RESTRICT __restrict
#elif defined(_MSC_VER)
#define GC_SORT_PRIV_ALWAYS static __forceinline
#define GC_SORT_PRIV_RESTRICT __restrict
#else
#define GC_SORT_PRIV_ALWAYS static inline
#define GC_SORT_PRIV_RESTRICT
#endif
#if defined(__GNUC__) || defined(__clang__)
#define GC_SORT_PRIV_APART __attribute__((noinline, unused)) static
#else
#define GC_SORT_PRIV_APART static
#endif

// The compiler forgets what it knows of a number.
#if defined(__GNUC__) || defined(__clang__)
#define GC_SORT_PRIV_OPAQUE(x) __asm__("" : "+r"(x))
#else
#define GC_SORT_PRIV_OPAQUE(x) ((void)0)
#endif

// What is done with the elements of one call. few: so many are sorted by `leaf`, which is
// gc_sort_priv_cmp_small. direct: that merges them as they are. swaps: a partition swaps each.
typedef struct gc_sort_priv_elements {
    const gc_sort_priv_type *type;
    void (*leaf)(unsigned char *v, size_t n, unsigned char *room, const gc_sort_priv_env *e);
    size_t size, few;
    bool direct, swaps;
    unsigned char *room;             // for a pivot and one that is held, if direct for `few`; or NULL
    const unsigned char *base;       // elements are places behind it, of other elements; or NULL
    const gc_sort_priv_env *e;
} gc_sort_priv_elements;

GC_SORT_PRIV_ALWAYS bool gc_sort_priv_cmp_less(
    const gc_sort_priv_elements *by, const unsigned char *a, const unsigned char *b) {
    if (!by->base) return by->type->less(a, b, by->e);
    return by->type->less(by->base + *(const size_t *)(const void *)a,
                          by->base + *(const size_t *)(const void *)b, by->e);
}

GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_copy(
    const gc_sort_priv_elements *by, unsigned char *to, const unsigned char *from) {
    if (!by->base) by->type->copy(to, from, by->size);
    else *(size_t *)(void *)to = *(const size_t *)(const void *)from;
}

GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_swap(
    const gc_sort_priv_elements *by, unsigned char *a, unsigned char *b) {
    by->type->swap(a, b, by->size);
}

// Moves or swaps many; they may overlap where they move.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_move(
    const gc_sort_priv_elements *by, unsigned char *to, const unsigned char *from, size_t n) {
    const size_t step = by->size, all = n * step;
    if (by->type->move) by->type->move(to, from, all);
    else if (to < from) for (size_t i = 0; i < all; i += step) by->type->copy(to + i, from + i, step);
    else for (size_t i = all; i > 0; i -= step) by->type->copy(to + i - step, from + i - step, step);
}
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_swaps(
    const gc_sort_priv_elements *by, unsigned char *a, unsigned char *b, size_t n) {
    const size_t step = by->size, all = n * step;
    if (by->type->move) by->type->swap(a, b, all);
    else for (size_t i = 0; i < all; i += step) by->type->swap(a + i, b + i, step);
}

// An answer as all ones or 0, and one of two addresses by it: without a jump.
GC_SORT_PRIV_ALWAYS size_t gc_sort_priv_cmp_mask(
    const gc_sort_priv_elements *by, const unsigned char *a, const unsigned char *b) {
    size_t mask = 0 - (size_t)gc_sort_priv_cmp_less(by, a, b);
    GC_SORT_PRIV_OPAQUE(mask);
    return mask;
}

GC_SORT_PRIV_ALWAYS const unsigned char *gc_sort_priv_cmp_choose(
    const unsigned char *first, const unsigned char *second, size_t is_second) {
    const uintptr_t a = (uintptr_t)first, b = (uintptr_t)second;
    return (const unsigned char *)(a ^ ((a ^ b) & is_second));
}

// Sorts n elements, 0 to 4, from v to other ones at `to`; stable. Whatever the comparison says,
// each arrives once.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_four(
    const gc_sort_priv_elements *by, const unsigned char *v, size_t n, unsigned char *to) {
    const size_t step = by->size;
    if (n == 1) gc_sort_priv_cmp_copy(by, to, v);
    if (n < 2) return;

    const size_t one = gc_sort_priv_cmp_mask(by, v + step, v);
    const unsigned char *const a = v + (one & step), *const b = v + (~one & step);
    const unsigned char *c = v + 2 * step;
    if (n == 2) {
        gc_sort_priv_cmp_copy(by, to, a);
        gc_sort_priv_cmp_copy(by, to + step, b);
        return;
    }
    if (n == 3) {
        const size_t two = gc_sort_priv_cmp_mask(by, c, b), both = gc_sort_priv_cmp_mask(by, c, a) & two;
        const unsigned char *const middle = gc_sort_priv_cmp_choose(b, c, two);
        gc_sort_priv_cmp_copy(by, to, gc_sort_priv_cmp_choose(a, c, both));
        gc_sort_priv_cmp_copy(by, to + step, gc_sort_priv_cmp_choose(middle, a, both));
        gc_sort_priv_cmp_copy(by, to + 2 * step, gc_sort_priv_cmp_choose(c, b, two));
        return;
    }

    // Two pairs; the least and the greatest of all; then what is left between, x from the left.
    const size_t two = gc_sort_priv_cmp_mask(by, c + step, c);
    const unsigned char *const d = c + (~two & step);
    c += two & step;
    const size_t least = gc_sort_priv_cmp_mask(by, c, a), most = gc_sort_priv_cmp_mask(by, d, b);
    const unsigned char *const x = gc_sort_priv_cmp_choose(gc_sort_priv_cmp_choose(b, c, most), a, least);
    const unsigned char *const y = gc_sort_priv_cmp_choose(gc_sort_priv_cmp_choose(c, b, least), d, most);
    const size_t turn = gc_sort_priv_cmp_mask(by, y, x);
    gc_sort_priv_cmp_copy(by, to, gc_sort_priv_cmp_choose(a, c, least));
    gc_sort_priv_cmp_copy(by, to + step, gc_sort_priv_cmp_choose(x, y, turn));
    gc_sort_priv_cmp_copy(by, to + 2 * step, gc_sort_priv_cmp_choose(y, x, turn));
    gc_sort_priv_cmp_copy(by, to + 3 * step, gc_sort_priv_cmp_choose(d, b, most));
}

// Merges a and b sorted elements, which differ in number by one at most, to `to`: from both
// ends, so that one comparison need not wait for the other. Where a comparison lies the ends
// may not meet: then from the front alone.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_join(
    const gc_sort_priv_elements *by, const unsigned char *from, size_t a, size_t b, unsigned char *to) {
    const size_t step = by->size;
    const unsigned char *const middle = from + a * step, *const end = middle + b * step;
    const unsigned char *l = from, *r = middle, *l_last = middle - step, *r_last = end - step;
    unsigned char *t = to, *t_last = to + (a + b - 1) * step;
    for (size_t i = a < b ? a : b; i > 0; i--) {
        const size_t right = gc_sort_priv_cmp_mask(by, r, l);
        const size_t left = gc_sort_priv_cmp_mask(by, r_last, l_last);
        gc_sort_priv_cmp_copy(by, t, gc_sort_priv_cmp_choose(l, r, right));
        gc_sort_priv_cmp_copy(by, t_last, gc_sort_priv_cmp_choose(r_last, l_last, left));
        t += step;
        t_last -= step;
        r += right & step;
        l += step - (right & step);
        l_last -= left & step;
        r_last -= step - (left & step);
    }
    if (a != b) {
        const size_t is_left = 0 - (size_t)(l <= l_last);
        gc_sort_priv_cmp_copy(by, t, gc_sort_priv_cmp_choose(r, l, is_left));
        l += is_left & step;
        r += ~is_left & step;
    }
    if (l == l_last + step && r == r_last + step) return;

    l = from, r = middle;
    for (t = to; l < middle || r < end; t += step) {
        const bool right = l == middle || (r < end && gc_sort_priv_cmp_less(by, r, l));
        gc_sort_priv_cmp_copy(by, t, right ? r : l);
        if (right) r += step;
        else l += step;
    }
}

// Merges 2^levels pieces of n elements, which differ in number by one at most: after each piece
// the merges that it completes, from v to `other` and back. They stand in v, or, of fours, are
// sorted before to where they are wanted.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_rounds(
    const gc_sort_priv_elements *by, unsigned char *v, size_t n, unsigned char *other, int levels,
    bool fours) {
    const size_t step = by->size;
    const bool even = levels % 2 == 0;
    size_t at = 0;
    for (size_t i = 1; i <= (size_t)1 << levels; i++) {
        const size_t end = (size_t)((uint64_t)n * i >> levels);
        if (!fours) {
            by->leaf(v + at * step, end - at, other + at * step, by->e);
        } else {
            gc_sort_priv_cmp_four(by, v + at * step, end - at, other + at * step);
            for (size_t k = at * step; even && k < end * step; k += step) {
                gc_sort_priv_cmp_copy(by, v + k, other + k);
            }
        }

        bool there = fours && !even;
        for (size_t width = 1; (i & width) == 0; width *= 2) {
            const size_t middle = (size_t)((uint64_t)n * (i - width) >> levels);
            const size_t begin = (size_t)((uint64_t)n * (i - 2 * width) >> levels);
            gc_sort_priv_cmp_join(by, (there ? other : v) + begin * step, middle - begin, end - middle,
                                  (there ? v : other) + begin * step);
            there = !there;
        }
        at = end;
    }
}

// Element i becomes the one whose place is places[i], which becomes i's own: round each cycle,
// one held; of a size that is not known here in pieces.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_follow(
    const gc_sort_priv_elements *by, unsigned char *v, size_t *places, size_t n) {
    const size_t step = by->size;
    unsigned char some[128], *const held = by->room ? by->room : some;
    const size_t most = by->room ? step : sizeof some;
    for (size_t i = 0; i < n; i++) {
        const size_t start = i * step;
        if (places[i] == start) continue;
        size_t at = start, next;
        for (size_t done = 0; done < step; done += most) {
            const size_t size = step - done < most ? step - done : most;
            unsigned char *const p = v + done;
            by->type->copy(held, p + start, size);
            for (at = start; (next = places[at / step]) != start; at = next) {
                by->type->copy(p + at, p + next, size);
            }
            by->type->copy(p + at, held, size);
        }
        for (at = start; (next = places[at / step]) != at; at = next) places[at / step] = at;
    }
}

// Sorts n elements, up to GC_SORT_PRIV_SMALL_MOST; stable. If not direct, their places are
// sorted, so that they stand where they were until the last comparison was made.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_small(const gc_sort_priv_elements *by, unsigned char *v, size_t n) {
    int levels = 0;
    while (n > (size_t)4 << levels) levels++;
    if (by->direct) {
        gc_sort_priv_cmp_rounds(by, v, n, by->room, levels, true);
        return;
    }

    size_t places[2][GC_SORT_PRIV_SMALL_MOST];
    gc_sort_priv_elements p = *by;
    p.size = sizeof places[0][0];
    p.base = v;
    for (size_t i = 0; i < n; i++) places[0][i] = i * by->size;
    gc_sort_priv_cmp_rounds(&p, (unsigned char *)places[0], n, (unsigned char *)places[1], levels, true);
    gc_sort_priv_cmp_follow(by, v, places[0], n);
}

GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_reverse(
    const gc_sort_priv_elements *by, unsigned char *v, size_t n) {
    if (n > 1) by->type->reverse(v, v + (n - 1) * by->size, by->size);
}

// Where the run that begins at v ends, which rises or falls; one that falls is reversed. ties:
// equal ones may stand in a run that falls; they change their order.
GC_SORT_PRIV_ALWAYS size_t gc_sort_priv_cmp_run(
    const gc_sort_priv_elements *by, unsigned char *v, size_t n, bool ties) {
    const size_t step = by->size;
    unsigned char *const end = v + n * step, *p = v + step;
    if (n < 2) return n;
    const bool falls = gc_sort_priv_cmp_less(by, p, v);
    p += step;
    if (!falls) {
        while (p < end && !gc_sort_priv_cmp_less(by, p, p - step)) p += step;

        // What has risen is a tie if the last of it is not above the first.
        if (p == end || !ties || gc_sort_priv_cmp_less(by, v, p - step)) return (size_t)(p - v) / step;
    }
    for (; p < end; p += step) {
        const bool ends =
            ties ? gc_sort_priv_cmp_less(by, p - step, p) : !gc_sort_priv_cmp_less(by, p, p - step);
        if (ends) break;
    }
    const size_t length = (size_t)(p - v) / step;
    if (!ties || p == end) gc_sort_priv_cmp_reverse(by, v, length);
    return length;
}

// Follows the greater children to a leaf, climbs to where v[root] belongs, rotates.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_sift(
    const gc_sort_priv_elements *by, unsigned char *v, size_t root, size_t n) {
    const size_t step = by->size;
    size_t at = root;
    while (at < (n - 1) / 2) {
        at = 2 * at + 1;
        at += gc_sort_priv_cmp_less(by, v + at * step, v + (at + 1) * step) ? 1u : 0u;
    }
    if (n % 2 == 0 && at == n / 2 - 1) at = n - 1;
    while (at > root && gc_sort_priv_cmp_less(by, v + at * step, v + root * step)) at = (at - 1) / 2;
    for (; at > root; at = (at - 1) / 2) gc_sort_priv_cmp_swap(by, v + at * step, v + root * step);
}

// Bounds the time. Rare: one for all types.
GC_SORT_PRIV_APART void gc_sort_priv_cmp_heapsort(
    const gc_sort_priv_type *type, const gc_sort_priv_env *e, unsigned char *v, size_t n, size_t size) {
    const gc_sort_priv_elements by = { type, NULL, size, 0, false, false, NULL, NULL, e };
    for (size_t i = n + n / 2; i-- > 1;) {
        // First n / 2 rounds: i - n is the root of a heap to build. Then the greatest goes to
        // i.
        if (i < n) gc_sort_priv_cmp_swap(&by, v, v + i * size);
        if (i >= n || i > 1) gc_sort_priv_cmp_sift(&by, v, i < n ? 0 : i - n, i < n ? i : n);
    }
}

// The middle one of three.
GC_SORT_PRIV_ALWAYS const unsigned char *gc_sort_priv_cmp_median(
    const gc_sort_priv_elements *by, const unsigned char *a, const unsigned char *b,
    const unsigned char *c) {
    const size_t one = gc_sort_priv_cmp_mask(by, a, b), two = gc_sort_priv_cmp_mask(by, a, c);
    const size_t other = gc_sort_priv_cmp_mask(by, b, c) ^ one;
    return gc_sort_priv_cmp_choose(gc_sort_priv_cmp_choose(b, c, other), a, one ^ two);
}

// Pseudo-median of 1, 3, 9 or 27 elements spread over n.
GC_SORT_PRIV_ALWAYS size_t gc_sort_priv_cmp_pivot(
    const gc_sort_priv_elements *by, const unsigned char *v, size_t n) {
    const unsigned char *m[27];
    size_t count = n < 9 ? 1 : n < 64 ? 3 : n < 1024 ? 9 : 27;
    for (size_t i = 0; i < count; i++) m[i] = v + (n / count * i + n / count / 2) * by->size;
    for (; count > 1; count /= 3) {
        for (size_t i = 0; i < count / 3; i++) {
            m[i] = gc_sort_priv_cmp_median(by, m[3 * i], m[3 * i + 1], m[3 * i + 2]);
        }
    }
    return (size_t)(m[0] - v);
}

// Does the element belong to the left of the pivot?
GC_SORT_PRIV_ALWAYS bool gc_sort_priv_cmp_left(
    const gc_sort_priv_elements *by, const unsigned char *p, const unsigned char *pivot, bool equal) {
    return equal ? !gc_sort_priv_cmp_less(by, pivot, p) : gc_sort_priv_cmp_less(by, p, pivot);
}

// Elements before the pivot, which is at v, or (equal) those not after it, go behind it: gives
// the last of them. One is held, so that each other one takes a step of two copies.
GC_SORT_PRIV_ALWAYS unsigned char *gc_sort_priv_cmp_part_hole(
    const gc_sort_priv_elements *by, unsigned char *v, size_t n, const unsigned char *pivot, bool equal) {
    const size_t step = by->size;
    unsigned char *hole = v + step, *to = hole, *const end = v + n * step, *const held = by->room + step;
    gc_sort_priv_cmp_copy(by, held, hole);
    for (unsigned char *p = hole + step; p < end; p += step) {
        const bool left = gc_sort_priv_cmp_left(by, p, pivot, equal);
        gc_sort_priv_cmp_copy(by, hole, to);
        gc_sort_priv_cmp_copy(by, to, p);
        hole = p;
        to += left ? step : 0;
    }
    const bool left = gc_sort_priv_cmp_left(by, held, pivot, equal);
    gc_sort_priv_cmp_copy(by, hole, to);
    gc_sort_priv_cmp_copy(by, to, held);
    return left ? to : to - step;
}

// The same without one that is held: each is swapped, be it with itself.
GC_SORT_PRIV_ALWAYS unsigned char *gc_sort_priv_cmp_part_swaps(
    const gc_sort_priv_elements *by, unsigned char *v, size_t n, const unsigned char *pivot, bool equal) {
    const size_t step = by->size;
    unsigned char *last = v;
    for (unsigned char *p = v + step, *const end = v + n * step; p < end; p += step) {
        const bool left = gc_sort_priv_cmp_left(by, p, pivot, equal);
        gc_sort_priv_cmp_swap(by, last + step, p);
        last += left ? step : 0;
    }
    return last;
}

// The same by answers of up to 64 from either end, which are kept as places of what stands on
// the wrong side; then these are swapped (Edelkamp and Weiss, "BlockQuicksort", 2016).
GC_SORT_PRIV_ALWAYS unsigned char *gc_sort_priv_cmp_part(
    const gc_sort_priv_elements *by, unsigned char *v, size_t n, const unsigned char *pivot, bool equal) {
    const size_t step = by->size;
    if (by->direct && step <= GC_SORT_PRIV_HOLE) return gc_sort_priv_cmp_part_hole(by, v, n, pivot, equal);
    if (by->swaps) return gc_sort_priv_cmp_part_swaps(by, v, n, pivot, equal);

    unsigned char *low = v + step, *high = v + n * step;         // between them nothing was asked
    unsigned char *l[64], *r[64];
    size_t l_first = 0, l_end = 0, r_first = 0, r_end = 0;
    while (low < high) {
        size_t rest = (size_t)(high - low) / step;
        if (l_first == l_end) {
            size_t count = r_first == r_end ? rest - rest / 2 : rest;
            count = count < 64 ? count : 64;
            rest -= count;
            l_first = l_end = 0;
            for (; count > 0; count--, low += step) {
                l[l_end] = low;
                l_end += gc_sort_priv_cmp_left(by, low, pivot, equal) ? 0u : 1u;
            }
        }
        if (r_first == r_end) {
            r_first = r_end = 0;
            for (size_t count = rest < 64 ? rest : 64; count > 0; count--) {
                high -= step;
                r[r_end] = high;
                r_end += gc_sort_priv_cmp_left(by, high, pivot, equal) ? 1u : 0u;
            }
        }
        while (l_first < l_end && r_first < r_end) gc_sort_priv_cmp_swap(by, l[l_first++], r[r_first++]);
    }

    // What one side has more goes to its inner end.
    while (l_first < l_end) gc_sort_priv_cmp_swap(by, l[--l_end], low -= step);
    for (; r_first < r_end; low += step) gc_sort_priv_cmp_swap(by, r[--r_end], low);
    return low - step;
}

// A range that waits. low: an element at its place that none here stands before, or NULL. bad:
// bad splits allowed.
typedef struct gc_sort_priv_cmp_range {
    unsigned char *v, *low;
    size_t n;
    int bad;
} gc_sort_priv_cmp_range;

GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_quick(
    const gc_sort_priv_elements *by, unsigned char *v, size_t n, int bad) {
    const size_t step = by->size;
    gc_sort_priv_cmp_range waiting[8 * sizeof(size_t)];          // the longer sides: each half as long
    unsigned char *low = NULL;
    for (size_t depth = 0;; depth--) {
        while (n > by->few && bad > 0) {
            // The pivot to the front.
            unsigned char *const chosen = v + gc_sort_priv_cmp_pivot(by, v, n);
            if (chosen != v) gc_sort_priv_cmp_swap(by, v, chosen);
            if (by->room) by->type->copy(by->room, v, step);
            const unsigned char *const pivot = by->room ? by->room : v;

            // It equals low: elements not after it are done once they are moved left.
            if (low && !gc_sort_priv_cmp_less(by, low, pivot)) {
                unsigned char *const last = gc_sort_priv_cmp_part(by, v, n, pivot, true);
                n -= (size_t)(last - v) / step + 1;
                v = last + step;
                low = NULL;
                continue;
            }

            // Elements before it to the left, the pivot behind them.
            unsigned char *const last = gc_sort_priv_cmp_part(by, v, n, pivot, false);
            if (last != v) gc_sort_priv_cmp_swap(by, v, last);
            const size_t left = (size_t)(last - v) / step, right = n - left - 1;
            if (left < n / 8 || right < n / 8) bad--;

            // The shorter side is next, which bounds how many wait.
            gc_sort_priv_cmp_range *const other = &waiting[depth++];
            const bool shorter = left < right;
            other->v = shorter ? last + step : v;
            other->low = shorter ? last : low;
            other->n = shorter ? right : left;
            other->bad = bad;
            if (!shorter) {
                v = last + step;
                low = last;
            }
            n = shorter ? left : right;
        }
        if (n > by->few) gc_sort_priv_cmp_heapsort(by->type, by->e, v, n, step);
        else if (n > 1) by->leaf(v, n, by->room, by->e);

        if (depth == 0) return;
        v = waiting[depth - 1].v;
        low = waiting[depth - 1].low;
        n = waiting[depth - 1].n;
        bad = waiting[depth - 1].bad;
    }
}

GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_sort(const gc_sort_priv_elements *by, unsigned char *v, size_t n) {
    int log2_n = 0;
    if (gc_sort_priv_cmp_run(by, v, n, true) == n) return;
    for (size_t i = n; i > 1; i /= 2) log2_n++;
    gc_sort_priv_cmp_quick(by, v, n, log2_n);
}

// Sorts n elements with scratch for as many; stable.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_pieces(
    const gc_sort_priv_elements *by, unsigned char *v, size_t n, unsigned char *scratch) {
    int levels = 0;
    while (n > by->few << levels) levels += 2;           // so that all ends in v
    gc_sort_priv_cmp_rounds(by, v, n, scratch, levels, false);
}

// Merges the sorted a and b elements at v: with a of them in the scratch, forward.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_forward(
    const gc_sort_priv_elements *by, unsigned char *v, size_t a, size_t b, unsigned char *scratch) {
    const size_t step = by->size;
    unsigned char *p = v + a * step, *const end = p + b * step;
    unsigned char *s = scratch, *const s_end = scratch + a * step, *out = v;
    gc_sort_priv_cmp_move(by, scratch, v, a);
    while (s < s_end && p < end) {
        const size_t right = gc_sort_priv_cmp_mask(by, p, s);
        by->type->copy(out, gc_sort_priv_cmp_choose(s, p, right), step);
        out += step;
        p += right & step;
        s += step - (right & step);
    }
    gc_sort_priv_cmp_move(by, out, s, (size_t)(s_end - s) / step);
}

// The same with b of them in the scratch, backward.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_backward(
    const gc_sort_priv_elements *by, unsigned char *v, size_t a, size_t b, unsigned char *scratch) {
    const size_t step = by->size;
    unsigned char *p = v + a * step, *s = scratch + b * step, *out = p + b * step;
    gc_sort_priv_cmp_move(by, scratch, p, b);
    while (s > scratch && p > v) {
        const size_t left = gc_sort_priv_cmp_mask(by, s - step, p - step);
        out -= step;
        by->type->copy(out, gc_sort_priv_cmp_choose(s, p, left) - step, step);
        p -= left & step;
        s -= step - (left & step);
    }
    gc_sort_priv_cmp_move(by, v, scratch, (size_t)(s - scratch) / step);
}

// Turns a elements and the b behind them round: the shorter part by the scratch as soon as it
// fits; before it that is swapped with the far end of the other one, where it stays.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_rotate(
    const gc_sort_priv_elements *by, unsigned char *v, size_t a, size_t b, unsigned char *scratch,
    size_t cap) {
    const size_t step = by->size;
    while (a > cap && b > cap) {
        const size_t few = a < b ? a : b;
        gc_sort_priv_cmp_swaps(by, v, v + (a < b ? b : a) * step, few);
        if (a < b) {
            b -= few;
        } else {
            a -= few;
            v += few * step;
        }
    }
    if (a <= b) {
        gc_sort_priv_cmp_move(by, scratch, v, a);
        gc_sort_priv_cmp_move(by, v, v + a * step, b);
        gc_sort_priv_cmp_move(by, v + b * step, scratch, a);
    } else {
        gc_sort_priv_cmp_move(by, scratch, v + a * step, b);
        gc_sort_priv_cmp_move(by, v + b * step, v, a);
        gc_sort_priv_cmp_move(by, v, scratch, b);
    }
}

// Merges the sorted a and b elements at v with scratch for cap elements.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_merge(
    const gc_sort_priv_elements *by, unsigned char *v, size_t a, size_t b, unsigned char *scratch,
    size_t cap) {
    const size_t step = by->size;
    struct { unsigned char *v; size_t a, b; } waiting[16 * sizeof(size_t)];
    for (size_t depth = 0;; depth--) {
        while (a && b && gc_sort_priv_cmp_less(by, v + a * step, v + (a - 1) * step)) {
            unsigned char *const middle = v + a * step;
            if (a <= cap && (a <= b || b > cap)) {
                gc_sort_priv_cmp_forward(by, v, a, b, scratch);
                break;
            }
            if (b <= cap) {
                gc_sort_priv_cmp_backward(by, v, a, b, scratch);
                break;
            }
            if (a + b == 2) {
                gc_sort_priv_cmp_swap(by, v, middle);
                break;
            }

            // Neither fits: halve the longer one, find the cut in the other by bisection.
            const bool cut_left = a >= b;
            const size_t half = cut_left ? a / 2 : b / 2;
            size_t lo = 0, hi = cut_left ? b : a;
            while (lo < hi) {
                const size_t mid = lo + (hi - lo) / 2;
                const bool before =
                    cut_left ? gc_sort_priv_cmp_less(by, middle + mid * step, v + half * step)
                             : !gc_sort_priv_cmp_less(by, middle + half * step, v + mid * step);
                if (before) lo = mid + 1;
                else hi = mid;
            }
            const size_t i = cut_left ? half : lo, j = cut_left ? lo : half;

            // Turn the parts between round: then there are two smaller merges, of which one
            // waits.
            gc_sort_priv_cmp_rotate(by, v + i * step, a - i, j, scratch, cap);
            waiting[depth].v = v + (i + j) * step;
            waiting[depth].a = a - i;
            waiting[depth++].b = b - j;
            a = i;
            b = j;
        }
        if (depth == 0) return;
        v = waiting[depth - 1].v;
        a = waiting[depth - 1].a;
        b = waiting[depth - 1].b;
    }
}

// First key of part i of parts; parts differ in length by one at most. i == parts gives n.
GC_SORT_PRIV_UNUSED static inline size_t gc_sort_priv_cut(size_t n, size_t parts, size_t i) {
    return n / parts * i + (i < n % parts ? i : n % parts);
}

// A run that waits; how deep in the tree of merges that one is which joins it to the next.
typedef struct gc_sort_priv_cmp_wait {
    size_t from;
    int depth;
} gc_sort_priv_cmp_wait;

// Of the runs [a, b) and [b, c) among n: the first bit in which their middles, as parts of n,
// differ.
GC_SORT_PRIV_UNUSED static inline int gc_sort_priv_cmp_depth(size_t a, size_t b, size_t c, size_t n) {
    size_t x = a + b, y = b + c;
    int depth = 0;
    for (; (x >= n) == (y >= n); depth++) {
        x = 2 * (x >= n ? x - n : x);
        y = 2 * (y >= n ? y - n : y);
    }
    return depth;
}

// Long runs as they are, and what lies between them, sorted: all merged in the order of powers.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_cmp_stable(
    const gc_sort_priv_elements *by, unsigned char *v, size_t n, unsigned char *scratch, size_t cap) {
    const size_t step = by->size, many = (size_t)1 << 30, least = cap > by->few ? cap : by->few;
    const size_t most = least < many ? least : many;     // that are sorted in one go
    gc_sort_priv_cmp_wait waiting[8 * sizeof(size_t) + 2];
    size_t count = 0, good = by->few, last = 0, at = 0;
    while (good < n / good) good *= 2;

    // [at, seen): not sorted; behind it a run, if it is known.
    for (size_t seen = 0, run = 0, end = 0;;) {
        const bool more = seen < n && seen - at < most;
        if (more && run == 0) run = gc_sort_priv_cmp_run(by, v + seen * step, n - seen, false);
        if (more && run < good && seen + run < n) {
            const size_t rest = n - seen < most - (seen - at) ? n - seen : most - (seen - at);
            seen += rest < good ? rest : good;
            run = 0;
            continue;
        }

        // What is not sorted comes first, then the run.
        end = at < seen ? seen : seen + run;
        if (at == seen) {
            seen = end;
            run = 0;
        } else if (end - at > by->few) {
            gc_sort_priv_cmp_pieces(by, v + at * step, end - at, scratch);
        } else {
            by->leaf(v + at * step, end - at, cap ? scratch : NULL, by->e);
        }

        // Merges that are deeper in the tree than the one with the new piece come before it.
        const int depth = at == n ? -1 : at ? gc_sort_priv_cmp_depth(last, at, end, n) : 0;
        for (; count > 0 && waiting[count - 1].depth > depth; last = waiting[--count].from) {
            const size_t from = waiting[count - 1].from;
            gc_sort_priv_cmp_merge(by, v + from * step, last - from, at - last, scratch, cap);
        }
        if (at == n) return;
        if (at) {
            waiting[count].from = last;
            waiting[count++].depth = depth;
        }
        last = at;
        at = end;
    }
}
#endif // GC_SORT_PRIV_COMPARISON

#if defined(GC_SORT_IMPLEMENTATION) && !defined(GC_SORT_IMPLEMENTED)
#define GC_SORT_IMPLEMENTED

// >>map
//
// Three templates sort numbers. This file includes itself to write them out; >>names has their
// parameters and the names gc_sort_priv_kind_..., _lanes_... and _vec_... that stand for those
// of an instance.
//
//     >>scalar    once for each kind of array: KIND
//     >>networks  once for each set of lanes: ISA, LANES
//     >>vector    once for each kind with each instruction set: KIND, ISA
//
// The way of an array through them, and through the rest:
//
//     gc_sort_u32                     a public function has the map of its type of key
//       kind_entry                      checks the arguments; kind_crooked where something is not aligned
//         kind_sort                       asks for the instruction set
//           kind_scalar                     kind_one_run, kind_encode, kind_quick, kind_decode
//             kind_quick                      kind_pivot, kind_partition, kind_net16; kind_heapsort
//           vec_sort                        makes the job: the map, spread over lanes
//             vec_one_run                     in order already
//             vec_quick                       vec_pivot, vec_partition; kind_scalar if splits are bad
//               vec_net                         lanes_net1 to lanes_net32
//     gc_sort_ctx_u32                 through a context
//       kind_entry_ctx, kind_ctx        few keys: kind_sort; else alone with the context
//         parallel, rounds                chunk_task, exchange_task, parts_task, rest_task
//           kind_step                       vec_step: vec_partition, vec_quick; kind_scalar_step
//     gc_sort_order_u32               >>order: few keys are copied beside their indices, more compared
//     gc_sort_ctx_order_u32           >>indices: numbers of keys and indices, in scratch
//     gc_sort_ctx_u64                 >>radix on one thread without AVX-512, >>parallel on several
//     gc_sort_nth_u32                 and gc_sort_top_u32: kind_nth, kind_top
//       kind_select                     kind_select_cuts; kind_step, by the instruction set: vec_step
//     gc_sort_parallel_for            the context's threads, for tasks of others
//     gc_sort, GC_SORT_DEFINE         >>comparison, which stands behind the public section
//     gc_sort_ctx                     shares_task: parts by stable sorts, which then merge them
//
// Sections, in order:
//
//     comparison                      the sorts by a comparison, for every file that includes this
//     config, platform                macros and their defaults; what compiler and processor have
//     thresholds                      from how many elements on which way is taken
//     numbers, context, threads       the bijection of keys; scratch and tasks; own threads
//     steps, kinds                    a network as a list of exchanges; arrays and their elements
//     names, arguments, crooked       parameters of the templates; alignment; arrays that lack it
//     lanes, avx512, avx2, v128       operations on vectors, by instruction set
//     instances, pairs                templates written out; keys with values, in two arrays
//     comparators, order, parallel    gc_sort; argsort; arrays parted by threads
//     radix, indices                  64-bit keys, argsort and stable pairs through a context
//     records, strings                records by a number in them; texts by eight bytes at a time
//     public                          the public functions
//     splits, parting, scalar, named, select, entries, networks, vector
//                                     what this file includes of itself
//
// Words:
//
//     kind        a kind of array: unsigned keys of 16, 32 or 64 bits
//     element     what is sorted: a key; in networks of pairs a key and its value
//     raw, encoded   as in the caller's array; as unsigned (or signed) numbers in the same order
//     map         the constants of that bijection; job: the same, spread over lanes
//     lane, row   one element's place in a register; a register in a network's matrix
//     block       the kind of array that networks work on
//     cut         elements below it go to the left; bad: how many bad splits are still allowed
//     crooked     not aligned for its type

// >>common strict
// Silent under clang's -Weverything: STATIC marks functions as unused, and libcurl's and the C
// library's macros name themselves.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wused-but-marked-unused"
#pragma clang diagnostic ignored "-Wdisabled-macro-expansion"
#endif
// <<common strict

// >>config override macros and their defaults

#include <string.h>

#ifndef GC_SORT_ASSERT
#include <assert.h>
#define GC_SORT_ASSERT(c) assert(c)
#endif

#if defined(GC_SORT_MALLOC) && defined(GC_SORT_REALLOC) && defined(GC_SORT_FREE)
#elif defined(GC_SORT_MALLOC) || defined(GC_SORT_REALLOC) || defined(GC_SORT_FREE)
#error "gc_sort.h: define all of GC_SORT_MALLOC, GC_SORT_REALLOC and GC_SORT_FREE, or none"
#else
#include <stdlib.h>
#define GC_SORT_MALLOC(n) malloc(n)
#define GC_SORT_REALLOC(p, n) realloc(p, n)
#define GC_SORT_FREE(p) free(p)
#endif

// This file includes itself: by the name that it has, where the compiler tells it.
#ifndef GC_SORT_FILENAME
#if defined(__FILE_NAME__) && __INCLUDE_LEVEL__ > 0
#define GC_SORT_FILENAME __FILE_NAME__
#else
#define GC_SORT_FILENAME "gc_sort.h"
#endif
#endif
#define GC_SORT_PRIV_LOST            // until this file has found itself
#ifndef __has_include
#include GC_SORT_FILENAME
#elif __has_include(GC_SORT_FILENAME)
#include GC_SORT_FILENAME
#endif
#ifdef GC_SORT_PRIV_LOST             // no other error than this one
#error "gc_sort.h: cannot include itself: define GC_SORT_FILENAME as the name to include it by"
#else

// >>platform what compiler and processor have

// What is compiled: the flags of GC_SORT_ONLY, without what is cut. Static builds drop what is
// not called by themselves.
#ifdef GC_SORT_STATIC
#undef GC_SORT_ONLY
#endif
#ifndef GC_SORT_ONLY
#define GC_SORT_ONLY 1023
#endif
#ifdef GC_SORT_NO_16
#define GC_SORT_PRIV_NO_16 3
#else
#define GC_SORT_PRIV_NO_16 0
#endif
#ifdef GC_SORT_NO_64
#define GC_SORT_PRIV_NO_64 224
#else
#define GC_SORT_PRIV_NO_64 0
#endif
#ifdef GC_SORT_NO_PAIRS
#define GC_SORT_PRIV_NO_PAIRS 256
#else
#define GC_SORT_PRIV_NO_PAIRS 0
#endif
#ifdef GC_SORT_NO_COMPARE
#define GC_SORT_PRIV_NO_COMPARE 512
#else
#define GC_SORT_PRIV_NO_COMPARE 0
#endif
#define GC_SORT_PRIV_KINDS                                                                                   \
    ((GC_SORT_ONLY) & ~(GC_SORT_PRIV_NO_16 | GC_SORT_PRIV_NO_64 | GC_SORT_PRIV_NO_PAIRS |                    \
                        GC_SORT_PRIV_NO_COMPARE))

// Without keys there is nothing for a context to do.
#if (GC_SORT_PRIV_KINDS & 255) == 0 && !defined(GC_SORT_NO_CTX)
#define GC_SORT_NO_CTX
#endif

// Whether code is kept that is much for what it saves. If not, gcc makes the rest for size.
#ifdef GC_SORT_SMALL
#define GC_SORT_PRIV_LARGE 0
#ifndef GC_SORT_NO_NAMED
#define GC_SORT_NO_NAMED
#endif
#else
#define GC_SORT_PRIV_LARGE 1
#endif

// Kinds of arrays for that. Pairs are sorted as u64, ties among them as u32; a sample of keys
// of 16 bits, in a context, as u32.
#define GC_SORT_PRIV_WITH_PAIRS ((GC_SORT_PRIV_KINDS & 256) != 0 && (GC_SORT_PRIV_KINDS & 255) != 0)
#define GC_SORT_PRIV_WITH_16 ((GC_SORT_PRIV_KINDS & 3) != 0)
#ifdef GC_SORT_NO_CTX
#define GC_SORT_PRIV_WITH_32 ((GC_SORT_PRIV_KINDS & 28) != 0 || GC_SORT_PRIV_WITH_PAIRS)
#else
#define GC_SORT_PRIV_WITH_32 ((GC_SORT_PRIV_KINDS & 31) != 0 || GC_SORT_PRIV_WITH_PAIRS)
#endif
#define GC_SORT_PRIV_WITH_64 ((GC_SORT_PRIV_KINDS & 224) != 0 || GC_SORT_PRIV_WITH_PAIRS)

// The rest of the line, if the type is wanted.
#if GC_SORT_PRIV_KINDS & GC_SORT_KIND_U16
#define GC_SORT_PRIV_IF_u16(...) __VA_ARGS__
#else
#define GC_SORT_PRIV_IF_u16(...)
#endif
#if GC_SORT_PRIV_KINDS & GC_SORT_KIND_I16
#define GC_SORT_PRIV_IF_i16(...) __VA_ARGS__
#else
#define GC_SORT_PRIV_IF_i16(...)
#endif
#if GC_SORT_PRIV_KINDS & GC_SORT_KIND_U32
#define GC_SORT_PRIV_IF_u32(...) __VA_ARGS__
#else
#define GC_SORT_PRIV_IF_u32(...)
#endif
#if GC_SORT_PRIV_KINDS & GC_SORT_KIND_I32
#define GC_SORT_PRIV_IF_i32(...) __VA_ARGS__
#else
#define GC_SORT_PRIV_IF_i32(...)
#endif
#if GC_SORT_PRIV_KINDS & GC_SORT_KIND_F32
#define GC_SORT_PRIV_IF_f32(...) __VA_ARGS__
#else
#define GC_SORT_PRIV_IF_f32(...)
#endif
#if GC_SORT_PRIV_KINDS & GC_SORT_KIND_U64
#define GC_SORT_PRIV_IF_u64(...) __VA_ARGS__
#else
#define GC_SORT_PRIV_IF_u64(...)
#endif
#if GC_SORT_PRIV_KINDS & GC_SORT_KIND_I64
#define GC_SORT_PRIV_IF_i64(...) __VA_ARGS__
#else
#define GC_SORT_PRIV_IF_i64(...)
#endif
#if GC_SORT_PRIV_KINDS & GC_SORT_KIND_F64
#define GC_SORT_PRIV_IF_f64(...) __VA_ARGS__
#else
#define GC_SORT_PRIV_IF_f64(...)
#endif

#define GC_SORT_PRIV_PASTE2(a, b) a##b
#define GC_SORT_PRIV_PASTE(a, b) GC_SORT_PRIV_PASTE2(a, b)
#define GC_SORT_PRIV_ISA_scalar 1
#define GC_SORT_PRIV_ISA_sse2 2
#define GC_SORT_PRIV_ISA_avx2 3
#define GC_SORT_PRIV_ISA_avx512 4
#define GC_SORT_PRIV_ISA_neon 5
#define GC_SORT_PRIV_ISA_wasm128 6

// -DGC_SORT_FORCE_ISA=avx2 becomes a number that #if can test; 0: whatever the processor has.
#ifdef GC_SORT_FORCE_ISA
#define GC_SORT_PRIV_FORCED GC_SORT_PRIV_PASTE(GC_SORT_PRIV_ISA_, GC_SORT_FORCE_ISA)
#if GC_SORT_PRIV_FORCED < 1 || GC_SORT_PRIV_FORCED > 6
#error "gc_sort.h: GC_SORT_FORCE_ISA must be scalar, sse2, avx2, avx512, neon or wasm128"
#endif
#else
#define GC_SORT_PRIV_FORCED 0
#endif

// What is built without optimisation, or to be looked at by a sanitizer, is to compile fast:
// gcc optimises this code all the same (-O0: 0.3 MB of code instead of 3.9, a twentieth of the
// time), others take scalar code, unless an instruction set is named. gcc does not tell that
// it checks for undefined behaviour.
#if !defined(GC_SORT_NO_DEBUG_OPT) && GC_SORT_PRIV_FORCED == 0
#if defined(__SANITIZE_ADDRESS__) || (defined(__clang__) && !defined(__OPTIMIZE__))
#define GC_SORT_PRIV_LIGHT
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define GC_SORT_PRIV_LIGHT
#endif
#endif
#endif

// SIMD code for x86-64. Not with gcc for Windows, which does not align the stack for 32 and
// 64-byte registers there.
#if !defined(GC_SORT_NO_AVX512) && GC_SORT_PRIV_FORCED != GC_SORT_PRIV_ISA_avx2
#define GC_SORT_PRIV_CODE_avx512 1
#else
#define GC_SORT_PRIV_CODE_avx512 0
#endif
#if !defined(GC_SORT_NO_AVX2) && GC_SORT_PRIV_FORCED != GC_SORT_PRIV_ISA_avx512
#define GC_SORT_PRIV_CODE_avx2 1
#else
#define GC_SORT_PRIV_CODE_avx2 0
#endif
#if defined(GC_SORT_NO_SIMD) || defined(GC_SORT_PRIV_LIGHT)
#define GC_SORT_PRIV_SCALAR
#endif
#if !defined(GC_SORT_PRIV_SCALAR) && (GC_SORT_PRIV_CODE_avx512 || GC_SORT_PRIV_CODE_avx2) &&                 \
    (defined(__x86_64__) || defined(_M_X64)) && !defined(_M_ARM64EC) &&                                      \
    (GC_SORT_PRIV_FORCED == 0 || GC_SORT_PRIV_FORCED == GC_SORT_PRIV_ISA_avx2 ||                             \
     GC_SORT_PRIV_FORCED == GC_SORT_PRIV_ISA_avx512) &&                                                      \
    (defined(_MSC_VER) || defined(__clang__) ||                                                              \
     (defined(__GNUC__) && __GNUC__ >= 9 && !defined(__MINGW32__) && !defined(__CYGWIN__)))
#define GC_SORT_PRIV_X86
#include <immintrin.h>
#if defined(_MSC_VER) && defined(__clang__)
// For clang-cl immintrin.h leaves out what the command line does not switch on.
#include <smmintrin.h>
#include <popcntintrin.h>
#include <avxintrin.h>
#include <avx2intrin.h>
#include <bmiintrin.h>
#include <bmi2intrin.h>
#include <lzcntintrin.h>
#include <avx512fintrin.h>
#include <avx512vlintrin.h>
#include <avx512bwintrin.h>
#include <avx512dqintrin.h>
#include <avx512vlbwintrin.h>
#include <avx512vldqintrin.h>
#elif defined(_MSC_VER)
#include <intrin.h>
#endif
#endif

// SIMD code for 16-byte registers, which every processor has that the compiler makes code for:
// NEON, wasm128. By the vector types of gcc and clang.
#if !defined(GC_SORT_PRIV_SCALAR) && (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)) &&        \
    defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#if defined(__aarch64__) && (GC_SORT_PRIV_FORCED == 0 || GC_SORT_PRIV_FORCED == GC_SORT_PRIV_ISA_neon)
#include <arm_neon.h>
#define GC_SORT_PRIV_V128_NAME "neon"
#define GC_SORT_PRIV_ISA_v128 GC_SORT_PRIV_ISA_neon
#elif defined(__wasm_simd128__) &&                                                                           \
    (GC_SORT_PRIV_FORCED == 0 || GC_SORT_PRIV_FORCED == GC_SORT_PRIV_ISA_wasm128)
#include <wasm_simd128.h>
#define GC_SORT_PRIV_V128_NAME "wasm128"
#define GC_SORT_PRIV_ISA_v128 GC_SORT_PRIV_ISA_wasm128
#endif
#endif
#if defined(GC_SORT_PRIV_X86) || defined(GC_SORT_PRIV_V128_NAME)
#define GC_SORT_PRIV_SIMD
#endif

// Pairs in networks of AVX2, of AVX-512, and parted by it.
#if defined(GC_SORT_PRIV_X86) && GC_SORT_PRIV_CODE_avx2 && GC_SORT_PRIV_LARGE
#define GC_SORT_PRIV_PAIRS256
#endif
#if defined(GC_SORT_PRIV_X86) && GC_SORT_PRIV_CODE_avx512 && GC_SORT_PRIV_LARGE
#define GC_SORT_PRIV_PAIRS512
#endif

#if defined(__GNUC__) && !defined(__clang__) && !defined(__OPTIMIZE__) && !defined(GC_SORT_NO_DEBUG_OPT)
#define GC_SORT_PRIV_POP
#pragma GCC push_options
#pragma GCC optimize("O2")
#elif defined(__GNUC__) && !defined(__clang__) && !defined(__OPTIMIZE_SIZE__) && !GC_SORT_PRIV_LARGE
#define GC_SORT_PRIV_POP_SIZE
#pragma GCC push_options
#pragma GCC optimize("Os")
#endif

// Larger functions are called and not copied into their callers, for code size and compile
// time.
#if defined(__GNUC__) || defined(__clang__)
#define GC_SORT_PRIV_CALLED __attribute__((noinline, unused)) static
#define GC_SORT_PRIV_RARE __attribute__((noinline, cold, unused)) static
#elif defined(_MSC_VER)
#define GC_SORT_PRIV_CALLED __declspec(noinline) static
#define GC_SORT_PRIV_RARE __declspec(noinline) static
#else
#define GC_SORT_PRIV_CALLED static
#define GC_SORT_PRIV_RARE static
#endif

// Begins with a cache line: where the linker happens to put a partition would tell in its time.
#if defined(__GNUC__) || defined(__clang__)
#define GC_SORT_PRIV_ON_LINE __attribute__((aligned(64)))
#else
#define GC_SORT_PRIV_ON_LINE
#endif

// The best instruction set, of those with code here, that processor and system support.
#ifdef GC_SORT_PRIV_V128_NAME
static int gc_sort_priv_detect(void) { return GC_SORT_PRIV_ISA_v128; }
#endif
#ifdef GC_SORT_PRIV_X86
// Asks by the instruction itself: the compilers' functions for it are in libraries that
// clang-cl does not link.

// >>common cpuid
static void gc_sort_priv_cpuid(uint32_t leaf, uint32_t r[4]) {       // eax, ebx, ecx, edx
#if defined(_MSC_VER) && !defined(__clang__)
    int x[4];
    __cpuidex(x, (int)leaf, 0);
    memcpy(r, x, sizeof x);
#else
    __asm__("cpuid" : "=a"(r[0]), "=b"(r[1]), "=c"(r[2]), "=d"(r[3]) : "0"(leaf), "2"(0));
#endif
}

// Those that the system saves: XCR0, the lower half.
static uint32_t gc_sort_priv_saved_registers(void) {
#if defined(_MSC_VER) && !defined(__clang__)
    return (uint32_t)(_xgetbv(0) & 0xffffffffu);
#else
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#endif
}
// <<common cpuid

static int gc_sort_priv_detect(void) {
    const uint32_t osxsave_popcnt = 1u << 27 | 1u << 23, bmi_avx2_bmi2 = 1u << 3 | 1u << 5 | 1u << 8;
    const uint32_t lzcnt = 1u << 5;
    const uint32_t avx512_f_dq_bw_vl = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31;
    uint32_t r[4], extended[4];

    // Leaf 7 must be there, popcnt, and a system that says which registers it saves.
    gc_sort_priv_cpuid(0, r);
    if (r[0] < 7) return GC_SORT_PRIV_ISA_scalar;
    gc_sort_priv_cpuid(1, r);
    if ((r[2] & osxsave_popcnt) != osxsave_popcnt) return GC_SORT_PRIV_ISA_scalar;

    // AVX2: the system saves the registers of SSE and AVX, and the processor has all that goes
    // with it here.
    const uint32_t saved = gc_sort_priv_saved_registers();
    gc_sort_priv_cpuid(0x80000001u, extended);
    gc_sort_priv_cpuid(7, r);
    if ((saved & 6) != 6 || (r[1] & bmi_avx2_bmi2) != bmi_avx2_bmi2 || (extended[2] & lzcnt) == 0) {
        return GC_SORT_PRIV_ISA_scalar;
    }

    // AVX-512: its masks and registers are saved as well.
    const bool avx512 = (saved & 0xe6) == 0xe6 && (r[1] & avx512_f_dq_bw_vl) == avx512_f_dq_bw_vl;
    if (GC_SORT_PRIV_CODE_avx512 && avx512) return GC_SORT_PRIV_ISA_avx512;
    return GC_SORT_PRIV_CODE_avx2 ? GC_SORT_PRIV_ISA_avx2 : GC_SORT_PRIV_ISA_scalar;
}
#endif

// The instruction set that runs, found out once; tests lower it. Two threads that find it out
// at once agree.
#ifdef GC_SORT_PRIV_SIMD
#if defined(__GNUC__) || defined(__clang__)
#define GC_SORT_PRIV_READ(p) __atomic_load_n(p, __ATOMIC_RELAXED)
#define GC_SORT_PRIV_WRITE(p, x) __atomic_store_n(p, x, __ATOMIC_RELAXED)
#else
#define GC_SORT_PRIV_READ(p) (*(const volatile int *)(p))
#define GC_SORT_PRIV_WRITE(p, x) (*(volatile int *)(p) = (x))
#endif

static int gc_sort_priv_isa_cached;

GC_SORT_PRIV_RARE int gc_sort_priv_isa_first(void) {
    int isa = gc_sort_priv_detect();
    if (GC_SORT_PRIV_FORCED && isa >= GC_SORT_PRIV_FORCED) isa = GC_SORT_PRIV_FORCED;
    else if (GC_SORT_PRIV_FORCED) isa = GC_SORT_PRIV_ISA_scalar;
    GC_SORT_PRIV_WRITE(&gc_sort_priv_isa_cached, isa);
    return isa;
}

static int gc_sort_priv_isa(void) {
    const int isa = GC_SORT_PRIV_READ(&gc_sort_priv_isa_cached);
    return isa ? isa : gc_sort_priv_isa_first();
}
#else
static int gc_sort_priv_isa(void) { return GC_SORT_PRIV_ISA_scalar; }
#endif

#ifndef GC_SORT_NO_CTX
// Sets a flag and gives what it was; reads and writes one. Where the compiler has no exchange
// in one step, two threads that set it in the same instant may both find it clear. For own
// threads: puts a number where all see it before what is read after that; changes it if it is
// `from` still; makes it one less, and gives that.
#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4)
#define GC_SORT_PRIV_SET(p) __atomic_exchange_n(p, 1, __ATOMIC_ACQUIRE)
#define GC_SORT_PRIV_LOAD(p) __atomic_load_n(p, __ATOMIC_SEQ_CST)
#define GC_SORT_PRIV_STORE(p, x) __atomic_store_n(p, x, __ATOMIC_RELEASE)
#define GC_SORT_PRIV_PUT(p, x) __atomic_store_n(p, x, __ATOMIC_SEQ_CST)
#define GC_SORT_PRIV_SWAP(p, from, to) gc_sort_priv_swap(p, from, to)
#define GC_SORT_PRIV_LOWER(p) __atomic_sub_fetch(p, 1, __ATOMIC_SEQ_CST)
typedef int gc_sort_priv_flag;
#elif defined(_MSC_VER)
#include <intrin.h>
#define GC_SORT_PRIV_SET(p) _InterlockedExchange(p, 1)
#define GC_SORT_PRIV_LOAD(p) _InterlockedOr(p, 0)
#define GC_SORT_PRIV_STORE(p, x) (void)_InterlockedExchange(p, x)
#define GC_SORT_PRIV_PUT(p, x) (void)_InterlockedExchange(p, x)
#define GC_SORT_PRIV_SWAP(p, from, to) (_InterlockedCompareExchange(p, to, from) == (from))
#define GC_SORT_PRIV_LOWER(p) _InterlockedDecrement(p)
typedef volatile long gc_sort_priv_flag;
#else
typedef volatile int gc_sort_priv_flag;
static int gc_sort_priv_set(gc_sort_priv_flag *flag) {
    const int was = *flag;
    *flag = 1;
    return was;
}

#define GC_SORT_PRIV_SET(p) gc_sort_priv_set(p)
#define GC_SORT_PRIV_LOAD(p) (*(p))
#define GC_SORT_PRIV_STORE(p, x) (*(p) = (x))
#define GC_SORT_PRIV_NO_ATOMICS
#endif
#endif // GC_SORT_NO_CTX

// Own threads of a context, where there are some to be had: with a C library that has them
// itself, or linked with them.
#if !defined(GC_SORT_NO_CTX) && !defined(GC_SORT_NO_THREADS) && !defined(GC_SORT_PRIV_NO_ATOMICS)
#if defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>
#define GC_SORT_PRIV_THREADS
#elif defined(__unix__) || defined(__APPLE__)
#if !defined(__GLIBC__) || __GLIBC__ > 2 || __GLIBC_MINOR__ >= 34 || defined(_REENTRANT)
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#define GC_SORT_PRIV_THREADS
#endif
#endif
#endif

// Which processors a thread may run on: where the C library tells, and was asked to in time.
#if defined(GC_SORT_PRIV_THREADS) && defined(__linux__) && !defined(__ANDROID__) && defined(CPU_COUNT)
#define GC_SORT_PRIV_PLACES
#endif

// The place of the lowest bit of x, which is not 0.
#if defined(__GNUC__) || defined(__clang__)
#define gc_sort_priv_lowest(x) __builtin_ctz(x)
#elif defined(GC_SORT_PRIV_X86)
#define gc_sort_priv_lowest(x) _tzcnt_u32(x)
#endif

// A moment's rest of a loop that waits.
#if defined(GC_SORT_PRIV_X86) && defined(_MSC_VER)
#define GC_SORT_PRIV_PAUSE() _mm_pause()
#elif defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define GC_SORT_PRIV_PAUSE() __builtin_ia32_pause()
#elif defined(__GNUC__) && defined(__aarch64__)
#define GC_SORT_PRIV_PAUSE() __asm__ volatile("yield")
#else
#define GC_SORT_PRIV_PAUSE() ((void)0)
#endif

// Floats and elements of any type are read as these, which may alias them.
#if defined(__GNUC__) || defined(__clang__)
typedef uint16_t __attribute__((may_alias)) gc_sort_priv_u16;
typedef uint32_t __attribute__((may_alias)) gc_sort_priv_u32;
typedef uint64_t __attribute__((may_alias)) gc_sort_priv_u64;
#define GC_SORT_PRIV_MAY_ALIAS __attribute__((may_alias))
#else
typedef uint16_t gc_sort_priv_u16;
typedef uint32_t gc_sort_priv_u32;
typedef uint64_t gc_sort_priv_u64;
#define GC_SORT_PRIV_MAY_ALIAS
#endif

// >>thresholds from how many elements on which way is taken
//
// Where two ways are equally fast on Zen 5 with AVX-512; bench/RESULTS.md has what was tried.
// Those of networks, which follow from the width of registers, are in >>names.

// An array of n bytes or more on several threads, if the threads are the context's own.
#ifndef GC_SORT_PRIV_WORTH
#define GC_SORT_PRIV_WORTH(own) ((own) ? 400000 : 300000)
#endif

enum {
    // Contexts: up to so many elements are always sorted as without one; at least so many by
    // threads, in chunks and parts of at least so many, with fewer parts and a smaller sample
    // below PARALLEL_LARGE; one thread more for so many. KB that the caller exchanges alone.
    GC_SORT_PRIV_SURELY = 512,
    GC_SORT_PRIV_PARALLEL_MIN = 32768,
    GC_SORT_PRIV_PARALLEL_LARGE = 262144,
    GC_SORT_PRIV_PARALLEL_SHARE = 65536,
    GC_SORT_PRIV_CHUNK = 8192,
    GC_SORT_PRIV_FEW = 32,
    GC_SORT_PRIV_PARTS = 64,                 // of an array at most
    GC_SORT_PRIV_PIECES = 16,                // tasks that share out an array
    GC_SORT_PRIV_RANGES = 512,               // of an array that is sorted by name

    // Samples: keys at most (the share of a part of 1/8 is then 1/8 +- 1 %); fewer of arrays
    // below this.
    GC_SORT_PRIV_SAMPLE = 1024,
    GC_SORT_PRIV_SAMPLE_LARGE = 16384,

    // Keys of 64 bits, and 16: by radix between these; bits of most places, 8 KB of stack; keys
    // of a place on average; keys looked at together. A range of so many values is counted.
    GC_SORT_PRIV_RADIX_MIN = 50000,
    GC_SORT_PRIV_RADIX_BITS = 11,
    GC_SORT_PRIV_RADIX_LEAF = 128,
    GC_SORT_PRIV_RADIX_MAX = GC_SORT_PRIV_RADIX_LEAF << GC_SORT_PRIV_RADIX_BITS,
    GC_SORT_PRIV_RADIX_BLOCK = 64,
    GC_SORT_PRIV_COUNTS_MIN = 128,
    GC_SORT_PRIV_COUNTS = 4096,              // 16 KB of stack

    // Pairs: on the stack, of 32 bits (16 KB) and of 64 (12 KB, 16 with many equal keys); from
    // so many on it is looked whether they are in order; with most keys equal pairs are parted
    // down to so many; up to so many by networks of AVX-512.
    GC_SORT_PRIV_KV32_ROOM = 2048,
    GC_SORT_PRIV_KV64_ROOM = 512,
    GC_SORT_PRIV_KV_SHORT = 32,
    GC_SORT_PRIV_KV_TIES = 128,
    GC_SORT_PRIV_KV_NET = 64,

    // Stable pairs: on the stack, 4 KB; fewer keys of 64 bits than these are fetched by order.
    GC_SORT_PRIV_STABLE_FEW = 256,
    GC_SORT_PRIV_STABLE_FETCHED = 300000,

    // The nth key: up to so many are sorted, of 64 bits half as many (a partition takes no
    // fewer); below these the sample has 64 or 256 keys of 1,024.
    // Records: so many on the stack, in so many bytes; in place, so few are not parted further
    // though the stack has no room for them, nor are all of these from so many bytes on; parts
    // that are merged; the first k of them, as many as are kept beside the scan.
    GC_SORT_PRIV_SELECT_FEW = 128,
    GC_SORT_PRIV_SELECT_SMALL = 4096,
    GC_SORT_PRIV_SELECT_LARGE = 65536,
    GC_SORT_PRIV_COMPARE_MIN = 8192,         // by a comparison through a context: in parts
    GC_SORT_PRIV_COMPARE_PARTS = 8,
    GC_SORT_PRIV_RECORDS_FEW = 1024,
    GC_SORT_PRIV_RECORDS_STACK = GC_SORT_PRIV_RECORDS_FEW * 12 + 16,
    GC_SORT_PRIV_RECORDS_LEAF = 64,
    GC_SORT_PRIV_RECORDS_LARGE = 48,
    GC_SORT_PRIV_RECORDS_PART = 32768,
    GC_SORT_PRIV_RECORDS_TOP = 256,

    // Strings: so few are compared by strcmp.
    GC_SORT_PRIV_STRINGS_FEW = 12
};

// >>numbers the bijection from keys of any type to unsigned integers
//
// One engine per width, on unsigned keys. Every type and direction is a bijection onto them
// that keeps its order:
//     key = ((x ^ (x negative ? neg : pos)) + add) ^ down        negative: the top bit of x is set
// unsigned: all 0. signed: neg = pos = the top bit. floats: neg = all ones, pos = the top bit,
// which orders -NaN first and +NaN last; add = -(mantissa mask) then turns the 2^m - 1 keys of
// -NaN round to the upper end, and -inf is key 0. down: all ones reverse the order.
typedef struct gc_sort_priv_map {
    uint64_t neg, pos, add, down;
} gc_sort_priv_map;

GC_SORT_PRIV_UNUSED static const gc_sort_priv_map gc_sort_priv_identity = { 0, 0, 0, 0 };

static inline bool gc_sort_priv_map_is_identity(const gc_sort_priv_map *m) {
    return m->add == 0 && m->neg == m->pos && m->pos == m->down;
}

// A scattered place among the first `room` of the i-th stretch of an array, so that no simple
// pattern of the input is met in step: by a linear congruential generator (Numerical Recipes'
// constants).
static inline size_t gc_sort_priv_scatter(uint32_t *state, size_t i, size_t stretch, size_t room) {
    *state = *state * 1664525u + 1013904223u;
    return stretch * i + (size_t)(((uint64_t)(*state >> 8) * room) >> 24);
}

#ifndef GC_SORT_NO_CTX
// >>context scratch, parts of an array, and tasks

typedef void (*gc_sort_priv_task)(void *arg, size_t index);
typedef struct gc_sort_priv_pool gc_sort_priv_pool;
#ifdef GC_SORT_PRIV_THREADS
static bool gc_sort_priv_pool_call(gc_sort_priv_pool *p, bool begins);
static int gc_sort_priv_pool_help(gc_sort_priv_pool *p);
static void gc_sort_priv_pool_end_lent(gc_sort_priv_pool *p);
#endif

struct gc_sort_context {             // with 63 bytes to align it, within GC_SORT_CONTEXT_SIZE
    gc_sort_allocator allocator;
    void (*parallel_for)(void *user, void (*task)(void *arg, size_t index), void *arg, size_t count);
    void *user;
    unsigned char *scratch;          // from the allocator, or the rest of the caller's memory (fixed)
    size_t scratch_size, scratch_limit;
    size_t least;                    // fewer are sorted as without a context; more may not fit memory
    gc_sort_priv_pool *pool;         // own threads, or NULL
    uint32_t threads;                // that tasks run on; 0: not known
    uint32_t alone, spell;           // so many calls leave own threads asleep; how many did last
    uint32_t parts, threshold;       // of the algorithms with names
    int algorithm;
    bool fixed;                      // memory is the caller's
    gc_sort_priv_flag busy;          // a call is under way
};

// The first and the last thing that a call does which uses the context. False: another call has
// not returned yet.
static bool gc_sort_priv_enter(gc_sort_context *c) {
    const bool alone = !GC_SORT_PRIV_SET(&c->busy);
    GC_SORT_ASSERT(alone && "gc_sort_ctx_...: one context in two calls at once");
#ifdef GC_SORT_PRIV_THREADS
    if (alone && c->pool) gc_sort_priv_pool_end_lent(c->pool);
#endif
    return alone;
}

static void gc_sort_priv_leave(gc_sort_context *c) {
    if (c->alone) c->alone--;
#ifdef GC_SORT_PRIV_THREADS
    // Own threads that came too late, as on a busy machine, only cost time: the next call does
    // without them, then 3, 7 and 15 calls do, until they have helped again.
    if (c->pool && gc_sort_priv_pool_call(c->pool, false)) {
        const int help = gc_sort_priv_pool_help(c->pool);
        if (help > 0) c->spell = 0;
        if (help == 0) c->alone = c->spell = c->spell < 15 ? 2 * c->spell + 1 : 15;
    }
#endif
    GC_SORT_PRIV_STORE(&c->busy, 0);
}

// The same for a call that needs nothing of the context: it only looks.
static inline bool gc_sort_priv_alone(gc_sort_context *c) {
    const bool alone = !GC_SORT_PRIV_LOAD(&c->busy);
    GC_SORT_ASSERT(alone && "gc_sort_ctx_...: one context in two calls at once");
    return alone;
}

// A call on a context that is in order, and needs nothing of the context.
static inline bool gc_sort_priv_surely(gc_sort_context *c, const void *keys, size_t key_size,
                                       const void *values, size_t value_size, size_t n) {
    const uintptr_t skew = ((uintptr_t)keys & (key_size - 1)) | ((uintptr_t)values & (value_size - 1));
    return c && keys && values && skew == 0 && n <= GC_SORT_PRIV_SURELY && n < c->least &&
           !GC_SORT_PRIV_LOAD(&c->busy);
}

static void gc_sort_priv_run(const gc_sort_context *c, gc_sort_priv_task task, void *arg, size_t count) {
    if (c->parallel_for && count > 1) {
        c->parallel_for(c->user, task, arg, count);
    } else {
        for (size_t i = 0; i < count; i++) task(arg, i);
    }
}

// Scratch of at least size bytes, or NULL. What it held is lost.
GC_SORT_PRIV_UNUSED static void *gc_sort_priv_scratch(gc_sort_context *c, size_t size) {
    // The scratch of an earlier call may do.
    if (c->scratch_limit && size > c->scratch_limit) return NULL;
    if (size <= c->scratch_size) return c->scratch;
    if (c->fixed) return NULL;

    // Half as much again, so that slowly growing calls do not allocate each time.
    size_t want = c->scratch_size + c->scratch_size / 2;
    if (want < size) want = size;
    if (c->scratch_limit && want > c->scratch_limit) want = c->scratch_limit;

    // The old block goes first: its contents are not needed.
    if (c->scratch) c->allocator.resize(c->allocator.user, c->scratch, c->scratch_size, 0);
    c->scratch_size = 0;
    c->scratch = (unsigned char *)c->allocator.resize(c->allocator.user, NULL, 0, want);

    // If that is too much: no more than is needed.
    if (!c->scratch && want > size) {
        want = size;
        c->scratch = (unsigned char *)c->allocator.resize(c->allocator.user, NULL, 0, want);
    }

    if (c->scratch) c->scratch_size = want;
    return c->scratch;
}

#ifndef GC_SORT_NO_NAMED
// ---- What the sorts that desc.algorithm names share with their tasks

typedef struct gc_sort_priv_level {
    size_t first, n, left;           // left: keys of the left side when it is parted
    int bad;
} gc_sort_priv_level;

typedef struct gc_sort_priv_named {
    void *from, *to;                 // arrays, one and the same but for merges
    const gc_sort_priv_map *map;
    size_t n, parts, width, threshold, count;
    bool last;                       // the last round
    gc_sort_priv_level ranges[GC_SORT_PRIV_RANGES];      // in no order, count of them
} gc_sort_priv_named;

static int gc_sort_priv_log2(size_t n) {
    int log = 0;
    for (; n > 1; n /= 2) log++;
    return log;
}

// Level by level: each round parts all ranges, until there are enough of them; then each is
// sorted by one task.
static void gc_sort_priv_levels(gc_sort_context *c, gc_sort_priv_named *d, gc_sort_priv_task task) {
    d->count = 1;
    d->ranges[0].first = 0;
    d->ranges[0].n = d->n;
    d->ranges[0].bad = gc_sort_priv_log2(d->n);
    for (size_t parted = 1; parted > 0 && d->count < d->parts;) {
        gc_sort_priv_run(c, task, d, d->count);

        // The left side takes the place of a range, the right side comes behind all others.
        parted = 0;
        for (size_t i = 0, count = d->count; i < count; i++) {
            gc_sort_priv_level *const r = &d->ranges[i], *const right = &d->ranges[d->count];
            if (r->left == 0) continue;
            if (r->left < r->n / 8 || r->n - r->left < r->n / 8) r->bad--;
            *right = *r;
            right->first += r->left;
            right->n -= r->left;
            r->n = r->left;
            d->count++;
            parted++;
        }
    }
    d->last = true;
    gc_sort_priv_run(c, task, d, d->count);
    d->last = false;
}

// The tasks of a kind of keys.
typedef struct gc_sort_priv_tasks {
    size_t size;                     // bytes of a key
    gc_sort_priv_task recode, quick, merge, level;
} gc_sort_priv_tasks;

// Sorts by the algorithm of the context.
static void gc_sort_priv_by_name(
    gc_sort_context *c, void *v, size_t n, const gc_sort_priv_map *m, const gc_sort_priv_tasks *tasks) {
    gc_sort_priv_named d;
    const bool identity = gc_sort_priv_map_is_identity(m);
    if (n < 2) return;
    d.map = m;
    d.n = n;
    d.threshold = c->threshold;
    d.from = d.to = v;
    d.last = false;

    // Parts: a power of two of them for merges; few keys make fewer.
    d.parts = 1;
    while (d.parts < c->parts && d.parts <= n / 2 / d.threshold) d.parts *= 2;
    if (!identity) gc_sort_priv_run(c, tasks->recode, &d, d.parts);

    // By name. Without scratch there is nothing to merge into.
    const bool merges = c->algorithm == GC_SORT_QUICK_MERGE;
    void *const room = merges ? gc_sort_priv_scratch(c, n * tasks->size) : NULL;
    if (room) {
        gc_sort_priv_run(c, tasks->quick, &d, d.parts);
        d.to = room;
        for (d.width = 1; d.width < d.parts; d.width *= 2) {
            gc_sort_priv_run(c, tasks->merge, &d, d.parts / d.width / 2);
            void *const t = d.from;
            d.from = d.to;
            d.to = t;
        }
    } else if (c->algorithm == GC_SORT_QUICK_LEVELS) {
        gc_sort_priv_levels(c, &d, tasks->level);
    } else {
        // All of it is one part.
        const size_t parts = d.parts;
        d.parts = 1;
        tasks->quick(&d, 0);
        d.parts = parts;
    }

    // Raw again, in the array.
    d.to = v;
    d.last = true;
    if (!identity || d.from != d.to) gc_sort_priv_run(c, tasks->recode, &d, d.parts);
}
#endif // GC_SORT_NO_NAMED

// ---- What a parallel sort needs of a kind of array

typedef struct gc_sort_priv_work gc_sort_priv_work;
typedef size_t (*gc_sort_priv_step)(
    const gc_sort_priv_work *w, int what, size_t first, size_t n, uint64_t cut);
struct gc_sort_priv_work {
    // The array: keys, values or NULL; bytes of one; the map, which begins at bit `shift`.
    unsigned char *keys, *values;
    size_t key_size, value_size, n;
    const gc_sort_priv_map *map;
    uint32_t shift;
    gc_sort_priv_step step;

    // Part i of the finished order begins at first[i] with cut[i], an encoded key.
    uint64_t cut[GC_SORT_PRIV_PARTS];
    size_t first[GC_SORT_PRIV_PARTS + 1], parts;

    // The present round: ranges of so many parts are halved, each in so many chunks; how many
    // of a chunk are below the cut; what step; pieces of a range to be swapped.
    size_t width, chunks, below[GC_SORT_PRIV_PARTS];
    int what;
};

static gc_sort_priv_work gc_sort_priv_work_of(
    void *keys, size_t key_size, void *values, size_t value_size, size_t n, const gc_sort_priv_map *map,
    gc_sort_priv_step step) {
    gc_sort_priv_work w;
    w.keys = (unsigned char *)keys;
    w.values = (unsigned char *)values;
    w.key_size = key_size;
    w.value_size = value_size;
    w.shift = value_size && key_size == 4 ? 32 : 0;
    w.n = n;
    w.map = map;
    w.step = step;
    return w;
}

static bool gc_sort_priv_parallel(gc_sort_context *c, gc_sort_priv_work *w);
#if GC_SORT_PRIV_WITH_64 && GC_SORT_PRIV_LARGE
static bool gc_sort_priv_radix(gc_sort_context *c, const gc_sort_priv_work *w);
#endif

#ifdef GC_SORT_PRIV_THREADS
// >>threads the context's own threads
//
// Asleep between calls. The beginning of a call wakes them, which takes 17 to 80 microseconds,
// and 8 to 20 of the caller's (Zen 5, a virtual machine); between its rounds they wait awake
// for as long. They yield to others then: on a busy machine the one that they wait for may need
// the processor. Tasks are taken without the mutex: who finds it locked sleeps.
#if defined(_WIN32)
typedef SRWLOCK gc_sort_priv_mutex;
typedef CONDITION_VARIABLE gc_sort_priv_condition;
typedef HANDLE gc_sort_priv_thread;
#define GC_SORT_PRIV_THREAD_RESULT DWORD WINAPI
static bool gc_sort_priv_mutex_open(gc_sort_priv_mutex *m) { InitializeSRWLock(m); return true; }
static void gc_sort_priv_mutex_close(gc_sort_priv_mutex *m) { (void)m; }
static void gc_sort_priv_lock(gc_sort_priv_mutex *m) { AcquireSRWLockExclusive(m); }
static void gc_sort_priv_unlock(gc_sort_priv_mutex *m) { ReleaseSRWLockExclusive(m); }
static bool gc_sort_priv_condition_open(gc_sort_priv_condition *c) {
    InitializeConditionVariable(c);
    return true;
}
static void gc_sort_priv_condition_close(gc_sort_priv_condition *c) { (void)c; }
static void gc_sort_priv_wait(gc_sort_priv_condition *c, gc_sort_priv_mutex *m) {
    SleepConditionVariableSRW(c, m, INFINITE, 0);
}
static void gc_sort_priv_wake(gc_sort_priv_condition *c) { WakeAllConditionVariable(c); }
static void gc_sort_priv_yield(void) { SwitchToThread(); }
static bool gc_sort_priv_thread_open(gc_sort_priv_thread *t, DWORD(WINAPI *run)(void *), void *arg) {
    return (*t = CreateThread(NULL, 0, run, arg, 0, NULL)) != NULL;
}
static void gc_sort_priv_thread_close(gc_sort_priv_thread t) {
    WaitForSingleObject(t, INFINITE);
    CloseHandle(t);
}
#else
typedef pthread_mutex_t gc_sort_priv_mutex;
typedef pthread_cond_t gc_sort_priv_condition;
typedef pthread_t gc_sort_priv_thread;
#define GC_SORT_PRIV_THREAD_RESULT void *
static bool gc_sort_priv_mutex_open(gc_sort_priv_mutex *m) { return pthread_mutex_init(m, NULL) == 0; }
static void gc_sort_priv_mutex_close(gc_sort_priv_mutex *m) { pthread_mutex_destroy(m); }
static void gc_sort_priv_lock(gc_sort_priv_mutex *m) { pthread_mutex_lock(m); }
static void gc_sort_priv_unlock(gc_sort_priv_mutex *m) { pthread_mutex_unlock(m); }
static bool gc_sort_priv_condition_open(gc_sort_priv_condition *c) { return pthread_cond_init(c, NULL) == 0; }
static void gc_sort_priv_condition_close(gc_sort_priv_condition *c) { pthread_cond_destroy(c); }
static void gc_sort_priv_wait(gc_sort_priv_condition *c, gc_sort_priv_mutex *m) { pthread_cond_wait(c, m); }
static void gc_sort_priv_wake(gc_sort_priv_condition *c) { pthread_cond_broadcast(c); }
static void gc_sort_priv_yield(void) { sched_yield(); }
// No signal of the program's is handled on such a thread.
static bool gc_sort_priv_thread_open(gc_sort_priv_thread *t, void *(*run)(void *), void *arg) {
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return false;
    const bool ok = pthread_create(t, NULL, run, arg) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}
static void gc_sort_priv_thread_close(gc_sort_priv_thread t) { pthread_join(t, NULL); }
#endif

struct gc_sort_priv_pool {
    gc_sort_priv_flag untaken;       // tasks of the present round that nobody has taken yet
    char apart[60];                  // what all write is in lines of its own
    gc_sort_priv_flag left;          // tasks not done yet
    char apart_too[60];
    gc_sort_priv_flag call;          // number of the call; odd while it is under way
    gc_sort_priv_flag asleep, waiting, stop;     // some sleep; so does the caller; threads shall end
    gc_sort_priv_flag lent;          // the call is one of gc_sort_parallel_for
    gc_sort_priv_flag help;          // a thread has taken a task of this call; -1: there were none
    gc_sort_priv_task task;          // of the present round, until all tasks of it are done
    void *arg;
    int count;
    uint32_t workers;
#ifdef GC_SORT_PRIV_PLACES
    int away;                        // the processor that the threads are kept off, or below
    cpu_set_t had;                   // those that they had
#endif
    gc_sort_priv_mutex mutex;
    gc_sort_priv_condition work, done;
    gc_sort_priv_thread threads[1];  // workers of them
};

#define GC_SORT_PRIV_POOL_SIZE(threads) (sizeof(gc_sort_priv_pool) + (threads) * sizeof(gc_sort_priv_thread))

// How often a thread looks before it sleeps: some 20 to 50 microseconds.
enum { GC_SORT_PRIV_LOOKS = 2000 };

#if defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4)
static bool gc_sort_priv_swap(gc_sort_priv_flag *p, int from, int to) {
    return __atomic_compare_exchange_n(p, &from, to, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
#endif

// Takes and runs tasks while there are any. Who has taken one may read what it is: that stays
// until it is done.
static void gc_sort_priv_pool_work(gc_sort_priv_pool *p, bool helps) {
    for (;;) {
        const int untaken = (int)GC_SORT_PRIV_LOAD(&p->untaken);
        if (untaken == 0) return;
        if (!GC_SORT_PRIV_SWAP(&p->untaken, untaken, untaken - 1)) continue;
        if (helps) GC_SORT_PRIV_STORE(&p->help, 1);
        p->task(p->arg, (size_t)(p->count - untaken));

        // Either the caller sees that this was the last one, or this thread sees that the
        // caller sleeps.
        if (GC_SORT_PRIV_LOWER(&p->left) == 0 && GC_SORT_PRIV_LOAD(&p->waiting)) {
            gc_sort_priv_lock(&p->mutex);
            gc_sort_priv_wake(&p->done);
            gc_sort_priv_unlock(&p->mutex);
        }
    }
}

// Those that sleep. They say so before they look for the last time, and are looked for after
// there is something new: one of the two sees the other.
static void gc_sort_priv_pool_wake(gc_sort_priv_pool *p) {
    if (!GC_SORT_PRIV_LOAD(&p->asleep)) return;
    gc_sort_priv_lock(&p->mutex);
    GC_SORT_PRIV_PUT(&p->asleep, 0);
    gc_sort_priv_wake(&p->work);
    gc_sort_priv_unlock(&p->mutex);
}

// Whether there is something new since call number `seen`.
static bool gc_sort_priv_pool_news(gc_sort_priv_pool *p, int seen) {
    return GC_SORT_PRIV_LOAD(&p->untaken) || (int)GC_SORT_PRIV_LOAD(&p->call) != seen ||
           GC_SORT_PRIV_LOAD(&p->stop);
}

static GC_SORT_PRIV_THREAD_RESULT gc_sort_priv_pool_main(void *user) {
    gc_sort_priv_pool *const p = (gc_sort_priv_pool *)user;
    while (!GC_SORT_PRIV_LOAD(&p->stop)) {
        const int seen = (int)GC_SORT_PRIV_LOAD(&p->call);
        gc_sort_priv_pool_work(p, true);

        // Within a call the next round is near, and so is the first one. What they are lent to
        // is many loops, as a rule, with a little in between.
        bool news = false;
        const int looks = GC_SORT_PRIV_LOAD(&p->lent) ? 4 * GC_SORT_PRIV_LOOKS : GC_SORT_PRIV_LOOKS;
        for (int i = 0; (seen & 1) && !news && i < looks; i++) {
            if (i % 32 == 31) gc_sort_priv_yield();
            GC_SORT_PRIV_PAUSE();
            news = gc_sort_priv_pool_news(p, seen);
        }
        if (news) continue;

        // Until there is something new.
        gc_sort_priv_lock(&p->mutex);
        for (;;) {
            GC_SORT_PRIV_PUT(&p->asleep, 1);
            if (gc_sort_priv_pool_news(p, seen)) break;
            gc_sort_priv_wait(&p->work, &p->mutex);
        }
        gc_sort_priv_unlock(&p->mutex);
    }
    return 0;
}

#ifdef GC_SORT_PRIV_PLACES
// Where a thread wakes. In a virtual machine Linux may take the processor that is idle for a
// busy one, wakes the thread on the caller's, and leaves it there for some milliseconds: after
// 10 ms of sleep two threads were no faster than one. So they are kept off the processor that
// the caller is on, where as many are left as there are threads.
enum { GC_SORT_PRIV_AWAY_NOT_YET = -1, GC_SORT_PRIV_AWAY_NEVER = -2 };

static cpu_set_t gc_sort_priv_pool_without(const gc_sort_priv_pool *p, int cpu) {
    cpu_set_t set = p->had;
    if (cpu >= 0 && cpu < CPU_SETSIZE) CPU_CLR((size_t)cpu, &set);
    return set;
}

// False: somebody else has placed a thread, or it cannot be placed.
static bool gc_sort_priv_pool_keep_off(gc_sort_priv_pool *p, int cpu) {
    if (cpu < 0 || cpu >= CPU_SETSIZE) return false;

    // What the threads had when they were made: all of them the same.
    if (p->away == GC_SORT_PRIV_AWAY_NOT_YET) {
        if (pthread_getaffinity_np(p->threads[0], sizeof p->had, &p->had) != 0) return false;
        if ((uint32_t)CPU_COUNT(&p->had) <= p->workers) return false;
    }

    cpu_set_t is;
    const cpu_set_t left = gc_sort_priv_pool_without(p, p->away), wanted = gc_sort_priv_pool_without(p, cpu);
    for (uint32_t i = 0; i < p->workers; i++) {
        if (pthread_getaffinity_np(p->threads[i], sizeof is, &is) != 0) return false;
        if (!CPU_EQUAL(&is, &left)) return false;
        if (pthread_setaffinity_np(p->threads[i], sizeof wanted, &wanted) != 0) return false;
    }
    p->away = cpu;
    return true;
}

// Never again: each that still is as it was placed gets back what it had.
static void gc_sort_priv_pool_let_go(gc_sort_priv_pool *p, int cpu) {
    cpu_set_t is;
    const cpu_set_t left = gc_sort_priv_pool_without(p, p->away), wanted = gc_sort_priv_pool_without(p, cpu);
    for (uint32_t i = 0; i < p->workers; i++) {
        if (pthread_getaffinity_np(p->threads[i], sizeof is, &is) != 0 || CPU_EQUAL(&is, &p->had)) continue;
        if (!CPU_EQUAL(&is, &left) && !CPU_EQUAL(&is, &wanted)) continue;
        (void)pthread_setaffinity_np(p->threads[i], sizeof p->had, &p->had);
    }
    p->away = GC_SORT_PRIV_AWAY_NEVER;
}
#endif

// A call begins, or the last one has ended; false: it had already. The threads wake while the
// caller still looks at the keys.
static bool gc_sort_priv_pool_call(gc_sort_priv_pool *p, bool begins) {
    const int call = (int)GC_SORT_PRIV_LOAD(&p->call);
    if ((call & 1) == (begins ? 1 : 0)) return false;
    if (begins) GC_SORT_PRIV_STORE(&p->help, -1);
#ifdef GC_SORT_PRIV_PLACES
    const int cpu = begins && p->away != GC_SORT_PRIV_AWAY_NEVER ? sched_getcpu() : p->away;
    if (cpu != p->away && !gc_sort_priv_pool_keep_off(p, cpu)) gc_sort_priv_pool_let_go(p, cpu);
#endif
    GC_SORT_PRIV_PUT(&p->call, (call + 1) & 0xffff);
    if (begins) gc_sort_priv_pool_wake(p);
    return true;
}

// What gc_sort_parallel_for has left under way, so that threads look for the next loop.
static void gc_sort_priv_pool_end_lent(gc_sort_priv_pool *p) {
    if (!GC_SORT_PRIV_LOAD(&p->lent)) return;
    GC_SORT_PRIV_STORE(&p->lent, 0);
    (void)gc_sort_priv_pool_call(p, false);
}

static int gc_sort_priv_pool_help(gc_sort_priv_pool *p) {
    return (int)GC_SORT_PRIV_LOAD(&p->help);
}

static void gc_sort_priv_pool_for(void *user, gc_sort_priv_task task, void *arg, size_t count) {
    gc_sort_priv_pool *const p = (gc_sort_priv_pool *)user;
    p->task = task;
    p->arg = arg;
    p->count = (int)count;               // some thousands at most
    GC_SORT_PRIV_PUT(&p->left, (int)count);
    gc_sort_priv_pool_call(p, true);
    if ((int)GC_SORT_PRIV_LOAD(&p->help) < 0) GC_SORT_PRIV_STORE(&p->help, 0);
    GC_SORT_PRIV_PUT(&p->untaken, (int)count);
    gc_sort_priv_pool_wake(p);
    gc_sort_priv_pool_work(p, false);

    // The others end soon, as a rule. Who sleeps here may wake on the processor of the last of
    // them, which then has to be sent elsewhere.
    int looks = GC_SORT_PRIV_LOOKS;
#ifdef GC_SORT_PRIV_PLACES
    if (p->away >= 0) looks *= 8;
#endif
    for (int i = 0; i < looks && GC_SORT_PRIV_LOAD(&p->left); i++) GC_SORT_PRIV_PAUSE();
    if (!GC_SORT_PRIV_LOAD(&p->left)) return;
    gc_sort_priv_lock(&p->mutex);
    GC_SORT_PRIV_PUT(&p->waiting, 1);
    while (GC_SORT_PRIV_LOAD(&p->left)) gc_sort_priv_wait(&p->done, &p->mutex);
    GC_SORT_PRIV_PUT(&p->waiting, 0);
    gc_sort_priv_unlock(&p->mutex);
}

// Ends the threads that are there, and what was opened.
static void gc_sort_priv_pool_close(gc_sort_priv_pool *p) {
    gc_sort_priv_lock(&p->mutex);
    GC_SORT_PRIV_PUT(&p->stop, 1);
    gc_sort_priv_wake(&p->work);
    gc_sort_priv_unlock(&p->mutex);
    for (uint32_t i = 0; i < p->workers; i++) gc_sort_priv_thread_close(p->threads[i]);
    gc_sort_priv_condition_close(&p->done);
    gc_sort_priv_condition_close(&p->work);
    gc_sort_priv_mutex_close(&p->mutex);
}

// For tests: the system gives no thread.
#ifndef GC_SORT_PRIV_THREAD_FAILS
#define GC_SORT_PRIV_THREAD_FAILS() false
#endif

// The calling thread is one of them. False: nothing is left behind.
static bool gc_sort_priv_pool_open(gc_sort_priv_pool *p, uint32_t threads) {
    memset(p, 0, sizeof *p);
#ifdef GC_SORT_PRIV_PLACES
    p->away = GC_SORT_PRIV_AWAY_NOT_YET;
#endif
    if (!gc_sort_priv_mutex_open(&p->mutex)) return false;
    if (!gc_sort_priv_condition_open(&p->work)) {
        gc_sort_priv_mutex_close(&p->mutex);
        return false;
    }
    if (!gc_sort_priv_condition_open(&p->done)) {
        gc_sort_priv_condition_close(&p->work);
        gc_sort_priv_mutex_close(&p->mutex);
        return false;
    }

    for (; p->workers + 1 < threads; p->workers++) {
        if (GC_SORT_PRIV_THREAD_FAILS() ||
            !gc_sort_priv_thread_open(&p->threads[p->workers], gc_sort_priv_pool_main, p)) {
            gc_sort_priv_pool_close(p);
            return false;
        }
    }
    return true;
}
#endif // GC_SORT_PRIV_THREADS

#endif // GC_SORT_NO_CTX

// >>steps a network as a list of exchanges

// Elements i and j are put in order: the first 1, 5, 19, 63 or 191 pairs sort 2, 4, 8, 16 or 32
// elements, by Batcher's odd-even merge sort (1968; Knuth, volume 3, 5.3.4). The best network
// known for 16 has 60 (Green) and is no faster here. Halves come one after the other, so that
// less is in registers at once.
static const unsigned char gc_sort_priv_exchanges[191][2] = {
    { 0, 1 }, { 2, 3 }, { 0, 2 }, { 1, 3 }, { 1, 2 }, { 4, 5 }, { 6, 7 }, { 4, 6 }, { 5, 7 }, { 5, 6 },
    { 0, 4 }, { 1, 5 }, { 2, 6 }, { 3, 7 }, { 2, 4 }, { 3, 5 }, { 1, 2 }, { 3, 4 }, { 5, 6 }, { 8, 9 },
    { 10, 11 }, { 12, 13 }, { 14, 15 }, { 8, 10 }, { 9, 11 }, { 12, 14 }, { 13, 15 }, { 9, 10 }, { 13, 14 },
    { 8, 12 }, { 9, 13 }, { 10, 14 }, { 11, 15 }, { 10, 12 }, { 11, 13 }, { 9, 10 }, { 11, 12 }, { 13, 14 },
    { 0, 8 }, { 1, 9 }, { 2, 10 }, { 3, 11 }, { 4, 12 }, { 5, 13 }, { 6, 14 }, { 7, 15 }, { 4, 8 }, { 5, 9 },
    { 6, 10 }, { 7, 11 }, { 2, 4 }, { 3, 5 }, { 6, 8 }, { 7, 9 }, { 10, 12 }, { 11, 13 }, { 1, 2 }, { 3, 4 },
    { 5, 6 }, { 7, 8 }, { 9, 10 }, { 11, 12 }, { 13, 14 }, { 16, 17 }, { 18, 19 }, { 20, 21 }, { 22, 23 },
    { 16, 18 }, { 17, 19 }, { 20, 22 }, { 21, 23 }, { 17, 18 }, { 21, 22 }, { 16, 20 }, { 17, 21 },
    { 18, 22 }, { 19, 23 }, { 18, 20 }, { 19, 21 }, { 17, 18 }, { 19, 20 }, { 21, 22 }, { 24, 25 },
    { 26, 27 }, { 28, 29 }, { 30, 31 }, { 24, 26 }, { 25, 27 }, { 28, 30 }, { 29, 31 }, { 25, 26 },
    { 29, 30 }, { 24, 28 }, { 25, 29 }, { 26, 30 }, { 27, 31 }, { 26, 28 }, { 27, 29 }, { 25, 26 },
    { 27, 28 }, { 29, 30 }, { 16, 24 }, { 17, 25 }, { 18, 26 }, { 19, 27 }, { 20, 28 }, { 21, 29 },
    { 22, 30 }, { 23, 31 }, { 20, 24 }, { 21, 25 }, { 22, 26 }, { 23, 27 }, { 18, 20 }, { 19, 21 },
    { 22, 24 }, { 23, 25 }, { 26, 28 }, { 27, 29 }, { 17, 18 }, { 19, 20 }, { 21, 22 }, { 23, 24 },
    { 25, 26 }, { 27, 28 }, { 29, 30 }, { 0, 16 }, { 8, 24 }, { 8, 16 }, { 4, 20 }, { 12, 28 }, { 12, 20 },
    { 4, 8 }, { 12, 16 }, { 20, 24 }, { 2, 18 }, { 10, 26 }, { 10, 18 }, { 6, 22 }, { 14, 30 }, { 14, 22 },
    { 6, 10 }, { 14, 18 }, { 22, 26 }, { 2, 4 }, { 6, 8 }, { 10, 12 }, { 14, 16 }, { 18, 20 }, { 22, 24 },
    { 26, 28 }, { 1, 17 }, { 9, 25 }, { 9, 17 }, { 5, 21 }, { 13, 29 }, { 13, 21 }, { 5, 9 }, { 13, 17 },
    { 21, 25 }, { 3, 19 }, { 11, 27 }, { 11, 19 }, { 7, 23 }, { 15, 31 }, { 15, 23 }, { 7, 11 }, { 15, 19 },
    { 23, 27 }, { 3, 5 }, { 7, 9 }, { 11, 13 }, { 15, 17 }, { 19, 21 }, { 23, 25 }, { 27, 29 }, { 1, 2 },
    { 3, 4 }, { 5, 6 }, { 7, 8 }, { 9, 10 }, { 11, 12 }, { 13, 14 }, { 15, 16 }, { 17, 18 }, { 19, 20 },
    { 21, 22 }, { 23, 24 }, { 25, 26 }, { 27, 28 }, { 29, 30 }
};

// How many of them sort so many elements.
GC_SORT_PRIV_ALWAYS int gc_sort_priv_exchanges_of(int elements) {
    return elements == 32 ? 191 : elements == 16 ? 63 : elements == 8 ? 19 : elements == 4 ? 5 : elements / 2;
}

// The loop after it is written out: its bounds are constants, and what it walks over is an
// array of the function's own, so each element of that is a register.
#if defined(__clang__)
#define GC_SORT_PRIV_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define GC_SORT_PRIV_UNROLL _Pragma("GCC unroll 191")
#else
#define GC_SORT_PRIV_UNROLL
#endif

// >>kinds arrays and their elements
//
// Number keys; keys with values, in two arrays. Each kind is sorted by an instance of the
// templates. An element holds key and value, the key on
// top: (key, value) as one 64-bit number, or a pair. _get and _put read and write raw elements,
// _load and _store vectors of them.

typedef uint32_t gc_sort_priv_l32_element;
typedef uint64_t gc_sort_priv_l64_element;

// The arrays, and what one element is for the scalar code.
typedef gc_sort_priv_u16 *gc_sort_priv_u16_array, gc_sort_priv_u16_key;
typedef gc_sort_priv_u32 *gc_sort_priv_u32_array, gc_sort_priv_u32_key;
typedef gc_sort_priv_u64 *gc_sort_priv_u64_array, gc_sort_priv_u64_key;

// Keys and values of 32 bits, at any address.
typedef struct gc_sort_priv_kv32_array {
    unsigned char *keys, *values;
} gc_sort_priv_kv32_array;

// Asks for the cache lines of bytes, 256 at most, at a + offset. (gcc drops a call of it before
// it could inline it.)
GC_SORT_PRIV_ALWAYS void gc_sort_priv_prefetch(const void *a, size_t offset, size_t bytes) {
    const char *const p = (const char *)a + offset;
#if defined(__GNUC__) || defined(__clang__)
#define GC_SORT_PRIV_LINE(i) if ((i) * 64u < bytes) __builtin_prefetch(p + (i) * 64u);
#elif defined(GC_SORT_PRIV_X86)
#define GC_SORT_PRIV_LINE(i) if ((i) * 64u < bytes) _mm_prefetch(p + (i) * 64u, _MM_HINT_T0);
#else
#define GC_SORT_PRIV_LINE(i) (void)p, (void)bytes;
#endif
    GC_SORT_PRIV_LINE(0) GC_SORT_PRIV_LINE(1) GC_SORT_PRIV_LINE(2) GC_SORT_PRIV_LINE(3)
}

// How many elements ahead a partition of n asks for memory: 2 KB of keys; n, hence never, where
// all are near.
static inline size_t gc_sort_priv_ahead(size_t n, size_t size) { return n < 65536 / size ? n : 2048 / size; }
#define GC_SORT_PRIV_AHEAD (2048 / (GC_SORT_PRIV_BITS / 8))      // the same where elements are only read

// Bijection of >>numbers for elements of one 64-bit number; the map's low bits are 0 where the
// value is.
static inline uint64_t gc_sort_priv_encode64(uint64_t x, const gc_sort_priv_map *m) {
    const uint64_t negative = 0 - (x >> 63);             // all ones or 0, no branch
    return ((x ^ m->pos ^ (negative & (m->neg ^ m->pos))) + m->add) ^ m->down;
}

static inline uint64_t gc_sort_priv_decode64(uint64_t k, const gc_sort_priv_map *m) {
    // neg and pos both hold the top bit, or are both 0: the top bit of y shows which of them
    // made it.
    const uint64_t y = (k ^ m->down) - m->add;
    return y ^ m->neg ^ ((0 - (y >> 63)) & (m->neg ^ m->pos));
}

// Steps of sorts in parallel and of a selection: done if the array rises or falls throughout;
// parts it at an encoded key, and gives how many are below: raw elements, which are encoded
// then (_RAW), encoded ones, raw ones that stay so (_KEPT), with hardly any below (_FEW); sorts
// encoded elements and leaves them raw.
enum {
    GC_SORT_PRIV_ORDERED, GC_SORT_PRIV_PART_RAW, GC_SORT_PRIV_PART, GC_SORT_PRIV_PART_KEPT,
    GC_SORT_PRIV_PART_FEW, GC_SORT_PRIV_REST
};
#if !defined(GC_SORT_NO_CTX) || !defined(GC_SORT_NO_SELECT)
#define GC_SORT_PRIV_STEPS
#endif

// >>names parameters of the templates, and names that stand for those of an instance
//
//     template     included by         parameters                            its names
//     >>scalar     >>instances         GC_SORT_PRIV_KIND                     gc_sort_priv_kind_...
//     >>networks   >>instances         GC_SORT_PRIV_ISA, GC_SORT_PRIV_LANES  gc_sort_priv_lanes_...
//     >>vector     >>scalar            GC_SORT_PRIV_KIND, GC_SORT_PRIV_ISA   gc_sort_priv_vec_...
//     >>parting    >>pairs             GC_SORT_PRIV_ISA                      gc_sort_priv_kv_isa_...
//
// So gc_sort_priv_vec_partition stands for gc_sort_priv_u32_avx2_partition where the kind is
// u32 and the instruction set avx2: look for that name in a debugger, for this one in the file.

#define GC_SORT_PRIV_FN(x) GC_SORT_PRIV_FN2(GC_SORT_PRIV_KIND, x)
#define GC_SORT_PRIV_FN2(kind, x) GC_SORT_PRIV_FN3(kind, x)
#define GC_SORT_PRIV_FN3(kind, x) gc_sort_priv_##kind##_##x
#define GC_SORT_PRIV_OP(x) GC_SORT_PRIV_OP2(GC_SORT_PRIV_ISA, GC_SORT_PRIV_LANES, x)
#define GC_SORT_PRIV_OP2(isa, lanes, x) GC_SORT_PRIV_OP3(isa, lanes, x)
#define GC_SORT_PRIV_OP3(isa, lanes, x) gc_sort_priv_##isa##_##lanes##_##x
#define GC_SORT_PRIV_VFN(x) GC_SORT_PRIV_OP2(GC_SORT_PRIV_KIND, GC_SORT_PRIV_ISA, x)
#define GC_SORT_PRIV_KVFN(x) GC_SORT_PRIV_OP2(kv, GC_SORT_PRIV_ISA, x)
#define GC_SORT_PRIV_EFN(x) GC_SORT_PRIV_FN2(GC_SORT_PRIV_LANES, x)
#define GC_SORT_PRIV_BLOCK_FN(x) GC_SORT_PRIV_OP2(GC_SORT_PRIV_BLOCK, GC_SORT_PRIV_ISA, x)

// Kinds of arrays: bits of a key; what an element is in a vector.
#define GC_SORT_PRIV_BITS_u16 16
#define GC_SORT_PRIV_BITS_u32 32
#define GC_SORT_PRIV_BITS_u64 64
#define GC_SORT_PRIV_LANES_u16 l32
#define GC_SORT_PRIV_LANES_u32 l32
#define GC_SORT_PRIV_LANES_u64 l64
#define GC_SORT_PRIV_BITS GC_SORT_PRIV_PASTE(GC_SORT_PRIV_BITS_, GC_SORT_PRIV_KIND)

#ifdef GC_SORT_PRIV_SIMD
// Instruction sets: bytes of a register; what stands before functions that are copied into
// their callers, and before those that are called. Registers of 64 bytes compare lanes as
// unsigned, the others as signed.
#define GC_SORT_PRIV_BYTES_avx512 64
#define GC_SORT_PRIV_BYTES_avx2 32
#define GC_SORT_PRIV_BYTES_v128 16
#define GC_SORT_PRIV_INLINE_avx512 GC_SORT_PRIV_AVX512
#define GC_SORT_PRIV_INLINE_avx2 GC_SORT_PRIV_AVX2
#define GC_SORT_PRIV_INLINE_v128 GC_SORT_PRIV_V128
#define GC_SORT_PRIV_BYTES GC_SORT_PRIV_PASTE(GC_SORT_PRIV_BYTES_, GC_SORT_PRIV_ISA)
#define GC_SORT_PRIV_ISA_INLINE GC_SORT_PRIV_PASTE(GC_SORT_PRIV_INLINE_, GC_SORT_PRIV_ISA)
#define GC_SORT_PRIV_TARGET GC_SORT_PRIV_PASTE(GC_SORT_PRIV_TARGET_, GC_SORT_PRIV_ISA)
#define GC_SORT_PRIV_SIGNED (GC_SORT_PRIV_BYTES < 64)
#define gc_sort_priv_register GC_SORT_PRIV_FN2(GC_SORT_PRIV_ISA, register)

// Lanes: bits of an element (l128: two registers, of lanes of 64; d64: doubles); whether the
// template has functions that are called for them; the kind of array that these work on,
// through which keys of 16 bits pass.
#define GC_SORT_PRIV_WIDTH_l32 32
#define GC_SORT_PRIV_WIDTH_l64 64
#define GC_SORT_PRIV_WIDTH_l128 128
#define GC_SORT_PRIV_WIDTH_d64 64
#define GC_SORT_PRIV_NETS_l32 1
#define GC_SORT_PRIV_NETS_l64 1
#define GC_SORT_PRIV_NETS_l128 0
#define GC_SORT_PRIV_NETS_d64 0
#define GC_SORT_PRIV_NETS GC_SORT_PRIV_PASTE(GC_SORT_PRIV_NETS_, GC_SORT_PRIV_LANES)
#define GC_SORT_PRIV_BLOCK_l32 u32
#define GC_SORT_PRIV_BLOCK_l64 u64
#define GC_SORT_PRIV_WIDTH GC_SORT_PRIV_PASTE(GC_SORT_PRIV_WIDTH_, GC_SORT_PRIV_LANES)
#define GC_SORT_PRIV_BLOCK GC_SORT_PRIV_PASTE(GC_SORT_PRIV_BLOCK_, GC_SORT_PRIV_LANES)

// Lanes of a vector; rows of the largest network, and how many elements that takes.
#define GC_SORT_PRIV_N ((size_t)GC_SORT_PRIV_BYTES / (GC_SORT_PRIV_WIDTH == 32 ? 4 : 8))
#define GC_SORT_PRIV_ROWS_MAX                                                                                \
    (!GC_SORT_PRIV_LARGE ? 8 : GC_SORT_PRIV_BYTES == 64 && GC_SORT_PRIV_WIDTH == 32 ? 32 : 16)
#define GC_SORT_PRIV_NET_MAX (GC_SORT_PRIV_ROWS_MAX * GC_SORT_PRIV_N)
#endif // GC_SORT_PRIV_SIMD

// ---- gc_sort_priv_kind_...: the scalar template

// An array, its elements, reading and writing them.
#define gc_sort_priv_key                  GC_SORT_PRIV_FN(key)            // an element, for the scalar code
#define gc_sort_priv_array                GC_SORT_PRIV_FN(array)          // where elements are
#define gc_sort_priv_kind_at              GC_SORT_PRIV_FN(at)             // the array from an element on
#define gc_sort_priv_kind_get             GC_SORT_PRIV_FN(get)            // an element
#define gc_sort_priv_kind_put             GC_SORT_PRIV_FN(put)            // writes one
#define gc_sort_priv_kind_prefetch        GC_SORT_PRIV_FN(prefetch)       // asks for memory
#define gc_sort_priv_kind_below           GC_SORT_PRIV_FN(below)          // comes before a cut, by its key
#define gc_sort_priv_kind_next            GC_SORT_PRIV_FN(next)           // the next greater element
#define gc_sort_priv_kind_encode          GC_SORT_PRIV_FN(encode)         // raw to encoded
#define gc_sort_priv_kind_decode          GC_SORT_PRIV_FN(decode)         // and back

// The sort.
#define gc_sort_priv_kind_exchange        GC_SORT_PRIV_FN(exchange)       // two keys in order
#define gc_sort_priv_kind_column          GC_SORT_PRIV_FN(column)         // sorts keys in registers
#define gc_sort_priv_kind_few_of          GC_SORT_PRIV_FN(few_of)
#define gc_sort_priv_kind_net_of          GC_SORT_PRIV_FN(net_of)
#define gc_sort_priv_kind_few             GC_SORT_PRIV_FN(few)            // 2 to 8 raw elements
#define gc_sort_priv_kind_net8            GC_SORT_PRIV_FN(net8)           // networks of numbers
#define gc_sort_priv_kind_net16           GC_SORT_PRIV_FN(net16)
#define gc_sort_priv_kind_small           GC_SORT_PRIV_FN(small)          // at most 16 elements
#define gc_sort_priv_kind_heapsort        GC_SORT_PRIV_FN(heapsort)       // when splits are bad
#define gc_sort_priv_kind_partition       GC_SORT_PRIV_FN(partition)      // parts an array at a cut
#define gc_sort_priv_kind_median          GC_SORT_PRIV_FN(median)         // of three
#define gc_sort_priv_kind_pivot           GC_SORT_PRIV_FN(pivot)          // pseudo-median of 3 to 81
#define gc_sort_priv_kind_quick           GC_SORT_PRIV_FN(quick)          // encoded elements
#define gc_sort_priv_kind_one_run         GC_SORT_PRIV_FN(one_run)        // in order already?
#define gc_sort_priv_kind_scalar          GC_SORT_PRIV_FN(scalar)         // raw elements, no SIMD
#define gc_sort_priv_kind_avx512_sort     GC_SORT_PRIV_FN(avx512_sort)
#define gc_sort_priv_kind_avx2_sort       GC_SORT_PRIV_FN(avx2_sort)
#define gc_sort_priv_kind_v128_sort       GC_SORT_PRIV_FN(v128_sort)
#define gc_sort_priv_kind_sort_here       GC_SORT_PRIV_FN(sort_here)      // by the best instruction set
#define gc_sort_priv_kind_sort            GC_SORT_PRIV_FN(sort)           // the same as a call
#define gc_sort_priv_kind_rows            GC_SORT_PRIV_FN(rows)           // of an array, each by itself
#define gc_sort_priv_kind_rows_here       GC_SORT_PRIV_FN(rows_here)
#define gc_sort_priv_kind_avx512_rows     GC_SORT_PRIV_FN(avx512_rows)
#define gc_sort_priv_kind_avx2_rows       GC_SORT_PRIV_FN(avx2_rows)

// By name.
#define gc_sort_priv_kind_tasks           GC_SORT_PRIV_FN(tasks)          // what its tasks are
#define gc_sort_priv_kind_named_part      GC_SORT_PRIV_FN(named_part)     // by the median of three
#define gc_sort_priv_kind_named_insertion GC_SORT_PRIV_FN(named_insertion)
#define gc_sort_priv_kind_named_quick     GC_SORT_PRIV_FN(named_quick)    // without recursion
#define gc_sort_priv_kind_quick_task      GC_SORT_PRIV_FN(quick_task)     // a part of quick-merge
#define gc_sort_priv_kind_merge_task      GC_SORT_PRIV_FN(merge_task)     // two runs become one
#define gc_sort_priv_kind_level_task      GC_SORT_PRIV_FN(level_task)     // a range of quick-levels
#define gc_sort_priv_kind_recode_task     GC_SORT_PRIV_FN(recode_task)    // raw to encoded, or back

// In parallel.
#define gc_sort_priv_kind_scalar_step     GC_SORT_PRIV_FN(scalar_step)    // a step of it, no SIMD
#define gc_sort_priv_kind_step            GC_SORT_PRIV_FN(step)           // by the best instruction set
#define gc_sort_priv_kind_step_here       GC_SORT_PRIV_FN(step_here)
#define gc_sort_priv_kind_avx512_step     GC_SORT_PRIV_FN(avx512_step)
#define gc_sort_priv_kind_avx2_step       GC_SORT_PRIV_FN(avx2_step)
#define gc_sort_priv_kind_v128_step       GC_SORT_PRIV_FN(v128_step)
#define gc_sort_priv_kind_ctx             GC_SORT_PRIV_FN(ctx)            // in parallel if it pays

// The nth key.
#define gc_sort_priv_kind_cuts            GC_SORT_PRIV_FN(cuts)           // beside its place
#define gc_sort_priv_kind_select_cuts     GC_SORT_PRIV_FN(select_cuts)
#define gc_sort_priv_kind_select          GC_SORT_PRIV_FN(select)
#define gc_sort_priv_kind_nth             GC_SORT_PRIV_FN(nth)            // checks arguments
#define gc_sort_priv_kind_top             GC_SORT_PRIV_FN(top)

// Arrays of >>crooked.
#define gc_sort_priv_kind_place           GC_SORT_PRIV_FN(place)          // where an element belongs
#define gc_sort_priv_kind_crooked         GC_SORT_PRIV_FN(crooked)        // sorts such an array

// What the public functions call.
#define gc_sort_priv_kind_entry           GC_SORT_PRIV_FN(entry)          // checks arguments
#define gc_sort_priv_kind_entry_ctx       GC_SORT_PRIV_FN(entry_ctx)      // the same, with a context

// ---- gc_sort_priv_vec_...: the vector template

#define gc_sort_priv_vec_load             GC_SORT_PRIV_VFN(load)          // a vector of the array
#define gc_sort_priv_vec_load_part        GC_SORT_PRIV_VFN(load_part)     // its first lanes
#define gc_sort_priv_vec_store            GC_SORT_PRIV_VFN(store)         // to the array
#define gc_sort_priv_vec_store_part       GC_SORT_PRIV_VFN(store_part)    // its first lanes
#define gc_sort_priv_vec_get              GC_SORT_PRIV_VFN(get)           // a vector, encoded
#define gc_sort_priv_vec_recode           GC_SORT_PRIV_VFN(recode)        // raw to encoded, or back
#define gc_sort_priv_vec_last             GC_SORT_PRIV_VFN(last)          // the end of an array as a row
#define gc_sort_priv_vec_net              GC_SORT_PRIV_VFN(net)           // what a network takes
#define gc_sort_priv_vec_share            GC_SORT_PRIV_VFN(share)         // lanes to two writers
#define gc_sort_priv_vec_under            GC_SORT_PRIV_VFN(under)         // below a cut
#define gc_sort_priv_vec_partition_of     GC_SORT_PRIV_VFN(partition_of)
#define gc_sort_priv_vec_partition        GC_SORT_PRIV_VFN(partition)     // parts an array at a cut
#define gc_sort_priv_vec_partition_kept   GC_SORT_PRIV_VFN(partition_kept)
#define gc_sort_priv_vec_partition_few    GC_SORT_PRIV_VFN(partition_few) // with few below it
#define gc_sort_priv_vec_pivot            GC_SORT_PRIV_VFN(pivot)         // from 3 to 27 vectors
#define gc_sort_priv_vec_uniform          GC_SORT_PRIV_VFN(uniform)       // all below a cut, or none?
#define gc_sort_priv_vec_count            GC_SORT_PRIV_VFN(count)         // 16-bit keys, counted
#define gc_sort_priv_vec_quick            GC_SORT_PRIV_VFN(quick)         // the quicksort
#define gc_sort_priv_vec_breaks           GC_SORT_PRIV_VFN(breaks)        // lanes out of order
#define gc_sort_priv_vec_ordered          GC_SORT_PRIV_VFN(ordered)       // rise or fall throughout?
#define gc_sort_priv_vec_one_run          GC_SORT_PRIV_VFN(one_run)       // in order already?
#define gc_sort_priv_vec_job              GC_SORT_PRIV_VFN(job)           // the map, spread over lanes
#define gc_sort_priv_vec_sort             GC_SORT_PRIV_VFN(sort)          // raw elements
#define gc_sort_priv_vec_four_rows        GC_SORT_PRIV_VFN(four_rows)
#define gc_sort_priv_vec_rows             GC_SORT_PRIV_VFN(rows)          // of an array
#define gc_sort_priv_vec_step             GC_SORT_PRIV_VFN(step)          // a step of the parallel sort

// ---- gc_sort_priv_lanes_...: operations on lanes (see >>lanes), and networks of them

#define gc_sort_priv_vector               GC_SORT_PRIV_OP(v)
#define gc_sort_priv_lanes_mask           GC_SORT_PRIV_OP(mask)
#define gc_sort_priv_lanes_map            GC_SORT_PRIV_OP(map)
#define gc_sort_priv_lanes_set1           GC_SORT_PRIV_OP(set1)
#define gc_sort_priv_lanes_spread         GC_SORT_PRIV_OP(spread)
#define gc_sort_priv_lanes_spread_flip    GC_SORT_PRIV_OP(spread_flip)
#define gc_sort_priv_lanes_encode         GC_SORT_PRIV_OP(encode)
#define gc_sort_priv_lanes_decode         GC_SORT_PRIV_OP(decode)
#define gc_sort_priv_lanes_flip           GC_SORT_PRIV_OP(flip)
#define gc_sort_priv_lanes_below          GC_SORT_PRIV_OP(below)
#define gc_sort_priv_lanes_bits           GC_SORT_PRIV_OP(bits)
#define gc_sort_priv_lanes_count          GC_SORT_PRIV_OP(count)
#define gc_sort_priv_lanes_from           GC_SORT_PRIV_OP(from)
#define gc_sort_priv_lanes_behind         GC_SORT_PRIV_OP(behind)
#define gc_sort_priv_lanes_lane           GC_SORT_PRIV_OP(lane)
#define gc_sort_priv_lanes_greatest       GC_SORT_PRIV_OP(greatest)
#define gc_sort_priv_lanes_lesser         GC_SORT_PRIV_OP(lesser)
#define gc_sort_priv_lanes_greater        GC_SORT_PRIV_OP(greater)
#define gc_sort_priv_lanes_swap           GC_SORT_PRIV_OP(swap)
#define gc_sort_priv_lanes_mirror         GC_SORT_PRIV_OP(mirror)
#define gc_sort_priv_lanes_cross          GC_SORT_PRIV_OP(cross)
#define gc_sort_priv_lanes_reverse        GC_SORT_PRIV_OP(reverse)
#define gc_sort_priv_lanes_zip_low        GC_SORT_PRIV_OP(zip_low)
#define gc_sort_priv_lanes_zip_high       GC_SORT_PRIV_OP(zip_high)
#define gc_sort_priv_lanes_join_low       GC_SORT_PRIV_OP(join_low)
#define gc_sort_priv_lanes_join_high      GC_SORT_PRIV_OP(join_high)
#define gc_sort_priv_lanes_left           GC_SORT_PRIV_OP(left)
#define gc_sort_priv_lanes_right          GC_SORT_PRIV_OP(right)
#define gc_sort_priv_lanes_turn           GC_SORT_PRIV_OP(turn)
#define gc_sort_priv_lanes_pick           GC_SORT_PRIV_OP(pick)

// Networks.
#define gc_sort_priv_lanes_exchange       GC_SORT_PRIV_OP(exchange)       // of two rows
#define gc_sort_priv_lanes_zip            GC_SORT_PRIV_OP(zip)            // of two rows
#define gc_sort_priv_lanes_pairs          GC_SORT_PRIV_OP(pairs)          // of rows k apart
#define gc_sort_priv_lanes_halve8         GC_SORT_PRIV_OP(halve8)
#define gc_sort_priv_lanes_halve16        GC_SORT_PRIV_OP(halve16)
#define gc_sort_priv_lanes_halve          GC_SORT_PRIV_OP(halve)          // bitonic columns; or transposes
#define gc_sort_priv_lanes_columns        GC_SORT_PRIV_OP(columns)        // sorts each column
#define gc_sort_priv_lanes_within         GC_SORT_PRIV_OP(within)
#define gc_sort_priv_lanes_across         GC_SORT_PRIV_OP(across)         // merges pairs of columns
#define gc_sort_priv_lanes_join           GC_SORT_PRIV_OP(join)
#define gc_sort_priv_lanes_quads          GC_SORT_PRIV_OP(quads)
#define gc_sort_priv_lanes_vector_of      GC_SORT_PRIV_OP(vector_of)      // where a row is
#define gc_sort_priv_lanes_store_over     GC_SORT_PRIV_OP(store_over)
#define gc_sort_priv_lanes_rows           GC_SORT_PRIV_OP(rows)           // the whole network
#define gc_sort_priv_lanes_store_rows     GC_SORT_PRIV_OP(store_rows)     // rows back to the array
#define gc_sort_priv_lanes_net_of         GC_SORT_PRIV_OP(net_of)         // a network of R rows
#define gc_sort_priv_lanes_job            GC_SORT_PRIV_OP(job)            // the map, for one call
#define gc_sort_priv_lanes_load_row       GC_SORT_PRIV_OP(load_row)       // a row of a network
#define gc_sort_priv_lanes_store_row      GC_SORT_PRIV_OP(store_row)      // and back
#define gc_sort_priv_lanes_store_few      GC_SORT_PRIV_OP(store_few)      // less than a row
#define gc_sort_priv_lanes_net1           GC_SORT_PRIV_OP(net1)           // networks of 1 to 32 rows
#define gc_sort_priv_lanes_net2           GC_SORT_PRIV_OP(net2)
#define gc_sort_priv_lanes_net4           GC_SORT_PRIV_OP(net4)
#define gc_sort_priv_lanes_net8           GC_SORT_PRIV_OP(net8)
#define gc_sort_priv_lanes_net16          GC_SORT_PRIV_OP(net16)
#define gc_sort_priv_lanes_net32          GC_SORT_PRIV_OP(net32)
#define gc_sort_priv_lanes_net            GC_SORT_PRIV_OP(net)            // the one that fits
#define gc_sort_priv_lanes_sampled        GC_SORT_PRIV_OP(sampled)        // a pivot of vectors

// ---- gc_sort_priv_kv_isa_...: the partition of keys with values

#define gc_sort_priv_kv_isa_writers       GC_SORT_PRIV_KVFN(writers)      // where elements go
#define gc_sort_priv_kv_isa_open          GC_SORT_PRIV_KVFN(open)
#define gc_sort_priv_kv_isa_keys          GC_SORT_PRIV_KVFN(keys)         // a register of keys
#define gc_sort_priv_kv_isa_values        GC_SORT_PRIV_KVFN(values)       // the values beside it
#define gc_sort_priv_kv_isa_share         GC_SORT_PRIV_KVFN(share)        // between the writers
#define gc_sort_priv_kv_isa_split_of      GC_SORT_PRIV_KVFN(split_of)
#define gc_sort_priv_kv_isa_split         GC_SORT_PRIV_KVFN(split)        // parts arrays at a cut

// ---- gc_sort_priv_element, as the lanes hold it; gc_sort_priv_block, what networks work on

#define gc_sort_priv_element              GC_SORT_PRIV_EFN(element)
#define gc_sort_priv_element_equal        GC_SORT_PRIV_EFN(equal)         // both the same
#define gc_sort_priv_element_least        GC_SORT_PRIV_EFN(least)         // the least of all
#define gc_sort_priv_element_next         GC_SORT_PRIV_EFN(next)          // the next greater one
#define gc_sort_priv_block                GC_SORT_PRIV_FN2(GC_SORT_PRIV_BLOCK, array)
#define gc_sort_priv_block_load           GC_SORT_PRIV_BLOCK_FN(load)
#define gc_sort_priv_block_load_over      GC_SORT_PRIV_BLOCK_FN(load_over)
#define gc_sort_priv_block_store          GC_SORT_PRIV_BLOCK_FN(store)
#define gc_sort_priv_block_store_part     GC_SORT_PRIV_BLOCK_FN(store_part)

// >>arguments alignment of the types in arrays
//
// On a 32-bit x86, 8-byte ones may stand at any multiple of 4.
#define GC_SORT_PRIV_OFFSET(ctype)                                                                           \
    typedef struct gc_sort_priv_offset_##ctype { char c; ctype x; } gc_sort_priv_offset_##ctype;
GC_SORT_PRIV_OFFSET(int16_t)
GC_SORT_PRIV_OFFSET(uint16_t)
GC_SORT_PRIV_OFFSET(int32_t)
GC_SORT_PRIV_OFFSET(uint32_t)
GC_SORT_PRIV_OFFSET(int64_t)
GC_SORT_PRIV_OFFSET(uint64_t)
GC_SORT_PRIV_OFFSET(float)
GC_SORT_PRIV_OFFSET(double)
#define GC_SORT_PRIV_ALIGN(ctype) offsetof(gc_sort_priv_offset_##ctype, x)

// >>crooked arrays that are not aligned for their types
//
// Without its last element such an array fits an aligned place within itself: moved there, the
// others are sorted as any array is, then moved back, and the last one is put among them.
typedef struct gc_sort_priv_crooked {
    unsigned char *array, *aligned;
    size_t size;                             // bytes of an element
    union { uint16_t u16; uint32_t u32; uint64_t u64; } last;
} gc_sort_priv_crooked;

// An array may be read as n elements: it is not NULL, unless n is 0.
static inline bool gc_sort_priv_there(const void *array, size_t n) { return array || n == 0; }
static inline bool gc_sort_priv_aligned(const void *array, size_t align) {
    return ((uintptr_t)array & (align - 1)) == 0;
}

// Takes the last one of n >= 1 elements out, and moves the others to where they are aligned.
GC_SORT_PRIV_RARE void gc_sort_priv_straighten(gc_sort_priv_crooked *k, void *array, size_t n, size_t size,
                                               size_t align) {
    k->array = (unsigned char *)array;
    k->aligned = k->array + ((0 - (uintptr_t)array) & (align - 1));
    k->size = size;
    memcpy(&k->last, k->array + (n - 1) * size, size);
    memmove(k->aligned, k->array, (n - 1) * size);
}

// Moves them back, the last one between the first `place` of them and the others.
GC_SORT_PRIV_RARE void gc_sort_priv_put_back(const gc_sort_priv_crooked *k, size_t n, size_t place) {
    unsigned char *const gap = k->array + place * k->size;
    memmove(k->array, k->aligned, place * k->size);
    memmove(gap + k->size, k->aligned + place * k->size, (n - 1 - place) * k->size);
    memcpy(gap, &k->last, k->size);
}

// >>lanes what the vector template needs of an instruction set
//
// There are two kinds of lanes: l32 (u32, and u16 widened), l64 (u64). AVX-512 compares lanes
// as unsigned, the others as signed: their map also turns the top bit over.
//
//     below      mask of the lanes with x_i < y_i
//     lesser, greater  of each pair of lanes; lo is what lesser gave
//     swap       lane i comes from lane i ^ k; k, here and below, is a constant
//     mirror     lane i comes from lane i ^ (2 k - 1)
//     reverse    of all lanes
//     cross      lesser lanes to x, greater to y; lanes with bit k in their number the other way round
//     greatest   lanes that none is above
//     zip_low    x0 y0 x1 y1 ..., as far as it fits; AVX2: in each half
//     zip_high   the rest of that
//     join_low, join_high  AVX2: the lower halves of x and y, the upper ones
//     from       mask of the lanes from count on; behind: fill, and those of x
//     bits       a mask as a number
//     count      number of lanes in bits
//     left       lanes with their bit set to the front, the others behind them
//     right      AVX-512 l32 alone, where left has zeros behind them: the others
//     turn       lanes from the one numbered by on, of x and then of y; v128: none
//     pick       y if second, else x; v128: none
#if defined(__clang__)
// At -O1 not every loop is written out that is asked to be.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed"
#elif defined(__GNUC__)
// g++ 12 takes the "any value" of its own intrinsics for a mistake of ours (gcc bug 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#ifdef GC_SORT_PRIV_SIMD

#if defined(__GNUC__) || defined(__clang__)
#define GC_SORT_PRIV_TARGET_avx512                                                                           \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,bmi2,popcnt,lzcnt")))
#define GC_SORT_PRIV_TARGET_avx2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#define GC_SORT_PRIV_AVX512 GC_SORT_PRIV_TARGET_avx512 __attribute__((always_inline)) static inline
#define GC_SORT_PRIV_AVX2 GC_SORT_PRIV_TARGET_avx2 __attribute__((always_inline)) static inline
#else
#define GC_SORT_PRIV_TARGET_avx512
#define GC_SORT_PRIV_TARGET_avx2
#define GC_SORT_PRIV_AVX512 static __forceinline
#define GC_SORT_PRIV_AVX2 static __forceinline
#endif
#define GC_SORT_PRIV_TARGET_v128
#define GC_SORT_PRIV_V128 __attribute__((always_inline)) static inline

// The map of >>numbers, spread over the lanes; and the bijection and its inverse. Written once
// for each vector type. down is folded into the other constants, so with the sign and ternary
// logic a key takes four operations:
//     key = (x ^ (x negative ? pos ^ both : pos)) + add
// flips: the bijection is x ^ pos, its own inverse, as that of integers is: for networks that
// takes 4 to 8 % off the sort of i32. _spread_flip makes such a map.
#define GC_SORT_PRIV_BIJECTION(prefix, bits, fn, v, set, bits_and, bits_xor, add_op, sub_op, sign)           \
    typedef struct prefix##_map { v pos, both, back, add; bool flips; } prefix##_map;                        \
    fn prefix##_map prefix##_spread(const gc_sort_priv_map *m) {                                             \
        const uint64_t top = (uint64_t)1 << (bits - 1);                                                      \
        /* ~(x + add) is ~x - add. */                                                                        \
        const uint64_t turned = m->add && (m->down & top / 2) ? m->down | top : 0;                           \
        const uint64_t all = m->add ? turned : m->down, neg = m->neg ^ all, pos = m->pos ^ all;              \
        /* What is left of down: the top bit. */                                                             \
        const uint64_t add = (m->add ^ turned) - turned + (m->down ^ all);                                   \
        prefix##_map r;                                                                                      \
        r.pos = set(pos);                                                                                    \
        r.both = set(neg ^ pos);                                                                             \
        /* Negative turns to positive, or stays so. */                                                       \
        r.back = set(pos >> (bits - 1) & 1 ? neg : pos);                                                     \
        r.add = set(add);                                                                                    \
        r.flips = neg == pos && add == 0;                                                                    \
        return r;                                                                                            \
    }                                                                                                        \
    fn prefix##_map prefix##_spread_flip(uint64_t flip) {                                                    \
        prefix##_map r;                                                                                      \
        r.pos = r.back = set(flip);                                                                          \
        r.both = r.add = set(0);                                                                             \
        r.flips = true;                                                                                      \
        return r;                                                                                            \
    }                                                                                                        \
    fn v prefix##_flip(v x, const prefix##_map *m) { return bits_xor(x, m->pos); }                           \
    fn v prefix##_encode(v x, const prefix##_map *m) {                                                       \
        return add_op(bits_xor(x, bits_xor(m->pos, bits_and(sign(x), m->both))), m->add);                    \
    }                                                                                                        \
    fn v prefix##_decode(v x, const prefix##_map *m) {                                                       \
        const v y = sub_op(x, m->add);                                                                       \
        return bits_xor(y, bits_xor(m->back, bits_and(sign(y), m->both)));                                   \
    }

#ifdef GC_SORT_PRIV_X86

// Entry m: eight lane numbers of 3 bits, from bit 0 on those whose bit is set in m, then the
// others, both rising.
static const uint32_t gc_sort_priv_split[256] = {
#define GC_SORT_PRIV_ENTRY(x) x,
#include GC_SORT_FILENAME
};

// The same for four lanes of 64 bits, as the numbers of their halves.
static const unsigned char gc_sort_priv_split4[16][8] = {
    { 0, 1, 2, 3, 4, 5, 6, 7 }, { 0, 1, 2, 3, 4, 5, 6, 7 },
    { 2, 3, 0, 1, 4, 5, 6, 7 }, { 0, 1, 2, 3, 4, 5, 6, 7 },
    { 4, 5, 0, 1, 2, 3, 6, 7 }, { 0, 1, 4, 5, 2, 3, 6, 7 },
    { 2, 3, 4, 5, 0, 1, 6, 7 }, { 0, 1, 2, 3, 4, 5, 6, 7 },
    { 6, 7, 0, 1, 2, 3, 4, 5 }, { 0, 1, 6, 7, 2, 3, 4, 5 },
    { 2, 3, 6, 7, 0, 1, 4, 5 }, { 0, 1, 2, 3, 6, 7, 4, 5 },
    { 4, 5, 6, 7, 0, 1, 2, 3 }, { 0, 1, 4, 5, 6, 7, 2, 3 },
    { 2, 3, 4, 5, 6, 7, 0, 1 }, { 0, 1, 2, 3, 4, 5, 6, 7 }
};

// >>avx512 AVX-512 (F, BW, DQ, VL)

typedef __m512i gc_sort_priv_avx512_register;
typedef __m512i gc_sort_priv_avx512_l32_v;
typedef __m512i gc_sort_priv_avx512_l64_v;

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_set1(uint64_t x) {
    return _mm512_set1_epi32((int)(uint32_t)(x & 0xffffffffu));
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_set1(uint64_t x) {
    return _mm512_set1_epi64((long long)x);
}

// All ones, made of zeros: the compiler's own way waits, on Zen 5, for what was in the
// register, which may be a result of the call before. By hand, since clang 15 and later know
// what 0xff gives, and leave the zeros away.
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_ones(void) {
    __m512i x = _mm512_setzero_si512();
#if defined(__GNUC__) || defined(__clang__)
    __asm__("vpternlogq {$0xff, %0, %0, %0|%0, %0, %0, 0xff}" : "+v"(x));
    return x;
#else
    return _mm512_ternarylogic_epi64(x, x, x, 0xff);
#endif
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_sign32(__m512i x) { return _mm512_srai_epi32(x, 31); }
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_sign64(__m512i x) { return _mm512_srai_epi64(x, 63); }
GC_SORT_PRIV_BIJECTION(
    gc_sort_priv_avx512_l32, 32, GC_SORT_PRIV_AVX512, __m512i, gc_sort_priv_avx512_l32_set1, _mm512_and_si512,
    _mm512_xor_si512, _mm512_add_epi32, _mm512_sub_epi32, gc_sort_priv_avx512_sign32)
GC_SORT_PRIV_BIJECTION(
    gc_sort_priv_avx512_l64, 64, GC_SORT_PRIV_AVX512, __m512i, gc_sort_priv_avx512_l64_set1, _mm512_and_si512,
    _mm512_xor_si512, _mm512_add_epi64, _mm512_sub_epi64, gc_sort_priv_avx512_sign64)

typedef __mmask16 gc_sort_priv_avx512_l32_mask;
typedef __mmask8 gc_sort_priv_avx512_l64_mask;

// No cast: gcc 12 may spill a mask that it has widened to 32 bits with a store of 16, and
// read all 32 back, upper half and all (seen with -O1 and a sanitizer, where the count of a
// mask then came out above 16).
#if defined(__GNUC__) && !defined(__clang__)
GC_SORT_PRIV_AVX512 uint32_t gc_sort_priv_avx512_l32_bits(__mmask16 m) {
    uint32_t r;
    __asm__("kmovw %1, %0" : "=r"(r) : "k"(m));
    return r;
}

GC_SORT_PRIV_AVX512 uint32_t gc_sort_priv_avx512_l64_bits(__mmask8 m) {
    uint32_t r;
    __asm__("kmovb %1, %0" : "=r"(r) : "k"(m));
    return r;
}
#else
GC_SORT_PRIV_AVX512 uint32_t gc_sort_priv_avx512_l32_bits(__mmask16 m) { return m; }
GC_SORT_PRIV_AVX512 uint32_t gc_sort_priv_avx512_l64_bits(__mmask8 m) { return m; }
#endif

GC_SORT_PRIV_AVX512 size_t gc_sort_priv_avx512_l64_count(uint32_t bits) {
    return (size_t)_mm_popcnt_u32(bits);
}

GC_SORT_PRIV_AVX512 __mmask16 gc_sort_priv_avx512_l32_below(__m512i x, __m512i y) {
    return _mm512_cmplt_epu32_mask(x, y);
}

GC_SORT_PRIV_AVX512 __mmask8 gc_sort_priv_avx512_l64_below(__m512i x, __m512i y) {
    return _mm512_cmplt_epu64_mask(x, y);
}

// The greater is what remains of x ^ y when the lesser is taken out. Intel's have one port for
// min and max (64-bit ones take two turns), ternlog has two: a network of 256 u32 is 319 of
// each, not 638 for one port.
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_lesser(__m512i x, __m512i y) {
    return _mm512_min_epu32(x, y);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_lesser(__m512i x, __m512i y) {
    return _mm512_min_epu64(x, y);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_greater(__m512i x, __m512i y, __m512i lo) {
    return _mm512_ternarylogic_epi32(x, y, lo, 0x96);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_greater(__m512i x, __m512i y, __m512i lo) {
    return _mm512_ternarylogic_epi64(x, y, lo, 0x96);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_reverse(__m512i x) {
    const __m512i numbers = _mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return _mm512_permutexvar_epi32(numbers, x);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_reverse(__m512i x) {
    return _mm512_permutexvar_epi64(_mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7), x);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_swap(__m512i x, int k) {
    if (k == 1) return _mm512_shuffle_epi32(x, (_MM_PERM_ENUM)0xb1);
    if (k == 2) return _mm512_shuffle_epi32(x, (_MM_PERM_ENUM)0x4e);
    return _mm512_permutex_epi64(x, 0x4e);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_mirror(__m512i x, int k) {
    if (k == 1) return gc_sort_priv_avx512_l32_swap(x, 1);
    if (k == 2) return _mm512_shuffle_epi32(x, (_MM_PERM_ENUM)0x1b);
    if (k == 8) return gc_sort_priv_avx512_l32_reverse(x);
    const __m512i numbers = _mm512_set_epi32(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    return _mm512_permutexvar_epi32(numbers, x);
}

// Lanes with bit k get the other one, again found by taking out, and y gets the rest: a network
// of 256 u32 is 894 operations, with blends it was 1,022.
GC_SORT_PRIV_AVX512 void gc_sort_priv_avx512_l32_cross(__m512i *x, __m512i *y, int k) {
    const __mmask16 with = k == 1 ? 0xaaaa : k == 2 ? 0xcccc : k == 4 ? 0xf0f0 : 0xff00;
    const __m512i lo = _mm512_min_epu32(*x, *y);
    const __m512i to = _mm512_mask_ternarylogic_epi32(lo, with, *x, *y, 0x96);
    *y = gc_sort_priv_avx512_l32_greater(*x, *y, to);
    *x = to;
}

// A lane of 64 bits is two of 32.
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_swap(__m512i x, int k) {
    return gc_sort_priv_avx512_l32_swap(x, 2 * k);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_mirror(__m512i x, int k) {
    if (k == 1) return gc_sort_priv_avx512_l64_swap(x, 1);
    if (k == 2) return _mm512_permutex_epi64(x, 0x1b);
    return gc_sort_priv_avx512_l64_reverse(x);
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_avx512_l64_cross(__m512i *x, __m512i *y, int k) {
    const __mmask8 with = k == 1 ? 0xaa : k == 2 ? 0xcc : 0xf0;
    const __m512i lo = _mm512_min_epu64(*x, *y), to = _mm512_mask_ternarylogic_epi64(lo, with, *x, *y, 0x96);
    *y = gc_sort_priv_avx512_l64_greater(*x, *y, to);
    *x = to;
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_zip_low(__m512i x, __m512i y) {
    const __m512i numbers = _mm512_set_epi32(23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    return _mm512_permutex2var_epi32(x, numbers, y);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_zip_high(__m512i x, __m512i y) {
    const __m512i numbers = _mm512_set_epi32(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8);
    return _mm512_permutex2var_epi32(x, numbers, y);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_zip_low(__m512i x, __m512i y) {
    return _mm512_permutex2var_epi64(x, _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0), y);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_zip_high(__m512i x, __m512i y) {
    return _mm512_permutex2var_epi64(x, _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4), y);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_left(__m512i x, __mmask16 m) {
    return _mm512_maskz_compress_epi32(m, x);
}

// The mask is inverted as a mask: a move back from an integer would take the port that compress
// needs.
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_right(__m512i x, __mmask16 m) {
    return _mm512_maskz_compress_epi32(_mm512_knot(m), x);
}

// Lanes with their bit set first, as numbers of lanes for a permute, which reads 3 bits each.
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_places(uint32_t bits) {
    const __m512i packed = _mm512_set1_epi32((int)gc_sort_priv_split[bits]);
    return _mm512_srlv_epi64(packed, _mm512_set_epi64(21, 18, 15, 12, 9, 6, 3, 0));
}

// One permute by a table instead of two compresses, which take two steps each on Intel's.
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_left(__m512i x, uint32_t bits) {
    return _mm512_permutexvar_epi64(gc_sort_priv_avx512_l64_places(bits), x);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_pick(__m512i x, __m512i y, bool second) {
    return _mm512_mask_mov_epi32(x, (__mmask16)(0 - (unsigned)second), y);
}
#define gc_sort_priv_avx512_l32_pick gc_sort_priv_avx512_l64_pick

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_turn(__m512i x, __m512i y, size_t by) {
    const __m512i numbers = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    return _mm512_permutex2var_epi32(x, _mm512_add_epi32(numbers, _mm512_set1_epi32((int)by)), y);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_turn(__m512i x, __m512i y, size_t by) {
    const __m512i numbers = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    return _mm512_permutex2var_epi64(x, _mm512_add_epi64(numbers, _mm512_set1_epi64((long long)by)), y);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_greatest(void) { return gc_sort_priv_avx512_ones(); }
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l64_greatest(void) { return gc_sort_priv_avx512_ones(); }

// Mask of the lanes before count, which is below 256.
GC_SORT_PRIV_AVX512 __mmask16 gc_sort_priv_avx512_first16(size_t count) {
    return (__mmask16)_bzhi_u32(0xffffu, (uint32_t)count);
}

GC_SORT_PRIV_AVX512 __mmask8 gc_sort_priv_avx512_first8(size_t count) {
    return (__mmask8)_bzhi_u32(0xffu, (uint32_t)count);
}

GC_SORT_PRIV_AVX512 uint32_t gc_sort_priv_avx512_l32_lane(__m512i x, size_t i) {
    uint32_t lanes[16];
    memcpy(lanes, &x, sizeof lanes);
    return lanes[i];
}

GC_SORT_PRIV_AVX512 uint64_t gc_sort_priv_avx512_l64_lane(__m512i x, size_t i) {
    uint64_t lanes[8];
    memcpy(lanes, &x, sizeof lanes);
    return lanes[i];
}

GC_SORT_PRIV_AVX512 __mmask16 gc_sort_priv_avx512_l32_from(size_t count) {
    return (__mmask16)(0xffffu << count & 0xffffu);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_l32_behind(__m512i x, size_t count, __m512i fill) {
    return _mm512_mask_mov_epi32(fill, gc_sort_priv_avx512_l32_from(count), x);
}

GC_SORT_PRIV_AVX512 __mmask8 gc_sort_priv_avx512_l64_from(size_t count) {
    return (__mmask8)(0xffu << count & 0xffu);
}

// Arrays to lanes and back. _part touches the first count elements only (all lanes, from count
// N on; below 256). _over: the lanes from count on come from fill.
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_u32_avx512_load(const gc_sort_priv_u32 *a, size_t i) {
    return _mm512_loadu_si512(a + i);
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_u32_avx512_store(gc_sort_priv_u32 *a, size_t i, __m512i x) {
    _mm512_storeu_si512(a + i, x);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_u32_avx512_load_part(
    const gc_sort_priv_u32 *a, size_t i, size_t count) {
    return _mm512_maskz_loadu_epi32(gc_sort_priv_avx512_first16(count), a + i);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_u32_avx512_load_over(
    const gc_sort_priv_u32 *a, size_t i, size_t count, __m512i fill) {
    return _mm512_mask_loadu_epi32(fill, gc_sort_priv_avx512_first16(count), a + i);
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_u32_avx512_store_part(
    gc_sort_priv_u32 *a, size_t i, __m512i x, size_t count) {
    _mm512_mask_storeu_epi32(a + i, gc_sort_priv_avx512_first16(count), x);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_u64_avx512_load(const gc_sort_priv_u64 *a, size_t i) {
    return _mm512_loadu_si512(a + i);
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_u64_avx512_store(gc_sort_priv_u64 *a, size_t i, __m512i x) {
    _mm512_storeu_si512(a + i, x);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_u64_avx512_load_part(
    const gc_sort_priv_u64 *a, size_t i, size_t count) {
    return _mm512_maskz_loadu_epi64(gc_sort_priv_avx512_first8(count), a + i);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_u64_avx512_load_over(
    const gc_sort_priv_u64 *a, size_t i, size_t count, __m512i fill) {
    return _mm512_mask_loadu_epi64(fill, gc_sort_priv_avx512_first8(count), a + i);
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_u64_avx512_store_part(
    gc_sort_priv_u64 *a, size_t i, __m512i x, size_t count) {
    _mm512_mask_storeu_epi64(a + i, gc_sort_priv_avx512_first8(count), x);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_avx512_join(__m256i keys, __m256i values) {
    return _mm512_or_si512(_mm512_slli_epi64(_mm512_cvtepu32_epi64(keys), 32), _mm512_cvtepu32_epi64(values));
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_kv32_avx512_load(gc_sort_priv_kv32_array a, size_t i) {
    return gc_sort_priv_avx512_join(_mm256_loadu_si256((const __m256i *)(const void *)(a.keys + 4 * i)),
                                    _mm256_loadu_si256((const __m256i *)(const void *)(a.values + 4 * i)));
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_kv32_avx512_store(gc_sort_priv_kv32_array a, size_t i, __m512i x) {
    _mm256_storeu_si256((__m256i *)(void *)(a.keys + 4 * i), _mm512_cvtepi64_epi32(_mm512_srli_epi64(x, 32)));
    _mm256_storeu_si256((__m256i *)(void *)(a.values + 4 * i), _mm512_cvtepi64_epi32(x));
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_kv32_avx512_load_part(
    gc_sort_priv_kv32_array a, size_t i, size_t count) {
    const __mmask8 m = gc_sort_priv_avx512_first8(count);
    return gc_sort_priv_avx512_join(_mm256_maskz_loadu_epi32(m, a.keys + 4 * i),
                                    _mm256_maskz_loadu_epi32(m, a.values + 4 * i));
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_kv32_avx512_store_part(
    gc_sort_priv_kv32_array a, size_t i, __m512i x, size_t count) {
    const __mmask8 m = gc_sort_priv_avx512_first8(count);
    _mm256_mask_storeu_epi32(a.keys + 4 * i, m, _mm512_cvtepi64_epi32(_mm512_srli_epi64(x, 32)));
    _mm256_mask_storeu_epi32(a.values + 4 * i, m, _mm512_cvtepi64_epi32(x));
}

#if GC_SORT_PRIV_WITH_16
// Keys of 16 bits stand in lanes of 32.
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_u16_avx512_load(const gc_sort_priv_u16 *a, size_t i) {
    return _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(a + i)));
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_u16_avx512_store(gc_sort_priv_u16 *a, size_t i, __m512i x) {
    _mm256_storeu_si256((__m256i *)(void *)(a + i), _mm512_cvtepi32_epi16(x));
}

// The first 8 of 8 to 15 keys in the upper lanes, the last 8 in the lower ones; and back.
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_u16_avx512_ends(const gc_sort_priv_u16 *a, size_t n) {
    const __m128i first = _mm_loadu_si128((const __m128i *)(const void *)a);
    const __m128i last = _mm_loadu_si128((const __m128i *)(const void *)(a + n - 8));
    return _mm512_cvtepu16_epi32(_mm256_inserti128_si256(_mm256_castsi128_si256(last), first, 1));
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_u16_avx512_put_ends(
    gc_sort_priv_u16 *a, size_t n, const gc_sort_priv_u32 *row, const gc_sort_priv_avx512_l32_map *out) {
    const __m256i flip = _mm512_castsi512_si256(out->pos);
    const __m256i first = _mm256_loadu_si256((const __m256i *)(const void *)row);
    const __m256i last = _mm256_loadu_si256((const __m256i *)(const void *)(row + n - 8));
    _mm_storeu_si128((__m128i *)(void *)a, _mm256_cvtepi32_epi16(_mm256_xor_si256(first, flip)));
    _mm_storeu_si128((__m128i *)(void *)(a + n - 8), _mm256_cvtepi32_epi16(_mm256_xor_si256(last, flip)));
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_u16_avx512_store_part(
    gc_sort_priv_u16 *a, size_t i, __m512i x, size_t count) {
    _mm256_mask_storeu_epi16(a + i, gc_sort_priv_avx512_first16(count), _mm512_cvtepi32_epi16(x));
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_u16_avx512_load_part(
    const gc_sort_priv_u16 *a, size_t i, size_t count) {
    return _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(gc_sort_priv_avx512_first16(count), a + i));
}
#endif

// >>avx2 AVX2

typedef __m256i gc_sort_priv_avx2_register;
typedef __m256i gc_sort_priv_avx2_l32_v;
typedef __m256i gc_sort_priv_avx2_l64_v;

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_set1(uint64_t x) {
    return _mm256_set1_epi32((int)(uint32_t)(x & 0xffffffffu));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_set1(uint64_t x) { return _mm256_set1_epi64x((long long)x); }
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_sign32(__m256i x) { return _mm256_srai_epi32(x, 31); }
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_sign64(__m256i x) {
    return _mm256_cmpgt_epi64(_mm256_setzero_si256(), x);
}

GC_SORT_PRIV_BIJECTION(
    gc_sort_priv_avx2_l32, 32, GC_SORT_PRIV_AVX2, __m256i, gc_sort_priv_avx2_l32_set1, _mm256_and_si256,
    _mm256_xor_si256, _mm256_add_epi32, _mm256_sub_epi32, gc_sort_priv_avx2_sign32)
GC_SORT_PRIV_BIJECTION(
    gc_sort_priv_avx2_l64, 64, GC_SORT_PRIV_AVX2, __m256i, gc_sort_priv_avx2_l64_set1, _mm256_and_si256,
    _mm256_xor_si256, _mm256_add_epi64, _mm256_sub_epi64, gc_sort_priv_avx2_sign64)

typedef uint32_t gc_sort_priv_avx2_l32_mask;
typedef uint32_t gc_sort_priv_avx2_l64_mask;
GC_SORT_PRIV_AVX2 uint32_t gc_sort_priv_avx2_l32_bits(uint32_t m) { return m; }
GC_SORT_PRIV_AVX2 uint32_t gc_sort_priv_avx2_l64_bits(uint32_t m) { return m; }
GC_SORT_PRIV_AVX2 uint32_t gc_sort_priv_avx2_movemask(__m256i mask) {
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(mask));
}

GC_SORT_PRIV_AVX2 uint32_t gc_sort_priv_avx2_movemask64(__m256i mask) {
    return (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(mask));
}

GC_SORT_PRIV_AVX2 uint32_t gc_sort_priv_avx2_l32_below(__m256i x, __m256i y) {
    return gc_sort_priv_avx2_movemask(_mm256_cmpgt_epi32(y, x));
}

GC_SORT_PRIV_AVX2 uint32_t gc_sort_priv_avx2_l64_below(__m256i x, __m256i y) {
    return gc_sort_priv_avx2_movemask64(_mm256_cmpgt_epi64(y, x));
}

GC_SORT_PRIV_AVX2 size_t gc_sort_priv_avx2_l32_count(uint32_t bits) { return (size_t)_mm_popcnt_u32(bits); }
GC_SORT_PRIV_AVX2 size_t gc_sort_priv_avx2_l64_count(uint32_t bits) { return (size_t)_mm_popcnt_u32(bits); }
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_lesser(__m256i x, __m256i y) {
    return _mm256_min_epi32(x, y);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_greater(__m256i x, __m256i y, __m256i lo) {
    (void)lo;
    return _mm256_max_epi32(x, y);
}

// y where m is all ones: one operation on AMD's processors; on Intel's two, since the 12th
// generation three.
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_choose(__m256i x, __m256i y, __m256i m) {
    return _mm256_castpd_si256(
        _mm256_blendv_pd(_mm256_castsi256_pd(x), _mm256_castsi256_pd(y), _mm256_castsi256_pd(m)));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_lesser(__m256i x, __m256i y) {
    return gc_sort_priv_avx2_l64_choose(x, y, _mm256_cmpgt_epi64(x, y));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_greater(__m256i x, __m256i y, __m256i lo) {
    (void)lo;
    return gc_sort_priv_avx2_l64_choose(y, x, _mm256_cmpgt_epi64(x, y));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_reverse(__m256i x) {
    return _mm256_permutevar8x32_epi32(x, _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_reverse(__m256i x) {
    return _mm256_permute4x64_epi64(x, 0x1b);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_swap(__m256i x, int k) {
    return k == 1 ? _mm256_shuffle_epi32(x, 0xb1) : _mm256_shuffle_epi32(x, 0x4e);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_mirror(__m256i x, int k) {
    if (k == 1) return gc_sort_priv_avx2_l32_swap(x, 1);
    return k == 2 ? _mm256_shuffle_epi32(x, 0x1b) : gc_sort_priv_avx2_l32_reverse(x);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_blend(__m256i lo, __m256i hi, int k) {
    if (k == 1) return _mm256_blend_epi32(lo, hi, 0xaa);
    return k == 2 ? _mm256_blend_epi32(lo, hi, 0xcc) : _mm256_blend_epi32(lo, hi, 0xf0);
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_avx2_l32_cross(__m256i *x, __m256i *y, int k) {
    const __m256i lo = _mm256_min_epi32(*x, *y), hi = _mm256_max_epi32(*x, *y);
    *x = gc_sort_priv_avx2_l32_blend(lo, hi, k);
    *y = gc_sort_priv_avx2_l32_blend(hi, lo, k);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_swap(__m256i x, int k) {
    return k == 1 ? _mm256_shuffle_epi32(x, 0x4e) : _mm256_permute4x64_epi64(x, 0x4e);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_mirror(__m256i x, int k) {
    return k == 1 ? gc_sort_priv_avx2_l64_swap(x, 1) : gc_sort_priv_avx2_l64_reverse(x);
}

// There is no 64-bit min and max: the lanes that change places are found once.
GC_SORT_PRIV_AVX2 void gc_sort_priv_avx2_l64_cross(__m256i *x, __m256i *y, int k) {
    const __m256i with = k == 1 ? _mm256_set_epi64x(-1, 0, -1, 0) : _mm256_set_epi64x(-1, -1, 0, 0);
    const __m256i m = _mm256_xor_si256(_mm256_cmpgt_epi64(*x, *y), with), old = *x;
    *x = gc_sort_priv_avx2_l64_choose(old, *y, m);
    *y = gc_sort_priv_avx2_l64_choose(*y, old, m);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_zip_low(__m256i x, __m256i y) {
    return _mm256_unpacklo_epi32(x, y);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_zip_high(__m256i x, __m256i y) {
    return _mm256_unpackhi_epi32(x, y);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_zip_low(__m256i x, __m256i y) {
    return _mm256_unpacklo_epi64(x, y);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_zip_high(__m256i x, __m256i y) {
    return _mm256_unpackhi_epi64(x, y);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_join_low(__m256i x, __m256i y) {
    return _mm256_permute2x128_si256(x, y, 0x20);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_join_high(__m256i x, __m256i y) {
    return _mm256_permute2x128_si256(x, y, 0x31);
}

// Lanes of 64 bits as doubles, for networks: there is a min and max of these, two operations
// where integers take three. None may be a NaN, -0 or denormal: of two zeros the second one
// comes out, be they alike or not.
typedef __m256i gc_sort_priv_avx2_d64_v;
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_d64_lesser(__m256i x, __m256i y) {
    return _mm256_castpd_si256(_mm256_min_pd(_mm256_castsi256_pd(x), _mm256_castsi256_pd(y)));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_d64_greater(__m256i x, __m256i y, __m256i lo) {
    (void)lo;
    return _mm256_castpd_si256(_mm256_max_pd(_mm256_castsi256_pd(x), _mm256_castsi256_pd(y)));
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_avx2_d64_cross(__m256i *x, __m256i *y, int k) {
    const __m256i lo = gc_sort_priv_avx2_d64_lesser(*x, *y);
    const __m256i hi = gc_sort_priv_avx2_d64_greater(*x, *y, lo);
    *x = k == 1 ? _mm256_blend_epi32(lo, hi, 0xcc) : _mm256_blend_epi32(lo, hi, 0xf0);
    *y = k == 1 ? _mm256_blend_epi32(hi, lo, 0xcc) : _mm256_blend_epi32(hi, lo, 0xf0);
}
#define gc_sort_priv_avx2_d64_swap gc_sort_priv_avx2_l64_swap
#define gc_sort_priv_avx2_d64_mirror gc_sort_priv_avx2_l64_mirror
#define gc_sort_priv_avx2_d64_zip_low gc_sort_priv_avx2_l64_zip_low
#define gc_sort_priv_avx2_d64_zip_high gc_sort_priv_avx2_l64_zip_high
#define gc_sort_priv_avx2_d64_join_low gc_sort_priv_avx2_l64_join_low
#define gc_sort_priv_avx2_d64_join_high gc_sort_priv_avx2_l64_join_high

// All ones in lanes of NaNs, -0 and denormals: without the sign, and turned round by the least
// normal number, they are above infinity, as +0 is.
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_d64_special(__m256i x) {
    const __m256i turn = _mm256_set1_epi64x((long long)(((uint64_t)1 << 63) - ((uint64_t)1 << 53)));
    const __m256i infinity = _mm256_set1_epi64x(0x7fc0000000000000);
    const __m256i above = _mm256_cmpgt_epi64(_mm256_add_epi64(_mm256_add_epi64(x, x), turn), infinity);
    return _mm256_andnot_si256(_mm256_cmpeq_epi64(x, _mm256_setzero_si256()), above);
}

// The upper half of a lane is 0xffc00000 or more for these, +0 and the least normal number: in
// half the time. No operation on doubles looks at them: that would change the state of those.
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_d64_odd(__m256i x) {
    return _mm256_sub_epi64(_mm256_add_epi64(x, x), _mm256_set1_epi64x((1ll << 53) + 1));
}

#define gc_sort_priv_avx2_l32_join_low gc_sort_priv_avx2_l64_join_low
#define gc_sort_priv_avx2_l32_join_high gc_sort_priv_avx2_l64_join_high
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_left(__m256i x, uint32_t bits) {
    // The permute reads 3 bits a lane.
    const __m256i packed = _mm256_set1_epi32((int)gc_sort_priv_split[bits]);
    const __m256i shifts = _mm256_set_epi32(21, 18, 15, 12, 9, 6, 3, 0);
    return _mm256_permutevar8x32_epi32(x, _mm256_srlv_epi32(packed, shifts));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_left(__m256i x, uint32_t bits) {
    const __m128i halves = _mm_loadl_epi64((const __m128i *)(const void *)gc_sort_priv_split4[bits]);
    return _mm256_permutevar8x32_epi32(x, _mm256_cvtepu8_epi32(halves));
}

// All ones in the first count lanes.
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_first(size_t count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_first(size_t count) {
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x((long long)count), _mm256_set_epi64x(3, 2, 1, 0));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_behind(__m256i x, size_t count, __m256i fill) {
    return _mm256_blendv_epi8(x, fill, gc_sort_priv_avx2_l32_first(count));
}

// A branch, which arrays of one size do not mispredict: blends take longer.
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_pick(__m256i x, __m256i y, bool second) {
    return second ? y : x;
}
#define gc_sort_priv_avx2_l32_pick gc_sort_priv_avx2_l64_pick

// The permute reads 3 bits of a number.
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_turn(__m256i x, __m256i y, size_t by) {
    const __m256i numbers =
        _mm256_add_epi32(_mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0), _mm256_set1_epi32((int)by));
    return _mm256_permutevar8x32_epi32(_mm256_blendv_epi8(x, y, gc_sort_priv_avx2_l32_first(by)), numbers);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_turn(__m256i x, __m256i y, size_t by) {
    return gc_sort_priv_avx2_l32_turn(x, y, 2 * by);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l32_greatest(void) { return _mm256_set1_epi32(0x7fffffff); }
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l64_greatest(void) {
    return _mm256_set1_epi64x(0x7fffffffffffffff);
}

GC_SORT_PRIV_AVX2 uint32_t gc_sort_priv_avx2_l32_lane(__m256i x, size_t i) {
    uint32_t lanes[8];
    memcpy(lanes, &x, sizeof lanes);
    return lanes[i];
}

GC_SORT_PRIV_AVX2 uint64_t gc_sort_priv_avx2_l64_lane(__m256i x, size_t i) {
    uint64_t lanes[4];
    memcpy(lanes, &x, sizeof lanes);
    return lanes[i];
}

GC_SORT_PRIV_AVX2 uint32_t gc_sort_priv_avx2_l32_from(size_t count) { return 0xffu << count & 0xffu; }
GC_SORT_PRIV_AVX2 uint32_t gc_sort_priv_avx2_l64_from(size_t count) { return 0xfu << count & 0xfu; }

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_u32_avx2_load(const gc_sort_priv_u32 *a, size_t i) {
    return _mm256_loadu_si256((const __m256i *)(const void *)(a + i));
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_u32_avx2_store(gc_sort_priv_u32 *a, size_t i, __m256i x) {
    _mm256_storeu_si256((__m256i *)(void *)(a + i), x);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_u32_avx2_load_part(const gc_sort_priv_u32 *a, size_t i, size_t count) {
    return _mm256_maskload_epi32((const int *)(const void *)(a + i), gc_sort_priv_avx2_l32_first(count));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_u32_avx2_load_over(
    const gc_sort_priv_u32 *a, size_t i, size_t count, __m256i fill) {
    const __m256i first = gc_sort_priv_avx2_l32_first(count);
    const __m256i x = _mm256_maskload_epi32((const int *)(const void *)(a + i), first);
    return _mm256_blendv_epi8(fill, x, first);
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_u32_avx2_store_part(
    gc_sort_priv_u32 *a, size_t i, __m256i x, size_t count) {
    if (count >= 8) _mm256_storeu_si256((__m256i *)(void *)(a + i), x);
    else _mm256_maskstore_epi32((int *)(void *)(a + i), gc_sort_priv_avx2_l32_first(count), x);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_u64_avx2_load(const gc_sort_priv_u64 *a, size_t i) {
    return _mm256_loadu_si256((const __m256i *)(const void *)(a + i));
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_u64_avx2_store(gc_sort_priv_u64 *a, size_t i, __m256i x) {
    _mm256_storeu_si256((__m256i *)(void *)(a + i), x);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_u64_avx2_load_part(const gc_sort_priv_u64 *a, size_t i, size_t count) {
    return _mm256_maskload_epi64((const long long *)(const void *)(a + i),
                                 gc_sort_priv_avx2_l64_first(count));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_u64_avx2_load_over(
    const gc_sort_priv_u64 *a, size_t i, size_t count, __m256i fill) {
    const __m256i first = gc_sort_priv_avx2_l64_first(count);
    const __m256i x = _mm256_maskload_epi64((const long long *)(const void *)(a + i), first);
    return _mm256_blendv_epi8(fill, x, first);
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_u64_avx2_store_part(
    gc_sort_priv_u64 *a, size_t i, __m256i x, size_t count) {
    if (count >= 4) _mm256_storeu_si256((__m256i *)(void *)(a + i), x);
    else _mm256_maskstore_epi64((long long *)(void *)(a + i), gc_sort_priv_avx2_l64_first(count), x);
}

#if GC_SORT_PRIV_WITH_16
// Keys of 16 bits stand in lanes of 32.
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_u16_avx2_load(const gc_sort_priv_u16 *a, size_t i) {
    return _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)(a + i)));
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_u16_avx2_store(gc_sort_priv_u16 *a, size_t i, __m256i x) {
    const __m256i halves = _mm256_packus_epi32(x, x);
    const __m128i keys = _mm256_castsi256_si128(_mm256_permute4x64_epi64(halves, 0x08));
    _mm_storeu_si128((__m128i *)(void *)(a + i), keys);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_u16_avx2_load_part(const gc_sort_priv_u16 *a, size_t i, size_t count) {
    gc_sort_priv_u16 t[8] = { 0, 0, 0, 0, 0, 0, 0, 0 };
    for (size_t j = 0; j < count; j++) t[j] = a[i + j];
    return gc_sort_priv_u16_avx2_load(t, 0);
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_u16_avx2_store_part(
    gc_sort_priv_u16 *a, size_t i, __m256i x, size_t count) {
    gc_sort_priv_u16 t[8];
    gc_sort_priv_u16_avx2_store(t, 0, x);
    for (size_t j = 0; j < count; j++) a[i + j] = t[j];
}
#endif

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_join(__m128i keys, __m128i values) {
    return _mm256_or_si256(_mm256_slli_epi64(_mm256_cvtepu32_epi64(keys), 32), _mm256_cvtepu32_epi64(values));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_parted(__m256i x) {      // values below, keys above
    return _mm256_permutevar8x32_epi32(x, _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_kv32_avx2_load(gc_sort_priv_kv32_array a, size_t i) {
    return gc_sort_priv_avx2_join(_mm_loadu_si128((const __m128i *)(const void *)(a.keys + 4 * i)),
                                  _mm_loadu_si128((const __m128i *)(const void *)(a.values + 4 * i)));
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_kv32_avx2_store(gc_sort_priv_kv32_array a, size_t i, __m256i x) {
    x = gc_sort_priv_avx2_parted(x);
    _mm_storeu_si128((__m128i *)(void *)(a.values + 4 * i), _mm256_castsi256_si128(x));
    _mm_storeu_si128((__m128i *)(void *)(a.keys + 4 * i), _mm256_extracti128_si256(x, 1));
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_kv32_avx2_load_part(
    gc_sort_priv_kv32_array a, size_t i, size_t count) {
    const __m128i m = _mm256_castsi256_si128(gc_sort_priv_avx2_l32_first(count));
    return gc_sort_priv_avx2_join(_mm_maskload_epi32((const int *)(const void *)(a.keys + 4 * i), m),
                                  _mm_maskload_epi32((const int *)(const void *)(a.values + 4 * i), m));
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_kv32_avx2_store_part(
    gc_sort_priv_kv32_array a, size_t i, __m256i x, size_t count) {
    const __m128i m = _mm256_castsi256_si128(gc_sort_priv_avx2_l32_first(count));
    x = gc_sort_priv_avx2_parted(x);
    _mm_maskstore_epi32((int *)(void *)(a.values + 4 * i), m, _mm256_castsi256_si128(x));
    _mm_maskstore_epi32((int *)(void *)(a.keys + 4 * i), m, _mm256_extracti128_si256(x, 1));
}

// True if the n keys of size bytes, 40 bytes at least, are all the same.
GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED bool gc_sort_priv_same(const void *keys, size_t n, size_t size) {
    const unsigned char *p = (const unsigned char *)keys, *const end = p + n * size;
#define GC_SORT_PRIV_DIFFER(q)                                                                               \
    _mm256_xor_si256(x, _mm256_loadu_si256((const __m256i *)(const void *)(q)))
    const __m256i x = _mm256_loadu_si256((const __m256i *)(const void *)p);
    __m256i y = GC_SORT_PRIV_DIFFER(p + size);
    for (; end - p >= 128 && _mm256_testz_si256(y, y); p += 128) {
        const __m256i y01 = _mm256_or_si256(GC_SORT_PRIV_DIFFER(p), GC_SORT_PRIV_DIFFER(p + 32));
        const __m256i y23 = _mm256_or_si256(GC_SORT_PRIV_DIFFER(p + 64), GC_SORT_PRIV_DIFFER(p + 96));
        y = _mm256_or_si256(y01, y23);
    }
    for (; p < end && _mm256_testz_si256(y, y); p += 32) {
        y = GC_SORT_PRIV_DIFFER(end - p < 32 ? end - 32 : p);        // the last ones may overlap
    }
#undef GC_SORT_PRIV_DIFFER
    return _mm256_testz_si256(y, y) != 0;
}

#endif // GC_SORT_PRIV_X86

#ifdef GC_SORT_PRIV_V128_NAME
// >>v128 registers of 16 bytes: NEON, wasm128

// Keys of 16 and 32 bits only: two lanes of 64 bits are no faster than scalar code.

typedef uint32_t gc_sort_priv_v128_l32_v __attribute__((vector_size(16)));
typedef int32_t gc_sort_priv_v128_i32 __attribute__((vector_size(16)));
typedef uint8_t gc_sort_priv_v128_u8 __attribute__((vector_size(16)));
typedef uint16_t gc_sort_priv_v64_u16 __attribute__((vector_size(8)));

// NEON and wasm128 differ in these: the lesser and the greater of signed lanes; a mask, whose
// lanes are all ones or 0, as a number; bytes chosen by number.
#if defined(__aarch64__)
GC_SORT_PRIV_V128 gc_sort_priv_v128_i32 gc_sort_priv_v128_min(
    gc_sort_priv_v128_i32 x, gc_sort_priv_v128_i32 y) {
    return (gc_sort_priv_v128_i32)vminq_s32((int32x4_t)x, (int32x4_t)y);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_i32 gc_sort_priv_v128_max(
    gc_sort_priv_v128_i32 x, gc_sort_priv_v128_i32 y) {
    return (gc_sort_priv_v128_i32)vmaxq_s32((int32x4_t)x, (int32x4_t)y);
}

GC_SORT_PRIV_V128 uint32_t gc_sort_priv_v128_bits(gc_sort_priv_v128_i32 mask) {
    const gc_sort_priv_v128_i32 weights = { 1, 2, 4, 8 };
    return vaddvq_u32((uint32x4_t)(mask & weights));
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_u8 gc_sort_priv_v128_choose(
    gc_sort_priv_v128_u8 x, gc_sort_priv_v128_u8 numbers) {
    return (gc_sort_priv_v128_u8)vqtbl1q_u8((uint8x16_t)x, (uint8x16_t)numbers);
}
#else
GC_SORT_PRIV_V128 gc_sort_priv_v128_i32 gc_sort_priv_v128_min(
    gc_sort_priv_v128_i32 x, gc_sort_priv_v128_i32 y) {
    return (gc_sort_priv_v128_i32)wasm_i32x4_min((v128_t)x, (v128_t)y);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_i32 gc_sort_priv_v128_max(
    gc_sort_priv_v128_i32 x, gc_sort_priv_v128_i32 y) {
    return (gc_sort_priv_v128_i32)wasm_i32x4_max((v128_t)x, (v128_t)y);
}

GC_SORT_PRIV_V128 uint32_t gc_sort_priv_v128_bits(gc_sort_priv_v128_i32 mask) {
    return (uint32_t)wasm_i32x4_bitmask((v128_t)mask);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_u8 gc_sort_priv_v128_choose(
    gc_sort_priv_v128_u8 x, gc_sort_priv_v128_u8 numbers) {
    return (gc_sort_priv_v128_u8)wasm_i8x16_swizzle((v128_t)x, (v128_t)numbers);
}
#endif

// y where the mask is 0, else x.
#define GC_SORT_PRIV_V128_SELECT(mask, x, y) ((y) ^ (((x) ^ (y)) & (mask)))
#define GC_SORT_PRIV_V128_AND(x, y) ((x) & (y))
#define GC_SORT_PRIV_V128_XOR(x, y) ((x) ^ (y))
#define GC_SORT_PRIV_V128_ADD(x, y) ((x) + (y))
#define GC_SORT_PRIV_V128_SUB(x, y) ((x) - (y))
#define GC_SORT_PRIV_V128_SIGN32(x) ((gc_sort_priv_v128_l32_v)((gc_sort_priv_v128_i32)(x) >> 31))
GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_v128_l32_set1(uint64_t x) {
    const uint32_t k = (uint32_t)(x & 0xffffffffu);
    const gc_sort_priv_v128_l32_v r = { k, k, k, k };
    return r;
}

GC_SORT_PRIV_BIJECTION(
    gc_sort_priv_v128_l32, 32, GC_SORT_PRIV_V128, gc_sort_priv_v128_l32_v, gc_sort_priv_v128_l32_set1,
    GC_SORT_PRIV_V128_AND, GC_SORT_PRIV_V128_XOR, GC_SORT_PRIV_V128_ADD, GC_SORT_PRIV_V128_SUB,
    GC_SORT_PRIV_V128_SIGN32)

typedef uint32_t gc_sort_priv_v128_l32_mask;
GC_SORT_PRIV_V128 uint32_t gc_sort_priv_v128_l32_bits(uint32_t m) { return m; }
GC_SORT_PRIV_V128 uint32_t gc_sort_priv_v128_l32_below(gc_sort_priv_v128_l32_v x, gc_sort_priv_v128_l32_v y) {
    const gc_sort_priv_v128_i32 a = (gc_sort_priv_v128_i32)x, b = (gc_sort_priv_v128_i32)y;
    return gc_sort_priv_v128_bits((gc_sort_priv_v128_i32)(a < b));
}

// Four bits counted: a digit of a constant.
GC_SORT_PRIV_V128 size_t gc_sort_priv_v128_l32_count(uint32_t bits) {
    return (size_t)(0x4332322132212110u >> (4 * bits) & 15);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_v128_l32_lesser(
    gc_sort_priv_v128_l32_v x, gc_sort_priv_v128_l32_v y) {
    return (gc_sort_priv_v128_l32_v)gc_sort_priv_v128_min((gc_sort_priv_v128_i32)x, (gc_sort_priv_v128_i32)y);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_v128_l32_greater(
    gc_sort_priv_v128_l32_v x, gc_sort_priv_v128_l32_v y, gc_sort_priv_v128_l32_v lo) {
    (void)lo;
    return (gc_sort_priv_v128_l32_v)gc_sort_priv_v128_max((gc_sort_priv_v128_i32)x, (gc_sort_priv_v128_i32)y);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_v128_l32_reverse(gc_sort_priv_v128_l32_v x) {
    return __builtin_shufflevector(x, x, 3, 2, 1, 0);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_v128_l32_swap(gc_sort_priv_v128_l32_v x, int k) {
    (void)k;
    return __builtin_shufflevector(x, x, 1, 0, 3, 2);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_v128_l32_mirror(gc_sort_priv_v128_l32_v x, int k) {
    return k == 1 ? gc_sort_priv_v128_l32_swap(x, 1) : gc_sort_priv_v128_l32_reverse(x);
}

GC_SORT_PRIV_V128 void gc_sort_priv_v128_l32_cross(
    gc_sort_priv_v128_l32_v *x, gc_sort_priv_v128_l32_v *y, int k) {
    const gc_sort_priv_v128_l32_v one = { 0, 0xffffffffu, 0, 0xffffffffu };
    const gc_sort_priv_v128_l32_v two = { 0, 0, 0xffffffffu, 0xffffffffu }, with = k == 1 ? one : two;
    const gc_sort_priv_v128_l32_v lo = gc_sort_priv_v128_l32_lesser(*x, *y);
    const gc_sort_priv_v128_l32_v hi = gc_sort_priv_v128_l32_greater(*x, *y, lo);
    *x = GC_SORT_PRIV_V128_SELECT(with, hi, lo);
    *y = GC_SORT_PRIV_V128_SELECT(with, lo, hi);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_v128_l32_zip_low(
    gc_sort_priv_v128_l32_v x, gc_sort_priv_v128_l32_v y) {
    return __builtin_shufflevector(x, y, 0, 4, 1, 5);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_v128_l32_zip_high(
    gc_sort_priv_v128_l32_v x, gc_sort_priv_v128_l32_v y) {
    return __builtin_shufflevector(x, y, 2, 6, 3, 7);
}

// Entry m: the bytes of the lanes whose bit is set in m, then those of the others, both rising.
#define GC_SORT_PRIV_V128_BYTES(i) 4 * (i), 4 * (i) + 1, 4 * (i) + 2, 4 * (i) + 3
#define GC_SORT_PRIV_V128_ENTRY(i, j, k, l)                                                                  \
    { GC_SORT_PRIV_V128_BYTES(i), GC_SORT_PRIV_V128_BYTES(j),                                                \
      GC_SORT_PRIV_V128_BYTES(k), GC_SORT_PRIV_V128_BYTES(l) }
static const uint8_t gc_sort_priv_v128_split[16][16] = {
    GC_SORT_PRIV_V128_ENTRY(0, 1, 2, 3), GC_SORT_PRIV_V128_ENTRY(0, 1, 2, 3),
    GC_SORT_PRIV_V128_ENTRY(1, 0, 2, 3), GC_SORT_PRIV_V128_ENTRY(0, 1, 2, 3),
    GC_SORT_PRIV_V128_ENTRY(2, 0, 1, 3), GC_SORT_PRIV_V128_ENTRY(0, 2, 1, 3),
    GC_SORT_PRIV_V128_ENTRY(1, 2, 0, 3), GC_SORT_PRIV_V128_ENTRY(0, 1, 2, 3),
    GC_SORT_PRIV_V128_ENTRY(3, 0, 1, 2), GC_SORT_PRIV_V128_ENTRY(0, 3, 1, 2),
    GC_SORT_PRIV_V128_ENTRY(1, 3, 0, 2), GC_SORT_PRIV_V128_ENTRY(0, 1, 3, 2),
    GC_SORT_PRIV_V128_ENTRY(2, 3, 0, 1), GC_SORT_PRIV_V128_ENTRY(0, 2, 3, 1),
    GC_SORT_PRIV_V128_ENTRY(1, 2, 3, 0), GC_SORT_PRIV_V128_ENTRY(0, 1, 2, 3)
};
GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_v128_l32_left(
    gc_sort_priv_v128_l32_v x, uint32_t bits) {
    gc_sort_priv_v128_u8 numbers;
    memcpy(&numbers, gc_sort_priv_v128_split[bits], sizeof numbers);
    return (gc_sort_priv_v128_l32_v)gc_sort_priv_v128_choose((gc_sort_priv_v128_u8)x, numbers);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_v128_l32_greatest(void) {
    return gc_sort_priv_v128_l32_set1(0x7fffffff);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_v128_l32_behind(
    gc_sort_priv_v128_l32_v x, size_t count, gc_sort_priv_v128_l32_v fill) {
    const gc_sort_priv_v128_i32 lanes = { 0, 1, 2, 3 };
    const gc_sort_priv_v128_l32_v first = (gc_sort_priv_v128_l32_v)(lanes < (int32_t)count);
    return GC_SORT_PRIV_V128_SELECT(first, fill, x);
}

GC_SORT_PRIV_V128 uint32_t gc_sort_priv_v128_l32_lane(gc_sort_priv_v128_l32_v x, size_t i) { return x[i]; }
GC_SORT_PRIV_V128 uint32_t gc_sort_priv_v128_l32_from(size_t count) { return 0xfu << count & 0xfu; }

// Arrays to lanes and back, as for AVX-512.
GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_u32_v128_load(const gc_sort_priv_u32 *a, size_t i) {
    gc_sort_priv_v128_l32_v x;
    memcpy(&x, a + i, sizeof x);
    return x;
}

GC_SORT_PRIV_V128 void gc_sort_priv_u32_v128_store(gc_sort_priv_u32 *a, size_t i, gc_sort_priv_v128_l32_v x) {
    memcpy(a + i, &x, sizeof x);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_u32_v128_load_over(
    const gc_sort_priv_u32 *a, size_t i, size_t count, gc_sort_priv_v128_l32_v fill) {
    if (count >= 4) return gc_sort_priv_u32_v128_load(a, i);
    if (count) memcpy(&fill, a + i, count * sizeof *a);
    return fill;
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_u32_v128_load_part(
    const gc_sort_priv_u32 *a, size_t i, size_t count) {
    gc_sort_priv_v128_l32_v x;
    memset(&x, 0, sizeof x);
    return gc_sort_priv_u32_v128_load_over(a, i, count, x);
}

GC_SORT_PRIV_V128 void gc_sort_priv_u32_v128_store_part(
    gc_sort_priv_u32 *a, size_t i, gc_sort_priv_v128_l32_v x, size_t count) {
    if (count >= 4) gc_sort_priv_u32_v128_store(a, i, x);
    else if (count) memcpy(a + i, &x, count * sizeof *a);
}

// 16-bit keys stand in 32-bit lanes.
GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_u16_v128_load_part(
    const gc_sort_priv_u16 *a, size_t i, size_t count) {
    gc_sort_priv_v64_u16 x;
    if (count == 4) {
        memcpy(&x, a + i, sizeof x);
    } else {
        memset(&x, 0, sizeof x);
        if (count) memcpy(&x, a + i, count * sizeof *a);
    }
    return __builtin_convertvector(x, gc_sort_priv_v128_l32_v);
}

GC_SORT_PRIV_V128 void gc_sort_priv_u16_v128_store_part(
    gc_sort_priv_u16 *a, size_t i, gc_sort_priv_v128_l32_v x, size_t count) {
    const gc_sort_priv_v64_u16 narrow = __builtin_convertvector(x, gc_sort_priv_v64_u16);
    if (count == 4) memcpy(a + i, &narrow, sizeof narrow);
    else if (count) memcpy(a + i, &narrow, count * sizeof *a);
}

GC_SORT_PRIV_V128 gc_sort_priv_v128_l32_v gc_sort_priv_u16_v128_load(const gc_sort_priv_u16 *a, size_t i) {
    return gc_sort_priv_u16_v128_load_part(a, i, 4);
}

GC_SORT_PRIV_V128 void gc_sort_priv_u16_v128_store(gc_sort_priv_u16 *a, size_t i, gc_sort_priv_v128_l32_v x) {
    gc_sort_priv_u16_v128_store_part(a, i, x, 4);
}
#endif // GC_SORT_PRIV_V128_NAME

// Elements as the lanes hold them: equality, the least one (turned over: with the top bit), and
// the next one, or false if there is none.
static inline bool gc_sort_priv_l32_equal(uint32_t a, uint32_t b) { return a == b; }
static inline bool gc_sort_priv_l64_equal(uint64_t a, uint64_t b) { return a == b; }
static inline uint32_t gc_sort_priv_l32_least(uint64_t top) { return top ? 0x80000000u : 0; }
static inline uint64_t gc_sort_priv_l64_least(uint64_t top) { return top << 63; }
static inline bool gc_sort_priv_l32_next(uint32_t *x, uint64_t top) {
    ++*x;
    return *x != gc_sort_priv_l32_least(top);
}

static inline bool gc_sort_priv_l64_next(uint64_t *x, uint64_t top) {
    ++*x;
    return *x != gc_sort_priv_l64_least(top);
}

// >>instances the templates are written out

// Networks.
#ifdef GC_SORT_PRIV_X86
#if (GC_SORT_PRIV_WITH_16 || GC_SORT_PRIV_WITH_32) && GC_SORT_PRIV_CODE_avx512
#define GC_SORT_PRIV_ISA avx512
#define GC_SORT_PRIV_LANES l32
#include GC_SORT_FILENAME
#endif
#if GC_SORT_PRIV_WITH_64 && GC_SORT_PRIV_CODE_avx512
#define GC_SORT_PRIV_ISA avx512
#define GC_SORT_PRIV_LANES l64
#include GC_SORT_FILENAME
#endif
#if (GC_SORT_PRIV_WITH_16 || GC_SORT_PRIV_WITH_32) && GC_SORT_PRIV_CODE_avx2
#define GC_SORT_PRIV_ISA avx2
#define GC_SORT_PRIV_LANES l32
#include GC_SORT_FILENAME
#endif
#if GC_SORT_PRIV_WITH_64 && GC_SORT_PRIV_CODE_avx2
#define GC_SORT_PRIV_ISA avx2
#define GC_SORT_PRIV_LANES l64
#include GC_SORT_FILENAME
#endif
#if GC_SORT_PRIV_WITH_64 && GC_SORT_PRIV_CODE_avx2
#define GC_SORT_PRIV_ISA avx2
#define GC_SORT_PRIV_LANES d64
#include GC_SORT_FILENAME

// True if none of the doubles is special. encoded: NULL, or how they are.
GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED bool gc_sort_priv_avx2_zeros(
    const gc_sort_priv_avx2_l64_map *encoded, gc_sort_priv_u64 *a, size_t n) {
    __m256i fill = _mm256_set1_epi64x(1023ll << 52), special = _mm256_setzero_si256();
    if (encoded) fill = gc_sort_priv_avx2_l64_encode(fill, encoded);
    for (size_t i = 0; i < n; i += 4) {
        __m256i x = gc_sort_priv_u64_avx2_load_over(a, i, n - i, fill);
        if (encoded) x = gc_sort_priv_avx2_l64_decode(x, encoded);
        special = _mm256_or_si256(special, gc_sort_priv_avx2_d64_special(x));
    }
    return _mm256_testz_si256(special, special) != 0;
}

// Sorts up to R rows of doubles, and leaves them raw. False: some cannot be
// compared as such, and nothing is done.
GC_SORT_PRIV_AVX2 bool gc_sort_priv_avx2_doubles_of(
    const gc_sort_priv_avx2_l64_map *encoded, bool down, gc_sort_priv_u64 *a, size_t n, int R) {
    const __m256i sign = _mm256_set1_epi64x(down ? (long long)((uint64_t)1 << 63) : 0);
    __m256i fill = _mm256_xor_si256(_mm256_set1_epi64x(0x7ff0000000000000), sign);
    const __m256i beyond = _mm256_set1_epi32((int)0xffc00000), upper = _mm256_set1_epi64x(~0xffffffffll);
    __m256i x[16], most = _mm256_setzero_si256();
    if (encoded) fill = gc_sort_priv_avx2_l64_encode(fill, encoded);
    GC_SORT_PRIV_UNROLL
    for (int r = 0; r < R; r++) {
        x[r] = gc_sort_priv_avx2_l64_load_row(a, n, (size_t)r, r < R / 2, fill);
        if (encoded) x[r] = gc_sort_priv_avx2_l64_decode(x[r], encoded);
        most = _mm256_max_epu32(most, gc_sort_priv_avx2_d64_odd(x[r]));
    }
    const __m256i odd = _mm256_cmpeq_epi32(_mm256_max_epu32(most, beyond), most);
    if (!_mm256_testz_si256(odd, upper) && !gc_sort_priv_avx2_zeros(encoded, a, n)) return false;

    // The greatest first: by the other sign.
    if (down) {
        GC_SORT_PRIV_UNROLL
        for (int r = 0; r < R; r++) x[r] = _mm256_xor_si256(x[r], sign);
    }
    gc_sort_priv_avx2_d64_rows(x, R);
    if (down) {
        GC_SORT_PRIV_UNROLL
        for (int r = 0; r < R; r++) x[r] = _mm256_xor_si256(x[r], sign);
    }
    gc_sort_priv_avx2_l64_store_rows(a, n, x, R);
    return true;
}

GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED bool gc_sort_priv_avx2_doubles(
    const gc_sort_priv_avx2_l64_map *encoded, bool down, gc_sort_priv_u64 *a, size_t n) {
    if (n <= 8) return gc_sort_priv_avx2_doubles_of(encoded, down, a, n, 2);
    if (n <= 16) return gc_sort_priv_avx2_doubles_of(encoded, down, a, n, 4);
    if (!GC_SORT_PRIV_LARGE || n <= 32) return gc_sort_priv_avx2_doubles_of(encoded, down, a, n, 8);
    return gc_sort_priv_avx2_doubles_of(encoded, down, a, n, 16);
}
#endif
#endif
#if defined(GC_SORT_PRIV_V128_NAME) && (GC_SORT_PRIV_WITH_16 || GC_SORT_PRIV_WITH_32)
#define GC_SORT_PRIV_ISA v128
#define GC_SORT_PRIV_LANES l32
#include GC_SORT_FILENAME
#endif

#endif // GC_SORT_PRIV_SIMD

// Kinds of arrays.
#if GC_SORT_PRIV_WITH_16
#define GC_SORT_PRIV_KIND u16
#include GC_SORT_FILENAME
#endif
#if GC_SORT_PRIV_WITH_32
#define GC_SORT_PRIV_KIND u32
#include GC_SORT_FILENAME
#endif
#if GC_SORT_PRIV_WITH_64
#define GC_SORT_PRIV_KIND u64
#include GC_SORT_FILENAME
#endif

#if GC_SORT_PRIV_WITH_PAIRS
// >>pairs keys with values, in two arrays
//
// They are parted in place, by their keys, until the parts fit the stack; there each becomes
// numbers of 64 bits. Keys of 32 bits: key above, value below. Keys of 64 bits: the distance
// from the least key above, the bits in which values differ below, if that is 64 bits at most.
// Else the place in the part below, from which keys and values are fetched then; what of the
// rest there is no room for is settled in a second look. Elements stay raw throughout, at any
// address.

typedef struct gc_sort_priv_kv {
    unsigned char *keys, *values;
    size_t key_size, value_size;             // 4 and 4, 8 and 8, 8 and 4
    const gc_sort_priv_map *map;             // of keys on top of 64 bits
    bool any;                                // values of equal keys in any order
} gc_sort_priv_kv;

// A raw key on top of 64 bits, size 2, 4 or 8.
GC_SORT_PRIV_ALWAYS uint64_t gc_sort_priv_raw(const unsigned char *keys, size_t size, size_t i) {
    uint16_t x16;
    uint32_t x32;
    uint64_t x64;
    if (size == 2) {
        memcpy(&x16, keys + 2 * i, 2);
        return (uint64_t)x16 << 48;
    } else if (size == 4) {
        memcpy(&x32, keys + 4 * i, 4);
        return (uint64_t)x32 << 32;
    }
    memcpy(&x64, keys + 8 * i, 8);
    return x64;
}

GC_SORT_PRIV_ALWAYS void gc_sort_priv_raw_put(unsigned char *keys, size_t size, size_t i, uint64_t x) {
    const uint32_t half = (uint32_t)(x >> 32);
    if (size == 4) memcpy(keys + 4 * i, &half, 4);
    else memcpy(keys + 8 * i, &x, 8);
}

// A value of 4 or 8 bytes.
GC_SORT_PRIV_ALWAYS uint64_t gc_sort_priv_value(const unsigned char *values, size_t size, size_t i) {
    uint32_t x32;
    uint64_t x64;
    if (size == 8) {
        memcpy(&x64, values + 8 * i, 8);
        return x64;
    }
    memcpy(&x32, values + 4 * i, 4);
    return x32;
}

GC_SORT_PRIV_ALWAYS void gc_sort_priv_value_put(unsigned char *values, size_t size, size_t i, uint64_t x) {
    const uint32_t half = (uint32_t)(x & 0xffffffffu);
    if (size == 4) memcpy(values + 4 * i, &half, 4);
    else memcpy(values + 8 * i, &x, 8);
}

// The distance of neighbours among keys on top of 64 bits.
static inline uint64_t gc_sort_priv_unit(size_t size) { return (uint64_t)1 << (64 - 8 * size); }

static uint64_t gc_sort_priv_kv_key(const gc_sort_priv_kv *a, size_t i) {
    return gc_sort_priv_encode64(gc_sort_priv_raw(a->keys, a->key_size, i), a->map);
}

// ---- At most 4, in registers, as gc_sort_priv_kind_few, so that the next call does not wait.
// from, values: NULL, they are indices; keys: NULL, they are not written.

// Keys of 16 or 32 bits, with their values as numbers.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_kv32_few4(
    const unsigned char *from, size_t size, unsigned char *keys, const unsigned char *values,
    unsigned char *to, size_t n, const gc_sort_priv_map *by) {
    const gc_sort_priv_map copy = *by, *const map = &copy;   // that no store to the array can change
    uint64_t x[4];
    GC_SORT_PRIV_UNROLL
    for (size_t i = 0; i < 4; i++) {
        x[i] = UINT64_MAX;
        if (i >= n) continue;
        x[i] = gc_sort_priv_raw(from, size, i) | (values ? gc_sort_priv_value(values, 4, i) : i);
        x[i] = gc_sort_priv_encode64(x[i], map);
    }
    gc_sort_priv_u64_column(x, 4);
    GC_SORT_PRIV_UNROLL
    for (size_t i = 0; i < 4; i++) {
        if (i < n && keys) gc_sort_priv_raw_put(keys, 4, i, gc_sort_priv_decode64(x[i], map));
        if (i < n) gc_sort_priv_value_put(to, 4, i, gc_sort_priv_decode64(x[i], map));
    }
}

// Keys of 64 bits, size of a value 4 or 8.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_pair_exchange(uint64_t *k, uint64_t *v, size_t i, size_t j) {
    const uint64_t turn = 0 - (uint64_t)((k[j] < k[i]) | ((k[j] == k[i]) & (v[j] < v[i])));
    const uint64_t keys = (k[i] ^ k[j]) & turn, values = (v[i] ^ v[j]) & turn;
    k[i] ^= keys;
    k[j] ^= keys;
    v[i] ^= values;
    v[j] ^= values;
}

GC_SORT_PRIV_ALWAYS void gc_sort_priv_kv64_few4(
    const unsigned char *from, unsigned char *keys, const unsigned char *values, unsigned char *to,
    size_t size, size_t n, const gc_sort_priv_map *by) {
    const gc_sort_priv_map copy = *by, *const map = &copy;
    uint64_t k[4], v[4];
    GC_SORT_PRIV_UNROLL
    for (size_t i = 0; i < 4; i++) {
        k[i] = v[i] = UINT64_MAX;
        if (i >= n) continue;
        k[i] = gc_sort_priv_encode64(gc_sort_priv_raw(from, 8, i), map);
        v[i] = values ? gc_sort_priv_value(values, size, i) : i;
    }
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < 5; i++) {
        gc_sort_priv_pair_exchange(k, v, gc_sort_priv_exchanges[i][0], gc_sort_priv_exchanges[i][1]);
    }
    GC_SORT_PRIV_UNROLL
    for (size_t i = 0; i < 4; i++) {
        if (i < n && keys) gc_sort_priv_raw_put(keys, 8, i, gc_sort_priv_decode64(k[i], map));
        if (i < n) gc_sort_priv_value_put(to, size, i, v[i]);
    }
}

GC_SORT_PRIV_CALLED void gc_sort_priv_kv_few4(const gc_sort_priv_kv *a, size_t n) {
    const size_t size = a->value_size;
    if (a->key_size == 4) gc_sort_priv_kv32_few4(a->keys, 4, a->keys, a->values, a->values, n, a->map);
    else gc_sort_priv_kv64_few4(a->keys, a->keys, a->values, a->values, size, n, a->map);
}

// ---- Partitions: elements with keys below cut to the front, their number is returned.

// Lomuto's scheme without a branch, as in the scalar template.
GC_SORT_PRIV_ALWAYS size_t gc_sort_priv_kv_partition(
    const gc_sort_priv_kv *a, size_t key_size, size_t value_size, size_t first, size_t n, uint64_t cut) {
    unsigned char *const keys = a->keys + first * key_size, *const values = a->values + first * value_size;
    const gc_sort_priv_map map = *a->map;
    size_t below = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t key = gc_sort_priv_raw(keys, key_size, i);
        const uint64_t value = gc_sort_priv_value(values, value_size, i);
        gc_sort_priv_raw_put(keys, key_size, i, gc_sort_priv_raw(keys, key_size, below));
        gc_sort_priv_value_put(values, value_size, i, gc_sort_priv_value(values, value_size, below));
        gc_sort_priv_raw_put(keys, key_size, below, key);
        gc_sort_priv_value_put(values, value_size, below, value);
        below += gc_sort_priv_encode64(key, &map) < cut ? 1u : 0u;
    }
    return below;
}

#ifdef GC_SORT_PRIV_X86
// As the partition of the vector template, by registers of keys; the values go along. What a
// partition of each instruction set, in >>parting, needs of it: registers of keys and of values
// from memory, and the writers.
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_kv_keys(const unsigned char *p) {
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_kv_values(const unsigned char *p, bool narrow) {
    if (narrow) return _mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)(const void *)p));
    return gc_sort_priv_kv_keys(p);
}

GC_SORT_PRIV_AVX2 __m128i gc_sort_priv_kv_narrow(__m256i x) {
    return _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(x, _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0)));
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_kv_store(unsigned char *p, bool narrow, __m256i x) {
    if (narrow) _mm_storeu_si128((__m128i *)(void *)p, gc_sort_priv_kv_narrow(x));
    else _mm256_storeu_si256((__m256i *)(void *)p, x);
}

// The map of keys on top of 64 bits as that of 32-bit ones.
static inline gc_sort_priv_map gc_sort_priv_upper(gc_sort_priv_map m) {
    m.neg >>= 32;
    m.pos >>= 32;
    m.add >>= 32;
    m.down >>= 32;
    return m;
}

// What is below c goes to the left writer, the rest to the right one, which is `room` behind.
typedef struct gc_sort_priv_kv_avx2_writers {
    unsigned char *keys, *values;
    size_t left, room;
    gc_sort_priv_avx2_l32_map map32;
    gc_sort_priv_avx2_l64_map map64;
    __m256i c;
} gc_sort_priv_kv_avx2_writers;

GC_SORT_PRIV_AVX2 gc_sort_priv_kv_avx2_writers gc_sort_priv_kv_avx2_open(
    const gc_sort_priv_kv *a, size_t ks, size_t vs, size_t first, size_t n, uint64_t cut) {
    const uint64_t top = (uint64_t)1 << 63;                  // lanes compare as signed
    gc_sort_priv_map turned = *a->map;
    turned.down ^= top;
    const gc_sort_priv_map half = gc_sort_priv_upper(turned);
    gc_sort_priv_kv_avx2_writers w;
    w.keys = a->keys + first * ks;
    w.values = a->values + first * vs;
    w.left = 0;
    w.room = n;
    w.map64 = gc_sort_priv_avx2_l64_spread(&turned);
    w.map32 = gc_sort_priv_avx2_l32_spread(&half);
    w.c = ks == 8 ? gc_sort_priv_avx2_l64_set1(cut ^ top) : gc_sort_priv_avx2_l32_set1((cut ^ top) >> 32);
    return w;
}

#define gc_sort_priv_kv_avx2_keys gc_sort_priv_kv_keys
#define gc_sort_priv_kv_avx2_values gc_sort_priv_kv_values

// more: lanes that count as below.
GC_SORT_PRIV_AVX2 void gc_sort_priv_kv_avx2_share(
    gc_sort_priv_kv_avx2_writers *w, size_t ks, size_t vs, __m256i k, __m256i v, uint32_t more) {
    uint32_t bits;
    __m256i turn;                            // lanes below the cut to the front, in halves
    if (ks == 8) {
        bits = gc_sort_priv_avx2_l64_below(gc_sort_priv_avx2_l64_encode(k, &w->map64), w->c) | more;
        const void *const halves = gc_sort_priv_split4[bits];
        turn = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)halves));
    } else {
        bits = gc_sort_priv_avx2_l32_below(gc_sort_priv_avx2_l32_encode(k, &w->map32), w->c) | more;
        const __m256i packed = _mm256_set1_epi32((int)gc_sort_priv_split[bits]);
        turn = _mm256_srlv_epi32(packed, _mm256_set_epi32(21, 18, 15, 12, 9, 6, 3, 0));
    }
    k = _mm256_permutevar8x32_epi32(k, turn);
    v = _mm256_permutevar8x32_epi32(v, turn);
    w->room -= 32 / ks;
    gc_sort_priv_kv_store(w->keys + w->left * ks, false, k);
    gc_sort_priv_kv_store(w->keys + (w->left + w->room) * ks, false, k);
    gc_sort_priv_kv_store(w->values + w->left * vs, vs != ks, v);
    gc_sort_priv_kv_store(w->values + (w->left + w->room) * vs, vs != ks, v);
    w->left += (size_t)_mm_popcnt_u32(bits);
}

#define GC_SORT_PRIV_ISA avx2
#define GC_SORT_PRIV_PARTING
#include GC_SORT_FILENAME
#endif

#ifdef GC_SORT_PRIV_PAIRS512
// The same with registers of 64 bytes.
typedef struct gc_sort_priv_kv_avx512_writers {
    unsigned char *keys, *values;
    size_t left, room;
    gc_sort_priv_avx512_l32_map map32;
    gc_sort_priv_avx512_l64_map map64;
    __m512i c;
} gc_sort_priv_kv_avx512_writers;

GC_SORT_PRIV_AVX512 gc_sort_priv_kv_avx512_writers gc_sort_priv_kv_avx512_open(
    const gc_sort_priv_kv *a, size_t ks, size_t vs, size_t first, size_t n, uint64_t cut) {
    const gc_sort_priv_map half = gc_sort_priv_upper(*a->map);
    gc_sort_priv_kv_avx512_writers w;
    w.keys = a->keys + first * ks;
    w.values = a->values + first * vs;
    w.left = 0;
    w.room = n;
    w.map64 = gc_sort_priv_avx512_l64_spread(a->map);
    w.map32 = gc_sort_priv_avx512_l32_spread(&half);
    w.c = ks == 8 ? gc_sort_priv_avx512_l64_set1(cut) : gc_sort_priv_avx512_l32_set1(cut >> 32);
    return w;
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_kv_avx512_values(const unsigned char *p, bool narrow) {
    if (narrow) return _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)(const void *)p));
    return _mm512_loadu_si512(p);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_kv_avx512_keys(const unsigned char *p) {
    return _mm512_loadu_si512(p);
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_kv_avx512_store(unsigned char *p, bool narrow, __m512i x) {
    if (narrow) _mm256_storeu_si256((__m256i *)(void *)p, _mm512_cvtepi64_epi32(x));
    else _mm512_storeu_si512(p, x);
}

// Lanes of 32 bits by two compresses each, those of 64 by a permute.
GC_SORT_PRIV_AVX512 void gc_sort_priv_kv_avx512_share(
    gc_sort_priv_kv_avx512_writers *w, size_t ks, size_t vs, __m512i k, __m512i v, uint32_t more) {
    w->room -= 64 / ks;
    if (ks == 4) {
        const __m512i encoded = gc_sort_priv_avx512_l32_encode(k, &w->map32);
        const __mmask16 below = (__mmask16)(_mm512_cmplt_epu32_mask(encoded, w->c) | more);
        const size_t count = (size_t)_mm_popcnt_u32(gc_sort_priv_avx512_l32_bits(below));
        const size_t right = w->left + count + w->room;
        const __mmask16 others = gc_sort_priv_avx512_first16(16 - count);
        _mm512_storeu_si512(w->keys + w->left * 4, gc_sort_priv_avx512_l32_left(k, below));
        _mm512_storeu_si512(w->values + w->left * 4, gc_sort_priv_avx512_l32_left(v, below));
        _mm512_mask_storeu_epi32(w->keys + right * 4, others, gc_sort_priv_avx512_l32_right(k, below));
        _mm512_mask_storeu_epi32(w->values + right * 4, others, gc_sort_priv_avx512_l32_right(v, below));
        w->left += count;
        return;
    }

    const __m512i encoded = gc_sort_priv_avx512_l64_encode(k, &w->map64);
    const uint32_t bits = gc_sort_priv_avx512_l64_bits(_mm512_cmplt_epu64_mask(encoded, w->c)) | more;
    const __m512i turn = gc_sort_priv_avx512_l64_places(bits);
    k = _mm512_permutexvar_epi64(turn, k);
    v = _mm512_permutexvar_epi64(turn, v);
    gc_sort_priv_kv_avx512_store(w->keys + w->left * 8, false, k);
    gc_sort_priv_kv_avx512_store(w->keys + (w->left + w->room) * 8, false, k);
    gc_sort_priv_kv_avx512_store(w->values + w->left * vs, vs != ks, v);
    gc_sort_priv_kv_avx512_store(w->values + (w->left + w->room) * vs, vs != ks, v);
    w->left += (size_t)_mm_popcnt_u32(bits);
}

#define GC_SORT_PRIV_ISA avx512
#define GC_SORT_PRIV_PARTING
#include GC_SORT_FILENAME
#endif

GC_SORT_PRIV_CALLED size_t gc_sort_priv_kv_part(
    const gc_sort_priv_kv *a, size_t first, size_t n, uint64_t cut) {
#ifdef GC_SORT_PRIV_X86
#ifdef GC_SORT_PRIV_PAIRS512
    if (n >= 128 && gc_sort_priv_isa() == GC_SORT_PRIV_ISA_avx512) {
        return gc_sort_priv_kv_avx512_split(a, first, n, cut);
    }
#endif
    if (n >= 64 && gc_sort_priv_isa() != GC_SORT_PRIV_ISA_scalar) {
        return gc_sort_priv_kv_avx2_split(a, first, n, cut);
    }
#endif
    if (a->key_size == 4) return gc_sort_priv_kv_partition(a, 4, 4, first, n, cut);
    if (a->value_size == 4) return gc_sort_priv_kv_partition(a, 8, 4, first, n, cut);
    return gc_sort_priv_kv_partition(a, 8, 8, first, n, cut);
}

// ---- What fits the stack.

// Sorts n values, of one key, by themselves.
static void gc_sort_priv_kv_ties(const gc_sort_priv_kv *a, size_t first, size_t n) {
    unsigned char *const values = a->values + first * a->value_size;
    const size_t align4 = GC_SORT_PRIV_ALIGN(uint32_t), align8 = GC_SORT_PRIV_ALIGN(uint64_t);
    if (a->value_size == 4 && gc_sort_priv_aligned(values, align4)) {
        gc_sort_priv_u32_sort((gc_sort_priv_u32 *)(void *)values, n, &gc_sort_priv_identity);
    } else if (a->value_size == 4) {
        gc_sort_priv_u32_crooked(values, n, align4, &gc_sort_priv_identity);
    } else if (gc_sort_priv_aligned(values, align8)) {
        gc_sort_priv_u64_sort((gc_sort_priv_u64 *)(void *)values, n, &gc_sort_priv_identity);
    } else {
        gc_sort_priv_u64_crooked(values, n, align8, &gc_sort_priv_identity);
    }
}

// Keys of 64 bits with their numbers, while they are sorted.
typedef struct gc_sort_priv_rank {
    uint64_t keys[GC_SORT_PRIV_KV64_ROOM], numbers[GC_SORT_PRIV_KV64_ROOM];
    uint64_t mask;                           // what of a number is the place
    bool exact;                              // the rest tells all keys apart that differ
} gc_sort_priv_rank;

// Encodes keys and makes numbers of them: distance from low, without its lowest `drop` bits,
// above, place below. Whole blocks of 16; there is room for them.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_rank_make_of(
    uint64_t *GC_SORT_PRIV_RESTRICT keys, uint64_t *GC_SORT_PRIV_RESTRICT numbers, size_t n,
    const gc_sort_priv_map *m, uint64_t low, unsigned drop, unsigned bits) {
    const gc_sort_priv_map map = *m;
    for (size_t first = 0; first < n; first += 16) {
        for (size_t i = 0; i < 16; i++) {
            const uint64_t key = gc_sort_priv_encode64(keys[first + i], &map);
            keys[first + i] = key;
            numbers[first + i] = (key - low) >> drop << bits | (first + i);
        }
    }
}

GC_SORT_PRIV_CALLED void gc_sort_priv_rank_make(
    gc_sort_priv_rank *r, size_t n, const gc_sort_priv_map *m, uint64_t low, unsigned drop, unsigned bits) {
    gc_sort_priv_rank_make_of(r->keys, r->numbers, n, m, low, drop, bits);
}

#ifdef GC_SORT_PRIV_X86
// For the compiler to make vectors of.
GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED void gc_sort_priv_rank_make_avx2(
    gc_sort_priv_rank *r, size_t n, const gc_sort_priv_map *m, uint64_t low, unsigned drop, unsigned bits) {
    gc_sort_priv_rank_make_of(r->keys, r->numbers, n, m, low, drop, bits);
}
#endif

// Makes and sorts the numbers of n raw keys, which become encoded and are in [low, high] then.
// loose: they may be closer together than that; that is looked at where four of them are.
static void gc_sort_priv_rank_sort(
    gc_sort_priv_rank *r, size_t n, const gc_sort_priv_map *m, uint64_t low, uint64_t high, bool loose) {
    const gc_sort_priv_map map = *m;
    uint64_t least = UINT64_MAX, most = 0;
    for (size_t i = 0; loose && i < 4; i++) {
        const uint64_t key = gc_sort_priv_encode64(r->keys[(n - 1) * i / 3], &map);
        least = key < least ? key : least;
        most = key > most ? key : most;
    }
    if (loose && (most - least) >> 40 == 0) {
        low = UINT64_MAX;
        high = 0;
        for (size_t i = 0; i < n; i++) {
            const uint64_t key = gc_sort_priv_encode64(r->keys[i], &map);
            low = key < low ? key : low;
            high = key > high ? key : high;
        }
    }

    unsigned bits = 3, drop = 0;
    while ((n - 1) >> bits) bits++;
    while ((high - low) >> drop >> (63 - bits) >> 1) drop++;
    r->mask = ((uint64_t)1 << bits) - 1;
    r->exact = drop == 0;
#ifdef GC_SORT_PRIV_X86
    if (gc_sort_priv_isa() != GC_SORT_PRIV_ISA_scalar) gc_sort_priv_rank_make_avx2(r, n, m, low, drop, bits);
    else
#endif
        gc_sort_priv_rank_make(r, n, m, low, drop, bits);
    gc_sort_priv_u64_sort((gc_sort_priv_u64 *)r->numbers, n, &gc_sort_priv_identity);
}

// order: places, which become sorted by half a word: the 32 bits from `shift` on. Equal ones
// stay as they are.
static void gc_sort_priv_rank_pass(
    gc_sort_priv_rank *r, uint64_t *order, const uint64_t *words, size_t n, unsigned shift) {
    uint64_t differ = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t half = words[order[i]] >> shift & 0xffffffffu;
        r->numbers[i] = half << 32 | i;
        differ |= half ^ r->numbers[0] >> 32;
    }
    if (!differ) return;

    gc_sort_priv_u64_sort((gc_sort_priv_u64 *)r->numbers, n, &gc_sort_priv_identity);
    for (size_t i = 0; i < n; i++) r->numbers[i] = order[r->numbers[i] & 0xffffffffu];
    memcpy(order, r->numbers, n * sizeof *order);
}

// Where the upper bits of numbers do not tell: by the keys, and, not NULL, before by values.
GC_SORT_PRIV_CALLED void gc_sort_priv_rank_settle(gc_sort_priv_rank *r, size_t n, const uint64_t *values) {
    uint64_t order[GC_SORT_PRIV_KV64_ROOM];
    for (size_t i = 0; i < n; i++) order[i] = i;
    for (unsigned shift = 0; values && shift < 64; shift += 32) {
        gc_sort_priv_rank_pass(r, order, values, n, shift);
    }
    for (unsigned shift = 0; shift < 64; shift += 32) gc_sort_priv_rank_pass(r, order, r->keys, n, shift);
    memcpy(r->numbers, order, n * sizeof *order);
    r->mask = UINT64_MAX;
    r->exact = false;
}

#ifdef GC_SORT_PRIV_X86
// Pairs of 32 bits to numbers and back.
#if GC_SORT_PRIV_CODE_avx512
GC_SORT_PRIV_TARGET_avx512 GC_SORT_PRIV_CALLED void gc_sort_priv_kv32_avx512_few(
    gc_sort_priv_kv32_array a, size_t n, const gc_sort_priv_map *map) {
    __m512i rows[GC_SORT_PRIV_KV32_ROOM / 8];
    size_t i = 0;
    for (; n - i >= 8; i += 8) rows[i / 8] = gc_sort_priv_kv32_avx512_load(a, i);
    if (i < n) {
        // Filled with the greatest, to whole rows: what is stored row by row is loaded sooner.
        const __m512i fill = _mm512_set1_epi64((long long)gc_sort_priv_decode64(UINT64_MAX, map));
        const __m512i x = gc_sort_priv_kv32_avx512_load_part(a, i, n - i);
        rows[i / 8] = _mm512_mask_blend_epi64(gc_sort_priv_avx512_first8(n - i), fill, x);
    }
    gc_sort_priv_u64_avx512_sort((gc_sort_priv_u64 *)(void *)rows, (n + 7) / 8 * 8, map);
    for (i = 0; n - i >= 8; i += 8) gc_sort_priv_kv32_avx512_store(a, i, rows[i / 8]);
    if (i == n) return;

    // The last ones without a mask, with some before them: the next call, on an array beside
    // this one, would wait for a masked store.
    if (n < 8) {
        gc_sort_priv_kv32_avx512_store_part(a, i, rows[i / 8], n - i);
        return;
    }
    const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i turn = _mm512_add_epi64(lanes, _mm512_set1_epi64((long long)(n - i)));
    gc_sort_priv_kv32_avx512_store(a, n - 8, _mm512_permutex2var_epi64(rows[i / 8 - 1], turn, rows[i / 8]));
}
#endif

#if GC_SORT_PRIV_CODE_avx2
GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED void gc_sort_priv_kv32_avx2_few(
    gc_sort_priv_kv32_array a, size_t n, const gc_sort_priv_map *map) {
    __m256i rows[GC_SORT_PRIV_KV32_ROOM / 4];
    size_t i = 0;
    for (; n - i >= 4; i += 4) rows[i / 4] = gc_sort_priv_kv32_avx2_load(a, i);
    if (i < n) rows[i / 4] = gc_sort_priv_kv32_avx2_load_part(a, i, n - i);
    gc_sort_priv_u64_avx2_sort((gc_sort_priv_u64 *)(void *)rows, n, map);
    for (i = 0; n - i >= 4; i += 4) gc_sort_priv_kv32_avx2_store(a, i, rows[i / 4]);
    if (i < n) gc_sort_priv_kv32_avx2_store_part(a, i, rows[i / 4], n - i);
}
#endif
#endif

GC_SORT_PRIV_CALLED void gc_sort_priv_kv32_few(const gc_sort_priv_kv *a, size_t first, size_t n) {
    unsigned char *const keys = a->keys + 4 * first, *const values = a->values + 4 * first;
#ifdef GC_SORT_PRIV_X86
    gc_sort_priv_kv32_array b;
    b.keys = keys;
    b.values = values;
    switch (gc_sort_priv_isa()) {
#if GC_SORT_PRIV_CODE_avx512
    case GC_SORT_PRIV_ISA_avx512: gc_sort_priv_kv32_avx512_few(b, n, a->map); return;
#endif
#if GC_SORT_PRIV_CODE_avx2
    case GC_SORT_PRIV_ISA_avx2: gc_sort_priv_kv32_avx2_few(b, n, a->map); return;
#endif
    default: break;
    }
#endif

    uint64_t pairs[GC_SORT_PRIV_KV32_ROOM];
    for (size_t i = 0; i < n; i++) {
        pairs[i] = gc_sort_priv_raw(keys, 4, i) | gc_sort_priv_value(values, 4, i);
    }
    gc_sort_priv_u64_sort((gc_sort_priv_u64 *)pairs, n, a->map);
    for (size_t i = 0; i < n; i++) {
        gc_sort_priv_raw_put(keys, 4, i, pairs[i]);
        gc_sort_priv_value_put(values, 4, i, pairs[i]);
    }
}

// ---- Keys of 64 bits whose range leaves room for the bits in which values differ: both in one
// number, as pairs of 32 bits are. Else ties and places cost a second look.

typedef struct gc_sort_priv_pack {
    uint64_t low, high;                      // of the encoded keys
    uint64_t value, mask;                    // a value, and in which bits others differ from it
    uint64_t key_mask;                       // of high - low
    unsigned key_bits, value_bits;           // of high - low, of mask
} gc_sort_priv_pack;

// Keys, encoded, and values from i on to the stack, and what they have in common.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_pack_read_of(
    const gc_sort_priv_kv *a, size_t vs, size_t first, size_t i, size_t n, uint64_t *keys, uint64_t *values,
    gc_sort_priv_pack *p) {
    const gc_sort_priv_map map = *a->map;
    for (; i < n; i++) {
        const uint64_t key = gc_sort_priv_encode64(gc_sort_priv_raw(a->keys, 8, first + i), &map);
        keys[i] = key;
        values[i] = gc_sort_priv_value(a->values, vs, first + i);
        p->low = key < p->low ? key : p->low;
        p->high = key > p->high ? key : p->high;
        p->mask |= values[i] ^ p->value;
    }
}

// Sorted numbers from i on go back as keys and values.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_pack_write_of(
    const gc_sort_priv_kv *a, size_t vs, size_t first, size_t i, size_t n, const uint64_t *numbers,
    const gc_sort_priv_pack *p) {
    const gc_sort_priv_map map = *a->map;
    for (; i < n; i++) {
        const uint64_t key = p->low + (numbers[i] >> (p->value_bits & 63) & p->key_mask);
        gc_sort_priv_raw_put(a->keys, 8, first + i, gc_sort_priv_decode64(key, &map));
        gc_sort_priv_value_put(a->values, vs, first + i, p->value | (numbers[i] & p->mask));
    }
}

#ifdef GC_SORT_PRIV_X86
GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED void gc_sort_priv_pack_read_avx2(
    const gc_sort_priv_kv *a, size_t first, size_t n, uint64_t *keys, uint64_t *values,
    gc_sort_priv_pack *p) {
    const gc_sort_priv_avx2_l64_map map = gc_sort_priv_avx2_l64_spread(a->map);
    const __m256i top = _mm256_set1_epi64x(INT64_MIN), value = gc_sort_priv_avx2_l64_set1(p->value);
    const size_t vs = a->value_size;
    __m256i low = gc_sort_priv_avx2_l64_set1(p->low ^ (uint64_t)1 << 63), high = low;
    __m256i differ = _mm256_setzero_si256();
    size_t i = 0;
    for (; n - i >= 4; i += 4) {
        const __m256i x = gc_sort_priv_kv_keys(a->keys + 8 * (first + i));
        const __m256i key = gc_sort_priv_avx2_l64_encode(x, &map), compared = _mm256_xor_si256(key, top);
        const __m256i v = gc_sort_priv_kv_values(a->values + vs * (first + i), vs == 4);
        _mm256_storeu_si256((__m256i *)(void *)(keys + i), key);
        _mm256_storeu_si256((__m256i *)(void *)(values + i), v);
        low = _mm256_blendv_epi8(low, compared, _mm256_cmpgt_epi64(low, compared));
        high = _mm256_blendv_epi8(high, compared, _mm256_cmpgt_epi64(compared, high));
        differ = _mm256_or_si256(differ, _mm256_xor_si256(v, value));
    }

    // Over the lanes.
    uint64_t lanes[3][4];
    _mm256_storeu_si256((__m256i *)(void *)lanes[0], _mm256_xor_si256(low, top));
    _mm256_storeu_si256((__m256i *)(void *)lanes[1], _mm256_xor_si256(high, top));
    _mm256_storeu_si256((__m256i *)(void *)lanes[2], differ);
    for (size_t j = 0; j < 4; j++) {
        p->low = lanes[0][j] < p->low ? lanes[0][j] : p->low;
        p->high = lanes[1][j] > p->high ? lanes[1][j] : p->high;
        p->mask |= lanes[2][j];
    }
    if (vs == 4) gc_sort_priv_pack_read_of(a, 4, first, i, n, keys, values, p);
    else gc_sort_priv_pack_read_of(a, 8, first, i, n, keys, values, p);
}

GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED void gc_sort_priv_pack_write_avx2(
    const gc_sort_priv_kv *a, size_t first, size_t n, const uint64_t *numbers, const gc_sort_priv_pack *p) {
    const gc_sort_priv_avx2_l64_map map = gc_sort_priv_avx2_l64_spread(a->map);
    const __m256i low = gc_sort_priv_avx2_l64_set1(p->low), value = gc_sort_priv_avx2_l64_set1(p->value);
    const __m256i mask = gc_sort_priv_avx2_l64_set1(p->mask);
    const __m256i key_mask = gc_sort_priv_avx2_l64_set1(p->key_mask);
    const __m128i shift = _mm_cvtsi32_si128((int)p->value_bits);
    const size_t vs = a->value_size;
    size_t i = 0;
    for (; n - i >= 4; i += 4) {
        const __m256i number = _mm256_loadu_si256((const __m256i *)(const void *)(numbers + i));
        const __m256i above = _mm256_and_si256(_mm256_srl_epi64(number, shift), key_mask);
        const __m256i key = gc_sort_priv_avx2_l64_decode(_mm256_add_epi64(low, above), &map);
        const __m256i v = _mm256_or_si256(value, _mm256_and_si256(number, mask));
        unsigned char *const to = a->values + vs * (first + i);
        _mm256_storeu_si256((__m256i *)(void *)(a->keys + 8 * (first + i)), key);
        if (vs == 8) _mm256_storeu_si256((__m256i *)(void *)to, v);
        else _mm_storeu_si128((__m128i *)(void *)to, gc_sort_priv_kv_narrow(v));
    }
    if (vs == 4) gc_sort_priv_pack_write_of(a, 4, first, i, n, numbers, p);
    else gc_sort_priv_pack_write_of(a, 8, first, i, n, numbers, p);
}
#endif

static unsigned gc_sort_priv_length(uint64_t x) {        // in bits
    unsigned length = x ? 1 : 0;
    for (unsigned step = 32; step; step /= 2) {
        if (x >> step) {
            x >>= step;
            length += step;
        }
    }
    return length;
}

static gc_sort_priv_pack gc_sort_priv_pack_read(
    const gc_sort_priv_kv *a, size_t first, size_t n, uint64_t *keys, uint64_t *values) {
    gc_sort_priv_pack p;
    p.low = p.high = gc_sort_priv_kv_key(a, first);
    p.value = gc_sort_priv_value(a->values, a->value_size, first);
    p.mask = 0;
#ifdef GC_SORT_PRIV_X86
    if (gc_sort_priv_isa() != GC_SORT_PRIV_ISA_scalar) {
        gc_sort_priv_pack_read_avx2(a, first, n, keys, values, &p);
    } else
#endif
    if (a->value_size == 4) gc_sort_priv_pack_read_of(a, 4, first, 0, n, keys, values, &p);
    else gc_sort_priv_pack_read_of(a, 8, first, 0, n, keys, values, &p);

    p.key_bits = gc_sort_priv_length(p.high - p.low);
    p.value_bits = gc_sort_priv_length(p.mask);
    p.key_mask = p.key_bits ? UINT64_MAX >> (64 - p.key_bits) : 0;
    p.mask = p.value_bits ? UINT64_MAX >> (64 - p.value_bits) : 0;
    p.value &= ~p.mask;
    return p;
}

// Makes numbers of encoded keys and values. place: 0, or ones where a number has its place,
// below what there is room for of the value.
static void gc_sort_priv_pack_make(
    const gc_sort_priv_pack *p, const uint64_t *keys, const uint64_t *values, uint64_t *numbers, size_t n,
    uint64_t place) {
    const uint64_t low = p->low, mask = p->mask;
    if (!place) {
        const unsigned shift = p->value_bits & 63;           // of 64 bits: all keys are the same
        for (size_t i = 0; i < n; i++) numbers[i] = (keys[i] - low) << shift | (values[i] & mask);
        return;
    }
    const unsigned top = 64 - p->key_bits, up = 64 - p->value_bits, down = p->key_bits;
    for (size_t i = 0; i < n; i++) {
        const uint64_t value = (values[i] & mask) << up >> down;
        numbers[i] = (keys[i] - low) << top | (value & ~place) | i;
    }
}

// n sorted keys and their values go back, raw. False if some numbers do not tell their keys
// apart.
GC_SORT_PRIV_ALWAYS bool gc_sort_priv_kv64_back(
    const gc_sort_priv_kv *a, size_t value_size, size_t first, size_t n, const gc_sort_priv_rank *r,
    const uint64_t *values) {
    unsigned char *const to = a->keys + 8 * first, *const to_values = a->values + value_size * first;
    const gc_sort_priv_map map = *a->map;
    const uint64_t mask = r->mask;
    uint64_t last = ~r->numbers[0], same = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t number = r->numbers[i], place = number & mask;
        same |= (number ^ last) <= mask ? 1u : 0u;
        last = number;
        gc_sort_priv_raw_put(to, 8, i, gc_sort_priv_decode64(r->keys[place], &map));
        gc_sort_priv_value_put(to_values, value_size, i, values[place]);
    }
    return !same;
}

// n elements with keys of 64 bits.
GC_SORT_PRIV_CALLED void gc_sort_priv_kv64_few(const gc_sort_priv_kv *a, size_t first, size_t n) {
    gc_sort_priv_rank r;
    uint64_t values[GC_SORT_PRIV_KV64_ROOM];
    const gc_sort_priv_pack p = gc_sort_priv_pack_read(a, first, n, r.keys, values);
    if (p.key_bits + p.value_bits <= 64) {
        gc_sort_priv_pack_make(&p, r.keys, values, r.numbers, n, 0);
        size_t whole = n;                                    // rows, as pairs of 32 bits are
        while (whole % 8) r.numbers[whole++] = UINT64_MAX;
        gc_sort_priv_u64_sort((gc_sort_priv_u64 *)r.numbers, whole, &gc_sort_priv_identity);
#ifdef GC_SORT_PRIV_X86
        if (gc_sort_priv_isa() != GC_SORT_PRIV_ISA_scalar) {
            gc_sort_priv_pack_write_avx2(a, first, n, r.numbers, &p);
            return;
        }
#endif
        if (a->value_size == 4) gc_sort_priv_pack_write_of(a, 4, first, 0, n, r.numbers, &p);
        else gc_sort_priv_pack_write_of(a, 8, first, 0, n, r.numbers, &p);
        return;
    }

    // By places: below the key and what there is room for of the value, or of the key alone.
    const unsigned bits = gc_sort_priv_length(n - 1);
    if (p.key_bits + bits <= 64) {
        r.mask = ((uint64_t)1 << bits) - 1;
        gc_sort_priv_pack_make(&p, r.keys, values, r.numbers, n, r.mask);
        gc_sort_priv_u64_sort((gc_sort_priv_u64 *)r.numbers, n, &gc_sort_priv_identity);
    } else {
        gc_sort_priv_rank_sort(&r, n, &gc_sort_priv_identity, p.low, p.high, false);
    }

    // Where numbers do not tell: in full.
    for (int turn = 0; turn < 2; turn++) {
        bool done;
        if (a->value_size == 8) done = gc_sort_priv_kv64_back(a, 8, first, n, &r, values);
        else done = gc_sort_priv_kv64_back(a, 4, first, n, &r, values);
        if (done) return;
        if (turn == 0) gc_sort_priv_rank_settle(&r, n, values);
    }
}

#if defined(GC_SORT_PRIV_X86) && GC_SORT_PRIV_LARGE
// A row of keys and values of 64 bits, and what moves both alike.
#define GC_SORT_PRIV_PAIRED(prefix, of, fn, register)                                                        \
    typedef struct prefix##_v { register k, v; } prefix##_v;                                                 \
    fn prefix##_v prefix##_pair(register k, register v) {                                                    \
        prefix##_v x;                                                                                        \
        x.k = k;                                                                                             \
        x.v = v;                                                                                             \
        return x;                                                                                            \
    }                                                                                                        \
    fn prefix##_v prefix##_swap(prefix##_v x, int k) {                                                       \
        return prefix##_pair(of##_swap(x.k, k), of##_swap(x.v, k));                                          \
    }                                                                                                        \
    fn prefix##_v prefix##_mirror(prefix##_v x, int k) {                                                     \
        return prefix##_pair(of##_mirror(x.k, k), of##_mirror(x.v, k));                                      \
    }                                                                                                        \
    fn prefix##_v prefix##_zip_low(prefix##_v x, prefix##_v y) {                                             \
        return prefix##_pair(of##_zip_low(x.k, y.k), of##_zip_low(x.v, y.v));                                \
    }                                                                                                        \
    fn prefix##_v prefix##_zip_high(prefix##_v x, prefix##_v y) {                                            \
        return prefix##_pair(of##_zip_high(x.k, y.k), of##_zip_high(x.v, y.v));                              \
    }
#endif

#ifdef GC_SORT_PRIV_PAIRS256
// ---- 5 to 32 pairs, AVX2: networks over rows from the arrays and back. Pairs of 32 bits are
// numbers; of 64, keys and values are compared.

GC_SORT_PRIV_PAIRED(gc_sort_priv_avx2_l128, gc_sort_priv_avx2_l64, GC_SORT_PRIV_AVX2, __m256i)

// All ones in lanes where x is above y.
GC_SORT_PRIV_AVX2 __m256i gc_sort_priv_avx2_l128_above(
    gc_sort_priv_avx2_l128_v x, gc_sort_priv_avx2_l128_v y) {
    const __m256i ties = _mm256_and_si256(_mm256_cmpeq_epi64(x.k, y.k), _mm256_cmpgt_epi64(x.v, y.v));
    return _mm256_or_si256(_mm256_cmpgt_epi64(x.k, y.k), ties);
}

GC_SORT_PRIV_AVX2 gc_sort_priv_avx2_l128_v gc_sort_priv_avx2_l128_choose(
    gc_sort_priv_avx2_l128_v x, gc_sort_priv_avx2_l128_v y, __m256i m) {
    return gc_sort_priv_avx2_l128_pair(gc_sort_priv_avx2_l64_choose(x.k, y.k, m),
                                       gc_sort_priv_avx2_l64_choose(x.v, y.v, m));
}

GC_SORT_PRIV_AVX2 gc_sort_priv_avx2_l128_v gc_sort_priv_avx2_l128_lesser(
    gc_sort_priv_avx2_l128_v x, gc_sort_priv_avx2_l128_v y) {
    return gc_sort_priv_avx2_l128_choose(x, y, gc_sort_priv_avx2_l128_above(x, y));
}

GC_SORT_PRIV_AVX2 gc_sort_priv_avx2_l128_v gc_sort_priv_avx2_l128_greater(
    gc_sort_priv_avx2_l128_v x, gc_sort_priv_avx2_l128_v y, gc_sort_priv_avx2_l128_v lo) {
    (void)lo;
    return gc_sort_priv_avx2_l128_choose(y, x, gc_sort_priv_avx2_l128_above(x, y));
}

GC_SORT_PRIV_AVX2 void gc_sort_priv_avx2_l128_cross(
    gc_sort_priv_avx2_l128_v *x, gc_sort_priv_avx2_l128_v *y, int k) {
    const __m256i with = k == 1 ? _mm256_set_epi64x(-1, 0, -1, 0) : _mm256_set_epi64x(-1, -1, 0, 0);
    const __m256i m = _mm256_xor_si256(gc_sort_priv_avx2_l128_above(*x, *y), with);
    const gc_sort_priv_avx2_l128_v old = *x;
    *x = gc_sort_priv_avx2_l128_choose(old, *y, m);
    *y = gc_sort_priv_avx2_l128_choose(*y, old, m);
}

GC_SORT_PRIV_AVX2 gc_sort_priv_avx2_l128_v gc_sort_priv_avx2_l128_join_low(
    gc_sort_priv_avx2_l128_v x, gc_sort_priv_avx2_l128_v y) {
    return gc_sort_priv_avx2_l128_pair(gc_sort_priv_avx2_l64_join_low(x.k, y.k),
                                       gc_sort_priv_avx2_l64_join_low(x.v, y.v));
}

GC_SORT_PRIV_AVX2 gc_sort_priv_avx2_l128_v gc_sort_priv_avx2_l128_join_high(
    gc_sort_priv_avx2_l128_v x, gc_sort_priv_avx2_l128_v y) {
    return gc_sort_priv_avx2_l128_pair(gc_sort_priv_avx2_l64_join_high(x.k, y.k),
                                       gc_sort_priv_avx2_l64_join_high(x.v, y.v));
}

#define GC_SORT_PRIV_ISA avx2
#define GC_SORT_PRIV_LANES l128
#include GC_SORT_FILENAME

GC_SORT_PRIV_AVX2 void gc_sort_priv_quads_pairs_of(
    const gc_sort_priv_kv *a, size_t n, size_t ks, size_t vs, bool order, int R) {
    gc_sort_priv_map turned = *a->map;
    turned.down ^= (uint64_t)1 << 63;                    // lanes are compared as signed
    const gc_sort_priv_avx2_l64_map map = gc_sort_priv_avx2_l64_spread(&turned);
    const __m256i top = gc_sort_priv_avx2_l64_set1(ks == 8 ? (uint64_t)1 << 63 : 0);
    const bool flips = map.flips;
    const __m256i most = gc_sort_priv_avx2_l64_greatest(), lanes = _mm256_set_epi64x(3, 2, 1, 0);
    gc_sort_priv_avx2_l128_v x[8];
    __m256i numbers[8];
    GC_SORT_PRIV_UNROLL
    for (int r = 0; r < R; r++) {
        // The last rows are read over those before them, of which what was read is left out.
        const size_t first = 4 * (size_t)r, at = r < R / 2 || n >= first + 4 ? first : n - 4;
        __m256i k = gc_sort_priv_kv_values(a->keys + ks * at, ks == 4);
        __m256i v = _mm256_add_epi64(gc_sort_priv_avx2_l64_set1(at), lanes);
        if (!order) v = gc_sort_priv_kv_values(a->values + vs * at, vs == 4);
        if (ks == 4) k = _mm256_or_si256(_mm256_slli_epi64(k, 32), v);
        k = flips ? gc_sort_priv_avx2_l64_flip(k, &map) : gc_sort_priv_avx2_l64_encode(k, &map);
        v = _mm256_xor_si256(v, top);
        if (r >= R / 2) {
            const __m256i gone = _mm256_cmpgt_epi64(gc_sort_priv_avx2_l64_set1(first - at), lanes);
            k = _mm256_blendv_epi8(k, most, gone);
            v = _mm256_blendv_epi8(v, most, gone);
        }
        numbers[r] = k;
        x[r] = gc_sort_priv_avx2_l128_pair(k, v);
    }

    if (ks == 4) gc_sort_priv_avx2_l64_rows(numbers, R);
    else gc_sort_priv_avx2_l128_rows(x, R);

    // Back in the same way.
    gc_sort_priv_avx2_l128_v before = x[0];
    GC_SORT_PRIV_UNROLL
    for (int r = 0; r < R; r++) {
        const size_t first = 4 * (size_t)r;
        const bool whole = r < R / 2 || n >= first + 4;
        if (!whole && n <= first) return;
        const int from = gc_sort_priv_avx2_l64_vector_of(r, R);
        __m256i k = ks == 4 ? numbers[from] : x[from].k, v = _mm256_xor_si256(x[from].v, top);
        k = flips ? gc_sort_priv_avx2_l64_flip(k, &map) : gc_sort_priv_avx2_l64_decode(k, &map);
        if (ks == 4) {
            v = k;
            k = _mm256_srli_epi64(k, 32);
        }
        const gc_sort_priv_avx2_l128_v row = gc_sort_priv_avx2_l128_pair(k, v);
        if (!whole) {
            k = gc_sort_priv_avx2_l64_turn(before.k, k, n % 4);
            v = gc_sort_priv_avx2_l64_turn(before.v, v, n % 4);
        }
        const size_t at = whole ? first : n - 4;
        if (!order) gc_sort_priv_kv_store(a->keys + ks * at, ks == 4, k);
        gc_sort_priv_kv_store(a->values + vs * at, vs == 4, v);
        before = row;
    }
}

// order: values are the indices, and keys stay as they are.
GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_ON_LINE GC_SORT_PRIV_CALLED void gc_sort_priv_quads_pairs(
    const gc_sort_priv_kv *a, size_t n, bool order) {
    const size_t vs = a->value_size;
    if (a->key_size == 4 && n <= 8) gc_sort_priv_quads_pairs_of(a, n, 4, 4, false, 2);
    else if (a->key_size == 4 && n <= 16) gc_sort_priv_quads_pairs_of(a, n, 4, 4, false, 4);
    else if (a->key_size == 4) gc_sort_priv_quads_pairs_of(a, n, 4, 4, false, 8);
    else if (n <= 8) gc_sort_priv_quads_pairs_of(a, n, 8, vs, order, 2);
    else if (n <= 16) gc_sort_priv_quads_pairs_of(a, n, 8, vs, order, 4);
    else gc_sort_priv_quads_pairs_of(a, n, 8, vs, order, 8);
}
#endif

#ifdef GC_SORT_PRIV_PAIRS512
// ---- Up to 64 pairs, AVX-512: networks over rows that go from the arrays to registers and
// back, and nothing over the stack; nothing is written with a mask, which the next call, on an
// array beside this one, would wait for.
//
// Keys of 32 bits are above their values in lanes of 64. Of those of 64 bits with their values
// networks compare keys alone, which is faster; where two are equal, values are put in order
// after that.

GC_SORT_PRIV_PAIRED(gc_sort_priv_avx512_l128, gc_sort_priv_avx512_l64, GC_SORT_PRIV_AVX512, __m512i)

// Keys as in >>avx512, so that they need not wait for a mask; values change their places where
// keys did.
GC_SORT_PRIV_AVX512 __mmask8 gc_sort_priv_avx512_l128_moved(
    gc_sort_priv_avx512_l128_v x, gc_sort_priv_avx512_l128_v now) {
    return _mm512_cmpneq_epi64_mask(x.k, now.k);
}

GC_SORT_PRIV_AVX512 gc_sort_priv_avx512_l128_v gc_sort_priv_avx512_l128_lesser(
    gc_sort_priv_avx512_l128_v x, gc_sort_priv_avx512_l128_v y) {
    gc_sort_priv_avx512_l128_v lo;
    lo.k = gc_sort_priv_avx512_l64_lesser(x.k, y.k);
    lo.v = _mm512_mask_mov_epi64(x.v, gc_sort_priv_avx512_l128_moved(x, lo), y.v);
    return lo;
}

GC_SORT_PRIV_AVX512 gc_sort_priv_avx512_l128_v gc_sort_priv_avx512_l128_greater(
    gc_sort_priv_avx512_l128_v x, gc_sort_priv_avx512_l128_v y, gc_sort_priv_avx512_l128_v lo) {
    gc_sort_priv_avx512_l128_v hi;
    hi.k = gc_sort_priv_avx512_l64_greater(x.k, y.k, lo.k);
    hi.v = _mm512_mask_mov_epi64(y.v, gc_sort_priv_avx512_l128_moved(x, lo), x.v);
    return hi;
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_avx512_l128_cross(
    gc_sort_priv_avx512_l128_v *x, gc_sort_priv_avx512_l128_v *y, int k) {
    const gc_sort_priv_avx512_l128_v old = *x;
    gc_sort_priv_avx512_l64_cross(&x->k, &y->k, k);
    const __mmask8 moved = gc_sort_priv_avx512_l128_moved(old, *x);
    x->v = _mm512_mask_mov_epi64(old.v, moved, y->v);
    y->v = _mm512_mask_mov_epi64(y->v, moved, old.v);
}

#define GC_SORT_PRIV_ISA avx512
#define GC_SORT_PRIV_LANES l128
#include GC_SORT_FILENAME

// Eight keys or values, at most: lanes from memory and back. size: 4 or 8, of an element there.
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_short_load(const unsigned char *p, size_t size, size_t count) {
    const __mmask8 m = gc_sort_priv_avx512_first8(count);
    if (size == 8) return count == 8 ? _mm512_loadu_si512(p) : _mm512_maskz_loadu_epi64(m, p);
    if (count == 8) return _mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)(const void *)p));
    return _mm512_cvtepu32_epi64(_mm256_maskz_loadu_epi32(m, p));
}

GC_SORT_PRIV_AVX512 void gc_sort_priv_short_store(unsigned char *p, size_t size, __m512i x) {
    if (size == 8) _mm512_storeu_si512(p, x);
    else _mm256_storeu_si256((__m256i *)(void *)p, _mm512_cvtepi64_epi32(x));
}

// The first n lanes, 2 to 7, in two overlapping stores.
GC_SORT_PRIV_AVX512 void gc_sort_priv_short_store_few(unsigned char *p, size_t size, __m512i x, size_t n) {
    const size_t half = n < 4 ? 2 : 4;
    const __m512i y = gc_sort_priv_avx512_l64_turn(x, x, n - half);
    unsigned char *const q = p + (n - half) * size;
    const __m256i x4 = size == 8 ? _mm512_castsi512_si256(x) : _mm512_cvtepi64_epi32(x);
    const __m256i y4 = size == 8 ? _mm512_castsi512_si256(y) : _mm512_cvtepi64_epi32(y);
    if (half * size == 32) {
        _mm256_storeu_si256((__m256i *)(void *)p, x4);
        _mm256_storeu_si256((__m256i *)(void *)q, y4);
    } else if (half * size == 16) {
        _mm_storeu_si128((__m128i *)(void *)p, _mm256_castsi256_si128(x4));
        _mm_storeu_si128((__m128i *)(void *)q, _mm256_castsi256_si128(y4));
    } else {
        _mm_storel_epi64((__m128i *)(void *)p, _mm256_castsi256_si128(x4));
        _mm_storel_epi64((__m128i *)(void *)q, _mm256_castsi256_si128(y4));
    }
}

// Rows of either kind. count: lanes that are elements, others become the greatest.
GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_short_key(
    __m512i x, const gc_sort_priv_avx512_l64_map *map, size_t count) {
    x = map->flips ? gc_sort_priv_avx512_l64_flip(x, map) : gc_sort_priv_avx512_l64_encode(x, map);
    return _mm512_mask_mov_epi64(gc_sort_priv_avx512_ones(), gc_sort_priv_avx512_first8(count), x);
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_short_raw(__m512i x, const gc_sort_priv_avx512_l64_map *map) {
    return map->flips ? gc_sort_priv_avx512_l64_flip(x, map) : gc_sort_priv_avx512_l64_decode(x, map);
}

// Lanes of row r that are elements; the first half of the rows is known to be whole.
GC_SORT_PRIV_AVX512 size_t gc_sort_priv_short_count(size_t r, size_t R, size_t n) {
    return r < R / 2 || n >= 8 * r + 8 ? 8 : n > 8 * r ? n - 8 * r : 0;
}

// The bits in which lanes of k differ, and those of v.
GC_SORT_PRIV_AVX512 void gc_sort_priv_short_differ(__m512i k, __m512i v, uint64_t *keys, uint64_t *values) {
    const __m512i low = _mm512_shuffle_i64x2(k, v, 0x44), high = _mm512_shuffle_i64x2(k, v, 0xee);
    const __m512i both = _mm512_or_si512(low, high);         // keys in the lower half
    const __m512i lanes = _mm512_or_si512(both, gc_sort_priv_avx512_l64_swap(both, 2));
    const __m512i all = _mm512_or_si512(lanes, gc_sort_priv_avx512_l64_swap(lanes, 1));
    *keys = (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(all));
    *values = (uint64_t)_mm_cvtsi128_si64(_mm512_extracti64x2_epi64(all, 2));
}

// How rows of keys and values become numbers: the values' lower bits, `wide` of them, below,
// keys above.
typedef struct gc_sort_priv_short_pack {
    __m128i up;
    __m512i low, key, value;                 // mask of the bits below; what all have above that
} gc_sort_priv_short_pack;

GC_SORT_PRIV_AVX512 gc_sort_priv_short_pack gc_sort_priv_short_packed(
    __m512i key, __m512i value, unsigned wide) {
    const __m512i ones = gc_sort_priv_avx512_ones();
    gc_sort_priv_short_pack p;
    p.up = _mm_cvtsi32_si128((int)wide);
    p.low = _mm512_srl_epi64(ones, _mm_cvtsi32_si128(64 - (int)wide));
    p.key = _mm512_andnot_si512(_mm512_srl_epi64(ones, p.up),
                                _mm512_broadcastq_epi64(_mm512_castsi512_si128(key)));
    p.value = _mm512_andnot_si512(p.low, _mm512_broadcastq_epi64(_mm512_castsi512_si128(value)));
    return p;
}

GC_SORT_PRIV_AVX512 __m512i gc_sort_priv_short_number(
    __m512i above, __m512i value, const gc_sort_priv_short_pack *p) {
    return _mm512_or_si512(_mm512_sll_epi64(above, p->up), _mm512_and_si512(value, p->low));
}

GC_SORT_PRIV_AVX512 gc_sort_priv_avx512_l128_v gc_sort_priv_short_unpack(
    __m512i number, const gc_sort_priv_short_pack *p) {
    gc_sort_priv_avx512_l128_v x;
    x.k = _mm512_or_si512(p->key, _mm512_srl_epi64(number, p->up));
    x.v = _mm512_or_si512(p->value, _mm512_and_si512(number, p->low));
    return x;
}

// Sorts rows as numbers. runs: they are in order by their keys, which stay; the number of each
// among those that differ takes its place. False: the values do not fit then. They are those of
// the n elements of a from first on.
GC_SORT_PRIV_TARGET_avx512 GC_SORT_PRIV_CALLED bool gc_sort_priv_short_numbers(
    __m512i *keys, __m512i *values, size_t rows, unsigned wide, bool runs, const gc_sort_priv_kv *a,
    size_t first, size_t n) {
    const size_t vs = a->value_size;
    const uint64_t value = gc_sort_priv_value(a->values, vs, first);
    const __m512i zero = _mm512_setzero_si512(), all = _mm512_set1_epi64((long long)value);
    if (runs) {
        // Some lanes are only filled in, anywhere among those of the greatest key.
        __m512i differ = zero;
        for (size_t i = 0; i < n; i += 8) {
            const size_t count = n - i < 8 ? n - i : 8;
            const __m512i v = gc_sort_priv_short_load(a->values + vs * (first + i), vs, count);
            const __mmask8 there = gc_sort_priv_avx512_first8(count);
            differ = _mm512_mask_ternarylogic_epi64(differ, there, v, all, 0xf6);
        }
        if (_mm512_test_epi64_mask(differ, _mm512_set1_epi64((long long)(UINT64_MAX << wide)))) return false;
    }

    const gc_sort_priv_short_pack pack = gc_sort_priv_short_packed(keys[0], all, wide);
    __m512i numbers[8], before = gc_sort_priv_avx512_ones(), last = zero;
    for (size_t i = 0; i < rows; i++) {
        __m512i above = keys[i];
        if (runs) {
            // How many lanes so far differ from the one before.
            const __mmask8 starts = _mm512_cmpneq_epi64_mask(above, _mm512_alignr_epi64(above, before, 7));
            before = above;
            above = _mm512_maskz_set1_epi64(starts, 1);
            above = _mm512_add_epi64(above, _mm512_alignr_epi64(above, zero, 7));
            above = _mm512_add_epi64(above, _mm512_alignr_epi64(above, zero, 6));
            above = _mm512_add_epi64(above, _mm512_alignr_epi64(above, zero, 4));
            above = _mm512_add_epi64(above, last);
            last = _mm512_permutexvar_epi64(_mm512_set1_epi64(7), above);
        }
        numbers[i] = gc_sort_priv_short_number(above, values[i], &pack);
    }

    if (rows == 1) gc_sort_priv_avx512_l64_rows(numbers, 1);
    else if (rows == 2) gc_sort_priv_avx512_l64_rows(numbers, 2);
    else gc_sort_priv_avx512_l64_net(NULL, NULL, (gc_sort_priv_u64 *)(void *)numbers, 8 * rows);

    for (size_t i = 0; i < rows; i++) {
        const gc_sort_priv_avx512_l128_v y = gc_sort_priv_short_unpack(numbers[i], &pack);
        if (!runs) keys[i] = y.k;
        values[i] = y.v;
    }
    return true;
}

// R rows to the arrays, each whole, or what there is of it with some of the row before.
GC_SORT_PRIV_AVX512 void gc_sort_priv_short_out(
    unsigned char *keys, size_t ks, unsigned char *values, size_t vs, size_t n,
    const gc_sort_priv_avx512_l128_v *x, size_t R) {
    if (R == 1 && n < 8) {
        gc_sort_priv_short_store_few(keys, ks, x[0].k, n);
        gc_sort_priv_short_store_few(values, vs, x[0].v, n);
        return;
    }
    GC_SORT_PRIV_UNROLL
    for (size_t r = 0; r < R; r++) {
        const bool whole = R == 1 || r < R / 2 || n >= 8 * r + 8;
        if (!whole && n <= 8 * r) return;
        gc_sort_priv_avx512_l128_v y = x[r];
        if (!whole) {
            y.k = gc_sort_priv_avx512_l64_turn(x[r - 1].k, y.k, n % 8);
            y.v = gc_sort_priv_avx512_l64_turn(x[r - 1].v, y.v, n % 8);
        }
        const size_t at = whole ? 8 * r : n - 8;
        gc_sort_priv_short_store(keys + ks * at, ks, y.k);
        gc_sort_priv_short_store(values + vs * at, vs, y.v);
        if (!whole) return;
    }
}

// Keys of 32 bits: a number of 64 bits for each pair.
GC_SORT_PRIV_AVX512 void gc_sort_priv_short_of_kv32(
    const gc_sort_priv_kv *a, size_t first, size_t n, size_t R) {
    unsigned char *const keys = a->keys + 4 * first, *const values = a->values + 4 * first;
    const gc_sort_priv_avx512_l64_map map = gc_sort_priv_avx512_l64_spread(a->map);
    __m512i x[8];
    GC_SORT_PRIV_UNROLL
    for (size_t r = 0; r < R; r++) {
        const size_t count = gc_sort_priv_short_count(r, R, n), at = count ? 32 * r : 0;
        const __m512i v = gc_sort_priv_short_load(values + at, 4, count);
        const __m512i k = _mm512_slli_epi64(gc_sort_priv_short_load(keys + at, 4, count), 32);
        x[r] = gc_sort_priv_short_key(_mm512_or_si512(k, v), &map, count);
    }
    gc_sort_priv_avx512_l64_rows(x, (int)R);

    gc_sort_priv_avx512_l128_v pairs[8];
    GC_SORT_PRIV_UNROLL
    for (size_t r = 0; r < R; r++) {
        pairs[r].v = gc_sort_priv_short_raw(x[r], &map);
        pairs[r].k = _mm512_srli_epi64(pairs[r].v, 32);
    }
    gc_sort_priv_short_out(keys, 4, values, 4, n, pairs, R);
}

// Keys of 64 bits: two registers. Key and value as one number where both fit. Else by keys;
// where some are equal, then their values as numbers, those of the keys above.
GC_SORT_PRIV_AVX512 void gc_sort_priv_short_of_kv64(
    const gc_sort_priv_kv *a, size_t first, size_t n, bool pack, size_t R) {
    const size_t vs = a->value_size;
    unsigned char *const keys = a->keys + 8 * first, *const values = a->values + vs * first;
    const gc_sort_priv_avx512_l64_map map = gc_sort_priv_avx512_l64_spread(a->map);
    const __m512i ones = gc_sort_priv_avx512_ones();
    gc_sort_priv_avx512_l128_v x[8];
    __mmask8 there[8];
    GC_SORT_PRIV_UNROLL
    for (size_t r = 0; r < R; r++) {
        const size_t count = gc_sort_priv_short_count(r, R, n), at = count ? 8 * r : 0;
        there[r] = gc_sort_priv_avx512_first8(count);
        x[r].k = gc_sort_priv_short_key(gc_sort_priv_short_load(keys + 8 * at, 8, count), &map, count);
        x[r].v = _mm512_mask_mov_epi64(ones, there[r], gc_sort_priv_short_load(values + vs * at, vs, count));
    }

    // Do keys and values differ in 64 bits at most?
    const __m512i key = _mm512_broadcastq_epi64(_mm512_castsi512_si128(x[0].k));
    const __m512i value = _mm512_broadcastq_epi64(_mm512_castsi512_si128(x[0].v));
    unsigned wide = 58;
    if (pack) {
        __m512i k = _mm512_setzero_si512(), v = k;
        uint64_t key_bits, value_bits;
        GC_SORT_PRIV_UNROLL
        for (size_t r = 0; r < R; r++) {
            k = _mm512_mask_ternarylogic_epi64(k, there[r], x[r].k, key, 0xf6);
            v = _mm512_mask_ternarylogic_epi64(v, there[r], x[r].v, value, 0xf6);
        }
        gc_sort_priv_short_differ(k, v, &key_bits, &value_bits);
        wide = 64 - (unsigned)_lzcnt_u64(value_bits);
        pack = wide <= (unsigned)_lzcnt_u64(key_bits);
    }

    // By keys; which equal the one before? The last one may equal what is filled in.
    uint64_t same = 0;
    if (!pack) {
        __m512i before = ones;
        gc_sort_priv_avx512_l128_rows(x, (int)R);
        GC_SORT_PRIV_UNROLL
        for (size_t r = 0; r < R; r++) {
            const __mmask8 equal = _mm512_cmpeq_epi64_mask(x[r].k, _mm512_alignr_epi64(x[r].k, before, 7));
            same |= (uint64_t)gc_sort_priv_avx512_l64_bits(equal) << (8 * r);
            before = x[r].k;
        }
        same = _bzhi_u64(same, (unsigned)n + 1);
        if (a->any) same = n < 8 * R ? same >> n : 0;    // what is filled in goes behind the last
        wide = 58;
    }

    // As numbers.
    if (pack && R <= 2) {
        const gc_sort_priv_short_pack p = gc_sort_priv_short_packed(key, value, wide);
        __m512i numbers[2];
        GC_SORT_PRIV_UNROLL
        for (size_t r = 0; r < R; r++) numbers[r] = gc_sort_priv_short_number(x[r].k, x[r].v, &p);
        gc_sort_priv_avx512_l64_rows(numbers, (int)R);
        GC_SORT_PRIV_UNROLL
        for (size_t r = 0; r < R; r++) x[r] = gc_sort_priv_short_unpack(numbers[r], &p);
    } else if (pack || same) {
        __m512i row_keys[8], row_values[8];
        GC_SORT_PRIV_UNROLL
        for (size_t r = 0; r < R; r++) {
            row_keys[r] = x[r].k;
            row_values[r] = x[r].v;
        }
        if (!gc_sort_priv_short_numbers(row_keys, row_values, R, wide, !pack, a, first, n)) {
            gc_sort_priv_kv64_few(a, first, n);
            return;
        }
        GC_SORT_PRIV_UNROLL
        for (size_t r = 0; r < R; r++) {
            x[r].k = row_keys[r];
            x[r].v = row_values[r];
        }
    }

    GC_SORT_PRIV_UNROLL
    for (size_t r = 0; r < R; r++) x[r].k = gc_sort_priv_short_raw(x[r].k, &map);
    gc_sort_priv_short_out(keys, 8, values, vs, n, x, R);
}

GC_SORT_PRIV_TARGET_avx512 GC_SORT_PRIV_ON_LINE GC_SORT_PRIV_CALLED void gc_sort_priv_short_kv32(
    const gc_sort_priv_kv *a, size_t first, size_t n) {
    if (n <= 8) gc_sort_priv_short_of_kv32(a, first, n, 1);
    else if (n <= 16) gc_sort_priv_short_of_kv32(a, first, n, 2);
    else if (n <= 32) gc_sort_priv_short_of_kv32(a, first, n, 4);
    else gc_sort_priv_short_of_kv32(a, first, n, 8);
}

GC_SORT_PRIV_TARGET_avx512 GC_SORT_PRIV_ON_LINE GC_SORT_PRIV_CALLED void gc_sort_priv_short_kv64(
    const gc_sort_priv_kv *a, size_t first, size_t n) {
    // Whether keys and values are one number is looked at where those at the ends are.
    const size_t last = first + n - 1;
    const uint64_t key = gc_sort_priv_raw(a->keys, 8, first) ^ gc_sort_priv_raw(a->keys, 8, last);
    const uint64_t value = gc_sort_priv_value(a->values, a->value_size, first) ^
                           gc_sort_priv_value(a->values, a->value_size, last);
    const bool pack = _lzcnt_u64(key) + _lzcnt_u64(value) >= 64;
    if (n <= 8) gc_sort_priv_short_of_kv64(a, first, n, pack, 1);
    else if (n <= 16) gc_sort_priv_short_of_kv64(a, first, n, pack, 2);
    else if (n <= 32) gc_sort_priv_short_of_kv64(a, first, n, pack, 4);
    else gc_sort_priv_short_of_kv64(a, first, n, pack, 8);
}
#endif

// ---- The sort.

static size_t gc_sort_priv_kv_room(const gc_sort_priv_kv *a) {
    return a->key_size == 4 ? GC_SORT_PRIV_KV32_ROOM : GC_SORT_PRIV_KV64_ROOM;
}

// All of one key, as three of them tell, and then one look; with cuts that takes two.
static bool gc_sort_priv_kv_one_key(const gc_sort_priv_kv *a, size_t first, size_t n) {
#ifdef GC_SORT_PRIV_X86
    if (n < 16 || gc_sort_priv_isa() == GC_SORT_PRIV_ISA_scalar) return false;
    const size_t size = a->key_size;
    const uint64_t key = gc_sort_priv_raw(a->keys, size, first);
    return key == gc_sort_priv_raw(a->keys, size, first + n / 2) &&
           key == gc_sort_priv_raw(a->keys, size, first + n - 1) &&
           gc_sort_priv_same(a->keys + first * size, n, size);
#else
    (void)a, (void)first, (void)n;
    return false;
#endif
}

// Sorts the n elements from first on, whose encoded keys are all in [low, high]. Every cut is
// within that range, which shrinks; after bad splits it is the middle of the range, which
// bounds their number. ties: down to so many they are parted.
static void gc_sort_priv_kv_quick(
    const gc_sort_priv_kv *a, size_t first, size_t n, uint64_t low, uint64_t high, int bad, size_t ties) {
    const size_t room = gc_sort_priv_kv_room(a);
    const uint64_t unit = gc_sort_priv_unit(a->key_size);
    bool one = false;
    for (;;) {
        one = low == high || gc_sort_priv_kv_one_key(a, first, n);
        if (one || n <= ties) break;

        // The middle of some keys, but above low: then what equals low is one part.
        gc_sort_priv_u64 sample[127];
        const size_t count = n < GC_SORT_PRIV_SAMPLE_LARGE ? 31 : 127, stretch = n / count;
        uint32_t state = (uint32_t)(n & 0xffffffffu);
        for (size_t i = 0; i < count; i++) {
            const size_t at = gc_sort_priv_scatter(&state, i, stretch, stretch);
            sample[i] = gc_sort_priv_kv_key(a, first + at);
        }
        gc_sort_priv_u64_sort(sample, count, &gc_sort_priv_identity);

        // Where most are equal, down to parts of one key: only values, of 32 bits, are sorted
        // then, or none.
        size_t equal = 0;
        for (size_t i = 1; i < count; i++) equal += sample[i] == sample[i - 1] ? 1u : 0u;
        const bool parted = (a->key_size == 4 || a->any) && equal > count / 2;
        ties = parted ? (size_t)GC_SORT_PRIV_KV_TIES : room;
        if (n <= ties) break;

        uint64_t cut = bad > 0 ? sample[count / 2] : low + (high - low) / 2 / unit * unit;
        if (cut <= low) cut = low + unit;

        const size_t left = gc_sort_priv_kv_part(a, first, n, cut);
        if (left < n / 8 || left > n - n / 8) bad--;

        // Recursion into the shorter side bounds the depth; the loop takes the longer one.
        if (left < n - left) {
            gc_sort_priv_kv_quick(a, first, left, low, cut - unit, bad, ties);
            first += left;
            n -= left;
            low = cut;
        } else {
            gc_sort_priv_kv_quick(a, first + left, n - left, cut, high, bad, ties);
            n = left;
            high = cut - unit;
        }
    }
    if (n < 2 || (one && a->any)) return;
    if (n > room || one) gc_sort_priv_kv_ties(a, first, n);
    else if (a->key_size == 4) gc_sort_priv_kv32_few(a, first, n);
    else gc_sort_priv_kv64_few(a, first, n);
}

// ---- Arrays in order

// Elements i and j fall. flip: 0, or all ones to turn the order over.
GC_SORT_PRIV_ALWAYS bool gc_sort_priv_kv_falls(
    const gc_sort_priv_kv *a, size_t ks, size_t vs, size_t i, size_t j, uint64_t flip) {
    const uint64_t x = gc_sort_priv_encode64(gc_sort_priv_raw(a->keys, ks, i), a->map) ^ flip;
    const uint64_t y = gc_sort_priv_encode64(gc_sort_priv_raw(a->keys, ks, j), a->map) ^ flip;
    if (x != y || a->any) return x > y;
    return (gc_sort_priv_value(a->values, vs, i) ^ flip) > (gc_sort_priv_value(a->values, vs, j) ^ flip);
}

GC_SORT_PRIV_ALWAYS bool gc_sort_priv_kv_rise_of(
    const gc_sort_priv_kv *a, size_t ks, size_t vs, size_t n, uint64_t flip) {
    size_t i = 1;
    while (i < n && !gc_sort_priv_kv_falls(a, ks, vs, i - 1, i, flip)) i++;
    return i == n;
}

// No two neighbours fall, by the order that flip tells; where values are in any order, by keys.
GC_SORT_PRIV_CALLED bool gc_sort_priv_kv_rise_scalar(const gc_sort_priv_kv *a, size_t n, uint64_t flip) {
    if (a->key_size == 4) return gc_sort_priv_kv_rise_of(a, 4, 4, n, flip);
    return gc_sort_priv_kv_rise_of(a, 8, a->value_size, n, flip);
}

static void gc_sort_priv_kv_reverse(unsigned char *p, size_t size, size_t n) {
    for (size_t i = 0; i < n / 2; i++) {
        const uint64_t x = gc_sort_priv_value(p, size, i);
        gc_sort_priv_value_put(p, size, i, gc_sort_priv_value(p, size, n - 1 - i));
        gc_sort_priv_value_put(p, size, n - 1 - i, x);
    }
}

#ifdef GC_SORT_PRIV_X86
// As _rise, n > 8. Values are looked at only where keys do not rise.
GC_SORT_PRIV_AVX2 bool gc_sort_priv_kv_rise_wide(
    const gc_sort_priv_kv *a, size_t ks, size_t vs, size_t n, uint64_t flip, bool integers) {
    const bool wide = ks == 8, narrow = vs != ks;
    const size_t one = 32 / ks, last = n - 1 - one;

    // The map from raw keys to what lanes compare, as signed.
    const uint64_t turn = flip ^ (uint64_t)1 << 63;
    gc_sort_priv_map turned = *a->map;
    turned.down ^= turn;
    const gc_sort_priv_map half = gc_sort_priv_upper(turned);
    const gc_sort_priv_avx2_l64_map map64 = gc_sort_priv_avx2_l64_spread(&turned);
    const gc_sort_priv_avx2_l32_map map32 = gc_sort_priv_avx2_l32_spread(&half);
    const __m256i top = wide ? gc_sort_priv_avx2_l64_set1(turn) : gc_sort_priv_avx2_l32_set1(turn >> 32);

    for (size_t first = 0; first < last + one; first += one) {
        const size_t i = first < last ? first : last;        // the last ones may overlap
        __m256i x = gc_sort_priv_kv_keys(a->keys + i * ks), y = gc_sort_priv_kv_keys(a->keys + (i + 1) * ks);
        if (integers) {
            x = _mm256_xor_si256(x, wide ? map64.pos : map32.pos);
            y = _mm256_xor_si256(y, wide ? map64.pos : map32.pos);
        } else {
            x = wide ? gc_sort_priv_avx2_l64_encode(x, &map64) : gc_sort_priv_avx2_l32_encode(x, &map32);
            y = wide ? gc_sort_priv_avx2_l64_encode(y, &map64) : gc_sort_priv_avx2_l32_encode(y, &map32);
        }
        const __m256i rises = wide ? _mm256_cmpgt_epi64(y, x) : _mm256_cmpgt_epi32(y, x);
        if (gc_sort_priv_avx2_movemask(rises) != 255) {
            const __m256i same = wide ? _mm256_cmpeq_epi64(x, y) : _mm256_cmpeq_epi32(x, y);
            const __m256i v = _mm256_xor_si256(gc_sort_priv_kv_values(a->values + i * vs, narrow), top);
            const __m256i w = _mm256_xor_si256(gc_sort_priv_kv_values(a->values + (i + 1) * vs, narrow), top);
            const __m256i falls = wide ? _mm256_cmpgt_epi64(v, w) : _mm256_cmpgt_epi32(v, w);
            const __m256i good = _mm256_or_si256(rises, a->any ? same : _mm256_andnot_si256(falls, same));
            if (gc_sort_priv_avx2_movemask(good) != 255) return false;
        }
    }
    return true;
}

GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED bool gc_sort_priv_kv_rise_avx2(
    const gc_sort_priv_kv *a, size_t n, uint64_t flip) {
    const bool integers = a->map->neg == a->map->pos && a->map->add == 0;
    if (a->key_size == 4 && integers) return gc_sort_priv_kv_rise_wide(a, 4, 4, n, flip, true);
    if (a->key_size == 4) return gc_sort_priv_kv_rise_wide(a, 4, 4, n, flip, false);
    if (a->value_size == 4 && integers) return gc_sort_priv_kv_rise_wide(a, 8, 4, n, flip, true);
    if (a->value_size == 4) return gc_sort_priv_kv_rise_wide(a, 8, 4, n, flip, false);
    if (integers) return gc_sort_priv_kv_rise_wide(a, 8, 8, n, flip, true);
    return gc_sort_priv_kv_rise_wide(a, 8, 8, n, flip, false);
}

GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED void gc_sort_priv_kv_reverse_avx2(
    unsigned char *p, size_t size, size_t n) {
    const __m256i turn =
        size == 8 ? _mm256_set_epi32(1, 0, 3, 2, 5, 4, 7, 6) : _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    unsigned char *q = p + n * size;
    for (; q - p >= 64; p += 32) {
        q -= 32;
        const __m256i x = gc_sort_priv_kv_keys(p), y = gc_sort_priv_kv_keys(q);
        _mm256_storeu_si256((__m256i *)(void *)p, _mm256_permutevar8x32_epi32(y, turn));
        _mm256_storeu_si256((__m256i *)(void *)q, _mm256_permutevar8x32_epi32(x, turn));
    }
    gc_sort_priv_kv_reverse(p, size, (size_t)(q - p) / size);
}
#endif

static bool gc_sort_priv_kv_rise(const gc_sort_priv_kv *a, size_t n, uint64_t flip) {
#ifdef GC_SORT_PRIV_X86
    if (gc_sort_priv_isa() != GC_SORT_PRIV_ISA_scalar) return gc_sort_priv_kv_rise_avx2(a, n, flip);
#endif
    return gc_sort_priv_kv_rise_scalar(a, n, flip);
}

// True, and all is done, if the n > 8 elements rise or fall throughout. The ends tell which it
// may be; others are left early, mostly.
static bool gc_sort_priv_kv_one_run(const gc_sort_priv_kv *a, size_t n) {
    const uint64_t flip = gc_sort_priv_kv_falls(a, a->key_size, a->value_size, 0, n - 1, 0) ? UINT64_MAX : 0;
    bool wide = false;
#ifdef GC_SORT_PRIV_X86
    wide = gc_sort_priv_isa() != GC_SORT_PRIV_ISA_scalar;
    // Of one key: only values are sorted.
    const uint64_t first = gc_sort_priv_raw(a->keys, a->key_size, 0);
    if (wide && first == gc_sort_priv_raw(a->keys, a->key_size, n - 1) &&
        gc_sort_priv_same(a->keys, n, a->key_size)) {
        if (!a->any) gc_sort_priv_kv_ties(a, 0, n);
        return true;
    }
#endif

    // Or many by their keys alone, as what falls with ties does.
    gc_sort_priv_kv by_keys = *a;
    by_keys.any = true;
    const bool rises = gc_sort_priv_kv_rise(a, n, flip);
    if (!rises && (n <= GC_SORT_PRIV_KV64_ROOM || !gc_sort_priv_kv_rise(&by_keys, n, flip))) return false;

    if (flip && !wide) {
        gc_sort_priv_kv_reverse(a->keys, a->key_size, n);
        gc_sort_priv_kv_reverse(a->values, a->value_size, n);
    }
#ifdef GC_SORT_PRIV_X86
    if (flip && wide) {
        gc_sort_priv_kv_reverse_avx2(a->keys, a->key_size, n);
        gc_sort_priv_kv_reverse_avx2(a->values, a->value_size, n);
    }
#endif

    // Then values of equal keys are sorted.
    for (size_t i = 0, end; !rises && i < n; i = end) {
        const uint64_t key = gc_sort_priv_raw(a->keys, a->key_size, i);
        for (end = i + 1; end < n && gc_sort_priv_raw(a->keys, a->key_size, end) == key; end++) {}
        if (end - i > 1) gc_sort_priv_kv_ties(a, i, end - i);
    }
    return true;
}

static gc_sort_priv_kv gc_sort_priv_kv_of(
    void *keys, size_t key_size, void *values, size_t value_size, const gc_sort_priv_map *map) {
    gc_sort_priv_kv a;
    a.keys = (unsigned char *)keys;
    a.values = (unsigned char *)values;
    a.key_size = key_size;
    a.value_size = value_size;
    a.map = map;
    a.any = false;
    return a;
}

static void gc_sort_priv_kv_run(const gc_sort_priv_kv *a, size_t n) {
    if (GC_SORT_PRIV_LARGE && n <= 4) {
        gc_sort_priv_kv_few4(a, n);
        return;
    }
    if (n > GC_SORT_PRIV_KV_SHORT) {
        if (gc_sort_priv_kv_one_run(a, n)) return;
    }

#ifdef GC_SORT_PRIV_PAIRS256
    if (n <= GC_SORT_PRIV_KV_SHORT && gc_sort_priv_isa() == GC_SORT_PRIV_ISA_avx2) {
        gc_sort_priv_quads_pairs(a, n, false);
        return;
    }
#endif
#ifdef GC_SORT_PRIV_PAIRS512
    if (n <= GC_SORT_PRIV_KV_NET && gc_sort_priv_isa() == GC_SORT_PRIV_ISA_avx512) {
        if (a->key_size == 4) gc_sort_priv_short_kv32(a, 0, n);
        else gc_sort_priv_short_kv64(a, 0, n);
        return;
    }
#endif
    gc_sort_priv_kv_quick(a, 0, n, 0, 0 - gc_sort_priv_unit(a->key_size), 16, gc_sort_priv_kv_room(a));
}

// Sorts n pairs; the map is that of keys on top of 64 bits.
static void gc_sort_priv_kv_sort(
    void *keys, size_t key_size, void *values, size_t value_size, size_t n, const gc_sort_priv_map *map) {
    const gc_sort_priv_kv a = gc_sort_priv_kv_of(keys, key_size, values, value_size, map);
    gc_sort_priv_kv_run(&a, n);
}

#ifndef GC_SORT_NO_CTX
// A step of the parallel sort.
static size_t gc_sort_priv_kv_step(
    const gc_sort_priv_work *w, int what, size_t first, size_t n, uint64_t cut) {
    const gc_sort_priv_kv a = gc_sort_priv_kv_of(w->keys, w->key_size, w->values, w->value_size, w->map);
    if (what == GC_SORT_PRIV_ORDERED) return n > GC_SORT_PRIV_KV_SHORT && gc_sort_priv_kv_one_run(&a, n);
    if (what != GC_SORT_PRIV_REST) return gc_sort_priv_kv_part(&a, first, n, cut << w->shift);
    gc_sort_priv_kv_quick(&a, first, n, 0, 0 - gc_sort_priv_unit(w->key_size), 16, gc_sort_priv_kv_room(&a));
    return 0;
}
#endif
#endif

#if (GC_SORT_PRIV_KINDS & GC_SORT_KIND_COMPARE) != 0 || GC_SORT_PRIV_WITH_PAIRS
// >>comparators gc_sort and gc_sort_stable, for common sizes and for any; argsort in place

// Blocks of 1-byte alignment, so that any base will do: moves of a known size are a few loads
// and stores.
typedef struct GC_SORT_PRIV_MAY_ALIAS gc_sort_priv_b4 { unsigned char bytes[4]; } gc_sort_priv_b4;
typedef struct GC_SORT_PRIV_MAY_ALIAS gc_sort_priv_b8 { unsigned char bytes[8]; } gc_sort_priv_b8;
typedef struct GC_SORT_PRIV_MAY_ALIAS gc_sort_priv_b16 { unsigned char bytes[16]; } gc_sort_priv_b16;
typedef struct GC_SORT_PRIV_MAY_ALIAS gc_sort_priv_b32 { unsigned char bytes[32]; } gc_sort_priv_b32;

// The rest of the function for a common size.
#define GC_SORT_PRIV_COMMON(DO)                                                                              \
    if (size == 4) { DO(gc_sort_priv_b4) return; }                                                           \
    if (size == 8) { DO(gc_sort_priv_b8) return; }                                                           \
    if (size == 16) { DO(gc_sort_priv_b16) return; }                                                         \
    if (size == 32) { DO(gc_sort_priv_b32) return; }

// a and b may be the same element.
#define GC_SORT_PRIV_SWAP_AS(T) const T t = *(T *)a; *(T *)a = *(T *)b; *(T *)b = t;
GC_SORT_PRIV_CALLED void gc_sort_priv_swap_bytes(void *a, void *b, size_t size) {
    GC_SORT_PRIV_COMMON(GC_SORT_PRIV_SWAP_AS)
    unsigned char *p = (unsigned char *)a, *q = (unsigned char *)b;
    unsigned char x[16], y[16];

    for (; size >= 16; size -= 16, p += 16, q += 16) {
        memcpy(x, p, 16);
        memcpy(y, q, 16);
        memcpy(p, y, 16);
        memcpy(q, x, 16);
    }
    if (size >= 8) {
        memcpy(x, p, 8);
        memcpy(y, q, 8);
        memcpy(p, y, 8);
        memcpy(q, x, 8);
        size -= 8, p += 8, q += 8;
    }

    for (; size > 0; size--, p++, q++) {
        const unsigned char t = *p;
        *p = *q;
        *q = t;
    }
}

#define GC_SORT_PRIV_COPY_AS(T) *(T *)to = *(const T *)from;
GC_SORT_PRIV_CALLED void gc_sort_priv_copy_bytes(void *to, const void *from, size_t size) {
    GC_SORT_PRIV_COMMON(GC_SORT_PRIV_COPY_AS)
    memcpy(to, from, size);
}

static void gc_sort_priv_move_bytes(void *to, const void *from, size_t bytes) {
    memmove(to, from, bytes);
}

static bool gc_sort_priv_less_bytes(const void *a, const void *b, const gc_sort_priv_env *e) {
    return e->cmp(a, b, e->user) < 0;
}

GC_SORT_PRIV_CALLED void gc_sort_priv_reverse_bytes(void *first, void *last, size_t size) {
    for (unsigned char *a = (unsigned char *)first, *b = (unsigned char *)last; a < b; a += size, b -= size) {
        gc_sort_priv_swap_bytes(a, b, size);
    }
}

static const gc_sort_priv_type gc_sort_priv_bytes = {
    gc_sort_priv_less_bytes, gc_sort_priv_copy_bytes, gc_sort_priv_swap_bytes, gc_sort_priv_reverse_bytes,
    gc_sort_priv_move_bytes
};

// The pivot is compared where it stands: a copy might lack the alignment that cmp counts on.
#define GC_SORT_PRIV_BYTEWISE(type, leaf, size, swaps, room, e)                                              \
    { &gc_sort_priv_##type, gc_sort_priv_##leaf, size, GC_SORT_PRIV_SMALL, false, swaps, room, NULL, e }
GC_SORT_PRIV_CALLED void gc_sort_priv_any_small(
    unsigned char *v, size_t n, unsigned char *room, const gc_sort_priv_env *e) {
    const gc_sort_priv_elements by = GC_SORT_PRIV_BYTEWISE(bytes, any_small, e->size, false, room, e);
    gc_sort_priv_cmp_small(&by, v, n);
}

GC_SORT_PRIV_CALLED void gc_sort_priv_any_sort(void *base, size_t n, const gc_sort_priv_env *e) {
    const gc_sort_priv_elements by = GC_SORT_PRIV_BYTEWISE(bytes, any_small, e->size, false, NULL, e);
    gc_sort_priv_cmp_sort(&by, (unsigned char *)base, n);
}

GC_SORT_PRIV_CALLED void gc_sort_priv_any_stable(
    void *base, size_t n, void *room, size_t cap, const gc_sort_priv_env *e) {
    const gc_sort_priv_elements by = GC_SORT_PRIV_BYTEWISE(bytes, any_small, e->size, false, NULL, e);
    gc_sort_priv_cmp_stable(&by, (unsigned char *)base, n, (unsigned char *)room, cap);
}
#endif

#if (GC_SORT_PRIV_KINDS & GC_SORT_KIND_COMPARE) != 0
// gc_sort has code of its own for 8 bytes, pointers mostly, which is faster.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_copy_8(void *to, const void *from, size_t size) {
    (void)size;
    memcpy(to, from, 8);
}
GC_SORT_PRIV_ALWAYS void gc_sort_priv_swap_8(void *a, void *b, size_t size) {
    uint64_t x, y;
    (void)size;
    memcpy(&x, a, 8);
    memcpy(&y, b, 8);
    memcpy(a, &y, 8);
    memcpy(b, &x, 8);
}
static const gc_sort_priv_type gc_sort_priv_words = {
    gc_sort_priv_less_bytes, gc_sort_priv_copy_8, gc_sort_priv_swap_8, gc_sort_priv_reverse_bytes, NULL
};

GC_SORT_PRIV_CALLED void gc_sort_priv_8_small(
    unsigned char *v, size_t n, unsigned char *room, const gc_sort_priv_env *e) {
    const gc_sort_priv_elements by = GC_SORT_PRIV_BYTEWISE(words, 8_small, 8, true, room, e);
    gc_sort_priv_cmp_small(&by, v, n);
}

GC_SORT_PRIV_CALLED void gc_sort_priv_8_sort(void *base, size_t n, const gc_sort_priv_env *e) {
    const gc_sort_priv_elements by = GC_SORT_PRIV_BYTEWISE(words, 8_small, 8, true, NULL, e);
    gc_sort_priv_cmp_sort(&by, (unsigned char *)base, n);
}

static int gc_sort_priv_check(const void *base, size_t n, size_t size, gc_sort_compare cmp) {
    GC_SORT_ASSERT(cmp && "gc_sort, gc_sort_stable: cmp is NULL");
    GC_SORT_ASSERT((base || n == 0) && "gc_sort, gc_sort_stable: base is NULL");
    if (!cmp || (!base && n)) return GC_SORT_E_ARGUMENT;

    GC_SORT_ASSERT(size && n <= (SIZE_MAX >> 1) / size &&
                   "gc_sort, gc_sort_stable: size is 0, or n elements do not fit the address space");
    if (size == 0 || n > (SIZE_MAX >> 1) / size) return GC_SORT_E_SIZE;
    return GC_SORT_OK;
}

#ifndef GC_SORT_NO_CTX
// Parts of an array, which tasks sort; later twice as long ones, in which the stable sort finds
// two runs.
typedef struct gc_sort_priv_shares {
    unsigned char *base, *room;      // room for all, or NULL
    size_t n, parts;
    bool stable;
    const gc_sort_priv_env *e;
} gc_sort_priv_shares;

static void gc_sort_priv_shares_task(void *arg, size_t index) {
    const gc_sort_priv_shares *const s = (const gc_sort_priv_shares *)arg;
    const size_t size = s->e->size, many = s->n / s->parts, rest = s->n % s->parts;
    const size_t from = many * index + rest * index / s->parts;
    const size_t n = many * (index + 1) + rest * (index + 1) / s->parts - from;
    unsigned char *const v = s->base + from * size;

    // What cannot fail was checked.
    if (!s->stable) (void)gc_sort(v, n, size, s->e->cmp, s->e->user);
    else if (!s->room) (void)gc_sort_stable(v, n, size, s->e->cmp, s->e->user);
    else gc_sort_priv_any_stable(v, n, s->room + from * size, n, s->e);
}

GC_SORT_PRIV_CALLED int gc_sort_priv_ctx_compare(gc_sort_context *c, void *base, size_t n, size_t size,
                                                 gc_sort_compare cmp, void *user, bool stable) {
    GC_SORT_ASSERT(c && "gc_sort_ctx, gc_sort_ctx_stable: context is NULL");
    if (!c) return GC_SORT_E_ARGUMENT;
    const int result = gc_sort_priv_check(base, n, size, cmp);
    if (result != GC_SORT_OK) return result;
    if (!gc_sort_priv_enter(c)) return GC_SORT_E_ARGUMENT;

    // Many are always sorted stably: that has one result, with threads and without, or memory.
    const bool together = c->parallel_for && !c->alone, many = n >= GC_SORT_PRIV_COMPARE_MIN;
    gc_sort_priv_env e;
    e.cmp = cmp;
    e.user = user;
    e.size = size;
    gc_sort_priv_shares s;
    s.base = (unsigned char *)base;
    s.room = many || stable ? (unsigned char *)gc_sort_priv_scratch(c, n * size) : NULL;
    s.n = n;
    s.parts = many && together ? GC_SORT_PRIV_COMPARE_PARTS : 1;
    s.stable = many || stable;
    s.e = &e;

    for (; s.parts > 0; s.parts /= 2) gc_sort_priv_run(c, gc_sort_priv_shares_task, &s, s.parts);
    gc_sort_priv_leave(c);
    return GC_SORT_OK;
}
#endif
#endif

#if GC_SORT_PRIV_WITH_PAIRS
// >>order argsort: keys copied beside their indices, pairs sorted
//
// As many as the stack takes are copied and sorted as pairs, as in >>pairs. So are all of them
// where there is scratch: see >>indices. Without it the indices of more are sorted by comparing
// their keys. Keys and indices are read and written as bytes, at any address.

typedef struct gc_sort_priv_order {
    const unsigned char *keys;
    unsigned char *order;
    unsigned char *sorted;                   // of few 32-bit keys: where they go, sorted, or NULL
    size_t size;                             // bytes of a key
    const gc_sort_priv_map *map;             // of keys on top of 64 bits
} gc_sort_priv_order;

static inline void gc_sort_priv_order_put(const gc_sort_priv_order *o, size_t i, uint64_t index) {
    const uint32_t x = (uint32_t)(index & 0xffffffffu);
    memcpy(o->order + 4 * i, &x, 4);
}

static uint64_t gc_sort_priv_order_key(const gc_sort_priv_order *o, size_t index) {
    return gc_sort_priv_encode64(gc_sort_priv_raw(o->keys, o->size, index), o->map);
}

// Writes 0, 1 ... (The compiler makes no vectors of this at -O2: 0.25 ns each.)
static void gc_sort_priv_order_count(const gc_sort_priv_order *o, size_t n) {
    size_t i = 0;
#ifdef GC_SORT_PRIV_X86
    const __m128i four = _mm_set1_epi32(4);
    __m128i x = _mm_set_epi32(3, 2, 1, 0);
    for (; n - i >= 4; i += 4) {
        _mm_storeu_si128((__m128i *)(void *)(o->order + 4 * i), x);
        x = _mm_add_epi32(x, four);
    }
#endif
    for (; i < n; i++) gc_sort_priv_order_put(o, i, i);
}

#ifdef GC_SORT_PRIV_X86
// Indices 0, 1 ... by keys of 32 bits: both become numbers in registers, and only indices are
// written.
#if GC_SORT_PRIV_CODE_avx512
GC_SORT_PRIV_TARGET_avx512 GC_SORT_PRIV_CALLED void gc_sort_priv_order32_avx512(
    const gc_sort_priv_order *o, size_t n) {
    __m512i rows[GC_SORT_PRIV_KV32_ROOM / 8], index = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i lanes = index, eight = _mm512_set1_epi64(8);
    size_t i = 0;
    for (; n - i >= 8; i += 8) {
        const __m256i keys = _mm256_loadu_si256((const __m256i *)(const void *)(o->keys + 4 * i));
        rows[i / 8] = _mm512_or_si512(_mm512_slli_epi64(_mm512_cvtepu32_epi64(keys), 32), index);
        index = _mm512_add_epi64(index, eight);
    }
    if (i < n) {
        const __mmask8 some = gc_sort_priv_avx512_first8(n - i);
        const __m256i keys = _mm256_maskz_loadu_epi32(some, o->keys + 4 * i);
        const __m512i fill = _mm512_set1_epi64((long long)gc_sort_priv_decode64(UINT64_MAX, o->map));
        rows[i / 8] = _mm512_mask_or_epi64(
            fill, some, _mm512_slli_epi64(_mm512_cvtepu32_epi64(keys), 32), index);
    }
    gc_sort_priv_u64_avx512_sort((gc_sort_priv_u64 *)(void *)rows, (n + 7) / 8 * 8, o->map);
    gc_sort_priv_kv32_array to;
    to.keys = o->sorted;
    to.values = o->order;
    for (i = 0; o->sorted && n - i >= 8; i += 8) gc_sort_priv_kv32_avx512_store(to, i, rows[i / 8]);
    for (; n - i >= 8; i += 8) {
        _mm256_storeu_si256((__m256i *)(void *)(o->order + 4 * i), _mm512_cvtepi64_epi32(rows[i / 8]));
    }
    if (i == n) return;

    // The last ones with some before them, as in >>pairs.
    if (n < 8) {
        const __mmask8 some = gc_sort_priv_avx512_first8(n);
        if (o->sorted) gc_sort_priv_kv32_avx512_store_part(to, 0, rows[0], n);
        else _mm256_mask_storeu_epi32(o->order, some, _mm512_cvtepi64_epi32(rows[0]));
        return;
    }
    const __m512i turn = _mm512_add_epi64(lanes, _mm512_set1_epi64((long long)(n - i)));
    const __m512i last = _mm512_permutex2var_epi64(rows[i / 8 - 1], turn, rows[i / 8]);
    if (o->sorted) gc_sort_priv_kv32_avx512_store(to, n - 8, last);
    else _mm256_storeu_si256((__m256i *)(void *)(o->order + 4 * (n - 8)), _mm512_cvtepi64_epi32(last));
}
#endif

#if GC_SORT_PRIV_CODE_avx2
GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED void gc_sort_priv_order32_avx2(
    const gc_sort_priv_order *o, size_t n) {
    __m256i rows[GC_SORT_PRIV_KV32_ROOM / 4], index = _mm256_set_epi64x(3, 2, 1, 0);
    const __m256i four = _mm256_set1_epi64x(4);
    size_t i = 0;
    for (; i < n; i += 4) {
        const __m128i some = _mm256_castsi256_si128(gc_sort_priv_avx2_l32_first(n - i < 4 ? n - i : 4));
        const __m128i keys = _mm_maskload_epi32((const int *)(const void *)(o->keys + 4 * i), some);
        rows[i / 4] = _mm256_or_si256(_mm256_slli_epi64(_mm256_cvtepu32_epi64(keys), 32), index);
        index = _mm256_add_epi64(index, four);
    }
    gc_sort_priv_u64_avx2_sort((gc_sort_priv_u64 *)(void *)rows, n, o->map);
    for (i = 0; i < n; i += 4) {
        const __m128i some = _mm256_castsi256_si128(gc_sort_priv_avx2_l32_first(n - i < 4 ? n - i : 4));
        const __m256i parted = gc_sort_priv_avx2_parted(rows[i / 4]);
        const __m128i keys = _mm256_extracti128_si256(parted, 1);
        _mm_maskstore_epi32((int *)(void *)(o->order + 4 * i), some, _mm256_castsi256_si128(parted));
        if (o->sorted) _mm_maskstore_epi32((int *)(void *)(o->sorted + 4 * i), some, keys);
    }
}
#endif
#endif

// Sorts indices 0, 1 ... by their keys of 16 or 32 bits, which are copied, as pairs. n <=
// GC_SORT_PRIV_KV32_ROOM.
GC_SORT_PRIV_CALLED void gc_sort_priv_order_few32(const gc_sort_priv_order *o, size_t n) {
    uint32_t keys[GC_SORT_PRIV_KV32_ROOM];
#ifdef GC_SORT_PRIV_X86
#if GC_SORT_PRIV_CODE_avx512
    if (o->size == 4 && gc_sort_priv_isa() == GC_SORT_PRIV_ISA_avx512) {
        gc_sort_priv_order32_avx512(o, n);
        return;
    }
#endif
#if GC_SORT_PRIV_CODE_avx2
    if (o->size == 4 && gc_sort_priv_isa() == GC_SORT_PRIV_ISA_avx2) {
        gc_sort_priv_order32_avx2(o, n);
        return;
    }
#endif
#endif
    gc_sort_priv_order_count(o, n);
    if (o->size == 4) memcpy(keys, o->keys, 4 * n);
    for (size_t i = 0; o->size == 2 && i < n; i++) {
        keys[i] = (uint32_t)(gc_sort_priv_raw(o->keys, 2, i) >> 32);
    }

    gc_sort_priv_kv pairs;
    pairs.keys = (unsigned char *)keys;
    pairs.values = o->order;
    pairs.key_size = pairs.value_size = 4;
    pairs.map = o->map;
    gc_sort_priv_kv32_few(&pairs, 0, n);
    if (o->sorted) memcpy(o->sorted, keys, 4 * n);
}

// Keys of 64 bits, n <= GC_SORT_PRIV_KV64_ROOM.
GC_SORT_PRIV_CALLED void gc_sort_priv_order_few64(const gc_sort_priv_order *o, size_t n) {
    gc_sort_priv_rank r;
    memcpy(r.keys, o->keys, 8 * n);
    gc_sort_priv_rank_sort(&r, n, o->map, 0, UINT64_MAX, true);

    uint64_t same = 0;
    for (size_t i = 1; i < n; i++) same |= (r.numbers[i] ^ r.numbers[i - 1]) <= r.mask ? 1u : 0u;
    if (same && !r.exact) gc_sort_priv_rank_settle(&r, n, NULL);
    for (size_t i = 0; i < n; i++) gc_sort_priv_order_put(o, i, r.numbers[i] & r.mask);
}

#ifdef GC_SORT_PRIV_PAIRS512
// Indices 0, 1 ... by up to 64 keys of 64 bits, as pairs in registers. Keys are copied as they
// will be read: whole rows.
GC_SORT_PRIV_TARGET_avx512 GC_SORT_PRIV_CALLED void gc_sort_priv_order_short64(
    const gc_sort_priv_order *o, size_t n) {
    __m512i keys[8];
    const gc_sort_priv_kv a = gc_sort_priv_kv_of(keys, 8, o->order, 4, o->map);
    for (size_t i = 0; i < n; i += 8) {
        const __mmask8 some = gc_sort_priv_avx512_first8(n - i < 8 ? n - i : 8);
        keys[i / 8] = _mm512_maskz_loadu_epi64(some, o->keys + 8 * i);
    }
    gc_sort_priv_order_count(o, n);
    if (n > 1) gc_sort_priv_short_kv64(&a, 0, n);
}
#endif

// How many the stack takes.
static inline size_t gc_sort_priv_order_room(size_t key_size) {
    return key_size == 8 ? GC_SORT_PRIV_KV64_ROOM : GC_SORT_PRIV_KV32_ROOM;
}

GC_SORT_PRIV_CALLED void gc_sort_priv_order_few4(const gc_sort_priv_order *o, size_t n) {
    if (o->size < 8) gc_sort_priv_kv32_few4(o->keys, o->size, o->sorted, NULL, o->order, n, o->map);
    else gc_sort_priv_kv64_few4(o->keys, NULL, NULL, o->order, 4, n, o->map);
}

static void gc_sort_priv_order_few(const gc_sort_priv_order *o, size_t n) {
    if (n == 0) return;
    if (GC_SORT_PRIV_LARGE && n <= 4) {
        gc_sort_priv_order_few4(o, n);
        return;
    }

#ifdef GC_SORT_PRIV_PAIRS256
    if (o->size == 8 && n <= GC_SORT_PRIV_KV_SHORT && gc_sort_priv_isa() == GC_SORT_PRIV_ISA_avx2) {
        const gc_sort_priv_kv a = gc_sort_priv_kv_of((void *)o->keys, 8, o->order, 4, o->map);
        gc_sort_priv_quads_pairs(&a, n, true);
        return;
    }
#endif
#ifdef GC_SORT_PRIV_PAIRS512
    if (o->size == 8 && n <= GC_SORT_PRIV_KV_NET && gc_sort_priv_isa() == GC_SORT_PRIV_ISA_avx512) {
        gc_sort_priv_order_short64(o, n);
        return;
    }
#endif
    if (o->size == 8) gc_sort_priv_order_few64(o, n);
    else gc_sort_priv_order_few32(o, n);
}

// The order of two indices by their keys, then by themselves.
static int gc_sort_priv_order_compare(const void *a, const void *b, void *user) {
    const gc_sort_priv_order *const o = (const gc_sort_priv_order *)user;
    uint32_t i, j;
    memcpy(&i, a, 4);
    memcpy(&j, b, 4);
    const uint64_t x = gc_sort_priv_order_key(o, i), y = gc_sort_priv_order_key(o, j);
    return x != y ? (x > y) - (x < y) : (i > j) - (i < j);
}

// Writes the order of n keys of size bytes.
static void gc_sort_priv_order_sort(
    const void *keys, size_t size, void *order, size_t n, const gc_sort_priv_map *map) {
    gc_sort_priv_order o;
    o.keys = (const unsigned char *)keys;
    o.order = (unsigned char *)order;
    o.sorted = NULL;
    o.size = size;
    o.map = map;
    if (n <= gc_sort_priv_order_room(size)) {
        gc_sort_priv_order_few(&o, n);
        return;
    }

    gc_sort_priv_env e;
    e.cmp = gc_sort_priv_order_compare;
    e.user = &o;
    e.size = 4;
    gc_sort_priv_order_count(&o, n);
    gc_sort_priv_any_sort(o.order, n, &e);
}
#endif

#ifndef GC_SORT_NO_CTX
// >>parallel an array is parted by several threads, then its parts are sorted as tasks
//
// In place, with the steps of the array's kind. Keys at the ends of equal shares of a sorted
// sample are the cuts. A round halves ranges of parts: each range in several chunks at once,
// which are parted by themselves; then what stands on the wrong side of the range's middle is
// exchanged, right sides of chunks before it with left sides behind it. When there are as many
// ranges as threads, each is parted further by one task. In the last round each part is sorted.

// The encoded key at i.
static uint64_t gc_sort_priv_work_key(const gc_sort_priv_work *w, size_t i) {
    const uint64_t neg = w->map->neg >> w->shift, pos = w->map->pos >> w->shift;
    const uint64_t add = w->map->add >> w->shift, down = w->map->down >> w->shift;
    uint16_t k16;
    uint32_t k32;
    uint64_t x;
    if (w->key_size == 2) {
        memcpy(&k16, w->keys + 2 * i, 2);
        x = k16;
    } else if (w->key_size == 4) {
        memcpy(&k32, w->keys + 4 * i, 4);
        x = k32;
    } else {
        memcpy(&x, w->keys + 8 * i, 8);
    }

    const uint32_t bits = (uint32_t)w->key_size * 8;
    x = ((x ^ (x >> (bits - 1) ? neg : pos)) + add) ^ down;
    return x << (64 - bits) >> (64 - bits);
}

// A sorted sample of encoded keys.
static void gc_sort_priv_work_sample(const gc_sort_priv_work *w, uint64_t *sample, size_t count) {
    const size_t stretch = w->n / count;
    uint32_t state = (uint32_t)w->n;
    for (size_t i = 0; i < count; i++) {
        sample[i] = gc_sort_priv_work_key(w, gc_sort_priv_scatter(&state, i, stretch, stretch));
    }
#if GC_SORT_PRIV_WITH_64
    gc_sort_priv_u64_sort((gc_sort_priv_u64 *)(void *)sample, count, &gc_sort_priv_identity);
#else
    gc_sort_priv_u32 narrow[GC_SORT_PRIV_SAMPLE];
    for (size_t i = 0; i < count; i++) narrow[i] = (gc_sort_priv_u32)(sample[i] & 0xffffffffu);
    gc_sort_priv_u32_sort(narrow, count, &gc_sort_priv_identity);
    for (size_t i = 0; i < count; i++) sample[i] = narrow[i];
#endif
}

// Cuts that share out the array into w->parts; false: too few different keys.
static bool gc_sort_priv_work_cuts(gc_sort_priv_work *w) {
    uint64_t sample[GC_SORT_PRIV_SAMPLE];
    const size_t all = GC_SORT_PRIV_SAMPLE, count = w->n < GC_SORT_PRIV_PARALLEL_LARGE ? all / 4 : all;
    gc_sort_priv_work_sample(w, sample, count);

    // A key that fills several parts gets one of its own: the cut after it is the next key.
    const uint64_t greatest = UINT64_MAX >> (64 - 8 * w->key_size);
    w->cut[0] = 0;
    for (size_t i = 1; i < w->parts; i++) {
        const uint64_t x = sample[count / w->parts * i];
        const uint64_t last = sample[count / w->parts * (i - 1)];
        w->cut[i] = x == last && x != greatest ? x + 1 : x;
    }
    return sample[0] != sample[count - 1];
}

// Chunk i of n elements begins here. Those at the ends are half as long, so that one lies
// across the middle: for two threads a quarter of the elements stands on the wrong side then,
// not half of them.
static size_t gc_sort_priv_chunk(size_t n, size_t chunks, size_t i) {
    return i == 0 ? 0 : i == chunks ? n : gc_sort_priv_cut(n, 2 * (chunks - 1), 2 * i - 1);
}

// The range of a task or chunk: its first part; its first element and their number.
static size_t gc_sort_priv_range(const gc_sort_priv_work *w, size_t range, size_t *n) {
    const size_t part = range * w->width;
    *n = w->first[part + w->width] - w->first[part];
    return w->first[part];
}

// Parts one chunk at the cut in the middle of its range. In a range that is too small for it
// all chunks are left whole: then all of it is on the left side.
static void gc_sort_priv_chunk_task(void *arg, size_t index) {
    gc_sort_priv_work *const w = (gc_sort_priv_work *)arg;
    const size_t range = index / w->chunks, chunk = index % w->chunks;
    size_t n;
    const size_t first = gc_sort_priv_range(w, range, &n);
    const size_t from = gc_sort_priv_chunk(n, w->chunks, chunk);
    const size_t to = gc_sort_priv_chunk(n, w->chunks, chunk + 1);
    const uint64_t cut = w->cut[range * w->width + w->width / 2];
    const bool few = n / (2 * (w->chunks - 1)) < 256;       // in the shortest chunk
    w->below[index] = few ? to - from : w->step(w, w->what, first + from, to - from, cut);
}

// Elements on the wrong side of a range's middle: the place of one of them, counted from the
// first, and how many follow it in a row. behind: those before the middle which belong behind
// it, else the others.
static size_t gc_sort_priv_misplaced(const gc_sort_priv_work *w, size_t range, bool behind, size_t skip,
                                     size_t *row) {
    size_t n;
    const size_t first = gc_sort_priv_range(w, range, &n);
    const size_t middle = w->first[range * w->width + w->width / 2] - first;
    for (size_t chunk = 0; chunk < w->chunks; chunk++) {
        const size_t begin = gc_sort_priv_chunk(n, w->chunks, chunk);
        const size_t end = gc_sort_priv_chunk(n, w->chunks, chunk + 1);
        const size_t turn = begin + w->below[range * w->chunks + chunk];
        size_t from = behind ? turn : begin, to = behind ? end : turn;
        if (behind && to > middle) to = middle;
        if (!behind && from < middle) from = middle;
        if (from >= to) continue;
        if (skip < to - from) {
            *row = to - from - skip;
            return first + from + skip;
        }
        skip -= to - from;
    }
    *row = 0;
    return first;
}

static void gc_sort_priv_exchange(unsigned char *a, unsigned char *b, size_t size) {
    unsigned char t[2048];
    while (size > 0) {
        const size_t k = size < sizeof t ? size : sizeof t;
        memcpy(t, a, k);
        memcpy(a, b, k);
        memcpy(b, t, k);
        a += k;
        b += k;
        size -= k;
    }
}

// One of w->chunks pieces of a range's exchange.
static void gc_sort_priv_exchange_task(void *arg, size_t index) {
    const gc_sort_priv_work *const w = (const gc_sort_priv_work *)arg;
    const size_t range = index / w->chunks, piece = index % w->chunks;

    // How many there are to exchange, and which of them here.
    size_t all = 0;
    for (size_t row = 1; row; all += row) gc_sort_priv_misplaced(w, range, true, all, &row);
    size_t at = gc_sort_priv_cut(all, w->chunks, piece);
    const size_t end = gc_sort_priv_cut(all, w->chunks, piece + 1);

    while (at < end) {
        size_t row_a, row_b, row = end - at;
        const size_t a = gc_sort_priv_misplaced(w, range, true, at, &row_a);
        const size_t b = gc_sort_priv_misplaced(w, range, false, at, &row_b);
        if (row > row_a) row = row_a;
        if (row > row_b) row = row_b;
        gc_sort_priv_exchange(w->keys + a * w->key_size, w->keys + b * w->key_size, row * w->key_size);
        if (w->values) {
            gc_sort_priv_exchange(w->values + a * w->value_size, w->values + b * w->value_size,
                                  row * w->value_size);
        }
        at += row;
    }
}

// Parts a range until each part is by itself.
static void gc_sort_priv_parts_task(void *arg, size_t index) {
    gc_sort_priv_work *const w = (gc_sort_priv_work *)arg;
    const size_t begin = index * w->width;
    for (size_t width = w->width; width > 1; width /= 2) {
        for (size_t part = begin; part < begin + w->width; part += width) {
            const size_t first = w->first[part], n = w->first[part + width] - first;
            const uint64_t cut = w->cut[part + width / 2];
            const size_t below = n < GC_SORT_PRIV_CHUNK ? n : w->step(w, GC_SORT_PRIV_PART, first, n, cut);
            w->first[part + width / 2] = first + below;
        }
    }
}

static void gc_sort_priv_rest_task(void *arg, size_t part) {
    gc_sort_priv_work *const w = (gc_sort_priv_work *)arg;
    const size_t n = w->first[part + 1] - w->first[part];
    if (n) w->step(w, GC_SORT_PRIV_REST, w->first[part], n, 0);
}

static void gc_sort_priv_rounds(gc_sort_context *c, gc_sort_priv_work *w, size_t threads) {
    w->first[0] = 0;
    w->first[w->parts] = w->n;
    w->what = GC_SORT_PRIV_PART_RAW;

    // Ranges are halved in chunks until there is one for each thread.
    size_t ranges = 1;
    for (; ranges < threads; ranges *= 2) {
        w->width = w->parts / ranges;
        w->chunks = threads / ranges + 1;
        gc_sort_priv_run(c, gc_sort_priv_chunk_task, w, ranges * w->chunks);

        // The middles, and how much stands on the wrong side of them.
        size_t moves = 0;
        for (size_t range = 0; range < ranges; range++) {
            size_t *const middle = &w->first[range * w->width + w->width / 2];
            *middle = w->first[range * w->width];
            for (size_t i = 0; i < w->chunks; i++) *middle += w->below[range * w->chunks + i];
            for (size_t row = 1, all = 0; row; all += row, moves += row) {
                gc_sort_priv_misplaced(w, range, true, all, &row);
            }
        }
        if (moves * (w->key_size + w->value_size) < GC_SORT_PRIV_FEW * 1024) {
            for (size_t i = 0; i < ranges * w->chunks; i++) gc_sort_priv_exchange_task(w, i);
        } else {
            gc_sort_priv_run(c, gc_sort_priv_exchange_task, w, ranges * w->chunks);
        }
        w->what = GC_SORT_PRIV_PART;
    }

    // Then each by one thread; then the parts.
    w->width = w->parts / ranges;
    if (w->width > 1) gc_sort_priv_run(c, gc_sort_priv_parts_task, w, ranges);
    gc_sort_priv_run(c, gc_sort_priv_rest_task, w, w->parts);
}

// n elements of so many bytes are worth several threads.
static bool gc_sort_priv_worth(const gc_sort_context *c, size_t n, size_t size) {
    return c->parallel_for && c->threads != 1 && n >= GC_SORT_PRIV_PARALLEL_MIN && !c->alone &&
           n >= GC_SORT_PRIV_WORTH(c->pool != NULL) / size;
}

// Sorts the array and gives true; or false, and the array holds the same elements, raw: it is
// to be sorted on the calling thread.
static bool gc_sort_priv_parallel(gc_sort_context *c, gc_sort_priv_work *w) {
    if (!gc_sort_priv_worth(c, w->n, w->key_size + w->value_size)) return false;
    if (w->step(w, GC_SORT_PRIV_ORDERED, 0, w->n, 0)) return true;

    // A power of two of threads, each with chunks that are worth it; some parts for each, so
    // that one that is late or slow takes fewer.
    const size_t most = c->threads ? c->threads : 8;
    size_t threads = 2;
    const size_t parts = GC_SORT_PRIV_PARTS / 4;
    while (threads < most && threads * 2 <= parts && w->n / threads > GC_SORT_PRIV_PARALLEL_SHARE) {
        threads *= 2;
    }
    w->parts = threads * (w->n < GC_SORT_PRIV_PARALLEL_LARGE ? 2 : 4);

#ifdef GC_SORT_PRIV_THREADS
    if (c->pool) gc_sort_priv_pool_call(c->pool, true);
#endif
    const bool cuts = gc_sort_priv_work_cuts(w);
    if (cuts) gc_sort_priv_rounds(c, w, threads);
    return cuts;
}

#if GC_SORT_PRIV_WITH_64 && GC_SORT_PRIV_LARGE
// >>radix 64-bit keys through a context: by their first bits to scratch, there by networks
//
// More keys than GC_SORT_PRIV_RADIX_MAX are not faster: places are in too many pages then.
// Where a sample does not spread (floats share their first bits), nothing is done, nor with
// AVX-512, whose partitions are faster than that on Intel's.

typedef struct gc_sort_priv_radix_job {
    const gc_sort_priv_map *map;
    const uint64_t *from;
    uint64_t *to;                            // NULL: they are counted
    size_t n;
    uint64_t low, last;                      // place of a key: (key - low) >> shift, last at most
    unsigned shift;
    uint32_t at[(size_t)1 << GC_SORT_PRIV_RADIX_BITS];       // by place: keys, or the next one's
} gc_sort_priv_radix_job;

// Places of a block of keys.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_radix_block(
    const gc_sort_priv_radix_job *j, const uint64_t *GC_SORT_PRIV_RESTRICT from,
    uint32_t *GC_SORT_PRIV_RESTRICT place) {
    const gc_sort_priv_map map = *j->map;
    const uint64_t low = j->low, last = j->last;
    const unsigned shift = j->shift;
    for (size_t i = 0; i < GC_SORT_PRIV_RADIX_BLOCK; i++) {
        const uint64_t key = gc_sort_priv_encode64(from[i], &map);
        uint64_t at = (key - low) >> shift;
        at = at > last ? last : at;
        place[i] = (uint32_t)(key < low ? 0 : at);
    }
}

// Counts the keys or moves them.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_radix_pass_of(gc_sort_priv_radix_job *j, bool moves) {
    uint32_t *const GC_SORT_PRIV_RESTRICT at = j->at;
    uint64_t *const GC_SORT_PRIV_RESTRICT to = j->to;
    const uint64_t *GC_SORT_PRIV_RESTRICT from = j->from;
    uint32_t place[GC_SORT_PRIV_RADIX_BLOCK];
    uint64_t rest[GC_SORT_PRIV_RADIX_BLOCK];
    size_t left = j->n;
    for (; left >= GC_SORT_PRIV_RADIX_BLOCK; left -= GC_SORT_PRIV_RADIX_BLOCK) {
        gc_sort_priv_radix_block(j, from, place);
        for (size_t k = 0; k < GC_SORT_PRIV_RADIX_BLOCK; k += 4) {
            if (moves) {
                to[at[place[k]]++] = from[k];
                to[at[place[k + 1]]++] = from[k + 1];
                to[at[place[k + 2]]++] = from[k + 2];
                to[at[place[k + 3]]++] = from[k + 3];
            } else {
                at[place[k]]++;
                at[place[k + 1]]++;
                at[place[k + 2]]++;
                at[place[k + 3]]++;
            }
        }
        from += GC_SORT_PRIV_RADIX_BLOCK;
    }

    // The last ones, filled up to a block.
    memset(rest, 0, sizeof rest);
    memcpy(rest, from, left * sizeof *rest);
    gc_sort_priv_radix_block(j, rest, place);
    for (size_t k = 0; moves && k < left; k++) to[at[place[k]]++] = rest[k];
    for (size_t k = 0; !moves && k < left; k++) at[place[k]]++;
}

GC_SORT_PRIV_CALLED void gc_sort_priv_radix_pass(gc_sort_priv_radix_job *j) {
    gc_sort_priv_radix_pass_of(j, j->to != NULL);
}

#ifdef GC_SORT_PRIV_X86
// For the compiler to make vectors of.
GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED void gc_sort_priv_radix_pass_avx2(gc_sort_priv_radix_job *j) {
    if (j->to) gc_sort_priv_radix_pass_of(j, true);
    else gc_sort_priv_radix_pass_of(j, false);
}
#endif

static void gc_sort_priv_radix_run(gc_sort_priv_radix_job *j) {
#ifdef GC_SORT_PRIV_X86
    if (gc_sort_priv_isa() != GC_SORT_PRIV_ISA_scalar) {
        gc_sort_priv_radix_pass_avx2(j);
        return;
    }
#endif
    gc_sort_priv_radix_pass(j);
}

// How to map the range of a sample to places. False: that does not spread them.
static bool gc_sort_priv_radix_plan(gc_sort_priv_radix_job *j) {
    enum { SAMPLE = 512, EVEN = SAMPLE * (SAMPLE - 1) / 2 / 64 };
    uint64_t sample[SAMPLE], high = 0;
    uint32_t state = (uint32_t)j->n, share[64], crowd = 0;
    const size_t stretch = j->n / SAMPLE;
    j->low = UINT64_MAX;
    for (size_t i = 0; i < SAMPLE; i++) {
        const size_t at = gc_sort_priv_scatter(&state, i, stretch, stretch);
        sample[i] = gc_sort_priv_encode64(j->from[at], j->map);
        if (sample[i] < j->low) j->low = sample[i];
        if (sample[i] > high) high = sample[i];
    }

    unsigned bits = 0;
    while (j->n >> bits > GC_SORT_PRIV_RADIX_LEAF) bits++;
    j->last = ((uint64_t)1 << bits) - 1;
    for (j->shift = 0; (high - j->low) >> j->shift > j->last;) j->shift++;

    // Pairs of them in one of 64 shares of the places.
    memset(share, 0, sizeof share);
    for (size_t i = 0; i < SAMPLE; i++) {
        crowd += share[(sample[i] - j->low) >> j->shift << 6 >> bits & 63]++;
    }
    return crowd <= 2 * EVEN;
}

// Sorts the array and gives true; or false, and nothing is done.
static bool gc_sort_priv_radix(gc_sort_context *c, const gc_sort_priv_work *w) {
    gc_sort_priv_radix_job j;
    uint64_t *const keys = (uint64_t *)(void *)w->keys;
    if (w->n < GC_SORT_PRIV_RADIX_MIN || w->n > GC_SORT_PRIV_RADIX_MAX) return false;
    if (gc_sort_priv_isa() == GC_SORT_PRIV_ISA_avx512) return false;
    if (w->step(w, GC_SORT_PRIV_ORDERED, 0, w->n, 0)) return true;
    j.map = w->map;
    j.from = keys;
    j.to = NULL;
    j.n = w->n;
    if (!gc_sort_priv_radix_plan(&j)) return false;
    uint64_t *const scratch = (uint64_t *)gc_sort_priv_scratch(c, w->n * sizeof *scratch);
    if (!scratch) return false;

    // To their places in scratch.
    memset(j.at, 0, (size_t)(j.last + 1) * sizeof *j.at);
    gc_sort_priv_radix_run(&j);
    for (size_t i = 0, sum = 0, count; i <= j.last; i++, sum += count) {
        count = j.at[i];
        j.at[i] = (uint32_t)sum;
    }
    j.to = scratch;
    gc_sort_priv_radix_run(&j);

    // Each place is sorted and goes back.
    for (size_t i = 0, first = 0; i <= j.last; first = j.at[i++]) {
        gc_sort_priv_u64_sort((gc_sort_priv_u64 *)(scratch + first), j.at[i] - first, w->map);
        memcpy(keys + first, scratch + first, (j.at[i] - first) * sizeof *keys);
    }
    return true;
}
#endif
#endif // GC_SORT_NO_CTX

#if !defined(GC_SORT_NO_CTX) && GC_SORT_PRIV_WITH_PAIRS
// >>indices argsort and stable pairs through a context
//
// Argsort: a copy of the keys in scratch is sorted with the indices. Instead of keys of 64
// bits, numbers are: above the place of a key in the range of a sample, with as many bits as
// there is room for, below its index; keys that have one place are sorted as pairs then.

// So many pieces that each is worth a task.
static size_t gc_sort_priv_pieces(const gc_sort_context *c, size_t n) {
    return n < GC_SORT_PRIV_PARALLEL_MIN || !c->parallel_for || c->alone ? 1 : GC_SORT_PRIV_PIECES;
}

// A part of the keys of up to 32 bits, copied as such, and of the indices.
typedef struct gc_sort_priv_copy {
    const unsigned char *keys;
    uint32_t *to, *order;                // to: or NULL
    size_t size, n, parts;
} gc_sort_priv_copy;

static void gc_sort_priv_copy_task(void *arg, size_t index) {
    const gc_sort_priv_copy f = *(const gc_sort_priv_copy *)arg;
    const size_t from = gc_sort_priv_cut(f.n, f.parts, index), to = gc_sort_priv_cut(f.n, f.parts, index + 1);
    for (size_t i = from; i < to; i++) f.order[i] = (uint32_t)i;
    for (size_t i = from; f.to && i < to; i++) {
        f.to[i] = (uint32_t)(gc_sort_priv_raw(f.keys, f.size == 2 ? 2 : 4, i) >> 32);
    }
}

typedef struct gc_sort_priv_numbers {
    const unsigned char *keys;
    size_t n, parts;
    const gc_sort_priv_map *map;
    uint64_t *numbers;
    uint32_t *order;
    uint64_t low, high, last;        // place of a key: (key - low) >> drop, above high the last one
    unsigned drop, bits;             // bits: of an index
    bool same[GC_SORT_PRIV_PIECES];  // some keys of the part have one place
} gc_sort_priv_numbers;

// Places: a little more than the range of a sample.
static void gc_sort_priv_numbers_plan(gc_sort_priv_numbers *p) {
    uint64_t low = UINT64_MAX, high = 0;
    uint32_t state = (uint32_t)(p->n & 0xffffffffu);
    const size_t count = p->n < GC_SORT_PRIV_SAMPLE_LARGE ? 64 : 256, stretch = p->n / count;
    for (size_t i = 0; i < count; i++) {
        const size_t at = gc_sort_priv_scatter(&state, i, stretch, stretch);
        const uint64_t key = gc_sort_priv_encode64(gc_sort_priv_raw(p->keys, 8, at), p->map);
        low = key < low ? key : low;
        high = key > high ? key : high;
    }
    const uint64_t more = (high - low) / 16;
    p->low = low > more ? low - more : 0;
    p->high = high < UINT64_MAX - more ? high + more : UINT64_MAX;
    for (p->bits = 1; (p->n - 1) >> p->bits;) p->bits++;
    for (p->drop = 0; (p->high - p->low) >> p->drop >> (64 - p->bits);) p->drop++;
    p->last = (p->high - p->low) >> p->drop;
}

#ifdef GC_SORT_PRIV_X86
// Numbers from i on, and back to indices, as long as there are four: gives where that ends.
// same: two neighbours have one place.
GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED size_t gc_sort_priv_numbers_make_avx2(
    const gc_sort_priv_numbers *p, size_t i, size_t end) {
    const uint64_t top = (uint64_t)1 << 63;
    gc_sort_priv_map turned = *p->map;
    turned.down ^= top;
    const gc_sort_priv_avx2_l64_map map = gc_sort_priv_avx2_l64_spread(&turned);
    const __m256i low = gc_sort_priv_avx2_l64_set1(p->low ^ top);
    const __m256i high = gc_sort_priv_avx2_l64_set1(p->high ^ top);
    const __m128i drop = _mm_cvtsi32_si128((int)p->drop), bits = _mm_cvtsi32_si128((int)p->bits);
    const __m256i first = gc_sort_priv_avx2_l64_set1(i), four = gc_sort_priv_avx2_l64_set1(4);
    __m256i index = _mm256_add_epi64(first, _mm256_set_epi64x(3, 2, 1, 0));
    for (; end - i >= 4; i += 4) {
        __m256i key = gc_sort_priv_avx2_l64_encode(gc_sort_priv_kv_keys(p->keys + 8 * i), &map);
        key = gc_sort_priv_avx2_l64_greater(key, low, key);
        key = gc_sort_priv_avx2_l64_lesser(key, high);
        key = _mm256_sll_epi64(_mm256_srl_epi64(_mm256_sub_epi64(key, low), drop), bits);
        _mm256_storeu_si256((__m256i *)(void *)(p->numbers + i), _mm256_or_si256(key, index));
        index = _mm256_add_epi64(index, four);
    }
    return i;
}

GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED size_t gc_sort_priv_numbers_take_avx2(
    const gc_sort_priv_numbers *p, size_t i, size_t end, bool *same) {
    const __m256i mask = gc_sort_priv_avx2_l64_set1(((uint64_t)1 << p->bits) - 1);
    __m256i any = _mm256_setzero_si256();
    for (; end - i >= 4; i += 4) {
        const void *const at = p->numbers + i, *const before = p->numbers + i - 1;
        const __m256i x = _mm256_loadu_si256((const __m256i *)at);
        const __m256i differ = _mm256_xor_si256(x, _mm256_loadu_si256((const __m256i *)before));
        any = _mm256_or_si256(any, _mm256_cmpeq_epi64(_mm256_or_si256(differ, mask), mask));
        const __m128i indices = gc_sort_priv_kv_narrow(_mm256_and_si256(x, mask));
        _mm_storeu_si128((__m128i *)(void *)(p->order + i), indices);
    }
    *same |= _mm256_testz_si256(any, any) == 0;
    return i;
}
#endif

// The numbers of a part.
static void gc_sort_priv_numbers_make(void *arg, size_t part) {
    const gc_sort_priv_numbers *const p = (const gc_sort_priv_numbers *)arg;
    const gc_sort_priv_map map = *p->map;
    const size_t end = gc_sort_priv_cut(p->n, p->parts, part + 1);
    size_t i = gc_sort_priv_cut(p->n, p->parts, part);
#ifdef GC_SORT_PRIV_X86
    if (gc_sort_priv_isa() != GC_SORT_PRIV_ISA_scalar) i = gc_sort_priv_numbers_make_avx2(p, i, end);
#endif
    for (; i < end; i++) {
        uint64_t key = gc_sort_priv_encode64(gc_sort_priv_raw(p->keys, 8, i), &map);
        key = key < p->low ? p->low : key > p->high ? p->high : key;
        p->numbers[i] = (key - p->low) >> p->drop << p->bits | i;
    }
}

// The indices of a part of the sorted numbers.
static void gc_sort_priv_numbers_take(void *arg, size_t part) {
    gc_sort_priv_numbers *const p = (gc_sort_priv_numbers *)arg;
    const uint64_t mask = ((uint64_t)1 << p->bits) - 1;
    const size_t end = gc_sort_priv_cut(p->n, p->parts, part + 1);
    size_t i = gc_sort_priv_cut(p->n, p->parts, part);
    bool same = false;
    if (i == 0) p->order[i++] = (uint32_t)(p->numbers[0] & mask);
#ifdef GC_SORT_PRIV_X86
    if (gc_sort_priv_isa() != GC_SORT_PRIV_ISA_scalar) i = gc_sort_priv_numbers_take_avx2(p, i, end, &same);
#endif
    for (; i < end; i++) {
        same |= (p->numbers[i] ^ p->numbers[i - 1]) <= mask;
        p->order[i] = (uint32_t)(p->numbers[i] & mask);
    }
    p->same[part] = same;
}

// Keys of one place: as pairs of the keys, put where the numbers were, and indices. A place
// that only one key can have is in order.
static void gc_sort_priv_numbers_settle(const gc_sort_priv_numbers *p) {
    const uint64_t mask = ((uint64_t)1 << p->bits) - 1;
    for (size_t first = 0, end; first < p->n; first = end) {
        const uint64_t place = p->numbers[first] >> p->bits;
        for (end = first + 1; end < p->n && (p->numbers[end] ^ p->numbers[first]) <= mask;) end++;
        if (end - first == 1 || (p->drop == 0 && place > 0 && place < p->last)) continue;
        for (size_t i = first; i < end; i++) p->numbers[i] = gc_sort_priv_raw(p->keys, 8, p->order[i]);
        gc_sort_priv_kv_sort(p->numbers + first, 8, p->order + first, 4, end - first, p->map);
    }
}

// Argsort of keys of 64 bits, more than the stack takes; room: for n numbers.
static void gc_sort_priv_numbers_sort(gc_sort_context *c, const void *keys, uint64_t *room, uint32_t *order,
                                      size_t n, const gc_sort_priv_map *map) {
    gc_sort_priv_numbers p;
    p.keys = (const unsigned char *)keys;
    p.n = n;
    p.parts = gc_sort_priv_pieces(c, n);
    p.map = map;
    p.numbers = room;
    p.order = order;
    gc_sort_priv_numbers_plan(&p);
    gc_sort_priv_run(c, gc_sort_priv_numbers_make, &p, p.parts);
    gc_sort_priv_work w =
        gc_sort_priv_work_of(room, 8, NULL, 0, n, &gc_sort_priv_identity, gc_sort_priv_u64_step);
    if (!gc_sort_priv_parallel(c, &w)) gc_sort_priv_u64_sort((gc_sort_priv_u64 *)room, n, w.map);
    gc_sort_priv_run(c, gc_sort_priv_numbers_take, &p, p.parts);

    bool same = false;
    for (size_t i = 0; i < p.parts; i++) same |= p.same[i];
    if (same) gc_sort_priv_numbers_settle(&p);
}

// Keys of 32 or 64 bits with 32-bit values, in parallel if that pays. The context is entered.
static void gc_sort_priv_ctx_pairs(gc_sort_context *c, void *keys, size_t key_size, uint32_t *values,
                                   size_t n, const gc_sort_priv_map *m) {
    gc_sort_priv_work w = gc_sort_priv_work_of(keys, key_size, values, 4, n, m, gc_sort_priv_kv_step);
    if (!gc_sort_priv_parallel(c, &w)) gc_sort_priv_kv_sort(keys, key_size, values, 4, n, m);
}

// Argsort of more keys than the stack takes. False: no scratch, nothing is done. The context is
// entered.
static bool gc_sort_priv_ctx_order(
    gc_sort_context *c, const void *keys, size_t size, uint32_t *order, size_t n, const gc_sort_priv_map *m) {
    void *const room = n > (SIZE_MAX >> 1) / 16 ? NULL : gc_sort_priv_scratch(c, n * (size == 8 ? 8 : 4));
    if (!room) return false;
    if (size == 8) {
        gc_sort_priv_numbers_sort(c, keys, (uint64_t *)room, order, n, m);
        return true;
    }

    gc_sort_priv_copy f;
    f.keys = (const unsigned char *)keys;
    f.to = (uint32_t *)room;
    f.order = order;
    f.size = size;
    f.n = n;
    f.parts = gc_sort_priv_pieces(c, n);
    gc_sort_priv_run(c, gc_sort_priv_copy_task, &f, f.parts);
    gc_sort_priv_ctx_pairs(c, room, 4, order, n, m);
    return true;
}

// ---- Stable pairs: keys with their indices, then the values are fetched by these.

typedef struct gc_sort_priv_fetched {
    unsigned char *to, *values;          // room for them all; what is brought into the order
    uint32_t *order;
    size_t n, parts, value_size;
} gc_sort_priv_fetched;

// Elements from..to - 1 of the order to the room for them. Four at a time: 5 % off stable pairs
// of 100 u32.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_fetch_of(
    const gc_sort_priv_fetched *f, size_t size, size_t from, size_t to) {
    const unsigned char *const GC_SORT_PRIV_RESTRICT values = f->values;
    const uint32_t *const GC_SORT_PRIV_RESTRICT order = f->order;
    unsigned char *const GC_SORT_PRIV_RESTRICT room = f->to;
    size_t i = from;
    for (; to - i >= 4; i += 4) {
        const uint64_t a = gc_sort_priv_value(values, size, order[i]);
        const uint64_t b = gc_sort_priv_value(values, size, order[i + 1]);
        const uint64_t c = gc_sort_priv_value(values, size, order[i + 2]);
        const uint64_t d = gc_sort_priv_value(values, size, order[i + 3]);
        gc_sort_priv_value_put(room, size, i, a);
        gc_sort_priv_value_put(room, size, i + 1, b);
        gc_sort_priv_value_put(room, size, i + 2, c);
        gc_sort_priv_value_put(room, size, i + 3, d);
    }
    for (; i < to; i++) gc_sort_priv_value_put(room, size, i, gc_sort_priv_value(values, size, order[i]));
}

static void gc_sort_priv_fetch_task(void *arg, size_t index) {
    const gc_sort_priv_fetched f = *(const gc_sort_priv_fetched *)arg;
    const size_t from = gc_sort_priv_cut(f.n, f.parts, index), to = gc_sort_priv_cut(f.n, f.parts, index + 1);
    if (f.value_size == 4) gc_sort_priv_fetch_of(&f, 4, from, to);
    else gc_sort_priv_fetch_of(&f, 8, from, to);
}

static void gc_sort_priv_back_task(void *arg, size_t index) {
    const gc_sort_priv_fetched *const f = (const gc_sort_priv_fetched *)arg;
    const size_t from = gc_sort_priv_cut(f->n, f->parts, index);
    const size_t to = gc_sort_priv_cut(f->n, f->parts, index + 1);
    memcpy(f->values + from * f->value_size, f->to + from * f->value_size, (to - from) * f->value_size);
}

// Brings the n elements of an array into the order.
static void gc_sort_priv_fetch(gc_sort_context *c, gc_sort_priv_fetched *f, void *values, size_t size) {
    f->values = (unsigned char *)values;
    f->value_size = size;
    if (f->parts > 1) {
        gc_sort_priv_run(c, gc_sort_priv_fetch_task, f, f->parts);
        gc_sort_priv_run(c, gc_sort_priv_back_task, f, f->parts);
        return;
    }
    if (size == 4) gc_sort_priv_fetch_of(f, 4, 0, f->n);
    else gc_sort_priv_fetch_of(f, 8, 0, f->n);
    memcpy(f->values, f->to, f->n * size);
}

// Keys of 64 bits and their values in one pass.
static void gc_sort_priv_fetch_both(
    const gc_sort_priv_fetched *f, const unsigned char *GC_SORT_PRIV_RESTRICT from,
    unsigned char *GC_SORT_PRIV_RESTRICT keys, size_t value_size, size_t n) {
    const unsigned char *const GC_SORT_PRIV_RESTRICT values = f->values;
    const uint32_t *const GC_SORT_PRIV_RESTRICT order = f->order;
    unsigned char *const GC_SORT_PRIV_RESTRICT to = f->to;
    for (size_t i = 0; i < n; i++) {
        const size_t at = order[i];
        gc_sort_priv_raw_put(keys, 8, i, gc_sort_priv_raw(from, 8, at));
        if (value_size == 4) gc_sort_priv_value_put(to, 4, i, gc_sort_priv_value(values, 4, at));
        else gc_sort_priv_value_put(to, 8, i, gc_sort_priv_value(values, 8, at));
    }
}

// The same for n <= GC_SORT_PRIV_STABLE_FEW, through the stack.
GC_SORT_PRIV_CALLED void gc_sort_priv_stable_few(
    void *keys, size_t key_size, unsigned char *values, size_t value_size, size_t n,
    const gc_sort_priv_map *m) {
    uint32_t order[GC_SORT_PRIV_STABLE_FEW];
    uint64_t room[GC_SORT_PRIV_STABLE_FEW], more[GC_SORT_PRIV_STABLE_FEW];
    gc_sort_priv_order o;
    o.keys = (unsigned char *)keys;
    o.sorted = key_size == 4 ? (unsigned char *)keys : NULL;
    o.order = (unsigned char *)order;
    o.size = key_size;
    o.map = m;
    bool pairs = false;
#ifdef GC_SORT_PRIV_PAIRS512
    pairs = key_size == 8 && n <= GC_SORT_PRIV_KV_NET && gc_sort_priv_isa() == GC_SORT_PRIV_ISA_avx512;
#endif
    if (pairs) {
        gc_sort_priv_order_count(&o, n);
        gc_sort_priv_kv_sort(keys, key_size, order, 4, n, m);
    } else {
        gc_sort_priv_order_few(&o, n);
    }

    gc_sort_priv_fetched f;
    f.order = order;

    // What was just written is slow to read in wider pieces: arrays are copied first, then
    // fetched.
    memcpy(room, values, n * value_size);
    f.values = (unsigned char *)room;
    f.to = values;
    if (key_size == 8 && !pairs) {
        memcpy(more, keys, n * 8);
        gc_sort_priv_fetch_both(&f, (unsigned char *)more, (unsigned char *)keys, value_size, n);
    } else if (value_size == 4) {
        gc_sort_priv_fetch_of(&f, 4, 0, n);
    } else {
        gc_sort_priv_fetch_of(&f, 8, 0, n);
    }
}

GC_SORT_PRIV_UNUSED static int gc_sort_priv_entry_stable(
    gc_sort_context *c, void *keys, size_t key_size, size_t keys_align, void *values, size_t value_size,
    size_t values_align, size_t n, const gc_sort_priv_map *m) {
    const bool there = c && gc_sort_priv_there(keys, n) && gc_sort_priv_there(values, n);
    const bool aligned = gc_sort_priv_aligned(keys, keys_align) && gc_sort_priv_aligned(values, values_align);
    GC_SORT_ASSERT(there && "gc_sort_ctx_..._stable: context, keys or values is NULL");
    GC_SORT_ASSERT(aligned && "gc_sort_ctx_..._stable: keys or values is not aligned");
    (void)aligned;
    if (!there) return GC_SORT_E_ARGUMENT;
    if ((n && (n - 1) >> 16 >> 16) || n > (SIZE_MAX >> 1) / 16) return GC_SORT_E_SIZE;

    // Few of them need nothing of the context.
    if (n <= GC_SORT_PRIV_STABLE_FEW) {
        if (!gc_sort_priv_alone(c)) return GC_SORT_E_ARGUMENT;
        if (n > 1) {
            gc_sort_priv_stable_few(keys, key_size, (unsigned char *)values, value_size, n, m);
        }
        return GC_SORT_OK;
    }

    // Room for a copy of the values (and keys, one after the other), and for the indices.
    if (!gc_sort_priv_enter(c)) return GC_SORT_E_ARGUMENT;
    const size_t size = key_size > value_size ? key_size : value_size;
    unsigned char *const copy = (unsigned char *)gc_sort_priv_scratch(c, n * (size + 4));
    if (!copy) {
        gc_sort_priv_leave(c);
        return GC_SORT_E_MEMORY;
    }

    gc_sort_priv_fetched f;
    f.values = NULL;
    f.to = copy;
    f.order = (uint32_t *)(void *)(copy + n * size);
    f.n = n;
    f.parts = gc_sort_priv_pieces(c, n);
    f.value_size = 0;

    // Keys of 64 bits by argsort: faster than pairs, until it takes long to fetch the keys.
    const bool by_order = key_size == 8 && n < GC_SORT_PRIV_STABLE_FETCHED;
    if (by_order && n <= GC_SORT_PRIV_KV64_ROOM) {
        gc_sort_priv_order_sort(keys, key_size, f.order, n, m);
    } else if (by_order) {
        gc_sort_priv_numbers_sort(c, keys, (uint64_t *)(void *)copy, f.order, n, m);
    } else {
        gc_sort_priv_copy indices;
        memset(&indices, 0, sizeof indices);
        indices.order = f.order;
        indices.n = n;
        indices.parts = f.parts;
        gc_sort_priv_run(c, gc_sort_priv_copy_task, &indices, f.parts);
        gc_sort_priv_ctx_pairs(c, keys, key_size, f.order, n, m);
    }
    if (by_order) gc_sort_priv_fetch(c, &f, keys, key_size);
    gc_sort_priv_fetch(c, &f, values, value_size);
    gc_sort_priv_leave(c);
    return GC_SORT_OK;
}
#endif // GC_SORT_NO_CTX, GC_SORT_NO_PAIRS

#if GC_SORT_PRIV_WITH_PAIRS
// What the public functions call: arguments are checked. c: NULL, or the context that it is
// for. Six arguments, in the order of the public ones, which so are a jump: 18 bytes each.
struct gc_sort_context;
static size_t gc_sort_priv_align_of(size_t size) {
    return size == 2   ? GC_SORT_PRIV_ALIGN(uint16_t)
           : size == 4 ? GC_SORT_PRIV_ALIGN(uint32_t)
                       : GC_SORT_PRIV_ALIGN(uint64_t);
}

GC_SORT_PRIV_CALLED int gc_sort_priv_order_entry(
    const void *keys, uint32_t *order, size_t n, size_t key_size, const gc_sort_priv_map *map,
    struct gc_sort_context *c) {
    const bool there = gc_sort_priv_there(keys, n) && gc_sort_priv_there(order, n);
    const bool aligned = gc_sort_priv_aligned(keys, gc_sort_priv_align_of(key_size)) &&
                         gc_sort_priv_aligned(order, GC_SORT_PRIV_ALIGN(uint32_t));
    GC_SORT_ASSERT(there && "gc_sort_order_...: keys or order is NULL");
    GC_SORT_ASSERT(aligned && "gc_sort_order_...: keys or order is not aligned");
    if (!there) return GC_SORT_E_ARGUMENT;
    if (n && (n - 1) >> 16 >> 16) return GC_SORT_E_SIZE;
    (void)aligned;
    (void)c;

#ifndef GC_SORT_NO_CTX
    if (c && n > gc_sort_priv_order_room(key_size) && aligned) {
        if (!gc_sort_priv_enter(c)) return GC_SORT_E_ARGUMENT;
        const bool done = gc_sort_priv_ctx_order(c, keys, key_size, order, n, map);
        gc_sort_priv_leave(c);
        if (done) return GC_SORT_OK;
    }
    if (c && !gc_sort_priv_alone(c)) return GC_SORT_E_ARGUMENT;
#endif
    gc_sort_priv_order_sort(keys, key_size, order, n, map);
    return GC_SORT_OK;
}

// With scratch a copy of more keys than the stack takes is sorted, with indices as values. Keys
// of 16 bits stand in the upper halves of 32.
GC_SORT_PRIV_CALLED int gc_sort_priv_order_with(
    const void *keys, uint32_t *order, size_t n, size_t key_size, const gc_sort_priv_map *map, void *scratch,
    size_t scratch_size) {
    const size_t size = key_size == 2 ? 4 : key_size, aside = (0 - (uintptr_t)scratch) & 7;
    const bool room = scratch && scratch_size >= aside && (scratch_size - aside) / size >= n;
    const bool fits = n && !((n - 1) >> 16 >> 16), there = keys && order;
    const bool aligned = gc_sort_priv_aligned(keys, gc_sort_priv_align_of(key_size)) &&
                         gc_sort_priv_aligned(order, GC_SORT_PRIV_ALIGN(uint32_t));
    if (!room || !fits || !there || !aligned || n <= gc_sort_priv_order_room(key_size)) {
        return gc_sort_priv_order_entry(keys, order, n, key_size, map, NULL);
    }

    unsigned char *const copy = (unsigned char *)scratch + aside;
    if (size == key_size) memcpy(copy, keys, n * size);
    for (size_t i = 0; key_size == 2 && i < n; i++) {
        uint16_t narrow;
        memcpy(&narrow, (const unsigned char *)keys + 2 * i, 2);
        const uint32_t key = (uint32_t)narrow << 16;
        memcpy(copy + 4 * i, &key, 4);
    }

    gc_sort_priv_order o;
    o.order = (unsigned char *)order;
    gc_sort_priv_order_count(&o, n);
    gc_sort_priv_kv_sort(copy, size, order, 4, n, map);
    return GC_SORT_OK;
}

// sizes: of a key, times 16, and of a value.
#define GC_SORT_PRIV_SIZES(keys, values) (16 * sizeof *(keys) + sizeof *(values))

// Where the arguments are known to be good.
GC_SORT_PRIV_CALLED int gc_sort_priv_kv_checked(
    void *keys, void *values, size_t n, size_t sizes, const gc_sort_priv_map *map) {
    gc_sort_priv_kv_sort(keys, sizes / 16, values, sizes % 16, n, map);
    return GC_SORT_OK;
}

#ifndef GC_SORT_NO_CTX
// By several threads, if that can be.
GC_SORT_PRIV_CALLED int gc_sort_priv_kv_parts(
    void *keys, void *values, size_t n, size_t sizes, const gc_sort_priv_map *map, gc_sort_context *c) {
    gc_sort_priv_work w =
        gc_sort_priv_work_of(keys, sizes / 16, values, sizes % 16, n, map, gc_sort_priv_kv_step);
    if (!gc_sort_priv_enter(c)) return GC_SORT_E_ARGUMENT;
    if (!gc_sort_priv_parallel(c, &w)) gc_sort_priv_kv_checked(keys, values, n, sizes, map);
    gc_sort_priv_leave(c);
    return GC_SORT_OK;
}
#endif

static int gc_sort_priv_kv_check(void *keys, void *values, size_t n, size_t sizes) {
    const size_t key_size = sizes / 16, value_size = sizes % 16;
    const bool there = gc_sort_priv_there(keys, n) && gc_sort_priv_there(values, n);
    const bool aligned = gc_sort_priv_aligned(keys, gc_sort_priv_align_of(key_size)) &&
                         gc_sort_priv_aligned(values, gc_sort_priv_align_of(value_size));
    GC_SORT_ASSERT(there && "gc_sort_..._kv: keys or values is NULL");
    GC_SORT_ASSERT(aligned && "gc_sort_..._kv: keys or values is not aligned");
    (void)aligned;
    if (!there) return GC_SORT_E_ARGUMENT;
    GC_SORT_ASSERT(n <= (SIZE_MAX >> 1) / 16 && "gc_sort_..._kv: n pairs do not fit the address space");
    return n > (SIZE_MAX >> 1) / 16 ? GC_SORT_E_SIZE : GC_SORT_OK;
}
GC_SORT_PRIV_CALLED int gc_sort_priv_kv_entry(
    void *keys, void *values, size_t n, size_t sizes, const gc_sort_priv_map *map,
    struct gc_sort_context *c) {
    const int result = gc_sort_priv_kv_check(keys, values, n, sizes);
    if (result != GC_SORT_OK) return result;
    (void)c;

#ifndef GC_SORT_NO_CTX
    if (c && n >= c->least) return gc_sort_priv_kv_parts(keys, values, n, sizes, map, c);
    if (c && !gc_sort_priv_alone(c)) return GC_SORT_E_ARGUMENT;
#endif
    gc_sort_priv_kv_sort(keys, sizes / 16, values, sizes % 16, n, map);
    return GC_SORT_OK;
}
GC_SORT_PRIV_CALLED void gc_sort_priv_kv_any(
    void *keys, void *values, size_t n, size_t sizes, const gc_sort_priv_map *map) {
    if (gc_sort_priv_kv_check(keys, values, n, sizes) != GC_SORT_OK) return;
    gc_sort_priv_kv a = gc_sort_priv_kv_of(keys, sizes / 16, values, sizes % 16, map);
    a.any = true;
    gc_sort_priv_kv_run(&a, n);
}
#endif

#if GC_SORT_PRIV_WITH_PAIRS
// >>records by one of their numbers: its copies and indices are sorted as pairs, records follow

// A number of a record: where, bytes of it, and its map, which ends at the top of 64 bits.
typedef struct gc_sort_priv_number {
    size_t offset, bytes;
    gc_sort_priv_map map;
} gc_sort_priv_number;

// Records, and where their number is. key_size: bytes of its copy, 4 or 8; a 32-bit copy is on
// top of 64 bits for the map, and so is a number of 8 or 16 bits in it.
typedef struct gc_sort_priv_records {
    unsigned char *base;
    size_t n, size, offset, bytes, key_size;
    const gc_sort_priv_map *map;
    const gc_sort_priv_number *fields;   // of gc_sort_by2: two, and map is of unsigned copies; or NULL
    unsigned char *keys;            // copies of the numbers, aligned
    uint32_t *order;
    unsigned char *room;            // for all records, over the keys; or NULL
    size_t parts;
} gc_sort_priv_records;

// The number of so many bytes at `at`, on top of 64 bits; as an unsigned one that keeps the
// order.
GC_SORT_PRIV_ALWAYS uint64_t gc_sort_priv_records_raw(const unsigned char *at, size_t bytes) {
    uint64_t x;
    uint32_t x32;
    uint16_t x16;
    if (bytes == 4) {
        memcpy(&x32, at, 4);
        return (uint64_t)x32 << 32;
    }
    if (bytes == 8) {
        memcpy(&x, at, 8);
        return x;
    }
    if (bytes == 1) return (uint64_t)*at << 56;
    memcpy(&x16, at, 2);
    return (uint64_t)x16 << 48;
}
GC_SORT_PRIV_ALWAYS uint64_t gc_sort_priv_records_key(
    const unsigned char *at, size_t bytes, const gc_sort_priv_map *map) {
    return gc_sort_priv_encode64(gc_sort_priv_records_raw(at, bytes), map);
}

// One on top of 64 bits among the copies.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_records_put(
    unsigned char *keys, size_t key_size, size_t i, uint64_t x) {
    const uint32_t half = (uint32_t)(x >> 32);
    if (key_size == 4) memcpy(keys + 4 * i, &half, 4);
    else memcpy(keys + 8 * i, &x, 8);
}

static uint64_t gc_sort_priv_records_get(const unsigned char *keys, size_t i) {
    uint64_t x;
    memcpy(&x, keys + 8 * i, 8);
    return x;
}

// A part of the numbers and of the indices.
static void gc_sort_priv_records_fill(void *arg, size_t index) {
    const gc_sort_priv_records r = *(const gc_sort_priv_records *)arg;
    const size_t from = r.n / r.parts * index, to = index + 1 == r.parts ? r.n : r.n / r.parts * (index + 1);
    const unsigned char *at = r.base + r.offset + from * r.size;
    const gc_sort_priv_number none = { 0, 8, { 0, 0, 0, 0 } };
    const gc_sort_priv_number first = r.fields ? r.fields[0] : none, second = r.fields ? r.fields[1] : none;
    for (size_t i = from; i < to; i++, at += r.size) {
        r.order[i] = (uint32_t)i;
        if (r.bytes == 4) {
            memcpy(r.keys + 4 * i, at, 4);
            continue;
        }

        // Two numbers, one below the other, as far as 64 bits go.
        uint64_t x = r.fields ? gc_sort_priv_records_key(at + first.offset, first.bytes, &first.map)
                              : gc_sort_priv_records_raw(at, r.bytes);
        if (r.fields && first.bytes < 8) {
            x |= gc_sort_priv_records_key(at + second.offset, second.bytes, &second.map) >> 8 * first.bytes;
        }
        gc_sort_priv_records_put(r.keys, r.key_size, i, x);
    }
}

// Records in their order to the room. Of a size that is known here they are moved by a few
// loads and stores.
#define GC_SORT_PRIV_GATHER(bytes)                                                                           \
    for (size_t i = from; i < to; i++) memcpy(r.room + i * bytes, r.base + order[i] * (size_t)(bytes), bytes)
static void gc_sort_priv_records_gather(void *arg, size_t index) {
    const gc_sort_priv_records r = *(const gc_sort_priv_records *)arg;
    const size_t from = r.n / r.parts * index, to = index + 1 == r.parts ? r.n : r.n / r.parts * (index + 1);
    const uint32_t *const order = r.order;
    switch (r.size) {
    case 8: GC_SORT_PRIV_GATHER(8); break;
    case 12: GC_SORT_PRIV_GATHER(12); break;
    case 16: GC_SORT_PRIV_GATHER(16); break;
    case 24: GC_SORT_PRIV_GATHER(24); break;
    case 32: GC_SORT_PRIV_GATHER(32); break;
    case 64: GC_SORT_PRIV_GATHER(64); break;
    default: GC_SORT_PRIV_GATHER(r.size); break;
    }
}

static void gc_sort_priv_records_back(void *arg, size_t index) {
    const gc_sort_priv_records *const r = (const gc_sort_priv_records *)arg;
    const size_t from = r->n / r->parts * index;
    const size_t to = index + 1 == r->parts ? r->n : r->n / r->parts * (index + 1);
    memcpy(r->base + from * r->size, r->room + from * r->size, (to - from) * r->size);
}

// Moves the records one by one, round each cycle of the order, which becomes 0, 1, 2 ...: up to
// 256 bytes of them at a time.
static void gc_sort_priv_records_cycle(const gc_sort_priv_records *r) {
    unsigned char held[256];
    for (size_t start = 0; start < r->n; start++) {
        if (r->order[start] == start) continue;
        for (size_t done = 0; done < r->size; done += sizeof held) {
            const size_t piece = r->size - done < sizeof held ? r->size - done : sizeof held;
            unsigned char *const base = r->base + done;
            size_t at = start;
            memcpy(held, base + start * r->size, piece);
            for (size_t next = r->order[at]; next != start; at = next, next = r->order[at]) {
                memcpy(base + at * r->size, base + next * r->size, piece);
            }
            memcpy(base + at * r->size, held, piece);
        }

        // The cycle is done.
        for (size_t at = start; r->order[at] != at;) {
            const size_t next = r->order[at];
            r->order[at] = (uint32_t)at;
            at = next;
        }
    }
}

static void gc_sort_priv_records_run(struct gc_sort_context *c, gc_sort_priv_records *r,
                                     void (*task)(void *arg, size_t index)) {
#ifndef GC_SORT_NO_CTX
    if (c && r->parts > 1) {
        gc_sort_priv_run(c, task, r, r->parts);
        return;
    }
#endif
    (void)c;
    for (size_t i = 0; i < r->parts; i++) task(r, i);
}

// Of gc_sort_by2, sorted by what 64 bits of both numbers hold: those of equal ones by the whole
// second number.
static void gc_sort_priv_records_second(const gc_sort_priv_records *r) {
    const gc_sort_priv_number *const second = r->fields + 1;
    for (size_t first = 0, end; first < r->n; first = end) {
        const uint64_t key = gc_sort_priv_records_get(r->keys, first);
        for (end = first + 1; end < r->n && gc_sort_priv_records_get(r->keys, end) == key;) end++;
        if (end - first < 2) continue;

        for (size_t i = first; i < end; i++) {
            const uint64_t x = gc_sort_priv_records_key(
                r->base + r->order[i] * r->size + second->offset, second->bytes, &second->map);
            gc_sort_priv_records_put(r->keys, 8, i, x);
        }
        gc_sort_priv_kv_sort(r->keys + 8 * first, 8, r->order + first, 4, end - first, r->map);
    }
}

// Sorts the records, given keys and order. c: NULL, or a context that was entered.
static void gc_sort_priv_records_sort(struct gc_sort_context *c, gc_sort_priv_records *r) {
    gc_sort_priv_records_run(c, r, gc_sort_priv_records_fill);
#ifndef GC_SORT_NO_CTX
    if (c) gc_sort_priv_ctx_pairs(c, r->keys, r->key_size, r->order, r->n, r->map);
    else
#endif
    gc_sort_priv_kv_sort(r->keys, r->key_size, r->order, 4, r->n, r->map);
    if (r->fields && r->fields[0].bytes + r->fields[1].bytes > 8) gc_sort_priv_records_second(r);

    // In order already?
    size_t first = 0;
    while (first < r->n && r->order[first] == first) first++;
    if (first == r->n) return;
    if (!r->room) {
        gc_sort_priv_records_cycle(r);
        return;
    }
    gc_sort_priv_records_run(c, r, gc_sort_priv_records_gather);
    gc_sort_priv_records_run(c, r, gc_sort_priv_records_back);
}

// Indices, then numbers; the room for records lies over the numbers.
static void gc_sort_priv_records_place(gc_sort_priv_records *r, void *scratch, size_t size) {
    const size_t skip = (size_t)(0 - (uintptr_t)scratch) & 15, indices = (r->n * 4 + 15) / 16 * 16;
    r->keys = r->room = NULL;
    r->order = NULL;
    if (!scratch || size < skip + indices + r->n * r->key_size) return;
    r->order = (uint32_t *)(void *)((unsigned char *)scratch + skip);
    r->keys = (unsigned char *)scratch + skip + indices;
    if (size >= skip + indices + r->n * r->size) r->room = r->keys;
}

static int gc_sort_priv_records_check(const gc_sort_priv_records *r) {
    const bool there = r->base || r->n == 0;
    const gc_sort_priv_number one = { r->offset, r->bytes, { 0, 0, 0, 0 } };
    const gc_sort_priv_number *const fields = r->fields ? r->fields : &one;
    bool within = true;
    for (size_t i = 0; i < (r->fields ? 2u : 1u); i++) {
        within = within && r->size >= fields[i].bytes && fields[i].offset <= r->size - fields[i].bytes;
    }
    GC_SORT_ASSERT(there && "gc_sort_by_...: base is NULL");
    GC_SORT_ASSERT(r->size && r->n <= (SIZE_MAX >> 1) / r->size && "gc_sort_by_...: size is 0, or too many");
    if (!r->size || r->n > (SIZE_MAX >> 1) / r->size) return GC_SORT_E_SIZE;
    GC_SORT_ASSERT(within && "gc_sort_by_...: the number is not within the record");
    if (!there || !within) return GC_SORT_E_ARGUMENT;
    if ((r->n && (r->n - 1) >> 16 >> 16) || r->n > (SIZE_MAX >> 1) / 16) return GC_SORT_E_SIZE;
    return GC_SORT_OK;
}

// With the stack's room: a call of its own, so that this is in no other one's frame.
GC_SORT_PRIV_CALLED void gc_sort_priv_records_few(gc_sort_priv_records *r) {
    uint64_t room[GC_SORT_PRIV_RECORDS_STACK / 8];
    gc_sort_priv_records_place(r, room, sizeof room);
    gc_sort_priv_records_sort(NULL, r);
}

// The order of two records; e->user: the gc_sort_priv_records.
static bool gc_sort_priv_records_less(const void *a, const void *b, const gc_sort_priv_env *e) {
    const gc_sort_priv_records *const r = (const gc_sort_priv_records *)e->user;
    const unsigned char *const p = (const unsigned char *)a, *const q = (const unsigned char *)b;
    const gc_sort_priv_number *const f = r->fields;
    if (!f) {
        return gc_sort_priv_records_key(p + r->offset, r->bytes, r->map) <
               gc_sort_priv_records_key(q + r->offset, r->bytes, r->map);
    }

    uint64_t x = gc_sort_priv_records_key(p + f->offset, f->bytes, &f->map);
    uint64_t y = gc_sort_priv_records_key(q + f->offset, f->bytes, &f->map);
    if (x == y) {
        x = gc_sort_priv_records_key(p + f[1].offset, f[1].bytes, &f[1].map);
        y = gc_sort_priv_records_key(q + f[1].offset, f[1].bytes, &f[1].map);
    }
    return x < y;
}

// Merges what is sorted before and from `middle` on, by scratch, or by room on the stack.
static const gc_sort_priv_type gc_sort_priv_records_type = {
    gc_sort_priv_records_less, gc_sort_priv_copy_bytes, gc_sort_priv_swap_bytes, gc_sort_priv_reverse_bytes,
    gc_sort_priv_move_bytes
};
GC_SORT_PRIV_CALLED void gc_sort_priv_records_merge(
    gc_sort_priv_records *r, size_t first, size_t middle, size_t end, void *scratch, size_t scratch_size) {
    unsigned char room[GC_SORT_PRIV_ROOM], *const other = scratch ? (unsigned char *)scratch : room;
    const gc_sort_priv_env e = { NULL, r, r->size };
    const gc_sort_priv_elements by = {
        &gc_sort_priv_records_type, NULL, r->size, 0, false, false, NULL, NULL, &e
    };
    gc_sort_priv_cmp_merge(
        &by, r->base + first * r->size, middle - first, end - middle, other,
        (scratch ? scratch_size : sizeof room) / r->size);
}

// The arguments are checked.
static int gc_sort_priv_records_entry(
    struct gc_sort_context *c, gc_sort_priv_records *r, void *scratch, size_t scratch_size);

// Without room for all: parts for which the scratch, or the stack, has it, and merges.
static void gc_sort_priv_records_in_place(gc_sort_priv_records *r, void *scratch, size_t scratch_size) {
    const size_t n = r->n;
    const size_t most = scratch ? GC_SORT_PRIV_RECORDS_PART : GC_SORT_PRIV_RECORDS_FEW;
    size_t parts = 1;
    while (n / parts >= most) parts *= 2;
    for (size_t i = 0; i < parts; i++) {
        const size_t first = gc_sort_priv_cut(n, parts, i), end = gc_sort_priv_cut(n, parts, i + 1);
        gc_sort_priv_records few = *r;
        few.base += first * few.size;
        few.n = end - first;
        few.parts = 1;
        if (scratch) gc_sort_priv_records_entry(NULL, &few, scratch, scratch_size);
        else gc_sort_priv_records_few(&few);

        // Two of a length become one as soon as both are there.
        for (size_t width = 1; (i + 1) % (2 * width) == 0; width *= 2) {
            gc_sort_priv_records_merge(r, gc_sort_priv_cut(n, parts, i + 1 - 2 * width),
                                       gc_sort_priv_cut(n, parts, i + 1 - width), end, scratch,
                                       scratch_size);
        }
    }
}

static int gc_sort_priv_records_entry(struct gc_sort_context *c, gc_sort_priv_records *r, void *scratch,
                                      size_t scratch_size) {
    if (r->n < 2) return GC_SORT_OK;

    // Many that are not large and have no room for themselves: one by one, round a cycle, each
    // is a miss of the cache (1e6 of 16 bytes: 233 ns, merged 86).
    gc_sort_priv_records_place(r, scratch, scratch_size);
    const bool merged = !r->room && r->size <= 64 && r->n / r->size >= 2048 &&
                        r->n >= 2 * (size_t)GC_SORT_PRIV_RECORDS_PART;
    if (r->keys && !merged) gc_sort_priv_records_sort(c, r);
    else if (r->n <= GC_SORT_PRIV_RECORDS_FEW) gc_sort_priv_records_few(r);
    else gc_sort_priv_records_in_place(r, r->keys ? scratch : NULL, scratch_size);
    return GC_SORT_OK;
}

// What a public function asks for.
static gc_sort_priv_records gc_sort_priv_records_of(void *base, size_t n, size_t size, size_t offset,
                                                    size_t bytes, const gc_sort_priv_map *map) {
    gc_sort_priv_records r;
    memset(&r, 0, sizeof r);
    r.base = (unsigned char *)base;
    r.n = n;
    r.size = size;
    r.offset = offset;
    r.bytes = bytes;
    r.key_size = bytes == 8 ? 8 : 4;
    r.map = map;
    r.parts = 1;
    return r;
}

GC_SORT_PRIV_CALLED int gc_sort_priv_by(
    void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size, size_t bytes,
    const gc_sort_priv_map *map) {
    gc_sort_priv_records r = gc_sort_priv_records_of(base, n, size, offset, bytes, map);
    const int result = gc_sort_priv_records_check(&r);
    return result == GC_SORT_OK ? gc_sort_priv_records_entry(NULL, &r, scratch, scratch_size) : result;
}

// ---- By two numbers: both in one of 64 bits if they fit

static const gc_sort_priv_map gc_sort_priv_map_none = { 0, 0, 0, 0 };

// False: no such kind.
static bool gc_sort_priv_number_of(gc_sort_field field, gc_sort_priv_number *to) {
    const int k = field.kind;
    if (k <= 0 || (k & ~(255 | GC_SORT_KIND_U8)) || (k & (k - 1))) return false;
    const uint32_t bits = k & GC_SORT_KIND_U8 ? 8 : k & 3 ? 16 : k & 28 ? 32 : 64, rest = 64 - bits;
    const bool whole = (k & (GC_SORT_KIND_F32 | GC_SORT_KIND_F64)) == 0;
    const bool sign = !whole || (k & (GC_SORT_KIND_I16 | GC_SORT_KIND_I32 | GC_SORT_KIND_I64));

    // As GC_SORT_PRIV_MAPS, where the kind is known.
    to->offset = field.offset;
    to->bytes = bits / 8;
    to->map.pos = sign ? (uint64_t)1 << 63 : 0;
    to->map.neg = whole ? to->map.pos : UINT64_MAX << rest;
    to->map.add = whole ? 0 : (0 - (((uint64_t)1 << (bits == 32 ? 23 : 52)) - 1)) << rest;
    to->map.down = field.down ? UINT64_MAX << rest : 0;
    return true;
}

// What gc_sort_by2 asks for; fields: two.
static int gc_sort_priv_records_of2(gc_sort_priv_records *r, void *base, size_t n, size_t size,
                                    gc_sort_field first, gc_sort_field second, gc_sort_priv_number *fields) {
    const bool known = gc_sort_priv_number_of(first, fields) && gc_sort_priv_number_of(second, fields + 1);
    GC_SORT_ASSERT(known && "gc_sort_by2: no such kind of a field");
    if (!known) return GC_SORT_E_ARGUMENT;

    *r = gc_sort_priv_records_of(base, n, size, 0, 0, &gc_sort_priv_map_none);
    r->key_size = fields[0].bytes + fields[1].bytes <= 4 ? 4 : 8;
    r->fields = fields;
    return gc_sort_priv_records_check(r);
}

// ---- In place, without scratch

// By pieces of 64 bytes; of a size that is known here by a few loads and stores.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_records_swap(unsigned char *a, unsigned char *b, size_t size) {
    unsigned char held[64];
    for (; size > sizeof held; size -= sizeof held, a += sizeof held, b += sizeof held) {
        memcpy(held, a, sizeof held);
        memcpy(a, b, sizeof held);
        memcpy(b, held, sizeof held);
    }
    memcpy(held, a, size);
    memcpy(a, b, size);
    memcpy(b, held, size);
}

// A digit of the numbers: of 256 values, from bit `shift` on; the part that each belongs to,
// and where the rest of this part's room is.
typedef struct gc_sort_priv_records_parts {
    int shift;
    unsigned char part[256];
    size_t heads[256], ends[256];
} gc_sort_priv_records_parts;

// Each record to its part, by swaps: what stands in a part goes where it belongs, until what
// belongs here has come (American flag sort: McIlroy, Bostic, McIlroy, "Engineering radix
// sort", Computing Systems 6, 1993). One swap does not wait for the one before.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_records_part_of(
    const gc_sort_priv_records *all, gc_sort_priv_records_parts *p, size_t size) {
    const gc_sort_priv_records r = *all;
    const gc_sort_priv_map map = *r.map;
    for (bool more = true; more;) {
        more = false;
        for (size_t part = 0; part < 256; part++) {
            const size_t end = p->ends[part];
            for (size_t i = p->heads[part]; i < end; i++) {
                unsigned char *const at = r.base + i * size;
                const uint64_t key = gc_sort_priv_records_key(at + r.offset, r.bytes, &map);
                gc_sort_priv_records_swap(
                    at, r.base + p->heads[p->part[key >> p->shift & 255]]++ * size, size);
            }
            more |= p->heads[part] < end;
        }
    }
}
GC_SORT_PRIV_CALLED void gc_sort_priv_records_part(
    const gc_sort_priv_records *r, gc_sort_priv_records_parts *p) {
    switch (r->size) {
    case 8: gc_sort_priv_records_part_of(r, p, 8); break;
    case 12: gc_sort_priv_records_part_of(r, p, 12); break;
    case 16: gc_sort_priv_records_part_of(r, p, 16); break;
    case 24: gc_sort_priv_records_part_of(r, p, 24); break;
    case 32: gc_sort_priv_records_part_of(r, p, 32); break;
    case 64: gc_sort_priv_records_part_of(r, p, 64); break;
    default: gc_sort_priv_records_part_of(r, p, r->size); break;
    }
}

// Counts records by the highest 8 bits in which their numbers differ; gives the bits that
// differ. Where these begin a sample tells; where it is wrong, they are counted again.
static uint64_t gc_sort_priv_records_count(const gc_sort_priv_records *all, int *shift, size_t *counts) {
    const gc_sort_priv_records r = *all;
    const gc_sort_priv_map map = *r.map;
    const unsigned char *const first = r.base + r.offset;
    const uint64_t one = gc_sort_priv_records_key(first, r.bytes, &map);
    uint64_t differ = 0;
    for (size_t i = 0; i < r.n; i += r.n / 256 + 1) {
        differ |= gc_sort_priv_records_key(first + i * r.size, r.bytes, &map) ^ one;
    }

    for (;;) {
        int digit = 56;
        while (digit > 0 && differ >> (digit + 7) == 0) digit--;
        memset(counts, 0, 256 * sizeof *counts);
        const unsigned char *at = first;
        for (size_t i = 0; i < r.n; i++, at += r.size) {
            const uint64_t key = gc_sort_priv_records_key(at, r.bytes, &map);
            differ |= key ^ one;
            counts[key >> digit & 255]++;
        }
        *shift = digit;
        if (digit == 56 || differ >> (digit + 8) == 0) return differ;
    }
}

// Numbers in order already? Falling ones are turned round. False: neither, and nothing done.
static bool gc_sort_priv_records_one_run(const gc_sort_priv_records *all) {
    const gc_sort_priv_records r = *all;
    const unsigned char *at = r.base + r.offset;
    uint64_t last = gc_sort_priv_records_key(at, r.bytes, r.map);
    bool rising = true, falling = true;
    for (size_t i = 1; i < r.n && (rising || falling); i++) {
        const uint64_t key = gc_sort_priv_records_key(at += r.size, r.bytes, r.map);
        rising = rising && last <= key;
        falling = falling && last >= key;
        last = key;
    }
    if (rising || !falling) return rising;
    for (size_t i = 0, j = r.n - 1; i < j; i++, j--) {
        gc_sort_priv_records_swap(r.base + i * r.size, r.base + j * r.size, r.size);
    }
    return true;
}

// All that the stack has room for; few where it has none for the records, but all of large ones
// (1,000 of 64 bytes: 68 ns parted by 256 digits first, 37 at a time).
static bool gc_sort_priv_records_are_few(const gc_sort_priv_records *r) {
    const bool large = r->size >= GC_SORT_PRIV_RECORDS_LARGE;
    return r->n <= (size_t)(large ? GC_SORT_PRIV_RECORDS_FEW : GC_SORT_PRIV_RECORDS_LEAF) ||
           (r->n <= GC_SORT_PRIV_RECORDS_FEW && r->n * (r->size + 4) + 32 <= GC_SORT_PRIV_RECORDS_STACK);
}

static gc_sort_priv_records gc_sort_priv_records_range(
    const gc_sort_priv_records *all, size_t first, size_t n) {
    gc_sort_priv_records r = *all;
    r.base += first * r.size;
    r.n = n;
    return r;
}

// Parts the records by their highest digit, in a frame of its own; gives the bits below it in
// which any differ.
GC_SORT_PRIV_CALLED uint64_t gc_sort_priv_records_digit(const gc_sort_priv_records *r, size_t *ends) {
    gc_sort_priv_records_parts p;
    const uint64_t differ = gc_sort_priv_records_count(r, &p.shift, p.ends);
    size_t sum = 0;
    for (size_t part = 0; part < 256; part++) {
        p.part[part] = (unsigned char)part;
        p.heads[part] = sum;
        p.ends[part] = sum += p.ends[part];
    }
    if (differ) gc_sort_priv_records_part(r, &p);
    memcpy(ends, p.ends, sizeof p.ends);
    return differ & (((uint64_t)1 << p.shift) - 1);
}

// By digits from the highest that differs, each part by the next: at most 8 deep.
static void gc_sort_priv_records_any(const gc_sort_priv_records *r) {
    size_t ends[256];
    if (r->n < 2) return;
    if (gc_sort_priv_records_are_few(r)) {
        gc_sort_priv_records few = *r;
        gc_sort_priv_records_few(&few);
        return;
    }
    if (gc_sort_priv_records_digit(r, ends) == 0) return;
    for (size_t part = 0, from = 0; part < 256; from = ends[part++]) {
        const gc_sort_priv_records rest = gc_sort_priv_records_range(r, from, ends[part] - from);
        gc_sort_priv_records_any(&rest);
    }
}

#ifndef GC_SORT_NO_SELECT
// Parts the records by the digit of the nth: those below, its own, which become the range, and
// those above. In a frame of its own, as above; false: all numbers are equal.
GC_SORT_PRIV_CALLED bool gc_sort_priv_records_third(gc_sort_priv_records *r, size_t *nth) {
    gc_sort_priv_records_parts p;
    size_t counts[256], below = 0;
    unsigned digit = 0;
    if (gc_sort_priv_records_count(r, &p.shift, counts) == 0) return false;
    while (below + counts[digit] <= *nth) below += counts[digit++];
    for (unsigned i = 0; i < 256; i++) p.part[i] = (unsigned char)(i < digit ? 0 : i == digit ? 1 : 2);

    memset(p.heads, 0, sizeof p.heads);
    memset(p.ends, 0, sizeof p.ends);
    p.heads[1] = p.ends[0] = below;
    p.heads[2] = p.ends[1] = below + counts[digit];
    p.ends[2] = r->n;
    gc_sort_priv_records_part(r, &p);

    *r = gc_sort_priv_records_range(r, below, counts[digit]);
    *nth -= below;
    return true;
}

static void gc_sort_priv_records_nth(const gc_sort_priv_records *all, size_t nth) {
    gc_sort_priv_records r = *all;
    while (!gc_sort_priv_records_are_few(&r)) {
        if (!gc_sort_priv_records_third(&r, &nth)) return;
    }
    gc_sort_priv_records_any(&r);
}

// What a scan asks of a number first, as it stands in the record, on top of 64 bits: only the
// `count` numbers from `from` on, and those above `high`, can come before the one given.
// Encoded for it, each costs 1.25 ns in place of 0.77 (100,000 records of 16 bytes, gcc 12
// -O3, a Xeon).
typedef struct gc_sort_priv_records_sieve { uint64_t from, count, high; } gc_sort_priv_records_sieve;

static gc_sort_priv_records_sieve gc_sort_priv_records_sieve_of(uint64_t last, const gc_sort_priv_map *m) {
    const uint64_t top = (uint64_t)1 << 63, x = gc_sort_priv_decode64(last, m);
    const uint64_t infinity = top | ((top - 1) + m->add);       // the negative one; behind it NaNs
    gc_sort_priv_records_sieve s = { 0, 0, UINT64_MAX };

    // Unsigned, or signed from the top bit on.
    if (m->neg == m->pos) {
        s.from = m->down ? x + 1 : m->pos;
        s.count = (m->down ? m->pos : x) - s.from;
        return s;
    }

    // Floats: the negative ones rise as they fall.
    if (m->down) {
        s.high = infinity;
        if (x < top) s.from = x + 1, s.count = top - s.from;
        else if (x <= infinity) s.count = x;
    } else if (x <= infinity) {
        s.from = x < top ? top : x + 1;
        s.count = (x < top ? x : infinity + 1) - s.from;
    } else {
        s.high = 0, s.count = 1;
    }
    return s;
}

// How many of n records come before the first that passes the sieve; above: some may be above
// its `high`. Four at a time.
GC_SORT_PRIV_ALWAYS bool gc_sort_priv_records_passes(
    const unsigned char *at, size_t bytes, gc_sort_priv_records_sieve s, bool above) {
    const uint64_t x = gc_sort_priv_records_raw(at, bytes);
    return x - s.from < s.count || (above && x > s.high);
}
GC_SORT_PRIV_ALWAYS size_t gc_sort_priv_records_skip_of(
    const unsigned char *at, size_t n, size_t size, size_t bytes, gc_sort_priv_records_sieve s, bool above) {
    size_t i = 0;
    for (; n - i >= 4; i += 4, at += 4 * size) {
        if (gc_sort_priv_records_passes(at, bytes, s, above) ||
            gc_sort_priv_records_passes(at + size, bytes, s, above) ||
            gc_sort_priv_records_passes(at + 2 * size, bytes, s, above) ||
            gc_sort_priv_records_passes(at + 3 * size, bytes, s, above)) {
            break;
        }
    }
    while (i < n && !gc_sort_priv_records_passes(at, bytes, s, above)) i++, at += size;
    return i;
}
GC_SORT_PRIV_CALLED size_t gc_sort_priv_records_skip(const unsigned char *at, size_t n, size_t size,
                                                     size_t bytes, gc_sort_priv_records_sieve s) {
    if (s.high < UINT64_MAX) return gc_sort_priv_records_skip_of(at, n, size, bytes, s, true);
    if (bytes == 4) return gc_sort_priv_records_skip_of(at, n, size, 4, s, false);
    if (bytes == 8) return gc_sort_priv_records_skip_of(at, n, size, 8, s, false);
    return gc_sort_priv_records_skip_of(at, n, size, bytes, s, false);
}

// The first k, few, by one scan: numbers before the kth of those seen are kept with their
// places, and when the room, of four times as many, is full, the first k of them stay.
GC_SORT_PRIV_CALLED void gc_sort_priv_records_first(const gc_sort_priv_records *all, size_t k) {
    uint64_t room[GC_SORT_PRIV_RECORDS_STACK / 8];
    const size_t ks = all->key_size, size = all->size;
    gc_sort_priv_records r = gc_sort_priv_records_range(all, 0, k < 16 ? 64 : 4 * k);
    gc_sort_priv_records_place(&r, room, sizeof room);
    gc_sort_priv_records_fill(&r, 0);
    size_t count = r.n, i = count;
    for (;;) {
        gc_sort_priv_kv_sort(r.keys, ks, r.order, 4, count, r.map);
        if (i == all->n) break;

        const uint64_t last = gc_sort_priv_records_key(r.keys + (k - 1) * ks, ks, r.map);
        const gc_sort_priv_records_sieve sieve = gc_sort_priv_records_sieve_of(last, r.map);
        for (count = k; count < r.n; i++) {
            i += gc_sort_priv_records_skip(r.base + r.offset + i * size, all->n - i, size, r.bytes, sieve);
            if (i == all->n) break;

            const unsigned char *const at = r.base + r.offset + i * size;
            const uint64_t x = gc_sort_priv_records_raw(at, r.bytes);
            if (gc_sort_priv_encode64(x, r.map) >= last) continue;
            gc_sort_priv_records_put(r.keys, ks, count, x);
            r.order[count++] = (uint32_t)i;
        }
    }

    // Each to its place: what stood there is now where that one was.
    for (size_t place = 0; place < k; place++) {
        size_t from = r.order[place];
        while (from < place) from = r.order[from];
        if (from != place) gc_sort_priv_records_swap(r.base + place * size, r.base + from * size, size);
    }
}

static void gc_sort_priv_records_top(const gc_sort_priv_records *r, size_t k) {
    if (k == 0) return;
    if (k <= GC_SORT_PRIV_RECORDS_TOP && k < r->n / 8 && r->n > 64) {
        gc_sort_priv_records_first(r, k);
        return;
    }
    if (k < r->n) gc_sort_priv_records_nth(r, k - 1);
    const gc_sort_priv_records first = gc_sort_priv_records_range(r, 0, k);
    gc_sort_priv_records_any(&first);
}

// nth, or the first k (`top`).
GC_SORT_PRIV_CALLED int gc_sort_priv_by_select(void *base, size_t n, size_t size, size_t offset, size_t k,
                                               bool top, size_t key_size, const gc_sort_priv_map *map) {
    const gc_sort_priv_records r = gc_sort_priv_records_of(base, n, size, offset, key_size, map);
    const int result = gc_sort_priv_records_check(&r);
    if (result != GC_SORT_OK) return result;
    GC_SORT_ASSERT((top || k < n) && "gc_sort_nth_by_...: no such place");
    if (!top && k >= n) return GC_SORT_E_ARGUMENT;
    if (top) gc_sort_priv_records_top(&r, k < n ? k : n);
    else gc_sort_priv_records_nth(&r, k);
    return GC_SORT_OK;
}
#endif

GC_SORT_PRIV_CALLED int gc_sort_priv_by_any(
    void *base, size_t n, size_t size, size_t offset, size_t key_size, const gc_sort_priv_map *map) {
    const gc_sort_priv_records r = gc_sort_priv_records_of(base, n, size, offset, key_size, map);
    const int result = gc_sort_priv_records_check(&r);
    if (result != GC_SORT_OK || n < 2) return result;
    if (gc_sort_priv_records_are_few(&r) || !gc_sort_priv_records_one_run(&r)) gc_sort_priv_records_any(&r);
    return GC_SORT_OK;
}

// ---- A column in an order

// Copies the order to where the walk may change it; false, and nothing has moved: it is none.
static bool gc_sort_priv_apply_order(uint32_t *to, const uint32_t *order, size_t n) {
    memset(to, 0, n * sizeof *to);
    for (size_t i = 0; i < n; i++) {
        if (order[i] >= n || to[order[i]]) return false;
        to[order[i]] = 1;
    }
    memcpy(to, order, n * sizeof *to);
    return true;
}
GC_SORT_PRIV_CALLED int gc_sort_priv_apply_few(gc_sort_priv_records *r, const uint32_t *order) {
    uint32_t room[GC_SORT_PRIV_RECORDS_STACK / 4];
    if (!gc_sort_priv_apply_order(r->order = room, order, r->n)) return GC_SORT_E_ARGUMENT;
    gc_sort_priv_records_cycle(r);
    return GC_SORT_OK;
}
// All below n? By 64, without a branch for each: a subtraction below 0 and an index of 2^31 and
// more both leave the top bit.
static bool gc_sort_priv_apply_within(const uint32_t *order, size_t n) {
    const uint32_t last = (uint32_t)(n - 1);
    size_t i = 0;
    for (uint32_t beyond = 0; last >> 31 == 0 && n - i >= 64; i += 64) {
        for (size_t j = 0; j < 64; j++) beyond |= (last - order[i + j]) | order[i + j];
        if (beyond >> 31) return false;
    }
    while (i < n && order[i] <= last) i++;
    return i == n;
}
static int gc_sort_priv_apply(
    gc_sort_priv_records *r, const uint32_t *order, void *scratch, size_t bytes) {
    // Each from its place, and back.
    if (scratch && bytes / r->size >= r->n) {
        if (!gc_sort_priv_apply_within(order, r->n)) return GC_SORT_E_ARGUMENT;
        r->room = (unsigned char *)scratch;
        r->order = (uint32_t *)(uintptr_t)order;        // which the gather only reads
        gc_sort_priv_records_gather(r, 0);
        gc_sort_priv_records_back(r, 0);
        return GC_SORT_OK;
    }

    // Round each cycle.
    if (r->n <= 3 * GC_SORT_PRIV_RECORDS_FEW) return gc_sort_priv_apply_few(r, order);
    const size_t skip = (size_t)(0 - (uintptr_t)scratch) & 3;
    if (!scratch || bytes < skip + r->n * 4) return GC_SORT_E_MEMORY;
    r->order = (uint32_t *)(void *)((unsigned char *)scratch + skip);
    if (!gc_sort_priv_apply_order(r->order, order, r->n)) return GC_SORT_E_ARGUMENT;
    gc_sort_priv_records_cycle(r);
    return GC_SORT_OK;
}

#ifndef GC_SORT_NO_CTX
// The arguments are checked, but for the context.
GC_SORT_PRIV_CALLED int gc_sort_priv_ctx_records(gc_sort_context *c, gc_sort_priv_records *r) {
    if (!gc_sort_priv_enter(c)) return GC_SORT_E_ARGUMENT;

    // As much scratch as there is, unless the stack has room for all.
    const size_t n = r->n, all = gc_sort_by_scratch(n, r->size), keys = n * 12 + 64;
    void *scratch = NULL;
    size_t bytes = 0;
    if (all > GC_SORT_PRIV_RECORDS_STACK && all != SIZE_MAX) {
        scratch = gc_sort_priv_scratch(c, bytes = all);
        if (!scratch && n > GC_SORT_PRIV_RECORDS_FEW) scratch = gc_sort_priv_scratch(c, bytes = keys);
    }
    r->parts = gc_sort_priv_pieces(c, n);
    const int result = gc_sort_priv_records_entry(c, r, scratch, scratch ? bytes : 0);
    gc_sort_priv_leave(c);
    return result;
}

GC_SORT_PRIV_CALLED int gc_sort_priv_ctx_by(gc_sort_context *c, void *base, size_t n, size_t size,
                                            size_t offset, size_t bytes, const gc_sort_priv_map *map) {
    gc_sort_priv_records r = gc_sort_priv_records_of(base, n, size, offset, bytes, map);
    GC_SORT_ASSERT(c && "gc_sort_ctx_by_...: context is NULL");
    if (!c) return GC_SORT_E_ARGUMENT;
    const int result = gc_sort_priv_records_check(&r);
    return result == GC_SORT_OK ? gc_sort_priv_ctx_records(c, &r) : result;
}
#endif

// >>strings texts by eight bytes of them at a time
//
// The next eight bytes of each, the first one on top, are a key; keys are sorted with pointers
// or offsets as values. Those that are equal, and did not end, are sorted by the next eight.

typedef struct gc_sort_priv_strings {
    const char *pool;                    // offsets in it are sorted; NULL: pointers
    unsigned char *values;               // these
    size_t value_size;
    uint64_t *keys;
} gc_sort_priv_strings;

static inline const char *gc_sort_priv_string(const void *value, const char *pool) {
    const char *text;
    uint32_t offset;
    if (!pool) return memcpy(&text, value, sizeof text), text;
    return memcpy(&offset, value, sizeof offset), pool + offset;
}

GC_SORT_PRIV_UNUSED static int gc_sort_priv_strings_compare(const void *a, const void *b, void *pool) {
    return strcmp(gc_sort_priv_string(a, (const char *)pool), gc_sort_priv_string(b, (const char *)pool));
}

// Few, which have their first `depth` bytes in common: by insertion.
static void gc_sort_priv_strings_few(const gc_sort_priv_strings *s, size_t first, size_t n, size_t depth) {
    unsigned char *const v = s->values + first * s->value_size;
    const size_t size = s->value_size;
    for (size_t i = 1; i < n; i++) {
        unsigned char taken[8];
        memcpy(taken, v + i * size, size);
        const char *const x = gc_sort_priv_string(taken, s->pool) + depth;
        size_t at = i;
        for (; at > 0; at--) {
            if (strcmp(gc_sort_priv_string(v + (at - 1) * size, s->pool) + depth, x) <= 0) break;
            memcpy(v + at * size, v + (at - 1) * size, size);
        }
        memcpy(v + at * size, taken, size);
    }
}

// n from first on, which have their first `depth` bytes in common.
static void gc_sort_priv_strings_sort(
    const gc_sort_priv_strings *s, size_t first, size_t n, size_t depth) {
    while (n > GC_SORT_PRIV_STRINGS_FEW) {
        uint64_t *const keys = s->keys + first;
        unsigned char *const v = s->values + first * s->value_size;

        // The keys. Behind a text's end come zeros, and nothing is read.
        for (size_t i = 0; i < n; i++) {
            if (n - i > 16) {
                gc_sort_priv_prefetch(gc_sort_priv_string(v + (i + 16) * s->value_size, s->pool), depth, 1);
            }
            const char *p = gc_sort_priv_string(v + i * s->value_size, s->pool) + depth;
            uint64_t key = 0;
            for (int k = 0; k < 8; k++) {
                key = key << 8 | (unsigned char)*p;
                p += *p ? 1 : 0;
            }
            keys[i] = key;
        }
        gc_sort_priv_kv_any(keys, v, n, 16 * 8 + s->value_size, &gc_sort_priv_identity);

        // The largest group of equals comes last, in this loop: recursion goes into at most
        // half of them.
        size_t largest = 0, place = 0;
        for (size_t i = 0, end; i < n; i = end) {
            for (end = i + 1; end < n && keys[end] == keys[i]; end++) {}
            if (end - i == 1 || (keys[i] & 0xff) == 0) continue;
            size_t at = i, count = end - i;
            if (count > largest) {
                at = place;
                count = largest;
                place = i;
                largest = end - i;
            }
            if (count) gc_sort_priv_strings_sort(s, first + at, count, depth + 8);
        }
        first += place;
        n = largest;
        depth += 8;
    }
    gc_sort_priv_strings_few(s, first, n, depth);
}

GC_SORT_PRIV_CALLED int gc_sort_priv_strings_entry(
    const char *pool, void *values, size_t value_size, size_t n, void *scratch, size_t scratch_size) {
    GC_SORT_ASSERT((values || n == 0) && "gc_sort_strings: strings or offsets is NULL");
    if (!values && n) return GC_SORT_E_ARGUMENT;
    GC_SORT_ASSERT(n <= (SIZE_MAX >> 1) / 8 - 1 && "gc_sort_strings: n do not fit the address space");
    if (n > (SIZE_MAX >> 1) / 8 - 1) return GC_SORT_E_SIZE;

    const size_t aside = scratch ? (0 - (uintptr_t)scratch) & 7 : 0;
    const bool room = scratch && scratch_size >= aside && (scratch_size - aside) / 8 >= n;
    if (room || n <= GC_SORT_PRIV_STRINGS_FEW) {
        gc_sort_priv_strings s;
        s.pool = pool;
        s.values = (unsigned char *)values;
        s.value_size = value_size;
        s.keys = room ? (uint64_t *)(void *)((unsigned char *)scratch + aside) : NULL;
        gc_sort_priv_strings_sort(&s, 0, n, 0);
        return GC_SORT_OK;
    }

#if (GC_SORT_PRIV_KINDS & GC_SORT_KIND_COMPARE) != 0
    gc_sort_priv_env e;
    e.cmp = gc_sort_priv_strings_compare;
    e.user = (void *)(uintptr_t)pool;
    e.size = value_size;
    if (GC_SORT_PRIV_LARGE && value_size == 8) gc_sort_priv_8_sort(values, n, &e);
    else gc_sort_priv_any_sort(values, n, &e);
    return GC_SORT_OK;
#else
    return GC_SORT_E_MEMORY;
#endif
}
#endif // GC_SORT_PRIV_WITH_PAIRS

#if defined(__clang__)
#pragma clang diagnostic pop
#elif defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

// >>public the public functions

GC_SORT_API int gc_sort_version(void) {
    return GC_SORT_VERSION;
}

GC_SORT_API const char *gc_sort_result_string(int result) {
    switch (result) {
    case GC_SORT_OK: return "ok";
    case GC_SORT_E_ARGUMENT: return "bad argument";
    case GC_SORT_E_MEMORY: return "out of memory";
    case GC_SORT_E_UNSUPPORTED: return "not supported";
    case GC_SORT_E_THREAD: return "thread could not be started";
    case GC_SORT_E_SIZE: return "size is zero or too big";
    default: return "unknown result";
    }
}

GC_SORT_API const char *gc_sort_isa(void) {
    switch (gc_sort_priv_isa()) {
#ifdef GC_SORT_PRIV_X86
    case GC_SORT_PRIV_ISA_avx512: return "avx512";
    case GC_SORT_PRIV_ISA_avx2: return "avx2";
#endif
#ifdef GC_SORT_PRIV_V128_NAME
    case GC_SORT_PRIV_ISA_v128: return GC_SORT_PRIV_V128_NAME;
#endif
    default: return "scalar";
    }
}

// ---- by type of key: its name, the types in the arrays, kind, class and bits

// Maps of unsigned, signed and floating keys. shift: zeros below the key in an element.
#define GC_SORT_PRIV_MAP_u(bits, shift, down) { 0, 0, 0, down }
#define GC_SORT_PRIV_MAP_i(bits, shift, down)                                                                \
    { GC_SORT_PRIV_TOP(bits) << shift, GC_SORT_PRIV_TOP(bits) << shift, 0, down }
#define GC_SORT_PRIV_MAP_f(bits, shift, down)                                                                \
    { UINT64_MAX << shift, GC_SORT_PRIV_TOP(bits) << shift,                                                  \
      (0 - GC_SORT_PRIV_MANTISSA(bits)) << shift, down }
#define GC_SORT_PRIV_TOP(bits) ((uint64_t)1 << ((bits) - 1))
#define GC_SORT_PRIV_MANTISSA(bits) (((uint64_t)1 << ((bits) == 32 ? 23 : 52)) - 1)

// One of each type for numbers, and one for keys on top of 64 bits; and turned over.
#define GC_SORT_PRIV_MAPS(type, class, bits)                                                                 \
    GC_SORT_PRIV_UNUSED static const gc_sort_priv_map                                                        \
        gc_sort_priv_map_##type = GC_SORT_PRIV_MAP_##class(bits, 0, 0),                                      \
        gc_sort_priv_map_##type##_down = GC_SORT_PRIV_MAP_##class(bits, 0, UINT64_MAX),                      \
        gc_sort_priv_top_##type = GC_SORT_PRIV_MAP_##class(bits, (64 - bits), 0),                            \
        gc_sort_priv_top_##type##_down =                                                                     \
            GC_SORT_PRIV_MAP_##class(bits, (64 - bits), UINT64_MAX << (64 - bits));
GC_SORT_PRIV_IF_u16(GC_SORT_PRIV_MAPS(u8, u, 8))
GC_SORT_PRIV_IF_u16(GC_SORT_PRIV_MAPS(u16, u, 16))
GC_SORT_PRIV_IF_u32(GC_SORT_PRIV_MAPS(u32, u, 32))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_MAPS(u64, u, 64))
GC_SORT_PRIV_IF_i16(GC_SORT_PRIV_MAPS(i16, i, 16))
GC_SORT_PRIV_IF_i32(GC_SORT_PRIV_MAPS(i32, i, 32))
GC_SORT_PRIV_IF_i64(GC_SORT_PRIV_MAPS(i64, i, 64))
GC_SORT_PRIV_IF_f32(GC_SORT_PRIV_MAPS(f32, f, 32))
GC_SORT_PRIV_IF_f64(GC_SORT_PRIV_MAPS(f64, f, 64))

#define GC_SORT_PRIV_NUMBER(type, ctype, kind)                                                               \
    GC_SORT_PRIV_NUMBER2(type, ctype, kind)                                                                  \
    GC_SORT_PRIV_NUMBER2(type##_down, ctype, kind)
#define GC_SORT_PRIV_NUMBER2(type, ctype, kind)                                                              \
    GC_SORT_API void gc_sort_##type(ctype *keys, size_t n) {                                                 \
        gc_sort_priv_##kind##_entry(keys, n, GC_SORT_PRIV_ALIGN(ctype), &gc_sort_priv_map_##type);           \
    }                                                                                                        \
    GC_SORT_API int gc_sort_rows_##type(ctype *keys, const uint32_t *starts, size_t rows) {                  \
        return gc_sort_priv_##kind##_rows(                                                                   \
            keys, starts, rows, GC_SORT_PRIV_ALIGN(ctype), &gc_sort_priv_map_##type);                        \
    }
GC_SORT_PRIV_IF_u16(GC_SORT_PRIV_NUMBER(u16, uint16_t, u16))
GC_SORT_PRIV_IF_u32(GC_SORT_PRIV_NUMBER(u32, uint32_t, u32))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_NUMBER(u64, uint64_t, u64))
GC_SORT_PRIV_IF_i16(GC_SORT_PRIV_NUMBER(i16, int16_t, u16))
GC_SORT_PRIV_IF_i32(GC_SORT_PRIV_NUMBER(i32, int32_t, u32))
GC_SORT_PRIV_IF_i64(GC_SORT_PRIV_NUMBER(i64, int64_t, u64))
GC_SORT_PRIV_IF_f32(GC_SORT_PRIV_NUMBER(f32, float, u32))
GC_SORT_PRIV_IF_f64(GC_SORT_PRIV_NUMBER(f64, double, u64))

#if GC_SORT_PRIV_WITH_PAIRS
// Keys with values. _down turns the keys' order over, not that of the values of equal keys.
#define GC_SORT_PRIV_KV(name, type, ctype, vtype)                                                            \
    GC_SORT_PRIV_KV_ANY(name##_any, type, ctype, vtype)                                                      \
    GC_SORT_PRIV_KV_ANY(name##_any_down, type##_down, ctype, vtype)                                          \
    GC_SORT_PRIV_KV2(name, type, ctype, vtype)                                                               \
    GC_SORT_PRIV_KV2(name##_down, type##_down, ctype, vtype)
#define GC_SORT_PRIV_KV2(name, type, ctype, vtype)                                                           \
    GC_SORT_API void gc_sort_##name(ctype *keys, vtype *values, size_t n) {                                  \
        (void)gc_sort_priv_kv_entry(                                                                         \
            keys, values, n, GC_SORT_PRIV_SIZES(keys, values), &gc_sort_priv_top_##type, NULL);              \
    }
#define GC_SORT_PRIV_KV_ANY(name, type, ctype, vtype)                                                        \
    GC_SORT_API void gc_sort_##name(ctype *keys, vtype *values, size_t n) {                                  \
        gc_sort_priv_kv_any(keys, values, n, GC_SORT_PRIV_SIZES(keys, values), &gc_sort_priv_top_##type);    \
    }
GC_SORT_PRIV_IF_u32(GC_SORT_PRIV_KV(u32_kv, u32, uint32_t, uint32_t))
GC_SORT_PRIV_IF_i32(GC_SORT_PRIV_KV(i32_kv, i32, int32_t, uint32_t))
GC_SORT_PRIV_IF_f32(GC_SORT_PRIV_KV(f32_kv, f32, float, uint32_t))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_KV(u64_kv, u64, uint64_t, uint64_t))
GC_SORT_PRIV_IF_i64(GC_SORT_PRIV_KV(i64_kv, i64, int64_t, uint64_t))
GC_SORT_PRIV_IF_f64(GC_SORT_PRIV_KV(f64_kv, f64, double, uint64_t))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_KV(u64_kv32, u64, uint64_t, uint32_t))

// Argsort.
#define GC_SORT_PRIV_ORDER(type, ctype)                                                                      \
    GC_SORT_PRIV_ORDER2(type, ctype)                                                                         \
    GC_SORT_PRIV_ORDER2(type##_down, ctype)
#define GC_SORT_PRIV_ORDER2(type, ctype)                                                                     \
    GC_SORT_API int gc_sort_order_##type(const ctype *keys, uint32_t *order, size_t n) {                     \
        return gc_sort_priv_order_entry(keys, order, n, sizeof *keys, &gc_sort_priv_top_##type, NULL);       \
    }                                                                                                        \
    GC_SORT_API int gc_sort_order_##type##_with(                                                             \
        const ctype *keys, uint32_t *order, size_t n, void *scratch, size_t scratch_size) {                  \
        return gc_sort_priv_order_with(                                                                      \
            keys, order, n, sizeof *keys, &gc_sort_priv_top_##type, scratch, scratch_size);                  \
    }
GC_SORT_PRIV_IF_u16(GC_SORT_PRIV_ORDER(u16, uint16_t))
GC_SORT_PRIV_IF_i16(GC_SORT_PRIV_ORDER(i16, int16_t))
GC_SORT_PRIV_IF_u32(GC_SORT_PRIV_ORDER(u32, uint32_t))
GC_SORT_PRIV_IF_i32(GC_SORT_PRIV_ORDER(i32, int32_t))
GC_SORT_PRIV_IF_f32(GC_SORT_PRIV_ORDER(f32, float))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_ORDER(u64, uint64_t))
GC_SORT_PRIV_IF_i64(GC_SORT_PRIV_ORDER(i64, int64_t))
GC_SORT_PRIV_IF_f64(GC_SORT_PRIV_ORDER(f64, double))
#endif

#ifndef GC_SORT_NO_CTX
// ---- the same through a context

#define GC_SORT_PRIV_CTX_NUMBER(type, ctype, kind)                                                           \
    GC_SORT_PRIV_CTX_NUMBER2(type, ctype, kind)                                                              \
    GC_SORT_PRIV_CTX_NUMBER2(type##_down, ctype, kind)
#define GC_SORT_PRIV_CTX_NUMBER2(type, ctype, kind)                                                          \
    GC_SORT_API int gc_sort_ctx_##type(gc_sort_context *context, ctype *keys, size_t n) {                    \
        return gc_sort_priv_##kind##_entry_ctx(                                                              \
            context, keys, GC_SORT_PRIV_ALIGN(ctype), n, &gc_sort_priv_map_##type);                          \
    }
GC_SORT_PRIV_IF_u16(GC_SORT_PRIV_CTX_NUMBER(u16, uint16_t, u16))
GC_SORT_PRIV_IF_u32(GC_SORT_PRIV_CTX_NUMBER(u32, uint32_t, u32))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_CTX_NUMBER(u64, uint64_t, u64))
GC_SORT_PRIV_IF_i16(GC_SORT_PRIV_CTX_NUMBER(i16, int16_t, u16))
GC_SORT_PRIV_IF_i32(GC_SORT_PRIV_CTX_NUMBER(i32, int32_t, u32))
GC_SORT_PRIV_IF_i64(GC_SORT_PRIV_CTX_NUMBER(i64, int64_t, u64))
GC_SORT_PRIV_IF_f32(GC_SORT_PRIV_CTX_NUMBER(f32, float, u32))
GC_SORT_PRIV_IF_f64(GC_SORT_PRIV_CTX_NUMBER(f64, double, u64))

#if GC_SORT_PRIV_WITH_PAIRS
// What the calls below do not do themselves.
GC_SORT_PRIV_CALLED int gc_sort_priv_ctx_kv(
    gc_sort_context *c, void *keys, void *values, size_t n, size_t sizes, const gc_sort_priv_map *map) {
    GC_SORT_ASSERT(c && "gc_sort_ctx_..._kv: context is NULL");
    return c ? gc_sort_priv_kv_entry(keys, values, n, sizes, map, c) : GC_SORT_E_ARGUMENT;
}

GC_SORT_PRIV_CALLED int gc_sort_priv_ctx_indices(
    gc_sort_context *c, const void *keys, uint32_t *order, size_t n, size_t key_size,
    const gc_sort_priv_map *map) {
    GC_SORT_ASSERT(c && "gc_sort_ctx_order_...: context is NULL");
    return c ? gc_sort_priv_order_entry(keys, order, n, key_size, map, c) : GC_SORT_E_ARGUMENT;
}

// Up to 32 go straight to the sort. More take the very way of the call without a context:
// another one was slower in one process and not in the next.
#define GC_SORT_PRIV_CTX_KV(name, type, ctype, vtype)                                                        \
    GC_SORT_PRIV_CTX_KV2(name, name##_stable, type, ctype, vtype)                                            \
    GC_SORT_PRIV_CTX_KV2(name##_down, name##_stable_down, type##_down, ctype, vtype)
#define GC_SORT_PRIV_CTX_KV2(name, stable, type, ctype, vtype)                                               \
    GC_SORT_API int gc_sort_ctx_##name(gc_sort_context *context, ctype *keys, vtype *values, size_t n) {     \
        if (GC_SORT_PRIV_LARGE &&                                                                            \
            gc_sort_priv_surely(context, keys, sizeof *keys, values, sizeof *values, n)) {                   \
            if (n > 32) {                                                                                    \
                return gc_sort_priv_kv_entry(                                                                \
                    keys, values, n, GC_SORT_PRIV_SIZES(keys, values), &gc_sort_priv_top_##type, NULL);      \
            }                                                                                                \
            return gc_sort_priv_kv_checked(                                                                  \
                keys, values, n, GC_SORT_PRIV_SIZES(keys, values), &gc_sort_priv_top_##type);                \
        }                                                                                                    \
        return gc_sort_priv_ctx_kv(                                                                          \
            context, keys, values, n, GC_SORT_PRIV_SIZES(keys, values), &gc_sort_priv_top_##type);           \
    }                                                                                                        \
    GC_SORT_API int gc_sort_ctx_##stable(gc_sort_context *context, ctype *keys, vtype *values, size_t n) {   \
        return gc_sort_priv_entry_stable(                                                                    \
            context, keys, sizeof *keys, GC_SORT_PRIV_ALIGN(ctype), values, sizeof *values,                  \
            GC_SORT_PRIV_ALIGN(vtype), n, &gc_sort_priv_top_##type);                                         \
    }
GC_SORT_PRIV_IF_u32(GC_SORT_PRIV_CTX_KV(u32_kv, u32, uint32_t, uint32_t))
GC_SORT_PRIV_IF_i32(GC_SORT_PRIV_CTX_KV(i32_kv, i32, int32_t, uint32_t))
GC_SORT_PRIV_IF_f32(GC_SORT_PRIV_CTX_KV(f32_kv, f32, float, uint32_t))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_CTX_KV(u64_kv, u64, uint64_t, uint64_t))
GC_SORT_PRIV_IF_i64(GC_SORT_PRIV_CTX_KV(i64_kv, i64, int64_t, uint64_t))
GC_SORT_PRIV_IF_f64(GC_SORT_PRIV_CTX_KV(f64_kv, f64, double, uint64_t))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_CTX_KV(u64_kv32, u64, uint64_t, uint32_t))

#define GC_SORT_PRIV_CTX_ORDER(type, ctype)                                                                  \
    GC_SORT_PRIV_CTX_ORDER2(type, ctype)                                                                     \
    GC_SORT_PRIV_CTX_ORDER2(type##_down, ctype)
#define GC_SORT_PRIV_CTX_ORDER2(type, ctype)                                                                 \
    GC_SORT_API int gc_sort_ctx_order_##type(                                                                \
        gc_sort_context *context, const ctype *keys, uint32_t *order, size_t n) {                            \
        if (GC_SORT_PRIV_LARGE &&                                                                            \
            gc_sort_priv_surely(context, keys, sizeof *keys, order, sizeof *order, n)) {                     \
            gc_sort_priv_order_sort(keys, sizeof *keys, order, n, &gc_sort_priv_top_##type);                 \
            return GC_SORT_OK;                                                                               \
        }                                                                                                    \
        return gc_sort_priv_ctx_indices(context, keys, order, n, sizeof *keys, &gc_sort_priv_top_##type);    \
    }
GC_SORT_PRIV_IF_u16(GC_SORT_PRIV_CTX_ORDER(u16, uint16_t))
GC_SORT_PRIV_IF_i16(GC_SORT_PRIV_CTX_ORDER(i16, int16_t))
GC_SORT_PRIV_IF_u32(GC_SORT_PRIV_CTX_ORDER(u32, uint32_t))
GC_SORT_PRIV_IF_i32(GC_SORT_PRIV_CTX_ORDER(i32, int32_t))
GC_SORT_PRIV_IF_f32(GC_SORT_PRIV_CTX_ORDER(f32, float))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_CTX_ORDER(u64, uint64_t))
GC_SORT_PRIV_IF_i64(GC_SORT_PRIV_CTX_ORDER(i64, int64_t))
GC_SORT_PRIV_IF_f64(GC_SORT_PRIV_CTX_ORDER(f64, double))
#endif
#endif // GC_SORT_NO_CTX

#ifndef GC_SORT_NO_SELECT
// ---- the nth, the first k, places in what is sorted

#define GC_SORT_PRIV_NTH(type, ctype, kind)                                                                  \
    GC_SORT_PRIV_NTH2(type, ctype, kind)                                                                     \
    GC_SORT_PRIV_NTH2(type##_down, ctype, kind)
#define GC_SORT_PRIV_NTH2(type, ctype, kind)                                                                 \
    GC_SORT_API void gc_sort_nth_##type(ctype *keys, size_t n, size_t nth) {                                 \
        gc_sort_priv_##kind##_nth(keys, n, nth, GC_SORT_PRIV_ALIGN(ctype), &gc_sort_priv_map_##type);        \
    }                                                                                                        \
    GC_SORT_API void gc_sort_top_##type(ctype *keys, size_t n, size_t k) {                                   \
        gc_sort_priv_##kind##_top(keys, n, k, GC_SORT_PRIV_ALIGN(ctype), &gc_sort_priv_map_##type);          \
    }
GC_SORT_PRIV_IF_u16(GC_SORT_PRIV_NTH(u16, uint16_t, u16))
GC_SORT_PRIV_IF_u32(GC_SORT_PRIV_NTH(u32, uint32_t, u32))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_NTH(u64, uint64_t, u64))
GC_SORT_PRIV_IF_i16(GC_SORT_PRIV_NTH(i16, int16_t, u16))
GC_SORT_PRIV_IF_i32(GC_SORT_PRIV_NTH(i32, int32_t, u32))
GC_SORT_PRIV_IF_i64(GC_SORT_PRIV_NTH(i64, int64_t, u64))
GC_SORT_PRIV_IF_f32(GC_SORT_PRIV_NTH(f32, float, u32))
GC_SORT_PRIV_IF_f64(GC_SORT_PRIV_NTH(f64, double, u64))

// Floats are compared by how they stand among floats: as unsigned numbers.
GC_SORT_PRIV_ALWAYS uint32_t gc_sort_priv_rank_f32(float key) {
    uint32_t x;
    memcpy(&x, &key, 4);
    return (x ^ ((0 - (x >> 31)) | 0x80000000u)) - 0x7fffffu;
}
GC_SORT_PRIV_ALWAYS uint64_t gc_sort_priv_rank_f64(double key) {
    uint64_t x;
    memcpy(&x, &key, 8);
    return (x ^ ((0 - (x >> 63)) | (uint64_t)1 << 63)) - GC_SORT_PRIV_MANTISSA(64);
}
#define GC_SORT_PRIV_RANK_i(bits, key) (key)
#define GC_SORT_PRIV_RANK_u(bits, key) (key)
#define GC_SORT_PRIV_RANK_f(bits, key) gc_sort_priv_rank_f##bits(key)

// Binary search for the first that is not below a rank; the step to the upper half is no
// branch. Above a key is not below the rank after it, of which the last one has none.
#define GC_SORT_PRIV_SEARCH(type, ctype, rtype, class, bits, last)                                           \
    GC_SORT_PRIV_CALLED size_t gc_sort_priv_search_##type(const ctype *sorted, size_t n, rtype rank) {       \
        const ctype *at = sorted;                                                                            \
        GC_SORT_ASSERT((sorted || n == 0) && "gc_sort_lower_..., gc_sort_upper_...: sorted is NULL");        \
        if (!sorted || n == 0) return 0;                                                                     \
        while (n > 1) {                                                                                      \
            const size_t half = n / 2;                                                                       \
            at += GC_SORT_PRIV_RANK_##class(bits, at[half - 1]) < rank ? half : 0;                           \
            n -= half;                                                                                       \
        }                                                                                                    \
        at += GC_SORT_PRIV_RANK_##class(bits, *at) < rank ? 1 : 0;                                           \
        return (size_t)(at - sorted);                                                                        \
    }                                                                                                        \
    GC_SORT_API size_t gc_sort_lower_##type(const ctype *sorted, size_t n, ctype key) {                      \
        return gc_sort_priv_search_##type(sorted, n, GC_SORT_PRIV_RANK_##class(bits, key));                  \
    }                                                                                                        \
    GC_SORT_API size_t gc_sort_upper_##type(const ctype *sorted, size_t n, ctype key) {                      \
        const rtype rank = GC_SORT_PRIV_RANK_##class(bits, key);                                             \
        return sorted && rank == (last) ? n : gc_sort_priv_search_##type(sorted, n, (rtype)(rank + 1));      \
    }
GC_SORT_PRIV_IF_u16(GC_SORT_PRIV_SEARCH(u16, uint16_t, uint16_t, u, 16, UINT16_MAX))
GC_SORT_PRIV_IF_u32(GC_SORT_PRIV_SEARCH(u32, uint32_t, uint32_t, u, 32, UINT32_MAX))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_SEARCH(u64, uint64_t, uint64_t, u, 64, UINT64_MAX))
GC_SORT_PRIV_IF_i16(GC_SORT_PRIV_SEARCH(i16, int16_t, int16_t, i, 16, INT16_MAX))
GC_SORT_PRIV_IF_i32(GC_SORT_PRIV_SEARCH(i32, int32_t, int32_t, i, 32, INT32_MAX))
GC_SORT_PRIV_IF_i64(GC_SORT_PRIV_SEARCH(i64, int64_t, int64_t, i, 64, INT64_MAX))
GC_SORT_PRIV_IF_f32(GC_SORT_PRIV_SEARCH(f32, float, uint32_t, f, 32, UINT32_MAX))
GC_SORT_PRIV_IF_f64(GC_SORT_PRIV_SEARCH(f64, double, uint64_t, f, 64, UINT64_MAX))
#endif // GC_SORT_NO_SELECT

#if GC_SORT_PRIV_WITH_PAIRS
// ---- records by one of their numbers

GC_SORT_API size_t gc_sort_by_scratch(size_t n, size_t size) {
    const size_t bytes = size < 8 ? 8 : size;
    return n > ((SIZE_MAX >> 1) - 64) / (bytes + 4) ? SIZE_MAX : n * (bytes + 4) + 64;
}

#define GC_SORT_PRIV_BY(type, ctype)                                                                         \
    GC_SORT_PRIV_BY_ANY(type, type##_any, ctype)                                                             \
    GC_SORT_PRIV_BY_ANY(type##_down, type##_any_down, ctype)                                                 \
    GC_SORT_PRIV_BY2(type, ctype)                                                                            \
    GC_SORT_PRIV_BY2(type##_down, ctype)
#define GC_SORT_PRIV_BY_ANY(type, name, ctype)                                                               \
    GC_SORT_API int gc_sort_by_##name(void *base, size_t n, size_t size, size_t offset) {                    \
        return gc_sort_priv_by_any(base, n, size, offset, sizeof(ctype), &gc_sort_priv_top_##type);          \
    }
#ifndef GC_SORT_NO_SELECT
#define GC_SORT_PRIV_SELECT_BY(type, ctype)                                                                  \
    GC_SORT_API int gc_sort_nth_by_##type(void *base, size_t n, size_t size, size_t offset, size_t nth) {    \
        return gc_sort_priv_by_select(                                                                       \
            base, n, size, offset, nth, false, sizeof(ctype), &gc_sort_priv_top_##type);                     \
    }                                                                                                        \
    GC_SORT_API int gc_sort_top_by_##type(void *base, size_t n, size_t size, size_t offset, size_t k) {      \
        return gc_sort_priv_by_select(                                                                       \
            base, n, size, offset, k, true, sizeof(ctype), &gc_sort_priv_top_##type);                        \
    }
#else
#define GC_SORT_PRIV_SELECT_BY(type, ctype)
#endif
#define GC_SORT_PRIV_BY2(type, ctype)                                                                        \
    GC_SORT_API int gc_sort_by_##type(                                                                       \
        void *base, size_t n, size_t size, size_t offset, void *scratch, size_t scratch_size) {              \
        return gc_sort_priv_by(                                                                              \
            base, n, size, offset, scratch, scratch_size, sizeof(ctype), &gc_sort_priv_top_##type);          \
    }                                                                                                        \
    GC_SORT_PRIV_CTX_BY(type, ctype) GC_SORT_PRIV_SELECT_BY(type, ctype)
#ifndef GC_SORT_NO_CTX
#define GC_SORT_PRIV_CTX_BY(type, ctype)                                                                     \
    GC_SORT_API int gc_sort_ctx_by_##type(                                                                   \
        gc_sort_context *context, void *base, size_t n, size_t size, size_t offset) {                        \
        return gc_sort_priv_ctx_by(                                                                          \
            context, base, n, size, offset, sizeof(ctype), &gc_sort_priv_top_##type);                        \
    }
#else
#define GC_SORT_PRIV_CTX_BY(type, ctype)
#endif
GC_SORT_PRIV_IF_u16(GC_SORT_PRIV_BY(u8, uint8_t))
GC_SORT_PRIV_IF_u16(GC_SORT_PRIV_BY(u16, uint16_t))
GC_SORT_PRIV_IF_u32(GC_SORT_PRIV_BY(u32, uint32_t))
GC_SORT_PRIV_IF_i32(GC_SORT_PRIV_BY(i32, int32_t))
GC_SORT_PRIV_IF_f32(GC_SORT_PRIV_BY(f32, float))
GC_SORT_PRIV_IF_u64(GC_SORT_PRIV_BY(u64, uint64_t))
GC_SORT_PRIV_IF_i64(GC_SORT_PRIV_BY(i64, int64_t))
GC_SORT_PRIV_IF_f64(GC_SORT_PRIV_BY(f64, double))

GC_SORT_API int gc_sort_by2(void *base, size_t n, size_t size, gc_sort_field first, gc_sort_field second,
                            void *scratch, size_t scratch_size) {
    gc_sort_priv_number fields[2];
    gc_sort_priv_records r;
    const int result = gc_sort_priv_records_of2(&r, base, n, size, first, second, fields);
    return result == GC_SORT_OK ? gc_sort_priv_records_entry(NULL, &r, scratch, scratch_size) : result;
}

#ifndef GC_SORT_NO_CTX
GC_SORT_API int gc_sort_ctx_by2(gc_sort_context *context, void *base, size_t n, size_t size,
                                gc_sort_field first, gc_sort_field second) {
    gc_sort_priv_number fields[2];
    gc_sort_priv_records r;
    GC_SORT_ASSERT(context && "gc_sort_ctx_by2: context is NULL");
    if (!context) return GC_SORT_E_ARGUMENT;
    const int result = gc_sort_priv_records_of2(&r, base, n, size, first, second, fields);
    return result == GC_SORT_OK ? gc_sort_priv_ctx_records(context, &r) : result;
}
#endif

GC_SORT_API int gc_sort_apply(
    void *base, size_t n, size_t size, const uint32_t *order, void *scratch, size_t scratch_size) {
    gc_sort_priv_records r = gc_sort_priv_records_of(base, n, size, 0, 0, NULL);
    GC_SORT_ASSERT((order || n == 0) && "gc_sort_apply: order is NULL");
    int result = gc_sort_priv_records_check(&r);
    if (result == GC_SORT_OK && !order && n) result = GC_SORT_E_ARGUMENT;
    if (result != GC_SORT_OK || n == 0) return result;

    result = gc_sort_priv_apply(&r, order, scratch, scratch_size);
    GC_SORT_ASSERT(result != GC_SORT_E_ARGUMENT && "gc_sort_apply: an index is not below n, or comes twice");
    return result;
}
#endif

#if GC_SORT_PRIV_WITH_PAIRS
GC_SORT_API int gc_sort_strings(const char **strings, size_t n, void *scratch, size_t scratch_size) {
    return gc_sort_priv_strings_entry(NULL, strings, sizeof *strings, n, scratch, scratch_size);
}

GC_SORT_API int gc_sort_strings_in(
    const char *pool, uint32_t *offsets, size_t n, void *scratch, size_t scratch_size) {
    GC_SORT_ASSERT((pool || n == 0) && "gc_sort_strings_in: pool is NULL");
    if (!pool) return n ? GC_SORT_E_ARGUMENT : GC_SORT_OK;
    return gc_sort_priv_strings_entry(pool, offsets, sizeof *offsets, n, scratch, scratch_size);
}
#endif

#if (GC_SORT_PRIV_KINDS & GC_SORT_KIND_COMPARE) != 0
GC_SORT_API int gc_sort(void *base, size_t n, size_t size, gc_sort_compare cmp, void *user) {
    const int result = gc_sort_priv_check(base, n, size, cmp);
    if (result != GC_SORT_OK || n < 2) return result;

    // What the comparison needs besides the elements.
    gc_sort_priv_env e;
    e.cmp = cmp;
    e.user = user;
    e.size = size;

    if (GC_SORT_PRIV_LARGE && size == 8) gc_sort_priv_8_sort(base, n, &e);
    else gc_sort_priv_any_sort(base, n, &e);
    return GC_SORT_OK;
}

GC_SORT_API int gc_sort_stable(void *base, size_t n, size_t size, gc_sort_compare cmp, void *user) {
    const int result = gc_sort_priv_check(base, n, size, cmp);
    if (result != GC_SORT_OK || n < 2) return result;

    // Merge buffer on the stack. cmp reads elements here too, so it is aligned for any type.
#if defined(__GNUC__) || defined(__clang__)
    unsigned char buffer[GC_SORT_PRIV_ROOM] __attribute__((aligned(64)));
#elif defined(_MSC_VER)
    __declspec(align(64)) unsigned char buffer[GC_SORT_PRIV_ROOM];
#else
    union { unsigned char bytes[GC_SORT_PRIV_ROOM]; long double a; uint64_t b; void *c; } buffer;
#endif

    // What the comparison needs besides the elements, and how many the buffer holds.
    void *const room = &buffer;
    gc_sort_priv_env e;
    e.cmp = cmp;
    e.user = user;
    e.size = size;
    const size_t cap = sizeof buffer / size;

    gc_sort_priv_any_stable(base, n, room, cap, &e);
    return GC_SORT_OK;
}

#ifndef GC_SORT_NO_CTX
GC_SORT_API int gc_sort_ctx(
    gc_sort_context *context, void *base, size_t n, size_t size, gc_sort_compare cmp, void *user) {
    return gc_sort_priv_ctx_compare(context, base, n, size, cmp, user, false);
}

GC_SORT_API int gc_sort_ctx_stable(
    gc_sort_context *context, void *base, size_t n, size_t size, gc_sort_compare cmp, void *user) {
    return gc_sort_priv_ctx_compare(context, base, n, size, cmp, user, true);
}
#endif
#endif

#ifndef GC_SORT_NO_CTX
static void *gc_sort_priv_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user;
    (void)old_size;
    if (new_size == 0) {
        GC_SORT_FREE(ptr);
        return NULL;
    }
    return ptr ? GC_SORT_REALLOC(ptr, new_size) : GC_SORT_MALLOC(new_size);
}

// Own threads, in memory from the allocator or from the caller's memory.
static int gc_sort_priv_open_threads(gc_sort_context *c, uint32_t threads) {
#ifdef GC_SORT_PRIV_THREADS
    const size_t size = GC_SORT_PRIV_POOL_SIZE(threads), taken = (size + 63) / 64 * 64;
    if (c->fixed && c->scratch_size < taken) return GC_SORT_E_MEMORY;
    if (c->fixed) {
        c->pool = (gc_sort_priv_pool *)(void *)c->scratch;
        c->scratch += taken;
        c->scratch_size -= taken;
    } else {
        c->pool = (gc_sort_priv_pool *)c->allocator.resize(c->allocator.user, NULL, 0, size);
        if (!c->pool) return GC_SORT_E_MEMORY;
    }

    if (gc_sort_priv_pool_open(c->pool, threads)) {
        c->parallel_for = gc_sort_priv_pool_for;
        c->user = c->pool;
        return GC_SORT_OK;
    }
    if (!c->fixed) c->allocator.resize(c->allocator.user, c->pool, size, 0);
    c->pool = NULL;
    return GC_SORT_E_THREAD;
#else
    (void)c;
    (void)threads;
    return GC_SORT_E_UNSUPPORTED;
#endif
}

GC_SORT_API gc_sort_context *gc_sort_open(const gc_sort_desc *desc, int *error) {
    int unused;
    gc_sort_desc zero;
    gc_sort_context *c = NULL;

    // Both arguments may be NULL.
    if (!error) error = &unused;
    if (!desc) {
        memset(&zero, 0, sizeof zero);
        desc = &zero;
    }

    // What contradicts itself, or is not there.
    const bool consistent = desc->memory ? !desc->allocator.resize : desc->memory_size == 0;
    const bool known = desc->algorithm >= GC_SORT_AUTOMATIC && desc->algorithm <= GC_SORT_QUICK_LEVELS;
    GC_SORT_ASSERT(consistent && "gc_sort_open: memory_size without memory, or memory with an allocator");
    const bool few = desc->threads <= GC_SORT_THREADS_MAX || desc->parallel_for;
    GC_SORT_ASSERT(few && "gc_sort_open: too many threads");
    GC_SORT_ASSERT(known && "gc_sort_open: no such algorithm");
    if (!consistent || !known || !few) {
        *error = GC_SORT_E_ARGUMENT;
        return NULL;
    }
#ifdef GC_SORT_NO_NAMED
    if (desc->algorithm) {
        *error = GC_SORT_E_UNSUPPORTED;
        return NULL;
    }
#endif

    // From here on only memory can fail, and threads.
    gc_sort_allocator allocator = desc->allocator;
    if (!allocator.resize) allocator.resize = gc_sort_priv_resize;
    *error = GC_SORT_E_MEMORY;

    // In the memory that was given, or in memory of its own.
    if (desc->memory) {
        // The context first, the scratch after it, both at multiples of 64 bytes.
        const size_t skip = (size_t)(0 - (uintptr_t)desc->memory) & 63;
        const size_t own = (sizeof *c + 63) / 64 * 64;      // skip + own <= GC_SORT_CONTEXT_SIZE
        if (desc->memory_size < GC_SORT_CONTEXT_SIZE) return NULL;
        c = (gc_sort_context *)(void *)((unsigned char *)desc->memory + skip);
        memset(c, 0, sizeof *c);
        c->fixed = true;
        c->scratch = (unsigned char *)c + own;
        c->scratch_size = desc->memory_size - skip - own;
    } else {
        c = (gc_sort_context *)allocator.resize(allocator.user, NULL, 0, sizeof *c);
        if (!c) return NULL;
        memset(c, 0, sizeof *c);
    }

    c->allocator = allocator;
    c->parallel_for = desc->parallel_for;
    c->user = desc->user;
    c->scratch_limit = desc->scratch_limit;
    c->threads = desc->threads;
#ifndef GC_SORT_NO_NAMED
    c->algorithm = desc->algorithm;
    c->parts = desc->parts ? desc->parts : 128;
    if (c->parts > GC_SORT_PRIV_RANGES / 2) c->parts = GC_SORT_PRIV_RANGES / 2;
    c->threshold = desc->threshold == 0 ? 64 : desc->threshold < 2 ? 2 : desc->threshold;
#endif
    *error = GC_SORT_OK;
    if (desc->threads > 1 && !desc->parallel_for) *error = gc_sort_priv_open_threads(c, desc->threads);
    if (*error != GC_SORT_OK) {
        gc_sort_close(c);
        return NULL;
    }
    c->least = c->parallel_for && c->threads != 1 ? (size_t)GC_SORT_PRIV_PARALLEL_MIN : SIZE_MAX / 32;
    if (c->algorithm) c->least = 0;
    return c;
}

// Tasks from `first` on, as many as a pool counts.
typedef struct gc_sort_priv_stretch {
    gc_sort_priv_task task;
    void *arg;
    size_t first;
} gc_sort_priv_stretch;

static void gc_sort_priv_stretch_task(void *arg, size_t index) {
    const gc_sort_priv_stretch *const s = (const gc_sort_priv_stretch *)arg;
    s->task(s->arg, s->first + index);
}

GC_SORT_API void gc_sort_parallel_for(
    void *context, void (*task)(void *arg, size_t index), void *arg, size_t count) {
    gc_sort_context *const c = (gc_sort_context *)context;
    GC_SORT_ASSERT(c && "gc_sort_parallel_for: context is NULL");
    GC_SORT_ASSERT((task || count == 0) && "gc_sort_parallel_for: task is NULL");
    if (!task) return;
    if (!c || !gc_sort_priv_enter(c)) {
        for (size_t i = 0; i < count; i++) task(arg, i);
        return;
    }

#ifdef GC_SORT_PRIV_THREADS
    if (c->pool) GC_SORT_PRIV_PUT(&c->pool->lent, 1);
#endif
    const size_t most = (size_t)1 << 30;
    gc_sort_priv_stretch s = { task, arg, 0 };
    for (; count - s.first > most; s.first += most) gc_sort_priv_run(c, gc_sort_priv_stretch_task, &s, most);
    if (s.first) gc_sort_priv_run(c, gc_sort_priv_stretch_task, &s, count - s.first);
    else gc_sort_priv_run(c, task, arg, count);

    // Not left as a sort is: the tasks may be as few as there are threads, and another loop
    // near.
    GC_SORT_PRIV_STORE(&c->busy, 0);
}

GC_SORT_API void gc_sort_close(gc_sort_context *c) {
    if (!c) return;
    const gc_sort_allocator allocator = c->allocator;
#ifdef GC_SORT_PRIV_THREADS
    if (c->pool) {
        gc_sort_priv_pool_close(c->pool);
        if (!c->fixed) {
            allocator.resize(allocator.user, c->pool, GC_SORT_PRIV_POOL_SIZE(c->threads), 0);
        }
    }
#endif
    if (c->fixed) return;
    if (c->scratch) allocator.resize(allocator.user, c->scratch, c->scratch_size, 0);
    allocator.resize(allocator.user, c, sizeof *c, 0);
}
#endif // GC_SORT_NO_CTX

#ifdef GC_SORT_PRIV_POP
#pragma GCC pop_options
#undef __OPTIMIZE__     // gcc 12 leaves it; <emmintrin.h> looks at it, where it comes later
#elif defined(GC_SORT_PRIV_POP_SIZE)
#pragma GCC pop_options
#undef __OPTIMIZE_SIZE__
#endif
#endif // GC_SORT_PRIV_LOST
#ifdef __clang__
#pragma clang diagnostic pop
#endif
#endif // GC_SORT_IMPLEMENTATION
#undef GC_SORT_PRIV_LOST

#ifdef GC_SORT_PRIV_ENTRY
// >>splits the entries of gc_sort_priv_split, by GC_SORT_PRIV_ENTRY(x)

GC_SORT_PRIV_ENTRY(0xfac688) GC_SORT_PRIV_ENTRY(0xfac688) GC_SORT_PRIV_ENTRY(0xfac681)
GC_SORT_PRIV_ENTRY(0xfac688) GC_SORT_PRIV_ENTRY(0xfac642) GC_SORT_PRIV_ENTRY(0xfac650)
GC_SORT_PRIV_ENTRY(0xfac611) GC_SORT_PRIV_ENTRY(0xfac688) GC_SORT_PRIV_ENTRY(0xfac443)
GC_SORT_PRIV_ENTRY(0xfac458) GC_SORT_PRIV_ENTRY(0xfac419) GC_SORT_PRIV_ENTRY(0xfac4c8)
GC_SORT_PRIV_ENTRY(0xfac21a) GC_SORT_PRIV_ENTRY(0xfac2d0) GC_SORT_PRIV_ENTRY(0xfac0d1)
GC_SORT_PRIV_ENTRY(0xfac688) GC_SORT_PRIV_ENTRY(0xfab444) GC_SORT_PRIV_ENTRY(0xfab460)
GC_SORT_PRIV_ENTRY(0xfab421) GC_SORT_PRIV_ENTRY(0xfab508) GC_SORT_PRIV_ENTRY(0xfab222)
GC_SORT_PRIV_ENTRY(0xfab310) GC_SORT_PRIV_ENTRY(0xfab111) GC_SORT_PRIV_ENTRY(0xfab888)
GC_SORT_PRIV_ENTRY(0xfaa223) GC_SORT_PRIV_ENTRY(0xfaa318) GC_SORT_PRIV_ENTRY(0xfaa119)
GC_SORT_PRIV_ENTRY(0xfaa8c8) GC_SORT_PRIV_ENTRY(0xfa911a) GC_SORT_PRIV_ENTRY(0xfa98d0)
GC_SORT_PRIV_ENTRY(0xfa88d1) GC_SORT_PRIV_ENTRY(0xfac688) GC_SORT_PRIV_ENTRY(0xfa3445)
GC_SORT_PRIV_ENTRY(0xfa3468) GC_SORT_PRIV_ENTRY(0xfa3429) GC_SORT_PRIV_ENTRY(0xfa3548)
GC_SORT_PRIV_ENTRY(0xfa322a) GC_SORT_PRIV_ENTRY(0xfa3350) GC_SORT_PRIV_ENTRY(0xfa3151)
GC_SORT_PRIV_ENTRY(0xfa3a88) GC_SORT_PRIV_ENTRY(0xfa222b) GC_SORT_PRIV_ENTRY(0xfa2358)
GC_SORT_PRIV_ENTRY(0xfa2159) GC_SORT_PRIV_ENTRY(0xfa2ac8) GC_SORT_PRIV_ENTRY(0xfa115a)
GC_SORT_PRIV_ENTRY(0xfa1ad0) GC_SORT_PRIV_ENTRY(0xfa0ad1) GC_SORT_PRIV_ENTRY(0xfa5688)
GC_SORT_PRIV_ENTRY(0xf9a22c) GC_SORT_PRIV_ENTRY(0xf9a360) GC_SORT_PRIV_ENTRY(0xf9a161)
GC_SORT_PRIV_ENTRY(0xf9ab08) GC_SORT_PRIV_ENTRY(0xf99162) GC_SORT_PRIV_ENTRY(0xf99b10)
GC_SORT_PRIV_ENTRY(0xf98b11) GC_SORT_PRIV_ENTRY(0xf9d888) GC_SORT_PRIV_ENTRY(0xf91163)
GC_SORT_PRIV_ENTRY(0xf91b18) GC_SORT_PRIV_ENTRY(0xf90b19) GC_SORT_PRIV_ENTRY(0xf958c8)
GC_SORT_PRIV_ENTRY(0xf88b1a) GC_SORT_PRIV_ENTRY(0xf8d8d0) GC_SORT_PRIV_ENTRY(0xf858d1)
GC_SORT_PRIV_ENTRY(0xfac688) GC_SORT_PRIV_ENTRY(0xf63446) GC_SORT_PRIV_ENTRY(0xf63470)
GC_SORT_PRIV_ENTRY(0xf63431) GC_SORT_PRIV_ENTRY(0xf63588) GC_SORT_PRIV_ENTRY(0xf63232)
GC_SORT_PRIV_ENTRY(0xf63390) GC_SORT_PRIV_ENTRY(0xf63191) GC_SORT_PRIV_ENTRY(0xf63c88)
GC_SORT_PRIV_ENTRY(0xf62233) GC_SORT_PRIV_ENTRY(0xf62398) GC_SORT_PRIV_ENTRY(0xf62199)
GC_SORT_PRIV_ENTRY(0xf62cc8) GC_SORT_PRIV_ENTRY(0xf6119a) GC_SORT_PRIV_ENTRY(0xf61cd0)
GC_SORT_PRIV_ENTRY(0xf60cd1) GC_SORT_PRIV_ENTRY(0xf66688) GC_SORT_PRIV_ENTRY(0xf5a234)
GC_SORT_PRIV_ENTRY(0xf5a3a0) GC_SORT_PRIV_ENTRY(0xf5a1a1) GC_SORT_PRIV_ENTRY(0xf5ad08)
GC_SORT_PRIV_ENTRY(0xf591a2) GC_SORT_PRIV_ENTRY(0xf59d10) GC_SORT_PRIV_ENTRY(0xf58d11)
GC_SORT_PRIV_ENTRY(0xf5e888) GC_SORT_PRIV_ENTRY(0xf511a3) GC_SORT_PRIV_ENTRY(0xf51d18)
GC_SORT_PRIV_ENTRY(0xf50d19) GC_SORT_PRIV_ENTRY(0xf568c8) GC_SORT_PRIV_ENTRY(0xf48d1a)
GC_SORT_PRIV_ENTRY(0xf4e8d0) GC_SORT_PRIV_ENTRY(0xf468d1) GC_SORT_PRIV_ENTRY(0xf74688)
GC_SORT_PRIV_ENTRY(0xf1a235) GC_SORT_PRIV_ENTRY(0xf1a3a8) GC_SORT_PRIV_ENTRY(0xf1a1a9)
GC_SORT_PRIV_ENTRY(0xf1ad48) GC_SORT_PRIV_ENTRY(0xf191aa) GC_SORT_PRIV_ENTRY(0xf19d50)
GC_SORT_PRIV_ENTRY(0xf18d51) GC_SORT_PRIV_ENTRY(0xf1ea88) GC_SORT_PRIV_ENTRY(0xf111ab)
GC_SORT_PRIV_ENTRY(0xf11d58) GC_SORT_PRIV_ENTRY(0xf10d59) GC_SORT_PRIV_ENTRY(0xf16ac8)
GC_SORT_PRIV_ENTRY(0xf08d5a) GC_SORT_PRIV_ENTRY(0xf0ead0) GC_SORT_PRIV_ENTRY(0xf06ad1)
GC_SORT_PRIV_ENTRY(0xf35688) GC_SORT_PRIV_ENTRY(0xed11ac) GC_SORT_PRIV_ENTRY(0xed1d60)
GC_SORT_PRIV_ENTRY(0xed0d61) GC_SORT_PRIV_ENTRY(0xed6b08) GC_SORT_PRIV_ENTRY(0xec8d62)
GC_SORT_PRIV_ENTRY(0xeceb10) GC_SORT_PRIV_ENTRY(0xec6b11) GC_SORT_PRIV_ENTRY(0xef5888)
GC_SORT_PRIV_ENTRY(0xe88d63) GC_SORT_PRIV_ENTRY(0xe8eb18) GC_SORT_PRIV_ENTRY(0xe86b19)
GC_SORT_PRIV_ENTRY(0xeb58c8) GC_SORT_PRIV_ENTRY(0xe46b1a) GC_SORT_PRIV_ENTRY(0xe758d0)
GC_SORT_PRIV_ENTRY(0xe358d1) GC_SORT_PRIV_ENTRY(0xfac688) GC_SORT_PRIV_ENTRY(0xd63447)
GC_SORT_PRIV_ENTRY(0xd63478) GC_SORT_PRIV_ENTRY(0xd63439) GC_SORT_PRIV_ENTRY(0xd635c8)
GC_SORT_PRIV_ENTRY(0xd6323a) GC_SORT_PRIV_ENTRY(0xd633d0) GC_SORT_PRIV_ENTRY(0xd631d1)
GC_SORT_PRIV_ENTRY(0xd63e88) GC_SORT_PRIV_ENTRY(0xd6223b) GC_SORT_PRIV_ENTRY(0xd623d8)
GC_SORT_PRIV_ENTRY(0xd621d9) GC_SORT_PRIV_ENTRY(0xd62ec8) GC_SORT_PRIV_ENTRY(0xd611da)
GC_SORT_PRIV_ENTRY(0xd61ed0) GC_SORT_PRIV_ENTRY(0xd60ed1) GC_SORT_PRIV_ENTRY(0xd67688)
GC_SORT_PRIV_ENTRY(0xd5a23c) GC_SORT_PRIV_ENTRY(0xd5a3e0) GC_SORT_PRIV_ENTRY(0xd5a1e1)
GC_SORT_PRIV_ENTRY(0xd5af08) GC_SORT_PRIV_ENTRY(0xd591e2) GC_SORT_PRIV_ENTRY(0xd59f10)
GC_SORT_PRIV_ENTRY(0xd58f11) GC_SORT_PRIV_ENTRY(0xd5f888) GC_SORT_PRIV_ENTRY(0xd511e3)
GC_SORT_PRIV_ENTRY(0xd51f18) GC_SORT_PRIV_ENTRY(0xd50f19) GC_SORT_PRIV_ENTRY(0xd578c8)
GC_SORT_PRIV_ENTRY(0xd48f1a) GC_SORT_PRIV_ENTRY(0xd4f8d0) GC_SORT_PRIV_ENTRY(0xd478d1)
GC_SORT_PRIV_ENTRY(0xd7c688) GC_SORT_PRIV_ENTRY(0xd1a23d) GC_SORT_PRIV_ENTRY(0xd1a3e8)
GC_SORT_PRIV_ENTRY(0xd1a1e9) GC_SORT_PRIV_ENTRY(0xd1af48) GC_SORT_PRIV_ENTRY(0xd191ea)
GC_SORT_PRIV_ENTRY(0xd19f50) GC_SORT_PRIV_ENTRY(0xd18f51) GC_SORT_PRIV_ENTRY(0xd1fa88)
GC_SORT_PRIV_ENTRY(0xd111eb) GC_SORT_PRIV_ENTRY(0xd11f58) GC_SORT_PRIV_ENTRY(0xd10f59)
GC_SORT_PRIV_ENTRY(0xd17ac8) GC_SORT_PRIV_ENTRY(0xd08f5a) GC_SORT_PRIV_ENTRY(0xd0fad0)
GC_SORT_PRIV_ENTRY(0xd07ad1) GC_SORT_PRIV_ENTRY(0xd3d688) GC_SORT_PRIV_ENTRY(0xcd11ec)
GC_SORT_PRIV_ENTRY(0xcd1f60) GC_SORT_PRIV_ENTRY(0xcd0f61) GC_SORT_PRIV_ENTRY(0xcd7b08)
GC_SORT_PRIV_ENTRY(0xcc8f62) GC_SORT_PRIV_ENTRY(0xccfb10) GC_SORT_PRIV_ENTRY(0xcc7b11)
GC_SORT_PRIV_ENTRY(0xcfd888) GC_SORT_PRIV_ENTRY(0xc88f63) GC_SORT_PRIV_ENTRY(0xc8fb18)
GC_SORT_PRIV_ENTRY(0xc87b19) GC_SORT_PRIV_ENTRY(0xcbd8c8) GC_SORT_PRIV_ENTRY(0xc47b1a)
GC_SORT_PRIV_ENTRY(0xc7d8d0) GC_SORT_PRIV_ENTRY(0xc3d8d1) GC_SORT_PRIV_ENTRY(0xdec688)
GC_SORT_PRIV_ENTRY(0xb1a23e) GC_SORT_PRIV_ENTRY(0xb1a3f0) GC_SORT_PRIV_ENTRY(0xb1a1f1)
GC_SORT_PRIV_ENTRY(0xb1af88) GC_SORT_PRIV_ENTRY(0xb191f2) GC_SORT_PRIV_ENTRY(0xb19f90)
GC_SORT_PRIV_ENTRY(0xb18f91) GC_SORT_PRIV_ENTRY(0xb1fc88) GC_SORT_PRIV_ENTRY(0xb111f3)
GC_SORT_PRIV_ENTRY(0xb11f98) GC_SORT_PRIV_ENTRY(0xb10f99) GC_SORT_PRIV_ENTRY(0xb17cc8)
GC_SORT_PRIV_ENTRY(0xb08f9a) GC_SORT_PRIV_ENTRY(0xb0fcd0) GC_SORT_PRIV_ENTRY(0xb07cd1)
GC_SORT_PRIV_ENTRY(0xb3e688) GC_SORT_PRIV_ENTRY(0xad11f4) GC_SORT_PRIV_ENTRY(0xad1fa0)
GC_SORT_PRIV_ENTRY(0xad0fa1) GC_SORT_PRIV_ENTRY(0xad7d08) GC_SORT_PRIV_ENTRY(0xac8fa2)
GC_SORT_PRIV_ENTRY(0xacfd10) GC_SORT_PRIV_ENTRY(0xac7d11) GC_SORT_PRIV_ENTRY(0xafe888)
GC_SORT_PRIV_ENTRY(0xa88fa3) GC_SORT_PRIV_ENTRY(0xa8fd18) GC_SORT_PRIV_ENTRY(0xa87d19)
GC_SORT_PRIV_ENTRY(0xabe8c8) GC_SORT_PRIV_ENTRY(0xa47d1a) GC_SORT_PRIV_ENTRY(0xa7e8d0)
GC_SORT_PRIV_ENTRY(0xa3e8d1) GC_SORT_PRIV_ENTRY(0xbf4688) GC_SORT_PRIV_ENTRY(0x8d11f5)
GC_SORT_PRIV_ENTRY(0x8d1fa8) GC_SORT_PRIV_ENTRY(0x8d0fa9) GC_SORT_PRIV_ENTRY(0x8d7d48)
GC_SORT_PRIV_ENTRY(0x8c8faa) GC_SORT_PRIV_ENTRY(0x8cfd50) GC_SORT_PRIV_ENTRY(0x8c7d51)
GC_SORT_PRIV_ENTRY(0x8fea88) GC_SORT_PRIV_ENTRY(0x888fab) GC_SORT_PRIV_ENTRY(0x88fd58)
GC_SORT_PRIV_ENTRY(0x887d59) GC_SORT_PRIV_ENTRY(0x8beac8) GC_SORT_PRIV_ENTRY(0x847d5a)
GC_SORT_PRIV_ENTRY(0x87ead0) GC_SORT_PRIV_ENTRY(0x83ead1) GC_SORT_PRIV_ENTRY(0x9f5688)
GC_SORT_PRIV_ENTRY(0x688fac) GC_SORT_PRIV_ENTRY(0x68fd60) GC_SORT_PRIV_ENTRY(0x687d61)
GC_SORT_PRIV_ENTRY(0x6beb08) GC_SORT_PRIV_ENTRY(0x647d62) GC_SORT_PRIV_ENTRY(0x67eb10)
GC_SORT_PRIV_ENTRY(0x63eb11) GC_SORT_PRIV_ENTRY(0x7f5888) GC_SORT_PRIV_ENTRY(0x447d63)
GC_SORT_PRIV_ENTRY(0x47eb18) GC_SORT_PRIV_ENTRY(0x43eb19) GC_SORT_PRIV_ENTRY(0x5f58c8)
GC_SORT_PRIV_ENTRY(0x23eb1a) GC_SORT_PRIV_ENTRY(0x3f58d0) GC_SORT_PRIV_ENTRY(0x1f58d1)
GC_SORT_PRIV_ENTRY(0xfac688)

#undef GC_SORT_PRIV_ENTRY
#endif // GC_SORT_PRIV_ENTRY

#ifdef GC_SORT_PRIV_PARTING
// >>parting the partition of keys with values in two arrays, by one instruction set
//
// Parameter: GC_SORT_PRIV_ISA.

// ks and vs, the bytes of a key and of a value, are constants here. n: eight registers at
// least. Eight vectors in registers make room for the writers at both ends; then four at a time
// are read from the end with less room.
GC_SORT_PRIV_ISA_INLINE size_t gc_sort_priv_kv_isa_split_of(
    const gc_sort_priv_kv *a, size_t ks, size_t vs, size_t first, size_t n, uint64_t cut) {
    const bool narrow = vs != ks;
    const size_t bytes = GC_SORT_PRIV_BYTES, one = bytes / ks, four = 4 * one;
    const size_t ahead = gc_sort_priv_ahead(n, ks);
    gc_sort_priv_kv_isa_writers w = gc_sort_priv_kv_isa_open(a, ks, vs, first, n, cut);
    unsigned char *const keys = w.keys, *const values = w.values;
    size_t from = four, to = n - four;
    gc_sort_priv_register k[8], v[8];
    for (size_t i = 0; i < 4; i++) {
        k[i] = gc_sort_priv_kv_isa_keys(keys + i * bytes);
        v[i] = gc_sort_priv_kv_isa_values(values + i * one * vs, narrow);
        k[4 + i] = gc_sort_priv_kv_isa_keys(keys + to * ks + i * bytes);
        v[4 + i] = gc_sort_priv_kv_isa_values(values + (to + i * one) * vs, narrow);
    }

    while (to - from >= four) {
        size_t at = from, next = from + ahead;
        if (from - w.left <= four) {
            from += four;
        } else {
            to -= four;
            at = to;
            next = to - ahead;
        }
        if (to - from > ahead) {
            gc_sort_priv_prefetch(keys, next * ks, four * ks);
            gc_sort_priv_prefetch(values, next * vs, four * vs);
        }

        const unsigned char *const kp = keys + at * ks, *const vp = values + at * vs;
        const gc_sort_priv_register k0 = gc_sort_priv_kv_isa_keys(kp);
        const gc_sort_priv_register k1 = gc_sort_priv_kv_isa_keys(kp + bytes);
        const gc_sort_priv_register k2 = gc_sort_priv_kv_isa_keys(kp + 2 * bytes);
        const gc_sort_priv_register k3 = gc_sort_priv_kv_isa_keys(kp + 3 * bytes);
        const gc_sort_priv_register v0 = gc_sort_priv_kv_isa_values(vp, narrow);
        const gc_sort_priv_register v1 = gc_sort_priv_kv_isa_values(vp + one * vs, narrow);
        const gc_sort_priv_register v2 = gc_sort_priv_kv_isa_values(vp + 2 * one * vs, narrow);
        const gc_sort_priv_register v3 = gc_sort_priv_kv_isa_values(vp + 3 * one * vs, narrow);
        gc_sort_priv_kv_isa_share(&w, ks, vs, k0, v0, 0);
        gc_sort_priv_kv_isa_share(&w, ks, vs, k1, v1, 0);
        gc_sort_priv_kv_isa_share(&w, ks, vs, k2, v2, 0);
        gc_sort_priv_kv_isa_share(&w, ks, vs, k3, v3, 0);
    }

    // The rest, one at a time. Lanes beyond the last element count as below and are then taken
    // back.
    while (to > from) {
        const size_t count = to - from < one ? to - from : one, missing = one - count;
        size_t at = from;
        if (missing || from - w.left <= four) {
            from += count;
        } else {
            to -= one;
            at = to;
        }
        const gc_sort_priv_register x = gc_sort_priv_kv_isa_keys(keys + at * ks);
        const gc_sort_priv_register y = gc_sort_priv_kv_isa_values(values + at * vs, narrow);
        const uint32_t all = (1u << one) - 1;
        gc_sort_priv_kv_isa_share(&w, ks, vs, x, y, all << count & all);
        w.left -= missing;
        w.room += missing;
    }

    // The eight that made room.
    for (size_t i = 0; i < 8; i++) gc_sort_priv_kv_isa_share(&w, ks, vs, k[i], v[i], 0);
    return w.left;
}

GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED size_t gc_sort_priv_kv_isa_split(
    const gc_sort_priv_kv *a, size_t first, size_t n, uint64_t cut) {
    if (a->key_size == 4) return gc_sort_priv_kv_isa_split_of(a, 4, 4, first, n, cut);
    if (a->value_size == 4) return gc_sort_priv_kv_isa_split_of(a, 8, 4, first, n, cut);
    return gc_sort_priv_kv_isa_split_of(a, 8, 8, first, n, cut);
}

#undef GC_SORT_PRIV_ISA
#undef GC_SORT_PRIV_PARTING
#endif // GC_SORT_PRIV_PARTING

#if defined(GC_SORT_PRIV_KIND) && !defined(GC_SORT_PRIV_ISA)
// >>scalar the sort of one kind of array
//
// Parameter: GC_SORT_PRIV_KIND; what belongs to it is in the tables of >>names.

#define GC_SORT_PRIV_LANES GC_SORT_PRIV_PASTE(GC_SORT_PRIV_LANES_, GC_SORT_PRIV_KIND)

// Where code is to be little, keys of 16 bits have AVX2 alone.
#define GC_SORT_PRIV_KIND_avx512                                                                             \
    (GC_SORT_PRIV_CODE_avx512 && (GC_SORT_PRIV_LARGE || GC_SORT_PRIV_BITS > 16 || !GC_SORT_PRIV_CODE_avx2))

// ---- Elements: where they are, their order, the bijection and its inverse.

GC_SORT_PRIV_ALWAYS gc_sort_priv_array gc_sort_priv_kind_at(gc_sort_priv_array a, size_t i) { return a + i; }
GC_SORT_PRIV_ALWAYS gc_sort_priv_key gc_sort_priv_kind_get(gc_sort_priv_array a, size_t i) { return a[i]; }
GC_SORT_PRIV_ALWAYS void gc_sort_priv_kind_put(gc_sort_priv_array a, size_t i, gc_sort_priv_key x) {
    a[i] = x;
}

#define GC_SORT_PRIV_LESS(x, y) ((x) < (y))
GC_SORT_PRIV_ALWAYS bool gc_sort_priv_kind_below(gc_sort_priv_key x, gc_sort_priv_key cut) { return x < cut; }

// To the next greater one; false if there is none.
GC_SORT_PRIV_ALWAYS bool gc_sort_priv_kind_next(gc_sort_priv_key *x) { return ++*x != 0; }

static inline gc_sort_priv_key gc_sort_priv_kind_encode(gc_sort_priv_key x, const gc_sort_priv_map *m) {
    const uint64_t negative = 0 - (uint64_t)(x >> (GC_SORT_PRIV_BITS - 1));     // all ones or 0, no branch
    const uint64_t flip = m->pos ^ (negative & (m->neg ^ m->pos));
    return (gc_sort_priv_key)(((x ^ flip) + m->add) ^ m->down);
}

static inline gc_sort_priv_key gc_sort_priv_kind_decode(gc_sort_priv_key k, const gc_sort_priv_map *m) {
    // neg and pos both hold the top bit, or are both 0: the top bit of y shows which of them
    // made it.
    const gc_sort_priv_key y = (gc_sort_priv_key)((k ^ m->down) - m->add);
    const uint64_t positive = 0 - (uint64_t)(y >> (GC_SORT_PRIV_BITS - 1));
    return (gc_sort_priv_key)(y ^ m->neg ^ (positive & (m->neg ^ m->pos)));
}

GC_SORT_PRIV_ALWAYS void gc_sort_priv_kind_prefetch(gc_sort_priv_array a, size_t i, size_t n) {
    gc_sort_priv_prefetch(a, i * sizeof *a, n * sizeof *a);
}

// Puts two in order without a branch.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_kind_exchange(gc_sort_priv_key *x, gc_sort_priv_key *y) {
    const bool in_order = *x < *y;
    const gc_sort_priv_key lo = in_order ? *x : *y, hi = in_order ? *y : *x;
    *x = lo;
    *y = hi;
}

// Sorts R keys, which are registers.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_kind_column(gc_sort_priv_key *x, int R) {
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < gc_sort_priv_exchanges_of(R); i++) {
        gc_sort_priv_kind_exchange(&x[gc_sort_priv_exchanges[i][0]], &x[gc_sort_priv_exchanges[i][1]]);
    }
}

// At most R elements; what is not there is the greatest. Vectors would do it in fewer
// instructions, but each call, on an array beside that of the last one, would wait for what
// that one stored.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_kind_few_of(
    gc_sort_priv_array a, size_t n, const gc_sort_priv_map *m, int R) {
    const bool floats = m->add != 0;
    const gc_sort_priv_key flip = (gc_sort_priv_key)(m->pos ^ m->down);
    const gc_sort_priv_key greatest = (gc_sort_priv_key)UINT64_MAX;
    const gc_sort_priv_key fill =
        floats ? gc_sort_priv_kind_decode(greatest, m) : (gc_sort_priv_key)(greatest ^ flip);
    gc_sort_priv_key x[8];
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < R; i++) x[i] = (size_t)i < n ? a[i] : fill;
    if (floats) {
        GC_SORT_PRIV_UNROLL
        for (int i = 0; i < R; i++) x[i] = gc_sort_priv_kind_encode(x[i], m);
    } else {
        GC_SORT_PRIV_UNROLL
        for (int i = 0; i < R; i++) x[i] = (gc_sort_priv_key)(x[i] ^ flip);
    }

    gc_sort_priv_kind_column(x, R);

    if (floats) {
        GC_SORT_PRIV_UNROLL
        for (int i = 0; i < R; i++) x[i] = gc_sort_priv_kind_decode(x[i], m);
    } else {
        GC_SORT_PRIV_UNROLL
        for (int i = 0; i < R; i++) x[i] = (gc_sort_priv_key)(x[i] ^ flip);
    }
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < R; i++) {
        if ((size_t)i < n) a[i] = x[i];
    }
}

// 2 to 8 raw elements.
GC_SORT_PRIV_CALLED void gc_sort_priv_kind_few(
    gc_sort_priv_array a, size_t n, const gc_sort_priv_map *by) {
    const gc_sort_priv_map map = *by;        // a copy that no store to the array can change
    if (n <= 4) gc_sort_priv_kind_few_of(a, n, &map, 4);
    else gc_sort_priv_kind_few_of(a, n, &map, 8);
}

// 8 or 16 keys in memory.
GC_SORT_PRIV_ALWAYS void gc_sort_priv_kind_net_of(gc_sort_priv_key *v, int R) {
    gc_sort_priv_key x[16];
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < R; i++) x[i] = v[i];
    gc_sort_priv_kind_column(x, R);
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < R; i++) v[i] = x[i];
}

GC_SORT_PRIV_CALLED void gc_sort_priv_kind_net8(gc_sort_priv_key *v) { gc_sort_priv_kind_net_of(v, 8); }
GC_SORT_PRIV_CALLED void gc_sort_priv_kind_net16(gc_sort_priv_key *v) { gc_sort_priv_kind_net_of(v, 16); }

// 2 to 16 elements: more than 8 through a buffer filled up with the greatest. Equal ones cannot
// be told apart.
GC_SORT_PRIV_CALLED void gc_sort_priv_kind_small(gc_sort_priv_array a, size_t n, const gc_sort_priv_map *m) {
    gc_sort_priv_key x[16];
    if (n <= 8) {
        gc_sort_priv_kind_few(a, n, m);
        return;
    }
    memset(x, 0xff, sizeof x);
    for (size_t i = 0; i < n; i++) x[i] = gc_sort_priv_kind_encode(gc_sort_priv_kind_get(a, i), m);
    gc_sort_priv_kind_net16(x);
    for (size_t i = 0; i < n; i++) gc_sort_priv_kind_put(a, i, gc_sort_priv_kind_decode(x[i], m));
}

GC_SORT_PRIV_RARE void gc_sort_priv_kind_heapsort(gc_sort_priv_array a, size_t n) {
    for (size_t i = n + n / 2; i-- > 1;) {
        // First n / 2 rounds: i - n is the root of a heap to build. Then: the greatest goes to
        // i, the rest is mended.
        size_t at = i >= n ? i - n : 0, end = i >= n ? n : i;
        gc_sort_priv_key x = gc_sort_priv_kind_get(a, at);
        if (i < n) {
            x = gc_sort_priv_kind_get(a, i);
            gc_sort_priv_kind_put(a, i, gc_sort_priv_kind_get(a, 0));
        }

        // Down along the greater children, which move up, to where x belongs.
        for (size_t child; (child = 2 * at + 1) < end; at = child) {
            gc_sort_priv_key y = gc_sort_priv_kind_get(a, child);
            if (child + 1 < end) {
                const gc_sort_priv_key z = gc_sort_priv_kind_get(a, child + 1);
                const bool right = GC_SORT_PRIV_LESS(y, z);
                child += right ? 1u : 0u;
                y = right ? z : y;
            }
            if (!GC_SORT_PRIV_LESS(x, y)) break;
            gc_sort_priv_kind_put(a, at, y);
        }
        gc_sort_priv_kind_put(a, at, x);
    }
}

// Moves the elements below cut to the front, returns their number. Lomuto's scheme without a
// branch.
GC_SORT_PRIV_CALLED size_t gc_sort_priv_kind_partition(gc_sort_priv_array a, size_t n, gc_sort_priv_key cut) {
    size_t below = 0;
    for (size_t i = 0; i < n; i++) {
        const gc_sort_priv_key x = gc_sort_priv_kind_get(a, i);
        gc_sort_priv_kind_put(a, i, gc_sort_priv_kind_get(a, below));
        gc_sort_priv_kind_put(a, below, x);
        below += gc_sort_priv_kind_below(x, cut) ? 1u : 0u;
    }
    return below;
}

static inline gc_sort_priv_key gc_sort_priv_kind_median(
    gc_sort_priv_key a, gc_sort_priv_key b, gc_sort_priv_key c) {
    const gc_sort_priv_key lo = GC_SORT_PRIV_LESS(a, b) ? a : b, hi = GC_SORT_PRIV_LESS(a, b) ? b : a;
    return GC_SORT_PRIV_LESS(c, lo) ? lo : GC_SORT_PRIV_LESS(c, hi) ? c : hi;
}

// Pseudo-median of 3 to 81 elements, one at a scattered place in each of as many stretches of
// the n >= 17.
GC_SORT_PRIV_CALLED gc_sort_priv_key gc_sort_priv_kind_pivot(
    gc_sort_priv_array a, size_t n, uint32_t *state) {
    gc_sort_priv_key m[81];
    size_t count = n < 128 ? 3 : n < 1024 ? 9 : n < 32768 ? 27 : 81;

    // One element at a scattered place in each stretch.
    const size_t stretch = n / count;
    for (size_t i = 0; i < count; i++) {
        m[i] = gc_sort_priv_kind_get(a, gc_sort_priv_scatter(state, i, stretch, stretch));
    }

    // Medians of three, until one is left.
    for (; count > 1; count /= 3) {
        for (size_t i = 0; i < count / 3; i++) {
            m[i] = gc_sort_priv_kind_median(m[3 * i], m[3 * i + 1], m[3 * i + 2]);
        }
    }
    return m[0];
}

// Sorts the n elements of all[total] from first on, where no greater one stands before them, no
// smaller one after them, and none of them is below low. bad: how many splits worse than 1 : 7
// are still allowed. Number keys: total >= 16.
static void gc_sort_priv_kind_quick(
    gc_sort_priv_array all, size_t total, size_t first, size_t n, gc_sort_priv_key low, int bad) {
    uint32_t state = (uint32_t)n;
    while (n > 16) {
        gc_sort_priv_array a = gc_sort_priv_kind_at(all, first);

        // Too many bad splits: heapsort bounds the time.
        if (bad == 0) {
            gc_sort_priv_kind_heapsort(a, n);
            return;
        }

        // The pivot; of elements with values only the key counts.
        gc_sort_priv_key pivot = gc_sort_priv_kind_pivot(a, n, &state);

        if (!GC_SORT_PRIV_LESS(low, pivot)) {
            // Nothing is below the pivot: all elements equal to it go to the front and are
            // done.
            low = pivot;
            size_t equal = n;
            if (gc_sort_priv_kind_next(&low)) equal = gc_sort_priv_kind_partition(a, n, low);
            first += equal;
            n -= equal;
            continue;
        }

        // Elements below the pivot to the left, the others to the right.
        const size_t left = gc_sort_priv_kind_partition(a, n, pivot), right = n - left;
        if (left < n / 8 || right < n / 8) bad--;

        // Recursion into the shorter side bounds the depth; the loop takes the longer one.
        if (left < right) {
            gc_sort_priv_kind_quick(all, total, first, left, low, bad);
            first += left;
            n = right;
            low = pivot;
        } else {
            gc_sort_priv_kind_quick(all, total, first + left, right, pivot, bad);
            n = left;
        }
    }

    // At most 16 are left.
    // A network over a window of 8 or 16 that holds the range: the neighbours in it are on
    // their side already, and those that are sorted stay so.
    if (n > 8) gc_sort_priv_kind_net16(all + (total - first >= 16 ? first : total - 16));
    else if (n > 1) gc_sort_priv_kind_net8(all + (total - first >= 8 ? first : total - 8));
}

// True, and all is done, if the n >= 2 elements rise or fall throughout. Random input is left
// after a few.
GC_SORT_PRIV_CALLED bool gc_sort_priv_kind_one_run(
    gc_sort_priv_array a, size_t n, const gc_sort_priv_map *m) {
    const gc_sort_priv_map map = *m;

    // Neighbours rise, fall, or are equal, which is both.
    gc_sort_priv_key last = gc_sort_priv_kind_encode(gc_sort_priv_kind_get(a, 0), &map);
    bool up = false, down = false;
    for (size_t i = 1; i < n; i++) {
        const gc_sort_priv_key k = gc_sort_priv_kind_encode(gc_sort_priv_kind_get(a, i), &map);
        up |= GC_SORT_PRIV_LESS(last, k);
        down |= GC_SORT_PRIV_LESS(k, last);
        if (up && down) return false;
        last = k;
    }

    // It falls: reversed, it is sorted.
    for (size_t i = 0, j = n - 1; down && i < j; i++, j--) {
        const gc_sort_priv_key x = gc_sort_priv_kind_get(a, i), y = gc_sort_priv_kind_get(a, j);
        gc_sort_priv_kind_put(a, i, y);
        gc_sort_priv_kind_put(a, j, x);
    }
    return true;
}

// Raw elements, any n.
GC_SORT_PRIV_CALLED void gc_sort_priv_kind_scalar(gc_sort_priv_array a, size_t n, const gc_sort_priv_map *m) {
    const gc_sort_priv_map map = *m;         // a copy that no store to the array can change

    // Small, or in order already.
    gc_sort_priv_key least;
    if (n <= 16) {
        if (n > 1) gc_sort_priv_kind_small(a, n, &map);
        return;
    }
    if (gc_sort_priv_kind_one_run(a, n, &map)) return;

    // Raw elements are encoded once, sorted, and decoded.
    const bool identity = gc_sort_priv_map_is_identity(&map);
    for (size_t i = 0; !identity && i < n; i++) {
        gc_sort_priv_kind_put(a, i, gc_sort_priv_kind_encode(gc_sort_priv_kind_get(a, i), &map));
    }

    int log2_n = 0;
    for (size_t i = n; i > 1; i /= 2) log2_n++;
    memset(&least, 0, sizeof least);
    gc_sort_priv_kind_quick(a, n, 0, n, least, log2_n);

    for (size_t i = 0; !identity && i < n; i++) {
        gc_sort_priv_kind_put(a, i, gc_sort_priv_kind_decode(gc_sort_priv_kind_get(a, i), &map));
    }
}

// So many elements are sorted without vectors; 8 of 64 bits fill a register, with AVX2 of 32.
#define GC_SORT_PRIV_ONE_BY_ONE (GC_SORT_PRIV_BITS == 64 ? 7u : 8u)

#ifdef GC_SORT_PRIV_X86
#if GC_SORT_PRIV_CODE_avx2
#define GC_SORT_PRIV_ISA avx2
#include GC_SORT_FILENAME
#if GC_SORT_PRIV_BITS == 32
// Eight fill a register of AVX2.
GC_SORT_PRIV_TARGET_avx2 GC_SORT_PRIV_CALLED void gc_sort_priv_u32_avx2_eight(
    gc_sort_priv_u32_array a, const gc_sort_priv_map *m) {
    const gc_sort_priv_avx2_l32_job job = gc_sort_priv_u32_avx2_job(m);
    gc_sort_priv_u32_avx2_net(&job, a, 8, true);
}
#endif
#endif
#if GC_SORT_PRIV_KIND_avx512
#define GC_SORT_PRIV_ISA avx512
#include GC_SORT_FILENAME
#endif
#endif
#if defined(GC_SORT_PRIV_V128_NAME) && GC_SORT_PRIV_BITS < 64
#define GC_SORT_PRIV_ISA v128
#include GC_SORT_FILENAME
#endif

GC_SORT_PRIV_ALWAYS void gc_sort_priv_kind_sort_here(
    gc_sort_priv_array v, size_t n, const gc_sort_priv_map *m) {
    if (n <= GC_SORT_PRIV_ONE_BY_ONE) {
#if defined(GC_SORT_PRIV_X86) && GC_SORT_PRIV_CODE_avx2 && GC_SORT_PRIV_BITS == 32
        if (n == 8 && gc_sort_priv_isa() == GC_SORT_PRIV_ISA_avx2) {
            gc_sort_priv_u32_avx2_eight(v, m);
            return;
        }
#endif
        if (n > 1) gc_sort_priv_kind_few(v, n, m);
        return;
    }

    // AVX-512 where this kind has code for it, else AVX2.
#ifdef GC_SORT_PRIV_X86
    switch (gc_sort_priv_isa()) {
#if GC_SORT_PRIV_KIND_avx512
    case GC_SORT_PRIV_ISA_avx512: gc_sort_priv_kind_avx512_sort(v, n, m); return;
#elif GC_SORT_PRIV_CODE_avx2
    case GC_SORT_PRIV_ISA_avx512:
#endif
#if GC_SORT_PRIV_CODE_avx2
    case GC_SORT_PRIV_ISA_avx2:
        gc_sort_priv_kind_avx2_sort(v, n, m);
        return;
#endif
    default: break;
    }
#endif

    // Registers of 16 bytes.
#if defined(GC_SORT_PRIV_V128_NAME) && GC_SORT_PRIV_BITS < 64
    if (gc_sort_priv_isa() == GC_SORT_PRIV_ISA_v128) {
        gc_sort_priv_kind_v128_sort(v, n, m);
        return;
    }
#endif

    gc_sort_priv_kind_scalar(v, n, m);
}

GC_SORT_PRIV_CALLED void gc_sort_priv_kind_sort(
    gc_sort_priv_array v, size_t n, const gc_sort_priv_map *m) {
    gc_sort_priv_kind_sort_here(v, n, m);
}

// Rows of an array; what belongs to the call and not to a row is done once.
static void gc_sort_priv_kind_rows_here(
    gc_sort_priv_array v, const uint32_t *starts, size_t rows, const gc_sort_priv_map *m) {
    switch (gc_sort_priv_isa()) {
#if defined(GC_SORT_PRIV_X86) && GC_SORT_PRIV_LARGE
#if GC_SORT_PRIV_KIND_avx512
    case GC_SORT_PRIV_ISA_avx512: gc_sort_priv_kind_avx512_rows(v, starts, rows, m); return;
#elif GC_SORT_PRIV_CODE_avx2
    case GC_SORT_PRIV_ISA_avx512:
#endif
#if GC_SORT_PRIV_CODE_avx2
    case GC_SORT_PRIV_ISA_avx2:
        gc_sort_priv_kind_avx2_rows(v, starts, rows, m);
        return;
#endif
#endif
    default:
        for (size_t i = 0; i < rows; i++) gc_sort_priv_kind_sort(v + starts[i], starts[i + 1] - starts[i], m);
    }
}

#if !defined(GC_SORT_NO_CTX) && !defined(GC_SORT_NO_NAMED)
// >>named the sorts that desc.algorithm names, for one kind of number keys
//
// As they are written in games, on encoded keys. Bad splits end in heapsort, as everywhere.

// Parts n >= 3 keys at the median of their first, middle and last one; both sides have some.
// Hoare's scheme: equal keys go to both.
static size_t gc_sort_priv_kind_named_part(gc_sort_priv_key *v, size_t n) {
    gc_sort_priv_key a = v[0], b = v[n / 2], c = v[n - 1];
    const gc_sort_priv_key lo = a < b ? a : b, hi = a < b ? b : a, pivot = c < lo ? lo : c < hi ? c : hi;
    v[0] = c < lo ? c : lo;
    v[n / 2] = pivot;
    v[n - 1] = c < hi ? hi : c;

    size_t i = 0, j = n - 1;
    for (;;) {
        do i++; while (v[i] < pivot);
        do j--; while (pivot < v[j]);
        if (i >= j) return i;
        a = v[i];
        v[i] = v[j];
        v[j] = a;
    }
}

static void gc_sort_priv_kind_named_insertion(gc_sort_priv_key *v, size_t n) {
    for (size_t i = 1; i < n; i++) {
        const gc_sort_priv_key x = v[i];
        size_t at = i;
        for (; at > 0 && x < v[at - 1]; at--) v[at] = v[at - 1];
        v[at] = x;
    }
}

// Quicksort without recursion: the larger side of a split waits on a stack, which so holds at
// most log2 n ranges. bad: how many splits worse than 1 : 7 are still allowed.
static void gc_sort_priv_kind_named_quick(gc_sort_priv_key *v, size_t n, size_t threshold, int bad) {
    struct { gc_sort_priv_key *v; size_t n; int bad; } stack[8 * sizeof(size_t)];
    for (size_t depth = 0;; depth--) {
        while (n > threshold && bad > 0) {
            const size_t left = gc_sort_priv_kind_named_part(v, n), right = n - left;
            const bool left_waits = left > right;
            if (left < n / 8 || right < n / 8) bad--;
            stack[depth].v = left_waits ? v : v + left;
            stack[depth].n = left_waits ? left : right;
            stack[depth++].bad = bad;
            v += left_waits ? left : 0;
            n = left_waits ? right : left;
        }
        if (n > threshold) gc_sort_priv_kind_heapsort(v, n);
        else gc_sort_priv_kind_named_insertion(v, n);

        if (depth == 0) return;
        v = stack[depth - 1].v;
        n = stack[depth - 1].n;
        bad = stack[depth - 1].bad;
    }
}

// A range of quick-levels: parts it, or, in the last round, sorts it.
static void gc_sort_priv_kind_level_task(void *arg, size_t index) {
    gc_sort_priv_named *const d = (gc_sort_priv_named *)arg;
    gc_sort_priv_level *const r = &d->ranges[index];
    gc_sort_priv_key *const v = (gc_sort_priv_key *)d->from + r->first;
    if (d->last) gc_sort_priv_kind_named_quick(v, r->n, d->threshold, r->bad);
    else r->left = r->n > d->threshold && r->bad > 0 ? gc_sort_priv_kind_named_part(v, r->n) : 0;
}

// A part of quick-merge.
static void gc_sort_priv_kind_quick_task(void *arg, size_t index) {
    gc_sort_priv_named *const d = (gc_sort_priv_named *)arg;
    const size_t first = gc_sort_priv_cut(d->n, d->parts, index);
    const size_t n = gc_sort_priv_cut(d->n, d->parts, index + 1) - first;
    gc_sort_priv_kind_named_quick((gc_sort_priv_key *)d->from + first, n, d->threshold, gc_sort_priv_log2(n));
}

// Two runs of `width` parts become one.
static void gc_sort_priv_kind_merge_task(void *arg, size_t index) {
    const gc_sort_priv_named *const d = (const gc_sort_priv_named *)arg;
    const size_t part = 2 * d->width * index;
    const gc_sort_priv_key *const from = (const gc_sort_priv_key *)d->from;
    const gc_sort_priv_key *a = from + gc_sort_priv_cut(d->n, d->parts, part);
    const gc_sort_priv_key *b = from + gc_sort_priv_cut(d->n, d->parts, part + d->width);
    const gc_sort_priv_key *const a_end = b;
    const gc_sort_priv_key *const b_end = from + gc_sort_priv_cut(d->n, d->parts, part + 2 * d->width);
    gc_sort_priv_key *to = (gc_sort_priv_key *)d->to + (a - from);
    while (a < a_end && b < b_end) {
        const bool right = *b < *a;
        *to++ = right ? *b : *a;
        b += right ? 1 : 0;
        a += right ? 0 : 1;
    }
    while (a < a_end) *to++ = *a++;
    while (b < b_end) *to++ = *b++;
}

// A part of the keys from one array to another, or of the array encoded or decoded.
static void gc_sort_priv_kind_recode_task(void *arg, size_t index) {
    const gc_sort_priv_named *const d = (const gc_sort_priv_named *)arg;
    const gc_sort_priv_map map = *d->map;
    const gc_sort_priv_key *const from = (const gc_sort_priv_key *)d->from;
    gc_sort_priv_key *const to = (gc_sort_priv_key *)d->to;
    const size_t end = gc_sort_priv_cut(d->n, d->parts, index + 1);
    for (size_t i = gc_sort_priv_cut(d->n, d->parts, index); i < end; i++) {
        to[i] = d->last ? gc_sort_priv_kind_decode(from[i], &map) : gc_sort_priv_kind_encode(from[i], &map);
    }
}

static const gc_sort_priv_tasks gc_sort_priv_kind_tasks = {
    sizeof(gc_sort_priv_key), gc_sort_priv_kind_recode_task, gc_sort_priv_kind_quick_task,
    gc_sort_priv_kind_merge_task, gc_sort_priv_kind_level_task
};
#endif

#ifdef GC_SORT_PRIV_STEPS
// ---- Steps of a sort in parallel, and of a selection

static size_t gc_sort_priv_kind_scalar_step(
    gc_sort_priv_array a, size_t n, const gc_sort_priv_map *m, int what, gc_sort_priv_key cut) {
    const gc_sort_priv_map map = *m;
    if (what == GC_SORT_PRIV_ORDERED) return n < 2 || gc_sort_priv_kind_one_run(a, n, &map);

#ifndef GC_SORT_NO_SELECT
    // Parts raw elements, which stay so.
    if (what == GC_SORT_PRIV_PART_KEPT || what == GC_SORT_PRIV_PART_FEW) {
        size_t below = 0;
        for (size_t i = 0; i < n; i++) {
            const gc_sort_priv_key x = a[i];
            a[i] = a[below];
            a[below] = x;
            below += gc_sort_priv_kind_encode(x, &map) < cut ? 1u : 0u;
        }
        return below;
    }
#endif

#ifndef GC_SORT_NO_CTX
    // Parts.
    const gc_sort_priv_map none = { 0, 0, 0, 0 };
    const bool identity = gc_sort_priv_map_is_identity(&map);
    for (size_t i = 0; what == GC_SORT_PRIV_PART_RAW && !identity && i < n; i++) {
        gc_sort_priv_kind_put(a, i, gc_sort_priv_kind_encode(gc_sort_priv_kind_get(a, i), &map));
    }
    if (what != GC_SORT_PRIV_REST) return gc_sort_priv_kind_partition(a, n, cut);

    // Sorts encoded elements.
    int log2_n = 0;
    gc_sort_priv_key least;
    memset(&least, 0, sizeof least);
    for (size_t i = n; i > 1; i /= 2) log2_n++;
    if (n > 16) gc_sort_priv_kind_quick(a, n, 0, n, least, log2_n);
    else gc_sort_priv_kind_small(a, n, &none);

    for (size_t i = 0; !identity && i < n; i++) {
        gc_sort_priv_kind_put(a, i, gc_sort_priv_kind_decode(gc_sort_priv_kind_get(a, i), &map));
    }
#endif
    return 0;
}

static size_t gc_sort_priv_kind_step_here(
    gc_sort_priv_array a, size_t n, const gc_sort_priv_map *m, int what, gc_sort_priv_key cut) {
    switch (gc_sort_priv_isa()) {
#ifdef GC_SORT_PRIV_X86
#if GC_SORT_PRIV_KIND_avx512
    case GC_SORT_PRIV_ISA_avx512: return gc_sort_priv_kind_avx512_step(a, n, m, what, cut);
#elif GC_SORT_PRIV_CODE_avx2
    case GC_SORT_PRIV_ISA_avx512:
#endif
#if GC_SORT_PRIV_CODE_avx2
    case GC_SORT_PRIV_ISA_avx2: return gc_sort_priv_kind_avx2_step(a, n, m, what, cut);
#endif
#endif
#if defined(GC_SORT_PRIV_V128_NAME) && GC_SORT_PRIV_BITS < 64
    case GC_SORT_PRIV_ISA_v128: return gc_sort_priv_kind_v128_step(a, n, m, what, cut);
#endif
    default: return gc_sort_priv_kind_scalar_step(a, n, m, what, cut);
    }
}
#endif

#ifndef GC_SORT_NO_CTX
static size_t gc_sort_priv_kind_step(
    const gc_sort_priv_work *w, int what, size_t first, size_t n, uint64_t key) {
    const gc_sort_priv_array a = (gc_sort_priv_array)(void *)w->keys + first;
    return gc_sort_priv_kind_step_here(a, n, w->map, what, (gc_sort_priv_key)key);
}
#endif

#ifndef GC_SORT_NO_SELECT
// >>select the nth key, for one kind of number keys
//
// Quickselect by the partition of the instruction set, its cuts beside the wanted place in a
// sorted sample (Floyd and Rivest 1975): first the side goes that has more, then the other one,
// and so on with what is left. Keys stay raw.

// Cuts, encoded, before and behind the nth of n keys, most likely. All keys are from low to
// most, and not all equal. A cut that takes nothing away is low, or 0.
typedef struct gc_sort_priv_kind_cuts {
    gc_sort_priv_key lower, upper;
    bool few;                        // next to none are below upper; nearly all the sample is not
} gc_sort_priv_kind_cuts;

GC_SORT_PRIV_CALLED gc_sort_priv_kind_cuts gc_sort_priv_kind_select_cuts(
    gc_sort_priv_array a, size_t n, size_t nth, const gc_sort_priv_map *m, gc_sort_priv_key low,
    gc_sort_priv_key most, uint32_t *state) {
    gc_sort_priv_key sample[GC_SORT_PRIV_SAMPLE];
    const size_t piece = 8;
    size_t count = GC_SORT_PRIV_SAMPLE;
    if (n < GC_SORT_PRIV_SELECT_LARGE) count /= n < GC_SORT_PRIV_SELECT_SMALL ? 16 : 4;

    // Pieces of neighbours, from scattered places.
    const size_t stretch = n / (count / piece);
    for (size_t i = 0; i < count; i += piece) {
        const size_t at = gc_sort_priv_scatter(state, i / piece, stretch, stretch - piece);
        memcpy(sample + i, a + at, piece * sizeof *sample);
    }
    gc_sort_priv_kind_sort(sample, count, m);

    // The place there, and a little more than a standard deviation of it.
    size_t rank = (size_t)((double)nth / (double)n * (double)count), aside = 1;
    if (rank >= count) rank = count - 1;
    while (aside * aside * count < rank * (count - rank)) aside++;
    aside++;
    const size_t last = rank + aside < count ? rank + aside : count - 1;
    const gc_sort_priv_key x = gc_sort_priv_kind_encode(sample[rank], m);

    // A key that fills the sample there is between two of its own.
    gc_sort_priv_kind_cuts cuts;
    cuts.lower = gc_sort_priv_kind_encode(sample[rank > aside ? rank - aside : 0], m);
    cuts.upper = gc_sort_priv_kind_encode(sample[last], m);
    cuts.few = last < count / 64 && cuts.upper != x;
    if (cuts.upper == x) cuts.upper = x < most ? (gc_sort_priv_key)(x + 1) : 0;
    if (cuts.lower == low) cuts.lower = x;
    return cuts;
}

// Puts the key that belongs at nth there.
GC_SORT_PRIV_CALLED void gc_sort_priv_kind_select(
    gc_sort_priv_array a, size_t n, size_t nth, const gc_sort_priv_map *m) {
    gc_sort_priv_key low = 0, most = (gc_sort_priv_key)UINT64_MAX;
    const size_t few = GC_SORT_PRIV_SELECT_FEW / (GC_SORT_PRIV_BITS == 64 ? 2 : 1);
    uint32_t state = (uint32_t)n;
    int bad = 0;
    for (size_t i = n; i > 1; i /= 2) bad++;
    if (n > few && gc_sort_priv_kind_step_here(a, n, m, GC_SORT_PRIV_ORDERED, 0)) return;

    while (n > few && bad > 0 && low < most) {
        const gc_sort_priv_kind_cuts cuts = gc_sort_priv_kind_select_cuts(a, n, nth, m, low, most, &state);
        const size_t before = n;

        // The larger side first. A cut that the other one has overtaken is left out.
        const bool upper_first = nth < n / 2;
        for (int i = 0; i < 2 && n > few; i++) {
            const bool upper = upper_first == (i == 0);
            const gc_sort_priv_key cut = upper ? cuts.upper : cuts.lower;
            if (cut <= low || cut > most) continue;
            const int what = upper && cuts.few ? GC_SORT_PRIV_PART_FEW : GC_SORT_PRIV_PART_KEPT;
            const size_t below = gc_sort_priv_kind_step_here(a, n, m, what, cut);
            if (nth < below) {
                n = below;
                most = (gc_sort_priv_key)(cut - 1);
            } else {
                a += below;
                n -= below;
                nth -= below;
                low = cut;
            }
        }
        if (n > before - before / 8) bad--;
    }

    // Few are left, or many bad cuts were made; or all are equal.
    if (low < most) gc_sort_priv_kind_sort(a, n, m);
}
#endif

// How many of the n sorted raw elements of a stand before x, raw as well.
GC_SORT_PRIV_RARE size_t gc_sort_priv_kind_place(gc_sort_priv_array a, size_t n, gc_sort_priv_key x,
                                                const gc_sort_priv_map *m) {
    const gc_sort_priv_key k = gc_sort_priv_kind_encode(x, m);
    size_t lo = 0, hi = n;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (GC_SORT_PRIV_LESS(gc_sort_priv_kind_encode(gc_sort_priv_kind_get(a, mid), m), k)) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

// Arrays of >>crooked; one of the two may be aligned.
GC_SORT_PRIV_RARE void gc_sort_priv_kind_crooked(void *keys, size_t n, size_t align,
                                                const gc_sort_priv_map *m) {
    gc_sort_priv_crooked k;
    if (n < 2) return;
    gc_sort_priv_straighten(&k, keys, n, sizeof(gc_sort_priv_key), align);

    gc_sort_priv_key *const v = (gc_sort_priv_key *)(void *)k.aligned;
    gc_sort_priv_kind_sort(v, n - 1, m);
    gc_sort_priv_put_back(&k, n, gc_sort_priv_kind_place(v, n - 1, *(gc_sort_priv_key *)(void *)&k.last, m));
}

// >>entries what the public functions call: arguments are checked

GC_SORT_PRIV_CALLED void gc_sort_priv_kind_entry(
    void *keys, size_t n, size_t align, const gc_sort_priv_map *m) {
    const bool there = gc_sort_priv_there(keys, n), aligned = gc_sort_priv_aligned(keys, align);
    GC_SORT_ASSERT(there && "gc_sort_...: keys is NULL");
    GC_SORT_ASSERT(aligned && "gc_sort_...: keys is not aligned");
    if (!there) return;

    if (aligned) gc_sort_priv_kind_sort_here((gc_sort_priv_array)keys, n, m);
    else gc_sort_priv_kind_crooked(keys, n, align, m);
}

// Starts that fall are found before anything is done.
GC_SORT_PRIV_CALLED int gc_sort_priv_kind_rows(
    void *keys, const uint32_t *starts, size_t rows, size_t align, const gc_sort_priv_map *m) {
    if (rows == 0) return GC_SORT_OK;

    bool falls = !starts;
    for (size_t i = 0; starts && i < rows; i++) falls = falls || starts[i + 1] < starts[i];
    GC_SORT_ASSERT(!falls && "gc_sort_rows_...: starts is NULL, or falls");
    if (falls) return GC_SORT_E_ARGUMENT;

    if (starts[rows] == starts[0]) return GC_SORT_OK;
    const bool there = keys != NULL;
    const bool aligned = gc_sort_priv_aligned(keys, align);
    GC_SORT_ASSERT(there && "gc_sort_rows_...: keys is NULL");
    GC_SORT_ASSERT(aligned && "gc_sort_rows_...: keys is not aligned");
    if (!there) return GC_SORT_E_ARGUMENT;

    if (aligned) gc_sort_priv_kind_rows_here((gc_sort_priv_array)keys, starts, rows, m);
    for (size_t i = 0; !aligned && i < rows; i++) {
        unsigned char *const row = (unsigned char *)keys + starts[i] * sizeof(gc_sort_priv_key);
        gc_sort_priv_kind_crooked(row, starts[i + 1] - starts[i], align, m);
    }
    return GC_SORT_OK;
}

#ifndef GC_SORT_NO_SELECT
// Arrays that are not aligned are sorted.
GC_SORT_PRIV_CALLED void gc_sort_priv_kind_nth(
    void *keys, size_t n, size_t nth, size_t align, const gc_sort_priv_map *m) {
    GC_SORT_ASSERT(nth < n && "gc_sort_nth_...: no such place");
    if (nth >= n) return;

    const bool here = keys && gc_sort_priv_aligned(keys, align);
    if (here) gc_sort_priv_kind_select((gc_sort_priv_array)keys, n, nth, m);
    else gc_sort_priv_kind_entry(keys, n, align, m);
}

GC_SORT_PRIV_CALLED void gc_sort_priv_kind_top(
    void *keys, size_t n, size_t k, size_t align, const gc_sort_priv_map *m) {
    if (k == 0) return;
    if (k < n && keys && gc_sort_priv_aligned(keys, align)) {
        gc_sort_priv_kind_select((gc_sort_priv_array)keys, n, k - 1, m);
        n = k;
    }
    gc_sort_priv_kind_entry(keys, n, align, m);
}
#endif

#ifndef GC_SORT_NO_CTX
// What the entry below does not do itself.
GC_SORT_PRIV_CALLED int gc_sort_priv_kind_ctx(
    gc_sort_context *c, void *keys, size_t align, size_t n, const gc_sort_priv_map *m) {
    const bool there = c && gc_sort_priv_there(keys, n), aligned = gc_sort_priv_aligned(keys, align);
    const bool fits = n <= (SIZE_MAX >> 1) / sizeof(gc_sort_priv_key);
    GC_SORT_ASSERT(there && "gc_sort_ctx_...: context or keys is NULL");
    GC_SORT_ASSERT(aligned && "gc_sort_ctx_...: keys is not aligned");
    if (!there) return GC_SORT_E_ARGUMENT;
    GC_SORT_ASSERT(fits && "gc_sort_ctx_...: n keys do not fit the address space");
    if (!fits) return GC_SORT_E_SIZE;
    if (!gc_sort_priv_enter(c)) return GC_SORT_E_ARGUMENT;
    if (n < 2 || !aligned) {
        if (n > 1) gc_sort_priv_kind_crooked(keys, n, align, m);
        gc_sort_priv_leave(c);
        return GC_SORT_OK;
    }

    const gc_sort_priv_array a = (gc_sort_priv_array)keys;
#ifndef GC_SORT_NO_NAMED
    if (c->algorithm) {
        gc_sort_priv_by_name(c, a, n, m, &gc_sort_priv_kind_tasks);
        gc_sort_priv_leave(c);
        return GC_SORT_OK;
    }
#endif
    gc_sort_priv_work w = gc_sort_priv_work_of(keys, sizeof *a, NULL, 0, n, m, gc_sort_priv_kind_step);
    bool done = gc_sort_priv_parallel(c, &w);
#if GC_SORT_PRIV_BITS == 64 && GC_SORT_PRIV_LARGE
    if (!done) done = gc_sort_priv_radix(c, &w);
#endif
    if (!done) gc_sort_priv_kind_sort(a, n, m);
    gc_sort_priv_leave(c);
    return GC_SORT_OK;
}

// Most calls are the one without a context.
GC_SORT_PRIV_ALWAYS int gc_sort_priv_kind_entry_ctx(
    gc_sort_context *c, void *keys, size_t align, size_t n, const gc_sort_priv_map *m) {
    const bool radix = GC_SORT_PRIV_BITS == 64 && GC_SORT_PRIV_LARGE && n >= GC_SORT_PRIV_RADIX_MIN;
    const size_t least = radix || !c ? 0 : c->least;
    if (keys && gc_sort_priv_aligned(keys, align) && n < least && !GC_SORT_PRIV_LOAD(&c->busy)) {
        gc_sort_priv_kind_sort((gc_sort_priv_array)keys, n, m);
        return GC_SORT_OK;
    }
    return gc_sort_priv_kind_ctx(c, keys, align, n, m);
}
#endif

#undef GC_SORT_PRIV_LANES
#undef GC_SORT_PRIV_KIND_avx512
#undef GC_SORT_PRIV_ONE_BY_ONE
#undef GC_SORT_PRIV_LESS
#undef GC_SORT_PRIV_KIND
#undef GC_SORT_PRIV_LANES
#endif // GC_SORT_PRIV_KIND

#if defined(GC_SORT_PRIV_ISA) && defined(GC_SORT_PRIV_LANES) && !defined(GC_SORT_PRIV_KIND)
// >>networks networks over rows, for one set of lanes
//
// Parameters: GC_SORT_PRIV_ISA, GC_SORT_PRIV_LANES.
//
// An R x N matrix, a register a row, becomes sorted column by column: first the columns, each
// by a network over the rows; then pairs of columns, of pairs ... are merged bitonically
// (Batcher 1968), where element i meets the i-th from the end, then those half as far off, and
// so on: the first and, while that is more than a column, the others across lanes, the rest
// across rows. Last, log2 R perfect shuffles of the rows transpose. R is a constant wherever
// these are called, every loop is written out, and rows x[0] to x[R - 1] are registers.

// Lanes of 64 bits with AVX2, four of them: their networks are others.
#define GC_SORT_PRIV_QUADS (GC_SORT_PRIV_BYTES == 32 && GC_SORT_PRIV_WIDTH >= 64)

GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_exchange(gc_sort_priv_vector *x, gc_sort_priv_vector *y) {
    const gc_sort_priv_vector lo = gc_sort_priv_lanes_lesser(*x, *y);
    *y = gc_sort_priv_lanes_greater(*x, *y, lo);
    *x = lo;
}

GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_zip(gc_sort_priv_vector *x, gc_sort_priv_vector *y) {
    const gc_sort_priv_vector low = gc_sort_priv_lanes_zip_low(*x, *y);
    *y = gc_sort_priv_lanes_zip_high(*x, *y);
    *x = low;
}

// Sorts each column.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_columns(gc_sort_priv_vector *x, int R) {
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < gc_sort_priv_exchanges_of(R); i++) {
        gc_sort_priv_lanes_exchange(&x[gc_sort_priv_exchanges[i][0]], &x[gc_sort_priv_exchanges[i][1]]);
    }
}

// Rows i and i + k, in groups of 2 k: exchanged, or zipped.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_pairs(gc_sort_priv_vector *x, int R, int k, bool zips) {
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < R / 2; i++) {
        gc_sort_priv_vector *const row = &x[i + i / k * k];
        if (zips) gc_sort_priv_lanes_zip(row, row + k);
        else gc_sort_priv_lanes_exchange(row, row + k);
    }
}

// Rows R / 2 apart, then each half in the same way, one after the other: that sorts columns
// that are bitonic, or, by zips, transposes.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_halve8(gc_sort_priv_vector *x, int R, bool zips) {
    if (R > 4) gc_sort_priv_lanes_pairs(x, R, 4, zips);
    if (R > 2) gc_sort_priv_lanes_pairs(x, R, 2, zips);
    if (R > 1) gc_sort_priv_lanes_pairs(x, R, 1, zips);
}

GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_halve16(gc_sort_priv_vector *x, int R, bool zips) {
    if (R > 8) gc_sort_priv_lanes_pairs(x, R, 8, zips);
    gc_sort_priv_lanes_halve8(x, R > 8 ? 8 : R, zips);
    if (R > 8) gc_sort_priv_lanes_halve8(x + 8, 8, zips);
}

GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_halve(gc_sort_priv_vector *x, int R, bool zips) {
    if (R > 16) gc_sort_priv_lanes_pairs(x, R, 16, zips);
    gc_sort_priv_lanes_halve16(x, R > 16 ? 16 : R, zips);
    if (R > 16) gc_sort_priv_lanes_halve16(x + 16, 16, zips);
}

// Lanes of a row that are k apart.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_within(gc_sort_priv_vector *x, int k) {
    gc_sort_priv_vector y = gc_sort_priv_lanes_swap(*x, k);
    gc_sort_priv_lanes_cross(x, &y, k);
}

// Merges columns of pairs of k neighbours: rows from both ends meet, then lanes of a row, all
// steps of one before the next one: less is in registers at once; then rows.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_across(gc_sort_priv_vector *x, int R, int k) {
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < (R + 1) / 2; i++) {
        gc_sort_priv_vector y = gc_sort_priv_lanes_mirror(x[R - 1 - i], k);
        gc_sort_priv_lanes_cross(&x[i], &y, k);
        if (R > 1) x[R - 1 - i] = gc_sort_priv_lanes_mirror(y, k);
    }
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < R; i++) {
        if (k > 4) gc_sort_priv_lanes_within(&x[i], 4);
        if (k > 2) gc_sort_priv_lanes_within(&x[i], 2);
        if (k > 1) gc_sort_priv_lanes_within(&x[i], 1);
    }
    gc_sort_priv_lanes_halve(x, R, false);
}

#if GC_SORT_PRIV_BYTES == 32
// Zips of AVX2 work within the halves of a register, which are joined then.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_join(gc_sort_priv_vector *x, gc_sort_priv_vector *y) {
    const gc_sort_priv_vector low = gc_sort_priv_lanes_join_low(*x, *y);
    *y = gc_sort_priv_lanes_join_high(*x, *y);
    *x = low;
}
#endif

#if GC_SORT_PRIV_QUADS
// 64-bit lanes of AVX2, merged and transposed in one: columns 0 and 2, 1 and 3 first, then
// these two. In that merge steps within a row take four operations (two rows at once: three).
// So a bit of the column's number changes places with one of the row's, which takes one, is
// compared across rows, and stays there if the order in memory wants it so.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_quads(gc_sort_priv_vector *x, int R) {
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < R / 2; i++) {
        gc_sort_priv_vector y = gc_sort_priv_lanes_swap(x[R - 1 - i], 2);
        gc_sort_priv_lanes_cross(&x[i], &y, 2);
        x[R - 1 - i] = gc_sort_priv_lanes_swap(y, 2);
    }
    gc_sort_priv_lanes_halve(x, R, false);

    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < R / 2; i++) {
        gc_sort_priv_vector y = gc_sort_priv_lanes_mirror(x[R - 1 - i], 2);
        gc_sort_priv_lanes_cross(&x[i], &y, 1);
        x[R - 1 - i] = gc_sort_priv_lanes_mirror(y, 2);
    }
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < R; i += 2) {
        gc_sort_priv_lanes_join(&x[i], &x[i + 1]);
        gc_sort_priv_lanes_exchange(&x[i], &x[i + 1]);
    }

    if (R > 8) gc_sort_priv_lanes_pairs(x, R, 8, false);
    if (R > 4) gc_sort_priv_lanes_pairs(x, R, 4, false);
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i < R / 2; i++) {
        gc_sort_priv_vector *const row = &x[i + i / 2 * 2];
        gc_sort_priv_lanes_exchange(row, row + 2);
        gc_sort_priv_lanes_join(row, row + 2);
        gc_sort_priv_lanes_exchange(row, row + 2);
        gc_sort_priv_lanes_zip(row, row + 2);
    }
}
#endif

// The network.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_rows(gc_sort_priv_vector *x, int R) {
    gc_sort_priv_lanes_columns(x, R);
#if GC_SORT_PRIV_QUADS
    if (R > 2) {
        gc_sort_priv_lanes_quads(x, R);
        return;
    }
#endif
    gc_sort_priv_lanes_across(x, R, 1);
    gc_sort_priv_lanes_across(x, R, 2);
    if (GC_SORT_PRIV_N > 4) gc_sort_priv_lanes_across(x, R, 4);
    if (GC_SORT_PRIV_N > 8) gc_sort_priv_lanes_across(x, R, 8);
    gc_sort_priv_lanes_halve(x, R, true);
#if GC_SORT_PRIV_BYTES == 32
    GC_SORT_PRIV_UNROLL
    for (int i = 0; i + 1 < R; i += 2) gc_sort_priv_lanes_join(&x[i], &x[i + 1]);
#endif
}

#if GC_SORT_PRIV_NETS
typedef struct gc_sort_priv_lanes_job {
    const gc_sort_priv_map *original;    // raw keys to unsigned ones
    gc_sort_priv_lanes_map map;          // raw keys to what is in the lanes
    bool identity;                       // the latter changes nothing
} gc_sort_priv_lanes_job;

// A row of a network over n elements. whole: known to be, as the first half of the rows is;
// else the missing elements come from fill, which is the greatest one, or is encoded to it
// later.
GC_SORT_PRIV_ISA_INLINE gc_sort_priv_vector gc_sort_priv_lanes_load_row(
    gc_sort_priv_block a, size_t n, size_t row, bool whole, gc_sort_priv_vector fill) {
    const size_t first = row * GC_SORT_PRIV_N, i = first < n ? first : n, rest = n - i;
    // Below 256.
    const size_t count = GC_SORT_PRIV_NET_MAX < 512 || rest < GC_SORT_PRIV_N ? rest : GC_SORT_PRIV_N;
    return whole ? gc_sort_priv_block_load(a, first) : gc_sort_priv_block_load_over(a, i, count, fill);
}

GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_store_row(
    gc_sort_priv_block a, size_t n, size_t row, bool whole, gc_sort_priv_vector x) {
    const size_t first = row * GC_SORT_PRIV_N, i = first < n ? first : n, rest = n - i;
    const size_t count = GC_SORT_PRIV_NET_MAX < 512 || rest < GC_SORT_PRIV_N ? rest : GC_SORT_PRIV_N;
    if (whole) gc_sort_priv_block_store(a, first, x);
    else gc_sort_priv_block_store_part(a, i, x, count);
}

#if GC_SORT_PRIV_BYTES == 64
// What there is of one row: halves of it, quarters, eighths that overlap. Lanes not of 32 bits
// have less than a row in leaves of the quicksort alone, and take a mask.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_store_few(
    gc_sort_priv_block a, size_t n, gc_sort_priv_vector x) {
    const size_t bytes = n * sizeof *a, half = bytes >= 32 ? 32 : bytes >= 16 ? 16 : 8;
    if (n == GC_SORT_PRIV_N) {
        gc_sort_priv_block_store(a, 0, x);
        return;
    }
    if (GC_SORT_PRIV_WIDTH != 32 || n == 1) {
        gc_sort_priv_block_store_part(a, 0, x, n);
        return;
    }
    const __m512i y = gc_sort_priv_lanes_turn(x, x, (bytes - half) / sizeof *a);
    unsigned char *const p = (unsigned char *)a, *const q = p + (bytes - half);
    if (half == 32) {
        _mm256_storeu_si256((__m256i *)(void *)p, _mm512_castsi512_si256(x));
        _mm256_storeu_si256((__m256i *)(void *)q, _mm512_castsi512_si256(y));
    } else if (half == 16) {
        _mm_storeu_si128((__m128i *)(void *)p, _mm512_castsi512_si128(x));
        _mm_storeu_si128((__m128i *)(void *)q, _mm512_castsi512_si128(y));
    } else {
        _mm_storel_epi64((__m128i *)(void *)p, _mm512_castsi512_si128(x));
        _mm_storel_epi64((__m128i *)(void *)q, _mm512_castsi512_si128(y));
    }
}

#endif

// The vector that has row r. AVX2: with 32-bit lanes vectors 2 i and 2 i + 1 are the rows i and
// i + R / 2; with 64-bit ones vectors 4 i to 4 i + 3 are i + (0, R / 4, R / 2, 3 R / 4).
GC_SORT_PRIV_ALWAYS int gc_sort_priv_lanes_vector_of(int r, int R) {
    if (GC_SORT_PRIV_QUADS && R > 2) return r % (R / 4) * 4 + r / (R / 4) % 2 + r / (R / 2) * 2;
    return GC_SORT_PRIV_BYTES == 32 && R > 1 ? r % (R / 2) * 2 + r / (R / 2) : r;
}

#if GC_SORT_PRIV_BYTES >= 32
// Up to eight rows go back whole, those at the end over each other, the last with some lanes of
// the row before it: nothing is written outside the array, and without a masked store, which
// the next call would wait for.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_store_over(
    gc_sort_priv_block a, size_t n, const gc_sort_priv_vector *x, int R) {
    gc_sort_priv_vector y[8];
    GC_SORT_PRIV_UNROLL
    for (int r = 0; r < R; r++) y[r] = x[gc_sort_priv_lanes_vector_of(r, R)];

    gc_sort_priv_vector before = y[R / 2 - 1], last = y[R / 2];
    GC_SORT_PRIV_UNROLL
    for (int r = 0; r < R - 1; r++) {
        const bool there = r < R / 2 || n >= (size_t)(r + 1) * GC_SORT_PRIV_N;
        gc_sort_priv_block_store(a, there ? (size_t)r * GC_SORT_PRIV_N : n - GC_SORT_PRIV_N, y[r]);
    }
    GC_SORT_PRIV_UNROLL
    for (int r = R / 2 + 1; r < R; r++) {
        const bool further = n > (size_t)r * GC_SORT_PRIV_N;
        before = gc_sort_priv_lanes_pick(before, y[r - 1], further);
        last = gc_sort_priv_lanes_pick(last, y[r], further);
    }
    last = gc_sort_priv_lanes_turn(before, last, (n - 1) % GC_SORT_PRIV_N + 1);
    gc_sort_priv_block_store(a, n - GC_SORT_PRIV_N, last);
}
#endif

// The rows back to the array.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_store_rows(
    gc_sort_priv_block a, size_t n, const gc_sort_priv_vector *x, int R) {
#if GC_SORT_PRIV_BYTES == 64
    if (R == 1) {
        gc_sort_priv_lanes_store_few(a, n, x[0]);
        return;
    }
#endif
#if GC_SORT_PRIV_BYTES >= 32
    if (R > 1 && R <= 8) {
        gc_sort_priv_lanes_store_over(a, n, x, R);
        return;
    }
#endif
#if GC_SORT_PRIV_BYTES == 32
    // More of them by way of the stack: whole as well, the last over some of the row before it.
    if (R > 8) {
        gc_sort_priv_vector keys[16];
        const gc_sort_priv_block rows = (gc_sort_priv_block)(void *)keys;
        GC_SORT_PRIV_UNROLL
        for (int r = 0; r < R; r++) {
            const gc_sort_priv_vector y = x[gc_sort_priv_lanes_vector_of(r, R)];
            if (r < R / 2) gc_sort_priv_block_store(a, (size_t)r * GC_SORT_PRIV_N, y);
            if (r >= R / 2 - 1) gc_sort_priv_block_store(rows, (size_t)r * GC_SORT_PRIV_N, y);
        }
        for (size_t i = (size_t)R / 2 * GC_SORT_PRIV_N; i < n; i += GC_SORT_PRIV_N) {
            const size_t at = n - i >= GC_SORT_PRIV_N ? i : n - GC_SORT_PRIV_N;
            gc_sort_priv_block_store(a, at, gc_sort_priv_block_load(rows, at));
        }
        return;
    }
#endif
    GC_SORT_PRIV_UNROLL
    for (int r = 0; r < R; r++) {
        const int at = gc_sort_priv_lanes_vector_of(r, R);
        gc_sort_priv_lanes_store_row(a, n, (size_t)r, r < R / 2, x[at]);
    }
}

// n <= R rows of elements; in, out: NULL, or how they are encoded before and decoded then.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_lanes_net_of(
    const gc_sort_priv_lanes_map *in, const gc_sort_priv_lanes_map *out, gc_sort_priv_block a, size_t n,
    int R) {
    gc_sort_priv_vector x[32], fill = gc_sort_priv_lanes_greatest();
    if (in) fill = in->flips ? gc_sort_priv_lanes_flip(fill, in) : gc_sort_priv_lanes_decode(fill, in);
    GC_SORT_PRIV_UNROLL
    for (int r = 0; r < R; r++) x[r] = gc_sort_priv_lanes_load_row(a, n, (size_t)r, r < R / 2, fill);
    if (in && in->flips) {
        GC_SORT_PRIV_UNROLL
        for (int r = 0; r < R; r++) x[r] = gc_sort_priv_lanes_flip(x[r], in);
    } else if (in) {
        GC_SORT_PRIV_UNROLL
        for (int r = 0; r < R; r++) x[r] = gc_sort_priv_lanes_encode(x[r], in);
    }

    gc_sort_priv_lanes_rows(x, R);

    if (out && out->flips) {
        GC_SORT_PRIV_UNROLL
        for (int r = 0; r < R; r++) x[r] = gc_sort_priv_lanes_flip(x[r], out);
    } else if (out) {
        GC_SORT_PRIV_UNROLL
        for (int r = 0; r < R; r++) x[r] = gc_sort_priv_lanes_decode(x[r], out);
    }
    gc_sort_priv_lanes_store_rows(a, n, x, R);
}

GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED void gc_sort_priv_lanes_net1(
    const gc_sort_priv_lanes_map *in, const gc_sort_priv_lanes_map *out, gc_sort_priv_block a, size_t n) {
    gc_sort_priv_lanes_net_of(in, out, a, n, 1);
}

GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED void gc_sort_priv_lanes_net2(
    const gc_sort_priv_lanes_map *in, const gc_sort_priv_lanes_map *out, gc_sort_priv_block a, size_t n) {
    gc_sort_priv_lanes_net_of(in, out, a, n, 2);
}

GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED void gc_sort_priv_lanes_net4(
    const gc_sort_priv_lanes_map *in, const gc_sort_priv_lanes_map *out, gc_sort_priv_block a, size_t n) {
    gc_sort_priv_lanes_net_of(in, out, a, n, 4);
}

GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED void gc_sort_priv_lanes_net8(
    const gc_sort_priv_lanes_map *in, const gc_sort_priv_lanes_map *out, gc_sort_priv_block a, size_t n) {
    gc_sort_priv_lanes_net_of(in, out, a, n, 8);
}

#if GC_SORT_PRIV_ROWS_MAX >= 16
GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED void gc_sort_priv_lanes_net16(
    const gc_sort_priv_lanes_map *in, const gc_sort_priv_lanes_map *out, gc_sort_priv_block a, size_t n) {
    gc_sort_priv_lanes_net_of(in, out, a, n, 16);
}
#endif

#if GC_SORT_PRIV_ROWS_MAX >= 32
GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED void gc_sort_priv_lanes_net32(
    const gc_sort_priv_lanes_map *in, const gc_sort_priv_lanes_map *out, gc_sort_priv_block a, size_t n) {
    gc_sort_priv_lanes_net_of(in, out, a, n, 32);
}
#endif

// n <= GC_SORT_PRIV_NET_MAX elements.
GC_SORT_PRIV_TARGET static void gc_sort_priv_lanes_net(
    const gc_sort_priv_lanes_map *in, const gc_sort_priv_lanes_map *out, gc_sort_priv_block a, size_t n) {
    if (n <= 1 * GC_SORT_PRIV_N) gc_sort_priv_lanes_net1(in, out, a, n);
    else if (n <= 2 * GC_SORT_PRIV_N) gc_sort_priv_lanes_net2(in, out, a, n);
    else if (n <= 4 * GC_SORT_PRIV_N) gc_sort_priv_lanes_net4(in, out, a, n);
#if GC_SORT_PRIV_ROWS_MAX >= 32
    else if (n > 16 * GC_SORT_PRIV_N) gc_sort_priv_lanes_net32(in, out, a, n);
#endif
#if GC_SORT_PRIV_ROWS_MAX >= 16
    else if (n > 8 * GC_SORT_PRIV_N) gc_sort_priv_lanes_net16(in, out, a, n);
#endif
    else gc_sort_priv_lanes_net8(in, out, a, n);
}

// Pivot from count = 3, 9 or 27 vectors: lane by lane their pseudo-median; these sorted, the
// one at place. *lowest: the lowest; if that equals the pivot, most elements probably do.
GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED gc_sort_priv_element gc_sort_priv_lanes_sampled(
    gc_sort_priv_vector *m, size_t count, size_t place, gc_sort_priv_element *lowest) {
    for (; count > 1; count /= 3) {
        for (size_t i = 0; i < count / 3; i++) {
            gc_sort_priv_vector x = m[3 * i], y = m[3 * i + 1], z = m[3 * i + 2];
            gc_sort_priv_lanes_exchange(&x, &y);
            gc_sort_priv_lanes_exchange(&y, &z);
            gc_sort_priv_lanes_exchange(&x, &y);
            m[i] = y;
        }
    }

    // A network of one row sorts the lanes of the last one.
    gc_sort_priv_vector x[1] = { m[0] };
    gc_sort_priv_lanes_rows(x, 1);
    *lowest = gc_sort_priv_lanes_lane(x[0], 0);
    return gc_sort_priv_lanes_lane(x[0], place);
}
#endif // GC_SORT_PRIV_NETS

#undef GC_SORT_PRIV_QUADS
#undef GC_SORT_PRIV_LANES
#undef GC_SORT_PRIV_ISA
#endif // GC_SORT_PRIV_ISA

#if defined(GC_SORT_PRIV_KIND) && defined(GC_SORT_PRIV_ISA)
// >>vector the sort of one kind of array with one instruction set
//
// Parameters: GC_SORT_PRIV_KIND, GC_SORT_PRIV_ISA. Where lanes compare as signed
// (GC_SORT_PRIV_SIGNED), the map also turns the top bit over.

// Lanes hold keys with the top bit turned over.
#define GC_SORT_PRIV_TOP_TURNED (GC_SORT_PRIV_SIGNED && GC_SORT_PRIV_BITS != 16)

// A vector of elements as the lanes hold them. raw: not yet encoded. Elements with values are
// encoded before all else.
GC_SORT_PRIV_ISA_INLINE gc_sort_priv_vector gc_sort_priv_vec_get(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t i, bool raw) {
    const gc_sort_priv_vector x = gc_sort_priv_vec_load(a, i);
    return raw ? gc_sort_priv_lanes_encode(x, &job->map) : x;
}

// Raw elements become encoded, or encoded ones raw again.
GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED void gc_sort_priv_vec_recode(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, bool encode) {
    if (job->identity) return;
    const gc_sort_priv_lanes_map map = job->map;
    for (size_t i = 0; i < n; i += GC_SORT_PRIV_N) {
        const bool whole = n - i >= GC_SORT_PRIV_N;
        gc_sort_priv_vector x = whole ? gc_sort_priv_vec_load(a, i) : gc_sort_priv_vec_load_part(a, i, n - i);
        x = encode ? gc_sort_priv_lanes_encode(x, &map) : gc_sort_priv_lanes_decode(x, &map);
        if (whole) gc_sort_priv_vec_store(a, i, x);
        else gc_sort_priv_vec_store_part(a, i, x, n - i);
    }
}

// Sorts n <= GC_SORT_PRIV_NET_MAX elements, raw or encoded, and leaves them raw.
#if GC_SORT_PRIV_BITS > 16
GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED void gc_sort_priv_vec_net(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, bool raw) {
#if GC_SORT_PRIV_BITS == 64 && GC_SORT_PRIV_BYTES == 32
    // As doubles, where all can be.
    const gc_sort_priv_map *const m = job->original;
    const bool doubles = m->add == 0 - (((uint64_t)1 << 52) - 1);
    if (doubles && n > GC_SORT_PRIV_N &&
        gc_sort_priv_avx2_doubles(raw ? NULL : &job->map, m->down != 0, a, n)) {
        return;
    }
#endif
    const bool encode = raw && !job->identity, decode = !job->identity;
    gc_sort_priv_lanes_net(encode ? &job->map : NULL, decode ? &job->map : NULL, a, n);
}
#else
// Keys of 16 bits pass through rows on the stack. Those of the last row are read and written
// with some of the row before it, less than a row by halves that overlap, not by masks: the
// next call, on an array beside this one, would wait for a masked store.
GC_SORT_PRIV_ISA_INLINE gc_sort_priv_vector gc_sort_priv_vec_last(
    gc_sort_priv_array a, size_t n, const gc_sort_priv_lanes_map *in) {
    const gc_sort_priv_vector greatest = gc_sort_priv_lanes_set1(0x7fffffff);
    const size_t rest = n % GC_SORT_PRIV_N;
    gc_sort_priv_element lanes[GC_SORT_PRIV_N];
    if (n >= GC_SORT_PRIV_N) {
        const gc_sort_priv_vector x = gc_sort_priv_vec_load(a, n - GC_SORT_PRIV_N);
        return gc_sort_priv_lanes_behind(gc_sort_priv_lanes_flip(x, in), GC_SORT_PRIV_N - rest, greatest);
    }
#if GC_SORT_PRIV_BYTES == 64
    if (n >= 8) {
        const gc_sort_priv_vector x = gc_sort_priv_u16_avx512_ends(a, n);
        return gc_sort_priv_lanes_behind(gc_sort_priv_lanes_flip(x, in), GC_SORT_PRIV_N - rest, greatest);
    }
#endif
    for (size_t i = 0; i < GC_SORT_PRIV_N; i++) lanes[i] = i < n ? a[i] : 0;
    const gc_sort_priv_vector x = gc_sort_priv_lanes_reverse(gc_sort_priv_block_load(lanes, 0));
    return gc_sort_priv_lanes_behind(gc_sort_priv_lanes_flip(x, in), GC_SORT_PRIV_N - rest, greatest);
}

GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED void gc_sort_priv_vec_net(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, bool raw) {
    const gc_sort_priv_lanes_map out = job->map, in = raw ? out : gc_sort_priv_lanes_spread_flip(0);
    gc_sort_priv_element keys[GC_SORT_PRIV_NET_MAX];
    gc_sort_priv_block rows = keys;
    size_t i = 0;
    for (; n - i >= GC_SORT_PRIV_N; i += GC_SORT_PRIV_N) {
        gc_sort_priv_block_store(rows, i, gc_sort_priv_lanes_flip(gc_sort_priv_vec_load(a, i), &in));
    }
    if (i < n) gc_sort_priv_block_store(rows, i, gc_sort_priv_vec_last(a, n, &in));
    gc_sort_priv_lanes_net(NULL, NULL, rows, i < n ? i + GC_SORT_PRIV_N : n);

    for (i = 0; n - i >= GC_SORT_PRIV_N; i += GC_SORT_PRIV_N) {
        gc_sort_priv_vec_store(a, i, gc_sort_priv_lanes_flip(gc_sort_priv_block_load(rows, i), &out));
    }
    if (i == n) return;
    if (n >= GC_SORT_PRIV_N) {
        i = n - GC_SORT_PRIV_N;
        gc_sort_priv_vec_store(a, i, gc_sort_priv_lanes_flip(gc_sort_priv_block_load(rows, i), &out));
        return;
    }
#if GC_SORT_PRIV_BYTES == 64
    if (n >= 8) {
        gc_sort_priv_u16_avx512_put_ends(a, n, rows, &out);
        return;
    }
#endif
    const gc_sort_priv_vector x = gc_sort_priv_lanes_flip(gc_sort_priv_block_load(rows, 0), &out);
    gc_sort_priv_vec_store_part(a, 0, x, n);
}
#endif

// Shares the lanes of x out: those in mask m to the left writer, the others to the right one.
// Both store whole vectors: the surplus lanes fall into free space and are overwritten later.
// 16 lanes by two compresses, as a table for so many would be too large.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_vec_share(
    gc_sort_priv_array a, size_t *left, size_t *room, gc_sort_priv_vector x, gc_sort_priv_lanes_mask m) {
    *room -= GC_SORT_PRIV_N;
#if GC_SORT_PRIV_BYTES == 64 && GC_SORT_PRIV_WIDTH == 32
    const size_t below = (size_t)_mm_popcnt_u32(gc_sort_priv_lanes_bits(m));
    gc_sort_priv_vec_store(a, *left, gc_sort_priv_lanes_left(x, m));
    *left += below;
    gc_sort_priv_vec_store_part(a, *left + *room, gc_sort_priv_lanes_right(x, m), GC_SORT_PRIV_N - below);
#else
    const uint32_t bits = gc_sort_priv_lanes_bits(m);
    const gc_sort_priv_vector shared = gc_sort_priv_lanes_left(x, bits);
    gc_sort_priv_vec_store(a, *left, shared);
    gc_sort_priv_vec_store(a, *left + *room, shared);
    *left += gc_sort_priv_lanes_count(bits);
#endif
}

// Which lanes are below a cut; kept: they are raw, 2: and one flip encodes them.
GC_SORT_PRIV_ISA_INLINE gc_sort_priv_lanes_mask gc_sort_priv_vec_under(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_vector x, gc_sort_priv_vector cut, int kept) {
    if (kept == 2) return gc_sort_priv_lanes_below(gc_sort_priv_lanes_flip(x, &job->map), cut);
    return gc_sort_priv_lanes_below(kept ? gc_sort_priv_lanes_encode(x, &job->map) : x, cut);
}

// Moves the elements below cut to the front, returns their number; raw ones are encoded then,
// or kept as they are. n >= 8 N. Eight vectors in registers make room for the writers at both
// ends; then four at a time are read from the end with less room (both have room for four then)
// and shared out.
GC_SORT_PRIV_ISA_INLINE size_t gc_sort_priv_vec_partition_of(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, gc_sort_priv_element cut, bool raw,
    int kept) {
    const gc_sort_priv_vector c = gc_sort_priv_lanes_set1(cut);
    const size_t one = GC_SORT_PRIV_N, four = 4 * GC_SORT_PRIV_N;
    size_t left = 0, room = n;                   // writers: at left, and before right = left + room
    // Not yet read; [left, from) and [to, right), eight vectors, are free.
    size_t from = four, to = n - four;
    const size_t ahead = gc_sort_priv_ahead(n, GC_SORT_PRIV_BITS / 8);

    // Eight vectors from both ends make room for the writers.
    gc_sort_priv_vector ends[8];
    for (size_t i = 0; i < 4; i++) {
        ends[i] = gc_sort_priv_vec_get(job, a, i * one, raw);
        ends[4 + i] = gc_sort_priv_vec_get(job, a, to + i * one, raw);
    }

    // Four at a time, from the end that has less room.
    while (to - from >= four) {
        // A branch, though often mispredicted: it lets the loads begin before the counts are
        // known.
        size_t at = from, next = from + ahead;
        if (from - left <= four) {
            from += four;
        } else {
            to -= four;
            at = to;
            next = to - ahead;
        }

        if (to - from > ahead) gc_sort_priv_kind_prefetch(a, next, four);

        const gc_sort_priv_vector x0 = gc_sort_priv_vec_get(job, a, at, raw);
        const gc_sort_priv_vector x1 = gc_sort_priv_vec_get(job, a, at + one, raw);
        const gc_sort_priv_vector x2 = gc_sort_priv_vec_get(job, a, at + 2 * one, raw);
        const gc_sort_priv_vector x3 = gc_sort_priv_vec_get(job, a, at + 3 * one, raw);
        const gc_sort_priv_lanes_mask m0 = gc_sort_priv_vec_under(job, x0, c, kept);
        const gc_sort_priv_lanes_mask m1 = gc_sort_priv_vec_under(job, x1, c, kept);
        const gc_sort_priv_lanes_mask m2 = gc_sort_priv_vec_under(job, x2, c, kept);
        const gc_sort_priv_lanes_mask m3 = gc_sort_priv_vec_under(job, x3, c, kept);
        gc_sort_priv_vec_share(a, &left, &room, x0, m0);
        gc_sort_priv_vec_share(a, &left, &room, x1, m1);
        gc_sort_priv_vec_share(a, &left, &room, x2, m2);
        gc_sort_priv_vec_share(a, &left, &room, x3, m3);
    }

    // The rest, one at a time.
    while (to - from >= one) {
        const bool at_left = from - left <= four;
        const gc_sort_priv_vector x = gc_sort_priv_vec_get(job, a, at_left ? from : to - one, raw);
        if (at_left) from += one;
        else to -= one;
        gc_sort_priv_vec_share(a, &left, &room, x, gc_sort_priv_vec_under(job, x, c, kept));
    }

    if (to > from) {
        // Lanes beyond the last element count as below and are then taken back.
        const size_t missing = one - (to - from);
        const gc_sort_priv_vector x = gc_sort_priv_vec_get(job, a, from, raw);
        const gc_sort_priv_lanes_mask beyond = gc_sort_priv_lanes_from(to - from);
        const gc_sort_priv_lanes_mask under = gc_sort_priv_vec_under(job, x, c, kept);
        const gc_sort_priv_lanes_mask m = (gc_sort_priv_lanes_mask)(under | beyond);
        gc_sort_priv_vec_share(a, &left, &room, x, m);
        left -= missing;
        room += missing;
    }

    // The eight that made room.
    for (size_t i = 0; i < 8; i++) {
        gc_sort_priv_vec_share(a, &left, &room, ends[i], gc_sort_priv_vec_under(job, ends[i], c, kept));
    }
    return left;
}

GC_SORT_PRIV_TARGET GC_SORT_PRIV_ON_LINE GC_SORT_PRIV_CALLED size_t gc_sort_priv_vec_partition(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, gc_sort_priv_element cut, bool raw) {
    return gc_sort_priv_vec_partition_of(job, a, n, cut, raw, 0);
}

#ifndef GC_SORT_NO_SELECT
// For a selection: what is not looked at again is not to be decoded.
GC_SORT_PRIV_TARGET GC_SORT_PRIV_ON_LINE GC_SORT_PRIV_CALLED size_t gc_sort_priv_vec_partition_kept(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, gc_sort_priv_element cut) {
#if GC_SORT_PRIV_LARGE
#if GC_SORT_PRIV_BYTES == 64
    if (job->map.flips) return gc_sort_priv_vec_partition_of(job, a, n, cut, false, 2);
#endif
    return gc_sort_priv_vec_partition_of(job, a, n, cut, false, 1);
#else
    const size_t left = gc_sort_priv_vec_partition(job, a, n, cut, true);
    gc_sort_priv_vec_recode(job, a, n, false);
    return left;
#endif
}

// The same where hardly any element is below the cut, N of them at least are not: all are read,
// those alone are moved.
GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED size_t gc_sort_priv_vec_partition_few(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, gc_sort_priv_element cut) {
    const gc_sort_priv_vector c = gc_sort_priv_lanes_set1(cut);
    const size_t last = n - GC_SORT_PRIV_N;
    size_t below = 0;
    for (size_t i = 0;; i += GC_SORT_PRIV_N) {
        // The last vector may overlap: what was below the cut there has been moved, or, where
        // nearly all are, stands there yet.
        const size_t at = i < last ? i : last;
        if (last - at > GC_SORT_PRIV_AHEAD) {
            gc_sort_priv_kind_prefetch(a, at + GC_SORT_PRIV_AHEAD, GC_SORT_PRIV_N);
        }
        const gc_sort_priv_vector x = gc_sort_priv_vec_get(job, a, at, !job->identity);
        uint32_t bits = gc_sort_priv_lanes_bits(gc_sort_priv_lanes_below(x, c));
        if (below > at) bits &= UINT32_MAX << (below - at);
        for (; bits; bits &= bits - 1) {
            const size_t from = at + (size_t)gc_sort_priv_lowest(bits);
            const gc_sort_priv_key t = a[from];
            a[from] = a[below];
            a[below++] = t;
        }
        if (at == last) return below;
    }
}
#endif

// Pivot from 3, 9 or 27 vectors, each from a scattered place in its stretch of the array. Nine
// from 80 vectors on, not from 32: sorts of 2,000 to 10,000 u32 with AVX-512 take 2 % less; but
// also where both halves just fit a network of 512, so that they do: of 900 to 1,000 5 to 10 %
// (2 to 5 % more with smaller networks). The middle is taken; but a little more than a network
// takes is cut near four fifths, into a large network and a small one.
GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED gc_sort_priv_element gc_sort_priv_vec_pivot(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, uint32_t *state, bool raw,
    gc_sort_priv_element *lowest) {
    gc_sort_priv_vector m[27];

    // How many vectors? little_more: than a network takes. two: about what two networks take.
    const size_t fits = n > GC_SORT_PRIV_NET_MAX ? GC_SORT_PRIV_NET_MAX : GC_SORT_PRIV_NET_MAX / 2;
    const bool little_more = n - fits < fits / 8 * 3;
    const bool two = GC_SORT_PRIV_NET_MAX == 512 && n > fits / 8 * 13 && n < fits / 16 * 33;
    const size_t count = n < 80 * GC_SORT_PRIV_N && !two ? 3 : n < 2048 * GC_SORT_PRIV_N ? 9 : 27;

    // One vector at a scattered place in each stretch.
    const size_t stretch = n / count, room = stretch - GC_SORT_PRIV_N;
    for (size_t i = 0; i < count; i++) {
        m[i] = gc_sort_priv_vec_get(job, a, gc_sort_priv_scatter(state, i, stretch, room), raw);
    }

    const size_t place = little_more ? GC_SORT_PRIV_N - 1 - GC_SORT_PRIV_N / 8 : GC_SORT_PRIV_N / 2;
    return gc_sort_priv_lanes_sampled(m, count, place, lowest);
}

// True if all of the n >= N encoded elements are below cut, or (all false) none is.
GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED bool gc_sort_priv_vec_uniform(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, gc_sort_priv_element cut, bool all) {
    const gc_sort_priv_vector c = gc_sort_priv_lanes_set1(cut);
    const uint32_t expected = all ? gc_sort_priv_lanes_bits(gc_sort_priv_lanes_from(0)) : 0;
    const size_t last = n - GC_SORT_PRIV_N;
    for (size_t i = 0;; i += GC_SORT_PRIV_N) {
        const size_t at = i < last ? i : last;           // the last vector may overlap
        if (last - at > GC_SORT_PRIV_AHEAD) {
            gc_sort_priv_kind_prefetch(a, at + GC_SORT_PRIV_AHEAD, GC_SORT_PRIV_N);
        }
        const gc_sort_priv_vector x = gc_sort_priv_vec_get(job, a, at, false);
        if (gc_sort_priv_lanes_bits(gc_sort_priv_lanes_below(x, c)) != expected) return false;
        if (at == last) return true;
    }
}

#if GC_SORT_PRIV_BITS == 16
// Many encoded keys of 16 bits in a small range are counted, and written anew, raw. False: they
// are not. Few different ones are not, nor where some of them are most: each would wait for the
// one before, in its count.
GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED bool gc_sort_priv_vec_count(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, gc_sort_priv_element low,
    gc_sort_priv_element high) {
    const size_t range = (size_t)((uint32_t)(high - low - 1) & 0xffff) + 1;
    if (range < GC_SORT_PRIV_COUNTS_MIN || range > GC_SORT_PRIV_COUNTS || n < 2 * range) return false;
    int equal = 0;
    for (size_t i = 1; i < 12; i++) {
        for (size_t j = 0; j < i; j++) equal += a[i * (n / 12)] == a[j * (n / 12)] ? 1 : 0;
    }
    if (equal > 2) return false;

    uint32_t counts[GC_SORT_PRIV_COUNTS];
    memset(counts, 0, range * sizeof *counts);
    size_t i = 0;
    for (; n - i >= 4; i += 4) {
        uint64_t x;
        memcpy(&x, a + i, sizeof x);
        counts[(x - low) & 0xffff]++;
        counts[((x >> 16) - low) & 0xffff]++;
        counts[((x >> 32) - low) & 0xffff]++;
        counts[((x >> 48) - low) & 0xffff]++;
    }
    for (; i < n; i++) counts[(uint32_t)(a[i] - low) & 0xffff]++;

    // Whole vectors: the surplus lanes are overwritten later.
    i = 0;
    for (size_t k = 0; i < n; k++) {
        const gc_sort_priv_vector all = gc_sort_priv_lanes_set1((low + k) & 0xffff);
        const gc_sort_priv_vector raw = gc_sort_priv_lanes_decode(all, &job->map);
        for (size_t left = counts[k]; left > 0;) {
            const size_t some = left < GC_SORT_PRIV_N ? left : GC_SORT_PRIV_N;
            if (n - i >= GC_SORT_PRIV_N) gc_sort_priv_vec_store(a, i, raw);
            else gc_sort_priv_vec_store_part(a, i, raw, some);
            i += some;
            left -= some;
        }
    }
    return true;
}
#endif

// As the scalar quick: none of the n elements is below low, all are below high (the least one:
// not known); bad splits worse than 1 : 7 are still allowed. raw: not yet encoded, and bad is
// not 0. Leaves them raw.
GC_SORT_PRIV_TARGET static void gc_sort_priv_vec_quick(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, gc_sort_priv_element low,
    gc_sort_priv_element high, int bad, uint32_t state, bool raw) {
    while (n > GC_SORT_PRIV_NET_MAX) {
#if GC_SORT_PRIV_BITS == 16
        if (!raw && gc_sort_priv_vec_count(job, a, n, low, high)) return;
#endif

        // Too many bad splits: the scalar code bounds the time.
        if (bad <= 0) {
            gc_sort_priv_vec_recode(job, a, n, false);
            gc_sort_priv_kind_scalar(a, n, job->original);
            return;
        }

        // The pivot; of elements with values only the key counts.
        gc_sort_priv_element lowest, pivot = gc_sort_priv_vec_pivot(job, a, n, &state, raw, &lowest);

        gc_sort_priv_element next = pivot;
        size_t left, right;                  // [0, left) will be below the pivot, [right, n) not below next
        const bool least = gc_sort_priv_element_equal(pivot, low);
        if (!least && !gc_sort_priv_element_equal(pivot, lowest)) {
            left = right = gc_sort_priv_vec_partition(job, a, n, pivot, raw);
        } else {
            // Most elements equal the pivot: they go in between and are done. A look whether
            // there is something to part at all is cheap: a million u32 of 16 values, or of
            // Zipf's distribution, take 10 to 15 % less.
            // Where the pivot's neighbour has been a cut, none is above it, no look needed:
            // another 7 to 13 % with 16 values.
            const bool none_above = !gc_sort_priv_element_next(&next, GC_SORT_PRIV_SIGNED) ||
                                    gc_sort_priv_element_equal(next, high);

            // Elements above the pivot to the right,
            right = n;
            if (none_above && raw) {
                gc_sort_priv_vec_recode(job, a, n, true);
            } else if (!none_above && (raw || !gc_sort_priv_vec_uniform(job, a, n, next, true))) {
                right = gc_sort_priv_vec_partition(job, a, n, next, raw);
            }

            // those below it to the left,
            if (least) left = 0;
            else if (right <= GC_SORT_PRIV_NET_MAX) left = right;
            else if (gc_sort_priv_vec_uniform(job, a, right, pivot, false)) left = 0;
            else left = gc_sort_priv_vec_partition(job, a, right, pivot, false);

            // and those between are done: raw again, and with values sorted by these.
            gc_sort_priv_array between = gc_sort_priv_kind_at(a, left);
            gc_sort_priv_vec_recode(job, between, right - left, false);
        }

        // All are encoded now. Sides worse than 1 : 7 are counted.
        raw = false;
        const size_t rest = n - right;
        const gc_sort_priv_element under = left == right ? next : pivot;
        if (left > n - n / 8 || rest > n - n / 8) bad--;

        // Recursion into the shorter side bounds the depth; the loop takes the longer one.
        if (left < rest) {
            gc_sort_priv_vec_quick(job, a, left, low, under, bad, state, false);
            a = gc_sort_priv_kind_at(a, right);
            n = rest;
            low = next;
        } else {
            gc_sort_priv_vec_quick(job, gc_sort_priv_kind_at(a, right), rest, next, high, bad, state, false);
            n = left;
            high = under;
        }
    }
    if (n > 0) gc_sort_priv_vec_net(job, a, n, false);
}

// Mask of the lanes where neighbours at i are out of order: rising (up 1) or falling (up 0).
GC_SORT_PRIV_ISA_INLINE gc_sort_priv_lanes_mask gc_sort_priv_vec_breaks(
    const gc_sort_priv_lanes_map *map, gc_sort_priv_array a, size_t i, size_t up) {
    gc_sort_priv_vector x = gc_sort_priv_vec_load(a, i + up), y = gc_sort_priv_vec_load(a, i + 1 - up);
    if (map) {
        x = gc_sort_priv_lanes_encode(x, map);
        y = gc_sort_priv_lanes_encode(y, map);
    }
    return gc_sort_priv_lanes_below(x, y);
}

// True if the raw elements from i on rise (up 1) or fall (up 0) throughout; equal ones do both.
// n > N.
GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED bool gc_sort_priv_vec_ordered(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n, size_t i, size_t up) {
    const gc_sort_priv_lanes_map *const by = job->identity ? NULL : &job->map;
    const size_t last = n - 1 - GC_SORT_PRIV_N;
    for (; i < last; i += GC_SORT_PRIV_N) {
        if (n - i > GC_SORT_PRIV_AHEAD) gc_sort_priv_kind_prefetch(a, i + GC_SORT_PRIV_AHEAD, GC_SORT_PRIV_N);
        if (gc_sort_priv_lanes_bits(gc_sort_priv_vec_breaks(by, a, i, up))) return false;
    }
    return gc_sort_priv_lanes_bits(gc_sort_priv_vec_breaks(by, a, last, up)) == 0;       // may overlap
}

// True, and all is done, if the raw elements rise or fall throughout; n > 4 N. Random input is
// left after one vector.
GC_SORT_PRIV_TARGET GC_SORT_PRIV_CALLED bool gc_sort_priv_vec_one_run(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array a, size_t n) {
#ifdef GC_SORT_PRIV_X86
    if (gc_sort_priv_same(a, n, sizeof *a)) return true;
#endif
    if (gc_sort_priv_vec_ordered(job, a, n, 0, 1)) return true;

    const gc_sort_priv_lanes_map *const by = job->identity ? NULL : &job->map;

    // Reversed while it is read: if it turns out not to fall throughout, what has been swapped
    // is in some order as well.
    size_t low = 0, high = n;
    for (; high - low >= 4 * GC_SORT_PRIV_N; low += GC_SORT_PRIV_N) {
        high -= GC_SORT_PRIV_N;
        if (high - low > GC_SORT_PRIV_AHEAD) {
            gc_sort_priv_kind_prefetch(a, low + GC_SORT_PRIV_AHEAD, GC_SORT_PRIV_N);
            gc_sort_priv_kind_prefetch(a, high - GC_SORT_PRIV_AHEAD, GC_SORT_PRIV_N);
        }
        if (gc_sort_priv_lanes_bits(gc_sort_priv_vec_breaks(by, a, low, 0)) ||
            gc_sort_priv_lanes_bits(gc_sort_priv_vec_breaks(by, a, high - 1, 0))) {
            return false;
        }

        const gc_sort_priv_vector x = gc_sort_priv_vec_load(a, low), y = gc_sort_priv_vec_load(a, high);
        gc_sort_priv_vec_store(a, low, gc_sort_priv_lanes_reverse(y));
        gc_sort_priv_vec_store(a, high, gc_sort_priv_lanes_reverse(x));
    }

    // The middle: falling as well, or all was in vain.
    if (!gc_sort_priv_vec_ordered(job, gc_sort_priv_kind_at(a, low), high - low, 0, 0)) return false;
    // Two to four vectors are left.
    gc_sort_priv_vec_net(job, gc_sort_priv_kind_at(a, low), high - low, true);
    return true;
}

// The map from raw keys to what the lanes compare.
GC_SORT_PRIV_ISA_INLINE gc_sort_priv_lanes_job gc_sort_priv_vec_job(const gc_sort_priv_map *m) {
    gc_sort_priv_lanes_job job;
    gc_sort_priv_map map = *m;
#if GC_SORT_PRIV_BITS == 16
    // Keys of 16 bits are integers here: lanes may be wider, and no step looks at a key's sign.
    GC_SORT_ASSERT(!m->add && m->neg == m->pos && "gc_sort.h: a map of 16 bits that is not an integer's");
    map.neg &= 0xffff;
    map.pos &= 0xffff;
    map.down &= 0xffff;
#endif

    // The map from raw keys to what the lanes compare.
    if (GC_SORT_PRIV_TOP_TURNED) {
        map.down ^= (uint64_t)1 << (GC_SORT_PRIV_BITS - 1);
    }

    // Integers: one flip, which may be none.
    const bool flips = map.neg == map.pos && map.add == 0;
    const uint64_t flip = map.pos ^ map.down;

    // Where nothing changes, the map is not read.
    job.original = m;
    job.identity = flips && flip == 0;
    if (flips && (flip || GC_SORT_PRIV_BITS == 16)) job.map = gc_sort_priv_lanes_spread_flip(flip);
    else if (!flips) job.map = gc_sort_priv_lanes_spread(&map);
    return job;
}

GC_SORT_PRIV_TARGET static void gc_sort_priv_vec_sort(
    gc_sort_priv_array a, size_t n, const gc_sort_priv_map *m) {
    const gc_sort_priv_lanes_job job = gc_sort_priv_vec_job(m);

    // An array in order.
    if (n > 4 * GC_SORT_PRIV_N) {
        // Most arrays neither rise nor fall in their first vector.
        const gc_sort_priv_lanes_map *const by = job.identity ? NULL : &job.map;
        const bool rises = !gc_sort_priv_lanes_bits(gc_sort_priv_vec_breaks(by, a, 0, 1));
        const bool falls = !gc_sort_priv_lanes_bits(gc_sort_priv_vec_breaks(by, a, 0, 0));
        if ((rises || falls) && gc_sort_priv_vec_one_run(&job, a, n)) return;
    }

    // One that a network takes.
    if (n <= GC_SORT_PRIV_NET_MAX) {
        gc_sort_priv_vec_net(&job, a, n, true);
        return;
    }

    // Quicksort. Elements with values are encoded before. Numbers are by the first partition: a
    // million i32 take 5 % less.
    const bool raw = !job.identity;

    int log2_n = 0;
    for (size_t i = n; i > 1; i /= 2) log2_n++;

    // Where pivots are looked for depends on n and on one element.
    uint32_t seed[2];
    const gc_sort_priv_element middle = gc_sort_priv_lanes_lane(gc_sort_priv_vec_load(a, n / 2), 0);
    memset(seed, 0, sizeof seed);
    memcpy(seed, &middle, sizeof middle < sizeof seed ? sizeof middle : sizeof seed);

    const gc_sort_priv_element least = gc_sort_priv_element_least(GC_SORT_PRIV_SIGNED);
    gc_sort_priv_vec_quick(&job, a, n, least, least, log2_n, (uint32_t)n ^ seed[0] ^ seed[1], raw);
}

#if GC_SORT_PRIV_BYTES >= 32 && GC_SORT_PRIV_LARGE
#if GC_SORT_PRIV_BITS > 16
// Four rows of at most one vector each. No branch asks for their sizes, and none of them waits
// for what another one has stored.
GC_SORT_PRIV_ISA_INLINE void gc_sort_priv_vec_four_rows(
    const gc_sort_priv_lanes_job *job, gc_sort_priv_array keys, const uint32_t *starts) {
    gc_sort_priv_vector x[4], fill = gc_sort_priv_lanes_greatest();
    if (!job->identity) fill = gc_sort_priv_lanes_decode(fill, &job->map);

    for (int i = 0; i < 4; i++) {
        x[i] = gc_sort_priv_block_load_over(keys + starts[i], 0, starts[i + 1] - starts[i], fill);
        if (!job->identity) x[i] = gc_sort_priv_lanes_encode(x[i], &job->map);
    }

    for (int i = 0; i < 4; i++) gc_sort_priv_lanes_rows(&x[i], 1);

    for (int i = 0; i < 4; i++) {
        if (!job->identity) x[i] = gc_sort_priv_lanes_decode(x[i], &job->map);
        gc_sort_priv_block_store_part(keys + starts[i], 0, x[i], starts[i + 1] - starts[i]);
    }
}
#endif

// Rows of an array, each by itself: row i is from starts[i] to starts[i + 1].
GC_SORT_PRIV_TARGET static void gc_sort_priv_vec_rows(
    gc_sort_priv_array keys, const uint32_t *starts, size_t rows, const gc_sort_priv_map *m) {
    const gc_sort_priv_lanes_job job = gc_sort_priv_vec_job(m);
    for (size_t i = 0; i < rows;) {
        // How many of the next four are short? All, or those and the longer one are sorted.
        size_t end = i;
#if GC_SORT_PRIV_BITS > 16
        while (end < rows && end < i + 4 && starts[end + 1] - starts[end] <= GC_SORT_PRIV_N) end++;
        if (end == i + 4) {
            gc_sort_priv_vec_four_rows(&job, keys, starts + i);
            i = end;
            continue;
        }
#endif

        for (end += end < rows ? 1 : 0; i < end; i++) {
            const size_t n = starts[i + 1] - starts[i];
            const gc_sort_priv_array a = keys + starts[i];
            if (n <= GC_SORT_PRIV_ONE_BY_ONE) {
                if (n > 1) gc_sort_priv_kind_few(a, n, m);
            } else if (n <= 4 * GC_SORT_PRIV_N) {
                gc_sort_priv_vec_net(&job, a, n, true);
            } else {
                gc_sort_priv_vec_sort(a, n, m);
            }
        }
    }
}
#endif

#ifdef GC_SORT_PRIV_STEPS
// Steps of a sort in parallel, and of a selection. PART takes 8 N elements at least.
GC_SORT_PRIV_TARGET static size_t gc_sort_priv_vec_step(
    gc_sort_priv_array a, size_t n, const gc_sort_priv_map *m, int what, gc_sort_priv_key from) {
    const gc_sort_priv_lanes_job job = gc_sort_priv_vec_job(m);
    if (what == GC_SORT_PRIV_ORDERED) return n > 4 * GC_SORT_PRIV_N && gc_sort_priv_vec_one_run(&job, a, n);

    // Sorts encoded elements.
    if (what == GC_SORT_PRIV_REST) {
        int log2_n = 0;
        for (size_t i = n; i > 1; i /= 2) log2_n++;
        const gc_sort_priv_element least = gc_sort_priv_element_least(GC_SORT_PRIV_SIGNED);
        gc_sort_priv_vec_quick(&job, a, n, least, least, log2_n, (uint32_t)n, false);
        return 0;
    }

    // Parts them, where lanes hold the cut.
    gc_sort_priv_element cut = from;
    if (GC_SORT_PRIV_TOP_TURNED) {
        cut = (gc_sort_priv_element)(cut ^ (gc_sort_priv_element)1 << (GC_SORT_PRIV_BITS - 1));
    }
#ifndef GC_SORT_NO_SELECT
    if (what == GC_SORT_PRIV_PART_FEW) return gc_sort_priv_vec_partition_few(&job, a, n, cut);
    if (what == GC_SORT_PRIV_PART_KEPT && !job.identity) {
        return gc_sort_priv_vec_partition_kept(&job, a, n, cut);
    }
#endif
    const bool raw = what == GC_SORT_PRIV_PART_RAW && !job.identity;
    return gc_sort_priv_vec_partition(&job, a, n, cut, raw);
}
#endif

#undef GC_SORT_PRIV_TOP_TURNED
#undef GC_SORT_PRIV_ISA
#endif // GC_SORT_PRIV_ISA

// >>common licence
/*
------------------------------------------------------------------------------
This software is available under two licences: choose whichever you prefer.
------------------------------------------------------------------------------
ALTERNATIVE A - MIT License

Copyright (c) 2026 the gc headers authors

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
of the Software, and to permit persons to whom the Software is furnished to do
so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
------------------------------------------------------------------------------
ALTERNATIVE B - Unlicense (public domain, www.unlicense.org)

This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
software, either in source code form or as a compiled binary, for any purpose,
commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this
software dedicate any and all copyright interest in the software to the public
domain. We make this dedication for the benefit of the public at large and to
the detriment of our heirs and successors. We intend this dedication to be an
overt act of relinquishment in perpetuity of all present and future rights to
this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org>
------------------------------------------------------------------------------
*/
// <<common licence
