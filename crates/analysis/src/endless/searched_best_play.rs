//! The optimal rounds of boards beyond the tables, found by proof search.

use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use sowlab_solvers::search::proof::{Claim, Limits, ProofSearch, ProofTable, Verdict};
use sowlab_solvers::{Cancelled, Monitor, Player, Resolution, Step, Unwatched};

use super::best_play::{BestRounds, PlayedRound, all_rounds, worth_by_tables};
use crate::solve::{TabledProblem, TabledStones};
use sowlab_games::stones::{Board, StonesGame};

/// The first node budget of a claim. When it is spent, the opposite claim is searched.
const FIRST_NODES: u64 = 4_000;

/// The optimal rounds from a board whose value is proven, with tables of boards with fewer stones.
///
/// Two claims compare each round with that value. At most one of them is true, and each is proven under every
/// infinite-play convention. If both fail, the round depends on infinite play. If the node limit is reached, the round
/// stays unresolved. Rounds of both kinds are not followed, but counted.
///
/// The answer for a board is stored in some dozens of bytes, so that every query has the same answer. A second search
/// would start with other entries in the table, and might return more or fewer rounds.
///
/// Only boards that earlier rounds led to may be queried. After the monitor cancels, a board that needs a search has no
/// rounds.
pub struct SearchedRounds<'a> {
    tables: &'a TabledStones,
    table: &'a ProofTable,
    monitor: Unwatched<'a>,
    nodes: u64,
    /// The values of the boards that are not in the tables.
    values: DashMap<Board, i32>,
    /// The choices of the returned rounds, in order, for each board that was searched.
    told: DashMap<Board, Box<[(u8, u8)]>>,
    unresolved: AtomicU64,
}

impl<'a> SearchedRounds<'a> {
    /// Starts from `opening`, whose value for the side with sente is `value` under every infinite-play convention.
    /// Searches use the entries of `table`, and expand at most `nodes` nodes per claim.
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

    /// Returns the number of choices of sente, and of replies, that may or may not be optimal. Each counts once,
    /// however often its board is queried. If the number is 0, the result is complete.
    pub fn unresolved(&self) -> u64 {
        self.unresolved.load(Ordering::Relaxed)
    }

    /// Returns whether the value of a round for the side with sente is at least `margin`; `Ok(None)` if unresolved.
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

    /// Adds the optimal rounds of one choice of sente to `best`: none if the choice loses value. Returns the number of
    /// unresolved choices and replies.
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

    /// Returns the optimal rounds of a board, and the number of unresolved choices and replies.
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

/// Returns the rounds with these choices. Both lists are in the order of choices.
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
        // Another thread may have inserted its answer first.
        let told = self.told.entry(*board).or_insert_with(|| {
            self.unresolved.fetch_add(unresolved, Ordering::Relaxed);
            best.iter().map(|round| (round.0, round.1)).collect()
        });
        with_choices(&all, &told)
    }
}
