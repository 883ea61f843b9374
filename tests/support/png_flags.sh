#!/bin/sh
# png_flags.sh CC - prints how to compile and link the examples that draw: with libpng 1.6 if its
# headers are there, else nothing, and their pictures are PPM files.
for flags in -lpng "$(pkg-config --cflags --libs libpng 2>/dev/null)"; do
    [ -n "$flags" ] || continue
    if echo 'int main(void) { return PNG_LIBPNG_VER < 10600 || png_access_version_number() == 0; }' |
        $1 -include png.h -x c - -o /dev/null $flags 2>/dev/null; then
        echo -DPICTURE_PNG $flags
        exit 0
    fi
done
echo "libpng's headers are not there: pictures will be PPM files (make setup-dev installs them)" >&2
