//! The two-rank games in which play always ends.

use std::ops::RangeInclusive;

use sowlab_solvers::Monitor;
use sowlab_solvers::search::{
    AlphaBeta, CompactTable, Horizon, Proven, Table, TableSizeError, TranspositionTable,
};

use super::limit::Budget;
use super::{Bounds, MemorySize, Solution};
use crate::games::two_rank::{Endgame, Ending, Move, Position, State, TwoRank};

/// How many moves deep the store difference is searched for a first guess.
const GUESS_DEPTH: u8 = 14;
/// One more than the greatest tag of that search.
const TAGS: u16 = (GUESS_DEPTH as u16 + 1) << 8;
/// Nodes searched before boards with few seeds are solved.
const FIRST_NODES: u64 = 1 << 20;
/// Boards solved in the time of a node, as measured with Kalah(6,4).
const BOARDS_PER_NODE: u64 = 8;
/// The part of the memory that tables of boards with few seeds may take.
const ENDGAME_SHARE: u64 = 4;

/// Proves what a position is worth to the side to move, as far as `monitor` lets it. `None` if play
/// by these rules may repeat itself.
///
/// Boards with few seeds are solved when they have become worth it: always so many that they took
/// about as long as the search so far, and no more than a quarter of `memory` holds.
///
/// # Errors
/// The memory is not there, or too little for a table.
pub fn solve_two_rank(
    game: &TwoRank,
    position: &Position,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<Option<Solution>, TableSizeError> {
    let Some(ending) = game.ending() else {
        return Ok(None);
    };
    let codes = ending.codes(position.state().seeds());
    let compact = codes.map(|codes| CompactTable::new(memory.bytes(), codes, TAGS));
    let search = Search {
        game,
        position,
        memory,
        monitor,
    };
    Ok(Some(match compact {
        Some(Ok(table)) => search.prove(&ending, &table),
        // Too many seeds, or too little memory, for small entries.
        _ => search.prove(&ending, &TranspositionTable::new(memory.bytes())?),
    }))
}

/// What is asked.
struct Search<'a> {
    game: &'a TwoRank,
    position: &'a Position,
    memory: MemorySize,
    monitor: &'a dyn Monitor,
}

impl Search<'_> {
    fn prove<T: Table>(&self, ending: &Ending<'_>, table: &T) -> Solution {
        let state = self.position.state();
        let bound = state.seeds() as i32;
        self.say(-bound, bound);
        let (mut guess, mut nodes) = self.guess(ending, table);
        let mut endgame = Endgame::new(self.game).ok();
        let mut growing = endgame.is_some();
        let (mut lower, mut upper) = (-bound, bound);
        loop {
            let known = match &endgame {
                Some(endgame) => ending.clone().with_endgame(endgame),
                None => ending.clone(),
            };
            let budget = Budget::new(self.monitor, nodes.max(FIRST_NODES));
            let monitor = if growing { &budget } else { self.monitor };
            let search = AlphaBeta::new(&known, table, monitor);
            search.value(&state, guess, &mut |proven| {
                (lower, upper) = (lower.max(proven.lower), upper.min(proven.upper));
                self.say(lower, upper);
            });
            nodes += search.nodes();
            if lower == upper {
                let search = AlphaBeta::new(&known, table, self.monitor);
                let best = search.securing(&state, lower);
                return self.solution(lower..=upper, best, nodes + search.nodes());
            }
            if self.monitor.cancelled() {
                return self.solution(lower..=upper, None, nodes);
            }
            guess = guess.clamp(lower, upper);
            if let Some(endgame) = endgame.as_mut().filter(|_| growing) {
                growing = self.grow(endgame, BOARDS_PER_NODE * nodes);
            }
        }
    }

    /// What a look some moves ahead makes of it, and the nodes that it took.
    fn guess<T: Table>(&self, ending: &Ending<'_>, table: &T) -> (i32, u64) {
        // Kept in the same table: its codes say how far the horizon is.
        let horizon = Horizon::new(ending, |_: &State| 0);
        let search = AlphaBeta::new(&horizon, table, self.monitor);
        let near = horizon.limit(self.position.state(), GUESS_DEPTH);
        let Proven { lower, upper } = search.value(&near, 0, &mut |_| ());
        (0.clamp(lower, upper), search.nodes())
    }

    /// Solves more boards with few seeds, up to so many in all; whether more may be worth it later.
    fn grow(&self, endgame: &mut Endgame, boards: u64) -> bool {
        let room = self.memory.bytes() as u64 / ENDGAME_SHARE;
        while endgame.seeds() < self.position.state().seeds() {
            match endgame.boards_with_one_more() {
                Some(more) if more <= room => {
                    if more > boards {
                        return true;
                    }
                }
                _ => return false,
            }
            // What is not solved is searched.
            if endgame.solve_one_more(self.monitor).is_err() {
                return false;
            }
        }
        false
    }

    fn say(&self, lower: i32, upper: i32) {
        self.monitor
            .begin(&format!("proven {lower:+} to {upper:+}, nodes"), 0);
    }

    fn solution(&self, interval: RangeInclusive<i32>, best: Option<Move>, nodes: u64) -> Solution {
        let mover = self.position.state().mover();
        Solution {
            bounds: Bounds::alike(interval),
            best: best
                .map(|chosen| self.game.move_text(mover, chosen))
                .into_iter()
                .collect(),
            nodes,
            pie: None,
        }
    }
}
