// The puzzle of the day: a sample of the list against exact values, and a puzzle that is missed, solved and shown.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { open } from "./browser.mjs";

/** Every so many puzzles are checked. */
const EVERY = 20;
const MOST_BYTES = 60_000;

/** The values of a position when the search ends. @param {import("playwright-core").Page} page @param {string} game @param {string} position */
function valued(page, game, position) {
  return page.evaluate(([game, position]) => new Promise((found, failed) => {
    /** @type {any} */
    let last = null;
    window.sowlabBoard.follow("choices", { game, position, time: 20 }, (/** @type {any} */ document) => { last = document; }, (/** @type {string|null} */ error) => (error ? failed(new Error(error)) : found(last)));
  }), [game, position]);
}

/** @param {import("playwright-core").Browser} browser @param {string} address @param {string} root  the checkout */
export async function puzzles(browser, address, root) {
  const text = readFileSync(join(root, "board/page/puzzles.json"), "utf8");
  assert.ok(text.length <= MOST_BYTES, `${text.length} bytes`);
  /** @type {{puzzles: [string, string, string, number][]}} */
  const { puzzles: all } = JSON.parse(text);
  assert.equal(all.length, 500);
  assert.equal(new Set(all.map(([game, position]) => `${game} ${position}`)).size, all.length, "a puzzle comes twice");
  for (const level of [0, 1, 2, 3]) assert.ok(all.filter((puzzle) => puzzle[3] === level).length >= 25, `difficulty ${level}`);
  const { page, context, noise } = await open(browser, `${address}#/start`, { reducedMotion: "reduce" });
  const sample = all.filter((_, i) => i % EVERY === 0);
  for (const [game, position, move] of sample) {
    const { choices, lead, margin_of } = await valued(page, game, position);
    // The margin at the end for the side that has to find the move, which chooses here.
    const [, side, , , phase] = position.split(" ");
    const own = /^\d+$/.test(phase ?? "") ? { E: "W", W: "E" }[side] : side;
    const first = { W: "E", U: "L" }[margin_of] ?? margin_of;
    const sign = own === first ? 1 : -1;
    const wins = choices.filter((/** @type {any} */ { value }) => {
      const ends = [value.lower, value.zero, value.upper].map((margin) => {
        assert.notEqual(margin, null, `${game} ${position}: not exact`);
        return sign * (lead + (margin_of === first ? margin : -margin));
      });
      assert.ok(Math.min(...ends) > 0 || Math.max(...ends) <= 0, `${game} ${position}: depends on infinite play`);
      return Math.min(...ends) > 0;
    });
    assert.deepEqual(wins.map((/** @type {any} */ { choice }) => choice), [move], `${game} ${position}`);
  }
  // A wrong move, then the answer, then the right one.
  await page.waitForSelector(".riddle .target");
  const { move } = await page.evaluate(() => window.sowlabBoard.puzzle());
  const labels = await page.locator(".riddle .target").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  const wrong = labels.findIndex((label) => !label.split(" / ").includes(move));
  await page.locator(".riddle .target").nth(wrong).focus();
  await page.keyboard.press("Enter");
  // A place with several moves asks which.
  if (labels[wrong].includes(" / ")) await page.locator(".riddle .choices button").first().click();
  await page.waitForSelector(".puzzle-verdict[data-kind=wrong]");
  await page.click(".riddle button:text-is('Show the answer')");
  assert.equal(await page.textContent(".puzzle-verdict"), `The move is ${move}.`);
  await page.evaluate((move) => window.sowlabBoard.puzzle().attempt(move), move);
  await page.waitForSelector(".puzzle-verdict[data-kind=right]");
  // Nothing is stored, whatever is played.
  assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => /puzzle/.test(key)).length), 0);
  await context.close();
  assert.deepEqual(noise, []);
  return `${sample.length} of ${all.length} against exact values`;
}
