#!/bin/sh
# The headers from other languages: the declarations in bindings/ are those of the headers, each
# struct has C's size, and a program in each language prints what C prints: dice, a sort, a save,
# a fetch. C# also sorts beside Array.Sort, and has .NET's numbers.
. "$(dirname "$0")/support/test.sh"
tree=$PWD
same=tests/consumers/same
library=$tree/${BUILD:-build}/libgc_headers.so
url="file://$tree/LICENSE"
export LD_LIBRARY_PATH="${library%/*}"

# quiet LOG COMMAND...: the command's output goes to a file, whose end is shown if it fails.
quiet() {
    log=$work/$1.log
    shift
    "$@" >"$log" 2>&1 && return
    tail -n 30 "$log"
    return 1
}

# needs PROGRAM...: are all of them there? Else the language is skipped, and says why.
needs() {    # LANGUAGE PROGRAM...
    language=$1
    shift
    for program in "$@"; do
        command -v "$program" >/dev/null 2>&1 ||
            { skip "$language" "$program is not installed (make setup-dev)"; return 1; }
    done
}

# What is called is tested elsewhere: clang builds it without the optimiser in a tenth of the time.
compiler=${CC:-cc}
if [ "$compiler" = cc ] && command -v clang >/dev/null 2>&1; then compiler=clang; fi
check "the shared library" quiet library make --no-print-directory CC="$compiler" CFLAGS=-O0 \
    CPPFLAGS=-DGC_HEADERS_CACHE \
    "${BUILD:-build}/libgc_headers.so"
check "C: builds" quiet c "${CC:-cc}" -I. "$same/same.c" -o "$work/same" "$library"
mkdir -p "$work/root" "$work/crate"
"$work/same" "$work/root" "$url" >"$work/want" || exit 1
check "C: six lines" [ "$(wc -l <"$work/want")" = 6 ]

# prints COMMAND...: C's six lines.
prints() {
    "$@" >"$work/got" 2>&1 && cmp "$work/want" "$work/got" && return
    cat "$work/got"
    return 1
}

# sizes COMMAND...: those of C.
python3 "$same/layout.py" c >"$work/layout.c"
check "C: sizes of structs" quiet layout "${CC:-cc}" -I. "$work/layout.c" -o "$work/layout"
"$work/layout" >"$work/sizes"
sizes() { "$@" >"$work/got" 2>&1 && diff "$work/sizes" "$work/got"; }

# ---- Python, LuaJIT: by declarations.h

if python3 -c "import cffi" 2>/dev/null; then
    check "bindings/ is made of these headers" python3 packaging/bindings.py --check
    check "Python: every function is there, structs are C's" sizes python3 "$same/layout.py" cffi "$library"
    check "Python: the same lines" prints python3 "$same/same.py" "$library" "$work/root" "$url"
else
    skip "Python" "cffi is not installed (make setup-dev)"
fi
needs Lua luajit && check "Lua: the same lines" prints luajit "$same/same.lua" "$library" "$work/root" "$url"

# ---- Rust, Go, Zig

rust() {    # NAME SOURCE
    quiet rust rustc --edition 2021 "$2" --extern "gc_headers=$work/libgc_headers.rlib" \
        -L "${library%/*}" -o "$work/$1"
}
if needs Rust rustc; then
    check "Rust: the crate builds without a warning" quiet crate rustc --edition 2021 -D warnings \
        --crate-type rlib --crate-name gc_headers bindings/rust/src/lib.rs \
        -L "${library%/*}" --out-dir "$work"
    python3 "$same/layout.py" rust >"$work/layout.rs"
    check "Rust: sizes build" rust layout_rs "$work/layout.rs"
    check "Rust: structs are C's" sizes "$work/layout_rs"
    check "Rust: builds" rust same_rs "$same/same.rs"
    check "Rust: the same lines" prints "$work/same_rs" "$work/root" "$url"
fi

go_builds() {
    cd "$same/go" && CGO_CFLAGS="-I$tree" CGO_LDFLAGS="-L${library%/*}" GOFLAGS=-mod=mod GOCACHE="$work/go" \
        quiet go go build -o "$work/same_go" .
}
if needs Go go; then
    check "Go: builds" go_builds
    cd "$tree" || exit 1
    check "Go: the same lines" prints "$work/same_go" "$work/root" "$url"
fi

if zig=$(sh tests/support/zig.sh); then
    zig_builds() {
        eval "$zig"
        quiet zig zig build-exe "$same/same.zig" -I. -lc "-L${library%/*}" -lgc_headers \
            "-femit-bin=$work/same_zig"
    }
    check "Zig: builds" zig_builds
    check "Zig: the same lines" prints "$work/same_zig" "$work/root" "$url"
else
    skip "Zig" "it is not installed (make setup-dev)"
fi

# ---- C#: by Mono; beside Array.Sort and System.Random

cat >"$work/cache.c" <<'END'
#include "gc_fetch.h"
#include "gc_writer.h"
#include "examples/asset_cache.h"
#include <stdio.h>
int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(asset_cache_desc), sizeof(asset_cache_error),
           sizeof(asset_cache_event), sizeof(asset_cache_data));
    return 0;
}
END
start_origin() {
    quiet origin make --no-print-directory "${BUILD:-build}/origin" || return 1
    "${BUILD:-build}/origin" --files 40 --bytes 4000000 --sealed --port-file "$work/port" \
        >"$work/origin.log" &
    helpers="$helpers $!"
    until [ -s "$work/port" ]; do sleep 0.05; done
}
row() {     # WAY
    mkdir "$work/files-$1" || return 1
    quiet row mono "$work/table.exe" "http://127.0.0.1:$(cat "$work/port")" "$work/files-$1" "$1" \
        4 shuffled
}

mono_builds() {    # NAME SOURCE...
    name=$1
    shift
    quiet "$name" mcs -warnaserror -unsafe -langversion:7.2 "-out:$work/$name.exe" "$@" bindings/csharp/*.cs
}
by_mono() { quiet "$1" mono "$work/$1.exe" && tail -n 5 "$work/$1.log"; }
if needs "C#" mcs mono; then
    python3 "$same/layout.py" csharp >"$work/layout.cs"
    check "C#: sizes build" mono_builds layout "$work/layout.cs"
    check "C#: structs are C's" sizes mono "$work/layout.exe"
    check "C#: builds" mono_builds same "$same/same.cs"
    check "C#: the same lines" prints mono "$work/same.exe" "$work/root" "$url"
    for program in use random; do
        check "C#, $program: builds" mono_builds "$program" "tests/consumers/csharp/$program.cs"
    done
    check "C#: sorts spans in place" by_mono use
    check "C#: System.Random's numbers are gc_rng_dotnet's" by_mono random

    # The cache by hand, and all ways of the article's table over a few files.
    check "C#, table: builds" mono_builds table tests/consumers/csharp/table.cs
    check "C: sizes of the cache's structs" quiet cache "${CC:-cc}" -I. "$work/cache.c" -o "$work/cache"
    check "C#: the cache's structs are C's" equal "$(mono "$work/table.exe" sizes)" "$("$work/cache")"
    check "an origin" start_origin
    for way in stock memory file cache; do
        check "C#, table: $way" row $way
    done

    # Unity's array, as it stands in Unity's manual.
    unity_builds() {
        quiet unity mcs -warnaserror -unsafe -langversion:7.2 -define:UNITY_5_3_OR_NEWER \
            "-out:$work/unity.exe" tests/consumers/csharp/unity.cs bindings/csharp/*.cs
    }
    by_unity() { quiet unity mono "$work/unity.exe" "http://127.0.0.1:$(cat "$work/port")" "$work/unity"; }
    check "C#, GcUnity: builds" unity_builds
    check "C#, GcUnity: a NativeArray is sorted in place, an asset's is its file" by_unity
fi

finish
