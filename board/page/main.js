// @ts-check
// Starts the page and connects its parts.

import { ask } from "./api.js";
import { Board } from "./board.js";
import { byId, h, say } from "./dom.js";
import { gameForm, showNotation } from "./editor.js";
import { showGallery } from "./gallery.js";
import { readHash, VIEWS, writeHash } from "./hash.js";
import { KEYS, listen } from "./keys.js";
import { pauseLessons, showLessons } from "./learn.js";
import { showMatrix } from "./matrix.js";
import { typed } from "./moves.js";
import { Orders } from "./orders.js";
import { Play } from "./play.js";
import { review } from "./review.js";
import { Study } from "./study.js";
import { showTabs } from "./tabs.js";
import { toggleTheme, useTheme } from "./theme.js";
import { titleOf } from "./title.js";
import { showTree } from "./tree.js";
import { Values } from "./values.js";

useTheme();
const study = new Study();
const board = new Board(study);
const values = new Values(board, study);
const orders = new Orders(study);
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

study.listeners.push((node) => {
  const game = study.game;
  byId("game-button").textContent = titleOf(game);
  document.title = `${titleOf(game)} · sowlab board`;
  showTree(study, remark);
  values.on = state.values && state.view !== "play";
  values.watch(node);
  if (state.tab !== "values") refreshTab();
  writePlace();
});

function writePlace() {
  if (state.view === "gallery" || state.view === "rules") return;
  const opening = study.openings?.get(study.game);
  const start = study.root.position === opening ? "" : study.root.position;
  state.hash = writeHash({ view: state.view, game: study.game, start, moves: study.record() });
  if (location.hash !== state.hash) history.replaceState(null, "", state.hash);
}

function refreshTab() {
  if (state.tab === "matrix") void orders.show();
  if (state.tab === "notation") showNotation(study, (from) => study.open(study.game, from));
  if (state.tab === "review") {
    byId("study-review").replaceChildren(h("p", { class: "quiet" }, "What each choice of the line so far gave away."), h("button", { type: "button", class: "button strong", onclick: () => void review(study, byId("study-review"), (text) => {
      say(text);
      showTree(study, remark);
    }) }, "Review this line"));
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

/** Shows one of the views. @param {string} view */
function showView(view) {
  const before = state.view;
  state.view = VIEWS.includes(view) ? view : "analyse";
  const page = state.view === "gallery" || state.view === "rules";
  for (const id of ["board", "panel", "moves-panel"]) byId(id).hidden = page;
  byId("gallery").hidden = state.view !== "gallery";
  byId("learn").hidden = state.view !== "rules";
  byId("play-panel").hidden = state.view !== "play";
  byId("analysis-panel").hidden = state.view === "play";
  for (const link of byId("views").querySelectorAll("a")) link.setAttribute("aria-current", link.dataset.view === state.view ? "page" : "false");
  byId("skip").setAttribute("href", page ? `#${state.view === "gallery" ? "gallery" : "learn"}` : "#board");
  if (before === state.view) return;
  scrollTo(0, 0);
  pauseLessons();
  if (page) {
    board.clock.pause();
    values.cancel();
  }
  if (state.view === "gallery") showGallery();
  if (state.view === "rules") showLessons();
  if (before === "play") play.leave();
  if (state.view === "play") {
    values.on = false;
    values.cancel();
    board.view.setValues({});
    play.show();
  }
}

/** Opens what the address names. */
async function openHash() {
  if (location.hash === state.hash && state.hash) return;
  // A place on this page, as the link that skips to the board.
  if (/^#[\w-]+$/.test(location.hash) && document.getElementById(location.hash.slice(1)) && study.fullGame) return;
  byId("problem").textContent = "";
  let place;
  try {
    place = readHash(location.hash);
  } catch (error) {
    await openInstead(error);
    return;
  }
  const bare = !/^#\/?\w+\//.test(location.hash);
  if (bare && state.view) {
    showView(place.view);
    if (place.view === "gallery" || place.view === "rules") return;
    board.targets(study.current);
    values.on = state.values;
    values.watch(study.current);
    writePlace();
    return;
  }
  showView(place.view);
  if (state.view === "gallery" || state.view === "rules") {
    if (!study.fullGame) await open("55stones", {});
    values.cancel();
    return;
  }
  await open(place.game, { position: place.start, record: place.moves });
}

/** @param {string} game @param {{position?: string, record?: string}} from */
async function openGame(game, from) {
  study.openings ??= new Map();
  const wanted = study.want();
  if (!study.openings.has(game)) {
    const { position } = await ask("show", { game });
    study.openings.set(game, position);
  }
  await study.open(game, from, wanted);
}

/** @param {string} game @param {{position?: string, record?: string}} from */
async function open(game, from) {
  try {
    await openGame(game, from);
    if (study.current.endless && !board.clock.calm.matches) board.clock.play();
  } catch (error) {
    await openInstead(error, from.position || from.record ? game : undefined);
  }
}

/** Says what is wrong with an address, and shows the opening of a game. @param {unknown} problem @param {string} [game] */
async function openInstead(problem, game) {
  if (state.view !== "analyse" && state.view !== "play") showView("analyse");
  for (const name of [game, "55stones"]) {
    if (!name) continue;
    try {
      await openGame(name, {});
      break;
    } catch {
      // The next one; what is said is the first problem.
    }
  }
  board.fail(problem);
  // On a phone it stands below the board.
  requestAnimationFrame(() => byId("problem").scrollIntoView({ block: "nearest" }));
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

byId("dialog-close").addEventListener("click", closeDialog);
byId("game-button").addEventListener("click", async () => {
  try {
    const { games } = await ask("games");
    openDialog("Game", gameForm(games, study.game, async (game) => {
      const found = await ask("show", { game });
      study.openings?.set(game, found.position);
      closeDialog();
      if (state.view !== "play") showView("analyse");
      play.leave();
      await study.open(game);
      if (state.view === "play") play.show();
    }));
  } catch (error) {
    board.fail(error);
  }
});

const help = () => openDialog("Keyboard", h("dl", { class: "keys" }, ...KEYS.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])));
byId("help").addEventListener("click", help);
byId("theme").addEventListener("click", toggleTheme);
byId("restart").addEventListener("click", () => void open(study.game, { position: study.root.position }));
byId("delete").addEventListener("click", () => study.remove());

const field = /** @type {HTMLInputElement} */ (byId("move"));
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
    board.fail(new Error(node.moves.length ? `“${field.value.trim()}” cannot be chosen. Allowed: ${node.moves.join(" ")}` : "Nothing can be chosen here."));
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
    say(values.on ? "Values on" : "Values off");
  },
  h: () => play.on && void play.hint(),
  u: () => (play.on ? play.undo() : study.remove()),
  t: toggleTheme,
  "?": help,
}, field);

addEventListener("hashchange", () => void openHash());
void openHash();
Object.assign(window, { sowlabBoard: { study, board, clock, values } });
