# twin.gd - see twin.c. gc_rng.gd lies beside it.
extends SceneTree

var GcRng
var h: int
var r

func take(v: int) -> void:
	h = (h ^ (v & 0xffffffff)) * 0x01000193 & 0xffffffff
	h = (h ^ (v >> 32 & 0xffffffff)) * 0x01000193 & 0xffffffff

func show(name: String) -> void:
	print("%s %08x" % [name, h])

func border(n: int) -> void:
	var most = 0x7fffffffffffffff
	r.a = most / n * 2 + (most % n * 2 + 1) / n + 1 - r.b - r.counter

func number(name: String, i: int):
	match name:
		"seed": return GcRng.new(i * -0x61c8864680b583eb, i >> 3).u64()
		"u64": return r.u64()
		"u32": return r.u32()
		"f64": return int(r.f64() * 9007199254740992.0)
		"f32": return int(r.f32() * 16777216.0)
		"below": return r.below(i * 21473)
		"below, many rejected": return r.below(-0x4000000000000000 - i)
		"below, near 2^53": return r.below(0x20000000000000 - i)
		"range": return r.range_int(i, -3 * i) + 300000
		"chance": return int(r.chance(i / 100000.0))
		"below, at the border":
			border(i * 21473 + 3)
			return r.below(i * 21473 + 3)
		"hash": return GcRng.hash64(i, i - 50000, -i, i / 3)
		"hash32": return GcRng.hash32(i, i - 50000, -i, i / 3)

func each(name: String) -> void:
	h = 0x811c9dc5
	for i in range(100000):
		take(number(name, i))
	show(name)

func _init():
	GcRng = load("res://gc_rng.gd")
	each("seed")
	r = GcRng.new(42, 7)
	for name in ["u64", "u32", "f64", "f32", "below", "below, many rejected", "below, near 2^53", "range",
			"chance", "below, at the border"]:
		each(name)
	for at_border in [0, 1]:
		h = 0x811c9dc5
		for n in range(3 * at_border, 1001, 7):
			if at_border:
				border(n * (n - 1))
			for v in r.shuffle(range(n)):
				take(v)
		show("shuffle, at the border" if at_border else "shuffle")
	each("hash")
	each("hash32")
	quit()
