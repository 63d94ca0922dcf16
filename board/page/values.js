// @ts-check
// The value of each choice as it improves: beside the holes, and as a table with words.

import { follow } from "./api.js";
import { byId, counted, h, lasting, signed } from "./dom.js";
import { placeOf } from "./moves.js";
import { chooser, readPosition, SIDES } from "./player/position.js";

/** @typedef {import("./study.js").StudyNode} StudyNode */
/** @typedef {{lower: number|null, zero: number|null, upper: number|null}} Value */
/** @typedef {{lower: [number, number], zero: [number, number], upper: [number, number]}} Bounds */
/** @typedef {{choice: string, value: Value, bounds?: Bounds, estimate?: {margin: number, depth: number}, source?: string, best_reply?: string|null, replies?: Worth[], pie?: Value}} Worth */
/** @typedef {import("./player/stage.js").ValueMark} ValueMark */

/** How a value is known, and how it is written. @param {Worth} worth @param {number} stones @returns {ValueMark & {how: string, sort: number|null}} */
export function mark(worth, stones) {
  const value = worth.value;
  const zero = value?.zero;
  if (zero !== null && zero !== undefined) {
    const table = worth.source === "table";
    const differ = value.lower !== null && value.upper !== null && (value.lower !== zero || value.upper !== zero);
    return { text: signed(zero) + (table ? " T" : " ✓"), kind: table ? "table" : "proven", how: `${table ? "table" : "proven"}${differ ? `, if infinite play loses ${signed(value.lower ?? 0)}, wins ${signed(value.upper ?? 0)}` : ""}`, sort: zero };
  }
  if (worth.estimate) return { text: `≈${signed(worth.estimate.margin)}`, kind: "estimate", how: `estimate, depth ${worth.estimate.depth}${interval(worth, stones)}`, sort: worth.estimate.margin };
  const range = worth.bounds?.zero;
  if (range && (range[0] > -stones || range[1] < stones)) return { text: `${signed(range[0])}…${signed(range[1])}`, kind: "bounds", how: "proven interval", sort: (range[0] + range[1]) / 2 };
  return { text: "?", kind: "none", how: "not known yet", sort: null };
}

/** @param {Worth} worth @param {number} stones */
function interval(worth, stones) {
  const range = worth.bounds?.zero;
  // A wide interval says little and takes much room.
  return range && range[1] - range[0] <= stones / 2 && range[1] - range[0] > 2 ? `; proven ${signed(range[0])} to ${signed(range[1])}` : "";
}

export class Values {
  /** @param {import("./board.js").Board} board @param {import("./study.js").Study} study */
  constructor(board, study) {
    this.board = board;
    this.study = study;
    this.on = true;
    this.replies = false;
    /** @type {(() => void)|null} */
    this.stop = null;
    /** @type {any} */
    this.document = null;
    /** @type {((document: any) => void)[]} */
    this.listeners = [];
    this.error = "";
    addEventListener("pagehide", () => this.cancel());
  }

  cancel() {
    this.stop?.();
    this.stop = null;
  }

  /** Follows the values of a node. @param {StudyNode} node */
  watch(node) {
    this.cancel();
    this.document = null;
    this.error = "";
    this.running = false;
    if (!this.on || node.finished || node.endless || node.moves.length === 0) {
      this.show();
      return;
    }
    this.running = true;
    this.asked = performance.now();
    this.show();
    const query = { game: this.study.game, position: node.position, replies: this.replies ? 1 : undefined };
    this.stop = follow("choices", query, (document) => {
      if (node !== this.study.current) return;
      this.document = document;
      this.show();
    }, (error) => {
      this.running = false;
      this.error = error ?? "";
      this.show();
    });
  }

  show() {
    for (const listener of this.listeners) listener(this.document);
    const panel = byId("values");
    const node = this.study.current;
    if (!this.on) return;
    if (this.error || !this.document) {
      const words = this.error || (node.finished ? "The game is over." : node.endless ? "This round never ends." : "Searching…");
      panel.replaceChildren(h("p", { class: "quiet" }, words));
      this.board.view.setValues({});
      return;
    }
    const document = this.document;
    const stones = total(node.position);
    const choices = /** @type {Worth[]} */ (document.choices);
    const best = bestOf(document, stones);
    /** @type {Record<string, ValueMark>} */
    const marks = {};
    const answers = choices.some((worth) => worth.best_reply);
    const rows = choices.map((worth) => {
      const known = mark(worth, stones);
      const place = placeOf(worth.choice, node.position);
      if (place && !(place in marks && better(marks[place], known))) marks[place] = { ...known, best: best.includes(worth.choice) };
      return this.row(worth, known, best.includes(worth.choice), answers);
    });
    this.board.view.setValues(this.board.clock.playing ? {} : marks);
    panel.replaceChildren(
      verdict(document, stones),
      h("table", { class: "values" },
        h("caption", { class: "visually-hidden" }, "Value of each choice"),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Choice"), h("th", { scope: "col", class: "number" }, "Value"), h("th", { scope: "col" }, "How sure"), answers && h("th", { scope: "col" }, "Best reply"))),
        h("tbody", {}, ...rows)),
      document.line ? h("p", { class: "line" }, h("span", { class: "quiet" }, "Best play "), h("code", {}, document.line)) : "",
      this.footer(document));
  }

  /** @param {Worth} worth @param {ReturnType<typeof mark>} known @param {boolean} best @param {boolean} answers */
  row(worth, known, best, answers) {
    const play = h("button", { type: "button", class: "move", onclick: () => this.board.mayChoose(this.study.current) && this.board.choose(worth.choice) }, worth.choice);
    const { lower, zero, upper } = worth.value;
    const differ = zero !== null && (lower !== zero || upper !== zero);
    const text = h("td", { class: "number" }, h("span", { class: `mark-${known.kind}` }, known.text.replace(/ [✓T]$/, "")),
      differ ? h("span", { class: "triple" }, `${lower === null ? "?" : signed(lower)} / ${signed(zero)} / ${upper === null ? "?" : signed(upper)}`) : "");
    const words = differ ? known.how.replace(/,.*/, "") : known.how;
    const pie = worth.pie?.zero ?? null;
    return h("tr", { class: best ? "best" : "" }, h("th", { scope: "row" }, play, best ? h("span", { class: "visually-hidden" }, " best") : ""), text,
      h("td", { class: "how" }, sign(known.kind), ` ${words}${pie !== null ? `; with the pie ${signed(pie)}` : ""}`), answers && h("td", {}, worth.best_reply ?? "–"));
  }

  /** @param {any} document */
  footer(document) {
    const parts = [];
    const depth = document.depth ?? document.estimate?.depth;
    if (depth) parts.push(`depth ${depth}`);
    if (document.nodes) parts.push(`${counted(document.nodes)} nodes`);
    if (document.seconds !== undefined) parts.push(lasting(document.seconds));
    parts.push(this.running ? "searching…" : "done");
    return h("p", { class: "quiet small" }, parts.join(" · "));
  }
}

/** @param {ValueMark & {sort?: number|null}} a @param {{sort: number|null}} b */
function better(a, b) {
  return (a.sort ?? -Infinity) >= (b.sort ?? -Infinity);
}

/** @param {string} kind */
function sign(kind) {
  const signs = /** @type {Record<string, string>} */ ({ proven: "✓", table: "T", estimate: "≈", bounds: "…", none: "?" });
  return h("span", { class: "sign", "aria-hidden": "true" }, signs[kind]);
}

/** Stones in play. @param {string} position */
export function total(position) {
  return position.split(" ")[0].split(/[,/]/).reduce((sum, heap) => sum + (parseInt(heap, 10) || 0), 0);
}

/** Whose choice it is wants the greatest margin, or the least. @param {any} document @param {number} stones @returns {string[]} */
export function bestOf(document, stones) {
  const side = chooser(readPosition(document.position));
  const greatest = side === "?" || side === document.margin_of;
  const known = /** @type {Worth[]} */ (document.choices).map((worth) => ({ choice: worth.choice, at: mark(worth, stones).sort }));
  const values = known.map((one) => one.at).filter((at) => at !== null);
  if (values.length === 0) return [];
  const goal = greatest ? Math.max(...values) : Math.min(...values);
  const best = known.filter((one) => one.at === goal).map((one) => one.choice);
  // Where all choices are worth the same, none is better.
  return best.length === known.length && best.length > 1 ? [] : best;
}

/** @param {any} document @param {number} stones */
function verdict(document, stones) {
  const side = SIDES[document.margin_of] ?? document.margin_of;
  const known = mark({ choice: "", value: document.value ?? {}, bounds: document.bounds, estimate: document.estimate, source: document.source }, stones);
  const pie = document.pie?.zero;
  return h("div", { class: "verdict" },
    h("p", { class: `big mark-${known.kind}` }, known.text.replace(/ [✓T]$/, "")),
    h("p", {}, `${side}’s margin from here on`, h("br"), h("span", { class: "quiet" }, sign(known.kind), ` ${known.how}${pie !== null && pie !== undefined ? `; with the pie rule ${signed(pie)}` : ""}`)));
}
