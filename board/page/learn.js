// @ts-check
// The rules of the game that is chosen; in the stones family also six steps, each shown on a board of its own.

import { ask } from "./api.js";
import { byId, h } from "./dom.js";
import { Clock } from "./player/clock.js";
import { readPosition } from "./player/position.js";
import { RoundTimeline } from "./player/timeline.js";
import { Transport } from "./player/transport.js";
import { BoardView } from "./player/view.js";
import { language, msg, numeral } from "./player/words.js";
import { titleOf } from "./title.js";

/** @typedef {{position: string, east: number, west: number, upTo?: number, speed: number}} Lesson */
/** @typedef {{key: string, place: "paragraph"|"item"|"next", values: Record<string, string|number|number[]>, text: string}} Sentence */

/** The steps; their words are the messages `lesson.1` and so on. @type {Lesson[]} */
const LESSONS = [
  { position: "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1", east: 9, west: 2, upTo: 5, speed: 1 },
  { position: "0,3,0,0,0,0,0,0,0,5,0 E 24 23 - 3", east: 2, west: 10, speed: 2 },
  { position: "0,0,0,3,0,2,0,2,0,0,0 E 24 24 - 3", east: 8, west: 4, speed: 2 },
  { position: "5,0,0,0,0,2,0,0,0,0,0 E 24 24 - 3", east: 6, west: 1, speed: 2 },
  { position: "0,0,2,0,1,0,1,0,2,0,0 E 25 24 - 3", east: 9, west: 3, speed: 2 },
  { position: "0,1,0,1,0,1,0,1,0,2,2 E 25 22 - 3", east: 10, west: 11, speed: 4 },
];

/** @type {{view: BoardView, clock: Clock, at: number}|null} */
let lesson = null;

/** Stops what moves. */
export function pauseLessons() {
  lesson?.clock.pause();
}

/** Fills the page of the rules. @param {import("./study.js").Study} study */
export async function showRules(study) {
  const { game } = study;
  pauseLessons();
  const words = h("div", { class: "words" });
  byId("rules").replaceChildren(h("h2", {}, msg("rules.of", { game: titleOf(game) })), words);
  if (readPosition(study.root.position).shape === "rank") showLessons();
  else byId("lessons").replaceChildren();
  try {
    words.append(...paragraphs((await ask("rules", { game })).sentences));
  } catch (error) {
    words.append(h("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error)));
  }
}

/** Sentences as paragraphs and lists. @param {Sentence[]} sentences */
function paragraphs(sentences) {
  /** @type {HTMLElement[]} */
  const all = [];
  /** @type {HTMLElement|null} */
  let last = null;
  for (const sentence of sentences) {
    const text = translated(sentence);
    if (last && sentence.place === "next") {
      last.append(` ${text}`);
      continue;
    }
    const item = sentence.place === "item";
    last = h(item ? "li" : "p", {}, text);
    if (!item) all.push(last);
    else if (all.at(-1)?.tagName === "UL") all.at(-1)?.append(last);
    else all.push(h("ul", {}, last));
  }
  return all;
}

/** A sentence in the language of the page; the solver has the English one. @param {Sentence} sentence */
function translated({ key, values, text }) {
  if (language() === "en") return text;
  const either = new Intl.ListFormat(language(), { type: "disjunction" });
  const written = Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? either.format(value.map(numeral)) : value]);
  return msg(key, Object.fromEntries(written));
}

/** @param {number} [at] */
function showLessons(at = 0) {
  const panel = byId("lessons");
  lesson?.clock.pause();
  const here = LESSONS[at];
  const box = h("div", { class: "board-box" });
  const below = h("div");
  const to = (/** @type {number} */ step) => {
    showLessons(step);
    panel.querySelector("h2")?.focus();
  };
  panel.replaceChildren(
    h("p", { class: "quiet" }, msg("lessons.at", { n: LESSONS.length, at: at + 1 })),
    h("h2", { tabindex: -1 }, msg(`lesson.${at + 1}`)),
    h("p", { class: "lesson" }, msg(`lesson.${at + 1}-text`)),
    box, below,
    h("nav", { class: "row", "aria-label": msg("lessons") },
      h("button", { type: "button", class: "button", disabled: at === 0, onclick: () => to(at - 1) }, msg("lessons.back")),
      ...LESSONS.map((_, i) => h("button", { type: "button", class: "button dot", "aria-label": msg("lessons.step", { n: i + 1, title: msg(`lesson.${i + 1}`) }), "aria-current": i === at ? "step" : null, onclick: () => to(i) }, String(i + 1))),
      h("button", { type: "button", class: "button strong", disabled: at === LESSONS.length - 1, onclick: () => to(at + 1) }, msg("lessons.next"))));
  const view = new BoardView(box);
  const clock = new Clock(view, () => transport?.show());
  /** @type {Transport|undefined} */
  let transport;
  transport = new Transport(below, clock);
  lesson = { view, clock, at };
  run(here, view, clock).catch((error) => {
    below.append(h("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error)));
  });
}

/** @param {Lesson} one @param {BoardView} view @param {Clock} clock */
async function run(one, view, clock) {
  view.show(one.position);
  const document = await ask("sow", { game: "55stones", position: one.position, east: one.east, west: one.west, limit: 2000 });
  if (one.upTo) {
    document.trace = document.trace.slice(0, one.upTo + 1);
  }
  view.mark({ [one.east]: "taken side-E", [one.west]: "taken side-W" });
  const timeline = new RoundTimeline(document, one.position);
  if (one.upTo) timeline.settle = 0;
  clock.speed = one.speed;
  clock.set(timeline);
  if (!clock.calm.matches) setTimeout(() => lesson?.clock === clock && clock.play(), 900);
}
