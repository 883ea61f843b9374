#!/bin/sh
# The same numbers on every platform that this machine can build for and run: one small program
# (support/platforms.c), and docs/platforms.md has the table of where it ran.
cd "$(dirname "$0")/.." || exit 1
. tests/support/test.sh
check "the same numbers everywhere" sh -c \
    "sh tests/support/platforms.sh >'$work/table' 2>'$work/missing'"
cat "$work/missing"
sed -n '/^<!-- begin platforms -->/,/^<!-- end platforms -->/p' docs/platforms.md | sed '1d;$d' >"$work/told"

# Where other compilers are installed than on Debian 12, their versions differ.
if ! grep -qs '^VERSION_CODENAME=bookworm' /etc/os-release; then
    sed -i 's/ [0-9.]* | / | /' "$work/table" "$work/told"
fi
if [ -s "$work/missing" ]; then
    skip "the README's table" "not all platforms are here (make setup-dev)"
else
    check "the README's table of platforms is what \"make platforms\" prints" diff "$work/told" "$work/table"
fi
finish
