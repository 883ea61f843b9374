// random.js - the engines of gc_rng.h: their speed, their points, their bits in the gorilla test.
import { $, make, alone, onCrew, openCrew } from './page.js';

// The seed and the engine that the address asks for, as "?seed=7&engine=lcg".
const asked = new URLSearchParams(location.search);

export function openRandom(lab) {
    const engines = lab.info.engines;
    openTable(lab, engines);
    openScatter(engines);
    openGorilla(engines);
}

// ---- the table

function openTable(lab, engines) {
    const own = [{ name: 'Math.random(); crypto in bulk', bits: 52, state: '' }];
    const row = ({ name, bits, state }, kind) => make('tr', kind, make('td', '', name), make('td', '', bits),
        make('td', '', state === '' ? '' : `${state} B`), make('td'), make('td'), make('td'),
        make('td', 'gauge', make('i')));
    const rows = [...engines.map(engine => row(engine, '')), ...own.map(it => row(it, 'own'))];
    $('table-rows').replaceChildren(...rows);

    const fill = (cells, { ns, rate }) => {
        cells[3].textContent = `${(ns / 10).toFixed(3)} s`;
        cells[4].textContent = `${ns.toFixed(2)} ns`;
        cells[5].textContent = `${rate.toFixed(2)} GB/s`;
    };

    $('table-run').onclick = () => alone($('table-run'), async () => {
        const calls = 1 << 22, times = [];
        for (const [i, { cells }] of rows.entries()) {
            $('table-state').textContent = `${i + 1} of ${rows.length}`;
            const time = i < engines.length ? await lab.call('timeEngine', i, calls)
                : await lab.call('timeBrowser', calls);
            fill(cells, time);
            times.push(time.ns);
            const longest = Math.max(...times);
            times.forEach((ns, k) => { rows[k].cells[6].firstChild.style.width = `${ns / longest * 100}%`; });
        }

        $('table-state').textContent = `from ${calls.toLocaleString('en')} calls, the best of five runs; ` +
            'the bar is the time of a call';
    });
}

// ---- points

const points = 2000000, portions = 20;

function openScatter(engines) {
    const panels = engines.map(({ name }) => {
        const canvas = make('canvas'), count = make('span', '', '');
        canvas.width = canvas.height = 256;
        const button = make('button', '', canvas, name, count);
        button.type = 'button';
        return { name, canvas, count, button, pixels: null };
    });
    $('scatter-panels').replaceChildren(...panels.map(panel => panel.button));
    for (const panel of panels) panel.button.onclick = () => showWhole(panel);
    if (asked.has('seed')) $('scatter-seed').value = asked.get('seed');

    $('scatter-run').onclick = () => alone($('scatter-run'), async () => {
        const seed = $('scatter-seed').checkValidity() ? +$('scatter-seed').value : 0;
        let done = 0;
        $('scatter-state').textContent = 'opening';
        await onCrew(panels.keys(), async (instance, i) => {
            panels[i].seed = seed;
            for (let portion = 0; portion < portions; portion++) {
                const part = [i, points / portions, portion > 0, seed];
                const { painted, pixels } = await instance.call('scatter', ...part);
                const off = portion === portions - 1 && Math.abs(painted - 262017) > 60;
                paint(panels[i], pixels);
                panels[i].count.textContent = `${painted.toLocaleString('en')} cells`;
                panels[i].count.className = off ? 'bad' : '';
            }
            $('scatter-state').textContent = `${++done} of ${panels.length}`;
        }, () => false);
        $('scatter-state').textContent = 'theory: 262,017 ± 60 cells are painted; red: it is further off';
    });

    // An address with an engine shows it.
    const wanted = panels.find(panel => panel.name === asked.get('engine'));
    if (wanted) $('scatter-run').onclick().then(() => showWhole(wanted));
}

// All 512 x 512 cells on 256 x 256 pixels; a painted cell also shows in its neighbours where
// these are empty, so that a few are seen.
function paint(panel, pixels) {
    const from = new Uint32Array(pixels.buffer), small = new ImageData(256, 256);
    const to = new Uint32Array(small.data.buffer), empty = 0xff000000;
    for (let y = 0; y < 256; y++) {
        for (let x = 0; x < 256; x++) {
            let hue = empty;
            for (let k = 0; k < 16 && hue === empty; k++) {
                const column = 2 * x + 1 - (k & 3), row = 2 * y + 1 - (k >> 2);
                if (column >= 0 && row >= 0) hue = from[row * 512 + column];
            }
            to[y * 256 + x] = hue;
        }
    }
    panel.pixels = pixels;
    panel.canvas.getContext('2d').putImageData(small, 0, 0);
}

function showWhole({ name, pixels, count, seed }) {
    if (!pixels) return;
    const address = new URL(location.href);
    address.searchParams.set('seed', seed);
    address.searchParams.set('engine', name);
    address.hash = 'random';
    history.replaceState(null, '', address);

    const dialog = $('scatter-whole');
    dialog.querySelector('canvas').getContext('2d').putImageData(new ImageData(pixels, 512), 0, 0);
    dialog.querySelector('p').textContent = `${name}, seed ${seed}: ${count.textContent} of 262,144`;
    dialog.showModal();
}

// ---- the gorilla test

function openGorilla(engines) {
    const strips = engines.map(({ name, bits }) => {
        const cells = Array.from({ length: bits }, () => make('u'));
        return { cells, row: make('div', '', make('span', '', name), make('div', '', ...cells)) };
    });
    $('gorilla-strips').replaceChildren(...strips.map(strip => strip.row));

    // The low bits of all engines first: there the faults are.
    const tasks = strips.flatMap(({ cells }, e) => cells.map((cell, bit) => ({ e, bit, cell })));
    tasks.sort((a, b) => a.bit - b.bit || a.e - b.e);
    $('gorilla-run').onclick = () => alone($('gorilla-run'), async () => {
        let done = 0, stop = false;
        const button = $('gorilla-run'), start = performance.now();
        for (const { cell } of tasks) cell.className = '';
        $('gorilla-state').textContent = 'opening';
        await openCrew();

        // While it runs, its button stops it.
        button.disabled = false;
        button.textContent = 'Stop';
        const again = button.onclick;
        button.onclick = () => { stop = true; };
        try {
            await onCrew(tasks, async (instance, { e, bit, cell }) => {
                const z = await instance.call('gorilla', e, bit);
                cell.className = z > 4 ? 'more' : z < -4 ? 'fewer' : 'as';
                cell.title = `${engines[e].name}, bit ${bit}: z = ${z.toFixed(2)}`;
                const seconds = (performance.now() - start) / 1000, left = tasks.length - ++done;
                $('gorilla-state').textContent = `${done} of ${tasks.length} bits, ` +
                    `${Math.ceil(seconds / done * left)} s to go`;
            }, () => stop);
        } finally {
            button.textContent = 'Test';
            button.onclick = again;
        }
        $('gorilla-state').textContent = `${done} of ${tasks.length} bits in ` +
            `${((performance.now() - start) / 1000).toFixed(0)} s`;
    });
}
