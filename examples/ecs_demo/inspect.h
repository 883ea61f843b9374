// inspect.h - any entity by the names of its types and of their fields, a line for each type.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef INSPECT_H
#define INSPECT_H

#include "sea.h"

#include <stdarg.h>
#include <stdio.h>

// The world knows its types by name. Their fields are told here, once for all tools.
enum { INSPECT_I32, INSPECT_U16, INSPECT_CELLS, INSPECT_ID };
#define INSPECT(type, name, kind) { #type, #name, offsetof(type, name), INSPECT_##kind }
static const struct { const char *type, *name; size_t offset; int kind; } inspect_fields[] = {
    INSPECT(Place, x, CELLS), INSPECT(Place, y, CELLS), INSPECT(Motion, x, CELLS),
    INSPECT(Motion, y, CELLS), INSPECT(Fish, school, U16), INSPECT(Fish, crowd, U16),
    INSPECT(Fish, wait, I32), INSPECT(Hunter, prey, ID), INSPECT(Hunter, energy, I32),
    INSPECT(Hunter, meals, U16), INSPECT(Hunter, lost, U16), INSPECT(Life, age, I32),
    INSPECT(Life, span, I32), INSPECT(Kin, mother, ID), INSPECT(Egg, school, I32),
    INSPECT(Egg, frames, I32), INSPECT(Fear, frames, I32), INSPECT(Rest, frames, I32),
    INSPECT(Lure, frames, I32)
};

typedef struct inspect_text { char text[1024]; size_t length; } inspect_text;

static void inspect_say(inspect_text *t, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int wrote = vsnprintf(t->text + t->length, sizeof t->text - t->length, format, list);
    va_end(list);
    if (wrote > 0) t->length += (size_t)wrote;
    if (t->length >= sizeof t->text) t->length = sizeof t->text - 1;
}

static void inspect_id(inspect_text *t, const gc_sparse_world *world, gc_sparse_id id) {
    inspect_say(t, "%u:%u%s", (unsigned)id.slot, (unsigned)id.generation,
                gc_sparse_alive(world, id) ? "" : id.generation ? " (gone)" : " (nobody)");
}

static void inspect_field(inspect_text *t, const gc_sparse_world *world, const char *at, int kind) {
    int32_t whole;
    uint16_t half;
    gc_sparse_id id;
    memcpy(&whole, at, kind == INSPECT_U16 ? 0 : sizeof whole);
    switch (kind) {
    case INSPECT_CELLS: inspect_say(t, "%.3f", (double)whole / CELL); break;
    case INSPECT_U16: memcpy(&half, at, sizeof half); inspect_say(t, "%u", (unsigned)half); break;
    case INSPECT_ID: memcpy(&id, at, sizeof id); inspect_id(t, world, id); break;
    default: inspect_say(t, "%d", (int)whole);
    }
}

// "5:1", and then a line for each type that it has.
static void inspect_entity(inspect_text *t, const gc_sparse_world *world, gc_sparse_id id) {
    gc_sparse_type type = { 0 };
    t->length = 0;
    inspect_id(t, world, id);
    while ((type = gc_sparse_next_type(world, id, type)).index != 0) {
        gc_sparse_type_info info = gc_sparse_info(world, type);
        const char *component = (const char *)gc_sparse_get(world, id, type);
        inspect_say(t, "\n  %-7s", info.name);
        for (size_t f = 0; f < sizeof inspect_fields / sizeof inspect_fields[0]; f++) {
            if (strcmp(inspect_fields[f].type, info.name) != 0) continue;
            inspect_say(t, " %s ", inspect_fields[f].name);
            inspect_field(t, world, component + inspect_fields[f].offset, inspect_fields[f].kind);
        }
    }
}

#endif
