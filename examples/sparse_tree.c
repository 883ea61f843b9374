// sparse_tree - bones of an arm: parents move their children, and only what has moved is drawn.
//
//     cc -O2 -I. examples/sparse_tree.c -o sparse_tree        (in the project's root)
// Sorted nodes make one plain loop of a recursion; who draws asks for blocks that have changed.
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#include <stdio.h>

typedef gc_sparse_node Bone;
typedef struct Local { float x; } Local;        // from its parent
typedef struct Place { float x; } Place;        // in the world
#define ARM(X) X(DENSE, Bone) X(DENSE, Local) X(DENSE, Place)
GC_SPARSE_COMPONENTS(ARM)

GC_SPARSE_SYSTEM(pose, (gc_sparse_world *w), (w), READ(Bone), bone, READ(Local), local, ALSO_WRITES, Place) {
    const Place *parent = gc_sparse_get_Place(w, bone->parent);
    Place *place = gc_sparse_get_Place(w, self);
    float x = local->x + (parent ? parent->x : 0);
    if (place->x != x) gc_sparse_touch_Place(w, self);
    place->x = x;
}

static gc_sparse_id make_bone(gc_sparse_world *world, gc_sparse_id parent, float x) {
    gc_sparse_id bone = gc_sparse_create(world);
    GC_SPARSE_SET(world, bone, Local, x);
    GC_SPARSE_PUT(world, bone, Place);
    gc_sparse_attach(world, bone, parent);
    return bone;
}

static void draw(gc_sparse_world *world, uint64_t *seen) {
    int drawn = 0;
    GC_SPARSE_EACH_CHANGED(world, *seen, READ(Place), place) drawn++;
    *seen = gc_sparse_tick(world);
    printf("%d of %u bones drawn\n", drawn, (unsigned)gc_sparse_info(world, gc_sparse_type_Place()).count);
}

int main(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_id nobody = { 0, 0 }, arms[10], tip = nobody;
    uint64_t seen = 0;
    if (!world || ARM_register(world) || gc_sparse_tree(world, gc_sparse_type_Bone()) ||
        gc_sparse_track(world, gc_sparse_type_Place())) return 1;

    for (int a = 0; a < 10; a++) {
        tip = arms[a] = make_bone(world, nobody, (float)a);
        for (int i = 1; i < 64; i++) tip = make_bone(world, tip, 0.5f);
    }

    gc_sparse_sort_tree(world);     // parents first
    for (int frame = 0; frame < 3; frame++) {
        if (frame == 2) gc_sparse_get_Local(world, arms[9])->x += 1;
        pose(world, world);
        draw(world, &seen);
    }
    printf("an arm to its tip: %s\n", gc_sparse_result_string(gc_sparse_attach(world, arms[9], tip)));
    gc_sparse_destroy(world, arms[0]);
    draw(world, &seen);
    gc_sparse_close(world);
}
