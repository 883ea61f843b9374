#!/usr/bin/env python3
"""Serves the page and looks at it in headless Chromium.

browser.py serve FOLDER [PORT]           a local server with the headers that isolate (port 8000)
browser.py values FOLDER [OPTION]...     the values that the page's checks come to, and what it says
                                         of itself, a line NAME VALUE each
    --plain                              the server sends no headers that isolate
    --no-simd                            the browser says that it knows no SIMD
    --query TEXT                         of the page's address
browser.py show FOLDER PNG...            the page as it begins, once at 1280 x 800 and once at a
                                         phone's size, to two files; prints what is wrong with them
browser.py use FOLDER                    what a visitor does, and what comes of it, a line each
browser.py picture FOLDER PNG PART...    the page at work, as one small picture: the sea, or what PART's
                                         button does (same, table, scatter, gorilla, sort), whose
                                         figures are printed

Chromium is driven over a pipe, by its DevTools protocol: no port, no other package.
"""
import base64
import functools
import http.server
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

PATIENCE = 170      # seconds, for all that one call of this program does; ten times that for a picture


# ---- the server

class Handler(http.server.SimpleHTTPRequestHandler):
    isolate = True
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map,
                      ".js": "text/javascript", ".wasm": "application/wasm"}

    def end_headers(self):
        if self.isolate:
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_):
        pass


def server(folder, isolate=True, port=0):
    handler = type("TheHandler", (Handler,), {"isolate": isolate})
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(handler, directory=folder))


# ---- the browser

class Browser:
    def __init__(self, options=("--disable-gpu",)):
        self.folder = tempfile.mkdtemp(prefix="page.")
        to, self.to = os.pipe()
        self.at, at = os.pipe()

        # Chromium reads from descriptor 3 and writes to 4.
        def pipes():
            low, high = os.dup(to), os.dup(at)
            os.dup2(low, 3), os.dup2(high, 4)
        program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        self.process = subprocess.Popen(
            [program, *options, "--headless=new", "--no-sandbox", "--remote-debugging-pipe",
             "--hide-scrollbars", "--no-first-run", "--disable-extensions", "--disable-background-networking",
             "--disable-dev-shm-usage", "--mute-audio", "--user-data-dir=" + self.folder],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=pipes, close_fds=False, start_new_session=True)
        os.close(to), os.close(at)
        self.number, self.session, self.rest, self.errors = 0, None, b"", []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.send("Page.enable")
        self.send("Runtime.enable")

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def read(self):
        while b"\0" not in self.rest:
            more = os.read(self.at, 1 << 20)
            if not more:
                raise RuntimeError("the browser has ended")
            self.rest += more
        line, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(line)
        if message.get("method") == "Runtime.exceptionThrown":
            details = message["params"]["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        return message

    def evaluate(self, expression):
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", expression))
        return answer["result"].get("value")

    def until(self, expression):
        while not self.evaluate(expression):
            if self.evaluate("document.body && document.body.dataset.state") == "failed":
                raise RuntimeError(self.evaluate("document.getElementById('failure').textContent"))
            time.sleep(0.1)

    def size(self, width, height, scale=1, mobile=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                  mobile=mobile)

    def picture(self, path, clip=None, scale=1):
        part = {"clip": {**clip, "scale": scale}, "captureBeyondViewport": True} if clip else {}
        shot = self.send("Page.captureScreenshot", format="png", **part)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


# Runs work(browser, the page's address) beside a server.
def with_page(folder, isolate, work):
    at = server(folder, isolate)
    threading.Thread(target=at.serve_forever, daemon=True).start()
    browser = Browser()
    try:
        result = work(browser, f"http://127.0.0.1:{at.server_port}/index.html")
        for error in browser.errors:
            print("error", error.replace("\n", " "))
        return result
    finally:
        browser.close()
        at.shutdown()


# ---- values

def values(folder, options):
    query = options[options.index("--query") + 1] if "--query" in options else ""

    def work(browser, url):
        if "--no-simd" in options:
            browser.send("Page.addScriptToEvaluateOnNewDocument",
                         source="WebAssembly.validate = () => false;")
        browser.send("Page.navigate", url=f"{url}{query}#test")
        browser.until("document.body && document.body.dataset.state === 'ready'")
        for name, value in browser.evaluate("""[
                ...['module', 'isa', 'threads'].map(name => [name, document.body.dataset[name]]),
                ['isolated', String(self.crossOriginIsolated)],
                ['verdict', document.getElementById('same-verdict').textContent],
                ...[...document.getElementById('same-rows').rows].map(row =>
                    [row.dataset.name, row.cells[2].textContent])]"""):
            print(name, value)
    with_page(folder, "--plain" not in options, work)


# ---- pictures

# What a PNG of 8 bits without interlacing shows: rows of bytes, and bytes of a pixel.
def read_png(path):
    with open(path, "rb") as file:
        data = file.read()
    at, packed, header = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", data[at + 8:at + 8 + length])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    width, height, step = header[0], header[1], {2: 3, 6: 4}[header[3]]
    lines, raw, before = [], zlib.decompress(packed), bytearray(width * step)
    for y in range(height):
        kind = raw[y * (width * step + 1)]
        line = bytearray(raw[y * (width * step + 1) + 1:(y + 1) * (width * step + 1)])
        for i in range(len(line)):
            left, up = line[i - step] if i >= step else 0, before[i]
            corner = before[i - step] if i >= step else 0
            if kind == 1:
                line[i] = (line[i] + left) & 255
            elif kind == 2:
                line[i] = (line[i] + up) & 255
            elif kind == 3:
                line[i] = (line[i] + (left + up) // 2) & 255
            elif kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up),
                           (abs(guess - corner), 2, corner))
                line[i] = (line[i] + near[2]) & 255
        lines.append(line)
        before = line
    return lines, step


def colours(path):
    lines, step = read_png(path)
    return len({bytes(line[i:i + 3]) for line in lines for i in range(0, len(line), step)})


# Text or controls that reach out of the window, or lie on one another.
LAYOUT = """(() => {
    const wrong = [], wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > wide) wrong.push('the page is wider than the window');
    const all = [...document.querySelectorAll(
        'h1,h2,h3,p,button,select,label,output,figcaption,canvas,nav,.pills>*')]
        .filter(e => e.offsetWidth > 0 && !e.closest('dialog'));
    const boxes = all.map(e => [e, e.getBoundingClientRect()]);
    for (const [e, box] of boxes) {
        const name = `${e.tagName} ${e.id || e.textContent}`;
        if (box.left < -1 || box.right > wide + 1) wrong.push(`${name} is cut off`);
        for (const [other, to] of boxes) {
            if (e === other || e.contains(other) || other.contains(e)) continue;
            if (box.left < to.right - 1 && to.left < box.right - 1 &&
                box.top < to.bottom - 1 && to.top < box.bottom - 1)
                wrong.push(`${name} and ${other.tagName} ${other.id || other.textContent} overlap`);
        }
    }
    return wrong;
})()"""


def show(folder, paths):
    def work(browser, url):
        for path, (width, height, mobile) in zip(paths, ((1280, 800, False), (390, 844, True))):
            browser.size(width, height, 1, mobile)
            browser.send("Page.navigate", url=url)
            browser.until("document.body && document.body.dataset.state === 'ready' && "
                          "+document.body.dataset.frame > 5")
            for fault in browser.evaluate(LAYOUT):
                print("layout", f"{width}:", fault)
            box = browser.evaluate("(box => [box.left, box.top, box.right, box.bottom].map(Math.round))"
                                   "(document.getElementById('sea-canvas').getBoundingClientRect())")
            left, top, right, bottom = box
            clip = {"x": left, "y": top, "width": right - left, "height": min(bottom, height) - top}
            browser.picture(path, clip, 0.5)
            print("colours", colours(path))
            browser.picture(path)
    with_page(folder, True, work)


# ---- a visitor

USE = """(async () => {
    const $ = id => document.getElementById(id), said = [];
    const sleep = ms => new Promise(done => setTimeout(done, ms));
    const until = async what => { while (!what()) await sleep(20); };
    const choose = (id, value) => { $(id).value = value; $(id).dispatchEvent(new Event('change')); };
    const frames = async count => {
        const end = +document.body.dataset.frame + count;
        await until(() => +document.body.dataset.frame >= end);
    };
    const lures = () => +/lures ([0-9]+)/.exec($('sea-legend').textContent)[1];
    const press = async (id, more) => {
        $(id).click();
        if (more) await more();
        await until(() => !document.querySelector('.running'));
    };

    // The sea: other threads, three lures, a pause, other agents.
    const threads = $('sea-threads').value;
    for (const count of [1, threads, 1, threads]) {
        choose('sea-threads', count);
        await frames(5);
    }
    await frames(16);
    const before = lures(), box = $('sea-canvas').getBoundingClientRect();
    for (let i = 1; i <= 3; i++) {
        $('sea-canvas').dispatchEvent(new PointerEvent('pointerdown', {
            clientX: box.left + box.width * i / 4, clientY: box.top + box.height / 2 }));
        await frames(3);
    }
    await frames(32);
    said.push(`lures ${lures() - before >= 2 ? 'thrown' : 'missing'}`);
    $('sea-pause').click();

    // The frame in hand comes yet, on a loaded machine late.
    let at = '';
    for (let i = 0; i < 20 && at !== document.body.dataset.frame; i++) {
        at = document.body.dataset.frame;
        await sleep(200);
    }
    said.push(`pause ${at === document.body.dataset.frame ? 'stands' : 'goes on'}`);
    $('sea-pause').click();
    choose('sea-count', 3000);
    await frames(40);
    said.push(`agents ${/ [23],[0-9]{3} entities/.test($('sea-legend').textContent) ? 3000 : 'others'}`);

    // Points of all engines, some bits in the gorilla test, a race of few keys.
    await press('scatter-run');
    for (const panel of $('scatter-panels').children) {
        const count = panel.lastChild.textContent.replace(/[^0-9]/g, '');
        said.push(`scatter ${panel.childNodes[1].data} ${count}`);
    }
    const tested = () => document.querySelectorAll('u.as, u.more, u.fewer').length;
    await press('gorilla-run', async () => { await until(() => tested() >= 3); $('gorilla-run').click(); });
    said.push(`gorilla ${tested() < 20 ? 'stopped' : 'went on'}`);
    choose('sort-most', 100000);
    choose('sort-kind', 2);
    await press('sort-run');
    const cells = [...$('sort-table').querySelectorAll('td:not(:first-child)')];
    const timed = cells.length >= 12 && cells.every(cell => +cell.textContent > 0);
    said.push(`sorts ${timed ? 'timed' : 'missing'}`);
    said.push(`failures ${$('failure').hidden ? 'none' : $('failure').textContent}`);
    return said;
})()"""


def use(folder):
    def work(browser, url):
        browser.send("Page.navigate", url=url)
        browser.until("document.body && document.body.dataset.state === 'ready'")
        for line in browser.evaluate(USE):
            print(line)
    with_page(folder, True, work)


# A PNG of at most `most` colours, a byte a pixel: the most frequent ones that differ, and for each
# other one the nearest of them.
def write_small(path, most=96):
    lines, step = read_png(path)
    count = {}
    for line in lines:
        for i in range(0, len(line), step):
            colour = tuple(line[i:i + 3])
            count[colour] = count.get(colour, 0) + 1

    # Colours that lie close to a chosen one are left out, the less close the more are chosen.
    def apart(a, b):
        return sum((x - y) ** 2 for x, y in zip(a, b))
    chosen, limit = [], 1600
    ordered = sorted(count, key=count.get, reverse=True)
    while len(chosen) < min(most, len(ordered)) and limit > 1:
        for colour in ordered[:6000]:
            if len(chosen) < most and all(apart(colour, other) > limit for other in chosen):
                chosen.append(colour)
        limit //= 2
    nearest = {colour: min(range(len(chosen)), key=lambda i: apart(colour, chosen[i])) for colour in count}

    rows = b"".join(b"\0" + bytes(nearest[tuple(line[i:i + 3])] for i in range(0, len(line), step))
                    for line in lines)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" +
                   chunk(b"IHDR", struct.pack(">IIBBBBB", len(lines[0]) // step, len(lines), 8, 3, 0, 0, 0)) +
                   chunk(b"PLTE", bytes(value for colour in chosen for value in colour)) +
                   chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


# The page at its beginning, or the sections behind buttons.
def picture(folder, path, parts):
    sections = {"same": "same", "sort": "sorting"}

    def work(browser, url):
        browser.size(1040, 800)
        browser.send("Page.navigate", url=url)
        browser.until("document.body && +document.body.dataset.frame > 150")
        browser.evaluate("document.getElementById('sea-pause').click()")
        time.sleep(0.5)
        for part in parts:
            browser.evaluate(f"document.getElementById('{part}-run').click()")
            time.sleep(0.5)
            browser.until("!document.querySelector('.running')")
            for line in browser.evaluate("""[...document.querySelectorAll('.figures tr, output')]
                                            .map(row => row.innerText)"""):
                print(line)

        # Three quarters of the size, as the README shows it anyway.
        box = browser.evaluate("""(id => {
            const box = document.getElementById(id).getBoundingClientRect();
            return { x: 0, y: Math.max(0, box.top + scrollY), width: 1040, height: box.height };
        })('%s')""" % (sections.get(parts[-1], "random") if parts else "sea"))
        if not parts:
            box = {"x": 0, "y": 0, "width": 1040, "height": browser.evaluate(
                "document.querySelector('figcaption').getBoundingClientRect().bottom + 8")}
        browser.picture(path, box, 0.75)
        write_small(path)
        print(path, os.path.getsize(path), "bytes")
    with_page(folder, True, work)


def main():
    command, folder, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
    if command == "serve":
        at = server(folder, True, int(rest[0]) if rest else 8000)
        print(f"http://127.0.0.1:{at.server_port}/", flush=True)
        at.serve_forever()
        return 0

    # Whatever hangs ends here: the browser with it.
    def give_up(*_):
        raise RuntimeError(f"not finished within {PATIENCE} seconds")
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE * 10 if command == "picture" else PATIENCE)
    try:
        if command == "values":
            values(folder, rest)
        elif command == "show":
            show(folder, rest)
        elif command == "use":
            use(folder)
        else:
            picture(folder, rest[0], rest[1:])
    except RuntimeError as error:
        print("error", error)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
