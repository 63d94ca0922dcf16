// @ts-check
// The value of each choice as it improves: beside the holes, and as a table with words.

import { follow } from "./api.js";
import { byId, h, lasting, signed } from "./dom.js";
import { bestLine } from "./line.js";
import { placeOf } from "./moves.js";
import { msg, SIDES } from "./player/words.js";
import { whyButton } from "./why.js";
import { bestOf, mark, seen, total, verdictOf } from "./worth.js";

/** @typedef {import("./study.js").StudyNode} StudyNode */
/** @typedef {import("./worth.js").Worth} Worth */
/** @typedef {import("./player/stage.js").ValueMark} ValueMark */

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
    this.running = false;
    this.asked = 0;
    /** Milliseconds from the question to the first values on the board. */
    this.firstAfter = 0;
    /** Called when the line of best play is in the tree. @type {() => void} */
    this.grown = () => {};
    this.line = this.lineBox();
    this.lineStop = new AbortController();
    addEventListener("pagehide", () => this.cancel());
  }

  cancel() {
    this.stop?.();
    this.stop = null;
  }

  /** Follows the values of a node. @param {StudyNode} node */
  watch(node) {
    this.cancel();
    this.lineStop.abort();
    this.line = this.lineBox();
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
      const first = this.document === null;
      this.document = seen(document);
      this.show();
      if (first) this.firstAfter = performance.now() - this.asked;
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
      const words = this.error || (node.finished ? msg("board.over") : node.endless ? msg("board.endless-round") : msg("search"));
      panel.replaceChildren(h("p", { class: "quiet" }, words));
      this.board.view.setValues({});
      return;
    }
    const document = this.document;
    const stones = total(node.position);
    const choices = inOrder(document.choices);
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
    // Halfway through a sowing the board is not the position that is valued.
    this.board.view.setValues(this.board.still ? marks : {});
    panel.replaceChildren(
      verdict(document, stones),
      h("table", { class: "values" },
        h("caption", { class: "visually-hidden" }, msg("values.caption")),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, msg("values.choice")), h("th", { scope: "col", class: "number" }, msg("values.value")), h("th", { scope: "col" }, msg("values.sure")), answers && h("th", { scope: "col" }, msg("values.reply")), h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, msg("values.why"))))),
        h("tbody", {}, ...rows)),
      this.footer(document),
      this.line);
  }

  /** The button and the text of the line of best play; they stay while values change. */
  lineBox() {
    const text = h("span", { class: "line-text" });
    const button = h("button", { type: "button", class: "button small", onclick: async () => {
      const stop = new AbortController();
      this.lineStop = stop;
      text.replaceChildren();
      button.disabled = true;
      try {
        await bestLine(this.study, (choice, sure) => text.append(h("code", { class: sure ? "sure" : "" }, `${sure ? "" : "≈"}${choice} `)), stop.signal);
      } catch (error) {
        if (!stop.signal.aborted) text.append(error instanceof Error ? error.message : String(error));
      }
      button.disabled = false;
      if (!stop.signal.aborted) this.grown();
    } }, msg("values.line"));
    return h("div", { class: "line" }, button, " ", text);
  }

  /** @param {Worth} worth @param {ReturnType<typeof mark>} known @param {boolean} best @param {boolean} answers */
  row(worth, known, best, answers) {
    const play = h("button", { type: "button", class: "move", onclick: () => this.board.mayChoose(this.study.current) && this.board.choose(worth.choice) }, worth.choice);
    const { lower, zero, upper } = worth.value;
    const differ = zero !== null && (lower !== zero || upper !== zero);
    const text = h("td", { class: "number" }, h("span", { class: `mark-${known.kind}` }, known.text.replace(/ [✓T]$/, "")),
      differ ? h("span", { class: "triple" }, `${lower === null ? "?" : signed(lower)} / ${signed(zero)} / ${upper === null ? "?" : signed(upper)}`) : "");
    const words = differ ? known.short : known.how;
    const plain = worth.plain?.zero ?? null;
    return h("tr", { class: best ? "best" : "" }, h("th", { scope: "row" }, play, best ? h("span", { class: "visually-hidden" }, ` ${msg("values.best")}`) : ""), text,
      h("td", { class: "how" }, sign(known.kind), ` ${plain === null ? words : msg("values.without", { how: words, margin: signed(plain) })}`), answers && h("td", {}, worth.best_reply ?? "–"), h("td", {}, whyButton(this.study, this.study.current, worth.choice)));
  }

  /** @param {any} document */
  footer(document) {
    const parts = [];
    const depth = document.depth ?? document.estimate?.depth;
    if (depth) parts.push(msg("values.depth", { n: depth }));
    if (document.nodes) parts.push(msg("values.nodes", { n: document.nodes }));
    if (document.seconds !== undefined) parts.push(lasting(document.seconds));
    parts.push(msg(this.running ? "values.searching" : "values.done"));
    return h("p", { class: "quiet small" }, parts.join(" · "), h("br"), ...["solved", "table", "estimate", "bounds"].map((kind) => h("span", { class: "legend" }, msg(`legend.${kind}`))));
  }
}

/** @param {ValueMark & {sort?: number|null}} a @param {{sort: number|null}} b */
function better(a, b) {
  return (a.sort ?? -Infinity) >= (b.sort ?? -Infinity);
}

/** Holes by their number, whoever chooses; other choices as they come. @param {Worth[]} choices */
function inOrder(choices) {
  if (!choices.every((worth) => /^[EW]\d+$/.test(worth.choice))) return choices;
  return [...choices].sort((a, b) => Number(a.choice.slice(1)) - Number(b.choice.slice(1)));
}

/** @param {string} kind */
function sign(kind) {
  const signs = /** @type {Record<string, string>} */ ({ proven: "✓", table: "T", estimate: "≈", bounds: "…", none: "?" });
  return h("span", { class: "sign", "aria-hidden": "true" }, signs[kind]);
}

/** Where the value of the position comes from: from a table, if those of its choices do. @param {any} document */
function sourceOf(document) {
  const sources = /** @type {Worth[]} */ (document.choices).map((worth) => worth.source);
  return sources.length > 0 && sources.every((source) => source === "table" || source === "rules") && sources.includes("table") ? "table" : undefined;
}

/** @param {any} document @param {number} stones */
function verdict(document, stones) {
  const side = SIDES[document.margin_of] ?? document.margin_of;
  const known = mark({ choice: "", value: document.value ?? {}, bounds: document.bounds, estimate: document.estimate, source: sourceOf(document) }, stones);
  const plain = document.plain?.zero;
  const words = known.sort === null ? msg("verdict.unsolved") : verdictOf(known.sort, document.margin_of);
  const evidence = document.evidence;
  return h("div", { class: "verdict" },
    h("p", { class: `big mark-${known.kind}` }, known.text.replace(/ [✓T]$/, "")),
    h("p", {}, h("b", {}, document.pie ? msg("verdict.pie", { words }) : words), h("br"),
      h("span", { class: "quiet" }, sign(known.kind), ` ${plain === null || plain === undefined ? msg("verdict.how", { how: known.how, side }) : msg("verdict.plain", { how: known.how, side, verdict: verdictOf(plain, document.margin_of) })}`),
      evidence ? h("span", { class: "quiet small" }, h("br"), `${msg(`sure.${evidence.certainty.label}`)}: `, h("code", {}, evidence.file)) : ""));
}
