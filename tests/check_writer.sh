#!/bin/sh
# gc_writer.h under faults: the programs of tests/fault/, each with its figures. Without root,
# what needs root is skipped with its reason.
#   check_writer.sh          the short counts: about 100 s on a quiet machine
#   check_writer.sh soak     the long ones: about half an hour
# ONLY="kill calls" chooses; FAULT_SEED=n repeats; each program's first lines name its own
# counts.
build=${BUILD:-build}/fault
. "$(dirname "$0")/support/test.sh"
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$build"
PATH=$PATH:/usr/sbin:/sbin
if [ "${1:-}" = soak ]; then
    export KILLS="${KILLS:-10000}" CUTS_EXT4="${CUTS_EXT4:-500}" CUTS_XFS="${CUTS_XFS:-200}" \
        CUTS_BTRFS="${CUTS_BTRFS:-200}" WRITES="${WRITES:-1000000}" LOG_KILLS="${LOG_KILLS:-1000}" \
        MAPPED_KILLS="${MAPPED_KILLS:-1000}" MAPPED_CRASHES="${MAPPED_CRASHES:-1000}" \
        MAPPED_SIZES="${MAPPED_SIZES:-100}" \
        SET_KILLS="${SET_KILLS:-1000}" SET_CUTS_EXT4="${SET_CUTS_EXT4:-300}" \
        SET_CUTS_XFS="${SET_CUTS_XFS:-150}" SET_CUTS_BTRFS="${SET_CUTS_BTRFS:-50}" \
        LOG_CUTS_EXT4="${LOG_CUTS_EXT4:-200}" LOG_CUTS_XFS="${LOG_CUTS_XFS:-100}"
    export RING_ALL="${RING_ALL:-1}" QUOTA_STEPS="${QUOTA_STEPS:-256}" BEGINS="${BEGINS:-10000000}" \
        BEGINS_FILES="${BEGINS_FILES:-100000}"
    raced=1000000 raced_files=10000
else
    raced=50000 raced_files=1000
fi

# run PROGRAM [FLAGS]: compiles and runs it; its closing line is added up.
run() {
    case " ${ONLY:-$1} " in *" $1 "*) ;; *) return ;; esac
    echo "--- $*"
    # Asserts stay on: a fault must not trip one.
    if ! ${CC:-cc} -O1 -g1 -Wall -Wextra ${2:-} -I. "tests/fault/$1.c" -o "$build/$1" -pthread -ldl; then
        check "$1 compiles" false
        return
    fi
    "$build/$1" >"$work/out" 2>&1
    status=$?
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$work/out" | tail -n 1)
    grep -vE '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$work/out"
    grep '^FAIL' "$work/out" | sed "s/^/$*: /" >>"$work/failures"
    read -r p _ f _ s _ <<LINE
${line:-0 passed, 0 failed, 0 skipped}
LINE
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    [ "$f" != 0 ] || check "$1 ends well (status $status)" test "$status" = 0 -a "$p" -gt 0
}

run ring
run begins
BEGINS=$raced BEGINS_FILES=$raced_files run begins -fsanitize=thread
run kill
run log
run mapped
run calls
CALL_STEP=10 run calls -fsanitize=address,undefined
run power
run full
run hostile
run hostile -DGC_WRITER_FORCE_NO_OPENAT2
cat "$work/failures" 2>/dev/null     # once more, so that a log's end names them
finish
