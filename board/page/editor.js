// @ts-check
// Choosing a game with its options, and positions and games as text.

import { byId, h } from "./dom.js";
import { boardForm } from "./holes.js";
import { hasMessage, msg } from "./player/words.js";
import { parts, titleOf, withOptions } from "./title.js";

/** @typedef {{name: string, family: string, about: string, options: {name: string, allowed: string, default: string, about: string}[]}} GameEntry */

/**
 * The form that chooses a game.
 * @param {GameEntry[]} games @param {string} current @param {(game: string) => Promise<void>} open
 */
export function gameForm(games, current, open) {
  const { name, options: set } = parts(current);
  const options = h("div", { class: "options" });
  const problem = h("p", { class: "problem", role: "alert" });
  const select = h("select", { name: "game" }, ...games.map((game) => h("option", { value: game.name, selected: game.name === name }, inList(game))));
  const fill = () => {
    const game = games.find((one) => one.name === select.value);
    options.replaceChildren(...(game?.options ?? []).map((option) => optionField(select.value, option, select.value === name ? set[option.name] : undefined)));
  };
  select.addEventListener("change", fill);
  fill();
  const text = () => {
    const chosen = [...options.querySelectorAll("[name]")].map((field) => /** @type {HTMLInputElement} */ (field)).filter((field) => field.value !== "" && field.value !== field.dataset.default);
    return withOptions(select.value, Object.fromEntries(chosen.map((field) => [field.name, field.value])));
  };
  return h("form", { class: "form", method: "dialog", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      await open(text());
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
  } }, h("label", { class: "field" }, `${msg("game")} `, select), options, problem, h("div", { class: "row" }, h("button", { type: "submit", class: "button strong" }, msg("game.open"))));
}

/** The first of some messages that the language has, or what the solver says in English. @param {string[]} keys @param {string} english */
function translated(keys, english) {
  const key = keys.find(hasMessage);
  return key ? msg(key) : english;
}

/** What the list of games calls one. @param {GameEntry} game */
function inList({ name, about }) {
  const title = name === "stones" ? msg("game.any") : titleOf(name);
  const words = translated([`about.${name}`], about);
  return words.startsWith(title) ? words : `${title}: ${words}`;
}

/** The field of an option: a number, one of several words, or text of a form that `allowed` describes. @param {string} game @param {GameEntry["options"][0]} option @param {string|undefined} value */
function optionField(game, option, value) {
  const { name, allowed } = option;
  const about = translated([`option.${game}.${name}`, `option.${name}`], option.about);
  const common = { name, "data-default": option.default };
  const now = value ?? option.default;
  const range = /^(\d+)\.\.(\d+)$/.exec(allowed);
  const words = /^[\w-]+(\|[\w-]+)*$/.test(allowed);
  let field;
  if (range) field = h("input", { type: "number", ...common, min: range[1], max: Number(range[2]) < 1e6 ? range[2] : null, value: now });
  else if (words) field = h("select", common, ...allowed.split("|").map((word) => h("option", { value: word, selected: word === now }, word)));
  else field = h("input", { ...common, value: value ?? "", placeholder: option.default, title: allowed, spellcheck: "false", autocomplete: "off" });
  return h("label", { class: "field" }, `${name} `, field, h("span", { class: "quiet small" }, range || words ? about : `${about}: ${allowed}`));
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
      button.textContent = msg("copied");
    } catch {
      field.select();
      button.textContent = msg("copy.key");
    }
  } }, msg("copy"));
  byId("notation").replaceChildren(
    h("form", { class: "form", onsubmit: attempt(() => ({ position: position.value })) },
      h("label", { class: "field tall" }, msg("position"), position),
      h("div", { class: "row" }, h("button", { type: "submit", class: "button" }, msg("position.set")), copy(position))),
    h("form", { class: "form", onsubmit: attempt(() => ({ position: study.root.position, record: record.value })) },
      h("label", { class: "field tall" }, msg("record"), record),
      h("div", { class: "row" }, h("button", { type: "submit", class: "button" }, msg("record.play")), copy(record))),
    problem,
    h("details", { class: "editor" }, h("summary", {}, msg("edit")), boardForm(study, attempt)));
}
