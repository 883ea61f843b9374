// expect: incompatible pointer type
// The scratch of a stable sort has another element type than the array.
#include "gc_sort.h"

typedef struct { float depth; } item;
#define ITEM_LESS(a, b) ((a).depth < (b).depth)
GC_SORT_DEFINE(sort_items, item, ITEM_LESS)

void caller(item *items, size_t n, int *scratch);
void caller(item *items, size_t n, int *scratch) {
    sort_items_stable(items, n, scratch);
}
