#!/bin/sh
# What the documentation shows is true: the README's two commands exist as written, its tables
# are what the headers and the files of measurements give, its programs print what stands below
# them, the errors that it explains come and its cures cure, and the example of each header's
# banner, copied into an empty folder with that header alone, builds with the printed line and
# does what it says. The table of platforms is check_platforms.sh's.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
root=$PWD

# ---- README

sed -n '/^```sh$/,/^```$/p' README.md | grep -v '^```' >"$work/commands"
check "the README's commands are the two" equal "$(cat "$work/commands")" "sh setup.sh demo
sh setup.sh test"

# Whether libcurl's headers are there does not matter, and a test installs nothing: CURL=no.
for command in $(tr ' ' '+' <"$work/commands") make+setup+demo make+setup+test; do
    command=$(echo "$command" | tr '+' ' ')
    check "\"$command\" can be run" sh -c "CURL=no $command -n >'$work/dry' 2>&1"
    check "\"$command\" looks first for what is missing" sh -c \
        "grep -v '^make' '$work/dry' | head -n 1 | grep -qE '^setup: all is there|tests/support/setup.sh'"
done
check "setup does nothing when all is there" sh -c \
    "CURL=no sh tests/support/setup.sh | grep -q '^setup: all is there'"

# The table of the headers, but for the seconds. A heading, a picture, a file stand behind links.
seconds_apart() { awk -F'|' -v OFS='|' '/^\| \[/ { $5 = " " } { print }'; }
table() { sed -n "/^<!-- begin $1 -->$/,/^<!-- end $1 -->$/p" $2 | sed '1d;$d'; }
table headers README.md >"$work/headers"
seconds_apart <"$work/headers" >"$work/told"
sh tests/support/readme.sh --headers | seconds_apart >"$work/table"
check "the README's table of headers is up to date (make readme)" diff "$work/told" "$work/table"
for header in gc_*.h; do
    H=$(echo "${header%.h}" | tr a-z A-Z)
    version=$(sed -n "2s/^$header - v\([0-9.]*\) - .*/\1/p" "$header")
    check "$header: the banner has a version" test -n "$version"
    check "$header: the README's table has it" has "^| \[\`$header\`\]($header) | $version | " "$work/headers"
    number=$(echo "$version" | awk -F. '{ print $1 * 10000 + $2 * 100 + $3 }')
    check "$header: ${H}_VERSION agrees" has "^#define ${H}_VERSION $number\b" "$header"
    check "$header: the changelog has it" has "\`$header\` $version" CHANGELOG.md
    for section in "DO THIS" EXAMPLE "OVERRIDE MACROS" "FEATURE MACROS" OVERVIEW MEMORY "ERRORS" THREADS \
        PLATFORMS LIMITS "RECENT CHANGES" "SPDX-License-Identifier"; do
        check "$header: banner section $section" has "^$section" "$header"
    done
done
links() { grep -oE '\]\([^)]*\)' "$1" | sed 's/^](//; s/)$//' | sort -u; }
headings() { sed -n 's/^##* //p' README.md | tr 'A-Z ' 'a-z-' | tr -dc 'a-z0-9_\n-'; }
for file in $(links README.md); do
    case $file in
    "#"*) check "the README's link $file" sh -c "echo '$(headings)' | grep -qx '${file#\#}'" ;;
    *) check "the README's link $file" test -e "$file" ;;
    esac
done
for page in examples/README.md docs/*.md; do
    for file in $(links $page); do
        check "the link $file of $page" test -e "$(dirname $page)/$file"
    done
done

# Short enough to be read: words that are not markup, outside of programs; and no sentence of more
# than 30 of them.
sed '/^```/,/^```/d' README.md >"$work/prose"
words=$(tr -s ' \t' '\n\n' <"$work/prose" | grep -c '[A-Za-z0-9]')
check "README.md has at most 1,200 words ($words)" test "$words" -le 1200
grep -v '^|' "$work/prose" | sed 's/](\([^)]*\))/]/g; s/^$/./; s/^- /. /' | tr '\n' ' ' |
    sed 's/[.:;?]  */\n/g' | awk 'NF > 30' >"$work/long"
check "README.md: no sentence of more than 30 words" diff /dev/null "$work/long"
for name in rng sort sparse writer fetch; do
    check "README.md says why not something else than gc_$name.h" has "](docs/why_not_$name.md)" README.md
done

# Sizes: the table is that of bench/SIZES.md, which has the cuts that the banners name.
sh tests/support/sizes.sh --readme >"$work/table"
table sizes docs/sizes.md >"$work/sizes"
check "the table of sizes is up to date (make readme)" diff "$work/sizes" "$work/table"
sh tests/support/sizes.sh --cuts >"$work/cuts"
awk -F' *\\| *' '
    /^## / { printf "%s%s", n++ ? "\n" : "", substr($0, 4) }
    $2 ~ /^`_(NO|SMALL)/ { gsub("`", "", $2); printf " %s", $2 }
    END { print "" }' bench/SIZES.md >"$work/weighed"
check "bench/SIZES.md has each cut of the banners (make sizes)" diff "$work/cuts" "$work/weighed"

over=$(awk -F' *\\| *' '$2 == "a plain include" && $4 > 0.02' bench/SIZES.md)
check "an include costs 0.02 s, as the README says" equal "$over" ""

# Each way to add the headers has its consumer.
for way in add_subdirectory:subproject FetchContent:fetchcontent find_package:installed dependency:meson; do
    check "the README's ${way%:*} has a consumer" test -d "tests/consumers/${way#*:}"
    check "the README tells ${way%:*}" has "${way%:*}" README.md
done

# The plots are those of their figures.
if command -v python3 >/dev/null 2>&1; then
    check "the plots are those of bench/figures (make plots)" python3 bench/plots.py --check
else
    skip "the plots" "python3 is not installed (make setup-dev)"
fi
for plot in rng sort sparse writer fetch; do
    check "the README shows $plot's plot" has "](bench/plots/$plot.svg)" README.md
done

# The same numbers everywhere: here they are those that are told.
sed -n '/^Each printed the same three numbers:/,/^`make platforms`/p' docs/platforms.md |
    grep '^gc_' >"$work/numbers"
check "the three numbers" sh -c "sh tests/support/platforms.sh --numbers | diff '$work/numbers' -"

# Kills and power cuts: the table is that of bench/RESULTS.md, and the first row has the
# counts of check-writer, which ends at the first file that is lost.
for file in docs/kills.md bench/RESULTS.md; do
    sed -n '/^| a file is written by/,/^$/p' $file >"$work/$(basename $file .md).table"
done
check "the table of kills is that of bench/RESULTS.md" diff "$work/kills.table" "$work/RESULTS.table"
while read -r program count; do
    check "$program counts $count" has "fault_count($count)" "tests/fault/$program.c"
done <<'COUNTS'
kill "KILLS", 500
power "CUTS_EXT4", 60
power "CUTS_XFS", 20
power "CUTS_BTRFS", 20
COUNTS
check "the first row has them" has \
    '| 0 of 500, .* | 0 of 100: 60 ext4, 20 xfs, 20 btrfs |$' "$work/kills.table"

# The line that builds the amalgamated tests: as the Makefile does it, and it compiles.
line=$(sed -n 's/^\(cc .* tests\/amalgam\.c .*\) && .*/\1/p' docs/platforms.md)
check "the amalgamated tests are told" test -n "$line"
case $(cat "$build/curl.flags") in
*-lcurl*) ;;
*) line="$(echo "$line" | sed 's/-lcurl//') -DGC_FETCH_NO_CURL" ;;
esac
command=$(echo "$line" | sed "s|^cc |${CC:-cc} -fsyntax-only |; s/-o [^ ]*//; s/-lcurl//")
check "and compile: $line" sh -c "$command"

# Macros that more than one header looks at (what the banners name besides is not there, or
# stands alone): "SUFFIX HEADER".
for header in gc_*.h; do
    H=$(echo "${header%.h}" | tr a-z A-Z)
    named=$(sed -n '/^DO THIS/,/^OVERVIEW/p' "$header" | grep -oE "${H}_[A-Z0-9_]+")
    for suffix in $(echo "$named" | sort -u | sed "s/^$H//"); do
        grep -qE "^ *# *(if|elif|ifdef|ifndef) .*\b$H$suffix\b" "$header" && echo "$suffix $header"
    done
done | sort >"$work/macros"
awk 'NR == FNR { count[$1]++; next } count[$1] > 1' "$work/macros" "$work/macros" >"$work/shared"

# The README's table: a row says where, "all five", or "all but" where.
sed -n 's/^| \(`_[A-Z].*`\) | \(.*\) |$/\1|\2/p' docs/sizes.md | while IFS='|' read -r suffixes where; do
    named=$(echo "$where" | grep -oE 'gc_[a-z]+\.h' | tr '\n' ' ')
    for suffix in $(echo "$suffixes" | tr -d '`'); do
        for header in gc_*.h; do
            case "$where: $named" in
            *"all five"* | "all but"*) case " $named" in *" $header "*) ;; *) echo "$suffix $header" ;; esac \
                ;;
            *" $header "*) echo "$suffix $header" ;;
            esac
        done
    done
done | sort >"$work/told"
check "the table of macros has those that headers share" diff "$work/shared" "$work/told"

# "POSIX is hidden": the fault is there, and either cure cures it.
compiles() { # ARGUMENT...: as strict C99
    ${CC:-cc} -std=c99 -I"$root" $(grep -o -e -DGC_FETCH_NO_CURL "$build/curl.flags") -fsyntax-only "$@" \
        2>"$work/err"
}
cured() { compiles "$@" || { head -n 3 "$work/err"; return 1; }; }
hidden() { ! compiles "$1" && has "POSIX is hidden" "$work/err"; }
for header in gc_writer.h gc_fetch.h; do
    implementation="#define $(echo "${header%.h}" | tr a-z A-Z)_IMPLEMENTATION
#include \"$header\""
    printf '%s\n' '#include <stdio.h>' "$implementation" >"$work/system_first.c"
    printf '%s\n' "#include \"$header\"" "$implementation" >"$work/plain_first.c"
    printf '%s\n' "$implementation" '#include <stdio.h>' >"$work/begun_with.c"
    for file in system_first plain_first; do
        if [ "$(uname -s)" = Linux ]; then check "$header: $file.c hides POSIX" hidden "$work/$file.c"; fi
        check "$header: $file.c with -D_GNU_SOURCE" cured -D_GNU_SOURCE "$work/$file.c"
    done
    check "$header: a file that begins with the implementation" cured "$work/begun_with.c"
done

# ---- the other errors that it explains: a program of two files

# fails PATTERN FILE...: they do not link or compile, and the compiler says so.
fails() {
    pattern=$1
    shift
    if ${CC:-cc} -I"$work" -I"$root" "$@" -o "$work/failed" 2>"$work/err"; then return 1; fi
    has "$pattern" "$work/err" || { head -n 5 "$work/err"; return 1; }
}
told() { check "docs/questions.md explains \"$1\"" has "$1" docs/questions.md; }
echo '#include "gc_rng.h"
int main(void) { gc_rng r; gc_rng_seed(&r, 1); return 0; }' >"$work/use.c"
for n in 1 2; do
    echo '#define GC_RNG_IMPLEMENTATION
#include "gc_rng.h"' >"$work/all_$n.c"
done
echo '#include "gc_rng.h"
#define GC_RNG_STATIC
#include "gc_rng.h"' >"$work/late.c"
echo '#define GC_RNG_VERSION 100      // as an older copy leaves it
#include "gc_rng.h"' >"$work/versions.c"
if [ "$(uname -s)" = Linux ]; then
    check "without an implementation" fails 'undefined reference to .gc_rng_seed' "$work/use.c"
    check "with two of them" fails 'multiple definition of' "$work/use.c" "$work/all_1.c" "$work/all_2.c" \
        -O0 -DGC_RNG_NO_SIMD -DGC_RNG_NO_ENGINES
fi
told "undefined reference to .gc_rng_seed"
told "multiple definition of"
check "STATIC after a plain include" fails "GC_RNG_STATIC must be defined before the first include" \
    "$work/late.c"
told "GC_RNG_STATIC must be defined before the first include"
check "two versions" fails "another version of gc_rng.h was already included" "$work/versions.c"
told "another version of gc_rng.h was already included"
for error in "no <curl/curl.h>" "POSIX is hidden"; do
    check "gc_fetch.h has the error \"$error\"" has "#error \"gc_fetch.h.*$error" gc_fetch.h
    told "$error"
done
if grep -q -e -lcurl "$build/curl.flags"; then
    echo '#define GC_FETCH_IMPLEMENTATION
#include "gc_fetch.h"
int main(void) { return !gc_fetch_open(0, 0); }' >"$work/fetch.c"
    check "without -lcurl" fails 'undefined reference to .curl_easy_init' "$work/fetch.c" -O0
fi
told "undefined reference to .curl_easy_init"

# ---- the README's programs: each prints what stands below it

sh tests/support/examples.sh "$work/examples"
cp gc_*.h "$work"
check "the README has a program for each header" test "$(ls "$work/examples" | grep -c '^readme_')" = 5
n=0
for name in rng sort sparse writer fetch; do
    n=$((n + 1)) program=$work/examples/readme_$n
    check "the README's program $n is gc_$name.h's" has "^#include \"gc_$name.h\"" "$program.c"

    # Static, which leaves out what is not called, takes a third of the time; the vector code is built
    # for the banner's example below.
    static=-DGC_$(echo $name | tr a-z A-Z)_STATIC
    [ $name != sort ] || static="$static -DGC_SORT_NO_SIMD -DGC_SORT_NO_DEBUG_OPT"
    check "it builds" sh -c "cd '$work' && ${CC:-cc} -Wall -Wextra -Werror -I. $static \
        $(grep -o -e -DGC_FETCH_NO_CURL "$build/curl.flags") '$program.c' -o '$program' \
        $(grep -o -e -lcurl "$build/curl.flags") -pthread"
    [ $name = fetch ] || (cd "$work" && "$program") | sed 's/ *$//' >"$program.out"
    awk -v n=$n '/^```c$/ { seen++ } /^```$/ { after = seen } after == n && /^It prints / { print }
        /^!\[/ { after = 0 }' README.md | grep -oE '"[^"]*"' | tr -d '"' >"$program.told"
    case $name in
    rng) check "and prints five dice" grep -qE '^([1-6] ){4}[1-6]$' "$program.out" ;;
    fetch)
        printf 'twelve bytes' >"$work/twelve"
        check "and fetches two files, of which one is not there" equal \
            "$(cd "$work" && "$program" "file://$work/twelve" one "file://$work/none" two | sort)" \
            "$(printf '%s\n' "file://$work/none: cannot read the file: cannot be opened (errno 2)" \
                "file://$work/twelve: 12 bytes" | sort)"
        check "and has it" cmp "$work/twelve" "$work/one"
        check "and tells what it cannot add" equal \
            "$(cd "$work" && "$program" example.com x "file://$work/twelve" ../x)" \
            "$(printf '%s\n' "example.com: bad URL" "file://$work/twelve: forbidden path")"
        for bad in "example.com x" "file://$work/none two"; do
            check "and ends with 1 where one has failed" sh -c "! '$program' $bad >/dev/null"
        done
        check "and with 0 where none has" sh -c \
            "cd '$work' && '$program' 'file://$work/twelve' one >/dev/null"
        ;;
    *) check "and prints what the README says" diff "$program.told" "$program.out" ;;
    esac
done
echo '#include "gc_rng.h"
typedef char is_32_bytes[sizeof(gc_rng) == 32 ? 1 : -1];' >"$work/size.c"
check "a generator is 32 bytes" ${CC:-cc} -I"$root" -fsyntax-only "$work/size.c"

# ---- each banner's example

# In C++17: that of gc.hpp's banner prints what it says there, the README's what a comment says.
runs_hpp() { # NUMBER EXPECTED
    (cd "$work/examples" && ${CXX:-c++} -std=c++17 -Wall -Wextra -Werror -I"$root" hpp_$1.cc -o hpp_$1 \
        -DGC_SORT_NO_SIMD -DGC_SORT_NO_DEBUG_OPT -DGC_RNG_NO_SIMD -pthread \
        $(grep -o -e -DGC_FETCH_NO_CURL "$root/$build/curl.flags") 2>hpp.err && ./hpp_$1 >hpp.out) ||
        { head -n 5 "$work/examples/hpp.err"; return 1; }
    equal "$(cat "$work/examples/hpp.out")" "$2"
}
expected=$(sed -n 's/^    It prints "\(.*\)"\.$/\1/p' gc.hpp)
check "gc.hpp: the banner says what the example prints" test -n "$expected"
version=$(sed -n '2s/^gc\.hpp - v\([0-9.]*\) - .*/\1/p' gc.hpp)
check "gc.hpp: the changelog has its version" has "\`gc.hpp\` $version" CHANGELOG.md
if command -v "${CXX:-c++}" >/dev/null 2>&1; then
    check "gc.hpp: the example prints that" runs_hpp 1 "$expected"
    check "the README's example in C++ prints what it says" runs_hpp 2 \
        "$(sed -n 's|.*// prints ||p' "$work/examples/hpp_2.cc")"
else
    skip "gc.hpp: the examples" "no C++ compiler"
fi

http=yes
grep -q GC_FETCH_NO_CURL "$build/curl.flags" && http=no
for header in gc_*.h; do
    name=${header%.h}
    folder=$work/$name
    mkdir "$folder"
    cp "$header" "$folder"
    section=$work/examples/$name.section line=$(cat "$work/examples/$name.line")
    cp "$work/examples/$name.c" "$folder/example.c"
    check "$header: the example has about ten lines ($(wc -l <"$folder/example.c" | tr -d ' '))" test \
        "$(wc -l <"$folder/example.c")" -le 22
    if [ $name = gc_fetch ] && [ $http = no ]; then
        line="$(echo "$line" | sed 's/ -lcurl//') -DGC_FETCH_NO_CURL"
    fi
    command=$(echo "$line" | sed "s|^cc |${CC:-cc} |")
    check "$header: the example builds with: $line" \
        sh -c "cd '$folder' && $command 2>'$folder/err' && test ! -s '$folder/err'"
    # What it prints stands below the program, each line of output in quotes.
    expected=$(sed -n '/^    [A-Z]/,$p' "$section" | grep -oE '"[^"]+"' | tr -d '"')
    case $name in
    gc_fetch)
        printf 'twelve bytes' >"$folder/data"
        check "$header: a file: URL" equal "$("$folder/example" "file://$folder/data")" "12 bytes"
        check "$header: a URL that is not there" sh -c \
            "'$folder/example' 'file://$folder/none' | grep -q 'cannot read the file'"
        if [ $http = yes ]; then
            start_origin example --files 3 --bytes 3000
            check "$header: the origin" equal "$("$folder/example" "$url/manifest.txt")" \
                "$("$build/origin" --ask GET "$url/manifest.txt" | wc -c | tr -d ' ') bytes"
            stop_origin
        elif [ "$CURL" != no ]; then
            skip "$header: the origin" "libcurl's headers are not installed"
        fi
        ;;
    *)
        check "$header: the banner says what the example prints" test -n "$expected"
        check "$header: it prints that" equal "$(cd "$folder" && ./example | sed 's/ *$//')" "$expected"
        ;;
    esac
done
finish
