#!/bin/sh
# sizes.sh > bench/SIZES.md - what each header weighs as an object file: bytes of code and data,
# and seconds of processor time to compile, whole, with STATIC and no more than its banner's
# program calls, with each of its cuts alone, and with all of them.
#   sizes.sh --readme     from bench/SIZES.md, the README's table
#   sizes.sh --cuts       the cuts of each header, as its banner names them
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C

# The cuts in a header's banner and _SMALL, also those written as "_NO_X" behind one written in full.
cuts_of() {
    prefix=$(echo "$1" | tr a-z A-Z)
    sed -n '/^FEATURE MACROS/,/^OVERVIEW/p' "$1.h" | grep -oE "(^|[ ,(])(${prefix})?_(NO_[A-Z0-9_]+|SMALL)" |
        sed "s/^[ ,(]*//; s/^${prefix}//" | awk '!seen[$0]++'
}

case $1 in
--cuts)
    for header in gc_*.h; do echo "$header" $(cuts_of "${header%.h}"); done
    exit
    ;;
--readme)
    # A row: what is first in SIZES.md's table of a header, then each cut with what it saves.
    awk -F' *\\| *' '
    BEGIN {
        print "| header | all of it | `STATIC`, a small program | every cut | a cut alone saves, KB |"
        print "|---|---|---|---|---|"
    }
    function flush() {
        if (header) printf "| `%s` | %s | %s | %s | %s |\n", header, all, program, every, cuts
    }
    /^## /                { flush(); header = $0; sub(/^## /, "", header); cuts = "" }
    $2 == "all of it"     { all = $3 " KB, " sprintf("%.1f", $4) " s"; whole = $3 }
    $2 ~ /^`STATIC`/      { program = $3 " KB, " sprintf("%.1f", $4) " s" }
    $2 == "every cut"     { every = $3 " KB, " sprintf("%.1f", $4) " s" }
    $2 ~ /^`_(NO|ONLY)/   { cuts = cuts (cuts ? ", " : "") $2 sprintf(" %.0f", whole - $3) }
    END                   { flush() }' bench/SIZES.md
    exit
    ;;
esac

work=$(mktemp -d "${TMPDIR:-/tmp}/gc_sizes.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cc=${CC:-cc}
curl=$(sh tests/support/curl_flags.sh "$cc" "${CURL:-auto}" | sed 's/\(^\| \)-l[^ ]*//g')

# weigh NAME FILE FLAG...: a row of the table. The processor time is that of the children of a
# shell.
weigh() {
    what=$1 file=$2
    shift 2
    sh -c '"$@" || exit 1; times' sh $cc -O2 -I. $curl "$@" -c "$file" -o "$work/object.o" >"$work/times" ||
        exit 1
    size "$work/object.o" | awk 'NR == 2 { print $1 + $2 }' >"$work/bytes"
    awk -v what="$what" -v bytes="$(cat "$work/bytes")" 'NR == 2 {
        for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); seconds += t[1] * 60 + t[2] }
        printf "| %s | %.1f | %.2f |\n", what, bytes / 1000, seconds
    }' "$work/times"
}

version=$($cc --version | head -n 1 | sed 's/(.*) *//; s/^g*cc /gcc /')
machine=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
cat <<END
# Sizes

KB (1,000 bytes) of code and data in the object file, and seconds of processor time that compiling it takes:
$version -O2, $machine, $(date +%Y-%m-%d). Written by \`make sizes\`.

END
sh tests/support/examples.sh "$work/examples"
for header in gc_*.h; do
    name=${header%.h} prefix=$(echo "${header%.h}" | tr a-z A-Z)
    echo "## $header"
    echo
    echo "| with | KB | seconds |"
    echo "|---|---|---|"
    echo "#include \"$header\"" >"$work/plain.c"
    printf '#define %s_IMPLEMENTATION\n#include "%s"\n' "$prefix" "$header" >"$work/all.c"
    sed "s/${prefix}_IMPLEMENTATION/${prefix}_STATIC/" "$work/examples/$name.c" >"$work/program.c"
    weigh "all of it" "$work/all.c"
    # Twice: the first one waits for files that were not read lately.
    weigh "a plain include" "$work/plain.c" >/dev/null
    weigh "a plain include" "$work/plain.c"
    weigh "\`STATIC\`, its banner's program" "$work/program.c"
    every=
    for cut in $(cuts_of "$name"); do
        weigh "\`$cut\`" "$work/all.c" "-D$prefix$cut"
        every="$every -D$prefix$cut"
    done
    weigh "every cut" "$work/all.c" $every
    if [ $name = gc_sort ]; then
        weigh "\`_ONLY=GC_SORT_KIND_U32\`" "$work/all.c" -DGC_SORT_ONLY=GC_SORT_KIND_U32
    fi
    echo
done
