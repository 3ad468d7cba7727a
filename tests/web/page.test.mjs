// SPDX-License-Identifier: MIT
// The page in Chromium: that it says what the program says, and that everybody can use it.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import {
  launchBrowser,
  pageFile,
  picturesDir,
  requireInstalled,
  runProgram as run,
  sourceDir,
} from './launch.mjs';

const axeSource = readFileSync(requireInstalled.resolve('axe-core/axe.min.js'), 'utf8');

const sample = (name) => readFileSync(join(sourceDir, 'tests/input/samples/logs', name), 'utf8');
const LOG = sample('ptxas13.0_kernels_sm120.log');
const MULTI_LOG = sample('nvcc13.0_multiarch_small.log');

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const THEMES = ['light', 'dark'];

/* A fragment, and the arguments that it stands for. Ties, notes, reasons, lanes, clusters, grids, products. */
const LAUNCHES = [
  ['device=sm_89&block=256&regs=48&smem=16K', '-d sm_89 -b 256 -r 48 -s 16K'],
  ['device=sm_50&block=96', '-d sm_50 -b 96'],
  ['device=sm_90&block=1024&regs=300', '-d sm_90 -b 1024 -r 300'],
  ['device=sm_89&block=256&smem=200K', '-d sm_89 -b 256 -s 200K'],
  ['device=sm_120&block=33x3&regs=17&smem=1K%2B8*block', '-d sm_120 -b 33x3 -r 17 -s 1K+8*block'],
  [
    'device=h100+sxm&block=128&regs=64&smem=100K&barriers=4&carveout=50&cluster=4&grid=1000',
    '-d|h100 sxm|-b|128|-r|64|-s|100K|--barriers|4|--carveout|50|--cluster|4|--grid|1000',
  ],
  [
    'device=sm_80&block=8x8x4&regs=40&smem=12K&static-smem=4K&launch-bounds=512&grid=10x20x3&sms=108',
    '-d sm_80 -b 8x8x4 -r 40 -s 12K --static-smem 4K --launch-bounds 512 --grid 10x20x3 --sms 108',
  ],
];

const words = (text) => text.split(/\s+/).filter(Boolean);
const addressOf = (fragment = '') => pathToFileURL(pageFile).href + (fragment && `#${fragment}`);
const argumentsOf = (line) => line.split(line.includes('|') ? '|' : ' ');

let browser;

before(async () => {
  browser = await launchBrowser();
  mkdirSync(picturesDir, { recursive: true });
});
after(() => browser.close());

/** The page in a window of its own, with its answer and its pictures. Closed, it must have thrown nothing. */
async function open({ fragment = '', viewport = WIDE, colorScheme = 'light', ...options } = {}) {
  const context = await browser.newContext({ viewport, colorScheme, ...options });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.addInitScript(() => {
    window.copied = [];
    document.addEventListener('copy', () =>
      window.copied.push(getSelection().toString() || document.activeElement.value),
    );
  });
  await page.goto(addressOf(fragment));
  await page.waitForSelector('html.ready');
  await page.waitForSelector('figure svg');
  page.close = async () => {
    await context.close();
    assert.deepEqual(errors, [], 'no script failed');
  };
  return page;
}

/** The details are drawn a little after the numbers: let them be. */
const settle = (page) =>
  page.evaluate(() => new Promise((done) => setTimeout(() => setTimeout(done, 20), 80)));

/** A link to another launch, on the open page. */
async function follow(page, fragment) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
  await settle(page);
}

/** What is read in a part of the page. */
const textOf = (page, selector) => page.locator(selector).innerText();
const hero = (page) => textOf(page, '.card .result');

/** The terminal's words without what is drawn there. */
const spoken = (text) => words(text.replace(/\[[#-]+\]/, '').replaceAll('<-', ''));

/** All words of a card, in the order of the terminal: the result stands above the limits on the page. */
async function cardWords(page) {
  const parts = await page.locator('.card').evaluate((card) => {
    const text = (selector) =>
      [...card.querySelectorAll(selector)]
        .map((node) => [...node.childNodes].map((part) => part.textContent).join(' '))
        .join(' ');
    const cells = (selector) =>
      [...card.querySelectorAll(`${selector} :is(th, td)`)]
        .map((cell) => cell.textContent)
        .join(' ');
    const points = [...card.querySelectorAll('.points > div > *')]
      .map((node) => node.textContent)
      .join(' ');
    return [
      text('h2'),
      text('.launch'),
      cells('thead').replace('Limit', ''),
      cells('tbody'),
      text('.counts'),
      text('.lead'),
      text('.aside'),
      text('.statement'),
      points,
    ];
  });
  return words(parts.join(' ').replaceAll('◂', ''));
}

test('the answer has the words of the terminal, all and in order', async () => {
  const page = await open();
  for (const [fragment, line] of LAUNCHES) {
    await follow(page, fragment);
    assert.deepEqual(await cardWords(page), spoken(run(argumentsOf(line)).out), line);
  }
  await page.close();
});

test('a link carries the launch, and comes back as it was', async () => {
  const page = await open({ fragment: LAUNCHES.at(-1)[0] });
  const fragmentOf = async () => [
    ...new URLSearchParams(await page.evaluate(() => location.hash.slice(1))),
  ];
  assert.deepEqual(await fragmentOf(), [...new URLSearchParams(LAUNCHES.at(-1)[0])]);
  for (const [fragment, line] of LAUNCHES) {
    await follow(page, fragment);
    assert.deepEqual(
      words(await textOf(page, '#command'))
        .slice(1)
        .join(' ')
        .replaceAll("'", ''),
      argumentsOf(line).join(' '),
    );
    await page.locator('#field-barriers').dispatchEvent('input');
    assert.deepEqual(await fragmentOf(), [...new URLSearchParams(fragment)], 'also from the form');
  }
  await page.close();
});

test('a link followed on the open page fills the form', async () => {
  const page = await open();
  await follow(page, 'device=sm_90&block=16x8&regs=64&target=50');
  assert.deepEqual(
    await page
      .locator('[data-option=block] input')
      .evaluateAll((boxes) => boxes.map((box) => box.value)),
    ['16', '8', ''],
  );
  assert.equal(await textOf(page, '#command'), 'occ -d sm_90 -b 16x8 -r 64');
  assert.equal(await page.inputValue('#field-target'), '50');
  await page.close();
});

test('every key is answered, without a button', async () => {
  const page = await open();
  const box = page.locator('#field-regs');
  await box.fill('');
  for (const regs of ['9', '96']) {
    await box.press(regs.at(-1));
    const json = JSON.parse(
      run(['-d', 'sm_89', '-b', '256', '-r', regs, '-s', '16K', '--json']).out,
    );
    assert.match(await hero(page), new RegExp(`${json.active_blocks} blocks?/SM`));
    assert.match(await page.evaluate(() => location.hash), new RegExp(`regs=${regs}&`));
  }
  await page.selectOption('#field-smem-unit', { label: 'B' });
  assert.equal(await textOf(page, '#command'), 'occ -d sm_89 -b 256 -r 96 -s 16');
  await page.close();
});

test('target, ladder and explanation are those of the program', async () => {
  const launch = ['-d', 'sm_89', '-b', '256', '-r', '48', '-s', '16K'];
  const page = await open();
  const below = (args) =>
    run([...launch, ...args])
      .out.split('\n\n')
      .slice(1)
      .join(' ');
  assert.deepEqual(words(await textOf(page, '#target')), words(below(['--target', '100'])));
  assert.deepEqual(words(await textOf(page, '#ladder')), words(below(['--ladder'])));
  await page.fill('#field-target', '60');
  await settle(page);
  assert.deepEqual(words(await textOf(page, '#target')), words(below(['--target', '60'])));
  await page.click('details:has(#explanation) summary');
  assert.ok(
    run([...launch, '--explain']).out.endsWith(await page.locator('#explanation').textContent()),
  );
  await page.close();
});

test('what is copied is what the program takes and prints', async () => {
  const launch = ['-d', 'NVIDIA GeForce RTX 4090,sm_90', '-b', '256', '-r', '48'];
  const wanted = {
    'copy-command': "occ -d 'NVIDIA GeForce RTX 4090,sm_90' -b 256 -r 48",
    'copy-text': run(launch).out,
    'copy-json': run([...launch, '--json']).out,
    'copy-link': addressOf('device=NVIDIA+GeForce+RTX+4090&device=sm_90&block=256&regs=48'),
  };
  for (const hasClipboard of [true, false]) {
    const page = await open({
      fragment: 'device=NVIDIA+GeForce+RTX+4090&device=sm_90&block=256&regs=48',
    });
    await page.evaluate((has) => {
      const writeText = async (text) => {
        window.copied.push(text);
      };
      Object.defineProperty(navigator, 'clipboard', { value: has ? { writeText } : undefined });
    }, hasClipboard);
    for (const [id, text] of Object.entries(wanted)) {
      await page.click(`#${id}`);
      await page.waitForFunction(
        (button) => document.getElementById(button).textContent === 'Copied',
        id,
      );
      assert.equal(
        await page.evaluate(() => window.copied.at(-1)),
        text,
        `${id}, clipboard: ${hasClipboard}`,
      );
    }
    await page.close();
  }
});

/** The rows of the terminal's table of kernels, without the names, which are cut there. */
function terminalRows(text) {
  const [head, ...lines] = text.split('\n\n')[0].trimEnd().split('\n');
  const at = head.search(/arch|device/);
  return lines.map((line) => words(line.slice(at)).slice(0, 8));
}

async function pageRows(page) {
  return page
    .locator('.kernels tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('td')].slice(0, 8).map((cell) => cell.textContent),
      ),
    );
}

test('a pasted log gives the table of occ --from, worst first', async () => {
  const page = await open();
  for (const log of [LOG, MULTI_LOG]) {
    await page.fill('#log', log);
    const text = run(['--from', '-', '-b', '256'], log).out;
    assert.deepEqual(await pageRows(page), terminalRows(text));
  }
  await page.fill('#log', 'no log');
  assert.equal(
    await textOf(page, '#log-error'),
    run(['--from', '-', '-b', '256'], 'no log')
      .err.split('\n')[0]
      .replace(/^occ: (--[a-z-]+: )?/, ''),
  );
  assert.ok(await page.isHidden('#kernels'));
  await page.fill('#log', '');
  assert.equal(await textOf(page, '#log-error'), '');
  await page.close();
});

test('a chosen kernel brings its launch into the form', async () => {
  const page = await open();
  await page.fill('#log', LOG);
  await page.click('.kernels button:has-text("k_smem_48k")');
  assert.equal(
    await textOf(page, '#command'),
    'occ -d sm_120 -b 256 -r 14 -s 49152 --static-smem 49152 --barriers 1',
  );
  await page.close();
});

/** Drop a file on the page. */
function drop(page, name, content) {
  return page.evaluate(
    ([fileName, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], fileName));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
        );
    },
    [name, content],
  );
}

test('a log may be dropped anywhere, what is no text is refused', async () => {
  const page = await open();
  await drop(page, 'build.log', MULTI_LOG);
  await page.waitForSelector('.kernels');
  assert.deepEqual(
    await pageRows(page),
    terminalRows(run(['--from', '-', '-b', '256'], MULTI_LOG).out),
  );
  await drop(page, 'kernels.cubin', '\x7fELF\x02\x01\x01\0'.padEnd(64, '\0'));
  await page.waitForSelector('#log-error:not(:empty)');
  assert.match(await textOf(page, '#log-error'), /a binary file needs the program/);
  assert.ok(await page.isHidden('#kernels'));
  assert.equal(await page.inputValue('#log'), '');
  await page.close();
});

test('up to four devices stand side by side', async () => {
  const page = await open();
  for (const device of ['sm_80', 'rtx 4090 laptop', 'sm_121']) {
    await page.click('text=Compare with another device');
    await page.keyboard.type(device);
    await page.keyboard.press('Enter');
  }
  assert.ok(await page.isHidden('text=Compare with another device'));
  await settle(page);
  const devices = ['sm_89', 'sm_80', 'NVIDIA GeForce RTX 4090 Laptop GPU', 'sm_121'];
  const { points } = JSON.parse(
    run(['-d', devices.join(','), '-b', '256', '-r', '48', '-s', '16K', '--json']).out,
  );
  const rows = await page
    .locator('.comparison tr')
    .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(rows[0], ['', ...devices]);
  assert.deepEqual(
    rows.find(([name]) => name === 'blocks/SM'),
    ['blocks/SM', ...points.map((point) => String(point.active_blocks))],
  );
  for (const [at, { limits }] of points.entries())
    assert.equal(
      rows.find(([name]) => name === 'registers')[at + 1],
      `${limits.registers.limiting ? '◂ ' : ''}${limits.registers.blocks}`,
    );
  assert.equal(await page.locator('.card').count(), 4);
  await page.check('#detail input[value=sm_121]');
  await settle(page);
  assert.deepEqual(words(await textOf(page, '#ladder')).slice(6, 7), [
    String(points[3].active_blocks),
  ]);
  await page.click('[aria-label="Remove sm_80"]');
  assert.equal(await page.locator('.card').count(), 3);
  await page.close();
});

test('a device is found and chosen with keys alone', async () => {
  const page = await open();
  const box = page.locator('#device-0');
  await page.locator('#skip').focus();
  for (let i = 0; i < 5 && !(await box.evaluate((node) => node === document.activeElement)); i++)
    await page.keyboard.press('Tab');
  await page.keyboard.type('hopper');
  assert.equal(await box.getAttribute('aria-expanded'), 'true');
  const active = async () =>
    page.locator(`#${await box.getAttribute('aria-activedescendant')} .name`).textContent();
  assert.equal(await active(), 'sm_90');
  await page.keyboard.press('ArrowDown');
  const second = await active();
  assert.notEqual(second, 'sm_90');
  await page.keyboard.press('Enter');
  assert.equal(await box.inputValue(), second);
  assert.equal(await box.getAttribute('aria-expanded'), 'false');
  assert.ok(await box.evaluate((node) => node === document.activeElement), 'the focus stays');
  assert.match(await textOf(page, '.card h2'), new RegExp(`sm_90, ${second}`));
  await page.keyboard.type('zzz');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  assert.equal(await box.inputValue(), second, 'Escape gives up');
  await page.close();
});

test('a complaint stands beside its field, the last good answer stays', async () => {
  const page = await open();
  const good = await hero(page);
  const cases = [
    ['block', '0', ['-b', '0']],
    ['regs', 'x', ['-b', '256', '-r', 'x']],
    ['smem', '1.2.3', ['-b', '256', '-r', '48', '-s', '1.2.3']],
    ['barriers', '99', ['-b', '256', '-r', '48', '-s', '16K', '--barriers', '99']],
    ['carveout', '3K', ['-b', '256', '-r', '48', '-s', '16K', '--carveout', '3K']],
  ];
  for (const [option, value, args] of cases) {
    const box = page.locator(`#field-${option}`);
    const before = await box.inputValue();
    await box.evaluate((node) => {
      node.closest('details')?.setAttribute('open', '');
    });
    await box.fill(value);
    const wanted = run(['-d', 'sm_89', ...args])
      .err.split('\n')[0]
      .replace(`occ: --${option}: `, '');
    assert.equal(await page.locator(`#error-${option}`).textContent(), wanted);
    assert.equal(await box.getAttribute('aria-invalid'), 'true');
    assert.ok((await box.getAttribute('aria-describedby')).includes(`error-${option}`));
    assert.equal(await hero(page), good);
    assert.equal(
      await textOf(page, '#stale'),
      `--${option}: ${wanted}. Below stands the last good answer.`,
    );
    await box.fill(before);
    assert.equal(await page.locator(`#error-${option}`).textContent(), '');
    assert.equal(await box.getAttribute('aria-invalid'), null);
    assert.ok(await page.isHidden('#stale'));
  }
  await page.fill('#field-block', '64,128');
  assert.match(await textOf(page, '#error-block'), /one value/);
  await page.close();
});

test('a complaint that names no field is not lost', async () => {
  const page = await open({ fragment: 'device=sm_89&block=256' });
  await page.fill('#field-target', '500');
  await settle(page);
  assert.match(await textOf(page, '#error-target'), /'500' is out of range/);
  await follow(page, 'device=nope&block=256');
  assert.match(await textOf(page, '#device-error'), /no device is called "nope"/);
  await page.close();
});

test('every step of the pictures is reached by keys and pointer, and can be taken', async () => {
  const page = await open();
  const regs = page.locator('figure.chart').nth(1);
  const said = () => regs.locator('.step').textContent();
  assert.match(await said(), /^41\.\.48 registers: 5 blocks\/SM, 83\.33 %/, 'begins at the launch');
  await regs.locator('svg').focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await said(), /^49\.\.64 registers: 4 blocks/);
  assert.equal(await regs.locator('svg').getAttribute('aria-valuetext'), await said());
  await page.keyboard.press('Enter');
  await settle(page);
  assert.equal(await textOf(page, '#command'), 'occ -d sm_89 -b 256 -r 64 -s 16K');
  assert.ok(
    await page
      .locator('figure.chart svg')
      .nth(1)
      .evaluate((node) => node === document.activeElement),
    'the focus stays',
  );

  const steps = regs.locator('.hit');
  for (let i = 0; i < (await steps.count()); i++) {
    await steps.nth(i).dispatchEvent('pointerover');
    assert.equal(await said(), await steps.nth(i).getAttribute('data-step'));
  }
  const map = page.locator('figure.heat');
  assert.match(await map.locator('.step').textContent(), /^256 threads, 64 registers: 4 blocks/);
  await map.locator('svg').focus();
  for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowLeft'])
    await page.keyboard.press(key);
  await map.locator('button').click();
  await settle(page);
  assert.equal(await textOf(page, '#command'), 'occ -d sm_89 -b 288 -r 56 -s 16K');
  await page.close();
});

test('pictures follow the switch of themes, which is remembered', async () => {
  const page = await open({ colorScheme: 'light' });
  const colours = () =>
    page.evaluate(() => {
      const colourOf = (selector, property) =>
        getComputedStyle(document.querySelector(selector))[property];
      return [
        colourOf('body', 'color'),
        colourOf('figure .title', 'fill'),
        colourOf('.card', 'backgroundColor'),
      ];
    });
  const light = await colours();
  assert.equal(light[0], light[1]);
  await page.selectOption('#theme', 'dark');
  const dark = await colours();
  assert.equal(dark[0], dark[1]);
  assert.notEqual(dark[0], light[0]);
  assert.notEqual(dark[2], light[2]);
  await page.reload();
  await page.waitForSelector('figure svg');
  assert.deepEqual(await colours(), dark);
  await page.close();
});

test('nothing is asked of the network', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(addressOf());
  await page.waitForSelector('figure svg');
  const own = new URL('.', addressOf()).href;
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(own) && !/^(data|blob):/.test(url)),
    [],
  );
  await context.close();
});

/** Everything there is to see: several devices, a log, a chosen kernel, all that can be unfolded. */
async function showEverything(page) {
  await page.fill('#log', LOG);
  await page.click('.kernels button >> nth=1');
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) fold.open = true;
  });
  await page.click('text=Compare with another device');
  await page.keyboard.type('rtx 4090');
  await page.keyboard.press('Enter');
  await settle(page);
}

/* A picture is one thing to a screen reader; what is drawn in it is not judged. */
const DRAWN = ['figure svg g'];

async function accessibilityProblems(page, parts = ['html']) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    ([include, exclude]) => window.axe.run({ include, exclude }, { resultTypes: ['violations'] }),
    [parts, DRAWN],
  );
  const placesOf = (nodes) => nodes.map(({ target }) => target.join(' ')).slice(0, 4);
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${placesOf(nodes).join('; ')}`);
}

const name = (viewport, colorScheme) => `${viewport.width}-${colorScheme}`;

for (const viewport of [WIDE, PHONE]) {
  for (const colorScheme of THEMES) {
    test(`no serious problem of accessibility, nothing to scroll sideways: ${name(viewport, colorScheme)}`, async () => {
      const page = await open({ viewport, colorScheme });
      await page.screenshot({
        path: join(picturesDir, `${name(viewport, colorScheme)}.png`),
        fullPage: true,
      });
      await showEverything(page);
      await page.screenshot({
        path: join(picturesDir, `${name(viewport, colorScheme)}-all.png`),
        fullPage: true,
      });
      assert.deepEqual(await accessibilityProblems(page), []);
      const { scrollWidth, innerWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        innerWidth,
      }));
      assert.ok(scrollWidth <= innerWidth, `${scrollWidth} px in ${innerWidth}`);
      await page.fill('#field-regs', 'x');
      await page.screenshot({
        path: join(picturesDir, `${name(viewport, colorScheme)}-complaint.png`),
      });
      await page.fill('#device-0', 'h100');
      assert.ok(await page.isVisible('#device-0-list'));
      assert.deepEqual(
        await accessibilityProblems(page, ['form', '#stale', '#comparison', '#cards']),
        [],
      );
      await page.close();
    });
  }
}

test('how long the first answer takes (reported, not judged)', async (t) => {
  const times = [];
  for (let i = 0; i < 3; i++) {
    const page = await open();
    times.push(
      await page.evaluate(
        () =>
          performance.getEntriesByName('first-answer')[0].startTime -
          performance.getEntriesByType('navigation')[0].domInteractive,
      ),
    );
    await page.close();
  }
  t.diagnostic(
    `from the page being parsed to the first answer: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`,
  );
});
