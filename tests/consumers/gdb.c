// What tests/check_packages.sh looks at with gdb.
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"

static gc_sparse_id id, none;
static gc_sparse_type type;
static gc_sparse_view view;

static void look(void) {}

int main(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    static gc_sparse_component_desc desc;
    desc.size = sizeof(int);
    gc_sparse_component(world, &desc, &type);
    for (int i = 0; i < 3; i++) {
        id = gc_sparse_create(world);
        gc_sparse_add(world, id, type);
    }

    static gc_sparse_query_desc query;
    query.include[0] = type;
    view = gc_sparse_query(world, &query);
    gc_sparse_next(&view);
    look();
    gc_sparse_close(world);
    return (int)none.slot;
}
