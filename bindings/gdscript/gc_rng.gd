# gc_rng.gd - the default engine of gc_rng.h in GDScript: the same numbers, for a game in Godot that
# must agree with a server or a tool in C. One file; run with Godot 3.2.
# tests/vectors/SPEC.md says what each call computes; its range and hash are range_int and hash64 here,
# since GDScript has functions of these names.
#
#     var GcRng = preload("res://gc_rng.gd")
#     var rng = GcRng.new(42)             # or new(seed, stream); any whole numbers
#     rng.range_int(1, 6)
#
# A word is an int: from 2^63 on a negative one, as a bound too.
# SPDX-License-Identifier: MIT OR Unlicense

const TRIES = 128
const MASK32 = 0xffffffff
const LARGEST = 0x7fffffffffffffff
const GOLDEN = -0x61c8864680b583eb      # 0x9e3779b97f4a7c15, and so on
const STREAM = -0x2e4ab5cd2e6d12fd
const MIX1 = -0x40a7b892e31b1a47
const MIX2 = -0x6b2fb644ecceee15

# The state, for a save.
var a: int
var b: int
var c: int
var counter: int

func _init(a_seed: int, stream: int = 0):
	a = _mix(a_seed + GOLDEN)
	b = _mix(stream + STREAM)
	c = _mix(a ^ (b * 0x100000000 | _right(b, 32)))
	counter = 1
	for _i in range(12):
		u64()

# A shift that brings in zeros.
static func _right(x: int, count: int) -> int:
	if x >= 0:
		return x >> count
	return ((x & LARGEST) >> count) | (1 << (63 - count))

static func _less(x: int, y: int) -> bool:
	return x < y if (x >= 0) == (y >= 0) else y < 0

static func _mix(x: int) -> int:
	x = (x ^ _right(x, 30)) * MIX1
	x = (x ^ _right(x, 27)) * MIX2
	return x ^ _right(x, 31)

# The upper half of a product of 128 bits; the lower one is x * y.
static func _upper(x: int, y: int) -> int:
	var xl = x & MASK32
	var xh = _right(x, 32)
	var yl = y & MASK32
	var yh = _right(y, 32)
	var middle = xh * yl + _right(xl * yl, 32)
	return xh * yh + _right(middle, 32) + _right(xl * yh + (middle & MASK32), 32)

# 2^64 mod n, n not 0: 2^63, doubled.
static func _excess(n: int) -> int:
	if n < 0:
		return -n & LARGEST
	var half = LARGEST % n + 1
	if half == n:
		return 0
	return half - (n - half) if half >= n - half else half + half

# The next word: 64 random bits; the upper 32 of them.
func u64() -> int:
	var word = a + b + counter
	a = b ^ _right(b, 11)
	b = c + c * 8
	c = (c * 0x1000000 | _right(c, 40)) + word
	counter += 1
	return word

func u32() -> int:
	return _right(u64(), 32)

# In [0, 1), a multiple of 2^-53; of 2^-24.
func f64() -> float:
	return _right(u64(), 11) / 9007199254740992.0

func f32() -> float:
	return _right(u64(), 40) / 16777216.0

# An integer in [0, n), exactly uniform; 0 for n 0.
func below(n: int) -> int:
	var word = u64()

	# Most bounds, and most words: everything is positive.
	var low = word * n
	if n > 0 and n <= 0x7fffffff and (low < 0 or low >= n):
		return ((word >> 32 & MASK32) * n + ((word & MASK32) * n >> 32)) >> 32

	if n != 0 and _less(low, n):
		var excess = _excess(n)
		var tries = 1
		while _less(word * n, excess) and tries < TRIES:
			word = u64()
			tries += 1
	return _upper(word, n)

# An integer in [lo, hi], both ends included; lo > hi are swapped.
func range_int(lo: int, hi: int) -> int:
	if lo > hi:
		return range_int(hi, lo)
	var count = hi - lo + 1
	return lo + (u64() if count == 0 else below(count))

# True with probability p.
func chance(p: float) -> bool:
	return f64() < p

# Puts an array of at most 2^30 elements in random order: a word for two places.
func shuffle(array: Array) -> Array:
	var i = array.size()
	while i > 1:
		var product = i * (i - 1)
		var word = u64()
		if _less(word * product, product):
			var excess = _excess(product)
			var tries = 1
			while _less(word * product, excess) and tries < TRIES:
				word = u64()
				tries += 1
		_swap(array, i - 1, _upper(word, i))
		_swap(array, i - 2, _upper(word * i, i - 1))
		i -= 2
	return array

static func _swap(array: Array, i: int, k: int) -> void:
	var v = array[i]
	array[i] = array[k]
	array[k] = v

# The 64 bits of a place.
static func hash64(a_seed: int, x: int, y: int, z: int) -> int:
	var h = 0
	for n in [a_seed, z, y, x]:
		var v = h + n * GOLDEN
		v = (v ^ _right(v, 30)) * MIX1 ^ (h + STREAM)
		v = (v ^ _right(v, 27)) * MIX2
		h = v ^ _right(v, 31)
	return h

# The 32 bits of a place: what a shader computes as well.
static func hash32(a_seed: int, x: int, y: int, z: int) -> int:
	var k = 0x243f6a88
	var w = 0x85a308d3
	for n in [a_seed, z, y, x]:
		var v = (k + n * 0x9e3779b9) & MASK32
		var u = (v ^ v >> 16) * 0x21f0aaad & MASK32
		v = u ^ (w + n & MASK32)
		v = (v ^ v >> 15) * 0xd35a2d97 & MASK32
		v = (v ^ v >> 15) * 0x735a2d97 & MASK32
		k = v ^ v >> 16
		w = u
	return k
