// @ts-check
// The gallery of findings: each card opens its game on the board.

import { byId, h } from "./dom.js";
import { FINDINGS } from "./findings.js";
import { writeHash } from "./hash.js";

/** Fills the gallery. */
export function showGallery() {
  byId("gallery").replaceChildren(
    h("h2", {}, "Findings"),
    h("p", { class: "quiet" }, "What this project found. Each opens on the board; the file in the repository says how it is known."),
    ...FINDINGS.map((group) => h("section", {}, h("h3", {}, group.title), h("ul", { class: "cards" }, ...group.findings.map(card)))));
}

/** @param {import("./findings.js").Finding} finding */
function card(finding) {
  const address = writeHash({ view: "analyse", game: finding.game, start: finding.position, moves: finding.moves });
  return h("li", { class: "card" },
    h("a", { href: address, class: "card-link" }, finding.title),
    h("p", {}, finding.about),
    finding.moves ? h("p", {}, h("code", {}, finding.moves)) : "",
    h("p", { class: "quiet small" }, h("span", { class: "sure" }, finding.sure), " ", h("code", {}, finding.source)));
}
