// events.h - what comes from outside, by frame: the same events make the same world. A file of
// them can be run again anywhere, and tells which states it must come to.
//
//     ecs_demo 1 entities 100000 seed 31459
//     lure 60 123456 654321           frame, place
//     state 100 0123456789abcdef      behind that frame
//     end 300
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef EVENTS_H
#define EVENTS_H

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct event { uint32_t frame; int32_t x, y; } event;
typedef struct event_state { uint32_t frame; uint64_t hash; } event_state;
typedef struct events {
    uint32_t entities, frames;
    uint64_t seed;
    event *list;
    size_t count, room;
    event_state *states;
    size_t state_count, state_room;
} events;

static void events_close(events *e) {
    free(e->list);
    free(e->states);
}

static bool events_add(events *e, event what) {
    if (e->count == e->room) {
        size_t room = e->room * 2 + 64;
        event *list = (event *)realloc(e->list, room * sizeof *list);
        if (!list) return false;
        e->list = list;
        e->room = room;
    }
    e->list[e->count++] = what;
    return true;
}

static bool events_add_state(events *e, event_state state) {
    if (e->state_count == e->state_room) {
        size_t room = e->state_room * 2 + 64;
        event_state *states = (event_state *)realloc(e->states, room * sizeof *states);
        if (!states) return false;
        e->states = states;
        e->state_room = room;
    }
    e->states[e->state_count++] = state;
    return true;
}

// The index of the first event of this frame or a later one.
static size_t events_from(const events *e, uint32_t frame) {
    size_t low = 0, high = e->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (e->list[middle].frame < frame) low = middle + 1;
        else high = middle;
    }
    return low;
}

// Writes all; false: errno says why.
static bool events_save(const events *e, const char *path) {
    FILE *file = fopen(path, "w");
    if (!file) return false;
    fprintf(file, "ecs_demo 1 entities %u seed %llu\n", e->entities, (unsigned long long)e->seed);
    for (size_t i = 0; i < e->count; i++) {
        fprintf(file, "lure %u %d %d\n", e->list[i].frame, (int)e->list[i].x, (int)e->list[i].y);
    }
    for (size_t i = 0; i < e->state_count; i++) {
        fprintf(file, "state %u %016llx\n", e->states[i].frame, (unsigned long long)e->states[i].hash);
    }
    fprintf(file, "end %u\n", e->frames);
    bool ok = !ferror(file);
    return fclose(file) == 0 && ok;
}

// One line of a file, the first of which has been read. Frames rise; "end" must come.
static bool events_line(events *e, const char *line, bool *ended) {
    unsigned frame;
    int x, y, used = 0;
    unsigned long long hash;
    if (*ended) return false;
    if (sscanf(line, "lure %u %d %d%n", &frame, &x, &y, &used) == 3 && line[used] == '\n') {
        event what = { frame, x, y };
        return (e->count == 0 || e->list[e->count - 1].frame <= frame) && events_add(e, what);
    }
    if (sscanf(line, "state %u %16llx%n", &frame, &hash, &used) == 2 && line[used] == '\n') {
        event_state state = { frame, hash };
        if (e->state_count && e->states[e->state_count - 1].frame >= frame) return false;
        return events_add_state(e, state);
    }
    *ended = sscanf(line, "end %u%n", &e->frames, &used) == 1 && line[used] == '\n';
    return *ended;
}

// Reads all; false: *why says what is wrong, and *line in which line (0: none).
static bool events_load(events *e, const char *path, const char **why, unsigned *line) {
    char text[128];
    unsigned long long seed;
    bool ended = false;
    FILE *file = fopen(path, "r");

    *line = 0;
    *why = file ? "this is no record of ecs_demo" : strerror(errno);
    if (!file) return false;

    if (fgets(text, sizeof text, file) &&
        sscanf(text, "ecs_demo 1 entities %u seed %llu", &e->entities, &seed) == 2 && e->entities >= 1 &&
        e->entities <= 10000000) {
        e->seed = seed;
        *line = 2;
        while (fgets(text, sizeof text, file) && events_line(e, text, &ended)) ++*line;
        *why = ended ? "there is more behind the end" : "wrong, or the end is missing";
        ended = ended && feof(file);
    }

    fclose(file);
    return ended;
}

#endif
