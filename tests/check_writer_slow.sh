#!/bin/sh
# gc_writer.h and the asset cache on a slow disk (support/slow_disk.c): each rename takes 10 ms,
# each fsync 5 ms longer. Their tests hold there as well; some make too many files for that, and
# run in the long form alone. Then how long a line, a sync and a file of a high priority wait
# beside other files: fault/slow.c. It mostly waits, so all run at once.
#   check_writer_slow.sh          under a minute
#   check_writer_slow.sh soak     every test: some minutes
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$build/fault"
long="writer_paths writer_contents writer_order writer_around writer_around_faults writer_faults writer_events
    writer_producers writer_forgotten writer_pump_models writer_descriptor_limit
    writer_hostile writer_lane_model cache_bad_index cache_kill_updates"
[ "${1:-}" = soak ] && long=

cc=${CC:-cc}
check "the slow disk compiles" \
    $cc -O2 -Wall -Wextra -shared -fPIC tests/support/slow_disk.c -o "$build/slow_disk.so" -ldl
check "slow.c compiles" \
    $cc -O2 -g1 -Wall -Wextra -I. tests/fault/slow.c -o "$build/fault/slow" -pthread -ldl

# tests FILE TURN: every second one of its tests, on the slow disk; what they print goes to a file. A
# name also runs those that begin with it.
tests() {
    "$build/tests/amalgam" --list "$1_" | awk -v begin="$1_" -v long="$long" -v turn="$2" '
        BEGIN { split(long, names); for (i in names) slow["test_" names[i]] }
        index($0, begin) != 1 || /^test_cache_(sign|chunks)_/ || $0 in slow { next }
        { for (name in ran) if (index($0, name) == 1) next; ran[$0]; if (n++ % 2 == turn) print }' |
        while read -r name; do
            SLOW_RENAME=10000 SLOW_FSYNC=5000 LD_PRELOAD=$build/slow_disk.so \
                "$build/tests/amalgam" "$name" 2>&1 ||
                echo "FAIL $name"
        done >"$work/$1.$2"
}
running=
for program in test_writer test_cache; do
    for turn in 0 1; do
        tests $program $turn &
        running="$running $!"
    done
done
"$build/fault/slow" >"$work/slow"
wait $running
cat "$work/test_writer."* >"$work/test_writer"
cat "$work/test_cache."* >"$work/test_cache"

for program in slow test_writer test_cache; do
    line='^([0-9]+) passed, ([0-9]+) failed, ([0-9]+) skipped$'
    grep -vE "$line" "$work/$program"
    sums=$(grep -E "$line" "$work/$program" |
        awk '{ p += $1; f += $3; s += $5; n++ } END { print p + 0, f + 0, s + 0, n + 0 }')
    read -r p f s n <<LINE
$sums
LINE
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    check "$program ran" test "$n" -gt 0
done
finish
