// SPDX-License-Identifier: MIT
// The text of the program, taken apart for the page: no word is lost, moved or put where it does not belong.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readAnswer } from '../../src/web/page/report_text.js';
import { runProgram } from './launch.mjs';
import { randomLaunches } from './random_launches.mjs';

const SEED = 80;
const LAUNCHES = 200;

const oneSpaced = (text) => text.split(/\s+/).filter(Boolean).join(' ');

/** What was read, in the order of the terminal. */
function put(answer) {
  return [
    answer.device,
    answer.launch,
    ...answer.limits.head,
    ...answer.limits.rows.flatMap(({ cells, notes }) => [...cells, ...notes]),
    ...answer.result.flat(),
    answer.statement,
    ...answer.points.flatMap(({ label, text }) => [label, text]),
    answer.explanation,
  ].join(' ');
}

function assertWellFormed({ limits, points }, args) {
  assert.equal(limits.head.length, 3, args);
  for (const { cells } of limits.rows) {
    assert.ok(
      cells.length === 4 || (cells.length === 5 && cells[4] === '<- limit'),
      `${args}: ${cells}`,
    );
    assert.match(cells[3], /^(\d+|no limit|-)$/, args);
  }
  for (const { label } of points) assert.match(label, /^[A-Z]\w+$/, args);
}

function isOneLaunch(args) {
  const { status, out } = runProgram([...args, '--json']);
  return status < 2 && JSON.parse(out).schema === 'occ.result/1';
}

test('random launches are read to the last word', () => {
  const { devices } = JSON.parse(runProgram(['--list-devices', '--json']).out);
  const launches = randomLaunches(
    SEED,
    devices.map(({ name }) => name),
  );
  for (let read = 0; read < LAUNCHES;) {
    const args = launches.next().value;
    if (!isOneLaunch(args)) continue;
    const { out } = runProgram([...args, '--explain']);
    const answer = readAnswer(out);
    assert.equal(oneSpaced(put(answer)), oneSpaced(out), args.join(' '));
    assertWellFormed(answer, args.join(' '));
    read++;
  }
});
