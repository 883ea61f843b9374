# layout.py c|rust|csharp: a program that prints the size of each public struct in that language.
# layout.py cffi LIBRARY: prints the sizes as cffi sees them, after it has found every function.
import re
import sys

with open("bindings/declarations.h", encoding="utf-8") as file:
    TEXT = file.read()
structs = [name for name in re.findall(r"^struct (\w+) \{", TEXT, re.M) if "_priv_" not in name]

if sys.argv[1] == "c":
    for header in ("rng", "sort", "sparse", "writer", "fetch"):
        print('#include "gc_%s.h"' % header)
    print("#include <stdio.h>\nint main(void) {")
    for name in structs:
        print('    printf("%s %%zu\\n", sizeof(%s));' % (name, name))
    print("    return 0;\n}")
elif sys.argv[1] == "rust":
    print("use gc_headers::sys::*;\nfn main() {")
    for name in structs:
        print('    println!("%s {}", std::mem::size_of::<%s>());' % (name, name))
    print("}")
elif sys.argv[1] == "csharp":
    print("using System;\nusing static GcNative;\nstatic unsafe class Layout { static void Main() {")
    for name in structs:
        print('    Console.WriteLine("%s " + sizeof(%s));' % (name, name))
    print("} }")
else:
    import cffi
    ffi = cffi.FFI()
    ffi.cdef(TEXT)
    library = ffi.dlopen(sys.argv[2])
    names = re.findall(r"\b(gc_\w+)\([^()]*(?:\([^()]*\)[^()]*)*\);$", TEXT, re.M)
    names = [name for name in names if "_priv_" not in name]
    missing = [name for name in names if not hasattr(library, name)]
    if missing or len(names) < 600:
        sys.exit("%d functions; not in the library: %s" % (len(names), " ".join(missing)))
    for name in structs:
        print(name, ffi.sizeof(name))
