# The gc headers. Two commands do everything:   make setup demo      make setup test
# `make help` lists the others. Libraries are looked for inside recipes, after `setup` has installed them.
#   CC=...   the compiler        CURL=no  build without libcurl        QUICK=1  shorter benchmarks        CFLAGS=...

CC ?= cc
CXX ?= c++
CFLAGS ?= -O2 -g
CURL ?= auto
WARNINGS = -Wall -Wextra
# Floating-point results must not depend on whether the target has fused multiply-add.
EXACT = -ffp-contract=off

HEADERS := $(wildcard gc_*.h)
COMMON := $(wildcard examples/common/*.h) $(wildcard tests/support/*.h) $(wildcard tests/vectors/*.h)
TESTS := $(patsubst tests/%.c,build/tests/%,$(wildcard tests/test_*.c)) build/tests/amalgam
BENCHES := $(patsubst bench/%.c,build/bench/%,$(wildcard bench/bench_*.c))

.PHONY: help setup setup-dev demo test bench matrix clean FORCE check-sanitize check-ecs check-kill \
	check-root check-real check-nocurl check-vectors check-platforms check-fault soak
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
	@echo "make check-ecs       the ECS demo: equal states for gcc and clang, -O0 and -O3, any threads; TSan; memory flat"
	@echo "make check-kill      kill -9 at 50 moments of a download: no torn file, nothing fetched twice"
	@echo "make check-root      full disk, foreign folder (as root)"
	@echo "make check-fault     gc_writer.h: kill -9 at each system call, each call failing, power cuts, full and hung disks (as root)"
	@echo "make soak            the same with the long counts: an hour or so"
	@echo "make check-real      nginx with thousands of real files"
	@echo "make check-nocurl    the demo without libcurl, and the proof that none is used"
	@echo "make check-vectors   known answers of the tests are those of tests/vectors/rng.json"
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

build/origin: examples/common/origin_main.c $(HEADERS) $(COMMON) build/curl.flags
	$(CC) $(CFLAGS) $(WARNINGS) -I. $< -o $@ -pthread

build/tests/amalgam: $(wildcard tests/test_*.c)

# Generations of 4 bits, so that their end is reached at once.
build/tests/test_sparse_small: EXACT += -DGC_SPARSE_GENERATION_BITS=4

build/tests/%: tests/%.c $(HEADERS) $(COMMON) build/curl.flags
	$(CC) $(CFLAGS) $(WARNINGS) $(EXACT) -I. -Itests $< -o $@ `cat build/curl.flags` -pthread

build/bench/%: bench/%.c $(HEADERS) $(COMMON) build/curl.flags
	$(CC) -O3 $(WARNINGS) $(EXACT) -I. $< -o $@ `cat build/curl.flags` -pthread

build/ecs_demo: examples/ecs_demo.c $(HEADERS) $(COMMON)
	@mkdir -p build
	$(CC) $(CFLAGS) $(WARNINGS) $(EXACT) -I. $< -o $@ -pthread

demo: build/asset_cache build/ecs_demo
	@build/asset_cache
	@echo
	@build/ecs_demo

test: $(TESTS) build/asset_cache build/ecs_demo build/origin
	@CC='$(CC)' CURL='$(CURL)' sh tests/run.sh $(TESTS) $(wildcard tests/test_*.sh)

bench: $(BENCHES)
	@for b in $(BENCHES); do $$b || exit 1; done

# bench-rng, bench-sort, bench-sparse ...: one of them
bench-%: build/bench/bench_%
	@$<

matrix:
	@sh tests/compile/matrix.sh

check-sanitize:
	@sh tests/support/sanitize.sh

check-ecs:
	@sh tests/check_ecs.sh

check-kill: build/asset_cache build/origin
	@sh tests/check_kill.sh

check-root: build/asset_cache build/origin
	@sh tests/check_root.sh

check-fault:
	@CC='$(CC)' sh tests/check_fault.sh

soak:
	@CC='$(CC)' sh tests/check_fault.sh soak

check-real: build/asset_cache
	@sh tests/check_real.sh

check-nocurl:
	@sh tests/check_nocurl.sh

check-vectors:
	@python3 tests/vectors/make_vectors.py --check

check-platforms:
	@sh tests/check_rng_platforms.sh

clean:
	rm -rf build

FORCE:
