// fuzz_compare.c - the sorts of gc_sort.h by a comparison: gc_sort, gc_sort_stable, and
// GC_SORT_DEFINE with and without scratch. With a right order: sorted, the stable ones stably.
// With any other, whose answers the input chooses: a permutation, within bounds.
//
//     clang -O1 -g -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_compare.c -o fuzz_compare -pthread
//     ./fuzz_compare tests/fuzz/corpus/compare
//
// Byte 0: the call; byte 1: the order; byte 2: the size of an element; byte 3: repeats; then
// keys.
#define GC_SORT_STATIC
#include "gc_sort.h"
#include "fuzz.h"

enum { FUZZ_COMPARE_MOST = 3000, FUZZ_COMPARE_LARGEST = 40 };

typedef struct fuzz_compare_order {
    int kind;                       // 0: right; 1: by the answers; 2: always less; 3: a circle; 4: never less
    const uint8_t *answers;
    size_t count, at;
} fuzz_compare_order;

// An element begins with a byte that is its key, and two with its place at first.
static int fuzz_compare_keys(const uint8_t *a, const uint8_t *b, fuzz_compare_order *order) {
    switch (order->kind) {
    case 1: return order->count ? (int)(order->answers[order->at++ % order->count] % 3) - 1 : 0;
    case 2: return -1;
    case 3: return (int)((unsigned)(a[0] - b[0]) % 3) - 1;
    case 4: return 0;
    default: return a[0] < b[0] ? -1 : a[0] > b[0];
    }
}
static int fuzz_compare(const void *a, const void *b, void *user) {
    return fuzz_compare_keys((const uint8_t *)a, (const uint8_t *)b, (fuzz_compare_order *)user);
}

typedef struct fuzz_compare_four { uint8_t bytes[4]; } fuzz_compare_four;
static fuzz_compare_order fuzz_compare_now;
#define FUZZ_COMPARE_LESS(a, b) (fuzz_compare_keys((a).bytes, (b).bytes, &fuzz_compare_now) < 0)
GC_SORT_DEFINE(fuzz_compare_define, fuzz_compare_four, FUZZ_COMPARE_LESS)

// Runs call 0 .. 3; true: a stable one.
static bool fuzz_compare_run(unsigned call, void *base, size_t n, size_t size, fuzz_compare_order *order) {
    static fuzz_compare_four scratch[FUZZ_COMPARE_MOST];
    fuzz_compare_now = *order;
    switch (call) {
    case 0: FUZZ_NEED(gc_sort(base, n, size, fuzz_compare, order) == GC_SORT_OK); return false;
    case 1: FUZZ_NEED(gc_sort_stable(base, n, size, fuzz_compare, order) == GC_SORT_OK); return true;
    case 2: fuzz_compare_define((fuzz_compare_four *)base, n); return false;
    default: fuzz_compare_define_stable((fuzz_compare_four *)base, n, n % 2 ? scratch : NULL); return true;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t seen[FUZZ_COMPARE_MOST];
    if (size < 4) return 0;

    const unsigned call = data[0] % 4;
    const size_t each = call >= 2 ? 4 : 3 + data[2] % (FUZZ_COMPARE_LARGEST - 2);
    const size_t count = size - 4, times = 1 + data[3] % 16;
    const size_t n = count * times < FUZZ_COMPARE_MOST ? count * times : FUZZ_COMPARE_MOST;
    fuzz_compare_order order = { data[1] % 5, data + 4, count, 0 };

    // In a block of its own: key, place, and bytes that follow from both.
    uint8_t *base = (uint8_t *)malloc(n * each + 1);
    FUZZ_NEED(base != NULL);
    for (size_t i = 0; i < n; i++) {
        uint8_t *e = base + i * each;
        e[0] = (uint8_t)(data[4 + i % count] + i / count * 7);
        e[1] = (uint8_t)i, e[2] = (uint8_t)(i >> 8);
        for (size_t k = 3; k < each; k++) e[k] = (uint8_t)(e[0] + e[1] * k + e[2]);
    }
    const bool stable = fuzz_compare_run(call, base, n, each, &order);

    // Each place once, with its own bytes; in order, if there was one.
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *e = base + i * each;
        const size_t place = e[1] | (size_t)e[2] << 8;
        FUZZ_NEED(place < n && !seen[place]);
        seen[place] = 1;
        FUZZ_NEED(e[0] == (uint8_t)(data[4 + place % count] + place / count * 7));
        for (size_t k = 3; k < each; k++) FUZZ_NEED(e[k] == (uint8_t)(e[0] + e[1] * k + e[2]));

        if (i == 0 || order.kind != 0) continue;
        const uint8_t *p = e - each;
        FUZZ_NEED(p[0] <= e[0]);
        if (stable && p[0] == e[0]) FUZZ_NEED((p[1] | (size_t)p[2] << 8) < place);
    }

    free(base);
    return 0;
}
