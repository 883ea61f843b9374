/*
gc_fetch_winhttp.h - gc_fetch.h over Windows' own WinHTTP: http: and https: without libcurl

DO THIS, in exactly one C or C++ file, after gc_fetch.h
    #define GC_FETCH_NO_CURL                    // or not: then libcurl is there beside it
    #define GC_FETCH_IMPLEMENTATION
    #include "gc_fetch.h"
    #define GC_FETCH_WINHTTP_IMPLEMENTATION
    #include "gc_fetch_winhttp.h"

EXAMPLE
    static gc_fetch_desc desc;                  // static: all zero, the defaults
    desc.transport = gc_fetch_winhttp_open(NULL);
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    ...
    gc_fetch_close(fetch);
    gc_fetch_winhttp_close(desc.transport);

OVERRIDE MACROS (define them before the include; the default is shown)
    GC_FETCH_WINHTTP_API              extern; prefix of every function
    GC_FETCH_WINHTTP_STATIC           every function static; implies the implementation

NOTES
    Each gc_fetch has a transport of its own. winhttp.dll is loaded by name: nothing is linked.
    TLS, its certificates and the proxy are the system's. HTTP/1.1. At most 5 redirects, to
    http(s), and from https to https; another host gets Accept..., Content-Type, Range and
    If-... of your headers alone. Built by mingw and run under Wine so far.

WHAT DIFFERS FROM LIBCURL
    - desc.setup, ca_file, proxy, user_agent, http2_streams are not used: see
      gc_fetch_winhttp_desc. Names and passwords in URLs are E_URL.
    - A body that was cut goes on only where the server has said "Accept-Ranges: bytes".
    - WinHTTP judges the first line and chunks: the text of an E_PROTOCOL is its number. Under
      Wine 8 a chunked body that is cut ends as if it were whole: give size or sha256.
    - `compressed` needs Windows 8.1 (under Wine the body comes as it is).
    - body_read wants body_size, else it is E_SCHEME (Wine 8 says "Content-Length: 0" beside
      chunks). An answer that comes before the whole body is heard behind it, or is E_NETWORK.

SPDX-License-Identifier: MIT OR Unlicense
*/

#if defined(GC_FETCH_WINHTTP_STATIC) && defined(GC_FETCH_WINHTTP_PRIV_PLAIN)
#error "gc_fetch_winhttp.h: GC_FETCH_WINHTTP_STATIC must be defined before the first include"
#endif

#ifndef GC_FETCH_WINHTTP_H
#define GC_FETCH_WINHTTP_H

#ifndef GC_FETCH_H
#include "gc_fetch.h"
#endif

#ifdef GC_FETCH_WINHTTP_STATIC
#ifndef GC_FETCH_WINHTTP_IMPLEMENTATION
#define GC_FETCH_WINHTTP_IMPLEMENTATION
#endif
#ifndef GC_FETCH_WINHTTP_API
#if defined(__GNUC__) || defined(__clang__)
#define GC_FETCH_WINHTTP_API __attribute__((unused)) static
#else
#define GC_FETCH_WINHTTP_API static
#endif
#endif
#else
#define GC_FETCH_WINHTTP_PRIV_PLAIN
#endif
#ifndef GC_FETCH_WINHTTP_API
#define GC_FETCH_WINHTTP_API extern
#endif

#ifdef __cplusplus
extern "C" {
#endif

// How to open it. Zero means the default, which is named after the colon; texts are copied.
typedef struct gc_fetch_winhttp_desc {
    const char *user_agent;         // "gc_fetch/0.4"
    const char *proxy;              // "host:port", or "" for none: the system's
} gc_fetch_winhttp_desc;

// A transport for gc_fetch_desc.transport, which takes http: and https:; desc NULL: all
// default. NULL: there is no WinHTTP, or no memory. [any thread]
GC_FETCH_WINHTTP_API const gc_fetch_transport *gc_fetch_winhttp_open(const gc_fetch_winhttp_desc *desc);

// Ends it, after gc_fetch_close. NULL does nothing. [any thread]
GC_FETCH_WINHTTP_API void gc_fetch_winhttp_close(const gc_fetch_transport *transport);

#ifdef __cplusplus
}   // extern "C"
#endif
#endif // GC_FETCH_WINHTTP_H

#if defined(GC_FETCH_WINHTTP_IMPLEMENTATION) && !defined(GC_FETCH_WINHTTP_IMPLEMENTED)
#define GC_FETCH_WINHTTP_IMPLEMENTED

// >>map what stands where
//
// Sections, in order: system, text, heads, calls, redirects, transport.
//
// WinHTTP works on threads of its own, and tells each step's end by a callback. That only notes
// the step in its call and wakes the pump, which does the rest on the network thread: so all of
// gc_fetch.h's functions are called there. A call is one request to one URL; the last callback
// of its handle frees it, which may come long after the transfer was stopped.
//
//   start > ask ... notice (SENT) ... step > write, if it uploads, ... notice (SENT) ...
//   step: WinHttpReceiveResponse ... notice (HEAD) ...
//   step > head > gc_fetch_respond_with, or redirect > ask
//   ... notice (SOME) ... step: WinHttpReadData ... notice (READ) ... step > hand_over ... finish

// >>system windows.h, and the functions of winhttp.dll

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <winhttp.h>

enum {
    GC_FETCH_WINHTTP_PRIV_SLOTS = 64,           // gc_fetch.h's most transfers
    GC_FETCH_WINHTTP_PRIV_BUFFER = 64 * 1024,
    GC_FETCH_WINHTTP_PRIV_REDIRECTS = 5,
    GC_FETCH_WINHTTP_PRIV_HEAD = 100 * 1024     // most bytes of a head
};

// In the order of their names below.
static struct {
    HINTERNET(WINAPI *open)(LPCWSTR, DWORD, LPCWSTR, LPCWSTR, DWORD);
    BOOL(WINAPI *close)(HINTERNET);
    HINTERNET(WINAPI *connect)(HINTERNET, LPCWSTR, INTERNET_PORT, DWORD);
    HINTERNET(WINAPI *request)(HINTERNET, LPCWSTR, LPCWSTR, LPCWSTR, LPCWSTR, LPCWSTR *, DWORD);
    BOOL(WINAPI *send)(HINTERNET, LPCWSTR, DWORD, LPVOID, DWORD, DWORD, DWORD_PTR);
    BOOL(WINAPI *receive)(HINTERNET, LPVOID);
    BOOL(WINAPI *head)(HINTERNET, DWORD, LPCWSTR, LPVOID, LPDWORD, LPDWORD);
    BOOL(WINAPI *available)(HINTERNET, LPDWORD);
    BOOL(WINAPI *read)(HINTERNET, LPVOID, DWORD, LPDWORD);
    BOOL(WINAPI *write)(HINTERNET, LPCVOID, DWORD, LPDWORD);
    BOOL(WINAPI *option)(HINTERNET, DWORD, LPVOID, DWORD);
    BOOL(WINAPI *timeouts)(HINTERNET, int, int, int, int);
    WINHTTP_STATUS_CALLBACK(WINAPI *callback)(HINTERNET, WINHTTP_STATUS_CALLBACK, DWORD, DWORD_PTR);
    BOOL(WINAPI *time)(LPCWSTR, SYSTEMTIME *);
} gc_fetch_winhttp_priv_dll;

// Loads winhttp.dll, once for all; it stays. Several threads may do so at once, and write the
// same.
static bool gc_fetch_winhttp_priv_load(void) {
    static const char *const names[] = {
        "WinHttpOpen", "WinHttpCloseHandle", "WinHttpConnect", "WinHttpOpenRequest", "WinHttpSendRequest",
        "WinHttpReceiveResponse", "WinHttpQueryHeaders", "WinHttpQueryDataAvailable", "WinHttpReadData",
        "WinHttpWriteData",
        "WinHttpSetOption", "WinHttpSetTimeouts", "WinHttpSetStatusCallback", "WinHttpTimeToSystemTime"};
    FARPROC found[sizeof names / sizeof names[0]];
    HMODULE library = LoadLibraryExW(L"winhttp.dll", NULL, 0x800);      // from the system's folder
    if (!library && GetLastError() == ERROR_INVALID_PARAMETER) library = LoadLibraryW(L"winhttp.dll");
    if (!library) return false;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        found[i] = GetProcAddress(library, names[i]);
        if (!found[i]) return false;
    }
    memcpy((void *)&gc_fetch_winhttp_priv_dll, found, sizeof found);
    return true;
}

// What a call has last been told.
enum {
    GC_FETCH_WINHTTP_PRIV_NOTHING,
    GC_FETCH_WINHTTP_PRIV_SENT,         // the request, or a piece of its body
    GC_FETCH_WINHTTP_PRIV_HEAD_CAME,
    GC_FETCH_WINHTTP_PRIV_SOME,         // `count` bytes can be read; 0: the body's end
    GC_FETCH_WINHTTP_PRIV_READ,         // `count` bytes have been read
    GC_FETCH_WINHTTP_PRIV_AGAIN,        // its sink takes bytes again
    GC_FETCH_WINHTTP_PRIV_FAILED        // `count` is the error
};

// One request to one URL.
typedef struct gc_fetch_winhttp_priv_call {
    struct gc_fetch_winhttp_priv *owner;
    HINTERNET connect, request;
    char *url;

    // Under the lock.
    int told;
    DWORD count;

    // The network thread's.
    gc_fetch_transfer *transfer;
    gc_fetch_job job;
    int redirects;                      // before this one
    uint64_t length, received;          // Content-Length, or UINT64_MAX
    uint32_t retry_after_ms;
    DWORD size, taken;                  // of the buffer
    bool paused;
    uint64_t sent;                      // of its own body
    bool waits;                         // gc_fetch_upload has nothing now
    char buffer[GC_FETCH_WINHTTP_PRIV_BUFFER];
} gc_fetch_winhttp_priv_call;

// A transport. It lives until it is closed, and the last of its handles.
typedef struct gc_fetch_winhttp_priv {
    gc_fetch_transport transport;       // the first: its address is the caller's
    HINTERNET session;
    CRITICAL_SECTION lock;
    CONDITION_VARIABLE news;

    // Under the lock.
    size_t users;                       // calls, and the caller
    bool woken;

    gc_fetch_winhttp_priv_call *calls[GC_FETCH_WINHTTP_PRIV_SLOTS];     // the network thread's
} gc_fetch_winhttp_priv;

// >>text bytes and UTF-16, fields, URLs

// A copy of `size` bytes as UTF-16, one by one: URLs and headers are ASCII. NULL: no memory.
static WCHAR *gc_fetch_winhttp_priv_widen(const char *text, size_t size) {
    WCHAR *wide = (WCHAR *)malloc((size + 1) * sizeof(WCHAR));
    if (!wide) return NULL;
    for (size_t i = 0; i < size; i++) wide[i] = (WCHAR)(unsigned char)text[i];
    wide[size] = 0;
    return wide;
}

static char gc_fetch_winhttp_priv_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

// Does the text begin with these small letters, in any case?
static bool gc_fetch_winhttp_priv_begins(const char *text, const char *word) {
    while (*word && gc_fetch_winhttp_priv_lower(*text) == *word) text++, word++;
    return !*word;
}

// The value of a line "Name: value", or NULL: it has another name.
static const char *gc_fetch_winhttp_priv_field(const char *line, const char *name) {
    size_t n = strlen(name);
    if (!gc_fetch_winhttp_priv_begins(line, name) || line[n] != ':') return NULL;
    line += n + 1;
    return line + strspn(line, " \t");
}

// The last value of that name among the lines; "": none.
static const char *gc_fetch_winhttp_priv_value(const char *const *lines, size_t count, const char *name) {
    const char *last = "";
    for (size_t i = 0; i < count; i++) {
        const char *value = gc_fetch_winhttp_priv_field(lines[i], name);
        if (value) last = value;
    }
    return last;
}

// Decimal digits at *at, which moves behind them; UINT64_MAX: none, or too many.
static uint64_t gc_fetch_winhttp_priv_number(const char **at) {
    const char *start = *at;
    uint64_t value = 0;
    for (; **at >= '0' && **at <= '9' && *at - start < 18; (*at)++) {
        value = value * 10 + (uint64_t)(**at - '0');
    }
    return *at == start || (**at >= '0' && **at <= '9') ? UINT64_MAX : value;
}

// A date of HTTP in seconds since 1601, 0: it is none.
static uint64_t gc_fetch_winhttp_priv_time(const char *text) {
    SYSTEMTIME date;
    FILETIME time;
    if (!*text) return 0;
    WCHAR *wide = gc_fetch_winhttp_priv_widen(text, strlen(text));
    bool ok = wide && gc_fetch_winhttp_priv_dll.time(wide, &date) && SystemTimeToFileTime(&date, &time);
    free(wide);
    return ok ? ((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime) / 10000000 : 0;
}

// An http(s) URL's host and port, and the path behind them. False: it is another URL, or has a
// name and a password.
static bool gc_fetch_winhttp_priv_split(const char *url, const char **host, size_t *size, uint64_t *port,
                                        const char **path) {
    bool secure = gc_fetch_winhttp_priv_begins(url, "https://");
    if (!secure && !gc_fetch_winhttp_priv_begins(url, "http://")) return false;
    *host = url + (secure ? 8 : 7);
    size_t all = strcspn(*host, "/?#");
    *path = *host + all;
    *size = (*host)[0] == '[' ? strcspn(*host, "]/?#") + 1 : strcspn(*host, ":/?#");
    *port = secure ? 443 : 80;
    if (memchr(*host, '@', all) || *size > all || *size == 0) return false;
    if (*size == all) return true;

    const char *digits = *host + *size + 1;
    if ((*host)[*size] != ':') return false;
    if (*size + 1 < all) *port = gc_fetch_winhttp_priv_number(&digits);
    return digits == *path && *port <= 65535;
}

// Where a redirect leads: a URL to free, or NULL: no memory.
static char *gc_fetch_winhttp_priv_resolve(const char *base, const char *location) {
    size_t word = strcspn(location, ":/?#"), scheme = strcspn(base, ":") + 1;
    size_t origin = scheme + 2 + strcspn(base + scheme + 2, "/?#");
    size_t path = origin + strcspn(base + origin, "?#"), keep = path;
    if (location[word] == ':' && word) keep = 0;
    else if (strncmp(location, "//", 2) == 0) keep = scheme;
    else if (location[0] == '/') keep = origin;
    else if (location[0] && location[0] != '?' && location[0] != '#') {
        while (keep > origin && base[keep - 1] != '/') keep--;
    }

    char *url = (char *)malloc(keep + strlen(location) + 2);
    if (!url) return NULL;
    memcpy(url, base, keep);
    url[keep] = 0;
    if (keep == origin && location[0] != '/') strcat(url, "/");
    strcat(url, location);

    // "/./" and "/../" are names of folders on the way (RFC 3986, 5.2.4).
    char *start = strstr(url, "://"), *at = start ? start + 3 + strcspn(start + 3, "/?#") : url + strlen(url);
    for (char *slash = at; *slash == '/';) {
        size_t n = strcspn(slash + 1, "/?#");
        bool one = n == 1 && slash[1] == '.', two = n == 2 && slash[1] == '.' && slash[2] == '.';
        char *next = slash + 1 + n, *to = slash;
        if (!one && !two) {
            slash = next;
            continue;
        }
        while (two && to > at && *--to != '/') {}
        if (*next != '/') *to++ = '/';
        memmove(to, next, strlen(next) + 1);
        slash = to;
    }
    return url;
}

// Does a redirect stay at the same host? From http to https, too, both without a port.
static bool gc_fetch_winhttp_priv_stays(const char *from, const char *to) {
    const char *a, *b, *path;
    size_t a_size, b_size;
    uint64_t a_port, b_port;
    if (!gc_fetch_winhttp_priv_split(from, &a, &a_size, &a_port, &path) ||
        !gc_fetch_winhttp_priv_split(to, &b, &b_size, &b_port, &path) || a_size != b_size) {
        return false;
    }
    for (size_t i = 0; i < a_size; i++) {
        if (gc_fetch_winhttp_priv_lower(a[i]) != gc_fetch_winhttp_priv_lower(b[i])) return false;
    }
    return a_port == b_port || (a_port == 80 && b_port == 443);
}

// >>heads what a response's head says, judged as gc_fetch.h judges libcurl's

typedef struct gc_fetch_winhttp_priv_frame {
    const char *wrong;                  // why it is not valid, or NULL
    bool length_said, coding_said, chunked, range_said;
    uint64_t length;
} gc_fetch_winhttp_priv_frame;

// "6", or "6, 6". False: neither, or another one than before.
static bool gc_fetch_winhttp_priv_length(gc_fetch_winhttp_priv_frame *frame, const char *text) {
    for (;; text++) {
        text += strspn(text, " \t");
        uint64_t length = gc_fetch_winhttp_priv_number(&text);
        if (length == UINT64_MAX || (frame->length_said && length != frame->length)) return false;
        frame->length = length;
        frame->length_said = true;
        text += strspn(text, " \t");
        if (*text != ',') return !*text;
    }
}

// "bytes FIRST-LAST/TOTAL", TOTAL perhaps "*". Else end stays 0: no range that was asked for.
static void gc_fetch_winhttp_priv_range(gc_fetch_response *head, const char *at) {
    if (strncmp(at, "bytes ", 6) != 0) return;
    at += 6;
    uint64_t first = gc_fetch_winhttp_priv_number(&at);
    if (first == UINT64_MAX || *at++ != '-') return;
    uint64_t last = gc_fetch_winhttp_priv_number(&at);
    if (last == UINT64_MAX || last < first || *at++ != '/') return;

    bool unknown = strcmp(at, "*") == 0;
    uint64_t total = gc_fetch_winhttp_priv_number(&at);
    if (!unknown && (total == UINT64_MAX || total <= last || *at)) return;
    head->first = first;
    head->end = last + 1;
    head->total = total;
}

// One line of a head.
static void gc_fetch_winhttp_priv_line(gc_fetch_winhttp_priv_frame *frame, gc_fetch_response *head,
                                       const char *line) {
    size_t colon = strcspn(line, ":");
    const char *value;
    if (line[0] == ' ' || line[0] == '\t') frame->wrong = "a header line: it is folded";
    else if (!line[colon]) frame->wrong = "a header line has no colon";
    else if (colon && (line[colon - 1] == ' ' || line[colon - 1] == '\t')) {
        frame->wrong = "a header line has a space before its colon";
    }

    // The fields that say where a body ends and what it is a part of.
    if ((value = gc_fetch_winhttp_priv_field(line, "content-length")) != NULL) {
        if (!gc_fetch_winhttp_priv_length(frame, value)) frame->wrong = "Content-Length is not one number";
    } else if ((value = gc_fetch_winhttp_priv_field(line, "transfer-encoding")) != NULL) {
        frame->chunked = gc_fetch_winhttp_priv_begins(value, "chunked") && !value[7];
        bool none = gc_fetch_winhttp_priv_begins(value, "identity") && !value[8];
        if (frame->coding_said || (!frame->chunked && !none)) {
            frame->wrong = "Transfer-Encoding is another than chunked";
        }
        frame->coding_said = true;
    } else if ((value = gc_fetch_winhttp_priv_field(line, "content-range")) != NULL) {
        if (frame->range_said) frame->wrong = "there are two Content-Range";
        frame->range_said = true;
        gc_fetch_winhttp_priv_range(head, value);
    }
}

// The first line's status: three digits, 100 or more; else 0.
static int gc_fetch_winhttp_priv_status(const char *line) {
    const char *at = line + strcspn(line, " ");
    if (strncmp(line, "HTTP/", 5) != 0) return 0;
    at += strspn(at, " ");
    const char *start = at;
    uint64_t status = gc_fetch_winhttp_priv_number(&at);
    return at - start == 3 && status >= 100 && (!*at || *at == ' ') ? (int)status : 0;
}

// Retry-After in milliseconds: of seconds, or of a date; 0: none.
static uint32_t gc_fetch_winhttp_priv_retry_after(const char *const *lines, size_t count) {
    const char *at = gc_fetch_winhttp_priv_value(lines, count, "retry-after");
    uint64_t seconds = 0;
    if (*at >= '0' && *at <= '9') {
        seconds = gc_fetch_winhttp_priv_number(&at);
    } else {
        uint64_t until = gc_fetch_winhttp_priv_time(at);
        uint64_t from = gc_fetch_winhttp_priv_time(gc_fetch_winhttp_priv_value(lines, count, "date"));
        FILETIME now;
        GetSystemTimeAsFileTime(&now);
        if (!from) from = ((uint64_t)now.dwHighDateTime << 32 | now.dwLowDateTime) / 10000000;
        if (until > from) seconds = until - from;
    }
    return seconds < UINT32_MAX / 1000 ? (uint32_t)seconds * 1000 : UINT32_MAX;
}

// >>calls one request to one URL: its beginning, its end, and what it is told

// Somebody needs the transport no more: the last one frees it.
static void gc_fetch_winhttp_priv_leave(gc_fetch_winhttp_priv *owner) {
    EnterCriticalSection(&owner->lock);
    bool last = --owner->users == 0;
    LeaveCriticalSection(&owner->lock);
    if (!last) return;
    DeleteCriticalSection(&owner->lock);
    free(owner);
}

static void gc_fetch_winhttp_priv_call_free(gc_fetch_winhttp_priv_call *call) {
    gc_fetch_winhttp_priv *owner = call->owner;
    free(call->url);
    free(call);
    gc_fetch_winhttp_priv_leave(owner);
}

// Nobody wants a call any more. Its last callback, or we, free it.
static void gc_fetch_winhttp_priv_drop(gc_fetch_winhttp_priv_call *call) {
    HINTERNET connect = call->connect, request = call->request;
    gc_fetch_winhttp_priv_call **place = &call->owner->calls[call->job.slot];
    if (*place == call) *place = NULL;
    if (request) gc_fetch_winhttp_priv_dll.close(request);
    else gc_fetch_winhttp_priv_call_free(call);
    if (connect) gc_fetch_winhttp_priv_dll.close(connect);
}

// Notes what WinHTTP tells, on a thread of its own.
static void CALLBACK gc_fetch_winhttp_priv_notice(HINTERNET handle, DWORD_PTR context, DWORD status,
                                                  LPVOID about, DWORD size) {
    gc_fetch_winhttp_priv_call *call = (gc_fetch_winhttp_priv_call *)context;
    int told;
    DWORD count = size;
    (void)handle;
    if (!call) return;

    switch (status) {
    case WINHTTP_CALLBACK_STATUS_SENDREQUEST_COMPLETE:
    case WINHTTP_CALLBACK_STATUS_WRITE_COMPLETE: told = GC_FETCH_WINHTTP_PRIV_SENT; break;
    case WINHTTP_CALLBACK_STATUS_HEADERS_AVAILABLE: told = GC_FETCH_WINHTTP_PRIV_HEAD_CAME; break;
    case WINHTTP_CALLBACK_STATUS_DATA_AVAILABLE:
        told = GC_FETCH_WINHTTP_PRIV_SOME;
        memcpy(&count, about, sizeof count);
        break;
    case WINHTTP_CALLBACK_STATUS_READ_COMPLETE: told = GC_FETCH_WINHTTP_PRIV_READ; break;
    case WINHTTP_CALLBACK_STATUS_REQUEST_ERROR:
        told = GC_FETCH_WINHTTP_PRIV_FAILED;
        count = ((const WINHTTP_ASYNC_RESULT *)about)->dwError;
        break;
    case WINHTTP_CALLBACK_STATUS_HANDLE_CLOSING: gc_fetch_winhttp_priv_call_free(call); return;
    default: return;
    }

    EnterCriticalSection(&call->owner->lock);
    call->told = told;
    call->count = count;
    WakeAllConditionVariable(&call->owner->news);
    LeaveCriticalSection(&call->owner->lock);
}

// What every server may know: headers about the body and its form.
static bool gc_fetch_winhttp_priv_travels(const char *header) {
    static const char *const names[] = {"accept", "content-type:", "range:", "if-"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (gc_fetch_winhttp_priv_begins(header, names[i])) return true;
    }
    return false;
}

// Appends a number.
static void gc_fetch_winhttp_priv_append(char *text, uint64_t value) {
    char number[24] = "", *at = number + sizeof number - 1;
    do *--at = "0123456789"[value % 10];
    while ((value /= 10) != 0);
    strcat(text, at);
}

// The request's headers, each with its line's end; abroad: those for another host. NULL: no
// memory. To be freed.
static char *gc_fetch_winhttp_priv_headers(const gc_fetch_job *job, bool abroad) {
    size_t size = 300 + strlen(job->validator);
    for (size_t i = 0; i < job->header_count; i++) size += strlen(job->headers[i]) + 2;
    char *all = (char *)calloc(size, 1);
    if (!all) return NULL;

    for (size_t i = 0; i < job->header_count; i++) {
        if (abroad && !gc_fetch_winhttp_priv_travels(job->headers[i])) continue;
        strcat(all, job->headers[i]);
        strcat(all, "\r\n");
    }
    if (job->uploads) {
        strcat(all, "Content-Length: ");
        gc_fetch_winhttp_priv_append(all, job->body_size);
        strcat(all, "\r\n");
    }
    if (!job->first && job->end == UINT64_MAX) return all;

    // "Range: bytes=FIRST-LAST".
    strcat(all, "Range: bytes=");
    gc_fetch_winhttp_priv_append(all, job->first);
    strcat(all, "-");
    if (job->end != UINT64_MAX) gc_fetch_winhttp_priv_append(all, job->end - 1);
    strcat(all, "\r\n");

    if (job->validator[0]) {
        strcat(all, "If-Range: ");
        strcat(all, job->validator);
        strcat(all, "\r\n");
    }
    return all;
}

// Opens the handles of a call, and sends its request. GC_FETCH_OK, or why not.
static int gc_fetch_winhttp_priv_send(gc_fetch_winhttp_priv_call *call, bool abroad) {
    gc_fetch_job *job = &call->job;
    const char *host, *path;
    size_t size;
    uint64_t port;
    if (!gc_fetch_winhttp_priv_split(call->url, &host, &size, &port, &path)) return GC_FETCH_E_URL;
    if (job->body_size > UINT32_MAX && !job->uploads) return GC_FETCH_E_TOO_LARGE;
    if (job->uploads && !job->body_size) return GC_FETCH_E_SCHEME;

    bool secure = gc_fetch_winhttp_priv_begins(call->url, "https:");
    size_t length = strcspn(path, "#");
    char *target = (char *)malloc(length + 2), *headers = gc_fetch_winhttp_priv_headers(job, abroad);
    if (target) {
        target[0] = '/';
        memcpy(target + (path[0] != '/'), path, length);
        target[length + (path[0] != '/')] = 0;
    }

    WCHAR *wide_host = gc_fetch_winhttp_priv_widen(host, size);
    WCHAR *wide_target = target ? gc_fetch_winhttp_priv_widen(target, strlen(target)) : NULL;
    WCHAR *wide_headers = headers ? gc_fetch_winhttp_priv_widen(headers, strlen(headers)) : NULL;
    WCHAR *method = gc_fetch_winhttp_priv_widen(job->method, strlen(job->method));
    int result = wide_host && wide_target && wide_headers && method ? GC_FETCH_OK : GC_FETCH_E_MEMORY;

    // The handles. Escaping is the caller's, redirects are ours, cookies nobody's.
    DWORD flags = WINHTTP_FLAG_ESCAPE_DISABLE | WINHTTP_FLAG_ESCAPE_DISABLE_QUERY;
    if (secure) flags |= WINHTTP_FLAG_SECURE;
    HINTERNET request = NULL;
    if (result == GC_FETCH_OK) {
        call->connect = gc_fetch_winhttp_priv_dll.connect(call->owner->session, wide_host,
                                                          (INTERNET_PORT)port, 0);
        if (call->connect) {
            request = gc_fetch_winhttp_priv_dll.request(call->connect, method, wide_target, NULL, NULL, NULL,
                                                        flags);
        }
        if (!request) result = GC_FETCH_E_TRANSPORT;
    }
    DWORD off = WINHTTP_DISABLE_REDIRECTS | WINHTTP_DISABLE_COOKIES | WINHTTP_DISABLE_AUTHENTICATION;

    // What it is to do, and its request.
    DWORD unpack = 3;       // gzip and deflate, from Windows 8.1 on
    DWORD_PTR context = (DWORD_PTR)call;
    int connect_ms = job->connect_timeout_ms < INT32_MAX ? (int)job->connect_timeout_ms : 0;
    if (request) {
        bool ok = gc_fetch_winhttp_priv_dll.option(request, WINHTTP_OPTION_CONTEXT_VALUE, &context,
                                                   sizeof context) &&
                  gc_fetch_winhttp_priv_dll.option(request, WINHTTP_OPTION_DISABLE_FEATURE, &off, sizeof off);
        gc_fetch_winhttp_priv_dll.timeouts(request, connect_ms, connect_ms, 0, 0);
        if (job->compressed) {
            gc_fetch_winhttp_priv_dll.option(request, WINHTTP_OPTION_DECOMPRESSION, &unpack, sizeof unpack);
        }
        // From here on its last callback frees the call.
        call->request = request;
        gc_fetch_winhttp_priv_dll.callback(request, gc_fetch_winhttp_priv_notice,
                                           WINHTTP_CALLBACK_FLAG_ALL_NOTIFICATIONS, 0);
        // 0: the headers say how long it is.
        DWORD body = job->uploads ? 0 : (DWORD)job->body_size;
        ok = ok && gc_fetch_winhttp_priv_dll.send(request, wide_headers[0] ? wide_headers : NULL, (DWORD)-1,
                                                  (LPVOID)(uintptr_t)job->body, body, body, context);
        if (!ok) result = GC_FETCH_E_TRANSPORT;
    }

    free(target);
    free(headers);
    free(wide_host);
    free(wide_target);
    free(wide_headers);
    free(method);
    return result;
}

// Makes a call of a URL, which becomes its own, and sends it. GC_FETCH_OK, or why not.
static int gc_fetch_winhttp_priv_ask(gc_fetch_winhttp_priv *owner, gc_fetch_transfer *transfer,
                                     const gc_fetch_job *job, char *url, int redirects, bool abroad) {
    gc_fetch_winhttp_priv_call *call = (gc_fetch_winhttp_priv_call *)malloc(sizeof *call);
    if (!call || !url) {
        free(call);
        free(url);
        return GC_FETCH_E_MEMORY;
    }
    memset(call, 0, offsetof(gc_fetch_winhttp_priv_call, buffer));
    call->owner = owner;
    call->url = url;
    call->job = *job;
    call->transfer = transfer;
    call->redirects = redirects;

    EnterCriticalSection(&owner->lock);
    owner->users++;
    LeaveCriticalSection(&owner->lock);

    owner->calls[job->slot] = call;
    int result = gc_fetch_winhttp_priv_send(call, abroad);
    if (result != GC_FETCH_OK) gc_fetch_winhttp_priv_drop(call);
    return result;
}

// Ends a transfer: its call goes first.
static void gc_fetch_winhttp_priv_finish(gc_fetch_winhttp_priv_call *call, int result, DWORD error,
                                         const char *detail) {
    gc_fetch_transfer *transfer = call->transfer;
    gc_fetch_outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    outcome.result = result;
    outcome.system_error = (int)error;
    outcome.retry_after_ms = call->retry_after_ms;
    outcome.detail = detail;
    gc_fetch_winhttp_priv_drop(call);
    gc_fetch_finish(transfer, &outcome);
}

// Ends it for an error of WinHTTP's.
static void gc_fetch_winhttp_priv_fail(gc_fetch_winhttp_priv_call *call, DWORD error) {
    static const struct { DWORD error; int result; const char *detail; } known[] = {
        {ERROR_WINHTTP_NAME_NOT_RESOLVED, GC_FETCH_E_RESOLVE, "WinHTTP: no such host"},
        {ERROR_WINHTTP_CANNOT_CONNECT, GC_FETCH_E_CONNECT, "WinHTTP: cannot connect"},
        {ERROR_WINHTTP_TIMEOUT, GC_FETCH_E_TIMED_OUT, "WinHTTP: timed out"},
        {ERROR_WINHTTP_CONNECTION_ERROR, GC_FETCH_E_NETWORK, "WinHTTP: the connection broke"},
        // Of a connection that ends before the head, too: that may be tried again.
        {ERROR_WINHTTP_INVALID_SERVER_RESPONSE, GC_FETCH_E_NETWORK, "WinHTTP: no head, or no HTTP"},
        {ERROR_WINHTTP_HEADER_SIZE_OVERFLOW, GC_FETCH_E_PROTOCOL, "WinHTTP: the head is too long"},
        {ERROR_WINHTTP_HEADER_COUNT_EXCEEDED, GC_FETCH_E_PROTOCOL, "WinHTTP: the head has too many lines"},
        {ERROR_WINHTTP_CHUNKED_ENCODING_HEADER_SIZE_OVERFLOW, GC_FETCH_E_PROTOCOL, "WinHTTP: a chunk"},
        {ERROR_WINHTTP_INVALID_URL, GC_FETCH_E_URL, "WinHTTP: not a URL"},
        {ERROR_NOT_ENOUGH_MEMORY, GC_FETCH_E_MEMORY, NULL}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].error != error) continue;
        gc_fetch_winhttp_priv_finish(call, known[i].result, 0, known[i].detail);
        return;
    }

    bool secure = error == ERROR_WINHTTP_SECURE_FAILURE || error == ERROR_WINHTTP_SECURE_CHANNEL_ERROR ||
                  error == ERROR_WINHTTP_CLIENT_AUTH_CERT_NEEDED;
    // Winsock's own, 10000 and more, are of a connection.
    int result = secure ? GC_FETCH_E_TLS : error >= 10000 && error < 12000 ? GC_FETCH_E_NETWORK
                                                                         : GC_FETCH_E_TRANSPORT;
    gc_fetch_winhttp_priv_finish(call, result, error, secure ? "WinHTTP: certificate or handshake" : NULL);
}

// >>redirects and heads: what follows from what has come

// Follows a redirect.
static void gc_fetch_winhttp_priv_redirect(gc_fetch_winhttp_priv_call *call, int status,
                                           const char *location) {
    gc_fetch_job job = call->job;
    bool get = strcmp(job.method, "GET") == 0 || strcmp(job.method, "HEAD") == 0;
    bool post = strcmp(job.method, "POST") == 0;
    const char *wrong = NULL;
    char *url = gc_fetch_winhttp_priv_resolve(call->url, location);
    const char *host, *path;
    size_t size;
    uint64_t port;
    if (!url) {
        gc_fetch_winhttp_priv_finish(call, GC_FETCH_E_MEMORY, 0, NULL);
        return;
    }

    bool secure = gc_fetch_winhttp_priv_begins(call->url, "https:");
    if (call->redirects == GC_FETCH_WINHTTP_PRIV_REDIRECTS) wrong = "more than 5 redirects";
    if (!gc_fetch_winhttp_priv_split(url, &host, &size, &port, &path)) wrong = "a redirect to no http(s) URL";
    if (secure && !gc_fetch_winhttp_priv_begins(url, "https:")) wrong = "a redirect from https to http";
    if (status == 303 && !get && !post) wrong = "303 in answer to another method than GET, HEAD and POST";

    if (wrong) {
        free(url);
        gc_fetch_winhttp_priv_finish(call, GC_FETCH_E_REDIRECT, 0, wrong);
        return;
    }

    // A POST becomes a GET, unless the server says that it must not.
    if (post && status < 307) {
        job.method = "GET";
        job.body = NULL;
        job.body_size = 0;
        job.uploads = false;
    }

    gc_fetch_transfer *transfer = call->transfer;
    gc_fetch_winhttp_priv *owner = call->owner;
    bool stays = gc_fetch_winhttp_priv_stays(job.url, url);
    int redirects = call->redirects + 1;
    gc_fetch_winhttp_priv_drop(call);
    int result = gc_fetch_winhttp_priv_ask(owner, transfer, &job, url, redirects, !stays);
    if (result == GC_FETCH_OK) return;

    gc_fetch_outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    outcome.result = result;
    gc_fetch_finish(transfer, &outcome);
}

// Tells gc_fetch.h of a head, whose lines are these.
static void gc_fetch_winhttp_priv_respond(gc_fetch_winhttp_priv_call *call, gc_fetch_response *head,
                                          const gc_fetch_winhttp_priv_frame *frame) {
    const char *const *lines = head->headers;
    size_t count = head->header_count;
    const char *coding = gc_fetch_winhttp_priv_value(lines, count, "content-encoding");
    bool encoded = coding[0] && strcmp(coding, "identity") != 0;
    bool ranged = call->job.first || call->job.end != UINT64_MAX;
    if (ranged && encoded && head->http_status / 100 == 2) {
        gc_fetch_winhttp_priv_finish(call, GC_FETCH_E_PROTOCOL, 0,
                                     "the rest of the body has a Content-Encoding");
        return;
    }

    call->length = frame->length_said && !frame->chunked ? frame->length : UINT64_MAX;
    if (encoded && call->job.compressed) call->length = UINT64_MAX;
    head->size = call->length;
    const char *ranges = gc_fetch_winhttp_priv_value(lines, count, "accept-ranges");
    head->ranges = strcmp(ranges, "bytes") == 0 && !encoded;
    if (call->redirects) head->final_url = call->url;

    // W/"..." is weak. A date is strong when the file was a minute old (RFC 9110, 8.8.2.2).
    head->validator = gc_fetch_winhttp_priv_value(lines, count, "etag");
    if (head->validator[0] != '"') {
        head->validator = gc_fetch_winhttp_priv_value(lines, count, "last-modified");
        uint64_t modified = gc_fetch_winhttp_priv_time(head->validator);
        uint64_t date = gc_fetch_winhttp_priv_time(gc_fetch_winhttp_priv_value(lines, count, "date"));
        if (!modified || date < modified + 60) head->validator = NULL;
    }

    call->retry_after_ms = gc_fetch_winhttp_priv_retry_after(lines, count);
    gc_fetch_respond_with(call->transfer, head);
    if (call->owner->calls[call->job.slot] != call) return;

    bool none = strcmp(call->job.method, "HEAD") == 0;
    if (none) gc_fetch_winhttp_priv_finish(call, GC_FETCH_OK, 0, NULL);
    else if (!gc_fetch_winhttp_priv_dll.available(call->request, NULL)) {
        gc_fetch_winhttp_priv_fail(call, GetLastError());
    }
}

// A head has come: judges it, follows a redirect, or tells of it.
static void gc_fetch_winhttp_priv_head(gc_fetch_winhttp_priv_call *call) {
    gc_fetch_winhttp_priv_frame frame;
    gc_fetch_response head;
    DWORD bytes = 0, index = 0;
    memset(&frame, 0, sizeof frame);
    memset(&head, 0, sizeof head);

    gc_fetch_winhttp_priv_dll.head(call->request, WINHTTP_QUERY_RAW_HEADERS_CRLF, NULL, NULL, &bytes, &index);
    WCHAR *wide = (WCHAR *)calloc(1, bytes + sizeof(WCHAR));
    size_t size = bytes / sizeof(WCHAR), most = 1;
    bool there = wide && gc_fetch_winhttp_priv_dll.head(call->request, WINHTTP_QUERY_RAW_HEADERS_CRLF, NULL,
                                                        wide, &bytes, &index);
    DWORD error = GetLastError();

    // Lines of bytes, each with its zero. A head that was cut has no empty line at its end.
    static const WCHAR end[] = L"\r\n\r\n";
    size_t ends = there && size > 5 ? size - 5 : 0;
    bool whole = ends && memcmp(wide + ends, end, 4 * sizeof(WCHAR)) == 0;
    char *text = (char *)wide;
    for (size_t i = 0; there && i < size; i++) {
        WCHAR c;
        memcpy(&c, text + i * sizeof c, sizeof c);
        text[i] = c == '\r' || c == '\n' ? 0 : c > 255 || !c ? '?' : (char)c;
        most += c == '\n';
    }
    if (there) text[size - 1] = 0;
    const char **lines = (const char **)malloc(most * sizeof *lines);
    if (!there || !lines) {
        free((void *)lines);
        free(wide);
        if (!there && wide) gc_fetch_winhttp_priv_fail(call, error);
        else gc_fetch_winhttp_priv_finish(call, GC_FETCH_E_MEMORY, 0, NULL);
        return;
    }

    // The fields; between two lines are several zeros.
    char *at = text + strlen(text) + 1;
    for (; at < text + size && head.header_count < most; at += strlen(at) + 1) {
        if (!*at) continue;
        gc_fetch_winhttp_priv_line(&frame, &head, at);
        lines[head.header_count++] = at;
        size_t kept = strlen(at);
        while (kept && (at[kept - 1] == ' ' || at[kept - 1] == '\t')) at[--kept] = 0;
    }

    // Is it valid?
    head.headers = lines;
    head.http_status = gc_fetch_winhttp_priv_status(text);
    int status = head.http_status;
    bool sized = frame.length_said && !frame.chunked && strcmp(call->job.method, "HEAD") != 0;
    if (status / 100 == 1) frame.wrong = "a head of 1xx, which WinHTTP does not pass over";
    if (!status) frame.wrong = "the status line has no status of three digits";
    if (size > GC_FETCH_WINHTTP_PRIV_HEAD) frame.wrong = "the response's head is longer than 100 KB";
    if (!frame.wrong && status == 206 && sized && head.end && frame.length != head.end - head.first) {
        frame.wrong = "Content-Length and Content-Range contradict each other";
    }

    const char *location = gc_fetch_winhttp_priv_value(lines, head.header_count, "location");
    bool moved = status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    const char *cut = whole ? NULL : "the connection ended inside the head";
    if (frame.wrong) gc_fetch_winhttp_priv_finish(call, GC_FETCH_E_PROTOCOL, 0, frame.wrong);
    else if (cut) gc_fetch_winhttp_priv_finish(call, GC_FETCH_E_NETWORK, 0, cut);
    else if (moved && location[0]) gc_fetch_winhttp_priv_redirect(call, status, location);
    else gc_fetch_winhttp_priv_respond(call, &head, &frame);
    free((void *)lines);
    free(wide);
}

// Hands over what is in the buffer, and asks for more.
static void gc_fetch_winhttp_priv_hand_over(gc_fetch_winhttp_priv_call *call) {
    size_t rest = call->size - call->taken;
    gc_fetch_winhttp_priv *owner = call->owner;
    uint32_t slot = call->job.slot;
    size_t taken = rest ? gc_fetch_deliver(call->transfer, call->buffer + call->taken, rest) : 0;
    if (owner->calls[slot] != call) return;
    if (taken == GC_FETCH_ABORT) {
        gc_fetch_winhttp_priv_finish(call, GC_FETCH_OK, 0, NULL);
        return;
    }
    call->taken += (DWORD)taken;
    if (taken < rest) return;           // until it is let go on
    if (!gc_fetch_winhttp_priv_dll.available(call->request, NULL)) {
        gc_fetch_winhttp_priv_fail(call, GetLastError());
    }
}

// Sends the next piece of the body, or behind the last one waits for the head.
static void gc_fetch_winhttp_priv_write(gc_fetch_winhttp_priv_call *call) {
    size_t given = 0;
    if (call->job.uploads) {
        given = gc_fetch_upload(call->transfer, call->sent, call->buffer, GC_FETCH_WINHTTP_PRIV_BUFFER);
    }
    call->waits = given == GC_FETCH_LATER;
    if (call->waits) return;
    if (given == GC_FETCH_ABORT) {
        gc_fetch_winhttp_priv_finish(call, GC_FETCH_OK, 0, NULL);
        return;
    }

    call->sent += given;
    bool ok = given ? gc_fetch_winhttp_priv_dll.write(call->request, call->buffer, (DWORD)given, NULL)
                    : gc_fetch_winhttp_priv_dll.receive(call->request, NULL);
    if (!ok) gc_fetch_winhttp_priv_fail(call, GetLastError());
}

// The next step of a call.
static void gc_fetch_winhttp_priv_step(gc_fetch_winhttp_priv_call *call, int told, DWORD count) {
    DWORD least = count < GC_FETCH_WINHTTP_PRIV_BUFFER ? count : (DWORD)GC_FETCH_WINHTTP_PRIV_BUFFER;
    bool ok = true;
    switch (told) {
    case GC_FETCH_WINHTTP_PRIV_SENT: gc_fetch_winhttp_priv_write(call); return;
    case GC_FETCH_WINHTTP_PRIV_HEAD_CAME: gc_fetch_winhttp_priv_head(call); return;
    case GC_FETCH_WINHTTP_PRIV_SOME:
        if (!count) break;
        ok = gc_fetch_winhttp_priv_dll.read(call->request, call->buffer, least, NULL);
        break;
    case GC_FETCH_WINHTTP_PRIV_READ:
        call->size = count;
        call->taken = 0;
        call->received += count;
        if (count) gc_fetch_winhttp_priv_hand_over(call);
        break;
    case GC_FETCH_WINHTTP_PRIV_AGAIN: gc_fetch_winhttp_priv_hand_over(call); return;
    default: gc_fetch_winhttp_priv_fail(call, count); return;
    }
    if (!ok) {
        gc_fetch_winhttp_priv_fail(call, GetLastError());
        return;
    }

    // The body's end, which may come too early.
    bool ends = told == GC_FETCH_WINHTTP_PRIV_SOME || told == GC_FETCH_WINHTTP_PRIV_READ;
    if (!ends || count) return;
    bool cut = call->length != UINT64_MAX && call->received < call->length;
    gc_fetch_winhttp_priv_finish(call, cut ? GC_FETCH_E_NETWORK : GC_FETCH_OK, 0,
                                 cut ? "the connection ended inside the body" : NULL);
}

// >>transport what gc_fetch.h calls

static int gc_fetch_winhttp_priv_start(void *user, gc_fetch_transfer *transfer, const gc_fetch_job *job) {
    size_t size = strlen(job->url) + 1;
    char *url = (char *)malloc(size);
    if (url) memcpy(url, job->url, size);
    return gc_fetch_winhttp_priv_ask((gc_fetch_winhttp_priv *)user, transfer, job, url, 0, false);
}

static gc_fetch_winhttp_priv_call *gc_fetch_winhttp_priv_find(gc_fetch_winhttp_priv *owner,
                                                              const gc_fetch_transfer *transfer) {
    for (int i = 0; i < GC_FETCH_WINHTTP_PRIV_SLOTS; i++) {
        if (owner->calls[i] && owner->calls[i]->transfer == transfer) return owner->calls[i];
    }
    return NULL;
}

static void gc_fetch_winhttp_priv_stop(void *user, gc_fetch_transfer *transfer) {
    gc_fetch_winhttp_priv_call *call = gc_fetch_winhttp_priv_find((gc_fetch_winhttp_priv *)user, transfer);
    if (call) gc_fetch_winhttp_priv_drop(call);
}

static void gc_fetch_winhttp_priv_pause(void *user, gc_fetch_transfer *transfer, bool paused) {
    gc_fetch_winhttp_priv *owner = (gc_fetch_winhttp_priv *)user;
    gc_fetch_winhttp_priv_call *call = gc_fetch_winhttp_priv_find(owner, transfer);
    if (!call) return;
    call->paused = paused;
    if (paused) return;
    EnterCriticalSection(&owner->lock);
    if (call->taken < call->size) call->told = GC_FETCH_WINHTTP_PRIV_AGAIN;
    if (call->waits) call->told = GC_FETCH_WINHTTP_PRIV_SENT;
    call->waits = false;
    owner->woken = true;
    LeaveCriticalSection(&owner->lock);
}

static void gc_fetch_winhttp_priv_wake(void *user) {
    gc_fetch_winhttp_priv *owner = (gc_fetch_winhttp_priv *)user;
    EnterCriticalSection(&owner->lock);
    owner->woken = true;
    WakeAllConditionVariable(&owner->news);
    LeaveCriticalSection(&owner->lock);
}

static int gc_fetch_winhttp_priv_pump(void *user, int timeout_ms) {
    gc_fetch_winhttp_priv *owner = (gc_fetch_winhttp_priv *)user;
    bool any = false;
    EnterCriticalSection(&owner->lock);
    for (int turn = 0; turn < 2 && !any; turn++) {
        for (int i = 0; i < GC_FETCH_WINHTTP_PRIV_SLOTS; i++) {
            const gc_fetch_winhttp_priv_call *call = owner->calls[i];
            any = any || (call && call->told && !call->paused);
        }
        if (!any && !turn && !owner->woken) {
            DWORD wait = timeout_ms < 0 ? INFINITE : (DWORD)timeout_ms;
            SleepConditionVariableCS(&owner->news, &owner->lock, wait);
        }
    }
    owner->woken = false;

    // Those that have been told something. What a step does may end others.
    for (int i = 0; i < GC_FETCH_WINHTTP_PRIV_SLOTS; i++) {
        gc_fetch_winhttp_priv_call *call = owner->calls[i];
        if (!call || !call->told || call->paused) continue;
        int told = call->told;
        DWORD count = call->count;
        call->told = GC_FETCH_WINHTTP_PRIV_NOTHING;
        LeaveCriticalSection(&owner->lock);
        gc_fetch_winhttp_priv_step(call, told, count);
        EnterCriticalSection(&owner->lock);
    }
    LeaveCriticalSection(&owner->lock);
    return GC_FETCH_OK;
}

GC_FETCH_WINHTTP_API const gc_fetch_transport *gc_fetch_winhttp_open(const gc_fetch_winhttp_desc *desc) {
    const char *agent = desc && desc->user_agent ? desc->user_agent : "gc_fetch/0.4";
    const char *proxy = desc ? desc->proxy : NULL;
    if (!gc_fetch_winhttp_priv_load()) return NULL;
    gc_fetch_winhttp_priv *owner = (gc_fetch_winhttp_priv *)calloc(1, sizeof *owner);
    WCHAR *wide_agent = gc_fetch_winhttp_priv_widen(agent, strlen(agent));
    WCHAR *wide_proxy = gc_fetch_winhttp_priv_widen(proxy ? proxy : "", proxy ? strlen(proxy) : 0);

    // The system's proxy, which Windows before 8.1 finds in another way.
    DWORD access = !proxy ? WINHTTP_ACCESS_TYPE_AUTOMATIC_PROXY
                          : *proxy ? WINHTTP_ACCESS_TYPE_NAMED_PROXY : WINHTTP_ACCESS_TYPE_NO_PROXY;
    bool ok = owner && wide_agent && wide_proxy;
    for (int i = 0; ok && i < 2 && !owner->session; i++) {
        const WCHAR *name = access == WINHTTP_ACCESS_TYPE_NAMED_PROXY ? wide_proxy : NULL;
        owner->session = gc_fetch_winhttp_priv_dll.open(wide_agent, access, name, NULL, WINHTTP_FLAG_ASYNC);
        if (access == WINHTTP_ACCESS_TYPE_AUTOMATIC_PROXY) access = WINHTTP_ACCESS_TYPE_DEFAULT_PROXY;
    }
    free(wide_agent);
    free(wide_proxy);
    if (!ok || !owner->session) {
        free(owner);
        return NULL;
    }

    // Its functions.
    InitializeCriticalSection(&owner->lock);
    InitializeConditionVariable(&owner->news);
    owner->users = 1;
    owner->transport.user = owner;
    owner->transport.scheme = "http https";
    owner->transport.start = gc_fetch_winhttp_priv_start;
    owner->transport.stop = gc_fetch_winhttp_priv_stop;
    owner->transport.pause = gc_fetch_winhttp_priv_pause;
    owner->transport.pump = gc_fetch_winhttp_priv_pump;
    owner->transport.wake = gc_fetch_winhttp_priv_wake;
    owner->transport.uploads = true;
    return &owner->transport;
}

GC_FETCH_WINHTTP_API void gc_fetch_winhttp_close(const gc_fetch_transport *transport) {
    if (!transport) return;
    gc_fetch_winhttp_priv *owner = (gc_fetch_winhttp_priv *)transport->user;
    gc_fetch_winhttp_priv_dll.close(owner->session);
    gc_fetch_winhttp_priv_leave(owner);
}

#endif // GC_FETCH_WINHTTP_IMPLEMENTATION
