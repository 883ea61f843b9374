// fuzz_cache.c - what examples/asset_cache.h reads from an origin or a disk that may lie:
// manifests and its index. Refused with a line of text; or a version whose names may all be
// written, are in order and unique, and whose objects find their assets.
//
//     clang -O1 -g -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_cache.c -o fuzz_cache -pthread
//     ./fuzz_cache tests/fuzz/corpus/cache
//
// Byte 0: a manifest, an index (1), or an index of chunks (4), and whether its seal or sum is
// made right (2), so that what lies behind it is reached.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#define GC_WRITER_STATIC
#define GC_FETCH_STATIC
#define GC_FETCH_NO_CURL
#include "gc_writer.h"
#include "gc_fetch.h"
#define ASSET_SIGN_IMPLEMENTATION
#include "examples/asset_sign.h"
#define ASSET_CACHE_IMPLEMENTATION
#include "examples/asset_cache.h"
#define ASSET_CHUNKS_IMPLEMENTATION
#include "examples/asset_chunks.h"
#include "fuzz.h"

static char fuzz_cache_path[64];
static void fuzz_cache_clean(void) {
    char name[80];
    snprintf(name, sizeof name, "%s/index", fuzz_cache_path);
    remove(name);
    remove(fuzz_cache_path);
}

static void fuzz_cache_free(asset_cache *c) {
    free(c->objects);
    free(c->table);
}

static void fuzz_cache_is_whole(const asset_cache *c, const ac_version *v) {
    uint64_t bytes = 0, found = 0;
    FUZZ_NEED(v->count == v->sealed_count);
    for (uint32_t i = 0; i < v->count; i++) {
        const ac_asset *a = &v->assets[i];
        FUZZ_NEED(gc_writer_check_path(a->name) == GC_WRITER_OK && a->object < c->object_count);
        FUZZ_NEED(i == 0 || strcmp(v->assets[i - 1].name, a->name) < 0);
        FUZZ_NEED(ac_find_asset((ac_version *)(uintptr_t)v, a->name) == a);
        FUZZ_NEED(ac_find_object(c, c->objects[a->object].sha256, c->objects[a->object].size) == a->object);
        bytes += c->objects[a->object].size;
    }
    FUZZ_NEED(bytes == v->bytes && v->first_count == c->object_count);
    for (uint32_t object = 0; object < v->first_count; object++) {
        for (uint32_t i = ac_first_asset(v, object); i != AC_NONE; i = v->assets[i].next_same, found++) {
            FUZZ_NEED(i < v->count && v->assets[i].object == object && found < v->count);
        }
    }
    FUZZ_NEED(found == v->count);
}

// With a seal: the first line is made, of the number of the lines that look like assets.
static void fuzz_cache_manifest(const uint8_t *data, size_t size, bool seal) {
    asset_cache c;
    memset(&c, 0, sizeof c);
    c.desc.keys = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

    char *source = (char *)malloc(size + 200);
    FUZZ_NEED(source != NULL);

    size_t head = 0;

    if (seal) {
        unsigned lines = 0;
        for (size_t i = 0; i < size; i++) {
            const bool begins = (i == 0 || data[i - 1] == '\n') && data[i] != '\n' && data[i] != '#';
            lines += begins && !(data[i] == '\r' && (i + 1 == size || data[i + 1] == '\n'));
        }

        gc_fetch_sha256 hash;
        uint8_t sum[32];
        char hex[65];
        gc_fetch_sha256_init(&hash);
        gc_fetch_sha256_update(&hash, data, size);
        gc_fetch_sha256_final(&hash, sum);
        ac_print_hex(hex, sum);
        head = (size_t)sprintf(source, "# %u" AC_SEAL "%s\n", lines, hex);
    }

    memcpy(source + head, data, size);
    source[head + size] = 0;

    ac_version *v = ac_begin_version(source, NULL, head + size);      // takes source over
    if (v) {
        const int result = ac_read_version(&c, v, UINT64_MAX);
        FUZZ_NEED(result == ASSET_CACHE_OK || (result == ASSET_CACHE_E_MANIFEST && v->fault[0]));
        if (result == ASSET_CACHE_OK) fuzz_cache_is_whole(&c, v);

        // No input here has a signature that is right.
        char why[160] = "";
        FUZZ_NEED(v->body <= v->signatures && v->signatures <= v->source_size);
        if (result == ASSET_CACHE_OK) FUZZ_NEED(!ac_is_signed(&c, v, why) && why[0]);
        ac_free_version(v);
    }

    fuzz_cache_free(&c);
}

// By a file in a folder of its own, which goes at the end.
static void fuzz_cache_index(const uint8_t *data, size_t size, bool seal) {
    static int root = -1;
    if (root < 0) {
        const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(fuzz_cache_path, sizeof fuzz_cache_path, "%s/fuzz_cacheXXXXXX", base);
        FUZZ_NEED(mkdtemp(fuzz_cache_path) != NULL);
        root = open(fuzz_cache_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        FUZZ_NEED(root >= 0 && atexit(fuzz_cache_clean) == 0);
    }

    // Made right, if that is wanted, and written.
    uint8_t *bytes = (uint8_t *)malloc(size + 1);
    FUZZ_NEED(bytes != NULL);
    memcpy(bytes, data, size);

    const bool sealed = seal && size >= AC_INDEX_HEAD + AC_INDEX_TAIL;
    if (sealed) {
        memcpy(bytes, ac_index_magic, 16);
        ac_put64(bytes + 16, 1);
        ac_put64(bytes + 32, (size - AC_INDEX_HEAD - AC_INDEX_TAIL) / AC_INDEX_RECORD);
        ac_put64(bytes + size - AC_INDEX_TAIL, gc_writer_crc32c(0, bytes, size - AC_INDEX_TAIL));
    }

    int fd = openat(root, "index", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FUZZ_NEED(fd >= 0 && write(fd, bytes, size) == (ssize_t)size && close(fd) == 0);

    // Each record's object once, and found.
    asset_cache c;
    memset(&c, 0, sizeof c);
    c.folder = root;
    ac_load_index(&c);

    const bool whole = sealed && (size - AC_INDEX_HEAD - AC_INDEX_TAIL) % AC_INDEX_RECORD == 0;
    if (whole) {
        FUZZ_NEED(c.clock == ac_get64(bytes + 24));
        for (size_t at = AC_INDEX_HEAD; at < size - AC_INDEX_TAIL; at += AC_INDEX_RECORD) {
            const uint32_t object = ac_find_object(&c, bytes + at, ac_get64(bytes + at + 32));
            FUZZ_NEED(object < c.object_count && c.objects[object].used >= ac_get64(bytes + at + 56));
        }
    } else if (!sealed && seal) {
        FUZZ_NEED(c.object_count == 0 && c.clock == 0);
    }

    fuzz_cache_free(&c);
    free(bytes);
}

// An index of chunks: refused, or sound in itself. What it leads to is hashed afterwards.
static void fuzz_cache_chunks(const uint8_t *data, size_t size) {
    ak_index x;
    if (ak_read_index(&x, data, size) == ASSET_CACHE_OK) {
        uint64_t runs = 0;

        for (uint32_t i = 0; i < x.chunks; i++) {
            const ak_chunk *k = &x.chunk[i];
            FUZZ_NEED(k->pack < x.packs && k->stored <= k->size && k->size <= (uint32_t)4 << x.bits);
            FUZZ_NEED(k->offset + (uint64_t)k->stored <= AK_PACK_BYTES);
            FUZZ_NEED(ak_find_chunk(&x, k->name) <= i);
        }
        for (uint32_t i = 0; i < x.files; i++) {
            FUZZ_NEED(x.file[i].first == runs && x.file[i].count <= x.runs - runs);
            runs += x.file[i].count;
            for (uint32_t r = 0; r < x.file[i].count; r++) {
                const ak_run *run = &x.run[x.file[i].first + r];
                FUZZ_NEED(run->first + (uint64_t)run->count <= x.chunks);
            }
        }
    }
    ak_free_index(&x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    if (data[0] & 4) fuzz_cache_chunks(data + 1, size - 1);
    else if (data[0] & 1) fuzz_cache_index(data + 1, size - 1, (data[0] & 2) != 0);
    else fuzz_cache_manifest(data + 1, size - 1, (data[0] & 2) != 0);
    return 0;
}
