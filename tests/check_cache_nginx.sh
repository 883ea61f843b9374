#!/bin/sh
# Real input: nginx serves some thousand files of this machine's documentation and headers; all
# of them arrive, and nothing the second time.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
PATH=$PATH:/usr/sbin
if ! command -v nginx >/dev/null; then
    skip "real input" "nginx is not installed (make setup-dev)"
    finish
    exit
fi
site=$work/site
mkdir "$site"

# 5,000 plain files, and some with names that a URL cannot carry as they are.
find /usr/share/doc /usr/include /usr/share/perl /usr/lib/python3 -type f -size -2000k 2>/dev/null | sort |
    head -n 5000 >"$work/list"
tar -C / -cf - -T "$work/list" 2>/dev/null | tar -C "$site" -xf -
for name in 'with space.txt' 'per%cent 100%25.txt' 'hash#tag.txt' 'plus+and&more=1;.txt' \
    'brackets[1](2){3}.txt' "$(printf 'umlaut-\303\274-\346\227\245.txt')" "it's.txt" 'tilde~.txt' \
    '%2e%2e'; do
    echo "$name" >"$site/$name"
done
: >"$site/empty"
"$build/asset_cache" --make-manifest "$site" >"$work/manifest" 2>"$work/err"
if [ -s "$work/err" ]; then     # names that are not allowed everywhere (a ':' in a manual's name)
    echo "left out: $(wc -l <"$work/err" | tr -d ' ') names"
fi
mv "$work/manifest" "$site/manifest.txt"
count=$(grep -vc '^#' "$site/manifest.txt")
objects=$(grep -v '^#' "$site/manifest.txt" | cut -c 1-64 | sort -u | wc -l | tr -d ' ')
check "5,000 files, but for a few names" test "$count" -ge 4500 -a "$count" -le 5100
chmod -R a+rX "$work"

servers() {
    cat <<END
    access_log $work/nginx/access.log;
    server {
        listen 127.0.0.1:$1;
        root $site;
    }
END
}
keepalive_requests=100000
check "nginx starts" start_nginx 1
url=http://127.0.0.1:$port
"$build/asset_cache" --origin "$url" --cache "$work/cache" >"$work/out" 2>"$work/err"
check "all are fetched" equal $? 0
cat "$work/err"
grep -E 'assets:|peak' "$work/out"
check "what has the same bytes is downloaded once ($objects of $count)" has \
    "^$count assets: $((count - objects)) hits, $objects downloaded, 0 failed" "$work/out"
check "every object is right" equal "$(whole_objects "$work/cache")" "$objects"
"$build/asset_cache" export "$work/exported" --cache "$work/cache" >"$work/out"
check "sha256sum -c agrees" equal "$(whole_files "$site/manifest.txt" "$work/exported")" "$count"

# Of large ones the rest may be asked for in two parts.
whole_requests() { grep -c '" 200 ' "$work/nginx/access.log"; }
check "nginx has seen a request for each, and the manifest's" equal "$(whole_requests)" $((objects + 1))
lines=$(wc -l <"$work/nginx/access.log")
"$build/asset_cache" --origin "$url" --cache "$work/cache" >"$work/out" 2>"$work/err"
check "again: nothing" has "^$count assets: $count hits, 0 downloaded, 0 failed" "$work/out"
check "and one more request, the manifest's" equal $(($(wc -l <"$work/nginx/access.log") - lines)) 1
stop_nginx
finish
