// test_fetch_sim.c - gc_fetch.h over a simulated network: an own transport with a clock of its
// own and seeded faults, so that minutes of time limits and retries take milliseconds and each
// failure comes again with its seed.
//
// Each request has a plan: its size, its sink, which fault it meets, and how often. From that
// follow its result and the latest time for it; both are checked, and that each request has
// exactly one final event and the very bytes of one version. TEST_FETCH_SIM=N: so many
// requests instead of 20,000 (a soak has 1,000,000), and a tenth of them with a disk under file
// sinks that is full from time to time.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define GC_FETCH_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#include "support/fetch_room.h"
#include "gc_fetch.h"
#undef pwrite
#undef GetProcAddress
#include "gc_rng.h"
#include "support/files.h"
#include "support/test.h"
#include "support/fetch_net.h"
#include <stdlib.h>

enum {
    TEST_SIM_AT_ONCE = 40,          // requests: none waits for another, and ranges find idle transfers
    TEST_SIM_PLANS = 4096,          // by id modulo this
    TEST_SIM_ATTEMPTS = 4,
    TEST_SIM_CONNECT_MS = 10000,
    TEST_SIM_IDLE_MS = 30000,
    TEST_SIM_DELAY_MS = 250,
    TEST_SIM_DELAY_MOST_MS = 10000,
    TEST_SIM_RETRY_MS = 2000,       // a Retry-After that is waited for
    TEST_SIM_LARGE = 300000         // from here on a body is worth ranges
};

// File sinks: none; fail when the disk is full; are held.
enum { TEST_SIM_NO_DISK, TEST_SIM_DISK_FAILS, TEST_SIM_DISK_HOLDS };

// What an attempt meets.
enum {
    TEST_SIM_GOOD, TEST_SIM_NO_START, TEST_SIM_REFUSED, TEST_SIM_DNS, TEST_SIM_STALL_HEAD,
    TEST_SIM_STALL_BODY, TEST_SIM_CUT, TEST_SIM_SHORT, TEST_SIM_LONG, TEST_SIM_500, TEST_SIM_404,
    TEST_SIM_LATER, TEST_SIM_MUCH_LATER, TEST_SIM_FLIPPED, TEST_SIM_CHANGING, TEST_SIM_FULL,
    TEST_SIM_FAULTS
};

// The result of a request that meets the fault each time, whether another attempt is worth it,
// and how long such an attempt lasts at most before it fails; 0: as long as a good one.
static const struct { const char *name; int result; bool again; uint64_t ms;
} test_sim_faults[TEST_SIM_FAULTS] = {
    {"good", GC_FETCH_OK, false, 0},
    {"no start", GC_FETCH_E_CONNECT, true, 1},
    {"refused", GC_FETCH_E_CONNECT, true, 100},
    {"DNS that never answers", GC_FETCH_E_RESOLVE, true, TEST_SIM_CONNECT_MS},
    {"no head", GC_FETCH_E_TIMED_OUT, true, TEST_SIM_IDLE_MS},
    {"stalled body", GC_FETCH_E_TIMED_OUT, true, TEST_SIM_IDLE_MS},
    {"cut", GC_FETCH_E_NETWORK, true, 0},
    {"shorter than said", GC_FETCH_E_SIZE, true, 0},
    {"longer than said", GC_FETCH_E_SIZE, true, 0},
    {"500", GC_FETCH_E_HTTP_STATUS, true, 0},
    {"404", GC_FETCH_E_HTTP_STATUS, false, 0},
    {"Retry-After", GC_FETCH_E_HTTP_STATUS, true, 0},
    {"a long Retry-After", GC_FETCH_E_HTTP_STATUS, false, 0},
    {"a wrong byte", GC_FETCH_E_HASH, true, 0},
    {"another version each time", GC_FETCH_OK, true, 0},    // each attempt but the last is cut
    {"full disk", GC_FETCH_E_SINK, false, 0},
};

typedef struct test_sim_plan {
    uint32_t id, fault, faulty;     // so many attempts meet the fault
    uint64_t size;
    bool sized, hashed, ranges, stream, file, compressed;
    uint32_t attempt, version;      // of the newest attempt
    uint64_t added_ms, full_ms, fulls;      // of the disk, when it was added
    int finals, error;              // error: the stream's
    uint64_t taken;                 // stream: bytes in this attempt
    bool mixed;                     // stream: a wrong byte has come
} test_sim_plan;

typedef struct test_sim {
    gc_fetch *fetch;
    uint64_t now;
    gc_rng rng;
    test_sim_plan plans[TEST_SIM_PLANS];
    uint64_t ranges, lies;

    // The disk under file sinks: how often and how long it was full, until when it is, and what
    // has come of it.
    int disk;                       // TEST_SIM_NO_DISK ...
    char folder[64];
    bool full;
    uint64_t fulls, full_ms, full_since, full_until, full_failed, held;
} test_sim;
static test_sim test_sim_net;

static uint64_t test_sim_now(void *user) { return ((test_sim *)user)->now; }

// Which bytes a version of a body has.
static uint64_t test_sim_key(const test_sim_plan *plan, uint32_t version) {
    return plan->id * 7919u + version * 104729u;
}

static bool test_sim_same(const test_sim_plan *plan, uint64_t at, const void *data, uint64_t size) {
    return test_net_same(test_sim_key(plan, plan->version), at, data, size);
}

// ---- the transport

static int test_sim_start(void *user, gc_fetch_transfer *transfer, const gc_fetch_job *job) {
    test_sim *sim = (test_sim *)user;
    test_net_run *run = &test_net_runs[job->slot];
    uint32_t id = (uint32_t)strtoul(job->url + 4, NULL, 10);
    test_sim_plan *plan = &sim->plans[id % TEST_SIM_PLANS];
    CHECK(run->transfer == NULL && plan->id == id);
    memset(run, 0, sizeof *run);
    run->plan = plan;
    run->ranged = job->first != 0 || job->end != UINT64_MAX;
    run->first = run->at = job->first;
    run->end = job->end != UINT64_MAX ? job->end : plan->size;
    run->start_ms = sim->now;
    run->next_ms = sim->now + gc_rng_below(&sim->rng, 50);
    run->stop_at = run->first + gc_rng_below(&sim->rng, run->end - run->first + 1);

    if (run->ranged) {
        // A third of them go wrong in some way.
        sim->ranges++;
        run->version = plan->version;
        run->lie = gc_rng_below(&sim->rng, 3) ? 0 : (uint32_t)gc_rng_below(&sim->rng, 7) + 1;
        run->fault = run->lie == 7 ? TEST_SIM_CUT : TEST_SIM_GOOD;
        sim->lies += run->lie != 0;
        CHECK(plan->ranges && !plan->compressed);
        CHECK(run->end <= plan->size && strcmp(job->validator, "\"v\"") == 0);
    } else {
        plan->attempt++;
        run->fault = plan->attempt <= plan->faulty ? plan->fault : TEST_SIM_GOOD;
        if (plan->fault == TEST_SIM_CHANGING) plan->version = plan->attempt;
        if (run->fault == TEST_SIM_CHANGING) run->fault = TEST_SIM_CUT;
        run->version = plan->version;
    }
    if (run->fault == TEST_SIM_NO_START) return GC_FETCH_E_CONNECT;
    if (run->fault == TEST_SIM_DNS) run->next_ms = sim->now + job->connect_timeout_ms;
    if (run->fault == TEST_SIM_STALL_HEAD) run->next_ms = UINT64_MAX;
    run->transfer = transfer;
    return GC_FETCH_OK;
}

static void test_sim_pause(void *user, gc_fetch_transfer *transfer, bool paused) {
    test_sim *sim = (test_sim *)user;
    test_net_run *run = test_net_find(transfer);
    if (paused) return;
    run->waits = false;
    if (run->next_ms != UINT64_MAX) run->next_ms = sim->now;
}

static void test_sim_finish(test_net_run *run, int result) {
    test_net_finish(run, result, run->fault == TEST_SIM_LATER        ? TEST_SIM_RETRY_MS
                                 : run->fault == TEST_SIM_MUCH_LATER ? TEST_SIM_DELAY_MOST_MS + 1
                                                                     : 0);
}

// The head of the answer, with the lies of a range.
static void test_sim_respond(test_net_run *run) {
    static const char *const headers[] = {"Content-Type: sim/sim", "X-Empty:"};
    const test_sim_plan *plan = (const test_sim_plan *)run->plan;
    gc_fetch_response head;

    memset(&head, 0, sizeof head);
    run->responded = true;
    head.http_status = run->fault == TEST_SIM_500   ? 500
                       : run->fault == TEST_SIM_404 ? 404
                       : run->fault == TEST_SIM_LATER || run->fault == TEST_SIM_MUCH_LATER ? 503
                       : run->ranged                                                       ? 206
                                                                                           : 200;

    head.size = run->end - run->first;
    head.headers = headers;
    head.header_count = 2;
    head.ranges = plan->ranges;
    head.validator = plan->ranges ? "\"v\"" : NULL;

    if (run->fault == TEST_SIM_SHORT) head.size++;
    if (run->fault == TEST_SIM_LONG) head.size--;

    if (run->ranged) {
        head.first = run->first;
        head.end = run->end;
        head.total = plan->size;
        if (run->lie == 1) head.first++;
        if (run->lie == 2) head.end--;
        if (run->lie == 3) head.total++;
        if (run->lie == 4) head.validator = "\"w\"";
        if (run->lie == 5) head.validator = NULL;
        if (run->lie == 6) head.http_status = 200;

        // What it would send is of another version; but a 200 is the whole body.
        if (run->lie && run->lie < 6) run->version++;
        if (run->lie == 6) {
            run->first = run->at = 0;
            run->end = head.size = plan->size;
        }
    }

    gc_fetch_respond_with(run->transfer, &head);
}

// What happens next to a transfer whose time has come.
static void test_sim_step(test_sim *sim, test_net_run *run) {
    const test_sim_plan *plan = (const test_sim_plan *)run->plan;
    if (run->fault == TEST_SIM_REFUSED || run->fault == TEST_SIM_DNS) {
        test_sim_finish(run, test_sim_faults[run->fault].result);
        return;
    }
    if (!run->responded) test_sim_respond(run);
    bool fails = run->fault == TEST_SIM_CUT || run->fault == TEST_SIM_STALL_BODY;
    if (fails && run->at == run->stop_at) {
        if (run->fault == TEST_SIM_CUT) test_sim_finish(run, GC_FETCH_E_NETWORK);
        run->next_ms = UINT64_MAX;
        return;
    }
    if (run->at == run->end) {
        test_sim_finish(run, GC_FETCH_OK);
        return;
    }

    // Some bytes, the last of them wrong where that is the fault.
    uint64_t left = (fails ? run->stop_at : run->end) - run->at;
    size_t size = (size_t)(gc_rng_below(&sim->rng, left < 16384 ? left : 16384) + 1);
    const uint8_t *bytes = test_net_bytes(test_sim_key(plan, run->version), run->at);
    uint8_t wrong[16384];
    if (run->fault == TEST_SIM_FLIPPED) {
        memcpy(wrong, bytes, size);
        wrong[size - 1] ^= 1;
        bytes = wrong;
    }
    size_t taken = gc_fetch_deliver(run->transfer, bytes, size);
    run->next_ms = sim->now + 1 + gc_rng_below(&sim->rng, 5);
    if (taken == GC_FETCH_ABORT) {
        test_sim_finish(run, GC_FETCH_OK);
        return;
    }
    run->at += taken;
    run->waits = taken < size;
}

static int test_sim_pump(void *user, int timeout_ms) {
    test_sim *sim = (test_sim *)user;
    (void)timeout_ms;
    for (int i = 0; i < TEST_NET_SLOTS; i++) {
        test_net_run *run = &test_net_runs[i];
        if (run->transfer && !run->waits && run->next_ms <= sim->now) test_sim_step(sim, run);
    }
    return GC_FETCH_OK;
}

// ---- the requests

static void test_sim_begin(void *user, gc_fetch_id id, uint32_t attempt) {
    test_sim_plan *plan = (test_sim_plan *)user;
    (void)id;
    CHECK_INT(attempt, plan->attempt);
    plan->taken = 0;
    plan->mixed = false;
}

static size_t test_sim_take(void *user, uint64_t offset, const void *data, size_t size) {
    test_sim_plan *plan = (test_sim_plan *)user;
    if (plan->fault == TEST_SIM_FULL && plan->attempt <= plan->faulty) {
        plan->error = 28;       // ENOSPC
        return GC_FETCH_ABORT;
    }
    plan->mixed = plan->mixed || offset != plan->taken ||
                  !test_sim_same(plan, offset, data, size);
    if (size > 100 && gc_rng_chance(&test_sim_net.rng, 0.2)) {
        size = (size_t)gc_rng_below(&test_sim_net.rng, size);
    }
    plan->taken += size;
    return size;
}

// A request with a plan of its own.
static void test_sim_add(test_sim *sim, gc_fetch *fetch, uint32_t id) {
    test_sim_plan *plan = &sim->plans[id % TEST_SIM_PLANS];
    gc_rng *rng = &sim->rng;
    uint64_t kind = gc_rng_below(rng, 1000);
    CHECK(plan->id == 0 || plan->finals == 1);
    memset(plan, 0, sizeof *plan);
    plan->id = id;
    plan->size = gc_rng_below(rng, kind < 850 ? 2000 : kind < 985 ? 20000 : 1000000);
    plan->ranges = plan->size >= TEST_SIM_LARGE && gc_rng_chance(rng, 0.8);
    if (gc_rng_chance(rng, 0.4)) plan->fault = (uint32_t)gc_rng_below(rng, TEST_SIM_FAULTS);
    plan->faulty = 1 + (uint32_t)gc_rng_below(rng, TEST_SIM_ATTEMPTS);
    plan->sized = gc_rng_chance(rng, 0.5);
    plan->stream = plan->fault == TEST_SIM_FULL || gc_rng_chance(rng, 0.2);
    plan->file = sim->disk && !plan->stream && gc_rng_chance(rng, 0.6);
    plan->compressed = gc_rng_chance(rng, 0.1);
    plan->version = 1;

    // What the fault needs. Where there are ranges, a cut attempt goes on by itself.
    bool touches = plan->fault == TEST_SIM_LONG || plan->fault == TEST_SIM_FLIPPED;
    bool cuts = plan->fault == TEST_SIM_CUT || plan->fault == TEST_SIM_STALL_BODY;
    if ((plan->ranges && !cuts) || (plan->size == 0 && touches)) plan->fault = TEST_SIM_GOOD;
    if (plan->fault == TEST_SIM_FLIPPED) plan->hashed = true;
    else if (plan->fault != TEST_SIM_CHANGING) plan->hashed = gc_rng_chance(rng, 0.2);
    if (plan->fault == TEST_SIM_CHANGING && plan->faulty == TEST_SIM_ATTEMPTS) plan->faulty--;
    plan->added_ms = sim->now;
    plan->full_ms = sim->full_ms + (sim->full ? sim->now - sim->full_since : 0);
    // It counts as full until somebody has looked again.
    bool recently = sim->fulls && sim->now - sim->full_until <= GC_FETCH_PRIV_HELD_MS + GC_FETCH_PRIV_TICK_MS;
    plan->fulls = sim->fulls - (sim->full || recently);

    char url[32], path[32];
    uint8_t sum[32];
    gc_fetch_request request;
    memset(&request, 0, sizeof request);
    snprintf(url, sizeof url, "sim:%u", (unsigned)id);
    request.url = url;
    request.tag = id;
    request.size = !plan->sized ? 0 : plan->size ? plan->size : GC_FETCH_EMPTY;
    request.compressed = plan->compressed;
    request.sink = plan->stream ? GC_FETCH_STREAM : plan->file ? GC_FETCH_FILE : GC_FETCH_MEMORY;
    snprintf(path, sizeof path, "%u", (unsigned)id);
    request.path = path;
    request.stream = test_sim_take;
    request.stream_begin = test_sim_begin;
    request.stream_error = &plan->error;
    request.stream_user = plan;
    if (plan->hashed) {
        test_net_hash(test_sim_key(plan, 1), plan->size, sum);
        request.sha256 = sum;
    }
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
}

// The latest time for a plan's final event, from its add: each attempt, the delays between
// them, and a look at the limits in between.
static uint64_t test_sim_latest(const test_sim *sim, const test_sim_plan *plan) {
    uint64_t good = 50 + 8 * (plan->size / 8 + 20), look = 2 * GC_FETCH_PRIV_TICK_MS, latest = good + look;
    uint64_t delay = TEST_SIM_DELAY_MS;
    for (uint32_t i = 0; i < plan->faulty && plan->fault; i++) {
        latest += good + test_sim_faults[plan->fault].ms + look;
        latest += plan->fault == TEST_SIM_LATER ? TEST_SIM_RETRY_MS : delay;
        delay *= 2;
    }

    // A full disk holds all of it, and lets what it holds begin its patience again.
    uint64_t fulls = sim->fulls - plan->fulls;
    uint64_t full_ms = sim->full_ms + (sim->full ? sim->now - sim->full_since : 0) - plan->full_ms;
    latest += full_ms + fulls * (GC_FETCH_PRIV_HELD_MS + 2 * look + (plan->file ? TEST_SIM_IDLE_MS : 0));
    return latest + (plan->ranges ? 10 * TEST_SIM_IDLE_MS : 0);
}

// Are the file's bytes the right ones? It is removed.
static bool test_sim_file_is(const test_sim *sim, const test_sim_plan *plan) {
    char path[96];
    size_t size;
    snprintf(path, sizeof path, "%s/%u", sim->folder, (unsigned)plan->id);
    uint8_t *bytes = test_files_read(path, &size);
    bool same = bytes && size == plan->size && test_sim_same(plan, 0, bytes, size);
    free(bytes);
    return unlink(path) == 0 && same;
}

// Is this the final event that the plan leads to?
static bool test_sim_check(test_sim *sim, const gc_fetch_event *event) {
    test_sim_plan *plan = &sim->plans[event->tag % TEST_SIM_PLANS];
    if (!CHECK(plan->id == event->tag && plan->finals++ == 0)) return false;
    bool again = test_sim_faults[plan->fault].again;
    bool ends = plan->fault && (!again || plan->faulty >= TEST_SIM_ATTEMPTS);

    // There was no room for it while it was waited for.
    if (sim->disk == TEST_SIM_DISK_FAILS && plan->file && event->result == GC_FETCH_E_WRITE) {
        sim->full_failed++;
        return CHECK(event->system_error == ENOSPC && sim->fulls > plan->fulls) &&
               CHECK(sim->now - plan->added_ms <= test_sim_latest(sim, plan));
    }

    // Ranges bring the rest of what was cut, unless they are cut or lie too often.
    if (plan->ranges && plan->fault) {
        ends = event->result == GC_FETCH_E_NETWORK || event->result == GC_FETCH_E_TIMED_OUT ||
               event->result == GC_FETCH_E_PROTOCOL;
        if (ends) return CHECK(sim->now - plan->added_ms <= test_sim_latest(sim, plan));
    }
    int expected = ends ? test_sim_faults[plan->fault].result : GC_FETCH_OK;
    uint32_t attempts = !plan->fault || !again ? 1
                        : plan->faulty >= TEST_SIM_ATTEMPTS ? (uint32_t)TEST_SIM_ATTEMPTS
                                                            : plan->faulty + 1;
    bool right = CHECK_INT(event->result, expected) && CHECK(plan->ranges || event->attempt == attempts) &&
                 CHECK(sim->now - plan->added_ms <= test_sim_latest(sim, plan));
    if (plan->fault == TEST_SIM_FULL) right = CHECK_INT(event->system_error, 28) && right;
    if (event->result != GC_FETCH_OK) return right;

    const char *type = gc_fetch_header(sim->fetch, event->id, "content-type");
    right = CHECK(type && strcmp(type, "sim/sim") == 0 && event->final_url == event->url) && right;
    if (plan->file) return CHECK(event->received == plan->size && test_sim_file_is(sim, plan)) && right;
    uint64_t size = plan->stream ? plan->taken : event->size;
    bool same = plan->stream ? !plan->mixed
                             : test_sim_same(plan, 0, event->data, event->size);
    return CHECK(size == plan->size && same) && right;
}

// The disk fills up, and some seconds later there is room again.
static void test_sim_turn_disk(test_sim *sim) {
    if (sim->full && sim->now >= sim->full_until) {
        sim->full = false;
        sim->full_ms += sim->now - sim->full_since;
        sim->full_until = sim->now;
        test_fetch_room_set(-1);
    } else if (!sim->full && gc_rng_chance(&sim->rng, 0.01)) {
        sim->full = true;
        sim->fulls++;
        sim->full_since = sim->now;
        sim->full_until = sim->now + gc_rng_below(&sim->rng, 3000);
        test_fetch_room_set((long long)gc_rng_below(&sim->rng, 30000));
    }
}

// So many requests, some at once. Each fault must have been met.
static void test_sim_play(uint32_t count, uint64_t seed, int disk) {
    test_sim *sim = &test_sim_net;
    gc_fetch_transport transport;
    gc_fetch_desc desc;
    static gc_fetch_event events[TEST_NET_SLOTS];
    uint64_t met[TEST_SIM_FAULTS] = {0};
    memset(sim, 0, sizeof *sim);
    sim->now = (seed & 0xffffff) | 1;      // what gc_fetch makes its random numbers of
    sim->disk = disk;
    if (disk && !CHECK(test_files_new_folder(sim->folder, sizeof sim->folder, "/tmp", "gc_fetch."))) return;
    gc_rng_seed(&sim->rng, seed);
    test_net_reset(&sim->rng);

    memset(&transport, 0, sizeof transport);
    transport.user = sim;
    transport.scheme = "sim";
    transport.start = test_sim_start;
    transport.stop = test_net_stop;
    transport.pause = test_sim_pause;
    transport.pump = test_sim_pump;
    memset(&desc, 0, sizeof desc);
    desc.parallel = desc.max_requests = TEST_NET_SLOTS;
    desc.transport = &transport;
    desc.no_thread = desc.skip_events = true;
    desc.now_ms = test_sim_now;
    desc.user = sim;
    desc.root = disk ? sim->folder : NULL;
    desc.hold_when_full = disk == TEST_SIM_DISK_HOLDS;
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    if (!CHECK(fetch != NULL)) return;
    sim->fetch = fetch;

    uint32_t added = 0, ended = 0;
    while (ended < count) {
        while (added < count && added - ended < TEST_SIM_AT_ONCE) test_sim_add(sim, fetch, ++added);
        gc_fetch_pump(fetch, 1000);     // one turn all the same
        for (size_t n; (n = gc_fetch_poll_many(fetch, events, TEST_NET_SLOTS)) > 0;) {
            for (size_t i = 0; i < n; i++) {
                sim->held += events[i].type == GC_FETCH_HELD;
                ended += events[i].type != GC_FETCH_HELD;
                if (events[i].type == GC_FETCH_HELD) continue;
                const test_sim_plan *plan = &sim->plans[events[i].tag % TEST_SIM_PLANS];
                met[plan->fault] += plan->fault != 0;
                if (test_sim_check(sim, &events[i])) continue;
                printf("  request %u: %s, %u of %u attempts, size %u, %s, after %u ms\n", (unsigned)plan->id,
                       test_sim_faults[plan->fault].name, (unsigned)plan->faulty, (unsigned)plan->attempt,
                       (unsigned)plan->size, gc_fetch_result_string(events[i].result),
                       (unsigned)(sim->now - plan->added_ms));
                ended = count;      // one tells enough
            }
        }

        // On to what happens next.
        uint64_t wait = gc_fetch_priv_patience(fetch);
        for (int i = 0; i < TEST_NET_SLOTS; i++) {
            const test_net_run *run = &test_net_runs[i];
            if (!run->transfer || run->waits) continue;
            uint64_t left = run->next_ms > sim->now ? run->next_ms - sim->now : 0;
            if (left < wait) wait = left;
        }
        sim->now += wait == UINT64_MAX ? 1 : wait;
        if (disk) test_sim_turn_disk(sim);
    }

    for (int i = 1; i < TEST_SIM_FAULTS && count >= 20000; i++) CHECK(met[i] > 0);
    if (count >= 20000) CHECK(sim->ranges > 100 && sim->lies > 20);

    // Nothing is left to come, and what came twice is a part of what came.
    gc_fetch_statistics stats;
    gc_fetch_get_statistics(fetch, &stats);
    CHECK(stats.queued == 0 && stats.running == 0);
    CHECK(stats.left == 0 && stats.time_left_ms == 0);
    CHECK((count < 1000 || stats.repeated > 0) && stats.repeated < stats.received);
    gc_fetch_close(fetch);
    if (!disk) return;
    test_fetch_room_set(-1);
    CHECK(count < 1000 || (disk == TEST_SIM_DISK_HOLDS ? sim->held : sim->full_failed) > 5);
    CHECK_INT(test_files_count(sim->folder, ""), 0);
    test_files_remove(sim->folder);
}

static uint32_t test_sim_count(void) {
    const char *given = getenv("TEST_FETCH_SIM");
    return given ? (uint32_t)strtoul(given, NULL, 10) : 20000;
}

static void test_fetch_sim(void) { test_sim_play(test_sim_count(), test_seed, TEST_SIM_NO_DISK); }

// A full disk fails what it has no room for, and nothing else.
static void test_fetch_sim_full_disk(void) {
    test_sim_play(test_sim_count() / 10, test_seed, TEST_SIM_DISK_FAILS);
}

// Held, it fails nothing at all.
static void test_fetch_sim_held(void) {
    test_sim_play(test_sim_count() / 10, test_seed, TEST_SIM_DISK_HOLDS);
}

// A clock of one's own needs the caller's thread.
static void test_fetch_sim_misuse(void) {
    gc_fetch_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.now_ms = test_sim_now;
#ifdef NDEBUG
    gc_fetch_error error;
    CHECK(gc_fetch_open(&desc, &error) == NULL && error.result == GC_FETCH_E_ARGUMENT);
#endif
    desc.no_thread = true;
    desc.user = &test_sim_net;
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    CHECK(fetch != NULL);
    CHECK_INT(gc_fetch_wait(fetch, -1), GC_FETCH_IDLE);
    gc_fetch_close(fetch);
}

// ---- who has the places: ranges, and paused requests

// A network that brings each running transfer a piece in each turn. Odd requests come from a
// server without ranges, each tenth of the others from one that cuts now and then.
enum { TEST_PLACES_PIECE = 16384, TEST_PLACES_MOST = 2048, TEST_PLACES_CODE = 0x5a };
typedef struct test_places_plan {
    uint64_t size, taken, sent;     // taken: by the stream since it began; sent: all that has come
    int starts, finals, result;
    bool file, stream, plain, cuts, wrong, paused, hashed, coded;
    uint32_t missing;               // bits of the hosts that do not have it: 404
    gc_fetch_id id;
} test_places_plan;

// What is wrong with a mirror.
enum {
    TEST_MIRROR_GOOD, TEST_MIRROR_DEAD, TEST_MIRROR_SILENT, TEST_MIRROR_STALLS, TEST_MIRROR_404,
    TEST_MIRROR_LENGTH, TEST_MIRROR_VERSION, TEST_MIRROR_NO_RANGES, TEST_MIRROR_SHIFTED, TEST_MIRROR_SLOW,
    TEST_MIRROR_CUTS, TEST_MIRROR_BYTES, TEST_MIRRORS,
    TEST_MIRROR_RESTS               // for two seconds
};
typedef struct test_places {
    test_places_plan plans[TEST_PLACES_MOST];
    uint64_t now, starts, ranges;
    gc_rng rng;
    gc_fetch *fetch;
    gc_fetch_transport transport;
    char folder[64];
    int hosts[4];                   // TEST_MIRROR_GOOD ...
    uint64_t host_sent[4];
    bool mirrors, hashed, coded;    // of what is added
    uint32_t held;                  // events
    int told, lines;                // desc.log's lines: those that name a mirror that is not good, and all
} test_places;
static test_places test_places_net;

static uint64_t test_places_now(void *user) { return ((test_places *)user)->now; }

static uint64_t test_places_key(const test_places_plan *plan) {
    return (uint64_t)(plan - test_places_net.plans) * 7919u;
}

static int test_places_start(void *user, gc_fetch_transfer *transfer, const gc_fetch_job *job) {
    test_places *net = (test_places *)user;
    test_net_run *run = &test_net_runs[job->slot];
    test_places_plan *plan = &net->plans[strtoul(job->url + 4, NULL, 10)];
    CHECK(run->transfer == NULL);
    memset(run, 0, sizeof *run);
    run->transfer = transfer;
    run->ranged = job->first != 0 || job->end != UINT64_MAX;
    run->first = run->at = job->first;
    run->end = job->end != UINT64_MAX ? job->end : plan->size;
    run->next_ms = (uint64_t)(plan - net->plans);

    // Which host, and what is wrong with it.
    const char *host = strchr(job->url, '@');
    run->version = host ? (uint32_t)(host[1] - 'a') : 0;
    run->fault = (uint32_t)net->hosts[run->version];
    if (plan->missing >> run->version & 1) run->fault = TEST_MIRROR_404;
    // Without a hash nobody could tell.
    if (run->fault == TEST_MIRROR_BYTES && !plan->hashed) run->fault = TEST_MIRROR_GOOD;
    run->start_ms = net->now;
    if (run->fault == TEST_MIRROR_DEAD) {
        run->transfer = NULL;
        return GC_FETCH_E_CONNECT;
    }
    net->starts++;
    net->ranges += run->ranged;
    plan->starts++;
    return GC_FETCH_OK;
}

static int test_places_pump(void *user, int timeout_ms) {
    test_places *net = (test_places *)user;
    (void)timeout_ms;

    // A piece for each.
    for (int i = 0; i < TEST_NET_SLOTS; i++) {
        test_net_run *run = &test_net_runs[i];
        if (!run->transfer || run->waits) continue;
        test_places_plan *plan = &net->plans[run->next_ms];
        bool slow = run->fault == TEST_MIRROR_SLOW && gc_rng_below(&net->rng, 50);
        if (run->fault == TEST_MIRROR_SILENT || slow) continue;
        if (run->fault == TEST_MIRROR_STALLS && run->at >= run->first + 50000) continue;
        bool rests = net->now - run->start_ms < 2000 && run->at >= run->first + 50000;
        if (run->fault == TEST_MIRROR_RESTS && rests) continue;
        if (!run->responded) {
            gc_fetch_response head;
            memset(&head, 0, sizeof head);
            run->responded = true;
            head.http_status = run->ranged ? 206 : 200;
            head.size = run->end - run->first;
            head.ranges = !plan->plain;
            head.first = run->first;
            head.end = run->end;
            head.total = plan->size;
            head.validator = plan->plain ? NULL : "\"v\"";
            CHECK(!run->ranged || !plan->plain);
            if (run->fault == TEST_MIRROR_404) head.http_status = 404;
            if (run->fault == TEST_MIRROR_LENGTH) head.total++, head.size += !run->ranged;
            if (run->fault == TEST_MIRROR_VERSION) head.validator = "\"w\"";
            if (run->fault == TEST_MIRROR_SHIFTED && run->ranged) head.first += 7, head.end += 7;
            bool again = run->fault == TEST_MIRROR_VERSION && (!plan->hashed || plan->coded);    // If-Range
            if (run->ranged && (run->fault == TEST_MIRROR_NO_RANGES || again)) {
                head.http_status = 200;
                head.size = run->end = plan->size;
                run->first = run->at = 0;
            }
            gc_fetch_respond_with(run->transfer, &head);
            continue;
        }
        if (run->fault == TEST_MIRROR_404) {
            test_net_finish(run, GC_FETCH_OK, 0);
            continue;
        }
        bool cut = run->fault == TEST_MIRROR_CUTS && gc_rng_chance(&net->rng, 0.3);
        if (cut || (plan->cuts && gc_rng_chance(&net->rng, 0.01))) {
            test_net_finish(run, GC_FETCH_E_NETWORK, 0);
            continue;
        }

        uint64_t left = run->end - run->at;
        size_t size = left < TEST_PLACES_PIECE ? (size_t)left : (size_t)TEST_PLACES_PIECE;
        bool wrong = run->fault == TEST_MIRROR_BYTES || (run->fault == TEST_MIRROR_SHIFTED && run->ranged);
        const uint8_t *bytes = test_net_bytes(test_places_key(plan) + wrong * 7, run->at);
        uint8_t code[TEST_PLACES_PIECE];
        for (size_t i = 0; plan->coded && i < size; i++) code[i] = bytes[i] ^ TEST_PLACES_CODE;
        if (plan->coded) bytes = code;
        size_t taken = size ? gc_fetch_deliver(run->transfer, bytes, size) : 0;
        if (!size || taken == GC_FETCH_ABORT) {
            if (size) plan->sent += size;
            test_net_finish(run, GC_FETCH_OK, 0);
            continue;
        }
        run->at += taken;
        plan->sent += taken;
        net->host_sent[run->version] += taken;
        run->waits = taken < size;
    }
    return GC_FETCH_OK;
}

// A coding that may end anywhere: sizes and hashes of what it makes must tell what is wrong.
static int test_places_decode_begin(void *user) {
    (void)user;
    return 0;
}
static int test_places_decode(void *user, const void *in, size_t *in_size, void *out, size_t *out_size) {
    size_t size = *in_size < *out_size ? *in_size : *out_size;
    (void)user;
    for (size_t i = 0; i < size; i++) ((uint8_t *)out)[i] = ((const uint8_t *)in)[i] ^ TEST_PLACES_CODE;
    *in_size = *out_size = size;
    return 1;
}
static const gc_fetch_decoder test_places_decoder = {NULL, test_places_decode_begin, test_places_decode};

static void test_places_begin(void *user, gc_fetch_id id, uint32_t attempt) {
    (void)id;
    (void)attempt;
    ((test_places_plan *)user)->taken = 0;
    ((test_places_plan *)user)->wrong = false;
}

static size_t test_places_take(void *user, uint64_t offset, const void *data, size_t size) {
    test_places_plan *plan = (test_places_plan *)user;
    plan->wrong = plan->wrong || offset != plan->taken ||
                  !test_net_same(test_places_key(plan), offset, data, size);
    plan->taken += size;
    return size;
}

// Counts what is told of mirrors that are not good.
static void test_places_log(void *user, int level, int code, const char *text) {
    test_places *net = (test_places *)user;
    const char *host = strchr(text, '@');
    CHECK(level >= 1 && code < 0);
    net->lines++;
    if (host && net->hosts[host[1] - 'a']) net->told++;
}

static gc_fetch *test_places_open(uint32_t parallel) {
    test_places *net = &test_places_net;
    gc_fetch_desc desc;

    memset(net, 0, sizeof *net);
    net->now = 1;
    gc_rng_seed(&net->rng, test_seed);
    test_net_reset(&net->rng);

    if (!CHECK(test_files_new_folder(net->folder, sizeof net->folder, "/tmp", "gc_fetch."))) return NULL;

    net->transport.user = net;
    net->transport.scheme = "sim";
    net->transport.start = test_places_start;
    net->transport.stop = test_net_stop;
    net->transport.pause = test_net_pause;
    net->transport.pump = test_places_pump;

    memset(&desc, 0, sizeof desc);
    desc.parallel = parallel;
    desc.transport = &net->transport;
    desc.no_thread = desc.skip_events = true;
    desc.now_ms = test_places_now;
    desc.log = test_places_log;
    desc.user = net;
    desc.root = net->folder;
    desc.attempts = 1000;

    net->fetch = gc_fetch_open(&desc, NULL);
    CHECK(net->fetch != NULL);
    return net->fetch;
}

static void test_places_close(void) {
    gc_fetch_close(test_places_net.fetch);
    CHECK_INT(test_files_count(test_places_net.folder, ".gcf-"), 0);
    test_files_remove(test_places_net.folder);
}

// kind: 'm' memory, 'f' file, 's' stream; "M", "F", "S" from a server without ranges.
static test_places_plan *test_places_add(int i, char kind, uint64_t size, int32_t priority) {
    test_places_plan *plan = &test_places_net.plans[i];
    gc_fetch_request request;
    char url[32], path[32];

    memset(plan, 0, sizeof *plan);
    memset(&request, 0, sizeof request);

    plan->size = size;
    plan->plain = kind < 'a';
    plan->file = kind == 'f' || kind == 'F';
    plan->stream = kind == 's' || kind == 'S';
    plan->coded = plan->file && test_places_net.coded;

    snprintf(url, sizeof url, "sim:%d", i);
    snprintf(path, sizeof path, "%d", i);

    request.url = url;
    request.path = path;
    request.sink = plan->file ? GC_FETCH_FILE : plan->stream ? GC_FETCH_STREAM : GC_FETCH_MEMORY;
    request.size = size;
    request.priority = priority;
    request.stream = test_places_take;
    request.stream_begin = test_places_begin;
    request.stream_user = plan;
    request.tag = (uint64_t)i;
    request.decoder = plan->coded ? &test_places_decoder : NULL;

    char other[2][32];
    const char *const mirrors[] = {other[0], other[1], NULL};
    uint8_t sum[32];
    if (test_places_net.mirrors) {
        snprintf(url, sizeof url, "sim:%d@a", i);
        for (int k = 0; k < 2; k++) snprintf(other[k], sizeof other[k], "sim:%d@%c", i, 'b' + k);
        request.mirrors = mirrors;
    }
    plan->hashed = test_places_net.hashed;
    if (plan->hashed) {
        test_net_hash(test_places_key(plan), size, sum);
        request.sha256 = sum;
    }

    CHECK_INT(gc_fetch_add(test_places_net.fetch, &request, &plan->id), GC_FETCH_OK);
    return plan;
}

// One turn, and its events: the bytes of what is done are the right ones. How many have ended.
static int test_places_turn(void) {
    test_places *net = &test_places_net;
    gc_fetch_event event;
    int ended = 0;

    gc_fetch_pump(net->fetch, 0);
    net->now += 5;

    while (gc_fetch_poll(net->fetch, &event)) {
        test_places_plan *plan = &net->plans[event.tag];
        char path[128];
        size_t size = event.size;

        net->held += event.type == GC_FETCH_HELD;
        if (event.type == GC_FETCH_HELD) continue;
        ended++;
        plan->result = event.result;
        CHECK_INT(++plan->finals, 1);
        if (event.type != GC_FETCH_DONE) continue;

        snprintf(path, sizeof path, "%.63s/%d", net->folder, (int)event.tag);
        uint8_t *bytes = plan->file ? test_files_read(path, &size) : NULL;
        const void *data = bytes ? bytes : event.data;
        if (plan->stream) CHECK(!plan->wrong && plan->taken == plan->size);
        else CHECK(size == plan->size && test_net_same(test_places_key(plan), 0, data, size));

        free(bytes);
    }
    return ended;
}

static int test_places_running(const test_places_plan *plan) {
    int count = 0;
    for (int i = 0; i < TEST_NET_SLOTS; i++) {
        const test_net_run *run = &test_net_runs[i];
        count += run->transfer && run->next_ms == (uint64_t)(plan - test_places_net.plans);
    }
    return count;
}

// Ranges of one large body, or of four, take all places: who is added has one in the next turn,
// and no byte comes twice. A thousand small ones beside take no place from each other.
static void test_fetch_sim_ranges_yield(void) {
    for (int large = 1; large <= 4; large += 3) {
        if (!test_places_open(16)) return;
        test_places_plan *plans = test_places_net.plans;
        for (int i = 0; i < large; i++) test_places_add(i, "fmff"[i], 25000000, 0);
        int all = 0;
        for (int turn = 0; turn < 100 && all < 16; turn++) {
            CHECK_INT(test_places_turn(), 0);
            for (int i = all = 0; i < large; i++) all += test_places_running(&plans[i]);
        }
        CHECK_INT(all, 16);

        for (int i = 10; i < 20; i++) {
            test_places_plan *plan = test_places_add(i, 'm', 13, i % 2 ? 1000 : -1000);
            CHECK_INT(test_places_turn(), 0);
            CHECK_INT(plan->starts, 1);
            for (int turn = 0; turn < 3; turn++) test_places_turn();
            CHECK_INT(plan->finals, 1);
        }

        int ended = 0;
        uint64_t ranges = test_places_net.ranges;
        for (int i = 20; i < 1020; i++) test_places_add(i, 'm', 1000, 0);
        for (int turn = 0; turn < 1000 && ended < 1000; turn++) ended += test_places_turn();
        CHECK(ended >= 1000 && test_places_net.ranges - ranges <= 32);
        for (int turn = 0; turn < 10000 && ended < 1000 + large; turn++) ended += test_places_turn();
        CHECK_INT(ended, 1000 + large);
        for (int i = 0; i < large; i++) {
            CHECK(plans[i].result == GC_FETCH_OK && plans[i].sent <= plans[i].size + 200 * TEST_PLACES_PIECE);
        }
        test_places_close();
    }
}

// Four of four are paused: an urgent one has a place in the next turn. What they had is kept,
// where the server has ranges; else it comes again.
static void test_fetch_sim_pauses_yield(void) {
    static const char kinds[] = "fmsFMS";
    for (size_t k = 0; k < 6; k++) {
        if (!test_places_open(4)) return;
        test_places_plan *plans = test_places_net.plans;
        for (int i = 0; i < 4; i++) test_places_add(i, kinds[k], 3000000, 0);
        for (int turn = 0; turn < 20; turn++) test_places_turn();
        for (int i = 0; i < 4; i++) gc_fetch_pause(test_places_net.fetch, plans[i].id);
        for (int turn = 0; turn < 20; turn++) CHECK_INT(test_places_turn(), 0);
        CHECK_INT(test_places_net.starts, 4);       // nobody waits: they hold their sockets

        int ended = 0;
        for (int i = 10; i < 14; i++) test_places_add(i, 'm', 13, 100);
        CHECK_INT(test_places_turn(), 0);
        for (int i = 10; i < 14; i++) CHECK_INT(plans[i].starts, 1);
        for (int turn = 0; turn < 3; turn++) ended += test_places_turn();
        CHECK_INT(ended, 4);

        // One is cancelled, one stays and is closed; two go on.
        gc_fetch_statistics stats;
        gc_fetch_get_statistics(test_places_net.fetch, &stats);
        CHECK(stats.queued == 4 && stats.running == 0);
        gc_fetch_cancel(test_places_net.fetch, plans[0].id);
        gc_fetch_resume(test_places_net.fetch, plans[2].id);
        gc_fetch_resume(test_places_net.fetch, plans[3].id);
        for (int turn = 0; turn < 1000 && ended < 7; turn++) ended += test_places_turn();
        CHECK(ended == 7 && plans[0].result == GC_FETCH_E_CANCELLED && plans[1].finals == 0);
        for (int i = 2; i < 4; i++) {
            CHECK_INT(plans[i].result, GC_FETCH_OK);
            bool again = plans[i].sent > plans[i].size + 4 * TEST_PLACES_PIECE;
            if (!CHECK(again == plans[i].plain)) printf("  %c: %u sent\n", kinds[k], (unsigned)plans[i].sent);
        }
        gc_fetch_close(test_places_net.fetch);
        test_files_remove(test_places_net.folder);
    }
}

// Bodies have all places: one that is more urgent has one in the next turn, from the least
// urgent that can go on. While it comes the others are not read; then they go on, and nothing
// comes twice. A body that would start over keeps its place, and so does one as urgent.
static void test_fetch_sim_urgent(void) {
    static const char kinds[] = "fmsFMS";
    for (size_t k = 0; k < 6; k++) {
        if (!test_places_open(4)) return;
        test_places_net.fetch->desc.no_split = true;
        test_places_plan *plans = test_places_net.plans;
        for (int i = 0; i < 4; i++) test_places_add(i, kinds[k], 3000000, i == 2 ? -5 : 7);
        for (int turn = 0; turn < 60; turn++) CHECK_INT(test_places_turn(), 0);
        test_places_plan *equal = test_places_add(10, 'm', 600000, -5);
        for (int turn = 0; turn < 5; turn++) CHECK_INT(test_places_turn(), 0);
        CHECK_INT(equal->starts, 0);

        // The urgent one.
        uint64_t before[4], turns = 0;
        test_places_plan *plan = test_places_add(11, 'm', 600000, 100);
        for (int turn = 0; turn < 4; turn++) test_places_turn();
        CHECK_INT(plan->starts, !plans[0].plain);
        CHECK_INT(test_places_running(&plans[2]), plans[0].plain);
        for (int i = 0; i < 4; i++) before[i] = plans[i].sent;
        while (!plans[0].plain && plan->sent < 500000 && turns++ < 100) test_places_turn();
        for (int i = 0; i < 4 && !plans[0].plain; i++) CHECK_INT(plans[i].sent, before[i]);

        // A place is free, but the line is full: what is less urgent waits.
        int ended = 0;
        gc_fetch_cancel(test_places_net.fetch, plans[3].id);
        for (int turn = 0; turn < 2; turn++) ended += test_places_turn();
        CHECK(plans[0].plain || test_places_net.starts == 5);

        // One that waits is made more urgent than what runs.
        gc_fetch_set_priority(test_places_net.fetch, equal->id, 200);
        for (int turn = 0; turn < 2; turn++) test_places_turn();
        if (!plans[0].plain) CHECK_INT(equal->starts, 1);

        for (int turn = 0; turn < 2000 && ended < 6; turn++) ended += test_places_turn();
        CHECK(plan->finals && equal->finals);
        for (int i = 0; i < 4; i++) {
            CHECK_INT(plans[i].result, i == 3 ? GC_FETCH_E_CANCELLED : GC_FETCH_OK);
            CHECK(plans[i].finals == 1 && plans[i].sent <= plans[i].size + 2 * TEST_PLACES_PIECE);
        }
        gc_fetch_statistics stats;
        gc_fetch_get_statistics(test_places_net.fetch, &stats);
        CHECK(stats.repeated == 0 && stats.left == 0);
        test_places_close();
    }
}

// Priorities that change all the time do not make others begin in vain: of some thousands that
// wait and become more urgent than what runs few take a place.
static void test_fetch_sim_urgent_often(void) {
    if (!test_places_open(8)) return;
    test_places *net = &test_places_net;
    int added = 0, ended = 0;
    for (int turn = 0; turn < 100000 && ended < 1000; turn++) {
        // A hundred wait or run, ten of which change their priority.
        while (added < 1000 && added - ended < 100) {
            test_places_add(added, "mf"[added % 2], 50000 + gc_rng_below(&net->rng, 450000), 0);
            added++;
        }
        for (int i = 0; i < 10; i++) {
            test_places_plan *plan = &net->plans[gc_rng_below(&net->rng, (uint64_t)added)];
            if (plan->finals) continue;
            gc_fetch_set_priority(net->fetch, plan->id, (int32_t)gc_rng_below(&net->rng, 1000));
        }
        ended += test_places_turn();
    }

    CHECK_INT(ended, 1000);
    CHECK(net->fetch->given > 0);
    if (!CHECK(net->fetch->given <= 250)) printf("  %d gave way\n", (int)net->fetch->given);
    uint64_t sent = 0, size = 0;
    for (int i = 0; i < 1000; i++) sent += net->plans[i].sent, size += net->plans[i].size;
    if (!CHECK(sent <= size + size / 100)) printf("  %g\n", (double)sent / (double)size);
    test_places_close();
}

// Three hosts have a body, one or two of which are bad: it comes all the same, with the right
// bytes, in about the time that the good ones take, and who has failed is told. Bytes come
// again only where they were other ones, which sha256 finds; all good hosts bring some.
static void test_fetch_sim_mirrors(void) {
    for (int round = 0; round < TEST_MIRRORS * 12; round++) {
        int fault = round / 12, bad = round % 3, two = round / 6 % 2;
        bool hashed = round / 3 % 2 == 0;
        if (fault == TEST_MIRROR_BYTES && !hashed) continue;
        if (!test_places_open(8)) return;

        // The hosts, and the body.
        test_places *net = &test_places_net;
        net->mirrors = true;
        net->hashed = hashed;
        net->hosts[bad] = fault;
        if (two) net->hosts[(bad + 1) % 3] = fault;

        test_places_plan *plan = test_places_add(0, "fm"[round / 2 % 2], 20000000, 0);
        int turns = 0;
        while (!plan->finals && turns < 20000) {
            test_places_turn();
            turns++;
        }

        // One transfer alone would take 1,222 turns; silence is seen after 200 of them.
        bool other = fault == TEST_MIRROR_BYTES || fault == TEST_MIRROR_VERSION, right = true;
        bool shared = fault == TEST_MIRROR_GOOD || !two;
        right = CHECK_INT(plan->result, GC_FETCH_OK) && right;
        right = CHECK(plan->sent <= plan->size * (other ? 4 : 1) + 40 * TEST_PLACES_PIECE) && right;
        right = CHECK(turns < (other ? 5000 : 700)) && right;
        right = CHECK(!fault || fault >= TEST_MIRROR_SLOW || net->told || fault == TEST_MIRROR_NO_RANGES ||
                      fault == TEST_MIRROR_VERSION || fault == TEST_MIRROR_SHIFTED) && right;
        if (fault == TEST_MIRROR_BYTES) right = CHECK(net->told > 0) && right;
        bool any = fault == TEST_MIRROR_VERSION && hashed;      // it need not be the same version
        for (int i = 0; i < 3 && (any || (shared && fault != TEST_MIRROR_VERSION)); i++) {
            if (any || !net->hosts[i]) right = CHECK(net->host_sent[i] > 1000000) && right;
        }
        if (!right) {
            printf("  fault %d of %d, two %d, hashed %d: %d turns, %d sent\n", fault, bad, two, hashed,
                   turns, (int)plan->sent);
        }
        test_places_close();
    }
}

// Opens with mirrors, and adds a body that one transfer alone brings.
static test_places_plan *test_places_alone(uint32_t parallel, bool hashed) {
    if (!test_places_open(parallel)) return NULL;
    test_places_net.fetch->desc.no_split = true;
    test_places_net.mirrors = true;
    test_places_net.hashed = hashed;
    return test_places_add(0, 'f', 20000000, 0);
}

// So many turns, or until it has ended. How many they were.
static int test_places_turns(const test_places_plan *plan, int most) {
    int turns = 0;
    for (; !plan->finals && turns < most; turns++) test_places_turn();
    return turns;
}

// A body that one transfer brings leaves a host that is much slower than another one, and a
// host that knows no ranges does not bring again what has come from another one.
static void test_fetch_sim_mirrors_leave(void) {
    for (int hashed = 0; hashed < 2; hashed++) {
        gc_fetch_statistics stats;
        test_places_plan *plan = test_places_alone(2, hashed);
        if (!plan) return;
        test_places *net = &test_places_net;
        net->hosts[0] = TEST_MIRROR_SLOW;
        test_places_plan *beside = test_places_add(1, 'f', 20000000, 0);
        CHECK(test_places_turns(plan, 10000) < 1700);
        test_places_turns(beside, 10000);
        CHECK(plan->result == GC_FETCH_OK && beside->result == GC_FETCH_OK);
        CHECK(net->lines == 1 && net->told == 1 && plan->starts == 2 && beside->starts == 1);
        test_places_close();

        plan = test_places_alone(2, hashed);
        if (!plan) return;
        net->hosts[0] = TEST_MIRROR_STALLS;
        net->hosts[1] = TEST_MIRROR_NO_RANGES;
        CHECK(test_places_turns(plan, 10000) < 1700);
        gc_fetch_get_statistics(net->fetch, &stats);
        CHECK(plan->result == GC_FETCH_OK && plan->starts == 3 && stats.repeated == 0);
        CHECK(plan->sent <= plan->size + TEST_PLACES_PIECE);
        test_places_close();
    }
}

// A host that has been left does not count: not as one that would be quicker, nor as one that
// makes the last one's rest too long, nor is it asked when that one cuts the body. Where all
// have been left, all are asked again.
static void test_fetch_sim_mirrors_left(void) {
    for (int hashed = 0; hashed < 2; hashed++) {
        test_places_plan *plan = test_places_alone(2, hashed);
        if (!plan) return;
        test_places *net = &test_places_net;
        plan->missing = 3;
        net->hosts[2] = TEST_MIRROR_SLOW;
        for (int turn = 0; turn < 6300; turn++) test_places_turn();     // until they are tried by others
        test_places_plan *beside = test_places_add(1, 'f', 20000000, 0);
        test_places_turns(beside, 10000);
        CHECK(beside->result == GC_FETCH_OK && beside->starts == 1 && net->host_sent[0] == beside->size);
        CHECK(net->lines == 4 && plan->starts == 3 && !plan->finals);   // two left, two tries

        // The last one cuts it.
        for (int i = 0; i < TEST_NET_SLOTS; i++) {
            if (test_net_runs[i].transfer) test_net_finish(&test_net_runs[i], GC_FETCH_E_NETWORK, 0);
        }
        net->hosts[2] = TEST_MIRROR_GOOD;
        test_places_turns(plan, 10000);
        CHECK(plan->result == GC_FETCH_OK && plan->starts == 4 && net->lines == 4);
        test_places_close();

        plan = test_places_alone(2, hashed);
        if (!plan) return;
        plan->missing = 3;
        net->hosts[2] = TEST_MIRROR_RESTS;
        test_places_turns(plan, 10000);
        CHECK(plan->result == GC_FETCH_OK && plan->starts == 3 && net->lines == 4);
        test_places_close();

        plan = test_places_alone(2, hashed);
        if (!plan) return;
        for (int i = 0; i < 3; i++) net->hosts[i] = TEST_MIRROR_DEAD;
        for (int turn = 0; turn < 20; turn++) test_places_turn();
        net->hosts[1] = TEST_MIRROR_GOOD;
        test_places_turns(plan, 20000);
        CHECK(plan->result == GC_FETCH_OK && net->host_sent[1] == plan->size);
        test_places_close();
    }
}

// ---- who is woken

typedef struct test_wakes {
    gc_fetch *fetch;
    int wakes, start_adds, timeout_ms;
    int32_t priority;               // of what pump adds in its next call, if adds
    bool adds, plain, end_one;
} test_wakes;

static void test_wakes_add(const test_wakes *wakes, int32_t priority) {
    gc_fetch_request request;
    memset(&request, 0, sizeof request);
    request.url = "wake:";
    request.size = 3000000;
    request.priority = priority;
    CHECK_INT(gc_fetch_add(wakes->fetch, &request, NULL), GC_FETCH_OK);
}

static int test_wakes_start(void *user, gc_fetch_transfer *transfer, const gc_fetch_job *job) {
    test_wakes *wakes = (test_wakes *)user;
    memset(&test_net_runs[job->slot], 0, sizeof test_net_runs[0]);
    test_net_runs[job->slot].transfer = transfer;
    if (wakes->start_adds) test_wakes_add(wakes, wakes->start_adds);
    wakes->start_adds = 0;
    return GC_FETCH_OK;
}

static int test_wakes_pump(void *user, int timeout_ms) {
    test_wakes *wakes = (test_wakes *)user;
    if (wakes->timeout_ms < 0) wakes->timeout_ms = timeout_ms;
    if (wakes->adds) test_wakes_add(wakes, wakes->priority);
    wakes->adds = false;

    // Each body has begun, and has much to come.
    for (int i = 0; i < TEST_NET_SLOTS; i++) {
        test_net_run *run = &test_net_runs[i];
        if (!run->transfer) continue;
        if (!run->responded) {
            gc_fetch_response head;
            memset(&head, 0, sizeof head);
            run->responded = true;
            head.http_status = 200;
            head.size = 3000000;
            head.ranges = !wakes->plain;
            head.validator = wakes->plain ? NULL : "\"v\"";
            gc_fetch_respond_with(run->transfer, &head);
            CHECK_INT(gc_fetch_deliver(run->transfer, test_net_bytes(0, 0), 1000), 1000);
        } else if (wakes->end_one) {
            wakes->end_one = false;
            test_net_finish(run, GC_FETCH_E_SINK, 0);
        }
    }
    return GC_FETCH_OK;
}

static void test_wakes_wake(void *user) { ((test_wakes *)user)->wakes++; }

// How often the transport is woken by an add of this priority while it works.
static int test_wakes_of(test_wakes *wakes, int32_t priority) {
    wakes->adds = true;
    wakes->priority = priority;
    wakes->wakes = 0;
    gc_fetch_pump(wakes->fetch, 0);
    return wakes->wakes;
}

// An add wakes the network thread where it can start: where there is a place, or one that runs
// would give it, and only then. What has come just before a wait is not waited for.
static void test_fetch_sim_wakes(void) {
    for (int plain = 0; plain < 2; plain++) {
        static test_wakes wakes;
        gc_fetch_transport transport = {&wakes, "wake", test_wakes_start, test_net_stop, test_net_pause,
                                        test_wakes_pump, test_wakes_wake, false};
        gc_fetch_desc desc;
        memset(&wakes, 0, sizeof wakes);
        memset(&desc, 0, sizeof desc);
        memset(test_net_runs, 0, sizeof test_net_runs);
        desc.parallel = 2;
        desc.transport = &transport;
        desc.no_thread = desc.no_split = true;
        wakes.plain = plain;
        wakes.fetch = gc_fetch_open(&desc, NULL);
        if (!CHECK(wakes.fetch != NULL)) return;

        // One of two places is taken: all wake. Then there is none: the more urgent do, if
        // what runs can go on later.
        test_wakes_add(&wakes, 5);
        gc_fetch_pump(wakes.fetch, 0);
        CHECK_INT(test_wakes_of(&wakes, 7), 1);
        gc_fetch_pump(wakes.fetch, 0);
        CHECK_INT(test_wakes_of(&wakes, -1), 0);
        CHECK_INT(test_wakes_of(&wakes, 5), 0);
        if (plain) CHECK_INT(test_wakes_of(&wakes, 1000), 0);
        else CHECK_INT(test_wakes_of(&wakes, 6), 1);

        // One that is paused gives its place to any.
        gc_fetch_pause_all(wakes.fetch);
        gc_fetch_pump(wakes.fetch, 0);
        CHECK_INT(test_wakes_of(&wakes, -1000), 1);
        gc_fetch_close(wakes.fetch);

        // The place of one that has ended is taken by one that would give it to what its start
        // adds: the transport does not wait.
        memset(&wakes, 0, sizeof wakes);
        memset(test_net_runs, 0, sizeof test_net_runs);
        wakes.plain = plain;
        wakes.fetch = gc_fetch_open(&desc, NULL);
        if (!CHECK(wakes.fetch != NULL)) return;
        for (int i = 0; i < 3; i++) test_wakes_add(&wakes, 5);
        for (int i = 0; i < 3; i++) gc_fetch_pump(wakes.fetch, 0);
        wakes.end_one = true;
        gc_fetch_pump(wakes.fetch, 0);
        wakes.start_adds = 6;
        wakes.timeout_ms = -1;
        gc_fetch_pump(wakes.fetch, 20);
        CHECK(!wakes.start_adds && wakes.timeout_ms == 0);
        gc_fetch_close(wakes.fetch);
    }
}

// What cannot be asked for twice keeps its place, and its bytes.
static void test_fetch_sim_post_stays(void) {
    gc_fetch_request request;
    gc_fetch_id id;
    if (!test_places_open(1)) return;
    test_places_net.plans[0].size = 3000000;

    memset(&request, 0, sizeof request);
    request.url = "sim:0";
    request.body = "x";
    request.body_size = 1;
    CHECK_INT(gc_fetch_add(test_places_net.fetch, &request, &id), GC_FETCH_OK);

    // A paused POST is not given up for one that is more urgent.
    for (int turn = 0; turn < 5; turn++) test_places_turn();
    gc_fetch_pause(test_places_net.fetch, id);
    test_places_plan *plan = test_places_add(1, 'm', 13, 100);

    for (int turn = 0; turn < 5; turn++) test_places_turn();
    CHECK(plan->starts == 0 && test_places_net.starts == 1);

    gc_fetch_resume(test_places_net.fetch, id);
    int ended = 0;
    for (int turn = 0; turn < 1000 && ended < 2; turn++) ended += test_places_turn();
    CHECK(ended == 2 && test_places_net.plans[0].starts == 1);

    test_places_close();
}

// Whatever is paused, goes on, is cancelled, cut or urgent: each request ends once, with the
// the right bytes. While one waits that may start, no place is a paused one's, and no body has
// two. TEST_FETCH_SIM=N: a tenth of so many.
static void test_fetch_sim_places(void) {
    if (!test_places_open(8)) return;
    test_places *net = &test_places_net;
    int ended = 0, paused = 0, total = 0, fulls = 0, all = (int)test_sim_count() / 10;
    if (all < TEST_PLACES_MOST) all = TEST_PLACES_MOST;
    for (uint64_t turn = 0; turn < 1000000000 && ended < all; turn++) {
        int added = total < TEST_PLACES_MOST ? total : (int)TEST_PLACES_MOST, next = total % TEST_PLACES_MOST;
        bool place = total < TEST_PLACES_MOST || net->plans[next].finals;
        if (place && total < all && gc_rng_chance(&net->rng, total - ended < 8 ? 0.3 : 0.1)) {
            uint64_t size = gc_rng_below(&net->rng, gc_rng_chance(&net->rng, 0.7) ? 20000 : 2000000) + 1;
            char kind = "fmsFMS"[gc_rng_below(&net->rng, 6)];
            int32_t priority = (int32_t)gc_rng_below(&net->rng, 3);
            test_places_plan *plan = test_places_add(next, kind, size, priority);
            added += total++ < TEST_PLACES_MOST;
            plan->cuts = !plan->plain && gc_rng_chance(&net->rng, 0.3);
        }
        int at = added ? (int)gc_rng_below(&net->rng, (uint64_t)added) : 0;
        while (at + 1 < added && net->plans[at].finals) at++;
        test_places_plan *plan = &net->plans[at];
        bool act = at < added && !plan->finals && (plan->paused || gc_rng_chance(&net->rng, 0.3));
        if (act && gc_rng_chance(&net->rng, 0.1)) {
            gc_fetch_set_priority(net->fetch, plan->id, (int32_t)gc_rng_below(&net->rng, 9));
        }
        if (act && gc_rng_chance(&net->rng, 0.02)) {
            gc_fetch_cancel(net->fetch, plan->id);
        } else if (act) {
            plan->paused = !plan->paused;
            paused += plan->paused;
            if (plan->paused) gc_fetch_pause(net->fetch, plan->id);
            else gc_fetch_resume(net->fetch, plan->id);
        }
        ended += test_places_turn();

        // One whose retry is due later keeps its body: then a range may have a place.
        const gc_fetch *f = net->fetch;
        // What is less urgent than what runs may wait beside places.
        bool full = gc_fetch_priv_waiting(f) && f->running == f->desc.parallel;
        full = full && f->heaps[0][0]->given.priority >= f->top;
        fulls = full ? fulls + 1 : 0;       // since this turn: none has had its turn
        for (uint32_t i = 0; fulls > 1 && i < f->desc.parallel; i++) {
            const gc_fetch_priv_body *b = &f->bodies[i];
            if (!b->request || !b->runs) continue;
            CHECK(!b->request->paused && (b->runs == 1 || f->active == f->desc.parallel));
        }
    }
    CHECK(ended == all && paused > 500 && net->ranges > 500);
    CHECK(net->fetch->given > 50);
    CHECK(net->fetch->parked == 0);
    test_places_close();
}

// Does something to one that has not ended: another priority, a pause, a cancel.
static void test_all_meddle(test_places *net, test_places_plan *plan) {
    uint64_t what = gc_rng_below(&net->rng, 100);
    if (plan->finals) return;
    if (what < 50) {
        gc_fetch_set_priority(net->fetch, plan->id, (int32_t)gc_rng_below(&net->rng, 9));
    } else if (what < 53) {
        gc_fetch_cancel(net->fetch, plan->id);
    } else {
        plan->paused = !plan->paused;
        if (plan->paused) gc_fetch_pause(net->fetch, plan->id);
        else gc_fetch_resume(net->fetch, plan->id);
    }
}

// The world changes: one host or two of three are bad, the disk fills up or has room again.
static void test_all_turn(test_places *net) {
    int good = (int)gc_rng_below(&net->rng, 3);
    for (int i = 0; i < 3; i++) {
        bool bad = i != good && gc_rng_chance(&net->rng, 0.5);
        net->hosts[i] = bad ? (int)gc_rng_below(&net->rng, TEST_MIRRORS) : TEST_MIRROR_GOOD;
    }
    bool full = gc_rng_chance(&net->rng, 0.2);
    test_fetch_room_set(full ? (long)gc_rng_below(&net->rng, 1000000) : -1);
}

// All of it at once: priorities that change, pauses, cancels, mirrors that fail and recover, a
// disk that fills up. Each request has one final event, and its bytes where it is done; nothing
// stands still, and at the end no place, body or hole is lost. TEST_FETCH_SIM=N: a fifth.
static void test_fetch_sim_all(void) {
    if (!test_places_open(8)) return;
    test_places *net = &test_places_net;
    gc_fetch *f = net->fetch;
#ifdef _WIN32
    uint32_t all = test_sim_count() / 40, total = 0, ended = 0;     // Wine's files take milliseconds
#else
    uint32_t all = test_sim_count() / 5, total = 0, ended = 0;
#endif
    uint32_t still = 0;
    f->desc.hold_when_full = true;
    memset(net->plans, 0, sizeof net->plans);

    for (uint64_t turn = 0; ended < all && still < 100000; turn++, still++) {
        if (turn % 512 == 0) test_all_turn(net);
        while (total < all && total - ended < 40 && gc_rng_chance(&net->rng, 0.7)) {
            test_places_plan *plan = &net->plans[total % TEST_PLACES_MOST];
            if (total >= TEST_PLACES_MOST && !plan->finals) break;      // one that is paused for long
            net->mirrors = gc_rng_chance(&net->rng, 0.8);
            net->hashed = gc_rng_chance(&net->rng, 0.5);
            net->coded = total % 5 < 2;
            uint64_t most = gc_rng_chance(&net->rng, 0.95) ? 20000 : 1000000;
            test_places_add((int)(total % TEST_PLACES_MOST), "fmsFMS"[gc_rng_below(&net->rng, 6)],
                            1 + gc_rng_below(&net->rng, most), (int32_t)gc_rng_below(&net->rng, 5));
            plan->cuts = !plan->plain && gc_rng_chance(&net->rng, 0.3);
            total++;
        }

        // The newest are meddled with, and whoever is paused goes on in the end.
        uint64_t newest = total < 64 ? total : 64;
        uint64_t at = total - 1 - gc_rng_below(&net->rng, newest);
        test_all_meddle(net, &net->plans[at % TEST_PLACES_MOST]);
        if (turn % 64 == 0) {
            gc_fetch_resume_all(f);
            for (int i = 0; i < TEST_PLACES_MOST; i++) net->plans[i].paused = false;
        }

        uint32_t before = ended;
        ended += (uint32_t)test_places_turn();
        if (ended != before) still = 0;
    }
    CHECK_U64(ended, all);
    CHECK(all < 4000 || (net->held > 3 && net->told > 10 && f->given > 20 && net->ranges > 20));

    // Nothing is left, and all places can be had.
    CHECK(f->running + f->active + f->hole_count + f->parked == 0 && f->memory_held == 0);
    for (uint32_t i = 0; i < f->desc.parallel; i++) CHECK(!f->transfers[i].request && !f->bodies[i].request);
    for (int i = 0; i < GC_FETCH_PRIV_ALL_HEAPS; i++) CHECK_U64(f->heap_counts[i], 0);
    test_fetch_room_set(-1);
    memset(net->hosts, 0, sizeof net->hosts);
    net->now += 60000;
    for (int i = 0; i < 8; i++) test_places_add(i, 'M', 200000, 0);
    for (int i = 0; i < 5; i++) test_places_turn();
    CHECK_U64(f->running, 8);
    test_places_close();
}

// A disk of 3 MB, and a file of 25 MB first: it fails, and the others come; whether or not its
// size is known before, and without a request for it once there is no room.
static void test_fetch_sim_too_large(void) {
#ifdef _WIN32
    printf("ABSENT %s: a disk of the tests' own\n", test_name);
#else
    for (int known = 0; known < 2; known++) {

        if (!test_places_open(16)) return;
        test_fetch_disk = test_places_net.folder;
        test_fetch_disk_size = 3000000;
        test_places_plan *plans = test_places_net.plans;

        for (int i = 0; i < 4; i++) test_places_add(i, "fF"[i % 2], 25000000, i ? 0 : 9);
        for (int i = 4; i < 200; i++) test_places_add(i, "fF"[i % 2], 14000, known ? 0 : i % 3);

        int ended = 0;
        for (int turn = 0; turn < 100000 && ended < 200; turn++) ended += test_places_turn();
        CHECK_INT(ended, 200);

        // The large ones do not fit; the small ones all come.
        for (int i = 0; i < 200; i++) {
            int expected = i < 4 ? GC_FETCH_E_WRITE : GC_FETCH_OK;
            if (!CHECK_INT(plans[i].result, expected)) printf("  file %d\n", i);
        }

        test_places_add(200, 'f', 25000000, 0);
        test_places_add(201, 'f', 14000, 0);
        for (int turn = 0; turn < 1000 && ended < 202; turn++) ended += test_places_turn();
        CHECK(plans[200].result == GC_FETCH_E_WRITE && plans[201].result == GC_FETCH_OK);

        test_fetch_disk = NULL;
        test_places_close();
    }
#endif
}

// A file of 900 KB, held for lack of room, goes on when there is room for it, though not for
// 1 MB. HELD is no final event.
static void test_fetch_sim_held_need(void) {
#ifdef _WIN32
    printf("ABSENT %s: a disk of the tests' own\n", test_name);
#else
    gc_fetch_event event;
    int held = 0;

    if (!test_places_open(4)) return;
    test_places *net = &test_places_net;
    net->fetch->desc.hold_when_full = net->fetch->desc.no_split = true;

    test_fetch_disk = net->folder;
    test_fetch_disk_size = 100000;
    test_places_add(0, 'f', 900000, 0);

    // The disk is full: the body waits, and that is told once.
    for (int turn = 0; turn < 100; turn++, net->now += 5) {
        gc_fetch_pump(net->fetch, 0);
        while (gc_fetch_poll(net->fetch, &event)) {
            CHECK(event.type == GC_FETCH_HELD && event.type < GC_FETCH_DONE);
            CHECK_INT(event.system_error, ENOSPC);
            held++;
        }
    }

    CHECK_INT(held, 1);

    // There is room again.
    test_fetch_disk_size = 950000;
    int ended = 0;
    for (int turn = 0; turn < 1000 && !ended; turn++) ended += test_places_turn();
    CHECK(ended == 1 && net->plans[0].result == GC_FETCH_OK);

    test_fetch_disk = NULL;
    test_places_close();
#endif
}

static const test_case test_fetch_sim_cases[] = {
    TEST_CASE(test_fetch_sim),
    TEST_CASE(test_fetch_sim_full_disk),
    TEST_CASE(test_fetch_sim_held),
    TEST_CASE(test_fetch_sim_misuse),
    TEST_CASE(test_fetch_sim_ranges_yield),
    TEST_CASE(test_fetch_sim_pauses_yield),
    TEST_CASE(test_fetch_sim_urgent),
    TEST_CASE(test_fetch_sim_urgent_often),
    TEST_CASE(test_fetch_sim_mirrors),
    TEST_CASE(test_fetch_sim_mirrors_leave),
    TEST_CASE(test_fetch_sim_mirrors_left),
    TEST_CASE(test_fetch_sim_wakes),
    TEST_CASE(test_fetch_sim_post_stays),
    TEST_CASE(test_fetch_sim_places),
    TEST_CASE(test_fetch_sim_all),
    TEST_CASE(test_fetch_sim_too_large),
    TEST_CASE(test_fetch_sim_held_need),
};

TEST_MAIN(test_fetch_sim_cases)
