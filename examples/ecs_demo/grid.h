// grid.h - who is near: all that have a place, sorted by cell, once a frame.
//
// The systems fill keys (the cell) and unsorted (what others see of it), one for each row of
// the pool of places. gc_sort sorts pairs of cell and row on the pool's threads; then each
// cell's are a run of `seen`, whose begin stands in `first`. The cells of a map's row stand
// side by side, so the nine cells round a place are three runs.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef GRID_H
#define GRID_H

#include "vec.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { GRID_PART = 4096 };          // places of a task

// What is seen of an entity. The place is told in 1/4096 of a cell, so that squares of
// distances inside 9 x 9 cells take 32 bits.
typedef struct seen {
    int32_t x, y;
    int16_t mx, my;                 // its motion
    uint32_t kind;                  // fish: the school; or SEEN_HUNTER, SEEN_OTHER
    gc_sparse_id id;
} seen;
enum { SEEN_HUNTER = 64, SEEN_OTHER = 65, SEEN_CELL = 4096 };

typedef struct grid {
    int32_t width, height;          // in cells
    size_t count, room;             // places of this frame, and what the arrays take
    uint32_t *keys, *rows;          // pairs
    seen *unsorted, *seen;
    uint32_t *first;                // by cell; one more at the end
} grid;

static void grid_close(grid *g) {
    free(g->keys);
    free(g->rows);
    free(g->unsorted);
    free(g->seen);
    free(g->first);
    memset(g, 0, sizeof *g);
}

static bool grid_open(grid *g, int32_t width, int32_t height) {
    memset(g, 0, sizeof *g);
    g->width = width;
    g->height = height;
    g->first = (uint32_t *)calloc((size_t)width * (size_t)height + 1, sizeof *g->first);
    return g->first != NULL;
}

// Room for so many places; what the arrays hold is lost.
static bool grid_begin(grid *g, size_t count) {
    g->count = count;
    if (count <= g->room) return true;

    size_t room = count + count / 4 + 1024;
    free(g->keys);
    free(g->rows);
    free(g->unsorted);
    free(g->seen);
    g->keys = (uint32_t *)malloc(room * sizeof *g->keys);
    g->rows = (uint32_t *)malloc(room * sizeof *g->rows);
    g->unsorted = (seen *)malloc(room * sizeof *g->unsorted);
    g->seen = (seen *)malloc(room * sizeof *g->seen);
    g->room = g->keys && g->rows && g->unsorted && g->seen ? room : 0;
    return g->room != 0;
}

// Into row `row`. From several threads, for rows that differ.
static void grid_put(grid *g, size_t row, vec place, vec motion, uint32_t kind, gc_sparse_id id) {
    seen *s = &g->unsorted[row];
    s->x = place.x / (CELL / SEEN_CELL);
    s->y = place.y / (CELL / SEEN_CELL);
    s->mx = (int16_t)motion.x;
    s->my = (int16_t)motion.y;
    s->kind = kind;
    s->id = id;
    g->keys[row] = (uint32_t)(place.y / CELL * g->width + place.x / CELL);
    g->rows[row] = (uint32_t)row;
}

// Copies a part into sorted order, and says of each cell that begins in it, or is empty before
// one that does, where it begins.
static void grid_gather_part(void *user, size_t part) {
    grid *g = (grid *)user;
    size_t begin = part * GRID_PART, end = begin + GRID_PART < g->count ? begin + GRID_PART : g->count;
    size_t next = begin ? g->keys[begin - 1] + 1u : 0;
    for (size_t i = begin; i < end; i++) {
        g->seen[i] = g->unsorted[g->rows[i]];
        while (next <= g->keys[i]) g->first[next++] = (uint32_t)i;
    }
    size_t cells = (size_t)g->width * (size_t)g->height;
    while (end == g->count && next <= cells) g->first[next++] = (uint32_t)end;
}

static void grid_gather(grid *g, jobs *pool) {
    size_t parts = (g->count + GRID_PART - 1) / GRID_PART;
    jobs_for(pool, grid_gather_part, g, parts ? parts : 1);
}

// The run of those in the cells from x - by to x + by of row y; an empty one outside the map.
typedef struct grid_run { const seen *at, *end; } grid_run;
static inline grid_run grid_row(const grid *g, int32_t x, int32_t y, int32_t by) {
    grid_run run = { g->seen, g->seen };
    if (y < 0 || y >= g->height) return run;
    int32_t low = x < by ? 0 : x - by, high = x + by >= g->width ? g->width : x + by + 1;
    run.at += g->first[y * g->width + low];
    run.end += g->first[y * g->width + high];
    return run;
}

// The nearest of those that are not `self`, of kinds from low to high, within `by` cells (at
// most 4); NULL: there is none.
static const seen *grid_nearest(const grid *g, vec place, int32_t by, uint32_t low, uint32_t high,
                                gc_sparse_id self) {
    const seen *nearest = NULL;
    int32_t x = place.x / (CELL / SEEN_CELL), y = place.y / (CELL / SEEN_CELL), best = INT32_MAX;
    for (int32_t row = y / SEEN_CELL - by; row <= y / SEEN_CELL + by; row++) {
        grid_run run = grid_row(g, x / SEEN_CELL, row, by);
        for (const seen *s = run.at; s < run.end; s++) {
            if (s->kind < low || s->kind > high || gc_sparse_id_equal(s->id, self)) continue;
            int32_t dx = s->x - x, dy = s->y - y;
            if (dx * dx + dy * dy >= best) continue;
            best = dx * dx + dy * dy;
            nearest = s;
        }
    }
    return nearest;
}

#endif
