// @ts-check
// The visitor's own files of rules, which this browser keeps until they are forgotten.

import { keep, kept } from "../../board/page/kept.js";

/** Under this key the browser keeps pairs of a file's name and its text. */
const KEY = "sowlab-rules";
/** How a game from a file begins. */
const FROM_FILE = "file:";

/** What is kept. Text that this page did not write counts as nothing. @returns {Map<string, string>} */
function keptFiles() {
  try {
    return new Map(JSON.parse(kept(KEY) ?? "[]"));
  } catch {
    return new Map();
  }
}

const files = keptFiles();

/** The files: pairs of a name and a text. @returns {[string, string][]} */
export function ownRules() {
  return [...files];
}

/** @param {string} file @param {string} text */
export function keepRules(file, text) {
  files.set(file, text);
  keep(KEY, JSON.stringify([...files]));
}

/** @param {string} file */
export function forgetRules(file) {
  files.delete(file);
  keep(KEY, JSON.stringify([...files]));
}

/** The name of a game, without options. @param {string} file */
export function gameOf(file) {
  return FROM_FILE + file;
}

/** The file that a game needs and this browser does not have. @param {string} game */
export function missingRules(game) {
  const file = game.startsWith(FROM_FILE) ? game.slice(FROM_FILE.length).split(",")[0] : null;
  return file !== null && !files.has(file) ? file : null;
}
