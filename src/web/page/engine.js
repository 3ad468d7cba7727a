// SPDX-License-Identifier: MIT
// The program occ, compiled to WebAssembly: command lines in, exactly what it prints out.

import packed from './engine_module.js';

function fromBase64(text) {
  /* Browsers of 2025 and later do it themselves, many times as fast. */
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** The module's bytes; they are in the page, as gzip in base64. */
async function unpack() {
  const gzip = new DecompressionStream('gzip');
  const writer = gzip.writable.getWriter();
  const written = writer.write(fromBase64(packed)).then(() => writer.close());
  const [bytes] = await Promise.all([new Response(gzip.readable).arrayBuffer(), written]);
  return bytes;
}

/**
 * @return {Promise<{run: (args: string[], stdin?: string | Uint8Array) =>
 *                        {status: number, out: string, err: string}}>}
 *   run() answers as `occ args < stdin` does when it is piped: exit status, standard output and standard
 *   error. Each run is as a new process; nothing is left of the one before.
 */
export async function loadEngine() {
  const module = await WebAssembly.compile(await unpack());
  let program = (await WebAssembly.instantiate(module)).exports;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  const textAt = (at, size) => decoder.decode(new Uint8Array(program.memory.buffer, at, size));

  function answer(words, input) {
    const at = program.engine_reserve(words.length + input.length);
    if (at === 0) throw new RangeError('out of memory');
    new Uint8Array(program.memory.buffer, at).set(words);
    new Uint8Array(program.memory.buffer, at + words.length).set(input);
    const status = program.engine_run(words.length, input.length);
    return {
      status,
      out: textAt(program.engine_out(), program.engine_out_size()),
      err: textAt(program.engine_err(), program.engine_err_size()),
    };
  }

  function run(args, stdin = '') {
    // No argument of a process can hold a NUL.
    const words = encoder.encode(args.map((word) => `${word.replaceAll('\0', '\ufffd')}\0`).join(''));
    try {
      return answer(words, typeof stdin === 'string' ? encoder.encode(stdin) : stdin);
    } catch (error) {
      // Its memory may be in any state: begin with a new one.
      program = new WebAssembly.Instance(module).exports;
      return { status: 2, out: '', err: `occ: stopped: ${error.message}\n` };
    }
  }

  const engine = { run, memoryBytes: () => program.memory.buffer.byteLength };
  /* For the browser's console, where a page may be asked anything, and for the tests. */
  globalThis.occ = engine;
  return engine;
}
