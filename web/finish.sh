#!/bin/sh
# finish.sh FOLDER - copies what is no module, the headers and their reference into FOLDER, writes
# built.js (the native values and what made the page), and prints what a visitor downloads, gzipped.
cd "$(dirname "$0")" || exit 1
case $1 in /*) to=$1 build=${BUILD:-build} ;; *) to=../$1 build=../${BUILD:-build} ;; esac
pages="index.html page.css page.js sea.js random.js sorts.js replays.js timelines.js worker.js"
cp $pages isolate.js ../gc_*.h "$to" || exit 1
(cd .. && python3 packaging/reference.py "${to#../}/reference" >/dev/null) || exit 1
$build/page_native >"$to/native.js.part" || exit 1

zipped() { cat "$@" | gzip -9 | wc -c; }
page=$(zipped $pages)
version=$(sed -n '2s/^gc_rng\.h - v\([0-9.]*\) .*/\1/p' ../gc_rng.h)
{
    cat "$to/native.js.part"
    echo "export const built = { version: '$version',"
    echo "    emcc: '$(emcc --version | sed -n '1s/.*) \([0-9.]*\) .*/\1/p')',"
    echo "    compiler: '$(${CC:-cc} --version | sed -n "1{s/'//g;p;}")',"
    echo "    bytes: {"
    for name in simd simd-threads scalar scalar-threads; do
        worker=
        [ ! -e "$to/$name.worker.js" ] || worker=$to/$name.worker.js
        bytes=$((page + $(zipped "$to/$name.js" $worker) + $(zipped "$to/$name.wasm")))
        echo "        '$name': $bytes,"
        echo "page: $name: $bytes bytes gzipped, $(zipped "$to/$name.wasm") of them the module" >&2
    done
    echo "    } };"
} >"$to/built.js" || exit 1
rm "$to/native.js.part"
echo "page: $1 (serve it: node tests/support/browser.js serve $1)"
