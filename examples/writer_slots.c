// writer_slots - a save system: three slots, pictures, two backups, a list for the cloud,
// and the newest save that is whole when one is broken.
//
//     cc -O2 -I. examples/writer_slots.c -o writer_slots -pthread     (in the project's root)
//     ./writer_slots saves 2 7     saves level 7 in slot 2, and loads it
//     ./writer_slots saves 2       loads slot 2
//     ./writer_slots saves         lists what is there
//     ./writer_slots               the same, where the system keeps what a player has
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct game { uint32_t level; } game;
enum { GAME_VERSION = 1 };      // of the struct

// ---- the save system: 25 lines
static const char *const slots[][2] = {{"1.sav", "1.ppm"}, {"2.sav", "2.ppm"}, {"3.sav", "3.ppm"}};

// A crash or a power cut leaves this save with its picture, or the last one with its own.
static int save_slot(gc_writer *writer, int slot, const game *now, const void *picture, size_t size) {
    gc_writer_file_desc desc = {.path = slots[slot][1], .backups = 2};
    int result = gc_writer_begin_set(writer, 0, &desc.set);
    if (result == GC_WRITER_OK) result = gc_writer_put(writer, &desc, picture, size, NULL);
    desc.path = slots[slot][0], desc.version = GAME_VERSION;
    if (result == GC_WRITER_OK) result = gc_writer_save(writer, &desc, now, sizeof *now, NULL);
    if (result != GC_WRITER_OK) return gc_writer_abort(writer, desc.set), result;
    return gc_writer_end(writer, desc.set);
}

// The newest that is whole: the save, or one of its backups.
static int load_slot(gc_writer *writer, int slot, game *now, uint32_t *backup) {
    gc_writer_content content;
    int result = gc_writer_load(writer, slots[slot][0], &content);
    bool known = content.version == GAME_VERSION && content.size == sizeof *now;
    if (result == GC_WRITER_OK && !known) result = GC_WRITER_E_UNSUPPORTED;
    if (result == GC_WRITER_OK) memcpy(now, content.data, sizeof *now);
    *backup = content.backup;
    gc_writer_free(writer, &content);
    return result;
}
static bool list_file(void *user, const gc_writer_entry *file) {
    return fprintf((FILE *)user, "%s, %d bytes\n", file->name, (int)file->size) > 0;
}
// ---- the game around it

int main(int argc, char **argv) {
    static gc_writer_desc desc;         // static: all zero, the defaults
    gc_writer_error error;
    char folder[4096];
    int result = gc_writer_user_folder(NULL, "writer_slots", folder, sizeof folder);
    if (argc < 2 && result != GC_WRITER_OK) return printf("%s\n", gc_writer_result_string(result)), 1;
    desc.root = argc > 1 ? argv[1] : folder;
    gc_writer *writer = gc_writer_open(&desc, &error);
    if (!writer) return printf("%s: %s\n", error.what, gc_writer_result_string(error.result)), 1;

    // What is loaded is what was just saved, though no disk has been waited for.
    int slot = argc > 2 ? atoi(argv[2]) - 1 : -1, failed = 0;
    game now = {argc > 3 ? (uint32_t)atoi(argv[3]) : 0};
    static char picture[13 + 3 * 64 * 64] = "P6 64 64 255\n";
    uint32_t backup = 0;
    if (slot < 0 || slot > 2) gc_writer_list(writer, "", list_file, stdout), gc_writer_close(writer), exit(0);
    result = argc > 3 ? save_slot(writer, slot, &now, picture, sizeof picture) : GC_WRITER_OK;
    if (result == GC_WRITER_OK) result = load_slot(writer, slot, &now, &backup);
    if (result) failed = printf("slot %d: %s\n", slot + 1, gc_writer_result_string(result)) > 0;
    else printf("slot %d: level %u%s\n", slot + 1, (unsigned)now.level, backup ? ", a backup" : "");

    // A game polls once a frame.
    gc_writer_event event;
    gc_writer_flush(writer, -1);
    while (gc_writer_poll(writer, &event)) {
        if (event.result != GC_WRITER_OK) failed = printf("not saved: %s\n", event.detail) > 0;
    }
    gc_writer_close(writer);
    return failed;
}
