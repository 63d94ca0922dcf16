// @ts-check
// Choosing a game with its options, and editing a position hole by hole.

import { byId, h } from "./dom.js";
import { readPosition, SIDES } from "./player/position.js";

/** @typedef {{name: string, family: string, about: string, options: {name: string, allowed: string, default: string, about: string}[]}} GameEntry */

/** Nicer names than those that the command takes. @param {string} game */
export function titleOf(game) {
  const [name, options = ""] = game.split(":");
  if (name === "stones") {
    const seeds = /seeds=(\d+)/.exec(options)?.[1] ?? "5";
    const holes = /holes=(\d+)/.exec(options)?.[1] ?? "11";
    return holes === "11" ? `${seeds}${seeds}Stones` : `${holes} × ${seeds}`;
  }
  return ({ "55stones": "55Stones", "33stones": "33Stones", colony: "The Colony" })[name] ?? name[0].toUpperCase() + name.slice(1);
}

/**
 * The form that chooses a game.
 * @param {GameEntry[]} games @param {string} current @param {(game: string) => Promise<void>} open
 */
export function gameForm(games, current, open) {
  const [name, given = ""] = current.split(":");
  const set = Object.fromEntries(given.split(",").filter(Boolean).map((option) => option.split("=")));
  const options = h("div", { class: "options" });
  const problem = h("p", { class: "problem", role: "alert" });
  const select = h("select", { name: "game" }, ...games.map((game) => h("option", { value: game.name, selected: game.name === name }, `${titleOf(game.name === "stones" ? "any rank" : game.name)}: ${game.about}`)));
  const fill = () => {
    const game = games.find((one) => one.name === select.value);
    options.replaceChildren(...(game?.options ?? []).map((option) => optionField(option, select.value === name ? set[option.name] : undefined)));
  };
  select.addEventListener("change", fill);
  fill();
  const text = () => {
    const chosen = [...options.querySelectorAll("[name]")].map((field) => /** @type {HTMLInputElement} */ (field)).filter((field) => field.value !== field.dataset.default);
    return chosen.length ? `${select.value}:${chosen.map((field) => `${field.name}=${field.value}`).join(",")}` : select.value;
  };
  return h("form", { class: "form", method: "dialog", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      await open(text());
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  } }, h("label", { class: "field" }, "Game ", select), options, problem, h("div", { class: "row" }, h("button", { type: "submit", class: "button strong" }, "Open")));
}

/** @param {GameEntry["options"][0]} option @param {string|undefined} value */
function optionField(option, value) {
  const range = /^(\d+)\.\.(\d+)$/.exec(option.allowed);
  const now = value ?? option.default;
  const field = range
    ? h("input", { type: "number", name: option.name, min: range[1], max: Number(range[2]) < 1e6 ? range[2] : null, value: now, "data-default": option.default })
    : h("select", { name: option.name, "data-default": option.default }, ...option.allowed.split("|").map((word) => h("option", { value: word, selected: word === now }, word)));
  return h("label", { class: "field", title: option.about }, `${option.name} `, field, h("span", { class: "quiet small" }, option.about));
}

/**
 * Fills the panel in which positions and games are pasted, copied and edited.
 * @param {import("./study.js").Study} study
 * @param {(from: {position?: string, record?: string}) => Promise<void>} open
 */
export function showNotation(study, open) {
  const problem = h("p", { class: "problem", role: "alert" });
  /** @param {() => {position?: string, record?: string}} from */
  const attempt = (from) => async (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      await open(from());
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const position = h("textarea", { rows: 2, name: "position", spellcheck: "false" });
  position.value = study.current.position;
  const record = h("textarea", { rows: 3, name: "record", spellcheck: "false" });
  record.value = study.record();
  const copy = (/** @type {HTMLTextAreaElement} */ field) => h("button", { type: "button", class: "button", onclick: async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
    } catch {
      field.select();
      button.textContent = "Press Ctrl+C";
    }
  } }, "Copy");
  byId("notation").replaceChildren(
    h("form", { class: "form", onsubmit: attempt(() => ({ position: position.value })) },
      h("label", { class: "field tall" }, "Position", position),
      h("div", { class: "row" }, h("button", { type: "submit", class: "button" }, "Set position"), copy(position))),
    h("form", { class: "form", onsubmit: attempt(() => ({ position: study.root.position, record: record.value })) },
      h("label", { class: "field tall" }, "Game from its start", record),
      h("div", { class: "row" }, h("button", { type: "submit", class: "button" }, "Play these moves"), copy(record))),
    problem,
    h("details", { class: "editor" }, h("summary", {}, "Edit the board hole by hole"), edited(study, attempt)));
}

/** @param {import("./study.js").Study} study @param {(from: () => {position?: string}) => (event: Event) => void} attempt */
function edited(study, attempt) {
  const board = readPosition(study.current.position);
  /** @param {string} place @param {string} label */
  const field = (place, label) => h("label", { class: "cell" }, h("span", {}, label), h("input", { type: "number", min: 0, max: 255, name: place, value: board.counts[place] }));
  const holes = board.ranks.map((rank) => h("div", { class: "cells" }, ...rank.map((place) => field(place, place))));
  const stores = Object.keys(board.counts).filter((place) => !board.ranks.flat().includes(place) && !place.startsWith("hand:"));
  const sides = { rank: ["E", "W"], two: ["L", "U"], four: ["L", "U"], colony: ["R", "B"] }[board.shape];
  const side = h("select", { name: "side" }, ...sides.map((name) => h("option", { value: name, selected: name === board.side }, SIDES[name])));
  /** @type {HTMLFormElement} */
  const form = h("form", { class: "form", onsubmit: attempt(() => {
    const value = (/** @type {string} */ place) => /** @type {HTMLInputElement} */ (form.elements.namedItem(place)).value || "0";
    const ranks = board.ranks.map((rank) => rank.map((place) => value(place) + (board.ants[place]?.toLowerCase() ?? "")).join(",")).join("/");
    const rest = stores.map(value);
    return { position: [ranks, side.value, ...rest].join(" ") };
  }) },
  ...holes,
  h("div", { class: "cells wide" }, ...stores.map((place) => field(place, `${SIDES[place.at(-1) ?? ""]} has`)), h("label", { class: "cell" }, h("span", {}, board.shape === "rank" ? "sente" : "to move"), side)),
  h("div", { class: "row" }, h("button", { type: "submit", class: "button" }, "Set this board")));
  return form;
}
