// timelines.c - records what the page replays: when each of 1,000 downloads began and ended, in
// three orders; and how 24 files are after a kill in the middle of saving them, by fwrite and
// by gc_writer.h. `make timelines` puts it into web/timelines.js; it takes half a minute.
//
// The network is simulated by the origin: 20 ms round trip, 200 Mbit/s, 16 connections. Times
// are ms of this machine's clock, from the first request on.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define GC_FETCH_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#define GC_WRITER_IMPLEMENTATION
#include "gc_fetch.h"
#include "gc_rng.h"
#include "gc_writer.h"
#include "tests/origin/origin.h"

#include <sys/wait.h>

enum { DOWNLOADS = 1000, KILLS = 40, SAVED = 24, SAVE_BYTES = 1 << 20 };

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1000 + (double)now.tv_nsec / 1e6;
}

static int fail(const char *what) {
    fprintf(stderr, "timelines: %s\n", what);
    exit(1);
}

// ---- downloads

typedef struct download {
    char url[300];
    uint64_t size;
    double began, ended;
} download;

static download downloads[DOWNLOADS];

static int by_size(const void *a, const void *b) {
    uint64_t x = ((const download *)a)->size, y = ((const download *)b)->size;
    return x < y ? -1 : x > y;
}

// The manifest's lines are SHA-256, size, name; the first one is a comment.
static void read_manifest(const origin *server) {
    static char text[1 << 20];
    int count = 0;
    char *rest = NULL;
    if (origin_ask(server, "GET", "/manifest.txt", text, sizeof text) != 200) fail("no manifest");
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] == '#' || count == DOWNLOADS) continue;
        char *name;
        downloads[count].size = strtoull(line + 65, &name, 10);
        name += strspn(name, " ");
        snprintf(downloads[count++].url, sizeof downloads[0].url, "%s/%s", server->url, name);
    }
    if (count != DOWNLOADS) fail("another number of files");
    qsort(downloads, DOWNLOADS, sizeof *downloads, by_size);
}

// All of them into memory; they are asked for by size, the smallest first.
static void record_order(const char *name, int order) {
    gc_fetch_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.parallel = 16;
    desc.order = order;
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    double start = now_ms();

    // All at once: the tag is the place in the list.
    for (int i = 0; i < DOWNLOADS; i++) {
        gc_fetch_request request;
        memset(&request, 0, sizeof request);
        request.url = downloads[i].url;
        request.size = downloads[i].size;
        request.tag = (uint64_t)i;
        if (!fetch || gc_fetch_add(fetch, &request, NULL) != GC_FETCH_OK) fail("gc_fetch_add");
    }

    gc_fetch_event event;
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK) {
        while (gc_fetch_poll(fetch, &event)) {
            double at = now_ms() - start;
            if (event.type == GC_FETCH_STARTED) downloads[event.tag].began = at;
            if (event.type == GC_FETCH_DONE) downloads[event.tag].ended = at;
            if (event.type == GC_FETCH_FAILED) fail(event.detail);
        }
    }
    double all = now_ms() - start;
    gc_fetch_close(fetch);

    // Six in a line.
    printf("    { name: '%s', ms: %.0f, bars: [", name, all);
    for (int i = 0; i < DOWNLOADS; i++) {
        const download *d = &downloads[i];
        printf("%s%.0f,%.0f,%.0f,", i % 6 ? "" : "\n        ", d->began, d->ended - d->began,
               (double)d->size / 1000);
    }
    printf("] },\n");
}

static void record_downloads(void) {
    origin_desc desc;
    origin_error error;
    origin server;
    memset(&desc, 0, sizeof desc);
    desc.files = DOWNLOADS;
    desc.rtt_ms = 20;
    desc.bandwidth = 200e6;
    if (origin_start(&desc, &server, &error) != 0) fail(error.what);
    read_manifest(&server);

    printf("// Of each download, by size: began, took (ms), size (KB).\nexport const orders = [\n");
    record_order("mixed, the default", GC_FETCH_ORDER_MIXED);
    record_order("small first", GC_FETCH_ORDER_GIVEN);
    record_order("shuffled", GC_FETCH_ORDER_SHUFFLED);
    printf("];\n");
    origin_stop(&server);
}

// ---- kills

static char folder[64], bytes[SAVE_BYTES];

static char *path_of(char path[128], int i) {
    snprintf(path, 128, "%s/save%02d", folder, i);
    return path;
}

// Saves all files, full of one letter, one after the other as games do.
static void save_plainly(char letter) {
    char path[128];
    memset(bytes, letter, sizeof bytes);
    for (int i = 0; i < SAVED; i++) {
        FILE *file = fopen(path_of(path, i), "wb");
        if (!file || fwrite(bytes, 1, sizeof bytes, file) != sizeof bytes || fclose(file) != 0) fail(path);
    }
}

static void save_by_writer(char letter) {
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.root = folder;
    gc_writer *writer = gc_writer_open(&desc, NULL);
    memset(bytes, letter, sizeof bytes);
    for (int i = 0; i < SAVED && writer; i++) {
        gc_writer_file_desc file;
        char name[16];
        memset(&file, 0, sizeof file);
        snprintf(name, sizeof name, "save%02d", i);
        file.path = name;

        // The pool is smaller than all of them.
        while (gc_writer_put(writer, &file, bytes, sizeof bytes, NULL) != GC_WRITER_OK) {
            gc_writer_flush(writer, -1);
        }
    }
    gc_writer_close(writer);
}

// What a player finds: "o" the old file, "n" the new one, "t" neither: it is torn.
static char state_of(int i) {
    char path[128];
    FILE *file = fopen(path_of(path, i), "rb");
    size_t n = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) fclose(file);
    if (n < sizeof bytes || bytes[0] != bytes[n - 1]) return 't';
    return bytes[0] == 'o' ? 'o' : 'n';
}

// A process saves, and is killed after so many ms; negative: it may end. How long it ran.
static double save_and_kill(void (*save)(char), double after_ms, char states[SAVED + 1]) {
    save_plainly('o');
    double start = now_ms();
    pid_t child = fork();
    if (child == 0) {
        save('n');
        _exit(0);
    }
    while (after_ms >= 0 && now_ms() - start < after_ms) usleep(50);
    if (after_ms >= 0) kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    double took = now_ms() - start;
    for (int i = 0; i < SAVED; i++) states[i] = state_of(i);
    states[SAVED] = 0;
    return took;
}

static void record_kills(const char *name, void (*save)(char)) {
    char states[SAVED + 1];
    double took = 1e9;
    for (int i = 0; i < 5; i++) {
        double ms = save_and_kill(save, -1, states);
        if (ms < took) took = ms;
    }
    printf("    { name: '%s', ms: %.1f, kills: [", name, took);
    for (int k = 0; k < KILLS; k++) {
        save_and_kill(save, took * (k + 0.5) / KILLS, states);
        printf("%s'%s',", k % 3 ? " " : "\n        ", states);
    }
    printf("] },\n");
}

int main(void) {
    printf("// timelines.js - written by timelines.c: what the page replays.\n");
    record_downloads();

    snprintf(folder, sizeof folder, "timelines-XXXXXX");
    if (!mkdtemp(folder)) fail("no folder");
    printf("\n// %d files of %d bytes after each of %d kills", SAVED, SAVE_BYTES, KILLS);
    printf(": o old, n new, t torn.\nexport const saves = [\n");
    record_kills("fwrite", save_plainly);
    record_kills("gc_writer.h", save_by_writer);
    printf("];\n");

    // A run to its end sweeps what the killed ones have left.
    char path[128];
    save_by_writer('n');
    for (int i = 0; i < SAVED; i++) unlink(path_of(path, i));
    return rmdir(folder) == 0 ? 0 : fail("the folder is not empty");
}
