// Checks the static site in a real Chromium without a network. Usage: node check.mjs SITE SOWLAB [NAME…]
//
// SITE is the folder that scripts/web fills, SOWLAB the command whose values are compared.

import { resolve } from "node:path";
import { access } from "./access.mjs";
import { matrix, why } from "./analysis.mjs";
import { launch } from "./browser.mjs";
import { languages } from "./languages.mjs";
import { puzzles } from "./puzzles.mjs";
import { words } from "./words.mjs";
import { editor } from "./editor.mjs";
import { endless, long } from "./endless.mjs";
import { gallery } from "./gallery.mjs";
import { byKeyboard, byMouse } from "./games.mjs";
import { moves } from "./moves.mjs";
import { own } from "./own.mjs";
import { people } from "./people.mjs";
import { study } from "./study.mjs";
import { offline, serve } from "./offline.mjs";
import { phone } from "./phone.mjs";
import { certificate, proof, tables } from "./proofs.mjs";
import { published } from "./published.mjs";
import { values } from "./values.mjs";

const [site, sowlab, ...wanted] = process.argv.slice(2);
/** The checkout: the site is in target/web. */
const root = resolve(site, "../..");
const browser = await launch(["--disable-frame-rate-limit", "--disable-gpu-vsync"]);
const server = await serve(site);
const plain = await launch();
// From here on the page is on its own.
const { address } = server;
const here = await offline(browser, server);

/** @type {Record<string, () => Promise<unknown>>} */
const checks = {
  words: () => words(root),
  phone: () => phone(plain, site),
  mouse: () => byMouse(here, address),
  keyboard: () => byKeyboard(here, address),
  values: () => values(here, address, sowlab),
  own: () => own(here, address, root, sowlab),
  published: () => published(plain, site, sowlab),
  proof: () => proof(here, address),
  certificate: () => certificate(here, address),
  tables: () => tables(here, address),
  matrix: () => matrix(here, address),
  why: () => why(here, address),
  long: () => long(here, address),
  study: () => study(here, address),
  people: () => people(here, address),
  gallery: () => gallery(here, address),
  editor: () => editor(here, address),
  moves: () => moves(here, address),
  endless: () => endless(here, address),
  languages: () => languages(here, address),
  puzzles: () => puzzles(here, address, root),
  axe: () => access(here, address),
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const started = Date.now();
  try {
    const found = await check();
    console.log(`ok   ${name} (${((Date.now() - started) / 1000).toFixed(1)} s): ${found}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}: ${error instanceof Error ? error.stack : error}`);
  }
}
await Promise.all([browser.close(), plain.close()]);
process.exit(failed > 0 ? 1 : 0);
