// expect: incomplete type
// The element type is only declared.
#include "gc_sort.h"

struct item;
int item_less(const struct item *a, const struct item *b);
#define ITEM_LESS(a, b) item_less(&(a), &(b))
GC_SORT_DEFINE(sort_items, struct item, ITEM_LESS)
