// sparse_map.h - what sparse_map.cc does for bench_sparse.c: a std::unordered_map for each
// component.
#ifndef SPARSE_MAP_H
#define SPARSE_MAP_H
#include "gc_sparse.h"

enum { BENCH_MAP_STEPS = 5 };

#ifdef __cplusplus
extern "C"
#endif
// Steps 0 to 4, in this order: adds two components of 8 bytes to n ids, walks one, walks both,
// looks one up for each id, erases all. The result is to be used, so that nothing is left out.
double bench_map_step(int step, const gc_sparse_id *ids, uint32_t n);
#endif
