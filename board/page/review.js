// @ts-check
// After a game: what each choice gave away, beside the graph of values.

import { ask } from "./api.js";
import { h } from "./dom.js";
import { valueGraph } from "./graph.js";
import { readPosition, sideOf } from "./player/position.js";
import { msg, SIDES } from "./player/words.js";
import { whyButton } from "./why.js";

/** @typedef {{choice: string, side: string, loss: number|null, estimated_loss?: number, better: string|null, position: string}} Judged */

let stop = new AbortController();

/** Ends a review that is under way. */
export function stopReview() {
  stop.abort();
}

/**
 * Reviews the line to the current node.
 * @param {import("./study.js").Study} study @param {HTMLElement} panel @param {(text: string) => void} shown
 * @param {string} [side]  whose margin the graph shows; by default the one that the game's margins are of
 */
export async function review(study, panel, shown, side) {
  const path = study.current.path();
  if (path.length === 0) {
    panel.replaceChildren(h("p", { class: "quiet" }, msg("review.nothing")));
    return;
  }
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  panel.replaceChildren(h("p", { class: "quiet", role: "status" }, msg("review.running", { n: path.length })));
  try {
    const found = await ask("review", { game: study.game, position: study.root.position, record: study.record(), time: 1, within: "most" }, signal);
    const judged = /** @type {Judged[]} */ (found.review);
    judged.forEach((entry, i) => {
      path[i].shown.review = entry;
    });
    panel.replaceChildren(summary(judged), valueGraph(study, (i) => (lossOf(judged[i]) ?? 0) > 0, signal, side), table(study, judged));
    shown(msg("review.there"));
  } catch (error) {
    if (signal.aborted) return;
    panel.replaceChildren(h("p", { class: "problem" }, error instanceof Error ? error.message : String(error)));
  }
}

/** What a choice gave away, known or guessed. @param {Judged} entry */
function lossOf(entry) {
  return entry.loss ?? entry.estimated_loss ?? null;
}

/** @param {Judged[]} judged */
function summary(judged) {
  const sides = [...new Set(judged.map((entry) => entry.side))];
  return h("table", { class: "plain" }, h("caption", { class: "visually-hidden" }, msg("review.sides")), h("tbody", {}, ...sides.map((side) => {
    const own = judged.filter((entry) => entry.side === side);
    const sum = own.reduce((all, entry) => all + (lossOf(entry) ?? 0), 0);
    const errors = own.filter((entry) => (lossOf(entry) ?? 0) > 0).length;
    const guessed = own.some((entry) => entry.loss === null && entry.estimated_loss !== undefined);
    const known = own.filter((entry) => lossOf(entry) !== null).length;
    const words = known === 0 ? msg("review.unknown") : msg(guessed ? "review.about-sum" : "review.sum", { errors, known, sum });
    return h("tr", {}, h("th", { scope: "row" }, SIDES[sideOf(side, readPosition(own[0].position).shape)] ?? side), h("td", {}, known > 0 && known < own.length ? msg("review.rest", { words, n: own.length - known }) : words));
  })));
}

/** @param {import("./study.js").Study} study @param {Judged[]} judged */
function table(study, judged) {
  const path = study.current.path();
  const rows = judged.map((entry, i) => {
    const loss = lossOf(entry);
    const guess = entry.loss === null && entry.estimated_loss !== undefined;
    return h("tr", { class: loss ? "erred" : "" },
      h("th", { scope: "row" }, h("button", { type: "button", class: "move", onclick: () => study.go(path[i]) }, entry.choice)),
      h("td", { class: "number" }, loss === null ? "?" : loss === 0 ? "0" : `${guess ? "≈" : ""}−${loss}`),
      h("td", {}, loss === null ? msg("review.unknown") : loss === 0 ? msg(guess ? "review.good-estimate" : "review.good") : `${msg(guess ? "review.better-estimate" : "review.better", { move: entry.better ?? "?" })} `, loss ? whyButton(study, path[i].parent ?? study.root, entry.choice) : ""));
  });
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": msg("review.each") }, h("table", { class: "values" }, h("caption", { class: "visually-hidden" }, msg("tab.review")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, msg("values.choice")), h("th", { scope: "col", class: "number" }, msg("review.lost")), h("th", { scope: "col" }, msg("review.verdict")))), h("tbody", {}, ...rows)));
}
