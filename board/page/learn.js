// @ts-check
// The rules of the game that is chosen, in the server's words; in the stones family also six steps, each shown on a board of its own.

import { ask } from "./api.js";
import { byId, h } from "./dom.js";
import { Clock } from "./player/clock.js";
import { readPosition } from "./player/position.js";
import { RoundTimeline } from "./player/timeline.js";
import { Transport } from "./player/transport.js";
import { BoardView } from "./player/view.js";
import { titleOf } from "./title.js";

/** @typedef {{title: string, text: string, position: string, east: number, west: number, upTo?: number, speed: number}} Lesson */

/** @type {Lesson[]} */
const LESSONS = [
  { title: "Two hands, one rank", text: "Eleven holes, five stones in each. The side with sente takes a hole, the other sees it and takes another; each hole must hold two stones or more. Then both sow at the same speed: one step drops one stone from each hand. East sows toward hole 1, West toward hole 11.", position: "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1", east: 9, west: 2, upTo: 5, speed: 1 },
  { title: "Round the end", text: "An end hole gets one stone, and the hand turns round: … 10, 11, 10 … Whoever starts from the hole farthest from himself sows toward himself. Here both hands turn.", position: "0,3,0,0,0,0,0,0,0,5,0 E 24 23 - 3", east: 2, west: 10, speed: 2 },
  { title: "Relay", text: "A hand that runs out over a hole with stones lifts them all, the last one included, and sows on. Here East’s hand of two ends over stones in hole 6, lifts them and goes on; that is a new lap.", position: "0,0,0,3,0,2,0,2,0,0,0 E 24 24 - 3", east: 8, west: 4, speed: 2 },
  { title: "Stop, and capture", text: "A hand whose last stone falls into an empty hole says “Stop!”. It captures what the other hand still holds. Here East stops in hole 4 while West still holds three.", position: "5,0,0,0,0,2,0,0,0,0,0 E 24 24 - 3", east: 6, west: 1, speed: 2 },
  { title: "Both at once", text: "If both hands run out in the same step, over different holes with two or more, both lift and go on. If both stop in empty holes, or in the same hole, the round ends and nothing is captured. Sente stays after a quiet round and passes after a capture.", position: "0,0,2,0,1,0,1,0,2,0,0 E 25 24 - 3", east: 9, west: 3, speed: 2 },
  { title: "The end, and the pie", text: "With fewer than two holes of two or more, the game is over and one side gets the rest; more stones win. To make the start fair there is a pie rule: after the first round the side that had sente may turn the board and take the other side’s place. And some rounds never end, as this one.", position: "0,1,0,1,0,1,0,1,0,2,2 E 25 22 - 3", east: 10, west: 11, speed: 4 },
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
  byId("rules").replaceChildren(h("h2", {}, `Rules of ${titleOf(game)}`), words);
  if (readPosition(study.root.position).shape === "rank") showLessons();
  else byId("lessons").replaceChildren();
  try {
    words.append(...paragraphs((await ask("rules", { game })).rules));
  } catch (error) {
    words.append(h("p", { class: "problem", role: "alert" }, error instanceof Error ? error.message : String(error)));
  }
}

/** Text in lines of 80 columns as paragraphs and lists. @param {string} text */
function paragraphs(text) {
  /** @type {HTMLElement[]} */
  const all = [];
  for (const block of text.split("\n\n")) {
    /** @type {HTMLElement|null} */
    let last = null;
    for (const line of block.split("\n")) {
      const item = line.startsWith("- ");
      if (last && (line.startsWith("  ") || (!item && last.tagName === "P"))) {
        last.append(` ${line.trim()}`);
        continue;
      }
      last = h(item ? "li" : "p", {}, line.replace(/^- /, ""));
      if (!item) all.push(last);
      else if (all.at(-1)?.tagName === "UL") all.at(-1)?.append(last);
      else all.push(h("ul", {}, last));
    }
  }
  return all;
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
    h("p", { class: "quiet" }, `55Stones in ${LESSONS.length} steps: ${at + 1}`),
    h("h2", { tabindex: -1 }, here.title),
    h("p", { class: "lesson" }, here.text),
    box, below,
    h("nav", { class: "row", "aria-label": "Steps of the rules" },
      h("button", { type: "button", class: "button", disabled: at === 0, onclick: () => to(at - 1) }, "Back"),
      ...LESSONS.map((one, i) => h("button", { type: "button", class: "button dot", "aria-label": `Step ${i + 1}: ${one.title}`, "aria-current": i === at ? "step" : null, onclick: () => to(i) }, String(i + 1))),
      h("button", { type: "button", class: "button strong", disabled: at === LESSONS.length - 1, onclick: () => to(at + 1) }, "Next")));
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
