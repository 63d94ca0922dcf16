// Pictures of every view at four widths, in light and dark, for a person to look at.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { open } from "./browser.mjs";

const WIDTHS = [360, 768, 1280, 2560];
const VIEWS = {
  start: ["#/start", 3000],
  opening: ["#/analyse/55stones", 2500],
  sowing: ["#/analyse/55stones?moves=E10W1", 1200],
  endgame: ["#/analyse/55stones?position=0,0,2,0,3,0,1,0,2,0,0+E+25+22", 2500],
  play: ["#/play/33stones", 1000],
  gallery: ["#/gallery", 600],
  rules: ["#/rules", 2500],
  owela: ["#/analyse/owela?moves=L1+U2+L11", 2000],
  colony: ["#/analyse/colony?moves=T1", 1500],
  kalah: ["#/analyse/kalah", 2000],
  togyz: ["#/analyse/togyz?position=9,9,9,9,9,9,9,9,9/0,9,9,9,9,9,0,9,9+L+9+9+9/-", 2000],
  bao: ["#/analyse/bao?moves=P1i3%2B", 2000],
  "atomic-wari": ["#/analyse/atomic-wari", 2000],
  endless: ["#/analyse/55stones?moves=E4W1+stay+W6E8+E2W1", 2500],
};

/** The picture of the README: a first move of 55Stones, and the value of every reply. @param {import("playwright-core").Browser} browser @param {string} address @param {string} folder */
async function readme(browser, address, folder) {
  const { page, context } = await open(browser, `${address}#/analyse/55stones?moves=E8`, { viewport: { width: 1200, height: 590 } });
  await page.waitForSelector("#values .verdict .mark-proven", { timeout: 300_000 });
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, "readme.png") });
  await context.close();
}

/** @param {import("playwright-core").Browser} browser @param {string} address @param {string} folder */
export async function screenshots(browser, address, folder) {
  mkdirSync(folder, { recursive: true });
  let pictures = 0;
  for (const width of WIDTHS) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      for (const [name, [hash, wait]] of Object.entries(VIEWS)) {
        const height = width < 600 ? 780 : Math.round(width * 0.62);
        const { page, context } = await open(browser, address + hash, { colorScheme, viewport: { width, height } });
        if (name === "sowing") {
          await page.evaluate(() => {
            const { clock } = window.sowlabBoard;
            clock.seek(0);
            clock.speed = 8;
            clock.play();
          });
        }
        await page.waitForTimeout(Number(wait));
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
        pictures += 1;
        await context.close();
      }
    }
  }
  await readme(browser, address, folder);
  pictures += 1;
  return `${pictures} pictures in ${folder}`;
}
