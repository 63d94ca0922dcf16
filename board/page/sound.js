// @ts-check
// Sounds of the board, made as they are needed: a stone that falls, a heap that is lifted, a capture. Off until a person wants them.

import { keep, kept } from "./kept.js";

const KEY = "sowlab-sound";
/** Pitch of a falling stone in Hz by the place it falls into, and how far neighbours are apart. */
const LOW = 520;
const APART = 1.06;

/** @type {AudioContext|null} */
let audio = null;
let on = kept(KEY) === "on";

/** Whether there is sound. */
export function soundOn() {
  return on;
}

/** Switches the sound. */
export function toggleSound() {
  on = !on;
  keep(KEY, on ? "on" : "off");
  if (on) tone(LOW, 0.12, 0.16);
}

/** One knock. @param {number} pitch  in Hz @param {number} length  in seconds @param {number} loud @param {number} [after]  seconds from now */
function tone(pitch, length, loud, after = 0) {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  const start = audio.currentTime + after;
  const source = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.frequency.exponentialRampToValueAtTime(pitch * 0.72, start + length);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

/** What a step of a sowing sounds like. @param {import("./player/trace.js").Frame} frame */
export function hear(frame) {
  if (!on) return;
  if (frame.event === "capture" || frame.event === "final") {
    for (const [i, pitch] of [392, 494, 587].entries()) tone(pitch, 0.35, 0.12, i * 0.07);
    return;
  }
  for (const [, into] of frame.drops) tone(LOW * APART ** (parseInt(into.replace(/\D/g, ""), 10) || 0), 0.07, 0.1);
  if (frame.lifts.length > 0) tone(230, 0.12, 0.1, 0.03);
}
