// test_fetch_upload.c - gc_fetch.h sends bodies that a function gives (body_read): whole or not
// at all by what the server has seen, over sockets and libcurl; and by an own transport with a
// clock of its own where times and orders matter.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#if !defined(GC_FETCH_H) && !defined(TEST_FETCH_OTHER_MAIN)
static int test_fetch_asserts;
#define GC_FETCH_ASSERT(c) ((c) ? (void)0 : (void)test_fetch_asserts++)
#define GC_FETCH_IMPLEMENTATION
#endif
#include "gc_fetch.h"
#include "support/test.h"
#include <stdlib.h>

// ---- what is sent: each byte follows from its place

static uint8_t test_upload_byte(uint64_t at) { return (uint8_t)(at * 31 + (at >> 8) * 7 + (at >> 20)); }

// A source, and what it has been asked.
typedef struct test_upload_source {
    uint64_t size, fail_at, end_at, more_at;    // UINT64_MAX: never
    int later_every, asks, starts;              // every how many asks it has nothing; asks, also from 0
    uint64_t given;
    size_t largest;
    bool jumped;                                // asked for another than the next byte, or the first
    int error;
} test_upload_source;

static size_t test_upload_read(void *user, uint64_t offset, void *buffer, size_t capacity) {
    test_upload_source *source = (test_upload_source *)user;
    uint8_t *out = (uint8_t *)buffer;
    if (offset != source->given && offset != 0) source->jumped = true;
    source->given = offset;
    if (capacity > source->largest) source->largest = capacity;
    source->asks++;
    if (source->later_every && source->asks % source->later_every == 0) return GC_FETCH_LATER;
    if (offset == 0) source->starts++;

    // Up to the next place where something happens.
    uint64_t size = source->size - offset;
    if (source->fail_at != UINT64_MAX && source->fail_at - offset < size) size = source->fail_at - offset;
    if (source->end_at != UINT64_MAX && source->end_at - offset < size) size = source->end_at - offset;
    if (size > capacity) size = capacity;
    if (offset == source->fail_at) return source->error = 77, GC_FETCH_ABORT;
    if (offset == source->more_at) return capacity + 1;
    for (size_t i = 0; i < size; i++) out[i] = test_upload_byte(offset + i);
    source->given += size;
    return (size_t)size;
}

static test_upload_source test_upload_source_of(uint64_t size) {
    test_upload_source source;
    memset(&source, 0, sizeof source);
    source.size = size;
    source.fail_at = source.end_at = source.more_at = UINT64_MAX;
    return source;
}

static gc_fetch_request test_upload_request(const char *url, test_upload_source *source, bool sized) {
    gc_fetch_request request;
    memset(&request, 0, sizeof request);
    request.url = url;
    request.method = "PUT";
    request.body_read = test_upload_read;
    request.body_user = source;
    request.body_error = &source->error;
    request.body_size = sized ? source->size : 0;
    request.keep_error_body = true;
    return request;
}

#if !defined(_WIN32) && !defined(GC_FETCH_NO_CURL)
// The server's thread and the test's take turns: what one has written before it meets the other
// may be read behind.
static int test_upload_turn;
static void test_upload_meet(void) { __atomic_fetch_add(&test_upload_turn, 1, __ATOMIC_ACQ_REL); }

// The final event of a request that is added, and how often others told of bytes.
static int test_upload_progress;
static uint64_t test_upload_told;       // the most that was told as sent
static gc_fetch_event test_upload_run(gc_fetch *fetch, const gc_fetch_request *request) {
    gc_fetch_event event;
    memset(&event, 0, sizeof event);
    test_upload_progress = 0;
    test_upload_told = 0;
    test_upload_meet();
    if (!CHECK_INT(gc_fetch_add(fetch, request, NULL), GC_FETCH_OK)) return event;
    while (gc_fetch_wait(fetch, 20000) == GC_FETCH_OK) {
        while (gc_fetch_poll(fetch, &event)) {
            test_upload_progress += event.type == GC_FETCH_PROGRESS;
            if (event.sent > test_upload_told) test_upload_told = event.sent;
            if (event.type < GC_FETCH_DONE) continue;
            test_upload_meet();
            return event;
        }
    }
    CHECK(false && "no final event within 20 s");
    return event;
}
#endif

// ---- an own transport: what gc_fetch_upload gives, and when

enum { TEST_UPLOAD_SLOTS = 16 };
static struct {
    uint64_t now;
    struct {
        gc_fetch_transfer *transfer;
        gc_fetch_job job;
        uint64_t at;
        bool waits, paused;
    } runs[TEST_UPLOAD_SLOTS];
    uint64_t got, wrong, cut_at;        // cut_at: the attempt ends there, once
    size_t ask;                         // bytes at once
    int redirects, pauses;              // so many times it begins again at the end
    bool early, deaf;                   // its head comes first; it asks also when it is paused
} test_upload_toy;

static int test_upload_start(void *user, gc_fetch_transfer *transfer, const gc_fetch_job *job) {
    (void)user;
    memset(&test_upload_toy.runs[job->slot], 0, sizeof test_upload_toy.runs[0]);
    test_upload_toy.runs[job->slot].transfer = transfer;
    test_upload_toy.runs[job->slot].job = *job;
    if (test_upload_toy.early) gc_fetch_respond(transfer, 200, 0);
    return GC_FETCH_OK;
}

static void test_upload_stop(void *user, gc_fetch_transfer *transfer) {
    (void)user;
    for (int i = 0; i < TEST_UPLOAD_SLOTS; i++) {
        if (test_upload_toy.runs[i].transfer == transfer) test_upload_toy.runs[i].transfer = NULL;
    }
}

static void test_upload_pause(void *user, gc_fetch_transfer *transfer, bool paused) {
    (void)user;
    test_upload_toy.pauses += paused;
    for (int i = 0; i < TEST_UPLOAD_SLOTS; i++) {
        if (test_upload_toy.runs[i].transfer != transfer) continue;
        test_upload_toy.runs[i].paused = paused;
        if (!paused) test_upload_toy.runs[i].waits = false;
    }
}

static void test_upload_end(int i, int result) {
    gc_fetch_transfer *transfer = test_upload_toy.runs[i].transfer;
    gc_fetch_outcome outcome = {result, 0, 0, NULL};
    test_upload_toy.runs[i].transfer = NULL;
    gc_fetch_finish(transfer, &outcome);
}

// One piece of each transfer.
static int test_upload_pump(void *user, int timeout_ms) {
    static uint8_t piece[100000];
    (void)user, (void)timeout_ms;
    for (int i = 0; i < TEST_UPLOAD_SLOTS; i++) {
        gc_fetch_transfer *transfer = test_upload_toy.runs[i].transfer;
        if (!transfer || test_upload_toy.runs[i].waits) continue;
        if (test_upload_toy.runs[i].paused && !test_upload_toy.deaf) continue;
        uint64_t at = test_upload_toy.runs[i].at;
        if (at == test_upload_toy.cut_at) {
            test_upload_toy.cut_at = UINT64_MAX;
            test_upload_end(i, GC_FETCH_E_NETWORK);
            continue;
        }

        size_t given = gc_fetch_upload(transfer, at, piece, test_upload_toy.ask);
        if (given == GC_FETCH_LATER) {
            test_upload_toy.runs[i].waits = true;
        } else if (given == GC_FETCH_ABORT) {
            test_upload_end(i, GC_FETCH_OK);        // gc_fetch.h knows better
        } else if (given) {
            for (size_t k = 0; k < given; k++) test_upload_toy.wrong += piece[k] != test_upload_byte(at + k);
            test_upload_toy.runs[i].at += given;
            test_upload_toy.got += given;
        } else if (test_upload_toy.redirects) {
            test_upload_toy.redirects--;
            test_upload_toy.runs[i].at = 0;
        } else {
            if (!test_upload_toy.early) gc_fetch_respond(transfer, 200, 0);
            test_upload_end(i, GC_FETCH_OK);
        }
    }
    return GC_FETCH_OK;
}

static uint64_t test_upload_clock(void *user) {
    (void)user;
    return test_upload_toy.now;
}

static const gc_fetch_transport test_upload_transport = {
    NULL, "toy", test_upload_start, test_upload_stop, test_upload_pause, test_upload_pump, NULL, true};

static gc_fetch *test_upload_open(const gc_fetch_transport *transport, uint64_t rate) {
    gc_fetch_desc desc;
    memset(&desc, 0, sizeof desc);
    memset(&test_upload_toy, 0, sizeof test_upload_toy);
    test_upload_toy.now = 1000;
    test_upload_toy.cut_at = UINT64_MAX;
    test_upload_toy.ask = 65536;
    desc.transport = transport;
    desc.no_thread = true;
    desc.now_ms = test_upload_clock;
    desc.rate_limit = rate;
    desc.retry_delay_max_ms = 1;
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    CHECK(fetch != NULL);
    return fetch;
}

// Turns of 1 ms up to the final event, or so many.
static gc_fetch_event test_upload_turns(gc_fetch *fetch, int turns) {
    gc_fetch_event event;
    memset(&event, 0, sizeof event);
    for (int i = 0; i < turns; i++, test_upload_toy.now++) {
        gc_fetch_pump(fetch, 0);
        while (gc_fetch_poll(fetch, &event)) {
            if (event.type == GC_FETCH_STARTED) CHECK(event.sent <= test_upload_toy.ask);
            if (event.type >= GC_FETCH_DONE) return event;
        }
    }
    event.type = 0;
    return event;
}

// Requests that cannot be: nothing is asked.
static void test_fetch_upload_refused(void) {
    gc_fetch_transport mute = test_upload_transport;
    test_upload_source source = test_upload_source_of(10);
    const char *mirrors[] = {"toy:b", NULL};
    mute.uploads = false;
    gc_fetch *fetch = test_upload_open(&mute, 0);
    if (!fetch) return;
    gc_fetch_request good = test_upload_request("toy:a", &source, true), request = good;
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_E_SCHEME);
    request.url = "file:///tmp/x";
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_E_SCHEME);
    gc_fetch_close(fetch);

    fetch = test_upload_open(&test_upload_transport, 0);
    if (!fetch) return;
    static const char *const methods[] = {"GET", "HEAD"};
    for (int i = 0; i < 6; i++) {
        request = good;
        if (i < 2) request.method = methods[i];
        if (i == 2) request.body = "x";
        if (i == 3) request.mirrors = mirrors;
        if (i == 4) request.resume_from = 3, request.sha256 = (const uint8_t *)request.url;
        if (i == 5) request.body_size = UINT64_MAX;
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_E_ARGUMENT);
    }
    CHECK_INT(source.starts, 0);

    // Without a method it is a POST.
    request = good;
    request.method = NULL;
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    gc_fetch_pump(fetch, 0);
    CHECK_STR(test_upload_toy.runs[0].job.method, "POST");
    CHECK(test_upload_toy.runs[0].job.uploads && !test_upload_toy.runs[0].job.body);
    CHECK_U64(test_upload_toy.runs[0].job.body_size, 10);
    gc_fetch_close(fetch);
}

// Sizes, known or not, in pieces of several lengths; sources that have nothing now and then.
static void test_fetch_upload_pieces(void) {
    static const uint64_t sizes[] = {0, 1, 999, 65536, 65537, 1000000};
    for (int i = 0; i < 24; i++) {
        test_upload_source source = test_upload_source_of(sizes[i % 6]);
        gc_fetch *fetch = test_upload_open(&test_upload_transport, 0);
        if (!fetch) return;
        source.later_every = i >= 12 ? 3 : 0;
        if (i / 6 % 2) test_upload_toy.ask = 777;

        gc_fetch_request request = test_upload_request("toy:a", &source, i % 2);
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        gc_fetch_event event = test_upload_turns(fetch, 20000);
        CHECK_INT(event.type, GC_FETCH_DONE);
        CHECK_U64(event.sent, source.size);
        CHECK_U64(test_upload_toy.got, source.size);
        CHECK_U64(test_upload_toy.wrong, 0);
        CHECK(!source.jumped && source.largest <= test_upload_toy.ask);
        if (request.body_size && source.size < source.largest) CHECK_U64(source.largest, source.size);
        gc_fetch_close(fetch);
    }
}

// A source that fails, that ends too early, and one that gives more than it is asked for.
static void test_fetch_upload_wrong(void) {
    for (int i = 0; i < 5; i++) {
        test_upload_source source = test_upload_source_of(300000);
        gc_fetch *fetch = test_upload_open(&test_upload_transport, 0);
        if (!fetch) return;
        if (i < 2) source.fail_at = i ? 65536 : 0;
        if (i == 2) source.end_at = 131072;
        if (i == 3) source.more_at = 65536;
        if (i == 4) source.size = 400000;           // more than it said: what was said is sent

        gc_fetch_request request = test_upload_request("toy:a", &source, true);
        request.body_size = 300000;
        request.repeatable = true;
        test_fetch_asserts = 0;
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        gc_fetch_event event = test_upload_turns(fetch, 1000);
        CHECK_INT(event.result, i == 4 ? GC_FETCH_OK : GC_FETCH_E_READ);
        CHECK_INT(event.system_error, i < 2 ? 77 : 0);
        CHECK_INT(event.attempt, 1);                // no other attempt helps
        CHECK_INT(test_fetch_asserts, i == 3);

        if (i == 4) CHECK_U64(test_upload_toy.got, 300000);
        if (i == 2) CHECK(strstr(event.detail, "before body_size") != NULL);
        gc_fetch_close(fetch);
    }
}

// A cut: again only what may be sent twice. A transport that begins again needs the same.
static void test_fetch_upload_again(void) {
    for (int i = 0; i < 6; i++) {
        bool repeatable = i % 2, cut = i < 2;
        test_upload_source source = test_upload_source_of(200000);
        gc_fetch *fetch = test_upload_open(&test_upload_transport, 0);
        if (!fetch) return;
        if (cut) test_upload_toy.cut_at = 131072, source.later_every = 2;
        else test_upload_toy.redirects = i / 2;

        gc_fetch_request request = test_upload_request("toy:a", &source, true);
        request.repeatable = repeatable;
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        gc_fetch_event event = test_upload_turns(fetch, 1000);
        int refused = cut ? GC_FETCH_E_NETWORK : GC_FETCH_E_REDIRECT;
        CHECK_INT(event.result, repeatable ? GC_FETCH_OK : refused);
        CHECK_INT(event.attempt, repeatable && cut ? 2 : 1);
        CHECK_INT(source.starts, !repeatable ? 1 : cut ? 2 : 1 + i / 2);
        CHECK(!source.jumped);
        CHECK_U64(test_upload_toy.wrong, 0);
        if (repeatable) CHECK_U64(event.sent, 200000);
        gc_fetch_close(fetch);
    }
}

// The rate limit, changed while it holds; a pause; a source that never has anything; cancel.
static void test_fetch_upload_times(void) {
    test_upload_source source = test_upload_source_of(10000000);
    gc_fetch *fetch = test_upload_open(&test_upload_transport, 1000000);
    if (!fetch) return;
    gc_fetch_id id;
    gc_fetch_request request = test_upload_request("toy:a", &source, true);
    CHECK_INT(gc_fetch_add(fetch, &request, &id), GC_FETCH_OK);
    test_upload_turns(fetch, 1000);
    uint64_t before = test_upload_toy.got;
    source.asks = 0;
    test_upload_turns(fetch, 1000);
    CHECK(source.asks <= 60);           // no crumbs
    CHECK(test_upload_toy.got - before > 970000 && test_upload_toy.got - before < 1030000);

    gc_fetch_set_rate_limit(fetch, 100000);
    test_upload_turns(fetch, 200);
    before = test_upload_toy.got;
    test_upload_turns(fetch, 1000);
    CHECK(test_upload_toy.got - before > 97000 && test_upload_toy.got - before < 103000);

    // Nothing is sent during a pause, which ends no attempt.
    gc_fetch_set_rate_limit(fetch, 0);
    test_upload_turns(fetch, 10);
    gc_fetch_pause(fetch, id);
    test_upload_toy.deaf = true;
    before = test_upload_toy.got;
    gc_fetch_event event = test_upload_turns(fetch, 60000);
    CHECK_INT(event.type, 0);
    CHECK_U64(test_upload_toy.got, before);

    gc_fetch_resume(fetch, id);
    event = test_upload_turns(fetch, 1000);
    CHECK_INT(event.result, GC_FETCH_OK);
    CHECK_INT(source.starts, 1);

    // A source that has nothing for sink_timeout_ms, and one that is cancelled meanwhile.
    for (int i = 0; i < 2; i++) {
        source = test_upload_source_of(1000);
        source.later_every = 1;
        request.body_size = 1000;
        request.sink_timeout_ms = 5000;
        CHECK_INT(gc_fetch_add(fetch, &request, &id), GC_FETCH_OK);
        event = test_upload_turns(fetch, 4900);
        CHECK_INT(event.type, 0);
        if (i) gc_fetch_cancel(fetch, id);
        event = test_upload_turns(fetch, 200);
        CHECK_INT(event.result, i ? GC_FETCH_E_CANCELLED : GC_FETCH_E_SINK);
    }
    gc_fetch_close(fetch);
}

// What is sent is no silence, and a head that comes before the body's end no slow body.
static void test_fetch_upload_slow(void) {
    for (int early = 0; early < 2; early++) {
        test_upload_source source = test_upload_source_of(500000);
        gc_fetch *fetch = test_upload_open(&test_upload_transport, 0);
        if (!fetch) return;
        gc_fetch_request request = test_upload_request("toy:a", &source, true);
        request.idle_timeout_ms = 1000;
        test_upload_toy.early = early;
        test_upload_toy.ask = 100;
        CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
        gc_fetch_event event = test_upload_turns(fetch, 6000);
        CHECK_INT(event.type, GC_FETCH_DONE);
        CHECK_INT(event.result, GC_FETCH_OK);
        gc_fetch_close(fetch);
    }
}

// A transport that asks for another byte than the next one: told to its author, and refused.
static void test_fetch_upload_misuse(void) {
    test_upload_source source = test_upload_source_of(1000);
    gc_fetch *fetch = test_upload_open(&test_upload_transport, 0);
    if (!fetch) return;
    gc_fetch_request request = test_upload_request("toy:a", &source, true);
    request.repeatable = true;
    test_upload_toy.ask = 100;
    CHECK_INT(gc_fetch_add(fetch, &request, NULL), GC_FETCH_OK);
    test_upload_turns(fetch, 3);
    test_upload_toy.runs[0].at += 7;
    test_fetch_asserts = 0;
    gc_fetch_event event = test_upload_turns(fetch, 3);
    CHECK_INT(test_fetch_asserts, 1);
    CHECK(event.type == GC_FETCH_FAILED && !source.jumped);
    gc_fetch_close(fetch);
}

// ---- libcurl, and a server that reads bodies

#if !defined(_WIN32) && !defined(GC_FETCH_NO_CURL)
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

// A server for one connection after the other. What it does follows from the path.
typedef struct test_upload_server {
    int listener, stop;
    pthread_t thread;
    char url[64];
    char head[4096];
    uint64_t body, wrong;               // of the last request's body
    bool whole, chunked, expected;      // ... which ended as it should
    int requests, connections, cuts;    // cuts: so many are left
} test_upload_server;
static test_upload_server test_upload_web;

typedef struct test_upload_input {
    int socket;
    size_t at, size;
    uint8_t bytes[65536];
} test_upload_input;

static bool test_upload_fill(test_upload_input *in) {
    ssize_t n = recv(in->socket, in->bytes, sizeof in->bytes, 0);
    in->at = 0;
    in->size = n > 0 ? (size_t)n : 0;
    return n > 0;
}

// `size` bytes of the body, or as many as come.
static bool test_upload_take(test_upload_server *server, test_upload_input *in, uint64_t size) {
    while (size) {
        if (in->at == in->size && !test_upload_fill(in)) return false;
        size_t part = in->size - in->at < size ? in->size - in->at : (size_t)size;
        for (size_t i = 0; i < part; i++) {
            server->wrong += in->bytes[in->at + i] != test_upload_byte(server->body + i);
        }
        in->at += part;
        server->body += part;
        size -= part;
    }
    return true;
}

// A line without its end; false: there is none.
static bool test_upload_line(test_upload_input *in, char *line, size_t capacity) {
    size_t n = 0;
    for (;;) {
        if (in->at == in->size && !test_upload_fill(in)) return false;
        char c = (char)in->bytes[in->at++];
        if (c == '\n') break;
        if (n + 1 < capacity && c != '\r') line[n++] = c;
    }
    line[n] = 0;
    return true;
}

static void test_upload_say(int socket, const char *text) {
    test_upload_meet();
    for (size_t left = strlen(text); left;) {
        ssize_t n = send(socket, text, left, MSG_NOSIGNAL);
        if (n <= 0) return;
        text += n;
        left -= (size_t)n;
    }
}

// Reads the body of a request up to its end, or `most` bytes of it.
static void test_upload_body(test_upload_server *server, test_upload_input *in, uint64_t length,
                             uint64_t most) {
    char line[256];
    if (!server->chunked) {
        server->whole = test_upload_take(server, in, length < most ? length : most) && length <= most;
        return;
    }
    while (test_upload_line(in, line, sizeof line)) {
        uint64_t size = strtoull(line, NULL, 16);
        if (!size) {
            server->whole = test_upload_line(in, line, sizeof line) && !line[0];
            return;
        }
        bool taken = test_upload_take(server, in, size) && test_upload_line(in, line, sizeof line);
        if (!taken || line[0]) return;
        if (server->body >= most) return;
    }
}

static void test_upload_close_hard(int socket) {
    struct linger hard = {1, 0};
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
}

// One request. False: the connection ends.
static bool test_upload_serve(test_upload_server *server, test_upload_input *in) {
    char line[4096], path[64] = "";
    uint64_t length = 0;

    // Another connection may be wanted instead, or the end.
    struct pollfd waiting[2] = {{in->socket, POLLIN, 0}, {server->listener, POLLIN, 0}};
    while (in->at == in->size && !waiting[0].revents) {
        poll(waiting, 2, 20);
        bool stop = __atomic_load_n(&server->stop, __ATOMIC_SEQ_CST) != 0;
        if (!waiting[0].revents && (waiting[1].revents || stop)) return false;
    }
    if (in->at == in->size && !test_upload_fill(in)) return false;     // it was closed
    test_upload_meet();
    server->head[0] = 0;
    server->chunked = server->expected = false;

    if (!test_upload_line(in, line, sizeof line)) return false;
    sscanf(line, "%*s %63s", path);
    while (line[0]) {
        size_t head = strlen(server->head);
        snprintf(server->head + head, sizeof server->head - head, "%s\n", line);
        if (strncmp(line, "Content-Length: ", 16) == 0) length = strtoull(line + 16, NULL, 10);
        if (strcmp(line, "Transfer-Encoding: chunked") == 0) server->chunked = true;
        if (strcmp(line, "Expect: 100-continue") == 0) server->expected = true;
        if (!test_upload_line(in, line, sizeof line)) return false;
    }

    server->body = server->wrong = 0;
    server->whole = false;
    server->requests++;
    if (strcmp(path, "/refuse") == 0 || strcmp(path, "/slam") == 0) {
        bool slams = path[1] == 's';
        if (!server->expected) test_upload_body(server, in, length, 100000);
        test_upload_say(in->socket, "HTTP/1.1 413 Too Large\r\nContent-Length: 8\r\n");
        test_upload_say(in->socket, "Connection: close\r\n\r\ntoo much");
        if (slams) test_upload_close_hard(in->socket);
        else shutdown(in->socket, SHUT_WR);
        while (!slams && test_upload_fill(in)) {}
        return false;
    }
    if (strcmp(path, "/again") == 0 || strcmp(path, "/other") == 0) {
        if (server->expected) test_upload_say(in->socket, "HTTP/1.1 100 Continue\r\n\r\n");
        test_upload_body(server, in, length, UINT64_MAX);
        bool again = path[1] == 'a';
        test_upload_say(in->socket, again ? "HTTP/1.1 307 There\r\nLocation: /store\r\n"
                                          : "HTTP/1.1 303 There\r\nLocation: /get\r\n");
        test_upload_say(in->socket, "Content-Length: 0\r\n\r\n");
        return true;
    }

    if (server->expected) test_upload_say(in->socket, "HTTP/1.1 100 Continue\r\n\r\n");
    if (strcmp(path, "/cut") == 0 && server->cuts > 0) {
        server->cuts--;
        test_upload_body(server, in, length, 200000);
        test_upload_meet();
        return test_upload_close_hard(in->socket), false;
    }
    test_upload_body(server, in, length, UINT64_MAX);
    if (server->whole) test_upload_say(in->socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    return server->whole;
}

static void *test_upload_main(void *user) {
    test_upload_server *server = (test_upload_server *)user;
    static test_upload_input in;
    while (!__atomic_load_n(&server->stop, __ATOMIC_SEQ_CST)) {
        struct pollfd waiting = {server->listener, POLLIN, 0};
        if (poll(&waiting, 1, 20) <= 0) continue;
        in.at = in.size = 0;
        if ((in.socket = accept(server->listener, NULL, NULL)) < 0) continue;
        server->connections++;
        struct timeval patience = {10, 0};
        setsockopt(in.socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        while (test_upload_serve(server, &in)) {}
        close(in.socket);
    }
    return NULL;
}

static gc_fetch *test_upload_begin(void) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    test_upload_server *server = &test_upload_web;
    memset(server, 0, sizeof *server);
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);

    server->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (!CHECK_INT(bind(server->listener, (struct sockaddr *)&address, sizeof address), 0)) return NULL;
    if (!CHECK_INT(listen(server->listener, 16), 0)) return NULL;
    CHECK_INT(getsockname(server->listener, (struct sockaddr *)&address, &length), 0);
    snprintf(server->url, sizeof server->url, "http://127.0.0.1:%u", (unsigned)ntohs(address.sin_port));
    if (!CHECK_INT(pthread_create(&server->thread, NULL, test_upload_main, server), 0)) return NULL;

    gc_fetch_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.no_environment_proxy = true;
    desc.retry_delay_max_ms = 10;
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    CHECK(fetch != NULL);
    return fetch;
}

static void test_upload_finish(gc_fetch *fetch) {
    gc_fetch_close(fetch);
    __atomic_store_n(&test_upload_web.stop, 1, __ATOMIC_SEQ_CST);
    pthread_join(test_upload_web.thread, NULL);
    close(test_upload_web.listener);
}

static const char *test_upload_url(const char *path) {
    static char url[128];
    snprintf(url, sizeof url, "%s/%s", test_upload_web.url, path);
    return url;
}

// Bodies of known and unknown length, by several methods, one after the other.
static void test_fetch_upload_http(void) {
    static const uint64_t sizes[] = {0, 1, 70000, 3000000};
    static const char *const methods[] = {"POST", "PUT", "PATCH", NULL};
    gc_fetch *fetch = test_upload_begin();
    for (int i = 0; fetch && i < 24; i++) {
        test_upload_source source = test_upload_source_of(sizes[i % 4]);
        gc_fetch_request request = test_upload_request(test_upload_url("store"), &source, i & 4);
        request.method = methods[(i + i / 8) % 4];
        request.repeatable = i >= 16;

        gc_fetch_event event = test_upload_run(fetch, &request);
        CHECK_INT(event.result, GC_FETCH_OK);
        CHECK(event.size == 2 && event.data && memcmp(event.data, "ok", 2) == 0);
        CHECK_U64(event.sent, source.size);
        CHECK_U64(test_upload_web.body, source.size);
        CHECK(test_upload_web.whole && !test_upload_web.wrong);
        CHECK_INT(test_upload_web.chunked, !request.body_size);
        const char *method = request.method ? request.method : "POST";
        CHECK_INT(strncmp(test_upload_web.head, method, strlen(method)), 0);
        CHECK_INT(source.starts <= 1 && !source.jumped, 1);
        if (source.size > 1000000) CHECK(test_upload_progress > 0);
        // What cannot be sent again does not go on a connection that may be dead by now.
        CHECK_INT(test_upload_web.connections, i < 16 ? i + 1 : 16);
    }
    if (fetch) test_upload_finish(fetch);
}

// A source that fails or ends too early: the server has no whole body, and the next request is
// as ever.
static void test_fetch_upload_http_wrong(void) {
    gc_fetch *fetch = test_upload_begin();
    for (int i = 0; fetch && i < 4; i++) {
        test_upload_source source = test_upload_source_of(3000000);
        gc_fetch_request request = test_upload_request(test_upload_url("store"), &source, i != 1);
        if (i < 2) source.fail_at = 1000000;
        if (i == 2) source.end_at = 2000000;

        gc_fetch_event event = test_upload_run(fetch, &request);
        CHECK_INT(event.result, i == 3 ? GC_FETCH_OK : GC_FETCH_E_READ);
        CHECK_INT(event.system_error, i < 2 ? 77 : 0);
        if (i == 3) CHECK(test_upload_web.whole);
    }
    if (fetch) test_upload_finish(fetch);
    CHECK(test_upload_web.whole);       // of the last one alone
}

// A connection that is cut in the middle of a body: again, if the server may have it twice.
static void test_fetch_upload_http_cut(void) {
    gc_fetch *fetch = test_upload_begin();
    for (int i = 0; fetch && i < 4; i++) {
        test_upload_source source = test_upload_source_of(5000000);
        gc_fetch_request request = test_upload_request(test_upload_url("cut"), &source, i & 1);
        request.repeatable = i >= 2;
        test_upload_web.cuts = 2;

        gc_fetch_event event = test_upload_run(fetch, &request);
        CHECK_INT(event.result, i >= 2 ? GC_FETCH_OK : GC_FETCH_E_NETWORK);
        CHECK_INT(event.attempt, i >= 2 ? 3 : 1);
        CHECK_INT(source.starts, i >= 2 ? 3 : 1);
        bool right = test_upload_web.whole && test_upload_web.body == 5000000 && !test_upload_web.wrong;
        CHECK(right || i < 2);
    }
    if (fetch) test_upload_finish(fetch);
}

// Redirects: 307 repeats the body, if it may be; 303 asks for another URL without it.
static void test_fetch_upload_http_redirect(void) {
    gc_fetch *fetch = test_upload_begin();
    for (int i = 0; fetch && i < 6; i++) {
        bool repeatable = i & 1, other = i >= 4;
        test_upload_source source = test_upload_source_of(i & 2 ? 3000000 : 1000);
        const char *url = test_upload_url(other ? "other" : "again");
        gc_fetch_request request = test_upload_request(url, &source, i != 2);
        request.method = "POST";
        request.repeatable = repeatable;

        gc_fetch_event event = test_upload_run(fetch, &request);
        CHECK_INT(event.result, repeatable || other ? GC_FETCH_OK : GC_FETCH_E_REDIRECT);
        CHECK_INT(source.starts, repeatable && !other ? 2 : 1);
        if (repeatable && !other) CHECK(test_upload_web.whole && test_upload_web.body == source.size);
        if (other) CHECK(strncmp(test_upload_web.head, "GET /get ", 9) == 0 && !test_upload_web.chunked);
        if (!repeatable && !other) CHECK(strstr(event.detail, "see repeatable") != NULL);
    }
    if (fetch) test_upload_finish(fetch);
}

// A server that answers before it has all. By Expect it need not take a byte; one that slams
// the door may be heard, or not, but never as success.
static void test_fetch_upload_http_early(void) {
    gc_fetch *fetch = test_upload_begin();
    for (int i = 0; fetch && i < 6; i++) {
        bool slams = i >= 4, expects = i & 1;
        const char *no_expect = "Expect:";
        test_upload_source source = test_upload_source_of(50000000);
        const char *url = test_upload_url(slams ? "slam" : "refuse");
        gc_fetch_request request = test_upload_request(url, &source, i < 2 || slams);
        if (!expects) {
            request.headers = &no_expect;
            request.header_count = 1;
        }

        gc_fetch_event event = test_upload_run(fetch, &request);
        CHECK_INT(event.type, GC_FETCH_FAILED);
        CHECK(event.result == GC_FETCH_E_HTTP_STATUS || (slams && event.result == GC_FETCH_E_NETWORK));
        bool heard = event.http_status == 413 && event.size == 8 && memcmp(event.data, "too much", 8) == 0;
        CHECK(heard || slams);
        CHECK_INT(test_upload_web.expected, expects);
        if (expects) CHECK(source.given == 0 && event.sent == 0);
        CHECK(source.given < 50000000);
    }
    if (fetch) test_upload_finish(fetch);
}

// Cancel, pause and the rate limit while libcurl sends; a source that has nothing now and then.
static void test_fetch_upload_http_times(void) {
    gc_fetch *fetch = test_upload_begin();
    gc_fetch_event event;
    gc_fetch_id id;
    if (!fetch) return;
    test_upload_source source = test_upload_source_of(3000000);
    source.later_every = 5;
    gc_fetch_request request = test_upload_request(test_upload_url("store"), &source, false);
    event = test_upload_run(fetch, &request);
    CHECK_INT(event.result, GC_FETCH_OK);
    CHECK(test_upload_web.whole && test_upload_web.body == 3000000 && !test_upload_web.wrong);

    // A second of a limit, of all bodies and of this host's.
    for (int i = 0; i < 2; i++) {
        source = test_upload_source_of(1200000);
        request.body_size = 1200000;
        gc_fetch_set_rate_limit(fetch, i ? 0 : 1000000);
        CHECK_INT(gc_fetch_set_host_limit(fetch, request.url, 0, i ? 1000000 : 0), GC_FETCH_OK);
        uint64_t start = gc_fetch_priv_now_ms();
        event = test_upload_run(fetch, &request);
        uint64_t took = gc_fetch_priv_now_ms() - start;
        CHECK_INT(event.result, GC_FETCH_OK);
        CHECK(took >= 1000 && took < 4000);
    }
    gc_fetch_set_host_limit(fetch, request.url, 0, 0);

    // A pause, and a cancel.
    source = test_upload_source_of(100000000);
    request.body_size = 100000000;
    gc_fetch_set_rate_limit(fetch, 3000000);
    CHECK_INT(gc_fetch_add(fetch, &request, &id), GC_FETCH_OK);
    gc_fetch_priv_sleep_ms(300);
    gc_fetch_pause(fetch, id);
    gc_fetch_priv_sleep_ms(100);
    while (gc_fetch_poll(fetch, &event)) {}
    uint64_t before = event.sent;
    CHECK(before > 0 && event.type == GC_FETCH_PROGRESS);

    gc_fetch_priv_sleep_ms(300);
    while (gc_fetch_poll(fetch, &event)) {}
    CHECK_U64(event.sent, before);
    gc_fetch_resume(fetch, id);
    gc_fetch_priv_sleep_ms(300);
    while (gc_fetch_poll(fetch, &event)) {}
    CHECK(event.sent > before);

    gc_fetch_cancel(fetch, id);
    while (gc_fetch_wait(fetch, 10000) == GC_FETCH_OK) {
        while (gc_fetch_poll(fetch, &event)) {}
    }
    CHECK(event.type == GC_FETCH_FAILED && event.result == GC_FETCH_E_CANCELLED);
    test_upload_finish(fetch);
    CHECK(!test_upload_web.whole);
}

// The most memory that the process has had, KB.
static long test_upload_peak(void) {
    char line[256];
    long peak = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status)) sscanf(line, "VmHWM: %ld", &peak);
    if (status) fclose(status);
    return peak;
}

// A large body needs no more memory than a small one.
static void test_fetch_upload_http_large(void) {
    const char *megabytes = getenv("TEST_FETCH_UPLOAD");
    gc_fetch *fetch = test_upload_begin();
    if (!fetch) return;
    test_upload_source source = test_upload_source_of(100000);
    gc_fetch_request request = test_upload_request(test_upload_url("store"), &source, true);
    request.repeatable = true;
    CHECK_INT(test_upload_run(fetch, &request).result, GC_FETCH_OK);

    FILE *reset = fopen("/proc/self/clear_refs", "w");
    if (reset) fputs("5", reset), fclose(reset);    // the peak is the present
    long before = test_upload_peak();

    for (int i = 0; i < 2; i++) {
        source = test_upload_source_of((uint64_t)(megabytes ? atoi(megabytes) : 256) << (i ? 18 : 20));
        request.body_size = i ? 0 : source.size;

        gc_fetch_event event = test_upload_run(fetch, &request);
        CHECK_INT(event.result, GC_FETCH_OK);
        CHECK_U64(test_upload_web.body, source.size);
        CHECK_U64(test_upload_web.wrong, 0);
        CHECK(test_upload_told == source.size && source.largest <= 65536);
    }
    long more = test_upload_peak() - before;
    if (test_verbose) printf("    %ld KB more for %llu bytes\n", more, (unsigned long long)source.size << 2);
    CHECK(more < 1000);
    test_upload_finish(fetch);
}
#endif

static const test_case test_fetch_upload_cases[] = {
    TEST_CASE(test_fetch_upload_refused),
    TEST_CASE(test_fetch_upload_pieces),
    TEST_CASE(test_fetch_upload_wrong),
    TEST_CASE(test_fetch_upload_again),
    TEST_CASE(test_fetch_upload_times),
    TEST_CASE(test_fetch_upload_slow),
    TEST_CASE(test_fetch_upload_misuse),
#if !defined(_WIN32) && !defined(GC_FETCH_NO_CURL)
    TEST_CASE(test_fetch_upload_http),
    TEST_CASE(test_fetch_upload_http_wrong),
    TEST_CASE(test_fetch_upload_http_cut),
    TEST_CASE(test_fetch_upload_http_redirect),
    TEST_CASE(test_fetch_upload_http_early),
    TEST_CASE(test_fetch_upload_http_times),
    TEST_CASE(test_fetch_upload_http_large),
#endif
};

#ifndef TEST_FETCH_OTHER_MAIN
TEST_MAIN(test_fetch_upload_cases)
#endif
