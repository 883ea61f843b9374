// ecs_demo - a sea: schools of fish, hunters that remember their prey, eggs, on a job pool. The
// same state for any number of threads, any compiler, any optimisation, any machine.
//
//     cc -O2 -I. examples/ecs_demo.c -o ecs_demo -pthread    (in the project's root)
//     ./ecs_demo                                 live, in a terminal; lines and a table elsewhere
//     ./ecs_demo --entities 1000000 --headless   a million
//     ./ecs_demo --help
//
// With libpng, --png writes PNG instead of PPM: add -DPICTURE_PNG -lpng.
//
// The world and its rules are in ecs_demo/sea.h: begin there. frame.h runs them, grid.h finds
// neighbours by gc_sort, inspect.h names what an entity has, events.h keeps what came from
// outside, paint.h, screen.h and live.h show it, bench.h says what threads bring.
#define JOBS_IMPLEMENTATION
#define GC_RNG_STATIC
#define GC_SORT_STATIC
#define GC_SPARSE_STATIC
#include "gc_rng.h"
#include "gc_sort.h"
#include "gc_sparse.h"
#include "jobs.h"
#include "ecs_demo/demo.h"
#include "ecs_demo/report.h"
#include "ecs_demo/live.h"
#include "ecs_demo/bench.h"

// ---- without a view: a line each 100 frames, then tables

static bool check_state(demo *d, uint64_t hash) {
    const events *e = &d->events;
    event_state now = { d->sea.clock->frame, hash };
    if (!d->options.replay) return events_add_state(&d->events, now);
    for (size_t i = 0; i < e->state_count; i++) {
        if (e->states[i].frame != now.frame) continue;
        if (e->states[i].hash == hash) d->checked++;
        else return !complain("replay", "another state than in the record");
    }
    return true;
}

static int run_headless(demo *d) {
    canvas c = { 0, 0, 0, 0, 0, NULL };
    double mark = jobs_now_ms(), begin = mark;
    bool ok = true;
    print_begin(d);
    while (ok && d->sea.clock->frame < d->options.frames) {
        ok = (!d->options.rollback || rollback(d)) && step(d);
        uint32_t frame = d->sea.clock->frame;
        if (ok && frame == d->options.nudge) nudge(d);
        if (ok && d->options.png) ok = draw_picture(d, &c);
        if (!ok || (frame % 100 != 0 && frame != d->options.frames)) continue;

        double now = jobs_now_ms();
        uint64_t hash = state(d);
        print_line(d, (now - mark) / (frame % 100 ? frame % 100 : 100), hash);
        ok = check_state(d, hash);
        mark = jobs_now_ms();
    }
    canvas_close(&c);
    if (!ok) return 1;

    printf("%u frames in %.2f s; digest %016llx\n", d->options.frames, (jobs_now_ms() - begin) / 1e3,
           (big)digest(&d->sea));
    print_times(d);
    print_features(d);
    uint32_t times = d->equal + d->unequal;
    if (d->options.rollback && times == 0) {
        printf("rollback   none in so few frames: --frames %u, or more\n", (unsigned)(EVERY / 2 + AHEAD + 1));
    } else if (d->options.rollback) {
        printf("rollback   %u frames ahead and again, %u times: %u equal, %u not; ", (unsigned)AHEAD, times,
               d->equal, d->unequal);
        printf("%.3f ms to save, %.3f to restore\n", d->save_ms / times, d->restore_ms / times);
    }
    if (d->options.replay) printf("replay     %u states equal\n", (unsigned)d->checked);
    if (d->options.inspect != UINT32_MAX) {
        inspect_text text;
        inspect_entity(&text, d->sea.world, gc_sparse_id_of(d->sea.world, d->options.inspect));
        printf("\n%s\n", text.text);
    }
    return d->unequal ? 1 : 0;
}

// ---- the program

static int run(demo *d, const crew *c) {
    options *o = &d->options;
    if (o->replay) {
        const char *why;
        unsigned line;
        char where[512];
        if (!events_load(&d->events, o->replay, &why, &line)) {
            snprintf(where, sizeof where, line ? "%s, line %u" : "%s", o->replay, line);
            return complain(where, why);
        }
        o->entities = d->events.entities;
        o->seed = d->events.seed;
        o->frames = d->events.frames;
    }

    gc_sparse_desc desc = world_desc(d);
    int result = sea_open(&d->sea, &desc, o->entities, o->seed);
    if (result == GC_SPARSE_OK && o->rollback) result = open_saved(d);
    if (result != GC_SPARSE_OK) return complain("world", gc_sparse_result_string(result));
    d->sea.pool = c->pool;
    d->sea.sorter = c->sorter;
    d->sea.by_waves = o->schedule;
    if (o->bench) return run_bench(d, c);

    bool headless = o->headless || o->rollback || o->schedule || o->png || o->replay || o->nudge;
    int status;
    if (o->schedule) print_schedule(d);
    if (!headless && screen_open()) {
        if (!o->frames_given) o->frames = 0;
        status = run_live(d);
    } else {
        status = run_headless(d);
    }
    if (status != 0 || !o->record) return status;

    d->events.entities = o->entities;
    d->events.seed = o->seed;
    d->events.frames = d->sea.clock->frame;
    return events_save(&d->events, o->record) ? 0 : complain(o->record, strerror(errno));
}

static const char usage[] =
    "usage: ecs_demo [options]\n"
    "In a terminal: a live view, until q. Elsewhere, and with most options: lines and tables.\n"
    "  --entities N     agents at the beginning, 1 to 10000000 (100000)\n"
    "  --frames N       frames to run (300; live: until q)\n"
    "  --threads N      1 to 64 (the machine's cores)\n"
    "  --seed N         (31459)\n"
    "  --headless       lines and tables in a terminal, too: states, p50 and p99 of each step\n"
    "  --png DIR        a picture each 10 frames\n"
    "  --record FILE    what came from outside (lures), and the states\n"
    "  --replay FILE    that again: the states must be the same\n"
    "  --rollback       copies the world, runs ahead, goes back and runs again: the state must be the same\n"
    "  --schedule       prints what each step reads and writes and the waves that follow, and runs by them\n"
    "  --bench          one thread and all in turn, beside pure arithmetic\n"
    "  --inspect SLOT   prints the entity there, at the end\n"
    "  --nudge FRAME    changes one bit of one place after that frame: the state must differ from there on\n"
    "  --help\n";

// An option with a number; false: it is wrong or unknown.
static bool set_number(options *o, const char *option, const char *text) {
    char *end = NULL;
    errno = 0;
    unsigned long long value = text ? strtoull(text, &end, 10) : 0;
    if (!text || end == text || *end || errno || text[0] == '-') return false;

    if (strcmp(option, "--seed") == 0) {
        o->seed = value;
        return true;
    }
    const struct { const char *name; unsigned long long low, high; uint32_t *to; } numbers[] = {
        { "--entities", 1, 10000000, &o->entities }, { "--frames", 0, 100000000, &o->frames },
        { "--threads", 1, 64, &o->threads }, { "--nudge", 0, UINT32_MAX, &o->nudge },
        { "--inspect", 0, UINT32_MAX - 1, &o->inspect }
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(option, numbers[i].name) != 0) continue;
        *numbers[i].to = (uint32_t)value;
        o->frames_given |= numbers[i].to == &o->frames;
        return value >= numbers[i].low && value <= numbers[i].high;
    }
    return false;
}

// How many words the option takes; 0: it is wrong.
static int set_option(options *o, const char *option, const char *next) {
    const struct { const char *name; bool *to; } flags[] = {
        { "--headless", &o->headless }, { "--schedule", &o->schedule }, { "--rollback", &o->rollback },
        { "--bench", &o->bench }
    };
    const struct { const char *name; const char **to; } texts[] = {
        { "--png", &o->png }, { "--record", &o->record }, { "--replay", &o->replay }
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(option, flags[i].name) == 0) return *flags[i].to = true, 1;
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(option, texts[i].name) == 0 && next) return *texts[i].to = next, 2;
    }
    return set_number(o, option, next) ? 2 : 0;
}

int main(int argc, char **argv) {
    static demo d;
    d.options.entities = 100000;
    d.options.frames = 300;
    d.options.threads = jobs_cores() < 64 ? jobs_cores() : 64;
    d.options.seed = 31459;
    d.options.inspect = UINT32_MAX;

    for (int i = 1, words; i < argc; i += words) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        words = set_option(&d.options, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        if (words == 0) {
            complain(argv[i], "unknown, or its value is missing or out of range (see --help)");
            return 2;
        }
    }

    crew c = { NULL, NULL };
    int status = crew_open(&c, d.options.threads) ? run(&d, &c) : complain("threads", "cannot be started");
    sea_close(&d.sea);
    gc_sparse_close(d.saved);
    events_close(&d.events);
    crew_close(&c);
    return status;
}
