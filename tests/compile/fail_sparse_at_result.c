// expect: incompatible pointer type
// GC_SPARSE_AT of one type into a pointer to another.
#include "gc_sparse.h"

float *speed_of(const gc_sparse_view *view);

float *speed_of(const gc_sparse_view *view) {
    float *speed = GC_SPARSE_AT(int, view, 0, 0);
    return speed;
}
