// @ts-check
// The board of the page: shows the current node, runs what led to it, and takes choices.

import { ask } from "./api.js";
import { byId, h, say } from "./dom.js";
import { boardInWords, byPlace, spoken, task } from "./moves.js";
import { Clock } from "./player/clock.js";
import { chooser, readPosition } from "./player/position.js";
import { MoveTimeline, RoundTimeline } from "./player/timeline.js";
import { Transport } from "./player/transport.js";
import { BoardView } from "./player/view.js";

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
    /** Called when the current node is at rest on the board. @type {(node: StudyNode) => void} */
    this.settled = () => {};
    /** The node that is on the board. @type {StudyNode|null} */
    this.shown = null;
    this.clock.ended = () => this.rest();
    // A click on the board while stones move shows how it ends.
    this.view.svg.addEventListener("click", () => this.skip());
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
      byId("headline").textContent = node.endless ? this.headline(node) : node.round ? `Both sow: ${node.round.round}` : spoken(node.move);
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
    if (node.round) {
      const { roundBefore: position, move } = node;
      const game = this.study.game;
      const words = roundHoles(node);
      return new RoundTimeline(node.round, position, async (from) => {
        const next = await ask("sow", { game, position, ...words, from, limit: CHUNK });
        return next.trace;
      });
    }
    const shape = readPosition(node.position).shape;
    if (node.parent && shape !== "rank") return new MoveTimeline(node.parent.position, node.position, spoken(node.move));
    return null;
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

  stepped() {
    this.transport?.show();
    const { timeline, at } = this.clock;
    if (!timeline || this.clock.playing) return;
    if (document.activeElement?.closest(".transport")) say(timeline.frame(at).text);
  }

  /** One step by key, said aloud. @param {number} by */
  async step(by) {
    await this.clock.step(by);
    if (this.clock.timeline) say(this.clock.timeline.frame(this.clock.at).text);
  }

  /** The hole that sente has taken. @param {StudyNode} node @returns {Record<string, string>} */
  taken(node) {
    const board = readPosition(node.position);
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
      labels[place] = `${moves.length > 1 ? moves.join(" or ") : moves[0]}, ${board.counts[place]} stones`;
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
    if (node.endless) return "This round never ends.";
    if (!node.finished) return `${task(node.position)}.`;
    const final = node.shown.final;
    if (!final) return "The game is over.";
    const [[a, x], [b, y]] = Object.entries(final);
    const name = (/** @type {string} */ word) => word[0].toUpperCase() + word.slice(1);
    if (x === y) return `The game is over: ${x} each.`;
    return `The game is over: ${name(x > y ? a : b)} wins ${Math.max(x, y)} to ${Math.min(x, y)}.`;
  }

  /** @param {StudyNode} node */
  words(node) {
    byId("headline").textContent = this.headline(node);
    byId("board-words").textContent = boardInWords(node.position);
    byId("headline").dataset.side = node.finished || node.endless ? "" : chooser(readPosition(node.position));
    byId("certificate").replaceChildren(...(node.endless ? [certificate(node)] : []));
  }
}

/** @param {StudyNode} node */
export function roundHoles(node) {
  const parts = Object.fromEntries([...(node.round?.round ?? "").matchAll(/([EW])(\d+)/g)].map((match) => [match[1], match[2]]));
  return { east: parts.E, west: parts.W };
}

/** What one has to know to check that a round never ends. @param {StudyNode} node */
function certificate(node) {
  const period = node.round?.period ?? 0;
  return h("details", { class: "certificate" },
    h("summary", {}, "Certificate"),
    h("p", {}, "Sowing is deterministic. From this board the same sowing state (holes, places, directions and hands) recurs, so it never stops:"),
    h("dl", {},
      h("dt", {}, "board"), h("dd", {}, h("code", {}, node.roundBefore)),
      h("dt", {}, "round"), h("dd", {}, h("code", {}, node.round?.round ?? "")),
      h("dt", {}, "period"), h("dd", {}, `${period.toLocaleString("en")} steps`)),
    h("p", {}, "Check it: ", h("code", {}, `sowlab sow ${node.shown.game} --position "${node.roundBefore}" --east ${roundHoles(node).east} --west ${roundHoles(node).west}`)));
}
