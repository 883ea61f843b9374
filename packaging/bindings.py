#!/usr/bin/env python3
"""The declarations of the five headers for other languages, made from the headers themselves.

bindings/declarations.h        C without a preprocessor: LuaJIT's ffi and Python's cffi read it
bindings/rust/src/sys.rs       Rust
bindings/csharp/GcNative.cs    C#

Usage: bindings.py [--check]   --check writes nothing, and exits 1 if one of them is not of today
"""
import os
import re
import subprocess
import sys
import tempfile

from pycparser import c_ast, c_parser

HEADERS = ("gc_rng", "gc_sort", "gc_sparse", "gc_writer", "gc_fetch")
MADE = "Made by packaging/bindings.py of the five headers: do not edit."

# Stand in for the standard headers: every language knows these types, and a parser their names.
STANDARD = {
    "stdbool.h": "", "assert.h": "#define assert(c) ((void)0)\n", "string.h": "",
    "stddef.h": "#define NULL 0\n#define offsetof(type, member) 0\n",
    "stdint.h": "#define UINT32_MAX 0xffffffffu\n#define UINT64_MAX 0xffffffffffffffffull\n"
                "#define SIZE_MAX UINT64_MAX\n#define INT64_MAX 0x7fffffffffffffffll\n",
}
NUMBERS = ("bool size_t uintptr_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t "
           "uint64_t").split()


# ---- reading: a type is ("name", text, const), ("pointer", type), ("array", type, length) or
# ("function", result, [(name, type)])

class Header:
    """What a header declares, in its order."""

    def __init__(self, name):
        self.name, self.constants, self.items, self.values = name, [], [], {}

    def expression(self, node):
        """The value of a constant expression."""
        if isinstance(node, c_ast.Constant):
            return int(node.value.rstrip("uUlL"), 0)
        if isinstance(node, c_ast.ID):
            return self.values[node.name]
        if isinstance(node, c_ast.UnaryOp):
            return {"-": lambda a: -a, "+": lambda a: a, "~": lambda a: ~a}[node.op](
                self.expression(node.expr))
        if isinstance(node, c_ast.Cast):
            return self.expression(node.expr)
        operation = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__, "<<": int.__lshift__,
                     "|": int.__or__}[node.op]
        return operation(self.expression(node.left), self.expression(node.right))

    def type_of(self, node):
        if isinstance(node, c_ast.PtrDecl):
            return ("pointer", self.type_of(node.type))
        if isinstance(node, c_ast.ArrayDecl):
            return ("array", self.type_of(node.type), self.expression(node.dim))
        if isinstance(node, c_ast.FuncDecl):
            return ("function", self.type_of(node.type), self.parameters(node))
        inner = node.type
        if isinstance(inner, c_ast.Struct):
            self.take_struct(inner, inner.name)
            return ("name", inner.name, "const" in node.quals)
        return ("name", " ".join(inner.names), "const" in node.quals)

    def parameters(self, node):
        """What a function takes; an array in a parameter is a pointer."""
        taken = []
        for number, one in enumerate(node.args.params if node.args else ()):
            kind = self.type_of(one.type)
            if kind[:2] == ("name", "void"):
                continue
            if kind[0] == "array":
                kind = ("pointer", kind[1])
            taken.append((one.name or "a%d" % number, kind))
        return taken

    def constant(self, name, value):
        self.values[name] = value
        if "_PRIV_" not in name:
            self.constants.append((name, value))

    def take_enum(self, node):
        value = -1
        for one in node.values.enumerators:
            value = value + 1 if one.value is None else self.expression(one.value)
            self.constant(one.name, value)

    def take_struct(self, node, name):
        if node.decls is not None:
            self.items.append(("struct", name, [(one.name, self.type_of(one.type)) for one in node.decls]))
        elif not any(item[:2] == ("opaque", name) for item in self.items):
            self.items.append(("opaque", name))

    def take(self, node):
        """One declaration at the top."""
        if isinstance(node, c_ast.FuncDef):
            node = node.decl
        inner = node.type
        if isinstance(inner, c_ast.FuncDecl):
            if "_priv_" not in node.name and not any(item[1] == node.name for item in self.items):
                self.items.append(("function", node.name, self.type_of(inner.type), self.parameters(inner)))
        elif isinstance(node, c_ast.Typedef):
            bare = inner.type if isinstance(inner, c_ast.TypeDecl) else None
            if isinstance(bare, c_ast.Struct):
                self.take_struct(bare, node.name)
            elif isinstance(bare, c_ast.Enum):
                self.take_enum(bare)
                self.items.append(("alias", node.name, ("name", "int", False)))
            elif not isinstance(bare, c_ast.Union):
                self.items.append(("alias", node.name, self.type_of(inner)))
        elif isinstance(inner, c_ast.Enum):
            self.take_enum(inner)
        elif isinstance(inner, c_ast.Struct):
            self.take_struct(inner, inner.name)


def read(name, standard):
    """A header's declarations and its public numbers that are macros."""
    command = ["cc", "-std=c99", "-E", "-undef", "-nostdinc", "-I" + standard,
               "-D%s_INLINE=" % name.upper(), name + ".h"]

    def run(*more):
        return subprocess.run(command + list(more), stdout=subprocess.PIPE, check=True, text=True).stdout

    header = Header(name)
    types = "".join("typedef int %s;" % one for one in NUMBERS)
    for node in c_parser.CParser().parse(types + run("-P")).ext[len(NUMBERS):]:
        header.take(node)
    public = r"#define (%s_(?!PRIV_)[A-Z0-9_]+) \(?(-?\d+)\)?$" % name.upper()
    for one, value in sorted(re.findall(public, run("-dM"), re.M)):
        if one not in header.values:
            header.constant(one, int(value))

    # A struct whose fields come later is not opaque.
    whole = {item[1] for item in header.items if item[0] == "struct"}
    header.items = [item for item in header.items if item[0] != "opaque" or item[1] not in whole]
    return header


# ---- C

def c_declares(kind, name):
    if kind[0] == "pointer":
        star = "(*%s)" if kind[1][0] in ("array", "function") else "*%s"
        return c_declares(kind[1], star % name)
    if kind[0] == "array":
        return c_declares(kind[1], "%s[%d]" % (name, kind[2]))
    if kind[0] == "function":
        return c_declares(kind[1], "%s(%s)" % (name, c_parameters(kind[2])))
    return "%s%s%s%s" % ("const " if kind[2] else "", kind[1], "" if name.startswith("*") else " ", name)


def c_parameters(taken):
    return ", ".join(c_declares(kind, name) for name, kind in taken) or "void"


def c_text(headers):
    yield "// %s" % MADE
    yield "// C without a preprocessor, for ffi.cdef of LuaJIT and of Python's cffi."
    for header in headers:
        yield "\n// ---- %s.h\n" % header.name
        yield "enum {\n%s\n};" % ",\n".join("    %s = %d" % one for one in header.constants)

        # A pointer to a struct may come before its fields.
        for item in header.items:
            if item[0] in ("struct", "opaque"):
                yield "typedef struct %s %s;" % (item[1], item[1])
        for item in header.items:
            if item[0] == "struct":
                fields = "".join("    %s;\n" % c_declares(kind, name) for name, kind in item[2])
                yield "struct %s {\n%s};" % (item[1], fields)
            elif item[0] == "alias":
                yield "typedef %s;" % c_declares(item[2], item[1])
            elif item[0] == "function":
                yield c_declares(("function", item[2], item[3]), item[1]) + ";"


# ---- Rust

RUST = {"void": "c_void", "char": "c_char", "int": "c_int", "bool": "bool",
        "float": "f32", "double": "f64", "size_t": "usize", "uintptr_t": "usize", "int8_t": "i8",
        "uint8_t": "u8", "int16_t": "i16", "uint16_t": "u16", "int32_t": "i32", "uint32_t": "u32",
        "int64_t": "i64", "uint64_t": "u64", "unsigned char": "u8"}
RUST_WORDS = "as box dyn fn in impl let loop match mod move mut ref self type use where".split()


def rust_name(name):
    return "r#" + name if name in RUST_WORDS else name


def rust_type(kind):
    if kind[0] == "pointer" and kind[1][0] == "function":
        result, taken = kind[1][1:]
        return "Option<unsafe extern \"C\" fn(%s)%s>" % (rust_parameters(taken), rust_result(result))
    if kind[0] == "pointer":
        constant = kind[1][0] == "name" and kind[1][2]
        return "*%s %s" % ("const" if constant else "mut", rust_type(kind[1]))
    if kind[0] == "array":
        return "[%s; %d]" % (rust_type(kind[1]), kind[2])
    return RUST.get(kind[1], kind[1])


def rust_parameters(taken):
    return ", ".join("%s: %s" % (rust_name(name), rust_type(kind)) for name, kind in taken)


def rust_result(kind):
    return "" if kind[:2] == ("name", "void") else " -> " + rust_type(kind)


def rust_text(headers):
    yield "// %s" % MADE
    yield "// SPDX-License-Identifier: MIT OR Unlicense"
    yield "use std::os::raw::{c_char, c_int, c_void};"
    for header in headers:
        yield "\n// ---- %s.h\n" % header.name
        for name, value in header.constants:
            yield "pub const %s: c_int = %d;" % (name, value)
        for item in header.items:
            if item[0] == "struct":
                fields = "".join("    pub %s: %s,\n" % (rust_name(name), rust_type(kind)) for name, kind in item[2])
                yield "#[repr(C)]\n#[derive(Clone, Copy)]\npub struct %s {\n%s}" % (item[1], fields)
            elif item[0] == "opaque":
                yield "#[repr(C)]\npub struct %s {\n    _private: [u8; 0],\n}" % item[1]
            elif item[0] == "alias":
                yield "pub type %s = %s;" % (item[1], rust_type(item[2]))
        yield "#[link(name = \"gc_headers\")]\nextern \"C\" {"
        for item in header.items:
            if item[0] == "function":
                yield "    pub fn %s(%s)%s;" % (item[1], rust_parameters(item[3]), rust_result(item[2]))
        yield "}"


# ---- C#

CSHARP = {"void": "void", "char": "byte", "int": "int", "bool": "byte", "float": "float",
          "double": "double", "size_t": "UIntPtr", "uintptr_t": "UIntPtr", "int8_t": "sbyte",
          "uint8_t": "byte", "int16_t": "short", "uint16_t": "ushort", "int32_t": "int",
          "uint32_t": "uint", "int64_t": "long", "uint64_t": "ulong", "unsigned char": "byte"}
CSHARP_WORDS = "as base bool byte event fixed in is lock new object operator out params ref string".split()


def csharp_name(name):
    return "@" + name if name in CSHARP_WORDS else name


def csharp_type(kind, aliases):
    if kind[0] == "pointer" and kind[1][0] == "function":
        return "IntPtr"
    if kind[0] == "pointer":
        return csharp_type(kind[1], aliases) + "*"
    if kind[1] in aliases:
        return csharp_type(aliases[kind[1]], aliases)
    return CSHARP.get(kind[1], kind[1])


def csharp_fields(fields, aliases):
    """A struct's fields: C# has fixed arrays of numbers alone, of others each is a field."""
    for name, kind in fields:
        if kind[0] != "array":
            yield "public %s %s;" % (csharp_type(kind, aliases), csharp_name(name))
            continue
        inner = csharp_type(kind[1], aliases)
        if inner in CSHARP.values() and inner != "UIntPtr":
            yield "public fixed %s %s[%d];" % (inner, csharp_name(name), kind[2])
        else:
            for number in range(kind[2]):
                yield "public %s %s%d;" % (inner, name, number)


def csharp_text(headers):
    yield "// %s" % MADE
    yield "// A function pointer is an IntPtr, a bool a byte that is 0 or 1, a text a byte*."
    yield "// SPDX-License-Identifier: MIT OR Unlicense"
    yield "using System;\nusing System.Runtime.InteropServices;\n"
    yield "public static unsafe class GcNative\n{\n    public const string Library = \"gc_headers\";"
    for header in headers:
        aliases = {item[1]: item[2] for item in header.items if item[0] == "alias"}
        yield "\n    // ---- %s.h\n" % header.name
        for name, value in header.constants:
            yield "    public const int %s = %d;" % (name, value)
        for item in header.items:
            if item[0] == "struct":
                yield "    [StructLayout(LayoutKind.Sequential)] public struct %s\n    {" % item[1]
                for line in csharp_fields(item[2], aliases):
                    yield "        " + line
                yield "    }"
            elif item[0] == "opaque":
                yield "    public struct %s { }" % item[1]
        for item in header.items:
            if item[0] == "function":
                taken = ", ".join("%s %s" % (csharp_type(kind, aliases), csharp_name(name))
                                  for name, kind in item[3])
                yield ("    [DllImport(Library)] public static extern %s %s(%s);"
                       % (csharp_type(item[2], aliases), item[1], taken))
    yield "}"


# ---- all of them

def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    with tempfile.TemporaryDirectory() as standard:
        for name, text in STANDARD.items():
            with open(os.path.join(standard, name), "w", encoding="utf-8") as file:
                file.write(text)
        headers = [read(name, standard) for name in HEADERS]

    old = []
    for path, lines in (("bindings/declarations.h", c_text), ("bindings/rust/src/sys.rs", rust_text),
                        ("bindings/csharp/GcNative.cs", csharp_text)):
        text = "\n".join(lines(headers)) + "\n"
        if "--check" not in sys.argv:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        elif not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            old.append(path)
    functions = sum(item[0] == "function" for header in headers for item in header.items)
    print("bindings: %d functions, %d files%s" % (functions, 3, ", not of today: " + " ".join(old) if old else ""))
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
