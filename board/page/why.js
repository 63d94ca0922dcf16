// @ts-check
// Why a choice is good or bad: some sentences, and the line after it to click through.

import { ask } from "./api.js";
import { byId, h } from "./dom.js";

/** @typedef {import("./study.js").StudyNode} StudyNode */

let stop = new AbortController();

/** A button that explains a choice of a node. @param {import("./study.js").Study} study @param {StudyNode} node @param {string} choice */
export function whyButton(study, node, choice) {
  return h("button", { type: "button", class: "why", title: `Why ${choice}?`, onclick: () => explain(study, node, choice) }, "why?");
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
  const words = h("div", { role: "status" }, h("p", { class: "quiet" }, "Searching…"));
  const close = h("button", { type: "button", class: "button small", onclick: closeWhy }, "Close");
  byId("why").replaceChildren(h("div", { class: "row spread" }, h("h3", {}, `Why ${choice}?`), close), words);
  try {
    const query = { game: study.game, position: study.root.position, record: study.record(node), choice, within: "most" };
    const found = await ask("explain", query, signal);
    const moves = /** @type {string[]} */ (found.moves);
    const steps = moves.map((move, i) => h("button", { type: "button", class: "move", title: "Go there", onclick: () => follow(study, node, moves.slice(0, i + 1)) }, move));
    words.replaceChildren(h("p", {}, found.text), h("p", { class: "line-text" }, ...steps));
  } catch (error) {
    if (!signal.aborted) words.replaceChildren(problem(error));
  }
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
