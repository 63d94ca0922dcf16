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
 */

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
    return key(a) === key(b) ? { from: last - period, period } : null;
  }

  /** Frames so far: the board before, each step, what is captured, what remains. */
  get length() {
    return this.trace.length + 1 + this.settle + this.final;
  }

  /** Whether a frame can be drawn now. @param {number} index */
  has(index) {
    return index < this.length || this.loop !== null;
  }

  /** Loads steps up to an index. @param {number} index */
  async load(index) {
    while (!this.has(index) && this.more) {
      const next = await this.more(this.trace.length);
      if (next.length === 0) return;
      this.trace.push(...next);
      this.loop = this.findLoop();
    }
  }

  /** @param {number} index  of a trace entry, past the end of a loop too */
  entry(index) {
    if (index < this.trace.length || !this.loop) return this.trace[index];
    const { from, period } = this.loop;
    return this.trace[from + ((index - from) % period)];
  }

  /** @param {number} index @returns {Frame} */
  frame(index) {
    const steps = this.trace.length;
    if (index === 0) return this.before();
    if (index <= steps || this.endless) return this.step(index - 1);
    return index === steps + 1 ? this.captured() : this.rest();
  }

  /** @returns {Frame} */
  before() {
    return { counts: { ...this.start.counts }, drops: [], lifts: [], hands: {}, event: "before", text: "Before the round" };
  }

  /** @param {number} at @returns {Frame} */
  step(at) {
    const now = this.entry(at);
    /** @type {Record<string, number>} */
    const counts = { E: this.start.counts.E, W: this.start.counts.W, "hand:E": now.east.hand, "hand:W": now.west.hand };
    now.holes.forEach((count, i) => {
      counts[i + 1] = count;
    });
    /** @type {Carry[]} */
    const drops = [];
    /** @type {Carry[]} */
    const lifts = [];
    const events = { E: now.event === "east-lifts" || now.event === "both-lift" || at === 0, W: now.event === "west-lifts" || now.event === "both-lift" || at === 0 };
    for (const side of /** @type {const} */ (["E", "W"])) {
      const hand = now[NAMES[side]];
      const hole = String(hand.hole);
      if (at > 0) drops.push([`hand:${side}`, hole, 1]);
      if (events[side]) lifts.push([hole, `hand:${side}`, hand.hand]);
    }
    return {
      counts, drops, lifts,
      hands: { E: now.east, W: now.west },
      event: now.event,
      text: this.describe(at, now),
    };
  }

  /** @param {number} at @param {TraceStep} now */
  describe(at, now) {
    const hands = `East holds ${now.east.hand} over ${now.east.hole}, West holds ${now.west.hand} over ${now.west.hole}`;
    const said = {
      "start": "Both lift", "east-lifts": "East lifts again", "west-lifts": "West lifts again", "both-lift": "Both lift again", "end": "The round ends",
    }[now.event];
    return `Step ${at}. ${said ? `${said}. ` : ""}${hands}.`;
  }

  /** @returns {Frame} */
  captured() {
    const last = this.step(this.trace.length - 1);
    const counts = { ...last.counts };
    /** @type {Carry[]} */
    const drops = [];
    /** @type {string[]} */
    const words = [];
    for (const side of /** @type {const} */ (["E", "W"])) {
      const count = this.document.captured[NAMES[side]];
      if (count === 0) continue;
      const from = [`hand:${across(side)}`, `hand:${side}`].find((hand) => (counts[hand] ?? 0) >= count) ?? `hand:${across(side)}`;
      drops.push([from, side, count]);
      counts[from] -= count;
      counts[side] += count;
      words.push(`${SIDES[side]} captures ${count}`);
    }
    counts["hand:E"] = 0;
    counts["hand:W"] = 0;
    // With mixed-out=forfeit what was lifted is captured; the position after the round has the last word.
    if (this.document.position) Object.assign(counts, readPosition(this.document.position).counts);
    return { counts, drops, lifts: [], hands: {}, event: words.length ? "capture" : "quiet", text: `${words.join(", ") || "Nothing is captured"}.` };
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
