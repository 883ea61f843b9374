// sea.h - the world of ecs_demo: its components, its rules, a frame. Begin here.
//
// Fish swim in schools, flee from hunters and lay eggs where there is room; hunters keep to one
// prey, whose id they remember, and rest when they have eaten. A RULE is a system: its types,
// and what happens to one entity that has them. Each runs on all threads; what changes the
// world's structure is recorded in `later` and happens behind the last rule.
//
// Why it always comes out the same: whole numbers alone; a rule writes to its own entity, and
// sees the others as they were when the frame began; views are cut into parts by the data, not
// by the threads; commands are replayed in the order of (rule, part, record); what is random
// has a stream of its own for each (seed, frame, entity); the sort's result is unique.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef SEA_H
#define SEA_H

#include "vec.h"
#include "grid.h"

// ---- components

typedef vec Place;                                              // all that can be seen
typedef vec Motion;                                             // all that swims
typedef struct Fish { uint16_t school, crowd; int32_t wait; } Fish;     // seen near it; until the next egg
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
typedef struct Sight { uint32_t count; } Sight;                 // what the grid holds; it, to schedules

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
    DENSITY = 4,            // entities a cell
    TIDY = 128              // frames from one sort of the pools by cell to the next
};

// A frame is these steps, one after the other (or by waves), and a replay. X(KIND, NAME): a
// RULE, or work of its own kind.
#define SEA_STEPS(X)                                                                                         \
    X(RULE, see_fish) X(RULE, see_others) X(WORK, sort) X(WORK, gather) X(RULE, shoal) X(RULE, hunt)         \
    X(RULE, drift) X(RULE, swim) X(RULE, age) X(RULE, grow) X(RULE, breed) X(RULE, hatch) X(RULE, pack)      \
    X(RULE, calm) X(RULE, wake) X(RULE, fade)

#define SEA_STEP_INDEX(KIND, name) STEP_##name,
enum { SEA_STEPS(SEA_STEP_INDEX) STEP_replay, STEP_tidy, STEPS };

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

static int32_t sea_pick(gc_rng *rng, int32_t low, int32_t high) {
    return (int32_t)gc_rng_range(rng, low, high);
}

// ---- rules: who is where

RULE(see_fish, READ(Place), p, READ(Motion), m, READ(Fish), f, ALSO_WRITES, Sight) {
    grid_put(&s->grid, (size_t)(p - s->places), *p, *m, f->school, self);
}

// Hunters, eggs and lures: few, in a cached query.
RULE(see_others, READ(Place), p, WITHOUT, Fish, MAYBE_READ(Motion), m, MAYBE_READ(Hunter), h,
     ALSO_WRITES, Sight) {
    vec motion = m ? *m : vec_of(0, 0);
    grid_put(&s->grid, (size_t)(p - s->places), *p, motion, h ? SEEN_HUNTER : SEEN_OTHER, self);
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
            int32_t fish = -(int32_t)((far2 < sight) & (o->kind < SCHOOLS));
            int32_t mate = fish & -(int32_t)(o->kind == school);
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

#endif
