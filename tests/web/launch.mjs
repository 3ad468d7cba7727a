// SPDX-License-Identifier: MIT
// The built page in a headless Chromium, with what it asks of the network and what it complains of; and
// the program beside it. CMakeLists.txt says in the environment where all of them are.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

function given(variable) {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set: run ctest -R web`);
  return value;
}

export const pageFile = given('OCC_WEB_PAGE');
export const moduleFile = given('OCC_WEB_MODULE');
export const programFile = given('OCC_PROGRAM');
export const sourceDir = given('OCC_SOURCE_DIR');

/** For packages of package.json, which are installed in the build directory. */
export const requireInstalled = createRequire(join(given('OCC_WEB_NPM'), 'package.json'));

/** What `occ args < stdin` prints when it is piped; a page that is equal gives the same. */
export function runProgram(args, stdin = '') {
  const { status, stdout, stderr, error } = spawnSync(programFile, args, {
    input: stdin,
    maxBuffer: 1 << 28,
    cwd: sourceDir,
    env: {},
  });
  if (error) throw error;
  return { status, out: stdout.toString(), err: stderr.toString() };
}

/** Where pictures of the page are put, to be looked at. */
export const picturesDir = given('OCC_WEB_PICTURES');

/** Start Chromium. */
export function launchBrowser() {
  return requireInstalled('playwright-core').chromium.launch({
    executablePath: given('OCC_CHROMIUM'),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

/**
 * Start Chromium and open the page.
 *
 * @param options.url      where the page is; default: the file
 * @param options.context  for browser.newContext(): viewport, colorScheme, bypassCSP ...
 * @return {page, browser, requests, complaints, close}; requests are the addresses asked for after the page
 *         itself, complaints what the console reported as errors and what was thrown
 */
export async function openPage({ url = pathToFileURL(pageFile).href, context = {} } = {}) {
  const browser = await launchBrowser();
  const page = await (await browser.newContext(context)).newPage();
  const requests = [];
  const complaints = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(url);
  /* engine.js leaves the program in `occ`, for the console and for tests. */
  await page.waitForFunction(() => globalThis.occ !== undefined);
  if (requests.shift() !== url) throw new Error(`the first request was not for ${url}`);
  return { page, browser, requests, complaints, close: () => browser.close() };
}

/** @param runs  [[args, stdin], ...]; stdin may be a Buffer. @return what the page's program answers */
export async function runInPage(page, runs) {
  const plain = runs.map(([args, stdin = '']) => [args, Buffer.from(stdin).toString('base64')]);
  return page.evaluate((list) => list.map(([args, stdin]) => {
    const bytes = Uint8Array.from(atob(stdin), (c) => c.charCodeAt(0));
    return globalThis.occ.run(args, bytes);
  }), plain);
}
