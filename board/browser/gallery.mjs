// Every card of the gallery opens what it says, and every step of the rules moves and ends.

import assert from "node:assert/strict";
import { current, open } from "./browser.mjs";

/** Cards that promise what never ends, by their group. */
const ENDLESS = /non-terminating/i;
/** The card whose rounds end and bring the board back. */
const REPETITION = "The shortest repetition";

/** Games, what the page calls them, and words of their rules. @type {[string, string, RegExp][]} */
const RULES = [
  ["55stones:capture=reversed", "55Stones, capture=reversed", /the other captures what it still holds/],
  ["kalah", "Kalah", /you move again/], ["owela", "Owela", /you lose/], ["random", "Random Mancala", /The base game/], ["colony", "The Colony", /ants/],
];

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function gallery(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/gallery`);
  const groups = await page.locator("#gallery section").evaluateAll((sections) =>
    sections.map((section) => ({ name: section.querySelector("h3")?.textContent ?? "", cards: [...section.querySelectorAll(".card-link")].map((link) => link.textContent ?? "") })));
  let cards = 0;
  for (const { name, cards: titles } of groups) {
    for (const title of titles) {
      await page.evaluate(() => { location.hash = "#/gallery"; });
      await page.click(`.card-link:text-is("${title}")`);
      await page.waitForFunction(() => !document.getElementById("board")?.hidden && !window.sowlabBoard.study.busy);
      const wanted = new URLSearchParams((await page.evaluate(() => location.hash)).replace(/^[^?]*\??/, "")).get("moves") ?? "";
      await page.waitForFunction((moves) => window.sowlabBoard.study.record() === moves, wanted, { timeout: 30_000 });
      const { endless, position } = await current(page);
      if (title === REPETITION) {
        const boards = await page.evaluate(() => [window.sowlabBoard.study.root, window.sowlabBoard.study.current].map((node) => node.position.replace(/ \d+$/, "")));
        assert.equal(boards[0], boards[1], title);
      } else {
        assert.equal(endless, ENDLESS.test(name), `${title}: ${position}`);
      }
      assert.equal(await page.textContent("#problem"), "", title);
      cards += 1;
    }
  }
  assert.ok(cards >= 12, `only ${cards} cards`);
  // The rules of each game are those that the server tells; no line of them is lost.
  for (const [game, title, words] of RULES) {
    await page.evaluate((game) => { location.hash = `#/rules/${game}`; }, game);
    await page.waitForFunction((title) => document.querySelector("#rules h2")?.textContent === title && document.querySelector("#rules li"), `Rules of ${title}`);
    const text = (await page.locator("#rules p, #rules li").allTextContents()).join(" ");
    const { rules } = await page.evaluate((game) => window.sowlabBoard.ask("rules", { game }), game);
    assert.equal(text, rules.replace(/^- /gm, "").replace(/\s+/g, " "));
    assert.match(text, words);
    assert.equal(await page.locator("#lessons nav").count(), game.startsWith("55") ? 1 : 0);
  }
  await page.click("#game-button");
  await page.selectOption("dialog select[name=game]", "55stones");
  await page.click("dialog button[type=submit]");
  await page.waitForFunction(() => document.querySelector("#rules h2")?.textContent === "Rules of 55Stones");
  // In the stones family each step plays by itself and says what happens.
  const steps = await page.locator("#learn nav .dot").count();
  assert.equal(steps, 6);
  for (let i = 0; i < steps; i += 1) {
    await page.locator("#learn nav .dot").nth(i).click();
    await page.selectOption("#learn .speed select", "30");
    // The words of a step come once it moves.
    await page.waitForFunction(() => /^Step [2-9]|captures|never ends|quiet/.test(document.querySelector("#learn .step-text")?.textContent ?? ""), null, { timeout: 20_000 });
  }
  await context.close();
  assert.deepEqual(noise, []);
  return `${cards} cards, ${steps} steps of the rules`;
}
