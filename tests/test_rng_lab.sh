#!/bin/sh
# rng_lab: its figures are those that theory and published runs give, the same for any number of
# threads; p-values are known ones; bad input is one line that names file and line, with status 2,
# and leaves nothing behind.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
lab=$build/rng_lab
suffix=ppm
grep -q PICTURE_PNG "$build/png.flags" && suffix=png

# Scatter: the LCG repeats 512 points; of the others 127 cells of 262,144 stay empty.
mkdir "$work/one" "$work/many"
check "scatter ends with 0" sh -c "'$lab' scatter '$work/one' --threads 1 >'$work/scatter'"
check "the LCG paints 512 cells" has '^lcg  *512 of 262144 cells' "$work/scatter"
check "all others what theory says, within 60" equal \
    "$(awk '$3 == "of" { n++; if ($1 != "lcg" && $2 > 261957 && $2 < 262077) good++ } END { print n, good }' \
        "$work/scatter")" "18 17"
check "a picture of each engine and a sheet" equal "$(ls "$work/one" | grep -c "\.$suffix$")" 19
check "and nothing else" equal "$(ls "$work/one" | wc -l | tr -d ' ')" 19
"$lab" scatter "$work/many" --threads 8 --json >"$work/scatter.json"
check "8 threads give the same pictures" diff -r "$work/one" "$work/many"
check "a picture is one" sh -c "head -c 4 '$work/one/sheet.$suffix' | grep -qa -e PNG -e '^P6'"
"$lab" scatter "$work/many" --seed 1 >/dev/null
check "another seed, other pictures" sh -c "! cmp -s '$work/one/gc_rng.$suffix' '$work/many/gc_rng.$suffix'"

# The gorilla test of bit 0, from seed 1: figures of independent runs.
"$lab" gorilla mwc32 xorshift32 dotnet lcg mwc64 --bit 0 --picture "$work/strip.$suffix" >"$work/gorilla"
check "gorilla ends with 0" equal $? 0
while read -r engine z sign; do
    check "gorilla: $engine $z, $sign" has "^$engine  *$z  *$z,  0   $sign *$" "$work/gorilla"
done <<END
mwc32 -0.85 [.]
xorshift32 -46.43 -
dotnet -1.23 [.]
lcg +10172.88 +
mwc64 +0.99 [.]
END
check "the strip is drawn" test -s "$work/strip.$suffix"
start_reader "$work/pipe" "$work/piped"
"$lab" gorilla mwc32 xorshift32 dotnet lcg mwc64 --bit 0 --picture "$work/pipe" >/dev/null
end_reader
check "--picture: a pipe is written through" cmp "$work/strip.$suffix" "$work/piped"
if [ $suffix = ppm ]; then    # its colours can be read: in the first cell of each row
    colour() {
        tail -c +"$((16 + 3 * ((56 + 20 * $1) * 942 + 167)))" "$work/strip.ppm" | od -An -tx1 -N3 | tr -d ' '
    }
    check "more missing than theory is red, fewer green, else grey" \
        equal "$(colour 3) $(colour 1) $(colour 0)" \
        "d7301f 31a354 b0b0b0"
fi

# chi2: 60 of 100 tosses; a die with fitting counts; drawn counts.
printf '# tosses\n1 60 heads\n1 40 tails\n' >"$work/coin"
"$lab" chi2 "$work/coin" >"$work/out"
check "60 to 40: p 0.0455002639, suspect of nothing" has 'p 0.0455002639: the counts fit$' "$work/out"
printf '1 6000\n1 4000\n' >"$work/unfair"
"$lab" chi2 "$work/unfair" >"$work/out"
check "6000 to 4000: status 1" equal $? 1
check "and said" has 'the counts do NOT fit$' "$work/out"
printf '20 rare\n236 common\n' >"$work/chest"
"$lab" chi2 "$work/chest" --draws 1000000 >"$work/out"
check "a chest with 20 in 256 fits" equal $? 0
check "it was opened so often" has '^draws 1000000, ' "$work/out"
"$lab" chi2 "$work/chest" --draws 3000 --engine lcg >"$work/other"
check "another engine, other counts" sh -c "! cmp -s '$work/out' '$work/other'"

# Each z is in deviations of its count, which is 10 here.
printf '1 100\n1 300\n' | "$lab" chi2 - >"$work/out"
check "z of 100 and 300 of 400 tosses" equal \
    "$(awk 'NR > 1 && NR < 4 { print $4 }' "$work/out" | tr '\n' ' ')" "-10.00 +10.00 "
check "their chi-square" has ' chi-square 100.0000, ' "$work/out"

# A loot table from a spreadsheet: the same as with blanks, names whole.
printf '0.5 5012 Potion\n0.25 2480 A name of over 23 letters\n0.25 2508 Sword\n' >"$work/loot"
"$lab" chi2 "$work/loot" >"$work/want"
check "a name is whole" has '  A name of over 23 letters$' "$work/want"
while read -r kind text; do
    printf "$text" | "$lab" chi2 - >"$work/out" 2>&1
    check "a table: $kind" cmp "$work/want" "$work/out"
done <<'END'
commas 0.5,5012,Potion\n0.25,2480,A name of over 23 letters\n0.25,2508,Sword\n
header Weight,Count,Item\n0.5,5012,Potion\n0.25,2480,A name of over 23 letters\n0.25,2508,Sword\n
percent 50%%,5012,Potion\n25%%,2480,A name of over 23 letters\n25%%,2508,Sword\n
fractions 1/2,5012,Potion\n1/4,2480,A name of over 23 letters\n1/4,2508,Sword\n
spreadsheet \357\273\277W;N;\r\n0,5;5012;Potion;\r\n0,25;2480;A name of over 23 letters\r\n0,25;2508;Sword\r\n
END

# For programs: the same as JSON and as CSV.
if ! command -v python3 >/dev/null 2>&1; then skip "JSON and CSV" "no python3 to read them"
else
"$lab" chi2 "$work/loot" --json >"$work/json"
"$lab" chi2 "$work/loot" --csv >"$work/csv"
printf '1 2 a "b\\c", d\n3 4 \001\n' >"$work/odd"
python3 - "$work" <<'END' >"$work/out"
import csv, json, sys
work = sys.argv[1]
j = json.load(open(work + "/json"))
c = list(csv.DictReader(open(work + "/csv")))
print(len(j["rows"]), j["draws"], j["freedom"], "%.10g" % j["p"], j["rows"][1]["name"], j["rows"][2]["count"])
print([{k: v if k == "name" else float(v) for k, v in row.items()} for row in c] == j["rows"])
END
"$lab" chi2 "$work/loot" | sed -n 's/^draws .*, p \([0-9.]*\): .*/\1/p' >"$work/p"
check "chi2 --json and --csv are the table" equal "$(cat "$work/out")" \
    "3 10000 2 $(cat "$work/p") A name of over 23 letters 2508
True"
"$lab" chi2 "$work/odd" --json | python3 -c 'import json, sys
print([r["name"] for r in json.load(sys.stdin)["rows"]])' >"$work/out"
check "chi2 --json: names are escaped" equal "$(cat "$work/out")" '['"'"'a "b\\c", d'"'"', '"'"'\x01'"'"']'
"$lab" chi2 "$work/odd" --csv | python3 -c 'import csv, sys
print([r["name"] for r in csv.DictReader(sys.stdin)])' >"$work/out"
check "chi2 --csv: names are quoted" equal "$(cat "$work/out")" '['"'"'a "b\\c", d'"'"', '"'"'\x01'"'"']'
printf '1 6000\n1 4000\n' | "$lab" chi2 - --json >/dev/null
check "chi2 --json: counts that do not fit: status 1" equal $? 1
rows_of() {    # COMMAND...: how many rows, as JSON and as CSV, and the names
    "$lab" "$@" --json >"$work/json" 2>/dev/null && "$lab" "$@" --csv >"$work/csv" 2>/dev/null &&
        python3 -c 'import csv, json, sys
j = json.load(open(sys.argv[1]))["rows"]
c = list(csv.DictReader(open(sys.argv[2])))
print(len(j), len(c), list(j[0]) == list(c[0]), *j[0])' "$work/json" "$work/csv"
}
check "scatter --json: a row for each engine" equal "$(python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))["rows"]
print(len(r), *r[0])' "$work/scatter.json")" "18 engine cells of theory verdict"
check "table: rows" equal "$(rows_of table --quick)" "19 19 True engine bits state ns bulk_gb_s"
check "gorilla: rows" equal "$(rows_of gorilla mwc32 --quick)" "2 2 True engine bit z"
check "prd: rows" equal "$(rows_of prd 0.25 --quick)" "12 12 True try chance hit_here measured"
fi

# prd: the published constant; the rate of hits is the chance.
"$lab" prd 25% --quick --threads 1 >"$work/out"
check "prd: c of a quarter" has 'c 0\.08474409185' "$work/out"
check "prd: a hit by the 12th try" has 'a hit by the 12th try at the latest' "$work/out"
check "prd: the rate is the chance" equal \
    "$(awk '/^hits/ { print ($2 + 0 > 24.8 && $2 + 0 < 25.2) }' "$work/out")" 1
"$lab" prd 0.25 --quick --threads 7 >"$work/other"
check "prd: the same for 7 threads" cmp -s "$work/out" "$work/other"
check "table ends with 0" sh -c "'$lab' table --quick >'$work/out'"
check "table: no cost is below 0" sh -c "! grep -q -- '-[0-9]' '$work/out'"
check "table: a row for each engine and rand" equal "$(grep -c ' GB/s' "$work/out")" 19

# refused TEXT ARGUMENTS...: status 2 and one line with TEXT, nothing on standard output.
refused() {
    text=$1
    shift
    "$lab" "$@" >"$work/out" 2>"$work/err"
    check "$text: status 2" equal $? 2
    check "$text: one line says so" \
        equal "$(grep -c '' "$work/err") $(grep -c -F -e "$text" "$work/err")" "1 1"
    check "$text: no result" test ! -s "$work/out"
}
bad() { printf "$1" >"$work/bad"; }
bad '1 2\n-1 3\n'; refused "$work/bad:2: the weight is negative" chi2 "$work/bad"
bad '1 2\nnan 3\n'; refused "$work/bad:2: the weight is not a finite number" chi2 "$work/bad"
bad '1 2\n\n# c\ninf 3\n'; refused "$work/bad:4: the weight is not a finite number" chi2 "$work/bad"
bad 'x 3\n'; refused "$work/bad:1: the weight is not a number" chi2 "$work/bad"
bad '1/0 3\n'; refused "$work/bad:1: the weight is not a finite number" chi2 "$work/bad"
bad '1 2\nx,3\n'; refused "$work/bad:2: the weight is not a number" chi2 "$work/bad"
bad '5x,3\n'; refused "$work/bad:1: the weight is not a number" chi2 "$work/bad"
bad '1\n'; refused "$work/bad:1: no count" chi2 "$work/bad"
bad '1 -3\n'; refused "$work/bad:1: no count" chi2 "$work/bad"
bad '1 99999999999999999999999\n'; refused "$work/bad:1: no count" chi2 "$work/bad"
bad '0 1\n0 2\n'; refused "$work/bad: no weight is above 0" chi2 "$work/bad"
bad ''; refused "$work/bad: no weights in it" chi2 "$work/bad"
refused "$work/none: No such file" chi2 "$work/none"
refused "$work: Is a directory" chi2 "$work"
refused "$work/none: No such file" scatter "$work/none"
refused "$work/coin: Not a directory" scatter "$work/coin"
refused "$work/none/strip.png: No such file" gorilla --picture "$work/none/strip.png"
for chance in 1.5 -0.1 nan x 101% 0.25x 1e-9; do refused "prd: $chance is not" prd "$chance"; done
refused "there is no engine mersenne" gorilla mersenne
refused "nonsense: no such command" nonsense
refused "--nonsense: no such option" table --nonsense 1
refused "--bit 64: not from 0 to 63" gorilla --bit 64
refused "--threads 0: not from 1" table --threads 0
refused "which command?" --quick
check "bad input leaves no file" equal "$(find "$work" -name '*.part' | wc -l | tr -d ' ')" 0
if [ -e /dev/full ]; then
    "$lab" prd 0.5 --quick >/dev/full 2>"$work/err"
    check "a full disk is said" equal "$? $(grep -c 'standard output' "$work/err")" "1 1"
fi
check "--help ends with 0" sh -c "'$lab' --help | grep -q '^usage: rng_lab'"
finish
