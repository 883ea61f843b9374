// replays.js - what timelines.c recorded: 1,000 downloads in three orders, and files after kills.
import { $, make } from './page.js';
import { orders, saves } from './timelines.js';

export function openReplays() {
    openDownloads();
    openKills();
}

// ---- downloads

// A canvas for each order; a line of it is a file, at the place that its beginning has in time.
function openDownloads() {
    const at = $('downloads-at'), most = Math.max(...orders.map(order => order.ms));
    const panels = orders.map(({ name, ms, bars }) => {
        const files = Array.from({ length: bars.length / 3 }, (_, i) =>
            ({ began: bars[3 * i], took: bars[3 * i + 1], kilobytes: bars[3 * i + 2] }));
        files.sort((a, b) => a.began - b.began);
        const canvas = make('canvas'), state = make('span');
        canvas.width = 480;
        canvas.height = files.length;
        canvas.setAttribute('role', 'img');
        canvas.setAttribute('aria-label', `Each file's time, ${name}: all in ${(ms / 1000).toFixed(2)} s`);

        const caption = make('figcaption', '', make('b', '', name), state);
        $('downloads-orders').append(make('figure', '', canvas, caption));
        return { canvas, context: canvas.getContext('2d'), files, ms, state };
    });

    // The moment that the slider is at. A file's colour is its size, from 1 KB to 20 MB by powers.
    function draw() {
        const now = +at.value;
        for (const { canvas, context, files, ms, state } of panels) {
            let done = 0, bytes = 0;
            context.clearRect(0, 0, canvas.width, canvas.height);

            for (const [i, { began, took, kilobytes }] of files.entries()) {
                if (began > now) break;
                const end = Math.min(began + took, now), whole = began + took <= now;

                const size = Math.min(1, Math.max(0, Math.log10(kilobytes + 1) / 4.3));
                context.fillStyle = `hsl(${172 - 134 * size} 78% ${whole ? 52 : 70}%)`;
                context.fillRect(began / most * 480, i, Math.max(1.5, (end - began) / most * 480), 1);

                done += whole;
                bytes += whole ? kilobytes : kilobytes * (now - began) / took;
            }
            state.textContent = now < ms
                ? ` ${done} files, ${(bytes / 1000).toFixed(0)} MB`
                : ` all in ${(ms / 1000).toFixed(2)} s`;
        }
        $('downloads-ms').textContent = `${(now / 1000).toFixed(2)} s`;
    }

    // It plays in the time that it took.
    let playing = false;
    const stop = () => {
        playing = false;
        $('downloads-run').textContent = 'Play';
    };
    $('downloads-run').onclick = () => {
        if (playing) return stop();
        const from = +at.value < most ? +at.value : 0, start = performance.now();
        playing = true;
        $('downloads-run').textContent = 'Stop';
        const step = time => {
            if (!playing) return;
            at.value = from + Math.max(0, time - start);
            draw();
            if (+at.value >= +at.max) stop();
            else requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
    };
    at.max = Math.ceil(most / 10) * 10;
    at.value = at.max;
    at.oninput = () => {
        stop();
        draw();
    };
    draw();
}

// ---- kills

const words = { n: 'new', o: 'old', t: 'torn' };

function openKills() {
    const at = $('kills-at'), moments = saves[0].kills.length;
    const rows = saves.map(({ name, ms, kills }) => {
        const squares = [...kills[0]].map(() => make('i')), told = make('output');
        $('kills-rows').append(make('div', '', make('b', '', name), make('div', '', ...squares), told));
        return { squares, told, ms, kills };
    });

    function draw() {
        const k = +at.value, after = ms => `${(ms * (k + 0.5) / moments).toFixed(1)} ms`;
        for (const { squares, told, kills } of rows) {
            for (const [i, square] of squares.entries()) square.className = words[kills[k][i]];
            told.textContent = Object.entries(words).map(([letter, word]) =>
                `${kills[k].split(letter).length - 1} ${word}`).join(', ');
        }
        $('kills-ms').textContent = rows.map(({ ms }) => after(ms)).join(' and ');
    }
    at.max = moments - 1;
    at.value = saves[0].kills.findIndex(kill => kill.includes('t'));
    at.oninput = draw;
    draw();
}
