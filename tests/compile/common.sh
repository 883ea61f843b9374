#!/bin/sh
# common.sh [HEADER ...]: what stands in several headers on purpose must be the same in all of
# them. A block goes from the line "// >>common NAME" to the line "// <<common NAME"; it is
# compared with each header's prefix replaced. Prints what differs.
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
[ $# -gt 0 ] || set -- gc_*.h
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for header in "$@"; do
    name=$(basename "$header" .h)
    upper=$(echo "$name" | tr a-z A-Z)
    mkdir -p "$work/$name"
    sed -e "s/$name/gc_x/g; s/$upper/GC_X/g" "$header" | awk -v folder="$work/$name/" -v header="$header" '
        /^\/\/ >>common / { if (block != "") exit 1; block = $3; next }
        /^\/\/ <<common / { if (block != $3) exit 1; close(folder block); block = ""; next }
        block != "" { print >(folder block) }
        END { if (block != "") exit 1 }' || { echo "$header: a block begins or ends in another"; exit 1; }
done

status=0 blocks=0
for block in $(for folder in "$work"/*; do ls "$folder"; done | sort -u); do
    blocks=$((blocks + 1)) first= places=0
    for copy in "$work"/*/"$block"; do
        places=$((places + 1))
        [ -n "$first" ] || { first=$copy; continue; }
        diff "$first" "$copy" >"$work/difference" && continue
        echo "$block: $(basename "$(dirname "$first")").h and $(basename "$(dirname "$copy")").h differ:"
        head -n 10 "$work/difference"
        status=1
    done
    [ $places -gt 1 ] || { echo "$block stands only in $(basename "$(dirname "$first")").h"; status=1; }
done
echo "$blocks blocks that are common to several headers"
[ $blocks -gt 0 ] || status=1
exit $status
