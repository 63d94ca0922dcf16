// The speed of WebAssembly and of native code, in turn. Usage: node speed.mjs WASM PROGRAM

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [wasm, program] = process.argv.slice(2);
/** Measurements of each work, of which the fastest counts: other programs may slow some. */
const TURNS = 5;
/** Milliseconds for the runs of one measurement. */
const TIME = 500;

const glue = pathToFileURL(join(wasm, "speed.js")).href;
const module = new WebAssembly.Module(readFileSync(join(wasm, "speed_bg.wasm")));
const native = spawn(program, { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, RAYON_NUM_THREADS: "1" } });
const lines = createInterface({ input: native.stdout })[Symbol.asyncIterator]();

/** Seconds of the fastest native run, and its result. @param {number} number */
async function ofProgram(number) {
  native.stdin.write(`${number}\n`);
  const { value } = await lines.next();
  return value.split(" ").map(Number);
}

/** The same as WebAssembly. An instance is new for each run, because it keeps tables. @param {number} number */
async function ofModule(number) {
  let least = Infinity;
  let result = 0;
  const begun = performance.now();
  do {
    const { initSync, Work } = await import(`${glue}?${Math.random()}`);
    initSync({ module });
    const work = Work.number(number);
    // A kernel keeps nothing, so that it can warm up.
    for (let i = 0; i < (work.name().startsWith("kernel") ? 20 : 1); i += 1) {
      const started = performance.now();
      result = Number(work.run());
      least = Math.min(least, (performance.now() - started) / 1000);
    }
  } while (performance.now() - begun < TIME);
  return [least, result];
}

const { initSync, Work } = await import(glue);
initSync({ module });
for (let number = 0; ; number += 1) {
  const name = Work.number(number)?.name();
  if (!name) break;
  let [here, there] = [Infinity, Infinity];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [one, other] = [await ofModule(number), await ofProgram(number)];
    here = Math.min(here, one[0]);
    there = Math.min(there, other[0]);
    if (name.startsWith("kernel") && one[1] !== other[1]) throw new Error(`${name}: ${one[1]} steps, natively ${other[1]}`);
  }
  console.log(`${name}: ${(1000 * here).toFixed(1)} ms, natively ${(1000 * there).toFixed(1)} ms: ${Math.round((100 * there) / here)} % of the native speed`);
}
native.stdin.end();
