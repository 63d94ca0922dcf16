// @ts-check
// The list of moves with its variations.

import { byId, h } from "./dom.js";
import { msg } from "./player/words.js";

/** @typedef {import("./study.js").Study} Study */
/** @typedef {import("./study.js").StudyNode} StudyNode */

/**
 * Draws the tree of a study.
 * @param {Study} study @param {(node: StudyNode) => string} [remark]  what is added to a move, as its loss
 */
export function showTree(study, remark = () => "") {
  const list = h("div", { class: "tree" });
  line(study, study.root, list, remark, 0);
  const panel = byId("tree");
  panel.replaceChildren(study.root.children.length ? list : h("p", { class: "quiet" }, msg("no-moves")));
  const here = /** @type {HTMLElement|null} */ (panel.querySelector("[aria-current]"));
  if (here) panel.scrollTop = Math.max(0, here.offsetTop - panel.clientHeight / 2);
}

/** @param {Study} study @param {StudyNode} node @param {HTMLElement} into @param {(node: StudyNode) => string} remark @param {number} depth */
function line(study, node, into, remark, depth) {
  let at = node;
  while (at.children.length > 0) {
    const [main, ...others] = at.children;
    into.append(button(study, main, remark));
    for (const other of others) {
      const inner = h("div", { class: "variation", role: "group", "aria-label": msg("variation") }, button(study, other, remark));
      line(study, other, inner, remark, depth + 1);
      into.append(inner);
    }
    at = main;
  }
}

/** @param {Study} study @param {StudyNode} node @param {(node: StudyNode) => string} remark */
function button(study, node, remark) {
  const starts = !/^[EW]\d+$/.test(node.move) || node.round === null;
  const number = starts ? roundNumber(node) : "";
  const said = remark(node);
  const end = node.endless ? " ∞" : node.finished ? " ■" : "";
  return h("span", { class: starts ? "ply first" : "ply" },
    number ? h("span", { class: "number", "aria-hidden": "true" }, number) : "",
    h("button", { type: "button", class: "move", "aria-current": node === study.current ? "true" : null, onclick: () => study.go(node) }, node.move + end, said ? h("span", { class: "remark" }, ` ${said}`) : ""));
}

/** @param {StudyNode} node */
function roundNumber(node) {
  const match = /^\S+ [EW] \d+ \d+ \S+ (\d+)$/.exec(node.position);
  if (match && /^[EW]\d+$/.test(node.move)) return `${match[1]}.`;
  return /^[EW]/.test(node.move) || match ? "" : `${node.path().length}.`;
}
