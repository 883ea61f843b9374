#!/bin/sh
# gc_rng.h gives the same numbers everywhere: the known answers and one hash over every function that draws (tests/test_rng.c) by gcc and
# clang at each -O, for this processor, for 32 bits, by each instruction set; on AArch64 (NEON) and s390x (big-endian) under qemu; for
# WebAssembly, run by node. And each cut leaves no symbol behind.
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh
log() { cat "$work/$1.log"; return 1; }

# Two compilers at a time.
compile() {    # NAME COMMAND...: builds the test as $work/NAME
    name=$1
    shift
    echo "$name $* -ffp-contract=off -I. -Itests tests/test_rng.c -o $work/$name" >>"$work/builds"
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
        # The kernel's headers are those of the other width, where gcc-multilib has not made a link.
        m32="-m32 -idirafter /usr/include/$machine-linux-gnu"
        native "$cc-m32" $cc $m32 -O2
        [ $cc = gcc ] && native gcc-m32-x87 gcc $m32 -O3 -mfpmath=387
    else
        skip "$cc -m32" "no 32-bit C library (make setup-dev)"
    fi
done
for set in $sets; do
    [ $set = avx512 ] && ! grep -q avx512bw /proc/cpuinfo 2>/dev/null && skip "forced $set" "not on this processor" && continue
    [ $set = avx2 ] && ! grep -q avx2 /proc/cpuinfo 2>/dev/null && skip "forced $set" "not on this processor" && continue
    native "forced-$set" gcc -O1 -DGC_RNG_FORCE_ISA=$set
done
native no-simd gcc -O1 -DGC_RNG_NO_SIMD
foreign=
for target in aarch64 s390x; do
    cc=
    for c in /usr/bin/$target-linux-gnu-gcc /usr/bin/$target-linux-gnu-gcc-[0-9]*; do [ -x "$c" ] && cc=$c; done
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

for name in $(cut -d' ' -f1 "$work/builds"); do
    case $name in
    aarch64 | s390x) continue ;;
    esac
    check "$name compiles" test -x "$work/$name" || log "$name"
    for tests in vectors frozen; do    # with the hash after 10^5 and after 10^7 draws
        check "$name: $tests" sh -c "'$work/$name' $tests >'$work/out' 2>&1 || { cat '$work/out'; exit 1; }"
    done
done
for entry in $foreign; do
    name=${entry%=*}
    check "$name compiles" test -x "$work/$name" || log "$name"
    for tests in vectors frozen_draws frozen_nan frozen_hash_5000 instruction_sets wide_numbers; do
        check "$name: $tests" sh -c "${entry#*=} '$work/$name' $tests >'$work/out' 2>&1 || { cat '$work/out'; exit 1; }"
    done
done

# WebAssembly: there is no C library at hand, so the three functions it wants are given here. The bulk functions with and without SIMD
# against this machine's.
if echo 'int x;' | clang --target=wasm32 -c -x c - -o "$work/one.o" 2>/dev/null; then
    mkdir -p "$work/wasm"
    cat >"$work/wasm/string.h" <<'END'
#include <stddef.h>
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
END
    cat >"$work/wasm/string.c" <<'END'
#include "string.h"
void *memmove(void *d, const void *s, size_t n) {
    unsigned char *to = d;
    const unsigned char *from = s;
    if (to < from) for (size_t i = 0; i < n; i++) to[i] = from[i];
    else while (n-- > 0) to[n] = from[n];
    return d;
}
void *memcpy(void *d, const void *s, size_t n) { return memmove(d, s, n); }
// Of compiler-rt: the lower 128 bits of a product, which the address of the result and the halves are given for.
void __multi3(unsigned long long *to, unsigned long long al, unsigned long long ah, unsigned long long bl,
              unsigned long long bh) {
    unsigned long long a0 = al & 0xffffffffu, a1 = al >> 32, b0 = bl & 0xffffffffu, b1 = bl >> 32;
    unsigned long long middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xffffffffu);
    to[0] = al * bl;
    to[1] = a1 * b1 + (middle >> 32) + (other >> 32) + ah * bl + al * bh;
}
void *memset(void *d, int c, size_t n) {
    for (size_t i = 0; i < n; i++) ((unsigned char *)d)[i] = (unsigned char)c;
    return d;
}
END
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
    gcc -O1 -I. "$work/bulk.c" -o "$work/bulk" && want=$("$work/bulk")
    for o in -O0 -O2 "-O0 -msimd128" "-O2 -msimd128"; do
        check "wasm32 $o compiles" clang --target=wasm32 $o -Wall -Wextra -Werror -I"$work/wasm" -I. -c "$work/bulk.c" -o "$work/wasm.o"
        if ! command -v wasm-ld >/dev/null 2>&1 || ! command -v node >/dev/null 2>&1; then
            skip "wasm32 $o runs" "no wasm-ld or no node"
            continue
        fi
        clang --target=wasm32 -O1 -fno-builtin -I"$work/wasm" -c "$work/wasm/string.c" -o "$work/string.o" &&
            wasm-ld --no-entry --export=bulk --export=is_vector -z stack-size=65536 "$work/wasm.o" "$work/string.o" -o "$work/bulk.wasm"
        node -e 'WebAssembly.instantiate(require("fs").readFileSync(process.argv[1])).then(m => { const e = m.instance.exports;
            console.log(BigInt.asUintN(64, e.bulk()).toString(16).padStart(16, "0"), e.is_vector()); })' "$work/bulk.wasm" >"$work/out"
        case $o in
        *simd*) check "wasm32 $o: the same numbers, by vectors" equal "$(cat "$work/out")" "$want 1" ;;
        *) check "wasm32 $o: the same numbers" equal "$(cat "$work/out")" "$want 0" ;;
        esac
    done
else
    skip "wasm32" "this machine's clang cannot compile for it"
fi

# clang for Microsoft's libraries, of which none is at hand: it compiles, and asks the linker for nothing of compiler-rt.
if echo 'int x;' | clang --target=x86_64-pc-windows-msvc -c -x c - -o "$work/one.o" 2>/dev/null; then
    mkdir -p "$work/msvc"
    printf '#include <stddef.h>\nvoid *memcpy(void *, const void *, size_t);\nvoid *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);\n' >"$work/msvc/string.h"
    printf '#include <stddef.h>\nvoid *malloc(size_t);\nvoid free(void *);\n' >"$work/msvc/stdlib.h"
    cp "$work/msvc/stdlib.h" "$work/msvc/malloc.h"
    printf '#define GC_RNG_ASSERT(c) ((void)0)\n#define GC_RNG_NO_ENTROPY\n#define GC_RNG_IMPLEMENTATION\n#include "gc_rng.h"\n' >"$work/msvc.c"
    check "clang for MSVC compiles" clang --target=x86_64-pc-windows-msvc -O2 -Wall -Wextra -Werror -I"$work/msvc" -I. -c "$work/msvc.c" -o "$work/msvc.o"
    check "clang for MSVC: no symbol of compiler-rt" sh -c "nm -u '$work/msvc.o' >'$work/nm' && ! grep cpu_ '$work/nm'"
else
    skip "clang for MSVC" "this machine's clang cannot compile for it"
fi

# Cuts.
symbols() {    # MACRO...: the names of an object with these macros
    printf '#include "gc_rng.h"\n' >"$work/cut.c"
    gcc -O2 -I. -DGC_RNG_IMPLEMENTATION "$@" -c "$work/cut.c" -o "$work/cut.o" && nm "$work/cut.o" >"$work/nm"
}
lacks() { ! grep -iE "$1" "$work/nm"; }
symbols
check "whole: nm sees what the cuts take" sh -c "grep -q gc_rng_entropy '$work/nm' && grep -q ' U getrandom' '$work/nm' &&
    grep -q _v128 '$work/nm' && grep -q _avx512 '$work/nm' || [ $machine != x86_64 ]"
symbols -DGC_RNG_NO_SIMD
check "GC_RNG_NO_SIMD leaves no vector code" lacks 'v128|sse2|avx|neon|wasm|wide_stream|cpu_'
symbols -DGC_RNG_NO_ENTROPY
check "GC_RNG_NO_ENTROPY leaves no function and wants none" lacks 'entropy|getrandom|urandom| (open|read|close|fstat)|errno'
symbols -DGC_RNG_NO_ENTROPY -DGC_RNG_NO_SIMD -DNDEBUG
check "with both only memory functions are wanted" sh -c "! grep ' U ' '$work/nm' | grep -vE ' (memcpy|memset|memmove|_GLOBAL_OFFSET_TABLE_)$'"
check "and no data can be written" sh -c "! grep -E ' [bBdDC] ' '$work/nm' | grep -v ' d .*kernels'"
finish
