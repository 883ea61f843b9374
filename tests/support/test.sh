# test.sh - sourced by the shell tests: counts checks, prints what fails, closes with the line
# that tests/run.sh adds up.
#   check "what must hold" COMMAND...     skip "what" "why"     finish
# With TEST_TAP in the environment each check prints a line of TAP as well.

# Under a locale with a decimal comma, awk reads "0.5" as 0, and compilers speak another language.
export LC_ALL=C
# Servers of tests are this machine's: no proxy leads there.
unset http_proxy https_proxy HTTPS_PROXY all_proxy ALL_PROXY no_proxy NO_PROXY

passed=0 failed=0 skipped=0
work=$(mktemp -d "${TMPDIR:-/tmp}/gc_test.XXXXXX") || exit 1
helpers=
cleanup() {
    for pid in $helpers; do kill -9 "$pid" 2>/dev/null; done
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

check() {
    check_that=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        tap "ok" "$check_that"
    else
        failed=$((failed + 1))
        echo "FAIL $(basename "$0"): $check_that"
        tap "not ok" "$check_that"
    fi
}

tap() { [ -z "$TEST_TAP" ] || echo "$1 $((passed + failed + skipped)) - $2"; }

skip() {
    skipped=$((skipped + 1))
    echo "SKIP $(basename "$0"): $1: $2"
    tap "ok" "$1 # SKIP $2"
}

finish() {
    [ -z "$TEST_TAP" ] || echo "1..$((passed + failed + skipped))"
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
}

# start_reader PIPE FILE: makes a pipe, and reads it into the file; no limit of time, as a program
# that came too late would wait for a reader for ever. end_reader: what has been written is there.
start_reader() {
    mkfifo "$1"
    cat "$1" >"$2" &
    reader=$!
    helpers="$helpers $reader"
}
end_reader() {
    for _ in $(seq 100); do
        kill -0 $reader 2>/dev/null || return 0
        sleep 0.05
    done
    kill $reader        # nobody has opened the pipe
}

# start_origin NAME OPTIONS...: runs build/origin in the background; sets url and pid, logs
# requests to $work/NAME.log.
start_origin() {
    name=$1
    shift
    : >"$work/$name.out"
    "$build/origin" --log "$work/$name.log" "$@" >"$work/$name.out" 2>&1 &
    pid=$!
    helpers="$helpers $pid"
    url=
    for _ in $(seq 300); do
        url=$(sed -n 's/^origin: \(http.*\)/\1/p' "$work/$name.out")
        [ -n "$url" ] && return 0
        sleep 0.05
    done
    echo "the origin did not start: $(cat "$work/$name.out")"
    return 1
}

stop_origin() {
    kill "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
}

# start_nginx PORTS: runs nginx in the background on so many free ports in a row, the first of which
# is $port then. The function "servers FIRST" prints what stands in the http block of its
# configuration; its files are in $work/nginx.
start_nginx() {
    mkdir -p "$work/nginx"
    port=$((20000 + $$ * $1 % 40000))
    for _ in 1 2 3 4 5 6 7 8; do
        {
            echo "daemon off; worker_processes 1; pid $work/nginx/pid; error_log $work/nginx/error.log;"
            echo "events { worker_connections 512; }"
            echo "http {"
            for path in client_body proxy fastcgi uwsgi scgi; do
                echo "    ${path}_temp_path $work/nginx/$path;"
            done
            echo "    keepalive_requests ${keepalive_requests:-1000};"
            servers $port
            echo "}"
        } >"$work/nginx/nginx.conf"
        nginx -p "$work/nginx" -c "$work/nginx/nginx.conf" 2>"$work/nginx/start.log" &
        server=$!
        helpers="$helpers $server"

        # The pid file is there once all ports are open; a port in use ends nginx after some
        # tries of its own.
        for _ in $(seq 100); do
            [ -s "$work/nginx/pid" ] && return 0
            kill -0 $server 2>/dev/null || break
            sleep 0.1
        done
        port=$((port + $1 * 34))
    done
    cat "$work/nginx/start.log"
    return 1
}

stop_nginx() {
    kill "$(cat "$work/nginx/pid")"
    wait $server 2>/dev/null
}

# Requests for assets in a log, from line $2 on.
requests() { tail -n +"${2:-1}" "$1" | grep -c '^asset '; }

# Every file of the manifest $1 that is in folder $2 is whole: prints the number of those there,
# or fails.
whole_files() {
    list=$work/whole.list
    sed -E 's/^([0-9a-f]{64})  [0-9]+  /\1  /' "$1" | while IFS= read -r line; do
        [ -e "$2/${line#*  }" ] && echo "$line"
    done >"$list"
    if [ -s "$list" ]; then (cd "$2" && sha256sum --quiet -c "$list") >&2 || return 1; fi
    wc -l <"$list" | tr -d ' '
}

# Every object of the asset cache $1 has the SHA-256 that it is named by: prints their number, or
# fails.
whole_objects() {
    list=$work/whole.list
    find "$1/objects" -type f 2>/dev/null | awk -F/ 'length($NF) == 64 { print $NF "  " $0 }' >"$list"
    if [ -s "$list" ]; then sha256sum --quiet -c "$list" >&2 || return 1; fi
    wc -l <"$list" | tr -d ' '
}

has() { grep -q -- "$1" "$2"; }
equal() { [ "$1" = "$2" ] || { echo "  is \"$1\", should be \"$2\""; return 1; }; }
