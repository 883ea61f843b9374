// paint.h - the sea as a picture: a canvas of levels of light, each with a colour, which fade
// from frame to frame, so that what moves leaves a trail. The same canvas serves PNG files and
// the terminal. It only reads the world; its floats decide nothing.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef PAINT_H
#define PAINT_H

#include "sea.h"

#include <stdlib.h>

enum { PAINT_LEVELS = 20, PAINT_HUNTER = SCHOOLS, PAINT_EGG, PAINT_LURE, PAINT_COLOURS };
static const uint32_t paint_colours[PAINT_COLOURS] = {
    0xffb938, 0xff5c57, 0x2fd9c4, 0xa583ff, 0xffffff, 0x9fc77a, 0xff4fb0
};
#define PAINT_WATER 0x06101fu

typedef struct paint { float light; uint32_t colour; } paint;
typedef struct canvas {
    int width, height;
    float scale;                // pixels a cell
    float left, top;            // where the sea begins
    paint *at;
} canvas;

static void canvas_close(canvas *c) {
    free(c->at);
    c->at = NULL;
}

// A dark canvas for this sea; false: no memory.
static bool canvas_open(canvas *c, const sea *s, int width, int height) {
    float across = (float)width * CELL / (float)s->size.x, down = (float)height * CELL / (float)s->size.y;
    c->width = width;
    c->height = height;
    c->scale = across < down ? across : down;
    c->left = ((float)width - (float)s->size.x / CELL * c->scale) / 2;
    c->top = ((float)height - (float)s->size.y / CELL * c->scale) / 2;
    c->at = (paint *)calloc((size_t)width * (size_t)height, sizeof *c->at);
    return c->at != NULL;
}

static void canvas_fade(canvas *c, float part) {
    for (size_t i = 0; i < (size_t)c->width * (size_t)c->height; i++) c->at[i].light *= part;
}

static void canvas_pixel(canvas *c, int x, int y, float light, uint32_t colour) {
    if (x < 0 || y < 0 || x >= c->width || y >= c->height) return;
    paint *p = &c->at[(size_t)y * (size_t)c->width + (size_t)x];
    if (p->light >= light) return;
    p->light = light;
    p->colour = colour;
}

// A point of light that may lie between pixels: it falls on four of them.
static void canvas_point(canvas *c, float x, float y, float light, uint32_t colour) {
    float left = x - 0.5f, top = y - 0.5f;
    int column = left < 0 ? -1 : (int)left, row = top < 0 ? -1 : (int)top;
    float right = left - (float)column, low = top - (float)row;
    canvas_pixel(c, column, row, light * (1 - right) * (1 - low), colour);
    canvas_pixel(c, column + 1, row, light * right * (1 - low), colour);
    canvas_pixel(c, column, row + 1, light * (1 - right) * low, colour);
    canvas_pixel(c, column + 1, row + 1, light * right * low, colour);
}

// A fish is a stroke from tail to head, of `length` cells for each cell a frame.
static void canvas_stroke(canvas *c, vec place, vec motion, float length, float light, uint32_t colour) {
    float x = c->left + (float)place.x / CELL * c->scale, y = c->top + (float)place.y / CELL * c->scale;
    float dx = (float)motion.x / CELL * c->scale * length, dy = (float)motion.y / CELL * c->scale * length;
    float longer = dx < 0 ? -dx : dx;
    if ((dy < 0 ? -dy : dy) > longer) longer = dy < 0 ? -dy : dy;
    int steps = 1 + (int)(longer * 2);
    for (int i = 0; i <= steps; i++) {
        float part = (float)i / (float)steps;
        canvas_point(c, x - dx * (1 - part), y - dy * (1 - part), light * (0.6f + 1.3f * part), colour);
    }
}

static void canvas_disc(canvas *c, vec place, float radius, float light, uint32_t colour) {
    float x = c->left + (float)place.x / CELL * c->scale, y = c->top + (float)place.y / CELL * c->scale;
    for (int row = (int)(y - radius) - 1; row <= (int)(y + radius) + 1; row++) {
        for (int column = (int)(x - radius) - 1; column <= (int)(x + radius) + 1; column++) {
            float dx = (float)column + 0.5f - x, dy = (float)row + 0.5f - y;
            float in = radius * radius - dx * dx - dy * dy;
            if (in > 0) canvas_pixel(c, column, row, in > radius ? light : light * in / radius, colour);
        }
    }
}

// Adds what lives now.
static void canvas_sea(canvas *c, const sea *s) {
    float egg = c->scale / 9 + 0.2f;
    GC_SPARSE_EACH(s->world, READ(Place), p, WITH, Egg) {
        if (c->scale >= 4) canvas_disc(c, *p, egg, 0.7f, PAINT_EGG);
    }
    GC_SPARSE_EACH(s->world, READ(Place), p, READ(Motion), m, READ(Fish), f, MAYBE_READ(Fear), fear) {
        canvas_stroke(c, *p, *m, 7, fear ? 1.0f : 0.8f, f->school);
    }
    GC_SPARSE_EACH(s->world, READ(Place), p, READ(Motion), m, WITH, Hunter, MAYBE_READ(Rest), rest) {
        canvas_stroke(c, *p, *m, 9, rest ? 0.55f : 1.0f, PAINT_HUNTER);
        canvas_disc(c, *p, c->scale / 5 + 0.4f, rest ? 0.55f : 1.0f, PAINT_HUNTER);
    }
    GC_SPARSE_EACH(s->world, READ(Place), p, WITH, Lure) {
        canvas_disc(c, *p, c->scale / 3 + 1, 1.0f, PAINT_LURE);
    }
}

// The colour of a pixel: its light in levels, so that a picture has at most 256 colours.
static uint32_t canvas_colour(const canvas *c, int x, int y) {
    paint p = c->at[(size_t)y * (size_t)c->width + (size_t)x];
    int level = (int)(p.light * PAINT_LEVELS + 0.5f);
    uint32_t to = paint_colours[p.colour], mixed = 0;
    if (level <= 0) return PAINT_WATER;
    if (level > PAINT_LEVELS) level = PAINT_LEVELS;
    for (int shift = 0; shift <= 16; shift += 8) {
        int water = (int)(PAINT_WATER >> shift & 255u), full = (int)(to >> shift & 255u);
        mixed |= (uint32_t)(water + (full - water) * level / PAINT_LEVELS) << shift;
    }
    return mixed;
}

#endif
