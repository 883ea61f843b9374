# coverage.py FOLDER - reads a line for each build, the header that it counts for (or "all") and
# gcov's JSON, and prints the lines of each header, how many were reached, and %;
# FOLDER/gc_x.h.txt gets those that were not, by function. Ends with 1 if a header is below 95 %.
import json
import os
import re
import sys

LEAST = 95.0


def add(reached, functions, text):
    """Adds a build: the highest count of each line, and the function that it is in."""
    header, _, text = text.partition(" ")
    for file in json.loads(text)["files"]:
        name = os.path.basename(file["file"])
        if not re.fullmatch(r"gc_[a-z]+\.h", name) or header not in ("all", name):
            continue
        lines = reached.setdefault(name, {})
        inside = functions.setdefault(name, {})
        for line in file["lines"]:
            number = line["line_number"]
            lines[number] = max(lines.get(number, 0), line["count"])
            inside.setdefault(number, line.get("function_name", ""))


def missed(lines, inside):
    """Ranges (first, last, function): neighbours among the lines that have code."""
    ranges = []
    before = None
    for number in sorted(lines):
        if not lines[number]:
            if ranges and before == ranges[-1][1] and inside[number] == ranges[-1][2]:
                ranges[-1][1] = number
            else:
                ranges.append([number, number, inside[number]])
        before = number
    return ranges


def main():
    reached, functions = {}, {}
    for text in sys.stdin:
        add(reached, functions, text)
    low = False
    total = [0, 0]
    print("%-14s %8s %8s %8s" % ("header", "lines", "reached", "%"))
    for name in sorted(reached):
        lines = reached[name]
        hit = sum(1 for count in lines.values() if count)
        percent = 100.0 * hit / len(lines)
        low |= percent < LEAST
        total = [total[0] + len(lines), total[1] + hit]
        print("%-14s %8d %8d %8.1f" % (name, len(lines), hit, percent))
        with open(name, encoding="utf-8") as file:
            source = file.read().split("\n")
        with open(os.path.join(sys.argv[1], name + ".txt"), "w", encoding="utf-8") as file:
            for first, last, function in missed(lines, functions[name]):
                where = "%d" % first if first == last else "%d-%d" % (first, last)
                file.write("%-12s %-40s %s\n" % (where, function, source[first - 1].strip()))
    if not total[0]:
        sys.exit("coverage.py: no header in what gcov says")
    print("%-14s %8d %8d %8.1f" % ("all", total[0], total[1], 100.0 * total[1] / total[0]))
    sys.exit(low)


main()
