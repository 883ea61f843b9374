#!/bin/sh
# The headers as packages: each way that the README names to add them is walked by a consumer in
# tests/consumers/, from this tree and from an installed one. All print the same line.
. "$(dirname "$0")/support/test.sh"

# What is looked at is how a program finds the headers. clang builds them without the optimiser in
# a tenth of gcc's time.
if [ "${CC:-cc}" = cc ] && command -v clang >/dev/null 2>&1; then CC=clang CXX=clang++; fi
export CC CXX
tree=$PWD
line="3 3 4 5 6 1 disk full, forbidden path"

# quiet LOG COMMAND...: the command's output goes to a file, whose end is shown if it fails.
quiet() {
    log=$work/$1.log
    shift
    "$@" >>"$log" 2>&1 && return
    tail -n 30 "$log"
    return 1
}
prints() { [ "$("$@" 2>&1)" = "$line" ]; }

# ---- one version: the highest of the headers'

highest=$(sed -n '2s/^gc_[a-z]*\.h - v\([0-9.]*\) .*/\1/p' -s gc_*.h | sort -V | tail -n 1)
for file in CMakeLists.txt meson.build packaging/vcpkg/vcpkg.json packaging/conan/conanfile.py; do
    has_version() { grep -iE "version\"?( = |: | )['\"]?$highest\b" "$file" >"$work/version"; }
    check "$file: version $highest" has_version
done

check "home page, clone and contact are those of packaging/home.sh" quiet home sh packaging/home.sh
settings() {
    python3 - <<'PYTHON'
import ast
tree = ast.parse(open("packaging/conan/conanfile.py").read())
names = {t.id: n.value for c in tree.body if isinstance(c, ast.ClassDef)
         for n in c.body if isinstance(n, ast.Assign) for t in n.targets}
assert "os" in ast.literal_eval(names["settings"]), "self.settings.os is None without it"
assert {"homepage", "url", "topics"} <= set(names)
PYTHON
}
check "the recipe of Conan knows the system" settings

# ---- CMake: a sub-project, FetchContent, installed with and without the compiled library

installs() {    # FOLDER OPTION...
    to=$1
    shift
    quiet install cmake -S . -B "$work/build-$to" -DCMAKE_BUILD_TYPE=Debug \
          -DCMAKE_INSTALL_PREFIX="$work/$to" "$@" &&
        quiet install cmake --build "$work/build-$to" &&
        quiet install cmake --install "$work/build-$to"
}
consumes() {    # FOLDER OPTION...
    from=$1
    shift
    quiet "$from" cmake -S "tests/consumers/$from" -B "$work/$from" "$@" &&
        quiet "$from" cmake --build "$work/$from"
}
check "CMake installs the headers and a shared library" \
      installs prefix -DGC_LIBRARY=ON -DBUILD_SHARED_LIBS=ON
check "CMake, add_subdirectory: builds" consumes subproject -DGC_HEADERS="$tree"
check "CMake, add_subdirectory: runs" prints "$work/subproject/consumer"
says_nothing() { ! grep -E "^-- .*(GC_|headers)|CMake (Deprecation )?Warning" "$work/subproject.log"; }
check "as a sub-project it says nothing" says_nothing
check "as a sub-project it installs nothing" test ! -e "$work/subproject/gc_headers/gc-rng.pc"
check "CMake, FetchContent: builds" consumes fetchcontent -DGC_HEADERS="$tree"
check "CMake, FetchContent: runs" prints "$work/fetchcontent/consumer"
check "CMake, find_package: builds" consumes installed -DCMAKE_PREFIX_PATH="$work/prefix"
check "CMake, find_package: runs" prints "$work/installed/consumer"
check "CMake, gc::all: runs" prints "$work/installed/compiled"

# A program of 0.3 must not load a library of 0.4.
soname() { readelf -d "$1" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p'; }
own=libgc_headers.so.${highest%.*}
check "CMake: the library's soname has the minor version" equal \
      "$(soname "$work/prefix/lib/libgc_headers.so")" "$own"

# Without libcurl gc::fetch defines GC_FETCH_NO_CURL.
check "CMake without libcurl: builds" consumes subproject -DGC_HEADERS="$tree" -DGC_CURL=OFF
check "CMake without libcurl: runs" prints "$work/subproject/consumer"
needs_curl() { ldd "$1" | grep -q libcurl; }
check "and does not link with it" eval '! needs_curl "$work/subproject/consumer"'

# ---- pkg-config, from CMake's files

links_by_pkg_config() {    # FOLDER OUTPUT
    flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$work/$1" -name gc-rng.pc)") \
        pkg-config --cflags --libs gc-rng gc-sort gc-sparse gc-writer gc-fetch) &&
        quiet pkg-config ${CC:-cc} tests/consumers/main.c -o "$work/$2" $flags
}
check "pkg-config: links" links_by_pkg_config prefix by_pkg_config
check "pkg-config: runs" prints "$work/by_pkg_config"

# Installed elsewhere than configured, with absolute folders, and by make, without CMake.
cflags() { PKG_CONFIG_PATH=$1 pkg-config --cflags-only-I gc-rng | sed 's/ *$//'; }
same_folder() { equal "$(cd "${1#-I}" && pwd -P)" "$(cd "$2" && pwd -P)"; }
check "cmake --install --prefix" quiet moved cmake --install "$work/build-prefix" --prefix "$work/moved"
check "its pkg-config files name that prefix" same_folder \
      "$(cflags "$work/moved/lib/pkgconfig")" "$work/moved/include"
check "CMake, absolute folders" installs absolute -DCMAKE_INSTALL_INCLUDEDIR="$work/a/include" \
      -DCMAKE_INSTALL_LIBDIR="$work/a/lib/any"
check "its pkg-config files name these" equal "$(cflags "$work/a/lib/any/pkgconfig")" "-I$work/a/include"
check "make install" quiet install make install PREFIX="$work/by_make" LIBDIR=lib/deep/er
check "its pkg-config files name that prefix" same_folder \
      "$(PKG_CONFIG_PATH="$work/by_make/lib/deep/er/pkgconfig" pkg-config --variable includedir gc-rng)" \
      "$work/by_make/include"
check "make install, with DESTDIR" quiet install make install DESTDIR="$work/staged" PREFIX=/usr
check "all of it is there" equal "$(ls "$work/staged/usr/include")" "$(ls gc_*.h gc.hpp)"
check "pkg-config, by make: links" links_by_pkg_config staged by_staged
check "pkg-config, by make: runs" prints "$work/by_staged"
check "the flags of a distribution reach what is compiled and linked" equal "$(make -nB $(sed -n \
      's/^PROGRAMS := .addprefix .(BUILD)\/,\(.*\))/\1/p' Makefile | sed 's|[a-z_]*|build/&|g') \
      build/tests/amalgam CPPFLAGS=-DPACKAGER LDFLAGS=-Wl,-z,now | grep -e ' -o build' |
      grep -vc -e -DPACKAGER.*-Wl,-z,now)" 0

# Folders with a blank in their names, and a static library.
spaced="$work/with a blank"
mkdir "$spaced" && git archive HEAD | tar x -C "$spaced"
by_blank() {
    quiet blank cmake -S "$spaced" -B "$work/a build" -DCMAKE_BUILD_TYPE=Debug -DGC_LIBRARY=ON \
        -DCMAKE_INSTALL_PREFIX="$work/a prefix" && quiet blank cmake --build "$work/a build" &&
        quiet blank cmake --install "$work/a build" && test -e "$work/a prefix/lib/libgc_headers.a" &&
        quiet blank cmake -S "$spaced/tests/consumers/installed" -B "$work/a consumer" \
            -DCMAKE_PREFIX_PATH="$work/a prefix" && quiet blank cmake --build "$work/a consumer"
}
check "CMake, blanks in paths, a static library: builds" by_blank
check "it runs" prints "$work/a consumer/consumer"
check "it runs, with the library" prints "$work/a consumer/compiled"
check "make install, blanks in paths" quiet blank make -C "$spaced" install PREFIX="$work/made here"
by_blank_pc() {
    blank_flags=$(PKG_CONFIG_PATH="$work/made here/lib/pkgconfig" \
        pkg-config --cflags --libs gc-rng gc-sort gc-sparse gc-writer gc-fetch) &&
        eval "quiet blank \${CC:-cc} tests/consumers/main.c -o \"\$work/by_blank\" $blank_flags"
}
check "its pkg-config files: links" by_blank_pc
check "its pkg-config files: runs" prints "$work/by_blank"

# With all of Debian's hardening no warning; -O1, since clang takes a minute at -O2.
hardened() {
    eval "$(DEB_BUILD_MAINT_OPTIONS=hardening=+all dpkg-buildflags --export=sh)" &&
        quiet hardened "${CC:-cc}" $CPPFLAGS $CFLAGS -O1 -Wall -Wextra -Werror tests/consumers/main.c -I. \
            -o "$work/hardened" $LDFLAGS $(pkg-config --cflags --libs libcurl) -pthread
}
check "Debian's hardening flags: builds without a warning" eval '(hardened)'
check "Debian's hardening flags: runs" prints "$work/hardened"

# A tree that cannot be written, built elsewhere; by a user, since root may write anything.
mkdir "$work/consumed" && cp -r Makefile gc_*.h examples tests "$work/consumed"
chmod -R a-w "$work/consumed"
chmod a+rx "$work"
mkdir "$work/elsewhere" && chmod 777 "$work/elsewhere"
as=
[ "$(id -u)" != 0 ] || as="setpriv --reuid 65534 --regid 65534 --clear-groups"
check "it cannot be written" eval '! $as touch "$work/consumed/file" 2>/dev/null'
check "a build folder outside of it" quiet elsewhere $as make -C "$work/consumed" BUILD="$work/elsewhere/b" \
      CFLAGS=-O0 "$work/elsewhere/b/rng_lab" "$work/elsewhere/b/tests/test_sparse_small"
check "what is built there runs" "$work/elsewhere/b/tests/test_sparse_small" --part 1 2
chmod -R u+w "$work/consumed"

# gc.hpp is installed beside the headers.
links_hpp() {
    quiet hpp ${CXX:-c++} -std=c++17 -Wall -Wextra -Werror tests/consumers/main.cc -o "$work/by_hpp" $flags
}
check "gc.hpp, pkg-config: links" links_hpp
check "gc.hpp, pkg-config: runs" prints "$work/by_hpp"

# ---- meson: installed, a sub-project, from the installed files

cp -r tests/consumers "$work/consumers"
mkdir "$work/consumers/meson/subprojects"
ln -s "$tree" "$work/consumers/meson/subprojects/gc_headers"
builds_meson() {    # SOURCE BUILD OPTION...
    source=$1 build=$2
    shift 2
    quiet meson meson setup "$work/$build" "$source" "$@" && quiet meson ninja -C "$work/$build"
}
check "meson, sub-project: builds" builds_meson "$work/consumers/meson" meson-sub
check "meson, sub-project: runs" prints "$work/meson-sub/consumer"
check "meson builds the library" builds_meson . meson-lib --prefix "$work/meson" -Dlibrary=true
check "meson installs" quiet meson meson install -C "$work/meson-lib"
check "meson: the library's soname has the minor version" equal \
      "$(soname "$(find "$work/meson" -name libgc_headers.so)")" "$own"
rm "$work/consumers/meson/subprojects/gc_headers"
PKG_CONFIG_PATH=$(dirname "$(find "$work/meson" -name gc-rng.pc)")
export PKG_CONFIG_PATH
check "meson installs gc.hpp" test -e "$work/meson/include/gc.hpp"
check "meson, installed: builds" builds_meson "$work/consumers/meson" meson-installed
check "meson, installed: runs" prints "$work/meson-installed/consumer"
unset PKG_CONFIG_PATH

# ---- a release: its archive is this tree, and the files for each registry hold

dist=$work/dist
check "make dist" quiet dist sh packaging/dist.sh "$dist"
archive=$(cd "$dist" && echo gc-headers-*.tar.gz)
sums() { (cd "$dist" && sha256sum -c SHA256SUMS >/dev/null); }
check "the checksum is the archive's" sums
unpacks() {
    tar xf "$dist/$archive" -C "$work" && git ls-files | sort >"$work/tracked" &&
        (cd "$work/${archive%.tar.gz}" && find . -type f -o -type l) | sed 's|^[.]/||' | sort |
        diff "$work/tracked" -
}
check "the archive has the files that git has" unpacks
nothing_open() { ! grep -rnE '@[A-Z0-9]+@' "$dist/registries"; }
check "version and checksum stand in every file" nothing_open
by_wrap() {
    mkdir -p "$work/wrap/meson/subprojects/packagecache" &&
        cp tests/consumers/main.c "$work/wrap/" &&
        sed "s/, fallback: .*\]/)\ndeps += dependency('gc-' + name/" tests/consumers/meson/meson.build \
            >"$work/wrap/meson/meson.build" &&
        cp "$dist/registries/wrapdb/gc-headers.wrap" "$work/wrap/meson/subprojects/" &&
        cp "$dist/$archive" "$work/wrap/meson/subprojects/packagecache/" &&
        builds_meson "$work/wrap/meson" meson-wrap
}
check "WrapDB: builds from the archive" by_wrap
check "WrapDB: runs" prints "$work/meson-wrap/consumer"

# Debian's package, by Debian's own tools; its lintian says nothing above "pedantic" but that no
# bug is closed by it. Its test runs with the files that the package installs.
by_debian() {
    origin=gc-headers_$(basename "${archive#gc-headers-}" .tar.gz).orig.tar.gz
    mv "$work/${archive%.tar.gz}" "$work/debian" && cp -r "$dist/registries/debian" "$work/debian/" &&
        cp "$dist/$archive" "$work/$origin" &&
        cd "$work/debian" && quiet debian dpkg-buildpackage -us -uc && cd "$tree" &&
        quiet lintian lintian --allow-root --fail-on error,warning,info \
            --suppress-tags initial-upload-closes-no-bugs "$work"/*.changes &&
        dpkg-deb -x "$work"/libgc-headers-dev_*.deb "$work/installed-deb" &&
        PKG_CONFIG_PATH=$work/installed-deb/usr/share/pkgconfig PKG_CONFIG_SYSROOT_DIR=$work/installed-deb \
            quiet dice sh packaging/registries/debian/tests/dice
}
if command -v lintian >/dev/null 2>&1 && command -v dh >/dev/null 2>&1; then
    check "Debian: builds, lintian finds nothing, its test passes" by_debian
    cd "$tree" || exit 1
else
    skip "Debian's package" "debhelper or lintian is not installed (make setup-dev)"
fi
reads() {    # WHAT PROGRAM ARGUMENT...
    what=$1
    shift
    if command -v "$1" >/dev/null 2>&1; then
        check "$what: it reads" quiet reads "$@"
    else
        skip "$what" "$1 is not installed (make setup-dev)"
    fi
}
reads "Homebrew's formula" ruby -c "$dist/registries/homebrew/gc-headers.rb"
NIX_STATE_DIR=$work
export NIX_STATE_DIR
reads "Nix's expression" nix-instantiate --parse "$dist/registries/nix/default.nix"
reads "xmake's recipe" luajit -bl "$dist/registries/xmake/xmake.lua" "$work/xmake.txt"
reads "Conan's recipe" python3 -m py_compile "$dist/registries/conan/all/conanfile.py"
reads "clib's list" python3 -m json.tool "$dist/registries/clib/clib.json" "$work/clib.json"
clib_lists() {
    for file in $(sed -n 's/.*"src": \[\(.*\)\]/\1/p' "$dist/registries/clib/clib.json" | tr -d '",'); do
        [ -e "$file" ] || return 1
    done
}
check "clib's list names files that are there" clib_lists

# ---- ctypes, which needs no declarations (check_bindings.sh has the other languages)

library=$(find "$work/prefix" -name 'libgc_headers.so')
by_ctypes() {
    [ "$(python3 - "$library" <<PYTHON
import ctypes as c, sys
gc = c.CDLL(sys.argv[1])
rng = (c.c_uint64 * 4)()
gc.gc_rng_seed(rng, c.c_uint64(2026))
dice = (c.c_int32 * 5)(*[gc.gc_rng_range(rng, c.c_int64(1), c.c_int64(6)) for _ in range(5)])
gc.gc_sort_i32(dice, c.c_size_t(5))
print(*dice)
PYTHON
)" = "3 3 4 5 6" ]
}
check "ctypes: calls" by_ctypes

# ---- the C++20 module

by_module() {
    cd "$work" &&
        quiet module g++ -std=c++20 -fmodules-ts -I"$tree" -x c++ -c "$tree/packaging/gc.cppm" -o gc.o &&
        quiet module g++ -std=c++20 -fmodules-ts -c "$tree/tests/consumers/module/main.cc" -o main.o &&
        quiet module g++ main.o gc.o "$library" -Wl,-rpath,"$(dirname "$library")" -o by_module
}
check "C++20 module: builds" by_module
cd "$tree" || exit 1
check "C++20 module: runs" prints "$work/by_module"

# ---- gdb shows ids and views in words

by_gdb() {
    ${CC:-cc} -g -I. tests/consumers/gdb.c -o "$work/by_gdb" &&
        gdb -q -batch -ex 'source packaging/gdb/gc_headers.py' -ex 'break look' -ex run -ex 'print id' \
            -ex 'print none' -ex 'print type' -ex 'print view' "$work/by_gdb" 2>&1 |
        sed -n 's/^\$[0-9]* = //p' >"$work/gdb.log"
    [ "$(cat "$work/gdb.log")" = "entity 2, generation 1
no entity
type 1
3 matches, 1 columns, packed" ]
}
check "gdb: ids, types and views" by_gdb

# ---- Visual Studio's: sound XML, and each name in it is one that the compiler knows, of the types
# that gdb shows

by_natvis() {
    python3 - packaging/natvis/gc_headers.natvis >"$work/natvis.c" <<'END' || return 1
import re
import sys
import xml.etree.ElementTree as xml

space = "{http://schemas.microsoft.com/vstudio/debugger/natvis/2010}"
print('#include "gc_sparse.h"\n#include "gc_fetch.h"\n#include "gc_writer.h"')
for number, shown in enumerate(xml.parse(sys.argv[1]).getroot().findall(space + "Type")):
    texts = shown.findall(space + "DisplayString")
    words = [text.get("Condition", "") for text in texts]
    words += re.findall("{(.*?)}", " ".join(text.text for text in texts))
    for name in sorted(set(re.findall("[a-z_]+", re.sub("0x[0-9a-f]+", "", " ".join(words))))):
        print("size_t at_%d_%s = offsetof(%s, %s);" % (number, name, shown.get("Name"), name))
END
    ${CC:-cc} -I. -fsyntax-only "$work/natvis.c" || return 1
    [ "$(sed -n 's/.*Type Name="\(.*\)".*/\1/p' packaging/natvis/gc_headers.natvis | sort)" = \
        "$(sed -n 's/^printers.add_printer(.*"^\(.*\)\$".*/\1/p' packaging/gdb/gc_headers.py | sort)" ]
}
check "natvis: sound, and of the types that gdb shows" by_natvis

finish
