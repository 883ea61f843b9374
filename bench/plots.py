#!/usr/bin/env python3
"""The README's plots: bench/figures/NAME.csv to bench/plots/NAME.svg. `make plots`.

A file of figures begins with lines "# machine: ...", "# compiler: ...", "# commit: ...",
"# date: ...", and goes on with a benchmark's lines `bench,case,subject,metric,value,unit`;
`make figures-NAME` writes it. With --check nothing is written; it ends with 1 if a plot is not
the one of its figures.
"""
import csv
import math
import os
import sys
from html import escape

WIDTH, LEFT, RIGHT = 760, 172, 24

# A class for each thing that has a colour: the first is for a light page, the second for a dark
# one. Subjects: those of Okabe and Ito, darker or lighter where the page asks for it.
COLOURS = {
    "page": ("#ffffff", "#0d1117"), "title": ("#111111", "#f0f3f6"), "word": ("#333333", "#c9d1d9"),
    "note": ("#666666", "#8b949e"), "grid": ("#dddddd", "#30363d"), "bound": ("#111111", "#f0f3f6"),
    "s0": ("#0072b2", "#4aa8e0"), "s1": ("#d55e00", "#f08a3c"), "s2": ("#009e73", "#2dc49a"),
    "s3": ("#b85a8e", "#dc94bd"), "s4": ("#8a6d00", "#d0ac2b"), "s5": ("#666666", "#a0a8b0"),
    "s6": ("#2f8fc4", "#8fd0f5"), "s7": ("#7a3e9d", "#b58ad6"), "s8": ("#b02a30", "#f07178"),
    "s9": ("#4d6b2f", "#a3c585"),
}
SUBJECTS = 10


def style():
    """The classes as fill and stroke: `word` fills, `word-line` draws."""
    def rules(page):
        return "".join(f".{name}{{fill:{both[page]}}}.{name}-line{{stroke:{both[page]}}}"
                       for name, both in COLOURS.items())
    return f"<style>{rules(0)}@media(prefers-color-scheme:dark){{{rules(1)}}}</style>"


def read(path):
    """The notes at the head of the file, and its lines as (case, subject, metric, value)."""
    notes, lines = {}, []
    with open(path, encoding="utf-8") as file:
        rows = []
        for line in file:
            if line.startswith("# "):
                key, _, value = line[2:].partition(": ")
                notes[key] = value.strip()
            else:
                rows.append(line)
    for row in csv.reader(rows):
        if len(row) >= 6 and row[0] != "bench":
            # A subject may hold a comma that its benchmark has not quoted.
            lines.append((row[1], ",".join(row[2:-3]), row[-3], float(row[-2])))
    return notes, lines


# ---- the parts of a picture

class Picture:
    def __init__(self, height):
        self.height = height
        self.parts = []

    def add(self, text):
        self.parts.append(text)

    def text(self, x, y, text, anchor="start", size=12, colour="word", weight="normal"):
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
                 f'class="{colour}" font-weight="{weight}">{escape(text)}</text>')

    def line(self, x1, y1, x2, y2):
        self.add(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="grid-line"/>')

    def bar(self, x, y, width, height, index):
        self.add(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height}" class="s{index}"/>')

    def mark(self, x, y, index):
        """Each subject has a shape as well as a colour; ours is the large disc."""
        colour = f"s{index % SUBJECTS}"
        shapes = [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" class="{colour}"/>',
            f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9" class="{colour}"/>',
            f'<path d="M{x:.1f} {y - 5.5:.1f}l5.5 10h-11z" class="{colour}"/>',
            f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z" class="{colour}"/>',
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2" class="page {colour}-line" stroke-width="2"/>',
            f'<path d="M{x - 4.5:.1f} {y - 4.5:.1f}l9 9m0 -9l-9 9" class="{colour}-line" '
            'stroke-width="2.4"/>',
        ]
        self.add(shapes[index % len(shapes)])

    def head(self, title, axis, names):
        """The title, what is measured, and a legend in as many rows as it needs."""
        self.text(16, 26, title, size=16, colour="title", weight="bold")
        self.text(16, 46, axis)
        x, y = 22, 70
        for index, name in enumerate(names):
            width = 22 + 6.7 * len(name)
            if x + width > WIDTH - 10:
                x, y = 22, y + 20
            self.mark(x, y - 4, index)
            self.text(x + 12, y, name)
            x += width + 12
        return y + 18

    def foot(self, notes):
        here = f"{notes['machine']}; {notes['compiler']}; commit {notes['commit']}, {notes['date']}"
        self.text(16, self.height - 26, here, size=10.5, colour="note")
        self.text(16, self.height - 11, "beside " + notes["peers"], size=10.5, colour="note")

    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{self.height}" '
                f'viewBox="0 0 {WIDTH} {self.height}" font-family="Helvetica, Arial, sans-serif">\n'
                f'{style()}\n<rect width="{WIDTH}" height="{self.height}" class="page"/>\n'
                + "\n".join(self.parts) + "\n</svg>\n")


def number(value):
    """Two significant digits below 10, whole numbers from there; without an exponent."""
    return f"{value:,.0f}" if value >= 9.95 else f"{value:.2g}"


def ticks(low, high):
    """1, 2, 5, 10 ... that lie between, for a logarithmic axis."""
    found = []
    for power in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1):
        found += [digit * 10.0 ** power for digit in (1, 2, 5)]
    return [t for t in found if low * 0.999 <= t <= high * 1.001]


# ---- three kinds of plots

def dots(title, axis, notes, rows, names, values):
    """A row for each case, on one logarithmic axis: values[row, name]."""
    low = min(values.values()) / 1.25
    high = max(values.values()) * 1.25
    picture = Picture(0)
    top = picture.head(title, axis, names)
    height = 34
    bottom = top + height * len(rows)
    picture.height = round(bottom + 70)

    def at(value):
        return LEFT + (WIDTH - RIGHT - LEFT) * math.log(value / low) / math.log(high / low)
    for tick in ticks(low, high):
        picture.line(at(tick), top, at(tick), bottom)
        picture.text(at(tick), bottom + 16, number(tick), "middle", 11)
    for index, row in enumerate(rows):
        y = top + height * (index + 0.5)
        picture.line(LEFT, y, WIDTH - RIGHT, y)
        picture.text(LEFT - 12, y + 4, row, "end")
        for k in reversed(range(len(names))):
            if (row, names[k]) in values:
                picture.mark(at(values[row, names[k]]), y, k)
        if (row, names[0]) in values:
            value = values[row, names[0]]
            picture.text(at(value), y - 9, number(value), "middle", 10.5, "s0", "bold")
    picture.foot(notes)
    return picture.svg()


def lines(title, axis, notes, names, values, x_label):
    """A line for each subject, both axes logarithmic: values[name] is a list of (x, y)."""
    points = [point for name in names for point in values[name]]
    x_low, x_high = min(p[0] for p in points), max(p[0] for p in points)
    y_low, y_high = min(p[1] for p in points) / 1.3, max(p[1] for p in points) * 1.3
    picture = Picture(450)
    top = picture.head(title, axis, names)
    left, right, bottom = 60, WIDTH - 46, 450 - 86

    def at(x, y):
        return (left + (right - left) * math.log(x / x_low) / math.log(x_high / x_low),
                bottom - (bottom - top) * math.log(y / y_low) / math.log(y_high / y_low))
    for tick in ticks(y_low, y_high):
        y = at(x_low, tick)[1]
        picture.line(left, y, right, y)
        picture.text(left - 8, y + 4, number(tick), "end", 11)
    for x in sorted({p[0] for p in points}):
        picture.line(at(x, y_low)[0], top, at(x, y_low)[0], bottom)
        picture.text(at(x, y_low)[0], bottom + 16, f"{x:,.0f}", "middle", 11)
    picture.text((left + right) / 2, bottom + 34, x_label, "middle")
    for k in reversed(range(len(names))):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*p) for p in sorted(values[names[k]])))
        picture.add(f'<polyline points="{path}" fill="none" class="s{k % SUBJECTS}-line" '
                    f'stroke-width="{2.6 if k == 0 else 1.6}"/>')
        for p in values[names[k]]:
            picture.mark(*at(*p), k)
    picture.foot(notes)
    return picture.svg()


def bars(title, axis, notes, rows, names, values, limits):
    """Bars from zero, a group for each row; a dashed line where nothing can be faster."""
    high = max(values.values()) * 1.1
    picture = Picture(0)
    top = picture.head(title, axis, names)
    each = 19
    height = each * len(names) + 22
    bottom = top + height * len(rows)
    picture.height = round(bottom + 70)

    def at(value):
        return LEFT + (WIDTH - RIGHT - LEFT - 20) * value / high
    step = 10 ** math.floor(math.log10(high)) / 2
    for k in range(int(high / step) + 1):
        picture.line(at(k * step), top, at(k * step), bottom)
        picture.text(at(k * step), bottom + 16, number(k * step) if k else "0", "middle", 11)
    for index, row in enumerate(rows):
        y = top + height * index + 8
        for line, text in enumerate(row.split("; ")):
            picture.text(LEFT - 12, y + 14 + 15 * line, text, "end")
        for k, name in enumerate(names):
            if (row, name) not in values:
                continue
            value = values[row, name]
            picture.bar(LEFT, y + each * k, at(value) - LEFT, each - 4, k)
            picture.text(at(value) + 5, y + each * k + 12, f"{value:.1f}", size=11)
        if row in limits:
            x = at(limits[row])
            picture.add(f'<line x1="{x:.1f}" y1="{y - 4}" x2="{x:.1f}" y2="{y + each * len(names)}" '
                        'class="bound-line" stroke-width="1.4" stroke-dasharray="4 3"/>')
    picture.foot(notes)
    return picture.svg()


def panels(title, axis, notes, rows, names, measures, values):
    """Small plots of bars beside each other, one for each of measures { name: (unit, digits) };
    values[measure, row, name] is (least, most) of the runs: the bar ends at the most."""
    picture = Picture(0)
    top = picture.head(title, axis, names) + 20
    each, left, gap, room = 15, 84, 18, 34
    height = each * len(names) + 16
    across = (WIDTH - left - 12 - gap * (len(measures) - 1)) / len(measures)
    picture.height = round(top + height * len(rows) + 52)

    for column, (measure, (unit, digits)) in enumerate(measures.items()):
        x = left + column * (across + gap)
        high = max(most for (m, _, _), (_, most) in values.items() if m == measure)
        picture.text(x, top - 10, f"{measure}, {unit}", size=13, colour="title", weight="bold")
        picture.line(x, top - 2, x, top + height * len(rows) - 12)
        for index, row in enumerate(rows):
            y = top + height * index
            if column == 0:
                picture.text(left - 10, y + each * len(names) / 2 + 4, row, "end")
            for k, name in enumerate(names):
                if (measure, row, name) not in values:
                    continue
                least, most = values[measure, row, name]
                shown = [f"{value:.{digits}f}" for value in (least, most)]
                length = (across - room) * most / high
                picture.bar(x, y + each * k, max(length, 1), each - 3, k)
                picture.text(x + length + 4, y + each * k + 10,
                             shown[1] if shown[0] == shown[1] else "-".join(shown), size=10)
    picture.foot(notes)
    return picture.svg()


# ---- what each header's plot shows

def table(figures, cases, subjects, metric="time", scale=1.0):
    """values[row, name], from cases { row: case } and subjects { name: the cases' subjects }."""
    found = {}
    for row, case in cases.items():
        for name, wanted in subjects.items():
            for line in figures:
                if line[0] == case and line[1] in wanted and line[2] == metric:
                    found[row, name] = line[3] * scale
    return found


def rng(notes, figures):
    cases = {"64 random bits": "next", "64 bits, in arrays": "next in arrays", "double in [0, 1)": "f64",
             "integer below 1,000": "below 1000", "normal": "normal", "exponential": "exponential"}
    subjects = {
        "gc_rng": ["gc_rng inline", "gc_rng", "gc_rng_fill"],
        "gc_rng_wide, arrays": ["gc_rng_wide, arrays", "gc_rng_wide_fill"],
        "wyrand (integers biased)": ["wyrand", "wy2u01 of wyrand", "wy2u0k of wyrand (biased)"],
        "xoshiro256++": ["gc_rng_xoshiro256pp"],
        "RomuTrio": ["RomuTrio"],
        "SHISHUA": ["SHISHUA"],
        "std::mt19937_64": ["std::mt19937_64"] + ["std::" + n + "_distribution" for n in
                                                  ("uniform_real", "uniform_int", "normal", "exponential")],
        "pcg64 with std::": ["pcg64", "std::uniform_real_distribution of pcg64", "pcg64 of a bound",
                             "std::normal_distribution of pcg64", "std::exponential_distribution of pcg64"],
        "GSL, mt19937 (32 bits)": ["gsl_rng_get, mt19937", "gsl_rng_uniform", "gsl_rng_uniform_int",
                                   "gsl_ran_gaussian_ziggurat", "gsl_ran_exponential"],
        "rand() (31 bits)": ["rand", "rand / (RAND_MAX + 1.0)", "rand % n (biased)"],
    }
    values = table(figures, cases, subjects)
    rows = [row for row in cases if any(row == r for r, _ in values)]
    names = [name for name in subjects if any(name == n for _, n in values)]
    return dots("gc_rng.h: what a random number costs", "nanoseconds each, logarithmic; less is better",
                notes, rows, names, values)


def sort(notes, figures):
    subjects = {"gc_sort_u32": "gc_sort_u32", "vqsort": "vqsort", "gc_sort_u32, AVX2": "gc_sort_u32, AVX2",
                "vqsort, AVX2": "vqsort, AVX2", "Boost spreadsort": "boost spreadsort",
                "Boost pdqsort": "boost pdqsort", "std::sort": "std::sort", "qsort": "qsort"}
    values = {name: [] for name in subjects}
    for case, subject, _, value in figures:
        for name, wanted in subjects.items():
            if subject == wanted and case.startswith("u32_random_"):
                values[name].append((int(case.rsplit("_", 1)[1]), value))
    return lines("gc_sort.h: random uint32_t, one thread", "nanoseconds a key, logarithmic; less is better",
                 notes, [n for n in subjects if values[n]], values, "number of keys")


def sparse(notes, figures):
    cases = {"create": "create", "p += v dt": "iterate", "get, at random": "get",
             "destroy, at random": "destroy"}
    names = ["gc_sparse", "gc_sparse, group", "EnTT", "EnTT, group", "flecs", "std::unordered_map"]
    values = table(figures, cases, {name: [name] for name in names})
    return dots("gc_sparse.h: 100,000 entities, half of them with a velocity",
                "nanoseconds an entity, logarithmic; less is better", notes, list(cases), names, values)


def writer(notes, figures):
    rows = {"median": "p50", "95 of 100": "p95", "worst of 200": "worst"}
    places = {"": "frames", ", busy disk": "frames_busy"}
    subjects = {"gc_writer": "gc_writer", "libuv": "libuv", "plain, in the frame": "plain"}
    values = {}
    for place, case in places.items():
        for row, metric in rows.items():
            for name, subject in subjects.items():
                for line in figures:
                    if line[:3] == (case, subject, metric):
                        values[row + place, name] = line[3] / 1e3
    return dots("gc_writer.h: what a durable save of 64 KB takes of a frame",
                "milliseconds, logarithmic; less is better; a frame has 16.7; "
                "busy: another program syncs 64 MB over and over",
                notes, [row + place for place in places for row in rows], list(subjects), values)


def fetch(notes, figures):
    rows = {"20 ms, 200 Mbit/s": "N1/p16/random",
            "50 ms, 200 Mbit/s;20 Mbit/s a connection": "N2/p16/random"}
    rows = {row.replace(";", "; "): case for row, case in rows.items()}
    subjects = {"gc_fetch": ["file"], "curl -Z": ["curl"], "aria2c": ["aria2c"], "wget2": ["wget2"]}
    values = table(figures, rows, subjects, "wall")
    names = [n for n in subjects if any(name == n for _, name in values)]
    return bars("gc_fetch.h: 1,000 files, 190 MB, 16 connections",
                "seconds, less is better; dashed: 190 MB at 200 Mbit/s", notes, list(rows), names, values,
                {row: 7.6 for row in rows})


def article(notes, figures):
    rows = {"4 at once": "p4/mixed", "16 at once": "p16/mixed", "64 at once": "p64/mixed"}
    names = {"stream to gc_writer": "stream", "file sinks": "file", "asset_cache": "cache",
             "memory, gc_writer in the frame": "sync", "memory, fwrite in the frame": "memory"}
    measures = {"time": ("s", 1), "peak memory": ("MB", 0), "worst frame": ("ms", 0)}
    metrics = {"time": "wall", "peak memory": "memory", "worst frame": "frame"}
    values = {}
    for measure, metric in metrics.items():
        for row, case in rows.items():
            for name, way in names.items():
                runs = [line[3] for line in figures if line[:3] == (case, way, metric)]
                if runs:
                    values[measure, row, name] = (min(runs), max(runs))
    return panels("gc_fetch.h: 1,000 files, 190 MB, five ways to store them",
                  "over 20 ms and 200 Mbit/s, which need 7.6 s, while a game draws 60 frames a second; "
                  "less is better",
                  notes, list(rows), list(names), measures, values)


PLOTS = {"rng": rng, "sort": sort, "sparse": sparse, "writer": writer, "fetch": fetch, "article": article}


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    stale = 0
    for name, plot in PLOTS.items():
        svg = plot(*read(f"bench/figures/{name}.csv"))
        path = f"bench/plots/{name}.svg"
        if "--check" in sys.argv:
            with open(path, encoding="utf-8") as file:
                if file.read() != svg:
                    print(f"{path} is not the plot of bench/figures/{name}.csv: make plots")
                    stale = 1
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(svg)
    return stale


if __name__ == "__main__":
    sys.exit(main())
