#!/bin/sh
# make.sh FOLDER - the playground as a folder of static files: 106 MB, of which a visitor loads 27 by a
# server that compresses. clang as WebAssembly comes by npm (YoWASP, ISC; LLVM, Apache 2.0), once, into
# the cache folder of tests/support/zig.sh. The programs are the README's.
case $1 in /*) to=$1 ;; *) to=$PWD/$1 ;; esac
cd "$(dirname "$0")" || exit 1
cache=${GC_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/gc_headers}
package=$cache/node_modules/@yowasp/clang
[ -d "$package" ] || npm install --silent --no-audit --no-fund --prefix "$cache" \
    @yowasp/clang@22.0.0-git20542-10 >/dev/null || exit 1
mkdir -p "$to/clang" || exit 1
cp index.html play.js play_worker.js ../page.css ../../gc_rng.h ../../gc_sort.h ../../gc_sparse.h "$to" &&
    cp "$package"/gen/* "$to/clang" || exit 1

# A block of C that begins with the macro of one of these headers is its program.
awk 'BEGIN { print "export const programs = {" }
    /^```c$/ { inside = 1; first = 1; next }
    /^```$/ && inside { inside = 0; if (mine) print "`,"; mine = 0; next }
    inside && first { mine = match($0, /GC_(RNG|SORT|SPARSE)_IMPLEMENTATION/); first = 0
        if (mine) printf "\"%s.h\": String.raw`", tolower(substr($2, 1, index($2, "_IMPL") - 1)) }
    inside && mine { print }
    END { print "};" }' ../../README.md >"$to/programs.js"
echo "the playground: $1 (serve it: node tests/support/browser.js serve $1)"
