// @ts-check
// Play against an engine, two people, or two people who seal their choices.

import { ask } from "./api.js";
import { byId, h, say } from "./dom.js";
import { byPlace, placeOf, spoken, task } from "./moves.js";
import { across, chooser, readPosition, SIDES_OF } from "./player/position.js";
import { hasMessage, msg, SIDES } from "./player/words.js";
import { review, stopReview } from "./review.js";
import { record } from "./study.js";
import { valued } from "./valued.js";
import { forOther, mark, total, verdictOf } from "./worth.js";

/** Seconds of search for a hint by values. */
const HINT_SECONDS = 1;

/** @typedef {import("./study.js").StudyNode} StudyNode */
/** @typedef {{opponent: string, side: string, pie: boolean}} Terms */

/** What a level is called; other engines by their own name. @param {string} name */
function levelName(name) {
  return hasMessage(`level.${name}`) ? msg(`level.${name}`) : name;
}

export class Play {
  /** @param {import("./board.js").Board} board @param {import("./study.js").Study} study @param {() => string} game  the game that is chosen in the header */
  constructor(board, study, game) {
    this.board = board;
    this.study = study;
    this.game = game;
    /** @type {Terms|null} */
    this.terms = null;
    this.sealing = /** @type {{sente: string, gote: string[]}|null} */ (null);
    this.resigned = "";
    this.stop = new AbortController();
    this.remark = "";
    /** What the engine decided under the pie rule, until the next choice of the player. */
    this.decision = "";
    /** Where the game waits while another view is shown. @type {StudyNode|null} */
    this.waiting = null;
    /** @type {{game: string, levels: {name: string, engine: string, about: string}[], engines: string[]}|null} the engines of a game */
    this.engines = null;
  }

  /** Whether two people play. */
  get two() {
    return this.terms?.opponent === "human" || this.terms?.opponent === "sealed";
  }

  get on() {
    return this.terms !== null;
  }

  /** @param {StudyNode} node */
  mine(node) {
    const terms = this.terms;
    if (!terms || this.over(node)) return false;
    if (this.two) return true;
    return chooser(readPosition(node.position)) === terms.side || readPosition(node.position).side === "?";
  }

  /** @param {StudyNode} node */
  over(node) {
    return node.finished || node.endless || this.resigned !== "";
  }

  /** Ends the game. */
  leave() {
    this.pause();
    this.terms = null;
    this.sealing = null;
    this.resigned = "";
  }

  /** Another view is shown: the game waits. */
  pause() {
    this.stop.abort();
    stopReview();
    this.remark = "";
    this.waiting = this.study.current;
    this.board.choose = (move) => void this.board.play(move);
    this.board.named = (move) => move;
    this.board.missed = () => {};
  }

  /** The game goes on where it waited, unless another one was opened since. */
  resume() {
    const { waiting } = this;
    if (!this.terms || !waiting) return;
    if (waiting.root !== this.study.root) {
      this.leave();
      return;
    }
    this.stop = new AbortController();
    this.takeChoices();
    if (this.study.current === waiting) void this.settled(waiting);
    else this.study.go(waiting);
  }

  /** Choices on the board are those of this game. */
  takeChoices() {
    this.board.choose = (move) => this.chosen(move);
    this.board.named = (move) => (this.sealing ? across(move[0]) + move.slice(1) : move);
    this.board.missed = () => {
      if (!this.mine(this.study.current)) return;
      this.remark = msg("play.ringed");
      say(this.remark);
      this.show();
    };
  }

  /** @param {Terms} terms @param {{position?: string, record?: string}} [from]  the opening, unless it is given */
  async start(terms, from) {
    this.stop.abort();
    this.stop = new AbortController();
    this.resigned = "";
    this.remark = this.decision = "";
    this.sealing = null;
    this.terms = terms;
    this.takeChoices();
    await this.study.open(this.game(), from);
    this.board.targets(this.study.current);
    this.show();
  }

  /** The board is at rest: whose turn is it? @param {StudyNode} node */
  async settled(node) {
    this.show();
    const terms = this.terms;
    if (!terms || this.over(node)) return;
    if (!terms.pie && readPosition(node.position).phase === "pie") return void this.board.play("stay");
    if (this.mine(node)) return;
    const { signal } = this.stop;
    this.remark = msg("play.thinking");
    this.show();
    try {
      // Without the pie rule nobody says that the sides stay.
      const moves = node.path().map((one) => one.move).filter((move) => terms.pie || move !== "stay");
      const answer = await ask("play", { game: this.study.game, position: this.study.root.position, record: record(moves), engine: terms.opponent, pie: terms.pie ? "1" : "0", seed: Math.floor(Math.random() * 1e6), within: "most" }, signal);
      this.remark = "";
      if (!signal.aborted && this.study.current === node) {
        const side = SIDES[chooser(readPosition(node.position))] ?? msg("play.engine");
        // The board does not show what the pie decision was.
        const decided = answer.move === "turn" ? msg("play.turned", { side }) : answer.move === "stay" ? msg("play.stayed", { side }) : "";
        this.decision = decided || this.decision;
        await this.board.play(answer.move);
        say(decided || msg("play.plays", { side, move: spoken(answer.move) }));
      }
    } catch (error) {
      this.remark = "";
      if (!signal.aborted) this.board.fail(error);
    }
    this.show();
  }

  /** @param {string} move */
  chosen(move) {
    this.remark = this.decision = "";
    const node = this.study.current;
    const board = readPosition(node.position);
    if (this.terms?.opponent === "sealed" && board.shape === "rank" && board.phase === "-") {
      this.seal(move);
      return;
    }
    if (this.mine(node)) void this.board.play(move);
  }

  /** Sente seals one hole, gote two in order; then all are opened. @param {string} move */
  seal(move) {
    const node = this.study.current;
    const board = readPosition(node.position);
    const gote = across(board.side);
    const hole = move.slice(1);
    if (!this.sealing) {
      this.sealing = { sente: move, gote: [] };
      say(msg("play.sealed", { side: SIDES[board.side], other: SIDES[gote] }));
    } else if (!this.sealing.gote.includes(gote + hole)) {
      this.sealing.gote.push(gote + hole);
    }
    const sealing = this.sealing;
    if (sealing.gote.length === 2 || (sealing.gote.length === 1 && node.moves.length < 3 && sealing.gote[0].slice(1) !== sealing.sente.slice(1))) {
      this.sealing = null;
      const reply = sealing.gote[0].slice(1) === sealing.sente.slice(1) ? sealing.gote[1] : sealing.gote[0];
      void this.open(sealing.sente, reply);
    } else {
      this.board.targets(node);
      byId("headline").textContent = this.sealWords(node);
      byId("headline").dataset.side = gote;
    }
    this.show();
  }

  /** @param {string} first @param {string} second */
  async open(first, second) {
    try {
      const middle = await this.study.grow(this.study.game, this.study.current, first);
      this.study.current = middle;
      await this.board.play(second);
    } catch (error) {
      this.board.fail(error);
    }
  }

  async hint() {
    const node = this.study.current;
    this.remark = msg("play.hinting");
    this.show();
    try {
      const values = await valued(this.study.game, node.position, HINT_SECONDS, this.stop.signal);
      if (this.study.current !== node) return;
      const pie = Boolean(values?.pie) && this.terms?.pie !== false;
      const advice = pie ? values.pie_advice : values?.advice;
      const worth = values?.choices.find((/** @type {any} */ one) => one.choice === advice);
      if (!worth) {
        this.remark = msg("play.no-hint");
      } else {
        const counted = pie || !worth.plain ? worth : { ...worth, value: worth.plain };
        const known = mark(counted, total(node.position));
        const result = known.sort === null ? "" : ` ${msg("play.hint-then", { verdict: verdictOf(known.sort, values.margin_of), how: known.how })}`;
        this.remark = msg("play.hint-is", { move: spoken(advice) }) + result;
        const place = placeOf(advice, node.position);
        // A player reads a plus as his own gain.
        const own = chooser(readPosition(node.position)) === across(values.margin_of) ? mark(forOther(counted), total(node.position)) : known;
        // An interval has no room beside a hole.
        const text = own.kind === "bounds" ? "★" : own.text;
        if (place) this.board.view.setValues({ [place]: { ...own, text, best: true } });
      }
      say(this.remark);
    } catch (error) {
      this.remark = error instanceof Error ? error.message : String(error);
    }
    this.show();
  }

  /** Back to the choice of this side before the last. */
  undo() {
    this.stop.abort();
    this.stop = new AbortController();
    this.resigned = this.decision = "";
    const sealed = this.sealing !== null;
    this.sealing = null;
    let node = sealed ? null : this.study.current.parent;
    while (node?.parent && !this.mine(node)) node = node.parent;
    if (node && this.mine(node)) {
      node.children = [];
      this.study.go(node);
    } else {
      this.board.rest(false);
    }
    this.show();
  }

  resign() {
    const board = readPosition(this.study.current.position);
    const side = this.ownSide ?? chooser(board);
    this.stop.abort();
    this.resigned = side;
    this.board.targets({ .../** @type {any} */ (this.study.current), moves: [] });
    say(msg("play.resigns", { side: SIDES[side] }));
    this.show();
  }

  show() {
    const panel = byId("play");
    if (!this.terms) {
      if (this.engines?.game === this.game()) panel.replaceChildren(this.form(this.engines));
      else void this.learnEngines();
      return;
    }
    const node = this.study.current;
    const over = this.over(node);
    const button = (/** @type {string} */ text, /** @type {() => void} */ act, disabled = false, id = "") => h("button", { type: "button", class: "button", id: id || null, disabled, onclick: act }, text);
    const moving = this.board.clock.playing && !node.endless;
    const turn = moving ? "" : this.resigned ? msg("play.resigned", { side: SIDES[this.resigned] }) : over ? this.board.headline(node) : this.sealing ? this.sealWords(node) : this.mine(node) ? this.yours(node) : "";
    panel.replaceChildren(
      h("p", { class: "lead" }, this.names()),
      h("p", { class: "turn" }, turn || (moving ? "" : this.remark) || " "),
      // It keeps its place, so that the board below does not move.
      h("p", { class: "quiet note" }, (turn && (this.remark || this.decision || this.lastRound(node))) || " "),
      h("div", { class: "row" },
        button(msg("play.hint"), () => void this.hint(), over || !this.mine(node) || this.sealing !== null), button(msg("play.back"), () => this.undo(), node.parent === null && this.sealing === null),
        button(msg("play.resign"), () => this.resign(), over || node.parent === null),
        button(msg("play.new"), () => {
          this.leave();
          this.show();
          byId("play").querySelector("select")?.focus();
        }),
        button(msg(over ? "play.review" : "play.review-far"), () => void review(this.study, byId("review"), say, this.ownSide), node.parent === null, "review-button")),
      h("div", { id: "review" }));
  }

  /** What the last round captured. @param {StudyNode} node */
  lastRound(node) {
    /** @type {StudyNode|null} */
    let past = node;
    while (past && !past.round) past = past.parent;
    if (!past?.round || node.endless) return "";
    const { round, captured: { east, west } } = past.round;
    const words = east + west === 0 ? msg("round.quiet") : msg("round.captures", { side: SIDES[east > 0 ? "E" : "W"], n: east + west });
    return `${round}: ${words}`;
  }

  /** @param {StudyNode} node */
  yours(node) {
    // A decision is taken by a button.
    if (Object.keys(byPlace(node.moves, node.position).places).length === 0) return `${task(node.position)}.`;
    const side = SIDES[chooser(readPosition(node.position))];
    return this.two ? (side ? msg("play.to-choose", { side }) : msg("play.either")) : msg("play.yours");
  }

  /** @param {StudyNode} node */
  sealWords(node) {
    const board = readPosition(node.position);
    const gote = SIDES[across(board.side)];
    const sealed = this.sealing?.gote.length ?? 0;
    return sealed === 0 ? msg("play.seal-one", { side: SIDES[board.side], other: gote }) : msg("play.seal-two", { side: gote });
  }

  /** The side of a person against an engine. */
  get ownSide() {
    return this.two ? undefined : this.terms?.side;
  }

  names() {
    const terms = this.terms;
    if (!terms || terms.opponent === "human") return msg("play.two");
    if (terms.opponent === "sealed") return msg("play.two-sealed");
    return msg("play.you", { side: SIDES[terms.side], opponent: levelName(terms.opponent) });
  }

  async learnEngines() {
    try {
      const game = this.game();
      this.engines = { game, ...(await ask("engines", { game })) };
      if (game === this.game()) this.show();
    } catch (error) {
      this.board.fail(error);
    }
  }

  /** @param {NonNullable<Play["engines"]>} known */
  form(known) {
    const shape = readPosition(this.study.root.position).shape;
    const sides = SIDES_OF[shape];
    const levels = known.levels.map((level) => [level.name, `${levelName(level.name)}: ${hasMessage(`level.${level.name}-about`) ? msg(`level.${level.name}-about`) : level.about}`]);
    const opponents = [...levels, ...known.engines.map((name) => [name, msg("play.named-engine", { name })]), ["human", msg("play.screen")], ...(shape === "rank" ? [["sealed", msg("play.screen-sealed")]] : [])];
    const opponent = h("select", { name: "opponent" }, ...opponents.map(([value, text]) => h("option", { value, selected: value === "medium" }, text)));
    const engine = h("input", { name: "engine", placeholder: "alphabeta:depth=10", spellcheck: "false", autocomplete: "off" });
    const side = h("select", { name: "side" }, ...sides.map((name, i) => h("option", { value: name }, i === 0 ? msg("play.begins", { side: SIDES[name] }) : SIDES[name])));
    const pie = h("input", { type: "checkbox", name: "pie", checked: true });
    const { root, current, openings } = this.study;
    const underWay = current.position !== openings.get(this.study.game) && !this.over(current);
    const start = (/** @type {{position?: string, record?: string}} */ from) => {
      void this.start({ opponent: engine.value.trim() || opponent.value, side: side.value, pie: pie.checked }, from).catch((error) => this.board.fail(error));
    };
    return h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      start({});
    } },
    h("label", { class: "field" }, `${msg("play.opponent")} `, opponent), h("label", { class: "field" }, `${msg("play.options")} `, engine), h("label", { class: "field" }, `${msg("play.side")} `, side),
    shape === "rank" ? h("label", { class: "check" }, pie, ` ${msg("play.pie")}`) : "",
    h("div", { class: "row" }, h("button", { type: "submit", class: "button strong" }, msg("play.start")),
      underWay ? h("button", { type: "button", class: "button", onclick: () => start({ position: root.position, record: this.study.record() }) }, msg("play.here")) : ""));
  }
}
