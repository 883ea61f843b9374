#!/bin/sh
# Every C test under ASan+UBSan (gcc; leaks too), and those that have threads under TSan (clang). SANITIZE="address thread" chooses.
cd "$(dirname "$0")/../.." || exit 1
mkdir -p build/sanitize
flags=$(sh tests/support/curl_flags.sh cc "${CURL:-auto}")
programs=
for kind in ${SANITIZE:-address thread}; do
    for test in ${TESTS:-tests/test_*.c}; do
        # The tests of test_fetch.c once more, with libcurl loaded at run time.
        [ "$test" = tests/test_fetch_dlopen.c ] && continue
        out=build/sanitize/$kind-$(basename "$test" .c)
        case $kind in
        address) gcc -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -ffp-contract=off -I. -Itests "$test" -o "$out" $flags -pthread ;;
        thread)
            # No thread in gc_rng; in gc_sort the context's tests alone have some, and the others would take minutes.
            [ "$test" = tests/test_rng.c ] && continue
            clang -g -O1 -fsanitize=thread -ffp-contract=off -I. -Itests "$test" -o "$out" $flags -pthread ;;
        esac || exit 1
        case $kind-$test in
        thread-tests/test_sort.c) programs="$programs $out,context $out,many_parts $out,memory" ;;
        *) programs="$programs $out" ;;
        esac
    done
done
export TSAN_OPTIONS="halt_on_error=0 exitcode=66 ${TSAN_OPTIONS-}"
exec sh tests/run.sh $programs
