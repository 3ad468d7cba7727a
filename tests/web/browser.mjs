// SPDX-License-Identifier: MIT
// What the tests of the page share: the program, Chromium, and the page in it.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * usage of a test: node NAME.test.mjs OCC PAGE MODULES OUTPUT
 *
 * OCC the program, PAGE the page (a file, or an address), MODULES where npm has put its packages, OUTPUT a
 * folder for pictures.
 */
export const [occ, page, modules, output] = process.argv.slice(2);

const require = createRequire(join(modules, 'package.json'));
export const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** What the program prints; its exit status is not looked at. */
export function run(args, input = '') {
  const { stdout, stderr } = spawnSync(occ, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { out: stdout, err: stderr };
}

export const words = (text) => text.split(/\s+/).filter(Boolean);

export const addressOf = (fragment = '') =>
  (/^https?:/.test(page) ? page : pathToFileURL(page).href) + (fragment && `#${fragment}`);

export async function launchBrowser() {
  const executablePath = process.env.CHROMIUM ?? CHROMIUM.find(existsSync);
  const args = ['--no-sandbox', '--disable-gpu'];
  return require('playwright-core').chromium.launch({ executablePath, args });
}

/** Whether a command answers: what a test needs may not be installed. */
export function answers(command) {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
