// @ts-check
// The keyboard: everything that can be done by pointer.

/** @typedef {Record<string, () => void>} Actions */

export const KEYS = [
  ["digits, then Enter", "choose a hole or pit by its number; a whole choice such as T3-M4 works too"],
  ["Tab, arrows, Enter", "walk over the holes that may be chosen, and choose"],
  ["Space", "play or pause the sowing"],
  ["Enter", "show how the sowing ends"],
  [", and .", "one step back, one step on"],
  ["← and →", "one choice back, one on"],
  ["↑ and ↓", "the variation before, the one after"],
  ["Home and End", "to the start, to the end of the line"],
  ["a, p, g, r", "analyse, play, gallery, rules"],
  ["v", "values on or off"],
  ["h", "hint (in play)"],
  ["u", "take back (in play), delete the last choice (in a study)"],
  ["t", "light or dark"],
  ["?", "this list"],
];

/**
 * Listens for keys.
 * @param {Actions} actions  by the key; "typed" gets the focus of the field of typed moves
 * @param {HTMLInputElement} field
 */
export function listen(actions, field) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (document.querySelector("dialog[open]")) return;
    if (target.closest("input, select, textarea")) return;
    if ((event.key === " " || event.key === "Enter") && target.closest("button, summary, a, [role=button]")) return;
    if (target.closest(".scroll, [role=tablist]") && event.key.startsWith("Arrow")) return;
    const act = actions[event.key];
    if (act) {
      event.preventDefault();
      act();
    } else if (/^[0-9+>]$/.test(event.key) || /^[EWLUTMB]$/.test(event.key)) {
      field.focus();
    }
  });
}
