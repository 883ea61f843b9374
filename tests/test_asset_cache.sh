#!/bin/sh
# The downloader with its cache as a user runs it: the demonstration and its counts, bad input,
# damage, the progress bar, manifests.
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
files() { find "$1" -type f ! -name .asset_index | wc -l | tr -d ' '; }
no_leftovers() { equal "$(find "$1" -name '.gcw-*' | wc -l | tr -d ' ')" 0; }
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
    "--order"; do
    "$build/asset_cache" $bad >"$work/out" 2>"$work/err"
    check "$bad is refused" equal $? 2
    check "$bad is named" one_line_naming "${bad##* }"
done
"$build/asset_cache" --help >"$work/out" 2>"$work/err"
check "--help ends with 0" equal $? 0
for option in --origin --cache --manifest --parallel --order --ring --verify --log --origin-program \
    --make-manifest; do
    check "--help tells of $option" has "$option" "$work/out"
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
for bad in "--cache $work/never" "--manifest other.txt"; do
    within 20 "$build/asset_cache" $bad >"$work/out" 2>"$work/err"
    check "${bad%% *} without --origin is refused" equal $? 2
    check "${bad%% *} without --origin: named" one_line_naming "${bad%% *}"
done
check "--cache without --origin makes no folder" test ! -e "$work/never"

# ---- the demonstration

"$build/asset_cache" --log "$work/demo.log" >"$work/out" 2>"$work/err"
check "the demonstration ends with 0" equal $? 0
check "first pass downloads 1000" has '^1000 assets: 0 hits, 1000 downloaded, 0 failed, 0 removed$' \
    "$work/out"
check "second pass downloads none" has '^1000 assets: 1000 hits, 0 downloaded, 0 failed, 0 removed$' \
    "$work/out"
check "third pass downloads 50" has '^1000 assets: 950 hits, 50 downloaded, 0 failed, 0 removed$' "$work/out"
check "nothing on stderr" equal "$(cat "$work/err" | grep -v 'without HTTP')" ""
check "no carriage return without a terminal" equal "$(tr -cd '\r' <"$work/out" | wc -c | tr -d ' ')" 0
peak=$(sed -n 's/.*peak memory \([0-9]*\)\.[0-9]* MB.*/\1/p' "$work/out" | sort -n | tail -n 1)
check "peak memory is printed, and under 30 MB" test "${peak:-99}" -lt 30
check "the worst frame is printed" has 'worst frame [0-9.]* ms of library work' "$work/out"
if [ $http = yes ]; then
    # The origin's own log, pass by pass; each begins with the manifest's request.
    counts=$(awk '$1 == "manifest" { pass++ } $1 == "asset" { n[pass]++ }
        END { print n[1] + 0, n[2] + 0, n[3] + 0 }' "$work/demo.log")
    check "requests in the origin's log" equal "$counts" "1000 0 50"
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
check "sha256sum -c agrees with it after the cut" sh -c \
    "cd '$work/site' && sed -E 's/^([0-9a-f]{64})  [0-9]+  /\\1  /' manifest.txt | sha256sum --quiet -c"
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

# Damage in the cache: found and mended. Without the index everything is hashed again, and
# nothing fetched.
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

# ---- what the origin no longer lists goes, and only that; and only if the manifest is whole

cp "$work/site/manifest.txt" "$work/manifest.full"
lines "$work/manifest.full" >"$work/lines.full"
grep -v ' a.txt$' "$work/lines.full" >"$work/lines.less"
printf 'mine\n' >"$work/c1/mine.txt"

# nothing_removed WHAT STATUS OUT ERR: a run that may remove nothing. ERR empty: no line on
# stderr.
nothing_removed() {
    run "$work/c1" --origin "$site"
    check "$1: status $2" equal $status "$2"
    check "$1: told" has "$3" "$work/out"
    [ -z "$4" ] && check "$1: nothing on stderr" equal "$(cat "$work/err")" ""
    [ -n "$4" ] && check "$1: named" has "$4" "$work/err"
    check "$1: every file stays" equal "$(files "$work/c1")" 5
}
cp "$work/lines.less" "$work/site/manifest.txt"
nothing_removed "a manifest without the line" 0 '^3 assets: 3 hits, 0 downloaded, 0 failed, 0 removed$' ""
check "a manifest without the line: it is told why" has '^1 .*no longer listed' "$work/out"
: >"$work/site/manifest.txt"
nothing_removed "an empty manifest" 0 '^0 assets: 0 hits, 0 downloaded, 0 failed, 0 removed$' ""
seal "$work/lines.full" | head -n 3 >"$work/site/manifest.txt"
nothing_removed "a manifest cut after a line" 1 '^2 assets: 2 hits' 'manifest.txt: is not whole.*2 of 4'
seal "$work/lines.full" | head -c 300 >"$work/site/manifest.txt"
nothing_removed "a manifest cut in a line" 1 'removed$' 'manifest.txt: is not whole'
seal "$work/lines.full" | head -n 1 >"$work/site/manifest.txt"
nothing_removed "a manifest cut after its first line" 1 '^0 assets' 'manifest.txt: is not whole.*0 of 4'
seal "$work/lines.full" | head -c 50 >"$work/site/manifest.txt"
nothing_removed "a manifest cut in its first line" 0 '^0 assets' ""
seal "$work/lines.full" | sed '/ a.txt$/s/a.txt/b.txt/' >"$work/site/manifest.txt"
run "$work/c1" --origin "$site"
check "a manifest with another name: status 1" equal $status 1
check "a manifest with another name: told" has 'manifest.txt: is not whole' "$work/err"
check "a manifest with another name: nothing is removed" has ', 0 removed$' "$work/out"
{ cat "$work/lines.full"; seal "$work/lines.less"; } | sed '/ a.txt$/d' >"$work/site/manifest.txt"
run "$work/c1" --origin "$site"
check "lines before the first line: nothing is removed" has ', 0 removed$' "$work/out"
check "what is not removed is not forgotten" equal "$(files "$work/c1")" 5

# The whole manifest, at last. A file that is not as it was left is somebody else's now.
seal "$work/lines.less" >"$work/site/manifest.txt"
cp -p "$work/c1/a.txt" "$work/a.kept"
printf 'my own' >"$work/c1/a.txt"
cp -Rp "$work/c1" "$work/c1-changed"
mv "$work/a.kept" "$work/c1/a.txt"
run "$work/c1-changed" --origin "$site"
check "a file that was changed since is not removed" has '^3 assets: 3 hits, .* 0 removed$' "$work/out"
check "and it stays as it is" equal "$(cat "$work/c1-changed/a.txt")" "my own"
run "$work/c1" --origin "$site"
check "a file that is no longer listed is removed" has \
    '^3 assets: 3 hits, 0 downloaded, 0 failed, 1 removed$' "$work/out"
check "a foreign file stays" test -f "$work/c1/mine.txt" -a ! -e "$work/c1/a.txt"
run "$work/c1" --origin "$site"
check "that is all" has '^3 assets: 3 hits, 0 downloaded, 0 failed, 0 removed$' "$work/out"

# Lines of the index about what is not the cache's: no file of the name, its time or its content
# alone.
zeros=0000000000000000000000000000000000000000000000000000000000000000
mine=$(hash_of "$work/c1/mine.txt")
time=$(stat -c %.9Y "$work/c1/mine.txt" | tr -d .)
mkdir "$work/c1/folder"
ln -s mine.txt "$work/c1/link"
for line in "$zeros  $time  mine.txt" "$mine  1  mine.txt" "$mine  99999999999999999999  mine.txt" \
    "$zeros  -1  mine.txt" "$zeros  1  nothing.txt" "$zeros  1  .asset_index" "$mine  $time  folder" \
    "$mine  $time  link" "$mine  $time  ../c1/mine.txt"; do
    printf '%s\n%s\n' "$line" "$line" >>"$work/c1/.asset_index"
    run "$work/c1" --origin "$site"
    check "the index with \"$line\": status 0" equal $status 0
    check "the index with \"$line\": nothing is removed" has '^3 assets: 3 hits, .* 0 removed$' "$work/out"
    check "the index with \"$line\": the file stays" equal "$(cat "$work/c1/mine.txt")" mine
done
check "a link stays" test -L "$work/c1/link" -a -d "$work/c1/folder"
rm -r "$work/c1/folder" "$work/c1/link"

# Instead of the index something that can block, or is no file.
for what in fifo folder link; do
    rm -rf "$work/c1/.asset_index"
    case $what in
    fifo) mkfifo "$work/c1/.asset_index" ;;
    folder) mkdir "$work/c1/.asset_index" ;;
    link) ln -s /dev/tty "$work/c1/.asset_index" ;;
    esac
    within 20 "$build/asset_cache" --cache "$work/c1" --origin "$site" >"$work/out" 2>"$work/err"
    check "a $what as index does not block" equal $? 1
    check "a $what as index: one line that names it" one_line_naming '.asset_index: '
    check "a $what as index costs no download" has '^3 assets: 3 hits, 0 downloaded' "$work/out"
done
rm -rf "$work/c1/.asset_index"
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
check "then 500: these are left" equal "$(files "$work/c7")" 500
check "then 500: and right" equal "$(whole_files "$work/many/manifest.txt" "$work/c7")" 500
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

# ---- bad manifests: each line is told, the rest is completed

bad_line() {
    { cat "$work/lines.full"; printf '%s\n' "$1"; } >"$work/site/manifest.txt"
    rm -rf "$work/c2"
    run "$work/c2" --origin "$site"
    check "manifest with \"$1\": status 1" equal $status 1
    check "manifest with \"$1\": one line that names it" one_line_naming "$2"
    check "manifest with \"$1\": the rest is completed" equal \
        "$(whole_files "$work/manifest.full" "$work/c2")" 4
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
bad_line "$(sed -n 1p "$work/lines.full")" 'listed twice'
bad_line "$zeros  5  missing.bin" 'missing.bin'
bad_line "$(sed -n 's/^[0-9a-f]*  6  a.txt$/'$zeros'  6  copy.txt/p' "$work/manifest.full")" 'copy.txt'

# What could steer a terminal is printed as \xNN: bytes below 32, 127, and the characters U+0080
# to U+009F.
escape=$(printf '\033')
bad_line "$zeros  5  ${escape}[31mred" 'line 5: \\x1b\[31mred'
check "no escape sequence reaches the terminal" equal "$(tr -d '\n -~' <"$work/err" | wc -c | tr -d ' ')" 0
bad_line "$zeros  5  x$(printf '\302\2332J')/../y" 'x\\xc2\\x9b2J/../y'
bad_line "$zeros  5  $(printf 'x\177\377')/../y" 'x\\x7f\\xff/../y'
mkdir "$work/odd"
: >"$work/odd/${escape}]0;title"
"$build/asset_cache" --make-manifest "$work/odd" >"$work/out" 2>"$work/err"
check "--make-manifest names it" has 'x1b\]0;title' "$work/err"
check "--make-manifest prints no escape" equal "$(tr -d '\n -~' <"$work/err" | wc -c | tr -d ' ')" 0
bad_line "$zeros  5  $(printf 'gr\303\274n')/../y" "$(printf 'gr\303\274n')/../y"
printf 'short\n' >"$work/site/copy.txt"
bad_line "$zeros  6  copy.txt" 'copy.txt: wrong SHA-256'
bad_line "$zeros  7  copy.txt" 'copy.txt: wrong size'
{ sed -n 1,2p "$work/lines.full"; printf '\0\n'; sed 1,2d "$work/lines.full"; } >"$work/site/manifest.txt"
run "$work/c2" --origin "$site"
check "manifest with a zero byte: status 1" equal $status 1
check "manifest with a zero byte: one line that names it" one_line_naming 'zero byte'
check "manifest with a zero byte: nothing is removed" equal \
    "$(whole_files "$work/manifest.full" "$work/c2")" 4

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
    check "for exactly the changed files" equal \
        "$(awk '$1 == "asset" { print $5 }' "$work/plain.log" | tail -n 50 | sort -u | wc -l | tr -d ' ')" 50
    "$build/origin" --ask GET "$url/manifest.txt" >"$work/manifest.now"
    check "the cache is what the origin's manifest says" equal \
        "$(whole_files "$work/manifest.now" "$work/c5")" 60
    stop_origin
    start_origin names --files 60 --bytes 3000000
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
    check "500 once: each file needs two requests" equal "$(requests "$work/500-once.log")" 120
    fault 500-for-ever 1 1 --fault "status=500,prefix=/$victim"
    check "500 for ever: named" has "$victim: HTTP status 500" "$work/err"
    fault cut-once 0 0 --fault "cut,once,per-path"
    fault redirect-loop 1 1 --fault "redirect,prefix=/$victim"
    fault to-file 1 1 --fault "redirect=file:///etc/passwd,prefix=/$victim"
    check "redirect to file: named" has "$victim: refused redirect" "$work/err"
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
        count=$(find "$work/tmp" "$cache" -type f -path '*assets*' ! -path '*/origin/*' 2>/dev/null | wc -l)
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
    start_origin stop --files 300 --bytes 40000000 --bandwidth 100M
    cache="$work/it's here"
    interrupt "$build/asset_cache" --origin "$url" --cache "$cache" --parallel 4
    check "Ctrl-C ends a download as a signal does" equal $status 130
    check "Ctrl-C: no temporary is left" no_leftovers "$cache"
    there=$(files "$cache")
    check "Ctrl-C: some files are there, some not" test "$there" -ge 20 -a "$there" -lt 300
    check "Ctrl-C: it says how many" has "interrupted: $there of 300" "$work/err"
    check "Ctrl-C: the index is there" test -s "$cache/.asset_index"
    sed -n 's/^    \(.*asset_cache.*\)/\1/p' "$work/err" >"$work/command"
    check "Ctrl-C: the command to go on is printed" equal "$(wc -l <"$work/command" | tr -d ' ')" 1
    sh "$work/command" >"$work/out" 2>"$work/err"
    check "Ctrl-C: it goes on" equal $? 0
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
    script -qec "$build/asset_cache --origin '$site' --cache '$work/c6'" /dev/null >"$work/out" </dev/null
    check "a terminal gets carriage returns" test "$(tr -cd '\r' <"$work/out" | wc -c)" -gt 0
    check "the bar reaches 100 %" has '100%  4/4 files' "$work/out"
    check "with rate and time left" has 'MB/s  0:00 left' "$work/out"
    # A line of the whole width makes the terminal scroll, so none is as long as that.
    for columns in 100 80 60 40 20 8 2; do
        rm -rf "$work/c6"
        script -qec "stty cols $columns; $build/asset_cache --origin '$site' --cache '$work/c6'" /dev/null \
            >"$work/out" </dev/null
        tr '\r' '\n' <"$work/out" | grep -F "$(printf '\033[K')" | sed 's/.\[K$//' >"$work/bars"
        longest=$(awk 'length > n { n = length } END { print n + 0 }' "$work/bars")
        check "$columns columns: the bar has $longest" test "$longest" -lt $columns -a "$longest" -gt 0
        [ $columns -ge 40 ] && check "$columns columns: it reaches 100 %" has '100%  4/4 files' "$work/out"
    done
fi
finish
