#!/bin/sh
# check_transports.sh - gc_fetch.h over the transports of examples/transports, asked by the same
# servers as libcurl: replies, transfer codings, heads that are cut at each byte, and the lies of
# tests/fault/lies.c, kills included. What is done must be right; what is refused may have another
# name, and what differs otherwise stands here.
#   check_transports.sh          without the lies       check_transports.sh soak     all
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh
compiler=x86_64-w64-mingw32-gcc-posix
command -v $compiler >/dev/null 2>&1 || compiler=x86_64-w64-mingw32-gcc
if ! command -v $compiler >/dev/null || ! command -v wine >/dev/null; then
    skip "gc_fetch_winhttp.h" "mingw-w64 or wine is not installed (make setup-dev)"
    finish
    exit
fi
header=examples/transports/gc_fetch_winhttp.h
build=$work
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Werror"
WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
wineserver=$(command -v wineserver || echo /usr/lib/wine/wineserver)
trap '"$wineserver" -k 2>/dev/null; cleanup' EXIT
mkdir "$WINEPREFIX"
wine wineboot -i >/dev/null 2>&1 &

linux="${CC:-cc} -O0 -Wall -Wextra -I."
$linux -Itests tests/support/fetch_replies.c -o "$work/replies" -ldl -pthread &

# ---- it compiles, plainly included too, and links with nothing named

printf '#define GC_FETCH_NO_CURL\n#define GC_FETCH_%s\n#include "gc_fetch.h"\n' STATIC >"$work/one.c"
printf '#define GC_FETCH_WINHTTP_STATIC\n#include "%s"\n' $header >>"$work/one.c"
printf '#define GC_FETCH_WINHTTP_IMPLEMENTATION\n#include "%s"\n' $header >"$work/own.c"
check "C99, apart from gc_fetch.h" $compiler $strict -std=c99 -I. -fsyntax-only "$work/own.c"
check "C++11, in one file" ${compiler%gcc*}g++${compiler#*gcc} $strict -std=c++11 -I. -fsyntax-only \
    -x c++ "$work/one.c"
windows="$compiler -O0 -Wall -Wextra -D__USE_MINGW_ANSI_STDIO=1 -DGC_FETCH_NO_CURL -static -I."
check "asks builds" $windows -DASKS_WINHTTP tests/fault/asks.c -o "$work/asks.exe"
cp "${BUILD:-build}/origin" "$work/origin" 2>/dev/null ||
    check "the origin builds" $linux tests/origin/main.c -o "$work/origin" -pthread
wait
check "the servers build" test -x "$work/replies"

# ---- replies, codings, heads: a list of URLs, each with what is to become of it

mkfifo "$work/hold"
"$work/replies" <"$work/hold" >"$work/list" &
helpers="$helpers $!"
exec 3>"$work/hold"
start_origin heads --files 1 --bytes 2
cut=$("$work/origin" --ask GET "$url/manifest.txt" | sed -nE '1s/^[0-9a-f]{64}  [0-9]+  //p')
for byte in $(seq 0 250); do
    echo "head-cut-$byte $url/$cut?fault,head-cut=$byte -26 1"
    echo "head-reset-$byte $url/$cut?fault,head-reset=$byte -26 1"
    [ $((byte % 50)) != 0 ] || echo "head-stall-$byte $url/$cut?fault,head-stall=$byte -27 1"
done >"$work/heads"
sleep 0.5
cat "$work/heads" >>"$work/list"
check "replies, codings and heads are there" test "$(wc -l <"$work/list")" -ge 500

# asks NAME COMMAND...: what has become of each. Names in $done may be done, though it is not
# valid; in $fails they may fail; in $wrong other bytes may come.
asks() {
    name=$1
    shift
    mkdir "$work/$name"
    check "$name: each has its end" sh -c '"$@" 2>/dev/null' asks "$@" "$work/list" "$work/$name" \
        >"$work/$name.out"
    tr -d '\r' <"$work/$name.out" |
        awk -v done=" $done " -v fails=" $fails " -v wrong=" $wrong " '
            NR == FNR { want[$1] = $3; next }
            { got[$1] = 1; named = " " $1 " "; bad = 0 }
            / WRONG / { if (!index(wrong, named)) bad = 1; if (!bad) next }
            want[$1] == "any" { next }
            want[$1] == 0 && $2 < 0 && !index(fails, named) { bad = 1 }
            want[$1] != 0 && $2 >= 0 && !index(done, named) { bad = 1 }
            bad { print "    " $0 ", wanted " want[$1] }
            want[$1] != "fails" && want[$1] != $2 { other++ }
            END {
                for (name in want) if (!(name in got)) print "    missing: " name
                print other + 0 " of " FNR " have another result than with libcurl" >"/dev/stderr"
            }' "$work/list" - >"$work/$name.bad"
    cat "$work/$name.bad"
    check "$name: what is done is right, and what was cut is not done" test ! -s "$work/$name.bad"
}

# Wine 8 takes a chunked body's cut for its end; it cuts lines of more than 1,460 bytes, knows no
# head of 1xx and no status without a text. A head's own slowness is not seen by gc_fetch.h.
wrong="/chunk coding-cut-0 coding-cut-2"
done="/long-line /long-lines /long-first"
fails="/1xx /status-alone /trickle coding-whole-1"
asks winhttp wine "$work/asks.exe"
exec 3>&-
stop_origin

# ---- while a body comes

start_origin flow --files 1 --bytes 3000000
line=$("$work/origin" --ask GET "$url/manifest.txt" | head -n 1)
flows() {
    name=$1
    shift
    timeout 60 "$@" --flow "$url/${line#*  *  }" "${line%% *}" 2>/dev/null |
        tr -d '\r' | tr '\n' ' ' >"$work/flow"
    check "$name: takes less, limited, paused, cancelled, a POST, closed" equal "$(cat "$work/flow")" \
        "stream 0 limit 0 paused 1 resumed 0 again 0 post 0 closed 0 "
}
flows winhttp wine "$work/asks.exe"
stop_origin

# ---- the lies

if [ "${1:-}" = soak ]; then
    check "lies builds" $windows -DLIES_WINHTTP tests/fault/lies.c -o "$work/lies.exe" -pthread
    check "the lying server builds" $linux -DGC_FETCH_DLOPEN tests/fault/lies.c -o "$work/lies" -ldl -pthread
    LIES_CLIENT="wine $work/lies.exe" "$work/lies" >"$work/lies.out" 2>/dev/null
    check "winhttp: lies: nothing is mixed, nothing is lost" equal $? 0
    grep -E 'MIXED|^[0-9]+ runs' "$work/lies.out"
fi
finish
