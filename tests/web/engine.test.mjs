// SPDX-License-Identifier: MIT
// The program in the page against the program: byte for byte, in a browser.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { moduleFile, openPage, pageFile, runInPage, runProgram, sourceDir } from './launch.mjs';
import { randomLaunches } from './random_launches.mjs';

const MOST_PAGE_BYTES = 250_000;
const SEED = 8;
const LAUNCHES = 500;

let opened;

before(async () => {
  opened = await openPage();
});

after(() => opened?.close());

/** Run each [args, stdin] in page and program, and complain of the first that differs. @return the answers */
async function assertEqualRuns(runs) {
  const answers = await runInPage(opened.page, runs);
  runs.forEach(([args, stdin], i) => {
    assert.deepEqual(answers[i], runProgram(args, stdin), `occ ${args.join(' ')}`);
  });
  return answers;
}

function devices() {
  const list = JSON.parse(runProgram(['--list-devices', '--json']).out).devices;
  return list.flatMap(({ name, products }) => [name, ...products.slice(0, 1).map((product) => product.name)]);
}

const names = devices();

function take(count, generator) {
  return Array.from({ length: count }, () => generator.next().value);
}

test('500 random launches over all devices give the same JSON', async () => {
  const launches = randomLaunches(SEED, names);
  let answered = 0;
  while (answered < LAUNCHES) {
    const runs = take(100, launches).map((args) => [[...args, '--json']]);
    const answers = await assertEqualRuns(runs);
    answered += answers.filter(({ status, out }) => status < 2 && JSON.parse(out)).length;
  }
});

const FORMS = [
  [], ['--explain'], ['--csv'], ['--sweep', '--csv'], ['--sweep'], ['--plot'], ['--plot', '--color=always'], ['--picture'],
  ['--svg', '-'], ['--svg', '-', '--picture'], ['--html', '-'],
  ['--target', '50'], ['--target', '100', '--json'], ['--target-blocks', '3'], ['--suggest'], ['--suggest', '--json'],
  ['--suggest', '--csv'], ['--ladder'], ['--ladder', '--csv'], ['--ladder', '--json'],
  ['--with', 'block=128,regs=64,smem=8K'], ['--with', 'block=96,beside=2', '--json'],
];

for (const form of FORMS) {
  test(`random launches give the same for ${form.join(' ') || 'plain text'}`, async () => {
    const runs = take(10, randomLaunches(SEED + FORMS.indexOf(form), names)).map((args) => [[...args, ...form]]);
    const answers = await assertEqualRuns(runs);
    assert.ok(answers.some(({ status }) => status < 2), 'none was answered');
  });
}

test('the database is the same', async () => {
  await assertEqualRuns([[['--list-devices']], [['--list-devices', '--json']], [['--help']], [['--version']],
    ...names.flatMap((name) => [[['--show-device', name]], [['--show-device', name, '--json']]])]);
});

function contentOf(file, otherwise = '') {
  return existsSync(file) ? readFileSync(file, 'utf8') : otherwise;
}

/** NAME.cmd of tests/cli, with the files beside it. */
function recordedGolden(path) {
  const stem = path.slice(0, -'.cmd'.length);
  const wanted = {
    status: Number(contentOf(`${stem}.exit`, '0')),
    out: contentOf(`${stem}.stdout`),
    err: contentOf(`${stem}.stderr`),
  };
  return [{ command: readFileSync(path, 'utf8').trim(), wanted }];
}

/** The lines of a NAME.tsv: command, exit status, standard error. */
function recordedRows(path) {
  const lines = readFileSync(path, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => {
    const [command, status, err] = line.split('\t');
    return { command, wanted: { status: Number(status), out: '', err: err.replaceAll('\\n', '\n') } };
  });
}

/** What tests/cli records of single commands without input: their words, and what the program answered. */
function recordedAnswers() {
  const directory = join(sourceDir, 'tests', 'cli');
  const files = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(directory, name)).map((file) => join(directory, name, file)));
  const recorded = [
    ...files.filter((file) => file.endsWith('.cmd')).flatMap(recordedGolden),
    ...files.filter((file) => file.endsWith('.tsv')).flatMap(recordedRows),
  ];
  const { stdout, status } = spawnSync('bash', [join(sourceDir, 'tests', 'web', 'words.sh')],
    { input: recorded.map(({ command }) => `${command}\0`).join('') });
  assert.equal(status, 0);
  const words = stdout.toString().split('\n\0').slice(0, -1).map((text) => text.split('\0').slice(0, -1));
  assert.equal(words.length, recorded.length);
  return recorded.map(({ wanted }, i) => ({ args: words[i], wanted })).filter(({ args }) => args.length > 0);
}

test('every recorded command, wrong ones included, is answered alike or says that it needs the program', async () => {
  const recorded = recordedAnswers();
  const answers = await runInPage(opened.page, recorded.map(({ args }) => [args]));
  let equal = 0;
  recorded.forEach(({ args, wanted }, i) => {
    if (/needs? the program|reads no device files/.test(answers[i].err)) {
      assert.deepEqual([answers[i].status, answers[i].out], [2, ''], args.join(' '));
      return;
    }
    assert.deepEqual(answers[i], wanted, `occ ${args.join(' ')}`);
    equal++;
  });
  assert.ok(equal > 0.8 * recorded.length, `only ${equal} of ${recorded.length} could be compared`);
});

function samples() {
  const directory = join(sourceDir, 'tests', 'input', 'samples');
  return ['logs', 'ncu', 'resusage'].flatMap((kind) => readdirSync(join(directory, kind))
    .map((name) => join(directory, kind, name))).filter((path) => statSync(path).isFile());
}

for (const form of [['--json'], ['-d', 'sm_90', '-b', '256', '--kernel', '*k*']]) {
  test(`every sample of a log gives the same for --from - ${form.join(' ')}`, async () => {
    const runs = samples().map((path) => [['--from', '-', ...form], readFileSync(path)]);
    assert.ok(runs.length > 80, `${runs.length} samples`);
    await assertEqualRuns(runs);
  });
}

test('a binary file is refused by name', async () => {
  const [answer] = await runInPage(opened.page, [[['--from', '-'], Buffer.from('\x7fELF\x02\x01\x01')]]);
  assert.equal(answer.status, 2);
  assert.match(answer.err, /^occ: standard input: a binary file needs the program/);
});

test('arguments are text, whatever they hold', async () => {
  const odd = ['', ' ', '\u00e9', '-\u00e9', '\u{1f600}', '\ufeff', '--\u4e2d', "'", '"', '\n'];
  await assertEqualRuns(odd.flatMap((word) => [[['-d', word, '-b', '1']], [[`-${word}`, '-b', word]], [[`--${word}=1`]]]));
});

test('10,000 runs leave no memory behind', async () => {
  const log = readFileSync(samples()[0], 'utf8');
  const [first, last] = await opened.page.evaluate((text) => {
    const { occ } = globalThis;
    const some = (count) => {
      for (let i = 0; i < count; i++) {
        occ.run(['-d', 'sm_90', '-b', '256', '-r', `${i % 256}`, '--json']);
        occ.run(['-d', 'sm_90', '-b', 'x']);
        if (i % 100 === 0) occ.run(['--from', '-', '--json', '-b', '256'], text);
      }
      return occ.memoryBytes();
    };
    return [some(100), some(4900)];
  }, log);
  assert.equal(last, first);
});

test('what does not fit into memory is refused, and the next run is answered', async () => {
  const [refused, next] = await opened.page.evaluate(() => {
    const { occ } = globalThis;
    /* One that claims to be larger than any memory of 32 bits. */
    return [occ.run(['--from', '-'], { length: 2 ** 32 - 70000 }), occ.run(['--version'])];
  });
  assert.equal(refused.status, 2);
  assert.match(refused.err, /^occ: .*memory/);
  assert.deepEqual(next, runProgram(['--version']));
});

test('the module imports nothing', () => {
  const module = new WebAssembly.Module(readFileSync(moduleFile));
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test('the page weighs less than 250 KB', () => {
  assert.ok(statSync(pageFile).size < MOST_PAGE_BYTES, `${statSync(pageFile).size} bytes`);
});

test('nothing is asked for but the page, and the console is silent', () => {
  assert.deepEqual(opened.requests, []);
  assert.deepEqual(opened.complaints, []);
});

test('it opens from a web server, in one request, and may make no other', async () => {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(readFileSync(pageFile));
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const url = `http://127.0.0.1:${server.address().port}/some/where/`;
  const served = await openPage({ url });
  try {
    const [version] = await runInPage(served.page, [[['--version']]]);
    assert.deepEqual(version, runProgram(['--version']));
    assert.deepEqual(asked, ['/some/where/']);
    await assert.rejects(served.page.evaluate((address) => fetch(address), `${url}more`));
    assert.deepEqual(asked, ['/some/where/']);
  } finally {
    await served.close();
    server.close();
  }
});
