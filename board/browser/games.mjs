// A whole game with the mouse, and one with the keyboard alone.

import assert from "node:assert/strict";
import { current, open, rest } from "./browser.mjs";

const MOST_CHOICES = 400;

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function byMouse(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/play/33stones`);
  await page.waitForSelector("select[name=opponent]");
  await page.selectOption("select[name=opponent]", "easy");
  await page.click("#play button[type=submit]");
  await page.waitForSelector(".turn");
  let state = await rest(page);
  let choices = 0;
  while (!state.finished && !state.endless && choices < MOST_CHOICES) {
    const onBoard = page.locator(".target");
    const places = await onBoard.count();
    if (places > 0) await onBoard.nth(choices % places).click();
    else await page.locator("#other-moves button").first().click();
    await page.waitForFunction((before) => window.sowlabBoard.study.record() !== before, state.record);
    choices += 1;
    state = await rest(page);
  }
  assert.ok(state.finished || state.endless, `not over after ${choices} choices: ${state.record}`);
  if (state.finished) assert.match(await page.textContent("#headline"), /The game is over: (East wins|West wins|\d+ each)/);
  await page.click("#review-button");
  await page.waitForSelector("#review .graph", { timeout: 300_000 });
  const rows = await page.locator("#review tbody tr th button").count();
  assert.equal(rows, state.record.match(/[EW]\d+|turn|stay/g).length, "the review has every choice");
  await context.close();
  assert.deepEqual(noise, []);
  return `${rows} choices, ${state.record}`;
}

/** @param {import("playwright-core").Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let i = 0; i < 60; i += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function byKeyboard(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/analyse/stones:holes=7,seeds=2`);
  await page.keyboard.press("p");
  await page.waitForSelector("#play select[name=opponent]");
  await tabTo(page, "select[name=opponent]");
  await page.keyboard.type("novice");
  await tabTo(page, "#play button[type=submit]");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".turn");
  let state = await rest(page);
  let choices = 0;
  while (!state.finished && !state.endless && choices < MOST_CHOICES) {
    const move = state.moves[choices % state.moves.length];
    if (choices % 2 === 0 || !/^[EW]\d/.test(move)) {
      // Typed: a digit anywhere goes to the field.
      await page.evaluate(() => /** @type {HTMLElement|null} */ (document.activeElement)?.blur());
      const text = /^[EW]\d/.test(move) ? move.slice(1) : move;
      if (!/^\d/.test(text)) await tabTo(page, "#move");
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    } else {
      await tabTo(page, ".target");
      for (let i = 0; i < choices % 3; i += 1) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
    }
    await page.waitForFunction((before) => window.sowlabBoard.study.record() !== before, state.record);
    choices += 1;
    state = await rest(page);
  }
  assert.ok(state.finished || state.endless, `not over after ${choices} choices: ${state.record}`);
  // It is said with the next frame.
  await page.waitForFunction(() => /over|never ends/.test(document.querySelector("#live")?.textContent ?? ""), null, { timeout: 10_000 });
  await page.keyboard.press("Escape");
  await page.evaluate(() => /** @type {HTMLElement|null} */ (document.activeElement)?.blur());
  await page.keyboard.press("Home");
  assert.equal((await current(page)).record, "");
  await context.close();
  assert.deepEqual(noise, []);
  return `${choices} own choices, ${state.record}`;
}
