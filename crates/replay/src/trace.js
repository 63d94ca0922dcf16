// @ts-check
// The steps of a sowing that the server counts out: those that are here, those still to be asked for, and the loop of an endless one.

/** @typedef {import("./heaps.js").Carry} Carry */
/**
 * @typedef {object} Frame
 * @property {Record<string, number>} counts  stones of each place, hands included
 * @property {Carry[]} drops @property {Carry[]} lifts  what this step carried, from the frame before
 * @property {Record<string, any>} hands  by side: where the hand is, as the layout understands it
 * @property {string} event @property {string} text
 * @property {string} [stops]  the side that says "Stop!"
 * @property {Record<string, string>} [badges]  letters of sides on places
 */

/** Steps of an endless sowing that are kept: as many as hours of watching must not fill the memory with. */
const KEPT = 20_000;

/** @template {{event: string}} Step */
export class Trace {
  /**
   * @param {{outcome: string, period: number|null, steps: number|null, trace: Step[], trace_complete: boolean}} document
   * @param {(from: number) => Promise<Step[]>} [more]  steps from one on that are not in the document
   */
  constructor(document, more) {
    /** @type {any} */
    this.document = document;
    this.more = more;
    this.trace = document.trace.slice();
    /** The step that `trace` begins with: earlier ones may have been dropped. */
    this.offset = 0;
    this.endless = document.outcome === "endless";
    /** Whether steps are missing that nobody can be asked for. */
    this.cut = !this.endless && !document.trace_complete && !more;
    /** How many steps there are in all. */
    this.total = this.endless ? Infinity : document.trace_complete || this.cut ? this.trace.length : (document.steps ?? 0) + 1;
    /** Steps a second, as part of the clock's speed. */
    this.pace = 1;
    this.loop = this.findLoop();
  }

  /** What tells two steps apart, without their numbers. @param {Step} step */
  key(step) {
    return JSON.stringify({ ...step, step: 0, event: "" });
  }

  /** Where the steps that are here begin to repeat, if they reach that far. */
  findLoop() {
    const period = this.document.period;
    const last = this.trace.length - 1;
    if (!this.endless || !period || last < period) return null;
    return this.key(this.trace[last]) === this.key(this.trace[last - period]) ? { from: this.offset + last - period, period } : null;
  }

  /** Frames after the steps: what becomes of the last one. */
  get after() {
    return 0;
  }

  /** The steps before this one are here, from the offset on. */
  get reach() {
    return this.offset + this.trace.length;
  }

  /** Frames, of an endless sowing those so far: the board before, each step, what comes after. */
  get length() {
    return 1 + (this.endless ? this.reach : this.total + this.after);
  }

  /** Whether a frame can be drawn now. @param {number} index */
  has(index) {
    if (index === 0) return true;
    // What comes after the steps follows from the last two.
    if (index >= this.total) return index < this.length && this.reach === this.total && this.trace.length >= Math.min(2, this.total);
    if (index > this.offset && index <= this.reach) return true;
    return this.loop !== null && index > this.loop.from;
  }

  /** Loads the steps that a frame and the one before it need. @param {number} index */
  async load(index) {
    while (!this.has(index) && this.more) {
      const near = index > this.offset && index <= this.reach + 1;
      const from = near || this.endless && index > this.reach ? this.reach : Math.max(0, Math.min(index, this.total) - 2);
      const next = await this.more(from);
      if (next.length === 0) return;
      if (from === this.reach) {
        this.trace.push(...next);
      } else {
        this.trace = next;
        this.offset = from;
      }
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

  /** The frames at which a side lifts again, by side: the laps. @returns {Record<string, number[]>} */
  laps() {
    return {};
  }
}
