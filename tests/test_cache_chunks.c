// test_cache_chunks.c - examples/asset_chunks.h: trees are packed, and caches filled from them,
// by file: URLs, which know no ranges. tests/test_asset_cache.sh does it by ranges of HTTP.
#ifndef ASSET_CACHE_IMPLEMENTED
#define GC_WRITER_IMPLEMENTATION
#include "gc_writer.h"
#define GC_FETCH_IMPLEMENTATION
#if !defined(GC_FETCH_IMPLEMENTED) && !defined(GC_FETCH_NO_CURL)
#define GC_FETCH_NO_CURL
#endif
#include "gc_fetch.h"
#define ASSET_CACHE_IMPLEMENTATION
#endif
#include "examples/asset_cache.h"
#define ASSET_CHUNKS_IMPLEMENTATION
#include "examples/asset_chunks.h"
#include "examples/common/asset_packer.h"
#include "support/files.h"
#include "support/test.h"

#include <signal.h>
#include <sys/wait.h>

enum { TEST_CACHE_CHUNKS_FILES = 12 };

// A tree in memory, an origin that is packed of it, and a cache.
typedef struct test_cache_chunks_site {
    char folder[200], origin[256], cache[256], url[300];
    uint8_t *bytes[TEST_CACHE_CHUNKS_FILES];
    size_t size[TEST_CACHE_CHUNKS_FILES];
    uint64_t number, random;
    uint32_t mean_bits;
    size_t (*codec)(void *user, const void *from, size_t from_size, void *to, size_t to_size);
} test_cache_chunks_site;

static uint32_t test_cache_chunks_random(test_cache_chunks_site *s, uint32_t n) {
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(s->random >> 33) % n;
}

static void test_cache_chunks_noise(test_cache_chunks_site *s, uint8_t *to, size_t size) {
    for (size_t i = 0; i < size; i++) to[i] = (uint8_t)test_cache_chunks_random(s, 256);
}

// Packs the tree: the packer's line, then the manifest, which is the last to be written.
static int test_cache_chunks_publish(test_cache_chunks_site *s) {
    static char below[8192], text[9216];
    char line[ASSET_PACK_LINE], hex[65], path[300];
    uint8_t sha256[TEST_CACHE_CHUNKS_FILES][32];
    asset_pack *p = asset_pack_open(s->origin, s->mean_bits);
    if (!CHECK(p != NULL)) return 0;
    if (s->codec) asset_pack_set_codec(p, s->codec, NULL);
    for (int i = 0; i < TEST_CACHE_CHUNKS_FILES; i++) {
        ak_hash(s->bytes[i], s->size[i], sha256[i]);
        CHECK_INT(asset_pack_add(p, sha256[i], s->bytes[i], s->size[i]), ASSET_CACHE_OK);
    }
    CHECK_INT(asset_pack_close(p, line), ASSET_CACHE_OK);

    unsigned long long number = ++s->number;
    int n = snprintf(below, sizeof below, "# number %llu, made 1790000000\n%s", number, line);
    for (int i = 0; i < TEST_CACHE_CHUNKS_FILES; i++) {
        ac_print_hex(hex, sha256[i]);
        n += snprintf(below + n, sizeof below - (size_t)n, "%s  %zu  file/%02d\n", hex, s->size[i], i);
    }

    uint8_t seal[32];
    ak_hash(below, (size_t)n, seal);
    ac_print_hex(hex, seal);
    int all = snprintf(text, sizeof text, "# %d" AC_SEAL "%s\n%s", TEST_CACHE_CHUNKS_FILES, hex, below);
    snprintf(path, sizeof path, "%s/manifest.txt", s->origin);
    FILE *file = fopen(path, "wb");
    CHECK(file && fwrite(text, 1, (size_t)all, file) == (size_t)all && fclose(file) == 0);
    return all;
}

static void test_cache_chunks_resize(test_cache_chunks_site *s, int i, size_t size) {
    s->bytes[i] = (uint8_t *)realloc(s->bytes[i], size + 1);
    s->size[i] = size;
}

// Large ones, two of which share their midst, zeros, an empty one, one byte, two equal ones.
static bool test_cache_chunks_begin(test_cache_chunks_site *s) {
    static const size_t sizes[TEST_CACHE_CHUNKS_FILES] = {900000, 700000, 300000, 0, 1, 5000, 5000, 70000,
                                                          2000,   100000, 40000,  9000};
    memset(s, 0, sizeof *s);
    s->random = test_seed;
    if (!CHECK(test_files_new_folder(s->folder, sizeof s->folder, "/dev/shm", "gc-chunks-"))) return false;
    snprintf(s->origin, sizeof s->origin, "%s/origin", s->folder);
    snprintf(s->cache, sizeof s->cache, "%s/cache", s->folder);
    snprintf(s->url, sizeof s->url, "file://%s", s->origin);
    for (int i = 0; i < TEST_CACHE_CHUNKS_FILES; i++) {
        test_cache_chunks_resize(s, i, sizes[i]);
        test_cache_chunks_noise(s, s->bytes[i], sizes[i]);
    }

    memcpy(s->bytes[1] + 1000, s->bytes[0] + 200000, 500000);
    memset(s->bytes[2], 0, s->size[2]);
    memcpy(s->bytes[6], s->bytes[5], 5000);
    return true;
}

static void test_cache_chunks_end(test_cache_chunks_site *s) {
    for (int i = 0; i < TEST_CACHE_CHUNKS_FILES; i++) free(s->bytes[i]);
    test_files_remove(s->folder);
}

// Puts 20 bytes into a file, and takes 50 out.
static void test_cache_chunks_edit(test_cache_chunks_site *s, int i) {
    size_t at = test_cache_chunks_random(s, (uint32_t)s->size[i] / 2), size = s->size[i];
    test_cache_chunks_resize(s, i, size + 20);
    memmove(s->bytes[i] + at + 20, s->bytes[i] + at, size - at);
    test_cache_chunks_noise(s, s->bytes[i] + at, 20);
    at = size / 2 + test_cache_chunks_random(s, (uint32_t)size / 4);
    memmove(s->bytes[i] + at, s->bytes[i] + at + 50, size + 20 - at - 50);
    test_cache_chunks_resize(s, i, size - 30);
}

static asset_cache *test_cache_chunks_open(const test_cache_chunks_site *s, bool online) {
    asset_cache_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.folder = s->cache;
    desc.origin = online ? s->url : NULL;
    asset_cache *c = asset_cache_open(&desc, NULL);
    CHECK(c != NULL);
    return c;
}

// An update by chunks. Returns its result; *fill is that of asset_chunks_fill.
static int test_cache_chunks_update(asset_cache *c, const asset_chunks_desc *desc,
                                    asset_chunks_counts *counts, int *fill) {
    asset_cache_event event;
    *fill = ASSET_CACHE_PENDING;
    int result = asset_cache_update(c, ASSET_CACHE_PAUSED);
    while (result == ASSET_CACHE_OK && asset_cache_wait(c, &event, 20000)) {
        if (event.type == ASSET_CACHE_UPDATED || event.type == ASSET_CACHE_NOT_UPDATED) return event.result;
        if (event.type != ASSET_CACHE_ASKS) continue;
        *fill = asset_chunks_fill(c, desc, counts);
        asset_cache_pause(c, false);
    }
    return -1000;
}

// Are all files there, with their bytes?
static bool test_cache_chunks_whole(asset_cache *c, const test_cache_chunks_site *s) {
    int right = 0;
    for (int i = 0; i < TEST_CACHE_CHUNKS_FILES; i++) {
        asset_cache_data data;
        char name[32];
        snprintf(name, sizeof name, "file/%02d", i);
        if (asset_cache_acquire(c, name, &data) != ASSET_CACHE_OK) continue;
        right += data.size == s->size[i] && (!data.size || memcmp(data.bytes, s->bytes[i], data.size) == 0);
        asset_cache_release(c, &data);
    }
    return right == TEST_CACHE_CHUNKS_FILES;
}

// All for the first time; then three edits; nothing is fetched whole, and little by chunks.
static void test_cache_chunks_patch(void) {
    test_cache_chunks_site s;
    asset_chunks_counts n;
    asset_cache_statistics stats;
    int fill;
    for (uint32_t bits = 12; bits <= 16; bits += 2) {
        if (!test_cache_chunks_begin(&s)) return;
        s.mean_bits = bits;
        test_cache_chunks_publish(&s);
        asset_cache *c = test_cache_chunks_open(&s, true);
        CHECK_INT(test_cache_chunks_update(c, NULL, &n, &fill), ASSET_CACHE_OK);
        CHECK_INT(fill, ASSET_CACHE_OK);
        CHECK_INT(n.files, 11);                     // two are equal
        CHECK(test_cache_chunks_whole(c, &s));


        test_cache_chunks_edit(&s, 0);
        test_cache_chunks_edit(&s, 9);
        test_cache_chunks_publish(&s);
        CHECK_INT(test_cache_chunks_update(c, NULL, &n, &fill), ASSET_CACHE_OK);
        CHECK_INT(fill, ASSET_CACHE_OK);
        CHECK_INT(n.files, 2);
        CHECK(n.reused + 14u * (4u << bits) >= s.size[0] + s.size[9]);  // four edits, and their ends
        CHECK(test_cache_chunks_whole(c, &s));
        asset_cache_stats(c, &stats);
        CHECK_U64(stats.fetched, 0);
        CHECK_U64(stats.number, 2);
        asset_cache_close(c);


        c = test_cache_chunks_open(&s, false);
        CHECK(test_cache_chunks_whole(c, &s));
        asset_cache_close(c);
        test_cache_chunks_end(&s);
    }
}

// The same tree gives the same bytes; a later version leaves the packs that are there.
static void test_cache_chunks_same_bytes(void) {
    test_cache_chunks_site s;
    char first[256], path[600], command[1000];
    if (!test_cache_chunks_begin(&s)) return;
    test_cache_chunks_publish(&s);
    snprintf(first, sizeof first, "%s", s.origin);
    snprintf(s.origin, sizeof s.origin, "%s/again", s.folder);
    s.number = 0;
    test_cache_chunks_publish(&s);
    snprintf(command, sizeof command, "diff -r '%s' '%s' >/dev/null", first, s.origin);
    CHECK_INT(system(command), 0);


    snprintf(path, sizeof path, "%s/packs", s.origin);
    long before = test_files_count(path, "");
    test_cache_chunks_edit(&s, 1);
    test_cache_chunks_publish(&s);
    CHECK_INT(test_files_count(path, ""), before + 1);

    // What is new is no more than a few chunks.
    static const char smaller[] = "test $(cat '%s'/* | wc -c) -lt $(($(cat '%s'/packs/* | wc -c) + 200000))";
    snprintf(command, sizeof command, smaller, path, first);
    CHECK_INT(system(command), 0);
    snprintf(command, sizeof command, "cd '%s'/packs && for f in *; do cmp $f '%s'/packs/$f || exit 1; done",
             first, s.origin);
    CHECK_INT(system(command), 0);
    test_cache_chunks_end(&s);
}

// What the tests need of a codec: a chunk of zeros is four bytes.
static size_t test_cache_chunks_squeeze(void *user, const void *from, size_t from_size, void *to,
                                        size_t to_size) {
    static const uint8_t zeros[1 << 18];
    (void)user;
    if (from_size > sizeof zeros || memcmp(from, zeros, from_size) != 0 || to_size < 4) return 0;
    memcpy(to, "zero", 4);
    return 4;
}

static bool test_cache_chunks_expand(void *user, const void *from, size_t from_size, void *to,
                                     size_t to_size) {
    (void)user;
    if (from_size != 4 || memcmp(from, "zero", 4) != 0) return false;
    memset(to, 0, to_size);
    return true;
}

// A codec; a program that does not know it does not get this file by chunks, and not at all, as
// this origin has no files by their names.
static void test_cache_chunks_codec(void) {
    test_cache_chunks_site s;
    asset_chunks_desc desc;
    asset_chunks_counts n;
    int fill;
    if (!test_cache_chunks_begin(&s)) return;
    s.codec = test_cache_chunks_squeeze;
    test_cache_chunks_publish(&s);

    memset(&desc, 0, sizeof desc);
    asset_cache *c = test_cache_chunks_open(&s, true);
    CHECK_INT(test_cache_chunks_update(c, &desc, &n, &fill), ASSET_CACHE_E_INCOMPLETE);
    CHECK_INT(fill, ASSET_CACHE_E_WRITE);
    CHECK_INT(n.files, 10);
    desc.unpack = test_cache_chunks_expand;
    CHECK_INT(test_cache_chunks_update(c, &desc, &n, &fill), ASSET_CACHE_OK);
    CHECK_INT(n.files, 1);
    CHECK(test_cache_chunks_whole(c, &s));
    asset_cache_close(c);
    test_cache_chunks_end(&s);
}

// Packs and index that are damaged, or gone: nothing wrong is given out; the update says so.
static void test_cache_chunks_damage(void) {
    static const char *const commands[4] = {
        "for f in %s/packs/*; do printf xyz | dd of=$f bs=1 seek=1000 conv=notrunc 2>/dev/null; done",
        "for f in %s/packs/*; do truncate -s 100000 $f; done",
        "rm %s/packs/*",
        "for f in %s/chunks/*; do printf xyz | dd of=$f bs=1 seek=200 conv=notrunc 2>/dev/null; done",
    };
    test_cache_chunks_site s;
    asset_chunks_counts n;
    asset_cache_event event;
    char command[400];
    int fill;
    for (int i = 0; i < 4; i++) {
        if (!test_cache_chunks_begin(&s)) return;
        test_cache_chunks_publish(&s);
        snprintf(command, sizeof command, commands[i], s.origin);
        CHECK_INT(system(command), 0);

        asset_cache *c = test_cache_chunks_open(&s, true);
        CHECK_INT(test_cache_chunks_update(c, NULL, &n, &fill), ASSET_CACHE_E_INCOMPLETE);
        CHECK(fill == ASSET_CACHE_E_FETCH || fill == ASSET_CACHE_E_WRITE);
        asset_cache_verify(c, NULL);
        while (asset_cache_poll(c, &event)) {}
        CHECK(!test_cache_chunks_whole(c, &s));

        asset_cache_counts counts;
        CHECK_INT(asset_cache_verify(c, &counts), ASSET_CACHE_OK);
        CHECK_INT(counts.damaged, 0);
        asset_cache_close(c);
        test_cache_chunks_end(&s);
    }
}

// An index with each bit turned is refused, or is sound in itself; cut, it is refused.
static void test_cache_chunks_index(void) {
    test_cache_chunks_site s;
    char line[ASSET_PACK_LINE], path[400];
    uint8_t sha256[32];
    size_t size;
    if (!test_cache_chunks_begin(&s)) return;
    asset_pack *p = asset_pack_open(s.origin, 12);
    ak_hash(s.bytes[9], s.size[9], sha256);
    CHECK_INT(asset_pack_add(p, sha256, s.bytes[9], s.size[9]), ASSET_CACHE_OK);
    CHECK_INT(asset_pack_close(p, line), ASSET_CACHE_OK);
    line[9 + 64] = 0;
    snprintf(path, sizeof path, "chunks/%s", line + 9);
    int folder = open(s.origin, O_RDONLY | O_DIRECTORY);
    uint8_t *bytes = (uint8_t *)ac_read_plain(folder, path, &size);
    close(folder);

    ak_index x;
    CHECK_INT(ak_read_index(&x, bytes, size), ASSET_CACHE_OK);
    CHECK(x.chunks > 10 && x.files == 1 && x.packs == 1 && x.runs == 1);
    CHECK_U64(ak_file_size(&x, &x.file[0]), s.size[9]);
    ak_free_index(&x);

    for (size_t n = 0; n < size; n++) {
        CHECK_INT(ak_read_index(&x, bytes, n), ASSET_CACHE_E_MANIFEST);
        ak_free_index(&x);
        for (int bit = 0; bit < 8; bit++) {
            bytes[n] ^= (uint8_t)(1 << bit);
            int result = ak_read_index(&x, bytes, size);
            CHECK(result == ASSET_CACHE_E_MANIFEST || (result == ASSET_CACHE_OK && n >= 16));
            for (uint32_t i = 0; result == ASSET_CACHE_OK && i < x.chunks; i++) {
                const ak_chunk *k = &x.chunk[i];
                CHECK(k->pack < x.packs && k->offset + (uint64_t)k->stored <= AK_PACK_BYTES);
            }
            ak_free_index(&x);
            bytes[n] ^= (uint8_t)(1 << bit);
        }
    }
    free(bytes);
    test_cache_chunks_end(&s);
}

// Kill -9 at random moments of patches: the old version stands, or the new one, whole; then the
// update goes on. GC_CHUNKS_KILLS: more of them.
static void test_cache_chunks_kills(void) {
    test_cache_chunks_site s, old;
    asset_chunks_counts n;
    asset_cache_statistics stats;
    const char *more = getenv("GC_CHUNKS_KILLS");
    int kills = more ? atoi(more) : 25, fill, middle = 0, status;
    if (!test_cache_chunks_begin(&s)) return;
    test_cache_chunks_publish(&s);
    asset_cache *c = test_cache_chunks_open(&s, true);
    CHECK_INT(test_cache_chunks_update(c, NULL, &n, &fill), ASSET_CACHE_OK);
    asset_cache_close(c);

    for (int turn = 0; turn < kills; turn++) {
        old = s;
        for (int i = 0; i < TEST_CACHE_CHUNKS_FILES; i++) {
            s.bytes[i] = (uint8_t *)malloc(s.size[i] + 1);
            memcpy(s.bytes[i], old.bytes[i], s.size[i]);
        }
        for (int i = 0; i < 3; i++) test_cache_chunks_edit(&s, i);
        test_cache_chunks_publish(&s);

        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            c = test_cache_chunks_open(&s, true);
            test_cache_chunks_update(c, NULL, &n, &fill);
            for (;;) pause();
        }

        struct timespec rest = {0, 2000000 + (long)test_cache_chunks_random(&s, 30000) * 1000};
        nanosleep(&rest, NULL);
        CHECK_INT(kill(child, SIGKILL), 0);
        CHECK_INT(waitpid(child, &status, 0), child);

        c = test_cache_chunks_open(&s, false);
        asset_cache_stats(c, &stats);
        bool is_new = stats.number == s.number;
        CHECK(stats.current && (is_new || stats.number == old.number));
        CHECK(test_cache_chunks_whole(c, is_new ? &s : &old));
        asset_cache_close(c);

        c = test_cache_chunks_open(&s, true);
        CHECK_INT(test_cache_chunks_update(c, NULL, &n, &fill), ASSET_CACHE_OK);
        middle += !is_new;
        CHECK(test_cache_chunks_whole(c, &s));
        asset_cache_close(c);
        for (int i = 0; i < TEST_CACHE_CHUNKS_FILES; i++) free(old.bytes[i]);
    }
    printf("    %d of %d kills before the new version stood\n", middle, kills);
    CHECK(middle > 0);
    test_cache_chunks_end(&s);
}

static const test_case test_cache_chunks_cases[] = {
    TEST_CASE(test_cache_chunks_patch),  TEST_CASE(test_cache_chunks_same_bytes),
    TEST_CASE(test_cache_chunks_codec),  TEST_CASE(test_cache_chunks_damage),
    TEST_CASE(test_cache_chunks_index),  TEST_CASE(test_cache_chunks_kills),
};
TEST_MAIN(test_cache_chunks_cases)
