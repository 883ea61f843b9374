#!/bin/sh
# coverage.sh - which lines of the five headers the tests reach: make coverage, by hand and in
# soak. gcc -O0 --coverage of the amalgamated tests, of short generations, and
# of gc_fetch.h with libcurl loaded at run time; a line is reached if one of these builds reaches
# it. Prints a table; build/coverage/gc_x.h.txt has the lines that were not reached. Ends
# with 1 if a test fails or a header is below 95 %. tests/COVERAGE.md: why the rest is not.
cd "$(dirname "$0")/../.." || exit 1
root=$PWD
out=$root/${BUILD:-build}/coverage
rm -rf "$out"
mkdir -p "$out"
flags=$(sh tests/support/curl_flags.sh gcc "${CURL:-auto}")
options="-O0 -g1 -w --coverage -fprofile-update=atomic -fkeep-inline-functions -ffp-contract=off"

# variant NAME TEST HEADER FLAG...: a build in a folder of its own, which counts for one header
# or for all. run NAME PART...: its runs.
variant() {
    folder=$out/$1 source=$root/tests/$2.c
    mkdir "$folder"
    printf '%s ' "$3" >"$folder/header"
    shift 3
    echo "cd $folder && gcc $options -I$root -I$root/tests $source -o test $* -pthread" >>"$out/builds"
}
run() {
    program=$out/$1/test
    shift
    for part in "$@"; do
        echo "$program $part >$program-$part.log 2>&1 || echo FAIL $program-$part.log" >>"$out/runs"
    done
}

# The longest first. There is no build for each instruction set: those that this processor has
# are run by the tests themselves.
variant amalgam amalgam all "$flags"
variant small test_sparse_small gc_sparse.h -DGC_SPARSE_GENERATION_BITS=4
variant dlopen test_fetch_dlopen gc_fetch.h
run amalgam test_sort_ test_sparse_ test_rng_ test_fetch_
run small test_
run dlopen test_fetch_http
run amalgam test_save_ test_writer_ test_cache_ test_origin_

# Long random tests are shorter: each step takes ten times as long here.
export TEST_FETCH_SIM="${TEST_FETCH_SIM:-5000}" TEST_FETCH_CHAOS="${TEST_FETCH_CHAOS:-1000}"
export TEST_CACHE_KILLS="${TEST_CACHE_KILLS:-20}"
xargs -P 2 -I '{}' sh -c '{}' <"$out/builds" || exit 1
xargs -P 2 -I '{}' sh -c '{}' <"$out/runs" >"$out/failed"
cat "$out/failed"
for log in $(sed 's/^FAIL //' "$out/failed"); do tail -n 20 "$log"; done

# What gcov knows, one line of JSON for each build, is added up.
for folder in "$out"/*/; do
    (cd "$folder" && cat header && gcov --stdout --json-format ./*.gcda) || exit 1
done | python3 tests/support/coverage.py "$out" || exit 1
[ ! -s "$out/failed" ]
