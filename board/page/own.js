// @ts-check
// Games from the visitor's own files of rules. A server reads no files of visitors, so there are none.

/** @typedef {import("./editor.js").GameEntry} GameEntry */

/** The games. @returns {Promise<GameEntry[]>} */
export async function ownGames() {
  return [];
}

/** The form that opens files and forgets them; `null` where there are none. @param {(game: string) => Promise<void>} open @returns {Node|null} */
export function ownForm(open) {
  void open;
  return null;
}
