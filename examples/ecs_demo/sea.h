// sea.h - the world of ecs_demo: its components, its rules, a frame. Begin here.
//
// Fish swim in schools, flee from hunters and lay eggs where there is room; hunters keep to one
// prey, whose id they remember, and rest when they have eaten. A RULE is a system: its types,
// and what happens to one entity that has them. Each runs on all threads; what changes the
// world's structure is recorded in `later` and happens behind the last rule.
//
// Why it always comes out the same: whole numbers alone; a rule writes to its own entity, and
// sees the others as they were when the frame began; views are cut into parts by the data, not
// by the threads; commands are replayed in the order of (rule, part, record); what is random has
// a stream of its own for each (seed, frame, entity); the sort's result is unique.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef SEA_H
#define SEA_H

#include "vec.h"
#include "grid.h"

// ---- components

typedef vec Place;                                              // all that can be seen
typedef vec Motion;                                             // all that swims
typedef struct Fish { uint16_t school, crowd; int32_t wait; } Fish;     // seen round it; frames to its next egg
typedef struct Hunter { gc_sparse_id prey; int32_t energy; uint16_t meals, lost; } Hunter;
typedef struct Life { int32_t age, span; } Life;                // frames
typedef struct Kin { gc_sparse_id mother; } Kin;                // who may be gone
typedef struct Egg { uint32_t school; int32_t frames; } Egg;    // to go
typedef struct Fear { int32_t frames; } Fear;
typedef struct Rest { int32_t frames; } Rest;
typedef struct Lure { int32_t frames; } Lure;                   // what a visitor throws into the sea

// Resources, values of the world itself: they are copied, saved and hashed with it.
typedef struct Clock { uint64_t seed; uint32_t frame, strays; } Clock;
typedef struct Tally { uint64_t born, died, aged, starved, frights, meals; } Tally;     // hooks count
typedef struct Sight { uint32_t count; } Sight;                 // how many the grid holds; for it in schedules

#define SEA(X)                                                                                               \
    X(DENSE, Place) X(DENSE, Motion) X(DENSE, Fish) X(DENSE, Hunter) X(DIRECT, Life) X(DIRECT, Kin)          \
    X(DENSE, Egg) X(DENSE, Fear) X(DENSE, Rest) X(DENSE, Lure) X(TAG, Female) X(TAG, Young)                  \
    X(RESOURCE, Clock) X(RESOURCE, Tally) X(RESOURCE, Sight)
GC_SPARSE_COMPONENTS(SEA)

// Speeds in 1/65536 of a cell a frame, times in frames.
enum {
    SCHOOLS = 4, LURES = 8,
    CALM_LOW = 2600, CALM_HIGH = 4200, SCARED = 6400, CHASE = 7600, CRUISE = 3600,
    CROWD = 10,             // fish that see as many lay no eggs
    SPAN = 2400, ADULT = 500, EGG_FRAMES = 240, EGG_WAIT = 420, FEAR_FRAMES = 40, REST_FRAMES = 240,
    LURE_FRAMES = 300, LURE_SIGHT = 14,
    HUNGER = 2400, MEAL = 560, HUNTER_BIRTH = 3000,
    DENSITY = 4             // entities a cell
};

// A frame is these steps, one after the other (or by waves), and a replay. X(KIND, NAME): a RULE,
// or work of its own kind.
#define SEA_STEPS(X)                                                                                         \
    X(RULE, see_fish) X(RULE, see_others) X(WORK, sort) X(WORK, gather) X(RULE, shoal) X(RULE, hunt)         \
    X(RULE, drift) X(RULE, swim) X(RULE, age) X(RULE, grow) X(RULE, breed) X(RULE, hatch) X(RULE, pack)      \
    X(RULE, calm) X(RULE, wake) X(RULE, fade)

#define SEA_STEP_INDEX(KIND, name) STEP_##name,
enum { SEA_STEPS(SEA_STEP_INDEX) STEP_replay, STEPS };

typedef struct sea {
    gc_sparse_world *world;
    Clock *clock;
    Tally *tally;
    grid grid;
    const Place *places;                        // the pool's column, while the rules run
    vec size;
    vec lures[LURES];                           // of this frame
    int lure_count;
    gc_sparse_commands **later[STEPS];          // of a rule, by part
    uint32_t later_count[STEPS];
    jobs *pool;
    gc_sort_context *sorter;                    // on the pool
    bool by_waves;
    double ms[STEPS];                           // of the last frame, if not by waves
} sea;

#if defined(__GNUC__)
#define SEA_MAYBE_UNUSED __attribute__((unused))
#else
#define SEA_MAYBE_UNUSED
#endif
#define RULE(name, ...)                                                                                      \
    GC_SPARSE_SYSTEM(name, (SEA_MAYBE_UNUSED sea *s, SEA_MAYBE_UNUSED gc_sparse_commands *later),            \
                     (s, later), __VA_ARGS__)

// A stream of random numbers for what happens to one entity in one frame.
static gc_rng sea_dice(const sea *s, gc_sparse_id id) {
    gc_rng rng;
    gc_rng_seed_stream(&rng, s->clock->seed, (uint64_t)s->clock->frame << 32 | id.slot);
    return rng;
}

static const gc_sparse_id nobody = { 0, 0 };

static int32_t sea_pick(gc_rng *rng, int32_t low, int32_t high) { return (int32_t)gc_rng_range(rng, low, high); }

// ---- rules: who is where

RULE(see_fish, READ(Place), p, READ(Motion), m, READ(Fish), f, ALSO_WRITES, Sight) {
    grid_put(&s->grid, (size_t)(p - s->places), *p, *m, f->school, self);
}

// Hunters, eggs and lures: few, in a cached query.
RULE(see_others, READ(Place), p, WITHOUT, Fish, MAYBE_READ(Motion), m, MAYBE_READ(Hunter), h, ALSO_WRITES, Sight) {
    grid_put(&s->grid, (size_t)(p - s->places), *p, m ? *m : vec_of(0, 0), h ? SEEN_HUNTER : SEEN_OTHER, self);
}

// ---- rules: how they move

// What a fish sees within one cell's side: of its own school the sums of motions and of ways to
// them, of other schools the ways to them, how to get out of the way of all that are too near,
// and the nearest hunter.
typedef struct around {
    int32_t crowd, mates, danger2;
    vec motion, way, strangers, push, danger;
} around;

// Three of four that are looked at are too far off, which no processor can guess: masks instead
// of branches, 1.9 x as fast.
static inline around look_around(const grid *g, vec place, uint32_t school) {
    const int32_t sight = SEEN_CELL * SEEN_CELL, close = sight / 3;
    around a = { -1, 0, sight, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 } };     // it sees itself, too
    int32_t x = place.x / (CELL / SEEN_CELL), y = place.y / (CELL / SEEN_CELL);

    for (int32_t row = y / SEEN_CELL - 1; row <= y / SEEN_CELL + 1; row++) {
        grid_run run = grid_row(g, x / SEEN_CELL, row, 1);
        for (const seen *o = run.at; o < run.end; o++) {
            int32_t dx = o->x - x, dy = o->y - y, far2 = dx * dx + dy * dy;
            int32_t fish = -(int32_t)((far2 < sight) & (o->kind < SCHOOLS)), mate = fish & -(int32_t)(o->kind == school);
            int32_t weight = far2 < close ? (int32_t)((uint32_t)(close - far2) / 8192u) & fish : 0;
            a.crowd -= fish;
            a.mates -= mate;
            a.motion = vec_of(a.motion.x + (o->mx & mate), a.motion.y + (o->my & mate));
            a.way = vec_of(a.way.x + (dx & mate), a.way.y + (dy & mate));
            a.strangers = vec_of(a.strangers.x + (dx & fish), a.strangers.y + (dy & fish));
            a.push = vec_of(a.push.x - dx * weight, a.push.y - dy * weight);
            if (o->kind == SEEN_HUNTER && far2 < a.danger2) a.danger2 = far2, a.danger = vec_of(dx, dy);
        }
    }
    a.strangers = vec_minus(a.strangers, a.way);
    return a;
}

static inline void go(Motion *m, vec way, int32_t part) {
    m->x += way.x / part;
    m->y += way.y / part;
}

RULE(shoal, READ(Place), p, Motion, m, Fish, f, MAYBE(Fear), fear, ALSO_READS, Sight) {
    around a = look_around(&s->grid, *p, f->school);
    f->crowd = (uint16_t)a.crowd;

    // With the school, not into each other, away from other schools, and a little aside.
    go(m, vec_minus(vec_of(a.motion.x / a.mates, a.motion.y / a.mates), *m), 10);
    go(m, vec_of(a.way.x / a.mates, a.way.y / a.mates), 40);
    go(m, a.push, 800);
    go(m, a.strangers, -40);
    go(m, vec_turn(self.slot * 2654435761u >> 24 ^ (s->clock->frame + self.slot) / 64u * 37u, 64), 1);
    for (int i = 0; i < s->lure_count; i++) {
        vec way = vec_minus(s->lures[i], *p);
        if (vec_length(way) < LURE_SIGHT * CELL) go(m, vec_limit(way, 0, 220), 1);
    }

    // From the walls, and from the hunter.
    m->x += p->x < 2 * CELL ? 160 : p->x > s->size.x - 2 * CELL ? -160 : 0;
    m->y += p->y < 2 * CELL ? 160 : p->y > s->size.y - 2 * CELL ? -160 : 0;
    if (a.danger2 < SEEN_CELL * SEEN_CELL) {
        go(m, vec_limit(a.danger, 1200, 1200), -1);
        if (fear) fear->frames = FEAR_FRAMES;
        else GC_SPARSE_RECORD(later, self, Fear, FEAR_FRAMES);
    }
    *m = vec_limit(*m, CALM_LOW, fear ? SCARED : CALM_HIGH);
}

// A hunter keeps to its prey until it has it, loses it from sight, or finds its id stale: the
// prey is gone, and another entity in its slot is not taken for it.
RULE(hunt, Hunter, h, READ(Place), p, Motion, m, WITHOUT, Rest, ALSO_READS, Sight) {
    const Place *prey = gc_sparse_get_Place(s->world, h->prey);
    vec way = prey ? vec_minus(*prey, *p) : vec_of(0, 0);
    int32_t distance = vec_length(way);

    if (!prey || distance > 3 * CELL) {
        const seen *next = grid_nearest(&s->grid, *p, 1, 0, SCHOOLS - 1, self);
        if (h->prey.generation) h->lost++;
        h->prey = next ? next->id : nobody;
        *m = vec_limit(*m, CRUISE, CRUISE);
    } else if (distance > CELL / 4) {
        go(m, vec_limit(way, 900, 900), 1);
        *m = vec_limit(*m, CRUISE, CHASE);
    } else {
        gc_sparse_record_destroy(later, h->prey);      // two may have it: the second command is skipped
        GC_SPARSE_RECORD(later, self, Rest, REST_FRAMES);
        h->prey = nobody;
        h->energy += MEAL;
        h->meals++;
    }
    m->x += p->x < 3 * CELL ? 300 : p->x > s->size.x - 3 * CELL ? -300 : 0;
    m->y += p->y < 3 * CELL ? 300 : p->y > s->size.y - 3 * CELL ? -300 : 0;
}

RULE(drift, Motion, m, WITH, Rest) {
    *m = vec_limit(*m, CRUISE / 4, vec_clamp(vec_length(*m) - 200, CRUISE / 4, CHASE));
}

RULE(swim, Place, p, READ(Motion), m) {
    p->x = vec_clamp(p->x + m->x, 0, s->size.x - 1);
    p->y = vec_clamp(p->y + m->y, 0, s->size.y - 1);
}

// ---- rules: life and death

RULE(age, Life, l) {
    if (++l->age >= l->span) gc_sparse_record_destroy(later, self);
}

RULE(grow, READ(Life), l, WITH, Young) {
    if (l->age >= ADULT) gc_sparse_record_remove_Young(later, self);
}

RULE(breed, READ(Place), p, Fish, f, WITH, Female, WITHOUT, Young) {
    if (f->wait > 0) f->wait--;
    if (f->wait > 0 || f->crowd >= CROWD) return;

    gc_rng dice = sea_dice(s, self);
    gc_sparse_id egg = gc_sparse_record_create(later);
    f->wait = sea_pick(&dice, EGG_WAIT, 2 * EGG_WAIT);
    GC_SPARSE_RECORD(later, egg, Place, p->x, p->y);
    GC_SPARSE_RECORD(later, egg, Egg, f->school, EGG_FRAMES);
    GC_SPARSE_RECORD(later, egg, Life, 0, sea_pick(&dice, SPAN / 2, SPAN + SPAN / 2));
    GC_SPARSE_RECORD(later, egg, Kin, self);
}

RULE(hatch, Egg, e) {
    if (--e->frames > 0) return;

    gc_rng dice = sea_dice(s, self);
    vec way = vec_turn((uint32_t)sea_pick(&dice, 0, 255), CALM_LOW);
    gc_sparse_record_remove_Egg(later, self);
    GC_SPARSE_RECORD(later, self, Motion, way.x, way.y);
    GC_SPARSE_RECORD(later, self, Fish, (uint16_t)e->school, 0, 0);
    gc_sparse_record_add_Young(later, self);
    if (sea_pick(&dice, 0, 1)) gc_sparse_record_add_Female(later, self);
}

// Hunters starve, or have young where no other hunter is near.
RULE(pack, Hunter, h, READ(Place), p, ALSO_READS, Sight) {
    if (--h->energy <= 0) gc_sparse_record_destroy(later, self);
    if (h->energy < HUNTER_BIRTH) return;
    if (grid_nearest(&s->grid, *p, 4, SEEN_HUNTER, SEEN_HUNTER, self)) return;

    gc_rng dice = sea_dice(s, self);
    gc_sparse_id young = gc_sparse_record_create(later);
    h->energy -= HUNGER;
    GC_SPARSE_RECORD(later, young, Place, p->x, p->y);
    GC_SPARSE_RECORD(later, young, Motion, CRUISE, 0);
    GC_SPARSE_RECORD(later, young, Hunter, nobody, HUNGER, 0, 0);
    GC_SPARSE_RECORD(later, young, Life, 0, sea_pick(&dice, SPAN, 3 * SPAN));
    GC_SPARSE_RECORD(later, young, Kin, self);
}

RULE(calm, Fear, f) {
    if (--f->frames <= 0) gc_sparse_record_remove_Fear(later, self);
}

RULE(wake, Rest, r) {
    if (--r->frames <= 0) gc_sparse_record_remove_Rest(later, self);
}

RULE(fade, Lure, l) {
    if (--l->frames <= 0) gc_sparse_record_destroy(later, self);
}

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
static const sea_step sea_steps[STEPS] = { SEA_STEPS(SEA_ROW) { "replay", NULL, NULL, NULL, NULL } };

enum { SEA_PART = 2048 };               // rows of a part: the unit of parallel work

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

static bool sea_settle(sea *s, gc_rng *dice, bool hunter, bool egg);

// What one thread does before the rules: a hunter swims in now and then where they are few;
// room for the grid; where the lures are.
static bool sea_prepare(sea *s) {
    uint32_t fish = gc_sparse_info(s->world, gc_sparse_type_Fish()).count;
    uint32_t hunters = gc_sparse_info(s->world, gc_sparse_type_Hunter()).count;
    if (s->clock->frame % 64 == 0 && hunters < fish / 200 + 1) {
        gc_rng dice = sea_dice(s, nobody);
        s->clock->strays++;
        if (!sea_settle(s, &dice, true, false)) return false;
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
    s->clock->frame++;
    if (!sea_prepare(s)) return GC_SPARSE_E_MEMORY;
    int result = s->by_waves ? sea_run_by_waves(s) : sea_run_in_turn(s);
    double begin = jobs_now_ms();
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

// Groups: what swims, and among that, first, the fish: `swim` and `shoal` walk plain arrays. The
// cached query is that of see_others.
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

// Somebody new, at a random place: a hunter, an egg or a fish, whose school has its quarter
// there. False: no memory.
static bool sea_settle(sea *s, gc_rng *dice, bool hunter, bool egg) {
    gc_sparse_world *world = s->world;
    gc_sparse_id id = gc_sparse_create(world);
    vec place = vec_of(sea_pick(dice, 0, s->size.x - 1), sea_pick(dice, 0, s->size.y - 1));
    vec way = vec_turn((uint32_t)sea_pick(dice, 0, 255), CALM_HIGH);
    uint32_t quarter = (uint32_t)(place.x / (11 * CELL) * 7 + place.y / (9 * CELL) * 5);
    uint16_t school = (uint16_t)(quarter * 40503u >> 7 & (SCHOOLS - 1));
    int32_t span = sea_pick(dice, SPAN / 2, SPAN + SPAN / 2) * (hunter ? 2 : 1), age = egg ? 0 : sea_pick(dice, 0, span - 1);

    int result = GC_SPARSE_SET(world, id, Place, place.x, place.y);
    if (result == GC_SPARSE_OK) result = GC_SPARSE_SET(world, id, Life, age, span);
    if (result == GC_SPARSE_OK) result = GC_SPARSE_SET(world, id, Kin, nobody);
    if (result == GC_SPARSE_OK && egg) result = GC_SPARSE_SET(world, id, Egg, school, sea_pick(dice, 1, EGG_FRAMES));
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

// A sea for so many, as wide as they need: 16 to 9. GC_SPARSE_OK or an error; close it in both
// cases.
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
    for (uint32_t i = 0; i < entities && result == GC_SPARSE_OK; i++) {
        if (!sea_settle(s, &dice, i % 120 == 60, i % 12 == 6)) result = GC_SPARSE_E_MEMORY;
    }
    return result;
}

#endif
