// @ts-check
// The steps of one round, from the documents of `sowlab sow --trace`: what lies where at every step.

import { across, readPosition } from "./position.js";
import { Trace } from "./trace.js";
import { msg, SIDES } from "./words.js";

/** @typedef {import("./heaps.js").Carry} Carry */
/** @typedef {import("./trace.js").Frame} Frame */
/** @typedef {{hole: number, toward: number, hand: number}} TraceHand */
/** @typedef {{step: number, holes: number[], east: TraceHand, west: TraceHand, event: string}} TraceStep */
/**
 * @typedef {object} SowDocument  what `sow --trace` prints
 * @property {string} round @property {string|null} position @property {string} outcome
 * @property {{east: number, west: number}} captured
 * @property {number|null} steps @property {number|null} period
 * @property {boolean} finished @property {{east: number, west: number}} [final]
 * @property {TraceStep[]} trace @property {boolean} trace_complete
 * @property {string} [before]
 */
const NAMES = /** @type {const} */ ({ E: "east", W: "west" });

/** One round of a game in which both sides sow at once. @extends {Trace<TraceStep>} */
export class RoundTimeline extends Trace {
  /**
   * @param {SowDocument} document @param {string} before  the position at the start of the round
   * @param {((from: number) => Promise<TraceStep[]>)} [more]  later steps of an endless round
   */
  constructor(document, before, more) {
    super(document, more);
    this.start = readPosition(before);
    this.holes = this.start.ranks[0].length;
    this.settle = this.endless ? 0 : 1;
    this.final = document.finished && document.final ? 1 : 0;
  }

  /** What is captured, and what remains. @override */
  get after() {
    return this.cut ? 1 : this.settle + this.final;
  }

  /** @override @param {TraceStep} step */
  key(step) {
    return JSON.stringify([step.holes, step.east, step.west]);
  }

  /** @override @returns {Record<string, number[]>} */
  laps() {
    const at = (/** @type {string[]} */ events) => this.trace.flatMap((step, i) => (i > 0 && events.includes(step.event) ? [i + 1] : []));
    return { E: at(["east-lifts", "both-lift"]), W: at(["west-lifts", "both-lift"]) };
  }

  /** @param {number} index @returns {Frame} */
  frame(index) {
    const steps = this.total;
    if (index === 0) return this.before();
    if (this.endless || index <= steps) return this.step(index - 1);
    if (this.cut) return this.left();
    return index === steps + 1 ? this.captured() : this.rest();
  }

  /** @returns {Frame} */
  before() {
    return { counts: { ...this.start.counts }, drops: [], lifts: [], hands: {}, event: "before", text: msg("round.before") };
  }

  /** The end, where steps are left out. @returns {Frame} */
  left() {
    const { counts } = readPosition(this.document.position);
    return { counts: { ...counts }, drops: [], lifts: [], hands: {}, event: "left", text: msg("round.left", { steps: this.document.steps, from: this.total }) };
  }

  /** The side whose hand is captured by the last step, with what it holds; the document counts it as taken already. */
  caught() {
    const { east, west } = this.document.captured;
    const count = east + west;
    const [before, last] = this.trace.slice(-2);
    if (this.endless || count === 0 || !last) return null;
    const held = (/** @type {"E"|"W"} */ side) => before[NAMES[side]].hand > 1;
    const side = held("E") ? "E" : held("W") ? "W" : null;
    if (side) return { side, count, lifts: false };
    // Both ran out, and one forfeits what it lifts.
    return { side: /** @type {"E"|"W"} */ (last.holes[last.east.hole - 1] === 0 ? "E" : "W"), count, lifts: true };
  }

  /** @param {number} at @returns {Frame} */
  step(at) {
    const now = this.entry(at);
    /** @type {Record<string, number>} */
    const counts = { E: this.start.counts.E, W: this.start.counts.W, "hand:E": now.east.hand, "hand:W": now.west.hand };
    now.holes.forEach((count, i) => {
      counts[i + 1] = count;
    });
    const caught = !this.cut && at === this.total - 1 ? this.caught() : null;
    if (caught) counts[`hand:${caught.side}`] = caught.count;
    /** @type {Carry[]} */
    const drops = [];
    /** @type {Carry[]} */
    const lifts = [];
    for (const side of /** @type {const} */ (["E", "W"])) {
      const hand = now[NAMES[side]];
      const hole = String(hand.hole);
      const lifted = at === 0 || now.event === "both-lift" || now.event === `${NAMES[side]}-lifts` || (caught?.lifts && caught.side === side);
      if (at > 0) drops.push([`hand:${side}`, hole, 1]);
      if (lifted) lifts.push([hole, `hand:${side}`, counts[`hand:${side}`]]);
    }
    return {
      counts, drops, lifts,
      hands: { E: now.east, W: now.west },
      event: now.event,
      text: this.describe(at, now),
      stops: caught ? across(caught.side) : undefined,
    };
  }

  /** @param {number} at @param {TraceStep} now */
  describe(at, now) {
    const { east, west, event } = now;
    const step = (/** @type {string} */ what) => msg("step", { n: String(at), what });
    if (event === "end") return step(msg("round.end", { east: east.hole, west: west.hole }));
    const hands = msg("round.hands", { east: east.hand, overEast: east.hole, west: west.hand, overWest: west.hole });
    return step(["start", "east-lifts", "west-lifts", "both-lift"].includes(event) ? `${msg(`round.${event}`)} ${hands}` : hands);
  }

  /** @returns {Frame} */
  captured() {
    const counts = { ...this.step(this.total - 1).counts };
    const caught = this.caught();
    /** @type {Carry[]} */
    const drops = [];
    let text = msg("round.quiet");
    if (caught) {
      const side = this.document.captured.east > 0 ? "E" : "W";
      drops.push([`hand:${caught.side}`, side, caught.count]);
      counts[side] += caught.count;
      text = msg("round.captures", { side: SIDES[side], n: caught.count });
    }
    counts["hand:E"] = 0;
    counts["hand:W"] = 0;
    return { counts, drops, lifts: [], hands: {}, event: caught ? "capture" : "quiet", text };
  }

  /** @returns {Frame} */
  rest() {
    const before = this.captured();
    const final = this.document.final ?? { east: 0, west: 0 };
    /** @type {Record<string, number>} */
    const counts = { E: final.east, W: final.west };
    const side = final.east > before.counts.E ? "E" : "W";
    /** @type {Carry[]} */
    const drops = [];
    let left = 0;
    for (let hole = 1; hole <= this.holes; hole += 1) {
      counts[hole] = 0;
      if (before.counts[hole] > 0) drops.push([String(hole), side, before.counts[hole]]);
      left += before.counts[hole];
    }
    return { counts, drops, lifts: [], hands: {}, event: "final", text: msg("round.over", { left, side: SIDES[side], east: final.east, west: final.west }) };
  }
}
