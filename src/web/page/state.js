// SPDX-License-Identifier: MIT
// What is asked: devices and the values of the fields; as arguments of `occ`, and as a fragment.

import { FIELDS } from './fields.js';

export const DEVICES_MAX = 4;

/** What a page without a fragment asks: the example of the README. */
export const EXAMPLE = {
  devices: ['sm_89'],
  values: { block: '256', regs: '48', smem: '16K', target: '100' },
};

const LAUNCH_FIELDS = FIELDS.filter((field) => field.group !== 'plan');

/**
 * The arguments that ask for a launch.
 *
 * @param {string[]} devices  those of the question, or one of them
 */
export function launchArguments(question, devices = question.devices) {
  const args = devices.length > 0 ? ['-d', devices.join(',')] : [];
  for (const { option, letter } of LAUNCH_FIELDS) {
    const value = question.values[option];
    if (value) args.push(letter ? `-${letter}` : `--${option}`, value);
  }
  return args;
}

/** @return the question as the fragment of a link: "device=sm_89&block=256&smem=16K" */
export function fragmentOf(question) {
  const pairs = question.devices.map((device) => ['device', device]);
  for (const { option } of FIELDS)
    if (question.values[option]) pairs.push([option, question.values[option]]);
  return new URLSearchParams(pairs).toString();
}

/** @return the question of a fragment, the example where there is none */
export function questionOfFragment(fragment) {
  const pairs = new URLSearchParams(fragment.replace(/^#/, ''));
  const question = { devices: pairs.getAll('device').slice(0, DEVICES_MAX), values: {} };
  for (const { option } of FIELDS)
    if (pairs.get(option)) question.values[option] = pairs.get(option);
  return pairs.size > 0 ? question : structuredClone(EXAMPLE);
}

/** The values that a `launch` of the program's JSON states. */
export function valuesOfLaunch(launch) {
  const stated = FIELDS.filter((field) => field.ofLaunch);
  return Object.fromEntries(stated.map((field) => [field.option, field.ofLaunch(launch)]));
}

/** A field with a list or a range, which only the command line answers; else undefined. */
export function fieldWithRange(question) {
  return FIELDS.find(({ option, isSet }) => isSet && /,|\.\./.test(question.values[option] ?? ''));
}

/** The question at hand. Listeners hear of a change, and who made it. */
export function createState(question) {
  const listeners = [];
  let current = question;
  return {
    get question() {
      return current;
    },
    onChange(listener) {
      listeners.push(listener);
    },
    /** Change devices, values or both; what is not named stays. @param source  the caller */
    change({ devices = current.devices, values = {} }, source = null) {
      current = { devices, values: { ...current.values, ...values } };
      for (const listener of listeners) listener(current, source);
    },
    /** Ask something else altogether. */
    replace(other) {
      current = { devices: [], values: {} };
      this.change(other);
    },
  };
}
