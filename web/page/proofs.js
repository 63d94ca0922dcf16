// @ts-check
// The dialog in which proofs and certificates are checked, and tables forgotten.

import { byId, h } from "../../board/page/dom.js";
import { check } from "./checker.js";
import { solvers } from "./solvers.js";
import { forgetTables, keptTables } from "./tables.js";

/** The proofs of the site, and how long their checks take. */
const PROOFS = [["22stones", "22Stones", "half a minute"], ["33stones", "33Stones", "minutes"]];

const state = h("p", { class: "quiet", role: "status", id: "check-state" });
let stop = new AbortController();

/** Checks bytes and says the result. @param {() => Promise<Uint8Array>} load */
async function run(load) {
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  const told = (/** @type {string} */ words) => {
    if (!signal.aborted) state.textContent = words;
  };
  try {
    told("Loading…");
    told(await check(await load(), told, signal));
  } catch (error) {
    told(`Not confirmed: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(`proofs/${name}.complete`);
  if (!response.ok) throw new Error(`the proof cannot be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

function checks() {
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", id: "check-file", accept: ".complete,.json" }));
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void run(async () => new Uint8Array(await chosen.arrayBuffer()));
  });
  const buttons = PROOFS.map(([name, title, time]) => h("button", { type: "button", class: "button", onclick: () => void run(() => fetched(name)) }, `Check ${title} (${time})`));
  return [
    h("p", {}, "An independent checker confirms proofs and certificates here, from the rules alone."),
    h("div", { class: "row" }, ...buttons),
    h("p", {}, h("label", { for: "check-file" }, "Your own file "), file),
    state,
  ];
}

function storage() {
  const words = h("p", { class: "quiet" });
  const count = async () => {
    const tables = await keptTables();
    const bytes = tables.reduce((sum, [, { length }]) => sum + length, 0);
    words.textContent = tables.length === 0 ? "No tables are stored in this browser." : `${tables.length} tables that searches built are stored in this browser: ${(bytes / 1e6).toFixed(1)} MB.`;
  };
  const forget = async () => {
    solvers.forget();
    await forgetTables();
    await count();
  };
  void count();
  return [h("h3", {}, "Tables"), words, h("button", { type: "button", class: "button", onclick: () => void forget() }, "Forget the tables")];
}

const open = h("button", { type: "button", class: "icon-button", id: "proofs", title: "Check a proof", onclick: () => {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  byId("dialog-title").textContent = "Proofs";
  byId("dialog-body").replaceChildren(...checks(), ...storage());
  dialog.showModal();
} }, "Proofs");
byId("theme").before(open);
