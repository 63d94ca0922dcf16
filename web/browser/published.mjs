// Published tables in the page: values against the command, from servers that answer ranges and from others.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { open } from "./browser.mjs";

const GAME = "stones:holes=11,seeds=5";
const STONES = 12;
const POSITIONS = [
  "0,0,2,0,3,0,1,0,2,4,0 E 25 18 - 9", "1,1,1,1,1,1,1,1,1,1,2 W 20 23 - 9", "0,0,2,0,3,0,1,0,2,4,0 E 25 18 3 9", "0,0,0,0,1,0,0,2,0,0,0 E 30 22 - 9",
];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json" };

/**
 * Serves the site, and the tables in four ways: with ranges, whole, with one byte changed behind the header, and for no other site.
 * @param {string} site @param {string} tables
 */
async function serve(site, tables) {
  /** @type {{path: string, range: string|undefined, bytes: number}[]} */
  const asked = [];
  const server = createServer((request, response) => {
    const [, folder, name = ""] = (request.url ?? "").split(/\/(site|tables|whole|flipped|closed)\//);
    const file = join(folder === "site" ? site : tables, name.split("?")[0] || "index.html");
    if (!folder || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404, { "access-control-allow-origin": "*" }).end();
      return;
    }
    const bytes = readFileSync(file);
    if (folder === "site") {
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
      return;
    }
    const open = folder === "closed" ? {} : { "access-control-allow-origin": "*", "access-control-expose-headers": "Content-Range, ETag" };
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    const whole = folder === "whole" || from === undefined;
    const end = whole ? bytes.length : Math.min(Number(last) + 1, bytes.length);
    const part = Buffer.from(bytes.subarray(whole ? 0 : Number(from), end));
    if (folder === "flipped" && Number(from) > 0) part[part.length - 1] ^= 255;
    asked.push({ path: request.url ?? "", range: request.headers.range, bytes: part.length });
    response.writeHead(whole ? 200 : 206, { etag: '"first"', ...open, ...(whole ? {} : { "content-range": `bytes ${from}-${end - 1}/${bytes.length}` }) }).end(part);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${port}`, other: `http://localhost:${port}`, asked, stop: () => server.close() };
}

/** What the form says about an address. @param {import("playwright-core").Page} page @param {string} address */
async function said(page, address) {
  await page.fill("#published", address);
  await page.click("dialog form button");
  await page.waitForFunction(() => /kB|No value/.test(document.querySelector("#published-state")?.textContent ?? ""), null, { timeout: 60_000 });
  return (await page.textContent("#published-state")) ?? "";
}

/** @param {import("playwright-core").Browser} browser @param {string} site @param {string} sowlab */
export async function published(browser, site, sowlab) {
  const folder = mkdtempSync(join(tmpdir(), "sowlab-published-"));
  const command = (/** @type {string[]} */ ...words) => JSON.parse(execFileSync(sowlab, ["tables", ...words, "--dir", folder, "--quiet", "--format", "json"], { encoding: "utf8" }));
  command("build", GAME, "--stones", String(STONES));
  const server = await serve(site, folder);
  const signed = (/** @type {number} */ margin) => (margin === 0 ? "0" : `${margin > 0 ? "+" : "−"}${Math.abs(margin)}`);
  let sent = "";
  for (const position of POSITIONS) {
    const { page, context, noise } = await open(browser, `${server.address}/site/#/analyse/${GAME}?position=${encodeURIComponent(position)}`);
    await page.click("#proofs");
    assert.deepEqual(server.asked, [], "the page asks without a click");
    const { value: { lower, zero, upper } } = command("probe", GAME, "--position", position);
    const wanted = new RegExp(`: ${signed(lower)} if .*, ${signed(zero)} if .*, ${signed(upper)} if `.replaceAll("+", "\\+"));
    // Beside the page, and on another site.
    for (const address of ["../tables", `${server.other}/tables/`]) {
      sent = await said(page, address);
      assert.match(sent, wanted, position);
      const bytes = server.asked.splice(0).reduce((sum, { bytes }) => sum + bytes, 0);
      assert.ok(bytes < 64_000 && sent.includes(`${(bytes / 1e3).toFixed(1)} kB`), sent);
    }
    assert.deepEqual(noise, []);
    if (position === POSITIONS[0]) await refused(page, server);
    server.asked.length = 0;
    await context.close();
  }
  server.stop();
  rmSync(folder, { recursive: true });
  return `${POSITIONS.length} positions have the values of the command; ${sent}`;
}

/** @param {import("playwright-core").Page} page @param {{other: string, asked: {path: string, bytes: number}[]}} server */
async function refused(page, server) {
  assert.match(await said(page, "../whole"), /No value: .*000\.table: the server ignores ranges/);
  const [only, ...more] = server.asked.splice(0);
  assert.ok(only.bytes < 1_000 && more.length === 0, "a server without ranges sent more than the smallest file");
  assert.match(await said(page, "../flipped"), /No value: .*damaged/);
  assert.match(await said(page, "../nothing"), /No value: .*no such file/);
  assert.match(await said(page, `${server.other}/closed`), /No value: .*no answer/);
  assert.match(await said(page, "https://"), /No value: /);
}
