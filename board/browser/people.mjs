// Two people at one screen, open and sealed; hints, taking back and giving up against an engine.

import assert from "node:assert/strict";
import { current, open, rest } from "./browser.mjs";

/** @param {import("playwright-core").Page} page @param {string} opponent @param {boolean} pie */
async function start(page, opponent, pie) {
  await page.waitForSelector("select[name=opponent]");
  await page.selectOption("select[name=opponent]", opponent);
  await page.setChecked("input[name=pie]", pie);
  await page.click("#play button[type=submit]");
  await page.waitForSelector(".turn");
  return rest(page);
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function people(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/play/33stones`, { reducedMotion: "reduce" });
  // Sealed: nothing shows before all is sealed; the second hole counts where the first is taken.
  await start(page, "sealed", false);
  const hole = (/** @type {number} */ number) => page.locator(`.target[aria-label*="${number},"]`).first().click();
  await hole(4);
  const held = await page.evaluate(() => [window.sowlabBoard.study.record(), document.querySelectorAll("#board-box .taken").length]);
  assert.deepEqual(held, ["", 0], "a sealed hole shows");
  assert.match((await page.textContent(".turn")) ?? "", /East has sealed. West seals the hole to take/);
  await hole(4);
  await hole(7);
  // Without the pie rule the side stays.
  await page.waitForFunction(() => window.sowlabBoard.study.record() === "E4W7 stay");
  let state = await rest(page);
  await page.click("#play button:text-is('New game')");
  // Two people: both choose, and either may take back.
  state = await start(page, "human", true);
  await page.keyboard.press("Escape");
  for (const move of ["E4", "W7", "turn"]) {
    assert.ok(state.mine);
    await page.fill("#move", move);
    await page.press("#move", "Enter");
    await page.waitForFunction((before) => window.sowlabBoard.study.record() !== before, state.record);
    state = await rest(page);
  }
  assert.equal(state.record, "E4W7 turn");
  await page.click("#play button:text-is('Take back')");
  assert.equal((await current(page)).record, "E4W7");
  await page.click("#play button:text-is('New game')");
  // Against an engine: a hint that can be chosen, a choice taken back, the game given up.
  state = await start(page, "novice", true);
  await page.click("#play button:text-is('Hint')");
  await page.waitForFunction(() => /^Hint: E\d+\./.test(document.querySelector("#play .quiet")?.textContent ?? ""), null, { timeout: 30_000 });
  const hint = /E\d+/.exec((await page.textContent("#play .quiet")) ?? "")?.[0] ?? "";
  await page.fill("#move", hint);
  await page.press("#move", "Enter");
  await page.waitForFunction(() => window.sowlabBoard.study.record().length > 3);
  state = await rest(page);
  assert.ok(state.record.startsWith(`${hint}W`));
  await page.click("#play button:text-is('Take back')");
  assert.equal((await rest(page)).record, "");
  await hole(2);
  await page.waitForFunction(() => window.sowlabBoard.study.record().length > 3);
  await rest(page);
  await page.click("#play button:text-is('Resign')");
  assert.match((await page.textContent(".turn")) ?? "", /East resigned/);
  assert.equal(await page.locator(".target").count(), 0);
  // A game goes on from the position on the board; Start begins again.
  for (const [button, record] of [["Play from here", "E4W7 stay"], ["Start", ""]]) {
    await page.evaluate(() => { location.hash = "#/analyse/33stones?moves=E4W7+stay"; });
    await page.waitForFunction(() => window.sowlabBoard.study.record() === "E4W7 stay");
    await page.keyboard.press("p");
    // A game that was begun goes on.
    if (record === "") await page.click("#play button:text-is('New game')");
    await page.selectOption("select[name=opponent]", "human");
    await page.click(`#play button:text-is('${button}')`);
    await page.waitForSelector(".turn");
    state = await rest(page);
    assert.equal(state.record, record);
    assert.ok(state.mine);
  }
  // It also goes on after a look at the rules, and at a variation.
  await hole(3);
  assert.equal((await rest(page)).record, "E3");
  await page.click("#views a[data-view=rules]");
  await page.waitForSelector("#lessons h2");
  await page.click("#views a[data-view=play]");
  assert.match((await page.textContent(".turn")) ?? "", /to choose/);
  assert.equal((await rest(page)).record, "E3");
  await page.click("#views a[data-view=analyse]");
  await hole(5);
  await rest(page);
  await page.click("#views a[data-view=play]");
  assert.equal((await rest(page)).record, "E3");
  // A hole that cannot be chosen: the page says which can.
  await page.locator("#board-box svg .hole").nth(2).click({ force: true });
  assert.match((await page.textContent("#play .note")) ?? "", /green ring/);
  await page.click("#play button:text-is('Take back')");
  await page.click("#play button:text-is('New game')");
  assert.equal(await page.locator("#play button:text-is('Play from here')").count(), 0);
  await context.close();
  assert.deepEqual(noise, []);
  return `sealed E4 W4/W7, two people, hint ${hint}`;
}
