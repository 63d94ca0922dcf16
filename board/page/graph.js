// @ts-check
// The margin that each position of a game promises, as a curve: full dots are proven, hollow ones estimated, ringed ones errors.

import { h, signed } from "./dom.js";
import { readPosition, sideOf, SIDES_OF } from "./player/position.js";
import { msg, SIDES } from "./player/words.js";
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

/** @param {import("./study.js").Study} study */
function shapeOf(study) {
  return readPosition(study.root.position).shape;
}

/** The side that a game's margins are of. @param {import("./study.js").Study} study */
function firstSide(study) {
  return SIDES_OF[shapeOf(study)][0];
}

/** The final margin that a position promises. @param {import("./study.js").Study} study @param {StudyNode} node @param {AbortSignal} signal @returns {Promise<Point>} */
export async function promised(study, node, signal) {
  const final = node.shown.final;
  if (final) {
    const counts = /** @type {number[]} */ (Object.values(final));
    const starts = sideOf(Object.keys(final)[0][0].toUpperCase(), shapeOf(study));
    return { at: (counts[0] - counts[1]) * (starts === firstSide(study) ? 1 : -1), sure: true };
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
 * @param {AbortSignal} signal @param {string} [side]  whose margin the curve shows
 */
export function valueGraph(study, erred, signal, side) {
  const nodes = [study.root, ...study.current.path()];
  /** @type {Point[]} */
  const points = nodes.map(() => null);
  const words = h("figcaption", { class: "quiet small" });
  const { box, svg } = graphBox();
  box.append(words);
  const draw = () => drawCurve(svg, words, points, erred, study, { side });
  svg.addEventListener("click", (event) => study.go(nodeAt(/** @type {MouseEvent} */ (event), svg, nodes)));
  draw();
  void fill().catch(() => {});
  return box;

  async function fill() {
    for (let i = nodes.length - 1; i >= 0 && !signal.aborted; i -= 1) {
      points[i] = await promised(study, nodes[i], signal);
      draw();
    }
  }
}

/** An empty graph. */
export function graphBox() {
  const svg = svgElement("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  const box = h("figure", { class: "graph-box" });
  box.append(svg);
  return { box, svg };
}

/** The position under the pointer. @param {MouseEvent} event @param {Element} svg @param {StudyNode[]} nodes */
export function nodeAt(event, svg, nodes) {
  const box = svg.getBoundingClientRect();
  const share = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / SPAN;
  return nodes[Math.max(0, Math.min(nodes.length - 1, Math.round(share * (nodes.length - 1))))];
}

/**
 * Draws the points that are known.
 * @param {Element} svg @param {HTMLElement|null} words @param {Point[]} points @param {(i: number) => boolean} erred
 * @param {import("./study.js").Study} study @param {{here?: number, side?: string}} shown  the position that is on the board, and whose margin the curve shows
 */
export function drawCurve(svg, words, points, erred, study, { here = -1, side = firstSide(study) }) {
  const name = SIDES[side];
  const sign = side === firstSide(study) ? 1 : -1;
  const known = points.flatMap((point, i) => (point ? [{ ...point, at: sign * point.at, i }] : []));
  const reach = Math.max(2, ...known.map((point) => Math.abs(point.at)));
  const x = (/** @type {number} */ i) => LEFT + (i * SPAN) / Math.max(1, points.length - 1);
  const y = (/** @type {number} */ at) => HEIGHT / 2 - (at / reach) * (HEIGHT / 2 - 16);
  svg.replaceChildren();
  svg.setAttribute("aria-label", msg("graph.label", { side: name, values: known.map((point) => (point.sure ? signed(point.at) : msg("graph.about", { n: signed(point.at) }))).join(", ") }));
  for (const at of [reach, 0, -reach]) {
    svgElement("line", { x1: LEFT, x2: WIDTH, y1: y(at), y2: y(at), class: "axis" }, svg);
    svgElement("text", { x: LEFT - 6, y: y(at) + 5, class: "scale" }, svg).textContent = signed(at);
  }
  if (here >= 0) svgElement("line", { x1: x(here), x2: x(here), y1: 4, y2: HEIGHT - 4, class: "here" }, svg);
  svgElement("path", { d: known.map((point, k) => `${k ? "L" : "M"}${x(point.i).toFixed(1)} ${y(point.at).toFixed(1)}`).join(""), class: "curve" }, svg);
  for (const point of known) {
    if (point.i > 0 && erred(point.i - 1)) svgElement("circle", { cx: x(point.i), cy: y(point.at), r: 9, class: "ring" }, svg);
    svgElement("circle", { cx: x(point.i), cy: y(point.at), r: 4, class: point.sure ? "dot" : "dot guess" }, svg);
  }
  const waiting = points.length - known.length;
  if (words) words.textContent = `${msg("graph.legend", { side: name })}${waiting > 0 ? ` ${msg("graph.so-far", { known: known.length, all: points.length })}` : ""}`;
}
