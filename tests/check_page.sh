#!/bin/sh
# The web page (web/): it is built, served and run in headless Chromium, with and without SIMD,
# with and without the headers that allow threads, and in Firefox, with and without those headers.
# The values that it computes are those of native programs of the same run; what it draws is
# there, and lies on nothing else. Before it gc_writer.h's saves in Chromium, which a reload of
# their page keeps.
. "$(dirname "$0")/support/test.sh"
for program in emcc chromium node; do
    if ! command -v $program >/dev/null 2>&1; then
        skip "the page" "$program is not installed (make setup-dev)"
        finish
        exit
    fi
done
if ! sh tests/support/puppeteer.sh >/dev/null; then
    skip "the page" "puppeteer-core is not installed (make setup-dev)"
    finish
    exit
fi
firefox=$(command -v firefox-esr)
page=build/page
browser="node tests/support/browser.js"

# Three reloads: each visit loads what the one before has saved, beside the build of the page.
mkdir "$work/saves"
cat >"$work/saves/index.html" <<'END'
<!doctype html><meta charset="utf-8"><body><script>
var Module = { onRuntimeInitialized() {
    FS.mkdir('/saves');
    FS.mount(IDBFS, {}, '/saves');
    FS.syncfs(true, error => {
        const loads = `${sessionStorage.loads || ''} ${error || Module._visit()}`;
        sessionStorage.loads = loads;
        if (!Module.unsaved) document.body.dataset.loads = `${loads} not told`;
        else FS.syncfs(false, error => {
            if (error || loads.length > 7) document.body.dataset.loads = error || loads;
            else location.reload();
        });
    });
} };
</script><script src="saves.js"></script>
END
saves() {
    NODE_PATH="${NODE_PATH:-/usr/share/nodejs}" emcc -O1 -Wall -Wextra -Werror -I. tests/page_saves.c \
        -o "$work/saves/saves.js" -lidbfs.js &&
        $browser evaluate "$work/saves" '' 'document.body?.dataset.loads' 'document.body.dataset.loads'
}
saves >"$work/saves.log" 2>&1 &
saves=$!

builds() {
    make --no-print-directory page >"$work/make.log" 2>&1 && return
    tail -n 30 "$work/make.log"
    return 1
}
check "it builds" builds
wait $saves
loaded() { [ "$(cat "$work/saves.log")" = " 0 1 2 3" ] || { cat "$work/saves.log"; return 1; }; }
check "a reload keeps saves, backups, a set and a log" loaded
grep '^page: ' "$work/make.log"

# What is native, on one thread and on three; the sea by the demo itself.
build/page_native 1 | sed -n "s/^    \([a-z0-9_]*\): '\(.*\)',.*/\1 \2/p" >"$work/native"
build/page_native 3 | sed -n "s/^    \([a-z0-9_]*\): '\(.*\)',.*/\1 \2/p" >"$work/native3"
check "natively, ten values" test "$(wc -l <"$work/native")" = 10
check "natively, the same with 3 threads" cmp "$work/native" "$work/native3"
sea=$(build/ecs_demo --headless --entities 20000 --frames 200 --threads 2 |
      sed -n 's/^frame  *200:.* state \([0-9a-f]*\)$/\1/p')
check "the demo's state is the page's" grep -qx "sea ${sea:-none}" "$work/native"

# Where a page is not isolated its clock steps by 0.1 ms, and shows most steps of a frame as 0:
# what the bars are made of is right on average.
cat >"$work/bars.c" <<'END'
#define main page_main
#include "web/page.c"
#undef main
int main(void) {
    if (!page_threads(1) || !page_sea(100, 64, 64)) return 1;
    shown.kept = 100;
    for (int i = 0; i < 100; i++) shown.ms[3][i] = i % 10 == 9 ? 0.1f : 0;
    printf("%.3f %.3f\n", page_sea_numbers()[8 + 3], page_sea_numbers()[8 + 4]);
    return 0;
}
END
bars() {
    ${CC:-cc} -DGC_SORT_NO_DEBUG_OPT -DGC_SORT_NO_SIMD -DGC_RNG_NO_SIMD -I. "$work/bars.c" -o "$work/bars" \
        -pthread -lm && equal "$("$work/bars")" "0.010 0.000"
}
check "bars are means over frames" bars

# start NAME OPTION...: the page computes its values. Those with one thread do so side by side.
start() {
    log=$work/$1
    shift
    $browser values $page "$@" >"$log" 2>&1 &
}
start plain --plain --query '?isolate=no'
start plain_no_simd --plain --no-simd --query '?isolate=no'
start asked --query '?simd=no&threads=no'
[ -z "$firefox" ] || BROWSER=firefox-esr start firefox_plain --plain --query '?isolate=no'
wait
start isolated
wait
[ -z "$firefox" ] || BROWSER=firefox-esr start firefox
wait
start by_worker --plain
wait
start no_simd --no-simd
wait

# run NAME WHAT=IT_SAYS_OF_ITSELF...: the page's values are the native ones.
says() { grep -qxE "$1" "$work/$name" || { cat "$work/$name"; return 1; }; }
same() { grep -vE '^(module|isa|threads|isolated|verdict|error) ' "$work/$name" | diff "$work/native" -; }
quiet_page() { ! grep '^error' "$work/$name"; }
run() {
    name=$1
    shift
    for line; do check "$name: $line" says "$(echo "$line" | tr = ' ')"; done
    check "$name: the native values" same
    check "$name: the page says so" says "verdict all 10 are equal"
    check "$name: no error" quiet_page
}
# A machine of one core has no threads to give.
threads=$(getconf _NPROCESSORS_ONLN)
[ "$threads" -le 16 ] || threads=16
suffix=$([ "$threads" = 1 ] || echo -threads)
run isolated module=simd$suffix isa=wasm128 threads=$threads isolated=true
run by_worker module=simd$suffix isa=wasm128 threads=$threads isolated=true
run plain module=simd isa=wasm128 threads=1 isolated=false
run no_simd module=scalar$suffix isa=scalar threads=$threads
run plain_no_simd module=scalar isa=scalar threads=1
run asked module=scalar isa=scalar threads=1 isolated=true
if [ -n "$firefox" ]; then
    run firefox module=simd$suffix isa=wasm128 threads=$threads isolated=true
    run firefox_plain module=simd isa=wasm128 threads=1 isolated=false
else
    skip "the page in Firefox" "firefox-esr is not installed (make setup-dev)"
fi

# Opened from a file it says what to do, instead of loading for ever.
from_file() {
    chromium --headless --no-sandbox --disable-gpu --user-data-dir="$work/chromium" \
        --virtual-time-budget=5000 --dump-dom "file://$PWD/$page/index.html" 2>/dev/null >"$work/file"
    grep -q 'data-state="failed"' "$work/file" && grep -q 'id="failure">A page from a file' "$work/file"
}
check "from a file: what to do" from_file

# What a visitor does, and what rng_lab counts: points of each engine, natively.
$browser use $page >"$work/use" 2>&1
mkdir "$work/pictures"
build/rng_lab scatter "$work/pictures" |
    sed -n 's/^\([a-z0-9_]*\)  *\([0-9]*\) of [0-9]* cells.*/scatter \1 \2/p' >"$work/lab"
points() { [ "$(wc -l <"$work/lab")" -ge 15 ] && grep '^scatter' "$work/use" | diff "$work/lab" -; }
check "each engine's points are those of rng_lab" points
for line in "lures thrown" "pause stands" "agents 3000" "gorilla stopped" "sorts timed"; do
    check "used: $line" grep -qx "$line" "$work/use"
done
used() { ! grep '^error' "$work/use"; }
check "used: no error" used

# Who needs light, little motion, a reader of the screen; and an address with an engine.
$browser access $page >"$work/access" 2>&1
accessible() {
    printf '%s\n' "motion: Pause" "little motion: Go on" "lcg, seed 7: 512 cells of 262,144" |
        diff - "$work/access"
}
check "axe finds nothing serious, the sea stands where it should, the address is followed" accessible

# The three lines under each part are a program, with the header that lies beside the page.
curl=$(cat build/curl.flags)
for header in gc_rng gc_sort gc_sparse gc_writer gc_fetch; do
    sed -n '/<code>#define/,/<\/code>/{s/.*<code>//;s/<\/code>.*//;s/&amp;/\&/g;s/&lt;/</g;p;}' \
        $page/index.html | grep -A 2 "^#define $(echo $header | tr a-z A-Z)_IMPLEMENTATION" >"$work/$header.c"
    three_lines() (
        [ "$(wc -l <"$work/$header.c")" = 3 ] && cp $page/$header.h "$work" && cd "$work" &&
            ${CC:-cc} -Werror -Wall -Wextra $header.c -o $header $curl -pthread && ./$header
    )
    check "the three lines of $header.h" three_lines
done

# How it looks: nothing is cut off or lies on something else, and there are fish.
$browser show $page build/page_wide.png build/page_phone.png >"$work/show" 2>&1
fine() { ! grep -vE '^colours ' "$work/show"; }
colourful() {
    [ "$(grep -c '^colours' "$work/show")" = 2 ] && awk '$2 < 40 { exit 1 }' "$work/show" ||
        { cat "$work/show"; return 1; }
}
check "the layout" fine
check "the sea is painted, wide and on a phone" colourful
finish
