// @ts-check
// The value of the position on the board in tables of a web server, which is asked on a click and not otherwise.

import { study } from "board";
import { h, signed } from "../../board/page/dom.js";
import { keep, kept } from "../../board/page/kept.js";
import { msg, SIDES } from "../../board/page/player/words.js";
import { solvers } from "./solvers.js";

/** Under this key the browser keeps the address that was used last. */
const KEY = "sowlab-published";

/** @param {string} address  may be relative to the page */
async function valueAt(address) {
  const { game, current } = study;
  const published = new URL(address.endsWith("/") ? address : `${address}/`, location.href).href;
  const [side, lower, zero, upper, n, bytes] = await solvers.answer({ game, published, position: current.position }, () => {});
  if (side === undefined) throw new Error(msg("published.missing"));
  return msg("published.value", { side: SIDES[side] ?? side, lower: signed(lower), zero: signed(zero), upper: signed(upper), n, size: (bytes / 1e3).toFixed(1) });
}

/** A form for the dialog. */
export function publishedTables() {
  const address = /** @type {HTMLInputElement} */ (h("input", { id: "published", inputmode: "url", autocomplete: "url", spellcheck: "false", placeholder: "https://example.org/tables", required: true, value: kept(KEY) ?? "" }));
  const state = h("p", { class: "quiet", role: "status", id: "published-state" });
  const probe = async (/** @type {Event} */ event) => {
    event.preventDefault();
    keep(KEY, address.value);
    state.textContent = msg("search");
    try {
      state.textContent = await valueAt(address.value);
    } catch (error) {
      state.textContent = msg("published.not", { reason: error instanceof Error ? error.message : String(error) });
    }
  };
  return [
    h("h3", {}, msg("published")), h("p", {}, msg("published.about")),
    h("form", { class: "row", onsubmit: probe }, h("label", { for: "published" }, msg("published.address")), address, h("button", { class: "button" }, msg("published.probe"))),
    state,
  ];
}
