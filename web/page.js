// page.js - chooses the module that this browser can run, keeps workers that run it, and joins
// the parts of the page. index.html?simd=no and ?threads=no refuse what the browser could do;
// index.html#test computes the checks at once, for tests/check_page.sh.
import { built, native } from './built.js';
import { openSea } from './sea.js';
import { openRandom } from './random.js';
import { openReplays } from './replays.js';
import { openSorts } from './sorts.js';

export const $ = id => document.getElementById(id);

// An element with a class, text or children inside.
export function make(tag, name, ...inside) {
    const element = document.createElement(tag);
    if (name) element.className = name;
    element.append(...inside);
    return element;
}

// ---- which module

// () -> v128: i32.const 0, i8x16.splat.
const simdProbe = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0,
    10, 8, 1, 6, 0, 65, 0, 253, 15, 11]);
const asked = new URLSearchParams(location.search);
export const hasSimd = asked.get('simd') !== 'no' && WebAssembly.validate(simdProbe);
export const isolated = self.crossOriginIsolated && typeof SharedArrayBuffer === 'function';
const wantsThreads = isolated && asked.get('threads') !== 'no';
export const cores = Math.max(1, Math.min(navigator.hardwareConcurrency || 1, 16));

// ---- workers

// The module in a worker: `await it.call('name', arguments...)` is a function of worker.js.
export class Instance {
    constructor() {
        this.worker = new Worker('worker.js');
        this.waiting = new Map();
        this.next = 0;
        this.worker.onmessage = ({ data }) => {
            const { done, failed } = this.waiting.get(data.id);
            this.waiting.delete(data.id);
            if (data.error) failed(Error(data.error));
            else done(data.result);
        };
        this.worker.onerror = event => {
            const error = Error(event.message || 'a worker cannot be started');
            for (const { failed } of this.waiting.values()) failed(error);
        };
    }
    call(call, ...args) {
        return new Promise((done, failed) => {
            this.waiting.set(++this.next, { done, failed });
            this.worker.postMessage({ id: this.next, call, args });
        });
    }
    async open(threads) {
        const name = (hasSimd ? 'simd' : 'scalar') + (threads > 1 ? '-threads' : '');
        this.threads = threads;
        this.info = await this.call('open', name, threads);
        this.name = name;
        return this;
    }
}

// What the tests of single engines run on: an instance for each core, which need no isolation,
// since they share nothing. They are opened when they are first wanted.
let crew;
export const openCrew = () =>
    (crew ||= Promise.all(Array.from({ length: cores }, () => new Instance().open(1))));

// Runs each task on the crew, as many at a time as there are instances; stop() ends it early.
export async function onCrew(tasks, run, stopped) {
    const left = [...tasks];
    await Promise.all((await openCrew()).map(async instance => {
        while (left.length > 0 && !stopped()) await run(instance, left.shift());
    }));
}

// ---- one measurement at a time: the sea stands still meanwhile

export let busy = false;
export async function alone(button, work) {
    if (busy) return;
    busy = true;

    const buttons = [...document.querySelectorAll('.bar button[id$="-run"]')];
    for (const b of buttons) b.disabled = true;
    button.classList.add('running');
    try {
        await work();
    } catch (error) {
        fail(error);
    }

    button.classList.remove('running');
    for (const b of buttons) b.disabled = false;
    busy = false;
}

export function fail(error) {
    $('failure').hidden = false;
    $('failure').textContent = `This does not work here: ${error.message}`;
}

// ---- what a visitor takes along

// Three lines of code, into the clipboard.
function openCopies() {
    for (const button of document.querySelectorAll('.take button')) {
        button.onclick = async () => {
            await navigator.clipboard.writeText(button.closest('.take').querySelector('code').textContent);
            button.textContent = 'Copied';
            setTimeout(() => { button.textContent = 'Copy'; }, 1500);
        };
    }
}

// A canvas as a PNG: to another program where the system shares files, else as a download.
function openPictures() {
    for (const button of document.querySelectorAll('.save')) {
        button.onclick = () => $(button.dataset.canvas).toBlob(async blob => {
            const file = new File([blob], `gc_${button.dataset.name}.png`, { type: 'image/png' });
            const files = { files: [file] };
            if (navigator.canShare?.(files)) return navigator.share(files).catch(() => {});

            const link = make('a');
            link.href = URL.createObjectURL(file);
            link.download = file.name;
            link.click();
            URL.revokeObjectURL(link.href);
        });
    }
}

// ---- checks

function showChecks(checks) {
    $('same-rows').replaceChildren(...checks.map(({ name, what }) => {
        const row = make('tr', '', make('td', '', what), make('td', '', native[name]),
            make('td', 'here', '…'), make('td'));
        row.dataset.name = name;
        return row;
    }));
}

async function runChecks(lab) {
    const rows = [...$('same-rows').rows];
    let equal = 0;
    $('same-verdict').className = '';
    for (const row of rows) row.cells[2].textContent = '…';
    for (const [i, row] of rows.entries()) {
        $('same-verdict').textContent = `${i} of ${rows.length}`;
        const value = await lab.call('check', i), same = value === native[row.dataset.name];
        row.cells[2].textContent = value;
        row.cells[3].textContent = same ? 'equal' : 'DIFFERS';
        row.cells[3].className = same ? 'same' : 'differs';
        equal += same;
    }
    $('same-verdict').textContent = equal === rows.length
        ? `all ${rows.length} are equal` : `${rows.length - equal} of ${rows.length} differ`;
    $('same-verdict').className = equal === rows.length ? 'good' : 'bad';
}

// ---- the page

function showPills(lab) {
    const pill = (text, yes, href) => {
        const element = make(href ? 'a' : 'span', yes ? 'yes' : '', text);
        if (href) element.href = href;
        return element;
    };
    const kilobytes = Math.round(built.bytes[lab.name] / 1024);
    $('pills').replaceChildren(
        pill(hasSimd ? 'WebAssembly with SIMD' : 'WebAssembly without SIMD', hasSimd),
        pill(lab.threads > 1 ? `${lab.threads} threads`
            : isolated ? 'one thread' : 'one thread: the page is not isolated', lab.threads > 1),
        pill(`${kilobytes} KB, gzipped`, true),
        ...(location.search ? [pill('use all that it can', false, location.pathname)] : [
            ...(hasSimd ? [pill('try it without SIMD', false, '?simd=no')] : []),
            ...(lab.threads > 1 ? [pill('try one thread', false, '?threads=no')] : [])]));
}

async function begin() {
    openReplays();
    openCopies();
    openPictures();

    // Where threads are promised and cannot be started, without them.
    const lab = await new Instance().open(wantsThreads ? cores : 1).catch(error => {
        if (!wantsThreads) throw error;
        return new Instance().open(1);
    });

    // What it is.
    Object.assign(document.body.dataset, { module: lab.name, isa: lab.info.isa, threads: lab.threads });
    showPills(lab);
    showChecks(lab.info.checks);
    $('built').textContent = `gc_rng.h, gc_sort.h and gc_sparse.h ${built.version}; modules by emcc ` +
        `${built.emcc}, native values by ${built.compiler} (${native.isa}).`;

    // What can be done with it; for a test, its checks at once, in place of the sea.
    openRandom(lab);
    openSorts(lab);
    $('same-run').onclick = () => alone($('same-run'), () => runChecks(lab));
    if (location.hash === '#test') await alone($('same-run'), () => runChecks(lab));
    else await openSea(lab);
    document.body.dataset.state = 'ready';
}

// Where the server sends no headers of isolation, a service worker adds them, from the next load
// on: the page loads itself once more, and once only.
async function isolate() {
    if (self.crossOriginIsolated || asked.get('isolate') === 'no' || !navigator.serviceWorker ||
        sessionStorage.isolating) return;
    sessionStorage.isolating = 'yes';
    await navigator.serviceWorker.register('isolate.js');
    await navigator.serviceWorker.ready;
    location.reload();
    await new Promise(() => {});
}

isolate().catch(() => {}).then(begin).catch(error => {
    fail(error);
    document.body.dataset.state = 'failed';
});
