#!/bin/sh
# setup.sh [dev] - installs through the system's package manager what is missing, says so, and does nothing when all is there.
# Without "dev": what demo and test need. With it: what the longer checks need too; no service is left running or enabled.

root=
[ "$(id -u)" = 0 ] || root=sudo
manager=none
for m in apt-get dnf pacman zypper apk brew; do
    command -v $m >/dev/null 2>&1 && manager=$m && break
done

# Cross compilers and the 32-bit library by version: Debian's gcc-multilib without one would remove the cross compilers.
version=$(gcc -dumpversion 2>/dev/null | cut -d. -f1)

# What to install for a need, by package manager.
package() {
    case "$manager:$1" in
    apt-get:compiler) echo gcc libc6-dev ;;
    apt-get:make) echo make ;;
    apt-get:curl) echo libcurl4-openssl-dev ;;
    apt-get:c++) echo g++ ;;
    apt-get:clang) echo clang ;;
    apt-get:asan-clang) echo libclang-rt-14-dev ;;
    apt-get:nginx) echo nginx-light ;;
    apt-get:setpriv) echo util-linux ;;
    apt-get:script) echo bsdutils ;;
    apt-get:python3) echo python3 ;;
    apt-get:strace) echo strace ;;
    apt-get:mkfs.ext4) echo e2fsprogs ;;
    apt-get:mkfs.xfs) echo xfsprogs ;;
    apt-get:mkfs.btrfs) echo btrfs-progs ;;
    apt-get:losetup) echo mount ;;
    # The versioned ones: gcc-multilib and the cross compilers' own names exclude each other.
    apt-get:gcc-m32) echo "gcc-${version:-12}-multilib" ;;
    apt-get:gcc-aarch64) echo "gcc-${version:-12}-aarch64-linux-gnu libc6-dev-arm64-cross" ;;
    apt-get:gcc-s390x) echo "gcc-${version:-12}-s390x-linux-gnu libc6-dev-s390x-cross" ;;
    apt-get:qemu-user) echo qemu-user-static ;;
    apt-get:musl-gcc) echo musl-tools ;;
    apt-get:curl-program) echo curl ;;
    apt-get:mingw) echo gcc-mingw-w64-x86-64-posix ;;
    apt-get:wine) echo wine wine64 ;;
    apt-get:boost) echo libboost-dev ;;
    apt-get:highway) echo libhwy-dev ;;
    dnf:mingw) echo mingw64-gcc mingw64-winpthreads-static ;;
    dnf:compiler) echo gcc glibc-devel ;;
    dnf:curl) echo libcurl-devel ;;
    zypper:curl) echo libcurl-devel ;;
    pacman:compiler) echo gcc ;;
    pacman:curl) echo curl ;;
    apk:compiler) echo gcc musl-dev ;;
    apk:curl) echo curl-dev ;;
    brew:curl) echo curl ;;
    brew:compiler) echo gcc ;;
    *:compiler) echo gcc ;;
    *:c++) echo g++ ;;
    *:mingw) echo mingw-w64-gcc ;;
    *:curl-program) echo curl ;;
    *:asan-clang) echo compiler-rt ;;
    *:setpriv | *:script | *:losetup) echo util-linux ;;
    *:mkfs.ext4) echo e2fsprogs ;;
    *:mkfs.xfs) echo xfsprogs ;;
    *:mkfs.btrfs) echo btrfs-progs ;;
    *) echo "$1" ;;
    esac
}

have() {
    case $1 in
    compiler) echo 'int main(void) { return 0; }' | ${CC:-cc} -x c - -o /dev/null 2>/dev/null ;;
    curl) [ "$(sh "$(dirname "$0")/curl_flags.sh" "${CC:-cc}" auto 2>/dev/null)" != -DGC_FETCH_NO_CURL ] ;;
    c++) command -v g++ >/dev/null 2>&1 ;;
    asan-clang) echo 'int main(void) { return 0; }' | clang -fsanitize=thread -x c - -o /dev/null 2>/dev/null ;;
    nginx) command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] ;;
    mkfs.* | losetup) PATH=$PATH:/usr/sbin:/sbin command -v "$1" >/dev/null 2>&1 ;;
    mingw) command -v x86_64-w64-mingw32-gcc-posix >/dev/null 2>&1 || command -v x86_64-w64-mingw32-gcc >/dev/null 2>&1 ;;
    curl-program) command -v curl >/dev/null 2>&1 ;;
    gcc-m32) echo 'int main(void) { return 0; }' | gcc -m32 -x c - -o /dev/null 2>/dev/null ;;
    gcc-aarch64 | gcc-s390x)
        ls /usr/bin/${1#gcc-}-linux-gnu-gcc* >/dev/null 2>&1 && [ -e /usr/${1#gcc-}-linux-gnu/include/stdio.h ]
        ;;
    boost) echo '#include <boost/sort/spinsort/spinsort.hpp>' | g++ -fsyntax-only -x c++ - 2>/dev/null ;;
    highway) echo '#include <hwy/contrib/sort/vqsort.h>' | g++ -fsyntax-only -x c++ - 2>/dev/null ;;
    qemu-user) command -v qemu-s390x-static >/dev/null 2>&1 || command -v qemu-s390x >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

needs="compiler make curl"
[ "$1" = dev ] && needs="$needs c++ clang asan-clang nginx openssl setpriv script python3 curl-program strace"
[ "$1" = dev ] && [ $manager = apt-get ] && needs="$needs boost highway"       # peers of bench-sort
[ "$1" = dev ] && [ "$(uname -s)" = Linux ] && needs="$needs mkfs.ext4 mkfs.xfs mkfs.btrfs losetup"
[ "$1" = dev ] && [ "$(uname -s):$(uname -m)" = Linux:x86_64 ] && needs="$needs mingw wine"
[ "$1" = dev ] && [ "$manager-$(uname -m)" = apt-get-x86_64 ] && needs="$needs gcc-m32 musl-gcc gcc-aarch64 gcc-s390x qemu-user tcc"
missing= packages=
for need in $needs; do
    have $need && continue
    missing="$missing $need"
    packages="$packages $(package $need)"
done
if [ -z "$missing" ]; then
    echo "setup: all is there ($needs)"
    exit 0
fi
echo "setup: missing:$missing; installing with $manager:$packages"
case $manager in
apt-get)
    # A package that brings a service would start it: this file, while it exists, says no to that.
    policy=/usr/sbin/policy-rc.d made=
    if [ "$1" = dev ] && [ ! -e $policy ]; then
        printf '#!/bin/sh\nexit 101\n' | $root tee $policy >/dev/null
        $root chmod 755 $policy
        made=1
    fi
    # The lists may be absent or old: fetch them once, and only then.
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $packages >/dev/null 2>&1 ||
        { $root apt-get update -q >/dev/null &&
            $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $packages >/dev/null; }
    status=$?
    [ -z "$made" ] || $root rm -f $policy
    case "$missing " in
    *" nginx "*)
        if command -v deb-systemd-helper >/dev/null 2>&1; then $root deb-systemd-helper disable nginx.service >/dev/null 2>&1; fi
        if command -v update-rc.d >/dev/null 2>&1; then $root update-rc.d nginx disable >/dev/null 2>&1; fi
        ;;
    esac
    ;;
dnf) $root dnf install -y -q $packages; status=$? ;;
pacman) $root pacman -S --needed --noconfirm $packages; status=$? ;;
zypper) $root zypper -n install $packages; status=$? ;;
apk) $root apk add $packages; status=$? ;;
brew) brew install $packages; status=$? ;;
*)
    echo "setup: no known package manager here; please install:$missing" >&2
    exit 1
    ;;
esac
still=
for need in $needs; do
    have $need || still="$still $need"
done
if [ "$status" != 0 ] || [ -n "$still" ]; then
    case "$still" in
    " curl")
        echo "setup: libcurl's headers could not be installed: demo and test run without HTTP, over file: URLs" >&2
        exit 0
        ;;
    esac
    echo "setup: could not install:$still (status $status)" >&2
    exit 1
fi
echo "setup: done"
