// The messages: every language has every key with the same values, each form that its plural rules ask for, and the sources use
// every key and no other.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Folders whose scripts have messages. */
const SOURCES = ["board/page", "web/page", "crates/replay/src"];
/** Keys that are put together, by how they begin. The API and the checker have the English of those of `TRANSLATED`. */
const COMPOSED = /^(side|transport|round|move|named|task|sure|legend|level|orders|finding|group|lesson|key|about|option|proofs|start\.level|problem)\./;
const TRANSLATED = /^(about|option|rule|problem\.check)\./;
/** Where the solver has the sentences of the rules in English. */
const SENTENCES = "crates/games/src";
/** Where the checker has the reasons of its errors. The last of them are those of its command alone. */
const REASONS = "checker/src/reason.rs";
const OF_THE_COMMAND = "// The command.";

/** The messages of a file, without its imports. @param {string} root @param {string} language @returns {Promise<Record<string, any>>} */
async function messages(root, language) {
  const text = readFileSync(join(root, `board/page/words/${language}.js`), "utf8");
  const player = pathToFileURL(join(root, "crates/replay/src/words.js")).href;
  const source = text.replace(/import \{ PLAYER_WORDS \} from "[^"]*";/, `const { PLAYER_WORDS } = await import(${JSON.stringify(`data:text/javascript,${encodeURIComponent(readFileSync(new URL(player), "utf8"))}`)});`);
  return (await import(`data:text/javascript,${encodeURIComponent(source)}`)).default;
}

/** The values that a message takes. @param {string|Record<string, string>} message */
function values(message) {
  const forms = typeof message === "string" ? [message] : Object.values(message);
  return forms.map((form) => [...new Set([...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))].sort().join(" "));
}

/** The English sentences of the rules by key, as the sources of the solver have them. @param {string} root  @returns {Map<string, string>} */
function sentences(root) {
  const folder = join(root, SENTENCES);
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".rs")).map((name) => readFileSync(join(folder, name), "utf8"));
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [, key, , english] of sources.join("\n").matchAll(/"(rule\.[a-z.-]+)",\s*("((?:[^"\\]|\\[^])*)"|board)/g)) found.set(key, english ?? "{n}");
  return found;
}

/** The values of the reasons of the checker by key, as its source has them. @param {string} root @returns {Map<string, string>} */
function reasons(root) {
  const [source, ...command] = readFileSync(join(root, REASONS), "utf8").split(OF_THE_COMMAND);
  assert.equal(command.length, 1);
  const body = source.slice(source.indexOf("pub enum Reason"));
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [, name, fields = ""] of body.matchAll(/^ {4}([A-Z]\w+)(?: \{([^}]*)\})?,$/gm)) {
    const key = name.replace(/(?!^)([A-Z])/g, "-$1").toLowerCase();
    found.set(`problem.check.${key}`, [...fields.matchAll(/(\w+):/g)].map((match) => match[1]).sort().join(" "));
  }
  return found;
}

/** @param {string} root  the checkout */
export async function words(root) {
  const files = readdirSync(join(root, "board/page/words")).map((name) => name.replace(".js", "")).sort();
  assert.deepEqual(files, ["de", "en", "es", "fr", "it", "ru"]);
  const english = await messages(root, "en");
  const keys = Object.keys(english);
  const others = Object.keys(await messages(root, "de")).filter((key) => TRANSLATED.test(key));
  for (const language of files) {
    const own = await messages(root, language);
    const wanted = language === "en" ? keys : [...keys, ...others];
    assert.deepEqual(Object.keys(own).sort(), [...wanted].sort(), language);
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    for (const key of keys) {
      const where = `${language} ${key}`;
      assert.equal(typeof own[key], typeof english[key], where);
      if (typeof own[key] !== "string") assert.deepEqual(Object.keys(own[key]).sort(), categories, where);
      const allowed = new Set(values(english[key]).join(" ").split(" "));
      // A message that counts may say the number in no form; nothing else may be left out or made up.
      for (const taken of values(own[key])) assert.ok(taken.split(" ").every((name) => allowed.has(name)), where);
      if (language !== "en" && !/^key\.|^speed|^move\.(relay|take|capture|keep)$/.test(key)) assert.deepEqual(new Set(values(own[key]).join(" ").split(" ")), allowed, where);
      for (const form of typeof own[key] === "string" ? [own[key]] : Object.values(own[key])) assert.ok(String(form).trim(), where);
    }
  }
  // The translations of a sentence of the rules have its values, and no sentence is left out.
  const rules = sentences(root);
  assert.ok(rules.size > 60, `only ${rules.size} sentences of the rules`);
  assert.deepEqual(others.filter((key) => key.startsWith("rule.")).sort(), [...rules.keys()].sort());
  for (const language of files.filter((name) => name !== "en")) {
    const own = await messages(root, language);
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    for (const [key, english] of rules) {
      if (typeof own[key] !== "string") assert.deepEqual(Object.keys(own[key]).sort(), categories, `${language} ${key}`);
      for (const taken of values(own[key])) assert.deepEqual(taken, values(english)[0], `${language} ${key}`);
    }
  }
  // So do those of the reasons of the checker.
  const refused = reasons(root);
  assert.ok(refused.size > 30, `only ${refused.size} reasons of the checker`);
  for (const language of files.filter((name) => name !== "en")) {
    const own = await messages(root, language);
    assert.deepEqual(Object.keys(own).filter((key) => key.startsWith("problem.check.")).sort(), [...refused.keys()].sort(), language);
    for (const [key, names] of refused) assert.deepEqual(values(own[key]), [names], `${language} ${key}`);
  }
  const sources = SOURCES.flatMap((folder) => readdirSync(join(root, folder)).filter((name) => /\.(js|html)$/.test(name) && name !== "words.js").map((name) => readFileSync(join(root, folder, name), "utf8"))).join("\n");
  const unused = keys.filter((key) => !COMPOSED.test(key) && !sources.includes(`"${key}"`));
  assert.deepEqual(unused, [], "messages that nobody uses");
  const used = new Set([...sources.matchAll(/(?:msg\(|data-msg(?:-label)?=)"([^"]+)"/g)].map((match) => match[1]));
  assert.deepEqual([...used].filter((key) => !(key in english)), [], "messages that are missing");
  return `${files.length} languages, ${keys.length} messages, ${rules.size} sentences of the rules, ${refused.size} reasons of the checker`;
}
