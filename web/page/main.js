// @ts-check
// The page without a server: the board, the checker of proofs, and the copy for use without a network.

import "board";
import "./proofs.js";

if ("serviceWorker" in navigator && location.protocol !== "file:") {
  // After the page is there, because the worker loads all files. Without one the page works while its host can be reached.
  addEventListener("load", () => navigator.serviceWorker.register("sw.js").catch(() => {}));
}
