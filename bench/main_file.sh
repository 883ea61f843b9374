#!/bin/sh
# main_file.sh OLD [BUILD...] - what the headers cost a game's main file (main_file.c) here, beside
# those in the folder OLD: seconds of processor time to compile, the median of ROUNDS=5 in turn,
# and KB (1,000 bytes) of the stripped program. BUILD: static, extern, static-O0, clang-O0; all.
#     mkdir /tmp/old
#     for h in gc_*.h; do git show REVISION:$h >/tmp/old/$h; done
#     sh bench/main_file.sh /tmp/old
cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C
[ -e "$1/gc_rng.h" ] || { echo "usage: main_file.sh OLD [static|extern|static-O0|clang-O0]..." >&2; exit 2; }
old=$1
shift
work=$(mktemp -d "${TMPDIR:-/tmp}/gc_main_file.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
curl=$(sh tests/support/curl_flags.sh cc "${CURL:-auto}")

flags_of() {
    case $1 in
    static) echo "gcc -O2" ;;
    extern) echo "gcc -O2 -DMAIN_FILE_EXTERN" ;;
    static-O0) echo "gcc -O0" ;;
    clang-O0) echo "clang -O0" ;;
    *) echo "main_file.sh: no such build: $1" >&2; return 1 ;;
    esac
}

for build in "$@"; do flags_of "$build" >/dev/null || exit 2; done

# Compiles with the headers of a folder, and adds a line, the seconds, to a file.
compile() {    # compile BUILD FOLDER TO
    flags=$(flags_of "$1")
    sh -c '"$@" || exit 1; times' sh $flags -I"$2" -c bench/main_file.c -o "$work/main.o" $curl \
        >"$work/times" 2>"$work/errors" || { cat "$work/errors"; exit 1; }
    awk 'NR == 2 {
        for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); seconds += t[1] * 60 + t[2] }
        printf "%.2f\n", seconds
    }' "$work/times" >>"$3"
    ${flags%% *} -s "$work/main.o" -o "$work/main" $curl -pthread || exit 1
    wc -c <"$work/main" >"$3.bytes"
}
median() { sort -n "$1" | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'; }

echo "$(gcc --version | head -n 1 | sed 's/(.*) *//'), $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo |
    head -n 1), $(date +%Y-%m-%d), median of ${ROUNDS:-5}"
echo "| build | seconds before | now | ratio | KB before | now | ratio |"
echo "|---|---|---|---|---|---|---|"
for build in ${*:-static extern static-O0 clang-O0}; do
    for round in $(seq "${ROUNDS:-5}"); do
        compile "$build" "$old" "$work/$build.old"
        compile "$build" . "$work/$build.new"
    done
    echo "$(median "$work/$build.old") $(median "$work/$build.new")" \
        "$(cat "$work/$build.old.bytes" "$work/$build.new.bytes")" | tr '\n' ' ' |
        awk -v what="$(flags_of "$build")" '{
            printf "| %s | %.1f | %.1f | %.2f | %.0f | %.0f | %.2f |\n", what, $1, $2, $2 / $1,
                $3 / 1000, $4 / 1000, $4 / $3
        }'
done
