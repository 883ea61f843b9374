#!/bin/sh
# dist.sh [FOLDER] - a release in build/dist (or FOLDER): the archive of the last commit, its
# checksum, and for each registry the files that it wants, with version and checksum written in.
# The version is CMakeLists.txt's, which is the highest of the headers'.
cd "$(dirname "$0")/.." || exit 1
set -e
out=${1:-build/dist}
version=$(sed -n 's/^project(gc_headers VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
archive=gc-headers-$version.tar.gz
rm -rf "$out"
mkdir -p "$out"

# The same bytes for the same commit.
git archive --prefix="gc-headers-$version/" HEAD | gzip -9n >"$out/$archive"
(cd "$out" && sha256sum "$archive" >SHA256SUMS)
sum=$(cut -d' ' -f1 "$out/SHA256SUMS")
date=$(git log -1 --format=%cD)

# A licence's text as Debian wants it: a blank before each line, a dot for a blank line.
licence() {    # A or B
    awk -v which="ALTERNATIVE $1" '
        index($0, "ALTERNATIVE") == 1 { on = index($0, which) == 1; next }
        on && !/^-+$/ && !/^Copyright/ { print }' LICENSE |
        sed -e '/./,$!d' -e 's/^$/./; s/^/ /' | sed '${/^ \.$/d}'
}
licence A >"$out/mit"
licence B >"$out/unlicense"

# The files, with what a release decides.
cp -r packaging/registries packaging/vcpkg "$out/"
mv "$out/vcpkg" "$out/registries/"
cp packaging/conan/conanfile.py "$out/registries/conan/all/"
find "$out/registries" -type f | while read -r file; do
    sed -i -e "s/@VERSION@/$version/g; s/@ARCHIVE@/$archive/g; s/@SHA256@/$sum/g; s/@DATE@/$date/" \
        -e "/^@MIT@$/{r $out/mit
d}" -e "/^@UNLICENSE@$/{r $out/unlicense
d}" "$file"
done
rm "$out/mit" "$out/unlicense"
echo "$out: $archive, $(ls "$out/registries" | tr '\n' ' ')"
