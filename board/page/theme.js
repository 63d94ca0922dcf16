// @ts-check
// Light or dark: as the system says until a person chooses.

const KEY = "sowlab-theme";

/** The choice that was kept, if any. */
export function useTheme() {
  try {
    const kept = localStorage.getItem(KEY);
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  } catch {
    // Storage is switched off: the system's choice stays.
  }
}

/** The other one. */
export function toggleTheme() {
  const now = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // It lasts as long as the page.
  }
}
