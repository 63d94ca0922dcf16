// @ts-check
// Which place on the board a choice belongs to, and what a typed choice means.

import { chooser, readPosition, SIDES } from "./player/position.js";

/** The place that a choice is made at; null if it is none on the board. @param {string} move @param {string} position */
export function placeOf(move, position) {
  const board = readPosition(position);
  if (board.shape === "rank") return /^[EW]\d+$/.test(move) ? move.slice(1) : null;
  const name = move.replace(/^[+>]/, "").replace(/-.*$/, "").replace(/[rl]$/, "");
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
  // The side may be left out: 4 is E4 or L4, 4r is L4r.
  return moves.find((move) => /^[EWLU]\d+[rl]?$/.test(move) && move.slice(1) === word.toLowerCase()) ?? null;
}

/** What may be typed where these can be chosen. @param {string[]} moves */
export function example(moves) {
  const [move = "", other] = moves;
  if (typed(move.slice(1), moves)) return `number, or ${move}`;
  return other ? `${move} or ${other}` : move;
}

/** What a choice is called on a button. @param {string} move */
export function spoken(move) {
  const words = /** @type {Record<string, string>} */ ({
    turn: "Turn the board", stay: "Stay", pass: "Pass", on: "Sow on without end",
    "stay+L": "Stay, Lower starts", "stay+U": "Stay, Upper starts", "turn+L": "Turn, Lower starts", "turn+U": "Turn, Upper starts",
  });
  return words[move] ?? move;
}

/** Who is to do what. @param {string} position */
export function task(position) {
  const board = readPosition(position);
  const name = SIDES[chooser(board)] ?? "";
  if (board.shape === "rank") {
    if (board.phase === "pie") return `${name} may turn the board`;
    if (board.phase !== "-") return `${SIDES[board.side]} takes hole ${board.phase}. ${name} to answer`;
    return `${name} has sente and chooses first`;
  }
  if (board.side === "?") return "Choose a side and who starts";
  const phases = /** @type {Record<string, string>} */ ({ ant: "an ant, or pass", log: "a log", exit: "an exit", enter: "whether an ant enters", endless: "to sow on" });
  const phase = board.shape === "colony" ? phases[board.phase.split(":")[0]] : null;
  return `${name} to move${phase ? `: ${phase}` : ""}`;
}

/** The whole board in words. @param {string} position */
export function boardInWords(position) {
  const board = readPosition(position);
  const places = board.ranks.flat();
  const heaps = places.map((place) => `${place}: ${board.counts[place]}${board.ants[place] ? ` with an ant of ${SIDES[board.ants[place]] ?? ""}` : ""}`).join(", ");
  const cups = Object.keys(board.counts).filter((id) => !places.includes(id)).map((id) => `${SIDES[id.at(-1) ?? ""]} ${id.startsWith("hand:") ? "holds" : "has"} ${board.counts[id]}`).join(", ");
  return `${task(position)}. ${heaps}.${cups ? ` ${cups}.` : ""}`;
}
