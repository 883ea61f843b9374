// fuzz_state.c - bytes that come back from a disk: a saved gc_rng, and the records of a framed
// log of gc_writer. Refused, and nothing has changed; or whole. Byte 0 chooses, and says
// whether the sum is made right, so that what lies behind it is reached.
//
//     clang -O1 -g -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_state.c -o fuzz_state -pthread
//     ./fuzz_state tests/fuzz/corpus/state
#define GC_RNG_STATIC
#define GC_WRITER_STATIC
#include "gc_rng.h"
#include "gc_writer.h"
#include "fuzz.h"

static void fuzz_state_rng(uint8_t *bytes, size_t size, bool seal) {
    if (seal && size == 40) {
        uint64_t words[5], sum;
        memcpy(words, bytes, sizeof words);      // little-endian machines
        sum = gc_rng_priv_sum_of(words);
        memcpy(bytes + 32, &sum, sizeof sum);
    }

    gc_rng r, before;
    gc_rng_seed(&r, 1);
    before = r;
    if (gc_rng_load(&r, bytes, size) != GC_RNG_OK) {
        FUZZ_NEED(memcmp(&r, &before, sizeof r) == 0);
        return;
    }

    // The state is that of the bytes, and can be drawn from.
    uint8_t again[40];
    FUZZ_NEED(size == 40 && gc_rng_save(&r, again, sizeof again) == 40 && memcmp(again, bytes, 40) == 0);

    FUZZ_NEED(r.a | r.b | r.c | r.counter);
    FUZZ_NEED(gc_rng_below(&r, 6) < 6);
}

static void fuzz_state_log(uint8_t *bytes, size_t size, bool seal) {
    size_t at = 0, length, last = 0, end = 0;
    const void *record;

    // Frames by their lengths, each with a right sum: 4 bytes length, 4 bytes CRC-32C, the
    // bytes.
    while (seal && size - end >= 8) {
        uint32_t n, sum;

        memcpy(&n, bytes + end, 4);
        n &= 0x3ff;
        if (n > size - end - 8) break;
        memcpy(bytes + end, &n, 4);
        sum = gc_writer_crc32c(gc_writer_crc32c(0, bytes + end, 4), bytes + end + 8, n);
        memcpy(bytes + end + 4, &sum, 4);
        end += 8 + n;
    }

    // Each lies behind the one before, and is whole; between them may be what a crash tore.
    while (gc_writer_next_record(bytes, size, &at, &record, &length)) {
        const uint8_t *frame = (const uint8_t *)record - 8;
        FUZZ_NEED(frame >= bytes + last && at <= size && (const uint8_t *)record + length == bytes + at);
        FUZZ_NEED(last >= end || frame == bytes + last);

        uint32_t n, sum;
        memcpy(&n, frame, 4);
        memcpy(&sum, frame + 4, 4);
        FUZZ_NEED(n == length && sum == gc_writer_crc32c(gc_writer_crc32c(0, frame, 4), record, length));
        last = at;
    }
    FUZZ_NEED(at == last && last >= end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    uint8_t *bytes = (uint8_t *)malloc(size - 1 + (size == 1));
    FUZZ_NEED(bytes != NULL);
    memcpy(bytes, data + 1, size - 1);
    if (data[0] & 1) fuzz_state_rng(bytes, size - 1, (data[0] & 2) != 0);
    else fuzz_state_log(bytes, size - 1, (data[0] & 2) != 0);
    free(bytes);
    return 0;
}
