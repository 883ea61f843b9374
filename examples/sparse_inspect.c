// sparse_inspect - an inspector: prints any entity by the names of its types and their fields.
//
//     cc -O2 -I. examples/sparse_inspect.c -o sparse_inspect  (in the project's root)
//     ./sparse_inspect 5:1           entity 5 of generation 1
//     ./sparse_inspect               all of them
//
// The world knows its types by name. Of their fields it knows nothing: a table describes them,
// which any other tool (an editor, a saved game, a network) can use as well.
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"

#include <stdio.h>

typedef struct Position { float x, y; } Position;
typedef struct Health { int points, most; } Health;
typedef struct Target { gc_sparse_id who; } Target;
#define GAME(X) X(DENSE, Position) X(DIRECT, Health) X(DENSE, Target) X(TAG, Red) X(TAG, Frozen)
GC_SPARSE_COMPONENTS(GAME)

// The fields of all types, in the order in which they are printed.
enum { INSPECT_FLOAT, INSPECT_INT, INSPECT_ID };
static const struct { const char *type, *name; size_t offset; int kind; } inspect_fields[] = {
    { "Position", "x", offsetof(Position, x), INSPECT_FLOAT },
    { "Position", "y", offsetof(Position, y), INSPECT_FLOAT },
    { "Health", "points", offsetof(Health, points), INSPECT_INT },
    { "Health", "most", offsetof(Health, most), INSPECT_INT },
    { "Target", "who", offsetof(Target, who), INSPECT_ID },
};

static void inspect_id(const gc_sparse_world *world, gc_sparse_id id) {
    printf("%u:%u%s", (unsigned)id.slot, (unsigned)id.generation,
           gc_sparse_alive(world, id) ? "" : id.generation ? " (gone)" : " (nobody)");
}

static void inspect_field(const gc_sparse_world *world, const char *at, int kind) {
    float number;
    int whole;
    gc_sparse_id id;
    switch (kind) {
    case INSPECT_FLOAT: memcpy(&number, at, sizeof number); printf("%g", number); break;
    case INSPECT_INT: memcpy(&whole, at, sizeof whole); printf("%d", whole); break;
    case INSPECT_ID: memcpy(&id, at, sizeof id); inspect_id(world, id); break;
    default: printf("?");
    }
}

// One line: the id, then each type that it has with its fields.
static void inspect_entity(const gc_sparse_world *world, gc_sparse_id id) {
    gc_sparse_type type = { 0 };
    inspect_id(world, id);
    while ((type = gc_sparse_next_type(world, id, type)).index != 0) {
        gc_sparse_type_info info = gc_sparse_info(world, type);
        const char *component = (const char *)gc_sparse_get(world, id, type);
        int printed = 0;
        printf("  %s", info.name);
        for (size_t f = 0; f < sizeof inspect_fields / sizeof inspect_fields[0]; f++) {
            if (strcmp(inspect_fields[f].type, info.name) != 0) continue;
            printf(printed++ ? ", %s " : " { %s ", inspect_fields[f].name);
            inspect_field(world, component + inspect_fields[f].offset, inspect_fields[f].kind);
        }
        if (printed) printf(" }");
        else if (info.size) printf(" (%u bytes)", (unsigned)info.size);
    }
    printf("\n");
}

// What there is: types and their numbers.
static void inspect_types(const gc_sparse_world *world) {
    gc_sparse_statistics all;
    gc_sparse_get_statistics(world, &all);
    for (gc_sparse_type type = { 1 }; type.index <= all.types; type.index++) {
        gc_sparse_type_info info = gc_sparse_info(world, type);
        printf("%-10s %3u bytes, %s, %u of %u entities\n", info.name, (unsigned)info.size,
               info.kind == GC_SPARSE_DIRECT ? "direct" : "dense", info.count, all.entities);
    }
}

// A few ships that aim at each other; the first is gone, and the last two are alike.
static gc_sparse_world *make_world(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_id before = { 0, 0 }, id = before;
    if (!world || GAME_register(world) != GC_SPARSE_OK) return NULL;
    for (int i = 0; i < 5; i++, before = id) {
        id = gc_sparse_create(world);
        GC_SPARSE_SET(world, id, Position, (float)i, 0.5f * (float)i);
        GC_SPARSE_SET(world, id, Health, 10 - i, 10);
        GC_SPARSE_SET(world, id, Target, before);
        if (i % 2) GC_SPARSE_PUT(world, id, Red);
    }
    gc_sparse_clone(world, id);
    gc_sparse_destroy(world, gc_sparse_id_of(world, 0));
    return world;
}

int main(int argc, char **argv) {
    gc_sparse_world *world = make_world();
    gc_sparse_id id = { 0, 0 };
    unsigned slot, generation;
    if (!world) return 1;
    if (argc > 1 && sscanf(argv[1], "%u:%u", &slot, &generation) == 2) {
        id.slot = slot;
        id.generation = generation;
        inspect_entity(world, id);
    } else {
        inspect_types(world);
        while ((id = gc_sparse_next_entity(world, id)).generation != 0) inspect_entity(world, id);
    }
    gc_sparse_close(world);
    return 0;
}
