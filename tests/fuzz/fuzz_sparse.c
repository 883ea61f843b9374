// fuzz_sparse.c - gc_sparse_load of any bytes, with a right size and sum: refused, and the
// world is as it was; or a whole world, which goes on.
//
//     clang -O1 -g -fsanitize=fuzzer,address,undefined -I. -Itests tests/fuzz/fuzz_sparse.c -o fuzz_sparse
//     ./fuzz_sparse tests/vectors/sparse_save.bin
//
// The world, its game and what must hold are those of test_sparse_save.c; of saves of other
// versions those of test_sparse_fields.c.
#define TEST_AMALGAM
#define GC_SPARSE_FIELDS
#include "test_sparse_save.c"
#include "test_sparse_fields.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static gc_sparse_world *world, *fourth;
    static uint32_t frame;
    if (!world) world = test_save_open(3, NULL);
    if (!fourth) fourth = test_fields_version(4, NULL);
    if (size < 72) return 0;
    test_fields_forge(fourth, data, size / 8 * 8);

    // A multiple of 8, in a block of its own.
    test_save_bytes save = { NULL, size / 8 * 8 };
    save.at = (unsigned char *)malloc(save.size);
    memcpy(save.at, data, save.size);

    test_save_seal(save);
    uint64_t before = gc_sparse_hash_all(world);

    if (gc_sparse_load(world, save.at, save.size) == GC_SPARSE_OK) {
        test_save_bytes again = test_save_to_bytes(world);
        uint64_t loaded = gc_sparse_hash_all(world);
        CHECK_INT(gc_sparse_load(world, again.at, again.size), GC_SPARSE_OK);
        CHECK_U64(gc_sparse_hash_all(world), loaded);
        free(again.at);
        test_save_is_whole(world, ++frame);
    } else {
        CHECK_U64(gc_sparse_hash_all(world), before);
    }

    free(save.at);
    if (test_failures_here || test_sparse_asserts) abort();
    return 0;
}
