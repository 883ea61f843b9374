#!/usr/bin/env python3
"""Do the headers' maps and comments tell the truth, and is every public function tested?

Exits 1 if not.

Sections   the list in each `// >>map`, which begins "Sections, in order", has the sections of the
           file, in the file's order; `// >>` of each is in the list
Steps      in a map, "a > b" is a call: b stands in the body of a, macros written out. What comes
           after, through a list, a table or another thread, is "a ... b". Names lack gc_x_ and
           priv_; E, T, SET and the like stand for any word
Names      a name with an underscore in a comment is one of the code, of another header or of a
           file; what other systems have is in FOREIGN, what examples make up in EXAMPLES
Tests      each public function is called or taken by a test, macros of tests written out

Usage: maps.py [gc_x.h ...]
"""
import glob
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from style import public_functions

FOREIGN = """http_proxy https_proxy all_proxy no_proxy curl_global_init curl_multi_wakeup open_how
init_gen_rand gc_rng1""".split()
EXAMPLES = """sort_items sort_items_stable name_priv_sort name_priv_stable name_part name_begin
name_access name_changed name_groups draw_access move_some move_part move_begin my_parallel_for my_jobs
EARLIER_register x_i y_i name_stable""".split()
COMMENT = r'//(?:[^\\\n]|\\.|\\\n)*|/\*.*?\*/'
STRING = r'"(?:[^"\\\n]|\\.)*"|(?<!\w)\'(?:[^\'\\\n]|\\.)*\''


def split_comments(text):
    """The code, with comments and strings as spaces, and the (first line, text) of each comment."""
    comments, code, last = [], [], 0
    for match in re.finditer(COMMENT + "|" + STRING, text, re.S):
        if match.group(0)[0] == "/":
            comments.append((text.count("\n", 0, match.start()) + 1, match.group(0)))
        code += [text[last:match.start()], re.sub(r"[^\n]", " ", match.group(0))]
        last = match.end()
    return "".join(code) + text[last:], comments


def preprocess(path, *flags):
    """The text of the files named as `path`'s folder has them, macros written out."""
    command = ["gcc", "-std=gnu99", "-E", "-I.", "-Itests", *flags, path]
    if path.endswith(".cc"):
        command[:2] = ["g++", "-std=gnu++17"]
    text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    own, kept = False, []
    for line in text.split("\n"):
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            file = marker.group(1)
            own = not file.startswith(("/", "<")) and (os.path.dirname(file) == os.path.dirname(path))
        elif own:
            kept.append(line)
    return "\n".join(kept)


def functions(code):
    """The body of each function, by its name: what stands in braces outside of all others."""
    found, depth, start, head = {}, 0, 0, 0
    for match in re.finditer(r'[{};]|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', code):
        mark = match.group(0)
        if mark == "{":
            if depth == 0 and 'extern "C"' in code[head:match.end()]:
                head = match.end()
                continue
            if depth == 0:
                start = match.end()
            depth += 1
        elif mark == "}" and depth > 0:
            depth -= 1
            if depth == 0:
                name = re.search(r"\b(gc_\w+) *\(", code[head:start])
                if name:
                    found[name.group(1)] = found.get(name.group(1), "") + code[start:match.start()]
                head = match.end()
        elif mark == ";" and depth == 0:
            head = match.end()
    return found


def pattern(stem, word):
    """What the short name `word` of a map stands for."""
    parts = ["[A-Za-z0-9_]*" if part.isupper() else re.escape(part) for part in word.split("_")]
    return re.compile("(%s_)?(priv_)?%s" % (stem, "_".join(parts)))


def map_of(lines):
    first = next(k for k, line in enumerate(lines) if line.startswith("// >>map"))
    last = next(k for k in range(first + 1, len(lines)) if lines[k].startswith("// >>"))
    return [line[2:].rstrip() for line in lines[first:last] if line.startswith("//")]


def section_faults(lines):
    """The rows below "Sections, in order" against the file's sections."""
    sections = [m.group(1) for m in (re.match(r"// >>(?!common)(\w+)", line) for line in lines) if m]
    sections = [name for k, name in enumerate(sections) if name not in sections[:k] and name != "map"]
    rows = map_of(lines)
    at = [k for k, row in enumerate(rows) if row.lstrip().startswith("Sections, in order")]
    if not at:
        yield 'the map has no list that begins "Sections, in order"'
        return

    # Names stand before two blanks, or alone: one or several, with commas between them.
    listed = []
    for row in rows[at[0] + 1:]:
        if not row.strip() and listed:
            break
        names = re.match(r" +((?:\w+, )*\w+,?)(  |$)", row)
        if names:
            listed += re.findall(r"\w+", names.group(1))
    for name in sections:
        if name not in listed:
            yield "the map lacks section %s" % name
    for name in listed:
        if name not in sections:
            yield "the map has section %s, the file has not" % name
    both = [name for name in sections if name in listed]
    if both != [name for name in listed if name in sections]:
        yield "the map has another order of sections: %s" % " ".join(both)


def step_faults(stem, lines, bodies):
    """Each "a > b" in the map against the calls that the functions make."""
    text = re.sub(r"\([^()]*\)", " ", "\n".join(map_of(lines)))
    text = re.sub(r">>\w+", " ", text)
    steps = 0
    for match in re.finditer(r"(\w+)[,:;]?\s+>\s+(?=(\w+))", text):
        steps += 1
        callers = [body for name, body in bodies.items() if pattern(stem, match.group(1)).fullmatch(name)]
        callee = pattern(stem, match.group(2))
        words = set(re.findall(r"\w+", " ".join(callers)))
        if not callers:
            yield "%s > %s: there is no function %s" % (match.group(1), match.group(2), match.group(1))
        elif not any(callee.fullmatch(word) for word in words):
            yield "%s > %s is no call" % match.groups()
    if steps == 0 and ">" in text:
        yield "no step of the map was understood"


def name_faults(stem, code, comments, known):
    """Names in comments that neither the code nor another file has."""
    words = known | set(re.findall(r"\w+", code))
    pieces = set()
    for word in words:
        parts = word.split("_")
        for first in range(len(parts)):
            for last in range(first + 1, len(parts) + 1):
                pieces.add("_".join(parts[first:last]))
    for first_line, comment in comments:
        for match in re.finditer(r"(?<![\w.-])([A-Za-z]\w*_\w+)(?!\w|\.(?:c|h|sh|py|cc|hpp|md)\b)", comment):
            name = match.group(1).rstrip("_")
            short = re.sub(r"^(D?%s_)?(priv_)?" % stem, "", name, flags=re.I)
            system = name.isupper() and not name.startswith(("GC_", "DGC_"))
            if name in pieces or short in pieces or system or name in FOREIGN or name in EXAMPLES:
                continue
            if any(part.isupper() and part.isalpha() for part in name.split("_")) and any(
                    pattern(stem, name).fullmatch(word) for word in words):
                continue
            yield "%d: a comment names %s, the code has not" % (
                first_line + comment.count("\n", 0, match.start()), name)


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    headers = sys.argv[1:] or sorted(glob.glob("gc_*.h"))
    known = set()
    for path in glob.glob("gc_*.h") + glob.glob("gc.hpp"):
        known |= set(re.findall(r"\w+", split_comments(open(path).read())[0]))
    for path in subprocess.run(["git", "ls-files"], stdout=subprocess.PIPE, text=True).stdout.split():
        known.add(re.sub(r"\..*", "", os.path.basename(path)))
    tests = glob.glob("tests/test_*.c") + glob.glob("tests/*.cc")
    tests = "\n".join(preprocess(path) for path in sorted(tests))
    tests = set(re.findall(r"\w+", split_comments(tests)[0]))

    faults = 0
    for header in headers:
        stem = header[:-2]
        text = open(header).read()
        lines = text.split("\n")
        code, comments = split_comments(text)
        bodies = functions(preprocess(header, "-D%s_IMPLEMENTATION" % stem.upper()))
        for name, body in functions(re.sub(r"(?m)^ *#.*(\\\n.*)*$", "", code)).items():
            bodies[name] = bodies.get(name, "") + body
        public = sorted(public_functions(header))
        if len(public) < 20:
            sys.exit("maps.py: %s has only %d functions?" % (header, len(public)))

        found = list(section_faults(lines)) + list(step_faults(stem, lines, bodies))
        found += list(name_faults(stem, code, comments, known | set(bodies)))
        found += ["no test names %s" % name for name in public if name not in tests]
        print("%-12s %3d public functions, %4d in all: %d faults"
              % (header, len(public), len(bodies), len(found)))
        for fault in found:
            print("%s: %s" % (header, fault))
        faults += len(found)
    print("%d faults" % faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
