#!/bin/sh
# The game of examples/island.c: killed at twenty moments it ends with the hash of a game that ran
# through, on one thread and on two; so does its replay alone. Names come from a server.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"

line=$(sed -n 's|^//     cc \(.*\.c\) -o island \([^(]*\)(.*$|\1 \2|p' examples/island.c)
! grep -q GC_FETCH_NO_CURL "$build/curl.flags" || line=$(echo "$line" | sed 's/ -lcurl/ -DGC_FETCH_NO_CURL/')
# shellcheck disable=SC2086
builds() {
    ${CC:-cc} -Wall -Wextra -Wpedantic -Werror $line -O0 -DGC_SORT_NO_SIMD \
        -DGC_SORT_NO_DEBUG_OPT -o "$work/island" 2>"$work/message" && return
    head -n 5 "$work/message"
    return 1
}
check "island builds by its own line" builds
lines=$(wc -l <examples/island.c | tr -d ' ')
check "island has at most 400 lines ($lines)" test "$lines" -le 400

# The moments come from a seed, so that a run can be repeated; they are later while there is no
# save yet, and until a game went on from one.
game=$work/game moment=${SEED:-2026} kills=0 least=50
went_on() { grep -qs '^loaded frame' "$game/game.log"; }
while [ "$kills" -lt 100 ]; do
    [ "$kills" -lt 20 ] || ! went_on || break
    went_on || least=$((least < 700 ? least + 50 : 700))
    moment=$(((moment * 1103515245 + 12345) % 2147483648)) kills=$((kills + 1))
    "$work/island" "$game" 60000 $((1 + kills % 2)) >"$work/killed" 2>&1 &
    sleep "0.$(printf %03d $((least + moment / 65536 % 256)))"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
done
echo "seed ${SEED:-2026}: $kills kills, $(grep -c '^loaded' "$game/game.log") games went on from a save"
check "a save was loaded after a kill" grep -q '^loaded frame' "$game/game.log"

state() { sed -n 's/^frame \([0-9]*\), state \(.*\)/\1 \2/p' "$1"; }
cp -R "$game" "$work/copy"
"$work/island" "$work/copy" 0 1 >"$work/replayed"
frames=$(state "$work/replayed" | cut -d ' ' -f 1)
check "the replay has all frames of the last save" test "${frames:-0}" -ge 256
"$work/island" "$game" "${frames:-256}" 2 >"$work/resumed"
"$work/island" "$work/one" "${frames:-256}" 1 >"$work/through"
"$work/island" "$work/two" "${frames:-256}" 2 >"$work/through2"
check "killed, and through" equal "$(state "$work/resumed")" "$(state "$work/through")"
check "the replay alone" equal "$(state "$work/replayed")" "$(state "$work/through")"
check "one thread, and two" equal "$(state "$work/through2")" "$(state "$work/through")"

# A save that is cut: the one before is taken, and the end is the same.
head -c 1000 "$game/island.sav" >"$work/cut" && cp "$work/cut" "$game/island.sav"
"$work/island" "$game" "${frames:-256}" 2 >"$work/resumed"
check "from an older save" equal "$(state "$work/resumed")" "$(state "$work/through")"

if grep -q GC_FETCH_NO_CURL "$build/curl.flags"; then
    skip "names from a server" "libcurl's headers are not installed"
else
    mkdir "$work/served"
    printf 'Ada\nGrace\n' >"$work/served/names.txt"
    check "a server starts" start_origin served --folder "$work/served"
    "$work/island" "$work/named" 300 2 "$url" >"$work/named.out"
    check "names come from it" grep -qE '^(Ada|Grace) ' "$work/named.out"
    check "a score that it does not take" grep -q '^[^ ]*/score: ..*' "$work/named.out"
    stop_origin
    "$work/island" "$work/alone" 300 2 "$url" >"$work/alone.out"
    check "without a server, the same game" equal "$(state "$work/alone.out")" "$(state "$work/named.out")"
fi
finish
