// SPDX-License-Identifier: MIT
// The page: the form writes a command line, the program answers it, at every change.

import { answerCard, shortAnswer, spokenAnswer } from './answer.js';
import { makeCopyButton } from './clipboard.js';
import { commandLine } from './commandline.js';
import { comparisonTable } from './comparison.js';
import { carveoutsOf, makeDevices } from './devices.js';
import { element, prose } from './dom.js';
import { loadEngine } from './engine.js';
import { makeForm } from './form.js';
import { makeKernels } from './kernels.js';
import { installPictureStyle, showPictures } from './pictures.js';
import { explanation, ladderAnswer, targetAnswer } from './plan.js';
import { Complaint, createProgram } from './program.js';
import { createState, fieldWithRange, fragmentOf, launchArguments, questionOfFragment } from './state.js';
import { makeThemeSwitch } from './theme.js';

/* So long nothing must change before a screen reader is told. */
const QUIET_MS = 700;

const byId = (id) => document.getElementById(id);

function makeAnnouncer(place) {
  let timer = 0;
  return (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      place.textContent = text;
    }, QUIET_MS);
  };
}

function refuseRanges(question) {
  const field = fieldWithRange(question);
  if (field) throw new Complaint(field.option, 'one launch at a time here, allowed: one value; occ itself takes lists and ranges');
}

/** The answer of each device: { device, args, text, json }. */
function answersOf(program, question) {
  refuseRanges(question);
  const devices = question.devices.length > 0 ? question.devices : [undefined];
  return devices.map((device) => {
    const args = launchArguments(question, device ? [device] : []);
    return { device, args, text: program.text(args), json: program.json(args) };
  });
}

/** Which of the devices the details are of. */
function makeDetailChoice(place, onChoose) {
  let chosen = '';
  return (devices) => {
    if (!devices.includes(chosen)) [chosen] = devices;
    place.hidden = devices.length < 2;
    place.querySelector('.choice').replaceChildren(...devices.map((device) => element('label', {},
      element('input', { type: 'radio', name: 'detail', value: device, checked: device === chosen, onchange: () => {
        chosen = device;
        onChoose();
      } }), ' ', device)));
    return devices.indexOf(chosen);
  };
}

function start(engine) {
  const program = createProgram(engine);
  const state = createState(questionOfFragment(location.hash));
  const announce = makeAnnouncer(byId('spoken'));
  const { devices } = program.json(['--list-devices']);
  const places = Object.fromEntries([...document.querySelectorAll('[data-group]')].map((node) => [node.dataset.group, node]));
  const form = makeForm(places, state);
  const chooseDetail = makeDetailChoice(byId('detail'), showDetails);
  let answers = [];
  let pending = 0;

  function complain({ option, message }) {
    const isDevice = option === 'device';
    const isBeside = form.complain(isDevice || !option ? {} : { [option]: message });
    byId('device-error').textContent = isDevice ? message : '';
    byId('trouble').textContent = isDevice || (option && isBeside) ? '' : message;
    byId('results').classList.add('stale');
    byId('stale').hidden = byId('answers').hidden;
  }

  function beContent() {
    form.complain({});
    byId('device-error').textContent = '';
    byId('trouble').textContent = '';
    byId('results').classList.remove('stale');
    byId('stale').hidden = true;
    byId('answers').hidden = false;
  }

  function showAnswers() {
    byId('cards').replaceChildren(...answers.map(({ text, json }) => answerCard(text, json)));
    byId('cards').dataset.count = answers.length;
    byId('summary').replaceChildren(...answers.slice(0, 1).flatMap(({ text }) => shortAnswer(text)).map((part) => element('span', {}, part)));
    byId('comparison').replaceChildren(...(answers.length > 1 ? [comparisonTable(answers)] : []));
    announce(answers.map(({ text }) => spokenAnswer(text)).join(' '));
  }

  /* Errors of the target belong beside its field; the rest of the answer stands. */
  function showTarget({ args }) {
    const { target } = state.question.values;
    byId('target').replaceChildren();
    if (!target) return;
    try {
      byId('target').replaceChildren(targetAnswer(program.text([...args, '--target', target])));
    } catch (complaint) {
      form.complain({ [complaint.option]: complaint.message });
    }
  }

  function showDetails() {
    const answer = answers[chooseDetail(answers.map(({ device }) => device))];
    const canRun = answer.json.launchable === true;
    showTarget(answer);
    byId('ladder').replaceChildren(...(canRun ? ladderAnswer(program.text([...answer.args, '--ladder'])) : ['No block runs.']));
    byId('explanation').textContent = explanation(program.text([...answer.args, '--explain']));
    showPictures(byId('pictures'), program.text([...answer.args, '--html', '-']), (values) => state.change({ values }));
  }

  /* The numbers at once; what takes longer to draw when the browser has shown them. */
  function update(question) {
    history.replaceState(null, '', `#${fragmentOf(question)}`);
    byId('command').replaceChildren(...prose(commandLine(launchArguments(question))));
    form.suggest('carveout', carveoutsOf(devices, question.devices[0]));
    clearTimeout(pending);
    try {
      answers = answersOf(program, question);
    } catch (complaint) {
      if (!(complaint instanceof Complaint)) throw complaint;
      complain(complaint);
      return;
    }
    beContent();
    showAnswers();
    pending = setTimeout(showDetails);
  }

  makeDevices(byId('devices'), devices, state);
  makeKernels({ box: byId('log'), file: byId('log-file'), error: byId('log-error'), section: byId('kernels'), place: byId('kernel-table') },
    program, state, announce);
  makeCopyButton(byId('copy-command'), () => commandLine(launchArguments(state.question)), announce);
  makeCopyButton(byId('copy-text'), () => program.text(launchArguments(state.question)), announce);
  makeCopyButton(byId('copy-json'), () => program.text([...launchArguments(state.question), '--json']), announce);
  makeCopyButton(byId('copy-link'), () => location.href, announce);
  byId('version').textContent = program.text(['--version']).split('\n')[0];
  installPictureStyle(program.text(['-d', devices[0].name, '-b', '32', '--svg', '-']));
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
loadEngine().then(start, (error) => {
  byId('trouble').textContent = `The page could not start: ${error.message}`;
});
