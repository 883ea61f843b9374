/*
gc_fetch_browser.h - gc_fetch.h over a browser's fetch(): http: and https: for Emscripten

DO THIS, in exactly one C or C++ file, after gc_fetch.h
    #define GC_FETCH_NO_CURL
    #define GC_FETCH_IMPLEMENTATION
    #include "gc_fetch.h"
    #define GC_FETCH_BROWSER_IMPLEMENTATION
    #include "gc_fetch_browser.h"

EXAMPLE
    static gc_fetch_desc desc;                  // static: all zero, the defaults
    const gc_fetch_transport *browser = gc_fetch_browser_open(&desc);
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    ... in each frame: gc_fetch_wait(fetch, 0), and gc_fetch_poll until there is no event
    gc_fetch_close(fetch);
    gc_fetch_browser_close(browser);

OVERRIDE MACROS (define them before the include; the default is shown)
    GC_FETCH_BROWSER_API              extern; prefix of every function
    GC_FETCH_BROWSER_STATIC           every function static; implies the implementation (in one
                                      file of a program: its JavaScript has global names)

NOTES
    A page must not wait: gc_fetch_wait and gc_fetch_pump are one turn, whatever time they are
    given, and return TIMEOUT while something is to come. Bytes come between two turns, when
    your function has returned to the browser (or emscripten_sleep has, with ASYNCIFY). All of
    a gc_fetch's calls are made on one thread. A body whose sink takes less is read 256 KB
    ahead, and then the browser stops reading, once its own buffers are full. No cookies are
    sent, and nothing comes from or goes to the browser's cache.

WHAT DIFFERS FROM LIBCURL
    - desc.setup, ca_file, proxy, user_agent, http2_streams, connect_timeout_ms are not used.
      per_host 0 becomes 6, since a browser keeps others waiting, where their idle time runs.
    - fetch() does not tell why: no host, no connection, TLS, a forbidden origin and what is no
      HTTP are all E_NETWORK, with the browser's text, and are tried again.
    - The browser judges heads and chunks, as leniently as it likes. Not seen are 1xx and each
      redirect (up to 20; headers go along, Authorization aside; one that ends at http from
      https is E_REDIRECT). Fields of one name come as one. Over http: Chromium takes a head
      that was cut for a whole one: an empty body without a length is E_NETWORK, a 204 is done.
    - Bodies with a Content-Encoding are decoded, also without `compressed`. They have no size
      and no ranges, and gc_fetch_header does not find the field. So request.decoder is for what
      is coded without it, as a .gz.
    - Headers that a page must not set (User-Agent, Host, Cookie, ...) are dropped. Names and
      passwords in a URL, and a GET with a body, are E_ARGUMENT.
    - Another origin must allow you: Access-Control-Allow-Origin, and for what is not a plain
      GET -Allow-Headers (Range, If-Range and yours). Where it does not send
      "Access-Control-Expose-Headers: *" (or one that names itself and Content-Encoding), the
      body has no size and no ranges, Transfer-Encoding is not seen, and gc_fetch_header finds
      few fields.

SPDX-License-Identifier: MIT OR Unlicense
*/

#if defined(GC_FETCH_BROWSER_STATIC) && defined(GC_FETCH_BROWSER_PRIV_PLAIN)
#error "gc_fetch_browser.h: GC_FETCH_BROWSER_STATIC must be defined before the first include"
#endif

#ifndef GC_FETCH_BROWSER_H
#define GC_FETCH_BROWSER_H

#ifndef GC_FETCH_H
#include "gc_fetch.h"
#endif

#ifdef GC_FETCH_BROWSER_STATIC
#ifndef GC_FETCH_BROWSER_IMPLEMENTATION
#define GC_FETCH_BROWSER_IMPLEMENTATION
#endif
#ifndef GC_FETCH_BROWSER_API
#define GC_FETCH_BROWSER_API __attribute__((unused)) static
#endif
#else
#define GC_FETCH_BROWSER_PRIV_PLAIN
#endif
#ifndef GC_FETCH_BROWSER_API
#define GC_FETCH_BROWSER_API extern
#endif

#ifdef __cplusplus
extern "C" {
#endif

// A transport that takes http: and https:, for the gc_fetch_open that follows: sets transport
// and no_thread of *desc, and now_ms and per_host where they are 0. NULL: there is no fetch(),
// or no memory. [poll thread]
GC_FETCH_BROWSER_API const gc_fetch_transport *gc_fetch_browser_open(gc_fetch_desc *desc);

// Ends it, after gc_fetch_close. NULL does nothing. [poll thread]
GC_FETCH_BROWSER_API void gc_fetch_browser_close(const gc_fetch_transport *transport);

#ifdef __cplusplus
}   // extern "C"
#endif
#endif // GC_FETCH_BROWSER_H

#if defined(GC_FETCH_BROWSER_IMPLEMENTATION) && !defined(GC_FETCH_BROWSER_IMPLEMENTED)
#define GC_FETCH_BROWSER_IMPLEMENTED

// >>map what stands where
//
// Sections, in order: script, heads, transport.
//
// JavaScript never calls C. A call there is one request; what has come of it stands in a queue
// of items: a head, pieces of the body, its end, or why it has failed. The pump takes them.
//
//   start > ask ... fetch() ... put(HEAD) ... read ... put(BYTES) ... put(END)
//   pump > step > look, then head > gc_fetch_respond_with, or gc_fetch_deliver > drop

#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

enum {
    GC_FETCH_BROWSER_PRIV_SLOTS = 64,           // gc_fetch.h's most transfers
    GC_FETCH_BROWSER_PRIV_BUFFER = 64 * 1024,
    GC_FETCH_BROWSER_PRIV_PER_HOST = 6          // browsers' most connections to a host
};

// What an item is. The script has the numbers.
enum {
    GC_FETCH_BROWSER_PRIV_NOTHING = 0,
    GC_FETCH_BROWSER_PRIV_HEAD = 1,
    GC_FETCH_BROWSER_PRIV_BYTES = 2,
    GC_FETCH_BROWSER_PRIV_END = 3,
    GC_FETCH_BROWSER_PRIV_FAILED = 4
};

// What is told of a head. -1: not known.
enum {
    GC_FETCH_BROWSER_PRIV_SIZE,
    GC_FETCH_BROWSER_PRIV_STATUS,
    GC_FETCH_BROWSER_PRIV_LENGTH,
    GC_FETCH_BROWSER_PRIV_FIRST,
    GC_FETCH_BROWSER_PRIV_LAST,
    GC_FETCH_BROWSER_PRIV_TOTAL,
    GC_FETCH_BROWSER_PRIV_RETRY_MS,
    GC_FETCH_BROWSER_PRIV_RANGES,               // 1: they can be asked for
    GC_FETCH_BROWSER_PRIV_CODED,                // 1: the body was decoded
    GC_FETCH_BROWSER_PRIV_FRAMED,               // 1: the head says where the body ends
    GC_FETCH_BROWSER_PRIV_NUMBERS
};

// >>script what is JavaScript. No regular expressions, and double quotes: C's preprocessor
// reads it first.

// clang-format off

// Milliseconds that never go back; as a beginning of random numbers it differs from run to run.
EM_JS(double, gc_fetch_browser_priv_now, (void), {
    return performance.timeOrigin + performance.now();
})

// Is there a fetch() whose bodies can be read piece by piece?
EM_JS(int, gc_fetch_browser_priv_can, (void), {
    return typeof fetch === "function" && typeof ReadableStream === "function" ? 1 : 0;
})

// Begins a call. The text has lines: URL, method, validator, headers; last -1: the body's end.
// Its number, or 0: fetch() refuses to be asked for this.
EM_JS(int, gc_fetch_browser_priv_ask, (const char *text, int text_size, const void *body, int body_size,
                                       double first, double last), {
    const self = gc_fetch_browser_priv_ask;
    const calls = self.calls || (self.calls = new Map());
    const call = { items: [], waiting: 0, reader: null, reading: false, control: new AbortController() };

    // Its request.
    const chars = Array.from(HEAPU8.subarray(text, text + text_size), c => String.fromCharCode(c));
    const [url, method, validator, ...lines] = chars.join("").split("\n");
    const headers = lines.filter(line => line).map(line => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
    if (first || last >= 0) {
        headers.push(["Range", "bytes=" + first + "-" + (last < 0 ? "" : last)]);
        if (validator) headers.push(["If-Range", validator]);
    }
    const how = { method: method, headers: headers, cache: "no-store", credentials: "omit",
                  signal: call.control.signal };
    if (body_size) how.body = HEAPU8.slice(body, body + body_size);
    let request;
    try { request = new Request(url, how); } catch (error) { return 0; }

    const put = (kind, bytes) => call.items.push({ kind: kind, bytes: bytes });
    const fail = text => put(4, Uint8Array.from(text, c => c.charCodeAt(0)));

    // Reads on while little waits to be taken.
    call.read = async () => {
        if (call.reading) return;
        call.reading = true;
        try {
            while (call.reader && call.waiting < 262144) {
                const part = await call.reader.read();
                if (part.done) {
                    call.reader = null;
                    put(3, new Uint8Array(0));
                } else if (part.value.length) {
                    call.waiting += part.value.length;
                    put(2, part.value);
                }
            }
        } catch (error) {
            call.reader = null;
            fail("the connection ended inside the body: " + error.message);
        }
        call.reading = false;
    };

    fetch(request).then(response => {
        call.items.push({ kind: 1, bytes: new Uint8Array(0), response: response });
        if (response.body) call.reader = response.body.getReader();
        else put(3, new Uint8Array(0));
        call.read();
    }).catch(error => fail("fetch(): " + error.message));

    self.count = (self.count || 0) + 1;
    calls.set(self.count, call);
    return self.count;
})

// The first item of a call: its kind, and how many bytes it has.
EM_JS(int, gc_fetch_browser_priv_look, (int id, double *size), {
    const item = gc_fetch_browser_priv_ask.calls.get(id).items[0];
    if (!item) return 0;
    HEAPF64[size >> 3] = item.bytes.length;
    return item.kind;
})

// Judges the head that is a call's first item. Its text, which can be copied then, has lines:
// what is wrong, final URL, validator, fields.
EM_JS(void, gc_fetch_browser_priv_judge, (int id, double *about), {
    const item = gc_fetch_browser_priv_ask.calls.get(id).items[0], response = item.response;
    const field = name => response.headers.get(name) || "";
    const number = text => Number.isSafeInteger(+text) && String(+text) === text ? +text : -1;

    // Where the body ends. Fields of one name have come as one. What another origin hides may
    // be a Content-Encoding: then Content-Length is of other bytes.
    const moved = field("transfer-encoding").toLowerCase(), chunked = moved === "chunked";
    const lengths = field("content-length").split(",").map(text => number(text.trim()));
    const said = response.headers.has("content-length"), same = lengths.every(n => n === lengths[0]);
    const shown = field("access-control-expose-headers").toLowerCase();
    const seen = response.type !== "cors" || shown === "*" || shown.includes("content-encoding");
    const coding = field("content-encoding").toLowerCase();
    const decoded = coding !== "" && coding !== "identity", coded = !seen || decoded;

    // "bytes FIRST-LAST/TOTAL"
    const [unit, range, more] = field("content-range").split(" ");
    const [span, total] = (range || "").split("/");
    const [from, to] = span.split("-");
    const whole = total === "*" || number(total || "") > number(to || "");
    const ranged = unit === "bytes" && more === undefined && whole;

    // A date is strong when the file was a minute old (RFC 9110, 8.8.2.2).
    const date = Date.parse(field("date")), after = field("retry-after");
    const strong = Date.parse(field("last-modified")) + 60000 <= date ? field("last-modified") : "";
    const version = field("etag").startsWith("\"") ? field("etag") : strong;
    const until = +after > 0 ? +after * 1000 : Date.parse(after) - (date || Date.now());

    let wrong = "";
    if (response.status < 100 || response.status > 999) wrong = "the status has not three digits";
    if (said && (lengths[0] < 0 || !same)) wrong = "Content-Length is not one number";
    if (response.headers.has("transfer-encoding") && !chunked && moved !== "identity") {
        wrong = "Transfer-Encoding is another than chunked";
    }
    if (field("content-range").includes(",")) wrong = "there are two Content-Range";

    const text = [wrong, response.redirected ? response.url : "", version];
    response.headers.forEach((value, name) => {
        // It is true no more, and gc_fetch.h would decode the body once more.
        if (!decoded || name !== "content-encoding") text.push(name + ": " + value);
    });
    if (text.join("").length > 102400) text[0] = "the response's head is longer than 100 KB";
    item.bytes = Uint8Array.from(text.join("\n") + "\n", c => c.charCodeAt(0));
    HEAPF64.set([
        item.bytes.length, response.status, coded || chunked ? -1 : lengths[0],
        ranged ? number(from) : -1, ranged ? number(to || "") : -1, ranged ? number(total) : -1,
        until > 0 ? until : 0, !coded && field("accept-ranges").toLowerCase() === "bytes" ? 1 : 0,
        decoded ? 1 : 0, said || chunked ? 1 : 0], about >> 3);
})

// Copies the first bytes of its first item.
EM_JS(void, gc_fetch_browser_priv_copy, (int id, void *to, int size), {
    HEAPU8.set(gc_fetch_browser_priv_ask.calls.get(id).items[0].bytes.subarray(0, size), to);
})

// They have been taken: the item goes with its last byte.
EM_JS(void, gc_fetch_browser_priv_drop, (int id, int size), {
    const call = gc_fetch_browser_priv_ask.calls.get(id), item = call.items[0];
    item.bytes = item.bytes.subarray(size);
    if (!item.bytes.length) call.items.shift();
    if (item.kind === 2) call.waiting -= size;
    call.read();
})

// Nobody wants the call any more.
EM_JS(void, gc_fetch_browser_priv_stop_call, (int id), {
    const calls = gc_fetch_browser_priv_ask.calls;
    calls.get(id).control.abort();
    calls.delete(id);
})

// clang-format on

// One request.
typedef struct gc_fetch_browser_priv_call {
    int id;                             // the script's; 0: none
    gc_fetch_transfer *transfer;
    gc_fetch_job job;
    uint32_t retry_after_ms;
    bool paused;
    bool unsure;                        // its head may have been cut
} gc_fetch_browser_priv_call;

typedef struct gc_fetch_browser_priv {
    gc_fetch_transport transport;       // the first: its address is the caller's
    gc_fetch_browser_priv_call calls[GC_FETCH_BROWSER_PRIV_SLOTS];
    char buffer[GC_FETCH_BROWSER_PRIV_BUFFER];
} gc_fetch_browser_priv;

// >>heads what has come of a call

// Ends a transfer: its call goes first.
static void gc_fetch_browser_priv_finish(gc_fetch_browser_priv_call *call, int result, const char *detail) {
    gc_fetch_outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    outcome.result = result;
    outcome.retry_after_ms = call->retry_after_ms;
    outcome.detail = detail;
    gc_fetch_browser_priv_stop_call(call->id);
    call->id = 0;
    gc_fetch_finish(call->transfer, &outcome);
}

// A number of a head; negative is unknown.
static uint64_t gc_fetch_browser_priv_number(double value) {
    return value >= 0 ? (uint64_t)value : UINT64_MAX;
}

// A head has come.
static void gc_fetch_browser_priv_head(gc_fetch_browser_priv_call *call) {
    double about[GC_FETCH_BROWSER_PRIV_NUMBERS];
    gc_fetch_response head;
    gc_fetch_browser_priv_judge(call->id, about);
    size_t size = (size_t)about[GC_FETCH_BROWSER_PRIV_SIZE], most = 0;

    // Its lines.
    char *text = (char *)malloc(size);
    if (text) gc_fetch_browser_priv_copy(call->id, text, (int)size);
    for (size_t i = 0; text && i < size; i++) {
        if (text[i] != '\n') continue;
        text[i] = 0;
        most++;
    }
    const char **lines = text ? (const char **)malloc(most * sizeof *lines) : NULL;
    if (!lines) {
        free(text);
        gc_fetch_browser_priv_finish(call, GC_FETCH_E_MEMORY, NULL);
        return;
    }
    gc_fetch_browser_priv_drop(call->id, (int)size);

    memset(&head, 0, sizeof head);
    head.headers = lines;
    const char *url = text + strlen(text) + 1, *validator = url + strlen(url) + 1;
    for (const char *at = validator + strlen(validator) + 1; at < text + size; at += strlen(at) + 1) {
        lines[head.header_count++] = at;
    }

    // What it says.
    head.http_status = (int)about[GC_FETCH_BROWSER_PRIV_STATUS];
    head.size = gc_fetch_browser_priv_number(about[GC_FETCH_BROWSER_PRIV_LENGTH]);
    head.total = gc_fetch_browser_priv_number(about[GC_FETCH_BROWSER_PRIV_TOTAL]);
    if (about[GC_FETCH_BROWSER_PRIV_LAST] >= about[GC_FETCH_BROWSER_PRIV_FIRST] &&
        about[GC_FETCH_BROWSER_PRIV_FIRST] >= 0) {
        head.first = (uint64_t)about[GC_FETCH_BROWSER_PRIV_FIRST];
        head.end = (uint64_t)about[GC_FETCH_BROWSER_PRIV_LAST] + 1;
    }

    head.ranges = about[GC_FETCH_BROWSER_PRIV_RANGES] > 0;
    if (validator[0]) head.validator = validator;
    if (url[0]) head.final_url = url;
    double later = about[GC_FETCH_BROWSER_PRIV_RETRY_MS];
    call->retry_after_ms = later < UINT32_MAX ? (uint32_t)later : UINT32_MAX;

    // Is it right?
    bool head_only = strcmp(call->job.method, "HEAD") == 0;
    bool ranged = call->job.first || call->job.end != UINT64_MAX;

    bool lies = head.http_status == 206 && !head_only && head.end && head.size != UINT64_MAX &&
                head.size != head.end - head.first;
    bool plain = strncmp(url[0] ? url : call->job.url, "http:", 5) == 0;
    bool none = head_only || head.http_status == 204 || head.http_status == 304;
    call->unsure = plain && !none && about[GC_FETCH_BROWSER_PRIV_FRAMED] <= 0;
    if (text[0]) {
        gc_fetch_browser_priv_finish(call, GC_FETCH_E_PROTOCOL, text);
    } else if (plain && strncmp(call->job.url, "https:", 6) == 0) {
        gc_fetch_browser_priv_finish(call, GC_FETCH_E_REDIRECT, "a redirect from https to http");
    } else if (lies) {
        gc_fetch_browser_priv_finish(call, GC_FETCH_E_PROTOCOL,
                                     "Content-Length and Content-Range contradict each other");
    } else if (ranged && about[GC_FETCH_BROWSER_PRIV_CODED] > 0 && head.http_status / 100 == 2) {
        gc_fetch_browser_priv_finish(call, GC_FETCH_E_PROTOCOL,
                                     "the rest of the body has a Content-Encoding");
    } else {
        int id = call->id;
        gc_fetch_respond_with(call->transfer, &head);
        if (call->id == id && head_only) gc_fetch_browser_priv_finish(call, GC_FETCH_OK, NULL);
    }
    free((void *)lines);
    free(text);
}

// Takes one item of a call, or a piece of it. False: there is none.
static bool gc_fetch_browser_priv_step(gc_fetch_browser_priv *owner, gc_fetch_browser_priv_call *call) {
    double there = 0;
    int id = call->id, kind = gc_fetch_browser_priv_look(id, &there);
    size_t size = 0;

    // Its bytes, or the text of a failure.
    if (kind == GC_FETCH_BROWSER_PRIV_BYTES || kind == GC_FETCH_BROWSER_PRIV_FAILED) {
        double most = kind == GC_FETCH_BROWSER_PRIV_BYTES ? GC_FETCH_BROWSER_PRIV_BUFFER : 200;
        size = (size_t)(there < most ? there : most);
        gc_fetch_browser_priv_copy(id, owner->buffer, (int)size);
    }

    switch (kind) {
    case GC_FETCH_BROWSER_PRIV_HEAD: gc_fetch_browser_priv_head(call); break;
    case GC_FETCH_BROWSER_PRIV_END:
        // Chromium takes a plain connection's end for the end of the head.
        gc_fetch_browser_priv_finish(call, call->unsure ? GC_FETCH_E_NETWORK : GC_FETCH_OK,
                                     call->unsure ? "no byte, and no length: is the head whole?" : NULL);
        break;
    case GC_FETCH_BROWSER_PRIV_FAILED:
        owner->buffer[size] = 0;
        gc_fetch_browser_priv_finish(call, GC_FETCH_E_NETWORK, owner->buffer);
        break;
    case GC_FETCH_BROWSER_PRIV_BYTES: {
        call->unsure = false;
        size_t taken = gc_fetch_deliver(call->transfer, owner->buffer, size);
        if (call->id != id) break;
        if (taken == GC_FETCH_ABORT) {
            gc_fetch_browser_priv_finish(call, GC_FETCH_OK, NULL);
            break;
        }
        // What is left comes again when it is let go on.
        if (taken < size) call->paused = true;
        if (taken) gc_fetch_browser_priv_drop(id, (int)taken);
        break;
    }
    default: return false;
    }
    return true;
}

// >>transport what gc_fetch.h calls

static int gc_fetch_browser_priv_start(void *user, gc_fetch_transfer *transfer, const gc_fetch_job *job) {
    gc_fetch_browser_priv_call *call = &((gc_fetch_browser_priv *)user)->calls[job->slot];
    size_t size = strlen(job->url) + strlen(job->method) + strlen(job->validator) + 4;
    for (size_t i = 0; i < job->header_count; i++) size += strlen(job->headers[i]) + 1;
    char *text = (char *)malloc(size), *at = text;
    if (!text) return GC_FETCH_E_MEMORY;

    // Its lines.
    const char *first[] = {job->url, job->method, job->validator};
    for (size_t i = 0; i < job->header_count + 3; i++) {
        const char *line = i < 3 ? first[i] : job->headers[i - 3];
        size_t n = strlen(line);
        memcpy(at, line, n);
        at += n;
        *at++ = '\n';
    }

    // What is to be sent is the script's from here on.
    memset(call, 0, sizeof *call);
    call->transfer = transfer;
    call->job = *job;
    double last = job->end == UINT64_MAX ? -1.0 : (double)(job->end - 1);
    call->id = gc_fetch_browser_priv_ask(text, (int)(at - text), job->body, (int)job->body_size,
                                         (double)job->first, last);
    free(text);
    return call->id ? GC_FETCH_OK : GC_FETCH_E_ARGUMENT;
}

static gc_fetch_browser_priv_call *gc_fetch_browser_priv_find(void *user, const gc_fetch_transfer *transfer) {
    gc_fetch_browser_priv *owner = (gc_fetch_browser_priv *)user;
    for (int i = 0; i < GC_FETCH_BROWSER_PRIV_SLOTS; i++) {
        if (owner->calls[i].id && owner->calls[i].transfer == transfer) return &owner->calls[i];
    }
    return NULL;
}

static void gc_fetch_browser_priv_stop(void *user, gc_fetch_transfer *transfer) {
    gc_fetch_browser_priv_call *call = gc_fetch_browser_priv_find(user, transfer);
    if (!call) return;
    gc_fetch_browser_priv_stop_call(call->id);
    call->id = 0;
}

static void gc_fetch_browser_priv_pause(void *user, gc_fetch_transfer *transfer, bool paused) {
    gc_fetch_browser_priv_call *call = gc_fetch_browser_priv_find(user, transfer);
    if (call) call->paused = paused;
}

static int gc_fetch_browser_priv_pump(void *user, int timeout_ms) {
    gc_fetch_browser_priv *owner = (gc_fetch_browser_priv *)user;
    (void)timeout_ms;
    for (int i = 0; i < GC_FETCH_BROWSER_PRIV_SLOTS; i++) {
        gc_fetch_browser_priv_call *call = &owner->calls[i];
        while (call->id && !call->paused && gc_fetch_browser_priv_step(owner, call)) {}
    }
    return GC_FETCH_OK;
}

static uint64_t gc_fetch_browser_priv_now_ms(void *user) {
    (void)user;
    return (uint64_t)gc_fetch_browser_priv_now();
}

GC_FETCH_BROWSER_API const gc_fetch_transport *gc_fetch_browser_open(gc_fetch_desc *desc) {
    bool there = desc && gc_fetch_browser_priv_can();
    gc_fetch_browser_priv *owner = there ? (gc_fetch_browser_priv *)calloc(1, sizeof *owner) : NULL;
    if (!owner) return NULL;

    owner->transport.user = owner;
    owner->transport.scheme = "http https";
    owner->transport.start = gc_fetch_browser_priv_start;
    owner->transport.stop = gc_fetch_browser_priv_stop;
    owner->transport.pause = gc_fetch_browser_priv_pause;
    owner->transport.pump = gc_fetch_browser_priv_pump;

    desc->transport = &owner->transport;
    desc->no_thread = true;
    if (!desc->now_ms) desc->now_ms = gc_fetch_browser_priv_now_ms;
    if (!desc->per_host) desc->per_host = GC_FETCH_BROWSER_PRIV_PER_HOST;
    return desc->transport;
}

GC_FETCH_BROWSER_API void gc_fetch_browser_close(const gc_fetch_transport *transport) {
    if (transport) free(transport->user);
}

#endif // GC_FETCH_BROWSER_IMPLEMENTATION
