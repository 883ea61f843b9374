// sort_table_std.cc - the sorts of C++ for sort_table.c: std::sort; pdqsort and Boost's radix
// sort where their headers are; with -DSORT_TABLE_VQSORT Highway's vqsort (-lhwy_contrib
// -lhwy); with -DSORT_TABLE_TBB std::sort with the parallel policy, which in libstdc++ stands
// on TBB, and TBB's own (-ltbb).
//
//     c++ -O2 -std=c++17 -DSORT_TABLE_TBB -c examples/sort_table_std.cc
// SPDX-License-Identifier: MIT OR Unlicense
#include "sort_table_std.h"

#include <algorithm>
#if __has_include(<pdqsort.h>)
#include <pdqsort.h>
#define SORT_TABLE_PDQSORT
#ifndef SORT_TABLE_PDQSORT_VERSION
#define SORT_TABLE_PDQSORT_VERSION "without a number: its header has none"
#endif
#endif
#if __has_include(<boost/sort/spreadsort/integer_sort.hpp>)
#include <boost/sort/spreadsort/integer_sort.hpp>
#include <boost/version.hpp>
#define SORT_TABLE_BOOST
#endif
#ifdef SORT_TABLE_VQSORT
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/highway.h>
#endif
#ifdef SORT_TABLE_TBB
#include <execution>
#include <tbb/global_control.h>
#include <tbb/parallel_sort.h>
#endif

static void std_sort(int32_t *keys, size_t n) { std::sort(keys, keys + n); }

#ifdef SORT_TABLE_PDQSORT
static void pdq_sort(int32_t *keys, size_t n) { pdqsort_branchless(keys, keys + n); }
#endif
#ifdef SORT_TABLE_BOOST
static void boost_sort(int32_t *keys, size_t n) { boost::sort::spreadsort::integer_sort(keys, keys + n); }
#endif
#ifdef SORT_TABLE_VQSORT
static void vq_sort(int32_t *keys, size_t n) {
    static const hwy::Sorter sorter;        // allocates, once
    sorter(keys, n, hwy::SortAscending());
}
#endif

#ifdef SORT_TABLE_TBB
static void std_sort_par(int32_t *keys, size_t n) { std::sort(std::execution::par, keys, keys + n); }
static void tbb_sort(int32_t *keys, size_t n) { tbb::parallel_sort(keys, keys + n); }
static tbb::global_control *control;
#endif

extern "C" {

const sort_table_std sort_table_std_sorts[] = {
    {"std::sort", std_sort, 0},
#ifdef SORT_TABLE_PDQSORT
    {"pdqsort", pdq_sort, 0},
#endif
#ifdef SORT_TABLE_BOOST
    {"boost::spreadsort", boost_sort, 0},
#endif
#ifdef SORT_TABLE_VQSORT
    {"vqsort", vq_sort, 0},
#endif
#ifdef SORT_TABLE_TBB
    {"std::sort(par)", std_sort_par, 1},
    {"tbb::parallel_sort", tbb_sort, 1},
#endif
    {nullptr, nullptr, 0}
};

#define TEXT(x) TEXT_OF(x)
#define TEXT_OF(x) #x
extern const char *const sort_table_std_versions;
const char *const sort_table_std_versions = "; libstdc++ of " __VERSION__
#ifdef SORT_TABLE_PDQSORT
    "; pdqsort " SORT_TABLE_PDQSORT_VERSION
#endif
#ifdef SORT_TABLE_BOOST
    "; Boost " BOOST_LIB_VERSION
#endif
#ifdef SORT_TABLE_VQSORT
    "; vqsort of Highway " TEXT(HWY_MAJOR) "." TEXT(HWY_MINOR) "." TEXT(HWY_PATCH)
#endif
    ;

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
