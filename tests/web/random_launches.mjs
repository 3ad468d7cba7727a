// SPDX-License-Identifier: MIT
// Random command lines that ask for launches: the same ones for the same seed.

/** Numbers of 0 to 1, from a seed: mulberry32, by Tommy Ettinger. */
function makeRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param devices  names of architectures and products, all of which are used in turn */
export function* randomLaunches(seed, devices) {
  const random = makeRandom(seed);
  const below = (n) => Math.floor(random() * n);
  const oneOf = (list) => list[below(list.length)];
  const sometimes = (share, make) => (random() < share ? make() : []);

  const threads = () => oneOf([1 + below(1024), 32 * (1 + below(32)), 32 * (1 + below(32)), 1 + below(1100)]);
  const block = () => oneOf([`${threads()}`, `${threads()}`, `${1 + below(40)}x${1 + below(40)}`,
    `${1 + below(16)}x${1 + below(16)}x${1 + below(8)}`]);
  const size = () => oneOf([`${below(60000)}`, `${below(110)}K`, `${below(64)}KiB`, `${below(60)}.5K`,
    `${below(4)}K+${4 * below(16)}*block`]);
  const memory = () => oneOf([
    () => ['--smem', size()],
    () => ['-s', size()],
    () => ['--smem', `${40 + below(60)}K`, '--static-smem', `${below(40)}K`],
    () => ['--dynamic-smem', size(), '--static-smem', `${below(40)}K`],
  ])();
  const set = (option, make) => [option, oneOf([
    () => `${make()},${make()}`,
    () => `${1 + below(64)}..${65 + below(190)}:${1 + below(32)}`,
  ])()];

  for (let i = 0; ; i++) {
    const device = devices[i % devices.length];
    yield [
      '-d', random() < 0.1 ? `${device},${oneOf(devices)}` : device,
      '-b', block(),
      ...sometimes(0.8, () => (random() < 0.1 ? set('-r', () => below(256)) : ['--regs', `${below(256)}`])),
      ...sometimes(0.6, memory),
      ...sometimes(0.2, () => ['--barriers', `${below(17)}`]),
      ...sometimes(0.15, () => ['--cluster', `${oneOf([1, 2, 4, 8, 16])}`, ...sometimes(0.5, () => ['--gpc', '18,16,16'])]),
      ...sometimes(0.15, () => ['--launch-bounds', `${oneOf([256, 512, 1024])}${oneOf(['', ',2', ',4'])}`]),
      ...sometimes(0.2, () => ['--carveout', oneOf(['default', '0', '50', '75%', '100', '32K', '64K'])]),
      ...sometimes(0.25, () => ['--grid', oneOf([`${1 + below(5000)}`, `${1 + below(50)}x${1 + below(50)}`]),
        '--sms', `${1 + below(150)}`]),
      ...sometimes(0.15, () => ['--latency', `${1 + below(900)}`]),
      ...sometimes(0.1, () => ['--require', oneOf(['50', '66.67', '100%'])]),
    ];
  }
}
