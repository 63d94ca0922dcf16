// @ts-check
// The address names what is on the board: #/view/game?position=…&moves=…

/** @typedef {{view: string, game: string, start: string, moves: string}} Place */

/** Reads an address. @param {string} hash @returns {Place} */
export function readHash(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view = "", game = ""] = path.split("/");
  const given = new URLSearchParams(query);
  return {
    view: view || "analyse",
    game: decodeURIComponent(game) || "55stones",
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
