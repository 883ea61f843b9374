// asks.c - asks for a list of URLs, by libcurl or by another transport, and tells what has
// become of each: lines "NAME RESULT ATTEMPTS DETAIL". Bodies are "ok" or empty; other bytes
// that are done are told as WRONG. The list is tests/check_transports.sh's.
//   asks LIST FOLDER       LIST has lines "NAME URL WANTED ATTEMPTS"; half of it goes into files
//   asks --upload URL      bodies that a function gives, to the server of check_transports.sh
//   asks --flow URL SHA256 a body that is taken in small pieces, paused, limited, cancelled; a POST
#include "transport.h"
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4000 };
static char names[MOST][64], urls[MOST][1300];

// Takes 20,000 bytes of what it is offered, now and then none.
static size_t asks_take(void *user, uint64_t offset, const void *data, size_t size) {
    int *calls = (int *)user;
    (void)offset;
    (void)data;
    if (++*calls % 7 == 0) return 0;
    return size < 20000 ? size : 20000;
}

// Until the final event, or (turns) so many short waits. Its result, or 1.
static int asks_until(gc_fetch *fetch, int turns) {
    gc_fetch_event event;
    for (int turn = 0; turns < 0 || turn < turns; turn++) {
        if (transport_wait(fetch, turns < 0 ? 20000 : 10) == GC_FETCH_IDLE) return 2;
        while (gc_fetch_poll(fetch, &event)) {
            if (event.type >= GC_FETCH_DONE) return event.result;
        }
    }
    return 1;
}

// What the transport is asked for while bodies come: lines "NAME RESULT".
static int asks_flow(const char *url, const char *hex) {
    gc_fetch_desc desc;
    gc_fetch_request request;
    gc_fetch_id id;
    uint8_t sum[32];
    char post[1300];
    int calls = 0, begun = 0;
    for (int i = 0; i < 32; i++) {
        unsigned byte = 0;
        sscanf(hex + 2 * i, "%2x", &byte);
        sum[i] = (uint8_t)byte;
    }
    memset(&desc, 0, sizeof desc);
    desc.parallel = 4;
    desc.retry_delay_max_ms = 1000;
    gc_fetch *fetch = transport_open(&desc);
    if (!fetch) return 2;
    memset(&request, 0, sizeof request);
    request.url = url;
    request.sha256 = sum;

    // A sink that takes less, under a limit as well.
    request.sink = GC_FETCH_STREAM;
    request.stream = asks_take;
    request.stream_user = &calls;
    gc_fetch_add(fetch, &request, NULL);
    printf("stream %d\n", asks_until(fetch, -1));
    request.sink = GC_FETCH_MEMORY;
    gc_fetch_set_rate_limit(fetch, 4000000);
    gc_fetch_add(fetch, &request, NULL);
    printf("limit %d\n", asks_until(fetch, -1));

    // Paused for half a second under way, where all would take eight, and twenty that are
    // cancelled there.
    gc_fetch_set_rate_limit(fetch, 400000);
    gc_fetch_add(fetch, &request, &id);
    begun = asks_until(fetch, 15);
    gc_fetch_pause(fetch, id);
    begun = begun == 1 ? asks_until(fetch, 50) : begun;
    printf("paused %d\n", begun);
    gc_fetch_resume(fetch, id);
    gc_fetch_set_rate_limit(fetch, 4000000);
    printf("resumed %d\n", asks_until(fetch, -1));
    for (int i = 0; i < 20; i++) {
        gc_fetch_add(fetch, &request, &id);
        begun = asks_until(fetch, i % 5);
        if (begun == 1) gc_fetch_cancel(fetch, id);
        if (begun == 1 && asks_until(fetch, -1) != GC_FETCH_E_CANCELLED) printf("cancelled, %d\n", i);
    }
    gc_fetch_set_rate_limit(fetch, 0);
    gc_fetch_add(fetch, &request, NULL);
    printf("again %d\n", asks_until(fetch, -1));

    // Cut after each 400,000 bytes: it goes on there, by the server's validator alone, too.
    // What a browser has not handed out when a body breaks is lost, and so are more attempts
    // where it is slow.
    request.attempts = 50;
    for (int by_hash = 0; by_hash < 2; by_hash++) {
        gc_fetch_statistics before, after;
        gc_fetch_get_statistics(fetch, &before);
        snprintf(post, sizeof post, "%s?fault,cut=400000", url);
        request.url = post;
        request.sha256 = by_hash ? sum : NULL;
        gc_fetch_add(fetch, &request, NULL);
        int result = asks_until(fetch, -1);
        gc_fetch_get_statistics(fetch, &after);
        bool rests = after.ranges - before.ranges >= 5, once = after.repeated - before.repeated <= 1000000;
        printf("cut %d%s%s\n", result, rests ? "" : " no ranges", once ? "" : " and comes again");
    }

    // A body of its own, and the end of all while one comes.
    snprintf(post, sizeof post, "%.*s/origin/fault?delay=0", (int)(strcspn(url + 7, "/") + 7), url);
    memset(&request, 0, sizeof request);
    request.url = post;
    request.body = "delay=0";
    request.body_size = 7;
    gc_fetch_add(fetch, &request, NULL);
    printf("post %d\n", asks_until(fetch, -1));
    request.url = url;
    request.body_size = 0;
    gc_fetch_add(fetch, &request, NULL);
    asks_until(fetch, 1);
    transport_close(fetch, &desc);
    printf("closed 0\n");
    return 0;
}

// Gives bytes in pieces of all lengths, now and then none.
typedef struct asks_source { uint64_t size, end; int calls; } asks_source;
static size_t asks_give(void *user, uint64_t offset, void *buffer, size_t capacity) {
    asks_source *source = (asks_source *)user;
    if (++source->calls % 5 == 0) return GC_FETCH_LATER;
    size_t left = (size_t)(source->end - offset), size = (size_t)(source->calls % 3000 * 21 + 1);
    if (size > left) size = left;
    if (size > capacity) size = capacity;
    for (size_t i = 0; i < size; i++) ((uint8_t *)buffer)[i] = (uint8_t)((offset + i) % 251);
    return size;
}

// Lines "NAME RESULT ATTEMPT ANSWER"; the server answers with how many right bytes it had.
static int asks_upload(const char *url) {
    static const struct {
        const char *name, *path, *method;
        uint64_t size, end;
        bool sized, repeatable;
    } kinds[] = {{"none", "store", "PUT", 1, 1, true, false},
                 {"sized", "store", "POST", 2000000, 2000000, true, false},
                 {"chunked", "store", "PUT", 2000000, 2000000, false, false},
                 {"short", "store", "PUT", 900000, 500000, true, false},
                 {"again", "again", "POST", 300000, 300000, true, true},
                 {"once", "again", "POST", 300000, 300000, true, false},
                 {"get", "other", "POST", 300000, 300000, true, false},
                 {"cut", "cut", "PUT", 900000, 900000, true, true},
                 {"refused", "refuse", "PUT", 900000, 900000, true, false},
                 {"after", "store", "PUT", 400000, 400000, false, false}};
    gc_fetch_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.retry_delay_max_ms = 1000;
    gc_fetch *fetch = transport_open(&desc);
    if (!fetch) return 2;

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        asks_source source = {kinds[i].size, kinds[i].end, 0};
        char whole[400];
        gc_fetch_request request;
        gc_fetch_event event;
        memset(&request, 0, sizeof request);
        memset(&event, 0, sizeof event);
        snprintf(whole, sizeof whole, "%s/%s", url, kinds[i].path);

        request.url = whole;
        request.method = kinds[i].method;
        request.body_read = asks_give;
        request.body_user = &source;
        request.body_size = kinds[i].sized ? kinds[i].size : 0;
        request.repeatable = kinds[i].repeatable;

        int result = gc_fetch_add(fetch, &request, NULL);
        while (result == GC_FETCH_OK && event.type < GC_FETCH_DONE) {
            if (transport_wait(fetch, 20000) == GC_FETCH_OK) gc_fetch_poll(fetch, &event);
            else break;
        }
        printf("%s %d %u %.*s\n", kinds[i].name, result ? result : event.result, (unsigned)event.attempt,
               (int)event.size, event.data ? (const char *)event.data : "");
    }
    transport_close(fetch, &desc);
    return 0;
}

int main(int argc, char **argv) {
    gc_fetch_desc desc;
    gc_fetch_event event;
    unsigned attempts;
    if (argc > 2 && strcmp(argv[1], "--upload") == 0) return asks_upload(argv[2]);
    if (argc > 3 && strcmp(argv[1], "--flow") == 0) return asks_flow(argv[2], argv[3]);
    char want[16], path[16];
    int count = 0, finals = 0;
    FILE *list = argc > 2 ? fopen(argv[1], "r") : NULL;
    if (!list) return 2;

    memset(&desc, 0, sizeof desc);
    desc.root = argv[2];
    desc.retry_delay_max_ms = 1000;
    gc_fetch *fetch = transport_open(&desc);
    if (!fetch) return 2;

    static const char form[] = "%63s %1299s %15s %u";
    while (count < MOST && fscanf(list, form, names[count], urls[count], want, &attempts) == 4) {
        gc_fetch_request request;
        memset(&request, 0, sizeof request);
        snprintf(path, sizeof path, "%d", count);

        bool stalls = strstr(names[count], "stall") != NULL;
        request.url = urls[count];
        request.tag = (uint64_t)count;
        request.sink = count % 2 ? GC_FETCH_FILE : GC_FETCH_MEMORY;
        request.path = path;
        request.attempts = attempts > 1 || strcmp(want, "-30") == 0 ? 3 : 1;
        request.idle_timeout_ms = strcmp(names[count], "/trickle") == 0 ? 1000 : stalls ? 300 : 10000;
        if (gc_fetch_add(fetch, &request, NULL) != GC_FETCH_OK) return 2;
        count++;
    }
    fclose(list);

    while (transport_wait(fetch, 30000) == GC_FETCH_OK) {
        while (gc_fetch_poll(fetch, &event)) {
            char bytes[3] = "";
            if (event.type < GC_FETCH_DONE) continue;
            finals++;
            size_t size = event.size;

            if (event.type == GC_FETCH_DONE && event.data) memcpy(bytes, event.data, size < 2 ? size : 2);
            if (event.type == GC_FETCH_DONE && !event.data && event.tag % 2) {
                char whole[400];
                snprintf(whole, sizeof whole, "%s/%u", argv[2], (unsigned)event.tag);
                FILE *file = fopen(whole, "rb");
                size = file ? fread(bytes, 1, 3, file) : 99;
                if (file) fclose(file);
            }

            bool wrong = event.type == GC_FETCH_DONE && size && (size != 2 || memcmp(bytes, "ok", 2) != 0);
            printf("%s %d %u %s%s\n", names[event.tag], event.result, (unsigned)event.attempt,
                   wrong ? "WRONG " : "", event.detail ? event.detail : "");
        }
    }
    transport_close(fetch, &desc);
    return finals == count ? 0 : 1;
}
