#!/bin/sh
# Systems that no machine here has, by zig cc: the headers and their tests compile without a
# warning and link for macOS, Windows on ARM, and big-endian PowerPC and MIPS; the latter two run
# under qemu. TARGETS chooses: .ci/run takes both macOS, which need no C library to be built.
# "check_zig.sh soak": the examples for both macOS as well, and more tests run. The numbers of
# PowerPC and MIPS are compared by check_platforms.sh.
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh
zig=$(sh tests/support/zig.sh) || {
    skip "zig cc" "it is not installed (make setup-dev)"
    finish
    exit
}
eval "$zig"
build=${BUILD:-build}/zig
mkdir -p "$build"
flags="-Wall -Wextra -Werror -fno-sanitize=undefined -DGC_FETCH_NO_CURL -I. -Itests"

# ---- what is built, a line each: NAME COMMAND...

for header in gc_*.h; do
    name=$(echo "${header%.h}" | tr a-z A-Z)
    printf '#define %s_IMPLEMENTATION\n#include "%s"\n' "$name" "$header"
done >"$work/headers.c"
echo 'int main(void) { return GC_RNG_VERSION < 400; }' >>"$work/headers.c"
windows="test_writer test_sort test_rng test_sparse test_sparse_small test_sparse_save test_sparse_changes
    test_sparse_trees test_sparse_hash test_fetch test_fetch_sim test_fetch_resume"
printf '#include "gc_fetch.h"\nint main(void) { gc_fetch_close(gc_fetch_open(NULL, NULL)); return 0; }\n' \
    >"$work/opens.c"
targets="aarch64-macos x86_64-macos powerpc64-linux-musl mips-linux-musl aarch64-windows-gnu"
for target in ${TARGETS:-$targets}; do
    cc="zig cc -target $target"
    echo "$target-headers $cc $flags -std=c99 -O0 $work/headers.c -o $build/$target-headers"
    case $target in
    *-windows-*)
        printf '#%s\n' 'define WIN32_LEAN_AND_MEAN' 'define NOMINMAX' 'include <windows.h>' 'undef far' \
            'undef near' 'undef WIN32_LEAN_AND_MEAN' 'undef NOMINMAX' >"$work/windows.h"
        own="-D__USE_MINGW_ANSI_STDIO=1 -include $work/windows.h"
        for test in $windows; do
            echo "$target-$test $cc $flags -O0 $own -isystem tests/support/winthreads" \
                "tests/$test.c -o $build/$target-$test"
        done
        echo "$target-rng_lab $cc $flags -O0 -D__USE_MINGW_ANSI_STDIO=1" \
            "examples/rng_lab.c -o $build/$target-rng_lab"
        echo "$target-opens $cc $flags -std=c99 -O0 -UGC_FETCH_NO_CURL -DGC_FETCH_STATIC -DGC_FETCH_DLOPEN" \
            "$work/opens.c -o $build/$target-opens"
        ;;
    *) echo "$target-amalgam $cc $flags -O0 tests/amalgam.c -o $build/$target-amalgam -pthread" ;;
    esac

    # The example that inflates needs a zlib, which zig does not carry.
    case $target-$1 in
    *-macos-soak)
        for example in examples/*.c; do
            name=$(basename "$example" .c)
            if [ "$name" = fetch_unpack ]; then
                echo "ABSENT $target-$name: there is no zlib for it" >&2
                continue
            fi
            echo "$target-$name $cc $flags -O0 $example -o $build/$target-$name -pthread"
        done
        ;;
    esac
done >"$work/jobs"
cat >"$work/one.sh" <<'ONE'
work=$1 name=$2
shift 2
"$@" >"$work/$name.log" 2>&1 || rm -f "$work/$name.log.ok"
ONE
while read -r name _; do : >"$work/$name.log.ok"; done <"$work/jobs"
xargs -P 2 -L 1 sh "$work/one.sh" "$work" <"$work/jobs"

# What zig says of its own C libraries, which it builds the first time, is not ours.
silent() { test -e "$work/$1.log.ok" || { grep -E 'error|undefined' "$work/$1.log" | head -n 6; return 1; }; }
while read -r name _; do check "$name: compiles, silently, and links" silent "$name"; done <"$work/jobs"

# ---- what runs

for arch in ppc64:powerpc64-linux-musl mips:mips-linux-musl; do
    emulator=$(command -v "qemu-${arch%:*}-static" || command -v "qemu-${arch%:*}")
    target=${arch#*:}
    case " ${TARGETS:-$targets} " in *" $target "*) ;; *) continue ;; esac
    if [ -z "$emulator" ]; then
        skip "$target: runs" "there is no qemu for it (make setup-dev)"
        continue
    fi
    parts="sort_define sparse_hash_known sparse_hash_portable save_vector rng_vectors writer_path fetch_file"
    [ "$1" != soak ] || parts="rng sort_number sort_define sparse save writer fetch_sim fetch_file"
    for part in $parts; do
        printf 'exec %s %s test_%s\n' "$emulator" "$build/$target-amalgam" "$part" >"$work/$target-$part.sh"
        programs="${programs-} $work/$target-$part.sh"
    done
done
runs() { sh tests/run.sh $programs >"$work/runs"; }
[ -z "${programs-}" ] || check "the tests pass on big-endian PowerPC and MIPS" runs
if [ -n "${programs-}" ]; then
    grep -E 'FAIL|passed' "$work/runs"
    grep '^SKIP ' "$work/runs" >"$work/skips"
    while IFS= read -r line; do skip "under qemu" "${line#SKIP }"; done <"$work/skips"
fi
finish
