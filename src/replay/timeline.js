// @ts-check
// The steps of one round or move, from the documents of `sowlab sow --trace`: what lies where at every step.

import { across, readPosition, SIDES } from "./position.js";

/** @typedef {import("./heaps.js").Carry} Carry */
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
/**
 * @typedef {object} Frame
 * @property {Record<string, number>} counts  stones of each place, hands included
 * @property {Carry[]} drops @property {Carry[]} lifts  what this step carried, from the frame before
 * @property {Record<string, {hole: number, toward: number}>} hands
 * @property {string} event @property {string} text
 * @property {string} [stops]  the side that says "Stop!"
 */

/** Steps of an endless round that are kept: as many as hours of watching must not fill the memory with. */
const KEPT = 20_000;

const NAMES = /** @type {const} */ ({ E: "east", W: "west" });

/** One round of a game in which both sides sow at once. */
export class RoundTimeline {
  /**
   * @param {SowDocument} document @param {string} before  the position at the start of the round
   * @param {((from: number) => Promise<TraceStep[]>)} [more]  later steps of an endless round
   */
  constructor(document, before, more) {
    this.document = document;
    this.start = readPosition(before);
    this.more = more;
    this.trace = document.trace.slice();
    /** The step that `trace` begins with: earlier ones may have been dropped. */
    this.offset = 0;
    this.endless = document.outcome === "endless";
    this.pace = 1;
    this.holes = this.start.ranks[0].length;
    this.loop = this.findLoop();
    this.settle = this.endless ? 0 : 1;
    this.final = document.finished && document.final ? 1 : 0;
  }

  /** Where the steps that are here begin to repeat, if they reach that far. */
  findLoop() {
    const period = this.document.period;
    const last = this.trace.length - 1;
    if (!this.endless || !period || last < period) return null;
    const [a, b] = [this.trace[last], this.trace[last - period]];
    const key = (/** @type {TraceStep} */ s) => JSON.stringify([s.holes, s.east, s.west]);
    return key(a) === key(b) ? { from: this.offset + last - period, period } : null;
  }

  /** Frames so far: the board before, each step, what is captured, what remains. */
  get length() {
    return this.offset + this.trace.length + 1 + this.settle + this.final;
  }

  /** Whether a frame can be drawn now. @param {number} index */
  has(index) {
    if (index === 0) return true;
    if (index > this.offset && index < this.length) return true;
    return this.loop !== null && index > this.loop.from;
  }

  /** Loads steps up to an index, or those from an index on that were dropped. @param {number} index */
  async load(index) {
    if (index <= this.offset && this.more) {
      this.trace = await this.more(index - 1);
      this.offset = index - 1;
      this.loop = this.findLoop();
    }
    while (!this.has(index) && this.more) {
      const next = await this.more(this.offset + this.trace.length);
      if (next.length === 0) return;
      this.trace.push(...next);
      this.loop = this.findLoop();
      if (!this.loop && this.trace.length > KEPT) this.offset += this.trace.splice(0, this.trace.length - KEPT / 2).length;
    }
  }

  /** @param {number} index  of a step, past the end of a loop too */
  entry(index) {
    const here = index - this.offset;
    if ((here >= 0 && here < this.trace.length) || !this.loop) return this.trace[here];
    const { from, period } = this.loop;
    return this.trace[from - this.offset + ((index - from) % period)];
  }

  /** @param {number} index @returns {Frame} */
  frame(index) {
    const steps = this.trace.length;
    if (index === 0) return this.before();
    if (this.endless || index <= steps) return this.step(index - 1);
    return index === steps + 1 ? this.captured() : this.rest();
  }

  /** @returns {Frame} */
  before() {
    return { counts: { ...this.start.counts }, drops: [], lifts: [], hands: {}, event: "before", text: "Before the round" };
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
    const caught = !this.endless && at === this.trace.length - 1 ? this.caught() : null;
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
    if (now.event === "end") return `Step ${at}. The round ends: East is over ${now.east.hole}, West over ${now.west.hole}.`;
    const hands = `East holds ${now.east.hand} over ${now.east.hole}, West holds ${now.west.hand} over ${now.west.hole}`;
    const said = { "start": "Both lift", "east-lifts": "East lifts again", "west-lifts": "West lifts again", "both-lift": "Both lift again" }[now.event];
    return `Step ${at}. ${said ? `${said}. ` : ""}${hands}.`;
  }

  /** @returns {Frame} */
  captured() {
    const counts = { ...this.step(this.trace.length - 1).counts };
    const caught = this.caught();
    /** @type {Carry[]} */
    const drops = [];
    let text = "Nothing is captured.";
    if (caught) {
      const side = this.document.captured.east > 0 ? "E" : "W";
      drops.push([`hand:${caught.side}`, side, caught.count]);
      counts[side] += caught.count;
      text = `${SIDES[side]} captures ${caught.count}.`;
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
    return { counts, drops, lifts: [], hands: {}, event: "final", text: `The game is over: the last ${left} go to ${SIDES[side]}. East ${final.east}, West ${final.west}.` };
  }
}

/** A move of a game in which one side moves at a time: one change from a position to the next. */
export class MoveTimeline {
  /** @param {string} before @param {string} after @param {string} text */
  constructor(before, after, text) {
    this.frames = [before, after].map((position, i) => ({
      counts: { ...readPosition(position).counts }, drops: [], lifts: [], hands: {}, event: i ? "move" : "before", text: i ? text : "Before the move",
    }));
    this.endless = false;
    /** Part of the clock's speed: one change stands for many seeds. */
    this.pace = 0.3;
    this.loop = null;
    this.trace = [];
    this.document = { period: null };
  }

  get length() {
    return 2;
  }

  /** @param {number} index */
  has(index) {
    return index < 2;
  }

  async load() {}

  /** @param {number} index @returns {Frame} */
  frame(index) {
    return this.frames[index];
  }
}
