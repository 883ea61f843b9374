#!/bin/sh
# The tests on other targets than this machine's own: x86 with 32-bit pointers, another C
# library (musl), and under qemu-user AArch64 and s390x, whose bytes run the other way. Static
# programs, libcurl left out. TARGETS="m32 musl" chooses. For gc_rng.h: check-rng.
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}/targets
mkdir -p "$build"

# As one package of headers serves several targets: what a target lacks is where the machine's
# own headers are.
kernel_headers="-idirafter /usr/include/$(gcc -print-multiarch) -idirafter /usr/include"
flags="-DGC_FETCH_NO_CURL -I. -Itests -g1 -ffp-contract=off"
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-align -Werror"
for header in gc_*.h; do
    echo "#define $(echo "${header%.h}" | tr a-z A-Z)_IMPLEMENTATION"
    echo "#include \"$header\""
done >"$build/headers.c"
programs=
: >"$build/jobs"
for target in ${TARGETS:-m32 musl aarch64 s390x}; do
    emulator= compiler= parts=
    tests="test_sort test_sparse test_sparse_save test_sparse_fields test_sparse_json test_sparse_delta
        test_sparse_relations test_writer test_fetch test_fetch_resume test_fetch_upload"
    headers="-c -O1 -o $build/$target-headers.o" level=-O1
    case $target in
    m32) compiler="gcc -m32 $kernel_headers" ;;
    # Its code is that of the machine's own target, and only the system's headers and functions
    # differ.
    musl)
        compiler="musl-gcc -static $kernel_headers"
        tests="test_sparse_save test_writer test_fetch test_fetch_resume test_fetch_upload test_origin"
        headers=-fsyntax-only
        ;;
    *)
        # Emulated, everything would take a quarter of an hour: what depends on pointers, the
        # order of bytes, and threads.
        emulator=qemu-$target-static
        compiler="$(ls /usr/bin/$target-linux-gnu-gcc* | grep -E 'gcc(-[0-9]+)?$' | head -n 1) -static"
        tests="test_sort test_sparse test_sparse_save test_sparse_fields test_sparse_json test_sparse_delta
            test_sparse_relations test_writer"
        parts="sort:number_f32,number_u64,element_sizes,define,many_parts
            sparse:hash,threads,full_terms,sizes_and_alignment
            sparse_save:vector,go_on,types_by_name,refused,fields,temporary
            sparse_delta:sizes,refused
            sparse_relations:pairs,systems
            sparse_json:described,text,by_hand,refused,long_numbers
            sparse_fields:migrate,numbers,of_3,texts,machines,other_order,hook
            writer:path,contents,append,producers"
        ;;
    esac
    echo "$compiler $strict -std=c99 -DGC_FETCH_NO_CURL -I. $headers $build/headers.c" >>"$build/jobs"
    for test in $tests; do
        program=$build/$target-$test
        echo "$compiler $flags $level tests/$test.c -o $program -pthread" >>"$build/jobs"
        # The longest ones have the same scalar code with pointers of 64 bits.
        if [ "$target-$test" = m32-test_sort ]; then
            echo "exec $program --but ctx_pairs --but named --but radix" >"$program.sh"
            programs="$programs $program.sh"
            continue
        elif [ -z "$emulator" ]; then
            programs="$programs $program"
            continue
        fi
        for part in $parts; do
            [ "${part%:*}" = "${test#test_}" ] || continue
            for name in $(echo "${part#*:}" | tr , ' '); do
                printf 'exec %s %s %s\n' "$emulator" "$program" "$name" >"$program-$name.sh"
                programs="$programs $program-$name.sh"
            done
        done
    done
done
xargs -P 2 -I '{}' sh -c '{}' <"$build/jobs" || exit 1

# Some of them mostly wait, whatever JOBS the caller runs beside this script.
JOBS=3 exec sh tests/run.sh $programs
