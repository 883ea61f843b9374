#!/bin/sh
# The number sorts against qsort, between pages that must not be touched: every function, instruction set and size up to 700
# (tests/fuzz/fuzz_sort.c), as gcc and clang build them at each level of optimisation, and with UBSan at -O1, where gcc 12
# once spilled masks by halves.
cd "$(dirname "$0")/.." || exit 1
mkdir -p build/check_sort
trap 'rm -rf build/check_sort' EXIT
one() {
    program=build/check_sort/$(echo "$*" | tr -c 'A-Za-z0-9\n' _)
    "$@" -DFUZZ_SORT_MAIN -I. tests/fuzz/fuzz_sort.c -o "$program" && "$program" >"$program.log" 2>&1 && echo "ok   $*" && return
    echo "FAIL $*"
    cat "$program.log" 2>/dev/null
    return 1
}
status=0
for compiler in gcc clang; do
    command -v $compiler >/dev/null || { echo "SKIP $compiler: not installed"; continue; }
    for level in -O0 -O1 -O2 -O3 "-O1 -fsanitize=undefined"; do
        # shellcheck disable=SC2086
        one $compiler $level || status=1
    done
done
exit $status
