// @ts-check
// English. One word for one thing: docs/glossary.md. Keys of the player come from its own file.

import { PLAYER_WORDS } from "../player/words.js";

/** @type {import("../player/words.js").Words} */
export default {
  ...PLAYER_WORDS,
  // The frame of the page.
  "title": "sowlab board", "skip": "Skip to the board", "views": "Views", "view.start": "Start", "view.analyse": "Analyse", "view.play": "Play", "view.gallery": "Gallery", "view.rules": "Rules",
  "theme": "Light or dark", "keyboard": "Keyboard", "language": "Language", "sound": "Sound", "flip": "Flip the board", "share": "Share", "close": "Close",
  "move": "Move", "choose": "Choose", "analysis": "Analysis", "moves": "Moves", "delete": "Delete", "restart": "Start again", "no-moves": "No moves yet.", "variation": "Variation", "open-default": "Open 55Stones",
  "tab.values": "Values", "tab.matrix": "Matrix", "tab.position": "Position", "tab.review": "Review",
  // The start page.
  "start.never": "Watch the round that never ends", "start.never-about": "Two hands sow the same stones, one at each step. After 20 steps everything is as it was, and so it goes on for ever.", "start.never-open": "Open on the board",
  "start.steps": { one: "{n} step so far", other: "{n} steps so far" },
  "start.puzzle": "Puzzle of the day", "start.find": "You play {side}. One move wins, all others do not. Tap it.", "start.loading": "Loading…",
  "start.right": "Right! {move} is the only move that wins.", "start.wrong": "{move} does not win. Try again.", "start.answer": "Show the answer", "start.answered": "The move is {move}.", "start.again": "Try again", "start.before": "The day before", "start.after": "The day after", "start.why": "Look into it",
  "start.level.0": "Easy: who takes the most at once finds it.", "start.level.1": "Medium: you have to look three moves ahead.", "start.level.2": "Hard: you have to look seven moves ahead.", "start.level.3": "Very hard: seven moves ahead are not enough.",
  "start.beat": "Beat the perfect player", "start.beat-about": "Seven holes, two stones in each: with best play West wins by 2. You are West. The other side never makes a mistake. Do you?", "start.beat-go": "Play", "start.easy-about": "Two sides sow one row of stones at the same time, and more stones win. New to the game? Begin with an easy opponent, and tap “Hint” when you are stuck.", "start.easy-go": "Play the easy one", "start.rules": "The rules in six pictures",
  // The board.
  "board.or": "{moves}, {n} stones", "board.sow": "Both sow: {round}", "board.endless-move": "This move never ends.", "board.endless-round": "This round never ends.",
  "board.over": "The game is over.", "board.wins": "The game is over: {winner} wins, {x} to {y} ({a}, {b}).", "board.each": "The game is over: {n} each.", "board.wins-by": "The game is over: {winner} wins {x} to {y}.",
  "certificate": "Certificate", "certificate.about": "Sowing is deterministic. From this board the same sowing state (holes, places, directions and hands) recurs, so it never stops:", "certificate.board": "board", "certificate.move": "move", "certificate.round": "round", "certificate.period": "period",
  "certificate.steps": { one: "{n} step", other: "{n} steps" }, "certificate.laps": { one: "{n} lap", other: "{n} laps" }, "certificate.check": "Check it:",
  "named.turn": "Turn the board", "named.stay": "Stay", "named.pass": "Pass", "named.on": "Sow on without end", "named.+": "+ counterclockwise", "named.-": "− clockwise", "named.stay+L": "Stay, Lower starts", "named.stay+U": "Stay, Upper starts", "named.turn+L": "Turn, Lower starts", "named.turn+U": "Turn, Upper starts",
  "task.pie": "{side} may turn the board", "task.reply": "{first} takes hole {hole}. {side} to answer", "task.first": "{side} has sente and chooses first", "task.open": "Choose a side and who starts", "task.move": "{side} to move", "task.opening": "{side} chooses a house for the common opening", "task.direction": "{side} to move: the direction of the lap",
  "task.ant": "{side} to move: an ant, or pass", "task.log": "{side} to move: a log", "task.exit": "{side} to move: an exit", "task.enter": "{side} to move: whether an ant enters", "task.endless": "{side} to move: to sow on",
  "words.ant": "{heap} with an ant of {side}", "words.holds": "{side} holds {n}", "words.has": "{side} has {n}", "words.won": "tuzdik of {side}", "example": "number, or {move}", "example.two": "{move} or {other}",
  "not-allowed": "“{text}” cannot be chosen. Allowed: {moves}", "nothing-to-choose": "Nothing can be chosen here.", "values.on": "Values on", "values.off": "Values off",
  // Values.
  "search": "Searching…", "values.caption": "Value of each choice", "values.choice": "Choice", "values.value": "Value", "values.sure": "How sure", "values.reply": "Best reply", "values.why": "Explanation", "values.line": "Line of best play", "values.best": "best",
  "values.without": "{how}; {margin} without pie", "values.depth": "depth {n}", "values.nodes": { one: "{n} node", other: "{n} nodes" }, "values.searching": "searching…", "values.done": "done",
  "legend.solved": "✓ solved", "legend.table": "T read from a table", "legend.estimate": "≈ estimate", "legend.bounds": "… proven interval",
  "verdict.unsolved": "Not solved", "verdict.pie": "{words} under the pie rule", "verdict.plain": "{how}; without the pie rule: {verdict}. Values are {side}’s final margin.", "verdict.how": "{how}. Values are {side}’s final margin.",
  "verdict.draw": "A draw", "verdict.wins": "{side} wins by {n}",
  "sure.verified": "verified", "sure.solved": "solved", "sure.measured": "measured", "sure.conjectured": "conjectured",
  "how.table": "table", "how.rules": "by the rules", "how.solved": "solved", "how.infinite": "{how}, if infinite play loses {lower}, wins {upper}", "how.estimate": "estimate, depth {n}", "how.proven": "{how}; proven {from} to {to}", "how.bounds": "proven interval", "how.unknown": "not known yet",
  // Explanations.
  "why": "why?", "why.title": "Why {move}?", "why.there": "Go there",
  "why.estimate": "{verdict} (an estimate)", "why.optimal": "{move} is optimal: {result}.", "why.as-good": "{move} is as good as any known choice: {result}.", "why.loses": "{move} loses {n}: {result}; after {best} {other}.",
  "why.replies": "The replies of {other} leave {side} between {least} and {most}.", "why.swaps": "{side} then takes the better side: at least {bar}, after {best}.", "why.best": "The best for {other}: {best}.",
  "why.line": "If both play on: {line}.", "why.end": "That is the end of the game.", "why.nobody": "Then nobody leads.", "why.leads": "Then {side} leads by {n}.",
  // The matrix, and the orders of choosing.
  "matrix.none": "There is no matrix here: the other side does not answer in this phase.", "matrix.impossible": "not possible", "matrix.best": "best reply", "matrix.title": "Matrix of joint choices", "matrix.caption": "{side}’s final margin after each joint choice; ringed: a best reply; ≈ an estimate",
  "orders.open": "Open: gote sees sente’s choice", "orders.sealed": "Sealed: neither sees the other’s", "orders.reverse": "Reversed: sente sees gote’s", "orders.title": "What the order of choosing is worth", "orders.solving": "Solving…", "orders.to-end": "to the end", "orders.rounds": { one: "{n} round ahead", other: "{n} rounds ahead" }, "orders.horizon": "Horizon",
  "orders.caption": "Value by order", "orders.cost": "Cost of committing first: reversed − open", "orders.observing": "Value of observing: sealed − open", "orders.sente": "Sealed: sente mixes", "orders.gote": "Sealed: gote mixes", "orders.note": "Gote seals two holes: the second is taken if sente takes the first. Margins are for the side with sente.",
  // The graph and the review.
  "graph.label": "{side}’s final margin as each position promises it: {values}", "graph.about": "about {n}", "graph.legend": "{side}’s final margin as each position promises it. Full: proven; hollow: estimate; ringed: the choice before gave something away.", "graph.so-far": "{known} of {all} positions so far.",
  "review.about": "What each choice of the line so far gave away.", "review.line": "Review this line", "review.nothing": "There is no move to review.", "review.running": { one: "Reviewing {n} choice…", other: "Reviewing {n} choices…" }, "review.there": "The review is there.",
  "review.sides": "Given away by each side", "review.unknown": "not known", "review.sum": "{errors} of {known} choices gave something away, {sum} stones in all", "review.about-sum": "{errors} of {known} choices gave something away, about {sum} stones in all", "review.rest": "{words}; {n} not known",
  "review.good": "good", "review.good-estimate": "good, by estimate", "review.better": "better: {move} (solved)", "review.better-estimate": "better: {move} (estimate)", "review.each": "Review of each choice", "review.lost": "Lost", "review.verdict": "Verdict",
  // Games and positions.
  "game": "Game", "game.open": "Open", "game.any": "Any rank", "position": "Position", "position.set": "Set position", "record": "Game from its start", "record.play": "Play these moves", "copy": "Copy", "copied": "Copied", "copy.key": "Press Ctrl+C",
  "edit": "Edit the board hole by hole", "edit.has": "{side} has", "edit.sente": "sente", "edit.mover": "to move", "edit.set": "Set this board", "edit.open": "open: side and starter", "edit.took": "sente took {hole}", "edit.next": "next", "edit.chooses": "sente chooses", "edit.pie": "the pie rule", "edit.round": "round", "edit.second": "second phase", "edit.free": "free", "edit.must": "must",
  "edit.no-ant": "no ant", "edit.extra": "further field", "edit.ant": "Ant on {place}", "edit.total": { one: "{n} stone in all", other: "{n} stones in all" }, "edit.opening": "{words}; the opening has {n}",
  // Play.
  "play.thinking": "The engine is thinking…", "play.engine": "The engine", "play.plays": "{side} plays {move}.", "play.sealed": "{side} has sealed a hole. {other} seals two, the second in case the first is taken.",
  "play.hinting": "Looking for a hint…", "play.no-hint": "There is nothing to choose.", "play.hint-is": "Hint: {move}.", "play.hint-then": "Then, if both play on: {verdict} ({how}).", "play.turned": "{side} turned the board, and so took your place.", "play.stayed": "{side} did not turn the board.", "play.resigns": "{side} resigns.", "play.resigned": "{side} resigned.",
  "play.hint": "Hint", "play.back": "Take back", "play.resign": "Resign", "play.new": "New game", "play.review": "Review the game", "play.review-far": "Review so far", "play.to-choose": "{side} to choose.", "play.either": "Either side to choose.", "play.yours": "Your turn: tap a hole.", "play.ringed": "Only places with a green ring can be chosen.",
  "play.seal-one": "{side} has sealed. {other} seals the hole to take.", "play.seal-two": "{side} seals a second hole, in case the first is taken.", "play.two": "Two people", "play.two-sealed": "Two people, sealed choices: look away while the other seals", "play.you": "You are {side}. Opponent: {opponent}",
  "play.named-engine": "engine {name}", "play.screen": "Two people at this screen", "play.screen-sealed": "Two people, sealed choices", "play.begins": "{side}, begins", "play.opponent": "Opponent", "play.options": "or an engine with options", "play.side": "You play", "play.pie": "Pie rule: after round 1 the first side may turn the board", "play.start": "Start", "play.here": "Play from here",
  "level.novice": "novice", "level.novice-about": "plays at random", "level.easy": "easy", "level.easy-about": "takes the best immediate margin", "level.medium": "medium", "level.medium-about": "searches 3 moves ahead", "level.hard": "hard", "level.hard-about": "searches 7 moves ahead",
  "level.strong": "strong", "level.strong-about": "searches 100 ms per move, with the built-in learned weights if the game has any", "level.expert": "expert", "level.expert-about": "searches 1 s per move, with the built-in learned weights if the game has any", "level.solved": "perfect", "level.solved-about": "plays optimally where a proof and endgame tables reach, else searches 1 s per move",
  // The keyboard.
  "key.digits": "digits, then Enter", "key.digits-about": "choose a hole or pit by its number; a whole choice such as T3-M4 works too", "key.tab": "Tab, arrows, Enter", "key.tab-about": "walk over the holes that may be chosen, and choose", "key.space": "Space", "key.space-about": "play or pause the sowing", "key.enter": "Enter", "key.enter-about": "show how the sowing ends",
  "key.steps": ", and .", "key.steps-about": "one step back, one step on", "key.sides": "← and →", "key.sides-about": "one choice back, one on", "key.updown": "↑ and ↓", "key.updown-about": "the variation before, the one after", "key.ends": "Home and End", "key.ends-about": "to the start, to the end of the line",
  "key.views": "s, a, p, g, r", "key.views-about": "start, analyse, play, gallery, rules", "key.v-about": "values on or off", "key.h-about": "hint (in play)", "key.u-about": "take back (in play), delete the last choice (in a study)", "key.t-about": "light or dark", "key.f-about": "flip the board", "key.m-about": "sound on or off", "key.help-about": "this list",
  // Sharing.
  "share.link": "Copy the link", "share.picture": "Save a picture", "share.film": "Save a film of the round", "share.filming": "Filming…", "share.saved": "Saved.", "share.no-film": "This browser cannot make a film.", "share.no-picture": "This picture cannot be made.",
  // Errors of the page itself.
  "address.percent": "The address is wrong: “{text}” is no percent-encoded text. A percent sign is written %25.", "address.view": "The address is wrong: there is no view “{view}”. The views are {views}.", "address.form": "The address is wrong: it is #/view/game?position=…&moves=…",
  // Rules and lessons.
  "rules.of": "Rules of {game}", "lessons.at": "The rules in {n} steps, shown in 55Stones: {at}", "lessons": "Steps of the rules", "lessons.step": "Step {n}: {title}", "lessons.back": "Back", "lessons.next": "Next",
  "lesson.1": "Two hands, one rank", "lesson.1-text": "Eleven holes, five stones in each. The side with sente chooses first and takes a hole, the other sees it and takes another; each hole must hold two stones or more. Then both sow at the same speed: one step drops one stone from each hand. East sows toward hole 1, West toward hole 11.",
  "lesson.2": "Round the end", "lesson.2-text": "An end hole gets one stone, and the hand turns round: … 10, 11, 10 … Whoever starts from the hole farthest from himself sows toward himself. Here both hands turn.",
  "lesson.3": "Relay", "lesson.3-text": "A hand that runs out over a hole with stones lifts them all, the last one included, and sows on. Here East’s hand of two ends over stones in hole 6, lifts them and goes on; that is a new lap.",
  "lesson.4": "Stop, and capture", "lesson.4-text": "A hand whose last stone falls into an empty hole says “Stop!”. It captures what the other hand still holds. Here East stops in hole 4 while West still holds three.",
  "lesson.5": "Both at once", "lesson.5-text": "If both hands run out in the same step, over different holes with two or more, both lift and go on. If both stop in empty holes, or in the same hole, the round ends and nothing is captured. Sente stays after a quiet round and passes after a capture.",
  "lesson.6": "The end, and the pie", "lesson.6-text": "With fewer than two holes of two or more, the game is over and one side gets the rest; more stones win. To make the start fair there is a pie rule: after the first round the side that had sente may turn the board and take the other side’s place. And some rounds never end, as this one.",
  // The gallery.
  "gallery": "Findings", "gallery.about": "What this project found. Each opens on the board; the file in the repository says how it is known.",
  "group.rounds": "Non-terminating rounds", "group.wins": "Who wins", "group.owela": "Owela: non-terminating moves",
  "finding.55": "The shortest non-terminating game of 55Stones", "finding.55-about": "Neither hand stops in round 3: the sowing repeats every 545,100 steps.",
  "finding.33": "The shortest non-terminating game of 33Stones", "finding.33-about": "Neither hand stops in round 3: the sowing repeats every 2,273,060 steps.",
  "finding.small": "The smallest board with a non-terminating round", "finding.small-about": "Eight stones: the hands follow each other, and the sowing repeats every 20 steps.",
  "finding.undisputed": "A non-terminating game without disputed cases", "finding.undisputed-about": "None of the six rounds meets a case that the sources leave open. After 31 steps the sowing repeats every 2,870,500 steps.",
  "finding.good": "Optimal play of 22Stones that never ends", "finding.good-about": "Both sides play only optimal moves. From round 6 the sowing repeats every 500 steps.",
  "finding.repetition": "The shortest repetition", "finding.repetition-about": "Two quiet rounds lead back to the same board with the same first chooser.",
  "finding.22": "22Stones: a draw", "finding.22-about": "With and without the pie rule. A line of optimal play: 24 rounds, 11 stones for each side.",
  "finding.33-wins": "33Stones: West by 3", "finding.33-wins-about": "With the pie rule East by 1. A line of optimal play without it: eight rounds.",
  "finding.44": "44Stones: West by 2", "finding.44-about": "With the pie rule East by 2. A line of optimal play without it: 24 rounds.",
  "finding.55-wins": "55Stones: West by 3", "finding.55-wins-about": "With the pie rule East by 3. The first round of optimal play without it.",
  "finding.owela2": "Two pits a row", "finding.owela2-about": "From ply 4 on: the last move repeats every 60 laps.",
  "finding.owela4": "Four pits a row", "finding.owela4-about": "From ply 5 on: the last move repeats every 1,632 laps.",
  "finding.owela8": "The full board", "finding.owela8-about": "Eight pits a row: after 23 laps the move of ply 7 repeats every 690 laps.",
  // Proofs, of the page without a server.
  "proofs": "Proofs", "proofs.check": "Check a proof", "proofs.about": "An independent checker confirms proofs and certificates here, from the rules alone.", "proofs.own": "Your own file", "proofs.half": "Check {name} (half a minute)", "proofs.minutes": "Check {name} (minutes)", "proofs.loading": "Loading…", "proofs.not": "Not confirmed: {reason}",
  "proofs.checker": "Loading the checker…", "proofs.tables": { one: "Building {n} table…", other: "Building {n} tables…" }, "proofs.stones": "Building tables: {at} of {all} stones", "proofs.claims": { one: "{n} claim follows", other: "{n} claims follow" }, "proofs.derived": "{words}; values derived down to {stones} stones",
  "proofs.trust": "You have to trust the code of the checker, which shares nothing with the solver, and this browser.", "proofs.certificate": "The certificate holds: {shown} ({game}{seeds}, from {start}{after}). {trust}", "proofs.seeds": ", {seeds} stones in each hole", "proofs.endless-move": { one: "{move} never ends: the sowing repeats every lap", other: "{move} never ends: the sowing repeats every {n} laps" }, "proofs.endless": { one: "{round} never ends: the sowing repeats every step", other: "{round} never ends: the sowing repeats every {n} steps" }, "proofs.repetition": { one: "{n} round leads back to the same board", other: "{n} rounds lead back to the same board" }, "proofs.after": ", after {moves}",
  "proofs.exactly": "exactly {n}", "proofs.between": "from {least} to {most}", "proofs.holds": "The proof holds: with {seeds} stones in each hole of {game} the margin of the first chooser is {opening}{pie}, whatever infinite play is worth. Each of {claims} claims follows from earlier ones and the rules{below}. {trust}", "proofs.pie": ", with the pie rule {pie}", "proofs.below": ", and so does each value that they take from {n} tables",
  "tables": "Tables", "tables.none": "No tables are stored in this browser.", "tables.some": "{n} tables that searches built are stored in this browser: {size} MB.", "tables.forget": "Forget the tables",
  "own": "A game of your own", "own.about": "A file of rules (TOML) makes a two-rank game. It stays in this browser.", "own.file": "File:", "own.forget": "Forget {file}", "own.missing": "This browser does not have the file {file}. Open it under “Game”.",
  "published": "Published tables", "published.about": "Address of a set of tables on a web server that answers ranges. The page reads parts of it when you press the button, and only then.", "published.address": "Address", "published.probe": "Value of the position", "published.value": "{side}: {lower} if infinite play loses, {zero} if it draws, {upper} if it wins. {n} requests, {size} kB.", "published.not": "No value: {reason}", "published.missing": "the tables do not have this position",
  // Errors of requests.
  "problem.input": "{parameter}: {reason}", "problem.input.game": "This game cannot be opened: {reason}", "problem.input.position": "This position cannot be read: {reason}", "problem.input.record": "These moves cannot be played: {reason}", "problem.input.engine": "This engine cannot play: {reason}",
  "problem.not-found": "There is nothing at this address.", "problem.time-over": "No answer within {seconds} s.", "problem.unfinished": "The time was over before anything was found.", "problem.too-long": "A round takes more than 2⁴⁰ laps, which is the limit.",
  "problem.unusable": "The tables or proofs cannot be used. {reason}", "problem.internal": "An error in the program itself. {reason}", "problem.busy": "{most} searches run already. Close another page, or wait.", "problem.stopping": "The server stops.",
  "problem.stopped": "The calculation stopped in the middle.", "problem.no-server": "The server does not answer. Is sowlab-board still running?", "problem.status": "The server answered {status}.", "problem.not-loaded": "A part of the page cannot be loaded ({status}).",
};
