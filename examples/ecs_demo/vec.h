// vec.h - vectors of whole numbers. 65536 is the side of a cell of the map; Motion counts the
// same units a frame. Whole numbers come out the same with every compiler, at every -O, on
// every processor: no rounding, no contraction, no library. Only /, never >>, of what may be
// negative.
// SPDX-License-Identifier: MIT OR Unlicense
#ifndef VEC_H
#define VEC_H

#include <stdint.h>

#if defined(__GNUC__)
#define VEC_API __attribute__((unused)) static inline
#else
#define VEC_API static inline
#endif

#define CELL 65536

typedef struct vec { int32_t x, y; } vec;

VEC_API vec vec_of(int32_t x, int32_t y) {
    vec v;
    v.x = x;
    v.y = y;
    return v;
}

VEC_API vec vec_minus(vec a, vec b) { return vec_of(a.x - b.x, a.y - b.y); }

// The length, at most 7 % too long, without a root: the longer side and 3/8 of the shorter.
VEC_API int32_t vec_length(vec v) {
    int32_t x = v.x < 0 ? -v.x : v.x, y = v.y < 0 ? -v.y : v.y;
    return x > y ? x + y / 8 * 3 : y + x / 8 * 3;
}

// The same direction with a length from low to high. The product takes 64 bits: a cell's side
// times a speed is more than 32.
VEC_API vec vec_limit(vec v, int32_t low, int32_t high) {
    int32_t length = vec_length(v), to = length > high ? high : low;
    if (length >= low && length <= high) return v;
    if (length == 0) return vec_of(low, 0);
    return vec_of((int32_t)((int64_t)v.x * to / length), (int32_t)((int64_t)v.y * to / length));
}

VEC_API int32_t vec_clamp(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

// Half-way round, in units of its own: 0 at an angle of 0, 256 at a full turn; a polygon, not a
// circle, which is round enough to swim in.
VEC_API vec vec_turn(uint32_t angle, int32_t length) {
    int32_t part = (int32_t)(angle % 64u), rest = 64 - part;
    switch (angle / 64u % 4u) {
    case 0: return vec_of(length * rest / 64, length * part / 64);
    case 1: return vec_of(-length * part / 64, length * rest / 64);
    case 2: return vec_of(-length * rest / 64, -length * part / 64);
    default: return vec_of(length * part / 64, -length * rest / 64);
    }
}

#endif
