// worker.js - one instance of the module in a worker. A message {id, call, args} is a function
// of `calls` below; the answer is {id, result} or {id, error}.
let page;                       // the module: its C functions are page._page_...
let memory;

const text = pointer => page.UTF8ToString(pointer);
const list = (count, row) => Array.from({ length: count }, (_, i) => row(i));

// A copy of what C left in memory, which the page gets without another copy.
const copy = (Type, pointer, length) => new Type(memory.buffer, pointer, length).slice();

// Grows up to 2 GB; some phones refuse to set so much aside for threads.
function openMemory(shared) {
    for (let maximum = 32768; ; maximum /= 2) {
        try {
            return new WebAssembly.Memory({ initial: 256, maximum, shared });
        } catch (error) {
            if (maximum <= 4096) throw error;
        }
    }
}

const calls = {
    // Loads the module of this name, with so many threads.
    async open(name, threads) {
        const shared = name.endsWith('threads');
        const base = new URL('.', self.location.href).href;
        importScripts(`${name}.js`);
        memory = openMemory(shared);
        page = await gcPage({
            wasmMemory: memory,
            threads,
            locateFile: file => base + file,
            mainScriptUrlOrBlob: `${base}${name}.js`
        });
        await calls.threads(threads);
        return {
            isa: text(page._page_isa()),
            engines: list(page._page_engines(), i => ({
                name: text(page._page_engine_name(i)),
                bits: page._page_engine_bits(i),
                state: page._page_engine_state(i)
            })),
            steps: list(page._page_steps(), i => text(page._page_step_name(i))),
            checks: list(page._page_checks(), i => ({
                name: text(page._page_check_name(i)),
                what: text(page._page_check_what(i))
            }))
        };
    },

    // Another number of threads. Those that have ended are free again when they have said so,
    // in a message: wait for it.
    async threads(count) {
        if (!page._page_threads(1)) throw Error('no memory');
        while (page.PThread && page.PThread.runningWorkers.length > 0) await pause(2);
        if (count > 1 && !page._page_threads(count)) throw Error('no threads');
    },

    // ---- random numbers

    // Nanoseconds of a call, and gigabytes a second in bulk, of an engine: the best of some runs,
    // behind enough of them for the browser to have compiled the loop.
    async timeEngine(engine, count) {
        page._page_seed(engine, 1);
        const each = await best(n => page._page_calls(engine, n), count);
        const bulk = await best(n => page._page_fill(engine, n), count / 4096);
        return { ns: each / count * 1e6, rate: count / 4096 * 65536 / bulk / 1e6 };
    },

    // What the browser has: Math.random one at a time, crypto.getRandomValues in blocks of 64 KB.
    async timeBrowser(count) {
        const block = new Uint8Array(65536);
        const each = await best(sumOfRandom, count);
        const bulk = await best(n => { while (n-- > 0) crypto.getRandomValues(block); }, 256);
        return { ns: each / count * 1e6, rate: 256 * 65536 / bulk / 1e6 };
    },

    scatter(engine, points, more, seed) {
        if (!more) page.cells = page._page_scatter_begin(engine, seed);
        const painted = page._page_scatter(engine, points);
        return { painted, pixels: copy(Uint8ClampedArray, page.cells, 512 * 512 * 4) };
    },
    gorilla: (engine, bit) => page._page_gorilla(engine, bit),

    // ---- sorts: milliseconds of one sort of n keys, the median of `runs`

    // how: as in page.c, in the module's memory; copied: the keys come from an array of the
    // page's and go back.
    async timeSort(how, n, runs, copied) {
        const arrays = Math.max(1, Math.floor(100000 / n)), bytes = 4 * n * arrays;
        const source = page._page_room(bytes), keys = page._page_room(bytes);
        if (!source || !keys) throw Error('no memory');
        const random = randomKeys(how, n * arrays), times = [];
        new Uint32Array(memory.buffer, source, n * arrays).set(random);

        for (let run = -warmUp(runs); run < runs; run++) {
            const there = new Uint32Array(memory.buffer, keys, n * arrays), own = random.slice();
            if (!copied) there.set(new Uint32Array(memory.buffer, source, n * arrays));
            const start = performance.now();
            for (let i = 0; i < arrays && copied; i++) {
                const part = own.subarray(i * n, i * n + n), room = there.subarray(0, n);
                room.set(part);
                page._page_sort(how, keys, n, 1);
                part.set(room);
            }
            if (!copied) page._page_sort(how, keys, n, arrays);
            if (run >= 0) times.push((performance.now() - start) / arrays);
            else await pause(4);
            if (!sorted(how, copied ? own : there, n, arrays)) throw Error('not sorted');
        }
        page._page_free(source);
        page._page_free(keys);
        return median(times);
    },

    // The browser's own: a Float32Array or Uint32Array, or an Array with a comparison.
    async timeOwnSort(floats, array, n, runs) {
        const how = floats ? 2 : 0, arrays = Math.max(1, Math.floor(100000 / n)), times = [];
        const bits = randomKeys(how, n * arrays);
        const random = floats ? new Float32Array(bits.buffer) : bits;
        for (let run = -warmUp(runs); run < runs; run++) {
            const parts = list(arrays, i => {
                const part = random.slice(i * n, i * n + n);
                return array ? Array.from(part) : part;
            });
            const start = performance.now();
            for (const part of parts) {
                if (array) part.sort((a, b) => a - b);
                else part.sort();
            }
            if (run >= 0) times.push((performance.now() - start) / arrays);
            else await pause(4);
            if (!parts.every(part => part.every((key, i) => i === 0 || part[i - 1] <= key))) {
                throw Error('not sorted');
            }
        }
        return median(times);
    },

    // ---- the sea

    sea(entities, width, height) {
        if (!page._page_sea(entities, width, height)) throw Error('no memory');
        page.size = width * height * 4;
    },
    skip(frames) {
        while (frames-- > 0) if (!page._page_sea_frame()) throw Error('no memory');
    },
    frame(lure, numbers) {
        if (lure && !page._page_sea_lure(lure.x, lure.y)) throw Error('no memory');
        if (!page._page_sea_frame()) throw Error('no memory');
        const pixels = copy(Uint8ClampedArray, page._page_sea_paint(), page.size);
        return { pixels, numbers: numbers && copy(Float64Array, page._page_sea_numbers(), 8 + numbers) };
    },

    check: i => text(page._page_check(i))
};

const pause = ms => new Promise(done => setTimeout(done, ms));
const warmUp = runs => (runs > 3 ? 4 : 2);

function median(times) {
    times.sort((a, b) => a - b);
    return times[times.length >> 1];
}

async function best(run, count) {
    for (let i = 0; i < 8; i++) run(Math.ceil(count / 16));
    await pause(30);
    let least = Infinity;
    for (let i = 0; i < 5; i++) {
        const start = performance.now();
        run(count);
        least = Math.min(least, performance.now() - start);
    }
    return least;
}

let kept = 0;
function sumOfRandom(count) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += Math.random();
    kept = sum;
}

// Bits of random keys. Of floats: of numbers from 0 to 1000, as a game has them.
function randomKeys(how, n) {
    const room = page._page_room(4 * n);
    if (!room) throw Error('no memory');
    page._page_random(room, 4 * n, n);
    const keys = copy(Uint32Array, room, n);
    page._page_free(room);
    if (isFloat(how)) new Float32Array(keys.buffer).set(Float32Array.from(keys, key => key / 4294967.296));
    return keys;
}

const isFloat = how => how === 2 || how === 3;

function sorted(how, keys, n, arrays) {
    const at = isFloat(how) ? new Float32Array(keys.buffer, keys.byteOffset, keys.length) : keys;
    for (let i = 1; i < n * arrays; i++) {
        if (i % n !== 0 && at[i - 1] > at[i]) return false;
    }
    return true;
}

// One call after the other: those of some milliseconds wait for each other.
let before = Promise.resolve();
self.onmessage = ({ data }) => {
    before = before.then(async () => {
        try {
            const result = await calls[data.call](...data.args);
            const pixels = result && result.pixels;
            self.postMessage({ id: data.id, result }, pixels ? [pixels.buffer] : []);
        } catch (error) {
            self.postMessage({ id: data.id, error: String(error.message || error) });
        }
    });
};
