#!/bin/sh
# link.sh NAME PROGRAM - builds the benchmark or example of that name (the cases below) with the
# libraries that are here to be compared with, and a part in C++ where there is a compiler for
# it. The program says what it lacks. CC, CXX and CPPFLAGS come from the environment.
bench=$1 out=$2
cc=${CC:-cc} cxx=${CXX:-c++}
flags="-O3 -Wall -Wextra -ffp-contract=off -I. ${CPPFLAGS-}"
mkdir -p "$(dirname "$out")"

run() {
    echo "$*"
    "$@"
}

# links COMPILER FLAGS...: does the program on standard input compile and link so?
links() { "$@" -o "${out}_try" 2>/dev/null; }

case $bench in

# std::mt19937_64 and pcg64 in C++; GSL from C.
bench_rng)
    linker=$cc with= parts=$out.o libraries=-lm pcg=
    if echo '#include <pcg_random.hpp>' | $cxx -fsyntax-only -x c++ - 2>/dev/null; then
        pcg=-DBENCH_RNG_PCG
    fi
    if run $cxx -O3 -Wall -Wextra $pcg -c bench/bench_rng_std.cc -o "${out}_std.o"; then
        linker=$cxx with="-DBENCH_RNG_STD $pcg" parts="$parts ${out}_std.o"
    fi
    if echo 'int main(void) { return !gsl_rng_default; }' |
        links $cc -include gsl/gsl_rng.h -x c - -lgsl -lgslcblas -lm; then
        with="$with -DBENCH_RNG_GSL" libraries="-lgsl -lgslcblas -lm"
    fi
    run $cc $flags -falign-loops=64 $with -c bench/bench_rng.c -o "$out.o" &&
        run $linker $parts $libraries -o "$out"
    ;;

# The sorts of C++, and with it Boost's and Highway's.
bench_sort)
    linker=$cc with= parts=$out.o libraries= peers=
    if echo '#include <boost/sort/spinsort/spinsort.hpp>' | $cxx -fsyntax-only -x c++ - 2>/dev/null; then
        peers=-DBENCH_SORT_BOOST
    fi
    if printf '#include <hwy/contrib/sort/vqsort.h>\nint main() { hwy::Sorter s; (void)s; }\n' |
        links $cxx -x c++ - -lhwy_contrib -lhwy; then
        peers="$peers -DBENCH_SORT_HIGHWAY" libraries="-lhwy_contrib -lhwy"
    fi
    if run $cxx -O3 -Wall -Wextra $peers -c bench/bench_sort_peers.cc -o "${out}_peers.o"; then
        linker=$cxx with=-DBENCH_SORT_PEERS parts="$parts ${out}_peers.o"
    else
        libraries=
    fi
    run $cc $flags $with -c bench/bench_sort.c -o "$out.o" && run $linker $parts $libraries -o "$out"
    ;;

# The implementation apart, as in a program of several files; std::unordered_map beside it.
# Without asserts.
bench_sparse)
    flags="$flags -DNDEBUG" object=$(dirname "$out")/gc_sparse.o
    run $cc $flags -DGC_SPARSE_IMPLEMENTATION -x c -c gc_sparse.h -o "$object" || exit 1
    if command -v ${cxx%% *} >/dev/null; then
        run $cc $flags -c bench/bench_sparse.c -o "$out.o" &&
            run $cxx $flags "$out.o" "$object" bench/sparse_map.cc -o "$out"
    else
        run $cc $flags -DBENCH_NO_MAP bench/bench_sparse.c "$object" -o "$out"
    fi
    ;;

# EnTT and flecs where CPPFLAGS leads to them; LIBRARIES=flecs.o.
bench_sparse_peers)
    run $cxx $flags -DNDEBUG -std=c++17 bench/bench_sparse_peers.cc ${LIBRARIES-} -o "$out" -pthread
    ;;

# libuv, liburing and SDL3, where they are; SDL3_LIBRARIES=libSDL3.a with CPPFLAGS.
bench_writer)
    with= libraries=
    if echo 'int main(void) { return !uv_version(); }' | links $cc -include uv.h -x c - -luv; then
        with=-DBENCH_WRITER_UV libraries=-luv
    fi
    uring='int main(void) { struct io_uring r; return io_uring_register_files_sparse(&r, 1); }'
    if printf '#include <liburing.h>\n%s\n' "$uring" |
        links $cc -x c - -luring; then
        with="$with -DBENCH_WRITER_URING" libraries="$libraries -luring"
    fi
    if printf '#include <SDL3/SDL.h>\nint main(void) { return !SDL_CreateAsyncIOQueue(); }\n' |
        links $cc ${CPPFLAGS-} -x c - -x none ${SDL3_LIBRARIES--lSDL3}; then
        with="$with -DBENCH_WRITER_SDL" libraries="$libraries ${SDL3_LIBRARIES--lSDL3}"
    fi
    run $cc $flags $with bench/bench_writer.c -o "$out" $libraries -pthread
    ;;

# The example; std::sort with a parallel policy, where TBB is, and Highway's vqsort.
sort_table)
    flags="-O2 -Wall -Wextra -I. ${CPPFLAGS-}"
    linker=$cc with= parts=$out.o libraries= peers=
    if printf "#include <tbb/parallel_sort.h>\nint main() { int a[2]; tbb::parallel_sort(a, a); }\n" |
        links $cxx -std=c++17 -x c++ - -ltbb; then
        peers=-DSORT_TABLE_TBB libraries=-ltbb
    fi
    if printf '#include <hwy/contrib/sort/vqsort.h>\nint main() { hwy::Sorter s; (void)s; }\n' |
        links $cxx -std=c++17 -x c++ - -lhwy_contrib -lhwy; then
        peers="$peers -DSORT_TABLE_VQSORT" libraries="$libraries -lhwy_contrib -lhwy"
    fi
    # pdqsort's header does not tell its version; a package does.
    version=$(dpkg-query -W -f '${Version}' pdqsort-dev 2>/dev/null) &&
        peers="$peers -DSORT_TABLE_PDQSORT_VERSION=\"$version\""
    if run $cxx -O2 -std=c++17 -Wall -Wextra $peers -c examples/sort_table_std.cc -o "${out}_std.o"; then
        linker=$cxx with=-DSORT_TABLE_STD parts="$parts ${out}_std.o"
    else
        libraries=
    fi
    run $cc $flags $with -c examples/sort_table.c -o "$out.o" &&
        run $linker $parts -o "$out" $libraries -pthread
    ;;
*)
    echo "link.sh: no such benchmark: $bench" >&2
    exit 2
    ;;
esac
