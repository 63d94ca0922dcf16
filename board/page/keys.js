// @ts-check
// The keyboard: everything that can be done by pointer.

import { msg } from "./player/words.js";

/** @typedef {Record<string, () => void>} Actions */

/** The keys of the overlay and what they do; names that are words are messages. @returns {[string, string][]} */
export function keys() {
  const named = ["digits", "tab", "space", "enter", "steps", "sides", "updown", "ends", "views"];
  const letters = ["v", "h", "u", "f", "m", "t"];
  return [
    ...named.map((name) => /** @type {[string, string]} */ ([msg(`key.${name}`), msg(`key.${name}-about`)])),
    ...letters.map((letter) => /** @type {[string, string]} */ ([letter, msg(`key.${letter}-about`)])),
    ["?", msg("key.help-about")],
  ];
}

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
    } else if (/^[0-9+>-]$/.test(event.key) || /^[EWLURTMB]$/.test(event.key)) {
      field.focus();
    }
  });
}
