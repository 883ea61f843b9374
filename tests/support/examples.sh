#!/bin/sh
# examples.sh FOLDER - what the documentation shows, as programs: FOLDER/gc_x.c and gc_x.line,
# the program in each header's banner and the line that builds it; gc_x.section, all that stands
# there; FOLDER/readme_1.c, readme_2.c ..., the C programs of README.md.
cd "$(dirname "$0")/../.." || exit 1
folder=$1
mkdir -p "$folder"
for header in gc_*.h; do
    to=$folder/${header%.h}
    # The line that builds it is indented by 4, the program by 8.
    sed -n '/^EXAMPLE$/,/^OVERRIDE MACROS/p' "$header" >"$to.section"
    sed -n 's/^    \(cc .*\)/\1/p' "$to.section" >"$to.line"
    sed -n '/^        /s/^        //p' "$to.section" >"$to.c"
done
awk -v folder="$folder" \
    '/^```c$/ { file = folder "/readme_" ++n ".c"; next } /^```/ { file = "" } file != "" { print > file }' \
    README.md
