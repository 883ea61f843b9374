#!/bin/sh
# The ECS demo: the same state for 1, 2 and 8 threads and by waves, a hash that sees one bit,
# rollback, records, flat memory, each feature at work, pictures, a terminal, bad options.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
states() { sed -n 's/^frame.*state //p' "$1" | tr '\n' ' '; }
memory() { sed -n 's/.* \([0-9.]*\) MB, state.*/\1/p' "$1"; }
demo() { "$build/ecs_demo" --headless "$@"; }

for threads in 1 2 8; do
    demo --entities 20000 --frames 200 --threads $threads >"$work/$threads"
    check "$threads threads: ends with 0" equal $? 0
    check "$threads threads: two states" equal "$(states "$work/$threads" | wc -w | tr -d ' ')" 2
    check "$threads threads: the states of 1 thread" equal "$(states "$work/$threads")" "$(states "$work/1")"
done
check "the state changes from frame to frame" \
    test "$(states "$work/1" | tr ' ' '\n' | sort -u | grep -c .)" = 2
demo --entities 20000 --frames 200 --threads 2 --seed 1 >"$work/other"
check "another seed, other states" test "$(states "$work/other")" != "$(states "$work/1")"
demo --entities 20000 --frames 100 --threads 2 --nudge 100 >"$work/nudged"
check "one bit of one place changes the hash" test "$(states "$work/nudged")" \
    != "$(states "$work/1" | cut -d' ' -f1) "

# By waves, and with worlds that are copied and copied back meanwhile.
demo --entities 20000 --frames 200 --threads 3 --schedule >"$work/waves"
check "by waves: the same states" equal "$(states "$work/waves")" "$(states "$work/1")"
check "by waves: they are printed" has '^16 steps in [0-9]* waves$' "$work/waves"
check "by waves: what a step reads and writes" has \
    '  shoal       reads Place Sight  writes Motion Fish Fear$' "$work/waves"
demo --entities 20000 --frames 200 --threads 2 --rollback >"$work/back"
check "rollback: ends with 0" equal $? 0
check "rollback: the same states" equal "$(states "$work/back")" "$(states "$work/1")"
for frames in 42 43; do demo --entities 2000 --frames $frames --rollback | grep '^rollback'; done >"$work/few"
check "rollback: too few frames are told" has '^rollback .*--frames 43, or more$' "$work/few"
check "rollback: so many do" has '^rollback .* 1 times: 1 equal, 0 not;' "$work/few"
check "rollback: each time the same frames" has '^rollback .* 3 times: 3 equal, 0 not;' "$work/back"

# A record knows what came from outside, and the states.
demo --entities 3000 --frames 250 --seed 5 --record "$work/record" >"$work/recorded"
check "a record: two lures" equal "$(grep -c '^lure' "$work/record")" 2
check "a record: three states" equal "$(grep -c '^state' "$work/record")" 3
demo --replay "$work/record" --threads 4 >"$work/replayed"
check "a replay ends with 0" equal $? 0
check "a replay: the same states" equal "$(states "$work/replayed")" "$(states "$work/recorded")"
check "a replay says so" has '^replay     3 states equal$' "$work/replayed"
sed 's/^lure 60 ./lure 60 9/' "$work/record" >"$work/moved"
demo --replay "$work/moved" >"$work/out" 2>"$work/err"
check "a lure that has moved: another state" equal $? 1
check "a lure that has moved: it is said" has 'replay: another state than in the record' "$work/err"
for broken in '1s/1/2/' '2s/lure/lute/' '$d' '3s/210/10/' '$s/$/ more/' 's/entities 3000/entities 0/'; do
    sed "$broken" "$work/record" >"$work/broken"
    demo --replay "$work/broken" >"$work/out" 2>"$work/err"
    check "a record by sed $broken is refused" equal $? 1
    check "a record by sed $broken is named" has "$work/broken" "$work/err"
done

# What of the header was at work; how much, depends on the seed alone.
for line in '^groups     [1-9][0-9]* fish among [1-9]' '^cached     [1-9]' \
    '^exclude    [1-9][0-9]* hunters hunt, [1-9][0-9]* rest$' '^optional   [1-9]' \
    '^ids .* lost [1-9][0-9]* prey .* ate [1-9]' \
    '^hooks      told of [1-9][0-9]* births, [1-9][0-9]* deaths ([1-9][0-9]* of age' '^commands   [1-9]' \
    '^events     1 lures thrown' '^Life       direct      8  *[1-9]' '^Female     tag  *0  *[1-9]' \
    '^Fear       dense  *4  *[1-9]'; do
    check "at work: $line" has "$line" "$work/1"
done
check "twelve types" equal "$(grep -cE '^[A-Z][a-z]+ +(dense|direct|tag) ' "$work/1")" 12
check "times of each step" has '^shoal  *[0-9.]*  *[0-9.]*  *[0-9.]* %$' "$work/1"
demo --entities 2000 --frames 50 --inspect 60 >"$work/inspected"
check "an entity by names" has '^  Hunter  prey [0-9]*:[0-9].* energy [0-9]* meals [0-9]* lost [0-9]*$' \
    "$work/inspected"

# Births and deaths for 2,000 frames: as many live, in as much memory. Buffers of commands keep
# their largest size, so it may still grow by what the population does.
demo --entities 5000 --frames 2000 --threads 2 >"$work/long"
check "as many live, within a quarter" equal "$(sed -n 's/^frame.*: \([0-9]*\) entities.*/\1/p' "$work/long" |
    awk '$1 < 3750 || $1 > 6250 { bad = 1 } END { print bad + 0 }')" 0
check "memory is flat over 2,000 frames, within a tenth" \
    equal "$(memory "$work/long" | awk 'NR == 1 { first = $1 } END { print $1 <= first * 1.1 }')" 1

mkdir "$work/png"
demo --entities 2000 --frames 20 --png "$work/png" >"$work/out"
check "two pictures" equal "$(ls "$work/png" | grep -c '^frame_0000[12]0\.p[np][gm]$')" 2
check "a folder that is not there" sh -c \
    "! '$build/ecs_demo' --entities 100 --png '$work/none' >'$work/out' 2>'$work/err'"
check "it is named" has "$work/none" "$work/err"
check "bench: the control beside" sh -c \
    "'$build/ecs_demo' --bench --entities 2000 --frames 10 --threads 2 | grep -q '^control .* 1.00$'"

# In a terminal: a map, bars, an inspector by the key i, and q ends it.
if command -v script >/dev/null 2>&1 && script -qec true /dev/null >"$work/out" 2>&1 </dev/null; then
    (sleep 1; printf 'li'; sleep 1; printf 'q') |
        TERM=xterm script -qec "stty cols 100 rows 40; $build/ecs_demo --entities 2000 --record $work/live" \
            /dev/null >"$work/screen" 2>&1
    check "live: half blocks in colours" grep -q '38;2;.*▀' "$work/screen"
    check "live: frames a second" grep -q 'frames a second' "$work/screen"
    check "live: bars" grep -q '█' "$work/screen"
    check "live: an entity by names" grep -q 'Life    age' "$work/screen"
    check "live: the cursor is back" grep -q '25h' "$work/screen"
    demo --replay "$work/live" >"$work/replayed"
    check "live: its record comes out the same" has '^replay     1 states equal$' "$work/replayed"
else
    skip "the live view" "there is no script(1) that takes -qec"
fi

for bad in "--threads 0" "--threads 65" "--entities 0" "--frames x" "--frames" "--seed -1" "--nonsense 1" \
    "--png"; do
    "$build/ecs_demo" $bad >/dev/null 2>"$work/err"
    check "$bad is refused" equal $? 2
    check "$bad is named" has "${bad%% *}" "$work/err"
done
finish
