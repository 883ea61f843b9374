// tally.h - what fights add up to, exactly: all sums are integers, so that any order of adding,
// by any number of threads or shards, gives the same bits. Means and errors are computed once,
// from the whole sums.
//
// Damage is counted in thousandths of a point. A fight's is below 2^44 (17 thousand million
// points) and there are at most 2^40 fights, so that a sum of squares fits into 128 bits.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef MONTE_TALLY_H
#define MONTE_TALLY_H

#include "profile.h"

#include <math.h>

#define UNITS_PER_POINT 1000
#define MOST_UNITS ((uint64_t)1 << 44)
#define MOST_FIGHTS ((uint64_t)1 << 40)

// ---- integers of 128 bits, modulo 2^128; a negative one is its two's complement

typedef struct u128 { uint64_t high, low; } u128;

static u128 u128_of(uint64_t low) {
    u128 v = {0, low};
    return v;
}

static u128 u128_add(u128 a, u128 b) {
    u128 sum = {a.high + b.high, a.low + b.low};
    sum.high += sum.low < b.low;
    return sum;
}

static u128 u128_subtract(u128 a, u128 b) {
    u128 difference = {a.high - b.high - (a.low < b.low), a.low - b.low};
    return difference;
}

static bool u128_is_negative(u128 v) { return v.high >> 63 != 0; }
static u128 u128_negate(u128 v) { return u128_subtract(u128_of(0), v); }

// By halves of 32 bits.
static u128 u128_multiply(u128 a, uint64_t b) {
    uint64_t al = a.low & 0xffffffffu, ah = a.low >> 32, bl = b & 0xffffffffu, bh = b >> 32;
    uint64_t ll = al * bl, lh = al * bh, hl = ah * bl;
    uint64_t middle = (ll >> 32) + (lh & 0xffffffffu) + (hl & 0xffffffffu);
    u128 product = {a.high * b + ah * bh + (lh >> 32) + (hl >> 32) + (middle >> 32), a.low * b};
    return product;
}

// Bit by bit: it is done a few times in a report. b is below 2^63.
static u128 u128_divide(u128 a, uint64_t b, uint64_t *rest) {
    u128 quotient = u128_of(0);
    uint64_t left = 0;
    for (int bit = 127; bit >= 0; bit--) {
        uint64_t digit = (bit >= 64 ? a.high >> (bit - 64) : a.low >> bit) & 1;
        left = left << 1 | digit;
        if (left < b) continue;
        left -= b;
        if (bit >= 64) quotient.high |= (uint64_t)1 << (bit - 64);
        if (bit < 64) quotient.low |= (uint64_t)1 << bit;
    }
    *rest = left;
    return quotient;
}

static double u128_double(u128 v) { return (double)v.high * 18446744073709551616.0 + (double)v.low; }

// ---- sums of a number that each fight gives

typedef struct sums { u128 sum, squares; } sums;

// The number is below 2^44, and negative or not.
static void sums_add(sums *s, uint64_t size, bool negative) {
    s->sum = negative ? u128_subtract(s->sum, u128_of(size)) : u128_add(s->sum, u128_of(size));
    s->squares = u128_add(s->squares, u128_multiply(u128_of(size), size));
}

static void sums_merge(sums *to, const sums *from) {
    to->sum = u128_add(to->sum, from->sum);
    to->squares = u128_add(to->squares, from->squares);
}

typedef struct estimate { double mean, deviation, error; } estimate;    // NaN: not known

// Of n numbers. With m the whole part of the mean and r the rest of that division, the sum of
// (x - m)^2 is squares - m * (sum + r), exactly: nothing is cancelled in a double.
static estimate sums_estimate(const sums *s, uint64_t n) {
    estimate e = {NAN, NAN, NAN};
    if (n == 0) return e;

    bool negative = u128_is_negative(s->sum);
    u128 sum = negative ? u128_negate(s->sum) : s->sum;
    uint64_t rest, whole = u128_divide(sum, n, &rest).low;
    e.mean = (double)whole + (double)rest / (double)n;
    if (negative) e.mean = -e.mean;
    if (n == 1) return e;

    u128 around = u128_subtract(s->squares, u128_multiply(u128_add(sum, u128_of(rest)), whole));
    double total = u128_double(around) - (double)rest * ((double)rest / (double)n);
    e.deviation = sqrt(total / (double)(n - 1));
    e.error = e.deviation / sqrt((double)n);
    return e;
}

// ---- how damage is distributed: exact counts in bins of 1 / 4096 to 1 / 8192 of the damage

// Damage below 4096 units has a bin each; above that each power of two has 4096 bins, whatever
// the profile: so bins of different runs can be added. The last ones are those of 2^44, where
// damage is cut off.
#define BIN_BITS 12
#define BINS ((size_t)(44 - BIN_BITS + 2) << BIN_BITS)

static size_t bin_of(uint64_t damage) {
    unsigned shift = 0;
    while (damage >> shift >= (uint64_t)2 << BIN_BITS) shift++;
    return ((size_t)shift << BIN_BITS) + (size_t)(damage >> shift);
}

// The least damage of a bin; that of the one behind it is its end.
static uint64_t bin_start(size_t bin) {
    if (bin < (size_t)2 << BIN_BITS) return bin;
    unsigned shift = (unsigned)(bin >> BIN_BITS) - 1;
    return (uint64_t)(bin - ((size_t)shift << BIN_BITS)) << shift;
}

// What a fight counts besides its damage.
typedef struct counters {
    uint64_t outcomes[MAX_ATTACKS][OUTCOMES];
    uint64_t chances[MAX_PROCS], procs[MAX_PROCS];  // how often each could come, and came
} counters;

typedef struct tally {
    uint64_t fights, lowest, highest;
    sums damage;
    counters counts;
    sums weights[MAX_ATTRIBUTES];                   // damage with more of the attribute, minus damage
    uint64_t bins[BINS];
} tally;

static tally *tally_new(void) {
    tally *t = (tally *)calloc(1, sizeof *t);
    if (t) t->lowest = UINT64_MAX;
    return t;
}

static void tally_fight(tally *t, uint64_t damage) {
    t->fights++;
    if (damage < t->lowest) t->lowest = damage;
    if (damage > t->highest) t->highest = damage;
    sums_add(&t->damage, damage, false);
    t->bins[bin_of(damage)]++;
}

static void tally_merge(tally *to, const tally *from) {
    to->fights += from->fights;
    if (from->lowest < to->lowest) to->lowest = from->lowest;
    if (from->highest > to->highest) to->highest = from->highest;
    sums_merge(&to->damage, &from->damage);

    for (size_t i = 0; i < MAX_ATTACKS; i++) {
        for (size_t k = 0; k < OUTCOMES; k++) to->counts.outcomes[i][k] += from->counts.outcomes[i][k];
    }
    for (size_t i = 0; i < MAX_PROCS; i++) {
        to->counts.chances[i] += from->counts.chances[i];
        to->counts.procs[i] += from->counts.procs[i];
    }
    for (size_t i = 0; i < MAX_ATTRIBUTES; i++) sums_merge(&to->weights[i], &from->weights[i]);
    for (size_t i = 0; i < BINS; i++) to->bins[i] += from->bins[i];
}

// The damage that `share` of the fights do not exceed: the middle of the bin where that one is.
static double tally_percentile(const tally *t, double share) {
    uint64_t rank = (uint64_t)ceil(share * (double)t->fights), seen = 0;
    if (rank == 0) rank = 1;

    size_t bin = 0;
    while (bin + 1 < BINS && (seen += t->bins[bin]) < rank) bin++;
    double middle = ((double)bin_start(bin) + (double)bin_start(bin + 1) - 1) / 2;
    if (middle < (double)t->lowest) middle = (double)t->lowest;
    return middle > (double)t->highest ? (double)t->highest : middle;
}

// How many fights did damage in each of n equal parts of [from, to); the first has those below
// as well, the last those above. A bin that two parts share counts where it begins.
static void tally_parts(const tally *t, double from, double to, uint64_t *parts, size_t n) {
    memset(parts, 0, n * sizeof *parts);
    for (size_t bin = 0; bin < BINS; bin++) {
        double part = ((double)bin_start(bin) - from) / (to - from) * (double)n;
        size_t i = part > 0 ? (size_t)part : 0;
        parts[i < n ? i : n - 1] += t->bins[bin];
    }
}

#endif
