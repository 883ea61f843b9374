// A user of the C++20 module.
#include <stdint.h>
#include <stdio.h>
import gc;

int main() {
    gc_rng rng;
    gc_rng_seed(&rng, 2026);
    int32_t dice[5];
    for (int32_t &die : dice) die = (int32_t)gc_rng_range(&rng, 1, 6);
    gc_sort_i32(dice, 5);
    for (int32_t die : dice) printf("%d ", (int)die);

    gc_sparse_world *world = gc_sparse_open(nullptr, nullptr);
    printf("%d ", (int)gc_sparse_alive(world, gc_sparse_create(world)));
    gc_sparse_close(world);

    printf("%s, %s\n", gc_writer_result_string(GC_WRITER_E_DISK_FULL),
           gc_fetch_result_string(GC_FETCH_E_PATH));
}
