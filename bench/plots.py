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
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#666666", "#56b4e9"]


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

    def text(self, x, y, text, anchor="start", size=12, colour="#333", weight="normal"):
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
                 f'fill="{colour}" font-weight="{weight}">{escape(text)}</text>')

    def line(self, x1, y1, x2, y2, colour="#ddd", width=1.0):
        self.add(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
                 f'stroke="{colour}" stroke-width="{width}"/>')

    def mark(self, x, y, index):
        """Each subject has a shape as well as a colour; ours is the large disc."""
        colour = COLOURS[index % len(COLOURS)]
        shapes = [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{colour}"/>',
            f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9" fill="{colour}"/>',
            f'<path d="M{x:.1f} {y - 5.5:.1f}l5.5 10h-11z" fill="{colour}"/>',
            f'<path d="M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z" fill="{colour}"/>',
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2" fill="#fff" stroke="{colour}" stroke-width="2"/>',
            f'<path d="M{x - 4.5:.1f} {y - 4.5:.1f}l9 9m0 -9l-9 9" stroke="{colour}" stroke-width="2.4"/>',
        ]
        self.add(shapes[index % len(shapes)])

    def head(self, title, axis, names):
        """The title, what is measured, and a legend in as many rows as it needs."""
        self.text(16, 26, title, size=16, colour="#111", weight="bold")
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
        self.text(16, self.height - 26, here, size=10.5, colour="#666")
        self.text(16, self.height - 11, "beside " + notes["peers"], size=10.5, colour="#666")

    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{self.height}" '
                f'viewBox="0 0 {WIDTH} {self.height}" font-family="Helvetica, Arial, sans-serif">\n'
                f'<rect width="{WIDTH}" height="{self.height}" fill="#fff"/>\n'
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
        picture.line(LEFT, y, WIDTH - RIGHT, y, "#eee")
        picture.text(LEFT - 12, y + 4, row, "end")
        for k in reversed(range(len(names))):
            if (row, names[k]) in values:
                picture.mark(at(values[row, names[k]]), y, k)
        if (row, names[0]) in values:
            value = values[row, names[0]]
            picture.text(at(value), y - 9, number(value), "middle", 10.5, COLOURS[0], "bold")
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
        picture.line(at(x, y_low)[0], top, at(x, y_low)[0], bottom, "#eee")
        picture.text(at(x, y_low)[0], bottom + 16, f"{x:,.0f}", "middle", 11)
    picture.text((left + right) / 2, bottom + 34, x_label, "middle")
    for k in reversed(range(len(names))):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*p) for p in sorted(values[names[k]])))
        picture.add(f'<polyline points="{path}" fill="none" stroke="{COLOURS[k % len(COLOURS)]}" '
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
            picture.add(f'<rect x="{LEFT}" y="{y + each * k:.1f}" width="{at(value) - LEFT:.1f}" '
                        f'height="{each - 4}" fill="{COLOURS[k]}"/>')
            picture.text(at(value) + 5, y + each * k + 12, f"{value:.1f}", size=11)
        if row in limits:
            x = at(limits[row])
            picture.add(f'<line x1="{x:.1f}" y1="{y - 4}" x2="{x:.1f}" y2="{y + each * len(names)}" '
                        'stroke="#111" stroke-width="1.4" stroke-dasharray="4 3"/>')
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
    subjects = {"gc_sort_u32": "gc_sort_u32", "vqsort, Highway 1.0": "vqsort",
                "Boost spreadsort": "boost spreadsort",
                "Boost pdqsort": "boost pdqsort", "std::sort": "std::sort", "qsort": "qsort"}
    values = {name: [] for name in subjects}
    for case, subject, _, value in figures:
        for name, wanted in subjects.items():
            if subject == wanted:
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
    cases = {"median": "wall_p50", "99 of 100": "wall_p99", "999 of 1,000": "wall_p99.9"}
    subjects = {"gc_writer": "gc_writer", "a queue and a thread": "queue", "plain pwrite": "plain",
                "libuv": "libuv", "io_uring": "io_uring"}
    values = {}
    for row, metric in cases.items():
        for name, subject in subjects.items():
            for line in figures:
                if line[0] == "latency16k" and line[1] == subject and line[2] == metric:
                    values[row, name] = line[3]
    return dots("gc_writer.h: how long a call with 16 KB holds up the caller",
                "microseconds by the clock, logarithmic; less is better", notes, list(cases), list(subjects),
                values)


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


PLOTS = {"rng": rng, "sort": sort, "sparse": sparse, "writer": writer, "fetch": fetch}


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
