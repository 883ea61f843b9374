// asset_packer.h - the other half of asset_chunks.h, for who publishes: a tree becomes packs
// and an index. To be included after the implementation of asset_chunks.h.
#ifndef ASSET_PACKER_H
#define ASSET_PACKER_H

typedef struct asset_pack asset_pack;
enum { ASSET_PACK_LINE = 128 };

// Begins to pack into a folder, which may have an earlier version. mean_bits: chunks of 2^12 to
// 2^16 bytes in the mean, 0 for 2^14 or what the version there has. NULL: no memory, no folder.
asset_pack *asset_pack_open(const char *folder, uint32_t mean_bits);

// Packs a chunk smaller, if that can be: how many bytes, or 0. NULL: all stay as they are.
void asset_pack_set_codec(asset_pack *p, size_t (*pack)(void *user, const void *from, size_t from_size,
                                                       void *to, size_t to_size), void *user);

// Adds a file. One that was added before costs nothing. Returns a result of asset_cache.h.
int asset_pack_add(asset_pack *p, const uint8_t sha256[32], const void *bytes, size_t size);

// Writes the last pack and the index, and gives the manifest's line; frees all.
int asset_pack_close(asset_pack *p, char line[ASSET_PACK_LINE]);

struct asset_pack {
    gc_writer *writer;
    ak_index x, old;
    uint32_t *old_packs;        // old pack: its number here, or AK_NONE
    uint32_t open;              // number of the pack that is being filled, or AK_NONE
    uint8_t *buffer, *packed;
    size_t used;
    uint64_t gear[256];
    size_t (*codec)(void *user, const void *from, size_t from_size, void *to, size_t to_size);
    void *user;
    int result;
};

static void ak_put32(uint8_t **at, uint32_t value) {
    for (int i = 0; i < 4; i++) *(*at)++ = (uint8_t)(value >> (8 * i));
}

// Writes FOLDER/HASH, and waits until it is there.
static int ak_put_file(asset_pack *p, const char *folder, const uint8_t *bytes, size_t size,
                       uint8_t sha256[32]) {
    char path[80], hex[65];
    gc_writer_file_desc desc;
    gc_writer_event event;
    ak_hash(bytes, size, sha256);
    ac_print_hex(hex, sha256);
    snprintf(path, sizeof path, "%s/%s", folder, hex);
    memset(&desc, 0, sizeof desc);
    desc.path = path;
    desc.borrow = true;
    bool put = gc_writer_put(p->writer, &desc, bytes, size, NULL) == GC_WRITER_OK;
    if (put) gc_writer_flush(p->writer, -1);
    put = put && gc_writer_poll(p->writer, &event) && event.type == GC_WRITER_PUBLISHED;
    return put ? ASSET_CACHE_OK : ASSET_CACHE_E_WRITE;
}

static int ak_end_pack(asset_pack *p) {
    if (p->open == AK_NONE || p->result != ASSET_CACHE_OK) return p->result;
    p->result = ak_put_file(p, "packs", p->buffer, p->used, p->x.pack[p->open].sha256);
    p->open = AK_NONE;
    p->used = 0;
    return p->result;
}

// The number of a new pack. AK_NONE: no memory.
static uint32_t ak_add_pack(asset_pack *p, const uint8_t *sha256) {
    ak_index *x = &p->x;
    if (!ak_grow(&x->pack, x->packs, &x->pack_room, sizeof *x->pack)) return AK_NONE;
    if (sha256) memcpy(x->pack[x->packs].sha256, sha256, 32);
    return x->packs++;
}

// Where a new chunk lies: in a pack of the earlier version, or the one that is being filled.
static bool ak_place_chunk(asset_pack *p, ak_chunk *k, const void *bytes) {
    uint32_t old = ak_find_chunk(&p->old, k->name);
    if (old != AK_NONE && p->old.chunk[old].size == k->size) {
        const ak_chunk *there = &p->old.chunk[old];
        uint32_t *pack = &p->old_packs[there->pack];
        if (*pack == AK_NONE) *pack = ak_add_pack(p, p->old.pack[there->pack].sha256);
        k->pack = *pack;
        k->offset = there->offset;
        k->stored = there->stored;
        return k->pack != AK_NONE;
    }

    size_t n = p->codec ? p->codec(p->user, bytes, k->size, p->packed, k->size - 1) : 0;
    if (n >= k->size) n = 0;
    k->stored = n ? (uint32_t)n : k->size;

    if (p->used + k->stored > AK_PACK_BYTES && ak_end_pack(p) != ASSET_CACHE_OK) return false;
    if (p->open == AK_NONE) p->open = ak_add_pack(p, NULL);
    k->pack = p->open;
    k->offset = (uint32_t)p->used;
    memcpy(p->buffer + p->used, n ? p->packed : bytes, k->stored);
    p->used += k->stored;
    return k->pack != AK_NONE;
}

// The chunk of these bytes; AK_NONE: p->result tells why there is none.
static uint32_t ak_add_chunk(asset_pack *p, const void *bytes, size_t size) {
    ak_index *x = &p->x;
    uint8_t sha256[32];
    ak_hash(bytes, size, sha256);
    uint32_t found = ak_find_chunk(x, sha256);
    if (found != AK_NONE) return found;

    bool good = ak_grow(&x->chunk, x->chunks, &x->chunk_room, sizeof *x->chunk);
    if (good) {
        ak_chunk *k = &x->chunk[x->chunks];
        memset(k, 0, sizeof *k);
        memcpy(k->name, sha256, 16);
        k->size = (uint32_t)size;
        good = ak_place_chunk(p, k, bytes);
    }

    if (good) x->chunks++;
    if (!good || !ak_enter_chunks(x, x->chunks - 1)) {
        if (p->result == ASSET_CACHE_OK) p->result = ASSET_CACHE_E_MEMORY;
        return AK_NONE;
    }
    return x->chunks - 1;
}

// What an earlier version in the folder has. None, or a damaged one, is as good as none.
static void ak_load_old(asset_pack *p, const char *folder) {
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    size_t size = 0;
    uint64_t bytes;
    uint8_t sha256[32], found[32];
    char path[80], *text = ac_read_plain(fd, "manifest.txt", &size);

    const char *second = text ? strchr(text, '\n') : NULL;
    if (second && ak_find_line(second + 1, size - (size_t)(second + 1 - text), sha256, &bytes)) {
        memcpy(path, "chunks/", 7);
        ac_print_hex(path + 7, sha256);
        char *index = ac_read_plain(fd, path, &size);
        if (index) ak_hash(index, size, found);
        bool good = index && memcmp(sha256, found, 32) == 0 &&
                    ak_read_index(&p->old, (const uint8_t *)index, size) == ASSET_CACHE_OK;
        if (!good) ak_free_index(&p->old);
        free(index);
    }

    free(text);
    if (fd >= 0) close(fd);
}

static void ak_free_pack(asset_pack *p) {
    gc_writer_close(p->writer);
    ak_free_index(&p->x);
    ak_free_index(&p->old);
    free(p->old_packs);
    free(p->buffer);
    free(p->packed);
    free(p);
}

asset_pack *asset_pack_open(const char *folder, uint32_t mean_bits) {
    if (!folder || (mean_bits && (mean_bits < 12 || mean_bits > 16))) return NULL;
    asset_pack *p = (asset_pack *)calloc(1, sizeof *p);
    gc_writer_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.root = folder;
    if (!p) return NULL;

    p->writer = gc_writer_open(&desc, NULL);
    ak_load_old(p, folder);
    p->x.bits = mean_bits ? mean_bits : p->old.bits ? p->old.bits : 14;
    p->open = AK_NONE;
    ak_make_gear(p->gear);

    p->buffer = (uint8_t *)malloc(AK_PACK_BYTES);
    p->packed = (uint8_t *)malloc((size_t)4 << p->x.bits);
    p->old_packs = (uint32_t *)malloc(p->old.packs * sizeof *p->old_packs + 1);
    if (p->old_packs) memset(p->old_packs, 0xff, p->old.packs * sizeof *p->old_packs);

    if (p->writer && p->buffer && p->packed && p->old_packs) return p;
    ak_free_pack(p);
    return NULL;
}

void asset_pack_set_codec(asset_pack *p, size_t (*pack)(void *user, const void *from, size_t from_size,
                                                       void *to, size_t to_size), void *user) {
    if (!p) return;
    p->codec = pack;
    p->user = user;
}

int asset_pack_add(asset_pack *p, const uint8_t sha256[32], const void *bytes, size_t size) {
    if (!p || !sha256 || (!bytes && size)) return ASSET_CACHE_E_ARGUMENT;
    ak_index *x = &p->x;
    if (p->result != ASSET_CACHE_OK) return p->result;
    if (!ak_grow(&x->file, x->files, &x->file_room, sizeof *x->file)) p->result = ASSET_CACHE_E_MEMORY;
    if (p->result != ASSET_CACHE_OK) return p->result;
    ak_file *file = &x->file[x->files++];
    memcpy(file->sha256, sha256, 32);
    file->first = x->runs;
    file->count = 0;

    // Neighbours in the list of chunks are one run.
    for (size_t at = 0, n; at < size; at += n) {
        n = ak_cut((const uint8_t *)bytes + at, size - at, x->bits, p->gear);
        uint32_t chunk = ak_add_chunk(p, (const uint8_t *)bytes + at, n);
        if (chunk == AK_NONE) return p->result;

        ak_run *last = file->count ? &x->run[x->runs - 1] : NULL;
        if (last && last->first + last->count == chunk) {
            last->count++;
            continue;
        }
        if (!ak_grow(&x->run, x->runs, &x->run_room, sizeof *x->run)) p->result = ASSET_CACHE_E_MEMORY;
        if (p->result != ASSET_CACHE_OK) return p->result;
        x->run[x->runs].first = chunk;
        x->run[x->runs++].count = 1;
        file->count++;
    }
    return ASSET_CACHE_OK;
}

int asset_pack_close(asset_pack *p, char line[ASSET_PACK_LINE]) {
    if (!p) return ASSET_CACHE_E_ARGUMENT;
    const ak_index *x = &p->x;
    int result = ak_end_pack(p);
    size_t size = 36 + (x->packs + (size_t)x->chunks) * 32 + x->files * (size_t)36 + x->runs * (size_t)8;
    uint8_t *index = (uint8_t *)malloc(size), *at = index, sha256[32];
    if (!index) result = ASSET_CACHE_E_MEMORY;

    if (result == ASSET_CACHE_OK) {
        memcpy(at, ak_magic, 16);
        at += 16;
        const uint32_t head[5] = {x->bits, x->packs, x->chunks, x->files, x->runs};
        for (int i = 0; i < 5; i++) ak_put32(&at, head[i]);
        for (uint32_t i = 0; i < x->packs; i++, at += 32) memcpy(at, x->pack[i].sha256, 32);

        for (uint32_t i = 0; i < x->chunks; i++) {
            const ak_chunk *k = &x->chunk[i];
            memcpy(at, k->name, 16);
            at += 16;
            ak_put32(&at, k->pack);
            ak_put32(&at, k->offset);
            ak_put32(&at, k->stored);
            ak_put32(&at, k->size);
        }

        for (uint32_t i = 0; i < x->files; i++, at += 32) {
            ak_put32(&at, x->file[i].count);
            memcpy(at, x->file[i].sha256, 32);
        }
        for (uint32_t i = 0; i < x->runs; i++) {
            ak_put32(&at, x->run[i].first);
            ak_put32(&at, x->run[i].count);
        }
        result = ak_put_file(p, "chunks", index, size, sha256);
    }

    char hex[65];
    if (result == ASSET_CACHE_OK) {
        ac_print_hex(hex, sha256);
        snprintf(line, ASSET_PACK_LINE, "# chunks %s %zu\n", hex, size);
    }
    free(index);
    ak_free_pack(p);
    return result;
}

#endif // ASSET_PACKER_H
