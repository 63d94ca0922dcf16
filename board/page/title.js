// @ts-check
// Names of games for people.

/** A game's name and the options that it was given. The name of a game from a file contains the file. @param {string} game @returns {{name: string, options: Record<string, string>}} */
export function parts(game) {
  const [family, given = ""] = game.split(":");
  const [first, ...rest] = given.split(",");
  const [name, options] = family === "file" ? [`${family}:${first}`, rest] : [family, [first, ...rest]];
  return { name, options: Object.fromEntries(options.filter(Boolean).map((option) => option.split("="))) };
}

/** A name with options. @param {string} name @param {Record<string, string>} options */
export function withOptions(name, options) {
  const given = Object.entries(options).map(([option, value]) => `${option}=${value}`);
  return given.length ? `${name}${name.includes(":") ? "," : ":"}${given.join(",")}` : name;
}

/** Seeds in a hole, where no option says so. @type {Record<string, number>} */
const STONES = { stones: 5, "55stones": 5, "33stones": 3 };

/** Names that are not those of the command with a capital. @type {Record<string, string>} */
const TITLES = { colony: "The Colony", random: "Random Mancala", togyz: "Togyz kumalak", "atomic-wari": "Atomic Wari" };

/** @param {string} word */
function capital(word) {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Nicer names than those that the command takes; options that differ from the game's own stay. @param {string} game */
export function titleOf(game) {
  const { name, options } = parts(game);
  const { holes, seeds, ...rules } = options;
  // The hash of a file's rules.
  if (name.includes(":")) delete rules.rules;
  const more = Object.entries(rules).map(([option, value]) => `${option}=${value}`);
  let title = TITLES[name] ?? capital(name.replace(/^file:|\.toml$/g, ""));
  if (name in STONES) {
    const each = seeds ?? STONES[name];
    const rank = (holes ?? "11") === "11" ? `${each}${each}Stones` : `${holes} × ${each}`;
    title = rules.start ? "Stones" : rank;
  } else {
    more.unshift(...Object.entries({ holes, seeds }).flatMap(([option, value]) => (value ? [`${option}=${value}`] : [])));
  }
  return [title, ...more].join(", ");
}
