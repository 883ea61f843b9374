"""shaders.py PROGRAM FOLDER - hash32 in a shading language: prints the last line of twin.c, over the
same 100,000 numbers, and writes the island of examples/rng_island.c to FOLDER/island.rgb.

PROGRAM: webgl2 (GLSL ES 3.00) or webgpu (WGSL) by Chromium's own SwiftShader, or vulkan (HLSL by
glslang) by the runner FOLDER/vulkan on the first device, Mesa's lavapipe in CI.
"""
import base64
import os
import struct
import subprocess
import sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

LANGUAGE = {"webgl2": "glsl", "webgpu": "wgsl", "vulkan": "hlsl"}
OPTIONS = {"webgl2": ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
           "webgpu": ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"]}


def by_chromium(program, _, jobs):
    """The words of each job (expression, width, height): what the expression of i comes to."""
    files = "['../../bindings/shaders/gc_rng.%s', 'island.%s']" % ((LANGUAGE[program],) * 2)
    expressions = ["base64(%s(%s, '%s', %d, %d))" % (program, files, *job) for job in jobs]
    command = ["node", os.path.join(ROOT, "tests/support/browser.js"), "evaluate", ROOT,
               "tests/twins/shaders.html", "document.readyState === 'complete' && !!self.webgpu",
               *expressions, "--", *OPTIONS[program]]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
    if answer.returncode != 0:
        sys.exit(answer.stdout)
    return [base64.b64decode(line) for line in answer.stdout.split()]


def by_vulkan(_, folder, jobs):
    text = ""
    for name in ("bindings/shaders/gc_rng.hlsl", "tests/twins/island.glsl"):
        with open(os.path.join(ROOT, name), encoding="utf-8") as file:
            text += file.read()
    source, binary = os.path.join(folder, "twin.hlsl"), os.path.join(folder, "twin.spv")
    words = []
    for expression, width, height in jobs:
        with open(source, "w", encoding="utf-8") as file:
            file.write(text + """
RWStructuredBuffer<uint> results : register(u0);
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    int i = int(id.x);
    if (id.x < %du) results[id.x] = %s;
}
""" % (width * height, expression))
        subprocess.run(["glslangValidator", "-D", "-V", "-S", "comp", "-e", "main", source, "-o", binary],
                       check=True, stdout=sys.stderr)
        words.append(subprocess.run([os.path.join(folder, "vulkan"), binary, str(width * height)],
                                    check=True, stdout=subprocess.PIPE).stdout)
    return words


def main():
    program, folder = sys.argv[1], sys.argv[2]
    cast = "u32" if program == "webgpu" else "uint"
    run = by_vulkan if program == "vulkan" else by_chromium
    numbers, island = run(program, folder, [("gc_rng_hash32(%s(i), i - 50000, -i, i / 3)" % cast, 400, 250),
                                            ("island(i & 255, i >> 8)", 256, 256)])
    h = 0x811c9dc5
    for (number,) in struct.iter_unpack("<I", numbers):
        h = ((h ^ number) * 0x01000193 & 0xffffffff) * 0x01000193 & 0xffffffff
    print("hash32 %08x" % h)
    with open(os.path.join(folder, "island.rgb"), "wb") as file:
        for (pixel,) in struct.iter_unpack("<I", island):
            file.write(struct.pack(">I", pixel)[1:])


main()
