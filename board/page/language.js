// @ts-check
// The language of the page: the browser's until a person chooses another.

import { h } from "./dom.js";
import { loadWords } from "./files.js";
import { keep, kept } from "./kept.js";
import { language, msg, useWords } from "./player/words.js";
import english from "./words/en.js";

const KEY = "sowlab-language";
/** The languages, each by its own name. */
const LANGUAGES = /** @type {Record<string, string>} */ ({ en: "English", de: "Deutsch", es: "Español", fr: "Français", it: "Italiano", ru: "Русский" });

/** The language that was chosen, or the first of the browser's that the page has. */
function wanted() {
  return [kept(KEY) ?? "", ...navigator.languages].map((tag) => tag.split("-")[0]).find((tag) => tag in LANGUAGES) ?? "en";
}

/** Loads the messages and writes those of the page itself. */
export async function useLanguage() {
  const name = wanted();
  try {
    useWords(name, name === "en" ? english : await loadWords(name));
  } catch {
    // Its file cannot be loaded: English is part of the page.
    useWords("en", english);
  }
  document.documentElement.lang = language();
  document.title = msg("title");
  for (const element of document.querySelectorAll("[data-msg]")) element.textContent = msg(element.getAttribute("data-msg") ?? "");
  for (const element of document.querySelectorAll("[data-msg-label]")) {
    const label = msg(element.getAttribute("data-msg-label") ?? "");
    element.setAttribute("aria-label", label);
    const key = element.getAttribute("data-key");
    if (element.hasAttribute("title")) element.setAttribute("title", key ? `${label} (${key})` : label);
  }
}

/** Fills the field that chooses the language; the page starts again in the one that is chosen. @param {HTMLSelectElement} field */
export function languageSwitch(field) {
  field.append(...Object.entries(LANGUAGES).map(([tag, name]) => h("option", { value: tag, lang: tag, selected: tag === language() }, name)));
  field.addEventListener("change", () => {
    if (keep(KEY, field.value)) location.reload();
    else field.value = language();
  });
}
