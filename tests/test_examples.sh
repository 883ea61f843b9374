#!/bin/sh
# Every example builds by the cc line that its first comment prints, without a warning. The
# small ones, one for each header, do what they say; the large ones have tests of their own.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
root=$PWD

http=yes
grep -q GC_FETCH_NO_CURL "$build/curl.flags" && http=no

# make_example NAME [PROGRAM]: builds it in $work by its own line; or another program that it
# has a line for.
make_example() {
    program=${2:-$1}
    line=$(sed -n "s|^//     cc \(.*\.c -o $program [^(]*\)\((.*\)\?$|\1|p" "examples/$1.c" | head -n 1)
    [ -n "$line" ] || { echo "  no line builds $program"; return 1; }
    [ $http = yes ] || line=$(echo "$line" | sed 's/ -lcurl/ -DGC_FETCH_NO_CURL/')
    # The line's own output stands last but for libraries: it goes into the work folder.
    line=$(echo "$line" | sed "s|-o $program|-o $work/$program|")

    # One of each header by the optimiser, which has warnings of its own; the others without it.
    level="-O0 -DGC_SORT_NO_SIMD -DGC_SORT_NO_DEBUG_OPT"
    case $program in
    sort_draws) level=-DGC_SORT_NO_SIMD ;;
    rng_dice | sparse_game | writer_save | fetch_list) level= ;;
    esac
    # shellcheck disable=SC2086
    ${CC:-cc} -Wall -Wextra -Wpedantic -Werror $line $level 2>"$work/message" ||
        { head -n 5 "$work/message"; return 1; }
}
zlib="fetch_unpack writer_pack"
if ! echo '#include <zlib.h>' | ${CC:-cc} -E - >"$work/zlib" 2>&1; then
    skip "fetch_unpack and writer_pack build by their own lines" "zlib's headers are not installed"
    zlib=
fi
for name in rng_dice rng_island rng_places rng_roguelike rng_cards rng_tactics sort_draws sparse_move \
    writer_save writer_log writer_extract writer_slots \
    fetch_list fetch_post fetch_launcher cache_loader $zlib; do
    check "$name builds by its own line" make_example $name
    lines=$(wc -l <"examples/$name.c" | tr -d ' ')
    check "$name is short ($lines lines)" test "$lines" -le 80
done

check "sparse_game builds by its own line" make_example sparse_game
lines=$(wc -l <examples/sparse_game.c | tr -d ' ')
check "sparse_game has at most 100 lines ($lines)" test "$lines" -le 100

check "sparse_tree builds by its own line" make_example sparse_tree
lines=$(wc -l <examples/sparse_tree.c | tr -d ' ')
check "sparse_tree has at most 60 lines ($lines)" test "$lines" -le 60

check "sparse_towers builds by its own line" make_example sparse_towers
lines=$(wc -l <examples/sparse_towers.c | tr -d ' ')
check "sparse_towers has at most 250 lines ($lines)" test "$lines" -le 250

check "sparse_inspect builds by its own line" make_example sparse_inspect
lines=$(wc -l <examples/sparse_inspect.c | tr -d ' ')
check "sparse_inspect has at most 130 lines ($lines)" test "$lines" -le 130

# The large ones without what their own tests look into.
for large in asset_cache ecs_demo rng_lab monte_carlo "asset_cache origin"; do
    # shellcheck disable=SC2086
    check "$large builds by its own line" make_example $large
    check "$large starts" sh -c "'$work/${large##* }' --help >'$work/help'"
done

check "sort_table builds by its own line" make_example sort_table
check "sort_table starts" sh -c "'$work/sort_table' --help >'$work/help'"
check "sort_table: a table of 1,000 and 10,000" sh -c \
    "cd '$work' && ./sort_table --max 1e4 --csv table.csv --svg table.svg >table 2>message"
check "sort_table: ours on two threads, in ns" has \
    '^gc_sort_ctx_i32 .* 2 thr\. .*[0-9]\.[0-9][0-9]$' "$work/table"
check "sort_table: two lines for each sort" equal "$(grep -c '^quick-merge,2,' "$work/table.csv")" 2
check "sort_table: own threads in a row, and in frames beside one that slept" equal \
    "$(grep -c '^own in a row,2,\|^gc_sort_i32 frames,1,\|^own frames,2,' "$work/table.csv")" 6
check "sort_table: the plot is whole" has '^</svg>$' "$work/table.svg"
check "sort_table: a wrong option is refused" sh -c "! '$work/sort_table' --max 5 2>'$work/message'"
check "sort_table names it" has '--max' "$work/message"

"$work/rng_dice" 2026 >"$work/dice"
check "rng_dice: eleven sums" equal "$(grep -c '#' "$work/dice")" 11
check "rng_dice: all throws counted" equal "$(awk '/#/ { n += $3 } END { print n }' "$work/dice")" 100000
check "rng_dice: the hand of this seed" has '^hand: Ac Th 8d 9c 6d$' "$work/dice"
"$work/rng_places" 2026 -3 5 >"$work/places"
check "rng_places: a map" equal "$(grep -c '^[~.,^T]\{72\}$' "$work/places")" 22
check "rng_places: no two points are nearer than 1" \
    has '^[1-9][0-9]* points, at least 1\.[0-9]* apart$' "$work/places"
"$work/rng_places" 2026 -7 8 | sed -n '7,22s/^.\{12\}\(.\{60\}\)$/\1/p' >"$work/other"
check "rng_places: maps that overlap agree" equal "$(sed -n '1,16s/^\(.\{60\}\).*/\1/p' "$work/places")" \
    "$(cat "$work/other")"
"$work/rng_roguelike" "the old mine" >"$work/mine"
check "rng_roguelike: the walk of this name" has '^the old mine: 200 steps, at -3, 8, health 25$' "$work/mine"
"$work/rng_cards" 2026 >"$work/cards"
check "rng_cards: the rate is the published one, to 0.03 %" sh -c \
    "awk '/^published/ { ok = \$5 > 1.57 && \$5 < 1.63 } END { exit !ok }' '$work/cards'"
check "rng_cards: nobody waits for more than 90" has '^after 81 to 90 cards' "$work/cards"
"$work/rng_tactics" 2026 >"$work/tactics"
check "rng_tactics: the replay is in step" has '^the replay of 64 bytes is in step$' "$work/tactics"
check "rng_dice: another seed, other dice" sh -c \
    "'$work/rng_dice' 1 >'$work/other'; ! cmp -s '$work/dice' '$work/other'"

check "rng_island draws" "$work/rng_island" "$work/island.ppm"
check "rng_island: 256 x 256 pixels" equal "$(wc -c <"$work/island.ppm" | tr -d ' ')" 196623
check "rng_island: another seed, another island" sh -c \
    "'$work/rng_island' '$work/other.ppm' 5 && ! cmp -s '$work/island.ppm' '$work/other.ppm'"
check "rng_island: a file that cannot be" sh -c "! '$work/rng_island' '$work/dice/a.ppm' 2>'$work/message'"

"$work/sort_draws" >"$work/draws"
check "sort_draws: 4 layers x 100 materials, 399 changes" has '^10000 draws, 399 changes of material$' \
    "$work/draws"
check "sort_draws: far to near" has '^farthest 256.00, nearest 0.00$' "$work/draws"

"$work/sparse_move" >"$work/moved"
check "sparse_move: a second of movement" has '^the last one stands at 1000.00, 0.50$' "$work/moved"
check "sparse_move: frozen ones" has '^49 froze on their way$' "$work/moved"
check "sparse_move: a stale id finds nothing" has '^after its death: gone$' "$work/moved"

"$work/sparse_game" >"$work/battle"
check "sparse_game: both fleets are whole at first" has \
    '^ 0.00 s   red: 5 ships, 300 points   blue: 4 ships, 360 points$' "$work/battle"
check "sparse_game: the first hits after 2 s" has '^ 2.00 s   red: 5 ships, 220 points ' "$work/battle"
check "sparse_game: blue wins, on every machine" equal "$(tail -n 1 "$work/battle")" \
    " 6.22 s   red: 0 ships,   0 points   blue: 3 ships,  70 points"

"$work/sparse_tree" >"$work/bones"
check "sparse_tree: what is drawn in each frame" equal "$(sed 's/ bones.*//' "$work/bones" | tr '\n' '|')" \
    '640 of 640|0 of 640|64 of 640|an arm to its tip: the parent is below its child|64 of 576|'

"$work/sparse_towers" >"$work/towers"
check "sparse_towers: the same game on every machine" equal "$(cat "$work/towers")" \
    "ok: frame 1200, 27 lives, gold 80, 235, hash 9aa93c860f696314"
for how in "late 1" "threads 2" "late 1 threads 2" "save $work/towers.save"; do
    # shellcheck disable=SC2086
    "$work/sparse_towers" $how >"$work/towers_again"
    check "sparse_towers $how: the same hash" cmp "$work/towers" "$work/towers_again"
done
"$work/sparse_towers" late 1 frames 500 save "$work/towers.save" >"$work/towers_again"
"$work/sparse_towers" load "$work/towers.save" >"$work/towers_again"
check "sparse_towers: a save goes on as the game would have" cmp "$work/towers" "$work/towers_again"
# shellcheck disable=SC2086
${CC:-cc} -I. tests/support/towers_old.c -o "$work/towers_old" && "$work/towers_old" "$work/towers.old"
"$work/sparse_towers" load "$work/towers.old" look 1 frames 0 >"$work/towers_again"
check "sparse_towers: a save of version 1, a goblin" has \
    '^0:1  Place x=2560 y=2000  Walker corner=1 speed=64  Health now=77 most=77$' "$work/towers_again"
check "sparse_towers: and a tower" has \
    '^2:1  Place x=9000 y=4000  Tower range=3072 reload=6 owner=0 target=0:1$' "$work/towers_again"

"$work/sparse_inspect" 5:1 >"$work/inspected"
check "sparse_inspect: one entity by names" equal "$(cat "$work/inspected")" \
    "5:1  Position { x 4, y 2 }  Health { points 6, most 10 }  Target { who 3:1 }"
"$work/sparse_inspect" >"$work/inspected"
check "sparse_inspect: a tag, and a target that is gone" has \
    '^1:1  Position { x 1, y 0.5 }  Health .*  Target { who 0:1 (gone) }  Red$' "$work/inspected"
check "sparse_inspect: five types, five entities" equal "$(wc -l <"$work/inspected" | tr -d ' ')" 10
"$work/sparse_inspect" --json >"$work/world.json"
"$work/sparse_inspect" --read "$work/world.json" >"$work/again"
check "sparse_inspect: JSON, out and in" cmp "$work/inspected" "$work/again"
if command -v python3 >/dev/null 2>&1; then
    check "sparse_inspect: Python reads it" python3 -c "import json, sys
types = json.load(open(sys.argv[1]))['types']
assert types[2]['rows']['5:1'] == {'who': '3:1'}, types" "$work/world.json"
else
    skip "sparse_inspect: Python reads it" "python3 is not installed"
fi
sed 's/"points":8/"points":8.5/' "$work/world.json" >"$work/wrong.json"
check "sparse_inspect: a wrong text" sh -c \
    "! '$work/sparse_inspect' --read '$work/wrong.json' 2>'$work/message'"
check "sparse_inspect names the place" has 'wrong.json:14:17: not an integer that fits$' "$work/message"

check "writer_save saves" sh -c "'$work/writer_save' '$work/saves' >'$work/saved'"
check "writer_save: two files" equal "$(ls "$work/saves" | tr '\n' ' ')" "settings.ini slot1.sav "
check "writer_save: the save is whole" equal "$(wc -c <"$work/saves/slot1.sav" | tr -d ' ')" 300028
"$work/writer_save" "$work/saves" >"$work/saved"
printf half >"$work/saves/slot1.sav"
"$work/writer_save" "$work/saves" >"$work/message"
check "writer_save loads it" has '^slot1.sav: level 1$' "$work/saved"
check "writer_save: the one before a broken one" has '^slot1.sav: level 1, a backup$' "$work/message"
check "writer_save: a root that cannot be" sh -c "! '$work/writer_save' '$work/dice/saves' 2>'$work/message'"
check "writer_save names it" has "$work/dice" "$work/message"

slots="$work/writer_slots $work/slots"
check "writer_slots: nothing there" equal "$($slots 2)" "slot 2: not found"
for level in 1 2 3 4; do $slots 2 $level >"$work/message"; done
check "writer_slots reads what it just saved" equal "$(cat "$work/message")" "slot 2: level 4"
printf half >"$work/slots/2.sav"
check "writer_slots: the save before a broken one" equal "$($slots 2)" "slot 2: level 3, a backup"
check "writer_slots: another slot" equal "$($slots 3 9)" "slot 3: level 9"
check "writer_slots: a save that fails is told" sh -c \
    "mkdir -p '$work/taken/1.sav' && ! '$work/writer_slots' '$work/taken' 1 5 >'$work/message'"
check "writer_slots: why" has '^not saved: ' "$work/message"
$slots >"$work/message"
check "writer_slots: eight files are listed" equal "$(grep -c ' bytes' "$work/message")" 8
XDG_DATA_HOME=$work/home "$work/writer_slots" >/dev/null
check "writer_slots: the player's folder" test -d "$work/home/writer_slots"
part() { sed -n "/^\/\/ ---- the $1:/,/^\/\/ ---- the game/p" "$2" | grep -v '^//' | grep -c .; }
check "the save system is 25 lines" test "$(part 'save system' examples/writer_slots.c)" -le 25
check "the crash log is 10 lines" test "$(part 'crash log' examples/writer_log.c)" -le 10

check "writer_log writes" "$work/writer_log" "$work/logs"
printf 'half a li' >>"$work/logs/game.log"
check "writer_log crashes" sh -c "! '$work/writer_log' '$work/logs' crash 2>/dev/null"
check "writer_log: the last line explains it" equal \
    "$(tr -d "\\000" <"$work/logs/game.log" | tail -n 1)" "crashed"
check "writer_log: nothing is lost, nothing half" equal "$(wc -l <"$work/logs/game.log" | tr -d " ")" 10
check "writer_log: nothing is torn" sh -c "! grep -q half '$work/logs/game.log'"

if [ -n "$zlib" ]; then
    "$work/writer_pack" "$work/packed" >"$work/message"
    check "writer_pack: packed, and the same" equal "$(tail -n 1 "$work/message")" "the same when loaded"
    check "writer_pack: less than a hundredth" test "$(wc -c <"$work/packed/world.sav")" -lt 2000
fi

printf '5 maps/a.txt\nhello3 b\nbye' >"$work/mod.pack"
check "writer_extract unpacks" "$work/writer_extract" "$work/mod.pack" "$work/mod"
check "writer_extract: the files" equal "$(cat "$work/mod/maps/a.txt" "$work/mod/b")" "hellobye"
printf '5 c.txt\nhello3 ../evil\nbye' >"$work/mod.pack"
check "writer_extract refuses" sh -c \
    "! '$work/writer_extract' '$work/mod.pack' '$work/mod' >'$work/message'"
check "writer_extract: names it" has '^\.\./evil: forbidden path$' "$work/message"
check "writer_extract: nothing is outside" test ! -e "$work/evil"
printf '50 d.txt\nhello' >"$work/mod.pack"
check "writer_extract: a pack that ends early" sh -c \
    "! '$work/writer_extract' '$work/mod.pack' '$work/mod' >'$work/message'"
check "writer_extract: no half file" test ! -e "$work/mod/d.txt"
check "writer_extract: says where" has '^d.txt: the pack ends within it$' "$work/message"
printf '5 e.txt\nhello3 f.t' >"$work/mod.pack"
check "writer_extract: a pack that ends within a name" sh -c \
    "! '$work/writer_extract' '$work/mod.pack' '$work/mod' >'$work/message'"
check "writer_extract: no pack" sh -c \
    "! '$work/writer_extract' '$work/none.pack' '$work/mod' 2>'$work/message'"
check "writer_extract: which" has 'none\.pack: ' "$work/message"

mkdir "$work/from" "$work/into"
for i in $(seq 500); do echo "file number $i" >"$work/from/file $i"; done
(cd "$work/from" && sha256sum -- *) >"$work/sums"
check "fetch_list: 500 URLs" sh -c \
    "'$work/fetch_list' 'file://$work/from' '$work/sums' '$work/into' >'$work/progress'"
check "fetch_list: all are there" diff -r "$work/from" "$work/into"
check "fetch_list: the bar is full" has '\[#\{40\}\] 500/500$' "$work/progress"
echo changed >"$work/from/file 7"
check "fetch_list: a wrong hash fails" sh -c \
    "! '$work/fetch_list' 'file://$work/from' '$work/sums' '$work/into' >'$work/progress'"
check "fetch_list names it" has 'file%207: wrong SHA-256' "$work/progress"
check "fetch_list keeps the good file" equal "$(cat "$work/into/file 7")" "file number 7"
(head -n 3 "$work/sums" && echo "no hash  file 9") >"$work/some"
check "fetch_list: a line that it does not understand" sh -c \
    "! '$work/fetch_list' 'file://$work/from' '$work/some' '$work/into' >'$work/progress'"
check "fetch_list: which" has 'no hash  file 9' "$work/progress"
check "fetch_post: a token is not cut" sh -c \
    "! '$work/fetch_post' http://127.0.0.1:1/ '{}' $(printf '%5000s' x | tr ' ' t) 2>'$work/message'"
check "fetch_post: says so" has 'the token is too long' "$work/message"
check "fetch_post: no such file" sh -c \
    "! '$work/fetch_post' http://127.0.0.1:1/ @'$work/no' 2>'$work/message'"
check "fetch_post: which" has "cannot open $work/no" "$work/message"
check "fetch_post: says how it is used" sh -c "! '$work/fetch_post' 2>'$work/message'"
check "fetch_post: no such host" sh -c "! '$work/fetch_post' http://127.0.0.1:1/ '{}' >'$work/message' 2>&1"
if [ -n "$zlib" ]; then
    echo "some text" | gzip -c >"$work/text.gz"
    check "fetch_unpack: a file" "$work/fetch_unpack" "file://$work/text.gz" "$work" text
    check "fetch_unpack: its text" has '^some text$' "$work/text"
fi

# A signed version, of which the tutorial alone is wanted, then all; then one that nobody has
# signed, and no origin: what is there is played.
lines=$(wc -l <examples/cache_loader.c | tr -d ' ')
check "cache_loader has at most 60 lines ($lines)" test "$lines" -le 60
mkdir -p "$work/tree/tutorial" "$work/tree/level-1"
echo "a small room" >"$work/tree/tutorial/map"
for i in $(seq 8); do
    echo "$i" >>"$work/tree/tutorial/map"
    seq "$i" 20000 >"$work/tree/level-1/$i"
done
"$work/asset_cache" sign --make-key "$work/key" >"$work/public" || check "asset_cache makes a key" false
"$work/asset_cache" --make-manifest "$work/tree" >"$work/manifest"
cp "$work/manifest" "$work/tree/manifest.txt"
check "asset_cache signs" "$work/asset_cache" sign "$work/tree/manifest.txt" --key "$work/key" --number 3
loads() { # ANSWER FOLDER: cache_loader with the tree of that name
    echo "$1" | "$work/cache_loader" "$work/loaded" "file://$work/$2" "$(cat "$work/public")" >"$work/message"
}
check "cache_loader: the tutorial alone" loads n tree
check "cache_loader: says how much" has '^9 files to download, 0\.9 MB, the tutorial alone 0' "$work/message"
check "cache_loader: plays it" has 'the tutorial begins: a small room$' "$work/message"
check "cache_loader: the rest" loads y tree
check "cache_loader: is whole" has 'version 3 is whole$' "$work/message"
cp "$work/manifest" "$work/tree/manifest.txt"
check "cache_loader: not signed" loads y tree
check "cache_loader: says so" has '^as before: not signed' "$work/message"
check "cache_loader: without an origin" loads y none
check "cache_loader: plays what is there" has 'the tutorial begins: a small room$' "$work/message"
if [ $http = yes ]; then
    start_origin list --files 20 --bytes 20000
    "$build/origin" --ask GET "$url/manifest.txt" | sed -nE 's/^([0-9a-f]{64})  [0-9]+  /\1  /p' >"$work/sums"
    check "fetch_list: over HTTP" sh -c \
        "'$work/fetch_list' '$url' '$work/sums' '$work/into' >'$work/progress'"
    stop_origin

    # Two hosts: paused, then killed under a limit, then to its end, and once more.
    lines=$(wc -l <examples/fetch_launcher.c | tr -d ' ')
    check "fetch_launcher has at most 60 lines ($lines)" test "$lines" -le 60
    start_origin launch-a --files 20 --bytes 4000000 --bandwidth 40M
    first=$url first_pid=$pid
    start_origin launch-b --files 20 --bytes 4000000 --bandwidth 40M
    "$build/origin" --ask GET "$url/manifest.txt" | sed -nE 's/^([0-9a-f]{64})  [0-9]+  /\1  /p' >"$work/sums"
    launches() { "$work/fetch_launcher" "$work/game" "$first" "$url" >"$work/progress"; }
    complete() { (cd "$work/game" && sha256sum -c --quiet "$work/sums" >"$work/message" 2>&1); }
    incomplete() { ! complete; }
    asks() { cat "$work/launch-a.log" "$work/launch-b.log" | grep -c '^asset'; }
    for typed in p 500; do
        { (echo $typed && sleep 1.2) | timeout -s KILL 1 "$work/fetch_launcher" "$work/game" "$first" "$url"
        } >"$work/progress" 2>&1
        check "fetch_launcher: $typed holds it back" incomplete
    done
    check "fetch_launcher: tells what is left" has ' MB left' "$work/progress"
    check "fetch_launcher: goes on after a kill" launches
    check "fetch_launcher: all files are right" complete
    check "fetch_launcher: both hosts bring some" sh -c \
        "grep -q '^asset' '$work/launch-a.log' && grep -q '^asset' '$work/launch-b.log'"
    asked=$(asks)
    check "fetch_launcher: verifies what is there" launches
    check "fetch_launcher: asks for no file again" equal "$(asks)" "$asked"
    stop_origin
    pid=$first_pid
    stop_origin
elif [ "$CURL" != no ]; then
    skip "fetch_list: over HTTP" "libcurl's headers are not installed"
fi
finish
