// fight.h - one fight: a queue of events on a clock of microseconds, attacks by one roll on
// their table, procs, buffs and cooldowns; and the engines that it takes its numbers from.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef MONTE_FIGHT_H
#define MONTE_FIGHT_H

#include "../../gc_rng.h"
#include "../common/engines.h"
#include "tally.h"

// ---- engines, by name: those of all examples, and ASA-128 in two ways

// ASA-128 as its author's simulator uses it, by doubles: 52 bits at the top of a word. They are
// made of the lower bits of its outputs. The outputs themselves, as asa128_words, have four top
// bits that are not fair, and here one sees it: the table of procs.txt has p-values of 1e-20.
static uint64_t asa128_double(void *user) {
    return (uint64_t)(gc_rng_asa128_f64((gc_rng_asa128 *)user) * 4503599627370496.0) << 12;
}

static gc_rng_source engine_source_asa128_doubles(void *r) {
    gc_rng_source s = gc_rng_asa128_source((gc_rng_asa128 *)r);
    s.u64 = asa128_double;
    return s;
}

static const engine asa128_doubles = {
    "asa128", sizeof(gc_rng_asa128), 32, engine_seed_asa128, engine_next_asa128, engine_fill_asa128,
    engine_calls_asa128, engine_source_asa128_doubles
};
static const engine asa128_words = {
    "asa128_words", sizeof(gc_rng_asa128), 32, engine_seed_asa128, engine_next_asa128, engine_fill_asa128,
    engine_calls_asa128, engine_source_asa128
};

static const engine *find_engine(const char *name) {
    if (strcmp(name, asa128_words.name) == 0) return &asa128_words;
    return strcmp(name, asa128_doubles.name) == 0 ? &asa128_doubles : engines_find(name);
}

// The stream with a number: the default engine has streams; others take their seed from it.
// mwc32 and xorshift32 read 16 bits of a seed, which would repeat fights after 65,536: they get
// their whole state.
static void engine_seed_stream(const engine *e, void *state, uint64_t seed, uint64_t stream) {
    gc_rng mix;
    gc_rng_seed_stream(&mix, seed, stream);
    if (e == &engines[0]) {
        *(gc_rng *)state = mix;
    } else if (strcmp(e->name, "mwc32") == 0) {
        ((gc_rng_mwc32 *)state)->x = 1 + (uint32_t)gc_rng_below(&mix, 0xf5b7fffe);
    } else if (strcmp(e->name, "xorshift32") == 0) {
        ((gc_rng_xorshift32 *)state)->x = 1 + (uint32_t)gc_rng_below(&mix, 0xffffffff);
    } else {
        e->seed(state, gc_rng_u64(&mix));
    }
}

// ---- the plan: a profile in integers, with or without more of an attribute

// A roll is a number below 2^53. Factors of damage have four decimals.
#define ROLL_BITS 53
#define MICROSECONDS 1000000
#define FACTOR_ONE 10000

typedef struct plan_attack {
    uint64_t limit[HIT];            // the outcome is how many of these the roll reaches
    uint64_t factor[OUTCOMES];      // of FACTOR_ONE
    uint64_t low, span;             // damage in units: low and `span` values from there
    uint64_t period;                // interval or cooldown in microseconds; 0: neither
    bool ability;                   // by cooldown
    size_t proc_count;              // that it sets off
    unsigned char procs[MAX_PROCS];
} plan_attack;

enum { BY_CHANCE, BY_PRD, BY_PPM, BY_DECK };

typedef struct plan_proc {
    double chance;
    int by;
    double ppm;                     // a minute
    uint64_t deck, cards;
    gc_rng_prd prd;                 // as every fight begins it
    int attack;                     // that it makes; -1: it is a buff
    uint64_t factor, time;          // of the buff; microseconds
    uint64_t cooldown;
} plan_proc;

typedef struct plan {
    uint64_t length, gcd;           // microseconds
    size_t attack_count, proc_count, buff_count;
    unsigned char buffs[MAX_PROCS];
    plan_attack attacks[MAX_ATTACKS];
    plan_proc procs[MAX_PROCS];
} plan;

static uint64_t to_integer(double value, double unit) { return (uint64_t)(value * unit + 0.5); }

// A chance with what an attribute adds; less than none is none, as a game caps it.
static double chance_with(const attack *a, int outcome, const attribute *more, double points) {
    double chance = a->chance[outcome] + (more ? more->effect[outcome] * points : 0);
    return chance > 0 ? chance : 0;
}

static bool plan_table(const char *file, const attack *a, const attribute *more, double points,
                       plan_attack *out) {
    double sum = 0;
    for (int k = 0; k < HIT; k++) {
        sum += chance_with(a, k, more, points);
        if (sum > SUM_LIMIT) {
            return complain(file, more ? more->line : a->line,
                            "attribute %s: with %g points the chances of %s are past 1",
                            more ? more->name : "?", points, a->name);
        }
        out->limit[k] = to_integer(sum < 1 ? sum : 1, (double)((uint64_t)1 << ROLL_BITS));
    }
    return true;
}

// The profile's plan; `more` NULL: as it stands, else with that attribute's points on top.
static bool make_plan(const char *file, const profile *p, const attribute *more, plan *out) {
    double points = more ? more->points : 0;
    double power = 1 + (more ? more->effect[POWER] * points : 0);
    double haste = 1 + (more ? more->effect[HASTE] * points : 0);
    if (!(power >= 0 && power <= 100 && haste >= 0.01 && haste <= 100)) {
        return complain(file, more ? more->line : 0,
                        "attribute %s: %g points make power %g and haste %g times as much",
                        more ? more->name : "?", points, power, haste);
    }

    memset(out, 0, sizeof *out);
    out->length = to_integer(p->length, MICROSECONDS);
    out->gcd = to_integer(p->gcd, MICROSECONDS);
    out->attack_count = p->attack_count;
    out->proc_count = p->proc_count;

    for (size_t i = 0; i < p->attack_count; i++) {
        const attack *from = &p->attacks[i];
        plan_attack *to = &out->attacks[i];
        if (!plan_table(file, from, more, points, to)) return false;
        for (int k = 0; k < OUTCOMES; k++) to->factor[k] = to_integer(from->factor[k], FACTOR_ONE);
        to->low = to_integer(from->low * power, UNITS_PER_POINT);
        to->span = to_integer(from->high * power, UNITS_PER_POINT) - to->low + 1;
        to->ability = from->cooldown > 0;
        to->period = to_integer(to->ability ? from->cooldown : from->interval / haste, MICROSECONDS);
        for (size_t j = 0; j < p->proc_count; j++) {
            if (p->procs[j].on >> i & 1) to->procs[to->proc_count++] = (unsigned char)j;
        }
    }

    for (size_t j = 0; j < p->proc_count; j++) {
        const proc *from = &p->procs[j];
        plan_proc *to = &out->procs[j];
        to->chance = from->chance;
        to->by = from->prd ? BY_PRD : from->ppm > 0 ? BY_PPM : from->deck > 0 ? BY_DECK : BY_CHANCE;
        to->ppm = from->ppm * haste;
        to->deck = to_integer(from->deck, 1);
        to->cards = to_integer(from->cards, 1);
        if (from->prd && gc_rng_prd_init(&to->prd, from->chance) != GC_RNG_OK) {
            return complain(file, from->line, "proc %s: prd is below 2^-24", from->name);
        }
        to->attack = from->attack;
        to->factor = to_integer(from->buff, FACTOR_ONE);
        to->time = to_integer(from->seconds, MICROSECONDS);
        to->cooldown = to_integer(from->cooldown, MICROSECONDS);
        if (to->attack < 0) out->buffs[out->buff_count++] = (unsigned char)j;
    }
    return true;
}

// ---- a fight

struct fight_log;
typedef struct fighter {
    const plan *plan;
    counters *counts;
    gc_rng_source sources[MAX_ATTACKS];     // what each attack rolls with; they may be one
    uint64_t now, damage;
    uint64_t next[MAX_ATTACKS];             // when each attack comes next: the queue
    uint64_t free_at;                       // when the last ability's global cooldown ends
    uint64_t buff_end[MAX_PROCS], proc_ready[MAX_PROCS];
    gc_rng_prd prd[MAX_PROCS];
    uint64_t tried[MAX_PROCS], came[MAX_PROCS];     // by ppm: when
    uint64_t hits[MAX_PROCS], cards[MAX_PROCS];     // left in the deck
    const struct fight_log *log;                    // NULL: nobody wants to know
} fighter;

// Who is told what happens: the attack or proc, its outcome, and its damage.
typedef struct fight_log {
    void (*event)(void *user, const fighter *f, const char *kind, size_t index, const char *outcome,
                  uint64_t damage);
    void *user;
} fight_log;

static void tell(const fighter *f, const char *kind, size_t index, const char *outcome, uint64_t damage) {
    if (f->log) f->log->event(f->log->user, f, kind, index, outcome, damage);
}

// "Real procs per minute", as World of Warcraft has them: the chance of a try is rate times the
// time since the last one, of which 10 seconds count, so that it does not matter how often one
// tries. When none has come for 1.5 times the mean time between two, it grows: by 3 times what
// is beyond, as a part of the mean time.
static bool roll_ppm(fighter *f, const gc_rng_source *source, size_t index) {
    double mean = 60.0 * MICROSECONDS / f->plan->procs[index].ppm;
    double since = (double)(f->now - f->tried[index]), dry = (double)(f->now - f->came[index]) / mean;
    double chance = (since < 10.0 * MICROSECONDS ? since : 10.0 * MICROSECONDS) / mean;
    f->tried[index] = f->now;
    if (dry > 1.5) chance *= 1 + (dry - 1.5) * 3;
    bool hit = gc_rng_source_chance(source, chance);
    if (hit) f->came[index] = f->now;
    return hit;
}

// A deck of cards, so many of which are hits, is gone through and shuffled again: the next card
// is a hit with the part that is left of them.
static bool roll_deck(fighter *f, const gc_rng_source *source, size_t index) {
    const plan_proc *c = &f->plan->procs[index];
    if (f->cards[index] == 0) {
        f->cards[index] = c->cards;
        f->hits[index] = c->deck;
    }
    bool hit = gc_rng_source_chance_in(source, f->hits[index], f->cards[index]);
    f->cards[index]--;
    f->hits[index] -= hit;
    return hit;
}

static uint64_t at_most(uint64_t damage) { return damage < MOST_UNITS ? damage : MOST_UNITS; }

// Rounded to a unit. 2^44 times the largest factor is below 2^64.
static uint64_t scale(uint64_t damage, uint64_t factor) {
    return at_most((damage * factor + FACTOR_ONE / 2) / FACTOR_ONE);
}

// One roll decides the outcome, a second number the damage. Both are taken for a miss as well:
// so a fight with more of an attribute uses the same numbers for the same attacks, and what
// differs is the attribute's doing.
static int strike(fighter *f, size_t index) {
    const plan *p = f->plan;
    const plan_attack *a = &p->attacks[index];
    const gc_rng_source *source = &f->sources[index];
    uint64_t roll = gc_rng_source_u64(source) >> (64 - ROLL_BITS);
    uint64_t damage = a->low + gc_rng_source_below(source, a->span);

    int outcome = 0;
    for (int k = 0; k < HIT; k++) outcome += roll >= a->limit[k];
    f->counts->outcomes[index][outcome]++;

    damage = scale(damage, a->factor[outcome]);
    for (size_t i = 0; i < p->buff_count; i++) {
        size_t buff = p->buffs[i];
        if (f->now < f->buff_end[buff]) damage = scale(damage, p->procs[buff].factor);
    }
    f->damage = at_most(f->damage + damage);
    tell(f, "attack", index, outcome_names[outcome], damage);
    return outcome;
}

// An attack that landed gives each of its procs a chance, unless that one is on cooldown. Every
// attack takes a number for each, as above.
static void roll_proc(fighter *f, const gc_rng_source *source, size_t index, bool landed) {
    const plan_proc *c = &f->plan->procs[index];
    if (!landed || f->now < f->proc_ready[index]) {
        gc_rng_source_u64(source);
        return;
    }
    f->counts->chances[index]++;
    bool hit = c->by == BY_PRD    ? gc_rng_source_prd_next(source, &f->prd[index])
               : c->by == BY_PPM  ? roll_ppm(f, source, index)
               : c->by == BY_DECK ? roll_deck(f, source, index)
                                  : gc_rng_source_chance(source, c->chance);
    if (!hit) return;

    f->counts->procs[index]++;
    f->proc_ready[index] = f->now + c->cooldown;
    tell(f, "proc", index, c->attack >= 0 ? "attack" : "buff", 0);
    if (c->attack >= 0) {
        strike(f, (size_t)c->attack);
    } else {
        f->buff_end[index] = f->now + c->time;
    }
}

static void make_attack(fighter *f, size_t index) {
    const plan_attack *a = &f->plan->attacks[index];
    bool landed = strike(f, index) >= GLANCING;
    for (size_t i = 0; i < a->proc_count; i++) roll_proc(f, &f->sources[index], a->procs[i], landed);
}

// The queue's first event: the least time, and of equals the attack that stands above. There
// are at most 16: looking at all of them is simpler than a heap, and sooner done.
static size_t first_event(const fighter *f) {
    size_t first = 0;
    for (size_t i = 1; i < f->plan->attack_count; i++) {
        if (f->next[i] < f->next[first]) first = i;
    }
    return first;
}

// A whole fight; its damage in units, MOST_UNITS when it was more than fits. Attacks with an
// interval begin at a random moment of the first one: then their number is length / interval on
// average, and one more is not made by all fights at once when haste shortens it a little.
// Abilities are ready at the start.
static uint64_t fight(fighter *f, const plan *p, counters *c) {
    f->plan = p;
    f->counts = c;
    f->damage = f->free_at = 0;
    memset(f->buff_end, 0, sizeof f->buff_end);
    memset(f->proc_ready, 0, sizeof f->proc_ready);
    memset(f->tried, 0, sizeof f->tried);
    memset(f->came, 0, sizeof f->came);
    memset(f->cards, 0, sizeof f->cards);
    for (size_t i = 0; i < p->proc_count; i++) f->prd[i] = p->procs[i].prd;
    for (size_t i = 0; i < p->attack_count; i++) {
        const plan_attack *a = &p->attacks[i];
        f->next[i] = a->period == 0 ? UINT64_MAX
                     : a->ability   ? 0
                                    : gc_rng_source_below(&f->sources[i], a->period);
    }

    for (;;) {
        size_t index = first_event(f);
        const plan_attack *a = &p->attacks[index];
        f->now = f->next[index];
        if (f->now >= p->length) return f->damage;

        // An ability waits for the global cooldown; those that wait come in the profile's
        // order.
        if (a->ability && f->now < f->free_at) {
            f->next[index] = f->free_at;
            continue;
        }
        if (a->ability) f->free_at = f->now + p->gcd;
        f->next[index] = f->now + a->period;
        make_attack(f, index);
    }
}

#endif
