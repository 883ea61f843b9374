#!/bin/sh
# size_sort.sh - bytes of gc_sort.h's code, by kind of array and instruction set. CC chooses the
# compiler. Networks are shared by the kinds of the same lanes: l32, l64, l128.
cd "$(dirname "$0")/../.." || exit 1
object=build/size_sort.o
mkdir -p build
printf '#define GC_SORT_IMPLEMENTATION\n#include "gc_sort.h"\n' |
    ${CC:-cc} -O2 -I. -x c -c - -o $object || exit 1
nm -S -t d $object | awk '
    NF == 4 {
        name = $4; kind = "the rest"; isa = "scalar"
        sub(/^gc_sort_priv_/, "", name)
        numbers = name ~ /^(u16|u32|u64|kv32|kv64|kv6432)_/
        split(name, part, "_")
        if (name ~ /^order_/) {
            kind = "argsort"
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
