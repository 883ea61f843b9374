#!/bin/sh
# csharp_table.sh - the first table of the article about a game's assets, from C# under Mono:
# 1,000 files, 190 MB, over 20 ms and 200 Mbit/s (7.6 s at best), by four ways to store them
# (tests/consumers/csharp/table.cs), parallel transfers and orders. Five minutes.
#   make bench-csharp          QUICK=1: 150 files
export LC_ALL=C
build=${BUILD:-build}/csharp
work=$(mktemp -d) || exit 1
trap 'kill $origin 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

mkdir -p "$build"
make --no-print-directory BUILD="$build" CPPFLAGS=-DGC_HEADERS_CACHE "$build/libgc_headers.so" >&2 || exit 1
mcs -unsafe -langversion:7.2 "-out:$build/table.exe" tests/consumers/csharp/table.cs \
    bindings/csharp/*.cs >&2 || exit 1

files=1000
[ "$QUICK" != 1 ] || files=150
"${BUILD:-build}/origin" --files $files --network N1 --sealed --port-file "$work/port" >&2 &
origin=$!
until [ -s "$work/port" ]; do sleep 0.05; done

echo "way,parallel,order,seconds,peak MB,worst frame ms"
for row in "4 given" "4 shuffled" "4 mixed" "16 given" "16 shuffled" "16 mixed" "64 mixed"; do
    for way in stock memory file cache; do
        [ $way != cache ] || [ "${row#* }" = mixed ] || continue      # it has an order of its own
        mkdir "$work/files" || exit 1
        # shellcheck disable=SC2086  # two words
        LD_LIBRARY_PATH=$build mono "$build/table.exe" "http://127.0.0.1:$(cat "$work/port")" "$work/files" \
            $way $row || exit 1
        rm -rf "$work/files"
    done
done
