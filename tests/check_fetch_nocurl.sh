#!/bin/sh
# Without libcurl: an include path on which curl/curl.h is an #error proves that no header of it
# is read, ldd that nothing is linked; the demonstration completes over file: URLs with the same
# counts.
. "$(dirname "$0")/support/test.sh"
mkdir -p "$work/poison/curl"
echo '#error "libcurl was to be left alone"' >"$work/poison/curl/curl.h"
for name in asset_cache test_fetch; do
    program=examples/$name.c
    [ -e $program ] || program=tests/$name.c
    echo "${CC:-cc} -O1 -Wall -Wextra -Werror -isystem $work/poison -I$work/poison -I. -Itests" \
        "-DGC_FETCH_NO_CURL $program -o $work/$name -pthread"
    # Without threads some tests' functions have no use.
    [ $name = test_fetch ] || continue
    echo "${CC:-cc} -O1 -Wall -Wextra -Werror -Wno-unused-function -I. -Itests -DGC_FETCH_NO_CURL" \
        "-DGC_FETCH_NO_THREADS $program -o $work/no_threads -pthread"
done | xargs -P 2 -I '{}' sh -c '{}'
for name in asset_cache test_fetch; do
    check "$name builds with a poisoned curl/curl.h" test -x "$work/$name"
done
echo '#include <curl/curl.h>' >"$work/try.c"
check "the poison works" sh -c "! ${CC:-cc} -I'$work/poison' -fsyntax-only '$work/try.c' 2>/dev/null"
ldd "$work/asset_cache" >"$work/ldd"
check "ldd shows no libcurl" sh -c "! grep -i curl '$work/ldd'"
nm "$work/asset_cache" >"$work/nm"
check "no symbol of it is wanted" sh -c "! grep -i ' U curl_' '$work/nm'"
"$work/asset_cache" --origin-program build/origin >"$work/out" 2>"$work/err"
check "the demonstration ends with 0" equal $? 0
check "first pass downloads 1000" has '^1000 assets: 0 hits, 1000 downloaded, 0 failed, 0 removed$' \
    "$work/out"
check "second pass downloads none" has '^1000 assets: 1000 hits, 0 downloaded, 0 failed, 0 removed$' \
    "$work/out"
check "third pass downloads 50" has '^1000 assets: 950 hits, 50 downloaded, 0 failed, 50 removed$' "$work/out"
check "without the origin all are given out" has '^1000 of 1000 assets are given out$' "$work/out"
check "it says how to get HTTP" has 'make setup' "$work/out"
"$work/test_fetch" >"$work/out"
check "the tests without HTTP pass" equal $? 0
tail -n 1 "$work/out"
"$work/no_threads" >"$work/out"
check "and those that need no network thread, with GC_FETCH_NO_THREADS" equal $? 0
tail -n 1 "$work/out"

# In a copy, so that what is built here stays.
mkdir "$work/copy"
cp -R Makefile gc_*.h examples tests bench "$work/copy"
check "make demo CURL=no does the same" \
    sh -c "make -s -C '$work/copy' demo CURL=no CFLAGS='-O1 -DGC_SORT_NO_SIMD' >'$work/out' 2>&1"
check "and with the same counts" has '^1000 assets: 950 hits, 50 downloaded' "$work/out"
check "and links no libcurl" sh -c "! ldd '$work/copy/build/asset_cache' | grep -i curl"
finish
