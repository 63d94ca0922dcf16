//! A player that holds what is proven.

mod force;
mod known;
#[cfg(test)]
mod steered;

use std::path::Path;
use std::time::{Duration, Instant};

use sowlab_solvers::progress::{Convention, Progress};
use sowlab_solvers::{Monitor, Player as Claimant, Side};

use super::alpha_beta::AlphaBetaPlayer;
use crate::player::{Choice, Fault, Player, Turn};
use force::Force;
pub use known::SolvedError;
use known::{Known, Secured};
use sowlab_base::Deadline;
use sowlab_games::contest::{Arbitration, Encode, Indexed, Notation, Play, Searchable, lead};

/// How long it looks for the claims that are progress, for the way to a margin that it knows to be secured, for more, and,
/// if it found no way, for a move that keeps the margin: with a search of one second, no more than three seconds a move.
const TIME_FOR_PROGRESS: Duration = Duration::from_millis(500);
const TIME: Duration = Duration::from_millis(800);
const TIME_FOR_MORE: Duration = Duration::from_millis(400);
const TIME_TO_KEEP: Duration = Duration::from_millis(200);
/// The states expanded for the same, so that without a limit on time a game can be played again.
const NODES: u64 = 400_000;
const NODES_FOR_MORE: u64 = 40_000;
/// Rounds in a row without progress, when it looks for more: with another one the next choice would not see it.
const ROUNDS_FOR_MORE: u32 = 1;

/// Plays what a complete proof and endgame tables secure: from a position whose value they know, never below
/// this value, in finitely many rounds whatever the other side does. After a mistake of the other side it takes
/// what tables or a short search see. Elsewhere it searches as `alphabeta`, with the tables at the end of the lines. A proof
/// also claims something about many positions whose value it does not know, often far below the value. The player holds
/// such a claim if it wins the game, or if the search finds nothing better.
pub struct Solved<G: Play> {
    known: Known<G::State>,
    search: AlphaBetaPlayer,
    by_tables: Progress,
}

impl<G: Notation + Indexed + Play> Solved<G> {
    /// A player with the tables in this folder and, where they do not reach the opening, a complete proof: this
    /// one, otherwise the one in the folder that is named after the game. What the proof claims is
    /// believed; `sowlab-check` checks it.
    ///
    /// # Errors
    /// A file is missing, damaged, or about another game, or both together do not reach the opening.
    pub fn open(
        game: &G,
        tables: &Path,
        proof: Option<&Path>,
        search: AlphaBetaPlayer,
    ) -> Result<Solved<G>, SolvedError> {
        let known = Known::open(game, tables, proof)?;
        Ok(Solved {
            known,
            search,
            by_tables: Progress::new(Progress::MOST_STATES),
        })
    }
}

impl<G: Play + Arbitration + Searchable> Solved<G> {
    /// The margins that tables and proof secure for the first and for the second side from a position on, what they have won by then
    /// included.
    pub fn secured_at(&self, game: &G, start: &G::Position) -> [i32; 2] {
        let state = game.state(start);
        let lead = lead(game, start);
        [(Side::First, lead), (Side::Second, -lead)]
            .map(|(side, won)| won + self.secured_for(game, &state, side))
    }

    /// What is secured for this side from a state on.
    fn secured_for(&self, game: &G, state: &G::State, side: Side) -> i32 {
        let claimant = match side == game.side_to_move(state) {
            true => Claimant::Leader,
            false => Claimant::Follower,
        };
        self.secured(game, state, claimant)
    }

    /// What is secured for a side from a state on: known, or the best of what moves lead to until something
    /// is.
    fn secured(&self, game: &G, state: &G::State, side: Claimant) -> i32 {
        match self.known.secured(game, state, side) {
            Some(secured) => secured.margin,
            None => self.after_moves(game, state, side).unwrap_or(0),
        }
    }

    /// The margin of the side to move, if what is secured for both sides leaves no choice: also within a round and before
    /// the decision of the pie rule, where neither tables nor claims say anything of the state itself.
    fn value(&self, game: &G, state: &G::State) -> Option<i32> {
        let least = self.secured(game, state, Claimant::Leader);
        (least == -self.secured(game, state, Claimant::Follower)).then_some(least)
    }

    /// The best or the worst that the legal moves secure, depending on who chooses.
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

    /// What is secured for the side to move at the starts of rounds since the last progress, the latest first.
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
                self.known.secured(game, &state, side)
            })
    }

    /// What is secured for the side to move: after one of its moves, or at the start of the round, by a claim that may rest on
    /// claims that the proof leaves out.
    fn need(&self, turn: &Turn<'_, G>) -> Option<i32> {
        let after = self.after_moves(turn.game, turn.state, Claimant::Leader)?;
        let at_start = self.at_starts(turn).next();
        Some(at_start.map_or(after, |secured| after.max(secured.margin)))
    }

    /// The group of the latest claim, at the start of this round or of one before it, that secures this margin; a claim of an
    /// earlier group is progress. A start without one is about a claim that the proof leaves out, which leads to earlier groups, too. Any
    /// group is progress if no claim is known or more is secured by now.
    fn group(&self, turn: &Turn<'_, G>, need: i32) -> u32 {
        let mut claimed = self
            .at_starts(turn)
            .filter(|secured| secured.margin >= need);
        let group = claimed.find_map(|secured| secured.group);
        group.unwrap_or(u32::MAX)
    }

    /// The group that claims are to be earlier than to be progress. If the proof leaves out a claim for the start of this
    /// round, it is the least for which claims still secure the margin at the end of the round: with a greater one play
    /// could go on to a claim that leads back to this board.
    /// Once the time is up it is the least that was found until then.
    fn progress(&self, turn: &Turn<'_, G>, need: i32, deadline: &dyn Monitor) -> u32 {
        let group = self.group(turn, need);
        let start = self.at_starts(turn).next();
        if start.is_some_and(|secured| secured.group.is_some() && secured.margin >= need) {
            return group;
        }
        let secures = |group: u32| {
            let mut force = Force::new(turn.game, &self.known, group, NODES, deadline);
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

    /// Whether this margin, which is secured, must not be given up: it keeps the last value that was known in
    /// the game, or it wins the game.
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

    /// A move that holds what is secured: by tables where they reach, otherwise by claims; if neither shows a way, one
    /// that keeps it.
    fn hold(&mut self, turn: &Turn<'_, G>, need: i32) -> Option<Choice<G::Move>> {
        self.hold_by_tables(turn, need)
            .or_else(|| self.hold_by_claims(turn, need))
            .or_else(|| self.keep(turn, need))
    }

    /// The shortest way to keep this margin, which tables secure, in finitely many moves.
    fn hold_by_tables(&mut self, turn: &Turn<'_, G>, need: i32) -> Option<Choice<G::Move>> {
        let (game, tables) = (turn.game, &self.known.tables);
        let value_of = |state: &G::State| tables.value(game, state);
        if value_of(turn.state)?.lower != need {
            return None;
        }
        let advance = self.by_tables.force(
            game,
            &value_of,
            turn.state,
            turn.legal,
            Convention::Loss,
            &turn.half_time(),
        )?;
        Some(Choice {
            chosen: advance.chosen,
            value: Some(need),
        })
    }

    /// A best move by tables, where they reach; infinite play counts for neither side.
    fn best_by_tables(&mut self, turn: &Turn<'_, G>) -> Option<Choice<G::Move>> {
        let (tables, progress) = (&self.known.tables, &mut self.by_tables);
        let (state, legal) = (turn.state, turn.legal);
        // No other state has a value in tables, and the states so far are only looked at there.
        tables.value(turn.game, state)?;
        let (seen, half) = (turn.states(), turn.half_time());
        let best = tables.best(turn.game, state, legal, &seen, progress, &half)?;
        Some(Choice {
            chosen: best.chosen,
            value: Some(best.margin),
        })
    }

    /// A move that holds what is secured, or more, by claims.
    fn hold_by_claims(&self, turn: &Turn<'_, G>, need: i32) -> Option<Choice<G::Move>> {
        let game = turn.game;
        let group = self.progress(turn, need, &until(turn, TIME_FOR_PROGRESS));
        let deadline = until(turn, TIME);
        let mut force = Force::new(game, &self.known, group, NODES, &deadline);
        let held = force.find(turn.state, turn.legal, need, u32::MAX);
        let mut best = held.ok().flatten().map(|chosen| (chosen, need));
        let deadline = until(turn, TIME_FOR_MORE);
        let mut more = Force::new(game, &self.known, u32::MAX, NODES_FOR_MORE, &deadline);
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

    /// A move that holds what is secured, without a way to show progress: one that leads to a state that the
    /// game has not seen, if there is one; otherwise one that leads to what the proof leaves out.
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
            let deadline = until(turn, TIME_TO_KEEP);
            let mut force = Force::new(game, &self.known, u32::MAX, NODES, &deadline);
            force.find(turn.state, turn.legal, need, 1).ok().flatten()
        };
        chosen.or_else(left_out).map(|chosen| Choice {
            chosen,
            value: Some(need),
        })
    }
}

/// A deadline this long from now, or half the time of the move, if that is shorter.
fn until<'a, G: Play>(turn: &Turn<'a, G>, time: Duration) -> Deadline<'a> {
    let time = turn.limits.time.map_or(time, |limit| time.min(limit / 2));
    Deadline::new(turn.monitor, Instant::now().checked_add(time))
}

impl<G: Encode + Arbitration + Searchable> Player<G> for Solved<G> {
    fn new_game(&mut self, _: u64) -> Result<(), Fault> {
        self.by_tables.new_game();
        self.search.forget()
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let game = turn.game;
        let need = self.need(turn);
        let need = need.filter(|&need| need > -game.bound(turn.state));
        let promised = need.filter(|&need| self.promised(turn, need));
        let chosen = match promised.and_then(|need| self.hold(turn, need)) {
            Some(held) => held,
            None => {
                let best = self.best_by_tables(turn);
                let found = best.unwrap_or_else(|| self.search.search(&self.known.tables, turn));
                let no_more = |need: &i32| found.value.is_some_and(|value| value <= *need);
                let need = need.filter(no_more);
                need.and_then(|need| self.hold(turn, need)).unwrap_or(found)
            }
        };
        match self.known.tables.damage() {
            None => Ok(chosen),
            Some(error) => Err(Fault::Table(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::known::NEVER;
    use super::*;
    use crate::limits::Limits;
    use sowlab_analysis::tables::{OpenTables, TabledGame};
    use sowlab_base::MemorySize;
    use sowlab_games::stones::{Rules, StonesGame, StonesMove, StonesTurns, TurnState};
    use sowlab_solvers::search::proof::{CompleteProof, RankedGroup};
    use sowlab_solvers::{Game, Step};

    /// The opening of a small game, tables of a few stones, and a proof that claims a margin after one choice.
    struct Claimed {
        game: StonesTurns,
        folder: tempfile::TempDir,
    }

    impl Claimed {
        fn new() -> Claimed {
            let rules = Rules::from_name("stones:holes=5,seeds=3").unwrap();
            let folder = tempfile::tempdir().unwrap();
            rules
                .build_tables(folder.path(), 3, &(), &mut |_| ())
                .unwrap();
            let game = StonesTurns::new(StonesGame::new(&rules), false);
            Claimed { game, folder }
        }

        /// What is chosen if the proof claims that this choice secures this margin.
        fn choice(&self, claimed: Option<(StonesMove, i32)>) -> StonesMove {
            let (game, start) = (&self.game, self.game.opening());
            let state = game.state(&start);
            let (tables, file) = (self.folder.path(), self.folder.path().join("proof"));
            let name = OpenTables::open(game, tables).unwrap().name().to_owned();
            let mut groups = Vec::new();
            if let Some((chosen, need)) = claimed {
                self.claim(
                    &game.play(&state, chosen),
                    Claimant::Leader,
                    need,
                    &mut groups,
                );
            }
            let proof = CompleteProof {
                name,
                opening: 3,
                stated: [(0, 0); 2],
                tables: Vec::new(),
                short: false,
                groups,
            };
            proof.write(&file).unwrap();
            let search = AlphaBetaPlayer::new(Some(4), None, MemorySize::new(1 << 16)).unwrap();
            let mut player = Solved::open(game, tables, Some(&file), search).unwrap();
            let mut legal = Vec::new();
            game.moves(&state, &mut legal);
            let turn = Turn {
                game,
                start: &start,
                played: &[],
                state: &state,
                legal: &legal,
                limits: Limits::default(),
                monitor: &(),
                report: &|_| (),
            };
            player.choose(&turn).unwrap().chosen
        }

        /// Claims for each state at the start of a round that a step and whatever follows it lead to.
        fn claim(
            &self,
            step: &Step<TurnState>,
            before: Claimant,
            need: i32,
            groups: &mut Vec<RankedGroup>,
        ) {
            let (claimant, need) = (before.after(step.turn), need - before.margin_of(step.gain));
            let tables = OpenTables::open(&self.game, self.folder.path()).unwrap();
            if self.game.terminal(&step.state).is_some() {
                return;
            }
            if let Some((layer, rank)) = tables.locate(&step.state) {
                let ranks = vec![rank];
                groups.push(RankedGroup {
                    layer,
                    claimant,
                    need,
                    ranks,
                });
                return;
            }
            let mut replies = Vec::new();
            self.game.moves(&step.state, &mut replies);
            for reply in replies {
                self.claim(&self.game.play(&step.state, reply), claimant, need, groups);
            }
        }
    }

    /// East's seventh hole gains 5, unless West answers with the fourth: that round never ends. It was once taken for 0.
    #[test]
    fn a_round_that_never_ends_secures_nothing() {
        let rules = Rules::from_name("stones:holes=7,seeds=2").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let tables = folder.path();
        rules.build_tables(tables, 14, &(), &mut |_| ()).unwrap();
        let game = StonesTurns::new(StonesGame::new(&rules), false);
        let search = AlphaBetaPlayer::new(Some(4), None, MemorySize::new(1 << 16)).unwrap();
        let player = Solved::open(&game, tables, None, search).unwrap();
        let secured = |position: &str, side| {
            let place = game.read_position(position).unwrap();
            player.secured(&game, &game.state(&place), side)
        };
        let chosen = "1,1,1,2,0,2,4 E 3 0 7 4";
        assert_eq!(secured(chosen, Claimant::Follower), NEVER);
        assert_eq!(secured(chosen, Claimant::Leader), -5);
        assert_eq!(secured("1,1,1,2,0,2,4 E 3 0 - 4", Claimant::Leader), 1);
    }

    #[test]
    fn a_weak_claim_does_not_take_the_place_of_a_search() {
        let claimed = Claimed::new();
        let searched = claimed.choice(None);
        let mut legal = Vec::new();
        let state = claimed.game.state(&claimed.game.opening());
        claimed.game.moves(&state, &mut legal);
        let others: Vec<_> = legal
            .into_iter()
            .filter(|&other| other != searched)
            .collect();
        assert!(!others.is_empty());
        for other in others {
            assert_eq!(claimed.choice(Some((other, -12))), searched);
            assert_eq!(claimed.choice(Some((other, 12))), other);
        }
    }
}
