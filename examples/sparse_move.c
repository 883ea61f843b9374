// sparse_move - entities, components and a system: the life of a small world.
//
//     cc -O2 -I. examples/sparse_move.c -o sparse_move  (in the project's root)
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"

#include <stdio.h>

typedef struct position { float x, y; } position;
typedef struct velocity { float x, y; } velocity;

static gc_sparse_type add_type(gc_sparse_world *world, const char *name, size_t size) {
    gc_sparse_component_desc desc = {0};
    gc_sparse_type type;
    desc.name = name;
    desc.size = size;
    gc_sparse_component(world, &desc, &type);
    return type;
}

int main(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    if (!world) return 1;
    gc_sparse_type positions = add_type(world, "position", sizeof(position));
    gc_sparse_type velocities = add_type(world, "velocity", sizeof(velocity));

    // A thousand things stand somewhere; every second one moves.
    gc_sparse_id last = {0};
    for (int i = 0; i < 1000; i++) {
        last = gc_sparse_create(world);
        position *p = (position *)gc_sparse_add(world, last, positions);
        if (!p) return 1;
        p->x = (float)i;
        if (i % 2 == 0) continue;
        velocity *v = (velocity *)gc_sparse_add(world, last, velocities);
        if (!v) return 1;
        v->x = 1.0f;
        v->y = 0.5f;
    }

    // The system: all that have both, sixty frames long.
    gc_sparse_query_desc moving = {0};
    moving.include[0] = positions;
    moving.include[1] = velocities;
    for (int frame = 0; frame < 60; frame++) {
        for (gc_sparse_view view = gc_sparse_query(world, &moving); gc_sparse_next(&view);) {
            for (size_t i = 0; i < view.count; i++) {
                position *p = GC_SPARSE_AT(position, &view, 0, i);
                const velocity *v = GC_SPARSE_AT(velocity, &view, 1, i);
                p->x += v->x / 60;
                p->y += v->y / 60;
            }
        }
    }

    // An id is looked up in three loads; once its entity has died it finds nothing, even if the
    // slot lives again.
    const position *p = GC_SPARSE_GET(position, gc_sparse_pool_of(world, positions), last);
    printf("the last one stands at %.2f, %.2f\n", (double)p->x, (double)p->y);
    gc_sparse_destroy(world, last);
    gc_sparse_create(world);
    printf("after its death: %s\n", gc_sparse_alive(world, last) ? "alive" : "gone");
    gc_sparse_close(world);
    return 0;
}
