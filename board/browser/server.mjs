// Starts the board's server on a free port, and ends it.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** @param {string} binary @param {string[]} more  options of the server */
export async function startServer(binary, more = []) {
  const child = spawn(binary, ["--port", "0", ...more], { stdio: ["ignore", "pipe", "pipe"] });
  const lines = [createInterface({ input: child.stdout }), createInterface({ input: child.stderr })];
  const address = await new Promise((found, failed) => {
    const said = [];
    for (const stream of lines) {
      stream.on("line", (line) => {
        said.push(line);
        const match = /http:\/\/[\d.:[\]a-z]+\/?/.exec(line);
        if (match) found(match[0].replace(/\/?$/, "/"));
      });
    }
    child.on("exit", (code) => failed(new Error(`the server ended with ${code}: ${said.join(" / ")}`)));
  });
  return {
    address,
    async stop() {
      child.removeAllListeners("exit");
      const ended = new Promise((done) => child.on("exit", done));
      child.kill("SIGTERM");
      return ended;
    },
  };
}
