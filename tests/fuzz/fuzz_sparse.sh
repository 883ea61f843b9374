#!/bin/sh
# gc_sparse_load, gc_sparse_json.h and gc_sparse_delta.h under libFuzzer, 8 seconds each
# (FUZZ_SECONDS=600: longer). What they find is left in build/fuzz. Needs clang.
cd "$(dirname "$0")/../.." || exit 1
. tests/support/test.sh
build=${BUILD:-build}/fuzz
mkdir -p "$build" "$work/sparse" "$work/json" "$work/delta"
cp tests/vectors/sparse_*.bin "$work/sparse"
cp tests/fuzz/corpus/json/* "$work/json"

for name in sparse json delta; do
    check "$name: the fuzzer builds" clang -O1 -g1 -fsanitize=fuzzer,address,undefined \
        -fno-sanitize-recover=all -I. -Itests tests/fuzz/fuzz_$name.c -o "$build/$name"
    "$build/$name" -max_total_time="${FUZZ_SECONDS:-8}" -max_len=8192 -artifact_prefix="$build/" \
        -print_final_stats=1 "$work/$name" >"$work/log" 2>&1
    status=$?
    check "$name: nothing is found in ${FUZZ_SECONDS:-8} s" equal $status 0
    if [ $status != 0 ]; then tail -n 40 "$work/log"; else grep number_of_executed_units "$work/log"; fi
done
finish
