#!/bin/sh
# check_bare.sh - the README's two commands on a minimal Debian, made by debootstrap, with git
# and nothing else: as root they pass; as a user without sudo they say what to install, and pass
# once an administrator has done just that. BARE_TEST chooses what "sh setup.sh test" becomes: the
# scripts that run programs, which meet the machine's own tools and language, and some of the
# tests (BARE_TEST=test: all, as in soak; the other scripts mostly compile). The users speak
# German, or Turkish where BARE_LOCALE is tr_TR: numbers with a comma, and of "i" another
# capital. BARE_SUITE=trixie: another Debian than this machine's. Needs root, debootstrap and
# unshare; two minutes and the tests' time.
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh

# The machines live in namespaces of mounts and processes of their own: whatever ends this
# script ends these, and no mount is left behind. Only out here, where those mounts do not
# exist, is anything removed.
if [ "$1" != --inside ]; then
    for need in debootstrap unshare; do
        command -v $need >/dev/null 2>&1 && continue
        skip "a bare machine" "$need is not installed (make setup-dev)"
        finish
        exit
    done
    if [ "$(id -u)" != 0 ]; then
        skip "a bare machine" "needs root"
        finish
        exit
    fi
    TMPDIR=$work unshare --mount --pid --fork --kill-child sh tests/check_bare.sh --inside "$work" &
    inside=$!
    trap 'kill -9 $inside 2>/dev/null; rm -rf "$work" 2>/dev/null || { sleep 1; rm -rf "$work"; }' EXIT
    wait $inside
    exit
fi
machines=$2

# ---- the machines

# From the archive that this machine's apt goes to, by the same proxy.
archive=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' \
    'Component: main' | head -n 1)
suite=${BARE_SUITE:-${archive%% *}} archive=${archive#* }
locale=${BARE_LOCALE:-de_DE}.UTF-8
apt-config dump | grep -E '^Acquire::([A-Za-z]+::Proxy|Check-)' >"$work/apt.conf"
[ -z "$http_proxy" ] || echo "Acquire::http::Proxy \"$http_proxy\";" >>"$work/apt.conf"
start=$(date +%s)
bootstrap() {
    debootstrap --variant=minbase --include=git,locales "$suite" "$machines/base" "$archive" \
        >"$work/log" 2>&1 || { tail -n 20 "$work/log"; return 1; }
}
check "debootstrap makes $suite from $archive" bootstrap
[ $failed = 0 ] || { finish; exit 1; }
check "a decimal comma" chroot "$machines/base" sh -c \
    "localedef -i ${locale%.*} -f UTF-8 $locale && LC_ALL=$locale awk 'BEGIN { print 3 / 2 }' | grep -qx 1,5"
cp -L /etc/resolv.conf /etc/hosts "$machines/base/etc/"
cp "$work/apt.conf" "$machines/base/etc/apt/apt.conf.d/99archive"
mkdir "$machines/base/gc"

# The tree as it stands, with what is not committed yet.
git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2>/dev/null | tar -c -T - |
    tar -x -C "$machines/base/gc"
echo "a minimal Debian: $(($(date +%s) - start)) s"

machine() { # NAME: a copy of the bare one
    cp -a "$machines/base" "$machines/$1"
    mount -t proc proc "$machines/$1/proc" && mount -t devpts devpts "$machines/$1/dev/pts" &&
        mount -t tmpfs tmpfs "$machines/$1/dev/shm"
}

# on NAME USER COMMAND: runs it there in the tree, with the environment of a new login.
on() {
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp \
        LC_ALL=$locale TERM=dumb chroot --userspec="$2" --groups= "$machines/$1" \
        sh -c "cd /gc && $3" >"$work/out" 2>&1 </dev/null
}

# passes NAME USER COMMAND [LINE]: it does, and prints such a line.
passes() {
    start=$(date +%s)
    on "$1" "$2" "$3" && has "${4:-}" "$work/out" || { tail -n 60 "$work/out"; return 1; }
    grep -E '^SKIP|^setup:|passed, ' "$work/out"
    echo "$1: $3: $(($(date +%s) - start)) s"
}
ends() { # STATUS NAME USER COMMAND
    on "$2" "$3" "$4"
    equal $? "$1" || { tail -n 60 "$work/out"; return 1; }
}

# ---- as a user without sudo, and an administrator who does what is printed

machine shared
chown -R 1000:1000 "$machines/shared/gc"
for command in demo test; do
    check "a user: $command ends with 3" ends 3 shared 1000:1000 "sh setup.sh $command"
    check "a user: $command says what is missing" has "missing: make compiler curl" "$work/out"
done
printed=$(sed -n 's/^    \(apt-get .*\)/\1/p' "$work/out")
check "a user: the command is printed" equal "$printed" \
    "apt-get update && apt-get install -y make gcc libc6-dev libcurl4-openssl-dev"
check "an administrator: make and the compiler alone" passes shared 0:0 \
    "apt-get update && apt-get install -y make gcc libc6-dev"

# The README's first program, in an empty folder with its header alone.
copies='mkdir /tmp/w && cp gc_rng.h /tmp/w && sed -n "/^#define GC_RNG_I/,/^}/p" README.md >/tmp/w/dice.c'
check "a newcomer's walk" passes shared 1000:1000 "$copies && cd /tmp/w && cc dice.c -o dice && ./dice" \
    "^[1-6] [1-6] [1-6] [1-6] [1-6] \$"
check "a user: without libcurl's headers the demo runs" passes shared 1000:1000 \
    "CFLAGS=-O1 sh setup.sh demo" "built without libcurl"
check "an administrator: the printed command" passes shared 0:0 "$printed"
check "a user: all is there now" passes shared 1000:1000 "sh setup.sh build/origin" "setup: all is there"

# ---- as root

machine own
check "root: sh setup.sh demo" passes own 0:0 "sh setup.sh demo" "^setup: done"
check "root: with HTTP" has "^1[0-9][0-9][0-9] requests for assets or parts of them$" "$work/out"

# Once more, with the origin's log. The rest of a large file may be asked for apart, more often on
# a busy machine; whole files are asked for exactly so often.
check "root: the demonstration with a log" passes own 0:0 "build/asset_cache --log /tmp/demo.log"
log=$machines/own/tmp/demo.log
check "root: requests for whole files" equal "$(awk '$1 == "manifest" { pass++ }
    $1 == "asset" && $6 == "-" { n[pass]++ }
    END { print n[1] + 0, n[2] + 0, n[3] + 0 }' "$log")" "1000 0 50"
check "root: others are for parts of them" equal "$(awk '$1 == "asset" && $6 != "-" && $6 !~ /^bytes=[0-9]/' \
    "$log" | wc -l)" 0
scripts="tests/test_asset_cache.sh tests/test_ecs.sh tests/test_monte_carlo.sh tests/test_rng_lab.sh"
scripts="$scripts tests/test_setup.sh"

# Of the tests two that gcc builds in a few seconds.
tests="build/tests/test_sparse_save build/tests/test_origin build/tests/test_sparse_small"
test=${BARE_TEST:-"test CFLAGS=-O1 AMALGAM_PARTS= TESTS='$tests' SCRIPTS='$scripts'"}
check "root: sh setup.sh test" passes own 0:0 "sh setup.sh $test" "passed, 0 failed"
finish
