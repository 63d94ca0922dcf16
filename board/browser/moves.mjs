// Moves of one side at a time: each step is drawn, in order, as the server says it is; laps and captures carry the right stones.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";

/** Games with moves that have laps, captures or extra turns; the last of the endless ones goes on for so many steps. */
const GAMES = [
  ["kalah", "L4 L6 U2 L3", 0],
  ["awari", "L1 U1 L2 U4 L6", 0],
  ["oware", "A f B c L1", 0],
  ["bestemshe", "21 2 L3 U1", 0],
  ["owela", "L1 U2 L11 U3", 0],
  ["owela:pits=4", "L5 U6 L6 U3 L3", 600],
  ["colony", "T1", 0],
  ["togyz", "98 22 87 12 76 25 65", 0],
  ["togyz", "L4 U4 L1 U2 L8 U6", 0],
  ["congkak", "L7 L1", 0],
  ["congkak:opening=lockstep,foreign=forfeit", "L4 U5 L1", 0],
  ["agsinnoninka", "L3 U1", 0],
  ["agsinnoninka:mode=alternate", "L5 U5", 0],
  ["omweso", "L1 U6 L7 U2 L10 U3 L4 U1 +", 0],
  ["bao", "L1- U13+", 0],
  ["sowing", "L1 R4 L5", 0],
  ["atomic-wari", "L1 R10 L13", 0],
];
/** Moves chosen at random in each game. */
const RANDOM = 20;

/** Draws every step of the move that led to the current node at full speed and compares. @param {number} endless */
async function watched(endless) {
  const { ask, clock, study, board } = window.sowlabBoard;
  const node = study.current;
  const { trace } = await ask("sow", { game: study.game, position: node.sown.before, move: node.move, limit: "10000" });
  const timeline = board.timelineOf(node);
  clock.set(timeline);
  const result = { move: node.move, frames: 0, wrong: [] };
  const places = board.view.board.ranks.flat();
  const stores = Object.keys(board.view.board.counts).filter((id) => id.startsWith("store:"));
  const { counts } = board.view.stage;
  const last = endless || trace.length;
  for (let at = 1; at <= last; at += 1) {
    if (!timeline.has(at)) await timeline.load(at);
    if (at > 1) {
      clock.prepare();
      // Carried stone by stone, nothing is left to be set right.
      const { drops, lifts } = timeline.frame(at);
      const lies = (id) => board.view.segment.to[id]?.length ?? 0;
      const step = trace[(at - 1) % trace.length];
      if (at <= trace.length && places.some((id, i) => lies(id) !== step.pits[i])) result.wrong.push(`${node.move} step ${at}: carried ${JSON.stringify([drops, lifts])}`);
      clock.arrive();
    } else {
      await clock.seek(1);
    }
    if (at <= trace.length) {
      const step = trace[at - 1];
      const drawn = [...places, ...stores].map((id) => Number(counts.get(id)?.textContent));
      if (drawn.join() !== [...step.pits, ...step.stores.slice(0, stores.length)].join()) result.wrong.push(`${node.move} step ${at} drawn ${drawn}, is ${step.pits}`);
    }
    result.frames += 1;
  }
  return result;
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function moves(browser, address) {
  const said = [];
  for (const [game, record, endless] of GAMES) {
    const { page, context, noise } = await open(browser, `${address}#/analyse/${game}?moves=${encodeURIComponent(record)}`);
    await page.waitForFunction((length) => window.sowlabBoard.study.record().split(" ").length === length, record.split(" ").length);
    if (endless) {
      // It runs by itself until one stops it, and says its period.
      await page.waitForFunction(() => window.sowlabBoard.clock.playing && window.sowlabBoard.clock.drawn > 5);
      assert.match(await page.textContent(".step-text"), /never ends: the sowing repeats every [\d,]+ steps, [\d,]+ laps/);
      assert.match(await page.textContent("#headline"), /never ends/);
      await page.evaluate(() => window.sowlabBoard.clock.pause());
    }
    const found = await page.evaluate(watched, endless);
    assert.deepEqual(found.wrong, [], game);
    let frames = found.frames;
    if (!endless) {
      let seed = 5;
      for (let i = 0; i < RANDOM; i += 1) {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        const open = await page.evaluate(async (seed) => {
          const { study, clock } = window.sowlabBoard;
          const { moves } = study.current;
          if (moves.length === 0) return false;
          await study.play(moves[seed % moves.length]);
          clock.pause();
          return true;
        }, seed >> 8);
        if (!open) break;
        if (!(await page.evaluate(() => window.sowlabBoard.study.current.sown?.trace.length > 1))) continue;
        const more = await page.evaluate(watched, 0);
        assert.deepEqual(more.wrong, [], game);
        frames += more.frames;
      }
    }
    said.push(`${game} ${frames}`);
    await context.close();
    assert.deepEqual(noise, []);
  }
  return `steps drawn as the server says: ${said.join(", ")}`;
}
