#!/bin/sh
# gc_fetch.h: kills and power cuts at random moments of a download, which the next process goes on with.
#   check_fetch_kill.sh         50 kills, 9 cuts (as root)
#   check_fetch_kill.sh soak    500 kills, 90 cuts, 1,000,000 simulated requests
build=${BUILD:-build}/fault
. "$(dirname "$0")/support/test.sh"
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$build"
PATH=$PATH:/usr/sbin:/sbin
kills=50
if [ "${1:-}" = soak ]; then
    kills=500
else
    export FETCH_CUTS_EXT4="${FETCH_CUTS_EXT4:-6}" FETCH_CUTS_XFS="${FETCH_CUTS_XFS:-3}"
fi
flags="-O2 -g1 -Wall -Wextra -I. -Itests"
if ! printf '#include <curl/curl.h>\n' | ${CC:-cc} -E - >/dev/null 2>&1; then
    skip "kills" "libcurl's headers are not installed (make setup)"
else
    check "fetch_kill compiles" ${CC:-cc} $flags tests/fault/fetch_kill.c \
        -o "$build/fetch_kill" -lcurl -pthread
    KILLS=${KILLS:-$kills} "$build/fetch_kill" >"$work/out"
    check "kills cost at most 1 MB, and nothing is wrong" equal $? 0
    grep -v passed "$work/out"
    check "fetch_power compiles" ${CC:-cc} $flags tests/fault/fetch_power.c \
        -o "$build/fetch_power" -lcurl -pthread
    "$build/fetch_power" >"$work/out"
    check "power cuts tear no large file, and the rest comes" equal $? 0
    grep -v passed "$work/out"
fi
if [ "${1:-}" = soak ]; then
    requests=1000000
    check "test_fetch_sim compiles" ${CC:-cc} $flags -DGC_FETCH_NO_CURL tests/test_fetch_sim.c \
        -o "$build/test_fetch_sim" -pthread
    start=$(date +%s%N)
    TEST_FETCH_SIM=$requests "$build/test_fetch_sim" >"$work/out"
    check "$requests simulated requests, one final event each" equal $? 0
    grep -v passed "$work/out"
    TEST_FETCH_SIM=$((5 * requests)) "$build/test_fetch_sim" test_fetch_sim_all >"$work/out"
    check "$requests with preemption, pauses, mirrors and a filling disk" equal $? 0
    grep -v passed "$work/out"
    echo "$requests simulated requests took $((($(date +%s%N) - start) / 1000000)) ms ($flags)"
fi
finish
