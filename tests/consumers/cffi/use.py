# Python's cffi reads the declarations of all five headers and calls the shared library: what a
# binding for another language needs.
#   use.py HEADERS_FOLDER LIBRARY
import re
import subprocess
import sys
import tempfile

import cffi
from pycparser import c_ast, c_generator, c_parser

# Stand in for the standard headers: cffi knows these types, and a parser needs their names.
STANDARD = {
    "stdbool.h": "#define true 1\n#define false 0\n",
    "stddef.h": "#define NULL 0\n#define offsetof(type, member) 0\n",
    "stdint.h": "#define UINT32_MAX 0xffffffffu\n#define UINT64_MAX 0xffffffffffffffffull\n"
                "#define SIZE_MAX UINT64_MAX\n#define INT64_MAX 0x7fffffffffffffffll\n",
    "assert.h": "#define assert(c) ((void)0)\n",
    "string.h": "",
}
NAMES = "bool size_t uintptr_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t"
TYPES = "".join("typedef int %s;" % name for name in NAMES.split())


def declarations(folder, name, standard):
    """What a header declares, without the bodies of its inline functions."""
    command = ["cc", "-std=c99", "-E", "-P", "-undef", "-nostdinc", "-I" + standard,
               "-DGC_%s_INLINE=" % name.upper(), "%s/gc_%s.h" % (folder, name)]
    text = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    tree = c_parser.CParser().parse(TYPES + text)

    # Of a function with a body its declaration is left; of the stand-ins nothing.
    nodes = [node.decl if isinstance(node, c_ast.FuncDef) else node for node in tree.ext]
    generator = c_generator.CGenerator()
    return "".join(generator.visit(node) + ";\n" for node in nodes[TYPES.count(";"):])


ffi = cffi.FFI()
names = set()
with tempfile.TemporaryDirectory() as standard:
    for name, text in STANDARD.items():
        with open("%s/%s" % (standard, name), "w", encoding="utf-8") as file:
            file.write(text)
    for header in ("rng", "sort", "sparse", "writer", "fetch"):
        text = declarations(sys.argv[1], header, standard)
        ffi.cdef(text, override=True)    # inline functions are declared, then defined
        names |= set(re.findall(r"^[^(]*\b(gc_%s_(?!priv_)\w+)\(" % header, text, re.M))
library = ffi.dlopen(sys.argv[2])

# Every public function is in the library.
missing = [name for name in sorted(names) if not hasattr(library, name)]
if missing or len(names) < 200:
    sys.exit("%d functions; not in the library: %s" % (len(names), " ".join(missing)))

# Dice and a sort, through it.
rng = ffi.new("gc_rng *")
library.gc_rng_seed(rng, 2026)
dice = ffi.new("int32_t[5]", [library.gc_rng_range(rng, 1, 6) for _ in range(5)])
library.gc_sort_i32(dice, 5)
print(*dice, "by one of", len(names), "functions")
