#!/bin/sh
# gc_rng.h gives the same numbers everywhere: the known answers and one hash over every function
# that draws (tests/test_rng.c) by gcc and clang at each -O, for this processor, for 32 bits, by
# each instruction set; on AArch64 (NEON) and s390x (big-endian) under qemu; for WebAssembly,
# run by node. And each cut leaves no symbol behind.
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh
. tests/support/foreign.sh
check "the known answers are those of rng.json, the tables those of gc_rng.h" python3 \
    tests/vectors/make_vectors.py --check
log() { cat "$work/$1.log"; return 1; }

# Two compilers at a time.
compile() {    # NAME COMMAND...: builds the test as $work/NAME
    name=$1
    shift
    echo "$name $* -DTEST_RNG_PLATFORMS -ffp-contract=off -I. -Itests tests/test_rng.c -o $work/$name" \
        >>"$work/builds"
}
native() { compile "$@" -pthread; }
machine=$(uname -m)
case $machine in
x86_64 | i?86) sets="scalar sse2 avx2 avx512" ;;
aarch64) sets="scalar neon" ;;
*) sets=scalar ;;
esac
for cc in gcc clang; do
    if ! command -v $cc >/dev/null 2>&1; then
        skip "$cc" "there is none"
        continue
    fi
    for o in -O0 -O1 -O2 -O3; do native "$cc$o" $cc $o; done
    native "$cc-native" $cc -O3 -march=native
    echo 'int main(void) { return 0; }' >"$work/one.c"
    if $cc -m32 "$work/one.c" -o "$work/one" 2>/dev/null && "$work/one"; then
        # The kernel's headers are those of the other width, where gcc-multilib has not made a
        # link.
        m32="-m32 -idirafter /usr/include/$machine-linux-gnu"
        native "$cc-m32" $cc $m32 -O2
        [ $cc = gcc ] && native gcc-m32-x87 gcc $m32 -O3 -mfpmath=387
    else
        skip "$cc -m32" "no 32-bit C library (make setup-dev)"
    fi
done
for set in $sets; do
    [ $set = avx512 ] && ! grep -q avx512bw /proc/cpuinfo 2>/dev/null &&
        skip "forced $set" "not on this processor" && continue
    [ $set = avx2 ] && ! grep -q avx2 /proc/cpuinfo 2>/dev/null &&
        skip "forced $set" "not on this processor" && continue
    native "forced-$set" gcc -O1 -DGC_RNG_FORCE_ISA=$set
done
native no-simd gcc -O1 -DGC_RNG_NO_SIMD
foreign=
for target in aarch64 s390x; do
    cc=
    for c in /usr/bin/$target-linux-gnu-gcc /usr/bin/$target-linux-gnu-gcc-[0-9]*; do
        [ -x "$c" ] && cc=$c
    done
    run=
    for q in qemu-$target qemu-$target-static; do command -v $q >/dev/null 2>&1 && run=$q; done
    if [ -z "$cc" ] || [ -z "$run" ]; then
        skip "$target" "no cross compiler or no qemu-user (make setup-dev)"
        continue
    fi
    compile $target $cc -static -O2
    foreign="$foreign $target=$run"
done
xargs -P 2 -L 1 sh -c 'name=$0; "$@" 2>"'"$work"'/$name.log"' <"$work/builds"

# Which tests run: here with the hash after 10^5 and after 10^7 draws, emulated with a shorter
# one. Two at a time; each leaves NAME.TEST.ok.
runs() {
    for name in $(cut -d' ' -f1 "$work/builds"); do
        case " $foreign " in
        *" $name="*)
            run=${foreign#* $name=}
            for tests in vectors frozen_draws frozen_nan frozen_hash_5000 instruction_sets wide_numbers; do
                echo "$name $tests ${run%% *}"
            done
            ;;
        *) for tests in frozen vectors; do echo "$name $tests"; done ;;
        esac
    done
}
runs >"$work/runs"
xargs -P 2 -L 1 sh -c '$3 "$0/$1" "$2" >"$0/$1.$2.out" 2>&1 && touch "$0/$1.$2.ok"' "$work" <"$work/runs"
for name in $(cut -d' ' -f1 "$work/builds"); do
    check "$name compiles" test -x "$work/$name" || log "$name"
done
while read -r name tests run; do
    check "$name: $tests" test -e "$work/$name.$tests.ok"
    [ -e "$work/$name.$tests.ok" ] || cat "$work/$name.$tests.out"
done <"$work/runs"

# WebAssembly: the bulk functions with and without SIMD against this machine's.
cat >"$work/bulk.c" <<'END'
#define GC_RNG_ASSERT(c) ((void)0)
#define GC_RNG_NO_ENTROPY
#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"
static unsigned char bytes[30000];
static uint64_t hash = 0xcbf29ce484222325u;
static void mix(void) {
    for (size_t i = 0; i < sizeof bytes; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
}
#define FILL(E) { static gc_rng_##E r; gc_rng_##E##_seed(&r, 5); gc_rng_##E##_fill(&r, bytes, 100); \
                  gc_rng_##E##_fill(&r, bytes + 100, sizeof bytes - 100); mix(); }
uint64_t bulk(void) {
    static gc_rng_wide w;
    static double doubles[1000];
    static float floats[1000];
    static uint32_t integers[1000];
    gc_rng r;
    FILL(sfmt) FILL(asa128) FILL(philox) FILL(chacha8) FILL(wide)
    gc_rng_wide_seed(&w, 9);
    gc_rng_wide_fill_f64(&w, doubles, 1000);
    memcpy(bytes, doubles, sizeof doubles);
    gc_rng_wide_fill_normal(&w, doubles, 1000, 10.1, 3.3);
    memcpy(bytes + 8000, doubles, sizeof doubles);
    gc_rng_wide_fill_f32(&w, floats, 1000);
    memcpy(bytes + 16000, floats, sizeof floats);
    gc_rng_wide_fill_below(&w, integers, 1000, 0x80000001u);
    memcpy(bytes + 20000, integers, sizeof integers);
    gc_rng_seed(&r, 3);
    for (int i = 0; i < 500; i++) {
        doubles[i] = gc_rng_normal(&r, 0.1, 0.3);
        doubles[500 + i] = gc_rng_exponential(&r, 0.7);
    }
    memcpy(bytes + 24000, doubles, 6000);
    mix();
    return hash;
}
int is_vector(void) { return gc_rng_isa()[0] == 'w'; }
#ifndef __wasm__
#include <stdio.h>
int main(void) { return printf("%016llx\n", (unsigned long long)bulk()) < 0; }
#endif
END
check_wasm bulk bulk ""
check_msvc gc_rng.h "GC_RNG_ASSERT(c) ((void)0)" GC_RNG_NO_ENTROPY GC_RNG_IMPLEMENTATION

# Cuts.
symbols() {    # MACRO...: the names of an object with these macros
    printf '#include "gc_rng.h"\n' >"$work/cut.c"
    gcc -O1 -I. -DGC_RNG_IMPLEMENTATION "$@" -c "$work/cut.c" -o "$work/cut.o" && nm "$work/cut.o" >"$work/nm"
}
lacks() { ! grep -iE "$1" "$work/nm"; }
symbols
check "whole: nm sees what the cuts take" sh -c \
    "grep -q gc_rng_entropy '$work/nm' && grep -q ' U getrandom' '$work/nm' &&
    grep -q _v128 '$work/nm' && grep -q _avx512 '$work/nm' || [ $machine != x86_64 ]"
symbols -DGC_RNG_NO_SIMD
check "GC_RNG_NO_SIMD leaves no vector code" lacks 'v128|sse2|avx|neon|wasm|wide_stream|cpu_'
symbols -DGC_RNG_NO_ENTROPY
check "GC_RNG_NO_ENTROPY leaves no function and wants none" lacks \
    'entropy|getrandom|urandom| (open|read|close|fstat)|errno'
symbols -DGC_RNG_NO_ENTROPY -DGC_RNG_NO_SIMD -DNDEBUG
check "with both only memory functions are wanted" sh -c \
    "! grep ' U ' '$work/nm' | grep -vE ' (memcpy|memset|memmove|_GLOBAL_OFFSET_TABLE_)$'"
check "and no data can be written" sh -c "! grep -E ' [bBdDC] ' '$work/nm' | grep -v ' d .*kernels'"
finish
