// SPDX-License-Identifier: MIT
// The form: a box for every field of the table, and the program's complaint beside the one it names.

import { element, prose, setAttribute } from './dom.js';
import { FIELDS, FOLDED_GROUPS } from './fields.js';

function textBox(id, label = null) {
  return element('input', {
    id,
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-label': label,
  });
}

function unitBox(id, field) {
  const options = field.kind.units.map(([value, name]) => element('option', { value }, name));
  return element('select', { id, 'aria-label': `${field.label}, unit` }, ...options);
}

/** The boxes of a field: several for x, y and z, a unit behind an amount. */
function boxesOf(field) {
  const id = `field-${field.option}`;
  if (field.kind.boxes)
    return field.kind.boxes.map((axis, at) =>
      textBox(at === 0 ? id : `${id}-${axis}`, `${field.label}, ${axis}`),
    );
  if (field.kind.units) return [textBox(id), unitBox(`${id}-unit`, field)];
  return [textBox(id)];
}

/* Boxes for x, y and z stand with a sign between them. */
function laidOut(field, boxes) {
  if (!field.kind.boxes)
    return [...boxes, field.unit ? element('span', { class: 'unit' }, field.unit) : null];
  return boxes.flatMap((box, at) =>
    at > 0 ? [element('span', { class: 'times', 'aria-hidden': 'true' }, '×'), box] : [box],
  );
}

/** One field: its label, boxes, hint and complaint, reading and writing one value of the state. */
function makeField(field, state) {
  const { option } = field;
  const boxes = boxesOf(field);
  const read = () => field.kind.join(boxes.map((box) => box.value));
  const hint = element('p', { class: 'hint', id: `hint-${option}` }, field.hint ?? '');
  const error = element('p', {
    class: 'error',
    id: `error-${option}`,
    role: 'alert',
    'aria-live': 'polite',
  });
  const node = element(
    'div',
    {
      class: 'field',
      'data-option': option,
      oninput: () => state.change({ values: { [option]: read() } }, node),
    },
    element('label', { for: boxes[0].id }, field.label),
    element('div', { class: 'boxes' }, ...laidOut(field, boxes)),
    hint,
    error,
  );

  for (const box of boxes) box.setAttribute('aria-describedby', `${hint.id} ${error.id}`);
  if (field.hasSuggestions) {
    boxes[0].setAttribute('list', `suggest-${option}`);
    node.append(element('datalist', { id: `suggest-${option}` }));
  }

  return {
    option,
    node,
    /* Who types is not interrupted: "16" stays in the box that it was typed into. */
    show(value) {
      if (read() === value) return;
      field.kind.split(value).forEach((text, at) => {
        boxes[at].value = text;
      });
    },
    complain(text) {
      error.replaceChildren(...prose(text));
      for (const box of boxes) setAttribute(box, 'aria-invalid', text ? 'true' : null);
    },
  };
}

/** The place of every group of fields, in the part of it that folds where there is one. */
function groupPlaces() {
  const places = {};
  for (const node of document.querySelectorAll('[data-group]')) places[node.dataset.group] = node;
  for (const { group, label } of FOLDED_GROUPS) {
    const fold = element('details', {}, element('summary', {}, label));
    places[group].append(fold);
    places[group] = fold;
  }
  return places;
}

/**
 * Fill the places for groups of fields.
 *
 * @param {Object} state   see state.js
 * @param {Object} errors  `device`, `other`: where complaints stand that name no field of the table
 */
export function makeForm(state, errors) {
  const fields = FIELDS.map((field) => makeField(field, state));
  const places = groupPlaces();
  FIELDS.forEach(({ group }, at) => places[group].append(fields[at].node));

  function unfold(field) {
    const fold = field.node.closest('details');
    if (fold) fold.open = true;
  }

  function show(question, source) {
    for (const field of fields) {
      const value = question.values[field.option] ?? '';
      if (field.node !== source) field.show(value);
      if (source === null && value) unfold(field);
    }
  }

  state.onChange(show);
  show(state.question, null);
  return {
    /** Show a complaint beside what it names, and no other. @param {Complaint|null} complaint */
    complain(complaint) {
      const { option = '', message = '' } = complaint ?? {};
      for (const field of fields) field.complain(field.option === option ? message : '');
      errors.device.textContent = option === 'device' ? message : '';
      const named = fields.find((field) => field.option === option);
      errors.other.textContent = named || option === 'device' ? '' : message;
      if (named) unfold(named);
    },
    suggest(option, values) {
      document
        .getElementById(`suggest-${option}`)
        .replaceChildren(...values.map((value) => element('option', { value })));
    },
  };
}
