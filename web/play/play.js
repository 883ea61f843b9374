// play.js - the playground: a program is compiled and run by a worker, which is ended where it
// does not end by itself.
import { programs } from './programs.js';

const $ = id => document.getElementById(id);
let worker, running = false;

function start() {
    worker = new Worker('play_worker.js', { type: 'module' });
    worker.onmessage = ({ data }) => {
        if (data.state) $('state').textContent = data.state;
        if (data.text) $('printed').append(data.text);
        if (data.ended) finish(data.ended);
    };
    worker.onerror = event => finish(event.message || 'the worker cannot be started');
}

function finish(state) {
    running = false;
    $('run').textContent = 'Run';
    $('state').textContent = state;
    document.body.dataset.ended = state;
}

// Runs what is written; while something runs, ends it.
function run() {
    if (running) {
        worker.terminate();
        start();
        return finish('stopped');
    }
    running = true;
    $('run').textContent = 'Stop';
    $('printed').textContent = '';
    delete document.body.dataset.ended;
    worker.postMessage($('source').value);
}

for (const name of Object.keys(programs)) $('program').add(new Option(name, name));
$('program').onchange = () => { $('source').value = programs[$('program').value]; };
$('program').onchange();
$('run').onclick = run;
$('source').onkeydown = event => {
    if (event.key === 'Enter' && event.ctrlKey) run();
};
start();
