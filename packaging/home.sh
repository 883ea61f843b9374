#!/bin/sh
# home.sh - where the project lives: its home page, what git clones, whom to write to. There are
# none yet: these are placeholders, of a domain that can never exist. With new ones
#   home.sh home=https://... clone=https://... contact=NAME@...
# writes them into this file and into all others that name them; without, it lists these files,
# and fails if a file names another address of the kind.
home=https://HOMEPAGE.invalid
clone=https://CLONE.invalid/gc_headers.git
contact=security@CONTACT.invalid

cd "$(dirname "$0")/.." || exit 1
export LC_ALL=C
files="README.md SECURITY.md CMakeLists.txt meson.build packaging/gc.pc.in packaging/vcpkg/vcpkg.json
    packaging/vcpkg/portfile.cmake packaging/conan/conanfile.py $(
        find packaging/registries -type f ! -name rules ! -name format ! -name config.yml ! -name clib.json \
            ! -path '*/tests/*' | sort | tr '\n' ' ')"
for word in "$@"; do
    name=${word%%=*} new=${word#*=}
    case $name in home) old=$home ;; clone) old=$clone ;; contact) old=$contact ;; *)
        echo "home.sh [home=URL] [clone=URL] [contact=ADDRESS]" >&2
        exit 2
        ;;
    esac
    case $new in
    "$word" | '' | *[!A-Za-z0-9:/.@_~+-]*) echo "home.sh: \"$new\" is no address" >&2; exit 2 ;;
    esac

    # The dots of an address are no patterns.
    pattern=$(printf '%s' "$old" | sed 's/[.]/[.]/g')
    for file in $files packaging/home.sh; do
        sed "s|$pattern|$new|g" "$file" >"$file.new" && cat "$file.new" >"$file"
        rm "$file.new"
    done
done
[ $# = 0 ] || exec sh packaging/home.sh

status=0
for file in $files; do
    told=$(grep -cF -e "$home" -e "$clone" -e "$contact" "$file")
    echo "$file: $told"
    [ "$told" != 0 ] || status=1
done
grep -nF .invalid $files | grep -vF -e "$home" -e "$clone" -e "$contact" && status=1
exit $status
