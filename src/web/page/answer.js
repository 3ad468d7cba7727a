// SPDX-License-Identifier: MIT
// The answer for one device: the words of the terminal, set as a card.

import { element, prose, tableHead } from './dom.js';
import { readAnswer } from './report_text.js';

/** The warp slots of an SM, a part for each block and one for what is left. */
function meter(json) {
  const parts = Array.from({ length: json.active_blocks }, () =>
    element('span', { class: 'block', style: `flex-grow:${json.launch.warps_per_block}` }),
  );
  const free = json.max_warps - json.active_warps;
  if (free > 0) parts.push(element('span', { class: 'free', style: `flex-grow:${free}` }));
  return element('div', { class: 'meter', 'aria-hidden': 'true' }, ...parts);
}

function limitRow({ cells: [label, perBlock, perSm, blocks, mark = ''], notes }) {
  const isLimit = mark !== '';
  const row = element(
    'tr',
    { class: isLimit ? 'limit' : null },
    element('th', { scope: 'row' }, label),
    element('td', {}, perBlock),
    element('td', {}, perSm),
    element('td', { class: 'blocks' }, blocks),
    element('td', { class: 'mark' }, isLimit ? element('span', {}, mark.replace('<- ', '◂ ')) : ''),
  );
  return [
    row,
    ...notes.map((note) => element('tr', { class: 'note' }, element('td', { colspan: 5 }, note))),
  ];
}

/** A table of the program: a column of names, numbers, and a mark at the end. */
function limitsTable({ head, rows }) {
  const name = element('span', { class: 'unseen' }, 'Limit');
  return element(
    'table',
    { class: 'limits' },
    tableHead([name, ...head, '']),
    element('tbody', {}, ...rows.flatMap(limitRow)),
  );
}

/** Labelled lines as a list of terms. */
export function pointList(points) {
  return element(
    'dl',
    { class: 'points' },
    ...points.map(({ label, text }) =>
      element('div', {}, element('dt', {}, label), element('dd', {}, ...prose(text))),
    ),
  );
}

/** "occupancy 83.33 %", the number large. */
function lead(text) {
  const word = element('span', { class: 'word' }, 'occupancy ');
  const number = text.replace('occupancy ', '');
  return element('p', { class: 'lead' }, element('span', { class: 'occupancy' }, word, number));
}

/* "5 blocks/SM", "40 of 48 warps", ... / "occupancy 83.33 %", "[####-]" / "lanes used ...". */
function resultLines([[blocks, ...counts], ...lines], json) {
  const isLead = (line) => line[0].startsWith('occupancy ');
  return [
    element(
      'p',
      { class: 'counts' },
      element('strong', {}, blocks),
      ...counts.flatMap((text) => [' ', element('span', {}, text)]),
    ),
    ...lines.filter(isLead).map(([text]) => lead(text)),
    meter(json),
    ...lines
      .filter((line) => !isLead(line))
      .map((line) => element('p', { class: 'aside' }, line.join(' '))),
  ];
}

/** "sm_89 (Ada Lovelace, compute capability 8.9)" */
function heading(device) {
  const [, name = device, about = ''] = /^(.*?) (\(.*\))$/.exec(device) ?? [];
  return element('h2', {}, name, ' ', element('small', {}, about));
}

/**
 * @param {string} text  the program's answer
 * @param {Object} json  the same with --json
 */
export function answerCard(text, json) {
  const answer = readAnswer(text);
  return element(
    'article',
    { class: json.launchable ? 'card' : 'card refused' },
    heading(answer.device),
    element('p', { class: 'launch' }, answer.launch),
    element('div', { class: 'result' }, ...resultLines(answer.result, json)),
    answer.statement ? element('p', { class: 'statement' }, answer.statement) : null,
    limitsTable(answer.limits),
    pointList(answer.points),
  );
}

/** The blocks and the occupancy alone. */
export function shortAnswer(text) {
  return readAnswer(text)
    .result.slice(0, 2)
    .map(([first]) => first);
}

/** One sentence for who does not see the page. */
export function spokenAnswer(text) {
  const { device, result, statement, points } = readAnswer(text);
  const counts = result
    .flat()
    .filter((part) => !part.startsWith('['))
    .join(', ');
  return `${device}: ${counts}. ${statement || points[0]?.text || ''}`;
}
