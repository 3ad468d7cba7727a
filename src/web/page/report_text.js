// SPDX-License-Identifier: MIT
// The program's text, taken apart as it is laid out, so that a page can set it anew: word for word.

/** Where the text of a labelled line begins: "  Room      shared memory may grow". */
const LABEL = /^ {2}(\S{1,9}) +(?<=^.{12})(\S.*)$/;

/** @return the paragraphs, each as its lines */
export function paragraphs(text) {
  return text
    .replace(/\n+$/, '')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split('\n'));
}

export function joined(lines) {
  return lines.map((line) => line.trim()).join(' ');
}

/** What stands apart in a line. */
export function cells(line) {
  return line.trim().split(/ {2,}/);
}

/** A head, and rows with the lines below them that explain them. */
export function readTable([head, ...lines]) {
  const rows = [];
  for (const line of lines) {
    if (/^ {4}\S/.test(line)) rows.at(-1).notes.push(line.trim());
    else rows.push({ cells: cells(line), notes: [] });
  }
  return { head: cells(head), rows };
}

/** Sentences, then points with a label each. */
export function readPoints(lines) {
  const statement = [];
  const points = [];
  for (const line of lines) {
    const labelled = LABEL.exec(line);
    if (labelled) points.push({ label: labelled[1], text: labelled[2] });
    else if (points.length > 0) points.at(-1).text += ` ${line.trim()}`;
    else statement.push(line);
  }
  return { statement: joined(statement), points };
}

/** The answer for one launch: device, launch, limits, result, and what follows from it. */
export function readAnswer(text) {
  const [heading, limits, result, ...rest] = paragraphs(text);
  return {
    device: heading[0],
    launch: joined(heading.slice(1)),
    limits: readTable(limits),
    result: result.map(cells),
    ...readPoints(rest[0] ?? []),
    explanation: rest
      .slice(1)
      .map((lines) => lines.join('\n'))
      .join('\n\n'),
  };
}
