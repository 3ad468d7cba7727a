// SPDX-License-Identifier: MIT
// Elements in one expression: what every part of the page is built of.

/**
 * Make an element.
 *
 * @param {string} name
 * @param {Object} attributes  functions become listeners ("onclick"), true an empty attribute;
 *                             null, undefined and false are left out
 * @param {...(Node|string|null)} children
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** The head of a table. @param {(string|Node)[]} names  of its columns; '': it has none */
export function tableHead(names, classOf = () => null) {
  const cells = names.map((name, at) =>
    name === '' ? element('td') : element('th', { scope: 'col', class: classOf(at) }, name),
  );
  return element('thead', {}, element('tr', {}, ...cells));
}

/** Set an attribute, or remove it where there is nothing to say. */
export function setAttribute(node, name, value) {
  if (value === null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? '' : value);
}

/** Text whose options ("-maxrregcount=40") are not broken at their dash. */
export function prose(text) {
  return text
    .split(/(?<=^|\s)(-\S+)/)
    .filter(Boolean)
    .map((part) => (part.startsWith('-') ? element('span', { class: 'option' }, part) : part));
}
