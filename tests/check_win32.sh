#!/bin/sh
# The headers on Windows: compiled with mingw-w64 under strict warnings, and their tests and
# rng_lab run under Wine. What Windows or Wine has nothing for is told by the tests in lines
# "ABSENT test: reason", and their number is checked. GC_TEST_TMPDIR chooses where the tests
# write, WINEPREFIX where Wine keeps its files.
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh
build=$PWD/${BUILD:-build}/win32
mkdir -p "$build"
compiler=x86_64-w64-mingw32-gcc-posix
command -v $compiler >/dev/null 2>&1 || compiler=x86_64-w64-mingw32-gcc
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Werror"
[ -d "$work/tmp" ] || mkdir "$work/tmp"
memory=
[ -d /dev/shm ] && [ -w /dev/shm ] && memory=$(mktemp -d /dev/shm/gc_win32.XXXXXX)
GC_TEST_TMPDIR=${GC_TEST_TMPDIR:-Z:${memory:-$work/tmp}}
WINEPREFIX=${WINEPREFIX:-$build/wine} WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
export GC_TEST_TMPDIR WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
wineserver=$(command -v wineserver || echo /usr/lib/wine/wineserver)
trap '"$wineserver" -k 2>/dev/null; cleanup; [ -z "$memory" ] || rm -rf "$memory"' EXIT
mkdir -p "$WINEPREFIX"
wine wineboot -i >/dev/null 2>&1 &        # makes its files while the compiler works

# ---- the headers alone, as C and C++ where there is a compiler for it

compiles() {    # compiles COMPILER HEADER KIND OPTIONS...
    with=$1 header=$2 kind=$3
    shift 3
    printf '#define small char\n#define far\n#define %s_%s\n#include "%s.h"\n#include "%s.h"\n' \
        "$(echo "$header" | tr a-z A-Z)" "$kind" "$header" \
        "$header" >"$work/header.c"
    $with $strict -I. "$@" -c "$work/header.c" -o "$work/header.o"
}

# What windows.h defines must not matter: `small` and `far` are macros there.
for header in gc_rng gc_sort gc_sparse; do
    check "$header: silent" compiles $compiler $header IMPLEMENTATION -std=c99 -fsyntax-only \
        -include windows.h
done
check "gc_writer: silent" compiles $compiler gc_writer IMPLEMENTATION -std=c99 -O1 -include windows.h
check "gc_writer: silent as C17, static" compiles $compiler gc_writer STATIC -std=c17 -O1
check "gc_writer: without threads" compiles $compiler gc_writer IMPLEMENTATION -std=c99 -fsyntax-only \
    -DGC_WRITER_NO_THREADS
check "gc_writer: for Windows Vista" compiles $compiler gc_writer IMPLEMENTATION -std=c99 -fsyntax-only \
    -D_WIN32_WINNT=0x0600

# gc_fetch.h: the whole of it, without libcurl or with one that is loaded.
check "gc_fetch: silent" compiles $compiler gc_fetch IMPLEMENTATION -std=c99 -O1 -include windows.h \
    -DGC_FETCH_DLOPEN
check "gc_fetch: silent as C17, static" compiles $compiler gc_fetch STATIC -std=c17 -O1 -DGC_FETCH_DLOPEN
check "gc_fetch: without threads" compiles $compiler gc_fetch IMPLEMENTATION -std=c99 -fsyntax-only \
    -DGC_FETCH_NO_CURL -DGC_FETCH_NO_THREADS
check "gc_fetch: without assertions" compiles $compiler gc_fetch IMPLEMENTATION -std=c99 -fsyntax-only \
    -DGC_FETCH_NO_CURL -DNDEBUG
check "gc_fetch: for Windows Vista" compiles $compiler gc_fetch IMPLEMENTATION -std=c99 -fsyntax-only \
    -DGC_FETCH_DLOPEN -D_WIN32_WINNT=0x0600

# As C++, and for 32-bit Windows.
others() {    # others WHAT COMPILER OPTIONS...
    what=$1 other=$2
    shift 2
    command -v "$other-posix" >/dev/null 2>&1 && other=$other-posix
    command -v "$other" >/dev/null 2>&1 || { skip "$what" "there is no $other (make setup-dev)"; return; }
    for header in gc_rng gc_sort gc_sparse gc_writer gc_fetch; do
        check "$header: $what" compiles "$other" $header IMPLEMENTATION "$@" -fsyntax-only \
            -include windows.h -DGC_FETCH_DLOPEN
    done
}
others "as C++11" x86_64-w64-mingw32-g++ -x c++ -std=c++11
others "as C++20" x86_64-w64-mingw32-g++ -x c++ -std=c++20
others "for 32-bit Windows" i686-w64-mingw32-gcc -std=c99

# It links without any library but the system's, and wants nothing of libcurl.
printf '#include "gc_fetch.h"\nint main(void) { gc_fetch_close(gc_fetch_open(NULL, NULL)); return 0; }\n' \
    >"$work/opens.c"
check "gc_fetch: links with nothing named" $compiler -std=c99 -I. -DGC_FETCH_STATIC -DGC_FETCH_DLOPEN \
    "$work/opens.c" -o "$build/opens.exe"

# The cache over both, in C and C++.
cache() {    # cache COMPILER OPTIONS...
    {
        printf '#include "gc_writer.h"\n#include "gc_fetch.h"\n#include "examples/asset_sign.h"\n'
        printf '#include "examples/asset_cache.h"\n'
    } >"$work/cache.c"
    with=$1
    shift
    $with $strict -I. -DGC_WRITER_IMPLEMENTATION -DGC_FETCH_IMPLEMENTATION -DGC_FETCH_NO_CURL \
        -DASSET_SIGN_IMPLEMENTATION -DASSET_CACHE_IMPLEMENTATION "$@" -c "$work/cache.c" -o "$work/cache.o"
}
check "asset_cache: silent" cache $compiler -std=c99 -O1
for other in x86_64-w64-mingw32-g++ i686-w64-mingw32-gcc; do
    command -v $other-posix >/dev/null 2>&1 && other=$other-posix
    command -v $other >/dev/null 2>&1 || { skip "asset_cache: $other" "there is none"; continue; }
    case $other in *g++*) as="-x c++ -std=c++11" ;; *) as=-std=c99 ;; esac
    check "asset_cache: $other" cache $other $as -fsyntax-only
done

# ---- their tests

# A test program with its own main, which leaves out tests named on the command line, each with
# a reason.
build_test() {    # build_test NAME OPTIONS...
    name=$1 before=
    shift
    # Their worlds are those of two others.
    case $name in
    test_sparse_json | test_sparse_delta)
        before='#define GC_SPARSE_FIELDS
#include "tests/test_sparse_save.c"
#include "tests/test_sparse_fields.c"' ;;
    esac
    cat >"$build/$name.c" <<END
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#undef far
#undef near
#define TEST_AMALGAM
$before
#include "tests/$name.c"
int main(int argc, char **argv) {
    for (size_t i = 0; i < sizeof ${name}_cases / sizeof ${name}_cases[0]; i++) {
        bool wanted = true;
        for (int k = 1; k < argc; k += 2) {
            if (strcmp(argv[k], ${name}_cases[i].name) != 0) continue;
            printf("ABSENT %s: %s\\n", argv[k], argv[k + 1]);
            wanted = false;
        }
        if (wanted) test_run(&${name}_cases[i], 1);
    }
    return test_report();
}
END
    $compiler -O1 -Wall -Wextra -Werror -ffp-contract=off -D__USE_MINGW_ANSI_STDIO=1 "$@" -static -I. \
        -Itests "$build/$name.c" -o "$build/$name.exe" -pthread
}

# Figures and pictures of rng_lab, in the folder that it is run in.
lab() {    # lab FOLDER COMMAND...
    mkdir -p "$work/$1/pictures" && cd "$work/$1" || return 1
    shift
    {
        "$@" scatter pictures && "$@" prd 25% --quick && "$@" gorilla mwc32 lcg --bit 0 --picture strip.ppm &&
            printf '20,rare\n236,common\n' | "$@" chi2 - --draws 100000
    } | tr -d '\r' >text
}
lab_is_the_same() {
    (lab unix "$work/rng_lab") && (lab windows wine "$build/rng_lab.exe") &&
        diff -rq "$work/unix" "$work/windows" && has 'the counts fit$' "$work/windows/text"
}

# What a program printed is checked when all have ended: two run at a time. Wine makes the names
# of files by the locale: in C alone there are none beyond ASCII.
start_test() {    # start_test NAME [TEST REASON]...
    name=$1
    shift
    { LC_ALL=C.UTF-8 wine "$build/$name.exe" "$@" </dev/null; echo "status $?"; } 2>"$work/$name.err" |
        tr -d '\r' >"$work/$name.out"
}
judge() {    # judge NAME ABSENT
    sed -n '/^ABSENT/p' "$work/$1.out"
    grep -qE '^[1-9][0-9]* passed, 0 failed, 0 skipped$' "$work/$1.out" ||
        grep -v '^ABSENT' "$work/$1.out" | head -n 60
    check "$1: every test passes under Wine" grep -qE '^[1-9][0-9]* passed, 0 failed, 0 skipped$' \
        "$work/$1.out"
    check "$1: ends with status 0" has '^status 0$' "$work/$1.out"
    check "$1: $2 parts are absent, each with its reason" equal "$(grep -c '^ABSENT ' "$work/$1.out")" "$2"
}
small="test_sparse_save test_sparse_changes test_sparse_trees test_sparse_relations test_sparse_hash"
small="$small test_sparse_json test_sparse_delta"
fetch="test_fetch test_fetch_sim test_fetch_resume test_fetch_upload"
slow="nothing of it depends on the system, and it takes Wine long"
check "test_writer builds" build_test test_writer
wait
start_test test_writer &
writer=$!

# What the compiler says of the one in the background is seen when it has ended.
build_test test_sort >"$work/test_sort.log" 2>&1 &
builder=$!
check "test_rng builds" build_test test_rng
check "rng_lab builds" $compiler -O1 -Wall -Wextra -Werror -ffp-contract=off -D__USE_MINGW_ANSI_STDIO=1 \
    -static -I. examples/rng_lab.c -o "$build/rng_lab.exe" -pthread
check "rng_lab builds here" ${CC:-cc} -O1 -ffp-contract=off -I. examples/rng_lab.c -o "$work/rng_lab" \
    -pthread -lm
check "test_sparse builds" build_test test_sparse
check "test_sparse_small builds" build_test test_sparse_small -DGC_SPARSE_GENERATION_BITS=4
for name in $small; do check "$name builds" build_test $name -Wno-unused-const-variable; done
for name in $fetch test_cache; do check "$name builds" build_test $name -DGC_FETCH_NO_CURL; done
wait $builder
built=$?
check "test_sort builds$(cat "$work/test_sort.log")" test $built = 0
start_test test_sort test_sort_all_sizes "$slow" &
sort=$!
for name in $fetch; do start_test $name; done
check "gc_fetch: opens where there is no libcurl" wine "$build/opens.exe"
check "rng_lab: the same figures and pictures as here" lab_is_the_same
start_test test_rng test_rng_gorilla_scores "$slow"
start_test test_sparse test_sparse_all_sequences "$slow" test_sparse_threads_and_schedules \
    "written for pthreads" \
    test_sparse_threads_and_schedules_kinds "written for pthreads" \
    test_sparse_worlds_in_threads "written for pthreads"
start_test test_sparse_small
removed="no folder goes in which a writer has its lock file"
start_test test_cache test_cache_removed "$removed" test_cache_removed_in_update "$removed" \
    test_cache_removed_with_parent "$removed" \
    test_cache_mend_in_verify "Wine replaces no file that is open"
for name in $small; do
    start_test $name test_sparse_changes_threads "written for pthreads" \
        test_sparse_json_floats "its oracle, strtod of Windows' C library, does not round exactly"
done
wait $writer
wait $sort
judge test_writer 10
judge test_rng 1
judge test_sparse 4
judge test_sparse_small 0
for name in $small; do judge $name $(echo $name | grep -c -e changes -e json); done
judge test_sort 1
judge test_fetch 6
judge test_fetch_sim 2
judge test_fetch_resume 1
judge test_fetch_upload 0
judge test_cache 8
grep -h ' passed, ' "$work"/*.out | sed 's/^/under Wine: /'
finish
