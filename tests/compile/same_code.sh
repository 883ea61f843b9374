#!/bin/sh
# same_code.sh BASE [HEADER ...]: are the functions of each header the same machine code as in
# revision BASE? Compares each function's instructions and relocations by name, and the bytes of
# constants by section, compiled apart (-ffunction-sections, -O2, NDEBUG) by gcc and clang.
# Prints what differs, came or went, and a line a header; exits 1 if anything does. RENAME
# undoes names: RENAME='s/gc_x_priv_new/gc_x_priv_old/g'. FLAGS adds flags, COMPILERS chooses.
# Meant for changes of names and layout, which must not change the code.
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
base=${1:?usage: same_code.sh BASE [HEADER ...]}
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- gc_*.h

# listing COMPILER FOLDER HEADER: a line for each function or section: its name, and all that is
# in it.
listing() {
    printf '#define %s_IMPLEMENTATION\n#include "%s"\n' "$(basename "$3" .h | tr a-z A-Z)" "$3" \
        >"$work/unit.c"
    $1 -std=gnu99 -O2 -DNDEBUG -w -ffunction-sections -fno-asynchronous-unwind-tables ${FLAGS-} -I"$2" \
        -c "$work/unit.c" -o "$work/unit.o" || exit 1
    # Addresses go, and the numbers of labels: constants are known by the section that they are
    # in.
    {
        objdump -dr --no-show-raw-insn -M intel "$work/unit.o" | grep -v '^Disassembly of section' | sed -E \
            -e 's/^ +[0-9a-f]+:\t//; s/^\t+[0-9a-f]+: /  reloc /; s/\.LC?[0-9]+|\.L[._A-Za-z0-9]+/.L/g' \
            -e 's/(\.rodata|\.data|\.bss)[._a-zA-Z0-9]*/\1/g'
        objdump -s "$work/unit.o" | sed -nE \
            '/^Contents of section \.(rodata|data)/,/^Contents of section \.[^rd]/p' |
            sed -E 's/^Contents of section ([^:]*):$/0 <\1>:/; s/^ [0-9a-f]+ (([0-9a-f]+ )+) .*$/\1/'
    } | sed -E "${RENAME-}" |
        awk '/^[0-9a-f]+ <.*>:$/ { if (name != "") print name ": " text; name = $2; text = ""; next }
             name != "" && NF { text = text "|" $0 }
             END { if (name != "") print name ": " text }' | sort
}

status=0
for header in "$@"; do
    mkdir -p "$work/base"
    git show "$base:$header" >"$work/base/$header" || exit 1
    for compiler in ${COMPILERS:-gcc clang}; do
        listing "$compiler" "$work/base" "$header" >"$work/before"
        listing "$compiler" . "$header" >"$work/after"
        diff "$work/before" "$work/after" | sed -nE 's/^([<>]) (<[^>]*>).*/\1 \2/p' | sort -u -k2 -k1 | awk '
            { seen[$2] = seen[$2] $1 }
            END {
                for (f in seen) print (seen[f] == "<" ? "gone   " : seen[f] == ">" ? "new    " : "differs"), f
            }' |
            sort >"$work/differences"
        cat "$work/differences"
        [ ! -s "$work/differences" ] || status=1
        echo "$header, $compiler: $(wc -l <"$work/after") functions and sections," \
            "$(wc -l <"$work/differences") not the same"
    done
done
exit $status
