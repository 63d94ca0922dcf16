// @ts-check
// The position editor: a field for each hole and cup, and for who is to do what.

import { h } from "./dom.js";
import { readPosition, SIDES_OF } from "./player/position.js";
import { msg, SIDES } from "./player/words.js";

/** @typedef {import("./player/position.js").Board} Board */

/**
 * Fields for every place of the board of a study; `set` gets what they say as a position.
 * @param {import("./study.js").Study} study @param {(from: () => {position?: string}) => (event: Event) => void} set
 */
export function boardForm(study, set) {
  const board = readPosition(study.current.position);
  const opening = readPosition(study.openings?.get(study.game) ?? study.root.position);
  const stores = Object.keys(board.counts).filter((place) => !board.ranks.flat().includes(place) && !place.startsWith("hand:"));
  const total = h("output", { class: "quiet small" });
  /** @type {HTMLFormElement} */
  const form = h("form", { class: "form", onsubmit: set(() => ({ position: written(form, board, stores) })), oninput: () => sum(form, board, opening, stores, total) },
    ...seen(board).map((rank) => h("div", { class: "cells" }, ...rank.map((place) => cell(board, place, place)))),
    h("div", { class: "cells wide" },
      ...stores.map((place) => cell(board, place, msg("edit.has", { side: SIDES[place.at(-1) ?? ""] }))),
      field("side", msg(board.shape === "rank" ? "edit.sente" : "edit.mover"), sides(board, opening), board.side.toUpperCase()),
      ...more(board, study)),
    total,
    h("div", { class: "row" }, h("button", { type: "submit", class: "button" }, msg("edit.set"))));
  sum(form, board, opening, stores, total);
  return form;
}

/** The ranks as the board shows them; the notation writes each in its owner's order. @param {Board} board */
function seen({ shape, ranks }) {
  if (shape === "two") return [[...ranks[1]].reverse(), ranks[0]];
  if (shape === "four") return [[...ranks[2]].reverse(), ranks[3], [...ranks[1]].reverse(), ranks[0]];
  return ranks;
}

/** Who may be to move; a game whose opening is for nobody has that choice too. @param {Board} board @param {Board} opening @returns {[string, string][]} */
function sides(board, opening) {
  const all = /** @type {[string, string][]} */ (SIDES_OF[board.shape].map((name) => [name.toUpperCase(), SIDES[name]]));
  return opening.side === "?" ? [["?", msg("edit.open")], ...all] : all;
}

/** Games in which a position may have a field more, which the opening does not have. */
const WITH_EXTRA = /^(togyz|omweso|agsinnoninka)\b/;

/** What else a position of this shape says. @param {Board} board @param {import("./study.js").Study} study */
function more(board, { game, current: { position } }) {
  if (board.shape === "rank") {
    const holes = /** @type {[string, string][]} */ (board.ranks[0].map((hole) => [hole, msg("edit.took", { hole })]));
    return [
      field("phase", msg("edit.next"), [["-", msg("edit.chooses")], ...holes, ["pie", msg("edit.pie")]], board.phase),
      h("label", { class: "cell" }, h("span", {}, msg("edit.round")), h("input", { type: "number", min: 1, name: "round", value: board.round })),
    ];
  }
  if (board.shape === "colony") return [field("second", msg("edit.second"), [["free", msg("edit.free")], ["must", msg("edit.must")]], position.split(" ")[4] ?? "free")];
  if (board.extra || WITH_EXTRA.test(game)) return [h("label", { class: "cell" }, h("span", {}, msg("edit.extra")), h("input", { name: "extra", value: board.extra, spellcheck: "false", autocomplete: "off" }))];
  return [];
}

/** @param {string} name @param {string} label @param {[string, string][]} options @param {string} now */
function field(name, label, options, now) {
  return h("label", { class: "cell" }, h("span", {}, label), h("select", { name }, ...options.map(([value, text]) => h("option", { value, selected: value === now }, text))));
}

/** @param {Board} board @param {string} place @param {string} label */
function cell(board, place, label) {
  const count = h("label", { class: "cell" }, h("span", {}, label), h("input", { type: "number", min: 0, max: 255, name: place, value: board.counts[place] }));
  if (board.shape !== "colony" || place.startsWith("store:")) return count;
  const ants = [["", msg("edit.no-ant")], ["R", SIDES.R], ["B", SIDES.B]].map(([value, text]) => h("option", { value, selected: value === (board.ants[place] ?? "") }, text));
  return h("span", { class: "cell" }, count, h("select", { name: `ant:${place}`, "aria-label": msg("edit.ant", { place }) }, ...ants));
}

/** @param {HTMLFormElement} form @param {string} name */
function value(form, name) {
  return /** @type {HTMLInputElement|HTMLSelectElement|null} */ (form.elements.namedItem(name))?.value ?? "";
}

/** The position in the command's notation. @param {HTMLFormElement} form @param {Board} board @param {string[]} stores */
function written(form, board, stores) {
  const heap = (/** @type {string} */ place) => (value(form, place) || "0") + value(form, `ant:${place}`).toLowerCase();
  const ranks = board.ranks.map((rank) => rank.map(heap).join(",")).join("/");
  const cups = stores.map((place) => value(form, place) || "0");
  const rest = { rank: [value(form, "phase"), value(form, "round") || "1"], line: [], two: [value(form, "extra").trim()], four: [value(form, "extra").trim()], colony: [value(form, "second"), "log"] }[board.shape];
  return [ranks, value(form, "side"), ...cups, ...rest].filter(Boolean).join(" ");
}

/** Says how many stones there are, and how many the game has. @param {HTMLFormElement} form @param {Board} board @param {Board} opening @param {string[]} stores @param {HTMLElement} into */
function sum(form, board, opening, stores, into) {
  const now = Object.values(readPosition(written(form, board, stores)).counts).reduce((all, count) => all + count, 0);
  const game = Object.values(opening.counts).reduce((all, count) => all + count, 0);
  const words = msg("edit.total", { n: now });
  into.textContent = now === game ? words : msg("edit.opening", { words, n: game });
}
