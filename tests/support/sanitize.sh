#!/bin/sh
# Every C test under ASan+UBSan (gcc; leaks too), and those that have threads under TSan
# (clang): tests/amalgam.c by both, and test_sparse_small.c, which changes the build of a header.
# SANITIZE="address thread" chooses.
#   sanitize.sh          fewer random operations than without them
#   sanitize.sh soak     as many, and five times the requests
cd "$(dirname "$0")/../.." || exit 1
build=${BUILD:-build}/sanitize
mkdir -p "$build"
flags=$(sh tests/support/curl_flags.sh cc "${CURL:-auto}")
jobs=$build/jobs programs=
: >"$jobs"
job() { # COMPILER NAME TEST MACRO...
    compiler=$1 name=$2 test=$3
    shift 3
    echo "$compiler -g1 -O1 -ffp-contract=off $* -I. -Itests $test -o $build/$name $flags -pthread" >>"$jobs"
}
runs() { # NAME PART...: those tests of the program whose names have the part
    name=$1
    shift
    for part in "$@"; do programs="$programs $build/$name,test_$part"; done
}
for kind in ${SANITIZE:-address thread}; do
    case $kind in
    address)
        compiler="gcc -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
        [ "${1-}" = soak ] && less= || less=-DTEST_SPARSE_OPERATIONS=2000000
        job "$compiler" address tests/amalgam.c $less
        job "$compiler" address_small tests/test_sparse_small.c -DGC_SPARSE_GENERATION_BITS=4

        # The longest in parts, and first. Keys of u32 and u64 stand for the others of their width.
        same="--but ctx_pairs_i --but ctx_pairs_f --but sort_number_i"
        for part in 1 2 3; do
            echo "exec $build/address --part $part 3 $same test_sort_" >"$build/address_sort-$part.sh"
            programs="$programs $build/address_sort-$part.sh"
        done
        runs address fetch_ sparse_ cache_ writer_ rng_ save_ origin_
        programs="$programs $build/address_small"
        ;;
    thread)
        # What runs in one thread has no race to show, and would take minutes: gc_rng, the origin,
        # simulated networks, resumed files, hashes, saves and trees have none; of gc_sort and
        # gc_sparse there are those named here.
        job "clang -fsanitize=thread" thread tests/amalgam.c
        echo "exec $build/thread --but fetch_sim --but fetch_resume test_fetch_" >"$build/thread_fetch.sh"
        programs="$programs $build/thread_fetch.sh"
        runs thread writer_ cache_threads cache_shared cache_passes
        runs thread sort_context sort_own_threads sort_failing_threads sort_places sort_alone \
            sort_many_parts sort_threads_in_memory sort_out_of_memory sort_caller_memory \
            sort_crooked_no_memory sort_records_threads
        runs thread sparse_threads sparse_worlds_in_threads sparse_changes_threads sparse_typed
        ;;
    esac
done
xargs -P 2 -I '{}' sh -c '{}' <"$jobs" || exit 1
requests=20000
[ "${1-}" != soak ] || requests=100000
export TEST_FETCH_SIM="${TEST_FETCH_SIM:-$requests}"
export TEST_FETCH_CHAOS="${TEST_FETCH_CHAOS:-$((requests / 10))}"
export TEST_CACHE_KILLS="${TEST_CACHE_KILLS:-10}"
export TSAN_OPTIONS="halt_on_error=0 exitcode=66 ${TSAN_OPTIONS-}"
exec sh tests/run.sh $programs
