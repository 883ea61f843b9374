#!/bin/sh
# size_sort.sh - bytes of gc_sort.h's code, by kind of array and instruction set, and what builds
# take. CC chooses the compiler of the first. Networks are shared by the kinds of the same lanes.
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
object=build/size_sort.o
mkdir -p build
printf '#define GC_SORT_IMPLEMENTATION\n#include "gc_sort.h"\n' |
    ${CC:-cc} -O2 -I. -x c -c - -o $object || exit 1
nm -S -t d $object | awk '
    NF == 4 {
        name = $4; kind = "the rest"; isa = "scalar"
        sub(/^gc_sort_priv_/, "", name)
        numbers = name ~ /^(u16|u32|u64)_/
        split(name, part, "_")
        if (name ~ /^order_/) {
            kind = "argsort"
        } else if (name ~ /^(kv|rank)/) {
            kind = "pairs"
        } else if (name ~ /_priv_/) {
            kind = "comparators"
        } else if (name ~ /^(avx512|avx2|v128)_l[0-9]+_/) {
            kind = "networks " part[2]
            isa = part[1]
        } else if (name ~ /_(step|ctx|task|parallel|rounds|misplaced|exchange)$/ ||
                   name ~ /^(gc_sort_ctx|pool|work)_/) {
            kind = "context"
        } else if (numbers) {
            kind = part[1]
            if (part[2] ~ /^(avx512|avx2|v128)$/) isa = part[2]
        }
        bytes[kind "," isa] += $2
    }
    END {
        for (k in bytes) {
            split(k, part, ",")
            printf "%-14s %-8s %7d\n", part[1], part[2], bytes[k]
        }
    }' | sort
size $object

# Weight: what a build takes, all of it and in parts.
weigh() { # WHAT COMPILER FLAGS...
    what=$1 object=build/size_sort_other.o        # the first one stays, for nm
    shift
    command -v "$1" >/dev/null || { printf '%-34s not installed\n' "$what"; return; }
    begin=$(date +%s.%N)
    printf '#define GC_SORT_IMPLEMENTATION\n#include "gc_sort.h"\n' |
        "$@" -I. -x c -c - -o $object || exit 1
    end=$(date +%s.%N)
    bytes=$(size $object | awk 'NR == 2 { print $1 + $2 }')
    awk -v what="$what" -v b="$bytes" -v s="$begin" -v e="$end" \
        'BEGIN { printf "%-34s %7.1f KB %6.2f s\n", what, b / 1000, e - s }'
}
weigh "gcc -O2" gcc -O2
weigh "gcc -O2, no contexts" gcc -O2 -DGC_SORT_NO_CTX
weigh "gcc -O2, u32 alone" gcc -O2 -DGC_SORT_ONLY=GC_SORT_KIND_U32
weigh "gcc -O2, u32 alone, no contexts" gcc -O2 -DGC_SORT_ONLY=GC_SORT_KIND_U32 -DGC_SORT_NO_CTX
weigh "gcc -O0" gcc -O0
weigh "gcc -O1 -fsanitize=address" gcc -O1 -fsanitize=address
weigh "clang -O2" clang -O2
weigh "clang -O0" clang -O0
