// @ts-check
// What the browser keeps of a person's choices.

/** The text under a key; `null` if there is none, or storage is switched off. @param {string} key */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text. Returns `false` if storage is switched off; the choice then lasts as long as the page. @param {string} key @param {string} text */
export function keep(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
