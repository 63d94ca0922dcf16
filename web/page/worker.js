// @ts-check
// A worker that answers requests with the solver, one at a time.

import { initSync, Solver } from "solver";
import { errorDocument } from "./thrown.js";

/** The paths of the tables that the page has. @type {string[]} */
const known = [];
/** The names of the proofs that were loaded. @type {Set<string>} */
const proofs = new Set();
/** @type {Solver|null} */
let solver = null;

/** Sends the tables that were built since the last time. */
function sendTables() {
  const tables = Solver.tables(known);
  if (tables.length === 0) return;
  known.push(...tables.map(([path]) => path));
  postMessage({ tables }, tables.map(([, bytes]) => bytes.buffer));
}

/** Loads the proof by which an engine plays, if the request names that engine. @param {string} path @param {string} query */
async function loadProof(path, query) {
  const wanted = new URLSearchParams(query);
  if (path !== "play" || wanted.get("engine") !== "solved") return;
  const file = Solver.proofFile(wanted.get("game") ?? "");
  if (!file || proofs.has(file)) return;
  const response = await fetch(`proofs/${file}`);
  if (!response.ok) throw { kind: "not-loaded", values: { status: String(response.status) } };
  Solver.provideProof(file, new Uint8Array(await response.arrayBuffer()));
  proofs.add(file);
}

/** @param {import("./solvers.js").Request} request */
async function answer(request) {
  try {
    if ("file" in request) {
      Solver.provideRules(request.file, request.text);
      postMessage({ answer: Solver.listRules(request.file) });
      return;
    }
    if ("stones" in request) {
      const tables = Solver.buildTables(request.game, request.stones, (/** @type {number} */ stones) => postMessage({ document: stones }));
      sendTables();
      postMessage({ answer: tables });
      return;
    }
    if ("published" in request) {
      postMessage({ answer: Solver.probePublished(request.game, request.published, request.position) });
      return;
    }
    const { path, query } = request;
    await loadProof(path, query);
    const answer = solver?.answer(path, query, (/** @type {string} */ document) => {
      postMessage({ document });
      sendTables();
    });
    sendTables();
    postMessage({ answer });
  } catch (error) {
    // After a trap the memory of the program may be wrong: the page starts another worker.
    const broken = error instanceof WebAssembly.RuntimeError;
    postMessage({ error: broken ? { kind: "stopped" } : errorDocument(error), broken });
  }
}

self.addEventListener("message", ({ data }) => {
  if (data.program) {
    initSync({ module: data.program });
    solver = new Solver();
    for (const [path, bytes] of data.tables) {
      known.push(path);
      Solver.storeTable(path, bytes);
    }
  } else {
    for (const [file, text] of data.rules) Solver.provideRules(file, text);
    void answer(data.request);
  }
});
