// report.h - what comes out: a text with a histogram, JSON, and the histogram as a picture.
// Everything printed is computed from the exact sums: equal sums, equal bytes.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef MONTE_REPORT_H
#define MONTE_REPORT_H

#include "../common/picture.h"
#include "fight.h"

// What was asked for. Two runs that agree in it, but for the output, give the same sums.
typedef struct run {
    const char *file;               // the profile's
    text source;                    // its text, which shards carry along
    profile profile;
    uint64_t seed, fights;
    const engine *engine;
    bool per_fight, weights;
    unsigned threads;
    unsigned shard, shards;         // from 1; 0: a run by itself
    double target;                  // of the 95 % interval's half, in per cent of the mean; 0: none

    bool json, each_thread, csv;
    uint64_t logged;                // a fight whose events are wanted, from 1; 0: the report
    const char *out, *png;          // NULL: stdout, none
} run;

static const double NORMAL_95 = 1.959963984540054;      // 97.5 % of a normal distribution are below
static const double percentiles[] = {1, 5, 25, 50, 75, 95, 99};
enum { MAX_THREADS = 256, PERCENTILES = 7, BARS = 20, BAR_WIDTH = 50 };

// Damage in units to damage a second.
static double to_dps(const run *r, double units) { return units / UNITS_PER_POINT / r->profile.length; }

// The chances of an attack's table, the rest included.
static void table_of(const attack *a, double table[OUTCOMES]) {
    double rest = 1 - sum_of_chances(a);
    for (int k = 0; k < HIT; k++) table[k] = a->chance[k];
    table[HIT] = rest > 1 - 1e-12 ? 1 : rest < 1e-12 ? 0 : rest;
}

// How likely counts are that deviate at least so much, when they come from this table; NaN:
// there is nothing to compare.
static double p_value(const uint64_t *counts, const double *table, size_t n) {
    size_t kinds = 0;
    uint64_t total = 0;
    for (size_t k = 0; k < n; k++) {
        kinds += table[k] > 0;
        total += counts[k];
    }
    return kinds < 2 || total == 0 ? NAN : gc_rng_chi2(counts, table, n);
}

// Of a proc by chance. By the pseudo-random distribution one trial depends on those before it,
// which that test does not know.
static double proc_p_value(const proc *c, uint64_t chances, uint64_t procs) {
    uint64_t counts[2] = {procs, chances - procs};
    double table[2] = {c->chance, 1 - c->chance};
    return c->chance > 0 && !c->prd ? p_value(counts, table, 2) : NAN;
}

static const char *proc_kind(const proc *c) {
    return c->prd ? "prd" : c->ppm > 0 ? "ppm" : c->deck > 0 ? "deck" : "chance";
}

// The part of the tries that hits; NaN: it depends on how often there is one.
static double proc_chance(const proc *c) {
    return c->ppm > 0 ? NAN : c->deck > 0 ? c->deck / c->cards : c->chance;
}

static double share_of(uint64_t part, uint64_t whole) { return whole ? (double)part / (double)whole : 0; }

static uint64_t rolls_of(const counters *c, size_t index) {
    uint64_t rolls = 0;
    for (int k = 0; k < OUTCOMES; k++) rolls += c->outcomes[index][k];
    return rolls;
}

// What one point of an attribute is worth, in damage a second, with its error.
static estimate weight_of(const run *r, const tally *t, size_t index) {
    estimate e = sums_estimate(&t->weights[index], t->fights);
    double points = r->profile.attributes[index].points;
    e.mean = to_dps(r, e.mean) / points;
    e.deviation = to_dps(r, e.deviation) / points;
    e.error = to_dps(r, e.error) / points;
    return e;
}

// The damage between the first edge and the last of a histogram of n parts: up to four
// deviations from the mean, and no part of it less than a bin.
static void histogram_range(const tally *t, size_t n, double *from, double *to) {
    estimate e = sums_estimate(&t->damage, t->fights);
    double around = t->fights > 1 ? 4 * e.deviation : 0;
    *from = (double)t->lowest > e.mean - around ? (double)t->lowest : e.mean - around;
    *to = (double)t->highest < e.mean + around ? (double)t->highest : e.mean + around;

    size_t bin = bin_of(t->highest);
    double least = (double)n * (double)(bin_start(bin + 1) - bin_start(bin));
    if (*to - *from >= least) return;
    *from = (double)bin_start(bin_of(t->lowest));
    *to = *from + least;
}

// ---- text

// A number, or a dash when it is not known, in a column.
static void add_number(text *out, int width, int decimals, double value) {
    if (isnan(value)) {
        text_add(out, "%*s", width, "-");
    } else {
        text_add(out, "%*.*f", width, decimals, value);
    }
}

static void add_damage(text *out, const run *r, const tally *t) {
    estimate e = sums_estimate(&t->damage, t->fights);
    double mean = to_dps(r, e.mean), error = to_dps(r, e.error);
    text_add(out, "DPS          ");
    add_number(out, 12, 3, mean);
    text_add(out, "\nerror        ");
    add_number(out, 12, 3, error);
    text_add(out, "  standard error of this mean\n95 %% interval");
    add_number(out, 12, 3, mean - NORMAL_95 * error);
    text_add(out, " to ");
    add_number(out, 0, 3, mean + NORMAL_95 * error);
    text_add(out, "\ndeviation    ");
    add_number(out, 12, 3, to_dps(r, e.deviation));
    text_add(out, "  from fight to fight\n");
    if (t->fights == 0) return;

    text_add(out, "lowest       %12.3f\n", to_dps(r, (double)t->lowest));
    for (int i = 0; i < PERCENTILES; i++) {
        text_add(out, "%2.0f %% below   %12.3f\n", percentiles[i],
                 to_dps(r, tally_percentile(t, percentiles[i] / 100)));
    }
    text_add(out, "highest      %12.3f\n", to_dps(r, (double)t->highest));
}

static void add_attacks(text *out, const run *r, const tally *t) {
    text_add(out, "\n%-20s %-9s %14s %9s %9s %8s\n", "attack", "outcome", "count", "share %", "table %",
             "p-value");
    for (size_t i = 0; i < r->profile.attack_count; i++) {
        const attack *a = &r->profile.attacks[i];
        const uint64_t *counts = t->counts.outcomes[i];
        uint64_t rolls = rolls_of(&t->counts, i);
        double table[OUTCOMES];
        table_of(a, table);
        text_add(out, "%-20s %-9s %14" PRIu64 " %19s", a->name, "", rolls, "");
        add_number(out, 9, 4, p_value(counts, table, OUTCOMES));

        text_add(out, "\n");
        for (int k = 0; k < OUTCOMES; k++) {
            if (table[k] <= 0 && counts[k] == 0) continue;
            text_add(out, "%-20s %-9s %14" PRIu64 " %9.4f %9.4f\n", "", outcome_names[k],
                     counts[k], 100 * share_of(counts[k], rolls), 100 * table[k]);
        }
    }
}

static void add_procs(text *out, const run *r, const tally *t) {
    if (r->profile.proc_count == 0) return;
    text_add(out, "\n%-20s %-9s %14s %9s %9s %8s\n", "proc", "by", "count", "share %", "chance %",
             "p-value");
    for (size_t i = 0; i < r->profile.proc_count; i++) {
        const proc *c = &r->profile.procs[i];
        uint64_t chances = t->counts.chances[i], procs = t->counts.procs[i];
        text_add(out, "%-20s %-9s %14" PRIu64 " %9.4f", c->name, proc_kind(c), procs,
                 100 * share_of(procs, chances));
        add_number(out, 10, 4, 100 * proc_chance(c));
        add_number(out, 9, 4, proc_p_value(c, chances, procs));
        text_add(out, "\n");
    }
}

static void add_weights(text *out, const run *r, const tally *t) {
    if (!r->weights) return;
    text_add(out, "\n%-20s %12s %12s %12s\n", "attribute", "DPS a point", "error", "points");
    for (size_t i = 0; i < r->profile.attribute_count; i++) {
        const attribute *a = &r->profile.attributes[i];
        estimate e = weight_of(r, t, i);
        text_add(out, "%-20s", a->name);
        add_number(out, 13, 6, e.mean);
        add_number(out, 13, 6, e.error);
        text_add(out, " %12g\n", a->points);
    }
}

static void add_histogram(text *out, const run *r, const tally *t) {
    if (t->fights == 0) return;
    double from, to;
    uint64_t parts[BARS], most = 1;
    histogram_range(t, BARS, &from, &to);
    tally_parts(t, from, to, parts, BARS);
    for (int i = 0; i < BARS; i++) most = parts[i] > most ? parts[i] : most;

    // The middle of each part; of the first and the last the edge, where some lie beyond.
    text_add(out, "\n%12s  fights\n", "DPS");
    for (int i = 0; i < BARS; i++) {
        int bar = (int)((double)parts[i] / (double)most * BAR_WIDTH + 0.5);
        bool below = i == 0 && (double)t->lowest < from, above = i == BARS - 1 && (double)t->highest > to;
        double at = from + (to - from) * (i + (below ? 1.0 : above ? 0.0 : 0.5)) / BARS;
        text_add(out, "%2s%10.3f  %-*.*s %" PRIu64 "\n", below ? "<" : above ? ">=" : "", to_dps(r, at),
                 BAR_WIDTH, bar, "##################################################", parts[i]);
    }
}

// Of the whole, or of one thread: that is what a run with that seed and one thread prints.
static void add_text(text *out, const run *r, const tally *t, uint64_t seed, unsigned threads) {
    text_add(out, "%s: %" PRIu64 " fights of %g s, engine %s, %s ", r->profile.name, t->fights,
             r->profile.length, r->engine->name, r->per_fight ? "a stream for each fight, seed" : "seed");
    text_add(out, "%" PRIu64, seed);
    if (!r->per_fight && threads > 1) {
        text_add(out, " to %" PRIu64 " (%u threads)", (seed + threads - 1), threads);
    }
    text_add(out, "\n\n");
    add_damage(out, r, t);
    add_attacks(out, r, t);
    add_procs(out, r, t);
    add_weights(out, r, t);
    add_histogram(out, r, t);
}

// ---- JSON

// A number, or null. A name needs no escapes, but for that of the profile. p-values are the
// same on every machine to ten digits, so six are printed.
static void json_number(text *out, const char *name, double value, const char *after) {
    if (isnan(value)) {
        text_add(out, "\"%s\": null%s", name, after);
    } else {
        text_add(out, "\"%s\": %.*g%s", name, strcmp(name, "p_value") == 0 ? 6 : 15, value, after);
    }
}

static void json_string(text *out, const char *s) {
    text_add(out, "\"");
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') {
            text_add(out, "\\%c", *s);
        } else if ((unsigned char)*s < 32) {
            text_add(out, "\\u%04x", (unsigned)(unsigned char)*s);
        } else {
            text_add(out, "%c", *s);
        }
    }
    text_add(out, "\"");
}

static void json_damage(text *out, const run *r, const tally *t) {
    estimate e = sums_estimate(&t->damage, t->fights);
    double mean = to_dps(r, e.mean), error = to_dps(r, e.error);
    text_add(out, " \"dps\": {");
    json_number(out, "mean", mean, ", ");
    json_number(out, "error", error, ", ");
    json_number(out, "low_95", mean - NORMAL_95 * error, ", ");
    json_number(out, "high_95", mean + NORMAL_95 * error, ", ");
    json_number(out, "deviation", to_dps(r, e.deviation), ", ");
    bool none = t->fights == 0;
    json_number(out, "lowest", none ? NAN : to_dps(r, (double)t->lowest), ", ");
    json_number(out, "highest", none ? NAN : to_dps(r, (double)t->highest), "},\n \"percentiles\": {");
    for (int i = 0; i < PERCENTILES; i++) {
        char name[16];
        snprintf(name, sizeof name, "%g", percentiles[i]);
        json_number(out, name, none ? NAN : to_dps(r, tally_percentile(t, percentiles[i] / 100)),
                    i + 1 < PERCENTILES ? ", " : "},\n");
    }
}

static void json_attack(text *out, const run *r, const tally *t, size_t index) {
    const uint64_t *counts = t->counts.outcomes[index];
    uint64_t rolls = rolls_of(&t->counts, index);
    double table[OUTCOMES];
    table_of(&r->profile.attacks[index], table);
    text_add(out, "%s\n  {\"name\": \"%s\", \"rolls\": %" PRIu64 ", ", index ? "," : "",
             r->profile.attacks[index].name, rolls);
    json_number(out, "p_value", p_value(counts, table, OUTCOMES), ", \"outcomes\": {");

    for (int k = 0; k < OUTCOMES; k++) {
        text_add(out, "%s\n   \"%s\": {\"count\": %" PRIu64 ", ", k ? "," : "", outcome_names[k],
                 counts[k]);
        json_number(out, "share", share_of(counts[k], rolls), ", ");
        json_number(out, "table", table[k], "}");
    }
    text_add(out, "}}");
}

static void json_lists(text *out, const run *r, const tally *t) {
    text_add(out, " \"attacks\": [");
    for (size_t i = 0; i < r->profile.attack_count; i++) json_attack(out, r, t, i);

    text_add(out, "],\n \"procs\": [");
    for (size_t i = 0; i < r->profile.proc_count; i++) {
        const proc *c = &r->profile.procs[i];
        uint64_t chances = t->counts.chances[i], procs = t->counts.procs[i];
        text_add(out, "%s\n  {\"name\": \"%s\", \"prd\": %s, \"by\": \"%s\", ", i ? "," : "", c->name,
                 c->prd ? "true" : "false", proc_kind(c));
        text_add(out, "\"chances\": %" PRIu64 ", \"count\": %" PRIu64 ", ", chances, procs);
        json_number(out, "share", share_of(procs, chances), ", ");
        json_number(out, "chance", proc_chance(c), ", ");
        json_number(out, "p_value", proc_p_value(c, chances, procs), "}");
    }

    text_add(out, "],\n \"weights\": [");
    for (size_t i = 0; r->weights && i < r->profile.attribute_count; i++) {
        estimate e = weight_of(r, t, i);
        text_add(out, "%s\n  {\"name\": \"%s\", ", i ? "," : "", r->profile.attributes[i].name);
        json_number(out, "points", r->profile.attributes[i].points, ", ");
        json_number(out, "dps_a_point", e.mean, ", ");
        json_number(out, "error", e.error, "}");
    }
    text_add(out, "],\n");
}

static void json_histogram(text *out, const run *r, const tally *t) {
    text_add(out, " \"histogram\": {");
    if (t->fights == 0) {
        text_add(out, "}");
        return;
    }
    double from, to;
    uint64_t parts[BARS];
    histogram_range(t, BARS, &from, &to);
    tally_parts(t, from, to, parts, BARS);
    json_number(out, "from", to_dps(r, from), ", ");
    json_number(out, "to", to_dps(r, to), ", \"fights\": [");
    for (int i = 0; i < BARS; i++) text_add(out, "%s%" PRIu64, i ? ", " : "", parts[i]);
    text_add(out, "]}");
}

static void add_json(text *out, const run *r, const tally *t, uint64_t seed, unsigned threads) {
    text_add(out, "{\"profile\": ");
    json_string(out, r->profile.name);
    text_add(out, ", \"fights\": %" PRIu64 ", \"seed\": %" PRIu64 ", ", t->fights,
             seed);
    if (!r->per_fight) text_add(out, "\"threads\": %u, ", threads);
    json_number(out, "length", r->profile.length, ", ");
    text_add(out, "\"engine\": \"%s\", \"streams\": \"%s\",\n", r->engine->name,
             r->per_fight ? "per_fight" : "per_thread");
    json_damage(out, r, t);
    json_lists(out, r, t);
    json_histogram(out, r, t);
    text_add(out, "}");
}

// ---- the histogram as a picture

enum { WIDE = 640, HIGH = 400, EDGE = 40, COLUMNS = (WIDE - 2 * EDGE) / 4 };

static int column_of(double value, double from, double to) {
    return EDGE + (int)((value - from) / (to - from) * (WIDE - 2 * EDGE));
}

static void draw_histogram(picture *p, const run *r, const tally *t) {
    double from, to;
    uint64_t parts[COLUMNS], most = 1;
    histogram_range(t, COLUMNS, &from, &to);
    tally_parts(t, from, to, parts, COLUMNS);
    for (int i = 0; i < COLUMNS; i++) most = parts[i] > most ? parts[i] : most;

    int floor = HIGH - EDGE;
    for (int i = 0; i < COLUMNS; i++) {
        int tall = (int)((double)parts[i] / (double)most * (HIGH - 3 * EDGE) + 0.5);
        picture_box(p, EDGE + 4 * i, floor - tall, 3, tall, 0x4477aa);
    }
    picture_box(p, EDGE, floor, WIDE - 2 * EDGE, 1, 0x000000);

    // Four marks of the axis, and the mean.
    char label[320];
    for (int i = 0; i < 4; i++) {
        double value = from + (to - from) * i / 3;
        snprintf(label, sizeof label, "%.1f", to_dps(r, value));
        int x = column_of(value, from, to);
        picture_box(p, x, floor, 1, 5, 0x000000);
        picture_text(p, x - picture_text_width(label, 1) / 2, floor + 10, 1, 0x000000, label);
    }
    estimate e = sums_estimate(&t->damage, t->fights);
    picture_box(p, column_of(e.mean, from, to), 2 * EDGE - 10, 1, floor - 2 * EDGE + 10, 0xcc3311);

    snprintf(label, sizeof label, "%.60s: %.2f DPS", r->profile.name, to_dps(r, e.mean));
    picture_text(p, EDGE, 14, 2, 0x000000, label);
    snprintf(label, sizeof label, "%" PRIu64 " fights, standard error %.3f", t->fights, to_dps(r, e.error));
    picture_text(p, EDGE, 38, 1, 0x000000, label);
}

static bool write_histogram(const run *r, const tally *t) {
    picture p;
    bool good = picture_open(&p, WIDE, HIGH, 0xffffff);
    if (good) {
        draw_histogram(&p, r, t);
        good = picture_write(&p, r->png);
        int error = errno;
        picture_close(&p);
        errno = error;
    }
    return good || complain(r->png, 0, "cannot be written: %s", strerror(errno));
}

// ---- the report

// threads: of a run with a stream for each thread, their tallies; else NULL.
static void add_report(text *out, const run *r, const tally *whole, tally *const *threads) {
    if (r->json) {
        if (r->each_thread) text_add(out, "{\"all\":\n");
        add_json(out, r, whole, r->seed, r->threads);
        for (unsigned i = 0; r->each_thread && i < r->threads; i++) {
            text_add(out, i ? ",\n" : ",\n\"each_thread\": [\n");
            add_json(out, r, threads[i], r->seed + i, 1);
        }
        text_add(out, r->each_thread ? "\n]}\n" : "\n");
        return;
    }

    add_text(out, r, whole, r->seed, r->threads);
    for (unsigned i = 0; r->each_thread && i < r->threads; i++) {
        text_add(out, "\n---- thread %u\n", i);
        add_text(out, r, threads[i], r->seed + i, 1);
    }
}

#endif
