#!/bin/sh
# gc_sparse.h in the builds of its users: strict modes, warnings of sanitizers, settings that differ from file to file, the banner's example.
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

printf '%s\n' '#define GC_SPARSE_IMPLEMENTATION' '#define GC_WRITER_IMPLEMENTATION' '#include "gc_sparse.h"' '#include "gc_writer.h"' >first.c
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
        check "$level -fsanitize=undefined: no warning" silent $level -Wall -Wextra -fsanitize=undefined -DGC_SPARSE_IMPLEMENTATION -x c -c "$root/gc_sparse.h" -o /dev/null
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
static void sort(void *user, uint64_t *keys, uint32_t *rows, size_t n) { (void)user; (void)keys; (void)rows; (void)n; }
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

# ---- the banner's example in both languages

sed -n '/^EXAMPLE$/,/^OVERRIDE MACROS/p' "$root/gc_sparse.h" | sed -n '/^        /s/^        //p' >example.c
check "the banner's example: C99, no warning" silent -std=c99 -Wall -Wextra -Wpedantic example.c -o example
check "it runs" test "$(./example)" = "health of all: 60"
cxx=${CXX:-c++}
if command -v "${cxx%% *}" >/dev/null 2>&1; then
    cp example.c example.cc
    cc=$cxx
    check "the banner's example: C++11, no warning" silent -std=c++11 -Wall -Wextra -Wpedantic -fsyntax-only example.cc
    cc=${CC:-cc}
else
    skip "the banner's example in C++" "no C++ compiler"
fi
finish
