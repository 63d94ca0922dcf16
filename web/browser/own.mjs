// A game from the visitor's own file of rules: opened, played, valued, kept, forgotten.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { current, open } from "./browser.mjs";
import { exact, valuesOf } from "./values.mjs";

/** Opens a file under "Game". @param {import("playwright-core").Page} page @param {string} file */
async function give(page, file) {
  await page.click("#game-button");
  await page.click("dialog details.own summary");
  await page.setInputFiles("dialog input[name=rules]", file);
}

/**
 * @param {import("playwright-core").Browser} browser @param {string} address @param {string} root  the checkout @param {string} sowlab
 */
export async function own(browser, address, root, sowlab) {
  const folder = mkdtempSync(join(tmpdir(), "sowlab-own-"));
  const { page, context, noise } = await open(browser, `${address}#/analyse`);
  try {
    const [, rules] = /```toml\n([^]*?)```/.exec(readFileSync(join(root, "docs/games-two-rank.md"), "utf8")) ?? [];
    const file = join(folder, "dakon.toml");
    writeFileSync(file, rules);
    writeFileSync(join(folder, "wrong.toml"), rules.replace('"relay"', '"many"'));

    // A wrong file: the line, the field and what is allowed.
    await give(page, join(folder, "wrong.toml"));
    await page.waitForFunction(() => document.querySelector("dialog .own .problem")?.textContent);
    const wrong = await page.textContent("dialog .own .problem");
    assert.match(wrong ?? "", /wrong\.toml: line \d+, laps: unknown variant `many`, expected `one` or `relay`/);

    await page.setInputFiles("dialog input[name=rules]", file);
    await page.waitForFunction(() => window.sowlabBoard.study.game.startsWith("file:dakon.toml"));
    assert.equal(await page.textContent("#game-button"), "Dakon");

    // The smallest board, chosen in the form: the values are those of the command.
    await page.click("#game-button");
    await page.fill("dialog input[name=pits]", "3");
    await page.fill("dialog input[name=seeds]", "2");
    await page.selectOption("dialog select[name=lone]", "store");
    await page.click("dialog .form button[type=submit]");
    const game = "file:dakon.toml,pits=3,seeds=2,lone=store";
    await page.waitForFunction((game) => window.sowlabBoard.study.game === game, game);
    const { position } = await current(page);
    const there = execFileSync(resolve(sowlab), ["show", game, "--choices", "--format", "json", "--quiet"], { cwd: folder, encoding: "utf8" });
    const here = exact(await page.evaluate(valuesOf, /** @type {[string, string, number]} */ ([game, position, 10])));
    assert.deepEqual(here, exact(JSON.parse(there)));

    // A move, and the browser keeps the game.
    await page.fill("#move", "L3");
    await page.press("#move", "Enter");
    await page.waitForFunction((before) => window.sowlabBoard.study.current.position !== before, position);
    await page.reload();
    await page.waitForFunction((game) => window.sowlabBoard?.study.game === game, game);

    // Forgotten: an address that names it says what is missing.
    await page.click("#game-button");
    await page.click("dialog details.own summary");
    await page.click("dialog .own .row button");
    await page.reload();
    await page.waitForSelector("#wrong-words:not(:empty)");
    assert.match((await page.textContent("#wrong-words")) ?? "", /dakon\.toml/);

    // What the page did not write counts as nothing, and a file of a megabyte is refused.
    await page.evaluate(() => localStorage.setItem("sowlab-rules", "{damaged"));
    await page.goto("about:blank");
    await page.goto(`${address}#/analyse`);
    await page.waitForSelector("#headline:not(:empty)");
    writeFileSync(join(folder, "long.toml"), "#".repeat(1 << 20));
    await give(page, join(folder, "long.toml"));
    await page.waitForFunction(() => document.querySelector("dialog .own .problem")?.textContent);
    assert.match((await page.textContent("dialog .own .problem")) ?? "", /long\.toml: .*large/);
    assert.deepEqual(noise, []);
    return `${Object.keys(here).length} values as those of the command`;
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
}
