#!/bin/sh
# gc_fetch.h against nginx: 2,000 real files over HTTP/1.1, over TLS, and over HTTP/2, byte for
# byte; certificates that are wrong are named errors, and fetch nothing. The examples that post,
# that decompress, and that bring a game up to date.
cc=${CC:-cc}
. "$(dirname "$0")/support/test.sh"
PATH=$PATH:/usr/sbin
for need in nginx openssl; do
    if ! command -v $need >/dev/null; then
        skip "gc_fetch.h against nginx" "$need is not installed (make setup-dev)"
        finish
        exit
    fi
done
flags=$(sh tests/support/curl_flags.sh "$cc" "${CURL:-auto}")
case $flags in *NO_CURL*)
    skip "gc_fetch.h against nginx" "libcurl's headers are not installed (make setup)"
    finish
    exit
    ;;
esac
check "the client builds" \
    $cc -O1 -Wall -Wextra -I. tests/check_fetch_nginx.c -o "$work/client" $flags -pthread

site=$work/site
mkdir "$site"
find /usr/include /usr/share/doc /usr/share/perl /usr/lib/python3 -type f -size -2000k 2>/dev/null |
    LC_ALL=C sort |
    grep -v '[:*?"<>|\\]' | head -n 2000 >"$work/chosen"
tar -C / -cf - -T "$work/chosen" 2>/dev/null | tar -C "$site" -xf -
for name in 'with space.txt' 'per%cent 100%25.txt' 'hash#tag.txt' 'plus+and&more=1;.txt' \
    'brackets[1](2){3}.txt' '%2e%2e'; do
    echo "$name" >"$site/$name"
done
: >"$site/empty"
head -c 12000000 /dev/urandom >"$site/large"
(cd "$site" && find . -type f | sed 's|^\./||' | tr '\n' '\0' | xargs -0 sha256sum) >"$work/list"
count=$(wc -l <"$work/list" | tr -d ' ')
check "2,000 files and more" test "$count" -ge 2000
chmod -R a+rX "$work"

# A certificate for localhost, and one that has run out.
certificate() {
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$work/$1.key" \
        -out "$work/$1.req" -subj "/CN=$1" 2>/dev/null
    printf 'subjectAltName=DNS:localhost\n' >"$work/extension"
    openssl x509 -req -in "$work/$1.req" -signkey "$work/$1.key" -days "$2" -extfile "$work/extension" \
        -out "$work/$1.pem" 2>/dev/null
}
certificate good 2
certificate old -1
certificate other 2
check "the certificates are made" test -s "$work/good.pem" -a -s "$work/old.pem" -a -s "$work/other.pem"

# Four ports in a row: plain, TLS, TLS with HTTP/2, TLS with the old certificate.
servers() {
    cat <<END
    log_format check '\$server_port \$server_protocol \$connection \$status';
    access_log $work/nginx/access.log check;
    ssl_certificate $work/good.pem;
    ssl_certificate_key $work/good.key;
    log_format body escape=none '\$request_body';
    root $site;
    server {
        listen 127.0.0.1:$1;
        default_type application/json;
        location = /scores {
            access_log $work/nginx/bodies.log body;
            proxy_pass http://127.0.0.1:$1/accept;
        }
        location = /accept {
            access_log off;
            return 201 '{"type":"\$content_type","length":\$content_length,"token":"\$http_authorization"}';
        }
        location /game/ { limit_rate 500k; }
        location = /denied { return 403 '{"error":"no such table"}'; }
        location = /elsewhere { return 307 http://localhost:$1/accept; }
    }
    server {
        listen 127.0.0.1:$(($1 + 1)) ssl;
        location /down/ { return 302 http://127.0.0.1:$1/empty; }
    }
    server { listen 127.0.0.1:$(($1 + 2)) ssl http2; }
    server {
        listen 127.0.0.1:$(($1 + 3)) ssl;
        ssl_certificate $work/old.pem;
        ssl_certificate_key $work/old.key;
    }
END
}
check "nginx starts" start_nginx 4
log=$work/nginx/access.log

# NAME URL SINK STREAMS CA: all of them arrive, and are what the site has.
whole() {
    : >"$log"
    mkdir "$work/got"
    "$work/client" "$work/list" "$2" "$work/got" "$3" "$4" "$5" >"$work/$1.out" 2>&1
    check "$1: all are done" equal "$(head -n 1 "$work/$1.out")" "done $count, failed 0"
    check "$1: byte for byte" diff -r "$site" "$work/got"
    rm -rf "$work/got"
}
head -n 30 "$work/list" >"$work/thirty"
some() {
    : >"$log"
    mkdir "$work/got"
    "$work/client" "$work/thirty" "$2" "$work/got" file "$3" "$work/good.pem" >"$work/$1.out" 2>&1
    check "$1: all are done" equal "$(head -n 1 "$work/$1.out")" "done 30, failed 0"
    check "$1: HTTP/1.1" equal "$(protocol)" "HTTP/1.1 "
    rm -rf "$work/got"
}
connections() { awk '{ print $3 }' "$log" | sort -u | wc -l | tr -d ' '; }
busy() { awk '{ if (++n[$3] == 50) print }' "$log" | wc -l | tr -d ' '; }
protocol() { awk '{ print $2 }' "$log" | sort -u | tr '\n' ' '; }

whole plain "http://127.0.0.1:$port" file 0

# 16, but fewer when the first ones have answered before the last one is needed.
check "plain: up to 16 connections, kept" test "$(connections)" -ge 12 -a "$(connections)" -le 40

# The REST client: what it sends arrives, and what comes back is printed, an error's text as
# well; its token stays at the host.
check "fetch_post builds" $cc -O1 -Wall -Wextra -I. examples/fetch_post.c -o "$work/post" $flags -pthread
post() { "$work/post" "http://127.0.0.1:$port$1" '{"score":7}' secret >"$work/post.out" 2>"$work/post.err"; }
check "fetch_post: 201" post /scores
check "fetch_post: status and type" equal "$(head -n 1 "$work/post.out")" "201 application/json"
check "fetch_post: what the server had" equal "$(sed -n 2p "$work/post.out")" \
    '{"type":"application/json","length":11,"token":"Bearer secret"}'
check "fetch_post: the body" equal "$(cat "$work/nginx/bodies.log")" '{"score":7}'
printf '{"score":8}' >"$work/body"
check "fetch_post: a file, in chunks" "$work/post" "http://127.0.0.1:$port/scores" "@$work/body" secret \
    >"$work/post.out" 2>"$work/post.err"
check "fetch_post: the whole file" equal "$(tail -n 1 "$work/nginx/bodies.log")" '{"score":8}'
dd if=/dev/zero of="$work/body" bs=1000000 count=30 2>"$work/dd"
check "fetch_post: a file that is too large fails" sh -c \
    "! '$work/post' 'http://127.0.0.1:$port/scores' '@$work/body' >'$work/post.out' 2>&1"
check "fetch_post: by its status" has '^413 ' "$work/post.out"
check "fetch_post: 403 fails" sh -c "! '$work/post' http://127.0.0.1:$port/denied '{}' >'$work/post.out' 2>&1"
check "fetch_post: the error's text" has '^{"error":"no such table"}$' "$work/post.out"
check "fetch_post: another host" post /elsewhere
check "fetch_post: without the token" has '"length":11,"token":""' "$work/post.out"

if echo '#include <zlib.h>' | $cc -E - >"$work/zlib" 2>&1; then
    gzip -9 -c "$work/list" >"$site/list.gz"
    head -c 20000 "$site/list.gz" >"$site/cut.gz"
    check "fetch_unpack builds" $cc -O1 -Wall -Wextra -I. examples/fetch_unpack.c -o "$work/unpack" \
        $flags -lz -pthread
    unpack() { "$work/unpack" "http://127.0.0.1:$port/$1" "$work" unpacked >"$work/unpack.out" 2>&1; }
    check "fetch_unpack: a list of files" unpack list.gz
    check "fetch_unpack: byte for byte" cmp "$work/list" "$work/unpacked"
    cat "$site/list.gz" "$site/list.gz" >"$site/two.gz"
    check "fetch_unpack: one behind the other" unpack two.gz
    check "fetch_unpack: is both" sh -c "cat '$work/list' '$work/list' | cmp - '$work/unpacked'"
    rm "$work/unpacked"
    for bad in cut.gz large empty; do
        check "fetch_unpack: $bad fails" sh -c \
            "! '$work/unpack' http://127.0.0.1:$port/$bad '$work' unpacked 2>'$work/unpack.out'"
        check "fetch_unpack: $bad leaves nothing" test ! -e "$work/unpacked"
        check "fetch_unpack: $bad cannot be decoded" has "coded" "$work/unpack.out"
    done
    rm "$site/list.gz" "$site/two.gz" "$site/cut.gz"
else
    skip "fetch_unpack" "zlib's headers are not installed"
fi

# The launcher, with two names of one host: paused and then under a limit it is killed; the third
# run goes on, and a fourth finds all as it should be.
check "fetch_launcher builds" $cc -O1 -Wall -Wextra -I. examples/fetch_launcher.c -o "$work/launcher" \
    $flags -pthread
mkdir "$site/game" "$site/game/a folder"
for i in 1 2 3 4; do tail -c $((i * 2500000)) "$site/large" >"$site/game/a folder/$i%.bin"; done
head -c 300 "$site/large" >"$site/game/small"
(cd "$site/game" && find . -type f -printf '%P\n' | while read -r name; do
    echo "$(sha256sum <"$name" | cut -c 1-64)  $(stat -c %s "$name")  $name"
done) >"$work/manifest.txt"
cp "$work/manifest.txt" "$site/game"
hosts="http://127.0.0.1:$port/game http://localhost:$port/game"
for typed in p 500; do
    { (echo $typed && sleep 2) | timeout -s KILL 1.5 "$work/launcher" "$work/game" $hosts
    } >"$work/launch.out" 2>&1
    check "fetch_launcher: $typed: is killed before its end" test ! -e "$work/game/a folder/4%.bin"
done
check "fetch_launcher: what is left and for how long" has ' MB left, .* MB/s, [0-9]* s' "$work/launch.out"
check "fetch_launcher: parts are kept" test -d "$work/game/.gcf-part"
check "fetch_launcher: goes on" sh -c 'exec "$@" >"$0"' "$work/launch.out" "$work/launcher" "$work/game" \
    $hosts
check "fetch_launcher: byte for byte" diff -r -x manifest.txt -x '.gcf-*' "$site/game" "$work/game"
: >"$log"
check "fetch_launcher: verifies" sh -c 'exec "$@" >"$0"' "$work/launch.out" "$work/launcher" "$work/game" \
    $hosts
check "fetch_launcher: asks for the manifest alone" equal "$(wc -l <"$log" | tr -d ' ')" 1
rm -r "$site/game"

whole tls "https://localhost:$((port + 1))" memory 0 "$work/good.pem"
check "tls: HTTP/1.1" equal "$(protocol)" "HTTP/1.1 "
some offered-not-asked "https://localhost:$((port + 2))" 0
some asked-not-offered "https://localhost:$((port + 1))" 4
for sink in file stream; do
    whole http2-$sink "https://localhost:$((port + 2))" $sink 4 "$work/good.pem"
    check "http2-$sink: HTTP/2" equal "$(protocol)" "HTTP/2.0 "
    # Sixteen transfers, at most four of them on a connection; without that bound, one
    # connection does all of the work. How it is spread depends on how often all sixteen are
    # under way: three or four have their fifty, seldom fewer.
    check "http2-$sink: connections share the work ($(busy) with 50 requests or more, of $(connections))" \
        test "$(busy)" -ge 2 -a "$(connections)" -le 40
done

# NAME URL STREAMS CA RESULT: three requests, all fail with the result at once, nothing is
# written.
head -n 3 "$work/list" >"$work/three"
named() {
    mkdir "$work/none"
    "$work/client" "$work/three" "$2" "$work/none" file "$3" ${4:+"$4"} >"$work/$1.out" 2>&1
    check "$1: all fail" equal "$(head -n 1 "$work/$1.out")" "done 0, failed 3"
    check "$1: $5 at once" has "^result $5: 3 (.*attempt 1)$" "$work/$1.out"
    check "$1: nothing is written" equal "$(find "$work/none" -type f)" ""
    [ $failed = 0 ] || cat "$work/$1.out"
    rm -rf "$work/none"
}
for streams in 0 4; do
    tls=https://localhost:$((port + 1 + (streams > 0)))
    named unknown-issuer-$streams $tls $streams "" "TLS failure"
    named other-issuer-$streams $tls $streams "$work/other.pem" "TLS failure"
    named wrong-host-$streams "https://127.0.0.1:$((port + 1))" $streams "$work/good.pem" "TLS failure"
done
named no-bundle "https://localhost:$((port + 1))" 0 "$work/nothing.pem" "TLS failure"
named expired "https://localhost:$((port + 3))" 0 "$work/old.pem" "TLS failure"
named redirect-to-http "https://localhost:$((port + 1))/down" 0 "$work/good.pem" "refused redirect"
check "nothing of these was asked over HTTP" equal "$(grep -c "^$port " "$log")" 0
stop_nginx
finish
