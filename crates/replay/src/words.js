// @ts-check
// The messages of the player in English, and how the messages of a page are looked up and filled in.

/** @typedef {Record<string, string|Record<string, string>>} Words  messages by key; one that counts has a form for each plural category */

/** @type {Words} */
export const PLAYER_WORDS = {
  "side.E": "East", "side.W": "West", "side.L": "Lower", "side.U": "Upper", "side.R": "Red", "side.B": "Black", "side.l": "Left", "side.r": "Right",
  "board": "Board", "stop": "Stop!",
  "transport": "Sowing", "transport.first": "To the start", "transport.back": "One step back", "transport.play": "Play",
  "transport.pause": "Pause", "transport.next": "One step on", "transport.last": "To the end", "transport.step": "Step", "transport.speed": "Speed",
  "speed.steps": { one: "{n} step/s", other: "{n} steps/s" }, "speed.full": "full speed",
  "step": "Step {n}. {what}", "step.endless": "{text} It never ends: the sowing repeats every {period} steps.",
  "step.endless-laps": "{text} It never ends: the sowing repeats every {period} steps, {laps} laps.",
  "round.before": "Before the round", "round.left": "The round ends after {steps} steps; those from {from} on are left out.",
  "round.end": "The round ends: East is over {east}, West over {west}.",
  "round.start": "Both lift.", "round.east-lifts": "East lifts again.", "round.west-lifts": "West lifts again.", "round.both-lift": "Both lift again.",
  "round.hands": "East holds {east} over {overEast}, West holds {west} over {overWest}.",
  "round.quiet": "Nothing is captured.", "round.captures": "{side} captures {n}.",
  "round.over": "The game is over: the last {left} go to {side}. East {east}, West {west}.",
  "move.before": "Before the move", "move.after": "After {move}.", "move.laps": { one: "After {move}, {n} lap.", other: "After {move}, {n} laps." }, "move.over": "The game is over.",
  "move.store": "the store",
  "move.on": "{side} sows on from {here}, {n} in hand.", "move.lift": "{side} lifts {n} from {here}.",
  "move.drop": "One falls into {into}, {n} in hand.", "move.last": "The last one falls into {into}.",
  "move.relay": "The last one falls into {into}: {side} lifts all {n}.", "move.take": "The last one falls into {into}: {side} takes {n} from {taken} and sows on.",
  "move.capture": "The last one falls into {into}: {side} captures what is in {taken}.", "move.keep": "{side} captures the last one at {into}.",
};

/** The messages in use, and their language. */
const said = { words: PLAYER_WORDS, language: "en", plurals: new Intl.PluralRules("en") };

/** Uses the messages of a page. @param {string} language @param {Words} words */
export function useWords(language, words) {
  said.words = words;
  said.language = language;
  said.plurals = new Intl.PluralRules(language);
}

/** The language in use. */
export function language() {
  return said.language;
}

/** Whether there is a message. @param {string} key */
export function hasMessage(key) {
  return key in said.words;
}

/** A number as the language writes it. @param {number} count */
export function numeral(count) {
  return count.toLocaleString(said.language);
}

/**
 * A message with its values filled in; of one that counts, the form for the number n.
 * @param {string} key @param {Record<string, string|number>} [values]
 */
export function msg(key, values = {}) {
  const found = said.words[key];
  if (found === undefined) throw new Error(`there is no message ${key}`);
  const text = typeof found === "string" ? found : found[said.plurals.select(Number(values.n))] ?? found.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? "";
    return typeof value === "number" ? numeral(value) : value;
  });
}

/** Several names as one text: a, b and c. @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(said.language).format(names);
}

/** The long names of sides. */
export const SIDES = /** @type {Record<string, string>} */ (Object.defineProperties({}, Object.fromEntries(
  ["E", "W", "L", "U", "R", "B", "l", "r"].map((side) => [side, { get: () => msg(`side.${side}`), enumerable: true }]))));
