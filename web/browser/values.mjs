// Values in the page and of the command, on positions of random games of every family.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { open } from "./browser.mjs";

/** Games, and how many positions of each are compared. @type {[string, number][]} */
const GAMES = [
  ["55stones", 100], ["33stones", 60], ["stones:holes=7,seeds=2,capture=reversed", 60], ["kalah", 60], ["awari", 60],
  ["owela:pits=4", 60], ["colony:board=toy", 60], ["random:pits=4", 60],
  ["togyz:pits=3,seeds=3", 30], ["congkak:pits=4,seeds=4", 30], ["agsinnoninka:pits=3,seeds=2", 30], ["omweso:pits=2,seeds=2", 10], ["bao:pits=4", 10], ["sowing", 30], ["atomic-wari:pits=9", 30],
];
/** Positions from the end of a game that are compared. */
const LAST = 5;
/** Seconds for a position, on both sides. */
const SECONDS = 2;
const run = promisify(execFile);

/**
 * The last positions of games with moves at random.
 * @param {[string, number, number]} wanted
 */
async function randomPositions([game, count, last]) {
  const { ask } = window.sowlabBoard;
  const found = new Set();
  let seed = 11;
  const random = (/** @type {number} */ below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  while (found.size < count) {
    let shown = await ask("show", { game });
    const line = [];
    for (let ply = 0; ply < 300 && shown.moves.length > 0; ply += 1) {
      line.push(shown.position);
      shown = await ask("show", { game, position: shown.position, record: shown.moves[random(shown.moves.length)] });
    }
    for (const position of line.slice(-last)) if (found.size < count) found.add(position);
  }
  return [...found];
}

/** The values of a position in the page. @param {[string, string, number]} of */
export function valuesOf([game, position, time]) {
  return new Promise((found, failed) => {
    let last = null;
    window.sowlabBoard.follow("choices", { game, position, time }, (document) => {
      last = document;
    }, (error) => (error ? failed(new Error(error)) : found(last)));
  });
}

/** The values of a document by choice and convention; null where bounds are open. @param {any} document */
export function exact(document) {
  const all = [["", document.value], ["pie", document.pie ?? {}], ...document.choices.map((/** @type {any} */ { choice, value }) => [choice, value])];
  return Object.fromEntries(all.flatMap(([choice, value]) => Object.entries(value).map(([convention, margin]) => [`${choice} ${convention}`, margin])));
}

/** @param {import("playwright-core").Browser} browser @param {string} address @param {string} sowlab */
export async function values(browser, address, sowlab) {
  const { page, context, noise } = await open(browser, `${address}#/gallery`);
  const said = [];
  let all = 0;
  let exactValues = 0;
  for (const [game, count] of GAMES) {
    const positions = await page.evaluate(randomPositions, /** @type {[string, number, number]} */ ([game, count, LAST]));
    let proven = 0;
    for (const position of positions) {
      const command = run(sowlab, ["show", game, "--position", position, "--choices", "--format", "json", "--quiet", "--time-limit", `${SECONDS}s`], { maxBuffer: 1 << 26 });
      const here = await page.evaluate(valuesOf, /** @type {[string, string, number]} */ ([game, position, SECONDS]));
      const { stdout } = await command;
      const [one, other] = [exact(here), exact(JSON.parse(stdout))];
      assert.deepEqual(Object.keys(one), Object.keys(other), `${game} ${position}`);
      for (const [choice, value] of Object.entries(one)) {
        if (value !== null && other[choice] !== null) assert.equal(value, other[choice], `${game} ${position} ${choice}`);
        exactValues += value === null ? 0 : 1;
      }
      if (here.proven) proven += 1;
    }
    all += positions.length;
    said.push(`${game} ${positions.length} (${proven} exact)`);
    assert.ok(proven >= positions.length / 2, `only ${proven} of ${positions.length} positions of ${game} are exact`);
  }
  await context.close();
  assert.deepEqual(noise, []);
  return `${all} positions have the values of the command, ${exactValues} exact ones: ${said.join(", ")}`;
}
