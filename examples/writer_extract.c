// writer_extract - unpacks a mod that somebody has sent: no name in it leads out of the folder,
// no file is ever half there, and a full disk ends it at once.
//
//     cc -O2 -I. examples/writer_extract.c -o writer_extract -pthread     (in the project's root)
//     ./writer_extract mod.pack mods/name
//
// A pack is a row of files, each a line "SIZE PATH" and SIZE bytes:
//     printf '5 maps/a.txt\nhello9 ../evil.sh\n#!/bin/sh' >mod.pack
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"

#include <stdio.h>

// Copies `size` bytes of the pack to the file. False: the pack is too short, or the disk fails.
static bool copy(gc_writer *writer, gc_writer_file file, FILE *pack, unsigned long long size) {
    char bytes[16384];
    while (size > 0) {
        size_t want = size < sizeof bytes ? (size_t)size : sizeof bytes, n = fread(bytes, 1, want, pack);
        if (n == 0 || gc_writer_file_state(writer, file) != GC_WRITER_OK) return false;
        for (size_t done = 0; done < n;) {
            done += gc_writer_write(writer, file, bytes + done, n - done);
            if (done < n) gc_writer_room(writer, n - done, -1);
        }
        size -= n;
    }
    return true;
}

// Of what did not come to the disk; on the writer's thread.
static void unsaved(void *user, const gc_writer_event *event) {
    printf("%s: %s\n", event->path, gc_writer_result_string(event->result));
    ++*(int *)user;
}

int main(int argc, char **argv) {
    static gc_writer_desc desc;         // static: all zero, the defaults
    static gc_writer_file_desc file_desc;
    static char path[4096];
    gc_writer_error error;
    unsigned long long size;
    int lost = 0, result = GC_WRITER_OK, fields;
    desc.root = argc == 3 ? argv[2] : "";
    desc.unsaved = unsaved;
    desc.user = &lost;
    if (argc != 3) return puts("usage: writer_extract PACK FOLDER"), 1;

    FILE *pack = fopen(argv[1], "rb");
    if (!pack) return perror(argv[1]), 1;
    gc_writer *writer = gc_writer_open(&desc, &error);
    if (!writer) return printf("%s: %s\n", error.what, gc_writer_result_string(error.result)), 1;

    bool ok = true;
    file_desc.path = path;
    file_desc.forget = true;            // nobody polls: only failures are told
    while (ok && (fields = fscanf(pack, "%llu %4095[^\n]", &size, path)) != EOF) {
        gc_writer_file file;
        if (fields != 2 || fgetc(pack) != '\n') {      // cut within a line, or not a pack
            puts("no line \"SIZE PATH\" where one should be");
            ok = false;
            break;
        }

        while ((result = gc_writer_begin_with(writer, &file_desc, &file)) == GC_WRITER_E_FULL) {
            gc_writer_flush(writer, -1);
        }
        if (result != GC_WRITER_OK) {   // a name that leads elsewhere: not a mod to be trusted
            printf("%s: %s\n", path, gc_writer_result_string(result));
            break;
        }

        ok = copy(writer, file, pack, size);
        if (!ok && feof(pack)) printf("%s: the pack ends within it\n", path);
        if (ok) gc_writer_end(writer, file);
        else gc_writer_abort(writer, file);
    }

    gc_writer_close(writer);            // writes all that has ended
    fclose(pack);
    return ok && result == GC_WRITER_OK && lost == 0 ? 0 : 1;
}
