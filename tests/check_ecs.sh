#!/bin/sh
# The ECS demo comes out the same everywhere: gcc and clang, -O0 and -O3, 1, 2 and 8 threads; TSan over 200 frames; 1,000 frames of births
# and deaths in flat memory.
. "$(dirname "$0")/support/test.sh"
# Unoptimised, one run of 300 frames for each compiler, the others of 100: these are the slow ones.
states() { sed -n 's/^frame.*state //p' "$1" | tr '\n' ' '; }
for compiler in gcc clang; do
    for level in -O0 -O3; do
        program=$work/$compiler$level
        check "$compiler $level builds" $compiler $level -ffp-contract=off -I. examples/ecs_demo.c -o "$program" -pthread
        for threads in 1 2 8; do
            frames=300
            [ "$level" = -O0 ] && [ $threads != 1 ] && frames=100
            "$program" --frames $frames --threads $threads >"$program.$threads"
            check "$compiler $level, $threads threads: the same states" equal "$(states "$program.$threads")" \
                "$(states "$work/gcc-O0.1" | cut -d' ' -f1-$((frames / 100))) "
        done
    done
done
check "three states of 300 frames" equal "$(states "$work/gcc-O0.1" | wc -w | tr -d ' ')" 3
clang -O1 -g -fsanitize=thread -ffp-contract=off -I. examples/ecs_demo.c -o "$work/tsan" -pthread
"$work/tsan" --frames 200 --threads 4 >"$work/tsan.out" 2>"$work/tsan.err"
check "TSan: 200 frames end with 0" equal $? 0
check "TSan: no report" equal "$(cat "$work/tsan.err")" ""
check "TSan: the same states" equal "$(states "$work/tsan.out")" "$(states "$work/gcc-O0.1" | cut -d' ' -f1-2) "
"$work/gcc-O3" --frames 1000 --threads 2 >"$work/long"
# Command buffers keep their largest size, so the first frames may still add a little: 7.45 to 7.49 MB over 6,000 frames.
check "memory is flat from frame 100 to 1,000, within 1 %" \
    equal "$(sed -n 's/.* \([0-9.]*\) MB, state.*/\1/p' "$work/long" | awk 'NR == 1 { first = $1 } END { print $1 <= first * 1.01 }')" 1
grep '^frame 1000' "$work/long"
# The header's own tests under valgrind's eyes would take minutes; the leak sanitizer sees the demo.
gcc -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -ffp-contract=off -I. examples/ecs_demo.c -o "$work/asan" -pthread
check "ASan+UBSan+leaks: 50 frames" sh -c "'$work/asan' --frames 50 --threads 3 --entities 20000 >/dev/null"
finish
