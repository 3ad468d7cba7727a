// SPDX-License-Identifier: MIT
// Arguments as a shell takes them.

const NEEDS_NO_QUOTES = /^[\w@%+=:,./-]+$/;

/** @return "occ -d 'NVIDIA GeForce RTX 4090' -b 256" */
export function commandLine(args) {
  const quote = (arg) => (NEEDS_NO_QUOTES.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`);
  return ['occ', ...args.map(quote)].join(' ');
}
