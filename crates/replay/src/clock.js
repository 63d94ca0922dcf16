// @ts-check
// Runs a timeline on a board: play, pause, step, seek, speed. Draws every step once, in order.

import { WEIGHTY } from "./view.js";

/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {import("./timeline.js").RoundTimeline|import("./moves.js").MoveTimeline} Timeline */

/** At most so many steps a second where many stones move. */
const WEIGHTY_SPEED = 1.5;
/** Steps a second; 0 is one step with every frame of the screen. */
export const SPEEDS = [1, 2, 4, 8, 16, 30, 0];
/** From this many steps a second on nothing glides. */
const GLIDE_BELOW = 24;

export class Clock {
  /** @param {BoardView} view @param {() => void} changed  called when the step, or playing, changes */
  constructor(view, changed) {
    this.view = view;
    this.changed = changed;
    /** @type {Timeline|null} */
    this.timeline = null;
    this.at = 0;
    this.u = 0;
    this.speed = 4;
    this.playing = false;
    /** Steps drawn since the timeline was set, for whoever wants to be sure that none is left out. */
    this.drawn = 0;
    this.last = 0;
    this.ready = false;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {() => void} */
    this.ended = () => {};
  }

  /** @param {Timeline} timeline */
  set(timeline) {
    this.pause();
    this.timeline = timeline;
    this.at = 0;
    this.u = 0;
    this.drawn = 0;
    this.ready = false;
    this.view.jump(timeline.frame(0));
    this.changed();
  }

  clear() {
    this.pause();
    this.timeline = null;
    this.changed();
  }

  play() {
    if (!this.timeline || this.playing) return;
    if (!this.timeline.endless && this.at >= this.timeline.length - 1) void this.seek(0);
    this.playing = true;
    this.last = performance.now();
    requestAnimationFrame((now) => this.tick(now));
    this.changed();
  }

  pause() {
    const was = this.playing;
    this.playing = false;
    if (was) this.changed();
  }

  /** @param {number} now */
  async tick(now) {
    const timeline = this.timeline;
    if (!this.playing || !timeline) return;
    if (!timeline.has(this.at + 1)) {
      if (this.at + 1 < timeline.length || timeline.endless) await timeline.load(this.at + 1);
      if (timeline !== this.timeline || !this.playing) return;
      if (!timeline.has(this.at + 1)) {
        this.finish();
        return;
      }
    }
    const past = Math.min(200, now - this.last) / 1000;
    this.last = now;
    const glide = !this.calm.matches && this.speed > 0 && this.speed < GLIDE_BELOW;
    if (!this.ready) this.prepare();
    const heavy = glide && WEIGHTY.includes(this.view.segment.after?.event ?? "");
    const speed = heavy ? Math.min(this.speed * timeline.pace, WEIGHTY_SPEED) : this.speed * timeline.pace;
    this.u = this.speed === 0 ? 1 : this.u + past * speed;
    if (this.u >= 1) {
      this.u = this.speed === 0 ? 0 : Math.min(this.u - 1, 0.999);
      this.arrive();
    } else if (glide) {
      this.view.draw(this.u);
    }
    requestAnimationFrame((next) => this.tick(next));
  }

  prepare() {
    const timeline = this.timeline;
    if (!timeline) return;
    this.view.prepare(timeline.frame(this.at), timeline.frame(this.at + 1));
    this.ready = true;
  }

  /** The step that was on its way is done. */
  arrive() {
    this.view.draw(1);
    this.at += 1;
    this.drawn += 1;
    this.ready = false;
    this.changed();
  }

  finish() {
    this.pause();
    this.ended();
  }

  /** @param {number} by  1 or -1 */
  async step(by) {
    const timeline = this.timeline;
    if (!timeline) return;
    this.pause();
    if (by > 0) {
      if (!timeline.has(this.at + 1)) await timeline.load(this.at + 1);
      if (!timeline.has(this.at + 1)) return;
      if (!this.ready) this.prepare();
      this.u = 0;
      this.arrive();
      if (!timeline.has(this.at + 1) && !timeline.endless) this.ended();
    } else if (this.at > 0) {
      await this.seek(this.at - 1);
    }
  }

  /** @param {number} index */
  async seek(index) {
    const timeline = this.timeline;
    if (!timeline) return;
    const at = timeline.endless ? Math.max(0, index) : Math.max(0, Math.min(timeline.length - 1, index));
    if (!timeline.has(at)) {
      await timeline.load(at);
      if (timeline !== this.timeline || !timeline.has(at)) return;
    }
    this.at = at;
    this.u = 0;
    this.ready = false;
    this.view.jump(timeline.frame(this.at));
    this.changed();
  }
}
