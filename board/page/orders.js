// @ts-check
// What the order of choosing is worth: open, sealed and reversed, with the mixed strategies of the sealed order.

import { ask } from "./api.js";
import { byId, h, signed } from "./dom.js";
import { msg } from "./player/words.js";
import { total } from "./worth.js";

/** @typedef {{choice: string, probability: number, after?: string}} Share */

export class Orders {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.stop = new AbortController();
    this.horizon = "";
  }

  /** Asks for the position at the start of the current round. */
  async show() {
    this.stop.abort();
    this.stop = new AbortController();
    const panel = byId("orders");
    const node = this.study.current;
    // Within a round, and before the pie decision: the position that the round started from.
    const starts = /^\S+ [EW] \d+ \d+ -/.test(node.position) && !node.endless;
    const position = starts ? node.position : node.roundBefore || node.parent?.position || "";
    if (!/^\S+ [EW] /.test(position) || node.finished) {
      panel.replaceChildren();
      return;
    }
    const horizon = this.horizon || (total(position) > 10 ? "1" : "none");
    panel.replaceChildren(h("h3", {}, msg("orders.title")), this.control(horizon), h("p", { class: "quiet" }, msg("orders.solving")));
    try {
      const query = { game: this.study.game, position, order: "open", horizon: horizon === "none" ? undefined : horizon, compare: 1, within: "most" };
      const found = await ask("equilibrium", query, this.stop.signal);
      panel.replaceChildren(h("h3", {}, msg("orders.title")), this.control(horizon), ...drawn(found.compare));
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      panel.replaceChildren(h("h3", {}, msg("orders.title")), this.control(horizon), h("p", { class: "quiet" }, error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param {string} horizon */
  control(horizon) {
    const select = h("select", { onchange: () => {
      this.horizon = select.value;
      void this.show();
    } }, ...["1", "2", "3", "none"].map((rounds) => h("option", { value: rounds, selected: rounds === horizon }, rounds === "none" ? msg("orders.to-end") : msg("orders.rounds", { n: Number(rounds) }))));
    return h("label", { class: "field" }, `${msg("orders.horizon")} `, select);
  }
}

/** @param {any} compare */
function drawn(compare) {
  const { open, sealed, reverse } = compare;
  return [
    h("table", { class: "plain" }, h("caption", { class: "visually-hidden" }, msg("orders.caption")), h("tbody", {},
      ...Object.entries({ open, sealed, reverse }).map(([name, order]) => h("tr", {}, h("th", { scope: "row" }, msg(`orders.${name}`)), h("td", { class: "number" }, signed(order.value)))),
      h("tr", {}, h("th", { scope: "row" }, msg("orders.cost")), h("td", { class: "number" }, signed(reverse.value - open.value))),
      h("tr", {}, h("th", { scope: "row" }, msg("orders.observing")), h("td", { class: "number" }, signed(sealed.value - open.value))))),
    h("h3", {}, msg("orders.sente")), bars(sealed.sente),
    h("h3", {}, msg("orders.gote")), bars(sealed.gote),
    h("p", { class: "quiet small" }, msg("orders.note")),
  ];
}

/** @param {Share[]} shares */
function bars(shares) {
  const sorted = [...shares].sort((a, b) => b.probability - a.probability);
  return h("ul", { class: "bars" }, ...sorted.map((share) => {
    const percent = (100 * share.probability).toFixed(1);
    return h("li", {}, h("span", { class: "bar-name" }, share.choice), h("span", { class: "bar" }, h("span", { style: `width:${percent}%` })), h("span", { class: "number" }, `${percent} %`));
  }));
}
