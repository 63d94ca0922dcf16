// Every page in every language on a narrow telephone: nothing is wider than the screen or cut, and nothing stays English.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";

const LANGUAGES = { en: "Start", de: "Spielen", es: "Jugar", fr: "Jouer", it: "Gioca", ru: "Игра" };
const PAGES = [
  ["#/start", "#start .puzzle-verdict"], ["#/analyse/55stones?moves=E10W1+stay", "#values tbody"], ["#/analyse/kalah", "#values tbody"], ["#/play/33stones", "#play form"],
  ["#/gallery", ".card"], ["#/rules/55stones", "#learn .transport"], ["#/rules/random", "#rules li"], ["#/rules/owela", "#rules li"], ["#/rules/colony", "#rules li"],
  ["#/rules/togyz", "#rules li"], ["#/rules/congkak", "#rules li"], ["#/rules/agsinnoninka", "#rules li"], ["#/rules/omweso", "#rules li"], ["#/rules/bao", "#rules li"], ["#/rules/sowing", "#rules li"], ["#/rules/atomic-wari", "#rules li"],
  ["#/analyse/togyz", "#values tbody"], ["#/analyse/atomic-wari", "#values tbody"], ["#/chess", "#wrong-words:not(:empty)"],
];

/** What sticks out of the screen, or has text that its box cuts. @param {import("playwright-core").Page} page */
function tooWide(page) {
  return page.evaluate(() => {
    const out = [];
    if (document.documentElement.scrollWidth > innerWidth) out.push(`the page is ${document.documentElement.scrollWidth - innerWidth} pixels too wide`);
    for (const element of document.querySelectorAll("button, a, label, h1, h2, h3, th, .turn, .lead, #headline, dt, dd")) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || element.closest(".scroll, .visually-hidden, .skip, svg")) continue;
      if (box.right > innerWidth + 1) out.push(`${element.tagName} ${element.textContent?.slice(0, 40)}: ${Math.round(box.right)}`);
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline" && element.id !== "game-button") out.push(`${element.tagName} ${element.textContent?.slice(0, 40)}: cut`);
    }
    return out;
  });
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function languages(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/start`, { viewport: { width: 360, height: 740 }, reducedMotion: "reduce" });
  /** @type {string[]} */
  const found = [];
  let seen = 0;
  /** @type {Set<string>} */
  const refusals = new Set();
  for (const [language, word] of Object.entries(LANGUAGES)) {
    // A person chooses the language, and the page starts again in it.
    if (language !== "en") await Promise.all([page.waitForNavigation(), page.selectOption("#language", language)]);
    await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
    assert.ok((await page.locator("#views a").allTextContents()).includes(word), language);
    for (const [hash, there] of PAGES) {
      await page.evaluate((to) => { location.hash = to; }, hash);
      await page.waitForSelector(there, { state: "attached", timeout: 30_000 });
      await page.waitForTimeout(200);
      found.push(...(await tooWide(page)).map((line) => `${language} ${hash}: ${line}`));
      seen += 1;
    }
    refusals.add(await page.evaluate(() => window.sowlabBoard.ask("show", { game: "chess" }).then(() => "", (/** @type {Error} */ error) => error.message)));
    for (const tab of ["matrix", "notation", "review"]) {
      await page.evaluate(() => { location.hash = "#/analyse/33stones"; });
      await page.click(`#tab-${tab}`);
      await page.waitForTimeout(200);
      found.push(...(await tooWide(page)).map((line) => `${language} ${tab}: ${line}`));
      seen += 1;
    }
    await page.click("#tab-values");
    for (const button of ["#help", "#game-button"]) {
      await page.click(button);
      await page.waitForSelector("dialog[open] form, dialog[open] dl");
      found.push(...(await tooWide(page)).map((line) => `${language} ${button}: ${line}`));
      await page.click("#dialog-close");
      seen += 1;
    }
    await page.evaluate(() => { location.hash = "#/start"; });
  }
  await page.evaluate(() => localStorage.removeItem("sowlab-language"));
  await context.close();
  assert.deepEqual(found, []);
  assert.equal(refusals.size, Object.keys(LANGUAGES).length, [...refusals].join("\n"));
  // A refused request is an error in the console of the browser.
  assert.deepEqual(noise.filter((line) => !/400/.test(line)), []);
  return `${Object.keys(LANGUAGES).length} languages, ${seen} pages at 360 pixels`;
}
