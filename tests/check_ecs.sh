#!/bin/sh
# The ECS demo comes out the same everywhere: gcc and clang, -O0 and -O3, 1, 2 and 8 threads;
# TSan over 200 frames; 1,000 frames of births and deaths in flat memory.
. "$(dirname "$0")/support/test.sh"
asan="-fsanitize=address,undefined -fno-sanitize-recover=all"
cat >"$work/builds" <<END
gcc -O0 -o $work/gcc-O0
gcc -O3 -o $work/gcc-O3
clang -O0 -o $work/clang-O0
clang -O3 -o $work/clang-O3
clang -O1 -g1 -fsanitize=thread -DGC_SORT_NO_SIMD -DGC_RNG_NO_SIMD -o $work/tsan
gcc -O1 -g1 $asan -DGC_SORT_NO_SIMD -DGC_RNG_NO_SIMD -o $work/asan
END
xargs -P 2 -I '{}' sh -c '{} -ffp-contract=off -I. examples/ecs_demo.c -pthread' <"$work/builds"

# Unoptimised, one run is of full size; the others have a fifth of the entities. Each run leaves
# what it prints in PROGRAM.THREADS.ENTITIES.
for compiler in gcc clang; do
    for level in -O0 -O3; do
        for threads in 1 2 8; do
            entities=100000
            [ "$level" = -O0 ] && [ "$compiler$threads" != gcc1 ] && entities=20000
            echo "$compiler$level $threads $entities"
        done
    done
done >"$work/runs"
{
    cat "$work/runs"
    printf '%s\n' "gcc-O0 1 20000" "gcc-O3 2 20000" "clang-O3 2 20000"
} | xargs -P 2 -L 1 sh -c '"$0/$1" --frames 300 --threads $2 --entities $3 >"$0/$1.$2.$3"' "$work"
states() { sed -n 's/^frame.*state //p' "$1" | tr '\n' ' '; }
memory() { sed -n 's/.* \([0-9.]*\) MB, state.*/\1/p' "$1"; }
for program in gcc-O0 gcc-O3 clang-O0 clang-O3; do check "$program builds" test -x "$work/$program"; done
while read -r program threads entities; do
    check "$program, $threads threads: the same states" \
        equal "$(states "$work/$program.$threads.$entities")" "$(states "$work/gcc-O0.1.$entities")"
done <"$work/runs"
for program in clang-O3 gcc-O3; do
    check "$program, 20,000 entities: the same states" equal "$(states "$work/$program.2.20000")" \
        "$(states "$work/gcc-O0.1.20000")"
done
for entities in 20000 100000; do
    check "$entities entities: three states of 300 frames" equal \
        "$(states "$work/gcc-O0.1.$entities" | wc -w | tr -d ' ')" 3
done
"$work/gcc-O3" --frames 1000 --threads 2 >"$work/long" &
long=$!
"$work/tsan" --frames 200 --threads 4 >"$work/tsan.out" 2>"$work/tsan.err"
check "TSan: 200 frames end with 0" equal $? 0
check "TSan: no report" equal "$(cat "$work/tsan.err")" ""
check "TSan: the same states" equal "$(states "$work/tsan.out")" \
    "$(states "$work/gcc-O0.1.100000" | cut -d' ' -f1-2) "
wait $long

# Command buffers keep their largest size, so the first frames may still add a little: 7.45 to
# 7.49 MB over 6,000 frames.
check "memory is flat from frame 100 to 1,000, within 1 %" \
    equal "$(memory "$work/long" | awk 'NR == 1 { first = $1 } END { print $1 <= first * 1.01 }')" 1
grep '^frame 1000' "$work/long"

# The header's own tests under valgrind's eyes would take minutes; the leak sanitizer sees the
# demo.
check "ASan+UBSan+leaks: 50 frames" sh -c "'$work/asan' --frames 50 --threads 3 --entities 20000 >/dev/null"
finish
