// sea.js - the sea of examples/ecs_demo on a canvas: a worker computes and paints a frame while
// the last one is shown.
import { $, make, alone, busy, fail } from './page.js';

const legend = [['#ffffff', 3, 'hunters'], ['#9fc77a', 4, 'eggs'], ['#ff4fb0', 5, 'lures']];
const schools = ['#ffb938', '#ff5c57', '#2fd9c4', '#a583ff'];
const digits = number => number.toLocaleString('en');

export async function openSea(lab) {
    const canvas = $('sea-canvas'), context = canvas.getContext('2d', { alpha: false });
    const steps = lab.info.steps, most = lab.threads;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    let lure = null, paused = false, seen = true, changes = 0, shown = 0;

    for (let n = 1; n <= most; n = n < most && n * 2 > most ? most : n * 2) {
        $('sea-threads').add(new Option(n, n, n === most, n === most));
    }
    $('sea-threads').disabled = most === 1;
    if (innerWidth < 700) {
        [canvas.width, canvas.height] = [640, 360];
        $('sea-count').value = 3000;
    }
    await lab.call('sea', +$('sea-count').value, canvas.width, canvas.height);

    // Schools have found together by then.
    await lab.call('skip', 200);

    // What the visitor does.
    const change = work => {
        changes++;
        work().catch(fail).finally(() => changes--);
    };
    $('sea-count').onchange = () =>
        change(() => lab.call('sea', +$('sea-count').value, canvas.width, canvas.height));
    $('sea-threads').onchange = () => change(() => lab.call('threads', +$('sea-threads').value));
    const pause = yes => {
        paused = yes;
        $('sea-pause').textContent = paused ? 'Go on' : 'Pause';
    };
    $('sea-pause').onclick = () => pause(!paused);
    $('sea-lure').onclick = () => {
        lure = { x: Math.random() * canvas.width, y: Math.random() * canvas.height };
    };
    canvas.onpointerdown = event => {
        const box = canvas.getBoundingClientRect();
        lure = { x: (event.clientX - box.left) / box.width * canvas.width,
                 y: (event.clientY - box.top) / box.height * canvas.height };
    };
    new IntersectionObserver(([entry]) => { seen = entry.isIntersecting; }).observe(canvas);

    // Frames.
    async function frame() {
        if (!paused && seen && !busy && changes === 0 && !document.hidden) {
            const thrown = lure;
            lure = null;
            const { pixels, numbers } = await lab.call('frame', thrown, shown++ % 16 === 0 && steps.length);
            context.putImageData(new ImageData(pixels, canvas.width), 0, 0);
            if (numbers) show(numbers);
            document.body.dataset.frame = shown;
        }
        requestAnimationFrame(() => frame().catch(fail));
    }
    function show(numbers) {
        const [at, entities, fish, , , , megabytes, ms] = numbers;
        $('sea-legend').replaceChildren(
            make('span', '', `frame ${digits(at)}: ${digits(entities)} entities`),
            make('span', '', ...schools.map(colour), `fish ${digits(fish)}`),
            ...legend.map(([hue, i, name]) =>
                make('span', '', colour(hue), `${name} ${digits(numbers[i])}`)));
        $('sea-ms').textContent = `${ms.toFixed(2)} ms a frame, ${megabytes.toFixed(1)} MB`;

        // Bars share one scale: what is slow is seen.
        const longest = Math.max(...numbers.slice(8), 1e-3);
        $('sea-steps').replaceChildren(...steps.map((name, i) => {
            const bar = make('i'), ms = numbers[8 + i];
            bar.style.width = `${ms / longest * 100}%`;
            return make('div', '', make('span', '', name), bar, make('span', '', `${ms.toFixed(2)} ms`));
        }));
    }
    await frame();
    pause(still);       // who wants little motion gets one frame, and the button
}

function colour(hue) {
    const square = make('i');
    square.style.background = hue;
    return square;
}
