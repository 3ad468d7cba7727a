// SPDX-License-Identifier: MIT
// Choosing devices: up to four boxes that search by product, name, architecture and capability.

import { element, setAttribute } from './dom.js';
import { DEVICES_MAX } from './state.js';

/** What can be chosen: every device, then every product, from `--list-devices --json`. */
function choicesOf(devices) {
  const choices = [];
  for (const device of devices) {
    const about = `${device.architecture}, compute capability ${device.compute_capability}`;
    choices.push({ name: device.name, about });
    for (const { name, sm_count: sms } of device.products)
      choices.push({ name, about: `${device.name}, ${device.architecture}${sms ? `, ${sms} SMs` : ''}` });
  }
  for (const choice of choices) choice.words = `${choice.name} ${choice.about}`.toLowerCase();
  return choices;
}

/* Lower is nearer: the name itself, a word of it that begins so, anything else. */
function distance(choice, query) {
  const name = choice.name.toLowerCase();
  if (name === query) return 0;
  return ` ${name}`.includes(` ${query}`) ? 1 : 2;
}

/** @return the choices that hold every word, nearest first */
export function search(choices, text) {
  const query = text.trim().toLowerCase();
  const words = query.split(/\s+/);
  return choices
    .filter((choice) => words.every((word) => choice.words.includes(word)))
    .sort((a, b) => distance(a, query) - distance(b, query));
}

/**
 * A box with a list of what fits the text in it.
 *
 * @param {Object} options
 * @param {number} options.index            which of the devices it is
 * @param {string} options.value            the device chosen; '': none yet
 * @param {Object[]} options.choices
 * @param {(name: string) => void} options.onChoose
 */
function makeComboBox({ index, value, choices, onChoose }) {
  const id = `device-${index}`;
  let found = [];
  let active = -1;

  const list = element('ul', { id: `${id}-list`, role: 'listbox', class: 'choices', hidden: true,
    'aria-label': 'Devices', onmousedown: (event) => event.preventDefault(), onclick: pick });
  const input = element('input', {
    id, role: 'combobox', value, autocomplete: 'off', spellcheck: 'false', 'aria-autocomplete': 'list',
    'aria-expanded': 'false', 'aria-controls': list.id, 'aria-describedby': 'device-error',
    'aria-label': index === 0 ? 'Device' : `Device ${index + 1}`, placeholder: 'Product or architecture',
    oninput: () => open(input.value), onclick: () => open(''), onkeydown: press, onblur: close,
    onfocus: () => input.select(),
  });

  function option(choice, at) {
    return element('li', { id: `${id}-${at}`, role: 'option', 'data-at': at,
      'aria-selected': String(choice.name === value) },
    element('span', { class: 'name' }, choice.name), ' ', element('span', { class: 'about' }, choice.about));
  }

  function open(text) {
    found = search(choices, text);
    list.replaceChildren(...found.map(option));
    if (found.length === 0)
      list.append(element('li', { role: 'option', 'aria-disabled': 'true', class: 'about' }, 'No device fits'));
    list.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    activate(text ? Math.min(0, found.length - 1) : found.findIndex(({ name }) => name === value));
  }

  function close() {
    list.hidden = true;
    input.value = value;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function activate(at) {
    list.children[active]?.classList.remove('active');
    active = at;
    const chosen = found[at] && list.children[at];
    chosen?.classList.add('active');
    chosen?.scrollIntoView({ block: 'nearest' });
    setAttribute(input, 'aria-activedescendant', chosen ? chosen.id : null);
  }

  function choose(at) {
    if (!found[at]) return;
    value = found[at].name;
    close();
    onChoose(value);
  }

  function pick(event) {
    const chosen = event.target.closest('[data-at]');
    if (chosen) choose(Number(chosen.dataset.at));
  }

  function move(by) {
    if (list.hidden) open('');
    else if (found.length > 0) activate((active + by + found.length) % found.length);
  }

  function press(event) {
    const keys = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => (list.hidden ? open('') : choose(active)),
      Escape: close,
    };
    if (!keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
  }

  return element('div', { class: 'combobox' }, input, list);
}

/**
 * The devices of the question.
 *
 * @param {HTMLElement} place
 * @param {Object[]} devices  of `--list-devices --json`
 * @param {Object} state      see state.js
 */
export function makeDevices(place, devices, state) {
  const choices = choicesOf(devices);
  let isAdding = false;

  function show() {
    const chosen = state.question.devices;
    const values = isAdding || chosen.length === 0 ? [...chosen, ''] : chosen;
    const more = element('button', { type: 'button', class: 'quiet', onclick: add },
      'Compare with another device');
    more.hidden = isAdding || chosen.length === 0 || chosen.length >= DEVICES_MAX;
    place.replaceChildren(...values.map(row), more);
  }

  function row(value, index, values) {
    const onChoose = (name) => change(values.with(index, name), index);
    return element('div', { class: 'device' },
      makeComboBox({ index, value, choices, onChoose }),
      values.length > 1
        ? element('button', { type: 'button', class: 'quiet remove', 'aria-label': `Remove ${value || 'the empty box'}`,
          onclick: () => change(values.toSpliced(index, 1), 0) }, '×')
        : null);
  }

  function change(values, focused) {
    isAdding = false;
    state.change({ devices: values.filter(Boolean) }, place);
    show();
    place.querySelectorAll('input')[focused]?.focus();
  }

  function add() {
    isAdding = true;
    show();
    place.querySelector('.device:last-of-type input').focus();
  }

  state.onChange((question, source) => {
    if (source === place) return;
    isAdding = false;
    show();
  });
  show();
}

/** The shared memory configurations of a device, as --carveout takes them; none if it is unknown. */
export function carveoutsOf(devices, name) {
  const device = devices.find((one) => one.name === name || one.products.some((p) => p.name === name));
  return (device?.limits.smem_carveout_bytes ?? []).map((bytes) => `${bytes / 1024}K`);
}
