// @ts-check
// Why a choice is good or bad: some sentences, and the line after it to click through.

import { ask } from "./api.js";
import { byId, h, signed } from "./dom.js";
import { across, chooser, firstOf, readPosition } from "./player/position.js";
import { msg, SIDES } from "./player/words.js";
import { verdictOf } from "./worth.js";

/** @typedef {import("./study.js").StudyNode} StudyNode */

let stop = new AbortController();

/** A button that explains a choice of a node. @param {import("./study.js").Study} study @param {StudyNode} node @param {string} choice */
export function whyButton(study, node, choice) {
  return h("button", { type: "button", class: "why", title: msg("why.title", { move: choice }), onclick: () => explain(study, node, choice) }, msg("why"));
}

/** Takes the explanation away. */
export function closeWhy() {
  stop.abort();
  byId("why").replaceChildren();
}

/** @param {import("./study.js").Study} study @param {StudyNode} node @param {string} choice */
async function explain(study, node, choice) {
  closeWhy();
  stop = new AbortController();
  const { signal } = stop;
  const words = h("div", { role: "status" }, h("p", { class: "quiet" }, msg("search")));
  const close = h("button", { type: "button", class: "button small", onclick: closeWhy }, msg("close"));
  byId("why").replaceChildren(h("div", { class: "row spread" }, h("h3", {}, msg("why.title", { move: choice })), close), words);
  try {
    const query = { game: study.game, position: study.root.position, record: study.record(node), choice, within: "most" };
    const found = await ask("explain", query, signal);
    const moves = /** @type {string[]} */ (found.moves);
    const steps = moves.map((move, i) => h("button", { type: "button", class: "move", title: msg("why.there"), onclick: () => follow(study, node, moves.slice(0, i + 1)) }, move));
    words.replaceChildren(h("p", {}, sentences(found)), h("p", { class: "line-text" }, ...steps));
  } catch (error) {
    if (!signal.aborted) words.replaceChildren(problem(error));
  }
}

/** The explanation in words. @param {any} found  a document of `explain` */
function sentences(found) {
  const board = readPosition(found.position);
  const by = chooser(board);
  const first = by === "?" ? "L" : firstOf(by);
  const result = (/** @type {number} */ margin, /** @type {boolean} */ exact) => (exact ? verdictOf(margin, first) : msg("why.estimate", { verdict: verdictOf(margin, first) }));
  const own = result(found.margin, found.exact);
  const all = [];
  if (found.loss > 0) all.push(msg("why.loses", { move: found.choice, n: found.loss, result: own, best: found.best, other: result(found.best_margin, found.best_exact) }));
  else all.push(msg(found.exact ? "why.optimal" : "why.as-good", { move: found.choice, result: own }));
  all.push(...replies(found, by, by === first || by === "?" ? 1 : -1));
  all.push(msg("why.line", { line: found.line }));
  const { over, lead } = found;
  all.push(over ? msg("why.end") : lead === 0 ? msg("why.nobody") : msg("why.leads", { side: SIDES[lead > 0 ? first : across(first)], n: Math.abs(lead) }));
  return all.join(" ");
}

/** What the other side can do. @param {any} found @param {string} by  who chooses @param {number} sign */
function replies(found, by, sign) {
  if (found.replies.length === 0) return [];
  const margins = found.replies.map((/** @type {any} */ reply) => sign * reply.margin);
  // In the first round the side that chooses may turn the board afterwards.
  const { round, shape } = readPosition(found.position);
  const swaps = shape === "rank" && round === 1 && found.moves.some((/** @type {string} */ move) => move === "turn" || move === "stay");
  const worth = margins.map((/** @type {number} */ margin) => (swaps ? Math.abs(margin) : margin));
  const bar = Math.min(...worth);
  const values = { side: SIDES[by], other: SIDES[across(by)], least: signed(Math.min(...margins)), most: signed(Math.max(...margins)), bar: signed(bar), best: found.replies.filter((/** @type {any} */ _, /** @type {number} */ i) => worth[i] === bar).map((/** @type {any} */ reply) => reply.reply).join(", ") };
  return [msg("why.replies", values), msg(swaps ? "why.swaps" : "why.best", values)];
}

/** Adds moves to the tree and goes to the last. @param {import("./study.js").Study} study @param {StudyNode} node @param {string[]} moves */
async function follow(study, node, moves) {
  try {
    let last = node;
    for (const move of moves) last = await study.grow(study.game, last, move);
    study.go(last);
  } catch (error) {
    byId("why").append(problem(error));
  }
}

/** @param {unknown} error */
function problem(error) {
  return h("p", { class: "problem" }, error instanceof Error ? error.message : String(error));
}
