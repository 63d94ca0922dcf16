// @ts-check
// Files of the page that are loaded when they are needed, from the server.

/** The messages of a language. @param {string} language @returns {Promise<import("./player/words.js").Words>} */
export async function loadWords(language) {
  return (await import(`./words/${language}.js`)).default;
}

/** The puzzles. @returns {Promise<{puzzles: [string, string, string, number][]}>} */
export async function loadPuzzles() {
  return (await fetch("puzzles.json")).json();
}
