// shard.h - a part of a run as a text, and many of those back to the run. A shard has the
// options, the profile's own text and the exact sums; its last line is a hash of all above.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef MONTE_SHARD_H
#define MONTE_SHARD_H

#include "report.h"

#define SHARD_MAGIC "monte_carlo shard 1"

// ---- writing

static void add_sums(text *out, const char *name, const sums *s) {
    text_add(out, "%s %016" PRIx64 "%016" PRIx64 " ", name, s->sum.high, s->sum.low);
    text_add(out, "%016" PRIx64 "%016" PRIx64 "\n", s->squares.high, s->squares.low);
}

static void add_tally(text *out, const run *r, const tally *t, unsigned number) {
    text_add(out, "tally %u\nfights %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", number, t->fights, t->lowest,
             t->highest);
    add_sums(out, "damage", &t->damage);
    for (size_t i = 0; i < r->profile.attack_count; i++) {
        const uint64_t *c = t->counts.outcomes[i];
        text_add(out, "attack");
        for (int k = 0; k < OUTCOMES; k++) text_add(out, " %" PRIu64, c[k]);
        text_add(out, "\n");
    }

    for (size_t i = 0; i < r->profile.proc_count; i++) {
        text_add(out, "proc %" PRIu64 " %" PRIu64 "\n", t->counts.chances[i], t->counts.procs[i]);
    }
    for (size_t i = 0; r->weights && i < r->profile.attribute_count; i++) {
        add_sums(out, "weight", &t->weights[i]);
    }
    for (size_t i = 0; i < BINS; i++) {
        if (t->bins[i]) text_add(out, "bin %zu %" PRIu64 "\n", i, t->bins[i]);
    }
}

// What must be equal in all shards of a run, up to the profile's text.
static void add_head(text *out, const run *r) {
    size_t count = 0;
    for (size_t i = 0; i < r->source.size; i++) count += r->source.data[i] == '\n';
    bool open = r->source.data[r->source.size - 1] != '\n';
    text_add(out, "seed %" PRIu64 "\nfights %" PRIu64 "\nengine %s\n", r->seed, r->fights, r->engine->name);
    text_add(out, "threads %u\nweights %d\n", r->per_fight ? 0 : r->threads, r->weights);
    text_add(out, "profile %zu %s\n%s%s", count + open, r->profile.name, r->source.data, open ? "\n" : "");
}

static void add_shard(text *out, const run *r, tally *const *tallies, unsigned count) {
    text_add(out, SHARD_MAGIC "\nshard %u/%u\n", r->shard, r->shards);
    add_head(out, r);
    for (unsigned i = 0; i < count; i++) {
        if (tallies[i]->fights) add_tally(out, r, tallies[i], i);
    }
    if (!out->failed) text_add(out, "end %016" PRIx64 "\n", text_hash(out->data, out->size));
}

// ---- reading

static bool broken(const lines *l, const char *what) { return complain(l->file, l->number, "%s", what); }

// The next line begins with this word: what follows it.
static const char *expect(lines *l, const char *word) {
    size_t length = strlen(word);
    if (!next_line(l)) {
        l->number++;
        return NULL;
    }
    if (strncmp(l->line, word, length) != 0 || l->line[length] != ' ') return NULL;
    return l->line + length + 1;
}

// n decimal numbers up to the end of the line.
static bool read_integers(const char *at, uint64_t *to, size_t n) {
    for (size_t i = 0; at && i < n; i++) {
        char *end;
        if (*at < '0' || *at > '9') return false;
        to[i] = strtoull(at, &end, 10);
        if (i + 1 < n && *end != ' ') return false;
        at = i + 1 < n ? end + 1 : end;
    }
    return at && *at == 0;
}

static bool read_sums(const char *at, sums *s) {
    int length = 0;
    if (!at) return false;
    int got = sscanf(at, "%16" SCNx64 "%16" SCNx64 " %16" SCNx64 "%16" SCNx64 "%n", &s->sum.high, &s->sum.low,
                     &s->squares.high, &s->squares.low, &length);
    return got == 4 && at[length] == 0;
}

// The last line's hash is that of all before it. A file that was cut has no such line.
static bool check_hash(const char *file, const text *t) {
    size_t last = t->size, line = 1;
    for (size_t i = 0; i < t->size; i++) line += t->data[i] == '\n';
    if (t->data[t->size - 1] == '\n') last--, line--;
    while (last > 0 && t->data[last - 1] != '\n') last--;

    char expected[32];
    snprintf(expected, sizeof expected, "end %016" PRIx64 "\n", text_hash(t->data, last));
    if (strcmp(t->data + last, expected) == 0) return true;
    if (strncmp(t->data, SHARD_MAGIC "\n", sizeof SHARD_MAGIC) != 0) return complain(file, 1, "not a shard");
    bool whole = strncmp(t->data + last, "end ", 4) == 0 && t->size - last == strlen(expected);
    return complain(file, line, whole ? "the shard was changed: its hash is another" :
                                        "the shard is cut: its last line is missing");
}

// The options and the profile; `r` is zeros but for the output's part.
static bool read_head(lines *l, run *r) {
    uint64_t n[2], threads, weights, count;
    const char *at = expect(l, "shard");
    char *slash = at ? strchr(l->line, '/') : NULL;
    if (slash) *slash = ' ';
    if (!slash || !read_integers(at, n, 2) || n[0] < 1 || n[0] > n[1] || n[1] > 1000000) {
        return broken(l, "shard i/n expected");
    }
    r->shard = (unsigned)n[0];
    r->shards = (unsigned)n[1];

    if (!read_integers(expect(l, "seed"), &r->seed, 1)) return broken(l, "seed expected");
    if (!read_integers(expect(l, "fights"), &r->fights, 1)) return broken(l, "fights expected");
    at = expect(l, "engine");
    r->engine = at ? find_engine(at) : NULL;
    if (!r->engine) return broken(l, "an engine expected");
    bool good = read_integers(expect(l, "threads"), &threads, 1) && threads <= MAX_THREADS;
    if (!good) return broken(l, "threads expected");
    r->threads = threads ? (unsigned)threads : 1;
    r->per_fight = threads == 0;
    good = read_integers(expect(l, "weights"), &weights, 1) && weights <= 1;
    if (!good) return broken(l, "weights expected");
    r->weights = weights == 1;

    // The profile: how many lines, its name, and the lines, which are parsed from a copy.
    at = expect(l, "profile");
    char *space = at ? strchr(l->line + strlen("profile "), ' ') : NULL;
    if (space) *space = 0;
    if (!space || !read_integers(at, &count, 1)) return broken(l, "profile expected");
    snprintf(r->profile.name, sizeof r->profile.name, "%s", space + 1);
    size_t before = l->number;
    for (uint64_t i = 0; i < count; i++) {
        if (!next_line(l)) return broken(l, "the profile's lines expected");
        text_add(&r->source, "%s\n", l->line);
    }

    text copy = {NULL, 0, 0, false};
    text_add(&copy, "%s", r->source.data ? r->source.data : "");
    good = !copy.failed && parse_profile(l->file, before, copy.data, copy.size, &r->profile);
    text_free(&copy);
    return good;
}

// Adds a tally to that of its number.
static bool read_tally(lines *l, const run *r, tally *const *tallies) {
    uint64_t number, n[3];
    if (!read_integers(l->line + strlen("tally "), &number, 1) || number >= r->threads) {
        return broken(l, "the number of a tally expected");
    }
    tally *t = tally_new();
    if (!t) return broken(l, "no memory");
    const char *wanted = NULL;
    if (!read_integers(expect(l, "fights"), n, 3)) wanted = "fights expected";
    t->fights = n[0];
    t->lowest = n[1];
    t->highest = n[2];

    if (!wanted && !read_sums(expect(l, "damage"), &t->damage)) wanted = "damage expected";
    for (size_t i = 0; !wanted && i < r->profile.attack_count; i++) {
        if (!read_integers(expect(l, "attack"), t->counts.outcomes[i], OUTCOMES)) wanted = "attack expected";
    }
    for (size_t i = 0; !wanted && i < r->profile.proc_count; i++) {
        if (!read_integers(expect(l, "proc"), n, 2)) wanted = "proc expected";
        t->counts.chances[i] = n[0];
        t->counts.procs[i] = n[1];
    }
    for (size_t i = 0; !wanted && r->weights && i < r->profile.attribute_count; i++) {
        if (!read_sums(expect(l, "weight"), &t->weights[i])) wanted = "weight expected";
    }

    // The bins, up to a line that is none.
    while (!wanted && strncmp(l->at, "bin ", 4) == 0) {
        if (!read_integers(expect(l, "bin"), n, 2) || n[0] >= BINS) wanted = "bin expected";
        if (!wanted) t->bins[n[0]] += n[1];
    }

    if (!wanted) tally_merge(tallies[number], t);
    free(t);
    return !wanted || broken(l, wanted);
}

#endif
