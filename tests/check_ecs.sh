#!/bin/sh
# The ECS demo comes out the same everywhere: a million agents by gcc and clang, -O0 and -O3, on
# 1, 2, 4 and 16 threads; with 32-bit pointers, on AArch64 and s390x under qemu; TSan; ASan; flat
# memory over 5,000 frames.
. "$(dirname "$0")/support/test.sh"
asan="-fsanitize=address,undefined -fno-sanitize-recover=all"
cat >"$work/builds" <<END
gcc -O0 -DGC_SORT_NO_SIMD -DGC_SORT_NO_DEBUG_OPT -o $work/gcc-O0
gcc -O3 -Wall -Wextra -Wpedantic -Werror -o $work/gcc-O3
clang -O0 -o $work/clang-O0
clang -O3 -o $work/clang-O3
gcc -O1 -DNDEBUG -DGC_SORT_NO_SIMD -o $work/ndebug
clang -O1 -g1 -fsanitize=thread -DGC_SORT_NO_SIMD -DGC_RNG_NO_SIMD -o $work/tsan
gcc -O1 -g1 $asan -DGC_SORT_NO_SIMD -DGC_RNG_NO_SIMD -o $work/asan
END

# Other processors, by those compilers that are here: 32-bit pointers, the other order of bytes.
echo "int main(void) { return 0; }" >"$work/main.c"
others=
for target in m32 aarch64 s390x; do
    emulator=
    case $target in
    m32) compiler="gcc -m32 -idirafter /usr/include/$(gcc -print-multiarch) -idirafter /usr/include" ;;
    *)
        compiler=$(ls /usr/bin/$target-linux-gnu-gcc* 2>/dev/null | grep -E 'gcc(-[0-9]+)?$' | head -n 1)
        compiler="$compiler -static"
        emulator=qemu-$target-static
        ;;
    esac
    if ! $compiler "$work/main.c" -o "$work/main" 2>/dev/null || ! $emulator "$work/main" 2>/dev/null; then
        skip "the states of $target" "no compiler for it, or no emulator"
        continue
    fi
    others="$others $target"
    echo "$compiler -O1 -o $work/$target.program" >>"$work/builds"
    printf '#!/bin/sh\nexec %s "$0.program" "$@"\n' "$emulator" >"$work/$target"
    chmod +x "$work/$target"
done
xargs -P 2 -I '{}' sh -c '{} -I. examples/ecs_demo.c -pthread' <"$work/builds"

# A million for few frames, 20,000 for many. On 1 to 16 threads by one build; the others on one
# number each. Each run leaves what it prints in PROGRAM.THREADS.ENTITIES.
{
    for threads in 1 2 4 16; do echo "gcc-O3 $threads 1000000 4"; done
    echo "gcc-O3 2 20000 120"
    echo "clang-O3 4 1000000 4"
    echo "clang-O3 2 20000 120"
    echo "gcc-O0 16 1000000 4"
    echo "clang-O0 1 1000000 4"
    echo "gcc-O0 3 20000 120"
    echo "ndebug 2 20000 120"
    for target in $others; do echo "$target 2 20000 120"; done
} >"$work/runs"
xargs -P 2 -L 1 sh -c \
    '"$0/$1" --headless --frames $4 --threads $2 --entities $3 >"$0/$1.$2.$3" 2>&1' "$work" <"$work/runs"
states() { sed -n 's/^frame.*state //p' "$1" | tr '\n' ' '; }
digest() { sed -n 's/.* digest //p' "$1"; }
memory() { sed -n 's/.* \([0-9.]*\) MB, state.*/\1/p' "$1"; }
check "a million: a state" equal "$(states "$work/gcc-O3.1.1000000" | wc -w | tr -d ' ')" 1
check "20,000: two states" equal "$(states "$work/gcc-O0.3.20000" | wc -w | tr -d ' ')" 2
while read -r program threads entities _; do
    like=$work/gcc-O0.3.20000
    [ "$entities" = 1000000 ] && like=$work/gcc-O3.1.1000000
    check "$program, $threads threads, $entities agents: the same digest" \
        equal "$(digest "$work/$program.$threads.$entities")" "$(digest "$like")"

    # States are hashes of words as they lie in memory.
    [ "$program" = s390x ] && continue
    check "$program, $threads threads, $entities agents: the same states" \
        equal "$(states "$work/$program.$threads.$entities")" "$(states "$like")"
done <"$work/runs"

"$work/gcc-O3" --headless --entities 5000 --frames 5000 --threads 1 >"$work/long" &
long=$!
"$work/tsan" --headless --frames 120 --entities 20000 --threads 4 --schedule --rollback >"$work/tsan.out" \
    2>"$work/tsan.err"
check "TSan: 120 frames by waves, with rollbacks, end with 0" equal $? 0
check "TSan: no report" equal "$(cat "$work/tsan.err")" ""
check "TSan: the same states" equal "$(states "$work/tsan.out")" "$(states "$work/gcc-O0.3.20000")"
check "ASan+UBSan+leaks: 60 frames" sh -c "cd '$work' && mkdir -p png && ./asan --frames 60 --threads 3 \
    --entities 5000 --rollback --png png --record record >out && ./asan --replay record --schedule >out"
wait $long

# As many as live decide it, and buffers of commands keep their largest size.
check "memory is flat from frame 500 to 5,000, within a tenth" \
    equal "$(memory "$work/long" | awk 'NR == 5 { first = $1 } END { print $1 <= first * 1.1 }')" 1
grep '^frame \(500\|5000\)' "$work/long"
finish
