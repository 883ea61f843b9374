// bench_cache.c - examples/asset_cache.h with 10,000 objects, beside plain files that a program
// opens by name.
//
//     cc -O2 -I. -DGC_FETCH_NO_CURL bench/bench_cache.c -o bench_cache -pthread && ./bench_cache
//
// On stdout `cache,subject,metric,value,unit`: the median of ROUNDS rounds, then the least. A
// hit is acquire, a look at the first byte, and release, of a name at random; plain files are
// opened by the same names, in the same order, once by fopen and fread into a buffer of the
// right size, and once by mmap. Everything is in the page cache. An update is of 100 files. A
// poll, every 2 ms, is timed while another thread acquires a file of 1 GB that must be hashed.
#define GC_WRITER_IMPLEMENTATION
#define GC_FETCH_IMPLEMENTATION
#define ASSET_SIGN_IMPLEMENTATION
#define ASSET_CACHE_IMPLEMENTATION
#include "gc_writer.h"
#include "gc_fetch.h"
#include "examples/asset_sign.h"
#include "examples/asset_cache.h"
#define ASSET_CHUNKS_IMPLEMENTATION
#include "examples/asset_chunks.h"
#include "examples/common/asset_packer.h"

#define LARGE ((uint64_t)1 << 30)

enum { FILES = 10000, BYTES = 4096, CHANGED = 100, ROUNDS = 9 };

static char folder[256], origin[300], cache[300], url[320];
static char manifest[FILES * 100];
static unsigned long first_bytes;       // so that no look is left out

static void fail(const char *what) {
    fprintf(stderr, "bench_cache: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void name_of(char name[32], unsigned i) { snprintf(name, 32, "%02u/asset %05u", i % 100, i); }

// Writes one file of the origin, and its line of the manifest.
static size_t write_asset(unsigned i, unsigned version, size_t at) {
    char name[32], path[400], hex[65];
    uint8_t bytes[BYTES], sha256[32];
    uint32_t x = i * 2654435761u + version;
    for (size_t n = 0; n < BYTES; n++) bytes[n] = (uint8_t)((x = x * 1664525u + 1013904223u) >> 24);
    gc_fetch_sha256 hash;
    gc_fetch_sha256_init(&hash);
    gc_fetch_sha256_update(&hash, bytes, BYTES);
    gc_fetch_sha256_final(&hash, sha256);
    ac_print_hex(hex, sha256);
    name_of(name, i);
    snprintf(path, sizeof path, "%s/%s", origin, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, BYTES, file) != BYTES || fclose(file) != 0) fail(path);
    return at + (size_t)sprintf(manifest + at, "%s  %d  %s\n", hex, BYTES, name);
}

// The origin with its first `changed` files of another version.
static void write_origin(unsigned changed, unsigned version) {
    char path[400], hex[65];
    uint8_t sha256[32];
    size_t size = 0;
    for (unsigned i = 0; i < FILES; i++) size = write_asset(i, i < changed ? version : 1, size);
    gc_fetch_sha256 hash;
    gc_fetch_sha256_init(&hash);
    gc_fetch_sha256_update(&hash, manifest, size);
    gc_fetch_sha256_final(&hash, sha256);
    ac_print_hex(hex, sha256);
    snprintf(path, sizeof path, "%s/manifest.txt", origin);
    FILE *file = fopen(path, "wb");
    bool written = file && fprintf(file, "# %d" AC_SEAL "%s\n%s", FILES, hex, manifest) > 0;
    if (!written || fclose(file) != 0) fail(path);
}

static asset_cache *open_cache(bool online) {
    asset_cache_desc desc;
    asset_cache_error error;
    memset(&desc, 0, sizeof desc);
    desc.folder = cache;
    desc.origin = online ? url : NULL;
    asset_cache *c = asset_cache_open(&desc, &error);
    if (!c) fail(error.what);
    return c;
}

// Brings the cache to the origin's state. Returns the requests.
static uint64_t update_cache(asset_cache *c) {
    asset_cache_event event;
    asset_cache_statistics before, after;
    asset_cache_stats(c, &before);
    if (asset_cache_update(c, 0) != ASSET_CACHE_OK) fail("update");
    do {
        while (!asset_cache_poll(c, &event)) {
            struct timespec rest = {0, 100000};
            nanosleep(&rest, NULL);
        }
        if (event.type == ASSET_CACHE_NOT_UPDATED) fail(event.detail);
    } while (event.type != ASSET_CACHE_UPDATED);
    asset_cache_stats(c, &after);
    return after.requests - before.requests;
}

static int compare_times(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void tell(const char *subject, const char *metric, double *times, const char *unit) {
    qsort(times, ROUNDS, sizeof *times, compare_times);
    printf("cache,%s,%s,%.3f,%s\n", subject, metric, times[ROUNDS / 2], unit);
    printf("cache,%s,%s (least),%.3f,%s\n", subject, metric, times[0], unit);
}

// One look at an asset, in each of the ways.
static void look_cache(asset_cache *c, const char *name) {
    asset_cache_data data;
    if (asset_cache_acquire(c, name, &data) != ASSET_CACHE_OK) fail(name);
    first_bytes += *(const uint8_t *)data.bytes;
    asset_cache_release(c, &data);
}

static void look_fread(asset_cache *c, const char *name) {
    char path[400];
    (void)c;
    snprintf(path, sizeof path, "%s/%s", origin, name);
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = (uint8_t *)malloc(BYTES);
    if (!file || !bytes || fread(bytes, 1, BYTES, file) != BYTES) fail(path);
    first_bytes += bytes[0];
    free(bytes);
    fclose(file);
}

static void look_mmap(asset_cache *c, const char *name) {
    char path[400];
    struct stat info;
    (void)c;
    snprintf(path, sizeof path, "%s/%s", origin, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) != 0) fail(path);
    void *bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (bytes == MAP_FAILED) fail(path);
    first_bytes += *(const uint8_t *)bytes;
    munmap(bytes, (size_t)info.st_size);
}

// 10,000 looks at random, in microseconds each.
static double time_looks(asset_cache *c, void (*look)(asset_cache *c, const char *name)) {
    uint32_t x = 1;
    uint64_t start = ac_now_ns();
    for (int n = 0; n < FILES; n++) {
        char name[32];
        name_of(name, ((x = x * 1664525u + 1013904223u) >> 8) % FILES);
        look(c, name);
    }
    return (double)(ac_now_ns() - start) / 1e3 / FILES;
}

static void measure(void) {
    double opens[ROUNDS], hits[ROUNDS], freads[ROUNDS], maps[ROUNDS], again[ROUNDS];
    for (int n = 0; n < ROUNDS; n++) {
        uint64_t start = ac_now_ns();
        asset_cache *c = open_cache(false);
        opens[n] = (double)(ac_now_ns() - start) / 1e6;
        hits[n] = time_looks(c, look_cache);
        freads[n] = time_looks(c, look_fread);
        maps[n] = time_looks(c, look_mmap);

        // One that is acquired already.
        asset_cache_data data;
        uint64_t begun = ac_now_ns();
        if (asset_cache_acquire(c, "00/asset 00000", &data) != ASSET_CACHE_OK) fail("acquire");
        for (int i = 0; i < FILES; i++) look_cache(c, "00/asset 00000");
        again[n] = (double)(ac_now_ns() - begun) / 1e3 / FILES;
        asset_cache_release(c, &data);
        asset_cache_close(c);
    }
    tell("asset_cache", "open, 10000 objects", opens, "ms");
    tell("asset_cache", "hit, acquired anew", hits, "us");
    tell("asset_cache", "hit, acquired already", again, "us");
    tell("fopen+fread", "plain file", freads, "us");
    tell("open+mmap", "plain file", maps, "us");
}

// A manifest's signature, which is the same work for any. RFC 8032's first answer.
static void measure_signature(void) {
    uint8_t key[32], signature[64];
    double times[ROUNDS];
    as_from_hex(key, 32, "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    as_from_hex(signature, 64, "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                               "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");

    for (int n = 0; n < ROUNDS; n++) {
        uint64_t start = ac_now_ns();
        for (int i = 0; i < 20; i++) {
            if (!asset_sign_verify(key, signature, "", 0)) fail("signature");
        }
        times[n] = (double)(ac_now_ns() - start) / 1e3 / 20;
    }
    tell("asset_sign", "verify a signature", times, "us");
}

// What is missing of all, beside a walk with asset_cache_at, which was the way before.
static void measure_missing(void) {
    double counts[ROUNDS], walks[ROUNDS];
    asset_cache_missing missing;
    asset_cache_asset a;
    asset_cache *c = open_cache(false);
    for (int n = 0; n < ROUNDS; n++) {
        uint64_t start = ac_now_ns(), bytes = 0;
        if (asset_cache_get_missing(c, NULL, &missing) != ASSET_CACHE_OK || missing.files) fail("missing");
        counts[n] = (double)(ac_now_ns() - start) / 1e6;
        start = ac_now_ns();
        for (size_t i = 0; asset_cache_at(c, i, &a); i++) bytes += a.there ? 0 : a.size;
        walks[n] = (double)(ac_now_ns() - start) / 1e6;
        if (bytes) fail("missing");
    }

    tell("asset_cache", "missing of 10000", counts, "ms");
    tell("asset_cache_at", "the same by a walk", walks, "ms");
    asset_cache_close(c);
}

// Packing 64 MB that nothing has in common with, beside its SHA-256 alone.
static void measure_pack(void) {
    enum { PACKED = 64 << 20 };
    double packs[ROUNDS], hashes[ROUNDS];
    uint8_t *bytes = (uint8_t *)malloc(PACKED), sha256[32];
    char path[400], line[ASSET_PACK_LINE];
    uint32_t x = 1;
    if (!bytes) fail("memory");
    for (size_t i = 0; i < PACKED; i++) bytes[i] = (uint8_t)((x = x * 1664525u + 1013904223u) >> 24);
    for (int n = 0; n < ROUNDS; n++) {
        uint64_t start = ac_now_ns();
        ak_hash(bytes, PACKED, sha256);
        hashes[n] = PACKED / ((double)(ac_now_ns() - start) / 1e3);

        snprintf(path, sizeof path, "%s/packed%d", folder, n);
        start = ac_now_ns();
        asset_pack *p = asset_pack_open(path, 0);
        if (!p || asset_pack_add(p, sha256, bytes, PACKED) || asset_pack_close(p, line)) fail(path);
        packs[n] = PACKED / ((double)(ac_now_ns() - start) / 1e3);
    }

    tell("asset_chunks", "pack", packs, "MB/s");
    tell("SHA-256", "of the same", hashes, "MB/s");
    free(bytes);
}

// Another thread's acquire. The file is one hole, and lies where it would after a fetch.
static asset_cache *large_cache;
static double large_ms;
static bool large_over;

static void *acquire_large(void *unused) {
    asset_cache_data data;
    uint64_t start = ac_now_ns();
    if (asset_cache_acquire(large_cache, "large", &data) != ASSET_CACHE_OK) fail("large");
    large_ms = (double)(ac_now_ns() - start) / 1e6;
    asset_cache_release(large_cache, &data);
    __atomic_store_n(&large_over, true, __ATOMIC_RELEASE);
    return unused;
}

static void hash_of(char hex[65], const void *bytes, uint64_t size, bool zeros) {
    static const uint8_t zero[1 << 16];
    uint8_t sha256[32];
    gc_fetch_sha256 hash;
    gc_fetch_sha256_init(&hash);
    if (!zeros) gc_fetch_sha256_update(&hash, bytes, (size_t)size);
    for (uint64_t at = 0; zeros && at < size; at += sizeof zero) {
        gc_fetch_sha256_update(&hash, zero, sizeof zero);
    }
    gc_fetch_sha256_final(&hash, sha256);
    ac_print_hex(hex, sha256);
}

static void make_large(void) {
    char hex[65], line[160], path[500];
    hash_of(hex, NULL, LARGE, true);
    snprintf(line, sizeof line, "%s  %llu  large\n", hex, (unsigned long long)LARGE);
    snprintf(path, sizeof path, "%s/objects/%s", cache, hex);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || ftruncate(fd, (off_t)LARGE) != 0 || close(fd) != 0) fail(path);
    hash_of(hex, line, strlen(line), false);
    snprintf(path, sizeof path, "%s/manifest.txt", origin);
    FILE *file = fopen(path, "wb");
    if (!file || fprintf(file, "# 1" AC_SEAL "%s\n%s", hex, line) < 0 || fclose(file) != 0) fail(path);
}

static void measure_polls(void) {
    pthread_t thread;
    asset_cache_event event;
    double longest = 0;

    make_large();
    large_cache = open_cache(true);
    if (asset_cache_update(large_cache, ASSET_CACHE_ON_DEMAND) != ASSET_CACHE_OK) fail("update");
    while (!asset_cache_poll(large_cache, &event) || event.type != ASSET_CACHE_UPDATED) continue;

    if (pthread_create(&thread, NULL, acquire_large, NULL) != 0) fail("thread");

    while (!__atomic_load_n(&large_over, __ATOMIC_ACQUIRE)) {
        struct timespec rest = {0, 2000000};
        nanosleep(&rest, NULL);

        uint64_t start = ac_now_ns();
        asset_cache_poll(large_cache, &event);
        double ms = (double)(ac_now_ns() - start) / 1e6;
        if (ms > longest) longest = ms;
    }

    pthread_join(thread, NULL);
    asset_cache_close(large_cache);

    printf("cache,asset_cache,acquire of 1 GB,%.0f,ms\n", large_ms);
    printf("cache,asset_cache,longest poll beside it,%.3f,ms\n", longest);
}

int main(void) {
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.200s/bench_cache.XXXXXX", parent ? parent : "/tmp");
    if (!mkdtemp(folder)) fail(folder);
    snprintf(origin, sizeof origin, "%s/origin", folder);
    snprintf(cache, sizeof cache, "%s/cache", folder);
    snprintf(url, sizeof url, "file://%s", origin);
    if (mkdir(origin, 0777) != 0) fail(origin);
    for (int i = 0; i < 100; i++) {
        char path[400];
        snprintf(path, sizeof path, "%s/%02d", origin, i);
        if (mkdir(path, 0777) != 0) fail(path);
    }

    write_origin(0, 1);
    asset_cache *c = open_cache(true);
    update_cache(c);
    asset_cache_close(c);
    measure();
    measure_signature();
    measure_missing();
    measure_pack();

    // An update of one percent.
    write_origin(CHANGED, 2);
    c = open_cache(true);
    uint64_t start = ac_now_ns(), requests = update_cache(c);
    printf("cache,asset_cache,update of %d of %d,%.3f,ms\n", CHANGED, FILES,
           (double)(ac_now_ns() - start) / 1e6);
    printf("cache,asset_cache,requests of it,%llu,\n", (unsigned long long)requests);
    asset_cache_counts counts;
    start = ac_now_ns();
    asset_cache_verify(c, &counts);
    printf("cache,asset_cache,verify,%.0f,MB/s\n",
           (double)counts.bytes * 1e3 / (double)(ac_now_ns() - start));
    asset_cache_close(c);
    measure_polls();

    char command[400];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) != 0 || first_bytes == 0;
}
