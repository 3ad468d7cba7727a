// SPDX-License-Identifier: MIT
// The kernels of a compiler's log: pasted, dropped or opened; a table, worst first, to choose from.

import { element, tableHead } from './dom.js';
import { valuesOfLaunch } from './state.js';

/* More are shown when asked for. */
const ROWS_SHOWN = 200;

const percent = (share) => (share * 100).toFixed(2);

/* Stores and loads, as in the terminal. */
function spills({ spill_store_bytes: stores, spill_load_bytes: loads }) {
  return stores === null && loads === null ? null : (stores ?? 0) + (loads ?? 0);
}

/** Head, what a kernel has there, and whether it is a number. */
const COLUMNS = [
  { head: 'device', of: (kernel) => kernel.device?.name ?? kernel.arch, isText: true },
  { head: 'regs', of: (kernel) => kernel.launch.registers_per_thread },
  { head: 'shared B', of: (kernel) => kernel.launch.shared_bytes },
  { head: 'bar', of: (kernel) => kernel.launch.barriers },
  { head: 'block', of: (kernel) => kernel.launch.threads_per_block },
  { head: 'blocks/SM', of: (kernel) => kernel.active_blocks },
  {
    head: 'occupancy %',
    of: (kernel) => (kernel.occupancy === null ? null : percent(kernel.occupancy)),
  },
  { head: 'spills B', of: spills },
  { head: 'limit', of: (kernel) => kernel.limiters?.join(', '), isText: true },
];

/** Worst first, what has no answer last; else in the file's order. */
export function worstFirst(kernels) {
  return kernels.toSorted((a, b) => (a.occupancy ?? 2) - (b.occupancy ?? 2));
}

function row(kernel, onChoose) {
  const name = element(
    'button',
    { type: 'button', class: 'link', onclick: () => onChoose(kernel, name) },
    element('bdi', {}, kernel.demangled ?? kernel.kernel),
  );
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, name),
    ...COLUMNS.map(({ of, isText }) =>
      element('td', { class: isText ? 'text' : null }, String(of(kernel) ?? '–')),
    ),
  );
}

function table(kernels, onChoose) {
  const rows = (some) => some.map((kernel) => row(kernel, onChoose));
  const body = element('tbody', {}, ...rows(kernels.slice(0, ROWS_SHOWN)));
  const rest = kernels.slice(ROWS_SHOWN);
  const more = element(
    'button',
    {
      type: 'button',
      class: 'quiet',
      hidden: rest.length === 0,
      onclick: () => {
        body.append(...rows(rest));
        more.remove();
      },
    },
    `Show ${rest.length} more`,
  );
  const head = tableHead(['kernel', ...COLUMNS.map((column) => column.head)], (at) =>
    COLUMNS[at - 1]?.isText ? 'text' : null,
  );
  const region = { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Kernels' };
  return [element('div', region, element('table', { class: 'kernels' }, head, body)), more];
}

/* The whole window takes files, so that nobody has to aim. */
function takeDroppedFiles(onFile) {
  const root = document.documentElement;
  const hasFiles = (event) => event.dataTransfer?.types.includes('Files');
  window.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    root.classList.add('dropping');
  });
  window.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) root.classList.remove('dropping');
  });
  window.addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    root.classList.remove('dropping');
    onFile(event.dataTransfer.files[0]);
  });
}

/**
 * @param {Object} program  see program.js
 * @param {Object} state    see state.js
 * @param {(message: string) => void} announce
 */
export function makeKernels(program, state, announce) {
  const [box, file, error, section, place] = [
    'log',
    'log-file',
    'log-error',
    'kernels',
    'kernel-table',
  ].map((id) => document.getElementById(id));
  let log = '';
  let asked = [];

  /* The log states all but the block, and often that too. */
  function show() {
    const { block } = state.question.values;
    if (asked[0] === log && asked[1] === block) return;
    asked = [log, block];
    error.textContent = '';
    section.hidden = true;
    if (log.length === 0) return;
    try {
      const { kernels } = program.json(['--from', '-', ...(block ? ['-b', block] : [])], log);
      section.hidden = false;
      place.replaceChildren(...table(worstFirst(kernels), choose));
      announce(`${kernels.length} in the table of kernels, worst first`);
    } catch (complaint) {
      /* What is wrong with the block stands beside the block. */
      error.textContent = complaint.option === 'block' ? '' : complaint.message;
    }
  }

  function choose(kernel, button) {
    for (const other of place.querySelectorAll('[aria-pressed]'))
      other.removeAttribute('aria-pressed');
    button.setAttribute('aria-pressed', 'true');
    const device = kernel.device?.name ?? kernel.arch;
    const values = valuesOfLaunch(kernel.launch);
    if (!values.block) delete values.block;
    state.change({ devices: device ? [device] : state.question.devices, values });
  }

  /* What is no text is for the program to refuse, and nothing for a box. */
  async function read(opened) {
    const bytes = new Uint8Array(await opened.arrayBuffer());
    const isText = !bytes.includes(0);
    box.value = isText ? new TextDecoder().decode(bytes) : '';
    log = isText ? box.value : bytes;
    show();
  }

  box.addEventListener('input', () => {
    log = box.value.trim() === '' ? '' : box.value;
    show();
  });
  file.addEventListener('change', () => file.files[0] && read(file.files[0]));
  takeDroppedFiles(read);
  state.onChange(show);
}
