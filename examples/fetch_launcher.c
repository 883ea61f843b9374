// fetch_launcher - brings a game up to date from several hosts: verifies what is there, fetches
// the rest, goes on after a kill. On stdin: p pauses or goes on, 500 is a limit in KB a second.
//
//     cc -O2 -I. examples/fetch_launcher.c -o fetch_launcher -lcurl -pthread        (in the project's root)
//     ./fetch_launcher game https://a.example.com https://b.example.com    manifest.txt: SHA-256  SIZE  NAME
#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    static char urls[8][8192], manifest[4 << 20], path[4096];   // the manifest ends with a zero
    const char *mirrors[8] = {NULL};
    gc_fetch_request request = {.url = urls[0], .mirrors = mirrors, .memory = manifest};
    gc_fetch_desc desc = {.root = argv[1], .skip_events = true};
    gc_fetch_event event;
    gc_fetch *fetch = argc > 2 && argc < 10 ? gc_fetch_open(&desc, NULL) : NULL;
    if (!fetch) return fprintf(stderr, "usage: fetch_launcher FOLDER URL [MIRROR...]\n"), 2;

    // The manifest, from any host.
    for (int i = 2; i < argc; i++) snprintf(urls[i - 2], sizeof urls[0], "%s/manifest.txt", argv[i]);
    for (int i = 3; i < argc; i++) mirrors[i - 3] = urls[i - 2];
    request.memory_size = sizeof manifest - 1;
    int failed = gc_fetch_add(fetch, &request, NULL) != GC_FETCH_OK, total = 0, done = 0, paused = 0;
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK && gc_fetch_poll(fetch, &event)) failed |= event.result;
    if (failed) return fprintf(stderr, "%s: no manifest\n", urls[0]), gc_fetch_close(fetch), 1;

    // A file that is the same already is done without the network.
    for (char *line = manifest, *name; strlen(line) > 66; line = strchr(name, 0) + 1, total++) {
        uint8_t sha256[32];
        for (int i = 0; i < 32; i++) sscanf(line + 2 * i, "%2hhx", &sha256[i]);
        uint64_t size = strtoull(line + 66, &name, 10);
        name[strcspn(name, "\n")] = 0;
        request = (gc_fetch_request){.url = urls[0], .mirrors = mirrors, .path = name + strspn(name, " "),
                                     .sink = GC_FETCH_FILE, .skip_same = true, .sha256 = sha256};
        request.size = size ? size : GC_FETCH_EMPTY;
        gc_fetch_encode_path(path, sizeof path, request.path);
        for (int i = 2; i < argc; i++) snprintf(urls[i - 2], sizeof urls[0], "%.4000s/%s", argv[i], path);
        failed += gc_fetch_add(fetch, &request, NULL) != GC_FETCH_OK;
    }

    // Until all have ended. A game would poll once a frame instead of waiting.
    while (gc_fetch_wait(fetch, 200) != GC_FETCH_IDLE) {
        for (; gc_fetch_poll(fetch, &event); done += event.type == GC_FETCH_DONE) {
            if (event.type == GC_FETCH_FAILED) failed++, printf("\r%s: %s\n", event.url, event.detail);
        }
        char typed[16] = "";
        bool asked = poll(&(struct pollfd){0, POLLIN, 0}, 1, 0) > 0 && read(0, typed, sizeof typed - 1) > 1;
        if (asked && typed[0] != 'p') gc_fetch_set_rate_limit(fetch, strtoull(typed, NULL, 10) * 1000);
        else if (asked) (paused = !paused) ? gc_fetch_pause_all(fetch) : gc_fetch_resume_all(fetch);
        gc_fetch_statistics now;
        gc_fetch_get_statistics(fetch, &now);
        printf("\r%d/%d, %.1f MB left", done, total, (double)now.left / 1e6);
        if (now.speed) printf(", %.2f MB/s, %u s  ", now.speed / 1e6, (unsigned)(now.time_left_ms / 1000));
        fflush(stdout);
    }
    gc_fetch_close(fetch);
    return printf("\n"), failed || !total;
}
