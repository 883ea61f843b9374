/*
asset_chunks.h - patches as small as the change: content-defined chunks, in packs that any static
server can give - an example beside asset_cache.h

DO THIS, after asset_cache.h's implementation, in the same file
    #define ASSET_CHUNKS_IMPLEMENTATION
    #include "asset_chunks.h"

EXAMPLE
    asset_cache_update(cache, ASSET_CACHE_PAUSED);      // an origin that `asset_cache pack` has made
    // ... poll, until the event ASKS
    asset_chunks_fill(cache, NULL, NULL);               // on any thread: poll goes on meanwhile
    asset_cache_pause(cache, false);                    // takes what is there, fetches the rest whole

WHAT IT DOES
    A file is cut where its own bytes say so (a rolling hash), so that a cut stays where it is
    when bytes are put in or taken out before it. Equal chunks are stored once. What of a new
    version is not in files that are there, of the old version or the new one, is fetched as
    ranges of packs, neighbours in one request: 10,000 small files are a few dozen. A server
    that does not know ranges gives whole packs, of at most 16 MB. Each file is hashed before it
    gets its name; so a kill at any moment, a damaged pack or a wrong index costs time alone.
    It helps where files change in their midst. Programs that are compiled anew differ
    everywhere: there it is no more than the files whole.

WHAT LIES AT THE ORIGIN
    manifest.txt    as asset_cache.h has it, with a line "# chunks <SHA-256> <size>", which its
                    seal and its signature cover
    chunks/HASH     the index, by its SHA-256: packs, chunks, and of which chunks a file is made
    packs/HASH      chunks one behind the other; those of earlier versions stay, and are used
    The same tree gives the same bytes, in an empty folder.

    The index, in numbers of 4 bytes, little-endian: "asset-chunks 1\n" and a zero; mean chunk as a
    power of two, packs, chunks, files, runs. Each pack: its SHA-256. Each chunk: the first 16
    bytes of its SHA-256, pack, offset there, bytes there, bytes unpacked. Each file: SHA-256,
    runs of it. Each run: first chunk, how many.

THREADS
    [any thread]   asset_chunks_fill, one at a time for a cache

SPDX-License-Identifier: MIT OR Unlicense
*/
#ifndef ASSET_CHUNKS_H
#define ASSET_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct asset_chunks_desc {
    uint32_t parallel;          // requests at once: 8
    uint32_t range_bytes;       // of one request at most: 1 MB

    // Unpacks a chunk whose bytes in the pack are fewer. False: it cannot. NULL: such chunks
    // come with the files whole.
    bool (*unpack)(void *user, const void *from, size_t from_size, void *to, size_t to_size);
    void *user;

    // The last word about the requests: proxy, certificates, limits.
    void (*configure)(void *user, gc_fetch_desc *fetch);
} asset_chunks_desc;

typedef struct asset_chunks_counts {
    uint32_t files;             // made
    uint32_t requests;
    uint64_t bytes;             // of the files
    uint64_t received, index_bytes;     // received: with the index
    uint64_t reused;            // bytes that were there
} asset_chunks_counts;

// Makes what an update that waits after ASKS is missing. desc and counts may be NULL. OK: all,
// or nothing that chunks could help with; E_ABSENT: the manifest has no chunks, or no update
// waits; E_FETCH, E_MANIFEST (the index), E_WRITE, E_MEMORY: some were made. [any thread]
int asset_chunks_fill(asset_cache *c, const asset_chunks_desc *desc, asset_chunks_counts *counts);

#ifdef __cplusplus
}
#endif
#endif // ASSET_CHUNKS_H

#if defined(ASSET_CHUNKS_IMPLEMENTATION) && !defined(ASSET_CHUNKS_IMPLEMENTED)
#define ASSET_CHUNKS_IMPLEMENTED

// >>map
//
//   cut        where a file's chunks end
//   index      read, and checked; a table of chunks by their hash
//   sources    where the bytes of a chunk are: in a file that is there, or in a pack
//   fetch      ranges, some ahead of what is written
//   fill       files are made of chunks
//
// The way of a file: asset_chunks_fill > ak_make_file > ak_take_chunk > ak_from_file, or
// ak_from_pack > ak_await_range.

// ---- >>cut

// The mean is 2^bits bytes; the least a quarter of it, the most four times as much.
static size_t ak_cut(const uint8_t *bytes, size_t size, uint32_t bits, const uint64_t gear[256]) {
    size_t least = (size_t)1 << (bits - 2), most = (size_t)4 << bits;
    uint64_t hash = 0, mask = ~(uint64_t)0 << (64 - bits);
    if (size < most) most = size;
    for (size_t i = least; i < most; i++) {
        hash = (hash << 1) + gear[bytes[i]];
        if (!(hash & mask)) return i + 1;
    }
    return most;
}

// Numbers at random, the same for ever: splitmix64 from 1 on.
static void ak_make_gear(uint64_t gear[256]) {
    uint64_t x = 1;
    for (int i = 0; i < 256; i++) {
        uint64_t z = x += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        gear[i] = z ^ z >> 31;
    }
}

static void ak_hash(const void *bytes, size_t size, uint8_t sha256[32]) {
    gc_fetch_sha256 hash;
    gc_fetch_sha256_init(&hash);
    if (size) gc_fetch_sha256_update(&hash, bytes, size);
    gc_fetch_sha256_final(&hash, sha256);
}

// ---- >>index

#define AK_NONE UINT32_MAX
enum { AK_PACK_BYTES = 16 << 20 };
static const char ak_magic[17] = "asset-chunks 1\n";

typedef struct ak_chunk {
    uint8_t name[16];
    uint32_t pack, offset, stored, size;
    uint32_t source;            // of the file that has it: its place in a list of those; or AK_NONE
    uint64_t at;                // and where
    uint64_t last;              // where the file that is made has it for the last time
    uint32_t range;             // of the fetch that brings it, or AK_NONE
    uint8_t *bytes;             // kept, as the file has it again
} ak_chunk;

typedef struct ak_pack { uint8_t sha256[32]; } ak_pack;

typedef struct ak_run { uint32_t first, count; } ak_run;

typedef struct ak_file {
    uint8_t sha256[32];
    uint32_t first, count;      // runs
} ak_file;

typedef struct ak_index {
    uint32_t bits, packs, chunks, files, runs;
    uint32_t pack_room, chunk_room, file_room, run_room;
    ak_pack *pack;
    ak_chunk *chunk;
    ak_file *file;
    ak_run *run;
    uint32_t *table, table_size;        // of chunks by their names; a power of two
} ak_index;

static void ak_free_index(ak_index *x) {
    free(x->pack);
    free(x->chunk);
    free(x->file);
    free(x->run);
    free(x->table);
    memset(x, 0, sizeof *x);
}

// Room for one more of an array. False: no memory.
static bool ak_grow(void *array, uint32_t count, uint32_t *room, size_t size) {
    void *old;
    if (count < *room) return true;
    memcpy(&old, array, sizeof old);
    void *longer = realloc(old, (count * (size_t)2 + 64) * size);
    if (!longer) return false;
    memcpy(array, &longer, sizeof longer);
    *room = count * 2 + 64;
    return true;
}

static uint32_t ak_find_chunk(const ak_index *x, const uint8_t name[16]) {
    for (uint32_t i = (uint32_t)ac_get64(name); x->table_size; i++) {
        uint32_t chunk = x->table[i & (x->table_size - 1)];
        if (chunk == AK_NONE || memcmp(x->chunk[chunk].name, name, 16) == 0) return chunk;
    }
    return AK_NONE;
}

// Puts the chunks from `from` on into the table, which is at most half full.
static bool ak_enter_chunks(ak_index *x, uint32_t from) {
    if (x->table_size / 2 < x->chunks) {
        uint32_t size = x->table_size ? x->table_size : 1024;
        while (size / 2 < x->chunks) size *= 2;
        free(x->table);
        x->table = (uint32_t *)malloc(size * sizeof *x->table);
        x->table_size = x->table ? size : 0;
        if (!x->table) return false;
        memset(x->table, 0xff, size * sizeof *x->table);
        from = 0;
    }
    for (; from < x->chunks; from++) {
        uint32_t i = (uint32_t)ac_get64(x->chunk[from].name);
        while (x->table[i & (x->table_size - 1)] != AK_NONE) i++;
        x->table[i & (x->table_size - 1)] = from;
    }
    return true;
}

static uint32_t ak_get32(const uint8_t **at) {
    uint32_t value = (*at)[0] | (uint32_t)(*at)[1] << 8 | (uint32_t)(*at)[2] << 16 | (uint32_t)(*at)[3] << 24;
    *at += 4;
    return value;
}

// Is what was read an index in itself? Chunks within packs, runs within chunks.
static bool ak_is_sound(ak_index *x) {
    uint64_t runs = 0;
    for (uint32_t i = 0; i < x->chunks; i++) {
        const ak_chunk *k = &x->chunk[i];
        bool fits = k->offset <= AK_PACK_BYTES && k->stored <= AK_PACK_BYTES - k->offset;
        if (!fits || k->pack >= x->packs || !k->stored || k->stored > k->size) return false;
        if (k->size > (uint32_t)4 << x->bits) return false;
    }
    for (uint32_t i = 0; i < x->files; i++) {
        x->file[i].first = (uint32_t)runs;
        runs += x->file[i].count;
        if (runs > x->runs) return false;
    }
    for (uint32_t i = 0; i < x->runs; i++) {
        if (x->run[i].first > x->chunks || x->run[i].count > x->chunks - x->run[i].first) return false;
    }
    return runs == x->runs;
}

// OK, E_MANIFEST: it is none, E_MEMORY.
static int ak_read_index(ak_index *x, const uint8_t *bytes, size_t size) {
    memset(x, 0, sizeof *x);
    const uint8_t *at = bytes + 16;
    if (size < 36 || memcmp(bytes, ak_magic, 16) != 0) return ASSET_CACHE_E_MANIFEST;
    x->bits = ak_get32(&at);
    x->packs = ak_get32(&at);
    x->chunks = ak_get32(&at);
    x->files = ak_get32(&at);
    x->runs = ak_get32(&at);
    uint64_t want = 36 + x->packs * (uint64_t)32 + x->chunks * (uint64_t)32 + x->files * (uint64_t)36 +
                    x->runs * (uint64_t)8;
    if (x->bits < 12 || x->bits > 16 || want != size) return ASSET_CACHE_E_MANIFEST;

    x->pack = (ak_pack *)calloc(x->packs + (size_t)1, sizeof *x->pack);
    x->chunk = (ak_chunk *)calloc(x->chunks + (size_t)1, sizeof *x->chunk);
    x->file = (ak_file *)calloc(x->files + (size_t)1, sizeof *x->file);
    x->run = (ak_run *)calloc(x->runs + (size_t)1, sizeof *x->run);
    if (!x->pack || !x->chunk || !x->file || !x->run) return ASSET_CACHE_E_MEMORY;

    for (uint32_t i = 0; i < x->packs; i++, at += 32) memcpy(x->pack[i].sha256, at, 32);
    for (uint32_t i = 0; i < x->chunks; i++) {
        ak_chunk *k = &x->chunk[i];
        memcpy(k->name, at, 16);
        at += 16;
        k->pack = ak_get32(&at);
        k->offset = ak_get32(&at);
        k->stored = ak_get32(&at);
        k->size = ak_get32(&at);
        k->source = k->range = AK_NONE;
    }
    for (uint32_t i = 0; i < x->files; i++, at += 32) {
        memcpy(x->file[i].sha256, at + 4, 32);
        x->file[i].count = ak_get32(&at);
    }
    for (uint32_t i = 0; i < x->runs; i++) {
        x->run[i].first = ak_get32(&at);
        x->run[i].count = ak_get32(&at);
    }

    if (!ak_is_sound(x)) return ASSET_CACHE_E_MANIFEST;
    return ak_enter_chunks(x, 0) ? ASSET_CACHE_OK : ASSET_CACHE_E_MEMORY;
}

// "# chunks <SHA-256> <size>" of a manifest. False: it has none.
static bool ak_find_line(const char *text, size_t size, uint8_t sha256[32], uint64_t *bytes) {
    const char *end, *line = text;
    for (; size - (size_t)(line - text) > 9 + 64 + 2; line++) {
        if (memcmp(line, "# chunks ", 9) == 0) {
            bool good = ac_parse_hex(line + 9, sha256) && line[73] == ' ';
            return good && ac_parse_number(line + 74, bytes, &end);
        }
        if (line[0] != '#') return false;           // it stands among the first comments
        line = (const char *)memchr(line, '\n', size - (size_t)(line - text));
        if (!line) return false;
    }
    return false;
}

// ---- >>sources

// A range of a pack: of the chunks that are fetched, in the order in which they are used.
typedef struct ak_range {
    uint32_t pack, from, to;    // to: not included
    int state;                  // AK_...
    gc_fetch_id id;
    uint8_t *data;              // of gc_fetch
    size_t size;
    bool whole;                 // all of the pack has come
    uint32_t lender;            // itself, or the range that has brought all of the pack
    uint32_t left;              // chunks of its data that were not yet used
} ak_range;

enum { AK_WAITS = 0, AK_RUNS, AK_CAME, AK_FAILED };

typedef struct ak_fill {
    asset_cache *cache;
    asset_chunks_desc desc;
    asset_chunks_counts counts;
    ak_index x;
    ac_object *sources;         // files that are there, and those that were made; copies
    uint32_t source_count, source_room;
    uint32_t *missing, missing_count, missing_room;     // files of the index
    ak_range *ranges;
    uint32_t range_count, range_room, begun;
    uint32_t held;              // ranges that run, or whose bytes are still used
    bool known, rangeless;      // how the server answers to ranges
    uint32_t open_source;       // whose file is open as fd
    int fd;
    gc_fetch *fetch;
    gc_writer *writer;
    uint8_t *chunk;             // room for one
    char *origin;
    bool failed;                // the origin does not give what it should
} ak_fill;

static uint64_t ak_file_size(const ak_index *x, const ak_file *file) {
    uint64_t size = 0;
    for (uint32_t r = 0; r < file->count; r++) {
        const ak_run *run = &x->run[file->first + r];
        for (uint32_t i = 0; i < run->count; i++) size += x->chunk[run->first + i].size;
    }
    return size;
}

static uint32_t ak_add_source(ak_fill *f, const ac_object *o) {
    if (!ak_grow(&f->sources, f->source_count, &f->source_room, sizeof *f->sources)) return AK_NONE;
    f->sources[f->source_count] = *o;
    return f->source_count++;
}

// A file of the index lies there as this source: so do its chunks.
static void ak_enter_file(ak_fill *f, const ak_file *file, uint32_t source) {
    uint64_t at = 0;
    for (uint32_t r = 0; r < file->count; r++) {
        const ak_run *run = &f->x.run[file->first + r];
        for (uint32_t i = 0; i < run->count; i++) {
            ak_chunk *k = &f->x.chunk[run->first + i];
            if (k->source == AK_NONE) k->at = at;
            if (k->source == AK_NONE) k->source = source;
            at += k->size;
        }
    }
}

// What of the new version is there, and what is missing. False: no memory, or the update is
// over.
static bool ak_look_at_new(ak_fill *f, const uint8_t sealed[32]) {
    asset_cache *c = f->cache;
    bool good = true;
    pthread_mutex_lock(&c->lock);
    uint32_t count = ++c->counts;           // two files of the same bytes are one
    pthread_mutex_unlock(&c->lock);

    for (uint32_t i = 0; good && i < f->x.files; i++) {
        const ak_file *file = &f->x.file[i];
        uint64_t size = ak_file_size(&f->x, file);
        ac_object copy;
        bool there = false, vouched, known = false;
        memset(&copy, 0, sizeof copy);

        // The lock is held for one file at a time: poll does not wait.
        pthread_mutex_lock(&c->lock);
        good = c->next && c->update == AC_UPDATE_OBJECTS && memcmp(c->next->sealed, sealed, 32) == 0;
        uint32_t object = good ? ac_find_object(c, file->sha256, size) : AC_NONE;
        if (object != AC_NONE && ac_first_asset(c->next, object) != AC_NONE) {
            known = c->objects[object].counted != count;
            c->objects[object].counted = count;
            there = ac_look(c, &c->objects[object], &vouched);
            copy = c->objects[object];
        }
        pthread_mutex_unlock(&c->lock);

        if (!known) continue;
        if (there) {
            uint32_t source = ak_add_source(f, &copy);
            good = good && source != AK_NONE;
            if (good) ak_enter_file(f, file, source);
        } else {
            good = good && ak_grow(&f->missing, f->missing_count, &f->missing_room, sizeof *f->missing);
            if (good) f->missing[f->missing_count++] = i;
        }
    }
    return good;
}

// Files of the old version that the new one has not: cut here, which names their chunks.
static bool ak_look_at_old(ak_fill *f) {
    asset_cache *c = f->cache;
    uint64_t gear[256];
    ak_make_gear(gear);
    for (uint32_t i = 0;; i++) {
        ac_object copy;
        pthread_mutex_lock(&c->lock);
        const ac_version *v = c->current;
        bool any = v && v != c->next && c->next && i < v->count;
        bool old = any && ac_first_asset(c->next, v->assets[i].object) == AC_NONE &&
                   ac_first_asset(v, v->assets[i].object) == i;
        if (old) copy = c->objects[v->assets[i].object];
        pthread_mutex_unlock(&c->lock);
        if (!any) return true;
        if (!old) continue;


        struct stat info;
        bool vouched;
        int fd = ac_open_object(c, &copy, &info, &vouched);
        bool some = fd >= 0 && copy.size && copy.size < SIZE_MAX;
        void *bytes = some ? ac_take_bytes(fd, (size_t)copy.size) : NULL;
        if (fd >= 0) close(fd);
        if (!bytes) continue;

        uint32_t source = ak_add_source(f, &copy);
        for (size_t at = 0, n; source != AK_NONE && at < copy.size; at += n) {
            uint8_t sha256[32];
            n = ak_cut((const uint8_t *)bytes + at, (size_t)copy.size - at, f->x.bits, gear);
            ak_hash((const uint8_t *)bytes + at, n, sha256);
            uint32_t found = ak_find_chunk(&f->x, sha256);
            ak_chunk *k = found == AK_NONE ? NULL : &f->x.chunk[found];
            if (!k || k->source != AK_NONE || k->size != n) continue;
            k->source = source;
            k->at = at;
        }

        copy.bytes = bytes;
        ac_give_back(&copy);
        if (source == AK_NONE) return false;
    }
}

// Which chunks are fetched, in the order of their first use, neighbours as one range.
static bool ak_plan(ak_fill *f) {
    for (uint32_t m = 0; m < f->missing_count; m++) {
        const ak_file *file = &f->x.file[f->missing[m]];
        for (uint32_t r = 0; r < file->count; r++) {
            const ak_run *run = &f->x.run[file->first + r];
            for (uint32_t i = 0; i < run->count; i++) {
                ak_chunk *k = &f->x.chunk[run->first + i];
                if (k->source != AK_NONE || k->range != AK_NONE) continue;

                ak_range *last = f->range_count ? &f->ranges[f->range_count - 1] : NULL;
                bool next = last && last->pack == k->pack && last->to == k->offset &&
                            last->to - last->from + k->stored <= f->desc.range_bytes;
                if (!next) {
                    if (!ak_grow(&f->ranges, f->range_count, &f->range_room, sizeof *f->ranges)) return false;
                    last = &f->ranges[f->range_count++];
                    memset(last, 0, sizeof *last);
                    last->pack = k->pack;
                    last->from = k->offset;
                }

                last->to = k->offset + k->stored;
                last->left++;
                k->range = f->range_count - 1;
            }
        }
    }
    return true;
}

// ---- >>fetch

static bool ak_request(ak_fill *f, const char *folder, const uint8_t sha256[32], const char *range,
                       uint64_t most, uint64_t tag, gc_fetch_id *id) {
    char url[GC_FETCH_MAX_URL + 1], hex[65];
    gc_fetch_request request;
    memset(&request, 0, sizeof request);
    ac_print_hex(hex, sha256);
    int n = snprintf(url, sizeof url, "%s/%s/%s", f->origin, folder, hex);
    request.url = url;
    request.tag = tag;
    request.max_size = most;
    request.headers = range ? &range : NULL;
    request.header_count = range != NULL;
    if (!range) request.sha256 = sha256;
    f->counts.requests++;
    return n > 0 && (size_t)n < sizeof url && gc_fetch_add(f->fetch, &request, id) == GC_FETCH_OK;
}

// The range whose answer is, or will be, all of this pack; AK_NONE.
static uint32_t ak_find_lender(const ak_fill *f, uint32_t pack) {
    for (uint32_t i = f->begun; f->rangeless && i-- > 0;) {
        const ak_range *r = &f->ranges[i];
        bool has = r->state == AK_RUNS || (r->state == AK_CAME && r->whole);
        if (r->pack == pack && r->lender == i && has) return i;
    }
    return AK_NONE;
}

// Begins as many ranges as may run: some ahead of the one that is wanted. At first one alone,
// which shows whether the server knows ranges; if it does not, packs come whole, two at a time.
static void ak_begin_ranges(ak_fill *f, uint32_t wanted) {
    uint32_t ahead = !f->known ? 1 : f->rangeless ? 2 : f->desc.parallel;
    while (f->begun < f->range_count && !f->failed) {
        ak_range *r = &f->ranges[f->begun];
        uint32_t lender = ak_find_lender(f, r->pack);
        r->lender = lender == AK_NONE ? f->begun : lender;
        if (lender != AK_NONE) {
            f->ranges[lender].left += r->left;
            f->begun++;
            continue;
        }
        if (f->held >= ahead && f->begun > wanted) return;

        char header[64];
        snprintf(header, sizeof header, "Range: bytes=%u-%u", r->from, r->to - 1);
        const uint8_t *pack = f->x.pack[r->pack].sha256;
        bool added = ak_request(f, "packs", pack, header, AK_PACK_BYTES, f->begun, &r->id);
        r->state = added ? AK_RUNS : AK_FAILED;
        f->held += added;
        f->begun++;
    }
}

// The answer to a range: its bytes, or the whole pack.
static void ak_range_came(ak_fill *f, const gc_fetch_event *event) {
    ak_range *r = &f->ranges[event->tag];
    f->counts.received += event->received;
    r->whole = event->http_status == 200;
    if (event->type == GC_FETCH_DONE) r->data = (uint8_t *)gc_fetch_take(f->fetch, event->id, &r->size);
    f->known = true;
    f->rangeless = f->rangeless || r->whole;
    bool all = r->data && r->size >= (r->whole ? r->to : r->to - r->from);
    r->state = all ? AK_CAME : AK_FAILED;
    f->held -= !all;
}

// Waits for a range, or the one that has its bytes. NULL: it cannot be had.
static ak_range *ak_await_range(ak_fill *f, uint32_t wanted) {
    ak_begin_ranges(f, wanted);
    ak_range *r = &f->ranges[f->ranges[wanted].lender];
    while (wanted < f->begun && r->state == AK_RUNS) {
        gc_fetch_event event;
        gc_fetch_wait(f->fetch, -1);
        while (gc_fetch_poll(f->fetch, &event)) {
            if (event.type == GC_FETCH_DONE || event.type == GC_FETCH_FAILED) ak_range_came(f, &event);
        }
        ak_begin_ranges(f, wanted);
    }
    if (wanted < f->begun && r->state == AK_CAME) return r;
    f->failed = true;
    return NULL;
}

// The bytes of a chunk that is in a pack, in f->chunk.
static bool ak_from_pack(ak_fill *f, ak_chunk *k) {
    ak_range *r = ak_await_range(f, k->range);
    if (!r || (r->whole && k->offset + k->stored > r->size)) return false;
    const uint8_t *stored = r->data + (k->offset - (r->whole ? 0 : r->from));
    bool good = k->stored == k->size;
    if (!good && f->desc.unpack) good = f->desc.unpack(f->desc.user, stored, k->stored, f->chunk, k->size);
    if (k->stored == k->size) memcpy(f->chunk, stored, k->size);
    if (--r->left == 0) {
        gc_fetch_free(f->fetch, r->data);
        r->data = NULL;
        r->state = AK_FAILED;
        f->held--;
    }
    return good;
}

// Of one that is in a file. What was made just now may still be on its way to its name.
static bool ak_from_file(ak_fill *f, const ak_chunk *k) {
    struct stat info;
    bool vouched;
    for (int turn = 0; turn < 2 && (f->fd < 0 || f->open_source != k->source); turn++) {
        if (f->fd >= 0) close(f->fd);
        if (turn == 1) gc_writer_flush(f->writer, -1);
        f->fd = ac_open_object(f->cache, &f->sources[k->source], &info, &vouched);
        f->open_source = k->source;
    }
    size_t at = 0;
    while (f->fd >= 0 && at < k->size) {
        ssize_t n = pread(f->fd, f->chunk + at, k->size - at, (off_t)(k->at + at));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        at += (size_t)n;
    }
    return at == k->size;
}

// The bytes of a chunk, in f->chunk. `again`: the file has it once more.
static bool ak_take_chunk(ak_fill *f, ak_chunk *k, bool again) {
    bool good = true;
    if (k->bytes) {
        memcpy(f->chunk, k->bytes, k->size);
    } else if (k->source != AK_NONE) {
        good = ak_from_file(f, k);
        f->counts.reused += good ? k->size : 0;
    } else {
        good = k->range != AK_NONE && ak_from_pack(f, k);
        if (good && again) k->bytes = (uint8_t *)malloc(k->size);
        if (k->bytes) memcpy(k->bytes, f->chunk, k->size);
        good = good && (!again || k->bytes);
    }
    if (!again) {
        free(k->bytes);
        k->bytes = NULL;
    }
    return good;
}

// ---- >>fill

static bool ak_write(ak_fill *f, gc_writer_file file, const uint8_t *bytes, size_t size) {
    while (size) {
        size_t n = gc_writer_write(f->writer, file, bytes, size);
        bytes += n;
        size -= n;
        if (size && gc_writer_room(f->writer, 1, -1) != GC_WRITER_OK) return false;
    }
    return true;
}

// What the writer has done: a file that failed is fetched whole later.
static void ak_poll_writer(ak_fill *f) {
    gc_writer_event event;
    while (gc_writer_poll(f->writer, &event)) f->counts.files += event.type == GC_WRITER_PUBLISHED;
}

// Makes one file of its chunks. It gets its name when its hash is right.
static bool ak_make_file(ak_fill *f, const ak_file *file) {
    ac_object o;
    gc_writer_file out;
    char path[80];
    memset(&o, 0, sizeof o);
    memcpy(o.sha256, file->sha256, 32);
    o.size = ak_file_size(&f->x, file);
    o.base_asset = AC_NONE;
    memcpy(path, "objects/", 8);
    ac_print_hex(path + 8, o.sha256);

    int begun;
    while ((begun = gc_writer_begin(f->writer, path, &out)) == GC_WRITER_E_FULL) {
        gc_writer_flush(f->writer, -1);
        ak_poll_writer(f);
    }
    if (begun != GC_WRITER_OK) return false;

    // Where each chunk is for the last time, then all of them.
    uint64_t place = 0;
    for (uint32_t r = 0; r < file->count; r++) {
        const ak_run *run = &f->x.run[file->first + r];
        for (uint32_t i = 0; i < run->count; i++) f->x.chunk[run->first + i].last = place++;
    }

    gc_fetch_sha256 hash;
    uint8_t sha256[32];
    bool good = true;
    place = 0;
    gc_fetch_sha256_init(&hash);
    for (uint32_t r = 0; r < file->count; r++) {
        const ak_run *run = &f->x.run[file->first + r];
        for (uint32_t i = 0; i < run->count; i++, place++) {
            ak_chunk *k = &f->x.chunk[run->first + i];
            if (good) good = ak_take_chunk(f, k, k->last > place);
            if (good) gc_fetch_sha256_update(&hash, f->chunk, k->size);
            if (good) good = ak_write(f, out, f->chunk, k->size);
            if (!good) free(k->bytes);
            if (!good) k->bytes = NULL;
        }
    }

    gc_fetch_sha256_final(&hash, sha256);
    good = good && memcmp(sha256, file->sha256, 32) == 0;
    if (good) good = gc_writer_end(f->writer, out) == GC_WRITER_OK;
    else gc_writer_abort(f->writer, out);
    ak_poll_writer(f);

    uint32_t source = good ? ak_add_source(f, &o) : AK_NONE;
    if (source != AK_NONE) ak_enter_file(f, file, source);
    f->counts.bytes += good ? o.size : 0;
    return good;
}

// The index, by its hash.
static int ak_fetch_index(ak_fill *f, const uint8_t sha256[32], uint64_t bytes) {
    gc_fetch_id id;
    gc_fetch_event event;
    if (!ak_request(f, "chunks", sha256, NULL, bytes, 0, &id)) return ASSET_CACHE_E_FETCH;
    do {
        gc_fetch_wait(f->fetch, -1);
        memset(&event, 0, sizeof event);
        gc_fetch_poll(f->fetch, &event);
    } while (event.type != GC_FETCH_DONE && event.type != GC_FETCH_FAILED);
    f->counts.received += event.received;
    f->counts.index_bytes = event.received;
    if (event.type == GC_FETCH_FAILED) return ASSET_CACHE_E_FETCH;
    return ak_read_index(&f->x, (const uint8_t *)event.data, event.size);
}

// What the manifest of the update that waits says of chunks, and the origin.
static int ak_read_update(ak_fill *f, uint8_t sealed[32], uint8_t sha256[32], uint64_t *bytes) {
    asset_cache *c = f->cache;
    int result = ASSET_CACHE_E_ABSENT;
    pthread_mutex_lock(&c->lock);
    const ac_version *v = c->next;
    if (v && c->update == AC_UPDATE_OBJECTS && c->desc.origin && !c->read_only &&
        ak_find_line(v->source + v->body, v->source_size - v->body, sha256, bytes)) {
        memcpy(sealed, v->sealed, 32);
        f->origin = ac_copy_text(c->desc.origin);
        result = f->origin ? ASSET_CACHE_OK : ASSET_CACHE_E_MEMORY;
    }
    pthread_mutex_unlock(&c->lock);
    size_t n = f->origin ? strlen(f->origin) : 0;
    while (n && f->origin[n - 1] == '/') f->origin[--n] = 0;
    return result;
}

static void ak_end_fill(ak_fill *f) {
    for (uint32_t i = 0; i < f->begun && f->fetch; i++) gc_fetch_free(f->fetch, f->ranges[i].data);
    gc_fetch_close(f->fetch);
    if (f->writer) gc_writer_flush(f->writer, -1);
    if (f->writer) ak_poll_writer(f);
    gc_writer_close(f->writer);
    if (f->fd >= 0) close(f->fd);
    ak_free_index(&f->x);
    free(f->sources);
    free(f->missing);
    free(f->ranges);
    free(f->chunk);
    free(f->origin);
}

int asset_chunks_fill(asset_cache *c, const asset_chunks_desc *desc, asset_chunks_counts *counts) {
    ak_fill f;
    uint8_t sealed[32], sha256[32];
    uint64_t bytes;
    if (!c) return ASSET_CACHE_E_ARGUMENT;
    memset(&f, 0, sizeof f);
    f.cache = c;
    f.fd = -1;
    if (desc) f.desc = *desc;
    if (!f.desc.parallel) f.desc.parallel = 8;
    if (!f.desc.range_bytes) f.desc.range_bytes = 1 << 20;

    int result = ak_read_update(&f, sealed, sha256, &bytes);
    if (result == ASSET_CACHE_OK) {
        gc_fetch_desc fetch;
        gc_writer_desc writer;
        memset(&fetch, 0, sizeof fetch);
        memset(&writer, 0, sizeof writer);
        fetch.parallel = f.desc.parallel;
        fetch.order = GC_FETCH_ORDER_GIVEN;
        fetch.skip_events = true;
        writer.root = c->desc.folder;
        if (f.desc.configure) f.desc.configure(f.desc.user, &fetch);

        f.fetch = gc_fetch_open(&fetch, NULL);
        f.writer = gc_writer_open(&writer, NULL);
        if (!f.fetch || !f.writer) result = f.fetch ? ASSET_CACHE_E_WRITE : ASSET_CACHE_E_FETCH;
    }

    // What there is, what is missing, and then file by file.
    if (result == ASSET_CACHE_OK) result = ak_fetch_index(&f, sha256, bytes);
    if (result == ASSET_CACHE_OK) {
        f.chunk = (uint8_t *)malloc((size_t)4 << f.x.bits);
        bool good = f.chunk && ak_look_at_new(&f, sealed) && ak_look_at_old(&f) && ak_plan(&f);
        if (!good) result = ASSET_CACHE_E_MEMORY;
    }

    bool all = true;
    for (uint32_t i = 0; result == ASSET_CACHE_OK && i < f.missing_count && !f.failed; i++) {
        all = ak_make_file(&f, &f.x.file[f.missing[i]]) && all;
    }

    if (result == ASSET_CACHE_OK && !all) result = f.failed ? ASSET_CACHE_E_FETCH : ASSET_CACHE_E_WRITE;
    ak_end_fill(&f);
    if (counts) *counts = f.counts;
    return result;
}

#endif // ASSET_CHUNKS_IMPLEMENTATION
