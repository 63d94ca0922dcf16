//! The rounds of good play where tables do not reach: proof search tells which lose nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use sowlab_solvers::search::proof::{Claim, Limits, ProofSearch, ProofTable, Verdict};
use sowlab_solvers::{Cancelled, Monitor, Player, Resolution, Step, Unwatched};

use super::best_play::{BestRounds, PlayedRound, all_rounds, worth_by_tables};
use crate::solve::{TabledProblem, TabledStones};
use sowlab_games::stones::{Board, StonesGame};

/// The nodes that a claim is searched for at first, before the opposite claim has its turn.
const FIRST_NODES: u64 = 4_000;

/// The rounds that lose nothing, from a board whose value is proven, with tables of boards with fewer
/// stones.
/// What a round leads to is compared with that value by two claims of which at most one holds, each
/// proven whatever infinite play counts. Where both fail infinite play matters, and where the limit on
/// nodes is reached nothing is known: such rounds are not followed, but counted.
///
/// The answer for a board is stored, in some dozens of bytes, so that it is the same for every query: a second
/// search would begin with what others left in the table, and might report
/// more or less.
///
/// Only boards that earlier rounds led to may be asked about. Once the monitor cancels, no rounds are told
/// of a board that has to be searched.
pub struct SearchedRounds<'a> {
    tables: &'a TabledStones,
    table: &'a ProofTable,
    monitor: Unwatched<'a>,
    nodes: u64,
    /// What the boards are worth that tables do not hold.
    values: DashMap<Board, i32>,
    /// The choices of the rounds reported for each board that was searched, in order.
    told: DashMap<Board, Box<[(u8, u8)]>>,
    unresolved: AtomicU64,
}

impl<'a> SearchedRounds<'a> {
    /// From `opening`, which is worth `value` to the side with sente whatever infinite play counts.
    /// Searches go on from what `table` holds; each claim is searched for `nodes` nodes at most.
    pub fn new(
        tables: &'a TabledStones,
        table: &'a ProofTable,
        nodes: u64,
        monitor: &'a dyn Monitor,
        (opening, value): (Board, i32),
    ) -> SearchedRounds<'a> {
        let values = DashMap::new();
        values.insert(opening, value);
        SearchedRounds {
            tables,
            table,
            monitor: Unwatched(monitor),
            nodes,
            values,
            told: DashMap::new(),
            unresolved: AtomicU64::new(0),
        }
    }

    /// Choices of sente, and replies, of which it is not known whether they lose anything, each counted
    /// once however often its board is queried. If there are none, the result is complete.
    pub fn unresolved(&self) -> u64 {
        self.unresolved.load(Ordering::Relaxed)
    }

    /// Whether a round is worth `margin` or more to the side with sente; `Ok(None)` if that is not known.
    fn worth_at_least(
        &self,
        search: &ProofSearch<'_, TabledProblem<'_>>,
        board: &Board,
        resolution: &Resolution<Board>,
        margin: i32,
    ) -> Result<Option<bool>, Cancelled> {
        if let Some(worth) = worth_by_tables(self.tables, resolution) {
            return Ok(Some(worth >= margin));
        }
        let claims = [(Player::Leader, margin), (Player::Follower, 1 - margin)];
        let claims = claims.map(|(claimant, need)| Claim {
            state: *board,
            claimant,
            need,
        });
        for quiet in Limits::QUIET {
            let mut open = [true, true];
            let mut nodes = FIRST_NODES;
            while open.contains(&true) && nodes <= self.nodes {
                for (index, claim) in claims.iter().enumerate() {
                    let verdict = match search.claim_after(claim, *resolution) {
                        _ if !open[index] => continue,
                        Err(true) => Verdict::Proven,
                        Err(false) => Verdict::Refuted,
                        Ok(claim) => search.decide(&claim, Limits { quiet, nodes })?,
                    };
                    match verdict {
                        Verdict::Proven => return Ok(Some(index == 0)),
                        Verdict::Refuted | Verdict::Limited => open[index] = false,
                        Verdict::Open(_) => {}
                    }
                }
                nodes *= 2;
            }
        }
        Ok(None)
    }

    /// Adds the rounds of one choice of sente that lose nothing to `best`: none if the choice does.
    /// Returns how many choices and replies are not known.
    fn keep(
        &self,
        search: &ProofSearch<'_, TabledProblem<'_>>,
        board: &Board,
        value: i32,
        replies: &[PlayedRound],
        best: &mut Vec<PlayedRound>,
    ) -> Result<u64, Cancelled> {
        let at_least =
            |round: &PlayedRound, margin| self.worth_at_least(search, board, &round.2, margin);
        let mut secured = true;
        for round in replies {
            match at_least(round, value)? {
                Some(true) => {}
                Some(false) => return Ok(0),
                None => secured = false,
            }
        }
        if !secured {
            return Ok(1);
        }
        let mut unresolved = 0;
        for round in replies {
            match at_least(round, value + 1)? {
                Some(true) => {}
                Some(false) => best.push(*round),
                None => unresolved += 1,
            }
        }
        Ok(unresolved)
    }

    /// Of all rounds of a board those that lose nothing, and how many choices and replies are not known.
    fn search(
        &self,
        board: &Board,
        value: i32,
        all: &[PlayedRound],
    ) -> Result<(Vec<PlayedRound>, u64), Cancelled> {
        let search =
            ProofSearch::new(self.tables.problem(), self.table, &self.monitor).on_this_thread();
        let (mut best, mut unresolved) = (Vec::new(), 0);
        for replies in all.chunk_by(|one, other| one.0 == other.0) {
            unresolved += self.keep(&search, board, value, replies, &mut best)?;
        }
        Ok((best, unresolved))
    }
}

/// The rounds with these choices; both are in the order of choices.
fn with_choices(all: &[PlayedRound], choices: &[(u8, u8)]) -> Vec<PlayedRound> {
    let mut choices = choices.iter().copied().peekable();
    let is_next = |round: &&PlayedRound| choices.next_if_eq(&(round.0, round.1)).is_some();
    all.iter().filter(is_next).copied().collect()
}

impl BestRounds for SearchedRounds<'_> {
    fn best_rounds(&self, game: &StonesGame, board: &Board) -> Vec<PlayedRound> {
        if board.stones() <= self.tables.most() {
            return self.tables.best_rounds(game, board);
        }
        let Some(value) = self.values.get(board).map(|value| *value) else {
            return Vec::new();
        };
        let all = all_rounds(game, board);
        if let Some(told) = self.told.get(board) {
            return with_choices(&all, &told);
        }
        let Ok((best, unresolved)) = self.search(board, value, &all) else {
            return Vec::new();
        };
        for (_, _, resolution) in &best {
            if let Resolution::Next(Step { state, gain, turn }) = *resolution {
                let worth = value - gain;
                let worth = turn.convert(worth);
                self.values.insert(state, worth);
            }
        }
        // Another thread may have been faster.
        let told = self.told.entry(*board).or_insert_with(|| {
            self.unresolved.fetch_add(unresolved, Ordering::Relaxed);
            best.iter().map(|round| (round.0, round.1)).collect()
        });
        with_choices(&all, &told)
    }
}
