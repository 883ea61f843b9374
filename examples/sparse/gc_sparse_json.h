/*
gc_sparse_json.h - worlds of gc_sparse.h as JSON, out and in: for Python, jq, editors, diffs

DO THIS, in exactly one C or C++ file, after gc_sparse.h with descriptions
    #define GC_SPARSE_FIELDS
    #define GC_SPARSE_IMPLEMENTATION
    #include "gc_sparse.h"
    #define GC_SPARSE_JSON_IMPLEMENTATION
    #include "gc_sparse_json.h"

EXAMPLE
    static int print(void *file, const char *text, size_t size) {
        return fwrite(text, 1, size, (FILE *)file) == size ? GC_SPARSE_OK : GC_SPARSE_E_FULL;
    }
        gc_sparse_json_write(world, print, stdout);

    {"gc_sparse_json":1, ... "entities":["0:1","1:3"], ... "types":[
    {"name":"Health","version":0,"size":8,"fields":"now i4@0;team i4@4;","enums":{"RED":0,"BLUE":1},"rows":{
    "0:1":{"now":30,"team":"RED"},
    "1:3":{"now":7,"team":"BLUE"}}}]}

    jq '.types[] | select(.name == "Health").rows["1:3"].now'     prints 7

OVERRIDE MACROS (define them before the include; the default is shown)
    GC_SPARSE_JSON_API              extern; prefix of every function
    GC_SPARSE_JSON_STATIC           every function static; implies the implementation
    GC_SPARSE_JSON_REALLOC(p, n), GC_SPARSE_JSON_FREE(p)    realloc, free: both or none
    GC_SPARSE_JSON_MOST             (size_t)1 << 30; bytes of a save that a text may become: a few
                                    characters of text can ask for 64 KB

WHAT IS WRITTEN is what gc_sparse_save keeps, so a world that is read has the same
    gc_sparse_hash_all. An id is "slot:generation". A component is an object of its fields; a
    struct in it is an object, an array an array. Of types described by gc_sparse_describe,
    trees too, it is an array of their words; of others {"base16":"..."}, bytes of this machine.
    - Integers beyond 2^53 are strings. Enumerators are their names, if they have one.
    - Floats are the shortest text that reads back equal, under every locale. "NaN", "Infinity"
      and "-Infinity" are strings; a NaN of other bits is "NaN:7fc00001". -0.0 keeps its sign.
    - Characters are a string up to the last one that is not 0, if they are UTF-8; else
      {"base16":"..."}.
    - free: slots with the generations to come; retired: slots without; rest: what cached queries
      and commands objects keep.
    Only of rows and free slots the order matters, for gc_sparse_hash_all alone: of it jq -S makes
    another one.

WHAT IS READ
    Keys in any order, and none twice. Fields, rows and parts that are missing are zero or empty;
    without "fields" (and "size") a type is as it is in the world, so that texts can be written
    by hand: {"entities":["0:1"],"types":[{"name":"Health","rows":{"0:1":{"now":30}}}]}. Numbers
    are rounded exactly, once. What the text describes then loads as a save does: by the names of
    types and fields, as gc_sparse_migrate says. All else is refused, by line and column.

THREADS (of one world)
    [read]      many at once, not beside [change]
    [change]    one at a time, beside nothing else

SPDX-License-Identifier: MIT OR Unlicense
*/

#if defined(GC_SPARSE_JSON_STATIC) && defined(GC_SPARSE_JSON_PRIV_PLAIN)
#error "gc_sparse_json.h: GC_SPARSE_JSON_STATIC must be defined before the first include"
#endif

#ifndef GC_SPARSE_JSON_H
#define GC_SPARSE_JSON_H

#ifndef GC_SPARSE_H
#include "gc_sparse.h"
#endif
#if !defined(GC_SPARSE_FIELDS) || defined(GC_SPARSE_NO_SAVE)
#error "gc_sparse_json.h: gc_sparse.h wants GC_SPARSE_FIELDS, and no GC_SPARSE_NO_SAVE"
#endif

#ifdef GC_SPARSE_JSON_STATIC
#ifndef GC_SPARSE_JSON_IMPLEMENTATION
#define GC_SPARSE_JSON_IMPLEMENTATION
#endif
#ifndef GC_SPARSE_JSON_API
#if defined(__GNUC__)
#define GC_SPARSE_JSON_API __attribute__((unused)) static
#else
#define GC_SPARSE_JSON_API static
#endif
#endif
#else
#define GC_SPARSE_JSON_PRIV_PLAIN
#endif
#ifndef GC_SPARSE_JSON_API
#define GC_SPARSE_JSON_API extern
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Where a text was refused, counted from 1, and why. Line 0: as a whole, by gc_sparse_load.
typedef struct gc_sparse_json_error {
    size_t line, column;
    const char *what;
} gc_sparse_json_error;

// Writes the world, piece by piece: write(user, text, size) returns GC_SPARSE_OK, or an error
// that ends it and is returned. E_ARGUMENT (NULL), E_MEMORY: room for a save of the world.
// [read]
GC_SPARSE_JSON_API int gc_sparse_json_write(const gc_sparse_world *world,
                                            int (*write)(void *user, const char *text, size_t size),
                                                void *user);

// Makes the world what the text says; *error (which may be NULL) tells where it does not.
// E_ARGUMENT (NULL), E_DATA, E_FULL (GC_SPARSE_JSON_MOST), E_MEMORY, and what gc_sparse_load
// gives: then the world is as it was. [change]
GC_SPARSE_JSON_API int gc_sparse_json_read(gc_sparse_world *world, const char *text, size_t size,
                                           gc_sparse_json_error *error);

#ifdef __cplusplus
}   // extern "C"
#endif
#endif // GC_SPARSE_JSON_H

#if defined(GC_SPARSE_JSON_IMPLEMENTATION) && !defined(GC_SPARSE_JSON_IMPLEMENTED)
#define GC_SPARSE_JSON_IMPLEMENTED

// >>map what stands where
//
// Sections, in order: powers, floats, types, write, text, values, read.
//
// Both ways go through a save, whose layout gc_sparse.h draws at >>save:
//   gc_sparse_json_write > gc_sparse_save: counted and made; then
//   gc_sparse_json_write > priv_put_world > priv_put_type > priv_put_row > priv_put_value
//   gc_sparse_json_read > priv_world > priv_members: where each part is, in any order; then
//   priv_world > priv_type_in > priv_rows > priv_row_in > priv_value > priv_field_in >
//   priv_element: in the order of a save
//   gc_sparse_json_read > gc_sparse_seal, and gc_sparse_load judges it

#include <stdlib.h>
#include <string.h>

#ifndef GC_SPARSE_JSON_REALLOC
#define GC_SPARSE_JSON_REALLOC(p, n) realloc(p, n)
#define GC_SPARSE_JSON_FREE(p) free(p)
#endif
#ifndef GC_SPARSE_JSON_MOST
#define GC_SPARSE_JSON_MOST ((size_t)1 << 30)
#endif

enum {
    GC_SPARSE_JSON_PRIV_BUFFER = 32 * 1024,
    GC_SPARSE_JSON_PRIV_DEPTH = 64,             // of brackets
    GC_SPARSE_JSON_PRIV_PATH = 128,             // gc_sparse.h's longest name of a field
    GC_SPARSE_JSON_PRIV_LEAST = -345            // exponent of the least power of ten
};

// >>powers of ten, as 128 bits, made when they are asked for first

// Whole numbers of up to 3,200 bits, the lowest word first.
typedef struct gc_sparse_json_priv_whole { uint32_t n, words[100]; } gc_sparse_json_priv_whole;

// The highest 128 bits of a power of ten, cut off; high 0: not made yet.
typedef struct gc_sparse_json_priv_power { uint64_t high, low; } gc_sparse_json_priv_power;
typedef gc_sparse_json_priv_power gc_sparse_json_priv_powers[-GC_SPARSE_JSON_PRIV_LEAST + 326];

static void gc_sparse_json_priv_times(gc_sparse_json_priv_whole *x, uint32_t by, uint32_t plus) {
    uint64_t carry = plus;
    for (uint32_t i = 0; i < x->n; i++) {
        carry += (uint64_t)x->words[i] * by;
        x->words[i] = (uint32_t)(carry & UINT32_MAX);
        carry >>= 32;
    }
    if (carry && x->n < 100) x->words[x->n++] = (uint32_t)carry;
}

// Times 5^five * 2^two.
static void gc_sparse_json_priv_scale(gc_sparse_json_priv_whole *x, int64_t five, int64_t two) {
    for (; five >= 13; five -= 13) gc_sparse_json_priv_times(x, 1220703125u, 0);
    for (; five > 0; five--) gc_sparse_json_priv_times(x, 5, 0);
    for (; two >= 31; two -= 31) gc_sparse_json_priv_times(x, 1u << 31, 0);
    if (two > 0) gc_sparse_json_priv_times(x, 1u << two, 0);
}

static void gc_sparse_json_priv_over(gc_sparse_json_priv_whole *x, uint32_t by) {
    uint64_t left = 0;
    for (uint32_t i = x->n; i-- > 0; ) {
        left = left << 32 | x->words[i];
        x->words[i] = (uint32_t)(left / by);
        left %= by;
    }
    while (x->n && x->words[x->n - 1] == 0) x->n--;
}

static gc_sparse_json_priv_power gc_sparse_json_priv_power_of(gc_sparse_json_priv_powers powers, int ten) {
    gc_sparse_json_priv_power *power = &powers[ten - GC_SPARSE_JSON_PRIV_LEAST];
    if (power->high) return *power;

    // 5^ten, or 2^960 / 5^-ten, whose highest bits are those of the power of ten.
    gc_sparse_json_priv_whole x = { 1, { 1 } };
    gc_sparse_json_priv_scale(&x, ten, ten < 0 ? 960 : 128);
    for (; ten <= -13; ten += 13) gc_sparse_json_priv_over(&x, 1220703125u);
    for (; ten < 0; ten++) gc_sparse_json_priv_over(&x, 5);

    uint32_t *top = x.words + x.n - 1;
    int gap = 0;
    while (!(top[0] >> (31 - gap))) gap++;
    power->high = (uint64_t)top[0] << 32 | top[-1];
    power->low = (uint64_t)top[-2] << 32 | top[-3];
    if (gap == 0) return *power;
    power->high = power->high << gap | power->low >> (64 - gap);
    power->low = power->low << gap | top[-4] >> (32 - gap);
    return *power;
}

// a * b, of which the high half is returned.
static uint64_t gc_sparse_json_priv_mul(uint64_t a, uint64_t b, uint64_t *low) {
    uint64_t al = a & UINT32_MAX, ah = a >> 32, bl = b & UINT32_MAX, bh = b >> 32;
    uint64_t middle = (al * bl >> 32) + (ah * bl & UINT32_MAX) + al * bh;
    uint64_t carry = ah * bl >> 32;
    *low = a * b;
    return ah * bh + carry + (middle >> 32);
}

// x / 2^by, towards less.
static int gc_sparse_json_priv_floor(int64_t x, int by) {
    return (int)(((x + ((int64_t)1 << 50)) >> by) - ((int64_t)1 << (50 - by)));
}

// The exponent of the highest bit of a power of ten.
static int gc_sparse_json_priv_log2(int ten) { return gc_sparse_json_priv_floor((int64_t)ten * 1741647, 19); }

// >>floats the shortest digits, and digits to bits

// power * x / 2^128; its lowest bit also tells of what was cut off.
static uint64_t gc_sparse_json_priv_odd(gc_sparse_json_priv_power power, uint64_t x) {
    uint64_t low, middle, high = gc_sparse_json_priv_mul(power.high, x, &middle);
    uint64_t more = gc_sparse_json_priv_mul(power.low, x, &low);
    middle += more;
    high += middle < more;
    return high | (middle > 1);
}

// The digits of a finite number above 0, from its bits, as one whole number, and the exponent
// of ten with it (Giulietti, "The Schubfach way to render doubles", 2021).
static uint64_t gc_sparse_json_priv_digits(gc_sparse_json_priv_powers powers, uint64_t bits, bool wide,
                                           int *ten) {
    int width = wide ? 52 : 23, biased = (int)(bits >> width), two = biased - (wide ? 1075 : 150);
    uint64_t fraction = bits & (((uint64_t)1 << width) - 1), c = fraction;
    *ten = 0;
    if (biased) c |= (uint64_t)1 << width;
    else two++;
    if (two <= 0 && two > -width - 1 && (c & (((uint64_t)1 << -two) - 1)) == 0) return c >> -two;

    // Four times the number, and the ends of what reads back equal, in units of a power of ten.
    bool narrow = fraction == 0 && biased > 1, odd = c & 1;
    int k = gc_sparse_json_priv_floor((int64_t)two * 1262611 - (narrow ? 524031 : 0), 22);
    int shift = two + gc_sparse_json_priv_log2(-k) + 1;
    gc_sparse_json_priv_power power = gc_sparse_json_priv_power_of(powers, -k);
    if (k > 0 || k < -55) power.high += ++power.low == 0;
    uint64_t least = gc_sparse_json_priv_odd(power, (4 * c - 2 + narrow) << shift) + odd;
    uint64_t value = gc_sparse_json_priv_odd(power, (4 * c) << shift);
    uint64_t most = gc_sparse_json_priv_odd(power, (4 * c + 2) << shift) - odd;

    // One digit less, if one such number is within; else the nearest one.
    uint64_t s = value / 4, tens = s / 10;
    bool below = s >= 10 && least <= 40 * tens, above = s >= 10 && 40 * tens + 40 <= most;
    if (below != above) {
        *ten = k + 1;
        return tens + above;
    }

    below = least <= 4 * s;
    above = 4 * s + 4 <= most;
    if (below == above) above = value > 4 * s + 2 || (value == 4 * s + 2 && (s & 1));
    *ten = k;
    return s + above;
}

// A number as it stands in a text: digits * 10^ten, and more: further digits that are not
// all 0.
typedef struct gc_sparse_json_priv_number {
    const char *from, *to;      // its digits, with the point
    uint64_t digits;
    int64_t ten;
    bool minus, more, whole;    // whole: without a point and an exponent
} gc_sparse_json_priv_number;

// Bits of high:low * 2^two, high not 0, rounded to even; more: of what lies behind.
static uint64_t gc_sparse_json_priv_round(uint64_t high, uint64_t low, bool more, int two, bool wide) {
    int width = wide ? 52 : 23, least = wide ? -1022 : -126, keep = width + 1, e = two + 127;
    for (; !(high >> 63); e--) {
        high = high << 1 | low >> 63;
        low <<= 1;
    }
    if (e < least) keep -= least - e;
    if (keep < 0) return 0;
    uint64_t m = keep ? high >> (64 - keep) : 0, rest = high << keep, half = (uint64_t)1 << 63;
    m += rest > half || (rest == half && (low || more || (m & 1)));
    uint64_t bits = ((uint64_t)((e < least ? least : e) - least) << width) + m;
    uint64_t infinite = wide ? (uint64_t)0x7ff << 52 : (uint64_t)0xff << 23;
    return e > 1100 || bits > infinite ? infinite : bits;
}

// Whether a number is above the middle between the floats of bits and bits + 1, or upon it and
// bits is odd: exactly.
static bool gc_sparse_json_priv_above(const gc_sparse_json_priv_number *number, uint64_t bits, bool wide) {
    int width = wide ? 52 : 23, biased = (int)(bits >> width);
    int two = (biased ? biased : 1) - (wide ? 1076 : 151);
    uint64_t m = bits & (((uint64_t)1 << width) - 1);
    if (biased) m |= (uint64_t)1 << width;
    m = 2 * m + 1;

    // All of its digits; behind 800 only whether there is one.
    gc_sparse_json_priv_whole x = { 1, { 0 } }, y =
        { 2, { (uint32_t)(m & UINT32_MAX), (uint32_t)(m >> 32) } };
    int64_t ten = number->ten, count = 0;
    uint64_t digits = number->digits;
    for (; digits; digits /= 10) count++;
    bool more = false;
    int64_t all = 0;
    for (const char *at = number->from; at < number->to; at++) {
        if (*at == '.' || (all == 0 && *at == '0')) continue;
        if (++all > count && all <= 800) ten--;
        if (all <= 800) gc_sparse_json_priv_times(&x, 10, (uint32_t)(*at - '0'));
        else more = more || *at != '0';
    }

    if (more) {
        gc_sparse_json_priv_times(&x, 10, 1);
        ten--;
    }

    // x * 10^ten against y * 2^two.
    gc_sparse_json_priv_scale(&x, ten, ten - two);
    gc_sparse_json_priv_scale(&y, -ten, two - ten);
    while (x.n && x.words[x.n - 1] == 0) x.n--;
    while (y.n && y.words[y.n - 1] == 0) y.n--;
    if (x.n != y.n) return x.n > y.n;
    for (uint32_t i = x.n; i-- > 0; ) {
        if (x.words[i] != y.words[i]) return x.words[i] > y.words[i];
    }
    return bits & 1;
}

// The bits of a float. A product with 128 bits of the power of ten is too small by less than
// one unit, or 32 where digits were cut off: if both ends round alike, all between them do.
static uint64_t gc_sparse_json_priv_bits(gc_sparse_json_priv_powers powers,
                                         const gc_sparse_json_priv_number *number, bool wide) {
    uint64_t w = number->digits, sign = (uint64_t)number->minus << (wide ? 63 : 31);
    if (w == 0 || number->ten < GC_SPARSE_JSON_PRIV_LEAST) return sign;
    if (number->ten > 309) return sign | (wide ? (uint64_t)0x7ff << 52 : (uint64_t)0xff << 23);
    int ten = (int)number->ten, gap = 0;
    while (!(w >> 63)) {
        w <<= 1;
        gap++;
    }

    gc_sparse_json_priv_power power = gc_sparse_json_priv_power_of(powers, ten);
    uint64_t low, middle, high = gc_sparse_json_priv_mul(power.high, w, &middle);
    uint64_t more = gc_sparse_json_priv_mul(power.low, w, &low);
    middle += more;
    high += middle < more;
    int two = gc_sparse_json_priv_log2(ten) - gap - 63;
    uint64_t bits = gc_sparse_json_priv_round(high, middle, low != 0, two, wide);
    if (ten >= 0 && ten <= 55 && !number->more) return sign | bits;

    uint64_t upper = number->more ? high + 32 : high + (middle == UINT64_MAX);
    if (upper < high) upper = middle = UINT64_MAX;
    else if (!number->more) middle++;
    if (gc_sparse_json_priv_round(upper, middle, true, two, wide) == bits) return sign | bits;
    return sign | (bits + gc_sparse_json_priv_above(number, bits, wide));
}

// >>types what is in a component, from the text that a save has

// A field, or a run of words of gc_sparse_describe.
typedef struct gc_sparse_json_priv_field {
    const char *name;               // in the type's text
    uint32_t length, size, offset, count, seen;
    char kind;                      // GC_SPARSE_IS_...
    uint32_t lead, lead_end;        // what is written in front of it, in the type's leads
    const gc_sparse_shape *shape;   // in the world; NULL: not there
} gc_sparse_json_priv_field;

typedef struct gc_sparse_json_priv_enum {
    const char *name;
    uint32_t length;
    int64_t value;
} gc_sparse_json_priv_enum;

typedef struct gc_sparse_json_priv_type {
    char *text, *leads;
    gc_sparse_json_priv_field *fields;
    gc_sparse_json_priv_enum *enums;
    uint32_t size, count, enum_count, next, row, lead_end;
    bool lettered;                  // by gc_sparse_describe: fields have no names
} gc_sparse_json_priv_type;

static uint32_t gc_sparse_json_priv_get32(const char *from) {
    const unsigned char *p = (const unsigned char *)from;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint64_t gc_sparse_json_priv_get(const char *from, uint32_t size) {
    uint64_t bits = 0;
    while (size-- > 0) bits = bits << 8 | (unsigned char)from[size];
    return bits;
}

static void gc_sparse_json_priv_set(char *to, uint64_t bits, uint32_t size) {
    for (; size > 0; size--, bits >>= 8) *to++ = (char)(bits & 255);
}

static void *gc_sparse_json_priv_room(void *old, size_t count, size_t size) {
    if (size && count > (SIZE_MAX - 8) / size) return NULL;
    return GC_SPARSE_JSON_REALLOC(old, count * size + 8);
}

static void gc_sparse_json_priv_free_type(const gc_sparse_json_priv_type *type) {
    GC_SPARSE_JSON_FREE(type->text);
    GC_SPARSE_JSON_FREE(type->leads);
    GC_SPARSE_JSON_FREE(type->fields);
    GC_SPARSE_JSON_FREE(type->enums);
}

static uint32_t gc_sparse_json_priv_decimal(const char **at) {
    uint64_t number = 0;
    while (**at >= '0' && **at <= '9') {
        number = number * 10 + (uint64_t)(*(*at)++ - '0');
        if (number > UINT32_MAX) number = UINT32_MAX;
    }
    return (uint32_t)number;
}

// How uint64_t and double are aligned in structs.
typedef struct gc_sparse_json_priv_eight { char first; uint64_t second; } gc_sparse_json_priv_eight;

// The next of "now i4@0;most i4@4*2;", or of "i4*5 p*4", behind the bytes of the one before.
static bool gc_sparse_json_priv_next_field(const gc_sparse_json_priv_type *type, const char **at,
                                           uint32_t end,
                                           gc_sparse_json_priv_field *field) {
    memset(field, 0, sizeof *field);
    field->count = 1;
    if (!type->lettered) {
        field->name = *at;
        field->length = (uint32_t)strcspn(*at, " ;");
        *at += field->length;
        if (**at != ' ' || field->length == 0 || field->length >= GC_SPARSE_JSON_PRIV_PATH) return false;
        field->kind = *++*at;
        if (field->kind) ++*at;
        field->size = gc_sparse_json_priv_decimal(at);
        if (*(*at)++ != '@') return false;
        field->offset = gc_sparse_json_priv_decimal(at);
    } else {
        char letter = *(*at)++;
        field->kind = letter == 'i' ? 'e' : letter == 'p' ? 'p' : 'u';
        field->size = letter == 'i' ? 8 : letter == 'p' ? 1 : (uint32_t)(letter - '0');
        uint32_t align = letter == 'i' ? 4 : field->size;
        if (letter == '8') align = (uint32_t)offsetof(gc_sparse_json_priv_eight, second);
        if (field->size != 1 && field->size != 2 && field->size != 4 && field->size != 8) return false;
        field->offset = end + ((0 - end) & (align - 1));
    }

    if (**at == '*') {
        ++*at;
        field->count = gc_sparse_json_priv_decimal(at);
    }

    if (!type->lettered && *(*at)++ != ';') return false;
    if (type->lettered) *at += strspn(*at, " ");

    // A kind that there is, and its place.
    const char kind[] = { field->kind, (char)('0' + field->size % 10), 0 };
    bool sound = field->size && field->size < 10 && field->count && field->offset <= type->size;
    sound = sound && strstr("b1 c1 i1 i2 i4 i8 u1 u2 u4 u8 f4 f8 e8 p1", kind) != NULL;
    return sound && field->count <= (type->size - field->offset) / field->size;
}

// The fields of type->text, with their shapes in the world's type of this name. GC_SPARSE_OK,
// E_FIELDS, E_MEMORY.
static int gc_sparse_json_priv_make_type(gc_sparse_json_priv_type *type, const gc_sparse_world *world,
                                         const char *name) {
    size_t length = strlen(type->text), most = length / (strchr(type->text, '@') ? 5 : 1) + 1;
    gc_sparse_type known = gc_sparse_find(world, name);
    const char *at = type->text + strspn(type->text, " ");
    uint32_t end = 0, n = 0;
    type->lettered = !strchr(type->text, '@');
    type->fields = (gc_sparse_json_priv_field *)gc_sparse_json_priv_room(NULL, most, sizeof *type->fields);
    if (!type->fields) return GC_SPARSE_E_MEMORY;

    while (*at) {
        gc_sparse_json_priv_field *field = &type->fields[type->count];
        gc_sparse_field there;
        if (!gc_sparse_json_priv_next_field(type, &at, end, field)) return GC_SPARSE_E_FIELDS;
        end = field->offset + field->count * field->size;
        if (field->kind == 'p') continue;
        type->count++;

        // Most are where they are looked for first.
        bool found = false;
        for (uint32_t i = 0; known.index && field->name && i < 2 && !found; i++) {
            if (i) n = 0;
            for (; !found && gc_sparse_field_at(world, known, n, &there); n++) {
                found = strlen(there.name) == field->length &&
                    memcmp(there.name, field->name, field->length) == 0;
            }
        }
        if (found && there.shape->count && (field->kind == 'i' || field->kind == 'u')) field->shape =
            there.shape;
    }

    return GC_SPARSE_OK;
}

// The enumerators of a type, each name once: of two enums with one name the first is known by
// it.
static bool gc_sparse_json_priv_add_enum(gc_sparse_json_priv_type *type, const char *name, uint32_t length,
                                         int64_t value) {
    uint32_t n = type->enum_count;
    if ((n & (n + 1)) == 0) {
        void *grown = gc_sparse_json_priv_room(type->enums, (size_t)n * 2 + 1, sizeof *type->enums);
        if (!grown) return false;
        type->enums = (gc_sparse_json_priv_enum *)grown;
    }
    gc_sparse_json_priv_enum made = { name, length, value };
    type->enums[type->enum_count++] = made;
    return true;
}

static const gc_sparse_json_priv_enum *gc_sparse_json_priv_find_enum(const gc_sparse_json_priv_type *type,
                                                                     const char *name, size_t length) {
    for (uint32_t i = 0; i < type->enum_count; i++) {
        if (type->enums[i].length == length && memcmp(type->enums[i].name, name, length) == 0) {
            return &type->enums[i];
        }
    }
    return NULL;
}

static bool gc_sparse_json_priv_known_enums(gc_sparse_json_priv_type *type) {
    for (uint32_t f = 0; f < type->count; f++) {
        const gc_sparse_shape *shape = type->fields[f].shape;
        for (uint32_t i = 0; shape && i < shape->count; i++) {
            const char *name = shape->members[i].name;
            uint32_t length = (uint32_t)strlen(name);
            if (gc_sparse_json_priv_find_enum(type, name, length)) continue;
            if (!gc_sparse_json_priv_add_enum(type, name, length, shape->members[i].at)) return false;
        }
    }
    return true;
}

// The bytes of a character of UTF-8 that begins a text, or 0.
static size_t gc_sparse_json_priv_utf8(const char *text, size_t size) {
    const unsigned char *p = (const unsigned char *)text;
    size_t n = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
    if (n > size) return 0;
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80) return 0;
    }
    bool out = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] >= 0xa0);
    out = out || (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] >= 0x90);
    return out ? 0 : n;
}

// >>write a save becomes a text

// What is written, in pieces of a buffer's size.
typedef struct gc_sparse_json_priv_out {
    int (*write)(void *user, const char *text, size_t size);
    void *user;
    int error;
    size_t size;
    gc_sparse_json_priv_powers powers;
    char buffer[GC_SPARSE_JSON_PRIV_BUFFER];
} gc_sparse_json_priv_out;

static void gc_sparse_json_priv_flush(gc_sparse_json_priv_out *out) {
    if (out->size && out->error == GC_SPARSE_OK) out->error = out->write(out->user, out->buffer, out->size);
    out->size = 0;
}

static void gc_sparse_json_priv_put(gc_sparse_json_priv_out *out, const char *text, size_t n) {
    while (n > sizeof out->buffer - out->size) {
        size_t part = sizeof out->buffer - out->size;
        memcpy(out->buffer + out->size, text, part);
        out->size += part;
        gc_sparse_json_priv_flush(out);
        text += part;
        n -= part;
    }
    memcpy(out->buffer + out->size, text, n);
    out->size += n;
}

static void gc_sparse_json_priv_say(gc_sparse_json_priv_out *out, const char *text) {
    gc_sparse_json_priv_put(out, text, strlen(text));
}

// A number's digits, to the end of a buffer; their begin.
static char *gc_sparse_json_priv_back(char *end, uint64_t number) {
    static const char pairs[] = "0001020304050607080910111213141516171819202122232425262728293031323334"
        "35363738394041424344454647484950515253545556575859606162636465666768697071727374757677787980"
        "81828384858687888990919293949596979899";
    for (; number >= 100; number /= 100) memcpy(end -= 2, pairs + number % 100 * 2, 2);
    if (number < 10) *--end = (char)('0' + (char)number);
    else memcpy(end -= 2, pairs + number * 2, 2);
    return end;
}

static void gc_sparse_json_priv_put_number(gc_sparse_json_priv_out *out, uint64_t number) {
    char text[20], *end = text + sizeof text, *begin = gc_sparse_json_priv_back(end, number);
    gc_sparse_json_priv_put(out, begin, (size_t)(end - begin));
}

// An integer, as a string where other programs would round it.
static void gc_sparse_json_priv_put_int(gc_sparse_json_priv_out *out, uint64_t bits, bool negative) {
    uint64_t magnitude = negative ? 0 - bits : bits;
    bool quoted = magnitude > (uint64_t)1 << 53;
    if (quoted) gc_sparse_json_priv_put(out, "\"", 1);
    if (negative) gc_sparse_json_priv_put(out, "-", 1);
    gc_sparse_json_priv_put_number(out, magnitude);
    if (quoted) gc_sparse_json_priv_put(out, "\"", 1);
}

// A float as a text of up to 32 bytes, from its bits; its length.
static size_t gc_sparse_json_priv_float(gc_sparse_json_priv_powers powers, uint64_t bits, bool wide,
                                        char *to) {
    uint64_t sign = (uint64_t)1 << (wide ? 63 : 31), infinite = wide ? (uint64_t)0x7ff << 52
        : (uint64_t)0xff << 23;
    uint64_t usual = infinite | infinite >> 1, magnitude = bits & ~sign;
    char *begin = to, digits[20], *end = digits + sizeof digits;
    if (magnitude > infinite) {
        memcpy(to, "\"NaN", 4);
        to += 4;
        if (bits != (usual & ~sign & (infinite | (infinite & (0 - infinite)) >> 1))) {
            *to++ = ':';
            for (int at = wide ? 60 : 28; at >= 0; at -= 4) *to++ = "0123456789abcdef"[bits >> at & 15];
        }
        *to++ = '"';
        return (size_t)(to - begin);
    }
    if (magnitude == infinite) {
        const char *text = bits & sign ? "\"-Infinity\"" : "\"Infinity\"";
        memcpy(to, text, strlen(text));
        return strlen(text);
    }

    if (bits & sign) *to++ = '-';
    if (magnitude == 0) {
        memcpy(to, "0.0", 3);
        return bits & sign ? 4 : 1;
    }

    // Its digits, of which `point` are in front of the point.
    int ten;
    uint64_t number = gc_sparse_json_priv_digits(powers, magnitude, wide, &ten);

    for (; number % 10 == 0; ten++) number /= 10;
    char *first = gc_sparse_json_priv_back(end, number);
    int n = (int)(end - first), point = n + ten;
    bool plain = point > -6 && point <= 21;
    int front = plain ? point : 1;
    if (front <= 0) {
        memcpy(to, "0.000000", 8);
        to += 2 - front;
        front = 0;
    } else {
        for (int i = 0; i < front; i++) *to++ = '0';
        memcpy(to - front, first, (size_t)(n < front ? n : front));
        if (n > front) *to++ = '.';
    }
    if (n > front) {
        memcpy(to, first + front, (size_t)(n - front));
        to += n - front;
    }
    if (plain) return (size_t)(to - begin);

    *to++ = 'e';
    if (point <= 0) *to++ = '-';
    char *exponent = gc_sparse_json_priv_back(end, (uint64_t)(point > 0 ? point - 1 : 1 - point));
    memcpy(to, exponent, (size_t)(end - exponent));
    return (size_t)(to + (end - exponent) - begin);
}

static void gc_sparse_json_priv_put_base16(gc_sparse_json_priv_out *out, const char *bytes, size_t n) {
    gc_sparse_json_priv_say(out, "{\"base16\":\"");
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        const char pair[] = { "0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15] };
        gc_sparse_json_priv_put(out, pair, 2);
    }
    gc_sparse_json_priv_say(out, "\"}");
}

static void gc_sparse_json_priv_put_string(gc_sparse_json_priv_out *out, const char *text, size_t n) {
    for (size_t i = 0, step; i < n; i += step) {
        step = gc_sparse_json_priv_utf8(text + i, n - i);
        if (step) continue;
        gc_sparse_json_priv_put_base16(out, text, n);
        return;
    }

    gc_sparse_json_priv_put(out, "\"", 1);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        const char code[] = { '\\', 'u', '0', '0', (char)('0' + (c >> 4)), "0123456789abcdef"[c & 15] };
        const char escaped[] = { '\\', text[i] };
        if (c < 0x20) gc_sparse_json_priv_put(out, code, 6);
        else if (c == '"' || c == '\\') gc_sparse_json_priv_put(out, escaped, 2);
        else gc_sparse_json_priv_put(out, text + i, 1);
    }

    gc_sparse_json_priv_put(out, "\"", 1);
}

static void gc_sparse_json_priv_put_id(gc_sparse_json_priv_out *out, uint32_t slot, uint32_t generation) {
    char text[24], *at = text + sizeof text;
    *--at = '"';
    at = gc_sparse_json_priv_back(at, generation);
    *--at = ':';
    at = gc_sparse_json_priv_back(at, slot);
    *--at = '"';
    gc_sparse_json_priv_put(out, at, (size_t)(text + sizeof text - at));
}

static void gc_sparse_json_priv_put_value(gc_sparse_json_priv_out *out, const gc_sparse_json_priv_type *type,
                                          const gc_sparse_json_priv_field *field, const char *from) {
    uint64_t bits = gc_sparse_json_priv_get(from, field->size), sign = (uint64_t)1 << (field->size * 8 - 1);
    char text[40];

    if (field->kind == 'f') {
        size_t n = gc_sparse_json_priv_float(out->powers, bits, field->size == 8, text);
        gc_sparse_json_priv_put(out, text, n);
    } else if (field->kind == 'e') {
        gc_sparse_json_priv_put_id(out, (uint32_t)(bits & UINT32_MAX), (uint32_t)(bits >> 32));
    } else if (field->kind == 'b' && bits < 2) {
        gc_sparse_json_priv_say(out, bits ? "true" : "false");
    } else {
        bool is_signed = field->kind == 'i';
        if (is_signed) bits = (bits ^ sign) - sign;

        // Its name, if reading finds this value by it.
        for (uint32_t i = 0; field->shape && i < field->shape->count; i++) {
            const gc_sparse_member *member = &field->shape->members[i];
            size_t length = strlen(member->name);
            if ((uint64_t)member->at != bits) continue;
            const gc_sparse_json_priv_enum *found = gc_sparse_json_priv_find_enum(type, member->name, length);
            if (!found || found->value != member->at) continue;
            gc_sparse_json_priv_put_string(out, member->name, length);
            return;
        }
        gc_sparse_json_priv_put_int(out, bits, is_signed && bits >> 63);
    }
}

static void gc_sparse_json_priv_put_row(gc_sparse_json_priv_out *out, const gc_sparse_json_priv_type *type,
                                        const char *row) {
    if (type->text[0] == 0 && type->size) {
        gc_sparse_json_priv_put_base16(out, row, type->size);
        return;
    }

    for (uint32_t f = 0; f < type->count; f++) {
        const gc_sparse_json_priv_field *field = &type->fields[f];
        const char *from = row + field->offset;
        uint32_t n = field->count;
        gc_sparse_json_priv_put(out, type->leads + field->lead, field->lead_end - field->lead);
        if (field->kind == 'c') {
            while (n > 0 && from[n - 1] == 0) n--;
            gc_sparse_json_priv_put_string(out, from, n);
            continue;
        }
        bool array = n > 1 && !type->lettered;
        if (array) gc_sparse_json_priv_put(out, "[", 1);
        for (uint32_t i = 0; i < n; i++, from += field->size) {
            if (i) gc_sparse_json_priv_put(out, ",", 1);
            gc_sparse_json_priv_put_value(out, type, field, from);
        }
        if (array) gc_sparse_json_priv_put(out, "]", 1);
    }

    uint32_t last = type->count ? type->fields[type->count - 1].lead_end : 0;
    gc_sparse_json_priv_put(out, type->leads + last, type->lead_end - last);
}

// What stands between the values of two fields, whose names are paths as "parts[2].at.x": the
// brackets that close, and open. Before the first field, and behind the last one, there is
// none.
static char *gc_sparse_json_priv_lead(char *to, const gc_sparse_json_priv_field *was,
                                      const gc_sparse_json_priv_field *now) {
    // What both have in front, up to a step that differs.
    uint32_t same = 0;
    while (was && now && same < was->length && same < now->length &&
           was->name[same] == now->name[same]) same++;
    while (same > 0 && (!strchr(".[", was->name[same]) || !strchr(".[", now->name[same]))) same--;

    for (uint32_t i = was ? was->length : 0; i-- > same + 1; ) {
        if (was->name[i] == '.') *to++ = '}';
        if (was->name[i] == '[') *to++ = ']';
    }
    if (!was || !now) *to++ = was ? '}' : '{';
    else *to++ = ',';

    bool key = now && same == 0;
    if (key) *to++ = '"';

    for (uint32_t i = same; now && i < now->length; i++) {
        char c = now->name[i];
        if (c == '.' || c == '[') {
            if (key) *to++ = '"';
            if (key) *to++ = ':';
            if (i > same) *to++ = c == '.' ? '{' : '[';
            key = c == '.';
            if (key) *to++ = '"';
        } else if (key) {
            if (c == '"' || c == '\\') *to++ = '\\';
            *to++ = c;
        }
    }
    if (key) *to++ = '"';
    if (key) *to++ = ':';
    return to;
}

static bool gc_sparse_json_priv_make_leads(gc_sparse_json_priv_type *type) {
    size_t room = 16;
    for (uint32_t f = 0; f < type->count; f++) room += 6 * (size_t)type->fields[f].length + 8;
    char *to = type->leads = (char *)gc_sparse_json_priv_room(NULL, room, 1);
    if (!to) return false;

    for (uint32_t f = 0; f <= type->count; f++) {
        gc_sparse_json_priv_field *now = f < type->count ? &type->fields[f] : NULL;
        const gc_sparse_json_priv_field *was = f ? &type->fields[f - 1] : NULL;
        if (now) now->lead = (uint32_t)(to - type->leads);
        if (!type->lettered || type->count == 0) to = gc_sparse_json_priv_lead(to, was, now);
        else *to++ = !was ? '[' : !now ? ']' : ',';
        if (now) now->lead_end = (uint32_t)(to - type->leads);
    }

    if (type->count == 0) *to++ = '}';
    type->lead_end = (uint32_t)(to - type->leads);
    return true;
}

// ,"name":number
static void gc_sparse_json_priv_put_part(gc_sparse_json_priv_out *out, const char *name, uint64_t number) {
    gc_sparse_json_priv_say(out, name);
    gc_sparse_json_priv_put_int(out, number, false);
}

// The table of entities, as those alive, free slots in their order, and retired ones.
static void gc_sparse_json_priv_put_entities(gc_sparse_json_priv_out *out, const char *table, uint32_t slots,
                                             uint32_t free_head) {
    const char *separator = "";
    gc_sparse_json_priv_say(out, ",\n\"entities\":[");
    for (uint32_t slot = 0; slot < slots; slot++) {
        const char *at = table + (size_t)slot * 8;
        if (gc_sparse_json_priv_get32(at) != slot || !gc_sparse_json_priv_get32(at + 4)) continue;
        gc_sparse_json_priv_say(out, separator);
        gc_sparse_json_priv_put_id(out, slot, gc_sparse_json_priv_get32(at + 4));
        separator = ",";
    }

    gc_sparse_json_priv_say(out, "],\n\"free\":[");
    separator = "";
    for (uint32_t slot = free_head; slot < slots; slot =
         gc_sparse_json_priv_get32(table + (size_t)slot * 8)) {
        gc_sparse_json_priv_say(out, separator);
        gc_sparse_json_priv_put_id(out, slot, gc_sparse_json_priv_get32(table + (size_t)slot * 8 + 4));
        separator = ",";
    }

    gc_sparse_json_priv_say(out, "],\n\"retired\":[");
    separator = "";
    for (uint32_t slot = 0; slot < slots; slot++) {
        if (gc_sparse_json_priv_get32(table + (size_t)slot * 8 + 4)) continue;
        gc_sparse_json_priv_say(out, separator);
        gc_sparse_json_priv_put_number(out, slot);
        separator = ",";
    }
    gc_sparse_json_priv_say(out, "]");
}

static size_t gc_sparse_json_priv_up(size_t n) { return (n + 7) / 8 * 8; }

// A type of the save; behind it, or NULL: no memory.
static const char *gc_sparse_json_priv_put_type(gc_sparse_json_priv_out *out, const gc_sparse_world *world,
                                                const char *table, const char *at) {
    gc_sparse_json_priv_type type;
    memset(&type, 0, sizeof type);
    uint32_t name = gc_sparse_json_priv_get32(at), text = gc_sparse_json_priv_get32(at + 4);
    uint32_t rows = gc_sparse_json_priv_get32(at + 12), resource = gc_sparse_json_priv_get32(at + 16);
    uint32_t version = gc_sparse_json_priv_get32(at + 20);
    type.size = gc_sparse_json_priv_get32(at + 8);
    const char *slots = at + 24 + gc_sparse_json_priv_up((size_t)name + text);
    const char *row = slots + gc_sparse_json_priv_up((size_t)rows * 4);
    const char *last = row + gc_sparse_json_priv_up((size_t)rows * type.size);

    // Both names with their ends.
    type.text = (char *)gc_sparse_json_priv_room(NULL, (size_t)name + text + 2, 1);
    if (!type.text) return NULL;
    memcpy(type.text, at + 24 + name, text);
    type.text[text] = 0;
    char *own_name = type.text + text + 1;
    memcpy(own_name, at + 24, name);
    own_name[name] = 0;
    bool made = gc_sparse_json_priv_make_type(&type, world, own_name) == GC_SPARSE_OK;
    made = made && gc_sparse_json_priv_known_enums(&type) && gc_sparse_json_priv_make_leads(&type);

    gc_sparse_json_priv_say(out, "{\"name\":");
    gc_sparse_json_priv_put_string(out, own_name, name);
    gc_sparse_json_priv_put_part(out, ",\"version\":", version);
    gc_sparse_json_priv_put_part(out, ",\"size\":", type.size);
    gc_sparse_json_priv_say(out, ",\"fields\":");
    gc_sparse_json_priv_put_string(out, type.text, text);

    for (uint32_t i = 0; i < type.enum_count; i++) {
        gc_sparse_json_priv_say(out, i ? "," : ",\"enums\":{");
        gc_sparse_json_priv_put_string(out, type.enums[i].name, type.enums[i].length);
        gc_sparse_json_priv_put(out, ":", 1);
        gc_sparse_json_priv_put_int(out, (uint64_t)type.enums[i].value, type.enums[i].value < 0);
    }

    gc_sparse_json_priv_say(out, type.enum_count ? "},\"rows\":{" : ",\"rows\":{");
    for (uint32_t i = 0; i < rows && made; i++, row += type.size) {
        uint32_t slot = gc_sparse_json_priv_get32(slots + (size_t)i * 4);
        gc_sparse_json_priv_say(out, i ? ",\n" : "\n");
        gc_sparse_json_priv_put_id(out, slot, gc_sparse_json_priv_get32(table + (size_t)slot * 8 + 4));
        gc_sparse_json_priv_put(out, ":", 1);
        gc_sparse_json_priv_put_row(out, &type, row);
    }
    gc_sparse_json_priv_put(out, "}", 1);
    if (resource) gc_sparse_json_priv_say(out, ",\"resource\":");
    if (resource && made) gc_sparse_json_priv_put_row(out, &type, last);
    gc_sparse_json_priv_put(out, "}", 1);
    gc_sparse_json_priv_free_type(&type);
    return made ? last + (resource ? gc_sparse_json_priv_up(type.size) : 0) : NULL;
}

// Numbers of a save's head: their names, where they are, and their bytes.
typedef struct gc_sparse_json_priv_head { const char *name; uint32_t at, size; } gc_sparse_json_priv_head;
static const gc_sparse_json_priv_head gc_sparse_json_priv_heads[] =
    { { "settings", 12, 4 }, { "skipped", 24, 8 },
    { "first_generation", 32, 4 }, { "shift", 36, 4 }, { "lists", 52, 4 }, { "commands", 56, 4 },
    { "next_number", 60, 4 } };
enum { GC_SPARSE_JSON_PRIV_HEADS = 7 };

static bool gc_sparse_json_priv_put_world(gc_sparse_json_priv_out *out, const gc_sparse_world *world,
                                          const char *save, size_t size) {
    uint32_t slots = gc_sparse_json_priv_get32(save + 40), types = gc_sparse_json_priv_get32(save + 48);
    gc_sparse_json_priv_say(out, "{\"gc_sparse_json\":1");
    for (int i = 0; i < GC_SPARSE_JSON_PRIV_HEADS; i++) {
        const gc_sparse_json_priv_head *head = &gc_sparse_json_priv_heads[i];
        gc_sparse_json_priv_say(out, ",\"");
        gc_sparse_json_priv_say(out, head->name);
        gc_sparse_json_priv_put_part(out, "\":", gc_sparse_json_priv_get(save + head->at, head->size));
    }
    gc_sparse_json_priv_put_entities(out, save + 64, slots, gc_sparse_json_priv_get32(save + 44));

    const char *at = save + 64 + (size_t)slots * 8, *end = save + size - 8;
    gc_sparse_json_priv_say(out, ",\n\"types\":[");
    for (uint32_t i = 0; i < types && at; i++) {
        gc_sparse_json_priv_say(out, i ? ",\n" : "\n");
        at = gc_sparse_json_priv_put_type(out, world, save + 64, at);
    }
    if (!at) return false;

    // Lists of cached queries, and what commands objects have resolved.
    gc_sparse_json_priv_say(out, at < end ? "],\n\"rest\":" : "]");
    if (at < end) gc_sparse_json_priv_put_base16(out, at, (size_t)(end - at));
    gc_sparse_json_priv_say(out, "}\n");
    return true;
}

GC_SPARSE_JSON_API int gc_sparse_json_write(const gc_sparse_world *world,
                                            int (*write)(void *user, const char *text, size_t size),
                                                void *user) {
    if (!world || !write) return GC_SPARSE_E_ARGUMENT;
    size_t size = gc_sparse_save(world, NULL, 0);
    gc_sparse_json_priv_out *out =
        (gc_sparse_json_priv_out *)gc_sparse_json_priv_room(NULL, 1, sizeof(gc_sparse_json_priv_out));
    char *save = (char *)gc_sparse_json_priv_room(NULL, size, 1);
    int error = GC_SPARSE_E_MEMORY;
    if (out && save) {
        memset(out, 0, offsetof(gc_sparse_json_priv_out, buffer));
        out->write = write;
        out->user = user;
        gc_sparse_save(world, save, size);
        if (!gc_sparse_json_priv_put_world(out, world, save, size)) out->error = GC_SPARSE_E_MEMORY;
        gc_sparse_json_priv_flush(out);
        error = out->error;
    }

    GC_SPARSE_JSON_FREE(save);
    GC_SPARSE_JSON_FREE(out);

    return error;
}

// >>text tokens of a text

// What is read. After the first error `what` stays, and all calls return false.
typedef struct gc_sparse_json_priv_in {
    const char *text, *at, *end, *where, *what;
    const char *counted;            // the longest part of the object read last, which has
    uint32_t count;                 // at most so many elements
    bool marks[256];                // characters that gc_sparse_json_priv_skip looks at
    const char *string;             // the string read last, decoded
    size_t length, room;
    char *decoded;                  // a buffer for those with escapes
    char *save;                     // what is made
    size_t size, capacity;
    uint32_t *rows;                 // by slot: the last row that it had, counted over all types
    uint32_t row, slots;
    int error;
    const gc_sparse_world *world;
    gc_sparse_json_priv_powers powers;
    char path[GC_SPARSE_JSON_PRIV_PATH + 16];
} gc_sparse_json_priv_in;

static bool gc_sparse_json_priv_fail(gc_sparse_json_priv_in *in, const char *what) {
    if (!in->what) {
        in->what = what;
        in->where = in->at;
    }
    return false;
}

static bool gc_sparse_json_priv_no_memory(gc_sparse_json_priv_in *in) {
    in->error = GC_SPARSE_E_MEMORY;
    return gc_sparse_json_priv_fail(in, "no memory");
}

// The next character that is no space; 0: the end.
static char gc_sparse_json_priv_peek(gc_sparse_json_priv_in *in) {
    while (in->at < in->end && (*in->at == ' ' || *in->at == '\n' || *in->at == '\t' ||
                                *in->at == '\r')) in->at++;
    return in->at < in->end ? *in->at : 0;
}

static bool gc_sparse_json_priv_want(gc_sparse_json_priv_in *in, char c, const char *what) {
    if (in->what || gc_sparse_json_priv_peek(in) != c) return gc_sparse_json_priv_fail(in, what);
    in->at++;
    return true;
}

// To the next element of an array or object, whose number is in *n at first; false: its end.
static bool gc_sparse_json_priv_more(gc_sparse_json_priv_in *in, char close, uint32_t *n) {
    if (in->what) return false;
    if (gc_sparse_json_priv_peek(in) == close) {
        in->at++;
        return false;
    }
    if ((*n)++ && !gc_sparse_json_priv_want(in, ',', "a comma or the end of the list is wanted")) {
        return false;
    }
    gc_sparse_json_priv_peek(in);
    return true;
}

// The value of n digits of base 16, or UINT64_MAX.
static uint64_t gc_sparse_json_priv_hex(const char *at, const char *end, int n) {
    uint64_t value = 0;
    if (end - at < n) return UINT64_MAX;
    for (; n > 0; n--, at++) {
        int digit = *at >= '0' && *at <= '9' ? *at - '0' : (*at | 32) >= 'a' && (*at | 32) <= 'f'
            ? (*at | 32) - 'a' + 10 : -1;
        if (digit < 0) return UINT64_MAX;
        value = value << 4 | (uint64_t)digit;
    }
    return value;
}

// An escape behind its backslash, as UTF-8.
static bool gc_sparse_json_priv_escape(gc_sparse_json_priv_in *in, char *to, size_t *n) {
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *letter = in->at < in->end && *in->at ? strchr(letters, *in->at) : NULL;
    if (letter) {
        to[(*n)++] = values[letter - letters];
        in->at++;
        return true;
    }
    uint64_t code = in->at < in->end && *in->at == 'u' ? gc_sparse_json_priv_hex(in->at + 1, in->end, 4)
        : UINT64_MAX;
    bool high = code >= 0xd800 && code < 0xdc00;
    if (high && in->end - in->at > 11 && in->at[5] == '\\' && in->at[6] == 'u') {
        uint64_t second = gc_sparse_json_priv_hex(in->at + 7, in->end, 4);
        if (second < 0xdc00 || second >= 0xe000) return gc_sparse_json_priv_fail(in, "half a surrogate pair");
        code = 0x10000 + ((code - 0xd800) << 10 | (second - 0xdc00));
        in->at += 6;
    } else if (code >= 0xd800 && code < 0xe000) {
        return gc_sparse_json_priv_fail(in, "half a surrogate pair");
    }

    if (code == UINT64_MAX) return gc_sparse_json_priv_fail(in, "no such escape");
    in->at += 5;

    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned first[] = { 0, 0xc0, 0xe0, 0xf0 };
    to[(*n)++] = (char)(first[more] | (unsigned)(code >> 6 * more));
    while (more-- > 0) to[(*n)++] = (char)(0x80 | (code >> 6 * more & 63));
    return true;
}

// A string, which stays until the next one.
static bool gc_sparse_json_priv_string(gc_sparse_json_priv_in *in) {
    if (!gc_sparse_json_priv_want(in, '"', "a string is wanted")) return false;
    const char *begin = in->at;
    size_t n = 0;
    bool escapes = false;

    while (in->at < in->end && *in->at != '"') {
        size_t step = gc_sparse_json_priv_utf8(in->at, (size_t)(in->end - in->at));
        if (step == 0) return gc_sparse_json_priv_fail(in, "a string is not UTF-8");
        if ((unsigned char)*in->at < 0x20) {
            return gc_sparse_json_priv_fail(in, "a control character in a string");
        }
        if (*in->at != '\\') {
            if (escapes) memcpy(in->decoded + n, in->at, step);
            n += step;
            in->at += step;
            continue;
        }

        // From the first escape on there is a buffer, with room for all that is left.
        const char *end = in->at + 1;
        while (!escapes && end < in->end && *end != '"') end += *end == '\\' && in->end - end > 1 ? 2 : 1;
        if (!escapes && in->room < n + (size_t)(end - in->at)) {
            size_t room = n + (size_t)(end - in->at) + 16;
            void *grown = gc_sparse_json_priv_room(in->decoded, room, 1);
            if (!grown) return gc_sparse_json_priv_no_memory(in);
            in->decoded = (char *)grown;
            in->room = room;
        }
        if (!escapes) memcpy(in->decoded, begin, n);
        escapes = true;
        in->at++;
        if (!gc_sparse_json_priv_escape(in, in->decoded, &n)) return false;
    }

    in->string = escapes ? in->decoded : begin;
    in->length = n;
    return gc_sparse_json_priv_want(in, '"', "a string does not end");
}

// Over a value, of which brackets and strings alone are looked at; *count: at most so many
// elements.
static bool gc_sparse_json_priv_skip(gc_sparse_json_priv_in *in, uint32_t *count) {
    uint64_t open = 0;
    int depth = 0;
    *count = 1;
    gc_sparse_json_priv_peek(in);

    const char *begin = in->at, *end = in->end, *what = NULL;
    for (const char *at = begin; at < end; at++) {
        char c = *at;
        if (!in->marks[(unsigned char)c]) continue;
        in->at = at;
        if (c == '"') {
            const char *quote = (const char *)memchr(at + 1, '"', (size_t)(end - at - 1));
            if (quote && quote[-1] != '\\') at = quote;
            else for (at++; at < end && *at != '"'; at++) at += *at == '\\';
        } else if (c == '{' || c == '[') {
            what = "too many brackets";
            if (depth++ == GC_SPARSE_JSON_PRIV_DEPTH) break;
            open = open << 1 | (c == '{');
        } else if (depth && c != ',') {
            what = "another bracket is open";
            if ((open & 1) != (c == '}')) break;
            open >>= 1;
            depth--;
        } else if (depth == 0) {
            return at > begin || gc_sparse_json_priv_fail(in, "a value is wanted");
        } else {
            what = "too many elements";
            if (depth == 1 && ++*count == UINT32_MAX) break;
        }
        what = NULL;
        if (depth == 0 && at < end) return in->at = at + 1, true;
    }

    if (!what) in->at = end;
    return gc_sparse_json_priv_fail(in, what ? what : "the text ends too early");
}

// The parts of an object by their names; NULL: not there.
static bool gc_sparse_json_priv_members(gc_sparse_json_priv_in *in, const char *const *names,
                                        const char **values, int n) {
    if (!gc_sparse_json_priv_want(in, '{', "an object is wanted")) return false;
    memset((void *)values, 0, (size_t)n * sizeof *values);

    for (uint32_t i = 0, count; gc_sparse_json_priv_more(in, '}', &i); ) {
        const char *key = in->at;
        if (!gc_sparse_json_priv_string(in)) return false;
        int k = 0;
        while (k < n && (strlen(names[k]) != in->length ||
                         memcmp(names[k], in->string, in->length) != 0)) k++;
        bool twice = k < n && values[k];
        if (k == n || twice) {
            in->at = key;
            return gc_sparse_json_priv_fail(in, twice ? "a key is there twice" : "no such part");
        }
        if (!gc_sparse_json_priv_want(in, ':', "a colon is wanted")) return false;
        gc_sparse_json_priv_peek(in);
        values[k] = in->at;
        if (!gc_sparse_json_priv_skip(in, &count)) return false;
        if (i > 1 && count < in->count) continue;
        in->counted = values[k];
        in->count = count;
    }

    return !in->what;
}

// A number, from `at` on.
static bool gc_sparse_json_priv_scan(gc_sparse_json_priv_in *in, gc_sparse_json_priv_number *number) {
    const char *at = in->at, *end = in->end;
    bool full = false, point = false;
    memset(number, 0, sizeof *number);
    number->whole = true;
    number->minus = at < end && *at == '-';
    at += number->minus;
    number->from = at;

    for (const char *begin = at; ; at++) {
        if (at < end && *at >= '0' && *at <= '9') {
            uint64_t digit = (uint64_t)(*at - '0');
            full = full || number->digits > (UINT64_MAX - digit) / 10;
            if (!full) number->digits = number->digits * 10 + digit;
            number->more = number->more || (full && digit);
            number->ten += (int)full - (int)point;
            continue;
        }
        if (at == begin || (!point && *begin == '0' && at > begin + 1)) {
            return gc_sparse_json_priv_fail(in, "a number is wanted");
        }
        if (point || at == end || *at != '.') break;
        begin = at + 1;
        point = true;
        number->whole = false;
    }

    number->to = at;
    if (at < end && (*at | 32) == 'e') {
        bool minus = ++at < end && *at == '-';
        int64_t exponent = 0;
        at += at < end && (*at == '-' || *at == '+');
        if (at == end || *at < '0' || *at > '9') return gc_sparse_json_priv_fail(in, "an exponent is wanted");
        for (; at < end && *at >= '0' && *at <= '9'; at++) {
            if (exponent < (int64_t)1 << 52) exponent = exponent * 10 + (*at - '0');
        }
        number->ten += minus ? -exponent : exponent;
        number->whole = false;
    }

    in->at = at;
    return true;
}

// >>values what a text says of a component

// A number, or the string that holds one: other programs would round it.
static bool gc_sparse_json_priv_numeral(gc_sparse_json_priv_in *in, gc_sparse_json_priv_number *number) {
    if (gc_sparse_json_priv_peek(in) != '"') return gc_sparse_json_priv_scan(in, number);
    const char *begin = in->at;
    if (!gc_sparse_json_priv_string(in)) return false;
    const char *at = in->at, *end = in->end;
    in->at = in->string;
    in->end = in->string + in->length;
    bool read = gc_sparse_json_priv_scan(in, number) && in->at == in->end;
    in->end = end;
    in->at = read ? at : begin;
    if (!read) in->what = NULL;
    return read || gc_sparse_json_priv_fail(in, "a number is wanted");
}

// An integer of so many bytes.
static bool gc_sparse_json_priv_integer(gc_sparse_json_priv_in *in, uint32_t size, bool is_signed,
                                        uint64_t *out) {
    gc_sparse_json_priv_number number;
    gc_sparse_json_priv_peek(in);
    const char *begin = in->at;
    if (!gc_sparse_json_priv_numeral(in, &number)) return false;

    // 30.0 and 3e1 are integers as well.
    uint64_t magnitude = number.digits, most = UINT64_MAX >> (64 - size * 8 + is_signed);
    bool sound = !number.more;
    for (; sound && magnitude && number.ten < 0; number.ten++) {
        sound = magnitude % 10 == 0;
        magnitude /= 10;
    }

    for (; sound && magnitude && number.ten > 0; number.ten--) {
        sound = magnitude <= UINT64_MAX / 10;
        magnitude *= 10;
    }
    if (number.minus) most = is_signed ? most + 1 : 0;
    if (!sound || magnitude > most) {
        in->at = begin;
        return gc_sparse_json_priv_fail(in, "not an integer that fits");
    }
    *out = number.minus ? 0 - magnitude : magnitude;
    return true;
}

static bool gc_sparse_json_priv_u32(gc_sparse_json_priv_in *in, uint32_t *out) {
    uint64_t bits = 0;
    bool read = gc_sparse_json_priv_integer(in, 4, false, &bits);
    *out = (uint32_t)bits;
    return read;
}

// "12:1"
static bool gc_sparse_json_priv_id(gc_sparse_json_priv_in *in, uint32_t *slot, uint32_t *generation) {
    gc_sparse_json_priv_peek(in);
    const char *begin = in->at;
    if (!gc_sparse_json_priv_string(in)) return false;
    const char *at = in->string, *end = at + in->length;
    uint64_t parts[2] = { 0, 0 };
    bool sound = true;

    for (int part = 0; part < 2 && sound; part++) {
        const char *from = at;
        for (; at < end && *at >= '0' && *at <= '9' && parts[part] <= UINT32_MAX; at++) {
            parts[part] = parts[part] * 10 + (uint64_t)(*at - '0');
        }
        sound = at > from && parts[part] <= UINT32_MAX && (part ? at == end : at < end && *at++ == ':');
    }

    *slot = (uint32_t)parts[0];
    *generation = (uint32_t)parts[1];
    if (!sound) in->at = begin;
    return sound || gc_sparse_json_priv_fail(in, "an id is wanted, as \"12:1\"");
}

static bool gc_sparse_json_priv_float_in(gc_sparse_json_priv_in *in, bool wide, uint64_t *bits) {
    uint64_t infinite = wide ? (uint64_t)0x7ff << 52 : (uint64_t)0xff << 23;
    if (gc_sparse_json_priv_peek(in) == '"') {
        const char *begin = in->at;
        if (!gc_sparse_json_priv_string(in)) return false;
        const char *s = in->string;
        size_t n = in->length;
        if (n == 8 && memcmp(s, "Infinity", 8) == 0) return *bits = infinite, true;
        if (n == 9 && memcmp(s, "-Infinity", 9) == 0) {
            return *bits = infinite | (wide ? (uint64_t)1 << 63 : 1u << 31), true;
        }
        if (n == 3 && memcmp(s, "NaN", 3) == 0) {
            return *bits = infinite | (wide ? (uint64_t)1 << 51 : 1u << 22), true;
        }
        if (n == (wide ? 20u : 12u) && memcmp(s, "NaN:", 4) == 0) {
            *bits = gc_sparse_json_priv_hex(s + 4, s + n, wide ? 16 : 8);
            if ((*bits & infinite) == infinite && *bits & ((infinite & (0 - infinite)) - 1)) return true;
            in->at = begin;
            return gc_sparse_json_priv_fail(in, "not the bits of a NaN");
        }
        in->at = begin;
    }

    gc_sparse_json_priv_number number;
    if (!gc_sparse_json_priv_numeral(in, &number)) return false;
    *bits = gc_sparse_json_priv_bits(in->powers, &number, wide);

    return true;
}

// A string, or {"base16":"..."}, to n bytes: all of them, or at most.
static bool gc_sparse_json_priv_bytes(gc_sparse_json_priv_in *in, char *to, size_t n, bool all) {
    static const char *const names[] = { "base16" };
    const char *values[1] = { NULL };
    gc_sparse_json_priv_peek(in);
    const char *begin = in->at;
    if (*begin != '{' || begin == in->end) {
        if (!gc_sparse_json_priv_string(in)) return false;
        if (!all && in->length <= n) return memcpy(to, in->string, in->length), true;
        in->at = begin;
        return gc_sparse_json_priv_fail(in, all ? "base16 is wanted" : "a string is too long");
    }

    if (!gc_sparse_json_priv_members(in, names, values, 1)) return false;
    if (!values[0]) return true;
    const char *end = in->at;
    in->at = values[0];
    if (!gc_sparse_json_priv_string(in)) return false;
    bool sound = in->length % 2 == 0 && (all ? in->length == 2 * n : in->length <= 2 * n);

    for (size_t i = 0; i < in->length / 2 && sound; i++) {
        uint64_t byte = gc_sparse_json_priv_hex(in->string + 2 * i, in->string + in->length, 2);
        sound = byte <= 255;
        to[i] = (char)(byte & 255);
    }
    in->at = sound ? end : values[0];
    return sound || gc_sparse_json_priv_fail(in, "not base16 of this size");
}

static bool gc_sparse_json_priv_element(gc_sparse_json_priv_in *in, const gc_sparse_json_priv_type *type,
                                        const gc_sparse_json_priv_field *field, char *to) {
    uint64_t bits = 0;
    char c = gc_sparse_json_priv_peek(in);
    const char *begin = in->at;
    size_t left = (size_t)(in->end - begin);

    if (field->kind == 'f') {
        if (!gc_sparse_json_priv_float_in(in, field->size == 8, &bits)) return false;
    } else if (field->kind == 'e') {
        uint32_t slot, generation;
        if (!gc_sparse_json_priv_id(in, &slot, &generation)) return false;
        bits = slot | (uint64_t)generation << 32;
    } else if (field->kind == 'b' && left > 4 && (memcmp(begin, "true", 4) == 0 ||
                                                  memcmp(begin, "false", 5) == 0)) {
        bits = *begin == 't';
        in->at += bits ? 4 : 5;
    } else {
        const gc_sparse_json_priv_enum *found = NULL;
        bool name = c == '"' && type->enum_count && (field->kind == 'i' || field->kind == 'u');
        if (name && !gc_sparse_json_priv_string(in)) return false;
        if (name) found = gc_sparse_json_priv_find_enum(type, in->string, in->length);
        if (found) bits = (uint64_t)found->value;
        else in->at = begin;
        if (!found && !gc_sparse_json_priv_integer(in, field->size, field->kind == 'i', &bits)) return false;
    }

    gc_sparse_json_priv_set(to, bits, field->size);
    return true;
}

// All elements of a field.
static bool gc_sparse_json_priv_field_in(gc_sparse_json_priv_in *in, const gc_sparse_json_priv_type *type,
                                         gc_sparse_json_priv_field *field, char *row) {
    if (field->seen == in->row) return gc_sparse_json_priv_fail(in, "a field is there twice");
    field->seen = in->row;
    char *to = row + field->offset;
    if (field->kind == 'c') return gc_sparse_json_priv_bytes(in, to, field->count, false);
    if (field->count == 1) return gc_sparse_json_priv_element(in, type, field, to);
    if (!gc_sparse_json_priv_want(in, '[', "an array is wanted")) return false;
    for (uint32_t i = 0; gc_sparse_json_priv_more(in, ']', &i); to += field->size) {
        if (i > field->count) return gc_sparse_json_priv_fail(in, "too many elements");
        if (!gc_sparse_json_priv_element(in, type, field, to)) return false;
    }
    return !in->what;
}

// The value at in->path, which is n long: of a field, or of a struct or array of structs.
static bool gc_sparse_json_priv_value(gc_sparse_json_priv_in *in, gc_sparse_json_priv_type *type, char *row,
                                      size_t n) {
    char c = gc_sparse_json_priv_peek(in);
    for (uint32_t i = 0; i < type->count && n; i++) {
        gc_sparse_json_priv_field *field = &type->fields[type->next];
        if (++type->next == type->count) type->next = 0;
        if (field->length != n || memcmp(field->name, in->path, n) != 0) continue;
        return gc_sparse_json_priv_field_in(in, type, field, row);
    }
    if (c != '{' && c != '[') return gc_sparse_json_priv_fail(in, "no such field");

    // Of the struct nothing was there before; then its fields, or the array's elements.
    for (uint32_t i = 0; i < type->count && n; i++) {
        const gc_sparse_json_priv_field *field = &type->fields[i];
        bool within = field->length > n && memcmp(field->name, in->path, n) == 0 &&
            strchr(".[", field->name[n]);
        if (within && field->seen == in->row) return gc_sparse_json_priv_fail(in, "a field is there twice");
    }
    in->at++;

    for (uint32_t i = 0; gc_sparse_json_priv_more(in, c == '{' ? '}' : ']', &i); ) {
        size_t end = n;
        if (c == '{') {
            if (!gc_sparse_json_priv_string(in)) return false;
            if (n) in->path[end++] = '.';
            if (n + in->length + 1 >= GC_SPARSE_JSON_PRIV_PATH) {
                return gc_sparse_json_priv_fail(in, "no such field");
            }
            memcpy(in->path + end, in->string, in->length);
            end += in->length;
            if (!gc_sparse_json_priv_want(in, ':', "a colon is wanted")) return false;
        } else {
            char digits[20], *last = digits + sizeof digits, *first = gc_sparse_json_priv_back(last, i - 1);
            if (n + 12 >= GC_SPARSE_JSON_PRIV_PATH) return gc_sparse_json_priv_fail(in, "no such field");
            in->path[end++] = '[';
            memcpy(in->path + end, first, (size_t)(last - first));
            end += (size_t)(last - first);
            in->path[end++] = ']';
        }
        if (!gc_sparse_json_priv_value(in, type, row, end)) return false;
    }

    return !in->what;
}

static bool gc_sparse_json_priv_row_in(gc_sparse_json_priv_in *in, gc_sparse_json_priv_type *type,
                                       char *row) {
    type->next = 0;
    if (type->text[0] == 0 && type->size) return gc_sparse_json_priv_bytes(in, row, type->size, true);
    if (!type->lettered || type->count == 0) {
        if (gc_sparse_json_priv_peek(in) != '{') return gc_sparse_json_priv_fail(in, "an object is wanted");
        return gc_sparse_json_priv_value(in, type, row, 0);
    }

    // The words of gc_sparse_describe, one after the other.
    if (!gc_sparse_json_priv_want(in, '[', "an array is wanted")) return false;
    uint32_t f = 0, k = 0;

    for (uint32_t i = 0; gc_sparse_json_priv_more(in, ']', &i); ) {
        if (f == type->count) return gc_sparse_json_priv_fail(in, "too many elements");
        const gc_sparse_json_priv_field *field = &type->fields[f];
        if (!gc_sparse_json_priv_element(in, type, field, row + field->offset + k * field->size)) {
            return false;
        }
        if (++k == field->count) f++, k = 0;
    }
    return !in->what;
}

// >>read a text becomes a save

// n more bytes of the save, all zero, and the gap behind them; NULL: an error.
static char *gc_sparse_json_priv_grow(gc_sparse_json_priv_in *in, size_t count, size_t size) {
    if (in->what) return NULL;
    if (size && count > (GC_SPARSE_JSON_MOST - in->size) / size) {
        in->error = GC_SPARSE_E_FULL;
        gc_sparse_json_priv_fail(in, "more than GC_SPARSE_JSON_MOST bytes");
        return NULL;
    }

    size_t bytes = gc_sparse_json_priv_up(count * size), begin = in->size;
    if (bytes > in->capacity - begin) {
        size_t capacity = (begin + bytes) * 2;
        char *grown = (char *)gc_sparse_json_priv_room(in->save, capacity, 1);
        if (!grown) return gc_sparse_json_priv_no_memory(in), (char *)NULL;
        in->save = grown;
        in->capacity = capacity;
    }

    in->size += bytes;
    return (char *)memset(in->save + begin, 0, bytes);
}

// The rows, whose number is not known before; they stay a prefix of what there is room for.
static bool gc_sparse_json_priv_rows(gc_sparse_json_priv_in *in, gc_sparse_json_priv_type *type,
                                     const char *rows, uint32_t *count) {
    *count = 0;
    if (!rows) return true;
    uint32_t most = in->count, n = 0;
    in->at = rows;
    if (in->counted != rows && !gc_sparse_json_priv_skip(in, &most)) return false;
    size_t slots = in->size, up = gc_sparse_json_priv_up((size_t)most * 4), first = in->row;
    if (!gc_sparse_json_priv_grow(in, most, 4) || !gc_sparse_json_priv_grow(in, most, type->size)) {
        return false;
    }

    in->at = rows;
    if (!gc_sparse_json_priv_want(in, '{', "an object is wanted")) return false;

    while (gc_sparse_json_priv_more(in, '}', &n)) {
        const char *begin = in->at;
        uint32_t slot, generation;
        if (!gc_sparse_json_priv_id(in, &slot, &generation)) return false;
        const char *entity = in->save + 64 + (size_t)slot * 8;
        bool there = slot < in->slots && gc_sparse_json_priv_get32(entity) == slot;
        there = there && gc_sparse_json_priv_get32(entity + 4) == generation && generation;
        bool twice = there && in->rows[slot] > first;
        if (!there || twice) {
            in->at = begin;
            return gc_sparse_json_priv_fail(in, twice ? "an entity is there twice" : "no such entity");
        }
        in->rows[slot] = ++in->row;
        if (in->row == UINT32_MAX - 1) return gc_sparse_json_priv_fail(in, "too many rows");
        gc_sparse_json_priv_set(in->save + slots + (size_t)(n - 1) * 4, slot, 4);
        char *row = in->save + slots + up + (size_t)(n - 1) * type->size;
        if (!gc_sparse_json_priv_want(in, ':', "a colon is wanted")) return false;
        if (!gc_sparse_json_priv_row_in(in, type, row)) return false;
    }
    *count = n;

    // An empty object has one row less.
    if (in->what || n == most) return !in->what;
    in->size = slots;
    return true;
}

// The text of a type that is as in the world.
static bool gc_sparse_json_priv_known_text(gc_sparse_json_priv_in *in, gc_sparse_json_priv_type *type,
                                           const char *name) {
    gc_sparse_type known = gc_sparse_find(in->world, name);
    gc_sparse_field field;
    size_t room = 1, n = 0;
    for (uint32_t i = 0; known.index && gc_sparse_field_at(in->world, known, i, &field); i++) {
        room += strlen(field.name) + 40;
    }

    type->text = (char *)gc_sparse_json_priv_room(NULL, room, 1);
    if (!type->text) return gc_sparse_json_priv_no_memory(in);

    for (uint32_t i = 0; known.index && gc_sparse_field_at(in->world, known, i, &field); i++) {
        char digits[20], *end = digits + sizeof digits;
        const uint32_t numbers[] = { field.shape->size, field.offset, field.count };
        const char before[] = { (char)field.shape->is, '@', '*' };
        size_t length = strlen(field.name);
        memcpy(type->text + n, field.name, length);
        n += length;
        type->text[n++] = ' ';
        for (int k = 0; k < (field.count > 1 ? 3 : 2); k++) {
            char *begin = gc_sparse_json_priv_back(end, numbers[k]);
            type->text[n++] = before[k];
            memcpy(type->text + n, begin, (size_t)(end - begin));
            n += (size_t)(end - begin);
        }
        type->text[n++] = ';';
    }

    type->text[n] = 0;
    type->size = known.index ? (uint32_t)gc_sparse_info(in->world, known).size : 0;
    if (!known.index) {
        return gc_sparse_json_priv_fail(in, "a type that is not known wants its fields and size");
    }
    return n || !type->size || gc_sparse_json_priv_fail(in,
        "the type is without names: it wants its fields and size");
}

// The parts of a type.
static const char *const gc_sparse_json_priv_parts[] = { "name", "version", "size", "fields", "enums", "rows",
    "resource" };

// Its fields and enumerators; `name` ends with a 0.
static bool gc_sparse_json_priv_type_parts(gc_sparse_json_priv_in *in, gc_sparse_json_priv_type *type,
                                           const char *const *values, const char *name) {
    if (!values[3]) {
        if (!gc_sparse_json_priv_known_text(in, type, name)) return false;
    } else {
        in->at = values[3];
        if (!gc_sparse_json_priv_string(in)) return false;
        type->text = (char *)gc_sparse_json_priv_room(NULL, in->length + 1, 1);
        if (!type->text) return gc_sparse_json_priv_no_memory(in);
        memcpy(type->text, in->string, in->length);
        type->text[in->length] = 0;
        in->at = values[3];
        if (memchr(in->string, 0, in->length)) return gc_sparse_json_priv_fail(in, "no such fields");
        in->at = values[2];
        if (in->at && !gc_sparse_json_priv_u32(in, &type->size)) return false;
        in->at = values[3];
    }
    int error = gc_sparse_json_priv_make_type(type, in->world, name);
    if (error == GC_SPARSE_E_MEMORY) return gc_sparse_json_priv_no_memory(in);
    if (error != GC_SPARSE_OK) {
        return gc_sparse_json_priv_fail(in, "no such fields, or they do not fit the size");
    }

    in->at = values[4];
    if (!in->at) return gc_sparse_json_priv_known_enums(type) || gc_sparse_json_priv_no_memory(in);

    // Names without escapes stay where they are.
    if (!gc_sparse_json_priv_want(in, '{', "an object is wanted")) return false;

    for (uint32_t i = 0; gc_sparse_json_priv_more(in, '}', &i); ) {
        const char *begin = in->at;
        if (!gc_sparse_json_priv_string(in)) return false;
        const char *of = in->string;
        uint32_t length = (uint32_t)in->length;
        bool sound = of == begin + 1 && !gc_sparse_json_priv_find_enum(type, of, length);
        if (!sound) in->at = begin;
        if (!sound) return gc_sparse_json_priv_fail(in, "an enumerator is there twice, or has escapes");
        uint64_t value = 0;
        if (!gc_sparse_json_priv_want(in, ':', "a colon is wanted")) return false;
        if (!gc_sparse_json_priv_integer(in, 8, true, &value)) return false;
        if (!gc_sparse_json_priv_add_enum(type, of, length, (int64_t)value)) {
            return gc_sparse_json_priv_no_memory(in);
        }
    }
    return !in->what;
}

static bool gc_sparse_json_priv_type_in(gc_sparse_json_priv_in *in) {
    const char *values[7];
    uint32_t version = 0, count = 0;
    if (!gc_sparse_json_priv_members(in, gc_sparse_json_priv_parts, values, 7)) return false;
    const char *end = in->at;
    in->at = values[1];
    if (in->at && !gc_sparse_json_priv_u32(in, &version)) return false;

    // The name, as a text that ends with a 0.
    in->at = end;
    if (!values[0]) return gc_sparse_json_priv_fail(in, "a type wants a name");
    in->at = values[0];
    if (!gc_sparse_json_priv_skip(in, &count)) return false;
    size_t most = (size_t)(in->at - values[0]);
    char *name = (char *)gc_sparse_json_priv_room(NULL, most + 1, 1);
    if (!name) return gc_sparse_json_priv_no_memory(in);
    memset(name, 0, most + 1);
    in->at = values[0];

    gc_sparse_json_priv_type type;
    memset(&type, 0, sizeof type);
    bool read = gc_sparse_json_priv_bytes(in, name, most, false) &&
        gc_sparse_json_priv_type_parts(in, &type, values, name);
    size_t head = in->size, length = strlen(name);
    if (read && gc_sparse_json_priv_grow(in, 1, 24) &&
        gc_sparse_json_priv_grow(in, length + strlen(type.text), 1)) {
        memcpy(in->save + head + 24, name, length);
        memcpy(in->save + head + 24 + length, type.text, strlen(type.text));
        read = gc_sparse_json_priv_rows(in, &type, values[5], &count);
        in->at = values[6];
        if (read && in->at) {
            char *row = gc_sparse_json_priv_grow(in, 1, type.size);
            in->row++;
            read = row && gc_sparse_json_priv_row_in(in, &type, row);
        }
        const uint32_t words[] = { (uint32_t)length, (uint32_t)strlen(type.text), type.size, count,
                                   values[6] != NULL, version };
        for (uint32_t i = 0; i < 6; i++) gc_sparse_json_priv_set(in->save + head + 4 * i, words[i], 4);
    }

    gc_sparse_json_priv_free_type(&type);
    GC_SPARSE_JSON_FREE(name);
    in->at = end;
    return read && !in->what;
}

// A list of numbers or ids at `at` (NULL: empty), behind what there is; its length.
static uint32_t gc_sparse_json_priv_list(gc_sparse_json_priv_in *in, const char *at, bool ids) {
    uint32_t n = 0, words[2] = { 0, 0 };
    in->at = at;
    if (!at || !gc_sparse_json_priv_want(in, '[', "an array is wanted")) return 0;
    size_t begin = in->size;
    while (gc_sparse_json_priv_more(in, ']', &n)) {
        bool read = ids ? gc_sparse_json_priv_id(in, &words[0], &words[1])
            : gc_sparse_json_priv_u32(in, &words[0]);
        size_t size = ids ? 8 : 4, used = (size_t)(n - 1) * size;
        if (!read || (used % 8 == 0 && !gc_sparse_json_priv_grow(in, 1, 8))) return 0;
        gc_sparse_json_priv_set(in->save + begin + used, words[0], 4);
        if (ids) gc_sparse_json_priv_set(in->save + begin + used + 4, words[1], 4);
    }
    return in->what ? 0 : n;
}

// The table of entities, behind the head: those alive, free and retired are all slots, each
// once.
static bool gc_sparse_json_priv_entities(gc_sparse_json_priv_in *in, const char *const *lists,
                                         uint32_t *free_head) {
    size_t begin = in->size;
    uint32_t alive = gc_sparse_json_priv_list(in, lists[0], true);
    uint32_t unused = gc_sparse_json_priv_list(in, lists[1], true);
    uint32_t retired = gc_sparse_json_priv_list(in, lists[2], false), n = alive + unused + retired;
    size_t end = in->size;
    if (!gc_sparse_json_priv_grow(in, n, 8)) return false;
    in->slots = n;
    in->rows = (uint32_t *)gc_sparse_json_priv_room(NULL, n, sizeof *in->rows);
    if (!in->rows) return gc_sparse_json_priv_no_memory(in);
    memset(in->rows, 0, n * sizeof *in->rows);

    // From the last one on, so that each free slot knows the next one.
    *free_head = UINT32_MAX;

    for (uint32_t i = n; i-- > 0; ) {
        bool gone = i >= alive + unused;
        size_t place = gone ? (size_t)(alive + unused) * 8 + (size_t)(i - alive - unused) * 4 : (size_t)i * 8;
        uint32_t slot = gc_sparse_json_priv_get32(in->save + begin + place), words[2] = { slot, 0 };
        if (!gone) words[1] = gc_sparse_json_priv_get32(in->save + begin + place + 4);
        if (slot >= n || in->rows[slot] || (!gone && !words[1])) {
            in->at = lists[i < alive ? 0 : gone ? 2 : 1];
            return gc_sparse_json_priv_fail(in, "slots of entities, free and retired: not each one once");
        }
        in->rows[slot] = 1;
        if (gone) words[0] = UINT32_MAX;
        else if (i >= alive) words[0] = *free_head, *free_head = slot;
        gc_sparse_json_priv_set(in->save + end + (size_t)slot * 8, words[0], 4);
        gc_sparse_json_priv_set(in->save + end + (size_t)slot * 8 + 4, words[1], 4);
    }

    memmove(in->save + begin, in->save + end, (size_t)n * 8);
    in->size = begin + (size_t)n * 8;
    in->row = 1;
    return true;
}

// Bytes of a save as they are, in whole words.
static bool gc_sparse_json_priv_rest(gc_sparse_json_priv_in *in, const char *at) {
    static const char *const names[] = { "base16" };
    const char *values[1];
    in->at = at;
    if (!at) return true;
    if (!gc_sparse_json_priv_members(in, names, values, 1)) return false;
    in->at = values[0] ? values[0] : at;
    if (!gc_sparse_json_priv_string(in)) return false;

    size_t words = in->length / 16;
    char *to = gc_sparse_json_priv_grow(in, words, 8);
    in->at = at;
    return to && gc_sparse_json_priv_bytes(in, to, words * 8, true);
}

static bool gc_sparse_json_priv_world(gc_sparse_json_priv_in *in) {
    enum { HEADS = GC_SPARSE_JSON_PRIV_HEADS, ALL = HEADS + 6 };
    const char *names[ALL] = { NULL }, *values[ALL];
    static const char *const others[] = { "gc_sparse_json", "entities", "free", "retired", "types", "rest" };
    uint32_t form = 1, types = 0, free_head = UINT32_MAX;
    for (int i = 0; i < ALL; i++) names[i] = i < HEADS ? gc_sparse_json_priv_heads[i].name
        : others[i - HEADS];
    if (!gc_sparse_json_priv_members(in, names, values, ALL)) return false;
    if (gc_sparse_json_priv_peek(in)) {
        return gc_sparse_json_priv_fail(in, "something stands behind the world");
    }
    in->at = values[HEADS];
    if (in->at && !gc_sparse_json_priv_u32(in, &form)) return false;
    if (form != 1) {
        in->error = GC_SPARSE_E_UNSUPPORTED;
        return gc_sparse_json_priv_fail(in, "of a later version of gc_sparse_json.h");
    }

    // In the order of a save.
    for (int i = 0; i < HEADS; i++) {
        const gc_sparse_json_priv_head *head = &gc_sparse_json_priv_heads[i];
        uint64_t number = 0;
        in->at = values[i];
        if (in->at && !gc_sparse_json_priv_integer(in, head->size, false, &number)) return false;
        if (in->at) gc_sparse_json_priv_set(in->save + head->at, number, head->size);
    }

    if (!gc_sparse_json_priv_entities(in, values + HEADS + 1, &free_head)) return false;
    in->at = values[HEADS + 4];
    if (in->at && !gc_sparse_json_priv_want(in, '[', "an array is wanted")) return false;
    while (in->at && gc_sparse_json_priv_more(in, ']', &types)) {
        if (!gc_sparse_json_priv_type_in(in)) return false;
    }
    if (in->what || !gc_sparse_json_priv_rest(in, values[HEADS + 5])) return false;

    // The sum's place, and what is known now.
    if (!gc_sparse_json_priv_grow(in, 1, 8)) return false;
    gc_sparse_json_priv_set(in->save + 40, in->slots, 4);
    gc_sparse_json_priv_set(in->save + 44, free_head, 4);
    gc_sparse_json_priv_set(in->save + 48, types, 4);
    return true;
}

GC_SPARSE_JSON_API int gc_sparse_json_read(gc_sparse_world *world, const char *text, size_t size,
                                           gc_sparse_json_error *error) {
    gc_sparse_json_error place = { 0, 0, NULL };
    if (error) *error = place;
    if (!world || !text) return GC_SPARSE_E_ARGUMENT;
    gc_sparse_json_priv_in *in =
        (gc_sparse_json_priv_in *)gc_sparse_json_priv_room(NULL, 1, sizeof(gc_sparse_json_priv_in));
    gc_sparse_desc desc;
    memset(&desc, 0, sizeof desc);
    desc.first_generation = 1;
    gc_sparse_world *empty = gc_sparse_open(&desc, NULL);
    int result = GC_SPARSE_E_MEMORY;
    if (in && empty) {
        memset(in, 0, sizeof *in);
        in->text = in->at = text;
        in->end = text + size;
        in->world = world;
        in->error = GC_SPARSE_E_DATA;
        for (const char *mark = "\"{}[],"; *mark; mark++) in->marks[(unsigned char)*mark] = true;

        // A save's head, as this build of gc_sparse.h makes it.
        char *head = gc_sparse_json_priv_grow(in, 1, 72);
        if (head) gc_sparse_save(empty, head, 72);
        in->size = 64;
        bool read = gc_sparse_json_priv_world(in);
        result = !read ? in->error : gc_sparse_seal(in->save, in->size);
        if (result == GC_SPARSE_OK) result = gc_sparse_load(world, in->save, in->size);
        if (result != GC_SPARSE_OK) place.what = in->what ? in->what : gc_sparse_result_string(result);
        for (const char *at = text; in->what && at <= in->where; at++) {
            place.line += at == text || at[-1] == '\n';
            place.column = at == text || at[-1] == '\n' ? 1 : place.column + 1;
        }
        GC_SPARSE_JSON_FREE(in->rows);
        GC_SPARSE_JSON_FREE(in->decoded);
        GC_SPARSE_JSON_FREE(in->save);
    }

    if (result == GC_SPARSE_E_MEMORY && !place.what) place.what = gc_sparse_result_string(result);
    if (error) *error = place;
    gc_sparse_close(empty);
    GC_SPARSE_JSON_FREE(in);

    return result;
}
#endif
