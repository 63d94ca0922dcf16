// @ts-check
// Files of the site that are loaded when they are needed.

/** The messages of a language. @param {string} language @returns {Promise<import("../../crates/replay/src/words.js").Words>} */
export async function loadWords(language) {
  return (await import(new URL(FILES[language], import.meta.url).href)).default;
}

/** The puzzles. @returns {Promise<{puzzles: [string, string, string, number][]}>} */
export async function loadPuzzles() {
  return (await fetch(FILES.puzzles)).json();
}
