#!/bin/sh
# setup.sh [dev] - installs through the system's package manager what is missing, says so, and
# does nothing when all is there. Without "dev": what demo and test need. With it: what the
# longer checks need too; no service is left running or enabled. Where it may not install, it
# prints the command for an administrator. Ends with 0: all is there (or all but libcurl's
# headers: demo and test then run without HTTP); 1: the installation failed; 3: something is
# missing that only an administrator can install.

manager=none
for m in apt-get dnf pacman zypper apk brew; do
    command -v $m >/dev/null 2>&1 && manager=$m && break
done

# Cross compilers and the 32-bit library by version: Debian's gcc-multilib without one would
# remove the cross compilers.
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
    apt-get:squid) echo squid ;;
    apt-get:setpriv) echo util-linux ;;
    apt-get:script) echo bsdutils ;;
    apt-get:python3) echo python3 ;;
    apt-get:numpy) echo python3-numpy ;;
    apt-get:strace) echo strace ;;
    apt-get:mkfs.ext4) echo e2fsprogs ;;
    apt-get:mkfs.xfs) echo xfsprogs ;;
    apt-get:mkfs.btrfs) echo btrfs-progs ;;
    apt-get:losetup) echo mount ;;
    # The versioned ones: gcc-multilib and the cross compilers' own names exclude each other.
    apt-get:gcc-m32) echo "gcc-${version:-12}-multilib" ;;
    apt-get:gcc-aarch64) echo "gcc-${version:-12}-aarch64-linux-gnu libc6-dev-arm64-cross" ;;
    apt-get:gcc-s390x) echo "gcc-${version:-12}-s390x-linux-gnu libc6-dev-s390x-cross" ;;
    apt-get:gcc-armhf) echo "gcc-${version:-12}-arm-linux-gnueabihf libc6-dev-armhf-cross" ;;
    apt-get:gcc-riscv64) echo "gcc-${version:-12}-riscv64-linux-gnu libc6-dev-riscv64-cross" ;;
    apt-get:emcc) echo emscripten ;;
    apt-get:node) echo nodejs ;;
    apt-get:luajit) echo luajit ;;
    apt-get:mcs) echo mono-mcs ;;
    apt-get:mono) echo mono-runtime ;;
    apt-get:go) echo golang-go ;;
    apt-get:dh) echo debhelper dpkg-dev ;;
    apt-get:nix-instantiate) echo nix-bin ;;
    apt-get:javac) echo default-jdk-headless ;;
    apt-get:pdqsort) echo pdqsort-dev ;;
    apt-get:tsc) echo node-typescript ;;
    apt-get:glslangValidator) echo glslang-tools ;;
    apt-get:vulkan) echo libvulkan-dev mesa-vulkan-drivers ;;
    apt-get:qemu-user) echo qemu-user-static ;;
    apt-get:musl-gcc) echo musl-tools ;;
    apt-get:curl-program) echo curl ;;
    apt-get:mingw) echo gcc-mingw-w64-x86-64-posix g++-mingw-w64-x86-64-posix gcc-mingw-w64-i686-posix ;;
    apt-get:wine) echo wine wine64 ;;
    apt-get:boost) echo libboost-dev ;;
    apt-get:highway) echo libhwy-dev ;;
    apt-get:gsl) echo libgsl-dev ;;
    apt-get:pcg) echo libpcg-cpp-dev ;;
    apt-get:libuv) echo libuv1-dev ;;
    apt-get:liburing) echo liburing-dev ;;
    apt-get:tbb) echo libtbb-dev ;;
    apt-get:sodium) echo libsodium-dev libssl-dev ;;
    apt-get:cffi) echo python3-cffi python3-pycparser ;;
    apt-get:ninja) echo ninja-build ;;
    apt-get:pkg-config) echo pkg-config ;;
    apt-get:locales) echo locales libc-bin ;;
    apt-get:png) echo libpng-dev ;;
    dnf:png | zypper:png) echo libpng-devel ;;
    apk:png) echo libpng-dev ;;
    *:png) echo libpng ;;
    apt-get:zlib) echo zlib1g-dev ;;
    dnf:zlib | zypper:zlib) echo zlib-devel ;;
    apk:zlib) echo zlib-dev ;;
    dnf:mingw) echo mingw64-gcc mingw64-gcc-c++ mingw32-gcc mingw64-winpthreads-static ;;
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
    png) [ -n "$(sh "$(dirname "$0")/png_flags.sh" "${CC:-cc}" 2>/dev/null)" ] ;;
    c++) command -v g++ >/dev/null 2>&1 ;;
    asan-clang) echo 'int main(void) { return 0; }' |
        clang -fsanitize=thread -x c - -o /dev/null 2>/dev/null ;;
    nginx | squid) command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ] ;;
    mkfs.* | losetup | debootstrap) PATH=$PATH:/usr/sbin:/sbin command -v "$1" >/dev/null 2>&1 ;;
    mingw) for compiler in x86_64-w64-mingw32-gcc x86_64-w64-mingw32-g++ i686-w64-mingw32-gcc; do
            command -v $compiler-posix >/dev/null 2>&1 || command -v $compiler >/dev/null 2>&1 || return 1
        done ;;
    curl-program) command -v curl >/dev/null 2>&1 ;;
    gcc-m32) echo 'int main(void) { return 0; }' | gcc -m32 -x c - -o /dev/null 2>/dev/null ;;
    gcc-aarch64 | gcc-s390x)
        ls /usr/bin/${1#gcc-}-linux-gnu-gcc* >/dev/null 2>&1 &&
            [ -e /usr/${1#gcc-}-linux-gnu/include/stdio.h ]
        ;;
    gcc-armhf) ls /usr/bin/arm-linux-gnueabihf-gcc* >/dev/null 2>&1 &&
        [ -e /usr/arm-linux-gnueabihf/include/stdio.h ] ;;
    gcc-riscv64) ls /usr/bin/riscv64-linux-gnu-gcc* >/dev/null 2>&1 &&
        [ -e /usr/riscv64-linux-gnu/include/stdio.h ] ;;
    vulkan) echo '#include <vulkan/vulkan.h>' | "${CC:-cc}" -fsyntax-only -x c - 2>/dev/null &&
        ls /usr/share/vulkan/icd.d/lvp_icd* >/dev/null 2>&1 ;;
    zlib) echo '#include <zlib.h>' | "${CC:-cc}" -fsyntax-only -x c - 2>/dev/null ;;
    boost) echo '#include <boost/sort/spinsort/spinsort.hpp>' | g++ -fsyntax-only -x c++ - 2>/dev/null ;;
    pdqsort) echo '#include <pdqsort.h>' | g++ -fsyntax-only -x c++ - 2>/dev/null ;;
    highway) echo '#include <hwy/contrib/sort/vqsort.h>' | g++ -fsyntax-only -x c++ - 2>/dev/null ;;
    gsl) echo '#include <gsl/gsl_rng.h>' | "${CC:-cc}" -fsyntax-only -x c - 2>/dev/null ;;
    pcg) echo '#include <pcg_random.hpp>' | g++ -fsyntax-only -x c++ - 2>/dev/null ;;
    libuv) echo '#include <uv.h>' | "${CC:-cc}" -fsyntax-only -x c - 2>/dev/null ;;
    liburing) echo '#include <liburing.h>' | "${CC:-cc}" -fsyntax-only -x c - 2>/dev/null ;;
    tbb) echo '#include <tbb/parallel_sort.h>' | g++ -fsyntax-only -x c++ - 2>/dev/null ;;
    sodium) echo '#include <sodium.h>
#include <openssl/evp.h>' | "${CC:-cc}" -fsyntax-only -x c - 2>/dev/null ;;
    locales) command -v localedef >/dev/null 2>&1 && [ -e /usr/share/i18n/locales/tr_TR ] ;;
    numpy) python3 -c 'import numpy' 2>/dev/null || /usr/bin/python3 -c 'import numpy' 2>/dev/null ;;
    cffi) python3 -c 'import cffi, pycparser' 2>/dev/null ;;
    qemu-user) command -v qemu-s390x-static >/dev/null 2>&1 || command -v qemu-s390x >/dev/null 2>&1 ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

needs="make compiler"
[ "$CURL" = no ] || needs="$needs curl"
[ "$1" = dev ] && needs="$needs c++ clang asan-clang nginx squid openssl setpriv script python3 curl-program"
[ "$1" = dev ] && needs="$needs strace png zlib cmake meson ninja pkg-config cffi gdb"
[ "$1" = dev ] && [ "$manager-$(uname -s)" = apt-get-Linux ] &&
    needs="$needs libuv liburing"           # peers of bench-writer
[ "$1" = dev ] && [ $manager = apt-get ] &&
    # peers of bench-sort, sort_table, bench-rng, of signatures; a bare machine
    needs="$needs boost highway pdqsort tbb gsl pcg sodium debootstrap numpy"
[ "$1" = dev ] && [ "$(uname -s)" = Linux ] && needs="$needs mkfs.ext4 mkfs.xfs mkfs.btrfs losetup"
[ "$1" = dev ] && [ "$(uname -s):$(uname -m)" = Linux:x86_64 ] && needs="$needs mingw wine"
[ "$1" = dev ] && [ "$manager-$(uname -m)" = apt-get-x86_64 ] &&
    needs="$needs gcc-m32 musl-gcc gcc-aarch64 gcc-s390x gcc-armhf gcc-riscv64 qemu-user tcc"
[ "$1" = dev ] && [ "$manager-$(uname -m)" = apt-get-x86_64 ] &&
    needs="$needs emcc node luajit chromium firefox-esr pngquant"

# Packages of Debian, Homebrew and Nix.
[ "$1" = dev ] && [ "$manager-$(uname -m)" = apt-get-x86_64 ] &&
    needs="$needs dh lintian ruby nix-instantiate"

# Other languages: those that call the library, and those of gc_rng.h's twins.
[ "$1" = dev ] && [ "$manager-$(uname -m)" = apt-get-x86_64 ] &&
    needs="$needs rustc go mcs mono javac tsc godot3-server glslangValidator vulkan"

# Other systems' compilers, by npm: no package of the system's, and so no work for its manager.
[ "$1" != dev ] || [ "$(uname -s):$(uname -m)" != Linux:x86_64 ] || needs="$needs npm"

# A decimal comma, and mawk, which heeds it.
[ "$1" = dev ] && [ "$manager-$(uname -s)" = apt-get-Linux ] && needs="$needs locales mawk"

# The compilers that Debian 12 has beside its own: for `make platforms`.
[ "$1" = dev ] && [ "$manager-$(uname -m)" = apt-get-x86_64 ] &&
    grep -qs '^VERSION_CODENAME=bookworm' /etc/os-release && needs="$needs gcc-11 clang-19"

# look: sets missing to what is not there, and packages to what brings it.
look() {
    missing= packages=
    for need in $needs; do
        have $need && continue
        missing="$missing $need"
        packages="$packages $(package $need)"
    done
}
look
by_npm() {
    [ "$1" != dev ] || ! command -v npm >/dev/null 2>&1 ||
        { sh "$(dirname "$0")/zig.sh" install && sh "$(dirname "$0")/puppeteer.sh" install; } >/dev/null
}
if [ -z "$missing" ]; then
    by_npm "$1" || { echo "setup: zig cc or puppeteer-core could not be installed by npm" >&2; exit 1; }
    echo "setup: all is there ($needs)"
    exit 0
fi

# give_up STATUS WHY: what is missing, and the command that installs it. The lists of a new
# machine may be absent: it fetches them first.
give_up() {
    status=$1
    if [ "$missing" = " curl" ]; then
        echo "setup: libcurl's headers $2: demo and test run without HTTP, over file: URLs" >&2
        status=0
    else
        echo "setup: missing:$missing; $2" >&2
    fi
    case $manager in
    apt-get) command="apt-get update && apt-get install -y$packages" ;;
    dnf) command="dnf install -y$packages" ;;
    pacman) command="pacman -Sy --needed$packages" ;;
    zypper) command="zypper install$packages" ;;
    apk) command="apk add -U$packages" ;;
    brew) command="brew install$packages" ;;
    *) command= ;;
    esac
    if [ -n "$command" ]; then
        echo "setup: an administrator can install it by:" >&2
        echo "    $command" >&2
    fi
    exit "$status"
}
[ $manager != none ] || give_up 3 "cannot be installed here, for want of a package manager that is known"

# may_install: true as root, else with sudo or doas, which may ask only where there is a
# terminal for it. Sets root, their word.
root=
may_install() {
    if [ $manager = brew ] || [ "$(id -u)" = 0 ]; then return 0; fi
    for root in sudo doas; do
        command -v $root >/dev/null 2>&1 || continue
        if $root -n true 2>/dev/null; then
            root="$root -n"
            return 0
        fi
        if [ -t 0 ]; then
            echo "setup: $root may ask for your password, to install:$packages"
            $root true && return 0
        fi
    done
    return 1
}
may_install || give_up 3 "cannot be installed here without an administrator's rights"

echo "setup: missing:$missing; installing with $manager:$packages"
case $manager in
apt-get)
    # A package that brings a service would start it: this file, while it exists, says no to
    # that.
    policy=/usr/sbin/policy-rc.d made=
    if [ "$1" = dev ] && [ ! -e $policy ]; then
        printf '#!/bin/sh\nexit 101\n' | $root tee $policy >/dev/null
        $root chmod 755 $policy
        made=1
    fi
    # The lists may be absent or old: fetch them once, and only then. One source that cannot be
    # reached does not matter yet.
    install="$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends$packages"
    $install >/dev/null 2>&1 || { $root apt-get update -q >/dev/null; $install >/dev/null; }
    [ -z "$made" ] || $root rm -f $policy
    for service in nginx squid; do
        case "$missing " in *" $service "*) ;; *) continue ;; esac
        if command -v deb-systemd-helper >/dev/null 2>&1; then $root deb-systemd-helper disable \
            $service.service >/dev/null 2>&1; fi
        if command -v update-rc.d >/dev/null 2>&1; then $root update-rc.d $service disable >/dev/null 2>&1; fi
    done
    ;;
dnf) $root dnf install -y -q $packages ;;
pacman) $root pacman -S --needed --noconfirm $packages || $root pacman -Sy --needed --noconfirm $packages ;;
zypper) $root zypper -n install $packages ;;
apk) $root apk add -U $packages ;;
brew) brew install $packages ;;
esac

# What counts is whether it is there now.
look
[ -z "$missing" ] || give_up 1 "could not be installed"
by_npm "$1" || { echo "setup: zig cc or puppeteer-core could not be installed by npm" >&2; exit 1; }
echo "setup: done"
