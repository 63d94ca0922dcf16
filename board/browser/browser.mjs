// A Chromium with a page that keeps what it says.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

/** @param {string[]} flags */
export async function launch(flags = []) {
  const executablePath = process.env.CHROMIUM ?? PATHS.find(existsSync);
  if (!executablePath) throw new Error("no Chromium here: apt-get install chromium");
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

/**
 * Opens a page. `noise` gathers everything it writes to the console, every error and every failed request.
 * @param {import("playwright-core").Browser} browser @param {string} address
 * @param {import("playwright-core").BrowserContextOptions} options
 */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const noise = [];
  page.on("console", (message) => noise.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => noise.push(`error: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) noise.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(address);
  await page.waitForSelector("#headline:not(:empty), #wrong-words:not(:empty)", { state: "attached" });
  return { page, context, noise };
}

/** The state that the page keeps. @param {import("playwright-core").Page} page */
export function current(page) {
  return page.evaluate(() => {
    const { study, board } = window.sowlabBoard;
    const { position, finished, endless, moves, move } = study.current;
    return { position, finished, endless, moves, move, record: study.record(), mine: board.mayChoose(study.current), playing: board.clock.playing };
  });
}

/** Waits until it is a person's turn or the game is over, and nothing moves. @param {import("playwright-core").Page} page */
export async function rest(page) {
  await page.waitForFunction(() => {
    const { study, board } = window.sowlabBoard;
    const node = study.current;
    if (board.clock.playing && !node.endless) board.skip();
    return !study.busy && (!board.clock.playing || node.endless) && (node.finished || node.endless || board.mayChoose(node));
  }, null, { timeout: 60_000 });
  return current(page);
}
