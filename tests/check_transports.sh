#!/bin/sh
# check_transports.sh - gc_fetch.h over the transports of examples/transports, asked by the same
# servers as libcurl: replies, transfer codings, heads that are cut at each byte, and the lies of
# tests/fault/lies.c, kills included. What is done must be right; what is refused may have another
# name, and what differs otherwise stands here. WinHTTP runs under Wine, fetch() in Chromium.
#   check_transports.sh          without the lies       check_transports.sh soak     all
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh
compiler=x86_64-w64-mingw32-gcc-posix
command -v $compiler >/dev/null 2>&1 || compiler=x86_64-w64-mingw32-gcc
winhttp=winhttp browser=browser
if ! command -v $compiler >/dev/null || ! command -v wine >/dev/null; then
    skip "gc_fetch_winhttp.h" "mingw-w64 or wine is not installed (make setup-dev)"
    winhttp=
fi
for program in emcc chromium node; do command -v $program >/dev/null || browser=; done
sh tests/support/puppeteer.sh >/dev/null || browser=
[ -n "$browser" ] ||
    skip "gc_fetch_browser.h" "emcc, chromium, node or puppeteer-core is not installed (make setup-dev)"
build=$work
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Werror"
NODE_PATH=${NODE_PATH:-/usr/share/nodejs}
export NODE_PATH

if [ -n "$winhttp" ]; then
    WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
    export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
    wineserver=$(command -v wineserver || echo /usr/lib/wine/wineserver)
    trap '"$wineserver" -k 2>/dev/null; cleanup' EXIT
    mkdir "$WINEPREFIX"
    wine wineboot -i >/dev/null 2>&1 &
fi

linux="${CC:-cc} -O0 -Wall -Wextra -I."
$linux -Itests tests/support/fetch_replies.c -o "$work/replies" -ldl -pthread &

# ---- they compile, plainly included too, and link with nothing named

builds_winhttp() {
    header=examples/transports/gc_fetch_winhttp.h
    printf '#define GC_FETCH_NO_CURL\n#define GC_FETCH_STATIC\n#include "gc_fetch.h"\n' >"$work/one.c"
    printf '#define GC_FETCH_WINHTTP_STATIC\n#include "%s"\n' $header >>"$work/one.c"
    printf '#define GC_FETCH_WINHTTP_IMPLEMENTATION\n#include "%s"\n' $header >"$work/own.c"
    check "C99, apart from gc_fetch.h" $compiler $strict -std=c99 -I. -fsyntax-only "$work/own.c"
    check "C++11, in one file" ${compiler%gcc*}g++${compiler#*gcc} $strict -std=c++11 -I. -fsyntax-only \
        -x c++ "$work/one.c"
    windows="$compiler -O0 -Wall -Wextra -D__USE_MINGW_ANSI_STDIO=1 -DGC_FETCH_NO_CURL -static -I."
    check "asks builds" $windows -DTEST_WINHTTP tests/fault/asks.c -o "$work/asks.exe"
}

# A page runs the program p=... with the arguments a=... of its address. ASYNCIFY lets a loop in C sleep.
builds_browser() {
    header=examples/transports/gc_fetch_browser.h
    mkdir "$work/page"
    printf '#define GC_FETCH_BROWSER_IMPLEMENTATION\n#include "%s"\n' $header >"$work/page.c"
    check "a page: C99, apart from gc_fetch.h" emcc $strict -std=c99 -I. -fsyntax-only "$work/page.c"
    check "a page: C++11" emcc $strict -std=c++11 -I. -fsyntax-only -x c++ "$work/page.c"
    for program in asks lies; do
        check "a page: $program builds" emcc -O0 -Wall -Wextra -Werror -DGC_FETCH_NO_CURL -DTEST_BROWSER -I. \
            tests/fault/$program.c -s ASYNCIFY -s EXIT_RUNTIME=1 -s ALLOW_MEMORY_GROWTH=1 \
            -o "$work/page/$program.js"
    done
    cat >"$work/page/index.html" <<'END'
<!doctype html><meta charset="utf-8"><body><script>
const said = [], given = new URLSearchParams(location.search);
fetch('list').then(answer => answer.text()).then(list => {
    window.Module = {
        arguments: given.getAll('a'), print: line => said.push(line),
        preRun: [() => { FS.writeFile('/list', list); FS.mkdir('/files'); }],
        onExit: code => { document.body.dataset.code = code; } };
    document.body.append(Object.assign(document.createElement('script'), { src: given.get('p') + '.js' }));
});
</script>
END
}

# page.sh PROGRAM OPTION ARGUMENT...: the program in Chromium, which has this option; prints what it
# says.
cat >"$work/page.sh" <<END
query=p=\$1 option=\$2
shift 2
for argument; do query="\$query&a=\$argument"; done
timeout 300 node tests/support/browser.js evaluate "$work/page" "?\$query" \\
    'document.body?.dataset.code' 'document.body.dataset.code' 'said.join("\\n")' \\
    -- "\$option" --disable-gpu >"$work/said"
sed 1d "$work/said"
[ "\$(head -n 1 "$work/said")" = 0 ]
END
page() { cp "$work/list" "$work/page/list" && sh "$work/page.sh" asks "$@"; }
# The servers of the tests allow no other origin, so this Chromium does not ask for it.
free_page() { page --disable-web-security "$@"; }

for part in $winhttp $browser; do "builds_$part"; done
cp "${BUILD:-build}/origin" "$work/origin" 2>/dev/null ||
    check "the origin builds" $linux tests/origin/main.c -o "$work/origin" -pthread
wait
check "the servers build" test -x "$work/replies"

# ---- replies, codings, heads: a list of URLs, each with what is to become of it

mkfifo "$work/hold"
"$work/replies" <"$work/hold" >"$work/list" &
helpers="$helpers $!"
exec 3>"$work/hold"
start_origin heads --files 1 --bytes 2
cut=$("$work/origin" --ask GET "$url/manifest.txt" | sed -nE '1s/^[0-9a-f]{64}  [0-9]+  //p')
for byte in $(seq 0 250); do
    echo "head-cut-$byte $url/$cut?fault,head-cut=$byte -26 1"
    echo "head-reset-$byte $url/$cut?fault,head-reset=$byte -26 1"
    [ $((byte % 50)) != 0 ] || echo "head-stall-$byte $url/$cut?fault,head-stall=$byte -27 1"
done >"$work/heads"
sleep 0.5
cat "$work/heads" >>"$work/list"
check "replies, codings and heads are there" test "$(wc -l <"$work/list")" -ge 500

# asks NAME COMMAND...: what has become of each. Names in $done may be done, though it is not
# valid; in $fails they may fail; in $wrong other bytes may come.
asks() {
    name=$1
    shift
    "$@" >"$work/$name.out" 2>/dev/null
    check "$name: each has its end" equal $? 0
    tr -d '\r' <"$work/$name.out" |
        awk -v done=" $done " -v fails=" $fails " -v wrong=" $wrong " '
            NR == FNR { want[$1] = $3; next }
            { got[$1] = 1; named = " " $1 " "; bad = 0 }
            / WRONG / { if (!index(wrong, named)) bad = 1; if (!bad) next }
            want[$1] == "any" { next }
            want[$1] == 0 && $2 < 0 && !index(fails, named) { bad = 1 }
            want[$1] != 0 && $2 >= 0 && !index(done, named) { bad = 1 }
            bad { print "    " $0 ", wanted " want[$1] }
            want[$1] != "fails" && want[$1] != $2 { other++ }
            END {
                for (name in want) if (!(name in got)) print "    missing: " name
                print other + 0 " of " FNR " have another result than with libcurl" >"/dev/stderr"
            }' "$work/list" - >"$work/$name.bad"
    cat "$work/$name.bad"
    check "$name: what is done is right, and what was cut is not done" test ! -s "$work/$name.bad"
}

# Wine 8 takes a chunked body's cut for its end; it cuts lines of more than 1,460 bytes, knows no
# head of 1xx and no status without a text. A head's own slowness is not seen by gc_fetch.h.
wrong="/chunk coding-cut-0 coding-cut-2"
done="/long-line /long-lines /long-first"
fails="/1xx /status-alone /trickle coding-whole-1"
if [ -n "$winhttp" ]; then
    mkdir "$work/files"
    asks winhttp wine "$work/asks.exe" "$work/list" "$work/files"
fi

# Chromium knows longer lines, "http/1.1", a line without a colon, a space before one, and drops
# the latter's Transfer-Encoding. A 204 whose head was cut looks whole.
wrong=
done="/long-first /small-http /no-colon /spaced coding-whole-20 /cut-204"
fails="/trickle"
[ -z "$browser" ] || asks browser free_page /list /files
exec 3>&-
stop_origin

# ---- while a body comes

start_origin flow --files 1 --bytes 3000000
line=$("$work/origin" --ask GET "$url/manifest.txt" | head -n 1)
flows() {
    name=$1
    shift
    "$@" --flow "$url/${line#*  *  }" "${line%% *}" 2>/dev/null |
        tr -d '\r' | tr '\n' ' ' >"$work/flow"
    check "$name: takes less, limited, paused, cancelled, cut, a POST, closed" equal "$(cat "$work/flow")" \
        "stream 0 limit 0 paused 1 resumed 0 again 0 cut 0 cut 0 post 0 closed 0 "
}
[ -z "$winhttp" ] || flows winhttp timeout 60 wine "$work/asks.exe"
[ -z "$browser" ] || flows browser free_page
stop_origin

# ---- the asset cache: a version comes whole, and without the origin the same is given out

caches() { timeout 100 wine "$work/caches.exe" "Z:$work/cache" "$@" 2>/dev/null | tr -d '\r' | sort; }
if [ -n "$winhttp" ]; then
    check "caches builds" $windows tests/fault/caches.c -o "$work/caches.exe" -pthread
    start_origin cache --files 60 --bytes 6000000 --odd-names --sealed
    "$work/origin" --ask GET "$url/manifest.txt" |
        sed -nE 's/^([0-9a-f]{64})  [0-9]+  /\1  /p' | sort >"$work/wanted"
    caches "$url" >"$work/online"
    stop_origin
    check "winhttp: a cache of 60 assets is wanted" equal "$(wc -l <"$work/wanted" | tr -d ' ')" 60
    check "winhttp: a cache is filled" cmp "$work/wanted" "$work/online"
    caches >"$work/offline"
    check "winhttp: a cache gives out the same offline" cmp "$work/wanted" "$work/offline"
fi

# ---- bodies that a function gives: a server that says how many right bytes it had

cat >"$work/takes.js" <<'END'
const http = require("http");
let cuts = 2;
http.createServer((request, response) => {
    const path = request.url;
    let size = 0, right = 0;
    if (path === "/refuse") {
        request.resume();
        return response.writeHead(413, { Connection: "close" }).end("no");
    }
    request.on("data", bytes => {
        for (const byte of bytes) right += byte === size++ % 251;
        if (path === "/cut" && cuts && size > 200000 && cuts--) request.socket.destroy();
    });
    request.on("end", () => {
        if (path === "/again" || path === "/other") {
            response.writeHead(path === "/again" ? 307 : 303, { Location: "/store" });
            return response.end();
        }
        response.end(request.method + " " + right + (right === size ? "" : " of " + size));
    });
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
END
uploads() {
    name=$1
    shift
    node "$work/takes.js" >"$work/takes" &
    helpers="$helpers $!"
    for _ in $(seq 100); do [ -s "$work/takes" ] && break || sleep 0.05; done
    "$@" --upload "http://127.0.0.1:$(cat "$work/takes")" 2>/dev/null | tr -d '\r' >"$work/uploads.$name"
    # Of two connections that are cut libcurl itself may try one again, before it has been used.
    check "$name: uploads" equal "$(sed 's/^cut 0 2 /cut 0 3 /' "$work/uploads.$name" | tr '\n' ',')" "$said"
}
said="none 0 1 PUT 1,sized 0 1 POST 2000000,chunked 0 1 PUT 2000000,short -33 1 ,again 0 1 POST 300000,"
said="${said}once -28 1 ,get 0 1 GET 0,cut 0 3 PUT 900000,refused -29 1 ,after 0 1 PUT 400000,"
check "libcurl: asks builds" $linux -DGC_FETCH_DLOPEN tests/fault/asks.c -o "$work/asks" -ldl -pthread
uploads libcurl "$work/asks"
# WinHTTP wants the size, and hears no answer that comes while it sends.
said=$(echo "$said" | sed -E 's/(chunked|after) [^,]*/\1 -21 1 /g; s/refused -29/refused -26/')
[ -z "$winhttp" ] || uploads winhttp timeout 60 wine "$work/asks.exe"
# fetch() takes no body piece by piece over HTTP/1.1.
said=$(for name in none sized chunked short again once get cut refused after; do printf "$name -21 0 ,"; done)
[ -z "$browser" ] || uploads browser free_page

# ---- another origin: who forbids it, who shows all, and who hides that the body is coded

others() {
    node -e 'const body = require("zlib").gzipSync("ok");
        require("http").createServer((request, response) => response.writeHead(200, {
            ...request.url === "/forbids" ? {} : { "Access-Control-Allow-Origin": "*" },
            ...request.url === "/shows" ? { "Access-Control-Expose-Headers": "*" } : {},
            "Content-Encoding": "gzip", "Content-Length": body.length }).end(body)
        ).listen(0, "127.0.0.1", function () { console.log(this.address().port); })' >"$work/port" &
    helpers="$helpers $!"
    for _ in $(seq 100); do [ -s "$work/port" ] && break || sleep 0.05; done
    for name in forbids shows hides; do
        echo "$name http://127.0.0.1:$(cat "$work/port")/$name 0 1"
    done >"$work/list"
    page --enable-automation /list /files | sort | tr '\n' ' ' >"$work/others"
    check "browser: other origins" equal "$(cat "$work/others")" \
        "forbids -26 1 connection broken: fetch(): Failed to fetch hides 0 1 ok shows 0 1 ok "
}
[ -z "$browser" ] || others

# ---- the lies

# lies NAME CLIENT: of a page none is killed, since its files go with it; where a lie calls bytes
# gzip, it decodes them, fails, and asks again.
lies() {
    LIES_CLIENT=$2 "$work/lies" >"$work/lies.out" 2>/dev/null
    check "$1: lies: nothing is mixed, nothing is lost" equal $? 0
    grep -E 'MIXED|^[0-9]+ runs' "$work/lies.out"
}
if [ "${1:-}" = soak ]; then
    check "the lying server builds" $linux -DGC_FETCH_DLOPEN tests/fault/lies.c -o "$work/lies" -ldl -pthread
    if [ -n "$winhttp" ]; then
        check "lies builds" $windows -DTEST_WINHTTP tests/fault/lies.c -o "$work/lies.exe" -pthread
        lies winhttp "wine $work/lies.exe"
    fi
    [ -z "$browser" ] || LIES_ALIVE=1 lies browser "sh $work/page.sh lies --disable-web-security"
fi
finish
