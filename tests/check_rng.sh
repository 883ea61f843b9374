#!/bin/sh
# gc_rng.h gives the same numbers everywhere: the known answers and one hash over every function
# that draws (tests/test_rng.c) by gcc and clang at each -O, with -Ofast and -ffast-math, for this
# processor, for 32 bits, by each instruction set; on AArch64 (NEON) and s390x (big-endian) under
# qemu; for WebAssembly, run by node. The twins in bindings/ give C's numbers, and draw the same
# island. Each source of entropy is compiled, and run where that is possible. And each cut leaves
# no symbol behind.
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
    native "$cc-Ofast" $cc -Ofast
    native "$cc-fast-math" $cc -O2 -ffast-math
    native "$cc-fast-math-native" $cc -O3 -march=native -ffast-math
    echo 'int main(void) { return 0; }' >"$work/one.c"
    if $cc -m32 "$work/one.c" -o "$work/one" 2>/dev/null && "$work/one"; then
        # The kernel's headers are those of the other width, where gcc-multilib has not made a link.
        m32="-m32 -idirafter /usr/include/$machine-linux-gnu"
        native "$cc-m32" $cc $m32 -O2
        native "$cc-m32-fast-math" $cc $m32 -O2 -ffast-math
        [ $cc = gcc ] && native gcc-m32-x87 gcc $m32 -O3 -mfpmath=387
        [ $cc = gcc ] && native gcc-m32-x87-fast-math gcc $m32 -O1 -mfpmath=387 -ffast-math
    else
        skip "$cc -m32" "no 32-bit C library (make setup-dev)"
    fi
done
# A newer clang makes other vector code of the same lines.
if command -v clang-19 >/dev/null 2>&1; then
    native clang-19-O2 clang-19 -O2
    native clang-19-fast-math-native clang-19 -O3 -march=native -ffast-math
else
    skip "clang-19" "not installed (make setup-dev)"
fi
for set in $sets; do
    flag=
    case $set in avx512) flag=avx512bw ;; avx2) flag=avx2 ;; esac
    if [ -n "$flag" ] && ! grep -q $flag /proc/cpuinfo 2>/dev/null; then
        skip "forced $set" "not on this processor"
        continue
    fi
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
    compile $target-fast-math $cc -static -O2 -ffast-math
    foreign="$foreign $target=$run $target-fast-math=$run"
done
xargs -P 2 -L 1 sh -c 'name=$0; "$@" 2>"'"$work"'/$name.log"' <"$work/builds"

# Which tests run: here with the hash after 10^5 and after 10^7 draws, emulated with a shorter one.
# Two at a time; each leaves NAME.TEST.ok.
runs() {
    for name in $(cut -d' ' -f1 "$work/builds"); do
        case " $foreign " in
        *" $name="*)
            run=${foreign#* $name=}
            for tests in vectors frozen_draws frozen_nan frozen_constants frozen_arguments frozen_choices \
                frozen_hash_5000 instruction_sets wide_numbers; do echo "$name $tests ${run%% *}"; done
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
    static uint64_t words[900];
    gc_rng r;
    FILL(sfmt) FILL(asa128) FILL(philox) FILL(chacha8) FILL(wide)
    gc_rng_wide_seed(&w, 9);
    gc_rng_wide_fill_f64(&w, doubles, 1000);
    memcpy(bytes, doubles, sizeof doubles);
    gc_rng_wide_fill_normal(&w, doubles, 1000, 10.1, 3.3);
    memcpy(bytes + 8000, doubles, sizeof doubles);
    gc_rng_wide_fill_exponential(&w, doubles + 500, 500, 0.7);
    memcpy(bytes + 12000, doubles + 500, 4000);
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
    gc_rng_hash_row(words, 900, 7, -400, 3, 4);
    memcpy(bytes, words, 7200);
    gc_rng_hash32_row(integers, 900, 7, -400, 3, 4);
    memcpy(bytes + 8000, integers, 3600);
    gc_rng_wide_fill_normal_f32(&w, floats, 1000, 0.1f, 0.3f);
    memcpy(bytes + 12000, floats, sizeof floats);
    gc_rng_wide_fill_below(&w, integers, 1000, 3000000000u);
    memcpy(bytes + 16000, integers, sizeof integers);
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
check_wasm bulk bulk -ffast-math
check_msvc gc_rng.h "GC_RNG_ASSERT(c) ((void)0)" GC_RNG_NO_ENTROPY GC_RNG_IMPLEMENTATION

# The twins in other languages.
. tests/twins/check.sh

# Entropy. The program prints what gc_rng_entropy gave, and whether two draws differ.
cat >"$work/entropy.c" <<'END'
#ifdef TEST_ENTROPY
#include <stddef.h>
static int own(unsigned char *dst, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) dst[i] = (unsigned char)(i + TEST_ENTROPY);
    return bytes > 64 ? 5 : 0;
}
#define GC_RNG_ENTROPY(dst, bytes) own(dst, bytes)
#endif
#ifdef __APPLE__
#include <stddef.h>
void arc4random_buf(void *bytes, size_t count);     // of glibc from 2.36 on, hidden in C99
#endif
#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"
#include <stdio.h>
#ifdef __APPLE__
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 7, count); }
#endif
int main(void) {
    static unsigned char a[65], b[65];
    unsigned same = 0;
    int result = gc_rng_entropy(a, 64) == GC_RNG_OK ? gc_rng_entropy(b, 64) : -99;
    for (int i = 0; i < 64; i++) same += a[i] == b[i];
    if (a[64] || b[64]) return 1;
    printf("%d %d %s ", result, gc_rng_entropy(NULL, 0), same < 16 ? "differ" : "same");
    printf("%d\n", gc_rng_entropy(a, 65));
    return 0;
}
END
strict="-std=c99 -O1 -Wall -Wextra -Wpedantic -Werror -Wconversion -Wsign-conversion -Wshadow -Wundef"
strict="$strict -Wcast-align"
printf '#define GC_RNG_IMPLEMENTATION\n#include "gc_rng.h"\n' >"$work/floats.c"
check "no floats are compared by ==" gcc $strict -Wfloat-equal -I. -fsyntax-only "$work/floats.c"
entropy() {    # NAME WANT FLAG...: the program with these flags prints this
    name=$1 want=$2
    shift 2
    check "entropy, $name: compiles" gcc $strict "$@" -I. "$work/entropy.c" -o "$work/entropy"
    check "entropy, $name: gives" equal "$("$work/entropy")" "$want"
}
undefined() { nm -u "$work/entropy" >"$work/nm" && ! grep -E "$1" "$work/nm"; }
entropy "this system" "0 0 differ 0"
entropy "Android, API 21" "0 0 differ 0" -D__ANDROID__ -D__ANDROID_API__=21
check "entropy, Android, API 21: no getrandom" undefined getrandom
entropy "Android, API 28" "0 0 differ 0" -D__ANDROID__ -D__ANDROID_API__=28
entropy "Apple, with a stand-in" "0 0 same 0" -U__linux__ -D__APPLE__
entropy "an own one" "0 0 same -10" -DTEST_ENTROPY=1
check "entropy, an own one: nothing of the system" undefined 'getrandom|open|read|fstat'

# The README's program and this one by mingw, without a library.
mingw=x86_64-w64-mingw32-gcc-posix
command -v $mingw >/dev/null 2>&1 || mingw=x86_64-w64-mingw32-gcc
if ! command -v $mingw >/dev/null 2>&1; then
    skip "mingw" "there is none (make setup-dev)"
else
    sed -n '/^#define GC_RNG_IMPLEMENTATION$/,/^```$/p' README.md | sed '$d' >"$work/dice.c"
    check "mingw: the README's program links without a library" $mingw -Wall -Wextra -Werror -I. \
        "$work/dice.c" -o "$work/dice.exe"
    check "mingw: entropy links without a library" $mingw $strict -I. "$work/entropy.c" -o "$work/entropy.exe"
    if ! command -v wine >/dev/null 2>&1; then
        skip "Wine" "there is none (make setup-dev)"
    else
        WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
        export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
        gcc -I. "$work/dice.c" -o "$work/dice"
        thrown=$(wine "$work/dice.exe" 2>/dev/null | tr -d '\r')
        check "Wine: the same dice" equal "$thrown" "$("$work/dice")"
        check "Wine: entropy" equal "$(wine "$work/entropy.exe" 2>/dev/null | tr -d '\r')" "0 0 differ 0"
        "$(command -v wineserver || echo /usr/lib/wine/wineserver)" -k 2>/dev/null
    fi
fi

# What others draw, by their own runtimes: a hash of each kind of draw, 10^6 of each, one a line.
cat >"$work/others.c" <<'END'
#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"
#include <stdio.h>
static uint64_t h;
static void mix(uint64_t v) { h = h * 31 + v; }
static void mix_f64(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    mix(bits);
}
#define EACH(of, ...) do { h = 0; for (uint32_t i = 0; i < 1000000; i++) { __VA_ARGS__; } \
    if (strcmp(of, argv[1]) == 0) printf("%016llx\n", (unsigned long long)h); } while (0)
int main(int argc, char **argv) {
    static gc_rng_mt19937 m;
    static unsigned char bytes[1000000];
    uint32_t seeds[3] = { 1, 2, 4000000000u }, out[1000];
    const uint64_t numpy[5] = { 0, 1, 0xffffffff, 0x100000000, 0xfedcba9876543210 };
    gc_rng_pcg64 p;
    gc_rng_source s;
    gc_rng_java j;
    gc_rng_dotnet d;
    if (argc < 2) return 1;
    gc_rng_java_seed(&j, (uint64_t)-42);
    EACH("java", mix(gc_rng_java_next(&j)));
    EACH("java", mix((uint64_t)gc_rng_java_below(&j, (int32_t)(1000 + i % 7))));
    EACH("java", mix((uint64_t)gc_rng_java_below(&j, (int32_t)(1 << 30 | (i & 1)))));
    EACH("java", mix((uint64_t)gc_rng_java_i64(&j)));
    EACH("java", mix_f64(gc_rng_java_f64(&j)));
    gc_rng_mt19937_seed_array(&m, seeds + 1, 2);
    EACH("python", mix_f64(gc_rng_mt19937_f64(&m)));
    s = gc_rng_pcg64_source(&p);
    EACH("numpy", if (i % 200000 == 0) gc_rng_pcg64_seed(&p, numpy[i / 200000]);
         mix_f64(gc_rng_source_f64(&s)));
    gc_rng_mt19937_seed(&m, 77);
    EACH("std", mix(gc_rng_mt19937_next(&m)));
    gc_rng_seed_seq(m.words, 624, seeds, 3);
    m.used = 624;
    EACH("std", mix(gc_rng_mt19937_next(&m)));
    EACH("std", gc_rng_seed_seq(out, i % 1000, seeds, i % 4); if (i % 1000) mix(out[i % 1000 - 1]); i += 96);
    gc_rng_dotnet_seed(&d, 2026);
    EACH("dotnet", mix((uint64_t)gc_rng_dotnet_next(&d)));
    EACH("dotnet", mix((uint64_t)gc_rng_dotnet_range(&d, -5, (int32_t)(i * 2000))));
    EACH("dotnet", mix_f64(gc_rng_dotnet_f64(&d)));
    gc_rng_dotnet_bytes(&d, bytes, sizeof bytes);
    EACH("dotnet", mix(bytes[i]));
    return 0;
}
END
cat >"$work/Others.java" <<'END'
class Others {
    interface Draw { long of(int i); }
    static void each(Draw d) {
        long h = 0;
        for (int i = 0; i < 1000000; i++) h = h * 31 + d.of(i);
        System.out.printf("%016x%n", h);
    }
    public static void main(String[] a) {
        java.util.Random r = new java.util.Random(-42);
        each(i -> r.nextInt() & 0xffffffffL);
        each(i -> r.nextInt(1000 + i % 7));
        each(i -> r.nextInt(1 << 30 | i & 1));
        each(i -> r.nextLong());
        each(i -> Double.doubleToRawLongBits(r.nextDouble()));
    }
}
END
cat >"$work/others.py" <<'END'
import random, struct
r, h = random.Random(2 + (4000000000 << 32)), 0
for _ in range(1000000):
    h = h * 31 + struct.unpack("<Q", struct.pack("<d", r.random()))[0] & 2 ** 64 - 1
print("%016x" % h)
END
cat >"$work/numpys.py" <<'END'
import numpy
h = 0
for seed in (0, 1, 0xffffffff, 0x100000000, 0xfedcba9876543210):
    for v in numpy.random.default_rng(seed).random(200000).view(numpy.uint64).tolist():
        h = h * 31 + v & 2 ** 64 - 1
print("%016x" % h)
END
cat >"$work/others.cc" <<'END'
#include <cstdint>
#include <cstdio>
#include <random>
template <class D> void each(D draw) {
    uint64_t h = 0;
    for (uint32_t i = 0; i < 1000000; i++) draw(h, i);
    std::printf("%016llx\n", (unsigned long long)h);
}
int main() {
    std::mt19937 a(77);
    each([&](uint64_t &h, uint32_t) { h = h * 31 + a(); });
    std::seed_seq q{ 1u, 2u, 4000000000u };
    std::mt19937 b(q);
    each([&](uint64_t &h, uint32_t) { h = h * 31 + b(); });
    each([&](uint64_t &h, uint32_t &i) {
        const uint32_t seeds[3] = { 1, 2, 4000000000u };
        uint32_t out[1000];
        std::seed_seq s(seeds, seeds + i % 4);
        s.generate(out, out + i % 1000);
        if (i % 1000) h = h * 31 + out[i % 1000 - 1];
        i += 96;
    });
}
END
cat >"$work/Others.cs" <<'END'
using System;
class Others {
    static void Each(Func<int, ulong> draw) {
        ulong h = 0;
        for (int i = 0; i < 1000000; i++) h = unchecked(h * 31 + draw(i));
        Console.WriteLine(h.ToString("x16"));
    }
    static void Main() {
        var r = new Random(2026);
        Each(i => (ulong)r.Next());
        Each(i => (ulong)(long)r.Next(-5, i * 2000));
        Each(i => (ulong)BitConverter.DoubleToInt64Bits(r.NextDouble()));
        var bytes = new byte[1000000];
        r.NextBytes(bytes);
        Each(i => bytes[i]);
    }
}
END
check "what others draw: compiles" gcc -O1 -Wall -Wextra -I. "$work/others.c" -o "$work/others"
others() {    # NAME COMMAND...: the runtime draws what ours does
    name=$1
    shift
    "$@" >"$work/$name.theirs" && "$work/others" "$name" >"$work/$name.ours" &&
        [ -s "$work/$name.ours" ] && diff "$work/$name.ours" "$work/$name.theirs"
}
needs() { command -v "$1" >/dev/null 2>&1 || { skip "$1" "not installed (make setup-dev)"; return 1; }; }
needs python3 && check "Python's random.random" others python python3 "$work/others.py"
numpy=
for python in python3 /usr/bin/python3; do $python -c "import numpy" 2>/dev/null && numpy=$python; done
if [ -z "$numpy" ]; then skip "numpy" "not installed (make setup-dev)"
else check "numpy: default_rng(seed).random()" others numpy "$numpy" "$work/numpys.py"; fi
needs g++ &&
    check "std::mt19937 and std::seed_seq compile" \
        g++ -std=c++11 -O1 "$work/others.cc" -o "$work/others_std" &&
    check "std::mt19937 and std::seed_seq" others std "$work/others_std"
needs java && check "java.util.Random" others java java "$work/Others.java"
needs mcs && needs mono && check "System.Random compiles" mcs -out:"$work/Others.exe" "$work/Others.cs" &&
    check "mono's System.Random" others dotnet mono "$work/Others.exe"

# Microsoft's instruction for a product of 128 bits, in place of the type.
umul128() {
    clang -fms-extensions -D_MSC_VER=1930 -D_M_X64 -U__SIZEOF_INT128__ -O1 -Wall -Wextra -Werror \
        -Wno-builtin-requires-header -I. "$work/others.c" -o "$work/umul128" &&
        equal "$("$work/umul128" numpy)" "$("$work/others" numpy)"
}
[ "$machine" != x86_64 ] || ! needs clang || check "by _umul128, the same numbers" umul128

# Includes: GC_RNG_STATIC after a plain one is an error, not ignored; GC_RNG_IMPLEMENTATION may come
# after one.
includes() {    # LINE...: a unit of these lines compiles
    printf '%s\n' "$@" 'int a;' >"$work/includes.c"
    gcc $strict -I. -c "$work/includes.c" -o "$work/includes.o" 2>"$work/err"
}
late() {
    ! includes '#include "gc_rng.h"' '#define GC_RNG_STATIC' '#include "gc_rng.h"' &&
        grep -q 'error.*gc_rng.h: GC_RNG_STATIC must be defined before the first include' "$work/err"
}
check "GC_RNG_STATIC after a plain include: an error that says so" late
check "GC_RNG_IMPLEMENTATION after a plain include" includes '#include "gc_rng.h"' \
    '#define GC_RNG_IMPLEMENTATION' '#include "gc_rng.h"'
check "GC_RNG_STATIC, then a plain include" includes '#define GC_RNG_STATIC' '#include "gc_rng.h"' \
    '#include "gc_rng.h"'

# The banner's program.
sed -n '/^EXAMPLE$/,/^OVERRIDE MACROS/p' gc_rng.h | sed -n '/^        /s/^        //p' >"$work/banner.c"
for cc in "gcc -std=c99 -x c" "g++ -std=c++11 -x c++" "clang -std=c99 -x c" "clang++ -std=c++11 -x c++"; do
    command -v "${cc%% *}" >/dev/null 2>&1 || continue
    check "the banner's program is silent: $cc" $cc -Wall -Wextra -Wpedantic -Werror -I. -c "$work/banner.c" \
        -o "$work/one.o"
done

# Cuts.
symbols() {    # MACRO...: the names of an object with these macros
    printf '#include "gc_rng.h"\n' >"$work/cut.c"
    gcc -O1 -I. -DGC_RNG_IMPLEMENTATION "$@" -c "$work/cut.c" -o "$work/cut.o" && nm "$work/cut.o" >"$work/nm"
}
lacks() { ! grep -iE "$1" "$work/nm"; }
symbols
check "whole: nm sees what the cuts take" \
    sh -c "grep -q gc_rng_entropy '$work/nm' && grep -q ' U getrandom' '$work/nm' &&
    grep -q _v128 '$work/nm' && grep -q _avx512 '$work/nm' || [ $machine != x86_64 ]"
symbols -DGC_RNG_NO_SIMD
check "GC_RNG_NO_SIMD leaves no vector code" lacks 'v128|sse2|avx|neon|wasm|wide_stream|cpu_'
symbols -DGC_RNG_NO_ENTROPY
check "GC_RNG_NO_ENTROPY leaves no function and wants none" \
    lacks 'entropy|getrandom|urandom| (open|read|close|fstat)|errno'
symbols -DGC_RNG_NO_ENGINES
check "GC_RNG_NO_ENGINES leaves no named engine but wide" \
    lacks 'mwc|xorshift|xoshiro|lcg|dotnet|unity|java|mt19937|seed_seq|sfmt|asa128|pcg|philox|chacha'
check "and leaves wide and the default engine" \
    sh -c "grep -q gc_rng_wide_fill_below '$work/nm' && grep -q gc_rng_normal '$work/nm'"
symbols -DGC_RNG_NO_STATISTICS
check "GC_RNG_NO_STATISTICS leaves no test of randomness" lacks 'chi2|gorilla|gamma_term|gamma_above'
symbols -DGC_RNG_NO_ENTROPY -DGC_RNG_NO_SIMD -DNDEBUG
check "with both only memory functions are wanted" \
    sh -c "! grep ' U ' '$work/nm' | grep -vE ' (memcpy|memset|memmove|_GLOBAL_OFFSET_TABLE_)$'"
check "and no data can be written" sh -c "! grep -E ' [bBdDC] ' '$work/nm' | grep -v ' d .*kernels'"
finish
