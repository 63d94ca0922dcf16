// The player's account of stones: in random rounds under every reading each carry of each step leads to what the trace says, and no
// stone appears or is lost.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";

const GAMES = ["55stones", "55stones:mixed-out=forfeit", "55stones:capture=reversed", "33stones:both-out=end", "stones:holes=6,seeds=4"];

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function steps(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/gallery`);
  const found = await page.evaluate(async (games) => {
    const { RoundTimeline } = await import("/player/timeline.js");
    const { Heaps } = await import("/player/heaps.js");
    const { readPosition } = await import("/player/position.js");
    const ask = async (path, query) => (await fetch(`/api/v1/${path}?${new URLSearchParams(query)}`)).json();
    const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);
    const result = { rounds: 0, captures: 0, frames: 0, wrong: [] };
    let seed = 7;
    const random = (below) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (const game of games) {
      let { position } = await ask("show", { game });
      for (let round = 0; round < 25; round += 1) {
        const board = readPosition(position);
        const holes = board.ranks[0].filter((hole) => board.counts[hole] >= 2);
        if (holes.length < 2) break;
        const [east] = holes.splice(random(holes.length), 1);
        const west = holes[random(holes.length)];
        const document = await ask("sow", { game, position, east, west });
        if (document.outcome === "endless") break;
        const timeline = new RoundTimeline(document, position);
        const heaps = new Heaps();
        heaps.reach(timeline.frame(0).counts);
        for (let i = 0; i < timeline.length; i += 1) {
          const { counts, drops, lifts, event } = timeline.frame(i);
          heaps.carry(drops);
          heaps.carry(lifts);
          const right = sum(counts) === sum(board.counts) && Object.entries(counts).every(([place, count]) => (heaps.lying[place]?.length ?? 0) === count);
          if (!right) result.wrong.push(`${game} ${position} E${east} W${west} frame ${i} ${event}`);
          result.frames += 1;
        }
        const after = readPosition(document.position).counts;
        const last = timeline.frame(timeline.length - 1 - timeline.final).counts;
        if (Object.keys(after).some((place) => after[place] !== last[place])) result.wrong.push(`${game} ${position} E${east} W${west} after`);
        result.rounds += 1;
        result.captures += document.captured.east + document.captured.west > 0 ? 1 : 0;
        if (document.finished) break;
        position = document.position.replace(" pie ", " - ");
      }
    }
    return result;
  }, GAMES);
  await context.close();
  assert.deepEqual(found.wrong, []);
  assert.ok(found.rounds > 30 && found.captures > 10, `only ${found.rounds} rounds, ${found.captures} captures`);
  assert.deepEqual(noise, []);
  return `${found.rounds} rounds, ${found.captures} with a capture, ${found.frames} frames, every stone accounted for`;
}
