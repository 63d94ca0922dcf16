// An endless round at full speed: every step is drawn once, in order, as the server says it is.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";

const STEPS = 10_000;

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function endless(browser, address) {
  const moves = "E4W1+stay+W6E8+E2W1";
  const { page, context, noise } = await open(browser, `${address}#/analyse/55stones?moves=${moves}`);
  await page.waitForFunction(() => window.sowlabBoard.study.current.endless);
  const result = await page.evaluate(async (steps) => {
    const { clock, study, board } = window.sowlabBoard;
    clock.pause();
    clock.seek(0);
    clock.drawn = 0;
    const node = study.current;
    const states = [];
    while (states.length <= steps) {
      const query = new URLSearchParams({ game: study.game, position: node.roundBefore, east: "2", west: "1", from: String(states.length), limit: "5000" });
      const chunk = await (await fetch(`/api/v1/sow?${query}`)).json();
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
