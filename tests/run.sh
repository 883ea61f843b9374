#!/bin/sh
# run.sh PROGRAM[,FILTER]... - runs each test program or script, shows what fails or is skipped, and closes with the sum of their closing
# lines. A filter chooses tests of a program by a part of their names.
total_passed=0 total_failed=0 total_skipped=0
log=$(mktemp "${TMPDIR:-/tmp}/gc_run.XXXXXX")
trap 'rm -f "$log"' EXIT
for program in "$@"; do
    start=$(date +%s)
    case $program in
    *.sh) sh "$program" >"$log" 2>&1 ;;
    *,*) "${program%,*}" "${program##*,}" >"$log" 2>&1 ;;
    *) "$program" >"$log" 2>&1 ;;
    esac
    status=$?
    last=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" | tail -n 1)
    if [ -z "$last" ] || { [ "$status" != 0 ] && [ "${last#* passed, 0 failed}" != "$last" ]; }; then
        cat "$log"
        echo "FAIL $(basename "$program"): ended with status $status${last:+ after: $last}"
        last="0 passed, 1 failed, 0 skipped"
    else
        grep -v -x -F "$last" "$log"
    fi
    printf '%-28s %s (%d s)\n' "$(basename "$program")" "$last" $(($(date +%s) - start))
    set -- $last
    total_passed=$((total_passed + $1))
    total_failed=$((total_failed + $3))
    total_skipped=$((total_skipped + $5))
done
echo "$total_passed passed, $total_failed failed, $total_skipped skipped"
[ "$total_failed" = 0 ]
