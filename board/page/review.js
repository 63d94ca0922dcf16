// @ts-check
// After a game: what each choice gave away, and the margin as a graph.

import { ask } from "./api.js";
import { h, signed } from "./dom.js";
import { SIDES } from "./player/position.js";
import { svgElement } from "./player/stage.js";

/** @typedef {{choice: string, side: string, loss: number|null, estimated_loss?: number, better: string|null, position: string}} Judged */

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
  panel.replaceChildren(h("p", { class: "quiet", role: "status" }, `Reviewing ${path.length} choices…`));
  try {
    const found = await ask("review", { game: study.game, position: study.root.position, record: study.record(), time: 1 });
    const judged = /** @type {Judged[]} */ (found.review);
    judged.forEach((entry, i) => {
      path[i].shown.review = entry;
    });
    panel.replaceChildren(summary(judged), graph(study, judged), table(study, judged));
    shown("The review is there.");
  } catch (error) {
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
    return h("tr", {}, h("th", { scope: "row" }, SIDES[side] ?? side), h("td", {}, `${errors} of ${own.length} choices gave something away, ${guessed ? "about " : ""}${sum} stones in all`));
  })));
}

/** The stones given away so far, by East or Lower downwards and the other side upwards. @param {import("./study.js").Study} study @param {Judged[]} judged */
function graph(study, judged) {
  const width = 600;
  const height = 150;
  const first = judged[0]?.side ?? "E";
  let level = 0;
  const levels = [0, ...judged.map((entry) => (level += (lossOf(entry) ?? 0) * (entry.side === first ? -1 : 1)))];
  const reach = Math.max(2, ...levels.map(Math.abs));
  const x = (/** @type {number} */ i) => 8 + (i * (width - 16)) / Math.max(1, levels.length - 1);
  const y = (/** @type {number} */ at) => height / 2 - (at / reach) * (height / 2 - 14);
  const name = SIDES[first] ?? first;
  const svg = svgElement("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `What was given away, as a change of ${name}’s margin: ${levels.map(signed).join(", ")}` });
  svgElement("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: "axis" }, svg);
  svgElement("path", { d: levels.map((at, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(at).toFixed(1)}`).join(""), class: "curve" }, svg);
  levels.forEach((at, i) => {
    const lost = i > 0 ? lossOf(judged[i - 1]) ?? 0 : 0;
    if (lost > 0) svgElement("circle", { cx: x(i), cy: y(at), r: 5, class: `error side-${judged[i - 1].side}` }, svg);
  });
  const box = h("figure", { class: "graph-box" });
  box.append(svg, h("figcaption", { class: "quiet small" }, `Stones given away so far: above the line in favour of ${name}, below against. Each dot is an error.`));
  svg.addEventListener("click", (event) => {
    const at = Math.round(((/** @type {MouseEvent} */ (event).offsetX / svg.clientWidth) * width - 8) / ((width - 16) / Math.max(1, levels.length - 1)));
    const path = study.current.path();
    study.go(at > 0 ? path[Math.min(at, path.length) - 1] : study.root);
  });
  return box;
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
      h("td", {}, loss === null ? "not known" : loss === 0 ? (guess ? "good, by estimate" : "good") : `better: ${entry.better ?? "?"}${guess ? " (estimate)" : " (proven)"}`));
  });
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Review of each choice" }, h("table", { class: "values" }, h("caption", { class: "visually-hidden" }, "Review"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Choice"), h("th", { scope: "col", class: "number" }, "Lost"), h("th", { scope: "col" }, ""))), h("tbody", {}, ...rows)));
}
