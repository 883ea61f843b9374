// monte_carlo - a combat simulator: how much damage a second a profile does, how sure that is,
// and what one point of each attribute is worth.
//
//     cc -O2 -ffp-contract=off -I. examples/monte_carlo.c -o monte_carlo -pthread -lm    (in the root)
//     ./monte_carlo examples/profiles/procs.txt fights=100000 seed=42 --weights
//
// With -DPICTURE_PNG -lpng its pictures are PNG files, else PPM.
//
// An attack rolls once against its table (miss, dodge, parry, glancing, block, crit; a hit is
// the rest); attacks come from a queue of events; what lands may set off procs. N fights run on
// all cores. Thread i of a run has the seed + i, and so prints what a run of its own with that
// seed prints; or, with streams=per_fight, each fight has a stream of its own, and the result
// does not depend on the number of threads.
//
// Why a run in shards has the bytes of one run: all that fights add up to is integers (damage
// in thousandths of a point, its sum and sum of squares in 128 bits, counts in bins), which may
// be added in any order; a mean is computed once, from whole sums. In doubles, two shards' sums
// would differ from one run's in the last digits.
#define JOBS_IMPLEMENTATION
#define GC_RNG_IMPLEMENTATION
#include "../gc_rng.h"

#include <time.h>

#include "jobs.h"
#include "monte_carlo/shard.h"

enum { BATCH = 64, FIRST_LOOK = 1000 };

// ---- running fights

typedef struct worker {
    struct crew *crew;
    fighter fighter;
    void *states[MAX_ATTACKS];              // of the engine; with one stream, the first alone
    char *memory;
    tally *tally;
    uint64_t done;                          // fights; of a stream for each thread
    char apart[128];                        // no two workers write to one cache line
} worker;

typedef struct crew {
    const run *run;
    plan plan;                              // the profile's
    plan more[MAX_ATTRIBUTES];              // with more of each attribute
    counters scratch[MAX_THREADS];            // what those count, which nobody asks for
    worker workers[MAX_THREADS];
    jobs *pool;
    uint64_t next, end;                     // with a stream for each fight: the next one, and the last + 1
    uint64_t goal;                          // with one for each thread: fights of all together
    bool overflow;                          // a fight's damage did not fit
} crew;

static bool open_worker(crew *c, unsigned number) {
    const run *r = c->run;
    worker *w = &c->workers[number];
    size_t streams = r->per_fight ? r->profile.attack_count : 1;
    size_t size = (r->engine->state + 63) / 64 * 64;
    w->crew = c;
    w->tally = tally_new();
    w->memory = (char *)calloc(streams + 1, size);
    if (!w->tally || !w->memory) return complain("monte_carlo", 0, "no memory for %u threads", r->threads);

    // Each state begins at a cache line, so that no two threads write to one.
    char *first = w->memory + (64 - (uintptr_t)w->memory % 64) % 64;
    for (size_t i = 0; i < r->profile.attack_count; i++) {
        w->states[i] = first + (r->per_fight ? i * size : 0);
        w->fighter.sources[i] = r->engine->source(w->states[i]);
    }
    if (!r->per_fight) r->engine->seed(w->states[0], r->seed + number);
    return true;
}

static void close_crew(crew *c) {
    if (!c) return;
    jobs_close(c->pool);
    for (unsigned i = 0; i < MAX_THREADS; i++) {
        free(c->workers[i].tally);
        free(c->workers[i].memory);
    }
    free(c);
}

// NULL: `status` is what the program ends with.
static crew *open_crew(const run *r, int *status) {
    crew *c = (crew *)calloc(1, sizeof *c);
    *status = 1;
    if (!c) {
        complain("monte_carlo", 0, "no memory");
        return NULL;
    }

    c->run = r;
    bool good = make_plan(r->file, &r->profile, NULL, &c->plan);
    for (size_t i = 0; good && r->weights && i < r->profile.attribute_count; i++) {
        good = make_plan(r->file, &r->profile, &r->profile.attributes[i], &c->more[i]);
    }

    if (!good) *status = 2;
    for (unsigned i = 0; good && i < r->threads; i++) good = open_worker(c, i);
    if (good) {
        c->pool = jobs_open(r->threads);
        good = c->pool || complain("monte_carlo", 0, "%u threads cannot be started", r->threads);
    }

    if (good) return c;
    close_crew(c);
    return NULL;
}

static uint64_t one_fight(worker *w, const plan *p, counters *where) {
    uint64_t damage = fight(&w->fighter, p, where);
    if (damage >= MOST_UNITS) __atomic_store_n(&w->crew->overflow, true, __ATOMIC_RELAXED);
    return damage;
}

// Every attack of a fight has its own stream: one that makes a number more than before, with
// more haste for example, does not shift the others' numbers.
static void seed_fight(worker *w, uint64_t number) {
    const run *r = w->crew->run;
    for (size_t i = 0; i < r->profile.attack_count; i++) {
        engine_seed_stream(r->engine, w->states[i], r->seed, number * MAX_ATTACKS + i);
    }
}

// The fight again with more of each attribute and the same numbers: much of what is chance in
// a fight cancels out of the difference.
static void weigh(worker *w, uint64_t number, uint64_t damage) {
    crew *c = w->crew;
    for (size_t i = 0; i < c->run->profile.attribute_count; i++) {
        seed_fight(w, number);
        uint64_t more = one_fight(w, &c->more[i], &c->scratch[w - c->workers]);
        sums_add(&w->tally->weights[i], more > damage ? more - damage : damage - more, more < damage);
    }
}

// With a stream for each fight: a batch after the other, whoever is free.
static void work_by_fight(void *user, size_t index) {
    crew *c = (crew *)user;
    worker *w = &c->workers[index];
    for (;;) {
        uint64_t first = __atomic_fetch_add(&c->next, BATCH, __ATOMIC_RELAXED);
        if (first >= c->end) return;

        uint64_t last = c->end - first < BATCH ? c->end : first + BATCH;
        for (uint64_t number = first; number < last; number++) {
            seed_fight(w, number);
            uint64_t damage = one_fight(w, &c->plan, &w->tally->counts);
            tally_fight(w->tally, damage);
            if (c->run->weights) weigh(w, number, damage);
        }
    }
}

// With a stream for each thread: its share of what all have to do. A shard runs every so many
// of the threads.
static void work_by_thread(void *user, size_t index) {
    crew *c = (crew *)user;
    const run *r = c->run;
    worker *w = &c->workers[index];
    if (r->shards && index % r->shards + 1 != r->shard) return;
    uint64_t share = c->goal / r->threads + (index < c->goal % r->threads);
    for (; w->done < share; w->done++) {
        tally_fight(w->tally, one_fight(w, &c->plan, &w->tally->counts));
    }
}

// Up to `goal` fights of the run, or of its shard.
static void fight_up_to(crew *c, uint64_t goal) {
    const run *r = c->run;
    c->goal = c->end = goal;
    if (r->shards) {
        uint64_t part = goal / r->shards, rest = goal % r->shards, first = r->shard - 1;
        c->next = part * first + (first < rest ? first : rest);
        c->end = c->next + part + (first < rest);
    }
    jobs_for(c->pool, r->per_fight ? work_by_fight : work_by_thread, c, r->threads);
    if (r->per_fight) c->next = c->end;         // the threads went past it
}

// The error is looked at after set numbers of fights, whatever the threads: it ends there or
// not, the same in every run.
static bool precise(const crew *c) {
    sums all;
    uint64_t fights = 0;
    memset(&all, 0, sizeof all);
    for (unsigned i = 0; i < c->run->threads; i++) {
        sums_merge(&all, &c->workers[i].tally->damage);
        fights += c->workers[i].tally->fights;
    }
    estimate e = sums_estimate(&all, fights);
    return NORMAL_95 * e.error * 100 <= c->run->target * e.mean;
}

static void run_fights(crew *c) {
    const run *r = c->run;
    uint64_t goal = r->target > 0 && r->fights > FIRST_LOOK ? FIRST_LOOK : r->fights;
    fight_up_to(c, goal);
    while (goal < r->fights && !c->overflow && !precise(c)) {
        goal = r->fights - goal > goal / 4 ? goal + goal / 4 : r->fights;
        fight_up_to(c, goal);
    }
}

// ---- output

// The tallies of threads, and their sum.
static int report(const run *r, tally *const *threads, unsigned count) {
    tally *whole = tally_new();
    text out;
    memset(&out, 0, sizeof out);
    bool good = whole != NULL || complain("monte_carlo", 0, "no memory for the report");
    if (good) {
        for (unsigned i = 0; i < count; i++) tally_merge(whole, threads[i]);
        add_report(&out, r, whole, threads);
        good = (!r->png || write_histogram(r, whole)) && write_text(r->out, &out);
    }
    text_free(&out);
    free(whole);
    return good ? 0 : 1;
}

static int shard(const run *r, tally *const *threads, unsigned count) {
    text out;
    memset(&out, 0, sizeof out);
    add_shard(&out, r, threads, count);
    bool good = write_text(r->out, &out);
    text_free(&out);
    return good ? 0 : 1;
}

// How fast it was: on stderr, since it is never the same.
static void say_speed(const crew *c, double milliseconds) {
    const run *r = c->run;
    uint64_t rolls = 0, fights = 0;
    for (unsigned i = 0; i < r->threads; i++) {
        fights += c->workers[i].tally->fights;
        for (size_t k = 0; k < r->profile.attack_count; k++) {
            rolls += rolls_of(&c->workers[i].tally->counts, k) + rolls_of(&c->scratch[i], k);
        }
    }

    fprintf(stderr, "%" PRIu64 " fights, %" PRIu64 " attack rolls in %.3f s by %u threads: ", fights, rolls,
            milliseconds / 1e3, r->threads);
    fprintf(stderr, "%.1f million a second\n", (double)rolls / milliseconds / 1e3);
}

static int simulate(const run *r) {
    int status;
    crew *c = open_crew(r, &status);
    if (!c) return status;

    double start = jobs_now_ms();
    run_fights(c);
    double milliseconds = jobs_now_ms() - start;
    if (c->overflow) {
        complain(r->file, 1, "a fight's damage is past %.0f points", (double)(MOST_UNITS / UNITS_PER_POINT));
        close_crew(c);
        return 2;
    }

    // A stream for each fight: the threads do not matter, their tallies are one.
    tally *tallies[MAX_THREADS];
    for (unsigned i = 0; i < r->threads; i++) tallies[i] = c->workers[i].tally;
    say_speed(c, milliseconds);
    unsigned count = r->per_fight ? 1 : r->threads;
    for (unsigned i = count; i < r->threads; i++) tally_merge(tallies[0], tallies[i]);
    status = r->shards ? shard(r, tallies, count) : report(r, tallies, count);
    close_crew(c);
    return status;
}

// ---- one fight's events

typedef struct event_writer {
    text out;
    const run *run;
    uint64_t count;
} event_writer;

// In seconds and points; `total` with it.
static void write_event(void *user, const fighter *f, const char *kind, size_t index, const char *outcome,
                        uint64_t damage) {
    event_writer *w = (event_writer *)user;
    const profile *p = &w->run->profile;
    const char *name = *kind == 'a' ? p->attacks[index].name : p->procs[index].name;
    double at = (double)f->now / MICROSECONDS, points = (double)damage / UNITS_PER_POINT;
    double total = (double)f->damage / UNITS_PER_POINT;
    const char *format = w->run->json  ? "{\"time\": %.6f, \"kind\": \"%s\", \"name\": \"%s\", "
                                         "\"outcome\": \"%s\", \"damage\": %.3f, \"total\": %.3f}"
                         : w->run->csv ? "%.6f,%s,%s,%s,%.3f,%.3f\n"
                                       : "%10.6f  %-7s %-20s %-9s %12.3f %14.3f\n";
    char line[256];
    snprintf(line, sizeof line, format, at, kind, name, outcome, points, total);
    text_add(&w->out, "%s%s", !w->run->json ? "" : w->count > 0 ? ",\n " : "\n ", line);
    w->count++;
}

// The fight with this number of any run with this seed and a stream for each fight.
static int log_fight(const run *r) {
    int status;
    crew *c = open_crew(r, &status);
    if (!c) return status;

    event_writer w;
    memset(&w, 0, sizeof w);
    w.run = r;
    const fight_log log = { write_event, &w };
    worker *one = &c->workers[0];
    one->fighter.log = &log;
    seed_fight(one, r->logged - 1);

    if (r->json) {
        text_add(&w.out, "{\"seed\": %" PRIu64 ", \"fight\": %" PRIu64 ", ", r->seed, r->logged);
        text_add(&w.out, "\"events\": [");
    } else if (r->csv) text_add(&w.out, "time,kind,name,outcome,damage,total\n");
    else text_add(&w.out, "%10s  %-7s %-20s %-9s %12s %14s\n", "seconds", "", "", "", "damage", "total");
    uint64_t damage = one_fight(one, &c->plan, &one->tally->counts);
    double dps = to_dps(r, (double)damage);
    if (r->json) {
        text_add(&w.out, "],\n\"dps\": %.15g}\n", dps);
    } else if (!r->csv) {
        text_add(&w.out, "seed %" PRIu64 ", fight %" PRIu64 ": %.3f DPS\n", r->seed, r->logged, dps);
    }

    bool good = write_text(r->out, &w.out);
    text_free(&w.out);
    close_crew(c);
    return good ? 0 : 1;
}

// ---- merge

static bool same_head(const run *a, const run *b) {
    text one, other;
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    add_head(&one, a);
    add_head(&other, b);
    bool same = !one.failed && !other.failed && strcmp(one.data, other.data) == 0 && a->shards == b->shards;
    text_free(&one);
    text_free(&other);
    return same;
}

// Adds a file to the tallies. `all` is what the files before it said, zeros for the first;
// `seen` has a byte for each shard.
static bool merge_file(const char *file, run *all, text *data, tally **tallies, unsigned char **seen) {
    run own;
    memset(&own, 0, sizeof own);
    if (!read_text(file, data) || !check_hash(file, data)) return false;

    lines l = lines_of(file, data->data, data->size);
    next_line(&l);
    if (strcmp(l.line, SHARD_MAGIC) != 0) return broken(&l, "not a shard");

    bool first = all->shards == 0, good = read_head(&l, &own);
    if (good && first) {
        all->source = own.source;
        all->profile = own.profile;
        all->seed = own.seed;
        all->fights = own.fights;
        all->engine = own.engine;
        all->per_fight = own.per_fight;
        all->weights = own.weights;
        all->threads = own.threads;
        all->shards = own.shards;
        *seen = (unsigned char *)calloc(own.shards, 1);
        good = *seen != NULL || broken(&l, "no memory");
        for (unsigned i = 0; good && i < own.threads; i++) {
            tallies[i] = tally_new();
            good = tallies[i] != NULL || broken(&l, "no memory");
        }
    } else if (good) {
        good = same_head(all, &own) || complain(file, 1, "is a shard of another run than the first file");
    }

    if (good && (*seen)[own.shard - 1]++) {
        good = complain(file, 2, "shard %u/%u is there twice", own.shard, own.shards);
    }

    while (good && next_line(&l)) {
        if (strncmp(l.line, "end ", 4) == 0) break;
        bool is_tally = strncmp(l.line, "tally ", 6) == 0;
        good = is_tally ? read_tally(&l, &own, tallies) : broken(&l, "tally expected");
    }

    if (!first || !good) text_free(&own.source);
    if (first && !good) memset(&all->source, 0, sizeof all->source);
    return good;
}

static int merge(run *r, char **files, int count) {
    tally *tallies[MAX_THREADS] = {NULL};
    unsigned char *seen = NULL;
    bool good = count > 0 || complain("monte_carlo", 0, "merge: no files (see --help)");

    for (int i = 0; good && i < count; i++) {
        text data;
        memset(&data, 0, sizeof data);
        good = merge_file(files[i], r, &data, tallies, &seen);
        text_free(&data);
    }

    for (unsigned i = 0; good && i < r->shards; i++) {
        good = seen[i] || complain("merge", 0, "shard %u/%u is missing", i + 1, r->shards);
    }

    if (good && r->each_thread && r->per_fight) {
        good = complain("merge", 0, "--per-thread: these shards have a stream for each fight");
    }

    int status = good ? report(r, tallies, r->per_fight ? 1 : r->threads) : 2;

    for (unsigned i = 0; i < MAX_THREADS; i++) free(tallies[i]);
    text_free(&r->source);
    free(seen);
    return status;
}

// ---- speed: attack rolls, beside arithmetic that shares nothing

typedef struct arithmetic { uint64_t steps, results[MAX_THREADS * 8]; } arithmetic;

static void calculate(void *user, size_t index) {
    arithmetic *a = (arithmetic *)user;
    uint64_t x = index;
    for (uint64_t i = 0; i < a->steps; i++) x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u + i;
    a->results[index * 8] = x;
}

enum { ROUNDS = 40 };

static void keep_least(double *least, double value, bool first) {
    if (first || value < *least) *least = value;
}

// The same work for each thread, by one and by all, in turns; of each the least time, since
// other programs can only add to it. fights= is how many a turn has.
static int measure_speed(const run *r) {
    int status;
    run one = *r;
    one.threads = 1;
    crew *alone = open_crew(&one, &status), *all = alone ? open_crew(r, &status) : NULL;
    if (!all) {
        close_crew(alone);
        return status;
    }

    static arithmetic a;
    double least[4], processor = 0, rolls = 0;
    uint64_t share = 0;
    for (int round = -1; round < ROUNDS; round++) {
        double at[5];
        clock_t used = clock();
        share += r->fights;
        at[0] = jobs_now_ms();
        fight_up_to(alone, share);
        used = clock() - used;
        at[1] = jobs_now_ms();
        fight_up_to(all, share * r->threads);
        at[2] = jobs_now_ms();
        jobs_for(alone->pool, calculate, &a, 1);
        at[3] = jobs_now_ms();
        jobs_for(all->pool, calculate, &a, r->threads);
        at[4] = jobs_now_ms();

        // The first round warms up, and says how much arithmetic takes about as long.
        for (int i = 0; round >= 0 && i < 4; i++) keep_least(&least[i], at[i + 1] - at[i], round == 0);
        keep_least(&processor, (double)used / CLOCKS_PER_SEC, round <= 0);
        if (round >= 0) continue;
        const counters *counted = &alone->workers[0].tally->counts;
        for (size_t k = 0; k < r->profile.attack_count; k++) rolls += (double)rolls_of(counted, k);
        a.steps = (uint64_t)rolls * 8;
    }

    double fights = r->threads * least[0] / least[1], plain = r->threads * least[2] / least[3];
    double rate = rolls / processor / 1e6;
    printf("attack rolls of one thread   %8.1f million a second of processor time\n", rate);
    printf("speed-up by %3u threads      %8.3f\n", r->threads, fights);
    printf("that of pure arithmetic      %8.3f\n", plain);
    printf("one by the other             %8.3f (least times of %d rounds)\n", fights / plain, ROUNDS);
    close_crew(alone);
    close_crew(all);
    return 0;
}

// ---- options

static const char usage[] =
    "usage: monte_carlo PROFILE [key=value ...] [--option ...]\n"
    "       monte_carlo merge SHARD... [--json] [--per-thread] [out=FILE] [png=FILE]\n"
    "\n"
    "  fights=N             how many, at most 1099511627776 (10000; with target_error= 100000000)\n"
    "  threads=N            1 to 256 (the machine's cores)\n"
    "  seed=N               (drawn from the system, and printed)\n"
    "  deterministic_rng=1  the same as seed=31459\n"
    "  streams=per_thread   thread i has seed + i, and does what a run with that seed and threads=1 does\n"
    "  streams=per_fight    each fight has a stream: the result is the same for any number of threads\n"
    "  engine=NAME          gc_rng, mwc32, mwc64, xorshift32, xorshift64, xorshift128, xoshiro256pp, lcg,\n"
    "                       dotnet, sfmt, pcg32, philox, chacha8, wide, asa128 (by doubles), asa128_words\n"
    "  target_error=P       ends when the 95 % interval is within P per cent of the mean, to each side\n"
    "  out=FILE             the report goes there instead of to stdout: whole, or not at all\n"
    "  png=FILE             the histogram as a picture (built without libpng: FILE.ppm)\n"
    "  --json               the report as JSON\n"
    "  fight=N log          what happens in fight N, from 1 on, of a run with this seed= and\n"
    "                       streams=per_fight; --csv or --json: for other programs\n"
    "  --per-thread         a report for each thread, behind that of all\n"
    "  --weights            what a point of each attribute is worth: every fight again with more of it and\n"
    "                       the same random numbers; needs, and sets, streams=per_fight\n"
    "  --shard I/N          a part of the run, 1/N to N/N, for merge: its bytes are those of the whole run\n"
    "  --speed              attack rolls a second, and the threads' speed-up beside that of arithmetic\n"
    "  --help\n"
    "\n"
    "exit status: 0, 1 when the system failed, 2 when profile, shard or options are wrong\n"
    "examples/profiles/ says what stands in a profile.\n";

static bool bad_option(const char *option, const char *why) {
    return complain("monte_carlo", 0, "%s: %s (see --help)", option, why);
}

static bool read_integer(const char *option, const char *value, uint64_t low, uint64_t high, uint64_t *out) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    if (*value < '0' || *value > '9' || *end || errno || number < low || number > high) {
        return complain("monte_carlo", 0, "%s: a whole number from %" PRIu64 " to %" PRIu64 " is wanted",
                        option, low, high);
    }
    *out = number;
    return true;
}

// What was said; `run`: anything that merge does not know.
typedef struct said { bool run, fights, seed, streams, threads, speed, log; } said;

static bool set_value(run *r, said *s, const char *option, const char *value) {
    size_t length = (size_t)(value - option);       // with the =
    uint64_t number;

    if (strncmp(option, "out=", length) == 0 || strncmp(option, "png=", length) == 0) {
        *(*option == 'o' ? &r->out : &r->png) = value;
        return *value || bad_option(option, "a file is wanted");
    }

    s->run = true;

    if (strncmp(option, "fights=", length) == 0) {
        s->fights = true;
        return read_integer(option, value, 1, MOST_FIGHTS, &r->fights);
    }

    if (strncmp(option, "fight=", length) == 0) {
        return read_integer(option, value, 1, MOST_FIGHTS, &r->logged);
    }

    if (strncmp(option, "threads=", length) == 0) {
        if (!read_integer(option, value, 1, MAX_THREADS, &number)) return false;
        r->threads = (unsigned)number;
        return s->threads = true;
    }

    if (strncmp(option, "seed=", length) == 0) {
        s->seed = true;
        return read_integer(option, value, 0, UINT64_MAX, &r->seed);
    }

    if (strncmp(option, "deterministic_rng=", length) == 0) {
        if (!read_integer(option, value, 0, 1, &number)) return false;
        if (number) r->seed = 31459;
        s->seed = s->seed || number;
        return true;
    }

    if (strncmp(option, "streams=", length) == 0) {
        r->per_fight = strcmp(value, "per_fight") == 0;
        s->streams = true;
        bool known = r->per_fight || strcmp(value, "per_thread") == 0;
        return known || bad_option(option, "per_fight or per_thread");
    }

    if (strncmp(option, "engine=", length) == 0) {
        r->engine = find_engine(value);
        return r->engine || bad_option(option, "unknown engine");
    }

    if (strncmp(option, "target_error=", length) == 0) {
        char *end;
        r->target = strtod(value, &end);
        bool good = *value && strspn(value, "0123456789.") == strlen(value) && !*end;
        good = good && r->target > 0 && r->target <= 100;
        return good || bad_option(option, "per cent, above 0, at most 100");
    }

    return bad_option(option, "unknown option");
}

static bool set_flag(run *r, said *s, const char *flag) {
    if (strcmp(flag, "--json") == 0) return r->json = true;
    if (strcmp(flag, "--per-thread") == 0) return r->each_thread = true;
    s->run = true;
    if (strcmp(flag, "--csv") == 0) return r->csv = true;
    if (strcmp(flag, "--weights") == 0) return r->weights = true;
    if (strcmp(flag, "--speed") == 0) return s->speed = true;
    return bad_option(flag, "unknown option");
}

// "I/N", from 1/N to N/N.
static bool set_shard(run *r, const char *value) {
    int length = 0;
    bool good = value && strspn(value, "0123456789/") == strlen(value) &&
                sscanf(value, "%6u/%6u%n", &r->shard, &r->shards, &length) == 2 && value[length] == 0;
    good = good && r->shard >= 1 && r->shard <= r->shards;
    return good || bad_option("--shard", "I/N is wanted, from 1/N to N/N");
}

// What options want of one another, and defaults.
static bool settle(run *r, said *s) {
    if (r->weights && s->streams && !r->per_fight) {
        return bad_option("--weights", "needs streams=per_fight, so that fights can be repeated");
    }

    r->per_fight = r->per_fight || r->weights;
    if (r->each_thread && r->per_fight) return bad_option("--per-thread", "needs streams=per_thread");

    if (s->log != (r->logged > 0)) return bad_option("fight=N log", "these go together");
    if (r->csv && !s->log) return bad_option("--csv", "is for fight=N log");
    if (s->log && ((s->streams && !r->per_fight) || !s->seed || r->shards || r->weights)) {
        return bad_option("fight=N log", "needs seed=, streams=per_fight and nothing else");
    }
    if (s->log) r->per_fight = true;

    if (r->shards && !s->seed) return bad_option("--shard", "needs seed=, the same for all");
    if (r->shards && r->target > 0) return bad_option("--shard", "does not go with target_error=");
    if (r->shards && (r->json || r->each_thread || r->png)) {
        return bad_option("--shard", "--json, --per-thread and png= are for the merge");
    }

    if (r->shards && !r->per_fight && !s->threads) {
        return bad_option("--shard", "needs threads= of the whole run, or streams=per_fight");
    }

    if (r->weights && r->profile.attribute_count == 0) {
        return complain(r->file, 1, "--weights: the profile has no [attribute ...]");
    }

    if (!s->fights) r->fights = r->target > 0 ? 100000000 : 10000;
    if (!s->seed && gc_rng_entropy(&r->seed, sizeof r->seed) != GC_RNG_OK) {
        return complain("monte_carlo", 0, "the system gives no random seed: use seed=");
    }

    return true;
}

// The file's name without folder and extension.
static void name_profile(profile *p, const char *file) {
    const char *name = file;
    for (const char *c = file; *c; c++) {
        if (*c == '/' || *c == '\\') name = c + 1;
    }
    const char *dot = strrchr(name, '.');
    size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    if (length >= sizeof p->name) length = sizeof p->name - 1;
    memcpy(p->name, name, length);
    p->name[length] = 0;
    for (char *c = p->name; *c; c++) {
        if ((unsigned char)*c < 32) *c = '_';
    }
}

static bool load_profile(run *r) {
    text copy;
    memset(&copy, 0, sizeof copy);
    if (!read_text(r->file, &r->source)) return false;
    text_add(&copy, "%s", r->source.data);
    bool good = copy.failed ? complain(r->file, 0, "no memory") :
                              parse_profile(r->file, 0, copy.data, copy.size, &r->profile);
    text_free(&copy);
    name_profile(&r->profile, r->file);
    return good;
}

static int run_profile(run *r, said *s) {
    if (!load_profile(r) || !settle(r, s)) return 2;
    if (s->log) r->threads = 1;
    return s->log ? log_fight(r) : s->speed ? measure_speed(r) : simulate(r);
}

int main(int argc, char **argv) {
    static run r;
    said s = {false, false, false, false, false, false, false};
    int files = 0;
    bool good = true;

    r.threads = jobs_cores() < MAX_THREADS ? jobs_cores() : MAX_THREADS;
    r.engine = &engines[0];

    // Names of files are moved to the front.
    for (int i = 1; good && i < argc; i++) {
        const char *equals = strchr(argv[i], '=');
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        }

        if (strcmp(argv[i], "--shard") == 0) {
            good = set_shard(&r, ++i < argc ? argv[i] : NULL);
        } else if (strncmp(argv[i], "--", 2) == 0) {
            good = set_flag(&r, &s, argv[i]);
        } else if (files > 0 && strcmp(argv[i], "log") == 0 && strcmp(argv[0], "merge") != 0) {
            s.log = true;
        } else if (equals) {
            good = set_value(&r, &s, argv[i], equals + 1);
        } else {
            argv[files++] = argv[i];
        }
    }

    if (!good) return 2;
    if (files == 0) {
        fputs(usage, stderr);
        return 2;
    }

    if (r.png && strcmp(PICTURE_SUFFIX, ".png") != 0 && !strstr(r.png, PICTURE_SUFFIX)) {
        return bad_option(r.png, "built without libpng: name the picture .ppm") ? 0 : 2;
    }

    if ((r.out && !can_write(r.out)) || (r.png && !can_write(r.png))) return 2;

    int status;
    if (strcmp(argv[0], "merge") == 0) {
        bool fits = (!s.run && !r.shards) ||
                    bad_option("merge", "takes --json, --per-thread, out= and png=: the shards say the rest");
        status = fits ? merge(&r, argv + 1, files - 1) : 2;
    } else if (files > 1) {
        status = bad_option(argv[1], "one profile at a time") ? 0 : 2;
    } else {
        r.file = argv[0];
        status = run_profile(&r, &s);
    }

    text_free(&r.source);
    return status;
}
