// @ts-check
// A worker that checks one proof or certificate, and ends.

import { checkCertificate, checkProof, initSync, readProof, Tables } from "checker";
import { errorDocument } from "./thrown.js";

self.addEventListener("message", ({ data }) => {
  try {
    if (data.program) {
      initSync({ module: data.program });
    } else if (data.certificate !== undefined) {
      postMessage({ shown: JSON.parse(checkCertificate(data.certificate)) });
    } else if (!data.tables) {
      postMessage({ proof: JSON.parse(readProof(data.bytes)) });
    } else {
      const tables = new Tables();
      for (const table of data.tables) tables.add(table);
      const told = (/** @type {string} */ progress) => postMessage({ progress: JSON.parse(progress) });
      postMessage({ checked: JSON.parse(checkProof(data.bytes, tables, told)) });
    }
  } catch (error) {
    postMessage({ error: errorDocument(error) });
  }
});
