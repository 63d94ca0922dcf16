// @ts-check
// Starts the page and connects its parts.

import { ask, follow } from "./api.js";
import { Board } from "./board.js";
import { Course } from "./course.js";
import { byId, h, say } from "./dom.js";
import { gameForm, showNotation } from "./editor.js";
import { ownForm, ownGames } from "./own.js";
import { pauseGallery, showGallery } from "./gallery.js";
import { readHash, writeHash } from "./hash.js";
import { keys, listen } from "./keys.js";
import { languageSwitch, useLanguage } from "./language.js";
import { pauseLessons, showRules } from "./learn.js";
import { showMatrix } from "./matrix.js";
import { example, typed } from "./moves.js";
import { Orders } from "./orders.js";
import { Play } from "./play.js";
import { readPosition } from "./player/position.js";
import { msg } from "./player/words.js";
import { review } from "./review.js";
import { shareForm } from "./share.js";
import { soundOn, toggleSound } from "./sound.js";
import { leaveStart, showStart, shownPuzzle } from "./start.js";
import { Study } from "./study.js";
import { showTabs } from "./tabs.js";
import { toggleTheme, useTheme } from "./theme.js";
import { titleOf } from "./title.js";
import { showTree } from "./tree.js";
import { Values } from "./values.js";
import { closeWhy } from "./why.js";

await useLanguage();
useTheme();
const field = /** @type {HTMLInputElement} */ (byId("move"));
const study = new Study();
const board = new Board(study);
const values = new Values(board, study);
const orders = new Orders(study);
new Course(study, values);
const play = new Play(board, study, () => study.game);
const state = { view: "", tab: "values", hash: "", values: true };

/** Whether a person may choose now, in whatever view. */
board.mayChoose = (node) => (state.view === "play" && play.on ? play.mine(node) : !node.finished && !node.endless);
board.settled = (node) => {
  values.show();
  if (state.view === "play") void play.settled(node);
};
let still = true;
board.scrubbed = () => {
  if (board.still !== still) values.show();
  still = board.still;
};
values.grown = () => showTree(study, remark);
values.listeners.push((found) => {
  if (state.tab === "matrix") showMatrix(found, study.current.position, (choice, reply) => void joint(choice, reply));
});

/** Plays both choices of a cell of the matrix. @param {string} choice @param {string} reply */
async function joint(choice, reply) {
  await board.play(choice);
  await board.play(reply);
}

/** @param {import("./study.js").StudyNode} node */
function remark(node) {
  const entry = node.shown.review;
  const loss = entry?.loss ?? entry?.estimated_loss;
  return loss ? `${entry.loss === null ? "≈" : ""}−${loss}` : "";
}

study.listeners.push((node, how) => {
  if (how === "opened") closeWhy();
  const game = study.game;
  byId("game-button").textContent = titleOf(game);
  document.title = `${titleOf(game)} · ${msg("title")}`;
  showTree(study, remark);
  // Where one side moves at a time there are no joint choices.
  const matrix = byId("tab-matrix");
  matrix.hidden = readPosition(node.position).shape !== "rank";
  if (matrix.hidden && state.tab === "matrix") byId("tab-values").click();
  field.placeholder = example(node.moves);
  values.on = state.values && state.view === "analyse";
  values.watch(node);
  if (state.tab !== "values") refreshTab();
  if (state.view === "rules") void showRules(study);
  if (state.view === "play" && how === "played") play.show();
  writePlace();
});

/** The address of what is on the board, in a view. @param {string} view */
function addressIn(view) {
  if (view === "rules") return writeHash({ view, game: study.game });
  const start = study.root.position === study.openings.get(study.game) ? "" : study.root.position;
  return writeHash({ view, game: study.game, start, moves: study.record() });
}

function writePlace() {
  if (["start", "gallery", "wrong"].includes(state.view)) return;
  state.hash = addressIn(state.view);
  if (location.hash !== state.hash) history.replaceState(null, "", state.hash);
}

function refreshTab() {
  if (state.tab === "matrix") void orders.show();
  if (state.tab === "notation") showNotation(study, (from) => study.open(study.game, from));
  if (state.tab === "review") {
    byId("study-review").replaceChildren(h("p", { class: "quiet" }, msg("review.about")), h("button", { type: "button", class: "button strong", onclick: () => void review(study, byId("study-review"), (text) => {
      say(text);
      showTree(study, remark);
    }) }, msg("review.line")));
  }
}

showTabs(byId("analysis-panel"), (tab) => {
  state.tab = tab;
  const wanted = tab === "matrix";
  if (values.replies !== wanted && (wanted || tab === "values")) {
    values.replies = wanted;
    values.watch(study.current);
  }
  refreshTab();
});

/** The page of each view that has no board. @type {Record<string, string>} */
const PAGES = { start: "start", gallery: "gallery", rules: "learn", wrong: "wrong" };

/** Shows one of the views. @param {string} view */
function showView(view) {
  const before = state.view;
  state.view = view;
  const page = PAGES[view];
  for (const id of ["board", "panel", "moves-panel"]) byId(id).hidden = Boolean(page);
  for (const id of Object.values(PAGES)) byId(id).hidden = id !== page;
  byId("play-panel").hidden = view !== "play";
  byId("analysis-panel").hidden = view === "play";
  for (const link of byId("views").querySelectorAll("a")) link.setAttribute("aria-current", link.dataset.view === view ? "page" : "false");
  byId("skip").setAttribute("href", `#${page ?? "board"}`);
  if (before === view) return;
  scrollTo(0, 0);
  pauseLessons();
  leaveStart();
  pauseGallery();
  if (page) {
    board.clock.pause();
    values.cancel();
  }
  if (view === "gallery") showGallery();
  if (view === "start") void showStart(beat);
  if (view === "rules" && study.fullGame) void showRules(study);
  if (before === "play") play.pause();
  if (view === "play") {
    values.on = false;
    values.cancel();
    board.view.setValues({});
    play.resume();
    play.show();
  }
}

/** Begins a game without the pie rule. @param {string} game @param {string} opponent @param {string} side */
async function beat(game, opponent, side) {
  showView("play");
  await open(game, {});
  await play.start({ opponent, side, pie: false }).catch((error) => board.fail(error));
}

/** Opens what the address names. */
async function openHash() {
  if (location.hash === state.hash && state.hash) return;
  // A place on this page, as the link that skips to the board.
  if (/^#[\w-]+$/.test(location.hash) && document.getElementById(location.hash.slice(1)) && study.fullGame) return;
  state.hash = location.hash;
  byId("problem").textContent = "";
  let place;
  try {
    place = readHash(location.hash);
  } catch (error) {
    showWrong(error);
    return;
  }
  const bare = !/^#\/?\w+\//.test(location.hash);
  showView(place.view);
  if (!study.fullGame || !(bare || writeHash(place) === addressIn(place.view))) {
    await open(place.game, { position: place.start, record: place.moves });
    return;
  }
  if (place.view === "analyse" || place.view === "play") {
    board.targets(study.current);
    values.on = state.values && place.view === "analyse";
    values.watch(study.current);
  }
  writePlace();
}

/** @param {string} game @param {{position?: string, record?: string}} from */
async function open(game, from) {
  const wanted = study.want();
  try {
    if (!study.openings.has(game)) {
      const { position } = await ask("show", { game });
      study.openings.set(game, position);
    }
    await study.open(game, from, wanted);
    if (study.current.endless && !board.clock.calm.matches) board.clock.play();
  } catch (error) {
    if (wanted === study.opening) showWrong(error);
  }
}

/** Says what is wrong with an address; no other game is shown in its place. @param {unknown} problem */
function showWrong(problem) {
  showView("wrong");
  byId("wrong-words").textContent = problem instanceof Error ? problem.message : String(problem);
}

/** @param {string} title @param {Node} body */
function openDialog(title, body) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  byId("dialog-title").textContent = title;
  byId("dialog-body").replaceChildren(body);
  dialog.showModal();
}

function closeDialog() {
  /** @type {HTMLDialogElement} */ (byId("dialog")).close();
}

/** Opens a game that was chosen in the dialog. @param {string} game */
async function choose(game) {
  const found = await ask("show", { game });
  study.openings.set(game, found.position);
  closeDialog();
  if (state.view !== "play" && state.view !== "rules") showView("analyse");
  play.leave();
  await study.open(game);
  if (state.view === "play") play.show();
}

byId("dialog-close").addEventListener("click", closeDialog);
byId("game-button").addEventListener("click", async () => {
  try {
    const [{ games }, own] = await Promise.all([ask("games"), ownGames()]);
    openDialog(msg("game"), h("div", {}, gameForm([...games, ...own], study.game, choose), ownForm(choose)));
  } catch (error) {
    board.fail(error);
  }
});

const help = () => openDialog(msg("keyboard"), h("dl", { class: "keys" }, ...keys().flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])));
byId("help").addEventListener("click", help);
byId("theme").addEventListener("click", toggleTheme);
languageSwitch(/** @type {HTMLSelectElement} */ (byId("language")));
const flip = () => board.view.flip();
const sound = () => {
  toggleSound();
  byId("sound").setAttribute("aria-pressed", String(soundOn()));
};
byId("flip").addEventListener("click", flip);
byId("sound").addEventListener("click", sound);
byId("sound").setAttribute("aria-pressed", String(soundOn()));
byId("share").addEventListener("click", () => openDialog(msg("share"), shareForm(board.view, board.clock, study.game.replace(/\W+/g, "-"))));
byId("restart").addEventListener("click", () => void open(study.game, { position: study.root.position }));
byId("delete").addEventListener("click", () => study.remove());

byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const node = study.current;
  // Who seals names the own side, or none.
  const move = typed(play.sealing ? field.value.trim().replace(/^[ew]/i, "") : field.value, node.moves);
  if (move && board.mayChoose(node)) {
    field.value = "";
    board.skip();
    board.choose(move);
  } else if (field.value.trim()) {
    board.fail(new Error(node.moves.length ? msg("not-allowed", { text: field.value.trim(), moves: node.moves.join(" ") }) : msg("nothing-to-choose")));
  }
});
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") field.blur();
});

const { clock } = board;
/** @param {number} by */
function sibling(by) {
  const all = study.current.parent?.children ?? [];
  study.go(all[all.indexOf(study.current) + by]);
}
function lastOfLine() {
  let node = study.current;
  while (node.children[0]) node = node.children[0];
  return node;
}
listen({
  " ": () => (clock.playing ? clock.pause() : clock.play()),
  Enter: () => board.skip(),
  ",": () => void board.step(-1),
  ".": () => void board.step(1),
  ArrowLeft: () => study.go(study.current.parent),
  ArrowRight: () => study.go(study.current.children[0]),
  ArrowUp: () => sibling(-1),
  ArrowDown: () => sibling(1),
  Home: () => study.go(study.root),
  End: () => study.go(lastOfLine()),
  s: () => { location.hash = "#/start"; },
  a: () => { location.hash = "#/analyse"; },
  p: () => { location.hash = "#/play"; },
  g: () => { location.hash = "#/gallery"; },
  r: () => { location.hash = "#/rules"; },
  v: () => {
    values.on = !values.on;
    state.values = values.on || state.view === "play";
    if (values.on) values.watch(study.current);
    else values.cancel();
    board.view.setValues({});
    say(msg(values.on ? "values.on" : "values.off"));
  },
  h: () => play.on && void play.hint(),
  u: () => (play.on ? play.undo() : study.remove()),
  t: toggleTheme,
  f: flip,
  m: sound,
  "?": help,
}, field);

addEventListener("hashchange", () => void openHash());
void openHash();
export { study };
Object.assign(window, { sowlabBoard: { ask, follow, study, board, clock, values, puzzle: shownPuzzle } });
