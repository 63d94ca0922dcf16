// @ts-check
// What the server knows of one position after some seconds.

import { follow } from "./api.js";
import { seen } from "./worth.js";

/**
 * The last document of the stream of values.
 * @param {string} game @param {string} position @param {number} seconds @param {AbortSignal} signal @returns {Promise<any>}
 */
export function valued(game, position, seconds, signal) {
  return new Promise((found, failed) => {
    /** @type {any} */
    let last = null;
    const stop = follow("choices", { game, position, time: seconds }, (document) => {
      last = seen(document);
    }, (error) => (error ? failed(new Error(error)) : found(last)));
    signal.addEventListener("abort", () => {
      stop();
      failed(new Error("stopped"));
    });
  });
}
