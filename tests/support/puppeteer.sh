#!/bin/sh
# puppeteer.sh [install] - prints where puppeteer-core is, which drives browsers for browser.js, or
# fails where it is not installed. "install" gets it and axe-core, which judges whether everybody can
# use a page, by npm, 61 MB, beside zig (see zig.sh).
to=${GC_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/gc_headers}
if [ "$1" = install ] && ! [ -d "$to/node_modules/axe-core" ]; then
    mkdir -p "$to" && npm install --silent --no-audit --no-fund --prefix "$to" \
        puppeteer-core@24.43.1 axe-core@4.14.1 >/dev/null || exit 1
fi
[ -d "$to/node_modules/axe-core" ] && echo "$to/node_modules/puppeteer-core"
