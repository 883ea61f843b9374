#!/bin/sh
# The amalgamated binary must hold every test of the separate ones, and no test file may be
# missing from it.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
"$build/tests/amalgam" --list | sort >"$work/together"
for file in tests/test_*.c; do
    name=$(basename "$file" .c)
    [ "$name" = test_sparse_small ] && continue     # shrinks the generations of a whole build: it stays apart
    "$build/tests/$name" --list | sort >"$work/list"
    check "$name has tests" test -s "$work/list"
    check "the amalgamated binary has all tests of $name" equal "$(comm -23 "$work/list" "$work/together")" ""
    cat "$work/list" >>"$work/apart"
done
check "and no other" equal "$(sort "$work/apart" | comm -13 - "$work/together")" ""

# `make test` runs it in parts, by these names.
check "each test is named after what it tests" equal \
    "$(grep -vE '^test_(fetch|sort|sparse|save|rng|writer|cache|origin)_' "$work/together")" ""
finish
