#!/usr/bin/env python3
"""The house's typesetting, measured: a table, a line for each header, and what breaks the rules.

Exits 1 if anything does.

Columns     prose (lines that are only a comment) at most 96, everything else at most 110, in every
            source and script
Air         in functions of 20 lines and more, at least 6 % of the lines are blank, and in each there
            is one: every source
Macros      lines of #define, continued ones included: gc_rng under 15 %, gc_sort under 25 % of the code
Banner      each header's first comment at most 110 lines
Tests       no function of more than 100 lines
Comments    every public function has a comment directly above it (clang's AST, -fparse-all-comments),
            or directly above the declaration that stands in the line before: two forms of one call

Usage: style.py [--table] [FILE ...]   --table: print only, exit 0. FILE: look at these only.
"""
import json
import os
import re
import subprocess
import sys

PROSE, CODE = 96, 110
AIR = 6.0
AIRY = (".h", ".hpp", ".c", ".cc", ".js")
MACROS = {"gc_rng": 15.0, "gc_sort": 25.0}
BANNER = 110
TEST = 100
SOURCES = (".h", ".hpp", ".c", ".cc", ".sh", ".py", ".js")


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read().split("\n")[:-1]


def is_prose(line):
    """Only a comment, and no row of a table."""
    text = line.strip()
    return text.startswith(("//", "/*", "* ")) and "|" not in text and not re.search(r"\S {3,}\S", text)


def too_wide(path):
    for number, line in enumerate(lines_of(path), 1):
        if path.endswith((".h", ".hpp", ".c", ".cc")) and re.match(r"\s*// .*\w +\| \|", line):
            yield "%s:%d: a table that was filled as prose" % (path, number)
        limit = PROSE if path.endswith((".h", ".hpp", ".c", ".cc")) and is_prose(line) else CODE
        if len(line) > limit:
            yield "%s:%d: %d columns (%d)" % (path, number, len(line), limit)


def functions(lines):
    """(first line, last line) of each body: from a line at column 0 that ends in "{" to its "}"."""
    first = None
    for number, line in enumerate(lines):
        if first is None and re.match(r"[A-Za-z].*\)( const)? \{$", line):
            first = number
        elif first is None and line == "{":
            first = number
        elif first is not None and line.startswith("}"):
            yield first, number
            first = None


def air(lines):
    """Blank lines and lines of functions of 20 lines and more, and the airless among them."""
    blank = total = 0
    airless = []
    for first, last in functions(lines):
        body = lines[first:last + 1]
        if len(body) < 20:
            continue
        empty = sum(1 for line in body if not line.strip())
        blank, total = blank + empty, total + len(body)
        if empty == 0:
            airless.append((first + 1, len(body)))
    return blank, total, airless


def too_dense(path):
    blank, total, airless = air(lines_of(path))
    share = 100.0 * blank / max(total, 1)
    if total and share < AIR:
        yield "%s: %.1f %% blank lines in functions of 20 lines and more (%.0f)" % (path, share, AIR)
    for at, size in airless:
        yield "%s:%d: a function of %d lines without a blank one" % (path, at, size)


def macro_share(lines):
    """Lines of #define, continued ones included, in per cent of all lines of code."""
    code = inside = 0
    macro = False
    for line in lines:
        text = line.strip()
        macro = text.startswith("#define") or macro
        if text and not text.startswith("//"):
            code += 1
            inside += macro
        macro = macro and text.endswith("\\")
    return 100.0 * inside / max(code, 1)


def banner_lines(lines):
    return next(number for number, line in enumerate(lines, 1) if "*/" in line)


def public_functions(header):
    """Of each public function in the header: (name, line, has a comment of its own)."""
    name = header[:-2]
    unit = '#include "%s"\n' % header
    command = ["clang", "-std=c99", "-fsyntax-only", "-fparse-all-comments", "-Xclang", "-ast-dump=json",
               "-I.", "-x", "c", "-"]
    clang = subprocess.run(command, input=unit, stdout=subprocess.PIPE, text=True, check=True)
    tree = json.loads(clang.stdout)
    found = {}
    for node in tree["inner"]:
        if node["kind"] != "FunctionDecl" or not node["name"].startswith(name + "_"):
            continue
        if "_priv_" in node["name"]:
            continue
        comment = any(child["kind"] == "FullComment" for child in node.get("inner", []))
        found[node["name"]] = found.get(node["name"], False) or comment
    return found


def shares_comment(lines, name):
    """Is there no blank line between the declaration of name and a comment above?"""
    at = [k for k, line in enumerate(lines) if re.match(r"[A-Za-z].*[ *]%s\(.*;$" % name, line)]
    above = at[0] - 1 if at else 0
    while above > 0 and re.match(r"GC_\w+_(API|INLINE) .*\);$", lines[above]):
        above -= 1
    return above > 0 and lines[above].startswith("// ")


def main():
    arguments = sys.argv[1:]
    table_only = "--table" in arguments
    chosen = [a for a in arguments if a != "--table"]
    git = subprocess.run(["git", "ls-files"], stdout=subprocess.PIPE, text=True, check=True)
    files = [f for f in chosen or git.stdout.split()
             if f.endswith(SOURCES) or os.path.basename(f) in ("Makefile", "run")]
    files = [f for f in files if not f.startswith("tests/vectors/")]
    headers = [f for f in files if re.fullmatch(r"gc_[a-z]+\.h", f)]
    faults = []

    print("%-14s %6s %9s %9s %9s %9s %9s %10s" % (
        "header", "lines", "banner", "blank %", "airless", "macros %", "too wide", "comments"))
    for header in headers:
        lines = lines_of(header)
        blank, total, airless = air(lines)
        share = 100.0 * blank / max(total, 1)
        macros = macro_share(lines)
        banner = banner_lines(lines)
        wide = list(too_wide(header))
        public = public_functions(header)
        bare = sorted(name for name, comment in public.items()
                      if not comment and not shares_comment(lines, name))
        print("%-14s %6d %9d %9.1f %9d %9.1f %9d %6d/%d" % (
            header, len(lines), banner, share, len(airless), macros, len(wide),
            len(public) - len(bare), len(public)))
        if macros > MACROS.get(header[:-2], 100.0):
            faults.append("%s: %.1f %% of the code in macros" % (header, macros))
        if banner > BANNER:
            faults.append("%s: a banner of %d lines (%d)" % (header, banner, BANNER))
        faults += ["%s: no comment directly above %s" % (header, name) for name in bare]

    for path in files:
        faults += too_wide(path)
        if path.endswith(AIRY):
            faults += too_dense(path)
        if path.startswith("tests/") and path.endswith((".h", ".c")):
            faults += ["%s:%d: a function of %d lines (%d)" % (path, first + 1, last - first + 1, TEST)
                       for first, last in functions(lines_of(path)) if last - first + 1 > TEST]
    if table_only:
        return 0
    for fault in faults:
        print(fault)
    print("%d faults" % len(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
