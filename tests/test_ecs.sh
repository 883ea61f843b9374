#!/bin/sh
# The ECS demo: the same state for 1, 2 and 8 threads, a hash that sees one bit, memory that
# stays flat, bad options.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
states() { sed -n 's/^frame.*state //p' "$1" | tr '\n' ' '; }
memory() { sed -n 's/.* \([0-9.]*\) MB, state.*/\1/p' "$1"; }

for threads in 1 2 8; do
    "$build/ecs_demo" --frames 200 --threads $threads >"$work/$threads"
    check "$threads threads: ends with 0" equal $? 0
    check "$threads threads: two states" equal "$(states "$work/$threads" | wc -w | tr -d ' ')" 2
    check "$threads threads: the states of 1 thread" equal "$(states "$work/$threads")" "$(states "$work/1")"
    check "$threads threads: 100000 entities or more" has '^frame  200: 100000 entities' "$work/$threads"
done
check "the state changes from frame to frame" \
    test "$(states "$work/1" | tr ' ' '\n' | sort -u | grep -c .)" = 2
"$build/ecs_demo" --frames 200 --threads 2 --seed 1 >"$work/other"
check "another seed, other states" test "$(states "$work/other")" != "$(states "$work/1")"
"$build/ecs_demo" --frames 100 --threads 2 --nudge 100 >"$work/nudged"
check "one bit of one float changes the hash" test "$(states "$work/nudged")" \
    != "$(states "$work/1" | cut -d' ' -f1) "
"$build/ecs_demo" --entities 5000 --frames 1000 --threads 2 >"$work/long"
check "memory is flat over 1,000 frames, within 1 %" \
    equal "$(memory "$work/long" | awk 'NR == 1 { first = $1 } END { print $1 <= first * 1.01 }')" 1
for bad in "--threads 0" "--threads 65" "--entities 0" "--frames x" "--frames" "--seed -1" "--nonsense 1"; do
    "$build/ecs_demo" $bad >/dev/null 2>"$work/err"
    check "$bad is refused" equal $? 2
    check "$bad is named" has "${bad%% *}" "$work/err"
done
finish
