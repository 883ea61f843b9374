// transport.h - gc_fetch.h and the transport that a test is compiled for: libcurl, WinHTTP
// (TEST_WINHTTP, for Windows) or a browser's fetch() (TEST_BROWSER, with ASYNCIFY).
#ifndef FAULT_TRANSPORT_H
#define FAULT_TRANSPORT_H

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define GC_FETCH_STATIC
#include "gc_fetch.h"
#ifdef TEST_WINHTTP
#define GC_FETCH_WINHTTP_STATIC
#include "examples/transports/gc_fetch_winhttp.h"
#endif
#ifdef TEST_BROWSER
#define GC_FETCH_BROWSER_STATIC
#include "examples/transports/gc_fetch_browser.h"
#endif

// NULL: it cannot be had.
static gc_fetch *transport_open(gc_fetch_desc *desc) {
    desc->no_environment_proxy = true;
#ifdef TEST_WINHTTP
    gc_fetch_winhttp_desc how = {NULL, ""};
    desc->transport = gc_fetch_winhttp_open(&how);
    if (!desc->transport) return NULL;
#endif
#ifdef TEST_BROWSER
    if (!gc_fetch_browser_open(desc)) return NULL;
#endif
    return gc_fetch_open(desc, NULL);
}

static void transport_close(gc_fetch *fetch, const gc_fetch_desc *desc) {
    gc_fetch_close(fetch);
    (void)desc;
#ifdef TEST_WINHTTP
    gc_fetch_winhttp_close(desc->transport);
#endif
#ifdef TEST_BROWSER
    gc_fetch_browser_close(desc->transport);
#endif
}

// gc_fetch_wait. In a page that does not wait: the browser gets its turns in between.
static int transport_wait(gc_fetch *fetch, int timeout_ms) {
#ifdef TEST_BROWSER
    double end = emscripten_get_now() + timeout_ms;
    int result = gc_fetch_wait(fetch, timeout_ms);
    for (; result == GC_FETCH_TIMEOUT && emscripten_get_now() < end; result = gc_fetch_wait(fetch, 0)) {
        emscripten_sleep(4);
    }
    return result;
#else
    return gc_fetch_wait(fetch, timeout_ms);
#endif
}

#endif // FAULT_TRANSPORT_H
