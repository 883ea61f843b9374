// The same as main.c, by gc.hpp.
#define GC_RNG_IMPLEMENTATION
#define GC_SORT_IMPLEMENTATION
#define GC_SPARSE_IMPLEMENTATION
#define GC_WRITER_IMPLEMENTATION
#define GC_FETCH_IMPLEMENTATION
#include <gc.hpp>
#include <cstdio>

struct Position { float x, y; };

int main() {
    gch::rng rng(2026);
    int dice[5];
    for (int &die : dice) die = int(gc_rng_range(&rng, 1, 6));
    gch::sort(dice);
    for (int die : dice) std::printf("%d ", die);

    gch::world<Position> world{ gc_sparse_desc() };
    const gc_sparse_id id = gc_sparse_create(world);
    std::printf("%d ", int(world.set(id, Position{ 1, 2 }) == GC_SPARSE_OK && world.has<Position>(id)));

    std::printf("%s, %s\n", gc_writer_result_string(GC_WRITER_E_DISK_FULL),
                gc_fetch_result_string(GC_FETCH_E_PATH));
}
