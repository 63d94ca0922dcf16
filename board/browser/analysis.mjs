// The values of an opening, followed until they are proven; the matrix; the sealed order.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";

/** The committed margins: results/solved. */
const KNOWN = { "stones:holes=11,seeds=2": "0", "33stones": "−3" };

/** @param {import("playwright-core").Browser} browser @param {string} address @param {string} game @param {number} timeout  ms */
export async function opening(browser, address, game, timeout) {
  const started = Date.now();
  const { page, context, noise } = await open(browser, `${address}#/analyse/${game}`);
  await page.waitForSelector("#board-box .value", { timeout: 20_000 });
  const first = await page.evaluate(() => window.sowlabBoard.values.firstAfter);
  await page.waitForSelector("#values .verdict .mark-proven, #values .verdict .mark-table", { timeout });
  assert.equal(await page.textContent("#values .verdict .big"), KNOWN[game]);
  const seconds = (Date.now() - started) / 1000;
  await context.close();
  assert.deepEqual(noise, []);
  return `${game} is ${KNOWN[game]} for East, proven after ${seconds.toFixed(1)} s; first values after ${first.toFixed(0)} ms`;
}

/** A position of 20 stones: the time until its values are there, from tables. @param {import("playwright-core").Browser} browser @param {string} address */
export async function fromTables(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/analyse/55stones?position=${encodeURIComponent("2,1,3,0,2,2,1,3,2,2,2 E 20 15")}`);
  await page.waitForSelector("#values .verdict .mark-proven, #values .verdict .mark-table", { timeout: 60_000 });
  const after = await page.evaluate(() => window.sowlabBoard.values.firstAfter);
  await context.close();
  assert.deepEqual(noise, []);
  return `values of a position of 20 stones after ${after.toFixed(0)} ms`;
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function matrix(browser, address) {
  const position = encodeURIComponent("0,0,2,0,3,0,1,0,2,0,0 E 25 22");
  const { page, context, noise } = await open(browser, `${address}#/analyse/55stones?position=${position}`);
  await page.click("#tab-matrix");
  await page.waitForSelector("#matrix td.answer");
  const cells = await page.locator("#matrix td button").allTextContents();
  // sowlab show --replies: E3 W5 −6, E3 W9 +8, E5 W3 −8, E5 W9 −8, …: two replies to each of three choices.
  assert.equal(cells.length, 6);
  assert.deepEqual(cells.slice(0, 4), ["−6", "+8", "−8", "−8"]);
  await page.waitForSelector("#orders .bars li");
  assert.match(await page.textContent("#orders"), /Price of sente: reversed − open0/);
  await context.close();
  assert.deepEqual(noise, []);
  return "matrix and orders of a position of 10 stones";
}
