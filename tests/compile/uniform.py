#!/usr/bin/env python3
"""Is what several headers have the same in all of them? Asked of their declarations, by clang.

Exits 1 if not. A name is compared without its header's prefix.

Codes      -1 to -19 are common: COMMON has the name of each; a header's own begin at -20. A code of
           one name and number has one text everywhere; each code has a text, and no two the same
Events     the final ones, all but those in PASSING, have higher numbers than the others; a name that
           two headers have has one number; each event has type, tag, result, system_error, and a
           text for people
Functions  one name in two headers is one declaration, but for those in DIFFERENT, where the reason
           stands; all have those in EVERYWHERE, headers with events those in WITH_EVENTS as well
Structs    so are gc_x_allocator and gc_x_error, field by field, and fields of one name in descs
Shapes     who takes a job system's function takes the one in JOBS; a log is the one in LOG

Usage: uniform.py [FOLDER]     the folder of the headers: this tree's
"""
import glob
import itertools
import json
import os
import re
import subprocess
import sys

COMMON = {"ARGUMENT": -1, "MEMORY": -2, "FULL": -3, "STALE": -4, "STATE": -5, "UNSUPPORTED": -6, "PATH": -7,
          "ROOT": -8, "THREAD": -9, "SYSTEM": -10, "TOO_LARGE": -11, "NOT_FOUND": -12, "DISK_FULL": -13,
          "CANCELLED": -14, "BUSY": -15}
PASSING = {"gc_fetch": {"STARTED", "PROGRESS", "HELD"}, "gc_writer": {"SYNCED", "FAILING"}}
TASK = "void (*)(void *, size_t)"
JOBS = "void (*)(void *, %s, void *, size_t)" % TASK
LOG = "void (*)(void *, int, int, const char *)"

EVERYWHERE = {"version", "result_string"}
WITH_EVENTS = {"open", "close", "poll", "poll_many", "wait", "pump", "get_statistics"}

# Functions of one name that are not the same, and why.
DIFFERENT = {
    "open": "where only memory can lack a number says why not; else a gc_x_error",
    "wait": "for any event of gc_fetch, for the end of one file of gc_writer",
    "cancel": "a request, a file",
    "add": "a request, a component",
    "begin": "a walk, a file",
    "remove": "a component, a file",
    "reserve": "room for components, for bytes",
    "free": "a body, what was loaded",
    "hash": "of a place, of a world",
    "load": "from the caller's bytes, from a file",
    "save": "as load",
    "u32": "a draw, a sort",
    "u64": "as u32",
    "f32": "as u32",
    "f64": "as u32",
}


def ast(path):
    command = ["clang", "-std=c99", "-fsyntax-only", "-Xclang", "-ast-dump=json", path]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def value(node):
    """The number of an enumerator, which clang has folded."""
    if "value" in node:
        return int(node["value"])
    for child in node.get("inner", []):
        found = value(child)
        if found is not None:
            return found
    return None


class Header:
    """What a header declares, names without its prefix and with x for it in types."""

    def __init__(self, path):
        self.name = os.path.basename(path)[:-2]
        self.text = open(path, encoding="utf-8").read()
        self.functions, self.structs, self.values = {}, {}, []
        for node in ast(path)["inner"]:
            name = node.get("name", "")
            if node["kind"] == "EnumDecl":
                self.values.append(self.enumerators(node))
            elif not name.startswith(self.name + "_") or "_priv_" in name:
                continue
            elif node["kind"] == "FunctionDecl":
                self.functions[name[len(self.name) + 1:]] = self.type(node)
            elif node["kind"] == "RecordDecl" and node.get("completeDefinition"):
                fields = [(field["name"], self.type(field)) for field in node["inner"]
                          if field["kind"] == "FieldDecl" and "name" in field]
                self.structs[name[len(self.name) + 1:]] = fields

    def type(self, node):
        return re.sub(r"(struct )?\b%s\b" % self.name, "gc_x", re.sub(
            r"\b%s_" % self.name, "gc_x_", node["type"]["qualType"]))

    def enumerators(self, node):
        """Of each enumerator its name, without the prefix, and its number; those without one follow."""
        found, last = {}, -1
        for child in node["inner"]:
            if child["kind"] != "EnumConstantDecl":
                continue
            number = value(child)
            last = last + 1 if number is None else number
            found[re.sub("^%s_" % self.name.upper(), "", child["name"])] = last
        return found

    def codes(self):
        """Those of the enum with OK."""
        return next(values for values in self.values if "OK" in values)

    def events(self):
        found = [values for values in self.values if PASSING.get(self.name, {""}) <= set(values)]
        return found[0] if found else {}

    def texts(self):
        """What gc_x_result_string says of each code."""
        body = re.search(r"%s_result_string\(int result\) \{(.*?)\n\}" % self.name, self.text, re.S).group(1)
        return dict(re.findall(r'case %s_(\w+):\s*return "([^"]*)"' % self.name.upper(), body))


def code_faults(header):
    codes, texts = header.codes(), header.texts()
    names = {number: name for name, number in COMMON.items()}
    seen = set()
    for name, number in codes.items():
        if number in seen:              # its name in an earlier version
            continue
        seen.add(number)
        plain = name[2:] if name.startswith("E_") else name
        if -20 < number < 0 and names.get(number) != plain:
            yield "%s is %d, which is %s's" % (name, number, names.get(number, "nobody"))
        if number <= -20 and plain in COMMON:
            yield "%s is %d, and %d in all headers" % (name, number, COMMON[plain])
        if name not in texts:
            yield "%s has no text" % name
    for one, other in itertools.combinations(sorted(texts), 2):
        if texts[one] == texts[other]:
            yield "%s and %s have one text" % (one, other)


def event_faults(header):
    events = header.events()
    if not events:
        yield "there is no enum of events with %s" % ", ".join(sorted(PASSING[header.name]))
        return
    passing = [events[name] for name in PASSING[header.name]]
    yield from ("%s is final, and its number not above %d" % (name, max(passing))
                for name, number in events.items()
                if name not in PASSING[header.name] and number <= max(passing))
    fields = dict(header.structs["event"])
    for name, kind in {"type": "int", "tag": "uint64_t", "result": "int", "system_error": "int",
                       "detail": "const char *"}.items():
        if fields.get(name) != kind:
            yield "event.%s is %s, should be %s" % (name, fields.get(name, "not there"), kind)


def parts(kind):
    """The types of a function's parameters."""
    found, depth = [""], 0
    for letter in kind[kind.index("(") + 1:-1]:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found]


def shape_faults(header):
    """A job system's function is recognised by its task, a log by its name."""
    taken = [("%s.%s" % (name, field), kind)
             for name, fields in header.structs.items() for field, kind in fields]
    for name, kind in header.functions.items():
        taken += [("what %s takes" % name, part) for part in parts(kind)]
    for what, kind in taken:
        if TASK in kind and kind not in (TASK, JOBS):
            yield "%s is %s, should be %s" % (what, kind, JOBS)
        if what.endswith(".log") and kind != LOG:
            yield "%s is %s, should be %s" % (what, kind, LOG)


def declaration(kind):
    """One in which what it is about, its first parameter, has no name of its own."""
    return re.sub(r"\((const )?gc_x(_\w+)? \*", "(gc_x *", kind)


def pair_faults(one, other, excused):
    """What two headers have by one name. What DIFFERENT is asked for comes into `excused`."""
    codes, texts = (one.codes(), other.codes()), (one.texts(), other.texts())
    for name in sorted(set(codes[0]) & set(codes[1])):
        common = codes[0][name] > -20 or codes[1][name] > -20
        if common and codes[0][name] != codes[1][name]:
            yield "%s is %d and %d" % (name, codes[0][name], codes[1][name])
        if common and texts[0].get(name) != texts[1].get(name):
            yield '%s is "%s" and "%s"' % (name, texts[0].get(name), texts[1].get(name))
    if one.name in PASSING and other.name in PASSING:
        events = one.events(), other.events()
        yield from ("event %s is %d and %d" % (name, events[0][name], events[1][name])
                    for name in sorted(set(events[0]) & set(events[1])) if events[0][name] != events[1][name])

    for name in sorted(set(one.functions) & set(other.functions)):
        kinds = declaration(one.functions[name]), declaration(other.functions[name])
        if kinds[0] == kinds[1]:
            continue
        excused.add(name)
        if name not in DIFFERENT:
            yield "%s is %s and %s" % ((name,) + kinds)
    for struct in ("allocator", "error"):
        fields = one.structs.get(struct), other.structs.get(struct)
        if None not in fields and fields[0] != fields[1]:
            yield "gc_x_%s has other fields: %s, %s" % ((struct,) + fields)
    descs = dict(one.structs.get("desc", [])), dict(other.structs.get("desc", []))
    for name in sorted(set(descs[0]) & set(descs[1])):
        if descs[0][name] != descs[1][name]:
            yield "desc.%s is %s and %s" % (name, descs[0][name], descs[1][name])


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    headers = [Header(path) for path in sorted(glob.glob(os.path.join((sys.argv[1:] or ["."])[0], "gc_*.h")))]
    if len(headers) != 5 or any(len(h.functions) < 20 for h in headers):
        sys.exit("uniform.py: of five headers, %s" % [(h.name, len(h.functions)) for h in headers])
    faults, excused, shared = [], set(), 0
    for header in headers:
        found = list(code_faults(header)) + list(shape_faults(header))
        needed = EVERYWHERE
        if header.name in PASSING:
            found += event_faults(header)
            needed = EVERYWHERE | WITH_EVENTS
        found += ["it has no %s" % name for name in sorted(needed - set(header.functions))]
        faults += ["%s.h: %s" % (header.name, fault) for fault in found]
    for one, other in itertools.combinations(headers, 2):
        shared += len(set(one.functions) & set(other.functions))
        faults += ["%s.h, %s.h: %s" % (one.name, other.name, fault)
                   for fault in pair_faults(one, other, excused)]
    faults += ["uniform.py: %s is the same by now" % name for name in sorted(set(DIFFERENT) - excused)]
    for fault in faults:
        print(fault)
    print("%d functions in two headers each; %d faults" % (shared, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
