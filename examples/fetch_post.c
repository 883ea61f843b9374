// fetch_post - a REST client: sends JSON, prints the answer, and what the server says of an
// error.
//
//     cc -O2 -I. examples/fetch_post.c -o fetch_post -lcurl -pthread        (in the project's root)
//     ./fetch_post https://example.com/scores '{"score":7}' TOKEN
#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 3) return fprintf(stderr, "usage: fetch_post URL JSON [TOKEN]\n"), 2;

    // The token goes to this host alone, wherever a redirect leads.
    char token[4096];
    int length = snprintf(token, sizeof token, "Authorization: Bearer %s", argc > 3 ? argv[3] : "");
    if (length >= (int)sizeof token) return fprintf(stderr, "fetch_post: the token is too long\n"), 2;
    gc_fetch_error error;
    gc_fetch *fetch = gc_fetch_open(NULL, &error);
    if (!fetch) return fprintf(stderr, "fetch_post: %s\n", gc_fetch_result_string(error.result)), 1;
    const char *headers[] = {"Content-Type: application/json", "Accept: application/json", token};

    gc_fetch_request request;
    memset(&request, 0, sizeof request);
    request.url = argv[1];
    request.body = argv[2];             // with a body it is a POST
    request.body_size = strlen(argv[2]);
    request.headers = headers;
    request.header_count = argc > 3 ? 3 : 2;
    request.keep_error_body = true;
    gc_fetch_id id;
    int result = gc_fetch_add(fetch, &request, &id);
    if (result != GC_FETCH_OK) fprintf(stderr, "fetch_post: %s\n", gc_fetch_result_string(result));

    // A game would poll once a frame instead of waiting.
    gc_fetch_event event;
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK && gc_fetch_poll(fetch, &event)) {
        if (event.type < GC_FETCH_DONE) continue;
        const char *type = gc_fetch_header(fetch, id, "Content-Type");
        printf("%d %s\n%.*s\n", event.http_status, type ? type : "-", (int)event.size,
               event.data ? (const char *)event.data : "");
        result = event.result;
        if (result != GC_FETCH_OK) fprintf(stderr, "fetch_post: %s\n", event.detail);
    }
    gc_fetch_close(fetch);
    return result == GC_FETCH_OK ? 0 : 1;
}
