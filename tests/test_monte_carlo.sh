#!/bin/sh
# The combat simulator: means that have a closed form, the same bytes where they are promised,
# what a point of an attribute is worth, shards, and bad input.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
profiles=examples/profiles
auto=$profiles/auto_attack.txt procs=$profiles/procs.txt prd=$profiles/prd_cooldown.txt
simulate() { "$build/monte_carlo" "$@" 2>"$work/err"; }

# same A B OPTIONS...: the runs with the options A and B print the same bytes.
same() {
    # shellcheck disable=SC2086
    simulate $1 >"$work/a" && simulate $2 >"$work/b" && test -s "$work/a" && cmp "$work/a" "$work/b"
}
differ() { ! same "$@" >/dev/null && test -s "$work/a" && test -s "$work/b"; }

# ---- closed forms: profiles say what is summed here, without random numbers

awk 'BEGIN {
    print "auto_attack", 1000 * (0.10 * 0.75 + 0.05 * 0.7 + 0.20 * 2 + 0.50) / 2.6

    # Rage at swing j, if none came from the nine before; its buff holds for the four after it.
    landed = 0.83
    damage = 800 * (0.10 * 0.75 + 0.15 * 2 + 0.58) + landed * 0.15 * 500 * (0.25 * 2 + 0.70)
    for (j = 1; j <= 150; j++) {
        cooling = buffed = 0
        for (k = 1; k <= 9 && k < j; k++) cooling += rage[j - k]
        for (k = 1; k <= 4 && k < j; k++) buffed += rage[j - k]
        rage[j] = landed * 0.20 * (1 - cooling)
        sum += damage * (1 + 0.3 * buffed)
    }
    printf "procs %.6f\n", sum / 300

    # The constant of the pseudo-random distribution, by halving: expected tries 1 / 0.25.
    high = 1
    for (i = 0; i < 60; i++) {
        c = (low + high) / 2
        tries = 0
        none = 1
        for (n = 1; none > 0; n++) {
            tries += none
            none *= n * c < 1 ? 1 - n * c : 0
        }
        if (tries > 4) low = c; else high = c
    }

    # first[n]: it comes at try n and not before; bleed[m]: at try m.
    none = 1
    for (n = 1; n <= 120; n++) {
        hit = n * c < 1 ? n * c : 1
        first[n] = none * hit
        none *= 1 - hit
    }

    for (m = 1; m <= 120; m++) {
        bleed[m] = first[m]
        for (n = 1; n < m; n++) bleed[m] += first[n] * bleed[m - n]
    }
    # before[m]: of the swings before this one, m landed.
    before[0] = 1
    for (j = 1; j <= 120; j++) {
        for (m = 1; m <= j; m++) bleeds += before[m - 1] * 0.9 * bleed[m]
        for (m = j; m >= 1; m--) before[m] = before[m] * 0.1 + before[m - 1] * 0.9
        before[0] *= 0.1
    }
    slam = 38 * 1500 * (0.25 * 2 + 0.70)
    axe = 120 * 1000 * (0.05 * 0.7 + 0.20 * 2 + 0.65)
    # Sparks: the chance grows with the strikes since the last one.
    none = 1
    for (n = 1; n < 150; n++) {
        c = 0.1 * (n / 10 > 1.5 ? 1 + 3 * (n / 10 - 1.5) : 1)
        first[n] = none * (c < 1 ? c : 1)
        none -= first[n]
        spark[n] = first[n]
        for (m = 1; m < n; m++) spark[n] += first[m] * spark[n - m]
        sparks += spark[n]
    }
    printf "ppm_deck %.6f\n", (150 * 100 + 45 * 500 + sparks * 400) / 300
    printf "prd_cooldown %.6f\n", (slam + axe + bleeds * 600) / 300
}' >"$work/closed"

# near WANTED OF: the DPS of the report in $work/report is within 4 standard errors of it.
near() {
    awk -v wanted="$1" '$1 == "DPS" && !n++ { mean = $2 } $1 == "error" { error = $2 } END {
        away = mean - wanted
        ok = error > 0 && error < wanted / 500 && (away < 0 ? -away : away) <= 4 * error
        if (!ok) print "  DPS " mean " +- " error ", should be " wanted
        exit !ok
    }' "$work/report"
}
while read -r name wanted; do
    for options in "" "streams=per_fight" "engine=sfmt" "engine=asa128"; do
        # shellcheck disable=SC2086
        simulate "$profiles/$name.txt" seed=4262 threads=2 fights=40000 $options >"$work/report"
        check "$name $options: 4 standard errors of the closed form" near "$wanted"
    done
done <"$work/closed"
# asa128_words, whose table is off, is below.
for engine in gc_rng mwc32 mwc64 xorshift32 xorshift64 xorshift128 xoshiro256pp lcg dotnet sfmt asa128 pcg32 \
    philox chacha8 wide; do
    for streams in per_thread per_fight; do
        simulate $auto seed=2 threads=1 fights=4000 engine=$engine streams=$streams >"$work/report"
        check "engine=$engine streams=$streams: the mean" near 388.461538
        check "engine=$engine is named" has "engine $engine," "$work/report"
        cksum <"$work/report" >>"$work/sums"
    done
done
check "engines and streams give different fights" equal "$(sort -u "$work/sums" | wc -l | tr -d ' ')" 30

# Shares of the table, by their test: of so many fair ones none is below a millionth.
simulate $procs seed=4262 threads=2 fights=40000 >"$work/report"
check "p-values: two tables and two procs, none below 1e-4" equal \
    "$(awk 'NF >= 3 && $NF ~ /^[01]\.[0-9]*$/ && $1 ~ /^(mace|echo|rage)$/ { n++; bad += $NF < 1e-4 }
        END { print n, bad + 0 }' "$work/report")" "4 0"
simulate $procs seed=1 threads=1 fights=100000 engine=asa128_words --json >"$work/report"
check "p-values: the top bits of ASA-128's words are not fair" has '"mace".*"p_value": [0-9.]*e-2[0-9],' \
    "$work/report"
simulate $auto seed=1 threads=1 fights=50 engine=lcg >"$work/report"
check "outcomes: their shares sum to 100" equal \
    "$(awk 'NF == 4 && $2 ~ /^[0-9]+$/ && $3 ~ /\./ { n += $3 } END { printf "%.2f", n }' "$work/report")" \
    100.00

# ---- the same bytes

check "seed and threads given: twice the same" same "$procs seed=4262 threads=2" "$procs seed=4262 threads=2"
check "another seed: others" differ "$procs seed=4262 threads=2" "$procs seed=4263 threads=2"
check "without a seed: others each time" differ "$procs threads=2" "$procs threads=2"
check "deterministic_rng=1 is seed=31459" same "$procs deterministic_rng=1 threads=2" \
    "$procs seed=31459 threads=2"
for threads in 2 7; do
    for option in "" --json --weights; do
        check "a stream for each fight: $threads threads as one $option" same \
            "$procs seed=5 fights=3001 streams=per_fight threads=$threads $option" \
            "$procs seed=5 fights=3001 streams=per_fight threads=1 $option"
    done
done
check "a stream for each thread: 2 threads are not one" differ "$prd seed=5 threads=2" "$prd seed=5 threads=1"

# Thread i of a run is a run by itself with the seed + i and its part of the fights.
threads_are_runs() { # FIGHTS OPTION: of two threads
    # shellcheck disable=SC2086
    simulate $prd seed=31459 threads=2 fights="$1" --per-thread $2 >"$work/both" || return 1
    for thread in 0 1; do
        # shellcheck disable=SC2086
        simulate $prd seed=$((31459 + thread)) threads=1 fights=$((($1 + 1 - thread) / 2)) $2 \
            >"$work/thread$thread" || return 1
    done
    if [ -z "$2" ]; then
        sed '1,/^---- thread 0$/d; /^---- thread 1$/,$d' "$work/both" | sed '$d' | cmp - "$work/thread0" &&
            sed '1,/^---- thread 1$/d' "$work/both" | cmp - "$work/thread1"
    else
        lines=$(wc -l <"$work/thread1")
        tail -n $((lines + 1)) "$work/both" | head -n "$lines" | cmp - "$work/thread1"
    fi
}
check "--per-thread: each thread is a run by itself" threads_are_runs 10000 ""
check "--per-thread: an odd number of fights" threads_are_runs 4001 ""
simulate $prd seed=1 threads=3 fights=2 --per-thread >"$work/report"
check "--per-thread: a thread without fights" equal "$(sed -n '/^---- thread 2$/,$p' "$work/report" |
    grep -c '^prd_cooldown: 0 fights\|^DPS  *-$\|^lowest')" 2
check "--per-thread --json" threads_are_runs 10000 --json

# ---- procs by a deck, and one fight's events

simulate $profiles/ppm_deck.txt seed=9 fights=1000 threads=2 >"$work/report"
check "a deck: 45 of 150 in every fight" has '^bolt  *deck  *45000  *30.0000  *30.0000  *-$' "$work/report"
simulate $profiles/ppm_deck.txt seed=9 fights=1 streams=per_fight --json >"$work/one"
simulate $profiles/ppm_deck.txt seed=9 fight=1 log --csv >"$work/log"
simulate $profiles/ppm_deck.txt seed=9 fight=1 log --json >"$work/log.json"
check "a deck: three of each ten strikes" equal "$(awk -F, '$3 == "strike" { n++ }
    $2 == "proc" && $3 == "bolt" { cards[int((n - 1) / 10)]++ }
    END { for (i = 0; i < 15; i++) good += cards[i] == 3; print n, good }' "$work/log")" "150 15"
if ! command -v python3 >/dev/null 2>&1; then skip "fight=1 log" "no python3 to read it"
else
python3 - "$work" <<'END' >"$work/events"
import csv, json, sys
work = sys.argv[1]
one, log = json.load(open(work + "/one")), json.load(open(work + "/log.json"))
rows, total = list(csv.DictReader(open(work + "/log"))), 0
for row in rows:
    total += float(row["damage"])
    assert abs(float(row["total"]) - total) < 1e-6, row
print(abs(total / 300 - one["dps"]["mean"]) < 1e-9, abs(log["dps"] - one["dps"]["mean"]) < 1e-9)
texts = ("kind", "name", "outcome")
print([{k: v if k in texts else float(v) for k, v in r.items()} for r in rows] == log["events"])
for kind, all in (("attack", one["attacks"]), ("proc", one["procs"])):
    count = lambda name: sum(r["kind"] == kind and r["name"] == name for r in rows)
    print([count(a["name"]) == a.get("rolls", a.get("count")) for a in all])
END
check "fight=1 log: its events are what one fight counts" equal "$(cat "$work/events")" "True True
True
[True, True, True]
[True, True]"
fi
dps_of() { simulate $procs seed=3 "fight=$1" log | sed -n 's/^seed 3, fight [0-9]*: \(.*\) DPS$/\1/p'; }
simulate $procs seed=3 fights=2 streams=per_fight >"$work/report"
check "the logs of two fights are the run of two" \
    awk -v a="$(dps_of 1)" -v b="$(dps_of 2)" '$1 == "DPS" && !n++ {
    away = $2 - (a + b) / 2; exit !(a != b && away < 0.002 && away > -0.002) }' "$work/report"

# ---- precision

simulate $auto seed=3 streams=per_fight threads=2 target_error=0.1 >"$work/report"
check "target_error: reached" awk '$1 == "DPS" && !n++ { mean = $2 }
    $1 == "error" { half = 1.96 * $2 / mean * 100; exit !(half <= 0.1001 && half > 0.07) }' "$work/report"
precise="$auto seed=3 streams=per_fight target_error=0.1"
check "target_error: the same by any threads" same "$precise threads=2" "$precise threads=3"
check "target_error: fights= is the most" has ": 1500 fights" - <<REPORT
$(simulate $auto seed=3 threads=2 fights=1500 target_error=0.0001)
REPORT

# A fight that is always the same has no error at all.
printf '[fight]\nlength = 10\n[attack a]\ncooldown = 1\ndamage = 12.345\n' >"$work/fixed.txt"
simulate "$work/fixed.txt" seed=1 fights=100001 threads=1 >"$work/report"
check "no chance: the exact mean" has '^DPS  *12.345$' "$work/report"
check "no chance: no error" has '^error  *0.000 ' "$work/report"
check "no chance: the histogram has one bar" equal "$(grep -c '#' "$work/report")" 1
printf '[fight]\nlength = 3\n[attack a]\ncooldown = 1\ndamage = 1\n' >"$work/fixed.txt"
printf 'crit = 1\ncrit_factor = 2.5\n' >>"$work/fixed.txt"
simulate "$work/fixed.txt" seed=1 fights=1 >"$work/report"
check "one fight: a mean" has '^DPS  *2.500$' "$work/report"
check "one fight: no error is known" has '^error  *- ' "$work/report"

# Fights that differ in the seventh digit: with a share p of the larger, the deviation is that of
# one throw of a coin, times n / (n - 1). Squares summed in doubles would have lost it.
printf '[fight]\nlength = 1\n[attack a]\ncooldown = 1\ndamage = 1000 1000.001\n' >"$work/coin.txt"
simulate "$work/coin.txt" seed=1 fights=1001 threads=2 --json >"$work/report"
sed -n 's/.*"mean": \([^,]*\),.*"deviation": \([^,]*\),.*/\1 \2/p' "$work/report" >"$work/coin"
check "a deviation far below the mean is exact" awk '{
    p = ($1 - 1000) * 1000
    away = $2 / sqrt(p * (1 - p) * 1001 / 1000) * 1000 - 1
    good = p > 0.4 && p < 0.6 && away < 1e-6 && away > -1e-6
} END { exit !good }' "$work/coin"

# Two abilities ready at once share the global cooldown: a 0 4 8, b 1.5 5.5 9.5; not b at 0 or 4.
printf '[fight]\nlength = 10\ngcd = 1.5\n[attack a]\ncooldown = 4\ndamage = 100\n' >"$work/gcd.txt"
printf '[attack b]\ncooldown = 4\ndamage = 10\n' >>"$work/gcd.txt"
simulate "$work/gcd.txt" seed=1 fights=10 threads=1 >"$work/report"
check "gcd: three of each" has '^DPS  *33.000$' "$work/report"
sed 's/length = 10/length = 9.5/' "$work/gcd.txt" >"$work/gcd2.txt"
simulate "$work/gcd2.txt" seed=1 fights=10 threads=1 --json >"$work/report"
check "gcd: the end of the fight is outside" has '"lowest": 33.6842105263158,' "$work/report"

# A buff of 2 s from the attack at 0 holds at 1 and not at 2; its cooldown of 5 s is over at 5,
# and the attack at 6 is the other that it doubles: 7 * 10 + 2 * 10 in 7 s.
printf '[fight]\nlength = 7\n[attack a]\ncooldown = 1\ndamage = 10\n' >"$work/buff.txt"
printf '[proc b]\non = a\nchance = 1\nbuff = 2\nseconds = 2\ncooldown = 5\n' >>"$work/buff.txt"
simulate "$work/buff.txt" seed=1 fights=10 threads=1 >"$work/report"
check "buff and cooldown end at their second" has '^DPS  *12.857$' "$work/report"

# ---- stat weights

simulate $auto seed=6 threads=2 fights=40000 --weights >"$work/report"
weights_near() { # what a point is worth, in the order of the profile: damage, crits, hits, swings
    awk 'BEGIN {
        split("strength crit_rating hit_rating haste_rating", name)
        wanted[1] = 388.461538 * 0.0004
        wanted[2] = 1000 * 0.0003 / 2.6
        wanted[3] = 1000 * 0.0002 / 2.6
        wanted[4] = 388.461538 * 0.0003
    }
    $1 == "error" { plain = $2 }
    n < 4 && $1 == name[n + 1] {
        n++
        away = $2 - wanted[n]
        if ($2 > 0 && $3 > 0 && (away < 0 ? -away : away) <= 4 * $3) good++
        # Two runs with numbers of their own: each with the error of the mean.
        if ($3 < plain * sqrt(2) / 100 / 2) better++
        printed = printed "  " $0 ", should be " wanted[n] "\n"
    }
    END {
        ok = n == 4 && good == 4 && better == 4
        if (!ok) printf "%s", printed
        exit !ok
    }' "$work/report"
}
check "weights: as they must be, with less than half the error of independent runs" weights_near
check "weights: the same again" same "$procs seed=6 threads=2 fights=2000 --weights" \
    "$procs seed=6 threads=2 fights=2000 --weights"
for name in procs prd_cooldown; do
    simulate $profiles/$name.txt seed=6 threads=2 fights=10000 --weights >"$work/report"
    check "weights of $name: all positive, by 4 errors" equal \
        "$(awk '$1 ~ /^(strength|.*_rating)$/ && $2 > 4 * $3 { n++ } END { print n }' "$work/report")" 4
done
simulate $auto seed=6 fights=2000 engine=asa128 --weights >"$work/report"
check "weights: engine=asa128 too" has '^strength  *0.15' "$work/report"

# ---- shards

shards() { # N OPTION...: runs all N, and merges them in another order
    count=$1 list=
    shift
    for i in $(seq "$count"); do
        simulate $procs seed=77 "$@" --shard "$i/$count" out="$work/shard.$i" || return 1
        list="$work/shard.$i $list"
    done
    # shellcheck disable=SC2086
    "$build/monte_carlo" merge $list >"$work/merged" &&
        "$build/monte_carlo" merge $list --json >"$work/merged.json"
}
merges() { # N OPTION...
    shards "$@" || return 1
    shift
    simulate $procs seed=77 "$@" >"$work/whole" && cmp "$work/whole" "$work/merged" &&
        simulate $procs seed=77 "$@" --json >"$work/whole.json" && cmp "$work/whole.json" "$work/merged.json"
}
check "3 shards, a stream for each fight" merges 3 streams=per_fight fights=5000
check "7 shards with weights" merges 7 --weights fights=1001
check "2 shards of 2 threads" merges 2 threads=2 fights=5001
check "3 shards of 2 threads: one is empty" merges 3 threads=2 fights=5000
check "3 shards of 3 fights" merges 3 streams=per_fight fights=3
check "1 shard" merges 1 streams=per_fight engine=wide fights=1000
shards 2 threads=4 fights=1000
simulate merge "$work/shard.1" "$work/shard.2" --per-thread >"$work/merged"
simulate $procs seed=77 threads=4 fights=1000 --per-thread >"$work/whole"
check "merge --per-thread" cmp "$work/whole" "$work/merged"

# Two fights of these lie beyond four deviations, one on each side.
simulate $auto fights=20000 seed=31459 threads=2 >"$work/report"
check "the histogram's bars are all fights" equal \
    "$(sed '1,/ fights$/d' "$work/report" | awk '{ n += $NF } END { print n, NR }')" "20000 20"
check "its ends are open, and say so" equal "$(sed '1,/ fights$/d' "$work/report" |
    sed -n 's/^ *\([<>=]*\) .*/\1/p' | tr -s '\n' ' ')" "< >= "
simulate $auto fights=20000 seed=31459 threads=2 --json | sed -n 's/.*"fights": \[\(.*\)\].*/\1/p' |
    tr -d ' ' | tr , '\n' >"$work/bars"
check "in JSON the same, whole numbers" equal \
    "$(awk '{ n += $1 } END { print n, NR }' "$work/bars") $(grep -cv '^[0-9][0-9]*$' "$work/bars")" \
    "20000 20 0"

# ---- output

mkdir "$work/out"
simulate $auto seed=1 out="$work/out/report" png="$work/out/histogram.png" threads=1 >"$work/stdout" 2>&1
status=$?
if [ -s "$build/png.flags" ]; then
    check "out= and png=" equal "$status $(ls "$work/out" | tr '\n' ' ')" "0 histogram.png report "
    check "the picture is a PNG" equal "$(od -An -tx1 -N8 "$work/out/histogram.png" | tr -d ' \n')" \
        89504e470d0a1a0a
else
    check "png= without libpng is refused" equal "$status $(ls "$work/out")" "2 "
    simulate $auto seed=1 out="$work/out/report" png="$work/out/histogram.ppm" threads=1 \
        >"$work/stdout" 2>&1
    check "the picture is a PPM" equal "$(head -c 2 "$work/out/histogram.ppm")" P6
fi
check "nothing on stdout then" test ! -s "$work/stdout"
check "out= has what stdout would have" same "$auto seed=1 threads=1" "$auto seed=1 threads=1"
check "out= has it" cmp "$work/a" "$work/out/report"
check "--help" sh -c "'$build/monte_carlo' --help | grep -q '^usage: monte_carlo PROFILE'"
simulate $auto seed=1 threads=2 fights=500 --speed >"$work/speed"
check "--speed measures" equal "$(grep -c '[0-9]\.[0-9]' "$work/speed")" 4
if [ -e /dev/full ]; then
    "$build/monte_carlo" $auto seed=1 >/dev/full 2>"$work/err"
    check "a full disk is 1" equal $? 1
    check "and named" has '^stdout: cannot be written: ' "$work/err"
    ln -s /dev/full "$work/full"
    "$build/monte_carlo" $auto seed=1 out="$work/full" 2>"$work/err"
    check "out=: a link to a full device is 1" equal $? 1
    check "it stays a link" test -L "$work/full"
fi
start_reader "$work/pipe" "$work/piped"
simulate $auto seed=1 threads=1 out="$work/pipe"
end_reader
check "out=: a pipe is written through" cmp "$work/a" "$work/piped"
check "it stays a pipe" test -p "$work/pipe"

# Spaces at the ends of lines apart.
simulate $procs fights=20000 seed=42 --weights | sed 's/ *$//' >"$work/report"
sed -n '/^procs: /,/^```$/p' examples/README.md | sed '$d' >"$work/shown"
check "examples/README.md shows a report" test "$(wc -l <"$work/shown")" -gt 20
head -n "$(wc -l <"$work/shown")" "$work/report" >"$work/a"
check "examples/README.md shows what is printed" cmp "$work/a" "$work/shown"

# ---- bad input: 2, one line on stderr that says where, nothing on stdout, no file

refused() { # PATTERN ARGUMENT...
    pattern=$1
    shift
    rm -rf "$work/out"
    mkdir "$work/out"
    "$build/monte_carlo" "$@" >"$work/stdout" 2>"$work/err"
    status=$?
    if [ $status != 2 ] || [ -s "$work/stdout" ] || [ "$(wc -l <"$work/err")" != 1 ] ||
        ! grep -q -- "$pattern" "$work/err" || [ -n "$(ls "$work/out")" ]; then
        echo "  status $status, $(ls "$work/out"), $(head -n 3 "$work/err")"
        return 1
    fi
}

# The profile with its line $1 replaced by $2, or with lines more; the complaint is at that
# line.
bad_line() { # LINE TEXT PATTERN [ARGUMENT...]
    line=$1 replacement=$2 pattern=$3
    shift 3
    sed "${line}c\\
$replacement" "$work/good.txt" >"$work/bad.txt"
    refused "bad.txt:$line: $pattern" "$work/bad.txt" seed=1 fights=10 out="$work/out/report" "$@"
}
cat >"$work/good.txt" <<'GOOD'
[fight]
length = 100
[attack a]
interval = 2
damage = 10 20
miss = 0.3
crit = 0.3
[attack b]
damage = 5
[proc c]
on = a
chance = 0.5
attack = b
[attribute d]
crit = 0.001
points = 10
GOOD
simulate "$work/good.txt" seed=1 --weights >"$work/stdout"
check "the good one is good" equal $? 0
check "unknown key" bad_line 6 "mis = 0.3" 'unknown key "mis"'
check "fight=1 without log" refused "these go together" $procs seed=1 fight=1
check "log without fight=" refused "these go together" $procs seed=1 log
check "log without seed=" refused "needs seed=" $procs fight=1 log
check "fight=0" refused "a whole number from 1" $procs seed=1 fight=0 log
check "log with --weights" refused "nothing else" $procs seed=1 fight=1 log --weights
check "--csv without log" refused "is for fight=N log" $procs seed=1 --csv
check "unknown section" bad_line 8 "[atack b]" 'unknown section \[atack\]'
check "chances past 1" bad_line 7 "crit = 0.8" "crit: the chances of this attack sum to 1.1, past 1"
check "a chance past 1" bad_line 7 "crit = 1.1" "crit: 1.1 is not between 0 and 1"
check "a negative chance" bad_line 6 "miss = -0.1" "miss: -0.1 is negative"
check "negative damage" bad_line 5 "damage = -1 20" "damage: -1 is negative"
check "damage from 20 to 10" bad_line 5 "damage = 20 10" "damage: 20 is more than 10"
check "a negative interval" bad_line 4 "interval = -2" "interval: -2 is negative"
check "an interval of 0" bad_line 4 "interval = 0" "interval: 0 is not between"
for value in nan NaN -nan inf 1e999 0x10 1,5 "" "2 s"; do
    check "interval = $value" bad_line 4 "interval = $value" "interval: "
    check "crit = $value" bad_line 7 "crit = $value" "crit: "
    check "damage = $value" bad_line 5 "damage = 1 ${value:-x}" "damage: "
done
check "a key twice" bad_line 7 "miss = 0.3" "miss: is there twice"
check "a section twice" bad_line 8 "[attack a]" "attack a is there twice"
check "a name with a space" bad_line 8 "[attack b c]" ".*needs a name"
check "neither section nor key" bad_line 7 "crit" "neither"
check "a key before any section" bad_line 1 "length = 100" "length: stands before the first section"
sed 2d "$work/good.txt" >"$work/bad.txt"
check "no length" refused "bad.txt:15: \[fight\] has no length" "$work/bad.txt"
sed 5d "$work/good.txt" >"$work/bad.txt"
check "no damage" refused "bad.txt:3: attack a has no damage" "$work/bad.txt"
sed '10,$d' "$work/good.txt" >"$work/bad.txt"
check "an attack that nothing makes" refused "bad.txt:8: attack b is never made" "$work/bad.txt"
printf '[fight]\nlength = 3\n[attack a]\ncooldown = 1\ndamage = 0\n' >"$work/bad.txt"
check "no damage at all" refused "bad.txt:5: no attack does damage" "$work/bad.txt"
printf '[fight]\nlength = 9999\n[attack a]\ncooldown = 0.01\ndamage = 9999999\n' >"$work/bad.txt"
check "more damage than fits" refused "bad.txt:.*: a fight's damage is past" "$work/bad.txt" fights=10
sed 13d "$work/good.txt" >"$work/bad.txt"
check "a proc that does nothing" refused "bad.txt:10: proc c needs an attack" "$work/bad.txt"
check "a proc on what is not there" bad_line 11 "on = x" 'on: no attack "x"'
check "a proc on a proc's attack" bad_line 11 "on = b" "on: b is made by procs"
check "a proc of chance 0" bad_line 12 "chance = 0" "chance: must be above 0"
check "a proc of ppm 0" bad_line 12 "ppm = 0" "ppm: must be above 0"
sed '12s/$/\
ppm = 2/' "$work/good.txt" >"$work/bad.txt"
check "a proc of two kinds" refused "bad.txt:13: ppm: a proc has one chance" "$work/bad.txt" seed=1
check "a deck of four hits in three" bad_line 12 "deck = 4 3" "deck: two whole numbers, the first"
check "a deck of 2.5" bad_line 12 "deck = 2.5 3" "deck: two whole numbers, the first"
check "a deck of one number" bad_line 12 "deck = 2" "deck: "
check "a proc of prd NaN" bad_line 12 "prd = nan" "prd: "
sed '12s/.*/prd = 1e-9/' "$work/good.txt" >"$work/bad.txt"
check "a proc below what prd can" refused "bad.txt:10: proc c: prd is below" "$work/bad.txt"
sed '15s/.*/crit = 0/' "$work/good.txt" >"$work/bad.txt"
check "an attribute of no effect" refused "bad.txt:14: attribute d has no effect" "$work/bad.txt"
sed '15s/.*/crit = 0.05/' "$work/good.txt" >"$work/bad.txt"
check "an attribute that takes a table past 1" refused "bad.txt:14: attribute d: .*past 1" \
    "$work/bad.txt" --weights
sed '15s/.*/haste = -0.1/' "$work/good.txt" >"$work/bad.txt"
check "an attribute that takes all haste" refused "bad.txt:14: attribute d: " "$work/bad.txt" --weights
for i in $(seq 17); do printf '[attack n%d]\ndamage = 1\ncooldown = 1\n' "$i"; done >"$work/bad.txt"
check "too many attacks" refused 'bad.txt:49: more than 16 sections' "$work/bad.txt"
: >"$work/bad.txt"
check "an empty file" refused "bad.txt:1: the file is empty" "$work/bad.txt"
printf '# nothing\n\n' >"$work/bad.txt"
check "a file of comments" refused 'bad.txt:2: \[fight\] has no length' "$work/bad.txt"
printf '[fight]\nlength = 3\n[attack\0a]\n' >"$work/bad.txt"
check "a byte 0" refused "bad.txt:3: a byte 0" "$work/bad.txt"
check "a profile that is not there" refused "none.txt: cannot be opened" "$work/none.txt"
check "a folder as a profile" refused "out: cannot be read" "$work/out"

# ---- bad options

for bad in threads=0 threads=257 fights=0 fights=x fights= fights=-1 fights=1e3 seed=-1 \
    seed=18446744073709551616 seed=0x1 streams=none engine=none engine= target_error=0 \
    target_error=nan target_error=-1 \
    deterministic_rng=2 nonsense=1 --nonsense --shard --shard=1/2; do
    check "$bad is refused" refused "^monte_carlo: $bad: " $auto "$bad"
done
for bad in 0/2 3/2 1 1/0 x/2 1/2x -1/2 1/-2 ""; do
    check "--shard $bad is refused" refused "^monte_carlo: --shard: " $auto seed=1 threads=2 --shard "$bad"
done
for bad in "--shard 1/2" "--shard 1/2 seed=1" "--shard 1/2 seed=1 threads=2 target_error=1" \
    "--shard 1/2 seed=1 threads=2 --json" "--per-thread streams=per_fight" "--weights streams=per_thread"; do
    # shellcheck disable=SC2086
    check "$bad is refused" refused "^monte_carlo: ${bad%% *}: " $auto $bad
done
check "two profiles" refused "procs.txt: one profile at a time" $auto $procs
for option in out png; do
    check "$option=: a folder that is not there" refused "none/x.p.m*: cannot be written: No such file" \
        $auto seed=1 fights=10 $option="$work/none/x.ppm"
    check "$option=: a file as a folder" refused "x.ppm: cannot be written: Not a dir" \
        $auto seed=1 fights=10 $option="$work/bad.txt/x.ppm"
done
"$build/monte_carlo" 2>"$work/err"
check "no arguments: 2" equal $? 2
check "no arguments: the usage" has ^usage "$work/err"

# ---- bad shards

shards 2 streams=per_fight fights=200
size=$(wc -c <"$work/shard.1") lines=$(wc -l <"$work/shard.1" | tr -d ' ')
for cut in 1 5 20 100 $((size / 2)) $((size - 30)) $((size - 10)) $((size - 1)); do
    head -c "$cut" "$work/shard.1" >"$work/cut"
    check "a shard of $cut of $size bytes" refused "^$work/cut:[0-9]*: " merge "$work/cut" "$work/shard.2" \
        out="$work/out/report"
done
head -n $((lines - 1)) "$work/shard.1" >"$work/cut"
check "a shard without its last line" refused "^$work/cut:$((lines - 1)): the shard is cut" \
    merge "$work/shard.2" "$work/cut" out="$work/out/report"
sed 's/^fights 200$/fights 300/' "$work/shard.1" >"$work/cut"
check "a shard that was changed" refused "^$work/cut:$lines: the shard was changed" \
    merge "$work/cut" "$work/shard.2"
check "a shard twice" refused "^$work/shard.1:2: shard 1/2 is there twice" \
    merge "$work/shard.1" "$work/shard.1"
check "a shard missing" refused "^merge: shard 1/2 is missing" \
    merge "$work/shard.2" out="$work/out/report"
simulate $procs seed=78 streams=per_fight fights=200 --shard 1/2 out="$work/other"
check "a shard of another seed" refused "^$work/other:1: is a shard of another run" \
    merge "$work/shard.2" "$work/other"
sed 's/ 900/ 901/' $procs >"$work/procs.txt"
simulate "$work/procs.txt" seed=77 streams=per_fight fights=200 --shard 1/2 out="$work/other"
check "a shard of another profile" refused "^$work/other:1: is a shard of another run" \
    merge "$work/shard.2" "$work/other"
check "not a shard" refused "auto_attack.txt:1: not a shard" merge $auto
check "an empty shard" refused "null:1: the file is empty" merge "$work/shard.1" /dev/null
check "merge without files" refused "merge: no files" merge
for bad in seed=1 fights=10 --weights "--shard 1/2"; do
    # shellcheck disable=SC2086
    check "merge with $bad" refused "merge: takes --json" merge "$work/shard.1" "$work/shard.2" $bad
done
check "merge --per-thread of streams for fights" refused "^merge: --per-thread: " merge "$work/shard.1" \
    "$work/shard.2" --per-thread

# What was there before stays when a run fails, and the new one takes its place when it is whole.
echo old >"$work/report"
"$build/monte_carlo" merge "$work/cut" "$work/shard.2" out="$work/report" 2>"$work/err"
check "an old report stays" equal "$(cat "$work/report")" old
"$build/monte_carlo" merge "$work/shard.1" "$work/shard.2" out="$work/report" 2>"$work/err"
check "a new one takes its place" has "200 fights of 300 s" "$work/report"
finish
