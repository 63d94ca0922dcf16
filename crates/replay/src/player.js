// @ts-check
// Plays a game from a list of rounds, without a server. `sowlab replay` embeds it in one file.

import { Clock } from "./clock.js";
import { MoveTimeline } from "./moves.js";
import { RoundTimeline } from "./timeline.js";
import { Transport } from "./transport.js";
import { BoardView } from "./view.js";

/** @typedef {import("./timeline.js").SowDocument} SowDocument */
/**
 * @typedef {object} Game
 * @property {string} game @property {string} [title]
 * @property {(SowDocument & {before: string})[]} [rounds]  of a game in which both sow at once
 * @property {import("./moves.js").MoveDocument[]} [moves]  of a game of one side at a time
 */

/**
 * Puts a player into an element.
 * @param {HTMLElement} box @param {Game} game
 */
export function mountPlayer(box, game) {
  box.classList.add("player");
  const view = new BoardView(box.appendChild(Object.assign(document.createElement("div"), { className: "board-box" })));
  const clock = new Clock(view, () => transport?.show());
  /** @type {Transport|undefined} */
  let transport;
  transport = new Transport(box, clock);
  const list = box.appendChild(Object.assign(document.createElement("ol"), { className: "rounds" }));
  const parts = game.rounds
    ? game.rounds.map((round) => ({ name: round.round, timeline: new RoundTimeline(round, round.before) }))
    : (game.moves ?? []).map((move) => ({ name: move.move, timeline: new MoveTimeline(move, move.move) }));
  let current = 0;
  /** @param {number} index @param {boolean} run */
  const open = (index, run) => {
    current = index;
    const part = parts[index];
    view.show(game.rounds ? game.rounds[index].before : (game.moves ?? [])[index].before);
    clock.set(part.timeline);
    list.querySelectorAll("button").forEach((button, i) => button.setAttribute("aria-current", String(i === index)));
    if (run) clock.play();
  };
  parts.forEach((part, index) => {
    const button = list.appendChild(document.createElement("li")).appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = part.name;
    button.addEventListener("click", () => open(index, true));
  });
  clock.ended = () => {
    if (current + 1 < parts.length) setTimeout(() => open(current + 1, true), 600);
  };
  if (parts.length > 0) open(0, false);
  return { view, clock, open };
}
