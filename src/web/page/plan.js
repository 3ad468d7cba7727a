// SPDX-License-Identifier: MIT
// What would have to change: the target, the ladder, and how the answer was computed.

import { pointList } from './answer.js';
import { element, tableHead } from './dom.js';
import { paragraphs, readPoints, readTable } from './report_text.js';

/** @param {string} text  of --target */
export function targetAnswer(text) {
  const [, ...rest] = paragraphs(text);
  return pointList(rest.flatMap((lines) => readPoints(lines).points));
}

/** @param {string} text  of --ladder */
export function ladderAnswer(text) {
  const [, table, notes] = paragraphs(text);
  const { head, rows } = readTable(table);
  /* "33793 B +": the sign has a column of its own. */
  const parts = ({ cells }) =>
    [...cells.flatMap((text) => text.split(/ (?=\+$)/)), ''].slice(0, head.length + 1);
  const body = rows.map((row) =>
    element('tr', {}, ...parts(row).map((text) => element('td', {}, text))),
  );
  return [
    element('table', { class: 'ladder' }, tableHead([...head, '']), element('tbody', {}, ...body)),
    pointList(readPoints(notes).points),
  ];
}

/** @param {string} text  of --explain @return what stands below the answer */
export function explanation(text) {
  const at = text.indexOf('  How it was computed');
  return at < 0 ? text : text.slice(at);
}
