#!/bin/sh
# The amalgamated binary, which `make test` runs, must hold every test of every test file: each
# counts once. (One file alone, while it is worked on: make build/tests/test_x.)
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
"$build/tests/amalgam" --list | sort >"$work/together"
: >"$work/apart"
: >"$work/all"
for file in tests/test_*.c; do
    name=$(basename "$file" .c)
    case $name in
    test_sparse_small) continue ;;      # shrinks the generations of a whole build: make test runs it
    test_fetch_dlopen) continue ;;      # tests of test_fetch.c, libcurl loaded at run time: check-fetch
    esac
    # Those of Windows alone run in check_win32.sh.
    sed '/^#ifdef _WIN32$/,/^#e/d' "$file" | grep -oE 'TEST_CASE(_EACH)?\(test_[a-z0-9_]+[^)]*' |
        sed 's/.*(//' >"$work/cases"
    cat "$work/cases" >>"$work/all"
    sed 's/,.*//' "$work/cases" | sort >"$work/list"
    check "$name has tests" test -s "$work/list"
    check "the amalgamated binary has all tests of $name" equal "$(comm -23 "$work/list" "$work/together")" ""
    cat "$work/list" >>"$work/apart"
done
check "and no other" equal "$(sort "$work/apart" | comm -13 - "$work/together")" ""
check "none twice in one way" equal "$(sort "$work/all" | uniq -d)" ""

# What one types first.
"$build/tests/amalgam" --help >"$work/help" 2>&1
check "--help" equal "$? $(grep -c -e --list -e --part "$work/help")" "0 3"
"$build/tests/amalgam" --lits >"$work/help" 2>&1
check "a misspelt option is told, and runs nothing" equal "$? $(grep -c 'unknown' "$work/help")" "2 1"

# `make test` runs it in parts, by these names.
check "each test is named after what it tests" equal \
    "$(grep -vE '^test_(fetch|sort|sparse|save|rng|writer|cache|origin)_' "$work/together")" ""
finish
