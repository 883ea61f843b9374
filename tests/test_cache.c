// test_cache.c - examples/asset_cache.h against a folder as its origin, and against a transport
// of the test's own that shows the order of requests. Needs no libcurl.
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"
#define GC_FETCH_IMPLEMENTATION
#if !defined(GC_FETCH_IMPLEMENTED) && !defined(GC_FETCH_NO_CURL)
#define GC_FETCH_NO_CURL
#endif
#include "gc_fetch.h"

// What acquire, verify and release do with files, and how wait sleeps, passes through functions
// of the test.
#include <pthread.h>
#include <unistd.h>
#ifdef _WIN32
static ptrdiff_t test_cache_pread(int fd, void *to, size_t size, uint64_t offset);
static BOOL test_cache_munmap(void *at);
static BOOL test_cache_timedwait(CONDITION_VARIABLE *news, SRWLOCK *lock, DWORD ms, ULONG flags);
#define gc_writer_priv_read_at test_cache_pread
#define UnmapViewOfFile test_cache_munmap
#define SleepConditionVariableSRW test_cache_timedwait
#else
#include <sys/mman.h>
static ssize_t test_cache_pread(int fd, void *to, size_t size, off_t offset);
static int test_cache_munmap(void *at, size_t size);
static int test_cache_timedwait(pthread_cond_t *news, pthread_mutex_t *lock, const struct timespec *until);
#define pread test_cache_pread
#define munmap test_cache_munmap
#define pthread_cond_timedwait test_cache_timedwait
#endif
#define ASSET_SIGN_IMPLEMENTATION
#include "examples/asset_sign.h"
#define ASSET_CACHE_IMPLEMENTATION
#include "examples/asset_cache.h"
#ifdef _WIN32
#undef gc_writer_priv_read_at
#undef UnmapViewOfFile
#undef SleepConditionVariableSRW
#else
#undef pread
#undef munmap
#undef pthread_cond_timedwait
#endif
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <utime.h>
#ifdef _WIN32
#include <direct.h>
#endif
#include "examples/common/asset_signer.h"
#include "support/files.h"
#include "support/test.h"

#ifdef _WIN32
#define TEST_CACHE_NO_LOCKS(c) ac_open_folder((c)->folder, "objects")
#define TEST_CACHE_URL "file:///%s"     // of a path with a drive
#define mkfifo(path, mode) test_win32_mkdir(path)
#define TEST_CACHE_ABSENT(reason) printf("ABSENT %s: %s\n", test_name, reason)
#else
#include <signal.h>
#include <sys/wait.h>
#define TEST_CACHE_NO_LOCKS(c) ac_open_file((c)->folder, "locks")
#define TEST_CACHE_URL "file://%s"
#endif

// Of every cut and every bit of a file, each so many; Wine takes 50 ms to open a cache.
#ifdef _WIN32
enum { TEST_CACHE_STEP = 37 };
#else
enum { TEST_CACHE_STEP = 1 };
#endif

enum { TEST_CACHE_ASSETS = 60 };

typedef struct test_cache_site {
    char folder[200], origin[256], cache[256], url[300];
    uint64_t number;            // of the manifest, 0: none
    int64_t expires;            // seconds from now on, 0: never
    int key;                    // which signs it, 0: none
    int count;
    uint32_t version[TEST_CACHE_ASSETS];    // an asset's bytes follow from it
} test_cache_site;

// ---- the origin

static size_t test_cache_size(int i, uint32_t version) {
    static const size_t sizes[6] = { 0, 1, 100, 5000, 70000, 400000 };
    return sizes[i % 6] + (i % 6 > 2 ? version % 7 : 0);
}

// The bytes of an asset. 57 has those of 3: one object with two names.
static uint8_t *test_cache_bytes(int i, uint32_t version, size_t *size) {
    if (i == 57) i = 3;
    *size = test_cache_size(i, version);
    uint8_t *bytes = (uint8_t *)malloc(*size + 1);
    uint64_t x = (uint64_t)i * 1000003u + version;
    for (size_t n = 0; n < *size; n++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        bytes[n] = (uint8_t)(x >> 56);
    }
    if (*size == 1) bytes[0] = (uint8_t)(i + 60 * (int)version);
    return bytes;
}

static void test_cache_name(char name[64], int i) {
    snprintf(name, 64, "%s/%s%02d.bin", i < 10 ? "tutorial" : "level", i % 2 ? "a " : "b", i);
}

static bool test_cache_write(const char *folder, const char *name, const void *bytes, size_t size) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    bool ok = file && fwrite(bytes, 1, size, file) == size;
    return file && fclose(file) == 0 && ok;
}

static uint8_t *test_cache_read(const char *folder, const char *name, size_t *size) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = (uint8_t *)malloc(1 << 20);
    *size = file ? fread(bytes, 1, 1 << 20, file) : 0;
    if (file) fclose(file);
    return bytes;
}

static void test_cache_hex(char out[65], const void *bytes, size_t size) {
    uint8_t sha256[32];
    gc_fetch_sha256 hash;
    gc_fetch_sha256_init(&hash);
    gc_fetch_sha256_update(&hash, bytes, size);
    gc_fetch_sha256_final(&hash, sha256);
    for (int i = 0; i < 32; i++) snprintf(out + 2 * i, 3, "%02x", sha256[i]);
}

// The origin's manifest: of all assets, names in no order, and a line more.
static void test_cache_publish(const test_cache_site *site, const char *extra) {
    static char below[1 << 15], text[1 << 16];
    size_t at = 0;
    char hex[65], name[64];

    if (site->number) {
        char expires[40] = "";
        long long end = (long long)(time(NULL) + site->expires);
        if (site->expires) snprintf(expires, sizeof expires, ", expires %lld", end);
        at = (size_t)snprintf(below, sizeof below, "# number %llu, made 1790000000%s\n",
                              (unsigned long long)site->number, expires);
    }

    for (int k = 0; k < site->count; k++) {
        int i = (k * 7 + 5) % site->count;
        size_t size;
        uint8_t *bytes = test_cache_bytes(i, site->version[i], &size);
        test_cache_hex(hex, bytes, size);
        test_cache_name(name, i);
        at += (size_t)snprintf(below + at, sizeof below - at, "%s  %zu  %s\n", hex, size, name);
        free(bytes);
    }

    // The signature is the last line, and the first has the hash of all that follows.
    at += (size_t)snprintf(below + at, sizeof below - at, "%s", extra);
    if (site->key) {
        uint8_t secret[32] = { (uint8_t)site->key }, sha256[32];
        test_cache_hex(hex, below, at);
        ac_parse_hex(hex, sha256);
        signer_line(secret, sha256, below + at);
        at += SIGNER_LINE;
    }
    test_cache_hex(hex, below, at);
    int n = snprintf(text, sizeof text, "# %d assets, SHA-256 of the lines below: %s\n%s",
                     site->count + (extra[0] && extra[0] != '#'), hex, below);
    CHECK(test_cache_write(site->origin, "manifest.txt", text, (size_t)n));
}

// An asset of the origin changes.
static void test_cache_change(test_cache_site *site, int i, uint32_t version) {
    char name[64];
    size_t size;
    site->version[i] = version;
    uint8_t *bytes = test_cache_bytes(i, version, &size);
    test_cache_name(name, i);
    CHECK(test_cache_write(site->origin, name, bytes, size));
    free(bytes);
}

static void test_cache_make_folders(const test_cache_site *site) {
    static const char *const names[3] = { "", "/tutorial", "/level" };
    char path[300];
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", site->origin, names[i]);
        CHECK_INT(mkdir(path, 0777), 0);
    }
}

static void test_cache_name_site(test_cache_site *site, const char *folder) {
    memset(site, 0, sizeof *site);
    site->count = 58;
    snprintf(site->folder, sizeof site->folder, "%s", folder);
    snprintf(site->origin, sizeof site->origin, "%s/origin", site->folder);
    snprintf(site->cache, sizeof site->cache, "%s/cache", site->folder);
    snprintf(site->url, sizeof site->url, TEST_CACHE_URL, site->origin);
    for (int i = 0; i < site->count; i++) site->version[i] = 1;
}

static bool test_cache_begin_in(test_cache_site *site, const char *base) {
    char folder[sizeof site->folder];
    if (!CHECK(test_files_new_folder(folder, sizeof folder, base, "gc-cache-"))) return false;
    test_cache_name_site(site, folder);
    test_cache_make_folders(site);
    for (int i = 0; i < site->count; i++) test_cache_change(site, i, 1);
    test_cache_publish(site, "");
    return true;
}

static bool test_cache_begin(test_cache_site *site) { return test_cache_begin_in(site, "/tmp"); }

// For what writes thousands of times: in memory, where there is such a folder.
static bool test_cache_begin_fast(test_cache_site *site) { return test_cache_begin_in(site, "/dev/shm"); }

static void test_cache_end(const test_cache_site *site) { test_files_remove(site->folder); }

// ---- a cache of it

// What fails is tried again at once.
static void test_cache_hasten(void *user, gc_fetch_desc *fetch, gc_writer_desc *writer) {
    (void)user, (void)writer;
    fetch->retry_delay_max_ms = 1;
}

static asset_cache *test_cache_open_with(const test_cache_site *site, asset_cache_desc desc) {
    asset_cache_error error;
    desc.folder = site->cache;
    if (!desc.configure) desc.configure = test_cache_hasten;
    if (!desc.large_from) desc.large_from = (uint64_t)256 << 10;    // so that some are large
    asset_cache *c = asset_cache_open(&desc, &error);
    if (!CHECK(c != NULL)) printf("    %s: %d, errno %d\n", error.what, error.result, error.system_error);
    return c;
}

static asset_cache *test_cache_open(const test_cache_site *site, bool online) {
    asset_cache_desc desc;
    memset(&desc, 0, sizeof desc);
    if (online) desc.origin = site->url;
    return test_cache_open_with(site, desc);
}

static void test_cache_sleep_us(uint32_t us) {
#ifdef _WIN32
    Sleep((us + 999) / 1000);
#else
    struct timespec rest = { us / 1000000, (long)(us % 1000000) * 1000 };
    nanosleep(&rest, NULL);
#endif
}

static void test_cache_pause(void) { test_cache_sleep_us(200); }

// Polls until the update is over, and returns its result; -1000: it never was.
static int test_cache_drain(asset_cache *c) {
    asset_cache_event event;
    for (int turn = 0; turn < 50000; turn++) {
        while (asset_cache_poll(c, &event)) {
            bool over = event.type == ASSET_CACHE_UPDATED || event.type == ASSET_CACHE_NOT_UPDATED;
            if (over) return event.result;
        }
        test_cache_pause();
    }
    return -1000;
}

static int test_cache_update(asset_cache *c, int flags) {
    int result = asset_cache_update(c, flags);
    return result == ASSET_CACHE_OK ? test_cache_drain(c) : result;
}

// Polls until an event about this name, and returns its result; -1000: there never was one.
static int test_cache_await(asset_cache *c, const char *name) {
    asset_cache_event event;
    for (int turn = 0; turn < 50000; turn++) {
        while (asset_cache_poll(c, &event)) {
            if (event.name && strcmp(event.name, name) == 0) return event.result;
        }
        test_cache_pause();
    }
    return -1000;
}

// Is asset i there, with the bytes of this version? 1: yes, 0: not there; -1: wrong bytes.
static int test_cache_has(asset_cache *c, int i, uint32_t version) {
    asset_cache_data data;
    char name[64];
    size_t size;
    test_cache_name(name, i);
    if (asset_cache_acquire(c, name, &data) != ASSET_CACHE_OK) return 0;
    uint8_t *want = test_cache_bytes(i, version, &size);
    int result = data.size == size && memcmp(data.bytes, want, size) == 0 ? 1 : -1;
    free(want);
    asset_cache_release(c, &data);
    return result;
}

// How many assets are there; wrong bytes fail the test.
static int test_cache_count(asset_cache *c, const test_cache_site *site) {
    int count = 0;
    for (int i = 0; i < site->count; i++) {
        int has = test_cache_has(c, i, site->version[i]);
        CHECK(has >= 0);
        count += has > 0;
    }
    return count;
}

static uint64_t test_cache_requests(asset_cache *c) {
    asset_cache_statistics stats;
    asset_cache_stats(c, &stats);
    return stats.requests;
}

// Of 58 names, 10 are of empty assets (one object), and two of one object.
enum { TEST_CACHE_OBJECTS = 58 - 9 - 1 };

// ---- updates

static void test_cache_first_and_second(void) {
    test_cache_site site;
    asset_cache_statistics stats;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);

    // The first time each object is fetched once.
    CHECK_INT(asset_cache_get(c, "tutorial/b00.bin", 0), ASSET_CACHE_E_NOT_FOUND);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_stats(c, &stats);
    CHECK_U64(stats.fetched, TEST_CACHE_OBJECTS);
    CHECK_U64(stats.requests, TEST_CACHE_OBJECTS + 1);
    CHECK(!stats.held && !stats.updating && stats.current);
    asset_cache_close(c);

    // The second time only the manifest is asked for, and offline nothing is.
    c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_U64(test_cache_requests(c), 1);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);

    c = test_cache_open(&site, false);
    CHECK_INT(test_cache_count(c, &site), 58);
    CHECK_INT(asset_cache_update(c, 0), ASSET_CACHE_E_ABSENT);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Three assets change: their requests and the manifest's. Until the switch the old version
// stands.
static void test_cache_new_version(void) {
    test_cache_site site;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    uint64_t before = test_cache_requests(c);
    for (int i = 9; i < 12; i++) test_cache_change(&site, i, 2);
    test_cache_publish(&site, "");
    CHECK_INT(asset_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_update(c, 0), ASSET_CACHE_E_BUSY);
    CHECK_INT(test_cache_has(c, 10, 1), 1);
    CHECK_INT(test_cache_drain(c), ASSET_CACHE_OK);
    CHECK_INT(test_cache_has(c, 10, 2), 1);
    CHECK_INT(test_cache_count(c, &site), 58);
    CHECK_U64(test_cache_requests(c) - before, 3 + 1);
    asset_cache_close(c);
    test_cache_end(&site);
}

// An asset is missing at the origin: the old version stands, whole, and what came stays.
static void test_cache_incomplete(void) {
    test_cache_site site;
    char path[600];
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);

    for (int i = 15; i < 18; i++) test_cache_change(&site, i, 2);
    test_cache_publish(&site, "");
    snprintf(path, sizeof path, "%s/level/b16.bin", site.origin);
    CHECK_INT(unlink(path), 0);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_E_INCOMPLETE);
    for (int i = 15; i < 18; i++) site.version[i] = 1;
    CHECK_INT(test_cache_count(c, &site), 58);

    // It comes back: only itself is asked for.
    uint64_t before = test_cache_requests(c);
    for (int i = 15; i < 18; i++) test_cache_change(&site, i, 2);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_U64(test_cache_requests(c) - before, 2);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Are these the bytes of an asset, in the cache's folder?
static bool test_cache_is_stored(const test_cache_site *site, int i) {
    char hex[65], objects[600];
    size_t want_size, size;
    uint8_t *want = test_cache_bytes(i, site->version[i], &want_size);
    test_cache_hex(hex, want, want_size);
    snprintf(objects, sizeof objects, "%s/objects", site->cache);
    uint8_t *bytes = test_cache_read(objects, hex, &size);
    snprintf(objects, sizeof objects, "%s/objects/%s", site->cache, hex);
    bool same = access(objects, F_OK) == 0 && size == want_size && memcmp(bytes, want, size) == 0;
    free(want);
    free(bytes);
    return same;
}

// Without the origin: is given out what is stored, all of it and nothing else? Returns how many
// assets that are.
static int test_cache_count_stored(const test_cache_site *site) {
    int stored = 0;
    asset_cache *c = test_cache_open(site, false);
    for (int i = 0; i < site->count; i++) {
        bool there = test_cache_is_stored(site, i);
        CHECK_INT(test_cache_has(c, i, site->version[i]), there);
        stored += there;
    }
    asset_cache_close(c);
    return stored;
}

static void test_cache_check_partial(asset_cache *c, bool partial, const char *next) {
    asset_cache_statistics stats;
    asset_cache_stats(c, &stats);
    CHECK(stats.partial == partial && stats.current == !partial);
    CHECK_U64(stats.assets, 58);
    CHECK_INT(access(next, F_OK) == 0, partial);
}

// A first start, and one file is missing at the origin, or is another: what was given out
// before the update failed is given out after it, and in the next run. The rest comes alone.
static void test_cache_partial(void) {
    for (int wrong = 0; wrong < 2; wrong++) {
        test_cache_site site;
        char path[600], next[300];
        if (!test_cache_begin(&site)) return;
        snprintf(next, sizeof next, "%s/manifest.next", site.cache);
        snprintf(path, sizeof path, "%s/level/b16.bin", site.origin);
        test_cache_change(&site, 16, 5);
        site.version[16] = 1;
        if (!wrong) CHECK_INT(unlink(path), 0);

        asset_cache *c = test_cache_open(&site, true);
        CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_E_INCOMPLETE);
        CHECK_INT(test_cache_count(c, &site), 57);
        CHECK_INT(asset_cache_get(c, "tutorial/b00.bin", 0), ASSET_CACHE_OK);
        test_cache_check_partial(c, true, next);
        CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_E_INCOMPLETE);
        CHECK_INT(test_cache_count(c, &site), 57);
        asset_cache_close(c);
        CHECK_INT(test_cache_count_stored(&site), 57);

        test_cache_change(&site, 16, 1);
        c = test_cache_open(&site, true);
        test_cache_check_partial(c, true, next);
        CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
        CHECK_U64(test_cache_requests(c), 1 + 1);
        CHECK_INT(test_cache_count(c, &site), 58);
        test_cache_check_partial(c, false, next);
        asset_cache_close(c);
        test_cache_end(&site);
    }
}

// A partial version, and its update brings another one: what was asked for is answered by that,
// once, also what only that has.
static void test_cache_partial_changes(void) {
    static const char *const names[4] = { "level/a 15.bin", "level/b16.bin", "new", "nothing" };
    static const int results[4] = { ASSET_CACHE_OK, ASSET_CACHE_OK, ASSET_CACHE_OK, ASSET_CACHE_E_NOT_FOUND };
    test_cache_site site;
    char path[600];
    if (!test_cache_begin(&site)) return;
    snprintf(path, sizeof path, "%s/level/b16.bin", site.origin);
    CHECK_INT(unlink(path), 0);
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_E_INCOMPLETE);

    for (int i = 15; i < 18; i++) test_cache_change(&site, i, 2);
    CHECK(test_cache_write(site.origin, "new", "", 0));
    test_cache_publish(&site, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  0  new\n");
    CHECK_INT(asset_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_get(c, names[0], 0), ASSET_CACHE_OK);     // of the version that was there
    for (int i = 1; i < 4; i++) CHECK_INT(asset_cache_get(c, names[i], 0), ASSET_CACHE_PENDING);
    CHECK_INT(asset_cache_get_all(c, "level/a 1", 0), ASSET_CACHE_OK);

    // 11, 13 and 19 once, 15 and 17 of both versions; READY of any other is wrong.
    asset_cache_event event;
    int told[4] = { 0, 0, 0, 0 }, ready = 0, result = -1000;

    for (int turn = 0; turn < 50000 && result == -1000; turn++) {
        while (asset_cache_poll(c, &event)) {
            for (int i = 1; event.name && i < 4; i++) {
                if (strcmp(event.name, names[i]) != 0) continue;
                CHECK_INT(event.result, results[i]);
                told[i]++;
            }
            ready += event.name && strncmp(event.name, "level/a 1", 9) == 0;
            if (!event.name) result = event.result;
        }
        test_cache_pause();
    }

    CHECK_INT(result, ASSET_CACHE_OK);
    for (int i = 1; i < 4; i++) CHECK_INT(told[i], 1);
    CHECK(ready >= 5 && ready <= 7);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

static int test_cache_refuse(void *user, const void *manifest, size_t size) {
    (void)user;
    return size > 4 && memcmp(manifest, "# 58", 4) == 0;
}

static void test_cache_numbers(void) {
    test_cache_site site;
    asset_cache_statistics stats;
    asset_cache_desc desc;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    static const struct { uint64_t number; int flags, want; } steps[] = {
        { 7, 0, ASSET_CACHE_OK }, { 6, 0, ASSET_CACHE_E_OLDER }, { 0, 0, ASSET_CACHE_E_OLDER },
        { 6, ASSET_CACHE_FORCE, ASSET_CACHE_OK }, { 6, 0, ASSET_CACHE_E_OLDER }, { 8, 0, ASSET_CACHE_OK },
        { 8, 0, ASSET_CACHE_E_OLDER }, { 18446744073709551615u, 0, ASSET_CACHE_OK },
    };

    uint64_t number = 0;
    uint32_t version = 1;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        site.number = steps[i].number;
        test_cache_change(&site, 21, (uint32_t)i + 2);      // so each is another manifest
        test_cache_publish(&site, "");
        CHECK_INT(test_cache_update(c, steps[i].flags), steps[i].want);
        if (steps[i].want == ASSET_CACHE_OK) {
            number = site.number;
            version = (uint32_t)i + 2;
        }

        asset_cache_stats(c, &stats);
        CHECK_U64(stats.number, number);
        CHECK_INT(stats.made, 1790000000);
        CHECK_INT(test_cache_has(c, 21, version), 1);
    }
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);     // the same once more
    asset_cache_close(c);

    memset(&desc, 0, sizeof desc);
    desc.origin = site.url;
    desc.verify = test_cache_refuse;
    c = test_cache_open_with(&site, desc);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_E_REFUSED);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Every cut of the origin's manifest, and every bit of it: refused. What stands stays.
static void test_cache_bad_manifests(void) {
    test_cache_site site;
    size_t size;
    if (!test_cache_begin_fast(&site)) return;
    site.count = 3;
    test_cache_publish(&site, "# the end\n");
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    uint8_t *text = test_cache_read(site.origin, "manifest.txt", &size);

    for (size_t cut = 0; cut < size; cut += TEST_CACHE_STEP) {
        CHECK(test_cache_write(site.origin, "manifest.txt", text, cut));
        CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_E_MANIFEST);
    }
    for (size_t bit = 0; bit < size * 8; bit += TEST_CACHE_STEP) {
        text[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(test_cache_write(site.origin, "manifest.txt", text, size));
        if (!CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_E_MANIFEST)) printf("    bit %zu\n", bit);
        text[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }

    CHECK_INT(test_cache_count(c, &site), 3);
    free(text);

    static const char *const lines[] = {
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  0  ../outside\n",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  0  tutorial/b00.bin\n",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  99999999999999999999  x\n",
        "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855  0  x\n",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 0 x\n", "x\n",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        test_cache_publish(&site, lines[i]);
        if (!CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_E_MANIFEST)) printf("    %s", lines[i]);
    }
    CHECK_INT(test_cache_count(c, &site), 3);
    asset_cache_close(c);
    test_cache_end(&site);
}

// A name that is a folder of another one's path, wherever both stand, and names that only look
// like it.
static void test_cache_file_as_folder(void) {
    static const struct { const char *names[4]; int want; } lists[] = {
        { { "x", "x/y" }, ASSET_CACHE_E_MANIFEST },
        { { "x/y", "x" }, ASSET_CACHE_E_MANIFEST },
        { { "x", "x!", "x-y", "x/y" }, ASSET_CACHE_E_MANIFEST },
        { { "x/y/z/a", "w", "x/y/z", "x/y!" }, ASSET_CACHE_E_MANIFEST },
        { { "w", "x/y/a", "x/y/b", "x/y/c/d" }, ASSET_CACHE_OK },
        { { "x/y", "x/y!", "x/yz/a", "xy" }, ASSET_CACHE_OK },
        { { "xy/a", "xy!", "x/y", "xx" }, ASSET_CACHE_OK },
    };

    test_cache_site site;
    if (!test_cache_begin_fast(&site)) return;
    site.count = 0;

    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        char lines[600], text[800], hex[65];
        size_t at = 0;
        int count = 0;
        for (; count < 4 && lists[i].names[count]; count++) {
            test_cache_hex(hex, "", 0);
            at += (size_t)snprintf(lines + at, sizeof lines - at, "%s  0  %s\n", hex, lists[i].names[count]);
        }

        test_cache_hex(hex, lines, at);
        int n = snprintf(text, sizeof text, "# %d assets, SHA-256 of the lines below: %s\n%s", count, hex,
                         lines);
        CHECK(test_cache_write(site.origin, "manifest.txt", text, (size_t)n));

        asset_cache *c = test_cache_open(&site, true);
        if (!CHECK_INT(test_cache_update(c, ASSET_CACHE_ON_DEMAND), lists[i].want)) printf("    %s", lines);
        asset_cache_close(c);
    }
    test_cache_end(&site);
}

// ---- assets

static void test_cache_on_demand(void) {
    test_cache_site site;
    asset_cache_progress progress;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);

    // Asked for before the manifest is there.
    CHECK_INT(asset_cache_update(c, ASSET_CACHE_ON_DEMAND), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_get(c, "tutorial/a 01.bin", 1), ASSET_CACHE_PENDING);
    CHECK_INT(asset_cache_get(c, "nothing", 1), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, "nothing"), ASSET_CACHE_E_NOT_FOUND);
    CHECK_INT(test_cache_await(c, "tutorial/a 01.bin"), ASSET_CACHE_OK);
    CHECK_INT(test_cache_has(c, 1, 1), 1);
    CHECK_INT(test_cache_count(c, &site), 1);

    // One, again, and all of a kind.
    CHECK_INT(asset_cache_get(c, "level/b20.bin", 0), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, "level/b20.bin"), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_get(c, "level/b20.bin", 0), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_get_all(c, "tutorial/", 5), ASSET_CACHE_OK);
    asset_cache_event event;
    int ready = 0;
    for (int turn = 0; turn < 50000 && ready < 10; turn++) {
        while (asset_cache_poll(c, &event)) ready += event.type == ASSET_CACHE_READY;
        test_cache_pause();
    }
    CHECK_INT(ready, 10);
    asset_cache_get_progress(c, "tutorial/", &progress);
    CHECK_U64(progress.assets, 10);
    CHECK_U64(progress.ready, 10);
    CHECK_U64(progress.bytes, progress.ready_bytes);
    asset_cache_get_progress(c, "", &progress);
    CHECK_U64(progress.assets, 58);

    // Not there at the origin: an event, and another try later.
    char path[600];
    snprintf(path, sizeof path, "%s/level/b22.bin", site.origin);
    CHECK_INT(unlink(path), 0);
    CHECK_INT(asset_cache_get(c, "level/b22.bin", 0), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, "level/b22.bin"), ASSET_CACHE_E_FETCH);
    test_cache_change(&site, 22, 1);
    CHECK_INT(asset_cache_get(c, "level/b22.bin", 0), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, "level/b22.bin"), ASSET_CACHE_OK);

    // Changed at the origin meanwhile: not these bytes.
    test_cache_change(&site, 23, 9);
    CHECK_INT(asset_cache_get(c, "level/a 23.bin", 0), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, "level/a 23.bin"), ASSET_CACHE_E_FETCH);
    CHECK_INT(test_cache_has(c, 23, 1), 0);
    asset_cache_close(c);
    test_cache_end(&site);
}

static void test_cache_references(void) {
    test_cache_site site;
    asset_cache_data a, b, d;
    asset_cache_statistics stats;
    char path[600];
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);

    // Two references to one asset are one mapping; an empty one has a place as well.
    CHECK_INT(asset_cache_acquire(c, "level/b16.bin", &a), ASSET_CACHE_E_NOT_FOUND);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_acquire(c, "level/b16.bin", &a), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_acquire(c, "level/b16.bin", &b), ASSET_CACHE_OK);
    CHECK(a.bytes == b.bytes);
    CHECK_INT(asset_cache_acquire(c, "level/b12.bin", &d), ASSET_CACHE_OK);
    CHECK(d.bytes != NULL && d.size == 0);
    asset_cache_stats(c, &stats);
    CHECK_U64(stats.acquired, 3);

    // A new version without it, and gc: it stays mapped, and its file goes only afterwards.
    test_cache_change(&site, 16, 2);
    test_cache_publish(&site, "");
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_counts counts;
    CHECK_INT(asset_cache_gc(c, &counts), ASSET_CACHE_OK);
    CHECK_U64(counts.removed, 0);
    size_t size;
    uint8_t *want = test_cache_bytes(16, 1, &size);
    CHECK(a.size == size && memcmp(a.bytes, want, size) == 0);
    free(want);

    asset_cache_release(c, &a);
    CHECK_INT(asset_cache_gc(c, &counts), ASSET_CACHE_OK);
    CHECK_U64(counts.removed, 0);
    asset_cache_release(c, &b);
    asset_cache_release(c, &b);     // is none by now
    asset_cache_release(c, &d);
    CHECK_INT(asset_cache_gc(c, &counts), ASSET_CACHE_OK);
    CHECK_U64(counts.removed, 1);
    snprintf(path, sizeof path, "%s/objects", site.cache);
    CHECK_INT(test_files_count(path, ""), TEST_CACHE_OBJECTS);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Least recently used first, and nothing of the current version.
static void test_cache_trimmed(void) {
    test_cache_site site;
    asset_cache_counts counts;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(test_cache_count(c, &site), 58);

    for (int i = 20; i >= 15; i--) CHECK_INT(test_cache_has(c, i, 1), 1);
    for (int i = 15; i <= 20; i++) test_cache_change(&site, i, 2);
    test_cache_publish(&site, "");
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_trim(c, UINT64_MAX, &counts), ASSET_CACHE_OK);
    CHECK_U64(counts.removed, 0);
    CHECK_U64(counts.objects, TEST_CACHE_OBJECTS + 5);      // 18 is empty in both

    // All together, less one byte: one goes, the one that was used first, 20.
    uint64_t all = 0;
    for (int i = 0; i < site.count; i++) all += i == 57 ? 0 : test_cache_size(i, site.version[i]);
    for (int i = 15; i <= 20; i++) all += test_cache_size(i, 1);
    CHECK_INT(asset_cache_trim(c, all - 1, &counts), ASSET_CACHE_OK);
    CHECK_U64(counts.removed, 1);
    CHECK_U64(counts.bytes, test_cache_size(20, 1));

    CHECK_INT(asset_cache_gc(c, &counts), ASSET_CACHE_OK);
    CHECK_U64(counts.removed, 4);
    CHECK_INT(test_cache_count(c, &site), 58);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_close(c);
    test_cache_end(&site);
}

// ---- damage

// Every cut and every bit of a file of the cache's: offline, its three assets are given out.
static void test_cache_spoil_file(
    const test_cache_site *site, const char *name, uint8_t *bytes, size_t size) {
    for (size_t n = 0; n < size * 9; n += TEST_CACHE_STEP) {
        size_t bit = n - size;
        if (n >= size) bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(test_cache_write(site->cache, name, bytes, n < size ? n : size));
        if (n >= size) bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);

        asset_cache *c = test_cache_open(site, false);
        CHECK_INT(test_cache_count(c, site), 3);
        asset_cache_close(c);
    }
}

// Every cut and every bit of the index: what is there is given out right, whatever it says.
static void test_cache_bad_index(void) {
    test_cache_site site;
    size_t size;
    if (!test_cache_begin_fast(&site)) return;
    site.count = 3;
    test_cache_publish(&site, "");
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_close(c);
    uint8_t *index = test_cache_read(site.cache, "index", &size);
    CHECK(size == 40 + 3 * 64 + 8);
    test_cache_spoil_file(&site, "index", index, size);
    free(index);
    test_cache_end(&site);
}

// Every cut and every bit of the manifest in the cache: its copy serves. Both damaged: nothing
// is given out, and the next update brings all back without fetching an object.
static void test_cache_bad_current(void) {
    test_cache_site site;
    size_t size;
    if (!test_cache_begin_fast(&site)) return;
    site.count = 3;
    test_cache_publish(&site, "");
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_close(c);

    uint8_t *text = test_cache_read(site.cache, "manifest", &size);
    test_cache_spoil_file(&site, "manifest", text, size);

    CHECK(test_cache_write(site.cache, "manifest", text, size - 1));
    CHECK(test_cache_write(site.cache, "manifest.copy", text, size - 1));
    c = test_cache_open(&site, true);
    CHECK_INT(test_cache_count(c, &site), 0);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(test_cache_count(c, &site), 3);
    CHECK_U64(test_cache_requests(c), 1);
    asset_cache_close(c);
    free(text);
    test_cache_end(&site);
}

static void test_cache_object_path(const test_cache_site *site, int i, char path[600]) {
    char hex[65];
    size_t size;
    uint8_t *bytes = test_cache_bytes(i, site->version[i], &size);
    test_cache_hex(hex, bytes, size);
    free(bytes);
    snprintf(path, 600, "%s/objects/%s", site->cache, hex);
}

// One bit of a file changes, and its time of modification is set back.
static void test_cache_flip(const char *path, bool last, int bit) {
    struct stat info;
    CHECK_INT(stat(path, &info), 0);
    FILE *file = fopen(path, "r+b");
    if (!CHECK(file != NULL)) return;
    fseek(file, last ? (long)info.st_size - 1 : 0, SEEK_SET);
    int byte = getc(file);
    fseek(file, -1, SEEK_CUR);
    putc(byte ^ 1 << bit, file);
    fclose(file);
    struct utimbuf times = { info.st_atime, info.st_mtime };
    utime(path, &times);
}

// A damaged object is never given out, by get, acquire or verify, and it is fetched again.
static void test_cache_bad_objects(void) {
    static const int damaged[4] = { 15, 16, 17, 21 };
    test_cache_site site;
    char path[600], name[64];
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);

    for (int turn = 0; turn < 4; turn++) {
        int i = damaged[turn];
        asset_cache_counts counts;
        test_cache_object_path(&site, i, path);
        test_cache_flip(path, turn % 2 == 0, turn);
        test_cache_name(name, i);

        if (turn == 0) CHECK_INT(test_cache_has(c, i, 1), 0);
        if (turn == 1) {
            CHECK_INT(asset_cache_verify(c, &counts), ASSET_CACHE_OK);
            CHECK_U64(counts.damaged, 1);
            CHECK_U64(counts.removed, 1);
            CHECK_U64(counts.objects, TEST_CACHE_OBJECTS);
        }
        if (turn == 3) {        // found by another process, so to speak
            asset_cache_close(c);
            c = test_cache_open(&site, true);
        }

        CHECK_INT(asset_cache_get(c, name, 0), ASSET_CACHE_PENDING);
        CHECK_INT(test_cache_await(c, name), ASSET_CACHE_OK);
        CHECK_INT(test_cache_count(c, &site), 58);
    }
    asset_cache_close(c);
    test_cache_end(&site);
}

// What a killed download of one object has begun: plants it beside another program's file.
static void test_cache_plant_begun(const test_cache_site *site) {
    char objects[600];
    snprintf(objects, sizeof objects, "%s/objects", site->cache);
    CHECK(test_cache_write(objects, ".gcf-12-1.tmp", "half", 4));
    CHECK(test_cache_write(objects, "notes.tmp", "mine", 4));
}

static bool test_cache_begun_is_there(const test_cache_site *site) {
    char path[600];
    snprintf(path, sizeof path, "%s/objects/notes.tmp", site->cache);
    CHECK_INT(access(path, F_OK), 0);
    snprintf(path, sizeof path, "%s/objects/.gcf-12-1.tmp", site->cache);
    return access(path, F_OK) == 0;
}

// A close after a whole update removes what killed processes have begun, and no other file; but
// not while something is missing, which could go on from it, nor beside another user.
static void test_cache_sweeps(void) {
    test_cache_site site;
    char path[600];
    asset_cache_counts counts;
    if (!test_cache_begin(&site)) return;
    for (int turn = 0; turn < 3; turn++) {

        asset_cache *c = test_cache_open(&site, true);
        asset_cache *other = turn == 1 ? test_cache_open(&site, false) : NULL;
        CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
        test_cache_plant_begun(&site);
        if (turn == 2) {
            test_cache_object_path(&site, 16, path);
            test_cache_flip(path, true, 3);
            CHECK_INT(asset_cache_verify(c, &counts), ASSET_CACHE_OK);
            CHECK_U64(counts.damaged, 1);
        }

        asset_cache_close(c);
        CHECK_INT(test_cache_begun_is_there(&site), turn != 0);
        asset_cache_close(other);
    }
    test_cache_end(&site);
}

// Every bit and every cut of a small object, without an index that vouches for it: never given
// out, and fetched again.
static void test_cache_bad_bits(void) {
    test_cache_site site;
    char path[600], index[600];
    size_t size;
    if (!test_cache_begin_fast(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_close(c);

    test_cache_object_path(&site, 2, path);
    snprintf(index, sizeof index, "%s/index", site.cache);
    uint8_t *bytes = test_cache_bytes(2, 1, &size);
    CHECK_U64(size, 100);

    for (size_t n = 0; n < size * 9; n += TEST_CACHE_STEP) {
        size_t bit = n < size ? 0 : n - size, length = n < size ? n : size;
        if (n >= size) bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        CHECK(test_files_write(path, bytes, length));
        if (n >= size) bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        unlink(index);
        c = test_cache_open(&site, false);
        if (!CHECK_INT(test_cache_has(c, 2, 1), 0)) printf("    bit %zu, %zu bytes\n", bit, length);
        if (n % 100 == 0) CHECK_INT(test_cache_count(c, &site), 57);
        asset_cache_close(c);
    }

    // It is whole once more, by one request.
    free(bytes);
    c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_U64(test_cache_requests(c), 1 + 1);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Links, a FIFO, a folder and a second name where objects stand; foreign files beside them.
static void test_cache_planted(void) {
    static const int planted[4] = { 15, 16, 17, 19 };
    test_cache_site site;
    char path[600], other[300], second[300];
    asset_cache_counts counts;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    snprintf(other, sizeof other, "%s/outside", site.folder);
    snprintf(second, sizeof second, "%s/second", site.cache);
    CHECK(test_cache_write(site.folder, "outside", "outside", 7));

    for (int kind = 0; kind < 4; kind++) {
        test_cache_object_path(&site, planted[kind], path);
        if (kind != 3) CHECK_INT(unlink(path), 0);
        if (kind == 0) CHECK_INT(symlink(other, path), 0);
        if (kind == 1) CHECK_INT(mkfifo(path, 0600), 0);
        if (kind == 2) CHECK_INT(mkdir(path, 0700), 0);
        if (kind == 3) CHECK_INT(link(path, second), 0);
        CHECK_INT(test_cache_has(c, planted[kind], 1), 0);
    }

    // What is no plain file is not replaced: it fails, and the others do not.
    CHECK_INT(asset_cache_get(c, "level/a 17.bin", 0), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, "level/a 17.bin"), ASSET_CACHE_E_WRITE);
    CHECK_INT(asset_cache_get(c, "level/a 19.bin", 0), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, "level/a 19.bin"), ASSET_CACHE_OK);
    CHECK_INT(test_cache_count(c, &site), 55);

    // And gc leaves what it does not know.
    snprintf(path, sizeof path, "%s/objects", site.cache);
    CHECK(test_cache_write(path, "foreign", "foreign", 7));
    CHECK_INT(asset_cache_gc(c, &counts), ASSET_CACHE_OK);
    CHECK_U64(counts.removed, 0);
    asset_cache_close(c);
    size_t size;
    uint8_t *bytes = test_cache_read(path, "foreign", &size);
    CHECK(size == 7);
    free(bytes);
    bytes = test_cache_read(site.folder, "outside", &size);
    CHECK(size == 7 && memcmp(bytes, "outside", 7) == 0);
    free(bytes);
    test_cache_end(&site);
}

// ---- other folders, other processes

// A base folder lies under the cache's: nothing of it is fetched, but for a damaged file.
static void test_cache_base(void) {
    test_cache_site site;
    char base[300], name[64];
    size_t size;
    if (!test_cache_begin(&site)) return;
    snprintf(base, sizeof base, "%s/base", site.folder);
    CHECK_INT(rename(site.origin, base), 0);
    asset_cache_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.base = base;
    asset_cache *c = test_cache_open_with(&site, desc);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);

    // The origin has two newer ones; a file of the base is damaged.
    test_cache_make_folders(&site);
    for (int i = 0; i < site.count; i++) test_cache_change(&site, i, i == 21 || i == 22 ? 3 : 1);
    test_cache_publish(&site, "");

    test_cache_name(name, 27);
    uint8_t *bytes = test_cache_bytes(27, 1, &size);
    bytes[0] ^= 1;
    CHECK(test_cache_write(base, name, bytes, size));
    free(bytes);

    desc.origin = site.url;
    c = test_cache_open_with(&site, desc);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_U64(test_cache_requests(c), 1 + 3);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

// The origin is gone: no update, each asset that is there is given out, and what is not there
// fails, once.
static void test_cache_dead_origin(void) {
    test_cache_site site;
    char gone[300], path[600];
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_close(c);

    snprintf(gone, sizeof gone, "%s/gone", site.folder);
    CHECK_INT(rename(site.origin, gone), 0);
    test_cache_object_path(&site, 15, path);
    CHECK_INT(unlink(path), 0);

    c = test_cache_open(&site, true);
    CHECK_INT(asset_cache_get(c, "level/b16.bin", 0), ASSET_CACHE_OK);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_E_FETCH);
    CHECK_INT(asset_cache_get(c, "level/b16.bin", 0), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_get(c, "level/a 15.bin", 0), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, "level/a 15.bin"), ASSET_CACHE_E_FETCH);
    CHECK_INT(test_cache_count(c, &site), 57);

    // The origin is back.
    CHECK_INT(rename(gone, site.origin), 0);
    CHECK_INT(asset_cache_get(c, "level/a 15.bin", 0), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, "level/a 15.bin"), ASSET_CACHE_OK);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

static void test_cache_hold_fetch(asset_cache *c, int error) {
    gc_fetch_priv_lock(c->fetch);
    c->fetch->statistics.held = error;
    gc_fetch_priv_unlock(c->fetch);
}

// The disk was full, and has room again: it is told when gc_fetch knows it, too, for until then
// a large object would fail and be told as another full disk.
static void test_cache_goes_on(void) {
    static const char *const names[2] = { "level/a 15.bin", "level/b16.bin" };
    test_cache_site site;
    char path[600];
    asset_cache_event event;
    asset_cache_statistics stats;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);

    ac_hold(c);
    c->held_ns = 0;                 // the second until it is tried again is over
    CHECK(asset_cache_poll(c, &event) && event.type == ASSET_CACHE_HELD);

    for (int turn = 0; turn < 2; turn++) {
        test_cache_hold_fetch(c, turn == 0 ? ENOSPC : 0);
        test_cache_object_path(&site, 15 + turn, path);
        CHECK_INT(unlink(path), 0);
        CHECK_INT(asset_cache_get(c, names[turn], 0), ASSET_CACHE_PENDING);
        CHECK_INT(test_cache_await(c, names[turn]), ASSET_CACHE_OK);
        asset_cache_stats(c, &stats);
        CHECK_INT(stats.held, turn == 0);
    }

    CHECK(asset_cache_poll(c, &event) && event.type == ASSET_CACHE_GOES_ON);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Two caches in one folder, as two processes would be: what one has in hand the other waits
// for.
static void test_cache_shared(void) {
    test_cache_site site;
    if (!test_cache_begin(&site)) return;
    asset_cache *c[2];
    bool over[2] = { false, false };

    for (int i = 0; i < 2; i++) {
        c[i] = test_cache_open(&site, true);
        CHECK_INT(asset_cache_update(c[i], 0), ASSET_CACHE_OK);
    }

    asset_cache_counts counts;
    CHECK_INT(asset_cache_gc(c[0], &counts), ASSET_CACHE_E_BUSY);
    for (int turn = 0; turn < 50000 && !(over[0] && over[1]); turn++) {
        asset_cache_event event;
        for (int i = 0; i < 2; i++) {
            while (asset_cache_poll(c[i], &event)) {
                CHECK_INT(event.type, ASSET_CACHE_UPDATED);
                over[i] = true;
            }
        }
        test_cache_pause();
    }

    for (int i = 0; i < 2; i++) CHECK_INT(test_cache_count(c[i], &site), 58);
    CHECK_U64(test_cache_requests(c[0]) + test_cache_requests(c[1]), TEST_CACHE_OBJECTS + 2);
    asset_cache_close(c[1]);
    CHECK_INT(asset_cache_gc(c[0], &counts), ASSET_CACHE_OK);
    asset_cache_close(c[0]);
    test_cache_end(&site);
}

// The users' byte: several have it, or one alone; who cannot have it alone keeps it.
static void test_cache_locks(void) {
    test_cache_site site;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, false);
    int other = ac_open_locks(c->folder, "locks");
    CHECK(other >= 0);

#if defined(_WIN32) || defined(F_OFD_SETLK)     // else a process is one, with all its descriptors
    CHECK_INT(ac_lock_file(other, AC_USERS_BYTE, AC_SHARED), 1);
    CHECK(!ac_lock_byte(c, AC_USERS_BYTE, AC_ALONE));
    CHECK_INT(ac_lock_file(other, AC_USERS_BYTE, AC_ALONE), 0);
    ac_close(other);

    other = ac_open_locks(c->folder, "locks");
    CHECK(ac_lock_byte(c, AC_USERS_BYTE, AC_ALONE));
    CHECK_INT(ac_lock_file(other, AC_USERS_BYTE, AC_SHARED), 0);
    CHECK(ac_lock_byte(c, AC_USERS_BYTE, AC_SHARED));
    CHECK_INT(ac_lock_file(other, AC_USERS_BYTE, AC_SHARED), 1);
    CHECK_INT(ac_lock_file(other, AC_USERS_BYTE, AC_UNLOCK), 1);
    CHECK(!c->alone);
#endif
#ifdef _WIN32
    // While another one has let go of it to have it alone, nobody gets it alone.
    CHECK_INT(ac_lock_file(other, AC_TURN_BYTE, AC_ALONE), 1);
    CHECK(!ac_lock_byte(c, AC_USERS_BYTE, AC_ALONE));
    CHECK_INT(ac_lock_file(other, AC_TURN_BYTE, AC_UNLOCK), 1);
    CHECK(ac_lock_byte(c, AC_USERS_BYTE, AC_ALONE));
#endif
    ac_close(other);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Where locks do not work a cache cannot know of others: it removes nothing that they may need.
static void test_cache_lockless(void) {
    test_cache_site site;
    asset_cache_counts counts;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache *other = test_cache_open(&site, false);
    uint32_t old[TEST_CACHE_ASSETS];
    memcpy(old, site.version, sizeof old);
    for (int i = 9; i < 40; i++) test_cache_change(&site, i, 2);
    test_cache_publish(&site, "");
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);

    // A descriptor that can only be read gets no lock for writing: EBADF, not EAGAIN.
    CHECK(ac_take_descriptor(&c->locks, TEST_CACHE_NO_LOCKS(c)));
    CHECK_INT(asset_cache_gc(c, &counts), ASSET_CACHE_E_BUSY);
    CHECK_U64(counts.removed, 0);
    CHECK_INT(asset_cache_trim(c, 1, &counts), ASSET_CACHE_E_BUSY);
    CHECK_INT(test_cache_count(c, &site), 58);

    memcpy(site.version, old, sizeof old);
    CHECK_INT(test_cache_count(other, &site), 58);
    asset_cache_close(other);
    asset_cache_close(c);
    test_cache_end(&site);
}

// ---- order

// An own transport that answers one request at a time, in the order in which they are started.
typedef struct test_cache_wire {
    const test_cache_site *site;
    gc_fetch_transfer *running[64];
    char urls[64][400];
    int count;
    uint32_t pause_us;          // before each answer
    int hold;                       // nothing is answered meanwhile
    int manifest_waits;             // so many turns of the network thread, the manifest is not answered
    int starts;
    int answers, answer_of_wanted;  // how many so far; with that of tutorial/1
} test_cache_wire;

static int test_cache_start(void *user, gc_fetch_transfer *t, const gc_fetch_job *job) {
    test_cache_wire *wire = (test_cache_wire *)user;
    snprintf(wire->urls[wire->count], 400, "%s", job->url);
    wire->running[wire->count++] = t;
    __atomic_add_fetch(&wire->starts, 1, __ATOMIC_ACQ_REL);
    return GC_FETCH_OK;
}

static void test_cache_forget(test_cache_wire *wire, int i) {
    wire->count--;
    memmove(&wire->running[i], &wire->running[i + 1], (size_t)(wire->count - i) * sizeof wire->running[0]);
    memmove(wire->urls[i], wire->urls[i + 1], (size_t)(wire->count - i) * sizeof wire->urls[0]);
}

static void test_cache_stop(void *user, gc_fetch_transfer *t) {
    test_cache_wire *wire = (test_cache_wire *)user;
    for (int i = 0; i < wire->count; i++) {
        if (wire->running[i] == t) test_cache_forget(wire, i);
    }
}

static void test_cache_hold_back(void *user, gc_fetch_transfer *t, bool paused) {
    (void)user, (void)t, (void)paused;
}

static int test_cache_pump(void *user, int timeout_ms) {
    test_cache_wire *wire = (test_cache_wire *)user;
    gc_fetch_outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    (void)timeout_ms;
    test_cache_sleep_us(__atomic_load_n(&wire->pause_us, __ATOMIC_RELAXED));
    if (!wire->count || __atomic_load_n(&wire->hold, __ATOMIC_ACQUIRE)) return GC_FETCH_OK;

    // The manifest may be the last: what is behind it is answered first.
    int next = 0;
    bool waits = __atomic_load_n(&wire->manifest_waits, __ATOMIC_ACQUIRE) > 0;
    if (waits) __atomic_sub_fetch(&wire->manifest_waits, 1, __ATOMIC_ACQ_REL);
    while (waits && next < wire->count && strstr(wire->urls[next], "manifest")) next++;
    if (next == wire->count) return GC_FETCH_OK;

    // "x:/NAME", with its space encoded.
    char name[400];
    size_t size, at = 0;
    for (const char *p = wire->urls[next] + 3; *p; p++) {
        bool space = strncmp(p, "%20", 3) == 0;
        name[at++] = space ? ' ' : *p;
        p += space ? 2 : 0;
    }
    name[at] = 0;
    gc_fetch_transfer *t = wire->running[next];
    test_cache_forget(wire, next);
    uint8_t *bytes = test_cache_read(wire->site->origin, name, &size);
    gc_fetch_deliver(t, bytes, size);
    free(bytes);
    int answer = __atomic_add_fetch(&wire->answers, 1, __ATOMIC_ACQ_REL);
    if (strcmp(name, "tutorial/1") == 0) wire->answer_of_wanted = answer;
    gc_fetch_finish(t, &outcome);
    return GC_FETCH_OK;
}

static void test_cache_use_wire(void *user, gc_fetch_desc *fetch, gc_writer_desc *writer) {
    static gc_fetch_transport transport;
    (void)writer;
    transport.user = user;
    transport.start = test_cache_start;
    transport.stop = test_cache_stop;
    transport.pause = test_cache_hold_back;
    transport.pump = test_cache_pump;
    fetch->transport = &transport;
    fetch->retry_delay_max_ms = 1;
}

// A cache whose origin is the wire, and an update of it. parallel: 0 for the default.
static asset_cache *test_cache_open_wire(test_cache_site *site, test_cache_wire *wire, uint32_t parallel,
                                         uint32_t pause_us) {
    asset_cache_desc desc;
    memset(&desc, 0, sizeof desc);
    memset(wire, 0, sizeof *wire);
    wire->site = site;
    wire->pause_us = pause_us;
    desc.origin = "x:";
    desc.parallel = parallel;
    desc.configure = test_cache_use_wire;
    desc.user = wire;
    asset_cache *c = test_cache_open_with(site, desc);
    CHECK_INT(asset_cache_update(c, 0), ASSET_CACHE_OK);
    return c;
}

// How asset_cache_wait sleeps: as it wants to, or 20 s more, so that only news can end it.
static int test_cache_slept, test_cache_overslept;
static bool test_cache_sleeps_long;

#ifdef _WIN32
static BOOL test_cache_timedwait(CONDITION_VARIABLE *news, SRWLOCK *lock, DWORD ms, ULONG flags) {
    if (ms == INFINITE) return SleepConditionVariableSRW(news, lock, ms, flags);
    BOOL woken = SleepConditionVariableSRW(news, lock, ms + (test_cache_sleeps_long ? 20000 : 0), flags);
    int result = woken ? 0 : -1;
#else
static TEST_UNUSED int test_cache_timedwait(pthread_cond_t *news, pthread_mutex_t *lock,
                                            const struct timespec *until) {
    struct timespec later = *until;
    if (test_cache_sleeps_long) later.tv_sec += 20;
    int result = pthread_cond_timedwait(news, lock, &later);
#endif

    test_cache_slept++;
    test_cache_overslept += test_cache_sleeps_long && result != 0;
    test_cache_sleeps_long = test_cache_sleeps_long && result == 0;
#ifdef _WIN32
    return woken;
#else
    return result;
#endif
}

// Without frames: an update is one call, which sleeps until something has come, and comes back
// when all is over.
static void test_cache_waits(void) {
    test_cache_site site;
    test_cache_wire wire;
    asset_cache_event event;
    memset(&event, 0, sizeof event);
    if (!test_cache_begin(&site)) return;

    test_cache_slept = test_cache_overslept = 0;
    test_cache_sleeps_long = true;
    asset_cache *c = test_cache_open_wire(&site, &wire, 2, 100);
    CHECK(asset_cache_wait(c, &event, -1));
    CHECK_INT(event.type, ASSET_CACHE_UPDATED);
    CHECK(!asset_cache_wait(c, &event, -1));
    CHECK(test_cache_slept > 0);
    CHECK_INT(test_cache_overslept, 0);
    CHECK_INT(test_cache_count(c, &site), 58);

    // Each that was asked for, once; the wire stands still, and the time is over.
    test_cache_sleeps_long = false;
    CHECK_INT(asset_cache_get_all(c, "tutorial/", 0), ASSET_CACHE_OK);
    int ready = 0;
    while (asset_cache_wait(c, &event, -1)) ready += event.type == ASSET_CACHE_READY;
    CHECK_INT(ready, 10);

    __atomic_store_n(&wire.hold, 1, __ATOMIC_RELEASE);
    CHECK_INT(asset_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK(!asset_cache_wait(c, &event, 0));
    CHECK(!asset_cache_wait(c, &event, 30));
    __atomic_store_n(&wire.hold, 0, __ATOMIC_RELEASE);
    CHECK(asset_cache_wait(c, &event, -1));
    CHECK_INT(event.type, ASSET_CACHE_UPDATED);
    asset_cache_close(c);
    test_cache_end(&site);
}

// A partial version whose missing files are others at the origin by now, and the manifest that
// tells so is slow: what was asked for before it and behind it is answered by its version.
static void test_cache_partial_slow_manifest(void) {
    static const char *const names[2] = { "level/b16.bin", "level/b22.bin" };
    test_cache_site site;
    test_cache_wire wire;
    char path[600];
    if (!test_cache_begin(&site)) return;
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", site.origin, names[i]);
        CHECK_INT(unlink(path), 0);
    }
    asset_cache *c = test_cache_open_wire(&site, &wire, 2, 100);
    CHECK_INT(test_cache_drain(c), ASSET_CACHE_E_INCOMPLETE);

    // The first is under way, of the old version.
    asset_cache_event event;
    __atomic_store_n(&wire.hold, 1, __ATOMIC_RELEASE);
    int starts = __atomic_load_n(&wire.starts, __ATOMIC_ACQUIRE);
    CHECK_INT(asset_cache_get(c, names[0], 0), ASSET_CACHE_PENDING);
    for (int turn = 0; turn < 50000 && __atomic_load_n(&wire.starts, __ATOMIC_ACQUIRE) == starts; turn++) {
        while (asset_cache_poll(c, &event)) CHECK(event.name == NULL || strcmp(event.name, names[0]) != 0);
        test_cache_pause();
    }

    test_cache_change(&site, 16, 2);
    test_cache_change(&site, 22, 2);
    test_cache_publish(&site, "");
    __atomic_store_n(&wire.manifest_waits, 2000, __ATOMIC_RELEASE);
    CHECK_INT(asset_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_get(c, names[1], 0), ASSET_CACHE_PENDING);
    __atomic_store_n(&wire.hold, 0, __ATOMIC_RELEASE);

    int told[2] = { 0, 0 }, result = -1000;
    for (int turn = 0; turn < 50000 && result == -1000; turn++) {
        while (asset_cache_poll(c, &event)) {
            for (int i = 0; event.name && i < 2; i++) {
                if (strcmp(event.name, names[i]) != 0) continue;
                CHECK_INT(event.result, ASSET_CACHE_OK);
                told[i]++;
            }
            if (!event.name) result = event.result;
        }
        test_cache_pause();
    }
    CHECK_INT(result, ASSET_CACHE_OK);
    for (int i = 0; i < 2; i++) CHECK_INT(told[i], 1);
    // Nothing was tried over and over meanwhile: the manifest, the old file's attempts, and the
    // new two.
    CHECK(__atomic_load_n(&wire.starts, __ATOMIC_ACQUIRE) - starts <= 20);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

// All assets are coming, the largest and the smallest in turn, and one is asked for: it passes
// them.
static void test_cache_passes(void) {
    test_cache_site site;
    test_cache_wire wire;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open_wire(&site, &wire, 2, 200);
    asset_cache_event event;
    asset_cache_statistics stats;

    do {
        asset_cache_poll(c, &event);
        asset_cache_stats(c, &stats);
        test_cache_pause();
    } while (stats.fetched < 3);

    uint64_t before = stats.fetched;
    CHECK_INT(asset_cache_get(c, "level/a 45.bin", 1), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, "level/a 45.bin"), ASSET_CACHE_OK);
    asset_cache_stats(c, &stats);
    CHECK(stats.fetched < before + 20);
    CHECK_INT(test_cache_drain(c), ASSET_CACHE_OK);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Stopped while requests are under way, and then the writer tells of a full disk: there is
// nothing left to cancel. What stats told before, it tells behind.
static void test_cache_stops_on_full_disk(void) {
    test_cache_site site;
    test_cache_wire wire;
    asset_cache_event event;
    asset_cache_statistics stats;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open_wire(&site, &wire, 0, 0);
    do {
        asset_cache_poll(c, &event);
        asset_cache_stats(c, &stats);
        if (stats.fetched >= 3) __atomic_store_n(&wire.hold, 1, __ATOMIC_RELEASE);
        test_cache_pause();
    } while (stats.fetched < 3 || stats.in_hand < 2);

    asset_cache_stop(c);
    gc_writer_event full;
    memset(&full, 0, sizeof full);
    full.type = GC_WRITER_FAILED;
    full.result = GC_WRITER_E_DISK_FULL;
    full.tag = AC_MANIFEST_TAG;
    ac_manifest_written(c, &full);
    asset_cache_stats(c, &stats);
    CHECK(stats.held && stats.requests >= 5 && stats.received > 0);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Stopped behind the back of files that have been published, and nobody has polled since: they
// count as there, as they do for whoever opens the cache next.
static void test_cache_stops_behind_files(void) {
    test_cache_site site;
    asset_cache_desc desc;
    asset_cache_event event;
    asset_cache_progress before, behind;
    char objects[320];
    if (!test_cache_begin(&site)) return;

    snprintf(objects, sizeof objects, "%s/objects", site.cache);
    memset(&desc, 0, sizeof desc);
    desc.origin = site.url;
    desc.large_from = 1;                    // all but the empty one come as files
    asset_cache *c = test_cache_open_with(&site, desc);
    if (!c) return;

    CHECK_INT(asset_cache_update(c, 0), ASSET_CACHE_OK);
    do {
        asset_cache_poll(c, &event);
        asset_cache_get_update_progress(c, &before);
    } while (before.ready < 3);
    long there = test_files_count(objects, "");
    for (int i = 0; i < 200 && test_files_count(objects, "") < there + 2; i++) test_cache_sleep_us(1000);

    asset_cache_stop(c);
    CHECK(asset_cache_get_update_progress(c, &behind));
    CHECK(behind.ready >= before.ready);

    asset_cache_close(c);
    c = test_cache_open(&site, false);
    CHECK_INT(test_cache_count(c, &site), behind.ready);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Asks for all, and polls until all are there.
static void test_cache_bring_all(asset_cache *c, const test_cache_site *site) {
    asset_cache_event event;
    int ready = 0;
    CHECK_INT(asset_cache_get_all(c, "", 0), ASSET_CACHE_OK);
    while (asset_cache_wait(c, &event, -1)) {
        if (CHECK_INT(event.type, ASSET_CACHE_READY)) ready++;
    }
    CHECK_INT(ready, site->count);
    CHECK_INT(test_cache_count(c, site), site->count);
}

// Until it is: the writer may be putting a file there.
static void test_cache_remove(const char *folder) {
    for (int turn = 0; turn < 1000 && access(folder, F_OK) == 0; turn++) test_files_remove(folder);
    CHECK(access(folder, F_OK) != 0);
}

// The folder is removed while it is used, as "clear cache" does: it is made again, and what is
// asked for comes; the next update makes a whole version of it.
static void test_cache_removed(void) {
    test_cache_site site;
    asset_cache_data data;
    size_t size;
    if (!test_cache_begin(&site)) return;
    for (int flags = 0; flags <= ASSET_CACHE_ON_DEMAND; flags++) {
        asset_cache *c = test_cache_open(&site, true);
        CHECK_INT(test_cache_update(c, flags), ASSET_CACHE_OK);
        test_cache_bring_all(c, &site);
        CHECK_INT(asset_cache_acquire(c, "level/a 17.bin", &data), ASSET_CACHE_OK);
        test_cache_remove(site.cache);
        test_cache_bring_all(c, &site);
        CHECK_INT(test_cache_count_stored(&site), 58);

        test_cache_remove(site.cache);
        CHECK_INT(test_cache_update(c, flags), ASSET_CACHE_OK);
        test_cache_bring_all(c, &site);
        uint8_t *want = test_cache_bytes(17, 1, &size);
        CHECK(data.size == size && memcmp(data.bytes, want, size) == 0);
        free(want);
        asset_cache_release(c, &data);
        asset_cache_close(c);
        CHECK_INT(test_cache_count_stored(&site), 58);
        test_cache_remove(site.cache);
    }
    test_cache_end(&site);
}

// The same in the middle of an update: nothing fails, and it ends whole.
static void test_cache_removed_in_update(void) {
    test_cache_site site;
    test_cache_wire wire;
    asset_cache_event event;
    asset_cache_statistics stats;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open_wire(&site, &wire, 2, 100);

    do {
        asset_cache_poll(c, &event);
        asset_cache_stats(c, &stats);
    } while (stats.fetched < 10);

    uint64_t requests = stats.requests;
    __atomic_store_n(&wire.hold, 1, __ATOMIC_RELEASE);
    test_cache_remove(site.cache);
    __atomic_store_n(&wire.hold, 0, __ATOMIC_RELEASE);
    CHECK(asset_cache_wait(c, &event, -1));
    if (!CHECK_INT(event.type, ASSET_CACHE_UPDATED)) printf("    %s: %s\n", event.name, event.detail);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_stats(c, &stats);
    CHECK(stats.current && stats.requests >= requests + TEST_CACHE_OBJECTS);
    asset_cache_close(c);
    CHECK_INT(test_cache_count_stored(&site), 58);
    test_cache_end(&site);
}

// And what it is in, whose name is a file's, so that it cannot be made for a while. It was
// opened by a relative path, from another folder than the process is in then.
static void test_cache_removed_with_parent(void) {
    test_cache_site site;
    char parent[256], here[600];
    if (!test_cache_begin(&site)) return;

    snprintf(parent, sizeof parent, "%.200s/sub", site.folder);
    CHECK_INT(mkdir(parent, 0777), 0);
    CHECK(getcwd(here, sizeof here) != NULL);
    CHECK_INT(chdir(site.folder), 0);
    strcpy(site.cache, "sub/cache");
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(chdir(here), 0);
    snprintf(site.cache, sizeof site.cache, "%.200s/cache", parent);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(access(site.cache, F_OK), 0);

    test_cache_remove(parent);
    int file = open(parent, O_WRONLY | O_CREAT | O_EXCL, 0666);
    CHECK(file >= 0 && close(file) == 0);
    CHECK_INT(asset_cache_get(c, "level/b16.bin", 0), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, "level/b16.bin"), ASSET_CACHE_E_READ_ONLY);
    CHECK_INT(asset_cache_update(c, 0), ASSET_CACHE_E_READ_ONLY);

    CHECK_INT(unlink(parent), 0);
    c->gone_ns = 1;                 // the second until it is tried again is over
    asset_cache_event event;
    CHECK(!asset_cache_poll(c, &event));
    test_cache_bring_all(c, &site);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_close(c);
    CHECK_INT(test_cache_count_stored(&site), 58);
    test_cache_end(&site);
}

// A folder that is not to be made: nothing is there, and nothing of it is made.
static void test_cache_makes_no_folder(void) {
    test_cache_site site;
    asset_cache_desc desc;
    asset_cache_statistics stats;
    if (!test_cache_begin(&site)) return;
    memset(&desc, 0, sizeof desc);
    desc.make_no_folder = true;
    for (int turn = 0; turn < 2; turn++) {
        asset_cache *c = test_cache_open_with(&site, desc);
        CHECK_INT(test_cache_count(c, &site), 0);
        CHECK_INT(asset_cache_get(c, "level/b16.bin", 0), ASSET_CACHE_E_NOT_FOUND);
        CHECK_INT(asset_cache_gc(c, NULL), ASSET_CACHE_OK);
        asset_cache_stats(c, &stats);
        CHECK(stats.read_only && !stats.current);
        asset_cache_close(c);
        if (turn == 0) {
            CHECK(access(site.cache, F_OK) != 0);
            CHECK_INT(mkdir(site.cache, 0777), 0);
        } else {
            CHECK_INT(rmdir(site.cache), 0);        // it is empty
        }
    }

    // A base is given out, and a cache is as ever.
    desc.base = site.origin;
    asset_cache *c = test_cache_open_with(&site, desc);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    CHECK(access(site.cache, F_OK) != 0);

    c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_close(c);
    desc.base = NULL;
    c = test_cache_open_with(&site, desc);
    CHECK_INT(test_cache_count(c, &site), 58);
    CHECK_INT(asset_cache_gc(c, NULL), ASSET_CACHE_OK);
    asset_cache_close(c);
    test_cache_end(&site);
}

// The bytes of one of a thousand. 1 is of the middle size: it would come last.
static size_t test_cache_small_bytes(int i, uint8_t bytes[4096]) {
    size_t size = 20 + ((size_t)i * 7919 + 2081) % 4000;
    for (size_t n = 0; n < size; n++) bytes[n] = (uint8_t)((size_t)i * 31 + (size_t)i / 256 + n * 7);
    return size;
}

static void test_cache_small_name(char name[64], int i) {
    snprintf(name, 64, "%s/%d", i < 10 ? "tutorial" : "level", i);
}

// The origin becomes one of a thousand small files.
static void test_cache_publish_thousand(const test_cache_site *site) {
    static char below[1 << 17], text[1 << 17];
    char hex[65], name[64];
    size_t at = 0;
    for (int i = 0; i < 1000; i++) {
        uint8_t bytes[4096];
        size_t size = test_cache_small_bytes(i, bytes);
        test_cache_small_name(name, i);
        CHECK(test_cache_write(site->origin, name, bytes, size));
        test_cache_hex(hex, bytes, size);
        at += (size_t)snprintf(below + at, sizeof below - at, "%s  %zu  %s\n", hex, size, name);
    }
    test_cache_hex(hex, below, at);
    int n = snprintf(text, sizeof text, "# 1000 assets, SHA-256 of the lines below: %s\n%s", hex, below);
    CHECK(test_cache_write(site->origin, "manifest.txt", text, (size_t)n));
}

// A game: a thousand assets are coming, and it asks for one of the tutorial. It has it before
// twenty others have come, while they go on coming, and keeps it mapped over all that follows.
static void test_cache_plays(void) {
    test_cache_site site;
    test_cache_wire wire;
    asset_cache_event event;
    asset_cache_statistics stats;
    asset_cache_data data, again;
    uint8_t want[4096];
    if (!test_cache_begin_fast(&site)) return;
    test_cache_publish_thousand(&site);
    // An answer takes longer than to store it.
    asset_cache *c = test_cache_open_wire(&site, &wire, 8, 1000);
    do {
        asset_cache_poll(c, &event);
        asset_cache_stats(c, &stats);
        test_cache_pause();
    } while (stats.fetched < 50);

    // The wire stands still while this thread asks: however busy the machine is, what counts is
    // the order of the answers.
    const char *name = "tutorial/1";
    __atomic_store_n(&wire.hold, 1, __ATOMIC_RELEASE);
    CHECK_INT(asset_cache_get(c, name, 1), ASSET_CACHE_PENDING);
    asset_cache_poll(c, &event);
    int before = __atomic_load_n(&wire.answers, __ATOMIC_ACQUIRE);
    __atomic_store_n(&wire.hold, 0, __ATOMIC_RELEASE);
    CHECK_INT(test_cache_await(c, name), ASSET_CACHE_OK);
    asset_cache_stats(c, &stats);
    printf("    %s was answer %d after the question\n", name, wire.answer_of_wanted - before);
    CHECK(wire.answer_of_wanted > before && wire.answer_of_wanted <= before + 20);
    CHECK(stats.waiting + stats.in_hand > 500);
    __atomic_store_n(&wire.pause_us, 100, __ATOMIC_RELAXED);

    // Two users of it; it stays as it is until both have given it back.
    CHECK_INT(asset_cache_acquire(c, name, &data), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_acquire(c, name, &again), ASSET_CACHE_OK);
    CHECK(data.bytes == again.bytes);
    asset_cache_release(c, &again);

    CHECK_INT(test_cache_drain(c), ASSET_CACHE_OK);
    asset_cache_stats(c, &stats);
    CHECK_U64(stats.acquired, 1);
    CHECK_U64(stats.fetched, 1000);
    size_t size = test_cache_small_bytes(1, want);
    CHECK(data.size == size && memcmp(data.bytes, want, size) == 0);
    asset_cache_release(c, &data);
    asset_cache_stats(c, &stats);
    CHECK_U64(stats.acquired, 0);
    asset_cache_close(c);
    test_cache_end(&site);
}

// ---- what is done without the lock, seen in the middle of it

// Counts the calls of one cache, and those with the lock held; run is called in the first.
static struct {
    asset_cache *cache;
    void (*run)(asset_cache *c);
    int calls, locked;
} test_cache_inside;

static void test_cache_look_inside(void) {
    asset_cache *c = test_cache_inside.cache;
    void (*run)(asset_cache *c) = test_cache_inside.run;
    if (!c) return;
    test_cache_inside.calls++;
#ifdef _WIN32
    bool free_lock = TryAcquireSRWLockExclusive(&c->lock);
#else
    bool free_lock = pthread_mutex_trylock(&c->lock) == 0;
#endif
    test_cache_inside.locked += !free_lock;
    if (!free_lock) return;
    ac_unlock(&c->lock);
    test_cache_inside.run = NULL;
    if (run) run(c);
}

#ifdef _WIN32
static ptrdiff_t test_cache_pread(int fd, void *to, size_t size, uint64_t offset) {
    test_cache_look_inside();
    return gc_writer_priv_read_at(fd, to, size, offset);
}

static BOOL test_cache_munmap(void *at) {
    test_cache_look_inside();
    return UnmapViewOfFile(at);
}
#else
static ssize_t test_cache_pread(int fd, void *to, size_t size, off_t offset) {
    test_cache_look_inside();
    return pread(fd, to, size, offset);
}

static int test_cache_munmap(void *at, size_t size) {
    test_cache_look_inside();
    return munmap(at, size);
}
#endif

// A whole cache, of which nothing was looked at, and whose next file work `run` interrupts.
static asset_cache *test_cache_open_inside(test_cache_site *site, void (*run)(asset_cache *c)) {
    char index[300];
    asset_cache *c = test_cache_open(site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_close(c);
    snprintf(index, sizeof index, "%s/index", site->cache);
    CHECK_INT(unlink(index), 0);
    c = test_cache_open(site, true);
    test_cache_inside.cache = c;
    test_cache_inside.run = run;
    test_cache_inside.calls = test_cache_inside.locked = 0;
    return c;
}

static void test_cache_check_inside(int calls) {
    CHECK(test_cache_inside.calls >= calls);
    CHECK_INT(test_cache_inside.locked, 0);
    CHECK(test_cache_inside.run == NULL);
    test_cache_inside.cache = NULL;
}

static void test_cache_poll_inside(asset_cache *c) {
    asset_cache_event event;
    while (asset_cache_poll(c, &event)) CHECK_INT(event.type, ASSET_CACHE_READY);
}

// The hash of an acquire, which was asked for by get as well, does not hold up poll, nor does
// unmapping; and then the hash of verify.
static void test_cache_hash_without_lock(void) {
    static const char *const names[3] = { "level/b16.bin", "level/a 17.bin", "level/b14.bin" };
    test_cache_site site;
    asset_cache_data data;
    asset_cache_counts counts;
    char path[600];
    if (!test_cache_begin(&site)) return;
    for (int i = 0; i < 3; i++) {
        asset_cache *c = test_cache_open_inside(&site, test_cache_poll_inside);
        CHECK_INT(asset_cache_get(c, names[i], 0), ASSET_CACHE_PENDING);
        CHECK_INT(asset_cache_acquire(c, names[i], &data), ASSET_CACHE_OK);
        asset_cache_release(c, &data);
        CHECK_INT(test_cache_await(c, names[i]), ASSET_CACHE_OK);
        test_cache_check_inside(2);
        asset_cache_close(c);

        // A damaged one: acquire finds it, and what get has asked for is fetched.
        test_cache_object_path(&site, i < 2 ? 16 + i : 14, path);
        test_cache_flip(path, true, 3);
        c = test_cache_open_inside(&site, NULL);
        test_cache_flip(path, true, 3);
        test_cache_inside.run = test_cache_poll_inside;
        CHECK_INT(asset_cache_get(c, names[i], 0), ASSET_CACHE_PENDING);
        CHECK_INT(asset_cache_acquire(c, names[i], &data), ASSET_CACHE_E_ABSENT);
        CHECK_INT(test_cache_await(c, names[i]), ASSET_CACHE_OK);
        test_cache_check_inside(1);
        asset_cache_close(c);
    }

    asset_cache *c = test_cache_open_inside(&site, test_cache_poll_inside);
    CHECK_INT(asset_cache_verify(c, &counts), ASSET_CACHE_OK);
    CHECK_U64(counts.objects, TEST_CACHE_OBJECTS);
    CHECK_U64(counts.damaged, 0);
    test_cache_check_inside(TEST_CACHE_OBJECTS - 1);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

static void test_cache_update_inside(asset_cache *c) {
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_gc(c, NULL), ASSET_CACHE_OK);
}

// In the middle of an acquire another version becomes the current one, and what it does not
// need goes: the acquired bytes are those of the version before.
static void test_cache_update_in_acquire(void) {
    test_cache_site site;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open_inside(&site, test_cache_update_inside);
    for (int i = 9; i < 58; i++) test_cache_change(&site, i, i == 57 ? 1 : 2);
    test_cache_publish(&site, "");
    CHECK_INT(test_cache_has(c, 17, 1), 1);
    test_cache_check_inside(2);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

static void test_cache_mend_inside(asset_cache *c) {
    int result = asset_cache_get(c, "level/a 17.bin", 0);
    CHECK_INT(result, ASSET_CACHE_PENDING);
    if (result == ASSET_CACHE_PENDING) CHECK_INT(test_cache_await(c, "level/a 17.bin"), ASSET_CACHE_OK);
}

// In the middle of verify, which reads the damaged file, the right one takes its place: that
// stays.
static void test_cache_mend_in_verify(void) {
    test_cache_site site;
    asset_cache_counts counts;
    char path[600];
    if (!test_cache_begin(&site)) return;
    site.count = 18;
    site.version[17] = 1;
    test_cache_publish(&site, "");
    asset_cache *c = test_cache_open_inside(&site, NULL);

    for (int i = 0; i < 17; i++) {
        if (i % 6 == 0) continue;
        test_cache_object_path(&site, i, path);
        CHECK_INT(unlink(path), 0);         // so that 17 is the first that is read
    }

    test_cache_object_path(&site, 17, path);
    test_cache_flip(path, true, 3);
    test_cache_inside.run = test_cache_mend_inside;
    CHECK_INT(asset_cache_verify(c, &counts), ASSET_CACHE_OK);
    CHECK_U64(counts.damaged, 0);
    CHECK_U64(counts.removed, 0);
    test_cache_check_inside(1);
    CHECK_INT(test_cache_has(c, 17, 1), 1);
    asset_cache_close(c);
    test_cache_end(&site);
}

// ---- threads

typedef struct test_cache_reader {
    asset_cache *cache;
    const test_cache_site *site;
    int wrong, right;
    bool *stop;
} test_cache_reader;

static void *test_cache_read_on(void *user) {
    test_cache_reader *reader = (test_cache_reader *)user;
    for (int n = 0; !__atomic_load_n(reader->stop, __ATOMIC_ACQUIRE); n++) {
        int i = n * 7 % 10;
        int has = test_cache_has(reader->cache, i, 1);
        reader->right += has > 0;
        reader->wrong += has < 0;
    }
    return NULL;
}

static void *test_cache_verify_on(void *user) {
    test_cache_reader *reader = (test_cache_reader *)user;
    while (!__atomic_load_n(reader->stop, __ATOMIC_ACQUIRE)) {
        asset_cache_counts counts;
        bool good = asset_cache_verify(reader->cache, &counts) == ASSET_CACHE_OK && counts.damaged == 0;
        reader->wrong += !good;
        reader->right += good && counts.objects > 0;
    }
    return NULL;
}

// Readers and verify on other threads while versions come and go.
static void test_cache_threads(void) {
    test_cache_site site;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    test_cache_reader readers[THREADS];
    bool stop = false;
    if (!test_cache_begin(&site)) return;
    asset_cache *c = test_cache_open(&site, true);

    for (int i = 0; i < THREADS; i++) {
        test_cache_reader reader = { c, &site, 0, 0, &stop };
        readers[i] = reader;
        pthread_create(&threads[i], NULL, i ? test_cache_read_on : test_cache_verify_on, &readers[i]);
    }

    for (int turn = 0; turn < 5; turn++) {
        for (int i = 10; i < site.count; i++) test_cache_change(&site, i, (uint32_t)turn + 2);
        test_cache_publish(&site, "");
        CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
        CHECK_INT(asset_cache_gc(c, NULL), ASSET_CACHE_OK);
    }

    __atomic_store_n(&stop, true, __ATOMIC_RELEASE);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        CHECK_INT(readers[i].wrong, 0);
        CHECK(readers[i].right > 0);
    }
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

static uint32_t test_cache_random(uint64_t *state, uint32_t below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % below;
}

// ---- processes that are killed: TEST_CACHE_KILLS of them, or 50

#ifdef _WIN32
enum { TEST_CACHE_PROCESSES = 4, TEST_CACHE_GETS = 100 };
#else
enum { TEST_CACHE_PROCESSES = 8, TEST_CACHE_GETS = 1000 };
#endif

// What the processes tell; their memory is shared.
typedef struct test_cache_tally {
    uint32_t gets[TEST_CACHE_PROCESSES], wrong, failed;
} test_cache_tally;

// One get, until its bytes were seen: another process may remove the object in between.
static void test_cache_get_one(asset_cache *c, test_cache_tally *tally, int i) {
    char name[64];
    test_cache_name(name, i);
    for (int turn = 0; turn < 100; turn++) {
        int result = asset_cache_get(c, name, 0);
        if (result == ASSET_CACHE_PENDING) result = test_cache_await(c, name);
        int has = test_cache_has(c, i, 1);
        if (has < 0) __atomic_add_fetch(&tally->wrong, 1, __ATOMIC_RELAXED);
        if (has != 0) return;
    }
    __atomic_add_fetch(&tally->failed, 1, __ATOMIC_RELAXED);
}

// A file of the right size and other bytes takes an object's place. Nobody may fetch it then:
// what has just been published is not read again before it is believed.
static void test_cache_spoil(asset_cache *c, const test_cache_site *site, int i, int k) {
    char path[600], spoilt[600], name[64];
    test_cache_name(name, i);
    uint64_t byte = ac_object_byte(&c->objects[ac_find_asset(c->current, name)->object]);
    if (!ac_lock_byte(c, byte, AC_ALONE)) return;
    size_t size;
    uint8_t *bytes = test_cache_bytes(i, 1, &size);
    if (size) bytes[size / 2] ^= 1;
    snprintf(name, sizeof name, "spoilt%d", k);
    snprintf(spoilt, sizeof spoilt, "%s/%s", site->folder, name);
    test_cache_object_path(site, i, path);
    if (test_cache_write(site->folder, name, bytes, size)) rename(spoilt, path);
    free(bytes);
    ac_lock_byte(c, byte, AC_UNLOCK);
}

// A process: gets of any assets, and now and then an object is removed or spoilt, so that there
// is something to fetch.
static void test_cache_process(const test_cache_site *site, test_cache_tally *tally, int k, uint64_t seed) {
    while (tally->gets[k] < TEST_CACHE_GETS) {
        asset_cache_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.folder = site->cache;
        desc.origin = site->url;
        asset_cache *c = asset_cache_open(&desc, NULL);

        bool good = c && test_cache_update(c, ASSET_CACHE_ON_DEMAND) == ASSET_CACHE_OK;
        if (!good) __atomic_add_fetch(&tally->failed, 1, __ATOMIC_RELAXED);

        for (int n = 0; good && n < 100; n++) {
            int i = (int)test_cache_random(&seed, 58);
            char path[600];
            test_cache_get_one(c, tally, i);
            test_cache_object_path(site, i, path);
            if (n % 20 == 0) unlink(path);
            if (n % 20 == 10) test_cache_spoil(c, site, i, k);
            tally->gets[k]++;
        }
        asset_cache_close(c);
        if (!good) break;
    }
    _exit(tally->wrong || tally->failed);
}

#ifndef _WIN32
static int test_cache_kills(void) {
    const char *text = getenv("TEST_CACHE_KILLS");
    return text ? atoi(text) : 50;
}

static pid_t test_cache_fork(const test_cache_site *site, test_cache_tally *tally, int k, uint64_t seed) {
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) test_cache_process(site, tally, k, seed);
    return pid;
}

// Eight processes in one folder, which are killed at random and begin again.
static void test_cache_crowd(void) {
    test_cache_site site;
    if (!test_cache_begin_fast(&site)) return;
    void *memory = mmap(NULL, sizeof(test_cache_tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                        -1, 0);
    if (!CHECK(memory != MAP_FAILED)) return;
    test_cache_tally *tally = (test_cache_tally *)memory;
    pid_t pids[TEST_CACHE_PROCESSES];
    uint64_t seed = 22;
    for (int k = 0; k < TEST_CACHE_PROCESSES; k++) {
        pids[k] = test_cache_fork(&site, tally, k, (uint64_t)k + 1);
    }

    int killed = 0;
    for (int n = 0; n < test_cache_kills(); n++) {
        test_cache_sleep_us(test_cache_random(&seed, 10000));
        int k = (int)test_cache_random(&seed, TEST_CACHE_PROCESSES), status;
        kill(pids[k], SIGKILL);
        CHECK_INT(waitpid(pids[k], &status, 0), pids[k]);
        killed += WIFSIGNALED(status);
        pids[k] = test_cache_fork(&site, tally, k, (uint64_t)n + 100);
    }

    for (int k = 0; k < TEST_CACHE_PROCESSES; k++) {
        int status;
        CHECK_INT(waitpid(pids[k], &status, 0), pids[k]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        CHECK(tally->gets[k] >= TEST_CACHE_GETS);
    }
    CHECK(killed > 0);
    CHECK_INT(tally->wrong, 0);
    CHECK_INT(tally->failed, 0);

    // No lock is left: who removes must be alone.
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(asset_cache_gc(c, NULL), ASSET_CACHE_OK);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    munmap(memory, sizeof(test_cache_tally));
    test_cache_end(&site);
}

// How many objects the folder has that are whole: their names are hashes.
static int test_cache_objects(const test_cache_site *site) {
    char path[600];
    int objects = 0;
    snprintf(path, sizeof path, "%s/objects", site->cache);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
        objects += strlen(entry->d_name) == 64;
    }
    if (folder) closedir(folder);
    return objects;
}

// A process updates to version `to`, whose assets from 9 to 39 are others, and is killed on the
// way, so long after its begin, and when so many assets are stored; 0, 0: it is not. Returns
// how long it has lived.
static uint32_t test_cache_kill_update(test_cache_site *site, uint32_t to, uint32_t after_us, int stored) {
    for (int i = 9; i < 40; i++) test_cache_change(site, i, to);
    test_cache_publish(site, "");
    fflush(stdout);

    uint64_t begun = ac_now_ns();
    pid_t pid = fork();
    if (pid == 0) {
        asset_cache_desc desc;
        memset(&desc, 0, sizeof desc);
        desc.folder = site->cache;
        desc.origin = site->url;
        asset_cache *c = asset_cache_open(&desc, NULL);
        if (c && test_cache_update(c, 0) == ASSET_CACHE_OK) asset_cache_close(c);
        _exit(0);
    }

    test_cache_sleep_us(after_us);
    int status, ended = 0;
    while (!ended && test_cache_objects(site) < stored) ended = waitpid(pid, &status, WNOHANG);
    if (after_us && !ended) kill(pid, SIGKILL);
    CHECK(ended == pid || waitpid(pid, &status, 0) == pid);
    return (uint32_t)((ac_now_ns() - begun) / 1000);
}

// Killed in an update: the old version stands, or the new one, whole.
static void test_cache_kill_updates(void) {
    test_cache_site site;
    if (!test_cache_begin_fast(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_close(c);

    // How long does one take that is not killed?
    uint64_t seed = 7;
    uint32_t length_us = test_cache_kill_update(&site, 2, 0, 0), stands = 2, switched = 0;
    for (int n = 0; n < test_cache_kills(); n++) {
        uint32_t to = (uint32_t)n + 3;
        test_cache_kill_update(&site, to, 1 + test_cache_random(&seed, length_us), 0);

        c = test_cache_open(&site, false);
        if (test_cache_has(c, 9, to) == 1) {
            stands = to;
            switched++;
            length_us -= length_us / 4;     // the first one may have been slower than those that follow
        }

        int right = 0;
        for (int i = 0; i < 58; i++) right += test_cache_has(c, i, i > 8 && i < 40 ? stands : 1) == 1;
        CHECK_INT(right, 58);
        CHECK_INT(asset_cache_gc(c, NULL), ASSET_CACHE_OK);
        asset_cache_close(c);
    }
    CHECK(switched < (uint32_t)test_cache_kills());
    printf("    %u of %d kills in an update of %.1f ms came after the switch\n", switched,
           test_cache_kills(), length_us / 1e3);
    test_cache_end(&site);
}

// Killed in its first start, at 20 moments: what has come is given out without the origin, and
// is not fetched again.
static void test_cache_kill_first(void) {
    enum { MOMENTS = 20 };
    test_cache_site site;
    int middle = 0, all = 0;
    if (!test_cache_begin_fast(&site)) return;
    for (int n = 0; n < MOMENTS; n++) {
        test_files_remove(site.cache);
        test_cache_kill_update(&site, 2, 1, 58 * n / MOMENTS);
        int stored = access(site.cache, F_OK) == 0 ? test_cache_count_stored(&site) : 0;
        middle += stored > 0 && stored < 58;
        all += stored;

        asset_cache *c = test_cache_open(&site, true);
        CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
        CHECK_INT(test_cache_count(c, &site), 58);
        CHECK(test_cache_requests(c) <= (uint64_t)(58 - stored) + 1);
        asset_cache_close(c);
    }

    CHECK(middle > 0);
    printf("    %d of %d kills in its middle, after %d assets on average\n", middle, MOMENTS, all / MOMENTS);
    test_cache_end(&site);
}

#else // no fork
// This program once more, in which every test is left out but test_cache_crowd, which is
// test_cache_process there.
static const char *test_cache_case(size_t i);
static HANDLE test_cache_spawn(const test_cache_site *site) {
    static char line[16000], path[MAX_PATH];
    SECURITY_ATTRIBUTES inherited = { sizeof inherited, NULL, TRUE };
    STARTUPINFOA start;
    PROCESS_INFORMATION process;

    GetModuleFileNameA(NULL, path, sizeof path);
    size_t at = (size_t)snprintf(line, sizeof line, "\"%s\"", path);
    for (size_t i = 0; test_cache_case(i); i++) {
        const char *name = test_cache_case(i);
        if (strcmp(name, test_name) == 0) continue;
        at += (size_t)snprintf(line + at, sizeof line - at, " %s -", name);
    }

    memset(&start, 0, sizeof start);
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESTDHANDLES;
    start.hStdOutput = start.hStdError = start.hStdInput =
        CreateFileA("NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
                    OPEN_EXISTING, 0, NULL);
    SetEnvironmentVariableA("TEST_CACHE_CHILD", site->folder);
    bool good = CreateProcessA(path, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &process);
    SetEnvironmentVariableA("TEST_CACHE_CHILD", NULL);
    CloseHandle(start.hStdOutput);
    if (!CHECK(good)) return NULL;
    CloseHandle(process.hThread);
    return process.hProcess;
}

// Its exit status.
static DWORD test_cache_reap(HANDLE process) {
    DWORD status = 1;
    CHECK_INT(WaitForSingleObject(process, 120000), WAIT_OBJECT_0);
    GetExitCodeProcess(process, &status);
    CloseHandle(process);
    return status;
}

// Four processes in one folder, which are killed at random and begin again.
static void test_cache_crowd(void) {
    enum { KILLED = 77, KILLS = 8 };
    test_cache_site site;
    static test_cache_tally tally;
    HANDLE processes[TEST_CACHE_PROCESSES];
    uint64_t seed = 22;
    int killed = 0;
    const char *folder = getenv("TEST_CACHE_CHILD");
    if (folder) {
        test_cache_name_site(&site, folder);
        test_cache_process(&site, &tally, 0, GetCurrentProcessId());
    }

    if (!test_cache_begin_fast(&site)) return;
    for (int k = 0; k < TEST_CACHE_PROCESSES; k++) processes[k] = test_cache_spawn(&site);
    for (int n = 0; n < KILLS; n++) {
        test_cache_sleep_us(test_cache_random(&seed, 250000));
        int k = (int)test_cache_random(&seed, TEST_CACHE_PROCESSES);
        TerminateProcess(processes[k], KILLED);
        killed += test_cache_reap(processes[k]) == KILLED;
        processes[k] = test_cache_spawn(&site);
    }
    for (int k = 0; k < TEST_CACHE_PROCESSES; k++) CHECK_INT(test_cache_reap(processes[k]), 0);
    CHECK(killed > 0);

    // No lock is left: who removes must be alone.
    asset_cache *c = test_cache_open(&site, true);
    CHECK_INT(asset_cache_gc(c, NULL), ASSET_CACHE_OK);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

static void test_cache_kill_updates(void) { TEST_CACHE_ABSENT("written for fork"); }
static void test_cache_kill_first(void) { TEST_CACHE_ABSENT("written for fork"); }
static void test_cache_quota_kills(void) { TEST_CACHE_ABSENT("written for fork"); }
#endif

// ---- signed manifests

static void test_cache_public_key(char hex[65], int key) {
    uint8_t secret[32] = { (uint8_t)key }, public_key[32];
    signer_public_key(secret, public_key);
    signer_hex(hex, public_key, 32);
}

// A cache that trusts two keys, a site whose manifest the first has signed.
static asset_cache *test_cache_open_signed(test_cache_site *site) {
    asset_cache_desc desc;
    char keys[140], hex[65];
    memset(&desc, 0, sizeof desc);
    test_cache_public_key(keys, 1);
    test_cache_public_key(hex, 2);
    snprintf(keys + 64, sizeof keys - 64, ", %s", hex);
    desc.origin = site->url;
    desc.keys = keys;
    return test_cache_open_with(site, desc);
}

static bool test_cache_begin_signed(test_cache_site *site) {
    if (!test_cache_begin_fast(site)) return false;
    site->number = 5;
    site->expires = 86400;
    site->key = 1;
    test_cache_publish(site, "");
    return true;
}

// An update that fails with this result, and this word at the begin of its detail.
static void test_cache_refuses(asset_cache *c, int flags, int want, const char *word) {
    asset_cache_event event;
    CHECK_INT(asset_cache_update(c, flags), ASSET_CACHE_OK);
    do {
        if (!CHECK(asset_cache_wait(c, &event, 20000))) return;
    } while (event.type != ASSET_CACHE_UPDATED && event.type != ASSET_CACHE_NOT_UPDATED);
    CHECK_INT(event.type, ASSET_CACHE_NOT_UPDATED);
    CHECK_INT(event.result, want);
    if (!CHECK(strncmp(event.detail, word, strlen(word)) == 0)) printf("    %s\n", event.detail);
}

// Each known attack on updates has a text of its own, and what was there stays.
static void test_cache_attacks(void) {
    test_cache_site site;
    if (!test_cache_begin_signed(&site)) return;
    asset_cache *c = test_cache_open_signed(&site);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    test_cache_change(&site, 10, 2);
    site.version[10] = 1;       // what the cache has

    // Rollback, and a lower number by force: signed all the same.
    site.number = 4;
    test_cache_publish(&site, "");
    test_cache_refuses(c, 0, ASSET_CACHE_E_OLDER, "rollback: its number is 4, and the current one's 5");

    // Wrong key; no signature; a signature that is not the last line.
    site.number = 6;
    site.key = 3;
    test_cache_publish(&site, "");
    test_cache_refuses(c, 0, ASSET_CACHE_E_SIGNATURE, "wrong key");
    site.key = 0;
    test_cache_publish(&site, "");
    test_cache_refuses(c, 0, ASSET_CACHE_E_SIGNATURE, "not signed");
    test_cache_refuses(c, ASSET_CACHE_FORCE, ASSET_CACHE_E_SIGNATURE, "not signed");
    site.key = 1;
    site.number = 0;
    test_cache_publish(&site, "");
    test_cache_refuses(c, 0, ASSET_CACHE_E_SIGNATURE, "signed, but without a number");

    // Freeze: an old one for ever.
    site.number = 6;
    site.expires = -86400;
    test_cache_publish(&site, "");
    test_cache_refuses(c, 0, ASSET_CACHE_E_EXPIRED, "freeze: number 6 has expired 1.0 days ago");
    test_cache_refuses(c, ASSET_CACHE_FORCE, ASSET_CACHE_E_EXPIRED, "freeze");

    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Mix and match: another manifest's signature, another version's asset.
static void test_cache_mixes(void) {
    test_cache_site site;
    static char line[SIGNER_LINE + 1];
    size_t size;
    if (!test_cache_begin_signed(&site)) return;
    asset_cache *c = test_cache_open_signed(&site);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    char *text = (char *)test_cache_read(site.origin, "manifest.txt", &size);
    memcpy(line, text + size - SIGNER_LINE, SIGNER_LINE);
    free(text);

    site.key = 0;
    site.number = 6;
    test_cache_publish(&site, line);
    test_cache_refuses(c, 0, ASSET_CACHE_E_SIGNATURE, "mix and match");

    // The right list, and what it lists from before.
    test_cache_change(&site, 14, 2);
    site.key = 1;
    test_cache_publish(&site, "");
    test_cache_change(&site, 14, 1);
    test_cache_refuses(c, 0, ASSET_CACHE_E_INCOMPLETE, "level/b14.bin: wrong SHA-256");
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

// A manifest, and an asset, that never end.
static void test_cache_endless(void) {
    test_cache_site site;
    asset_cache_desc desc;
    if (!test_cache_begin_signed(&site)) return;
    memset(&desc, 0, sizeof desc);
    desc.origin = site.url;
    desc.max_manifest = 1000;
    asset_cache *c = test_cache_open_with(&site, desc);
    test_cache_refuses(c, 0, ASSET_CACHE_E_FETCH, "endless data: over 1000 bytes");
    asset_cache_close(c);

    static uint8_t longer[6000];
    CHECK(test_cache_write(site.origin, "level/b26.bin", longer, sizeof longer));
    c = test_cache_open_signed(&site);
    test_cache_refuses(c, 0, ASSET_CACHE_E_INCOMPLETE, "level/b26.bin: wrong size");
    CHECK_INT(test_cache_count(c, &site), 57);
    asset_cache_close(c);
    test_cache_end(&site);
}

// What was taken stays for ever: offline, and beside an origin that stands still. That is told,
// after what was missing has come.
static void test_cache_expires(void) {
    test_cache_site site;
    char path[600];
    asset_cache_statistics stats;
    if (!test_cache_begin_signed(&site)) return;
    asset_cache *c = test_cache_open_signed(&site);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_stats(c, &stats);
    CHECK(stats.expires > stats.made);
    asset_cache_close(c);

    // The same manifest, as if a day and more had gone by: its own text is what was taken.
    site.expires = -1000;
    test_cache_publish(&site, "");
    size_t size;
    uint8_t *text = test_cache_read(site.origin, "manifest.txt", &size);
    CHECK(test_cache_write(site.cache, "manifest", text, size));
    free(text);
    snprintf(path, sizeof path, "%s/objects", site.cache);
    c = test_cache_open_signed(&site);
    CHECK_INT(test_cache_count(c, &site), 58);
    const ac_asset *a = ac_find_asset(c->current, "level/b16.bin");
    char hex[65];
    ac_print_hex(hex, c->objects[a->object].sha256);
    snprintf(path, sizeof path, "%s/objects/%s", site.cache, hex);
    CHECK_INT(unlink(path), 0);
    test_cache_refuses(c, 0, ASSET_CACHE_E_EXPIRED, "freeze: number 5 has expired 0.0 days ago");
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);

    // A clock that is before the manifest's date: nothing is refused.
    site.number = 6;
    site.expires = 400 * 86400;
    test_cache_publish(&site, "");
    c = test_cache_open_signed(&site);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_close(c);
    test_cache_end(&site);
}

// The keys change: a manifest that both have signed, then the second alone. A partial version
// that was signed is not gone back behind.
static void test_cache_new_key(void) {
    test_cache_site site;
    char line[SIGNER_LINE + 1], path[600];
    if (!test_cache_begin_signed(&site)) return;
    snprintf(path, sizeof path, "%s/level/b16.bin", site.origin);
    CHECK_INT(unlink(path), 0);
    asset_cache *c = test_cache_open_signed(&site);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_E_INCOMPLETE);
    site.number = 4;
    test_cache_publish(&site, "");
    test_cache_refuses(c, 0, ASSET_CACHE_E_OLDER, "rollback");
    test_cache_change(&site, 16, 1);

    // A line of a key that nobody knows follows the one that counts.
    uint8_t secret[32] = { 9 }, other[32] = { 0 };
    signer_line(secret, other, line);
    site.number = 6;
    site.key = 2;
    test_cache_publish(&site, "# a comment\n");
    size_t size;
    char hex[65], *text = (char *)test_cache_read(site.origin, "manifest.txt", &size);
    memcpy(text + size, line, SIGNER_LINE);
    char *below = strchr(text, '\n') + 1;
    test_cache_hex(hex, below, size + SIGNER_LINE - (size_t)(below - text));
    memcpy(below - 65, hex, 64);
    CHECK(test_cache_write(site.origin, "manifest.txt", text, size + SIGNER_LINE));
    free(text);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Is a manifest taken, by what an update asks of it?
static bool test_cache_takes(asset_cache *c, const char *text, size_t size) {
    char why[160], *source = (char *)malloc(size + 1);
    memcpy(source, text, size);
    source[size] = 0;
    ac_version *v = ac_begin_version(source, NULL, size);
    bool taken = v && ac_read_version(c, v, UINT64_MAX) == ASSET_CACHE_OK && ac_is_signed(c, v, why);
    ac_free_version(v);
    return taken;
}

// A signed manifest of three assets, with each bit turned, and cut at each place.
static void test_cache_turned_bits(void) {
    test_cache_site site;
    size_t size;
    if (!test_cache_begin_signed(&site)) return;
    site.count = 3;
    test_cache_publish(&site, "");
    asset_cache *c = test_cache_open_signed(&site);
    char *text = (char *)test_cache_read(site.origin, "manifest.txt", &size);
    CHECK(test_cache_takes(c, text, size));
    for (size_t bit = 0; bit < size * 8; bit++) {
        text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
        if (!CHECK(!test_cache_takes(c, text, size))) printf("    bit %zu of byte %zu\n", bit % 8, bit / 8);
        text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
    }
    for (size_t n = 0; n < size; n++) CHECK(!test_cache_takes(c, text, n));
    free(text);
    asset_cache_close(c);
    test_cache_end(&site);
}

// ---- before the first byte, and live

// What is missing of all, of some names, and with a base; nothing is fetched before it may.
static void test_cache_asks(void) {
    static const char *const some[] = { "tutorial/", "level/a15.bin", "level/a 15.bin", NULL };
    static const char *const begins[] = { "tutorial", NULL };
    static const char *const known[] = { "level/a 57.bin", "tutorial/a 03.bin", NULL };
    test_cache_site site;
    test_cache_wire wire;
    asset_cache_event event;
    asset_cache_missing missing;
    asset_cache_statistics stats;
    if (!test_cache_begin_fast(&site)) return;
    asset_cache *c = test_cache_open_wire(&site, &wire, 4, 10);
    asset_cache_cancel(c);
    CHECK_INT(test_cache_drain(c), ASSET_CACHE_E_CANCELLED);
    CHECK_INT(asset_cache_get_missing(c, NULL, &missing), ASSET_CACHE_E_NOT_FOUND);

    CHECK_INT(asset_cache_update(c, ASSET_CACHE_PAUSED), ASSET_CACHE_OK);
    memset(&event, 0, sizeof event);
    CHECK(asset_cache_wait(c, &event, 20000));
    CHECK_INT(event.type, ASSET_CACHE_ASKS);
    CHECK(!asset_cache_wait(c, &event, -1));            // and nothing goes on
    asset_cache_stats(c, &stats);
    CHECK(stats.paused && stats.updating);
    CHECK_U64(stats.fetched + stats.in_hand, 0);

    // By a model: each object once.
    uint64_t bytes = 0;
    uint32_t empty = 0;
    for (int i = 0; i < 57; i++) {
        bytes += test_cache_size(i, 1);
        empty += test_cache_size(i, 1) == 0;
    }
    CHECK_INT(asset_cache_get_missing(c, NULL, &missing), ASSET_CACHE_OK);
    CHECK_INT(missing.assets, 58);
    CHECK_INT(missing.files, TEST_CACHE_OBJECTS);
    CHECK_INT(missing.files, 57 - empty + 1);
    CHECK_U64(missing.bytes, bytes);
    CHECK_INT(asset_cache_get_missing(c, some, &missing), ASSET_CACHE_E_NOT_FOUND);
    CHECK_INT(missing.assets, 11);
    CHECK_INT(asset_cache_get_missing(c, begins, &missing), ASSET_CACHE_E_NOT_FOUND);
    CHECK_INT(missing.assets, 0);
    CHECK_INT(asset_cache_get_missing(c, known, &missing), ASSET_CACHE_OK);
    CHECK_INT(missing.assets, 2);
    CHECK_INT(missing.files, 1);                        // they are one object
    CHECK_U64(missing.bytes, test_cache_size(3, 1));

    asset_cache_pause(c, false);
    CHECK_INT(test_cache_drain(c), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_get_missing(c, NULL, &missing), ASSET_CACHE_OK);
    CHECK_INT(missing.assets + missing.files, 0);
    CHECK_INT(test_cache_count(c, &site), 58);

    // Nothing is missing: nothing is asked.
    CHECK_INT(test_cache_update(c, ASSET_CACHE_PAUSED), ASSET_CACHE_OK);
    asset_cache_close(c);
    test_cache_end(&site);
}

// The base has all but what has changed since.
static void test_cache_asks_base(void) {
    test_cache_site site;
    char base[256];
    asset_cache_desc desc;
    asset_cache_event event;
    asset_cache_missing missing;
    if (!test_cache_begin_fast(&site)) return;
    snprintf(base, sizeof base, "%s", site.origin);
    snprintf(site.origin, sizeof site.origin, "%s/newer", site.folder);
    snprintf(site.url, sizeof site.url, TEST_CACHE_URL, site.origin);
    CHECK_INT(mkdir(site.origin, 0777), 0);
    for (int i = 15; i < 18; i++) site.version[i] = 2;
    test_cache_publish(&site, "");

    memset(&desc, 0, sizeof desc);
    desc.base = base;
    desc.origin = site.url;
    asset_cache *c = test_cache_open_with(&site, desc);
    CHECK_INT(asset_cache_get_missing(c, NULL, &missing), ASSET_CACHE_OK);     // of the base's version
    CHECK_INT(missing.files, 0);
    CHECK_INT(asset_cache_update(c, ASSET_CACHE_PAUSED), ASSET_CACHE_OK);
    CHECK(asset_cache_wait(c, &event, 20000));
    CHECK_INT(event.type, ASSET_CACHE_ASKS);
    CHECK_INT(asset_cache_get_missing(c, NULL, &missing), ASSET_CACHE_OK);
    CHECK_INT(missing.files, 3);
    CHECK_U64(missing.bytes, test_cache_size(15, 2) + test_cache_size(16, 2) + test_cache_size(17, 2));
    asset_cache_close(c);
    test_cache_end(&site);
}

static void test_cache_settle(asset_cache *c, int turns) {
    asset_cache_event event;
    for (int turn = 0; turn < turns; turn++) {
        while (asset_cache_poll(c, &event)) {}
        test_cache_pause();
    }
}

// Paused in its midst: what get asks for comes, and nothing else does; then it goes on.
static void test_cache_pauses(void) {
    test_cache_site site;
    test_cache_wire wire;
    asset_cache_statistics stats;
    if (!test_cache_begin_fast(&site)) return;
    asset_cache *c = test_cache_open_wire(&site, &wire, 4, 500);
    do {
        test_cache_settle(c, 1);
        asset_cache_stats(c, &stats);
    } while (stats.fetched < 5);
    asset_cache_pause(c, true);
    test_cache_settle(c, 300);                          // what was on the wire has come
    asset_cache_stats(c, &stats);
    uint64_t before = stats.fetched;
    CHECK(before < 40 && stats.updating && stats.paused);

    int wanted = 57;
    while (test_cache_has(c, wanted, 1)) wanted--;
    char name[64];
    test_cache_name(name, wanted);
    CHECK_INT(asset_cache_get(c, name, 1), ASSET_CACHE_PENDING);
    CHECK_INT(test_cache_await(c, name), ASSET_CACHE_OK);
    test_cache_settle(c, 100);
    asset_cache_stats(c, &stats);
    CHECK_U64(stats.fetched, before + 1);

    asset_cache_pause(c, false);
    CHECK_INT(test_cache_drain(c), ASSET_CACHE_OK);
    CHECK_INT(test_cache_count(c, &site), 58);
    asset_cache_close(c);
    test_cache_end(&site);
}

// Cancelled in its midst: what was asked for comes all the same, what has come stays, and the
// next update fetches the rest alone.
static void test_cache_cancels(void) {
    test_cache_site site;
    test_cache_wire wire;
    asset_cache_statistics stats;
    if (!test_cache_begin_fast(&site)) return;
    asset_cache *c = test_cache_open_wire(&site, &wire, 4, 500);
    do {
        test_cache_settle(c, 1);
        asset_cache_stats(c, &stats);
    } while (stats.fetched < 5);
    int wanted = 57;
    while (test_cache_has(c, wanted, 1)) wanted--;
    char name[64];
    test_cache_name(name, wanted);
    CHECK_INT(asset_cache_get(c, name, 1), ASSET_CACHE_PENDING);
    asset_cache_cancel(c);
    CHECK_INT(test_cache_await(c, name), ASSET_CACHE_OK);
    test_cache_settle(c, 300);
    asset_cache_stats(c, &stats);
    CHECK(!stats.updating && stats.partial && stats.in_hand == 0 && stats.waiting == 0);
    CHECK(stats.fetched < 40);
    uint64_t before = stats.fetched;
    int there = test_cache_count(c, &site);
    CHECK(there >= (int)before);

    asset_cache_cancel(c);                              // there is none: nothing happens
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_stats(c, &stats);
    CHECK_U64(stats.fetched, TEST_CACHE_OBJECTS);
    CHECK_INT(test_cache_count(c, &site), 58);

    // One whose manifest is on its way, and a new one at once: the old one's end is not its.
    __atomic_store_n(&wire.hold, 1, __ATOMIC_RELEASE);
    CHECK_INT(asset_cache_update(c, 0), ASSET_CACHE_OK);
    asset_cache_cancel(c);
    CHECK_INT(asset_cache_update(c, 0), ASSET_CACHE_OK);
    __atomic_store_n(&wire.hold, 0, __ATOMIC_RELEASE);
    CHECK_INT(test_cache_drain(c), ASSET_CACHE_E_CANCELLED);
    CHECK_INT(test_cache_drain(c), ASSET_CACHE_OK);
    asset_cache_close(c);
    test_cache_end(&site);
}

// In the background a quarter of the transfers are the update's.
static void test_cache_background(void) {
    test_cache_site site;
    test_cache_wire wire;
    asset_cache_statistics stats;
    uint32_t most[2] = { 0, 0 };

    for (int background = 0; background < 2; background++) {
        if (!test_cache_begin_fast(&site)) return;
        asset_cache *c = test_cache_open_wire(&site, &wire, 8, 300);
        asset_cache_set_background(c, background);
        do {
            test_cache_settle(c, 1);
            asset_cache_stats(c, &stats);
            if (stats.in_hand > most[background]) most[background] = stats.in_hand;
        } while (stats.updating);
        CHECK_INT(test_cache_count(c, &site), 58);
        asset_cache_close(c);
        test_cache_end(&site);
    }
    CHECK_INT(most[1], 2);
    CHECK(most[0] > 4);
}

// A limit reaches gc_fetch, also the one that is opened when a removed folder is made again.
static void test_cache_rate_limit(void) {
    test_cache_site site;
    if (!test_cache_begin_fast(&site)) return;
    asset_cache *c = test_cache_open(&site, true);
    CHECK_U64(c->fetch->rate_limit, 0);
    asset_cache_set_rate_limit(c, 12345);
    CHECK_U64(c->fetch->rate_limit, 12345);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);

#ifdef _WIN32
    TEST_CACHE_ABSENT("a folder in use is not removed: opened anew by hand");
    ac_lock(&c->lock);
    ac_reopen(c);
    ac_unlock(&c->lock);
#else
    test_files_remove(site.cache);
    test_cache_settle(c, 3);
#endif
    CHECK(c->requests > 0);                             // those of the one that was closed
    CHECK_U64(c->fetch->rate_limit, 12345);
    asset_cache_set_rate_limit(c, 0);
    CHECK_U64(c->fetch->rate_limit, 0);
    asset_cache_close(c);
    test_cache_end(&site);
}

// ---- the quota

enum { TEST_CACHE_QUOTA = 1000000 };

// Bytes and number of the objects in the folder.
static uint64_t test_cache_stored(const test_cache_site *site, int *count) {
    char path[300];
    uint64_t bytes = 0;
    snprintf(path, sizeof path, "%s/objects", site->cache);
    DIR *dir = opendir(path);
    *count = 0;
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        struct stat info;
        char file[600];
        snprintf(file, sizeof file, "%s/%.200s", path, entry->d_name);
        if (strlen(entry->d_name) != 64) continue;      // what is cut is beside the quota
        if (stat(file, &info) != 0 || !S_ISREG(info.st_mode)) continue;
        bytes += (uint64_t)info.st_size;
        ++*count;
    }
    if (dir) closedir(dir);
    return bytes;
}

static asset_cache *test_cache_open_quota(const test_cache_site *site, uint64_t quota) {
    asset_cache_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.origin = site->url;
    desc.quota = quota;
    return test_cache_open_with(site, desc);
}

// Asks for asset i until it is there, and acquires it. E_QUOTA and others are returned.
static int test_cache_take(asset_cache *c, int i, asset_cache_data *data) {
    char name[64];
    test_cache_name(name, i);
    int result = asset_cache_get(c, name, 1);
    if (result == ASSET_CACHE_PENDING) result = test_cache_await(c, name);
    return result == ASSET_CACHE_OK ? asset_cache_acquire(c, name, data) : result;
}

// A walk at random over 5 MB with a quota of 1 MB: what is acquired or pinned stays, and the
// folder is never over.
static void test_cache_quota_walk(void) {
    test_cache_site site;
    asset_cache_data held[3];
    asset_cache_statistics stats;
    int holds[3] = { -1, -1, -1 }, count;
    uint64_t random = test_seed;
    if (!test_cache_begin_fast(&site)) return;
    asset_cache *c = test_cache_open_quota(&site, TEST_CACHE_QUOTA);
    CHECK_INT(test_cache_update(c, ASSET_CACHE_ON_DEMAND), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_pin(c, "tutorial/", true), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_pin(c, "level/b14.bin", true), ASSET_CACHE_OK);
    memset(held, 0, sizeof held);
    for (int i = 0; i < 5; i++) {
        CHECK_INT(test_cache_take(c, i, &held[0]), ASSET_CACHE_OK);
        asset_cache_release(c, &held[0]);
    }

    for (int step = 0; step < 500; step++) {
        int slot = (int)test_cache_random(&random, 3), i = (int)test_cache_random(&random, 58);
        asset_cache_release(c, &held[slot]);
        holds[slot] = -1;
        int result = test_cache_take(c, i, &held[slot]);
        if (!CHECK(result == ASSET_CACHE_OK || result == ASSET_CACHE_E_QUOTA)) break;
        if (result == ASSET_CACHE_OK) holds[slot] = i;

        uint64_t bytes = test_cache_stored(&site, &count);
        asset_cache_stats(c, &stats);
        CHECK(bytes <= TEST_CACHE_QUOTA);
        CHECK_U64(stats.stored_bytes, bytes);
        for (int n = 0; n < 3; n++) {
            if (holds[n] >= 0) CHECK(test_cache_is_stored(&site, holds[n]));
        }
    }

    // What is pinned is there.
    for (int i = 0; i < 5; i++) CHECK_INT(test_cache_has(c, i, 1), 1);
    for (int n = 0; n < 3; n++) asset_cache_release(c, &held[n]);
    asset_cache_close(c);
    test_cache_end(&site);
}

#ifndef _WIN32
// The walk in a process of its own, which is killed: then and afterwards nothing is over, and
// what is given out is right.
static void test_cache_quota_kills(void) {
    test_cache_site site;
    int count, most = 0;
    if (!test_cache_begin_fast(&site)) return;
    for (uint32_t n = 0; n < 20; n++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            asset_cache *c = test_cache_open_quota(&site, TEST_CACHE_QUOTA);
            uint64_t random = test_seed + n;
            asset_cache_data data;
            asset_cache_update(c, ASSET_CACHE_ON_DEMAND);
            test_cache_drain(c);
            for (;;) {
                int i = (int)test_cache_random(&random, 58);
                if (test_cache_take(c, i, &data) != ASSET_CACHE_OK) _exit(1);
                asset_cache_release(c, &data);
            }
        }
        test_cache_sleep_us(20000 + n * 5000);
        CHECK_INT(kill(child, SIGKILL), 0);
        CHECK(waitpid(child, &count, 0) == child && WIFSIGNALED(count));

        CHECK(test_cache_stored(&site, &count) <= TEST_CACHE_QUOTA);
        asset_cache *c = test_cache_open_quota(&site, TEST_CACHE_QUOTA);
        int there = test_cache_count(c, &site);
        most = there > most ? there : most;
        asset_cache_close(c);
    }
    CHECK(most > 10);
    test_cache_end(&site);
}

#endif

// In order: those that were used least recently go, one after the other, also after a restart.
static void test_cache_quota_order(void) {
    static const int order[4] = { 16, 22, 28, 34 };     // 70,001 bytes each
    test_cache_site site;
    asset_cache_data data;
    int count;
    if (!test_cache_begin_fast(&site)) return;
    asset_cache *c = test_cache_open_quota(&site, 4 * 70001 + 100);
    CHECK_INT(test_cache_update(c, ASSET_CACHE_ON_DEMAND), ASSET_CACHE_OK);
    for (int i = 0; i < 4; i++) {
        CHECK_INT(test_cache_take(c, order[i], &data), ASSET_CACHE_OK);
        asset_cache_release(c, &data);
    }
    CHECK_INT(test_cache_has(c, 16, 1), 1);             // so 22 is the oldest now, and goes
    CHECK_INT(test_cache_take(c, 52, &data), ASSET_CACHE_OK);
    asset_cache_release(c, &data);
    CHECK_INT(test_cache_has(c, 22, 1), 0);
    asset_cache_close(c);

    c = test_cache_open_quota(&site, 4 * 70001 + 100);
    CHECK_INT(test_cache_take(c, 40, &data), ASSET_CACHE_OK);
    asset_cache_release(c, &data);
    CHECK_INT(test_cache_has(c, 28, 1), 0);
    CHECK_INT(test_cache_take(c, 46, &data), ASSET_CACHE_OK);
    asset_cache_release(c, &data);
    CHECK_INT(test_cache_has(c, 34, 1), 0);
    CHECK_INT(test_cache_has(c, 52, 1) + test_cache_has(c, 16, 1), 2);
    asset_cache_close(c);

    // A lower quota is kept to at once; by force of a pin nothing else comes.
    c = test_cache_open_quota(&site, 2 * 70001);
    CHECK_INT(asset_cache_pin(c, "", true), ASSET_CACHE_OK);
    test_cache_settle(c, 5);
    test_cache_stored(&site, &count);
    CHECK_INT(count, 4);
    CHECK_INT(test_cache_take(c, 14, &data), ASSET_CACHE_E_QUOTA);
    CHECK_INT(asset_cache_pin(c, "", false), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_pin(c, "never", false), ASSET_CACHE_OK);
    test_cache_settle(c, 5);
    test_cache_stored(&site, &count);
    CHECK_INT(count, 2);
    asset_cache_close(c);
    test_cache_end(&site);
}

// All at once: each that could ever fit comes, and at no moment is the folder over.
static void test_cache_quota_crowd(void) {
    test_cache_site site;
    asset_cache_event event;
    int count, ready = 0, refused = 0;
    if (!test_cache_begin_fast(&site)) return;
    asset_cache *c = test_cache_open_quota(&site, 150000);
    CHECK_INT(test_cache_update(c, ASSET_CACHE_ON_DEMAND), ASSET_CACHE_OK);
    CHECK_INT(asset_cache_get_all(c, "", 1), ASSET_CACHE_OK);
    while (asset_cache_wait(c, &event, -1)) {
        ready += event.type == ASSET_CACHE_READY;
        refused += event.type == ASSET_CACHE_FAILED && event.result == ASSET_CACHE_E_QUOTA;
        CHECK(test_cache_stored(&site, &count) <= 150000);
    }
    CHECK_INT(refused, 9);      // those of 400,000 bytes: 5, 11 ... 53
    CHECK_INT(ready, 58 - 9);
    asset_cache_close(c);
    test_cache_end(&site);
}

// A whole version within the quota takes the place of the one before; one that is larger fails,
// and says why. An asset that could never fit, too.
static void test_cache_quota_update(void) {
    test_cache_site site;
    asset_cache_data data;
    asset_cache_statistics stats;
    int count;
    if (!test_cache_begin_fast(&site)) return;
    asset_cache *c = test_cache_open_quota(&site, 5000000);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    uint64_t before = test_cache_stored(&site, &count);
    for (int i = 10; i < 50; i++) test_cache_change(&site, i, 2);
    test_cache_publish(&site, "");
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    CHECK_INT(test_cache_count(c, &site), 58);
    CHECK(test_cache_stored(&site, &count) < 5000000 && before * 2 > 5000000);
    asset_cache_stats(c, &stats);
    CHECK_U64(stats.stored_bytes, test_cache_stored(&site, &count));
    asset_cache_close(c);

    test_files_remove(site.cache);
    c = test_cache_open_quota(&site, 300000);
    test_cache_refuses(c, 0, ASSET_CACHE_E_INCOMPLETE, "");
    CHECK(test_cache_stored(&site, &count) <= 300000);
    CHECK_INT(test_cache_take(c, 17, &data), ASSET_CACHE_E_QUOTA);      // 400,002 bytes
    CHECK_INT(test_cache_take(c, 16, &data), ASSET_CACHE_OK);
    asset_cache_release(c, &data);
    asset_cache_close(c);
    test_cache_end(&site);
}

// A manifest of so many names, of objects that are nowhere; every third object is there in each
// kind.
static void test_cache_publish_many(const test_cache_site *site, int names, int kind) {
    char hex[65], line[200];
    size_t at = 0, capacity = (size_t)names * 120;
    char *below = (char *)malloc(capacity), *text = (char *)malloc(capacity + 200);
    for (int i = 0; i < names; i++) {
        snprintf(line, sizeof line, "%d", i / 2);       // two names share an object
        test_cache_hex(hex, line, strlen(line));
        hex[63] = (char)('0' + (i / 2 % 3 ? kind : 0));
        at += (size_t)snprintf(below + at, capacity - at, "%s  %d  many/%03d/%06d.bin\n", hex, 100 + i / 2,
                               i / 1000, i);
    }
    test_cache_hex(hex, below, at);
    int n = snprintf(text, 200, "# %d assets, SHA-256 of the lines below: %s\n", names, hex);
    memcpy(text + n, below, at);
    CHECK(test_cache_write(site->origin, "manifest.txt", text, (size_t)n + at));
    free(below);
    free(text);
}

// In how many polls the manifest is read until the update is over; each reads one piece, since
// its time is over at once.
static int test_cache_reads(asset_cache *c) {
    asset_cache_event event;
    int reads = 0;
    for (int polls = 0; polls < 10000000; polls++) {
        reads += c->update == AC_UPDATE_READ && !c->worked;
        while (asset_cache_poll(c, &event)) {
            if (event.type == ASSET_CACHE_UPDATED) return reads;
            if (event.type == ASSET_CACHE_NOT_UPDATED) return -1;
        }
    }
    return -1;
}

// Versions of 100,000 names, three after each other, in slices as short as they can be: each
// name finds its object while the table of objects grows, and what a frame may take is not
// passed by reading, by linking or by giving the old version back. After it the index is put in
// slices as well.
static void test_cache_slices(void) {
    enum { NAMES = 100000 };
    test_cache_site site;
    asset_cache_desc desc;
    if (!test_cache_begin_fast(&site)) return;
    memset(&desc, 0, sizeof desc);
    desc.origin = site.url;
    asset_cache *c = test_cache_open_with(&site, desc);
    CHECK_INT(test_cache_update(c, 0), ASSET_CACHE_OK);
    c->desc.frame_us = 0;
    int before = (int)c->object_count;

    for (int kind = 1; kind <= 3; kind++) {
        test_cache_publish_many(&site, NAMES, kind);
        CHECK_INT(asset_cache_update(c, ASSET_CACHE_ON_DEMAND), ASSET_CACHE_OK);
        CHECK(test_cache_reads(c) >= NAMES / 256 + NAMES / 1024);       // as many as it has pieces
        CHECK_INT(c->current->count, NAMES);
        CHECK_INT(c->current->unlinked, 0);
        for (uint32_t i = 0; i < NAMES; i += 2) {
            const ac_asset *a = &c->current->assets[i];
            const ac_object *o = &c->objects[a->object];
            if (!CHECK(ac_find_object(c, o->sha256, o->size) == a->object)) break;
            if (!CHECK(ac_first_asset(c->current, a->object) == i && a->next_same == i + 1)) break;
            if (!CHECK(a[1].object == a->object && a[1].next_same == AC_NONE)) break;
        }
    }
    const int each = NAMES / 2, old = (each + 2) / 3;
    CHECK_INT(c->object_count, before + each + 2 * (each - old));

    // The two before go piece by piece; what was found right goes into the index.
    int polls = 0;
    asset_cache_event event;
    for (; c->retired && polls < 10000; polls++) asset_cache_poll(c, &event);
    CHECK(polls > 8);
    for (int i = 0; i < NAMES / 2; i++) c->objects[i].inode = 1;
    c->dirty = true;
    c->saved_ns = 0;
    int builds = 0;
    for (polls = 0; (c->dirty || c->index_step) && polls < 10000000; polls++) {
        builds += c->index_step == AC_INDEX_BUILD && !c->worked;
        asset_cache_poll(c, &event);
    }
    CHECK(builds >= (int)c->object_count / 512 - 1);
    asset_cache_close(c);

    // And is whole.
    CHECK_INT(test_cache_update((c = test_cache_open(&site, true)), ASSET_CACHE_ON_DEMAND), ASSET_CACHE_OK);
    int vouched = 0;
    for (uint32_t i = 0; i < c->object_count; i++) vouched += c->objects[i].inode != 0;
    CHECK_INT(vouched, NAMES / 2);
    asset_cache_close(c);
    test_cache_end(&site);
}

static const test_case test_cache_cases[] = {
    TEST_CASE(test_cache_first_and_second),
    TEST_CASE(test_cache_new_version),
    TEST_CASE(test_cache_incomplete),
    TEST_CASE(test_cache_partial),
    TEST_CASE(test_cache_partial_changes),
    TEST_CASE(test_cache_numbers),
    TEST_CASE(test_cache_bad_manifests),
    TEST_CASE(test_cache_file_as_folder),
    TEST_CASE(test_cache_on_demand),
    TEST_CASE(test_cache_references),
    TEST_CASE(test_cache_trimmed),
    TEST_CASE(test_cache_bad_index),
    TEST_CASE(test_cache_bad_current),
    TEST_CASE(test_cache_bad_objects),
    TEST_CASE(test_cache_sweeps),
    TEST_CASE(test_cache_bad_bits),
    TEST_CASE(test_cache_planted),
    TEST_CASE(test_cache_base),
    TEST_CASE(test_cache_dead_origin),
    TEST_CASE(test_cache_goes_on),
    TEST_CASE(test_cache_shared),
    TEST_CASE(test_cache_locks),
    TEST_CASE(test_cache_lockless),
    TEST_CASE(test_cache_waits),
    TEST_CASE(test_cache_partial_slow_manifest),
    TEST_CASE(test_cache_passes),
    TEST_CASE(test_cache_stops_on_full_disk),
    TEST_CASE(test_cache_stops_behind_files),
    TEST_CASE(test_cache_removed),
    TEST_CASE(test_cache_removed_in_update),
    TEST_CASE(test_cache_removed_with_parent),
    TEST_CASE(test_cache_makes_no_folder),
    TEST_CASE(test_cache_plays),
    TEST_CASE(test_cache_hash_without_lock),
    TEST_CASE(test_cache_update_in_acquire),
    TEST_CASE(test_cache_mend_in_verify),
    TEST_CASE(test_cache_threads),
    TEST_CASE(test_cache_crowd),
    TEST_CASE(test_cache_kill_updates),
    TEST_CASE(test_cache_kill_first),
    TEST_CASE(test_cache_attacks),
    TEST_CASE(test_cache_mixes),
    TEST_CASE(test_cache_endless),
    TEST_CASE(test_cache_expires),
    TEST_CASE(test_cache_new_key),
    TEST_CASE(test_cache_turned_bits),
    TEST_CASE(test_cache_asks),
    TEST_CASE(test_cache_asks_base),
    TEST_CASE(test_cache_pauses),
    TEST_CASE(test_cache_cancels),
    TEST_CASE(test_cache_background),
    TEST_CASE(test_cache_rate_limit),
    TEST_CASE(test_cache_quota_walk),
    TEST_CASE(test_cache_quota_kills),
    TEST_CASE(test_cache_quota_order),
    TEST_CASE(test_cache_quota_crowd),
    TEST_CASE(test_cache_quota_update),
    TEST_CASE(test_cache_slices),
};
#ifdef _WIN32
static const char *test_cache_case(size_t i) {
    return i < sizeof test_cache_cases / sizeof test_cache_cases[0] ? test_cache_cases[i].name : NULL;
}
#endif
TEST_MAIN(test_cache_cases)
