// @ts-check
// Sharing: the link of what is on the board, a picture of it, and a film of the round.

import { h } from "./dom.js";
import { msg } from "./player/words.js";

/** Pixels of a unit of the drawing. */
const SCALE = 1.5;
/** Frames a second of a film, steps a second, and steps at most. */
const RATE = 20;
const STEPS = 4;
const MOST_STEPS = 120;

/**
 * What the dialog has.
 * @param {import("./player/view.js").BoardView} view @param {import("./player/clock.js").Clock} clock @param {string} name  of the files
 */
export function shareForm(view, clock, name) {
  const state = h("p", { class: "quiet", role: "status" }, " ");
  const button = (/** @type {string} */ key, /** @type {() => Promise<unknown>} */ act) => {
    const made = h("button", { type: "button", class: "button", onclick: async () => {
      made.disabled = true;
      state.textContent = " ";
      try {
        await act();
      } catch (error) {
        state.textContent = error instanceof Error ? error.message : String(error);
      }
      made.disabled = false;
    } }, msg(key));
    return made;
  };
  const address = /** @type {HTMLInputElement} */ (h("input", { readonly: true, value: location.href, "aria-label": msg("share.link") }));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      state.textContent = msg("copied");
    } catch {
      address.select();
      state.textContent = msg("copy.key");
    }
  };
  const film = async () => {
    state.textContent = msg("share.filming");
    save(await filmed(view, clock), `${name}.webm`);
    state.textContent = msg("share.saved");
  };
  return h("div", { class: "form" }, h("div", { class: "row" }, address, button("share.link", copy)),
    h("div", { class: "row" }, button("share.picture", async () => {
      save(await picture(view), `${name}.png`);
      state.textContent = msg("share.saved");
    }), clock.timeline ? button("share.film", film) : ""), state);
}

/** Hands a file to the reader. @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The rules and colours that the drawing needs, as it is shown now. */
function style() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).filter((text) => !/^@(media|keyframes)|^:root|:hover|:focus/.test(text));
  const now = getComputedStyle(document.documentElement);
  const names = new Set([...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap((rule) => rule.cssText.match(/--[\w-]+(?=:)/g) ?? []));
  const colours = [...names].map((name) => `${name}:${now.getPropertyValue(name)}`).filter((one) => !one.startsWith("--fill") && !one.startsWith("--side")).join(";");
  return `svg.board{${colours};background:${now.getPropertyValue("--paper")}}\n${rules.join("\n")}`;
}

/** The drawing as an image. @param {SVGSVGElement} svg @param {string} rules @returns {Promise<HTMLImageElement>} */
async function drawn(svg, rules) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const { width, height } = svg.viewBox.baseVal;
  copy.querySelector(".targets")?.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width * SCALE));
  copy.setAttribute("height", String(height * SCALE));
  copy.style.maxHeight = "none";
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "style");
  sheet.textContent = rules;
  copy.prepend(sheet);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/** @param {SVGSVGElement} svg */
function canvasFor(svg) {
  const { width, height } = svg.viewBox.baseVal;
  const canvas = h("canvas", { width: Math.round(width * SCALE), height: Math.round(height * SCALE) });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  return { canvas, context };
}

/** A picture of the board. @param {import("./player/view.js").BoardView} view @returns {Promise<Blob>} */
async function picture({ svg }) {
  const { canvas, context } = canvasFor(svg);
  context.drawImage(await drawn(svg, style()), 0, 0);
  return new Promise((found, failed) => canvas.toBlob((blob) => (blob ? found(blob) : failed(new Error(msg("share.no-picture")))), "image/png"));
}

/** A film of the sowing that is on the board. @param {import("./player/view.js").BoardView} view @param {import("./player/clock.js").Clock} clock @returns {Promise<Blob>} */
async function filmed(view, clock) {
  const { canvas, context } = canvasFor(view.svg);
  const { timeline } = clock;
  if (!timeline || !("MediaRecorder" in window) || !canvas.captureStream) throw new Error(msg("share.no-film"));
  const rules = style();
  const stream = canvas.captureStream();
  const recorder = new MediaRecorder(stream);
  /** @type {Blob[]} */
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise((done) => {
    recorder.onstop = done;
  });
  const started = clock.at;
  await clock.seek(0);
  context.drawImage(await drawn(view.svg, rules), 0, 0);
  recorder.start();
  const last = Math.min(timeline.length - 1, MOST_STEPS);
  for (let at = 0; at < last; at += 1) {
    view.prepare(timeline.frame(at), timeline.frame(at + 1));
    const frames = RATE / STEPS;
    for (let i = 1; i <= frames; i += 1) {
      const due = performance.now() + 1000 / RATE;
      view.draw(i / frames);
      context.drawImage(await drawn(view.svg, rules), 0, 0);
      await new Promise((next) => setTimeout(next, Math.max(0, due - performance.now())));
    }
  }
  recorder.stop();
  await ended;
  await clock.seek(started);
  return new Blob(parts, { type: recorder.mimeType });
}
