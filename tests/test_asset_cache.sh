#!/bin/sh
# The asset cache as a user runs it: the demonstration and its counts, each command, bad input,
# damage, the progress bar, manifests. tests/test_cache.c has the library's own tests.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
http=yes
grep -q GC_FETCH_NO_CURL "$build/curl.flags" && http=no

# run CACHE OPTIONS...: output in $work/out and $work/err, exit status in $status.
run() {
    cache=$1
    shift
    "$build/asset_cache" --cache "$cache" "$@" >"$work/out" 2>"$work/err"
    status=$?
}
one_line_naming() {
    equal "$(wc -l <"$work/err" | tr -d ' ')" 1 || return 1
    has "$1" "$work/err" || { cat "$work/err"; return 1; }
}
files() { find "$1/objects" -type f 2>/dev/null | grep -c '/[0-9a-f]\{64\}$'; }

# What is left of large files, each with its state, goes on later; nothing else may be left.
no_leftovers() {
    states=$(find "$1/.gcf-part" -type f 2>/dev/null | wc -l | tr -d ' ')
    equal "$(find "$1" -name '.gcw-*' | wc -l |
        tr -d ' ')/$(find "$1" -name '.gcf-*.tmp' | wc -l | tr -d ' ')" \
        "0/$states"
}
hash_of() { sha256sum <"$1" | cut -d ' ' -f 1; }

# seal LINES: the manifest of such lines with its first line, made by other means than the
# program's own.
seal() {
    printf '# %s assets, SHA-256 of the lines below: %s\n' "$(grep -c '^[0-9a-f]' "$1")" "$(hash_of "$1")"
    cat "$1"
}
lines() { grep -v '^#' "$1"; }

# Ends by itself within a second or two, or is ended: then the status is 124.
within() { timeout -k 1 "$@"; }

# ---- usage

for bad in "--parallel 0" "--parallel 65" "--parallel x" "--order up" "--ring 1" "--nonsense" "--cache" \
    "--order" "--patience x" "--number x" "--number 0" "--mean 3" "--port 65536" "frob" "serve" \
   "get" "export" "fetch" "stats x" "get x y" "gc x"; do
    "$build/asset_cache" $bad >"$work/out" 2>"$work/err"
    check "$bad is refused" equal $? 2
    check "$bad is named" one_line_naming "${bad##* }"
done
# Of all commands, then the options of each.
commands='fetch update get ls verify repair gc export stats pack sign serve'
"$build/asset_cache" --help >"$work/out" 2>"$work/err"
check "--help ends with 0" equal $? 0
for word in $commands --origin --log --origin-program --make-manifest --number --json NO_COLOR; do
    check "--help tells of $word" has "^ *$word" "$work/out"
done
for word in 'update:--dry-run --on-demand --force --verify --quota --rate --keys --base' \
    'get NAME:--origin --cache --manifest --parallel --order --ring --patience' 'ls \[PREFIX\]:--cache' \
    'export DIR:--cache' 'pack TREE OUT:--number --mean' \
    'sign \[MANIFEST\]:--key --make-key --days --number' \
    'serve DIR:--port --origin-program' stats:--json gc:--json verify:--json repair:--origin; do
    command=${word%:*}
    "$build/asset_cache" --help ${command%% *} >"$work/out" 2>"$work/err"
    check "$command --help ends with 0" equal $? 0
    check "$command --help says how" has "^usage: asset_cache $command" "$work/out"
    for option in ${word#*:}; do check "$command --help tells of $option" has "^  $option" "$work/out"; done
done
check "stats --help has no option of pack" sh -c "! '$build/asset_cache' stats --help | grep -q -e --mean"
for bad in "pack a b --quota 3" "stats --days 4" "sign x --key k --json" "serve x --rate 9" \
    "get x --mean 8"; do
    "$build/asset_cache" $bad >"$work/out" 2>"$work/err"
    check "$bad: what belongs elsewhere is refused" equal $? 2
    check "$bad: it is named" one_line_naming "does not belong"
done

for help in -h --help; do
    "$build/asset_cache" $help >"$work/help" 2>"$work/err"
    check "$help ends with 0" equal $? 0
    check "$help tells of --origin" has --origin "$work/help"
done
"$build/asset_cache" --version >"$work/out" 2>"$work/err"
check "--version ends with 0" equal $? 0
version=$(sed -n '1,2s/^gc_fetch.h - v\([0-9.]*\) .*/\1/p' gc_fetch.h)
check "--version names the versions" has "^asset_cache .*gc_fetch $version" "$work/out"
check "--version is one line" equal "$(wc -l <"$work/out" | tr -d ' ')" 1
for bad in "--cache $work/never" "--manifest other.txt" "--base $work/never" "--json"; do
    within 20 "$build/asset_cache" $bad >"$work/out" 2>"$work/err"
    check "${bad%% *} without --origin is refused" equal $? 2
    check "${bad%% *} without --origin: named" one_line_naming "${bad%% *}"
done
check "--cache without --origin makes no folder" test ! -e "$work/never"

# ---- the demonstration

# A proxy of the environment does not lead to its origin.
http_proxy=http://127.0.0.1:1 "$build/asset_cache" --log "$work/demo.log" >"$work/out" 2>"$work/err"
check "the demonstration ends with 0" equal $? 0
check "first pass downloads 1000" has '^1000 assets: 0 hits, 1000 downloaded, 0 failed, 0 removed$' \
    "$work/out"
check "second pass downloads none" has '^1000 assets: 1000 hits, 0 downloaded, 0 failed, 0 removed$' \
    "$work/out"
check "third pass downloads 50, and removes what they replace" has \
    '^1000 assets: 950 hits, 50 downloaded, 0 failed, 50 removed$' "$work/out"
check "without the origin all are given out" has '^1000 of 1000 assets are given out$' "$work/out"
check "and it says why there is no update" has '^no update: .' "$work/out"
tutorial=$(sed -n 's/^the tutorial (\([0-9]*\) files.* after \([0-9]*\) of 1000 files$/\1 \2/p' "$work/out")
check "the tutorial's own files come first ($tutorial)" test "${tutorial% *}" -gt 50 -a \
    "${tutorial#* }" -ge "${tutorial% *}" -a "${tutorial#* }" -lt 700
check "nothing on stderr" equal "$(cat "$work/err" | grep -v 'without HTTP')" ""
check "no carriage return without a terminal" equal "$(tr -cd '\r' <"$work/out" | wc -c | tr -d ' ')" 0
peak=$(sed -n 's/.*peak memory \([0-9]*\)\.[0-9]* MB.*/\1/p' "$work/out" | sort -n | tail -n 1)
check "peak memory is printed, and under 30 MB" test "${peak:-99}" -lt 30
check "the worst frame is printed" has 'worst frame [0-9.]* ms of library work' "$work/out"
if [ $http = yes ]; then
    # The origin's own log, pass by pass; each begins with the manifest's request. At the end of a
    # pass the rest of large files comes in two parts, but no byte is asked for twice.
    counts=$(awk '$1 == "manifest" { pass++ }
        $1 == "asset" && $6 == "-" { n[pass]++ }
        END { print n[1] + 0, n[2] + 0, n[3] + 0 }' "$work/demo.log")
    check "requests for whole files in the origin's log" equal "$counts" "1000 0 50"
    check "others are for parts of them" equal "$(awk '$1 == "asset" && $6 != "-" && $6 !~ /^bytes=[0-9]/' \
        "$work/demo.log" | wc -l | tr -d ' ')" 0
    awk '$1 == "manifest" { pass++ } $1 == "asset" && pass == 1 { print $5 }' "$work/demo.log" >"$work/first"
    check "the first pass asks for 1000 different files" \
        equal "$(sort -u "$work/first" | wc -l | tr -d ' ')" 1000
fi

# The origin is a program beside this one: where it is missing, one line says what builds it.
mkdir "$work/alone"
cp "$build/asset_cache" "$work/alone"
"$work/alone/asset_cache" >"$work/out" 2>"$work/err"
check "no origin beside it: status 1" equal $? 1
check "no origin beside it: one line that names it" one_line_naming "$work/alone/origin: .*make build/origin"
for wrong in "$work/alone" "$work/err" "$work/nothing"; do
    "$build/asset_cache" --origin-program "$wrong" >"$work/out" 2>"$work/err"
    check "--origin-program $(basename "$wrong"): status 1" equal $? 1
    check "--origin-program $(basename "$wrong"): one line that names it" one_line_naming "$wrong: "
done
if [ $http = yes ]; then
    "$build/asset_cache" --log "$work/nowhere/log" >"$work/out" 2>"$work/err"
    check "a log that cannot be written: status 1" equal $? 1
    check "a log that cannot be written: one line that names it" one_line_naming "$work/nowhere/log"
fi

# ---- a folder as origin, over file: URLs

mkdir "$work/site" "$work/site/sub"
printf 'hello\n' >"$work/site/a.txt"
printf 'world\n' >"$work/site/sub/b with space & #%.txt"
: >"$work/site/empty"
head -c 300000 "$build/asset_cache" >"$work/site/sub/big.bin"
ln -s a.txt "$work/site/link"
"$build/asset_cache" --make-manifest "$work/site" >"$work/manifest" 2>"$work/err"
check "--make-manifest ends with 0" equal $? 0
check "the manifest has four files, no link" equal "$(lines "$work/manifest" | wc -l | tr -d ' ')" 4
lines "$work/manifest" >"$work/lines"
seal "$work/lines" >"$work/sealed"
check "its first line has their number and hash" cmp "$work/sealed" "$work/manifest"
mv "$work/manifest" "$work/site/manifest.txt"

# The folder over HTTP, as a static server gives it.
if [ $http = yes ]; then
    "$build/asset_cache" serve "$work/site" >"$work/serve.out" 2>&1 &
    pid=$! helpers="$helpers $!" served=
    for _ in $(seq 300); do
        served=$(sed -n 's/^origin: \(http.*\)/\1/p' "$work/serve.out")
        [ -z "$served" ] || break
        sleep 0.05
    done
    run "$work/served" --origin "$served"
    check "serve gives a folder" equal "$(files "$work/served")" 4
    stop_origin
fi
check "sha256sum -c agrees with it after the cut" sh -c \
    "cd '$work/site' && sed -E 's/^([0-9a-f]{64})  [0-9]+  /\\1  /' manifest.txt | sha256sum --quiet -c"
"$build/asset_cache" --make-manifest "$work/nowhere" >"$work/out" 2>"$work/err"
check "a missing folder is named" one_line_naming nowhere

site=file://$work/site
run "$work/c1" --origin "$site"
check "file: origin" equal $status 0
check "four files arrive" equal "$(files "$work/c1")" 4
check "they are right" equal "$(whole_objects "$work/c1")" 4
check "the manifest is the origin's" cmp "$work/c1/manifest" "$work/site/manifest.txt"
check "and so is its copy" cmp "$work/c1/manifest.copy" "$work/site/manifest.txt"
check "no temporary is left" no_leftovers "$work/c1"
run "$work/c1" --origin "$site/"
check "again: all hits" has '^4 assets: 4 hits, 0 downloaded' "$work/out"
object() { echo "$work/c1/objects/$(hash_of "$work/site/$1")"; }

# Damage in the cache: found and mended. Without the index everything is hashed again, and
# nothing fetched.
a_txt=$(object a.txt)
printf 'jello\n' >"$a_txt"
rm "$(object empty)"
printf 'x' >>"$(object sub/big.bin)"
run "$work/c1" --origin "$site"
check "three damaged files are fetched again" has '^4 assets: 1 hits, 3 downloaded, 0 failed' "$work/out"
check "and are right" equal "$(whole_objects "$work/c1")" 4
rm "$work/c1/index"
run "$work/c1" --origin "$site"
check "a lost index costs no download" has '^4 assets: 4 hits, 0 downloaded' "$work/out"
printf 'garbage\n\0\377 not a line\n' >"$work/c1/index"
run "$work/c1" --origin "$site"
check "nor does a damaged one" has '^4 assets: 4 hits, 0 downloaded' "$work/out"

# The index vouches for the file's change time, which touch cannot set back.
cp -p "$a_txt" "$work/keep"
printf 'jello\n' >"$a_txt"
touch -r "$work/keep" "$a_txt"
run "$work/c1" --origin "$site"
check "what keeps its time and size is seen" has '^4 assets: 3 hits, 1 downloaded' "$work/out"
run "$work/c1" --origin "$site" --verify
check "--verify hashes all, and finds nothing" has '^4 assets: 4 hits, 0 downloaded' "$work/out"
printf 'jello\n' >"$a_txt"
run "$work/c1" verify
check "verify: status 1" equal $status 1
check "verify: damage is counted" has '^4 files verified, .* 1 damaged and removed, 1 of 4' "$work/out"
run "$work/c1" verify --origin "$site"
check "verify with an origin: status 0" equal $status 0
check "verify with an origin mends" has '^3 files verified, .* 0 damaged and removed, 0 of 4' "$work/out"

# ---- each command, offline

run "$work/c1" get a.txt
check "get: status 0" equal $status 0
check "get writes the asset, and nothing else" cmp "$work/out" "$work/site/a.txt"
run "$work/c1" get "sub/b with space & #%.txt"
check "get: a name with everything" cmp "$work/out" "$work/site/sub/b with space & #%.txt"
run "$work/c1" get nothing.txt
check "get of no asset: status 1" equal $status 1
check "get of no asset: named" one_line_naming 'nothing.txt: no such asset'
check "get of no asset: nothing is written" test ! -s "$work/out"
run "$work/c1" ls
check "ls: status 0" equal $status 0
check "ls: four lines" equal "$(grep -c '^there ' "$work/out")" 4
check "ls: hash, size, name" has "^there   $(hash_of "$work/site/a.txt")  *6  a.txt$" "$work/out"
run "$work/c1" ls sub/
check "ls of a prefix" equal "$(wc -l <"$work/out" | tr -d ' ')" 2
run "$work/c1" stats
check "stats: status 0" equal $status 0
check "stats tells what is there" has '^4 of 4 assets are there, 0.3 of 0.3 MB$' "$work/out"
run "$work/c1" export "$work/exported"
check "export: status 0" equal $status 0
check "export: the files by their names" equal "$(whole_files "$work/site/manifest.txt" "$work/exported")" 4
check "export: and nothing else" equal "$(find "$work/exported" -type f | wc -l | tr -d ' ')" 4
run "$work/c1" gc
check "gc: nothing to do" has '^0 of 4 files removed' "$work/out"
for verb in "get a.txt" ls stats verify "export $work/e" "ls --origin $site" "stats --origin $site"; do
    run "$work/empty" $verb
    check "$verb of an empty cache: status 1" equal $status 1
    check "$verb makes no folder" test ! -e "$work/empty"
done
run "$work/empty" gc
check "gc of no folder: nothing to do, and none is made" equal "$status/$(ls -d "$work/empty" 2>/dev/null)" 0/
run "$work/empty" get a.txt --base "$work/site"
check "get from a base alone makes no folder" equal "$status/$(ls -d "$work/empty" 2>/dev/null)" 0/

# The value of an option in the same word, behind a =.
"$build/asset_cache" "--cache=$work/c18" "--origin=$site" --parallel=2 --order=given --manifest=manifest.txt \
    --patience=1 --ring=64 >"$work/out" 2>"$work/err"
check "--cache=DIR: status 0" equal $? 0
check "--cache=DIR: all come" equal "$(files "$work/c18")" 4
run "$work/c18" get 'sub/b with space & #%.txt' "--base=$work/a=b"
check "a value with a =" cmp "$work/out" "$work/site/sub/b with space & #%.txt"
for bad in "--parallel=0 0:" "--nonsense=1 --nonsense:" "--json=1 --json:"; do
    "$build/asset_cache" "${bad% *}" >"$work/out" 2>"$work/err"
    check "${bad% *} is refused" equal $? 2
    check "${bad% *} is named" one_line_naming " ${bad#* }"
done

# Only what is asked for.
run "$work/c8" get a.txt --origin "$site"
check "get from the origin" cmp "$work/out" "$work/site/a.txt"
check "get fetches one file" equal "$(files "$work/c8")" 1
run "$work/c8" stats
check "stats: not all is there: status 1" equal $status 1
check "stats: one is there" has '^1 of 4 assets are there' "$work/out"
run "$work/c9" --origin "$site" --on-demand
check "--on-demand: status 0" equal $status 0
check "--on-demand fetches no asset" equal "$(files "$work/c9")" 0
run "$work/c9" ls
check "--on-demand: ls tells that they are absent" equal "$status/$(grep -c '^absent ' "$work/out")" 1/4

# A folder that came with the game lies below the writable one.
run "$work/c10" --origin "$site" --base "$work/site"
check "--base: nothing is fetched" equal "$status/$(files "$work/c10")" 0/0
run "$work/c10" get a.txt --base "$work/site"
check "--base: get takes it from there" cmp "$work/out" "$work/site/a.txt"

# Damage is repaired; without an origin that is wrong usage.
run "$work/mend" --origin "$site"
printf x >"$work/mend/objects/$(hash_of "$work/site/a.txt")"
run "$work/mend" repair --origin "$site"
check "repair" equal "$status/$(whole_objects "$work/mend")" 0/4
run "$work/mend" repair
check "repair without an origin: status 2" equal $status 2

# What is missing, before anything is fetched; and a limit of speed.
run "$work/dry" update --origin "$site" --dry-run
check "--dry-run: status 0" equal $status 0
check "--dry-run tells" has '^4 assets are missing: 4 files, 0.3 MB$' "$work/out"
check "--dry-run fetches nothing" equal "$(files "$work/dry")" 0
run "$work/dry" get a.txt --origin "$site"
run "$work/dry" --origin "$site" --dry-run --json
check "--dry-run: one is there by now" has '^{"missing_assets":3,"files":3,"bytes":[0-9]*}$' "$work/out"
run "$work/dry" --origin "$site" --rate 100000
check "--rate: all come" equal "$status/$(files "$work/dry")" 0/4
run "$work/dry" --origin "$site" --dry-run
check "--dry-run: nothing is missing" has '^0 assets are missing: 0 files, 0.0 MB$' "$work/out"

# Chunks: a pak and files that are small. What a cache does with them is below, over HTTP.
mkdir -p "$work/tree/small"
head -c 3000000 /dev/urandom >"$work/tree/a.pak"
for i in $(seq 200); do head -c 2000 /dev/urandom >"$work/tree/small/$i"; done
"$build/asset_cache" pack "$work/tree" "$work/packed" --number 1 >"$work/out" 2>"$work/err"
check "pack: status 0" equal "$?/$(cat "$work/out")" "0/201 assets packed"
check "pack: no file by its name" equal "$(ls "$work/packed" | tr '\n' ' ')" "chunks manifest.txt packs "
"$build/asset_cache" pack "$work/tree" "$work/packed.2" --number 1 >"$work/out" 2>"$work/err"
check "pack: the same bytes" diff -r -x manifest.txt "$work/packed" "$work/packed.2"
# A quota: of four files, 0.3 MB, one is larger than what is left.
mkdir "$work/two"
head -c 700000 /dev/urandom >"$work/two/a"
head -c 600000 /dev/urandom >"$work/two/b"
"$build/asset_cache" --make-manifest "$work/two" >"$work/manifest"
mv "$work/manifest" "$work/two/manifest.txt"
for name in a b a; do run "$work/quota" get $name --origin "file://$work/two" --quota 1; done
check "--quota: only the last is there" equal "$status/$(files "$work/quota")" 0/1
check "--quota: it is right" cmp "$work/out" "$work/two/a"
run "$work/quota" --origin "file://$work/two" --quota 1
check "--quota: more than fits fails" equal "$status/$(grep -c 'no room within the quota' "$work/err")" 1/1

# A manifest is signed, and only a signed one is taken.
mkdir "$work/signed"
cp -R "$work/site/." "$work/signed"
signed=file://$work/signed
sign() { "$build/asset_cache" sign "$@" >"$work/out" 2>"$work/err"; status=$?; }
key=$("$build/asset_cache" sign --make-key "$work/game.key" 2>"$work/err")
check "a key: its public half" equal "${#key}" 64
check "a key: nobody else may read it" equal "$(find "$work/game.key" -perm 600 | wc -l | tr -d ' ')" 1
sign --make-key "$work/game.key"
check "a key is not overwritten" equal "$status/$(grep -c game.key "$work/err")" 1/1
sign "$work/signed/manifest.txt" --key "$work/game.key"
check "sign without a number: named" one_line_naming 'manifest.txt: has no number: give one by --number'
sign "$work/signed/manifest.txt" --key "$work/game.key" --number 7 --days 30
check "sign: status 0" equal $status 0
check "sign: the last line" equal "$(tail -n 1 "$work/signed/manifest.txt" | cut -c 1-29)" \
    "# signature $(echo "$key" | cut -c 1-16) "
check "sign: number and expiry" has '^# number 7, made [0-9]*, expires [0-9]*$' "$work/signed/manifest.txt"
run "$work/signed.1" --origin "$signed" --keys "$key"
check "a signed manifest is taken" equal "$status/$(files "$work/signed.1")" 0/4
run "$work/signed.1" --origin "$signed" --keys "$(echo "$key" | tr 0-9a-f 1-9a-f0)"
check "one of another key is not" one_line_naming 'wrong key'
run "$work/signed.1" --origin "$site" --keys "$key" --force
check "nor one that nobody has signed" one_line_naming 'not signed'

# Signed again, by two: the number stays, and the new key's program takes it.
new=$("$build/asset_cache" sign --make-key "$work/new.key" 2>"$work/err")
sign "$work/signed/manifest.txt" --key "$work/game.key,$work/new.key"
check "two signatures" equal "$status/$(grep -c '^# signature' "$work/signed/manifest.txt")" 0/2
check "the number stays" has '^# number 7, made [0-9]*, expires [0-9]*$' "$work/signed/manifest.txt"
run "$work/signed.2" --origin "$signed" --keys "$new"
check "the new key takes it" equal "$status/$(files "$work/signed.2")" 0/4
sign "$work/signed/manifest.txt" --key "$work/nothing.key"
check "a missing key is named" one_line_naming nothing.key
sign "$work/signed/a.txt" --key "$work/game.key"
check "what is no manifest is named" one_line_naming a.txt

# JSON, read by another program.
if command -v python3 >/dev/null 2>&1; then
    mkdir -p "$work/quoted/x"
    printf '1' >"$work/quoted/x/$(printf 'gr\303\274n')"
    printf '2' >"$work/quoted/x/$(printf 'a\342\200\256b')"
    "$build/asset_cache" --make-manifest "$work/quoted" --number 7 >"$work/manifest"
    mv "$work/manifest" "$work/quoted/manifest.txt"
    for verb in fetch ls stats verify gc "export $work/quoted.out"; do
        run "$work/c11" $verb --origin "file://$work/quoted" --json
        check "$verb --json: status 0" equal $status 0
        check "$verb --json is JSON" python3 -m json.tool "$work/out" "$work/json"
    done
    run "$work/c11" ls --json
    check "ls --json: a name that is not printed as it is" has '"x/a\\u202eb"' "$work/out"
    run "$work/c11" stats --json
    check "stats --json: the number" has '"number":7,' "$work/out"
else
    skip "JSON" "no python3 to read it"
fi

# Numbers: an older version is refused.
mkdir "$work/numbered"
for number in 5 4 6; do
    echo $number >"$work/numbered/file"
    "$build/asset_cache" --make-manifest "$work/numbered" --number $number >"$work/manifest"
    mv "$work/manifest" "$work/numbered/manifest.txt"
    run "$work/c12" --origin "file://$work/numbered"
    check "number $number: status" equal "$number$status" "$number$([ $number = 4 ] && echo 1 || echo 0)"
    [ $number = 4 ] || continue
    check "an older version is refused" one_line_naming "number is 4, and the current one's 5"
    run "$work/c12" get file
    check "an older version: the current one stands" equal "$(cat "$work/out")" 5
    run "$work/c12" --origin "file://$work/numbered" --force
    check "--force takes it" equal "$status/$(grep -c '1 downloaded' "$work/out")" 0/1
done

# ---- what the origin no longer lists goes, and only that; a manifest that is not whole is refused

cp "$work/site/manifest.txt" "$work/manifest.full"
lines "$work/manifest.full" >"$work/lines.full"
grep -v ' a.txt$' "$work/lines.full" >"$work/lines.less"
printf 'mine\n' >"$work/c1/mine.txt"
zeros=0000000000000000000000000000000000000000000000000000000000000000
mkdir "$work/c1/objects/$zeros"
printf 'mine\n' >"$work/c1/objects/mine.txt"
printf 'mine\n' >"$work/c1/objects/$(echo "$zeros" | tr 0 F)"
ln -s ../mine.txt "$work/c1/objects/$(echo "$zeros" | tr 0 1)"

# refused WHAT ERR: a run that changes nothing.
refused() {
    run "$work/c1" --origin "$site"
    check "$1: status 1" equal $status 1
    check "$1: named" one_line_naming "manifest.txt: $2"
    check "$1: every file stays" equal "$(whole_objects "$work/c1" 2>/dev/null)" 4
    check "$1: the old version stands" cmp "$work/c1/manifest" "$work/manifest.full"
}
objects_count=$(files "$work/c1")
rm "$work/c1/objects/$(echo "$zeros" | tr 0 F)"
: >"$work/c1/objects/not-a-hash"
check "four objects before" equal "$objects_count" 4
cp "$work/lines.less" "$work/site/manifest.txt"
refused "a manifest without the first line" 'its first line is not that of a manifest'
: >"$work/site/manifest.txt"
refused "an empty manifest" 'its first line is not that of a manifest'
seal "$work/lines.full" | head -n 3 >"$work/site/manifest.txt"
refused "a manifest cut after a line" 'is not whole.*2 of 4'
seal "$work/lines.full" | head -c 300 >"$work/site/manifest.txt"
refused "a manifest cut in a line" ''
seal "$work/lines.full" | head -n 1 >"$work/site/manifest.txt"
refused "a manifest cut after its first line" 'is not whole.*0 of 4'
seal "$work/lines.full" | head -c 50 >"$work/site/manifest.txt"
refused "a manifest cut in its first line" 'its first line'
seal "$work/lines.full" | sed '/ a.txt$/s/a.txt/b.txt/' >"$work/site/manifest.txt"
refused "a manifest with another name" 'is not whole'
{ cat "$work/lines.full"; seal "$work/lines.less"; } >"$work/site/manifest.txt"
refused "lines before the first line" 'its first line'

# The whole manifest, at last.
seal "$work/lines.less" >"$work/site/manifest.txt"
run "$work/c1" --origin "$site"
check "a file that is no longer listed is removed" has \
    '^3 assets: 3 hits, 0 downloaded, 0 failed, 1 removed$' "$work/out"
check "foreign files stay" test -f "$work/c1/mine.txt" -a -f "$work/c1/objects/mine.txt" -a \
    -f "$work/c1/objects/not-a-hash" -a ! -e "$a_txt"
check "so do folders and links" test -d "$work/c1/objects/$zeros" -a \
    -L "$work/c1/objects/$(echo "$zeros" | tr 0 1)"
check "and what they lead to" equal "$(cat "$work/c1/mine.txt")" mine
run "$work/c1" --origin "$site"
check "that is all" has '^3 assets: 3 hits, 0 downloaded, 0 failed, 0 removed$' "$work/out"

# Instead of the index, which may be lost, something that can block, or is no file.
for what in fifo folder link; do
    rm -rf "$work/c1/index"
    case $what in
    fifo) mkfifo "$work/c1/index" ;;
    folder) mkdir "$work/c1/index" ;;
    link) ln -s /dev/tty "$work/c1/index" ;;
    esac
    within 20 "$build/asset_cache" --cache "$work/c1" --origin "$site" >"$work/out" 2>"$work/err"
    check "a $what as index does not block" equal $? 0
    check "a $what as index costs no download" has '^3 assets: 3 hits, 0 downloaded' "$work/out"
done
rm -rf "$work/c1/index"

# Instead of the manifest: the copy is taken.
for what in fifo folder link garbage; do
    rm -rf "$work/c1/manifest"
    case $what in
    fifo) mkfifo "$work/c1/manifest" ;;
    folder) mkdir "$work/c1/manifest" ;;
    link) ln -s manifest.copy "$work/c1/manifest" ;;
    garbage) echo garbage >"$work/c1/manifest" ;;
    esac
    within 20 "$build/asset_cache" --cache "$work/c1" get empty >"$work/out" 2>"$work/err"
    check "a $what as manifest: the copy is taken" equal $? 0
    within 20 "$build/asset_cache" --cache "$work/c1" --origin "$site" >"$work/out" 2>"$work/err"
    check "a $what as manifest costs no download" has ' 0 downloaded' "$work/out"
done
rm -rf "$work/c1/manifest"
for what in fifo folder link; do
    rm -rf "$work/c1/locks"
    case $what in
    fifo) mkfifo "$work/c1/locks" ;;
    folder) mkdir "$work/c1/locks" ;;
    link) ln -s mine.txt "$work/c1/locks" ;;
    esac
    within 20 "$build/asset_cache" --cache "$work/c1" get empty >"$work/out" 2>"$work/err"
    ended=$?
    check "a $what as file of locks does not block" test $ended -le 1
    [ $ended = 0 ] || check "a $what as file of locks: named" one_line_naming locks
done
rm -rf "$work/c1/locks"
mkfifo "$work/site/fifo.txt"
within 20 "$build/asset_cache" --cache "$work/c1" --origin "$site" --manifest fifo.txt >"$work/out" 2>&1
check "a FIFO as manifest does not block" equal $? 1
rm "$work/site/fifo.txt"

# More files than the writer has slots: 5,003, then 500 of them.
mkdir "$work/many"
(cd "$work/many" && i=0 && while [ $i -lt 5003 ]; do echo $i >"file$i"; i=$((i + 1)); done)
"$build/asset_cache" --make-manifest "$work/many" >"$work/manifest"
cp "$work/manifest" "$work/many/manifest.txt"
run "$work/c7" --origin "file://$work/many"
check "5,003 files: status 0" equal $status 0
check "5,003 files arrive" equal "$(files "$work/c7")" 5003
lines "$work/manifest" | head -n 500 >"$work/lines"
seal "$work/lines" >"$work/many/manifest.txt"
run "$work/c7" --origin "file://$work/many"
check "then 500: status 0" equal $status 0
check "then 500: the others are removed" has '^500 assets: 500 hits, .* 0 failed, 4503 removed$' "$work/out"
check "then 500: these are left, and right" equal "$(whole_objects "$work/c7")" 500
run "$work/c7" --origin "file://$work/many"
check "once more: nothing to do" has '^500 assets: 500 hits, 0 downloaded, 0 failed, 0 removed$' "$work/out"
: >"$work/lines"
seal "$work/lines" >"$work/many/manifest.txt"
cp "$work/many/manifest.txt" "$work/many.empty"
run "$work/c7" --origin "file://$work/many"
check "then none: all are removed" has '^0 assets: .* 0 failed, 500 removed$' "$work/out"
check "none is left" equal "$(files "$work/c7")" 0
rm -r "$work/many" "$work/c7"
mkdir "$work/nothing"
"$build/asset_cache" --make-manifest "$work/nothing" >"$work/manifest"
check "the manifest of an empty folder is that" cmp "$work/many.empty" "$work/manifest"

# ---- bad manifests: the line is told, the whole is refused, and the old version stands

# bad_manifest LINE NAMED: into a cache with a version, and into none.
bad_manifest() {
    { cat "$work/lines.full"; printf '%s\n' "$1"; } >"$work/lines"
    seal "$work/lines" >"$work/site/manifest.txt"
    run "$work/c2" --origin "$site"
    check "manifest with \"$1\": status 1" equal $status 1
    check "manifest with \"$1\": one line that names it" one_line_naming "$2"
    check "manifest with \"$1\": the old version stands" cmp "$work/manifest.full" "$work/c2/manifest"
}
bad_line() {
    bad_manifest "$1" "$2"
    run "$work/c2-new" --origin "$site"
    check "manifest with \"$1\": nothing is fetched" equal "$status/$(files "$work/c2-new")" 1/0
}
cp "$work/manifest.full" "$work/site/manifest.txt"
run "$work/c2" --origin "$site"
check "before bad manifests: status 0" equal $status 0
bad_line "$zeros  5  ../x" 'line 6: ../x'
bad_line "$zeros  5  /etc/x" 'line 6: /etc/x'
bad_line "$zeros  5  a/../../x" 'a/../../x'
bad_line "$zeros  5  C:x" 'C:x'
bad_line "$zeros  5  nul.txt" 'nul.txt'
bad_line "$zeros  5  .gcw-x" '.gcw-x'
bad_line "$zeros  5" 'line 6'
bad_line "$zeros  name" 'line 6'
bad_line "12345  5  name" 'line 6'
bad_line "$zeros  99999999999999999999  name" 'line 6'
bad_line "$(sed -n 1p "$work/lines.full")" 'listed twice'
bad_line "$zeros  5  a.txt/b" 'a.txt/b: a folder of its path is listed as a file'

# What could steer a terminal is printed as \xNN: bytes below 32, 127, and the characters U+0080
# to U+009F.
escape=$(printf '\033')
bad_line "$zeros  5  ${escape}[31mred" 'line 6: \\x1b\[31mred'
check "no escape sequence reaches the terminal" equal "$(tr -d '\n -~' <"$work/err" | wc -c | tr -d ' ')" 0
bad_line "$zeros  5  x$(printf '\302\2332J')/../y" 'x\\xc2\\x9b2J/../y'
bad_line "$zeros  5  $(printf 'x\177\377')/../y" 'x\\x7f\\xff/../y'
mkdir "$work/odd"
: >"$work/odd/${escape}]0;title"
"$build/asset_cache" --make-manifest "$work/odd" >"$work/out" 2>"$work/err"
check "--make-manifest names it" has 'x1b\]0;title' "$work/err"
check "--make-manifest prints no escape" equal "$(tr -d '\n -~' <"$work/err" | wc -c | tr -d ' ')" 0
bad_line "$zeros  5  $(printf 'gr\303\274n')/../y" "$(printf 'gr\303\274n')/../y"

# And what turns the direction of writing, ends a line, or is another way to write such: U+061C,
# U+200F, U+202E, U+2028, U+2067; a control of three bytes; half of a pair. No more than that: the
# neighbours, and U+200D, which belongs to names.
for odd in 330\\234 342\\200\\217 342\\200\\256 342\\200\\250 342\\201\\247 340\\202\\233 355\\240\\200; do
    bytes=$(printf "\\$odd")
    bad_line "$zeros  5  x${bytes}y/../y" "x\(\\\\x[0-9a-f][0-9a-f]\)\{2,3\}y/../y"
    check "\\$odd does not reach the terminal" equal "$(tr -d '\n -~' <"$work/err" | wc -c | tr -d ' ')" 0
done
for plain in 330\\233 342\\200\\215 342\\200\\247 342\\201\\245 360\\237\\230\\200; do
    bytes=$(printf "\\$plain")
    bad_line "$zeros  5  x${bytes}y/../y" "x${bytes}y/../y"
done
{ sed -n 1,2p "$work/manifest.full"; printf '\0\n'; sed 1,2d "$work/manifest.full"; } \
    >"$work/site/manifest.txt"
run "$work/c2" --origin "$site"
check "manifest with a zero byte: status 1" equal $status 1
check "manifest with a zero byte: one line that names it" one_line_naming 'zero byte'
check "manifest with a zero byte: nothing is removed" equal "$(whole_objects "$work/c2")" 4

# ---- assets that cannot be had: each is told, the others are fetched, and the old version stands

# bad_asset LINE NAMED: the rest of the new version comes, so that the next try has less to do.
bad_asset() {
    bad_manifest "$1" "$2"
    check "manifest with \"$1\": counted" \
        has '^5 assets: 4 hits, 0 downloaded, 1 failed, 0 removed$' "$work/out"
    rm -rf "$work/c2-new"
    run "$work/c2-new" --origin "$site"
    check "manifest with \"$1\": the rest is fetched" equal "$(whole_objects "$work/c2-new")" 4
    check "manifest with \"$1\": there is no version" test ! -e "$work/c2-new/manifest"
    run "$work/c2-new" get a.txt
    check "manifest with \"$1\": what has come is given out" cmp "$work/out" "$work/site/a.txt"
    run "$work/c2-new" stats
    check "manifest with \"$1\": as a partial version" has '^partial version 0' "$work/out"
    check "manifest with \"$1\": four of five" has '^4 of 5 assets are there' "$work/out"
}
bad_asset "$zeros  5  missing.bin" 'missing.bin'
printf 'short\n' >"$work/site/copy.txt"
bad_asset "$zeros  6  copy.txt" 'copy.txt: wrong SHA-256'
bad_asset "$zeros  7  copy.txt" 'copy.txt: wrong size'

# Wrong, and it cannot be written either: one failure, not two, and the rest is waited for.
mkdir "$work/c2/objects/$zeros"
head -c 3000000 /dev/zero >"$work/site/copy.txt"
bad_asset "$zeros  3000000  copy.txt" 'copy.txt'
rm -r "$work/site/copy.txt"
rmdir "$work/c2/objects/$zeros"
cp "$work/manifest.full" "$work/site/manifest.txt"
run "$work/c2" --origin "$site" --manifest none.txt
check "no manifest: status 1" equal $status 1
check "no manifest: named" one_line_naming none.txt

# ---- the cache folder

: >"$work/plain"
run "$work/plain/c" --origin "$site"
check "a cache below a file: status 1" equal $status 1
check "a cache below a file: named" one_line_naming "plain/c"
run "$work/plain" --origin "$site"
check "a file as cache: named" one_line_naming "plain"
rm -rf "$work/c2"
mkdir -p "$work/c2/objects/$(hash_of "$work/site/a.txt")/x"
run "$work/c2" --origin "$site"
check "a folder in a file's place: status 1" equal $status 1
check "a folder in a file's place: named" one_line_naming "a.txt"
check "a folder in a file's place: the rest is completed" equal "$(files "$work/c2")" 3
rm -rf "$work/c2"
mkdir "$work/c2" "$work/elsewhere"
ln -s ../elsewhere "$work/c2/objects"
run "$work/c2" --origin "$site"
check "a link out of the cache: status 1" equal $status 1
check "a link out of the cache: named" one_line_naming objects
check "a link out of the cache: nothing goes through it" equal "$(ls -A "$work/elsewhere")" ""

# ---- HTTP and its faults

run "$work/c3" --origin "http://127.0.0.1:1"
check "unreachable: status 1" equal $status 1
check "unreachable: named" one_line_naming "http://127.0.0.1:1/manifest.txt"
run "$work/c3" --origin "gopher://x"
check "unknown scheme: named" one_line_naming "gopher://x"
if [ $http = no ]; then
    [ "$CURL" = no ] || skip "HTTP" "libcurl's headers are not installed"
else
    # fault WHAT STATUS LINES RULE...: an origin of 60 files with the rule for one of them.
    fault() {
        what=$1 want=$2 lines=$3
        shift 3
        rm -rf "$work/c4"
        start_origin "$what" --files 60 --bytes 3000000 --sealed "$@" || return
        run "$work/c4" --origin "$url" --manifest manifest.txt
        check "$what: status $want" equal $status "$want"
        check "$what: lines on stderr" equal "$(wc -l <"$work/err" | tr -d ' ')" "$lines"
        check "$what: whole files in the cache" equal "$(files "$work/c4")" $((60 - lines))
        check "$what: no temporary is left" no_leftovers "$work/c4"
        stop_origin
    }
    # An origin that has no other manifest says so, and sends nothing; a damaged file comes again.
    start_origin same --folder "$work/site"
    run "$work/same" --origin "$url"
    check "the first time: status 0" equal "$status/$(files "$work/same")" 0/4
    check "the first time, the manifest comes" equal "$(grep -c '^manifest .* 200 ' "$work/same.log")" 1
    rm "$work/same/objects/$(hash_of "$work/site/a.txt")"
    run "$work/same" --origin "$url"
    check "the second time: what is missing comes" has '^4 assets: 3 hits, 1 downloaded' "$work/out"
    check "the second time: 304" equal "$(grep -c '^manifest .* 304 0 ' "$work/same.log")" 1
    rm "$work/same/manifest.etag"
    run "$work/same" --origin "$url"
    check "without its name, it comes" equal "$status/$(grep -c '^manifest .* 200 ' "$work/same.log")" 0/2
    cp "$work/site/manifest.txt" "$work/manifest.kept"
    { lines "$work/site/manifest.txt"; echo "# more"; } >"$work/lines"
    seal "$work/lines" >"$work/site/manifest.txt"
    run "$work/same" --origin "$url"
    check "another one comes" equal "$status/$(grep -c '^manifest .* 200 ' "$work/same.log")" 0/3
    check "and is the current one" cmp "$work/site/manifest.txt" "$work/same/manifest"
    run "$work/same" --origin "$url"
    check "whose name is known, too" equal "$status/$(grep -c '^manifest .* 304 0 ' "$work/same.log")" 0/2
    mv "$work/manifest.kept" "$work/site/manifest.txt"
    stop_origin

    # Chunks, by ranges, and from a server that does not know them.
    start_origin packed --folder "$work/packed"
    run "$work/c21" --origin "$url"
    check "chunks: all files" equal "$status/$(files "$work/c21")" 0/201
    check "chunks: they are right" equal "$(whole_objects "$work/c21")" 201
    count=$(requests "$work/packed.log")
    check "chunks: a few requests ($count)" test "$count" -le 8
    check "chunks: by ranges" has ' 206 ' "$work/packed.log"

    # 20 bytes in, 50 out; and a file that has moved. Each place is in one chunk, or between two,
    # of at most 64 KB; the bytes are random.
    { head -c 1000000 "$work/tree/a.pak"; head -c 20 /dev/urandom; tail -c +1000001 "$work/tree/a.pak" |
        head -c 1000000; tail -c +2000051 "$work/tree/a.pak"; } >"$work/a.pak"
    mv "$work/a.pak" "$work/tree/a.pak"
    mv "$work/tree/small/7" "$work/tree/moved"
    "$build/asset_cache" pack "$work/tree" "$work/packed" --number 2 >"$work/out" 2>"$work/err"
    lines=$(wc -l <"$work/packed.log")
    run "$work/c21" --origin "$url"
    check "patch: status 0" equal $status 0
    check "patch: one file is made" has '^1 files made of chunks: 0\.[0-2]' "$work/out"
    "$build/asset_cache" export "$work/exported.2" --cache "$work/c21" >/dev/null 2>&1
    check "patch: the tree" diff -r "$work/tree" "$work/exported.2"
    sum=$(tail -n +$((lines + 1)) "$work/packed.log" | awk '$5 ~ /packs/ { sum += $8 } END { print sum + 0 }')
    check "patch: $sum bytes of packs" test "$sum" -gt 1000 -a "$sum" -le 262144
    stop_origin

    start_origin rangeless --folder "$work/packed" --fault no-range,prefix=/packs/
    run "$work/c22" --origin "$url"
    check "without ranges: all files" equal "$status/$(files "$work/c22")" 0/201
    check "without ranges: each pack once" equal "$(grep -c 'GET /packs/' "$work/rangeless.log")" \
        "$(ls "$work/packed/packs" | wc -l | tr -d ' ')"
    stop_origin

    start_origin plain --files 60 --bytes 3000000 --odd-names --sealed
    run "$work/c5" --origin "$url" --order given --parallel 1
    check "60 files over HTTP, odd names too" has '^60 assets: 0 hits, 60 downloaded' "$work/out"
    run "$work/c5" --origin "$url"
    check "again: no request" equal "$(requests "$work/plain.log")" 60
    # 50 change at the origin: exactly those are asked for.
    find "$work/c5/objects" -type f | sort >"$work/before"
    "$build/origin" --ask POST "$url/origin/change?count=50&seed=3" >"$work/changed"
    check "the change is accepted" equal "$(grep -c . "$work/changed")" 50
    run "$work/c5" --origin "$url"
    find "$work/c5/objects" -type f | sort >"$work/after"
    check "50 files differ then" equal "$(diff "$work/before" "$work/after" | grep -c '^>')" 50
    check "50 more requests" equal "$(requests "$work/plain.log")" 110
    check "for exactly the changed files" equal \
        "$(awk '$1 == "asset" { print $5 }' "$work/plain.log" | tail -n 50 | sort -u | wc -l | tr -d ' ')" 50
    "$build/origin" --ask GET "$url/manifest.txt" >"$work/manifest.now"
    check "the cache is what the origin's manifest says" cmp "$work/manifest.now" "$work/c5/manifest"
    rm -rf "$work/c5-out"
    run "$work/c5" export "$work/c5-out"
    check "and so are its files" equal "$(whole_files "$work/manifest.now" "$work/c5-out")" 60
    stop_origin
    # One percent of 2,000 changes: those bytes, and at most five requests more.
    start_origin percent --files 2000 --bytes 20000000 --sealed
    run "$work/c15" --origin "$url"
    check "2,000 files: all come" has '^2000 assets: .* 0 failed, 0 removed$' "$work/out"
    "$build/origin" --ask POST "$url/origin/change?count=20&seed=5" >"$work/changed"
    "$build/origin" --ask GET "$url/manifest.txt" >"$work/manifest.now"
    want=$(awk 'NR == FNR { changed[$1]; next } $3 in changed { sum += $2 } END { printf "%d", sum }' \
        "$work/changed" "$work/manifest.now")
    seen=$(wc -l <"$work/percent.log")
    run "$work/c15" --origin "$url"
    tail -n +$((seen + 1)) "$work/percent.log" >"$work/update.log"
    came=$(awk '$1 == "asset" { sum += $8 } END { printf "%d", sum }' "$work/update.log")
    check "update of one percent: its bytes ($want) and no more" equal "$came" "$want"
    check "update of one percent: at most five requests more than files" test "$want" -gt 0 -a \
        "$(wc -l <"$work/update.log")" -le 25
    check "update of one percent: it is right" cmp "$work/manifest.now" "$work/c15/manifest"
    stop_origin
    rm -rf "$work/c15"

    # A large file, killed in its middle, goes on where it was: its bytes come once.
    mkdir "$work/large"
    head -c 30000000 /dev/urandom >"$work/large/big.bin"
    "$build/asset_cache" --make-manifest "$work/large" >"$work/manifest"
    mv "$work/manifest" "$work/large/manifest.txt"
    start_origin large --folder "$work/large" --bandwidth 100M --rtt 5
    "$build/asset_cache" --origin "$url" --cache "$work/c16" >/dev/null 2>&1 &
    victim=$!
    sleep 1.2
    kill -9 $victim
    wait $victim 2>/dev/null
    check "a large file, killed: nothing of it is given out" equal "$(files "$work/c16")" 0
    run "$work/c16" --origin "$url"
    check "a large file goes on: status 0" equal $status 0
    check "a large file goes on: it is right" equal "$(whole_objects "$work/c16")" 1
    first=$(awk '$1 == "manifest" { pass++ } pass < 2 && $5 ~ /big/ { sum += $8 }
        END { printf "%d", sum }' "$work/large.log")
    came=$(awk '$5 ~ /big/ { sum += $8 } END { printf "%d", sum }' "$work/large.log")
    check "a large file goes on: it was killed after $first bytes" test "$first" -gt 3000000 -a \
        "$first" -lt 29000000
    check "a large file goes on: $came bytes for 30,000,000" test "$came" -ge 30000000 -a \
        "$came" -le 31048576
    stop_origin
    rm -rf "$work/c16"

    # A size near 2^63 in the manifest: the time that is left is told as the longest there is.
    mkdir "$work/long"
    head -c 1600000 /dev/urandom >"$work/long/a"
    "$build/asset_cache" --make-manifest "$work/long" | lines /dev/stdin >"$work/lines"
    echo "$zeros  9000000000000000000  b" >>"$work/lines"
    seal "$work/lines" >"$work/long/manifest.txt"
    start_origin long --folder "$work/long" --bandwidth 8M
    run "$work/c19" --origin "$url"
    check "a size near 2^63: the other is fetched" equal "$status/$(files "$work/c19")" 1/1
    check "a size near 2^63: the time that is left" has ' 5999:59 left$' "$work/out"
    stop_origin
    rm -rf "$work/c19"

    # The origin is gone: what is there is given out.
    run "$work/c5" get "$(lines "$work/c5/manifest" | sed -n '7s/^[0-9a-f]*  [0-9]*  //p')" --origin "$url"
    check "the origin is gone: get of what is there" equal "$status/$(hash_of "$work/out")" \
        "0/$(lines "$work/c5/manifest" | sed -n '7s/ .*//p')"

    start_origin names --files 60 --bytes 3000000 --sealed
    "$build/origin" --ask GET "$url/manifest.txt" >"$work/names"
    stop_origin
    victim=$(lines "$work/names" | sed -n '30s/.*  //p')
    fault 404 1 1 --fault "404,prefix=/$victim"
    check "404: named" has "$victim: HTTP status 404" "$work/err"
    fault wrong-hash 1 1 --fault "corrupt,prefix=/$victim"
    check "wrong hash: named" has "$victim: wrong SHA-256" "$work/err"
    fault short-body 1 1 --fault "short,prefix=/$victim"
    check "short body: named" has "$victim: wrong size" "$work/err"
    fault cut-for-ever 1 1 --fault "cut,prefix=/$victim"
    check "cut: named" has "$victim: connection broken" "$work/err"
    fault 500-once 0 0 --fault "status=500,once,per-path"
    # Of a large file a busy machine may ask for the rest apart.
    check "500 once: each file needs two requests" \
        equal "$(awk '$1 == "asset" && $6 == "-"' "$work/500-once.log" | wc -l | tr -d ' ')" 120
    fault 500-for-ever 1 1 --fault "status=500,prefix=/$victim"
    check "500 for ever: named" has "$victim: HTTP status 500" "$work/err"
    fault cut-once 0 0 --fault "cut,once,per-path"
    fault redirect-loop 1 1 --fault "redirect,prefix=/$victim"
    fault to-file 1 1 --fault "redirect=file:///etc/passwd,prefix=/$victim"
    check "redirect to file: named" has "$victim: refused redirect" "$work/err"
fi

# ---- without frames: the program sleeps until there is something to do, never until a frame ends

cat >"$work/frames.c" <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int nanosleep(const struct timespec *rest, struct timespec *left) {
    FILE *file = fopen(getenv("FRAMES"), "a");
    if (file) {
        fputs("a frame\n", file);
        fclose(file);
    }
    return (int)syscall(SYS_nanosleep, rest, left);
}
END
if ! ${CC:-cc} -shared -fPIC -w "$work/frames.c" -o "$work/frames.so" 2>/dev/null ||
    ! LD_PRELOAD=$work/frames.so true 2>/dev/null; then
    skip "frames" "no library can be put before the system's"
else
    # frames COMMAND...: how many sleeps of the program had nothing to wait for.
    frames() {
        : >"$work/frames"
        FRAMES=$work/frames LD_PRELOAD=$work/frames.so "$build/asset_cache" --cache "$work/c17" "$@" \
            --origin "file://$work/numbered" >"$work/out" 2>"$work/err"
        check "$1: status 0" equal $? 0
        check "$1: no frame" equal "$(wc -l <"$work/frames" | tr -d ' ')" 0
    }
    frames fetch
    frames verify
    rm -rf "$work/c17"
    frames get file
fi

# ---- the clock: ten years back, and ten years on again

cat >"$work/clock.c" <<'END'
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long shift(void) { return atol(getenv("CLOCK_SHIFT")); }
int clock_gettime(clockid_t clock, struct timespec *t) {
    int result = (int)syscall(SYS_clock_gettime, clock, t);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == 5)) t->tv_sec += shift();
    return result;
}
time_t time(time_t *out) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (out) *out = t.tv_sec;
    return t.tv_sec;
}
int gettimeofday(struct timeval *restrict tv, void *restrict zone) {
    struct timespec t;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &t);
    tv->tv_sec = t.tv_sec;
    tv->tv_usec = t.tv_nsec / 1000;
    return 0;
}
END
if ! ${CC:-cc} -shared -fPIC -w "$work/clock.c" -o "$work/clock.so" 2>/dev/null ||
    ! LD_PRELOAD=$work/clock.so CLOCK_SHIFT=0 true 2>/dev/null; then
    skip "another clock" "no library can be put before the system's"
else
    # at YEARS WANTED: a fetch by such a clock, and what it must say.
    at() {
        CLOCK_SHIFT=$(($1 * 31557600)) LD_PRELOAD=$work/clock.so "$build/asset_cache" --cache "$work/c13" \
            --origin "file://$work/numbered" >"$work/out" 2>"$work/err"
        check "clock $1 years on: status 0" equal $? 0
        check "clock $1 years on: $2" has "$2" "$work/out"
        check "clock $1 years on: right" equal "$(whole_objects "$work/c13")" 1
    }
    number=7
    for years in -10 0 10 -10; do
        echo $number >"$work/numbered/file"
        "$build/asset_cache" --make-manifest "$work/numbered" --number $number >"$work/manifest"
        mv "$work/manifest" "$work/numbered/manifest.txt"
        at $years '^1 assets: 0 hits, 1 downloaded, 0 failed'
        at $years '^1 assets: 1 hits, 0 downloaded, 0 failed, 0 removed'
        number=$((number + 1))
    done
    CLOCK_SHIFT=-315576000 LD_PRELOAD=$work/clock.so date +%Y >"$work/out"
    check "that clock is ten years back" equal "$(cat "$work/out")" $(($(date +%Y) - 10))
fi

# ---- two programs in one folder, at the same time

if [ $http = yes ]; then
    start_origin two --files 300 --bytes 10000000 --sealed --rtt 5
    "$build/asset_cache" --origin "$url" --cache "$work/c14" >"$work/first.out" 2>"$work/first.err" &
    first=$!
    helpers="$helpers $first"
    run "$work/c14" --origin "$url"
    check "two at once: the second ends with 0" equal $status 0
    wait $first
    check "two at once: so does the first" equal $? 0
    check "two at once: all is right" equal "$(whole_objects "$work/c14")" 300
    asked=$(requests "$work/two.log")
    check "two at once: $asked requests for 300 assets" test "$asked" -ge 300 -a "$asked" -le 315
    stop_origin
fi

# ---- Ctrl-C

# interrupt COMMAND...: runs it with an empty TMPDIR until some 20 assets are in folder $cache
# or in a cache below $work/tmp, and sends the signal (SIGINT, which sh has switched off for
# what it starts by &).
signal=INT
interrupt() {
    rm -rf "$work/tmp"
    mkdir "$work/tmp"
    TMPDIR=$work/tmp "$@" >"$work/out" 2>"$work/err" &
    victim=$!
    helpers="$helpers $victim"
    for _ in $(seq 400); do
        count=$(find "$work/tmp" "$cache" -type f -regex '.*/objects/[0-9a-f]*' 2>/dev/null | wc -l)
        [ "$count" -ge 20 ] && break
        sleep 0.02
    done
    kill -$signal $victim
    for _ in $(seq 100); do
        kill -0 $victim 2>/dev/null || break
        sleep 0.05
    done
    kill -9 $victim 2>/dev/null
    wait $victim 2>/dev/null
    status=$?
}
cache=$work/none
interrupt "$build/asset_cache"

# gone WHAT: within two seconds nobody answers under the URL that the demonstration has printed.
gone() {
    [ $http = yes ] || return 0
    there=$(sed -n 's/^origin: \(http:[^,]*\),.*/\1/p' "$work/out")
    check "$1: it has printed its origin" test -n "$there"
    for _ in $(seq 40); do
        "$build/origin" --ask GET "$there/origin/log" >/dev/null 2>&1 || break
        sleep 0.05
    done
    check "$1: its origin has ended" sh -c "! '$build/origin' --ask GET '$there/origin/log' >/dev/null 2>&1"
}
gone "Ctrl-C"
check "Ctrl-C ends the demonstration as a signal does" equal $status 130
check "Ctrl-C: the demonstration leaves nothing" equal "$(ls "$work/tmp")" ""
check "Ctrl-C: the demonstration says so" has "interrupted.*removed" "$work/err"
check "Ctrl-C: it was in the middle" sh -c "! grep -q 'pass 2' '$work/out'"

# kill -9 leaves the folder behind, but no process.
signal=KILL
interrupt "$build/asset_cache"
signal=INT
check "kill -9 ends the demonstration" equal $status 137
gone "kill -9"
if [ $http = yes ]; then
    start_origin stop --files 300 --bytes 40000000 --sealed --bandwidth 100M
    cache="$work/it's here"
    interrupt "$build/asset_cache" --origin "$url" --cache "$cache" --parallel 4
    check "Ctrl-C ends a download as a signal does" equal $status 130
    check "Ctrl-C: no temporary is left" no_leftovers "$cache"
    there=$(files "$cache")
    check "Ctrl-C: some files are there, some not" test "$there" -ge 20 -a "$there" -lt 300
    check "Ctrl-C: it says how many" has "interrupted: $there of 300" "$work/err"
    check "Ctrl-C: the index is there" test -s "$cache/index"
    sed -n 's/^    \(.*asset_cache.*\)/\1/p' "$work/err" >"$work/command"
    check "Ctrl-C: the command to go on is printed" equal "$(wc -l <"$work/command" | tr -d ' ')" 1
    sh "$work/command" >"$work/out" 2>"$work/err"
    check "Ctrl-C: it goes on" equal $? 0
    check "Ctrl-C: and then nothing is left over" \
        equal "$(find "$cache" -name '.gc*.tmp' | wc -l | tr -d ' ')" 0
    check "Ctrl-C: and fetches the rest" has "^300 assets: $there hits, $((300 - there)) down" "$work/out"
    stop_origin
fi

# ---- the progress bar

if ! script --version 2>/dev/null | grep -q util-linux; then
    skip "progress bar" "no util-linux script command to make a terminal"
elif ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    skip "progress bar" "no pseudo-terminal can be made here"
else
    rm -rf "$work/c6"
    coloured="env -u NO_COLOR $build/asset_cache --origin '$site' --cache '$work/c6'"
    TERM=xterm script -qec "$coloured" /dev/null \
        >"$work/out" </dev/null
    check "a terminal gets carriage returns" test "$(tr -cd '\r' <"$work/out" | wc -c)" -gt 0
    check "the bar reaches 100 %" has '100%  4/4 files' "$work/out"
    check "and has a colour" has "$escape\[32m#" "$work/out"
    check "with rate and time left" has 'MB/s  0:00 left' "$work/out"
    # A line of the whole width makes the terminal scroll, so none is as long as that.
    for columns in 100 80 60 40 20 8 2; do
        rm -rf "$work/c6"
        plain="stty cols $columns; NO_COLOR=1 $build/asset_cache --origin '$site' --cache '$work/c6'"
        script -qec "$plain" /dev/null \
            >"$work/out" </dev/null
        tr '\r' '\n' <"$work/out" | grep -F "$(printf '\033[K')" | sed 's/.\[K$//' >"$work/bars"
        check "$columns columns: NO_COLOR" equal "$(grep -c "$escape\[32m" "$work/out")" 0
        longest=$(awk 'length > n { n = length } END { print n + 0 }' "$work/bars")
        check "$columns columns: the bar has $longest" test "$longest" -lt $columns -a "$longest" -gt 0
        [ $columns -ge 40 ] && check "$columns columns: it reaches 100 %" has '100%  4/4 files' "$work/out"
    done
fi
finish
