# The gc headers. Two commands do everything:   sh setup.sh demo      sh setup.sh test
# (or, where there is a make already: make setup demo, make setup test)
# `make help` lists the others. Libraries are looked for inside recipes, after `setup` has installed them.
#   CC=...   the compiler        CURL=no  build without libcurl        QUICK=1  shorter benchmarks        CFLAGS=...

CC ?= cc
CXX ?= c++
# With full debug information (-g), gcc takes a third longer; with line numbers alone, no longer than with none.
CFLAGS ?= -O2 -g1
CURL ?= auto
WARNINGS = -Wall -Wextra
# Floating-point results must not depend on whether the target has fused multiply-add.
EXACT = -ffp-contract=off

HEADERS := $(wildcard gc_*.h)
COMMON := $(wildcard examples/common/*.h tests/origin/*.h tests/support/*.h tests/vectors/*.h)
# The longest first.
TESTS := build/tests/amalgam $(patsubst tests/%.c,build/tests/%,$(wildcard tests/test_*.c))
BENCHES := $(patsubst bench/%.c,build/bench/%,$(wildcard bench/bench_*.c))

.PHONY: help setup setup-dev demo test bench matrix clean FORCE soak soak-sparse \
	check-bare check-ecs check-fault check-fuzz-sort check-kill check-nocurl check-platforms check-real check-root \
	check-sanitize check-sort check-sparse check-targets check-vectors check-win32 size-sort
.DEFAULT_GOAL := help

help:
	@echo "make setup           install what demo and test need: compiler, make, libcurl's headers (does nothing when all is there)"
	@echo "make demo            run the examples: the downloader with its cache, then the ECS demo (CURL=no: without libcurl)"
	@echo "make test            every test; closes with: N passed, N failed, N skipped"
	@echo "make bench           benchmarks (or bench-rng, bench-sort, bench-sparse): lines on stdout, a table on stderr (QUICK=1: within a minute)"
	@echo
	@echo "longer checks, after: make setup-dev"
	@echo "make matrix          each header in every language mode, gcc and clang, strict warnings"
	@echo "make check-sanitize  the tests under ASan+UBSan and TSan"
	@echo "make check-bare      sh setup.sh demo and test on a minimal Debian, made by debootstrap (as root; minutes)"
	@echo "make check-ecs       the ECS demo: equal states for gcc and clang, -O0 and -O3, any threads; TSan; memory flat"
	@echo "make check-kill      kill -9 at 50 moments of a download: no torn file, nothing fetched twice"
	@echo "make check-root      full disk, foreign folder (as root)"
	@echo "make check-fault     gc_writer.h: kill -9 at each system call, each call failing, power cuts, full and hung disks (as root)"
	@echo "make soak            the same with the long counts, and soak-sparse: an hour or so"
	@echo "make check-targets   the tests with 32-bit pointers, with musl, and under qemu as AArch64 and s390x"
	@echo "make check-win32     the headers compiled with mingw-w64, and their tests under Wine"
	@echo "make check-real      nginx with thousands of real files; over TLS and HTTP/2, too"
	@echo "make check-sparse    gc_sparse.h with compact ids, short generations, and all sequences of 7 operations"
	@echo "make check-nocurl    the demo without libcurl, and the proof that none is used"
	@echo "make check-vectors   known answers of the tests are those of tests/vectors/rng.json"
	@echo "make check-sort      gc_sort.h by gcc and clang at every -O, against qsort between forbidden pages; NEON, WebAssembly; thoroughly (minutes)"
	@echo "make size-sort       bytes of gc_sort.h's code, by kind of array and instruction set"
	@echo "make check-fuzz-sort gc_sort.h under libFuzzer (clang), 15 seconds (FUZZ_SECONDS=600: longer)"
	@echo "make check-platforms gc_rng.h: the same numbers by each compiler, -O, instruction set, for 32 bits, AArch64, s390x, WebAssembly"
	@echo "make clean           remove build/"

setup:
	@sh tests/support/setup.sh

setup-dev: setup
	@sh tests/support/setup.sh dev

# How to compile and link with libcurl; rewritten only when the answer changes, so that programs are rebuilt then.
build/curl.flags: FORCE $(filter setup setup-dev,$(MAKECMDGOALS))
	@mkdir -p build/tests build/bench
	@sh tests/support/curl_flags.sh '$(CC)' '$(CURL)' > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

build/asset_cache: examples/asset_cache.c $(HEADERS) $(COMMON) build/curl.flags
	$(CC) $(CFLAGS) $(WARNINGS) -I. $< -o $@ `cat build/curl.flags` -pthread

build/origin: tests/origin/main.c $(HEADERS) $(COMMON) build/curl.flags
	$(CC) $(CFLAGS) $(WARNINGS) -I. $< -o $@ -pthread

# The tests apart are compiled with -O2: this one with less, in half the time.
build/tests/amalgam: CFLAGS += -O1
build/tests/amalgam: $(wildcard tests/test_*.c)

# Generations of 4 bits, so that their end is reached at once, in compact ids.
build/tests/test_sparse_small: EXACT += -DGC_SPARSE_GENERATION_BITS=4 -DGC_SPARSE_COMPACT_IDS=20

build/tests/%: tests/%.c $(HEADERS) $(COMMON) build/curl.flags
	$(CC) $(CFLAGS) $(WARNINGS) $(EXACT) -I. -Itests $< -o $@ `cat build/curl.flags` -pthread

build/bench/%: bench/%.c $(HEADERS) $(COMMON) build/curl.flags
	$(CC) -O3 $(WARNINGS) $(EXACT) -I. $< -o $@ `cat build/curl.flags` -pthread

# With std::mt19937_64 where there is a C++ compiler, and GSL where that is; the program says what it lacks.
build/bench/bench_rng: bench/bench_rng.c bench/bench_rng_std.cc $(HEADERS) $(COMMON)
	@mkdir -p build/bench
	@link='$(CC)'; with=; libraries=; \
	if $(CXX) -O3 $(WARNINGS) -c bench/bench_rng_std.cc -o $@_std.o; then link='$(CXX)'; with="-DBENCH_RNG_STD"; fi; \
	if echo 'int main(void) { return !gsl_rng_default; }' | \
	    $(CC) -include gsl/gsl_rng.h -x c - -o $@_gsl -lgsl -lgslcblas -lm 2>/dev/null; \
	then with="$$with -DBENCH_RNG_GSL"; libraries="-lgsl -lgslcblas -lm"; fi; \
	set -ex; $(CC) -O3 $(WARNINGS) $(EXACT) -I. $$with -c $< -o $@.o; \
	$$link $@.o $$(case $$with in *STD*) echo $@_std.o ;; esac) $$libraries -o $@

# With the sorts of C++ where there is a compiler for it, and of these Boost's and Highway's where they are; the program says
# what it lacks. CPPFLAGS=-DGC_SORT_FORCE_ISA=...: by another instruction set (with make -B).
build/bench/bench_sort: bench/bench_sort.c bench/bench_sort_peers.cc bench/bench_sort_peers.h gc_sort.h
	@mkdir -p build/bench
	@link='$(CC)'; with=; peers=; libraries=; \
	if echo '#include <boost/sort/spinsort/spinsort.hpp>' | $(CXX) -fsyntax-only -x c++ - 2>/dev/null; then with="-DBENCH_SORT_BOOST"; fi; \
	if printf '#include <hwy/contrib/sort/vqsort.h>\nint main() { hwy::Sorter sorter; (void)sorter; }\n' | \
	    $(CXX) -x c++ - -o $@_hwy -lhwy_contrib -lhwy 2>/dev/null; \
	then with="$$with -DBENCH_SORT_HIGHWAY"; libraries="-lhwy_contrib -lhwy"; fi; \
	set -x; \
	if $(CXX) -O3 $(WARNINGS) $$with -c bench/bench_sort_peers.cc -o $@_peers.o; \
	then link='$(CXX)'; peers=$@_peers.o; else libraries=; fi; \
	set -e; $(CC) -O3 $(WARNINGS) $(EXACT) $(CPPFLAGS) -I. $${peers:+-DBENCH_SORT_PEERS} -c $< -o $@.o; \
	$$link $@.o $$peers $$libraries -o $@

# The implementation apart, as in a program of several files; std::unordered_map beside it where there is a C++ compiler.
build/bench/bench_sparse: bench/bench_sparse.c bench/sparse_map.cc bench/sparse_map.h gc_sparse.h
	@mkdir -p build/bench
	$(CC) -O3 $(WARNINGS) -DGC_SPARSE_IMPLEMENTATION -x c -c gc_sparse.h -o build/bench/gc_sparse.o
	if command -v $(firstword $(CXX)) >/dev/null; then \
	    $(CC) -O3 $(WARNINGS) -I. -c $< -o build/bench/bench_sparse.o && \
	    $(CXX) -O3 $(WARNINGS) -I. build/bench/bench_sparse.o build/bench/gc_sparse.o bench/sparse_map.cc -o $@; \
	else $(CC) -O3 $(WARNINGS) -I. -DBENCH_NO_MAP $< build/bench/gc_sparse.o -o $@; fi

build/ecs_demo: examples/ecs_demo.c $(HEADERS) $(COMMON)
	@mkdir -p build
	$(CC) $(CFLAGS) $(WARNINGS) $(EXACT) -I. $< -o $@ -pthread

# Built as many at a time as there are cores, whatever -j says.
PARALLEL = $(MAKE) --no-print-directory -j "$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)"

demo: build/curl.flags
	@$(PARALLEL) build/asset_cache build/origin build/ecs_demo
	@build/asset_cache
	@echo
	@build/ecs_demo

# The amalgamated tests, header by header, as one run would outlast all others. tests/test_amalgam.sh sees that none is left out.
AMALGAM_RUNS = $(foreach part,fetch sort sparse rng writer origin,build/tests/amalgam$(comma)test_$(part)_)
comma = ,

test: build/curl.flags
	@$(PARALLEL) $(TESTS) build/asset_cache build/ecs_demo build/origin
	@CC='$(CC)' CURL='$(CURL)' sh tests/run.sh $(AMALGAM_RUNS) $(wildcard tests/test_*.sh) $(filter-out build/tests/amalgam,$(TESTS))

bench: $(BENCHES)
	@for b in $(BENCHES); do $$b || exit 1; done

# bench-rng, bench-sort, bench-sparse ...: one of them
bench-%: build/bench/bench_%
	@$<

matrix:
	@sh tests/compile/matrix.sh

check-sanitize:
	@sh tests/support/sanitize.sh

check-bare:
	@sh tests/check_bare.sh

check-ecs:
	@sh tests/check_ecs.sh

check-kill: build/asset_cache build/origin
	@sh tests/check_kill.sh

check-root: build/asset_cache build/origin
	@sh tests/check_root.sh

check-fault:
	@CC='$(CC)' sh tests/check_fault.sh

soak: soak-sparse
	@CC='$(CC)' sh tests/check_fault.sh soak

SPARSE = $(CC) -O2 $(WARNINGS) $(EXACT) -I. -Itests -pthread

check-sparse:
	@mkdir -p build/tests
	$(SPARSE) -DGC_SPARSE_COMPACT_IDS=20 -DTEST_SPARSE_LENGTH=7 tests/test_sparse.c -o build/tests/sparse_compact_20
	$(SPARSE) -DGC_SPARSE_COMPACT_IDS=28 -DGC_SPARSE_GENERATION_BITS=3 tests/test_sparse_small.c -o build/tests/sparse_compact_28
	$(SPARSE) -DGC_SPARSE_GENERATION_BITS=8 tests/test_sparse_small.c -o build/tests/sparse_8_bits
	$(SPARSE) -DGC_SPARSE_GENERATION_BITS=1 tests/test_sparse_small.c -o build/tests/sparse_1_bit
	@sh tests/run.sh build/tests/sparse_compact_20 build/tests/sparse_compact_28 build/tests/sparse_8_bits build/tests/sparse_1_bit

# 10^9 random operations, all sequences of 8, a slot used 2^32 times: a quarter of an hour.
soak-sparse:
	@mkdir -p build/tests
	$(SPARSE) -DTEST_SPARSE_OPERATIONS=1000000000 -DTEST_SPARSE_LENGTH=8 -DTEST_SPARSE_REUSES=4294967296u \
	    tests/test_sparse.c -o build/tests/sparse_soak
	@build/tests/sparse_soak

check-real: build/asset_cache
	@CC='$(CC)' CURL='$(CURL)' sh tests/run.sh tests/check_real.sh tests/check_nginx.sh

check-nocurl: build/origin
	@sh tests/check_nocurl.sh

check-targets:
	@sh tests/check_targets.sh

check-win32:
	@sh tests/check_win32.sh

check-vectors:
	@python3 tests/vectors/make_vectors.py --check

check-sort:
	@sh tests/check_sort.sh

# Networks are shared by the kinds of the same lanes: l32, l64, l128.
size-sort:
	@mkdir -p build
	@printf '#define GC_SORT_IMPLEMENTATION\n#include "gc_sort.h"\n' | $(CC) -O2 -I. -x c -c - -o build/size_sort.o
	@nm -S -t d build/size_sort.o | awk 'NF == 4 { \
	    name = $$4; kind = "the rest"; isa = "scalar"; sub(/^gc_sort_priv_/, "", name); \
	    if (name ~ /_priv_/) kind = "comparators"; \
	    else if (name ~ /^(avx512|avx2f|avx2|v128)_l[0-9]+_/) { split(name, part, "_"); kind = "networks " part[2]; isa = part[1]; } \
	    else if (name ~ /^(u16|u32|u64|kv32|kv64|kv6432|order16|order32|order64)_/ && name ~ /merge|task|parallel|ctx|rank/) kind = "parallel"; \
	    else if (name ~ /^(u16|u32|u64|kv32|kv64|kv6432|order16|order32|order64)_/) { split(name, part, "_"); kind = part[1]; \
	        if (part[2] ~ /^(avx512|avx2f|avx2|v128)$$/) isa = part[2]; } \
	    bytes[kind "," isa] += $$2 } END { for (k in bytes) { split(k, part, ","); printf "%-14s %-8s %7d\n", part[1], part[2], bytes[k] } }' | sort
	@size build/size_sort.o

FUZZ_SECONDS ?= 15
check-fuzz-sort:
	@mkdir -p build/fuzz
	clang -O1 -g1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I. tests/fuzz/fuzz_sort.c -o build/fuzz/sort
	@build/fuzz/sort -max_total_time=$(FUZZ_SECONDS) -max_len=2048 -artifact_prefix=build/fuzz/ -print_final_stats=1

check-platforms:
	@sh tests/check_rng_platforms.sh

clean:
	rm -rf build

FORCE:
