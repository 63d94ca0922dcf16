// @ts-check
// A board on the page: chooses the layout for its width, keeps what is written on it when the layout changes.

import { Heaps } from "./heaps.js";
import { layoutOf } from "./layout.js";
import { badgesOf, readPosition, SIDES_OF } from "./position.js";
import { LEAVES, LIES, LIES_BEFORE_LIFT, Stage, svgElement } from "./stage.js";
import { msg, SIDES } from "./words.js";

/** @typedef {import("./trace.js").Frame} Frame */
/** @typedef {import("./stage.js").ValueMark} ValueMark */
/** @typedef {import("./heaps.js").Lying} Lying */

/** Events that move many stones at once: captures, and what is left at the end. */
export const WEIGHTY = ["capture", "final"];
/** A board without letters on its places. @type {Record<string, string>} */
const NO_BADGES = {};
/** Narrower than this, in pixels, a rank stands upright. */
const TALL_BELOW = 600;

export class BoardView {
  /** @param {HTMLElement} box @param {number} [tallBelow]  a rank stands upright where the box is narrower, in pixels */
  constructor(box, tallBelow = TALL_BELOW) {
    this.tallBelow = tallBelow;
    this.box = box;
    this.svg = /** @type {SVGSVGElement} */ (svgElement("svg", { class: "board", role: "group", "aria-label": msg("board") }, box));
    this.heaps = new Heaps();
    this.position = "";
    /** What decides the layout: the kind of board and its size. */
    this.shape = "";
    /** @type {import("./position.js").Board|null} */
    this.board = null;
    /** @type {Stage|null} */
    this.stage = null;
    /** @type {{from: Lying, middle: Lying, to: Lying, leaves: number, apart: boolean, before: Frame|null, after: Frame|null}} */
    this.segment = { from: {}, middle: {}, to: {}, leaves: 0, apart: false, before: null, after: null };
    this.u = 1;
    /** Whether the cups have got what this step brings. */
    this.struck = false;
    /** Whether the board is seen from the other side. */
    this.flipped = false;
    /** @type {Record<string, string>} */
    this.marks = {};
    /** @type {Record<string, ValueMark>} */
    this.values = {};
    /** The letters on places. @type {Record<string, string>} */
    this.badges = NO_BADGES;
    /** @type {[Record<string, string>, (id: string) => void]} */
    this.targets = [{}, () => {}];
    new ResizeObserver(() => this.relayout(false)).observe(box);
  }

  /** Shows a position at rest. @param {string} text */
  show(text) {
    const board = readPosition(text);
    const shape = `${board.shape}:${board.ranks.map((rank) => rank.length)}`;
    this.position = text;
    this.board = board;
    this.heaps.reach(board.counts);
    const now = this.heaps.now();
    const still = { counts: board.counts, drops: [], lifts: [], hands: board.hands, event: "still", text: "", badges: badgesOf(board) };
    this.segment = { from: now, middle: now, to: now, leaves: 0, apart: false, before: still, after: still };
    this.u = 1;
    if (shape !== this.shape) {
      this.shape = shape;
      this.heaps.renumber();
      this.show(text);
      this.relayout(true);
    } else {
      this.redraw();
    }
  }

  /** The hands of this board. */
  get hands() {
    return SIDES_OF[this.board?.shape ?? "rank"].map((side) => `hand:${side}`);
  }

  /** Looks from the other side. */
  flip() {
    this.flipped = !this.flipped;
    this.relayout(true);
  }

  /** @param {boolean} force */
  relayout(force) {
    if (!this.board) return;
    const width = this.box.clientWidth;
    const tall = this.board.shape === "rank" && width < this.tallBelow;
    if (force || !this.stage || tall !== this.stage.layout.tall) {
      this.stage = new Stage(this.svg, layoutOf(this.board, tall, this.flipped), this.hands);
      this.stage.mark(this.marks);
      this.stage.setValues(this.values);
      this.stage.setTargets(...this.targets);
      this.stage.badge(this.badges);
      this.redraw();
    }
    this.stage.fit(this.svg.clientWidth || width, this.svg.clientHeight || Infinity);
  }

  /** Jumps to a frame. @param {Frame} frame */
  jump(frame) {
    this.heaps.reach(frame.counts);
    const now = this.heaps.now();
    this.segment = { from: now, middle: now, to: now, leaves: 0, apart: false, before: frame, after: frame };
    this.u = 1;
    this.redraw();
  }

  /** Gets the way from one frame to the next ready. @param {Frame} before @param {Frame} after */
  prepare(before, after) {
    const from = this.heaps.now();
    this.heaps.carry(after.drops);
    const middle = after.lifts.length > 0 ? this.heaps.now() : null;
    this.heaps.carry(after.lifts);
    this.heaps.reach(after.counts);
    const to = this.heaps.now();
    // Without hands nothing has to be waited for.
    const apart = WEIGHTY.includes(after.event);
    this.segment = { from, middle: middle ?? to, to, leaves: apart ? 0.05 : LEAVES, apart, before, after };
    this.struck = false;
  }

  /** Draws the way that was prepared. @param {number} u  0 to 1 */
  draw(u) {
    this.u = u;
    this.redraw();
  }

  redraw() {
    const stage = this.stage;
    if (!stage) return;
    const { before, after } = this.segment;
    const badges = (this.u < LIES ? before : after)?.badges ?? NO_BADGES;
    if (badges !== this.badges) {
      this.badges = badges;
      stage.badge(badges);
    }
    const hands = this.hands.map((id) => this.hand(id, before, after));
    part(hands);
    stage.draw(this.segment, this.u, this.heaps.total, hands);
    stage.ring(this.u >= LIES_BEFORE_LIFT - 0.02 && after ? after.lifts : []);
    if (!this.struck && this.segment.apart && this.u > 0.8 && after && before !== after) {
      this.struck = true;
      for (const [, into] of after.drops) stage.strike(into);
    }
  }

  /** @param {string} id @param {Frame|null} before @param {Frame|null} after */
  hand(id, before, after) {
    const side = id.at(-1) ?? "";
    const was = before?.hands[side];
    // A hand appears where it lifts first, and goes when its stones are in a cup or on the board.
    const is = after?.hands[side] ?? (this.u < LIES ? was : undefined);
    if (!is || !this.stage || (!was && this.u < 0.5)) return null;
    // At a steady pace, from step to step.
    const ride = was && after?.hands[side] ? this.u : 1;
    const { x, y, heading } = this.stage.layout.hand(is, ride, was);
    const lying = this.u < LEAVES + 0.1 ? this.segment.from : this.u < LIES ? this.segment.middle : this.segment.to;
    const count = lying[id]?.length ?? 0;
    const stops = after?.stops === side && this.u >= LIES;
    return { x, y, heading, says: stops ? msg("stop") : `${SIDES[side]} ${count}` };
  }

  /** @param {Record<string, string>} marks */
  mark(marks) {
    this.marks = marks;
    this.stage?.mark(marks);
  }

  /** @param {Record<string, ValueMark>} values */
  setValues(values) {
    this.values = values;
    this.stage?.setValues(values);
  }

  /** @param {Record<string, string>} labels @param {(id: string) => void} pick */
  setTargets(labels, pick) {
    this.targets = [labels, pick];
    this.stage?.setTargets(labels, pick);
  }
}

/** Two hands over one place lie beside each other. @param {(import("./stage.js").Hand|null)[]} hands */
function part(hands) {
  const [a, b] = hands;
  if (!a || !b) return;
  const near = 1 - Math.hypot(a.x - b.x, a.y - b.y) / 78;
  if (near <= 0) return;
  const shift = 36 * Math.min(1, near * 1.6);
  a.x -= shift;
  b.x += shift;
}
