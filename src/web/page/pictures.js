// SPDX-License-Identifier: MIT
// The program's own pictures, set into the page, with every step of a curve and every cell of the
// map to be pointed at, or reached by arrow keys.

import { element, setAttribute } from './dom.js';

/** The figures of a page that `--html -` wrote; the one of the SM last. */
function figuresOf(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const figures = [...page.querySelectorAll('figure svg')].map((svg) =>
    document.importNode(svg, true),
  );
  const isSm = (svg) => svg.querySelector('g.sm') !== null;
  return [...figures.filter((svg) => !isSm(svg)), ...figures.filter(isSm)];
}

/** Style and patterns that all figures share, from an SVG file that `--svg -` wrote. */
export function installPictureStyle(svgFile) {
  if (document.getElementById('picture-style')) return;
  const file = new DOMParser().parseFromString(svgFile, 'image/svg+xml');
  const holder = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  holder.id = 'picture-style';
  holder.setAttribute('class', 'unseen');
  holder.setAttribute('aria-hidden', 'true');
  holder.append(
    ...['style', 'defs'].map((name) => document.importNode(file.querySelector(name), true)),
  );
  document.body.prepend(holder);
}

/* data-set="block=256 regs=48": the options that ask for this place. */
function valuesOf(node) {
  return Object.fromEntries(node.dataset.set.split(' ').map((setting) => setting.split('=')));
}

/* The title that a browser would show as a tooltip says what the line below the picture says. */
function stepOf(node) {
  const title = node.querySelector('title');
  const step = { node, text: node.dataset.step ?? title.textContent, values: valuesOf(node) };
  title.remove();
  return step;
}

function isInside(node, x, y) {
  const [left, top, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
    Number(node.getAttribute(name)),
  );
  return x >= left && x < left + width && y >= top && y < top + height;
}

/** Where the present launch is: a dot on a curve, a frame around a cell; -1: nowhere. */
function markedStep(svg, steps) {
  const dot = svg.querySelector('.dot');
  if (dot)
    return steps.findIndex(({ node }) =>
      isInside(node, Number(dot.getAttribute('cx')), Number(dot.getAttribute('cy'))),
    );
  const frame = svg.querySelector('.asked-cell');
  if (!frame) return -1;
  const middle = (start, size) =>
    Number(frame.getAttribute(start)) + Number(frame.getAttribute(size)) / 2;
  return steps.findIndex(({ node }) => isInside(node, middle('x', 'width'), middle('y', 'height')));
}

/** How many steps stand in a row: all of a curve, some of a map. */
function rowLength(steps) {
  const y = steps[0].node.getAttribute('y');
  const next = steps.findIndex(({ node }) => node.getAttribute('y') !== y);
  return next < 0 ? steps.length : next;
}

/**
 * Let a picture be walked: one stop of the Tab key, arrow keys from step to step, Enter to take it.
 * For a screen reader it is a slider whose value is a sentence.
 */
function makeWalkable(svg, steps, takeLaunch) {
  const columns = rowLength(steps);
  const marked = markedStep(svg, steps);
  const words = element('span', { class: 'step' });
  const take = element(
    'button',
    { type: 'button', class: 'quiet', onclick: () => takeLaunch(steps[at].values) },
    'Take this launch',
  );
  let at = Math.max(marked, 0);

  function show(index) {
    steps[at].node.classList.remove('at');
    at = index;
    steps[at].node.classList.add('at');
    words.textContent = steps[at].text;
    take.disabled = at === marked;
    setAttribute(svg, 'aria-valuenow', String(at));
    setAttribute(svg, 'aria-valuetext', steps[at].text);
  }

  function press(event) {
    const targets = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: steps.length - 1,
      ArrowUp: columns < steps.length ? at - columns : at + 1,
      ArrowDown: columns < steps.length ? at + columns : at - 1,
    };
    if (event.key === 'Enter') take.click();
    else if (!(event.key in targets)) return;
    else if (steps[targets[event.key]]) show(targets[event.key]);
    steps[at].node.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    event.preventDefault();
  }

  function point(event) {
    const index = steps.findIndex(({ node }) => node === event.target);
    if (index >= 0) show(index);
  }

  setAttribute(svg, 'tabindex', '0');
  setAttribute(svg, 'role', 'slider');
  setAttribute(svg, 'aria-valuemin', '0');
  setAttribute(svg, 'aria-valuemax', String(steps.length - 1));
  svg.addEventListener('keydown', press);
  svg.addEventListener('pointerover', point);
  svg.addEventListener('click', point);
  svg.addEventListener(
    'pointerleave',
    () => marked >= 0 && svg !== document.activeElement && show(marked),
  );
  show(at);
  return element('figcaption', {}, words, ' ', take);
}

function figure(svg, takeLaunch) {
  const group = svg.querySelector('g');
  const title = group.querySelector('title').textContent;
  const steps = [...svg.querySelectorAll('.hit, .cell:has(title)')].map(stepOf);
  const scroll = element('div', { class: 'scroll' }, svg);

  svg.classList.add('occ');
  setAttribute(svg, 'aria-label', title);
  if (steps.length === 0) {
    setAttribute(svg, 'role', 'img');
    setAttribute(scroll, 'tabindex', '0');
    setAttribute(scroll, 'role', 'group');
    setAttribute(scroll, 'aria-label', title);
    return element('figure', { class: group.getAttribute('class') }, scroll);
  }
  return element(
    'figure',
    { class: group.getAttribute('class') },
    scroll,
    makeWalkable(svg, steps, takeLaunch),
  );
}

/* On a narrow screen a picture scrolls: the present launch is what it begins with. */
function scrollToMark(scroll) {
  const mark = scroll.querySelector('.dot, .asked-cell');
  if (!mark || scroll.scrollWidth <= scroll.clientWidth) return;
  const middle = (node) =>
    node.getBoundingClientRect().left + node.getBoundingClientRect().width / 2;
  scroll.scrollLeft += middle(mark) - middle(scroll);
}

/**
 * Show the pictures of an answer.
 *
 * @param {HTMLElement} place
 * @param {string} html  what `--html -` wrote
 * @param {(values: Object<string, string>) => void} takeLaunch  values by option
 */
export function showPictures(place, html, takeLaunch) {
  const focused = [...place.children].findIndex((node) => node.contains(document.activeElement));
  place.replaceChildren(...figuresOf(html).map((svg) => figure(svg, takeLaunch)));
  for (const scroll of place.querySelectorAll('.scroll')) scrollToMark(scroll);
  place.children[focused]?.querySelector('[tabindex]')?.focus();
}
