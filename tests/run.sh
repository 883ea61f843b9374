#!/bin/sh
# run.sh PROGRAM[,FILTER]... - runs each test program or script, three at a time (some of them
# mostly wait), shows what fails or is skipped as each one ends, and closes with the sum of
# their closing lines. A filter chooses tests of a program by a part of their names. JOBS=1 runs
# one after the other. TAP=FILE also writes all checks to the file, as TAP.
export LC_ALL=C
# Servers of tests are this machine's: no proxy leads there.
unset http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY no_proxy NO_PROXY

# One program: what it prints goes to a file first, so that two that end together do not mix.
if [ "$1" = --one ]; then
    program=$2 folder=$3
    base=$(basename "$program")
    log=$folder/$base.log
    start=$(date +%s)
    case $program in
    *.sh) sh "$program" >"$log" 2>&1 ;;
    *,*) "${program%,*}" "${program##*,}" >"$log" 2>&1 ;;
    *) "$program" >"$log" 2>&1 ;;
    esac
    status=$?
    {
        last=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" | tail -n 1)
        if [ -z "$last" ] || { [ "$status" != 0 ] && [ "${last#* passed, 0 failed}" != "$last" ]; }; then
            cat "$log"
            echo "FAIL $base: ended with status $status${last:+ after: $last}"
            last="0 passed, 1 failed, 0 skipped"
        else
            grep -v -x -F "$last" "$log" | grep -v -E "${TEST_TAP:+^(not )?ok [0-9]+ - |^1\.\.[0-9]+$|}^$"
        fi
        printf '%-28s %s (%d s)\n' "$base" "$last" $(($(date +%s) - start))
    } >"$log.shown"
    until mkdir "$folder/printing" 2>/dev/null; do
        [ -d "$folder" ] || exit 1      # the run was ended
        sleep 0.05
    done
    cat "$log.shown"
    rmdir "$folder/printing"
    echo "$last" >"$log.sum"
    exit 0
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/gc_run.XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
[ -z "$TAP" ] || export TEST_TAP=1
for program in "$@"; do printf '%s\n' "$program"; done |
    xargs -P "${JOBS:-3}" -I '{}' sh "$0" --one '{}' "$folder"

total_passed=0 total_failed=0 total_skipped=0
for program in "$@"; do
    read -r p _ f _ s _ 2>/dev/null <"$folder/$(basename "$program").log.sum" || p=0 f=1 s=0
    total_passed=$((total_passed + p)) total_failed=$((total_failed + f)) total_skipped=$((total_skipped + s))
done
if [ -n "$TAP" ]; then
    # One stream: the lines of all programs, numbered anew, each with its program's name.
    for program in "$@"; do
        base=$(basename "$program")
        sed -nE "s|^((not )?ok) [0-9]+ - (.*)|\1 - ${base%,*}: \3|p" "$folder/$base.log"
    done | awk '{ n++; sub(/ - /, " " n " - "); print } END { print "1.." n + 0 }' >"$TAP"
fi
echo "$total_passed passed, $total_failed failed, $total_skipped skipped"
[ "$total_failed" = 0 ]
