// test_sparse_hash.c - what the hashes of gc_sparse.h and the sum of its saves must not miss:
// changes of few bits, of signs, of whole words, in one component and in a save.
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#include "support/test.h"

// ---- a world of three entities, and its three numbers

enum { TEST_HASH_BYTES = 32, TEST_HASH_KINDS = 3 };     // dense; direct; a resource
typedef struct test_hash_component { unsigned char bytes[TEST_HASH_BYTES]; } test_hash_component;
typedef struct test_hash_numbers { uint64_t of[3]; } test_hash_numbers;
typedef struct test_hash_world {
    gc_sparse_world *world;
    unsigned char *bytes;       // the component that changes
    unsigned char save[512];
    size_t size;
} test_hash_world;

static test_hash_world test_hash_open(int kind) {
    test_hash_world w;
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    gc_sparse_id ids[3];

    memset(&w, 0, sizeof w);
    memset(&desc, 0, sizeof desc);
    desc.name = "c";
    desc.size = TEST_HASH_BYTES;
    desc.kind = kind == 1 ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;

    w.world = gc_sparse_open(NULL, NULL);
    CHECK_INT(gc_sparse_component(w.world, &desc, &type), GC_SPARSE_OK);
    CHECK_INT(gc_sparse_create_n(w.world, ids, 3), GC_SPARSE_OK);

    for (int e = 0; e < 3; e++) memset(gc_sparse_add(w.world, ids[e], type), e, TEST_HASH_BYTES);
    w.bytes = (unsigned char *)gc_sparse_get(w.world, ids[1], type);
    if (kind == 2) w.bytes = (unsigned char *)gc_sparse_resource(w.world, type);

    w.size = gc_sparse_save(w.world, NULL, 0);
    CHECK(w.size <= sizeof w.save);
    return w;
}

// gc_sparse_hash, gc_sparse_hash_all, the sum at the end of a save.
static test_hash_numbers test_hash_take(test_hash_world *w) {
    test_hash_numbers numbers = { { gc_sparse_hash(w->world), gc_sparse_hash_all(w->world), 0 } };
    gc_sparse_save(w->world, w->save, sizeof w->save);
    memcpy(&numbers.of[2], w->save + w->size - 8, 8);
    return numbers;
}

// How many of the three are the same for two contents of the component.
static int test_hash_same(test_hash_world *w, const void *a, const void *b) {
    memcpy(w->bytes, a, TEST_HASH_BYTES);
    test_hash_numbers first = test_hash_take(w);
    memcpy(w->bytes, b, TEST_HASH_BYTES);
    test_hash_numbers second = test_hash_take(w);
    int same = 0;
    for (int n = 0; n < 3; n++) same += first.of[n] == second.of[n];
    return same;
}

static uint64_t test_hash_random(uint64_t *state) {     // splitmix64
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static float test_hash_float(uint64_t *state) {
    return (float)(test_hash_random(state) >> 40) / 8388608.0f - 1.0f;
}

// Contents to begin with: zeros, ones, small numbers, floats, anything.
static void test_hash_content(unsigned char *bytes, int which, uint64_t *random) {
    for (size_t i = 0; i < TEST_HASH_BYTES; i++) {
        uint64_t any = test_hash_random(random);
        bytes[i] = (unsigned char)(which == 0 ? 0 : which == 1 ? 255 : which == 2 && i % 4 ? 0 : any & 255);
    }
    for (size_t i = 0; i < TEST_HASH_BYTES && which == 3; i += 4) {
        float value = test_hash_float(random);
        memcpy(bytes + i, &value, 4);
    }
}

// ---- bits

static int test_hash_compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// All single bits and all pairs of bits of two words, next to each other or with three between:
// 8,257 contents, whose numbers are all different (so no four bits cancel, either).
static void test_sparse_hash_pairs_of_bits(void) {
    enum { MOST = 128 * 129 / 2 + 1 };
    static uint64_t numbers[3][MOST];
    uint64_t random = test_seed;

    for (int round = 0; round < 6 * TEST_HASH_KINDS; round++) {
        test_hash_world w = test_hash_open(round % TEST_HASH_KINDS);
        unsigned char content[TEST_HASH_BYTES];
        size_t second = round / TEST_HASH_KINDS % 2 ? 24 : 8, n = 0;

        test_hash_content(content, round / TEST_HASH_KINDS, &random);
        for (size_t i = 0; i <= 128; i++) {
            for (size_t j = i == 128 ? 128 : i; j < 128 + (i == 128); j++, n++) {

                memcpy(w.bytes, content, TEST_HASH_BYTES);
                const size_t bits[2] = { i, j };

                for (int k = 0; k < 2 && i < 128 && (k == 0 || i != j); k++) {
                    size_t at = bits[k] < 64 ? bits[k] : bits[k] - 64 + second * 8;
                    w.bytes[at / 8] ^= (unsigned char)(1u << at % 8);
                }

                test_hash_numbers taken = test_hash_take(&w);
                for (int k = 0; k < 3; k++) numbers[k][n] = taken.of[k];
            }
        }

        CHECK_U64(n, MOST);

        for (int k = 0; k < 3; k++) {
            int same = 0;
            qsort(numbers[k], n, sizeof numbers[k][0], test_hash_compare);
            for (size_t i = 1; i < n; i++) same += numbers[k][i] == numbers[k][i - 1];
            CHECK_INT(same, 0);
        }

        gc_sparse_close(w.world);
    }
}

// Three to eight bits anywhere; words that change places, turn over, or are -1 for 0.
static void test_sparse_hash_patterns(void) {
    uint64_t random = test_seed;
    int same = 0;

    for (int round = 0; round < 60000; round++) {
        static test_hash_world w;
        unsigned char a[TEST_HASH_BYTES], b[TEST_HASH_BYTES];
        if (round % 20000 == 0) w = test_hash_open(round / 20000);

        test_hash_content(a, round % 5, &random);
        memcpy(b, a, sizeof b);
        size_t word = 8 * (test_hash_random(&random) % 4), other = 8 * (test_hash_random(&random) % 4);

        switch (round % 4) {
        case 0:
            for (uint64_t n = 3 + test_hash_random(&random) % 6; n > 0; n--) {
                size_t bit = test_hash_random(&random) % (TEST_HASH_BYTES * 8);
                b[bit / 8] ^= (unsigned char)(1u << bit % 8);
            }
            break;
        case 1:
            memcpy(b + word, a + other, 8);
            memcpy(b + other, a + word, 8);
            break;
        case 2:
            for (size_t i = 0; i < 8; i++) b[word + i] ^= 255;
            for (size_t i = 0; i < 8 && other != word; i++) b[other + i] ^= 255;
            break;
        default:
            memset(a + word, 0, TEST_HASH_BYTES - word);
            memset(b + word, 255, TEST_HASH_BYTES - word);
        }

        if (memcmp(a, b, sizeof a) != 0) same += test_hash_same(&w, a, b);
        if (round % 20000 == 19999) gc_sparse_close(w.world);
    }

    CHECK_INT(same, 0);
}

// ---- signs

// All patterns of signs of eight neighbouring floats.
static void test_sparse_hash_signs(void) {
    uint64_t random = test_seed;
    int same = 0;
    for (int round = 0; round < 60; round++) {
        test_hash_world w = test_hash_open(round % TEST_HASH_KINDS);
        float a[8], b[8];
        for (int i = 0; i < 8; i++) a[i] = test_hash_float(&random);
        for (unsigned pattern = 1; pattern < 256; pattern++) {
            for (int i = 0; i < 8; i++) b[i] = pattern >> i & 1 ? -a[i] : a[i];
            same += test_hash_same(&w, a, b);
        }
        gc_sparse_close(w.world);
    }
    CHECK_INT(same, 0);
}

// A rotation { w, x, y, z } and its inverse.
static void test_sparse_hash_rotations(void) {
    uint64_t random = test_seed;
    test_hash_world w = test_hash_open(0);
    int same = 0;
    for (int round = 0; round < 1000000; round++) {
        float a[8] = { 0 }, b[8] = { 0 };
        for (int i = 0; i < 4; i++) a[i] = test_hash_float(&random);
        for (int i = 0; i < 4; i++) b[i] = i ? -a[i] : a[i];
        same += test_hash_same(&w, a, b);
    }
    CHECK_INT(same, 0);
    gc_sparse_close(w.world);
}

// ---- the sum of a save

// Pairs of bits of two words of a save, next to each other and four apart, where the sum takes
// them one after the other; and all patterns of their signs.
static void test_sparse_hash_flipped_saves(void) {
    test_hash_world w = test_hash_open(0);
    uint64_t random = test_seed;
    int taken = 0;

    for (int i = 0; i < 8; i++) {
        float value = test_hash_float(&random);
        memcpy(w.bytes + 4 * i, &value, 4);
    }

    gc_sparse_save(w.world, w.save, sizeof w.save);
    size_t words = w.size / 8;

    // Two bits of two words near each other.
    for (size_t word = 0; word < words; word++) {
        for (size_t apart = 1; apart <= 4 && word + apart < words; apart += 3) {
            for (unsigned i = 0; i < 128; i++) {
                for (unsigned j = 0; j < i; j++) {
                    unsigned char *p = w.save + 8 * (i < 64 ? word : word + apart) + i / 8 % 8;
                    unsigned char *q = w.save + 8 * (j < 64 ? word : word + apart) + j / 8 % 8;

                    *p ^= (unsigned char)(1u << i % 8);
                    *q ^= (unsigned char)(1u << j % 8);
                    taken += gc_sparse_load(w.world, w.save, w.size) == GC_SPARSE_OK;
                    *p ^= (unsigned char)(1u << i % 8);
                    *q ^= (unsigned char)(1u << j % 8);
                }
            }

            // Bits that such a sum might lose: the highest of its halves.
            for (unsigned pattern = 1; pattern < 16; pattern++) {
                for (unsigned turn = 0; turn < 2; turn++) {
                    for (unsigned i = 0; i < 4; i++) {
                        size_t at = 8 * (i < 2 ? word : word + apart) + (i % 2 ? 7 : 3);
                        if (pattern >> i & 1) w.save[at] ^= 128;
                    }

                    if (!turn) taken += gc_sparse_load(w.world, w.save, w.size) == GC_SPARSE_OK;
                }
            }
        }
    }

    CHECK_INT(taken, 0);
    CHECK_INT(gc_sparse_load(w.world, w.save, w.size), GC_SPARSE_OK);
    gc_sparse_close(w.world);
}

// ---- many rows, and bytes in parts

// Rows in several pieces: a bit of any row shows, and so do two that change places.
static void test_sparse_hash_pieces(void) {
    enum { N = 3000 };
    for (int kind = 0; kind < 2; kind++) {
        gc_sparse_world *world = gc_sparse_open(NULL, NULL);
        gc_sparse_component_desc desc;
        gc_sparse_type type;
        static gc_sparse_id ids[N];
        static uint64_t seen[N + 1];
        memset(&desc, 0, sizeof desc);
        desc.size = 4;
        desc.kind = kind ? GC_SPARSE_DIRECT : GC_SPARSE_DENSE;
        CHECK_INT(gc_sparse_component(world, &desc, &type), GC_SPARSE_OK);
        CHECK_INT(gc_sparse_create_n(world, ids, N), GC_SPARSE_OK);
        for (uint32_t e = 0; e < N; e++) *(uint32_t *)gc_sparse_add(world, ids[e], type) = e;

        size_t n = 0;
        seen[n++] = gc_sparse_hash_all(world);
        for (uint32_t e = 0; e < N; e += 7) {
            uint32_t *a = (uint32_t *)gc_sparse_get(world, ids[e], type);
            uint32_t *b = (uint32_t *)gc_sparse_get(world, ids[(e + 1024) % N], type), x = *a, y = *b;
            *a ^= 1u << e % 32;
            seen[n++] = gc_sparse_hash_all(world);
            *a = y;
            *b = x;
            seen[n++] = gc_sparse_hash_all(world);
            *a = x;
            *b = y;
        }
        CHECK_U64(gc_sparse_hash_all(world), seen[0]);
        qsort(seen, n, sizeof *seen, test_hash_compare);
        for (size_t i = 1; i < n; i++) CHECK(seen[i] != seen[i - 1]);
        gc_sparse_close(world);
    }
}

// However bytes come, their hash is that of the whole; its length counts.
static void test_sparse_hash_parts(void) {
    uint64_t random = test_seed;
    char bytes[200];

    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (char)(test_hash_random(&random) & 127);
    memset(bytes + 100, 0, 100);
    uint64_t last = 0;

    for (size_t size = 0; size <= sizeof bytes; size++) {
        uint64_t whole = gc_sparse_priv_sum(bytes, size);
        CHECK(whole != last);
        last = whole;

        for (int round = 0; round < 20; round++) {
            gc_sparse_priv_stream stream = gc_sparse_priv_stream_of();
            for (size_t at = 0, n; at < size; at += n) {
                n = 1 + test_hash_random(&random) % 70;
                if (n > size - at) n = size - at;
                gc_sparse_priv_stream_put(&stream, bytes + at, n);
            }
            CHECK_U64(gc_sparse_priv_stream_end(&stream), whole);
        }
    }
}

// The product of two words by halves, as compilers without a type for it have it, is the same.
static void test_sparse_hash_portable(void) {
    uint64_t random = test_seed;
    for (int round = 0; round < 100000; round++) {
        const uint64_t factor = 0xbb67ae8584caa73bu;
        uint64_t word = test_hash_random(&random), sum = 0, carry = 0;
        if (round < 64) word = (uint64_t)1 << round;
        for (int bit = 0; bit < 64; bit++) {        // turned by each bit of the factor, end around
            uint64_t part = factor >> bit & 1 ? word << bit | (bit ? word >> (64 - bit) : 0) : 0;
            sum += part;
            carry = sum < part;
            sum += carry;
        }
        uint64_t spread = gc_sparse_priv_spread(word);
        CHECK(spread == sum || (spread + 1 <= 1 && sum + 1 <= 1));      // 0 and -1 are the same number
    }
    CHECK_U64(gc_sparse_priv_spread(0), 0);
    CHECK_U64(gc_sparse_priv_spread(UINT64_MAX), UINT64_MAX);
}

static const test_case test_sparse_hash_cases[] = {
    TEST_CASE(test_sparse_hash_pairs_of_bits),
    TEST_CASE(test_sparse_hash_patterns),
    TEST_CASE(test_sparse_hash_signs),
    TEST_CASE(test_sparse_hash_rotations),
    TEST_CASE(test_sparse_hash_flipped_saves),
    TEST_CASE(test_sparse_hash_pieces),
    TEST_CASE(test_sparse_hash_parts),
    TEST_CASE(test_sparse_hash_portable),
};
TEST_MAIN(test_sparse_hash_cases)
