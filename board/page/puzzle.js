// @ts-check
// The puzzle of the day: a position in which exactly one move wins. The date chooses it, and nothing is stored.

import { h, say } from "./dom.js";
import { loadPuzzles } from "./files.js";
import { writeHash } from "./hash.js";
import { boardInWords, byPlace, placeOf, spoken, task } from "./moves.js";
import { Clock } from "./player/clock.js";
import { MoveTimeline } from "./player/moves.js";
import { chooser, readPosition } from "./player/position.js";
import { RoundTimeline } from "./player/timeline.js";
import { BoardView } from "./player/view.js";
import { msg, SIDES } from "./player/words.js";
import { Study } from "./study.js";
import { titleOf } from "./title.js";

/** Milliseconds of a day. */
const DAY = 86_400_000;
/** Steps a second of a move that was tried. */
const SPEED = 8;

/** The number of a day in the reader's own time zone. */
function today() {
  const now = new Date();
  return Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY);
}

export class Puzzle {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.title = h("p", { class: "quiet" });
    this.task = h("p", { class: "lead" });
    this.verdict = h("p", { class: "puzzle-verdict", role: "status" });
    this.choices = h("div", { class: "row choices" });
    const board = h("div", { class: "board-box" });
    const button = (/** @type {string} */ key, /** @type {() => void} */ act) => h("button", { type: "button", class: "button", onclick: act }, msg(key));
    this.again = button("start.again", () => this.reset());
    this.look = h("a", { class: "button" }, msg("start.why"));
    this.rules = h("a", { class: "button" }, msg("view.rules"));
    this.later = button("start.after", () => void this.open(this.day + 1));
    box.replaceChildren(this.title, this.task, board, this.choices, this.verdict,
      h("div", { class: "row" }, this.again, button("start.answer", () => this.answer()), this.rules, this.look, button("start.before", () => void this.open(this.day - 1)), this.later));
    this.view = new BoardView(board);
    this.clock = new Clock(this.view, () => {});
    this.clock.speed = SPEED;
    this.study = new Study();
    /** Days from today. */
    this.day = 0;
    this.move = "";
  }

  pause() {
    this.clock.pause();
  }

  /** @param {number} day  from today: −1 is yesterday */
  async open(day) {
    this.day = day;
    this.pause();
    this.later.hidden = day >= 0;
    try {
      const { puzzles } = await loadPuzzles();
      const [game, position, move, level] = puzzles[(((today() + day) % puzzles.length) + puzzles.length) % puzzles.length];
      this.move = move;
      this.title.textContent = `${titleOf(game)} · ${msg(`start.level.${level}`)}`;
      this.rules.href = `#/rules/${game}`;
      this.look.href = writeHash({ view: "analyse", game, start: position });
      this.view.show(position);
      this.view.svg.setAttribute("aria-label", boardInWords(position));
      this.task.textContent = msg("start.loading");
      this.say("");
      await this.study.open(game, { position });
      if (this.day === day) this.reset();
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  /** The position as it was, with every move to choose from. */
  reset() {
    const node = this.study.root;
    this.clock.clear();
    this.view.setValues({});
    this.view.show(node.position);
    const board = readPosition(node.position);
    const side = chooser(board);
    const find = msg("start.find", { side: SIDES[side] });
    // Of two choosers the second has to know what the first took.
    this.task.textContent = board.shape === "rank" ? `${task(node.position)}. ${find}` : find;
    // The reader sits at the near side.
    if (this.view.flipped !== (side === "U")) this.view.flip();
    this.view.mark(board.shape === "rank" && /^\d+$/.test(board.phase) ? { [board.phase]: `taken side-${board.side}` } : {});
    this.say("");
    this.again.disabled = true;
    const { places, others } = byPlace(node.moves, node.position);
    const labels = Object.fromEntries(Object.entries(places).map(([place, moves]) => [place, moves.map(spoken).join(" / ")]));
    this.offer(others);
    this.view.setTargets(labels, (place) => (places[place].length === 1 ? void this.attempt(places[place][0]) : this.offer(places[place])));
  }

  /** Buttons for moves that share a place. @param {string[]} moves */
  offer(moves) {
    this.choices.replaceChildren(...moves.map((move) => h("button", { type: "button", class: "button", onclick: () => void this.attempt(move) }, spoken(move))));
    if (moves.length > 1) this.choices.querySelector("button")?.focus();
  }

  /** Plays a move and says whether it wins. @param {string} move */
  async attempt(move) {
    const { game, root } = this.study;
    this.view.setTargets({}, () => {});
    this.offer([]);
    const right = move === this.move;
    const done = () => {
      // Another try begins at once.
      if (!right) this.reset();
      this.again.disabled = !right;
      this.say(msg(right ? "start.right" : "start.wrong", { move: spoken(move) }), right ? "right" : "wrong");
      say(this.verdict.textContent ?? "");
    };
    try {
      const node = await this.study.grow(game, root, move);
      const timeline = node.round ? new RoundTimeline(node.round, node.roundBefore) : node.sown ? new MoveTimeline(node.sown, spoken(move)) : null;
      if (!timeline || node.endless || this.clock.calm.matches) {
        this.view.show(node.position);
        done();
        return;
      }
      this.clock.ended = done;
      this.clock.set(timeline);
      this.clock.play();
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
      this.again.disabled = false;
    }
  }

  answer() {
    this.reset();
    const place = placeOf(this.move, this.study.root.position);
    if (place) this.view.setValues({ [place]: { text: "★", kind: "proven", best: true } });
    this.say(msg("start.answered", { move: spoken(this.move) }));
  }

  /** @param {string} words @param {""|"right"|"wrong"} [kind] */
  say(words, kind = "") {
    this.verdict.textContent = words;
    this.verdict.dataset.kind = kind;
  }
}
