// axe on every view, in light and dark, on a telephone and a desk; nothing is wider than the screen.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { open } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const VIEWS = [
  ["opening", "#/analyse/55stones", ".value"], ["round", "#/analyse/55stones?moves=E10W1+stay", "#values tbody"], ["play", "#/play/33stones", "#play form"],
  ["gallery", "#/gallery", ".card"], ["rules", "#/rules", "#learn .transport"], ["Owela", "#/analyse/owela:pits=4?moves=L5", "#tree .move"],
  ["Colony", "#/analyse/colony?moves=T1", "#other-moves button"], ["Kalah", "#/analyse/kalah", ".target"],
  ["endless", "#/analyse/55stones?moves=E4W1+stay+W6E8+E2W1", ".certificate"],
];

/** @param {import("playwright-core").Page} page @param {string} where @param {string[]} found */
async function check(page, where, found) {
  const results = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  for (const violation of results.violations) {
    found.push(`${where}: ${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 140)).slice(0, 3).join(" | ")}`);
  }
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) found.push(`${where}: ${over} pixels wider than the screen`);
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function access(browser, address) {
  /** @type {string[]} */
  const found = [];
  let pages = 0;
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [360, 1280]) {
      for (const [name, hash, there] of VIEWS) {
        const { page, context, noise } = await open(browser, address + hash, { colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce", bypassCSP: true });
        const where = `${name} ${width} ${colorScheme}`;
        await page.waitForSelector(there, { state: "attached", timeout: 30_000 });
        await page.evaluate(() => window.sowlabBoard.clock.pause());
        await page.evaluate(AXE);
        await check(page, where, found);
        if (name === "opening") {
          for (const tab of ["matrix", "notation", "review"]) {
            await page.click(`#tab-${tab}`);
            await page.waitForTimeout(600);
            await check(page, `${where} ${tab}`, found);
          }
          await page.click("#game-button");
          await page.waitForSelector("dialog[open] form");
          await check(page, `${where} dialog`, found);
        }
        found.push(...noise.map((line) => `${where}: ${line}`));
        pages += 1;
        await context.close();
      }
    }
  }
  assert.deepEqual(found, []);
  return `${pages} pages, nothing found`;
}
