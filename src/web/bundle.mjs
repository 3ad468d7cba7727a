// SPDX-License-Identifier: MIT
// usage: node bundle.mjs NPM_DIR PAGE_DIR MODULE.wasm LICENSE OUTPUT.html
//
// Makes one file of the page: its modules, its style and the program, so that it opens from anywhere,
// also where a browser lets no module be loaded, as from a file. What it may do is written into it:
// run its own script, and ask nobody for anything.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const [npmDir, pageDir, wasmPath, licencePath, outputPath] = process.argv.slice(2);
const esbuild = createRequire(join(resolve(npmDir), 'package.json'))('esbuild');

/** './engine_module.js' is no file: it is the compiled program. */
const engineModule = {
  name: 'engine-module',
  setup(build) {
    build.onResolve({ filter: /\/engine_module\.js$/ }, ({ path }) => ({ path, namespace: 'engine' }));
    build.onLoad({ filter: /.*/, namespace: 'engine' }, () => ({
      contents: gzipSync(readFileSync(wasmPath), { level: 9 }),
      loader: 'base64',
    }));
  },
};

async function bundled(entry) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(pageDir, entry)],
    bundle: true,
    minify: true,
    charset: 'utf8',
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    write: false,
    plugins: [engineModule],
  });
  return outputFiles[0].text.trim();
}

/** Put `text` in the place of the only `place` there is. */
function replaceOnly(html, place, text) {
  if (html.split(place).length !== 2) throw new Error(`index.html: '${place}' must stand in it once`);
  return html.replace(place, () => text);
}

const script = await bundled('main.js');
const style = await bundled('style.css');
const scriptHash = createHash('sha256').update(script).digest('base64');
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${scriptHash}' 'wasm-unsafe-eval'`,
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/* One file must carry what the licences of its parts ask for. */
const licences = readFileSync(new URL('licences.txt', import.meta.url), 'utf8')
  .replace('@LICENSE@', () => readFileSync(licencePath, 'utf8').trim());
if (licences.includes('--')) throw new Error('a comment of HTML cannot hold --');

let html = readFileSync(join(pageDir, 'index.html'), 'utf8');
html = replaceOnly(html, '<meta charset="utf-8">',
  `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`);
html = replaceOnly(html, '<link rel="stylesheet" href="style.css">', `<style>${style}</style>`);
html = replaceOnly(html, '<script type="module" src="main.js"></script>', `<script type="module">${script}</script>`);
/* At the end: the encoding must stand within the first 1024 bytes. */
html = `${html.trimEnd()}\n<!--\n${licences}-->\n`;
writeFileSync(outputPath, html);
console.log(`${outputPath}: ${Buffer.byteLength(html)} bytes`);
