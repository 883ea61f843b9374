#!/bin/sh
# check_fetch_curls.sh - gc_fetch.h beside the libcurls of Debian 11, 12 and 13, each in a folder that
# debootstrap makes: replies, heads, transfer codings and the 29 lies of tests/fault/lies.c. What
# libcurl makes of a head differs by version, and what is done must not. The programs are built
# by this machine's compiler with the folder's C library, and run in there. Needs root and
# debootstrap; a minute and a half on two cores.
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh
PATH=$PATH:/usr/sbin
if ! command -v debootstrap >/dev/null 2>&1; then
    skip "other libcurls" "debootstrap is not installed (make setup-dev)"
    finish
    exit
fi
if [ "$(id -u)" != 0 ]; then
    skip "other libcurls" "needs root"
    finish
    exit
fi

# The archive that this machine's apt goes to.
archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' | head -n 1)
tests="http_replies http_codings http_heads http_folded http_broken http_bad_ranges http_moody_ranges"
for way in wrong cut redirect early times large; do tests="$tests upload_http_$way"; done

# Unpacks the libraries, which is all that programs need to be built and to run there; nothing is
# configured, nothing mounted.
folder() { # SUITE PACKAGE
    debootstrap --download-only --variant=minbase --include="$2,libc6-dev" "$1" "$root" "$archive" || return 1
    mkdir -p "$root/usr/lib" "$root/usr/lib64" "$root/tmp"
    ln -s usr/lib usr/lib64 "$root"
    for package in "$root"/var/cache/apt/archives/lib*.deb "$root"/var/cache/apt/archives/zlib1g_*.deb \
        "$root"/var/cache/apt/archives/linux-libc-dev_*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$root" || return 1
    done

    # For the linker, out here, links must lead where they do in there.
    find "$root/usr/lib64" "$libraries" -maxdepth 1 -lname '/*' | while read -r link; do
        ln -sfr "$root$(readlink "$link")" "$link"
    done
}

# one SUITE PACKAGE: makes the folder, builds, runs; lines "ok WHAT" and "no WHAT".
one() {
    start=$(date +%s) root=$work/$1
    libraries=$root/usr/lib/$(${CC:-cc} -print-multiarch)
    folder "$1" "$2" >"$work/$1.log" 2>&1 && echo "ok debootstrap" || { echo "no debootstrap"; return; }
    made=$(date +%s)
    flags="-O0 -g1 -Wall -Wextra -I. -Itests --sysroot=$root -B$libraries -L$libraries -pthread"
    for source in tests/test_fetch_dlopen.c tests/fault/lies.c; do
        name=$(basename $source .c)
        [ $name = lies ] && flags="$flags -DGC_FETCH_DLOPEN"
        ${CC:-cc} $flags $source -o "$root/$name" -ldl >>"$work/$1.log" 2>&1 && echo "ok $name builds" ||
            echo "no $name builds"
    done
    ls "$root"/usr/lib/*/libcurl.so.4.* | sed 's/.*\//is /'
    for test in $tests; do
        chroot "$root" /test_fetch_dlopen $test >"$root/out" 2>&1
        grep -q '^1 passed, 0 failed, 0 skipped' "$root/out" && echo "ok $test" || echo "no $test"
        cat "$root/out" >>"$work/$1.log"
    done
    chroot "$root" /lies >"$root/out" 2>&1 && echo "ok 435 runs of lies" || echo "no 435 runs of lies"
    cat "$root/out" >>"$work/$1.log"
    grep '^435 runs' "$root/out" | sed 's/^/is /'
    echo "is $((made - start)) s to make, $(($(date +%s) - made)) s to build and run"
}

jobs=
for suite in bullseye:libcurl4 bookworm:libcurl4 trixie:libcurl4t64; do
    one ${suite%:*} ${suite#*:} >"$work/${suite%:*}.sum" &
    jobs="$jobs $!"
done
helpers=$jobs
wait $jobs
helpers=
for suite in bullseye bookworm trixie; do
    lines=$(wc -l <"$work/$suite.sum")
    check "$suite: all has been run" test "$lines" -ge $(($(echo $tests | wc -w) + 7))
    while read -r how what; do
        case $how in
        is) echo "$suite: $what" ;;
        *) check "$suite: $what" test "$how" = ok ;;
        esac
    done <"$work/$suite.sum"
    ! grep -q '^no' "$work/$suite.sum" || tail -n 40 "$work/$suite.log"
done
finish
