#!/usr/bin/env python3
"""Known answers for tests/test_rng.c, and the tables of gc_rng.h.

    python3 tests/vectors/make_vectors.py            writes rng_vectors.h beside this script, from rng.json
    python3 tests/vectors/make_vectors.py --tables   prints the section `>>tables` of gc_rng.h
    python3 tests/vectors/make_vectors.py --check    fails when rng_vectors.h or gc_rng.h differ from what it computes

The tables are computed with 80 decimal digits by the standard library alone; rng_vectors.h holds their checksums, so
that the tests see a changed constant without python. Takes about two seconds.
"""
import json
import math
import os
import re
import sys
import struct
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 80
HERE = os.path.dirname(os.path.abspath(__file__))
LAYERS = 256
TAYLOR = 19
POWERS = 128


def bits(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


# ---- The ziggurats: Marsaglia and Tsang, Journal of Statistical Software 5(8), 2000 ----

def arctan_inverse(n, digits=79):
    total, power, k = Decimal(0), Decimal(1) / n, 0
    while power > Decimal(10) ** -digits:
        total += (power if k % 2 == 0 else -power) / (2 * k + 1)
        power /= n * n
        k += 1
    return total


PI = 16 * arctan_inverse(5) - 4 * arctan_inverse(239)    # Machin


def normal_density(x):
    return (-x * x / 2).exp()


def normal_edge(y):
    return (-2 * y.ln()).sqrt()


def normal_tail(r):
    """Integral of the density from r to infinity: half of sqrt(2 pi), minus the series of the integral from 0 to r."""
    total, term, k = Decimal(0), r, 0
    while abs(term) > Decimal(10) ** -75:
        total += term / (2 * k + 1)
        k += 1
        term *= -r * r / (2 * k)
    return (PI / 2).sqrt() - total


def exponential_density(x):
    return (-x).exp()


def exponential_edge(y):
    return -y.ln()


def climb(density, edge, tail, r):
    """Right edges of the layers from the base up, all of one area, the second's edge being r, and where the last layer
    ends. The base's edge is a rectangle's with the area of base and tail."""
    area = r * density(r) + tail(r)
    found, y = [area / density(r), r], density(r)
    while len(found) < LAYERS:
        y += area / found[-1]
        if y >= 1:
            return found, y
        found.append(edge(y))
    return found, y + area / found[-1]


def edges(density, edge, tail, low, high):
    """The layers whose last one ends at the summit, 1: r by bisection, with few digits, to where all layers exist on
    either side of it, and then by the secants of that end's height, which double the right digits in two steps."""
    low, high = Decimal(low), Decimal(high)
    getcontext().prec = 20
    for _ in range(32):
        r = (low + high) / 2
        if climb(density, edge, tail, r)[1] >= 1:
            low = r
        else:
            high = r
    getcontext().prec = 80
    r, step = high, high - low
    error = climb(density, edge, tail, r)[1] - 1
    previous, r = (r, error), r + step
    while abs(step) > Decimal(10) ** -75:
        error = climb(density, edge, tail, r)[1] - 1
        step = error * (r - previous[0]) / (previous[1] - error)
        previous, r = (r, error), r + step
    return climb(density, edge, tail, r)[0]


def down(x):
    return int(x)


def nearest(x):
    return int((x + Decimal("0.5")).to_integral_value(rounding="ROUND_FLOOR"))


def layers(x):
    """For each layer: 2^64 * (next edge / edge), cut; edge in Q57."""
    following = x[1:] + [Decimal(0)]
    return [(down(Decimal(2) ** 64 * b / a), nearest(a * 2 ** 57)) for a, b in zip(x, following)]


def heights(density, x):
    return [nearest(density(a) * 2 ** 63) for a in x] + [2 ** 63]


def taylor():
    values, factorial = [], 1
    for k in range(TAYLOR):
        factorial *= max(k, 1)
        values.append(nearest(Decimal(2 ** 63) / factorial))
    return values


def power_of_2():
    """2^(i / 128) as the bits of a double, and of what it lacks, relative to it."""
    values = []
    for i in range(POWERS):
        exact = (Decimal(2).ln() * i / POWERS).exp()
        high = float(exact)
        values.append((bits(high), bits(float(exact / Decimal(high) - 1))))
    return values


class Tables:
    def __init__(self):
        normal = edges(normal_density, normal_edge, normal_tail, "3.5", "3.8")
        exponential = edges(exponential_density, exponential_edge, lambda r: (-r).exp(), "7.5", "7.8")
        self.taylor = taylor()
        self.power_of_2 = power_of_2()
        self.inverse_r = nearest(2 ** 64 / normal[1])
        self.normal_layer = layers(normal)
        self.normal_height = heights(normal_density, normal)
        self.exponential_layer = layers(exponential)
        self.exponential_height = heights(exponential_density, exponential)


def word(v):
    return "0x%016x" % v


def rows(values, per_row):
    lines = [", ".join(values[i:i + per_row]) for i in range(0, len(values), per_row)]
    return "    " + ",\n    ".join(lines) + "\n"


def tables_text(t):
    text = "// tests/vectors/make_vectors.py --tables prints these, from arithmetic with 80 decimal digits.\n\n"
    text += "// 1 / k!, Q63.\n#define GC_RNG_PRIV_TAYLOR %d\n" % TAYLOR
    text += "static const uint64_t gc_rng_priv_taylor[GC_RNG_PRIV_TAYLOR] = {\n"
    text += rows([word(v) for v in t.taylor], 5) + "};\n\n"
    text += "// Two for each i: 2^(i / 128), and what that double lacks, as a part of it; bits of doubles.\n"
    text += "static const uint64_t gc_rng_priv_power_of_2[2 * %d] = {\n" % POWERS
    text += rows([word(v) for pair in t.power_of_2 for v in pair], 5) + "};\n\n"
    text += "// 1 / r of the normal distribution, r = 3.6541528853610087716..., Q64.\n"
    text += "#define GC_RNG_PRIV_NORMAL_INVERSE_R %s\n" % word(t.inverse_r)
    for name in ("normal", "exponential"):
        layer, height = getattr(t, name + "_layer"), getattr(t, name + "_height")
        text += "\n"
        text += "// Two for each layer, from the base up: the words below the first number are accepted at once\n"
        text += "// (2^64 * next edge / edge); the second is the right edge, Q57.\n"
        text += "static const uint64_t gc_rng_priv_%s_layer[2 * %d] = {\n" % (name, LAYERS)
        text += rows([word(v) for pair in layer for v in pair], 5) + "};\n\n"
        text += "// The density at the right edges, Q63; the last is the summit.\n"
        text += "static const uint64_t gc_rng_priv_%s_height[%d] = {\n" % (name, LAYERS + 1)
        text += rows([word(v) for v in height], 5) + "};\n"
    return text


def fnv1a(values):
    """FNV-1a, 64 bits, over words as little-endian bytes."""
    h = 0xcbf29ce484222325
    for v in values:
        for byte in v.to_bytes(8, "little"):
            h = ((h ^ byte) * 0x100000001b3) & (2 ** 64 - 1)
    return h


# ---- Jumps of xoshiro256++: powers of the matrix of one step over GF(2), a column each ----

MASK = 2 ** 64 - 1


def xoshiro_step(v):
    s0, s1, s2, s3 = (v >> (64 * i) & MASK for i in range(4))
    t = s1 << 17 & MASK
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << 45 | s3 >> 19) & MASK
    return s0 | s1 << 64 | s2 << 128 | s3 << 192


def matrix_square(columns):
    """A matrix over GF(2) times itself, eight columns at a time: a table holds the sums of each subset of eight."""
    tables = []
    for first in range(0, 256, 8):
        table = [0]
        for column in columns[first:first + 8]:
            table += [column ^ other for other in table]
        tables.append(table)
    square = []
    for column in columns:
        out = 0
        for table, byte in zip(tables, column.to_bytes(32, "little")):
            out ^= table[byte]
        square.append(out)
    return square


def xoshiro_after(state, powers):
    """The states after 2^power steps for each of the powers, one after the other."""
    columns, found = [xoshiro_step(1 << i) for i in range(256)], []
    for power in range(1, max(powers) + 1):
        columns = matrix_square(columns)
        if power in powers:
            v = 0
            for i, column in enumerate(columns):
                if state[i // 64] >> (i % 64) & 1:
                    v ^= column
            found += [v >> (64 * i) & MASK for i in range(4)]
    return found


# ---- The header of known answers ----

def array(name, c_type, start, outputs, comment):
    """One case: what the state or the seed is, then the outputs."""
    digits = {"uint8_t": 2, "uint16_t": 4, "uint32_t": 8, "uint64_t": 16}[c_type]
    text = "// %s\n" % comment
    text += "static const %s %s[] = {\n" % (c_type, name)
    text += rows(["0x%0*x" % (digits, v) for v in start + outputs], 64 // (digits + 4) + 2) + "};\n\n"
    return text


def hexes(values):
    return [int(v, 16) for v in values]


# ---- Choices, powers and p-values, each by its definition: rational numbers and 80 digits or more ----

def sfc64(state, count):
    """The step that is checked against the published vectors of sfc64."""
    a, b, c, counter = state
    words = []
    for _ in range(count):
        words.append((a + b + counter) & MASK)
        counter = (counter + 1) & MASK
        a = b ^ (b >> 11)
        b = (c + (c << 3)) & MASK
        c = (((c << 24) | (c >> 40)) + words[-1]) & MASK
    return words


CHOICE_STATE = [0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 1]    # digits of pi
CHOICE_WEIGHTS = [
    [1.0, 2.0, 3.0, 4.0],
    [20.0, 236.0],                                          # 20 in 256
    [0.0, 5.0, 0.0],
    [0.1, 0.2, 0.3, 0.15, 0.05, 0.2],
    [1.0] * 7,
    [3.0, 1e-3, 0.0, 2.5e-8, 1.7, 4e4, 5e-324, 12.25, 1e3, 6.0, 0.5],
    [5e-324, 1e-323, 1.5e-323],                             # 1, 2 and 3 times the least number
    [1e308, 1.7e308, 9e307, 1e300],                         # whose sum is no double
]


def weighted(weights, words):
    total, picks = sum(Fraction(w) for w in weights), []
    for word in words:
        place, i = Fraction(word) * total / 2 ** 64, 0
        while place >= Fraction(weights[i]):
            place -= Fraction(weights[i])
            i += 1
        picks.append(i)
    return picks


def alias(weights):
    """How many of the 2^64 words each index gets: the words up to its end, cut, less those up to its beginning."""
    n = len(weights)
    used = 2 ** 64 - 2 ** 64 % n
    total, to, before, words = sum(Fraction(w) for w in weights), Fraction(0), 0, []
    for w in weights:
        to += Fraction(w)
        words.append(int(to * used / total) - before)
        before += words[-1]
    return words


POWERS_OF_E = [0.0, 1.0, -1.0, 0.5, -0.5, 1e-3, -1e-10, 2.0 ** -53, 1e-300, 0.6931471805599453, 10.0, -10.0, 88.7, 100.0,
               -100.0, 700.0, 709.78, -700.0, -708.3, -708.5, -720.25, -744.4, -745.1, -745.2, 709.8, 3.14159, -2.71828]


def power_of_e(x):
    """The double nearest to e^x."""
    v = Decimal(x).exp()
    if v > Decimal(1.7976931348623157e308) + Decimal(2) ** 969:
        return bits(float("inf"))
    if v < Decimal(2) ** -1075:
        return 0
    return bits(float(Fraction(v)))


CHANCES = [1.0, 0.95, 0.9, 0.8, 0.75, 2 / 3, 0.6, 0.5, 0.4, 0.35, 0.3, 0.25, 0.2, 0.17, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02,
           0.015625, 0.0156, 0.01, 0.005]


def prd_tries(c):
    """How many tries a hit takes when the n-th has the chance min(1, n c), and the derivative by c."""
    missed, change, tries, slope, n = Decimal(1), Decimal(0), Decimal(0), Decimal(0), 0
    while missed > Decimal(10) ** -40:
        tries += missed
        slope += change
        n += 1
        if n * c >= 1:
            break
        change = change * (1 - n * c) - missed * n
        missed *= 1 - n * c
    return tries, slope


def prd(chance):
    """c by Newton's method, in 2^-63."""
    getcontext().prec = 50
    chance = Decimal(chance)
    c = chance * chance
    for _ in range(60):
        tries, slope = prd_tries(c)
        step = Decimal(0) if slope == 0 else (tries - 1 / chance) / slope
        c = min(max(c - step, c / 4), Decimal(1))
        if abs(step) < c * Decimal(10) ** -30:
            break
    getcontext().prec = 80
    return nearest(c * 2 ** 63)


CHI2 = [    # counts, weights
    ([18, 22, 20, 19, 25, 16], [1.0] * 6),
    ([60, 40], [1.0, 1.0]),
    ([5, 5], [1.0, 1.0]),
    ([4, 95, 901], [0.5, 9.5, 90.0]),
    ([90, 110, 0, 300], [0.1, 0.1, 0.0, 0.3]),
    ([1000, 1010, 990, 1200, 800], [1.0] * 5),
    ([123456789, 123406789, 123506789], [1.0, 1.0, 1.0]),
    ([1000 + 17 * i % 107 for i in range(40)], [1.0] * 40),
    ([30, 500, 2000], [1.0, 1.0, 3.0]),
    ([100 + 7 * (i * i % 5) for i in range(333)], [1.0] * 333),
    ([i * 7919 % 1009 % 5 for i in range(900)], [2.0] * 900),
    ([20 * (1 + i % 7) for i in range(28)], [float(1 + i % 7) for i in range(28)]),
]


def chi2(counts, weights):
    """The p-value: the integral of the chi-square density by its finite sum, for odd degrees with erfc."""
    getcontext().prec = 2400
    total, weight = sum(counts), sum(Fraction(w) for w in weights)
    chi = sum((c - Fraction(w) * total / weight) ** 2 / (Fraction(w) * total / weight)
              for c, w in zip(counts, weights) if w > 0)
    x = Decimal(chi.numerator) / chi.denominator / 2
    degrees = sum(w > 0 for w in weights) - 1
    if degrees % 2 == 0:
        term, k, p = (-x).exp(), Decimal(0), Decimal(0)
    else:
        pi, root, part, series, j = pi_digits(), x.sqrt(), x.sqrt(), Decimal(0), 0
        while abs(part) > Decimal(10) ** -2300 and x > 0:
            series += part / (2 * j + 1)
            j += 1
            part *= -x / j
        p = 1 - 2 * series / pi.sqrt()
        term, k = (-x).exp() * 2 * root / pi.sqrt(), Decimal("0.5")
    for _ in range(degrees // 2):
        p += term
        k += 1
        term *= x / k
    getcontext().prec = 80
    return float(+p)


def pi_digits():
    return 16 * arctan_inverse(5, 2390) - 4 * arctan_inverse(239, 2390)


def hash_numbers(*numbers):
    """The finaliser of splitmix64 over h + n * golden, with h once more after its first multiplication."""
    h = 0
    for n in numbers:
        v = h + n * 0x9e3779b97f4a7c15 & MASK
        v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9 & MASK ^ (h + 0xd1b54a32d192ed03 & MASK)
        v = (v ^ v >> 27) * 0x94d049bb133111eb & MASK
        h = v ^ v >> 31
    return h


def place_hash(seed, x, y, z):
    return hash_numbers(seed, z, y, x)


def text_seed(text):
    """The length, and words of eight bytes, the last one filled up with zeros."""
    words = [int.from_bytes(text[i:i + 8], "little") for i in range(0, len(text), 8)]
    return hash_numbers(len(text), *words)


def mix(x):
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & MASK
    x = (x ^ x >> 27) * 0x94d049bb133111eb & MASK
    return x ^ x >> 31


def permute(seed, i, n):
    """Rounds on the least power of two that holds n, again until the number is below n."""
    bits = (n - 1).bit_length()
    start = mix(seed + 0x9e3779b97f4a7c15 & MASK)
    while True:
        for k in range(8 if bits > 8 else 24):
            word = mix(start + (k + 1) * 0x9e3779b97f4a7c15 & MASK)
            i = (i + word) * ((word >> 32 | word << 32) & MASK | 1) % 2 ** bits
            i ^= i >> (bits + 1) // 2
        if i < n:
            return i


def place_hash32(seed, x, y, z):
    """The state is two words, of pi; each number is in both, and the second one comes in between two multiplications."""
    mask = 2 ** 32 - 1
    a, b = 0x243f6a88, 0x85a308d3
    for n in (seed, z, y, x):
        v = a + n * 0x9e3779b9 & mask
        w = (v ^ v >> 16) * 0x21f0aaad & mask
        v = w ^ (b + n & mask)
        v = (v ^ v >> 15) * 0xd35a2d97 & mask
        v = (v ^ v >> 15) * 0x735a2d97 & mask
        a, b = v ^ v >> 16, w
    return a


PLACES = [(0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (1, 0, 0, 0), (0, -1, 0, 0), (7, -3, 12, -2 ** 63),
          (2 ** 64 - 1, 2 ** 63 - 1, -1, 1000000)]


PERMUTED = [(0, 0, 1), (1, 1, 2), (2, 0, 3), (3, 51, 52), (4, 255, 256), (5, 0, 257), (2 ** 64 - 1, 123456, 10 ** 6),
            (6, 2 ** 63, 2 ** 63 + 1), (7, 2 ** 64 - 2, 2 ** 64 - 1)]


def dotnet_doubles(outputs):
    """NextDouble, Next(100), Next(-1000, 2000000000): a double's rounding after each step, as Python has it."""
    rows = []
    for v in outputs:
        u = v * (1.0 / 2147483647)
        rows += [bits(u), int(u * 100), int(u * 2000001000) - 1000 & 0xffffffff]
    return rows


def dotnet_large(outputs):
    """Next(int.MinValue, int.MaxValue): from two outputs each."""
    found = []
    for v, sign in zip(outputs[0::2], outputs[1::2]):
        u = ((-v if sign % 2 == 0 else v) + 2147483646.0) / 4294967293.0
        found.append(int(u * 4294967295.0) - 2 ** 31 & 0xffffffff)
    return found


class Words:
    """The words of a state, one by one."""
    def __init__(self, state=None):
        self.words = iter(sfc64(state or CHOICE_STATE, 100000))

    def next(self):
        return next(self.words)


def successes(w, n, p):
    """n tries side by side: each compares its bits of the words with those of p, from the first on."""
    part, numbers, digits = int(Fraction(p) * 2 ** 64), [0] * n, 0
    while part % 2 ** (64 - digits) and any(v == part >> (64 - digits) for v in numbers):
        word = w.next()
        digits += 1
        numbers = [v * 2 + (word >> k & 1) for k, v in enumerate(numbers)]
    return [v < part >> (64 - digits) for v in numbers]


def binomial(w, n, p):
    if n <= 16:
        return sum(w.next() < int(Fraction(p) * 2 ** 64) for _ in range(n))
    return sum(sum(successes(w, min(64, n - first), p)) for first in range(0, n, 64))


def poisson(w, t, mean):
    """Exponential numbers until their sum is above the mean; of words that the ziggurat takes at once."""
    at, count = 0, 0
    while True:
        word = w.next()
        below, edge = t.exponential_layer[word & 255]
        assert word < below
        at += word * edge >> 64 | 1
        if at > int(Fraction(mean) * 2 ** 57):
            return count
        count += 1


def normal(w, t):
    word = w.next()
    below, edge = t.normal_layer[word & 255]
    assert word < below
    return (word * edge >> 64) * 2.0 ** -57 * (-1 if word >> 8 & 1 else 1)


def inside(w):
    while True:
        word = w.next()
        x, y = (word % 2 ** 32 | 1) - 2 ** 31, (word >> 32 | 1) - 2 ** 31
        if x * x + y * y < 2 ** 62:
            return x, y, x * x + y * y


def direction(w):
    x, y, square = inside(w)
    inverse = 1.0 / square
    return [float(x * x - y * y) * inverse, float(2 * x * y) * inverse]


def sphere(w):
    x, y, square = inside(w)
    side = math.sqrt(float(2 ** 62 - square) * 2.0 ** -62) * 2.0 ** -30
    return [x * side, y * side, float(2 ** 62 - 2 * square) * 2.0 ** -62]


def turn(w, t):
    """The matrix of a quaternion of normal numbers, row by row."""
    q = [normal(w, t) for _ in range(4)]
    s = 2.0 / (((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3])
    a, b, c, d = q
    sb, sc, sd = s * b, s * c, s * d
    return [1 - (sc * c + sd * d), sb * c - sd * a, sd * b + sc * a,
            sb * c + sd * a, 1 - (sd * d + sb * b), sc * d - sb * a,
            sd * b - sc * a, sc * d + sb * a, 1 - (sb * b + sc * c)]


def gamma(w, t, shape, scale):
    """Marsaglia and Tsang's, in doubles as Python rounds them; of words that the ziggurat takes at once."""
    d = shape + -0.3333333333333333
    c = 0.3333333333333333 / math.sqrt(d)
    while True:
        x = normal(w, t)
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v = v * v * v
        u = (w.next() >> 11 | 1) * 2.0 ** -53
        if u < 1.0 + -0.0331 * (x * x * (x * x)) or math.log(u) < 0.5 * x * x + d * (1.0 - v + math.log(v)):
            return d * v * scale


PITIES = [(0.016, 74, 90), (0.6, 1, 3), (0.02, 50, 50), (1.0, 5, 9), (0.001, 1000, 2000), (0.3, 1, 20)]


def pity(rate, soft, hard):
    """The base chance in 2^-63, by halving: the chances of tries are what gc_rng.h's comment says."""
    low, high, wanted = Fraction(0), Fraction(1), 1 / Fraction(rate)
    for _ in range(64):
        base = (low + high) / 2
        missed, mean = Decimal(1), Decimal(0)
        for n in range(1, hard + 1):
            mean += missed
            chance = base + (1 - base) * max(0, n - soft + 1) / (hard - soft + 1)
            missed *= 1 - Decimal(chance.numerator) / Decimal(chance.denominator)
        low, high = (base, high) if Fraction(mean) > wanted else (low, base)
    return int(high * 2 ** 63)


BINOMIALS = [(1, 0.5), (7, 0.3), (64, 0.01), (65, 0.9), (200, 1 / 3), (2048, 0.7)]
MEANS = [0.0, 0.5, 1.0, 3.0, 7.9]
GEOMETRICS = [0.5, 0.125, 0.9, 1 / 3]
GAMMAS = [(1.0, 1.0), (2.5, 3.0), (100.0, 0.01), (1e6, 2.0)]


def counts_text(t):
    text = ""
    w = Words()
    text += array("rng_vectors_binomial", "uint64_t", [], [v for n, p in BINOMIALS for v in (n, bits(p), binomial(w, n, p))],
                  "n, bits of p, successes, one after the other from the state of the choices")
    w = Words()
    text += array("rng_vectors_poisson", "uint64_t", [], [v for m in MEANS for v in (bits(m), poisson(w, t, m))],
                  "bits of the mean, events")
    found = []
    for p in GEOMETRICS:
        w, k = Words(), 0
        while w.next() >= int(Fraction(p) * 2 ** 64):
            k += 1
        found += [bits(p), k]
    text += array("rng_vectors_geometric", "uint64_t", [], found, "bits of p, failures; each from the first word on")
    w = Words()
    text += array("rng_vectors_turns", "uint64_t", [], [bits(v) for v in direction(w) + turn(w, t) + sphere(w)],
                  "bits of a direction, a rotation, a point on the sphere")
    w = Words()
    text += array("rng_vectors_gamma", "uint64_t", [],
                  [v for a, b in GAMMAS for v in (bits(a), bits(b), bits(gamma(w, t, a, b)))],
                  "bits of shape, scale, the number")
    text += array("rng_vectors_pity", "uint64_t", [], [v for p in PITIES for v in (bits(p[0]), p[1], p[2], pity(*p))],
                  "bits of the rate, soft, hard, the base chance in 2^-63")
    return text + "\n"


def choices_text():
    words = sfc64(CHOICE_STATE, 16)
    text = "// ---- choices, powers, p-values ----\n\n"
    text += array("rng_vectors_choice_words", "uint64_t", CHOICE_STATE, words, "state of the default engine")
    for i, weights in enumerate(CHOICE_WEIGHTS):
        text += array("rng_vectors_weights_%d" % i, "uint64_t", [], [bits(w) for w in weights], "bits of doubles")
        text += array("rng_vectors_weighted_%d" % i, "uint8_t", [], weighted(weights, words), "picks by those words")
        text += array("rng_vectors_alias_%d" % i, "uint64_t", [], [w & MASK for w in alias(weights)],
                      "words of 2^64 that each index gets, mod 2^64")
    text += array("rng_vectors_hash", "uint64_t", [], [v & MASK for p in PLACES for v in (*p, place_hash(*p))],
                  "seed, x, y, z, bits")
    text += array("rng_vectors_text", "uint64_t", [], [text_seed(b"The quick brown fox."[:n]) for n in range(21)],
                  "seeds of the first 0, 1, 2 ... 20 bytes of a text")
    text += array("rng_vectors_permute", "uint64_t", [], [v for p in PERMUTED for v in (*p, permute(*p))],
                  "seed, i, n, the place of i")
    text += array("rng_vectors_hash32", "uint32_t", [], [v & 0xffffffff for p in PLACES for v in (*p, place_hash32(*p))],
                  "seed, x, y, z, bits")
    text += array("rng_vectors_power", "uint64_t", [], [v for x in POWERS_OF_E for v in (bits(x), power_of_e(x))],
                  "bits of x, bits of the double nearest to e^x")
    text += array("rng_vectors_prd", "uint64_t", [], [v for c in CHANCES for v in (bits(c), prd(c))],
                  "bits of the chance, c in 2^-63")
    for i, (counts, weights) in enumerate(CHI2):
        text += array("rng_vectors_chi2_%d" % i, "uint64_t", [bits(chi2(counts, weights))],
                      [v for c, w in zip(counts, weights) for v in (c, bits(w))], "bits of p; counts and bits of weights")
    return text + "\n"


def header_text(known, t):
    text = "// rng_vectors.h - known answers for tests/test_rng.c. "
    text += "Written by make_vectors.py from rng.json; do not edit.\n"
    text += "// In each array the start (state words, or a seed) comes first, then the outputs.\n"
    text += "#ifndef RNG_VECTORS_H\n#define RNG_VECTORS_H\n\n#include <stdint.h>\n\n"
    for case in known["mwc32_62904"]["cases"]:
        text += array("rng_vectors_mwc32_%d" % case["seed"], "uint16_t", [case["seed"]], hexes(case["u16"]), "seed")
    for i, case in enumerate(known["mwc64_4294957665"]["cases"]):
        start = int(case["state0"], 16)
        text += array("rng_vectors_mwc64_%d" % i, "uint32_t", [start & 0xffffffff, start >> 32], hexes(case["u32"]),
                      "low and high half of the state")
    for i, case in enumerate(known["xorshift32_13_17_5"]["cases"]):
        start = int(case["state0"], 16)
        text += array("rng_vectors_xorshift32_%d" % i, "uint32_t", [start], hexes(case["u32"]), "state")
    for i, case in enumerate(known["xorshift128"]["cases"]):
        start = [int(v) for v in re.findall(r"[xyzw]=(\d+)", case["state0"])]
        text += array("rng_vectors_xorshift128_%d" % i, "uint32_t", start, hexes(case["u32"]), "x, y, z, w")
    for name in ("splitmix64", "sfc64"):
        for i, case in enumerate(known[name]["cases"]):
            text += array("rng_vectors_%s_%d" % (name, i), "uint64_t", [case["seed"]], hexes(case["u64"]), "seed")
    for i, case in enumerate(known["xorshift64_21_35_4"]["cases"]):
        text += array("rng_vectors_xorshift64_%d" % i, "uint64_t", [int(case["state0"], 16)],
                      hexes(case["u64_right_left_right"]), "state")
        text += array("rng_vectors_xorshift64_left_%d" % i, "uint64_t", [int(case["state0"], 16)],
                      hexes(case["u64_left_right_left"]), "state")
    text += array("rng_vectors_xoshiro256pp_0", "uint64_t", [1, 2, 3, 4], hexes(known["xoshiro256plusplus"]["u64"]), "state")
    text += array("rng_vectors_xoshiro256pp_1", "uint64_t", [42],
                  hexes(known["xoshiro256plusplus_splitmix_seed42"]["u64"]), "seed")
    text += array("rng_vectors_xoshiro256pp_jump", "uint64_t", [1, 2, 3, 4],
                  xoshiro_after([1, 2, 3, 4], [128, 192]),
                  "state; the states after 2^128 and 2^192 steps")
    text += array("rng_vectors_lcg_1", "uint32_t", [1], known["lcg_bad"]["ansi_c_mod_2_31_seed1"], "seed")
    for case in known["dotnet_system_random"]["cases"]:
        text += array("rng_vectors_dotnet_%d" % case["seed"], "uint32_t", [case["seed"]], case["next"], "seed")
        text += array("rng_vectors_dotnet_double_%d" % case["seed"], "uint64_t", [], dotnet_doubles(case["next"]),
                      "bits of NextDouble, Next(100), Next(-1000, 2000000000) in place of each output")
        text += array("rng_vectors_dotnet_large_%d" % case["seed"], "uint64_t", [], dotnet_large(case["next"]),
                      "Next(int.MinValue, int.MaxValue)")
    # The reference values that the source of these vectors names for seed -1.
    text += array("rng_vectors_dotnet_minus_1", "uint32_t", [2 ** 32 - 1], [534011718, 237820880, 1002897798], "seed")
    for case in known["sfmt19937"]["cases"]:
        text += array("rng_vectors_sfmt_%d" % case["seed"], "uint32_t", [case["seed"], int(case["u32_10000th"], 16)],
                      hexes(case["u32"]), "seed, the 10000th output")
        text += array("rng_vectors_sfmt64_%d" % case["seed"], "uint64_t", [case["seed"]], hexes(case["u64"]), "seed")
    text += array("rng_vectors_pcg32", "uint32_t", [42, 54],
                  hexes(known["pcg32"]["u32"]) + hexes(known["pcg32"]["after_advance_1000000"]),
                  "state and sequence; from the 17th output on: after 1000000 further steps")
    philox = known["philox4x32_10"]
    pi = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344]
    cases = [([0, 0], [0] * 4, philox["ctr0_key0"]), ([2 ** 32 - 1] * 2, [2 ** 32 - 1] * 4, philox["ctrF_keyF"]),
             ([0xa4093822, 0x299f31d0], pi, philox["ctr_pi"])]
    cases += [([42, 0], [i, 0, 0, 0], block) for i, block in enumerate(philox["key42_ctr0to3"])]
    for i, (key, counter, block) in enumerate(cases):
        text += array("rng_vectors_philox_%d" % i, "uint32_t", key + counter, hexes(block), "key, counter")
    text += "// The seed.\n#define RNG_VECTORS_CHACHA8_SEED \"%s\"\n" % known["chacha8rand"]["seed"]
    text += array("rng_vectors_chacha8", "uint64_t", [], hexes(known["chacha8rand"]["u64"]), "outputs only")
    for case in known["asa128"]["cases"]:
        text += array("rng_vectors_asa128_%d" % case["seed"], "uint32_t", [case["seed"]],
                      hexes(case["u32_first16_memory_order"]), "seed")
        text += array("rng_vectors_asa128_f64_%d" % case["seed"], "uint64_t", [],
                      hexes(case["double_bits"]) + [int(case["double_bits_8191st"], 16),
                                                    int(case["double_bits_8192nd_first_after_refill"], 16),
                                                    int(case["fnv1a64_first_64KiB"], 16),
                                                    int(case["fnv1a64_first_1MiB"], 16)],
                      "bits of the doubles 1 to 8, 8191 and 8192; FNV-1a of the first 64 KiB and 1 MiB")
    getcontext().prec = 330
    golden = int((Decimal(5).sqrt() - 1) / 2 * Decimal(2) ** 1024)
    getcontext().prec = 80
    case = known["shishua"]["cases"][0]
    text += array("rng_vectors_shishua", "uint64_t", [golden >> (64 * i) & MASK for i in reversed(range(16))],
                  hexes(case["u64_first16"]) + [int(case["fnv1a64_first_1MiB"], 16)],
                  "digits of the golden ratio, with which it is seeded; outputs of seed 0; FNV-1a of the first 1 MiB")
    text += choices_text()
    text += counts_text(t)
    text += "// FNV-1a (64 bits, over little-endian bytes) of the tables in gc_rng.h.\n"
    for name in ("taylor", "power_of_2", "normal_layer", "normal_height", "exponential_layer", "exponential_height"):
        values = getattr(t, name)
        flat = [v for pair in values for v in pair] if isinstance(values[0], tuple) else values
        text += "#define RNG_VECTORS_%s_FNV %s\n" % (name.upper(), word(fnv1a(flat)))
    return text + "\n#endif\n"


def main():
    with open(os.path.join(HERE, "rng.json"), encoding="ascii") as f:
        known = json.load(f)
    t = Tables()
    path = os.path.join(HERE, "rng_vectors.h")
    if "--tables" in sys.argv:
        sys.stdout.write(tables_text(t))
    elif "--check" in sys.argv:
        with open(path, encoding="ascii") as f:
            same = f.read() == header_text(known, t)
        with open(os.path.join(HERE, "..", "..", "gc_rng.h"), encoding="ascii") as f:
            same_tables = tables_text(t) in f.read()
        print("rng_vectors.h:", "ok" if same else "DIFFERS")
        print("tables of gc_rng.h:", "ok" if same_tables else "DIFFER")
        return 0 if same and same_tables else 1
    else:
        with open(path, "w", encoding="ascii") as f:
            f.write(header_text(known, t))
    return 0


if __name__ == "__main__":
    sys.exit(main())
