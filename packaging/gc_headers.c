// The five headers as one compiled library. The inline functions are ordinary ones here: other
// languages find every function in the library's symbol table, and C and C++ keep their inline
// copies.
#define GC_RNG_INLINE
#define GC_SORT_INLINE
#define GC_SPARSE_INLINE
#define GC_WRITER_INLINE
#define GC_FETCH_INLINE

#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"
#define GC_SORT_IMPLEMENTATION
#include "gc_sort.h"
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"
#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"

// The asset cache with it, for bindings/csharp/GcCache.cs.
#ifdef GC_HEADERS_CACHE
#define ASSET_CACHE_IMPLEMENTATION
#include "examples/asset_cache.h"
#endif
