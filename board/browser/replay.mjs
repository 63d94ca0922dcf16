// Files of `sowlab replay`: each plays from the disk, without a server, and loads nothing; axe finds nothing.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { check } from "./access.mjs";

const GAMES = [
  ["55stones", "E4W1 stay W6E8 E2W1", /never ends: the sowing repeats every 545,100 steps/],
  ["55stones", "E10W1", /East captures 5\.$/],
  ["kalah", "L4 L6 U2", /After U2/],
  ["owela:pits=4", "L5 U6 L6 U3 L3", /never ends: the sowing repeats every [\d,]+ steps, 1,632 laps/],
  ["colony", "T1", /./],
  ["togyz", "98 22 87", /After L2/],
  ["bao", "P1i3+", /After L14-, \d+ laps/],
  ["atomic-wari", "L1 R10 L13", /After L13/],
];

/** @param {import("playwright-core").Browser} browser @param {string} sowlab  the command */
export async function replay(browser, sowlab) {
  const folder = mkdtempSync(join(tmpdir(), "sowlab-replay-"));
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, offline: true });
  /** @type {string[]} */
  const noise = [];
  let bytes = 0;
  try {
    for (const [number, [game, record, end]] of GAMES.entries()) {
      const file = join(folder, `${number}.html`);
      const said = execFileSync(sowlab, ["replay", String(game), "--record", String(record), "--out", file, "--steps", "300", "--format", "json"]);
      bytes = Math.max(bytes, JSON.parse(said.toString()).bytes);
      const page = await context.newPage();
      page.on("console", (message) => noise.push(`${game}: ${message.text()}`));
      page.on("pageerror", (error) => noise.push(`${game}: ${error.message}`));
      page.on("request", (request) => request.url() === pathToFileURL(file).href || request.url().startsWith("data:") || noise.push(`${game}: ${request.url()}`));
      await page.goto(pathToFileURL(file).href);
      await page.selectOption(".speed select", "0");
      await page.locator(".rounds button").last().click();
      const text = page.locator(".step-text");
      // Once it is over, or has run for some time, the words say how it goes.
      await page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector(".step-text")?.textContent ?? ""), /** @type {RegExp} */ (end).source, { timeout: 30_000 });
      await page.waitForTimeout(300);
      assert.match((await text.textContent()) ?? "", /** @type {RegExp} */ (end));
      await check(page, String(game), noise);
      // On a telephone the controls stand below the board, cups included, on the first screen.
      await page.setViewportSize({ width: 390, height: 844 });
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForTimeout(200);
      const [lowest, controls] = await page.evaluate(() => {
        const bottoms = [...document.querySelectorAll(".cup, .hole")].map((place) => place.getBoundingClientRect().bottom);
        const { top, bottom } = /** @type {Element} */ (document.querySelector(".transport-row")).getBoundingClientRect();
        return [Math.max(...bottoms), { top, bottom }];
      });
      assert.ok(lowest <= controls.top && controls.bottom <= 844, `${game}: ${lowest} ${JSON.stringify(controls)}`);
      await page.close();
    }
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
  assert.deepEqual(noise, []);
  return `${GAMES.length} files play without a server and axe finds nothing in them, the largest ${bytes} bytes`;
}
