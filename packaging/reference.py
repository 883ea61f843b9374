#!/usr/bin/env python3
"""The reference, made from the headers: build/reference/index.html and llms.txt.

The headers stay the source: a declaration of the public part, with the comment that stands above
it, is an entry. The page needs no server and no other file.

Usage: reference.py [--check] [FOLDER]   --check writes nothing; both list what is public, by the
compiler, and has no entry or no comment, and exit 1 if anything is.
"""
import html
import json
import os
import re
import subprocess
import sys

HEADERS = ("gc_rng", "gc_sort", "gc_sparse", "gc_writer", "gc_fetch")
ABOUT = "five C headers for games"


class Entry:
    """One comment, and the declarations that it is for."""

    def __init__(self, comment, code, names, line):
        self.comment, self.code, self.names, self.line = comment, code, names, line


class Section:
    def __init__(self, title, note):
        self.title, self.note, self.entries = title, note, []


def uncomment(lines):
    return "\n".join(re.sub(r"^\s*// ?", "", line) for line in lines)


def names_in(header, code):
    """The public names that this declaration gives, in order."""
    upper = header.upper()
    if code.startswith("#define"):
        return [re.match(r"#define (\w+)", code).group(1)]

    # What a function takes, and what stands in a comment, is no name of its own.
    flat = re.sub(r"//[^\n]*", "", code)
    if code.startswith(("typedef", "enum", "struct", "union")):
        found = re.findall(r"\b(%s_\w+)\b(?=\s*[,=}\n]|\s*$)" % upper, flat)
        found += re.findall(r"\b(%s(?:_\w+)?)(?=;\s*$)" % header, flat)
        found += re.findall(r"\(\*?(%s_\w+)\)\(" % header, flat)
        found += re.findall(r"^(?:typedef )?(?:struct|union) (%s(?:_\w+)?)(?= \{|;)" % header, flat)
    else:
        flat = flat.split("{")[0]
        found, depth, start = [], 0, 0
        for at, letter in enumerate(flat):
            if letter == "(":
                name = re.search(r"(\w+)\s*$", flat[start:at])
                if depth == 0 and name:
                    found.append(name.group(1))
                depth += 1
            elif letter == ")":
                depth -= 1
                start = at
    return [name for name in dict.fromkeys(found) if "_priv_" not in name and "_PRIV_" not in name]


def take_code(lines, at):
    """The declaration that begins at line `at`: (its text, the line behind it)."""
    first = at
    if lines[at].startswith("#define"):
        while lines[at].endswith("\\"):
            at += 1
        return "\n".join(lines[first:at + 1]), at + 1
    depth = 0
    while True:
        bare = re.sub(r"//.*", "", lines[at])
        depth += bare.count("{") - bare.count("}")
        done = depth == 0 and bare.rstrip().endswith((";", "}"))
        at += 1
        if done:
            break
    code = "\n".join(lines[first:at])

    # Of an inline function its head.
    if "{" in code and not code.startswith(("typedef", "enum", "struct", "union", "extern")):
        code = code.split("{")[0].rstrip() + ";"
    return code, at


def take_text(section, upper, text, line):
    """A comment of nothing: the section's note, and entries for macros that stand in it by their forms."""
    form = r"(?:^|(?<=[.:;] )|(?<=\n))(%s_[A-Z_]+)(\((?:[^()]|\([^()]*\))*\))" % upper
    entry = None
    for block in re.split(r"\n\s*\n", text):
        if re.match(form, block):
            entry = Entry(block, "", [], line)
            section.entries.append(entry)
        elif entry:
            entry.comment += "\n\n" + block
        else:
            section.note += ("\n\n" if section.note else "") + block
        for name, rest in re.findall(form, block) if entry else []:
            if name not in entry.names:
                entry.names.append(name)
                entry.code += ("\n" if entry.code else "") + name + " ".join(rest.split())


def read_header(header):
    """(banner, sections) of a header."""
    with open(header + ".h", encoding="utf-8") as file:
        text = file.read()
    banner = text[text.index("/*") + 2:text.index("*/")].strip("\n")
    lines = text[:text.index("// >>map")].split("\n")
    upper = header.upper()
    at = next(k for k, line in enumerate(lines) if line.startswith("#define %s_VERSION" % upper))
    sections = [Section("version", "")]
    comment, private = [], False
    declares = re.compile(r"(%s_(API|INLINE)|typedef|enum|struct|union|"
                          r"#define (%s_(?!PRIV_)|%s_(?!priv_))\w+)\b" % (upper, upper, header))
    while at < len(lines):
        line = lines[at]
        heading = re.match(r"// ---- (.+?)(?: ----)?$", line)
        if heading:
            private = "private" in heading.group(1)
            note = []
            while lines[at + 1].startswith("//"):
                at += 1
                note.append(lines[at])
            if not private:
                sections.append(Section(heading.group(1), uncomment(note).strip()))
            comment = []
        elif re.match(r"// (>>|<<)", line):
            comment = []
        elif line.startswith("//"):
            comment.append(line)
        elif declares.match(line) and not private:
            code, behind = take_code(lines, at)
            names = [name for name in names_in(header, code) if not name.endswith(("_API", "_INLINE"))]
            known = {name for section in sections for entry in section.entries for name in entry.names}
            if names and (comment or not known.issuperset(names)):      # else a body, or C++'s form of it
                last = sections[-1].entries[-1] if sections[-1].entries else None
                if not comment and last and last.line == at:    # two forms of one call
                    last.code += "\n" + code
                    last.names += names
                    last.line = behind
                else:
                    sections[-1].entries.append(Entry(uncomment(comment), code, names, behind))
            at, comment = behind, []
            continue
        elif not line.startswith("#"):
            if comment and not private and len(sections) > 1:
                take_text(sections[-1], upper, uncomment(comment), at)
            comment = []
        at += 1
    return banner, [section for section in sections if section.entries or section.note]


def public_names(header):
    """What a plain include declares, by the compiler: {name: kind}."""
    unit = '#include "%s.h"\n' % header
    command = ["clang", "-std=c99", "-fsyntax-only", "-Xclang", "-ast-dump=json", "-I.", "-x", "c", "-"]
    clang = subprocess.run(command, input=unit, stdout=subprocess.PIPE, text=True, check=True)
    found = {}

    def add(node, kind):
        name = node.get("name", "")
        if re.match(r"%s(_|$)" % header, name, re.I) and not re.search("_priv_", name, re.I):
            found[name] = kind

    for node in json.loads(clang.stdout)["inner"]:
        kinds = {"FunctionDecl": "function", "TypedefDecl": "type"}
        if node["kind"] in kinds:
            add(node, kinds[node["kind"]])
        if node["kind"] == "EnumDecl":
            for value in node.get("inner", []):
                add(value, "constant")
    macros = subprocess.run(["clang", "-std=c99", "-dM", "-E", "-I.", "-x", "c", "-"], input=unit,
                            stdout=subprocess.PIPE, text=True, check=True)
    for name in re.findall(r"^#define (\w+)", macros.stdout, re.M):
        add({"name": name}, "macro")
    return found


def faults_of(header, banner, sections):
    """What is public and is not in the reference, or has nothing said about it."""
    given = {}
    for section in sections:
        for entry in section.entries:
            said = entry.comment or section.note or "//" in entry.code
            given.update((name, bool(said)) for name in entry.names)
    for name, kind in sorted(public_names(header).items()):
        if name in given and not given[name]:
            yield "%s.h: %s %s has no comment" % (header, kind, name)
        if name not in given and not re.search(r"\b%s\b" % name, banner) and not name.endswith("_H"):
            yield "%s.h: %s %s is not in the reference" % (header, kind, name)


def results_of(header, sections):
    """The results that functions give: (number, name, what stands beside it)."""
    for section in sections:
        for entry in section.entries:
            form = r"(%s_(?:E_)?[A-Z_]+) = (-?\d+),?\s*(?:// (.*))?" % header.upper()
            for name, number, why in re.findall(form, entry.code if "_E_ARGUMENT" in entry.code else ""):
                yield int(number), name, why


def tasks_of(header, banner, sections):
    """(what somebody wants, the names to call): rows of the banner's table, or else its sections."""
    rows = []
    for line in dict(parts_of(banner)).get("OVERVIEW", "").split("\n"):
        cells = [cell.strip() for cell in line.strip().split("|")[1:-1]] or re.split(r" {2,}", line.strip())
        if len(cells) > 1 and re.match(r"(gc_|GC_)\w+", cells[1]) and not cells[0].startswith(("GC_", "gc_")):
            rows.append((cells[0], re.sub(r"\([^)]*\)", "", cells[1])))
    if rows:
        return rows
    for section in sections:
        if section.title.startswith("C++"):
            continue
        calls = [name for entry in section.entries for name in entry.names if name.startswith(header + "_")]
        calls = [name for name in calls if not name.endswith(("_desc", "_event", "_id"))]
        if calls:
            rows.append((section.title, ", ".join(calls[:6]) + (" ..." if len(calls) > 6 else "")))
    return rows


def parts_of(banner):
    """The banner's parts: (title, lines)."""
    parts = []
    for line in banner.split("\n"):
        if re.match(r"[A-Z][A-Z ,:&/-]{3,}(\(|$)", line):
            parts.append([line.strip(), []])
        elif parts:
            parts[-1][1].append(line)
    return [(title, "\n".join(lines).strip("\n")) for title, lines in parts]


def linked(text, known):
    """Escaped text in which each known name leads to its entry."""
    return re.sub(r"\bgc_\w+|\bGC_\w+", lambda m: '<a href="#%s">%s</a>' % (m.group(), m.group())
                  if m.group() in known else m.group(), html.escape(text, quote=False))


def prose(text, known):
    """Paragraphs; what is a table or is indented keeps its columns."""
    out = []
    for block in re.split(r"\n\s*\n", text):
        kept = re.search(r"^\s*\||^ {2,}", block, re.M)
        out.append(("<pre>%s</pre>" if kept else "<p>%s</p>") % linked(block, known))
    return "\n".join(out) if text else ""


STYLE = """
:root { color-scheme: light dark; --line: #8884; --dim: #777; --link: light-dark(#0b5cad, #7db7f5); }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
pre, code { font: 13px/1.45 ui-monospace, monospace; } pre { overflow-x: auto; white-space: pre; }
h2 { border-top: 2px solid var(--line); padding-top: 1rem; } h3 { margin-top: 2.2rem; }
article { border-top: 1px solid var(--line); padding: .4rem 0; }
article:has(:target) { outline: 2px solid var(--link); }
article .thread { color: var(--dim); font-size: 13px; } [hidden] { display: none; }
input { box-sizing: border-box; font: inherit; padding: .5rem; width: 100%; }
form { background: Canvas; padding: .5rem 0; position: sticky; top: 0; }
table { border-collapse: collapse; }
th { padding-top: .8rem; text-align: left; }
td { border-top: 1px solid var(--line); padding: .2rem .8rem .2rem 0; vertical-align: top; }
"""

SCRIPT = """
const field = document.getElementById("search"), count = document.getElementById("count");
const entries = [...document.querySelectorAll("article")].map(node => [node, node.textContent.toLowerCase()]);
const rest = document.querySelectorAll("[data-rest]"), parts = document.querySelectorAll("section");
field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const [node, text] of entries) shown += !(node.hidden = !words.every(word => text.includes(word)));
    for (const node of rest) node.hidden = words.length > 0;
    for (const part of parts) part.hidden = words.length > 0 && !part.querySelector("article:not([hidden])");
    count.textContent = words.length ? shown + " of " + entries.length : "";
});
"""


def page_of(headers):
    known = {name for _, _, sections in headers for s in sections for e in s.entries for name in e.names}
    anchors = set()         # the first entry of a name has its anchor: C++'s forms come after C's
    out = ['<!doctype html><html lang="en"><meta charset="utf-8">',
           '<meta name="viewport" content="width=device-width, initial-scale=1">',
           "<title>gc headers: reference</title><style>%s</style>" % STYLE, "<h1>gc headers: reference</h1>"]
    out.append("<nav data-rest>%s</nav>" % " &middot; ".join(
        '<a href="#%s.h">%s.h</a>' % (header, header) for header, _, _ in headers))
    out.append('<form onsubmit="return false"><input id="search" type="search" autofocus aria-label="search" '
               'placeholder="a name, or words of its text"> <span id="count" role="status"></span></form>')

    # By task, then each header.
    out.append("<div data-rest><h2>By task</h2><table>")
    for header, banner, sections in headers:
        out.append('<tr><th colspan="2"><a href="#%s.h">%s.h</a>' % (header, header))
        for task, calls in tasks_of(header, banner, sections):
            out.append("<tr><td>%s<td>%s" % (html.escape(task), linked(calls, known)))
    out.append("</table><details><summary>Results and errors</summary><table>")
    for header, _, sections in headers:
        for number, name, why in sorted(results_of(header, sections), reverse=True):
            out.append("<tr><td>%d<td>%s<td>%s" % (number, linked(name, known), linked(why, known)))
    out.append("</table></details></div>")
    for header, banner, sections in headers:
        title = banner.split("\n")[0]
        out.append('<section><h2 id="%s.h">%s</h2>' % (header, html.escape(title)))
        out.append("<div data-rest>")
        for part, text in parts_of(banner):
            out.append("<details><summary>%s</summary><pre>%s</pre></details>"
                       % (html.escape(part.capitalize()), linked(text, known)))
        out.append("<p>%s</p></div></section>" % " &middot; ".join(
            '<a href="#%s.%d">%s</a>' % (header, k, html.escape(s.title)) for k, s in enumerate(sections)))
        for k, section in enumerate(sections):
            out.append('<section><h3 id="%s.%d">%s</h3><div data-rest>%s</div>'
                       % (header, k, html.escape(section.title), prose(section.note, known)))
            for entry in section.entries:
                marks = re.findall(r"\[[a-z][^\]\n]*\]", entry.comment)
                text = re.sub(r"\s*\[[a-z][^\]\n]*\]\s*$", "", entry.comment)
                new = [name for name in entry.names if name not in anchors]
                anchors.update(new)
                out.append("<article>%s<pre>%s</pre>%s%s</article>" % (
                    "".join('<a id="%s"></a>' % name for name in new),
                    html.escape(entry.code, quote=False), prose(text, known),
                    '<p class="thread">%s</p>' % html.escape(" ".join(marks)) if marks else ""))
            out.append("</section>")
    out.append("<script>%s</script></html>" % SCRIPT)
    return "\n".join(out) + "\n"


def plain_of(headers):
    """The same as text, for those who read by machine."""
    out = ["# gc headers", "", "> " + ABOUT + ": each stands alone, in C99 and C++11", ""]
    for header, banner, sections in headers:
        out += ["## " + banner.split("\n")[0], "", "```", banner.split("\n", 1)[1].strip("\n"), "```", ""]
        for section in sections:
            out += ["### %s: %s" % (header, section.title), ""] + ([section.note, ""] if section.note else [])
            for entry in section.entries:
                out += ["```c", entry.code, "```"] + ([entry.comment] if entry.comment else []) + [""]
    return "\n".join(out)


def main():
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    folder = arguments[0] if arguments else "build/reference"
    headers = [(header,) + read_header(header) for header in HEADERS]
    faults = [fault for header in headers for fault in faults_of(*header)]
    if "--check" not in sys.argv:
        os.makedirs(folder, exist_ok=True)
        for name, text in (("index.html", page_of(headers)), ("llms.txt", plain_of(headers))):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)

    for fault in faults:
        print(fault)
    entries = [entry for _, _, sections in headers for section in sections for entry in section.entries]
    print("%d entries, %d names; %d faults" % (len(entries), sum(len(e.names) for e in entries), len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
