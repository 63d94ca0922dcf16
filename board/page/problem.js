// @ts-check
// Errors of requests in the language of the page.

import { hasMessage, msg } from "./player/words.js";

/** @typedef {{error?: string, kind?: string, values?: Record<string, string|number>}} ErrorDocument  an error as the interface sends it */

/** The message of an error: that of its kind and parameter, of its kind, or the English one. @param {ErrorDocument} document */
export function problemText({ error = "", kind = "", values = {} }) {
  const key = [`problem.${kind}.${values.parameter}`, `problem.${kind}`].find(hasMessage);
  return key ? msg(key, values).trim() : error;
}

/** The same to throw. @param {ErrorDocument} document */
export function problem(document) {
  return new Error(problemText(document));
}
