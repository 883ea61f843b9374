// fuzz_delta.c - gc_sparse_delta_read of any bytes, with a right sum: refused, and the client's
// world is as it was; or done, and the world goes on.
//
//     clang -O1 -g -fsanitize=fuzzer,address,undefined -I. -Itests tests/fuzz/fuzz_delta.c -o fuzz_delta
//     ./fuzz_delta
//
// The world is that of test_sparse_delta.c, with what a server has told first.
#define TEST_AMALGAM
#define GC_SPARSE_FIELDS
#include "test_sparse_fields.c"
#include "test_sparse_delta.c"
#include "fuzz.h"

static gc_sparse_world *fuzz_server, *fuzz_first, *fuzz_client;
static gc_sparse_delta *fuzz_to, *fuzz_from;

static void fuzz_begin(void) {
    static unsigned char packet[20000];
    uint64_t random = 1;
    uint32_t number;
    size_t size;
    fuzz_server = test_delta_open();
    fuzz_client = test_delta_open();
    fuzz_to = gc_sparse_delta_open(fuzz_server, &test_delta_desc, NULL);
    fuzz_from = gc_sparse_delta_open(fuzz_client, &test_delta_desc, NULL);
    for (int i = 0; i < 30; i++) {
        test_delta_play(fuzz_server, &random, 12);
        gc_sparse_delta_write(fuzz_to, gc_sparse_tick(fuzz_server), packet, sizeof packet, &size);
        FUZZ_NEED(gc_sparse_delta_read(fuzz_from, packet, size, &number) == GC_SPARSE_OK);
    }
    fuzz_first = gc_sparse_open_like(fuzz_client, NULL);
    gc_sparse_copy(fuzz_first, fuzz_client);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint32_t number;
    if (!fuzz_server) fuzz_begin();
    if (size < 1) return 0;

    // Bits of a packet behind a number that is new.
    unsigned char *packet = (unsigned char *)malloc(size + 8);
    memcpy(packet + 8, data, size);
    gc_sparse_delta_priv_put32(packet + 4, 1000);
    gc_sparse_delta_priv_put32(packet, gc_sparse_delta_priv_sum(fuzz_from->look, packet + 4, size + 4));
    gc_sparse_copy(fuzz_client, fuzz_first);
    fuzz_from->number = 30;
    uint64_t before = gc_sparse_hash_all(fuzz_client);

    int error = gc_sparse_delta_read(fuzz_from, packet, size + 8, &number);
    if (error == GC_SPARSE_E_DATA) FUZZ_NEED(gc_sparse_hash_all(fuzz_client) == before);
    else FUZZ_NEED(error == GC_SPARSE_OK && gc_sparse_stats(fuzz_client).slots <= 4096);
    for (uint32_t slot = 0; slot < gc_sparse_stats(fuzz_client).slots; slot++) {
        gc_sparse_id id = gc_sparse_id_of(fuzz_client, slot);
        gc_sparse_type none = { 0 };
        if (id.generation) FUZZ_NEED(gc_sparse_next_type(fuzz_client, id, none).index != 0);
    }

    free(packet);
    FUZZ_NEED(!test_failures_here && !test_sparse_asserts);
    return 0;
}
