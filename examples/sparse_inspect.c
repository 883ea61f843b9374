// sparse_inspect - an inspector: prints any entity by the names of its types and their fields.
//
//     cc -O2 -I. examples/sparse_inspect.c -o sparse_inspect  (in the project's root)
//     ./sparse_inspect 5:1           entity 5 of generation 1
//     ./sparse_inspect               all of them
//     ./sparse_inspect --json        as JSON; --read FILE: what such a text says
//
// GC_SPARSE_FIELDS describes each type once, beside it: names, kinds, ids. Any other tool (an
// editor, a saved game, a network) can use this description as well.
#define GC_SPARSE_FIELDS
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#define GC_SPARSE_JSON_STATIC
#include "sparse/gc_sparse_json.h"

#include <stdio.h>

#define POSITION(F) F(float, x) F(float, y)
#define HEALTH(F) F(int, points) F(int, most)
#define TARGET(F) F(gc_sparse_id, who)
GC_SPARSE_STRUCT(Position, POSITION)
GC_SPARSE_STRUCT(Health, HEALTH)
GC_SPARSE_STRUCT(Target, TARGET)
#define GAME(X) X(DENSE, Position) X(DIRECT, Health) X(DENSE, Target) X(TAG, Red) X(TAG, Frozen)
GC_SPARSE_COMPONENTS(GAME)
GC_SPARSE_DESCRIBED(GAME)

static const char *inspect_state(const gc_sparse_world *world, gc_sparse_id id) {
    return gc_sparse_alive(world, id) ? "" : id.generation ? " (gone)" : " (nobody)";
}

// One line: the id, then each type that it has with its fields.
static void inspect_entity(const gc_sparse_world *world, gc_sparse_id id) {
    gc_sparse_type type = { 0 };
    printf("%u:%u%s", (unsigned)id.slot, (unsigned)id.generation, inspect_state(world, id));
    while ((type = gc_sparse_next_type(world, id, type)).index != 0) {
        const char *component = (const char *)gc_sparse_get(world, id, type);
        gc_sparse_field field;
        uint32_t n = 0;

        printf("  %s", gc_sparse_name(world, type));
        for (; gc_sparse_field_at(world, type, n, &field); n++) {
            char text[64];
            gc_sparse_id other = { 0, 0 };
            bool is_id = field.shape->is == GC_SPARSE_IS_ID;

            gc_sparse_field_text(&field, component, text, sizeof text);
            if (is_id) memcpy(&other, component + field.offset, sizeof other);
            printf("%s %s %s%s", n ? "," : " {", field.name, text, is_id ? inspect_state(world, other) : "");
        }
        if (n) printf(" }");
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
    if (!world || GAME_register(world) != GC_SPARSE_OK || GAME_describe(world) != GC_SPARSE_OK) return NULL;
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

static int print(void *file, const char *text, size_t size) {
    return fwrite(text, 1, size, (FILE *)file) == size ? GC_SPARSE_OK : GC_SPARSE_E_FULL;
}

static int read_world(gc_sparse_world *world, const char *path) {
    static char text[1 << 20];
    gc_sparse_json_error error = { 0, 0, "no such file" };
    FILE *file = fopen(path, "rb");
    int result = GC_SPARSE_E_NOT_FOUND;
    if (file) result = gc_sparse_json_read(world, text, fread(text, 1, sizeof text, file), &error);
    if (result) {
        fprintf(stderr, "%s:%u:%u: %s\n", path, (unsigned)error.line, (unsigned)error.column, error.what);
    }
    if (file) fclose(file);
    return result;
}

int main(int argc, char **argv) {
    gc_sparse_world *world = make_world();
    gc_sparse_id id = { 0, 0 };
    unsigned slot, generation;
    if (!world) return 1;
    if (argc > 1 && strcmp(argv[1], "--json") == 0) return gc_sparse_json_write(world, print, stdout) != 0;
    if (argc > 2 && strcmp(argv[1], "--read") == 0 && read_world(world, argv[2]) != GC_SPARSE_OK) return 1;
    if (argc == 2 && sscanf(argv[1], "%u:%u", &slot, &generation) == 2) {
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
