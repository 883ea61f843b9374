/*
gc_sparse_delta.h - what has changed in a world of gc_sparse.h, for a network that loses packets

DO THIS, in exactly one C or C++ file, after gc_sparse.h with descriptions
    #define GC_SPARSE_FIELDS
    #define GC_SPARSE_IMPLEMENTATION
    #include "gc_sparse.h"
    #define GC_SPARSE_DELTA_IMPLEMENTATION
    #include "gc_sparse_delta.h"

EXAMPLE
    gc_sparse_delta_range ranges[] = { { position, "x", 0, 1000, 16 }, { position, "y", 0, 1000, 16 } };
    gc_sparse_delta_desc desc = { types, 3, ranges, 2, 0, 0 };
    gc_sparse_delta *to = gc_sparse_delta_open(world, &desc, NULL);     // one for each client

        uint64_t now = gc_sparse_tick(world);                           // each frame, at the server
        gc_sparse_delta_write(to, now, packet, 1200, &size);            // and sent
        gc_sparse_delta_acked(to, number);                              // of each answer

    gc_sparse_delta *from = gc_sparse_delta_open(world, &desc, NULL);   // at the client
        if (gc_sparse_delta_read(from, packet, size, &number) == GC_SPARSE_OK) answer(number);

OVERRIDE MACROS (define them before the include; the default is shown)
    GC_SPARSE_DELTA_API             extern; prefix of every function
    GC_SPARSE_DELTA_STATIC          every function static; implies the implementation
    GC_SPARSE_DELTA_REALLOC(p, n), GC_SPARSE_DELTA_FREE(p)      realloc, free: both or none

HOW IT WORKS
    Exact changes of gc_sparse.h tell where to look. What is sent is what differs from what the
    client has acknowledged, or was sent since and may have come or not: so packets may be lost,
    come twice, late, in any order, and the client becomes equal. Of a component that it has,
    those fields alone are sent that differ. What has no room in a packet goes into a next one.
    Slots are sent as differences to the one before. A field with a range is sent in so many
    bits, and comes as the nearest of 2^bits numbers from `least` to `most`, both included.

DUTIES
    Both sides give the same types and ranges (in their own numbers), and open their worlds with
    the same desc.first_generation. Types have shapes, or are tags. For a client an entity without
    a named type has ended. Its world has no entities at first and makes none; types that are not
    named are its own affair, and go with their entity.
    A packet has a sum, which is no defence against forged ones: those are refused, or change what
    a packet may change.

THREADS (of one world; of a delta as of its world)
    [change]    one at a time, beside nothing else

SPDX-License-Identifier: MIT OR Unlicense
*/

#if defined(GC_SPARSE_DELTA_STATIC) && defined(GC_SPARSE_DELTA_PRIV_PLAIN)
#error "gc_sparse_delta.h: GC_SPARSE_DELTA_STATIC must be defined before the first include"
#endif

#ifndef GC_SPARSE_DELTA_H
#define GC_SPARSE_DELTA_H

#ifndef GC_SPARSE_H
#include "gc_sparse.h"
#endif
#if !defined(GC_SPARSE_FIELDS) || defined(GC_SPARSE_NO_CHANGES) || defined(GC_SPARSE_NO_SAVE)
#error "gc_sparse_delta.h: gc_sparse.h wants GC_SPARSE_FIELDS, and no _NO_CHANGES, _NO_SAVE"
#endif

#ifdef GC_SPARSE_DELTA_STATIC
#ifndef GC_SPARSE_DELTA_IMPLEMENTATION
#define GC_SPARSE_DELTA_IMPLEMENTATION
#endif
#ifndef GC_SPARSE_DELTA_API
#if defined(__GNUC__)
#define GC_SPARSE_DELTA_API __attribute__((unused)) static
#else
#define GC_SPARSE_DELTA_API static
#endif
#endif
#else
#define GC_SPARSE_DELTA_PRIV_PLAIN
#endif
#ifndef GC_SPARSE_DELTA_API
#define GC_SPARSE_DELTA_API extern
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gc_sparse_delta gc_sparse_delta;

// A number that is sent in few bits, 1 to 32; of an array each element. Within 2^53.
typedef struct gc_sparse_delta_range {
    gc_sparse_type type;
    const char *field;      // as gc_sparse_field_at names it
    double least, most;
    uint32_t bits;
} gc_sparse_delta_range;

// What is sent. Zero means the default in max_slots and window.
typedef struct gc_sparse_delta_desc {
    const gc_sparse_type *types;
    uint32_t type_count;
    const gc_sparse_delta_range *ranges;
    uint32_t range_count;
    uint32_t max_slots;     // 2^20: packets with higher slots are refused, and not written
    uint32_t window;        // 64: packets whose acknowledgements are waited for
} gc_sparse_delta_desc;

// For one client, or of the server. NULL: the reason is in *error (which may be NULL),
// E_ARGUMENT, E_TYPE, E_FIELDS (a type without a shape, a range of no such field), E_MEMORY.
// [change]
GC_SPARSE_DELTA_API gc_sparse_delta *gc_sparse_delta_open(gc_sparse_world *world,
                                                          const gc_sparse_delta_desc *desc, int *error);

// Frees it, before its world; NULL is allowed. [change]
GC_SPARSE_DELTA_API void gc_sparse_delta_close(gc_sparse_delta *delta);

// Writes the next packet, of *size bytes: all that the client may lack, as far as there is
// room. `now` is what gc_sparse_tick has returned last. E_ARGUMENT (NULL, less room than 16
// bytes and one for each type), E_MEMORY: nothing is written. [change]
GC_SPARSE_DELTA_API int gc_sparse_delta_write(gc_sparse_delta *delta, uint64_t now, void *to, size_t capacity,
                                              size_t *size);

// The client has read the packet of this number. E_NOT_FOUND: it is not waited for any more,
// which is no fault; E_MEMORY: as if it had not come. [change]
GC_SPARSE_DELTA_API int gc_sparse_delta_acked(gc_sparse_delta *delta, uint32_t number);

// Makes the client's world what a packet says; its *number is to be acknowledged. E_STALE: one
// that is as new was read before. E_DATA: no packet, and nothing has changed. E_MEMORY, E_FULL:
// a part was done; it may be read again. [change]
GC_SPARSE_DELTA_API int gc_sparse_delta_read(gc_sparse_delta *delta, const void *packet, size_t size,
                                             uint32_t *number);

#ifdef __cplusplus
}   // extern "C"
#endif
#endif // GC_SPARSE_DELTA_H

#if defined(GC_SPARSE_DELTA_IMPLEMENTATION) && !defined(GC_SPARSE_DELTA_IMPLEMENTED)
#define GC_SPARSE_DELTA_IMPLEMENTED

// >>map what stands where
//
// Sections, in order: bits, fields, write, read, open.
//
//   gc_sparse_delta_write > priv_mark: where to look; then
//   gc_sparse_delta_write > priv_put_type > priv_put_entry > priv_lacks: what differs
//   gc_sparse_delta_read > priv_do > priv_packet_of > priv_get_entry: it checks, then does
//   gc_sparse_delta_acked > priv_do: the same in the base, which is as the client has acknowledged
//
// A packet: | sum (4) | number (4) | bits |
//
// For each type a bit, 1 if it has entries; then 5 bits, how many low bits of a difference of
// slots stand behind its unary rest; then entries, a 1 before each and a 0 behind the last:
//     | difference | 0  | which fields, of several | their values |
//     | difference | 10 | generation | all values |
//     | difference | 11 | it is gone

#include <stdlib.h>
#include <string.h>

#ifndef GC_SPARSE_DELTA_REALLOC
#define GC_SPARSE_DELTA_REALLOC(p, n) realloc(p, n)
#define GC_SPARSE_DELTA_FREE(p) free(p)
#endif

enum { GC_SPARSE_DELTA_PRIV_FIELDS = 63, GC_SPARSE_DELTA_PRIV_UNARY = 16 };
#define GC_SPARSE_DELTA_PRIV_WHOLE ((uint64_t)1 << 63)      // in a mask: not by fields

typedef struct gc_sparse_delta_priv_field {
    gc_sparse_field is;
    double least, step;
    uint32_t bits;                  // of an element; with a step: of a range
} gc_sparse_delta_priv_field;

// What was sent of a slot and not acknowledged. number 0: nothing.
typedef struct gc_sparse_delta_priv_sent { uint32_t number; uint64_t mask; } gc_sparse_delta_priv_sent;

typedef struct gc_sparse_delta_priv_type {
    gc_sparse_type type;
    uint32_t size, first, count;    // its fields: those from the first one on
    gc_sparse_query_desc query;
    gc_sparse_delta_priv_sent *sent;
    uint64_t *marks;                // slots to look at
} gc_sparse_delta_priv_type;

typedef struct gc_sparse_delta_priv_packet {
    uint32_t number;
    size_t size;
    char *bytes;
} gc_sparse_delta_priv_packet;

struct gc_sparse_delta {
    gc_sparse_world *world, *base;  // base NULL: nothing was written yet
    gc_sparse_delta_priv_type *types;
    gc_sparse_delta_priv_field *fields;
    gc_sparse_delta_priv_packet *packets;
    char *room;                     // for a component
    uint32_t type_count, field_count, max_slots, slots, window, number, acked, look;
    uint64_t tick;
};

// >>bits packets, bit by bit

typedef struct gc_sparse_delta_priv_bits {
    unsigned char *bytes;
    size_t at, end;                 // in bits
    bool over;                      // there was no room, or were no more
} gc_sparse_delta_priv_bits;

static void gc_sparse_delta_priv_put(gc_sparse_delta_priv_bits *to, uint64_t value, uint32_t n) {
    to->over = to->over || to->at + n > to->end;
    for (uint32_t i = 0; i < n && !to->over; i++, to->at++) {
        unsigned bit = 1u << (to->at & 7);
        unsigned old = to->bytes[to->at >> 3] & (bit - 1);
        to->bytes[to->at >> 3] = (unsigned char)(old | (value >> i & 1 ? bit : 0));
    }
}

static uint64_t gc_sparse_delta_priv_get(gc_sparse_delta_priv_bits *from, uint32_t n) {
    uint64_t value = 0;
    from->over = from->over || from->at + n > from->end;
    for (uint32_t i = 0; i < n && !from->over; i++, from->at++) {
        value |= (uint64_t)(from->bytes[from->at >> 3] >> (from->at & 7) & 1) << i;
    }
    return value;
}

// A number with `low` bits as they are, and the rest unary; or 16 ones, and 32 bits.
static void gc_sparse_delta_priv_put_number(gc_sparse_delta_priv_bits *to, uint32_t number, uint32_t low) {
    uint32_t high = number >> low;
    if (high >= GC_SPARSE_DELTA_PRIV_UNARY) {
        gc_sparse_delta_priv_put(to, (1u << GC_SPARSE_DELTA_PRIV_UNARY) - 1, GC_SPARSE_DELTA_PRIV_UNARY);
        gc_sparse_delta_priv_put(to, number, 32);
        return;
    }
    gc_sparse_delta_priv_put(to, (1u << high) - 1, high + 1);
    gc_sparse_delta_priv_put(to, number & ((1u << low) - 1), low);
}

static uint32_t gc_sparse_delta_priv_get_number(gc_sparse_delta_priv_bits *from, uint32_t low) {
    uint32_t high = 0;
    while (high < GC_SPARSE_DELTA_PRIV_UNARY && gc_sparse_delta_priv_get(from, 1)) high++;
    if (high == GC_SPARSE_DELTA_PRIV_UNARY) return (uint32_t)gc_sparse_delta_priv_get(from, 32);
    return high << low | (uint32_t)gc_sparse_delta_priv_get(from, low);
}

// >>fields of components, as codes of so many bits

static uint64_t gc_sparse_delta_priv_bytes(const char *from, uint32_t size) {
    uint64_t bits = 0;
    uint8_t one;
    uint16_t two;
    uint32_t four;
    if (size == 1) { memcpy(&one, from, 1); bits = one; }
    else if (size == 2) { memcpy(&two, from, 2); bits = two; }
    else if (size == 4) { memcpy(&four, from, 4); bits = four; }
    else memcpy(&bits, from, 8);
    return bits;
}

static void gc_sparse_delta_priv_set(char *to, uint64_t bits, uint32_t size) {
    uint8_t one = (uint8_t)(bits & 255);
    uint16_t two = (uint16_t)(bits & 65535);
    uint32_t four = (uint32_t)(bits & UINT32_MAX);
    memcpy(to, size == 1 ? (const void *)&one : size == 2 ? (const void *)&two :
           size == 4 ? (const void *)&four : (const void *)&bits, size);
}

static uint64_t gc_sparse_delta_priv_code(const gc_sparse_delta_priv_field *field, const char *from) {
    const gc_sparse_shape *shape = field->is.shape;
    uint64_t bits = gc_sparse_delta_priv_bytes(from, shape->size), sign =
        (uint64_t)1 << (shape->size * 8 - 1);
    if (shape->is == GC_SPARSE_IS_ID) {
        gc_sparse_id id;
        memcpy(&id, from, sizeof id);
        return id.slot | (uint64_t)id.generation << 32;
    }

    if (shape->is == GC_SPARSE_IS_BOOL) return bits != 0;
    if (field->step <= 0) return bits;

    double value;
    float narrow;
    if (shape->is == GC_SPARSE_IS_FLOAT && shape->size == 4) {
        memcpy(&narrow, from, 4);
        value = (double)narrow;
    } else if (shape->is == GC_SPARSE_IS_FLOAT) {
        memcpy(&value, from, 8);
    } else {
        value = shape->is == GC_SPARSE_IS_INT ? (double)(int64_t)((bits ^ sign) - sign) : (double)bits;
    }
    double steps = (value - field->least) / field->step + 0.5, most =
        (double)(((uint64_t)1 << field->bits) - 1);
    return steps >= most ? (uint64_t)most : steps > 0 ? (uint64_t)steps : 0;     // NaN is 0
}

static void gc_sparse_delta_priv_decode(const gc_sparse_delta_priv_field *field, uint64_t code, char *to) {
    const gc_sparse_shape *shape = field->is.shape;
    double value = field->least + (double)code * field->step;
    float narrow = (float)value;
    if (shape->is == GC_SPARSE_IS_ID) {
        gc_sparse_id id;
        id.slot = (uint32_t)(code & UINT32_MAX);
        id.generation = (uint32_t)(code >> 32);
        memcpy(to, &id, sizeof id);
    } else if (field->step > 0 && shape->is == GC_SPARSE_IS_FLOAT) {
        memcpy(to, shape->size == 4 ? (const void *)&narrow : (const void *)&value, shape->size);
    } else {
        if (field->step > 0) code = (uint64_t)(int64_t)(value < 0 ? value - 0.5 : value + 0.5);
        gc_sparse_delta_priv_set(to, code, shape->size);
    }
}

static bool gc_sparse_delta_priv_differs(const gc_sparse_delta_priv_field *field, const char *a,
                                         const char *b) {
    for (uint32_t k = 0; k < field->is.count; k++) {
        uint32_t at = field->is.offset + k * field->is.shape->size;
        if (gc_sparse_delta_priv_code(field, a + at) != gc_sparse_delta_priv_code(field, b + at)) return true;
    }
    return false;
}

// All fields as bits of a mask.
static uint64_t gc_sparse_delta_priv_all(const gc_sparse_delta_priv_type *type) {
    return ((uint64_t)1 << type->count) - 1;
}

// >>write what the client may lack

static void *gc_sparse_delta_priv_room(void *old, size_t count, size_t size) {
    if (count > (SIZE_MAX - 8) / size) return NULL;
    return GC_SPARSE_DELTA_REALLOC(old, count * size + 8);
}

// Room by slots, all zero.
static bool gc_sparse_delta_priv_grow(gc_sparse_delta *delta, uint32_t slots) {
    slots = slots > delta->max_slots ? delta->max_slots : slots;
    if (slots <= delta->slots) return true;
    slots = (slots + slots / 2 + 64) / 64 * 64;

    for (uint32_t t = 0; t < delta->type_count; t++) {
        gc_sparse_delta_priv_type *type = &delta->types[t];
        void *sent = gc_sparse_delta_priv_room(type->sent, slots, sizeof *type->sent);
        if (sent) type->sent = (gc_sparse_delta_priv_sent *)sent;
        void *marks = gc_sparse_delta_priv_room(type->marks, slots / 64, sizeof *type->marks);
        if (marks) type->marks = (uint64_t *)marks;
        if (!sent || !marks) return false;
        memset(type->sent + delta->slots, 0, (slots - delta->slots) * sizeof *type->sent);
        memset(type->marks + delta->slots / 64, 0, (slots - delta->slots) / 64 * sizeof *type->marks);
    }

    delta->slots = slots;
    return true;
}

// Marks what has changed since the last look; all, where that was forgotten.
static int gc_sparse_delta_priv_mark(gc_sparse_delta *delta, gc_sparse_delta_priv_type *type) {
    gc_sparse_change changes[64];
    uint64_t at = 0;
    int n;
    while ((n = gc_sparse_changes(delta->world, &type->query, delta->tick, &at, changes, 64)) > 0) {
        for (int i = 0; i < n; i++) {
            uint32_t slot = changes[i].id.slot;
            if (slot < delta->slots) type->marks[slot / 64] |= (uint64_t)1 << slot % 64;
        }
    }
    if (n == GC_SPARSE_E_NOT_FOUND) memset(type->marks, 255, delta->slots / 64 * sizeof *type->marks);
    return n == GC_SPARSE_E_NOT_FOUND ? GC_SPARSE_OK : n;
}

static void gc_sparse_delta_priv_put_fields(gc_sparse_delta_priv_bits *to, const gc_sparse_delta *delta,
                                            const gc_sparse_delta_priv_type *type, uint64_t mask,
                                            const char *component) {
    for (uint32_t f = 0; f < type->count; f++) {
        const gc_sparse_delta_priv_field *field = &delta->fields[type->first + f];
        for (uint32_t k = 0; k < field->is.count && (mask >> f & 1); k++) {
            const char *from = component + field->is.offset + k * field->is.shape->size;
            gc_sparse_delta_priv_put(to, gc_sparse_delta_priv_code(field, from), field->bits);
        }
    }
}

// What is to be sent of a slot: 0 for nothing, a mask of fields, or GC_SPARSE_DELTA_PRIV_WHOLE.
// *id: of the entity there, which has *component; NULL: it does not have it, or there is none.
static uint64_t gc_sparse_delta_priv_lacks(const gc_sparse_delta *delta,
                                           const gc_sparse_delta_priv_type *type,
                                           uint32_t slot, gc_sparse_id *id, const char **component) {
    const gc_sparse_delta_priv_sent *sent = &type->sent[slot];
    *id = gc_sparse_id_of(delta->world, slot);
    gc_sparse_id base = gc_sparse_id_of(delta->base, slot);
    *component = id->generation ? (const char *)gc_sparse_get(delta->world, *id, type->type) : NULL;
    const char *was = base.generation ? (const char *)gc_sparse_get(delta->base, base, type->type) : NULL;
    if (sent->number && (sent->mask & GC_SPARSE_DELTA_PRIV_WHOLE)) return GC_SPARSE_DELTA_PRIV_WHOLE;
    if (!*component && !was) return 0;
    if (!*component || !was || id->generation != base.generation) return GC_SPARSE_DELTA_PRIV_WHOLE;

    uint64_t mask = sent->number ? sent->mask : 0;
    for (uint32_t f = 0; f < type->count; f++) {
        const gc_sparse_delta_priv_field *field = &delta->fields[type->first + f];
        if (gc_sparse_delta_priv_differs(field, *component, was)) mask |= (uint64_t)1 << f;
    }

    return mask;
}

// Writes what a slot's client lacks behind the slot before; false: there is no room.
static bool gc_sparse_delta_priv_put_entry(gc_sparse_delta_priv_bits *to, gc_sparse_delta *delta,
                                           gc_sparse_delta_priv_type *type, uint32_t slot, uint32_t low,
                                           uint32_t *before) {
    gc_sparse_id id;
    const char *component;
    uint64_t mask = gc_sparse_delta_priv_lacks(delta, type, slot, &id, &component);
    uint64_t all = gc_sparse_delta_priv_all(type);
    gc_sparse_delta_priv_sent *sent = &type->sent[slot];
    size_t begin = to->at;
    if (!mask || slot >= delta->max_slots) {
        type->marks[slot / 64] &= ~((uint64_t)1 << slot % 64);
        return true;
    }

    gc_sparse_delta_priv_put(to, 1, 1);
    gc_sparse_delta_priv_put_number(to, slot - *before, low);
    gc_sparse_delta_priv_put(to, mask & GC_SPARSE_DELTA_PRIV_WHOLE ? component ? 1 : 3 : 0,
                             mask & GC_SPARSE_DELTA_PRIV_WHOLE ? 2 : 1);
    if (component && (mask & GC_SPARSE_DELTA_PRIV_WHOLE)) {
        gc_sparse_delta_priv_put_number(to, id.generation, 2);
        gc_sparse_delta_priv_put_fields(to, delta, type, all, component);
    } else if (component) {
        if (type->count > 1) gc_sparse_delta_priv_put(to, mask, type->count);
        gc_sparse_delta_priv_put_fields(to, delta, type, mask, component);
    }

    if (to->over) {
        to->at = begin;
        return false;
    }

    sent->mask = sent->number ? sent->mask | mask : mask;
    sent->number = delta->number;
    *before = slot + 1;
    return true;
}

// The entries of a type, as far as there is room; false: there is none.
static bool gc_sparse_delta_priv_put_type(gc_sparse_delta_priv_bits *to, gc_sparse_delta *delta,
                                          gc_sparse_delta_priv_type *type, bool open) {
    uint32_t marked = 0, low = 0, before = 0, words = delta->slots / 64;
    for (uint32_t word = 0; word < words && open; word++) {
        for (uint64_t left = type->marks[word]; left; left &= left - 1) marked++;
    }
    gc_sparse_delta_priv_put(to, marked != 0, 1);
    if (!marked) return open;

    // As many low bits as the mean difference has.
    while (low < 31 && (uint64_t)marked << (low + 1) <= delta->slots) low++;
    gc_sparse_delta_priv_put(to, low, 5);
    to->end -= (size_t)delta->type_count * 8;

    for (uint32_t word = 0; word < words && open; word++) {
        for (uint32_t bit = 0; bit < 64 && open && type->marks[word] >> bit; bit++) {
            if (!(type->marks[word] >> bit & 1)) continue;
            open = gc_sparse_delta_priv_put_entry(to, delta, type, word * 64 + bit, low, &before);
        }
    }
    to->over = false;
    to->end += (size_t)delta->type_count * 8;
    gc_sparse_delta_priv_put(to, 0, 1);
    return open;
}

static void gc_sparse_delta_priv_put32(unsigned char *to, uint32_t word) {
    for (int i = 0; i < 4; i++, word >>= 8) to[i] = (unsigned char)(word & 255);
}

static uint32_t gc_sparse_delta_priv_get32(const unsigned char *from) {
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

// FNV-1a, on from what both sides have told.
static uint32_t gc_sparse_delta_priv_sum(uint32_t sum, const void *bytes, size_t n) {
    const unsigned char *at = (const unsigned char *)bytes;
    for (; n > 0; n--) sum = (sum ^ *at++) * 16777619u;
    return sum;
}

// What is there when the first packet is written: the base, and the queries.
static int gc_sparse_delta_priv_begin(gc_sparse_delta *delta) {
    int error = GC_SPARSE_OK;
    for (uint32_t t = 0; t < delta->type_count && error == GC_SPARSE_OK; t++) {
        error = gc_sparse_track_query(delta->world, &delta->types[t].query);
    }
    if (error == GC_SPARSE_OK) delta->base = gc_sparse_open_like(delta->world, &error);
    return error;
}

GC_SPARSE_DELTA_API int gc_sparse_delta_write(gc_sparse_delta *delta, uint64_t now, void *to, size_t capacity,
                                              size_t *size) {
    gc_sparse_statistics all;
    if (!delta || !to || !size || capacity < 16 + (size_t)delta->type_count) return GC_SPARSE_E_ARGUMENT;
    *size = 0;
    int error = delta->base ? GC_SPARSE_OK : gc_sparse_delta_priv_begin(delta);
    if (error != GC_SPARSE_OK) return error;
    gc_sparse_get_statistics(delta->world, &all);
    gc_sparse_delta_priv_packet *packet = &delta->packets[(delta->number + 1) % delta->window];
    char *bytes = (char *)gc_sparse_delta_priv_room(packet->bytes, capacity, 1);
    if (bytes) packet->bytes = bytes;
    if (!bytes || !gc_sparse_delta_priv_grow(delta, all.slots)) return GC_SPARSE_E_MEMORY;
    for (uint32_t t = 0; t < delta->type_count && error == GC_SPARSE_OK; t++) {
        error = gc_sparse_delta_priv_mark(delta, &delta->types[t]);
    }

    if (error != GC_SPARSE_OK) return error;
    delta->tick = now;

    packet->number = ++delta->number;
    gc_sparse_delta_priv_bits bits = { (unsigned char *)to, 64, capacity * 8, false };
    bool open = true;
    for (uint32_t t = 0; t < delta->type_count; t++) {
        open = gc_sparse_delta_priv_put_type(&bits, delta, &delta->types[t], open);
    }
    packet->size = *size = (bits.at + 7) / 8;
    gc_sparse_delta_priv_put32(bits.bytes + 4, delta->number);
    gc_sparse_delta_priv_put32(bits.bytes, gc_sparse_delta_priv_sum(delta->look, bits.bytes + 4, *size - 4));
    memcpy(packet->bytes, to, *size);
    return GC_SPARSE_OK;
}

// >>read a packet is checked, then done

// CHECK changes nothing; DO changes a world, and END ends entities without a type; TOLD: what
// the base has is not waited for any more.
enum {
    GC_SPARSE_DELTA_PRIV_CHECK,
    GC_SPARSE_DELTA_PRIV_DO,
    GC_SPARSE_DELTA_PRIV_END,
    GC_SPARSE_DELTA_PRIV_TOLD
};

static void gc_sparse_delta_priv_get_fields(gc_sparse_delta_priv_bits *from, const gc_sparse_delta *delta,
                                            const gc_sparse_delta_priv_type *type, uint64_t mask,
                                                char *component) {
    for (uint32_t f = 0; f < type->count; f++) {
        const gc_sparse_delta_priv_field *field = &delta->fields[type->first + f];
        for (uint32_t k = 0; k < field->is.count && (mask >> f & 1); k++) {
            uint64_t code = gc_sparse_delta_priv_get(from, field->bits);
            gc_sparse_delta_priv_decode(field, code,
                                        component + field->is.offset + k * field->is.shape->size);
        }
    }
}

// The entity of an id, in a slot that may have another one.
static int gc_sparse_delta_priv_make(gc_sparse_world *world, gc_sparse_id id) {
    if (gc_sparse_alive(world, id)) return GC_SPARSE_OK;
    gc_sparse_id other = gc_sparse_id_of(world, id.slot);
    if (other.generation) gc_sparse_destroy(world, other);
    return gc_sparse_create_at(world, id);
}

static int gc_sparse_delta_priv_get_entry(gc_sparse_delta_priv_bits *from, gc_sparse_delta *delta,
                                          gc_sparse_world *world, gc_sparse_delta_priv_type *type,
                                              uint32_t slot,
                                          int how) {
    bool whole = gc_sparse_delta_priv_get(from, 1), absent = whole && gc_sparse_delta_priv_get(from, 1);
    gc_sparse_id id = gc_sparse_id_of(world, slot);
    void *was = id.generation ? gc_sparse_get(world, id, type->type) : NULL;
    int error = GC_SPARSE_OK;
    if (absent) {
        if (was && how == GC_SPARSE_DELTA_PRIV_DO) gc_sparse_remove(world, id, type->type);
        bool end = id.generation && how == GC_SPARSE_DELTA_PRIV_END;
        for (uint32_t t = 0; t < delta->type_count && end; t++) {
            end = !gc_sparse_has(world, id, delta->types[t].type);
        }
        if (end) gc_sparse_destroy(world, id);
        return error;
    }

    uint64_t mask = gc_sparse_delta_priv_all(type);
    if (whole) id.generation = gc_sparse_delta_priv_get_number(from, 2);
    else if (type->count > 1) mask = gc_sparse_delta_priv_get(from, type->count);
    id.slot = slot;
    memset(delta->room, 0, type->size);
    if (!whole && was) memcpy(delta->room, was, type->size);
    gc_sparse_delta_priv_get_fields(from, delta, type, mask, delta->room);
    if (how == GC_SPARSE_DELTA_PRIV_CHECK) {
        bool sound = whole ? id.generation - 1u < INT32_MAX : was && mask && type->count;
        return sound ? GC_SPARSE_OK : GC_SPARSE_E_DATA;
    }

    if (how != GC_SPARSE_DELTA_PRIV_DO || (!whole && !was)) return error;
    if (whole) error = gc_sparse_delta_priv_make(world, id);
    if (error != GC_SPARSE_OK) return error;
    if (type->size == 0) return gc_sparse_add(world, id, type->type) ? GC_SPARSE_OK : GC_SPARSE_E_MEMORY;

    return gc_sparse_set_value(world, id, type->type, delta->room);
}

static int gc_sparse_delta_priv_packet_of(gc_sparse_delta *delta, gc_sparse_world *world, const void *packet,
                                          size_t size, int how) {
    gc_sparse_delta_priv_bits from = { (unsigned char *)(uintptr_t)packet, 64, size * 8, false };
    uint32_t number = gc_sparse_delta_priv_get32(from.bytes + 4);

    for (uint32_t t = 0; t < delta->type_count; t++) {
        gc_sparse_delta_priv_type *type = &delta->types[t];
        if (!gc_sparse_delta_priv_get(&from, 1)) continue;
        uint32_t low = (uint32_t)gc_sparse_delta_priv_get(&from, 5);
        for (uint64_t slot = 0; gc_sparse_delta_priv_get(&from, 1); slot++) {
            slot += gc_sparse_delta_priv_get_number(&from, low);
            if (slot >= delta->max_slots) return GC_SPARSE_E_DATA;
            int error = gc_sparse_delta_priv_get_entry(&from, delta, world, type, (uint32_t)slot, how);
            if (error != GC_SPARSE_OK || from.over) return from.over ? GC_SPARSE_E_DATA : error;
            if (how != GC_SPARSE_DELTA_PRIV_TOLD || slot >= delta->slots) continue;
            if (type->sent[slot].number == number) type->sent[slot].number = 0;
        }
    }

    bool rest = from.end - from.at >= 8 || gc_sparse_delta_priv_get(&from,
                                                                    (uint32_t)(from.end - from.at)) != 0;
    return rest || from.over ? GC_SPARSE_E_DATA : GC_SPARSE_OK;
}

// Checks all of it before anything is done.
static int gc_sparse_delta_priv_do(gc_sparse_delta *delta, gc_sparse_world *world, const void *packet,
                                   size_t size) {
    int error = GC_SPARSE_OK;
    for (int how = GC_SPARSE_DELTA_PRIV_CHECK; how <= GC_SPARSE_DELTA_PRIV_END &&
         error == GC_SPARSE_OK; how++) {
        error = gc_sparse_delta_priv_packet_of(delta, world, packet, size, how);
    }
    return error;
}

GC_SPARSE_DELTA_API int gc_sparse_delta_acked(gc_sparse_delta *delta, uint32_t number) {
    if (!delta) return GC_SPARSE_E_ARGUMENT;
    const gc_sparse_delta_priv_packet *packet = &delta->packets[number % delta->window];
    if (number <= delta->acked || packet->number != number) return GC_SPARSE_E_NOT_FOUND;
    int error = gc_sparse_delta_priv_do(delta, delta->base, packet->bytes, packet->size);
    if (error != GC_SPARSE_OK) return error;
    delta->acked = number;
    return gc_sparse_delta_priv_packet_of(delta, delta->base, packet->bytes, packet->size,
                                          GC_SPARSE_DELTA_PRIV_TOLD);
}

GC_SPARSE_DELTA_API int gc_sparse_delta_read(gc_sparse_delta *delta, const void *packet, size_t size,
                                             uint32_t *number) {
    if (!delta || !packet || !number) return GC_SPARSE_E_ARGUMENT;
    const unsigned char *bytes = (const unsigned char *)packet;
    if (size < 8 || size > SIZE_MAX / 8) return GC_SPARSE_E_DATA;
    if (gc_sparse_delta_priv_get32(bytes) != gc_sparse_delta_priv_sum(delta->look, bytes + 4, size - 4)) {
        return GC_SPARSE_E_DATA;
    }
    uint32_t of = gc_sparse_delta_priv_get32(bytes + 4);
    if (of <= delta->number) return GC_SPARSE_E_STALE;
    int error = gc_sparse_delta_priv_do(delta, delta->world, packet, size);
    if (error != GC_SPARSE_OK) return error;
    *number = delta->number = of;
    return GC_SPARSE_OK;
}

// >>open types and their fields

// The fields of a type, with their ranges.
static int gc_sparse_delta_priv_add_type(gc_sparse_delta *delta, const gc_sparse_delta_desc *desc,
                                         gc_sparse_delta_priv_type *type) {
    gc_sparse_type_info info = gc_sparse_info(delta->world, type->type);
    gc_sparse_field of;
    delta->look = gc_sparse_delta_priv_sum(delta->look, info.name, strlen(info.name) + 1);
    type->size = (uint32_t)info.size;
    type->first = delta->field_count;

    for (uint32_t n = 0; gc_sparse_field_at(delta->world, type->type, n, &of); n++) {
        void *grown = gc_sparse_delta_priv_room(delta->fields, delta->field_count + 1u,
                                                sizeof *delta->fields);
        if (!grown) return GC_SPARSE_E_MEMORY;
        delta->fields = (gc_sparse_delta_priv_field *)grown;
        gc_sparse_delta_priv_field *field = &delta->fields[delta->field_count++];
        bool number = strchr("iuf", of.shape->is) != NULL;
        memset(field, 0, sizeof *field);
        field->is = of;
        field->bits = of.shape->is == GC_SPARSE_IS_BOOL ? 1 : of.shape->size * 8;
        for (uint32_t r = 0; r < desc->range_count; r++) {
            const gc_sparse_delta_range *range = &desc->ranges[r];
            if (range->type.index != type->type.index || strcmp(range->field, of.name) != 0) continue;
            bool sound = number && range->bits - 1u < 32 && range->least < range->most;
            if (!sound || range->least < -9007199254740992.0 || range->most > 9007199254740992.0) {
                return GC_SPARSE_E_ARGUMENT;
            }
            field->bits = range->bits;
            field->least = range->least;
            field->step = (range->most - range->least) / (double)(((uint64_t)1 << range->bits) - 1);
        }
        const uint32_t words[] = { field->bits, of.count, of.shape->size, (uint32_t)of.shape->is };
        unsigned char little[4];
        for (int i = 0; i < 4; i++) {
            gc_sparse_delta_priv_put32(little, words[i]);
            delta->look = gc_sparse_delta_priv_sum(delta->look, little, 4);
        }
        delta->look = gc_sparse_delta_priv_sum(delta->look, of.name, strlen(of.name) + 1);
        type->count++;
    }

    bool shaped = info.size == 0 || (type->count && type->count <= GC_SPARSE_DELTA_PRIV_FIELDS);
    return shaped ? GC_SPARSE_OK : GC_SPARSE_E_FIELDS;
}

// What all types need; the ranges name fields that there are.
static int gc_sparse_delta_priv_add_types(gc_sparse_delta *delta, const gc_sparse_delta_desc *desc) {
    gc_sparse_statistics all;
    uint32_t largest = 1;
    gc_sparse_get_statistics(delta->world, &all);

    for (uint32_t t = 0; t < desc->type_count; t++) {
        gc_sparse_delta_priv_type *type = &delta->types[t];
        if (desc->types[t].index - 1u >= all.types) return GC_SPARSE_E_TYPE;
        type->type = desc->types[t];
        type->query.include[0] = type->type;
        int error = gc_sparse_delta_priv_add_type(delta, desc, type);
        if (error != GC_SPARSE_OK) return error;
        if (type->size) type->query.write[0] = type->type;
        if (type->size > largest) largest = type->size;
    }

    for (uint32_t r = 0; r < desc->range_count; r++) {
        bool found = false;
        for (uint32_t t = 0; t < desc->type_count; t++) {
            const gc_sparse_delta_priv_type *type = &delta->types[t];
            for (uint32_t f = 0; f < type->count && type->type.index == desc->ranges[r].type.index; f++) {
                found = found || strcmp(delta->fields[type->first + f].is.name, desc->ranges[r].field) == 0;
            }
        }
        if (!found) return GC_SPARSE_E_FIELDS;
    }
    delta->room = (char *)gc_sparse_delta_priv_room(NULL, largest, 1);
    return delta->room ? GC_SPARSE_OK : GC_SPARSE_E_MEMORY;
}

GC_SPARSE_DELTA_API gc_sparse_delta *gc_sparse_delta_open(gc_sparse_world *world,
                                                          const gc_sparse_delta_desc *desc, int *error) {
    int result = GC_SPARSE_E_ARGUMENT;
    gc_sparse_delta *delta = NULL;
    if (world && desc && desc->types && desc->type_count && (desc->ranges || !desc->range_count)) {
        result = GC_SPARSE_E_MEMORY;
        delta = (gc_sparse_delta *)gc_sparse_delta_priv_room(NULL, 1, sizeof *delta);
    }

    if (delta) {
        memset(delta, 0, sizeof *delta);
        delta->world = world;
        delta->look = 2166136261u;
        delta->max_slots = desc->max_slots ? desc->max_slots : 1u << 20;
        delta->window = desc->window ? desc->window : 64;
        size_t types = desc->type_count * sizeof *delta->types, packets =
            delta->window * sizeof *delta->packets;
        delta->types = (gc_sparse_delta_priv_type *)gc_sparse_delta_priv_room(NULL, types, 1);
        delta->packets = (gc_sparse_delta_priv_packet *)gc_sparse_delta_priv_room(NULL, packets, 1);
        if (delta->types) memset((void *)delta->types, 0, types);
        if (delta->packets) memset(delta->packets, 0, packets);
        if (delta->types) delta->type_count = desc->type_count;
        if (delta->types && delta->packets) result = gc_sparse_delta_priv_add_types(delta, desc);
    }

    if (error) *error = result;
    if (result == GC_SPARSE_OK) return delta;
    gc_sparse_delta_close(delta);
    return NULL;
}

GC_SPARSE_DELTA_API void gc_sparse_delta_close(gc_sparse_delta *delta) {
    if (!delta) return;
    for (uint32_t t = 0; t < delta->type_count; t++) {
        GC_SPARSE_DELTA_FREE(delta->types[t].sent);
        GC_SPARSE_DELTA_FREE(delta->types[t].marks);
    }
    for (uint32_t i = 0; i < delta->window &&
         delta->packets; i++) GC_SPARSE_DELTA_FREE(delta->packets[i].bytes);
    gc_sparse_close(delta->base);
    GC_SPARSE_DELTA_FREE(delta->types);
    GC_SPARSE_DELTA_FREE(delta->fields);
    GC_SPARSE_DELTA_FREE(delta->packets);
    GC_SPARSE_DELTA_FREE(delta->room);
    GC_SPARSE_DELTA_FREE(delta);
}
#endif
