//! A player that secures what a complete proof and endgame tables guarantee.

#[cfg(test)]
mod claimed;
#[cfg(test)]
mod steered;

use std::path::{Path, PathBuf};
use std::time::Duration;

use sowlab_base::Instant;
use sowlab_solvers::progress::Progress;
use sowlab_solvers::{Monitor, Player as Claimant, Side};

use super::alpha_beta::AlphaBetaPlayer;
use crate::player::{Choice, Fault, Player, Turn};
use sowlab_analysis::secured::{
    Force, MOST_STONES_OF_REST, Secured, SecuredMargins, SolvedError, prove_rest, shipped_proof,
};
use sowlab_base::Deadline;
use sowlab_games::contest::{
    Arbitration, Encode, Indexed, Notation, Play, Searchable, lead, position_after,
};

/// The time limit of a whole move, which the searches share. A move that only keeps the margin may take
/// [`TIME_TO_KEEP`] longer, and a search by alpha-beta [`TIME_AT_LEAST`].
const TIME_FOR_MOVE: Duration = Duration::from_millis(2200);
/// Time limits of the searches for the progress group, for a path to a secured margin, and for a higher margin. The
/// last is for a move that merely keeps the margin.
const TIME_FOR_PROGRESS: Duration = Duration::from_millis(500);
const TIME: Duration = Duration::from_millis(800);
const TIME_FOR_MORE: Duration = Duration::from_millis(400);
const TIME_TO_KEEP: Duration = Duration::from_millis(200);
/// The time that a search by alpha-beta has, also if the time for the move is over.
const TIME_AT_LEAST: Duration = Duration::from_millis(100);
/// Node limits of these searches, so that games without a time limit are reproducible.
const NODES: u64 = 400_000;
const NODES_FOR_MORE: u64 = 40_000;
/// The time limit of the proof of the rest of a game.
const TIME_FOR_REST: Duration = Duration::from_millis(2000);
/// The time limit of the search for a move of a proof that rests on larger tables, which may prove some positions anew.
const TIME_FOR_GAP: Duration = Duration::from_millis(2200);
/// The rounds without progress in the search for a higher margin: with one more round, the next choice could not see
/// it.
const ROUNDS_FOR_MORE: u32 = 1;

/// Plays what a complete proof and endgame tables secure. From a position whose value they give, it never ends below
/// this value, in finitely many rounds against any opponent. After a mistake of the opponent it takes the gain that
/// tables or a short search show. Elsewhere it searches like `alphabeta`, with tables at the end of the lines.
///
/// A proof also has claims about many positions whose value it does not give, often far below the value. The player
/// follows such a claim if the claim wins the game, or if the search finds nothing better.
pub struct Solved<G: Play> {
    margins: SecuredMargins<G::State>,
    /// The folder of the tables.
    tables: PathBuf,
    /// The side that a proof lets win that ships with the program, and the margin that it secures at the opening.
    winning: Option<(Side, i32)>,
    search: AlphaBetaPlayer,
    by_tables: Progress,
    /// The moment at which the searches for the present move end.
    move_ends: Option<Instant>,
}

impl<G: Notation + Indexed + Play + Arbitration + Searchable> Solved<G> {
    /// Creates a player with the tables of this folder and, where they do not reach the opening, a complete proof. The
    /// default proof is the file in the folder that is named after the game. The claims of the proof are trusted;
    /// `sowlab-check` checks them.
    ///
    /// # Errors
    /// A file is missing, damaged, or for another game, or both together do not reach the opening.
    pub fn open(
        game: &G,
        tables: &Path,
        proof: Option<&Path>,
        search: AlphaBetaPlayer,
    ) -> Result<Solved<G>, SolvedError> {
        let margins = SecuredMargins::open(game, tables, proof)?;
        let shipped = shipped_proof(game).filter(|_| margins.proves_rest());
        Ok(Solved {
            winning: shipped.map(|shipped| (shipped.side, shipped.margin)),
            tables: tables.to_owned(),
            margins,
            search,
            by_tables: Progress::new(Progress::MOST_STATES),
            move_ends: None,
        })
    }
}

impl<G: Notation + Arbitration + Searchable + Play> Solved<G> {
    /// Returns the tables and the claims.
    pub(super) fn into_margins(self) -> SecuredMargins<G::State> {
        self.margins
    }

    /// Returns the margins that tables and proof secure for the first and for the second side from a position on. They
    /// include the stones won so far.
    pub fn secured_at(&self, game: &G, start: &G::Position) -> [i32; 2] {
        let state = game.state(start);
        let lead = lead(game, start);
        [(Side::First, lead), (Side::Second, -lead)]
            .map(|(side, won)| won + self.secured_for(game, &state, side))
    }

    /// Returns the margin that is secured for this side from a state on.
    fn secured_for(&self, game: &G, state: &G::State, side: Side) -> i32 {
        let claimant = match side == game.side_to_move(state) {
            true => Claimant::Leader,
            false => Claimant::Follower,
        };
        self.secured(game, state, claimant)
    }

    /// Returns the margin that is secured for a side from a state on. Where tables and proof do not apply, it is backed
    /// up from the states after the moves.
    fn secured(&self, game: &G, state: &G::State, side: Claimant) -> i32 {
        match self.margins.secured(game, state, side) {
            Some(secured) => secured.margin,
            None => self.after_moves(game, state, side).unwrap_or(0),
        }
    }

    /// Returns the margin of the side to move if the secured margins of both sides agree. It also works within a round
    /// and before the pie decision, where neither tables nor claims apply to the state itself.
    fn value(&self, game: &G, state: &G::State) -> Option<i32> {
        let least = self.secured(game, state, Claimant::Leader);
        (least == -self.secured(game, state, Claimant::Follower)).then_some(least)
    }

    /// Returns the best secured margin after the legal moves if the side chooses, and the worst otherwise.
    fn after_moves(&self, game: &G, state: &G::State, side: Claimant) -> Option<i32> {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let all = moves.into_iter().map(|chosen| {
            let step = game.play(state, chosen);
            side.margin_of(step.gain) + self.secured(game, &step.state, side.after(step.turn))
        });
        match side {
            Claimant::Leader => all.max(),
            Claimant::Follower => all.min(),
        }
    }

    /// Returns the secured margins of the side to move at the starts of rounds since the last progress, latest first.
    fn at_starts(&self, turn: &Turn<'_, G>) -> impl Iterator<Item = Secured> {
        let game = turn.game;
        let (now, bound) = (game.side_to_move(turn.state), game.bound(turn.state));
        let states = turn.states().into_iter().rev();
        states
            .take_while(move |state| game.bound(state) == bound)
            .filter_map(move |state| {
                let side = match game.side_to_move(&state) == now {
                    true => Claimant::Leader,
                    false => Claimant::Follower,
                };
                self.margins.secured(game, &state, side)
            })
    }

    /// Returns the secured margin of the side to move: after its best move, or at the start of the round. The latter
    /// may come from a claim that rests on claims that the proof omits.
    fn need(&self, turn: &Turn<'_, G>) -> Option<i32> {
        let after = self.after_moves(turn.game, turn.state, Claimant::Leader)?;
        let at_start = self.at_starts(turn).next();
        let need = at_start.map_or(after, |secured| after.max(secured.margin));
        Some(
            self.need_of_winner(turn)
                .map_or(need, |least| need.max(least)),
        )
    }

    /// Returns the margin that is left to secure for the side to move, if a proof that ships with the program lets it win
    /// from the opening. The proof leaves claims out that follow in a round, and rests on larger tables.
    fn need_of_winner(&self, turn: &Turn<'_, G>) -> Option<i32> {
        let game = turn.game;
        let (side, margin) = self.winning?;
        let now = game.side_to_move(turn.state);
        let opening = game.state(&game.opening());
        let bound = game.bound(turn.state);
        if now != side || game.state(turn.start) != opening || bound <= MOST_STONES_OF_REST {
            return None;
        }
        let lead = lead(game, &position_after(game, turn.start, turn.played));
        Some(margin - if side == Side::First { lead } else { -lead })
    }

    /// Returns the group of the latest claim, at the start of this round or an earlier one, that secures this margin. A
    /// claim of an earlier group is progress. A start without a claim stands for a claim that the proof omits, which
    /// leads to earlier groups, too. If there is no such claim, or more is secured by now, any group is progress.
    fn group(&self, turn: &Turn<'_, G>, need: i32) -> u32 {
        let mut claimed = self
            .at_starts(turn)
            .filter(|secured| secured.margin >= need);
        let group = claimed.find_map(|secured| secured.group);
        group.unwrap_or(u32::MAX)
    }

    /// Returns the group before which claims count as progress. If the proof omits a claim for the start of this round,
    /// it is the least group whose claims still secure the margin. They do so at the end of the round. With a greater
    /// group, play could reach a claim that leads back to this board. After the deadline it is the least group found so
    /// far.
    fn progress(&self, turn: &Turn<'_, G>, need: i32, deadline: &dyn Monitor) -> u32 {
        let group = self.group(turn, need);
        let start = self.at_starts(turn).next();
        if start.is_some_and(|secured| secured.group.is_some() && secured.margin >= need) {
            return group;
        }
        let secures = |group: u32| {
            let mut force = Force::new(turn.game, &self.margins, group, NODES, deadline);
            let found = force.find(turn.state, turn.legal, need, 0);
            found.is_ok_and(|chosen| chosen.is_some())
        };
        if !secures(group) {
            return group;
        }
        let (mut least, mut greatest) = (0, group);
        while least < greatest {
            let middle = least + (greatest - least) / 2;
            match secures(middle) {
                true => greatest = middle,
                false => least = middle + 1,
            }
        }
        greatest
    }

    /// Returns whether this secured margin must not be given up: it keeps the last exact value of the game, or it wins
    /// the game.
    fn promised(&self, turn: &Turn<'_, G>, need: i32) -> bool {
        let game = turn.game;
        let now = game.side_to_move(turn.state);
        let for_mover = |side, margin: i32| if side == now { margin } else { -margin };
        let mut state = game.state(turn.start);
        let mut won = for_mover(Side::First, lead(game, turn.start));
        let mut last_value = None;
        for chosen in turn.played.iter().map(Some).chain([None]) {
            let side = game.side_to_move(&state);
            if let Some(value) = self.value(game, &state) {
                last_value = Some(won + for_mover(side, value));
            }
            if let Some(&chosen) = chosen {
                let step = game.play(&state, chosen);
                won += for_mover(side, step.gain);
                state = step.state;
            }
        }
        let kept = won + need;
        kept > 0 || last_value.is_some_and(|value| kept >= value)
    }

    /// Proves what the position at the start of this round is worth, where few stones are left and no proof says it.
    fn prove_rest(&mut self, turn: &Turn<'_, G>) {
        let game = turn.game;
        let states = turn.states();
        let of_round = states.iter().rposition(|state| !game.mid_round(state));
        let of_round = of_round.unwrap_or(0);
        let state = states[of_round];
        let tabled = self.margins.tables();
        if !self.margins.proves_rest()
            || game.bound(&state) > MOST_STONES_OF_REST
            || tabled.locate(&state).is_none()
            || self.value(game, &state).is_some()
        {
            return;
        }
        let time = turn
            .limits
            .time
            .map_or(TIME_FOR_REST, |limit| TIME_FOR_REST.min(limit / 2));
        let start = position_after(game, turn.start, &turn.played[..of_round]);
        // Without a proof a search takes its place. Part of one does not replace claims of the whole proof.
        let Ok(proof) = prove_rest(game, &start, &self.tables, time, turn.monitor) else {
            return;
        };
        let (least, most) = proof.stated[0];
        if least == most || self.winning.is_none() || self.margins.is_in_gap(&state) {
            self.margins.set_rest(proof);
        }
    }

    /// Returns a move that keeps the secured margin: by tables where they reach, otherwise by claims. If neither shows
    /// a way, it is any move that keeps the margin.
    fn hold(&mut self, turn: &Turn<'_, G>, need: i32) -> Option<Choice<G::Move>> {
        self.hold_by_tables(turn, need)
            .or_else(|| self.hold_by_claims(turn, need))
            .or_else(|| self.keep(turn, need))
    }

    /// Returns the first move of the shortest way to keep this margin, which tables secure, in finitely many moves.
    fn hold_by_tables(&mut self, turn: &Turn<'_, G>, need: i32) -> Option<Choice<G::Move>> {
        let (game, tables) = (turn.game, self.margins.tables());
        if tables.value(game, turn.state)?.lower != need {
            return None;
        }
        let deadline = self.until(turn, TIME_FOR_MOVE);
        let progress = &mut self.by_tables;
        let chosen = tables.force(game, turn.state, turn.legal, progress, &deadline)?;
        Some(Choice {
            chosen,
            value: Some(need),
        })
    }

    /// Returns an optimal move by tables, where they reach, with the infinite-play convention *draw*.
    fn best_by_tables(&mut self, turn: &Turn<'_, G>) -> Option<Choice<G::Move>> {
        let deadline = self.until(turn, TIME_FOR_MOVE);
        let (tables, progress) = (self.margins.tables(), &mut self.by_tables);
        let (state, legal) = (turn.state, turn.legal);
        // Tables give values only to such states, and the earlier states are needed only there.
        tables.value(turn.game, state)?;
        let seen = turn.states();
        let best = tables.best(turn.game, state, legal, &seen, progress, &deadline)?;
        Some(Choice {
            chosen: best.chosen,
            value: Some(best.margin),
        })
    }

    /// Returns a move that secures this margin, or more, by claims.
    fn hold_by_claims(&self, turn: &Turn<'_, G>, need: i32) -> Option<Choice<G::Move>> {
        let game = turn.game;
        let group = self.progress(turn, need, &self.until(turn, TIME_FOR_PROGRESS));
        let time = if self.winning.is_some() {
            TIME_FOR_GAP
        } else {
            TIME
        };
        let deadline = self.until(turn, time);
        let mut force = Force::new(game, &self.margins, group, NODES, &deadline);
        let held = force.find(turn.state, turn.legal, need, u32::MAX);
        let mut best = held.ok().flatten().map(|chosen| (chosen, need));
        let deadline = self.until(turn, TIME_FOR_MORE);
        let mut more = Force::new(game, &self.margins, u32::MAX, NODES_FOR_MORE, &deadline);
        for need in need + 1..=game.bound(turn.state) {
            match more.find(turn.state, turn.legal, need, ROUNDS_FOR_MORE) {
                Ok(Some(chosen)) => best = Some((chosen, need)),
                _ => break,
            }
        }
        best.map(|(chosen, value)| Choice {
            chosen,
            value: Some(value),
        })
    }

    /// Returns the deadline of a search of this length for the present move.
    fn until<'a>(&self, turn: &Turn<'a, G>, time: Duration) -> Deadline<'a> {
        share(turn, time, self.move_ends)
    }

    /// Returns a move that keeps the secured margin, without a proof of progress. It prefers a state that the game has
    /// not visited. Without any such move it returns one that leads to a claim that the proof omits.
    fn keep(&self, turn: &Turn<'_, G>, need: i32) -> Option<Choice<G::Move>> {
        let game = turn.game;
        let seen = turn.states();
        let keeps = |&&chosen: &&G::Move| {
            let step = game.play(turn.state, chosen);
            step.gain + self.secured(game, &step.state, Claimant::Leader.after(step.turn)) >= need
        };
        let keeping: Vec<&G::Move> = turn.legal.iter().filter(keeps).collect();
        let fresh = keeping
            .iter()
            .find(|&&&chosen| !seen.contains(&game.play(turn.state, chosen).state));
        let chosen = fresh.or(keeping.first()).map(|&&chosen| chosen);
        let left_out = || {
            let deadline = share(turn, TIME_TO_KEEP, None);
            let mut force = Force::new(game, &self.margins, u32::MAX, NODES, &deadline);
            force.find(turn.state, turn.legal, need, 1).ok().flatten()
        };
        chosen.or_else(left_out).map(|chosen| Choice {
            chosen,
            value: Some(need),
        })
    }
}

/// Returns a deadline this long from now, or after half the time limit of the engine, if that is shorter. It is not after
/// `latest`.
fn share<'a, G: Play>(turn: &Turn<'a, G>, time: Duration, latest: Option<Instant>) -> Deadline<'a> {
    let time = turn.limits.time.map_or(time, |limit| time.min(limit / 2));
    let end = Instant::now().checked_add(time);
    Deadline::new(turn.monitor, end.into_iter().chain(latest).min())
}

impl<G: Notation + Encode + Arbitration + Searchable> Solved<G> {
    /// Returns the move of alpha-beta with tables. The searches before it take from its time limit.
    fn search(&self, turn: &Turn<'_, G>) -> Choice<G::Move> {
        let tables = self.margins.tables();
        let Some((time, ends)) = self.search.own_time(&turn.limits).zip(self.move_ends) else {
            return self.search.search(tables, turn);
        };
        let now = Instant::now();
        let left = ends.saturating_duration_since(now) + time.saturating_sub(TIME_FOR_MOVE);
        let deadline = Deadline::new(turn.monitor, now.checked_add(left.max(TIME_AT_LEAST)));
        let in_time = Turn {
            monitor: &deadline,
            ..*turn
        };
        self.search.search(tables, &in_time)
    }
}

impl<G: Notation + Encode + Arbitration + Searchable> Player<G> for Solved<G> {
    fn new_game(&mut self, _: u64) -> Result<(), Fault> {
        self.by_tables.new_game();
        self.margins.begin_game();
        self.search.forget()
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let game = turn.game;
        self.move_ends = Instant::now().checked_add(TIME_FOR_MOVE);
        self.prove_rest(turn);
        let need = self.need(turn);
        let need = need.filter(|&need| need > -game.bound(turn.state));
        let promised = need.filter(|&need| self.promised(turn, need));
        let chosen = match promised.and_then(|need| self.hold(turn, need)) {
            Some(held) => held,
            None => {
                let best = self.best_by_tables(turn);
                let found = best.unwrap_or_else(|| self.search(turn));
                let no_more = |need: &i32| found.value.is_some_and(|value| value <= *need);
                let need = need.filter(no_more);
                need.and_then(|need| self.hold(turn, need)).unwrap_or(found)
            }
        };
        match self.margins.tables().damage() {
            None => Ok(chosen),
            Some(error) => Err(Fault::Table(error.to_string())),
        }
    }
}
