// @ts-check
// The board of the page: shows the current node, runs what led to it, and takes choices.

import { ask } from "./api.js";
import { byId, h, say } from "./dom.js";
import { boardInWords, byPlace, spoken, task } from "./moves.js";
import { Clock } from "./player/clock.js";
import { MoveTimeline } from "./player/moves.js";
import { awaiting, chooser, readPosition, sideOf } from "./player/position.js";
import { RoundTimeline } from "./player/timeline.js";
import { Transport } from "./player/transport.js";
import { BoardView } from "./player/view.js";
import { msg, SIDES } from "./player/words.js";
import { hear } from "./sound.js";

/** @typedef {import("./study.js").Study} Study */
/** @typedef {import("./study.js").StudyNode} StudyNode */

/** Steps of an endless round that are asked for at a time. */
const CHUNK = 2000;

export class Board {
  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.view = new BoardView(byId("board-box"));
    this.clock = new Clock(this.view, () => this.stepped());
    this.transport = new Transport(byId("transport-box"), this.clock);
    /** Whether a person may choose now. @type {(node: StudyNode) => boolean} */
    this.mayChoose = () => true;
    /** What a choice does: by default it is played. @type {(move: string) => void} */
    this.choose = (move) => void this.play(move);
    /** What a choice is called on the board: sealing, the other side chooses as well. @type {(move: string) => string} */
    this.named = (move) => move;
    /** Called when a person clicks where nothing can be chosen. */
    this.missed = () => {};
    /** Called when a person looks at another step of the sowing. @type {() => void} */
    this.scrubbed = () => {};
    /** Called when the current node is at rest on the board. @type {(node: StudyNode) => void} */
    this.settled = () => {};
    /** The node that is on the board. @type {StudyNode|null} */
    this.shown = null;
    /** The step that was heard last. */
    this.heard = 0;
    this.clock.ended = () => this.rest();
    // A click on the board while stones move shows how it ends.
    this.view.svg.addEventListener("click", ({ target }) => {
      if (this.clock.playing) this.skip();
      else if (!(/** @type {Element} */ (target).closest(".target"))) this.missed();
    });
    study.listeners.push((node, how) => this.show(node, how));
  }

  /** @param {string} move */
  async play(move) {
    try {
      await this.study.play(move);
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    const text = error instanceof Error ? error.message : String(error);
    byId("problem").textContent = text;
  }

  /** @param {StudyNode} node @param {"opened"|"played"|"moved"} how */
  show(node, how) {
    byId("problem").textContent = "";
    this.clock.clear();
    this.view.setValues({});
    this.view.mark(this.taken(node));
    const timeline = this.timelineOf(node);
    // Going back, or far, shows where the game is; one choice on shows how it gets there.
    const onward = how === "played" || node.parent === this.shown;
    this.shown = node;
    if (timeline && how !== "opened" && onward && !this.clock.calm.matches) {
      this.view.show(node.roundBefore || node.parent?.position || node.position);
      this.clock.set(timeline);
      this.view.setTargets({}, () => {});
      byId("other-moves").replaceChildren();
      this.words(node);
      byId("headline").dataset.side = "";
      byId("headline").textContent = node.endless ? this.headline(node) : node.round ? msg("board.sow", { round: node.round.round }) : spoken(node.move);
      this.clock.play();
      return;
    }
    this.view.show(node.position);
    if (timeline) this.clock.set(timeline);
    this.rest(false);
    if (how !== "opened") say(`${node.move ? `${spoken(node.move)}. ` : ""}${task(node.position)}.`);
  }

  /** @param {StudyNode} node */
  timelineOf(node) {
    const { game } = this.study;
    const more = async (/** @type {number} */ from) => {
      const next = await ask("sow", { game, ...node.sowing, from, limit: CHUNK });
      return next.trace;
    };
    if (node.round) return new RoundTimeline(node.round, node.roundBefore, more);
    return node.sown ? new MoveTimeline(node.sown, spoken(node.move), more) : null;
  }

  /** The node is shown as it is after everything has moved. @param {boolean} [aloud] */
  rest(aloud = true) {
    const node = this.study.current;
    if (!node.endless) {
      const frame = this.clock.timeline ? this.clock.timeline.length - 1 : 0;
      if (this.clock.timeline && this.clock.at !== frame) void this.clock.seek(frame);
      if (!this.clock.timeline) this.view.show(node.position);
    }
    this.targets(node);
    this.words(node);
    if (aloud) say(`${this.transport.words()} ${this.headline(node)}`);
    this.settled(node);
  }

  /** To the end of what is moving. */
  skip() {
    if (!this.clock.playing || this.study.current.endless) return;
    this.clock.pause();
    this.rest();
  }

  /** Whether the board shows the current position, and no step on the way to it. */
  get still() {
    const { timeline, at, playing } = this.clock;
    return !playing && (!timeline || at === timeline.length - 1);
  }

  stepped() {
    this.transport?.show();
    const { timeline, at } = this.clock;
    if (timeline && this.clock.playing && at !== this.heard) hear(timeline.frame(at));
    this.heard = at;
    if (!timeline || this.clock.playing) return;
    this.scrubbed();
    if (document.activeElement?.closest(".transport")) say(timeline.frame(at).text);
  }

  /** One step by key, said aloud. @param {number} by */
  async step(by) {
    await this.clock.step(by);
    if (this.clock.timeline) say(this.clock.timeline.frame(this.clock.at).text);
  }

  /** The hole that the first side has taken while the other is to answer. @param {StudyNode} node @returns {Record<string, string>} */
  taken(node) {
    const board = readPosition(node.position);
    const pit = awaiting(board);
    if (pit) return { [pit]: `taken side-${pit[0]}` };
    return board.shape === "rank" && /^\d+$/.test(board.phase) && !node.endless ? { [board.phase]: `taken side-${board.side}` } : {};
  }

  /** @param {StudyNode} node */
  targets(node) {
    const others = byId("other-moves");
    others.replaceChildren();
    if (!this.mayChoose(node) || node.finished) {
      this.view.setTargets({}, () => {});
      return;
    }
    const board = readPosition(node.position);
    const split = byPlace(node.moves, node.position);
    /** @type {Record<string, string>} */
    const labels = {};
    for (const [place, moves] of Object.entries(split.places)) {
      labels[place] = msg("board.or", { moves: moves.map(this.named).join(" / "), n: board.counts[place] });
    }
    this.view.setTargets(labels, (place) => this.pick(split.places[place]));
    for (const move of split.others) others.append(h("button", { type: "button", class: "button", onclick: () => this.choose(move) }, spoken(move)));
  }

  /** Chooses, or asks which, if a place has several choices. @param {string[]} moves */
  pick(moves) {
    if (moves.length === 1) {
      this.choose(moves[0]);
      return;
    }
    const others = byId("other-moves");
    others.replaceChildren(...moves.map((move) => h("button", { type: "button", class: "button", onclick: () => this.choose(move) }, spoken(move))));
    others.querySelector("button")?.focus();
  }

  /** @param {StudyNode} node */
  headline(node) {
    if (node.endless) return msg(node.sown ? "board.endless-move" : "board.endless-round");
    if (!node.finished) return `${task(node.position)}.`;
    const { final, winner } = node.shown;
    if (!final) return msg("board.over");
    const [[a, x], [b, y]] = Object.entries(final);
    const { shape } = readPosition(node.position);
    const name = (/** @type {string} */ word) => SIDES[sideOf(word[0].toUpperCase(), shape)] ?? word;
    // In The Colony somebody wins an equal count too.
    if (winner) return msg("board.wins", { winner: name(winner), x, y, a: name(a), b: name(b) });
    if (x === y) return msg("board.each", { n: x });
    return msg("board.wins-by", { winner: name(x > y ? a : b), x: Math.max(x, y), y: Math.min(x, y) });
  }

  /** @param {StudyNode} node */
  words(node) {
    byId("headline").textContent = this.headline(node);
    byId("board-words").textContent = boardInWords(node.position);
    byId("headline").dataset.side = node.finished || node.endless ? "" : chooser(readPosition(node.position));
    byId("certificate").replaceChildren(...(node.endless ? [certificate(node)] : []));
  }
}

/** What one has to know to check that a sowing never ends. @param {StudyNode} node */
function certificate(node) {
  const { period = 0, period_laps: laps } = /** @type {any} */ (node.sown ?? node.round);
  const { position, move, east, west } = node.sowing ?? {};
  const chosen = move ? `--move ${move}` : `--east ${east} --west ${west}`;
  const periods = [msg("certificate.steps", { n: period }), ...(laps ? [msg("certificate.laps", { n: laps })] : [])].join(", ");
  return h("details", { class: "certificate" },
    h("summary", {}, msg("certificate")),
    h("p", {}, msg("certificate.about")),
    h("dl", {},
      h("dt", {}, msg("certificate.board")), h("dd", {}, h("code", {}, position)),
      h("dt", {}, msg(move ? "certificate.move" : "certificate.round")), h("dd", {}, h("code", {}, move ?? node.round?.round ?? "")),
      h("dt", {}, msg("certificate.period")), h("dd", {}, periods)),
    h("p", {}, `${msg("certificate.check")} `, h("code", {}, `sowlab sow ${node.shown.game} --position "${position}" ${chosen}`)));
}
