// @ts-check
// Workers that answer requests. One answers what takes milliseconds; some others search, and are ended when nobody waits for them.

import { msg } from "../../board/page/player/words.js";
import { problem } from "../../board/page/problem.js";
import { missingRules, ownRules } from "./rules.js";
import { keepTables, keptTables } from "./tables.js";

/** @typedef {import("../../board/page/problem.js").ErrorDocument} ErrorDocument */

/** @typedef {{path: string, query: string}|{game: string, stones: number}|{game: string, published: string, position: string}|{file: string, text: string}} Request  a request of the interface, for the bytes of tables, for a value in published tables, or for the game of a file of rules */
/** @typedef {{request: Request, each: (document: any) => void, found: (answer: any) => void, failed: (error: Error) => void}} Task */

/** Requests that take milliseconds. */
const QUICK = new Set(["games", "engines", "rules", "show", "sow"]);
/** Searches at one time. */
const SEARCHES = 2;

/** The compiled program, which all workers share. @type {Promise<WebAssembly.Module>|null} */
let program = null;

/** @returns {Promise<WebAssembly.Module>} */
function compiled() {
  program ??= fetch(FILES.solver).then(async (response) => {
    if (!response.ok) throw problem({ kind: "not-loaded", values: { status: String(response.status) } });
    return WebAssembly.compile(await response.arrayBuffer());
  });
  program.catch(() => {
    program = null;
  });
  return program;
}

/** A worker, and the task that it is doing. */
class Solver {
  constructor() {
    this.worker = new Worker(FILES.worker, { type: "module" });
    /** @type {Task|null} */
    this.task = null;
    this.worker.addEventListener("message", ({ data }) => this.heard(data));
    this.worker.addEventListener("error", (event) => this.failed({ error: event.message, kind: event.message ? "" : "stopped" }));
    this.ended = false;
    /** @type {(solver: Solver) => void} */
    this.free = () => {};
    this.ready = this.start();
    this.ready.catch((error) => this.failed({ error: String(error.message ?? error) }));
  }

  async start() {
    const [program, tables] = await Promise.all([compiled(), keptTables()]);
    this.worker.postMessage({ program, tables }, tables.map(([, bytes]) => bytes.buffer));
  }

  /** @param {Task} task */
  async run(task) {
    this.task = task;
    await this.ready;
    if (this.task === task) this.worker.postMessage({ request: task.request, rules: ownRules() });
  }

  /** @param {{document?: any, answer?: any, error?: ErrorDocument, tables?: [string, Uint8Array][], broken?: boolean}} said */
  heard(said) {
    if (said.tables) void keepTables(said.tables);
    if (said.document !== undefined) this.task?.each(said.document);
    if (said.answer === undefined && said.error === undefined) return;
    const task = this.task;
    this.task = null;
    if (said.broken) this.end();
    if (said.error === undefined) task?.found(said.answer);
    else task?.failed(problem(said.error));
    this.free(this);
  }

  /** @param {ErrorDocument} error */
  failed(error) {
    this.heard({ error, broken: true });
  }

  end() {
    this.ended = true;
    this.worker.terminate();
  }
}

/** Some workers for the tasks of one kind, in turn. */
class Pool {
  /** @param {number} most */
  constructor(most) {
    this.most = most;
    /** @type {Solver[]} */
    this.solvers = [];
    /** @type {Task[]} */
    this.waiting = [];
  }

  /** @param {Task} task */
  add(task) {
    this.waiting.push(task);
    this.next();
  }

  next() {
    this.solvers = this.solvers.filter((solver) => !solver.ended);
    let idle = this.solvers.find((solver) => !solver.task);
    if (!idle && this.solvers.length < this.most) {
      idle = new Solver();
      idle.free = () => this.next();
      this.solvers.push(idle);
    }
    const task = idle && this.waiting.shift();
    if (task) void idle?.run(task);
  }

  /** Nobody waits for a task any longer. @param {Task} task */
  drop(task) {
    this.waiting = this.waiting.filter((other) => other !== task);
    const solver = this.solvers.find((solver) => solver.task === task);
    if (solver) {
      solver.task = null;
      solver.end();
    }
    this.next();
  }

  end() {
    for (const solver of this.solvers) {
      if (!solver.task) solver.end();
    }
  }
}

/** The game that a request names. @param {Request} request */
function gameIn(request) {
  if ("game" in request) return request.game;
  return ("query" in request && new URLSearchParams(request.query).get("game")) || "";
}

class Solvers {
  constructor() {
    this.quick = new Pool(1);
    this.searches = new Pool(SEARCHES);
  }

  /**
   * Answers a request.
   * @param {Request} request @param {(document: any) => void} each  receives the documents of a stream, or the stones of each table
   * @param {AbortSignal} [signal] @returns {Promise<any>}
   */
  answer(request, each, signal) {
    const missing = missingRules(gameIn(request));
    if (missing !== null) return Promise.reject(new Error(msg("own.missing", { file: missing })));
    const quick = "file" in request || ("path" in request && QUICK.has(request.path));
    const pool = quick ? this.quick : this.searches;
    return new Promise((found, failed) => {
      const task = { request, each, found, failed };
      signal?.addEventListener("abort", () => {
        pool.drop(task);
        failed(signal.reason);
      }, { once: true });
      pool.add(task);
    });
  }

  /** Ends the workers that do nothing, and their tables with them. */
  forget() {
    this.searches.end();
  }
}

export const solvers = new Solvers();
