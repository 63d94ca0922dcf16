// Checks the page of the board in a real Chromium. Usage: node check.mjs BINARY [NAME…]
//
// BOARD_ADDRESS: a server that runs already, in place of BINARY. BOARD_OPENING: the opening that is followed to its proven value.
// BOARD_SOWLAB: the command, to check the files of `sowlab replay`; without it they are left out.

import { fileURLToPath } from "node:url";
import { access } from "./access.mjs";
import { addresses } from "./addresses.mjs";
import { firstOfOpening, fromTables, matrix, opening, why } from "./analysis.mjs";
import { launch } from "./browser.mjs";
import { editor } from "./editor.mjs";
import { endless, long } from "./endless.mjs";
import { gallery } from "./gallery.mjs";
import { byKeyboard, byMouse } from "./games.mjs";
import { languages } from "./languages.mjs";
import { moves } from "./moves.mjs";
import { people } from "./people.mjs";
import { frameTime, weight } from "./performance.mjs";
import { puzzles } from "./puzzles.mjs";
import { replay } from "./replay.mjs";
import { screens } from "./screens.mjs";
import { screenshots } from "./screenshots.mjs";
import { steps } from "./steps.mjs";
import { study } from "./study.mjs";
import { words } from "./words.mjs";
import { startServer } from "./server.mjs";

const [binary, ...wanted] = process.argv.slice(2);
const options = process.env.BOARD_OPTIONS?.split(" ").filter(Boolean) ?? [];
const server = process.env.BOARD_ADDRESS ? { address: process.env.BOARD_ADDRESS, stop: async () => 143 } : await startServer(binary, options);
const browser = await launch();
// Without a limit of 60 frames a second, so that 10,000 steps of one frame each do not take minutes.
const fast = await launch(["--disable-frame-rate-limit", "--disable-gpu-vsync"]);
/** The checkout: this file runs in target/board-check. */
const root = fileURLToPath(new URL("../..", import.meta.url));
const game = process.env.BOARD_OPENING ?? "stones:holes=11,seeds=2";

/** @type {Record<string, () => Promise<unknown>>} */
const checks = {
  words: () => words(root),
  weight: () => weight(browser, server.address),
  frames: () => frameTime(browser, server.address),
  mouse: () => byMouse(browser, server.address),
  keyboard: () => byKeyboard(browser, server.address),
  first: () => firstOfOpening(browser, server.address),
  matrix: () => matrix(browser, server.address),
  why: () => why(browser, server.address),
  tables: () => fromTables(browser, server.address),
  long: () => long(browser, server.address),
  study: () => study(browser, server.address),
  addresses: () => addresses(browser, server.address),
  screens: () => screens(browser, server.address),
  people: () => people(browser, server.address),
  gallery: () => gallery(browser, server.address),
  editor: () => editor(browser, server.address),
  steps: () => steps(browser, server.address),
  moves: () => moves(browser, server.address),
  replay: () => replay(browser, process.env.BOARD_SOWLAB ?? ""),
  endless: () => endless(fast, server.address),
  languages: () => languages(browser, server.address),
  puzzles: () => puzzles(browser, server.address, root),
  axe: () => access(browser, server.address),
  opening: () => opening(browser, server.address, game, 20 * 60_000),
  screenshots: () => screenshots(browser, server.address, process.env.BOARD_PICTURES ?? "target/board"),
};

/** Whether a check is left out. @param {string} name */
function leftOut(name) {
  if (wanted.length > 0) return !wanted.includes(name);
  return (name === "screenshots" && !process.env.BOARD_PICTURES) || (name === "replay" && !process.env.BOARD_SOWLAB);
}

let failed = 0;
/** @param {string} name */
async function run(name) {
  const started = Date.now();
  try {
    const found = await checks[name]();
    console.log(`ok   ${name} (${((Date.now() - started) / 1000).toFixed(1)} s): ${typeof found === "string" ? found : JSON.stringify(found)}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}: ${error instanceof Error ? error.stack : error}`);
  }
}

/** Checks that measure time: nothing else runs beside them. */
const ALONE = ["weight", "frames", "first", "tables"];
const left = Object.keys(checks).filter((name) => !leftOut(name));
for (const name of ALONE) if (left.includes(name)) await run(name);
// One step a frame takes minutes and little work: the others run meanwhile.
const beside = left.includes("endless") ? run("endless") : null;
for (const name of left) if (!ALONE.includes(name) && name !== "endless") await run(name);
await beside;
await Promise.all([browser.close(), fast.close()]);
const code = await server.stop();
// SIGTERM is an orderly end with 143.
if (code !== 0 && code !== 143) {
  console.log(`FAIL the server ended with ${code}`);
  failed += 1;
}
process.exit(failed > 0 ? 1 : 0);
