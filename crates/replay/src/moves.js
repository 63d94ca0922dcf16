// @ts-check
// The steps of a move of one side, from the documents of `sowlab sow --move --trace`: what lies where at every step.

import { badgesOf, readPosition, sideOf } from "./position.js";
import { Trace } from "./trace.js";
import { listed, msg, SIDES } from "./words.js";

/** @typedef {import("./heaps.js").Carry} Carry */
/** @typedef {import("./trace.js").Frame} Frame */
/** @typedef {{step: number, pits: number[], stores: number[], at: number|null, hand: number, event: string, taken: number[]}} SeedStep */
/**
 * @typedef {object} MoveDocument  what `sow --move --trace` prints
 * @property {string} game @property {string} before @property {string} side @property {string} move
 * @property {string|null} position @property {string} outcome
 * @property {number|null} steps @property {number|null} laps @property {number|null} period @property {number|null} period_laps
 * @property {boolean} finished
 * @property {SeedStep[]} trace @property {boolean} trace_complete
 */

/** Seeds fall faster than two hands sow: there is only one hand to follow. */
const SEEDS_PACE = 2;
/** Where seeds are that have left a board without stores. */
const OUT = "out";
/** A move by which nothing is sown is one change. */
const CHANGE_PACE = 0.5;

/** A move of a game in which one side moves at a time. @extends {Trace<SeedStep>} */
export class MoveTimeline extends Trace {
  /**
   * @param {MoveDocument} document @param {string} name  of the move, as it is said
   * @param {(from: number) => Promise<SeedStep[]>} [more]  later steps of an endless move
   */
  constructor(document, name, more) {
    super(document, more);
    this.name = name;
    this.start = readPosition(document.before);
    this.places = this.start.ranks.flat();
    this.stores = Object.keys(this.start.counts).filter((id) => id.startsWith("store:"));
    this.side = sideOf(document.side, this.start.shape);
    this.seeds = sum(this.start.counts);
    this.badges = badgesOf(this.start);
    this.hand = `hand:${this.side}`;
    this.store = `store:${this.side}`;
    this.sown = document.trace.length > 0;
    this.pace = this.sown ? SEEDS_PACE : CHANGE_PACE;
  }

  /** @override */
  get after() {
    // A hand that waits for a choice is as the last step left it.
    const waits = Object.keys(readPosition(this.document.position ?? this.document.before).hands).length > 0;
    return this.sown && this.document.trace_complete && this.trace.at(-1)?.hand && (waits || this.endless) ? 0 : 1;
  }

  /** @override @returns {Record<string, number[]>} */
  laps() {
    const lap = (/** @type {SeedStep} */ step, /** @type {number} */ i) => step.event === "relay" || step.event === "take" || (step.event === "start" && i > 0);
    return { [this.side]: this.trace.flatMap((step, i) => (lap(step, i) ? [i + 1] : [])) };
  }

  /** @param {number} index @returns {Frame} */
  frame(index) {
    if (index === 0) return { counts: { ...this.start.counts }, drops: [], lifts: [], hands: this.start.hands, event: "before", text: msg("move.before"), badges: this.badges };
    if (index > this.total) return this.done();
    return this.step(index - 1);
  }

  /** @returns {Frame} */
  done() {
    const board = readPosition(this.document.position ?? this.document.before);
    const { counts, hands } = board;
    const { laps, finished } = this.document;
    const after = laps > 1 ? msg("move.laps", { move: this.name, n: laps }) : msg("move.after", { move: this.name });
    const text = finished ? `${after} ${msg("move.over")}` : after;
    return { counts: this.complete({ ...counts }), drops: [], lifts: [], hands, event: "done", text, badges: badgesOf(board) };
  }

  /** Adds the seeds that have left a board without stores. @param {Record<string, number>} counts */
  complete(counts) {
    if (this.stores.length === 0) counts[OUT] = this.seeds - sum(counts);
    return counts;
  }

  /** @param {number} pit  its number, from 1 */
  place(pit) {
    return this.places[pit - 1];
  }

  /** @param {number} at @returns {Frame} */
  step(at) {
    const now = this.entry(at);
    /** @type {Record<string, number>} */
    const counts = { [this.hand]: now.hand };
    now.pits.forEach((count, i) => {
      counts[this.places[i]] = count;
    });
    this.stores.forEach((id, i) => {
      counts[id] = now.stores[i];
    });
    const here = now.at === null ? this.store : this.place(now.at);
    /** @type {Carry[]} */
    const drops = now.event === "start" ? [] : [[this.hand, now.event === "keep" ? this.store : here, 1]];
    return { counts: this.complete(counts), drops, lifts: this.lifts(at, now, here), hands: { [this.side]: { place: here } }, event: now.event, text: this.describe(at, now, here), badges: this.badges };
  }

  /** What this step lifts or captures. @param {number} at @param {SeedStep} now @param {string} here @returns {Carry[]} */
  lifts(at, now, here) {
    // Seeds that were in the hand already lie in no pit.
    if (now.event === "start" && at === 0 && this.start.hands[this.side]) return [];
    if (now.event === "start" || now.event === "relay") return [[here, this.hand, now.hand]];
    if (now.event === "drop") return this.sentOn(at, now, here);
    if (now.event !== "take" && now.event !== "capture") return [];
    const before = this.entry(at - 1)?.pits;
    const fell = (/** @type {number} */ pit) => (pit === now.at ? 1 : 0);
    const into = now.event === "take" ? this.hand : this.stores.length === 0 ? OUT : this.store;
    return now.taken.map((pit) => [this.place(pit), into, (before ? before[pit - 1] : 0) + fell(pit)]);
  }

  /** The seed that a pit sends on to a store. @param {number} at @param {SeedStep} now @param {string} here @returns {Carry[]} */
  sentOn(at, now, here) {
    const before = this.entry(at - 1)?.stores;
    const store = this.stores.find((_, i) => before && now.stores[i] > before[i]);
    return store && now.at !== null ? [[here, store, 1]] : [];
  }

  /** @param {number} at @param {SeedStep} now @param {string} here */
  describe(at, now, here) {
    const into = here.startsWith("store:") ? msg("move.store") : here;
    const taken = listed(now.taken.map((pit) => this.place(pit)));
    const event = now.event === "start" && this.start.hands[this.side] ? "on" : now.event === "start" ? "lift" : now.event === "drop" && now.hand === 0 ? "last" : now.event;
    return msg("step", { n: String(at), what: msg(`move.${event}`, { side: SIDES[this.side], here, into, taken, n: now.hand }) });
  }
}

/** All stones. @param {Record<string, number>} counts */
function sum(counts) {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
