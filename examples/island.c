// island - a game with all five headers, made to be killed: creatures find loot, breed, drown;
// two heroes collect gold. The second one's inputs come late, and the game goes back for them.
//
//     cc -O2 -I. examples/island.c -o island -lcurl -pthread        (in the project's root)
//     ./island [FOLDER [FRAMES [THREADS [URL]]]]      the player's, 4000, 2; 0: the replay alone
// Kill it when you like, and start it again: it goes on from its newest whole save, by inputs
// that its replay has, and ends with the same hash. Names come from URL, there goes the score.
#define GC_RNG_STATIC
#define GC_SORT_STATIC
#define GC_SPARSE_STATIC
#define GC_WRITER_STATIC
#define GC_FETCH_STATIC
#include "gc_fetch.h"
#include "gc_rng.h"
#include "gc_sort.h"
#include "gc_sparse.h"
#include "gc_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 256, TILE = 256, MEADOW = 4 * TILE, LATE = 8, FRAMES = 65536, ENTITIES = 65536, PARTS = 64 };
enum { SEED = 2026, HILLS, STEERS, DELAYS };        // what gc_rng_hash is asked for, as its last number

// ---- the world: whole numbers alone, so that it is the same on every machine

typedef struct Place { int32_t x, y; } Place;       // in 256ths of a tile
typedef struct Life { int32_t strength, gold; } Life;
typedef struct Hero { int32_t player; } Hero;
typedef struct Loot { int32_t gold; } Loot;
typedef gc_rng Dice;                                // each creature has a stream of its own
typedef gc_sparse_node Carried;                     // what is carried is below its carrier
typedef struct Weather { gc_rng rng; gc_rng_prd storm; int32_t x, y, left; } Weather;
#define ISLAND(X)                                                                                            \
    X(DENSE, Place) X(DENSE, Life) X(DENSE, Hero) X(DENSE, Loot) X(DENSE, Dice) X(DENSE, Carried)            \
    X(RESOURCE, Weather)
GC_SPARSE_COMPONENTS(ISLAND)

typedef struct Turn { uint32_t frame; int8_t x[2], y[2]; } Turn;        // where the heroes go in it

static struct {
    gc_sparse_world *world;
    gc_sparse_rollback *rollback;
    gc_sparse_commands *later[PARTS];
    gc_sort_context *pool;                          // its threads sort, and run the systems
    gc_writer *writer;
    gc_writer_file log, replay;
    uint64_t frames, recorded;                      // to be played; that the replay has
    uint8_t ground[SIDE][SIDE];                     // below 100: water
    uint32_t meadows[ENTITIES], order[ENTITIES];        // where each entity stands, and which it is
    gc_sparse_id who[ENTITIES];
    Turn turns[FRAMES];
    char *names[64];
    uint32_t name_count;
} game;

static void say(const char *text, uint64_t number) {
    char line[128];
    int n = snprintf(line, sizeof line, "%.90s %llu\n", text, (unsigned long long)number);
    gc_writer_write(game.writer, game.log, line, (size_t)n);
}

// Between random corners, 32 tiles apart, heights change evenly; far from the middle is sea.
static uint8_t height(int x, int y) {
    int u = x % 32, v = y % 32, corner[4];
    for (int i = 0; i < 4; i++)
        corner[i] = (int)gc_rng_hash_below(SEED, x / 32 + i % 2, y / 32 + i / 2, HILLS, 200);
    int upper = corner[0] * (32 - u) + corner[1] * u, lower = corner[2] * (32 - u) + corner[3] * u;
    int far = ((x - SIDE / 2) * (x - SIDE / 2) + (y - SIDE / 2) * (y - SIDE / 2)) / 128;
    int above = 150 + (upper * (32 - v) + lower * v) / 1024 - far;
    return (uint8_t)(above < 0 ? 0 : above > 255 ? 255 : above);
}

static bool is_land(int32_t x, int32_t y) {
    return (uint32_t)(x | y) < SIDE * TILE && game.ground[y / TILE][x / TILE] >= 100;
}

static void walk(Place *p, int32_t x, int32_t y) {
    if (is_land(p->x + x, p->y + y)) p->x += x, p->y += y;
}

static Place somewhere(gc_rng *rng) {
    Place p = { 0, 0 };
    while (!is_land(p.x, p.y)) p.x = gc_rng_int(rng, 0, SIDE * TILE), p.y = gc_rng_int(rng, 0, SIDE * TILE);
    return p;
}

// ---- systems

// A creature walks, eats, and suffers in a storm. Births and deaths wait for the replay of
// commands; what the dead have carried stays where they were.
GC_SPARSE_SYSTEM(live, (gc_sparse_commands *later, const Weather *weather), (later, weather), Place, p,
                 Life, l, Dice, dice) {
    walk(p, gc_rng_int(dice, -64, 64), gc_rng_int(dice, -64, 64));
    int64_t dx = (p->x - weather->x) / TILE, dy = (p->y - weather->y) / TILE;
    bool wet = weather->left > 0 && dx * dx + dy * dy < 40 * 40;
    l->strength += wet ? -4 : gc_rng_int(dice, 0, 2);

    if (l->strength <= 0) {
        gc_sparse_id none = { 0, 0 }, carried = none;
        while ((carried = gc_sparse_next_child(game.world, self, carried)).generation) {
            GC_SPARSE_RECORD(later, carried, Place, p->x, p->y);
            GC_SPARSE_RECORD(later, carried, Carried, none);
        }
        gc_sparse_record_destroy(later, self);
    } else if (l->strength > 200 && gc_rng_chance_in(dice, 1, 100)) {
        gc_sparse_id child = gc_sparse_record_create(later);
        l->strength /= 2;
        GC_SPARSE_RECORD(later, child, Place, p->x, p->y);
        GC_SPARSE_RECORD(later, child, Life, l->strength, 0);
        gc_rng_seed(gc_sparse_record_add_Dice(later, child), gc_rng_u64(dice));
    }
}

static void live_some(void *weather, gc_sparse_view *part, uint32_t index) {
    live_part(part, game.later[index], (const Weather *)weather);
}

// A storm comes by chance that grows until it does, and leaves loot on the shore.
static void blow(gc_sparse_world *world, Weather *w) {
    static const double weights[4] = { 60, 30, 9, 1 };
    static const int gold[4] = { 1, 5, 20, 100 };
    if (w->left > 0) w->left--;
    else if (gc_rng_prd_next(&w->rng, &w->storm)) {
        Place eye = somewhere(&w->rng);
        w->x = eye.x, w->y = eye.y, w->left = 60;
        for (int i = 0; i < 12; i++) {
            gc_sparse_id loot = gc_sparse_create(world);
            Place at = somewhere(&w->rng);
            GC_SPARSE_SET(world, loot, Place, at.x, at.y);
            GC_SPARSE_SET(world, loot, Loot, gold[gc_rng_weighted(&w->rng, weights, 4)]);
        }
    }
}

// All that stands on one meadow meets: the first who lives takes the loot that lies there, and
// the others are hungry. Meadows with who stands there are sorted as numbers.
static bool meet(gc_sparse_world *world) {
    uint32_t n = 0;
    if (gc_sparse_info(world, gc_sparse_type_Place()).count > ENTITIES) return false;
    GC_SPARSE_EACH(world, READ(Place), p, MAYBE_READ(Carried), c) {
        if (c && c->parent.generation) continue;
        game.meadows[n] = (uint32_t)(p->y / MEADOW * SIDE + p->x / MEADOW);
        game.who[n] = self;
        game.order[n] = n;
        n++;
    }
    if (gc_sort_ctx_u32_kv(game.pool, game.meadows, game.order, n) != GC_SORT_OK) return false;

    for (uint32_t first = 0, end; first < n; first = end) {
        gc_sparse_id finder = { 0, 0 };
        for (end = first; end < n && game.meadows[end] == game.meadows[first]; end++) {
            Life *l = gc_sparse_get_Life(world, game.who[game.order[end]]);
            if (l && finder.generation) l->strength -= 2;
            else if (l) finder = game.who[game.order[end]];
        }

        for (uint32_t i = first; finder.generation && i < end; i++) {
            const Loot *loot = gc_sparse_get_Loot(world, game.who[game.order[i]]);
            if (!loot) continue;
            gc_sparse_get_Life(world, finder)->gold += loot->gold;
            if (gc_sparse_attach(world, game.who[game.order[i]], finder) != GC_SPARSE_OK) return false;
        }
    }
    return true;
}

// One frame. The state after it follows from the state before it and the turn alone.
static bool step(const Turn *turn) {
    gc_sparse_world *world = game.world;
    Weather *weather = gc_sparse_resource_Weather(world);
    gc_sparse_view view;
    GC_SPARSE_EACH(world, Place, p, READ(Hero), hero) walk(p, turn->x[hero->player], turn->y[hero->player]);
    blow(world, weather);
    live_begin(&view, world);
    return !gc_sparse_run(&view, ENTITIES / PARTS, gc_sort_parallel_for, game.pool, live_some, weather) &&
           gc_sparse_replay(world) == GC_SPARSE_OK && meet(world);
}

// Plays frames [first, end) again, each kept before it is played.
static bool play(uint64_t first, uint64_t end) {
    for (uint64_t f = first; f < end; f++)
        if (gc_sparse_rollback_take(game.rollback, f) != GC_SPARSE_OK || !step(&game.turns[f])) return false;
    return true;
}

// A hero goes on for 24 frames. The second one's way is heard of up to LATE frames later.
static int8_t ask(uint64_t frame, int player, int axis) {
    return (int8_t)(48 * gc_rng_hash_below(SEED, (int64_t)frame / 24, 2 * player + axis, STEERS, 3)) - 48;
}

// The first frame whose turn is not what it was played with; or `now`.
static uint64_t hear(uint64_t now, uint64_t begin) {
    uint64_t first = now;
    for (uint64_t f = now > begin + LATE ? now - LATE : begin; f <= now && f < game.frames; f++) {
        bool comes = f + gc_rng_hash_below(SEED, (int64_t)f, 0, DELAYS, LATE + 1) == now;
        Turn told = game.turns[f];
        told.x[1] = ask(f, 1, 0), told.y[1] = ask(f, 1, 1);
        if (f < game.recorded || !comes || memcmp(&game.turns[f], &told, sizeof told) == 0) continue;
        game.turns[f] = told;
        if (first == now) first = f;
    }
    return first;
}

// ---- what survives: a save every 256 frames, and the turn of each frame in the replay

static void save(uint64_t frame) {
    size_t size = gc_sparse_save(game.world, NULL, 0);
    void *bytes = malloc(size);
    if (bytes) gc_sparse_save(game.world, bytes, size);
    gc_writer_file_desc desc = { .path = "island.sav", .backups = 2, .flags = (uint32_t)frame };
    int result = bytes ? gc_writer_save(game.writer, &desc, bytes, size, NULL) : GC_WRITER_E_MEMORY;
    say(result == GC_WRITER_OK ? "saved frame" : gc_writer_result_string(result), frame);
    free(bytes);
}

// The newest whole save; the frame after it. 0 where there is none.
static uint64_t load(void) {
    gc_writer_content content;
    uint64_t frame = 0;
    if (gc_writer_load(game.writer, "island.sav", &content) != GC_WRITER_OK) return 0;
    bool ours = content.flags <= game.recorded;
    if (ours && gc_sparse_load(game.world, content.data, content.size) == GC_SPARSE_OK) frame = content.flags;
    say(frame ? "loaded frame" : "a save that is not ours, of frame", content.flags);
    gc_writer_free(game.writer, &content);
    return frame;
}

// Reads a small file of ours: how many bytes it has, 0 where there is none.
static size_t read_file(const char *path, void *bytes, size_t capacity) {
    gc_writer_file_desc desc = { .path = path };
    gc_writer_file file;
    gc_writer_event event;
    if (gc_writer_read(game.writer, &desc, bytes, capacity, &file) != GC_WRITER_OK) return 0;
    return gc_writer_wait_event(game.writer, file, &event, -1) == GC_WRITER_OK ? (size_t)event.bytes : 0;
}

// The replay's turns, from frame 0 to the first that is not there.
static void read_replay(void) {
    static unsigned char bytes[FRAMES * 24];
    const void *data;
    Turn turn;
    size_t at = 0, size, all = read_file("replay", bytes, sizeof bytes);
    while (gc_writer_next_record(bytes, all, &at, &data, &size) && size == sizeof turn) {
        memcpy(&turn, data, size);
        if (turn.frame != game.recorded || game.recorded == FRAMES) break;
        game.turns[game.recorded++] = turn;
    }
}

// No input of this frame can change any more: it goes into the replay. What is saved has only
// such frames, so the game goes back to it; the replay is on the disk before.
static bool confirm(uint64_t frame, uint64_t played) {
    if (frame % 256 == 0 && frame >= game.recorded && frame > 0) {
        if (gc_sparse_rollback_restore(game.rollback, frame) != GC_SPARSE_OK) return false;
        if (gc_writer_sync(game.writer, game.replay) == GC_WRITER_OK) save(frame);
        if (!play(frame, played)) return false;
    }
    bool fresh = frame == game.recorded;
    if (fresh && gc_writer_write(game.writer, game.replay, &game.turns[frame], sizeof(Turn))) game.recorded++;
    return true;
}

static bool run(uint64_t begin) {
    for (uint64_t now = begin; now < game.frames + LATE; now++) {
        // The second hero is taken to go on as before, until one hears of it.
        Turn *turn = &game.turns[now];
        if (now < game.frames && now >= game.recorded) {
            if (now > 0) *turn = turn[-1];
            turn->frame = (uint32_t)now, turn->x[0] = ask(now, 0, 0), turn->y[0] = ask(now, 0, 1);
        }
        uint64_t played = now < game.frames ? now : game.frames, first = hear(now, begin);
        if (first < played && (gc_sparse_rollback_restore(game.rollback, first) || !play(first, played)))
            return false;
        if (now < game.frames && !play(now, ++played)) return false;
        if (now >= begin + LATE && !confirm(now - LATE, played)) return false;
    }
    return true;
}

static void draw(void) {
    typedef struct Sprite { int32_t depth, x; char glyph; } Sprite;
    static Sprite sprites[ENTITIES];
    static char rows[32][65];
    uint32_t n = 0;
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 64; x++) rows[y][x] = "  .-^^"[game.ground[8 * y][4 * x] / 50];

    // From far to near, so that who stands in front is seen.
    GC_SPARSE_EACH(game.world, READ(Place), p, MAYBE_READ(Life), l, MAYBE_READ(Hero), h) {
        Sprite sprite = { p->y, p->x, h ? '@' : l ? 'o' : '$' };
        sprites[n++] = sprite;
    }
    gc_sort_ctx_by_i32(game.pool, sprites, n, sizeof *sprites, offsetof(Sprite, depth));
    for (const Sprite *s = sprites; s < sprites + n; s++)
        rows[s->depth / MEADOW / 2][s->x / MEADOW] = s->glyph;
    for (int y = 0; y < 32; y++) puts(rows[y]);
}

// The five richest; gold above who it is, so that no two are equal.
static uint64_t leaderboard(void) {
    static uint64_t scores[ENTITIES];
    uint32_t n = 0;
    GC_SPARSE_EACH(game.world, READ(Life), l) scores[n++] = (uint64_t)(uint32_t)l->gold << 32 | self.slot;
    gc_sort_top_u64_down(scores, n, 5);
    for (uint32_t i = 0; i < 5 && i < n; i++)
        printf("%-15s %5d gold\n", game.names[(uint32_t)scores[i] % game.name_count], (int)(scores[i] >> 32));
    return scores[0] >> 32;
}

// One request: a file into the game's folder, or a score. The game goes on without either.
static void ask_server(const char *folder, const char *server, const char *path, const char *body) {
    char url[1024];
    snprintf(url, sizeof url, "%s/%s", server, path ? path : "score");
    gc_fetch_desc desc = { .root = folder };
    gc_fetch_request request = { .url = url, .path = path, .sink = path ? GC_FETCH_FILE : GC_FETCH_MEMORY,
                                 .body = body, .body_size = body ? strlen(body) : 0 };
    gc_fetch_event event;
    gc_fetch *fetch = gc_fetch_open(&desc, NULL);
    if (!fetch) return;
    gc_fetch_add(fetch, &request, NULL);
    while (gc_fetch_wait(fetch, -1) == GC_FETCH_OK && gc_fetch_poll(fetch, &event))
        if (event.type >= GC_FETCH_DONE) printf("%s: %s\n", url, gc_fetch_result_string(event.result));
    gc_fetch_close(fetch);
}

// A line each of names.txt, which the server has.
static void read_names(void) {
    static char text[4096];
    if (read_file("names.txt", text, sizeof text - 1) == 0) memcpy(text, "nobody", 7);
    for (game.names[0] = strtok(text, "\r\n"); game.name_count < 63 && game.names[game.name_count];)
        game.names[++game.name_count] = strtok(NULL, "\r\n");
}

static bool populate(gc_sparse_world *world) {
    Weather *weather = gc_sparse_resource_Weather(world);
    gc_rng_seed(&weather->rng, SEED);
    gc_rng_prd_init(&weather->storm, 0.01);
    for (int i = 0; i < 2002; i++) {
        gc_sparse_id id = gc_sparse_create(world);
        Place p = somewhere(&weather->rng);
        if (GC_SPARSE_SET(world, id, Place, p.x, p.y) || GC_SPARSE_SET(world, id, Life, 150, 0)) return false;
        if (i < 2 && GC_SPARSE_SET(world, id, Hero, i)) return false;
        Dice *dice = i < 2 ? NULL : gc_sparse_add_Dice(world, id);
        if (dice) gc_rng_seed_stream(dice, SEED, (uint64_t)i);
    }
    return true;
}

static const char *open_game(const char *folder, uint32_t threads) {
    gc_sort_desc pool = { .threads = threads };
    gc_sparse_desc world = { .first_generation = 1 };       // worlds that are compared begin alike
    gc_writer_desc files = { .root = folder, .ring_bytes = 16 << 20 };      // a save has its place there
    gc_writer_file_desc log = { .path = "game.log", .records = GC_WRITER_RECORDS_LINES };
    gc_writer_file_desc replay = { .path = "replay", .records = GC_WRITER_RECORDS_FRAMED };
    game.pool = gc_sort_open(&pool, NULL);
    game.world = gc_sparse_open(&world, NULL);
    game.writer = gc_writer_open(&files, NULL);
    if (!game.writer) return "not a folder to write in";
    bool ready = game.pool && game.world && !ISLAND_register(game.world);
    ready = ready && !gc_sparse_tree(game.world, gc_sparse_type_Carried());
    for (uint32_t i = 0; ready && i < PARTS; i++)
        ready = (game.later[i] = gc_sparse_record(game.world, 0, i)) != NULL;
    game.rollback = ready ? gc_sparse_rollback_open(game.world, 2 * LATE, NULL) : NULL;
    if (!game.rollback) return "no memory, or no threads";

    for (int i = 0; i < SIDE * SIDE; i++) game.ground[i / SIDE][i % SIDE] = height(i % SIDE, i / SIDE);
    read_replay();
    bool opened = !gc_writer_append(game.writer, &log, &game.log) &&
                  !gc_writer_append(game.writer, &replay, &game.replay);
    return opened ? NULL : "no log";
}

int main(int argc, char **argv) {
    char folder[1024] = "", body[80];
    const char *server = argc > 4 ? argv[4] : NULL;
    if (argc > 1) snprintf(folder, sizeof folder, "%s", argv[1]);
    else gc_writer_user_folder("gc headers", "island", folder, sizeof folder);
    const char *wrong = open_game(folder, argc > 3 ? (uint32_t)atoi(argv[3]) : 2);
    if (wrong) return fprintf(stderr, "island: %s: %s\n", folder, wrong), 1;
    if (server) ask_server(folder, server, "names.txt", NULL);
    read_names();

    // Where the last game ended, or from the beginning; by what the replay has.
    uint64_t frames = argc > 2 ? strtoull(argv[2], NULL, 10) % FRAMES : 4000, begin = frames ? load() : 0;
    game.frames = frames ? frames : game.recorded;
    if ((begin == 0 && !populate(game.world)) || !run(begin)) return fprintf(stderr, "no memory\n"), 1;
    draw();
    snprintf(body, sizeof body, "{\"gold\":%d}", (int)leaderboard());
    printf("frame %d, state %016llx\n", (int)game.frames, (unsigned long long)gc_sparse_hash_all(game.world));
    if (server) ask_server(folder, server, NULL, body);

    gc_writer_close(game.writer);       // writes what the log and the replay have yet
    gc_sparse_rollback_close(game.rollback);
    gc_sparse_close(game.world);
    gc_sort_close(game.pool);
    return 0;
}
