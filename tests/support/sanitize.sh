#!/bin/sh
# Every C test under ASan+UBSan (gcc; leaks too), and those that have threads under TSan
# (clang). SANITIZE="address thread" chooses.
cd "$(dirname "$0")/../.." || exit 1
mkdir -p build/sanitize
flags=$(sh tests/support/curl_flags.sh cc "${CURL:-auto}")
jobs=build/sanitize/jobs programs=
: >$jobs
for kind in ${SANITIZE:-address thread}; do
    # The longest first.
    others=$(ls tests/test_*.c | grep -v -e test_sort.c -e test_sparse.c)
    for test in ${TESTS:-tests/test_sort.c tests/test_sparse.c $others}; do
        # The tests of test_fetch.c once more, with libcurl loaded at run time.
        [ "$test" = tests/test_fetch_dlopen.c ] && continue
        out=build/sanitize/$kind-$(basename "$test" .c)
        case $kind in
        address)
            compiler="gcc -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
            ;;
        thread)
            # What runs in one thread has no race to show, and would take minutes: no thread in
            # gc_rng, the origin, simulated networks and resumed files; in gc_sort the context's tests alone
            # have some, and in gc_sparse those named after them.
            case $test in
            */test_rng.c | */test_origin.c | */test_sparse_small.c | */test_sparse_save.c | \
            */test_fetch_sim.c | */test_fetch_resume.c) continue ;;
            esac
            compiler="clang -fsanitize=thread"
            ;;
        esac
        echo "$compiler -g1 -O1 -ffp-contract=off -I. -Itests $test -o $out $flags -pthread" >>$jobs
        case $kind-$test in
        thread-tests/test_sort.c) programs="$programs $out,context $out,many_parts $out,memory" ;;
        thread-tests/test_cache.c) programs="$programs $out,threads $out,shared $out,passes" ;;
        thread-tests/test_sparse.c) programs="$programs $out,threads" ;;
        *) programs="$programs $out" ;;
        esac
    done
done
xargs -P 2 -I '{}' sh -c '{}' <$jobs || exit 1
export TEST_FETCH_SIM="${TEST_FETCH_SIM:-100000}" TEST_FETCH_CHAOS="${TEST_FETCH_CHAOS:-10000}"
export TEST_CACHE_KILLS="${TEST_CACHE_KILLS:-10}"
export TSAN_OPTIONS="halt_on_error=0 exitcode=66 ${TSAN_OPTIONS-}"
exec sh tests/run.sh $programs
