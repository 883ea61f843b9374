// test_fetch_resume.c - gc_fetch.h: nothing is fetched twice. Bodies that are cut go on from
// their holes, files also in another run after a kill (a child that ends at once; on Windows a
// gc_fetch whose handles are closed behind its back), a full disk's state is damaged on
// purpose, and servers lie about what they still have. An own transport with a clock of its own
// plays the server: no test waits.
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
#include "support/fetch_toy.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#ifndef _WIN32
#include <sys/wait.h>
#endif

enum { TEST_RESUME_SIZE = 3000000 };

// How the server answers a range.
enum {
    TEST_RESUME_GOOD, TEST_RESUME_CHANGED, TEST_RESUME_LOST, TEST_RESUME_GROWN, TEST_RESUME_SHRUNK,
    TEST_RESUME_SHIFTED, TEST_RESUME_SHORTER, TEST_RESUME_RANGELESS, TEST_RESUME_GONE, TEST_RESUME_BUSY,
    TEST_RESUME_NO_HTTP, TEST_RESUME_MODES
};
static const char *const test_resume_modes[TEST_RESUME_MODES] = {
    "good", "another ETag", "no ETag", "longer", "shorter: 416", "another range", "a shorter range",
    "no ranges", "404", "503 once", "no HTTP"};

typedef struct test_resume_net {
    uint64_t now;
    uint32_t version;               // of what it has
    uint64_t size;
    int mode;
    size_t step;                    // bytes a delivery
    uint64_t cut_least, cut_most;   // a transfer is cut after so many bytes; 0: never
    bool rangeless, offline;
    const uint8_t *coded;           // its bytes, with a Content-Encoding; NULL: the pattern's
    bool weak, unsaid;              // its ETag is weak; the coding is not told
    uint64_t cut_times;             // no more cuts than that; 0: always
    gc_rng rng;
    uint64_t sent, requests, ranges, cuts;
} test_resume_net;
static test_resume_net test_resume_web;
static char test_resume_folder[128];
static bool test_resume_hold;           // hold_when_full
static void *(*test_resume_heap)(void *, void *, size_t, size_t);
static long test_resume_fail_at;        // so many allocations from now; 0: none

// Which bytes a version has.
static uint64_t test_resume_key(uint32_t version) { return version * 104729u; }

static bool test_resume_same(uint32_t version, uint64_t at, const void *data, uint64_t size) {
    return test_net_same(test_resume_key(version), at, data, size);
}

// ---- the server

static int test_resume_start(void *user, gc_fetch_transfer *transfer, const gc_fetch_job *job) {
    test_resume_net *net = (test_resume_net *)user;
    test_net_run *run = &test_net_runs[job->slot];
    char tag[16];

    memset(run, 0, sizeof *run);
    net->requests++;
    if (net->offline) return GC_FETCH_E_CONNECT;

    run->transfer = transfer;
    run->version = net->version;
    run->end = net->size;
    run->status = 200;
    run->ranged = job->first != 0 || job->end != UINT64_MAX;

    if (run->ranged) {
        // What an honest server says: a range, if the version is still the same.
        net->ranges++;
        snprintf(tag, sizeof tag, "\"v%u\"", (unsigned)net->version);
        bool same = !job->validator[0] || strcmp(tag, job->validator) == 0 || net->weak;

        if (net->mode == TEST_RESUME_SHRUNK) {
            run->status = 416;
        } else if (net->mode == TEST_RESUME_GONE) {
            run->status = 404;
        } else if (net->mode == TEST_RESUME_BUSY) {
            run->status = 503;
            net->mode = TEST_RESUME_GOOD;
        } else if (net->mode != TEST_RESUME_RANGELESS &&
                   (same || net->mode == TEST_RESUME_LOST || net->mode == TEST_RESUME_GROWN)) {
            run->status = 206;
            run->first = run->at = job->first;
            if (job->end != UINT64_MAX) run->end = job->end;
        } else {
            run->ranged = false;
        }
    }

    run->stop_at = UINT64_MAX;
    if (net->cut_most && (!net->cut_times || net->cuts < net->cut_times)) {
        run->stop_at = run->at + net->cut_least + gc_rng_below(&net->rng, net->cut_most - net->cut_least + 1);
    }

    return GC_FETCH_OK;
}

// The head, with the lies of a range.
static void test_resume_respond(const test_resume_net *net, test_net_run *run) {
    gc_fetch_response head;
    char tag[16];

    memset(&head, 0, sizeof head);
    snprintf(tag, sizeof tag, "\"v%u\"", (unsigned)run->version);
    run->responded = true;

    head.http_status = run->status;
    head.size = run->status < 400 ? run->end - run->first : 0;
    if (run->status >= 400) run->at = run->end;
    head.ranges = !net->rangeless;
    head.validator = net->rangeless || run->status >= 400 ? NULL : tag;
    // A date, by the transport's word, where the ETag is weak. A 206 does not repeat the
    // coding.
    static const char *const coding[] = {"Content-Encoding: toy"};
    if (net->weak && head.validator) head.validator = "Sat, 03 Jan 2015 10:00:00 GMT";
    if (net->coded && !net->unsaid && run->status == 200) {
        head.headers = coding;
        head.header_count = 1;
    }

    if (run->status == 206) {
        head.first = run->first;
        head.end = run->end;
        head.total = net->size;
        if (net->mode == TEST_RESUME_SHIFTED) head.first++;
        if (net->mode == TEST_RESUME_SHORTER) head.end--;
        if (net->mode == TEST_RESUME_LOST) head.validator = NULL;
    }

    gc_fetch_respond_with(run->transfer, &head);
}

static void test_resume_step(test_resume_net *net, test_net_run *run) {
    if (run->ranged && net->mode == TEST_RESUME_NO_HTTP) {
        test_net_finish(run, GC_FETCH_E_PROTOCOL, 0);
        return;
    }
    if (!run->responded) test_resume_respond(net, run);
    uint64_t end = run->end < run->stop_at ? run->end : run->stop_at;
    if (run->at >= end) {
        net->cuts += end < run->end;
        test_net_finish(run, end < run->end ? GC_FETCH_E_NETWORK : GC_FETCH_OK, 0);
        return;
    }

    size_t size = end - run->at < net->step ? (size_t)(end - run->at) : net->step;
    const uint8_t *bytes = net->coded ? net->coded + run->at
                                      : test_net_bytes(test_resume_key(run->version), run->at);
    size_t taken = gc_fetch_deliver(run->transfer, bytes, size);
    if (taken == GC_FETCH_ABORT) {
        net->sent += size;
        test_net_finish(run, GC_FETCH_OK, 0);
        return;
    }
    net->sent += taken;
    run->at += taken;
    run->waits = taken < size;
}

static int test_resume_pump(void *user, int timeout_ms) {
    test_resume_net *net = (test_resume_net *)user;
    (void)timeout_ms;
    for (int i = 0; i < TEST_NET_SLOTS; i++) {
        test_net_run *run = &test_net_runs[i];
        if (run->transfer && !run->waits) test_resume_step(net, run);
    }
    return GC_FETCH_OK;
}

static uint64_t test_resume_now(void *user) { return ((test_resume_net *)user)->now; }

// ---- running it

static void test_resume_reset(uint64_t size) {
    test_resume_net *net = &test_resume_web;
    memset(net, 0, sizeof *net);
    net->now = 1000;
    net->version = 1;
    net->size = size;
    net->step = 16384;
    gc_rng_seed(&net->rng, test_seed);
    test_net_reset(&net->rng);
}

static void test_resume_new_folder(void) {
    CHECK(test_files_new_folder(test_resume_folder, sizeof test_resume_folder, "/tmp", "gc_resume."));
}

static gc_fetch *test_resume_open(uint32_t parallel) {
    static gc_fetch_transport transport;
    gc_fetch_desc desc;

    memset(&desc, 0, sizeof desc);
    memset(test_net_runs, 0, sizeof test_net_runs);
    test_resume_web.sent = test_resume_web.requests = test_resume_web.ranges = 0;

    transport.user = &test_resume_web;
    transport.scheme = "re";
    transport.start = test_resume_start;
    transport.stop = test_net_stop;
    transport.pause = test_net_pause;
    transport.pump = test_resume_pump;

    desc.transport = &transport;
    desc.parallel = parallel;
    desc.no_thread = true;
    desc.now_ms = test_resume_now;
    desc.user = &test_resume_web;
    desc.root = test_resume_folder;
    desc.hold_when_full = test_resume_hold;
    desc.allocator.resize = test_resume_heap;

    return gc_fetch_open(&desc, NULL);
}

static gc_fetch_request test_resume_request(void) {
    gc_fetch_request request;
    memset(&request, 0, sizeof request);
    request.url = "re:1";
    request.sink = GC_FETCH_FILE;
    request.path = "sub/large";
    return request;
}

// Until there is a final event, or `enough` bytes were sent; the event's type is 0 then.
static gc_fetch_event test_resume_until(gc_fetch *fetch, uint64_t enough) {
    gc_fetch_event event;
    for (int turns = 0; turns < 2000000; turns++) {
        gc_fetch_pump(fetch, 0);
        while (gc_fetch_poll(fetch, &event)) {
            if (event.type == GC_FETCH_DONE || event.type == GC_FETCH_FAILED) return event;
        }
        if (test_resume_web.sent >= enough) break;
        uint64_t wait = gc_fetch_priv_patience(fetch);
        bool moves = false;
        for (int i = 0; i < TEST_NET_SLOTS; i++) {
            moves = moves || (test_net_runs[i].transfer && !test_net_runs[i].waits);
        }
        test_resume_web.now += moves || wait == 0 ? 1 : wait > 1000 ? 1000 : wait;
    }
    memset(&event, 0, sizeof event);
    return event;
}

// A run of another process that is killed when about so many bytes were sent. Returns how many
// were, in all.
#ifdef _WIN32
static uint64_t test_resume_kill(const gc_fetch_request *request, uint64_t enough, bool orderly) {
    static test_resume_net before;
    before = test_resume_web;
    gc_fetch *fetch = test_resume_open(4);
    gc_fetch_add(fetch, request, NULL);
    test_resume_until(fetch, enough);
    uint64_t sent = test_resume_web.sent;

    // All that a kill leaves of a process: its handles are closed.
    for (uint32_t i = 0; i <= fetch->desc.parallel && !orderly; i++) {
        gc_fetch_priv_body *b = &fetch->bodies[i];
        if (!b->request || b->fd < 0) continue;
        gc_fetch_priv_sys_close(b->fd);
        gc_fetch_priv_sys_close(b->folder);
        if (b->part >= 0) gc_fetch_priv_sys_close(b->part);
        b->fd = b->folder = b->part = -1;
    }
    gc_fetch_close(fetch);
    test_resume_web = before;
    return sent;
}
#else
static uint64_t test_resume_kill(const gc_fetch_request *request, uint64_t enough, bool orderly) {
    int told[2];
    uint64_t sent = 0;

    fflush(NULL);
    if (!CHECK(pipe(told) == 0)) return 0;
    pid_t child = fork();

    // The child fetches so many bytes, says how many were sent, and is gone.
    if (child == 0) {
        gc_fetch *fetch = test_resume_open(4);
        gc_fetch_add(fetch, request, NULL);
        test_resume_until(fetch, enough);
        sent = test_resume_web.sent;
        ssize_t n = write(told[1], &sent, sizeof sent);
        if (orderly) gc_fetch_close(fetch);
        _exit(n == (ssize_t)sizeof sent ? 0 : 1);
    }

    int status = 1;
    ssize_t n = read(told[0], &sent, sizeof sent);
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0 && n == (ssize_t)sizeof sent);

    close(told[0]);
    close(told[1]);
    return sent;
}
#endif

static bool test_resume_file_is(uint32_t version, uint64_t size) {
    char path[200];
    size_t got;
    snprintf(path, sizeof path, "%s/sub/large", test_resume_folder);
    uint8_t *bytes = test_files_read(path, &got);
    bool right = bytes && got == size && test_resume_same(version, 0, bytes, size);
    free(bytes);
    return right;
}

// The path of the one state file, or of the one temporary.
static bool test_resume_find(char path[400], bool state) {
    char folder[300];
    snprintf(folder, sizeof folder, "%s/%s", test_resume_folder, state ? ".gcf-part" : "sub");
    path[0] = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        bool ours = state ? strlen(entry->d_name) == 16 : strncmp(entry->d_name, ".gcf-", 5) == 0;
        if (ours) snprintf(path, 400, "%s/%.64s", folder, entry->d_name);
    }
    if (dir) closedir(dir);
    return path[0] != 0;
}

// ---- across runs

// Killed at some point, and gone on: by an honest server, and by one that has another version
// or lies. What is published is one version, and of the same one only the rest is sent.
static void test_fetch_resume_modes(void) {
    for (int mode = 0; mode < TEST_RESUME_MODES; mode++) {
        for (int hashed = 0; hashed < 2; hashed++) {
            test_resume_reset(TEST_RESUME_SIZE);
            test_resume_new_folder();
            uint8_t sum[32];
            gc_fetch_request request = test_resume_request();
            if (hashed) request.sha256 = sum;
            test_net_hash(test_resume_key(1), TEST_RESUME_SIZE, sum);
            uint64_t enough = 1000000 + gc_rng_below(&test_resume_web.rng, 1900000);
            uint64_t had = test_resume_kill(&request, enough, gc_rng_chance(&test_resume_web.rng, 0.5));

            // What the server has by then. A file whose hash is known does not change.
            test_resume_net *net = &test_resume_web;
            net->mode = mode;
            bool other = mode == TEST_RESUME_CHANGED || mode == TEST_RESUME_LOST ||
                         mode == TEST_RESUME_GROWN || mode == TEST_RESUME_SHRUNK;
            if (other) net->version = 2;
            if (mode == TEST_RESUME_GROWN) net->size += 100000;
            if (mode == TEST_RESUME_SHRUNK) net->size = 900000;
            if (other) test_net_hash(test_resume_key(2), net->size, sum);
            gc_fetch *fetch = test_resume_open(4);
            gc_fetch_statistics stats;
            CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
            gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);
            gc_fetch_get_statistics(fetch, &stats);
            bool gone = mode == TEST_RESUME_GONE;
            bool right = CHECK_INT(event.type, gone ? GC_FETCH_FAILED : GC_FETCH_DONE);
            if (gone) right = CHECK_INT(event.http_status, 404) && right;
            else right = CHECK(test_resume_file_is(net->version, net->size)) && right;
            if (mode == TEST_RESUME_GOOD || mode == TEST_RESUME_BUSY) {
                uint64_t again = GC_FETCH_PRIV_PART_UNSAVED + 16384;
                right = CHECK(net->sent <= TEST_RESUME_SIZE - had + again) && right;
                right = CHECK(stats.resumed >= TEST_RESUME_SIZE - net->sent) && right;
                right = CHECK_INT(event.http_status, 206) && right;
                right = CHECK_U64(event.received, TEST_RESUME_SIZE) && right;
            }
            CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), gone ? 2 : 1);
            gc_fetch_close(fetch);
            if (!gone) CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 0);

            // An error of the server costs nothing of what is there.
            if (gone) {
                net->mode = TEST_RESUME_GOOD;
                fetch = test_resume_open(4);
                CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
                event = test_resume_until(fetch, UINT64_MAX);
                CHECK(event.type == GC_FETCH_DONE && test_resume_file_is(1, TEST_RESUME_SIZE));
                right = CHECK(net->sent < TEST_RESUME_SIZE - had + 600000) && right;
                gc_fetch_close(fetch);
            }
            if (!right) {
                printf("  %s, hashed %d: %s, attempt %u, %u requests, sent %u, had %u\n",
                       test_resume_modes[mode], hashed, event.detail, (unsigned)event.attempt,
                       (unsigned)net->requests, (unsigned)net->sent, (unsigned)had);
            }
            test_files_remove(test_resume_folder);
        }
    }
}

// Another URL for the path: only a hash says that it is the same.
static void test_fetch_resume_other_url(void) {
    for (int hashed = 0; hashed < 2; hashed++) {
        test_resume_reset(TEST_RESUME_SIZE);
        test_resume_new_folder();
        uint8_t sum[32];
        gc_fetch_request request = test_resume_request();
        test_net_hash(test_resume_key(1), TEST_RESUME_SIZE, sum);
        if (hashed) request.sha256 = sum;
        test_resume_kill(&request, 2000000, false);
        request.url = "re:mirror";
        gc_fetch *fetch = test_resume_open(4);
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        CHECK_INT(test_resume_until(fetch, UINT64_MAX).type, GC_FETCH_DONE);
        CHECK((test_resume_web.sent < TEST_RESUME_SIZE) == (hashed != 0));
        CHECK(test_resume_file_is(1, TEST_RESUME_SIZE));
        gc_fetch_close(fetch);
        test_files_remove(test_resume_folder);
    }
}

// What a kill never does, but a power cut, a full disk or a stray program may: the state and
// the temporary in every kind of disorder. The published file is right all the same.
#ifndef O_BINARY
#define O_BINARY 0
#endif
static bool test_resume_put(int fd, const void *bytes, unsigned size, off_t at) {
    return lseek(fd, at, SEEK_SET) == at && write(fd, bytes, size) == (int)size;
}
static bool test_resume_damage(int kind, uint64_t at, gc_fetch *fetch) {
    char state[400], temporary[400], aside[420];
    uint8_t zeros[4096] = {0};
    struct stat info;
    if (!CHECK(test_resume_find(state, true) && test_resume_find(temporary, false))) return false;
    int fd = open(kind < 3 ? state : temporary, O_RDWR | O_BINARY);
    bool ok = fstat(fd, &info) == 0;
    off_t place = (off_t)(at % (uint64_t)(info.st_size ? info.st_size : 1));
    uint8_t byte = 0;
    switch (kind) {
    case 0:     // a bit of what the state says
        place = (off_t)offsetof(gc_fetch_priv_state, holes);
        place = at & 2 ? place + (off_t)(at / 4 % 3) : (off_t)(at / 4) % place;
        place += at & 1 ? GC_FETCH_PRIV_PART_SLOT : 0;
        ok = lseek(fd, place, SEEK_SET) == place && read(fd, &byte, 1) == 1;
        byte ^= (uint8_t)(1u << at % 8);
        ok = ok && test_resume_put(fd, &byte, 1, place);
        break;
    case 1: ok = ftruncate(fd, place) == 0; break;                              // the state's end
    case 2: ok = test_resume_put(fd, zeros, sizeof zeros, place & ~4095); break;    // a page of it
    case 3: ok = ftruncate(fd, place) == 0; break;                              // the data's end
    case 4:     // data that never came to the disk before the power was cut
        ok = test_resume_put(fd, zeros, sizeof zeros, place & ~4095) && ftruncate(fd, info.st_size) == 0;
        fetch->boot[0] ^= 1;
        break;
    case 5: break;
    case 6:     // another file in its place
        snprintf(aside, sizeof aside, "%s.x", temporary);
        ok = test_files_write(aside, zeros, sizeof zeros) && truncate(aside, info.st_size) == 0;
        break;
    }
    close(fd);      // Windows replaces and removes no file that is open like this

    if (kind == 6) ok = ok && rename(aside, temporary) == 0;
    if (kind == 5 || kind == 7) ok = ok && unlink(temporary) == 0;
#ifdef _WIN32
    if (kind == 7) ok = ok && mkdir(temporary, 0700) == 0;
#else
    if (kind == 7) ok = ok && symlink("/etc/hostname", temporary) == 0;     // a link that leads out
#endif
    return CHECK(ok);
}

static void test_fetch_resume_damaged(void) {
#ifdef _WIN32
    enum { KINDS = 8, ROUNDS = 12 };        // under Wine each takes 40 ms
#else
    enum { KINDS = 8, ROUNDS = 48 };
#endif
    uint64_t sent[KINDS] = {0};
    test_resume_reset(TEST_RESUME_SIZE);
    for (int round = 0; round < ROUNDS * KINDS; round++) {
        gc_fetch_request request = test_resume_request();
        uint8_t sum[32];
        test_resume_new_folder();
        uint64_t enough = 600000 + gc_rng_below(&test_resume_web.rng, 2300000);
        bool hashed = round / KINDS % 3 == 2;
        test_net_hash(test_resume_key(1), TEST_RESUME_SIZE, sum);
        if (hashed) request.sha256 = sum;
        test_resume_kill(&request, enough, false);
        gc_fetch *fetch = test_resume_open(4);
        uint64_t at = gc_rng_below(&test_resume_web.rng, 1u << 30);
        if (!test_resume_damage(round % KINDS, at, fetch)) break;
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);
        bool right = event.type == GC_FETCH_DONE && test_resume_file_is(1, TEST_RESUME_SIZE);
        sent[round % KINDS] += test_resume_web.sent;
        gc_fetch_close(fetch);
        CHECK(access("/etc/hostname", R_OK) == 0 || errno == ENOENT);
        test_files_remove(test_resume_folder);
        if (CHECK(right)) continue;
        printf("  kind %d at %u, hashed %d: %s\n", round % KINDS, (unsigned)at, hashed, event.detail);
        break;
    }

    // A state with one wrong bit is most often the older one, or a place that is not used.
    CHECK(sent[0] < ROUNDS * (uint64_t)TEST_RESUME_SIZE);
    CHECK(sent[5] >= ROUNDS * (uint64_t)TEST_RESUME_SIZE);
}

// After a power cut the bytes count that were synced: by close, and while it runs.
static void test_fetch_resume_synced(void) {
    test_resume_reset(TEST_RESUME_SIZE);
    test_resume_new_folder();
    gc_fetch_request request = test_resume_request();
    uint64_t had = test_resume_kill(&request, 2000000, true);
    gc_fetch *fetch = test_resume_open(4);
    fetch->boot[0] ^= 1;
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    CHECK_INT(test_resume_until(fetch, UINT64_MAX).type, GC_FETCH_DONE);
    CHECK(test_resume_web.sent <= TEST_RESUME_SIZE - had + 20000);
    CHECK(test_resume_file_is(1, TEST_RESUME_SIZE));
    gc_fetch_close(fetch);

    // Close does so for a body that has given its place, too.
    test_resume_reset(TEST_RESUME_SIZE);
    gc_fetch_request urgent = request;
    request.path = "sub/parked";
    urgent.priority = 1;
    fetch = test_resume_open(1);
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    test_resume_until(fetch, 2000000);
    CHECK_INT(gc_fetch_add(fetch, &urgent, NULL), GC_FETCH_OK);
    test_resume_until(fetch, 2100000);
    CHECK_U64(fetch->parked, 1);
    gc_fetch_close(fetch);

    fetch = test_resume_open(1);
    fetch->boot[0] ^= 1;
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    CHECK_INT(test_resume_until(fetch, UINT64_MAX).type, GC_FETCH_DONE);
    CHECK(test_resume_web.sent <= TEST_RESUME_SIZE - 1950000);
    gc_fetch_close(fetch);

    // And for one that waits for its next attempt: what a killed run has left.
    test_resume_reset(TEST_RESUME_SIZE);
    request.path = "sub/delayed";
    had = test_resume_kill(&request, 2000000, false);
    test_resume_web.offline = true;
    fetch = test_resume_open(1);
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    gc_fetch_pump(fetch, 0);
    CHECK_U64(fetch->heap_counts[GC_FETCH_PRIV_DUE], 1);
    gc_fetch_close(fetch);

    test_resume_web.offline = false;
    fetch = test_resume_open(1);
    fetch->boot[0] ^= 1;
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    CHECK_INT(test_resume_until(fetch, UINT64_MAX).type, GC_FETCH_DONE);
    CHECK(test_resume_web.sent <= TEST_RESUME_SIZE - had + GC_FETCH_PRIV_PART_UNSAVED + 20000);
    gc_fetch_close(fetch);

    // 150 MB, of which 128 are synced when it is killed at 140.
    test_resume_reset(150000000);
    test_resume_web.step = 1 << 20;
    request.path = "sub/larger";
    test_resume_kill(&request, 140000000, false);
    fetch = test_resume_open(1);
    fetch->boot[0] ^= 1;
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    CHECK_INT(test_resume_until(fetch, UINT64_MAX).type, GC_FETCH_DONE);
    CHECK(test_resume_web.sent < 150000000 - 2 * (uint64_t)GC_FETCH_PRIV_PART_SYNC + (1 << 22));
    gc_fetch_close(fetch);
    test_files_remove(test_resume_folder);
}

// The same path twice at the same time: each has a temporary of its own, and one of them the
// state. And a cancelled request leaves nothing.
static void test_fetch_resume_locked(void) {
    test_resume_reset(TEST_RESUME_SIZE);
    test_resume_new_folder();
    gc_fetch_request request = test_resume_request();
    gc_fetch_id id;
    gc_fetch_event event;
    gc_fetch *one = test_resume_open(4);
    CHECK_INT(gc_fetch_add(one, &request, &id), GC_FETCH_OK);
    test_resume_until(one, 2000000);
    CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 2);

    // Another process, meanwhile: it starts from 0, and is killed, too.
    test_net_run runs[TEST_NET_SLOTS];
    memcpy(runs, test_net_runs, sizeof runs);
    CHECK(test_resume_kill(&request, 2000000, false) >= 2000000);
    memcpy(test_net_runs, runs, sizeof runs);
    CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 3);
    CHECK_INT(gc_fetch_cancel(one, id), GC_FETCH_OK);
    event = test_resume_until(one, UINT64_MAX);
    CHECK_INT(event.result, GC_FETCH_E_CANCELLED);
    CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 2);    // the folder, and the other one's
    gc_fetch_close(one);
    test_files_remove(test_resume_folder);
}

// States that nobody has gone on with for part_days are swept at open, with their temporaries;
// younger ones are not, nor those that are in use.
static void test_fetch_resume_sweep(void) {
    char state[400];
    test_resume_reset(TEST_RESUME_SIZE);
    test_resume_new_folder();
    gc_fetch_request request = test_resume_request();
    test_resume_kill(&request, 2000000, false);
    CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 2);
    gc_fetch_close(test_resume_open(1));
    CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 2);

    // Eight days old, but locked.
    CHECK(test_resume_find(state, true));
#ifdef _WIN32
    const int64_t old = ((int64_t)time(NULL) - 8 * 86400) * 10000000 + 116444736000000000;
    FILETIME when;
    when.dwLowDateTime = (DWORD)(old & 0xffffffff);
    when.dwHighDateTime = (DWORD)(old >> 32);
    HANDLE file = CreateFileW(test_win32_wide(state), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ, NULL,
                              OPEN_EXISTING, 0, NULL);
    CHECK(SetFileTime(file, NULL, NULL, &when));
#else
    struct timespec times[2];
    times[0].tv_sec = times[1].tv_sec = time(NULL) - 8 * 86400;
    times[0].tv_nsec = times[1].tv_nsec = 0;
    CHECK_INT(utimensat(AT_FDCWD, state, times, 0), 0);
    int fd = open(state, O_RDWR);
    CHECK_INT(flock(fd, LOCK_EX), 0);
#endif
    gc_fetch_close(test_resume_open(1));
    CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 2);
#ifdef _WIN32
    CloseHandle(file);
#else
    close(fd);
#endif

    gc_fetch_close(test_resume_open(1));
    CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 0);

    // One whose folder is gone: that does not come again.
#ifndef _WIN32
    char folder[400];
    test_resume_reset(TEST_RESUME_SIZE);
    test_resume_kill(&request, 2000000, false);
    CHECK(test_resume_find(state, true) && utimensat(AT_FDCWD, state, times, 0) == 0);
    snprintf(folder, sizeof folder, "%s/sub", test_resume_folder);
    test_files_remove(folder);
    gc_fetch_close(test_resume_open(1));
    CHECK(access(state, F_OK) != 0 && access(folder, F_OK) != 0);
#endif
    test_files_remove(test_resume_folder);
}

#ifndef _WIN32
// Makes a file of the folder as old as that; an empty one where there is none.
static void test_resume_age(const char *name, int hours) {
    char path[400];
    struct timespec times[2];
    snprintf(path, sizeof path, "%s/%s", test_resume_folder, name);
    int fd = open(path, O_RDWR | O_CREAT, 0600);
    times[0].tv_sec = times[1].tv_sec = time(NULL) - hours * 3600;
    times[0].tv_nsec = times[1].tv_nsec = 0;
    CHECK(fd >= 0 && futimens(fd, times) == 0 && close(fd) == 0);
}

static bool test_resume_has(const char *name) {
    char path[400];
    snprintf(path, sizeof path, "%s/%s", test_resume_folder, name);
    return access(path, F_OK) == 0;
}
#endif

// Small temporaries of killed processes are removed by open, below the root as well: not those
// that are open, young, or a state's, nor what a link leads to, nor any other file.
static void test_fetch_resume_sweep_small(void) {
#ifdef _WIN32
    printf("ABSENT %s: times of files, links and flock\n", test_name);
#else
    static const char *const dead[] = {".gcf-1-2-3.tmp", "one/.gcf-1-2-4.tmp", "one/two/.gcf-1-2-5.tmp"};
    static const char *const others[] = {"a.tmp", ".gcf-1-2-6", "one/.gcw-1.tmp", "one/.gcf-1-2-7.tmp",
                                         ".gcf-locked.tmp"};
    char path[400], temporary[400], outside[500];
    test_resume_reset(TEST_RESUME_SIZE);
    test_resume_new_folder();
    gc_fetch_request request = test_resume_request();
    test_resume_kill(&request, 2000000, false);
    CHECK(test_resume_find(temporary, false));
    test_resume_age(temporary + strlen(test_resume_folder) + 1, 5);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", test_resume_folder, i ? "one/two" : "one");
        CHECK_INT(mkdir(path, 0700), 0);
    }
    for (size_t i = 0; i < 3; i++) test_resume_age(dead[i], 2);
    for (size_t i = 0; i < 5; i++) test_resume_age(others[i], i == 3 ? 0 : 2);
    snprintf(outside, sizeof outside, "%s.out", test_resume_folder);
    snprintf(path, sizeof path, "%s/link", test_resume_folder);
    CHECK(mkdir(outside, 0700) == 0 && symlink(outside, path) == 0);
    test_resume_age("link/.gcf-1-2-8.tmp", 2);
    snprintf(path, sizeof path, "%s/.gcf-locked.tmp", test_resume_folder);
    int locked = open(path, O_RDWR);
    CHECK_INT(flock(locked, LOCK_EX), 0);

    // One that is being written, by a process that has not moved for hours.
    request.path = "small";
    request.size = 0;
    gc_fetch *fetch = test_resume_open(1);
    for (size_t i = 0; i < 3; i++) CHECK(!test_resume_has(dead[i]));
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    for (int i = 0; i < 3; i++) gc_fetch_pump(fetch, 0);
    CHECK_INT(fetch->bodies[0].part, -1);
    test_resume_age(fetch->bodies[0].temporary, 9);
    char own[64];
    snprintf(own, sizeof own, "%s", fetch->bodies[0].temporary);
    test_net_run before[sizeof test_net_runs / sizeof test_net_runs[0]];
    memcpy(before, test_net_runs, sizeof before);
    gc_fetch_close(test_resume_open(1));
    memcpy(test_net_runs, before, sizeof before);

    CHECK(test_resume_has(own) && test_resume_has("link/.gcf-1-2-8.tmp"));
    for (size_t i = 0; i < 5; i++) CHECK(test_resume_has(others[i]));
    CHECK_INT(access(temporary, F_OK), 0);
    gc_fetch_close(fetch);
    close(locked);
    test_files_remove(outside);
    test_files_remove(test_resume_folder);
#endif
}

// A temporary that cannot be opened now - a scanner holds it on Windows, it is another user's
// here - keeps its state: the download begins anew without one, and the next goes on.
static void test_fetch_resume_held(void) {
    char temporary[400];
    test_resume_reset(TEST_RESUME_SIZE);
    test_resume_new_folder();
    gc_fetch_request request = test_resume_request();
    uint64_t had = test_resume_kill(&request, 2000000, true);
    CHECK(test_resume_find(temporary, false));
    gc_fetch *fetch = test_resume_open(4);
#ifdef _WIN32
    HANDLE file = CreateFileW(test_win32_wide(temporary), GENERIC_READ, FILE_SHARE_READ, NULL,
                              OPEN_EXISTING, 0, NULL);
    CHECK(file != INVALID_HANDLE_VALUE);
#else
    const uid_t user = geteuid();
    static const char *const names[] = {"", "/sub", "/.gcf-part"};
    char path[400];
    for (size_t i = 0; i < sizeof names / sizeof names[0] && user == 0; i++) {
        snprintf(path, sizeof path, "%s%s", test_resume_folder, names[i]);
        CHECK_INT(chown(path, 65534, (gid_t)-1), 0);
    }
    CHECK(test_resume_find(path, true) && (user != 0 || chown(path, 65534, (gid_t)-1) == 0));
    CHECK_INT(chmod(temporary, 0), 0);
    if (user == 0) CHECK_INT(seteuid(65534), 0);
#endif

    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    CHECK_INT(test_resume_until(fetch, UINT64_MAX).type, GC_FETCH_DONE);
    CHECK(test_resume_web.sent >= TEST_RESUME_SIZE && test_resume_file_is(1, TEST_RESUME_SIZE));
    CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 2);    // the folder of states, the temporary
    gc_fetch_close(fetch);
    CHECK(test_resume_find(temporary, true) && test_resume_find(temporary, false));

    // It can be opened again: what it has is not sent again.
#ifdef _WIN32
    CloseHandle(file);
#else
    if (user == 0) CHECK_INT(seteuid(user), 0);
    CHECK_INT(chmod(temporary, 0600), 0);
#endif
    fetch = test_resume_open(4);
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    CHECK_INT(test_resume_until(fetch, UINT64_MAX).type, GC_FETCH_DONE);
    CHECK(test_resume_web.sent <= TEST_RESUME_SIZE - had + 20000);
    CHECK(test_resume_file_is(1, TEST_RESUME_SIZE));
    gc_fetch_close(fetch);
    CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 0);
    test_files_remove(test_resume_folder);
}

// ---- within a run

typedef struct test_resume_stream {
    uint64_t at, begins, wrong;
    uint32_t version;
    bool any_order;
} test_resume_stream;

static size_t test_resume_take(void *user, uint64_t offset, const void *data, size_t size) {
    test_resume_stream *stream = (test_resume_stream *)user;
    if (!stream->any_order && offset != stream->at) stream->wrong++;
    if (!test_resume_same(stream->version, offset, data, size)) stream->wrong++;
    stream->at += size;
    return size;
}

static void test_resume_begin(void *user, gc_fetch_id id, uint32_t attempt) {
    (void)id;
    (void)attempt;
    ((test_resume_stream *)user)->begins++;
    ((test_resume_stream *)user)->at = 0;
}

// 1 GB, cut after each 1 to 5 %, with attempts = 4: it goes on to its end, and nothing is sent
// twice. With an idle transfer that helps, and without.
static void test_fetch_resume_cuts(void) {
    for (uint32_t parallel = 1; parallel <= 4; parallel += 3) {
        uint64_t size = 1000000000;
        test_resume_stream stream;
        gc_fetch_statistics stats;

        memset(&stream, 0, sizeof stream);
        stream.version = 1;
        stream.any_order = parallel > 1;

        test_resume_reset(size);
        test_resume_new_folder();
        test_resume_web.step = 1 << 20;
        test_resume_web.cut_least = size / 100;
        test_resume_web.cut_most = size / 20;

        gc_fetch *fetch = test_resume_open(parallel);
        gc_fetch_request request = test_resume_request();
        request.sink = GC_FETCH_STREAM;
        request.stream = test_resume_take;
        request.stream_begin = test_resume_begin;
        request.stream_user = &stream;
        request.random_access = parallel > 1;

        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);

        // Every byte comes once, however often the connection breaks.
        gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);
        CHECK(event.type == GC_FETCH_DONE && event.attempt == 1);
        CHECK_U64(event.received, size);
        CHECK_U64(stream.at, size);
        CHECK_U64(stream.wrong, 0);
        CHECK_U64(stream.begins, 1);
        CHECK(test_resume_web.cuts >= 20);

        gc_fetch_get_statistics(fetch, &stats);
        CHECK_U64(stats.received, size);
        if (parallel == 1) CHECK_U64(test_resume_web.sent, size);

        gc_fetch_close(fetch);
        test_files_remove(test_resume_folder);
    }
}

// Every sink goes on after cuts, with a hash and without; and a server without ranges is asked
// for all of it as often as attempts allow.
static void test_fetch_resume_sinks(void) {
    enum { SIZE = 2500000 };
    static uint8_t buffer[SIZE];
    uint8_t sum[32];
    for (int kind = 0; kind < 16; kind++) {
        bool hashed = kind & 1, rangeless = kind & 8;
        int sink = kind >> 1 & 3;       // 3: memory of the caller's
        test_resume_stream stream;

        memset(&stream, 0, sizeof stream);
        stream.version = 1;

        test_resume_reset(SIZE);
        test_resume_new_folder();
        test_net_hash(test_resume_key(1), SIZE, sum);

        test_resume_web.cut_least = SIZE / 20;
        test_resume_web.cut_most = SIZE / 10;
        test_resume_web.rangeless = rangeless;

        gc_fetch *fetch = test_resume_open(1);
        gc_fetch_request request = test_resume_request();

        request.sink = sink == 3 ? GC_FETCH_MEMORY : sink;
        request.memory = sink == 3 ? buffer : NULL;
        request.memory_size = sink == 3 ? SIZE : 0;
        request.stream = test_resume_take;
        request.stream_begin = test_resume_begin;
        request.stream_user = &stream;

        if (hashed) request.sha256 = sum;
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);

        // Without ranges each cut is an attempt of its own.
        gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);
        bool right = event.attempt == (rangeless ? 4u : 1u);

        if (rangeless) {
            right = right && event.result == GC_FETCH_E_NETWORK;
        } else {
            right = right && event.type == GC_FETCH_DONE && event.received == SIZE;
            if (request.sink == GC_FETCH_MEMORY) {
                right = right && event.size == SIZE &&
                        test_resume_same(1, 0, event.data, event.size);
            }
            if (request.sink == GC_FETCH_FILE) right = right && test_resume_file_is(1, SIZE);
            if (request.sink == GC_FETCH_STREAM) right = right && stream.at == SIZE;
        }

        if (request.sink == GC_FETCH_STREAM) right = right && stream.begins == event.attempt && !stream.wrong;
        if (!CHECK(right)) printf("  kind %d: %s, attempt %u\n", kind, event.detail, (unsigned)event.attempt);

        gc_fetch_close(fetch);
        test_files_remove(test_resume_folder);
    }
}

// attempts counts tries in a row that bring nothing: a server that is gone ends it after so
// many, and what is there is kept.
static void test_fetch_resume_attempts(void) {
    for (uint32_t attempts = 1; attempts <= 4; attempts++) {

        test_resume_reset(TEST_RESUME_SIZE);
        test_resume_new_folder();

        gc_fetch *fetch = test_resume_open(1);
        gc_fetch_request request = test_resume_request();
        request.attempts = attempts;
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);

        // The first attempt has brought something when the network goes.
        test_resume_until(fetch, 1000000);
        test_resume_web.offline = true;

        for (int i = 0; i < TEST_NET_SLOTS; i++) {
            test_net_run *run = &test_net_runs[i];
            if (run->transfer) test_net_finish(run, GC_FETCH_E_NETWORK, 0);
        }

        gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);
        CHECK_INT(event.result, attempts == 1 ? GC_FETCH_E_NETWORK : GC_FETCH_E_CONNECT);
        CHECK_U64(test_resume_web.requests, attempts);

        // The next request goes on from there.
        test_resume_web.offline = false;
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        CHECK_INT(test_resume_until(fetch, UINT64_MAX).type, GC_FETCH_DONE);
        CHECK(test_resume_web.sent < TEST_RESUME_SIZE + 20000);
        CHECK(test_resume_file_is(1, TEST_RESUME_SIZE));

        gc_fetch_close(fetch);
        test_files_remove(test_resume_folder);
    }
}

// The file changes between a cut and the next try: a stream is told to start over, a file holds
// the new version alone, and no attempt is needed for that.
static void test_fetch_resume_changes(void) {
    static const int modes[] = {TEST_RESUME_CHANGED, TEST_RESUME_RANGELESS, TEST_RESUME_LOST,
                                TEST_RESUME_SHRUNK};
    for (int kind = 0; kind < 8; kind++) {
        test_resume_net *net = &test_resume_web;
        test_resume_stream stream;
        memset(&stream, 0, sizeof stream);
        stream.version = 1;
        test_resume_reset(TEST_RESUME_SIZE);
        test_resume_new_folder();
        gc_fetch *fetch = test_resume_open(1);
        gc_fetch_request request = test_resume_request();
        request.sink = kind & 1 ? GC_FETCH_STREAM : GC_FETCH_FILE;
        request.stream = test_resume_take;
        request.stream_begin = test_resume_begin;
        request.stream_user = &stream;
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        test_resume_until(fetch, 1500000);
        net->mode = modes[kind / 2];
        if (net->mode != TEST_RESUME_RANGELESS) net->version = stream.version = 2;
        if (net->mode == TEST_RESUME_SHRUNK) net->size = 1000000;
        test_net_finish(&test_net_runs[0], GC_FETCH_E_NETWORK, 0);
        gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);

        // What is refused before it begins is asked for once more.
        bool at_once = net->mode == TEST_RESUME_CHANGED || net->mode == TEST_RESUME_RANGELESS;
        bool right = event.type == GC_FETCH_DONE && event.http_status == 200 && event.received == net->size &&
                     event.attempt == (at_once ? 1u : 2u);
        if (kind & 1) right = right && stream.begins == 2 && !stream.wrong && stream.at == net->size;
        else right = right && test_resume_file_is(net->version, net->size);
        if (!CHECK(right)) {
            printf("  %s, kind %d: %s, attempt %u\n", test_resume_modes[net->mode], kind, event.detail,
                   (unsigned)event.attempt);
        }
        gc_fetch_close(fetch);
        test_files_remove(test_resume_folder);
    }
}

// ---- resume_from

// A stream, or memory of the caller's, that has the first bytes already.
static void test_fetch_resume_from(void) {
    enum { SIZE = 400000, HAS = 123457 };
    static uint8_t buffer[SIZE];
    for (int kind = 0; kind < 3 * TEST_RESUME_MODES; kind++) {
        int mode = kind / 3, memory = kind % 3;     // 0: a stream; 2: with a hash
        uint8_t sum[32];
        test_resume_stream stream;

        memset(&stream, 0, sizeof stream);
        test_resume_reset(SIZE);
        test_resume_new_folder();

        test_resume_net *net = &test_resume_web;
        net->mode = mode;
        bool other = mode == TEST_RESUME_CHANGED || mode == TEST_RESUME_LOST || mode == TEST_RESUME_GROWN;
        if (other) net->version = 2;
        if (mode == TEST_RESUME_GROWN || mode == TEST_RESUME_SHRUNK) net->size = SIZE - 1000;

        stream.version = net->version;
        test_net_hash(test_resume_key(net->version), net->size, sum);
        memset(buffer, 0, sizeof buffer);
        for (uint64_t at = 0; at < HAS; at++) buffer[at] = *test_net_bytes(test_resume_key(1), at);

        gc_fetch *fetch = test_resume_open(1);

        gc_fetch_request request = test_resume_request();
        request.sink = memory ? GC_FETCH_MEMORY : GC_FETCH_STREAM;
        request.memory = memory ? buffer : NULL;
        request.memory_size = memory ? SIZE : 0;
        request.stream = test_resume_take;
        request.stream_user = &stream;
        request.stream_begin = NULL;

        request.resume_from = HAS;
        request.validator = "\"v1\"";
        if (memory == 2) request.sha256 = sum;
        stream.any_order = true;

        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);

        bool goes_on = mode == TEST_RESUME_GOOD || mode == TEST_RESUME_BUSY;
        bool right = CHECK_INT(event.type, mode == TEST_RESUME_GONE ? GC_FETCH_FAILED : GC_FETCH_DONE);

        if (mode != TEST_RESUME_GONE) {
            right = CHECK_INT(event.http_status, goes_on ? 206 : 200) && right;
            right = CHECK_U64(event.received, net->size) && right;
            if (memory) right = CHECK(test_resume_same(net->version, 0, buffer, net->size)) && right;
            else right = CHECK(!stream.wrong && stream.at == (goes_on ? SIZE - HAS : net->size)) && right;
            if (goes_on) right = CHECK_U64(net->sent, SIZE - HAS) && right;
        }

        if (!right) printf("  %s, memory %d: %s\n", test_resume_modes[mode], memory, event.detail);

        gc_fetch_close(fetch);
        test_files_remove(test_resume_folder);
    }
}

static void test_fetch_resume_bad_input(void) {
    static uint8_t buffer[100];
    static const uint8_t sum[32] = {1};
    char longest[GC_FETCH_PRIV_VALIDATOR + 1];
    test_resume_reset(1000);
    test_resume_new_folder();

    gc_fetch *fetch = test_resume_open(1);
    for (int kind = 0; kind < 11; kind++) {

        gc_fetch_request request = test_resume_request();
        request.sink = GC_FETCH_STREAM;
        request.stream = test_resume_take;
        request.resume_from = 50;
        request.validator = "\"v1\"";

        int expected = GC_FETCH_E_ARGUMENT;
        memset(longest, 'x', sizeof longest);
        longest[sizeof longest - 1] = 0;

        switch (kind) {
        case 0: request.validator = NULL; break;
        case 1: request.sha256 = sum; break;            // of bytes that are not seen
        case 2: request.sink = GC_FETCH_FILE; break;    // goes on by itself
        case 3: request.sink = GC_FETCH_MEMORY; break;  // whose first bytes?
        case 4:
            request.sink = GC_FETCH_MEMORY;
            request.memory = buffer;
            request.memory_size = 49;
            break;
        case 5: request.size = 50; break;
        case 6: request.compressed = true; break;
        case 7: request.method = "POST"; break;
        case 8: request.validator = longest; break;
        case 9: request.size = GC_FETCH_EMPTY; break;
        default:
            request.validator = "a\r\nX: y";
            expected = GC_FETCH_E_HEADER;
            break;
        }

        if (!CHECK_INT(gc_fetch_add(fetch, &request, NULL), expected)) printf("  kind %d\n", kind);
    }

    gc_fetch_close(fetch);
    test_files_remove(test_resume_folder);
}

// ---- coded bodies

enum { TEST_TOY_SIZE = 1300000 };
static uint8_t test_toy_bytes[2 * TEST_TOY_SIZE];
static test_toy test_toy_one;

// The server has this version's bytes, coded in pieces of `step`, or of one less and one more.
static void test_toy_serve(uint32_t version, size_t step, size_t apart) {
    uint32_t sum = 0;
    uint8_t *end = test_toy_bytes;
    for (size_t done = 0, part = step - apart; done < TEST_TOY_SIZE; part = 2 * step - part) {
        if (part > TEST_TOY_SIZE - done) part = TEST_TOY_SIZE - done;
        end = test_toy_encode(end, &sum, test_net_bytes(test_resume_key(version), done), part);
        done += part;
    }
    end = test_toy_encode(end, &sum, NULL, 0);
    test_resume_web.size = (uint64_t)(end - test_toy_bytes);
    test_resume_web.coded = test_toy_bytes;
}

static gc_fetch_request test_toy_request(const uint8_t *sum) {
    gc_fetch_request request = test_resume_request();
    test_resume_reset(TEST_TOY_SIZE);
    test_resume_new_folder();
    test_toy_init(&test_toy_one);
    test_toy_serve(1, 200, 0);
    request.decoder = &test_toy_one.decoder;
    request.compressed = true;
    request.sha256 = sum;
    return request;
}

// Cut at many places, and gone on with; killed at some, and gone on with by another process.
// There may be another version or URL by then, a weak ETag or none, the same file coded in
// another way, or so under the same ETag: what is published is always right, and only what may
// be is not sent again.
static void test_fetch_resume_coded(void) {
    enum { SAME, BUSY, CHANGED, LOST, RECODED, LYING, WEAK, RANGELESS, MOVED, KINDS };
    int lies = 0;
    for (int round = 0; round < 4 * KINDS; round++) {
        int kind = round % KINDS;
        bool hashed = round / KINDS & 1, named = round / KINDS & 2;
        uint8_t sum[32];
        gc_fetch_request request = test_toy_request(hashed ? sum : NULL);
        test_resume_net *net = &test_resume_web;
        gc_rng_seed(&net->rng, test_seed + (uint64_t)round);
        bool orderly = gc_rng_below(&net->rng, 2), other = kind == CHANGED || kind == LOST;
        net->cut_least = kind < WEAK ? 50000 : 0;
        net->cut_most = kind < WEAK ? 300000 : 0;
        net->weak = kind == WEAK;
        net->unsaid = named;
        request.compressed = !named;
        if (gc_rng_below(&net->rng, 2)) request.size = TEST_TOY_SIZE;
        test_net_hash(test_resume_key(1), TEST_TOY_SIZE, sum);
        uint64_t had = test_resume_kill(&request, 300000 + gc_rng_below(&net->rng, 900000), orderly);

        // What the server has when it goes on.
        test_toy_serve(other ? 2 : 1, kind == RECODED ? 100 : 200, kind == LYING);
        if (other || kind == RECODED) net->version++;
        if (kind >= LOST) net->cut_least = net->cut_most = 0;
        if (kind == MOVED) request.url = "re:2";
        net->rangeless = kind == RANGELESS;
        net->mode = kind == LOST ? TEST_RESUME_LOST : kind == BUSY ? TEST_RESUME_BUSY : TEST_RESUME_GOOD;
        if (other) test_net_hash(test_resume_key(2), TEST_TOY_SIZE, sum);

        gc_fetch *fetch = test_resume_open(4);
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);
        bool right = CHECK_INT(event.type, GC_FETCH_DONE), goes_on = kind <= BUSY;
        right = CHECK(test_resume_file_is(other ? 2 : 1, TEST_TOY_SIZE)) && right;
        right = CHECK(kind == LYING || test_toy_one.begun == 1) && right;
        right = CHECK_U64(event.total, net->size) && right;
        uint64_t most = net->size - had + GC_FETCH_PRIV_PART_UNSAVED + 90000;
        right = CHECK(goes_on ? net->sent <= most : kind == LYING || net->sent >= net->size) && right;
        lies += test_toy_one.begun > 1;

        if (!right) printf("  kind %d, hashed %d, named %d: %s\n", kind, hashed, named, event.detail);
        gc_fetch_close(fetch);
        CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), kind == WEAK && !orderly);
        test_files_remove(test_resume_folder);
    }
    CHECK(lies > 0 && "a mix that cannot be decoded");
}

// What cannot be decoded, is cut short, goes on too long, or is another file: an error with a
// text, and nothing is published. All but limits and a decoder's own error are tried again.
static void test_fetch_resume_coded_wrong(void) {
    enum { FLIPPED, LONG, SUM, SHORT, EMPTY, HASH, SMALL, LARGE, BOMB_SIZED, BOMB, ENDLESS, REFUSES, KINDS };
    for (int round = 0; round < 2 * KINDS; round++) {
        int kind = round % KINDS;
        uint8_t sum[32];
        gc_fetch_request request = test_toy_request(kind == HASH ? sum : NULL);
        test_resume_net *net = &test_resume_web;
        test_net_hash(test_resume_key(2), TEST_TOY_SIZE, sum);
        request.attempts = 2;
        net->rangeless = round < KINDS;         // from one transfer
        if (round >= KINDS) {
            net->cut_least = net->cut_most = 100000;
            net->cut_times = 1;
        }

        static const uint8_t bytes[] = {255, 255, 255, 255, 255, 7};
        uint8_t *last = &test_toy_bytes[net->size - 1];
        if (kind == FLIPPED) test_toy_bytes[net->size / 2] ^= 16;
        if (kind == LONG) net->size++, last[1] = 0;
        if (kind == SUM) *last ^= 1;
        if (kind == SHORT) net->size -= 3;
        if (kind == EMPTY) net->size = 0;
        if (kind == SMALL || kind == LARGE) request.size = TEST_TOY_SIZE + (kind == LARGE ? 1 : -1);
        if (kind == BOMB || kind == BOMB_SIZED) memcpy(test_toy_bytes, bytes, sizeof bytes);
        if (kind == BOMB_SIZED) request.size = 5000000;
        if (kind == BOMB) request.max_size = 5000000;
        if (kind == ENDLESS) request.max_size = 500000;
        if (kind == REFUSES) test_toy_one.refuses = 77;

        gc_fetch *fetch = test_resume_open(4);
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);
        int expected = kind < SHORT ? GC_FETCH_E_PROTOCOL : kind == HASH ? GC_FETCH_E_HASH : GC_FETCH_E_SIZE;
        if (kind >= BOMB) expected = kind == REFUSES ? GC_FETCH_E_SINK : GC_FETCH_E_TOO_LARGE;
        bool right = CHECK_INT(event.type, GC_FETCH_FAILED) && CHECK_INT(event.result, expected);
        right = CHECK(event.detail && strlen(event.detail) > 8) && right;
        right = CHECK_INT(event.attempt, kind >= BOMB ? 1 : 2) && right;
        right = CHECK_INT(event.system_error, kind == REFUSES ? 77 : 0) && right;
        right = CHECK(kind != ENDLESS || (net->sent < 900000 && !test_toy_one.begun)) && right;
        right = CHECK_INT(test_files_count(test_resume_folder, ""), 0) && right;
        if (!right) printf("  kind %d: %s, attempt %u\n", kind, event.detail, (unsigned)event.attempt);
        gc_fetch_close(fetch);
        test_files_remove(test_resume_folder);
    }
}

// While a file is being made, its request is cancelled, its time ends, or all is closed: what
// is decoded goes, and what has come stays but for the cancelled one. Then the next one goes
// on. Paused, it is made all the same. Two files at once take turns.
static void test_fetch_resume_coded_ends(void) {
    enum { CANCEL, DEADLINE, CLOSE, PAUSE, BOTH, KINDS };
    for (int kind = 0; kind < KINDS; kind++) {
        gc_fetch_request request = test_toy_request(NULL);
        test_resume_net *net = &test_resume_web;
        gc_fetch_id id;
        gc_fetch_event event;
        char sub[160];
        snprintf(sub, sizeof sub, "%s/sub", test_resume_folder);
        uint8_t sum[32];
        test_net_hash(test_resume_key(1), TEST_TOY_SIZE, sum);
        if (kind == BOTH) request.sha256 = sum;
        if (kind == DEADLINE) request.deadline_ms = 1000;
        gc_fetch *fetch = test_resume_open(2);
        CHECK_INT(gc_fetch_add(fetch, &request, &id), GC_FETCH_OK);
        request.path = "sub/other";
        if (kind == BOTH) CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        request.path = "sub/large";
        for (int turn = 0; turn < 10000 && (!fetch->decoding || fetch->decode_made < 500000); turn++) {
            gc_fetch_pump(fetch, 0);
        }
        CHECK_INT(test_files_count(sub, ".gcf-"), kind == BOTH ? 3 : 2);
        while (gc_fetch_poll(fetch, &event)) CHECK(event.type < GC_FETCH_DONE);

        if (kind == CANCEL) gc_fetch_cancel(fetch, id);
        if (kind == DEADLINE) net->now += 1000;
        if (kind == PAUSE) gc_fetch_pause(fetch, id);
        int results[] = {GC_FETCH_E_CANCELLED, GC_FETCH_E_TIMED_OUT, 0, GC_FETCH_OK, GC_FETCH_OK};
        if (kind != CLOSE) CHECK_INT(test_resume_until(fetch, UINT64_MAX).result, results[kind]);
        if (kind == BOTH) CHECK_INT(test_resume_until(fetch, UINT64_MAX).result, GC_FETCH_OK);
        CHECK(kind != BOTH || test_toy_one.begun == 2);
        gc_fetch_close(fetch);
        bool kept = kind == DEADLINE || kind == CLOSE;
        CHECK_INT(test_files_count(sub, ".gcf-"), kept);
        size_t size = 0;
        strcat(sub, "/other");
        uint8_t *bytes = kind == BOTH ? test_files_read(sub, &size) : NULL;
        CHECK(kind != BOTH || (bytes && size == TEST_TOY_SIZE && test_resume_same(1, 0, bytes, size)));
        free(bytes);

        // Nothing comes again but the byte that asks.
        fetch = test_resume_open(2);
        request.deadline_ms = 0;
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        CHECK_INT(test_resume_until(fetch, UINT64_MAX).result, GC_FETCH_OK);
        CHECK(kept ? net->sent == 1 : net->sent >= net->size);
        CHECK(test_resume_file_is(1, TEST_TOY_SIZE));
        gc_fetch_close(fetch);
        CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 0);
        test_files_remove(test_resume_folder);
    }
}

// What has come coded is nothing for a request without a decoder, nor the file for one whose
// every body is coded, by the same URL, ETag and hash.
static void test_fetch_resume_coded_kinds(void) {
    for (int coded_first = 0; coded_first < 2; coded_first++) {
        uint8_t sum[32];
        gc_fetch_request request = test_toy_request(sum), plain = request;
        test_resume_net *net = &test_resume_web;
        test_net_hash(test_resume_key(1), TEST_TOY_SIZE, sum);
        plain.decoder = NULL;
        plain.compressed = request.compressed = false;
        net->unsaid = true;
        for (int run = 0; run < 2; run++) {
            bool coded = coded_first == (run == 0);
            net->coded = coded ? test_toy_bytes : NULL;
            if (!coded) net->size = TEST_TOY_SIZE;
            else test_toy_serve(1, 200, 0);
            if (run == 0) test_resume_kill(coded ? &request : &plain, 1200000, true);
            if (run == 0) continue;
            gc_fetch *fetch = test_resume_open(2);
            CHECK_INT(gc_fetch_add(fetch, coded ? &request : &plain, NULL), GC_FETCH_OK);
            gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);
            CHECK(event.type == GC_FETCH_DONE && event.attempt == 1 && net->sent >= net->size);
            CHECK(test_resume_file_is(1, TEST_TOY_SIZE));
            gc_fetch_close(fetch);
        }

        CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 0);
        test_files_remove(test_resume_folder);
    }
}

// A disk that is full at each twentieth of what is written: an error that says so, or with
// hold_when_full the right file once there is room.
static void test_fetch_resume_coded_room(void) {
    for (int round = 0; round < 40; round++) {
        gc_fetch_request request = test_toy_request(NULL);
        test_resume_hold = round & 1;
        gc_fetch *fetch = test_resume_open(2);
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        test_fetch_room_set((long)(test_resume_web.size + TEST_TOY_SIZE) / 20 * (round / 2));
        for (int turn = 0; test_resume_hold && !fetch->held && turn < 10000; turn++) gc_fetch_pump(fetch, 0);
        if (test_resume_hold) CHECK_INT(fetch->held, ENOSPC), test_fetch_room_set(-1);
        gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);
        test_fetch_room_set(-1);

        if (test_resume_hold) {
            CHECK_INT(event.type, GC_FETCH_DONE);
            CHECK(test_resume_file_is(1, TEST_TOY_SIZE));
        } else {
            CHECK_INT(event.result, GC_FETCH_E_WRITE);
            CHECK_INT(event.system_error, ENOSPC);
            CHECK_INT(test_files_count(test_resume_folder, ""), 0);
        }
        gc_fetch_close(fetch);
        CHECK_INT(test_files_count(test_resume_folder, ".gcf-"), 0);
        test_resume_hold = false;
        test_files_remove(test_resume_folder);
    }
}

static long test_resume_blocks;
static void *test_resume_heap_resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user, (void)old_size;
    if (new_size && test_resume_fail_at && !--test_resume_fail_at) return NULL;
    test_resume_blocks += (ptr == NULL) - (new_size == 0);
    if (new_size) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

// Every allocation fails once, and all are given back.
static void test_fetch_resume_coded_memory(void) {
    long fail_at = 0;
    for (bool through = false; !through && fail_at < 100;) {
        gc_fetch_request request = test_toy_request(NULL);
        test_resume_heap = test_resume_heap_resize;
        test_resume_fail_at = ++fail_at;
        gc_fetch *fetch = test_resume_open(2);
        gc_fetch_event event;

        if (fetch && gc_fetch_add(fetch, &request, NULL) == GC_FETCH_OK) {
            event = test_resume_until(fetch, UINT64_MAX);
            bool done = event.type == GC_FETCH_DONE && test_resume_file_is(1, TEST_TOY_SIZE);
            CHECK(done || (event.type == GC_FETCH_FAILED && event.result == GC_FETCH_E_MEMORY));
            CHECK_INT(test_files_count(test_resume_folder, ""), done);
            through = done && test_resume_fail_at;
        }
        gc_fetch_close(fetch);
        CHECK_INT(test_resume_blocks, 0);
        test_resume_heap = NULL;
        test_resume_fail_at = 0;
        test_files_remove(test_resume_folder);
    }
    CHECK(fail_at > 8 && fail_at < 100);

#ifndef _WIN32
    // Nor can the file be begun: its folder is gone.
    gc_fetch_request request = test_toy_request(NULL);
    char sub[160];
    snprintf(sub, sizeof sub, "%s/sub", test_resume_folder);
    test_resume_heap = test_resume_heap_resize;
    gc_fetch *fetch = test_resume_open(2);
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    test_resume_until(fetch, 500000);
    test_files_remove(sub);
    gc_fetch_event event = test_resume_until(fetch, UINT64_MAX);
    CHECK(event.result == GC_FETCH_E_WRITE && event.system_error == ENOENT);
    gc_fetch_close(fetch);
    CHECK_INT(test_resume_blocks, 0);
    test_resume_heap = NULL;
    test_files_remove(test_resume_folder);
#endif
}

static const test_case test_fetch_resume_cases[] = {
    TEST_CASE(test_fetch_resume_coded),
    TEST_CASE(test_fetch_resume_coded_wrong),
    TEST_CASE(test_fetch_resume_coded_ends),
    TEST_CASE(test_fetch_resume_coded_kinds),
    TEST_CASE(test_fetch_resume_coded_room),
    TEST_CASE(test_fetch_resume_coded_memory),
    TEST_CASE(test_fetch_resume_modes),
    TEST_CASE(test_fetch_resume_other_url),
    TEST_CASE(test_fetch_resume_damaged),
    TEST_CASE(test_fetch_resume_synced),
    TEST_CASE(test_fetch_resume_locked),
    TEST_CASE(test_fetch_resume_sweep),
    TEST_CASE(test_fetch_resume_sweep_small),
    TEST_CASE(test_fetch_resume_held),
    TEST_CASE(test_fetch_resume_cuts),
    TEST_CASE(test_fetch_resume_sinks),
    TEST_CASE(test_fetch_resume_attempts),
    TEST_CASE(test_fetch_resume_changes),
    TEST_CASE(test_fetch_resume_from),
    TEST_CASE(test_fetch_resume_bad_input),
};

TEST_MAIN(test_fetch_resume_cases)
