// @ts-check
// A line of best play: from the current node the best choice of each position, added to the tree.

import { valued } from "./valued.js";
import { bestOf, mark, total } from "./worth.js";

/** Choices that a line has at most. */
const LONGEST = 12;
/** Seconds of search for each choice. */
const SECONDS = 2;

/**
 * Follows best play and tells of each choice as it is found.
 * @param {import("./study.js").Study} study @param {(text: string, sure: boolean) => void} each @param {AbortSignal} signal
 */
export async function bestLine(study, each, signal) {
  const game = study.game;
  let node = study.current;
  let sure = true;
  for (let i = 0; i < LONGEST && !node.finished && !node.endless; i += 1) {
    const document = await valued(game, node.position, SECONDS, signal);
    if (!document || signal.aborted) return;
    const stones = total(node.position);
    // Of best choices the one that makes progress, so that the line does not come back to a position.
    const choice = document.progress ?? bestOf(document, stones)[0] ?? document.choices[0]?.choice;
    if (!choice) return;
    const known = mark(document.choices.find((/** @type {any} */ worth) => worth.choice === choice), stones);
    sure &&= known.kind === "proven" || known.kind === "table";
    node = await study.grow(game, node, choice);
    each(choice, sure);
  }
}
