// expect: incompatible pointer type
// A sort made for one element type is given an array of another.
#include "gc_sort.h"

typedef struct { float depth; } item;
#define ITEM_LESS(a, b) ((a).depth < (b).depth)
GC_SORT_DEFINE(sort_items, item, ITEM_LESS)

void caller(double *values, size_t n);
void caller(double *values, size_t n) {
    sort_items(values, n);
}
