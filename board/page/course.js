// @ts-check
// The course of the game under its moves: the margin that each position promises. A click goes to the position.

import { byId } from "./dom.js";
import { drawCurve, graphBox, nodeAt, promised } from "./graph.js";
import { mark, total } from "./worth.js";

/** @typedef {import("./study.js").StudyNode} StudyNode */

export class Course {
  /** @param {import("./study.js").Study} study @param {import("./values.js").Values} values */
  constructor(study, values) {
    this.study = study;
    this.values = values;
    this.stop = new AbortController();
    this.filling = false;
    const { box, svg } = graphBox();
    this.svg = svg;
    svg.addEventListener("click", (event) => study.go(nodeAt(/** @type {MouseEvent} */ (event), svg, this.nodes())));
    byId("course").replaceChildren(box);
    values.listeners.push((document) => this.note(document));
    study.listeners.push(() => {
      this.stop.abort();
      this.filling = false;
      this.show();
    });
  }

  /** The line through the current position, to its end. */
  nodes() {
    const { root, current } = this.study;
    const nodes = [root, ...current.path()];
    for (let node = current; node.children[0]; node = node.children[0]) nodes.push(node.children[0]);
    return nodes;
  }

  /** Keeps what is found of the current position; the other positions follow. @param {any} document */
  note(document) {
    const node = this.study.current;
    if (document?.position === node.position) {
      const known = mark({ choice: "", ...document }, total(node.position));
      if (known.sort !== null) node.promised = { at: known.sort, sure: known.kind === "proven" || known.kind === "table" };
    }
    this.show();
    if (document && this.values.on && !this.filling) void this.fill();
  }

  async fill() {
    this.filling = true;
    this.stop = new AbortController();
    const { signal } = this.stop;
    for (const node of this.nodes().reverse()) {
      // The values of the current position come by themselves.
      if (node.promised !== undefined || node === this.study.current) continue;
      try {
        node.promised = await promised(this.study, node, signal);
      } catch {
        // Another position is on the board, or the search failed: what is known stays.
        return;
      }
      if (signal.aborted) return;
      this.show();
    }
  }

  show() {
    const nodes = this.nodes();
    byId("course").hidden = !this.values.on || nodes.length < 3;
    if (nodes.length >= 3) drawCurve(this.svg, null, nodes.map((node) => node.promised ?? null), () => false, this.study, { here: nodes.indexOf(this.study.current) });
  }
}
