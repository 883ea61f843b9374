// sorts.js - gc_sort.h against the browser's own sorts: a plot of nanoseconds a key, and a table.
import { $, make, alone } from './page.js';

const sizes = [1000, 3000, 10000, 30000, 100000, 300000, 1000000, 3000000, 10000000];

// Who takes part. Calls of worker.js that give milliseconds; most: not for more keys than this.
function racers(lab, floats) {
    const type = floats ? 'f32' : 'u32', kind = floats ? 2 : 0;
    const list = [
        { name: 'Array.sort((a, b) => a - b)', hue: 'var(--red)', most: 1e6,
          time: (n, runs) => lab.call('timeOwnSort', floats, true, n, runs) },
        { name: `${floats ? 'Float32' : 'Uint32'}Array.sort()`, hue: 'var(--amber)',
          time: (n, runs) => lab.call('timeOwnSort', floats, false, n, runs) },
        { name: `gc_sort_${type}, copied in and out`, hue: 'var(--violet)',
          time: (n, runs) => lab.call('timeSort', kind, n, runs, true) },
        { name: `gc_sort_${type}`, hue: 'var(--teal)',
          time: (n, runs) => lab.call('timeSort', kind, n, runs, false) }
    ];

    if (!floats) {
        list.splice(2, 0, { name: "C's qsort, as WebAssembly", hue: 'var(--soft)', most: 1e6,
                            time: (n, runs) => lab.call('timeSort', 4, n, runs, false) });
    }
    if (lab.threads > 1) {
        list.push({ name: `gc_sort_ctx_${type}, ${lab.threads} threads`, hue: 'var(--strong)',
                    time: (n, runs) => lab.call('timeSort', kind + 1, n, runs, false) });
    }
    return list;
}

export function openSorts(lab) {
    plot([]);
    $('sort-run').onclick = () => alone($('sort-run'), async () => {
        const floats = $('sort-kind').value === '2', most = +$('sort-most').value;
        const list = racers(lab, floats).map(racer => ({ ...racer, at: [] }));
        const used = sizes.filter(n => n <= most);

        await lab.call('threads', lab.threads);
        for (const n of used) {
            for (const racer of list) {
                $('sort-state').textContent = `${n.toLocaleString('en')}: ${racer.name}`;
                if (racer.most && n > racer.most) continue;
                const ms = await racer.time(n, n > 1e6 ? 3 : 7);
                racer.at.push({ n, ms, ns: ms / n * 1e6 });
                plot(list);
            }
        }

        showTable(list, used);
        $('sort-state').textContent = 'medians; each array sorted is checked';
    });
}

// ---- the plot: both axes by powers

const svg = (tag, attributes, text) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
};

function plot(list) {
    const all = list.flatMap(racer => racer.at);
    const narrow = $('sort-plot').clientWidth < 600, width = narrow ? 480 : 960, height = narrow ? 360 : 400;
    const left = 48, right = width - 16, top = 26, bottom = height - 44;
    const nMost = Math.max(1e6, ...all.map(p => p.n)), low = Math.min(1, ...all.map(p => p.ns));
    const high = Math.max(300, ...all.map(p => p.ns));
    const x = n => left + (right - left) * Math.log(n / 1000) / Math.log(nMost / 1000);
    const y = ns => bottom - (bottom - top) * Math.log(ns / low) / Math.log(high / low);
    const root = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img',
        'aria-label': 'Nanoseconds a key by number of keys; the table below has the same as numbers' });

    // The grid and its numbers.
    for (const ns of [0.3, 1, 3, 10, 30, 100, 300, 1000]) {
        if (ns < low * 0.99 || ns > high * 1.01) continue;
        root.append(svg('line', { class: 'grid', x1: left, x2: right, y1: y(ns), y2: y(ns) }),
            svg('text', { x: left - 8, y: y(ns) + 5, 'text-anchor': 'end' }, ns));
    }
    for (let n = 1000; n <= nMost; n *= 10) {
        const anchor = n === nMost ? 'end' : n === 1000 ? 'start' : 'middle';
        root.append(svg('line', { class: 'grid', x1: x(n), x2: x(n), y1: top, y2: bottom }),
            svg('text', { x: x(n), y: bottom + 20, 'text-anchor': anchor }, n.toLocaleString('en')));
    }
    root.append(svg('text', { x: 4, y: 14 }, 'ns a key'),
        svg('text', { x: (left + right) / 2, y: height - 4, 'text-anchor': 'middle' }, 'keys'));

    // The lines.
    for (const { hue, at } of list) {
        const points = at.map(p => `${x(p.n).toFixed(1)},${y(p.ns).toFixed(1)}`).join(' ');
        root.append(svg('polyline', { points, fill: 'none', style: `stroke: ${hue}`, 'stroke-width': 2.5 }));
        const dot = { r: 3.5, style: `fill: ${hue}` };
        for (const p of at) root.append(svg('circle', { cx: x(p.n), cy: y(p.ns), ...dot }));
    }
    $('sort-plot').replaceChildren(root);
    showTable(list, sizes);
}

// ---- the table, which is the legend: milliseconds at powers of ten

function showTable(list, used) {
    const shown = used.filter(n => Number.isInteger(Math.log10(n)) &&
        list.some(racer => racer.at.some(p => p.n === n)));
    if (shown.length === 0) return;
    const head = make('tr', '', make('th', '', 'milliseconds'),
        ...shown.map(n => make('th', '', n.toLocaleString('en'))));
    const rows = list.map(({ name, hue, at }) => {
        const square = make('i');
        square.style.background = hue;
        return make('tr', '', make('td', '', square, name), ...shown.map(n => {
            const point = at.find(p => p.n === n);
            return make('td', '', point ? point.ms.toPrecision(3) : '');
        }));
    });
    $('sort-table').replaceChildren(head, ...rows);
}
