#!/bin/sh
# How gc_fetch.h is included: what its banner shows, and what it says where it cannot be built
# as asked.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
root=$PWD
strict="-Wall -Wextra -Wpedantic -Werror"
curl=
grep -q GC_FETCH_NO_CURL "$build/curl.flags" && curl=-DGC_FETCH_NO_CURL
cxx=${CXX:-c++}
command -v "$cxx" >/dev/null || cxx=

# compiles NAME OPTIONS... <program: in C, and with a C++ compiler as C++; what the compilers
# say is in $work/NAME.err
compiles() {
    name=$1
    shift
    cat >"$work/$name.c"
    ${CC:-cc} -std=gnu99 $strict -I"$root" $curl "$@" -c "$work/$name.c" -o "$work/$name.o" \
        2>"$work/$name.err" || return 1
    [ -z "$cxx" ] || $cxx -x c++ -std=c++11 $strict -I"$root" $curl "$@" -c "$work/$name.c" \
        -o "$work/$name.cc.o" 2>>"$work/$name.err"
}

# ---- the banner's example

sed -n '/^EXAMPLE$/,/^OVERRIDE MACROS/p' gc_fetch.h | sed -n '/^        /s/^        //p' >"$work/text"
check "the example is silent as C99 and C++11" compiles example <"$work/text"
cat "$work/example.err"
libraries=$([ -n "$curl" ] || echo -lcurl)
check "and links" ${CC:-cc} "$work/example.o" $libraries -pthread -o "$work/example"
printf 'twelve bytes' >"$work/data"

# says URL: what the example prints for it, and the status it exits with.
says() { "$work/example" "$1" 2>&1; echo "exits with $?"; }
check "a file" equal "$(says "file://$work/data")" "12 bytes
exits with 0"
check "no file" equal "$(says "file:///nonexistent/x")" \
    "file:///nonexistent/x: cannot read the file: cannot be opened (errno 2)
exits with 1"
check "what is no URL" equal "$(says example.com)" "example.com: bad URL
exits with 1"
check "a scheme without a transport" equal "$(says gopher://example.com/)" \
    "gopher://example.com/: no transport for this URL
exits with 1"

# ---- GC_FETCH_STATIC

check "static alone" compiles static <<'END'
#define GC_FETCH_STATIC
#include "gc_fetch.h"
#include "gc_fetch.h"
END
check "static, then plainly" compiles static_plain <<'END'
#define GC_FETCH_STATIC
#include "gc_fetch.h"
#undef GC_FETCH_STATIC
#include "gc_fetch.h"
END
check "plainly, then with the implementation" compiles plain_implementation -D_GNU_SOURCE <<'END'
#include "gc_fetch.h"
#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"
#include "gc_fetch.h"
END
compiles plain_static -D_GNU_SOURCE <<'END'
#include "gc_fetch.h"
#define GC_FETCH_STATIC
#include "gc_fetch.h"
END
check "plainly, then static: refused" equal $? 1
check "and the reason is told" has \
    'error.*gc_fetch.h: GC_FETCH_STATIC must be defined before the first include' "$work/plain_static.err"

# ---- libcurl's headers are missing: the compiler is given folders of links to all others

echo '#include <stdio.h>' | ${CC:-cc} -E -v -x c - 2>&1 >/dev/null |
    sed -n '/^#include </,/^End of/s/^ \(\/[^ ]*\).*/\1/p' >"$work/folders"
without=-nostdinc number=0
while read -r folder; do
    number=$((number + 1))
    mkdir -p "$work/headers/$number"
    for entry in "$folder"/*; do [ "${entry##*/}" = curl ] || ln -s "$entry" "$work/headers/$number"; done
    without="$without -isystem $work/headers/$number"
done <"$work/folders"
echo '#include <stdio.h>' >"$work/try.c"
if ${CC:-cc} $without -fsyntax-only "$work/try.c" 2>/dev/null; then
    printf '#define GC_FETCH_IMPLEMENTATION\n#include "gc_fetch.h"\n' >"$work/missing.c"
    ${CC:-cc} $without -I. -fsyntax-only "$work/missing.c" 2>"$work/missing.err"
    check "without libcurl's headers it does not build" equal $? 1
    check "the first error names the one way out" sh -c \
        "grep error '$work/missing.err' | head -n 1 | grep -q GC_FETCH_DLOPEN"
    check "and the other" sh -c "grep error '$work/missing.err' | head -n 1 | grep -q GC_FETCH_NO_CURL"
    check "with GC_FETCH_DLOPEN it does" ${CC:-cc} $without -I. -DGC_FETCH_DLOPEN -fsyntax-only \
        "$work/missing.c"
    check "with GC_FETCH_NO_CURL, too" ${CC:-cc} $without -I. -DGC_FETCH_NO_CURL -fsyntax-only \
        "$work/missing.c"

    # A compiler that cannot ask whether there is a header: it shows the line that it cannot
    # include.
    printf '#undef __has_include\n' >"$work/old.h"
    ${CC:-cc} $without -I. -include "$work/old.h" -fsyntax-only "$work/missing.c" 2>"$work/missing.err"
    check "an old compiler shows both, too" sh -c \
        "grep GC_FETCH_DLOPEN '$work/missing.err' | grep -q GC_FETCH_NO_CURL"
else
    skip "without libcurl's headers" "the system's headers cannot be put together without them"
fi
finish
