// expect: no member named
// less reads a member that the type does not have.
#include "gc_sort.h"

typedef struct { float depth; } item;
#define ITEM_LESS(a, b) ((a).height < (b).height)
GC_SORT_DEFINE(sort_items, item, ITEM_LESS)
