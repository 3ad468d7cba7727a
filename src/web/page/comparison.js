// SPDX-License-Identifier: MIT
// Several devices side by side: a column for each.

import { element, tableHead } from './dom.js';
import { readAnswer } from './report_text.js';

function row(name, values) {
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, name),
    ...values.map((value) => element('td', {}, value)),
  );
}

/**
 * @param {{device: string, text: string, json: Object}[]} answers  of at least two devices
 */
export function comparisonTable(answers) {
  const texts = answers.map(({ text }) => readAnswer(text));
  const most = Math.max(...answers.map(({ json }) => json.occupancy));
  const star = ({ json }) => (most > 0 && json.occupancy === most ? '* ' : '');
  const occupancy = ({ result }) => result[1]?.[0].replace('occupancy ', '') ?? 'cannot run';
  const limitsOf = ({ limits }) => new Map(limits.rows.map(({ cells }) => [cells[0], cells]));
  const limits = texts.map(limitsOf);
  const labels = new Set(limits.flatMap((one) => [...one.keys()]));

  function blocksBy(label, one) {
    const [, , , blocks = '–', mark = ''] = one.get(label) ?? [];
    return mark ? `◂ ${blocks}` : blocks;
  }

  const rows = [
    row(
      'occupancy',
      texts.map((text, at) => star(answers[at]) + occupancy(text)),
    ),
    row(
      'blocks/SM',
      answers.map(({ json }) => String(json.active_blocks)),
    ),
    row(
      'warps',
      answers.map(({ json }) => `${json.active_warps} of ${json.max_warps}`),
    ),
    ...[...labels].map((label) =>
      row(
        label,
        limits.map((one) => blocksBy(label, one)),
      ),
    ),
  ];
  const table = element(
    'table',
    { class: 'comparison', style: `--devices:${answers.length}` },
    element('caption', {}, 'Blocks/SM that each limit allows; ◂ limits, * highest occupancy'),
    tableHead(['', ...answers.map(({ device }) => device)]),
    element('tbody', {}, ...rows),
  );
  const region = { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Comparison' };
  return element('div', region, table);
}
