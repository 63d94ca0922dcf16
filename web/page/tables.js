// @ts-check
// The tables that searches built, kept in IndexedDB until they are forgotten.

import { clear, createStore, entries, setMany } from "idb-keyval";

/** @type {ReturnType<typeof createStore>|null} */
let store = null;

function opened() {
  store ??= createStore("sowlab-tables", "tables");
  return store;
}

/** The kept tables: pairs of a path and the bytes of a file. @returns {Promise<[string, Uint8Array][]>} */
export async function keptTables() {
  try {
    return await entries(opened());
  } catch {
    // Storage is switched off: tables last as long as their worker.
    return [];
  }
}

/** @param {[string, Uint8Array][]} tables */
export async function keepTables(tables) {
  try {
    await setMany(tables, opened());
  } catch {
    // Storage is switched off or full.
  }
}

export async function forgetTables() {
  await clear(opened());
}
