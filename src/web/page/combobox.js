// SPDX-License-Identifier: MIT
// A box with a list of what fits the text in it: the editable combobox of the ARIA practices.

import { element, setAttribute } from './dom.js';

/* Lower is nearer: the name itself, a word of it that begins so, anything else. */
function distance(choice, query) {
  const name = choice.name.toLowerCase();
  if (name === query) return 0;
  return ` ${name}`.includes(` ${query}`) ? 1 : 2;
}

/** @return the choices that hold every word, nearest first */
function search(choices, text) {
  const query = text.trim().toLowerCase();
  const words = query.split(/\s+/);
  return choices
    .filter(({ name, about }) => {
      const all = `${name} ${about}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .sort((a, b) => distance(a, query) - distance(b, query));
}

export class ComboBox {
  #found = [];
  #active = -1;

  /**
   * @param {Object} options
   * @param {string} options.id
   * @param {Object} options.attributes  of the box: its name, what describes it
   * @param {string} options.value       the name that is chosen; '': none yet
   * @param {{name: string, about: string}[]} options.choices
   * @param {(name: string) => void} options.onChoose
   */
  constructor({ id, attributes, value, choices, onChoose }) {
    Object.assign(this, { id, value, choices, onChoose });
    this.list = element('ul', {
      id: `${id}-list`,
      role: 'listbox',
      class: 'choices',
      hidden: true,
      'aria-label': attributes['aria-label'],
      /* The box keeps the focus. */
      onmousedown: (event) => event.preventDefault(),
      onclick: (event) => this.#choose(event.target.closest('[data-at]')?.dataset.at),
    });
    this.input = element('input', {
      ...attributes,
      id,
      value,
      role: 'combobox',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': this.list.id,
      oninput: () => this.#open(this.input.value),
      onclick: () => this.#open(''),
      onkeydown: (event) => this.#press(event),
      onblur: () => this.#close(),
      onfocus: () => this.input.select(),
    });
    this.node = element('div', { class: 'combobox' }, this.input, this.list);
  }

  #option({ name, about }, at) {
    return element(
      'li',
      {
        id: `${this.id}-${at}`,
        role: 'option',
        'data-at': at,
        'aria-selected': String(name === this.value),
      },
      element('span', { class: 'name' }, name),
      ' ',
      element('span', { class: 'about' }, about),
    );
  }

  #open(text) {
    const nothing = { role: 'option', 'aria-disabled': 'true', class: 'about' };
    this.#found = search(this.choices, text);
    this.list.replaceChildren(...this.#found.map((choice, at) => this.#option(choice, at)));
    if (this.#found.length === 0) this.list.append(element('li', nothing, 'Nothing fits'));
    this.list.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
    this.#activate(text ? 0 : this.#found.findIndex(({ name }) => name === this.value));
  }

  #close() {
    this.list.hidden = true;
    this.input.value = this.value;
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }

  #activate(at) {
    this.list.querySelector('.active')?.classList.remove('active');
    this.#active = at;
    const option = this.#found[at] ? this.list.children[at] : null;
    option?.classList.add('active');
    option?.scrollIntoView({ block: 'nearest' });
    setAttribute(this.input, 'aria-activedescendant', option && option.id);
  }

  #choose(at) {
    if (!this.#found[at]) return;
    this.value = this.#found[at].name;
    this.#close();
    this.onChoose(this.value);
  }

  #move(by) {
    const count = this.#found.length;
    if (this.list.hidden) this.#open('');
    else if (count > 0)
      this.#activate((Math.max(this.#active, by < 0 ? 0 : -1) + by + count) % count);
  }

  #press(event) {
    const actions = {
      ArrowDown: () => this.#move(1),
      ArrowUp: () => this.#move(-1),
      Enter: () => (this.list.hidden ? this.#open('') : this.#choose(this.#active)),
      Escape: () => this.#close(),
    };
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
  }
}
