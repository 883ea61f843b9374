# foreign.sh - sourced after test.sh: targets of which there is a compiler here, but no C
# library; tests/support/libc stands in for it.

# check_msvc HEADER MACRO...: clang for Microsoft's libraries compiles the header, which asks
# the linker for nothing of compiler-rt.
check_msvc() {
    if ! echo 'int x;' | clang --target=x86_64-pc-windows-msvc -c -x c - -o "$work/one.o" 2>/dev/null; then
        skip "clang for MSVC" "this machine's clang cannot compile for it"
        return
    fi
    header=$1
    shift
    for macro in "$@"; do echo "#define $macro"; done >"$work/msvc.c"
    echo "#include \"$header\"" >>"$work/msvc.c"
    check "clang for MSVC compiles" clang --target=x86_64-pc-windows-msvc -O2 -Wall -Wextra -Werror \
        -Itests/support/libc \
        -Itests/support/libc/msvc -I. -c "$work/msvc.c" -o "$work/msvc.o"
    check "clang-cl, /W4, compiles" clang --driver-mode=cl --target=x86_64-pc-windows-msvc /W4 /WX /Zs \
        -Itests/support/libc -Itests/support/libc/msvc -I. "$work/msvc.c"
    check "clang for MSVC: no symbol of compiler-rt" sh -c \
        "nm -u '$work/msvc.o' >'$work/nm' && ! grep cpu_ '$work/nm'"
}

# check_wasm PROGRAM FUNCTION FLAGS: $work/PROGRAM.c prints what uint64_t FUNCTION(void) gives,
# in hexadecimal. Built for WebAssembly and run by node, it must give the same, and int
# is_vector(void) 1 with SIMD, 0 without.
check_wasm() {
    program=$1 function=$2 flags=$3
    if ! echo 'int x;' | clang --target=wasm32 -c -x c - -o "$work/one.o" 2>/dev/null; then
        skip "wasm32" "this machine's clang cannot compile for it"
        return
    fi
    cat >"$work/wasm.sh" <<ONE
# wasm.sh NAME FLAG...: leaves $work/NAME.o, linked $work/NAME.wasm, and what it gives in $work/NAME.result
out=$work/\$1
shift
clang --target=wasm32 "\$@" $flags -Wall -Wextra -Werror -Itests/support/libc -I. \
    -c $work/$program.c -o \$out.o &&
    wasm-ld --no-entry --export=$function --export=is_vector -z stack-size=65536 \
        \$out.o $work/memory.o -o \$out.wasm &&
    node -e 'WebAssembly.instantiate(require("fs").readFileSync(process.argv[1])).then(m => {
            const e = m.instance.exports, result = BigInt.asUintN(64, e.$function());
            console.log(result.toString(16).padStart(16, "0"), e.is_vector());
        })' \$out.wasm >\$out.result
ONE
    gcc -O1 $flags -I. "$work/$program.c" -o "$work/$program" &
    native=$!
    clang --target=wasm32 -O1 -fno-builtin -Itests/support/libc -c tests/support/libc/memory.c \
        -o "$work/memory.o"
    printf '%s\n' "wasm-O2-simd -O2 -msimd128" "wasm-O0-simd -O0 -msimd128" "wasm-O2 -O2" "wasm-O0 -O0" |
        xargs -P 2 -L 1 sh "$work/wasm.sh"
    wait $native
    want=$("$work/$program")
    for name in wasm-O0 wasm-O2 wasm-O0-simd wasm-O2-simd; do
        check "$name compiles" test -s "$work/$name.o"
        if ! command -v wasm-ld >/dev/null 2>&1 || ! command -v node >/dev/null 2>&1; then
            skip "$name runs" "no wasm-ld or no node"
            continue
        fi
        case $name in
        *simd) check "$name: the same results, by vectors" equal "$(cat "$work/$name.result")" "$want 1" ;;
        *) check "$name: the same results" equal "$(cat "$work/$name.result")" "$want 0" ;;
        esac
    done
}
