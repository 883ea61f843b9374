"""gc_rng.py - the default engine of gc_rng.h in Python: the same numbers, for tools and servers that
must agree with a game in C. One file, no package, Python 3.6 or later; about a microsecond a number.
tests/vectors/SPEC.md says what each call computes.

    from gc_rng import Rng, hash32
    rng = Rng(42)                   # or Rng(seed, stream)
    rng.range(1, 6)

SPDX-License-Identifier: MIT OR Unlicense
"""

_MASK = 2 ** 64 - 1
_MASK32 = 2 ** 32 - 1
_TRIES = 128


def _mix(x):
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & _MASK
    x = (x ^ x >> 27) * 0x94d049bb133111eb & _MASK
    return x ^ x >> 31


class Rng:
    """The default engine, seeded by any two integers, modulo 2^64."""

    def __init__(self, seed, stream=0):
        self.a = _mix(seed + 0x9e3779b97f4a7c15 & _MASK)
        self.b = _mix(stream + 0xd1b54a32d192ed03 & _MASK)
        self.c = _mix(self.a ^ (self.b << 32 & _MASK | self.b >> 32))
        self.counter = 1
        for _ in range(12):
            self.u64()

    def u64(self):
        """The next word: 64 random bits."""
        b, c = self.b, self.c
        out = self.a + b + self.counter & _MASK
        self.a = b ^ b >> 11
        self.b = c + (c << 3) & _MASK
        self.c = (c << 24 | c >> 40) + out & _MASK
        self.counter = self.counter + 1 & _MASK
        return out

    def u32(self):
        return self.u64() >> 32

    def f64(self):
        """In [0, 1), a multiple of 2^-53."""
        return (self.u64() >> 11) / 9007199254740992.0

    def f32(self):
        """In [0, 1), a multiple of 2^-24."""
        return (self.u64() >> 40) / 16777216.0

    def below(self, n):
        """An integer in [0, n), n below 2^64, exactly uniform; 0 for n 0."""
        product = self.u64() * n
        if product & _MASK < n:
            excess, tries = 2 ** 64 % n, 1
            while product & _MASK < excess and tries < _TRIES:
                product = self.u64() * n
                tries += 1
        return product >> 64

    def range(self, lo, hi):
        """An integer in [lo, hi], of 64 bits; lo > hi are swapped."""
        lo, hi = min(lo, hi), max(lo, hi)
        count = hi - lo + 1
        return lo + (self.u64() if count == 2 ** 64 else self.below(count))

    def chance(self, p):
        """True with probability p."""
        return self.f64() < p

    def shuffle(self, items):
        """Puts a list of at most 2^30 elements in random order: a word for two places."""
        i = len(items)
        while i > 1:
            product, tries = i * (i - 1), 1
            first = self.u64() * i
            second = (first & _MASK) * (i - 1)
            if second & _MASK < product:
                excess = 2 ** 64 % product
                while second & _MASK < excess and tries < _TRIES:
                    first = self.u64() * i
                    second = (first & _MASK) * (i - 1)
                    tries += 1
            k, m = first >> 64, second >> 64
            items[i - 1], items[k] = items[k], items[i - 1]
            items[i - 2], items[m] = items[m], items[i - 2]
            i -= 2


def hash(seed, x, y, z):
    """The 64 bits of a place."""
    h = 0
    for n in (seed, z, y, x):
        v = h + n * 0x9e3779b97f4a7c15 & _MASK
        v = (v ^ v >> 30) * 0xbf58476d1ce4e5b9 & _MASK ^ (h + 0xd1b54a32d192ed03 & _MASK)
        v = (v ^ v >> 27) * 0x94d049bb133111eb & _MASK
        h = v ^ v >> 31
    return h


def hash32(seed, x, y, z):
    """The 32 bits of a place: what a shader computes as well."""
    a, b = 0x243f6a88, 0x85a308d3
    for n in (seed, z, y, x):
        v = a + n * 0x9e3779b9 & _MASK32
        w = (v ^ v >> 16) * 0x21f0aaad & _MASK32
        v = w ^ (b + n & _MASK32)
        v = (v ^ v >> 15) * 0xd35a2d97 & _MASK32
        v = (v ^ v >> 15) * 0x735a2d97 & _MASK32
        a, b = v ^ v >> 16, w
    return a
