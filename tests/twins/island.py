"""island.py - the island of examples/rng_island.c: its 196,608 bytes to the standard output."""
import functools
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bindings/python"))
sys.dont_write_bytecode = True
from gc_rng import hash32

SEED = 4


@functools.lru_cache(None)
def corner(x, y, k):
    return hash32(SEED, x, y, k) >> 24


def noise(x, y, k):
    mask, i, j = (1 << k) - 1, x >> k, y >> k
    s, t = (x & mask) << 8 - k, (y & mask) << 8 - k
    s, t = s * s * (768 - 2 * s) >> 16, t * t * (768 - 2 * t) >> 16
    north = corner(i, j, k) * (256 - s) + corner(i + 1, j, k) * s
    south = corner(i, j + 1, k) * (256 - s) + corner(i + 1, j + 1, k) * s
    return north * (256 - t) + south * t


@functools.lru_cache(None)
def height(x, y):
    total = sum(noise(x, y, k) >> 7 - k for k in range(6, 1, -1))
    return (total >> 8) - 2 * ((x - 128) ** 2 + (y - 128) ** 2) - 12000


def colour(x, y):
    h = height(x, y)
    slope = min(max(height(x + 1, y + 1) - h, -1024), 1024)
    light = 192 + (slope + 1024 >> 8) * 16 if h >= 0 else 256 - (-h >> 10) * 8 if h > -16384 else 136
    tree = hash32(SEED, x, y, 1) < 0x40000000
    base = (0x2a6a9c if h < -1600 else 0x3a86b4 if h < -500 else 0x6fb7c4 if h < 0 else
            0xe3d4a0 if h < 1200 else (0x5d8c40 if tree else 0x6f9f4a) if h < 9000 else
            (0x2f5c2e if tree else 0x3f7038) if h < 16000 else 0x857c6c if h < 21000 else 0xf4f4f6)
    return [min(255, (base >> shift & 255) * light >> 8) for shift in (16, 8, 0)]


sys.stdout.buffer.write(bytes(c for y in range(256) for x in range(256) for c in colour(x, y)))
