// lies.c - gc_fetch.h and a server that lies about ranges, versions and lengths: 29 lies, each
// met 15 times. The download is whole (and split), cut, or killed twice; it goes into a file or
// into memory; and nothing, its size, or its SHA-256 is known. What is done is one version from
// its first byte to its last, and what a plain GET would have brought is done.
//   lies              all 435 runs         lies NAME         those of one lie, each of them told
//
// LIES_CLIENT="wine lies.exe": another program has the downloads, this one built with another
// transport (transport.h); with LIES_ALIVE none is killed: a page, whose files would go with
// it. It is called as
//   lies --runs URL FOLDER [NAME]     all that are not killed: lines "RUN DONE MIXED"
//   lies --child URL FOLDER RUN       one of them: the exit's bits are done, mixed
//
// Two versions differ in every byte. A run is a URL: the server knows by it what to say.
#include "transport.h"
#include "tests/support/files.h"
#include <pthread.h>
#include <stdio.h>
#if !defined(TEST_WINHTTP) && !defined(TEST_BROWSER)
#define LIES_SERVES
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
extern char **environ;
#endif

enum { ALL_SIZE = 1500000, KINDS = 15, WORKERS = 8 };
enum { WHOLE, CUT, KILLED };

static uint8_t versions[2][ALL_SIZE];
static uint8_t sum[32];
static char folder[200], base[64];
static bool told, kills;

// ---- the lies

// An honest answer, until a lie changes it.
typedef struct reply {
    bool ranged;                // a range was asked for: first up to end, not included
    uint64_t first, end;
    unsigned turn;              // which request of its run it is, from 0
    const char *status, *etag, *extra;
    char ranges[2][64];         // Content-Range; empty: none
    int version;
    uint64_t from, count;       // the bytes that come
    uint64_t length;            // Content-Length
    bool chunked;
} reply;

static void reply_range(reply *r, int which, uint64_t first, uint64_t last, uint64_t total) {
    snprintf(r->ranges[which], sizeof r->ranges[which], "bytes %llu-%llu/%llu", (unsigned long long)first,
             (unsigned long long)last, (unsigned long long)total);
}

static void reply_bytes(reply *r, uint64_t from, uint64_t count) {
    r->from = from;
    r->count = r->length = count;
}

static void reply_whole(reply *r, int version, const char *etag) {
    r->status = "200 OK";
    r->ranges[0][0] = 0;
    r->version = version;
    r->etag = etag;
    reply_bytes(r, 0, ALL_SIZE);
}

static void lie_whole(reply *r) { reply_whole(r, 0, "\"a\""); }
static void lie_whole_other(reply *r) { reply_whole(r, 1, "\"b\""); }
static void lie_whole_same_etag(reply *r) { reply_whole(r, 1, "\"a\""); }
static void lie_later(reply *r) {
    uint64_t first = r->first + 1 < r->end ? r->first + 1 : r->first;
    reply_range(r, 0, first, r->end - 1, ALL_SIZE);
    reply_bytes(r, first, r->end - first);
}
static void lie_earlier(reply *r) {
    uint64_t first = r->first ? r->first - 1 : 0;
    reply_range(r, 0, first, r->end - 1, ALL_SIZE);
    reply_bytes(r, first, r->end - first);
}
static void lie_all(reply *r) {
    reply_range(r, 0, 0, ALL_SIZE - 1, ALL_SIZE);
    reply_bytes(r, 0, ALL_SIZE);
}
static void lie_less(reply *r) {
    uint64_t count = (r->end - r->first + 1) / 2;
    reply_range(r, 0, r->first, r->first + count - 1, ALL_SIZE);
    reply_bytes(r, r->first, count);
}
static void lie_short(reply *r) { r->count = r->length = (r->end - r->first) / 2; }
static void lie_short_chunks(reply *r) {
    r->chunked = true;
    r->count = (r->end - r->first) / 2;
}
static void lie_nothing(reply *r) { r->count = 0; }
static void lie_long(reply *r) {
    uint64_t more = ALL_SIZE - r->end < 5000 ? ALL_SIZE - r->end : 5000;
    r->count = r->length = r->end - r->first + more;
}
static void lie_no_range(reply *r) { r->ranges[0][0] = 0; }
static void lie_letters(reply *r) { strcpy(r->ranges[0], "bytes x-y/z"); }
static void lie_items(reply *r) { memcpy(r->ranges[0], "items", 5); }
static void lie_total(reply *r) { reply_range(r, 0, r->first, r->end - 1, ALL_SIZE + 1); }
static void lie_total_letters(reply *r) { strcat(r->ranges[0], "x"); }
static void lie_backwards(reply *r) { reply_range(r, 0, r->end - 1, r->first, ALL_SIZE); }
static void lie_two(reply *r) {
    uint64_t count = r->end - r->first, from = r->first >= 4096 ? r->first - 4096 : ALL_SIZE - count;
    reply_range(r, 1, from, from + count - 1, ALL_SIZE);
    reply_bytes(r, from, count);
}
static void lie_two_first(reply *r) {
    memcpy(r->ranges[1], r->ranges[0], sizeof r->ranges[0]);
    reply_range(r, 0, 0, r->end - r->first - 1, ALL_SIZE);
    reply_bytes(r, 0, r->end - r->first);
}
static void lie_other(reply *r) {
    r->version = 1;
    r->etag = "\"b\"";
}
static void lie_no_etag(reply *r) {
    r->version = 1;
    r->etag = NULL;
}
static void lie_weak(reply *r) {
    r->version = 1;
    r->etag = "W/\"a\"";
}
static void lie_416(reply *r) {
    r->status = "416 No";
    reply_bytes(r, 0, 0);
}
static void lie_500(reply *r) {
    r->status = "500 No";
    reply_bytes(r, 0, 0);
}
static void lie_gzip(reply *r) {
    r->version = 1;
    r->extra = "Content-Encoding: gzip\r\n";
}
static void lie_parts(reply *r) {
    r->ranges[0][0] = 0;
    r->extra = "Content-Type: multipart/byteranges; boundary=x\r\n";
}
static void lie_status(reply *r) {
    r->status = "2060 Part";
    r->version = 1;
}

// Of the plain answer.
static void lie_length(reply *r) {
    if (!r->ranged) r->length = r->count = ALL_SIZE - 1000;
}
static void lie_changes(reply *r) {     // and honestly so
    if (r->turn % 2) reply_whole(r, 1, "\"b\"");
    else if (r->ranged) reply_whole(r, 0, "\"a\"");
}

// always: also what a plain GET gets. plain: that would be whole and right.
typedef struct lie {
    const char *name;
    void (*tell)(reply *r);
    bool always, plain;
} lie;

static const lie lies[] = {
    {"whole", lie_whole, false, true},
    {"whole-other", lie_whole_other, false, true},
    {"whole-same-etag", lie_whole_same_etag, false, true},
    {"later", lie_later, false, true},
    {"earlier", lie_earlier, false, true},
    {"all", lie_all, false, true},
    {"less", lie_less, false, true},
    {"short", lie_short, false, true},
    {"short-chunks", lie_short_chunks, false, true},
    {"nothing", lie_nothing, false, false},
    {"long", lie_long, false, true},
    {"no-range", lie_no_range, false, true},
    {"letters", lie_letters, false, true},
    {"items", lie_items, false, true},
    {"total", lie_total, false, true},
    {"total-letters", lie_total_letters, false, true},
    {"backwards", lie_backwards, false, true},
    {"two", lie_two, false, true},
    {"two-first", lie_two_first, false, true},
    {"other", lie_other, false, true},
    {"no-etag", lie_no_etag, false, true},
    {"weak", lie_weak, false, true},
    {"416", lie_416, false, true},
    {"500", lie_500, false, true},
    {"gzip", lie_gzip, false, true},
    {"parts", lie_parts, false, true},
    {"status-2060", lie_status, false, true},
    {"length", lie_length, true, false},
    {"changes", lie_changes, true, false}};
enum { LIES = sizeof lies / sizeof lies[0], RUNS = LIES * KINDS };

// ---- the runs

// Which of the 15: nine into files (three of them killed), six into memory.
typedef struct run {
    int kind, known, sink;      // WHOLE, CUT, KILLED; 0 nothing, 1 size, 2 SHA-256
    unsigned requests, plains;  // that the server has seen
    bool waits;                 // ... and it waits for a kill
    bool done, mixed;
} run;
static run runs[RUNS];

static void run_make(int i) {
    int k = i % KINDS;
    runs[i].sink = k < 9 ? GC_FETCH_FILE : GC_FETCH_MEMORY;
    runs[i].kind = k < 9 ? k / 3 : (k - 9) / 3;
    runs[i].known = k % 3;
}

// One version, or its beginning: a Content-Length that is too small cannot be told from a right
// one by who knows nothing.
static bool is_one(const run *r, const uint8_t *data, size_t size) {
    if (r->known && size != ALL_SIZE) return false;
    if (r->known == 2) return memcmp(data, versions[0], ALL_SIZE) == 0;
    return size <= ALL_SIZE && (memcmp(data, versions[0], size) == 0 || memcmp(data, versions[1], size) == 0);
}

// A download, until its end.
static void download(int i) {
    run *r = &runs[i];
    char url[100], path[32], whole[300];
    gc_fetch_desc desc;
    gc_fetch_request request;
    gc_fetch_event event;

    memset(&desc, 0, sizeof desc);
    desc.root = folder;
    desc.retry_delay_max_ms = 1;
    desc.idle_timeout_ms = 2000;
    desc.no_split = r->kind != WHOLE;
    gc_fetch *fetch = transport_open(&desc);
    fetch->split_trips = 0;

    memset(&request, 0, sizeof request);
    snprintf(url, sizeof url, "%s/%d", base, i);
    snprintf(path, sizeof path, "%d/file", i);
    request.url = url;
    request.sink = r->sink;
    request.path = r->sink == GC_FETCH_FILE ? path : NULL;
    request.size = r->known ? ALL_SIZE : 0;
    request.sha256 = r->known == 2 ? sum : NULL;
    gc_fetch_add(fetch, &request, NULL);

    while (transport_wait(fetch, 60000) == GC_FETCH_OK) {
        while (gc_fetch_poll(fetch, &event)) {
            if (event.type != GC_FETCH_DONE && event.type != GC_FETCH_FAILED) continue;
            r->done = event.type == GC_FETCH_DONE;
            if (r->done && event.data) r->mixed = !is_one(r, (const uint8_t *)event.data, (size_t)event.size);
            if (told) printf("  %s, %u attempts, %s\n", lies[i / KINDS].name, event.attempt, event.detail);
        }
    }
    transport_close(fetch, &desc);

    if (r->sink != GC_FETCH_FILE || !r->done) return;
    size_t size = 0;
    snprintf(whole, sizeof whole, "%s/%s", folder, path);
    uint8_t *bytes = (uint8_t *)test_files_read(whole, &size);
    r->mixed = !bytes || !is_one(r, bytes, size);
    free(bytes);
}

static void download_apart(int i, bool kill_it);
static void *worker(void *user) {
    int *next = (int *)user;
    for (;;) {
        int i = __atomic_fetch_add(next, 1, __ATOMIC_SEQ_CST);
        if (i >= RUNS) return NULL;
        if (runs[i].sink < 0 || (runs[i].kind == KILLED) != kills) continue;
        if (!kills) download(i);
        for (int turn = 0; turn < 3 && kills && !runs[i].done; turn++) download_apart(i, turn < 2);
    }
}

static void workers_run(void) {
    pthread_t threads[WORKERS];
    int next = 0;
#ifdef TEST_BROWSER
    (void)threads;
    worker(&next);
#else
    for (int i = 0; i < WORKERS; i++) pthread_create(&threads[i], NULL, worker, &next);
    for (int i = 0; i < WORKERS; i++) pthread_join(threads[i], NULL);
#endif
}

// What a client is asked for: 0, or the exit's status of one run.
static int client(int argc, char **argv) {
    snprintf(base, sizeof base, "%s", argv[2]);
    snprintf(folder, sizeof folder, "%s", argv[3]);
    if (strcmp(argv[1], "--child") == 0) {
        int i = atoi(argv[4]);
        download(i);
        return runs[i].done | runs[i].mixed << 1;
    }
    for (int i = 0; i < RUNS && argc > 4; i++) {
        if (strcmp(lies[i / KINDS].name, argv[4]) != 0) runs[i].sink = -1;
    }
    workers_run();
    for (int i = 0; i < RUNS; i++) {
        if (runs[i].sink >= 0 && runs[i].kind != KILLED) printf("%d %d %d\n", i, runs[i].done, runs[i].mixed);
    }
    return 0;
}

#ifndef LIES_SERVES
static void download_apart(int i, bool kill_it) {
    (void)i;
    (void)kill_it;
}
#else

// Who has the downloads: words, the first of them a program; and what else it is told.
static char *words[8];

static void words_split(char *text) {
    int count = 0;
    for (char *word = strtok(text, " "); word && count < 7; word = strtok(NULL, " ")) words[count++] = word;
}

// The same in a process of its own. Where the server waits for that, it is killed.
static void download_apart(int i, bool kill_it) {
    char number[16], *arguments[16] = {NULL};
    int count = 0;
    for (; words[count]; count++) arguments[count] = words[count];
    arguments[count++] = (char *)"--child";
    arguments[count++] = base;
    arguments[count++] = folder;
    arguments[count] = number;
    snprintf(number, sizeof number, "%d", i);

    __atomic_store_n(&runs[i].waits, false, __ATOMIC_SEQ_CST);
    pid_t child = 0;
    int status = 0;
    if (posix_spawnp(&child, words[0], NULL, NULL, arguments, environ) != 0) return;
    for (pid_t ended = 0; ended == 0; usleep(2000)) {
        if (kill_it && __atomic_load_n(&runs[i].waits, __ATOMIC_SEQ_CST)) {
            usleep(30000);      // for what is on its way
            kill(child, SIGKILL);
        }
        ended = waitpid(child, &status, WNOHANG);
    }
    runs[i].done = WIFEXITED(status) && (WEXITSTATUS(status) & 1);
    runs[i].mixed = WIFEXITED(status) && (WEXITSTATUS(status) & 2);
}

// All that are not killed, by one other process.
static void downloads_apart(const char *only) {
    char command[1000] = "";
    int i, done, mixed;
    for (int k = 0; words[k]; k++) strcat(strcat(command, words[k]), " ");
    size_t at = strlen(command);
    snprintf(command + at, sizeof command - at, "--runs %s %s %s", base, folder, only ? only : "");
    FILE *lines = popen(command, "r");
    while (lines && fscanf(lines, "%d %d %d", &i, &done, &mixed) == 3) {
        runs[i].done = done != 0;
        runs[i].mixed = mixed != 0;
    }
    if (!lines || pclose(lines) != 0) printf("  the client has failed\n");
}

// ---- the server

static bool say(int fd, const void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t n = send(fd, (const char *)bytes + done, size - done, MSG_NOSIGNAL);
        if (n <= 0) return false;
        done += (size_t)n;
    }
    return true;
}

// What is honest, and then the lie.
static void answer_think(reply *r, int i, const char *request) {
    unsigned long long first = 0, last = ALL_SIZE - 1;
    const char *range = strstr(request, "Range: bytes=");
    while (range && range > request && range[-1] == '-') range = strstr(range + 1, "Range: bytes=");
    memset(r, 0, sizeof *r);
    r->ranged = range && sscanf(range, "Range: bytes=%llu-%llu", &first, &last) >= 1;
    if (last > ALL_SIZE - 1) last = ALL_SIZE - 1;
    r->first = first;
    r->end = last + 1;
    r->turn = __atomic_fetch_add(&runs[i].requests, 1, __ATOMIC_SEQ_CST);
    r->status = r->ranged ? "206 Part" : "200 OK";
    r->etag = "\"a\"";
    r->extra = "";
    if (r->ranged) reply_range(r, 0, first, last, ALL_SIZE);
    reply_bytes(r, first, r->end - first);
    if (r->ranged || lies[i / KINDS].always) lies[i / KINDS].tell(r);
}

static void answer(int fd, int i, const char *request) {
    char head[600];
    reply r;
    answer_think(&r, i, request);
    unsigned plain = r.ranged ? 1 : __atomic_fetch_add(&runs[i].plains, 1, __ATOMIC_SEQ_CST);

    int n = snprintf(head, sizeof head, "HTTP/1.1 %s\r\nAccept-Ranges: bytes\r\nConnection: close\r\n%s",
                     r.status, r.extra);
    for (int k = 0; k < 2 && r.ranges[k][0]; k++) {
        n += snprintf(head + n, sizeof head - (size_t)n, "Content-Range: %s\r\n", r.ranges[k]);
    }
    if (r.etag) n += snprintf(head + n, sizeof head - (size_t)n, "ETag: %s\r\n", r.etag);
    if (r.chunked) {
        n += snprintf(head + n, sizeof head - (size_t)n, "Transfer-Encoding: chunked\r\n\r\n%llx\r\n",
                      (unsigned long long)r.count);
    } else {
        n += snprintf(head + n, sizeof head - (size_t)n, "Content-Length: %llu\r\n\r\n",
                      (unsigned long long)r.length);
    }
    if (!say(fd, head, (size_t)n)) return;

    // The first plain answer is slow, so that it is split, or ends early, or waits for the
    // kill. One to a range waits for the second kill after a half.
    uint64_t count = r.count, stop = count;
    if (plain == 0 && runs[i].kind == CUT) stop = count / 2;
    if (plain == 0 && runs[i].kind == KILLED) stop = count / 5 * 4;
    if (r.ranged && r.turn == 1 && runs[i].kind == KILLED) stop = count / 2;
    for (uint64_t at = 0; at < stop; at += 65536) {
        uint64_t part = stop - at < 65536 ? stop - at : 65536;
        if (!say(fd, versions[r.version] + r.from + at, (size_t)part)) return;
        if (plain == 0 && runs[i].kind == WHOLE) usleep(4000);
    }
    if (stop < count && runs[i].kind == KILLED) {
        char byte;
        __atomic_store_n(&runs[i].waits, true, __ATOMIC_SEQ_CST);
        while (recv(fd, &byte, 1, 0) > 0) {}
        return;
    }
    if (r.chunked) say(fd, "\r\n0\r\n\r\n", 7);
}

static void *visit(void *user) {
    int fd = (int)(intptr_t)user;
    char request[4096] = "";
    size_t at = 0;
    while (!strstr(request, "\r\n\r\n") && at < sizeof request - 1) {
        ssize_t n = recv(fd, request + at, sizeof request - 1 - at, 0);
        if (n <= 0) break;
        at += (size_t)n;
        request[at] = 0;
    }
    int i = atoi(request + (at > 5 ? 5 : at));      // behind "GET /"
    if (strstr(request, "\r\n\r\n") && i >= 0 && i < RUNS) answer(fd, i, request);
    shutdown(fd, SHUT_WR);
    char byte;
    while (recv(fd, &byte, 1, 0) > 0) {}
    close(fd);
    return NULL;
}

static void *serve(void *user) {
    for (;;) {
        pthread_t thread;
        int fd = accept((int)(intptr_t)user, NULL, NULL);
        if (fd < 0) continue;
        if (pthread_create(&thread, NULL, visit, (void *)(intptr_t)fd) == 0) pthread_detach(thread);
        else close(fd);
    }
    return NULL;
}

static bool serve_begin(void) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    pthread_t thread;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 256) != 0) return false;
    getsockname(fd, (struct sockaddr *)&address, &length);
    snprintf(base, sizeof base, "http://127.0.0.1:%u", (unsigned)ntohs(address.sin_port));
    return pthread_create(&thread, NULL, serve, (void *)(intptr_t)fd) == 0;
}

// ---- the sum

// Is there something beside a file that is done? A process that is killed may leave it.
static bool is_left(int i) {
    char path[300];
    const run *r = &runs[i];
    snprintf(path, sizeof path, "%s/%d", folder, i);
    bool file = r->sink == GC_FETCH_FILE && r->kind != KILLED;
    return file && r->done && test_files_count(path, ".gcf-") != 0;
}

static int report(bool some) {
    int mixed = 0, missed = 0, left = 0, all = 0;
    unsigned most = 0;

    for (int l = 0; l < LIES; l++) {
        int done = 0;
        for (int i = l * KINDS; i < (l + 1) * KINDS; i++) {
            const run *r = &runs[i];

            if (r->sink < 0) continue;
            all++;
            done += r->done;
            mixed += r->mixed;
            bool beside = is_left(i);
            left += beside;

            if (r->requests > most) most = r->requests;
            // Wine's WinHTTP takes a status of four digits for a cut connection, as which the
            // rest is asked for again and again.
            bool four = words[1] && lies[l].tell == lie_status;
            bool page = getenv("LIES_ALIVE") && lies[l].tell == lie_gzip;      // decodes it
            bool lost = lies[l].plain && !r->done && !four && !page;
            missed += lost;

            if (!r->mixed && !lost && !beside && !told) continue;
            printf("  %s, run %d: %s%s%s, %u requests\n", lies[l].name, i % KINDS,
                   r->done ? "done" : "failed", r->mixed ? ", MIXED" : "",
                   beside ? ", something is left" : "", r->requests);
        }

        if (told && done) printf("%s: %d done\n", lies[l].name, done);
    }

    int passed = (mixed == 0) + (missed == 0) + (left == 0) + (some || all == RUNS);
    printf("%d runs of %d lies: %d mixed, %d not done that a plain GET would have had, at most %u requests\n",
           all, LIES, mixed, missed, most);
    printf("%d passed, %d failed, 0 skipped\n", passed, 4 - passed);
    return passed != 4;
}

#endif

int main(int argc, char **argv) {
    for (size_t i = 0; i < ALL_SIZE; i++) {
        versions[0][i] = (uint8_t)((i * 2654435761u) >> 13);
        versions[1][i] = (uint8_t)(versions[0][i] ^ 0xff);
    }
    gc_fetch_sha256 hash;
    gc_fetch_sha256_init(&hash);
    gc_fetch_sha256_update(&hash, versions[0], ALL_SIZE);
    gc_fetch_sha256_final(&hash, sum);
    for (int i = 0; i < RUNS; i++) run_make(i);

    // A process of its own.
    if (argc > 3 && argv[1][0] == '-') return client(argc, argv);
#ifndef LIES_SERVES
    return 2;
#else

    const char *only = argc > 1 ? argv[1] : NULL;
    for (int i = 0; i < RUNS && only; i++) {
        if (strcmp(lies[i / KINDS].name, only) != 0) runs[i].sink = -1;
    }
    bool alive = getenv("LIES_ALIVE") != NULL;
    for (int i = 0; i < RUNS && alive; i++) {
        if (runs[i].kind == KILLED) runs[i].sink = -1;
    }
    told = only != NULL;

    char *other = getenv("LIES_CLIENT");
    words[0] = argv[0];
    if (other) words_split(other);
    if (!test_files_new_folder(folder, sizeof folder, "/tmp", "lies.") || !serve_begin()) return 1;

    // First those without other processes, which hold the locks of states until their exec.
    if (other) downloads_apart(only);
    else workers_run();
    kills = true;
    workers_run();
    int status = report(only || alive);
    test_files_remove(folder);
    return status;
#endif
}
