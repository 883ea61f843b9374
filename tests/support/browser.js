#!/usr/bin/env node
// browser.js - serves the page, and looks at it in Chromium or, with BROWSER=firefox-esr, in Firefox.
//   serve FOLDER [PORT]       a local server with the headers that isolate (port 8000)
//   values FOLDER [--plain] [--no-simd] [--query TEXT]
//                             what the page says of itself, and the values of its checks, a line each;
//                             --plain: without those headers; --no-simd: as if there were no SIMD
//   show FOLDER PNG PNG       the page as it begins, on a desk and on a phone; prints what is wrong
//   use FOLDER                what a visitor does, and what comes of it, a line each
//   access FOLDER             what axe-core finds serious, in the dark and in the light, and whether
//                             the sea stands still for those who want little motion
//   evaluate FOLDER PATH WHEN EXPRESSION... [-- OPTION...]
//                             the page at PATH, once WHEN holds: what each expression is, a line each;
//                             the options are Chromium's, in place of --disable-gpu
//   picture FOLDER PNG [PART] the sea, or what PART's button does (same, table, scatter, gorilla, sort)
// puppeteer-core speaks WebDriver BiDi to both; a phone's window it asks of Chromium by CDP.
const fs = require('fs'), { execFileSync } = require('child_process'), { normalize } = require('path');
const { setTimeout: sleep } = require('timers/promises');
const [command, folder, ...rest] = process.argv.slice(2), browserName = process.env.BROWSER || 'chromium';

const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm' };
const server = require('http').createServer((request, response) => {
    const name = normalize(request.url.replace(/\?.*/, '').replace(/\/$/, '/index.html'));
    fs.readFile(folder + name, (error, data) => response.writeHead(error ? 404 : 200, {
        'Content-Type': types[name.split('.').pop()] || 'text/plain', 'Cache-Control': 'no-store',
        ...rest.includes('--plain') ? {} : { 'Cross-Origin-Opener-Policy': 'same-origin',
                                             'Cross-Origin-Embedder-Policy': 'require-corp' } }).end(data));
});

// The folder of puppeteer-core; axe-core lies beside it.
const libraries = () => `${execFileSync('sh', [`${__dirname}/puppeteer.sh`])}`.trim();

// Waits until when() holds in the page, or the page says that it failed. It asks by itself: what
// waitForFunction leaves in the page waits for frames, of which a busy machine may show none. What
// was asked while the page loads itself once more has no answer, and is asked again.
let step = 'the browser';
const reloads = error => { if (!/context|realm|frame/i.test(error.message)) throw error; };
async function until(page, when, ...values) {
    step = `${when}`;
    for (const asked = `document.body?.dataset.state === 'failed' || (${when})(${values})`;;) {
        if (await page.evaluate(asked).catch(reloads)) break;
        await sleep(50);
    }
    const failed = await page.$eval('#failure', e => e.hidden ? '' : e.textContent);
    if (failed) throw Error(failed);
}
const ready = () => document.body?.dataset.state === 'ready';
const after = frame => document.body?.dataset.frame >= frame;
const idle = () => !document.querySelector('.running');
const run = (page, part) => page.click(`#${part}-run`).then(() => until(page, idle));
const open = (page, url, when, ...values) => page.goto(url).then(() => until(page, when, ...values));

async function values(page, url) {
    const query = rest.includes('--query') ? rest[rest.indexOf('--query') + 1] : '';
    const blind = () => { WebAssembly.validate = () => false; };
    if (rest.includes('--no-simd')) await page.evaluateOnNewDocument(blind);
    await open(page, `${url}${query}#test`, ready);
    return page.evaluate(() => [
        ...['module', 'isa', 'threads'].map(name => `${name} ${document.body.dataset[name]}`),
        `isolated ${self.crossOriginIsolated}`,
        `verdict ${document.getElementById('same-verdict').textContent}`,
        ...[...document.getElementById('same-rows').rows].map(row =>
            `${row.dataset.name} ${row.cells[2].textContent}`)]);
}

// Text or controls that reach out of the window, or lie on one another.
function layout() {
    const wide = document.documentElement.clientWidth, wrong = [];
    if (document.documentElement.scrollWidth > wide) wrong.push('the page is wider than the window');
    const all = 'h1,h2,h3,p,button,select,label,output,figcaption,canvas,nav,.pills>*';
    const seen = [...document.querySelectorAll(all)].filter(e => e.offsetWidth > 0 && !e.closest('dialog'));
    const boxes = seen.map(e => [e, e.getBoundingClientRect(), `${e.tagName} ${e.id || e.textContent}`]);
    const before = (a, b) => a.left < b.right - 1 && a.top < b.bottom - 1;

    for (const [e, box, name] of boxes) {
        if (box.left < -1 || box.right > wide + 1) wrong.push(`${name} is cut off`);
        for (const [other, its, its_name] of boxes) {
            const apart = !e.contains(other) && !other.contains(e);
            if (apart && before(box, its) && before(its, box)) wrong.push(`${name} and ${its_name} overlap`);
        }
    }
    return wrong.map(text => `layout ${wide}: ${text}`);
}

// How many colours a PNG has: the page decodes it.
async function colours(base64) {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return new Set(new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer)).size;
}

async function show(page, url) {
    const lines = [], windows = [{ width: 1280, height: 800 }, { width: 390, height: 844, isMobile: true }];
    for (const [i, viewport] of windows.entries()) {
        await page.setViewport(viewport);
        await open(page, url, after, 6);
        const sea = await (await page.$('#sea-canvas')).screenshot({ encoding: 'base64' });
        lines.push(...await page.evaluate(layout), `colours ${await page.evaluate(colours, sea)}`);
        await page.screenshot({ path: rest[i] });
    }
    return lines;
}

async function use(page, url) {
    await page.setViewport({ width: 1280, height: 800 });
    await open(page, url, ready);
    const said = [];
    const frame = () => page.evaluate(() => +document.body.dataset.frame);
    const frames = async count => until(page, after, count + await frame());
    const legend = () => page.$eval('#sea-legend', e => e.textContent);
    const lures = async () => +/lures ([0-9]+)/.exec(await legend())[1];

    // The sea: other threads, three lures, a pause, other agents.
    const threads = await page.$eval('#sea-threads', e => e.value);
    for (const n of ['1', threads, '1', threads]) await page.select('#sea-threads', n).then(() => frames(5));
    await frames(16);
    const before = await lures(), sea = await (await page.$('#sea-canvas')).boundingBox();
    const lure = part => page.mouse.click(sea.x + sea.width * part, sea.y + sea.height / 2);
    for (const part of [0.25, 0.5, 0.75]) await lure(part).then(() => frames(3));
    await frames(32);
    said.push(`lures ${await lures() - before >= 2 ? 'thrown' : 'missing'}`);
    await page.click('#sea-pause');

    // A frame that was begun before is shown yet, late where the machine is busy.
    const stands = async () => await frame() === await sleep(300).then(frame);
    said.push(`pause ${await stands() || await stands() || await stands() ? 'stands' : 'goes on'}`);
    await page.click('#sea-pause');
    await page.select('#sea-count', '3000').then(() => frames(40));
    said.push(`agents ${/ [23],[0-9]{3} entities/.test(await legend()) ? 3000 : 'others'}`);

    // Points of all engines, some bits in the gorilla test, a race of few keys.
    await run(page, 'scatter');
    said.push(...await page.$$eval('#scatter-panels button', all => all.map(e =>
        `scatter ${e.childNodes[1].data} ${e.lastChild.textContent.replace(/[^0-9]/g, '')}`)));
    const tested = most => document.querySelectorAll('u[title]').length >= most;
    await page.click('#gorilla-run').then(() => until(page, tested, 3));
    await run(page, 'gorilla');
    said.push(`gorilla ${await page.evaluate(tested, 100) ? 'went on' : 'stopped'}`);
    await page.select('#sort-most', '100000').then(() => page.select('#sort-kind', '2'));
    await run(page, 'sort');
    const timed = await page.$$eval('#sort-table td:not(:first-child)', cells =>
        cells.length >= 12 && cells.every(cell => +cell.textContent > 0));
    return [...said, `sorts ${timed ? 'timed' : 'missing'}`];
}

async function picture(page, url) {
    const [png, part] = rest, sections = { same: '#same', sort: '#sorting' };
    await page.setViewport({ width: 1040, height: 800, deviceScaleFactor: 0.75 });
    await open(page, url, after, 150).then(() => page.click('#sea-pause'));
    if (part) await run(page, part);
    await (await page.$(part ? sections[part] || '#random' : 'figure.sea')).screenshot({ path: png });
    execFileSync('pngquant', ['--force', '--output', png, '96', png]);
    return page.$$eval('.figures tr, output', rows => rows.map(row => row.innerText));
}

// Dark, light, and by a link that names seed and engine, as one who wants little motion.
async function access(page, url) {
    const lines = [], axe = fs.readFileSync(`${libraries()}/../axe-core/axe.min.js`, 'utf8');
    const serious = async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations
        .filter(found => /serious|critical/.test(found.impact))
        .map(found => `${found.id}: ${found.nodes.map(node => node.target).join(' ')}`);
    for (const light of [false, true]) {
        await page.emulateMediaFeatures([
            { name: 'prefers-color-scheme', value: light ? 'light' : 'dark' },
            { name: 'prefers-reduced-motion', value: light ? 'reduce' : 'no-preference' }]);
        await open(page, light ? `${url}?seed=7&engine=lcg` : url, ready);
        const pause = await page.$eval('#sea-pause', e => e.textContent);
        lines.push(`${light ? 'little motion' : 'motion'}: ${pause}`);
        if (!light) await page.click('#sea-pause');
        else await until(page, () => document.getElementById('scatter-whole').open);
        await page.$eval('#scatter-whole', dialog => dialog.close());

        await page.evaluate(axe);
        lines.push(...(await page.evaluate(serious)).map(text => `serious ${text}`));
    }
    return [...lines, await page.$eval('#scatter-what', e => e.textContent)];
}

async function evaluate(page, url) {
    const end = rest.includes('--') ? rest.indexOf('--') : rest.length, lines = [];
    const [path, when, ...expressions] = rest.slice(0, end);
    await page.goto(url + path);
    for (step = when; !await page.evaluate(when).catch(reloads);) await sleep(50);
    for (step of expressions) lines.push(await page.evaluate(step));
    return lines;
}

// What takes longer than `patience` ms has failed, and the browser ends with this process.
async function look(url) {
    if (command === 'serve') return console.log(url);
    const patience = command === 'picture' ? 1700000 : 340000, isChromium = browserName === 'chromium';
    const options = rest.slice(rest.includes('--') ? rest.indexOf('--') + 1 : rest.length);
    const puppeteer = require(libraries());
    const browser = await puppeteer.launch({
        browser: isChromium ? 'chrome' : 'firefox', executablePath: `/usr/bin/${browserName}`,
        protocol: 'webDriverBiDi', timeout: patience, protocolTimeout: patience,
        args: isChromium ? ['--no-sandbox', ...options.length ? options : ['--disable-gpu']] : [] });
    const page = await browser.newPage();
    page.setDefaultTimeout(patience);
    page.on('pageerror', error => console.log('error', error.message));

    const late = sleep(patience).then(() => { throw Error(`not within ${patience / 1000} s: ${step}`); });
    const work = Promise.race([{ values, show, use, access, evaluate, picture }[command](page, url), late]);
    const failed = await work.then(lines => console.log(lines.join('\n')), error => error);
    if (failed) console.log('error', failed.message);
    await Promise.race([browser.close(), sleep(5000)]);
    process.exit(failed ? 1 : 0);
}
server.listen(command === 'serve' ? +rest[0] || 8000 : 0, '127.0.0.1', () =>
    look(`http://127.0.0.1:${server.address().port}/`).catch(error => {
        console.log('error', error.message);
        process.exit(1);
    }));
