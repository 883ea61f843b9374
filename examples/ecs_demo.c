// ecs_demo - a sea: schools of fish, hunters that remember their prey, eggs, on a job pool. The
// same state for any number of threads, any compiler, any optimisation, any machine.
//
//     cc -O2 -I. examples/ecs_demo.c -o ecs_demo -pthread    (in the project's root)
//     ./ecs_demo                                 live, in a terminal; lines and a table elsewhere
//     ./ecs_demo --entities 1000000 --headless   a million
//     ./ecs_demo --help
//
// With libpng, --png writes PNG instead of PPM: add -DPICTURE_PNG -lpng.
//
// The world and its rules are in ecs_demo/sea.h: begin there. grid.h finds neighbours by
// gc_sort, paint.h draws, inspect.h names what an entity has, events.h keeps what came from
// outside, screen.h is the terminal.
#define JOBS_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#define GC_SORT_IMPLEMENTATION
#define GC_SPARSE_IMPLEMENTATION
#include "gc_rng.h"
#include "gc_sort.h"
#include "gc_sparse.h"
#include "jobs.h"
#include "common/picture.h"
#include "ecs_demo/sea.h"
#include "ecs_demo/paint.h"
#include "ecs_demo/inspect.h"
#include "ecs_demo/events.h"
#include "ecs_demo/screen.h"

enum { FRAMES_KEPT = 1024, AHEAD = 12, EVERY = 60, VISIT = 150 };

typedef struct options {
    uint32_t entities, frames, threads, nudge, inspect;
    uint64_t seed;
    bool headless, schedule, rollback, bench;
    const char *png, *record, *replay;
    bool frames_given;
} options;

typedef struct demo {
    options options;
    sea sea;
    events events;
    long long memory, memory_peak;              // bytes that the world holds
    float ms[STEPS + 1][FRAMES_KEPT];           // of the last frames by step, and of the whole frame
    uint32_t kept;                              // frames measured
    gc_sparse_world *saved;                     // for --rollback
    uint64_t expected;                          // the state that frame `expected_at` must come to
    uint32_t expected_at, equal, unequal;
    double save_ms, restore_ms;
    size_t checked;                             // states of a record that came out equal
} demo;

static int complain(const char *what, const char *text) {
    fprintf(stderr, "ecs_demo: %s: %s\n", what, text);
    return 1;
}

// Memory of the world is counted, so that the demo can show that it stays flat.
static void *count_memory(void *user, void *ptr, size_t old_size, size_t new_size) {
    demo *d = (demo *)user;
    void *block = NULL;
    if (new_size) {
        block = realloc(ptr, new_size);
        if (!block) return NULL;
    } else {
        free(ptr);
    }

    // Threads that record allocate as well.
    long long by = (long long)new_size - (long long)old_size;
    long long now = __atomic_add_fetch(&d->memory, by, __ATOMIC_RELAXED);
    if (now > __atomic_load_n(&d->memory_peak, __ATOMIC_RELAXED)) {
        __atomic_store_n(&d->memory_peak, now, __ATOMIC_RELAXED);
    }
    return block;
}

static gc_sparse_desc world_desc(demo *d) {
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.allocator.resize = count_memory;
    desc.allocator.user = d;
    desc.first_generation = 1;      // components hold ids: they count in states, also of debug builds
    return desc;
}

// ---- frames

// What comes from outside for the next frame: by a record, by keys, or a visitor who throws a
// lure now and then, who has random numbers of his own.
static bool visit(demo *d) {
    uint32_t frame = d->sea.clock->frame + 1;
    size_t count = d->events.count;
    if (d->options.replay || frame % VISIT != VISIT * 2 / 5) return true;
    if (count && d->events.list[count - 1].frame >= frame) return true;

    gc_rng dice;
    gc_rng_seed_stream(&dice, d->options.seed, (uint64_t)frame << 32 | UINT32_MAX);
    event throws = { frame, sea_pick(&dice, d->sea.size.x / 8, d->sea.size.x / 8 * 7),
                     sea_pick(&dice, d->sea.size.y / 8, d->sea.size.y / 8 * 7) };
    return events_add(&d->events, throws);
}

// One frame with its events. False: no memory, which is said.
static bool step(demo *d) {
    sea *s = &d->sea;
    bool ok = visit(d);
    const events *e = &d->events;
    for (size_t i = events_from(e, s->clock->frame + 1);
         ok && i < e->count && e->list[i].frame == s->clock->frame + 1; i++) {
        ok = sea_throw(s, e->list[i].x, e->list[i].y);
    }

    double begin = jobs_now_ms();
    int result = ok ? sea_frame(s) : GC_SPARSE_E_MEMORY;
    uint32_t at = d->kept++ % FRAMES_KEPT;
    for (int i = 0; i < STEPS; i++) d->ms[i][at] = (float)s->ms[i];
    d->ms[STEPS][at] = (float)(jobs_now_ms() - begin);
    if (result != GC_SPARSE_OK) complain("frame", gc_sparse_result_string(result));
    return result == GC_SPARSE_OK;
}

static uint64_t state(const demo *d) { return gc_sparse_hash_all(d->sea.world); }

// The value that `part` of the kept frames do not exceed, of a step or (STEPS) of the frame.
static double percentile(const demo *d, int which, double part) {
    static float sorted[FRAMES_KEPT];
    size_t n = d->kept < FRAMES_KEPT ? d->kept : FRAMES_KEPT;
    if (n == 0) return 0;
    memcpy(sorted, d->ms[which], n * sizeof sorted[0]);
    gc_sort_f32(sorted, n);
    return (double)sorted[(size_t)((double)(n - 1) * part + 0.5)];
}

// The same on every machine, also of the other byte order, where words of bytes hash to another
// state: ids and values, in the order of rows.
static uint64_t digest(const sea *s) {
    uint64_t hash = s->clock->seed;
#define MIX(value) (hash = (hash ^ (uint64_t)(int64_t)(value)) * 0x9e3779b97f4a7c15u, hash ^= hash >> 29)
    GC_SPARSE_EACH(s->world, READ(Place), p, MAYBE_READ(Motion), m, MAYBE_READ(Fish), f) {
        MIX(self.slot), MIX(self.generation), MIX(p->x), MIX(p->y);
        if (m) MIX(m->x), MIX(m->y);
        if (f) MIX(f->school), MIX(f->crowd), MIX(f->wait);
    }
    GC_SPARSE_EACH(s->world, READ(Hunter), h) MIX(h->prey.slot), MIX(h->prey.generation), MIX(h->energy), MIX(h->meals);
    GC_SPARSE_EACH(s->world, READ(Life), l, READ(Kin), k) MIX(l->age), MIX(l->span), MIX(k->mother.slot);
    GC_SPARSE_EACH(s->world, READ(Egg), e) MIX(self.slot), MIX(e->frames);
    GC_SPARSE_EACH(s->world, READ(Fear), f) MIX(self.slot), MIX(f->frames);
    GC_SPARSE_EACH(s->world, WITH, Female, WITHOUT, Young) MIX(self.slot);
#undef MIX
    return hash;
}

// ---- rollback: a copy of the world, frames ahead, back, and the same frames again

static int open_saved(demo *d) {
    gc_sparse_desc desc = world_desc(d);
    int result;
    d->saved = gc_sparse_open(&desc, &result);
    if (d->saved) result = SEA_register(d->saved);
    return result == GC_SPARSE_OK ? sea_arrange(d->saved) : result;     // its orders are copied as well
}

static bool look_ahead(demo *d) {
    double begin = jobs_now_ms();
    int result = gc_sparse_copy(d->saved, d->sea.world);
    d->save_ms += jobs_now_ms() - begin;

    uint32_t kept = d->kept;
    for (int i = 0; i < AHEAD && result == GC_SPARSE_OK; i++) {
        if (!step(d)) return false;
    }
    d->expected = state(d);
    d->expected_at = d->sea.clock->frame;
    d->kept = kept;
    begin = jobs_now_ms();
    if (result == GC_SPARSE_OK) result = gc_sparse_copy(d->sea.world, d->saved);
    d->restore_ms += jobs_now_ms() - begin;
    if (result != GC_SPARSE_OK) complain("rollback", gc_sparse_result_string(result));
    return result == GC_SPARSE_OK;
}

static bool rollback(demo *d) {
    uint32_t frame = d->sea.clock->frame;
    if (d->expected_at && frame == d->expected_at) {
        if (state(d) == d->expected) d->equal++;
        else d->unequal++;
        d->expected_at = 0;
    }
    return frame % EVERY != EVERY / 2 || look_ahead(d);
}

// ---- what is printed

// Changes the lowest bit of the place of one entity: the state must see it.
static void nudge(demo *d) {
    GC_SPARSE_EACH(d->sea.world, Place, p, WITH, Fish) {
        p->x ^= 1;
        break;
    }
}

static void print_begin(const demo *d) {
    const grid *g = &d->sea.grid;
    printf("%u agents in a sea of %d x %d cells, %u threads, seed %llu\n", gc_sparse_stats(d->sea.world).entities,
           (int)g->width, (int)g->height, d->options.threads, (unsigned long long)d->options.seed);
}

static void print_line(const demo *d, double ms, uint64_t hash) {
    const gc_sparse_world *world = d->sea.world;
    printf("frame %4u: %u entities, %u hunters, %u eggs, %u scared, %.2f ms per frame, %.2f MB, state %016llx\n",
           d->sea.clock->frame, gc_sparse_stats(world).entities, gc_sparse_info(world, gc_sparse_type_Hunter()).count,
           gc_sparse_info(world, gc_sparse_type_Egg()).count, gc_sparse_info(world, gc_sparse_type_Fear()).count, ms,
           (double)d->memory / 1e6, (unsigned long long)hash);
    fflush(stdout);
}

static void print_times(const demo *d) {
    double frame = percentile(d, STEPS, 0.5);
    printf("\nstep          p50 ms    p99 ms   of a frame\n");
    for (int i = 0; i <= STEPS && !d->sea.by_waves; i++) {
        double middle = percentile(d, i, 0.5);
        printf("%-10s %9.3f %9.3f      %5.1f %%\n", i < STEPS ? sea_steps[i].name : "frame", middle,
               percentile(d, i, 0.99), frame > 0 ? 100 * middle / frame : 0.0);
    }
    if (d->sea.by_waves) printf("%-10s %9.3f %9.3f\n", "frame", frame, percentile(d, STEPS, 0.99));
}

// What of the header was at work, in numbers.
static void print_features(const demo *d) {
    gc_sparse_world *world = d->sea.world;
    const Tally *t = d->sea.tally;
    static const char *const kinds[] = { "dense", "direct" };
    printf("\ntype       kind    bytes  entities\n");
    for (gc_sparse_type type = { 1 }; type.index <= gc_sparse_type_Young().index; type.index++) {
        gc_sparse_type_info info = gc_sparse_info(world, type);
        printf("%-10s %-6s %6u %9u\n", info.name, info.size ? kinds[info.kind] : "tag", (unsigned)info.size, info.count);
    }

    gc_sparse_view swimmers, others, hunters;
    swim_begin(&swimmers, world);
    see_others_begin(&others, world);
    hunt_begin(&hunters, world);
    uint64_t stale = 0, meals = 0;
    GC_SPARSE_EACH(world, READ(Hunter), h) stale += h->lost, meals += h->meals;
    printf("\ngroups     %u fish among %llu that swim, plain arrays both\n",
           gc_sparse_info(world, gc_sparse_type_Fish()).count, (unsigned long long)gc_sparse_view_count(&swimmers));
    printf("cached     %llu that are not fish\n", (unsigned long long)gc_sparse_view_count(&others));
    printf("exclude    %llu hunters hunt, %u rest\n", (unsigned long long)gc_sparse_view_count(&hunters),
           gc_sparse_info(world, gc_sparse_type_Rest()).count);
    printf("optional   %u fish have Fear\n", gc_sparse_info(world, gc_sparse_type_Fear()).count);
    printf("ids        today's hunters lost %llu prey from sight or to another, ate %llu\n", (unsigned long long)stale,
           (unsigned long long)meals);
    printf("hooks      told of %llu births, %llu deaths (%llu of age, %llu of hunger, %llu eaten), %llu frights, "
           "%llu meals\n", (unsigned long long)t->born, (unsigned long long)t->died, (unsigned long long)t->aged,
           (unsigned long long)t->starved, (unsigned long long)(t->died - t->aged - t->starved),
           (unsigned long long)t->frights, (unsigned long long)t->meals);
    printf("commands   %llu skipped: their entity had died before\n", (unsigned long long)gc_sparse_stats(world).skipped);
    printf("events     %llu lures thrown; %u hunters swam in\n", (unsigned long long)d->events.count,
           d->sea.clock->strays);
    printf("memory     %.2f MB, at most %.2f\n", (double)d->memory / 1e6, (double)d->memory_peak / 1e6);
}

static void print_types(const gc_sparse_world *world, const char *what, const gc_sparse_type *types) {
    if (types && types->index) printf("  %s", what);
    for (; types && types->index; types++) printf(" %s", gc_sparse_name(world, *types));
}

// The waves, and why: what each step reads and writes.
static void print_schedule(const demo *d) {
    uint32_t waves[STEPS], count = sea_waves(waves);
    printf("%d steps in %u waves\n", (int)STEP_replay, count);
    for (uint32_t wave = 0; wave < count; wave++) {
        for (int i = 0; i < STEP_replay; i++) {
            if (waves[i] != wave) continue;
            gc_sparse_access uses = sea_steps[i].access();
            printf("%3u  %-10s", wave, sea_steps[i].name);
            print_types(d->sea.world, "reads", uses.reads);
            print_types(d->sea.world, "writes", uses.writes);
            printf("\n");
        }
    }
}

// ---- pictures

static bool write_picture(const canvas *c, const demo *d, const char *path) {
    picture p;
    char line[160];
    const gc_sparse_world *world = d->sea.world;
    if (!picture_open(&p, c->width, c->height + 22, PAINT_WATER)) return false;
    for (int y = 0; y < c->height; y++) {
        for (int x = 0; x < c->width; x++) picture_set(&p, x, y, canvas_colour(c, x, y));
    }

    // A line of text below: what is seen.
    picture_box(&p, 0, c->height, c->width, 22, 0x0b1a30);
    snprintf(line, sizeof line, "gc_sparse  %u agents, frame %u:", gc_sparse_stats(world).entities, d->sea.clock->frame);
    picture_text(&p, 10, c->height + 8, 1, 0xd8e2f0, line);
    int x = 10 + picture_text_width(line, 1) + 6;
    const struct { uint32_t colour; const char *text; uint32_t count; } legend[] = {
        { PAINT_HUNTER, "hunters", gc_sparse_info(world, gc_sparse_type_Hunter()).count },
        { PAINT_EGG, "eggs", gc_sparse_info(world, gc_sparse_type_Egg()).count },
        { PAINT_LURE, "lures", gc_sparse_info(world, gc_sparse_type_Lure()).count },
        { 0, "fish in four schools", gc_sparse_info(world, gc_sparse_type_Fish()).count }
    };
    for (size_t i = 0; i < sizeof legend / sizeof legend[0]; i++) {
        for (uint32_t k = 0; k < (legend[i].colour ? 1u : SCHOOLS); k++, x += 9) {
            picture_box(&p, x, c->height + 8, 7, 7, paint_colours[legend[i].colour + k]);
        }
        snprintf(line, sizeof line, "%u %s", legend[i].count, legend[i].text);
        picture_text(&p, x + 2, c->height + 8, 1, 0xd8e2f0, line);
        x += picture_text_width(line, 1) + 16;
    }
    bool ok = picture_write(&p, path);
    picture_close(&p);
    return ok;
}

// A picture each 10 frames, of the frames between with their trails; false: it is said.
static bool draw_picture(const demo *d, canvas *c) {
    char path[1024];
    if (!c->at && !canvas_open(c, &d->sea, 960, 540)) return !complain("picture", "out of memory");
    canvas_fade(c, 0.86f);
    canvas_sea(c, &d->sea);
    if (d->sea.clock->frame % 10 != 0) return true;

    snprintf(path, sizeof path, "%s/frame_%06u%s", d->options.png, d->sea.clock->frame, PICTURE_SUFFIX);
    if (write_picture(c, d, path)) return true;
    complain(path, strerror(errno));
    return false;
}

// ---- without a view: a line each 100 frames, then tables

static bool check_state(demo *d, uint64_t hash) {
    const events *e = &d->events;
    event_state now = { d->sea.clock->frame, hash };
    if (!d->options.replay) return events_add_state(&d->events, now);
    for (size_t i = 0; i < e->state_count; i++) {
        if (e->states[i].frame != now.frame) continue;
        if (e->states[i].hash == hash) d->checked++;
        else return !complain("replay", "another state than in the record");
    }
    return true;
}

static int run_headless(demo *d) {
    canvas c = { 0, 0, 0, 0, 0, NULL };
    double mark = jobs_now_ms(), begin = mark;
    bool ok = true;
    print_begin(d);
    while (ok && d->sea.clock->frame < d->options.frames) {
        ok = (!d->options.rollback || rollback(d)) && step(d);
        uint32_t frame = d->sea.clock->frame;
        if (ok && frame == d->options.nudge) nudge(d);
        if (ok && d->options.png) ok = draw_picture(d, &c);
        if (!ok || (frame % 100 != 0 && frame != d->options.frames)) continue;

        double now = jobs_now_ms();
        uint64_t hash = state(d);
        print_line(d, (now - mark) / (frame % 100 ? frame % 100 : 100), hash);
        ok = check_state(d, hash);
        mark = jobs_now_ms();
    }
    canvas_close(&c);
    if (!ok) return 1;

    printf("%u frames in %.2f s; digest %016llx\n", d->options.frames, (jobs_now_ms() - begin) / 1e3,
           (unsigned long long)digest(&d->sea));
    print_times(d);
    print_features(d);
    if (d->options.rollback) {
        uint32_t times = d->equal + d->unequal;
        printf("rollback   %u frames ahead and again, %u times: %u equal, %u not; %.3f ms to save, %.3f to restore\n",
               (unsigned)AHEAD, times, d->equal, d->unequal, times ? d->save_ms / times : 0.0,
               times ? d->restore_ms / times : 0.0);
    }
    if (d->options.replay) printf("replay     %u states equal\n", (unsigned)d->checked);
    if (d->options.inspect != UINT32_MAX) {
        inspect_text text;
        inspect_entity(&text, d->sea.world, gc_sparse_id_of(d->sea.world, d->options.inspect));
        printf("\n%s\n", text.text);
    }
    return d->unequal ? 1 : 0;
}

// ---- live

typedef struct live {
    canvas canvas;
    screen_text text;
    int columns, rows, map_rows;        // of the terminal; of the map in it
    int x, y;                           // the cursor, in pixels of the map
    bool paused, inspect, ended;
    gc_sparse_id chosen;
    double drawn, frames_per_second;
} live;

static void live_size(live *l, const demo *d) {
    int columns, rows;
    screen_size(&columns, &rows);
    if (columns == l->columns && rows == l->rows && l->canvas.at) return;
    canvas_close(&l->canvas);
    l->columns = columns;
    l->rows = rows;
    l->map_rows = rows > 14 ? rows - 7 : rows > 4 ? rows - 2 : rows;
    l->x = columns / 2;
    l->y = l->map_rows;
    canvas_open(&l->canvas, &d->sea, columns, l->map_rows * 2);
    screen_plain(&l->text);
    screen_say(&l->text, "\033[2J");
}

// The place of the sea under the cursor.
static vec live_place(const live *l) {
    const canvas *c = &l->canvas;
    return vec_of((int32_t)(((float)l->x + 0.5f - c->left) / c->scale * CELL),
                  (int32_t)(((float)l->y + 0.5f - c->top) / c->scale * CELL));
}

static void live_key(live *l, demo *d, int key) {
    vec at = live_place(l);
    event throws = { d->sea.clock->frame + 1, at.x, at.y };
    switch (key) {
    case 'q': case 3: case 27: l->ended = true; break;
    case ' ': l->paused = !l->paused; break;
    case SCREEN_LEFT: l->x = l->x > 1 ? l->x - 2 : 0; break;
    case SCREEN_RIGHT: l->x = l->x + 2 < l->columns ? l->x + 2 : l->columns - 1; break;
    case SCREEN_UP: l->y = l->y > 1 ? l->y - 2 : 0; break;
    case SCREEN_DOWN: l->y = l->y + 2 < l->map_rows * 2 ? l->y + 2 : l->map_rows * 2 - 1; break;
    case 'l': if (!d->options.replay) events_add(&d->events, throws); break;
    case 'i': l->inspect = !l->inspect; break;
    default: return;
    }
    if (key != 'i' || !l->inspect) return;

    // The nearest to the cursor.
    int64_t best = INT64_MAX;
    GC_SPARSE_EACH(d->sea.world, READ(Place), p) {
        int64_t dx = p->x - at.x, dy = p->y - at.y;
        if (dx * dx + dy * dy >= best) continue;
        best = dx * dx + dy * dy;
        l->chosen = self;
    }
}

static void live_map(live *l) {
    const canvas *c = &l->canvas;
    for (int row = 0; row < l->map_rows; row++) {
        screen_go(&l->text, row + 1, 1);
        for (int x = 0; x < c->width; x++) {
            uint32_t upper = canvas_colour(c, x, row * 2), lower = canvas_colour(c, x, row * 2 + 1);
            if (x == l->x && l->y / 2 == row) upper = lower = 0xffff66;
            screen_colours(&l->text, upper, lower);
            screen_say(&l->text, upper == lower ? " " : "\xe2\x96\x80");
        }
    }
}

// The steps that cost most, as bars, in three columns.
static void live_bars(live *l, const demo *d) {
    double ms[STEPS], most = 0.001;
    int order[STEPS], lines = (l->rows - l->map_rows - 2) * 3;
    uint32_t n = d->kept < 32 ? d->kept : 32;
    for (int i = 0; i < STEPS; i++) {
        ms[i] = 0;
        for (uint32_t k = 0; k < n; k++) ms[i] += (double)d->ms[i][(d->kept - 1 - k) % FRAMES_KEPT] / n;
        if (ms[i] > most) most = ms[i];
        int at = i;
        for (; at > 0 && ms[order[at - 1]] < ms[i]; at--) order[at] = order[at - 1];
        order[at] = i;
    }

    int width = l->columns / 3;
    for (int k = 0; k < lines && k < STEPS; k++) {
        int step_shown = order[k], room = width - 22 > 4 ? width - 22 : 4;
        int full = (int)(ms[step_shown] / most * room + 0.5);
        screen_go(&l->text, l->map_rows + 2 + k / 3, 1 + k % 3 * width);
        screen_plain(&l->text);
        screen_say(&l->text, "%-10.10s%7.3f ", sea_steps[step_shown].name, ms[step_shown]);
        screen_say(&l->text, "\033[38;2;47;217;196m");
        for (int i = 0; i < room; i++) screen_say(&l->text, i < full ? "\xe2\x96\x88" : " ");
    }
    screen_plain(&l->text);
}

static void live_draw(live *l, const demo *d) {
    const gc_sparse_world *world = d->sea.world;
    live_map(l);
    screen_plain(&l->text);
    screen_go(&l->text, l->map_rows + 1, 1);
    screen_say(&l->text, "\033[K%4.0f frames a second, %6.2f ms: %u agents, %u hunters, frame %u%s",
               l->frames_per_second, (double)d->ms[STEPS][(d->kept - 1) % FRAMES_KEPT],
               gc_sparse_stats(world).entities, gc_sparse_info(world, gc_sparse_type_Hunter()).count,
               d->sea.clock->frame, l->paused ? ", paused" : "");
    live_bars(l, d);
    screen_go(&l->text, l->rows, 1);
    screen_say(&l->text, "\033[K\033[2marrows move, l lure, i inspect, space pause, q quit\033[0m");
    if (l->inspect) {
        inspect_text text;
        int row = 2;
        inspect_entity(&text, world, l->chosen);
        for (char *line = strtok(text.text, "\n"); line; line = strtok(NULL, "\n")) {
            screen_go(&l->text, row++, 3);
            screen_say(&l->text, "\033[7m %-46.46s \033[0m", line);
        }
    }
    screen_plain(&l->text);
    screen_show(&l->text);
}

// Frames as fast as they come, drawn at most 60 times a second.
static int run_live(demo *d) {
    static live l;
    uint32_t drawn_frame = 0;
    bool ok = true;
    while (ok && !l.ended && !screen_stop && (!d->options.frames || d->sea.clock->frame < d->options.frames)) {
        int key;
        live_size(&l, d);
        if (!l.canvas.at) break;
        while ((key = screen_key()) >= 0) live_key(&l, d, key);
        if (!l.paused || d->kept == 0) ok = step(d);

        // Not faster than the eye: a quick frame waits.
        double now = jobs_now_ms();
        for (; now - l.drawn < 1000.0 / 60; now = jobs_now_ms()) screen_sleep();
        double rate = (d->sea.clock->frame - drawn_frame) * 1000.0 / (now - l.drawn);
        l.frames_per_second = drawn_frame ? l.frames_per_second * 0.9 + rate * 0.1 : rate;
        l.drawn = now;
        drawn_frame = d->sea.clock->frame;
        canvas_fade(&l.canvas, 0.6f);
        canvas_sea(&l.canvas, &d->sea);
        live_draw(&l, d);
    }
    screen_close();
    canvas_close(&l.canvas);
    free(l.text.text);

    printf("%u frames; state %016llx\n", d->sea.clock->frame, (unsigned long long)state(d));
    event_state last = { d->sea.clock->frame, state(d) };
    d->options.frames = d->sea.clock->frame;
    return ok && events_add_state(&d->events, last) ? 0 : 1;
}

// ---- what threads bring: frames on one thread and on all, in turn, and pure arithmetic beside

typedef struct crew {
    jobs *pool;
    gc_sort_context *sorter;
} crew;

static bool crew_open(crew *c, unsigned threads) {
    gc_sort_desc desc;
    memset(&desc, 0, sizeof desc);
    c->pool = jobs_open(threads);
    desc.parallel_for = jobs_for;
    desc.user = c->pool;
    desc.threads = threads;
    c->sorter = c->pool ? gc_sort_open(&desc, NULL) : NULL;
    return c->sorter != NULL;
}

static void crew_close(crew *c) {
    gc_sort_close(c->sorter);
    jobs_close(c->pool);
}

enum { BENCH_REST = STEPS, BENCH_FRAME, BENCH_CONTROL, BENCH_ROWS, CONTROL_TASKS = 64 };
typedef struct bench {
    float ms[2][BENCH_ROWS][FRAMES_KEPT];
    uint32_t count, rounds;             // rounds of a task of the control
    volatile uint64_t sums[CONTROL_TASKS * 8];
} bench;

static void control_task(void *user, size_t index) {
    bench *b = (bench *)user;
    uint64_t x = index;
    for (uint32_t i = 0; i < b->rounds; i++) x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u + i;
    b->sums[index * 8] = x;
}

// One frame on this crew, and the control.
static bool bench_frame(bench *b, demo *d, const crew *c, int which) {
    sea *s = &d->sea;
    s->pool = c->pool;
    s->sorter = c->sorter;
    if (!step(d)) return false;

    float whole = d->ms[STEPS][(d->kept - 1) % FRAMES_KEPT];
    for (int i = 0; i < STEPS; i++) b->ms[which][i][b->count] = (float)s->ms[i];
    b->ms[which][BENCH_FRAME][b->count] = whole;
    b->ms[which][BENCH_REST][b->count] = whole - (float)s->ms[STEP_replay];
    double begin = jobs_now_ms();
    jobs_for(c->pool, control_task, b, CONTROL_TASKS);
    b->ms[which][BENCH_CONTROL][b->count] = (float)(jobs_now_ms() - begin);
    return true;
}

static int run_bench(demo *d, const crew *all) {
    static bench b;
    crew alone;
    bool ok = crew_open(&alone, 1);
    uint32_t pairs = d->options.frames_given ? (d->options.frames + 1) / 2 : 100;
    if (pairs > FRAMES_KEPT) pairs = FRAMES_KEPT;
    print_begin(d);

    // The control takes about as long as a frame.
    b.rounds = 1000;
    for (int i = 0; ok && i < 20; i++) {
        ok = bench_frame(&b, d, &alone, 0);
        float ratio = b.ms[0][BENCH_FRAME][0] / (b.ms[0][BENCH_CONTROL][0] + 0.0001f);
        b.rounds = (uint32_t)vec_clamp((int32_t)((float)b.rounds * ratio), 100, 100000000);
    }
    for (; ok && b.count < pairs; b.count++) {
        ok = bench_frame(&b, d, &alone, 0) && bench_frame(&b, d, all, 1);
    }
    crew_close(&alone);
    if (!ok || pairs == 0) return 1;

    for (int which = 0; which < 2; which++) {
        for (int i = 0; i < BENCH_ROWS; i++) gc_sort_f32(b.ms[which][i], pairs);
    }
    const float *control[2] = { b.ms[0][BENCH_CONTROL], b.ms[1][BENCH_CONTROL] };
    double control_gain = (double)control[0][0] / (double)control[1][0];
    printf("\nthe quickest of %u frames each\nstep                 1 thread  %3u threads     gain   of the control's\n", pairs,
           d->options.threads);
    static const char *const names[] = { "frame but replay", "frame", "control" };
    for (int i = 0; i < BENCH_ROWS; i++) {
        double one = (double)b.ms[0][i][0], many = (double)b.ms[1][i][0];
        double gain = many > 0 ? one / many : 0;
        printf("%-18s %8.3f ms %8.3f ms %8.2f %8.2f\n", i < STEPS ? sea_steps[i].name : names[i - STEPS], one, many,
               gain, gain / control_gain);
    }
    printf("state %016llx\n", (unsigned long long)state(d));
    return 0;
}

// ---- the program

static int run(demo *d, const crew *c) {
    options *o = &d->options;
    if (o->replay) {
        const char *why;
        unsigned line;
        char where[512];
        if (!events_load(&d->events, o->replay, &why, &line)) {
            snprintf(where, sizeof where, line ? "%s, line %u" : "%s", o->replay, line);
            return complain(where, why);
        }
        o->entities = d->events.entities;
        o->seed = d->events.seed;
        o->frames = d->events.frames;
    }

    gc_sparse_desc desc = world_desc(d);
    int result = sea_open(&d->sea, &desc, o->entities, o->seed);
    if (result == GC_SPARSE_OK && o->rollback) result = open_saved(d);
    if (result != GC_SPARSE_OK) return complain("world", gc_sparse_result_string(result));
    d->sea.pool = c->pool;
    d->sea.sorter = c->sorter;
    d->sea.by_waves = o->schedule;
    if (o->bench) return run_bench(d, c);

    bool headless = o->headless || o->rollback || o->schedule || o->png || o->replay || o->nudge;
    int status;
    if (o->schedule) print_schedule(d);
    if (!headless && screen_open()) {
        if (!o->frames_given) o->frames = 0;
        status = run_live(d);
    } else {
        status = run_headless(d);
    }
    if (status != 0 || !o->record) return status;

    d->events.entities = o->entities;
    d->events.seed = o->seed;
    d->events.frames = d->sea.clock->frame;
    return events_save(&d->events, o->record) ? 0 : complain(o->record, strerror(errno));
}

static const char usage[] =
    "usage: ecs_demo [options]\n"
    "In a terminal: a live view, until q. Elsewhere, and with most options: lines and tables.\n"
    "  --entities N     agents at the beginning, 1 to 10000000 (100000)\n"
    "  --frames N       frames to run (300; live: until q)\n"
    "  --threads N      1 to 64 (the machine's cores)\n"
    "  --seed N         (31459)\n"
    "  --headless       lines and tables in a terminal, too: p50 and p99 of each step, a state each 100 frames\n"
    "  --png DIR        a picture each 10 frames\n"
    "  --record FILE    what came from outside (lures), and the states\n"
    "  --replay FILE    that again: the states must be the same\n"
    "  --rollback       copies the world, runs ahead, goes back and runs again: the state must be the same\n"
    "  --schedule       prints what each step reads and writes and the waves that follow, and runs by them\n"
    "  --bench          one thread and all in turn, beside pure arithmetic\n"
    "  --inspect SLOT   prints the entity there, at the end\n"
    "  --nudge FRAME    changes one bit of one place after that frame: the state must differ from there on\n"
    "  --help\n";

// An option with a number; false: it is wrong or unknown.
static bool set_number(options *o, const char *option, const char *text) {
    char *end = NULL;
    errno = 0;
    unsigned long long value = text ? strtoull(text, &end, 10) : 0;
    if (!text || end == text || *end || errno || text[0] == '-') return false;

    if (strcmp(option, "--seed") == 0) {
        o->seed = value;
        return true;
    }
    const struct { const char *name; unsigned long long low, high; uint32_t *to; } numbers[] = {
        { "--entities", 1, 10000000, &o->entities }, { "--frames", 0, 100000000, &o->frames },
        { "--threads", 1, 64, &o->threads }, { "--nudge", 0, UINT32_MAX, &o->nudge },
        { "--inspect", 0, UINT32_MAX - 1, &o->inspect }
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(option, numbers[i].name) != 0) continue;
        *numbers[i].to = (uint32_t)value;
        o->frames_given |= numbers[i].to == &o->frames;
        return value >= numbers[i].low && value <= numbers[i].high;
    }
    return false;
}

// How many words the option takes; 0: it is wrong.
static int set_option(options *o, const char *option, const char *next) {
    const struct { const char *name; bool *to; } flags[] = {
        { "--headless", &o->headless }, { "--schedule", &o->schedule }, { "--rollback", &o->rollback },
        { "--bench", &o->bench }
    };
    const struct { const char *name; const char **to; } texts[] = {
        { "--png", &o->png }, { "--record", &o->record }, { "--replay", &o->replay }
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(option, flags[i].name) == 0) return *flags[i].to = true, 1;
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(option, texts[i].name) == 0 && next) return *texts[i].to = next, 2;
    }
    return set_number(o, option, next) ? 2 : 0;
}

int main(int argc, char **argv) {
    static demo d;
    d.options.entities = 100000;
    d.options.frames = 300;
    d.options.threads = jobs_cores() < 64 ? jobs_cores() : 64;
    d.options.seed = 31459;
    d.options.inspect = UINT32_MAX;

    for (int i = 1, words; i < argc; i += words) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        words = set_option(&d.options, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        if (words == 0) {
            fprintf(stderr, "ecs_demo: %s: unknown, or its value is missing or out of range (see --help)\n", argv[i]);
            return 2;
        }
    }

    crew c = { NULL, NULL };
    int status = crew_open(&c, d.options.threads) ? run(&d, &c) : complain("threads", "cannot be started");
    sea_close(&d.sea);
    gc_sparse_close(d.saved);
    events_close(&d.events);
    crew_close(&c);
    return status;
}
