// towers_old.c - writes a save as version 1 of examples/sparse_towers.c would have: two towers
// and a goblin, with fields that have other names and sizes today.
//
//     towers_old FILE
#define GC_SPARSE_FIELDS
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#include <stdio.h>
#include <stdlib.h>

#define PLACE(F) F(int32_t, x) F(int32_t, y)
#define WALKER(F) F(int32_t, corner) F(int32_t, speed)
#define HEALTH(F) F(int16_t, hp)
#define TOWER(F) F(int32_t, range) F(int32_t, cooldown) F(gc_sparse_id, target)
GC_SPARSE_STRUCT(Place, PLACE)
GC_SPARSE_STRUCT(Walker, WALKER)
GC_SPARSE_STRUCT(Health, HEALTH)
GC_SPARSE_STRUCT(Tower, TOWER)
#define GAME(X) X(DENSE, Place) X(DENSE, Walker) X(DENSE, Health) X(DENSE, Tower)
GC_SPARSE_COMPONENTS(GAME)
GC_SPARSE_DESCRIBED(GAME)

int main(int argc, char **argv) {
    static const gc_sparse_migration version = { 1, NULL, 0, NULL, NULL };
    static char bytes[4096];
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    if (argc < 2 || !world || GAME_register(world) || GAME_describe(world)) return 1;
    if (gc_sparse_migrate(world, &version)) return 1;

    gc_sparse_id goblin = gc_sparse_create(world), tower;
    GC_SPARSE_SET(world, goblin, Place, 2560, 2000);
    GC_SPARSE_SET(world, goblin, Walker, 1, 64);
    GC_SPARSE_SET(world, goblin, Health, 77);
    for (int i = 0; i < 2; i++) {
        tower = gc_sparse_create(world);
        GC_SPARSE_SET(world, tower, Place, 6000 + 3000 * i, 4000);
        GC_SPARSE_SET(world, tower, Tower, 3072, 5 + i, goblin);
    }

    size_t size = gc_sparse_save(world, bytes, sizeof bytes);
    FILE *file = fopen(argv[1], "wb");
    bool written = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) != 0) written = false;
    gc_sparse_close(world);
    return !written;
}
