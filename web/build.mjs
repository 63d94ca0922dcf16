// Bundles the site. Usage: node build.mjs SOURCE WASM SITE
//
// SOURCE is the checkout, WASM the folder with what wasm-bindgen wrote, SITE the folder to fill.

import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { generateSW } from "workbox-build";
import { preparedAnswers } from "./answers.mjs";

const [source, wasm, site] = process.argv.slice(2);
/** The proofs that the page can check or play by. */
const PROOFS = ["22stones", "33stones", "55stones-winner"];

/** The languages besides English, which is part of the page. */
const LANGUAGES = ["de", "es", "fr", "it", "ru"];

/** Writes a file under a name with its hash. @param {string} name @param {Uint8Array|string} bytes */
function put(name, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  const [base, end] = name.split(".");
  const hashed = `${base}-${hash}.${end}`;
  writeFileSync(join(site, hashed), bytes);
  return hashed;
}

/** The page of the server, with the transport of this one. */
const onePage = {
  name: "one page",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    const to = (/** @type {string} */ folder) => (/** @type {import("esbuild").OnResolveArgs} */ { path }) => ({ path: join(source, folder, path.slice(path.lastIndexOf("/") + 1)) });
    build.onResolve({ filter: /^\.\/(api|files|own)\.js$/ }, to("web/page"));
    build.onResolve({ filter: /\/player\// }, to("crates/replay/src"));
    build.onResolve({ filter: /^board$/ }, () => ({ path: join(source, "board/page/main.js") }));
    build.onResolve({ filter: /^(solver|checker)$/ }, ({ path }) => ({ path: join(wasm, `${path}.js`) }));
  },
};

/** @param {string} entry @param {Record<string, string>} files */
async function bundle(entry, files) {
  const result = await build({
    entryPoints: [join(source, entry)], bundle: true, minify: true, format: "esm", target: "es2022", write: false,
    define: { FILES: JSON.stringify(files) }, plugins: [onePage], nodePaths: ["node_modules"], legalComments: "none", charset: "utf8",
    // The glue of wasm-bindgen can also find the program itself, which the page does not use.
    logOverride: { "empty-import-meta": "silent" },
  });
  return result.outputFiles[0].contents;
}

rmSync(site, { recursive: true, force: true });
mkdirSync(join(site, "proofs"), { recursive: true });
const files = {
  solver: put("solver.wasm", readFileSync(join(wasm, "solver_bg.wasm"))),
  checker: put("checker.wasm", readFileSync(join(wasm, "checker_bg.wasm"))),
  answers: put("answers.json", JSON.stringify(await preparedAnswers(wasm))),
  puzzles: put("puzzles.json", readFileSync(join(source, "board/page/puzzles.json"))),
  ...Object.fromEntries(await Promise.all(LANGUAGES.map(async (language) => [language, put(`${language}.js`, await bundle(`board/page/words/${language}.js`, {}))]))),
  worker: put("worker.js", await bundle("web/page/worker.js", {})),
  check: put("check.js", await bundle("web/page/check.js", {})),
};
const main = put("main.js", await bundle("web/page/main.js", files));
const style = await build({ entryPoints: [join(source, "web/page/style.css")], bundle: true, minify: true, write: false, absWorkingDir: source });
const css = put("style.css", style.outputFiles[0].contents);
const icon = put("icon.svg", readFileSync(join(source, "board/page/icon.svg")));
const manifest = put("app.webmanifest", JSON.stringify({
  name: "sowlab board", short_name: "sowlab", start_url: "./", scope: "./", display: "standalone",
  icons: [{ src: icon, sizes: "any", type: "image/svg+xml", purpose: "any" }],
}));
for (const proof of PROOFS) cpSync(join(source, `results/proofs/${proof}.complete`), join(site, `proofs/${proof}.complete`));

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
const page = readFileSync(join(source, "board/page/index.html"), "utf8");
/** @param {string} text @param {string|RegExp} from @param {string} to */
function replaced(text, from, to) {
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`index.html has no ${from}`);
  return changed;
}
let html = replaced(page, /<link rel="icon"[^]*?<script type="module" src="main.js"><\/script>/, [
  `<link rel="icon" href="${icon}">`, `<link rel="manifest" href="${manifest}">`, `<link rel="stylesheet" href="${css}">`,
  `<link rel="preload" href="${files.answers}" as="fetch" crossorigin>`, `<script type="module" src="${main}"></script>`,
].join("\n"));
html = replaced(html, '<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
writeFileSync(join(site, "index.html"), html);

const { warnings } = await generateSW({
  globDirectory: site, globPatterns: ["*.{html,js,css,json,svg,wasm,webmanifest}"], swDest: join(site, "sw.js"),
  dontCacheBustURLsMatching: /-[0-9a-f]{8}\./, maximumFileSizeToCacheInBytes: 32 << 20, inlineWorkboxRuntime: true,
  sourcemap: false, skipWaiting: true, clientsClaim: true, cleanupOutdatedCaches: true,
  runtimeCaching: [{ urlPattern: ({ url }) => url.pathname.includes("/proofs/"), handler: "CacheFirst", options: { cacheName: "proofs" } }],
});
for (const warning of warnings) console.error(warning);
