// The answers that the page has before its solver: openings, and in 55Stones the first moves.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The openings that the page links to, besides those of the list of games. */
const OPENINGS = ["stones:holes=11,seeds=2", "stones:holes=11,seeds=4"];
/** The round of the start page that never ends, as `board/page/start.js` asks for it. */
const NEVER = { game: "55stones", position: "0,1,0,1,0,1,0,1,0,2,2 E 47 0 - 3", east: "10", west: "11", limit: "60" };
/** The game that opens by itself, whose first moves are prepared. */
const FIRST = "55stones";

/** @param {string} wasm  the folder with the program  @returns {Promise<Record<string, any>>} */
export async function preparedAnswers(wasm) {
  const { initSync, Solver } = await import(pathToFileURL(join(wasm, "solver.js")).href);
  initSync({ module: readFileSync(join(wasm, "solver_bg.wasm")) });
  const solver = new Solver();
  /** @type {Record<string, any>} */
  const answers = {};
  /** @param {string} path @param {Record<string, string>} query */
  const answer = (path, query) => {
    const text = new URLSearchParams(query).toString();
    let last = "";
    const found = solver.answer(path, text, (/** @type {string} */ document) => {
      last = document;
    });
    const document = JSON.parse(last || found);
    // Of values, only exact ones are the last word.
    if (!last || document.proven) answers[`${path}?${text}`] = document;
    return document;
  };
  const { games } = answer("games", {});
  for (const game of [...games.map((/** @type {any} */ { name }) => name), ...OPENINGS]) {
    const { position, moves } = answer("show", { game });
    if (values(game)) answer("choices", { game, position });
    if (game !== FIRST) continue;
    for (const record of moves) {
      const after = answer("show", { game, position, record });
      answer("choices", { game, position: after.position });
    }
  }
  answer("sow", NEVER);
  return answers;

  /** Whether the values of an opening ship with the program: a search of a second finds no others. @param {string} game */
  function values(game) {
    const query = new URLSearchParams({ game, time: "1" }).toString();
    return solver.answer("choices", query, () => {}) === "proven";
  }
}
