// fetch_net.h - what the networks of gc_fetch.h's tests have in common: transports of their
// own, without sockets, whose bodies are pieces of one pattern. Include it behind gc_fetch.h,
// gc_rng.h and test.h.
#ifndef TEST_FETCH_NET_H
#define TEST_FETCH_NET_H

enum { TEST_NET_SLOTS = 64, TEST_NET_PATTERN = 65536, TEST_NET_MOST = 1 << 20 };

// What runs, by job.slot. Not every network uses all of it.
typedef struct test_net_run {
    gc_fetch_transfer *transfer;    // NULL: nothing
    void *plan;                     // what the test knows of the request
    uint64_t start_ms, next_ms;
    uint64_t at, first, end, stop_at;
    uint32_t version, fault, lie;   // lie: of a range, which
    int status;
    bool responded, waits, ranged;
} test_net_run;
static test_net_run test_net_runs[TEST_NET_SLOTS];

// The pattern again and again: TEST_NET_MOST bytes may be read from each place of it.
static uint8_t test_net_pattern[TEST_NET_PATTERN + TEST_NET_MOST];

// Nothing runs, and the pattern is the generator's.
static TEST_UNUSED void test_net_reset(gc_rng *rng) {
    memset(test_net_runs, 0, sizeof test_net_runs);
    gc_rng_fill(rng, test_net_pattern, TEST_NET_PATTERN);
    for (size_t at = TEST_NET_PATTERN; at < sizeof test_net_pattern; at += TEST_NET_PATTERN) {
        memcpy(test_net_pattern + at, test_net_pattern, TEST_NET_PATTERN);
    }
}

// A body's bytes from `at` on; `key` tells bodies and versions apart.
static TEST_UNUSED const uint8_t *test_net_bytes(uint64_t key, uint64_t at) {
    return test_net_pattern + (at + key) % TEST_NET_PATTERN;
}

static TEST_UNUSED bool test_net_same(uint64_t key, uint64_t at, const void *data, uint64_t size) {
    for (uint64_t done = 0; done < size;) {
        uint64_t part = size - done < TEST_NET_PATTERN ? size - done : (uint64_t)TEST_NET_PATTERN;
        const uint8_t *right = test_net_bytes(key, at + done);
        if (memcmp((const uint8_t *)data + done, right, (size_t)part) != 0) return false;
        done += part;
    }
    return true;
}

static TEST_UNUSED void test_net_hash(uint64_t key, uint64_t size, uint8_t sum[32]) {
    gc_fetch_sha256 hash;
    gc_fetch_sha256_init(&hash);
    for (uint64_t at = 0; at < size; at += TEST_NET_PATTERN) {
        uint64_t part = size - at < TEST_NET_PATTERN ? size - at : (uint64_t)TEST_NET_PATTERN;
        gc_fetch_sha256_update(&hash, test_net_bytes(key, at), (size_t)part);
    }
    gc_fetch_sha256_final(&hash, sum);
}

// The one of a transfer, which must run.
static TEST_UNUSED test_net_run *test_net_find(const gc_fetch_transfer *transfer) {
    for (int i = 0; i < TEST_NET_SLOTS; i++) {
        if (test_net_runs[i].transfer == transfer) return &test_net_runs[i];
    }
    CHECK(false && "a transfer that runs");
    static test_net_run none;
    return &none;
}

static TEST_UNUSED void test_net_stop(void *user, gc_fetch_transfer *transfer) {
    (void)user;
    test_net_find(transfer)->transfer = NULL;
}

static TEST_UNUSED void test_net_pause(void *user, gc_fetch_transfer *transfer, bool paused) {
    (void)user;
    test_net_find(transfer)->waits = paused;
}

static TEST_UNUSED void test_net_finish(test_net_run *run, int result, uint32_t retry_after_ms) {
    gc_fetch_transfer *transfer = run->transfer;
    gc_fetch_outcome outcome = {result, 0, retry_after_ms, NULL};
    run->transfer = NULL;
    gc_fetch_finish(transfer, &outcome);
}

#endif // TEST_FETCH_NET_H
