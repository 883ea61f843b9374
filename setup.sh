#!/bin/sh
# sh setup.sh TARGET [NAME=VALUE]... - for a machine that may not even have make: installs what
# is missing, then calls make with the rest. Needs nothing but a shell and the system's package
# manager. What it installs, and how it ends: tests/support/setup.sh.
cd "$(dirname "$0")" || exit 1
usage() {
    echo "sh setup.sh demo    install what is missing (a compiler, make, libcurl's headers), run the examples"
    echo "sh setup.sh test    the same, then run every test"
    echo "sh setup.sh help    ... or any other target of the Makefile, with variables if you like:"
    echo "                    sh setup.sh demo CURL=no"
}
case $1 in
'') usage >&2; exit 2 ;;
-h | --help) usage; exit 0 ;;
help)
    # What `make help` prints, where there may be no make.
    sed -n '/^help:/,/^setup:/s/^\t@echo[ "]*\(.*[^"]\)*"*$/\1/p' Makefile
    exit
    ;;
esac

# The setup looks for the same compiler and library as make will.
for word in "$@"; do
    case $word in
    CC=*) CC=${word#CC=}; export CC ;;
    CURL=*) CURL=${word#CURL=}; export CURL ;;
    esac
done
sh tests/support/setup.sh || exit
exec make "$@"
