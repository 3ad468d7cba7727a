// SPDX-License-Identifier: MIT
// Choosing devices: up to four boxes that search by product, name, architecture and capability.

import { ComboBox } from './combobox.js';
import { element } from './dom.js';
import { DEVICES_MAX } from './state.js';

/** What can be chosen: every device, then every product, from `--list-devices --json`. */
function choicesOf(devices) {
  const choices = [];
  for (const device of devices) {
    const about = `${device.architecture}, compute capability ${device.compute_capability}`;
    choices.push({ name: device.name, about });
    for (const { name, sm_count: sms } of device.products)
      choices.push({
        name,
        about: `${device.name}, ${device.architecture}${sms ? `, ${sms} SMs` : ''}`,
      });
  }
  return choices;
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
    const isFull = isAdding || chosen.length === 0 || chosen.length >= DEVICES_MAX;
    const more = { type: 'button', class: 'quiet', hidden: isFull, onclick: add };
    place.replaceChildren(
      ...values.map(row),
      element('button', more, 'Compare with another device'),
    );
  }

  function row(value, index, values) {
    const box = new ComboBox({
      id: `device-${index}`,
      attributes: {
        'aria-label': index === 0 ? 'Device' : `Device ${index + 1}`,
        'aria-describedby': 'device-error',
        placeholder: 'Product or architecture',
      },
      value,
      choices,
      onChoose: (name) => change(values.with(index, name), index),
    });
    const remove = element(
      'button',
      {
        type: 'button',
        class: 'quiet remove',
        'aria-label': `Remove ${value || 'the empty box'}`,
        hidden: values.length === 1,
        onclick: () => change(values.toSpliced(index, 1), 0),
      },
      '×',
    );
    return element('div', { class: 'device' }, box.node, remove);
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
  const device = devices.find(
    (one) => one.name === name || one.products.some((p) => p.name === name),
  );
  return (device?.limits.smem_carveout_bytes ?? []).map((bytes) => `${bytes / 1024}K`);
}
