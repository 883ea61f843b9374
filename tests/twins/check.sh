# check.sh - sourced by check_rng.sh, after test.sh: the twins of gc_rng.h in bindings/ give the
# numbers of twin.c, 100,000 of each call, and draw the island of examples/rng_island.c. Two at a time.
twins=$work/twins
mkdir "$twins"
check "tests/twins/twin.c compiles" gcc -O1 -Wall -Wextra -Werror -I. tests/twins/twin.c -o "$twins/twin"
check "rng_island.c compiles" gcc -O1 -Wall -Wextra -Werror -I. examples/rng_island.c -o "$twins/island"
"$twins/twin" >"$twins/c.out"
"$twins/island" "$twins/c.ppm" && tail -c 196608 "$twins/c.ppm" >"$twins/c.rgb"
check "it prints its 15 lines" equal "$(wc -l <"$twins/c.out")" 15

# The README's picture of it, by libpng.
cat >"$twins/png.c" <<'END'
#include <png.h>
int main(int argc, char **argv) {
    static unsigned char rgb[196608];
    png_image image = { .version = PNG_IMAGE_VERSION };
    if (argc != 2 || !png_image_begin_read_from_file(&image, argv[1])) return 1;
    image.format = PNG_FORMAT_RGB;
    if (PNG_IMAGE_SIZE(image) != sizeof rgb) return 1;
    if (!png_image_finish_read(&image, NULL, rgb, 0, NULL)) return 1;
    return fwrite(rgb, 1, sizeof rgb, stdout) != sizeof rgb;
}
END
shown() {
    gcc "$twins/png.c" -o "$twins/png" -lpng &&
        "$twins/png" examples/pictures/island.png | cmp - "$twins/c.rgb"
}
if [ -n "$(sh tests/support/png_flags.sh gcc 2>/dev/null)" ]; then check "the README shows the island" shown
else skip "the README shows the island" "libpng is not installed (make setup-dev)"; fi


# What each one takes.
cat >"$twins/run.sh" <<END
twins=$twins
END
cat >>"$twins/run.sh" <<'END'
# run.sh NAME: leaves NAME.out, the lines of twin.c, and NAME.rgb, the island.
mkdir -p "$twins/$1"
case $1 in
js) node tests/twins/twin.js && node tests/twins/island.js >"$twins/js.rgb" ;;
py) python3 tests/twins/twin.py && python3 tests/twins/island.py >"$twins/py.rgb" ;;
lua) luajit tests/twins/twin.lua && luajit tests/twins/island.lua >"$twins/lua.rgb" ;;
cs)
    for program in twin island; do
        mcs -checked -warnaserror -langversion:6 -out:"$twins/$program.exe" tests/twins/$program.cs \
            bindings/csharp/GcRng.cs >&2 || exit 1
    done
    mono "$twins/twin.exe" && mono "$twins/island.exe" >"$twins/cs.rgb"
    ;;
gd)
    cp tests/twins/twin.gd bindings/gdscript/gc_rng.gd "$twins/gd"
    HOME=$twins/gd godot3-server --path "$twins/gd" -s twin.gd | sed -n '/^seed /,$p'
    ;;
ts) tsc --noEmit --strict --lib es2015 tests/twins/types.ts ;;
vulkan)
    gcc -O1 -Wall -Wextra -Werror tests/twins/vulkan.c -o "$twins/vulkan/vulkan" -lvulkan &&
        python3 tests/twins/shaders.py vulkan "$twins/vulkan" &&
        mv "$twins/vulkan/island.rgb" "$twins/vulkan.rgb"
    ;;
glslang)
    for version in 130 450; do
        {
            echo "#version $version"
            cat bindings/shaders/gc_rng.glsl
            echo 'void main() {}'
        } >"$twins/$version.frag"
        glslangValidator "$twins/$version.frag" || exit 1
    done
    ;;
*) python3 tests/twins/shaders.py "$1" "$twins/$1" && mv "$twins/$1/island.rgb" "$twins/$1.rgb" ;;
esac >"$twins/$1.out" 2>"$twins/$1.err" && touch "$twins/$1.ok"
END

# twin NAME PROGRAM: it is run if the program is there.
wanted=
twin() {
    if command -v "$2" >/dev/null 2>&1; then wanted="$wanted $1"
    else skip "the twin, $1" "$2 is not installed (make setup-dev)"; fi
}
for pair in gd:godot3-server webgl2:chromium webgpu:chromium vulkan:glslangValidator ts:tsc py:python3 \
    js:node lua:luajit cs:mcs glslang:glslangValidator; do
    twin ${pair%:*} ${pair#*:}
done
VK_ICD_FILENAMES=$(ls /usr/share/vulkan/icd.d/lvp_icd*.json 2>/dev/null) export VK_ICD_FILENAMES
echo $wanted | tr ' ' '\n' | xargs -P 2 -n 1 sh "$twins/run.sh"

for name in $wanted; do
    ran() { [ -e "$twins/$name.ok" ] || { cat "$twins/$name.out" "$twins/$name.err"; return 1; }; }
    check "the twin, $name: runs" ran
    case $name in
    ts | glslang) continue ;;
    webgl2 | webgpu | vulkan) tail -n 1 "$twins/c.out" >"$twins/want" ;;
    *) cp "$twins/c.out" "$twins/want" ;;
    esac
    check "the twin, $name: the numbers of C" diff "$twins/want" "$twins/$name.out"
    [ $name = gd ] || check "the twin, $name: the island of C" cmp "$twins/c.rgb" "$twins/$name.rgb"
done
