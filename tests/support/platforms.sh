#!/bin/sh
# platforms.sh - builds and runs platforms.c wherever there is a compiler for it and something
# that runs the program, and prints a table in Markdown of where it ran. Ends with 1 if a
# platform fails or gives other numbers; what is not installed is told on stderr.
#   platforms.sh --numbers     the three numbers, by this machine's own compiler, and no table
cd "$(dirname "$0")/../.." || exit 1
out=${BUILD:-build}/platforms
mkdir -p "$out"
source=tests/support/platforms.c
flags="-O1 -Wall -Wextra -I."

${CC:-cc} $flags $source -o "$out/own" && "$out/own" >"$out/own.numbers" || exit 1
if [ "$1" = --numbers ]; then
    cat "$out/own.numbers"
    exit
fi

# cross NAME: the newest compiler for a GNU system of that name, with a number at its end or
# without.
cross() { ls /usr/bin/"$1"-gcc /usr/bin/"$1"-gcc-[0-9]* 2>/dev/null | tail -n 1; }
emulator() { command -v "qemu-$1-static" || command -v "qemu-$1" || echo "qemu-$1"; }

# Kernel headers for the C libraries that bring none.
kernel_headers="-idirafter /usr/include/$(gcc -print-multiarch 2>/dev/null) -idirafter /usr/include"
mingw=x86_64-w64-mingw32-gcc-posix
command -v $mingw >/dev/null 2>&1 || mingw=x86_64-w64-mingw32-gcc

eval "$(sh tests/support/zig.sh)"

# Each platform: its name | the compiler's name | how it is run | the command that runs it, or
# nothing | the command that compiles.
list() {
    for cc in gcc-11 gcc-12 clang-14 clang-19 tcc; do
        echo "x86-64, Linux, glibc|${cc%-*}|natively||$cc"
    done
    echo "x86-64, Linux, musl|gcc|natively||musl-gcc -static $kernel_headers"
    echo "i386, Linux|gcc|natively||gcc -m32 $kernel_headers"
    echo "AArch64, Linux|gcc|qemu|$(emulator aarch64)|$(cross aarch64-linux-gnu) -static"
    echo "ARM, 32 bits, Linux|gcc|qemu|$(emulator arm)|$(cross arm-linux-gnueabihf) -static"
    echo "RISC-V, 64 bits, Linux|gcc|qemu|$(emulator riscv64)|$(cross riscv64-linux-gnu) -static"
    echo "s390x, big-endian, Linux|gcc|qemu|$(emulator s390x)|$(cross s390x-linux-gnu) -static"
    echo "PowerPC, 64 bits, big-endian, Linux|zig cc|qemu|$(emulator ppc64)|$zig powerpc64-linux-musl"
    echo "MIPS, big-endian, Linux|zig cc|qemu|$(emulator mips)|$zig mips-linux-musl"
    echo "x86-64, Windows|mingw gcc|Wine|wine|$mingw -static"
    echo "WebAssembly|Emscripten|node|node|emcc $wasm"
    echo "WebAssembly, SIMD|Emscripten|node|node|emcc -msimd128 $wasm"
    echo "WebAssembly, SIMD|Emscripten|Chromium|chromium|emcc -msimd128 $wasm"
}
zig="zig cc -target"
wasm="-s SINGLE_FILE=1 -s ALLOW_MEMORY_GROWTH=1"
list >"$out/list"

# one N: builds and runs platform N. Leaves N.row, or N.why if it cannot be done here.
cat >"$out/one.sh" <<'ONE'
n=$1 out=$2 source=$3 flags=$4
IFS='|' read -r name compiler how run command <<LINE
$(sed -n "${n}p" "$out/list")
LINE
program=$out/$n
case $compiler in Emscripten) program=$program.js ;; mingw*) program=$program.exe ;; esac
rm -f "$out/$n.row" "$out/$n.why"

# What it takes; where there is no cross compiler, the command begins with its first option.
case ${command# } in -*) echo "$name: no cross compiler" >"$out/$n.why"; exit ;; esac
for tool in ${command%% *} $run; do
    command -v "$tool" >/dev/null 2>&1 && continue
    echo "$name, $compiler: no $tool" >"$out/$n.why"
    exit
done

# Emscripten writes its JavaScript by node modules of the system's.
[ -d /usr/share/nodejs ] && export NODE_PATH=/usr/share/nodejs
$command $flags $source -o "$program" 2>"$out/$n.err" || {
    head -n 5 "$out/$n.err" >"$out/$n.why"
    exit 1
}
case $run in
chromium)
    cat >"$out/$n.html" <<PAGE
<pre id="text"></pre><script>
var Module = { print: function (line) { document.getElementById("text").textContent += line + "\n"; } };
</script><script src="$n.js"></script>
PAGE
    chromium --headless --no-sandbox --disable-gpu --user-data-dir="$out/chromium" \
        --virtual-time-budget=20000 --dump-dom "file://$PWD/$out/$n.html" 2>"$out/$n.err" |
        sed 's/<[^>]*>//g' | grep '^gc_' >"$out/$n.numbers"
    ;;
node) node $(node --no-experimental-fetch -e 0 2>/dev/null && echo --no-experimental-fetch) \
    "$program" >"$out/$n.numbers" 2>"$out/$n.err" ;;
*) $run "$program" 2>"$out/$n.err" | tr -d '\r' >"$out/$n.numbers" ;;
esac
cmp -s "$out/own.numbers" "$out/$n.numbers" || {
    { echo "$name, $compiler: other numbers, or none"; cat "$out/$n.numbers" "$out/$n.err"; } >"$out/$n.why"
    exit 1
}

# The version of the compiler, by its first number; of those below 1 and of Emscripten, by two.
tool=${command%% *}
case $tool in
zig) version=$(zig version) ;;
*)
    version=$($tool -dumpversion 2>/dev/null | grep '^[0-9]' || $tool --version 2>/dev/null ||
        $tool -v 2>&1)
    ;;
esac
version=$(echo "$version" | grep -oE '[0-9]+(\.[0-9]+)*' | head -n 1)
case $version in 0.* | 3.*) version=$(echo "$version" | cut -d. -f1,2) ;; *) version=${version%%.*} ;; esac
echo "| $name | $compiler $version | $how |" >"$out/$n.row"
ONE

WINEPREFIX=${WINEPREFIX:-$PWD/${BUILD:-build}/win32/wine} WINEDEBUG=-all WINEDLLOVERRIDES="mscoree=;mshtml="
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
mkdir -p "$WINEPREFIX"
count=$(wc -l <"$out/list")
seq "$count" | xargs -P 2 -I '{}' sh "$out/one.sh" '{}' "$out" "$source" "$flags"
failed=$?
"$(command -v wineserver || echo /usr/lib/wine/wineserver)" -k 2>/dev/null

# The table.
echo "| platform | compiler | run by |"
echo "|---|---|---|"
for n in $(seq "$count"); do
    if [ -e "$out/$n.row" ]; then cat "$out/$n.row"; else sed 's/^/platforms: /' "$out/$n.why" >&2; fi
done
[ $failed = 0 ]
