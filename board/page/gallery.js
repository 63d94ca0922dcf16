// @ts-check
// The gallery of findings: each card opens its game on the board.

import { ask } from "./api.js";
import { byId, h } from "./dom.js";
import { FINDINGS } from "./findings.js";
import { writeHash } from "./hash.js";
import { Clock } from "./player/clock.js";
import { MoveTimeline } from "./player/moves.js";
import { RoundTimeline } from "./player/timeline.js";
import { BoardView } from "./player/view.js";
import { msg } from "./player/words.js";
import { record } from "./study.js";

/** Fills the gallery. */
export function showGallery() {
  pauseGallery();
  byId("gallery").replaceChildren(
    h("h2", {}, msg("gallery")),
    h("p", { class: "quiet" }, msg("gallery.about")),
    ...FINDINGS.map((group) => h("section", {}, h("h3", {}, msg(`group.${group.key}`)), h("ul", { class: "cards" }, ...group.findings.map(card)))));
}

/** Steps a second of a small picture, milliseconds between two rounds, and steps of a round that are asked for. */
const SPEED = 6;
const BETWEEN = 1500;
const STEPS = "400";

/** The small pictures that move now. @type {Set<Clock>} */
const moving = new Set();

/** Stops what moves. */
export function pauseGallery() {
  for (const clock of moving) clock.pause();
  moving.clear();
}

/** A small picture that runs the last round of a finding while it is in sight. @param {import("./findings.js").Finding} finding */
function picture(finding) {
  const box = h("div", { class: "mini board-box", "aria-hidden": "true" });
  /** @type {Clock|null} */
  let clock = null;
  const watch = new IntersectionObserver(async ([entry]) => {
    if (!entry.isIntersecting) {
      clock?.pause();
      return;
    }
    if (clock) {
      clock.play();
      return;
    }
    const view = new BoardView(box, 0);
    clock = new Clock(view, () => {});
    moving.add(clock);
    try {
      await run(finding, view, clock);
    } catch {
      // The card says what there is to say without its picture.
      box.remove();
    }
  });
  watch.observe(box);
  return box;
}

/** @param {import("./findings.js").Finding} finding @param {BoardView} view @param {Clock} clock */
async function run({ game, position, moves = "" }, view, clock) {
  // All but the last round or move: what `show` has played, without its last one or two choices.
  const { played } = await ask("show", { game, position, record: moves });
  const rounds = /^E\d/.test(moves);
  // A decision about the sides sows nothing.
  while (rounds && !/^[EW]\d+$/.test(played.at(-1))) played.pop();
  const before = await ask("show", { game, position, record: record(played.slice(0, rounds ? -2 : -1)) });
  view.show(before.position);
  const [first, second] = played.slice(-2);
  const holes = Object.fromEntries([first, second].map((move) => [move[0], move.slice(1)]));
  const timeline = rounds
    ? new RoundTimeline(await ask("sow", { game, position: before.position, east: holes.E, west: holes.W, limit: STEPS }), before.position)
    : new MoveTimeline(await ask("sow", { game, position: before.position, move: played.at(-1), limit: STEPS }), played.at(-1));
  clock.speed = SPEED;
  const again = () => {
    if (!moving.has(clock)) return;
    clock.set(timeline);
    if (!clock.calm.matches) clock.play();
  };
  clock.ended = () => setTimeout(again, BETWEEN);
  again();
}

/** @param {import("./findings.js").Finding} finding */
function card(finding) {
  const address = writeHash({ view: "analyse", game: finding.game, start: finding.position, moves: finding.moves });
  return h("li", { class: "card" },
    picture(finding),
    h("a", { href: address, class: "card-link" }, msg(`finding.${finding.key}`)),
    h("p", {}, msg(`finding.${finding.key}-about`)),
    finding.moves ? h("p", {}, h("code", {}, finding.moves)) : "",
    h("p", { class: "quiet small" }, h("span", { class: "sure" }, msg(`sure.${finding.sure}`)), " ", h("code", {}, finding.source)));
}
