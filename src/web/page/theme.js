// SPDX-License-Identifier: MIT
// Light, dark, or as the system has it.

const KEY = 'occ-theme';

/* A browser may keep no storage for files. */
function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    /* It holds for this visit. */
  }
}

/** @param {HTMLSelectElement} select  its values: system, light, dark */
export function makeThemeSwitch(select) {
  const apply = () => {
    document.documentElement.dataset.theme = select.value;
  };
  select.value = remembered() ?? 'system';
  if (!select.value) select.value = 'system';
  apply();
  select.addEventListener('change', () => {
    apply();
    remember(select.value);
  });
}
