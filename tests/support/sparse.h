// sparse.h - what tests of gc_sparse.h share. Include it behind gc_sparse.h.
#ifndef TEST_SUPPORT_SPARSE_H
#define TEST_SUPPORT_SPARSE_H

// A world's numbers, as a value.
static inline gc_sparse_statistics test_stats_of(const gc_sparse_world *world) {
    gc_sparse_statistics statistics;
    gc_sparse_stats(world, &statistics);
    return statistics;
}

#endif
