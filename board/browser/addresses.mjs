// Addresses that name nothing: the page says what is wrong in one line and shows nothing in its place.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";

/** What stands behind #, and what is said. @type {[string, RegExp][]} */
const WRONG = [
  ["/analyse/%", /“%” is no percent-encoded text/],
  ["/analyse/%E4%/x", /The address is wrong/],
  ["/analyse/stones:start=1%2B2%2", /“stones:start=1%2B2%2” is no percent-encoded text/],
  ["/analyse/56stones", /unknown game '56stones'/],
  ["/play/56stones", /unknown game '56stones'/],
  ["/rules/56stones", /unknown game '56stones'/],
  ["/analyse/colony:board=mine.toml", /write ring\|rows\|toy/],
  ["/analyse/33stones?position=1,2", /This position cannot be read: /],
  ["/analyse/33stones?moves=E3W3", /These moves cannot be played: /],
  ["/chess/55stones", /there is no view “chess”. The views are start, analyse, play, gallery, rules/],
  ["/nothing", /there is no view “nothing”/],
  ["nothing", /there is no view “nothing”/],
  ["board", /there is no view “board”/],
  ["%", /The address is wrong/],
];

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function addresses(browser, address) {
  /** @param {import("playwright-core").Page} page @param {string} hash @param {RegExp} said */
  const shows = async (page, hash, said) => {
    await page.waitForFunction((said) => new RegExp(said).test(document.getElementById("wrong-words")?.textContent ?? ""), said.source);
    const box = await page.locator("#wrong-words").boundingBox();
    assert.ok(box && box.y + box.height < 400, JSON.stringify(box));
    for (const id of ["#board", "#panel", "#moves-panel", "#gallery", "#learn"]) assert.ok(!(await page.isVisible(id)), `${hash}: ${id}`);
    // The address stays, to be mended.
    assert.equal(new URL(page.url()).hash, `#${hash}`);
  };
  for (const [hash, said] of WRONG) {
    const { page, context, noise } = await open(browser, `${address}#${hash}`, { viewport: { width: 390, height: 844 } });
    await shows(page, hash, said);
    await page.click("#wrong a");
    await page.waitForFunction(() => window.sowlabBoard.study.current.position === "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1");
    assert.ok(await page.isVisible("#board"));
    // What the server refuses is in the console of every browser; nothing else is.
    assert.deepEqual(noise.filter((line) => !/400/.test(line)), [], hash);
    await context.close();
  }
  // In a page that is there already, and from one without a board; the way back shows the game with its variations again.
  const { page, context, noise } = await open(browser, `${address}#/analyse/33stones?moves=E3`);
  await page.waitForFunction(() => window.sowlabBoard.study.record() === "E3");
  await page.evaluate(() => { window.before = window.sowlabBoard.study.root; });
  for (const [hash, said] of WRONG.slice(-5, -2)) {
    for (const between of ["#/gallery", "#/rules/33stones"]) {
      await page.evaluate((hash) => { location.hash = hash; }, `#${hash}`);
      await shows(page, hash, said);
      await page.evaluate((hash) => { location.hash = hash; }, between);
      await page.waitForSelector("#wrong", { state: "hidden" });
      await page.goBack();
      await shows(page, hash, said);
      await page.goBack();
      await page.waitForSelector("#board", { state: "visible" });
      assert.ok(await page.evaluate(() => window.sowlabBoard.study.root === window.before && location.hash === "#/analyse/33stones?moves=E3"));
    }
  }
  assert.deepEqual(noise, []);
  await context.close();
  return `${WRONG.length} addresses that name nothing say so`;
}
