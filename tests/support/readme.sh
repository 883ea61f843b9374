#!/bin/sh
# readme.sh - writes generated tables anew, between "<!-- begin NAME -->" and "<!-- end NAME -->":
# headers of README.md (from the headers), sizes of docs/sizes.md (from bench/SIZES.md), platforms
# of docs/platforms.md (runs everything that is here). With names: these alone.
#   readme.sh --headers       prints the table of the headers, and changes nothing
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C

# Of each header, in this order: version and purpose are in its banner's first lines, what it needs
# is in the banner's line that compiles the example, lines are counted in thousands, so that not
# each change is one of README.md, and seconds are those of bench/SIZES.md.
headers() {
    echo "| header | version | lines | compiles in | what it does | needs |"
    echo "|---|---|---|---|---|---|"
    for name in rng sort sparse writer fetch; do
        header=gc_$name.h
        banner=$(sed -n '2,/^$/p' $header | tr '\n' ' ' | sed 's/ *$//')
        version=$(echo "$banner" | sed 's/^[^ ]* - v\([0-9.]*\) - .*/\1/')
        what=$(echo "$banner" | sed 's/^[^ ]* - v[0-9.]* - //; s/ - MIT or public domain$//; s/desc\.//')
        seconds=$(awk -F' *\\| *' -v header="## $header" \
            '$0 == header { on = 1 } on && $2 == "all of it" { printf "%.1f s", $4; exit }' bench/SIZES.md)
        needs=$(sed -n 's/^    cc example.c -o example *//p' $header |
            sed 's/-lcurl/libcurl/; s/-pthread/pthreads/; s/ /, /g')
        lines=$(awk 'END { print int(NR / 1000 + 0.5) }' $header)
        echo "| [\`$header\`]($header) | $version | $lines,000 | $seconds | $what | ${needs:-nothing} |"
    done
}
[ "$1" != --headers ] || { headers; exit; }

work=$(mktemp -d "${TMPDIR:-/tmp}/gc_readme.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
for table in ${*:-headers sizes platforms}; do
    page=docs/$table.md
    [ $table != headers ] || page=README.md
    case $table in
    headers) headers ;;
    sizes) sh tests/support/sizes.sh --readme ;;
    platforms) sh tests/support/platforms.sh ;;
    esac >"$work/table" || exit 1
    awk -v name="$table" -v from="$work/table" '
        $0 == "<!-- end " name " -->" { skipping = 0 }
        !skipping { print }
        $0 == "<!-- begin " name " -->" {
            skipping = 1
            while ((getline line <from) > 0) print line
        }' $page >"$work/page" && cp "$work/page" $page
done
