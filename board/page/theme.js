// @ts-check
// Light or dark: as the system says until a person chooses.

import { keep, kept } from "./kept.js";

const KEY = "sowlab-theme";

/** The choice that was kept, if any. */
export function useTheme() {
  const chosen = kept(KEY);
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
}

/** The other one. */
export function toggleTheme() {
  const now = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  keep(KEY, next);
}
