#!/bin/sh
# gc_sort.h under libFuzzer, 8 seconds (FUZZ_SECONDS=600: longer). What it finds is left in
# build/fuzz. Needs clang.
cd "$(dirname "$0")/../.." || exit 1
. tests/support/test.sh
build=${BUILD:-build}/fuzz
mkdir -p "$build"
# Without UBSan, with which clang 14 takes half an hour for the networks: check_sort.sh has it, over
# every function and size, by gcc and by clang.
check "the fuzzer builds" clang -O1 -g1 -fsanitize=fuzzer,address \
    -fno-sanitize-recover=all -I. tests/fuzz/fuzz_sort.c -o "$build/sort"
"$build/sort" -max_total_time="${FUZZ_SECONDS:-8}" -max_len=2048 -artifact_prefix="$build/" \
    -print_final_stats=1 >"$work/log" 2>&1
status=$?
check "nothing is found in ${FUZZ_SECONDS:-8} s" equal $status 0
if [ $status != 0 ]; then tail -n 40 "$work/log"; else grep number_of_executed_units "$work/log"; fi
finish
