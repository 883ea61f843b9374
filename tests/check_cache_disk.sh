#!/bin/sh
# What only root can set up: a full disk, a cache folder of somebody else, a read-only mount.
# Each is one clear line, the rest goes on.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
if [ "$(id -u)" != 0 ]; then
    skip "all of check_cache_disk" "not root"
    finish
    exit
fi
mount_point=
unmount() { [ -z "$mount_point" ] || umount "$mount_point" 2>/dev/null; }
trap 'unmount; cleanup' EXIT

"$build/origin" --files 60 --bytes 3000000 --sealed --write-folder "$work/site" >/dev/null
site=file://$work/site
chmod 755 "$work"

# ---- a cache folder that may not be written (as another user)
if command -v setpriv >/dev/null; then
    mkdir "$work/theirs"
    chmod 755 "$work/theirs"
    as_nobody="setpriv --reuid 65534 --regid 65534 --clear-groups"
    cp "$build/asset_cache" "$work/program"
    $as_nobody "$work/program" --origin "$site" --cache "$work/theirs" >"$work/out" 2>"$work/err"
    check "foreign folder: status 1" equal $? 1
    check "foreign folder: one line that names it" equal \
        "$(grep -c "theirs: the folder cannot be written" "$work/err")/$(wc -l <"$work/err" | tr -d ' ')" 1/1

    # What is there is given out, and what is not cannot be kept.
    "$build/asset_cache" --origin "$site" --cache "$work/full" >/dev/null
    name=$(grep -v '^#' "$work/site/manifest.txt" | sed -n '7s/.*  //p')
    $as_nobody "$work/program" get "$name" --cache "$work/full" >"$work/out" 2>"$work/err"
    check "foreign folder: get of what is there" equal $? 0
    check "foreign folder: its bytes" cmp "$work/out" "$work/site/$name"
    rm "$work/full/objects/$(sha256sum <"$work/site/$name" | cut -d ' ' -f 1)"
    $as_nobody "$work/program" get "$name" --origin "$site" --cache "$work/full" >"$work/out" 2>"$work/err"
    check "foreign folder: what is not there: status 1" equal $? 1
    check "foreign folder: what is not there is named" has "$name: " "$work/err"

    # Only the folder of the objects is foreign: each file is named, and it ends.
    mkdir "$work/mine" "$work/mine/objects"
    chown 65534 "$work/mine"
    $as_nobody "$work/program" --origin "$site" --cache "$work/mine" >"$work/out" 2>"$work/err"
    check "foreign objects: status 1" equal $? 1
    check "foreign objects: files are named, the first thirty" equal \
        "$(grep -c "assets/.*Permission denied" "$work/err")/$(grep -c 'and 30 more' "$work/err")" 30/1
    check "foreign objects: all are counted" has '^60 assets: 0 hits, 0 downloaded, 60 failed' "$work/out"
else
    skip "foreign folder" "no setpriv"
fi

# ---- a full disk
mount_point=$work/disk
mkdir "$mount_point"
if mount -t tmpfs -o size=1500k tmpfs "$mount_point" 2>/dev/null; then
    "$build/asset_cache" --origin "$site" --cache "$mount_point/cache" --patience 2 >"$work/out" 2>"$work/err"
    check "full disk: status 1" equal $? 1
    check "full disk: it is told once, and that it did not end" equal \
        "$(grep -c 'the disk is full' "$work/err")/$(grep -c 'No space left on device' "$work/err")" 1/2
    kept=$(whole_objects "$mount_point/cache")
    check "full disk: what is there is whole ($kept)" test "${kept:-0}" -gt 0 -a "${kept:-60}" -lt 60
    check "full disk: no temporary is left" equal \
        "$(find "$mount_point" -name '.gc*.tmp' | wc -l | tr -d ' ')" 0
    check "full disk: there is no version" test ! -e "$mount_point/cache/manifest"

    # Room comes while it waits: it goes on by itself. What is there now is of the run before.
    rm "$work/err"
    "$build/asset_cache" --origin "$site" --cache "$mount_point/cache" >"$work/out" 2>"$work/err" &
    waiter=$!
    helpers="$helpers $waiter"
    for _ in $(seq 200); do
        has 'the disk is full' "$work/err" 2>/dev/null && break
        sleep 0.05
    done
    check "full disk: it waits" kill -0 $waiter
    mount -o remount,size=20m "$mount_point"
    wait $waiter
    check "space is back: status 0" equal $? 0
    check "space is back: told" has 'there is room again' "$work/out"
    lines=$(wc -l <"$work/err" | tr -d ' ')
    [ "$lines" = 1 ] || cat "$work/err"
    check "space is back: one message" equal "$lines" 1
    check "space is back: all are there, each was fetched once" has \
        "^60 assets: $kept hits, $((60 - kept)) downloaded, 0 failed" "$work/out"
    check "space is back: and right" equal "$(whole_objects "$mount_point/cache")" 60

    # Read-only.
    first=$(grep -v '^#' "$work/site/manifest.txt" | sed -n '1s/ .*//p')
    name=$(grep -v '^#' "$work/site/manifest.txt" | sed -n '2s/.*  //p')
    rm "$mount_point/cache/objects/$first"
    mount -o remount,ro "$mount_point"
    "$build/asset_cache" --origin "$site" --cache "$mount_point/cache" >"$work/out" 2>"$work/err"
    check "read-only: status 1" equal $? 1
    check "read-only: named" has 'cache: the folder cannot be written' "$work/err"
    "$build/asset_cache" get "$name" --cache "$mount_point/cache" >"$work/out" 2>"$work/err"
    check "read-only: what is there is given out" cmp "$work/out" "$work/site/$name"
    "$build/asset_cache" stats --cache "$mount_point/cache" >"$work/out" 2>"$work/err"
    check "read-only: stats" has '^59 of 60 assets are there.*cannot be written' "$work/out"
    unmount

    # No inodes.
    mount -t tmpfs -o size=20m,nr_inodes=40 tmpfs "$mount_point"
    "$build/asset_cache" --origin "$site" --cache "$mount_point/cache" --patience 2 >"$work/out" 2>"$work/err"
    check "no inodes: status 1" equal $? 1
    check "no inodes: told" has 'No space left on device' "$work/err"
    unmount
else
    skip "full disk" "tmpfs cannot be mounted here"
fi
finish
