// page_saves.c - gc_writer.h on the web, in check_page.sh: a page that saves, is reloaded, and
// loads, by the synchronous way over IDBFS. desc.notify says that there is something to keep:
// the page then asks FS.syncfs to.
#define GC_WRITER_USER_FOLDER "/saves"
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"

#include <emscripten.h>
#include <stdio.h>

static void changed(void *user) {
    (void)user;
    EM_ASM({ Module.unsaved = true; });
}
static bool count(void *user, const gc_writer_entry *entry) {
    *(int *)user += entry->type == GC_WRITER_ENTRY_FILE;
    return true;
}

// One visit: what is there is loaded and is one more from now on, with its picture, a backup
// and a line of a log. Returns what was loaded, 0: nothing; negative: what went wrong.
EMSCRIPTEN_KEEPALIVE int visit(void) {
    gc_writer_content content = {NULL, 0, 0, 0, 0, 0};
    gc_writer_desc desc;
    gc_writer_file file;
    gc_writer_event event;
    char root[256], line[32], log[256] = "";
    memset(&desc, 0, sizeof desc);
    if (gc_writer_user_folder(NULL, "game", root, sizeof root) != GC_WRITER_OK) return -100;
    desc.root = root;
    desc.synchronous = true;
    desc.notify = changed;

    gc_writer *w = gc_writer_open(&desc, NULL);
    if (!w) return -101;
    int result = gc_writer_load(w, "slot", &content);
    int before = result == GC_WRITER_OK ? (int)content.version : result == GC_WRITER_E_NOT_FOUND ? 0 : result;

    // What was written until then: three files, a fourth with the second save, and a line for
    // each.
    gc_writer_file_desc save;
    memset(&save, 0, sizeof save);
    save.path = "slot";
    save.backups = 1;
    int files = 0;
    gc_writer_list(w, "", count, &files);
    if (before > 0 && files != (before > 1 ? 4 : 3)) before = -200 - files;

    gc_writer_file_desc text = save;
    text.path = "log";
    text.backups = 0;
    if (gc_writer_read(w, &text, log, sizeof log, &file) == GC_WRITER_OK) {
        gc_writer_wait_event(w, file, &event, -1);
        if (before > 0 && event.bytes != 8 * (uint64_t)before) before = -300 - (int)event.bytes;
    }
    gc_writer_free(w, &content);

    // A save and its picture as one, and a line.
    save.version = (uint32_t)(before < 0 ? 0 : before) + 1;
    result = gc_writer_begin_set(w, 0, &save.set);
    file = save.set;
    if (result == GC_WRITER_OK) result = gc_writer_save(w, &save, "level", 5, NULL);
    save.path = "picture", save.version = 0, save.backups = 0;
    if (result == GC_WRITER_OK) result = gc_writer_put(w, &save, "P6 1 1", 6, NULL);
    if (result == GC_WRITER_OK) result = gc_writer_end(w, file);
    if (result == GC_WRITER_OK) result = gc_writer_wait_event(w, file, &event, -1);

    text.records = GC_WRITER_RECORDS_LINES;
    if (result == GC_WRITER_OK) result = gc_writer_append(w, &text, &file);
    snprintf(line, sizeof line, "visit %d\n", before + 1);
    gc_writer_write(w, file, line, strlen(line));
    if (result == GC_WRITER_OK) result = gc_writer_sync(w, file);
    gc_writer_close(w);
    return result == GC_WRITER_OK ? before : result;
}

int main(void) { return 0; }
