#!/bin/sh
# The compile matrix: every header alone and all of them together, in every language mode, with strict warnings as errors; feature macros
# alone and together; what must not compile; and that a cut leaves no symbol. Prints the number of compilations. Needs gcc and clang.
cd "$(dirname "$0")/../.." || exit 1
. tests/support/test.sh
root=$PWD
headers=$(ls gc_*.h | sed 's/\.h$//')
curl_flags=$(sh tests/support/curl_flags.sh cc auto | sed 's/\(^\| \)-l[^ ]*//g')
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Werror"
upper() { echo "$1" | tr a-z A-Z; }

# ---- sources: FILE.c, compiled as C and as C++

# unit FILE PREAMBLE HEADER...: each header included plainly, then with the preamble's macros, then again.
unit() {
    file=$work/$1.c
    shift
    printf '%s\n' "$1" >"$file"
    shift
    for h in "$@"; do printf '#include "%s.h"\n' "$h" >>"$file"; done
    for h in "$@"; do printf '#include "%s.h"\n' "$h" >>"$file"; done
    printf 'int matrix_main(void);\nint matrix_main(void) { return 0; }\n' >>"$file"
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
    # Declarations first, the implementation in a second include of the same unit: in GNU modes, since in strict ones the first
    # include has hidden POSIX by then.
    printf '#include "%s.h"\n%s\n#include "%s.h"\nint matrix_main(void);\nint matrix_main(void) { return 0; }\n' "$h" \
        "$(define "${H}_IMPLEMENTATION")" "$h" >"$work/late_$h.c"
    cuts=$(sed -n '/^FEATURE MACROS/,/^[A-Z]* *[A-Z]*$/p' "$h.h" | grep -oE "${H}_NO_[A-Z0-9_]+" | sort -u)
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
# GNU modes, with system headers first: as most programs do it.
unit gnu_system_first "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
$(define $(all_macros IMPLEMENTATION))" $headers

cp tests/compile/contract.c "$work/contract.c"

# ---- one line for each compilation: COMPILER FLAGS FILE

: >"$work/jobs"
for file in "$work"/*.c; do
    name=$(basename "$file" .c)
    cp "$file" "$work/$name.cc"
    levels="-fsyntax-only"
    # Some warnings come only from the optimiser; and real code shows what is left unused.
    case $name in extern_* | static_* | all_forward | all_static) levels="-fsyntax-only -O2" ;; esac
    for level in $levels; do
        output=
        [ "$level" = -O2 ] && output="-c -o /dev/null"
        standards="c99 c11 c17" cxx="c++11 c++17 c++20"
        # One language each: what the optimiser sees is the same, but for const and inline, and it takes most of the time.
        if [ "$level" = -O2 ]; then
            case $name in extern_* | all_forward) standards=c99 cxx= ;; *) standards= cxx=c++11 ;; esac
        fi
        case $name in gnu_* | late_*) strict= ;; *) strict=yes ;; esac
        [ -z "$strict" ] && standards="gnu99 gnu17" cxx="gnu++11 gnu++20"
        for compiler in gcc clang; do
            for std in $standards; do echo "$compiler -std=$std $warnings $level $output -I$root $curl_flags $file" >>"$work/jobs"; done
        done
        for compiler in g++ clang++; do
            for std in $cxx; do echo "$compiler -std=$std $warnings $level $output -I$root $curl_flags $work/$name.cc" >>"$work/jobs"; done
        done
    done
done
xargs -P "$(nproc)" -I{} sh -c '{} >"$0.$$.log" 2>&1 || { echo "{}"; head -n 6 "$0.$$.log"; }; rm -f "$0.$$.log"' "$work/job" <"$work/jobs" >"$work/failures"
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
        check "$file must not compile ($compiler)" refused "$file" $compiler "$(sed -n '1s/^\/\/ expect: //p' "$file")"
    done
    for h in $headers; do
        H=$(upper "$h")
        unit "wrong_version_$h" "#define ${H}_VERSION 99999" "$h"
        check "$h: another version ($compiler)" refused "$work/wrong_version_$h.c" $compiler "another version"
        grep -q "ifdef ${H}_MALLOC\|defined(${H}_MALLOC)" "$h.h" || continue
        unit "half_malloc_$h" "#define ${H}_IMPLEMENTATION
#define ${H}_MALLOC(n) 0" "$h"
        check "$h: one of three allocation macros ($compiler)" refused "$work/half_malloc_$h.c" $compiler "${H}_REALLOC"
    done
    for h in gc_writer gc_fetch; do
        unit "hidden_$h" "#include <stdio.h>
#define $(upper $h)_IMPLEMENTATION" $h
        check "$h: POSIX hidden by an earlier header names the cure ($compiler)" refused "$work/hidden_$h.c" $compiler "_GNU_SOURCE"
    done
done

# ---- linking: two units with STATIC in one program; declarations and implementation apart; no symbol of a cut remains

link() {
    compilations=$((compilations + 1))
    "$@" 2>"$work/message" || { head -n 5 "$work/message"; return 1; }
}
libraries=$(sh tests/support/curl_flags.sh cc auto)
printf 'int matrix_main(void);\nint main(void) { return matrix_main(); }\n' >"$work/main.c"
sed 's/matrix_main/other_main/g' "$work/all_static.c" >"$work/all_static_2.c"
check "two STATIC units in one program" link gcc -I"$root" "$work/main.c" "$work/all_static.c" "$work/all_static_2.c" -o "$work/program" $libraries -pthread
sed 's/matrix_main/other_main/g' "$work/all_forward.c" >"$work/all_forward_2.c"
unit all_plain "" $headers
check "declarations here, implementation there" link gcc -I"$root" "$work/main.c" "$work/all_plain.c" "$work/all_forward_2.c" -o "$work/program" $libraries -pthread
check "-D on the command line" link gcc $(all_macros IMPLEMENTATION | sed 's/^/-D/') -I"$root" "$work/main.c" "$work/all_plain.c" -o "$work/program" $libraries -pthread

# symbols CUT UNIT PATTERN
no_symbols() {
    link gcc -c -I"$root" $curl_flags "$work/cut_$1.c" -o "$work/cut.o" || return 1
    ! nm "$work/cut.o" | grep -iE "$2"
}
for cut in $cuts_all; do
    case $cut in
    *_NO_THREADS) check "$cut leaves no pthread symbol" no_symbols "$cut" 'pthread' ;;
    *_NO_CURL) check "$cut leaves no libcurl symbol" no_symbols "$cut" ' U curl_' ;;
    *_NO_STDIO) check "$cut leaves no stdio symbol" no_symbols "$cut" ' U (f?printf|fopen|fputs)' ;;
    *_NO_ENTROPY) check "$cut leaves no entropy symbol" no_symbols "$cut" 'getrandom|getentropy|gc_rng_entropy| U open' ;;
    *_NO_SIMD) check "$cut leaves no SIMD symbol" no_symbols "$cut" 'avx2|avx512|sse2|neon|wasm' ;;
    esac
done
# Nothing but the header's own names becomes public.
for h in $headers; do
    link gcc -c -I"$root" $curl_flags "$work/extern_$h.c" -o "$work/extern.o"
    nm -g --defined-only "$work/extern.o" | awk '{ print $3 }' | grep -v -E "^${h}(_|$)" | grep -v matrix_main >"$work/foreign"
    check "$h defines only names of its own" equal "$(cat "$work/foreign")" ""
    lines=$(gcc -std=c99 -E -P -I"$root" "$h.h" | wc -l)
    system=$(printf '#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n' | gcc -std=c99 -E -P - | wc -l)
    check "$h: public section of at most 400 lines (it has $((lines - system)))" test $((lines - system)) -le 400
done
echo "$compilations compilations"
finish
