// @ts-check
// The address names what is on the board: #/view/game?position=…&moves=…

import { msg } from "./player/words.js";

/** @typedef {{view: string, game: string, start: string, moves: string}} Place */

export const VIEWS = ["start", "analyse", "play", "gallery", "rules"];

/** Text of an address that may be no percent-encoding. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(msg("address.percent", { text }));
  }
}

/** Reads an address. Throws if it names nothing that there is. @param {string} hash @returns {Place} */
export function readHash(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view = "", game = "", ...rest] = path.split("/");
  if (view && !VIEWS.includes(view)) throw new Error(msg("address.view", { view, views: VIEWS.join(", ") }));
  if (rest.length > 0) throw new Error(msg("address.form"));
  const given = new URLSearchParams(query);
  return {
    view: view || "start",
    game: decoded(game) || "55stones",
    start: given.get("position") ?? "",
    moves: given.get("moves") ?? "",
  };
}

/** Writes one; spaces become "+" and commas stay. @param {Partial<Place>} place */
export function writeHash(place) {
  const given = new URLSearchParams();
  if (place.start) given.set("position", place.start);
  if (place.moves) given.set("moves", place.moves);
  const query = given.toString().replaceAll("%2C", ",").replaceAll("%2F", "/");
  const game = encodeURIComponent(place.game ?? "55stones").replaceAll("%3A", ":").replaceAll("%3D", "=").replaceAll("%2C", ",");
  return `#/${place.view ?? "analyse"}/${game}${query ? `?${query}` : ""}`;
}
