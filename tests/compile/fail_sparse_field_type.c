// expect: field_of_another_type
// A described field has the type that its struct gives it.
#define GC_SPARSE_FIELDS
#include "gc_sparse.h"

typedef struct Health { int now; } Health;
#define HEALTH(F) F(float, now)
GC_SPARSE_FIELDS_OF(Health, HEALTH)
