// expect: cannot include itself: define GC_SORT_FILENAME
// The header does not stand where it looks for itself: renamed, pasted into another file,
// included by a URL.
#define GC_SORT_FILENAME "gc_sort_is_not_here.h"
#define GC_SORT_IMPLEMENTATION
#include "gc_sort.h"
