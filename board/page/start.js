// @ts-check
// The first page: where to begin, a round that never ends, the puzzle of the day, and a game against a perfect player.

import { ask } from "./api.js";
import { byId, h, say } from "./dom.js";
import { writeHash } from "./hash.js";
import { boardInWords } from "./moves.js";
import { Clock } from "./player/clock.js";
import { RoundTimeline } from "./player/timeline.js";
import { BoardView } from "./player/view.js";
import { msg } from "./player/words.js";
import { Puzzle } from "./puzzle.js";

/** The smallest board with a round that never ends, of the gallery. The build of the site prepares this answer. */
const NEVER = { game: "55stones", position: "0,1,0,1,0,1,0,1,0,2,2 E 47 0 - 3", east: "10", west: "11", limit: "60" };
/** The game against the perfect player: its tables are there in a moment, and without the pie rule the reader's side wins. */
const BEATEN = { game: "stones:holes=7,seeds=2", position: "2,2,2,2,2,2,2 E 0 0 - 1" };
/** The game against the easy opponent. */
const EASY = "33stones";
/** Steps a second of that round. */
const SPEED = 2;

/** @type {Clock|null} */
let endless = null;
/** @type {Puzzle|null} */
let puzzle = null;

/** The puzzle of the page. */
export function shownPuzzle() {
  return puzzle;
}

/** Leaves the page: nothing of it moves or waits any longer. */
export function leaveStart() {
  endless?.pause();
  puzzle?.pause();
  endless = null;
  puzzle = null;
  byId("start").replaceChildren();
}

/**
 * Fills the page.
 * @param {(game: string, opponent: string, side: string) => Promise<void>} beat  begins a game against an opponent
 */
export async function showStart(beat) {
  const [board, riddle] = [h("div", { class: "board-box" }), h("div", { class: "riddle" })];
  const rank = h("div", { class: "board-box", "aria-hidden": "true" });
  const steps = h("p", { class: "steps" });
  const pause = h("button", { type: "button", class: "button" });
  byId("start").replaceChildren(
    h("div", { class: "welcome" }, h("p", {}, msg("start.easy-about")),
      h("div", { class: "row" }, h("button", { type: "button", class: "button strong", onclick: () => void beat(EASY, "easy", "W") }, msg("start.easy-go")), link("start.rules", "#/rules/55stones"))),
    h("section", { class: "show" }, h("h2", {}, msg("start.never")), board, steps,
      h("p", {}, msg("start.never-about")),
      h("div", { class: "row" }, pause, link("start.never-open", writeHash({ view: "analyse", game: NEVER.game, start: NEVER.position, moves: `E${NEVER.east}W${NEVER.west}` })))),
    h("section", { class: "show" }, h("h2", {}, msg("start.puzzle")), riddle),
    h("section", { class: "show beat" }, h("h2", {}, msg("start.beat")), h("p", {}, msg("start.beat-about")), rank,
      h("p", {}, h("button", { type: "button", class: "button strong", onclick: () => void beat(BEATEN.game, "solved", "W") }, msg("start.beat-go")))));
  new BoardView(rank, 0).show(BEATEN.position);
  puzzle = new Puzzle(riddle);
  await Promise.all([watch(board, steps, pause), puzzle.open(0)]);
}

/** @param {string} key @param {string} address */
function link(key, address) {
  return h("a", { class: "button", href: address }, msg(key));
}

/** Shows the endless round. @param {HTMLElement} box @param {HTMLElement} steps @param {HTMLButtonElement} pause */
async function watch(box, steps, pause) {
  const view = new BoardView(box);
  view.show(NEVER.position);
  view.svg.setAttribute("aria-label", boardInWords(NEVER.position));
  const clock = new Clock(view, () => {
    steps.textContent = msg("start.steps", { n: Math.max(0, clock.at - 1) });
    pause.textContent = msg(clock.playing ? "transport.pause" : "transport.play");
  });
  endless = clock;
  clock.speed = SPEED;
  pause.addEventListener("click", () => (clock.playing ? clock.pause() : clock.play()));
  try {
    clock.set(new RoundTimeline(await ask("sow", NEVER), NEVER.position));
    if (!clock.calm.matches && endless === clock && !byId("start").hidden) clock.play();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}
