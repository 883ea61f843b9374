# The gc headers. Two commands do everything:   sh setup.sh demo      sh setup.sh test
# (or, where there is a make already: make setup demo, make setup test)
# `make help` lists the others. Libraries are looked for inside recipes, after `setup` has
# installed them.

CC ?= cc
CXX ?= c++
# With full debug information (-g), gcc takes a third longer; with line numbers alone, no longer
# than with none.
CFLAGS ?= -O2 -g1
CURL ?= auto
WARNINGS = -Wall -Wextra
# Floating-point results must not depend on whether the target has fused multiply-add.
EXACT = -ffp-contract=off
COMPILE = $(CC) $(CPPFLAGS) $(CFLAGS) $(WARNINGS)
# Where all that is built lies, also outside of a tree that cannot be written.
BUILD ?= build
export CC CXX CURL BUILD LDFLAGS

HEADERS := $(wildcard gc_*.h)
COMMON := $(wildcard examples/*.h examples/common/*.h examples/sparse/*.h \
	tests/origin/*.h tests/support/*.h tests/vectors/*.h)
# All tests in one program, but for those that change the build of a header.
TESTS := $(BUILD)/tests/amalgam $(BUILD)/tests/test_sparse_small
# What the tests run.
PROGRAMS := $(addprefix $(BUILD)/,asset_cache origin ecs_demo rng_lab monte_carlo)
BENCHES := $(patsubst bench/%.c,$(BUILD)/bench/%,$(wildcard bench/bench_*.c))

.PHONY: help setup setup-dev install demo test quick bench bench-article bench-csharp matrix soak \
	size-sort gc_all clean FORCE \
	check-rng check-sort check-sparse check-writer check-slow check-fetch check-curls fuzz coverage \
	check-examples check-targets check-locale check-zig check-sanitize check-bare check-packages \
	check-bindings check-page check-routes bindings dist page page-test page-picture play timelines sea-picture
.DEFAULT_GOAL := help

help:
	@echo "make setup           install what demo and test need (does nothing when all is there)"
	@echo "make demo            run the examples: the downloader with its cache, then the ECS demo"
	@echo "make test            every test; closes with: N passed, N failed, N skipped"
	@echo "make bench           benchmarks: lines on stdout, a table on stderr; bench-rng ...: one of them"
	@echo "make bench-article   five ways to fetch and store 1,000 files, for half an hour; QUICK=1: 90 s"
	@echo "make install         headers and .pc files under PREFIX=/usr/local, with DESTDIR before it"
	@echo "make clean           remove build/"
	@echo
	@echo "for who changes something, after: make setup-dev"
	@echo "make quick           before a commit, in a minute: typesetting, warnings, tests of what changed"
	@echo "make matrix          each header in every language mode, gcc and clang, strict warnings"
	@echo "make check-rng       the same numbers by each compiler, -O, instruction set, platform; known answers"
	@echo "make check-sort      against qsort between forbidden pages, at every -O; NEON, WebAssembly; libFuzzer"
	@echo "make check-sparse    short generations, all sequences of 7 operations; libFuzzer"
	@echo "make check-writer    kill -9 at each system call, each call failing, power cuts, full disks (as root)"
	@echo "make check-slow      gc_writer.h and the cache on a disk whose renames take 10 ms, fsyncs 5"
	@echo "make check-fetch     nginx with thousands of files, TLS, HTTP/2; and without libcurl"
	@echo "make check-curls     replies, heads, lies about ranges with the libcurls of Debian 11 to 13 (as root)"
	@echo "make check-examples  ECS states everywhere; kill -9 at 50 moments of a download; full disk (as root)"
	@echo "make check-targets   the tests with 32-bit pointers, musl, AArch64, s390x; Windows under Wine"
	@echo "make check-routes    the routes of CONTRIBUTING.md, as patches: each applies, builds and passes"
	@echo "make check-zig       macOS, Windows on ARM: headers and tests link; PowerPC, MIPS: they run"
	@echo "make check-locale    scripts and tests where a comma parts decimals, and Turkish has its own i"
	@echo "make check-sanitize  the tests under ASan+UBSan and TSan"
	@echo "make check-bare      setup.sh on a minimal Debian (as root)"
	@echo "make check-packages  consumers by CMake, pkg-config, meson, ctypes and as a C++20 module"
	@echo "make check-bindings  dice, sort, save and fetch from C#, Lua, Python, Rust, Go and Zig, as from C"
	@echo "make bindings        bindings/: the declarations for other languages, made anew from the headers"
	@echo "make page            build/page: the web page of web/, by emcc; page-test tries it in two browsers"
	@echo "make dist            build/dist: the archive of the last commit, its checksum, files for registries"
	@echo "make gc_all          build/gc_all.h: the five headers as one file"
	@echo "make fuzz            libFuzzer over paths, states, comparisons, manifests, HTTP replies; corpora"
	@echo "make coverage        which lines of the headers the tests reach, in percent; what they do not"
	@echo "make soak            coverage, check-sort, -sparse, -writer, -fetch long counts: an hour or so"
	@echo "make platforms       the same numbers by every compiler and emulator that is here, as a table"
	@echo "make sizes           bytes and seconds of each header, whole and cut; make plots: the README's plots"
	@echo "make readme          writes the README's tables anew"
	@echo "make reference       build/reference: one searchable page of all that is public, and llms.txt"
	@echo "make size-sort       bytes of gc_sort.h's code, by kind of array and instruction set"
	@echo
	@echo "CC=... CFLAGS=... CPPFLAGS=... LDFLAGS=...    the compiler      CURL=no  without libcurl"
	@echo "BUILD=FOLDER         instead of build/, also outside of the tree      QUICK=1  shorter benchmarks"
	@echo "TAP=FILE make test   writes every check to FILE as well, in TAP"

setup:
	@sh tests/support/setup.sh

setup-dev: setup
	@sh tests/support/setup.sh dev

# What is not there is told by the first make, not by those that it calls.
ONCE = $(if $(filter-out 0,$(MAKELEVEL)),2>/dev/null)

# How to compile and link with libcurl; rewritten only when the answer changes, so that programs
# are rebuilt then. Several makes may do this at once.
$(BUILD)/curl.flags: FORCE $(filter setup setup-dev,$(MAKECMDGOALS))
	@mkdir -p $(BUILD)/tests $(BUILD)/bench
	@sh tests/support/curl_flags.sh '$(CC)' '$(CURL)' > $@.$$$$ $(ONCE); \
	    cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@

# The same for the examples that draw, with libpng.
$(BUILD)/png.flags: FORCE $(filter setup setup-dev,$(MAKECMDGOALS))
	@mkdir -p $(BUILD)
	@sh tests/support/png_flags.sh '$(CC)' > $@.$$$$ $(ONCE); \
	    cmp -s $@.$$$$ $@ && rm $@.$$$$ || mv $@.$$$$ $@

# With zlib, where it is.
ZLIB = $$(echo '\#include <zlib.h>' | $(CC) -fsyntax-only -x c - 2>/dev/null && echo -DASSET_CACHE_ZLIB -lz)

# ---- programs

$(BUILD)/asset_cache: examples/asset_cache.c examples/asset_cache.h $(HEADERS) $(COMMON) $(BUILD)/curl.flags
	$(COMPILE) -I. $< -o $@ $(LDFLAGS) `cat $(BUILD)/curl.flags` $(ZLIB) -pthread

$(BUILD)/ecs_demo: examples/ecs_demo.c $(wildcard examples/ecs_demo/*.h) $(HEADERS) $(COMMON) \
		$(BUILD)/png.flags
	$(COMPILE) -I. $< -o $@ $(LDFLAGS) `cat $(BUILD)/png.flags` -pthread

$(BUILD)/rng_lab: examples/rng_lab.c $(HEADERS) $(COMMON) $(BUILD)/png.flags
	$(COMPILE) $(EXACT) -I. $< -o $@ $(LDFLAGS) `cat $(BUILD)/png.flags` -pthread -lm

$(BUILD)/monte_carlo: examples/monte_carlo.c $(wildcard examples/monte_carlo/*.h) $(HEADERS) $(COMMON) \
		$(BUILD)/png.flags
	$(COMPILE) $(EXACT) -I. $< -o $@ $(LDFLAGS) `cat $(BUILD)/png.flags` -pthread -lm

# With the sorts of C++, where there are some.
$(BUILD)/sort_table: examples/sort_table.c $(wildcard examples/sort_table_std.*) gc_sort.h gc_rng.h $(COMMON)
	@CPPFLAGS='$(CPPFLAGS)' sh bench/link.sh sort_table $@

# For other languages: every function is in its symbol table, and misuse is an error, no assertion.
$(BUILD)/libgc_headers.so: packaging/gc_headers.c $(HEADERS) $(BUILD)/curl.flags
	$(COMPILE) -DNDEBUG -fPIC -shared $(EXACT) -I. $< -o $@ $(LDFLAGS) `cat $(BUILD)/curl.flags` -pthread

$(BUILD)/origin: tests/origin/main.c $(HEADERS) $(COMMON) $(BUILD)/curl.flags
	$(COMPILE) -I. $< -o $@ $(LDFLAGS) -pthread

# It holds the other test files, too.
$(BUILD)/tests/amalgam: $(wildcard tests/test_*.c)

# Generations of 4 bits, so that their end is reached at once.
$(BUILD)/tests/test_sparse_small: EXACT += -DGC_SPARSE_GENERATION_BITS=4

$(BUILD)/tests/test_fetch_dlopen: tests/test_fetch.c

$(BUILD)/tests/%: tests/%.c $(HEADERS) $(COMMON) $(BUILD)/curl.flags
	$(COMPILE) $(EXACT) -I. -Itests $< -o $@ $(LDFLAGS) `cat $(BUILD)/curl.flags` -pthread

$(BUILD)/bench/%: bench/%.c $(HEADERS) $(COMMON) $(BUILD)/curl.flags
	$(CC) $(CPPFLAGS) -O3 $(WARNINGS) $(EXACT) -I. $< -o $@ $(LDFLAGS) `cat $(BUILD)/curl.flags` -pthread

# With other people's libraries, where they are. CPPFLAGS=-DGC_SORT_FORCE_ISA=... with make -B:
# another instruction set.
$(BUILD)/bench/bench_rng: bench/bench_rng.c gc_rng.h bench/bench_rng_std.cc bench/link.sh
	@CPPFLAGS='$(CPPFLAGS)' sh bench/link.sh bench_rng $@

$(BUILD)/bench/bench_sort: bench/bench_sort.c gc_sort.h $(wildcard bench/bench_sort_peers.*) bench/link.sh
	@CPPFLAGS='$(CPPFLAGS)' sh bench/link.sh bench_sort $@

$(BUILD)/bench/bench_sparse: bench/bench_sparse.c gc_sparse.h $(wildcard bench/sparse_map.*) bench/link.sh
	@CPPFLAGS='$(CPPFLAGS)' sh bench/link.sh bench_sparse $@

# CPPFLAGS="-I... -I..." LIBRARIES=flecs.o: with EnTT and flecs.
$(BUILD)/bench/bench_sparse_peers: bench/bench_sparse_peers.cc gc_sparse.h gc_rng.h bench/link.sh
	@CPPFLAGS='$(CPPFLAGS)' LIBRARIES='$(LIBRARIES)' sh bench/link.sh bench_sparse_peers $@

$(BUILD)/bench/bench_cache: bench/bench_cache.c examples/asset_cache.h $(HEADERS)
	@mkdir -p $(BUILD)/bench
	$(CC) -O2 $(WARNINGS) -DGC_FETCH_NO_CURL -I. $< -o $@ $(LDFLAGS) -pthread

$(BUILD)/bench/bench_writer: bench/bench_writer.c bench/writer_peers.h gc_writer.h bench/link.sh
	@CPPFLAGS='$(CPPFLAGS)' sh bench/link.sh bench_writer $@

# ---- the web page: four modules, of which a browser takes the one that it can run

PAGE_SOURCES = web/page.c gc_rng.h gc_sort.h gc_sparse.h examples/jobs.h examples/common/engines.h \
	$(wildcard examples/ecs_demo/*.h)
PAGE_MODULES = $(patsubst %,$(BUILD)/page/%.js,simd simd-threads scalar scalar-threads)

# -O2: -O3 is 9 KB more and no faster; with -Os, 30 KB less, 100,000 agents take 74 ms a frame
# for 26. NODE_PATH: where Debian's emcc has what it needs of node's modules, for any node.
$(BUILD)/page/%.js: $(PAGE_SOURCES)
	@mkdir -p $(BUILD)/page
	NODE_PATH="$${NODE_PATH:-/usr/share/nodejs}" emcc -O2 -DNDEBUG $(EXACT) \
	    $(if $(findstring simd,$*),-msimd128) \
	    $(if $(findstring threads,$*),-pthread -sPTHREAD_POOL_SIZE='Module["threads"]-1') \
	    -I. $< -o $@ -sMODULARIZE -sEXPORT_NAME=gcPage -sENVIRONMENT=web,worker -sFILESYSTEM=0 \
	    -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=2GB -sIMPORTED_MEMORY \
	    -sEXPORTED_RUNTIME_METHODS=UTF8ToString$(if $(findstring threads,$*),$(comma)PThread) \
	    -Wno-pthreads-mem-growth

$(BUILD)/page_native: $(PAGE_SOURCES)
	@mkdir -p $(BUILD)
	$(COMPILE) -Wno-unused-function $(EXACT) -I. $< -o $@ $(LDFLAGS) -pthread -lm

page: $(BUILD)/page_native
	@command -v emcc >/dev/null || { echo "emcc is not installed (make setup-dev)"; exit 1; }
	@$(PARALLEL) $(PAGE_MODULES)
	@sh web/finish.sh $(BUILD)/page

page-test check-page: $(BUILD)/ecs_demo $(BUILD)/rng_lab $(BUILD)/curl.flags
	@JOBS=1 sh tests/run.sh tests/check_page.sh

# build/play: a page that compiles a page of C and runs it, by clang as WebAssembly (106 MB by npm).
play:
	@sh web/play/make.sh $(BUILD)/play

# What the page replays, recorded anew: half a minute, on a quiet machine.
$(BUILD)/timelines: web/timelines.c $(HEADERS) $(wildcard tests/origin/*.h) $(BUILD)/curl.flags
	$(COMPILE) -I. $< -o $@ $(LDFLAGS) `cat $(BUILD)/curl.flags` -pthread

timelines: $(BUILD)/timelines
	@$(BUILD)/timelines >$(BUILD)/timelines.js && mv $(BUILD)/timelines.js web/timelines.js

# The README's picture, from a browser.
page-picture: page
	@node tests/support/browser.js picture $(BUILD)/page examples/pictures/page.png

# The README's moving sea, from pictures of the demo; by cwebp and webpmux (Debian: webp).
sea-picture: $(BUILD)/ecs_demo
	@rm -rf $(BUILD)/sea && mkdir -p $(BUILD)/sea
	@$(BUILD)/ecs_demo --headless --entities 4000 --frames 560 --png $(BUILD)/sea >$(BUILD)/sea/log
	@frames=; for i in $$(seq 200 10 560); do \
	    cwebp -quiet -q 40 -resize 640 0 $(BUILD)/sea/frame_000$$i.png -o $(BUILD)/sea/$$i.webp || exit 1; \
	    frames="$$frames -frame $(BUILD)/sea/$$i.webp +90"; done; \
	    webpmux $$frames -loop 0 -o examples/pictures/sea.webp

# ---- what a user runs

# Built as many at a time as there are cores, whatever -j says.
PARALLEL = $(MAKE) --no-print-directory -j "$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)"

demo: $(BUILD)/curl.flags $(BUILD)/png.flags
	@$(PARALLEL) $(BUILD)/asset_cache $(BUILD)/origin $(BUILD)/ecs_demo
	@$(BUILD)/asset_cache
	@echo
	@$(BUILD)/ecs_demo --frames 200

# The amalgamated tests, header by header, as one run would outlast all others.
# tests/test_amalgam.sh sees that none is left out.
comma = ,
AMALGAM_PARTS = fetch sort sparse save rng writer cache origin
SCRIPTS = $(wildcard tests/test_*.sh)
AMALGAM_RUNS = $(foreach part,$(AMALGAM_PARTS),$(BUILD)/tests/amalgam$(comma)test_$(part)_)

test: $(BUILD)/curl.flags $(BUILD)/png.flags
	@$(PARALLEL) $(TESTS) $(PROGRAMS)
	@sh tests/run.sh $(AMALGAM_RUNS) $(SCRIPTS) $(filter-out %/amalgam,$(TESTS))

bench: $(filter-out $(BUILD)/bench/bench_article,$(BENCHES))
	@for b in $^; do $$b || exit 1; done

# Half an hour: the article's table, as lines, text and CSV. Its plot: make figures-article plots.
bench-article: $(BUILD)/bench/bench_article
	@$(BUILD)/bench/bench_article > $(BUILD)/bench/article.lines
	@$(BUILD)/bench/bench_article csv < $(BUILD)/bench/article.lines > $(BUILD)/bench/article.csv
	@echo $(BUILD)/bench/article.lines $(BUILD)/bench/article.csv

# Five minutes: the same from C#, by Mono.
bench-csharp: $(BUILD)/origin
	@sh bench/csharp_table.sh

$(BUILD)/bench/bench_sort_records: bench/bench_sort_records.cc gc_sort.h
	@mkdir -p $(BUILD)/bench
	$(CXX) -O3 -Wall -Wextra -I. $< -o $@ $(LDFLAGS) -pthread

# What no call of gc_sort.h may be slower than, and two threads.
bench-sort: $(BUILD)/bench/bench_sort $(BUILD)/bench/bench_sort_ctx $(BUILD)/bench/bench_sort_records
	@$(BUILD)/bench/bench_sort
	@$(BUILD)/bench/bench_sort_records
	@$(BUILD)/bench/bench_sort_ctx

# bench-rng, bench-sort, bench-sparse ...: one of them
bench-%: $(BUILD)/bench/bench_%
	@$<

# ---- the longer checks

quick:
	@FILES='$(FILES)' sh tests/quick.sh

matrix:
	@sh tests/compile/matrix.sh

check-rng:
	@sh tests/check_rng.sh

check-sort:
	@JOBS=2 sh tests/run.sh tests/check_sort.sh tests/fuzz/fuzz_sort.sh

check-sparse:
	@JOBS=2 sh tests/run.sh tests/check_sparse.sh tests/fuzz/fuzz_sparse.sh

# Two at a time, 6 seconds each; FUZZ_SECONDS=600: longer.
fuzz: $(BUILD)/curl.flags
	@sh tests/fuzz/fuzz.sh

check-packages:
	@sh tests/check_packages.sh

check-bindings: $(BUILD)/curl.flags
	@sh tests/check_bindings.sh

bindings:
	@python3 packaging/bindings.py

dist:
	@sh packaging/dist.sh

check-writer:
	@sh tests/check_writer.sh

check-slow: $(BUILD)/tests/amalgam
	@sh tests/check_writer_slow.sh

check-fetch: $(BUILD)/asset_cache $(BUILD)/origin $(BUILD)/tests/test_fetch_dlopen
	@JOBS=2 sh tests/run.sh tests/check_cache_nginx.sh tests/check_cache_sign.sh tests/check_fetch_nginx.sh \
	    tests/check_fetch_squid.sh tests/check_fetch_nocurl.sh tests/check_fetch_kill.sh \
	    $(BUILD)/tests/test_fetch_dlopen

check-curls:
	@sh tests/check_fetch_curls.sh

# What `make test` has not run. check_cache_kill.sh mostly waits.
check-examples: $(BUILD)/asset_cache $(BUILD)/origin
	@sh tests/run.sh tests/check_cache_kill.sh tests/check_ecs.sh tests/check_cache_disk.sh

# One after the other: Wine has little time for the tests' clocks when others want the
# processors.
check-targets: $(BUILD)/origin
	@JOBS=1 sh tests/run.sh tests/check_targets.sh tests/check_win32.sh tests/check_transports.sh \
	    tests/check_platforms.sh

# ---- what is generated for README.md and docs

.PHONY: platforms sizes plots readme reference

# Where the same numbers come out, as a table.
platforms:
	@sh tests/support/platforms.sh

# Bytes and seconds of each header, whole and cut.
sizes:
	@sh tests/support/sizes.sh >bench/SIZES.md.new && mv bench/SIZES.md.new bench/SIZES.md
	@sh tests/support/sizes.sh --readme

# bench/figures to bench/plots. figures-rng, figures-sort ... measure anew, on a quiet machine.
plots:
	@python3 bench/plots.py

figures-%: $(BUILD)/bench/bench_%
	@sh bench/figures.sh $*

figures-sort: $(BUILD)/bench/bench_sort
	@CPPFLAGS='$(CPPFLAGS) -DGC_SORT_FORCE_ISA=avx2' sh bench/link.sh bench_sort $(BUILD)/bench/bench_sort_avx2
	@sh bench/figures.sh sort

figures-sparse: $(BUILD)/bench/bench_sparse_peers
	@sh bench/figures.sh sparse

# One page of all that is public, and the same as text, made from the headers.
reference:
	@python3 packaging/reference.py $(BUILD)/reference

# Puts the tables into README.md and docs.
readme:
	@sh tests/support/readme.sh

check-sanitize:
	@sh tests/support/sanitize.sh

check-locale: $(BUILD)/tests/amalgam $(PROGRAMS)
	@sh tests/check_locale.sh

check-routes:
	@sh tests/routes/run.sh

check-zig:
	@sh tests/check_zig.sh

check-bare:
	@sh tests/check_bare.sh

# Which lines of the headers the tests reach: eight minutes; tests/COVERAGE.md.
coverage:
	@sh tests/support/coverage.sh

soak: $(BUILD)/tests/amalgam $(PROGRAMS)
	@sh tests/support/coverage.sh
	@sh tests/check_sort.sh soak
	@sh tests/check_sparse.sh soak
	@sh tests/check_writer.sh soak
	@sh tests/check_writer_slow.sh soak
	@sh tests/check_fetch_kill.sh soak
	@TEST_FETCH_UPLOAD=1024 $(BUILD)/tests/amalgam test_fetch_upload_http_large
	@sh tests/check_locale.sh soak
	@sh tests/routes/run.sh
	@sh tests/check_zig.sh soak
	@sh tests/check_play.sh
	@SANITIZE=address sh tests/support/sanitize.sh soak
	@FUZZ_SECONDS=60 sh tests/fuzz/fuzz.sh
	@FUZZ_SECONDS=60 sh tests/fuzz/fuzz_sort.sh
	@FUZZ_SECONDS=60 sh tests/fuzz/fuzz_sparse.sh
	@BARE_TEST=test sh tests/check_bare.sh
	@BARE_TEST=test BARE_LOCALE=tr_TR sh tests/check_bare.sh

size-sort:
	@sh tests/support/size_sort.sh

gc_all:
	@mkdir -p $(BUILD) && sh tests/support/gc_all.sh > $(BUILD)/gc_all.h && echo $(BUILD)/gc_all.h

PREFIX ?= /usr/local

# As `cmake --install` does, but for CMake's own package.
install:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' sh packaging/install.sh

clean:
	rm -rf '$(BUILD)'

FORCE:
