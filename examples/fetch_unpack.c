// fetch_unpack - fetches a .gz, goes on with it after a kill, and unpacks it once it is there.
//
//     cc -O2 -I. examples/fetch_unpack.c -o fetch_unpack -lcurl -lz -pthread   (in the project's root)
//     ./fetch_unpack https://example.com/level.pak.gz FOLDER level.pak
#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"

#include <stdio.h>
#include <zlib.h>

typedef struct unpacker { z_stream zip; int state; } unpacker;

static int begin(void *user) {
    unpacker *u = (unpacker *)user;
    return u->state = inflateReset(&u->zip);
}

// Behind the end of a .gz there may be another one: the file is both.
static int decode(void *user, const void *in, size_t *in_size, void *out, size_t *out_size) {
    unpacker *u = (unpacker *)user;
    if (u->state == Z_STREAM_END && *in_size) inflateReset(&u->zip), u->state = Z_OK;
    u->zip.next_in = (Bytef *)(uintptr_t)in;
    u->zip.avail_in = (uInt)*in_size;
    u->zip.next_out = (Bytef *)out;
    u->zip.avail_out = (uInt)*out_size;
    if (u->state != Z_STREAM_END) u->state = inflate(&u->zip, Z_NO_FLUSH);
    *in_size -= u->zip.avail_in;
    *out_size -= u->zip.avail_out;
    if (u->state == Z_OK || u->state == Z_BUF_ERROR) return 0;
    return u->state == Z_STREAM_END ? 1 : -1;
}

int main(int argc, char **argv) {
    static unpacker u;                  // static: all zero
    static gc_fetch_request request;
    static gc_fetch_desc desc;
    gc_fetch_decoder decoder = {&u, begin, decode};
    gc_fetch_event event;
    gc_fetch_error error;

    if (argc != 4) return fprintf(stderr, "usage: fetch_unpack URL FOLDER NAME\n"), 2;
    if (inflateInit2(&u.zip, 15 + 16) != Z_OK) return fprintf(stderr, "fetch_unpack: zlib\n"), 1;

    desc.root = argv[2];
    gc_fetch *fetch = gc_fetch_open(&desc, &error);
    if (!fetch) return fprintf(stderr, "fetch_unpack: %s\n", gc_fetch_result_string(error.result)), 1;

    request.url = argv[1];
    request.sink = GC_FETCH_FILE;
    request.path = argv[3];
    request.decoder = &decoder;
    int result = gc_fetch_add(fetch, &request, NULL);
    if (result != GC_FETCH_OK) fprintf(stderr, "%s: %s\n", request.url, gc_fetch_result_string(result));
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK && gc_fetch_poll(fetch, &event)) {
        result = event.result;          // the last event is the final one
        if (event.type == GC_FETCH_FAILED) fprintf(stderr, "%s: %s\n", event.url, event.detail);
    }

    gc_fetch_close(fetch);
    inflateEnd(&u.zip);
    return result != GC_FETCH_OK;
}
