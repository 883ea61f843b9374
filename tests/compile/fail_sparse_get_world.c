// expect: incompatible pointer type
// GC_SPARSE_GET with a world where a pool is wanted.
#include "gc_sparse.h"

int *health_of(const gc_sparse_world *world, gc_sparse_id id);

int *health_of(const gc_sparse_world *world, gc_sparse_id id) {
    return GC_SPARSE_GET(int, world, id);
}
