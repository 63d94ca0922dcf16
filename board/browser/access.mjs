// axe on every view, with its tabs, forms and dialogs, in light and dark, on a telephone and a desk; nothing is wider than the screen.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { open } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const VIEWS = [
  ["start", "#/start", ".riddle .target"],
  ["opening", "#/analyse/55stones", ".value"], ["round", "#/analyse/55stones?moves=E10W1+stay", "#values tbody"], ["play", "#/play/33stones", "#play form"],
  ["gallery", "#/gallery", ".card"], ["rules", "#/rules", "#learn .transport"], ["rules of Kalah", "#/rules/kalah", "#rules li"], ["wrong address", "#/chess", "#wrong-words:not(:empty)"], ["Owela", "#/analyse/owela:pits=4?moves=L5", "#tree .move"],
  ["Colony", "#/analyse/colony?moves=T1", "#other-moves button"], ["Kalah", "#/analyse/kalah", ".target"],
  ["tuzdik", "#/analyse/togyz?position=9,9,9,9,9,9,9,9,9/0,9,9,9,9,9,0,9,9+L+9+9+9/-", ".badge"], ["hand", "#/analyse/omweso?position=0,0,0,0,0,0,0,0/0,0,0,0,0,1,0,0/0,0,0,0,0,1,0,0/0,0,1,0,0,0,0,0+L+1:3", "#other-moves button"], ["line", "#/analyse/atomic-wari", ".target"],
  ["endless", "#/analyse/55stones?moves=E4W1+stay+W6E8+E2W1", ".certificate"],
];

/** @param {import("playwright-core").Page} page @param {string} where @param {string[]} found */
export async function check(page, where, found) {
  await page.evaluate(AXE);
  const results = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  for (const violation of results.violations) {
    found.push(`${where}: ${violation.id}: ${violation.nodes.map((node) => node.html.slice(0, 140)).slice(0, 3).join(" | ")}`);
  }
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (over > 0) found.push(`${where}: ${over} pixels wider than the screen`);
}

/** @param {string} tab */
const tab = (tab) => async (/** @type {import("playwright-core").Page} */ page) => {
  await page.click(`#tab-${tab}`);
  await page.waitForTimeout(600);
};
/** Opens the form hole by hole. @param {import("playwright-core").Page} page */
async function byHole(page) {
  await tab("notation")(page);
  await page.click(".editor summary");
}

/** What else a view shows, one after the other. @type {Record<string, Record<string, (page: import("playwright-core").Page) => Promise<void>>>} */
const MORE = {
  opening: {
    matrix: tab("matrix"), editor: byHole, review: tab("review"),
    keys: async (page) => {
      await page.click("#help");
      await page.waitForSelector("dialog[open] dl");
    },
    dialog: async (page) => {
      await page.click("#dialog-close");
      await page.click("#game-button");
      await page.waitForSelector("dialog[open] form");
    },
  },
  round: {
    review: async (page) => {
      await tab("review")(page);
      await page.click("#study-review button");
      await page.waitForSelector("#study-review .graph, #study-review .problem", { timeout: 60_000 });
      assert.deepEqual(await page.locator("#study-review .problem").allTextContents(), []);
    },
  },
  play: {
    sealing: async (page) => {
      await page.selectOption("select[name=opponent]", "sealed");
      await page.click("#play button[type=submit]");
      await page.waitForSelector(".turn");
      await page.locator(".target").first().click();
    },
  },
  Colony: { editor: byHole },
  tuzdik: { editor: byHole },
  line: { editor: byHole },
  endless: { certificate: async (page) => page.click(".certificate summary") },
};

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function access(browser, address) {
  /** @type {string[]} */
  const found = [];
  let pages = 0;
  let states = 0;
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [360, 1280]) {
      for (const [name, hash, there] of VIEWS) {
        const { page, context, noise } = await open(browser, address + hash, { colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce", bypassCSP: true });
        const where = `${name} ${width} ${colorScheme}`;
        await page.waitForSelector(there, { state: "attached", timeout: 30_000 });
        await page.evaluate(() => window.sowlabBoard.clock.pause());
        await check(page, where, found);
        states += 1;
        for (const [state, reach] of Object.entries(MORE[name] ?? {})) {
          await reach(page);
          await check(page, `${where} ${state}`, found);
          states += 1;
        }
        found.push(...noise.map((line) => `${where}: ${line}`));
        pages += 1;
        await context.close();
      }
    }
  }
  assert.deepEqual(found, []);
  return `${pages} pages in ${states} states, nothing found`;
}
