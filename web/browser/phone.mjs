// A telephone: 1.6 Mbit/s, 150 ms, a processor four times slower, and a server that compresses.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };
const MOST_CRITICAL = 200_000;
const MOST_SOLVER = 1_200_000;
const MOST_PAINT_MS = 1000;
const MOST_VALUES_MS = 2000;
/** Until the first steps of the round are done, at two a second. */
const MOST_START_MS = 4000;
/** What loads after the values are there. */
const LATER = /^(solver|checker|worker|check|puzzles)-|^sw\.js|^proofs/;

/** Serves a folder compressed, and counts what it sent. @param {string} site */
async function compressing(site) {
  /** @type {Map<string, number>} */
  const sent = new Map();
  /** @type {Map<string, Buffer>} */
  const packed = new Map();
  const server = createServer((request, response) => {
    const name = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname)).slice(1) || "index.html";
    try {
      if (!packed.has(name)) packed.set(name, brotliCompressSync(readFileSync(join(site, name)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      const bytes = /** @type {Buffer} */ (packed.get(name));
      sent.set(name, bytes.length);
      response.writeHead(200, { "content-type": TYPES[/** @type {keyof typeof TYPES} */ (extname(name))] ?? "application/octet-stream", "content-encoding": "br" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const address = `http://127.0.0.1:${port}/`;
  // Packing takes seconds, which are not those of the network.
  const html = readFileSync(join(site, "index.html"), "utf8");
  const main = html.match(/main-[0-9a-f]{8}\.js/)?.[0] ?? "";
  const names = new Set(["", ...(html + readFileSync(join(site, main), "utf8")).matchAll(/[a-z]+-[0-9a-f]{8}\.[a-z]+/g)].map(String));
  for (const name of names) await fetch(address + name);
  const sizes = new Map(sent);
  sent.clear();
  return { address, sent, sizes, stop: () => server.close() };
}

/** A page of a slow telephone, and what it asked of other hosts or complained about. @param {import("playwright-core").Browser} browser @param {string} address */
async function slow(browser, address) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: "block" });
  const page = await context.newPage();
  /** @type {string[]} */
  const foreign = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(address)) foreign.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") foreign.push(message.text());
  });
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return { page, context, foreign };
}

/** The start page: when it is painted, and when its round moves. @param {import("playwright-core").Browser} browser @param {string} address */
async function start(browser, address) {
  const { page, context, foreign } = await slow(browser, address);
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(() => /^[1-9]/.test(document.querySelector("#start .steps")?.textContent ?? ""), null, { timeout: 60_000 });
  const [moves, paint] = await page.evaluate(() => [performance.now(), performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity]);
  await context.close();
  assert.deepEqual(foreign, []);
  const said = `start page painted after ${paint.toFixed(0)} ms, its round moves after ${moves.toFixed(0)} ms`;
  assert.ok(paint <= MOST_PAINT_MS && moves <= MOST_START_MS, said);
  return said;
}

/** @param {import("playwright-core").Browser} browser @param {string} site */
export async function phone(browser, site) {
  const server = await compressing(site);
  const { page, context, foreign } = await slow(browser, server.address);
  await page.goto(`${server.address}#/analyse/55stones`, { waitUntil: "commit" });
  await page.waitForSelector("#board-box .value", { timeout: 60_000 });
  const [shown, paint] = await page.evaluate(() => [performance.now(), performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity]);
  const critical = [...server.sent].filter(([name]) => !LATER.test(name));
  const bytes = critical.reduce((sum, [, size]) => sum + size, 0);
  const solver = [...server.sizes].find(([name]) => name.startsWith("solver-"))?.[1] ?? Infinity;
  // Under the policy of the page too, the solver answers.
  await page.evaluate(() => window.sowlabBoard.ask("rules", { game: "kalah" }));
  const solved = await page.evaluate(() => performance.now());
  await context.close();
  assert.deepEqual(foreign, []);
  const first = await start(browser, server.address);
  server.stop();
  const said = `${first}; critical path ${bytes} bytes (${critical.map(([name, size]) => `${name.replace(/-[0-9a-f]{8}/, "")} ${size}`).join(", ")}), first paint after ${paint.toFixed(0)} ms, values after ${shown.toFixed(0)} ms, solver ${solver} bytes, there after ${(solved / 1000).toFixed(1)} s`;
  assert.ok(bytes <= MOST_CRITICAL && paint <= MOST_PAINT_MS && shown <= MOST_VALUES_MS && solver <= MOST_SOLVER, said);
  return said;
}
