// sort_table_std.cc - the sorts of C++ for sort_table.c: std::sort; with -DSORT_TABLE_TBB also
// std::sort with the parallel policy, which in libstdc++ stands on TBB, and TBB's own.
//
//     c++ -O2 -std=c++17 -DSORT_TABLE_TBB -c examples/sort_table_std.cc
// SPDX-License-Identifier: MIT OR Unlicense
#include "sort_table_std.h"

#include <algorithm>
#ifdef SORT_TABLE_TBB
#include <execution>
#include <tbb/global_control.h>
#include <tbb/parallel_sort.h>
#endif

static void std_sort(int32_t *keys, size_t n) { std::sort(keys, keys + n); }

#ifdef SORT_TABLE_TBB
static void std_sort_par(int32_t *keys, size_t n) { std::sort(std::execution::par, keys, keys + n); }
static void tbb_sort(int32_t *keys, size_t n) { tbb::parallel_sort(keys, keys + n); }
static tbb::global_control *control;
#endif

extern "C" {

const sort_table_std sort_table_std_sorts[] = {
    {"std::sort", std_sort},
#ifdef SORT_TABLE_TBB
    {"std::sort(par)", std_sort_par},
    {"tbb::parallel_sort", tbb_sort},
#endif
    {nullptr, nullptr}
};

void sort_table_std_threads(int threads) {
#ifdef SORT_TABLE_TBB
    control = new tbb::global_control(tbb::global_control::max_allowed_parallelism, (size_t)threads);
#else
    (void)threads;
#endif
}

void sort_table_std_end(void) {
#ifdef SORT_TABLE_TBB
    delete control;
    control = nullptr;
#endif
}

} // extern "C"
