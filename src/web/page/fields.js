// SPDX-License-Identifier: MIT
// The fields of the form. The form, the arguments, the fragment of the address and what a kernel
// brings along are all made from these rows; a value is always what `occ` takes for the option.

const PLAIN_NUMBER = /^\d+(\.\d+)?$/;
const NUMBER_OF_KIB = /^(\d+(?:\.\d+)?)K$/;

/** One box. */
const TEXT = {
  split: (value) => [value],
  join: ([text]) => text.trim(),
};

/** Boxes for x, y and z: 256, 16x16. */
const DIMENSIONS = {
  boxes: ['x', 'y', 'z'],
  split: (value) => {
    const [x = '', y = '', ...z] = value.split('x');
    return [x, y, z.join('x')];
  },
  join: (boxes) => {
    const given = boxes.map((box) => box.trim());
    return given.slice(0, given.findLastIndex(Boolean) + 1).join('x');
  },
};

/** A number and its unit; what is no plain number (16K, 1K+8*block) stands as it was typed. */
const SIZE = {
  units: [
    ['', 'B'],
    ['K', 'KiB'],
  ],
  split: (value) => {
    const kib = NUMBER_OF_KIB.exec(value);
    return kib ? [kib[1], 'K'] : [value, ''];
  },
  join: ([amount, unit]) => {
    const text = amount.trim();
    return PLAIN_NUMBER.test(text) ? text + unit : text;
  },
};

const count = (number) => (number === null ? '' : String(number));
const bytes = (number) => (number > 0 ? String(number) : '');

/**
 * option, letter    as `occ --help` has them
 * group             where on the form; `plan` is no part of a launch
 * kind              how a value and its boxes become one another
 * isSet             takes lists and ranges on the command line
 * hasSuggestions    form.suggest() is told some
 * ofLaunch          the value in a `launch` of the program's JSON
 */
export const FIELDS = [
  {
    option: 'block',
    letter: 'b',
    group: 'launch',
    kind: DIMENSIONS,
    isSet: true,
    label: 'Threads per block',
    hint: 'y and z may stay empty',
    ofLaunch: (launch) => (launch.block_dim ?? []).join('x').replace(/(x1)+$/, ''),
  },
  {
    option: 'regs',
    letter: 'r',
    group: 'launch',
    kind: TEXT,
    isSet: true,
    label: 'Registers per thread',
    hint: 'as ptxas -v reports them',
    ofLaunch: (launch) => count(launch.registers_per_thread),
  },
  {
    option: 'smem',
    letter: 's',
    group: 'launch',
    kind: SIZE,
    isSet: true,
    label: 'Shared memory per block',
    hint: 'static plus dynamic',
    ofLaunch: (launch) => bytes(launch.shared_bytes),
  },
  {
    option: 'static-smem',
    group: 'more',
    kind: SIZE,
    label: 'Static part of it',
    hint: 'what the compiler fixed',
    ofLaunch: (launch) => bytes(launch.static_shared_bytes),
  },
  {
    option: 'barriers',
    group: 'more',
    kind: TEXT,
    label: 'Barriers per block',
    hint: '0 to 16; empty: 1, as the driver counts',
    ofLaunch: (launch) => count(launch.barriers),
  },
  {
    option: 'launch-bounds',
    group: 'more',
    kind: TEXT,
    label: 'Launch bounds',
    hint: 'most threads, as in __launch_bounds__',
    ofLaunch: (launch) => count(launch.launch_bounds),
  },
  {
    option: 'carveout',
    group: 'more',
    kind: TEXT,
    hasSuggestions: true,
    label: 'Carve-out',
    hint: 'percent, or a size as in 32K; empty: the most',
  },
  {
    option: 'cluster',
    group: 'gpu',
    kind: TEXT,
    label: 'Blocks per cluster',
    hint: 'compute capability 9.0 and later',
  },
  {
    option: 'grid',
    group: 'gpu',
    kind: DIMENSIONS,
    label: 'Blocks of the grid',
    hint: 'adds waves and tail',
  },
  {
    option: 'sms',
    group: 'gpu',
    kind: TEXT,
    label: 'SMs of the GPU',
    hint: 'where the device is no product',
  },
  { option: 'target', group: 'plan', kind: TEXT, label: 'Reach', unit: '%' },
];

/** The groups that a reader may fold, and what their heads say. */
export const FOLDED_GROUPS = [
  { group: 'more', label: 'Barriers, bounds, carve-out' },
  { group: 'gpu', label: 'Cluster, grid, SMs' },
];
