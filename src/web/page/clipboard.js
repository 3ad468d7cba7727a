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

/* A launch that is refused has no text. */
async function copyWhatThereIs(textOf) {
  try {
    return await copy(textOf());
  } catch {
    return false;
  }
}

/**
 * Make a button copy.
 *
 * @param {() => string} textOf  called when pressed; may throw
 * @param {(message: string) => void} announce
 */
export function makeCopyButton(button, textOf, announce) {
  const label = button.textContent;
  let timer = 0;
  button.addEventListener('click', async () => {
    const isCopied = await copyWhatThereIs(textOf);
    button.textContent = isCopied ? 'Copied' : 'Nothing copied';
    announce(isCopied ? `${label}: copied` : `${label}: nothing was copied`);
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = label;
    }, SHOWN_MS);
  });
}
