// The site from a plain file server under a path of its own, and the browser after that server has ended.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, symlinkSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { open } from "./browser.mjs";

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => found(port));
    });
  });
}

/** Serves the site under a path. @param {string} site */
export async function serve(site) {
  const root = mkdtempSync(join(tmpdir(), "sowlab-web-"));
  mkdirSync(join(root, "some"));
  symlinkSync(resolve(site), join(root, "some/path"));
  const port = await freePort();
  const child = spawn("python3", ["-m", "http.server", "--bind", "127.0.0.1", "--directory", root, String(port)], { stdio: "ignore" });
  const address = `http://127.0.0.1:${port}/some/path/`;
  for (let i = 0; i < 100; i += 1) {
    if (await fetch(address).then((response) => response.ok, () => false)) break;
    await new Promise((next) => setTimeout(next, 100));
  }
  return {
    address,
    stop: () => new Promise((done) => {
      child.on("exit", done);
      child.kill();
    }),
  };
}

/**
 * Visits the site once, ends its server, and returns a browser whose pages share what that visit left.
 * @param {import("playwright-core").Browser} browser @param {{address: string, stop: () => Promise<unknown>}} server
 * @returns {Promise<import("playwright-core").Browser>}
 */
export async function offline(browser, server) {
  const { page, context, noise } = await open(browser, server.address, { bypassCSP: true, permissions: ["clipboard-read", "clipboard-write"] });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  // The proof is loaded on a click, once.
  await page.evaluate(() => fetch("proofs/22stones.complete").then((response) => response.arrayBuffer()));
  assert.deepEqual(noise, []);
  await page.close();
  await server.stop();
  assert.ok(!(await fetch(server.address).then(() => true, () => false)), "the server still answers");
  /** @type {any} */
  const shared = { newContext: async (/** @type {any} */ options) => new Shared(context, options) };
  return shared;
}

/** A context of its own for the checks, with the storage of the shared one. */
class Shared {
  /** @param {import("playwright-core").BrowserContext} context @param {any} options */
  constructor(context, { viewport, colorScheme, reducedMotion }) {
    this.context = context;
    this.viewport = viewport;
    this.media = { colorScheme, reducedMotion };
    /** @type {import("playwright-core").Page[]} */
    this.opened = [];
  }

  async newPage() {
    const page = await this.context.newPage();
    this.opened.push(page);
    await page.setViewportSize(this.viewport);
    await page.emulateMedia(this.media);
    return page;
  }

  async close() {
    await Promise.all(this.opened.map((page) => page.close()));
  }
}
