#!/bin/sh
# The number sorts against qsort, between pages that must not be touched: every function,
# instruction set and size up to 700 (tests/fuzz/fuzz_sort.c), as gcc and clang build them at each
# level of optimisation (at -O1 as GC_SORT_SMALL, which UBSan's builds are not), clang 19 at -O2,
# and with UBSan at -O1, where gcc 12 once spilled masks by halves. The same with NEON, under
# qemu. For WebAssembly, run by node: one hash over the results of all functions and sizes, which
# must be this machine's. And arrays whose samples mislead (tests/fuzz/sort_samples.c), 5 seconds
# with each instruction set, other ones every day; SORT_SEED=N: those of another day.
#   check_sort.sh soak    these arrays alone, for 60 seconds each; all tests at their full length
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh
. tests/support/foreign.sh
seconds=5
[ "${1-}" = soak ] && seconds=60
seed=${SORT_SEED:-$(date +%Y%m%d)0000}
cat >"$work/samples.sh" <<ONE
# samples.sh FOLDER NAME COMPILER FLAGS...
out=\$1/\$2
shift 2
"\$@" -I. tests/fuzz/sort_samples.c -o "\$out" -pthread >"\$out.log" 2>&1 &&
    "\$out" $seconds $seed >>"\$out.log" 2>&1 && touch "\$out.ok"
ONE
cat >"$work/samples" <<'JOBS'
samples-best gcc -O2
samples-avx2 gcc -O2 -DGC_SORT_FORCE_ISA=avx2
samples-scalar gcc -O2 -DGC_SORT_FORCE_ISA=scalar
samples-small gcc -O2 -DGC_SORT_SMALL
JOBS
# The results; what a program has left out is skipped. The places must be those of the header.
check_samples() {
    check "the places of gc_sort.h's samples are as sort_samples.c has them" \
        has 'state = \*state \* 1664525u + 1013904223u' gc_sort.h
    for name in $(cut -d' ' -f1 "$work/samples"); do
        check "$name, seed $seed" test -e "$work/$name.ok"
        sed -n 's/^left out: //p' "$work/$name.log" >"$work/left"
        while read -r left; do skip "$name" "$left"; done <"$work/left"
        cat "$work/$name.log"
    done
}
if [ "${1-}" = soak ]; then
    thorough() {
        gcc -O2 -DTEST_SORT_THOROUGH=1 -I. -Itests tests/test_sort.c -o "$work/thorough" -pthread &&
            "$work/thorough" >"$work/log" && return
        cat "$work/log"
        return 1
    }
    xargs -P 2 -L 1 sh "$work/samples.sh" "$work" <"$work/samples"
    check_samples
    check "all tests at their full length" thorough
    finish
    exit
fi
cat >"$work/one.sh" <<'ONE'
# one.sh FOLDER NAME COMPILER FLAGS...: leaves FOLDER/NAME.ok if all is well
out=$1/$2
shift 2
"$@" -DFUZZ_SORT_MAIN -I. tests/fuzz/fuzz_sort.c -o "$out" >"$out.log" 2>&1 &&
    "$out" >>"$out.log" 2>&1 && touch "$out.ok"
ONE
for compiler in gcc clang; do
    command -v $compiler >/dev/null || { skip "$compiler" "not installed"; continue; }
    # With pointer-overflow clang 14 takes half an hour for the networks: gcc has it.
    undefined="-O1 -fsanitize=undefined"
    # gcc sees further with it, and sometimes what is not there: the user is to see neither.
    case $compiler in
    gcc) undefined="$undefined -Wall -Wextra -Werror" ;;
    *) undefined="$undefined -fno-sanitize=pointer-overflow" ;;
    esac
    for flags in -O0 "-O1 -DGC_SORT_SMALL" -O2 -O3 "-O0 -DFUZZ_SORT_LIGHT" "$undefined"; do
        echo "$compiler$(echo "$flags" | tr -d ' ') $compiler $flags" >>"$work/jobs"
    done
done
# A newer clang makes other vector code of the same lines.
if command -v clang-19 >/dev/null; then
    echo "clang-19-O2 clang-19 -O2" >>"$work/jobs"
else
    skip "clang-19" "not installed (make setup-dev)"
fi
cross=
for c in /usr/bin/aarch64-linux-gnu-gcc /usr/bin/aarch64-linux-gnu-gcc-[0-9]*; do
    [ -x "$c" ] && cross=$c
done
emulator=$(command -v qemu-aarch64 || command -v qemu-aarch64-static)
if [ -n "$cross" ] && [ -n "$emulator" ]; then
    cat >"$work/emulated.sh" <<'ONE'
# emulated.sh FOLDER NAME EMULATOR COMPILER FLAGS...: as one.sh, the program run by the emulator
out=$1/$2 emulator=$3
shift 3
"$@" -static -DFUZZ_SORT_MAIN -I. tests/fuzz/fuzz_sort.c -o "$out" >"$out.log" 2>&1 &&
    "$emulator" "$out" some >>"$out.log" 2>&1 && touch "$out.ok"
ONE
    for o in -O0 -O2; do echo "neon$o $emulator $cross $o" >>"$work/emulated"; done
else
    skip "NEON" "no cross compiler or no qemu-user (make setup-dev)"
    : >"$work/emulated"
fi
# The longest first, two at a time.
{
    sed 's/^/emulated /' "$work/emulated"
    sed 's/^/samples /' "$work/samples"
    sed 's/^/one /' "$work/jobs"
} | xargs -P 2 -L 1 sh -c 'kind=$1; shift; exec sh "$0/$kind.sh" "$0" "$@"' "$work"
for name in $(cat "$work/emulated" "$work/jobs" | cut -d' ' -f1); do
    check "$name" test -e "$work/$name.ok"
    [ -e "$work/$name.ok" ] || cat "$work/$name.log"
done
# All ones are made of a register that is nothing: on Zen 5 they wait for what was in it, be it the
# result of the call before, and short arrays take twice as long. clang 19 once left that out.
cat >"$work/ones.awk" <<'AWK'
match($0, /%[xyz]mm[0-9]+[^,(]*$/) {
    to = substr($0, RSTART + 4, RLENGTH - 4) + 0
    if ($0 ~ /vpternlog[dq] +\$0xff,/) { all++; if (!nothing[to]) { print; bad++ } }
    one = "%[xyz]mm" to
    nothing[to] = $0 ~ "v(px|xorp)[a-z]* +" one "," one "," one "$"
    if ($0 ~ "vmovdqa64 +%zmm[0-9]+," one "$") nothing[to] = 1      # a copy of one that is
}
/>:$/ { split("", nothing) }
END { exit !(all >= 10 && bad == 0) }
AWK
ones() {
    objdump -d --no-show-raw-insn "$work/$1" >"$work/listing" && awk -f "$work/ones.awk" "$work/listing"
}
case $(uname -m) in x86_64)
    for name in gcc-O2 clang-O2 clang-19-O2; do
        [ -x "$work/$name" ] && check "$name: all ones wait for nothing" ones "$name"
    done ;;
esac
check_samples
# Own threads want the real windows.h, which check_win32.sh has.
check_msvc gc_sort.h "GC_SORT_ASSERT(c) ((void)0)" GC_SORT_NO_THREADS GC_SORT_IMPLEMENTATION
# One hash over the results of all functions and sizes.
cat >"$work/hash.c" <<'END'
#define GC_SORT_ASSERT(c) ((void)0)
#define GC_SORT_MALLOC(n) NULL
#define GC_SORT_REALLOC(p, n) NULL
#define GC_SORT_FREE(p) ((void)(p))
#define GC_SORT_IMPLEMENTATION
#include "gc_sort.h"
static uint64_t keys[3000], values[3000], state, h;
static uint64_t next(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
#define SORT(call, n)                                                                              \
    for (size_t i = 0; i < (n); i++) {                                                             \
        keys[i] = how == 0 ? next() : how == 1 ? (next() & 7) * 0x2010080402010081u \
                                               : next() & next() & 0xffff8001ffff8001u; \
        values[i] = next();                                                                        \
    }                                                                                              \
    (void)(call);                                                                                  \
    for (size_t i = 0; i < (n); i++) h = ((h ^ keys[i]) * 0x100000001b3u ^ values[i]) * 0x100000001b3u;
#define KEYS(type, ctype)                                                                          \
    SORT((gc_sort_##type((ctype *)keys, n), 0), n)                                                 \
    SORT((gc_sort_##type##_down((ctype *)keys, n), 0), n)                                          \
    SORT(gc_sort_order_##type((const ctype *)keys, (uint32_t *)values, n), n)
uint64_t hash(void) {
    h = 0xcbf29ce484222325u;
    for (size_t n = 0; n <= 3000; n += n < 300 ? 1 : 337) {
        const size_t how = n % 3;
        KEYS(i16, int16_t) KEYS(u16, uint16_t) KEYS(i32, int32_t) KEYS(u32, uint32_t)
        KEYS(i64, int64_t) KEYS(u64, uint64_t) KEYS(f32, float) KEYS(f64, double)
        SORT((gc_sort_f32_kv((float *)keys, (uint32_t *)values, n), 0), n)
        SORT((gc_sort_u64_kv(keys, values, n), 0), n)
        SORT((gc_sort_u64_kv32(keys, (uint32_t *)values, n), 0), n)
    }
    return h;
}
int is_vector(void) { return gc_sort_isa()[0] == 'w'; }
#ifndef __wasm__
#include <stdio.h>
int main(void) { return printf("%016llx\n", (unsigned long long)hash()) < 0; }
#endif
END
check_wasm hash hash "-fno-strict-aliasing -DGC_SORT_NO_DEBUG_OPT"
finish
