// expect: incompatible pointer type
// GC_SPARSE_AT with the description of a query where the view is wanted.
#include "gc_sparse.h"

int *first_of(gc_sparse_query_desc *query);

int *first_of(gc_sparse_query_desc *query) {
    return GC_SPARSE_AT(int, query, 0, 0);
}
