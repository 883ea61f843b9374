// writer_pack - saves that are packed by zlib, on a thread of the writer.
//
//     cc -O2 -I. examples/writer_pack.c -o writer_pack -lz -pthread     (in the project's root)
//     ./writer_pack saves                                               saves, loads and compares
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

static size_t pack_bound(void *user, size_t size) { return (void)user, compressBound((uLong)size); }

static size_t pack(void *user, void *dst, size_t capacity, const void *src, size_t size) {
    uLongf n = (uLongf)capacity;
    (void)user;
    return compress2((Bytef *)dst, &n, (const Bytef *)src, (uLong)size, 6) == Z_OK ? n : 0;
}

static bool unpack(void *user, void *dst, size_t size, const void *src, size_t src_size) {
    uLongf n = (uLongf)size;
    (void)user;
    return uncompress((Bytef *)dst, &n, (const Bytef *)src, (uLong)src_size) == Z_OK && n == size;
}

int main(int argc, char **argv) {
    static char world[200000];
    gc_writer_desc desc;
    gc_writer_file_desc save;
    gc_writer_file file;
    gc_writer_event event;
    gc_writer_content content;
    memset(&desc, 0, sizeof desc);
    memset(&save, 0, sizeof save);
    memset(world, 'w', sizeof world);

    desc.root = argc > 1 ? argv[1] : "saves";
    desc.codec.bound = pack_bound;
    desc.codec.encode = pack;
    desc.codec.decode = unpack;
    gc_writer *writer = gc_writer_open(&desc, NULL);
    if (!writer) return 1;

    save.path = "world.sav";
    save.backups = 1;
    int result = gc_writer_save(writer, &save, world, sizeof world, &file);
    if (result == GC_WRITER_OK) result = gc_writer_wait_event(writer, file, &event, -1);
    if (result == GC_WRITER_OK) printf("%d bytes, %d in the file\n", (int)sizeof world, (int)event.bytes);

    // Who has another codec, or none, goes to the backup, or is told.
    if (result == GC_WRITER_OK) result = gc_writer_load(writer, "world.sav", &content);
    bool same = result == GC_WRITER_OK && content.size == sizeof world;
    same = same && memcmp(content.data, world, content.size) == 0;
    puts(same ? "the same when loaded" : gc_writer_result_string(result));
    if (result == GC_WRITER_OK) gc_writer_free(writer, &content);
    gc_writer_close(writer);
    return same ? 0 : 1;
}
