// bench_sort_peers.cc - sorts of C++ that bench_sort.c measures: the standard library's,
// Boost's and Highway's vqsort. make defines BENCH_SORT_BOOST where Boost is (Debian:
// libboost-dev) and BENCH_SORT_HIGHWAY where Highway and its contrib library are (libhwy-dev).
// Compiled for the basic instruction set, as the programs of a distribution are; vqsort finds
// out by itself what the processor has.
#include "bench_sort_peers.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#ifdef BENCH_SORT_BOOST
#include <boost/sort/pdqsort/pdqsort.hpp>
#include <boost/sort/spinsort/spinsort.hpp>
#include <boost/sort/spreadsort/spreadsort.hpp>
#include <boost/version.hpp>
#endif
#ifdef BENCH_SORT_HIGHWAY
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/highway.h>
#endif

// By key, then by value, as gc_sort.h.
static inline bool operator<(const bench_sort_pair32 &a, const bench_sort_pair32 &b) {
    return a.key != b.key ? a.key < b.key : a.value < b.value;
}
static inline bool operator<(const bench_sort_pair64 &a, const bench_sort_pair64 &b) {
    return a.key != b.key ? a.key < b.key : a.value < b.value;
}
static inline bool operator<(const bench_sort_item &a, const bench_sort_item &b) { return a.key < b.key; }

namespace {

template <class T> struct sorts {
    static T *begin(void *v) { return static_cast<T *>(v); }
    static void std_sort(void *v, size_t n) { std::sort(begin(v), begin(v) + n); }
    static void std_stable(void *v, size_t n) { std::stable_sort(begin(v), begin(v) + n); }
#ifdef BENCH_SORT_BOOST
    static void pdqsort(void *v, size_t n) { boost::sort::pdqsort(begin(v), begin(v) + n); }
    static void spinsort(void *v, size_t n) { boost::sort::spinsort(begin(v), begin(v) + n); }
    static void spreadsort(void *v, size_t n) { boost::sort::spreadsort::spreadsort(begin(v), begin(v) + n); }
#endif
};

#ifdef BENCH_SORT_HIGHWAY
// BENCH_SORT_PEERS=avx2 in the environment: without AVX-512, as most players' machines are.
static void choose_targets() {
    const char *set = std::getenv("BENCH_SORT_PEERS");
    if (set && std::strcmp(set, "avx2") == 0) {
        hwy::DisableTargets((HWY_AVX3 << 1) - 1);      // it and all that are better
    }
}

// Its sorter allocates: one for all calls, which may be used again.
template <class T> void vqsort(void *v, size_t n) {
    static const bool chosen = (choose_targets(), true);
    static const hwy::Sorter sorter;
    (void)chosen;
    sorter(static_cast<T *>(v), n, hwy::SortAscending());
}
#endif

// n keys, then room for n indices: equal keys by rising index, as gc_sort.h.
void order_std(void *v, size_t n, bool stable) {
    const uint32_t *keys = static_cast<const uint32_t *>(v);
    uint32_t *order = static_cast<uint32_t *>(v) + n;
    for (size_t i = 0; i < n; i++) order[i] = static_cast<uint32_t>(i);
    if (stable) {
        std::stable_sort(order, order + n, [=](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    } else {
        std::sort(order, order + n,
                  [=](uint32_t a, uint32_t b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
    }
}
void order_std_sort(void *v, size_t n) { order_std(v, n, false); }
void order_std_stable(void *v, size_t n) { order_std(v, n, true); }

}

#define STD(type, T, layout, unequal)                                                                        \
    {type, "std::sort", sorts<T>::std_sort, layout, 7, unequal},                                             \
        {type, "std::stable_sort", sorts<T>::std_stable, layout, 7, unequal},
#ifdef BENCH_SORT_BOOST
#define BOOST_COMPARE(type, T, layout, unequal)                                                              \
    {type, "boost pdqsort", sorts<T>::pdqsort, layout, 7, unequal},                                          \
        {type, "boost spinsort", sorts<T>::spinsort, layout, 7, unequal},
#define BOOST_SPREAD(type, T) { type, "boost spreadsort", sorts<T>::spreadsort, 0, 7, 0 },
#else
#define BOOST_COMPARE(type, T, layout, unequal)
#define BOOST_SPREAD(type, T)
#endif
#ifdef BENCH_SORT_HIGHWAY
#define VQSORT(type, T, layout, unequal) { type, "vqsort", vqsort<T>, layout, 8, unequal },
#else
#define VQSORT(type, T, layout, unequal)
#endif
#define KEYS(type, T)                                                                                        \
    STD(type, T, 0, 0) BOOST_COMPARE(type, T, 0, 0) BOOST_SPREAD(type, T) VQSORT(type, T, 0, 0)

extern "C" {

const bench_sort_subject bench_sort_peers[] = {
    KEYS("u16", uint16_t) KEYS("i16", int16_t) KEYS("u32", uint32_t) KEYS("i32", int32_t) KEYS("f32", float)
    KEYS("u64", uint64_t) KEYS("i64", int64_t) KEYS("f64", double)
    STD("u32_kv", bench_sort_pair32, 1, 1) BOOST_COMPARE("u32_kv", bench_sort_pair32, 1, 1)
    VQSORT("u32_kv", hwy::K32V32, 1, 1)
    STD("u64_kv", bench_sort_pair64, 1, 1) BOOST_COMPARE("u64_kv", bench_sort_pair64, 1, 1)
    VQSORT("u64_kv", hwy::K64V64, 1, 1)
    { "order_u32", "std::sort", order_std_sort, 0, 7, 0 },
    { "order_u32", "std::stable_sort", order_std_stable, 0, 7, 0 },
    STD("item", bench_sort_item, 0, 1) BOOST_COMPARE("item", bench_sort_item, 0, 1)
    { nullptr, nullptr, nullptr, 0, 0, 0 } };

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
const char bench_sort_peers_note[] = "C++ standard library of " __VERSION__
#ifdef BENCH_SORT_BOOST
    "; Boost " BOOST_LIB_VERSION
#else
    "; built without Boost (Debian: libboost-dev; make setup-dev)"
#endif
#ifdef BENCH_SORT_HIGHWAY
    "; vqsort of Highway " TEXT(HWY_MAJOR) "." TEXT(HWY_MINOR) "." TEXT(HWY_PATCH);
#else
    "; built without Highway's vqsort (Debian: libhwy-dev; make setup-dev)";
#endif
}
