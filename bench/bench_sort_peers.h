// bench_sort_peers.h - what bench_sort.c measures gc_sort.h against: a list from
// bench_sort_peers.cc.
#ifndef BENCH_SORT_PEERS_H
#define BENCH_SORT_PEERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_sort_item {
    int32_t key;
    int32_t rest[7];
} bench_sort_item;

// Keys with values in one array, in Highway's order.
typedef struct bench_sort_pair32 {
    uint32_t value, key;
} bench_sort_pair32;
typedef struct bench_sort_pair64 {
    uint64_t value, key;
} bench_sort_pair64;

typedef struct bench_sort_subject {
    const char *type;                     // case: "u32", "u32_kv", "order_u32", "item" ...
    const char *name;
    void (*sort)(void *v, size_t n);
    // the type's image of the data: 0 as gc_sort.h takes it, 1 pairs in one array
    int layout;
    // n is at most 10^limit: slow subjects stay out of the longest cases
    int limit;
    int unequal;                          // the result need not be that of the type's first subject
} bench_sort_subject;

// Ends with type NULL.
extern const bench_sort_subject bench_sort_peers[];
// What they are, with versions, and what is missing and why.
extern const char bench_sort_peers_note[];

#ifdef __cplusplus
}
#endif

#endif
