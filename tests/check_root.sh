#!/bin/sh
# What only root can set up: a full disk, a cache folder of somebody else, a read-only mount.
# Each is one clear line, the rest goes on.
build=${BUILD:-build}
. "$(dirname "$0")/support/test.sh"
if [ "$(id -u)" != 0 ]; then
    skip "all of check_root" "not root"
    finish
    exit
fi
mount_point=
unmount() { [ -z "$mount_point" ] || umount "$mount_point" 2>/dev/null; }
trap 'unmount; cleanup' EXIT

"$build/origin" --files 60 --bytes 3000000 --write-folder "$work/site" >/dev/null
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
        "$(grep -c "theirs.*Permission denied" "$work/err")/$(wc -l <"$work/err" | tr -d ' ')" 1/1
    # Only a part below is foreign: the other files are completed.
    mkdir "$work/mine" "$work/mine/assets"
    chown 65534 "$work/mine" "$work/mine/assets"
    part=$(grep -v '^#' "$work/site/manifest.txt" | sed -n '30s|.*  assets/\([^/]*\)/.*|\1|p')
    mkdir "$work/mine/assets/$part"
    foreign=$(grep -c "  assets/$part/" "$work/site/manifest.txt")
    $as_nobody "$work/program" --origin "$site" --cache "$work/mine" >"$work/out" 2>"$work/err"
    check "foreign part: status 1" equal $? 1
    check "foreign part: each of its files is named" equal \
        "$(grep -c "assets/$part/.*Permission denied" "$work/err")" "$foreign"
    check "foreign part: the rest is completed" equal \
        "$(whole_files "$work/site/manifest.txt" "$work/mine")" $((60 - foreign))
else
    skip "foreign folder" "no setpriv"
fi

# ---- a full disk
mount_point=$work/disk
mkdir "$mount_point"
if mount -t tmpfs -o size=1500k tmpfs "$mount_point" 2>/dev/null; then
    "$build/asset_cache" --origin "$site" --cache "$mount_point/cache" >"$work/out" 2>"$work/err"
    check "full disk: status 1" equal $? 1
    lost=$(sed -n 's/.*downloaded, \([0-9]*\) failed.*/\1/p' "$work/out")
    check "full disk: some failed" test "${lost:-0}" -gt 0 -a "${lost:-0}" -lt 60
    check "full disk: each is told" test "$(grep -c 'No space left on device' "$work/err")" -ge 1
    check "full disk: what is there is whole" equal \
        "$(whole_files "$work/site/manifest.txt" "$mount_point/cache")" $((60 - lost))
    check "full disk: no temporary is left" equal \
        "$(find "$mount_point" -name '.gcw-*' | wc -l | tr -d ' ')" 0
    kept=$(whole_files "$work/site/manifest.txt" "$mount_point/cache")
    mount -o remount,size=20m "$mount_point"
    "$build/asset_cache" --origin "$site" --cache "$mount_point/cache" >"$work/out" 2>"$work/err"
    check "space is back: status 0" equal $? 0
    check "space is back: only the missing ones are fetched" has \
        "^60 assets: $kept hits, $((60 - kept)) downloaded" "$work/out"
    # Read-only.
    rm "$mount_point/cache/$(grep -v '^#' "$work/site/manifest.txt" | sed -n '1s/.*  //p')"
    mount -o remount,ro "$mount_point"
    "$build/asset_cache" --origin "$site" --cache "$mount_point/cache" >"$work/out" 2>"$work/err"
    check "read-only: status 1" equal $? 1
    check "read-only: named" has 'Read-only file system' "$work/err"
    unmount
    # No inodes.
    mount -t tmpfs -o size=20m,nr_inodes=40 tmpfs "$mount_point"
    "$build/asset_cache" --origin "$site" --cache "$mount_point/cache" >"$work/out" 2>"$work/err"
    check "no inodes: status 1" equal $? 1
    check "no inodes: told" has 'No space left on device' "$work/err"
    unmount
else
    skip "full disk" "tmpfs cannot be mounted here"
fi
finish
