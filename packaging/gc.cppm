// The five headers as a C++20 module: `import gc;` brings their types and functions. Macros
// (GC_SPARSE_EACH, GC_RNG_VERSION) still come from the headers. The functions themselves come
// from a file of yours with the IMPLEMENTATION macros, or from the compiled library.
//   g++ -std=c++20 -fmodules-ts -I. -x c++ -c packaging/gc.cppm
//   clang++ -std=c++20 -I. --precompile packaging/gc.cppm -o gc.pcm
module;

// What the headers include must not belong to the module: here it comes first, and their own
// includes of it find nothing left to do.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

export module gc;

// A module cannot export what is static.
#define GC_RNG_INLINE inline
#define GC_SORT_INLINE inline
#define GC_SPARSE_INLINE inline
#define GC_WRITER_INLINE inline
#define GC_FETCH_INLINE inline

// Suppressed: a warning of clang about the includes that find nothing to do.
#if defined(__clang__) && __clang_major__ >= 17
#pragma clang diagnostic ignored "-Winclude-angled-in-module-purview"
#endif
export {
#include "gc_rng.h"
#include "gc_sort.h"
#include "gc_sparse.h"
#include "gc_writer.h"
#include "gc_fetch.h"
}
