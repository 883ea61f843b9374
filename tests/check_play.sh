#!/bin/sh
# The playground (web/play): in Chromium, clang as WebAssembly compiles the README's programs, which
# print what they print natively; what does not compile is told, and what does not end is stopped.
# It needs npm, node and 106 MB from its registry: a part of "make soak", not of CI.
. "$(dirname "$0")/support/test.sh"
for program in npm node chromium; do
    if ! command -v $program >/dev/null 2>&1 || ! sh tests/support/puppeteer.sh >/dev/null; then
        skip "the playground" "$program or puppeteer-core is not installed (make setup-dev)"
        finish
        exit
    fi
done
folder=${BUILD:-build}/play
check "it builds" sh web/play/make.sh "$folder"

# play SET WHEN: presses Run once, after the JavaScript SET; then what is printed, and how it ended.
play() {
    node tests/support/browser.js evaluate "$folder" '' "document.readyState === 'complete' &&
        document.getElementById('program').length === 3 &&
        (window.pressed ||= ($1, document.getElementById('run').click(), true)) && ($2)" \
        'document.getElementById("printed").textContent' 'document.body.dataset.ended' 2>&1
}
ended='document.body.dataset.ended'
source='document.getElementById("source").value' choice='document.getElementById("program")'
for header in gc_rng gc_sort gc_sparse; do
    sed -n "/^#define $(echo $header | tr a-z A-Z)_IMPLEMENTATION/,\$p" README.md |
        sed '/^```/,$d' >"$work/game.c"
    ${CC:-cc} -O0 -I. "$work/game.c" -o "$work/game" -lm && "$work/game" >"$work/want"
    play "$choice.value = '$header.h', $choice.onchange()" "$ended" >"$work/log"
    same() {
        grep -v '^$' "$work/log" | sed '$d' | diff "$work/want" - && grep -q '^ended with 0: ' "$work/log"
    }
    check "$header.h's program prints the same" same
done
play "$source = 'int main(void) { return x; }'" "$ended" >"$work/log"
check "what does not compile is told" has "use of undeclared identifier 'x'" "$work/log"
check "and so it ends" has "^it does not compile" "$work/log"
play "$source = 'int main(void) { for (;;) {} }'" \
    "document.getElementById('state').textContent === 'running' &&
        (document.getElementById('run').click(), true)" >"$work/log"
check "what does not end is stopped" has "^stopped" "$work/log"
finish
