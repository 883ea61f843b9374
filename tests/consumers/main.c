// The program of a user who has the five headers from a package: rolls dice, sorts them, makes
// an entity, names two errors. -DCOMPILED: the implementation comes from the library.
#ifndef COMPILED
#define GC_RNG_IMPLEMENTATION
#define GC_SORT_IMPLEMENTATION
#define GC_SPARSE_IMPLEMENTATION
#define GC_WRITER_IMPLEMENTATION
#define GC_FETCH_IMPLEMENTATION
#endif
#include <gc_rng.h>
#include <gc_sort.h>
#include <gc_sparse.h>
#include <gc_writer.h>
#include <gc_fetch.h>
#include <stdio.h>

int main(void) {
    gc_rng rng;
    gc_rng_seed(&rng, 2026);
    int32_t dice[5];
    for (int i = 0; i < 5; i++) dice[i] = (int32_t)gc_rng_range(&rng, 1, 6);
    gc_sort_i32(dice, 5);
    for (int i = 0; i < 5; i++) printf("%d ", (int)dice[i]);

    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    printf("%d ", (int)gc_sparse_alive(world, gc_sparse_create(world)));
    gc_sparse_close(world);

    printf("%s, %s\n", gc_writer_result_string(GC_WRITER_E_DISK_FULL),
           gc_fetch_result_string(GC_FETCH_E_PATH));
    return 0;
}
