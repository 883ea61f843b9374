#!/bin/sh
# quick.sh - what one needs before a commit, in a minute on two cores: the typesetting of the
# files that have changed, and for each header that has, or whose test has, strict warnings and
# its test. If none has: every header's warnings.
#   make quick              what has changed since the last commit
#   make quick FILES="gc_rng.h tests/test_sort.c"
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh
PATH=$PATH:/usr/sbin
changed=${FILES:-$(git diff --name-only HEAD; git ls-files --others --exclude-standard)}
changed=$(for file in $changed; do [ -e "$file" ] && echo "$file"; done)
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Werror"
flags=$(sh tests/support/curl_flags.sh "${CC:-cc}" "${CURL:-auto}" | sed 's/\(^\| \)-l[^ ]*//g')

# ---- the typesetting of what has changed

quiet() { "$@" >"$work/message" 2>&1 || { cat "$work/message"; return 1; }; }
sources=$(echo "$changed" | grep -E '\.(h|c|cc|sh|py)$|(^|/)Makefile$|^\.ci/run$')
if ! command -v python3 >/dev/null 2>&1; then
    skip "typesetting" "python3 is not installed (make setup-dev)"
elif [ -n "$sources" ]; then
    check "typesetting" quiet python3 tests/compile/style.py $sources
fi
check "common blocks" quiet sh tests/compile/common.sh

# ---- which headers, by their names in what has changed

headers=
for header in gc_*.h; do
    name=${header%.h}
    echo "$changed" | grep -qE "(^$name\.h|^(tests|bench|examples)/.*${name#gc_})" && headers="$headers $name"
done
tested=$headers
[ -n "$headers" ] || headers=$(for header in gc_*.h; do echo "${header%.h}"; done)

# ---- warnings in the oldest modes and the newest, without the optimiser; the test beside them

for name in $headers; do
    H=$(echo "$name" | tr a-z A-Z)
    printf '#define %s_IMPLEMENTATION\n#include "%s.h"\n' "$H" "$name" >"$work/$name.c"
    for compiler in "gcc -std=c99" "clang -std=c17" "g++ -x c++ -std=c++11" "clang++ -x c++ -std=c++20"; do
        command -v ${compiler%% *} >/dev/null 2>&1 || continue
        echo "$work/$name ${compiler%% *} $compiler $strict -fsyntax-only $flags -I."
    done
done >"$work/jobs"
cat >"$work/compile.sh" <<'ONE'
base=$1 name=$2
shift 2
"$@" "$base.c" >"$base.$name.log" 2>&1 && touch "$base.$name.ok"
ONE
xargs -P 2 -L 1 sh "$work/compile.sh" <"$work/jobs" &
jobs=$!
programs=
for name in $tested; do programs="$programs build/tests/test_${name#gc_}"; done
[ -z "$programs" ] || check "the tests build" quiet make --no-print-directory -s -j 2 $programs
wait $jobs
while read -r base name _; do
    check "$(basename "$base").h: no warning by $name" test -e "$base.$name.ok"
    [ -e "$base.$name.ok" ] || head -n 5 "$base.$name.log"
done <"$work/jobs"

# In three parts each, side by side, since some tests mostly wait.
parts=
for program in $programs; do
    for part in 1 2 3; do
        script=$work/$(basename "$program")-$part.sh
        echo "exec $program --part $part 3" >"$script"
        parts="$parts $script"
    done
done
[ -z "$parts" ] || check "the tests pass" sh tests/run.sh $parts
finish
