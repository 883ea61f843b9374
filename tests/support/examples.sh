#!/bin/sh
# examples.sh FOLDER - what the documentation shows, as programs: FOLDER/gc_x.c and gc_x.line,
# the program in each header's banner and the line that builds it; gc_x.section, all that stands
# there; FOLDER/readme_1.c, readme_2.c ..., the C programs of README.md; hpp_1.cc, that of the
# banner of gc.hpp, and hpp_2.cc, the README's in C++17.
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
folder=$1
mkdir -p "$folder"
for header in gc_*.h; do
    to=$folder/${header%.h}
    # The line that builds it is indented by 4, the program by 8.
    sed -n '/^EXAMPLE$/,/^OVERRIDE MACROS/p' "$header" >"$to.section"
    sed -n 's/^    \(cc .*\)/\1/p' "$to.section" >"$to.line"
    sed -n '/^        /s/^        //p' "$to.section" >"$to.c"
done
sed -n '/^EXAMPLE$/,/^OVERVIEW/{/^        /s/^        //p}' gc.hpp >"$folder/hpp_1.cc"
sed -n '/^```cpp$/,/^```$/p' README.md | grep -v '^```' >"$folder/hpp_2.cc"
awk -v folder="$folder" \
    '/^```c$/ { file = folder "/readme_" ++n ".c"; next } /^```/ { file = "" } file != "" { print > file }' \
    README.md
