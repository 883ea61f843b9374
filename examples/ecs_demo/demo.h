// demo.h - what ecs_demo runs: the sea, what comes from outside, times, memory, states, going
// back.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef DEMO_H
#define DEMO_H

#include "frame.h"
#include "events.h"

#include <errno.h>
#include <stdio.h>

enum { FRAMES_KEPT = 1024, AHEAD = 12, EVERY = 60, VISIT = 150 };

typedef unsigned long long big;              // for printf

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
    int32_t x = sea_pick(&dice, d->sea.size.x / 8, d->sea.size.x / 8 * 7);
    int32_t y = sea_pick(&dice, d->sea.size.y / 8, d->sea.size.y / 8 * 7);
    event throws = { frame, x, y };
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
    GC_SPARSE_EACH(s->world, READ(Hunter), h) {
        MIX(h->prey.slot), MIX(h->prey.generation), MIX(h->energy), MIX(h->meals);
    }
    GC_SPARSE_EACH(s->world, READ(Life), l, READ(Kin), k) MIX(l->age), MIX(l->span), MIX(k->mother.slot);
    GC_SPARSE_EACH(s->world, READ(Egg), e) MIX(self.slot), MIX(e->frames);
    GC_SPARSE_EACH(s->world, READ(Fear), f) MIX(self.slot), MIX(f->frames);
    GC_SPARSE_EACH(s->world, WITH, Female, WITHOUT, Young) MIX(self.slot);
#undef MIX
    return hash;
}

// ---- rollback: a copy of the world, frames ahead, back, and the same frames again

static int open_saved(demo *d) {
    int result;
    d->saved = gc_sparse_open_like(d->sea.world, &result);
    return result;
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

#endif
