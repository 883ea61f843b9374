// fuzz_json.c - gc_sparse_json_read of any text: refused, with a place in the text, and the
// world is as it was; or a whole world, whose own text gives it again.
//
//     clang -O1 -g -fsanitize=fuzzer,address,undefined -I. -Itests tests/fuzz/fuzz_json.c -o fuzz_json
//     ./fuzz_json tests/fuzz/corpus/json
//
// The world is that of test_sparse_fields.c.
#define TEST_AMALGAM
#define GC_SPARSE_FIELDS
#define GC_SPARSE_JSON_MOST ((size_t)1 << 20)
#include "test_sparse_save.c"
#include "test_sparse_fields.c"
#include "test_sparse_json.c"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static gc_sparse_world *world, *other;
    if (!world) world = test_fields_open();
    if (!other) other = test_fields_open();
    char *text = (char *)malloc(size + (size == 0));
    if (size) memcpy(text, data, size);

    gc_sparse_json_error error;
    uint64_t before = gc_sparse_hash_all(world);
    if (gc_sparse_json_read(world, text, size, &error) == GC_SPARSE_OK) {
        FUZZ_NEED(error.what == NULL);
        FUZZ_NEED(test_json_again(world, other));
    } else {
        FUZZ_NEED(gc_sparse_hash_all(world) == before && error.what && error.line <= size + 1);
        FUZZ_NEED(error.column <= size + 1);
    }

    free(text);
    FUZZ_NEED(!test_failures_here && !test_sparse_asserts);
    return 0;
}
