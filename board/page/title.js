// @ts-check
// Names of games for people.

/** A game's name and the options that it was given. @param {string} game @returns {{name: string, options: Record<string, string>}} */
export function parts(game) {
  const [name, given = ""] = game.split(":");
  return { name, options: Object.fromEntries(given.split(",").filter(Boolean).map((option) => option.split("="))) };
}

/** Seeds in a hole, where no option says so. @type {Record<string, number>} */
const STONES = { stones: 5, "55stones": 5, "33stones": 3 };

/** Nicer names than those that the command takes; options that differ from the game's own stay. @param {string} game */
export function titleOf(game) {
  const { name, options } = parts(game);
  const { holes, seeds, ...rules } = options;
  const more = Object.entries(rules).map(([option, value]) => `${option}=${value}`);
  let title = ({ colony: "The Colony", random: "Random Mancala" })[name] ?? name[0].toUpperCase() + name.slice(1);
  if (name in STONES) {
    const each = seeds ?? STONES[name];
    const rank = (holes ?? "11") === "11" ? `${each}${each}Stones` : `${holes} × ${each}`;
    title = rules.start ? "Stones" : rank;
  } else {
    more.unshift(...Object.entries({ holes, seeds }).flatMap(([option, value]) => (value ? [`${option}=${value}`] : [])));
  }
  return [title, ...more].join(", ");
}
