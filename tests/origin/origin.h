/*
origin.h - a loopback HTTP/1.1 origin for demos, tests and benches - MIT or public domain

Serves a folder, or a generated set of files, on 127.0.0.1 over a simulated network (round trip,
bandwidth in total and per connection), with faults on demand and one log line a request. One
thread, one process of its own. POSIX only (epoll on Linux, poll elsewhere). A tool for tests: no
TLS, no names, no protection beyond staying inside its folder.

USE
    In one file of the program, before this include or after it:
        #define GC_RNG_IMPLEMENTATION, #define GC_FETCH_IMPLEMENTATION; include gc_rng.h, gc_fetch.h
    (gc_rng makes the contents, gc_fetch has the SHA-256). All is static; compile with -I<folder
    of the headers>.

        origin_desc desc;
        origin_error error;
        origin server;
        memset(&desc, 0, sizeof desc);             // 1,000 files, 190 MB, no delay, no cap
        desc.rtt_ms = 20;
        desc.bandwidth = 200e6;
        if (origin_start(&desc, &server, &error) != 0) { puts(error.what); return 1; }
        ... server.url is "http://127.0.0.1:PORT"; GET /manifest.txt, then each name in it ...
        origin_ask(&server, "POST", "/origin/change?count=50&seed=7", NULL, 0);
        origin_stop(&server);

    origin_start forks: in a program with threads, call it before they start. The child goes
    when its parent does. tests/origin/main.c is the same as a program, `origin --help`.

THE NETWORK
    A request's response starts one round trip (rtt_ms) after the request's last byte came in. A
    connection costs one round trip more: a request that arrives earlier than one round trip
    after the connection was accepted counts as arrived at that moment. So N requests on p warm
    connections cost N * R / p of waiting, and a single first file costs 2 R + size / W. Bodies
    (not headers) share `bandwidth` max-min fairly among the connections that have something to
    send, each limited by `connection_bandwidth`. A connection, or the line, that was idle may
    burst 4 ms of its rate. There is no loss, no slow start, and no limit on what clients send.

PATHS
    /manifest.txt           (generated set) a line a file: <SHA-256 in hex>  <size>  <name>; without
                            the second column, what `sha256sum -c` reads
    /<name>                 GET and HEAD; one Range, If-Range, If-None-Match; strong ETag
    GET  /origin/log        counters, a line each: <name> <number>
    POST /origin/change?count=50&seed=7     a new version of 50 files: contents, hash, and for half of
                            them the size; answers with their names. The manifest waits until the
                            new hashes are known.
    GET  /origin/fault      the rules and how often each fired
    POST /origin/fault?status=500&times=1   adds a rule; ?clear removes all
    /origin/ is answered without delay or cap and is never counted among the asset requests.

FAULTS
    A rule is one fault and what it applies to, separated by ',' or '&', as in
    "cut=1000,every=10" or "status=500,once". `origin --list-faults` prints the faults (the
    table is origin_fault_kinds below). Applies to:
        prefix=/assets/0    requests whose path starts so (percent-decoded); without it, asset
                            requests only
        every=K             each K-th of them
        after=K             not the first K
        times=N             at most N times; once is times=1
        per-path            every, after and times count for each path alone:
                            "status=500,once,per-path" fails every file's first request
    Rules that apply to one request all act, in the order they were added.
    GET /<name>?fault,head-cut=17 carries one more, for this request alone: the fault after
    "?fault," acts at once.

LOG
    One line a request, in the file before the client can have the whole response:
        <kind> <ms> <connection> <method> <target> <range> <status> <body bytes sent> <state>
        <ms taken> <faults>
    kind: asset, manifest, other (no such file), admin (/origin/), bad (not HTTP). ms: when the
    request was complete, since the start. state: complete, cut, reset, stalled, gone (the
    client left), stopped (the origin did). "-": none.

SPDX-License-Identifier: MIT OR Unlicense
*/
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#ifndef ORIGIN_H
#define ORIGIN_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__) && !defined(ORIGIN_USE_POLL)
#define ORIGIN_EPOLL 1
#include <sys/epoll.h>
#else
#define ORIGIN_EPOLL 0
#endif
#if defined(__linux__)
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#endif
#include "gc_fetch.h"
#include "gc_rng.h"

#if !defined(O_NOFOLLOW) || !defined(CLOCK_MONOTONIC)
#error "origin.h: POSIX is hidden: include origin.h first, or compile with -D_GNU_SOURCE"
#endif

#if defined(__GNUC__)
#define ORIGIN_API __attribute__((unused)) static
#define ORIGIN_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define ORIGIN_API static
#define ORIGIN_PRINTF(text, first)
#endif

// >>public

typedef struct origin_error {
    int system_error;            // errno, or 0
    char what[400];              // one line that names the thing
} origin_error;

typedef struct origin_change {
    uint32_t count;              // files that get a new version; more than there are: all
    uint64_t seed;               // which ones
} origin_change;

// All zero is a usable desc. Strings must live until the call returns.
typedef struct origin_desc {
    const char *folder;          // serve this folder; NULL: a generated set
    uint32_t files;              // of the generated set; 0: 1,000
    uint64_t bytes;              // of all files together; 0: 190,000 a file (so 190 MB for 1,000)
    uint64_t seed;               // of the set; 0: ORIGIN_SEED
    // every 8th name has spaces, '%', '#', '&' and UTF-8 in it: percent-encode it
    bool odd_names;
    bool sealed;                 // the manifest's first line tells its number of files and its hash
    bool lazy_manifest;          // hash while serving; else before the start returns (about 0.5 s for 190 MB)
    const origin_change *changes;    // applied to the set before it is served
    size_t change_count;
    uint16_t port;               // 0: any free one
    const char *port_path;       // file that receives the port in decimal (whole or absent)
    const char *log_path;        // file that receives the log; NULL: none
    double rtt_ms;               // round trip; 0: none
    double bandwidth;            // bit/s in total; 0: no limit
    double connection_bandwidth; // bit/s for each connection; 0: no limit
    const char *const *faults;   // rules, see FAULTS
    size_t fault_count;
    uint32_t max_connections;    // further ones wait; 0: 1,024
    uint32_t idle_ms;            // a connection without progress is closed; 0: 60,000
} origin_desc;

typedef struct origin {
    pid_t pid;
    int life;                    // the child goes when this closes
    uint16_t port;
    char url[40];                // "http://127.0.0.1:PORT", no '/' at its end
} origin;

// Forks a child that serves. 0, or -1 with *error filled (error may be NULL) and *out all zero.
// The port is open, the set made and its manifest ready when it returns. The environment's
// proxies are gone then, as none is to stand between this process and the child.
ORIGIN_API int origin_start(const origin_desc *desc, origin *out, origin_error *error);

// Ends the child and waits for it; its log is complete. Harmless on an all-zero or stopped
// origin.
ORIGIN_API void origin_stop(origin *o);

// One blocking HTTP request to the origin, meant for /origin/. The status, or -1 (no
// connection, or not HTTP). The body's first capacity - 1 bytes are copied to answer, which
// ends with NUL (NULL, 0: not wanted).
ORIGIN_API int origin_ask(const origin *o, const char *method, const char *target, char *answer,
                          size_t capacity);

// A counter of GET /origin/log by name ("asset_requests"); -1 if there is none.
ORIGIN_API int64_t origin_count(const origin *o, const char *name);

// Serves in this process until the file descriptor `life` (-1: none) reaches its end, or
// SIGTERM or SIGINT comes. ready (may be NULL) is called once, with the port, when requests are
// answered. 0, or -1 with *error filled.
ORIGIN_API int origin_run(const origin_desc *desc, int life, void (*ready)(void *user, uint16_t port),
                          void *user, origin_error *error);

// Brings a folder to the state of the generated set (with desc's changes) and its manifest.txt:
// files whose line in the folder's manifest is the same and whose size is right are left alone.
// *written (may be NULL): files written.
ORIGIN_API int origin_write_folder(const origin_desc *desc, const char *folder, uint32_t *written,
                                   origin_error *error);

// >>text

typedef struct origin_slice {
    const char *at;
    size_t size;
} origin_slice;

typedef struct origin_text {     // bytes shared by several responses (the manifest), or owned by one
    int references;
    size_t size, capacity;
    char *bytes;
} origin_text;

ORIGIN_PRINTF(3, 4) static int origin_fail(origin_error *error, int system_error, const char *format, ...) {
    if (error) {
        va_list arguments;
        int n;
        error->system_error = system_error;
        va_start(arguments, format);
        n = vsnprintf(error->what, sizeof error->what, format, arguments);
        va_end(arguments);
        if (system_error && n >= 0 && (size_t)n < sizeof error->what) {
            snprintf(error->what + n, sizeof error->what - (size_t)n, ": %s", strerror(system_error));
        }
    }
    return -1;
}

static origin_text *origin_text_new(void) {
    origin_text *text = (origin_text *)calloc(1, sizeof *text);
    if (text) text->references = 1;
    return text;
}

static void origin_text_drop(origin_text *text) {
    if (text && --text->references == 0) {
        free(text->bytes);
        free(text);
    }
}

// Appends up to 2,000 bytes; without memory the text stays as it is.
ORIGIN_PRINTF(2, 3) static void origin_text_add(origin_text *text, const char *format, ...) {
    va_list arguments;
    int n;
    if (!text) return;
    if (text->capacity - text->size < 2048) {
        size_t capacity = text->capacity * 2 + 4096;
        char *bytes = (char *)realloc(text->bytes, capacity);
        if (!bytes) return;
        text->bytes = bytes;
        text->capacity = capacity;
    }
    va_start(arguments, format);
    n = vsnprintf(text->bytes + text->size, 2048, format, arguments);
    va_end(arguments);
    if (n > 0) text->size += n < 2048 ? (size_t)n : 2047;
}

static bool origin_slice_is(origin_slice s, const char *text) {
    size_t n = strlen(text);
    return s.size == n && memcmp(s.at, text, n) == 0;
}

static char origin_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c; }

static bool origin_slice_is_nocase(origin_slice s, const char *text) {
    size_t i, n = strlen(text);
    if (s.size != n) return false;
    for (i = 0; i < n; i++) {
        if (origin_lower(s.at[i]) != text[i]) return false;
    }
    return true;
}

static bool origin_slice_starts(origin_slice s, const char *text) {
    size_t n = strlen(text);
    return s.size >= n && memcmp(s.at, text, n) == 0;
}

// Digits only, no sign, at most 2^63 - 1.
static bool origin_slice_u64(origin_slice s, uint64_t *out) {
    uint64_t value = 0;
    size_t i;
    if (s.size == 0) return false;
    for (i = 0; i < s.size; i++) {
        uint64_t digit = (uint64_t)(unsigned char)s.at[i] - '0';
        if (digit > 9 || value > ((uint64_t)INT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

// Cuts s at the first byte `by`: the part before it is returned, s becomes the rest after it
// (empty if there was none).
static origin_slice origin_slice_cut(origin_slice *s, const char *by) {
    origin_slice part;
    size_t i = 0;
    if (s->size == 0) return *s;
    while (i < s->size && !strchr(by, s->at[i] ? s->at[i] : '\1')) i++;
    part.at = s->at;
    part.size = i;
    if (i < s->size) i++;
    s->at += i;
    s->size -= i;
    return part;
}

static int origin_hex(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = origin_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Percent-decodes into out, which ends with NUL. False: a bad escape, a NUL, or longer than
// out.
static bool origin_decode(origin_slice s, char *out, size_t capacity) {
    size_t i, n = 0;
    for (i = 0; i < s.size; i++) {
        char c = s.at[i];
        if (c == '%') {
            int high = i + 2 < s.size ? origin_hex(s.at[i + 1]) : -1;
            int low = i + 2 < s.size ? origin_hex(s.at[i + 2]) : -1;
            if (high < 0 || low < 0) return false;
            c = (char)(high * 16 + low);
            i += 2;
        }
        if (c == 0 || n + 1 >= capacity) return false;
        out[n++] = c;
    }
    out[n] = 0;
    return true;
}

// the finaliser of splitmix64: a bijection, near inputs far apart
static uint64_t origin_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static int64_t origin_now(void) {             // ns
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// >>set: the generated files

// contents are made in blocks of this size, each from its own stream of gc_rng
#define ORIGIN_BLOCK 65536
// of ln(size): gives 390 / 390 / 186 / 34 files a decade and 24.85 MB at most for
#define ORIGIN_SIGMA 2.19
                                 // 1,000 files of 190 MB, the proportions measured for a phone
                                 // game's assets
// The order of the default set (1,000 files, 190 MB, in order of index, as the manifest lists
// it) is a typical random one. An exact simulation of p connections that take files in that
// order gives 9.23 / 7.64 / 7.64 s on 20 ms and 200 Mbit/s, and 31.8 / 13.53 / 14.49 s with 50
// ms and 20 Mbit/s a connection, for p = 4 / 16 / 64. The medians of 4,000 random orders are
// 13.58 and 14.49 for the last two, but single orders range from 10.3 to 17.5 s: where the
// largest files stand decides. tests/test_origin.c holds the simulation.
#define ORIGIN_SEED 1300
#define ORIGIN_NAME 96

typedef struct origin_file {
    uint64_t size;
    uint32_t version;
    bool hashed;                 // sha256 is this version's
    uint8_t sha256[32];
} origin_file;

typedef struct origin_set {
    uint64_t seed, changes;
    uint32_t count;
    bool odd_names, sealed;
    origin_file *files;
    uint32_t unhashed;           // files that wait for their hash
    uint32_t hash_file, hash_version;      // the one being hashed
    uint64_t hash_offset;
    gc_fetch_sha256 hash;
    origin_text *manifest;       // NULL until all are hashed
} origin_set;

// exp(x) for |x| < 700 without libm, so that sizes are the same everywhere: 2^k by doubling, the
// rest by Taylor's series.
static double origin_exp(double x) {
    int k = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5)), i;
    double r = x - k * 0.6931471805599453, term = 1, sum = 1;
    for (i = 1; i <= 18; i++) {
        term *= r / i;
        sum += term;
    }
    for (; k > 0; k--) sum *= 2;
    for (; k < 0; k++) sum *= 0.5;
    return sum;
}

// Next quantile of the standard normal distribution: z with Phi(z) = p, from a smaller z >= 0
// (Newton's steps from the left do not overshoot, since Phi is concave there). Phi by the
// series x + x^3/3 + x^5/(3 5) + ... (Marsaglia, Evaluating the normal distribution, Journal of
// Statistical Software 11(4), 2004).
static double origin_quantile(double z, double p) {
    int step;
    for (step = 0; step < 60; step++) {
        double density = 0.3989422804014327 * origin_exp(-0.5 * z * z), term = z, sum = z, move;
        int i;
        for (i = 3; term > 1e-17 && i < 400; i += 2) {
            term *= z * z / i;
            sum += term;
        }
        move = (p - 0.5 - density * sum) / density;
        z += move;
        if (move < 1e-12) break;
    }
    return z;
}

// Log-normal quantiles, scaled to exactly `bytes` in all, in an order that depends on the seed.
static bool origin_set_sizes(origin_set *set, uint64_t bytes) {
    double *q = (double *)malloc(set->count * sizeof *q), sum = 0, z = 0, scale;
    uint64_t *sizes = (uint64_t *)calloc(set->count, sizeof *sizes), rest = bytes;
    uint32_t i, n = set->count;
    gc_rng rng;

    if (!q || !sizes) {
        free(q);
        free(sizes);
        return false;
    }
    for (i = n / 2; i < n; i++) {             // the lower half mirrors the upper one
        double p = (i + 0.5) / n;
        if (p > 0.5) z = origin_quantile(z, p);
        q[i] = origin_exp(ORIGIN_SIGMA * z);
        q[n - 1 - i] = 1 / q[i];
    }
    for (i = 0; i < n; i++) sum += q[i];
    scale = (double)bytes / sum;
    for (i = 0; i < n; i++) {
        sizes[i] = (uint64_t)(q[i] * scale);
        if (sizes[i] > rest) sizes[i] = rest;
        rest -= sizes[i];
    }

    // what rounding left, less than one byte a file, goes to the largest
    sizes[n - 1] += rest;
    gc_rng_seed_stream(&rng, set->seed, origin_mix(0x73697a65));

    // from the last to the first, each takes a random one of those not taken
    for (i = n; i-- > 0;) {
        uint32_t k = (uint32_t)gc_rng_below(&rng, (uint64_t)i + 1);
        set->files[i].size = sizes[k];
        sizes[k] = sizes[i];
    }
    free(q);
    free(sizes);
    return true;
}

static void origin_set_name(const origin_set *set, uint32_t index, char name[ORIGIN_NAME]) {
    bool odd = set->odd_names && index % 8 == 7;
    snprintf(name, ORIGIN_NAME,
             odd ? "assets/%02x/asset %05u 100%%25 #1&+\xc3\xbc.bin" : "assets/%02x/asset_%05u.bin",
             (unsigned)(origin_mix(index) & 0x3f), (unsigned)index);
}

// The file's index, or -1.
static int64_t origin_set_find(const origin_set *set, const char *name) {
    char again[ORIGIN_NAME];
    origin_slice s;
    uint64_t index;
    if (strlen(name) < 16 || strlen(name) >= ORIGIN_NAME) return -1;
    s.at = name + 16;                         // after "assets/3f/asset_"
    s.size = strspn(s.at, "0123456789");
    if (!origin_slice_u64(s, &index) || index >= set->count) return -1;
    origin_set_name(set, (uint32_t)index, again);
    return strcmp(again, name) == 0 ? (int64_t)index : -1;
}

// The first n bytes of a block (n <= ORIGIN_BLOCK) of a version of a file. The file's size is
// the caller's business.
static void origin_set_fill(const origin_set *set, uint32_t index, uint32_t version, uint64_t block,
                            void *out, size_t n) {
    gc_rng rng;
    gc_rng_seed_stream(&rng, set->seed ^ origin_mix(version),
                       ((uint64_t)index << 32) | (block & 0xffffffffu));
    gc_rng_fill(&rng, out, n);
}

static void origin_print_hex(char hex[65], const uint8_t sha256[32]) {
    for (int k = 0; k < 32; k++) snprintf(hex + 2 * k, 3, "%02x", sha256[k]);
}

// "# 60 assets, SHA-256 of the lines below: 6dc5...", then the others, see asset_cache.h.
static void origin_set_seal_manifest(origin_set *set) {
    origin_text *below = set->manifest;
    gc_fetch_sha256 hash;
    uint8_t sha256[32];
    char hex[65];
    if (!below) return;
    gc_fetch_sha256_init(&hash);
    gc_fetch_sha256_update(&hash, below->bytes, below->size);
    gc_fetch_sha256_final(&hash, sha256);
    origin_print_hex(hex, sha256);
    set->manifest = origin_text_new();
    origin_text_add(set->manifest, "# %lu assets, SHA-256 of the lines below: %s\n",
                    (unsigned long)set->count, hex);
    for (size_t at = 0; at < below->size; at += 1024) {
        size_t n = below->size - at < 1024 ? below->size - at : 1024;
        origin_text_add(set->manifest, "%.*s", (int)n, below->bytes + at);
    }
    origin_text_drop(below);
}

static void origin_set_build_manifest(origin_set *set) {
    uint32_t i;
    origin_text_drop(set->manifest);
    set->manifest = origin_text_new();
    for (i = 0; i < set->count; i++) {
        char hex[65], name[ORIGIN_NAME];
        origin_print_hex(hex, set->files[i].sha256);
        origin_set_name(set, i, name);
        origin_text_add(set->manifest, "%s  %llu  %s\n", hex, (unsigned long long)set->files[i].size, name);
    }
    if (set->sealed) origin_set_seal_manifest(set);
}

// Hashes until all is done or the clock passes `until`; then builds the manifest. True when it
// stands.
static bool origin_set_hash(origin_set *set, int64_t until) {
    static uint8_t block[ORIGIN_BLOCK];
    while (set->unhashed) {
        origin_file *file = &set->files[set->hash_file];

        if (file->hashed) {
            set->hash_file = (set->hash_file + 1) % set->count;
            set->hash_offset = 0;
            continue;
        }

        if (set->hash_offset == 0 || set->hash_version != file->version) {
            gc_fetch_sha256_init(&set->hash);
            set->hash_offset = 0;
            set->hash_version = file->version;
        }

        if (set->hash_offset < file->size) {
            uint64_t left = file->size - set->hash_offset;
            size_t n = left < ORIGIN_BLOCK ? (size_t)left : ORIGIN_BLOCK;
            origin_set_fill(set, set->hash_file, file->version, set->hash_offset / ORIGIN_BLOCK, block, n);
            gc_fetch_sha256_update(&set->hash, block, n);
            set->hash_offset += n;
        }

        if (set->hash_offset >= file->size) {
            gc_fetch_sha256_final(&set->hash, file->sha256);
            file->hashed = true;
            set->unhashed--;
            set->hash_offset = 0;
        }
        if (set->unhashed && until != INT64_MAX && origin_now() >= until) return false;
    }

    if (!set->manifest) origin_set_build_manifest(set);
    return set->manifest != NULL;
}

// A new version of `count` distinct files; their names are appended to `names` (may be NULL).
// The number of files.
static uint32_t origin_set_change(origin_set *set, uint32_t count, uint64_t seed, origin_text *names) {
    uint32_t *order = (uint32_t *)malloc(set->count * sizeof *order), i;
    gc_rng rng;
    if (!order) return 0;
    if (count > set->count) count = set->count;
    gc_rng_seed_stream(&rng, seed, origin_mix(set->seed));
    for (i = 0; i < set->count; i++) order[i] = i;

    for (i = 0; i < count; i++) {
        uint32_t k = i + (uint32_t)gc_rng_below(&rng, set->count - i), index = order[k];
        origin_file *file = &set->files[index];
        char name[ORIGIN_NAME];
        order[k] = order[i];

        // half of them: up to a tenth smaller or larger, one byte if empty
        if (gc_rng_below(&rng, 2)) {
            uint64_t tenth = file->size / 10;
            file->size = file->size - tenth + gc_rng_below(&rng, 2 * tenth + 1) + (file->size == 0);
        } else if (file->size == 0) {
            file->size = 1;                   // the contents must change, so it cannot stay empty
        }
        file->version++;
        if (file->hashed) set->unhashed++;
        file->hashed = false;
        origin_set_name(set, index, name);
        if (names) origin_text_add(names, "%s\n", name);
    }

    set->changes += count;
    if (count) {
        origin_text_drop(set->manifest);
        set->manifest = NULL;
    }
    free(order);
    return count;
}

static int origin_set_open(origin_set *set, const origin_desc *desc, origin_error *error) {
    size_t i;
    memset(set, 0, sizeof *set);
    set->seed = desc->seed ? desc->seed : ORIGIN_SEED;
    set->count = desc->files ? desc->files : 1000;
    set->odd_names = desc->odd_names;
    set->sealed = desc->sealed;
    set->unhashed = set->count;
    set->files = (origin_file *)calloc(set->count, sizeof *set->files);
    if (!set->files || !origin_set_sizes(set, desc->bytes ? desc->bytes : (uint64_t)set->count * 190000)) {
        free(set->files);
        set->files = NULL;
        return origin_fail(error, ENOMEM, "a set of %lu files", (unsigned long)set->count);
    }
    for (i = 0; i < desc->change_count; i++) {
        origin_set_change(set, desc->changes[i].count, desc->changes[i].seed, NULL);
    }
    return 0;
}

static void origin_set_close(origin_set *set) {
    free(set->files);
    origin_text_drop(set->manifest);
    memset(set, 0, sizeof *set);
}

// >>http: one request

#define ORIGIN_HEADER 8192       // most bytes of a request's header
#define ORIGIN_INPUT 16384       // read buffer of a connection; a request with its body must fit

typedef struct origin_request {  // slices point into the parsed bytes
    origin_slice method, target, range, if_range, if_none_match;
    size_t size;                 // bytes of header and body
    bool keep_alive;
} origin_request;

static bool origin_is_token(char c) {         // RFC 9110, 5.6.2
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

// 1: whole; 0: more bytes are needed; less: minus the status that refuses it. out is filled for
// 1 only.
static int origin_parse(const char *text, size_t size, origin_request *out) {
    origin_request r;
    origin_slice version;
    size_t at = 0, i, line_count = 0;
    uint64_t body = 0;
    bool has_body = false, has_host = false, says_close = false, says_keep = false, one_one;

    memset(&r, 0, sizeof r);
    version.at = "";
    version.size = 0;
    while (at < size && (text[at] == '\r' || text[at] == '\n')) at++;      // RFC 9112, 2.2: empty lines
    if (at < size && !origin_is_token(text[at])) return -400;

    for (;; line_count++) {
        const char *end = size > at ? (const char *)memchr(text + at, '\n', size - at) : NULL;
        origin_slice line, name;
        if (!end) return size >= ORIGIN_HEADER ? -431 : 0;

        line.at = text + at;
        line.size = (size_t)(end - line.at);
        at += line.size + 1;
        if (at > ORIGIN_HEADER) return -431;
        if (line.size && line.at[line.size - 1] == '\r') line.size--;
        if (line.size == 0) break;
        for (i = 0; i < line.size; i++) {
            unsigned char c = (unsigned char)line.at[i];
            if ((c < 32 && c != '\t') || c == 127) return -400;
        }

        // The first line.
        if (line_count == 0) {
            r.method = origin_slice_cut(&line, " ");
            r.target = origin_slice_cut(&line, " ");
            version = line;
            for (i = 0; i < r.method.size; i++) {
                if (!origin_is_token(r.method.at[i])) return -400;
            }
            if (r.method.size == 0 || r.method.size > 32 || r.target.size == 0) return -400;
            if (!origin_slice_starts(version, "HTTP/")) return -400;
            continue;
        }

        // A field.
        name = origin_slice_cut(&line, ":");
        if (name.size == 0 || name.at + name.size == line.at) return -400;     // no name, or no colon
        for (i = 0; i < name.size; i++) {
            if (!origin_is_token(name.at[i])) return -400;
        }
        while (line.size && (line.at[0] == ' ' || line.at[0] == '\t')) line.at++, line.size--;
        while (line.size && (line.at[line.size - 1] == ' ' || line.at[line.size - 1] == '\t')) line.size--;

        if (origin_slice_is_nocase(name, "host")) {
            if (has_host) return -400;
            has_host = true;
        } else if (origin_slice_is_nocase(name, "connection")) {
            while (line.size) {
                origin_slice word = origin_slice_cut(&line, ", ");
                says_close = says_close || origin_slice_is_nocase(word, "close");
                says_keep = says_keep || origin_slice_is_nocase(word, "keep-alive");
            }
        } else if (origin_slice_is_nocase(name, "content-length")) {
            uint64_t n;
            if (!origin_slice_u64(line, &n) || (has_body && n != body)) return -400;
            has_body = true;
            body = n;
        } else if (origin_slice_is_nocase(name, "transfer-encoding")) {
            return -501;
        } else if (origin_slice_is_nocase(name, "range")) {
            r.range = line;
        } else if (origin_slice_is_nocase(name, "if-range")) {
            r.if_range = line;
        } else if (origin_slice_is_nocase(name, "if-none-match")) {
            r.if_none_match = line;
        }
    }

    one_one = origin_slice_is(version, "HTTP/1.1");
    if (!one_one && !origin_slice_is(version, "HTTP/1.0")) return -505;
    if (one_one && !has_host) return -400;
    if (body > ORIGIN_INPUT - at) return -413;
    if (size - at < body) return 0;
    r.keep_alive = !says_close && (one_one || says_keep);
    r.size = at + (size_t)body;
    *out = r;
    return 1;
}

// A Range header against a size. 1: first and length set; 0: not one to honour (syntax, unit,
// several): send the whole;
// -1: cannot be satisfied, 416.
static int origin_parse_range(origin_slice s, uint64_t size, uint64_t *first, uint64_t *length) {
    origin_slice a;
    uint64_t from, to;
    if (!origin_slice_starts(s, "bytes=")) return 0;
    s.at += 6;
    s.size -= 6;
    if (!memchr(s.at, '-', s.size)) return 0;
    a = origin_slice_cut(&s, "-");

    if (a.size == 0) {
        if (!origin_slice_u64(s, &to)) return 0;
        if (to == 0 || size == 0) return -1;
        from = to < size ? size - to : 0;
        to = size - 1;
    } else {
        if (!origin_slice_u64(a, &from)) return 0;
        if (s.size == 0) to = UINT64_MAX;
        else if (!origin_slice_u64(s, &to) || to < from) return 0;
        if (from >= size) return -1;
        if (to > size - 1) to = size - 1;
    }

    *first = from;
    *length = to - from + 1;
    return 1;
}

// A decoded path that stays inside: '/' first, no empty part, no part "." or "..", no
// backslash.
static bool origin_path_is_safe(const char *path) {
    if (*path != '/' || strchr(path, '\\')) return false;
    while (*path == '/') {
        size_t n = strcspn(path + 1, "/");
        if (n == 0 || (n == 1 && path[1] == '.') || (n == 2 && path[1] == '.' && path[2] == '.')) {
            return false;
        }
        path += n + 1;
    }
    return true;
}

// Opens a regular file below root without following any link. The descriptor, or -1.
static int origin_folder_open(int root, const char *path, struct stat *st) {
    int folder = root;
    for (;;) {
        char part[256];
        size_t n = strcspn(path + 1, "/");
        bool last = path[n + 1] == 0;
        int fd;
        if (n < sizeof part) {
            memcpy(part, path + 1, n);
            part[n] = 0;

            // O_NONBLOCK: a FIFO must not hang the server
            fd = openat(folder, part, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | (last ? O_NONBLOCK : O_DIRECTORY));
        } else {
            fd = -1;
        }

        if (folder != root) close(folder);
        if (fd < 0) return -1;
        if (last) {
            if (fstat(fd, st) == 0 && S_ISREG(st->st_mode)) return fd;
            close(fd);
            return -1;
        }
        folder = fd;
        path += n + 1;
    }
}

// >>reply: one response, as it is going to be sent

enum { ORIGIN_ASSET, ORIGIN_MANIFEST, ORIGIN_OTHER, ORIGIN_ADMIN, ORIGIN_BAD };          // kind of request
static const char *const origin_kind_names[] = { "asset", "manifest", "other", "admin", "bad" };

// Where the body's bytes come from, and what follows them.
enum { ORIGIN_BODY_NONE, ORIGIN_BODY_TEXT, ORIGIN_BODY_SET, ORIGIN_BODY_FILE, ORIGIN_BODY_NOISE };
enum { ORIGIN_END_KEEP, ORIGIN_END_CLOSE, ORIGIN_END_CUT, ORIGIN_END_RESET, ORIGIN_END_STALL };

typedef struct origin_reply {
    int kind, status;
    bool head;                   // no body is sent
    bool ready;                  // the header is built
    // The resource, and the part of it that is sent
    int body;
    origin_text *text;
    int fd;
    uint32_t index, version;
    uint64_t id;                 // names the bytes in the block cache
    uint64_t size;               // of the whole resource
    uint64_t first, length;      // the part that is sent
    bool has_length;             // Content-Length is given
    bool ranges;                 // Range is honoured and Accept-Ranges said
    char etag[48], location[512], extra[96];   // extra: further header lines
    const char *type;
    // Set by faults
    bool no_range, range_lie, range_shift;
    // this header line begins with a space, as if the one before went on; 0: none
    uint64_t fold;
    uint64_t head_stop;          // bytes of the head after which `end` happens; UINT64_MAX: none
    uint64_t stop_at;            // body bytes after which `end` happens; UINT64_MAX: at its end
    uint64_t flip_at;            // body byte with one bit flipped; UINT64_MAX: none
    double rate;                 // bytes/s; 0: no limit
    int64_t delay;               // ns
    int end;
    char faults[96];             // names of the faults that act
    // Progress
    char header[1400];
    size_t header_size, header_sent;
    uint64_t sent;
    bool logged;
} origin_reply;

// >>faults: one row each

typedef struct origin_fault {
    int kind;                    // row of origin_fault_kinds
    bool has_value;
    uint64_t value;
    char url[512], prefix[256];
    uint64_t every, after, times;
    bool per_path;
    uint64_t seen, fired;
} origin_fault;

// Each acts on the reply. Rows with `early` act before the resource is looked up; the others
// see status, first and length.
static void origin_fault_status(origin_reply *r, const origin_fault *f) { r->status = (int)f->value; }
static void origin_fault_busy(origin_reply *r, const origin_fault *f) {
    r->status = 503;
    snprintf(r->extra, sizeof r->extra, "Retry-After: %llu\r\n", (unsigned long long)f->value);
}
static void origin_fault_redirect(origin_reply *r, const origin_fault *f) {
    r->status = 302;
    snprintf(r->location, sizeof r->location, "%s", f->url);       // empty: to itself
}
static void origin_fault_delay(origin_reply *r, const origin_fault *f) {
    r->delay = (int64_t)f->value * 1000000;
}
static void origin_fault_no_range(origin_reply *r, const origin_fault *f) { (void)f, r->no_range = true; }
static void origin_fault_range_lie(origin_reply *r, const origin_fault *f) { (void)f, r->range_lie = true; }
static void origin_fault_range_shift(origin_reply *r, const origin_fault *f) {
    (void)f, r->range_shift = true;
}
static void origin_fault_stop(origin_reply *r, const origin_fault *f, int end) {
    r->stop_at = f->has_value ? f->value : r->length / 2;
    r->end = end;
}
static void origin_fault_cut(origin_reply *r, const origin_fault *f) {
    origin_fault_stop(r, f, ORIGIN_END_CUT);
}
static void origin_fault_reset(origin_reply *r, const origin_fault *f) {
    origin_fault_stop(r, f, ORIGIN_END_RESET);
}
static void origin_fault_stall(origin_reply *r, const origin_fault *f) {
    origin_fault_stop(r, f, ORIGIN_END_STALL);
}
static void origin_fault_head(origin_reply *r, const origin_fault *f, int end) {
    r->head_stop = f->value;
    r->end = end;
}
static void origin_fault_head_cut(origin_reply *r, const origin_fault *f) {
    origin_fault_head(r, f, ORIGIN_END_CUT);
}
static void origin_fault_head_reset(origin_reply *r, const origin_fault *f) {
    origin_fault_head(r, f, ORIGIN_END_RESET);
}
static void origin_fault_head_stall(origin_reply *r, const origin_fault *f) {
    origin_fault_head(r, f, ORIGIN_END_STALL);
}
static void origin_fault_fold(origin_reply *r, const origin_fault *f) { r->fold = f->value; }
static void origin_fault_short(origin_reply *r, const origin_fault *f) {
    r->length -= f->value < r->length ? f->value : r->length;
}
static void origin_fault_corrupt(origin_reply *r, const origin_fault *f) {
    r->flip_at = f->has_value ? f->value : r->length / 2;
}
static void origin_fault_no_length(origin_reply *r, const origin_fault *f) {
    (void)f;
    r->has_length = false;
    r->end = ORIGIN_END_CLOSE;
}
static void origin_fault_endless(origin_reply *r, const origin_fault *f) {
    origin_fault_no_length(r, f);
    r->body = ORIGIN_BODY_NOISE;
    r->length = UINT64_C(1) << 62;
}
static void origin_fault_slow(origin_reply *r, const origin_fault *f) {
    r->rate = f->value ? (double)f->value : 1;
}

static const struct origin_fault_kind {
    const char *name;
    bool early, url;
    uint64_t value;              // when none is given
    void (*apply)(origin_reply *r, const origin_fault *f);
    const char *help;
} origin_fault_kinds[] = {
    {"status", true, false, 500, origin_fault_status, "=CODE: answer with this status (500)"},
    {"404", true, false, 404, origin_fault_status, ": the same as status=404"},
    {"busy", true, false, 1, origin_fault_busy, "=S: 503 with Retry-After: S seconds (1)"},
    {"redirect", true, true, 0, origin_fault_redirect,
     "=URL: 302 to there (percent-encoded); to itself without one"},
    {"delay", true, false, 1000, origin_fault_delay, "=MS: the response starts so much later (1000)"},
    {"no-range", true, false, 0, origin_fault_no_range, ": Range is ignored, the answer is 200"},
    {"range-lie", true, false, 0, origin_fault_range_lie,
     ": 206 as asked, but the bytes are the file's first"},
    {"range-shift", true, false, 0, origin_fault_range_shift,
     ": 206 that says and sends a range from the start"},
    {"cut", false, false, 0, origin_fault_cut, "=K: closes after K body bytes (half)"},
    {"reset", false, false, 0, origin_fault_reset, "=K: the same by TCP reset (half)"},
    {"stall", false, false, 0, origin_fault_stall, "=K: sends nothing more after K body bytes (half)"},
    {"head-cut", false, false, 15, origin_fault_head_cut,
     "=K: closes after K bytes of the head (15), no body"},
    {"head-reset", false, false, 15, origin_fault_head_reset, "=K: the same by TCP reset (15)"},
    {"head-stall", false, false, 15, origin_fault_head_stall,
     "=K: says nothing more after K bytes of the head (15)"},
    {"fold", false, false, 1, origin_fault_fold, "=N: header line N is folded: it begins with a space (1)"},
    {"short", false, false, 1, origin_fault_short, "=K: valid HTTP, K bytes less than the file has (1)"},
    {"corrupt", false, false, 0, origin_fault_corrupt,
     "=K: one bit of body byte K is flipped (the middle one)"},
    {"no-length", false, false, 0, origin_fault_no_length, ": no Content-Length, the end is the close"},
    {"endless", false, false, 0, origin_fault_endless, ": no Content-Length and no end"},
    {"slow", false, false, 1000, origin_fault_slow, "=B: B body bytes a second (1000)"}
};
enum {
    ORIGIN_FAULT_KINDS = (int)(sizeof origin_fault_kinds / sizeof origin_fault_kinds[0]),
    ORIGIN_FAULTS = 64
};

// "cut=1000,prefix=/assets/0,every=10". False: *why says what is wrong.
static bool origin_fault_parse(origin_slice rule, origin_fault *f, char *why, size_t why_size) {
    memset(f, 0, sizeof *f);
    f->kind = -1;
    while (rule.size) {
        origin_slice value = origin_slice_cut(&rule, ",&"), name = origin_slice_cut(&value, "=");
        uint64_t number = 0;
        bool is_number = origin_slice_u64(value, &number), ok = true;
        int k;

        for (k = 0; k < ORIGIN_FAULT_KINDS; k++) {
            if (origin_slice_is(name, origin_fault_kinds[k].name)) break;
        }
        if (k < ORIGIN_FAULT_KINDS) {
            ok = f->kind < 0 && (value.size == 0 || origin_fault_kinds[k].url || is_number);
            f->kind = k;
            f->has_value = value.size > 0;
            f->value = is_number ? number : origin_fault_kinds[k].value;
            if (origin_fault_kinds[k].apply == origin_fault_status) {
                ok = ok && f->value >= 100 && f->value <= 599;
            }
            if (origin_fault_kinds[k].url) {
                ok = ok && origin_decode(value, f->url, sizeof f->url) && !strpbrk(f->url, "\r\n");
            }
        } else if (origin_slice_is(name, "prefix")) ok = origin_decode(value, f->prefix, sizeof f->prefix);
        else if (origin_slice_is(name, "every")) f->every = number, ok = number > 0;
        else if (origin_slice_is(name, "after")) f->after = number, ok = is_number;
        else if (origin_slice_is(name, "times")) f->times = number, ok = number > 0;
        else if (origin_slice_is(name, "once")) f->times = 1, ok = value.size == 0;
        else if (origin_slice_is(name, "per-path")) f->per_path = true, ok = value.size == 0;
        else ok = false;

        if (!ok) {
            snprintf(why, why_size, "not understood in a fault rule: \"%.*s%s%.*s\"",
                     (int)(name.size < 64 ? name.size : 64), name.at, value.size ? "=" : "",
                     (int)(value.size < 64 ? value.size : 64), value.at);
            return false;
        }
    }

    if (f->kind < 0) snprintf(why, why_size, "a fault rule names no fault");
    return f->kind >= 0;
}

// >>poller: epoll or poll, the only place that knows

typedef struct origin_event {
    void *owner;
    bool in, out, gone;          // gone: both directions are closed, or an error
} origin_event;

enum { ORIGIN_EVENTS = 128 };

typedef struct origin_poller {
#if ORIGIN_EPOLL
    int fd;
#else
    struct pollfd *fds;
    void **owners;
    size_t count, capacity, start;
#endif
} origin_poller;

#if ORIGIN_EPOLL

static bool origin_poller_open(origin_poller *p) { return (p->fd = epoll_create1(EPOLL_CLOEXEC)) >= 0; }
static void origin_poller_close(origin_poller *p) { close(p->fd); }
static void origin_poller_remove(origin_poller *p, int fd) { epoll_ctl(p->fd, EPOLL_CTL_DEL, fd, NULL); }

// Watches fd, or changes what is watched (known: it is watched already).
static bool origin_poller_set(origin_poller *p, int fd, bool known, void *owner, bool in, bool out) {
    struct epoll_event e;
    memset(&e, 0, sizeof e);
    e.events = (in ? (uint32_t)EPOLLIN : 0) | (out ? (uint32_t)EPOLLOUT : 0);
    e.data.ptr = owner;
    return epoll_ctl(p->fd, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &e) == 0;
}

// Waits `timeout` ns at most (-1: for ever). The number of events.
static int origin_poller_wait(origin_poller *p, origin_event *events, int64_t timeout) {
    struct epoll_event e[ORIGIN_EVENTS];
    int n, i, ms = timeout < 0 ? -1 : (int)(timeout / 1000000);

    // epoll_wait knows milliseconds only; ppoll nanoseconds
    if (timeout > 0 && timeout < 100000000) {
        struct pollfd one;
        struct timespec t;
        one.fd = p->fd;
        one.events = POLLIN;
        one.revents = 0;
        t.tv_sec = 0;
        t.tv_nsec = (long)timeout;
        if (ppoll(&one, 1, &t, NULL) <= 0) return 0;
        ms = 0;
    }

    n = epoll_wait(p->fd, e, ORIGIN_EVENTS, ms);
    for (i = 0; i < n; i++) {
        events[i].owner = e[i].data.ptr;
        events[i].in = (e[i].events & EPOLLIN) != 0;
        events[i].out = (e[i].events & EPOLLOUT) != 0;
        events[i].gone = (e[i].events & (EPOLLHUP | EPOLLERR)) != 0;
    }
    return n < 0 ? 0 : n;
}

#else

static bool origin_poller_open(origin_poller *p) {
    memset(p, 0, sizeof *p);
    return true;
}

static void origin_poller_close(origin_poller *p) {
    free(p->fds);
    free(p->owners);
}

static size_t origin_poller_find(const origin_poller *p, int fd) {
    size_t i = 0;
    while (i < p->count && p->fds[i].fd != fd) i++;
    return i;
}

static void origin_poller_remove(origin_poller *p, int fd) {
    size_t i = origin_poller_find(p, fd);
    if (i == p->count) return;
    p->count--;
    p->fds[i] = p->fds[p->count];
    p->owners[i] = p->owners[p->count];
}

static bool origin_poller_set(origin_poller *p, int fd, bool known, void *owner, bool in, bool out) {
    size_t i = known ? origin_poller_find(p, fd) : p->count;
    if (i == p->count && p->count == p->capacity) {
        size_t capacity = p->capacity * 2 + 64;
        struct pollfd *fds = (struct pollfd *)realloc(p->fds, capacity * sizeof *fds);
        void **owners;
        if (!fds) return false;
        p->fds = fds;
        owners = (void **)realloc(p->owners, capacity * sizeof *owners);
        if (!owners) return false;
        p->owners = owners;
        p->capacity = capacity;
    }

    if (i == p->count) p->count++;
    p->fds[i].fd = fd;
    p->fds[i].events = (short)((in ? POLLIN : 0) | (out ? POLLOUT : 0));
    p->fds[i].revents = 0;
    p->owners[i] = owner;
    return true;
}

static int origin_poller_wait(origin_poller *p, origin_event *events, int64_t timeout) {
    int64_t ms = timeout < 0 ? -1 : (timeout + 999999) / 1000000;
    size_t k;
    int n = 0;

    if (poll(p->fds, (nfds_t)p->count, (int)ms) <= 0) return 0;
    for (k = 0; k < p->count && n < ORIGIN_EVENTS; k++) {
        size_t i = (p->start + k) % p->count;             // start elsewhere each time, so that none starves
        short got = p->fds[i].revents;
        if (!got) continue;
        events[n].owner = p->owners[i];
        events[n].in = (got & POLLIN) != 0;
        events[n].out = (got & POLLOUT) != 0;
        events[n].gone = (got & (POLLHUP | POLLERR | POLLNVAL)) != 0 && !(got & POLLIN);
        n++;
    }
    p->start++;
    return n;
}

#endif

// >>server

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
#ifndef MSG_MORE
#define MSG_MORE 0
#endif

#define ORIGIN_BURST 0.004       // s of its rate that an idle line or connection may send at once
#define ORIGIN_BACKLOG 0.2       // s of its rate that is made up for when the server itself was late
#define ORIGIN_TICK 1000000      // ns between two shares of the bandwidth
#define ORIGIN_PIECE 8192        // body bytes that are worth a system call on a shaped line
// body bytes a connection may send before the others get a turn, without caps
#define ORIGIN_TURN 524288
#define ORIGIN_SLOTS 64          // blocks in the cache, 4 MB

enum { ORIGIN_IDLE, ORIGIN_WAITING, ORIGIN_SENDING, ORIGIN_STALLED, ORIGIN_LINGER, ORIGIN_CLOSED };

typedef struct origin_conn {
    int fd, state;
    uint32_t number;
    struct origin_conn *next, *previous;
    int64_t accepted, progress;  // ns
    int64_t arrived, due;        // of the request
    int64_t bucket_at;
    double bucket, credit, want; // bytes: may be asked for, were granted, are asked for now
    bool starved;                // its own limit held it back last time
    bool blocked;                // the socket takes no more
    bool end_of_input;
    bool watch_in, watch_out, watched;
    origin_request request;
    origin_reply reply;
    size_t input;                // bytes in `in`
    char in[ORIGIN_INPUT];
} origin_conn;

typedef struct origin_block {
    uint64_t id, block;
    size_t size;
    uint8_t *bytes;
} origin_block;

typedef struct origin_tally {
    uint64_t hash;               // of the path and the rule; 0: empty
    uint64_t seen, fired;
} origin_tally;

typedef struct origin_server {
    origin_poller poller;
    int listener, life, root, log;
    bool listening;              // the listener is watched
    bool may_accept;             // a place became free since accept last failed
    bool stop;
    uint16_t port;
    int64_t started, rtt, idle, swept, sweep;  // ns; sweep: between two looks for idle connections
    double rate, connection_rate, tokens;      // bytes/s, bytes
    int64_t paced;
    bool starved;                // the line was full last time
    bool ready_work;             // something can be sent at once: do not sleep
    const char *folder;
    origin_set set;
    uint32_t max_connections, connections, peak, numbers;
    uint64_t ids;
    origin_conn *conns;          // all of them
    origin_block blocks[ORIGIN_SLOTS];
    uint8_t scratch[ORIGIN_BLOCK];
    origin_fault faults[ORIGIN_FAULTS];
    int fault_count;
    origin_tally *tallies;
    size_t tally_count, tally_capacity;
    uint64_t accepted, kinds[5], statuses[6], asset_complete, asset_bytes, faulted;
} origin_server;

static volatile sig_atomic_t origin_signalled;
static int origin_signal_pipe = -1;

static void origin_on_signal(int number) {
    int error = errno;
    origin_signalled = number;
    if (origin_signal_pipe >= 0 && write(origin_signal_pipe, "s", 1) < 0) errno = error;
    errno = error;
}

static bool origin_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static bool origin_write_all(int fd, const void *data, size_t size) {
    const char *at = (const char *)data;
    while (size) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

// A file that is whole or absent: written under a temporary name, which is renamed. The
// descriptor to write to, or -1.
static int origin_file_begin(const char *path, char temporary[PATH_MAX], origin_error *error) {
    int fd, n = snprintf(temporary, PATH_MAX, "%s.tmp", path);
    if (n < 0 || n >= PATH_MAX) return origin_fail(error, ENAMETOOLONG, "%s", path);
    fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) return origin_fail(error, errno, "%s", temporary);
    return fd;
}

// written: all bytes were; else errno says why not.
static int origin_file_end(int fd, bool written, const char *path, const char *temporary,
                           origin_error *error) {
    if (!written) {
        origin_fail(error, errno, "%s", temporary);
        close(fd);
        unlink(temporary);
        return -1;
    }
    if (close(fd) != 0 || rename(temporary, path) != 0) return origin_fail(error, errno, "%s", path);
    return 0;
}

static int origin_write_file(const char *path, const void *data, size_t size, origin_error *error) {
    char temporary[PATH_MAX];
    int fd = origin_file_begin(path, temporary, error);
    if (fd < 0) return -1;
    return origin_file_end(fd, origin_write_all(fd, data, size), path, temporary, error);
}

static void origin_log(origin_server *s, origin_conn *c, const char *state) {
    origin_reply *r = &c->reply;
    origin_slice target = c->request.target, method = c->request.method, range = c->request.range;
    int64_t now = origin_now();
    char line[1024];
    int n;

    if (r->logged) return;
    r->logged = true;
    if (r->kind == ORIGIN_ASSET) {
        s->asset_complete += strcmp(state, "complete") == 0 && r->status < 300;
        s->asset_bytes += r->sent;
    }
    if (s->log < 0) return;
    if (target.size > 500) target.size = 500;
    if (range.size > 100) range.size = 100;
    n = snprintf(line, sizeof line, "%s %.3f %lu %.*s %.*s %.*s %d %llu %s %.3f %s\n",
                 origin_kind_names[r->kind], (double)(c->arrived - s->started) * 1e-6,
                 (unsigned long)c->number, method.size ? (int)method.size : 1, method.size ? method.at : "-",
                 target.size ? (int)target.size : 1, target.size ? target.at : "-",
                 range.size ? (int)range.size : 1, range.size ? range.at : "-", r->status,
                 (unsigned long long)r->sent, state, (double)(now - c->arrived) * 1e-6,
                 r->faults[0] ? r->faults : "-");
    if (n > 0) origin_write_all(s->log, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

static void origin_watch(origin_server *s, origin_conn *c) {
    bool in = !c->end_of_input && (c->input < ORIGIN_INPUT || c->state == ORIGIN_LINGER);
    bool out = c->blocked;
    if (c->state == ORIGIN_CLOSED || (c->watched && in == c->watch_in && out == c->watch_out)) return;
    if (!origin_poller_set(&s->poller, c->fd, c->watched, c, in, out)) return;
    c->watched = true;
    c->watch_in = in;
    c->watch_out = out;
}

static void origin_reply_clear(origin_reply *r) {
    origin_text_drop(r->text);
    if (r->fd >= 0) close(r->fd);
    memset(r, 0, sizeof *r);
    r->fd = -1;
    r->stop_at = r->flip_at = r->head_stop = UINT64_MAX;
}

// Closes at once; the memory goes after the events of this round. state: for the log, if a
// request was under way.
static void origin_conn_close(origin_server *s, origin_conn *c, const char *state) {
    if (c->state == ORIGIN_CLOSED) return;
    if (c->state == ORIGIN_WAITING || c->state == ORIGIN_SENDING || c->state == ORIGIN_STALLED) {
        origin_log(s, c, state);
    }
    if (c->watched) origin_poller_remove(&s->poller, c->fd);
    close(c->fd);
    origin_reply_clear(&c->reply);
    c->state = ORIGIN_CLOSED;
    s->connections--;
    s->may_accept = true;
}

// Says the end, then reads what the client may still send: a close with unread input would
// reset the connection and could take the response away from the client.
static void origin_conn_linger(origin_server *s, origin_conn *c) {
    shutdown(c->fd, SHUT_WR);
    origin_reply_clear(&c->reply);
    c->state = ORIGIN_LINGER;
    c->blocked = false;
    c->input = 0;
    c->progress = origin_now();
    if (c->end_of_input) origin_conn_close(s, c, "-");
    else origin_watch(s, c);
}

static void origin_conn_reset(origin_server *s, origin_conn *c) {
    struct linger off;
    off.l_onoff = 1;
    off.l_linger = 0;
    setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &off, sizeof off);
    origin_conn_close(s, c, "reset");
}

// >>answer: from a request to a reply

static const char *origin_status_text(int status) {
    static const struct { int status; const char *text;
    } texts[] = {
        {200, "OK"},
        {206, "Partial Content"},
        {302, "Found"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {413, "Content Too Large"},
        {416, "Range Not Satisfiable"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {502, "Bad Gateway"},
        {503, "Service Unavailable"},
        {504, "Gateway Timeout"},
        {505, "HTTP Version Not Supported"}
    };
    size_t i;

    for (i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i].status == status) return texts[i].text;
    }
    return "Status";
}

// A counter for this rule and path; NULL without memory.
static origin_tally *origin_tally_of(origin_server *s, int rule, const char *path) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325) + (uint64_t)rule;         // FNV-1a
    size_t i;
    for (; *path; path++) hash = (hash ^ (unsigned char)*path) * UINT64_C(0x100000001b3);
    hash = origin_mix(hash) | 1;

    if (s->tally_count * 2 >= s->tally_capacity) {
        size_t capacity = s->tally_capacity ? s->tally_capacity * 2 : 1024;
        origin_tally *bigger = (origin_tally *)calloc(capacity, sizeof *bigger);
        if (!bigger) return NULL;
        for (i = 0; i < s->tally_capacity; i++) {
            size_t k = (size_t)(s->tallies[i].hash >> 1) & (capacity - 1);
            if (!s->tallies[i].hash) continue;
            while (bigger[k].hash) k = (k + 1) & (capacity - 1);
            bigger[k] = s->tallies[i];
        }
        free(s->tallies);
        s->tallies = bigger;
        s->tally_capacity = capacity;
    }

    i = (size_t)(hash >> 1) & (s->tally_capacity - 1);
    while (s->tallies[i].hash && s->tallies[i].hash != hash) i = (i + 1) & (s->tally_capacity - 1);
    if (!s->tallies[i].hash) {
        s->tallies[i].hash = hash;
        s->tally_count++;
    }
    return &s->tallies[i];
}

// For the log.
static void origin_fault_tell(origin_reply *r, const origin_fault *f) {
    const char *name = origin_fault_kinds[f->kind].name;
    if (strlen(r->faults) + strlen(name) + 2 >= sizeof r->faults) return;
    if (r->faults[0]) strcat(r->faults, ",");
    strcat(r->faults, name);
}

// Which rules act on this request: a bit each. Counts them.
static uint64_t origin_faults_of(origin_server *s, origin_reply *r, const char *path) {
    uint64_t act = 0;
    int i;
    for (i = 0; i < s->fault_count; i++) {
        origin_fault *f = &s->faults[i];
        origin_tally whole, *tally = &whole;
        if (f->prefix[0] ? strncmp(path, f->prefix, strlen(f->prefix)) != 0 : r->kind != ORIGIN_ASSET) {
            continue;
        }

        whole.seen = f->seen;
        whole.fired = f->fired;
        if (f->per_path && !(tally = origin_tally_of(s, i, path))) continue;
        f->seen++;
        tally->seen++;
        if (tally->seen <= f->after || (f->every && (tally->seen - f->after) % f->every != 0)) continue;

        if (f->times && tally->fired >= f->times) continue;
        tally->fired++;
        f->fired++;
        act |= UINT64_C(1) << i;
        origin_fault_tell(r, f);
    }

    s->faulted += act != 0;
    return act;
}

// own: the request's, or NULL.
static void origin_faults_apply(origin_server *s, origin_reply *r, uint64_t act, const origin_fault *own,
                                bool early) {
    int i;
    for (i = 0; i < s->fault_count; i++) {
        const struct origin_fault_kind *kind = &origin_fault_kinds[s->faults[i].kind];
        if ((act >> i & 1) && kind->early == early) kind->apply(r, &s->faults[i]);
    }
    if (own && origin_fault_kinds[own->kind].early == early) origin_fault_kinds[own->kind].apply(r, own);
}

// The reply becomes a short text (an error, an admin answer).
static void origin_reply_text(origin_reply *r, int status, origin_text *text) {
    r->status = status;
    if (!text) {
        text = origin_text_new();
        origin_text_add(text, "%d %s\n", status, origin_status_text(status));
    }
    if (r->fd >= 0) close(r->fd);
    r->fd = -1;
    origin_text_drop(r->text);
    r->text = text;
    r->body = ORIGIN_BODY_TEXT;
    r->type = "text/plain";
    r->size = r->length = text ? text->size : 0;
    r->first = 0;
    r->has_length = true;
    r->ranges = false;
    r->etag[0] = 0;
}

// Query parameter `name` of "?a=1&b=2" as a number; the default without one.
static uint64_t origin_query_u64(origin_slice query, const char *name, uint64_t value) {
    while (query.size) {
        origin_slice part = origin_slice_cut(&query, "&"), key = origin_slice_cut(&part, "=");
        if (origin_slice_is(key, name)) origin_slice_u64(part, &value);
    }
    return value;
}

static void origin_answer_admin(origin_server *s, origin_conn *c, const char *path, origin_slice query) {
    origin_reply *r = &c->reply;
    bool get = origin_slice_is(c->request.method, "GET") || r->head,
         post = origin_slice_is(c->request.method, "POST");
    origin_text *text = origin_text_new();
    int status = 200, i;

    if (strcmp(path, "/origin/log") == 0 && get) {
        struct rusage usage;
        memset(&usage, 0, sizeof usage);
        getrusage(RUSAGE_SELF, &usage);
        origin_text_add(text, "uptime_ms %lld\n", (long long)((origin_now() - s->started) / 1000000));
        origin_text_add(text, "cpu_user_ms %ld\ncpu_system_ms %ld\n",
                        (long)usage.ru_utime.tv_sec * 1000 + (long)usage.ru_utime.tv_usec / 1000,
                        (long)usage.ru_stime.tv_sec * 1000 + (long)usage.ru_stime.tv_usec / 1000);
        origin_text_add(text, "memory_peak_kb %ld\n", (long)usage.ru_maxrss);
        origin_text_add(text, "connections %llu\nconnections_open %lu\nconnections_peak %lu\n",
                        (unsigned long long)s->accepted, (unsigned long)s->connections,
                        (unsigned long)s->peak);
        for (i = 0; i < 5; i++) {
            origin_text_add(text, "%s_requests %llu\n", origin_kind_names[i],
                            (unsigned long long)s->kinds[i]);
        }
        origin_text_add(text, "asset_complete %llu\nasset_bytes %llu\n",
                        (unsigned long long)s->asset_complete, (unsigned long long)s->asset_bytes);
        for (i = 2; i < 6; i++) {
            origin_text_add(text, "status_%dxx %llu\n", i, (unsigned long long)s->statuses[i]);
        }
        origin_text_add(text, "faulted_requests %llu\nfiles %lu\nchanged_files %llu\n",
                        (unsigned long long)s->faulted, (unsigned long)s->set.count,
                        (unsigned long long)s->set.changes);
    } else if (strcmp(path, "/origin/change") == 0 && post && !s->folder) {
        uint64_t count = origin_query_u64(query, "count", 1), seed = origin_query_u64(query, "seed", 0);
        origin_set_change(&s->set, count > UINT32_MAX ? UINT32_MAX : (uint32_t)count, seed, text);
    } else if (strcmp(path, "/origin/fault") == 0 && get) {
        for (i = 0; i < s->fault_count; i++) {
            const origin_fault *f = &s->faults[i];
            origin_text_add(text, "%s seen %llu fired %llu\n", origin_fault_kinds[f->kind].name,
                            (unsigned long long)f->seen, (unsigned long long)f->fired);
        }
    } else if (strcmp(path, "/origin/fault") == 0 && post) {
        char why[256];
        if (origin_slice_is(query, "clear")) {
            s->fault_count = 0;
            s->tally_count = s->tally_capacity = 0;
            free(s->tallies);
            s->tallies = NULL;
        } else if (s->fault_count == ORIGIN_FAULTS) {
            origin_text_add(text, "no more than %d fault rules\n", (int)ORIGIN_FAULTS);
            status = 400;
        } else if (!origin_fault_parse(query, &s->faults[s->fault_count], why, sizeof why)) {
            origin_text_add(text, "%s\n", why);
            status = 400;
        } else {
            s->fault_count++;
        }
    } else {
        origin_text_drop(text);
        text = NULL;
        status = strcmp(path, "/origin/log") == 0 || strcmp(path, "/origin/fault") == 0 ||
                 (strcmp(path, "/origin/change") == 0 && !s->folder) ? 405 : 404;
    }

    origin_reply_text(r, status, text);
    if (status == 405) {
        snprintf(r->extra, sizeof r->extra, "Allow: %s\r\n", strcmp(path, "/origin/log") ? "POST" : "GET");
    }
}

// Finds the resource: sets kind, body, size, etag. False: there is none.
static bool origin_lookup(origin_server *s, origin_reply *r, const char *path) {
    r->type = "application/octet-stream";
    if (strcmp(path, "/manifest.txt") == 0) r->kind = ORIGIN_MANIFEST, r->type = "text/plain";
    if (!origin_path_is_safe(path)) return false;

    if (s->folder) {
        struct stat st;
        int fd = origin_folder_open(s->root, path, &st);
        if (fd < 0) return false;
        r->fd = fd;
        r->body = ORIGIN_BODY_FILE;
        r->id = (UINT64_C(1) << 63) | s->ids++;
        r->size = (uint64_t)st.st_size;
        snprintf(r->etag, sizeof r->etag, "\"%llx-%llx-%llx\"", (unsigned long long)st.st_ino,
                 (unsigned long long)st.st_size,
#if defined(__linux__)
                 (unsigned long long)st.st_mtim.tv_sec * 1000000000u + (unsigned long long)st.st_mtim.tv_nsec
#else
                 (unsigned long long)st.st_mtime
#endif
        );
    } else if (r->kind == ORIGIN_MANIFEST) {
        if (!s->set.manifest) return false;
        r->text = s->set.manifest;
        r->text->references++;
        r->body = ORIGIN_BODY_TEXT;
        r->size = r->text->size;
        snprintf(r->etag, sizeof r->etag, "\"%llx-%llx\"", (unsigned long long)s->set.seed,
                 (unsigned long long)s->set.changes);
    } else {
        int64_t index = origin_set_find(&s->set, path + 1);
        if (index < 0) return false;
        r->body = ORIGIN_BODY_SET;
        r->index = (uint32_t)index;
        r->version = s->set.files[index].version;
        r->id = ((uint64_t)r->version << 32 | r->index) & ~(UINT64_C(3) << 62);
        r->size = s->set.files[index].size;
        snprintf(r->etag, sizeof r->etag, "\"%llx-%lx-%lx\"", (unsigned long long)s->set.seed,
                 (unsigned long)r->index, (unsigned long)r->version);
    }

    if (r->kind != ORIGIN_MANIFEST) r->kind = ORIGIN_ASSET;
    return true;
}

// Is tag one of the list ("a", W/"b", *)?
static bool origin_etag_listed(origin_slice list, const char *tag) {
    while (list.size) {
        origin_slice one = origin_slice_cut(&list, ", ");
        if (origin_slice_is(one, "*") || origin_slice_is(one, tag)) return true;
        if (!origin_slice_starts(one, "W/")) continue;
        one.at += 2;
        one.size -= 2;
        if (origin_slice_is(one, tag)) return true;
    }
    return false;
}

// The status line and header of a reply whose fields stand.
static void origin_reply_header(origin_reply *r, bool close_after) {
    char *h = r->header;
    size_t n = 0, room = sizeof r->header;
    n += (size_t)snprintf(h, room, "HTTP/1.1 %d %s\r\nServer: origin\r\n", r->status,
                          origin_status_text(r->status));
    if (r->status != 304) n += (size_t)snprintf(h + n, room - n, "Content-Type: %s\r\n", r->type);
    if (r->has_length && r->status != 304) {
        n += (size_t)snprintf(h + n, room - n, "Content-Length: %llu\r\n", (unsigned long long)r->length);
    }
    if (r->status == 416) {
        n +=
            (size_t)snprintf(h + n, room - n, "Content-Range: bytes */%llu\r\n", (unsigned long long)r->size);
    }
    if (r->ranges) n += (size_t)snprintf(h + n, room - n, "Accept-Ranges: bytes\r\n");
    if (r->etag[0]) n += (size_t)snprintf(h + n, room - n, "ETag: %s\r\n", r->etag);
    if (r->location[0]) n += (size_t)snprintf(h + n, room - n, "Location: %s\r\n", r->location);
    n += (size_t)snprintf(h + n, room - n, "%s%s\r\n", r->extra, close_after ? "Connection: close\r\n" : "");
    r->header_size = n < room ? n : room - 1;

    // Line 0 is the status line. The empty line at the end is none.
    if (r->fold && r->header_size + 1 < room) {
        uint64_t line = 0;
        for (n = 0; n + 4 < r->header_size && line < r->fold; n++) line += h[n] == '\n';
        if (line == r->fold) {
            memmove(h + n + 1, h + n, r->header_size - n);
            h[n] = ' ';
            r->header_size++;
        }
    }
}

// The file, or the range of it that was asked for.
static void origin_answer_file(origin_reply *r, const origin_request *q) {
    uint64_t first = 0, length = 0;
    int range = 0;

    r->ranges = !r->no_range;
    r->has_length = true;
    if (q->range.size && r->ranges && !r->head &&
        (!q->if_range.size || origin_slice_is(q->if_range, r->etag))) {
        range = origin_parse_range(q->range, r->size, &first, &length);
    }

    r->status = range > 0 ? 206 : 200;
    r->first = range > 0 ? first : 0;
    r->length = range > 0 ? length : r->size;
    if (range < 0) {
        uint64_t size = r->size;
        origin_reply_text(r, 416, NULL);
        r->size = size;
    }
    if (range > 0) {
        if (r->range_shift) r->first = 0;
        snprintf(r->extra, sizeof r->extra, "Content-Range: bytes %llu-%llu/%llu\r\n",
                 (unsigned long long)r->first, (unsigned long long)(r->first + r->length - 1),
                 (unsigned long long)r->size);
        if (r->range_lie) r->first = 0;
    }
}

// Builds c->reply from c->request. A parse that failed gives its status in `refuse`.
static void origin_answer(origin_server *s, origin_conn *c, int refuse) {
    origin_reply *r = &c->reply;
    origin_request *q = &c->request;
    origin_slice target = q->target, path_part;
    char path[2048];
    uint64_t act = 0;
    origin_fault own;
    const origin_fault *carried = NULL;
    char why[256];
    bool decoded;

    r->rate = s->connection_rate;
    r->type = "text/plain";
    r->head = origin_slice_is(q->method, "HEAD");
    if (origin_slice_starts(target, "http://")) {              // absolute form: drop scheme and host
        target.at += 7;
        target.size -= 7;
        while (target.size && target.at[0] != '/') target.at++, target.size--;
    }

    path_part = origin_slice_cut(&target, "?");
    if (origin_slice_starts(target, "fault,")) {               // what is behind the "?"
        target.at += 6;
        target.size -= 6;
        if (origin_fault_parse(target, &own, why, sizeof why)) carried = &own;
        else if (!refuse) refuse = 400;
    }

    decoded =
        !refuse && path_part.size && path_part.at[0] == '/' && origin_decode(path_part, path, sizeof path);
    if (!decoded) {
        r->kind = ORIGIN_BAD;
        origin_reply_text(r, refuse ? refuse : 400, NULL);
    } else if (strncmp(path, "/origin/", 8) == 0) {
        r->kind = ORIGIN_ADMIN;
        r->rate = 0;
        origin_answer_admin(s, c, path, target);
    } else {
        bool found;
        r->kind = ORIGIN_OTHER;
        found = origin_lookup(s, r, path);
        act = origin_faults_of(s, r, path);
        r->status = 0;
        if (carried) {
            origin_fault_tell(r, carried);
            s->faulted += act == 0;
        }
        origin_faults_apply(s, r, act, carried, true);
        if (r->status) {
            if (r->status == 302 && !r->location[0]) {
                snprintf(r->location, sizeof r->location, "%.*s",
                         (int)(q->target.size < 500 ? q->target.size : 500), q->target.at);
            }
            origin_reply_text(r, r->status, NULL);
        } else if (!found) {
            origin_reply_text(r, 404, NULL);
        } else if (!r->head && !origin_slice_is(q->method, "GET")) {
            origin_reply_text(r, 405, NULL);
            snprintf(r->extra, sizeof r->extra, "Allow: GET, HEAD\r\n");
        } else if (q->if_none_match.size && origin_etag_listed(q->if_none_match, r->etag)) {
            r->status = 304;
            r->body = ORIGIN_BODY_NONE;
            r->length = 0;
        } else {
            origin_answer_file(r, q);
        }
        origin_faults_apply(s, r, act, carried, false);
    }

    s->kinds[r->kind]++;
    if (r->status >= 200 && r->status < 600) s->statuses[r->status / 100]++;

    if (!q->keep_alive || c->end_of_input || refuse) {
        if (r->end == ORIGIN_END_KEEP) r->end = ORIGIN_END_CLOSE;
    }

    origin_reply_header(r, r->end == ORIGIN_END_CLOSE);
    if (r->head || r->status == 304 || r->status == 204 || r->status < 200) r->length = 0;
    if (r->stop_at < r->length) r->length = r->stop_at;
    if (r->head_stop != UINT64_MAX) {
        if (r->head_stop < r->header_size) r->header_size = (size_t)r->head_stop;
        r->length = 0;
    }
    r->ready = true;
}

// >>send

// Up to `most` bytes of the body from its byte `at` on, in one piece. NULL: they cannot be
// read.
static const uint8_t *origin_body(origin_server *s, origin_conn *c, uint64_t at, uint64_t most, size_t *got) {
    origin_reply *r = &c->reply;
    const uint8_t *bytes;
    uint64_t offset = r->first + at, number = offset / ORIGIN_BLOCK;
    size_t skip = (size_t)(offset % ORIGIN_BLOCK), n;
    origin_block *b = &s->blocks[c->number % ORIGIN_SLOTS];

    if (r->body == ORIGIN_BODY_TEXT) {
        bytes = (const uint8_t *)r->text->bytes + offset;
        n = most < ORIGIN_BLOCK ? (size_t)most : ORIGIN_BLOCK;
    } else {
        uint64_t id = r->body == ORIGIN_BODY_NOISE ? UINT64_C(1) << 62 : r->id;
        if (!b->bytes && !(b->bytes = (uint8_t *)malloc(ORIGIN_BLOCK))) return NULL;
        if (b->id != id || b->block != number || b->size == 0) {
            b->id = id;
            b->block = number;
            b->size = ORIGIN_BLOCK;
            if (r->body != ORIGIN_BODY_NOISE && r->size - number * ORIGIN_BLOCK < ORIGIN_BLOCK) {
                b->size = (size_t)(r->size - number * ORIGIN_BLOCK);
            }
            if (r->body == ORIGIN_BODY_FILE) {
                ssize_t k = pread(r->fd, b->bytes, b->size, (off_t)(number * ORIGIN_BLOCK));
                b->size = k > 0 ? (size_t)k : 0;
            } else if (r->body == ORIGIN_BODY_NOISE) {
                origin_set_fill(&s->set, UINT32_MAX, 0, number, b->bytes, b->size);
            } else {
                origin_set_fill(&s->set, r->index, r->version, number, b->bytes, b->size);
            }
        }
        if (b->size <= skip) {                // the file on disk became shorter
            b->size = 0;
            return NULL;
        }
        bytes = b->bytes + skip;
        n = b->size - skip;
        if (n > most) n = (size_t)most;
    }

    if (r->flip_at >= at && r->flip_at < at + n) {
        memcpy(s->scratch, bytes, n);
        s->scratch[r->flip_at - at] ^= 1;
        bytes = s->scratch;
    }

    *got = n;
    return bytes;
}

static void origin_next_request(origin_server *s, origin_conn *c);

static void origin_finish(origin_server *s, origin_conn *c) {
    int end = c->reply.end;
    bool keep = end == ORIGIN_END_KEEP;
    if (end == ORIGIN_END_STALL) {
        c->state = ORIGIN_STALLED;
        if (c->end_of_input) origin_conn_close(s, c, "stalled");
        return;
    }

    origin_log(s, c, end == ORIGIN_END_CUT ? "cut" : end == ORIGIN_END_RESET ? "reset" : "complete");
    if (end == ORIGIN_END_RESET) {
        origin_conn_reset(s, c);
        return;
    }
    if (!keep) {
        origin_conn_linger(s, c);
        return;
    }

    origin_reply_clear(&c->reply);
    c->input -= c->request.size;
    memmove(c->in, c->in + c->request.size, c->input);
    c->state = ORIGIN_IDLE;
    c->credit = 0;
    origin_next_request(s, c);
}

// Sends the header and up to *allowance bytes of the body; the allowance goes down by what the
// socket took. The last byte of a response is sent alone, after the log line, so that a client
// which has the response finds the line; until then MSG_MORE keeps the kernel from sending a
// small packet, so the client is not woken twice (one more system call, 1 us).
static void origin_send(origin_server *s, origin_conn *c, uint64_t *allowance) {
    origin_reply *r = &c->reply;
    c->blocked = false;
    for (;;) {
        size_t head = r->header_size - r->header_sent, body = 0, want, cut = 0;
        uint64_t left = r->length - r->sent, most = left < *allowance ? left : *allowance;
        const uint8_t *bytes = NULL;
        struct iovec parts[2];
        struct msghdr message;
        bool last, whole = r->end == ORIGIN_END_KEEP || r->end == ORIGIN_END_CLOSE;
        ssize_t n;

        if (head + left == 0) {
            origin_finish(s, c);
            return;
        }
        if (most > 0) {
            bytes = origin_body(s, c, r->sent, most, &body);
            if (!bytes) {
                origin_log(s, c, "cut");
                origin_conn_linger(s, c);
                return;
            }
        } else if (left > 0) {
            return;                           // no allowance; the header goes with the first body bytes
        }

        // The log has its line before the client has the last byte.
        want = head + body;
        last = body == left;
        if (last && whole && !r->logged) {
            if (want > 1) {
                cut = 1;
            } else {
                r->sent += body;
                origin_log(s, c, "complete");
                r->sent -= body;
            }
        }

        parts[0].iov_base = r->header + r->header_sent;
        parts[0].iov_len = head;
        parts[1].iov_base = (void *)(uintptr_t)bytes;
        parts[1].iov_len = body;
        parts[body ? 1 : 0].iov_len -= cut;
        memset(&message, 0, sizeof message);
        message.msg_iov = parts;
        message.msg_iovlen = body ? 2 : 1;
        n = sendmsg(c->fd, &message,
                    MSG_NOSIGNAL | (cut || !last ? MSG_MORE * (cut || *allowance > body) : 0));

        if (n < 0) {
            if (errno == EINTR) continue;
            if (errno == EAGAIN || errno == EWOULDBLOCK) c->blocked = true, c->starved = false;
            else origin_conn_close(s, c, "gone");
            return;
        }

        c->progress = origin_now();
        if ((size_t)n <= head) {
            r->header_sent += (size_t)n;
        } else {
            r->header_sent = r->header_size;
            r->sent += (size_t)n - head;
            *allowance -= (size_t)n - head;
        }
    }
}

// >>pace

static bool origin_is_paced(const origin_server *s, const origin_conn *c) {
    return c->reply.kind != ORIGIN_ADMIN && (c->reply.rate > 0 || s->rate > 0);
}

// Has the client stopped reading? On a real line nothing would come to it then, though the
// kernel here takes more.
static bool origin_is_unread(const origin_conn *c) {
#ifdef SIOCOUTQNSD
    int unsent = 0;
    return ioctl(c->fd, SIOCOUTQNSD, &unsent) == 0 && unsent > ORIGIN_PIECE;
#else
    (void)c;
    return false;
#endif
}

// Body bytes that are worth a send: 4 ms of the narrowest rate, ORIGIN_PIECE at most.
static double origin_piece(const origin_server *s, const origin_conn *c) {
    double rate = c->reply.rate, piece;
    if (s->rate > 0 && (rate <= 0 || s->rate < rate)) rate = s->rate;
    piece = rate * ORIGIN_BURST;
    return piece > ORIGIN_PIECE ? ORIGIN_PIECE : piece < 1 ? 1 : piece;
}

static double origin_refill(double tokens, double rate, int64_t ns, bool starved, double least) {
    double most = rate * (starved ? ORIGIN_BACKLOG : ORIGIN_BURST);
    if (most < least) most = least;
    tokens += rate * (double)ns * 1e-9;
    return tokens < most ? tokens : most;
}

// Shares what the line could have carried since the last call among the connections that have
// something to send, max-min fairly (progressive filling), and sends. True: there is shaped
// work left.
static bool origin_pace(origin_server *s, int64_t now) {
    origin_conn *c, *next;
    double budget = 1e300, share = 0;
    size_t open = 0;
    bool again = true, busy = false;

    if (s->rate > 0) {
        s->tokens = origin_refill(s->tokens, s->rate, now - s->paced, s->starved, 1);
        budget = s->tokens;
    }
    s->paced = now;
    s->starved = false;

    for (c = s->conns; c; c = c->next) {
        c->want = -1;                         // takes no part
        if (c->state != ORIGIN_SENDING || c->blocked || !origin_is_paced(s, c)) continue;
        if (origin_is_unread(c)) {
            busy = true;
            continue;
        }
        c->want = (double)(c->reply.length - c->reply.sent) - c->credit;
        if (c->want < 0) c->want = 0;
        if (c->reply.rate > 0) {
            c->bucket =
                origin_refill(c->bucket, c->reply.rate, now - c->bucket_at, c->starved, origin_piece(s, c));
            c->bucket_at = now;
            c->starved = c->want > c->bucket;
            if (c->starved) c->want = c->bucket;
        }
        open++;
    }

    busy = busy || open > 0;

    // who wants less than an equal share gets it, the rest share the rest
    while (open && again) {
        again = false;
        share = budget / (double)open;
        for (c = s->conns; c; c = c->next) {
            if (c->want < 0 || c->want > share) continue;
            c->credit += c->want;
            c->bucket -= c->want;
            budget -= c->want;
            c->want = -1;
            open--;
            again = true;
        }
    }

    if (open) {
        for (c = s->conns; c; c = c->next) {
            if (c->want < 0) continue;
            c->credit += share;
            c->bucket -= share;
        }
        budget = 0;
        s->starved = true;
    }

    s->tokens = budget;
    for (c = s->conns; busy && c; c = next) {
        double left;
        next = c->next;
        if (c->state != ORIGIN_SENDING || c->blocked || !origin_is_paced(s, c)) continue;
        left = (double)(c->reply.length - c->reply.sent);
        if (c->credit + 0.01 >= origin_piece(s, c) || c->credit + 0.01 >= left) {
            uint64_t allowance = (uint64_t)(c->credit + 0.01), before = allowance;
            double credit = c->credit;
            origin_send(s, c, &allowance);
            if (c->state == ORIGIN_SENDING) c->credit = credit - (double)(before - allowance);
            origin_watch(s, c);
        }
    }
    return busy;
}

// Starts to send a reply that stands.
static void origin_begin_sending(origin_server *s, origin_conn *c, int64_t now) {
    c->state = ORIGIN_SENDING;
    c->progress = now;
    c->credit = 0;
    c->starved = false;
    s->ready_work = true;
}

// Sends for a connection without caps; what is left after a turn waits for the next round.
static void origin_send_freely(origin_server *s, origin_conn *c) {
    uint64_t allowance = ORIGIN_TURN;
    origin_send(s, c, &allowance);
    if (c->state == ORIGIN_SENDING && !c->blocked) s->ready_work = true;
    origin_watch(s, c);
}

// >>connections

// If a whole request is in the buffer, it begins to wait for its round trip.
static void origin_next_request(origin_server *s, origin_conn *c) {
    origin_slice target;
    int result;
    if (c->state != ORIGIN_IDLE) return;
    result = c->input ? origin_parse(c->in, c->input, &c->request) : 0;
    if (result == 0 && c->input == ORIGIN_INPUT) result = -413;
    if (result == 0) {
        if (c->end_of_input) origin_conn_close(s, c, "-");
        return;
    }
    origin_reply_clear(&c->reply);
    c->arrived = c->due = c->progress = origin_now();
    c->state = ORIGIN_WAITING;

    if (result < 0) {
        memset(&c->request, 0, sizeof c->request);
        origin_answer(s, c, -result);
        return;
    }

    target = c->request.target;
    if (s->rtt && !origin_slice_starts(target, "/origin/")) {
        if (c->due < c->accepted + s->rtt) c->due = c->accepted + s->rtt;
        c->due += s->rtt;
    }
}

// The request's time has come (c->state is ORIGIN_WAITING).
static void origin_conn_due(origin_server *s, origin_conn *c, int64_t now) {
    if (!c->reply.ready) {
        if (!s->folder && s->set.unhashed && origin_slice_starts(c->request.target, "/manifest.txt")) return;
        origin_answer(s, c, 0);
        if (c->reply.delay) {
            c->due = now + c->reply.delay;
            return;
        }
    }
    origin_begin_sending(s, c, now);
}

static void origin_conn_read(origin_server *s, origin_conn *c) {
    if (c->state == ORIGIN_LINGER) c->input = 0;               // thrown away
    while (c->input < ORIGIN_INPUT && !c->end_of_input) {
        ssize_t n = recv(c->fd, c->in + c->input, ORIGIN_INPUT - c->input, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
        if (n < 0) {
            origin_conn_close(s, c, "gone");
            return;
        }
        if (n == 0) {
            c->end_of_input = true;
            break;
        }
        if (c->state == ORIGIN_LINGER) break;
        c->progress = origin_now();
        c->input += (size_t)n;
        if (c->input < ORIGIN_INPUT) break;                    // most often all there was: spares a call
    }

    if (c->end_of_input && (c->state == ORIGIN_LINGER || c->state == ORIGIN_STALLED)) {
        origin_conn_close(s, c, "stalled");
    } else {
        origin_next_request(s, c);
    }

    origin_watch(s, c);
}

static void origin_accept(origin_server *s) {
    for (;;) {
        origin_conn *c;
        int fd, on = 1;
        if (s->connections >= s->max_connections) break;
        fd = accept(s->listener, NULL, NULL);
        if (fd < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
        if (fd < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
        if (fd < 0) break;                                     // no descriptors: try again when one is closed

        c = (origin_conn *)malloc(sizeof *c);
        if (!c || !origin_nonblocking(fd)) {
            free(c);
            close(fd);
            continue;
        }
        memset(c, 0, offsetof(origin_conn, in));
        c->fd = fd;
        c->reply.fd = -1;
        c->number = ++s->numbers;
        c->accepted = c->progress = c->bucket_at = origin_now();
        c->bucket = s->connection_rate * ORIGIN_BURST;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);

        // else the kernel's buffer would hide the pacing
        if (s->rate > 0 || s->connection_rate > 0) {
            // two segments of loopback: with less, delayed acknowledgements rule
            int size = 131072;
            setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
        }

        c->next = s->conns;
        if (c->next) c->next->previous = c;
        s->conns = c;
        s->accepted++;
        if (++s->connections > s->peak) s->peak = s->connections;
        origin_watch(s, c);
        if (!c->watched) origin_conn_close(s, c, "-");
    }

    if (s->listening) origin_poller_remove(&s->poller, s->listener);
    s->listening = s->may_accept = false;
}

static void origin_reap(origin_server *s) {
    origin_conn *c, *next;
    for (c = s->conns; c; c = next) {
        next = c->next;
        if (c->state != ORIGIN_CLOSED) continue;
        if (c->previous) c->previous->next = next;
        else s->conns = next;
        if (next) next->previous = c->previous;
        free(c);
    }
}

static void origin_sweep(origin_server *s, int64_t now) {
    origin_conn *c;
    for (c = s->conns; c; c = c->next) {
        int64_t limit = c->state == ORIGIN_LINGER ? INT64_C(2000000000) : s->idle;
        if (c->state == ORIGIN_WAITING || c->state == ORIGIN_STALLED) continue;
        if (c->state == ORIGIN_SENDING && !c->blocked) continue;
        if (now - c->progress > limit) origin_conn_close(s, c, "gone");
    }
    s->swept = now;
    s->may_accept = true;                     // perhaps descriptors are free again
}

static void origin_check_life(origin_server *s) {
    char byte;
    ssize_t n = read(s->life, &byte, 1);
    if (n == 0 || (n > 0 && byte == 'q')) s->stop = true;
}

static void origin_loop(origin_server *s, int signal_fd, pid_t parent) {
    origin_event events[ORIGIN_EVENTS];
    s->swept = s->paced = origin_now();
#if defined(__linux__)
    prctl(PR_SET_TIMERSLACK, 1000ul);         // ns: the default of 50 us would be part of every round trip
#endif
    if (s->life >= 0) origin_poller_set(&s->poller, s->life, false, &s->life, true, false);
    if (signal_fd >= 0) origin_poller_set(&s->poller, signal_fd, false, &origin_signal_pipe, true, false);

    while (!s->stop) {
        int64_t now = origin_now(), wake = s->swept + s->sweep, timeout;
        origin_conn *c, *next;
        bool shaped;
        int n, i;

        s->ready_work = false;
        for (c = s->conns; c; c = next) {
            next = c->next;
            if (c->state == ORIGIN_WAITING && now >= c->due) origin_conn_due(s, c, now);
            if (c->state == ORIGIN_SENDING && !c->blocked && !origin_is_paced(s, c)) origin_send_freely(s, c);
        }
        shaped = origin_pace(s, now);
        for (c = s->conns; c; c = c->next) {                   // after sending: new requests may wait by now
            bool held = !c->reply.ready && now >= c->due;      // for the manifest
            if (c->state == ORIGIN_WAITING && !held && c->due < wake) wake = c->due;
        }
        if (shaped && wake > now + ORIGIN_TICK) wake = now + ORIGIN_TICK;
        if (!s->folder && (s->set.unhashed || !s->set.manifest)) {
            // a millisecond at a time, so that no transfer stalls
            origin_set_hash(&s->set, origin_now() + 1000000);
            s->ready_work = true;
        }
        if (now - s->swept >= s->sweep) origin_sweep(s, now);
        origin_reap(s);
        if (!s->listening && s->may_accept && s->connections < s->max_connections) {
            s->listening = origin_poller_set(&s->poller, s->listener, false, &s->listener, true, false);
        }

        timeout = wake - origin_now();
        if (timeout < 0 || s->ready_work) timeout = 0;
        n = origin_poller_wait(&s->poller, events, timeout);
        for (i = 0; i < n; i++) {
            void *owner = events[i].owner;
            if (owner == &s->listener) origin_accept(s);
            else if (owner == &s->life) origin_check_life(s);
            else if (owner == &origin_signal_pipe) {
                char bytes[16];
                if (read(signal_fd, bytes, sizeof bytes) < 0 && errno != EINTR) continue;

                // SIGHUP is what the kernel sends when the thread that forked us ends: its
                // process may live on
                if (origin_signalled != SIGHUP || getppid() != parent) s->stop = true;
            } else {
                c = (origin_conn *)owner;
                if (c->state == ORIGIN_CLOSED) continue;
                if (events[i].gone && !events[i].in) {
                    origin_conn_close(s, c, c->state == ORIGIN_STALLED ? "stalled" : "gone");
                    continue;
                }
                if (events[i].out) {
                    c->blocked = false;
                    origin_watch(s, c);
                }
                if (events[i].in) origin_conn_read(s, c);
            }
        }
    }

    {
        origin_conn *c;
        for (c = s->conns; c; c = c->next) {
            origin_conn_close(s, c, c->state == ORIGIN_STALLED ? "stalled" : "stopped");
        }
        origin_reap(s);
    }
}

// >>embedding

static void origin_server_close(origin_server *s) {
    size_t i;
    if (!s) return;
    for (i = 0; i < ORIGIN_SLOTS; i++) free(s->blocks[i].bytes);
    free(s->tallies);
    origin_set_close(&s->set);
    if (s->listener >= 0) close(s->listener);
    if (s->root >= 0) close(s->root);
    if (s->log >= 0) close(s->log);
    free(s);
}

// All that can fail by the world's or the caller's fault: the port, the folder, the log, the
// rules.
static origin_server *origin_server_open(const origin_desc *d, origin_error *error) {
    origin_server *s = (origin_server *)calloc(1, sizeof *s);
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    size_t i;
    int on = 1;

    if (!s) {
        origin_fail(error, ENOMEM, "the origin");
        return NULL;
    }
    s->listener = s->root = s->log = s->life = -1;
    s->started = origin_now();
    s->rtt = (int64_t)(d->rtt_ms * 1e6);
    s->rate = d->bandwidth / 8;
    s->connection_rate = d->connection_bandwidth / 8;
    s->tokens = s->rate * ORIGIN_BURST;
    s->max_connections = d->max_connections ? d->max_connections : 1024;
    s->idle = (int64_t)(d->idle_ms ? d->idle_ms : 60000) * 1000000;
    s->sweep = s->idle < 1000000000 ? s->idle : 1000000000;
    s->folder = d->folder;

    if (!(d->rtt_ms >= 0 && d->rtt_ms <= 1e6 && d->bandwidth >= 0 && d->connection_bandwidth >= 0)) {
        origin_fail(error, 0,
                    "round trip and bandwidth may not be negative, the round trip not over 1,000 s");
        origin_server_close(s);
        return NULL;
    }

    for (i = 0; i < d->fault_count; i++) {
        origin_slice rule;
        char why[256];
        rule.at = d->faults[i];
        rule.size = strlen(rule.at);
        if (i >= ORIGIN_FAULTS || !origin_fault_parse(rule, &s->faults[i], why, sizeof why)) {
            origin_fail(error, 0, "%s", i >= ORIGIN_FAULTS ? "too many fault rules" : why);
            origin_server_close(s);
            return NULL;
        }
        s->fault_count++;
    }

    if (d->folder && (s->root = open(d->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0) {
        origin_fail(error, errno, "%s", d->folder);
        origin_server_close(s);
        return NULL;
    }

    if (d->log_path &&
        (s->log = open(d->log_path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0666)) < 0) {
        origin_fail(error, errno, "%s", d->log_path);
        origin_server_close(s);
        return NULL;
    }

    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(d->port);
    s->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (s->listener >= 0) setsockopt(s->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (s->listener < 0 || !origin_nonblocking(s->listener) ||
        bind(s->listener, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(s->listener, 1024) != 0 || getsockname(s->listener, (struct sockaddr *)&address, &size) != 0) {
        origin_fail(error, errno, "port %u of 127.0.0.1", (unsigned)d->port);
        origin_server_close(s);
        return NULL;
    }

    s->port = ntohs(address.sin_port);
    return s;
}

// The rest, which takes time and memory, in the process that serves.
static int origin_server_prepare(origin_server *s, const origin_desc *d, origin_error *error) {
    struct rlimit files;
    char port[16];
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max < 65536 ? files.rlim_max : 65536;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (!s->folder && origin_set_open(&s->set, d, error) != 0) return -1;
    if (!s->folder && !d->lazy_manifest) origin_set_hash(&s->set, INT64_MAX);
    if (!origin_poller_open(&s->poller)) return origin_fail(error, errno, "the poller");
    s->listening = origin_poller_set(&s->poller, s->listener, false, &s->listener, true, false);
    snprintf(port, sizeof port, "%u\n", (unsigned)s->port);
    if (d->port_path && origin_write_file(d->port_path, port, strlen(port), error) != 0) return -1;
    return 0;
}

// Installs the signal handlers; the pipe's read end, or -1.
static int origin_catch_signals(void) {
    struct sigaction action;
    int fds[2];
    if (pipe(fds) != 0) return -1;
    origin_nonblocking(fds[0]);
    origin_nonblocking(fds[1]);
    origin_signal_pipe = fds[1];
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = origin_on_signal;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    return fds[0];
}

ORIGIN_API int origin_run(const origin_desc *desc, int life, void (*ready)(void *user, uint16_t port),
                          void *user, origin_error *error) {
    origin_server *s = origin_server_open(desc, error);
    int signal_fd;
    if (!s) return -1;
    if (origin_server_prepare(s, desc, error) != 0) {
        origin_server_close(s);
        return -1;
    }
    signal_fd = origin_catch_signals();
    s->life = life;
    if (ready) ready(user, s->port);
    origin_loop(s, signal_fd, getppid());
    origin_poller_close(&s->poller);
    origin_server_close(s);
    if (signal_fd >= 0) {
        close(signal_fd);
        close(origin_signal_pipe);
        origin_signal_pipe = -1;
    }
    return 0;
}

// What this process fetches from here on comes straight from its server, whatever proxies the
// environment has.
static void origin_no_proxies(void) {
    static const char *const names[] = {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
                                        "ALL_PROXY",  "no_proxy",    "NO_PROXY"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) unsetenv(names[i]);
}

ORIGIN_API int origin_start(const origin_desc *desc, origin *out, origin_error *error) {
    origin_server *s;
    origin_error failure;
    int life[2] = { -1, -1 }, status[2] = { -1, -1 };
    pid_t pid, parent = getpid();
    ssize_t n;

    memset(out, 0, sizeof *out);
    out->life = -1;
    origin_no_proxies();
    s = origin_server_open(desc, error);
    if (!s) return -1;
    if (pipe(life) != 0 || pipe(status) != 0 || (pid = fork()) < 0) {
        origin_fail(error, errno, "the origin's process");
        if (life[0] >= 0) close(life[0]), close(life[1]);
        if (status[0] >= 0) close(status[0]), close(status[1]);
        origin_server_close(s);
        return -1;
    }

    if (pid == 0) {
        int signal_fd = origin_catch_signals();
        memset(&failure, 0, sizeof failure);
        close(life[1]);
        close(status[0]);
#if defined(__linux__)
        {
            struct sigaction action;
            memset(&action, 0, sizeof action);
            sigemptyset(&action.sa_mask);
            action.sa_handler = origin_on_signal;
            sigaction(SIGHUP, &action, NULL);
            prctl(PR_SET_PDEATHSIG, SIGHUP);
        }
#endif
        if (getppid() != parent) _exit(1);
        s->life = life[0];
        if (origin_server_prepare(s, desc, &failure) != 0) {
            origin_write_all(status[1], &failure, sizeof failure);
            _exit(1);
        }
        origin_write_all(status[1], &failure, sizeof failure);
        close(status[1]);
        origin_loop(s, signal_fd, parent);
        _exit(0);
    }

    close(life[0]);
    close(status[1]);
    fcntl(life[1], F_SETFD, FD_CLOEXEC);
    do n = read(status[0], &failure, sizeof failure);
    while (n < 0 && errno == EINTR);
    close(status[0]);
    out->pid = pid;
    out->life = life[1];
    out->port = s->port;
    snprintf(out->url, sizeof out->url, "http://127.0.0.1:%u", (unsigned)s->port);
    origin_server_close(s);

    if (n != (ssize_t)sizeof failure || failure.what[0]) {
        if (n != (ssize_t)sizeof failure) origin_fail(&failure, 0, "the origin's process ended at its start");
        if (error) *error = failure;
        origin_stop(out);
        return -1;
    }
    return 0;
}

ORIGIN_API void origin_stop(origin *o) {
    int status;
    if (!o || o->pid <= 0) return;
    kill(o->pid, SIGTERM);
    close(o->life);
    while (waitpid(o->pid, &status, 0) < 0 && errno == EINTR) {}
    memset(o, 0, sizeof *o);
    o->life = -1;
}

ORIGIN_API int origin_ask(const origin *o, const char *method, const char *target, char *answer,
                          size_t capacity) {
    struct sockaddr_in address;
    char request[1024], *reply = NULL, *body;
    size_t used = 0, room = 0;
    int fd, n, status = -1;
    if (answer && capacity) answer[0] = 0;
    n = snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
                 method, target);
    if (n < 0 || (size_t)n >= sizeof request) return -1;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(o->port);
    fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0) return -1;
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
        origin_write_all(fd, request, (size_t)n)) {
        for (;;) {
            ssize_t k;
            if (room - used < 65536) {
                char *bigger = (char *)realloc(reply, room = room * 2 + 131072);
                if (!bigger) break;
                reply = bigger;
            }
            k = recv(fd, reply + used, room - used - 1, 0);
            if (k < 0 && errno == EINTR) continue;
            if (k <= 0) break;
            used += (size_t)k;
        }
    }
    close(fd);
    if (reply) {
        reply[used] = 0;
        body = strstr(reply, "\r\n\r\n");
        if (body && sscanf(reply, "HTTP/1.1 %d", &status) == 1 && answer && capacity) {
            size_t size = used - (size_t)(body + 4 - reply);
            if (size > capacity - 1) size = capacity - 1;
            memcpy(answer, body + 4, size);
            answer[size] = 0;
        }
    }
    free(reply);
    return status;
}

ORIGIN_API int64_t origin_count(const origin *o, const char *name) {
    char text[4096];
    const char *at = text;
    size_t n = strlen(name);
    if (origin_ask(o, "GET", "/origin/log", text, sizeof text) != 200) return -1;
    while (at && *at) {
        if (strncmp(at, name, n) == 0 && at[n] == ' ') return (int64_t)strtoll(at + n + 1, NULL, 10);
        at = strchr(at, '\n');
        if (at) at++;
    }
    return -1;
}

// >>write: the set as a folder

// Creates the folders of a path (not its last part).
static int origin_make_folders(char *path, origin_error *error) {
    char *at = path + 1;
    while ((at = strchr(at, '/')) != NULL) {
        *at = 0;
        if (mkdir(path, 0777) != 0 && errno != EEXIST) return origin_fail(error, errno, "%s", path);
        *at++ = '/';
    }
    return 0;
}

static int origin_write_one(const origin_set *set, uint32_t index, char *path, origin_error *error) {
    static uint8_t block[ORIGIN_BLOCK];
    char temporary[PATH_MAX];
    uint64_t at, size = set->files[index].size;
    bool written = true;
    int fd;
    if (origin_make_folders(path, error) != 0) return -1;
    fd = origin_file_begin(path, temporary, error);
    if (fd < 0) return -1;
    for (at = 0; at < size && written; at += ORIGIN_BLOCK) {
        size_t k = size - at < ORIGIN_BLOCK ? (size_t)(size - at) : ORIGIN_BLOCK;
        origin_set_fill(set, index, set->files[index].version, at / ORIGIN_BLOCK, block, k);
        written = origin_write_all(fd, block, k);
    }
    return origin_file_end(fd, written, path, temporary, error);
}

// A whole small file in memory, NUL at its end; NULL if it cannot be read.
static char *origin_read_file(const char *path) {
    struct stat st;
    char *text = NULL;
    size_t used = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0) return NULL;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
        (text = (char *)malloc((size_t)st.st_size + 1)) != NULL) {
        while (used < (size_t)st.st_size) {
            ssize_t n = read(fd, text + used, (size_t)st.st_size - used);
            if (n <= 0) break;
            used += (size_t)n;
        }
        text[used] = 0;
    }
    close(fd);
    return text;
}

ORIGIN_API int origin_write_folder(const origin_desc *desc, const char *folder, uint32_t *written,
                                   origin_error *error) {
    origin_set set;
    char path[PATH_MAX], manifest[PATH_MAX], *old, *new_line, *line;
    uint32_t i, count = 0;
    int result = 0;
    if (written) *written = 0;
    if (strlen(folder) + ORIGIN_NAME + 16 > sizeof path) {
        return origin_fail(error, ENAMETOOLONG, "%s", folder);
    }
    if (origin_set_open(&set, desc, error) != 0) return -1;
    origin_set_hash(&set, INT64_MAX);
    snprintf(manifest, sizeof manifest, "%s/manifest.txt", folder);
    snprintf(path, sizeof path, "%s/", folder);
    if (!set.manifest || origin_make_folders(path, error) != 0) {
        if (!set.manifest) origin_fail(error, ENOMEM, "the manifest");
        origin_set_close(&set);
        return -1;
    }
    // Both manifests list the set in order of index, so the k-th lines are about the same file.
    old = line = origin_read_file(manifest);
    new_line = set.manifest->bytes;
    if (*new_line == '#') new_line = strchr(new_line, '\n') + 1;
    if (line && *line == '#') line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL;
    for (i = 0; i < set.count && result == 0; i++) {
        size_t n = strcspn(new_line, "\n") + 1;
        bool same = line && strncmp(line, new_line, n) == 0;
        struct stat st;
        char name[ORIGIN_NAME];
        origin_set_name(&set, i, name);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (!same || lstat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
            (uint64_t)st.st_size != set.files[i].size) {
            result = origin_write_one(&set, i, path, error);
            count += result == 0;
        }
        new_line += n;
        if (line) {
            line = strchr(line, '\n');
            if (line) line++;
        }
    }
    if (result == 0 && (!line || *line || count)) {
        result = origin_write_file(manifest, set.manifest->bytes, set.manifest->size, error);
    }
    free(old);
    if (written) *written = count;
    origin_set_close(&set);
    return result;
}

#endif
