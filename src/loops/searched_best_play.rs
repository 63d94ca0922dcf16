//! The rounds of good play where tables do not reach: proof search tells which lose nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use sowlab_solvers::search::proof::{Claim, Limits, ProofSearch, ProofTable, Verdict};
use sowlab_solvers::search::rounds::Charged;
use sowlab_solvers::{Monitor, Resolution, Unwatched};

use super::best_play::{BestRounds, PlayedRound, all_rounds, worth_by_tables};
use crate::games::stones::{Board, StonesGame};
use crate::solve::TabledStones;

/// The nodes that a claim is searched for at first, before the opposite claim has its turn.
const FIRST_NODES: u64 = 4_000;

/// The rounds that lose nothing, from a board whose value is proven, with tables of boards with fewer
/// stones.
/// What a round leads to is compared with that value by two claims of which at most one holds, each
/// proven whatever infinite play counts. Where both fail infinite play matters, and where the limit on
/// nodes is reached nothing is known: such rounds are not followed, but counted.
///
/// Only boards that earlier rounds led to may be asked about.
pub struct SearchedRounds<'a> {
    tables: &'a TabledStones,
    table: &'a ProofTable,
    monitor: Unwatched<'a>,
    nodes: u64,
    /// What the boards are worth that tables do not hold.
    values: DashMap<Board, i32>,
    untold: AtomicU64,
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
            untold: AtomicU64::new(0),
        }
    }

    /// Choices of sente, and replies, of which it is not known whether they lose anything. If there are
    /// none, what was found is complete.
    pub fn untold(&self) -> u64 {
        self.untold.load(Ordering::Relaxed)
    }

    /// Whether a round is worth `margin` or more to the side with sente; `None` if that is not known.
    fn worth_at_least(
        &self,
        search: &ProofSearch<'_, TabledStones>,
        board: &Board,
        resolution: &Resolution<Board>,
        margin: i32,
    ) -> Option<bool> {
        if let Some(worth) = worth_by_tables(self.tables, resolution) {
            return Some(worth >= margin);
        }
        let claims = [(Charged::Sente, margin), (Charged::Gote, 1 - margin)];
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
                    let verdict = match search.after(claim, *resolution) {
                        _ if !open[index] => continue,
                        Err(true) => Verdict::Proven,
                        Err(false) => Verdict::Refuted,
                        Ok(claim) => search.decide(&claim, Limits { quiet, nodes })?,
                    };
                    match verdict {
                        Verdict::Proven => return Some(index == 0),
                        Verdict::Refuted | Verdict::Limited => open[index] = false,
                        Verdict::Open(_) => {}
                    }
                }
                nodes *= 2;
            }
        }
        None
    }

    /// The rounds of one choice of sente that lose nothing; none if the choice does.
    fn kept(
        &self,
        search: &ProofSearch<'_, TabledStones>,
        board: &Board,
        value: i32,
        replies: &[PlayedRound],
    ) -> Vec<PlayedRound> {
        let at_least =
            |round: &PlayedRound, margin| self.worth_at_least(search, board, &round.2, margin);
        let secured: Vec<Option<bool>> = {
            let mut all = Vec::new();
            for round in replies {
                all.push(at_least(round, value));
                if all.last() == Some(&Some(false)) {
                    return Vec::new();
                }
            }
            all
        };
        if secured.contains(&None) {
            self.untold.fetch_add(1, Ordering::Relaxed);
            return Vec::new();
        }
        let mut kept = Vec::new();
        for round in replies {
            match at_least(round, value + 1) {
                Some(true) => {}
                Some(false) => kept.push(*round),
                None => {
                    self.untold.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        kept
    }
}

impl BestRounds for SearchedRounds<'_> {
    fn best_rounds(&self, game: &StonesGame, board: &Board) -> Vec<PlayedRound> {
        if board.stones() <= self.tables.most() {
            return self.tables.best_rounds(game, board);
        }
        let Some(value) = self.values.get(board).map(|value| *value) else {
            return Vec::new();
        };
        let search = ProofSearch::new(self.tables, self.table, &self.monitor).on_this_thread();
        let best: Vec<PlayedRound> = all_rounds(game, board)
            .chunk_by(|one, other| one.0 == other.0)
            .flat_map(|replies| self.kept(&search, board, value, replies))
            .collect();
        for (_, _, resolution) in &best {
            if let Resolution::Next {
                state,
                gain,
                passes,
            } = *resolution
            {
                let worth = value - gain;
                let worth = if passes { -worth } else { worth };
                self.values.insert(state, worth);
            }
        }
        best
    }
}
