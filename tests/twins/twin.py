"""twin.py - see twin.c."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bindings/python"))
sys.dont_write_bytecode = True
import gc_rng

MASK = 2 ** 32 - 1


def fnv(name, numbers):
    h = 0x811c9dc5
    for v in numbers:
        h = ((h ^ v & MASK) * 0x01000193 & MASK ^ v >> 32) * 0x01000193 & MASK
    print("%s %08x" % (name, h))


def each(name, number):
    fnv(name, (number(i) for i in range(100000)))


def border(n):
    r.a = (2 ** 64 - 1) // n + 1 - r.b - r.counter & 2 ** 64 - 1


def below_at_border(i):
    border(i * 21473 + 3)
    return r.below(i * 21473 + 3)


def decks(at_border):
    for n in range(3 * at_border, 1001, 7):
        deck = list(range(n))
        if at_border:
            border(n * (n - 1))
        r.shuffle(deck)
        yield from deck


each("seed", lambda i: gc_rng.Rng(i * 0x9e3779b97f4a7c15, i >> 3).u64())
r = gc_rng.Rng(42, 7)
each("u64", lambda i: r.u64())
each("u32", lambda i: r.u32())
each("f64", lambda i: int(r.f64() * 2 ** 53))
each("f32", lambda i: int(r.f32() * 2 ** 24))
each("below", lambda i: r.below(i * 21473))
each("below, many rejected", lambda i: r.below((3 << 62) - i))
each("below, near 2^53", lambda i: r.below(2 ** 53 - i))
each("range", lambda i: r.range(i, -3 * i) + 300000)
each("chance", lambda i: int(r.chance(i / 100000)))
each("below, at the border", below_at_border)
fnv("shuffle", decks(False))
fnv("shuffle, at the border", decks(True))
each("hash", lambda i: gc_rng.hash(i, i - 50000, -i, i // 3))
each("hash32", lambda i: gc_rng.hash32(i, i - 50000, -i, i // 3))
