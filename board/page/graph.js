// @ts-check
// The margin that each position of a game promises, as a curve: full dots are proven, hollow ones estimated, ringed ones errors.

import { h, signed } from "./dom.js";
import { readPosition, SIDES } from "./player/position.js";
import { svgElement } from "./player/stage.js";
import { valued } from "./valued.js";
import { mark, total } from "./worth.js";

/** @typedef {import("./study.js").StudyNode} StudyNode */
/** @typedef {{at: number, sure: boolean}|null} Point */

const WIDTH = 600;
const HEIGHT = 190;
/** Where the curve begins, right of the scale, and how far it reaches. */
const LEFT = 48;
const SPAN = WIDTH - LEFT - 12;
/** Seconds of search for each position. */
const SECONDS = 1;

/** The final margin that a position promises. @param {import("./study.js").Study} study @param {StudyNode} node @param {string} first @param {AbortSignal} signal @returns {Promise<Point>} */
async function promised(study, node, first, signal) {
  const final = node.shown.final;
  if (final) {
    const counts = /** @type {number[]} */ (Object.values(final));
    const starts = Object.keys(final)[0][0].toUpperCase();
    return { at: (counts[0] - counts[1]) * (starts === first ? 1 : -1), sure: true };
  }
  if (node.moves.length === 0) return null;
  const document = await valued(study.game, node.position, SECONDS, signal);
  if (!document) return null;
  const known = mark({ choice: "", ...document, value: document.value }, total(node.position));
  if (known.sort === null) return null;
  return { at: known.sort, sure: known.kind === "proven" || known.kind === "table" };
}

/**
 * Draws the curve and fills it from the end of the game, where the values come soonest.
 * @param {import("./study.js").Study} study @param {(i: number) => boolean} erred  whether choice i gave something away
 * @param {AbortSignal} signal
 */
export function valueGraph(study, erred, signal) {
  const nodes = [study.root, ...study.current.path()];
  const board = readPosition(study.root.position);
  const first = { rank: "E", two: "L", four: "L", colony: "R" }[board.shape];
  /** @type {Point[]} */
  const points = nodes.map(() => null);
  const svg = svgElement("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  const words = h("figcaption", { class: "quiet small" });
  const box = h("figure", { class: "graph-box" });
  box.append(svg, words);
  const draw = () => drawCurve(svg, words, points, erred, SIDES[first]);
  svg.addEventListener("click", (event) => {
    const share = ((/** @type {MouseEvent} */ (event).offsetX / svg.clientWidth) * WIDTH - LEFT) / SPAN;
    study.go(nodes[Math.max(0, Math.min(nodes.length - 1, Math.round(share * (nodes.length - 1))))]);
  });
  draw();
  void fill().catch(() => {});
  return box;

  async function fill() {
    for (let i = nodes.length - 1; i >= 0 && !signal.aborted; i -= 1) {
      points[i] = await promised(study, nodes[i], first, signal);
      draw();
    }
  }
}

/** @param {Element} svg @param {HTMLElement} words @param {Point[]} points @param {(i: number) => boolean} erred @param {string} name */
function drawCurve(svg, words, points, erred, name) {
  const known = points.flatMap((point, i) => (point ? [{ ...point, i }] : []));
  const reach = Math.max(2, ...known.map((point) => Math.abs(point.at)));
  const x = (/** @type {number} */ i) => LEFT + (i * SPAN) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ at) => HEIGHT / 2 - (at / reach) * (HEIGHT / 2 - 16);
  svg.replaceChildren();
  svg.setAttribute("aria-label", `${name}’s final margin as each position promises it: ${known.map((point) => `${point.sure ? "" : "about "}${signed(point.at)}`).join(", ")}`);
  for (const at of [reach, 0, -reach]) {
    svgElement("line", { x1: LEFT, x2: WIDTH, y1: y(at), y2: y(at), class: "axis" }, svg);
    svgElement("text", { x: LEFT - 6, y: y(at) + 5, class: "scale" }, svg).textContent = signed(at);
  }
  svgElement("path", { d: known.map((point, k) => `${k ? "L" : "M"}${x(point.i).toFixed(1)} ${y(point.at).toFixed(1)}`).join(""), class: "curve" }, svg);
  for (const point of known) {
    if (point.i > 0 && erred(point.i - 1)) svgElement("circle", { cx: x(point.i), cy: y(point.at), r: 9, class: "ring" }, svg);
    svgElement("circle", { cx: x(point.i), cy: y(point.at), r: 4, class: point.sure ? "dot" : "dot guess" }, svg);
  }
  const waiting = points.length - known.length;
  words.textContent = `${name}’s final margin as each position promises it. Full: proven; hollow: estimate; ringed: the choice before gave something away.${waiting > 0 ? ` ${known.length} of ${points.length} positions so far.` : ""}`;
}
