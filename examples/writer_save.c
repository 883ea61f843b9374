// writer_save - a game saves in the background: no frame waits for the disk, a save is whole or
// absent, and what is loaded is whole.
//
//     cc -O2 -I. examples/writer_save.c -o writer_save -pthread     (in the project's root)
//     ./writer_save saves           loads slot1.sav, saves the next level, and writes settings.ini
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"

#include <stdio.h>
#include <string.h>

static uint8_t level[300000];   // the state to save

int main(int argc, char **argv) {
    gc_writer_desc desc;
    gc_writer_error error;
    memset(&desc, 0, sizeof desc);
    desc.root = argc > 1 ? argv[1] : "saves";
    gc_writer *writer = gc_writer_open(&desc, &error);
    if (!writer) {
        fprintf(stderr, "writer_save: %s: %s\n", error.what, gc_writer_result_string(error.result));
        return 1;
    }

    // The newest save that is whole: slot1.sav, or one of those that it has replaced.
    gc_writer_content content;
    uint32_t played = 0;
    int result = gc_writer_load(writer, "slot1.sav", &content);
    if (result == GC_WRITER_OK) {
        played = content.version;
        printf("slot1.sav: level %u%s\n", (unsigned)played, content.backup ? ", a backup" : "");
        gc_writer_free(writer, &content);
    } else if (result != GC_WRITER_E_NOT_FOUND) {
        printf("slot1.sav: %s\n", gc_writer_result_string(result));
    }

    // A save must survive the power going out: it asks for durability, and pays for it on the
    // writer's thread.
    gc_writer_file_desc save;
    memset(&save, 0, sizeof save);
    save.path = "slot1.sav";
    save.durability = GC_WRITER_DURABILITY_FOLDER;
    save.backups = 2;                   // what it replaces stays as slot1.sav.1 and .2
    save.version = played + 1;          // any number of yours
    for (size_t i = 0; i < sizeof level; i++) level[i] = (uint8_t)(i * i);
    int files = 0, failed = 0;
    result = gc_writer_save(writer, &save, level, sizeof level, NULL);
    if (result != GC_WRITER_OK) printf("slot1.sav: %s\n", gc_writer_result_string(result)), failed++;
    else files++;

    // Settings can be lost with the last seconds; they are never half there all the same. write
    // says how many bytes it took: less than all only while the writer's memory is full.
    gc_writer_file settings;
    result = gc_writer_begin(writer, "settings.ini", &settings);
    if (result != GC_WRITER_OK) printf("settings.ini: %s\n", gc_writer_result_string(result)), failed++;
    else files++;
    gc_writer_write(writer, settings, "volume=7\n", 9);
    gc_writer_write(writer, settings, "fullscreen=1\n", 13);
    gc_writer_end(writer, settings);

    // The game would go on drawing and poll once a frame. Each file that was begun ends with
    // exactly one event.
    while (files > 0) {
        gc_writer_event event;
        gc_writer_flush(writer, 16);
        while (gc_writer_poll(writer, &event)) {
            printf("%s: %s, %d bytes\n", event.path, gc_writer_result_string(event.result), (int)event.bytes);
            failed += event.result != GC_WRITER_OK;
            files--;
        }
    }
    gc_writer_close(writer);
    return failed ? 1 : 0;
}
