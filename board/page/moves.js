// @ts-check
// Which place on the board a choice belongs to, and what a typed choice means.

import { awaiting, chooser, readPosition } from "./player/position.js";
import { hasMessage, msg, SIDES } from "./player/words.js";

/** The place that a choice is made at; null if it is none on the board. @param {string} move @param {string} position */
export function placeOf(move, position) {
  const board = readPosition(position);
  if (board.shape === "rank") return /^[EW]\d+$/.test(move) ? move.slice(1) : null;
  const name = move.replace(/^[+>]/, "").replace(/-.*$/, "").replace(/[rl+]$/, "").replace(board.shape === "line" ? /^[LR]/ : "", "");
  return name in board.counts ? name : null;
}

/** Choices by place, and those that have none. @param {string[]} moves @param {string} position */
export function byPlace(moves, position) {
  /** @type {Record<string, string[]>} */
  const places = {};
  /** @type {string[]} */
  const others = [];
  for (const move of moves) {
    const place = placeOf(move, position);
    if (place === null) others.push(move);
    else (places[place] ??= []).push(move);
  }
  return { places, others };
}

/** The choice that a typed text means, or null. @param {string} text @param {string[]} moves */
export function typed(text, moves) {
  const word = text.trim();
  const same = moves.find((move) => move.toLowerCase() === word.toLowerCase());
  if (same) return same;
  // The side may be left out: 4 is E4 or L4, 4r is L4r, 4+ is L4+.
  return moves.find((move) => /^[EWLUR]\d+[rl+-]?$/.test(move) && move.slice(1) === word.toLowerCase()) ?? null;
}

/** What may be typed where these can be chosen. @param {string[]} moves */
export function example(moves) {
  const [move = "", other] = moves;
  if (typed(move.slice(1), moves)) return msg("example", { move });
  return other ? msg("example.two", { move, other }) : move;
}

/** What a choice is called on a button. @param {string} move */
export function spoken(move) {
  return hasMessage(`named.${move}`) ? msg(`named.${move}`) : move;
}

/** Who is to do what. @param {string} position */
export function task(position) {
  const board = readPosition(position);
  const side = SIDES[chooser(board)] ?? "";
  if (board.shape === "rank") {
    if (board.phase === "pie") return msg("task.pie", { side });
    if (board.phase !== "-") return msg("task.reply", { first: SIDES[board.side], hole: board.phase, side });
    return msg("task.first", { side });
  }
  if (board.side === "?") return msg("task.open");
  const taken = awaiting(board);
  if (taken) return msg("task.reply", { first: SIDES[taken[0]], hole: taken, side });
  if (board.extra === "opening") return msg("task.opening", { side });
  if (board.shape === "four" && board.hands[board.side]) return msg("task.direction", { side });
  const phase = `task.${board.phase.split(":")[0]}`;
  return msg(board.shape === "colony" && hasMessage(phase) ? phase : "task.move", { side });
}

/** The whole board in words. @param {string} position */
export function boardInWords(position) {
  const board = readPosition(position);
  const places = board.ranks.flat();
  const heaps = places.map((place) => `${place}: ${board.won[place] ? msg("words.won", { side: SIDES[board.won[place]] ?? "" }) : board.ants[place] ? msg("words.ant", { heap: board.counts[place], side: SIDES[board.ants[place]] ?? "" }) : board.counts[place]}`).join(", ");
  const cups = Object.keys(board.counts).filter((id) => !places.includes(id)).map((id) => msg(id.startsWith("hand:") ? "words.holds" : "words.has", { side: SIDES[id.at(-1) ?? ""], n: board.counts[id] })).join(", ");
  return `${task(position)}. ${heaps}.${cups ? ` ${cups}.` : ""}`;
}
