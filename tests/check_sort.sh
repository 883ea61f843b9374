#!/bin/sh
# The number sorts against qsort, between pages that must not be touched: every function, instruction set and size up to 700
# (tests/fuzz/fuzz_sort.c), as gcc and clang build them at each level of optimisation, and with UBSan at -O1, where gcc 12
# once spilled masks by halves.
. "$(dirname "$0")/support/test.sh"
cd "$(dirname "$0")/.." || exit 1
cat >"$work/one.sh" <<'ONE'
# one.sh FOLDER NAME COMPILER FLAGS...: leaves FOLDER/NAME.ok if all is well
out=$1/$2
shift 2
"$@" -DFUZZ_SORT_MAIN -I. tests/fuzz/fuzz_sort.c -o "$out" >"$out.log" 2>&1 && "$out" >>"$out.log" 2>&1 && touch "$out.ok"
ONE
for compiler in gcc clang; do
    command -v $compiler >/dev/null || { skip "$compiler" "not installed"; continue; }
    for flags in -O0 -O1 -O2 -O3 "-O1 -fsanitize=undefined"; do
        echo "$compiler$(echo "$flags" | tr -d ' ') $compiler $flags" >>"$work/jobs"
    done
done
xargs -P 2 -L 1 sh "$work/one.sh" "$work" <"$work/jobs"
for name in $(cut -d' ' -f1 "$work/jobs"); do
    check "$name" test -e "$work/$name.ok"
    [ -e "$work/$name.ok" ] || cat "$work/$name.log"
done
finish
