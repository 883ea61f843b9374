#!/bin/sh
# gc_sparse.h in the builds of its users: strict modes, warnings of sanitizers, settings that differ
# from file to file, the banner's example.
. "$(dirname "$0")/support/test.sh"
root=$PWD
cc=${CC:-cc}
cd "$work" || exit 1

compiles() { $cc -I"$root" "$@" >message 2>&1 || { head -n 5 message; return 1; }; }
silent() { compiles "$@" && test ! -s message || { head -n 5 message; return 1; }; }
refused() { # EXPECTED FLAGS...: fails with the text
    expected=$1
    shift
    if $cc -I"$root" "$@" >message 2>&1; then
        echo "  it is accepted"
        return 1
    fi
    has "$expected" message || { head -n 5 message; return 1; }
}

# ---- strict modes

printf '%s\n' '#define GC_SPARSE_IMPLEMENTATION' '#define GC_WRITER_IMPLEMENTATION' \
    '#include "gc_sparse.h"' '#include "gc_writer.h"' >first.c
check "-std=c99: first in a unit, before gc_writer.h" compiles -std=c99 -fsyntax-only first.c

# ---- GC_SPARSE_STATIC after a plain include

printf '%s\n' '#include "gc_sparse.h"' '#define GC_SPARSE_STATIC' '#include "gc_sparse.h"' >late_static.c
check "GC_SPARSE_STATIC after a plain include is an error" \
    refused 'GC_SPARSE_STATIC must be defined before the first include' -fsyntax-only late_static.c
printf '%s\n' '#include "gc_sparse.h"' '#define GC_SPARSE_IMPLEMENTATION' '#include "gc_sparse.h"' >late.c
check "GC_SPARSE_IMPLEMENTATION after a plain include is none" compiles -fsyntax-only late.c
printf '%s\n' '#define GC_SPARSE_STATIC' '#include "gc_sparse.h"' '#include "gc_sparse.h"' >twice.c
check "nor is GC_SPARSE_STATIC before two" compiles -fsyntax-only twice.c

# ---- warnings that come only with a sanitizer

echo 'int main(void) { return 0; }' >empty.c
if $cc -fsanitize=undefined empty.c -o empty 2>message; then
    for level in -O2 -O3; do
        check "$level -fsanitize=undefined: no warning" silent $level -Wall -Wextra -fsanitize=undefined \
            -DGC_SPARSE_IMPLEMENTATION -x c -c "$root/gc_sparse.h" -o /dev/null
    done
else
    skip "warnings with -fsanitize=undefined" "the compiler does not have it"
fi

# ---- arithmetic on the NULL of an empty pool, which clang's sanitizer sees

cat >empty_sort.c <<'END'
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
static uint64_t key(void *user, const void *component) { (void)user; return *(const unsigned *)component; }
static int compare(const void *a, const void *b, void *user) {
    (void)user;
    return *(const unsigned *)a < *(const unsigned *)b ? -1 : 1;
}
static void sort(void *user, uint64_t *keys, uint32_t *rows, size_t n) {
    (void)user; (void)keys; (void)rows; (void)n;
}
int main(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_component_desc desc;
    gc_sparse_sort_desc by;
    gc_sparse_type types[2];
    int grouped, failed = 0;
    memset(&desc, 0, sizeof desc);
    memset(&by, 0, sizeof by);
    desc.size = 4;
    for (int i = 0; i < 2; i++) failed |= gc_sparse_component(world, &desc, &types[i]);
    for (grouped = 0; grouped < 2; grouped++) {
        by.compare = NULL;
        by.key = key;
        failed |= gc_sparse_sort(world, types[0], &by);
        by.sort = sort;
        failed |= gc_sparse_sort(world, types[0], &by);
        by.key = NULL;
        by.compare = compare;
        failed |= gc_sparse_sort(world, types[0], &by);
        failed |= gc_sparse_sort_as(world, types[0], types[1]);
        failed |= gc_sparse_group(world, types, 2) && !grouped;
    }
    gc_sparse_close(world);
    return failed;
}
END
if clang -fsanitize=undefined empty.c -o empty 2>message; then
    clang -O1 -fsanitize=undefined -fno-sanitize-recover=all -I"$root" empty_sort.c -o empty_sort
    check "sorts of empty pools, by clang's -fsanitize=undefined" ./empty_sort
else
    skip "sorts of empty pools, sanitized" "clang is not there"
fi

# ---- files that differ in GC_SPARSE_GENERATION_BITS do not link

cat >user.c <<'END'
#include "gc_sparse.h"
int main(void) {
    // The names stay those of functions.
    gc_sparse_world *(*open)(const gc_sparse_desc *, int *) = gc_sparse_open;
    gc_sparse_world *world = open(NULL, NULL);
    gc_sparse_id id = gc_sparse_create(world);
    int result = gc_sparse_destroy(world, id) || gc_sparse_alive(world, id);
    gc_sparse_close(world);
    return result;
}
END
cat >late.c <<'END'
#include "gc_sparse.h"
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
gc_sparse_world *opened(void);
gc_sparse_world *opened(void) { return gc_sparse_open(NULL, NULL); }
END
bits=-DGC_SPARSE_GENERATION_BITS=
build() { $cc -I"$root" -c "$@" 2>message || { head -n 5 message; return 1; }; }
implementation() { out=$1; shift; build "$@" -DGC_SPARSE_IMPLEMENTATION -x c "$root/gc_sparse.h" -o "$out"; }
runs() { compiles user.o "$1" -o program && ./program; }
unlinked() { refused "$2" user.o "$1" -o program; }
implementation plain.o
implementation bits8.o ${bits}8
build ${bits}8 late.c -o late_bits8.o
build user.c -o user.o
check "no setting: runs" runs plain.o
check "short generations in the implementation alone: runs" runs bits8.o
check "the same, the implementation behind a plain include" runs late_bits8.o
build ${bits}8 user.c -o user.o
check "short generations everywhere: runs" runs bits8.o
check "the same, the implementation behind a plain include" runs late_bits8.o
check "short generations in the other file alone: the linker names them" \
    unlinked plain.o gc_sparse_open_generation_bits_8
build ${bits}7 user.c -o user.o
check "generations of unlike bits: the linker names them" unlinked bits8.o gc_sparse_open_generation_bits_7

# ---- cuts: what is left builds without a warning and runs, and nothing of the rest is there

cat >cut.c <<'END'
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
typedef struct Point { float x, y; } Point;
#define CUT(X) X(DENSE, Point) X(TAG, Red)
GC_SPARSE_COMPONENTS(CUT)
int main(void) {
    gc_sparse_world *world = gc_sparse_open(NULL, NULL);
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    int sum = 0, direct;
    if (CUT_register(world) != GC_SPARSE_OK) return 1;
    for (int i = 0; i < 100; i++) {
        gc_sparse_id id = gc_sparse_create(world);
        GC_SPARSE_SET(world, id, Point, 1, 2);
        if (i % 3 == 0) GC_SPARSE_PUT(world, id, Red);
        if (i % 2 == 0) gc_sparse_destroy(world, id);
    }
    GC_SPARSE_EACH(world, Point, p, WITHOUT, Red) sum += (int)p->y;
    memset(&desc, 0, sizeof desc);
    desc.kind = GC_SPARSE_DIRECT;
    direct = gc_sparse_component(world, &desc, &type);
#ifdef GC_SPARSE_NO_DIRECT
    if (direct != GC_SPARSE_E_UNSUPPORTED) return 2;
#else
    if (direct != GC_SPARSE_OK) return 2;
#endif
    if (gc_sparse_shrink(world) || gc_sparse_clear(world)) return 3;
    gc_sparse_close(world);
    return sum == 66 ? 0 : 4;
}
END
warnings="-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef"
cuts="-DGC_SPARSE_NO_COMMANDS -DGC_SPARSE_NO_GROUPS -DGC_SPARSE_NO_DIRECT -DGC_SPARSE_NO_SORT"
cuts="$cuts -DGC_SPARSE_NO_SAVE -DGC_SPARSE_NO_CHANGES -DGC_SPARSE_NO_TREES"
for cut in $cuts "$cuts"; do
    check "$cut: silent, runs" eval 'silent $warnings $cut cut.c -o cut && ./cut'
done
if command -v nm >/dev/null 2>&1; then
    build -O0 $cuts -DGC_SPARSE_IMPLEMENTATION -x c "$root/gc_sparse.h" -o cut.o
    nm cut.o >symbols
    check "all seven, -O0: no symbol of what they cut" equal "$(grep -E -e 'gc_sparse_copy|rollback|_all$' \
        -e 'record|replay|group|cache|kept|place|direct|_page|_word|sort|radix|merge|arrange' \
        -e 'track|tick|mark|seek|tree|node|hang' symbols)" ""
else
    skip "symbols of cut parts" "no nm"
fi

# ---- debug and release builds have the same hashes, the first world open has the same ids in both

cat >worlds.c <<'END'
#define GC_SPARSE_IMPLEMENTATION
#include "gc_sparse.h"
#include <stdio.h>
int main(void) {
    gc_sparse_world *worlds[2];
    gc_sparse_component_desc desc;
    gc_sparse_type type;
    gc_sparse_id id;
    memset(&desc, 0, sizeof desc);
    desc.size = 4;
    for (int w = 0; w < 2; w++) {
        worlds[w] = gc_sparse_open(NULL, NULL);
        gc_sparse_component(worlds[w], &desc, &type);
        for (int i = 0; i < 1000; i++) {
            id = gc_sparse_create(worlds[w]);
            *(int *)gc_sparse_add(worlds[w], id, type) = i;
            if (i % 3) gc_sparse_destroy(worlds[w], id);
        }
        printf("%s %llx", w == 0 ? "first" : " second", (unsigned long long)gc_sparse_hash(worlds[w]));
        if (w == 0) printf(" %u %u", (unsigned)id.slot, (unsigned)id.generation);
    }
    printf(gc_sparse_alive(worlds[0], id) ? "\nnot told apart\n" : "\ntold apart\n");
    for (int w = 0; w < 2; w++) gc_sparse_close(worlds[w]);
    return 0;
}
END
for ids in "" ${bits}3 ${bits}16; do
    compiles $ids worlds.c -o debug && ./debug >debug.out
    compiles $ids -DNDEBUG worlds.c -o release && ./release >release.out
    check "debug and release, $ids: the same hashes" equal "$(head -n 1 debug.out)" "$(head -n 1 release.out)"
    check "debug, $ids: ids of another world are told apart" equal "$(tail -n 1 debug.out)" "told apart"
    check "release, $ids: they are not" equal "$(tail -n 1 release.out)" "not told apart"
done

# ---- the banner's example in both languages

sed -n '/^EXAMPLE$/,/^OVERRIDE MACROS/p' "$root/gc_sparse.h" | sed -n '/^        /s/^        //p' >example.c
check "the banner's example: C99, no warning" silent -std=c99 -Wall -Wextra -Wpedantic example.c -o example
check "it runs" test "$(./example | tr '\n' ';')" = "5, 1;5, 3;"
cxx=${CXX:-c++}
if command -v "${cxx%% *}" >/dev/null 2>&1; then
    cp example.c example.cc
    cc=$cxx
    check "the banner's example: C++11, no warning" \
        silent -std=c++11 -Wall -Wextra -Wpedantic -fsyntax-only example.cc
    cc=${CC:-cc}
else
    skip "the banner's example in C++" "no C++ compiler"
fi
finish
