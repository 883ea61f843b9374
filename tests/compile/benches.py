#!/usr/bin/env python3
# benches.py - is every public function of gc_rng.h, gc_sparse.h, gc_writer.h and gc_fetch.h in
# one of the benchmarks, be it as a name in the head comment of bench_calls.c, which says why it
# needs no row? (main_file.c is compiled alone.) Prints those that are not; ends with 1 then.
import glob
import os
import re
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
paths = sorted(path for path in glob.glob("bench/*.[ch]*") if "main_file" not in path)
bench = "".join(open(path).read() for path in paths)
missing = 0
for header in ["rng", "sparse", "writer", "fetch"]:
    public = re.split(r"#endif *// GC_%s_H" % header.upper(), open("gc_%s.h" % header).read())[0]
    public = re.sub(r"/\*.*?\*/|//[^\n]*", "", public, flags=re.S)
    declared = r"^(?:GC_\w+_(?:API|INLINE) |extern )[\w *]*?\b(gc_%s_(?!priv_)\w+) *\(" % header
    names = sorted(set(re.findall(declared, public, flags=re.M)))
    if len(names) < 20:
        sys.exit("benches.py: gc_%s.h has only %d functions?" % (header, len(names)))
    for name in names:
        engine = re.fullmatch(r"gc_rng_(\w+)_fill", name)     # rows of all engines are made by a macro
        there = re.search(r"\b%s\b" % name, bench) or (engine and re.search(r"\bX\(%s," % engine[1], bench))
        if not there:
            print("%s: no benchmark has it" % name)
            missing += 1
print("%d functions without a benchmark" % missing)
sys.exit(missing != 0)
