// SPDX-License-Identifier: MIT
// The answers: a card for each device, compared where there are several, greyed where they are old.

import { answerCard, shortAnswer, spokenAnswer } from './answer.js';
import { comparisonTable } from './comparison.js';
import { element, prose } from './dom.js';
import { Complaint } from './program.js';
import { fieldWithRange, launchArguments } from './state.js';

const ONE_VALUE =
  'one launch at a time here, allowed: one value; occ itself takes lists and ranges';
const ONE_DEVICE = 'several are meant, allowed: one device in each box';

/**
 * Ask the program for each device.
 *
 * @return {{device: string, args: string[], text: string, json: Object}[]}
 * @throws {Complaint}
 */
export function answersOf(program, question) {
  const field = fieldWithRange(question);
  if (field) throw new Complaint(field.option, ONE_VALUE);
  /* Who names no device is told so by the program. */
  const devices = question.devices.length > 0 ? question.devices : [''];
  return devices.map((device) => {
    const args = launchArguments(question, device ? [device] : []);
    const json = program.json(args);
    if (json.schema !== 'occ.result/1') throw new Complaint('device', ONE_DEVICE);
    return { device, args, text: program.text(args), json };
  });
}

/** @param {(message: string) => void} announce */
export function makeResults(announce) {
  const [results, answersPlace, comparison, cards, summary, stale] = [
    'results',
    'answers',
    'comparison',
    'cards',
    'summary',
    'stale',
  ].map((id) => document.getElementById(id));

  return {
    show(answers) {
      cards.replaceChildren(...answers.map(({ text, json }) => answerCard(text, json)));
      comparison.replaceChildren(...(answers.length > 1 ? [comparisonTable(answers)] : []));
      summary.replaceChildren(
        ...shortAnswer(answers[0].text).map((part) => element('span', {}, part)),
      );
      results.classList.remove('stale');
      stale.hidden = true;
      answersPlace.hidden = false;
      announce(answers.map(({ text }) => spokenAnswer(text)).join(' '));
    },
    /** The complaint stands beside its field too, but that may be out of sight. */
    beStale({ option, message }) {
      const what = option ? [`--${option}: ${message}.`] : [];
      const below = answersPlace.hidden ? [] : ['Below stands the last good answer.'];
      stale.replaceChildren(...prose([...what, ...below].join(' ')));
      stale.hidden = false;
      results.classList.add('stale');
      summary.replaceChildren();
    },
  };
}
