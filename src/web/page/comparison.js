// SPDX-License-Identifier: MIT
// Several devices side by side: a column for each.

import { element } from './dom.js';
import { readAnswer } from './report_text.js';

function row(name, values) {
  return element('tr', {}, element('th', { scope: 'row' }, name), ...values.map((value) => element('td', {}, value)));
}

/**
 * @param {{device: string, text: string, json: Object}[]} answers  of at least two devices
 */
export function comparisonTable(answers) {
  const texts = answers.map(({ text }) => readAnswer(text));
  const most = Math.max(...answers.map(({ json }) => json.occupancy));
  const isBest = ({ json }) => most > 0 && json.occupancy === most;
  const labels = [...new Set(texts.flatMap(({ limits }) => limits.rows.map(({ cells }) => cells[0])))];

  const occupancy = ({ result }) => result[1]?.[0].replace('occupancy ', '') ?? 'cannot run';
  const limit = (answer, label) => {
    const [, , , blocks, mark] = answer.limits.rows.find(({ cells }) => cells[0] === label)?.cells ?? [];
    return blocks ? `${mark ? '◂ ' : ''}${blocks}` : '–';
  };
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Comparison' },
    element('table', { class: 'comparison', style: `--devices:${answers.length}` },
      element('caption', {}, 'Blocks/SM that each limit allows; ◂ limits, * highest occupancy'),
      element('thead', {}, element('tr', {}, element('td', {}), ...answers.map(({ device }) => element('th', { scope: 'col' }, device)))),
      element('tbody', {},
        row('occupancy', answers.map((answer, at) => `${isBest(answer) ? '* ' : ''}${occupancy(texts[at])}`)),
        row('blocks/SM', answers.map(({ json }) => String(json.active_blocks))),
        row('warps', answers.map(({ json }) => `${json.active_warps} of ${json.max_warps}`)),
        ...labels.map((label) => row(label, texts.map((answer) => limit(answer, label)))))));
}
