"""shaders.py PROGRAM FOLDER - hash32 in a shading language: prints the last line of twin.c, over the
same 100,000 numbers, and writes the island of examples/rng_island.c to FOLDER/island.rgb.

PROGRAM: webgl2 (GLSL ES 3.00) or webgpu (WGSL) by Chromium's own SwiftShader, or vulkan (HLSL by
glslang) by the runner FOLDER/vulkan on the first device, Mesa's lavapipe in CI.
"""
import base64
import os
import signal
import struct
import subprocess
import sys
import threading

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
sys.path.insert(0, os.path.join(ROOT, "tests/support"))
sys.dont_write_bytecode = True
import browser

LANGUAGE = {"webgl2": "glsl", "webgpu": "wgsl", "vulkan": "hlsl"}
OPTIONS = {"webgl2": ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
           "webgpu": ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"]}


def by_chromium(program, _, jobs):
    """The words of each job (expression, width, height): what the expression of i comes to."""
    server = browser.server(ROOT)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.Browser(OPTIONS[program])
    try:
        page.send("Page.navigate", url="http://127.0.0.1:%d/tests/twins/shaders.html" % server.server_port)
        page.until("document.readyState === 'complete' && !!self.webgpu")
        files = "['../../bindings/shaders/gc_rng.%s', 'island.%s']" % ((LANGUAGE[program],) * 2)
        return [base64.b64decode(page.evaluate("base64(%s(%s, '%s', %d, %d))" % (program, files, *job)))
                for job in jobs]
    finally:
        page.close()
        server.shutdown()


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

    # Whatever hangs ends here: the browser with it.
    def give_up(*_):
        raise RuntimeError("not finished within 100 seconds")
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(100)
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
