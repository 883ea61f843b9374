// fetch_kill.c - gc_fetch.h: SIGKILL at random moments of a download of files of 1 to 100 MB,
// which the next process goes on with. After each kill what its sinks had taken and what the
// states tell are compared: the difference is what will be asked for again. Now and then a file
// changes on the server in between, and some responses are cut. What is published is the
// server's file of that moment, byte by byte; each second one is coded there, decoded here, and
// half of them have a mirror: the same server by another name.
//   KILLS=50     random kills (the soak has 500)     FAULT_SEED=n    repeats
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include <sys/types.h>
#include <unistd.h>

#include <stdbool.h>
#include <string.h>

// The header writes through this: bytes of bodies are counted before they are written, so that
// a kill never hides one. The counter is shared with the process that kills.
static unsigned long long *taken;
static const void *decoded_at;          // what a decoder has made and is to be written; nobody has sent it
static ssize_t counted_pwrite(int fd, const void *data, size_t size, off_t at) {
    bool state = size >= 7 && (memcmp(data, "gcfpart", 7) == 0 || memcmp(data, "sub/f", 5) == 0);
    if (!state && data != decoded_at) __atomic_add_fetch(taken, size, __ATOMIC_RELAXED);
    if (data == decoded_at) decoded_at = NULL;
    return pwrite(fd, data, size, at);
}
#define pwrite(fd, data, size, at) counted_pwrite(fd, data, size, at)
#define GC_FETCH_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#include "gc_fetch.h"
#undef pwrite
#include "gc_rng.h"
#include "tests/origin/origin.h"
#include "tests/support/files.h"
#include <sys/mman.h>

enum { FILES = 10 };
static const uint32_t sizes[FILES] = {1, 2, 3, 5, 8, 13, 21, 34, 55, 100};      // MB
static char folder[200], source[260], root[260];
static char replaced[FILES][64];        // the ETag of the version before the newest one
static gc_rng rng;
static origin server;

// Every second file is coded: each byte by its place.
typedef struct coding {
    gc_fetch_decoder decoder;
    uint64_t at;
} coding;

static uint8_t coded(uint8_t byte, uint64_t at) { return (uint8_t)(byte ^ (at * 167 >> 3)); }

static int coding_begin(void *user) {
    ((coding *)user)->at = 0;
    return 0;
}

static int coding_decode(void *user, const void *in, size_t *in_size, void *out, size_t *out_size) {
    coding *c = (coding *)user;
    size_t n = *in_size < *out_size ? *in_size : *out_size;
    for (size_t i = 0; i < n; i++) ((uint8_t *)out)[i] = coded(((const uint8_t *)in)[i], c->at++);
    if (n) decoded_at = out;
    *in_size = *out_size = n;
    return 1;
}

static coding by_place = {{&by_place, coding_begin, coding_decode}, 0};
static const gc_fetch_decoder *decoder_of(int file) { return file % 2 ? &by_place.decoder : NULL; }

static void ask_etag(int file, char etag[64]) {
    gc_fetch_request request;
    gc_fetch_event event;
    char url[100];
    etag[0] = 0;
    snprintf(url, sizeof url, "%s/f%d", server.url, file);
    memset(&request, 0, sizeof request);
    request.url = url;
    request.method = "HEAD";
    gc_fetch *fetch = gc_fetch_open(NULL, NULL);
    gc_fetch_add(fetch, &request, NULL);
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK) {
        while (gc_fetch_poll(fetch, &event)) {
            const char *value = event.type == GC_FETCH_DONE ? gc_fetch_header(fetch, event.id, "ETag") : NULL;
            if (value) snprintf(etag, 64, "%s", value);
        }
    }
    gc_fetch_close(fetch);
}

// Writes a version of a file; each has an ETag of its own.
static bool write_version(int file, uint64_t size) {
    char path[300];
    static uint8_t bytes[1 << 20];
    snprintf(path, sizeof path, "%s/f%d", source, file);
    if (server.port) ask_etag(file, replaced[file]);
    FILE *out = fopen(path, "wb");
    if (!out) return false;
    for (uint64_t at = 0; at < size; at += sizeof bytes) {
        size_t part = size - at < sizeof bytes ? (size_t)(size - at) : sizeof bytes;
        gc_rng_fill(&rng, bytes, sizeof bytes);
        if (fwrite(bytes, 1, part, out) != part) break;
    }
    return fclose(out) == 0;
}

static bool published(int file) {
    char path[300];
    snprintf(path, sizeof path, "%s/sub/f%d", root, file);
    return access(path, F_OK) == 0;
}

static bool is_right(int file) {
    char path[300];
    snprintf(path, sizeof path, "%s/f%d", source, file);
    FILE *sent = fopen(path, "rb");
    snprintf(path, sizeof path, "%s/sub/f%d", root, file);
    FILE *here = fopen(path, "rb");
    bool right = sent && here;

    // A block of each, to their ends.
    static uint8_t from[1 << 16], to[1 << 16];
    uint64_t at = 0;
    for (size_t n = 1; right && n > 0; at += n) {
        n = fread(from, 1, sizeof from, sent);
        right = fread(to, 1, sizeof to, here) == n;
        for (size_t i = 0; i < n && decoder_of(file); i++) from[i] = coded(from[i], at + i);
        right = right && memcmp(from, to, n) == 0;
    }
    if (sent) fclose(sent);
    if (here) fclose(here);
    return right;
}

// Downloads what is missing, until it is killed. Its status: 0, all is there.
static int download(void) {
    gc_fetch_desc desc;
    gc_fetch_event event;
    int failed = 0;

    memset(&desc, 0, sizeof desc);
    desc.root = root;
    desc.retry_delay_max_ms = 5;
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);

    for (int i = 0; i < FILES; i++) {
        char url[100], path[20];
        char mirror[100];
        const char *const mirrors[] = {mirror, NULL};
        gc_fetch_request request;
        if (published(i)) continue;

        memset(&request, 0, sizeof request);
        snprintf(url, sizeof url, "%s/f%d", server.url, i);
        snprintf(mirror, sizeof mirror, "http://localhost:%u/f%d", (unsigned)server.port, i);
        snprintf(path, sizeof path, "sub/f%d", i);
        request.url = url;
        request.sink = GC_FETCH_FILE;
        request.path = path;
        request.decoder = decoder_of(i);
        request.mirrors = i % 4 < 2 ? mirrors : NULL;
        failed += gc_fetch_add(fetch, &request, NULL) != GC_FETCH_OK;
    }

    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK) {
        while (gc_fetch_poll(fetch, &event)) {
            if (event.type != GC_FETCH_FAILED) continue;
            printf("  %s: %s, attempt %u\n", event.url, event.detail, (unsigned)event.attempt);
            failed++;
        }
    }

    gc_fetch_close(fetch);
    fflush(stdout);
    return failed != 0;
}

// Bytes that need not be asked for again: of files that are published, and by the states of the
// others. *old: some are of a version that the server does not have any more.
static uint64_t present(const gc_fetch *reader, bool *old) {
    uint64_t bytes = 0;
    *old = false;
    for (int i = 0; i < FILES; i++) {
        char path[20], name[24], whole[300];
        struct stat info;
        gc_fetch_priv_state state;
        gc_fetch_priv_slot slot;
        char url[100];

        snprintf(whole, sizeof whole, "%s/sub/f%d", root, i);
        if (stat(whole, &info) == 0) {
            bytes += (uint64_t)info.st_size;
            continue;
        }

        snprintf(path, sizeof path, "sub/f%d", i);
        gc_fetch_priv_part_name(name, path);
        snprintf(whole, sizeof whole, "%s/.gcf-part/%s", root, name);
        int fd = open(whole, O_RDONLY);

        memset(&slot, 0, sizeof slot);
        snprintf(url, sizeof url, "%s/f%d", server.url, i);
        slot.given.url = url;
        slot.given.decoder = decoder_of(i);
        if (fd >= 0 && gc_fetch_priv_state_read(reader, fd, &slot, &state)) {
            if (strcmp(state.validator, replaced[i]) == 0) *old = true;
            bytes += state.total;
            for (uint32_t k = 0; k < state.count; k++) {
                bytes -= state.holes[2 * k + 1] - state.holes[2 * k];
            }
        }
        if (fd >= 0) close(fd);
    }
    return bytes;
}

int main(void) {
    long kills = getenv("KILLS") ? atol(getenv("KILLS")) : 50;
    const char *seed = getenv("FAULT_SEED");
    long done = 0, sets = 0, wrong = 0, changes = 0, compared = 0, over = 0, passed = 0, failed = 0;
    uint64_t worst = 0, sum = 0, all = 0;
    uint64_t chosen = seed ? strtoull(seed, NULL, 10) : (uint64_t)time(NULL);
    gc_rng_seed(&rng, chosen);
    printf("fetch_kill: %ld kills, FAULT_SEED=%llu\n", kills, (unsigned long long)chosen);
    taken = (unsigned long long *)mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (taken == MAP_FAILED || !test_files_new_folder(folder, sizeof folder, "/tmp", "fetch_kill.")) return 1;
    snprintf(source, sizeof source, "%s/source", folder);
    snprintf(root, sizeof root, "%s/root", folder);
    mkdir(source, 0777);
    for (int i = 0; i < FILES; i++) write_version(i, sizes[i] * UINT64_C(1000000) + (uint64_t)i * 77);
    static gc_fetch reader;
    gc_fetch_priv_part_boot(&reader);

    // 2 Gbit/s: a run lasts a second. Each eleventh response is cut after 3 MB.
    static const char *const rules[] = {"cut=3000000,every=11,prefix=/"};
    origin_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.folder = source;
    desc.bandwidth = 2e9;
    desc.faults = rules;
    desc.fault_count = 1;
    if (origin_start(&desc, &server, NULL) != 0) return 1;

    while (done < kills && failed == 0) {
        mkdir(root, 0777);
        for (bool ends = false; !ends && failed == 0;) {
            // Another version of a file that is not published.
            bool old = false, still = false;
            int file = (int)gc_rng_below(&rng, FILES);
            if (gc_rng_chance(&rng, 0.1) && !published(file)) {
                changes++;
                write_version(file, sizes[file] * UINT64_C(1000000) + gc_rng_below(&rng, 2) * 1000);
            }
            uint64_t before = present(&reader, &old);
            __atomic_store_n(taken, 0, __ATOMIC_RELAXED);
            fflush(NULL);
            pid_t child = fork();
            if (child == 0) _exit(download());
            int status = 0;
            if (done < kills) usleep((useconds_t)(2000 + gc_rng_below(&rng, 250000)));
            if (done < kills) kill(child, SIGKILL);
            waitpid(child, &status, 0);
            ends = WIFEXITED(status);
            if (ends) {
                failed += WEXITSTATUS(status) != 0;
                break;
            }
            done++;

            // A version that has changed costs what was there of it.
            uint64_t had = before + __atomic_load_n(taken, __ATOMIC_RELAXED), has = present(&reader, &still);
            all += had - before;
            if (old) continue;
            uint64_t lost = had > has ? had - has : 0;
            compared++;
            sum += lost;
            if (lost > worst) worst = lost;
            over += lost > 1000000;
            if (has <= had) continue;
            printf("  a state tells of %llu bytes that nobody has taken\n", (unsigned long long)(has - had));
            failed++;
        }
        for (int i = 0; i < FILES; i++) wrong += !is_right(i);
        sets++;
        test_files_remove(root);
    }
    origin_stop(&server);
    test_files_remove(folder);
    printf("%ld kills in %ld downloads of %d files of 1 to 100 MB, %ld changes of a file in between\n", done,
           sets, FILES, changes);
    uint64_t mean = compared ? sum / (uint64_t)compared : 0;
    printf("asked for again of %llu MB that sinks had taken: %llu KB a kill, at most %llu KB, of %ld kills\n",
           (unsigned long long)(all / 1000000), (unsigned long long)(mean / 1000),
           (unsigned long long)(worst / 1000), compared);
    printf("wrong files: %ld, kills that cost more than 1 MB: %ld\n", wrong, over);
    passed = (wrong == 0) + (over == 0) + (failed == 0);
    printf("%ld passed, %ld failed, 0 skipped\n", passed, 3 - passed);
    return passed != 3;
}
