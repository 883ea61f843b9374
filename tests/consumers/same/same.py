# same.py LIBRARY ROOT URL: dice, a sort, a save, a fetch; the lines are those of same.c.
import array
import sys

sys.path.insert(0, "bindings/python")
from gc_headers import Gc, GcError

gc = Gc(sys.argv[1])
rng = gc.new("gc_rng *")
gc.C.gc_rng_seed(rng, 2026)
dice = array.array("i", [gc.C.gc_rng_int(rng, 1, 6) for _ in range(5)])
print("dice", *dice, sep="\t")
gc.C.gc_sort_i32(gc.numbers(dice), len(dice))
print("sorted", *dice, sep="\t")


def code(call, argument):
    try:
        return call(argument)
    except GcError as error:
        return error.code


with gc.writer(sys.argv[2]) as writer:
    writer.save("python.sav", b"forty-two", version=7)
    data, version, backup = writer.load("python.sav")
    print("saved", data.decode(), version, backup, sep="\t")
    print("missing", code(writer.load, "none.sav"), sep="\t")

with gc.fetcher() as fetcher:
    body, status = fetcher.get(sys.argv[3])
    print("fetched", status, len(body), body[:9].decode(), sep="\t")
    print("refused", code(fetcher.get, "none:"), sep="\t")
