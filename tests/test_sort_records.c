// test_sort_records.c - gc_sort.h's calls for records by one of their numbers, the nth key, the
// first k and places in what is sorted, against sorts, argsorts and plain scans; with each
// instruction set.
#ifndef GC_SORT_IMPLEMENTED
#define GC_SORT_NO_DEBUG_OPT             // vector code is tested under sanitizers as well
#define GC_SORT_ASSERT(c) ((void)sizeof(c))
#endif
#define GC_SORT_IMPLEMENTATION
#include "gc_sort.h"
#include "support/test.h"

static uint64_t test_sort_records_state;

static uint64_t test_sort_records_random(void) {     // splitmix64
    uint64_t z = (test_sort_records_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// Forces the k-th instruction set that this processor has; false, and the best one again: no
// more.
static bool test_sort_records_isa(int k) {
#ifdef GC_SORT_PRIV_X86
    static const int isas[3] = { GC_SORT_PRIV_ISA_avx512, GC_SORT_PRIV_ISA_avx2, GC_SORT_PRIV_ISA_scalar };
    const int best = gc_sort_priv_detect();
    const int skip = best == GC_SORT_PRIV_ISA_avx512 ? 0 : best == GC_SORT_PRIV_ISA_avx2 ? 1 : 2;
    gc_sort_priv_isa_cached = k + skip < 3 ? isas[k + skip] : 0;
    return k + skip < 3;
#elif defined(GC_SORT_PRIV_SIMD)
    gc_sort_priv_isa_cached = k == 0 ? gc_sort_priv_detect() : k == 1 ? GC_SORT_PRIV_ISA_scalar : 0;
    return k < 2;
#else
    return k == 0;
#endif
}

// Keys: random bits, few different ones, in order, all but equal, one of two far ends.
enum { TEST_SORT_RECORDS_PATTERNS = 5 };
static uint64_t test_sort_records_key(int pattern, size_t i) {
    const uint64_t x = test_sort_records_random();
    switch (pattern) {
    case 0: return x;
    case 1: return x % 7;
    case 2: return i * 0x100000001u;
    case 3: return x % 1000 == 0 ? x : 42;
    default: return x & 1 ? UINT64_MAX : 0;
    }
}

// ---- the nth, the first k, places

// Of sorted (want) and what gc_sort_nth_ has left (got): the place is right, and each side has
// the keys that belong there.
#define TEST_SORT_RECORDS_SELECT(type, ctype)                                                                \
    static void test_sort_records_nth_##type(ctype *keys, ctype *want, ctype *got, size_t n, bool down) {    \
        memcpy(want, keys, n * sizeof *keys);                                                                \
        down ? gc_sort_##type##_down(want, n) : gc_sort_##type(want, n);                                     \
        for (int turn = 0; turn < 5; turn++) {                                                               \
            const size_t at = turn == 0 ? 0 : turn == 1 ? n - 1 : (size_t)(test_sort_records_random() % n);  \
            memcpy(got, keys, n * sizeof *keys);                                                             \
            down ? gc_sort_nth_##type##_down(got, n, at) : gc_sort_nth_##type(got, n, at);                   \
            CHECK(memcmp(&got[at], &want[at], sizeof *got) == 0);                                            \
            down ? gc_sort_##type##_down(got, at) : gc_sort_##type(got, at);                                 \
            down ? gc_sort_##type##_down(got + at, n - at) : gc_sort_##type(got + at, n - at);               \
            if (!CHECK(memcmp(got, want, n * sizeof *got) == 0)) printf("    n %zu, nth %zu\n", n, at);      \
            memcpy(got, keys, n * sizeof *keys);                                                             \
            down ? gc_sort_top_##type##_down(got, n, at + 1) : gc_sort_top_##type(got, n, at + 1);           \
            if (!CHECK(memcmp(got, want, (at + 1) * sizeof *got) == 0)) printf("    n %zu, k %zu\n", n, at); \
        }                                                                                                    \
        memcpy(got, keys, n * sizeof *keys);                                                                 \
        down ? gc_sort_top_##type##_down(got, n, SIZE_MAX) : gc_sort_top_##type(got, n, SIZE_MAX);           \
        CHECK(memcmp(got, want, n * sizeof *got) == 0);                                                      \
    }                                                                                                        \
    static void test_sort_records_find_##type(const ctype *sorted, size_t n, ctype key) {                    \
        size_t first = 0;                                                                                    \
        while (first < n && memcmp(&sorted[first], &key, sizeof key) != 0) first++;                          \
        size_t end = first;                                                                                  \
        while (end < n && memcmp(&sorted[end], &key, sizeof key) == 0) end++;                                \
        CHECK_U64(gc_sort_lower_##type(sorted, n, key), first);                                              \
        CHECK_U64(gc_sort_upper_##type(sorted, n, key), end);                                                \
        /* Without it both give the place where it was. */                                                   \
        if (first == n || end != first + 1) return;                                                          \
        CHECK_U64(gc_sort_lower_##type(sorted, first, key), first);                                          \
        CHECK_U64(gc_sort_upper_##type(sorted + end, n - end, key), 0);                                      \
    }                                                                                                        \
    static void test_sort_records_select_##type(void) {                                                      \
        static const size_t sizes[] = { 1, 2, 3, 17, 255, 2047, 2048, 2049, 5000, 16383, 16384, 40000 };     \
        static ctype keys[40000], want[40000], got[40000];                                                   \
        for (int isa = 0; test_sort_records_isa(isa); isa++) {                                               \
            for (int k = 0; k < 12 * TEST_SORT_RECORDS_PATTERNS; k++) {                                      \
                const size_t n = sizes[k / TEST_SORT_RECORDS_PATTERNS];                                      \
                for (size_t i = 0; i < n; i++) {                                                             \
                    const uint64_t x = test_sort_records_key(k % TEST_SORT_RECORDS_PATTERNS, i);             \
                    memcpy(&keys[i], &x, sizeof keys[i]);                                                    \
                }                                                                                            \
                test_sort_records_nth_##type(keys, want, got, n, true);                                      \
                test_sort_records_nth_##type(keys, want, got, n, false);                                     \
                for (int i = 0; i < 5; i++) {                                                                \
                    test_sort_records_find_##type(want, n, keys[test_sort_records_random() % n]);            \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        CHECK_U64(gc_sort_lower_##type(NULL, 0, keys[0]), 0);                                                \
        gc_sort_top_##type(NULL, 0, 5);                                                                      \
        got[0] = want[0];                                                                                    \
        gc_sort_nth_##type(got, 1, 1);      /* misuse: nothing done */                                       \
        CHECK(memcmp(got, want, sizeof *got) == 0);                                                          \
    }
TEST_SORT_RECORDS_SELECT(u16, uint16_t)
TEST_SORT_RECORDS_SELECT(i16, int16_t)
TEST_SORT_RECORDS_SELECT(u32, uint32_t)
TEST_SORT_RECORDS_SELECT(i32, int32_t)
TEST_SORT_RECORDS_SELECT(u64, uint64_t)
TEST_SORT_RECORDS_SELECT(i64, int64_t)
TEST_SORT_RECORDS_SELECT(f32, float)
TEST_SORT_RECORDS_SELECT(f64, double)

// Few of a key, and the sample is full of it all the same: that happens once in 1,000 arrays,
// with some smaller (or greater) ones among them.
static void test_sort_records_nth_crowd(void) {
    enum { COUNT = 2048, CROWD = 249, ASIDE = 6, NTH = 200 };
    static uint32_t keys[COUNT];
    int wrong = 0;
    for (int isa = 0; test_sort_records_isa(isa); isa++) {
        for (int turn = 0; turn < 20000; turn++) {
            const bool down = turn % 2 == 1;
            const uint32_t crowd = 500, aside = down ? 999 : 1, other = down ? 1 : 999;
            for (size_t i = 0; i < COUNT; i++) {
                keys[i] = i < CROWD ? crowd : i < CROWD + ASIDE ? aside : other;
            }
            for (size_t i = 0; i < CROWD + ASIDE; i++) {
                const size_t at = i + (size_t)(test_sort_records_random() % (COUNT - i));
                const uint32_t key = keys[i];
                keys[i] = keys[at];
                keys[at] = key;
            }

            // The crowd's place, and on its side all that are before it.
            const size_t nth = down ? COUNT - 1 - NTH : NTH;
            gc_sort_nth_u32(keys, COUNT, nth);
            size_t beyond = 0;
            for (size_t i = down ? 0 : nth + 1; i < (down ? nth : COUNT); i++) beyond += keys[i] == aside;
            wrong += keys[nth] != crowd || beyond > 0;
        }
    }
    CHECK_INT(wrong, 0);
}

// ---- records

// Where records are: in any of these ways they must come out as argsort has them.
enum { TEST_SORT_RECORDS_MAX = 20000, TEST_SORT_RECORDS_BYTES = TEST_SORT_RECORDS_MAX * 80 };

typedef struct test_sort_records_case {
    size_t n, size, offset;
    int pattern;
    gc_sort_context *contexts[3];
} test_sort_records_case;

static unsigned char test_sort_records_a[TEST_SORT_RECORDS_BYTES];
static unsigned char test_sort_records_b[TEST_SORT_RECORDS_BYTES];
static unsigned char test_sort_records_c[TEST_SORT_RECORDS_BYTES + 1];
static uint32_t test_sort_records_order[TEST_SORT_RECORDS_MAX];

#define TEST_SORT_RECORDS_BY(type, ctype)                                                                    \
    static int test_sort_records_call_##type(                                                                \
        const test_sort_records_case *t, int way, bool down, void *room) {                                   \
        unsigned char *const base = test_sort_records_c + 1;                                                 \
        const size_t all = gc_sort_by_scratch(t->n, t->size), few = 12 * t->n + 64;                          \
        if (way >= 3) {                                                                                      \
            gc_sort_context *const c = t->contexts[way - 3];                                                 \
            return down ? gc_sort_ctx_by_##type##_down(c, base, t->n, t->size, t->offset)                    \
                        : gc_sort_ctx_by_##type(c, base, t->n, t->size, t->offset);                          \
        }                                                                                                    \
        void *const scratch = way == 2 ? NULL : room;                                                        \
        const size_t bytes = way == 0 ? all : way == 1 ? few : 0;                                            \
        return down ? gc_sort_by_##type##_down(base, t->n, t->size, t->offset, scratch, bytes)               \
                    : gc_sort_by_##type(base, t->n, t->size, t->offset, scratch, bytes);                     \
    }                                                                                                        \
    static void test_sort_records_by_##type(const test_sort_records_case *t) {                               \
        static ctype keys[TEST_SORT_RECORDS_MAX];                                                            \
        for (size_t i = 0; i < t->n * t->size; i++) {                                                        \
            test_sort_records_a[i] = (unsigned char)test_sort_records_random();                              \
        }                                                                                                    \
        for (size_t i = 0; i < t->n; i++) {                                                                  \
            const uint64_t x = test_sort_records_key(t->pattern, i);                                         \
            memcpy(&keys[i], &x, sizeof keys[i]);                                                            \
            memcpy(test_sort_records_a + i * t->size + t->offset, &x, sizeof keys[i]);                       \
        }                                                                                                    \
        /* Exactly as many bytes as are asked for, at an odd address. */                                     \
        char *const room = (char *)malloc(gc_sort_by_scratch(t->n, t->size) + 1);                            \
        for (int down = 0; down < 2; down++) {                                                               \
            if (down) gc_sort_order_##type##_down(keys, test_sort_records_order, t->n);                      \
            else gc_sort_order_##type(keys, test_sort_records_order, t->n);                                  \
            for (size_t i = 0; i < t->n; i++) {                                                              \
                memcpy(test_sort_records_b + i * t->size,                                                    \
                       test_sort_records_a + test_sort_records_order[i] * t->size, t->size);                 \
            }                                                                                                \
            for (int way = 0; way < 6; way++) {                                                              \
                memcpy(test_sort_records_c + 1, test_sort_records_a, t->n * t->size);                        \
                CHECK_INT(test_sort_records_call_##type(t, way, down != 0, room + 1), GC_SORT_OK);           \
                if (!CHECK(memcmp(test_sort_records_c + 1, test_sort_records_b, t->n * t->size) == 0)) {     \
                    printf("    n %zu, size %zu, offset %zu, way %d\n", t->n, t->size, t->offset, way);      \
                }                                                                                            \
            }                                                                                                \
        }                                                                                                    \
        free(room);                                                                                          \
    }
TEST_SORT_RECORDS_BY(u32, uint32_t)
TEST_SORT_RECORDS_BY(i32, int32_t)
TEST_SORT_RECORDS_BY(f32, float)
TEST_SORT_RECORDS_BY(u64, uint64_t)
TEST_SORT_RECORDS_BY(i64, int64_t)
TEST_SORT_RECORDS_BY(f64, double)

static void test_sort_records_all(void) {
    static const size_t counts[] = { 0, 1, 2, 7, 100, 1023, 1024, 1025, 1026, 3000, 20000 };
    static const size_t sizes[] = { 8, 9, 12, 16, 20, 24, 32, 64, 77 };
    static unsigned char memory[4096];
    test_sort_records_case t;
    gc_sort_desc desc;

    // Contexts: alone, with a thread more, and with memory for the smallest only.
    memset(&desc, 0, sizeof desc);
    t.contexts[0] = gc_sort_open(&desc, NULL);
    desc.threads = 2;
    t.contexts[1] = gc_sort_open(&desc, NULL);
    if (!t.contexts[1]) t.contexts[1] = t.contexts[0];
    desc.threads = 0;
    desc.memory = memory;
    desc.memory_size = sizeof memory;
    t.contexts[2] = gc_sort_open(&desc, NULL);

    for (int isa = 0; test_sort_records_isa(isa); isa++) {
        for (size_t k = 0; k < sizeof counts / sizeof counts[0] * 9; k++) {
            t.n = counts[k / 9];
            t.size = sizes[k % 9];
            t.pattern = (int)(k % TEST_SORT_RECORDS_PATTERNS);
            t.offset = t.size - 4;
            test_sort_records_by_u32(&t);
            t.offset = (t.size - 4) / 2;
            test_sort_records_by_i32(&t);
            test_sort_records_by_f32(&t);
            t.offset = t.size - 8;
            test_sort_records_by_u64(&t);
            t.offset = 0;
            test_sort_records_by_i64(&t);
            test_sort_records_by_f64(&t);
        }
    }
    for (int i = 2; i >= 0; i--) {
        if (i != 1 || t.contexts[1] != t.contexts[0]) gc_sort_close(t.contexts[i]);
    }
}

// Large records move by pieces.
static void test_sort_records_large(void) {
    enum { COUNT = 50, SIZE = 1000 };
    static unsigned char a[COUNT * SIZE], b[COUNT * SIZE];
    for (int way = 0; way < 3; way++) {
        for (uint32_t i = 0; i < COUNT; i++) {
            const uint32_t key = (i * 7 + 3) % COUNT;
            memset(a + i * SIZE, (int)key + 1, SIZE);
            memcpy(a + i * SIZE + 500, &key, 4);
            memset(b + i * SIZE, (int)i + 1, SIZE);
            memcpy(b + i * SIZE + 500, &i, 4);
        }
        const size_t bytes = way == 0 ? gc_sort_by_scratch(COUNT, SIZE) : way == 1 ? 12 * COUNT + 64 : 0;
        void *const scratch = malloc(bytes + 1);
        CHECK_INT(gc_sort_by_u32(a, COUNT, SIZE, 500, scratch, bytes), GC_SORT_OK);
        CHECK(memcmp(a, b, sizeof a) == 0);
        free(scratch);
    }
}

// By a context with threads, in parts: the same bytes as without.
static void test_sort_records_threads(void) {
    enum { COUNT = 200000, SIZE = 12 };
    unsigned char *const alone = (unsigned char *)malloc(COUNT * SIZE);
    unsigned char *const together = (unsigned char *)malloc(COUNT * SIZE);
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.threads = 3;
    gc_sort_context *const c = gc_sort_open(&desc, NULL);
    if (!CHECK(alone && together && c)) return;
    for (uint32_t i = 0; i < COUNT; i++) {
        const uint32_t record[3] = { i * 2654435761u >> 8, i * 2246822519u >> 20, i };
        memcpy(alone + (size_t)i * SIZE, record, SIZE);
    }
    for (int way = 0; way < 3; way++) {
        memcpy(together, alone, COUNT * SIZE);
        const size_t offset = way == 1 ? 4 : 0;
        if (way < 2) {
            CHECK_INT(gc_sort_by_u32(alone, COUNT, SIZE, offset, NULL, 0), GC_SORT_OK);
            CHECK_INT(gc_sort_ctx_by_u32(c, together, COUNT, SIZE, offset), GC_SORT_OK);
        } else {
            CHECK_INT(gc_sort_by_u64_down(alone, COUNT, SIZE, 4, NULL, 0), GC_SORT_OK);
            CHECK_INT(gc_sort_ctx_by_u64_down(c, together, COUNT, SIZE, 4), GC_SORT_OK);
        }
        CHECK(memcmp(alone, together, COUNT * SIZE) == 0);
    }
    gc_sort_close(c);
    free(together);
    free(alone);
}

// Most bytes that a context has asked for.
static void *test_sort_records_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    size_t *const most = (size_t *)user;
    (void)old_size;
    if (new_size > *most) *most = new_size;
    if (new_size == 0) free(ptr);
    return new_size == 0 || new_size > 1000000 ? NULL : realloc(ptr, new_size);
}

// A call that is refused takes no scratch.
static void test_sort_records_refused(void) {
    enum { COUNT = 5000 };
    static unsigned char records[COUNT * 8];
    size_t most = 0;
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.allocator.resize = test_sort_records_resize;
    desc.allocator.user = &most;
    gc_sort_context *const c = gc_sort_open(&desc, NULL);
    if (!CHECK(c != NULL)) return;
    CHECK_INT(gc_sort_ctx_by_u32(c, NULL, COUNT, 8, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_ctx_by_u32(c, records, COUNT, 0, 0), GC_SORT_E_SIZE);
    CHECK_INT(gc_sort_ctx_by_u32(c, records, COUNT, 8, 5), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_ctx_by_u32(c, records, SIZE_MAX / 32 + 1, 8, 0), GC_SORT_E_SIZE);
    CHECK(most < 1000);
    CHECK_INT(gc_sort_ctx_by_u32(c, records, COUNT, 8, 0), GC_SORT_OK);
    gc_sort_close(c);
}

static void test_sort_records_misuse(void) {
    unsigned char record[16] = { 5 };
    CHECK_INT(gc_sort_by_u32(NULL, 0, 8, 0, NULL, 0), GC_SORT_OK);
    CHECK_INT(gc_sort_by_u32(NULL, 1, 8, 0, NULL, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_by_u32(record, 1, 0, 0, NULL, 0), GC_SORT_E_SIZE);
    CHECK_INT(gc_sort_by_u32(record, 2, 8, 5, NULL, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_by_u32(record, 2, 8, SIZE_MAX - 1, NULL, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_by_u64(record, 2, 4, 0, NULL, 0), GC_SORT_E_ARGUMENT);
    CHECK_INT(gc_sort_by_u32(record, SIZE_MAX / 2, 8, 0, NULL, 0), GC_SORT_E_SIZE);
    CHECK_INT(gc_sort_ctx_by_u32(NULL, record, 2, 8, 0), GC_SORT_E_ARGUMENT);
    CHECK_U64(gc_sort_by_scratch(SIZE_MAX / 4, 8), SIZE_MAX);
    CHECK_U64(record[0], 5);
}

static const test_case test_sort_records_cases[] = {
    TEST_CASE(test_sort_records_select_u16),
    TEST_CASE(test_sort_records_select_i16),
    TEST_CASE(test_sort_records_select_u32),
    TEST_CASE(test_sort_records_select_i32),
    TEST_CASE(test_sort_records_select_u64),
    TEST_CASE(test_sort_records_select_i64),
    TEST_CASE(test_sort_records_select_f32),
    TEST_CASE(test_sort_records_select_f64),
    TEST_CASE(test_sort_records_nth_crowd),
    TEST_CASE(test_sort_records_all),
    TEST_CASE(test_sort_records_large),
    TEST_CASE(test_sort_records_threads),
    TEST_CASE(test_sort_records_refused),
    TEST_CASE(test_sort_records_misuse),
};
TEST_MAIN(test_sort_records_cases)
