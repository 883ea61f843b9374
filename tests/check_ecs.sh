#!/bin/sh
# The ECS demo comes out the same everywhere: gcc and clang, -O0 and -O3, 1, 2 and 8 threads; TSan over 200 frames; 1,000 frames of births
# and deaths in flat memory.
. "$(dirname "$0")/support/test.sh"
cat >"$work/builds" <<END
gcc -O0 -o $work/gcc-O0
gcc -O3 -o $work/gcc-O3
clang -O0 -o $work/clang-O0
clang -O3 -o $work/clang-O3
clang -O1 -g -fsanitize=thread -o $work/tsan
gcc -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -DGC_SORT_NO_SIMD -DGC_RNG_NO_SIMD -o $work/asan
END
xargs -P 2 -I '{}' sh -c '{} -ffp-contract=off -I. examples/ecs_demo.c -pthread' <"$work/builds"
# Unoptimised, one run is of full size; the others have a fifth of the entities.
states() { sed -n 's/^frame.*state //p' "$1" | tr '\n' ' '; }
for compiler in gcc clang; do
    for level in -O0 -O3; do
        program=$work/$compiler$level
        check "$compiler $level builds" test -x "$program"
        for threads in 1 2 8; do
            entities=100000
            [ "$level" = -O0 ] && [ "$compiler$threads" != gcc1 ] && entities=20000
            "$program" --frames 300 --threads $threads --entities $entities >"$program.$threads"
            [ $entities = 20000 ] && [ ! -e "$work/small" ] && "$work/gcc-O0" --frames 300 --threads 1 --entities 20000 >"$work/small"
            like=$work/gcc-O0.1
            [ $entities = 20000 ] && like=$work/small
            check "$compiler $level, $threads threads: the same states" equal "$(states "$program.$threads")" "$(states "$like")"
        done
    done
done
for name in clang-O3 gcc-O3; do
    "$work/$name" --frames 300 --threads 2 --entities 20000 >"$work/small.$name"
    check "$name, 20,000 entities: the same states" equal "$(states "$work/small.$name")" "$(states "$work/small")"
done
check "three states of 300 frames" equal "$(states "$work/gcc-O0.1" | wc -w | tr -d ' ')" 3
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
check "ASan+UBSan+leaks: 50 frames" sh -c "'$work/asan' --frames 50 --threads 3 --entities 20000 >/dev/null"
finish
