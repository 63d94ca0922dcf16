// @ts-check
// Checks a proof or a certificate in a worker of its own.

import { solvers } from "./solvers.js";

/** @typedef {{game: string, seeds: number, claims: number, opening: number[], pie: number[], tables: number}} CheckedProof */

/**
 * Checks the bytes of a file. `told` receives words about the progress.
 * @param {Uint8Array} bytes @param {(words: string) => void} told @param {AbortSignal} signal
 * @returns {Promise<string>} what was checked, and what one has to trust
 */
export async function check(bytes, told, signal) {
  const worker = new Worker(FILES.check, { type: "module" });
  const stop = () => worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  try {
    told("Loading the checker…");
    const response = await fetch(FILES.checker, { signal });
    worker.postMessage({ program: await WebAssembly.compile(await response.arrayBuffer()) });
    // A proof begins with a word of its own; anything else has to be a certificate.
    const isProof = new TextDecoder().decode(bytes.subarray(0, 8)) === "SOWPROOF";
    if (!isProof) return certificate(await said(worker, { certificate: new TextDecoder().decode(bytes) }, () => {}, signal));
    const { proof } = await said(worker, { bytes }, () => {}, signal);
    told(`Building ${proof.tables} tables…`);
    const tables = proof.tables === 0 ? [] : await solvers.answer({ game: proof.game, stones: proof.tables - 1 }, (stones) => told(`Building tables: ${stones} of ${proof.tables - 1} stones`), signal);
    const progress = (/** @type {{claims: number, derived?: number}} */ { claims, derived }) => told(derived === undefined ? `${claims.toLocaleString("en")} claims follow` : `${claims.toLocaleString("en")} claims follow; values derived down to ${derived} stones`);
    const { checked } = await said(worker, { bytes, tables }, progress, signal);
    return proven(checked);
  } finally {
    signal.removeEventListener("abort", stop);
    worker.terminate();
  }
}

/**
 * Sends a message to the worker and waits for its answer.
 * @param {Worker} worker @param {any} message @param {(progress: any) => void} told @param {AbortSignal} signal @returns {Promise<any>}
 */
function said(worker, message, told, signal) {
  return new Promise((found, failed) => {
    worker.onmessage = ({ data }) => {
      if (data.progress) told(data.progress);
      else if (data.error !== undefined) failed(new Error(data.error));
      else found(data);
    };
    worker.onerror = (event) => failed(new Error(event.message || "the checker stopped"));
    signal.addEventListener("abort", () => failed(signal.reason), { once: true });
    worker.postMessage(message);
  });
}

const TRUST = "You have to trust the code of the checker, which shares nothing with the solver, and this browser.";

/** @param {{shown: string}} found */
function certificate({ shown }) {
  return `The certificate holds: ${shown}. ${TRUST}`;
}

/** @param {CheckedProof} checked */
function proven({ game, seeds, claims, opening, pie, tables }) {
  const margin = ([least, most]) => (least === most ? `exactly ${least}` : `from ${least} to ${most}`);
  const below = tables === 0 ? "" : `, and so does each value that they take from ${tables} tables`;
  return `The proof holds: with ${seeds} stones in each hole of ${game} the margin of the first chooser is ${margin(opening)}, with the pie rule ${margin(pie)}, whatever infinite play is worth. Each of ${claims.toLocaleString("en")} claims follows from earlier ones and the rules${below}. ${TRUST}`;
}
