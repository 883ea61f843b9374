// All five headers and the whole test suite in one translation unit and one binary: `--list`
// names the tests, else they run. Each test file brings in its own header with the
// implementation, and with its own assertion; so the order matters only in that a header's test
// comes before the tests that merely use it. (test_sparse_small.c shrinks the generations of
// the whole build: it stays apart.)
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define TEST_AMALGAM
#define GC_SPARSE_FIELDS
#define GC_SPARSE_RELATIONS
#include "test_rng.c"
#include "test_sort.c"
#include "test_sparse.c"
#include "test_sparse_typed.c"
#include "test_sparse_save.c"
#include "test_sparse_storage.c"
#include "test_sparse_changes.c"
#include "test_sparse_trees.c"
#include "test_sparse_relations.c"
#include "test_sparse_hash.c"
#include "test_sparse_fields.c"
#include "test_sparse_json.c"
#include "test_sparse_delta.c"
#include "test_writer.c"
#include "test_fetch.c"
#include "test_fetch_sim.c"
#include "test_fetch_resume.c"
#include "test_fetch_upload.c"
#include "test_cache.c"
#include "test_cache_sign.c"
#include "test_cache_chunks.c"
#include "test_origin.c"

#define RUN(table) test_run(table, sizeof(table) / sizeof((table)[0]))

int main(int argc, char **argv) {
    test_options(argc, argv);

    RUN(test_rng_cases);
    RUN(test_sort_cases);

    RUN(test_sparse_cases);
    RUN(test_sparse_typed_cases);
    RUN(test_sparse_save_cases);
    RUN(test_sparse_storage_cases);
    RUN(test_sparse_changes_cases);
    RUN(test_sparse_trees_cases);
    RUN(test_sparse_relations_cases);
    RUN(test_sparse_hash_cases);
    RUN(test_sparse_fields_cases);
    RUN(test_sparse_json_cases);
    RUN(test_sparse_delta_cases);

    RUN(test_writer_cases);
    RUN(test_fetch_cases);
    RUN(test_fetch_sim_cases);
    RUN(test_fetch_resume_cases);
    RUN(test_fetch_upload_cases);
    RUN(test_cache_cases);
    RUN(test_cache_sign_cases);
    RUN(test_cache_chunks_cases);
    RUN(test_origin_cases);

    return test_report();
}
