// @ts-check
// Games from the visitor's own files of rules. They stay in this browser.

import { h } from "../../board/page/dom.js";
import { msg } from "../../board/page/player/words.js";
import { forgetRules, gameOf, keepRules, ownRules } from "./rules.js";
import { solvers } from "./solvers.js";

/** @typedef {import("../../board/page/editor.js").GameEntry} GameEntry */

/** The solver accepts files of at most so many bytes. */
const MOST_BYTES = 1 << 16;

/** Reads a file of rules. @param {string} file @param {string} text @returns {Promise<GameEntry>} */
async function listed(file, text) {
  const entry = await solvers.answer({ file, text }, () => {});
  return { ...JSON.parse(entry), name: gameOf(file) };
}

/** The games. @returns {Promise<GameEntry[]>} */
export async function ownGames() {
  const read = await Promise.allSettled(ownRules().map(([file, text]) => listed(file, text)));
  return read.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/** The form that opens files and forgets them. @param {(game: string) => Promise<void>} open @returns {Node|null} */
export function ownForm(open) {
  const problem = h("p", { class: "problem", role: "alert" });
  const chosen = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    const [given] = input.files ?? [];
    if (!given) return;
    problem.textContent = "";
    try {
      // These marks end the name in that of a game.
      const file = given.name.replace(/[,:]/g, "-");
      // The solver refuses what was cut.
      const text = await given.slice(0, MOST_BYTES + 1).text();
      await listed(file, text);
      keepRules(file, text);
      await open(gameOf(file));
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
    input.value = "";
  };
  const kept = ownRules().map(([file]) => h("button", { type: "button", class: "button", onclick: (/** @type {Event} */ event) => {
    forgetRules(file);
    /** @type {HTMLElement} */ (event.currentTarget).remove();
  } }, msg("own.forget", { file })));
  return h("details", { class: "own" }, h("summary", {}, msg("own")),
    h("p", { class: "quiet" }, msg("own.about")),
    h("label", { class: "field" }, `${msg("own.file")} `, h("input", { type: "file", name: "rules", accept: ".toml", onchange: chosen })),
    problem, h("div", { class: "row" }, ...kept));
}
