// @ts-check
// Checks a proof or a certificate in a worker of its own.

import { problem } from "../../board/page/problem.js";
import { msg } from "../../board/page/player/words.js";
import { solvers } from "./solvers.js";

/** @typedef {{game: string, seeds: number|null, start: string, play: string[], claim: {round: string, period: number}|{move: string, period: number}|{rounds: number}}} ShownCertificate */
/** @typedef {{game: string, seeds: number, claims: number, opening: number[], pie: number[]|null, tables: number}} CheckedProof */

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
    told(msg("proofs.checker"));
    const response = await fetch(FILES.checker, { signal });
    worker.postMessage({ program: await WebAssembly.compile(await response.arrayBuffer()) });
    // A proof begins with a word of its own; anything else has to be a certificate.
    const isProof = new TextDecoder().decode(bytes.subarray(0, 8)) === "SOWPROOF";
    if (!isProof) return certificate(await said(worker, { certificate: new TextDecoder().decode(bytes) }, () => {}, signal));
    const { proof } = await said(worker, { bytes }, () => {}, signal);
    told(msg("proofs.tables", { n: proof.tables }));
    const tables = proof.tables === 0 ? [] : await solvers.answer({ game: proof.game, stones: proof.tables - 1 }, (stones) => told(msg("proofs.stones", { at: stones, all: proof.tables - 1 })), signal);
    const progress = (/** @type {{claims: number, derived?: number}} */ { claims, derived }) => told(derived === undefined ? msg("proofs.claims", { n: claims }) : msg("proofs.derived", { words: msg("proofs.claims", { n: claims }), stones: derived }));
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
      else if (data.error !== undefined) failed(problem(data.error));
      else found(data);
    };
    worker.onerror = (event) => failed(problem({ error: event.message, kind: event.message ? "" : "stopped" }));
    signal.addEventListener("abort", () => failed(signal.reason), { once: true });
    worker.postMessage(message);
  });
}

/** @param {ShownCertificate["claim"]} claim */
function shows(claim) {
  if ("round" in claim) return msg("proofs.endless", { round: claim.round, n: claim.period });
  if ("move" in claim) return msg("proofs.endless-move", { move: claim.move, n: claim.period });
  return msg("proofs.repetition", { n: claim.rounds });
}

/** @param {{shown: ShownCertificate}} found */
function certificate({ shown }) {
  const { game, seeds, start, play, claim } = shown;
  const words = shows(claim);
  const after = play.length === 0 ? "" : msg("proofs.after", { moves: play.join(" ") });
  const each = seeds === null ? "" : msg("proofs.seeds", { seeds });
  return msg("proofs.certificate", { shown: words, game, seeds: each, start, after, trust: msg("proofs.trust") });
}

/** @param {CheckedProof} checked */
function proven({ game, seeds, claims, opening, pie, tables }) {
  const margin = ([least, most]) => (least === most ? msg("proofs.exactly", { n: least }) : msg("proofs.between", { least, most }));
  const withPie = pie === null ? "" : msg("proofs.pie", { pie: margin(pie) });
  const below = tables === 0 ? "" : msg("proofs.below", { n: tables });
  return msg("proofs.holds", { seeds, game, opening: margin(opening), pie: withPie, claims, below, trust: msg("proofs.trust") });
}
