// fetch_toy.h - a coding for tests of gc_fetch_decoder, as small as can be, that has what gzip
// has: its code depends on all before it, some of it makes very much, and a sum ends it. Its
// pieces are a length below 255 and so many bytes, each changed by the sum of those before; or
// 255, a length of four bytes and one byte that is repeated; 0 and the sum are the end. Include
// it behind gc_fetch.h.
#ifndef TEST_FETCH_TOY_H
#define TEST_FETCH_TOY_H

typedef struct test_toy {
    gc_fetch_decoder decoder;
    int begun, refuses;             // how often; what begin returns
    uint32_t sum, left;
    // 0: a length comes; 1: bytes; 2 to 5: a long length; 6: its byte; 7 to 10: the sum.
    int phase;
    bool repeats;
    uint8_t byte;
} test_toy;

static inline int test_toy_begin(void *user) {
    test_toy *toy = (test_toy *)user;
    toy->begun++;
    toy->sum = toy->left = 0;
    toy->phase = 0;
    toy->repeats = false;
    return toy->refuses;
}

// A byte of the code. False: it is wrong.
static inline bool test_toy_step(test_toy *toy, uint8_t byte) {
    if (toy->phase == 11) return false;
    if (toy->phase == 0) {
        toy->left = byte == 255 ? 0 : byte;
        toy->phase = byte == 255 ? 2 : byte ? 1 : 7;
    } else if (toy->phase < 6) {
        toy->left = toy->left << 8 | byte;
        toy->phase++;
    } else if (toy->phase == 6) {
        toy->byte = byte;
        toy->repeats = toy->left != 0;
        toy->phase = toy->left ? 1 : 0;
    } else {
        return byte == (uint8_t)(toy->sum >> 8 * (toy->phase++ - 7));
    }
    return true;
}

static inline int test_toy_decode(void *user, const void *in, size_t *in_size, void *out, size_t *out_size) {
    test_toy *toy = (test_toy *)user;
    const uint8_t *from = (const uint8_t *)in;
    uint8_t *to = (uint8_t *)out;
    size_t taken = 0, made = 0;
    while (made < *out_size && (taken < *in_size || toy->repeats)) {
        if (toy->phase != 1) {
            if (!test_toy_step(toy, from[taken++])) return -1;
            continue;
        }
        to[made] = toy->repeats ? toy->byte : (uint8_t)(from[taken++] ^ toy->sum);
        toy->sum = toy->sum * 31 + to[made++];
        if (--toy->left == 0) toy->phase = toy->repeats = 0;
    }
    *in_size = taken;
    *out_size = made;
    return toy->phase == 11;
}

static inline void test_toy_init(test_toy *toy) {
    memset(toy, 0, sizeof *toy);
    toy->decoder.user = toy;
    toy->decoder.begin = test_toy_begin;
    toy->decoder.decode = test_toy_decode;
}

// Adds a piece of up to 254 bytes to a code, of which sum is kept, or (size 0) ends it. Returns
// its end.
static inline uint8_t *test_toy_encode(uint8_t *to, uint32_t *sum, const uint8_t *bytes, size_t size) {
    *to++ = (uint8_t)size;
    for (size_t i = 0; i < size; i++) {
        *to++ = (uint8_t)(bytes[i] ^ *sum);
        *sum = *sum * 31 + bytes[i];
    }
    for (int i = 0; i < 4 && !size; i++) *to++ = (uint8_t)(*sum >> 8 * i);
    return to;
}

#endif // TEST_FETCH_TOY_H
