// profile.h - what fights: attacks, procs and attributes, read from a text. See
// examples/profiles/ for texts that say what each key means.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef MONTE_PROFILE_H
#define MONTE_PROFILE_H

#include <math.h>

#include "text.h"

// What an attack's roll decides between, in the order of the table. The last is the rest.
enum { MISS, DODGE, PARRY, GLANCING, BLOCK, CRIT, HIT, OUTCOMES };
static const char *const outcome_names[OUTCOMES] = {"miss",  "dodge", "parry", "glancing",
                                                    "block", "crit",  "hit"};

// What a point of an attribute changes: a chance of every table, by the numbers above, or one
// of these.
enum { POWER = OUTCOMES, HASTE, EFFECTS };

enum { MAX_ATTACKS = 16, MAX_PROCS = 16, MAX_ATTRIBUTES = 16, MAX_NAME = 32 };

typedef struct attack {
    char name[MAX_NAME];
    size_t line;                        // of its section
    double low, high;                   // damage of a hit, points
    double chance[OUTCOMES];            // that of a hit is the rest
    double factor[OUTCOMES];            // of the damage
    double interval, cooldown;          // seconds; both 0: made by procs alone
    bool has_damage, by_proc;
} attack;

typedef struct proc {
    char name[MAX_NAME];
    size_t line;
    unsigned on;                        // bit k: attack k sets it off, when it lands
    double chance;
    bool prd;                           // by the pseudo-random distribution
    double ppm;                         // or so many a minute, by the time since the last try
    double deck, cards;                 // or exactly so many in every so many tries
    int attack;                         // that it makes; -1: it is a buff
    double buff, seconds;               // factor of all damage, and how long
    double cooldown;                    // seconds from one to the next
} proc;

typedef struct attribute {
    char name[MAX_NAME];
    size_t line;
    double points;                      // by how many its weight is measured
    double effect[EFFECTS];             // of one point
} attribute;

typedef struct profile {
    char name[256];                     // the file's, without folder and extension
    double length, gcd;                 // seconds
    attack attacks[MAX_ATTACKS];
    proc procs[MAX_PROCS];
    attribute attributes[MAX_ATTRIBUTES];
    size_t attack_count, proc_count, attribute_count;
} profile;

// ---- reading: a section's keys by a table

typedef struct reader {
    profile *p;
    lines lines;
    char section;                       // 'f'ight, 'a'ttack, 'p'roc, a't'tribute; 0: none yet
    const char *seen[32];               // keys of this section
    size_t seen_count;
    bool has_fight;
} reader;

TEXT_FORMAT(2, 3) static bool wrong(const reader *r, const char *format, ...) {
    char message[256];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    return complain(r->lines.file, r->lines.number, "%s", message);
}

static bool is_space(char c) { return c == ' ' || c == '\t'; }

static char *trim(char *s) {
    while (is_space(*s)) s++;
    char *end = s + strlen(s);
    while (end > s && is_space(end[-1])) end--;
    *end = 0;
    return s;
}

// A decimal number within [low, high] and nothing else: no NaN, no infinity, no 0x.
static bool read_number(const reader *r, const char *key, const char *word, double low, double high,
                        double *out) {
    char *end;
    double value = strtod(word, &end);
    if (!*word || *end || strspn(word, "0123456789.eE+-") != strlen(word)) {
        return wrong(r, "%s: \"%s\" is not a number", key, word);
    }
    if (value < 0 && low >= 0) return wrong(r, "%s: %s is negative", key, word);
    if (!(value >= low && value <= high)) {
        return wrong(r, "%s: %s is not between %g and %g", key, word, low, high);
    }
    *out = value;
    return true;
}

// The next word of a value, ended by a NUL; empty when there is none.
static char *next_word(char **value) {
    char *word = *value;
    while (is_space(*word)) word++;
    char *end = word;
    while (*end && !is_space(*end)) end++;
    *value = *end ? end + 1 : end;
    *end = 0;
    return word;
}

static int find_attack(const profile *p, const char *name) {
    for (size_t i = 0; i < p->attack_count; i++) {
        if (strcmp(p->attacks[i].name, name) == 0) return (int)i;
    }
    return -1;
}

// One key whose value is one number: where it goes, and its range.
typedef struct number_key {
    const char *name;
    double low, high;
    double *to;
} number_key;

// 1: done; 0: it is wrong; -1: none of these.
static int set_number(const reader *r, const char *key, const char *value, const number_key *keys, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (strcmp(key, keys[i].name) == 0) {
            return read_number(r, key, value, keys[i].low, keys[i].high, keys[i].to);
        }
    }
    return -1;
}

static bool unknown_key(const reader *r, const char *key) { return wrong(r, "unknown key \"%s\"", key); }

static const double LONGEST = 86400, SHORTEST = 0.001;      // seconds
static const double MOST_DAMAGE = 1e7, MOST_FACTOR = 100;

static bool set_fight(const reader *r, const char *key, const char *value) {
    const number_key keys[] = {
        {"length", SHORTEST, LONGEST, &r->p->length},
        {"gcd", 0, LONGEST, &r->p->gcd}
    };
    int result = set_number(r, key, value, keys, sizeof keys / sizeof keys[0]);
    return result < 0 ? unknown_key(r, key) : result;
}

// The chances of all outcomes but the rest.
static double sum_of_chances(const attack *a) {
    double sum = 0;
    for (int k = 0; k < HIT; k++) sum += a->chance[k];
    return sum;
}

// Room for what decimal numbers lose in a double: ten times 0.1 is 1.
static const double SUM_LIMIT = 1 + 1e-12;

static bool set_attack(const reader *r, const char *key, char *value) {
    attack *a = &r->p->attacks[r->p->attack_count - 1];
    if (strcmp(key, "damage") == 0) {
        const char *low = next_word(&value), *high = next_word(&value);
        a->has_damage = true;
        if (!read_number(r, key, low, 0, MOST_DAMAGE, &a->low)) return false;
        a->high = a->low;
        if (*high && !read_number(r, key, high, 0, MOST_DAMAGE, &a->high)) return false;
        if (*trim(value)) return wrong(r, "damage: more than two numbers");
        return a->high >= a->low || wrong(r, "damage: %s is more than %s", low, high);
    }

    for (int k = 0; k < HIT; k++) {
        if (strcmp(key, outcome_names[k]) != 0) continue;
        if (!read_number(r, key, value, 0, 1, &a->chance[k])) return false;
        double sum = sum_of_chances(a);
        return sum <= SUM_LIMIT || wrong(r, "%s: the chances of this attack sum to %g, past 1", key, sum);
    }

    const number_key keys[] = {
        {"glancing_factor", 0, MOST_FACTOR, &a->factor[GLANCING]},
        {"block_factor", 0, MOST_FACTOR, &a->factor[BLOCK]},
        {"crit_factor", 0, MOST_FACTOR, &a->factor[CRIT]},
        {"interval", SHORTEST, LONGEST, &a->interval},
        {"cooldown", SHORTEST, LONGEST, &a->cooldown}
    };
    int result = set_number(r, key, value, keys, sizeof keys / sizeof keys[0]);
    return result < 0 ? unknown_key(r, key) : result;
}

static bool set_proc(const reader *r, const char *key, char *value) {
    proc *c = &r->p->procs[r->p->proc_count - 1];
    if (strcmp(key, "on") == 0) {
        for (char *name = next_word(&value); *name; name = next_word(&value)) {
            int index = find_attack(r->p, name);
            if (index < 0) return wrong(r, "on: no attack \"%s\" stands above", name);
            const attack *a = &r->p->attacks[index];
            if (a->interval <= 0 && a->cooldown <= 0) {
                return wrong(r, "on: %s is made by procs, and those set off none", name);
            }
            c->on |= 1u << index;
        }
        return c->on || wrong(r, "on: no attack is named");
    }

    if (strcmp(key, "attack") == 0) {
        c->attack = find_attack(r->p, value);
        if (c->attack < 0) return wrong(r, "attack: no attack \"%s\" stands above", value);
        r->p->attacks[c->attack].by_proc = true;
        return true;
    }

    bool first = c->chance <= 0 && c->ppm <= 0 && c->deck <= 0;
    if (strcmp(key, "ppm") == 0) {
        if (!first) return wrong(r, "%s: a proc has one chance", key);
        if (!read_number(r, key, value, 0, 1000, &c->ppm)) return false;
        return c->ppm > 0 || wrong(r, "%s: must be above 0", key);
    }

    if (strcmp(key, "deck") == 0) {
        const char *hits = next_word(&value), *cards = next_word(&value);
        if (!first) return wrong(r, "%s: a proc has one chance", key);
        if (!read_number(r, key, hits, 1, 1e6, &c->deck)) return false;
        if (!read_number(r, key, cards, 1, 1e6, &c->cards)) return false;
        if (*trim(value)) return wrong(r, "deck: more than two numbers");
        bool whole = c->deck <= floor(c->deck) && c->cards <= floor(c->cards) && c->deck <= c->cards;
        return whole || wrong(r, "deck: two whole numbers, the first not above the second");
    }

    if (strcmp(key, "chance") == 0 || strcmp(key, "prd") == 0) {
        if (!first) return wrong(r, "%s: a proc has one chance", key);
        c->prd = *key == 'p';
        if (!read_number(r, key, value, 0, 1, &c->chance)) return false;
        return c->chance > 0 || wrong(r, "%s: must be above 0", key);
    }

    const number_key keys[] = {
        {"buff", 0, MOST_FACTOR, &c->buff},
        {"seconds", SHORTEST, LONGEST, &c->seconds},
        {"cooldown", 0, LONGEST, &c->cooldown}
    };
    int result = set_number(r, key, value, keys, sizeof keys / sizeof keys[0]);
    return result < 0 ? unknown_key(r, key) : result;
}

static bool set_attribute(const reader *r, const char *key, const char *value) {
    attribute *t = &r->p->attributes[r->p->attribute_count - 1];
    for (int k = 0; k < HIT; k++) {
        if (strcmp(key, outcome_names[k]) == 0) return read_number(r, key, value, -1, 1, &t->effect[k]);
    }

    const number_key keys[] = {
        {"power", -1, 1, &t->effect[POWER]},
        {"haste", -1, 1, &t->effect[HASTE]},
        {"points", 1e-6, 1e6, &t->points}
    };
    int result = set_number(r, key, value, keys, sizeof keys / sizeof keys[0]);
    return result < 0 ? unknown_key(r, key) : result;
}

// ---- what holds for a section as a whole: asked at its end

static bool check_attack(const reader *r, const attack *a) {
    const char *file = r->lines.file;
    if (!a->has_damage) return complain(file, a->line, "attack %s has no damage", a->name);
    if (a->interval > 0 && a->cooldown > 0) {
        return complain(file, a->line, "attack %s has both an interval and a cooldown", a->name);
    }
    return true;
}

static bool check_proc(const reader *r, const proc *c) {
    const char *file = r->lines.file;
    if (!c->on) return complain(file, c->line, "proc %s does not say on which attacks", c->name);
    if (c->chance <= 0 && c->ppm <= 0 && c->deck <= 0) {
        return complain(file, c->line, "proc %s has neither chance nor prd, ppm or deck", c->name);
    }
    if ((c->attack >= 0) == (c->seconds > 0)) {
        return complain(file, c->line, "proc %s needs an attack, or a buff and its seconds", c->name);
    }
    return c->attack < 0 || c->buff == 1 || complain(file, c->line, "proc %s: attack or buff", c->name);
}

static bool check_attribute(const reader *r, const attribute *t) {
    for (int k = 0; k < EFFECTS; k++) {
        if (t->effect[k] < 0 || t->effect[k] > 0) return true;
    }
    return complain(r->lines.file, t->line, "attribute %s has no effect", t->name);
}

static bool check_section(const reader *r) {
    const profile *p = r->p;
    switch (r->section) {
    case 'a': return check_attack(r, &p->attacks[p->attack_count - 1]);
    case 'p': return check_proc(r, &p->procs[p->proc_count - 1]);
    case 't': return check_attribute(r, &p->attributes[p->attribute_count - 1]);
    default: return true;
    }
}

// The whole: every attack is made by something, and something does damage.
static bool check_profile(const reader *r) {
    const profile *p = r->p;
    if (p->length <= 0) return complain(r->lines.file, r->lines.number, "[fight] has no length");

    bool damage = false;
    for (size_t i = 0; i < p->attack_count; i++) {
        const attack *a = &p->attacks[i];
        bool made = a->interval > 0 || a->cooldown > 0;
        if (!made && !a->by_proc) {
            return complain(r->lines.file, a->line,
                            "attack %s is never made: it has no interval, no cooldown and no proc", a->name);
        }
        damage = damage || (made && a->high > 0);
    }
    return damage || complain(r->lines.file, r->lines.number, "no attack does damage");
}

// ---- sections

static bool is_name(const char *name) {
    size_t length = strlen(name);
    return length > 0 && length < MAX_NAME &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == length;
}

// A new entry of the list of a kind: its name and line go where the caller says.
static bool new_entry(reader *r, const char *kind, const char *name, size_t most, size_t *count, char *to,
                      size_t *line) {
    if (*count == most) return wrong(r, "more than %zu sections [%s ...]", most, kind);
    if (!is_name(name)) {
        return wrong(r, "[%s NAME] needs a name of letters, digits, - and _, %d at most", kind, MAX_NAME - 1);
    }
    strcpy(to, name);
    *line = r->lines.number;
    ++*count;
    return true;
}

static bool has_name(const profile *p, char section, const char *name) {
    bool found = section == 'a' && find_attack(p, name) >= 0;
    for (size_t i = 0; section == 'p' && i < p->proc_count; i++) {
        found = found || strcmp(p->procs[i].name, name) == 0;
    }
    for (size_t i = 0; section == 't' && i < p->attribute_count; i++) {
        found = found || strcmp(p->attributes[i].name, name) == 0;
    }
    return found;
}

static bool open_section(reader *r, char *line) {
    profile *p = r->p;
    size_t length = strlen(line);
    if (line[length - 1] != ']') return wrong(r, "a section ends with ]");
    line[length - 1] = 0;
    char *rest = line + 1, *kind = next_word(&rest), *name = trim(rest);

    // The one before is complete.
    if (!check_section(r)) return false;
    r->section = strcmp(kind, "fight") == 0       ? 'f'
                 : strcmp(kind, "attack") == 0    ? 'a'
                 : strcmp(kind, "proc") == 0      ? 'p'
                 : strcmp(kind, "attribute") == 0 ? 't'
                                                  : 0;
    r->seen_count = 0;
    if (has_name(p, r->section, name)) return wrong(r, "%s %s is there twice", kind, name);

    switch (r->section) {
    case 'f':
        if (r->has_fight || *name) return wrong(r, "[fight] has no name and is there once");
        r->has_fight = true;
        return true;
    case 'a': {
        attack *a = &p->attacks[p->attack_count % MAX_ATTACKS];
        if (!new_entry(r, kind, name, MAX_ATTACKS, &p->attack_count, a->name, &a->line)) return false;
        a->factor[GLANCING] = 0.75;
        a->factor[BLOCK] = 0.7;
        a->factor[CRIT] = 2;
        a->factor[HIT] = 1;
        return true;
    }
    case 'p': {
        proc *c = &p->procs[p->proc_count % MAX_PROCS];
        c->attack = -1;
        c->buff = 1;
        return new_entry(r, kind, name, MAX_PROCS, &p->proc_count, c->name, &c->line);
    }
    case 't': {
        attribute *t = &p->attributes[p->attribute_count % MAX_ATTRIBUTES];
        t->points = 1;
        return new_entry(r, kind, name, MAX_ATTRIBUTES, &p->attribute_count, t->name, &t->line);
    }
    default: return wrong(r, "unknown section [%s]", kind);
    }
}

static bool read_key(reader *r, char *line) {
    char *equals = strchr(line, '=');
    if (!equals) return wrong(r, "neither [section] nor key = value");
    *equals = 0;
    char *key = trim(line), *value = trim(equals + 1);
    if (!r->section) return wrong(r, "%s: stands before the first section", key);

    // Each key once: a second value would silently win.
    for (size_t i = 0; i < r->seen_count; i++) {
        if (strcmp(r->seen[i], key) == 0) return wrong(r, "%s: is there twice", key);
    }
    if (r->seen_count < sizeof r->seen / sizeof r->seen[0]) r->seen[r->seen_count++] = key;

    switch (r->section) {
    case 'f': return set_fight(r, key, value);
    case 'a': return set_attack(r, key, value);
    case 'p': return set_proc(r, key, value);
    default: return set_attribute(r, key, value);
    }
}

// `data` stands in the file behind `before` lines, and is changed; `p` is zeros. A complaint
// names file and line.
static bool parse_profile(const char *file, size_t before, char *data, size_t size, profile *p) {
    reader r;
    memset(&r, 0, sizeof r);
    r.p = p;
    r.lines = lines_of(file, data, size);
    r.lines.number = before;

    while (next_line(&r.lines)) {
        char *line = r.lines.line;
        char *comment = strchr(line, '#');
        if (comment) *comment = 0;
        line = trim(line);
        if (!*line) continue;
        if (!(*line == '[' ? open_section(&r, line) : read_key(&r, line))) return false;
    }
    return check_section(&r) && check_profile(&r);
}

#endif
