#!/bin/sh
# run.sh [NAME...]: the routes of CONTRIBUTING.md, each a patch beside this file. Applies each to a
# copy of the tree and runs the command that its head names: a route that no longer applies,
# builds or passes is red. Mend it in the copy's way: apply it by hand, `git diff`, keep the head.
cd "$(dirname "$0")/../.." || exit 1
. tests/support/test.sh

# apply NAME: the tree as it stands, with the route, in $work/NAME
apply() {
    mkdir "$work/$1"
    git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2>/dev/null | tar -c -T - |
        tar -x -C "$work/$1"
    (cd "$work/$1" && git init -q . && git add -A) || return 1
    patch -p1 -s -d "$work/$1" <"tests/routes/$1.patch" >"$work/$1.log" 2>&1 || {
        cat "$work/$1.log"
        return 1
    }
}
passes() {
    command=$(sed -n 's/^test: //p' "tests/routes/$1.patch")
    [ -n "$command" ] && (cd "$work/$1" && sh -c "$command") >"$work/$1.log" 2>&1 || {
        tail -n 20 "$work/$1.log"
        return 1
    }
}

names=${*:-$(cd tests/routes && ls -- *.patch | sed 's/\.patch$//')}
for name in $names; do
    check "$name: applies" apply "$name" && check "$name: builds and passes" passes "$name"
    rm -rf "${work:?}/$name"
done
finish
