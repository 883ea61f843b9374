#!/bin/sh
# gc_sparse_load under libFuzzer, 8 seconds (FUZZ_SECONDS=600: longer). What it finds is left in
# build/fuzz. Needs clang.
cd "$(dirname "$0")/../.." || exit 1
. tests/support/test.sh
build=${BUILD:-build}/fuzz
mkdir -p "$build"
check "the fuzzer builds" clang -O1 -g1 -fsanitize=fuzzer,address,undefined \
    -fno-sanitize-recover=all -I. -Itests tests/fuzz/fuzz_sparse.c -o "$build/sparse"
mkdir "$work/seeds"
cp tests/vectors/sparse_*.bin "$work/seeds"
"$build/sparse" -max_total_time="${FUZZ_SECONDS:-8}" -max_len=8192 -artifact_prefix="$build/" \
    -print_final_stats=1 "$work/seeds" >"$work/log" 2>&1
status=$?
check "nothing is found in ${FUZZ_SECONDS:-8} s" equal $status 0
if [ $status != 0 ]; then tail -n 40 "$work/log"; else grep number_of_executed_units "$work/log"; fi
finish
