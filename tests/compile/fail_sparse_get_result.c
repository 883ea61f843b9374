// expect: incompatible pointer type
// GC_SPARSE_GET of one type into a pointer to another.
#include "gc_sparse.h"

float *speed_of(const gc_sparse_pool *pool, gc_sparse_id id);

float *speed_of(const gc_sparse_pool *pool, gc_sparse_id id) {
    float *speed = GC_SPARSE_GET(int, pool, id);
    return speed;
}
