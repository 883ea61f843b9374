#!/bin/sh
# gc_fetch.h through a proxy, squid: what is whole, cut, refused once, and killed comes right by
# SHA-256, goes on where it was, and is asked for once. Through a proxy that keeps bodies, too.
cc=${CC:-cc}
. "$(dirname "$0")/support/test.sh"
PATH=$PATH:/usr/sbin
if ! command -v squid >/dev/null; then
    skip "gc_fetch.h through squid" "squid is not installed (make setup-dev)"
    finish
    exit
fi
flags=$(sh tests/support/curl_flags.sh "$cc" "${CURL:-auto}")
case $flags in *NO_CURL*)
    skip "gc_fetch.h through squid" "libcurl's headers are not installed (make setup)"
    finish
    exit
    ;;
esac
build=$work
check "fetch_list builds" \
    $cc -O1 -Wall -Wextra -I. examples/fetch_list.c -o "$work/fetch_list" $flags -pthread
cp "${BUILD:-build}/origin" "$work/origin" 2>/dev/null ||
    check "the origin builds" $cc -O1 -Wall -Wextra -I. tests/origin/main.c -o "$work/origin" -pthread

# squid KEEPS: on a free port, $proxy; it keeps nothing, or up to 64 MB. $seen: what it was asked.
start_squid() {
    seen=$work/squid.$1
    for port in $(seq $((20000 + $$ % 20000)) 7 45000); do
        cat >"$work/squid.conf" <<END
http_port 127.0.0.1:$port
http_access allow all
pid_filename none
cache_log $work/squid.log
access_log stdio:$seen
coredump_dir $work
cache_mem 64 MB
maximum_object_size_in_memory 64 MB
shutdown_lifetime 0 seconds
visible_hostname localhost
refresh_pattern . 60 100% 60
$([ "$1" = keeps ] || echo "cache deny all")
END
        chmod -R a+rwX "$work"
        rm -f "$work/squid.log"
        squid -N -f "$work/squid.conf" >"$work/squid.out" 2>&1 &
        squid=$!
        helpers="$helpers $squid"
        for _ in $(seq 100); do
            grep -q 'Accepting HTTP' "$work/squid.log" 2>/dev/null && break 2
            kill -0 $squid 2>/dev/null || break
            sleep 0.05
        done
    done
    proxy=http://127.0.0.1:$port
}

# through NAME FOLDER LIST: all of the list comes through the proxy.
through() {
    mkdir -p "$2"
    http_proxy=$proxy no_proxy='' timeout 60 "$work/fetch_list" "$url" "$3" "$2" >"$work/said" 2>&1
    check "$1: all is there" equal $? 0
    check "$1: each is right" sh -c "cd '$2' && sha256sum --quiet -c '$3'"
}

start_origin many --files 200 --bytes 20000000
"$work/origin" --ask GET "$url/manifest.txt" | awk 'NF == 3 { print $1 "  " $3 }' >"$work/list"
check "there are 200 files" equal "$(wc -l <"$work/list" | tr -d ' ')" 200
start_squid forgets
through plain "$work/plain" "$work/list"
check "plain: squid has seen them all" test "$(grep -c 'GET http' "$seen")" -ge 200

# Each body is cut once, each third one refused once, each fifth head cut.
for fault in 'cut,once,per-path' 'status=503,every=3,once,per-path' 'head-cut=20,every=5,times=20'; do
    "$work/origin" --ask POST "$url/origin/fault?$(echo "$fault" | tr , '&')" >/dev/null
done
through faults "$work/faults" "$work/list"
check "faults: there were some" test "$(grep -c ' cut\| 503 ' "$work/$name.log")" -ge 200
stop_origin

# A large file, killed under way: the next run goes on from there.
start_origin large --files 1 --bytes 60000000 --bandwidth 100e6
"$work/origin" --ask GET "$url/manifest.txt" | awk 'NF == 3 { print $1 "  " $3 }' >"$work/list"
mkdir "$work/killed"
http_proxy=$proxy no_proxy='' "$work/fetch_list" "$url" "$work/list" "$work/killed" >"$work/said" 2>&1 &
client=$!
sleep 1.5
kill -9 $client
wait $client 2>/dev/null
check "killed: it was not done" test ! -e "$work/killed/$(sed 's/^[^ ]*  //' "$work/list")"
through killed "$work/killed" "$work/list"
check "killed: it went on" grep -q 'bytes=[1-9]' "$work/$name.log"
stop_origin
kill $squid

# A proxy that keeps bodies: the second time the origin is not asked.
start_origin kept --files 100 --bytes 5000000
"$work/origin" --ask GET "$url/manifest.txt" | awk 'NF == 3 { print $1 "  " $3 }' >"$work/list"
start_squid keeps
through first "$work/first" "$work/list"
through second "$work/second" "$work/list"
check "second: squid had most of it" test "$(grep -c 'TCP_.*HIT' "$seen")" -ge 90
stop_origin
finish
