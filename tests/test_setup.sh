#!/bin/sh
# setup.sh on machines that lack things: a folder with a shell's tools and with fakes of the
# rest stands in for the machine. What the fakes are called with is written down. A real bare
# machine: tests/check_bare.sh.
. "$(dirname "$0")/support/test.sh"
root=$PWD

# machine USER MANAGER [PROGRAM...]: a new machine with this user's number, this package
# manager, and fakes of these programs.
#   make        writes its arguments to calls
#   cc          compiles anything
#   cc-no-curl  compiles anything without libcurl
#   sudo        is allowed to do all
#   sudo-asks   wants a password, and gets one where there is a terminal
#   sudo-no     refuses, after a question
#   MANAGER     installs make and cc
machine() {
    box=$work/box
    rm -rf "$box"
    mkdir -p "$box/bin"
    : >"$box/calls"
    for tool in sh cat cut dirname env grep ln ls mkdir mv rm sed sleep tr uname; do
        ln -s "$(command -v $tool)" "$box/bin/$tool"
    done
    fake true "exit 0"
    fake id "echo $1"
    fake "$2" "echo \"$2 \$*\" >>'$box/calls'
        case \"\$*\" in *make*gcc*) ln -s ../fakes/make ../fakes/cc '$box/bin/' ;; esac"
    mkdir "$box/fakes"
    fake ../fakes/make "echo \"make \$*\" >>'$box/calls'"
    fake ../fakes/cc 'exit 0'
    fake ../fakes/cc-no-curl 'case "$*" in *curl*) exit 1 ;; esac'
    fake ../fakes/sudo '[ "$1" != -n ] || shift; exec "$@"'
    fake ../fakes/sudo-asks "[ \"\$1\" != -n ] || exit 1; echo asked >>'$box/calls'; exec \"\$@\""
    fake ../fakes/sudo-no "[ \"\$1\" != -n ] || exit 1; echo asked >>'$box/calls'; exit 1"
    shift 2
    for program in "$@"; do ln -s "../fakes/$program" "$box/bin/${program%%-*}"; done
}
fake() { printf '#!/bin/sh\n%s\n' "$2" >"$box/bin/$1" && chmod 755 "$box/bin/$1"; }   # NAME SCRIPT

# ends STATUS ARGUMENT...: setup.sh ends so on that machine, without a terminal; what it says is
# in $work/out and $work/err.
ends() {
    expected=$1
    shift
    env -u CC -u CURL PATH="$box/bin" sh "$root/setup.sh" "$@" >"$work/out" 2>"$work/err" </dev/null
    equal $? "$expected" || { cat "$work/out" "$work/err"; return 1; }
}
told() { has "^    $1\$" "$work/err" || { cat "$work/err"; return 1; }; }
calls() { equal "$(tr '\n' ';' <"$box/calls")" "$1"; }

debian="apt-get update && apt-get install -y make gcc libc6-dev libcurl4-openssl-dev"

machine 1000 apt-get
check "no arguments: usage" ends 2
check "usage names both commands" sh -c \
    "grep -q 'setup.sh demo' '$work/err' && grep -q 'setup.sh test' '$work/err'"
check "--help" ends 0 --help
check "help, without make or a compiler" ends 0 help
make --no-print-directory -C "$root" help >"$work/help"
check "and it is what make says" cmp "$work/help" "$work/out"
check "and nothing is said to be missing" equal "$(cat "$work/err")" ""
check "neither root nor sudo: ends with 3" ends 3 demo
check "with the command for an administrator" told "$debian"
check "and nothing was tried" calls ""

machine 1000 apt-get sudo-asks
check "sudo that would ask, no terminal: ends with 3" ends 3 demo
check "with the command" told "$debian"
check "and nobody was asked" calls ""

machine 1000 apt-get sudo
check "sudo that does not ask: goes on" ends 0 test CURL=no CFLAGS=-O1
check "installs what is missing, then calls make" calls \
    "apt-get install -y -q --no-install-recommends make gcc libc6-dev;make test CURL=no CFLAGS=-O1;"

machine 0 apt-get
check "root: goes on" ends 0 demo
check "and needs no sudo" calls \
    "apt-get install -y -q --no-install-recommends make gcc libc6-dev libcurl4-openssl-dev;make demo;"

machine 0 apt-get
fake apt-get "echo \"apt-get \$*\" >>'$box/calls'; exit 100"
check "the installation fails: ends with 1" ends 1 demo
check "with the command" told "$debian"
check "after a look for newer lists" has "^apt-get update" "$box/calls"

machine 1000 apt-get make cc-no-curl
check "libcurl's headers alone are missing: goes on" ends 0 demo
check "without HTTP" has "without HTTP" "$work/err"
check "and says how to get it" told "apt-get update && apt-get install -y libcurl4-openssl-dev"
check "and calls make" calls "make demo;"

machine 1000 apt-get make cc
check "all is there: goes on" ends 0 demo
check "and says nothing but that" equal "$(cat "$work/err")" ""

machine 1000 emerge
check "no known package manager: ends with 3" ends 3 demo
check "and names what is missing" has "missing: make compiler curl" "$work/err"

while read -r manager command; do
    machine 1000 "$manager"
    check "$manager: ends with 3" ends 3 demo
    check "$manager: with the command" told "$command"
done <<'END'
dnf     dnf install -y make gcc glibc-devel libcurl-devel
pacman  pacman -Sy --needed make gcc curl
zypper  zypper install make gcc libcurl-devel
apk     apk add -U make gcc musl-dev curl-dev
END

# With a terminal, sudo may ask.
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    on_terminal() { env -u CC -u CURL script -qec "PATH='$box/bin' sh '$root/setup.sh' demo" /dev/null \
        </dev/null >"$work/out" 2>&1; }
    machine 1000 apt-get sudo-asks
    check "sudo that asks, with a terminal: goes on" on_terminal
    check "is asked, and installs" has "^make demo" "$box/calls"
    machine 1000 apt-get sudo-no
    on_terminal
    check "sudo that refuses: the status is 3" equal $? 3
    check "the command is told" has "apt-get install -y make gcc libc6-dev libcurl4-openssl-dev" "$work/out"
    check "it was asked once" calls "asked;"
else
    skip "sudo with a terminal" "no script(1) that runs a command"
fi
finish
