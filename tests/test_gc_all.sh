#!/bin/sh
# The five headers as one file: it builds as C and C++, with one implementation, with all, and
# renamed.
. "$(dirname "$0")/support/test.sh"
sh tests/support/gc_all.sh >"$work/gc_all.h"
cp tests/consumers/main.c "$work/main.c"
sed -i '/#include <gc_[a-z]*.h>/d; /#include <stdio.h>/i #include "gc_all.h"' "$work/main.c"
line="3 3 4 5 6 1 disk full, forbidden path"

# gcc takes twenty seconds for the vector code, which has other tests; here it is parsed.
plain="-DGC_SORT_NO_SIMD -DGC_SORT_NO_DEBUG_OPT -DGC_RNG_NO_SIMD"

builds() {    # NAME COMMAND...
    output=$work/$1
    shift
    (cd "$work" && "$@" -Wall -Wextra -Werror -DGC_FETCH_NO_CURL main.c -o "$output" -pthread) \
        2>"$work/errors" && return
    head -n 10 "$work/errors"
    return 1
}
prints() { [ "$("$work/$1")" = "$line" ]; }
check "strict C99: builds" builds c99 ${CC:-cc} -std=c99 $plain
check "strict C99: runs" prints c99

# Where it has another name, the compiler tells it, or GC_SORT_FILENAME does.
mv "$work/gc_all.h" "$work/other.h"
sed -i 's/gc_all.h/other.h/' "$work/main.c"
named='-DGC_SORT_FILENAME="other.h"'
printf '#ifndef __FILE_NAME__\n#error\n#endif\n' | ${CC:-cc} -fsyntax-only -x c - 2>"$work/errors" &&
    named=-DTOLD
check "renamed: builds" builds renamed ${CC:-cc} "$named" $plain
check "renamed: runs" prints renamed

# So is gc_sort.h alone; in a header with a guard it needs the macro, and says so.
if [ "$named" = -DTOLD ]; then
    mkdir "$work/folder" && cp gc_sort.h "$work/folder/third.h"
    printf '#define GC_SORT_STATIC\n#include "folder/third.h"\nint main(void) { gc_sort_u32(NULL, 0); }\n' \
        >"$work/main.c"
    check "gc_sort.h renamed: compiles" builds third ${CC:-cc} -fsyntax-only
    { printf '#ifndef MINE\n#define MINE\n' && cat gc_sort.h && echo '#endif'; } >"$work/folder/third.h"
    builds third ${CC:-cc} -fsyntax-only >"$work/said"
    check "gc_sort.h pasted into another header: the cure is named" has "define GC_SORT_FILENAME" "$work/said"
else
    skip "gc_sort.h renamed" "the compiler does not know __FILE_NAME__"
fi

# One implementation alone, in a strict mode, whatever the part.
for name in RNG SORT SPARSE WRITER FETCH; do
    printf '#define GC_%s_IMPLEMENTATION\n#include "other.h"\n#include "other.h"\n' $name >"$work/main.c"
    check "$name alone: compiles" builds alone ${CC:-cc} -std=c99 '-DGC_SORT_FILENAME="other.h"' -fsyntax-only
done
if command -v "${CXX:-c++}" >/dev/null 2>&1; then
    check "C++11: compiles" builds alone ${CXX:-c++} -std=c++11 -x c++ '-DGC_SORT_FILENAME="other.h"' \
        -fsyntax-only
else
    skip "C++11" "no C++ compiler"
fi
finish
