#!/bin/sh
# What the documentation shows is true: the README's two commands exist as written, its tables
# have all headers with their versions and what macros they share, its cure for hidden POSIX
# cures, and the example of each header's banner, copied into an empty folder with that header
# alone, builds with the printed line and does what it says.
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
for header in gc_*.h; do
    H=$(echo "${header%.h}" | tr a-z A-Z)
    version=$(sed -n "2s/^$header - v\([0-9.]*\) - .*/\1/p" "$header")
    check "$header: the banner has a version" test -n "$version"
    check "$header: the README's table has it" has "^| \[\`$header\`\]($header) | $version | " README.md
    number=$(echo "$version" | awk -F. '{ print $1 * 10000 + $2 * 100 + $3 }')
    check "$header: ${H}_VERSION agrees" has "^#define ${H}_VERSION $number\b" "$header"
    check "$header: the changelog has it" has "\`$header\` $version" CHANGELOG.md
    for section in "DO THIS" EXAMPLE "OVERRIDE MACROS" "FEATURE MACROS" OVERVIEW MEMORY "ERRORS" THREADS \
        PLATFORMS LIMITS "RECENT CHANGES" "SPDX-License-Identifier"; do
        check "$header: banner section $section" has "^$section" "$header"
    done
done
for file in $(sed -n 's/.*](\([^)]*\)).*/\1/p' README.md); do
    check "the README's link $file" test -e "$file"
done

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
sed -n 's/^| \(`_[A-Z].*`\) | \(.*\) |$/\1|\2/p' README.md | while IFS='|' read -r suffixes where; do
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
check "the README's table has the macros that headers share" diff "$work/shared" "$work/told"

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

# ---- the README's own example, and each banner's

sh tests/support/examples.sh "$work/examples"
cp "$work/examples/readme_1.c" "$work/example.c"
cp gc_rng.h "$work"
check "the README's example builds" sh -c "cd '$work' && ${CC:-cc} -Wall -Wextra -Werror example.c -o example"
check "and prints five dice" sh -c "'$work/example' | grep -qE '^([1-6] ){5}$'"

# In C++17: that of gc.hpp's banner prints what it says there, the README's what a comment says.
runs_hpp() { # NUMBER EXPECTED
    (cd "$work/examples" && ${CXX:-c++} -std=c++17 -Wall -Wextra -Werror -I"$root" hpp_$1.cc -o hpp_$1 \
        -pthread $(grep -o -e -DGC_FETCH_NO_CURL "$root/$build/curl.flags") 2>hpp.err && ./hpp_$1 >hpp.out) ||
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
