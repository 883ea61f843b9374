// live.h - ecs_demo in a terminal: the map, bars of what each step takes, an inspector, keys.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef LIVE_H
#define LIVE_H

#include "report.h"
#include "inspect.h"
#include "screen.h"

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
               statistics_of(world).entities, how_many(d, gc_sparse_type_Hunter()),
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
    while (ok && !l.ended && !screen_stop) {
        int key;
        if (d->options.frames && d->sea.clock->frame >= d->options.frames) break;
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

    printf("%u frames; state %016llx\n", d->sea.clock->frame, (big)state(d));
    event_state last = { d->sea.clock->frame, state(d) };
    d->options.frames = d->sea.clock->frame;
    return ok && events_add_state(&d->events, last) ? 0 : 1;
}

#endif
