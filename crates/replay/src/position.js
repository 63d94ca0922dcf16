// @ts-check
// Reads the notation of positions: what lies where. No rules.

/**
 * @typedef {object} Board
 * @property {"rank"|"line"|"two"|"four"|"colony"} shape  line: one rank that both sides sow by hand
 * @property {Record<string, number>} counts  stones by place
 * @property {string} side  who chooses: E W, l r, L U, R B, or ?
 * @property {string} phase  rank: -, pie, or the hole that sente has taken
 * @property {number} round
 * @property {string[][]} ranks  the names of the places as they are written, rank by rank
 * @property {Record<string, string>} ants  colony: whose ant is on a log
 * @property {Record<string, {place: string}>} hands  by side: where a hand rests that has stones
 * @property {string} extra  two and four: the field after the others
 * @property {Record<string, string>} won  two: whose a pit is that has been won
 */

/** The sides of each shape of board, the one that begins first. @type {Record<Board["shape"], string[]>} */
export const SIDES_OF = { rank: ["E", "W"], line: ["l", "r"], two: ["L", "U"], four: ["L", "U"], colony: ["R", "B"] };

/** The side across. @param {string} side */
export function across(side) {
  return { E: "W", W: "E", l: "r", r: "l", L: "U", U: "L", R: "B", B: "R" }[side] ?? side;
}

/** The side that margins are of: of two sides the one that begins. @param {string} side */
export function firstOf(side) {
  return { W: "E", r: "l", U: "L", B: "R" }[side] ?? side;
}

/** A side as documents write it. Left and Right have letters of other boards. @param {string} letter @param {Board["shape"]} shape */
export function sideOf(letter, shape) {
  return shape === "line" ? letter.toLowerCase() : letter;
}

/** The names of the places of a rank. @param {number} ranks @param {number} rank @param {number} length */
function names(ranks, rank, length) {
  const list = Array.from({ length }, (_, i) => i + 1);
  if (ranks === 1) return list.map(String);
  if (ranks === 2) return list.map((i) => "LU"[rank] + (length + 1 - i));
  if (ranks === 3) return list.map((i) => "TMB"[rank] + i);
  return list.map((i) => "LLUU"[rank] + (i + (rank % 2) * length));
}

/**
 * What a position in the command's notation shows.
 * @param {string} text @returns {Board}
 */
export function readPosition(text) {
  const [board, side = "E", ...rest] = text.trim().split(/\s+/);
  const parts = board.split("/").map((rank) => rank.split(","));
  /** @type {Board} */
  const read = { shape: "rank", counts: {}, side, phase: "-", round: 1, ranks: [], ants: {}, hands: {}, extra: "", won: {} };
  read.shape = /** @type {Board["shape"]} */ (["rank", "two", "colony", "four"][parts.length - 1] ?? "colony");
  if (read.shape === "rank" && "LR".includes(side)) read.shape = "line";
  read.side = sideOf(side, read.shape);
  parts.forEach((rank, index) => {
    const places = names(parts.length, index, rank.length);
    read.ranks.push(places);
    rank.forEach((word, i) => {
      read.counts[places[i]] = parseInt(word, 10) || 0;
      const ant = word.replace(/[0-9]/g, "");
      if (ant) read.ants[places[i]] = ant.toUpperCase();
    });
  });
  if (read.shape === "rank") {
    read.counts.E = Number(rest[0] ?? 0);
    read.counts.W = Number(rest[1] ?? 0);
    read.phase = rest[2] ?? "-";
    read.round = Number(rest[3] ?? 1);
  } else if (read.shape === "two") {
    read.counts["store:L"] = Number(rest[0] ?? 0);
    read.counts["store:U"] = Number(rest[1] ?? 0);
    read.extra = rest[2] ?? "";
    const [, own, other] = /^(\d+|-)\/(\d+|-)$/.exec(read.extra) ?? [];
    // Each side's lies on the other side.
    if (Number(own)) read.won[`U${own}`] = "L";
    if (Number(other)) read.won[`L${other}`] = "U";
  } else if (read.shape === "colony") {
    read.counts["store:R"] = Number(rest[0] ?? 0);
    read.counts["store:B"] = Number(rest[1] ?? 0);
    read.phase = rest[3] ?? "log";
    const [, place, held] = /^exit:(\w+):(\d+)$/.exec(read.phase) ?? [];
    if (place) {
      read.counts[`hand:${side}`] = Number(held);
      read.hands[side] = { place };
    }
  } else if (read.shape === "four") {
    read.extra = rest[0] ?? "";
    const [, pit, held] = /^(\d+):(\d+)/.exec(read.extra) ?? [];
    if (pit) {
      read.counts[`hand:${side}`] = Number(held);
      read.hands[side] = { place: side + pit };
    }
  }
  return read;
}

/** The letters of sides on places: ants, and pits that a side has won. @param {Board} board @returns {Record<string, string>} */
export function badgesOf(board) {
  return { ...board.ants, ...board.won };
}

/** The pit of the first side that waits for the reply, where both sow at once; null if there is none. @param {Board} board */
export function awaiting(board) {
  return board.shape === "two" && board.extra in board.counts ? board.extra : null;
}

/**
 * The side that is to choose now. With a hole already taken it is the other side; the board may be turned by the side that had sente
 * in the first round, which has lost it if anything was captured.
 * @param {Board} board
 */
export function chooser(board) {
  if (board.phase === "pie") return board.counts.E + board.counts.W > 0 ? across(board.side) : board.side;
  return board.shape === "rank" && /^\d+$/.test(board.phase) ? across(board.side) : board.side;
}

/** A position of the stones family as text. @param {Board} board */
export function writeRank(board) {
  const holes = board.ranks[0].map((name) => board.counts[name]).join(",");
  return `${holes} ${board.side} ${board.counts.E} ${board.counts.W} ${board.phase} ${board.round}`;
}
