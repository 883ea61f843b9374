#!/bin/sh
# kill -9 at moments spread over a throttled download: after each kill every final name is
# whole, and the restart completes without fetching a finished file again. KILLS=50 (the number
# of moments); the run is throttled to about 3.2 s.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
kills=${KILLS:-50}
set_options="--files 300 --bytes 40000000"
start_origin slow $set_options --bandwidth 100M --rtt 5
slow=$url
start_origin fast $set_options
"$build/origin" --ask GET "$url/manifest.txt" >"$work/manifest"

start=$(date +%s%N)
"$build/asset_cache" --origin "$slow" --cache "$work/whole" >/dev/null
length=$((($(date +%s%N) - start) / 1000000))
echo "an undisturbed run takes $length ms; $kills kills"
check "the run takes at least 3 s" test $length -ge 3000
check "it is whole" equal "$(whole_files "$work/manifest" "$work/whole")" 300
rm -r "$work/whole"

sum=0
for i in $(seq "$kills"); do
    cache=$work/cache
    "$build/asset_cache" --origin "$slow" --cache "$cache" >/dev/null 2>&1 &
    victim=$!
    sleep "$(awk "BEGIN { print ($i - 0.5) * $length / $kills / 1000 }")"
    kill -9 $victim 2>/dev/null
    wait $victim 2>/dev/null
    whole=$(whole_files "$work/manifest" "$cache") || whole=torn
    check "kill $i: every final name is whole" test "$whole" != torn
    [ "$whole" = torn ] && whole=0
    sum=$((sum + whole))
    before=$(requests "$work/fast.log")
    "$build/asset_cache" --origin "$url" --cache "$cache" >/dev/null 2>"$work/err"
    check "kill $i: the restart completes" equal $? 0
    check "kill $i: and fetches no finished file again" equal $(($(requests "$work/fast.log") - before)) \
        $((300 - whole))
    check "kill $i: everything is right" equal "$(whole_files "$work/manifest" "$cache")" 300
    check "kill $i: no temporary is left" equal "$(find "$cache" -name '.gcw-*' | wc -l | tr -d ' ')" 0
    rm -r "$cache"
done
echo "files finished before the kill: $((sum / kills)) of 300 on average"
check "the kills hit the middle of the work" test $((sum / kills)) -gt 20 -a $((sum / kills)) -lt 295
finish
