// fetch_unpack - decompresses a .gz while it comes, in no more memory than a few buffers.
//
//     cc -O2 -I. examples/fetch_unpack.c -o fetch_unpack -lcurl -lz -pthread   (in the project's root)
//     ./fetch_unpack https://example.com/level.pak.gz level.pak
#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"

#include <stdio.h>
#include <zlib.h>

typedef struct unpacker { z_stream zip; const char *path; FILE *out; int error; } unpacker;

// Each attempt starts over.
static void begin(void *user, gc_fetch_id id, uint32_t attempt) {
    unpacker *u = (unpacker *)user;
    (void)id, (void)attempt;
    u->out = u->out ? freopen(u->path, "wb", u->out) : fopen(u->path, "wb");
    u->error = inflateReset(&u->zip);
}

// Takes all it is offered, or refuses: what is no gzip will not become one by another attempt.
static size_t take(void *user, uint64_t offset, const void *data, size_t size) {
    unpacker *u = (unpacker *)user;
    static unsigned char room[65536];
    (void)offset;
    u->zip.next_in = (Bytef *)(uintptr_t)data;
    u->zip.avail_in = (uInt)size;
    while (u->zip.avail_in && u->error == Z_OK) {
        u->zip.next_out = room;
        u->zip.avail_out = sizeof room;
        u->error = inflate(&u->zip, Z_NO_FLUSH);
        size_t made = sizeof room - u->zip.avail_out;
        if (!u->out || fwrite(room, 1, made, u->out) != made) u->error = Z_ERRNO;
    }
    return u->zip.avail_in || u->error < 0 ? GC_FETCH_ABORT : size;
}

// Before the request is done: is the file there as a whole?
static int end(void *user) {
    unpacker *u = (unpacker *)user;
    return u->error == Z_STREAM_END && fflush(u->out) == 0 ? 0 : Z_BUF_ERROR;
}

int main(int argc, char **argv) {
    static unpacker u;                  // static: all zero
    static gc_fetch_request request;
    gc_fetch_event event;

    if (argc != 3) return fprintf(stderr, "usage: fetch_unpack URL FILE\n"), 2;

    gc_fetch_error error;
    gc_fetch *fetch = gc_fetch_open(NULL, &error);
    if (!fetch) return fprintf(stderr, "fetch_unpack: %s\n", gc_fetch_result_string(error.result)), 1;

    if (inflateInit2(&u.zip, 15 + 16) != Z_OK) return fprintf(stderr, "fetch_unpack: zlib\n"), 1;

    u.out = fopen(u.path = argv[2], "wb");
    request.url = argv[1];
    request.sink = GC_FETCH_STREAM;
    request.stream = take;
    request.stream_begin = begin;
    request.stream_end = end;
    request.stream_error = &u.error;
    request.stream_user = &u;

    int result = u.out ? gc_fetch_add(fetch, &request, NULL) : GC_FETCH_E_WRITE;
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK && gc_fetch_poll(fetch, &event)) result = event.result;

    gc_fetch_close(fetch);
    inflateEnd(&u.zip);
    if (u.out && fclose(u.out) != 0 && result == GC_FETCH_OK) result = GC_FETCH_E_WRITE;

    if (result == GC_FETCH_OK) return 0;
    fprintf(stderr, "fetch_unpack: %s\n", gc_fetch_result_string(result));
    if (u.out) remove(u.path);
    return 1;
}
