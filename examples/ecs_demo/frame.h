// frame.h - the sea of sea.h from frame to frame: its steps on the pool, one after the other or
// by waves; how it begins.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef FRAME_H
#define FRAME_H

#include "sea.h"

// ---- a frame

// Each rule on the pool: a task for each part of its view, with the commands of that part.
#define SEA_TASK(KIND, name) SEA_TASK_##KIND(name)
#define SEA_TASK_WORK(name)
#define SEA_TASK_RULE(name)                                                                                  \
    static void name##_task(void *user, gc_sparse_view *part, uint32_t index) {                              \
        sea *s = (sea *)user;                                                                                \
        name##_part(part, s, s->later[STEP_##name][index]);                                                  \
    }
SEA_STEPS(SEA_TASK)

// The other two, which make the grid.
GC_SPARSE_ACCESS(sort_access, (), (Sight))
static int sort_work(sea *s) {
    int result = gc_sort_ctx_u32_kv(s->sorter, s->grid.keys, s->grid.rows, s->grid.count);
    return result == GC_SORT_OK ? GC_SPARSE_OK : GC_SPARSE_E_MEMORY;
}

GC_SPARSE_ACCESS(gather_access, (), (Sight))
static int gather_work(sea *s) {
    grid_gather(&s->grid, s->pool);
    return GC_SPARSE_OK;
}

typedef struct sea_step {
    const char *name;
    gc_sparse_access (*access)(void);
    int (*work)(sea *s);                // or these two
    void (*begin)(gc_sparse_view *view, gc_sparse_world *world);
    void (*task)(void *user, gc_sparse_view *part, uint32_t index);
} sea_step;
#define SEA_ROW(KIND, name) SEA_ROW_##KIND(name)
#define SEA_ROW_WORK(name) { #name, name##_access, name##_work, NULL, NULL },
#define SEA_ROW_RULE(name) { #name, name##_access, NULL, name##_begin, name##_task },
static const sea_step sea_steps[STEPS] = { SEA_STEPS(SEA_ROW) { "replay", NULL, NULL, NULL, NULL },
                                           { "tidy", NULL, NULL, NULL, NULL } };

enum { SEA_PART = 1024 };               // rows of a part: the unit of parallel work

// Commands for so many parts of a rule; they are made once and live as long as the world.
static bool sea_record(sea *s, int step, uint32_t parts) {
    if (parts <= s->later_count[step]) return true;
    gc_sparse_commands **later =
        (gc_sparse_commands **)realloc(s->later[step], (parts + 16) * sizeof *s->later[step]);
    if (!later) return false;
    s->later[step] = later;

    while (s->later_count[step] < parts + 16) {
        gc_sparse_commands *made = gc_sparse_record(s->world, (uint32_t)step, s->later_count[step]);
        if (!made) return false;
        later[s->later_count[step]++] = made;
    }
    return true;
}

// Runs one step on the pool; GC_SPARSE_OK or an error.
static int sea_run(sea *s, int step) {
    gc_sparse_view view;
    if (sea_steps[step].work) return sea_steps[step].work(s);

    sea_steps[step].begin(&view, s->world);
    if (!sea_record(s, step, gc_sparse_view_parts(&view, SEA_PART))) return GC_SPARSE_E_MEMORY;
    return gc_sparse_run(&view, SEA_PART, jobs_for, s->pool, sea_steps[step].task, s);
}

static int sea_run_in_turn(sea *s) {
    int result = GC_SPARSE_OK;
    for (int step = 0; step < STEP_replay && result == GC_SPARSE_OK; step++) {
        double begin = jobs_now_ms();
        result = sea_run(s, step);
        s->ms[step] = jobs_now_ms() - begin;
    }
    return result;
}

// The same by waves: the parts of all rules of a wave are tasks of one jobs_for.
typedef struct sea_wave {
    sea *s;
    gc_sparse_view views[STEPS];
    int steps[STEPS];
    uint32_t from[STEPS + 1], count;    // task of each step's first part
} sea_wave;

static void sea_wave_task(void *user, size_t index) {
    const sea_wave *w = (const sea_wave *)user;
    uint32_t k = 0;
    while (index >= w->from[k + 1]) k++;
    uint32_t number = (uint32_t)index - w->from[k];
    gc_sparse_view part = gc_sparse_view_part(&w->views[k], number, SEA_PART);
    sea_steps[w->steps[k]].task(w->s, &part, number);
}

static uint32_t sea_waves(uint32_t waves[STEPS]) {
    gc_sparse_access uses[STEPS];
    for (int step = 0; step < STEP_replay; step++) uses[step] = sea_steps[step].access();
    return gc_sparse_waves(uses, STEP_replay, waves);
}

static int sea_run_by_waves(sea *s) {
    static sea_wave w;                  // 80 KB of views
    uint32_t waves[STEPS], count = sea_waves(waves);
    int result = GC_SPARSE_OK;

    w.s = s;
    for (uint32_t wave = 0; wave < count && result == GC_SPARSE_OK; wave++) {
        w.count = 0;
        w.from[0] = 0;
        for (int step = 0; step < STEP_replay && result == GC_SPARSE_OK; step++) {
            if (waves[step] != wave) continue;
            if (sea_steps[step].work) {
                result = sea_steps[step].work(s);
                continue;
            }
            sea_steps[step].begin(&w.views[w.count], s->world);
            uint32_t parts = gc_sparse_view_parts(&w.views[w.count], SEA_PART);
            if (!sea_record(s, step, parts)) return GC_SPARSE_E_MEMORY;
            w.steps[w.count++] = step;
            w.from[w.count] = w.from[w.count - 1] + parts;
        }
        jobs_for(s->pool, sea_wave_task, &w, w.from[w.count]);
    }
    return result;
}

// The pools themselves in the order of cells, each 128 frames: who is near in the sea should be
// near in memory. With a million `shoal` then takes two thirds of the time, and scales.
static uint64_t sea_cell(void *user, const void *component) {
    const sea *s = (const sea *)user;
    const Place *p = (const Place *)component;
    return (uint64_t)(p->y / CELL * s->grid.width + p->x / CELL);
}

static void sea_sort(void *user, uint64_t *keys, uint32_t *rows, size_t n) {
    gc_sort_ctx_u64_kv32(((sea *)user)->sorter, keys, rows, n);
}

static int sea_tidy(sea *s) {
    gc_sparse_sort_desc by_cell;
    memset(&by_cell, 0, sizeof by_cell);
    by_cell.key = sea_cell;
    by_cell.sort = sea_sort;
    by_cell.user = s;
    return gc_sparse_sort(s->world, gc_sparse_type_Place(), &by_cell);
}

static bool sea_settle(sea *s, gc_rng *dice, uint32_t cell, bool hunter, bool egg);

// What one thread does before the rules: a hunter swims in now and then where they are few;
// room for the grid; where the lures are.
static bool sea_prepare(sea *s) {
    uint32_t fish = gc_sparse_info(s->world, gc_sparse_type_Fish()).count;
    uint32_t hunters = gc_sparse_info(s->world, gc_sparse_type_Hunter()).count;
    if (s->clock->frame % 64 == 0 && hunters < fish / 200 + 1) {
        gc_rng dice = sea_dice(s, nobody);
        uint32_t cell = (uint32_t)sea_pick(&dice, 0, s->grid.width * s->grid.height - 1);
        s->clock->strays++;
        if (!sea_settle(s, &dice, cell, true, false)) return false;
    }

    uint32_t places = gc_sparse_info(s->world, gc_sparse_type_Place()).count;
    gc_sparse_resource_Sight(s->world)->count = places;
    if (!grid_begin(&s->grid, places)) return false;
    GC_SPARSE_EACH(s->world, READ(Place), p) {
        s->places = p;
        break;
    }
    s->lure_count = 0;
    GC_SPARSE_EACH(s->world, READ(Place), p, WITH, Lure) {
        if (s->lure_count < LURES) s->lures[s->lure_count++] = *p;
    }
    return true;
}

// One frame. The first four steps make the grid, which the others read; behind the last one the
// world changes. GC_SPARSE_OK or an error.
static int sea_frame(sea *s) {
    double begin = jobs_now_ms();
    int result = s->clock->frame++ % TIDY == 0 ? sea_tidy(s) : GC_SPARSE_OK;
    s->ms[STEP_tidy] = jobs_now_ms() - begin;
    if (result == GC_SPARSE_OK && !sea_prepare(s)) result = GC_SPARSE_E_MEMORY;
    if (result == GC_SPARSE_OK) result = s->by_waves ? sea_run_by_waves(s) : sea_run_in_turn(s);
    begin = jobs_now_ms();
    if (result == GC_SPARSE_OK) result = gc_sparse_replay(s->world);
    s->ms[STEP_replay] = jobs_now_ms() - begin;
    return result;
}

// ---- the beginning and the end

// What hooks count: nothing is born or dies unseen.
static void sea_on_birth(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    (void)world, (void)id, (void)component;
    ((Tally *)user)->born++;
}
static void sea_on_death(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    const Life *life = (const Life *)component;
    (void)world, (void)id;
    ((Tally *)user)->died++;
    if (life->age >= life->span) ((Tally *)user)->aged++;
}
static void sea_on_hunter_death(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    (void)world, (void)id;
    if (((const Hunter *)component)->energy <= 0) ((Tally *)user)->starved++;
}
static void sea_on_fright(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    (void)world, (void)id, (void)component;
    ((Tally *)user)->frights++;
}
static void sea_on_meal(void *user, gc_sparse_world *world, gc_sparse_id id, void *component) {
    (void)world, (void)id, (void)component;
    ((Tally *)user)->meals++;
}

static int sea_listen(sea *s) {
    const struct { gc_sparse_type type; gc_sparse_hook on_add, on_remove; } hooks[] = {
        { gc_sparse_type_Life(), sea_on_birth, sea_on_death },
        { gc_sparse_type_Hunter(), NULL, sea_on_hunter_death },
        { gc_sparse_type_Fear(), sea_on_fright, NULL },
        { gc_sparse_type_Rest(), sea_on_meal, NULL }
    };
    int result = GC_SPARSE_OK;
    for (size_t i = 0; i < sizeof hooks / sizeof hooks[0] && result == GC_SPARSE_OK; i++) {
        gc_sparse_listener listener = { hooks[i].on_add, hooks[i].on_remove, NULL, s->tally };
        result = gc_sparse_listen(s->world, hooks[i].type, &listener);
    }
    return result;
}

// Groups: what swims, and among that, first, the fish: `swim` and `shoal` walk plain arrays.
// The cached query is that of see_others.
static int sea_arrange(gc_sparse_world *world) {
    gc_sparse_query_desc others;
    memset(&others, 0, sizeof others);
    others.include[0] = gc_sparse_type_Place();
    others.exclude[0] = gc_sparse_type_Fish();
    others.optional[0] = gc_sparse_type_Motion();
    others.optional[1] = gc_sparse_type_Hunter();

    int result = GC_SPARSE_GROUP(world, Place, Motion);
    if (result == GC_SPARSE_OK) result = GC_SPARSE_GROUP(world, Place, Motion, Fish);
    if (result == GC_SPARSE_OK) result = gc_sparse_cache(world, &others);
    return result;
}

// Somebody new, somewhere in a cell: a hunter, an egg or a fish, whose school has its quarter
// there. False: no memory.
static bool sea_settle(sea *s, gc_rng *dice, uint32_t cell, bool hunter, bool egg) {
    gc_sparse_world *world = s->world;
    gc_sparse_id id = gc_sparse_create(world);
    uint32_t width = (uint32_t)s->grid.width;

    // One draw a statement: C leaves open in which order arguments are computed, and gcc and
    // clang do not agree.
    vec place = vec_of((int32_t)(cell % width) * CELL, (int32_t)(cell / width) * CELL);
    place.x += sea_pick(dice, 0, CELL - 1);
    place.y += sea_pick(dice, 0, CELL - 1);
    vec way = vec_turn((uint32_t)sea_pick(dice, 0, 255), CALM_HIGH);
    uint32_t quarter = (uint32_t)(place.x / (11 * CELL) * 7 + place.y / (9 * CELL) * 5);
    uint16_t school = (uint16_t)(quarter * 40503u >> 7 & (SCHOOLS - 1));
    int32_t span = sea_pick(dice, SPAN / 2, SPAN + SPAN / 2) * (hunter ? 2 : 1);
    int32_t age = egg ? 0 : sea_pick(dice, 0, span - 1);
    int32_t frames = sea_pick(dice, 1, EGG_FRAMES);

    int result = GC_SPARSE_SET(world, id, Place, place.x, place.y);
    if (result == GC_SPARSE_OK) result = GC_SPARSE_SET(world, id, Life, age, span);
    if (result == GC_SPARSE_OK) result = GC_SPARSE_SET(world, id, Kin, nobody);
    if (result == GC_SPARSE_OK && egg) result = GC_SPARSE_SET(world, id, Egg, school, frames);
    if (result != GC_SPARSE_OK || egg) return result == GC_SPARSE_OK;

    result = GC_SPARSE_SET(world, id, Motion, way.x, way.y);
    if (result == GC_SPARSE_OK && hunter) {
        result = GC_SPARSE_SET(world, id, Hunter, nobody, sea_pick(dice, HUNGER / 2, HUNGER), 0, 0);
    }
    if (result != GC_SPARSE_OK || hunter) return result == GC_SPARSE_OK;

    result = GC_SPARSE_SET(world, id, Fish, school, 0, sea_pick(dice, 0, EGG_WAIT));
    if (result == GC_SPARSE_OK && age < ADULT) result = GC_SPARSE_PUT(world, id, Young);
    if (result == GC_SPARSE_OK && sea_pick(dice, 0, 1)) result = GC_SPARSE_PUT(world, id, Female);
    return result == GC_SPARSE_OK;
}

// A visitor throws a lure into the sea: the only thing that comes from outside.
static bool sea_throw(sea *s, int32_t x, int32_t y) {
    gc_sparse_id id = gc_sparse_create(s->world);
    x = vec_clamp(x, 0, s->size.x - 1);
    y = vec_clamp(y, 0, s->size.y - 1);
    return GC_SPARSE_SET(s->world, id, Place, x, y) == GC_SPARSE_OK &&
           GC_SPARSE_SET(s->world, id, Lure, LURE_FRAMES) == GC_SPARSE_OK;
}

static void sea_close(sea *s) {
    gc_sparse_close(s->world);
    grid_close(&s->grid);
    for (int step = 0; step < STEPS; step++) free(s->later[step]);
}

// A sea for so many, as wide as they need: 16 to 9. They come cell by cell. GC_SPARSE_OK or an
// error; close it in both cases.
static int sea_open(sea *s, const gc_sparse_desc *desc, uint32_t entities, uint64_t seed) {
    int result;
    int32_t cells = (int32_t)(entities / DENSITY), height = 6;
    memset(s, 0, sizeof *s);
    while (height * (height * 16 / 9) < cells) height++;
    s->size = vec_of(height * 16 / 9 * CELL, height * CELL);
    s->world = gc_sparse_open(desc, &result);
    if (!s->world) return result;
    if (!grid_open(&s->grid, height * 16 / 9, height)) return GC_SPARSE_E_MEMORY;

    result = SEA_register(s->world);
    if (result != GC_SPARSE_OK) return result;
    s->clock = gc_sparse_resource_Clock(s->world);
    s->clock->seed = seed;
    s->tally = gc_sparse_resource_Tally(s->world);
    result = sea_arrange(s->world);
    if (result == GC_SPARSE_OK) result = sea_listen(s);

    gc_rng dice;
    gc_rng_seed_stream(&dice, seed, UINT64_MAX);
    uint64_t all = (uint64_t)s->grid.width * (uint64_t)s->grid.height;
    for (uint32_t i = 0; i < entities && result == GC_SPARSE_OK; i++) {
        uint32_t cell = (uint32_t)(i * all / entities);
        if (!sea_settle(s, &dice, cell, i % 120 == 60, i % 12 == 6)) result = GC_SPARSE_E_MEMORY;
    }
    return result;
}

#endif
