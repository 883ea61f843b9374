// expect: incompatible type
// GC_SPARSE_GET with a bare slot where an id is wanted.
#include "gc_sparse.h"

int *health_of(const gc_sparse_pool *pool, uint32_t slot);

int *health_of(const gc_sparse_pool *pool, uint32_t slot) {
    return GC_SPARSE_GET(int, pool, slot);
}
