// @ts-check
// A tree of variations: each node is a position, each child what one choice leads to. The server knows the rules.

import { ask } from "./api.js";
import { readPosition } from "./player/position.js";

/** @typedef {import("./player/timeline.js").SowDocument} SowDocument */

export class StudyNode {
  /** @param {StudyNode|null} parent @param {string} move @param {any} shown  the document of `show` */
  constructor(parent, move, shown) {
    this.parent = parent;
    this.move = move;
    /** @type {string} */
    this.position = shown.position;
    /** @type {string[]} */
    this.moves = shown.moves;
    this.finished = Boolean(shown.finished);
    /** @type {any} */
    this.shown = shown;
    /** @type {StudyNode[]} */
    this.children = [];
    /** @type {SowDocument|null} the round that led here */
    this.round = null;
    /** @type {import("./player/moves.js").MoveDocument|null} the move that led here, in a game of one side at a time */
    this.sown = null;
    /** @type {string} the position at the start of that round */
    this.roundBefore = "";
    this.endless = false;
    /** The margin at the end that this position promises; undefined until it is known. @type {{at: number, sure: boolean}|null|undefined} */
    this.promised = undefined;
  }

  /** @returns {StudyNode} */
  get root() {
    return this.parent ? this.parent.root : this;
  }

  /** Choices from the root to here. @returns {StudyNode[]} */
  path() {
    return this.parent ? [...this.parent.path(), this] : [];
  }

  /** What is asked of the server to see the sowing that led here. @returns {Record<string, string>|null} */
  get sowing() {
    if (this.sown) return { position: this.sown.before, move: this.move };
    if (!this.round) return null;
    const holes = Object.fromEntries([...this.round.round.matchAll(/([EW])(\d+)/g)].map((match) => [match[1], match[2]]));
    return { position: this.roundBefore, east: holes.E, west: holes.W };
  }
}

/** The moves as a record that the command reads: E4W1 stay W6E8. @param {string[]} moves */
export function record(moves) {
  let text = "";
  let open = false;
  for (const move of moves) {
    const hole = /^[EW]\d+$/.test(move);
    text += text && !(hole && open) ? ` ${move}` : move;
    open = hole && !open;
  }
  return text;
}

export class Study {
  constructor() {
    this.game = "55stones";
    /** The game as the server writes it, with every option. */
    this.fullGame = "";
    /** @type {StudyNode} */
    this.root = new StudyNode(null, "", { position: "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1", moves: [] });
    this.current = this.root;
    /** The opening of each game that was asked for. @type {Map<string, string>} */
    this.openings = new Map();
    /** @type {((node: StudyNode, how: "opened"|"played"|"moved") => void)[]} */
    this.listeners = [];
    this.busy = false;
    /** How many games were asked for. */
    this.opening = 0;
  }

  /** Another game is asked for; returns its number. */
  want() {
    this.opening += 1;
    return this.opening;
  }

  /** @param {"opened"|"played"|"moved"} how */
  tell(how) {
    for (const listener of this.listeners) listener(this.current, how);
  }

  /**
   * Opens a game: from its opening or a position, with a record played.
   * @param {string} game @param {{position?: string, record?: string}} [from]
   * @param {number} [wanted]  when it was asked for: of several games the one asked for last counts
   */
  async open(game, from = {}, wanted = this.want()) {
    const first = await ask("show", { game, position: from.position });
    const root = new StudyNode(null, "", first);
    let node = root;
    if (from.record) {
      const line = await ask("show", { game, position: from.position, record: from.record });
      for (const move of line.played) node = await this.grow(game, node, move);
    }
    if (wanted !== this.opening) return;
    this.game = game;
    this.fullGame = first.game;
    this.root = root;
    this.current = node;
    this.tell("opened");
  }

  /**
   * Adds what a choice leads to.
   * @param {string} game @param {StudyNode} parent @param {string} move @returns {Promise<StudyNode>}
   */
  async grow(game, parent, move) {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const single = readPosition(parent.position).shape !== "rank";
    const sowing = single ? { position: parent.position, move } : this.roundOf(parent, move);
    const [shown, sown] = await Promise.all([
      ask("show", { game, position: parent.position, record: move }),
      sowing ? ask("sow", { game, ...sowing }) : null,
    ]);
    const node = new StudyNode(parent, move, shown);
    if (sown && sowing) {
      if (single) node.sown = sown;
      else node.round = sown;
      node.roundBefore = single ? "" : sowing.position;
      node.endless = sown.outcome === "endless";
      if (node.endless) node.moves = [];
    }
    parent.children.push(node);
    return node;
  }

  /** The round that a choice completes. @param {StudyNode} parent @param {string} move */
  roundOf(parent, move) {
    const board = readPosition(parent.position);
    if (board.shape !== "rank" || !/^\d+$/.test(board.phase)) return null;
    const holes = { [board.side]: board.phase, [move[0]]: move.slice(1) };
    const before = parent.parent && parent.parent.moves.length > 0 ? parent.parent.position : parent.position.replace(/\S+ (\S+)$/, "- $1");
    return { position: before, east: holes.E, west: holes.W };
  }

  /** Makes a choice at the current node. @param {string} move */
  async play(move) {
    if (this.busy || !this.current.moves.includes(move)) return false;
    this.busy = true;
    try {
      this.current = await this.grow(this.game, this.current, move);
    } finally {
      this.busy = false;
    }
    this.tell("played");
    return true;
  }

  /** @param {StudyNode|null|undefined} node */
  go(node) {
    if (!node || node === this.current) return;
    this.current = node;
    this.tell("moved");
  }

  /** Takes the current node out of the tree. */
  remove() {
    const { parent } = this.current;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.current);
    this.go(parent);
  }

  /** The record from the root to a node, by default the current one. */
  record(node = this.current) {
    return record(node.path().map((one) => one.move));
  }
}
