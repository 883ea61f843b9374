#!/bin/sh
# The compile matrix: every header alone and all of them together, in every language mode, with
# strict warnings as errors; feature macros alone and together; what must not compile; and that
# a cut leaves no symbol. Prints the number of compilations. Needs gcc and clang.
cd "$(dirname "$0")/../.." || exit 1
. tests/support/test.sh
root=$PWD
headers=$(ls gc_*.h | sed 's/\.h$//')
curl_flags=$(sh tests/support/curl_flags.sh cc auto | sed 's/\(^\| \)-l[^ ]*//g')
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Werror"
upper() { echo "$1" | tr a-z A-Z; }

# ---- sources: FILE.c, compiled as C and as C++

# unit FILE PREAMBLE HEADER...: the preamble's macros, and each header included twice; its
# function is in_FILE, so that units can be linked.
unit() {
    file=$work/$1.c name=in_$1
    shift
    printf '%s\n' "$1" >"$file"
    shift
    for h in "$@"; do printf '#include "%s.h"\n' "$h" >>"$file"; done
    for h in "$@"; do printf '#include "%s.h"\n' "$h" >>"$file"; done
    printf 'int %s(void);\nint %s(void) { return 0; }\n' "$name" "$name" >>"$file"
}
define() { for m in "$@"; do printf '#define %s\n' "$m"; done; }

backward=
for h in $headers; do backward="$h $backward"; done
cuts_all=
for h in $headers; do
    H=$(upper "$h")
    unit "plain_$h" "" "$h"
    unit "extern_$h" "$(define "${H}_IMPLEMENTATION")" "$h"
    unit "static_$h" "$(define "${H}_STATIC")" "$h"
    # Declarations first, the implementation in a second include of the same unit: in GNU modes,
    # since in strict ones the first include has hidden POSIX by then.
    printf '#include "%s.h"\n%s\n#include "%s.h"\nint in_late(void);\nint in_late(void) { return 0; }\n' \
        "$h" "$(define "${H}_IMPLEMENTATION")" "$h" >"$work/late_$h.c"
    cuts=$(sh tests/support/sizes.sh --cuts | sed -n "s/^$h\.h //p" | tr ' ' '\n' | sed "s/^/$H/" | sort -u)
    for cut in $cuts; do
        unit "cut_$cut" "$(define "${H}_IMPLEMENTATION" "$cut")" "$h"
        unit "cutstatic_$cut" "$(define "${H}_STATIC" "$cut")" "$h"
    done
    [ "$(echo $cuts | wc -w)" -gt 1 ] && unit "cutall_$h" "$(define "${H}_IMPLEMENTATION" $cuts)" "$h"
    cuts_all="$cuts_all $cuts"
done
all_macros() { for h in $headers; do echo "$(upper "$h")_$1"; done; }
unit all_forward "$(define $(all_macros IMPLEMENTATION))" $headers
unit all_backward "$(define $(all_macros IMPLEMENTATION))" $backward
unit all_static "$(define $(all_macros STATIC))" $headers
unit all_static_backward "$(define $(all_macros STATIC))" $backward
unit all_cut "$(define $(all_macros IMPLEMENTATION) $cuts_all)" $headers

# Descriptions of components, with each kind of list.
unit fields_gc_sparse "$(define GC_SPARSE_FIELDS GC_SPARSE_IMPLEMENTATION)" gc_sparse
cat >>"$work/fields_gc_sparse.c" <<'END'
typedef enum Team { RED, BLUE } Team;
#define TEAM(E) E(RED) E(BLUE)
GC_SPARSE_ENUM_OF(Team, TEAM)
#define PART(F) F(bool, on) F(float, mass)
GC_SPARSE_STRUCT(Part, PART)
#define SHIP(F) F(Team, team) F(char, name, 8) F(Part, parts, 2) F(gc_sparse_id, of) F(uint64_t, seed)
GC_SPARSE_STRUCT(Ship, SHIP)
#define GAME(X) X(DENSE, Part) X(DIRECT, Ship) X(TAG, Frozen)
GC_SPARSE_COMPONENTS(GAME)
GC_SPARSE_DESCRIBED(GAME)
END

# Prefabs and relations, with each term.
unit relations_gc_sparse "$(define GC_SPARSE_RELATIONS GC_SPARSE_IMPLEMENTATION)" gc_sparse
cat >>"$work/relations_gc_sparse.c" <<'END'
typedef struct Place { float x; } Place;
typedef gc_sparse_node Parent;
typedef gc_sparse_pair Hunts;
#define GAME(X) X(DENSE, Place) X(DENSE, Parent) X(DENSE, Hunts) X(TAG, Prefab) X(TAG, Frozen)
GC_SPARSE_COMPONENTS(GAME)
GC_SPARSE_SYSTEM(place, (), (), Place, p, PARENT(Place), up, ANY_OF, Frozen, ANY_OF, Hunts,
                 ABOVE(Parent), n) {
    p->x += (up ? up->x : 0) + (n != NULL);
}
GC_SPARSE_SCHEDULE(frame, place)
END

# GNU modes, with system headers first: as most programs do it.
unit gnu_system_first "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
$(define $(all_macros IMPLEMENTATION))" $headers

cp tests/compile/contract.c "$work/contract.c"

# Orders of the headers in one unit: whichever comes first must ask for POSIX for all, and no
# header may leave a macro that another trips over. Of all orders those in which three headers
# stand as they stood in none before: every one comes first, every two and every three in each
# order. Without vector code and pairs, which no order touches and which take three quarters of
# the time.
permutations() { # CHOSEN REST: a line for each order of the rest
    [ -n "$2" ] || echo $1
    for next in $2; do (permutations "$1 $next" "$(echo " $2 " | sed "s/ $next / /; s/^ *//; s/ *$//")"); done
}
quick=$(for cut in $cuts_all; do case $cut in *_NO_SIMD | *_NO_PAIRS) echo "$cut" ;; esac; done)
permutations "" "$(echo $headers)" | awk '{ print; for (i = NF; i > 0; i--) printf "%s ", $i; print "" }' |
    awk '{
        new = 0
        for (i = 1; i <= NF; i++) for (j = i + 1; j <= NF; j++) for (k = j + 1; k <= NF; k++)
            new += !seen[$i, $j, $k]++
        if (new) print
    }' >"$work/orders"
while read -r order; do
    unit "order_$(echo "$order" | tr ' ' '_')" "$(define $(all_macros IMPLEMENTATION) $quick)" $order
done <"$work/orders"

# The banner's programs, and the README's.
sh tests/support/examples.sh "$work/examples"

# ---- one line for each compilation: COMPILER FLAGS FILE

: >"$work/jobs"
job() { echo "$* -I$root $curl_flags" >>"$work/jobs"; }

# Some warnings come only from the optimiser: each header by each compiler, in one language
# each, since what the optimiser sees is the same but for const and inline, and it takes most of
# the time. What STATIC leaves unused shows there, too. gcc's objects are linked below.
for h in $headers; do
    job gcc -std=c99 $warnings -O2 -c -o "$work/extern_$h.o" "$work/extern_$h.c"
    # As windows.h does it, which defines these words; and what most of -Weverything was about.
    # clang's optimiser warns of a loop alone that it was asked to unroll, and was not.
    case $h in gc_sort) level=-O2 ;; *) level=-O0 ;; esac
    job clang -std=c99 $warnings -Wused-but-marked-unused -Wdisabled-macro-expansion -Dsmall=char -Dnear= \
        -Dfar= $level -c -o /dev/null "$work/extern_$h.c"
done

# Some builds of clang leave out an instruction that SSE4.2 brings, as zig cc does.
[ "$(uname -m)" != x86_64 ] ||
    job clang -std=c99 $warnings -mno-crc32 -O0 -c -o /dev/null "$work/extern_gc_writer.c"

# With its sanitizer for undefined behaviour, gcc sees further, and sometimes what is not there:
# the user is to see neither. -O1, as most build with it; -O2 takes twice as long. The vector code of
# gc_sort.h: check_sort.sh.
for h in $headers; do
    case $h in gc_sort) but=-DGC_SORT_NO_SIMD ;; *) but= ;; esac
    job gcc -std=c99 -Wall -Wextra -Werror -O1 -fsanitize=undefined $but -c -o /dev/null "$work/extern_$h.c"
done
for file in "$work"/*.c; do
    name=$(basename "$file" .c)
    case $name in order_*) continue ;; esac
    cp "$file" "$work/$name.cc"
    case $name in static_* | all_static)
        for compiler in g++ clang++; do
            job $compiler -std=c++11 $warnings -O2 -c -o /dev/null "$work/$name.cc"
        done ;;
    esac
    standards="c99 c11 c17" cxx="c++11 c++17 c++20"
    case $name in
    gnu_* | late_*) standards="gnu99 gnu17" cxx="gnu++11 gnu++20" ;;
    # Either order, extern and STATIC, in several modes; the other two pairs of these in the
    # oldest (in C, orders are tried below). STATIC and all cuts in the oldest and the newest.
    all_backward) standards='' cxx=c++11 ;;
    all_static) standards=c99 cxx=c++11 ;;
    cutall_* | all_cut | static_* | all_static_backward) standards="c99 c17" cxx="c++11 c++20" ;;
    # The same code as uncut and extern: each compiler once (clang's is below, with the object); and
    # STATIC by one of each kind.
    cut_* | fields_*)
        case $name in fields_*) job clang -std=c17 $warnings -fsyntax-only "$file" ;; esac
        job g++ -std=c++20 $warnings -fsyntax-only "$work/$name.cc"
        job clang++ -std=c++11 $warnings -fsyntax-only "$work/$name.cc"
        case $name in fields_*) job gcc -std=c99 $warnings -fsyntax-only "$file" ;; esac
        continue ;;
    cutstatic_*)
        job gcc -std=c99 $warnings -fsyntax-only "$file"
        job clang++ -std=c++20 $warnings -fsyntax-only "$work/$name.cc"
        continue ;;
    esac
    for std in $standards; do
        for compiler in gcc clang; do job $compiler -std=$std $warnings -fsyntax-only "$file"; done
    done
    for std in $cxx; do
        for compiler in g++ clang++; do job $compiler -std=$std $warnings -fsyntax-only "$work/$name.cc"; done
    done
done

# In an order, what comes first matters, not who compiles it: one compiler for each, in turn.
compiler=gcc
for file in "$work"/order_*.c; do
    job $compiler -std=c99 $warnings -fsyntax-only "$file"
    case $compiler in gcc) compiler=clang ;; *) compiler=gcc ;; esac
done

# gc.hpp with all headers, with each one missing, with each alone, and over all cuts: folders of
# their own, since it takes what lies beside it.
hpp_folder() { # NAME HEADER...
    folder=$work/hpp_$1
    shift
    mkdir "$folder"
    cp gc.hpp "$folder"
    for header in "$@"; do cp "$header.h" "$folder"; done
}
hpp_folder all $headers
for h in $headers; do
    hpp_folder "without_$h" $(echo " $headers " | tr '\n' ' ' | sed "s/ $h / /")
    hpp_folder "only_$h" "$h"
done
hpp_job() { echo "$* $warnings $curl_flags -fsyntax-only $folder/unit.cc" >>"$work/jobs"; }
for folder in "$work"/hpp_*; do
    echo '#include "gc.hpp"' >"$folder/unit.cc"
    hpp_job g++ -std=c++17
    hpp_job clang++ -std=c++20
    [ "$folder" != "$work/hpp_all" ] || { hpp_job g++ -std=c++20 && hpp_job clang++ -std=c++17; }
done
job g++ -std=c++17 $warnings $(for cut in $cuts_all; do echo "-D$cut"; done) -fsyntax-only \
    "$work/hpp_all/unit.cc"
job clang++ -std=c++20 $warnings $(all_macros STATIC | sed 's/^/-D/') -fsyntax-only "$work/hpp_all/unit.cc"

# One implementation alone links, without the optimiser: the others' functions are not called.
printf '%s\n' '#define GC_RNG_IMPLEMENTATION' '#include "gc.hpp"' \
    'extern "C" int in_hpp(void); int in_hpp(void) { return int(gch::rng(1)() == 0); }' \
    >"$work/hpp_all/one.cc"
job g++ -std=c++17 -O0 -fno-exceptions -fno-rtti -c -o "$work/hpp_one.o" "$work/hpp_all/one.cc"

# What a user copies is silent under the flags that many have.
for file in "$work"/examples/*.c; do
    cp "$file" "${file%.c}.cc"
    for compiler in gcc clang; do
        job $compiler -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$file"
    done
    for compiler in g++ clang++; do
        job $compiler -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "${file%.c}.cc"
    done
done

job clang -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only bench/main_file.c

# What gcc inlines into a caller it judges by the caller's own arrays.
cat >"$work/put_array.c" <<'END'
#define GC_WRITER_STATIC
#include "gc_writer.h"
static char bytes[1000];
int main(int argc, char **argv) {
    gc_writer *w = gc_writer_open(NULL, NULL);
    gc_writer_file_desc desc;
    memset(&desc, 0, sizeof desc);
    for (int i = 1; i < argc && w; i++) {
        desc.path = argv[i];
        if (gc_writer_put(w, &desc, bytes, sizeof bytes, NULL) != GC_WRITER_OK) return 1;
        if (gc_writer_put(w, &desc, bytes, (size_t)i, NULL) != GC_WRITER_OK) return 1;
    }
    gc_writer_close(w);
    return 0;
}
END
job gcc -std=c99 -O2 -Wall -Wextra -Werror -c -o "$work/put_array.o" "$work/put_array.c"

# Objects for what is linked and looked into below. Of two units with STATIC, only what is not
# static could meet in the linker, so the rest may be dropped (-O2); instruction sets add
# nothing to link.
unit all_static_2 "$(define $(all_macros STATIC))" $headers
unit all_plain "" $headers
for name in all_static all_static_2; do job gcc $warnings -O2 -c -o "$work/$name.o" "$work/$name.c"; done
job gcc $warnings -c -o "$work/all_plain.o" "$work/all_plain.c"

# What gc_sort.h asks of gcc without the optimiser ends with it.
unit sort_first "$(define GC_SORT_NO_SIMD GC_SORT_IMPLEMENTATION GC_RNG_IMPLEMENTATION)" gc_sort gc_rng
job gcc $warnings -c -o "$work/sort_first.o" "$work/sort_first.c"
job gcc $warnings $(all_macros IMPLEMENTATION | sed 's/^/-D/') \
    $(echo "$cuts_all" | tr ' ' '\n' | sed -n 's/.*_NO_SIMD$/-D&/p') \
    -c -o "$work/command_line.o" "$work/all_plain.c"

# By clang, which takes gc_sort.h without the optimiser in 0.6 s; gcc is told to optimise it, 13 s.
for cut in $cuts_all; do job clang -std=c99 $warnings -c -o "$work/cut_$cut.o" "$work/cut_$cut.c"; done
xargs -P "$(nproc)" -I{} sh -c \
    '{} >"$0.$$.log" 2>&1 || { echo "{}"; head -n 6 "$0.$$.log"; }; rm -f "$0.$$.log"' "$work/job" \
    <"$work/jobs" >"$work/failures"
cat "$work/failures"
compilations=$(wc -l <"$work/jobs" | tr -d ' ')
check "no compilation gives a warning" test ! -s "$work/failures"

# ---- what must not compile, with a message that says why

refused() { # FILE COMPILER EXPECTED: fails with the text
    compilations=$((compilations + 1))
    if $2 -std=c99 -Wall -Werror -fsyntax-only -I"$root" $curl_flags "$1" 2>"$work/message"; then
        echo "  $2 accepts it"
        return 1
    fi
    has "$3" "$work/message" || { head -n 3 "$work/message"; return 1; }
}
for compiler in gcc clang; do
    for file in tests/compile/fail_*.c; do
        [ -e "$file" ] || continue
        check "$file must not compile ($compiler)" refused "$file" $compiler \
            "$(sed -n '1s/^\/\/ expect: //p' "$file")"
    done
    for h in $headers; do
        H=$(upper "$h")
        unit "wrong_version_$h" "#define ${H}_VERSION 99999" "$h"
        check "$h: another version ($compiler)" refused "$work/wrong_version_$h.c" $compiler "another version"
        printf '#include "%s.h"\n#define %s_STATIC\n#include "%s.h"\n' "$h" "$H" "$h" \
            >"$work/static_late_$h.c"
        check "$h: STATIC after a plain include ($compiler)" refused "$work/static_late_$h.c" $compiler \
            "$h.h: ${H}_STATIC must be defined before the first include"
        grep -q "ifdef ${H}_MALLOC\|defined(${H}_MALLOC)" "$h.h" || continue
        unit "half_malloc_$h" "#define ${H}_IMPLEMENTATION
#define ${H}_MALLOC(n) 0" "$h"
        check "$h: one of three allocation macros ($compiler)" refused "$work/half_malloc_$h.c" $compiler \
            "${H}_REALLOC"
    done
    for h in gc_writer gc_fetch; do
        unit "hidden_$h" "#include <stdio.h>
#define $(upper $h)_IMPLEMENTATION" $h
        check "$h: POSIX hidden by an earlier header names the cure ($compiler)" refused "$work/hidden_$h.c" \
            $compiler "_GNU_SOURCE"
    done
done

# ---- a compiler that the headers know nothing of: the plain branch of each #if

plain() { tcc -I"$root" $curl_flags -c "$work/extern_$1.c" -o "$work/tcc_$1.o" 2>"$work/message" ||
    { head -n 5 "$work/message"; return 1; }; }
if command -v tcc >/dev/null 2>&1; then
    for h in $headers; do check "$h: tcc compiles it" plain "$h"; done
else
    skip "tcc" "not installed (make setup-dev)"
fi

# ---- linking: two units with STATIC in one program; declarations and implementation apart; no
# symbol of a cut remains

link() { # FUNCTION OBJECT...: a program of the objects, whose main calls the function
    function=$1
    shift
    printf 'int %s(void);\nint main(void) { return %s(); }\n' "$function" "$function" >"$work/main.c"
    compilations=$((compilations + 1))
    gcc "$work/main.c" "$@" -o "$work/program" $libraries -pthread 2>"$work/message" ||
        { head -n 5 "$work/message"; return 1; }
}
libraries=$(sh tests/support/curl_flags.sh cc auto)
check "two STATIC units in one program" link in_all_static "$work/all_static.o" "$work/all_static_2.o"
check "declarations here, implementation there" link in_all_plain "$work/all_plain.o" \
    $(for h in $headers; do echo "$work/extern_$h.o"; done)
check "gc.hpp with one implementation of five" link in_hpp "$work/hpp_one.o"
check "-D on the command line" link in_all_plain "$work/command_line.o"

no_symbols() { # OBJECT PATTERN: besides the unit's own function, whose name holds the cut's
    nm "$1" | grep -v ' in_cut_' >"$work/symbols" && test -s "$work/symbols" &&
        ! grep -iE "$2" "$work/symbols"
}
for cut in $cuts_all; do
    object=$work/cut_$cut.o
    case $cut in
    *_NO_THREADS) check "$cut leaves no pthread symbol" no_symbols "$object" 'pthread' ;;
    *_NO_CURL) check "$cut leaves no libcurl symbol" no_symbols "$object" ' U curl_' ;;
    *_NO_STDIO) check "$cut leaves no stdio symbol" no_symbols "$object" ' U (f?printf|fopen|fputs)' ;;
    *_NO_ENTROPY) check "$cut leaves no entropy symbol" no_symbols "$object" \
        'getrandom|getentropy|gc_rng_entropy| U open' ;;
    *_NO_PAIRS) check "$cut leaves no sort of pairs" no_symbols "$object" \
        'gc_sort_([iuf][0-9]+_kv|order|priv_(kv|order))' ;;
    *_NO_16) check "$cut leaves no sort of 16-bit keys" no_symbols "$object" \
        'gc_sort_(ctx_|order_|priv_)*[iu]16' ;;
    *_NO_64) check "$cut leaves no sort of 64-bit keys" no_symbols "$object" \
        'gc_sort_(ctx_|order_)*[iuf]64' ;;
    *_NO_COMPARE) check "$cut leaves no sort by a callback" no_symbols "$object" 'gc_sort(_stable)?$' ;;
    *_NO_SELECT) check "$cut leaves no nth, top and search" no_symbols "$object" \
        'gc_sort_(ctx_)?(nth|top|lower|upper)|select' ;;
    *_NO_AVX512) check "$cut leaves no AVX-512 symbol" no_symbols "$object" 'avx512' ;;
    *_NO_CTX) check "$cut leaves no context" no_symbols "$object" 'ctx|gc_sort_open|pool|pthread' ;;
    *_SMALL) check "$cut leaves no radix sort, no algorithm with a name" no_symbols "$object" 'radix|named' ;;
    *_NO_NAMED) check "$cut leaves no algorithm with a name" no_symbols "$object" 'named|level|merge_task' ;;
    *_NO_ENGINES) check "$cut leaves wide alone of the named engines" no_symbols "$object" \
        'mwc|xorshift|xoshiro|lcg|dotnet|unity|java|mt19937|seed_seq|sfmt|asa128|pcg|philox|chacha' ;;
    *_NO_STATISTICS) check "$cut leaves no test of randomness" no_symbols "$object" 'chi2|gorilla' ;;
    *_NO_COMMANDS) check "$cut leaves no symbol of commands" no_symbols "$object" \
        'record|replay|resolve|apply|(use|next)_block|shrink_comm|priv_(push|note|rewind|read(_block)?$)' ;;
    *_NO_GROUPS) check "$cut leaves no symbol of groups and lists" no_symbols "$object" \
        'group|cache|kept|list_|_place|join|leave|priv_(came|goes|went|moved|match(es)?$|swap_rows|trust)' ;;
    *_NO_DIRECT) check "$cut leaves no symbol of direct storage" no_symbols "$object" \
        'direct|_page|_word(_|$)|count_up' ;;
    *_NO_SORT) check "$cut leaves no sort" no_symbols "$object" \
        'sort|radix|merge|gather|range_|arrange|order|permutes' ;;
    *_NO_CHANGES) check "$cut leaves no symbol of changes" no_symbols "$object" \
        'track|gc_sparse_(pool_)?touch|gc_sparse_tick|_ticks|priv_(mark|seek|since)|_change[ds]' ;;
    *_NO_TREES) check "$cut leaves no tree" no_symbols "$object" \
        '_tree|attach|child|_node|priv_((un|re)?hang|sound|measure|depth)|below' ;;
    *_NO_SAVE) check "$cut leaves no copy and no save" no_symbols "$object" \
        'gc_sparse_(copy|save|load|hash_all)|priv_(save|load|same|fold)|copy_(room|pool|page|slots|comm)' ;;
    *_NO_CRC32C) check "$cut leaves no checksum" no_symbols "$object" 'crc32' ;;
    *_NO_SIMD) check "$cut leaves no SIMD symbol" no_symbols "$object" 'avx2|avx512|sse2|neon|wasm' ;;
    esac
done

check "without GC_SPARSE_FIELDS no symbol of it" no_symbols "$work/extern_gc_sparse.o" \
    'describe_as|field_|holes|shape|leaf|difference|migrat|json|delta|priv_(sa(y|id)_|whole_[^g]|digits)'

# Nothing but the header's own names becomes public.
for h in $headers; do
    nm -g --defined-only "$work/extern_$h.o" | awk '{ print $3 }' >"$work/public"
    check "$h defines its names" has "^${h}_version$" "$work/public"
    check "$h defines only names of its own" equal \
        "$(grep -v -E "^${h}(_|$)" "$work/public" | grep -v "^in_extern_$h$")" ""
    # What a plain include has up to the end of the public section (macros of gc_sparse.h, whose
    # text stands there, are defined behind it).
    guard=$(echo "$h" | tr a-z A-Z)_H
    sed "s|^#endif // $guard\$|&\\nend_of_public_section|" "$root/$h.h" >"$work/marked.h"
    gcc -std=c99 -E -P -I"$root" "$work/marked.h" >"$work/plain"
    check "$h: its public section has an end" has '^end_of_public_section$' "$work/plain"
    lines=$(sed '/end_of_public_section/,$d' "$work/plain" | wc -l)
    system=$(printf '#include <std%s.h>\n' bool def int | gcc -std=c99 -E -P - | wc -l)
    check "$h: public section of at most 400 lines (it has $((lines - system)))" test $((lines - system)) \
        -le 400
done
echo "$compilations compilations"

# ---- how the sources are set, and what the headers have in common

quiet() { "$@" >"$work/message" 2>&1 || { tail -n 40 "$work/message"; return 1; }; }
if command -v python3 >/dev/null 2>&1; then
    check "typesetting" quiet python3 tests/compile/style.py
    check "every public function has a benchmark" quiet python3 tests/compile/benches.py
    check "maps are true, every function is tested" quiet python3 tests/compile/maps.py
    check "all that is public has an entry in the reference" quiet python3 packaging/reference.py --check
    check "one word for one thing in all five" quiet python3 tests/compile/uniform.py
else
    skip "typesetting, maps, benchmarks" "python3 is not installed (make setup-dev)"
fi
check "common blocks" quiet sh tests/compile/common.sh
check "messages about wrong words of gc_sparse.h" quiet sh tests/compile/messages.sh
finish
