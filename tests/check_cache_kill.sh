#!/bin/sh
# kill -9 at moments spread over a throttled update: after each kill every object is whole, the
# old version stands or the new one, whole, and the restart completes without fetching a finished
# file again. By the origins' logs a kill costs at most gc_writer's pool and 1 MB that are sent
# twice, and 64 KB for each of 16 transfers: libcurl keeps so much of one whose object waits for room
# in the pool. Besides them the objects below desc.large_from that were cut, which begin anew, and what
# waited in sockets: on a busy machine that is as much as the origin could send before the
# updater's turn came. KILLS=50 (the number of moments); the run is throttled to about
# 3.2 s. Then a shorter first start is killed at 20 moments: all that is there whole is given out
# without the origin.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
kills=${KILLS:-50}
bytes=40000000
allowed=$(((4 << 20) + (1 << 20) + (16 << 16)))
set_options="--files 300 --bytes $bytes --sealed"
start_origin slow $set_options --bandwidth 100M --rtt 5
slow=$url slow_origin=$pid
start_origin fast $set_options
"$build/origin" --ask GET "$url/manifest.txt" >"$work/manifest"

start=$(date +%s%N)
"$build/asset_cache" --origin "$slow" --cache "$work/whole" >/dev/null
length=$((($(date +%s%N) - start) / 1000000))
echo "an undisturbed run takes $length ms; $kills kills"
check "the run takes at least 3 s" test $length -ge 3000
check "it is whole" equal "$(whole_objects "$work/whole")" 300
rm -r "$work/whole"

# The version before: a few files of another set.
mkdir "$work/old"
for i in 1 2 3 4 5; do echo "old $i" >"$work/old/file$i"; done
"$build/asset_cache" --make-manifest "$work/old" >"$work/old.manifest"
cp "$work/old.manifest" "$work/old/manifest.txt"

# Bytes of assets that a log tells of from line $2 on.
sent() { tail -n +$(($2 + 1)) "$1" | awk '$1 == "asset" { sum += $8 } END { printf "%d", sum }'; }

# Bytes that have left the origin at port $1 and have not been read: /proc/net/tcp has for each end
# what it has to send and what waits for its reader ("tx:rx", hexadecimal, the fifth field).
in_sockets() {
    awk -v port="$(printf '%04X' "$1")" '
        function number(text, i, n) {
            for (i = 1; i <= length(text); i++) n = n * 16 + index("0123456789ABCDEF", substr(text, i, 1)) - 1
            return n
        }
        ($2 ~ ":" port "$" || $3 ~ ":" port "$") && $4 == "01" {
            split($5, queue, ":")
            sum += number(queue[1]) + number(queue[2])
        }
        END { printf "%d", sum }' /proc/net/tcp
}

# Bytes that were sent of objects below desc.large_from which were cut: in a log from line $2 on.
cut_small() {
    awk -v seen="$2" 'NR == FNR { size["/" $3] = $2; next }
        FNR > seen && $1 == "asset" && $9 != "complete" && size[$5] < 1048575 { sum += $8 }
        END { printf "%d", sum }' "$work/manifest" "$1"
}

sum=0 switched=0 most=0
for i in $(seq "$kills"); do
    cache=$work/cache
    "$build/asset_cache" --origin "file://$work/old" --cache "$cache" >/dev/null 2>&1
    seen_slow=$(wc -l <"$work/slow.log")
    "$build/asset_cache" --origin "$slow" --cache "$cache" >/dev/null 2>&1 &
    victim=$!
    sleep "$(awk "BEGIN { print ($i - 0.5) * $length / $kills / 1000 }")"
    # What waits in the system's buffers nobody can keep. Both stand still while it is counted.
    kill -STOP $slow_origin $victim 2>/dev/null
    waiting=$(in_sockets "${slow##*:}")
    # The origin goes on when the updater is gone: else it would send what its bandwidth has
    # saved up meanwhile to connections that nobody reads.
    kill -9 $victim 2>/dev/null
    wait $victim 2>/dev/null
    kill -CONT $slow_origin
    whole=$(whole_objects "$cache") || whole=torn
    check "kill $i: every object is whole" test "$whole" != torn
    [ "$whole" = torn ] && whole=0

    # One version or the other, all of it.
    files=5 manifest=$work/old.manifest
    cmp -s "$cache/manifest" "$work/manifest" && files=300 manifest=$work/manifest switched=$((switched + 1))
    check "kill $i: the old version or the new one" cmp "$cache/manifest" "$manifest"
    "$build/asset_cache" export "$work/out" --cache "$cache" >/dev/null 2>"$work/err"
    check "kill $i: it is given out" equal $? 0
    check "kill $i: whole" equal "$(whole_files "$manifest" "$work/out")" $files
    rm -rf "$work/out"

    # What has come stays; of large files also what has come of them.
    there=$(ls "$cache/objects" | grep -c '^[0-9a-f]\{64\}$')
    [ $files = 5 ] && there=$((there - 5))
    [ "$there" -le 300 ] || there=300
    sum=$((sum + there))
    seen=$(wc -l <"$work/fast.log")
    "$build/asset_cache" --origin "$url" --cache "$cache" >"$work/out.txt" 2>"$work/err"
    check "kill $i: the restart completes" equal $? 0
    check "kill $i: and fetches no finished file again" has \
        "^300 assets: $there hits, $((300 - there)) downloaded, 0 failed" "$work/out.txt"
    asked=$(tail -n +$((seen + 1)) "$work/fast.log" | awk '$1 == "asset" { print $5 }' | sort -u | wc -l)
    check "kill $i: nor asks for one" equal $((asked)) $((300 - there))
    twice=$(($(sent "$work/slow.log" "$seen_slow") + $(sent "$work/fast.log" "$seen") - bytes))
    small=$(cut_small "$work/slow.log" "$seen_slow")
    lost=$((twice - waiting - small))
    check "kill $i: $twice bytes were sent twice, $small of small objects, $waiting were in sockets" \
        test $twice -ge 0 -a $lost -le $allowed
    [ $lost -le $most ] || most=$lost
    check "kill $i: everything is right" equal "$(whole_objects "$cache")" 300
    check "kill $i: no temporary is left" equal "$(find "$cache" -name '.gc*.tmp' | wc -l | tr -d ' ')" 0
    rm -r "$cache"
done
echo "files finished before the kill: $((sum / kills)) of 300 on average; $switched kills after the switch"
echo "at most $most bytes of large objects were sent twice for a kill; $allowed are allowed"
check "the kills hit the middle of the work" test $((sum / kills)) -gt 20 -a $((sum / kills)) -lt 295

# The first start: no version stands before.
first_options="--files 300 --bytes 8000000 --sealed"
start_origin first $first_options --bandwidth 100M --rtt 5
"$build/origin" --ask GET "$url/manifest.txt" >"$work/manifest"
start=$(date +%s%N)
"$build/asset_cache" --origin "$url" --cache "$work/whole" >/dev/null
length=$((($(date +%s%N) - start) / 1000000))
rm -r "$work/whole"
middle=0
for i in $(seq 20); do
    cache=$work/first_cache
    "$build/asset_cache" --origin "$url" --cache "$cache" >/dev/null 2>&1 &
    victim=$!
    sleep "$(awk "BEGIN { print ($i - 0.5) * $length / 20 / 1000 }")"
    kill -9 $victim 2>/dev/null
    wait $victim 2>/dev/null
    there=$(ls "$cache/objects" 2>/dev/null | grep -c '^[0-9a-f]\{64\}$')
    [ "$there" = 0 ] || [ "$there" -ge 300 ] || middle=$((middle + 1))
    "$build/asset_cache" ls --cache "$cache" >"$work/list" 2>/dev/null
    check "first kill $i: $there are there" equal "$(grep -c '^there ' "$work/list")" "$there"
    for name in $(sed -n 's/^there   [0-9a-f]*  *[0-9]*  //p' "$work/list" | awk 'NR % 50 == 1'); do
        "$build/asset_cache" get "$name" --cache "$cache" >"$work/out" 2>"$work/err"
        right=$(sed -n "s|  [0-9]*  $name\$||p" "$work/manifest")
        check "first kill $i: $name is given out" equal "$(sha256sum <"$work/out" | cut -d ' ' -f 1)" "$right"
    done
    "$build/asset_cache" --origin "$url" --cache "$cache" >"$work/out.txt" 2>"$work/err"
    check "first kill $i: the rest comes" has \
        "^300 assets: $there hits, $((300 - there)) downloaded, 0 failed" "$work/out.txt"
    rm -rf "$cache"
done
check "the kills of the first start hit its middle ($middle of 20)" test $middle -ge 5
finish
