// @ts-check
// The server's answers. What is wrong with a request comes back as an error with one line.

import { problem } from "./problem.js";

const BASE = "/api/v1/";

/** @param {string} path @param {Record<string, any>} query */
function address(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return BASE + path + (text ? `?${text}` : "");
}

/** @param {Response} response */
async function refusal(response) {
  const text = (await response.text()).trim();
  try {
    return problem(JSON.parse(text));
  } catch {
    return problem({ kind: "status", values: { status: String(response.status) } });
  }
}

/**
 * Asks for one document.
 * @param {string} path @param {Record<string, any>} query @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, query = {}, signal) {
  let response;
  try {
    response = await fetch(address(path, query), { signal });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw problem({ kind: "no-server" });
  }
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/**
 * Follows a stream of documents.
 * @param {string} path @param {Record<string, any>} query
 * @param {(document: any) => void} each @param {(error: string|null) => void} done
 * @returns {() => void} stops it
 */
export function follow(path, query, each, done) {
  const stop = new AbortController();
  read(path, query, each, stop.signal).then(
    () => done(null),
    (error) => {
      if (!stop.signal.aborted) done(error instanceof Error ? error.message : String(error));
    },
  );
  return () => stop.abort();
}

/** @param {string} path @param {Record<string, any>} query @param {(document: any) => void} each @param {AbortSignal} signal */
async function read(path, query, each, signal) {
  const response = await fetch(address(path, query), { signal, headers: { accept: "text/event-stream" } });
  if (!response.ok) throw await refusal(response);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    rest += value;
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop() ?? "";
    for (const event of events) if (!take(event, each)) return;
  }
}

/** @param {string} event @param {(document: any) => void} each  @returns {boolean} whether more may come */
function take(event, each) {
  let name = "message";
  const data = [];
  for (const line of event.split(/\r?\n/)) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  if (data.length === 0) return true;
  if (name === "done") return false;
  const document = JSON.parse(data.join("\n"));
  if (name === "failed" || name === "error") throw problem(document);
  each(document);
  return true;
}
