// writer_slots - save slots: the two saves before the last one stay, for when that is broken.
//
//     cc -O2 -I. examples/writer_slots.c -o writer_slots -pthread     (in the project's root)
//     ./writer_slots saves 7       saves level 7
//     ./writer_slots saves         lists what is there, and loads the newest that is whole
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct save { uint32_t level; } save;
enum { SAVE_VERSION = 1 };      // of the struct

// The file is replaced as a whole, and what it was before gets a number; a crash or a power cut
// leaves this save or the last one.
static int save_level(gc_writer *writer, uint32_t level) {
    save now = {level};
    static gc_writer_file_desc desc;        // static: all zero, the defaults
    desc.path = "slot";
    desc.tag = 1;                           // of the event that tells how it went
    desc.backups = 2;
    desc.version = SAVE_VERSION;
    desc.durability = GC_WRITER_DURABILITY_FOLDER;
    return gc_writer_save(writer, &desc, &now, sizeof now, NULL);
}

// What save_level took a moment ago is loaded, too: nobody has to wait for it first.
static bool load(gc_writer *writer) {
    gc_writer_content content;
    int result = gc_writer_load(writer, "slot", &content);
    if (result != GC_WRITER_OK) return printf("slot: %s\n", gc_writer_result_string(result)), false;
    bool known = content.version == SAVE_VERSION && content.size == sizeof(save);
    if (content.backup == 0) printf("slot: ");
    else printf("slot: %s\nslot.%u: ", gc_writer_result_string(content.newer), (unsigned)content.backup);
    printf("level %u\n", known ? (unsigned)((const save *)content.data)->level : 0);
    gc_writer_free(writer, &content);
    return known;
}

static bool print_entry(void *user, const gc_writer_entry *entry) {
    (void)user;
    printf("%s, %d bytes\n", entry->name, (int)entry->size);
    return true;
}

int main(int argc, char **argv) {
    static gc_writer_desc desc;
    gc_writer_error error;
    gc_writer_event event;

    desc.root = argc > 1 ? argv[1] : "saves";
    gc_writer *writer = gc_writer_open(&desc, &error);
    if (!writer) return printf("%s: %s\n", error.what, gc_writer_result_string(error.result)), 1;

    int saved = GC_WRITER_OK;
    if (argc > 2) saved = save_level(writer, (uint32_t)atoi(argv[2]));
    else gc_writer_list(writer, "", print_entry, NULL);

    // What is there; and whether it is what was just saved.
    bool loaded = load(writer);

    gc_writer_flush(writer, -1);
    while (gc_writer_poll(writer, &event)) {
        if (event.tag == 1) saved = event.result;
    }

    if (saved != GC_WRITER_OK) printf("not saved: %s\n", gc_writer_result_string(saved));
    gc_writer_close(writer);
    return loaded && saved == GC_WRITER_OK ? 0 : 1;
}
