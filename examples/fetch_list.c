// fetch_list - downloads every file of a list, verified, with a progress bar.
//
//     cc -O2 -I. examples/fetch_list.c -o fetch_list -lcurl -pthread        (in the project's root)
//     sha256sum * > SUMS                                                    (at the origin)
//     ./fetch_list https://example.com/assets SUMS downloads                into a folder, which must exist
#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"

#include <stdio.h>
#include <string.h>

// A line of the list as sha256sum writes it: 64 hexadecimal digits, two spaces, the name.
static bool parse(char *line, uint8_t sha256[32], const char **name) {
    line[strcspn(line, "\r\n")] = 0;
    if (strlen(line) < 67) return false;
    *name = line + 66;
    for (int i = 0; i < 32; i++) {
        unsigned byte;
        if (sscanf(line + 2 * i, "%2x", &byte) != 1) return false;
        sha256[i] = (uint8_t)byte;
    }
    return true;
}

int main(int argc, char **argv) {
    FILE *list = argc == 4 ? fopen(argv[2], "r") : NULL;
    if (!list) return fprintf(stderr, "usage: fetch_list URL SUMS FOLDER\n"), 2;

    gc_fetch_desc desc;
    gc_fetch_error error;
    memset(&desc, 0, sizeof desc);
    desc.root = argv[3];
    gc_fetch *fetch = gc_fetch_open(&desc, &error);
    if (!fetch) {
        fprintf(stderr, "fetch_list: %s: %s\n", error.what, gc_fetch_result_string(error.result));
        return 1;
    }

    // Everything goes into the queue at once, and is copied: line, url and hash are used again.
    char line[1024], encoded[3072], url[4096];
    int total = 0, done = 0, failed = 0;
    while (fgets(line, sizeof line, list)) {
        uint8_t sha256[32];
        gc_fetch_request request;
        memset(&request, 0, sizeof request);
        total++;
        if (!parse(line, sha256, &request.path)) {
            failed++, printf("not a line of sha256sum: %s\n", line);
            continue;
        }

        gc_fetch_encode_path(encoded, sizeof encoded, request.path);
        snprintf(url, sizeof url, "%s/%s", argv[1], encoded);
        request.url = url;
        request.sink = GC_FETCH_FILE;
        request.sha256 = sha256;
        int result = gc_fetch_add(fetch, &request, NULL);
        if (result != GC_FETCH_OK) printf("%s: %s\n", request.path, gc_fetch_result_string(result));
        failed += result != GC_FETCH_OK;
    }
    fclose(list);

    // A game would poll once a frame instead of waiting. A file is under its name only when it
    // is whole and right.
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK) {
        gc_fetch_event event;
        while (gc_fetch_poll(fetch, &event)) {
            if (event.type == GC_FETCH_FAILED) printf("\r%s: %s\n", event.url, event.detail);
            failed += event.type == GC_FETCH_FAILED;
            done += event.type == GC_FETCH_DONE;
        }
        static const char full[] = "########################################";
        printf("\r[%-40.*s] %d/%d", 40 * done / total, full, done, total);
        fflush(stdout);
    }

    printf("\n");
    gc_fetch_close(fetch);
    return failed || !total ? 1 : 0;
}
