#!/bin/sh
# The downloader with its cache as a user runs it: the demonstration and its counts, bad input, damage, the progress bar, manifests.
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
one_line_naming() { equal "$(wc -l <"$work/err" | tr -d ' ')" 1 && { has "$1" "$work/err" || { cat "$work/err"; return 1; }; }; }
files() { find "$1" -type f ! -name .asset_index | wc -l | tr -d ' '; }
no_leftovers() { equal "$(find "$1" -name '.gcw-*' | wc -l | tr -d ' ')" 0; }
cut_manifest() { sed -E 's/^([0-9a-f]{64})  [0-9]+  /\1  /' "$1"; }

# ---- usage

for bad in "--parallel 0" "--parallel 65" "--parallel x" "--order up" "--ring 1" "--nonsense" "--cache" "--order"; do
    "$build/asset_cache" $bad >"$work/out" 2>"$work/err"
    check "$bad is refused" equal $? 2
    check "$bad is named" one_line_naming "${bad##* }"
done
"$build/asset_cache" --help >"$work/out" 2>"$work/err"
check "--help ends with 0" equal $? 0
for option in --origin --cache --manifest --parallel --order --ring --verify --log --make-manifest; do
    check "--help tells of $option" has "$option" "$work/out"
done

# ---- the demonstration

"$build/asset_cache" --log "$work/demo.log" >"$work/out" 2>"$work/err"
check "the demonstration ends with 0" equal $? 0
check "first pass downloads 1000" has '^1000 assets: 0 hits, 1000 downloaded, 0 failed, 0 removed$' "$work/out"
check "second pass downloads none" has '^1000 assets: 1000 hits, 0 downloaded, 0 failed, 0 removed$' "$work/out"
check "third pass downloads 50" has '^1000 assets: 950 hits, 50 downloaded, 0 failed, 0 removed$' "$work/out"
check "nothing on stderr" equal "$(cat "$work/err" | grep -v 'without HTTP')" ""
check "no carriage return without a terminal" equal "$(tr -cd '\r' <"$work/out" | wc -c | tr -d ' ')" 0
peak=$(sed -n 's/.*peak memory \([0-9]*\)\.[0-9]* MB.*/\1/p' "$work/out" | sort -n | tail -n 1)
check "peak memory is printed, and under 30 MB" test "${peak:-99}" -lt 30
check "the worst frame is printed" has 'worst frame [0-9.]* ms of library work' "$work/out"
if [ $http = yes ]; then
    # The origin's own log, pass by pass; each begins with the manifest's request.
    counts=$(awk '$1 == "manifest" { pass++ } $1 == "asset" { n[pass]++ } END { print n[1] + 0, n[2] + 0, n[3] + 0 }' "$work/demo.log")
    check "requests in the origin's log" equal "$counts" "1000 0 50"
    check "the first pass asks for 1000 different files" \
        equal "$(awk '$1 == "manifest" { pass++ } $1 == "asset" && pass == 1 { print $5 }' "$work/demo.log" | sort -u | wc -l | tr -d ' ')" 1000
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
check "the manifest has four files, no link" equal "$(wc -l <"$work/manifest" | tr -d ' ')" 4
mv "$work/manifest" "$work/site/manifest.txt"
check "sha256sum -c agrees with it after the cut" sh -c "cd '$work/site' && sed -E 's/^([0-9a-f]{64})  [0-9]+  /\\1  /' manifest.txt | sha256sum --quiet -c"
"$build/asset_cache" --make-manifest "$work/nowhere" >"$work/out" 2>"$work/err"
check "a missing folder is named" one_line_naming nowhere

site=file://$work/site
run "$work/c1" --origin "$site"
check "file: origin" equal $status 0
check "four files arrive" equal "$(files "$work/c1")" 4
check "they are right" equal "$(whole_files "$work/site/manifest.txt" "$work/c1")" 4
check "no temporary is left" no_leftovers "$work/c1"
run "$work/c1" --origin "$site/"
check "again: all hits" has '^4 assets: 4 hits, 0 downloaded' "$work/out"

# Damage in the cache: found and mended. Without the index everything is hashed again, and nothing fetched.
printf 'jello\n' >"$work/c1/a.txt"
rm "$work/c1/empty"
printf 'x' >>"$work/c1/sub/big.bin"
run "$work/c1" --origin "$site"
check "three damaged files are fetched again" has '^4 assets: 1 hits, 3 downloaded, 0 failed' "$work/out"
check "and are right" equal "$(whole_files "$work/site/manifest.txt" "$work/c1")" 4
rm "$work/c1/.asset_index"
run "$work/c1" --origin "$site"
check "a lost index costs no download" has '^4 assets: 4 hits, 0 downloaded' "$work/out"
printf 'garbage\n\0\377 not a line\n' >"$work/c1/.asset_index"
run "$work/c1" --origin "$site"
check "nor does a damaged one" has '^4 assets: 4 hits, 0 downloaded' "$work/out"
# The index vouches for time and size; --verify reads the bytes.
cp -p "$work/c1/a.txt" "$work/keep"
printf 'jello\n' >"$work/c1/a.txt"
touch -r "$work/keep" "$work/c1/a.txt"
run "$work/c1" --origin "$site" --verify
check "--verify sees what keeps its time and size" has '^4 assets: 3 hits, 1 downloaded' "$work/out"
# What the origin no longer lists goes, and only that.
printf 'mine\n' >"$work/c1/mine.txt"
cp "$work/site/manifest.txt" "$work/manifest.full"
grep -v ' a.txt$' "$work/manifest.full" >"$work/site/manifest.txt"
run "$work/c1" --origin "$site"
check "a file that is no longer listed is removed" has '^3 assets: 3 hits, 0 downloaded, 0 failed, 1 removed$' "$work/out"
check "a foreign file stays" test -f "$work/c1/mine.txt" -a ! -e "$work/c1/a.txt"
cp "$work/manifest.full" "$work/site/manifest.txt"

# ---- bad manifests: each line is told, the rest is completed

zeros=0000000000000000000000000000000000000000000000000000000000000000
bad_line() {
    { cat "$work/manifest.full"; printf '%s\n' "$1"; } >"$work/site/manifest.txt"
    rm -rf "$work/c2"
    run "$work/c2" --origin "$site"
    check "manifest with \"$1\": status 1" equal $status 1
    check "manifest with \"$1\": one line that names it" one_line_naming "$2"
    check "manifest with \"$1\": the rest is completed" equal "$(whole_files "$work/manifest.full" "$work/c2")" 4
    check "manifest with \"$1\": nothing else" equal "$(files "$work/c2")" 4
}
bad_line "$zeros  5  ../x" 'line 5: ../x'
bad_line "$zeros  5  /etc/x" 'line 5: /etc/x'
bad_line "$zeros  5  a/../../x" 'a/../../x'
bad_line "$zeros  5  C:x" 'C:x'
bad_line "$zeros  5  nul.txt" 'nul.txt'
bad_line "$zeros  5" 'line 5'
bad_line "$zeros  name" 'line 5'
bad_line "12345  5  name" 'line 5'
bad_line "$zeros  99999999999999999999  name" 'line 5'
bad_line "$zeros  5  .asset_index" '.asset_index'
bad_line "$(sed -n 1p "$work/manifest.full")" 'listed twice'
bad_line "$zeros  5  missing.bin" 'missing.bin'
bad_line "$(sed -n 's/^[0-9a-f]*  6  a.txt$/'$zeros'  6  copy.txt/p' "$work/manifest.full")" 'copy.txt'
printf 'short\n' >"$work/site/copy.txt"
bad_line "$zeros  6  copy.txt" 'copy.txt: wrong SHA-256'
bad_line "$zeros  7  copy.txt" 'copy.txt: wrong size'
{ sed -n 1,2p "$work/manifest.full"; printf '\0\n'; sed 1,2d "$work/manifest.full"; } >"$work/site/manifest.txt"
run "$work/c2" --origin "$site"
check "manifest with a zero byte: status 1" equal $status 1
check "manifest with a zero byte: one line that names it" one_line_naming 'zero byte'
check "manifest with a zero byte: nothing is removed" equal "$(whole_files "$work/manifest.full" "$work/c2")" 4
# Wrong, and it cannot be written either: one failure, not two, and the rest is waited for.
mkdir "$work/site/taken" "$work/c2-taken"
head -c 3000000 /dev/zero >"$work/site/taken/copy.txt"
: >"$work/c2-taken/taken"
{ cat "$work/manifest.full"; printf '%s\n' "$zeros  3000000  taken/copy.txt"; } >"$work/site/manifest.txt"
run "$work/c2-taken" --origin "$site"
check "a double failure counts once" has '^5 assets: 0 hits, 4 downloaded, 1 failed, 0 removed$' "$work/out"
rm -r "$work/site/copy.txt" "$work/site/taken"
cp "$work/manifest.full" "$work/site/manifest.txt"
run "$work/c2" --origin "$site" --manifest none.txt
check "no manifest: status 1" equal $status 1
check "no manifest: named" one_line_naming none.txt
: >"$work/site/manifest.txt"
run "$work/c2" --origin "$site"
check "an empty manifest is no error" equal $status 0
cp "$work/manifest.full" "$work/site/manifest.txt"

# ---- the cache folder

: >"$work/plain"
run "$work/plain/c" --origin "$site"
check "a cache below a file: status 1" equal $status 1
check "a cache below a file: named" one_line_naming "plain/c"
run "$work/plain" --origin "$site"
check "a file as cache: named" one_line_naming "plain"
rm -rf "$work/c2"
mkdir -p "$work/c2/a.txt"
run "$work/c2" --origin "$site"
check "a folder in a file's place: status 1" equal $status 1
check "a folder in a file's place: named" one_line_naming "a.txt"
check "a folder in a file's place: the rest is completed" equal "$(files "$work/c2")" 3
rm -rf "$work/c2"
mkdir "$work/c2" "$work/elsewhere"
ln -s ../elsewhere "$work/c2/sub"
run "$work/c2" --origin "$site"
check "a link out of the cache: status 1" equal $status 1
check "a link out of the cache: nothing goes through it" equal "$(files "$work/elsewhere")" 0

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
        start_origin "$what" --files 60 --bytes 3000000 "$@" || return
        run "$work/c4" --origin "$url" --manifest manifest.txt
        check "$what: status $want" equal $status "$want"
        check "$what: lines on stderr" equal "$(wc -l <"$work/err" | tr -d ' ')" "$lines"
        check "$what: whole files in the cache" equal "$(files "$work/c4")" $((60 - lines))
        check "$what: no temporary is left" no_leftovers "$work/c4"
        stop_origin
    }
    start_origin plain --files 60 --bytes 3000000 --odd-names
    run "$work/c5" --origin "$url" --order given --parallel 1
    check "60 files over HTTP, odd names too" has '^60 assets: 0 hits, 60 downloaded' "$work/out"
    run "$work/c5" --origin "$url"
    check "again: no request" equal "$(requests "$work/plain.log")" 60
    # 50 change at the origin: exactly those are asked for.
    (cd "$work/c5" && find . -type f ! -name .asset_index | sort | xargs -d '\n' sha256sum) >"$work/before"
    "$build/origin" --ask POST "$url/origin/change?count=50&seed=3" >"$work/changed"
    check "the change is accepted" equal "$(grep -c . "$work/changed")" 50
    run "$work/c5" --origin "$url"
    (cd "$work/c5" && find . -type f ! -name .asset_index | sort | xargs -d '\n' sha256sum) >"$work/after"
    check "50 files differ then" equal "$(diff "$work/before" "$work/after" | grep -c '^>')" 50
    check "50 more requests" equal "$(requests "$work/plain.log")" 110
    check "for exactly the changed files" equal "$(awk '$1 == "asset" { print $5 }' "$work/plain.log" | tail -n 50 | sort -u | wc -l | tr -d ' ')" 50
    "$build/origin" --ask GET "$url/manifest.txt" >"$work/manifest.now"
    check "the cache is what the origin's manifest says" equal "$(whole_files "$work/manifest.now" "$work/c5")" 60
    stop_origin
    start_origin names --files 60 --bytes 3000000
    "$build/origin" --ask GET "$url/manifest.txt" >"$work/names"
    stop_origin
    victim=$(sed -n '30s/.*  //p' "$work/names")
    fault 404 1 1 --fault "404,prefix=/$victim"
    check "404: named" has "$victim: HTTP status 404" "$work/err"
    fault wrong-hash 1 1 --fault "corrupt,prefix=/$victim"
    check "wrong hash: named" has "$victim: wrong SHA-256" "$work/err"
    fault short-body 1 1 --fault "short,prefix=/$victim"
    check "short body: named" has "$victim: wrong size" "$work/err"
    fault cut-for-ever 1 1 --fault "cut,prefix=/$victim"
    check "cut: named" has "$victim: connection broken" "$work/err"
    fault 500-once 0 0 --fault "status=500,once,per-path"
    check "500 once: each file needs two requests" equal "$(requests "$work/500-once.log")" 120
    fault 500-for-ever 1 1 --fault "status=500,prefix=/$victim"
    check "500 for ever: named" has "$victim: HTTP status 500" "$work/err"
    fault cut-once 0 0 --fault "cut,once,per-path"
    fault redirect-loop 1 1 --fault "redirect,prefix=/$victim"
    fault to-file 1 1 --fault "redirect=file:///etc/passwd,prefix=/$victim"
    check "redirect to file: named" has "$victim: refused redirect" "$work/err"
fi

# ---- the progress bar

if ! script --version 2>/dev/null | grep -q util-linux; then
    skip "progress bar" "no util-linux script command to make a terminal"
elif ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    skip "progress bar" "no pseudo-terminal can be made here"
else
    rm -rf "$work/c6"
    script -qec "$build/asset_cache --origin '$site' --cache '$work/c6'" /dev/null >"$work/out" </dev/null
    check "a terminal gets carriage returns" test "$(tr -cd '\r' <"$work/out" | wc -c)" -gt 0
    check "the bar reaches 100 %" has '100%  4/4 files' "$work/out"
    check "with rate and time left" has 'MB/s  0:00 left' "$work/out"
fi
finish
