// SPDX-License-Identifier: MIT
// The program: its answers as text and as data, its complaints as errors that name their option.

const COMPLAINT = /^occ: (?:--([a-z-]+): )?(.*)$/m;

/** Trouble as `occ` reports it: "occ: --block: '0' is out of range, allowed: ...". */
export class Complaint extends Error {
  constructor(option, text) {
    super(text);
    this.option = option;
  }

  static of(stderr) {
    const [, option = null, text = stderr.trim()] = COMPLAINT.exec(stderr) ?? [];
    return new Complaint(option, text);
  }
}

/** @param engine  see engine.js */
export function createProgram(engine) {
  /* Exit status 1 is an answer too: no. */
  function text(args, stdin = '') {
    const { status, out, err } = engine.run(args, stdin);
    if (status > 1) throw Complaint.of(err);
    return out;
  }
  return {
    text,
    json: (args, stdin) => JSON.parse(text([...args, '--json'], stdin)),
  };
}
