// SPDX-License-Identifier: MIT
// Copying, also where the page was opened from a file and the browser offers no clipboard.

const SHOWN_MS = 1600;

function copyBySelection(text) {
  const box = document.createElement('textarea');
  const focused = document.activeElement;
  box.value = text;
  box.className = 'unseen';
  document.body.append(box);
  box.select();
  const isCopied = document.execCommand('copy');
  box.remove();
  focused?.focus();
  return isCopied;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/**
 * Make a button copy.
 *
 * @param {() => string} textOf  called when pressed
 * @param {(message: string) => void} announce
 */
export function makeCopyButton(button, textOf, announce) {
  const label = button.textContent;
  let timer = 0;
  button.addEventListener('click', async () => {
    const isCopied = await copy(textOf());
    button.textContent = isCopied ? 'Copied' : 'Not copied';
    announce(isCopied ? `${label}: copied` : `${label}: the browser refused to copy`);
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = label;
    }, SHOWN_MS);
  });
}
