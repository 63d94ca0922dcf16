// @ts-check
// The matrix of joint choices as a heat map: rows are the first choice, columns the reply.

import { byId, h } from "./dom.js";
import { across } from "./player/position.js";
import { msg, SIDES } from "./player/words.js";
import { mark, total } from "./worth.js";

/** @typedef {import("./worth.js").Worth} Worth */

/** @param {string} name @returns {number} */
function order(name) {
  return Number(name.replace(/\D/g, "")) || 0;
}

/**
 * Draws the matrix of a `choices` document with replies.
 * @param {any} document @param {string} position @param {(choice: string, reply: string) => void} open
 */
export function showMatrix(document, position, open) {
  const panel = byId("matrix");
  const rows = /** @type {Worth[]} */ (document?.choices ?? []).filter((row) => row.replies?.length);
  if (rows.length === 0) {
    panel.replaceChildren(h("p", { class: "quiet" }, msg(document ? "matrix.none" : "search")));
    return;
  }
  const stones = total(position);
  const replies = [...new Set(rows.flatMap((row) => (row.replies ?? []).map((reply) => reply.choice)))].sort((a, b) => order(a) - order(b));
  const cells = rows.map((row) => replies.map((name) => row.replies?.find((reply) => reply.choice === name)));
  const marks = cells.map((row) => row.map((cell) => (cell ? mark(cell, stones) : null)));
  const reach = Math.max(1, ...marks.flat().map((cell) => Math.abs(cell?.sort ?? 0)));
  const first = document.margin_of;
  const body = rows.map((row, i) => {
    const known = marks[i].map((cell) => cell?.sort ?? null).filter((at) => at !== null);
    const least = known.length ? (row.choice.startsWith(first) ? Math.min(...known) : Math.max(...known)) : null;
    return h("tr", {}, h("th", { scope: "row" }, row.choice), ...replies.map((reply, j) => {
      const cell = marks[i][j];
      if (!cell) return h("td", { class: "none" }, h("span", { class: "visually-hidden" }, msg("matrix.impossible")));
      const at = cell.sort ?? 0;
      const heat = Math.round((Math.abs(at) / reach) * 46);
      const side = at >= 0 ? first : across(first);
      const answer = cell.sort !== null && cell.sort === least;
      return h("td", { style: `--heat:${heat}%`, class: `side-${side} ${cell.kind}${answer ? " answer" : ""}` },
        h("button", { type: "button", title: `${row.choice} ${reply}: ${cell.how}`, "aria-label": `${row.choice} ${reply}: ${cell.text}, ${cell.how}${answer ? `, ${msg("matrix.best")}` : ""}`, onclick: () => open(row.choice, reply) }, cell.text.replace(/ [✓T]$/, "")));
    }));
  });
  panel.replaceChildren(
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": msg("matrix.title") },
      h("table", { class: "matrix" },
        h("caption", {}, msg("matrix.caption", { side: SIDES[first] ?? first })),
        h("thead", {}, h("tr", {}, h("td", {}), ...replies.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, ...body))));
}
