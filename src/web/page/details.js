// SPDX-License-Identifier: MIT
// What follows the answer, for one of the devices: target, ladder, pictures, explanation.

import { element } from './dom.js';
import { installPictureStyle, showPictures } from './pictures.js';
import { explanation, ladderAnswer, targetAnswer } from './plan.js';
import { Complaint } from './program.js';

/* So long nothing must change before they are drawn: no key waits for a picture. */
const QUIET_MS = 50;

/** The choice of one device among several. */
function makeChoice(place, onChoose) {
  let chosen = '';

  function option(device) {
    const input = element('input', {
      type: 'radio',
      name: 'detail',
      value: device,
      checked: device === chosen,
      onchange: () => {
        chosen = device;
        onChoose();
      },
    });
    return element('label', {}, input, ' ', device);
  }

  return {
    /** @return the index of the one that is chosen */
    among(devices) {
      if (!devices.includes(chosen)) [chosen] = devices;
      place.hidden = devices.length < 2;
      place.querySelector('.choice').replaceChildren(...devices.map(option));
      return devices.indexOf(chosen);
    },
  };
}

/**
 * @param {Object} program  see program.js
 * @param {Object} state    see state.js
 * @param {Object} form     see form.js; told of what is refused
 */
export function makeDetails(program, state, form) {
  const [target, ladder, pictures, explained, choicePlace] = [
    'target',
    'ladder',
    'pictures',
    'explanation',
    'detail',
  ].map((id) => document.getElementById(id));
  const choice = makeChoice(choicePlace, show);
  let answers = [];
  let pending = 0;

  /* One after the other: what is refused leaves the others standing. */
  function attempt(place, draw) {
    try {
      draw();
    } catch (complaint) {
      if (!(complaint instanceof Complaint)) throw complaint;
      place.replaceChildren();
      form.complain(complaint);
    }
  }

  function show() {
    const { args, json } = answers[choice.among(answers.map(({ device }) => device))];
    const ask = (...more) => program.text([...args, ...more]);
    const percent = state.question.values.target;

    attempt(target, () =>
      target.replaceChildren(...(percent ? [targetAnswer(ask('--target', percent))] : [])),
    );
    attempt(ladder, () =>
      ladder.replaceChildren(
        ...(json.launchable ? ladderAnswer(ask('--ladder')) : ['No block runs.']),
      ),
    );
    attempt(explained, () => explained.replaceChildren(explanation(ask('--explain'))));
    attempt(pictures, () => {
      if (pictures.childElementCount === 0) installPictureStyle(ask('--svg', '-'));
      showPictures(pictures, ask('--html', '-'), (values) => state.change({ values }));
    });
  }

  return {
    showSoon(newAnswers) {
      answers = newAnswers;
      pending = setTimeout(show, QUIET_MS);
    },
    cancel() {
      clearTimeout(pending);
    },
  };
}
