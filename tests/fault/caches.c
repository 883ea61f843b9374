// caches.c - a cache over a transport of the system's own: fetches a whole version into FOLDER,
// or, without a URL, gives out what is there. A line for each asset: its name, and the SHA-256
// of the bytes that acquire has given. Built by mingw, over WinHTTP.
//
//     caches FOLDER [URL]
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"
#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"
#define GC_FETCH_WINHTTP_IMPLEMENTATION
#include "examples/transports/gc_fetch_winhttp.h"
#define ASSET_CACHE_IMPLEMENTATION
#include "examples/asset_cache.h"

static void use_winhttp(void *user, gc_fetch_desc *fetch, gc_writer_desc *writer) {
    (void)writer;
    fetch->transport = *(const gc_fetch_transport **)user;
}

static bool print_asset(asset_cache *c, const char *name) {
    asset_cache_data data;
    uint8_t sha256[32];
    char hex[65];
    gc_fetch_sha256 hash;
    if (asset_cache_acquire(c, name, &data) != ASSET_CACHE_OK) return false;

    gc_fetch_sha256_init(&hash);
    gc_fetch_sha256_update(&hash, data.bytes, data.size);
    gc_fetch_sha256_final(&hash, sha256);
    ac_print_hex(hex, sha256);
    asset_cache_release(c, &data);
    return printf("%s  %s\n", hex, name) > 0;
}

int main(int argc, char **argv) {
    static asset_cache_desc desc;
    asset_cache_error error;
    asset_cache_event event;
    asset_cache_asset asset;
    bool good = argc > 1;
    const gc_fetch_transport *transport = argc > 2 ? gc_fetch_winhttp_open(NULL) : NULL;

    desc.folder = argv[1];
    desc.origin = argc > 2 ? argv[2] : NULL;
    desc.configure = use_winhttp;
    desc.user = (void *)&transport;
    asset_cache *c = good ? asset_cache_open(&desc, &error) : NULL;
    if (!c) return 2;

    if (argc > 2) good = asset_cache_update(c, 0) == ASSET_CACHE_OK;
    while (good && asset_cache_wait(c, &event, -1)) {
        if (event.result != ASSET_CACHE_OK) fprintf(stderr, "%d: %s\n", event.result, event.detail);
        good = event.result == ASSET_CACHE_OK;
    }
    for (size_t i = 0; asset_cache_at(c, i, &asset); i++) good = print_asset(c, asset.name) && good;
    asset_cache_close(c);
    gc_fetch_winhttp_close(transport);
    return good ? 0 : 1;
}
