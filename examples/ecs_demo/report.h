// report.h - what ecs_demo prints, and its pictures.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef REPORT_H
#define REPORT_H

#include "demo.h"
#include "paint.h"
#include "../common/picture.h"

// ---- what is printed

static unsigned how_many(const demo *d, gc_sparse_type type) {
    return gc_sparse_info(d->sea.world, type).count;
}

static gc_sparse_statistics statistics_of(const gc_sparse_world *world) {
    gc_sparse_statistics statistics;
    gc_sparse_get_statistics(world, &statistics);
    return statistics;
}

// Changes the lowest bit of the place of one entity: the state must see it.
static void nudge(demo *d) {
    GC_SPARSE_EACH(d->sea.world, Place, p, WITH, Fish) {
        p->x ^= 1;
        break;
    }
}

static void print_begin(const demo *d) {
    const grid *g = &d->sea.grid;
    printf("%u agents in a sea of %d x %d cells, %u threads, seed %llu\n",
           statistics_of(d->sea.world).entities,
           (int)g->width, (int)g->height, d->options.threads, (big)d->options.seed);
}

static void print_line(const demo *d, double ms, uint64_t hash) {
    const gc_sparse_world *world = d->sea.world;
    printf("frame %4u: %u entities, %u hunters, %u eggs, %u scared, %.2f ms per frame, %.2f MB, "
           "state %016llx\n",
           d->sea.clock->frame, statistics_of(world).entities, how_many(d, gc_sparse_type_Hunter()),
           how_many(d, gc_sparse_type_Egg()), how_many(d, gc_sparse_type_Fear()), ms,
           (double)d->memory / 1e6, (big)hash);
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
        const char *kind = info.size ? kinds[info.kind] : "tag";
        printf("%-10s %-6s %6u %9u\n", info.name, kind, (unsigned)info.size, info.count);
    }

    gc_sparse_view swimmers, others, hunters;
    swim_begin(&swimmers, world);
    see_others_begin(&others, world);
    hunt_begin(&hunters, world);

    uint64_t stale = 0, meals = 0;
    GC_SPARSE_EACH(world, READ(Hunter), h) stale += h->lost, meals += h->meals;

    printf("\ngroups     %u fish among %llu that swim, plain arrays both\n",
           how_many(d, gc_sparse_type_Fish()), (big)gc_sparse_view_count(&swimmers));
    printf("cached     %llu that are not fish\n", (big)gc_sparse_view_count(&others));
    printf("exclude    %llu hunters hunt, %u rest\n", (big)gc_sparse_view_count(&hunters),
           how_many(d, gc_sparse_type_Rest()));
    printf("optional   %u fish have Fear\n", how_many(d, gc_sparse_type_Fear()));

    printf("ids        today's hunters lost %llu prey from sight or to another, ate %llu\n", (big)stale,
           (big)meals);

    printf("hooks      told of %llu births, %llu deaths (%llu of age, %llu of hunger, %llu eaten), "
           "%llu frights, %llu meals\n", (big)t->born, (big)t->died, (big)t->aged,
           (big)t->starved, (big)(t->died - t->aged - t->starved),
           (big)t->frights, (big)t->meals);
    printf("commands   %llu skipped: their entity had died before\n", (big)statistics_of(world).skipped);
    printf("events     %llu lures thrown; %u hunters swam in\n", (big)d->events.count,
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
    snprintf(line, sizeof line, "gc_sparse  %u agents, frame %u:", statistics_of(world).entities,
             d->sea.clock->frame);
    picture_text(&p, 10, c->height + 8, 1, 0xd8e2f0, line);

    int x = 10 + picture_text_width(line, 1) + 6;

    const struct { uint32_t colour; const char *text; uint32_t count; } legend[] = {
        { PAINT_HUNTER, "hunters", how_many(d, gc_sparse_type_Hunter()) },
        { PAINT_EGG, "eggs", how_many(d, gc_sparse_type_Egg()) },
        { PAINT_LURE, "lures", how_many(d, gc_sparse_type_Lure()) },
        { 0, "fish in four schools", how_many(d, gc_sparse_type_Fish()) }
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

#endif
