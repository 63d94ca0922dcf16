// An endless round at full speed, and a round of more steps than the server sends at once: every step is drawn once, in order, as
// the server says it is.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";

const STEPS = 10_000;

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function endless(browser, address) {
  const moves = "E4W1+stay+W6E8+E2W1";
  const { page, context, noise } = await open(browser, `${address}#/analyse/55stones?moves=${moves}`);
  await page.waitForFunction(() => window.sowlabBoard.study.current.endless);
  const result = await page.evaluate(async (steps) => {
    const { ask, clock, study, board } = window.sowlabBoard;
    clock.pause();
    clock.seek(0);
    clock.drawn = 0;
    const node = study.current;
    const states = [];
    while (states.length <= steps) {
      const chunk = await ask("sow", { game: study.game, position: node.roundBefore, east: "2", west: "1", from: String(states.length), limit: "5000" });
      states.push(...chunk.trace.slice(states.length === 0 || chunk.trace[0].step === states.length ? 0 : 1));
    }
    const counts = [...board.view.svg.querySelectorAll("text.count")];
    let wrong = 0;
    let out = 0;
    let last = 0;
    const arrive = clock.arrive.bind(clock);
    clock.arrive = () => {
      arrive();
      if (clock.at !== last + 1) out += 1;
      last = clock.at;
      if (clock.at > steps) return;
      const drawn = counts.map((text) => Number(text.textContent));
      if (drawn.join() !== states[clock.at - 1].holes.join()) wrong += 1;
    };
    clock.speed = 0;
    const started = performance.now();
    clock.play();
    await new Promise((done) => {
      const wait = () => (clock.at >= steps ? done(null) : setTimeout(wait, 100));
      wait();
    });
    clock.pause();
    return { drawn: clock.drawn, at: clock.at, wrong, out, seconds: (performance.now() - started) / 1000, heap: performance.memory?.usedJSHeapSize ?? 0 };
  }, STEPS);
  const text = await page.textContent(".step-text");
  await context.close();
  assert.equal(result.drawn, result.at, "a step was left out");
  assert.equal(result.wrong, 0, "a drawn board differs from the server's");
  assert.equal(result.out, 0, "steps out of order");
  assert.match(text, /repeats every 545,100 steps/);
  assert.deepEqual(noise, []);
  return `${result.drawn} steps drawn in ${result.seconds.toFixed(0)} s, none left out, heap ${(result.heap / 1e6).toFixed(0)} MB`;
}

/** A round of 1,563 steps; an answer of the server holds 1,000 unless it is asked for more. */
const LONG = { game: "stones:holes=16,seeds=15", position: "17,10,19,14,15,9,12,10,17,12,21,17,17,15,16,19 E 0 0 - 1", east: "15", west: "3", steps: 1563 };

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function long(browser, address) {
  const { game, position, east, west, steps } = LONG;
  const { page, context, noise } = await open(browser, `${address}#/analyse/${game}?position=${encodeURIComponent(position)}&moves=E${east}W${west}`);
  await page.waitForFunction(() => window.sowlabBoard.study.record() !== "");
  const wrong = await page.evaluate(async ({ game, position, east, west, steps }) => {
    const { ask, clock, board } = window.sowlabBoard;
    const { trace } = await ask("sow", { game, position, east, west, limit: "10000" });
    const counts = [...board.view.svg.querySelectorAll("text.count")].slice(0, trace[0].holes.length);
    const wrong = [];
    /** @param {number} at  a frame; the first is the board before the round */
    const compare = (at) => {
      const drawn = counts.map((text) => text.textContent).join();
      if (clock.at !== at || drawn !== trace[at - 1].holes.join()) wrong.push(`frame ${at} (${clock.at}): ${drawn}`);
    };
    if (trace.length !== steps + 1) wrong.push(`${trace.length - 1} steps`);
    // Back to a step of the first answer, on to some of later ones, and from there to the end step by step.
    for (const at of [3, 1400, 995]) {
      await clock.seek(at);
      compare(at);
    }
    for (let at = 996; at <= steps; at += 1) {
      await clock.step(1);
      compare(at);
    }
    clock.speed = 0;
    clock.play();
    await new Promise((done) => {
      const wait = () => (clock.playing ? setTimeout(wait, 50) : done(null));
      wait();
    });
    return wrong;
  }, LONG);
  assert.deepEqual(wrong, []);
  assert.match((await page.textContent(".step-text")) ?? "", /captures \d+/);
  await context.close();
  assert.deepEqual(noise, []);
  return `${steps} steps, later ones asked for on the way`;
}
