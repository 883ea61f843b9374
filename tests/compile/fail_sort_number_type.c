// expect: incompatible pointer type
// A number sort is given keys of another type.
#include "gc_sort.h"

void caller(float *keys, size_t n);
void caller(float *keys, size_t n) {
    gc_sort_u32(keys, n);
}
