#!/bin/sh
# fuzz.sh [NAME...] - the fuzzers of paths, states, comparisons, manifests and replies: each corpus
# in tests/fuzz/corpus is replayed by ${CC:-cc}, without libFuzzer; then each runs under libFuzzer,
# ASan and UBSan for 6 seconds (FUZZ_SECONDS=600: longer), two at a time. What it finds is left in
# build/fuzz. gc_sort.h's keys and gc_sparse.h's saves have scripts of their own, in check-sort and
# check-sparse. Needs clang.
cd "$(dirname "$0")/../.." || exit 1
seconds=${FUZZ_SECONDS:-6}
build=${BUILD:-build}/fuzz
mkdir -p "$build"

# One of them. "transport" is "replies" without libcurl.
if [ "$1" = --one ]; then
    name=$2 source=tests/fuzz/fuzz_$2.c flags=
    . tests/support/test.sh
    case $name in
    transport) source=tests/fuzz/fuzz_replies.c flags=-DGC_FETCH_NO_CURL ;;
    replies)
        flags=$(sh tests/support/curl_flags.sh "${CC:-cc}" auto 2>/dev/null)
        case $flags in *NO_CURL*)
            skip "replies" "libcurl's headers are not installed"
            finish
            exit ;;
        esac ;;
    esac
    corpus=tests/fuzz/corpus/$name

    replays() {
        ${CC:-cc} -O1 -g1 -Wall -Wextra -DFUZZ_MAIN -I. "$source" -o "$work/replay" $flags -pthread \
            2>"$work/log" && test ! -s "$work/log" && "$work/replay" "$corpus"/* >"$work/log" 2>&1 ||
            { tail -n 20 "$work/log"; return 1; }
    }
    check "$name: its corpus is replayed" replays
    check "$name: the fuzzer builds" clang -O1 -g1 -fsanitize=fuzzer,address,undefined \
        -fno-sanitize-recover=all -I. "$source" -o "$build/$name" $flags -pthread

    # The corpus stays as it is; what is new goes to a folder that is removed.
    mkdir "$work/new"
    "$build/$name" -max_total_time="$seconds" -max_len=4096 -timeout=10 -artifact_prefix="$build/$name-" \
        -print_final_stats=1 "$work/new" "$corpus" >"$work/log" 2>&1
    status=$?
    check "$name: nothing is found in $seconds s" equal $status 0
    if [ $status != 0 ]; then tail -n 40 "$work/log"; fi
    echo "$name: $(grep -o 'number_of_executed_units: [0-9]*' "$work/log" | tr -dc 0-9) inputs"
    finish
    exit
fi

# Two at a time, and their sum.
[ $# -gt 0 ] || set -- replies transport cache compare paths state
work=$(mktemp -d "${TMPDIR:-/tmp}/gc_fuzz.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
printf '%s\n' "$@" | xargs -P 2 -I '{}' sh -c 'sh "$0" --one {} >"$1/{}" 2>&1' "$0" "$work"
passed=0 failed=0 skipped=0
for name in "$@"; do
    grep -v ' passed, ' "$work/$name"
    read -r p _ f _ s _ <<SUM
$(grep ' passed, ' "$work/$name" || echo 0 passed, 1 failed, 0 skipped)
SUM
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
