// @ts-check
// What is known of a choice, and how it is written: proven, read from a table, estimated.

import { signed } from "./dom.js";
import { across, chooser, firstOf, readPosition, sideOf } from "./player/position.js";
import { msg, SIDES } from "./player/words.js";

/** @typedef {import("./player/stage.js").ValueMark} ValueMark */
/** @typedef {{lower: number|null, zero: number|null, upper: number|null}} Value */
/** @typedef {{lower: [number, number], zero: [number, number], upper: [number, number]}} Bounds */
/** @typedef {{choice: string, value: Value, bounds?: Bounds, estimate?: {margin: number, depth: number}, source?: string, best_reply?: string|null, replies?: Worth[], plain?: Value}} Worth */

/** Ends of an interval, turned round where the sign is −1. @param {number[]} ends @param {number} sign @param {number} lead @returns {[number, number]} */
function moved(ends, sign, lead) {
  const [a, b] = ends.map((end) => lead + sign * end);
  return a <= b ? [a, b] : [b, a];
}

/**
 * A document of `choices` as the page shows it: every margin is that of the whole game for the first side, and under the pie rule where
 * the decision follows.
 * @param {any} document
 */
export function seen(document) {
  const of = sideOf(document.margin_of, readPosition(document.position).shape);
  const first = firstOf(of);
  const sign = first === of ? 1 : -1;
  const lead = document.lead ?? 0;
  const turned = (/** @type {any} */ three) => sign === 1 ? three : { lower: three.upper, zero: three.zero, upper: three.lower };
  const value = (/** @type {any} */ three) => {
    const own = turned(three);
    const at = (/** @type {number|null} */ margin) => (margin === null ? null : lead + sign * margin);
    return { lower: at(own.lower), zero: at(own.zero), upper: at(own.upper) };
  };
  const bounds = (/** @type {any} */ three) => {
    const own = turned(three);
    return { lower: moved(own.lower, sign, lead), zero: moved(own.zero, sign, lead), upper: moved(own.upper, sign, lead) };
  };
  const one = (/** @type {any} */ worth) => {
    const pie = Boolean(worth.pie);
    const estimate = pie ? worth.pie_estimate : worth.estimate;
    return {
      ...worth,
      value: value(pie ? worth.pie : worth.value),
      bounds: bounds(pie ? worth.pie_bounds : worth.bounds),
      estimate: estimate && { ...estimate, margin: lead + sign * estimate.margin },
      // Without the rule, beside it.
      plain: pie ? value(worth.value) : undefined,
      replies: worth.replies?.map(one),
    };
  };
  const whole = one(document);
  return { ...document, ...whole, margin_of: first, choices: document.choices.map(one) };
}

/** Who wins by how much. @param {number} margin  of the first side @param {string} first */
export function verdictOf(margin, first) {
  if (margin === 0) return msg("verdict.draw");
  const winner = margin > 0 ? first : across(first);
  return msg("verdict.wins", { side: SIDES[winner] ?? winner, n: Math.abs(margin) });
}

/** What is known of a choice, with margins of the other side. @param {Worth} worth @returns {Worth} */
export function forOther(worth) {
  const turned = (/** @type {number|null} */ margin) => (margin === null ? null : 0 - margin);
  const { value, bounds, estimate } = worth;
  return {
    ...worth,
    value: { lower: turned(value.upper), zero: turned(value.zero), upper: turned(value.lower) },
    bounds: bounds && { lower: moved(bounds.upper, -1, 0), zero: moved(bounds.zero, -1, 0), upper: moved(bounds.lower, -1, 0) },
    estimate: estimate && { ...estimate, margin: 0 - estimate.margin },
  };
}

/** How a value is known, and how it is written. @param {Worth} worth @param {number} stones @returns {ValueMark & {how: string, short: string, sort: number|null}} sort: null where no single value is known */
export function mark(worth, stones) {
  const value = worth.value;
  const zero = value?.zero;
  if (zero !== null && zero !== undefined) {
    const table = worth.source === "table";
    const differ = value.lower !== null && value.upper !== null && (value.lower !== zero || value.upper !== zero);
    const short = msg(table ? "how.table" : worth.source === "rules" ? "how.rules" : "how.solved");
    return { text: signed(zero) + (table ? " T" : " ✓"), kind: table ? "table" : "proven", short, how: differ ? msg("how.infinite", { how: short, lower: signed(value.lower ?? 0), upper: signed(value.upper ?? 0) }) : short, sort: zero };
  }
  if (worth.estimate) {
    const short = msg("how.estimate", { n: worth.estimate.depth });
    return { text: `≈${signed(worth.estimate.margin)}`, kind: "estimate", short, how: interval(worth, stones, short), sort: worth.estimate.margin };
  }
  const range = worth.bounds?.zero;
  if (range && (range[0] > -stones || range[1] < stones)) return { text: `${signed(range[0])}…${signed(range[1])}`, kind: "bounds", short: msg("how.bounds"), how: msg("how.bounds"), sort: null };
  return { text: "?", kind: "none", short: msg("how.unknown"), how: msg("how.unknown"), sort: null };
}

/** An estimate with what is proven. @param {Worth} worth @param {number} stones @param {string} how */
function interval(worth, stones, how) {
  const range = worth.bounds?.zero;
  // A wide interval says little and takes much room.
  return range && range[1] - range[0] <= stones / 2 && range[1] - range[0] > 2 ? msg("how.proven", { how, from: signed(range[0]), to: signed(range[1]) }) : how;
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
  const advised = document.pie ? document.pie_advice : undefined;
  const values = known.map((one) => one.at).filter((at) => at !== null);
  if (values.length === 0) return [];
  const goal = greatest ? Math.max(...values) : Math.min(...values);
  const best = known.filter((one) => one.at === goal).map((one) => one.choice);
  // Of equals under the pie rule the advised one comes first.
  if (advised && best.includes(advised)) best.sort((a, b) => Number(b === advised) - Number(a === advised));
  // Where all choices are worth the same, none is better.
  return best.length === known.length && best.length > 1 ? [] : best;
}
