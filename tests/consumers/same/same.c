// same.c ROOT URL: dice, a sort, a save, a fetch; the programs beside it print the same lines.
#include "gc_fetch.h"
#include "gc_rng.h"
#include "gc_sort.h"
#include "gc_writer.h"

#include <stdio.h>

static void line(const char *word, const int32_t dice[5]) {
    printf("%s\t%d\t%d\t%d\t%d\t%d\n", word, dice[0], dice[1], dice[2], dice[3], dice[4]);
}

static int get(gc_fetch *f, const char *url, gc_fetch_event *event) {
    gc_fetch_request request = {0};
    request.url = url;
    int result = gc_fetch_add(f, &request, NULL);
    while (result == GC_FETCH_OK) {
        gc_fetch_wait(f, -1);
        while (gc_fetch_poll(f, event)) {
            if (event->type >= GC_FETCH_DONE) return event->result;
        }
    }
    return result;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    gc_rng rng;
    int32_t dice[5];
    gc_rng_seed(&rng, 2026);
    for (int i = 0; i < 5; i++) dice[i] = gc_rng_int(&rng, 1, 6);
    line("dice", dice);
    gc_sort_i32(dice, 5);
    line("sorted", dice);

    gc_writer_desc desc = {0};
    desc.root = argv[1];
    gc_writer *w = gc_writer_open(&desc, NULL);
    gc_writer_file_desc save = {0};
    save.path = "c.sav";
    save.version = 7;
    gc_writer_file file;
    gc_writer_content content;
    gc_writer_event written;
    if (!w || gc_writer_save(w, &save, "forty-two", 9, &file)) return 1;
    if (gc_writer_wait_event(w, file, &written, -1) || gc_writer_load(w, "c.sav", &content)) return 1;
    printf("saved\t%.*s\t%u\t%u\n", (int)content.size, (char *)content.data, content.version, content.backup);
    gc_writer_free(w, &content);
    printf("missing\t%d\n", gc_writer_load(w, "none.sav", &content));
    gc_writer_close(w);

    gc_fetch *f = gc_fetch_open(&(gc_fetch_desc){0}, NULL);
    gc_fetch_event event = {0};
    if (!f || get(f, argv[2], &event)) return 1;
    printf("fetched\t%d\t%zu\t%.9s\n", event.http_status, event.size, (char *)event.data);
    printf("refused\t%d\n", get(f, "none:", &event));
    gc_fetch_close(f);
    return 0;
}
