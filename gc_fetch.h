/*
gc_fetch.h - v0.4.0 - downloads thousands of files in parallel - MIT or public domain

DO THIS
    #define GC_FETCH_IMPLEMENTATION
    #include "gc_fetch.h"
in exactly one C or C++ file; include the header plainly everywhere else. HTTP needs libcurl
7.68 or later, with its headers and -lcurl. GC_FETCH_DLOPEN needs neither of these two.

EXAMPLE
    cc example.c -o example -lcurl -pthread

        #define GC_FETCH_IMPLEMENTATION
        #include "gc_fetch.h"
        #include <stdio.h>
        int main(int argc, char **argv) {
            static gc_fetch_request request;        // static: all zero, the defaults
            gc_fetch_event event;
            gc_fetch *fetch = gc_fetch_open(NULL, NULL);
            if (!fetch) return 1;
            request.url = argc > 1 ? argv[1] : "file:///etc/hostname";
            int result = gc_fetch_add(fetch, &request, NULL);
            if (result != GC_FETCH_OK) printf("%s: %s\n", request.url, gc_fetch_result_string(result));
            while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK)
                while (gc_fetch_poll(fetch, &event)) {
                    if (event.type == GC_FETCH_DONE) printf("%u bytes\n", (unsigned)event.size);
                    if (event.type == GC_FETCH_FAILED) printf("%s: %s\n", event.url, event.detail);
                    result = event.result;          // the last event is the final one
                }
            gc_fetch_close(fetch);
            return result == GC_FETCH_OK ? 0 : 1;
        }

OVERRIDE MACROS (define them before the include; the default is shown)
    GC_FETCH_API                      extern; prefix of every public function
    GC_FETCH_INLINE                   static inline; prefix of the inline functions
    GC_FETCH_ASSERT(c)                assert(c); checks misuse in debug builds
    GC_FETCH_MALLOC(size)             malloc; define all three or none
    GC_FETCH_REALLOC(ptr, size)       realloc
    GC_FETCH_FREE(ptr)                free

FEATURE MACROS
    GC_FETCH_STATIC                   every function static; implies the implementation
    GC_FETCH_DLOPEN                   loads libcurl at run time (before glibc 2.34: -ldl);
                                      where it is not there, http: and https: are E_SCHEME
    GC_FETCH_NO_CURL                  no HTTP: file: URLs and desc.transport only
    GC_FETCH_NO_SIMD                  SHA-256 without the processor's instructions for it
    GC_FETCH_NO_THREADS               desc.no_thread always; no symbol of threads remains

OVERVIEW
    A gc_fetch has a queue of requests and one network thread that keeps up to `parallel`
    transfers running. You add requests and poll events; neither ever waits. Each request ends
    with exactly one final event, done or failed. Done means complete and verified.

        add --> [queue] --> network thread: transport --> verify --> sink
        poll <-- [started, progress, done, failed] <--+

    Sinks: memory (yours, or a buffer that grows up to max_size), a file below desc.root (whole
    or absent), or your stream function, which may take fewer bytes than offered.

NOTES
    Response   The final event has status and final URL, gc_fetch_header gives the fields. A 304
               you asked for is done. A body that comes compressed unasked stays compressed.
    Ranges     Idle transfers help the largest body, until a request waits. See no_split, priority.
    Retry      A GET or HEAD is tried again after a failed connection, a short body, a wrong
               hash, a time-out, and a status of 408, 429, 500, 502, 503 or 504. It waits for a
               random delay, or for Retry-After. A body that was cut goes on where it was; a
               file's does so after a kill as well. See `attempts` and `path`.
    URLs       You percent-encode them (gc_fetch_encode_path). TLS is verified. A request
               follows 5 redirects: to http(s), and from https to https. Another host gets your
               headers Accept..., Content-Type, Range and If-... alone. The proxy is the
               environment's, unless desc says otherwise. .netrc is not read.

MEMORY
    gc_fetch_open allocates 190 KB, 760 bytes for each of `max_requests`, and 7 KB for each of
    `parallel`. max_requests 0 begins with 1,024 and doubles. A request allocates a block for
    its head, one if its texts and body exceed 112 bytes, one for a failure's message, and one
    while it has no place. An own memory sink allocates the download. libcurl takes 64 KB for a
    transfer, and with HTTP/2 up to 32 MB for a slow sink. A decoder wants 64 KB, one at a time.

ERRORS AND LOGGING
    Functions return GC_FETCH_OK or a negative GC_FETCH_E_ value. A failed event has result,
    http_status, system_error (errno, or Winsock's), url and `detail`, a line of text. desc.log,
    if set, is called for each attempt that will be retried (level 1) and each failure (level 2).

THREADS
    [any thread]      from any thread at any time
    [poll thread]     from one thread at a time, the one that polls
    [network thread]  from inside a transport's start or pump
    [change]          while no other call on this gc_fetch runs
    Streams, body_read, decoders, setup, log, notify and the transport are called on the network thread,
    the allocator on any. They may call add, cancel, pause..., resume..., set_... and get_statistics
    only. With desc.no_thread all happens in gc_fetch_pump and gc_fetch_wait, on the poll thread.

PLATFORMS
    POSIX with pthreads: Linux, macOS, BSD. Windows Vista or later: mingw under Wine, not MSVC.
    There the root is UTF-8, a URL is file:///C:/path, and a file that others hold open is not
    replaced (E_WRITE). DLOPEN needs Windows 8. examples/transports/: WinHTTP, a browser's fetch.

LIMITS
    A killed process leaves .gcf-*.tmp files. Those of 1 MB or more are found again; gc_fetch_open
    removes others after an hour, where flock works. A power cut may tear files under 1 MB (as
    sent), and 64 MB may come again after it without sha256 (macOS, BSD: also after a kill).
    A 32-bit off_t: 2 GB a file. libcurl before 7.87: to end a look-up waits for the resolver.

RECENT CHANGES
    0.4.0   faults of 0.3 mended, urgent is urgent, live limits: see CHANGELOG.md

SPDX-License-Identifier: MIT OR Unlicense
*/

// >>common head
// Strict ISO modes hide POSIX, and the first system header decides: each of the five has this.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#if defined(GC_FETCH_IMPLEMENTATION) || defined(GC_FETCH_STATIC)
#define _GNU_SOURCE
#endif
#endif

// After a plain include the declarations are extern and stay it.
#if defined(GC_FETCH_STATIC) && defined(GC_FETCH_PRIV_PLAIN)
#error "gc_fetch.h: GC_FETCH_STATIC must be defined before the first include"
#endif
// <<common head

#if defined(GC_FETCH_VERSION) && GC_FETCH_VERSION != 400
#error "gc_fetch.h: another version of gc_fetch.h was already included in this translation unit"
#endif

#ifndef GC_FETCH_H
#define GC_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GC_FETCH_VERSION 400    // major * 10000 + minor * 100 + patch

// >>common config
#if defined(__GNUC__) || defined(__clang__)
#define GC_FETCH_PRIV_UNUSED __attribute__((unused))
#else
#define GC_FETCH_PRIV_UNUSED
#endif

#ifdef GC_FETCH_STATIC
#ifndef GC_FETCH_IMPLEMENTATION
#define GC_FETCH_IMPLEMENTATION
#endif
#ifndef GC_FETCH_API
#define GC_FETCH_API GC_FETCH_PRIV_UNUSED static
#endif
#else
#define GC_FETCH_PRIV_PLAIN
#endif
#ifndef GC_FETCH_API
#define GC_FETCH_API extern
#endif
#ifndef GC_FETCH_INLINE
#define GC_FETCH_INLINE GC_FETCH_PRIV_UNUSED static inline
#endif
// <<common config

#ifdef __cplusplus
extern "C" {
#endif

// ---- results

// What functions return, and what requests end with.
enum {
    GC_FETCH_OK = 0,
    GC_FETCH_TIMEOUT = 1,           // gc_fetch_wait, _pump: the time is over and there is no event
    GC_FETCH_IDLE = 2,              // gc_fetch_wait, _pump: no request is left and no event
    // Of a done event whose request had skip_same, If-None-Match or If-Modified-Since: nothing
    // has changed (http_status 0 or 304). No byte went to the sink, and a file stays as it is.
    GC_FETCH_NOT_MODIFIED = 20,
    GC_FETCH_E_ARGUMENT = -1,       // misuse: NULL, an unknown enum, a range
    GC_FETCH_E_MEMORY = -2,         // out of memory
    GC_FETCH_E_FULL = -3,           // max_requests are waiting, running or not yet polled (0: see there)
    GC_FETCH_E_STALE = -4,          // the id's request is gone
    // A file sink's path breaks the rules, leads through a link, or is no plain file.
    GC_FETCH_E_PATH = -7,
    GC_FETCH_E_ROOT = -8,           // desc.root cannot be opened, or a file sink without desc.root
    GC_FETCH_E_THREAD = -9,         // the network thread could not be started
    GC_FETCH_E_TOO_LARGE = -11,     // over max_size, or over the caller's buffer
    GC_FETCH_E_CANCELLED = -14,
    // Empty, longer than GC_FETCH_MAX_URL, spaces or control bytes, or not a URL.
    GC_FETCH_E_URL = -20,
    GC_FETCH_E_SCHEME = -21,        // no transport for this kind of URL, or none that takes body_read
    GC_FETCH_E_HEADER = -22,        // a header or method with control bytes, or a header without a name
    GC_FETCH_E_RESOLVE = -23,       // no such host
    GC_FETCH_E_CONNECT = -24,       // host unreachable or connection refused
    GC_FETCH_E_TLS = -25,           // certificate or handshake
    GC_FETCH_E_NETWORK = -26,       // connection broken: cut, reset, short body
    GC_FETCH_E_TIMED_OUT = -27,     // connect, idle or total time limit
    GC_FETCH_E_REDIRECT = -28,      // too many redirects, or to a forbidden scheme
    GC_FETCH_E_HTTP_STATUS = -29,   // not 2xx: see http_status
    GC_FETCH_E_PROTOCOL = -30,      // not valid HTTP
    GC_FETCH_E_SIZE = -31,          // complete, but not of the expected size
    GC_FETCH_E_HASH = -32,          // complete, but another SHA-256
    GC_FETCH_E_READ = -33,          // file: URL cannot be opened or read, or body_read has failed
    GC_FETCH_E_WRITE = -34,         // file sink: a system call failed
    GC_FETCH_E_TRANSPORT = -35,     // libcurl could not be started, or the caller's transport failed
    GC_FETCH_E_SINK = -36           // a stream took nothing for sink_timeout_ms, or has failed
};

// A short English text for a result; never NULL. [any thread]
GC_FETCH_API const char *gc_fetch_result_string(int result);

// GC_FETCH_VERSION of the implementation. [any thread]
GC_FETCH_API int gc_fetch_version(void);

// ---- opening

// A queue of requests, their transfers and the network thread.
typedef struct gc_fetch gc_fetch;

// How bytes come here: see "your own transport".
typedef struct gc_fetch_transport gc_fetch_transport;

// A request that was added. Zero is never valid, and a stale id is always detected.
typedef struct gc_fetch_id { uint32_t slot, generation; } gc_fetch_id;

// >>common allocation
// Memory from the caller. One function for all: ptr NULL allocates, new_size 0 frees and
// returns NULL; NULL otherwise means out of memory, and the block is unchanged. Blocks are
// aligned as malloc's.
typedef struct gc_fetch_allocator {
    void *(*resize)(void *user, void *ptr, size_t old_size, size_t new_size);
    void *user;
} gc_fetch_allocator;
// <<common allocation

// Which of the waiting requests starts first. A higher priority always does.
enum {
    // Half of the transfers take the largest requests, the others the smallest: large files use
    // the bandwidth while small ones wait for round trips. Without sizes it is a shuffle.
    GC_FETCH_ORDER_MIXED = 0,
    GC_FETCH_ORDER_GIVEN = 1,       // as added
    GC_FETCH_ORDER_SHUFFLED = 2     // random
};

// How to open a gc_fetch. Zero means the default, which is named after the colon; every text is
// copied.
typedef struct gc_fetch_desc {
    uint32_t parallel;              // transfers at once: 16, at most 64
    uint32_t per_host;              // of them to one host and port, HTTP only: no limit
    int order;                      // GC_FETCH_ORDER_MIXED

    // Idle transfers do not help large bodies: a body is one request, unless it is cut. For
    // servers that count requests.
    bool no_split;

    // Limits. UINT32_MAX is none. The last five are of each request: see "the life of a
    // request". No request starts beyond memory_limit, so poll while others run. The table of
    // requests doubles up to memory_limit, and to 16,384 in any case. A Retry-After beyond
    // retry_delay_max_ms fails the request at once. idle_timeout_ms and min_rate rest while a
    // request is paused or its sink takes nothing.
    uint32_t max_requests;          // between add and the poll of their final event, at most 2^24: no limit
    uint64_t memory_limit;          // bytes of own memory sinks that were not polled yet: 256 MiB
    uint64_t rate_limit;            // see gc_fetch_set_rate_limit: none
    uint32_t attempts;              // tries in a row that bring less than 16 KB: 4
    uint32_t retry_delay_max_ms;    // of the random delays, at first up to 250, doubled each time: 10,000
    uint32_t connect_timeout_ms;    // of an attempt: 10,000
    uint32_t idle_timeout_ms;       // without a byte, either way: 30,000
    uint32_t min_rate;              // bytes a second of a body, on average over idle_timeout_ms: 1,000

    // What happens when the disk of file sinks is full, or when no transfer gets a descriptor.
    // True: everything is held, which GC_FETCH_HELD tells once. Twice a second it looks for the
    // room that the file needs, at most 1 MB, and goes on when it is there. False: the largest
    // of the files that are being written fails alone, with E_WRITE and errno in system_error.
    // For half a second no file is asked for that would not fit. Without a descriptor each
    // request fails (EMFILE). With few descriptors, as many transfers run as these allow.
    bool hold_when_full;
    const char *root;               // folder of all file sinks, made with its parents where missing: none

    // What is kept of an unfinished file (see path) is removed by the first gc_fetch_open for
    // this root after so many days: 7.
    uint32_t part_days;
    const char *user_agent;         // "gc_fetch/0.4"
    const char *proxy;              // as libcurl's CURLOPT_PROXY: the environment's (http_proxy and so on)
    bool no_environment_proxy;      // proxy NULL is no proxy
    const char *ca_file;            // certificate bundle: libcurl's own

    // Allows HTTP/2 over TLS, with at most this many transfers a connection: HTTP/1.1 only.
    // Many servers limit each connection, so one that carries everything is often the slowest
    // way. A sink that takes less no longer bounds libcurl's memory.
    uint32_t http2_streams;
    const gc_fetch_transport *transport;    // your own; the table is copied: none
    bool skip_events;               // no started and progress events: final ones only
    bool no_thread;                 // no network thread: gc_fetch_pump drives it
    bool no_global_init;            // you have called curl_global_init yourself
    gc_fetch_allocator allocator;   // GC_FETCH_MALLOC and so on; must be thread-safe

    // Called with libcurl's handle (a CURL *) of each transfer before it starts, on the network
    // thread: for client certificates, certificates in memory, cookies, authentication, or a
    // CURLOPT_OPENSOCKETFUNCTION that refuses addresses, of redirects as well. tag is the
    // request's. Leave its URL, headers, callbacks, error buffer and private pointer alone.
    void (*setup)(void *user, void *easy, uint64_t tag);

    // The clock of delays and time limits, for tests and replays; it needs no_thread. A call of
    // gc_fetch_pump or _wait is then one turn, and waits for nothing: you move the clock. Order
    // and delays follow from its time in gc_fetch_open. NULL: the system's monotonic one.
    uint64_t (*now_ms)(void *user);

    // New events are there. It is called on the network thread, once for all events of a turn:
    // post a semaphore, and poll until there is none.
    void (*notify)(void *user);
    // Level 1 note, 2 failure; code is a result.
    void (*log)(void *user, int level, int code, const char *text);
    void *user;                     // of setup, now_ms, notify and log
} gc_fetch_desc;

// >>common error
// Why gc_fetch_open has failed.
typedef struct gc_fetch_error {
    int result;
    int system_error;               // errno, or 0
    char what[192];                 // the thing it failed on
} gc_fetch_error;
// <<common error

// Opens a gc_fetch; desc NULL: all default. NULL: *error (which may be NULL) has E_ARGUMENT,
// E_MEMORY, E_ROOT, E_THREAD or E_TRANSPORT. It looks into all folders below desc.root, 32
// deep, for what killed processes have left: 0.03 s for 100,000 files in 256 folders, 0.4 s if
// the disk has to be read. [any thread]
GC_FETCH_API gc_fetch *gc_fetch_open(const gc_fetch_desc *desc, gc_fetch_error *error);

// Stops everything, without events, and frees everything, also data that was not taken. NULL
// does nothing. [change]
GC_FETCH_API void gc_fetch_close(gc_fetch *f);

// ---- requests

// The life of a request, and where each limit holds:
//
//     add                                                                      final event
//      |-- waits --|-- attempt 1 --------------------|-- delay --|-- attempt 2 --|
//                  |-- connect --|-- head and body --|
//                  connect_timeout_ms                250 ms, doubled each time up to
//                                idle_timeout_ms     retry_delay_max_ms; or Retry-After
//                                min_rate
//      |------------------------------ deadline_ms ------------------------------|
//
// `attempts` counts tries in vain: 1 means that nothing is tried again. A body that is cut goes
// on from there, in the same attempt. It needs sha256, or a strong ETag of the server's (or a
// Last-Modified a minute old). A try that has brought 16 KB does not count. If ranges are
// answered by errors, or wrongly, a last attempt asks for all by a plain GET. `size` is what
// you expect, from a manifest for example. Another size is E_SIZE. Files are ordered by it.

// As gc_fetch_request.size, whose 0 means unknown: the body is expected to be empty.
#define GC_FETCH_EMPTY UINT64_MAX

// Longest URL in bytes; common servers refuse longer ones.
enum { GC_FETCH_MAX_URL = 8191 };

// Returned by a stream sink or body_read: it fails the request. By gc_fetch_deliver and
// gc_fetch_upload: the attempt has failed, call gc_fetch_finish soon, with any outcome.
#define GC_FETCH_ABORT ((size_t)-1)

// Returned by body_read and gc_fetch_upload: there is nothing now, but will be.
#define GC_FETCH_LATER ((size_t)-2)

// Sinks: where the bytes of a body go.
enum { GC_FETCH_MEMORY = 0, GC_FETCH_FILE = 1, GC_FETCH_STREAM = 2 };

// Turns a coded body, most often gzip, into a file: two functions around zlib, called on the
// network thread. One file at a time is decoded, so all requests may share one.
typedef struct gc_fetch_decoder {
    void *user;

    // What comes next is a body's first byte. 0, or an error, which is system_error of the
    // event (E_SINK).
    int (*begin)(void *user);

    // Takes some of *in_size bytes, makes at most *out_size, and sets both to how many.
    // *in_size 0: no more will come. Returns 0: it goes on; 1: it may end here; negative: it is
    // not valid.
    int (*decode)(void *user, const void *in, size_t *in_size, void *out, size_t *out_size);
} gc_fetch_decoder;

// A request. Zero means the default; only url must be given. Everything is copied but
// `memory`, `decoder`, and what `user` pointers mean: these must stay until the final event.
typedef struct gc_fetch_request {
    const char *url;                // http:, https:, file:///, or what desc.transport takes; percent-encoded
    uint64_t tag;                   // yours, handed back in every event
    int sink;                       // GC_FETCH_MEMORY

    // Higher first. A request above all that run starts at once: ranges give it their place,
    // then the running body of lowest priority that can go on later. Those below one that comes
    // are not read until it has nearly all, nor started while the line is full; but where that
    // leaves the line idle (a server limits each connection), all are.
    int32_t priority;
    uint64_t size;                  // expected size, GC_FETCH_EMPTY, or 0: unknown
    const uint8_t *sha256;          // 32 bytes expected, or NULL
    void *memory;                   // memory sink: your buffer, or NULL for an own one
    size_t memory_size;

    // File sink: relative to desc.root, '/' between parts, at most 4095 bytes. The rules are
    // those of gc_writer.h, the same on every system. Refused are: empty parts, "." and "..";
    // parts over 255 bytes, or ending in a dot or a space; \ : * ? " < > |, control bytes; what
    // is not UTF-8; names that Windows gives to devices; parts beginning with ".gcf-" or
    // ".gcw-", in any case. No link is followed; a link or file that another process places
    // under the name at the last moment is replaced.
    //
    // What has come of an unfinished file of 1 MB or more is kept, also when the process is
    // killed. It needs sha256, or a strong ETag of the server's (or a Last-Modified a minute
    // old). A cancelled request keeps nothing. The next request for this path goes on from it
    // if it has the same sha256, or the same URL while the server has the same version. Else
    // it starts over.
    const char *path;

    // File sink with sha256: where `path` has these bytes already, it is done without the
    // network, NOT_MODIFIED. What is added meanwhile may overtake it, since the file is hashed
    // piece by piece on the network thread: 0.7 s for 1 GB with SHA instructions (a Xeon).
    bool skip_same;

    // Other URLs of the same body, at most 15, ended by NULL; NULL: none. GET and HEAD, of one
    // kind of transport. A host that fails, refuses, stalls or lags is left for the next one
    // (desc.log tells), and idle transfers bring ranges of a large body from several hosts.
    // With sha256 these need not agree on its version: where it is wrong, the body comes again
    // from one host at a time. Else ranges come from those alone that have the same strong
    // ETag. Give size or sha256, so that a host with another body is found out.
    const char *const *mirrors;

    // Stream, or memory of yours: so many bytes are there already. `validator` is the version
    // that they are of: a strong ETag, or a Last-Modified that was a minute old then; sha256
    // does for memory, too. If the server has it still, the first call has this offset and
    // http_status is 206. Else it starts over at 0. size is the whole body's. E_ARGUMENT: a
    // stream with sha256 or without a validator, memory with neither, a validator of 128 bytes
    // or more, size not above this.
    uint64_t resume_from;
    const char *validator;

    // Stream sink, called on the network thread: returns how many of the bytes it takes. Fewer
    // than size: the socket waits, and the rest is offered again within some milliseconds. A
    // sink that takes nothing for sink_timeout_ms, or returns GC_FETCH_ABORT, fails the request
    // for good, with E_SINK. offset 0 again after bytes were taken: start over (stream_begin
    // says it, too). An empty body is one call of size 0, whose data may be NULL.
    size_t (*stream)(void *user, uint64_t offset, const void *data, size_t size);
    void *stream_user;

    // Stream, all optional, on the network thread. stream_begin comes before the first byte,
    // and again before the first byte of an attempt (1 is the first) that starts over.
    // stream_end comes when all bytes are there and right, before the done event; a result
    // other than 0 fails the request, and is system_error of the event. *stream_error is read
    // when the stream has failed, and is system_error then.
    void (*stream_begin)(void *user, gc_fetch_id id, uint32_t attempt);
    int (*stream_end)(void *user);
    const int *stream_error;

    // Stream: any offset may come, each byte once. The first call of an attempt is still at
    // its first one. With sha256 the bytes come in order all the same.
    bool random_access;
    const char *method;             // NULL: GET, or POST with a body

    // "Name: value", header_count of them. With Range a part of the body may come (206) or all
    // of it (200): http_status and gc_fetch_header tell. size and sha256 are of what comes.
    const char *const *headers;
    size_t header_count;
    const void *body;
    uint64_t body_size;

    // In place of `body`: gives it piece by piece, on the network thread, so that it is never
    // whole in memory. Puts up to `capacity` bytes from this offset on at `buffer`, and returns
    // how many; 0: the body ends. GC_FETCH_LATER: it is asked again within some milliseconds,
    // for sink_timeout_ms at most. GC_FETCH_ABORT, or an end before body_size: E_READ, for
    // good, with *body_error (may be NULL) as system_error. body_size 0: not known, which
    // HTTP/1.1 sends in chunks. rate_limit counts it, too. Not with mirrors or resume_from.
    // From 1 MB on, and of unknown size, a server may refuse before it has all: libcurl waits
    // up to a second for its "100 Continue". The answer comes as ever, also before the end.
    size_t (*body_read)(void *user, uint64_t offset, void *buffer, size_t capacity);
    void *body_user;
    const int *body_error;

    // The server may have the request twice, of any method: it is tried again like a GET, and
    // body_read is asked from 0 on again, also for a redirect that repeats the body (307, 308).
    // Without it such a redirect of a body_read is E_REDIRECT, and each byte is asked once.
    bool repeatable;

    // File sink: makes the file of the coded body once all of that is there. It comes in
    // ranges, and goes on after a cut or a kill, by a strong ETag; else it starts over. With
    // `compressed` the server is asked for gzip (or by your Accept-Encoding), and what has a
    // Content-Encoding is coded; without it every body is: a .gz beside the file. size,
    // max_size and sha256 are the file's; received and total are of what comes, at most an
    // eighth more. The disk has both for a while. What cannot be decoded is E_PROTOCOL, tried
    // again like a wrong hash. Not for HEAD.
    const gc_fetch_decoder *decoder;

    // Lets the server compress the body (gzip, and what else libcurl has), and decompresses it.
    // size, max_size, sha256 and the sink are of the decompressed bytes, total is 0 unless you
    // give size, and no ranges are used. A bomb ends at max_size: set it for files and streams.
    // Without it a body that comes compressed all the same stays as it is.
    bool compressed;

    // Keeps the body that comes with a status other than 2xx, its first 64 KB: data and size of
    // the failed event.
    bool keep_error_body;

    // Limits. 0 is the desc's, or what stands behind the colon. UINT32_MAX is none: a body that
    // trickles on purpose wants that for min_rate. sink_timeout_ms rests while the request is
    // paused. Beyond deadline_ms nothing is tried again.
    uint32_t attempts, idle_timeout_ms, min_rate;
    uint32_t sink_timeout_ms;       // a stream sink takes nothing of what it is offered: 300,000
    uint32_t deadline_ms;           // from add to the final event, waiting, retries, pauses included: none
    uint64_t max_size;              // of the body, by the bytes that arrive: 256 MiB for own memory sinks
} gc_fetch_request;

// Copies the request and queues it; *out (out may be NULL) is its id. Never waits. E_ARGUMENT,
// E_URL, E_SCHEME, E_HEADER, E_PATH, E_ROOT, E_TOO_LARGE, E_FULL, E_MEMORY: nothing was added.
// [any thread]
GC_FETCH_API int gc_fetch_add(gc_fetch *f, const gc_fetch_request *request, gc_fetch_id *out);

// Ends a request: its final event is failed with E_CANCELLED, unless it had finished before.
// E_STALE. [any thread]
GC_FETCH_API int gc_fetch_cancel(gc_fetch *f, gc_fetch_id id);

// Holds a request back; its time limits rest. A running one keeps its socket until its place
// is wanted, and gives it back then. Later it goes on where a cut body would, else it starts
// over. Methods other than GET and HEAD keep their place. E_STALE. [any thread]
GC_FETCH_API int gc_fetch_pause(gc_fetch *f, gc_fetch_id id);

// Lets a paused request go on. E_STALE. [any thread]
GC_FETCH_API int gc_fetch_resume(gc_fetch *f, gc_fetch_id id);

// Changes the priority of a request, which may run. E_STALE. [any thread]
GC_FETCH_API int gc_fetch_set_priority(gc_fetch *f, gc_fetch_id id, int32_t priority);

// Pauses or resumes all requests that have been added so far. Later ones run: a leaderboard
// while the downloads rest. [any thread]
GC_FETCH_API void gc_fetch_pause_all(gc_fetch *f);
GC_FETCH_API void gc_fetch_resume_all(gc_fetch *f);

// Pauses or resumes those of them that have this tag. How many they are. [any thread]
GC_FETCH_API size_t gc_fetch_pause_tag(gc_fetch *f, uint64_t tag);
GC_FETCH_API size_t gc_fetch_resume_tag(gc_fetch *f, uint64_t tag);

// Changes desc.rate_limit: bytes a second of all bodies together, those of body_read as well,
// but not of file: URLs; 0: none.
// A server sees it within two seconds, but on Windows, where it may fill large buffers first.
// What is on its way when the limit becomes lower still comes, at once. Where packets are large
// (loopback), one transfer may get three quarters of a low limit. E_ARGUMENT. [any thread]
GC_FETCH_API int gc_fetch_set_rate_limit(gc_fetch *f, uint64_t bytes_per_second);

// Limits of one host and port, which an http(s) URL of it names: transfers at once (0:
// desc.per_host), and bytes a second of its bodies (0: none), within the limit of all. What
// runs stays; of the bytes, some MB that the system buffers may come at once. At most 16 hosts
// have some: E_FULL. E_ARGUMENT, E_URL. [any thread]
GC_FETCH_API int gc_fetch_set_host_limit(gc_fetch *f, const char *url, uint32_t transfers,
                                         uint64_t bytes_per_second);

// Are both the same id? [any thread]
GC_FETCH_INLINE bool gc_fetch_id_equal(gc_fetch_id a, gc_fetch_id b) {
    return a.slot == b.slot && a.generation == b.generation;
}

// ---- events

// Types of events. STARTED comes for each attempt, PROGRESS with the newest numbers only. HELD
// comes with desc.hold_when_full only: no request starts or goes on until there is room, and
// system_error says for what. The final event is DONE or FAILED; it comes once.
enum {
    GC_FETCH_STARTED = 1,
    GC_FETCH_PROGRESS = 2,
    GC_FETCH_HELD = 3,
    GC_FETCH_DONE = 4,
    GC_FETCH_FAILED = 5
};

// News of a request. Pointers in it live until the next poll or close.
typedef struct gc_fetch_event {
    int type;                       // GC_FETCH_STARTED ...
    gc_fetch_id id;
    uint64_t tag;
    // _DONE: GC_FETCH_OK or _NOT_MODIFIED. _FAILED: why. _STARTED: why the one before failed.
    int result;
    int http_status;                // 0: none; 200 for a file: URL
    int system_error;               // errno, or 0
    uint32_t attempt;               // 1 is the first
    uint64_t received;              // bytes of the body that the sink has, also from before this attempt
    uint64_t total;                 // expected size, or the server's word, also of a HEAD; or 0
    uint64_t sent;                  // bytes that body_read has given in this attempt

    // _DONE, memory sink: the body, NULL if it is empty. _FAILED with keep_error_body: the
    // error's.
    void *data;
    size_t size;                    // of data
    const char *url;                // as added
    const char *final_url;          // _DONE, _FAILED: after redirects, else url; NULL of other events
    const char *detail;             // a line of text about result

    // Of _FAILED, and of _STARTED for the attempt before: how long the server asked to wait, or
    // 0.
    uint32_t retry_after_ms;
} gc_fetch_event;

// Takes the next event, or returns false. Never waits. Pointers in it live until the next poll
// or close. [poll thread]
GC_FETCH_API bool gc_fetch_poll(gc_fetch *f, gc_fetch_event *event);

// Takes up to max events, at most 128, and returns how many. Never waits. Pointers in all of
// them live until the next poll of either kind, or close. [poll thread]
GC_FETCH_API size_t gc_fetch_poll_many(gc_fetch *f, gc_fetch_event *out, size_t max);

// Waits until poll has an event (OK), nothing is left (IDLE), or timeout_ms are over (TIMEOUT);
// negative: no limit. With no_thread it does the work meanwhile and returns at the first event.
// [any thread], with no_thread [poll thread]
GC_FETCH_API int gc_fetch_wait(gc_fetch *f, int timeout_ms);

// Does the work where there is no network thread. Above 0 it works for so long, waits for
// sockets within that time, and returns sooner when nothing is left to do. 0 is one pass over
// what is ready: it starts at most `parallel` requests and moves a piece of each. Negative: it
// works until there is an event or nothing is left. Results as gc_fetch_wait; E_ARGUMENT where
// there is a network thread. [poll thread]
GC_FETCH_API int gc_fetch_pump(gc_fetch *f, int timeout_ms);

// Keeps the data of an own memory sink, after its done event and before the next poll. Give it
// to gc_fetch_free before gc_fetch_close. *size (size may be NULL) is its length. NULL: there
// is none. [poll thread]
GC_FETCH_API void *gc_fetch_take(gc_fetch *f, gc_fetch_id id, size_t *size);

// Frees what gc_fetch_take returned; also NULL. [poll thread]
GC_FETCH_API void gc_fetch_free(gc_fetch *f, void *data);

// The value of a header field of the response, the first of that name in any case; "" for an
// empty one, NULL when there is none. From the request's final event until the next poll, and
// inside its stream_begin; NULL at any other time. Of a request that has failed: of its last
// response. [poll thread], or the network thread in stream_begin
GC_FETCH_API const char *gc_fetch_header(gc_fetch *f, gc_fetch_id id, const char *name);

// What gc_fetch_get_statistics tells.
typedef struct gc_fetch_statistics {
    uint32_t queued, running;       // now; queued counts those that wait for a retry or are paused
    uint64_t added, done, failed;   // final results since open; failed counts cancelled ones
    uint64_t retries;               // attempts after the first
    uint64_t received;              // body bytes that sinks have taken, failed attempts included
    uint64_t ranges;                // range requests sent: pieces of large files, and rests of cut bodies
    int held;                       // errno of a full disk or of missing descriptors; 0: nothing is held
    uint64_t resumed;               // bytes that sinks had from before, and that were not asked for again
    uint64_t repeated;              // bytes that sinks had taken, and that were asked for again
    uint64_t left;                  // bytes to come of unfinished requests, as far as sizes are known
    uint64_t speed;                 // bytes a second, on average over the last 4 s; 0 while nothing runs
    uint64_t time_left_ms;          // of `left` at this speed; UINT64_MAX: nothing comes
} gc_fetch_statistics;

// How things stand, and what has happened since open. [any thread]
GC_FETCH_API void gc_fetch_get_statistics(gc_fetch *f, gc_fetch_statistics *out);

#define gc_fetch_stats gc_fetch_get_statistics      // its name in 0.3

// ---- helpers

// Percent-encodes a path for a URL: all but letters, digits, '-', '.', '_', '~' and '/'.
// Returns the length without the ending zero. If that is >= capacity, dst holds an empty string
// (capacity 0: nothing is written). [any thread]
GC_FETCH_API size_t gc_fetch_encode_path(char *dst, size_t capacity, const char *path);

// A running SHA-256 (FIPS 180-4), as used for verification.
typedef struct gc_fetch_sha256 {
    uint32_t state[8];
    uint64_t length;                // bytes so far
    uint8_t block[64];
} gc_fetch_sha256;

// Begins a hash. [any thread]
GC_FETCH_API void gc_fetch_sha256_init(gc_fetch_sha256 *hash);

// Adds bytes to a hash; data may be NULL if size is 0. [any thread]
GC_FETCH_API void gc_fetch_sha256_update(gc_fetch_sha256 *hash, const void *data, size_t size);

// Ends a hash: out gets the 32 bytes. [any thread]
GC_FETCH_API void gc_fetch_sha256_final(gc_fetch_sha256 *hash, uint8_t out[32]);

// ---- your own transport (consoles, browsers, archives)

// One attempt at one request.
typedef struct gc_fetch_transfer gc_fetch_transfer;

// What a transfer has to do; valid until gc_fetch_finish or stop.
typedef struct gc_fetch_job {
    const char *url, *method;
    const char *const *headers;
    size_t header_count;
    const void *body;
    uint64_t body_size;
    // The body comes by gc_fetch_upload: `body` is NULL, and body_size 0 where it is not known.
    bool uploads;
    uint32_t connect_timeout_ms;    // UINT32_MAX: none
    // Compressed bytes are welcome, which the transport decompresses before gc_fetch_deliver.
    bool compressed;
    // 0 to parallel - 1, of no other running transfer: index your own state by it.
    uint32_t slot;

    // The bytes that are wanted: all (0 and UINT64_MAX), or, where an earlier response to this
    // URL allowed it, perhaps in an earlier run, the range from first up to end (not included;
    // UINT64_MAX: the body's end), if the body is still the one of `validator` ("": not known).
    // Else all of it, with status 200.
    uint64_t first, end;
    const char *validator;
} gc_fetch_job;

// Your functions. All are called on the network thread, but wake, which is called on any. A
// positive result of theirs counts as E_TRANSPORT.
struct gc_fetch_transport {
    void *user;
    const char *scheme;             // "pak" takes pak: URLs only, "http https" both; NULL: every URL

    // Begins a transfer. GC_FETCH_OK, or an error: it was never started.
    int (*start)(void *user, gc_fetch_transfer *t, const gc_fetch_job *job);

    // Forgets the transfer; no gc_fetch_finish.
    void (*stop)(void *user, gc_fetch_transfer *t);

    // Holds the transfer back, or lets it go on.
    void (*pause)(void *user, gc_fetch_transfer *t, bool paused);

    // Works, and waits for at most timeout_ms. It returns once it has delivered or finished
    // something, since events are told when it returns. Error: every transfer fails with it.
    int (*pump)(void *user, int timeout_ms);

    // A waiting pump returns, or the next one does not wait. It may call what stream may. NULL:
    // none.
    void (*wake)(void *user);

    // start takes jobs that upload. Else requests with body_read are E_SCHEME.
    bool uploads;
};

// Tells the response's head, before the first deliver; HTTP only. A status other than 2xx fails
// the attempt, and its body is dropped. total: body size, or UINT64_MAX when unknown.
// [network thread]
GC_FETCH_API void gc_fetch_respond(gc_fetch_transfer *t, int http_status, uint64_t total);

// The head of a response. Everything is copied.
typedef struct gc_fetch_response {
    int http_status;
    uint64_t size;                  // of this response's body, or UINT64_MAX when unknown
    const char *const *headers;     // "Name: value", header_count of them, for gc_fetch_header
    size_t header_count;
    const char *final_url;          // NULL: the job's url

    // The transport can bring ranges of exactly this body: other jobs may ask for such. The
    // answer to one of those has status 206, its bytes `first` up to `end` (not included) and
    // the whole body's size `total`, or UINT64_MAX when unknown.
    bool ranges;
    uint64_t first, end, total;
    const char *validator;          // a strong ETag, or a date that counts as one; NULL, 128 bytes: none
} gc_fetch_response;

// The same as gc_fetch_respond, with all that can be said. [network thread]
GC_FETCH_API void gc_fetch_respond_with(gc_fetch_transfer *t, const gc_fetch_response *response);


// Hands over the next bytes of the body. Returns how many were taken. Fewer than size: the
// transfer counts as paused, and the rest must come again after pause(false). Or
// GC_FETCH_ABORT. [network thread]
GC_FETCH_API size_t gc_fetch_deliver(gc_fetch_transfer *t, const void *data, size_t size);

// Asks for the bytes to send from this offset on, which is where the last call's ended, or 0:
// the body begins again, in answer to a redirect. Returns how many it has put at `buffer`; 0:
// the body's end. GC_FETCH_LATER: the transfer counts as paused, ask again after pause(false).
// GC_FETCH_ABORT: the attempt has failed, call gc_fetch_finish. [network thread]
GC_FETCH_API size_t gc_fetch_upload(gc_fetch_transfer *t, uint64_t offset, void *buffer, size_t capacity);

// How a transfer has ended.
typedef struct gc_fetch_outcome {
    // GC_FETCH_OK: the body is complete; else negative (positive is E_TRANSPORT).
    int result;
    int system_error;
    uint32_t retry_after_ms;        // what the server asked for, or 0
    const char *detail;             // text, or NULL
} gc_fetch_outcome;

// Ends the attempt; the transfer must not be used afterwards. [network thread]
GC_FETCH_API void gc_fetch_finish(gc_fetch_transfer *t, const gc_fetch_outcome *outcome);

#ifdef __cplusplus
}   // extern "C"

GC_FETCH_INLINE bool operator==(gc_fetch_id a, gc_fetch_id b) { return gc_fetch_id_equal(a, b); }
GC_FETCH_INLINE bool operator!=(gc_fetch_id a, gc_fetch_id b) { return !gc_fetch_id_equal(a, b); }

// gc_fetch_open with a reference: for C++.
GC_FETCH_INLINE gc_fetch *gc_fetch_open(const gc_fetch_desc &desc, gc_fetch_error *error = nullptr) {
    return gc_fetch_open(&desc, error);
}

// gc_fetch_add with a reference: for C++.
GC_FETCH_INLINE int gc_fetch_add(gc_fetch *f, const gc_fetch_request &request, gc_fetch_id *out = nullptr) {
    return gc_fetch_add(f, &request, out);
}
#endif

#endif // GC_FETCH_H

#if defined(GC_FETCH_IMPLEMENTATION) && !defined(GC_FETCH_IMPLEMENTED)
#define GC_FETCH_IMPLEMENTED

// >>map what stands where, the way of one byte, and who moves a request and a transfer
//
// Sections, in order; each rests on those above it:
//   config, text, paths, sha256, libcurl, threads, types, platform, memory, responses, slots, inbox,
//   queue, events, parts, room, sinks, transfers, ranges, same, file, curl, loop, public
//
// The way of one byte (functions without gc_fetch_ and priv_; a > b: a calls b; a ... b: b
// comes after, through a list, a table or the network):
//   >>public, >>loop    add ... take_inbox > queue_push ... start_some > start
//   >>transfers, >>curl start > begin ... curl_start ... curl_write
//   >>sinks             curl_write > deliver > sink > sink_file
//   >>curl, >>transfers curl_done > finish > end > complete > conclude > file_close: rename
//   >>events, >>public  conclude > finish_request > post ... poll
//
// Four words end things:
//   end       a transfer is over              its body may have others; or a hole keeps its range
//   complete  all bytes of a body are there   perhaps they are not hashed, or decoded, yet
//   conclude  an attempt is over              its sink is closed; then another attempt is planned, or:
//   finish    the request has its result      its final event is posted (finish_request)
// gc_fetch_finish is a transport's word for the end of its transfer: it calls end.
//
// A request (slot.state). Only the network thread moves it:
//
//   add --> WAITING ----start----> RUNNING ---conclude---> FINISHED --poll--> (slot_give)
//              ^                      |
//              '----- DELAYED <-------'  conclude, when it is tried again
//
//   WAITING    in the inbox or in both heaps     RUNNING by start, HELD by control (pause)
//   DELAYED    in the heap of retries            WAITING by start_some when it is due, HELD by control
//   HELD       in no list; perhaps parked        WAITING or DELAYED by control (resume)
//   UNSEEN     skip_same: in the heap of looks,  WAITING by look_end, HELD by control, FINISHED where
//              or being hashed                   the file is the same. It is where such a one begins
//   RUNNING    has a body: each byte that is     FINISHED, DELAYED or HELD by conclude
//              missing has a transfer or a hole  HELD or WAITING by park: its place is wanted
//   FINISHED   in the ring of events             poll may give the slot back once the lock is free
// From every other state give_up (cancel, deadline) leads to FINISHED.
//
// A transfer: transfer_take (by start, start_holes, split) ... begin ... respond ... confirm
// (its bytes are its own) ... end > transfer_give, or conclude > body_stop > transfer_give, or
// yield. Inbox, controls and events are under the lock (GC_FETCH_PRIV_LOCKED); heaps, bodies,
// transfers and holes are the network thread's alone.

// >>common strict
// Silent under clang's -Weverything: STATIC marks functions as unused, and libcurl's and the C
// library's macros name themselves.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wused-but-marked-unused"
#pragma clang diagnostic ignored "-Wdisabled-macro-expansion"
#endif
// <<common strict

// >>config includes, choices, and the numbers of everything

#ifndef GC_FETCH_ASSERT
#include <assert.h>
#define GC_FETCH_ASSERT(c) assert(c)
#endif

#if defined(GC_FETCH_MALLOC) && defined(GC_FETCH_REALLOC) && defined(GC_FETCH_FREE)
#elif !defined(GC_FETCH_MALLOC) && !defined(GC_FETCH_REALLOC) && !defined(GC_FETCH_FREE)
#include <stdlib.h>
#define GC_FETCH_MALLOC(size) malloc(size)
#define GC_FETCH_REALLOC(ptr, size) realloc(ptr, size)
#define GC_FETCH_FREE(ptr) free(ptr)
#else
#error "gc_fetch.h: define all of GC_FETCH_MALLOC, GC_FETCH_REALLOC and GC_FETCH_FREE, or none"
#endif

// 32-bit Windows does not align the stack for them.
#if !defined(GC_FETCH_NO_SIMD) && defined(__GNUC__) && \
    (defined(__x86_64__) || (defined(__i386__) && !defined(_WIN32)))
#define GC_FETCH_PRIV_SHA_NI
#include <cpuid.h>
#include <immintrin.h>
#endif

// Is called from many places, and is not to be copied to each: 5 KB of code.
#if defined(__GNUC__)
#define GC_FETCH_PRIV_APART __attribute__((noinline)) static
#else
#define GC_FETCH_PRIV_APART static
#endif

#if defined(_WIN32)

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <errno.h>
#include <string.h>
#include <time.h>
#include <windows.h>
#include <winternl.h>
#if defined(_WIN32_WINNT) && _WIN32_WINNT < 0x0600
#error "gc_fetch.h needs Windows Vista or later: compile with -D_WIN32_WINNT=0x0600 or more"
#endif

#else // POSIX

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>      // renameat only
#include <string.h>
#include <sys/file.h>   // flock
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#ifndef GC_FETCH_NO_CURL
#include <sys/socket.h>
#ifdef GC_FETCH_DLOPEN
#include <dlfcn.h>
#endif
#endif

#endif // POSIX

#if defined(GC_FETCH_NO_THREADS)
#define GC_FETCH_PRIV_MUTEX_INIT 0
#define GC_FETCH_PRIV_SIGMASK(how, set, before) sigprocmask(how, set, before)
#elif defined(_WIN32)
#define GC_FETCH_PRIV_MUTEX_INIT SRWLOCK_INIT
#else
#include <pthread.h>
#define GC_FETCH_PRIV_MUTEX_INIT PTHREAD_MUTEX_INITIALIZER
#define GC_FETCH_PRIV_SIGMASK(how, set, before) pthread_sigmask(how, set, before)
#endif

#if !defined(GC_FETCH_NO_CURL) && !defined(GC_FETCH_DLOPEN)
#if defined(__has_include)
#if !__has_include(<curl/curl.h>)
#error "gc_fetch.h: no <curl/curl.h>: install its headers, or define GC_FETCH_DLOPEN or GC_FETCH_NO_CURL"
#endif
#endif
// A compiler that cannot ask for a header shows the line that it cannot include.
#include <curl/curl.h>  // not found? Install libcurl's headers, or define GC_FETCH_DLOPEN or GC_FETCH_NO_CURL
#if LIBCURL_VERSION_NUM < 0x074400
#error "gc_fetch.h needs libcurl 7.68 or later; define GC_FETCH_NO_CURL to build without HTTP"
#endif
#endif

// A system header that came first in a strict mode (-std=c99) has hidden the POSIX functions
// for good.
#if !defined(_WIN32) && ((defined(__GLIBC__) && !defined(__USE_XOPEN2K8)) || !defined(CLOCK_MONOTONIC))
#error "gc_fetch.h: POSIX is hidden: define GC_FETCH_IMPLEMENTATION and \
include gc_fetch.h before any other header, or compile with -D_GNU_SOURCE"
#endif

enum {
    GC_FETCH_PRIV_MAX_PARALLEL = 64,
    GC_FETCH_PRIV_MAX_REQUESTS = 1 << 24,
    GC_FETCH_PRIV_GROWS_FROM = 1024,        // slots of a table that grows, at first,
    GC_FETCH_PRIV_GROWS_TO = 16384,         // ... and whatever memory_limit is
    GC_FETCH_PRIV_BLOCKS = 16,              // enough for 2^24
    GC_FETCH_PRIV_MAX_PATH = 4096,          // with its zero
    GC_FETCH_PRIV_NAME_SIZE = 256,          // the longest name of a file, and a zero
    GC_FETCH_PRIV_INTERRUPTS = 4096,        // EINTR in a row before a call counts as failed
    GC_FETCH_PRIV_MAX_REDIRECTS = 5,
    GC_FETCH_PRIV_READ_SIZE = 64 * 1024,    // piece in which file: URLs are read
    // What is kept of an error page; a longer one costs the connection.
    GC_FETCH_PRIV_ERROR_BODY = 64 * 1024,
    GC_FETCH_PRIV_SPLIT_SIZE = 128 * 1024,  // no range is split that has less to bring
    GC_FETCH_PRIV_SPLIT_TRIPS = 4,          // ... or that will end within this many round trips
    GC_FETCH_PRIV_DELAY_MS = 250,           // bound of the first random delay before a retry
    // Range requests of one body that may fail before it is left alone.
    GC_FETCH_PRIV_REFUSALS = 3,
    // Bytes hashed in one turn for a file whose ranges came out of order.
    GC_FETCH_PRIV_HASH_SIZE = 256 * 1024,
    GC_FETCH_PRIV_HEAD_SIZE = 100 * 1024,   // most bytes of a response's head, with those of redirects to it
    GC_FETCH_PRIV_VALIDATOR = 128,
    GC_FETCH_PRIV_PART_LEAST = 1000000,     // shorter files start over after a kill
    // Bytes that all file sinks together have taken since their states were written.
    GC_FETCH_PRIV_PART_UNSAVED = 512 * 1024,
    GC_FETCH_PRIV_PART_SYNC = 64 * 1024 * 1024, // bytes of one file after which it is synced
    GC_FETCH_PRIV_PART_HOLES = 96,
    GC_FETCH_PRIV_PART_SLOT = 2048,             // each of four states in a state file
    GC_FETCH_PRIV_STALE_S = 3600,           // age of a temporary that the sweep removes
    GC_FETCH_PRIV_SWEEP_DEPTH = 32,         // of folders that it looks into
    GC_FETCH_PRIV_BATCH = 128,              // final events that a poll hands out at most
    GC_FETCH_PRIV_AHEAD = 4,                // events ahead of the polled one whose slots are fetched
    GC_FETCH_PRIV_DETAIL = 160,
    GC_FETCH_PRIV_MIRRORS = 15,
    // A host that brings nothing for so long, and sixteen usual waits for a head, is left where
    // there is another; so is one that is eight times slower, and would take so long.
    GC_FETCH_PRIV_MIRROR_MS = 1000,
    GC_FETCH_PRIV_BAD_MS = 30000,           // other requests avoid it for so long
    GC_FETCH_PRIV_HOSTS = 61,
    GC_FETCH_PRIV_LIMITS = 16,              // hosts that have limits of their own
    GC_FETCH_PRIV_CREDIT = 16 * 1024,       // a try that has brought so much was not in vain

    GC_FETCH_PRIV_RECEIVE_SIZE = 64 * 1024,     // libcurl's buffer, one for each transfer
    GC_FETCH_PRIV_RECEIVE_LEAST = 4 * 1024,     // ... under a rate limit, and the system's
    GC_FETCH_PRIV_DRAIN_MS = 250,
    GC_FETCH_PRIV_SOCKETS = 2 * GC_FETCH_PRIV_MAX_PARALLEL + 16,    // that are remembered
    // When this many transfers run, their sockets are looked after now and then,
    GC_FETCH_PRIV_NAP_RUNNING = 8,
    GC_FETCH_PRIV_NAP_MOST_MS = 8,          // ... at least this often
    GC_FETCH_PRIV_TELL_MS = 8,              // between two events of what has been sent
    GC_FETCH_PRIV_OFFER_MS = 2,             // until a sink that took less is asked again
    GC_FETCH_PRIV_HELD_MS = 500,            // until a full disk is tried again
    GC_FETCH_PRIV_TICK_MS = 250,            // longest pump, so that time limits are seen
    GC_FETCH_PRIV_LOST_SIZE = 64 * 1024,    // bytes that a body loses by giving its place
    GC_FETCH_PRIV_LEAD_MS = 30,             // a body that has brought nothing for so long leads no others
    GC_FETCH_PRIV_LEAD_LEAST = 32 * 1024,   // ... nor one that has less to bring
    GC_FETCH_PRIV_SHARE_MS = 250,           // the line is shared for so long
    GC_FETCH_PRIV_SHARE_TURNS = 120,        // ... after so many times of this length with one that leads
    GC_FETCH_PRIV_MARKS = 9,                // of the speed: eight times
    GC_FETCH_PRIV_MARK_MS = 500             // ... so long
};

// >>text texts of results, numbers and URLs

// >>common text
static char gc_fetch_priv_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

// Appends to a zero-ended text of `capacity` bytes, cutting what does not fit.
static void gc_fetch_priv_append(char *dst, size_t capacity, const char *text) {
    size_t at = strlen(dst);
    while (*text && at + 1 < capacity) dst[at++] = *text++;
    dst[at] = 0;
}

// Appends three texts, one after the other.
static void gc_fetch_priv_join(char *dst, size_t capacity, const char *a, const char *b, const char *c) {
    gc_fetch_priv_append(dst, capacity, a);
    gc_fetch_priv_append(dst, capacity, b);
    gc_fetch_priv_append(dst, capacity, c);
}

// Appends a number to the base 10 or 16, with zeros in front up to `width` digits.
static void gc_fetch_priv_append_number(char *dst, size_t capacity, uint64_t value, unsigned base,
                                        unsigned width) {
    char digits[24];
    size_t at = sizeof digits - 1;
    digits[at] = 0;
    do digits[--at] = "0123456789abcdef"[value % base];
    while ((value /= base) != 0 || sizeof digits - 1 - at < width);
    gc_fetch_priv_append(dst, capacity, digits + at);
}

// Appends " (errno 28)", or nothing for 0.
static void gc_fetch_priv_append_errno(char *dst, size_t capacity, int system_error) {
    if (!system_error) return;
    gc_fetch_priv_append(dst, capacity, " (errno ");
    gc_fetch_priv_append_number(dst, capacity, (uint64_t)system_error, 10, 1);
    gc_fetch_priv_append(dst, capacity, ")");
}
// <<common text

GC_FETCH_API int gc_fetch_version(void) { return GC_FETCH_VERSION; }

GC_FETCH_API const char *gc_fetch_result_string(int result) {
    switch (result) {
    // The same in all five headers.
    case GC_FETCH_OK: return "ok";
    case GC_FETCH_TIMEOUT: return "timeout";
    case GC_FETCH_IDLE: return "nothing left";
    case GC_FETCH_NOT_MODIFIED: return "not modified";
    case GC_FETCH_E_ARGUMENT: return "bad argument";
    case GC_FETCH_E_MEMORY: return "out of memory";
    case GC_FETCH_E_FULL: return "full";
    case GC_FETCH_E_STALE: return "stale handle";
    case GC_FETCH_E_PATH: return "forbidden path";
    case GC_FETCH_E_ROOT: return "root folder not usable";
    case GC_FETCH_E_THREAD: return "thread could not be started";
    case GC_FETCH_E_TOO_LARGE: return "too large";
    case GC_FETCH_E_CANCELLED: return "cancelled";

    // This header's own.
    case GC_FETCH_E_URL: return "bad URL";
    case GC_FETCH_E_SCHEME: return "no transport for this URL";
    case GC_FETCH_E_HEADER: return "bad header or method";
    case GC_FETCH_E_RESOLVE: return "host not found";
    case GC_FETCH_E_CONNECT: return "cannot connect";
    case GC_FETCH_E_TLS: return "TLS failure";
    case GC_FETCH_E_NETWORK: return "connection broken";
    case GC_FETCH_E_TIMED_OUT: return "timed out";
    case GC_FETCH_E_REDIRECT: return "refused redirect";
    case GC_FETCH_E_HTTP_STATUS: return "HTTP status";
    case GC_FETCH_E_PROTOCOL: return "invalid HTTP";
    case GC_FETCH_E_SIZE: return "wrong size";
    case GC_FETCH_E_HASH: return "wrong SHA-256";
    case GC_FETCH_E_READ: return "cannot read the file";
    case GC_FETCH_E_WRITE: return "cannot write the file";
    case GC_FETCH_E_TRANSPORT: return "transport failure";
    case GC_FETCH_E_SINK: return "the stream sink has failed";
    default: return "unknown result";
    }
}

// Is it worth another attempt? Failed connections, short bodies, wrong hashes and time-outs
// are, and statuses that say "later". Other statuses and invalid HTTP are not.
static bool gc_fetch_priv_transient(int result, int http_status) {
    switch (result) {
    case GC_FETCH_E_RESOLVE:
    case GC_FETCH_E_CONNECT:
    case GC_FETCH_E_NETWORK:
    case GC_FETCH_E_TIMED_OUT:
    case GC_FETCH_E_SIZE:
    case GC_FETCH_E_HASH:
        return true;
    case GC_FETCH_E_HTTP_STATUS:
        return http_status == 408 || http_status == 429 || http_status == 500 || http_status == 502 ||
               http_status == 503 || http_status == 504;
    default:
        return false;
    }
}

// Copies a text to *at, which moves behind it; NULL for NULL.
static char *gc_fetch_priv_copy_text(char **at, const char *text) {
    if (!text) return NULL;
    size_t size = strlen(text) + 1;
    char *copy = *at;
    memcpy(copy, text, size);
    *at += size;
    return copy;
}

// Has the text a control byte?
static bool gc_fetch_priv_has_control(const char *text) {
    for (; *text; text++) {
        if ((unsigned char)*text < 32 || *text == 127) return true;
    }
    return false;
}

// Does the text begin with the word, in any case? The word's length, or 0.
static size_t gc_fetch_priv_begins(const char *text, const char *word) {
    size_t n = 0;
    while (word[n] && gc_fetch_priv_lower(text[n]) == gc_fetch_priv_lower(word[n])) n++;
    return word[n] ? 0 : n;
}

// Does the URL begin with "scheme:"?
static bool gc_fetch_priv_scheme_is(const char *url, const char *scheme) {
    size_t n = gc_fetch_priv_begins(url, scheme);
    return n && url[n] == ':';
}

// A scheme, ":" and a rest (RFC 3986, 3.1), and no byte that a request line could not carry. A
// scheme is a letter, then letters, digits, "+", "-" and ".".
static int gc_fetch_priv_check_url(const char *url) {
    size_t length = 0, colon = 0;
    for (; url[length]; length++) {
        unsigned char c = (unsigned char)url[length];
        if (length > GC_FETCH_MAX_URL || c <= 32 || c >= 127) return GC_FETCH_E_URL;
        if (c == ':' && !colon) colon = length;
    }

    if (length > GC_FETCH_MAX_URL || colon == 0) return GC_FETCH_E_URL;

    // The scheme.
    for (size_t i = 0; i < colon; i++) {
        char c = gc_fetch_priv_lower(url[i]);
        bool letter = c >= 'a' && c <= 'z';
        bool other = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
        if (!letter && !(i > 0 && other)) return GC_FETCH_E_URL;
    }
    return GC_FETCH_OK;
}

// FNV-1a (Fowler, Noll, Vo; RFC 9923). Lower case and upper case are the same.
#define GC_FETCH_PRIV_HASH_START UINT64_C(0xcbf29ce484222325)
static uint64_t gc_fetch_priv_hash(uint64_t hash, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)gc_fetch_priv_lower(text[i])) * UINT64_C(0x100000001b3);
    }
    return hash ^ hash >> 32;
}

// Of the scheme, host and port of an http(s) URL; never 0. A default port counts as another one
// when it is written out.
static uint64_t gc_fetch_priv_host_key(const char *url) {
    size_t scheme = strcspn(url, ":");
    const char *host = url + scheme + strspn(url + scheme, ":/");
    size_t size = strcspn(host, "/?#");

    const char *end = host + size;
    for (const char *at; (at = (const char *)memchr(host, '@', (size_t)(end - host))) != NULL;) {
        host = at + 1;                      // behind a name and a password
    }
    size = (size_t)(end - host);
    return gc_fetch_priv_hash(gc_fetch_priv_hash(GC_FETCH_PRIV_HASH_START, url, scheme), host, size) | 1u;
}

// The same; 0 for other kinds of URLs.
static uint64_t gc_fetch_priv_http_host(const char *url) {
    bool http = gc_fetch_priv_scheme_is(url, "http") || gc_fetch_priv_scheme_is(url, "https");
    return http ? gc_fetch_priv_host_key(url) : 0;
}

// >>paths the same rules on every system

// >>common utf8
// Length of the UTF-8 sequence at p, or 0 when it is not valid (Unicode 15, table 3-7). Reads
// no further than the first byte that does not fit, so a zero ends the text safely.
static size_t gc_fetch_priv_utf8(const unsigned char *p) {
    if (p[0] < 0x80) return 1;
    if (p[0] >= 0xc2 && p[0] <= 0xdf) return (p[1] & 0xc0) == 0x80 ? 2 : 0;

    // Three bytes: neither a longer form of a shorter one (e0) nor a surrogate (ed).
    if (p[0] >= 0xe0 && p[0] <= 0xef) {
        unsigned char low = p[0] == 0xe0 ? 0xa0 : 0x80, high = p[0] == 0xed ? 0x9f : 0xbf;
        return p[1] >= low && p[1] <= high && (p[2] & 0xc0) == 0x80 ? 3 : 0;
    }

    // Four: neither a longer form (f0) nor beyond U+10FFFF (f4).
    if (p[0] >= 0xf0 && p[0] <= 0xf4) {
        unsigned char low = p[0] == 0xf0 ? 0x90 : 0x80, high = p[0] == 0xf4 ? 0x8f : 0xbf;
        return p[1] >= low && p[1] <= high && (p[2] & 0xc0) == 0x80 && (p[3] & 0xc0) == 0x80 ? 4 : 0;
    }
    return 0;
}
// <<common utf8

// >>common paths
// Does the part (of `length` bytes) have a name that Windows gives to a device, whatever its
// extension?
static bool gc_fetch_priv_is_device(const char *part, size_t length) {
    static const char *const names[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    char stem[8];
    size_t n = 0, stem_length = 0;

    // What counts is all before the first dot, without spaces at its end: "nul .txt" is a
    // device.
    while (stem_length < length && part[stem_length] != '.') stem_length++;
    while (stem_length > 0 && part[stem_length - 1] == ' ') stem_length--;
    if (stem_length >= sizeof stem) return false;
    for (; n < stem_length; n++) stem[n] = gc_fetch_priv_lower(part[n]);
    stem[n] = 0;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(stem, names[i]) == 0) return true;
    }

    // com1 to com9 and lpt1 to lpt9, where the digit may be a superscript 1, 2 or 3.
    if (strncmp(stem, "com", 3) != 0 && strncmp(stem, "lpt", 3) != 0) return false;
    if (n == 4) return stem[3] >= '1' && stem[3] <= '9';
    unsigned char a = (unsigned char)stem[3], b = n == 5 ? (unsigned char)stem[4] : 0;
    return n == 5 && a == 0xc2 && (b == 0xb9 || b == 0xb2 || b == 0xb3);
}

// Is the part one of the names that the writer (.gcw-) and the fetcher (.gcf-) give to their
// own files? Neither takes the other's for a target, since the other may remove it.
static bool gc_fetch_priv_is_reserved(const char *part, size_t length) {
    static const char *const own[] = {".gcw-", ".gcf-"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        size_t n = 0;
        while (own[i][n] && n < length && gc_fetch_priv_lower(part[n]) == own[i][n]) n++;
        if (!own[i][n]) return true;
    }
    return false;
}

// The rules of paths. `max_path`: bytes with the ending zero.
static int gc_fetch_priv_check_path(const char *path, size_t max_path) {
    size_t length = 0, start = 0;
    while (length < max_path && path[length]) length++;
    if (length == 0 || length >= max_path) return GC_FETCH_E_PATH;

    // Characters: UTF-8 without those that some system forbids in names.
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)path[i];
        if (c < 32 || c == 127 || strchr("\\:*?\"<>|", c)) return GC_FETCH_E_PATH;
        size_t step = gc_fetch_priv_utf8((const unsigned char *)path + i);
        if (step == 0) return GC_FETCH_E_PATH;
        i += step;
    }

    // Parts: empty covers "/x", "x/" and "a//b"; a last dot covers "." and "..".
    for (size_t i = 0; i <= length; i++) {
        if (i < length && path[i] != '/') continue;
        const char *part = path + start;
        size_t n = i - start;
        if (n == 0 || n > 255 || part[n - 1] == '.' || part[n - 1] == ' ') return GC_FETCH_E_PATH;
        if (gc_fetch_priv_is_reserved(part, n) || gc_fetch_priv_is_device(part, n)) return GC_FETCH_E_PATH;
        start = i + 1;
    }
    return GC_FETCH_OK;
}
// <<common paths

// >>sha256 the hash: FIPS 180-4, sections 4.1.2, 4.2.2, 5.3.3 and 6.2

static const uint32_t gc_fetch_priv_sha256_k[64] = {
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
    0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
    0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
    0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
    0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
    0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
    0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u};

static uint32_t gc_fetch_priv_rotr(uint32_t x, unsigned n) { return (x >> n) | (x << (32 - n)); }

// Whole blocks of 64 bytes, on any processor.
static void gc_fetch_priv_sha256_plain(uint32_t state[8], const uint8_t *data, size_t blocks) {
    for (; blocks; blocks--, data += 64) {
        uint32_t w[64];
        for (size_t i = 0; i < 16; i++) {
            const uint8_t *p = data + i * 4;
            w[i] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
        }

        // The message schedule (6.2.2, step 1).
        for (size_t i = 16; i < 64; i++) {
            uint32_t a = w[i - 15], b = w[i - 2];
            w[i] = w[i - 16] + w[i - 7] + (gc_fetch_priv_rotr(a, 7) ^ gc_fetch_priv_rotr(a, 18) ^ (a >> 3)) +
                   (gc_fetch_priv_rotr(b, 17) ^ gc_fetch_priv_rotr(b, 19) ^ (b >> 10));
        }

        // The 64 rounds, on the working variables a to h (steps 2 and 3).
        uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
        uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
        for (size_t i = 0; i < 64; i++) {
            uint32_t sum1 = gc_fetch_priv_rotr(e, 6) ^ gc_fetch_priv_rotr(e, 11) ^ gc_fetch_priv_rotr(e, 25);
            uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + gc_fetch_priv_sha256_k[i] + w[i];
            uint32_t sum0 = gc_fetch_priv_rotr(a, 2) ^ gc_fetch_priv_rotr(a, 13) ^ gc_fetch_priv_rotr(a, 22);
            uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }

        // Step 4.
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
}

#ifdef GC_FETCH_PRIV_SHA_NI

// Four rounds, whose words are in w. sha256rnds2 does two at a time, on (a b e f) and (c d g
// h).
#define GC_FETCH_PRIV_SHA_ROUNDS(w, i)                                                                       \
    do {                                                                                                     \
        const void *k = &gc_fetch_priv_sha256_k[i];                                                          \
        __m128i sum = _mm_add_epi32(w, _mm_loadu_si128((const __m128i *)k));                                 \
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);                                                       \
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));                              \
    } while (0)
// The next four words of the message, which replace those of sixteen words before.
#define GC_FETCH_PRIV_SHA_WORDS(w0, w1, w2, w3)                                                              \
    (w0 = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4)), w3))

// With the processor's SHA instructions (Intel SDM, vol. 2): checked against a model of
// the three instructions, and by a test where the processor has them.
__attribute__((target("sha,sse4.1")))
static void gc_fetch_priv_sha256_ni(uint32_t state[8], const uint8_t *data, size_t blocks) {
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i dcba = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)state), 0xb1);
    __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(const void *)(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(dcba, hgfe, 8), cdgh = _mm_blend_epi16(hgfe, dcba, 0xf0);

    for (; blocks; blocks--, data += 64) {
        const __m128i *p = (const __m128i *)(const void *)data;
        __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i w0 = _mm_shuffle_epi8(_mm_loadu_si128(p), big_endian);
        __m128i w1 = _mm_shuffle_epi8(_mm_loadu_si128(p + 1), big_endian);
        __m128i w2 = _mm_shuffle_epi8(_mm_loadu_si128(p + 2), big_endian);
        __m128i w3 = _mm_shuffle_epi8(_mm_loadu_si128(p + 3), big_endian);

        // Rounds 0 to 15 take the words of the block.
        GC_FETCH_PRIV_SHA_ROUNDS(w0, 0);
        GC_FETCH_PRIV_SHA_ROUNDS(w1, 4);
        GC_FETCH_PRIV_SHA_ROUNDS(w2, 8);
        GC_FETCH_PRIV_SHA_ROUNDS(w3, 12);

        // The others take words that are made of the sixteen before.
        for (int i = 16; i < 64; i += 16) {
            GC_FETCH_PRIV_SHA_WORDS(w0, w1, w2, w3);
            GC_FETCH_PRIV_SHA_ROUNDS(w0, i);
            GC_FETCH_PRIV_SHA_WORDS(w1, w2, w3, w0);
            GC_FETCH_PRIV_SHA_ROUNDS(w1, i + 4);
            GC_FETCH_PRIV_SHA_WORDS(w2, w3, w0, w1);
            GC_FETCH_PRIV_SHA_ROUNDS(w2, i + 8);
            GC_FETCH_PRIV_SHA_WORDS(w3, w0, w1, w2);
            GC_FETCH_PRIV_SHA_ROUNDS(w3, i + 12);
        }

        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }

    // Back into the order of the state.
    abef = _mm_shuffle_epi32(abef, 0x1b);
    cdgh = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(abef, cdgh, 0xf0));
    _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(cdgh, abef, 8));
}

// SSSE3, SSE4.1 and SHA.
static bool gc_fetch_priv_cpu_has_sha(void) {
    unsigned a, b, c, d, c1 = 0, b7 = 0;
    if (__get_cpuid(1, &a, &b, &c, &d)) c1 = c;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) b7 = b;
    return (c1 & (1u << 9)) && (c1 & (1u << 19)) && (b7 & (1u << 29));
}

// Asked once. The instructions are used only where they agree with the plain code on four
// blocks (the table of constants): a wrong hash would refuse every download, and this costs
// less than a microsecond.
static bool gc_fetch_priv_has_sha_ni(void) {
    static int known;       // 0: not asked yet, 1: no, 2: yes
    int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);

    if (!answer) {
        answer = 1;
        if (gc_fetch_priv_cpu_has_sha()) {
            uint32_t plain[8] = {1, 2, 3, 4, 5, 6, 7, 8}, fast[8] = {1, 2, 3, 4, 5, 6, 7, 8};
            const uint8_t *blocks = (const uint8_t *)(const void *)gc_fetch_priv_sha256_k;
            gc_fetch_priv_sha256_plain(plain, blocks, sizeof gc_fetch_priv_sha256_k / 64);
            gc_fetch_priv_sha256_ni(fast, blocks, sizeof gc_fetch_priv_sha256_k / 64);
            if (memcmp(plain, fast, sizeof plain) == 0) answer = 2;
        }

        __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    }

    return answer == 2;
}
#endif

// Whole blocks, in the fastest way there is.
static void gc_fetch_priv_sha256_blocks(uint32_t state[8], const uint8_t *data, size_t blocks) {
#ifdef GC_FETCH_PRIV_SHA_NI
    if (gc_fetch_priv_has_sha_ni()) {
        gc_fetch_priv_sha256_ni(state, data, blocks);
        return;
    }
#endif
    gc_fetch_priv_sha256_plain(state, data, blocks);
}

GC_FETCH_API void gc_fetch_sha256_init(gc_fetch_sha256 *hash) {
    static const uint32_t first[8] = {0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au,
                                      0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u};
    memcpy(hash->state, first, sizeof first);
    hash->length = 0;
}

GC_FETCH_API void gc_fetch_sha256_update(gc_fetch_sha256 *hash, const void *data, size_t size) {
    const uint8_t *bytes = (const uint8_t *)data;
    size_t buffered = (size_t)(hash->length & 63);
    if (!size) return;      // data may be NULL

    hash->length += size;

    // A block that was begun is filled first.
    if (buffered) {
        size_t part = 64 - buffered < size ? 64 - buffered : size;
        memcpy(hash->block + buffered, bytes, part);
        bytes += part;
        size -= part;
        if (buffered + part < 64) return;
        gc_fetch_priv_sha256_blocks(hash->state, hash->block, 1);
    }

    // Whole blocks from where they are; the rest waits for more.
    gc_fetch_priv_sha256_blocks(hash->state, bytes, size / 64);
    if (size % 64) memcpy(hash->block, bytes + (size - size % 64), size % 64);
}

GC_FETCH_API void gc_fetch_sha256_final(gc_fetch_sha256 *hash, uint8_t out[32]) {
    uint64_t bits = hash->length * 8;
    uint8_t tail[72] = {0x80};
    size_t padding = 64 - (size_t)((hash->length + 8) & 63);     // 1 to 64 bytes, the first of them 0x80
    for (size_t i = 0; i < 8; i++) tail[padding + i] = (uint8_t)(bits >> (56 - 8 * i));
    gc_fetch_sha256_update(hash, tail, padding + 8);
    for (size_t i = 0; i < 32; i++) out[i] = (uint8_t)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}

// >>libcurl declarations of all that is used of it

// Its headers declare it, or with GC_FETCH_DLOPEN this section does, with numbers that its ABI
// fixes for good.

#ifndef GC_FETCH_NO_CURL
#define GC_FETCH_PRIV_CURL_NUMBERS(X)                                                                        \
    X(CURLE_OK, 0) X(CURLE_UNSUPPORTED_PROTOCOL, 1) X(CURLE_URL_MALFORMAT, 3)                                \
    X(CURLE_COULDNT_RESOLVE_PROXY, 5) X(CURLE_COULDNT_RESOLVE_HOST, 6) X(CURLE_COULDNT_CONNECT, 7)           \
    X(CURLE_WEIRD_SERVER_REPLY, 8) X(CURLE_HTTP2, 16) X(CURLE_HTTP2_STREAM, 92)                              \
    X(CURLMOPT_MAX_CONCURRENT_STREAMS, 16) X(CURL_HTTP_VERSION_2TLS, 4) X(CURLE_PARTIAL_FILE, 18)            \
    X(CURLE_OUT_OF_MEMORY, 27) X(CURLE_OPERATION_TIMEDOUT, 28) X(CURLE_SSL_CONNECT_ERROR, 35)                \
    X(CURLE_TOO_MANY_REDIRECTS, 47) X(CURLE_GOT_NOTHING, 52) X(CURLE_SEND_ERROR, 55)                         \
    X(CURLE_RECV_ERROR, 56) X(CURLE_SSL_CERTPROBLEM, 58) X(CURLE_SSL_CIPHER, 59)                             \
    X(CURLE_PEER_FAILED_VERIFICATION, 60) X(CURLE_BAD_CONTENT_ENCODING, 61)                                  \
    X(CURLE_SSL_CACERT_BADFILE, 77) X(CURLMSG_DONE, 1) X(CURLMOPT_MAXCONNECTS, 6)                            \
    X(CURLINFO_PRIVATE, 0x100015) X(CURLINFO_OS_ERRNO, 0x200019) X(CURLINFO_REDIRECT_COUNT, 0x200014)        \
    X(CURLOPT_HTTP_VERSION, 84) X(CURLOPT_NOBODY, 44) X(CURLOPT_FOLLOWLOCATION, 52)                          \
    X(CURLOPT_MAXREDIRS, 68) X(CURLOPT_BUFFERSIZE, 98) X(CURLOPT_NOSIGNAL, 99)                               \
    X(CURLOPT_CONNECTTIMEOUT_MS, 156) X(CURLOPT_WRITEDATA, 10001) X(CURLOPT_URL, 10002)                      \
    X(CURLOPT_PROXY, 10004) X(CURLOPT_RANGE, 10007) X(CURLOPT_ERRORBUFFER, 10010)                            \
    X(CURLOPT_POSTFIELDS, 10015) X(CURLOPT_USERAGENT, 10018) X(CURLOPT_HTTPHEADER, 10023)                    \
    X(CURLOPT_HEADERDATA, 10029) X(CURLOPT_CUSTOMREQUEST, 10036) X(CURLOPT_CAINFO, 10065)                    \
    X(CURLOPT_PRIVATE, 10103) X(CURLOPT_WRITEFUNCTION, 20011) X(CURLOPT_HEADERFUNCTION, 20079)               \
    X(CURLOPT_POSTFIELDSIZE_LARGE, 30120) X(CURL_HTTP_VERSION_1_1, 2) X(CURL_GLOBAL_DEFAULT, 3)              \
    X(CURL_ERROR_SIZE, 256) X(CURLOPT_NOPROXY, 10177) X(CURLOPT_POSTREDIR, 161)                              \
    X(CURLINFO_SIZE_UPLOAD_T, 0x600007) X(CURLOPT_CAPATH, 10097) X(CURLVERSION_FIRST, 0)                     \
    X(CURLOPT_SUPPRESS_CONNECT_HEADERS, 265) X(CURLE_BAD_FUNCTION_ARGUMENT, 43)                              \
    X(CURLOPT_FRESH_CONNECT, 74) X(CURLINFO_NUM_CONNECTS, 0x20001a) X(CURLINFO_EFFECTIVE_URL, 0x100001)      \
    X(CURLINFO_PRETRANSFER_TIME_T, 0x600035) X(CURL_WRITEFUNC_PAUSE, 0x10000001) X(CURLPAUSE_CONT, 0)        \
    X(CURLPAUSE_RECV, 1) X(CURLOPT_ACCEPT_ENCODING, 10102) X(CURLOPT_SOCKOPTFUNCTION, 20148)                 \
    X(CURLOPT_SOCKOPTDATA, 10149) X(CURLOPT_CLOSESOCKETFUNCTION, 20208) X(CURLOPT_CLOSESOCKETDATA, 10209)  \
    X(CURLOPT_POST, 47) X(CURLOPT_READFUNCTION, 20012) X(CURLOPT_READDATA, 10009)                            \
    X(CURLOPT_SEEKFUNCTION, 20167) X(CURLOPT_SEEKDATA, 10168) X(CURL_READFUNC_ABORT, 0x10000000)             \
    X(CURL_READFUNC_PAUSE, 0x10000001)

#ifdef GC_FETCH_DLOPEN

typedef void gc_fetch_priv_easy;
typedef void gc_fetch_priv_multi;
typedef struct gc_fetch_priv_list gc_fetch_priv_list;
typedef int64_t gc_fetch_priv_off;
typedef int gc_fetch_priv_socket;           // both of POSIX
typedef int gc_fetch_priv_purpose;
typedef struct gc_fetch_priv_version {      // its beginning
    int age;
    const char *version;
    unsigned version_num;
} gc_fetch_priv_version;
typedef struct gc_fetch_priv_message {
    int msg;
    gc_fetch_priv_easy *easy_handle;
    union {
        void *whatever;
        int result;
    } data;
} gc_fetch_priv_message;

enum {
#define GC_FETCH_PRIV_NUMBER(name, number) GC_FETCH_PRIV_##name = number,
    GC_FETCH_PRIV_CURL_NUMBERS(GC_FETCH_PRIV_NUMBER)
#undef GC_FETCH_PRIV_NUMBER
    GC_FETCH_PRIV_CURL_NUMBERS_END
};

#define GC_FETCH_PRIV_CURL_FUNCTIONS(X)                                                                      \
    X(easy_init, gc_fetch_priv_easy *, (void))                                                               \
    X(easy_cleanup, void, (gc_fetch_priv_easy *))                                                            \
    X(easy_reset, void, (gc_fetch_priv_easy *))                                                              \
    X(easy_setopt, int, (gc_fetch_priv_easy *, int, ...))                                                    \
    X(easy_getinfo, int, (gc_fetch_priv_easy *, int, ...))                                                   \
    X(easy_pause, int, (gc_fetch_priv_easy *, int))                                                          \
    X(easy_strerror, const char *, (int))                                                                    \
    X(multi_init, gc_fetch_priv_multi *, (void))                                                             \
    X(multi_cleanup, int, (gc_fetch_priv_multi *))                                                           \
    X(multi_setopt, int, (gc_fetch_priv_multi *, int, ...))                                                  \
    X(multi_add_handle, int, (gc_fetch_priv_multi *, gc_fetch_priv_easy *))                                  \
    X(multi_remove_handle, int, (gc_fetch_priv_multi *, gc_fetch_priv_easy *))                               \
    X(multi_perform, int, (gc_fetch_priv_multi *, int *))                                                    \
    X(multi_poll, int, (gc_fetch_priv_multi *, void *, unsigned, int, int *))                                \
    X(multi_wakeup, int, (gc_fetch_priv_multi *))                                                            \
    X(multi_info_read, gc_fetch_priv_message *, (gc_fetch_priv_multi *, int *))                              \
    X(slist_append, gc_fetch_priv_list *, (gc_fetch_priv_list *, const char *))                              \
    X(slist_free_all, void, (gc_fetch_priv_list *))                                                          \
    X(getdate, time_t, (const char *, const time_t *))                                                       \
    X(version_info, gc_fetch_priv_version *, (int))                                                          \
    X(global_init, int, (long))                                                                              \
    X(global_cleanup, void, (void))

static struct gc_fetch_priv_libcurl {
#define GC_FETCH_PRIV_FIELD(name, result, arguments) result(*name) arguments;
    GC_FETCH_PRIV_CURL_FUNCTIONS(GC_FETCH_PRIV_FIELD)
#undef GC_FETCH_PRIV_FIELD
    void *library;
} gc_fetch_priv_libcurl;

#if defined(_WIN32)
// As vcpkg and MSVC builds, curl's own packages, and MSYS2 call it.
static const char *const gc_fetch_priv_libcurl_names[] = {"libcurl.dll", "libcurl-x64.dll", "libcurl-4.dll"};
typedef FARPROC gc_fetch_priv_symbol;

// From the program's own folder or the system's, and never from the current one or PATH, where
// somebody else may have put it: LOAD_LIBRARY_SEARCH_DEFAULT_DIRS.
static void *gc_fetch_priv_library_open(const char *name) {
    return (void *)LoadLibraryExA(name, NULL, 0x1000);
}
static gc_fetch_priv_symbol gc_fetch_priv_library_find(void *library, const char *name) {
    return GetProcAddress((HMODULE)library, name);
}
static void gc_fetch_priv_library_close(void *library) { FreeLibrary((HMODULE)library); }
#else
// Debian's second build (libcurl3-gnutls) where there is no other.
static const char *const gc_fetch_priv_libcurl_names[] = {"libcurl.so.4", "libcurl-gnutls.so.4",
                                                          "libcurl.4.dylib"};
typedef void *gc_fetch_priv_symbol;
static void *gc_fetch_priv_library_open(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }
static gc_fetch_priv_symbol gc_fetch_priv_library_find(void *library, const char *name) {
    return dlsym(library, name);
}
static void gc_fetch_priv_library_close(void *library) { dlclose(library); }
#endif

// False: it is not there, or older than 7.68, which has no curl_multi_wakeup.
static bool gc_fetch_priv_curl_load_from(const char *name) {
    struct gc_fetch_priv_libcurl found;
    gc_fetch_priv_symbol address;

    memset(&found, 0, sizeof found);
    found.library = gc_fetch_priv_library_open(name);
    if (!found.library) return false;

    // Every function, or nothing.
#define GC_FETCH_PRIV_LOAD(name, result, arguments)                                                          \
    address = gc_fetch_priv_library_find(found.library, "curl_" #name);                                      \
    memcpy((void *)&found.name, &address, sizeof found.name);                                                \
    if (!address) {                                                                                          \
        gc_fetch_priv_library_close(found.library);                                                          \
        return false;                                                                                        \
    }
    GC_FETCH_PRIV_CURL_FUNCTIONS(GC_FETCH_PRIV_LOAD)
#undef GC_FETCH_PRIV_LOAD

    gc_fetch_priv_libcurl = found;
    return true;
}

// Loads it once, for good.
static bool gc_fetch_priv_curl_load(void) {
    const size_t count = sizeof gc_fetch_priv_libcurl_names / sizeof gc_fetch_priv_libcurl_names[0];
    for (size_t i = 0; i < count && !gc_fetch_priv_libcurl.library; i++) {
        gc_fetch_priv_curl_load_from(gc_fetch_priv_libcurl_names[i]);
    }
    return gc_fetch_priv_libcurl.library != NULL;
}

#define GC_FETCH_PRIV_LIB(name) gc_fetch_priv_libcurl.name
#define GC_FETCH_PRIV_C(name) GC_FETCH_PRIV_##name
#define GC_FETCH_PRIV_OPTION(number) (number)
#define GC_FETCH_PRIV_CODE(number) (number)

#else

typedef CURL gc_fetch_priv_easy;
typedef CURLM gc_fetch_priv_multi;
typedef struct curl_slist gc_fetch_priv_list;
typedef curl_off_t gc_fetch_priv_off;
typedef curl_socket_t gc_fetch_priv_socket;
typedef curlsocktype gc_fetch_priv_purpose;
typedef CURLMsg gc_fetch_priv_message;
static bool gc_fetch_priv_curl_load(void) { return true; }

// The numbers above are the header's: a wrong one does not compile.
#define GC_FETCH_PRIV_NUMBER(name, number) GC_FETCH_PRIV_CHECK_##name = 1 / ((long)name == (long)number),
enum { GC_FETCH_PRIV_CURL_NUMBERS(GC_FETCH_PRIV_NUMBER) GC_FETCH_PRIV_CURL_NUMBERS_END };
#undef GC_FETCH_PRIV_NUMBER

#define GC_FETCH_PRIV_LIB(name) curl_##name
#define GC_FETCH_PRIV_C(name) name
#define GC_FETCH_PRIV_OPTION(number) ((CURLoption)(number))
#define GC_FETCH_PRIV_CODE(number) ((CURLcode)(number))

#endif

// By number: libcurl 7.87 has the first one, 8.6 the second.
enum { GC_FETCH_PRIV_QUICK_EXIT = 322, GC_FETCH_PRIV_CURLE_TOO_LARGE = 100 };
// By number, since libcurl 7.85 deprecates these two, in favour of texts that 7.68 lacks.
enum { GC_FETCH_PRIV_PROTOCOLS = 181, GC_FETCH_PRIV_REDIR = 182 };

#endif // GC_FETCH_NO_CURL

// >>threads the clock, mutexes, conditions and threads, for Windows and for POSIX

// >>common threads
// The clock that setting the time does not move, in microseconds.
static uint64_t gc_fetch_priv_now_us(void) {
#if defined(_WIN32)
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    uint64_t ticks = (uint64_t)now.QuadPart, rate = (uint64_t)frequency.QuadPart;
    return ticks / rate * 1000000 + ticks % rate * 1000000 / rate;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
#endif
}
static uint64_t gc_fetch_priv_now_ms(void) { return gc_fetch_priv_now_us() / 1000; }

// At most a day.
static void gc_fetch_priv_sleep_ms(uint64_t ms) {
    if (ms > 86400000u) ms = 86400000u;
#if defined(_WIN32)
    Sleep((DWORD)ms);
#else
    struct timespec time;
    time.tv_sec = (time_t)(ms / 1000);
    time.tv_nsec = (long)(ms % 1000) * 1000000;
    nanosleep(&time, NULL);
#endif
}

static uint64_t gc_fetch_priv_process(void) {
#if defined(_WIN32)
    return GetCurrentProcessId();
#else
    return (uint64_t)getpid();
#endif
}

// What ends with _init, and thread_start, return 0 or an errno. sys_wait waits for at most so
// many milliseconds (UINT64_MAX: without a limit), and may end early.

#if defined(GC_FETCH_NO_THREADS)

// One does everything: nothing is locked, nobody waits.
typedef int gc_fetch_priv_mutex, gc_fetch_priv_condition, gc_fetch_priv_thread, gc_fetch_priv_thread_id;
static int gc_fetch_priv_mutex_init(gc_fetch_priv_mutex *m) { return *m = 0; }
static void gc_fetch_priv_mutex_end(gc_fetch_priv_mutex *m) { (void)m; }
static void gc_fetch_priv_sys_lock(gc_fetch_priv_mutex *m) { (void)m; }
static void gc_fetch_priv_sys_unlock(gc_fetch_priv_mutex *m) { (void)m; }
static int gc_fetch_priv_condition_init(gc_fetch_priv_condition *c) { return *c = 0; }
static void gc_fetch_priv_condition_end(gc_fetch_priv_condition *c) { (void)c; }
static void gc_fetch_priv_broadcast(gc_fetch_priv_condition *c) { (void)c; }
static void gc_fetch_priv_sys_wait(gc_fetch_priv_condition *c, gc_fetch_priv_mutex *m, uint64_t ms) {
    (void)c, (void)m, (void)ms;
}
static int gc_fetch_priv_thread_start(gc_fetch_priv_thread *thread, void *user) {
    return (void)user, *thread = ENOSYS;
}
static void gc_fetch_priv_thread_join(gc_fetch_priv_thread thread) { (void)thread; }
#ifndef NDEBUG
static gc_fetch_priv_thread_id gc_fetch_priv_this_thread(void) { return 0; }
static bool gc_fetch_priv_same_thread(gc_fetch_priv_thread_id a, gc_fetch_priv_thread_id b) {
    return a == b;
}
#endif

#elif defined(_WIN32)

typedef SRWLOCK gc_fetch_priv_mutex;
typedef CONDITION_VARIABLE gc_fetch_priv_condition;
typedef HANDLE gc_fetch_priv_thread;
typedef DWORD gc_fetch_priv_thread_id;
static int gc_fetch_priv_mutex_init(gc_fetch_priv_mutex *m) { return InitializeSRWLock(m), 0; }
static void gc_fetch_priv_mutex_end(gc_fetch_priv_mutex *m) { (void)m; }
static void gc_fetch_priv_sys_lock(gc_fetch_priv_mutex *m) { AcquireSRWLockExclusive(m); }
static void gc_fetch_priv_sys_unlock(gc_fetch_priv_mutex *m) { ReleaseSRWLockExclusive(m); }
static int gc_fetch_priv_condition_init(gc_fetch_priv_condition *c) {
    return InitializeConditionVariable(c), 0;
}
static void gc_fetch_priv_condition_end(gc_fetch_priv_condition *c) { (void)c; }
static void gc_fetch_priv_broadcast(gc_fetch_priv_condition *c) { WakeAllConditionVariable(c); }
static void gc_fetch_priv_sys_wait(gc_fetch_priv_condition *c, gc_fetch_priv_mutex *m, uint64_t ms) {
    DWORD limit = ms == UINT64_MAX ? INFINITE : ms > 86400000u ? 86400000u : (DWORD)ms;
    SleepConditionVariableSRW(c, m, limit, 0);
}

static void *gc_fetch_priv_main(void *user);
static DWORD WINAPI gc_fetch_priv_thread_run(void *user) { return gc_fetch_priv_main(user), 0u; }
static int gc_fetch_priv_thread_start(gc_fetch_priv_thread *thread, void *user) {
    *thread = CreateThread(NULL, 0, gc_fetch_priv_thread_run, user, 0, NULL);
    return *thread ? 0 : EAGAIN;
}
static void gc_fetch_priv_thread_join(gc_fetch_priv_thread thread) {
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}
#ifndef NDEBUG
static gc_fetch_priv_thread_id gc_fetch_priv_this_thread(void) { return GetCurrentThreadId(); }
static bool gc_fetch_priv_same_thread(gc_fetch_priv_thread_id a, gc_fetch_priv_thread_id b) {
    return a == b;
}
#endif

#else // POSIX

typedef pthread_mutex_t gc_fetch_priv_mutex;
typedef pthread_cond_t gc_fetch_priv_condition;
typedef pthread_t gc_fetch_priv_thread, gc_fetch_priv_thread_id;
static int gc_fetch_priv_mutex_init(gc_fetch_priv_mutex *m) { return pthread_mutex_init(m, NULL); }
static void gc_fetch_priv_mutex_end(gc_fetch_priv_mutex *m) { pthread_mutex_destroy(m); }
static void gc_fetch_priv_sys_lock(gc_fetch_priv_mutex *m) { pthread_mutex_lock(m); }
static void gc_fetch_priv_sys_unlock(gc_fetch_priv_mutex *m) { pthread_mutex_unlock(m); }

// Its waits are timed by the clock that setting the time does not move, where there is a
// choice.
static int gc_fetch_priv_condition_init(gc_fetch_priv_condition *c) {
#ifdef __APPLE__
    return pthread_cond_init(c, NULL);
#else
    pthread_condattr_t attributes;
    int result = pthread_condattr_init(&attributes);
    if (result != 0) return result;
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    result = pthread_cond_init(c, &attributes);
    pthread_condattr_destroy(&attributes);
    return result;
#endif
}
static void gc_fetch_priv_condition_end(gc_fetch_priv_condition *c) { pthread_cond_destroy(c); }
static void gc_fetch_priv_broadcast(gc_fetch_priv_condition *c) { pthread_cond_broadcast(c); }

static void gc_fetch_priv_sys_wait(gc_fetch_priv_condition *c, gc_fetch_priv_mutex *m, uint64_t ms) {
    if (ms == UINT64_MAX) {
        pthread_cond_wait(c, m);
        return;
    }

    // A day at most: no sum below overflows.
    if (ms > 86400000u) ms = 86400000u;
    struct timespec until;
#ifdef __APPLE__
    until.tv_sec = (time_t)(ms / 1000);
    until.tv_nsec = (long)(ms % 1000) * 1000000;
    pthread_cond_timedwait_relative_np(c, m, &until);
#else
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(ms / 1000);
    until.tv_nsec += (long)(ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(c, m, &until);
#endif
}

// Signals are the application's: the thread takes none but those of its own faults, and does
// not die of SIGPIPE.
static void *gc_fetch_priv_main(void *user);
static int gc_fetch_priv_thread_start(gc_fetch_priv_thread *thread, void *user) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    sigset_t all, before;
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = pthread_create(thread, NULL, gc_fetch_priv_main, user);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}
static void gc_fetch_priv_thread_join(gc_fetch_priv_thread thread) { pthread_join(thread, NULL); }
#ifndef NDEBUG
static gc_fetch_priv_thread_id gc_fetch_priv_this_thread(void) { return pthread_self(); }
static bool gc_fetch_priv_same_thread(gc_fetch_priv_thread_id a, gc_fetch_priv_thread_id b) {
    return pthread_equal(a, b) != 0;
}
#endif

#endif // POSIX
// <<common threads

// >>types slots, bodies, transfers, holes, the gc_fetch, and who may touch what

// Where a request is. Only the network thread changes it.
enum {
    GC_FETCH_PRIV_WAITING,      // in the inbox or in both heaps
    GC_FETCH_PRIV_UNSEEN,       // skip_same: in the heap of looks, or `looking`
    GC_FETCH_PRIV_HELD,         // paused before it started
    GC_FETCH_PRIV_DELAYED,      // in the heap of retries
    GC_FETCH_PRIV_RUNNING,
    GC_FETCH_PRIV_FINISHED      // its final event waits for poll
};
enum {
    GC_FETCH_PRIV_DO_CANCEL = 1,
    GC_FETCH_PRIV_DO_PAUSE = 2,
    GC_FETCH_PRIV_DO_RESUME = 4,
    GC_FETCH_PRIV_DO_PRIORITY = 8
};

// Two heaps hold what may start, one what waits for its retry, by when that is due, one all
// requests that have a deadline, by that, and one those whose file is to be looked at.
enum { GC_FETCH_PRIV_LARGE, GC_FETCH_PRIV_SMALL, GC_FETCH_PRIV_HEAPS };
enum {
    GC_FETCH_PRIV_DUE = GC_FETCH_PRIV_HEAPS,
    GC_FETCH_PRIV_DEADLINE,
    GC_FETCH_PRIV_LOOK,
    GC_FETCH_PRIV_ALL_HEAPS
};
enum { GC_FETCH_PRIV_OWN, GC_FETCH_PRIV_LOCAL, GC_FETCH_PRIV_CURL, GC_FETCH_PRIV_TRANSPORTS };

// URL, path, method, headers and body of a request stand in its slot while they are no longer
// than this in all, else in a block.
enum { GC_FETCH_PRIV_TEXTS = 112 };

// Slots begin where cache lines do, and what a poll reads is in the first two.
#if defined(__GNUC__)
#define GC_FETCH_PRIV_LINES __attribute__((aligned(64)))
#else
#define GC_FETCH_PRIV_LINES
#endif
enum { GC_FETCH_PRIV_LINE = 64, GC_FETCH_PRIV_HOT = 128 };

// A slot and the request in it.
typedef struct gc_fetch_priv_slot {
    // Under the lock, also while nobody has the slot.
    gc_fetch_id id;                 // generation 0: used up
    uint32_t next_free;
    bool live;                      // from add until the poll of its final event
    bool told;                      // from there until the next poll
    bool orphaned;                  // given back while in the list of controls, whose reader frees it

    // Under the lock.
    int event_bits;                 // 1 << type of those that wait for poll; DONE: the final one
    int held_error;                 // of its held event
    int result, last_result, http_status, system_error;
    uint32_t attempt, retry_after_ms;
    uint64_t received, total, sent;
    size_t memory_size, memory_capacity;
    uint64_t tag;
    const char *url;

    // The network thread's until the final event, then the poll thread's. An own memory sink's
    // block starts GC_FETCH_PRIV_MEMORY_HEAD bytes before `memory`. Without a detail the name
    // of last_result says all. The response is the newest one.
    uint8_t *memory;
    char *detail;                   // changed under the lock
    struct gc_fetch_priv_response *response;
    void *block;                    // for texts and body, or NULL

    // Fixed by add.
    gc_fetch_request given;         // its pointers point into `texts` or `block`

    size_t block_size;
    uint64_t sequence, shuffle;     // order of adding, and a random key
    uint8_t sha256[32];
    bool sized;                     // given.size is what is expected, also where it is 0
    bool hashed;                    // sha256 tells that bytes are of one version: not of coded ones
    int transport;                  // index into gc_fetch.transports

    // The network thread's.
    int state;
    uint32_t heap_at[GC_FETCH_PRIV_ALL_HEAPS];
    bool from_large;                // which heap it was taken from
    uint64_t host;                  // where hosts have limits: key of host and port, 0: none applies
    bool paused;                    // by the user
    bool seen;                      // skip_same: its file is another one
    bool own_range;                 // the caller has asked for a part of the body
    bool conditional;               // ... or for the body only if it has changed
    bool head_only;                 // HEAD: there is no body
    bool whole_only;                // no ranges: they cannot be, or have gone wrong
    bool fresh_only;                // a kept connection has gone wrong: the same
    // With mirrors: how many URLs there are; bits of those that have been left, and of those
    // that have brought a wrong body together; another one is to be asked at once.
    uint16_t sources, shunned, suspects;
    bool elsewhere;
    uint64_t due_ms;                // DELAYED
    uint64_t deadline_at_ms;        // 0: none
    struct gc_fetch_priv_body *body;    // RUNNING
    struct gc_fetch_priv_parked *parked;    // HELD or WAITING, and goes on from there; or NULL

    // Under the lock.
    struct gc_fetch_priv_slot *next_inbox, *next_control;
    int control_bits;
    int32_t wanted_priority;
    uint64_t left;                  // what it counts for in statistics.left

    void *texts[GC_FETCH_PRIV_TEXTS / sizeof(void *)];
} GC_FETCH_PRIV_LINES gc_fetch_priv_slot;

// An own memory sink's block begins with its size, for allocators that want it back; 16 keeps
// the data aligned.
enum { GC_FETCH_PRIV_MEMORY_HEAD = 16 };

// The head of a response and the body of an error, in one block. Behind the struct stand `head`
// bytes, which are the final URL (empty: the request's) and lines "Name: value", each with its
// zero; and behind those `body` bytes.
typedef struct gc_fetch_priv_response {
    size_t capacity, head, body;
} gc_fetch_priv_response;

// What the transfers of one attempt share: there are several when idle transfers take ranges of
// a large file. Every byte that is missing belongs to one confirmed transfer or to one hole; a
// transfer that is not confirmed yet repeats a part of its victim's.
typedef struct gc_fetch_priv_body {
    gc_fetch_priv_slot *request;    // NULL: free
    uint32_t holes;
    uint64_t received;              // bytes the sink has taken
    uint64_t sent, told_ms;         // bytes that body_read has given, and when that was told
    uint64_t total;                 // of the whole body, by the server's word, or UINT64_MAX
    uint64_t split_after_ms;
    uint64_t rate_ms, rate_moved;   // of min_rate: when it was looked at, 0 before the head; bytes as of then
    uint64_t refused_ms;            // how long the sink has taken nothing that it was offered
    uint64_t refusal_ms;            // when it was offered something last and took nothing; 0: it took some
    uint32_t refusals;
    uint32_t runs;                  // its transfers
    bool stalled;                   // since the last look its sink took less
    bool headed;                    // a first response has come: its holes may start
    bool changed;                   // there is another version by now
    bool resumable;                 // when it is cut it goes on from its holes
    bool exhausted;                 // ... which have been tried often enough
    bool misranged;                 // a range has failed by its answer, not by the network
    bool splittable;                // the server can serve ranges of exactly this body
    bool split;                     // ranges of it have been asked for: bytes may come out of order
    bool begun;                     // its stream has been told of the attempt
    bool complete;                  // all bytes are there, though perhaps not hashed
    bool coded;                     // they are the decoder's, not the file's
    uint32_t source, used;          // whose head came first; all URLs whose bytes are in it (bits)
    int no_room;                    // it is the one that fails, for this errno, so that others have room
    gc_fetch_sha256 hash;           // of the first hash.length bytes
    // File sink: its temporary, and the folder that this is in; both -1, or neither.
    int fd, folder;
    char temporary[48];             // ".gcf-", process, key, counter, ".tmp": 44 at most, the zero included
    int part;                       // its state file, locked; -1: none
    bool part_refused;              // ... and there will be none
    bool part_dirty;                // the sink has taken bytes since its state was written
    uint64_t part_sequence, part_synced, part_unsynced;     // states, synced ones; bytes since one of these
    char validator[GC_FETCH_PRIV_VALIDATOR];    // for If-Range, or empty
} gc_fetch_priv_body;

// A range that waits for another try.
typedef struct gc_fetch_priv_hole {
    gc_fetch_priv_body *body;       // NULL: free
    uint64_t first, end, due_ms;
    uint32_t tries;
} gc_fetch_priv_hole;

// A rate limit: bytes that may be taken, as of when, and thousandths of one.
typedef struct gc_fetch_priv_bucket {
    uint64_t rate, tokens, ms, part;
} gc_fetch_priv_bucket;

// Of one host. What is wanted is under the lock, the rest the network thread's.
typedef struct gc_fetch_priv_limit {
    uint64_t host;                  // 0: none
    uint32_t transfers;             // 0: as of all hosts
    gc_fetch_priv_bucket bucket;
    uint64_t wanted_host, wanted_rate;
    uint32_t wanted_transfers;
} gc_fetch_priv_limit;

// The body of a request that has given its place back. Behind it stand first and end of
// each of its holes, in order.
typedef struct gc_fetch_priv_parked {
    size_t size;                    // of the block
    gc_fetch_priv_body body;
    uint32_t count;                 // of the holes
} gc_fetch_priv_parked;

static uint64_t *gc_fetch_priv_parked_holes(gc_fetch_priv_parked *parked) {
    return (uint64_t *)(void *)(parked + 1);
}

struct gc_fetch_transfer {
    gc_fetch *fetch;
    gc_fetch_priv_slot *request;    // NULL: free
    gc_fetch_priv_body *body;
    gc_fetch_job job;
    uint64_t first, end;            // the bytes it is to bring; end UINT64_MAX: to the body's end
    uint64_t reach;                 // the end it asked the server for
    uint64_t offset;                // of the next byte
    gc_fetch_transfer *victim;      // whose second half it takes over once it is confirmed
    gc_fetch_transfer *thief;       // the other way round
    uint32_t tries;                 // of this range without progress, before this one
    uint32_t source;                // which of the request's URLs
    uint64_t host;                  // its host's key, or 0
    gc_fetch_priv_limit *limit;     // of that, or NULL
    bool uncredited;                // it was too slow: what it has brought is no progress
    int http_status;
    uint64_t dropped;               // bytes of an error page
    bool unmodified;                // the answer is that nothing has changed
    uint64_t started_ms, responded_ms, active_ms;   // active: of the last byte, or of the start
    uint64_t offered_ms;            // when the sink took less
    bool responded, dropping, stalled;
    bool held_back;                 // stalled by a limit or by others, not by its sink
    bool ranged;                    // a range was asked for
    bool confirmed;                 // the server sends what was asked for
    bool refused;                   // it does not and will not
    int failure;                    // ours, wins over the transport's outcome
    int failure_errno;
    const char *failure_text;
    int local;                      // of a file: URL: the file
};

#ifndef GC_FETCH_NO_CURL
typedef struct gc_fetch_priv_curl_job {
    gc_fetch_priv_easy *easy;
    gc_fetch_transfer *transfer;
    gc_fetch_priv_list *headers;
    gc_fetch_priv_list *abroad;     // those of them that go to another host as well; NULL: not needed yet
    size_t skip;                    // bytes of the next block that the sink has had already
    size_t burst;                   // bytes of bodies in this look at the sockets
    gc_fetch_priv_off sent;         // of the request's body, as of the last look
    uint64_t upload_at;             // where libcurl reads that on
    gc_fetch_response head;
    char *lines;                    // "Name: value" of the newest head, each with its zero
    size_t lines_size, lines_capacity;
    uint64_t length;                // Content-Length, if length_said
    bool length_said, coding_said, range_said, chunked;
    bool counts;                    // the newest line is about the body's end: it may not be folded
    size_t head_bytes;              // of all heads of this transfer, those of redirects and 1xx included
    int status;                     // of the newest head, 0: none
    // ... and its empty line has come; never of 1xx, behind which there must be another.
    bool head_ended;
    long redirects;                 // that were followed before it
    bool prepared, plain, secure;   // the handle's options are set; as for a plain GET; as for https
    char error[GC_FETCH_PRIV_C(CURL_ERROR_SIZE)];
} gc_fetch_priv_curl_job;
#endif

struct gc_fetch {
    gc_fetch_desc desc;             // defaults filled in; its texts point into `texts`
    char *texts;
    size_t texts_size;
    uint64_t shuffle_seed;
    int root_fd;                    // -1: none
    int parts_fd;                   // the folder of state files (>>parts), -1: not made yet
    char boot[40];                  // names the system's start, empty: not known
    const char *swept;              // the sweep's: a temporary that no state has been seen to tell of
    int sweep_depth;
    // The first ones in blocks[0]; where the table grows, each further block has as many as all
    // before it.
    struct { void *block; gc_fetch_priv_slot *slots; size_t size; } blocks[GC_FETCH_PRIV_BLOCKS];
    uint32_t first_slots;           // of blocks[0]
    uint32_t slot_count;            // of all: under the lock
    gc_fetch_transfer *transfers;   // `parallel` of each
    gc_fetch_priv_body *bodies;
    gc_fetch_priv_hole *holes;
    uint32_t hole_capacity;
    uint32_t temporary_key;         // in the names of its temporaries, another one in each gc_fetch
    gc_fetch_transport transports[GC_FETCH_PRIV_TRANSPORTS];    // start NULL: not there

    // The network thread's.
    gc_fetch_priv_slot **heaps[GC_FETCH_PRIV_ALL_HEAPS];
    uint32_t heap_counts[GC_FETCH_PRIV_ALL_HEAPS];
    uint32_t heap_capacity;         // of each
    bool refused;                   // in this turn a sink, or the rate limit, took less than it was offered
    bool fresh_events;              // some have come since gc_fetch_priv_announce
    bool until_event;               // without a thread: its driver waits for any event
    bool more_to_start;             // there is also room, but a turn has started enough
    uint32_t running;               // transfers
    uint32_t active, active_large;  // bodies
    uint32_t hole_count;
    uint32_t parked;                // bodies that have given their place
    uint64_t given;                 // how often one has, to a request that was more urgent
    uint32_t places;                // of `parallel`: as many as there are descriptors for
    uint32_t place_ends;            // good ends since there was none for one more
    bool scarce;                    // in this turn there was none
    int held;                       // there is no room, with hold_when_full: an errno, or 0
    uint64_t held_need;             // ... for so many bytes
    uint64_t full_ms;               // when a file last failed for lack of room
    uint64_t held_at_ms;            // ... as of when; the next try is GC_FETCH_PRIV_HELD_MS later
    uint64_t unsaved;               // see GC_FETCH_PRIV_PART_UNSAVED
    uint64_t ended_ms;              // when libcurl's last transfer has ended
    uint32_t interval_16ms;         // between two such ends, in sixteenths of a millisecond: a moving average
    gc_fetch_priv_bucket bucket;    // of the rate limit, whose rate is the desc's
    bool limits_hosts;              // there are limits of hosts, or have been
    uint64_t drain, drain_ms;       // until then there may be so many more: see gc_fetch_priv_curl_limit
    int64_t lead;                   // the priority of the bodies that are read first (gc_fetch_priv_behind)
    int64_t top;                    // the highest that runs
    uint64_t share_ms, share_received, shared_rate, line_rate;      // rates: bytes a second
    uint64_t reserve;               // bytes that running bodies have still to bring: enough: the line is full
    uint64_t bad_ms[GC_FETCH_PRIV_HOSTS];   // see gc_fetch_priv_host_bad
    uint32_t head_16ms;             // from a transfer's start to its head, in sixteenths: a moving average
    uint32_t share_turns;           // until then; 1 and 0: all share the line, whatever their priority
    bool led, led_before, all_share;    // in this time some were behind; none is, since it does not pay
    gc_fetch_priv_slot *looking;    // whose file is being hashed (>>same), or NULL
    int look_fd;
    uint64_t look_size;
    gc_fetch_sha256 look_hash;
    uint64_t only_host;             // of all requests with one so far
    bool several_hosts, hosts_full; // full: nothing that waits may start until a transfer ends
    uint32_t split_trips;           // GC_FETCH_PRIV_SPLIT_TRIPS, less in tests
    bool hashing;                   // a body's hash, or its decoder, is behind its bytes
    gc_fetch_priv_body *decoding;   // its file is being made (decode_some), or NULL
    int decode_fd;                  // ... in this temporary
    char decode_name[48];
    uint64_t decode_taken, decode_made;     // coded bytes; bytes of the file
    uint8_t *decode_buffer;         // what is still to be written, decode_size bytes
    size_t decode_size;
    uint32_t transport_running[GC_FETCH_PRIV_TRANSPORTS];
    uint64_t random;                // of the retry delays
    uint64_t temporaries;
    uint8_t *read_buffer;
#ifndef GC_FETCH_NO_CURL
    gc_fetch_priv_multi *multi;
    bool curl_once;                 // no handle may be used twice: see gc_fetch_priv_curl_open
    bool curl_fresh;                // a transfer was added or unpaused since libcurl looked
    bool curl_flows;                // in its last look a body brought a whole buffer, and may have more
    int curl_sockets[GC_FETCH_PRIV_SOCKETS];    // and one; 0: none
    uint64_t curl_rate;             // the limit that their buffers are made for
    gc_fetch_priv_curl_job *curl_jobs;
    bool curl_initialised;
#endif

    // Under the lock.
    gc_fetch_priv_slot *controls;
    // Slots with events, by number, the oldest at ring[ring_first]: a list through the slots
    // would wait for each of them in turn.
    uint32_t *ring;
    uint32_t ring_size, ring_first, ring_count;     // the size is a power of two
    // ring_count is not 0: read without the lock, so that a poll in vain costs nothing.
    int pending;
    gc_fetch_priv_slot *beginning;  // its stream_begin is being called
    uint32_t free_slot;             // UINT32_MAX: none
    uint32_t used_slots;            // those behind have never been used, nor their memory been touched
    uint32_t event_waiters;
    gc_fetch_statistics statistics;
    uint64_t rate_limit;            // what is wanted; desc.rate_limit is what holds
    gc_fetch_priv_limit limits[GC_FETCH_PRIV_LIMITS];
    bool limits_changed;
    struct { uint64_t ms, received; } marks[GC_FETCH_PRIV_MARKS];  // of the speed, the newest first
    gc_fetch_transport *pumping;    // the transport that may be waiting
    bool stop;

    gc_fetch_priv_slot *inbox;      // what has been added, the newest first
    uint32_t outstanding;           // added and not yet polled to the end
    bool wake_sent;
    // An add of this priority or less cannot start before a turn: it wakes nobody.
    int64_t wake_above;
    int64_t inbox_priority;         // the highest in it
    size_t memory_held;             // by own memory sinks that were not polled yet
    bool memory_full;               // requests wait for some of that

    // The poll thread's: slots whose final events it has, and texts of the other events, whose
    // requests may change them meanwhile.
    uint32_t polled_count;
    uint32_t polled[GC_FETCH_PRIV_BATCH];
    char polled_details[GC_FETCH_PRIV_BATCH][GC_FETCH_PRIV_DETAIL];
    gc_fetch_priv_mutex mutex;
    gc_fetch_priv_condition work, event_ready;  // for the network thread; for gc_fetch_wait
    gc_fetch_priv_thread thread;
    bool thread_runs;

#ifndef NDEBUG
    // The lock's owner, see GC_FETCH_PRIV_LOCKED.
    bool locked;
    gc_fetch_priv_thread_id owner;
#endif
};

// >>platform the lock, files and folders, for Windows and for POSIX

// >>common lock
// Fields "under the lock" are touched between lock and unlock. In debug builds the lock knows
// its owner, and a function that is called under the lock begins with GC_FETCH_PRIV_LOCKED.
#ifdef NDEBUG
#define GC_FETCH_PRIV_LOCKED(x) ((void)(x))
#define GC_FETCH_PRIV_OWN(x, take) ((void)(take))
#else
#define GC_FETCH_PRIV_LOCKED(x) GC_FETCH_ASSERT(gc_fetch_priv_is_locked(x) && "gc_fetch: not locked")
#define GC_FETCH_PRIV_OWN(x, take) gc_fetch_priv_own(x, take)

// Does this thread have the lock?
GC_FETCH_PRIV_UNUSED static bool gc_fetch_priv_is_locked(const gc_fetch *x) {
    return x->locked && gc_fetch_priv_same_thread(x->owner, gc_fetch_priv_this_thread());
}

// Just after the lock is taken, or just before it is given back.
static void gc_fetch_priv_own(gc_fetch *x, bool take) {
    GC_FETCH_ASSERT(x->locked != take && "gc_fetch: locked twice, or not at all");
    x->locked = take;
    if (take) x->owner = gc_fetch_priv_this_thread();
}
#endif

static void gc_fetch_priv_lock(gc_fetch *x) {
    gc_fetch_priv_sys_lock(&x->mutex);
    GC_FETCH_PRIV_OWN(x, true);
}

static void gc_fetch_priv_unlock(gc_fetch *x) {
    GC_FETCH_PRIV_OWN(x, false);
    gc_fetch_priv_sys_unlock(&x->mutex);
}

// Gives the lock back, waits as sys_wait does, and has it again when it returns.
static void gc_fetch_priv_condition_wait(gc_fetch *x, gc_fetch_priv_condition *condition, uint64_t ms) {
    GC_FETCH_PRIV_LOCKED(x);
    GC_FETCH_PRIV_OWN(x, false);
    gc_fetch_priv_sys_wait(condition, &x->mutex, ms);
    GC_FETCH_PRIV_OWN(x, true);
}
// <<common lock

// Files and folders are ints, -1: none; what fails leaves an errno.

// >>common info
// What an open file or folder is.
typedef struct gc_fetch_priv_info {
    uint64_t size, device, inode, links;
    int64_t modified;               // seconds since 1970
    bool plain, is_folder;          // neither: a link or device
} gc_fetch_priv_info;
// <<common info

// What is called for each name in a folder; below: it may be a folder.
typedef void gc_fetch_priv_visit(gc_fetch *f, int folder, const char *name, bool below);

#if defined(_WIN32)

// ---- Windows

// A file that is open here is not shared for writing: that is the lock of a state file.

// >>common nt
// NtCreateFile takes a folder's handle and a name relative to it, as openat does; the Win32
// functions take whole paths only. Handles of files have 32 significant bits also on 64-bit
// Windows (Microsoft, "Interprocess Communication Between 32-bit and 64-bit Applications"), so
// they are kept in ints, as descriptors are. Below the root no symbolic link, junction or mount
// point is followed, and nothing is opened under another name of it (LONGNA~1). Where the file
// system ignores case, "Case" and "case" are one file.

typedef struct gc_fetch_priv_nt_calls {
    LONG(NTAPI *create)(HANDLE *, ULONG, OBJECT_ATTRIBUTES *, IO_STATUS_BLOCK *, LARGE_INTEGER *, ULONG,
                        ULONG, ULONG, ULONG, void *, ULONG);
    LONG(NTAPI *close)(HANDLE);
    LONG(NTAPI *read)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG, LARGE_INTEGER *,
                      ULONG *);
    LONG(NTAPI *write)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG, LARGE_INTEGER *,
                       ULONG *);
    LONG(NTAPI *flush)(HANDLE, IO_STATUS_BLOCK *);
    LONG(NTAPI *query)(HANDLE, IO_STATUS_BLOCK *, void *, ULONG, ULONG);
    LONG(NTAPI *set)(HANDLE, IO_STATUS_BLOCK *, void *, ULONG, ULONG);
    LONG(NTAPI *list)(HANDLE, HANDLE, void *, void *, IO_STATUS_BLOCK *, void *, ULONG, ULONG, BOOLEAN,
                      UNICODE_STRING *, BOOLEAN);
    BOOLEAN(NTAPI *to_path)(const WCHAR *, UNICODE_STRING *, WCHAR **, void *);
    void(NTAPI *free_path)(UNICODE_STRING *);
} gc_fetch_priv_nt_calls;

static gc_fetch_priv_nt_calls gc_fetch_priv_nt;         // constant once it is filled in
static INIT_ONCE gc_fetch_priv_nt_once;

static FARPROC gc_fetch_priv_nt_find(const char *name) {
    return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), name);
}

static BOOL CALLBACK gc_fetch_priv_nt_fill(INIT_ONCE *once, void *argument, void **context) {
    // In the order of the struct.
    static const char *const names[] = {
        "NtCreateFile", "NtClose", "NtReadFile", "NtWriteFile", "NtFlushBuffersFile",
        "NtQueryInformationFile", "NtSetInformationFile", "NtQueryDirectoryFile",
        "RtlDosPathNameToNtPathName_U", "RtlFreeUnicodeString"};
    FARPROC calls[sizeof names / sizeof names[0]];
    (void)once, (void)argument, (void)context;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        calls[i] = gc_fetch_priv_nt_find(names[i]);
        if (!calls[i]) return FALSE;
    }
    memcpy((void *)&gc_fetch_priv_nt, (const void *)calls, sizeof calls);
    return TRUE;
}

static bool gc_fetch_priv_nt_load(void) {
    if (InitOnceExecuteOnce(&gc_fetch_priv_nt_once, gc_fetch_priv_nt_fill, NULL, NULL)) return true;
    errno = ENOSYS;
    return false;
}

static HANDLE gc_fetch_priv_handle(int fd) { return (HANDLE)(intptr_t)fd; }

enum {
    GC_FETCH_PRIV_WIDE = 8192,              // UTF-16 units of a whole name: root and path
    GC_FETCH_PRIV_SHARE = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE
};

// False when the status (ntstatus.h) is an error: the errno that says the same, or EIO.
static bool gc_fetch_priv_nt_ok(LONG status) {
    static const struct { uint32_t status; int error; } known[] = {
        // NO_SUCH_FILE, OBJECT_NAME_NOT_FOUND, OBJECT_PATH_NOT_FOUND
        {0xc000000fu, ENOENT}, {0xc0000034u, ENOENT}, {0xc000003au, ENOENT},
        // BAD_NETWORK_PATH, BAD_NETWORK_NAME
        {0xc00000beu, ENOENT}, {0xc00000ccu, ENOENT},
        // OBJECT_NAME_COLLISION, FILE_IS_A_DIRECTORY, NOT_A_DIRECTORY
        {0xc0000035u, EEXIST}, {0xc00000bau, EISDIR}, {0xc0000103u, ENOTDIR},
        // ACCESS_DENIED, CANNOT_DELETE, PRIVILEGE_NOT_HELD
        {0xc0000022u, EACCES}, {0xc0000121u, EACCES}, {0xc0000061u, EPERM},
        // SHARING_VIOLATION, FILE_LOCK_CONFLICT, DELETE_PENDING
        {0xc0000043u, EBUSY}, {0xc0000054u, EBUSY}, {0xc0000056u, EBUSY},
        // DISK_FULL, DISK_QUOTA_EXCEEDED, FILE_TOO_LARGE
        {0xc000007fu, ENOSPC}, {0xc0000802u, ENOSPC}, {0xc0000904u, EFBIG},
        // TOO_MANY_OPENED_FILES, MEDIA_WRITE_PROTECTED
        {0xc000011fu, EMFILE}, {0xc00000a2u, EROFS},
        // NO_MEMORY, INSUFFICIENT_RESOURCES
        {0xc0000017u, ENOMEM}, {0xc000009au, ENOMEM},
        // INVALID_PARAMETER, OBJECT_NAME_INVALID, OBJECT_PATH_INVALID, OBJECT_PATH_SYNTAX_BAD
        {0xc000000du, EINVAL}, {0xc0000033u, EINVAL}, {0xc0000039u, EINVAL}, {0xc000003bu, EINVAL},
        // NAME_TOO_LONG, BUFFER_OVERFLOW (of a name)
        {0xc0000106u, ENAMETOOLONG}, {0x80000005u, ENAMETOOLONG},
        // STOPPED_ON_SYMLINK, REPARSE_POINT_NOT_RESOLVED, REPARSE_POINT_ENCOUNTERED
        {0x8000002du, ELOOP}, {0xc0000280u, ELOOP}, {0xc000050bu, ELOOP},
        // NOT_IMPLEMENTED, INVALID_INFO_CLASS, INVALID_DEVICE_REQUEST, NOT_SUPPORTED
        {0xc0000002u, ENOSYS}, {0xc0000003u, ENOSYS}, {0xc0000010u, ENOSYS}, {0xc00000bbu, ENOSYS}};

    if (status >= 0) return true;
    errno = EIO;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].status == (uint32_t)status) errno = known[i].error;
    }
    return false;
}

static bool gc_fetch_priv_nt_query(int fd, int what, void *info, size_t size) {
    IO_STATUS_BLOCK io;
    HANDLE handle = gc_fetch_priv_handle(fd);
    return gc_fetch_priv_nt_ok(gc_fetch_priv_nt.query(handle, &io, info, (ULONG)size, (ULONG)what));
}

static bool gc_fetch_priv_nt_set(int fd, int what, void *info, size_t size) {
    IO_STATUS_BLOCK io;
    HANDLE handle = gc_fetch_priv_handle(fd);
    return gc_fetch_priv_nt_ok(gc_fetch_priv_nt.set(handle, &io, info, (ULONG)size, (ULONG)what));
}

// UTF-16 with '\' for '/'. Returns the number of units, 0: errno.
static int gc_fetch_priv_wide(const char *text, WCHAR *wide, int capacity) {
    int n = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide, capacity);
    if (n == 0) errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EINVAL;
    for (int i = 0; i < n; i++) {
        if (wide[i] == '/') wide[i] = '\\';
    }
    return n - (n > 0);
}

// A path of the Win32 way as a whole name, of any length; nt.free_path frees it. False: errno.
static bool gc_fetch_priv_nt_whole(const char *path, UNICODE_STRING *whole) {
    WCHAR wide[GC_FETCH_PRIV_WIDE];
    if (!gc_fetch_priv_nt_load()) return false;
    if (path[0] && gc_fetch_priv_wide(path, wide, GC_FETCH_PRIV_WIDE) == 0) return false;
    if (path[0] && gc_fetch_priv_nt.to_path(wide, whole, NULL, NULL)) return true;
    errno = ENOENT;
    return false;
}

// ---- Windows: opening below a folder

// Opens a name of `length` units relative to a folder, or a whole one (folder -1).
static int gc_fetch_priv_nt_open(int folder, WCHAR *name, int length, ULONG access, ULONG share,
                             ULONG disposition, ULONG options, ULONG attributes) {
    UNICODE_STRING text;
    OBJECT_ATTRIBUTES object;
    IO_STATUS_BLOCK io;
    HANDLE handle = NULL, above = folder < 0 ? NULL : gc_fetch_priv_handle(folder);

    text.Buffer = name;
    text.Length = text.MaximumLength = (USHORT)((size_t)length * sizeof(WCHAR));
    InitializeObjectAttributes(&object, &text, OBJ_CASE_INSENSITIVE | attributes, above, NULL);

    access |= FILE_READ_ATTRIBUTES | SYNCHRONIZE;
    options |= FILE_SYNCHRONOUS_IO_NONALERT;
    LONG status = gc_fetch_priv_nt.create(&handle, access, &object, &io, NULL, FILE_ATTRIBUTE_NORMAL, share,
                                      disposition, options, NULL, 0);
    return gc_fetch_priv_nt_ok(status) ? (int)(intptr_t)handle : -1;
}

static bool gc_fetch_priv_sys_close(int fd) {
    return gc_fetch_priv_nt_ok(gc_fetch_priv_nt.close(gc_fetch_priv_handle(fd)));
}
// errno stays as it is.
static void gc_fetch_priv_drop_handle(int fd) { gc_fetch_priv_nt.close(gc_fetch_priv_handle(fd)); }

// FILE_NAME_INFORMATION
typedef struct gc_fetch_priv_nt_name {
    ULONG bytes;
    WCHAR text[GC_FETCH_PRIV_WIDE];
} gc_fetch_priv_nt_name;

// The whole name on its volume, with long names for short ones. Returns its length without a
// '\' at the end; -1: errno.
static int gc_fetch_priv_nt_name_of(int fd, gc_fetch_priv_nt_name *name) {
    // FileNormalizedNameInformation. Before Windows 8, and on some network drives, there is
    // only the name as it was opened: FileNameInformation.
    if (!gc_fetch_priv_nt_query(fd, 48, name, sizeof *name) &&
        !gc_fetch_priv_nt_query(fd, 9, name, sizeof *name)) {
        return -1;
    }
    int n = (int)(name->bytes / sizeof(WCHAR));
    return n - (n > 0 && name->text[n - 1] == '\\');
}

// Do both names say the same, in any case?
static bool gc_fetch_priv_nt_same(const WCHAR *a, const WCHAR *b, int length) {
    return CompareStringOrdinal(a, length, b, length, TRUE) == CSTR_EQUAL;
}

// Is what was opened under this name below the folder what the name says? A link, or another
// name for it (LONGNA~1), is ELOOP, a pipe or device EEXIST. Asks the handle, so that nobody
// can change it in between.
static bool gc_fetch_priv_nt_check(int folder, const WCHAR *name, int length, int fd, bool *is_folder) {
    struct { ULONG attributes, tag; } info;     // FILE_ATTRIBUTE_TAG_INFORMATION, class 35
    gc_fetch_priv_nt_name above, whole;
    if (!gc_fetch_priv_nt_query(fd, 35, &info, sizeof info)) return false;
    *is_folder = (info.attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;

    // Not every reparse point is a link: the cloud's and deduplicated files are plain for
    // everybody.
    if (info.attributes & FILE_ATTRIBUTE_REPARSE_POINT) {
        bool device = info.tag >= 0x80000023u && info.tag <= 0x80000026u;   // a socket, pipe or device
        bool link = (info.tag & 0x20000000u) != 0;      // name surrogates: links and mount points
        errno = link ? ELOOP : EEXIST;
        if (link || device) return false;
    }
    if (GetFileType(gc_fetch_priv_handle(fd)) != FILE_TYPE_DISK) {
        errno = EEXIST;
        return false;
    }

    // Its whole name must be the folder's, a '\', and the name that was asked for.
    int n = gc_fetch_priv_nt_name_of(folder, &above), m = gc_fetch_priv_nt_name_of(fd, &whole);
    if (n < 0 || m < 0) return false;
    if (m == n + 1 + length && whole.text[n] == '\\' &&
        (n == 0 || gc_fetch_priv_nt_same(above.text, whole.text, n)) &&
        gc_fetch_priv_nt_same(whole.text + n + 1, name, length)) {
        return true;
    }
    errno = ELOOP;
    return false;
}

// Opens what has the name in the folder, a link itself, or (".") the folder again. What was
// there already must be what the name says. -1: errno.
static int gc_fetch_priv_nt_open_name(int folder, const char *name, ULONG access, ULONG share,
                                  ULONG disposition, ULONG options, bool *is_folder) {
    WCHAR wide[GC_FETCH_PRIV_NAME_SIZE];
    bool self = strcmp(name, ".") == 0;
    int length = self ? 0 : gc_fetch_priv_wide(name, wide, GC_FETCH_PRIV_NAME_SIZE);
    if (length == 0 && !self) return -1;

    options |= FILE_OPEN_REPARSE_POINT;
    int fd = gc_fetch_priv_nt_open(folder, wide, length, access, share, disposition, options, 0);
    *is_folder = self;
    if (fd < 0 || self || disposition == FILE_CREATE) return fd;
    if (gc_fetch_priv_nt_check(folder, wide, length, fd, is_folder)) return fd;
    gc_fetch_priv_drop_handle(fd);
    return -1;
}

// Opens whatever has the name, to look at it. -1: errno.
static int gc_fetch_priv_nt_look(int folder, const char *name, bool *is_folder) {
    return gc_fetch_priv_nt_open_name(folder, name, 0, GC_FETCH_PRIV_SHARE, FILE_OPEN, 0, is_folder);
}

// Is the name free, or a plain file? Otherwise errno says what stands there; ENOENT when
// `must_exist` and nothing does.
static bool gc_fetch_priv_sys_replaceable(int folder, const char *name, bool must_exist) {
    bool is_folder;
    int fd = gc_fetch_priv_nt_look(folder, name, &is_folder);
    if (fd < 0) return errno == ENOENT && !must_exist;
    gc_fetch_priv_drop_handle(fd);
    errno = EISDIR;
    return !is_folder;
}

// A part of a path was no folder: ELOOP for a link, whatever the first try said.
static void gc_fetch_priv_sys_explain(int folder, const char *name) {
    bool is_folder;
    int error = errno;
    if (error == ENOTDIR || error == EEXIST) {
        int fd = gc_fetch_priv_nt_look(folder, name, &is_folder);
        if (fd >= 0) gc_fetch_priv_drop_handle(fd);
        error = fd < 0 && errno == ELOOP ? ELOOP : ENOTDIR;
    }
    errno = error;
}

// *made: nobody else was faster.
static bool gc_fetch_priv_sys_mkdir(int folder, const char *name, bool *made) {
    bool is_folder;
    int fd = gc_fetch_priv_nt_open_name(folder, name, 0, GC_FETCH_PRIV_SHARE, FILE_CREATE,
                                    FILE_DIRECTORY_FILE, &is_folder);
    *made = fd >= 0;
    if (fd < 0) return errno == EEXIST;
    gc_fetch_priv_drop_handle(fd);
    return true;
}

// ---- Windows: what is open

static bool gc_fetch_priv_sys_info(int fd, gc_fetch_priv_info *out) {
    // FileBasicInformation (4), FileStandardInformation (5), FileInternalInformation (6).
    struct { LARGE_INTEGER allocated, size; ULONG links; BOOLEAN removed, is_folder; } standard;
    struct { LARGE_INTEGER created, accessed, written, changed; ULONG attributes; } basic;
    LARGE_INTEGER index;
    if (!gc_fetch_priv_nt_query(fd, 4, &basic, sizeof basic)) return false;
    if (!gc_fetch_priv_nt_query(fd, 5, &standard, sizeof standard)) return false;
    if (!gc_fetch_priv_nt_query(fd, 6, &index, sizeof index)) return false;

    // Everything below the root is on one device, since mount points are not followed.
    out->device = 0;
    out->inode = (uint64_t)index.QuadPart;
    out->size = (uint64_t)standard.size.QuadPart;
    out->links = standard.removed ? 0 : standard.links;
    out->modified = basic.written.QuadPart / 10000000 - INT64_C(11644473600);   // 100 ns since 1601
    out->plain = !standard.is_folder;
    out->is_folder = standard.is_folder != 0;
    return true;
}

// How many bytes, 0 at the end of the file; -1: errno.
static ptrdiff_t gc_fetch_priv_read_at(int fd, void *data, size_t size, uint64_t offset) {
    IO_STATUS_BLOCK io;
    LARGE_INTEGER at;
    ULONG part = size < 0x40000000u ? (ULONG)size : 0x40000000u;
    at.QuadPart = (LONGLONG)offset;
    io.Information = 0;
    HANDLE handle = gc_fetch_priv_handle(fd);
    LONG status = gc_fetch_priv_nt.read(handle, NULL, NULL, NULL, &io, data, part, &at, NULL);
    if (status == (LONG)0xc0000011) return 0;           // END_OF_FILE
    return gc_fetch_priv_nt_ok(status) ? (ptrdiff_t)io.Information : -1;
}

static ptrdiff_t gc_fetch_priv_write_at(int fd, const void *data, size_t size, uint64_t offset) {
    IO_STATUS_BLOCK io;
    LARGE_INTEGER at;
    ULONG part = size < 0x40000000u ? (ULONG)size : 0x40000000u;
    if (offset > (uint64_t)INT64_MAX) {
        errno = EFBIG;
        return -1;
    }
    at.QuadPart = (LONGLONG)offset;
    io.Information = 0;
    HANDLE handle = gc_fetch_priv_handle(fd);
    void *bytes = (void *)(uintptr_t)data;
    LONG status = gc_fetch_priv_nt.write(handle, NULL, NULL, NULL, &io, bytes, part, &at, NULL);
    return gc_fetch_priv_nt_ok(status) ? (ptrdiff_t)io.Information : -1;
}

// Down to the device. A failure must never be followed by another try: by then the error may be
// forgotten.
static bool gc_fetch_priv_sys_sync(int fd) {
    IO_STATUS_BLOCK io;
    return gc_fetch_priv_nt_ok(gc_fetch_priv_nt.flush(gc_fetch_priv_handle(fd), &io));
}

static bool gc_fetch_priv_sys_resize(int fd, uint64_t size) {
    LARGE_INTEGER end;
    end.QuadPart = (LONGLONG)size;
    return gc_fetch_priv_nt_set(fd, 20, &end, sizeof end);          // FileEndOfFileInformation
}

// Both with POSIX semantics where there are such (Windows 10 on NTFS): the old file goes at
// once, even if others have it open. False: errno.
static bool gc_fetch_priv_nt_rename(int fd, int folder, const char *name) {
    struct { ULONG flags; HANDLE folder; ULONG bytes; WCHAR name[GC_FETCH_PRIV_NAME_SIZE]; } info;
    memset(&info, 0, sizeof info);
    int length = gc_fetch_priv_wide(name, info.name, GC_FETCH_PRIV_NAME_SIZE);
    if (length == 0) return false;
    info.flags = 0x01 | 0x02 | 0x40;        // REPLACE_IF_EXISTS, POSIX_SEMANTICS, IGNORE_READONLY_ATTRIBUTE
    info.folder = gc_fetch_priv_handle(folder);
    info.bytes = (ULONG)((size_t)length * sizeof(WCHAR));
    if (gc_fetch_priv_nt_set(fd, 65, &info, sizeof info)) return true;      // FileRenameInformationEx
    if (errno != ENOSYS && errno != EINVAL) return false;
    info.flags = 1;
    return gc_fetch_priv_nt_set(fd, 10, &info, sizeof info);                // FileRenameInformation
}

static bool gc_fetch_priv_nt_remove(int fd) {
    ULONG flags = 0x01 | 0x02 | 0x10;       // DELETE, POSIX_SEMANTICS, IGNORE_READONLY_ATTRIBUTE
    BOOLEAN yes = TRUE;
    if (gc_fetch_priv_nt_set(fd, 64, &flags, sizeof flags)) return true;    // FileDispositionInformationEx
    if (errno != ENOSYS && errno != EINVAL) return false;
    return gc_fetch_priv_nt_set(fd, 13, &yes, sizeof yes);                  // FileDispositionInformation
}

static bool gc_fetch_priv_nt_remove_name(int folder, const char *name, ULONG options) {
    bool is_folder;
    int fd = gc_fetch_priv_nt_open_name(folder, name, DELETE, GC_FETCH_PRIV_SHARE, FILE_OPEN, options,
                                    &is_folder);
    if (fd < 0) return false;
    bool ok = gc_fetch_priv_nt_remove(fd);
    gc_fetch_priv_drop_handle(fd);
    return ok;
}
static bool gc_fetch_priv_sys_rmdir(int folder, const char *name) {
    return gc_fetch_priv_nt_remove_name(folder, name, FILE_DIRECTORY_FILE);
}

// ---- Windows: reading a folder

typedef struct gc_fetch_priv_listing {
    int folder;
    bool restart, more;                 // more: the buffer has another entry, at `at`
    size_t at;
    const char *name;                   // of the entry; lives until the next
    bool may_be_folder;
    int error;                          // errno, once there is no next
    struct {                            // FILE_DIRECTORY_INFORMATION, without the name behind it
        ULONG next, index;
        LARGE_INTEGER created, accessed, written, changed, size, allocated;
        ULONG attributes, bytes;
    } entry;
    char text[GC_FETCH_PRIV_NAME_SIZE];
    union {
        LARGE_INTEGER align;
        uint8_t bytes[2048];            // one entry at least: 64 bytes and 255 units
    } buffer;
} gc_fetch_priv_listing;

// Takes over the folder. False: it cannot be read.
static bool gc_fetch_priv_list_open(gc_fetch_priv_listing *list, int folder) {
    list->folder = folder;
    list->restart = true;
    list->more = false;
    list->name = list->text;
    return true;
}

// The next entry. False: no more, or an error.
static bool gc_fetch_priv_list_next(gc_fetch_priv_listing *list) {
    WCHAR wide[GC_FETCH_PRIV_NAME_SIZE];
    for (;;) {

        // An empty buffer is filled again.
        if (!list->more) {
            IO_STATUS_BLOCK io;
            LONG status = gc_fetch_priv_nt.list(gc_fetch_priv_handle(list->folder), NULL, NULL, NULL, &io,
                                            list->buffer.bytes, sizeof list->buffer, 1, FALSE, NULL,
                                            list->restart);
            // NO_MORE_FILES, NO_SUCH_FILE
            bool end = status == (LONG)0x80000006 || status == (LONG)0xc000000f;
            list->error = end || gc_fetch_priv_nt_ok(status) ? 0 : errno;
            if (status != 0) return false;
            list->restart = false;
            list->at = 0;
        }

        memcpy(&list->entry, list->buffer.bytes + list->at, sizeof list->entry);
        size_t bytes = list->entry.bytes < sizeof wide ? list->entry.bytes : sizeof wide;
        memcpy(wide, list->buffer.bytes + list->at + sizeof list->entry, bytes);
        list->at += list->entry.next;
        list->more = list->entry.next != 0;

        // A name of more than 255 bytes is none of ours.
        int n = WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, wide, (int)(bytes / sizeof(WCHAR)),
                                    list->text, (int)sizeof list->text - 1, NULL, NULL);
        if (n == 0) continue;
        list->text[n] = 0;
        list->may_be_folder = (list->entry.attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
        return true;
    }
}

static void gc_fetch_priv_list_close(gc_fetch_priv_listing *list) {
    gc_fetch_priv_drop_handle(list->folder);
}
// <<common nt

// ---- Windows: what gc_fetch.h alone does with them

static uint64_t gc_fetch_priv_sys_random(void *out, size_t size) {
    typedef BOOLEAN(NTAPI *random_call)(void *, ULONG);
    HMODULE library = LoadLibraryA("advapi32.dll");     // the system knows which
    FARPROC address = library ? GetProcAddress(library, "SystemFunction036") : NULL;    // RtlGenRandom
    random_call fill = NULL;
    memcpy((void *)&fill, (const void *)&address, sizeof fill);
    if (fill) fill(out, (ULONG)size);
    if (library) FreeLibrary(library);

    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    return (uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime;
}

// There is no SIGPIPE.
typedef int gc_fetch_priv_pipe;
static void gc_fetch_priv_pipe_hold(gc_fetch_priv_pipe *held) { *held = 0; }
static void gc_fetch_priv_pipe_release(gc_fetch_priv_pipe *held) { (void)held; }

// Opens what has a whole name in the Win32 way, of any length, but no device. Links are
// followed.
static int gc_fetch_priv_nt_open_whole(const char *path, ULONG access, ULONG disposition, ULONG options) {
    UNICODE_STRING whole;
    if (!gc_fetch_priv_nt_whole(path, &whole)) return -1;

    // "\??\C:\..." or "\??\UNC\..."; "\??\NUL" and the like are devices.
    int fd = -1, length = (int)(whole.Length / sizeof(WCHAR));
    bool drive = length > 6 && whole.Buffer[5] == ':' && whole.Buffer[6] == '\\';
    bool server = length > 8 && CompareStringOrdinal(whole.Buffer + 4, 4, L"UNC\\", 4, TRUE) == CSTR_EQUAL;
    if (drive || server) {
        fd = gc_fetch_priv_nt_open(-1, whole.Buffer, length, access, GC_FETCH_PRIV_SHARE, disposition,
                                   options, 0);
    }
    int error = drive || server ? errno : EEXIST;
    gc_fetch_priv_nt.free_path(&whole);
    errno = error;
    return fd;
}

static int gc_fetch_priv_sys_open_root(const char *path, bool make) {
    return gc_fetch_priv_nt_open_whole(path, FILE_LIST_DIRECTORY | FILE_TRAVERSE,
                                       make ? FILE_OPEN_IF : FILE_OPEN, FILE_DIRECTORY_FILE);
}
static bool gc_fetch_priv_is_slash(char c) { return c == '/' || c == '\\'; }

// How sys_open opens: LIST a folder to read it; READ a file to read it; a file to read and
// write it, NEW one that is not there, AGAIN one that is, MAKE either.
enum {
    GC_FETCH_PRIV_O_FOLDER,
    GC_FETCH_PRIV_O_LIST,
    GC_FETCH_PRIV_O_NEW,
    GC_FETCH_PRIV_O_AGAIN,
    GC_FETCH_PRIV_O_MAKE,
    GC_FETCH_PRIV_O_READ
};

static int gc_fetch_priv_sys_open(int folder, const char *name, int flags) {
    static const ULONG dispositions[] = {FILE_OPEN, FILE_OPEN,    FILE_CREATE,
                                         FILE_OPEN, FILE_OPEN_IF, FILE_OPEN};
    ULONG access = FILE_READ_DATA | FILE_WRITE_DATA | DELETE, share = FILE_SHARE_READ | FILE_SHARE_DELETE;
    bool is_folder = flags <= GC_FETCH_PRIV_O_LIST;
    if (is_folder) access = flags == GC_FETCH_PRIV_O_LIST ? FILE_LIST_DIRECTORY : FILE_TRAVERSE;
    if (flags == GC_FETCH_PRIV_O_READ) access = FILE_READ_DATA;
    if (is_folder || flags == GC_FETCH_PRIV_O_READ) share = GC_FETCH_PRIV_SHARE;
    return gc_fetch_priv_nt_open_name(folder, name, access, share, dispositions[flags],
                                      is_folder ? FILE_DIRECTORY_FILE : FILE_NON_DIRECTORY_FILE, &is_folder);
}

// Opens a file and locks it: opening does.
static int gc_fetch_priv_sys_claim(int folder, const char *name, int flags) {
    return gc_fetch_priv_sys_open(folder, name, flags);
}
static void gc_fetch_priv_sys_hold(int fd) { (void)fd; }     // nobody else may open it to write

// For file: URLs. errno 0: it is no plain file.
static int gc_fetch_priv_sys_open_any(const char *path) {
    int fd = gc_fetch_priv_nt_open_whole(path, FILE_READ_DATA, FILE_OPEN, 0);
    bool device = fd < 0 ? errno == EEXIST : GetFileType(gc_fetch_priv_handle(fd)) != FILE_TYPE_DISK;
    if (device && fd >= 0) gc_fetch_priv_drop_handle(fd);
    if (device) errno = 0;
    return device ? -1 : fd;
}

// Bytes will come out of order: without this, NTFS would first write zeroes before those that
// are far ahead, while everything waits. The file stays marked as sparse. No harm where it
// cannot.
static void gc_fetch_priv_sys_sparse(int fd) {
    DWORD n;
    DeviceIoControl(gc_fetch_priv_handle(fd), 0x900c4, NULL, 0, NULL, 0, &n, NULL);     // FSCTL_SET_SPARSE
}

static bool gc_fetch_priv_sys_remove(int folder, const char *name) {
    return gc_fetch_priv_nt_remove_name(folder, name, FILE_NON_DIRECTORY_FILE);
}

static int gc_fetch_priv_sys_discard(int folder, const char *name, int fd) {
    (void)folder, (void)name;
    gc_fetch_priv_nt_remove(fd);
    return gc_fetch_priv_sys_close(fd) ? 0 : errno;
}

// Virus scanners and indexers open files and deny others to replace them for some ms: tries for
// 63.
static int gc_fetch_priv_sys_publish(int folder, const char *temporary, int fd, const char *name) {
    bool ok = gc_fetch_priv_sys_replaceable(folder, name, false);     // a plain file or nothing
    for (DWORD pause = 1; ok; pause *= 2) {
        ok = gc_fetch_priv_nt_rename(fd, folder, name);
        if (ok || (errno != EBUSY && errno != EACCES) || pause > 32) break;
        ok = true;
        Sleep(pause);
    }
    int error = ok ? 0 : errno;
    if (error) gc_fetch_priv_sys_discard(folder, temporary, fd);
    else if (!gc_fetch_priv_sys_close(fd)) error = errno;
    return error;
}

// The system's start, whatever its clock has been set to since; where there is no telling, only
// synced states count.
static void gc_fetch_priv_part_boot(gc_fetch *f) {
    struct { int64_t boot, now, zone; ULONG number, reserved; int64_t bias, sleep; } times;
    LONG(NTAPI *query)(int, void *, ULONG, ULONG *) = NULL;
    ULONG n;
    FARPROC found = gc_fetch_priv_nt_find("NtQuerySystemInformation");
    memcpy((void *)&query, (const void *)&found, sizeof query);
    memset(&times, 0, sizeof times);
    // SystemTimeOfDayInformation.
    if (!query || query(3, &times, sizeof times, &n) < 0 || !times.boot) return;
    gc_fetch_priv_append_number(f->boot, sizeof f->boot, (uint64_t)(times.boot - times.bias), 16, 16);
}

// Handles do not run out before memory does.
static int gc_fetch_priv_try_descriptors(void) { return 0; }

#else // POSIX

// ---- POSIX

// Fills in the system's randomness, where it has some to give, and returns its time of day.
static uint64_t gc_fetch_priv_sys_random(void *out, size_t size) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (source >= 0) {
        ssize_t got = read(source, out, size);
        (void)got;      // without it, clock, address and process remain
        close(source);
    }
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// libcurl before 7.87 writes to TLS connections so that a broken one raises SIGPIPE: on a
// caller's thread it is held back meanwhile.
typedef struct gc_fetch_priv_pipe {
    sigset_t only, before;
    bool ours;
} gc_fetch_priv_pipe;

static void gc_fetch_priv_pipe_hold(gc_fetch_priv_pipe *held) {
    sigset_t pending;
    sigemptyset(&held->only);
    sigaddset(&held->only, SIGPIPE);
    sigemptyset(&pending);
    sigpending(&pending);
    held->ours = !sigismember(&pending, SIGPIPE);
    GC_FETCH_PRIV_SIGMASK(SIG_BLOCK, &held->only, &held->before);
}

static void gc_fetch_priv_pipe_release(gc_fetch_priv_pipe *held) {
    sigset_t pending;
    int number;
    sigemptyset(&pending);
    sigpending(&pending);
    if (held->ours && sigismember(&pending, SIGPIPE)) sigwait(&held->only, &number);
    GC_FETCH_PRIV_SIGMASK(SIG_SETMASK, &held->before, NULL);
}

// >>common posix
// Folders are opened for their entries alone where the system can: no right to read them is
// needed. LIST: to read it.
#ifdef O_PATH
#define GC_FETCH_PRIV_O_FOLDER (O_PATH | O_DIRECTORY | O_NOFOLLOW)
#else
#define GC_FETCH_PRIV_O_FOLDER (O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
#endif
#define GC_FETCH_PRIV_O_LIST (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK)

// result = call, again while a signal interrupts it.
#define GC_FETCH_PRIV_RETRY(result, call) \
    do { \
        int interrupts = GC_FETCH_PRIV_INTERRUPTS; \
        do (result) = (call); \
        while ((result) < 0 && errno == EINTR && --interrupts > 0); \
    } while (0)

// Opens `name` in a folder; flags: one GC_FETCH_PRIV_O_. -1: errno.
static int gc_fetch_priv_sys_open_as(int folder, const char *name, int flags, uint32_t mode) {
    int fd;
    GC_FETCH_PRIV_RETRY(fd, openat(folder, name, flags | O_CLOEXEC, (mode_t)mode));
    return fd;
}

// After EINTR the descriptor is gone (Linux, BSD), and nothing is known to be wrong.
static bool gc_fetch_priv_sys_close(int fd) { return close(fd) == 0 || errno == EINTR; }

// Down to the device where the system tells the two apart. A failure other than EINTR must
// never be followed by another try: the kernel has forgotten the error by then (Rebello et al.,
// "Can Applications Recover from fsync Failures?", 2020).
static bool gc_fetch_priv_sys_sync(int fd) {
    int result;
#ifdef F_FULLFSYNC
    GC_FETCH_PRIV_RETRY(result, fcntl(fd, F_FULLFSYNC));
    if (result == 0) return true;
    // Only where the file system does not know it.
    if (errno != ENOTSUP && errno != EINVAL && errno != ENOTTY && errno != ENODEV) return false;
#endif
    GC_FETCH_PRIV_RETRY(result, fsync(fd));
    return result == 0;
}

// Where off_t is too small for the offset, the file is too large: EFBIG.
static bool gc_fetch_priv_off_t(uint64_t offset, off_t *at) {
    *at = (off_t)offset;
    if (*at >= 0 && (uint64_t)*at == offset) return true;
    errno = EFBIG;
    return false;
}

// How many bytes, 0 at the end of the file; -1: errno.
static ptrdiff_t gc_fetch_priv_read_at(int fd, void *data, size_t size, uint64_t offset) {
    off_t at;
    ssize_t n;
    if (!gc_fetch_priv_off_t(offset, &at)) return -1;
    GC_FETCH_PRIV_RETRY(n, pread(fd, data, size, at));
    return n;
}

static bool gc_fetch_priv_sys_resize(int fd, uint64_t size) {
    off_t end;
    int result;
    if (!gc_fetch_priv_off_t(size, &end)) return false;
    GC_FETCH_PRIV_RETRY(result, ftruncate(fd, end));
    return result == 0;
}

static bool gc_fetch_priv_sys_move(int folder, const char *from, int folder_to, const char *to) {
    int result;
    GC_FETCH_PRIV_RETRY(result, renameat(folder, from, folder_to, to));
    return result == 0;
}

static bool gc_fetch_priv_sys_remove(int folder, const char *name) {
    int result;
    GC_FETCH_PRIV_RETRY(result, unlinkat(folder, name, 0));
    return result == 0;
}

// *made: nobody else was faster.
static bool gc_fetch_priv_sys_mkdir(int folder, const char *name, bool *made) {
    int result;
    GC_FETCH_PRIV_RETRY(result, mkdirat(folder, name, 0777));
    *made = result == 0;
    return result == 0 || errno == EEXIST;
}

static bool gc_fetch_priv_sys_rmdir(int folder, const char *name) {
    return unlinkat(folder, name, AT_REMOVEDIR) == 0;
}

// Locks a file, unless somebody else has it: EWOULDBLOCK.
static bool gc_fetch_priv_sys_flock(int fd) {
    int result;
    GC_FETCH_PRIV_RETRY(result, flock(fd, LOCK_EX | LOCK_NB));
    return result == 0;
}

// ---- POSIX: looking at what is there

// Is the name free, or a plain file? Otherwise errno says what stands there; ENOENT when
// `must_exist` and nothing does.
static bool gc_fetch_priv_sys_replaceable(int folder, const char *name, bool must_exist) {
    struct stat info;
    if (fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT && !must_exist;
    if (S_ISREG(info.st_mode)) return true;
    errno = S_ISDIR(info.st_mode) ? EISDIR : S_ISLNK(info.st_mode) ? ELOOP : EEXIST;
    return false;
}

// A part of a path was no folder: ELOOP for a link on every system, whatever openat said.
static void gc_fetch_priv_sys_explain(int folder, const char *name) {
    int error = errno;
    struct stat info;
    bool no_folder = error == ENOTDIR || error == ELOOP || error == EMLINK;
    if (no_folder && fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0) {
        error = S_ISLNK(info.st_mode) ? ELOOP : ENOTDIR;
    }
    errno = error;
}

static bool gc_fetch_priv_same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool gc_fetch_priv_sys_info(int fd, gc_fetch_priv_info *out) {
    struct stat info;
    if (fstat(fd, &info) != 0) return false;
    out->device = (uint64_t)info.st_dev;
    out->inode = (uint64_t)info.st_ino;
    out->size = info.st_size > 0 ? (uint64_t)info.st_size : 0;
    out->links = (uint64_t)info.st_nlink;
    out->modified = (int64_t)info.st_mtime;
    out->plain = S_ISREG(info.st_mode);
    out->is_folder = S_ISDIR(info.st_mode);
    return true;
}

// ---- POSIX: reading a folder

typedef struct gc_fetch_priv_listing {
    DIR *stream;
    const char *name;                   // of the entry; lives until the next
    bool may_be_folder;
    int error;                          // errno, once there is no next
} gc_fetch_priv_listing;

// Takes over the folder. False: it cannot be read.
static bool gc_fetch_priv_list_open(gc_fetch_priv_listing *list, int folder) {
    list->stream = fdopendir(folder);
    if (!list->stream) close(folder);
    return list->stream != NULL;
}

// The next entry. False: no more, or an error.
static bool gc_fetch_priv_list_next(gc_fetch_priv_listing *list) {
    errno = 0;
    struct dirent *entry = readdir(list->stream);
    list->error = entry ? 0 : errno;
    if (!entry) return false;
    list->name = entry->d_name;
#ifdef DT_DIR
    list->may_be_folder = entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN;
#else
    list->may_be_folder = true;
#endif
    return true;
}

static void gc_fetch_priv_list_close(gc_fetch_priv_listing *list) { closedir(list->stream); }
// <<common posix

// ---- POSIX: what gc_fetch.h alone does with them

// READ a file to read it. To read and write it: NEW one that is not there, AGAIN one that is,
// MAKE either.
#define GC_FETCH_PRIV_O_READ (O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
#define GC_FETCH_PRIV_O_NEW (O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
#define GC_FETCH_PRIV_O_AGAIN (O_RDWR | O_NOFOLLOW | O_NONBLOCK)
#define GC_FETCH_PRIV_O_MAKE (GC_FETCH_PRIV_O_AGAIN | O_CREAT)

static int gc_fetch_priv_sys_open(int folder, const char *name, int flags) {
    return gc_fetch_priv_sys_open_as(folder, name, flags, 0666);
}

// A folder; links to it are followed. `make`: makes it where it is not there, but no parent.
static int gc_fetch_priv_sys_open_root(const char *path, bool make) {
    if (make && mkdir(path, 0777) != 0 && errno != EEXIST) return -1;
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}
static bool gc_fetch_priv_is_slash(char c) { return c == '/'; }

// Opens a file and locks it. -1: there is none, or another process has it.
static int gc_fetch_priv_sys_claim(int folder, const char *name, int flags) {
    for (int tries = 0; tries < 3; tries++) {
        struct stat held, named;
        int fd = gc_fetch_priv_sys_open(folder, name, flags);
        if (fd < 0) return -1;
        bool locked = gc_fetch_priv_sys_flock(fd) && fstat(fd, &held) == 0;

        // Its owner may have removed it between open and lock: it must still be the one of that
        // name.
        if (locked && fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
            gc_fetch_priv_same_file(&held, &named) && S_ISREG(held.st_mode)) {
            return fd;
        }
        close(fd);
        if (!locked) return -1;
    }
    return -1;
}

// Where there are no locks, others see none, and leave it alone (>>parts, the sweep).
static void gc_fetch_priv_sys_hold(int fd) { (void)gc_fetch_priv_sys_flock(fd); }

// For file: URLs. A FIFO must not hang.
static int gc_fetch_priv_sys_open_any(const char *path) {
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

static ptrdiff_t gc_fetch_priv_write_at(int fd, const void *data, size_t size, uint64_t offset) {
    off_t at;
    ssize_t n;
    if (!gc_fetch_priv_off_t(offset, &at)) return -1;
    GC_FETCH_PRIV_RETRY(n, pwrite(fd, data, size, at));
    return n;
}

static void gc_fetch_priv_sys_sparse(int fd) { (void)fd; }      // files are

// Removes a file that we have open, and closes it. 0, or an errno.
static int gc_fetch_priv_sys_discard(int folder, const char *name, int fd) {
    gc_fetch_priv_sys_remove(folder, name);
    return gc_fetch_priv_sys_close(fd) ? 0 : errno;
}

// Closes a file and gives it its name, if only a plain file stands there by now; where that
// fails it is removed. 0, or an errno.
static int gc_fetch_priv_sys_publish(int folder, const char *temporary, int fd, const char *name) {
    bool ok = gc_fetch_priv_sys_close(fd) && gc_fetch_priv_sys_replaceable(folder, name, false) &&
              gc_fetch_priv_sys_move(folder, temporary, folder, name);
    int error = ok ? 0 : errno;
    if (error) gc_fetch_priv_sys_remove(folder, temporary);
    return error;
}

// Reads the name of the system's start: a new one after each. Elsewhere than on Linux there is
// none, and only synced states count.
#ifndef GC_FETCH_PRIV_BOOT
#define GC_FETCH_PRIV_BOOT "/proc/sys/kernel/random/boot_id"
#endif
static void gc_fetch_priv_part_boot(gc_fetch *f) {
    int fd = open(GC_FETCH_PRIV_BOOT, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, f->boot, sizeof f->boot - 1) : 0;
    if (n < 0) memset(f->boot, 0, sizeof f->boot);
    if (fd >= 0) close(fd);
}

// Are there descriptors for another transfer? 0, or an errno.
static int gc_fetch_priv_try_descriptors(void) {
    int fds[4], count = 0, error = 0;
    while (count < 4 && !error) {
        fds[count] = open("/", O_RDONLY | O_CLOEXEC);
        if (fds[count] >= 0) count++;
        else error = errno;
    }
    while (count) close(fds[--count]);
    return error == EMFILE || error == ENFILE ? error : 0;
}

#endif // POSIX

// ---- what both share

// Calls `visit` with the name of each entry.
static void gc_fetch_priv_sys_each(gc_fetch *f, int folder, gc_fetch_priv_visit *visit) {
    gc_fetch_priv_listing list;
    int fd = gc_fetch_priv_sys_open(folder, ".", GC_FETCH_PRIV_O_LIST);
    if (fd < 0 || !gc_fetch_priv_list_open(&list, fd)) return;
    while (gc_fetch_priv_list_next(&list)) visit(f, folder, list.name, list.may_be_folder);
    gc_fetch_priv_list_close(&list);
}

// Opens a plain file to read it; its size, 0 where the system does not tell (/proc). errno 0:
// it is something else.
static int gc_fetch_priv_open_plain(const char *path, uint64_t *size) {
    gc_fetch_priv_info info;
    int fd = gc_fetch_priv_sys_open_any(path);
    if (fd < 0) return -1;
    bool there = gc_fetch_priv_sys_info(fd, &info);
    int error = !there ? errno : info.is_folder ? EISDIR : 0;
    *size = there ? info.size : 0;
    if (there && info.plain) return fd;
    gc_fetch_priv_sys_close(fd);
    errno = error;
    return -1;
}

// The clock of delays and time limits.
GC_FETCH_PRIV_APART uint64_t gc_fetch_priv_clock(const gc_fetch *f) {
    return f->desc.now_ms ? f->desc.now_ms(f->desc.user) : gc_fetch_priv_now_ms();
}

// Mutex and conditions, all or none. 0, or an errno.
static int gc_fetch_priv_init_locks(gc_fetch *f) {
    int error = gc_fetch_priv_mutex_init(&f->mutex);
    if (error) return error;
    error = gc_fetch_priv_condition_init(&f->work);
    if (!error) {
        error = gc_fetch_priv_condition_init(&f->event_ready);
        if (error) gc_fetch_priv_condition_end(&f->work);
    }
    if (error) gc_fetch_priv_mutex_end(&f->mutex);
    return error;
}
static void gc_fetch_priv_end_locks(gc_fetch *f) {
    gc_fetch_priv_condition_end(&f->event_ready);
    gc_fetch_priv_condition_end(&f->work);
    gc_fetch_priv_mutex_end(&f->mutex);
}

#if defined(__GNUC__)
static void gc_fetch_priv_set_pending(gc_fetch *f, int pending) {
    __atomic_store_n(&f->pending, pending, __ATOMIC_RELEASE);
}
static bool gc_fetch_priv_pending(const gc_fetch *f) {
    return __atomic_load_n(&f->pending, __ATOMIC_ACQUIRE) != 0;
}
#else
// Without its atomics everything happens under the lock.
static void gc_fetch_priv_set_pending(gc_fetch *f, int pending) { f->pending = pending; }
static bool gc_fetch_priv_pending(const gc_fetch *f) { return (void)f, true; }      // look under the lock
#endif

// Opens the root, which is made, with its parents, where it is missing.
static int gc_fetch_priv_open_root(const char *path) {
    char part[GC_FETCH_PRIV_MAX_PATH];
    int root = gc_fetch_priv_sys_open_root(path, false), error = errno;
    if (root >= 0 || error != ENOENT || strlen(path) >= sizeof part) return root;

    for (size_t n = 0; path[n]; n++) {
        part[n] = path[n];
        part[n + 1] = 0;
        if (path[n + 1] && !gc_fetch_priv_is_slash(path[n + 1])) continue;
        if (root >= 0) gc_fetch_priv_sys_close(root);
        root = gc_fetch_priv_sys_open_root(part, true);
        if (root < 0 && errno != ENOENT) error = errno;     // what those below it only miss
    }

    if (root < 0) errno = error;
    return root;
}

// Opens the folder that holds `path` under the root, following no link; `make`: makes folders
// on the way. *name gets the last part. Component by component, once a file: the folder stays
// open until the end.
static int gc_fetch_priv_open_parent(int root, const char *path, bool make, const char **name) {
    int folder = strchr(path, '/') ? root : gc_fetch_priv_sys_open(root, ".", GC_FETCH_PRIV_O_FOLDER);
    for (const char *slash; folder >= 0 && (slash = strchr(path, '/')) != NULL; path = slash + 1) {
        char part[GC_FETCH_PRIV_NAME_SIZE];
        size_t n = (size_t)(slash - path);      // at most 255: check_path
        bool made;
        memcpy(part, path, n);
        part[n] = 0;

        // A folder that is missing is made; another process may be quicker.
        int next = gc_fetch_priv_sys_open(folder, part, GC_FETCH_PRIV_O_FOLDER);
        if (make && next < 0 && errno == ENOENT && gc_fetch_priv_sys_mkdir(folder, part, &made)) {
            next = gc_fetch_priv_sys_open(folder, part, GC_FETCH_PRIV_O_FOLDER);
        }

        if (next < 0) gc_fetch_priv_sys_explain(folder, part);
        int error = errno;
        if (folder != root) gc_fetch_priv_sys_close(folder);
        errno = error;
        folder = next;
    }

    *name = path;
    return folder;
}

// >>memory allocation, and the buffers of own memory sinks

// >>common allocator
// As the caller's allocator does it, or the macros: see gc_fetch_allocator.
static void *gc_fetch_priv_resize(const gc_fetch_allocator *a, void *p, size_t old_size, size_t new_size) {
    if (!p && !new_size) return NULL;
    if (a->resize) return a->resize(a->user, p, old_size, new_size);
    if (new_size) return p ? GC_FETCH_REALLOC(p, new_size) : GC_FETCH_MALLOC(new_size);
    GC_FETCH_FREE(p);
    return NULL;
}
// <<common allocator

// A new block, NULL when out of memory; and a block's end (also NULL's).
GC_FETCH_PRIV_APART void *gc_fetch_priv_alloc(const gc_fetch *f, size_t size) {
    return gc_fetch_priv_resize(&f->desc.allocator, NULL, 0, size);
}
GC_FETCH_PRIV_APART void gc_fetch_priv_release(const gc_fetch *f, void *block, size_t size) {
    gc_fetch_priv_resize(&f->desc.allocator, block, size, 0);
}

// Gives an own memory sink room for `want` bytes. False: out of memory.
static bool gc_fetch_priv_memory_reserve(gc_fetch *f, gc_fetch_priv_slot *s, uint64_t want) {
    if (want <= s->memory_capacity) return true;
    if (want > SIZE_MAX - GC_FETCH_PRIV_MEMORY_HEAD) return false;

    size_t head = GC_FETCH_PRIV_MEMORY_HEAD, size = (size_t)want + head;
    uint8_t *old = s->memory ? s->memory - head : NULL;
    uint8_t *block =
        (uint8_t *)gc_fetch_priv_resize(&f->desc.allocator, old, old ? s->memory_capacity + head : 0, size);

    if (!block) return false;

    gc_fetch_priv_lock(f);
    f->memory_held += (size_t)want - s->memory_capacity;
    gc_fetch_priv_unlock(f);
    memcpy(block, &size, sizeof size);
    s->memory = block + head;
    s->memory_capacity = (size_t)want;
    return true;
}

// Frees an own sink's buffer. Once it has been polled it is no longer counted.
static void gc_fetch_priv_memory_drop(gc_fetch *f, gc_fetch_priv_slot *s) {
    if (!s->memory) return;
    if (!s->told) {
        gc_fetch_priv_lock(f);
        f->memory_held -= s->memory_capacity;
        gc_fetch_priv_unlock(f);
    }
    gc_fetch_free(f, s->memory);
    s->memory = NULL;
    s->memory_capacity = 0;
}

GC_FETCH_API void gc_fetch_free(gc_fetch *f, void *data) {
    GC_FETCH_ASSERT(f && "gc_fetch: NULL");
    if (!f || !data) return;
    size_t size;
    uint8_t *block = (uint8_t *)data - GC_FETCH_PRIV_MEMORY_HEAD;
    memcpy(&size, block, sizeof size);
    gc_fetch_priv_release(f, block, size);
}

static void gc_fetch_priv_text_free(gc_fetch *f, char *text) {
    if (text) gc_fetch_priv_release(f, text, strlen(text) + 1);
}

// A copy, or NULL when out of memory.
static char *gc_fetch_priv_text_new(gc_fetch *f, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = (char *)gc_fetch_priv_alloc(f, size);
    if (copy) memcpy(copy, text, size);
    return copy;
}

// >>responses the head of a response, and the body of an error

static char *gc_fetch_priv_response_text(gc_fetch_priv_response *r) { return (char *)(r + 1); }

static void gc_fetch_priv_response_free(gc_fetch *f, gc_fetch_priv_response *r) {
    if (r) gc_fetch_priv_release(f, r, sizeof *r + r->capacity);
}

// Room for `more` bytes behind those that are there. False: out of memory.
static bool gc_fetch_priv_response_reserve(gc_fetch *f, gc_fetch_priv_slot *s, size_t more) {
    gc_fetch_priv_response *r = s->response;
    size_t used = r ? r->head + r->body : 0, capacity = r ? r->capacity : 0;
    if (more <= capacity - used) return true;

    // An error page comes in pieces.
    size_t want = used && used + more < 2 * capacity ? 2 * capacity : used + more;
    size_t old = r ? sizeof *r + capacity : 0;
    gc_fetch_priv_response *block = (gc_fetch_priv_response *)gc_fetch_priv_resize(
        &f->desc.allocator, r, old, sizeof *r + want);
    if (!block) return false;

    if (!r) block->head = block->body = 0;
    block->capacity = want;
    s->response = block;
    return true;
}

// Nothing of an earlier response counts any more.
static void gc_fetch_priv_response_clear(gc_fetch_priv_slot *s) {
    if (s->response) s->response->head = s->response->body = 0;
}

// Appends to the head, or to the body. False: out of memory.
static bool gc_fetch_priv_response_add(gc_fetch *f, gc_fetch_priv_slot *s, const void *bytes, size_t size,
                                       bool body) {
    if (!size) return true;
    if (!gc_fetch_priv_response_reserve(f, s, size)) return false;
    gc_fetch_priv_response *r = s->response;
    memcpy(gc_fetch_priv_response_text(r) + r->head + r->body, bytes, size);
    if (body) r->body += size;
    else r->head += size;
    return true;
}

// Keeps a head: its lines as the response lists them, or packed. False: out of memory.
static bool gc_fetch_priv_response_keep(gc_fetch *f, gc_fetch_priv_slot *s, const gc_fetch_response *head,
                                        const char *packed, size_t packed_size) {
    const char *url = head->final_url ? head->final_url : "";
    gc_fetch_priv_response_clear(s);
    if (!url[0] && !packed_size && !head->header_count) return true;

    // One block, most often.
    size_t size = strlen(url) + 1 + packed_size;
    for (size_t i = 0; i < head->header_count; i++) size += strlen(head->headers[i]) + 1;
    bool there = gc_fetch_priv_response_reserve(f, s, size) &&
                 gc_fetch_priv_response_add(f, s, url, strlen(url) + 1, false) &&
                 gc_fetch_priv_response_add(f, s, packed, packed_size, false);

    for (size_t i = 0; i < head->header_count && there; i++) {
        there = gc_fetch_priv_response_add(f, s, head->headers[i], strlen(head->headers[i]) + 1, false);
    }
    return there;
}

// Is the line "Name: value" of that name? Its value, or NULL.
static const char *gc_fetch_priv_field(const char *line, const char *name) {
    size_t n = gc_fetch_priv_begins(line, name);
    return n && line[n] == ':' ? line + n + 1 + strspn(line + n + 1, " \t") : NULL;
}

// The first field of that name in a head, or NULL.
static const char *gc_fetch_priv_response_value(gc_fetch_priv_response *response, const char *name) {
    if (!response || !response->head) return NULL;
    const char *line = gc_fetch_priv_response_text(response), *end = line + response->head;
    for (line += strlen(line) + 1; line < end; line += strlen(line) + 1) {
        const char *value = gc_fetch_priv_field(line, name);
        if (value) return value;
    }
    return NULL;
}

// >>slots taking and giving back the place of a request

// Begins to bring the first bytes of a slot here, whose last writer was another processor, most
// often: the next add or poll finds them.
static void gc_fetch_priv_slot_prefetch(const gc_fetch_priv_slot *s, size_t size) {
#if defined(__GNUC__)
    for (size_t at = 0; at < size; at += GC_FETCH_PRIV_LINE) __builtin_prefetch((const char *)s + at, 1);
#else
    (void)s;
    (void)size;
#endif
}

// The slot of that number.
static gc_fetch_priv_slot *gc_fetch_priv_slot_at(const gc_fetch *f, uint32_t number) {
    uint32_t before = 0, next = f->first_slots;
    int block = 0;
    for (; number >= next; next *= 2, block++) before = next;
    return &f->blocks[block].slots[number - before];
}

// The slot of an id, or NULL: it was given back, or the id is none of ours. Inline, since a
// pause would take a quarter more (bench/RESULTS.md).
static inline gc_fetch_priv_slot *gc_fetch_priv_slot_of(const gc_fetch *f, gc_fetch_id id) {
    GC_FETCH_PRIV_LOCKED(f);
    gc_fetch_priv_slot *s = id.slot < f->used_slots ? gc_fetch_priv_slot_at(f, id.slot) : NULL;
    return s && gc_fetch_id_equal(s->id, id) ? s : NULL;
}

// Adds a block of so many slots, which begin where a cache line does, and room for their
// events. Not zeroed: memory that is never touched costs nothing on most systems. With 32 bits
// it may be more than there can be. False: out of memory, and nothing has changed.
static bool gc_fetch_priv_slots_add(gc_fetch *f, int at, uint32_t count) {
    size_t size = (size_t)count * sizeof(gc_fetch_priv_slot) + GC_FETCH_PRIV_LINE;
    bool fits = (size - GC_FETCH_PRIV_LINE) / sizeof(gc_fetch_priv_slot) == count;
    uint32_t ring_size = f->ring_size ? f->ring_size : 256;
    while (ring_size < f->slot_count + count) ring_size *= 2;
    void *block = fits ? gc_fetch_priv_alloc(f, size) : NULL;
    uint32_t *ring = block ? (uint32_t *)gc_fetch_priv_alloc(f, ring_size * sizeof *ring) : NULL;
    if (!ring) {
        gc_fetch_priv_release(f, block, size);
        return false;
    }

    for (uint32_t i = 0; i < f->ring_count; i++) {
        ring[i] = f->ring[(f->ring_first + i) & (f->ring_size - 1)];
    }
    gc_fetch_priv_release(f, f->ring, f->ring_size * sizeof *ring);
    f->ring = ring;
    f->ring_size = ring_size;
    f->ring_first = 0;
    uintptr_t line = GC_FETCH_PRIV_LINE - 1, start = ((uintptr_t)block + line) & ~line;
    f->blocks[at].block = block;
    f->blocks[at].slots = (gc_fetch_priv_slot *)start;
    f->blocks[at].size = size;
    f->slot_count += count;
    return true;
}

// A table that grows becomes twice as large. OK, or E_FULL or E_MEMORY.
static int gc_fetch_priv_slots_grow(gc_fetch *f) {
    GC_FETCH_PRIV_LOCKED(f);
    uint64_t size = (uint64_t)f->slot_count * 2 * sizeof(gc_fetch_priv_slot);
    bool most = f->slot_count * 2 > GC_FETCH_PRIV_MAX_REQUESTS;
    most = most || (size > f->desc.memory_limit && f->slot_count >= GC_FETCH_PRIV_GROWS_TO);
    if (most) return GC_FETCH_E_FULL;
    int at = 0;
    while (f->blocks[at].block) at++;
    return gc_fetch_priv_slots_add(f, at, f->slot_count) ? GC_FETCH_OK : GC_FETCH_E_MEMORY;
}

// A free slot, or NULL.
static gc_fetch_priv_slot *gc_fetch_priv_slot_take(gc_fetch *f) {
    GC_FETCH_PRIV_LOCKED(f);
    gc_fetch_priv_slot *s = NULL;
    if (f->free_slot != UINT32_MAX) {
        s = gc_fetch_priv_slot_at(f, f->free_slot);
        f->free_slot = s->next_free;
        if (f->free_slot != UINT32_MAX) {
            gc_fetch_priv_slot_prefetch(gc_fetch_priv_slot_at(f, f->free_slot), sizeof *s);
        }
    } else if (f->used_slots < f->slot_count) {
        s = gc_fetch_priv_slot_at(f, f->used_slots);
        memset(s, 0, offsetof(gc_fetch_priv_slot, given));
        s->id.slot = f->used_slots++;
        s->id.generation = 1;
    }
    return s;
}

// A slot to fill in, nobody else's, counted, and zeroed as far as add does not fill it; NULL:
// E_FULL, max_requests are outstanding, or E_MEMORY.
static gc_fetch_priv_slot *gc_fetch_priv_slot_reserve(gc_fetch *f, int *result) {
    gc_fetch_priv_slot *s = NULL;
    bool fixed = f->desc.max_requests != 0;
    *result = GC_FETCH_E_FULL;
    gc_fetch_priv_lock(f);
    if (!fixed || f->outstanding < f->desc.max_requests) s = gc_fetch_priv_slot_take(f);
    if (!s && !fixed) {
        *result = gc_fetch_priv_slots_grow(f);
        if (*result == GC_FETCH_OK) s = gc_fetch_priv_slot_take(f);
    }
    if (s) f->outstanding++;
    gc_fetch_priv_unlock(f);
    if (!s) return NULL;

    // Its id is read by others.
    size_t hot = offsetof(gc_fetch_priv_slot, event_bits), cold = offsetof(gc_fetch_priv_slot, block_size);
    memset((char *)s + hot, 0, offsetof(gc_fetch_priv_slot, given) - hot);
    memset((char *)s + cold, 0, offsetof(gc_fetch_priv_slot, texts) - cold);
    return s;
}

// Puts a slot into the list of free ones, unless its generations are used up.
static void gc_fetch_priv_slot_give(gc_fetch *f, gc_fetch_priv_slot *s) {
    GC_FETCH_PRIV_LOCKED(f);
    s->orphaned = false;
    if (s->id.generation == 0) return;
    s->next_free = f->free_slot;
    f->free_slot = s->id.slot;
}

// Frees what a request has allocated: one that has been polled to its end, or before close.
static void gc_fetch_priv_slot_empty(gc_fetch *f, gc_fetch_priv_slot *s) {
    gc_fetch_priv_memory_drop(f, s);
    gc_fetch_priv_text_free(f, s->detail);
    gc_fetch_priv_response_free(f, s->response);
    gc_fetch_priv_release(f, s->block, s->block_size);
    s->detail = NULL;
    s->response = NULL;
    s->block = NULL;
}

// A hole of the body's, if it is one, is over.
static void gc_fetch_priv_hole_drop(gc_fetch *f, gc_fetch_priv_body *b, gc_fetch_priv_hole *hole) {
    if (hole->body != b) return;
    hole->body = NULL;
    f->hole_count--;
    b->holes--;
}

// The transport of a transfer forgets it.
static void gc_fetch_priv_transport_stop(gc_fetch *f, gc_fetch_transfer *t) {
    const gc_fetch_transport *transport = &f->transports[t->request->transport];
    transport->stop(transport->user, t);
}

// The transport of a transfer holds it back, or lets it go on.
static void gc_fetch_priv_transport_pause(gc_fetch *f, gc_fetch_transfer *t, bool paused) {
    const gc_fetch_transport *transport = &f->transports[t->request->transport];
    transport->pause(transport->user, t, paused);
}

// >>inbox what has been added, and not yet been looked at

// An add takes the lock twice, and fills in the request in between. (Without the lock, by
// compare and swap, a frame of 100 adds and all polls took as long: bench/RESULTS.md.) Nobody
// is woken while nothing can start, and once only before the network thread looks.

// SplitMix64 (Steele, Lea, Flood 2014): shuffling and jitter need no more.
static uint64_t gc_fetch_priv_random(uint64_t *state) {
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// >>queue two heaps over the same waiting requests, and one of retries

// Should a start before b when taken from this heap?
static bool gc_fetch_priv_before(const gc_fetch *f, int heap, const gc_fetch_priv_slot *a,
                                 const gc_fetch_priv_slot *b) {
    if (heap == GC_FETCH_PRIV_DUE) return a->due_ms < b->due_ms;
    if (heap == GC_FETCH_PRIV_DEADLINE) return a->deadline_at_ms < b->deadline_at_ms;
    if (a->given.priority != b->given.priority) return a->given.priority > b->given.priority;
    if (f->desc.order == GC_FETCH_ORDER_GIVEN || heap == GC_FETCH_PRIV_LOOK) return a->sequence < b->sequence;

    // Known sizes first: the largest in one heap, the smallest in the other.
    if (f->desc.order == GC_FETCH_ORDER_MIXED) {
        if (a->sized != b->sized) return a->sized;
        if (a->given.size != b->given.size) {
            return (a->given.size < b->given.size) == (heap == GC_FETCH_PRIV_SMALL);
        }
    }

    return a->shuffle != b->shuffle ? a->shuffle < b->shuffle : a->sequence < b->sequence;
}

// Room in each heap for as many requests as there are slots. False: out of memory.
static bool gc_fetch_priv_heaps_reserve(gc_fetch *f, uint32_t count) {
    size_t one = GC_FETCH_PRIV_ALL_HEAPS * sizeof(void *), old = f->heap_capacity * one;
    if (count <= f->heap_capacity) return true;
    gc_fetch_priv_slot **block = (gc_fetch_priv_slot **)gc_fetch_priv_alloc(f, count * one);
    gc_fetch_priv_slot **before = f->heaps[0];
    if (!block) return false;

    // One behind the other.
    for (size_t heap = 0; heap < GC_FETCH_PRIV_ALL_HEAPS; heap++) {
        if (old) memcpy(block + heap * count, f->heaps[heap], f->heap_counts[heap] * sizeof *block);
        f->heaps[heap] = block + heap * count;
    }
    gc_fetch_priv_release(f, before, old);
    f->heap_capacity = count;
    return true;
}

static void gc_fetch_priv_heap_put(gc_fetch *f, int heap, uint32_t at, gc_fetch_priv_slot *s) {
    f->heaps[heap][at] = s;
    s->heap_at[heap] = at;
}

// Moves the request at `at` to where it belongs.
static void gc_fetch_priv_heap_sift(gc_fetch *f, int heap, uint32_t at) {
    gc_fetch_priv_slot **array = f->heaps[heap], *s = array[at];
    uint32_t count = f->heap_counts[heap];

    // Up, while it should start before its parent.
    while (at > 0 && gc_fetch_priv_before(f, heap, s, array[(at - 1) / 2])) {
        gc_fetch_priv_heap_put(f, heap, at, array[(at - 1) / 2]);
        at = (at - 1) / 2;
    }

    // Down, while the better of two children should start before it.
    for (;;) {
        uint32_t child = at * 2 + 1;
        if (child + 1 < count && gc_fetch_priv_before(f, heap, array[child + 1], array[child])) child++;
        if (child >= count || !gc_fetch_priv_before(f, heap, array[child], s)) break;
        gc_fetch_priv_heap_put(f, heap, at, array[child]);
        at = child;
    }

    gc_fetch_priv_heap_put(f, heap, at, s);
}

static void gc_fetch_priv_heap_add(gc_fetch *f, int heap, gc_fetch_priv_slot *s) {
    uint32_t at = f->heap_counts[heap]++;
    gc_fetch_priv_heap_put(f, heap, at, s);
    gc_fetch_priv_heap_sift(f, heap, at);
}

GC_FETCH_PRIV_APART void gc_fetch_priv_heap_remove(gc_fetch *f, int heap, const gc_fetch_priv_slot *s) {
    uint32_t last = --f->heap_counts[heap], at = s->heap_at[heap];
    if (at == last) return;
    gc_fetch_priv_heap_put(f, heap, at, f->heaps[heap][last]);
    gc_fetch_priv_heap_sift(f, heap, at);
}

// How many requests wait for their start.
static uint32_t gc_fetch_priv_waiting(const gc_fetch *f) { return f->heap_counts[GC_FETCH_PRIV_LARGE]; }

// Lets a request wait for its start; first for a look at its file, where that may be the same.
static void gc_fetch_priv_queue_push(gc_fetch *f, gc_fetch_priv_slot *s) {
    if (s->given.skip_same && !s->seen) {
        s->state = GC_FETCH_PRIV_UNSEEN;
        gc_fetch_priv_heap_add(f, GC_FETCH_PRIV_LOOK, s);
        return;
    }

    s->state = GC_FETCH_PRIV_WAITING;
    f->hosts_full = false;
    if (f->limits_hosts && !s->host) s->host = gc_fetch_priv_http_host(s->given.url);

    // Is there any other host? Then a full one need not hold up the rest.
    if (!f->only_host) f->only_host = s->host;
    if (!s->host || s->host != f->only_host) f->several_hosts = true;

    for (int heap = 0; heap < GC_FETCH_PRIV_HEAPS; heap++) gc_fetch_priv_heap_add(f, heap, s);
}

// Takes a waiting request out of both heaps.
static void gc_fetch_priv_queue_remove(gc_fetch *f, gc_fetch_priv_slot *s) {
    for (int heap = 0; heap < GC_FETCH_PRIV_HEAPS; heap++) gc_fetch_priv_heap_remove(f, heap, s);
}

static void gc_fetch_priv_prioritize(gc_fetch *f, gc_fetch_priv_slot *s, int32_t priority) {
    bool waiting = s->state == GC_FETCH_PRIV_WAITING;
    bool unseen = s->state == GC_FETCH_PRIV_UNSEEN && s != f->looking;
    if (waiting) gc_fetch_priv_queue_remove(f, s);
    if (unseen) gc_fetch_priv_heap_remove(f, GC_FETCH_PRIV_LOOK, s);
    s->given.priority = priority;
    if (waiting || unseen) gc_fetch_priv_queue_push(f, s);
}

// Transfers that run to a host.
static uint32_t gc_fetch_priv_host_runs(const gc_fetch *f, uint64_t host) {
    uint32_t running = 0;
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        running += f->transfers[i].request && f->transfers[i].host == host;
    }
    return running;
}

// One of a request's URLs: 0 is its own, the others are mirrors.
static const char *gc_fetch_priv_source_url(const gc_fetch_priv_slot *s, uint32_t source) {
    return source ? s->given.mirrors[source - 1] : s->given.url;
}

// The host of a URL of a request, as far as it counts: else 0.
static uint64_t gc_fetch_priv_source_host(const gc_fetch_priv_slot *s, uint32_t source) {
    return s->sources < 2 ? s->host : gc_fetch_priv_host_key(gc_fetch_priv_source_url(s, source));
}

// The limits of a host, or NULL.
static gc_fetch_priv_limit *gc_fetch_priv_host_limit(gc_fetch *f, uint64_t host) {
    for (int i = 0; i < GC_FETCH_PRIV_LIMITS && host && f->limits_hosts; i++) {
        if (f->limits[i].host == host) return &f->limits[i];
    }
    return NULL;
}

// Do as many transfers run to a host as may?
static bool gc_fetch_priv_host_is_full(gc_fetch *f, uint64_t host) {
    const gc_fetch_priv_limit *limit = gc_fetch_priv_host_limit(f, host);
    uint32_t most = limit && limit->transfers ? limit->transfers : f->desc.per_host;
    return most && host && gc_fetch_priv_host_runs(f, host) >= most;
}

// May another transfer to its host, or to one of them, begin?
static bool gc_fetch_priv_host_free(gc_fetch *f, const gc_fetch_priv_slot *s) {
    bool room = (!f->desc.per_host && !f->limits_hosts) || !s->host;
    for (uint32_t i = 0; i < s->sources && !room; i++) {
        room = !gc_fetch_priv_host_is_full(f, gc_fetch_priv_source_host(s, i));
    }
    return room;
}

// What is wanted of hosts holds from here on, for what waits and runs, too.
static void gc_fetch_priv_take_limits(gc_fetch *f) {
    f->limits_hosts = true;
    f->hosts_full = false;
    gc_fetch_priv_lock(f);
    for (int i = 0; i < GC_FETCH_PRIV_LIMITS; i++) {
        gc_fetch_priv_limit *limit = &f->limits[i];
        limit->host = limit->wanted_host;
        limit->transfers = limit->wanted_transfers;
        limit->bucket.rate = limit->wanted_rate;
    }
    f->limits_changed = false;
    gc_fetch_priv_unlock(f);

    for (uint32_t i = 0; i < f->heap_counts[0]; i++) {
        gc_fetch_priv_slot *s = f->heaps[0][i];
        if (!s->host) s->host = gc_fetch_priv_http_host(s->given.url);
    }
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        gc_fetch_transfer *t = &f->transfers[i];
        if (!t->request) continue;
        if (!t->request->host) t->request->host = gc_fetch_priv_http_host(t->request->given.url);
        t->host = gc_fetch_priv_source_host(t->request, t->source);
        t->limit = gc_fetch_priv_host_limit(f, t->host);
    }
}

// Until when a host of mirrors is asked only where there is no other, by its key. Two that
// share a place share that, too.
static uint64_t *gc_fetch_priv_host_bad(gc_fetch *f, uint64_t host) {
    return &f->bad_ms[(host >> 1) % GC_FETCH_PRIV_HOSTS];
}

// Bytes a millisecond of the fastest transfer from a host; 0: not known.
static uint64_t gc_fetch_priv_host_rate(const gc_fetch *f, uint64_t host, uint64_t now) {
    uint64_t best = 0;
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        const gc_fetch_transfer *t = &f->transfers[i];
        if (!t->request || t->host != host || !t->responded || now - t->responded_ms < 200) continue;
        uint64_t rate = (t->offset - t->first) / (now - t->responded_ms) + 1;
        if (rate > best) best = rate;
    }
    return best;
}

// The URL that a new transfer of a body asks: of those that have not been left, and whose hosts
// are not much slower than the fastest, that with the fewest transfers. A body that must be of
// one version stays where it has begun.
static uint32_t gc_fetch_priv_source_pick(gc_fetch *f, const gc_fetch_priv_body *b) {
    const gc_fetch_priv_slot *s = b->request;
    uint64_t now = s->sources > 1 ? gc_fetch_priv_clock(f) : 0, fastest = 0, hosts[GC_FETCH_PRIV_MIRRORS + 1];
    uint64_t rates[GC_FETCH_PRIV_MIRRORS + 1];
    uint32_t best = b->source, fewest = UINT32_MAX;
    if (s->sources < 2 || (b->headed && !s->hashed && b->validator[0] != '"')) return best;

    for (uint32_t i = 0; i < s->sources; i++) {
        hosts[i] = gc_fetch_priv_source_host(s, i);
        rates[i] = gc_fetch_priv_host_rate(f, hosts[i], now);
        if (rates[i] > fastest) fastest = rates[i];
    }
    for (uint32_t i = 0; i < s->sources; i++) {
        uint32_t runs = gc_fetch_priv_host_runs(f, hosts[i]);
        if (gc_fetch_priv_host_is_full(f, hosts[i]) || s->shunned >> i & 1) continue;
        bool slow = rates[i] && rates[i] < fastest / 4;
        if (slow || now < *gc_fetch_priv_host_bad(f, hosts[i])) runs += GC_FETCH_PRIV_MAX_PARALLEL;
        if (runs < fewest) best = i;
        if (runs < fewest) fewest = runs;
    }
    return best;
}

// Tells desc.log of a URL (source of a request) that has failed: level 1 if there is another
// try, else 2.
static void gc_fetch_priv_log(gc_fetch *f, int level, const gc_fetch_priv_slot *s, uint32_t source,
                              int result, const char *detail, const char *more) {
    char text[512] = "";
    if (!f->desc.log) return;
    gc_fetch_priv_join(text, sizeof text, gc_fetch_priv_source_url(s, source), ": ", detail);
    gc_fetch_priv_append(text, sizeof text, more);
    f->desc.log(f->desc.user, level, result, text);
}
static void gc_fetch_priv_log_source(gc_fetch *f, const gc_fetch_priv_slot *s, uint32_t source, int result) {
    gc_fetch_priv_log(f, 1, s, source, result, gc_fetch_result_string(result), "");
}

// The line of text about the newest end of an attempt.
static const char *gc_fetch_priv_detail(const gc_fetch_priv_slot *s) {
    return s->detail ? s->detail : gc_fetch_result_string(s->last_result);
}

// Leaves the URL of a transfer for this request. False: it has no other; all count again then.
static bool gc_fetch_priv_shun(gc_fetch *f, gc_fetch_priv_slot *s, uint32_t source, int result) {
    if (s->sources < 2) return false;
    s->shunned = (uint16_t)(s->shunned | 1u << source);
    uint64_t host = gc_fetch_priv_source_host(s, source);
    *gc_fetch_priv_host_bad(f, host) = gc_fetch_priv_clock(f) + GC_FETCH_PRIV_BAD_MS;
    bool other = s->shunned != (1u << s->sources) - 1;
    if (!other) s->shunned = 0;
    gc_fetch_priv_log_source(f, s, source, result);
    return other;
}

// The end of what a transfer is to bring; UINT64_MAX: not known.
static uint64_t gc_fetch_priv_end_of(const gc_fetch_transfer *t) {
    return t->end == UINT64_MAX ? t->body->total : t->end;
}

// Bytes that a body has still to bring; UINT64_MAX: not known.
static uint64_t gc_fetch_priv_left(const gc_fetch_priv_body *b) {
    return b->total == UINT64_MAX ? UINT64_MAX : b->total - b->received;
}

// May a running body give its place to a request that is more urgent? Not one whose bytes would
// come again, or that will have ended sooner than a connection begins. Each file that gives way
// stays open, so these are not many.
static bool gc_fetch_priv_may_give(const gc_fetch *f, const gc_fetch_priv_body *b, bool kept, bool get) {
    bool files = b->request->given.sink != GC_FETCH_FILE || f->parked < 2 * f->desc.parallel;
    return kept ? files && gc_fetch_priv_left(b) > GC_FETCH_PRIV_CREDIT : get && !b->headed && !b->received;
}

// What is on its way to a body that gives its place is lost, a receive window at most. Where
// that has been too much, of all bytes, only a request above all that run takes a place: the
// others would be read after these in any case. The least priority that takes one.
static int64_t gc_fetch_priv_least_urgent(const gc_fetch *f) {
    uint64_t lost = (f->given + 1) * (uint64_t)GC_FETCH_PRIV_LOST_SIZE;
    uint64_t free_ones = f->desc.parallel * (uint64_t)GC_FETCH_PRIV_LOST_SIZE;
    int64_t least = INT64_MIN;
    if (lost <= free_ones + f->statistics.received / 100) return least;
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        const gc_fetch_priv_slot *s = f->bodies[i].request;
        if (s && !s->paused && s->given.priority >= least) least = s->given.priority + INT64_C(1);
    }
    return least;
}

// What gives its place to a request of this priority that waits: a paused body, or a range of
// one that goes on without it (*range; else NULL), or the running body of the lowest priority
// below. host: only one of this host's, 0: any. whole: a body, not only a transfer. Paused ones
// that can go on later come first, and those that would start over last. NULL: there is none.
static gc_fetch_priv_body *gc_fetch_priv_yielder(gc_fetch *f, int64_t priority, uint64_t host, bool whole,
                                                 gc_fetch_transfer **range) {
    gc_fetch_priv_body *paused = NULL, *again = NULL, *split = NULL, *lower = NULL;
    int64_t least = gc_fetch_priv_least_urgent(f);
    *range = NULL;

    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        gc_fetch_priv_body *b = &f->bodies[i];
        if (!b->request || b->complete || (host && b->request->host != host)) continue;
        bool get = b->request->head_only || strcmp(b->request->given.method, "GET") == 0;
        bool kept = b->headed && b->resumable;
        int32_t own = b->request->given.priority, lowest = lower ? lower->request->given.priority : 0;
        if (b->request->paused) {
            if (get && (b->runs || whole)) *(kept ? &paused : &again) = b;
            continue;
        }
        if (kept && b->runs > 1 && (!split || b->runs > split->runs)) split = b;
        bool less = own < priority && priority >= least && (b->runs || whole);
        if (!less || !gc_fetch_priv_may_give(f, b, kept, get)) continue;
        bool more = lower && gc_fetch_priv_left(b) > gc_fetch_priv_left(lower);
        if (!lower || own < lowest || (own == lowest && more)) lower = b;
    }
    if (paused) return paused;

    // One whose bytes another one still brings is given back for nothing.
    for (uint32_t i = 0; split && !whole && i < f->desc.parallel; i++) {
        gc_fetch_transfer *t = &f->transfers[i];
        if (t->request != split->request || t->thief || t->offset >= gc_fetch_priv_end_of(t)) continue;
        if (!*range || t->victim) *range = t;
    }
    if (*range && ((*range)->victim || f->hole_count < f->hole_capacity)) return split;
    *range = NULL;
    return lower ? lower : again;
}

// May a request to this host begin, perhaps when another transfer has given its place?
static bool gc_fetch_priv_host_open(gc_fetch *f, const gc_fetch_priv_slot *s) {
    gc_fetch_transfer *range;
    return gc_fetch_priv_host_free(f, s) ||
           gc_fetch_priv_yielder(f, s->given.priority, s->host, false, &range);
}

// The first in a heap whose host is free, or NULL. A full host in front costs a search, unless
// there is no other.
static gc_fetch_priv_slot *gc_fetch_priv_queue_first(gc_fetch *f, int heap) {
    gc_fetch_priv_slot **array = f->heaps[heap], *best = NULL;
    if (gc_fetch_priv_host_open(f, array[0])) return array[0];

    for (uint32_t i = 1; f->several_hosts && i < gc_fetch_priv_waiting(f); i++) {
        if (array[i]->host == array[0]->host || (best && !gc_fetch_priv_before(f, heap, array[i], best))) {
            continue;
        }
        if (gc_fetch_priv_host_open(f, array[i])) best = array[i];
    }

    f->hosts_full = !best;
    return best;
}

// >>events texts and lists of what poll will tell, and the end of a request

// Puts a request into the list of events. Those who wait are told by gc_fetch_priv_announce.
static void gc_fetch_priv_post(gc_fetch *f, gc_fetch_priv_slot *s, int type) {
    GC_FETCH_PRIV_LOCKED(f);
    if (f->desc.skip_events && type < GC_FETCH_HELD) return;
    if (s->event_bits == 0) {
        f->ring[(f->ring_first + f->ring_count++) & (f->ring_size - 1)] = s->id.slot;
        gc_fetch_priv_set_pending(f, 1);
    }
    if (type == GC_FETCH_DONE) s->event_bits &= ~(1 << GC_FETCH_PROGRESS);
    s->event_bits |= 1 << type;
    f->fresh_events = true;
}

// Wakes those who wait for events, once for all that have come since the last time: at a turn's
// end, and before all that may wait.
static void gc_fetch_priv_announce(gc_fetch *f) {
    if (!f->fresh_events) return;
    f->fresh_events = false;

    gc_fetch_priv_lock(f);
    bool there = f->ring_count != 0;    // else poll has taken them already
    bool waited = there && f->event_waiters;
    gc_fetch_priv_unlock(f);
    if (waited) gc_fetch_priv_broadcast(&f->event_ready);      // without the lock: the waiter wants it
    if (there && f->desc.notify) f->desc.notify(f->desc.user);
}

// What a system's error means for a file that is written; the number tells the others.
static const char *gc_fetch_priv_reason(int error) {
#ifdef EDQUOT
    if (error == EDQUOT) return "the quota is used up";
#endif
    switch (error) {
    case ENOSPC: return "the disk is full";
    case EMFILE:
    case ENFILE: return "too many open files";
    case EACCES:
    case EPERM: return "not allowed";
    case EROFS: return "the disk is read-only";
    case EIO: return "the disk has failed";
    case EFBIG: return "too large for the file system";
    case ENOENT: return "its folder or temporary is gone";
    default: return "a system call failed";
    }
}

// What the next events say about an attempt's end: the result's name, the status, the text (or
// NULL) and the system's error, as far as there are such.
static void gc_fetch_priv_tell(gc_fetch *f, gc_fetch_priv_slot *s, int result, int http_status,
                               int system_error, const char *text) {
    char line[GC_FETCH_PRIV_DETAIL] = "";
    bool status = result == GC_FETCH_E_HTTP_STATUS, texted = text && text[0];
    gc_fetch_priv_append(line, sizeof line, gc_fetch_result_string(result));
    if (status) {
        gc_fetch_priv_append(line, sizeof line, " ");
        gc_fetch_priv_append_number(line, sizeof line, (uint64_t)http_status, 10, 1);
    }
    if (texted) gc_fetch_priv_join(line, sizeof line, ": ", text, "");
    if (result == GC_FETCH_E_WRITE && system_error) {
        // Behind a path that may be long.
        const char *reason = gc_fetch_priv_reason(system_error);
        size_t room = sizeof line - strlen(reason) - 32;
        if (strlen(line) > room) line[room] = 0;
        gc_fetch_priv_join(line, sizeof line, ": ", reason, "");
    }
    gc_fetch_priv_append_errno(line, sizeof line, system_error);

    // Where the name says all, and where there is no memory for more, it is the detail.
    bool more = result != GC_FETCH_OK && (status || texted || system_error);
    char *detail = more ? gc_fetch_priv_text_new(f, line) : NULL;
    gc_fetch_priv_lock(f);
    char *old = s->detail;
    s->detail = detail;
    s->last_result = result;
    s->http_status = http_status;
    s->system_error = system_error;
    s->retry_after_ms = 0;
    gc_fetch_priv_unlock(f);
    gc_fetch_priv_text_free(f, old);
}

// Does the server ask for more time than it is given?
static bool gc_fetch_priv_too_long(const gc_fetch *f, uint32_t retry_after_ms) {
    return retry_after_ms > f->desc.retry_delay_max_ms;
}

// Sums up what requests have still to bring.
static void gc_fetch_priv_count_left(gc_fetch *f, gc_fetch_priv_slot *s) {
    GC_FETCH_PRIV_LOCKED(f);
    uint64_t total = s->total ? s->total : s->given.size;
    if (s->head_only || s->state == GC_FETCH_PRIV_FINISHED) total = 0;
    uint64_t left = total > s->received ? total - s->received : 0;
    f->statistics.left += left - s->left;
    s->left = left;
}

// Where a body stands now, for those who ask.
static void gc_fetch_priv_stands(gc_fetch *f, const gc_fetch_priv_body *b, uint64_t total) {
    gc_fetch_priv_lock(f);
    b->request->received = b->received;
    b->request->total = total;
    gc_fetch_priv_count_left(f, b->request);
    gc_fetch_priv_unlock(f);
}

// Adds to one of the statistics.
static void gc_fetch_priv_count(gc_fetch *f, uint64_t *what, uint64_t more) {
    gc_fetch_priv_lock(f);
    *what += more;
    gc_fetch_priv_unlock(f);
}

// The request has its result.
static void gc_fetch_priv_finish_request(gc_fetch *f, gc_fetch_priv_slot *s, int result) {
    if (s->deadline_at_ms) gc_fetch_priv_heap_remove(f, GC_FETCH_PRIV_DEADLINE, s);
    if (result < 0 && result != GC_FETCH_E_CANCELLED) {
        gc_fetch_priv_log(f, 2, s, 0, s->last_result, gc_fetch_priv_detail(s), "");
    }

    gc_fetch_priv_lock(f);
    s->state = GC_FETCH_PRIV_FINISHED;
    s->result = result;
    s->last_result = result;
    gc_fetch_priv_count_left(f, s);
    f->statistics.running = f->active;
    if (result >= 0) f->statistics.done++;
    else f->statistics.failed++;
    gc_fetch_priv_post(f, s, GC_FETCH_DONE);
    gc_fetch_priv_unlock(f);    // from here on poll may take and free it
}

// >>parts what is kept of a large file that is not complete, and how the next attempt finds it

// A file sink writes to a temporary of its own, which no other process touches. Of one of 1 MiB
// or more, whose body can go on after a cut, a state is written as well, into a file of the
// folder root/.gcf-part that is named by a hash of the path: the temporary's name, the
// validator and the holes. Who has the state's lock owns both; another process that wants the
// same path at the same time does without. A process that is killed leaves both, and the next
// attempt, in this or another process, goes on from them.
//
// Which bytes count: a state is written after the bytes that it tells of, so a kill cannot make
// it wrong. Its two places are written in turn, each with a checksum: one is always whole.
// After a power cut a state may be on the disk without its bytes. So it names the system's
// start, and counts in another one only with sha256; two more places hold states whose bytes
// were synced before (each 64 MiB, and by gc_fetch_close), which count always.

typedef struct gc_fetch_priv_state {
    char magic[8];
    uint64_t sequence, total, inode, url;   // of the temporary; the URL's hash
    char boot[40];
    uint8_t sha256[32];             // expected, if there is one
    uint32_t kind, count;           // bits: 1: there is a hash; 2: the bytes are coded
    char validator[GC_FETCH_PRIV_VALIDATOR];
    char temporary[48];
    uint64_t holes[2 * GC_FETCH_PRIV_PART_HOLES];   // first and end of each, in order
    uint64_t check;                 // hash of all before
} gc_fetch_priv_state;

static const char gc_fetch_priv_part_folder[] = ".gcf-part";

// The first bytes of a SHA-256.
GC_FETCH_PRIV_APART uint64_t gc_fetch_priv_part_hash(const void *bytes, size_t size) {
    gc_fetch_sha256 hash;
    uint8_t sum[32];
    uint64_t first;
    gc_fetch_sha256_init(&hash);
    gc_fetch_sha256_update(&hash, bytes, size);
    gc_fetch_sha256_final(&hash, sum);
    memcpy(&first, sum, sizeof first);
    return first;
}

// May what comes of this request be kept in a file?
static bool gc_fetch_priv_part_may(const gc_fetch *f, const gc_fetch_priv_slot *s) {
    bool large = !s->sized || s->given.size >= GC_FETCH_PRIV_PART_LEAST;
    return s->given.sink == GC_FETCH_FILE && f->root_fd >= 0 && !s->whole_only && large;
}

// Opens the folder of states; `make`: makes it if it is not there. False: there is none.
static bool gc_fetch_priv_part_open_folder(gc_fetch *f, bool make) {
    if (f->parts_fd >= 0) return true;
    bool made;
    if (make) gc_fetch_priv_sys_mkdir(f->root_fd, gc_fetch_priv_part_folder, &made);
    f->parts_fd = gc_fetch_priv_sys_open(f->root_fd, gc_fetch_priv_part_folder, GC_FETCH_PRIV_O_FOLDER);
    return f->parts_fd >= 0;
}

// The name of a path's state file.
static void gc_fetch_priv_part_name(char name[24], const char *path) {
    name[0] = 0;
    gc_fetch_priv_append_number(name, 24, gc_fetch_priv_part_hash(path, strlen(path)), 16, 16);
}

// Forgets the state of a body: nothing goes on from its temporary any more.
static void gc_fetch_priv_part_drop(gc_fetch *f, gc_fetch_priv_body *b) {
    char name[24];
    if (b->part < 0) return;
    gc_fetch_priv_part_name(name, b->request->given.path);
    gc_fetch_priv_sys_discard(f->parts_fd, name, b->part);
    b->part = -1;
}

// Adds a hole to `count` of them, in order.
static void gc_fetch_priv_ends_add(uint64_t *ends, uint32_t count, uint64_t first, uint64_t end) {
    for (; count > 0 && ends[2 * count - 2] > first; count--) {
        memcpy(&ends[2 * count], &ends[2 * count - 2], 2 * sizeof(uint64_t));
    }
    ends[2 * count] = first;
    ends[2 * count + 1] = end;
}

// What is missing of a body, first and end of each piece, in order: what transfers have still
// to bring, and holes. What a transfer repeats of another one's is that one's. Returns how many
// there are, or UINT32_MAX: more than `most`.
static uint32_t gc_fetch_priv_missing(const gc_fetch *f, const gc_fetch_priv_body *b, uint64_t *ends,
                                      uint32_t most) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        const gc_fetch_transfer *t = &f->transfers[i];
        if (t->request != b->request || t->victim || t->offset >= gc_fetch_priv_end_of(t)) continue;
        if (count == most) return UINT32_MAX;
        gc_fetch_priv_ends_add(ends, count++, t->offset, gc_fetch_priv_end_of(t));
    }
    for (uint32_t i = 0; i < f->hole_capacity; i++) {
        const gc_fetch_priv_hole *hole = &f->holes[i];
        if (hole->body != b) continue;
        if (count == most) return UINT32_MAX;
        gc_fetch_priv_ends_add(ends, count++, hole->first, hole->end == UINT64_MAX ? b->total : hole->end);
    }
    return count;
}

// The state of a body as it is now. False: it cannot be told.
static bool gc_fetch_priv_state_make(gc_fetch *f, gc_fetch_priv_body *b, gc_fetch_priv_state *state) {
    const gc_fetch_priv_slot *s = b->request;
    gc_fetch_priv_info info;
    if (!gc_fetch_priv_sys_info(b->fd, &info)) return false;
    memset(state, 0, sizeof *state);
    memcpy(state->magic, "gcfpart2", sizeof state->magic);
    state->sequence = ++b->part_sequence;
    state->total = b->total;
    state->inode = info.inode;
    state->url = gc_fetch_priv_part_hash(s->given.url, strlen(s->given.url));
    memcpy(state->boot, f->boot, sizeof state->boot);
    state->kind = (s->given.sha256 ? 1u : 0u) | (b->coded ? 2u : 0u);
    if (s->given.sha256) memcpy(state->sha256, s->sha256, sizeof state->sha256);
    memcpy(state->validator, b->validator, sizeof state->validator);
    memcpy(state->temporary, b->temporary, sizeof state->temporary);

    state->count = gc_fetch_priv_missing(f, b, state->holes, GC_FETCH_PRIV_PART_HOLES);
    return state->count != UINT32_MAX;
}

// Reads one of the four states of a file. False: it is none, or not whole.
static bool gc_fetch_priv_state_load(int part, int place, gc_fetch_priv_state *state) {
    uint64_t at = (uint64_t)place * GC_FETCH_PRIV_PART_SLOT;
    ptrdiff_t n = gc_fetch_priv_read_at(part, state, sizeof *state, at);
    return n == (ptrdiff_t)sizeof *state && memcmp(state->magic, "gcfpart2", sizeof state->magic) == 0 &&
           state->check == gc_fetch_priv_part_hash(state, offsetof(gc_fetch_priv_state, check));
}

// Writes a state to one of two places, in turn. Where that fails, the other one counts.
static void gc_fetch_priv_state_write(gc_fetch_priv_body *b, gc_fetch_priv_state *state, bool synced) {
    int place = synced ? 2 + (int)(b->part_synced++ & 1) : (int)(state->sequence & 1);
    state->check = gc_fetch_priv_part_hash(state, offsetof(gc_fetch_priv_state, check));
    gc_fetch_priv_write_at(b->part, state, sizeof *state, (uint64_t)place * GC_FETCH_PRIV_PART_SLOT);
}

// Makes the state file of a body. It ends with the path, for the sweep.
static void gc_fetch_priv_part_make(gc_fetch *f, gc_fetch_priv_body *b) {
    const char *path = b->request->given.path;
    char name[24];
    b->part_refused = true;     // if it cannot be made now, then not at all
    if (!gc_fetch_priv_part_open_folder(f, true)) return;
    gc_fetch_priv_part_name(name, path);
    b->part = gc_fetch_priv_sys_claim(f->parts_fd, name, GC_FETCH_PRIV_O_MAKE);
    if (b->part < 0) return;

    // Nothing of another download's state is left before this one's.
    size_t size = strlen(path) + 1;
    bool ok = gc_fetch_priv_sys_resize(b->part, 0) &&
              gc_fetch_priv_write_at(b->part, path, size, 4 * GC_FETCH_PRIV_PART_SLOT) == (ptrdiff_t)size;
    if (ok) b->part_refused = false;
    else gc_fetch_priv_part_drop(f, b);
}

// Writes the state of a body, and makes its file first where there is none.
static void gc_fetch_priv_part_save(gc_fetch *f, gc_fetch_priv_body *b) {
    gc_fetch_priv_state state;
    if (b->part < 0 && !b->part_refused) gc_fetch_priv_part_make(f, b);
    b->part_dirty = false;
    if (b->part >= 0 && gc_fetch_priv_state_make(f, b, &state)) gc_fetch_priv_state_write(b, &state, false);
}

// Is it a name that a file sink gives to its temporary?
static bool gc_fetch_priv_part_is_temporary(const char *name, size_t capacity) {
    size_t n = 0;
    while (n < capacity && name[n] && name[n] != '/') n++;
    return n < capacity && !name[n] && n > 9 && strncmp(name, ".gcf-", 5) == 0 &&
           strcmp(name + n - 4, ".tmp") == 0;
}

// Reads the newest state that counts: any (request NULL), or one of the request's. False: there
// is none.
static bool gc_fetch_priv_state_read(const gc_fetch *f, int part, const gc_fetch_priv_slot *s,
                                     gc_fetch_priv_state *newest) {
    gc_fetch_priv_state state;
    newest->sequence = 0;
    for (int place = 0; place < 4; place++) {
        if (!gc_fetch_priv_state_load(part, place, &state) || state.count > GC_FETCH_PRIV_PART_HOLES ||
            state.sequence <= newest->sequence ||
            !gc_fetch_priv_part_is_temporary(state.temporary, sizeof state.temporary) ||
            !memchr(state.validator, 0, sizeof state.validator)) {
            continue;
        }
        if (s) {
            // The same version: by its hash; or by the URL and the server's validator. A file's
            // hash says nothing of coded bytes.
            bool both = (state.kind & 1) && s->given.sha256, coded = (state.kind & 2) != 0;
            bool hashed = both && memcmp(state.sha256, s->sha256, 32) == 0;
            bool same = state.url == gc_fetch_priv_part_hash(s->given.url, strlen(s->given.url));
            bool sized = !s->sized || coded || s->given.size == state.total;
            bool synced = place >= 2 || (f->boot[0] && memcmp(state.boot, f->boot, sizeof f->boot) == 0);
            bool known = same && (synced || hashed) && state.validator[0];
            if (coded ? !s->given.decoder : s->given.decoder && !s->given.compressed) continue;
            if ((both && !hashed) || !sized || !(known || (hashed && !s->given.decoder))) continue;
            // What another URL calls its version says nothing.
            if (!same || (s->hashed && hashed && s->sources > 1)) state.validator[0] = 0;
        }
        *newest = state;
    }
    return newest->sequence != 0;
}

// Brings the bytes that the newest state tells of to the disk: it counts always then. 0, or an
// errno: the bytes may be lost.
static int gc_fetch_priv_part_sync(gc_fetch *f, gc_fetch_priv_body *b) {
    gc_fetch_priv_state state;
    b->part_unsynced = 0;
    if (b->part < 0 || !gc_fetch_priv_state_read(f, b->part, NULL, &state)) return 0;

    // An error is told once by the system, and then forgotten: nothing of the file counts.
    if (!gc_fetch_priv_sys_sync(b->fd)) {
        int error = errno;
        gc_fetch_priv_part_drop(f, b);
        return error;
    }
    gc_fetch_priv_state_write(b, &state, true);
    return 0;
}

// A file sink has taken bytes. All states are written before more than
// GC_FETCH_PRIV_PART_UNSAVED are in none. 0, or an errno.
static int gc_fetch_priv_part_took(gc_fetch *f, gc_fetch_priv_body *b, size_t taken) {
    b->part_dirty = true;
    b->part_unsynced += taken;
    f->unsaved += taken;
    if (b->part_unsynced >= GC_FETCH_PRIV_PART_SYNC && b->part >= 0) {
        gc_fetch_priv_part_save(f, b);
        return gc_fetch_priv_part_sync(f, b);
    }
    if (f->unsaved < GC_FETCH_PRIV_PART_UNSAVED) return 0;

    f->unsaved = 0;
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        gc_fetch_priv_body *other = &f->bodies[i];
        if (other->request && other->part_dirty) gc_fetch_priv_part_save(f, other);
    }
    return 0;
}

// Are the holes in order, and within the body? And is the temporary as long as they say?
static bool gc_fetch_priv_state_fits(const gc_fetch_priv_state *state, uint64_t file_size) {
    uint64_t at = 0, present = state->total;
    for (uint32_t i = 0; i < state->count; i++) {
        uint64_t first = state->holes[2 * i], end = state->holes[2 * i + 1];
        if (first < at || first >= end || end > state->total) return false;
        if (end == state->total) present = first;
        at = end;
    }
    return state->total && present <= file_size;
}

// Takes holes for the body: first and end of each, in order. Where too many are open already,
// the last ones become one. Returns how many bytes are missing.
static uint64_t gc_fetch_priv_holes_take(gc_fetch *f, gc_fetch_priv_body *b, const uint64_t *ends,
                                         uint32_t count) {
    uint64_t missing = 0;
    uint32_t at = 0;
    for (uint32_t i = 0; i < f->hole_capacity && at < count; i++) {
        gc_fetch_priv_hole *hole = &f->holes[i];
        if (hole->body) continue;
        hole->body = b;
        hole->first = ends[2 * at];
        bool last = f->hole_count + 1 == f->hole_capacity;
        hole->end = ends[2 * (last ? count - 1 : at) + 1];
        hole->due_ms = hole->tries = 0;
        missing += hole->end - hole->first;
        at = last ? count : at + 1;
        b->holes++;
        f->hole_count++;
    }
    return missing;
}

// Goes on from holes. The first one, *first to *end, asks whether it is still the same version;
// the others wait for that.
static void gc_fetch_priv_holes_resume(gc_fetch *f, gc_fetch_priv_body *b, const uint64_t *ends,
                                       uint32_t count, uint64_t *first, uint64_t *end) {
    *first = ends[0];
    *end = ends[1];
    uint64_t missing = gc_fetch_priv_holes_take(f, b, ends + 2, count - 1) + *end - *first;
    if (b->total != UINT64_MAX) b->received = b->total - missing;
}

// Goes on from what an earlier attempt has left of the request's file, if there is such: the
// body gets its temporary and its holes; *first to *end is the first of them.
static bool gc_fetch_priv_part_load(gc_fetch *f, gc_fetch_priv_body *b, uint64_t *first, uint64_t *end) {
    gc_fetch_priv_slot *s = b->request;
    gc_fetch_priv_state state;
    gc_fetch_priv_info info;
    char name[24];
    const char *last;
    if (!gc_fetch_priv_part_may(f, s) || !gc_fetch_priv_part_open_folder(f, false)) return false;
    if (f->hole_count == f->hole_capacity) return false;
    gc_fetch_priv_part_name(name, s->given.path);
    b->part = gc_fetch_priv_sys_claim(f->parts_fd, name, GC_FETCH_PRIV_O_AGAIN);
    if (b->part < 0) return false;

    // The temporary must be the very file that the state tells of.
    bool any = gc_fetch_priv_state_read(f, b->part, NULL, &state);
    if (any) b->part_sequence = state.sequence + 2;
    b->folder = any ? gc_fetch_priv_open_parent(f->root_fd, s->given.path, true, &last) : -1;
    if (b->folder >= 0) {
        bool ours = gc_fetch_priv_state_read(f, b->part, s, &state);
        b->fd = gc_fetch_priv_sys_open(b->folder, state.temporary, GC_FETCH_PRIV_O_AGAIN);
        if (b->fd < 0 && (errno == EBUSY || errno == EACCES || errno == EMFILE || errno == ENFILE)) {
            // It cannot be opened now: a scanner holds it, or too many files are open. Its
            // state stays, for another time or the sweep; this download has none.
            gc_fetch_priv_sys_close(b->folder);
            gc_fetch_priv_sys_close(b->part);
            b->folder = b->part = -1;
            b->part_refused = true;
            return false;
        }
        bool there = b->fd >= 0 && gc_fetch_priv_sys_info(b->fd, &info) && info.plain && info.links == 1 &&
                     info.inode == state.inode;
        strcpy(b->temporary, state.temporary);
        if (ours && there && gc_fetch_priv_sys_replaceable(b->folder, last, false) &&
            gc_fetch_priv_state_fits(&state, info.size)) {
            gc_fetch_priv_sys_hold(b->fd);
            // All is there, and only its name was not given to it: the last byte asks whether
            // it is still the same.
            uint64_t all = b->total = state.total;
            if (!state.count) gc_fetch_priv_ends_add(state.holes, state.count++, all - 1, all);
            memcpy(b->validator, state.validator, sizeof b->validator);
            b->coded = (state.kind & 2) != 0;
            gc_fetch_priv_holes_resume(f, b, state.holes, state.count, first, end);
            return true;
        }

        // Another version, or damaged: it starts over.
        if (there) gc_fetch_priv_sys_discard(b->folder, state.temporary, b->fd);
        else if (b->fd >= 0) gc_fetch_priv_sys_close(b->fd);
        gc_fetch_priv_sys_close(b->folder);
        b->fd = b->folder = -1;
    }
    gc_fetch_priv_part_drop(f, b);
    return false;
}

// Removes a locked state, and the temporary in `folder` that it tells of.
static void gc_fetch_priv_part_remove(gc_fetch *f, int folder, const char *name, int part) {
    gc_fetch_priv_state state;
    bool told = folder >= 0 && gc_fetch_priv_state_read(f, part, NULL, &state);
    if (told) gc_fetch_priv_sys_remove(folder, state.temporary);
    gc_fetch_priv_sys_discard(f->parts_fd, name, part);
}

// The path of a body is complete by another way: what was kept of it goes.
static void gc_fetch_priv_part_forget(gc_fetch *f, const gc_fetch_priv_body *b) {
    char name[24];
    gc_fetch_priv_part_name(name, b->request->given.path);
    int part = gc_fetch_priv_sys_claim(f->parts_fd, name, GC_FETCH_PRIV_O_AGAIN);
    if (part >= 0) gc_fetch_priv_part_remove(f, b->folder, name, part);
}

// Removes a state that nobody has gone on with, and its temporary, if it is old enough.
static void gc_fetch_priv_part_sweep_one(gc_fetch *f, int parts, const char *name, bool below) {
    (void)parts, (void)below;
    gc_fetch_priv_info info;
    char path[GC_FETCH_PRIV_MAX_PATH];
    const char *last;
    int part = strlen(name) == 16 ? gc_fetch_priv_sys_claim(f->parts_fd, name, GC_FETCH_PRIV_O_AGAIN) : -1;
    if (part < 0) return;

    int64_t before = (int64_t)time(NULL) - (int64_t)f->desc.part_days * 86400;
    if (!gc_fetch_priv_sys_info(part, &info) || info.modified >= before) {
        gc_fetch_priv_sys_close(part);
        return;
    }

    ptrdiff_t n = gc_fetch_priv_read_at(part, path, sizeof path - 1, 4 * GC_FETCH_PRIV_PART_SLOT);
    path[n > 0 ? n : 0] = 0;
    bool valid = gc_fetch_priv_check_path(path, sizeof path) == GC_FETCH_OK;
    int folder = valid ? gc_fetch_priv_open_parent(f->root_fd, path, false, &last) : -1;
    gc_fetch_priv_part_remove(f, folder, name, part);
    if (folder >= 0) gc_fetch_priv_sys_close(folder);
}

// Does a state tell of the temporary f->swept? If it cannot be read, perhaps.
static void gc_fetch_priv_part_names(gc_fetch *f, int parts, const char *name, bool below) {
    gc_fetch_priv_state state;
    (void)below;
    if (strlen(name) != 16 || !f->swept) return;
    int part = gc_fetch_priv_sys_open(parts, name, GC_FETCH_PRIV_O_AGAIN);
    bool named = part < 0;
    for (int place = 0; place < 4 && !named; place++) {
        named = gc_fetch_priv_state_load(part, place, &state) && strcmp(state.temporary, f->swept) == 0;
    }
    if (part >= 0) gc_fetch_priv_sys_close(part);
    if (named) f->swept = NULL;
}

// Removes temporaries that nobody has opened, nor a state tells of, and that nobody has written
// to for an hour: a killed process has left them. Older versions did not lock theirs. Looks
// into the folders below.
static void gc_fetch_priv_sweep_one(gc_fetch *f, int folder, const char *name, bool below) {
    gc_fetch_priv_info info;
    if (gc_fetch_priv_part_is_temporary(name, GC_FETCH_PRIV_MAX_PATH)) {
        int fd = gc_fetch_priv_sys_claim(folder, name, GC_FETCH_PRIV_O_AGAIN);
        if (fd < 0) return;
        int64_t before = (int64_t)time(NULL) - GC_FETCH_PRIV_STALE_S;
        f->swept = name;
        bool old = gc_fetch_priv_sys_info(fd, &info) && info.modified < before && info.links == 1;
        if (old && f->parts_fd >= 0) gc_fetch_priv_sys_each(f, f->parts_fd, gc_fetch_priv_part_names);
        if (old && f->swept) gc_fetch_priv_sys_discard(folder, name, fd);
        else gc_fetch_priv_sys_close(fd);
        return;
    }

    bool other = strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
    if (!below || !other || f->sweep_depth == GC_FETCH_PRIV_SWEEP_DEPTH) return;
    int inner = gc_fetch_priv_sys_open(folder, name, GC_FETCH_PRIV_O_FOLDER);
    if (inner < 0) return;
    f->sweep_depth++;
    gc_fetch_priv_sys_each(f, inner, gc_fetch_priv_sweep_one);
    f->sweep_depth--;
    gc_fetch_priv_sys_close(inner);
}

// What killed processes have left: states and their temporaries first, then other temporaries.
static void gc_fetch_priv_sweep(gc_fetch *f) {
    if (gc_fetch_priv_part_open_folder(f, false)) {
        gc_fetch_priv_sys_each(f, f->parts_fd, gc_fetch_priv_part_sweep_one);
    }
    gc_fetch_priv_sys_each(f, f->root_fd, gc_fetch_priv_sweep_one);
}

// >>room a full disk and missing descriptors: states of the whole, not failures of each request

// Held (desc.hold_when_full): the request that has met it waits, and nothing else starts until
// a look, twice a second, finds room: it asks the disk and the system, not a server. Else the
// largest file fails alone, so that the others have its room; and for half a second a look
// precedes each start. With too few descriptors as many transfers run as there are.

static bool gc_fetch_priv_is_full(int error) {
#ifdef EDQUOT       // Windows tells ENOSPC
    if (error == EDQUOT) return true;
#endif
    return error == ENOSPC || error == EMFILE || error == ENFILE;
}

static bool gc_fetch_priv_is_scarce(int error) { return error == EMFILE || error == ENFILE; }

// How many bytes a file has still to write, as far as that is known.
static uint64_t gc_fetch_priv_need(const gc_fetch_priv_slot *s) {
    const gc_fetch_priv_body *b = s->body;
    uint64_t size = b && b->total != UINT64_MAX ? b->total : s->given.size, have = b ? b->received : 0;
    return size > have ? size - have : (uint64_t)GC_FETCH_PRIV_READ_SIZE;
}

// There is no room for a request's file: of it and those that are being written the largest is
// to fail (gc_fetch_priv_check_transfers). False: that is the request's own.
static bool gc_fetch_priv_gives_way(gc_fetch *f, const gc_fetch_priv_slot *s, int error) {
    gc_fetch_priv_body *largest = s->body;
    uint64_t most = gc_fetch_priv_need(s) + (s->body ? s->body->received : 0);
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        gc_fetch_priv_body *other = &f->bodies[i];
        if (!other->request || other->request == s || other->complete || other->fd < 0) continue;
        if (other->no_room) return true;
        uint64_t size = other->received + gc_fetch_priv_need(other->request);
        if (size <= most) continue;
        largest = other;
        most = size;
    }

    f->full_ms = gc_fetch_priv_clock(f);
    if (largest) largest->no_room = error;
    return largest != s->body;
}

// A request has met it, with `done` bytes that are not counted yet.
static void gc_fetch_priv_full(gc_fetch *f, gc_fetch_priv_slot *s, int error, size_t done) {
    if (f->held) return;
    uint64_t need = gc_fetch_priv_need(s);
    f->held = error;
    f->held_need = need > done ? need - done : 1;
    f->held_at_ms = gc_fetch_priv_clock(f);
    gc_fetch_priv_lock(f);
    f->statistics.held = s->held_error = error;
    gc_fetch_priv_post(f, s, GC_FETCH_HELD);
    gc_fetch_priv_unlock(f);
}

// Does the disk take so many bytes, or 1 MB? 0, or an errno.
static int gc_fetch_priv_try_disk(gc_fetch *f, uint64_t need) {
    static const char name[] = ".gcf-room.tmp";
    if (f->root_fd < 0) return 0;
    int fd = gc_fetch_priv_sys_open(f->root_fd, name, GC_FETCH_PRIV_O_MAKE), error = 0;
    if (fd < 0) return errno;
    if (need > GC_FETCH_PRIV_PART_LEAST) need = GC_FETCH_PRIV_PART_LEAST;
    for (uint64_t at = 0; at < need && !error;) {
        size_t size = GC_FETCH_PRIV_READ_SIZE;
        if (need - at < size) size = (size_t)(need - at);
        ptrdiff_t n = gc_fetch_priv_write_at(fd, f->read_buffer, size, at);
        if (n != (ptrdiff_t)size) error = n < 0 ? errno : ENOSPC;
        at += size;
    }
    gc_fetch_priv_sys_discard(f->root_fd, name, fd);
    return error;
}

// Just after a file has failed for lack of room: is there none for a request's either?
static int gc_fetch_priv_no_room(gc_fetch *f, const gc_fetch_priv_slot *s) {
    if (!f->full_ms || s->given.sink != GC_FETCH_FILE || s->parked) return 0;
    if (gc_fetch_priv_clock(f) - f->full_ms >= GC_FETCH_PRIV_HELD_MS) f->full_ms = 0;
    int error = f->full_ms ? gc_fetch_priv_try_disk(f, gc_fetch_priv_need(s)) : 0;
    return gc_fetch_priv_is_full(error) && !gc_fetch_priv_is_scarce(error) ? error : 0;
}

// Is there still no room?
static bool gc_fetch_priv_still_full(gc_fetch *f) {
    uint64_t now = f->held ? gc_fetch_priv_clock(f) : 0;
    if (!f->held) return false;
    if (now - f->held_at_ms < GC_FETCH_PRIV_HELD_MS) return true;
    f->held_at_ms = now;
    bool scarce = gc_fetch_priv_is_scarce(f->held);
    if (scarce ? gc_fetch_priv_try_descriptors() : gc_fetch_priv_try_disk(f, f->held_need)) return true;
    f->held = 0;
    gc_fetch_priv_lock(f);
    f->statistics.held = 0;
    gc_fetch_priv_unlock(f);
    return false;
}

// >>sinks memory, files and streams: where bytes go

// Notes why the attempt fails; the transfer ends with its next gc_fetch_finish.
GC_FETCH_PRIV_APART size_t gc_fetch_priv_fail(gc_fetch_transfer *t, int result, int system_error,
                                              const char *text) {
    if (!t->failure) {
        t->failure = result;
        t->failure_errno = system_error;
        t->failure_text = text;
    }
    return GC_FETCH_ABORT;
}

static int gc_fetch_priv_path_result(int error) {
    return error == ELOOP || error == ENOTDIR || error == EISDIR || error == EEXIST || error == ENAMETOOLONG
               ? GC_FETCH_E_PATH
               : GC_FETCH_E_WRITE;
}

// Makes a temporary, with a name that no other process and no other gc_fetch takes; where it
// stands all the same, the next. -1: errno.
static int gc_fetch_priv_temporary_make(gc_fetch *f, int folder, char name[48]) {
    for (int fd = -1;;) {
        uint64_t numbers[3] = {gc_fetch_priv_process(), f->temporary_key, f->temporaries++};
        strcpy(name, ".gcf-");
        for (int i = 0; i < 3; i++) {
            gc_fetch_priv_append_number(name, 48, numbers[i], 16, 1);
            gc_fetch_priv_append(name, 48, i < 2 ? "-" : ".tmp");
        }
        fd = gc_fetch_priv_sys_open(folder, name, GC_FETCH_PRIV_O_NEW);
        if (fd >= 0) gc_fetch_priv_sys_hold(fd);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
}

// Opens the temporary of a file sink.
static bool gc_fetch_priv_file_open(gc_fetch_transfer *t) {
    gc_fetch *f = t->fetch;
    gc_fetch_priv_body *b = t->body;
    const char *name;
    int folder = gc_fetch_priv_open_parent(f->root_fd, t->request->given.path, true, &name);
    bool ok = folder >= 0 && gc_fetch_priv_sys_replaceable(folder, name, false);
    if (ok) b->fd = gc_fetch_priv_temporary_make(f, folder, b->temporary);

    b->folder = folder;
    if (b->fd >= 0) return true;
    gc_fetch_priv_fail(t, gc_fetch_priv_path_result(errno), errno, t->request->given.path);
    if (folder >= 0) gc_fetch_priv_sys_close(folder);
    b->folder = -1;
    return false;
}

// Ends a file sink: publishes it under its name, or leaves nothing; but `keep` leaves what the
// next attempt can go on from. 0, or an errno.
static int gc_fetch_priv_file_close(gc_fetch *f, gc_fetch_priv_body *b, bool publish, bool keep) {
    if (b->fd < 0) return 0;
    const char *path = b->request->given.path, *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    bool decoded = f->decoding == b;
    int fd = decoded ? f->decode_fd : b->fd, error = 0, ended = 0;

    // A rename does not wait for bytes; a large file is whole after a power cut, too.
    if (publish && b->received >= GC_FETCH_PRIV_PART_LEAST && !gc_fetch_priv_sys_sync(fd)) error = errno;
    publish = publish && !error;

    // Publishing is the rename. What is decoded comes first: until then the coded bytes count.
    if (decoded) {
        f->decoding = NULL;
        gc_fetch_priv_release(f, f->decode_buffer, GC_FETCH_PRIV_READ_SIZE);
        ended = publish ? gc_fetch_priv_sys_publish(b->folder, f->decode_name, fd, name)
                        : gc_fetch_priv_sys_discard(b->folder, f->decode_name, fd);
    }
    if (keep && b->part >= 0) {
        gc_fetch_priv_sys_close(b->part);
        gc_fetch_priv_sys_close(b->fd);
        gc_fetch_priv_sys_close(b->folder);
        b->part = b->fd = b->folder = -1;
        return 0;
    }

    int own = publish && !decoded ? gc_fetch_priv_sys_publish(b->folder, b->temporary, b->fd, name)
                                  : gc_fetch_priv_sys_discard(b->folder, b->temporary, b->fd);
    if (!error) error = decoded ? ended : own;
    gc_fetch_priv_part_drop(f, b);
    if (publish && !error && b->request->whole_only && f->parts_fd >= 0) gc_fetch_priv_part_forget(f, b);
    gc_fetch_priv_sys_close(b->folder);
    b->fd = b->folder = -1;
    return error;
}

// A write has failed: may the rest be tried again, once there is room?
static bool gc_fetch_priv_write_waits(gc_fetch *f, gc_fetch_priv_slot *s, int error, size_t done) {
    if (!gc_fetch_priv_is_full(error)) return false;
    if (!f->desc.hold_when_full) return gc_fetch_priv_gives_way(f, s, error);
    gc_fetch_priv_full(f, s, error, done);
    return true;
}

// Writes bytes at their place in the temporary.
static size_t gc_fetch_priv_sink_file(gc_fetch_transfer *t, const uint8_t *data, size_t size) {
    for (size_t done = 0; done < size;) {
        ptrdiff_t n = gc_fetch_priv_write_at(t->body->fd, data + done, size - done, t->offset + done);
        if (n == 0) errno = EIO;    // never seen for a plain file; no endless loop
        if (n > 0) {
            done += (size_t)n;
            continue;
        }

        // What did not fit is offered again.
        int error = errno;
        if (gc_fetch_priv_write_waits(t->fetch, t->request, error, done)) return done;
        return gc_fetch_priv_fail(t, GC_FETCH_E_WRITE, error, t->request->given.path);
    }
    return size;
}

// Copies bytes to their place in the caller's buffer, or in an own one.
static size_t gc_fetch_priv_sink_memory(gc_fetch_transfer *t, const uint8_t *data, size_t size) {
    gc_fetch_priv_slot *s = t->request;

    // The caller's buffer.
    if (s->given.memory) {
        if (size > s->given.memory_size - t->offset) {
            return gc_fetch_priv_fail(t, GC_FETCH_E_TOO_LARGE, 0, "longer than the caller's buffer");
        }
        memcpy((uint8_t *)s->given.memory + t->offset, data, size);
        return size;
    }

    // An own one, which grows by half.
    uint64_t end = t->offset + size;
    if (end > s->memory_capacity) {
        // The size you gave is allocated whole; a server's word only up to 1 MiB ahead of what
        // has come.
        uint64_t ahead = s->total < end + 0x100000 ? s->total : end + 0x100000;
        uint64_t want = end + end / 2;
        if (want < ahead) want = ahead;
        if (s->given.max_size && want > s->given.max_size) want = s->given.max_size;

        if (s->sized) want = s->given.size;
        if (!gc_fetch_priv_memory_reserve(t->fetch, s, want < end ? end : want)) {
            return gc_fetch_priv_fail(t, GC_FETCH_E_MEMORY, 0, NULL);
        }
    }

    memcpy(s->memory + t->offset, data, size);
    return size;
}

// How many of `size` bytes a rate limit lets through now: a bucket of tokens that holds a tenth
// of a second, and `more`.
static size_t gc_fetch_priv_pours(gc_fetch_priv_bucket *bucket, uint64_t now, uint64_t more, size_t size) {
    uint64_t rate = bucket->rate, most = rate / 10 + 1 + more;
    uint64_t passed = now - bucket->ms < 1000 ? now - bucket->ms : 1000;
    uint64_t parts = rate % 1000 * passed + bucket->part;
    uint64_t fresh = rate / 1000 * passed + parts / 1000;
    bucket->tokens = bucket->tokens < most && fresh < most - bucket->tokens ? bucket->tokens + fresh : most;
    bucket->part = parts % 1000;
    bucket->ms = now;
    return size < bucket->tokens ? size : (size_t)bucket->tokens;
}

// The same by the limits of all bodies and of the transfer's host. *rate: the lower one of
// both, or 0. sends: what a lower limit still lets come (gc_fetch_priv_curl_limit) is not for
// it.
static size_t gc_fetch_priv_allowed(gc_fetch_transfer *t, uint64_t now, size_t size, bool sends,
                                    uint64_t *rate) {
    gc_fetch *f = t->fetch;
    *rate = f->desc.rate_limit;
    if (t->request->transport == GC_FETCH_PRIV_LOCAL) return size;
    if (*rate) {
        uint64_t coming = now < f->drain_ms ? f->drain : 0;
        f->bucket.rate = *rate;
        size = gc_fetch_priv_pours(&f->bucket, now, coming, size);
        if (sends && coming && f->bucket.tokens < coming + size) size = 0;
    }

    gc_fetch_priv_bucket *own = t->limit ? &t->limit->bucket : NULL;
    if (!own || !own->rate) return size;
    if (!*rate || own->rate < *rate) *rate = own->rate;
    return gc_fetch_priv_pours(own, now, 0, size);
}

// Bytes have been taken, or given, by what they let through.
static void gc_fetch_priv_pour(gc_fetch_transfer *t, size_t size) {
    gc_fetch *f = t->fetch;
    if (t->request->transport == GC_FETCH_PRIV_LOCAL) return;
    if (f->desc.rate_limit) f->bucket.tokens -= size;
    if (t->limit && t->limit->bucket.rate) t->limit->bucket.tokens -= size;
}

// Does a request give way on the line? The most urgent of those that bring bytes leads, and
// those below are not read until it has nearly all, or brings nothing any more
// (check_transfers). above: the priority that counts.
static bool gc_fetch_priv_behind(gc_fetch *f, const gc_fetch_priv_slot *s, int64_t above) {
    bool behind = s->given.priority < above;
    f->led = f->led || behind;
    return behind && f->share_turns > 1 && !f->all_share;
}

// The most bytes that may come. Coded ones are a little more than the file, at worst.
static uint64_t gc_fetch_priv_most(const gc_fetch_priv_slot *s, bool coded) {
    uint64_t most = s->sized ? s->given.size : s->given.max_size ? s->given.max_size : UINT64_MAX;
    if (!coded || most > UINT64_MAX / 2) return most;
    return most + most / 8 + 4096;
}

// How many of the bytes are within the transfer's range and the limits of its size; if they are
// too many for a limit, the attempt has failed: GC_FETCH_ABORT.
static size_t gc_fetch_priv_within(gc_fetch_transfer *t, size_t size) {
    if (t->end != UINT64_MAX) {
        uint64_t left = t->end - t->offset;     // the rest is another transfer's, or nobody's
        return size > left ? (size_t)left : size;
    }
    if (size <= gc_fetch_priv_most(t->request, t->body->coded) - t->offset) return size;
    bool sized = t->request->sized;
    return gc_fetch_priv_fail(t, sized ? GC_FETCH_E_SIZE : GC_FETCH_E_TOO_LARGE, 0,
                              sized ? "longer than expected" : NULL);
}

// Tells a stream of a new attempt, once.
static void gc_fetch_priv_stream_begin(gc_fetch *f, gc_fetch_priv_body *b) {
    gc_fetch_priv_slot *s = b->request;
    if (b->begun || !s->given.stream_begin) return;
    b->begun = true;

    // It may ask for the response's head.
    gc_fetch_priv_lock(f);
    f->beginning = s;
    gc_fetch_priv_unlock(f);
    s->given.stream_begin(s->given.stream_user, s->id, s->attempt);
    gc_fetch_priv_lock(f);
    f->beginning = NULL;
    gc_fetch_priv_unlock(f);
}

// All bytes are there and right: what the stream says to that, 0 or its error.
static int gc_fetch_priv_stream_end(gc_fetch *f, gc_fetch_priv_body *b, const char **text) {
    const gc_fetch_request *request = &b->request->given;
    if (b->received == 0) {
        gc_fetch_priv_stream_begin(f, b);
        if (request->stream(request->stream_user, 0, NULL, 0) == GC_FETCH_ABORT) {
            *text = "the stream has refused the empty body";
            int error = request->stream_error ? *request->stream_error : 0;
            return error ? error : -1;
        }
    }

    *text = "the stream's end has failed";
    return request->stream_end ? request->stream_end(request->stream_user) : 0;
}

// Offers bytes to the sink: how many it has taken, or GC_FETCH_ABORT.
static size_t gc_fetch_priv_sink(gc_fetch_transfer *t, const void *data, size_t size) {
    const gc_fetch_request *request = &t->request->given;
    if (request->sink == GC_FETCH_FILE) return gc_fetch_priv_sink_file(t, (const uint8_t *)data, size);
    if (request->sink == GC_FETCH_MEMORY) return gc_fetch_priv_sink_memory(t, (const uint8_t *)data, size);

    gc_fetch_priv_stream_begin(t->fetch, t->body);
    size_t taken = request->stream(request->stream_user, t->offset, data, size);
    if (taken == GC_FETCH_ABORT) {
        int error = request->stream_error ? *request->stream_error : 0;
        return gc_fetch_priv_fail(t, GC_FETCH_E_SINK, error, "the stream has refused the data");
    }
    GC_FETCH_ASSERT(taken <= size && "gc_fetch_request.stream took more than it was offered");
    return taken > size ? size : taken;
}

// Sums up for how long the sink has taken nothing. Of the time between two refusals only as
// much counts as there is between two offers: not a pause, nor a game that did not pump.
static void gc_fetch_priv_note_taken(gc_fetch_priv_body *b, size_t taken, uint64_t now) {
    if (taken) {
        b->refused_ms = b->refusal_ms = 0;
        return;
    }
    uint64_t since = b->refusal_ms ? now - b->refusal_ms : 0;
    b->refused_ms += since < GC_FETCH_PRIV_TICK_MS ? since : (uint64_t)GC_FETCH_PRIV_TICK_MS;
    b->refusal_ms = now;
}

GC_FETCH_API size_t gc_fetch_deliver(gc_fetch_transfer *t, const void *data, size_t size) {
    gc_fetch *f = t->fetch;
    gc_fetch_priv_slot *s = t->request;
    gc_fetch_priv_body *b = t->body;
    t->active_ms = gc_fetch_priv_clock(f);
    if (t->failure) return GC_FETCH_ABORT;

    // The body of an error is read to its end, so that the connection can be used again; one
    // that is too long costs the connection.
    if (t->dropping) {
        size_t left = GC_FETCH_PRIV_ERROR_BODY - (size_t)t->dropped, kept = size < left ? size : left;
        t->dropped += kept;
        if (s->given.keep_error_body && !b->headed && !gc_fetch_priv_response_add(f, s, data, kept, true)) {
            return gc_fetch_priv_fail(t, GC_FETCH_E_MEMORY, 0, NULL);
        }
        return kept == size ? size : gc_fetch_priv_fail(t, GC_FETCH_E_HTTP_STATUS, 0, NULL);
    }

    // How many may be offered: by the size, and by the rate limit.
    size_t offered = gc_fetch_priv_within(t, size);
    if (offered == GC_FETCH_ABORT) return offered;
    bool beyond = offered < size;
    bool network = s->transport != GC_FETCH_PRIV_LOCAL;
    uint64_t rate;
    size_t allowed = gc_fetch_priv_allowed(t, t->active_ms, offered, false, &rate);
    if (network && gc_fetch_priv_behind(f, s, f->lead)) allowed = 0;

    // The sink, and the hash of what comes in order.
    size_t taken = allowed ? gc_fetch_priv_sink(t, data, allowed) : 0;
    if (taken == GC_FETCH_ABORT) return taken;
    bool next = s->given.sha256 && !b->coded && b->hash.length == t->offset;
    if (taken && next) gc_fetch_sha256_update(&b->hash, data, taken);

    // Where the body stands now. What was not taken is offered again later.
    t->offset += taken;
    b->received += taken;
    gc_fetch_priv_pour(t, taken);
    if (taken < offered) {
        t->stalled = f->refused = true;
        t->held_back = allowed < offered && taken == allowed;
        t->offered_ms = t->active_ms;
    }
    if (allowed && !f->held) gc_fetch_priv_note_taken(b, taken, t->active_ms);

    // What is needed to go on after a kill.
    if (taken && b->resumable && gc_fetch_priv_part_may(f, s) && b->total != UINT64_MAX &&
        b->total >= GC_FETCH_PRIV_PART_LEAST) {
        int error = gc_fetch_priv_part_took(f, b, taken);
        if (error) return gc_fetch_priv_fail(t, GC_FETCH_E_WRITE, error, s->given.path);
    }

    if (taken) {
        gc_fetch_priv_lock(f);
        s->received = b->received;
        gc_fetch_priv_count_left(f, s);
        f->statistics.received += taken;
        if (!(s->event_bits >> GC_FETCH_PROGRESS & 1)) gc_fetch_priv_post(f, s, GC_FETCH_PROGRESS);
        gc_fetch_priv_unlock(f);
    }

    // At the end of its range, but not of what it asked for, the transfer is cut off.
    return t->offset == t->end && (t->end < t->reach || beyond) ? GC_FETCH_ABORT : taken;
}

// The body is to be sent again: may it be? False: the attempt fails, with this result.
static bool gc_fetch_priv_upload_again(gc_fetch_transfer *t, int result) {
    bool again = t->request->given.repeatable || !t->body->sent;
    if (!again) gc_fetch_priv_fail(t, result, 0, "the body would have to be sent again: see repeatable");
    else t->body->sent = 0;
    return again;
}

GC_FETCH_API size_t gc_fetch_upload(gc_fetch_transfer *t, uint64_t offset, void *buffer, size_t capacity) {
    gc_fetch *f = t->fetch;
    gc_fetch_priv_slot *s = t->request;
    gc_fetch_priv_body *b = t->body;
    const gc_fetch_request *request = &s->given;
    uint64_t now = gc_fetch_priv_clock(f), rate;
    GC_FETCH_ASSERT(capacity && (offset == b->sent || !offset) && "gc_fetch_upload: not the next byte");
    if (t->failure) return GC_FETCH_ABORT;
    if (!request->body_read || !capacity || (offset && offset != b->sent)) {
        return gc_fetch_priv_fail(t, GC_FETCH_E_TRANSPORT, 0, "it asked for another byte than the next one");
    }
    if (offset != b->sent && !gc_fetch_priv_upload_again(t, GC_FETCH_E_REDIRECT)) return GC_FETCH_ABORT;

    // How many may be asked for: by the size, and by the rate limit, not in crumbs. None of a
    // paused one.
    uint64_t size = request->body_size;
    if (size && size - offset < capacity) capacity = (size_t)(size - offset);
    if (!capacity) return 0;
    size_t allowed = gc_fetch_priv_allowed(t, now, capacity, true, &rate);
    if (s->paused || (allowed < capacity && allowed < rate / 50)) allowed = 0;

    size_t given = allowed ? request->body_read(request->body_user, offset, buffer, allowed) : GC_FETCH_LATER;
    bool ends = !given && size, wrong = given > allowed && given < GC_FETCH_LATER;
    GC_FETCH_ASSERT(!wrong && "gc_fetch_request.body_read gave more than it was asked for");
    if (given == GC_FETCH_ABORT || ends || wrong) {
        int error = request->body_error ? *request->body_error : 0;
        return gc_fetch_priv_fail(t, GC_FETCH_E_READ, error,
                                  ends ? "body_read has ended before body_size" : "body_read has failed");
    }
    if (allowed) gc_fetch_priv_note_taken(b, given != GC_FETCH_LATER, now);
    t->active_ms = now;
    if (given == GC_FETCH_LATER) {
        t->stalled = f->refused = true;
        t->held_back = !allowed;
        t->offered_ms = now;
        return given;
    }

    b->sent += given;
    gc_fetch_priv_pour(t, given);
    bool tells = now - b->told_ms >= GC_FETCH_PRIV_TELL_MS;     // each piece: 1.5 times the processor time
    if (tells) b->told_ms = now;
    gc_fetch_priv_lock(f);
    s->sent = b->sent;
    tells = tells && !(s->event_bits >> GC_FETCH_PROGRESS & 1);
    if (tells) gc_fetch_priv_post(f, s, GC_FETCH_PROGRESS);
    gc_fetch_priv_unlock(f);
    return given;
}

// Does the sink take bytes at any offset, and can they be hashed in the end?
static bool gc_fetch_priv_sink_splits(const gc_fetch_priv_slot *s, uint64_t total) {
    if (s->given.sink == GC_FETCH_STREAM) return s->given.random_access && !s->given.sha256;
    return s->given.sink == GC_FETCH_FILE || !s->given.memory || s->given.memory_size >= total;
}

// Does the answer bring the very range that was asked for, of the same body? RFC 9110, 15.3.7:
// a 206 repeats the ETag, and Last-Modified where there is none. Without it the server may not
// know If-Range; then only a hash can tell.
static bool gc_fetch_priv_same_range(const gc_fetch_transfer *t, const gc_fetch_response *head) {
    const gc_fetch_priv_body *b = t->body;
    bool hashed = t->request->hashed && !head->validator[0] && b->validator[0] != '"';
    bool valid = !b->validator[0] || strcmp(b->validator, head->validator) == 0 || hashed;
    bool total = head->total == UINT64_MAX ? t->end != UINT64_MAX
                                           : b->total == UINT64_MAX || head->total == b->total;
    uint64_t end = t->end == UINT64_MAX ? head->total : t->end;
    return head->http_status == 206 && head->first == t->first && head->end == end && total && valid;
}

// A transfer that asked for a range: from here on the bytes are its own, unless the server
// sends something else.
static void gc_fetch_priv_confirm(gc_fetch_transfer *t, const gc_fetch_response *head) {
    gc_fetch_priv_body *b = t->body;
    gc_fetch_transfer *v = t->victim;
    int status = head->http_status;
    bool later = status == 408 || status == 429 || status >= 500;

    // Another answer: later means not now; what else is an error is one, of a rest that nobody
    // else brings; anything else means never.
    if (!gc_fetch_priv_same_range(t, head)) {
        t->dropping = later || (!v && status >= 400 && status != 416);
        t->refused = !t->dropping;
        if (t->refused) {
            if (strcmp(head->validator, b->validator) != 0) b->changed = true;
            gc_fetch_priv_fail(t, GC_FETCH_E_PROTOCOL, 0,
                               "the server did not send the range it was asked for");
        }
        return;
    }

    // Its victim has been quicker.
    if (v && v->offset >= t->first) {
        gc_fetch_priv_fail(t, GC_FETCH_E_CANCELLED, 0, "overtaken");
        return;
    }

    // The victim ends where this one begins.
    t->confirmed = true;
    b->used |= 1u << t->source;
    if (!b->split && b->fd >= 0) gc_fetch_priv_sys_sparse(b->fd);
    b->split = true;
    if (b->total == UINT64_MAX) b->total = head->total;
    if (!v) return;
    v->end = t->first;
    v->thief = NULL;
    t->victim = NULL;
}

// The whole body in answer to the rest of it: there is another version, or the server knows no
// ranges. If nothing else runs, this transfer brings it all. False: it does not.
static bool gc_fetch_priv_start_over(gc_fetch_transfer *t, const gc_fetch_response *head) {
    gc_fetch *f = t->fetch;
    gc_fetch_priv_slot *s = t->request;
    gc_fetch_priv_body *b = t->body;
    if (head->http_status != 200 || t->victim || t->thief || b->runs != 1 || b->complete) return false;
    if (b->headed && t->source != b->source) return false;      // it has another one
    if (strcmp(head->validator, b->validator) == 0) s->whole_only = true;       // no ranges, then

    // Nothing of what was there counts.
    for (uint32_t i = 0; b->holes; i++) gc_fetch_priv_hole_drop(f, b, &f->holes[i]);
    gc_fetch_priv_part_drop(f, b);
    if (b->fd >= 0 && !gc_fetch_priv_sys_resize(b->fd, 0)) {
        gc_fetch_priv_fail(t, GC_FETCH_E_WRITE, errno, s->given.path);
        return false;
    }
    uint64_t lost = b->received;
    b->received = b->part_unsynced = 0;
    b->split = b->begun = b->part_dirty = false;
    b->validator[0] = 0;
    if (s->given.sha256) gc_fetch_sha256_init(&b->hash);
    t->first = t->offset = 0;
    t->end = t->reach = UINT64_MAX;
    t->ranged = false;

    gc_fetch_priv_count(f, &f->statistics.repeated, lost);
    gc_fetch_priv_stands(f, b, s->given.size);
    return true;
}

// Sizes that cannot be right. False: the attempt has failed.
static bool gc_fetch_priv_right_size(gc_fetch_transfer *t, uint64_t total) {
    const gc_fetch_priv_slot *s = t->request;
    if (total == UINT64_MAX) return true;
    bool coded = t->body->coded;
    if (s->sized) {
        if (coded ? total <= gc_fetch_priv_most(s, true) : total == s->given.size) return true;
        gc_fetch_priv_fail(t, GC_FETCH_E_SIZE, 0, "the server announces another size");
        return false;
    }
    if (s->head_only || total <= gc_fetch_priv_most(s, coded)) return true;
    gc_fetch_priv_fail(t, GC_FETCH_E_TOO_LARGE, 0, NULL);
    return false;
}

// A body's first response that brings it, or a rest of it: what can be done with it.
static void gc_fetch_priv_body_responded(gc_fetch_transfer *t, const gc_fetch_response *head) {
    gc_fetch_priv_slot *s = t->request;
    gc_fetch_priv_body *b = t->body;
    b->headed = true;
    s->given.resume_from = 0;       // another attempt would start over
    b->rate_ms = t->responded_ms ? t->responded_ms : 1;
    b->rate_moved = b->received + b->sent;
    b->source = t->source;
    if (!(s->sources > 1 && s->hashed)) strcpy(b->validator, head->validator);

    // After a cut a server is asked for the rest even if it has not said that it has ranges.
    bool strong = b->validator[0] == '"' || (b->validator[0] && !s->given.decoder);
    bool safe = !s->whole_only && (strong || s->hashed);
    b->resumable = safe && (head->ranges || t->ranged || s->transport == GC_FETCH_PRIV_CURL);
    b->splittable = safe && b->total != UINT64_MAX && (head->ranges || t->ranged) &&
                    gc_fetch_priv_sink_splits(s, b->total);
}

// The head of a response: what it means for the attempt, before the first byte of its body. Its
// lines are the response's own, or packed (>>responses).
static void gc_fetch_priv_respond(gc_fetch_transfer *t, const gc_fetch_response *given, const char *packed,
                                  size_t packed_size) {
    gc_fetch_priv_slot *s = t->request;
    gc_fetch_priv_body *b = t->body;
    uint64_t total = given->size;
    int status = given->http_status;
    bool success = status >= 200 && status < 300;
    t->responded = true;
    t->responded_ms = t->active_ms = gc_fetch_priv_clock(t->fetch);
    t->http_status = status;
    uint32_t took = (uint32_t)(t->responded_ms - t->started_ms);
    t->fetch->head_16ms += (took < 1000 ? took : 1000) - t->fetch->head_16ms / 16;

    // A validator that is too long is none, "". A mirror's name is the final URL's.
    gc_fetch_response head = *given;
    bool valid = head.validator && strlen(head.validator) < GC_FETCH_PRIV_VALIDATOR;
    if (!valid) head.validator = "";
    if (!head.final_url && t->source) head.final_url = t->job.url;

    bool rest = t->ranged && (t->failure || !gc_fetch_priv_start_over(t, &head));
    if (rest && !t->failure) gc_fetch_priv_confirm(t, &head);
    if (t->failure || (rest && b->headed)) return;
    if (rest) total = b->total;

    gc_fetch_priv_lock(t->fetch);
    s->http_status = status;
    if (success && total != UINT64_MAX && (!s->sized || s->given.decoder)) s->total = total;
    gc_fetch_priv_count_left(t->fetch, s);
    gc_fetch_priv_unlock(t->fetch);
    if (!gc_fetch_priv_response_keep(t->fetch, s, &head, packed, packed_size)) {
        gc_fetch_priv_fail(t, GC_FETCH_E_MEMORY, 0, NULL);
        return;
    }

    // The body of an error is dropped, and so is a part that was not asked for.
    if (!success || (status == 206 && !s->own_range && !rest)) {
        t->unmodified = status == 304 && s->conditional;
        t->dropping = true;
        return;
    }

    t->confirmed = true;
    b->used |= 1u << t->source;
    b->total = total;
    // The rest of a body does not have to say it again.
    const char *coding = gc_fetch_priv_response_value(s->response, "content-encoding");
    bool said = coding && coding[0] && strcmp(coding, "identity") != 0;
    if (s->given.decoder && !t->ranged) b->coded = said || !s->given.compressed;
    if (gc_fetch_priv_right_size(t, total)) gc_fetch_priv_body_responded(t, &head);
}

GC_FETCH_API void gc_fetch_respond(gc_fetch_transfer *t, int http_status, uint64_t total) {
    gc_fetch_response head;
    memset(&head, 0, sizeof head);
    head.http_status = http_status;
    head.size = total;
    gc_fetch_priv_respond(t, &head, NULL, 0);
}

GC_FETCH_API void gc_fetch_respond_with(gc_fetch_transfer *t, const gc_fetch_response *response) {
    gc_fetch_priv_respond(t, response, NULL, 0);
}

// >>transfers attempts: their beginning, what comes of their end, retries

// Full jitter: uniform up to the doubled bound, so that clients that failed together do not
// come back together. The server may ask for more: a time beyond the cap is not waited for
// (gc_fetch_priv_too_long).
static uint64_t gc_fetch_priv_delay(gc_fetch *f, uint32_t failures, uint32_t retry_after_ms) {
    uint64_t bound = GC_FETCH_PRIV_DELAY_MS, cap = f->desc.retry_delay_max_ms;
    for (uint32_t i = 1; i < failures && bound < cap; i++) bound *= 2;
    if (bound > cap) bound = cap;
    uint64_t delay = gc_fetch_priv_random(&f->random) % (bound + 1);
    return delay < retry_after_ms ? retry_after_ms : delay;
}

// Gives the transfer back; its transport has forgotten it. One that was to take over its
// second half goes with it.
static void gc_fetch_priv_transfer_give(gc_fetch *f, gc_fetch_transfer *t) {
    gc_fetch_transfer *thief = t->thief;
    if (thief) gc_fetch_priv_transport_stop(f, thief);
    if (t->victim) t->victim->thief = NULL;
    t->body->runs -= thief ? 2u : 1u;
    f->hosts_full = false;
    f->transport_running[t->request->transport] -= thief ? 2u : 1u;
    f->running -= thief ? 2u : 1u;
    if (thief) thief->request = NULL;
    t->request = NULL;
}

// Until its next attempt is due.
static void gc_fetch_priv_postpone(gc_fetch *f, gc_fetch_priv_slot *s) {
    s->state = GC_FETCH_PRIV_DELAYED;
    gc_fetch_priv_heap_add(f, GC_FETCH_PRIV_DUE, s);
}

// Nothing of the attempt runs or is planned afterwards.
static void gc_fetch_priv_body_stop(gc_fetch *f, gc_fetch_priv_body *b) {
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        gc_fetch_transfer *t = &f->transfers[i];
        if (t->request != b->request) continue;
        gc_fetch_priv_transport_stop(f, t);
        gc_fetch_priv_transfer_give(f, t);
    }

    for (uint32_t i = 0; b->holes; i++) gc_fetch_priv_hole_drop(f, b, &f->holes[i]);
}

// The body is free again.
static void gc_fetch_priv_body_give(gc_fetch *f, gc_fetch_priv_body *b) {
    f->active--;
    if (b->request->from_large) f->active_large--;
    b->request->body = NULL;
    b->request = NULL;
}

// May the request be tried again after this result? Invalid HTTP stays invalid; but if ranges
// have gone wrong, the whole body may come.
static bool gc_fetch_priv_may_retry(const gc_fetch_priv_slot *s, const gc_fetch_priv_body *b, int result) {
    // A rest that is refused was a try for nothing: the whole body has not been asked for yet.
    if (b->resumable && !b->headed && result == GC_FETCH_E_PROTOCOL) return true;
    if (s->elsewhere && s->attempt < s->given.attempts + s->sources) return true;
    if (s->attempt >= s->given.attempts || b->exhausted) return false;
    bool get = s->head_only || strcmp(s->given.method, "GET") == 0;
    if (!get && !s->given.repeatable) return false;
    bool another = b->split || b->complete;     // a whole body, or other coded bytes
    return gc_fetch_priv_transient(result, s->http_status) || (another && result == GC_FETCH_E_PROTOCOL);
}

// Is what has come worth keeping after this result? Not of a body that is wrong, not wanted, or
// too large for the disk.
static bool gc_fetch_priv_keeps(const gc_fetch_priv_body *b, int result) {
    if (b->part < 0 || result == GC_FETCH_E_HASH || b->no_room) return false;
    if (result == GC_FETCH_E_SIZE) return b->exhausted;
    return gc_fetch_priv_transient(result, 0) || result == GC_FETCH_E_HTTP_STATUS ||
           result == GC_FETCH_E_TLS || result == GC_FETCH_E_REDIRECT || result == GC_FETCH_E_WRITE;
}

// Has the request failed by the answers to ranges, where a plain GET was not tried? What a file
// has kept stays until that one is complete.
static bool gc_fetch_priv_may_go_plain(const gc_fetch_priv_slot *s, const gc_fetch_priv_body *b, int result) {
    if (!b->misranged || s->whole_only) return false;
    return result == GC_FETCH_E_HTTP_STATUS || result == GC_FETCH_E_PROTOCOL || result == GC_FETCH_E_SIZE;
}

// An attempt is over: finishes the request, or plans the next attempt.
static void gc_fetch_priv_conclude(gc_fetch *f, gc_fetch_priv_body *b, int result, int system_error,
                                   uint32_t retry_after_ms, const char *text) {
    gc_fetch_priv_slot *s = b->request;
    bool keep = gc_fetch_priv_keeps(b, result);
    if (keep && b->part_dirty) gc_fetch_priv_part_save(f, b);
    if (result == GC_FETCH_E_PROTOCOL && !b->headed) s->given.resume_from = 0;
    gc_fetch_priv_body_stop(f, b);

    // Complete bytes must be the right ones, and those that a decoder refuses are not.
    bool wrong = b->complete && result == GC_FETCH_E_PROTOCOL;
    if (result == GC_FETCH_OK && s->given.sha256) {
        uint8_t sum[32];
        gc_fetch_sha256_final(&b->hash, sum);
        if (memcmp(sum, s->sha256, 32) != 0) result = GC_FETCH_E_HASH;
        wrong = result == GC_FETCH_E_HASH;
    }

    // Of one host's bytes that one is left; of several ones, the next attempt is whole. Those
    // that were among the wrong ones are told once one is right alone.
    bool one = (b->used & (b->used - 1)) == 0;
    if (wrong && one) s->elsewhere = gc_fetch_priv_shun(f, s, b->source, result);
    else if (wrong) s->suspects = (uint16_t)b->used;
    for (uint32_t i = 0; i < s->sources && result == GC_FETCH_OK; i++) {
        if ((s->suspects & ~b->used) >> i & 1) gc_fetch_priv_log_source(f, s, i, GC_FETCH_E_HASH);
    }

    // The sink: a file is published or removed, a stream is told of an empty body.
    int error = gc_fetch_priv_file_close(f, b, result == GC_FETCH_OK, keep);
    if (error && result == GC_FETCH_OK) {
        result = gc_fetch_priv_path_result(error);
        system_error = error;
        text = s->given.path;
    }
    if (result == GC_FETCH_OK && s->given.sink == GC_FETCH_STREAM) {
        const char *why;
        error = gc_fetch_priv_stream_end(f, b, &why);
        if (error) {
            result = GC_FETCH_E_SINK;
            system_error = error;
            text = why;
        }
    }

    // Another attempt? Not when the server asks for more time than it is given.
    bool lied = result == GC_FETCH_E_HASH || (result == GC_FETCH_E_PROTOCOL && !b->changed);
    bool again = gc_fetch_priv_may_retry(s, b, result);
    bool plain = !again && gc_fetch_priv_may_go_plain(s, b, result);
    if ((b->split && lied && !s->elsewhere) || plain) s->whole_only = true;
    bool at_once = s->elsewhere;
    s->elsewhere = false;
    again = again || plain;
    char wait_text[96] = "the server asks to wait ";
    if (again && !at_once && gc_fetch_priv_too_long(f, retry_after_ms)) {
        again = false;
        gc_fetch_priv_append_number(wait_text, sizeof wait_text, retry_after_ms / 1000, 10, 1);
        gc_fetch_priv_append(wait_text, sizeof wait_text, " s, longer than retry_delay_max_ms");
        text = wait_text;
    }

    // The body is free, and the attempt is told. What has come of a bad one is not kept.
    uint64_t size = b->received;
    if (result != GC_FETCH_OK) gc_fetch_priv_memory_drop(f, s);
    gc_fetch_priv_body_give(f, b);
    gc_fetch_priv_tell(f, s, result, s->http_status, system_error, text);

    gc_fetch_priv_lock(f);
    s->memory_size = s->given.sink == GC_FETCH_MEMORY ? (size_t)size : 0;
    s->retry_after_ms = retry_after_ms;
    if (again) {
        f->statistics.running = f->active;
        f->statistics.retries++;
        if (!keep) f->statistics.repeated += size;
    }
    gc_fetch_priv_unlock(f);

    if (!again) {
        gc_fetch_priv_finish_request(f, s, result);
        return;
    }
    gc_fetch_priv_log(f, 1, s, 0, s->last_result, gc_fetch_priv_detail(s), "; trying again");
    uint64_t delay = at_once ? 0 : gc_fetch_priv_delay(f, s->attempt, retry_after_ms);
    s->due_ms = gc_fetch_priv_clock(f) + delay;
    if (s->paused) s->state = GC_FETCH_PRIV_HELD;
    else gc_fetch_priv_postpone(f, s);
}

// All bytes are there once nothing runs and nothing is missing. Those that came out of order
// may still have to be hashed.
static void gc_fetch_priv_complete(gc_fetch *f, gc_fetch_priv_body *b) {
    if (b->runs || b->holes) return;
    b->complete = true;
    if (b->coded) {
        f->hashing = true;
    } else if (!b->request->given.sha256 || b->hash.length == b->received) {
        gc_fetch_priv_conclude(f, b, GC_FETCH_OK, 0, 0, NULL);
    }
}

// What a transfer has still to bring becomes a hole, for which there must be room.
static void gc_fetch_priv_hole_put(gc_fetch *f, const gc_fetch_transfer *t, uint32_t tries, uint64_t delay) {
    gc_fetch_priv_hole *hole = f->holes;
    while (hole->body) hole++;
    hole->body = t->body;
    hole->first = t->offset;
    hole->end = gc_fetch_priv_end_of(t);
    hole->tries = tries;
    hole->due_ms = gc_fetch_priv_clock(f) + delay;
    t->body->holes++;
    f->hole_count++;
}

// Keeps the rest of a transfer for another try, if there may be one. What has brought
// GC_FETCH_PRIV_CREDIT was no try in vain: byte by byte a server could keep a request for ever.
static bool gc_fetch_priv_hole_add(gc_fetch *f, const gc_fetch_transfer *t, uint32_t retry_after_ms) {
    gc_fetch_priv_body *b = t->body;
    bool progress = t->offset - t->first >= GC_FETCH_PRIV_CREDIT && !t->uncredited && !b->misranged;
    uint32_t tries = f->held ? t->tries : progress ? 1 : t->tries + 1;
    if (tries >= t->request->given.attempts) {
        b->exhausted = true;
        return false;
    }
    if (f->hole_count == f->hole_capacity || gc_fetch_priv_too_long(f, retry_after_ms)) return false;
    if (t->offset >= gc_fetch_priv_end_of(t)) return true;      // nothing is missing but its end
    gc_fetch_priv_hole_put(f, t, tries, gc_fetch_priv_delay(f, tries, retry_after_ms));
    return true;
}

// What a transfer's end means, whatever the transport says of it. The first that applies, in
// this order: its range is complete; we have failed it; its status was an error; it is too
// short.
static gc_fetch_outcome gc_fetch_priv_verdict(const gc_fetch_transfer *t, gc_fetch_outcome outcome) {
    bool ranged = t->end != UINT64_MAX;
    bool sized = t->request->sized && !t->body->coded;

    // Perhaps gc_fetch_deliver has cut it off at its end, or the server did not end it.
    if (ranged && t->confirmed && t->offset == t->end) {
        outcome.result = GC_FETCH_OK;
        return outcome;
    }
    if (t->failure) {
        outcome.result = t->failure;
        outcome.system_error = t->failure_errno;
        outcome.detail = t->failure_text;
        return outcome;
    }

    // An error page may be broken, its status counts.
    bool over = outcome.result == GC_FETCH_OK;
    if (t->dropping && (over || outcome.result == GC_FETCH_E_NETWORK)) {
        outcome.result = t->unmodified ? GC_FETCH_NOT_MODIFIED : GC_FETCH_E_HTTP_STATUS;
        outcome.detail = NULL;
        return outcome;
    }
    if (!over) return outcome;

    // Whole, by the transport's word: is it as long as it must be?
    const char *wrong = NULL;
    if (ranged) wrong = "a range is shorter than asked for";
    else if (t->request->head_only) return outcome;
    else if (sized && t->offset != t->request->given.size) wrong = "shorter than expected";
    else if (t->body->total != UINT64_MAX && t->offset != t->body->total) wrong = "not as long as announced";
    if (wrong) {
        outcome.result = GC_FETCH_E_SIZE;
        outcome.detail = wrong;
    }
    return outcome;
}

// The request of a body waits again, or is held if it is paused.
static void gc_fetch_priv_body_leave(gc_fetch *f, gc_fetch_priv_body *b, bool attempt) {
    gc_fetch_priv_slot *s = b->request;
    gc_fetch_priv_body_give(f, b);
    gc_fetch_priv_lock(f);
    s->attempt -= attempt ? 1u : 0u;
    f->statistics.running = f->active;
    gc_fetch_priv_unlock(f);
    if (s->paused) s->state = GC_FETCH_PRIV_HELD;
    else gc_fetch_priv_queue_push(f, s);
}

// An attempt that has not begun, or that cannot be kept: its request waits again.
static void gc_fetch_priv_put_back(gc_fetch *f, gc_fetch_priv_body *b) {
    gc_fetch_priv_body_stop(f, b);
    if (b->part < 0) gc_fetch_priv_count(f, &f->statistics.repeated, b->received);
    gc_fetch_priv_file_close(f, b, false, b->part >= 0);
    gc_fetch_priv_memory_drop(f, b->request);
    gc_fetch_priv_body_leave(f, b, true);
}

// A transfer has found no room. True: it was no attempt, and waits for some.
static bool gc_fetch_priv_waits_for_room(gc_fetch *f, gc_fetch_transfer *t, int error) {
    gc_fetch_priv_body *b = t->body;
    bool waits = false;

    if (!gc_fetch_priv_is_scarce(error)) {
        if (f->desc.hold_when_full) gc_fetch_priv_full(f, t->request, error, 0);
        waits = f->desc.hold_when_full || (!b->headed && gc_fetch_priv_gives_way(f, t->request, error));
    } else if (f->places > 1 || f->scarce) {
        // Fewer from now on, once in a turn: all that were started together meet it.
        uint32_t most = f->running < f->places ? f->running : f->places;
        if (!f->scarce) f->places = most - (most > 3 ? most / 4 : 1u);
        if (!f->places) f->places = 1;
        f->place_ends = 0;
        waits = f->scarce = true;
    } else if (f->desc.hold_when_full) {
        gc_fetch_priv_full(f, t->request, error, 0);
        waits = true;
    }

    // What has begun leaves a hole.
    if (!waits || t->victim) return false;
    bool kept = b->headed && b->resumable && gc_fetch_priv_is_scarce(error) &&
                f->hole_count < f->hole_capacity;
    if (b->headed && !kept) return false;
    if (kept) gc_fetch_priv_hole_put(f, t, t->tries, GC_FETCH_PRIV_OFFER_MS);
    gc_fetch_priv_transfer_give(f, t);
    if (!kept) gc_fetch_priv_put_back(f, b);
    return true;
}

// Is it a result that another host would not change?
static bool gc_fetch_priv_is_own(int result) {
    return result == GC_FETCH_E_MEMORY || result == GC_FETCH_E_WRITE || result == GC_FETCH_E_PATH ||
           result == GC_FETCH_E_SINK || result == GC_FETCH_E_TOO_LARGE;
}

// A transfer is over and the transport has forgotten it: what it means for its body.
static void gc_fetch_priv_end(gc_fetch *f, gc_fetch_transfer *t, gc_fetch_outcome outcome) {
    gc_fetch_priv_slot *s = t->request;
    gc_fetch_priv_body *b = t->body;
    outcome = gc_fetch_priv_verdict(t, outcome);
    int result = outcome.result;

    // For lack of room: it was no attempt, if it is to wait for that.
    bool silent = result == GC_FETCH_E_CONNECT || result == GC_FETCH_E_RESOLVE;
    int full = outcome.system_error;
    if (silent && !gc_fetch_priv_is_full(full)) {
        int known = f->scarce ? EMFILE : gc_fetch_priv_is_scarce(f->held) ? f->held : 0;
        full = known ? known : gc_fetch_priv_try_descriptors();
    }
    bool ours = silent || result == GC_FETCH_E_WRITE || result == GC_FETCH_E_READ;     // not a stream's error
    if (ours && gc_fetch_priv_is_full(full) && gc_fetch_priv_waits_for_room(f, t, full)) return;
    if (result == GC_FETCH_OK && f->places < f->desc.parallel && ++f->place_ends >= f->places) {
        f->places++;            // perhaps there is a descriptor more by now
        f->place_ends = 0;
    }

    // A spare one is not confirmed: its bytes come without it. What is cut leaves a hole, and
    // goes on from there.
    bool spare = t->victim != NULL, refused = t->refused;
    bool cut = result != GC_FETCH_OK && gc_fetch_priv_transient(result, t->http_status) &&
               (!t->failure || t->failure == GC_FETCH_E_TIMED_OUT);
    if (t->ranged && !spare && result != GC_FETCH_OK) {
        b->misranged = result == GC_FETCH_E_PROTOCOL || result == GC_FETCH_E_SIZE ||
                       (result == GC_FETCH_E_HTTP_STATUS && t->http_status >= 500);
    }

    // Another host brings it.
    bool failed = result < 0 && result != GC_FETCH_E_CANCELLED && !gc_fetch_priv_is_own(result);
    bool progress = t->offset - t->first >= GC_FETCH_PRIV_CREDIT && !t->uncredited && !refused;
    bool leaves = s->sources > 1 && failed && !(progress && result == GC_FETCH_E_NETWORK);
    bool other = leaves && gc_fetch_priv_shun(f, s, t->source, result);
    bool goes_on = !spare && b->resumable && b->headed;
    bool moved = other && goes_on && f->hole_count < f->hole_capacity;
    if (moved && t->offset < gc_fetch_priv_end_of(t)) gc_fetch_priv_hole_put(f, t, 0, 0);
    if (moved) b->misranged = false;
    s->elsewhere = leaves && !spare && !moved && (other || refused);    // refused by all: from the start
    bool kept = moved || (cut && goes_on && !refused && gc_fetch_priv_hole_add(f, t, outcome.retry_after_ms));

    // While the transfer's rest is known to be missing.
    if (!kept && !spare && b->part_dirty && gc_fetch_priv_keeps(b, result)) {
        gc_fetch_priv_part_save(f, b);
    }

    if (result == GC_FETCH_E_HTTP_STATUS && !spare && !kept) {
        gc_fetch_priv_lock(f);
        s->http_status = t->http_status;
        gc_fetch_priv_unlock(f);
    }
    gc_fetch_priv_transfer_give(f, t);

    if (spare) {
        // The server is not asked again, or not soon.
        if (other) b->refusals = 0;
        else if (refused || ++b->refusals >= GC_FETCH_PRIV_REFUSALS) b->splittable = false;
        uint64_t pause = other ? 0 : gc_fetch_priv_delay(f, b->refusals, outcome.retry_after_ms);
        b->split_after_ms = gc_fetch_priv_clock(f) + pause;
    } else if (result == GC_FETCH_OK || kept) {
        gc_fetch_priv_complete(f, b);
    } else {
        gc_fetch_priv_conclude(f, b, result, outcome.system_error, outcome.retry_after_ms, outcome.detail);
    }
}

// The same, of a transfer that we have ended.
GC_FETCH_PRIV_APART void gc_fetch_priv_end_with(gc_fetch *f, gc_fetch_transfer *t, int result,
                                                int system_error, const char *text) {
    gc_fetch_outcome outcome = {result, system_error, 0, text};
    gc_fetch_priv_end(f, t, outcome);
}

// What a transport says of itself: a positive result (GC_FETCH_TIMEOUT, say, or a number of its
// own) would look like no failure.
static int gc_fetch_priv_own_result(int result) {
    GC_FETCH_ASSERT(result <= 0 && "gc_fetch_transport: a result of its own must be negative");
    return result > 0 ? GC_FETCH_E_TRANSPORT : result;
}

GC_FETCH_API void gc_fetch_finish(gc_fetch_transfer *t, const gc_fetch_outcome *outcome) {
    gc_fetch_outcome checked = *outcome;
    checked.result = gc_fetch_priv_own_result(outcome->result);
    gc_fetch_priv_end(t->fetch, t, checked);
}

// Ends a running transfer from our side.
static void gc_fetch_priv_stop(gc_fetch *f, gc_fetch_transfer *t, int result, const char *text) {
    gc_fetch_priv_transport_stop(f, t);
    gc_fetch_priv_fail(t, result, 0, text);
    gc_fetch_priv_end_with(f, t, result, 0, text);
}

// Takes a free transfer, of which there must be one, for the whole body (end UINT64_MAX), or
// for a range.
static gc_fetch_transfer *gc_fetch_priv_transfer_take(gc_fetch *f, gc_fetch_priv_body *b, uint64_t first,
                                                      uint64_t end) {
    gc_fetch_priv_slot *s = b->request;
    gc_fetch_transfer *t = f->transfers;
    while (t->request) t++;

    memset(t, 0, sizeof *t);
    t->fetch = f;
    t->request = s;
    t->body = b;
    t->first = t->offset = first;
    t->end = t->reach = end;
    t->ranged = first != 0 || end != UINT64_MAX;
    t->started_ms = t->active_ms = gc_fetch_priv_clock(f);

    t->source = gc_fetch_priv_source_pick(f, b);
    t->host = gc_fetch_priv_source_host(s, t->source);
    t->limit = gc_fetch_priv_host_limit(f, t->host);
    t->job.url = gc_fetch_priv_source_url(s, t->source);
    t->job.method = s->given.method;
    t->job.headers = s->given.headers;
    t->job.header_count = s->given.header_count;
    t->job.body = s->given.body;
    t->job.body_size = s->given.body_size;
    t->job.uploads = s->given.body_read != NULL;
    t->job.connect_timeout_ms = f->desc.connect_timeout_ms;
    t->job.compressed = s->given.compressed && !s->own_range && !s->given.decoder;
    t->job.slot = (uint32_t)(t - f->transfers);
    t->job.first = first;
    t->job.end = end;
    t->job.validator = b->validator;

    b->runs++;
    f->running++;
    f->transport_running[s->transport]++;
    return t;
}

// Hands a transfer to its transport. A file sink is opened first.
static void gc_fetch_priv_begin(gc_fetch *f, gc_fetch_transfer *t) {
    gc_fetch_priv_slot *s = t->request;
    if (t->ranged) gc_fetch_priv_count(f, &f->statistics.ranges, 1);
    if (s->given.sink == GC_FETCH_FILE && t->body->fd < 0 && !gc_fetch_priv_file_open(t)) {
        gc_fetch_priv_end_with(f, t, t->failure, 0, NULL);
        return;
    }

    gc_fetch_transport *transport = &f->transports[s->transport];
    int result = gc_fetch_priv_own_result(transport->start(transport->user, t, &t->job));
    if (result != GC_FETCH_OK) gc_fetch_priv_end_with(f, t, result, 0, "the transport could not start it");
}

// A body for a request: a new attempt, or the one that a paused request has kept.
static gc_fetch_priv_body *gc_fetch_priv_body_take(gc_fetch *f, gc_fetch_priv_slot *s) {
    gc_fetch_priv_body *b = f->bodies;
    while (b->request) b++;             // there is one for each transfer

    if (s->parked) {
        *b = s->parked->body;
    } else {
        memset(b, 0, sizeof *b);
        b->request = s;
        b->fd = b->folder = b->part = -1;
        b->total = UINT64_MAX;
        if (s->given.sha256) gc_fetch_sha256_init(&b->hash);
        gc_fetch_priv_response_clear(s);
    }

    s->state = GC_FETCH_PRIV_RUNNING;
    s->body = b;
    f->active++;
    if (s->from_large) f->active_large++;
    gc_fetch_priv_lock(f);
    f->statistics.running = f->active;
    if (!s->parked) {
        s->attempt++;
        s->received = s->sent = 0;
        s->http_status = 0;
        s->total = s->given.size;
        gc_fetch_priv_post(f, s, GC_FETCH_STARTED);
    }
    gc_fetch_priv_count_left(f, s);
    gc_fetch_priv_unlock(f);
    return b;
}

// A sink has bytes from before: the attempt begins with what is missing of them, first and end
// of it; else with the first.
static void gc_fetch_priv_resume_body(gc_fetch *f, gc_fetch_priv_body *b, uint64_t *first, uint64_t *end) {
    gc_fetch_priv_slot *s = b->request;
    if (!gc_fetch_priv_part_load(f, b, first, end)) {
        if (!s->given.resume_from || s->whole_only) return;
        *first = b->received = s->given.resume_from;
        if (s->given.validator) gc_fetch_priv_append(b->validator, sizeof b->validator, s->given.validator);
        if (s->sized) b->total = s->given.size;
    }

    b->resumable = true;
    gc_fetch_priv_count(f, &f->statistics.resumed, b->received);
    gc_fetch_priv_stands(f, b, b->total != UINT64_MAX ? b->total : s->total);
}

// A request gives its place: its body is kept beside its slot, with what is missing.
// False: there is no memory for that.
static bool gc_fetch_priv_park(gc_fetch *f, gc_fetch_priv_body *b) {
    gc_fetch_priv_slot *s = b->request;
    size_t size = sizeof(gc_fetch_priv_parked) + (b->runs + b->holes) * 2 * sizeof(uint64_t);
    gc_fetch_priv_parked *parked = (gc_fetch_priv_parked *)gc_fetch_priv_alloc(f, size);
    if (!parked) return false;

    // As in a state file, which tells the same.
    if (b->part_dirty) gc_fetch_priv_part_save(f, b);
    parked->count = gc_fetch_priv_missing(f, b, gc_fetch_priv_parked_holes(parked), UINT32_MAX);
    gc_fetch_priv_body_stop(f, b);
    if (!parked->count) {           // all but its end is there
        gc_fetch_priv_release(f, parked, size);
        gc_fetch_priv_complete(f, b);
        return true;
    }

    parked->size = size;
    parked->body = *b;
    s->parked = parked;
    f->parked++;
    gc_fetch_priv_body_leave(f, b, false);
    return true;
}

// Goes on with what such a request has kept.
static void gc_fetch_priv_unpark(gc_fetch *f, gc_fetch_priv_body *b, uint64_t *first, uint64_t *end) {
    gc_fetch_priv_slot *s = b->request;
    gc_fetch_priv_parked *parked = s->parked;
    const uint64_t *holes = gc_fetch_priv_parked_holes(parked);
    gc_fetch_priv_holes_resume(f, b, holes, parked->count, first, end);
    b->rate_ms = gc_fetch_priv_clock(f);
    b->rate_moved = b->received + b->sent;
    b->refused_ms = b->refusal_ms = 0;
    b->split = true;

    gc_fetch_priv_stands(f, b, s->total);
    s->parked = NULL;
    f->parked--;
    gc_fetch_priv_release(f, parked, parked->size);
}

// A request ends, or everything does, before it has gone on with what it has kept.
static void gc_fetch_priv_parked_drop(gc_fetch *f, gc_fetch_priv_slot *s, bool keep) {
    gc_fetch_priv_parked *parked = s->parked;
    gc_fetch_priv_file_close(f, &parked->body, false, keep);
    gc_fetch_priv_release(f, parked, parked->size);
    s->parked = NULL;
    f->parked--;
}

// Everything ends, and a request waits for its next attempt: what its file has kept is synced.
static void gc_fetch_priv_part_settle(gc_fetch *f, gc_fetch_priv_slot *s) {
    gc_fetch_priv_body *b = &f->bodies[0];      // nobody's any more, as the holes
    uint64_t first, end;
    memset(b, 0, sizeof *b);
    b->request = s;
    b->fd = b->folder = b->part = -1;
    memset(f->holes, 0, f->hole_capacity * sizeof *f->holes);
    f->hole_count = 0;
    if (!gc_fetch_priv_part_load(f, b, &first, &end)) return;
    gc_fetch_priv_part_sync(f, b);
    gc_fetch_priv_file_close(f, b, false, true);
}

// Its body; b->request is NULL, if it has ended at once: then somebody may have polled it, and
// the slot is another's.
static gc_fetch_priv_body *gc_fetch_priv_start(gc_fetch *f, gc_fetch_priv_slot *s) {
    gc_fetch_priv_body *b = gc_fetch_priv_body_take(f, s);
    uint64_t first = 0, end = UINT64_MAX;
    if (s->parked) gc_fetch_priv_unpark(f, b, &first, &end);
    else gc_fetch_priv_resume_body(f, b, &first, &end);
    gc_fetch_transfer *t = gc_fetch_priv_transfer_take(f, b, first, end);
    t->ranged = b->resumable;
    gc_fetch_priv_begin(f, t);
    return b;
}

// >>ranges idle transfers help with the largest files

// When nothing waits any more, an idle transfer takes the second half of what the largest
// running file has still to bring: so neither a server that limits each connection nor one last
// large file wastes the others. It needs HTTP, a GET, Accept-Ranges, a strong ETag (or a
// Last-Modified a minute old) or sha256, and a sink that takes bytes in any order. A server
// that does not send the very range it was asked for is not asked again: the first transfer
// goes on until another one has been confirmed, so nothing is lost. A range that fails later is
// fetched again by itself, up to `attempts` times; after that, or with a wrong hash, the next
// attempt is whole. While requests wait, ranges become holes, until one of each body is left.

// Lets an idle transfer take the second half of what the longest running one has still to
// bring. The first half goes on undisturbed, and so does the second until the server has
// agreed. False: nothing is worth it.
static bool gc_fetch_priv_split(gc_fetch *f) {
    gc_fetch_transfer *best = NULL;
    uint64_t now = gc_fetch_priv_clock(f), most = GC_FETCH_PRIV_SPLIT_SIZE - 1;

    // The transfer with the most left, where that is more than a few round trips.
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        gc_fetch_transfer *t = &f->transfers[i];
        if (!t->request || !t->confirmed || t->victim || t->thief || t->stalled || t->offset == t->first) {
            continue;
        }
        gc_fetch_priv_body *b = t->body;
        if (!b->splittable || b->holes || now < b->split_after_ms || t->request->paused) continue;
        if (!gc_fetch_priv_host_free(f, t->request)) continue;

        uint64_t left = gc_fetch_priv_end_of(t) - t->offset;
        double left_ms = (double)left * (double)(now - t->responded_ms) / (double)(t->offset - t->first);
        if (left <= most || left_ms < (double)(f->split_trips * (t->responded_ms - t->started_ms + 1))) {
            continue;
        }
        most = left;
        best = t;
    }

    if (!best) return false;
    gc_fetch_priv_slot *s = best->request;
    uint64_t end = gc_fetch_priv_end_of(best);

    // An own buffer must be there as a whole before bytes come out of order.
    if (s->given.sink == GC_FETCH_MEMORY && !s->given.memory &&
        !gc_fetch_priv_memory_reserve(f, s, best->body->total)) {
        best->body->splittable = false;
        return true;
    }

    gc_fetch_transfer *t = gc_fetch_priv_transfer_take(f, best->body, end - most / 2, end);
    t->victim = best;
    best->thief = t;
    gc_fetch_priv_begin(f, t);
    return true;
}

// May a hole be asked for, once its time has come? Not before the first answer has shown that
// it is a hole in the same version.
static bool gc_fetch_priv_hole_waits(const gc_fetch_priv_hole *hole) {
    return hole->body && hole->body->headed && !hole->body->request->paused;
}

// Gives a transfer's place, or a body's, to what waits for one. False: nothing can.
static bool gc_fetch_priv_yield(gc_fetch *f, int32_t priority, uint64_t host, bool whole) {
    gc_fetch_transfer *t;
    gc_fetch_priv_body *b = gc_fetch_priv_yielder(f, priority, host, whole, &t);
    if (!b) return false;
    if (t) {
        // Until there is an idle one again.
        if (!t->victim) gc_fetch_priv_hole_put(f, t, t->tries, 0);
        gc_fetch_priv_transport_stop(f, t);
        gc_fetch_priv_transfer_give(f, t);
        return true;
    }
    f->given += !b->request->paused;
    if (b->headed && b->resumable) return gc_fetch_priv_park(f, b);
    gc_fetch_priv_put_back(f, b);
    return true;
}

// Makes a place for a request (with a body: for a new one), unless there is one. False: there
// is none.
static bool gc_fetch_priv_make_place(gc_fetch *f, const gc_fetch_priv_slot *s, bool body) {
    for (;;) {
        bool busy = !gc_fetch_priv_host_free(f, s), whole = body && f->active >= f->desc.parallel;
        if (!busy && !whole && f->running < f->places) return true;
        if (!gc_fetch_priv_yield(f, s->given.priority, busy ? s->host : 0, whole)) return false;
    }
}

// Starts again the ranges whose time has come: of bodies of which nothing runs (rest false), or
// of all.
static void gc_fetch_priv_start_holes(gc_fetch *f, bool rest) {
    uint64_t now = f->hole_count ? gc_fetch_priv_clock(f) : 0;
    for (uint32_t i = 0; i < f->hole_capacity && f->hole_count; i++) {
        gc_fetch_priv_hole hole = f->holes[i];
        gc_fetch_priv_body *b = hole.body;
        if (!gc_fetch_priv_hole_waits(&hole) || now < hole.due_ms || (b->runs && !rest)) continue;
        if (rest && (f->running >= f->places || !gc_fetch_priv_host_free(f, b->request))) continue;
        if (!rest && !gc_fetch_priv_make_place(f, b->request, false)) continue;

        b->split = true;
        gc_fetch_priv_hole_drop(f, b, &f->holes[i]);
        gc_fetch_transfer *t = gc_fetch_priv_transfer_take(f, b, hole.first, hole.end);
        t->ranged = true;
        t->tries = hole.tries;
        gc_fetch_priv_begin(f, t);
    }
}

// Reads bytes back from the sink that are all there.
static int gc_fetch_priv_read_back(gc_fetch *f, gc_fetch_priv_body *b, uint64_t at, size_t size,
                                   const uint8_t **data) {
    gc_fetch_priv_slot *s = b->request;
    if (s->given.sink == GC_FETCH_MEMORY) {
        *data = (s->given.memory ? (const uint8_t *)s->given.memory : s->memory) + at;
        return 0;
    }

    *data = f->read_buffer;
    for (size_t done = 0; done < size;) {
        ptrdiff_t n = gc_fetch_priv_read_at(b->fd, f->read_buffer + done, size - done, at + done);
        if (n <= 0) return n == 0 ? EIO : errno;
        done += (size_t)n;
    }
    return 0;
}

// Writes what a decoder has made, and lets it make more. OK: it goes on; _TIMEOUT: it waits for
// room; _IDLE: the file is whole; or why not.
static int gc_fetch_priv_decode_piece(gc_fetch *f, gc_fetch_priv_body *b, int *error, const char **text) {
    gc_fetch_priv_slot *s = b->request;
    *text = s->given.path;
    while (f->decode_size) {
        ptrdiff_t n = gc_fetch_priv_write_at(f->decode_fd, f->decode_buffer, f->decode_size, f->decode_made);
        if (n <= 0) {
            *error = n < 0 ? errno : EIO;
            return gc_fetch_priv_write_waits(f, s, *error, 0) ? GC_FETCH_TIMEOUT : GC_FETCH_E_WRITE;
        }
        if (s->given.sha256) gc_fetch_sha256_update(&b->hash, f->decode_buffer, (size_t)n);
        f->decode_made += (uint64_t)n;
        f->decode_size -= (size_t)n;
        memmove(f->decode_buffer, f->decode_buffer + n, f->decode_size);
    }

    uint64_t left = b->received - f->decode_taken;
    size_t size = left < GC_FETCH_PRIV_READ_SIZE ? (size_t)left : (size_t)GC_FETCH_PRIV_READ_SIZE;
    size_t taken = size, made = GC_FETCH_PRIV_READ_SIZE;
    const uint8_t *data;
    *error = gc_fetch_priv_read_back(f, b, f->decode_taken, size, &data);
    *text = "cannot be read back for its decoder";
    if (*error) return GC_FETCH_E_WRITE;

    // At the end it is asked again until it makes nothing more.
    int state = s->given.decoder->decode(s->given.decoder->user, data, &taken, f->decode_buffer, &made);
    bool within = taken <= size && made <= GC_FETCH_PRIV_READ_SIZE;
    GC_FETCH_ASSERT(within && "gc_fetch_decoder.decode took or made more than it was given");
    bool stops = !taken && !made;
    *text = "the body cannot be decoded";
    if (!within || state < 0 || (stops && size)) return GC_FETCH_E_PROTOCOL;
    *text = state == 0 ? "the coded body ends too soon" : "the file is shorter than expected";
    if (stops) {
        return state == 0 || (s->sized && f->decode_made != s->given.size) ? GC_FETCH_E_SIZE : GC_FETCH_IDLE;
    }

    f->decode_taken += taken;
    f->decode_size = made;
    *text = "the file is longer than expected";
    if (made <= gc_fetch_priv_most(s, false) - f->decode_made) return GC_FETCH_OK;
    return s->sized ? GC_FETCH_E_SIZE : GC_FETCH_E_TOO_LARGE;
}

// Begins the file of a coded body. OK, _TIMEOUT or why not, as above.
static int gc_fetch_priv_decode_begin(gc_fetch *f, gc_fetch_priv_body *b, int *error, const char **text) {
    const gc_fetch_decoder *decoder = b->request->given.decoder;
    uint8_t *buffer = (uint8_t *)gc_fetch_priv_alloc(f, GC_FETCH_PRIV_READ_SIZE);
    if (!buffer) return GC_FETCH_E_MEMORY;
    f->decode_fd = gc_fetch_priv_temporary_make(f, b->folder, f->decode_name);
    if (f->decode_fd < 0) {
        *error = errno;
        *text = b->request->given.path;
        gc_fetch_priv_release(f, buffer, GC_FETCH_PRIV_READ_SIZE);
        if (gc_fetch_priv_is_scarce(*error) && f->running) return GC_FETCH_TIMEOUT;     // one will be free
        bool waits = gc_fetch_priv_write_waits(f, b->request, *error, 0);
        return waits ? GC_FETCH_TIMEOUT : gc_fetch_priv_path_result(*error);
    }

    f->decoding = b;
    f->decode_buffer = buffer;
    f->decode_taken = f->decode_made = f->decode_size = 0;
    *error = decoder->begin(decoder->user);
    *text = "the decoder cannot begin";
    return *error ? GC_FETCH_E_SINK : GC_FETCH_OK;
}

// The coded bytes of a body are there: makes some more of its file, unless another one's is
// being made.
static void gc_fetch_priv_decode_some(gc_fetch *f, gc_fetch_priv_body *b) {
    const char *text = NULL;
    int result = GC_FETCH_OK, error = 0;
    if (f->held) return;
    if (!f->decoding) result = gc_fetch_priv_decode_begin(f, b, &error, &text);
    uint64_t until = f->decode_taken + f->decode_made + GC_FETCH_PRIV_HASH_SIZE;
    while (result == GC_FETCH_OK && f->decoding == b && f->decode_taken + f->decode_made < until) {
        result = gc_fetch_priv_decode_piece(f, b, &error, &text);
    }

    if (result == GC_FETCH_OK) f->hashing = true;
    else if (result == GC_FETCH_IDLE) gc_fetch_priv_conclude(f, b, GC_FETCH_OK, 0, 0, NULL);
    else if (result != GC_FETCH_TIMEOUT) gc_fetch_priv_conclude(f, b, result, error, 0, text);
}

// Hashes what ranges have brought out of order, as far as it is contiguous, and decodes what is
// complete: a piece of each body a turn, so that the network never waits.
static void gc_fetch_priv_hash_some(gc_fetch *f) {
    f->hashing = false;
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        gc_fetch_priv_body *b = &f->bodies[i];
        if (b->request && b->complete && b->coded) gc_fetch_priv_decode_some(f, b);
        if (!b->request || !b->split || !b->request->given.sha256 || b->coded) continue;

        // Up to where is it contiguous?
        uint64_t ready = b->complete ? b->received : UINT64_MAX;
        for (uint32_t k = 0; k < f->desc.parallel && !b->complete; k++) {
            const gc_fetch_transfer *t = &f->transfers[k];
            if (t->request == b->request && t->offset < ready) ready = t->offset;
        }
        for (uint32_t k = 0; k < f->hole_capacity && b->holes; k++) {
            const gc_fetch_priv_hole *hole = &f->holes[k];
            if (hole->body == b && hole->first < ready) ready = hole->first;
        }

        int error = 0;
        for (size_t done = 0; b->hash.length < ready && done < GC_FETCH_PRIV_HASH_SIZE && !error;) {
            const uint8_t *data;
            uint64_t left = ready - b->hash.length;
            size_t size = left < GC_FETCH_PRIV_READ_SIZE ? (size_t)left : (size_t)GC_FETCH_PRIV_READ_SIZE;
            error = gc_fetch_priv_read_back(f, b, b->hash.length, size, &data);
            if (!error) gc_fetch_sha256_update(&b->hash, data, size);
            done += size;
        }

        if (error) {
            gc_fetch_priv_conclude(f, b, GC_FETCH_E_WRITE, error, 0, "cannot be read back for its hash");
        } else if (b->hash.length < ready) {
            f->hashing = true;
        } else if (b->complete) {
            gc_fetch_priv_conclude(f, b, GC_FETCH_OK, 0, 0, NULL);
        }
    }
}

// >>same skip_same: is a request's file what it would bring?

// Those whose file is to be looked at are in a heap of their own, one of them is being hashed,
// and what is found another one then waits as all do: the network brings the first while later
// ones are looked at.

// Nothing is being hashed.
static void gc_fetch_priv_look_stop(gc_fetch *f) {
    gc_fetch_priv_sys_close(f->look_fd);
    f->looking = NULL;
}

// Takes the next request whose file is to be looked at. One whose file is missing, or of
// another size, waits for its start.
static void gc_fetch_priv_look_begin(gc_fetch *f) {
    gc_fetch_priv_slot *s = f->heaps[GC_FETCH_PRIV_LOOK][0];
    gc_fetch_priv_heap_remove(f, GC_FETCH_PRIV_LOOK, s);
    const char *name;
    int folder = gc_fetch_priv_open_parent(f->root_fd, s->given.path, false, &name);
    int fd = folder < 0 ? -1 : gc_fetch_priv_sys_open(folder, name, GC_FETCH_PRIV_O_READ);
    if (folder >= 0) gc_fetch_priv_sys_close(folder);

    gc_fetch_priv_info info;
    bool there = fd >= 0 && gc_fetch_priv_sys_info(fd, &info) && info.plain;
    if (!there || (s->sized && info.size != s->given.size)) {
        if (fd >= 0) gc_fetch_priv_sys_close(fd);
        s->seen = true;
        gc_fetch_priv_queue_push(f, s);
        return;
    }
    f->looking = s;
    f->look_fd = fd;
    f->look_size = info.size;
    gc_fetch_sha256_init(&f->look_hash);
}

// A file has been hashed, or cannot be read.
static void gc_fetch_priv_look_end(gc_fetch *f) {
    gc_fetch_priv_slot *s = f->looking;
    uint8_t sum[32];
    bool same = f->look_hash.length == f->look_size;
    gc_fetch_sha256_final(&f->look_hash, sum);
    gc_fetch_priv_look_stop(f);
    if (!same || memcmp(sum, s->sha256, 32) != 0) {
        s->seen = true;
        gc_fetch_priv_queue_push(f, s);
        return;
    }

    gc_fetch_priv_lock(f);
    s->received = s->total = f->look_size;
    gc_fetch_priv_unlock(f);
    gc_fetch_priv_finish_request(f, s, GC_FETCH_NOT_MODIFIED);
}

static bool gc_fetch_priv_looks(const gc_fetch *f) {
    return f->looking || f->heap_counts[GC_FETCH_PRIV_LOOK];
}

// Looks at files: some of them, or a piece of one, so that the network never waits.
static void gc_fetch_priv_look_some(gc_fetch *f) {
    size_t done = 0;
    for (int i = 0; i < GC_FETCH_PRIV_BATCH && done < GC_FETCH_PRIV_HASH_SIZE; i++) {
        if (!gc_fetch_priv_looks(f)) break;
        if (!f->looking) gc_fetch_priv_look_begin(f);
        if (!f->looking) continue;
        uint64_t at = f->look_hash.length, left = f->look_size - at;
        size_t size = left < GC_FETCH_PRIV_READ_SIZE ? (size_t)left : (size_t)GC_FETCH_PRIV_READ_SIZE;
        ptrdiff_t n = size ? gc_fetch_priv_read_at(f->look_fd, f->read_buffer, size, at) : 0;
        if (n > 0) gc_fetch_sha256_update(&f->look_hash, f->read_buffer, (size_t)n);
        if (n <= 0 || f->look_hash.length == f->look_size) gc_fetch_priv_look_end(f);
        done += size;
    }
}

// >>file the transport of file: URLs

// file:///path, file:/path or file://localhost/path into a system path; false: not one of them,
// or it does not fit.
static bool gc_fetch_priv_local_path(const char *url, char *path, size_t capacity) {
    url += 5;   // "file:"
    if (strncmp(url, "//localhost/", 12) == 0) url += 11;
    else if (strncmp(url, "///", 3) == 0) url += 2;
    if (url[0] != '/' || url[1] == '/') return false;

    size_t n = 0;
    for (; *url && *url != '?' && *url != '#'; url++) {
        unsigned value = (unsigned char)*url;
        if (value == '%') {
            value = 0;
            for (int i = 1; i <= 2; i++) {
                char c = gc_fetch_priv_lower(url[i]);
                if (c >= '0' && c <= '9') value = value * 16 + (unsigned)(c - '0');
                else if (c >= 'a' && c <= 'f') value = value * 16 + (unsigned)(c - 'a') + 10;
                else return false;
            }
            url += 2;
            if (value == 0) return false;
        }

        if (n + 1 >= capacity) return false;
        path[n++] = (char)value;
    }

    path[n] = 0;
#if defined(_WIN32)     // "/C:/path" is "C:/path"
    char drive = gc_fetch_priv_lower(path[1]);
    if (drive < 'a' || drive > 'z' || path[2] != ':' || (path[3] != '/' && path[3] != '\\')) return false;
    memmove(path, path + 1, n);
#endif
    return true;
}

// Opens the file; its bytes come with pump.
static int gc_fetch_priv_local_start(void *user, gc_fetch_transfer *t, const gc_fetch_job *job) {
    gc_fetch *f = (gc_fetch *)user;
    char *path = (char *)f->read_buffer;
    uint64_t size = 0;
    if (!gc_fetch_priv_local_path(job->url, path, GC_FETCH_PRIV_READ_SIZE)) {
        gc_fetch_priv_end_with(f, t, GC_FETCH_E_URL, 0, "not a file: URL with an absolute path");
        return GC_FETCH_OK;
    }

    t->local = gc_fetch_priv_open_plain(path, &size);
    if (t->local < 0) {
        const char *why = errno ? "cannot be opened" : "not a plain file";
        gc_fetch_priv_end_with(f, t, GC_FETCH_E_READ, errno, why);
        return GC_FETCH_OK;
    }
    gc_fetch_respond(t, 200, size ? size : UINT64_MAX);     // 0: empty, or not told
    return GC_FETCH_OK;
}

static void gc_fetch_priv_local_stop(void *user, gc_fetch_transfer *t) {
    (void)user;
    gc_fetch_priv_sys_close(t->local);
}

static void gc_fetch_priv_local_pause(void *user, gc_fetch_transfer *t, bool paused) {
    (void)user;     // pump looks at the transfer's own flags
    (void)t;
    (void)paused;
}

// One piece of each running file.
static int gc_fetch_priv_local_pump(void *user, int timeout_ms) {
    gc_fetch *f = (gc_fetch *)user;
    (void)timeout_ms;       // a file is always ready
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        gc_fetch_transfer *t = &f->transfers[i];
        bool ours = t->request && t->request->transport == GC_FETCH_PRIV_LOCAL;
        if (!ours || t->stalled || t->request->paused) continue;

        ptrdiff_t n = gc_fetch_priv_read_at(t->local, f->read_buffer, GC_FETCH_PRIV_READ_SIZE, t->offset);
        int error = n < 0 ? errno : 0;
        if (n > 0 && gc_fetch_deliver(t, f->read_buffer, (size_t)n) != GC_FETCH_ABORT) continue;

        // Its end, an error, or the sink has enough.
        gc_fetch_priv_local_stop(f, t);
        gc_fetch_priv_end_with(f, t, n < 0 ? GC_FETCH_E_READ : GC_FETCH_OK, error, NULL);
    }
    return GC_FETCH_OK;
}

// >>curl the transport of http: and https:

// Sizes are counted on the bytes that arrive, not believed from headers. Heads are judged here,
// since libcurls differ in what they make of one: where a body ends is said by Content-Length,
// or by Transfer-Encoding: chunked, or by the connection's end. E_PROTOCOL are: another coding
// (libcurl 8.5 to 8.11 give it as it comes, and take a cut for its end); fields that contradict
// each other; such a field that is folded; a space before a colon; a status of other than three
// digits; more than 100 KB, with the heads of redirects before it; and with libcurl 7.83 to 8.2
// a first header line that begins with a space. A head that ends too early is E_NETWORK.

#ifndef GC_FETCH_NO_CURL

// Decimal digits at *at, which moves behind them; UINT64_MAX: none, or too many.
static uint64_t gc_fetch_priv_curl_number(const char **at) {
    uint64_t value = 0;
    const char *start = *at;
    for (; **at >= '0' && **at <= '9' && *at - start < 19; (*at)++) {
        value = value * 10 + (uint64_t)(**at - '0');
    }
    return *at == start || (**at >= '0' && **at <= '9') ? UINT64_MAX : value;
}

// "bytes FIRST-LAST/TOTAL", TOTAL perhaps "*" (RFC 9110, 14.4). Else end stays 0, which is no
// range that was asked for.
static void gc_fetch_priv_curl_range(gc_fetch_response *head, const char *text) {
    if (strncmp(text, "bytes ", 6) != 0) return;
    const char *at = text + 6;
    uint64_t first = gc_fetch_priv_curl_number(&at);
    if (first == UINT64_MAX || *at++ != '-') return;
    uint64_t last = gc_fetch_priv_curl_number(&at);
    if (last == UINT64_MAX || last < first || *at++ != '/') return;

    bool unknown = strcmp(at, "*") == 0;
    uint64_t total = gc_fetch_priv_curl_number(&at);
    if (!unknown && (total <= last || total == UINT64_MAX || *at)) return;
    head->first = first;
    head->end = last + 1;
    head->total = total;
}

// "6", or "6, 6", which is allowed where all are the same (RFC 9110, 8.6). False: neither.
static bool gc_fetch_priv_curl_length(gc_fetch_priv_curl_job *job, const char *text) {
    for (;;) {
        uint64_t length = gc_fetch_priv_curl_number(&text);
        if (length > (uint64_t)INT64_MAX || (job->length_said && length != job->length)) return false;
        job->length = length;
        job->length_said = true;

        text += strspn(text, " \t");
        if (*text != ',') return !*text;
        text++;
        text += strspn(text, " \t");
    }
}

// "chunked", or "identity", which says nothing; with another one before or behind it, or in
// another field, libcurls differ. False: nobody has asked for it.
static bool gc_fetch_priv_curl_coding(gc_fetch_priv_curl_job *job, const char *text) {
    static const char *const names[] = {"identity", "chunked"};
    for (int i = 0; i < 2 && !job->coding_said; i++) {
        size_t n = gc_fetch_priv_begins(text, names[i]);
        if (!n || text[n]) continue;
        job->chunked = i == 1;
        return job->coding_said = true;
    }
    return false;
}

// The value of a field of the newest head, the last of that name; "": there is none.
GC_FETCH_PRIV_APART const char *gc_fetch_priv_curl_value(const gc_fetch_priv_curl_job *job,
                                                         const char *name) {
    const char *last = "";
    for (size_t at = 0; at < job->lines_size; at += strlen(job->lines + at) + 1) {
        const char *value = gc_fetch_priv_field(job->lines + at, name);
        if (value) last = value;
    }
    return last;
}

// Retry-After in milliseconds: of seconds, or of a date, which counts from the response's own
// one. 0: none, or over.
static uint32_t gc_fetch_priv_curl_retry_after(const gc_fetch_priv_curl_job *job) {
    const char *at = gc_fetch_priv_curl_value(job, "retry-after");
    uint64_t seconds = 0;
    if (*at >= '0' && *at <= '9') {
        seconds = gc_fetch_priv_curl_number(&at);
    } else if (*at) {
        int64_t until = (int64_t)GC_FETCH_PRIV_LIB(getdate)(at, NULL);
        int64_t from = (int64_t)GC_FETCH_PRIV_LIB(getdate)(gc_fetch_priv_curl_value(job, "date"), NULL);
        if (from <= 0) from = (int64_t)time(NULL);
        if (until > from) seconds = (uint64_t)(until - from);
    }

    return seconds < UINT32_MAX / 1000 ? (uint32_t)seconds * 1000 : UINT32_MAX;
}

// The status line's number if it has three digits and is 100 or more, else 0.
static int gc_fetch_priv_curl_status(const char *line, size_t size) {
    size_t at = 5;      // behind "HTTP/"
    int status = 0;
    while (at < size && line[at] != ' ') at++;
    while (at < size && line[at] == ' ') at++;

    size_t end = at + 3;
    for (; at < size && line[at] >= '0' && line[at] <= '9'; at++) {
        if (at == end) return 0;
        status = status * 10 + (line[at] - '0');
    }
    bool ends = at == size || (unsigned char)line[at] <= ' ';
    return ends && at == end && status >= 100 ? status : 0;
}

// Why a head is not valid HTTP: libcurl ends the transfer.
static bool gc_fetch_priv_curl_refuse(gc_fetch_priv_curl_job *job, const char *why) {
    gc_fetch_priv_fail(job->transfer, GC_FETCH_E_PROTOCOL, 0, why);
    return false;
}

// Nothing of a head before counts any more.
static void gc_fetch_priv_curl_head_clear(gc_fetch_priv_curl_job *job) {
    memset(&job->head, 0, sizeof job->head);
    job->lines_size = 0;
    job->counts = job->head_ended = false;
    job->length_said = job->coding_said = job->range_said = job->chunked = false;
}

// A status line begins a head, also that of each redirect: nothing of the one before counts.
// False: the transfer has failed.
static bool gc_fetch_priv_curl_head_begins(gc_fetch_priv_curl_job *job, const char *line, size_t size) {
    const char *method = job->transfer->job.method;
    bool other = strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0 && strcmp(method, "POST") != 0;
    job->status = gc_fetch_priv_curl_status(line, size);
    if (!job->status) return gc_fetch_priv_curl_refuse(job, "the status line has no status of three digits");

    // It asks for a GET of another URL; libcurl would repeat the method there, without the
    // body.
    if (other && job->status == 303) {
        gc_fetch_priv_fail(job->transfer, GC_FETCH_E_REDIRECT, 0,
                           "303 in answer to another method than GET, HEAD and POST");
        return false;
    }

    gc_fetch_priv_curl_head_clear(job);
    GC_FETCH_PRIV_LIB(easy_getinfo)(job->easy, GC_FETCH_PRIV_C(CURLINFO_REDIRECT_COUNT), &job->redirects);
    return true;
}

// Appends to a list of headers; when out of memory, the list stays as it is.
static bool gc_fetch_priv_curl_append(gc_fetch_priv_list **list, const char *text) {
    gc_fetch_priv_list *longer = GC_FETCH_PRIV_LIB(slist_append)(*list, text);
    if (longer) *list = longer;
    return longer != NULL;
}

// The host and the port of an http(s) URL. False: there is none, or programs might read it in
// different ways. own: it is the request's, where a name and a password may stand.
static bool gc_fetch_priv_curl_host(const char *url, bool own, const char **host, size_t *size,
                                    uint64_t *port) {
    *port = gc_fetch_priv_scheme_is(url, "https") ? 443 : 80;
    const char *at = url + strcspn(url, ":");
    if (strncmp(at, "://", 3) != 0) return false;
    at += 3;

    size_t length = strcspn(at, "/?#");
    for (size_t i = length; own && i > 0; i--) {
        if (at[i - 1] != '@') continue;
        at += i;
        length -= i;
        break;
    }

    // Up to its port.
    *host = at;
    *size = at[0] == '[' ? strcspn(at, "]/?#") + 1 : strcspn(at, ":/?#");
    if (*size > length || *size == 0) return false;
    if (*size == length) return true;
    const char *digits = at + *size + 1;
    if (at[*size] != ':') return false;
    if (*size + 1 < length) *port = gc_fetch_priv_curl_number(&digits);
    return digits == at + length;
}

// Does a redirect lead to another host than the request's own? Where it is not clear, it does.
// From http to https of one host, both without a port, is none.
static bool gc_fetch_priv_curl_leaves(const char *url, const char *location) {
    const char *from, *to;
    size_t from_size, to_size;
    uint64_t from_port, to_port;

    // A path?
    size_t word = strcspn(location, ":/?#");
    if (location[word] != ':') return strncmp(location, "//", 2) == 0 || strchr(location, '\\');
    if (!gc_fetch_priv_scheme_is(location, "http") && !gc_fetch_priv_scheme_is(location, "https")) {
        return true;
    }

    if (!gc_fetch_priv_curl_host(url, true, &from, &from_size, &from_port) ||
        !gc_fetch_priv_curl_host(location, false, &to, &to_size, &to_port) || from_size != to_size) {
        return true;
    }
    for (size_t i = 0; i < to_size; i++) {
        if (gc_fetch_priv_lower(from[i]) != gc_fetch_priv_lower(to[i])) return true;
    }
    return from_port != to_port && !(from_port == 80 && to_port == 443);
}

// What every server may know: headers about the body and its form. Others may be secrets.
static bool gc_fetch_priv_curl_travels(const char *header) {
    static const char *const names[] = {"accept", "content-type:", "range:", "if-"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (gc_fetch_priv_begins(header, names[i])) return true;
    }
    return false;
}

// The headers of a transfer, all of them, or those that go to another host; and those that the
// library adds. False: out of memory.
static bool gc_fetch_priv_curl_list(gc_fetch_transfer *t, bool all, gc_fetch_priv_list **list) {
    const gc_fetch_job *given = &t->job;
    bool ok = true;
    for (size_t i = 0; i < given->header_count && ok; i++) {
        if (!all && !gc_fetch_priv_curl_travels(given->headers[i])) continue;
        ok = gc_fetch_priv_curl_append(list, given->headers[i]);
    }

    // No round trip before a body in memory.
    if (ok && given->body_size && !given->uploads) ok = gc_fetch_priv_curl_append(list, "Expect:");
    if (ok && given->uploads && !given->body_size) {
        ok = gc_fetch_priv_curl_append(list, "Transfer-Encoding: chunked");
    }
    if (ok && t->ranged && t->body->validator[0]) {
        char unchanged[GC_FETCH_PRIV_VALIDATOR + 16] = "If-Range: ";
        gc_fetch_priv_append(unchanged, sizeof unchanged, t->body->validator);
        ok = gc_fetch_priv_curl_append(list, unchanged);
    }
    return ok;
}

// At the end of a redirect's head: if it leads to another host, most headers do not go there.
// libcurl reads the list when it writes the next request. False: the transfer has failed.
static bool gc_fetch_priv_curl_redirect(gc_fetch_priv_curl_job *job) {
    gc_fetch_transfer *t = job->transfer;
    bool leaves = false;
    if (job->status / 100 != 3 || job->abroad) return true;

    for (size_t at = 0; at < job->lines_size; at += strlen(job->lines + at) + 1) {
        const char *location = gc_fetch_priv_field(job->lines + at, "location");
        leaves = leaves || (location && gc_fetch_priv_curl_leaves(t->job.url, location));
    }
    if (!leaves || !t->job.header_count) return true;

    bool ok = gc_fetch_priv_curl_list(t, false, &job->abroad);
    if (ok) {
        ok = GC_FETCH_PRIV_LIB(easy_setopt)(job->easy, GC_FETCH_PRIV_C(CURLOPT_HTTPHEADER), job->abroad) == 0;
    }
    if (!ok) gc_fetch_priv_fail(t, GC_FETCH_E_MEMORY, 0, NULL);
    return ok;
}

// The fields that say where a body ends and what it is a part of. False: not valid, and the
// transfer has failed.
static bool gc_fetch_priv_curl_frame(gc_fetch_priv_curl_job *job, const char *line) {
    static const char *const names[] = {"content-length", "transfer-encoding", "content-range"};
    const char *value = NULL;

    // RFC 9112, 5.1. Some take such a field for another one, others do not.
    size_t colon = strcspn(line, ":");
    if (!line[colon]) return gc_fetch_priv_curl_refuse(job, "a header line has no colon");
    if (colon && (line[colon - 1] == ' ' || line[colon - 1] == '\t')) {
        return gc_fetch_priv_curl_refuse(job, "a header line has a space before its colon");
    }

    int which = 0;
    while (which < 3 && (value = gc_fetch_priv_field(line, names[which])) == NULL) which++;
    job->counts = which < 3;
    if (which == 0 && !gc_fetch_priv_curl_length(job, value)) {
        return gc_fetch_priv_curl_refuse(job, "Content-Length is not one number");
    }
    if (which == 1 && !gc_fetch_priv_curl_coding(job, value)) {
        return gc_fetch_priv_curl_refuse(job, "Transfer-Encoding is another than chunked");
    }
    if (which == 2) {
        if (job->range_said) return gc_fetch_priv_curl_refuse(job, "there are two Content-Range");
        job->range_said = true;
        gc_fetch_priv_curl_range(&job->head, value);
    }
    return true;
}

// Keeps a line of a head, without its end; a folded one (" more") belongs to the one before.
// False: not valid, or out of memory, and the transfer has failed.
static bool gc_fetch_priv_curl_line(gc_fetch_priv_curl_job *job, const char *line, size_t size) {
    const gc_fetch_allocator *a = &job->transfer->fetch->desc.allocator;
    bool folded = line[0] == ' ' || line[0] == '\t';
    if (memchr(line, 0, size)) return gc_fetch_priv_curl_refuse(job, "a header line has a zero byte");
    if (folded && job->counts) {
        return gc_fetch_priv_curl_refuse(job, "a header line about the body's end is folded");
    }
    while (size && (unsigned char)line[size - 1] <= ' ') size--;

    if (job->lines_capacity - job->lines_size < size + 1) {
        size_t want = job->lines_capacity * 2 + size + 1024;
        char *lines = (char *)gc_fetch_priv_resize(a, job->lines, job->lines_capacity, want);
        if (!lines) {
            gc_fetch_priv_fail(job->transfer, GC_FETCH_E_MEMORY, 0, NULL);
            return false;
        }
        job->lines = lines;
        job->lines_capacity = want;
    }

    char *kept = job->lines + job->lines_size;
    if (folded && job->lines_size) kept[-1] = ' ';
    memcpy(kept, line, size);
    kept[size] = 0;
    job->lines_size += size + 1;
    return folded || gc_fetch_priv_curl_frame(job, kept);
}

// The empty line behind a head: do its fields agree?
static bool gc_fetch_priv_curl_head_ends(gc_fetch_priv_curl_job *job) {
    const gc_fetch_response *head = &job->head;
    bool sized = job->length_said && !job->chunked && !job->transfer->request->head_only;
    if (job->status == 206 && sized && head->end && job->length != head->end - head->first) {
        return gc_fetch_priv_curl_refuse(job, "Content-Length and Content-Range contradict each other");
    }
    job->head_ended = job->status >= 200 || job->status == 101;
    return gc_fetch_priv_curl_redirect(job);
}

// A whole line of a head, or the empty one behind them. Returns its size, or 0: the transfer
// fails.
static size_t gc_fetch_priv_curl_head_line(gc_fetch_priv_curl_job *job, const char *line, size_t size) {
    // A head that comes slowly is no silence. How much of it libcurl would take, and what it
    // would call more, differs by version.
    job->transfer->active_ms = gc_fetch_priv_clock(job->transfer->fetch);
    if (size > GC_FETCH_PRIV_HEAD_SIZE - job->head_bytes) {
        gc_fetch_priv_fail(job->transfer, GC_FETCH_E_PROTOCOL, 0,
                           "the response's head is longer than 100 KB");
        return 0;
    }
    job->head_bytes += size;
    if (job->transfer->responded) return size;      // behind the body: a trailer

    // Its lines: the first, the empty one that ends it, and fields.
    if (size >= 5 && memcmp(line, "HTTP/", 5) == 0) {
        return gc_fetch_priv_curl_head_begins(job, line, size) ? size : 0;
    }
    if (job->head_ended) return size;               // a trailer of an empty body
    if (size <= 2 && (line[0] == '\r' || line[0] == '\n')) {
        return gc_fetch_priv_curl_head_ends(job) ? size : 0;
    }
    return gc_fetch_priv_curl_line(job, line, size) ? size : 0;
}

// libcurl has a line of a head, or several, which it kept while the transfer was paused.
static size_t gc_fetch_priv_curl_header(char *lines, size_t one, size_t count, void *user) {
    gc_fetch_priv_curl_job *job = (gc_fetch_priv_curl_job *)user;
    size_t size = one * count;
    for (size_t at = 0; at < size;) {
        const char *line = lines + at, *end = (const char *)memchr(line, '\n', size - at);
        size_t length = end ? (size_t)(end - line) + 1 : size - at;
        if (gc_fetch_priv_curl_head_line(job, line, length) != length) return 0;
        at += length;
    }
    return size;
}

#if !defined(_WIN32)
// A server sends on until the system's buffers are full: under a rate limit these hold what
// comes in an eighth of a second, by all transfers together, or in a round trip by each, up to
// 250 ms (of which the system makes twice as much). Without a limit it chooses again; where it
// cannot, they are as large as it allows.
static void gc_fetch_priv_curl_narrow(const gc_fetch *f, int socket) {
    uint64_t rate = f->desc.rate_limit, ms = 125 / (f->running ? f->running : 1), trip = f->head_16ms / 16;
    if (ms < trip) ms = trip < 250 ? trip : 250;
    uint64_t bytes = rate && rate / 1000 < UINT32_MAX ? rate / 1000 * ms : UINT64_MAX;
    if (bytes < GC_FETCH_PRIV_RECEIVE_LEAST) bytes = GC_FETCH_PRIV_RECEIVE_LEAST;
    int size = bytes < 0x400000 ? (int)bytes : 0x400000;
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
#ifdef SO_BUF_LOCK
    size = 0;
    if (!rate) setsockopt(socket, SOL_SOCKET, SO_BUF_LOCK, &size, sizeof size);
#endif
}

// Remembers a socket before it connects, or forgets one that ends.
static int gc_fetch_priv_curl_opens(void *user, gc_fetch_priv_socket socket, gc_fetch_priv_purpose purpose) {
    gc_fetch *f = (gc_fetch *)user;
    (void)purpose;
    for (size_t i = 0; i < GC_FETCH_PRIV_SOCKETS; i++) {
        if (f->curl_sockets[i]) continue;
        f->curl_sockets[i] = socket + 1;
        break;
    }
    if (f->desc.rate_limit) gc_fetch_priv_curl_narrow(f, socket);
    return 0;
}
static int gc_fetch_priv_curl_closes(void *user, gc_fetch_priv_socket socket) {
    gc_fetch *f = (gc_fetch *)user;
    for (size_t i = 0; i < GC_FETCH_PRIV_SOCKETS; i++) {
        if (f->curl_sockets[i] == socket + 1) f->curl_sockets[i] = 0;
    }
    return close(socket);
}

// There is another rate limit, for open sockets as well. If it is lower, what is in their
// buffers, or on its way to there, is let through: else a server would be told to send again
// only when all of that has been taken, or would send what is dropped.
static void gc_fetch_priv_curl_limit(gc_fetch *f) {
    uint64_t rate = f->desc.rate_limit, before = f->curl_rate;
    if (rate == before) return;
    f->curl_rate = rate;
    f->drain = 0;

    for (size_t i = 0; i < GC_FETCH_PRIV_SOCKETS; i++) {
        int size = 0;
        socklen_t length = sizeof size;
        if (!f->curl_sockets[i]) continue;
        getsockopt(f->curl_sockets[i] - 1, SOL_SOCKET, SO_RCVBUF, &size, &length);
        if (rate && (!before || rate < before)) f->drain += (uint64_t)size;
        gc_fetch_priv_curl_narrow(f, f->curl_sockets[i] - 1);
    }
    f->drain_ms = gc_fetch_priv_clock(f) + GC_FETCH_PRIV_DRAIN_MS;
    f->bucket.tokens += f->drain;
}
#endif

// Reports the head of the response.
static void gc_fetch_priv_curl_respond(gc_fetch_priv_curl_job *job, uint64_t length) {
    gc_fetch_transfer *t = job->transfer;
    gc_fetch_response head = job->head;
    char *url = NULL;
    if (job->status == 0) return;

    if (job->redirects) {
        GC_FETCH_PRIV_LIB(easy_getinfo)(job->easy, GC_FETCH_PRIV_C(CURLINFO_EFFECTIVE_URL), &url);
        head.final_url = url;
    }

    const char *coding = gc_fetch_priv_curl_value(job, "content-encoding");
    const char *ranges = gc_fetch_priv_curl_value(job, "accept-ranges");
    bool decodes = t->request->given.decoder && (!t->ranged || t->body->coded);
    bool encoded = coding[0] && strcmp(coding, "identity") != 0 && !decodes;
    head.http_status = job->status;
    head.size = length;
    head.ranges = strcmp(ranges, "bytes") == 0 && !encoded;
    // Of decompressed bytes nobody knows how many will come.
    if (encoded && t->job.compressed) head.size = UINT64_MAX;

    // W/"..." is weak. A date is strong when the file was a minute old (RFC 9110, 8.8.2.2).
    head.validator = gc_fetch_priv_curl_value(job, "etag");
    if (head.validator[0] != '"') {
        head.validator = gc_fetch_priv_curl_value(job, "last-modified");
        int64_t modified = (int64_t)GC_FETCH_PRIV_LIB(getdate)(head.validator, NULL);
        int64_t date = (int64_t)GC_FETCH_PRIV_LIB(getdate)(gc_fetch_priv_curl_value(job, "date"), NULL);
        if (modified <= 0 || date < modified + 60) head.validator = "";
    }

    // The body that a rest is asked of was not encoded (see below).
    if (t->ranged && encoded && head.http_status / 100 == 2 && !t->failure) {
        t->refused = true;
        gc_fetch_priv_curl_refuse(job, "the rest of the body has a Content-Encoding");
    }
    gc_fetch_priv_respond(t, &head, job->lines, job->lines_size);
    if (!t->ranged && (encoded || strcmp(ranges, "none") == 0)) t->body->resumable = false;
}

// libcurl has bytes of a body: they go to deliver.
static size_t gc_fetch_priv_curl_write(char *data, size_t one, size_t count, void *user) {
    gc_fetch_priv_curl_job *job = (gc_fetch_priv_curl_job *)user;
    size_t size = one * count;
    job->burst += size;
    if (job->burst >= GC_FETCH_PRIV_RECEIVE_SIZE) job->transfer->fetch->curl_flows = true;

    // The head is complete when the first byte of the body comes.
    if (!job->transfer->responded) {
        if (!job->head_ended) gc_fetch_priv_curl_refuse(job, "a body comes without a whole head");
        gc_fetch_priv_curl_respond(job, job->length_said && !job->chunked ? job->length : UINT64_MAX);
    }

    // After a pause libcurl hands out the whole block again, perhaps in other pieces: pass over
    // what the sink has had.
    if (job->skip >= size) {
        job->skip -= size;
        return size;
    }

    size_t rest = size - job->skip;
    size_t taken = gc_fetch_deliver(job->transfer, data + job->skip, rest);

    if (taken == GC_FETCH_ABORT) return size ? 0 : 1;       // anything but size: CURLE_WRITE_ERROR
    if (taken < rest) {
        job->skip += taken;
        return GC_FETCH_PRIV_C(CURL_WRITEFUNC_PAUSE);
    }
    job->skip = 0;
    return size;
}

// libcurl wants bytes of the body to send.
static size_t gc_fetch_priv_curl_read(char *buffer, size_t one, size_t count, void *user) {
    gc_fetch_priv_curl_job *job = (gc_fetch_priv_curl_job *)user;
    size_t given = gc_fetch_upload(job->transfer, job->upload_at, buffer, one * count);
    if (given == GC_FETCH_ABORT) return GC_FETCH_PRIV_C(CURL_READFUNC_ABORT);
    if (given == GC_FETCH_LATER) return GC_FETCH_PRIV_C(CURL_READFUNC_PAUSE);
    job->upload_at += given;
    return given;
}

// ... and here it has to send them again, from the start: 0, or 1, it cannot. Some go back also
// where a redirect makes a GET of it.
static int gc_fetch_priv_curl_seek(void *user, gc_fetch_priv_off offset, int origin) {
    gc_fetch_priv_curl_job *job = (gc_fetch_priv_curl_job *)user;
    bool moved = job->status / 100 == 3;
    int result = moved ? GC_FETCH_E_REDIRECT : GC_FETCH_E_NETWORK;
    if (moved && job->status < 307 && strcmp(job->transfer->job.method, "POST") == 0) return 0;
    if (offset != 0 || origin != 0 || !gc_fetch_priv_upload_again(job->transfer, result)) return 1;
    job->upload_at = 0;
    return 0;
}

// libcurl's codes as results.
static int gc_fetch_priv_curl_result(int code) {
    switch (code) {
    case GC_FETCH_PRIV_C(CURLE_OK): return GC_FETCH_OK;
    case GC_FETCH_PRIV_C(CURLE_OUT_OF_MEMORY): return GC_FETCH_E_MEMORY;
    case GC_FETCH_PRIV_C(CURLE_URL_MALFORMAT): return GC_FETCH_E_URL;

    case GC_FETCH_PRIV_C(CURLE_COULDNT_RESOLVE_HOST):
    case GC_FETCH_PRIV_C(CURLE_COULDNT_RESOLVE_PROXY): return GC_FETCH_E_RESOLVE;
    case GC_FETCH_PRIV_C(CURLE_COULDNT_CONNECT): return GC_FETCH_E_CONNECT;
    case GC_FETCH_PRIV_C(CURLE_OPERATION_TIMEDOUT): return GC_FETCH_E_TIMED_OUT;

    case GC_FETCH_PRIV_C(CURLE_TOO_MANY_REDIRECTS):
    // Of the first URL it was checked by add.
    case GC_FETCH_PRIV_C(CURLE_UNSUPPORTED_PROTOCOL): return GC_FETCH_E_REDIRECT;

    case GC_FETCH_PRIV_C(CURLE_SSL_CONNECT_ERROR):
    case GC_FETCH_PRIV_C(CURLE_PEER_FAILED_VERIFICATION):
    case GC_FETCH_PRIV_C(CURLE_SSL_CERTPROBLEM):
    case GC_FETCH_PRIV_C(CURLE_SSL_CACERT_BADFILE):
    case GC_FETCH_PRIV_C(CURLE_SSL_CIPHER): return GC_FETCH_E_TLS;

    case GC_FETCH_PRIV_C(CURLE_PARTIAL_FILE):
    case GC_FETCH_PRIV_C(CURLE_GOT_NOTHING):
    case GC_FETCH_PRIV_C(CURLE_SEND_ERROR):
    case GC_FETCH_PRIV_C(CURLE_HTTP2):              // most often a connection that broke
    case GC_FETCH_PRIV_C(CURLE_HTTP2_STREAM):
    case GC_FETCH_PRIV_C(CURLE_RECV_ERROR): return GC_FETCH_E_NETWORK;

    case GC_FETCH_PRIV_C(CURLE_WEIRD_SERVER_REPLY):
    case GC_FETCH_PRIV_C(CURLE_BAD_CONTENT_ENCODING): return GC_FETCH_E_PROTOCOL;
    default: return GC_FETCH_E_TRANSPORT;
    }
}

// Has the newest head's redirect been followed, so that another head must come?
static bool gc_fetch_priv_curl_followed(const gc_fetch_priv_curl_job *job) {
    long redirects = 0;
    GC_FETCH_PRIV_LIB(easy_getinfo)(job->easy, GC_FETCH_PRIV_C(CURLINFO_REDIRECT_COUNT), &redirects);
    return job->status / 100 == 3 && redirects > job->redirects;
}

// Of CURLE_UNSUPPORTED_PROTOCOL: is it a redirect to a kind of URL that is not allowed? Else
// the answer is not HTTP ("HTTP/0.9"). libcurl refuses such a URL before or after it has become
// the current one; before, only the text tells the two apart.
static bool gc_fetch_priv_curl_astray(const gc_fetch_priv_curl_job *job) {
    char *url = NULL;
    GC_FETCH_PRIV_LIB(easy_getinfo)(job->easy, GC_FETCH_PRIV_C(CURLINFO_EFFECTIVE_URL), &url);
    bool allowed = !url || gc_fetch_priv_scheme_is(url, "https") ||
                   (!job->secure && gc_fetch_priv_scheme_is(url, "http"));
    return !allowed || (job->status / 100 == 3 && !strstr(job->error, "HTTP"));
}

// What has come tells more than libcurl's code. whole: of the last response there is a whole
// head.
static void gc_fetch_priv_curl_judge(gc_fetch *f, const gc_fetch_priv_curl_job *job, int code, bool whole,
                                     gc_fetch_outcome *outcome) {
    // When the request was sent, else 0. (CURLINFO_REQUEST_SIZE is always 0 in libcurl 8.7.).
    gc_fetch_priv_off asked = 0;
    void *memory;
    GC_FETCH_PRIV_LIB(easy_getinfo)(job->easy, GC_FETCH_PRIV_C(CURLINFO_PRETRANSFER_TIME_T), &asked);

    outcome->result = gc_fetch_priv_curl_result(code);
    if (code != 0) {
        outcome->detail =
            job->error[0] ? job->error : GC_FETCH_PRIV_LIB(easy_strerror)(GC_FETCH_PRIV_CODE(code));
    }

    switch (code) {
    case GC_FETCH_PRIV_C(CURLE_OK):     // also of a connection that ends inside the head
        if (whole) break;
        outcome->result = GC_FETCH_E_NETWORK;
        outcome->detail = "the connection ended inside the response's head";
        break;
    case GC_FETCH_PRIV_C(CURLE_URL_MALFORMAT):
        if (job->status / 100 == 3) outcome->result = GC_FETCH_E_REDIRECT;
        break;
    case GC_FETCH_PRIV_C(CURLE_UNSUPPORTED_PROTOCOL):
        outcome->result = gc_fetch_priv_curl_astray(job) ? GC_FETCH_E_REDIRECT : GC_FETCH_E_PROTOCOL;
        break;
    case GC_FETCH_PRIV_C(CURLE_BAD_FUNCTION_ARGUMENT):     // libcurl 8.1.0 to 8.2.1
        if (whole || !asked) break;
        outcome->result = GC_FETCH_E_PROTOCOL;
        outcome->detail = "the first header line is folded";
        break;
    case GC_FETCH_PRIV_C(CURLE_OUT_OF_MEMORY):             // also of a line beyond 100 KB, before libcurl 8.6
    case GC_FETCH_PRIV_CURLE_TOO_LARGE:
        if (whole || !asked) break;
        memory = gc_fetch_priv_alloc(f, 4 * GC_FETCH_PRIV_HEAD_SIZE);
        if (!memory) break;
        gc_fetch_priv_release(f, memory, 4 * GC_FETCH_PRIV_HEAD_SIZE);
        outcome->result = GC_FETCH_E_PROTOCOL;
        outcome->detail = "the response's head is longer than 100 KB";
        break;
    // Also of a broken chunk, which only its text tells.
    case GC_FETCH_PRIV_C(CURLE_RECV_ERROR):
        if (strstr(job->error, "chunk")) outcome->result = GC_FETCH_E_PROTOCOL;
        break;
    default: break;
    }
}

static void gc_fetch_priv_curl_drop_lists(gc_fetch_priv_curl_job *job) {
    GC_FETCH_PRIV_LIB(slist_free_all)(job->headers);
    GC_FETCH_PRIV_LIB(slist_free_all)(job->abroad);
    job->headers = job->abroad = NULL;
}

// Takes a transfer from libcurl; its connection stays in the cache.
static void gc_fetch_priv_curl_forget(gc_fetch *f, gc_fetch_priv_curl_job *job) {
    GC_FETCH_PRIV_LIB(multi_remove_handle)(f->multi, job->easy);
    gc_fetch_priv_curl_drop_lists(job);
    job->transfer = NULL;

    if (!f->curl_once) return;
    GC_FETCH_PRIV_LIB(easy_cleanup)(job->easy);
    job->easy = NULL;
    job->prepared = false;
}


#define GC_FETCH_PRIV_SET(option, value)                                                                     \
    (code = code ? code : (int)GC_FETCH_PRIV_LIB(easy_setopt)(easy, GC_FETCH_PRIV_C(CURLOPT_##option), value))
#define GC_FETCH_PRIV_SET_NUMBER(number, value)                                                              \
    (code = code ? code : (int)GC_FETCH_PRIV_LIB(easy_setopt)(easy, GC_FETCH_PRIV_OPTION(number), value))

// The options that plain GETs share. A reset keeps connections, and leaves no option of the
// request before.
static int gc_fetch_priv_curl_prepare(gc_fetch *f, gc_fetch_priv_curl_job *job, const gc_fetch_job *given,
                                      bool secure) {
    gc_fetch_priv_easy *easy = job->easy;
    GC_FETCH_PRIV_LIB(easy_reset)(easy);
    job->secure = secure;
    int code = (int)GC_FETCH_PRIV_LIB(easy_setopt)(easy, GC_FETCH_PRIV_C(CURLOPT_PRIVATE), (void *)job);
    GC_FETCH_PRIV_SET(WRITEFUNCTION, gc_fetch_priv_curl_write);
    GC_FETCH_PRIV_SET(WRITEDATA, (void *)job);
    GC_FETCH_PRIV_SET(HEADERFUNCTION, gc_fetch_priv_curl_header);
    GC_FETCH_PRIV_SET(HEADERDATA, (void *)job);
    GC_FETCH_PRIV_SET(ERRORBUFFER, job->error);

    GC_FETCH_PRIV_SET(NOSIGNAL, 1L);
#if !defined(_WIN32)
    GC_FETCH_PRIV_SET(SOCKOPTFUNCTION, gc_fetch_priv_curl_opens);
    GC_FETCH_PRIV_SET(SOCKOPTDATA, (void *)f);
    GC_FETCH_PRIV_SET(CLOSESOCKETFUNCTION, gc_fetch_priv_curl_closes);
    GC_FETCH_PRIV_SET(CLOSESOCKETDATA, (void *)f);
#endif

    // A libcurl that was built without HTTP/2 refuses it: then it is 1.1 as well.
    int two = -1;
    if (secure && f->desc.http2_streams) {
        long version = GC_FETCH_PRIV_C(CURL_HTTP_VERSION_2TLS);
        two = (int)GC_FETCH_PRIV_LIB(easy_setopt)(easy, GC_FETCH_PRIV_C(CURLOPT_HTTP_VERSION), version);
    }
    if (two != 0) GC_FETCH_PRIV_SET(HTTP_VERSION, (long)GC_FETCH_PRIV_C(CURL_HTTP_VERSION_1_1));

    // Redirects, and the kinds of URLs that they may lead to.
    GC_FETCH_PRIV_SET(FOLLOWLOCATION, 1L);
    GC_FETCH_PRIV_SET(MAXREDIRS, (long)GC_FETCH_PRIV_MAX_REDIRECTS);
    GC_FETCH_PRIV_SET_NUMBER(GC_FETCH_PRIV_PROTOCOLS, 3L);      // bits: 1 http, 2 https
    GC_FETCH_PRIV_SET_NUMBER(GC_FETCH_PRIV_REDIR, secure ? 2L : 3L);

    // With a proxy of the desc nothing of the environment counts: it would take hosts from it.
    if (f->desc.proxy || f->desc.no_environment_proxy) {
        GC_FETCH_PRIV_SET(PROXY, f->desc.proxy ? f->desc.proxy : "");
        GC_FETCH_PRIV_SET(NOPROXY, "");
    }
    GC_FETCH_PRIV_SET(SUPPRESS_CONNECT_HEADERS, 1L);    // a proxy's head is not the response's
    GC_FETCH_PRIV_SET(USERAGENT, f->desc.user_agent);

    // Or whatever ends a request during its look-up stops all others until the resolver
    // answers. Unknown before 7.87.
    GC_FETCH_PRIV_LIB(easy_setopt)(easy, GC_FETCH_PRIV_OPTION(GC_FETCH_PRIV_QUICK_EXIT), 1L);

    if (f->desc.ca_file) {
        GC_FETCH_PRIV_SET(CAINFO, f->desc.ca_file);
        // Instead of the system's folder of certificates, not beside it. A libcurl whose TLS
        // has no such folder refuses the option.
        GC_FETCH_PRIV_LIB(easy_setopt)(easy, GC_FETCH_PRIV_C(CURLOPT_CAPATH), (char *)NULL);
    }

    // Method and body.
    bool post = strcmp(given->method, "POST") == 0;
    bool bodied = given->body_size || given->uploads;
    if (given->uploads) {
        GC_FETCH_PRIV_SET(POST, 1L);
        GC_FETCH_PRIV_SET(POSTFIELDSIZE_LARGE, given->body_size ? (gc_fetch_priv_off)given->body_size : -1);
        GC_FETCH_PRIV_SET(READFUNCTION, gc_fetch_priv_curl_read);
        GC_FETCH_PRIV_SET(READDATA, (void *)job);
        GC_FETCH_PRIV_SET(SEEKFUNCTION, gc_fetch_priv_curl_seek);
        GC_FETCH_PRIV_SET(SEEKDATA, (void *)job);
    } else if (bodied || post || strcmp(given->method, "PUT") == 0 || strcmp(given->method, "PATCH") == 0) {
        GC_FETCH_PRIV_SET(POSTFIELDSIZE_LARGE, (gc_fetch_priv_off)given->body_size);
        GC_FETCH_PRIV_SET(POSTFIELDS, (const char *)given->body);
    }

    if (strcmp(given->method, "HEAD") == 0) {
        GC_FETCH_PRIV_SET(NOBODY, 1L);
    } else if (!post && (bodied || strcmp(given->method, "GET") != 0)) {
        // libcurl takes the body for a POST's, and would drop it at a 301 or 302 but keep the
        // method: bits 1 and 2 forbid that.
        GC_FETCH_PRIV_SET(CUSTOMREQUEST, given->method);
        GC_FETCH_PRIV_SET(POSTREDIR, 3L);
    }

    return code;
}

// Sets up a handle for the transfer, and hands it to libcurl.
static int gc_fetch_priv_curl_start(void *user, gc_fetch_transfer *t, const gc_fetch_job *given) {
    gc_fetch *f = (gc_fetch *)user;
    gc_fetch_priv_curl_job *job = &f->curl_jobs[given->slot];
    if (!job->easy) job->easy = GC_FETCH_PRIV_LIB(easy_init)();
    if (!job->easy) return GC_FETCH_E_MEMORY;
    gc_fetch_priv_easy *easy = job->easy;

    // Nothing is left of the transfer before.
    job->skip = 0;
    job->sent = 0;
    job->upload_at = 0;
    job->head_bytes = 0;
    job->status = 0;
    gc_fetch_priv_curl_head_clear(job);
    job->redirects = 0;
    job->error[0] = 0;

    // Headers, and the range that is asked for.
    if (!gc_fetch_priv_curl_list(t, true, &job->headers)) {
        gc_fetch_priv_curl_drop_lists(job);
        return GC_FETCH_E_MEMORY;
    }
    char range[48] = "";
    if (t->ranged) {
        gc_fetch_priv_append_number(range, sizeof range, t->first, 10, 1);
        gc_fetch_priv_append(range, sizeof range, "-");
        if (t->end != UINT64_MAX) gc_fetch_priv_append_number(range, sizeof range, t->end - 1, 10, 1);
    }

    // A handle that is ready for plain GETs serves the next one as it is.
    job->transfer = t;
    bool plain = !given->body_size && !given->uploads && strcmp(given->method, "GET") == 0;
    bool once = given->uploads && !t->request->given.repeatable;    // not on a connection that may be dead
    bool secure = gc_fetch_priv_scheme_is(given->url, "https");
    uint32_t connect_ms = given->connect_timeout_ms;
    int code = 0;
    if (!job->prepared || !job->plain || !plain || secure != job->secure) {
        code = gc_fetch_priv_curl_prepare(f, job, given, secure);
    }
    job->plain = plain;

    // What has come into its buffer is no longer on the line, either.
    uint64_t buffer = f->desc.rate_limit ? f->desc.rate_limit / 256 : (uint64_t)GC_FETCH_PRIV_RECEIVE_SIZE;
    if (buffer < GC_FETCH_PRIV_RECEIVE_LEAST) buffer = GC_FETCH_PRIV_RECEIVE_LEAST;
    if (buffer > GC_FETCH_PRIV_RECEIVE_SIZE) buffer = GC_FETCH_PRIV_RECEIVE_SIZE;
    // A wish: libcurl 7.73 to 8.6 refuse it while a transfer's buffer is still there, and may
    // keep that until the next one.
    (void)GC_FETCH_PRIV_LIB(easy_setopt)(easy, GC_FETCH_PRIV_C(CURLOPT_BUFFERSIZE), (long)buffer);
    GC_FETCH_PRIV_SET(URL, given->url);
    GC_FETCH_PRIV_SET(HTTPHEADER, job->headers);
    GC_FETCH_PRIV_SET(RANGE, t->ranged ? range : NULL);
    GC_FETCH_PRIV_SET(ACCEPT_ENCODING, given->compressed ? "" : NULL);      // "": all that it can decode
    GC_FETCH_PRIV_SET(FRESH_CONNECT, t->request->fresh_only || once ? 1L : 0L);
    GC_FETCH_PRIV_SET(CONNECTTIMEOUT_MS, connect_ms < INT32_MAX ? (long)connect_ms : (long)INT32_MAX);
    // What the caller sets there is for this transfer alone.
    if (code == 0 && f->desc.setup) f->desc.setup(f->desc.user, (void *)easy, t->request->given.tag);
    job->prepared = code == 0 && !f->desc.setup;

    if (code == 0 && GC_FETCH_PRIV_LIB(multi_add_handle)(f->multi, easy) == 0) {
        f->curl_fresh = true;
        return GC_FETCH_OK;
    }

    gc_fetch_priv_curl_drop_lists(job);
    job->transfer = NULL;
    int result = code == GC_FETCH_PRIV_C(CURLE_OUT_OF_MEMORY) ? GC_FETCH_E_MEMORY : GC_FETCH_E_TRANSPORT;
    if (code) gc_fetch_priv_fail(t, result, 0, GC_FETCH_PRIV_LIB(easy_strerror)(GC_FETCH_PRIV_CODE(code)));
    return result;
}
#undef GC_FETCH_PRIV_SET
#undef GC_FETCH_PRIV_SET_NUMBER

static void gc_fetch_priv_curl_stop(void *user, gc_fetch_transfer *t) {
    gc_fetch *f = (gc_fetch *)user;
    gc_fetch_priv_curl_forget(f, &f->curl_jobs[t->job.slot]);
}

static void gc_fetch_priv_curl_pause(void *user, gc_fetch_transfer *t, bool paused) {
    gc_fetch *f = (gc_fetch *)user;
    f->curl_fresh = true;
    int bits = paused ? GC_FETCH_PRIV_C(CURLPAUSE_RECV) : GC_FETCH_PRIV_C(CURLPAUSE_CONT);
    GC_FETCH_PRIV_LIB(easy_pause)(f->curl_jobs[t->job.slot].easy, bits);
}

// libcurl has ended a transfer: how, and what of it is ours to judge.
static void gc_fetch_priv_curl_done(gc_fetch *f, gc_fetch_priv_curl_job *job, int code) {
    gc_fetch_transfer *t = job->transfer;
    uint64_t now = gc_fetch_priv_clock(f), interval = now - f->ended_ms < 1000 ? now - f->ended_ms : 1000;
    f->ended_ms = now;
    f->interval_16ms += (uint32_t)interval - f->interval_16ms / 16;

    // What has happened?
    gc_fetch_outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    bool followed = gc_fetch_priv_curl_followed(job);
    gc_fetch_priv_curl_judge(f, job, code, job->head_ended && !followed, &outcome);

    // Bytes that stand where a status line should be may be left over from another request's
    // answer. The request gets a connection of its own then, once.
    long connects = 1;
    if (outcome.result == GC_FETCH_E_PROTOCOL && job->status == 0 && !t->request->fresh_only) {
        GC_FETCH_PRIV_LIB(easy_getinfo)(job->easy, GC_FETCH_PRIV_C(CURLINFO_NUM_CONNECTS), &connects);
    }
    if (connects == 0) {
        t->request->fresh_only = true;
        outcome.result = GC_FETCH_E_NETWORK;
        outcome.detail = "no HTTP on a connection that was used before";
    }

    if (code != 0 && (outcome.result == GC_FETCH_E_CONNECT || outcome.result == GC_FETCH_E_NETWORK)) {
        long error = 0;
        GC_FETCH_PRIV_LIB(easy_getinfo)(job->easy, GC_FETCH_PRIV_C(CURLINFO_OS_ERRNO), &error);
        outcome.system_error = (int)error;
    }

    // An empty body, or none at all. Less than a whole head is no response.
    if (!t->responded && (!followed || outcome.result == GC_FETCH_E_REDIRECT) &&
        (job->head_ended || t->failure)) {
        // Of a HEAD it is what a GET would bring. Of a body that is announced nothing has come.
        bool bodied = t->request->head_only || (code == 0 && job->status / 100 == 2 && job->status != 204);
        bool told = bodied && job->length_said && !job->chunked;
        uint64_t length = t->request->head_only || code != 0 ? UINT64_MAX : 0;
        gc_fetch_priv_curl_respond(job, told ? job->length : length);
    }

    if (t->responded && job->status >= 300) outcome.retry_after_ms = gc_fetch_priv_curl_retry_after(job);

    gc_fetch_priv_curl_forget(f, job);
    gc_fetch_finish(t, &outcome);
}

// A transfer that sends is not idle.
static void gc_fetch_priv_curl_watch_uploads(gc_fetch *f) {
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        gc_fetch_priv_curl_job *job = &f->curl_jobs[i];
        gc_fetch_priv_off sent = 0;
        if (!job->transfer || job->plain || job->transfer->responded) continue;
        GC_FETCH_PRIV_LIB(easy_getinfo)(job->easy, GC_FETCH_PRIV_C(CURLINFO_SIZE_UPLOAD_T), &sent);
        if (sent != job->sent) job->transfer->active_ms = gc_fetch_priv_clock(f);
        job->sent = sent;
    }
}

// Data trickles in: looking after all sockets once per nap instead of after each packet saves
// processor time. No nap in the tail, and none with few transfers, where each wait counts. Nor
// is it longer than the usual time between the ends of two transfers, so that less than half a
// transfer on average waits for a look to be used again, however small the files are. And none
// in the time that a caller of gc_fetch_pump has given. (Figures: bench/RESULTS.md.)
static uint64_t gc_fetch_priv_curl_nap(const gc_fetch *f) {
    uint64_t nap = f->interval_16ms / 16;
#if defined(_WIN32)
    return 0;           // the least sleep takes up to 16 ms there
#endif
    if (f->desc.no_thread) return 0;
    if (f->curl_flows || f->running < GC_FETCH_PRIV_NAP_RUNNING || !gc_fetch_priv_waiting(f)) return 0;
    if (nap > GC_FETCH_PRIV_NAP_MOST_MS) nap = GC_FETCH_PRIV_NAP_MOST_MS;
    return nap;
}

// Moves all that is ready, waits if nothing is, and ends the transfers that are over.
static int gc_fetch_priv_curl_pump(void *user, int timeout_ms) {
    gc_fetch *f = (gc_fetch *)user;
    int running = 0, left = 0;

#if !defined(_WIN32)
    gc_fetch_priv_curl_limit(f);
#endif

    // libcurl must be told of new transfers before it can wait; and with nothing running, poll
    // would sleep its whole time.
    if ((f->curl_fresh || timeout_ms == 0) && GC_FETCH_PRIV_LIB(multi_perform)(f->multi, &running) != 0) {
        return GC_FETCH_E_TRANSPORT;
    }
    f->curl_fresh = false;
    // What was refused just now is offered again soon.
    if (f->refused && timeout_ms > GC_FETCH_PRIV_OFFER_MS) timeout_ms = GC_FETCH_PRIV_OFFER_MS;

    // Nothing has ended: wait for sockets, then move bytes.
    gc_fetch_priv_message *message = GC_FETCH_PRIV_LIB(multi_info_read)(f->multi, &left);
    if (!message && timeout_ms > 0) {
        gc_fetch_priv_announce(f);
        if (GC_FETCH_PRIV_LIB(multi_poll)(f->multi, NULL, 0, timeout_ms, NULL) != 0) {
            return GC_FETCH_E_TRANSPORT;
        }
        uint64_t nap = gc_fetch_priv_curl_nap(f);
        if (nap) gc_fetch_priv_sleep_ms(nap);
        f->curl_flows = false;
        for (uint32_t i = 0; i < f->desc.parallel; i++) f->curl_jobs[i].burst = 0;
        if (GC_FETCH_PRIV_LIB(multi_perform)(f->multi, &running) != 0) return GC_FETCH_E_TRANSPORT;
        message = GC_FETCH_PRIV_LIB(multi_info_read)(f->multi, &left);
    }

    // Transfers that are over.
    for (; message; message = GC_FETCH_PRIV_LIB(multi_info_read)(f->multi, &left)) {
        if (message->msg != GC_FETCH_PRIV_C(CURLMSG_DONE)) continue;
        char *job = NULL;
        int code = (int)message->data.result;
        GC_FETCH_PRIV_LIB(easy_getinfo)(message->easy_handle, GC_FETCH_PRIV_C(CURLINFO_PRIVATE), &job);
        gc_fetch_priv_curl_done(f, (gc_fetch_priv_curl_job *)(void *)job, code);
    }

    gc_fetch_priv_curl_watch_uploads(f);
    return GC_FETCH_OK;
}

static void gc_fetch_priv_curl_wake(void *user) {
    GC_FETCH_PRIV_LIB(multi_wakeup)(((gc_fetch *)user)->multi);
}

// curl_global_init is thread-safe only since 7.84, so it is counted here.
static gc_fetch_priv_mutex gc_fetch_priv_curl_mutex = GC_FETCH_PRIV_MUTEX_INIT;
static unsigned gc_fetch_priv_curl_users;

// E_SCHEME: there is no libcurl to load.
static int gc_fetch_priv_curl_acquire(gc_fetch *f) {
    int result = GC_FETCH_OK;
    gc_fetch_priv_sys_lock(&gc_fetch_priv_curl_mutex);

    if (!gc_fetch_priv_curl_load()) {
        result = GC_FETCH_E_SCHEME;
    } else if (!f->desc.no_global_init) {
        bool ok = gc_fetch_priv_curl_users > 0 ||
                  GC_FETCH_PRIV_LIB(global_init)(GC_FETCH_PRIV_C(CURL_GLOBAL_DEFAULT)) == 0;
        f->curl_initialised = ok;
        gc_fetch_priv_curl_users += ok;
        if (!ok) result = GC_FETCH_E_TRANSPORT;
    }

    gc_fetch_priv_sys_unlock(&gc_fetch_priv_curl_mutex);
    return result;
}

static void gc_fetch_priv_curl_release(gc_fetch *f) {
    if (!f->curl_initialised) return;
    gc_fetch_priv_sys_lock(&gc_fetch_priv_curl_mutex);
    if (--gc_fetch_priv_curl_users == 0) GC_FETCH_PRIV_LIB(global_cleanup)();
    gc_fetch_priv_sys_unlock(&gc_fetch_priv_curl_mutex);
}

// Makes the transport of http: and https:, where there is a libcurl.
static int gc_fetch_priv_curl_open(gc_fetch *f) {
    int result = gc_fetch_priv_curl_acquire(f);
    if (result == GC_FETCH_E_SCHEME) return GC_FETCH_OK;    // without this transport
    if (result != GC_FETCH_OK) return result;

    size_t size = f->desc.parallel * sizeof(gc_fetch_priv_curl_job);
    f->curl_jobs = (gc_fetch_priv_curl_job *)gc_fetch_priv_alloc(f, size);
    if (!f->curl_jobs) return GC_FETCH_E_MEMORY;
    memset(f->curl_jobs, 0, size);
    f->multi = GC_FETCH_PRIV_LIB(multi_init)();
    if (!f->multi) return GC_FETCH_E_TRANSPORT;

    // A reply whose first header line is folded (" Date: x") makes libcurl 7.83.0 to 8.0.1
    // write into freed memory when the handle has been used before (curl/curl #11101); up to
    // 8.2.1 it goes wrong in other ways (#11605). A new handle for each transfer takes 1.5 us;
    // connections belong to the multi handle. The version that runs counts, not the headers'.
    unsigned version = GC_FETCH_PRIV_LIB(version_info)(GC_FETCH_PRIV_C(CURLVERSION_FIRST))->version_num;
    f->curl_once = version >= 0x075300 && version <= 0x080201;
    // A cache smaller than the number of transfers closes living connections.
    long connections = (long)f->desc.parallel + 4;

    GC_FETCH_PRIV_LIB(multi_setopt)(f->multi, GC_FETCH_PRIV_C(CURLMOPT_MAXCONNECTS), connections);

    // Without a cap everything would go through one connection, at the speed of one.
    if (f->desc.http2_streams) {
        long streams = f->desc.http2_streams < 1000 ? (long)f->desc.http2_streams : 1000;
        GC_FETCH_PRIV_LIB(multi_setopt)(f->multi, GC_FETCH_PRIV_C(CURLMOPT_MAX_CONCURRENT_STREAMS), streams);
    }

    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        f->curl_jobs[i].easy = GC_FETCH_PRIV_LIB(easy_init)();
        if (!f->curl_jobs[i].easy) return GC_FETCH_E_MEMORY;
    }

    gc_fetch_transport *transport = &f->transports[GC_FETCH_PRIV_CURL];
    transport->user = f;
    transport->start = gc_fetch_priv_curl_start;
    transport->stop = gc_fetch_priv_curl_stop;
    transport->pause = gc_fetch_priv_curl_pause;
    transport->pump = gc_fetch_priv_curl_pump;
    transport->wake = gc_fetch_priv_curl_wake;
    transport->uploads = true;
    return GC_FETCH_OK;
}

// Frees all that open has made; nothing may run.
static void gc_fetch_priv_curl_close(gc_fetch *f) {
    if (f->curl_jobs) {
        for (uint32_t i = 0; i < f->desc.parallel; i++) {
            gc_fetch_priv_curl_job *job = &f->curl_jobs[i];
            if (job->transfer) gc_fetch_priv_curl_forget(f, job);
            if (job->easy) GC_FETCH_PRIV_LIB(easy_cleanup)(job->easy);
            gc_fetch_priv_release(f, job->lines, job->lines_capacity);
        }
        gc_fetch_priv_release(f, f->curl_jobs, f->desc.parallel * sizeof(gc_fetch_priv_curl_job));
    }

    if (f->multi) GC_FETCH_PRIV_LIB(multi_cleanup)(f->multi);
    gc_fetch_priv_curl_release(f);
}

#endif // GC_FETCH_NO_CURL

// >>loop the network thread's turn

// Takes a request out of the queue, wherever it waits.
static void gc_fetch_priv_unqueue(gc_fetch *f, gc_fetch_priv_slot *s) {
    if (s->state == GC_FETCH_PRIV_WAITING) gc_fetch_priv_queue_remove(f, s);
    if (s->state == GC_FETCH_PRIV_DELAYED) gc_fetch_priv_heap_remove(f, GC_FETCH_PRIV_DUE, s);
    if (s == f->looking) gc_fetch_priv_look_stop(f);
    else if (s->state == GC_FETCH_PRIV_UNSEEN) gc_fetch_priv_heap_remove(f, GC_FETCH_PRIV_LOOK, s);
}

static void gc_fetch_priv_control_pause(gc_fetch *f, gc_fetch_priv_slot *s, bool pause) {
    f->hosts_full = false;          // a paused one gives its place

    // A running one: its time limits rest, and its transports.
    if (s->state == GC_FETCH_PRIV_RUNNING && s->paused != pause) {
        s->paused = pause;
        for (uint32_t i = 0; i < f->desc.parallel; i++) {
            gc_fetch_transfer *t = &f->transfers[i];
            if (t->request != s) continue;
            t->active_ms = gc_fetch_priv_clock(f);
            if (pause || !t->stalled) gc_fetch_priv_transport_pause(f, t, pause);
        }
        return;
    }

    // One that waits leaves its list, and comes back. The time that the server asked for holds.
    if (pause && s->state != GC_FETCH_PRIV_RUNNING && s->state != GC_FETCH_PRIV_HELD) {
        gc_fetch_priv_unqueue(f, s);
        s->state = GC_FETCH_PRIV_HELD;
        s->paused = true;
    } else if (!pause && s->state == GC_FETCH_PRIV_HELD) {
        s->paused = false;
        if (!s->parked && s->due_ms > gc_fetch_priv_clock(f)) gc_fetch_priv_postpone(f, s);
        else gc_fetch_priv_queue_push(f, s);
    }
}

// Ends a request for good, wherever it is.
static void gc_fetch_priv_give_up(gc_fetch *f, gc_fetch_priv_slot *s, int result, int system_error,
                                  const char *text) {
    if (s->state == GC_FETCH_PRIV_RUNNING) {
        s->given.attempts = s->attempt;
        gc_fetch_priv_conclude(f, s->body, result, system_error, 0, text);
        return;
    }

    gc_fetch_priv_unqueue(f, s);
    if (s->parked) gc_fetch_priv_parked_drop(f, s, gc_fetch_priv_keeps(&s->parked->body, result));
    gc_fetch_priv_tell(f, s, result, 0, system_error, text);
    gc_fetch_priv_finish_request(f, s, result);
}

// Does what a request was asked since the last look; cancel comes last.
static void gc_fetch_priv_control(gc_fetch *f, gc_fetch_priv_slot *s, int bits, int32_t priority) {
    if (bits & GC_FETCH_PRIV_DO_PRIORITY) gc_fetch_priv_prioritize(f, s, priority);
    if (bits & GC_FETCH_PRIV_DO_PAUSE) gc_fetch_priv_control_pause(f, s, true);
    if (bits & GC_FETCH_PRIV_DO_RESUME) gc_fetch_priv_control_pause(f, s, false);
    if (bits & GC_FETCH_PRIV_DO_CANCEL) gc_fetch_priv_give_up(f, s, GC_FETCH_E_CANCELLED, 0, NULL);
}

// What has been added and asked. A request that is asked something has been added before: it
// leaves the inbox in the same look.
static void gc_fetch_priv_take_inbox(gc_fetch *f) {
    gc_fetch_priv_lock(f);
    gc_fetch_priv_slot *asked = f->controls, *added = f->inbox;
    f->controls = f->inbox = NULL;
    f->wake_sent = false;
    f->desc.rate_limit = f->rate_limit;
    bool limits = f->limits_changed;
    uint32_t slots = f->slot_count;
    gc_fetch_priv_unlock(f);
    if (limits) gc_fetch_priv_take_limits(f);
    bool room = gc_fetch_priv_heaps_reserve(f, slots);

    // The oldest first.
    gc_fetch_priv_slot *oldest = NULL;
    while (added) {
        gc_fetch_priv_slot *next = added->next_inbox;
        added->next_inbox = oldest;
        oldest = added;
        added = next;
    }
    while (oldest) {
        gc_fetch_priv_slot *next = oldest->next_inbox;
        if (room) {
            if (oldest->deadline_at_ms) gc_fetch_priv_heap_add(f, GC_FETCH_PRIV_DEADLINE, oldest);
            gc_fetch_priv_queue_push(f, oldest);
        } else {
            oldest->deadline_at_ms = 0;
            oldest->state = GC_FETCH_PRIV_HELD;         // in no list
            gc_fetch_priv_give_up(f, oldest, GC_FETCH_E_MEMORY, 0, NULL);
        }
        oldest = next;
    }

    while (asked) {
        gc_fetch_priv_lock(f);
        gc_fetch_priv_slot *s = asked;
        int bits = s->control_bits;
        int32_t priority = s->wanted_priority;
        bool orphaned = s->orphaned, finished = s->state == GC_FETCH_PRIV_FINISHED;
        asked = s->next_control;
        s->control_bits = 0;
        if (orphaned) gc_fetch_priv_slot_give(f, s);
        gc_fetch_priv_unlock(f);        // a finished one may be polled and freed from here on
        if (!orphaned && !finished) gc_fetch_priv_control(f, s, bits, priority);
    }
}

// May another body come into memory? If not, whoever polls some wakes this thread. Where
// nothing runs, and nothing is to be polled, bodies hold it all that have given their places.
static bool gc_fetch_priv_has_room(gc_fetch *f) {
    gc_fetch_priv_lock(f);
    const gc_fetch_statistics *all = &f->statistics;
    bool ends = f->active || f->outstanding + all->done + all->failed > all->added;
    bool full = f->memory_full = ends && f->memory_held >= f->desc.memory_limit;
    gc_fetch_priv_unlock(f);
    return !full;
}

// Requests whose deadline has come.
static void gc_fetch_priv_check_deadlines(gc_fetch *f) {
    gc_fetch_priv_slot **heap = f->heaps[GC_FETCH_PRIV_DEADLINE], *s;
    const uint32_t *count = &f->heap_counts[GC_FETCH_PRIV_DEADLINE];
    uint64_t now = *count ? gc_fetch_priv_clock(f) : 0;
    while (*count && (s = heap[0])->deadline_at_ms <= now) {
        gc_fetch_priv_give_up(f, s, GC_FETCH_E_TIMED_OUT, 0, "deadline_ms are over");
    }
}

// A running body's part in `top` and `reserve`.
static void gc_fetch_priv_count_reserve(gc_fetch *f, const gc_fetch_priv_body *b) {
    const gc_fetch_request *request = &b->request->given;
    if (!b->runs || b->request->paused) return;
    uint64_t left = b->headed ? gc_fetch_priv_left(b) : request->size;
    if (!b->headed && !b->request->sized) left = GC_FETCH_PRIV_SPLIT_SIZE;
    f->reserve += left < UINT32_MAX ? left : UINT32_MAX;
    if (request->priority > f->top) f->top = request->priority;
}

// Starts what may start: retries that are due, ranges, requests that wait, and ranges for idle
// transfers.
static void gc_fetch_priv_start_some(gc_fetch *f) {
    // Retries that are due wait like new ones.
    const uint32_t *delayed = &f->heap_counts[GC_FETCH_PRIV_DUE];
    uint64_t now = *delayed ? gc_fetch_priv_clock(f) : 0;
    while (*delayed && f->heaps[GC_FETCH_PRIV_DUE][0]->due_ms <= now) {
        gc_fetch_priv_slot *s = f->heaps[GC_FETCH_PRIV_DUE][0];
        gc_fetch_priv_heap_remove(f, GC_FETCH_PRIV_DUE, s);
        gc_fetch_priv_queue_push(f, s);
    }

    // While there is no room, nothing.
    f->more_to_start = false;
    f->scarce = false;
    if (gc_fetch_priv_still_full(f)) return;

    // One range of each body; the others are for idle transfers.
    gc_fetch_priv_start_holes(f, false);

    // As many as there are transfers: a turn is bounded even where each start fails at once.
    uint32_t starts = 0;
    while (!f->held && gc_fetch_priv_waiting(f)) {
        // Half of the transfers on the largest: bench/RESULTS.md has other shares.
        bool large = f->active_large * 2 < f->desc.parallel;
        int heap = large ? GC_FETCH_PRIV_LARGE : GC_FETCH_PRIV_SMALL;
        gc_fetch_priv_slot *s = f->hosts_full ? NULL : gc_fetch_priv_queue_first(f, heap);
        if (!s) break;

        f->more_to_start = starts++ == f->desc.parallel;
        if (f->more_to_start || !gc_fetch_priv_has_room(f)) break;
        uint64_t enough = 2 * f->line_rate * f->head_16ms / 16000;
        if (f->reserve > enough && gc_fetch_priv_behind(f, s, f->top)) break;
        if (!gc_fetch_priv_make_place(f, s, true)) break;
        if (s->parked && f->hole_count == f->hole_capacity) break;
        int error = gc_fetch_priv_no_room(f, s);
        if (error && gc_fetch_priv_gives_way(f, s, error)) break;
        if (error) {
            gc_fetch_priv_give_up(f, s, GC_FETCH_E_WRITE, error, s->given.path);
            continue;
        }

        s->from_large = large;
        gc_fetch_priv_queue_remove(f, s);
        gc_fetch_priv_body *b = gc_fetch_priv_start(f, s);
        if (b->request) gc_fetch_priv_count_reserve(f, b);
    }

    // Idle transfers help.
    if (f->more_to_start || f->held) return;
    gc_fetch_priv_start_holes(f, true);
    while (!f->desc.no_split && !f->held && f->running && f->running < f->places &&
           (!gc_fetch_priv_waiting(f) || f->hosts_full) && gc_fetch_priv_split(f)) {}
}

// Is a time limit over? UINT32_MAX is none.
static bool gc_fetch_priv_over(uint64_t passed, uint32_t limit_ms) {
    return limit_ms != UINT32_MAX && passed >= limit_ms;
}

// Has a body come more slowly than min_rate since the last look? There is one each
// idle_timeout_ms; while the request is paused or its sink takes less, the time starts again.
static bool gc_fetch_priv_too_slow(gc_fetch *f, gc_fetch_priv_body *b, uint64_t now) {
    const gc_fetch_request *request = &b->request->given;
    bool rests = b->stalled || b->request->paused || b->complete || !b->runs || f->held;
    b->stalled = false;
    if (request->min_rate == UINT32_MAX || !b->rate_ms) return false;
    uint64_t passed = now - b->rate_ms, come = b->received + b->sent - b->rate_moved;
    if (!rests && !gc_fetch_priv_over(passed, request->idle_timeout_ms)) return false;
    b->rate_ms = now;
    b->rate_moved = b->received + b->sent;
    return !rests && come * 1000 < (uint64_t)request->min_rate * passed;
}

// An attempt is too slow. One that can go on from its holes does that, as often as it may be
// tried.
static void gc_fetch_priv_interrupt(gc_fetch *f, gc_fetch_priv_body *b) {
    static const char text[] = "slower than min_rate";
    gc_fetch_priv_slot *s = b->request;
    if (!b->resumable || !b->headed || !b->runs) {
        gc_fetch_priv_conclude(f, b, GC_FETCH_E_TIMED_OUT, 0, 0, text);
        return;
    }
    for (uint32_t i = 0; i < f->desc.parallel && b->request == s; i++) {
        gc_fetch_transfer *t = &f->transfers[i];
        if (t->request != s) continue;
        t->uncredited = true;
        gc_fetch_priv_stop(f, t, GC_FETCH_E_TIMED_OUT, text);
    }
}

// Notes twice a second how much has come. After a rest the speed is counted anew.
static void gc_fetch_priv_note_speed(gc_fetch *f, uint64_t now) {
    uint64_t passed = now - f->marks[0].ms;
    if (passed < GC_FETCH_PRIV_MARK_MS) return;
    gc_fetch_priv_lock(f);
    for (int i = GC_FETCH_PRIV_MARKS - 1; i > 0; i--) f->marks[i] = f->marks[i - 1];
    for (int i = 0; i < GC_FETCH_PRIV_MARKS && (i == 0 || passed > 2 * GC_FETCH_PRIV_MARK_MS); i++) {
        f->marks[i].ms = now;
        f->marks[i].received = f->statistics.received;
    }
    gc_fetch_priv_unlock(f);
}

// Where a server limits each connection, a body that leads would leave the line idle. So a
// quarter of a second after some have fallen behind, and again each half minute, all share the
// line for two such times; and if less than half comes with one that leads, none does until
// then. The first times of either way do not count: the system's buffers become empty, or full.
static void gc_fetch_priv_check_share(gc_fetch *f, uint64_t now) {
    uint64_t passed = now - f->share_ms, come = f->statistics.received - f->share_received;
    if (passed < GC_FETCH_PRIV_SHARE_MS) return;
    bool rested = passed > 2 * GC_FETCH_PRIV_SHARE_MS, led = f->led && !rested;
    f->line_rate = come * 1000 / passed;

    if (!led || !f->share_turns) {
        f->shared_rate = rested || f->led_before ? 0 : f->line_rate;
        if (!f->share_turns && led) f->shared_rate = f->line_rate;
        f->share_turns = led ? (uint32_t)GC_FETCH_PRIV_SHARE_TURNS : 2u;
        f->all_share = false;
    } else {
        bool counts = f->share_turns > 1 && f->share_turns < GC_FETCH_PRIV_SHARE_TURNS - 4;
        if (counts && f->led_before && f->line_rate < f->shared_rate / 2) f->all_share = true;
        f->share_turns--;
    }
    f->share_ms = now;
    f->share_received = f->statistics.received;
    f->led_before = led;
    f->led = false;
}

// Does a transfer bring what would come later where others are read?
static bool gc_fetch_priv_leads(const gc_fetch_transfer *t, uint64_t now) {
    bool brings = t->stalled ? t->held_back : now - t->active_ms < GC_FETCH_PRIV_LEAD_MS;
    return brings && t->confirmed && !t->request->paused &&
           gc_fetch_priv_left(t->body) > GC_FETCH_PRIV_LEAD_LEAST;
}

// How long a transfer may bring nothing: not long, if there is another host.
static uint32_t gc_fetch_priv_idle_ms(const gc_fetch_transfer *t) {
    const gc_fetch_priv_slot *s = t->request;
    uint32_t others = ((1u << s->sources) - 1) & ~(s->shunned | 1u << t->source);
    uint32_t most = s->given.idle_timeout_ms, soon = GC_FETCH_PRIV_MIRROR_MS + t->fetch->head_16ms;
    return others && most > soon ? soon : most;
}

// Would another host bring the rest of a transfer much sooner?
static bool gc_fetch_priv_lags(const gc_fetch *f, const gc_fetch_transfer *t, uint64_t now) {
    const gc_fetch_priv_slot *s = t->request;
    uint64_t passed = now - t->responded_ms, end = gc_fetch_priv_end_of(t);
    if (s->sources < 2 || !t->confirmed || end == UINT64_MAX) return false;
    if (passed < GC_FETCH_PRIV_MIRROR_MS / 2) return false;
    uint64_t rate = (t->offset - t->first) / passed + 1;
    if ((end - t->offset) / rate < GC_FETCH_PRIV_MIRROR_MS) return false;
    for (uint32_t i = 0; i < s->sources; i++) {
        uint64_t host = gc_fetch_priv_source_host(s, i);
        if (s->shunned >> i & 1 || host == t->host) continue;
        if (gc_fetch_priv_host_rate(f, host, now) / 8 > rate) return true;
    }
    return false;
}

// Time limits, and sinks that took less, which are asked again after GC_FETCH_PRIV_OFFER_MS.
static void gc_fetch_priv_check_transfers(gc_fetch *f) {
    uint64_t now = gc_fetch_priv_clock(f);
    if (f->active) gc_fetch_priv_note_speed(f, now);
    gc_fetch_priv_check_share(f, now);
    f->lead = INT64_MIN;
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        gc_fetch_transfer *t = &f->transfers[i];
        gc_fetch_priv_slot *s = t->request;
        if (!s) continue;
        if (s->given.priority > f->lead && gc_fetch_priv_leads(t, now)) f->lead = s->given.priority;

        if (s->paused) {
            t->active_ms = now;
        } else if (t->stalled) {
            t->active_ms = now;
            t->body->stalled = true;
            bool full = f->held && s->given.sink == GC_FETCH_FILE;
            if (full || now - t->offered_ms < GC_FETCH_PRIV_OFFER_MS) continue;
            t->stalled = false;
            gc_fetch_priv_transport_pause(f, t, false);
        } else if (gc_fetch_priv_over(now - t->active_ms, gc_fetch_priv_idle_ms(t))) {
            gc_fetch_priv_stop(f, t, GC_FETCH_E_TIMED_OUT, "no data");
        } else if (gc_fetch_priv_lags(f, t, now)) {
            gc_fetch_priv_stop(f, t, GC_FETCH_E_TIMED_OUT, "much slower than a mirror");
        }
    }

    gc_fetch_priv_check_deadlines(f);

    // The file that has to go, and limits of whole attempts.
    f->reserve = 0;
    f->top = INT64_MIN;
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        gc_fetch_priv_body *b = &f->bodies[i];
        if (b->request) gc_fetch_priv_count_reserve(f, b);
        if (b->request && b->no_room) {
            gc_fetch_priv_conclude(f, b, GC_FETCH_E_WRITE, b->no_room, 0, b->request->given.path);
        }
        if (b->request && gc_fetch_priv_too_slow(f, b, now)) gc_fetch_priv_interrupt(f, b);
        if (b->request && gc_fetch_priv_over(b->refused_ms, b->request->given.sink_timeout_ms)) {
            gc_fetch_priv_conclude(f, b, GC_FETCH_E_SINK, 0, 0, "nothing taken or given for sink_timeout_ms");
        }
    }
}

static uint64_t gc_fetch_priv_sooner(uint64_t wait, uint64_t now, uint64_t due) {
    uint64_t left = due > now ? due - now : 0;
    return left < wait ? left : wait;
}

// How long the loop may wait for the network: until the next retry, the next offer to a sink,
// or the next look at the time limits.
static uint64_t gc_fetch_priv_patience(gc_fetch *f) {
    uint64_t wait = f->active ? (uint64_t)GC_FETCH_PRIV_TICK_MS : UINT64_MAX, now = gc_fetch_priv_clock(f);
    if (f->hashing || f->more_to_start || gc_fetch_priv_looks(f)) return 0;
    bool wants = f->active || gc_fetch_priv_waiting(f) || f->hole_count;
    if (f->held && wants) wait = gc_fetch_priv_sooner(wait, now, f->held_at_ms + GC_FETCH_PRIV_HELD_MS);

    // Deadlines, and requests that wait for their retry.
    if (f->heap_counts[GC_FETCH_PRIV_DEADLINE]) {
        wait = gc_fetch_priv_sooner(wait, now, f->heaps[GC_FETCH_PRIV_DEADLINE][0]->deadline_at_ms);
    }
    if (f->heap_counts[GC_FETCH_PRIV_DUE]) {
        wait = gc_fetch_priv_sooner(wait, now, f->heaps[GC_FETCH_PRIV_DUE][0]->due_ms);
    }

    // Ranges that do, where there is room for them, and what runs.
    uint32_t holes = f->running < f->places && !f->held ? f->hole_count : 0;
    for (uint32_t i = 0; i < f->hole_capacity && holes; i++) {
        const gc_fetch_priv_hole *hole = &f->holes[i];
        holes -= hole->body != NULL;
        if (!gc_fetch_priv_hole_waits(hole) || !gc_fetch_priv_host_free(f, hole->body->request)) continue;
        wait = gc_fetch_priv_sooner(wait, now, hole->due_ms);
    }
    for (uint32_t i = 0; i < f->desc.parallel; i++) {
        const gc_fetch_transfer *t = &f->transfers[i];
        if (!t->request || t->request->paused) continue;
        bool full = f->held && t->request->given.sink == GC_FETCH_FILE;
        if (t->stalled && !full && wait > GC_FETCH_PRIV_OFFER_MS) wait = GC_FETCH_PRIV_OFFER_MS;
        if (!t->stalled && t->request->transport == GC_FETCH_PRIV_LOCAL) return 0;
        if (gc_fetch_priv_idle_ms(t) < wait) wait = gc_fetch_priv_idle_ms(t);
    }

    return wait;
}

// Every transport works once; the one that can wait for a socket waits.
static void gc_fetch_priv_pump_all(gc_fetch *f, uint64_t wait) {
    gc_fetch_transport *waiter = NULL;
    int waiters = 0;
    for (int i = 0; i < GC_FETCH_PRIV_TRANSPORTS; i++) {
        if (i == GC_FETCH_PRIV_LOCAL || !f->transport_running[i]) continue;
        waiter = &f->transports[i];
        waiters++;
    }

    if (waiters > 1 && wait > GC_FETCH_PRIV_OFFER_MS) wait = GC_FETCH_PRIV_OFFER_MS;

    // A waker must find the transport that waits. If something has come by now, nothing waits.
    gc_fetch_transfer *range;
    bool whole = f->active >= f->desc.parallel;
    int64_t above = INT64_MIN;
    if (whole || f->running >= f->places) {
        gc_fetch_priv_body *b = gc_fetch_priv_yielder(f, INT64_MAX, 0, whole, &range);
        if (!b) above = INT64_MAX;
        else if (!range && !b->request->paused) above = b->request->given.priority;
        int64_t least = gc_fetch_priv_least_urgent(f);
        if (above > INT64_MIN && above < least) above = least - 1;
    }
    gc_fetch_priv_lock(f);
    f->wake_above = above;
    if (f->inbox && f->inbox_priority > above) wait = 0;
    if (f->wake_sent || f->stop || (f->until_event && f->ring_count)) wait = 0;
    f->pumping = waiter ? waiter : &f->transports[GC_FETCH_PRIV_LOCAL];
    if (!waiter && wait && !f->desc.no_thread) gc_fetch_priv_condition_wait(f, &f->work, wait);
    gc_fetch_priv_unlock(f);

    if (!waiter && f->desc.no_thread && !f->desc.now_ms) {
        if (wait > GC_FETCH_PRIV_TICK_MS) wait = GC_FETCH_PRIV_TICK_MS;
        if (wait) gc_fetch_priv_sleep_ms(wait);
    }

    // They work. One that fails takes its transfers with it.
    f->refused = false;
    for (int i = 0; i < GC_FETCH_PRIV_TRANSPORTS; i++) {
        gc_fetch_transport *transport = &f->transports[i];
        if (!f->transport_running[i]) continue;
        int result = transport->pump(transport->user, transport == waiter ? (int)wait : 0);
        result = gc_fetch_priv_own_result(result);
        if (result == GC_FETCH_OK) continue;
        for (uint32_t j = 0; j < f->desc.parallel; j++) {
            gc_fetch_transfer *t = &f->transfers[j];
            if (t->request && t->request->transport == i) {
                gc_fetch_priv_stop(f, t, result, "the transport failed");
            }
        }
    }

    gc_fetch_priv_lock(f);
    f->pumping = NULL;
    gc_fetch_priv_unlock(f);
}

// One turn of everything: what has come, what may start, what the transports bring, and what
// can be done a piece at a time, so that the network never waits.
static void gc_fetch_priv_turn(gc_fetch *f, uint64_t wait) {
    gc_fetch_priv_take_inbox(f);
    gc_fetch_priv_start_some(f);

    // Events are told before a wait.
    uint64_t patience = gc_fetch_priv_patience(f);
    if (patience < wait) wait = patience;
    if (wait) gc_fetch_priv_announce(f);

    gc_fetch_priv_pump_all(f, wait);
    gc_fetch_priv_hash_some(f);
    gc_fetch_priv_look_some(f);
    gc_fetch_priv_check_transfers(f);
    gc_fetch_priv_announce(f);
}

// The network thread: turns until it is to stop.
GC_FETCH_PRIV_UNUSED static void *gc_fetch_priv_main(void *user) {
    gc_fetch *f = (gc_fetch *)user;
    for (;;) {
        gc_fetch_priv_lock(f);
        bool stop = f->stop;
        gc_fetch_priv_unlock(f);
        if (stop) return NULL;
        gc_fetch_priv_turn(f, UINT64_MAX);
    }
}

// The network thread waits for work, of no transport's.
static void gc_fetch_priv_wake_idle(void *user) { gc_fetch_priv_broadcast(&((gc_fetch *)user)->work); }

// Makes the network thread look at the inbox soon, once for any number of calls before that
// look. The caller wakes the transport that this returns once it has given the lock back: a
// wake may call gc_fetch_add, and who is woken wants the lock.
static gc_fetch_transport *gc_fetch_priv_wake(gc_fetch *f) {
    GC_FETCH_PRIV_LOCKED(f);
    if (f->wake_sent) return NULL;
    f->wake_sent = true;
    return f->pumping;
}

static void gc_fetch_priv_wake_transport(const gc_fetch_transport *transport) {
    if (transport && transport->wake) transport->wake(transport->user);
}

// Puts a request into the inbox, and wakes the network thread unless nothing can start.
static void gc_fetch_priv_enter(gc_fetch *f, gc_fetch_priv_slot *s) {
    gc_fetch_priv_lock(f);
    uint64_t key = f->shuffle_seed ^ (f->statistics.added * 0xd1342543de82ef95u);
    s->sequence = f->statistics.added++;
    s->shuffle = gc_fetch_priv_random(&key);
    s->live = true;
    gc_fetch_priv_count_left(f, s);
    s->next_inbox = f->inbox;
    f->inbox = s;
    if (!s->next_inbox || s->given.priority > f->inbox_priority) f->inbox_priority = s->given.priority;
    gc_fetch_transport *pumping = s->given.priority > f->wake_above ? gc_fetch_priv_wake(f) : NULL;
    gc_fetch_priv_unlock(f);
    gc_fetch_priv_wake_transport(pumping);
}

// >>public opening, adding, asking, polling, waiting

// Zeroed; NULL when out of memory.
static void *gc_fetch_priv_new(const gc_fetch_allocator *a, size_t size) {
    void *block = gc_fetch_priv_resize(a, NULL, 0, size);
    if (block) memset(block, 0, size);
    return block;
}

GC_FETCH_API void gc_fetch_close(gc_fetch *f) {
    if (!f) return;

    // The network thread goes first: everything is ours then.
    if (f->thread_runs) {
        gc_fetch_priv_lock(f);
        f->stop = true;
        gc_fetch_transport *pumping = f->pumping;
        gc_fetch_priv_unlock(f);
        gc_fetch_priv_wake_transport(pumping);
        gc_fetch_priv_thread_join(f->thread);
    }

    for (uint32_t i = 0; f->transfers && i < f->desc.parallel; i++) {
        gc_fetch_transfer *t = &f->transfers[i];
        if (t->request) gc_fetch_priv_transport_stop(f, t);
    }

    // Of files that are not complete only what the next run goes on from is left.
    for (uint32_t i = 0; f->bodies && i < f->desc.parallel; i++) {
        gc_fetch_priv_body *b = &f->bodies[i];
        if (!b->request) continue;
        if (b->part >= 0) gc_fetch_priv_part_save(f, b);
        gc_fetch_priv_part_sync(f, b);
        gc_fetch_priv_file_close(f, b, false, true);
    }

#ifndef GC_FETCH_NO_CURL
    gc_fetch_priv_curl_close(f);
#endif

    // What requests have allocated.
    for (uint32_t i = 0; i < f->used_slots; i++) {
        gc_fetch_priv_slot *s = gc_fetch_priv_slot_at(f, i);
        if (s->live && s->parked) {
            gc_fetch_priv_part_sync(f, &s->parked->body);
            gc_fetch_priv_parked_drop(f, s, true);
        } else if (s->live && s->attempt && s->state < GC_FETCH_PRIV_RUNNING) {
            gc_fetch_priv_part_settle(f, s);
        }
        if (s->live || s->told) gc_fetch_priv_slot_empty(f, s);
    }

    if (f->looking) gc_fetch_priv_look_stop(f);
    if (f->parts_fd >= 0) gc_fetch_priv_sys_close(f->parts_fd);
    if (f->root_fd >= 0) {
        gc_fetch_priv_sys_rmdir(f->root_fd, gc_fetch_priv_part_folder);     // if it is empty
        gc_fetch_priv_sys_close(f->root_fd);
    }
    gc_fetch_priv_end_locks(f);

    gc_fetch_allocator a = f->desc.allocator;
    gc_fetch_priv_release(f, f->heaps[0], f->heap_capacity * GC_FETCH_PRIV_ALL_HEAPS * sizeof(void *));
    gc_fetch_priv_release(f, f->read_buffer, GC_FETCH_PRIV_READ_SIZE);
    gc_fetch_priv_release(f, f->holes, f->hole_capacity * sizeof *f->holes);
    gc_fetch_priv_release(f, f->bodies, f->desc.parallel * sizeof *f->bodies);
    gc_fetch_priv_release(f, f->transfers, f->desc.parallel * sizeof *f->transfers);
    for (int i = 0; i < GC_FETCH_PRIV_BLOCKS; i++) {
        gc_fetch_priv_release(f, f->blocks[i].block, f->blocks[i].size);
    }
    gc_fetch_priv_release(f, f->ring, f->ring_size * sizeof *f->ring);
    gc_fetch_priv_release(f, f->texts, f->texts_size);
    gc_fetch_priv_resize(&a, f, sizeof *f, 0);
}

// Tells why, frees what is there, and returns NULL.
static gc_fetch *gc_fetch_priv_open_failed(gc_fetch *f, gc_fetch_error *error, int result, int system_error,
                                           const char *what) {
    if (error) {
        error->result = result;
        error->system_error = system_error;
        error->what[0] = 0;
        gc_fetch_priv_append(error->what, sizeof error->what, what);
    }
    gc_fetch_close(f);
    return NULL;
}

// Fills in the defaults. False: a field is out of range.
static bool gc_fetch_priv_resolve(const gc_fetch_desc *given, gc_fetch_desc *d) {
    if (given) *d = *given;
    else memset(d, 0, sizeof *d);
    const gc_fetch_transport *own = d->transport;
    if (d->parallel > GC_FETCH_PRIV_MAX_PARALLEL || d->max_requests > GC_FETCH_PRIV_MAX_REQUESTS) {
        return false;
    }
    if (d->order < GC_FETCH_ORDER_MIXED || d->order > GC_FETCH_ORDER_SHUFFLED) return false;
#ifdef GC_FETCH_NO_THREADS
    d->no_thread = true;
#endif
    if (d->now_ms && !d->no_thread) return false;
    if (own && (!own->start || !own->stop || !own->pause || !own->pump)) return false;

    if (!d->parallel) d->parallel = 16;
    if (!d->attempts) d->attempts = 4;
    if (!d->retry_delay_max_ms) d->retry_delay_max_ms = 10000;
    if (!d->connect_timeout_ms) d->connect_timeout_ms = 10000;
    if (!d->idle_timeout_ms) d->idle_timeout_ms = 30000;
    if (!d->min_rate) d->min_rate = 1000;
    if (!d->memory_limit) d->memory_limit = (uint64_t)256 << 20;
    if (!d->part_days) d->part_days = 7;
    if (!d->user_agent) d->user_agent = "gc_fetch/0.4";
    return true;
}

// Copies the texts of the desc into one block. False: out of memory.
static bool gc_fetch_priv_copy_texts(gc_fetch *f) {
    const char **texts[4] = {&f->desc.root, &f->desc.user_agent, &f->desc.proxy, &f->desc.ca_file};
    for (int i = 0; i < 4; i++) f->texts_size += *texts[i] ? strlen(*texts[i]) + 1 : 0;
    f->texts = (char *)gc_fetch_priv_new(&f->desc.allocator, f->texts_size);
    if (!f->texts) return false;

    char *at = f->texts;
    for (int i = 0; i < 4; i++) *texts[i] = gc_fetch_priv_copy_text(&at, *texts[i]);
    return true;
}

// Everything that open allocates. False: out of memory; close frees what is there.
static bool gc_fetch_priv_allocate(gc_fetch *f) {
    const gc_fetch_allocator *a = &f->desc.allocator;
    uint32_t parallel = f->desc.parallel;

    // Slots for those that can be outstanding, and those whose final events have been polled.
    uint32_t fixed = f->desc.max_requests;
    f->first_slots = fixed ? fixed + GC_FETCH_PRIV_BATCH : (uint32_t)GC_FETCH_PRIV_GROWS_FROM;
    bool there =
        gc_fetch_priv_slots_add(f, 0, f->first_slots) && gc_fetch_priv_heaps_reserve(f, f->slot_count);

    f->transfers = (gc_fetch_transfer *)gc_fetch_priv_new(a, parallel * sizeof *f->transfers);
    f->bodies = (gc_fetch_priv_body *)gc_fetch_priv_new(a, parallel * sizeof *f->bodies);
    f->hole_capacity = 2 * parallel + GC_FETCH_PRIV_PART_HOLES;
    f->holes = (gc_fetch_priv_hole *)gc_fetch_priv_new(a, f->hole_capacity * sizeof *f->holes);
    f->read_buffer = (uint8_t *)gc_fetch_priv_new(a, GC_FETCH_PRIV_READ_SIZE);
    return there && f->transfers && f->bodies && f->holes && f->read_buffer;
}

// The caller's transport, file: URLs, and libcurl where nobody else takes its URLs. A result.
static int gc_fetch_priv_open_transports(gc_fetch *f) {
    const gc_fetch_transport *own = f->desc.transport;
    if (own) {
        f->transports[GC_FETCH_PRIV_OWN] = *own;
        f->desc.transport = &f->transports[GC_FETCH_PRIV_OWN];
    }

    gc_fetch_transport *local = &f->transports[GC_FETCH_PRIV_LOCAL];
    local->user = f;
    local->start = gc_fetch_priv_local_start;
    local->stop = gc_fetch_priv_local_stop;
    local->pause = gc_fetch_priv_local_pause;
    local->pump = gc_fetch_priv_local_pump;
    local->wake = gc_fetch_priv_wake_idle;

#ifndef GC_FETCH_NO_CURL
    if (!own || own->scheme) return gc_fetch_priv_curl_open(f);
#endif
    return GC_FETCH_OK;
}

// Order and delays, which a clock of the caller's repeats, and names of temporaries: these are
// unlike those of any other gc_fetch, and not to be guessed where the system has randomness to
// give.
static void gc_fetch_priv_seed(gc_fetch *f) {
    uint64_t system = 0, state = gc_fetch_priv_sys_random(&system, sizeof system) + gc_fetch_priv_now_us();
    state ^= gc_fetch_priv_random(&state) + (uint64_t)(uintptr_t)f;
    state ^= gc_fetch_priv_random(&state) + gc_fetch_priv_process();
    f->temporary_key = (uint32_t)(gc_fetch_priv_random(&state) ^ system);
    f->random = f->desc.now_ms ? gc_fetch_priv_clock(f) : gc_fetch_priv_random(&state);
    f->shuffle_seed = gc_fetch_priv_random(&f->random);
}

GC_FETCH_API gc_fetch *gc_fetch_open(const gc_fetch_desc *desc, gc_fetch_error *error) {
    gc_fetch_desc d;
    if (error) memset(error, 0, sizeof *error);
    bool valid = gc_fetch_priv_resolve(desc, &d);
    GC_FETCH_ASSERT(valid && "gc_fetch_desc: a field is out of range");
    if (!valid) return gc_fetch_priv_open_failed(NULL, error, GC_FETCH_E_ARGUMENT, 0, "desc");

    gc_fetch *f = (gc_fetch *)gc_fetch_priv_new(&d.allocator, sizeof *f);
    if (!f) return gc_fetch_priv_open_failed(NULL, error, GC_FETCH_E_MEMORY, 0, "gc_fetch");
    f->desc = d;
    f->root_fd = f->parts_fd = -1;
    f->free_slot = UINT32_MAX;
    f->split_trips = GC_FETCH_PRIV_SPLIT_TRIPS;
    f->places = d.parallel;
    f->rate_limit = d.rate_limit;
    gc_fetch_priv_seed(f);

    // Without a mutex there is nothing that close could close.
    int system_error = gc_fetch_priv_init_locks(f);
    if (system_error != 0) {
        gc_fetch_priv_resize(&d.allocator, f, sizeof *f, 0);
        return gc_fetch_priv_open_failed(NULL, error, GC_FETCH_E_THREAD, system_error, "mutex");
    }

    bool there = gc_fetch_priv_copy_texts(f) && gc_fetch_priv_allocate(f);
    if (!there) return gc_fetch_priv_open_failed(f, error, GC_FETCH_E_MEMORY, 0, "slots");
    if (d.root) {
        f->root_fd = gc_fetch_priv_open_root(d.root);
        if (f->root_fd < 0) return gc_fetch_priv_open_failed(f, error, GC_FETCH_E_ROOT, errno, f->desc.root);
        gc_fetch_priv_part_boot(f);
        gc_fetch_priv_sweep(f);
    }

    int result = gc_fetch_priv_open_transports(f);
    if (result != GC_FETCH_OK) return gc_fetch_priv_open_failed(f, error, result, 0, "libcurl");

    if (d.no_thread) return f;
    system_error = gc_fetch_priv_thread_start(&f->thread, f);
    f->thread_runs = system_error == 0;         // read by gc_fetch_close only
    if (f->thread_runs) return f;
    return gc_fetch_priv_open_failed(f, error, GC_FETCH_E_THREAD, system_error, "network thread");
}

// Which transport takes the URL: an index, or negative.
static int gc_fetch_priv_choose(const gc_fetch *f, const char *url) {
    const gc_fetch_transport *own = &f->transports[GC_FETCH_PRIV_OWN];
    const char *word = own->scheme ? own->scheme : "";
    bool takes = own->start && !own->scheme;
    for (; own->start && *word && !takes; word += strcspn(word, " "), word += *word == ' ') {
        char scheme[32] = "";
        size_t size = strcspn(word, " ") + 1;
        gc_fetch_priv_append(scheme, size < sizeof scheme ? size : sizeof scheme, word);
        takes = gc_fetch_priv_scheme_is(url, scheme);
    }
    if (takes) return GC_FETCH_PRIV_OWN;
    if (gc_fetch_priv_scheme_is(url, "file")) return GC_FETCH_PRIV_LOCAL;
    bool http = gc_fetch_priv_scheme_is(url, "http") || gc_fetch_priv_scheme_is(url, "https");
    return http && f->transports[GC_FETCH_PRIV_CURL].start ? GC_FETCH_PRIV_CURL : -1;
}

// May a request have this URL? OK, or why not. The caller's transport knows its own ones.
static int gc_fetch_priv_check_target(const gc_fetch *f, const char *url) {
    const gc_fetch_transport *own = &f->transports[GC_FETCH_PRIV_OWN];
    bool any = own->start && !own->scheme && url[0] && strlen(url) <= GC_FETCH_MAX_URL;
    if (any && !gc_fetch_priv_has_control(url)) return GC_FETCH_OK;
    int result = gc_fetch_priv_check_url(url);
    return result == GC_FETCH_OK && gc_fetch_priv_choose(f, url) < 0 ? GC_FETCH_E_SCHEME : result;
}

// Of its body; 0: no limit.
static uint64_t gc_fetch_priv_max_size(const gc_fetch_request *request) {
    if (request->max_size) return request->max_size;
    return request->sink == GC_FETCH_MEMORY && !request->memory ? (uint64_t)256 << 20 : 0;
}

// May it be added? OK, or why not.
static int gc_fetch_priv_check_request(const gc_fetch *f, const gc_fetch_request *request) {
    if (!request->url) return GC_FETCH_E_ARGUMENT;
    int result = gc_fetch_priv_check_target(f, request->url);
    if (result != GC_FETCH_OK) return result;

    // The sink.
    if (request->sink < GC_FETCH_MEMORY || request->sink > GC_FETCH_STREAM ||
        (request->sink == GC_FETCH_STREAM && !request->stream) ||
        (request->sink == GC_FETCH_FILE && !request->path) || (request->memory_size && !request->memory) ||
        (request->skip_same && (request->sink != GC_FETCH_FILE || !request->sha256)) ||
        (request->decoder && (request->sink != GC_FETCH_FILE || !request->decoder->begin ||
                              !request->decoder->decode)) ||
        (request->header_count && !request->headers) || (request->body && request->body_size > SIZE_MAX) ||
        (request->body_size && !request->body && !request->body_read)) {
        return GC_FETCH_E_ARGUMENT;
    }
    if (request->body_read) {
        bool get = request->method &&
                   (strcmp(request->method, "GET") == 0 || strcmp(request->method, "HEAD") == 0);
        bool other = request->body || request->resume_from || (request->mirrors && request->mirrors[0]);
        if (get || other || request->body_size > (uint64_t)INT64_MAX) return GC_FETCH_E_ARGUMENT;
        if (!f->transports[gc_fetch_priv_choose(f, request->url)].uploads) return GC_FETCH_E_SCHEME;
    }
    if (request->resume_from) {
        // It must be sure that the rest belongs to what is there.
        bool there = request->sink == GC_FETCH_STREAM ||
                     (request->sink == GC_FETCH_MEMORY && request->memory_size >= request->resume_from);
        bool sure = request->sink == GC_FETCH_STREAM ? request->validator && !request->sha256
                                                     : request->validator || request->sha256;
        uint64_t size = request->size;
        bool sized = !size || (size > request->resume_from && size != GC_FETCH_EMPTY);
        bool get = !request->body_size && (!request->method || strcmp(request->method, "GET") == 0);
        if (!there || !sure || !sized || !get || request->compressed) return GC_FETCH_E_ARGUMENT;
        if (request->validator && strlen(request->validator) >= GC_FETCH_PRIV_VALIDATOR) {
            return GC_FETCH_E_ARGUMENT;
        }
        if (request->validator && gc_fetch_priv_has_control(request->validator)) return GC_FETCH_E_HEADER;
    }
    if (request->sink == GC_FETCH_FILE) {
        if (f->root_fd < 0) return GC_FETCH_E_ROOT;
        if (gc_fetch_priv_check_path(request->path, GC_FETCH_PRIV_MAX_PATH) != GC_FETCH_OK) {
            return GC_FETCH_E_PATH;
        }
    }

    // Method and headers.
    if (request->method) {
        const char *c = request->method;
        if (request->decoder && strcmp(c, "HEAD") == 0) return GC_FETCH_E_ARGUMENT;
        while (gc_fetch_priv_lower(*c) >= 'a' && gc_fetch_priv_lower(*c) <= 'z') c++;
        if (*c || c == request->method) return GC_FETCH_E_HEADER;
    }
    for (size_t i = 0; i < request->header_count; i++) {
        const char *header = request->headers[i];
        if (!header) return GC_FETCH_E_ARGUMENT;
        const char *colon = strchr(header, ':');
        if (!colon || colon == header || gc_fetch_priv_has_control(header)) return GC_FETCH_E_HEADER;
        for (const char *c = header; c < colon; c++) {
            if (*c == ' ' || (unsigned char)*c > 126) return GC_FETCH_E_HEADER;
        }
    }

    // Mirrors.
    for (size_t i = 0; request->mirrors && request->mirrors[i]; i++) {
        const char *method = request->method ? request->method : "GET";
        bool get = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
        if (i == GC_FETCH_PRIV_MIRRORS || !get || request->body_size) return GC_FETCH_E_ARGUMENT;
        result = gc_fetch_priv_check_target(f, request->mirrors[i]);
        if (result != GC_FETCH_OK) return result;
        int transport = gc_fetch_priv_choose(f, request->mirrors[i]);
        if (transport != gc_fetch_priv_choose(f, request->url)) return GC_FETCH_E_SCHEME;
    }

    uint64_t most = gc_fetch_priv_max_size(request), size = request->size;
    return most && size > most && size != GC_FETCH_EMPTY ? GC_FETCH_E_TOO_LARGE : GC_FETCH_OK;
}

static const char gc_fetch_priv_gzip[] = "Accept-Encoding: gzip";

// Lets `to`, a copy of a request, point to copies of its texts and body in `block`.
static void gc_fetch_priv_copy_request(gc_fetch_request *to, const gc_fetch_request *from, void *block) {
    bool asks = from->compressed && from->decoder;
    char **headers = (char **)block, **mirrors = headers + from->header_count + asks;
    size_t count = 0;
    while (from->mirrors && from->mirrors[count]) count++;
    char *at = (char *)(mirrors + count);
    for (size_t i = 0; i < from->header_count; i++) {
        headers[i] = gc_fetch_priv_copy_text(&at, from->headers[i]);
        asks = asks && !gc_fetch_priv_field(headers[i], "accept-encoding");
    }
    for (size_t i = 0; i < count; i++) mirrors[i] = gc_fetch_priv_copy_text(&at, from->mirrors[i]);
    if (asks) headers[to->header_count++] = gc_fetch_priv_copy_text(&at, gc_fetch_priv_gzip);

    to->headers = (const char *const *)headers;
    to->mirrors = (const char *const *)mirrors;
    to->url = gc_fetch_priv_copy_text(&at, from->url);
    to->method = gc_fetch_priv_copy_text(&at, from->method);
    to->path = gc_fetch_priv_copy_text(&at, from->path);
    to->validator = gc_fetch_priv_copy_text(&at, from->resume_from ? from->validator : NULL);
    if (from->body) memcpy(at, from->body, (size_t)from->body_size);
    to->body = from->body_read ? NULL : at;
}

// Fills in a slot, whose block is there where one is needed.
static void gc_fetch_priv_slot_fill(gc_fetch *f, gc_fetch_priv_slot *s, const gc_fetch_request *request) {
    gc_fetch_request *given = &s->given;
    *given = *request;
    gc_fetch_priv_copy_request(given, request, s->block ? s->block : (void *)s->texts);
    if (!given->method) given->method = given->body_size || given->body_read ? "POST" : "GET";
    for (s->sources = 1; request->mirrors && request->mirrors[s->sources - 1];) s->sources++;
    s->tag = given->tag;
    s->url = given->url;
    if (given->sha256) given->sha256 = (const uint8_t *)memcpy(s->sha256, given->sha256, 32);

    // What the answer may be.
    s->head_only = strcmp(given->method, "HEAD") == 0;
    for (size_t i = 0; i < given->header_count; i++) {
        const char *header = given->headers[i];
        s->own_range = s->own_range || gc_fetch_priv_field(header, "range");
        s->conditional = s->conditional || gc_fetch_priv_field(header, "if-none-match") ||
                         gc_fetch_priv_field(header, "if-modified-since");
    }
    bool unpacked = given->compressed && !given->decoder;
    s->whole_only = s->own_range || unpacked || strcmp(given->method, "GET") != 0;
    s->hashed = given->sha256 && !given->decoder;

    // Zero means the default.
    s->sized = given->size != 0;
    if (given->size == GC_FETCH_EMPTY) given->size = 0;
    given->max_size = gc_fetch_priv_max_size(request);
    if (!given->attempts) given->attempts = f->desc.attempts;
    if (!given->idle_timeout_ms) given->idle_timeout_ms = f->desc.idle_timeout_ms;
    if (!given->min_rate) given->min_rate = f->desc.min_rate;
    if (!given->sink_timeout_ms) given->sink_timeout_ms = 300000;
    if (given->deadline_ms && given->deadline_ms != UINT32_MAX) {
        s->deadline_at_ms = gc_fetch_priv_clock(f) + given->deadline_ms;
    }

    s->transport = gc_fetch_priv_choose(f, given->url);
    s->state = GC_FETCH_PRIV_WAITING;
    if (s->transport == GC_FETCH_PRIV_CURL && f->desc.per_host) s->host = gc_fetch_priv_host_key(given->url);
}

GC_FETCH_API int gc_fetch_add(gc_fetch *f, const gc_fetch_request *request, gc_fetch_id *out) {
    GC_FETCH_ASSERT(f && request && "gc_fetch_add: NULL");
    if (out) memset(out, 0, sizeof *out);
    if (!f || !request) return GC_FETCH_E_ARGUMENT;
    int result = gc_fetch_priv_check_request(f, request);
    if (result != GC_FETCH_OK) return result;

    // Texts and body go into the slot, or into a block where they are too long.
    size_t size = strlen(request->url) + 1 + (request->method ? strlen(request->method) + 1 : 0) +
                  (request->path ? strlen(request->path) + 1 : 0) +
                  (request->resume_from && request->validator ? strlen(request->validator) + 1 : 0);
    for (size_t i = 0; i < request->header_count; i++) {
        size += sizeof(char *) + strlen(request->headers[i]) + 1;
    }
    for (size_t i = 0; request->mirrors && request->mirrors[i]; i++) {
        size += sizeof(char *) + strlen(request->mirrors[i]) + 1;
    }
    if (request->compressed && request->decoder) size += sizeof(char *) + sizeof gc_fetch_priv_gzip;
    size_t body_size = request->body ? (size_t)request->body_size : 0;
    if (body_size > SIZE_MAX - size) return GC_FETCH_E_MEMORY;
    size += body_size;
    void *block = size > GC_FETCH_PRIV_TEXTS ? gc_fetch_priv_alloc(f, size) : NULL;
    if (size > GC_FETCH_PRIV_TEXTS && !block) return GC_FETCH_E_MEMORY;

    gc_fetch_priv_slot *s = gc_fetch_priv_slot_reserve(f, &result);
    if (!s) {
        gc_fetch_priv_release(f, block, size);
        return result;
    }

    s->block = block;
    s->block_size = size;
    gc_fetch_priv_slot_fill(f, s, request);
    if (out) *out = s->id;
    gc_fetch_priv_enter(f, s);      // from here on it may end, and be polled
    return GC_FETCH_OK;
}

// Leaves a wish for the network thread, instead of the one that it contradicts. False: the
// request has its result.
static bool gc_fetch_priv_wish(gc_fetch *f, gc_fetch_priv_slot *s, int set, int clear) {
    GC_FETCH_PRIV_LOCKED(f);
    if (s->event_bits >> GC_FETCH_DONE & 1) return false;
    if (s->control_bits == 0) {
        s->next_control = f->controls;
        f->controls = s;
    }
    s->control_bits = (s->control_bits & ~clear) | set;
    return true;
}

// The same by a request's id, which may be stale.
static int gc_fetch_priv_ask(gc_fetch *f, gc_fetch_id id, int set, int clear, int32_t priority) {
    GC_FETCH_ASSERT(f && "gc_fetch: NULL");
    if (!f) return GC_FETCH_E_ARGUMENT;
    gc_fetch_transport *pumping = NULL;

    gc_fetch_priv_lock(f);
    gc_fetch_priv_slot *s = gc_fetch_priv_slot_of(f, id);
    bool live = s && s->live;
    if (live && gc_fetch_priv_wish(f, s, set, clear)) {
        if (set == GC_FETCH_PRIV_DO_PRIORITY) s->wanted_priority = priority;
        pumping = gc_fetch_priv_wake(f);
    }

    gc_fetch_priv_unlock(f);
    gc_fetch_priv_wake_transport(pumping);
    return live ? GC_FETCH_OK : GC_FETCH_E_STALE;
}

GC_FETCH_API int gc_fetch_cancel(gc_fetch *f, gc_fetch_id id) {
    return gc_fetch_priv_ask(f, id, GC_FETCH_PRIV_DO_CANCEL, 0, 0);
}
GC_FETCH_API int gc_fetch_pause(gc_fetch *f, gc_fetch_id id) {
    return gc_fetch_priv_ask(f, id, GC_FETCH_PRIV_DO_PAUSE, GC_FETCH_PRIV_DO_RESUME, 0);
}
GC_FETCH_API int gc_fetch_resume(gc_fetch *f, gc_fetch_id id) {
    return gc_fetch_priv_ask(f, id, GC_FETCH_PRIV_DO_RESUME, GC_FETCH_PRIV_DO_PAUSE, 0);
}
GC_FETCH_API int gc_fetch_set_priority(gc_fetch *f, gc_fetch_id id, int32_t priority) {
    return gc_fetch_priv_ask(f, id, GC_FETCH_PRIV_DO_PRIORITY, 0, priority);
}

// The same of all requests, or of those with a tag: how many.
static size_t gc_fetch_priv_ask_all(gc_fetch *f, const uint64_t *tag, int set, int clear) {
    GC_FETCH_ASSERT(f && "gc_fetch: NULL");
    if (!f) return 0;
    size_t count = 0;
    gc_fetch_priv_lock(f);
    for (uint32_t i = 0; i < f->used_slots; i++) {
        gc_fetch_priv_slot *s = gc_fetch_priv_slot_at(f, i);
        if (s->live && (!tag || s->tag == *tag)) count += gc_fetch_priv_wish(f, s, set, clear);
    }
    gc_fetch_transport *pumping = count ? gc_fetch_priv_wake(f) : NULL;
    gc_fetch_priv_unlock(f);
    gc_fetch_priv_wake_transport(pumping);
    return count;
}

GC_FETCH_API void gc_fetch_pause_all(gc_fetch *f) {
    gc_fetch_priv_ask_all(f, NULL, GC_FETCH_PRIV_DO_PAUSE, GC_FETCH_PRIV_DO_RESUME);
}
GC_FETCH_API void gc_fetch_resume_all(gc_fetch *f) {
    gc_fetch_priv_ask_all(f, NULL, GC_FETCH_PRIV_DO_RESUME, GC_FETCH_PRIV_DO_PAUSE);
}
GC_FETCH_API size_t gc_fetch_pause_tag(gc_fetch *f, uint64_t tag) {
    return gc_fetch_priv_ask_all(f, &tag, GC_FETCH_PRIV_DO_PAUSE, GC_FETCH_PRIV_DO_RESUME);
}
GC_FETCH_API size_t gc_fetch_resume_tag(gc_fetch *f, uint64_t tag) {
    return gc_fetch_priv_ask_all(f, &tag, GC_FETCH_PRIV_DO_RESUME, GC_FETCH_PRIV_DO_PAUSE);
}

GC_FETCH_API int gc_fetch_set_rate_limit(gc_fetch *f, uint64_t bytes_per_second) {
    GC_FETCH_ASSERT(f && "gc_fetch: NULL");
    if (!f) return GC_FETCH_E_ARGUMENT;
    gc_fetch_priv_lock(f);
    f->rate_limit = bytes_per_second;
    gc_fetch_transport *pumping = gc_fetch_priv_wake(f);
    gc_fetch_priv_unlock(f);
    gc_fetch_priv_wake_transport(pumping);
    return GC_FETCH_OK;
}

GC_FETCH_API int gc_fetch_set_host_limit(gc_fetch *f, const char *url, uint32_t transfers,
                                         uint64_t bytes_per_second) {
    GC_FETCH_ASSERT(f && url && "gc_fetch_set_host_limit: NULL");
    if (!f || !url) return GC_FETCH_E_ARGUMENT;
    uint64_t host = gc_fetch_priv_http_host(url);
    if (!host || gc_fetch_priv_check_url(url) != GC_FETCH_OK) return GC_FETCH_E_URL;

    // Its place, or a free one.
    gc_fetch_priv_lock(f);
    gc_fetch_priv_limit *place = NULL;
    for (int i = GC_FETCH_PRIV_LIMITS - 1; i >= 0; i--) {
        gc_fetch_priv_limit *limit = &f->limits[i];
        bool same = place && place->wanted_host == host;
        if (limit->wanted_host == host || (!limit->wanted_host && !same)) place = limit;
    }
    bool any = transfers || bytes_per_second;
    gc_fetch_transport *pumping = NULL;
    if (place) {
        place->wanted_host = any ? host : 0;
        place->wanted_transfers = transfers;
        place->wanted_rate = bytes_per_second;
        f->limits_changed = true;
        pumping = gc_fetch_priv_wake(f);
    }

    gc_fetch_priv_unlock(f);
    gc_fetch_priv_wake_transport(pumping);
    return place || !any ? GC_FETCH_OK : GC_FETCH_E_FULL;
}

// The last event of a request: what it has brought. Its slot stays until the next poll.
static void gc_fetch_priv_event_final(gc_fetch *f, gc_fetch_priv_slot *s, gc_fetch_event *event) {
    GC_FETCH_PRIV_LOCKED(f);
    gc_fetch_priv_response *response = s->response;
    event->type = s->result >= 0 ? GC_FETCH_DONE : GC_FETCH_FAILED;
    event->final_url = s->url;
    if (response && response->head && gc_fetch_priv_response_text(response)[0]) {
        event->final_url = gc_fetch_priv_response_text(response);
    }

    // The body, or an error's.
    if (s->result == GC_FETCH_OK && s->memory_size) {
        event->size = s->memory_size;
        event->data = s->memory ? (void *)s->memory : s->given.memory;
    } else if (s->result < 0 && response && response->body) {
        event->size = response->body;
        event->data = gc_fetch_priv_response_text(response) + response->head;
    }

    if (s->memory) f->memory_held -= s->memory_capacity;
    s->live = false;
    s->told = true;
    f->outstanding--;
    f->polled[f->polled_count++] = s->id.slot;
}

// Takes the event that a request has next, in the order in which they happened. `text` is room
// for a detail that may change before the next poll.
static void gc_fetch_priv_event_take(gc_fetch *f, gc_fetch_priv_slot *s, gc_fetch_event *event, char *text) {
    GC_FETCH_PRIV_LOCKED(f);
    memset(event, 0, sizeof *event);
    event->id = s->id;
    event->tag = s->tag;
    event->result = s->last_result;
    event->http_status = s->http_status;
    event->system_error = s->system_error;
    event->attempt = s->attempt;
    event->retry_after_ms = s->retry_after_ms;
    event->received = s->received;
    event->sent = s->sent;
    event->total = s->total;
    event->url = s->url;
    event->detail = gc_fetch_priv_detail(s);

    for (event->type = GC_FETCH_STARTED; !(s->event_bits >> event->type & 1);) event->type++;
    s->event_bits &= ~(1 << event->type);
    if (event->type == GC_FETCH_DONE) {
        gc_fetch_priv_event_final(f, s, event);
    } else if (event->type == GC_FETCH_HELD) {
        event->result = GC_FETCH_E_WRITE;
        event->system_error = s->held_error;
        text[0] = 0;
        gc_fetch_priv_join(text, GC_FETCH_PRIV_DETAIL, "held until there is room: ",
                           gc_fetch_priv_reason(s->held_error), "");
        gc_fetch_priv_append_errno(text, GC_FETCH_PRIV_DETAIL, s->held_error);
        event->detail = text;
    } else if (s->detail) {
        event->detail = strcpy(text, s->detail);
    }
}

// Those whose final events were polled last go. One that was asked something just before its
// end is still in the list of controls: the network thread gives its slot back.
static void gc_fetch_priv_release_polled(gc_fetch *f) {
    GC_FETCH_PRIV_LOCKED(f);
    for (uint32_t i = 0; i < f->polled_count; i++) {
        gc_fetch_priv_slot *s = gc_fetch_priv_slot_at(f, f->polled[i]);
        s->told = false;
        s->id.generation++;
        if (s->control_bits) s->orphaned = true;
        else gc_fetch_priv_slot_give(f, s);
    }
    f->polled_count = 0;
}

GC_FETCH_API size_t gc_fetch_poll_many(gc_fetch *f, gc_fetch_event *out, size_t max) {
    GC_FETCH_ASSERT(f && (out || !max) && "gc_fetch_poll_many: NULL");
    if (!f || !out || !max) return 0;
    if (!f->polled_count && !gc_fetch_priv_pending(f)) return 0;    // only polls change it

    for (uint32_t i = 0; i < f->polled_count; i++) {
        gc_fetch_priv_slot_empty(f, gc_fetch_priv_slot_at(f, f->polled[i]));
    }
    gc_fetch_priv_lock(f);
    gc_fetch_priv_release_polled(f);

    // A request with more events stays the first. There is room for GC_FETCH_PRIV_BATCH texts,
    // and for as many slots that wait for the next poll.
    size_t count = 0;
    uint32_t mask = f->ring_size - 1;
    while (count < max && count < GC_FETCH_PRIV_BATCH && f->ring_count) {
        gc_fetch_priv_slot *s = gc_fetch_priv_slot_at(f, f->ring[f->ring_first & mask]);
        if (f->ring_count > GC_FETCH_PRIV_AHEAD) {
            uint32_t later = f->ring[(f->ring_first + GC_FETCH_PRIV_AHEAD) & mask];
            gc_fetch_priv_slot_prefetch(gc_fetch_priv_slot_at(f, later), GC_FETCH_PRIV_HOT);
        }

        gc_fetch_priv_event_take(f, s, &out[count], f->polled_details[count]);
        count++;
        if (s->event_bits) continue;
        f->ring_first++;
        f->ring_count--;
    }
    if (!f->ring_count) gc_fetch_priv_set_pending(f, 0);

    // Bodies in memory have been polled: those that wait for that may start.
    gc_fetch_transport *pumping = f->polled_count && f->memory_full ? gc_fetch_priv_wake(f) : NULL;
    gc_fetch_priv_unlock(f);
    gc_fetch_priv_wake_transport(pumping);
    return count;
}

GC_FETCH_API bool gc_fetch_poll(gc_fetch *f, gc_fetch_event *event) {
    GC_FETCH_ASSERT(f && event && "gc_fetch_poll: NULL");
    return f && event && gc_fetch_poll_many(f, event, 1) == 1;
}

GC_FETCH_API void *gc_fetch_take(gc_fetch *f, gc_fetch_id id, size_t *size) {
    GC_FETCH_ASSERT(f && "gc_fetch: NULL");
    if (size) *size = 0;
    if (!f) return NULL;

    // What has been polled is the poll thread's.
    gc_fetch_priv_lock(f);
    gc_fetch_priv_slot *s = gc_fetch_priv_slot_of(f, id);
    bool there = s && s->told && s->result == GC_FETCH_OK;
    gc_fetch_priv_unlock(f);
    if (!there || !s->memory || !s->memory_size) return NULL;

    void *data = s->memory;
    if (size) *size = s->memory_size;
    s->memory = NULL;
    return data;
}

GC_FETCH_API const char *gc_fetch_header(gc_fetch *f, gc_fetch_id id, const char *name) {
    GC_FETCH_ASSERT(f && name && "gc_fetch_header: NULL");
    if (!f || !name) return NULL;

    // A response is fixed once the final event has been polled; and in stream_begin, which its
    // own thread calls.
    gc_fetch_priv_lock(f);
    gc_fetch_priv_slot *s = gc_fetch_priv_slot_of(f, id);
    bool fixed = s && (s->told || s == f->beginning);
    gc_fetch_priv_response *response = fixed ? s->response : NULL;
    gc_fetch_priv_unlock(f);
    return gc_fetch_priv_response_value(response, name);
}

// Is there an event (OK), nothing left (IDLE), or something to wait for (TIMEOUT)?
static int gc_fetch_priv_outlook(const gc_fetch *f) {
    GC_FETCH_PRIV_LOCKED(f);
    if (f->ring_count) return GC_FETCH_OK;
    return f->outstanding == 0 ? GC_FETCH_IDLE : GC_FETCH_TIMEOUT;
}

// Turns on the caller's thread, for up to timeout_ms (negative: no limit), or until there is an
// event.
static int gc_fetch_priv_drive(gc_fetch *f, int timeout_ms, bool until_event) {
    gc_fetch_priv_pipe held;
    int state;
    bool moves;

    uint64_t wait = timeout_ms < 0 ? UINT64_MAX / 2000 : (uint64_t)timeout_ms;      // what is left, in ms
    uint64_t end = gc_fetch_priv_now_us() + wait * 1000;

    gc_fetch_priv_pipe_hold(&held);

    // What only waits for its retry, or is paused, does not move: it keeps nobody from the
    // events.
    f->until_event = until_event;
    do {
        gc_fetch_priv_turn(f, wait);
        uint64_t now = gc_fetch_priv_now_us(), left = now < end ? end - now : 0;
        // A wait takes no less time, a pump no more.
        wait = until_event ? (left + 999) / 1000 : left / 1000;
        gc_fetch_priv_lock(f);
        state = gc_fetch_priv_outlook(f);
        moves = f->inbox || f->controls || f->active || gc_fetch_priv_waiting(f) || gc_fetch_priv_looks(f);
        gc_fetch_priv_unlock(f);
        if (f->desc.now_ms) break;
    } while (wait && (state == GC_FETCH_TIMEOUT || (state == GC_FETCH_OK && moves && !until_event)));

    gc_fetch_priv_pipe_release(&held);
    return state;
}

GC_FETCH_API int gc_fetch_pump(gc_fetch *f, int timeout_ms) {
    GC_FETCH_ASSERT(f && f->desc.no_thread && "gc_fetch_pump: there is a network thread");
    if (!f || !f->desc.no_thread) return GC_FETCH_E_ARGUMENT;
    return gc_fetch_priv_drive(f, timeout_ms, timeout_ms < 0);
}

GC_FETCH_API int gc_fetch_wait(gc_fetch *f, int timeout_ms) {
    GC_FETCH_ASSERT(f && "gc_fetch: NULL");
    if (!f) return GC_FETCH_E_ARGUMENT;
    gc_fetch_priv_lock(f);
    int state = gc_fetch_priv_outlook(f);
    bool waits = state == GC_FETCH_TIMEOUT && timeout_ms != 0 && !f->desc.no_thread;
    uint64_t now = waits ? gc_fetch_priv_now_ms() : 0;
    uint64_t end = timeout_ms < 0 ? UINT64_MAX : now + (uint64_t)timeout_ms;

    f->event_waiters += waits;
    while (waits && state == GC_FETCH_TIMEOUT && now < end) {
        gc_fetch_priv_condition_wait(f, &f->event_ready, timeout_ms < 0 ? UINT64_MAX : end - now);
        state = gc_fetch_priv_outlook(f);
        now = gc_fetch_priv_now_ms();
    }
    f->event_waiters -= waits;
    gc_fetch_priv_unlock(f);

    bool drives = state == GC_FETCH_TIMEOUT && f->desc.no_thread;
    return drives ? gc_fetch_priv_drive(f, timeout_ms, true) : state;
}

GC_FETCH_API void gc_fetch_get_statistics(gc_fetch *f, gc_fetch_statistics *out) {
    GC_FETCH_ASSERT(f && out && "gc_fetch_get_statistics: NULL");
    if (!out) return;
    memset(out, 0, sizeof *out);
    if (!f) return;
    uint64_t now = gc_fetch_priv_clock(f);
    gc_fetch_priv_lock(f);
    *out = f->statistics;
    out->queued = (uint32_t)(out->added - out->done - out->failed - out->running);
    uint64_t rested = now - f->marks[0].ms, passed = now - f->marks[GC_FETCH_PRIV_MARKS - 1].ms;
    uint64_t come = out->received - f->marks[GC_FETCH_PRIV_MARKS - 1].received;
    gc_fetch_priv_unlock(f);

    if (rested <= 2 * GC_FETCH_PRIV_MARK_MS && passed) out->speed = come * 1000 / passed;
    bool fits = out->left <= UINT64_MAX / 1000;
    if (out->left) out->time_left_ms = out->speed && fits ? out->left * 1000 / out->speed : UINT64_MAX;
}

GC_FETCH_API size_t gc_fetch_encode_path(char *dst, size_t capacity, const char *path) {
    size_t n = 0;
    GC_FETCH_ASSERT(path && (dst || !capacity) && "gc_fetch_encode_path: NULL");
    if (!path || (!dst && capacity)) return 0;
    for (const char *p = path; *p; p++) {
        unsigned char c = (unsigned char)*p;
        char low = gc_fetch_priv_lower(*p);

        bool plain = (low >= 'a' && low <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
                     c == '_' || c == '~' || c == '/';
        char text[4] = {*p, 0, 0, 0};
        if (!plain) {
            text[0] = '%';
            text[1] = "0123456789ABCDEF"[c >> 4];
            text[2] = "0123456789ABCDEF"[c & 15];
        }

        for (const char *t = text; *t; t++, n++) {
            if (n < capacity) dst[n] = *t;
        }
    }

    if (capacity) dst[n < capacity ? n : 0] = 0;
    return n;
}

#ifdef __clang__
#pragma clang diagnostic pop
#endif
#endif // GC_FETCH_IMPLEMENTATION

// >>common licence
/*
------------------------------------------------------------------------------
This software is available under two licences: choose whichever you prefer.
------------------------------------------------------------------------------
ALTERNATIVE A - MIT License

Copyright (c) 2026 the gc headers authors

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
of the Software, and to permit persons to whom the Software is furnished to do
so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
------------------------------------------------------------------------------
ALTERNATIVE B - Unlicense (public domain, www.unlicense.org)

This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
software, either in source code form or as a compiled binary, for any purpose,
commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this
software dedicate any and all copyright interest in the software to the public
domain. We make this dedication for the benefit of the public at large and to
the detriment of our heirs and successors. We intend this dedication to be an
overt act of relinquishment in perpetuity of all present and future rights to
this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org>
------------------------------------------------------------------------------
*/
// <<common licence
