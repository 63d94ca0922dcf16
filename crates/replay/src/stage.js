// @ts-check
// Draws a board as SVG: ground, holes, stones, hands, and what is written beside them.

import { HAND } from "./layout.js";
import { heap, rows, STONE } from "./stones.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./heaps.js").Lying} Lying */
/** @typedef {{x: number, y: number, heading: number|null, says: string}} Hand  where a hand is, where it goes, and what is written beside it */
/** @typedef {{text: string, kind: "proven"|"table"|"estimate"|"bounds"|"none", best?: boolean, title?: string}} ValueMark */

const NS = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string|number>} [attributes] @param {Element} [parent] */
export function svgElement(name, attributes = {}, parent) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/** The room that the name and the count take in a cup that lies flat. */
const FLAT_TEXT = 230;
/** The name takes more of it than the count. */
const FLAT_SHIFT = 30;

/** How far outside the drawing the stones are that have left the board. */
const HOLE_OUT = 50;
/** The most characters of a value beside a hole. */
const LONGEST = 7;
/** A stone with its shadow, as a multiple of its own radius. */
const SHADOW = 1.3;
/** When in a step a stone leaves the hand, when it lies in the hole, and when it lies there if stones are lifted afterwards. */
export const LEAVES = 0.66;
export const LIES = 0.94;
export const LIES_BEFORE_LIFT = 0.84;
/** How far apart the stones of a heap set out that is captured, as a share of their way. */
const APART = 0.55;

/** The shading of stones, holes and ground: each drawing has its own. */
const SHADES = /** @type {[string, string, Record<string, number|string>, [number, string, number][]][]} */ ([
  ...[0, 1, 2, 3].map((tint) => ["radialGradient", `stone${tint}`, { cx: 0.5, cy: 0.5, r: 0.5, fx: 0.36, fy: 0.3 }, [[0, `--shine${tint}`, 1], [0.3, `--stone${tint}`, 1], [0.72, "--stone-edge", 1], [0.77, "--stone-edge", 1], [0.79, "--shadow", 0.38], [1, "--shadow", 0]]]),
  ["radialGradient", "pit", { cx: 0.5, cy: 0.56, r: 0.52 }, [[0, "--pit-light", 1], [0.7, "--pit", 1], [1, "--pit-edge", 1]]],
  ["linearGradient", "wood", { x1: 0, y1: 0, x2: 0, y2: 1 }, [[0, "--wood-light", 1], [1, "--wood", 1]]],
]);
/** Drawings so far: their shadings have names of their own. */
let drawings = 0;

/** @param {Place} place */
function flat(place) {
  return place.kind === "cup" && place.w > place.h;
}

/** Where every stone of a state is: relative to a hand if it is in one. */
class Spots {
  /** @param {Lying} lying @param {Map<string, Place>} places @param {string[]} hands @param {number} total */
  constructor(lying, places, hands, total) {
    this.x = new Float32Array(total);
    this.y = new Float32Array(total);
    this.s = new Float32Array(total);
    this.hand = new Int8Array(total).fill(-1);
    for (const [id, stones] of Object.entries(lying)) {
      const place = places.get(id);
      const hand = hands.indexOf(id);
      if (!place && hand < 0) continue;
      const spots = place?.kind === "cup" ? rows(stones.length, place.w - (flat(place) ? FLAT_TEXT : 18), place.h - 16) : heap(stones.length, place ? place.r - 2 : HAND - 2);
      stones.forEach((stone, i) => {
        this.x[stone] = spots[i].x + (place?.x ?? 0) + (place && flat(place) ? FLAT_SHIFT : 0);
        this.y[stone] = spots[i].y + (place?.y ?? 0);
        this.s[stone] = spots[i].s;
        this.hand[stone] = hand;
      });
    }
  }
}

export class Stage {
  /** @param {SVGSVGElement} svg @param {Layout} layout @param {string[]} hands  the places that move, as "hand:E" */
  constructor(svg, layout, hands) {
    this.svg = svg;
    this.layout = layout;
    this.handIds = hands;
    /** @type {Map<string, Place>} */
    this.places = new Map(layout.places.map((place) => [place.id, place]));
    // What leaves a board without stores goes over its upper edge.
    this.places.set("out", { ...layout.places[0], id: "out", x: layout.width / 2, y: -2 * HOLE_OUT });
    /** @type {Map<string, Element>} */
    this.counts = new Map();
    /** @type {Map<string, SVGElement>} */
    this.holes = new Map();
    /** @type {SVGElement[]} */
    this.stones = [];
    /** @type {string[]} */
    this.drawn = [];
    /** The counts that are written now. @type {Lying|null} */
    this.written = null;
    /** @type {WeakMap<Lying, Spots>} */
    this.spots = new WeakMap();
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    svg.classList.toggle("tall", layout.tall);
    this.shade();
    this.still = svgElement("g", { "aria-hidden": "true" }, svg);
    this.marks = svgElement("g", {}, svg);
    this.heapsLayer = svgElement("g", { class: "stones", "aria-hidden": "true" }, svg);
    this.handsLayer = svgElement("g", { class: "hands", "aria-hidden": "true" }, svg);
    this.texts = svgElement("g", { class: "texts", "aria-hidden": "true" }, svg);
    this.values = svgElement("g", { class: "values", "aria-hidden": "true" }, svg);
    this.targets = svgElement("g", { class: "targets" }, svg);
    this.drawStill();
    this.hands = hands.map((id) => this.drawHand(id));
    /** Rings round what is lifted, made as they are needed. @type {{at: string, circle: Element}[]} */
    this.rings = [];
  }

  /** Defines the shading, for the style sheet to use. */
  shade() {
    drawings += 1;
    const defs = svgElement("defs", {}, this.svg);
    for (const [kind, name, where, stops] of SHADES) {
      const gradient = svgElement(kind, { id: `${name}-${drawings}`, ...where }, defs);
      for (const [offset, colour, opacity] of stops) {
        const stop = svgElement("stop", { offset }, gradient);
        /** @type {SVGStopElement} */ (stop).style.cssText = `stop-color:var(${colour});stop-opacity:${opacity}`;
      }
      this.svg.style.setProperty(`--fill-${name}`, `url(#${name}-${drawings})`);
    }
  }

  drawStill() {
    svgElement("path", { d: this.layout.ground, class: "ground" }, this.still);
    if (this.layout.track) svgElement("path", { d: this.layout.track, class: "track" }, this.still);
    for (const place of this.layout.places) {
      const { x, y, w, h } = place;
      const shape = place.kind === "hole"
        ? svgElement("circle", { cx: x, cy: y, r: place.r, class: "hole" }, this.still)
        : svgElement("rect", { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 26, class: `cup side-${place.id.at(-1)}` }, this.still);
      this.holes.set(place.id, /** @type {SVGElement} */ (shape));
      const lies = flat(place);
      const beside = place.kind === "hole" && this.layout.tall;
      const name = svgElement("text", { x: place.nameAt[0], y: place.nameAt[1], class: place.kind === "cup" ? `cup-name side-${place.id.at(-1)}${lies ? " start" : ""}` : `name${beside ? " end" : ""}` }, this.texts);
      name.textContent = place.name;
      const count = svgElement("text", { x: place.countAt[0], y: place.countAt[1], class: place.kind === "cup" ? `cup-count${lies ? " end" : ""}` : `count${beside ? " start" : ""}` }, this.texts);
      this.counts.set(place.id, count);
    }
  }

  /** @param {string} id */
  drawHand(id) {
    const side = id.at(-1) ?? "";
    const group = svgElement("g", { class: `hand side-${side}`, visibility: "hidden" }, this.handsLayer);
    svgElement("circle", { r: HAND, class: "palm" }, group);
    const arrow = svgElement("path", { d: `M${HAND + 3} -9l13 9l-13 9z`, class: "heading" }, group);
    const label = svgElement("text", { class: "hand-count" }, group);
    return { group, arrow, label, text: "", at: "", heading: NaN };
  }

  /** @param {number} total */
  needStones(total) {
    while (this.stones.length < total) {
      const stone = svgElement("circle", { r: STONE * SHADOW, class: `stone tint${(this.stones.length * 7) % 4}` }, this.heapsLayer);
      this.stones.push(/** @type {SVGElement} */ (stone));
      this.drawn.push("");
    }
    while (this.stones.length > total) {
      this.stones.pop()?.remove();
      this.drawn.pop();
    }
  }

  /** @param {Lying} lying @param {number} total */
  spotsOf(lying, total) {
    const known = this.spots.get(lying);
    if (known) return known;
    const spots = new Spots(lying, this.places, this.handIds, total);
    this.spots.set(lying, spots);
    return spots;
  }

  /**
   * Draws the way from one state over a middle to another.
   * @param {{from: Lying, middle: Lying, to: Lying, leaves: number, apart: boolean}} step  where the stones lie: before, after the drop, after the lift; when they set out, and whether one after the other
   * @param {number} u  how far, 0 to 1
   * @param {number} total
   * @param {(Hand|null)[]} hands  where the hands are now
   */
  draw(step, u, total, hands) {
    this.needStones(total);
    const lifts = step.middle !== step.to;
    const dropped = lifts ? LIES_BEFORE_LIFT : LIES;
    const first = u < dropped;
    const a = this.spotsOf(first ? step.from : step.middle, total);
    const b = this.spotsOf(first ? step.middle : step.to, total);
    const whole = first ? (u - step.leaves) / (dropped - step.leaves) : lifts ? (u - dropped) / (1 - dropped) : 1;
    const moving = step.apart ? this.order(a, b, total) : null;
    for (let i = 0; i < total; i += 1) {
      const raw = moving ? (1 + APART) * whole - APART * moving[i] : whole;
      const share = raw <= 0 ? 0 : raw >= 1 ? 1 : raw * raw * (3 - 2 * raw);
      const ha = hands[a.hand[i]];
      const hb = hands[b.hand[i]];
      const ax = a.x[i] + (ha ? ha.x : 0);
      const ay = a.y[i] + (ha ? ha.y : 0);
      const x = ax + (b.x[i] + (hb ? hb.x : 0) - ax) * share;
      const y = ay + (b.y[i] + (hb ? hb.y : 0) - ay) * share;
      const s = a.s[i] + (b.s[i] - a.s[i]) * share;
      const place = s > 0.995 ? `translate(${x.toFixed(1)} ${y.toFixed(1)})` : `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${s.toFixed(2)})`;
      if (place !== this.drawn[i]) {
        this.stones[i].setAttribute("transform", place);
        this.drawn[i] = place;
      }
    }
    this.writeCounts(u < (LEAVES + dropped) / 2 ? step.from : u < 0.92 ? step.middle : step.to);
    hands.forEach((hand, i) => this.placeHand(i, hand));
  }

  /** When the stones that move set out, 0 to 1, one after the other. @param {Spots} a @param {Spots} b @param {number} total */
  order(a, b, total) {
    const moving = [];
    for (let i = 0; i < total; i += 1) if (a.x[i] !== b.x[i] || a.y[i] !== b.y[i] || a.hand[i] !== b.hand[i]) moving.push(i);
    const when = new Float32Array(total);
    moving.forEach((stone, i) => {
      when[stone] = i / Math.max(1, moving.length - 1);
    });
    return when;
  }

  /** A cup that has got something. @param {string} id */
  strike(id) {
    const cup = this.holes.get(id);
    if (!cup) return;
    cup.classList.remove("struck");
    // The animation starts again.
    void cup.getBoundingClientRect();
    cup.classList.add("struck");
  }

  /** @param {Lying} lying */
  writeCounts(lying) {
    if (this.written === lying) return;
    this.written = lying;
    for (const [id, text] of this.counts) {
      const count = String(lying[id]?.length ?? 0);
      if (text.textContent !== count) text.textContent = count;
    }
  }

  /** @param {number} index @param {Hand|null} hand */
  placeHand(index, hand) {
    const drawn = this.hands[index];
    const at = hand ? `translate(${hand.x.toFixed(1)} ${hand.y.toFixed(1)})` : "";
    if (at !== drawn.at) {
      drawn.at = at;
      drawn.group.setAttribute("visibility", hand ? "visible" : "hidden");
      if (hand) drawn.group.setAttribute("transform", at);
    }
    if (!hand) return;
    if (hand.heading !== null && drawn.heading !== hand.heading) {
      drawn.heading = hand.heading;
      drawn.arrow.setAttribute("transform", `rotate(${hand.heading})`);
    }
    if (drawn.text !== hand.says) {
      drawn.text = hand.says;
      drawn.label.textContent = hand.says;
    }
    const above = !this.layout.track || hand.y < this.layout.places[0].y - 20;
    const [lx, ly] = this.layout.tall ? [hand.x < 232 ? -HAND - 6 : HAND + 6, 8] : [0, above ? -HAND - 9 : HAND + 26];
    const where = `${lx} ${ly}`;
    if (drawn.label.getAttribute("data-at") !== where) {
      drawn.label.setAttribute("data-at", where);
      drawn.label.setAttribute("x", String(lx));
      drawn.label.setAttribute("y", String(ly));
      drawn.label.style.textAnchor = this.layout.tall ? (lx < 0 ? "end" : "start") : "middle";
    }
  }

  /** Rings round the holes whose stones are lifted for another lap, or captured. @param {import("./heaps.js").Carry[]} lifts */
  ring(lifts) {
    for (let i = 0; i < Math.max(lifts.length, this.rings.length); i += 1) {
      const [hole, into] = lifts[i] ?? [];
      const place = this.places.get(hole ?? "");
      const ring = (this.rings[i] ??= { at: "", circle: svgElement("circle", { r: this.layout.places[0].r + 5, visibility: "hidden" }, this.heapsLayer) });
      const at = place ? `translate(${place.x} ${place.y})` : "";
      if (at === ring.at) continue;
      ring.at = at;
      ring.circle.setAttribute("visibility", at ? "visible" : "hidden");
      ring.circle.setAttribute("class", `lap side-${into?.at(-1)}`);
      if (at) ring.circle.setAttribute("transform", at);
    }
  }

  /** Rings round places, by class: chosen, lifted, reply. @param {Record<string, string>} marks */
  mark(marks) {
    this.marks.replaceChildren();
    for (const [id, kind] of Object.entries(marks)) {
      const place = this.places.get(id);
      if (place?.kind === "hole") svgElement("circle", { cx: place.x, cy: place.y, r: place.r + 5, class: `mark ${kind}` }, this.marks);
    }
  }

  /** Letters on places: ants, and pits that a side has won. @param {Record<string, string>} letters */
  badge(letters) {
    for (const old of this.values.querySelectorAll(".badge")) old.remove();
    for (const [id, letter] of Object.entries(letters)) {
      const place = this.places.get(id);
      if (!place) continue;
      const group = svgElement("g", { class: `badge side-${letter}`, transform: `translate(${place.x + 30} ${place.y - 30})` }, this.values);
      svgElement("circle", { r: 17 }, group);
      svgElement("text", { y: 7 }, group).textContent = letter;
    }
  }

  /** Values beside holes. @param {Record<string, ValueMark>} values */
  setValues(values) {
    for (const old of this.values.querySelectorAll(".value")) old.remove();
    for (const [id, value] of Object.entries(values)) {
      const place = this.places.get(id);
      if (!place || place.kind !== "hole" || value.kind === "none") continue;
      const wide = this.layout.tall ? 132 : 92;
      const group = svgElement("g", { class: `value ${value.kind}${value.best ? " best" : ""}`, transform: `translate(${place.valueAt[0]} ${place.valueAt[1]})` }, this.values);
      svgElement("rect", { x: -wide / 2, y: -21, width: wide, height: 42, rx: 9 }, group);
      // What would run into its neighbours stands in the table.
      svgElement("text", { y: 9 }, group).textContent = value.text.length > (this.layout.tall ? LONGEST + 3 : LONGEST) ? "…" : value.text;
    }
  }

  /**
   * Makes places choosable by pointer and keyboard.
   * @param {Record<string, string>} labels  what each place that may be chosen is called
   * @param {(id: string) => void} pick
   */
  setTargets(labels, pick) {
    const focused = this.targets.querySelector(":focus")?.getAttribute("data-id");
    this.targets.replaceChildren();
    for (const [id, label] of Object.entries(labels)) {
      const place = this.places.get(id);
      if (!place) continue;
      const target = svgElement("g", { role: "button", tabindex: 0, "aria-label": label, "data-id": id, class: "target" }, this.targets);
      svgElement("circle", { cx: place.x, cy: place.y, r: place.r + 4 }, target);
      target.addEventListener("click", () => pick(id));
      target.addEventListener("keydown", (event) => {
        const key = /** @type {KeyboardEvent} */ (event).key;
        if (key === "Enter" || key === " ") {
          event.preventDefault();
          event.stopPropagation();
          pick(id);
        } else if (key === "ArrowLeft" || key === "ArrowRight" || key === "ArrowUp" || key === "ArrowDown") {
          event.preventDefault();
          event.stopPropagation();
          const next = key === "ArrowLeft" || key === "ArrowUp" ? target.previousElementSibling : target.nextElementSibling;
          /** @type {SVGElement|null} */ (next)?.focus();
        }
      });
      if (id === focused) /** @type {SVGElement} */ (target).focus();
    }
  }

  /** Text keeps a readable size, whatever the board is scaled to. @param {number} width @param {number} height  in pixels */
  fit(width, height) {
    const scale = Math.min(width / this.layout.width, height / this.layout.height);
    if (scale > 0) this.svg.style.fontSize = `${Math.min(36, Math.max(21, 12.5 / scale)).toFixed(1)}px`;
  }
}
