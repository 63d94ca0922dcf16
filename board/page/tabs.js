// @ts-check
// Tabs as the ARIA practices describe them: arrows move, the chosen tab's pane is shown.

/** @param {HTMLElement} box @param {(name: string) => void} chosen */
export function showTabs(box, chosen) {
  const tabs = /** @type {HTMLElement[]} */ ([...box.querySelectorAll("[role=tab]")]);
  /** @param {HTMLElement} tab */
  const select = (tab) => {
    for (const other of tabs) {
      const on = other === tab;
      other.setAttribute("aria-selected", String(on));
      other.tabIndex = on ? 0 : -1;
      const pane = document.getElementById(other.getAttribute("aria-controls") ?? "");
      if (pane) pane.hidden = !on;
    }
    chosen(tab.id.replace("tab-", ""));
  };
  tabs.forEach((tab) => {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      const shown = tabs.filter((one) => !one.hidden);
      const next = shown[(shown.indexOf(tab) + by + shown.length) % shown.length];
      next.focus();
      select(next);
    });
  });
}
