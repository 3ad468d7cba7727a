// SPDX-License-Identifier: MIT
// The page: the form writes a command line, the program answers it, at every change.

import { makeCopyButton } from './clipboard.js';
import { commandLine } from './commandline.js';
import { makeDetails } from './details.js';
import { carveoutsOf, makeDevices } from './devices.js';
import { prose } from './dom.js';
import { loadEngine } from './engine.js';
import { makeForm } from './form.js';
import { makeKernels } from './kernels.js';
import { Complaint, createProgram } from './program.js';
import { answersOf, makeResults } from './results.js';
import { createState, fragmentOf, launchArguments, questionOfFragment } from './state.js';
import { makeThemeSwitch } from './theme.js';

/* So long nothing must change before a screen reader is told. */
const SPOKEN_MS = 700;

const byId = (id) => document.getElementById(id);

function makeAnnouncer(place) {
  let timer = 0;
  return (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      place.textContent = text;
    }, SPOKEN_MS);
  };
}

function makeCopyButtons(program, state, announce) {
  const launch = () => launchArguments(state.question);
  const texts = {
    'copy-command': () => commandLine(launch()),
    'copy-text': () => program.text(launch()),
    'copy-json': () => program.text([...launch(), '--json']),
    'copy-link': () => location.href,
  };
  for (const [id, text] of Object.entries(texts)) makeCopyButton(byId(id), text, announce);
}

function start(engine) {
  const program = createProgram(engine);
  const state = createState(questionOfFragment(location.hash));
  const announce = makeAnnouncer(byId('spoken'));
  const { devices } = program.json(['--list-devices']);
  const form = makeForm(state, { device: byId('device-error'), other: byId('trouble') });
  const results = makeResults(announce);
  const details = makeDetails(program, state, form);

  function answer(question) {
    form.complain(null);
    details.cancel();
    try {
      const answers = answersOf(program, question);
      results.show(answers);
      details.showSoon(answers);
    } catch (complaint) {
      if (!(complaint instanceof Complaint)) throw complaint;
      form.complain(complaint);
      results.beStale(complaint);
    }
  }

  function update(question) {
    history.replaceState(null, '', `#${fragmentOf(question)}`);
    byId('command').replaceChildren(...prose(commandLine(launchArguments(question))));
    form.suggest('carveout', carveoutsOf(devices, question.devices[0]));
    answer(question);
  }

  makeDevices(byId('devices'), devices, state);
  makeKernels(program, state, announce);
  makeCopyButtons(program, state, announce);
  byId('version').textContent = program.text(['--version']).split('\n')[0];
  state.onChange(update);
  window.addEventListener('hashchange', () => state.replace(questionOfFragment(location.hash)));
  update(state.question);
  document.documentElement.classList.add('ready');
  performance.mark('first-answer');
}

/* The fragment is the launch's: a link within the page must not change it. */
byId('skip').addEventListener('click', (event) => {
  event.preventDefault();
  byId('results').focus();
});
byId('form').addEventListener('submit', (event) => event.preventDefault());
makeThemeSwitch(byId('theme'));
loadEngine()
  .then(start)
  .catch((error) => {
    byId('loading').hidden = true;
    byId('trouble').textContent = `The page could not start: ${error.message}`;
  });
