// check_fetch_nginx.c - the client of check_fetch_nginx.sh: fetches a tree of files over
// HTTP/1.1, TLS or HTTP/2, and prints how it went.
//
//     check_fetch_nginx LIST URL ROOT SINK STREAMS [CA]
//
// LIST has a line for each file: SHA-256, two spaces, name (as sha256sum prints it). Each comes
// from URL/name into ROOT/name, by file sinks, or (SINK memory, stream) by the sink of that
// kind and a write of its own. STREAMS: desc.http2_streams. CA: desc.ca_file. Every hash is
// expected. Output: "done N, failed N", and for each result that has occurred: "result TEXT:
// N", and one text of it.
#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 5000 };
static struct { char name[2048], url[8192]; uint8_t sha256[32]; FILE *out; } files[MOST];
static const char *root;

static FILE *create(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *slash = path + strlen(root); (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
        *slash = 0;
        mkdir(path, 0777);
    }
    return fopen(path, "wb");
}

static size_t take(void *user, uint64_t offset, const void *data, size_t size) {
    size_t file = (size_t)(uintptr_t)user;
    if (offset == 0 && files[file].out) fclose(files[file].out);
    if (offset == 0) files[file].out = create(files[file].name);
    static unsigned large;      // every fourth of them in part: each pause costs some milliseconds
    if (size > 5000 && large++ % 4 == 0) size = size / 2;       // the rest comes again
    return files[file].out ? fwrite(data, 1, size, files[file].out) : 0;
}

int main(int argc, char **argv) {
    static char line[2048];
    int count = 0, done = 0, failed = 0, results[64] = {0};
    static char details[64][200];

    if (argc < 6) return 2;
    FILE *list = fopen(argv[1], "r");
    root = argv[3];
    while (list && count < MOST && fgets(line, sizeof line, list)) {
        line[strcspn(line, "\n")] = 0;
        for (int i = 0; i < 32; i++) {
            unsigned value = 0;
            sscanf(line + i * 2, "%2x", &value);
            files[count].sha256[i] = (uint8_t)value;
        }
        snprintf(files[count].name, sizeof files[count].name, "%s", line + 66);
        int n = snprintf(files[count].url, sizeof files[count].url, "%s/", argv[2]);
        gc_fetch_encode_path(files[count].url + n, sizeof files[count].url - (size_t)n, files[count].name);
        count++;
    }

    gc_fetch_desc desc;
    gc_fetch_event event;
    memset(&desc, 0, sizeof desc);
    desc.root = root;
    desc.retry_delay_max_ms = 20;
    desc.http2_streams = (uint32_t)atoi(argv[5]);
    if (argc > 6) desc.ca_file = argv[6];
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    if (!fetch) return 2;

    for (int i = 0; i < count; i++) {
        gc_fetch_request request;
        memset(&request, 0, sizeof request);
        request.url = files[i].url;
        request.tag = (uint64_t)i;
        request.sink = argv[4][0] == 'f'   ? GC_FETCH_FILE
                       : argv[4][0] == 's' ? GC_FETCH_STREAM
                                           : GC_FETCH_MEMORY;
        request.path = files[i].name;
        request.stream = take;
        request.stream_user = (void *)(uintptr_t)i;
        request.sha256 = files[i].sha256;
        int result = gc_fetch_add(fetch, &request, NULL);
        if (result != GC_FETCH_OK) printf("%s: %s\n", files[i].url, gc_fetch_result_string(result));
    }

    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK) {
        while (gc_fetch_poll(fetch, &event)) {
            if (event.type == GC_FETCH_DONE && argv[4][0] == 'm') {
                FILE *out = create(files[event.tag].name);
                bool ok = out && fwrite(event.data, 1, event.size, out) == event.size;
                if (out && fclose(out) == 0 && ok) done++;
                else failed++;
            } else if (event.type == GC_FETCH_DONE) {
                if (files[event.tag].out) fclose(files[event.tag].out);
                done++;
            } else if (event.type == GC_FETCH_FAILED) {
                failed++;
                results[-event.result]++;
                snprintf(details[-event.result], sizeof details[0], "%s, attempt %u", event.detail,
                         (unsigned)event.attempt);
            }
        }
    }

    gc_fetch_close(fetch);
    printf("done %d, failed %d\n", done, failed);
    for (int i = 0; i < 64; i++) {
        if (results[i]) printf("result %s: %d (%s)\n", gc_fetch_result_string(-i), results[i], details[i]);
    }
    return 0;
}
