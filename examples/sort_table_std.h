// sort_table_std.h - what sort_table.c takes from C++: sort_table_std.cc.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef SORT_TABLE_STD_H
#define SORT_TABLE_STD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sort_table_std {
    const char *name;
    void (*sort)(int32_t *keys, size_t n);
    int parallel;
} sort_table_std;

// Ended by a NULL name; and what libraries they come from, with versions, or "".
extern const sort_table_std sort_table_std_sorts[];
extern const char *const sort_table_std_versions;

// How many threads the parallel ones take at most, until sort_table_std_end.
void sort_table_std_threads(int threads);
void sort_table_std_end(void);

#ifdef __cplusplus
}
#endif

#endif
