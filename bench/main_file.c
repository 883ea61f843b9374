// main_file.c - the main file of a small game with all five headers. main_file.sh compiles it,
// to see what they cost in seconds and bytes. With MAIN_FILE_EXTERN they are compiled whole
// (_IMPLEMENTATION), otherwise only what is called (_STATIC).
//
//     cc -O2 -I. bench/main_file.c -o game -lcurl -pthread && ./game FOLDER [URL FILE]...
//
// It makes a level, lets ships fly for 60 frames, and sorts what would be drawn. Into FOLDER it
// writes a save and a log, and downloads the files that are named.
#ifdef MAIN_FILE_EXTERN
#define GC_RNG_IMPLEMENTATION
#define GC_SORT_IMPLEMENTATION
#define GC_SPARSE_IMPLEMENTATION
#define GC_WRITER_IMPLEMENTATION
#define GC_FETCH_IMPLEMENTATION
#else
#define GC_RNG_STATIC
#define GC_SORT_STATIC
#define GC_SPARSE_STATIC
#define GC_WRITER_STATIC
#define GC_FETCH_STATIC
#endif
#include "gc_rng.h"
#include "gc_sort.h"
#include "gc_sparse.h"
#include "gc_writer.h"
#include "gc_fetch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the world

enum { SHIPS = 2000, LOOT = 4 };

typedef struct Place { float x, y; } Place;
typedef struct Motion { float x, y; } Motion;
typedef struct Hull { int points; } Hull;
typedef struct Cargo { int kind, crew; } Cargo;
#define GAME(X) X(DENSE, Place) X(DENSE, Motion) X(DENSE, Hull) X(DENSE, Cargo) X(TAG, Docked)
GC_SPARSE_COMPONENTS(GAME)

GC_SPARSE_SYSTEM(move, (float dt), (dt), Place, p, Motion, m, WITHOUT, Docked) {
    p->x += m->x * dt;
    p->y += m->y * dt;
}

// A level of a seed: where ships are, what they carry, in which order they come.
static int make_level(gc_sparse_world *world, uint64_t seed) {
    static const double weights[LOOT] = { 60, 30, 9, 1 };
    static gc_sparse_id ships[SHIPS];
    gc_rng_alias loot[LOOT];
    gc_rng rng;

    gc_rng_seed_stream(&rng, seed, 1);
    if (gc_rng_alias_init(loot, weights, LOOT) != GC_RNG_OK) return 1;
    if (gc_sparse_create_n(world, ships, SHIPS) != GC_SPARSE_OK) return 1;

    gc_rng_shuffle(&rng, ships, SHIPS, sizeof ships[0]);

    for (int i = 0; i < SHIPS; i++) {
        int kind = (int)gc_rng_alias_pick(&rng, loot, LOOT), crew = (int)gc_rng_range(&rng, 1, 6);
        float speed = (float)gc_rng_normal(&rng, 1.0, 0.25);
        GC_SPARSE_SET(world, ships[i], Place, gc_rng_range_f32(&rng, 0, 100), gc_rng_range_f32(&rng, 0, 100));
        GC_SPARSE_SET(world, ships[i], Motion, speed, 0);
        GC_SPARSE_SET(world, ships[i], Cargo, kind, crew);

        if (gc_rng_chance(&rng, 0.75)) GC_SPARSE_SET(world, ships[i], Hull, 50);
        if (gc_rng_hash(seed, i, 0, 0) % 8 == 0) GC_SPARSE_PUT(world, ships[i], Docked);
    }

    return 0;
}

// Ships that have left lose hull; what is lost goes, and comes back as a wreck.
static void wear(gc_sparse_world *world, gc_sparse_commands *later) {
    GC_SPARSE_EACH(world, Hull, h, Place, p) {
        if (p->x < 100 || (h->points -= 10) > 0) continue;
        gc_sparse_id wreck = gc_sparse_record_create(later);
        GC_SPARSE_RECORD(later, wreck, Place, p->x - 100, p->y);
        gc_sparse_record_destroy(later, self);
    }
}

// ---- what is drawn

typedef struct Draw { float depth; uint32_t material; } Draw;

static int later_first(const void *a, const void *b, void *user) {
    const gc_sparse_id *x = (const gc_sparse_id *)a, *y = (const gc_sparse_id *)b;
    (void)user;
    return x->slot < y->slot ? 1 : x->slot > y->slot ? -1 : 0;
}

// By material, then the transparent ones far to near, then the newest ids. Returns a sum of
// what would be submitted.
static uint64_t draw(gc_sparse_world *world, gc_sort_context *sort) {
    static uint64_t keys[2 * SHIPS];
    static uint32_t order[2 * SHIPS];
    static Draw draws[2 * SHIPS];
    static gc_sparse_id ids[2 * SHIPS];
    static float depths[2 * SHIPS];
    uint32_t n = 0;

    GC_SPARSE_EACH(world, Place, p, Cargo, c) {
        if (n == 2 * SHIPS) break;

        draws[n].depth = depths[n] = p->y;
        draws[n].material = (uint32_t)(c->kind * 8 + c->crew);
        keys[n] = (uint64_t)draws[n].material << 32 | self.slot;
        ids[n] = self;
        order[n] = n;
        n++;
    }

    gc_sort_ctx_u64_kv32(sort, keys, order, n);
    gc_sort_ctx_by_f32_down(sort, draws, n, sizeof draws[0], offsetof(Draw, depth));
    gc_sort_f32(depths, n);
    if (gc_sort(ids, n, sizeof ids[0], later_first, NULL) != GC_SORT_OK || n == 0) return 0;

    return order[0] + draws[0].material + ids[0].slot + (uint64_t)depths[n / 2];
}

// ---- files

static int save(gc_writer *writer, gc_sparse_world *world) {
    gc_writer_file_desc file;
    size_t size = gc_sparse_save(world, NULL, 0);
    void *bytes = malloc(size);
    if (!bytes || gc_sparse_save(world, bytes, size) != size) return free(bytes), GC_WRITER_E_MEMORY;
    memset(&file, 0, sizeof file);
    file.path = "slot1.sav";
    file.backups = 2;
    file.durability = GC_WRITER_DURABILITY_FOLDER;
    int result = gc_writer_put(writer, &file, bytes, size, NULL);
    free(bytes);
    return result;
}

static void say(gc_writer *writer, gc_writer_file log, const char *what, const char *name, int result) {
    char line[400];
    int n = snprintf(line, sizeof line, "%s %.300s: %d\n", what, name, result);
    gc_writer_write(writer, log, line, (size_t)n);
}

// What the frame has heard of; the number of failures.
static int poll_files(gc_writer *writer, gc_writer_file log, gc_fetch *fetch) {
    gc_writer_event written;
    gc_fetch_event fetched;
    int failed = 0;
    while (gc_writer_poll(writer, &written)) failed += written.result != GC_WRITER_OK;
    while (gc_fetch_poll(fetch, &fetched)) {
        if (fetched.type != GC_FETCH_DONE && fetched.type != GC_FETCH_FAILED) continue;
        say(writer, log, "fetched", fetched.url, fetched.result);
        failed += fetched.type == GC_FETCH_FAILED;
    }
    return failed;
}

static int play(gc_sparse_world *world, gc_sort_context *sort, gc_writer *writer, gc_fetch *fetch, int argc,
                char **argv) {
    gc_writer_file_desc file;
    gc_writer_file log;
    gc_fetch_request request;
    gc_sparse_commands *later = gc_sparse_record(world, 0, 0);
    uint64_t seen = 0;
    int failed = 0;

    memset(&file, 0, sizeof file);
    file.path = "game.log";
    file.records = GC_WRITER_RECORDS_LINES;
    memset(&request, 0, sizeof request);
    request.sink = GC_FETCH_FILE;
    if (!later || gc_writer_append(writer, &file, &log) != GC_WRITER_OK) return 1;
    for (int i = 2; i + 1 < argc; i += 2) {
        request.url = argv[i];
        request.path = argv[i + 1];
        failed += gc_fetch_add(fetch, &request, NULL) != GC_FETCH_OK;
    }

    for (int frame = 0; frame < 60; frame++) {
        move(world, 1.0f);
        wear(world, later);
        failed += gc_sparse_replay(world) != GC_SPARSE_OK;
        seen += draw(world, sort);
        failed += poll_files(writer, log, fetch);
    }
    failed += save(writer, world) != GC_WRITER_OK;
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK) failed += poll_files(writer, log, fetch);
    gc_writer_flush(writer, -1);
    failed += poll_files(writer, log, fetch);
    printf("drawn %u, %d failures\n", (unsigned)(seen & 0xffffffffu), failed);
    return failed != 0;
}

int main(int argc, char **argv) {
    gc_writer_desc files;
    gc_fetch_desc downloads;
    memset(&files, 0, sizeof files);
    memset(&downloads, 0, sizeof downloads);
    files.root = downloads.root = argc > 1 ? argv[1] : "game";

    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sort_context *sort = gc_sort_open(NULL, NULL);
    gc_writer *writer = gc_writer_open(&files, NULL);
    gc_fetch *fetch = gc_fetch_open(&downloads, NULL);
    int status = 1;
    if (world && sort && writer && fetch && GAME_register(world) == GC_SPARSE_OK) {
        status = make_level(world, 42) || play(world, sort, writer, fetch, argc, argv);
    }

    gc_fetch_close(fetch);
    gc_writer_close(writer);
    gc_sort_close(sort);
    gc_sparse_close(world);
    return status;
}
