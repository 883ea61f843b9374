// expect: incompatible type
// GC_SPARSE_AT with an id where the number of the match is wanted.
#include "gc_sparse.h"

int *health_of(const gc_sparse_view *view, gc_sparse_id id);

int *health_of(const gc_sparse_view *view, gc_sparse_id id) {
    return GC_SPARSE_AT(int, view, 0, id);
}
