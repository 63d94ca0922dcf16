// What stands on the first screen of a telephone and of a desk, and what keeps clear of what.

import assert from "node:assert/strict";
import { open, rest } from "./browser.mjs";

const PHONE = { width: 390, height: 844 };
/** What the field of moves proposes in the opening of a game. */
const PLACEHOLDERS = { "55stones": "number, or E1", kalah: "number, or L6", owela: "number, or L1", colony: "T1 or T2", random: "stay+L or stay+U", togyz: "number, or L9", bao: "number, or L1-", sowing: "number, or L1" };

/** What is seen without scrolling. @param {import("playwright-core").Page} page @param {string} selector */
async function seen(page, selector) {
  assert.equal(await page.evaluate(() => scrollY), 0);
  for (const one of await page.locator(selector).all()) {
    const box = await one.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= PHONE.height, `${selector}: ${JSON.stringify(box)}`);
  }
  assert.ok(await page.isVisible(selector), selector);
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
async function phone(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/play/55stones`, { viewport: PHONE, reducedMotion: "reduce" });
  await page.selectOption("select[name=opponent]", "human");
  await page.click("#play button[type=submit]");
  await page.waitForSelector(".turn");
  for (const [move, record] of [["E4", "E4"], ["W7", "E4W7"]]) {
    await rest(page);
    for (const selector of ["#headline", ".turn", "#play button:text-is('Hint')", "svg.board"]) await seen(page, selector);
    await page.fill("#move", move);
    await page.press("#move", "Enter");
    await page.waitForFunction((wanted) => window.sowlabBoard.study.record() === wanted, record);
    await page.evaluate(() => scrollTo(0, 0));
  }
  await rest(page);
  // The pie decision: its words and both buttons.
  assert.match((await page.textContent("#headline")) ?? "", /may/);
  assert.equal(await page.locator("#other-moves button").count(), 2);
  for (const selector of ["#headline", "#other-moves button", ".turn", "#play button:text-is('Hint')"]) await seen(page, selector);
  // Another view begins at its top.
  await page.click("#views a[data-view=analyse]");
  await page.click("#tab-matrix");
  for (const [key, there] of [["p", "#play"], ["a", "#values"], ["g", "#gallery"], ["r", "#learn"], ["a", "#board"]]) {
    await page.evaluate(() => {
      /** @type {HTMLElement|null} */ (document.activeElement)?.blur();
      scrollTo(0, document.body.scrollHeight);
    });
    assert.ok(await page.evaluate(() => scrollY > 0), `${there}: nothing to scroll`);
    await page.keyboard.press(key);
    await page.waitForSelector(there, { state: "attached" });
    await page.waitForFunction(() => scrollY === 0, null, { timeout: 2000 });
  }
  await context.close();
  assert.deepEqual(noise, []);
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
async function desk(browser, address) {
  const position = "1,0,1,0,2,0,2,0,2,0,0 E 33 14 - 5";
  const { page, context, noise } = await open(browser, `${address}#/analyse/55stones?position=${encodeURIComponent(position)}&moves=E5W7`, { reducedMotion: "reduce" });
  await page.waitForSelector(".transport:not(.idle)");
  // The holes of a row are large, and its slider reaches its ends.
  const hole = await page.locator(".hole").first().boundingBox();
  assert.ok(hole && hole.width > 52, JSON.stringify(hole));
  assert.equal(await page.locator(".scrub input").evaluate((range) => getComputedStyle(range).padding), "0px");
  // The page keeps no room beside itself that a dialog cannot cover.
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter), "auto");
  await page.click("#tab-review");
  await page.click("#study-review button");
  await page.waitForFunction(() => document.querySelectorAll("#study-review .dot").length === 3, null, { timeout: 30_000 });
  const scale = await page.locator("#study-review .scale").evaluateAll((texts) => texts.map((text) => [text.textContent, text.getBBox().x]));
  assert.equal(scale[0][0], "+27");
  assert.ok(scale.every(([, x]) => x >= 0), JSON.stringify(scale));
  // The button that opens a game is in sight, however many options there are.
  await page.click("#game-button");
  await page.waitForSelector("dialog[open] form");
  const dialog = await page.locator("dialog").boundingBox();
  const button = await page.locator("dialog button[type=submit]").boundingBox();
  assert.ok(dialog && button && button.y + button.height < dialog.y + dialog.height, JSON.stringify([dialog, button]));
  await page.click("#dialog-close");
  // In play the review keeps clear of the buttons above it.
  await page.goto(`${address}#/play/33stones?moves=E4`);
  await page.click("#play button:text-is('Play from here')");
  await page.click("#review-button");
  await page.waitForSelector("#review > *");
  const gap = await page.evaluate(() => {
    const box = (/** @type {string} */ selector) => /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
    return box("#review > *").top - box("#review-button").bottom;
  });
  assert.ok(gap >= 6, `${gap} pixels`);
  for (const [game, words] of Object.entries(PLACEHOLDERS)) {
    await page.goto(`${address}#/analyse/${game}`);
    await page.waitForFunction((wanted) => window.sowlabBoard.study.game === wanted, game);
    assert.equal(await page.getAttribute("#move", "placeholder"), words, game);
  }
  await context.close();
  assert.deepEqual(noise, []);
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function screens(browser, address) {
  await phone(browser, address);
  await desk(browser, address);
  return "a telephone and a desk: what one needs is in sight and nothing is cut";
}
