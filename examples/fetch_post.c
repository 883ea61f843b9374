// fetch_post - a REST client: sends JSON, or a file piece by piece (a crash dump of any size),
// prints the answer, and what the server says of an error.
//
//     cc -O2 -I. examples/fetch_post.c -o fetch_post -lcurl -pthread        (in the project's root)
//     ./fetch_post https://example.com/scores '{"score":7}' TOKEN
//     ./fetch_post https://example.com/dumps @core TOKEN
#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"

#include <stdio.h>
#include <string.h>

// The file's bytes from `offset` on. It is asked again from 0 where the request is sent again.
static size_t read_file(void *user, uint64_t offset, void *buffer, size_t capacity) {
    FILE *file = (FILE *)user;
    if (offset == 0) rewind(file);
    size_t given = fread(buffer, 1, capacity, file);
    return ferror(file) ? GC_FETCH_ABORT : given;
}

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "usage: fetch_post URL JSON|@FILE [TOKEN]\n"), 2;
    FILE *file = argv[2][0] == '@' ? fopen(argv[2] + 1, "rb") : NULL;
    if (argv[2][0] == '@' && !file) return fprintf(stderr, "fetch_post: cannot open %s\n", argv[2] + 1), 1;

    // The token goes to this host alone, wherever a redirect leads.
    char token[4096];
    int length = snprintf(token, sizeof token, "Authorization: Bearer %s", argc > 3 ? argv[3] : "");
    if (length >= (int)sizeof token) return fprintf(stderr, "fetch_post: the token is too long\n"), 2;
    gc_fetch_error error;
    gc_fetch *fetch = gc_fetch_open(NULL, &error);
    if (!fetch) return fprintf(stderr, "fetch_post: %s\n", gc_fetch_result_string(error.result)), 1;
    const char *type = file ? "Content-Type: application/octet-stream" : "Content-Type: application/json";
    const char *headers[] = {type, "Accept: application/json", token};

    gc_fetch_request request;
    memset(&request, 0, sizeof request);
    request.url = argv[1];
    if (file) {
        request.body_read = read_file;  // with a body it is a POST; of no said length it goes in chunks
        request.body_user = file;
    } else {
        request.body = argv[2];
        request.body_size = strlen(argv[2]);
    }
    request.headers = headers;
    request.header_count = argc > 3 ? 3 : 2;
    request.keep_error_body = true;
    gc_fetch_id id;
    int result = gc_fetch_add(fetch, &request, &id);
    if (result != GC_FETCH_OK) fprintf(stderr, "fetch_post: %s\n", gc_fetch_result_string(result));

    // A game would poll once a frame instead of waiting.
    gc_fetch_event event;
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK && gc_fetch_poll(fetch, &event)) {
        if (event.type == GC_FETCH_PROGRESS && file) fprintf(stderr, "%.1f MB\r", (double)event.sent / 1e6);
        if (event.type < GC_FETCH_DONE) continue;
        const char *kind = gc_fetch_header(fetch, id, "Content-Type");
        printf("%d %s\n%.*s\n", event.http_status, kind ? kind : "-", (int)event.size,
               event.data ? (const char *)event.data : "");
        result = event.result;
        if (result != GC_FETCH_OK) fprintf(stderr, "fetch_post: %s\n", event.detail);
    }
    gc_fetch_close(fetch);
    if (file) fclose(file);
    return result == GC_FETCH_OK ? 0 : 1;
}
