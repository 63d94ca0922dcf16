// @ts-check
// Answers from workers of this page, with the requests of the server's interface. Some answers are prepared: they are there before
// the solver is.

import { answered } from "./prepared.js";
import { solvers } from "./solvers.js";

/** @param {Record<string, any>} query */
function text(query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/**
 * Asks for one document.
 * @param {string} path @param {Record<string, any>} query @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, query = {}, signal) {
  const prepared = await answered(path, text(query));
  signal?.throwIfAborted();
  return prepared ?? JSON.parse(await solvers.answer({ path, query: text(query) }, () => {}, signal));
}

/**
 * Follows a stream of documents.
 * @param {string} path @param {Record<string, any>} query
 * @param {(document: any) => void} each @param {(error: string|null) => void} done
 * @returns {() => void} stops it
 */
export function follow(path, query, each, done) {
  const stop = new AbortController();
  read(path, text(query), each, stop.signal).then(
    () => done(null),
    (error) => {
      if (!stop.signal.aborted) done(error instanceof Error ? error.message : String(error));
    },
  );
  return () => stop.abort();
}

/** @param {string} path @param {string} query @param {(document: any) => void} each @param {AbortSignal} signal */
async function read(path, query, each, signal) {
  const prepared = await answered(path, query);
  signal.throwIfAborted();
  if (prepared) each(prepared);
  else await solvers.answer({ path, query }, (document) => each(JSON.parse(document)), signal);
}
