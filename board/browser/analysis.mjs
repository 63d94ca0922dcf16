// The values of an opening, followed until they are proven; the matrix; the sealed order.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";

/** The committed margins under the pie rule: results/solved. */
const KNOWN = { "stones:holes=11,seeds=2": "0", "33stones": "+1" };

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
  return `${game} is ${KNOWN[game]} for East, solved after ${seconds.toFixed(1)} s; first values after ${first.toFixed(0)} ms`;
}

/** Times of a page are taken this often. Half of them have to keep the limit: other work of the machine delays some. */
const TIMES = 9;

/**
 * From the question to the first values on the board, in milliseconds, the least first; the page is there already.
 * @param {import("playwright-core").Browser} browser @param {string} address @param {string} position  "" is the opening
 * @param {string} there  what shows that the values are those that are meant
 */
async function firstValues(browser, address, position, there) {
  const { page, context, noise } = await open(browser, `${address}#/analyse/55stones`);
  await page.waitForSelector("#board-box .value", { timeout: 60_000 });
  const times = [];
  for (let i = 0; i < TIMES; i += 1) {
    // Another position in between, whose search ends when the next one begins.
    for (const at of ["1,0,0,0,1,0,0,0,0,2,2 E 25 24", position]) {
      await page.evaluate((at) => {
        const { study, values } = window.sowlabBoard;
        values.firstAfter = 0;
        return study.open("55stones", { position: at });
      }, at);
      await page.waitForFunction(() => window.sowlabBoard.values.firstAfter > 0, null, { timeout: 60_000 });
    }
    await page.waitForSelector(there, { timeout: 60_000 });
    times.push(await page.evaluate(() => window.sowlabBoard.values.firstAfter));
    await page.waitForTimeout(200);
  }
  await context.close();
  assert.deepEqual(noise, []);
  return times.sort((a, b) => a - b);
}

/** @param {number[]} times @param {number} most @param {string} what */
function within(times, most, what) {
  const middle = times[times.length >> 1];
  const said = `${what} on the board ${middle.toFixed(0)} ms after the question (median of ${times.length}; ${times[0].toFixed(0)} to ${times.at(-1).toFixed(0)} ms)`;
  assert.ok(middle <= most, `${said}, more than ${most} ms`);
  return said;
}

/** The first values of an opening. @param {import("playwright-core").Browser} browser @param {string} address */
export async function firstOfOpening(browser, address) {
  return within(await firstValues(browser, address, "", "#board-box .value"), 100, "first values of 55Stones");
}

/** A position of 20 stones: the time until its values are there, from tables if the server has them. @param {import("playwright-core").Browser} browser @param {string} address */
export async function fromTables(browser, address) {
  const tables = process.env.BOARD_OPTIONS?.includes("--tables");
  const times = await firstValues(browser, address, "2,1,3,0,2,2,1,3,2,2,2 E 20 15", tables ? "#values .verdict .mark-table" : "#board-box .value");
  return within(times, tables ? 50 : 100, `values of 20 stones${tables ? " from tables" : ""}`);
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function matrix(browser, address) {
  const position = encodeURIComponent("0,0,2,0,3,0,1,0,2,0,0 E 25 22");
  const { page, context, noise } = await open(browser, `${address}#/analyse/55stones?position=${position}`);
  await page.click("#tab-matrix");
  await page.waitForFunction(() => {
    const cells = [...document.querySelectorAll("#matrix td button")];
    return cells.length > 0 && cells.every((cell) => !cell.textContent?.includes("≈"));
  }, null, { timeout: 30_000 });
  const cells = await page.locator("#matrix td button").allTextContents();
  // sowlab show --replies: E3 W5 −6, E3 W9 +8, E5 W3 −8, E5 W9 −8, …: two replies to each of three choices.
  assert.equal(cells.length, 6);
  // East leads by 3 already.
  assert.deepEqual(cells.slice(0, 4), ["−3", "+11", "−5", "−5"]);
  await page.waitForSelector("#orders .bars li");
  assert.match(await page.textContent("#orders"), /Cost of committing first: reversed − open0/);
  // A game of alternate moves has no joint choices, and no view of them.
  await page.evaluate(() => { location.hash = "#/analyse/kalah"; });
  await page.waitForSelector("#tab-matrix", { state: "hidden" });
  assert.equal(await page.getAttribute("#tab-values", "aria-selected"), "true");
  await page.waitForSelector("#values tbody tr");
  await page.focus("#tab-values");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getAttribute("#tab-notation", "aria-selected"), "true");
  await context.close();
  assert.deepEqual(noise, []);
  return "matrix and orders of a position of 10 stones; no matrix in Kalah";
}

/** "why?" beside a choice: sentences, and a line to click through. @param {import("playwright-core").Browser} browser @param {string} address */
export async function why(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/analyse/55stones`, { reducedMotion: "reduce" });
  await page.getByTitle("Why E8?").click();
  await page.waitForFunction(() => document.querySelector("#why")?.textContent?.includes("E8 is optimal: East wins by 3."));
  const text = (await page.textContent("#why")) ?? "";
  assert.match(text, /East then takes the better side: at least \+3, after W1, W3, W6, W9\./);
  await page.getByTitle("Why E5?").click();
  await page.waitForFunction(() => document.querySelector("#why")?.textContent?.includes("E5 loses 2: East wins by 1; after E8 East wins by 3."));
  const steps = page.locator("#why .move");
  assert.equal(await steps.first().textContent(), "E5");
  await steps.nth(2).click();
  await page.waitForFunction(() => window.sowlabBoard.study.current.path().length === 3);
  assert.ok(await page.locator("#why .move").first().isVisible());
  // Another game takes it away.
  await page.goto(`${address}#/analyse/kalah`);
  await page.waitForFunction(() => document.querySelector("#why")?.textContent === "");
  await context.close();
  assert.deepEqual(noise, []);
  return "E8 and E5 of 55Stones explained, the line clicked through";
}
