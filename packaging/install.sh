#!/bin/sh
# install.sh - what `make install` does: the headers, gc.hpp, the licence and the pkg-config files
# under $DESTDIR$PREFIX. INCLUDEDIR and LIBDIR choose other folders, relative to PREFIX or not;
# CURL=no: gc_fetch.h without libcurl.
cd "$(dirname "$0")/.." || exit 1
set -e
PREFIX=${PREFIX:-/usr/local} INCLUDEDIR=${INCLUDEDIR:-include} LIBDIR=${LIBDIR:-lib}
at() { case $1 in /*) echo "$DESTDIR$1" ;; *) echo "$DESTDIR$PREFIX/$1" ;; esac; }
put() { mkdir -p "$1" && cp "$2" "$1/" && chmod 644 "$1/$(basename "$2")"; }     # FOLDER FILE
for file in gc_*.h gc.hpp; do put "$(at "$INCLUDEDIR")" "$file"; done
put "$(at share/licenses/gc-headers)" LICENSE

# A prefix that is told by where the file lies moves with it, as CMake's does.
version=$(sed -n 's/^project(gc_headers VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
pc=$LIBDIR/pkgconfig prefix=$PREFIX include=$INCLUDEDIR
case $LIBDIR in /*) ;; *) prefix='${pcfiledir}'/$(echo "$pc" | sed 's/[^/][^/]*/../g') ;; esac
case $INCLUDEDIR in /*) ;; *) include='${prefix}'/$INCLUDEDIR ;; esac
mkdir -p "$(at "$pc")"
for name in rng sort sparse writer fetch; do
    options= requires= defines=
    case $name in sort | writer | fetch) options=-pthread ;; esac
    case $name-$CURL in fetch-no) defines=-DGC_FETCH_NO_CURL ;; fetch-*) requires=libcurl ;; esac
    sed -e "s|@gc_pc_prefix@|$prefix|; s|@gc_pc_includedir@|$include|; s|@gc_pc_name@|$name|g" \
        -e "s|@PROJECT_VERSION@|$version|; s|@gc_pc_requires@|$requires|" \
        -e "s|@gc_pc_options@|$options|; s|@gc_pc_defines@|$defines|" packaging/gc.pc.in \
        >"$(at "$pc")/gc-$name.pc"
    chmod 644 "$(at "$pc")/gc-$name.pc"
done
echo "installed under $DESTDIR$PREFIX"
