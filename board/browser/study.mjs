// A tree of variations, positions and games pasted in and out, and the address as the game.

import assert from "node:assert/strict";
import { current, open } from "./browser.mjs";

/** @param {import("playwright-core").Page} page @param {string} record */
async function reach(page, record) {
  await page.waitForFunction((wanted) => !window.sowlabBoard.study.busy && window.sowlabBoard.study.record() === wanted, record);
}

/** @param {import("playwright-core").Page} page @param {string} text */
async function type(page, text) {
  await page.fill("#move", text);
  await page.press("#move", "Enter");
  await page.press("#move", "Escape");
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function study(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/analyse/33stones`, { reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"] });
  const moves = () => page.locator("#tree .move").allTextContents();
  await page.waitForSelector(".target");
  for (const [text, record] of [["e3", "E3"], ["11", "E3W11"], ["stay", "E3W11 stay"]]) {
    await type(page, text);
    await reach(page, record);
  }
  // Back, and another way: a variation. What the rules do not allow says what they do.
  await page.locator("#tree .move").first().click();
  await reach(page, "E3");
  await type(page, "W3");
  assert.match((await page.textContent("#problem")) ?? "", /“W3” cannot be chosen. Allowed: W1 W2 W4/);
  await type(page, "5");
  await reach(page, "E3W5");
  assert.deepEqual(await moves(), ["E3", "W11", "W5", "stay"]);
  assert.equal(await page.locator("#tree .variation .move").count(), 1);
  await page.keyboard.press("ArrowUp");
  await reach(page, "E3W11");
  await page.keyboard.press("ArrowDown");
  await reach(page, "E3W5");
  // The address is the line: opened again it is there, and so it is in another window.
  const line = page.url();
  await page.reload();
  await reach(page, "E3W5");
  assert.deepEqual(await moves(), ["E3", "W5"]);
  assert.equal(page.url(), line);
  await page.keyboard.press("u");
  await reach(page, "E3");
  // A game and a position pasted in, copied out; what is wrong says so and changes nothing.
  await page.click("#tab-notation");
  const record = "E3W11 stay W11E1 E2W6";
  await page.fill("textarea[name=record]", record);
  await page.click("text=Play these moves");
  await reach(page, record);
  await page.locator("#notation button:text-is('Copy')").nth(1).click();
  await page.waitForSelector("#notation button:text-is('Copied')");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), record);
  await page.fill("textarea[name=position]", "1,2,3 E 0 0");
  await page.click("text=Set position");
  await page.waitForSelector("#notation .problem:not(:empty)");
  assert.match((await page.textContent("#notation .problem")) ?? "", /3 counts separated by commas, but the game has 11 holes/);
  assert.equal((await current(page)).record, record);
  const position = "3,0,3,2,1,1,0,4,2,7,1 W 2 7 - 4";
  await page.fill("textarea[name=position]", position);
  await page.click("text=Set position");
  await reach(page, "");
  assert.equal((await current(page)).position, position);
  await page.reload();
  await page.waitForFunction((wanted) => window.sowlabBoard.study.current.position === wanted, position);
  // The line of best play becomes part of the tree.
  await page.click("#tab-values");
  await page.waitForSelector("#values .value, #values tbody tr");
  await page.click("#values .line button");
  await page.waitForFunction(() => window.sowlabBoard.study.root.children.length > 0, null, { timeout: 30_000 });
  await context.close();
  // One bad answer was asked for.
  assert.deepEqual(noise.filter((line) => !/400/.test(line)), []);
  return `variations, address, notation: ${line.replace(/.*#/, "#")}`;
}
