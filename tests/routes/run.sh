#!/bin/sh
# run.sh [NAME...]: the routes of CONTRIBUTING.md, each a patch beside this file. Applies each to a
# copy of the tree and runs the command that its head names, two at a time: a route that no longer
# applies, builds or passes is red. Mend it in the copy's way: apply it by hand, `git diff -U2`, keep
# the head.
cd "$(dirname "$0")/../.." || exit 1
. tests/support/test.sh

# One of them: leaves NAME.applies and NAME.passes, and what it printed in NAME.log. The code of the
# tree is what the others' checks optimise: here it is only to be right. clang takes a tenth of
# gcc's time without the optimiser; the tests of numbers and sorts are too long for that.
cat >"$work/one.sh" <<'ONE'
name=$1 work=$2
mkdir "$work/$name" && tar -x -C "$work/$name" -f "$work/tree.tar" || exit 1
patch=$PWD/tests/routes/$name.patch
cd "$work/$name" && git init -q . && git add -A || exit 1
patch -p1 -s <"$patch" >"$work/$name.log" 2>&1 && touch "$work/$name.applies" || exit 1
command=$(sed -n 's/^test: //p' "$patch")
case $command in
*test_rng* | *test_sort*) CFLAGS="-O1 -g1" ;;
*) CFLAGS="-O0 -g1" CC=$(command -v clang || echo cc) && export CC ;;
esac
export CFLAGS
[ -n "$command" ] && sh -c "$command" >"$work/$name.log" 2>&1 && touch "$work/$name.passes"
cd / && rm -rf "${work:?}/$name"
ONE
git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2>/dev/null |
    tar -c -f "$work/tree.tar" -T -
names=${*:-$(cd tests/routes && ls -- *.patch | sed 's/\.patch$//')}
printf '%s\n' $names | xargs -P 2 -I '{}' sh "$work/one.sh" '{}' "$work"
for name in $names; do
    check "$name: applies" test -e "$work/$name.applies"
    check "$name: builds and passes" test -e "$work/$name.passes"
    [ -e "$work/$name.passes" ] || tail -n 20 "$work/$name.log"
done
finish
