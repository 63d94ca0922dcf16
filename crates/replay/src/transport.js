// @ts-check
// Buttons and slider below a board: play, pause, step, scrub, speed; marks where hands lift and where something is captured.

import { SPEEDS } from "./clock.js";
import { svgElement } from "./stage.js";
import { msg } from "./words.js";

/** @typedef {import("./clock.js").Clock} Clock */

const ICONS = {
  first: "M5 4v16M19 5L8 12l11 7z",
  back: "M17 5L7 12l10 7z",
  play: "M7 4l13 8l-13 8z",
  pause: "M7 5h3v14h-3zM14 5h3v14h-3z",
  next: "M7 5l10 7l-10 7z",
  last: "M19 4v16M5 5l11 7l-11 7z",
};
/** The most steps that the slider of an endless round reaches. */
const SPAN = 2000;
/** Rounds longer than this have no ticks: they would run together. */
const TICKED = 400;

/** @param {keyof typeof ICONS} name */
function icon(name) {
  const svg = svgElement("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" });
  svgElement("path", { d: ICONS[name] }, svg);
  return svg;
}

export class Transport {
  /** @param {HTMLElement} box @param {Clock} clock */
  constructor(box, clock) {
    this.clock = clock;
    /** Whose ticks are drawn. @type {import("./clock.js").Timeline|null} */
    this.ticked = null;
    this.root = document.createElement("div");
    this.root.className = "transport";
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", msg("transport"));
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {};
    const row = this.root.appendChild(document.createElement("div"));
    row.className = "transport-row";
    this.button(row, "first", () => clock.seek(0));
    this.button(row, "back", () => clock.step(-1));
    this.button(row, "play", () => (clock.playing ? clock.pause() : clock.play()));
    this.button(row, "next", () => clock.step(1));
    this.button(row, "last", () => clock.timeline && clock.seek(clock.timeline.length - 1));
    this.slider(row);
    this.speeds(row);
    this.text = this.root.appendChild(document.createElement("p"));
    this.text.className = "step-text";
    box.append(this.root);
    this.show();
  }

  /** @param {HTMLElement} row @param {"first"|"back"|"play"|"next"|"last"} name @param {() => void} act */
  button(row, name, act) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `icon-button ${name}`;
    button.title = msg(`transport.${name}`);
    button.setAttribute("aria-label", button.title);
    button.append(icon(name));
    button.addEventListener("click", act);
    row.append(button);
    this.buttons[name] = button;
  }

  /** @param {HTMLElement} row */
  slider(row) {
    const box = row.appendChild(document.createElement("div"));
    box.className = "scrub";
    this.ticks = svgElement("svg", { class: "ticks", preserveAspectRatio: "none", "aria-hidden": "true" }, box);
    this.range = document.createElement("input");
    this.range.type = "range";
    this.range.min = "0";
    this.range.step = "1";
    this.range.setAttribute("aria-label", msg("transport.step"));
    this.range.addEventListener("input", () => {
      this.clock.pause();
      this.clock.seek(Number(this.range?.value));
    });
    box.append(this.range);
  }

  /** @param {HTMLElement} row */
  speeds(row) {
    const label = row.appendChild(document.createElement("label"));
    label.className = "speed";
    const name = label.appendChild(document.createElement("span"));
    name.className = "visually-hidden";
    name.textContent = msg("transport.speed");
    const select = label.appendChild(document.createElement("select"));
    for (const speed of SPEEDS) {
      const option = select.appendChild(document.createElement("option"));
      option.value = String(speed);
      option.textContent = speed === 0 ? msg("speed.full") : msg("speed.steps", { n: speed });
      option.selected = speed === this.clock.speed;
    }
    select.addEventListener("change", () => {
      this.clock.speed = Number(select.value);
    });
    this.select = select;
  }

  /** Draws where hands lift again: of two, East above, West below. */
  drawTicks() {
    const timeline = this.clock.timeline;
    if (!this.ticks || timeline === this.ticked) return;
    this.ticked = timeline;
    this.ticks.replaceChildren();
    if (!timeline || timeline.length < 4 || timeline.length > TICKED) return;
    const length = timeline.length - 1;
    this.ticks.setAttribute("viewBox", `0 0 ${length} 24`);
    Object.entries(timeline.laps()).forEach(([side, frames], i) => {
      const d = frames.map((frame) => `M${frame} ${17 * i}v7`).join("");
      svgElement("path", { d, class: `tick side-${side}`, "vector-effect": "non-scaling-stroke" }, this.ticks);
    });
  }

  /** Shows where the clock is. */
  show() {
    const { timeline, at, playing } = this.clock;
    this.root.classList.toggle("idle", !timeline);
    const play = this.buttons.play;
    const name = playing ? "pause" : "play";
    if (play.dataset.icon !== name) {
      play.dataset.icon = name;
      play.replaceChildren(icon(name));
      play.title = msg(`transport.${name}`);
      play.setAttribute("aria-label", play.title);
    }
    if (!timeline || !this.range || !this.text) return;
    this.drawTicks();
    if (this.select && this.select.value !== String(this.clock.speed)) this.select.value = String(this.clock.speed);
    const length = timeline.endless ? Math.min(SPAN, timeline.length - 1) : timeline.length - 1;
    if (this.range.max !== String(length)) this.range.max = String(length);
    this.range.value = String(Math.min(at, length));
    this.buttons.last.disabled = timeline.endless;
    this.text.textContent = this.words();
  }

  /** What the step is, in words. */
  words() {
    const { timeline, at } = this.clock;
    if (!timeline) return "";
    const text = timeline.frame(at).text;
    this.range?.setAttribute("aria-valuetext", text);
    const { period, period_laps: laps } = timeline.document;
    if (!timeline.endless || !period) return text;
    return laps ? msg("step.endless-laps", { text, period, laps }) : msg("step.endless", { text, period });
  }
}
