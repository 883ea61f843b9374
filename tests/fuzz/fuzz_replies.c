// fuzz_replies.c - what gc_fetch.h makes of any bytes that a server sends: each request has
// exactly one final event, within its limits, with a text. libcurl talks to a socket of this
// process; no network is touched. -DGC_FETCH_NO_CURL: the same through a transport,
// whose heads, pieces and ends the input chooses.
//
//     clang -O1 -g -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_replies.c -lcurl -pthread
//     ./a.out tests/fuzz/corpus/replies            (with -DGC_FETCH_NO_CURL: corpus/transport)
//
// Byte 0: the request's options; then the reply. A second connection gets the same bytes.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define GC_FETCH_STATIC
#include "gc_fetch.h"
#include "fuzz.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { FUZZ_REPLIES_MOST = 2000, FUZZ_REPLIES_ROOM = 300 };

static const uint8_t *fuzz_replies_bytes;
static size_t fuzz_replies_size;
static uint64_t fuzz_replies_now;

static uint64_t fuzz_replies_clock(void *user) {
    (void)user;
    return fuzz_replies_now++;
}

// ---- a stream's sink: bytes come in order, from 0 or where it was resumed again, when an
// attempt begins anew

static uint64_t fuzz_replies_at, fuzz_replies_from;
static bool fuzz_replies_anew;
static void fuzz_replies_begin(void *user, gc_fetch_id id, uint32_t attempt) {
    (void)user, (void)id, (void)attempt;
    fuzz_replies_anew = true;
}
static size_t fuzz_replies_take(void *user, uint64_t offset, const void *data, size_t size) {
    (void)user;
    if (fuzz_replies_anew) {
        FUZZ_NEED(offset == 0 || offset == fuzz_replies_from);
        fuzz_replies_at = offset;
        fuzz_replies_anew = false;
    }
    FUZZ_NEED(offset == fuzz_replies_at && (data || size == 0));
    if (size > 7) size -= 3;        // not all at once
    fuzz_replies_at += size;
    return size;
}

#ifndef GC_FETCH_NO_CURL
// ---- libcurl, to a socket of this process

static int fuzz_replies_listener = -1;
static char fuzz_replies_name[40];

// A name without a file (Linux); every host of every redirect is there.
static void fuzz_replies_listen(void) {
    struct sockaddr_un address;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    snprintf(fuzz_replies_name, sizeof fuzz_replies_name, "gc_fuzz_replies_%ld", (long)getpid());
    memcpy(address.sun_path + 1, fuzz_replies_name, strlen(fuzz_replies_name));
    const size_t length = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(fuzz_replies_name);
    fuzz_replies_listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    FUZZ_NEED(fuzz_replies_listener >= 0);
    FUZZ_NEED(bind(fuzz_replies_listener, (struct sockaddr *)&address, (socklen_t)length) == 0);
    FUZZ_NEED(listen(fuzz_replies_listener, 8) == 0);
}

// Sends the reply to who has connected. Its end stays open until the next one, for what curl
// sends.
static void fuzz_replies_serve(void) {
    static int other = -1;
    const int fd = accept(fuzz_replies_listener, NULL, NULL);
    if (fd < 0) return;
    send(fd, fuzz_replies_bytes, fuzz_replies_size, MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(fd, SHUT_WR);
    if (other >= 0) close(other);
    other = fd;
}
static void fuzz_replies_setup(void *user, void *easy, uint64_t tag) {
    (void)user, (void)tag;
    curl_easy_setopt((CURL *)easy, CURLOPT_ABSTRACT_UNIX_SOCKET, fuzz_replies_name);
    curl_easy_setopt((CURL *)easy, CURLOPT_FORBID_REUSE, 1L);
}
#else
// ---- a transport that plays the input

static gc_fetch_transfer *fuzz_replies_running;
static size_t fuzz_replies_played;
static bool fuzz_replies_paused;

static void fuzz_replies_serve(void) {}
static uint8_t fuzz_replies_byte(void) {
    return fuzz_replies_played < fuzz_replies_size ? fuzz_replies_bytes[fuzz_replies_played++] : 0;
}
static uint64_t fuzz_replies_number(void) {
    const uint8_t kind = fuzz_replies_byte();
    return kind == 255 ? UINT64_MAX : kind == 254 ? UINT64_MAX - fuzz_replies_byte() : kind;
}
static int fuzz_replies_start(void *user, gc_fetch_transfer *t, const gc_fetch_job *job) {
    (void)user, (void)job;
    FUZZ_NEED(!fuzz_replies_running);
    fuzz_replies_running = t;
    fuzz_replies_paused = false;
    return GC_FETCH_OK;
}
static void fuzz_replies_stop(void *user, gc_fetch_transfer *t) {
    (void)user;
    FUZZ_NEED(t == fuzz_replies_running);
    fuzz_replies_running = NULL;
}
static void fuzz_replies_pause(void *user, gc_fetch_transfer *t, bool paused) {
    (void)user, (void)t;
    fuzz_replies_paused = paused;
}
static int fuzz_replies_pump(void *user, int timeout_ms) {
    static const char *const validators[4] = { NULL, "", "\"one\"", "Tue, 01 Jan 2030 00:00:00 GMT" };
    static const char *const headers[2] = { "Retry-After: 1", "Odd" };
    (void)user, (void)timeout_ms;

    for (int steps = 0; fuzz_replies_running && steps < 8; steps++) {
        gc_fetch_transfer *t = fuzz_replies_running;
        const bool over = fuzz_replies_played == fuzz_replies_size;
        const uint8_t what = over ? 3 : fuzz_replies_byte();

        if (what % 4 == 0) {
            gc_fetch_response head;
            memset(&head, 0, sizeof head);

            head.http_status = what & 128 ? 206 : 100 + 2 * (int)fuzz_replies_byte();
            head.size = fuzz_replies_number();
            head.ranges = (what & 64) != 0;
            head.first = fuzz_replies_number();
            head.end = fuzz_replies_number();
            head.total = fuzz_replies_number();
            head.validator = validators[what >> 4 & 3];
            head.headers = headers;
            head.header_count = what >> 3 & 1 ? 2 : 0;
            gc_fetch_respond_with(t, &head);
        } else if (what % 4 < 3) {
            uint8_t piece[512];
            if (fuzz_replies_paused) return GC_FETCH_OK;

            memset(piece, what, sizeof piece);
            gc_fetch_deliver(t, piece, what % 4 == 1 ? what / 4 : what / 4 * 8);
        } else {
            gc_fetch_outcome outcome = { GC_FETCH_OK, 0, 0, NULL };

            outcome.result = what & 4 ? -(int)fuzz_replies_byte() : GC_FETCH_OK;
            outcome.retry_after_ms = what & 8 ? fuzz_replies_byte() : 0;
            fuzz_replies_running = NULL;
            gc_fetch_finish(t, &outcome);
        }
    }

    return GC_FETCH_OK;
}
#endif

// ---- one request

static gc_fetch *fuzz_replies_fetch(void) {
    static gc_fetch *fetch;
    gc_fetch_desc desc;
    if (fetch) return fetch;

    memset(&desc, 0, sizeof desc);
    desc.parallel = 1;
    desc.no_thread = true;
    desc.now_ms = fuzz_replies_clock;
    desc.no_environment_proxy = true;
    desc.retry_delay_max_ms = 1;
    desc.idle_timeout_ms = 1000;
#ifndef GC_FETCH_NO_CURL
    fuzz_replies_listen();
    desc.setup = fuzz_replies_setup;
#else
    static gc_fetch_transport transport;
    transport.start = fuzz_replies_start;
    transport.stop = fuzz_replies_stop;
    transport.pause = fuzz_replies_pause;
    transport.pump = fuzz_replies_pump;
    desc.transport = &transport;
#endif

    fetch = gc_fetch_open(&desc, NULL);
    FUZZ_NEED(fetch != NULL);
    return fetch;
}

// Until the final event; the clock moves by a second from time to time.
static void fuzz_replies_wait(gc_fetch *fetch, gc_fetch_id id, gc_fetch_event *last) {
    for (int turns = 0;; turns++) {
        FUZZ_NEED(turns < 100000);
        if (turns % 50 == 49) fuzz_replies_now += 1000;
        gc_fetch_pump(fetch, 0);
        fuzz_replies_serve();
        while (gc_fetch_poll(fetch, last)) {
            FUZZ_NEED(gc_fetch_id_equal(last->id, id));
            if (last->type == GC_FETCH_DONE || last->type == GC_FETCH_FAILED) return;
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t room[FUZZ_REPLIES_ROOM];
    static const uint8_t sha256[32] = { 1 };
    if (size < 1 || size > 32768) return 0;
    const unsigned options = data[0];
    fuzz_replies_bytes = data + 1;
    fuzz_replies_size = size - 1;
    fuzz_replies_at = fuzz_replies_from = 0;
#ifdef GC_FETCH_NO_CURL
    fuzz_replies_played = 0;
#endif

    gc_fetch *fetch = fuzz_replies_fetch();
    gc_fetch_request request;
    gc_fetch_id id;
    gc_fetch_event event;
    memset(&request, 0, sizeof request);
    request.url = "http://127.0.0.1/a";
    request.max_size = FUZZ_REPLIES_MOST;
    request.attempts = 1 + (options & 1);
    request.compressed = (options & 2) != 0;
    request.keep_error_body = (options & 4) != 0;
    if (options & 8) request.sha256 = sha256;
    switch (options >> 4 & 3) {
    case 1: request.memory = room, request.memory_size = sizeof room; break;
    case 2: request.sink = GC_FETCH_STREAM, request.stream = fuzz_replies_take; break;
    case 3: request.sink = GC_FETCH_STREAM, request.stream = fuzz_replies_take;
        request.resume_from = fuzz_replies_from = 5, request.validator = "\"one\"";
        request.compressed = false, request.sha256 = NULL;      // neither goes with it
        break;
    default: break;
    }
    if (options & 64) request.size = 12;
    request.stream_begin = fuzz_replies_begin;
    FUZZ_NEED(gc_fetch_add(fetch, &request, &id) == GC_FETCH_OK);
    fuzz_replies_wait(fetch, id, &event);

    // Its promises.
    const bool done = event.type == GC_FETCH_DONE;
    FUZZ_NEED(gc_fetch_result_string(event.result)[0] && event.final_url);
    FUZZ_NEED(done == (event.result == GC_FETCH_OK || event.result == GC_FETCH_NOT_MODIFIED));
    FUZZ_NEED(!done || !request.sha256);
    FUZZ_NEED(event.received <= FUZZ_REPLIES_MOST || !done);
    if (done && request.sink == GC_FETCH_MEMORY) {
        FUZZ_NEED(event.size <= (request.memory ? sizeof room : (size_t)FUZZ_REPLIES_MOST));
        FUZZ_NEED(event.size == 0 || event.data);
        if (options & 64 && event.result == GC_FETCH_OK) FUZZ_NEED(event.size == 12);
        volatile uint8_t sum = 0;
        for (size_t i = 0; i < event.size; i++) sum = (uint8_t)(sum + ((const uint8_t *)event.data)[i]);
    }
    for (int k = 0; k < 2; k++) {
        const char *value = gc_fetch_header(fetch, id, k ? "Content-Type" : "Location");
        FUZZ_NEED(!value || strlen(value) <= size);
    }
    FUZZ_NEED(!gc_fetch_poll(fetch, &event));
    return 0;
}
