// The dialog that chooses a game, and the position editor, on every family of games.

import assert from "node:assert/strict";
import { current, open } from "./browser.mjs";

/** Positions that the editor has to give back as they are, and what it makes of them: a field, its new value, the position then. */
const POSITIONS = [
  ["55stones", "5,5,5,5,5,5,5,5,5,5,5 E 0 0 - 1", "side", "W", "5,5,5,5,5,5,5,5,5,5,5 W 0 0 - 1"],
  ["55stones", "2,1,3,0,2,4,1,2,0,3,2 W 20 15 10 7", "phase", "3", "2,1,3,0,2,4,1,2,0,3,2 W 20 15 3 7"],
  ["33stones:capture=reversed", "3,3,3,3,3,3,3,3,3,3,0 E 3 0 pie 2", "phase", "-", "3,3,3,3,3,3,3,3,3,3,0 E 3 0 - 2"],
  ["random:seed=3", "0,5,5,0,8,2/7,0,7,5,2,7 ? 0 0", "side", "U", "0,5,5,0,8,2/7,0,7,5,2,7 U 0 0"],
  ["random:seed=3,base=kalah", "0,5,5,0,8,2/7,0,7,5,2,7 L 3 3", "side", "?", "0,5,5,0,8,2/7,0,7,5,2,7 ? 3 3"],
  ["kalah", "4,4,0,5,5,0/5,5,5,5,4,4 U 2 0", "L4", "3", "4,4,3,5,5,0/5,5,5,5,4,4 U 2 0"],
  ["owela:pits=2", "2,1/2,3/0,1/1,2 L", "side", "U", "2,1/2,3/0,1/1,2 U"],
  ["togyz", "9,9,9,9,9,9,9,9,9/0,9,9,9,9,9,0,9,9 L 9 9 9/-", "L9", "8", "8,9,9,9,9,9,9,9,9/0,9,9,9,9,9,0,9,9 L 9 9 9/-"],
  ["togyz", "9,9,9,9,9,9,9,9,9/0,9,9,9,9,9,0,9,9 L 9 9 9/-", "extra", "-/-", "9,9,9,9,9,9,9,9,9/0,9,9,9,9,9,0,9,9 L 9 9"],
  ["congkak:pits=2,opening=lockstep", "7,7/7,7 U 0 0 L2", "extra", "L1", "7,7/7,7 U 0 0 L1"],
  ["omweso", "0,0,0,0,0,0,0,0/0,0,0,0,0,1,0,0/0,0,0,0,0,1,0,0/0,0,1,0,0,0,0,0 L 1:3", "L2", "1", "0,1,0,0,0,0,0,0/0,0,0,0,0,1,0,0/0,0,0,0,0,1,0,0/0,0,1,0,0,0,0,0 L 1:3"],
  ["sowing", "1,2,2,1,1,2,2,1 L", "side", "R", "1,2,2,1,1,2,2,1 R"],
  ["colony", "3,3r,0,3,3,3/3,3,2b,3,3,3,3/3,3,3,3,3,3 R 4 0 must log", "ant:T1", "B", "3b,3r,0,3,3,3/3,3,2b,3,3,3,3/3,3,3,3,3,3 R 4 0 must log"],
];
/** Games that the dialog opens: an option, its value, the name of the game then and what the page calls it. */
const GAMES = [
  ["33stones", "", "", "33stones", "33Stones"],
  ["stones", "start", "1+2+3+4", "stones:start=1+2+3+4", "Stones, start=1+2+3+4"],
  ["55stones", "capture", "reversed", "55stones:capture=reversed", "55Stones, capture=reversed"],
  ["awari", "seeds", "3", "awari:seeds=3", "Awari, seeds=3"],
  ["random", "seed", "18446744073709551615", "random:seed=18446744073709551615", "Random Mancala, seed=18446744073709551615"],
  ["owela", "pits", "4", "owela:pits=4", "Owela, pits=4"],
  ["togyz", "pits", "4", "togyz:pits=4", "Togyz kumalak, pits=4"],
  ["sowing", "form", "impartial", "sowing:form=impartial", "Sowing, form=impartial"],
];

/** @param {import("playwright-core").Page} page @param {string} game @param {string} option @param {string} value */
async function choose(page, game, option, value) {
  await page.click("#game-button");
  await page.waitForSelector("dialog[open] form");
  await page.selectOption("dialog select[name=game]", game);
  if (option) {
    const field = page.locator(`dialog [name="${option}"]`);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
  await page.click("dialog button[type=submit]");
  await page.waitForFunction(() => !document.querySelector("dialog[open]") || document.querySelector("dialog .problem")?.textContent);
  assert.equal(await page.locator("dialog[open]").count(), 0, `${game}: ${await page.textContent("dialog .problem").catch(() => "")}`);
}

/** Waits until a game is on the board: the dialog closes before. @param {import("playwright-core").Page} page @param {string} game */
async function opened(page, game) {
  await page.waitForFunction((wanted) => window.sowlabBoard.study.game === wanted, game);
}

/** @param {import("playwright-core").Page} page */
async function setBoard(page) {
  await page.evaluate(() => {
    const { study } = window.sowlabBoard;
    study.listeners.push(() => { window.opened = true; });
    window.opened = false;
  });
  await page.click(".editor button[type=submit]");
  await page.waitForFunction(() => window.opened || document.querySelector("#notation .problem")?.textContent);
  return (await page.locator("#notation .problem").textContent()) || (await current(page)).position;
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function editor(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/analyse/55stones`);
  // With its defaults each game of the list opens.
  await page.click("#game-button");
  await page.waitForSelector("dialog[open] form");
  const names = await page.locator("dialog select[name=game] option").evaluateAll((options) => options.map((option) => option.value));
  await page.click("#dialog-close");
  for (const name of names) {
    await choose(page, name, "", "");
    await opened(page, name);
  }
  for (const [name, option, value, game, title] of GAMES) {
    await choose(page, name, option, value);
    await opened(page, game);
    assert.equal(await page.textContent("#game-button"), title);
  }
  await page.click("#tab-notation");
  for (const [game, position, field, value, after] of POSITIONS) {
    await page.goto(`${address}#/analyse/${game}?position=${encodeURIComponent(position)}`);
    await page.waitForFunction((wanted) => window.sowlabBoard.study.game === wanted[0] && window.sowlabBoard.study.current.position === wanted[1], [game, position]);
    await page.click(".editor summary");
    assert.equal(await setBoard(page), position, game);
    await page.click(".editor summary");
    const input = page.locator(`.editor [name="${field}"]`);
    if ((await input.evaluate((element) => element.tagName)) === "SELECT") await input.selectOption(value);
    else await input.fill(value);
    assert.equal(await setBoard(page), after, game);
  }
  assert.deepEqual(noise, []);
  // No seed of Owela leaves the board: one line says what is wrong, and the board stays.
  await page.goto(`${address}#/analyse/owela:pits=2`);
  await opened(page, "owela:pits=2");
  const before = (await current(page)).position;
  await page.click(".editor summary");
  await page.fill(".editor [name=L1]", "9");
  assert.match((await page.textContent(".editor output")) ?? "", /^19 stones in all; the opening has 12$/);
  assert.match(await setBoard(page), /19 seeds on the board, but the game has 12/);
  assert.equal((await current(page)).position, before);
  await context.close();
  return `${names.length} games by the dialog, ${GAMES.length} options, ${POSITIONS.length} positions edited`;
}
