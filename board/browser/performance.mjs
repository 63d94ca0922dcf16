// What the page weighs, when it is first painted, and what a frame costs while all stones move.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";

const MOST_BYTES = 300_000;
const MOST_FRAME_MS = 8;
const MOST_PAINT_MS = 200;
const LOADS = 7;
/** Frames with more work than this share are counted as outliers of a busy machine. */
const QUANTILE = 0.95;

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function weight(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  /** @type {Promise<number>[]} */
  const sizes = [];
  const paints = [];
  page.on("response", (response) => {
    if (paints.length === 0 && !response.url().includes("/api/")) sizes.push(response.body().then((body) => body.length));
  });
  for (let i = 0; i < LOADS; i += 1) {
    await page.goto(`${address}#/analyse/55stones`);
    await page.waitForSelector(".target");
    await page.waitForTimeout(300);
    paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity));
    await page.goto("about:blank");
  }
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  paints.sort((a, b) => a - b);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  // The least is what the page takes; the rest is what else the machine does.
  assert.ok(paints[0] < MOST_PAINT_MS, `first paint after ${paints[0]} ms at the least`);
  return `${bytes} bytes in ${sizes.length} files; first paint after ${paints[0]} ms (${LOADS} loads: ${paints.join(", ")})`;
}

/** Main-thread work of each frame, from the browser's trace. @param {any[]} events */
function frames(events) {
  const main = events.find((event) => event.name === "thread_name" && event.args?.name === "CrRendererMain" && events.some((other) => other.name === "FireAnimationFrame" && other.tid === event.tid && other.pid === event.pid));
  assert.ok(main, "the trace has no main thread");
  const names = new Set(["FireAnimationFrame", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "MinorGC", "MajorGC"]);
  const own = events.filter((event) => event.pid === main.pid && event.tid === main.tid && event.ph === "X" && names.has(event.name)).sort((a, b) => a.ts - b.ts);
  const work = [];
  let end = 0;
  for (const event of own) {
    if (event.name === "FireAnimationFrame") work.push(0);
    // What lies within an event that was counted is not counted twice.
    if (work.length === 0 || event.ts < end) continue;
    work[work.length - 1] += (event.tdur ?? event.dur) / 1000;
    end = event.ts + event.dur;
  }
  return work.sort((a, b) => a - b);
}

/** @param {import("playwright-core").Browser} browser @param {string} address */
export async function frameTime(browser, address) {
  const { page, context, noise } = await open(browser, `${address}#/analyse/55stones?moves=E10W1`);
  await page.evaluate(() => {
    const { clock } = window.sowlabBoard;
    clock.seek(0);
    clock.speed = 8;
  });
  await browser.startTracing(page, { categories: ["devtools.timeline", "blink", "cc", "v8", "__metadata"] });
  await page.evaluate(() => window.sowlabBoard.clock.play());
  await page.waitForFunction(() => !window.sowlabBoard.clock.playing, null, { timeout: 60_000 });
  const trace = JSON.parse((await browser.stopTracing()).toString());
  const work = frames(trace.traceEvents);
  await context.close();
  assert.deepEqual(noise, []);
  assert.ok(work.length > 50, `only ${work.length} frames`);
  const at = work[Math.floor(work.length * QUANTILE)];
  assert.ok(at <= MOST_FRAME_MS, `${at.toFixed(1)} ms at the ${QUANTILE} quantile`);
  return `${work.length} frames: median ${work[work.length >> 1].toFixed(2)} ms, ${QUANTILE * 100} % within ${at.toFixed(2)} ms, longest ${work.at(-1).toFixed(2)} ms of script, layout and paint`;
}
