// @ts-check
// The dialog in which proofs and certificates are checked, tables forgotten, and published tables probed.

import { byId, h } from "../../board/page/dom.js";
import { problem } from "../../board/page/problem.js";
import { svgElement } from "../../board/page/player/stage.js";
import { msg } from "../../board/page/player/words.js";
import { check } from "./checker.js";
import { publishedTables } from "./published.js";
import { solvers } from "./solvers.js";
import { forgetTables, keptTables } from "./tables.js";

/** The proofs of the site, and how long their checks take. */
const PROOFS = [["22stones", "22Stones", "half"], ["33stones", "33Stones", "minutes"]];

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
    told(msg("proofs.loading"));
    told(await check(await load(), told, signal));
  } catch (error) {
    told(msg("proofs.not", { reason: error instanceof Error ? error.message : String(error) }));
  }
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(`proofs/${name}.complete`);
  if (!response.ok) throw problem({ kind: "not-loaded", values: { status: String(response.status) } });
  return new Uint8Array(await response.arrayBuffer());
}

function checks() {
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", id: "check-file", accept: ".complete,.json" }));
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void run(async () => new Uint8Array(await chosen.arrayBuffer()));
  });
  const buttons = PROOFS.map(([name, title, time]) => h("button", { type: "button", class: "button", onclick: () => void run(() => fetched(name)) }, msg(`proofs.${time}`, { name: title })));
  return [
    h("p", {}, msg("proofs.about")),
    h("div", { class: "row" }, ...buttons),
    h("p", {}, h("label", { for: "check-file" }, `${msg("proofs.own")} `), file),
    state,
  ];
}

function storage() {
  const words = h("p", { class: "quiet" });
  const count = async () => {
    const tables = await keptTables();
    const bytes = tables.reduce((sum, [, { length }]) => sum + length, 0);
    words.textContent = tables.length === 0 ? msg("tables.none") : msg("tables.some", { n: tables.length, size: (bytes / 1e6).toFixed(1) });
  };
  const forget = async () => {
    solvers.forget();
    await forgetTables();
    await count();
  };
  void count();
  return [h("h3", {}, msg("tables")), words, h("button", { type: "button", class: "button", onclick: () => void forget() }, msg("tables.forget"))];
}

/** A shield, for narrow screens. */
function icon() {
  const svg = svgElement("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  svgElement("path", { d: "M12 3l7 3v5c0 5-3 8-7 10c-4-2-7-5-7-10V6zM8.5 12l2.5 2.5l4.5-5", fill: "none" }, svg);
  return svg;
}

const open = h("button", { type: "button", class: "icon-button", id: "proofs", title: msg("proofs.check"), onclick: () => {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  byId("dialog-title").textContent = msg("proofs");
  byId("dialog-body").replaceChildren(...checks(), ...storage(), ...publishedTables());
  dialog.showModal();
} }, icon(), h("span", {}, msg("proofs")));
byId("theme").before(open);
