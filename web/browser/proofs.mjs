// The checker in the page, and the tables that it keeps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { check } from "./access.mjs";
import { open } from "./browser.mjs";

const CERTIFICATE = "results/never-ending/boards-relay-end.certificate.json";

/** @param {import("playwright-core").Page} page */
async function result(page) {
  await page.waitForFunction(() => /holds|Not confirmed/.test(document.querySelector("#check-state")?.textContent ?? ""), null, { timeout: 300_000 });
  return (await page.textContent("#check-state")) ?? "";
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function proof(browser, address) {
  const { page, context, noise } = await open(browser, address);
  await page.click("#proofs");
  await page.click("dialog button:has-text('22Stones')");
  await page.waitForFunction(() => /claims follow/.test(document.querySelector("#check-state")?.textContent ?? ""), null, { timeout: 300_000 });
  const said = await result(page);
  assert.match(said, /The proof holds: .* margin of the first chooser is exactly 0, with the pie rule exactly 0/);
  /** @type {string[]} */
  const found = [];
  await check(page, "proofs", found);
  assert.deepEqual(found, []);
  await context.close();
  assert.deepEqual(noise, []);
  return said;
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function certificate(browser, address) {
  const { page, context, noise } = await open(browser, address);
  await page.click("#proofs");
  const text = readFileSync(CERTIFICATE, "utf8");
  await page.setInputFiles("#check-file", { name: "right.json", mimeType: "application/json", buffer: Buffer.from(text) });
  const said = await result(page);
  assert.match(said, /The certificate holds: /);
  const wrong = { name: "wrong.json", mimeType: "application/json", buffer: Buffer.from(text.replace(/"period": *20/, '"period": 21')) };
  await page.setInputFiles("#check-file", wrong);
  await page.waitForFunction(() => /Not confirmed: .* its period is 20, not 21$/.test(document.querySelector("#check-state")?.textContent ?? ""));
  // The same in another language.
  await Promise.all([page.waitForNavigation(), page.selectOption("#language", "de")]);
  await page.waitForFunction(() => document.documentElement.lang === "de");
  await page.click("#proofs");
  await page.setInputFiles("#check-file", wrong);
  await page.waitForFunction(() => /Nicht bestätigt: .* ist 20, nicht 21$/.test(document.querySelector("#check-state")?.textContent ?? ""));
  await page.evaluate(() => localStorage.removeItem("sowlab-language"));
  await context.close();
  assert.deepEqual(noise, []);
  return said;
}

/** The tables that a search built are in the next page, until they are forgotten. @param {import("playwright-core").Browser} browser @param {string} address */
export async function tables(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/analyse/stones:holes=7,seeds=2?position=${encodeURIComponent("2,2,2,2,1,1,2 E 1 1 - 3")}`);
  await page.waitForSelector("#values .mark-table", { timeout: 60_000 });
  await page.reload();
  await page.click("#proofs");
  await page.waitForFunction(() => /\d+ tables that searches built/.test(document.querySelector("#dialog-body")?.textContent ?? ""));
  const kept = (await page.textContent("#dialog-body"))?.match(/\d+ tables[^.]*: [\d.]+ MB/)?.[0];
  await page.click("dialog button:has-text('Forget')");
  await page.waitForFunction(() => /No tables are stored/.test(document.querySelector("#dialog-body")?.textContent ?? ""));
  await context.close();
  assert.deepEqual(noise, []);
  return `${kept}, then none`;
}
