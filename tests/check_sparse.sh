#!/bin/sh
# gc_sparse.h with short generations, with rare types; all sequences of 7 operations.
#   check_sparse.sh soak    10^9 random operations, all sequences of 8, a slot used 2^32 times
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}/tests
mkdir -p "$build"

# compile NAME TEST MACRO...: a program of the test, with these macros.
programs= level=-O2
compile() {
    program=$build/$1 test=$2
    shift 2
    set -- ${CC:-cc} $level -Wall -Wextra -ffp-contract=off "$@" -I. -Itests "tests/$test.c" \
        -o "$program" -pthread
    echo "$*"
    "$@" || exit 1
    programs="$programs $program${only:+,$only}"
}
if [ "${1:-}" = soak ]; then
    compile sparse_soak test_sparse -DTEST_SPARSE_OPERATIONS=1000000000 -DTEST_SPARSE_LENGTH=8 \
        -DTEST_SPARSE_REUSES=4294967296u
else
    only=test_sparse_all_sequences
    compile sparse_length_7 test_sparse -DTEST_SPARSE_LENGTH=7

    # Of these nothing is for the optimiser.
    only= level=-O1
    compile sparse_3_bits test_sparse_small -DGC_SPARSE_GENERATION_BITS=3
    compile sparse_8_bits test_sparse_small -DGC_SPARSE_GENERATION_BITS=8
    compile sparse_1_bit test_sparse_small -DGC_SPARSE_GENERATION_BITS=1
    # A type is rare, where it has less than half of the slots; a column moves behind 100 rows.
    for test in test_sparse test_sparse_save test_sparse_changes test_sparse_trees \
        test_sparse_relations test_sparse_typed; do
        lends=
        [ $test != test_sparse_typed ] ||
            lends="-DGC_SORT_IMPLEMENTATION -DGC_SORT_NO_SIMD -include gc_sort.h"
        compile "rare_$test" $test -DGC_SPARSE_PRIV_RARE=2u -DGC_SPARSE_PRIV_FEW_SLOTS=2u \
            -DGC_SPARSE_PRIV_RANGE_ROWS=100u $lends
    done
fi
exec sh tests/run.sh $programs
