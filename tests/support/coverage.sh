#!/bin/sh
# coverage.sh - which lines of the five headers the tests reach: make coverage, by hand and in
# soak. gcc -O0 --coverage of the amalgamated tests, of short generations, and of each header's
# tests with what its macros choose; a line counts as reached if any of these builds reaches it.
# Prints a table; build/coverage/gc_x.h.txt names the lines that were not reached, by function.
# Ends with 1 if a test fails or a header is below 95 %. tests/COVERAGE.md says why the rest is
# not reached. COVERAGE_JOBS=1: one build or run at a time, for two.
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
out=$root/${BUILD:-build}/coverage
rm -rf "$out"
mkdir -p "$out"
flags=$(sh tests/support/curl_flags.sh gcc "${CURL:-auto}")
options="-O0 -g1 -w --coverage -fprofile-update=atomic -fkeep-inline-functions -ffp-contract=off"
has() { grep -qw "$1" /proc/cpuinfo 2>/dev/null; }

# variant NAME TEST FLAG...: a build in a folder of its own. run NAME PART...: its runs.
variant() {
    name=$1 test=$2
    shift 2
    mkdir "$out/$name"
    echo "cd $out/$name && gcc $options -I$root -I$root/tests $root/tests/$test.c -o test $* -pthread" >>"$out/builds"
}
run() {
    name=$1
    shift
    [ $# -gt 0 ] || set -- all
    for part in "$@"; do
        echo "$out/$name/test ${part#all} >$out/$name/$part.log 2>&1 || echo FAIL $out/$name/$part.log" >>"$out/runs"
    done
}

variant amalgam amalgam "$flags"
run amalgam test_fetch_ test_sort_ test_sparse_ test_save_ test_rng_ test_writer_ test_cache_ test_origin_
variant small test_sparse_small -DGC_SPARSE_GENERATION_BITS=4 -DGC_SPARSE_COMPACT_IDS=20
run small
variant dlopen test_fetch_dlopen
run dlopen
variant portable_fetch test_fetch_sim -DGC_FETCH_NO_CURL -DGC_FETCH_NO_SIMD
run portable_fetch
variant portable_writer test_writer -DGC_WRITER_NO_SIMD
run portable_writer
for set in scalar sse2 avx2; do
    case $set in avx2) has avx2 || { echo "SKIP avx2: this processor has none"; continue; } ;; esac
    variant "rng_$set" test_rng "-DGC_RNG_FORCE_ISA=$set"
    run "rng_$set"
    variant "sort_$set" test_sort "-DGC_SORT_FORCE_ISA=$set"
    run "sort_$set"
done

# Long random tests are shorter: each step takes ten times as long here.
export TEST_FETCH_SIM="${TEST_FETCH_SIM:-5000}" TEST_FETCH_CHAOS="${TEST_FETCH_CHAOS:-1000}"
export TEST_CACHE_KILLS="${TEST_CACHE_KILLS:-5}"
jobs=${COVERAGE_JOBS:-2}
xargs -P "$jobs" -I '{}' sh -c '{}' <"$out/builds" || exit 1
xargs -P "$jobs" -I '{}' sh -c '{}' <"$out/runs" >"$out/failed"
cat "$out/failed"
for log in $(sed 's/^FAIL //' "$out/failed"); do tail -n 20 "$log"; done

# What gcov knows, one line of JSON for each build, is added up.
for folder in "$out"/*/; do
    (cd "$folder" && gcov --stdout --json-format ./*.gcda) || exit 1
done | python3 tests/support/coverage.py "$out" || exit 1
[ ! -s "$out/failed" ]
