#!/bin/sh
# Under a decimal comma: the scripts that calculate pass in a Turkish login with mawk, Debian's
# own awk, which reads numbers by the locale; and the headers' tests pass in programs that begin
# with setlocale (support/locale.c). "check_locale.sh soak": all scripts and all tests, in a German
# one as well. The README's commands and these scripts in a German login: check_bare.sh.
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh
unset LC_ALL
build=${BUILD:-build}/locale
mkdir -p "$build"
for need in mawk localedef; do
    command -v $need >/dev/null 2>&1 && continue
    skip "other locales" "$need is not installed (make setup-dev)"
    finish
    exit
done

# Here alone: nothing is added to the machine's own locales.
LOCPATH=$PWD/$build
export LOCPATH
for locale in de_DE tr_TR; do
    [ -d "$build/$locale.UTF-8" ] || localedef -i $locale -f UTF-8 "$build/$locale.UTF-8"
done
mkdir -p "$work/bin"
ln -s "$(command -v mawk)" "$work/bin/awk"

# Else nothing below would be tested.
comma() { equal "$(LC_ALL=$1 "$work/bin/awk" 'BEGIN { printf "%g", 3 / 2 }')" 1,5; }
begins() { equal "$(GC_TEST_LOCALE=$1 LD_PRELOAD=$build/begin.so "$build/shows")" "1,5"; }
printf '#include <stdio.h>\nint main(void) { return printf("%%g", 1.5) < 0; }\n' >"$build/shows.c"
${CC:-cc} -O1 "$build/shows.c" -o "$build/shows"
check "what makes a program begin in a locale builds" \
    ${CC:-cc} -Wall -Wextra -Werror -shared -fPIC tests/support/locale.c -o "$build/begin.so"

# ---- the scripts

scripts="tests/test_monte_carlo.sh tests/test_rng_lab.sh"
[ "$1" != soak ] || scripts=$(ls tests/test_*.sh)
for locale in de_DE.UTF-8 tr_TR.UTF-8; do
    check "$locale: awk writes a comma" comma $locale
    check "$locale: so does a program" begins $locale
    [ "$1" = soak ] || [ $locale = tr_TR.UTF-8 ] || continue
    for script in $scripts; do
        PATH=$work/bin:$PATH LC_ALL=$locale sh "$script" >"$work/out" 2>&1
        check "$locale: $script" grep -qE '^[0-9]+ passed, 0 failed, 0 skipped$' "$work/out"
        grep -E '^(FAIL|SKIP)' "$work/out"
    done
done
calculates() { grep -rlE '(^|[^a-z])awk |\| *sort' --include=*.sh tests bench .ci/run; }
deaf() { calculates | xargs grep -LE 'LC_ALL=C|support/test\.sh' | grep .; }
check "each script that calculates or sorts says in which locale" equal "$(deaf)" ""

# ---- the headers' tests

# Those of what reads and writes text.
parts="fetch_http_r fetch_resume origin cache save writer"
[ "$1" != soak ] || parts="fetch sort sparse save rng writer cache origin"
for locale in de_DE.UTF-8 tr_TR.UTF-8; do
    [ "$1" = soak ] || [ $locale = tr_TR.UTF-8 ] || continue
    for part in $parts; do
        cat >"$work/$locale-$part.sh" <<PART
export GC_TEST_LOCALE=$locale LD_PRELOAD=$PWD/$build/begin.so
exec ${BUILD:-build}/tests/amalgam test_${part}
PART
        programs="${programs-} $work/$locale-$part.sh"
    done
done
passes() { sh tests/run.sh $programs >"$work/out"; }
check "programs that begin with setlocale pass" passes
cat "$work/out"
finish
