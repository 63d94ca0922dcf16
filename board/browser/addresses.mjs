// Addresses that name nothing: the page says what is wrong and shows an opening.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { current, open } from "./browser.mjs";

const OPENING = "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1";

/** What stands behind #, what is said, and the position that is shown. @type {[string, RegExp, string][]} */
const WRONG = [
  ["/analyse/%", /“%” is no percent-encoded text/, OPENING],
  ["/analyse/%E4%/x", /The address is wrong/, OPENING],
  ["/analyse/stones:start=1%2B2%2", /“stones:start=1%2B2%2” is no percent-encoded text/, OPENING],
  ["/analyse/56stones", /unknown game '56stones'/, OPENING],
  ["/analyse/colony:board=mine.toml", /board is ring\|rows\|toy/, OPENING],
  ["/analyse/33stones?position=1,2", /position/, "3,3,3,3,3,3,3,3,3,3,3 E 0 0 - 1"],
  ["/analyse/33stones?moves=E3W3", /record/, "3,3,3,3,3,3,3,3,3,3,3 E 0 0 - 1"],
  ["/chess/55stones", /there is no view “chess”. The views are analyse, play, gallery, rules/, OPENING],
  ["/nothing", /there is no view “nothing”/, OPENING],
  ["nothing", /there is no view “nothing”/, OPENING],
  ["board", /there is no view “board”/, OPENING],
  ["%", /The address is wrong/, OPENING],
];

/** @param {import("playwright-core").Browser} browser @param {string} address @param {string} [pictures] */
export async function addresses(browser, address, pictures) {
  /** @param {import("playwright-core").Page} page @param {RegExp} said @param {string} position */
  const shows = async (page, said, position) => {
    await page.waitForSelector("#problem:not(:empty)");
    assert.match((await page.textContent("#problem")) ?? "", said);
    assert.equal((await current(page)).position, position);
    assert.ok(await page.isVisible("#board"));
    assert.ok(await page.isVisible("#problem"));
  };
  for (const [hash, said, position] of WRONG) {
    const { page, context, noise } = await open(browser, `${address}#${hash}`);
    await shows(page, said, position);
    // What the server refuses is in the console of every browser; nothing else is.
    assert.deepEqual(noise.filter((line) => !/400/.test(line)), [], hash);
    await context.close();
  }
  // In a page that is there already, and from one without a board.
  const { page, context, noise } = await open(browser, `${address}#/analyse/33stones`);
  for (const [hash, said, position] of [WRONG[0], WRONG[7], WRONG[9]]) {
    await page.evaluate((hash) => { location.hash = hash; }, hash);
    await page.waitForFunction((position) => window.sowlabBoard.study.current.position === position, position);
    await shows(page, said, position);
    await page.evaluate(() => { location.hash = "#/gallery"; });
    await page.waitForSelector("#gallery", { state: "visible" });
  }
  assert.deepEqual(noise, []);
  await context.close();
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    for (const [name, width, height] of [["phone", 390, 844], ["desktop", 1280, 800]]) {
      const { page, context } = await open(browser, `${address}#/analyse/%`, { viewport: { width, height } });
      await page.waitForSelector("#problem:not(:empty)");
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${pictures}/wrong-address-${name}.png` });
      await context.close();
    }
  }
  // On a phone too it is read without scrolling.
  const phone = await open(browser, `${address}#/analyse/%`, { viewport: { width: 390, height: 844 } });
  await phone.page.waitForSelector("#problem:not(:empty)");
  await phone.page.waitForTimeout(500);
  const box = await phone.page.locator("#problem").boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 844, JSON.stringify(box));
  await phone.context.close();
  return `${WRONG.length} addresses that name nothing say so`;
}
