// @ts-check
// After a game: what each choice gave away, beside the graph of values.

import { ask } from "./api.js";
import { h } from "./dom.js";
import { valueGraph } from "./graph.js";
import { SIDES } from "./player/position.js";
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
 */
export async function review(study, panel, shown) {
  const path = study.current.path();
  if (path.length === 0) {
    panel.replaceChildren(h("p", { class: "quiet" }, "There is no move to review."));
    return;
  }
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  panel.replaceChildren(h("p", { class: "quiet", role: "status" }, `Reviewing ${path.length} choices…`));
  try {
    const found = await ask("review", { game: study.game, position: study.root.position, record: study.record(), time: 1, within: "most" }, signal);
    const judged = /** @type {Judged[]} */ (found.review);
    judged.forEach((entry, i) => {
      path[i].shown.review = entry;
    });
    panel.replaceChildren(summary(judged), valueGraph(study, (i) => (lossOf(judged[i]) ?? 0) > 0, signal), table(study, judged));
    shown("The review is there.");
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
  return h("table", { class: "plain" }, h("caption", { class: "visually-hidden" }, "Given away by each side"), h("tbody", {}, ...sides.map((side) => {
    const own = judged.filter((entry) => entry.side === side);
    const sum = own.reduce((all, entry) => all + (lossOf(entry) ?? 0), 0);
    const errors = own.filter((entry) => (lossOf(entry) ?? 0) > 0).length;
    const guessed = own.some((entry) => entry.loss === null && entry.estimated_loss !== undefined);
    const known = own.filter((entry) => lossOf(entry) !== null).length;
    const words = known === 0 ? "not known" : `${errors} of ${known} choices gave something away, ${guessed ? "about " : ""}${sum} stones in all${known < own.length ? `; ${own.length - known} not known` : ""}`;
    return h("tr", {}, h("th", { scope: "row" }, SIDES[side] ?? side), h("td", {}, words));
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
      h("td", {}, loss === null ? "not known" : loss === 0 ? (guess ? "good, by estimate" : "good") : `better: ${entry.better ?? "?"}${guess ? " (estimate)" : " (solved)"} `, loss ? whyButton(study, path[i].parent ?? study.root, entry.choice) : ""));
  });
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Review of each choice" }, h("table", { class: "values" }, h("caption", { class: "visually-hidden" }, "Review"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Choice"), h("th", { scope: "col", class: "number" }, "Lost"), h("th", { scope: "col" }, "Verdict"))), h("tbody", {}, ...rows)));
}
