#!/bin/sh
# What the documentation shows is true: the README's two commands exist as written, its table has all headers with their versions, and the
# example of each header's banner, copied into an empty folder with that header alone, builds with the printed line and does what it says.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
root=$PWD

# ---- README

sed -n '/^```sh$/,/^```$/p' README.md | grep '^make' >"$work/commands"
check "the README's first commands are the two" equal "$(cat "$work/commands")" "make setup demo
make setup test"
while read -r command; do
    check "\"$command\" can be run" sh -c "$command -n >'$work/dry' 2>&1"
done <"$work/commands"
check "setup is the first thing it does" has 'tests/support/setup.sh' "$work/dry"
check "setup does nothing when all is there" sh -c "sh tests/support/setup.sh | grep -q '^setup: all is there'"
for header in gc_*.h; do
    H=$(echo "${header%.h}" | tr a-z A-Z)
    version=$(sed -n "2s/^$header - v\([0-9.]*\) - .*/\1/p" "$header")
    check "$header: the banner has a version" test -n "$version"
    check "$header: the README's table has it" has "^| \[\`$header\`\]($header) | $version | " README.md
    number=$(echo "$version" | awk -F. '{ print $1 * 10000 + $2 * 100 + $3 }')
    check "$header: ${H}_VERSION agrees" has "^#define ${H}_VERSION $number\b" "$header"
    check "$header: the changelog has it" has "\`$header\` $version" CHANGELOG.md
    for section in "DO THIS" EXAMPLE "OVERRIDE MACROS" "FEATURE MACROS" OVERVIEW MEMORY "ERRORS" THREADS PLATFORMS LIMITS "RECENT CHANGES" "SPDX-License-Identifier"; do
        check "$header: banner section $section" has "^$section" "$header"
    done
done
for file in $(sed -n 's/.*](\([^)]*\)).*/\1/p' README.md); do check "the README's link $file" test -e "$file"; done

# ---- the README's own example, and each banner's

sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d' >"$work/example.c"
cp gc_rng.h "$work"
check "the README's example builds" sh -c "cd '$work' && ${CC:-cc} -Wall -Wextra -Werror example.c -o example"
check "and prints five dice" sh -c "'$work/example' | grep -qE '^([1-6] ){5}$'"

http=yes
grep -q GC_FETCH_NO_CURL "$build/curl.flags" && http=no
for header in gc_*.h; do
    name=${header%.h}
    folder=$work/$name
    mkdir "$folder"
    cp "$header" "$folder"
    # The section: the line that builds it is indented by 4, the program by 8.
    sed -n '/^EXAMPLE$/,/^OVERRIDE MACROS/p' "$header" >"$folder/section"
    line=$(sed -n 's/^    \(cc .*\)/\1/p' "$folder/section")
    sed -n '/^        /s/^        //p' "$folder/section" >"$folder/example.c"
    check "$header: the example has about ten lines ($(wc -l <"$folder/example.c" | tr -d ' '))" test "$(wc -l <"$folder/example.c")" -le 22
    if [ $name = gc_fetch ] && [ $http = no ]; then line="$(echo "$line" | sed 's/ -lcurl//') -DGC_FETCH_NO_CURL"; fi
    check "$header: the example builds with: $line" sh -c "cd '$folder' && $(echo "$line" | sed "s|^cc |${CC:-cc} |") 2>'$folder/err' && test ! -s '$folder/err'"
    # What it prints stands below the program, each line of output in quotes.
    expected=$(sed -n '/^    [A-Z]/,$p' "$folder/section" | grep -oE '"[^"]+"' | tr -d '"')
    case $name in
    gc_fetch)
        printf 'twelve bytes' >"$folder/data"
        check "$header: a file: URL" equal "$("$folder/example" "file://$folder/data")" "12 bytes"
        check "$header: a URL that is not there" sh -c "'$folder/example' 'file://$folder/none' | grep -q 'cannot read the file'"
        if [ $http = yes ]; then
            start_origin example --files 3 --bytes 3000
            check "$header: the origin" equal "$("$folder/example" "$url/manifest.txt")" "$("$build/origin" --ask GET "$url/manifest.txt" | wc -c | tr -d ' ') bytes"
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
