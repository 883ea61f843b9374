// expect: gc_sort.h: GC_SORT_STATIC must be defined before the first include
// What the first include declared extern cannot become static.
#include "gc_sort.h"
#define GC_SORT_STATIC
#include "gc_sort.h"
