// play_worker.js - clang and its linker, as WebAssembly by YoWASP, make WebAssembly of a program,
// which runs here with what it needs of WASI: a clock, random bytes, and somewhere to print.
import { runLLVM } from './clang/bundle.js';

const tell = message => postMessage(message);
const decoder = new TextDecoder(), headers = ['gc_rng.h', 'gc_sort.h', 'gc_sparse.h'];
const library = '/usr/lib/wasm32-wasip1', link = ['wasm-ld', `-L${library}`, `${library}/crt1-command.o`,
    'game.o', '-lc', '-lm', '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a', '-o', 'game.wasm'];

const options = {
    stdout: bytes => bytes && tell({ text: decoder.decode(bytes) }),
    stderr: bytes => bytes && tell({ text: decoder.decode(bytes) }),
    fetchProgress: ({ totalLength, doneLength }) =>
        tell({ state: `loading clang: ${Math.round(doneLength / totalLength * 100)} %` })
};

// -O0: clang is ready ten times as soon.
async function compile(source) {
    const files = { 'game.c': source };
    for (const name of headers) {
        if (source.includes(name)) files[name] = await (await fetch(name)).text();
    }
    tell({ state: 'loading clang' });
    const compiled = await runLLVM(['clang', '-Wall', '-c', 'game.c', '-o', 'game.o'], files, options);
    const linked = await runLLVM(link, { 'game.o': compiled['game.o'] }, options);
    return WebAssembly.compile(linked['game.wasm']);
}

class Exit extends Error {}
const NO_SUCH_CALL = 52;

// What it exits with.
function execute(module) {
    let memory;
    const view = () => new DataView(memory.buffer);
    const given = {
        fd_write(fd, vectors, count, written) {
            let all = 0;
            const word = at => view().getUint32(at, true);
            for (let i = 0; i < count; i++) {
                const at = word(vectors + 8 * i), size = word(vectors + 8 * i + 4);
                tell({ text: decoder.decode(new Uint8Array(memory.buffer, at, size), { stream: true }) });
                all += size;
            }
            view().setUint32(written, all, true);
            return 0;
        },

        fd_fdstat_get(fd, to) {
            if (fd > 2) return 8;                   // no such file
            new Uint8Array(memory.buffer, to, 24).fill(0);
            view().setUint8(to, 2);                 // a terminal
            return 0;
        },

        fd_prestat_get: () => 8,
        fd_close: () => 0,
        clock_time_get(clock, precision, to) {
            const ms = performance.timeOrigin + performance.now();
            view().setBigUint64(to, BigInt(Math.round(ms * 1e6)), true);
            return 0;
        },
        random_get(to, size) {
            crypto.getRandomValues(new Uint8Array(memory.buffer, to, size));
            return 0;
        },
        proc_exit(code) { throw new Exit(code); }
    };

    // No arguments, and no environment.
    for (const name of ['args', 'environ']) {
        given[`${name}_get`] = () => 0;
        given[`${name}_sizes_get`] = (count, size) => {
            view().setUint32(count, 0, true);
            view().setUint32(size, 0, true);
            return 0;
        };
    }

    // What else it may ask for fails, and the C library says so.
    const wasi = new Proxy(given, { get: (all, name) => all[name] || (() => NO_SUCH_CALL) });

    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
    memory = exports.memory;
    try {
        exports._start();
    } catch (error) {
        if (error instanceof Exit) return +error.message;
        throw error;
    }
    return 0;
}

onmessage = async ({ data }) => {
    try {
        const start = performance.now(), module = await compile(data), compiled = performance.now();
        tell({ state: 'running' });
        const status = execute(module);
        tell({ ended: `ended with ${status}: compiled in ${((compiled - start) / 1000).toFixed(1)} s, ` +
            `ran for ${((performance.now() - compiled) / 1000).toFixed(2)} s` });
    } catch (error) {
        tell({ ended: error.files ? 'it does not compile' : `it failed: ${error.message}` });
    }
};
