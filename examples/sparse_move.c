// sparse_move - entities, components and a system: the life of a small world.
//
//     cc -O2 -I. examples/sparse_move.c -o sparse_move  (in the project's root)
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"

#include <stdio.h>

typedef struct Position { float x, y; } Position;
typedef struct Velocity { float x, y; } Velocity;

// The components, once: their kind of storage and their type. A tag has no data, so it needs no
// type.
#define GAME(X) X(DENSE, Position) X(DENSE, Velocity) X(TAG, Frozen)
GC_SPARSE_COMPONENTS(GAME)

// The system: all that have a position and a velocity and are not frozen. It becomes
// move(world, seconds).
GC_SPARSE_SYSTEM(move, (float seconds), (seconds), Position, p, Velocity, v, WITHOUT, Frozen) {
    p->x += v->x * seconds;
    p->y += v->y * seconds;
}

int main(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    if (!world || GAME_register(world) != GC_SPARSE_OK) return 1;

    // A thousand things stand somewhere; every second one moves.
    gc_sparse_id last = { 0, 0 };
    for (int i = 0; i < 1000; i++) {
        last = gc_sparse_create(world);
        if (GC_SPARSE_SET(world, last, Position, (float)i, 0) != GC_SPARSE_OK) return 1;
        if (i % 2 == 1) GC_SPARSE_SET(world, last, Velocity, 1, 0.5f);
    }

    // Sixty frames; after the first half, those far to the right freeze. A loop may change
    // values; what else it changes is recorded, and done behind it.
    gc_sparse_commands *later = gc_sparse_record(world, 0, 0);
    if (!later) return 1;
    for (int frame = 0; frame < 60; frame++) {
        move(world, 1 / 60.0f);
        if (frame != 29) continue;
        GC_SPARSE_EACH(world, Position, p) {
            if (p->x > 900 && p->x < 999) gc_sparse_record_add_Frozen(later, self);
        }
        gc_sparse_replay(world);
    }

    // An id is looked up in three loads; once its entity has died it finds nothing, even if the
    // slot lives again.
    const Position *p = gc_sparse_get_Position(world, last);
    printf("the last one stands at %.2f, %.2f\n", (double)p->x, (double)p->y);
    int frozen = 0;
    GC_SPARSE_EACH(world, WITH, Frozen, WITH, Velocity) frozen++;
    printf("%d froze on their way\n", frozen);
    gc_sparse_destroy(world, last);
    gc_sparse_create(world);
    printf("after its death: %s\n", gc_sparse_has_Position(world, last) ? "there" : "gone");
    gc_sparse_close(world);
    return 0;
}
