//! The two-rank games in which play always ends: alpha-beta to the end of the game.

use sowlab_findings::{Bounds, Solution};
use sowlab_solvers::search::{
    AlphaBeta, CompactTable, DepthLimited, ProbeCounts, SearchTable, TableSizeError,
    TranspositionTable,
};
use sowlab_solvers::{Budget, Cancelled, Interval, Monitor, Problem, SequentialProblem};

use super::TwoRankTables;
use super::endgame::{Endgame, Room, RoomRemark, SHARE};
use super::estimate::{Estimated, pays};
use sowlab_base::MemorySize;
use sowlab_games::two_rank::{BoardNumbers, Move, State, TwoRank};

/// How many moves deep the store difference is searched for a first guess.
const GUESS_DEPTH: u8 = 14;
/// One more than the greatest tag of that search.
const TAGS: u16 = (GUESS_DEPTH as u16 + 1) << 8;
/// The part of the nodes of a stretch of search that may go into an easier question once they are spent.
const FAR_SHARE: u64 = 4;
/// The part of the memory that the table of these questions may take.
const FAR_TABLE_SHARE: usize = 8;
/// Nodes searched before boards with few seeds are solved.
const FIRST_NODES: u64 = 1 << 20;
/// Walks of a thread, for the table is mostly waited for.
const WALKS: usize = 2;
/// The same above tables on disk while the search is small: then what two walks do twice is a greater part of it, and its
/// table is less waited for.
const WALKS_ABOVE_TABLES: usize = 1;
/// A search of fewer nodes is small.
const FEW_NODES: u64 = 1 << 24;
/// The bytes of a table to begin with, which grows to the memory that is allowed.
const FIRST_BYTES: usize = 32 << 20;

/// Proves what a state is worth that the tables do not know, with all best moves. Where the monitor may break it
/// off, the sign comes first, and easier questions far from it come between, so that there are bounds by then.
///
/// Tables on disk are unpacked as far as that pays. Beyond them, boards with few seeds are solved once that pays:
/// as many as take about as long as the search so far, and no more than a quarter of `memory` holds.
///
/// # Errors
/// The memory is not there, or too little for a table.
pub(super) fn search_ending(
    game: &TwoRank,
    state: State,
    tables: Option<&TwoRankTables>,
    memory: MemorySize,
    monitor: &dyn Monitor,
) -> Result<Solution, TableSizeError> {
    let search = Search {
        game,
        state,
        tables,
        memory,
        monitor,
    };
    let numbers = game.board_numbers();
    let keys = numbers.up_to(state.seeds());
    let bytes = memory.bytes() - memory.bytes() / SHARE;
    let far_bytes = match monitor.limited() {
        true => bytes / FAR_TABLE_SHARE,
        false => 0,
    };
    let compact = |bytes: usize| match keys {
        Some(keys) => CompactTable::growing(FIRST_BYTES, bytes, keys, TAGS).ok(),
        None => None,
    };
    let large = TranspositionTable::new;
    // No table fits no bytes, so that there is none for easier questions then.
    Ok(match compact(bytes - far_bytes) {
        Some(near) => search.prove(&numbers, near, compact(far_bytes)),
        // Too many seeds, or too little memory, for small entries.
        None => search.prove(&numbers, large(bytes - far_bytes)?, large(far_bytes).ok()),
    })
}

/// What the table of easier questions takes.
fn taken_by<T: SearchTable>(table: &Option<T>) -> usize {
    table.as_ref().map_or(0, T::bytes)
}

/// Which end of what is proven.
#[derive(Clone, Copy)]
enum Far {
    Above,
    Below,
}

/// The question.
struct Search<'a> {
    game: &'a TwoRank,
    state: State,
    tables: Option<&'a TwoRankTables>,
    memory: MemorySize,
    monitor: &'a dyn Monitor,
}

impl<'a> Search<'a> {
    fn problem<'n>(
        &self,
        numbers: &'n BoardNumbers,
    ) -> Problem<'n, TwoRank, BoardNumbers, (), TwoRank>
    where
        'a: 'n,
    {
        Problem::new(self.game)
            .with_keys(numbers)
            .with_guide(self.game)
    }

    /// Proves the value with a table, and with another one for easier questions: the moves that answer those would
    /// spoil the order of moves. `None`: such questions are not asked.
    fn prove<T: SearchTable>(
        &self,
        numbers: &BoardNumbers,
        mut table: T,
        mut far_table: Option<T>,
    ) -> Solution {
        let bound = self.state.seeds() as i32;
        self.say(-bound, bound, ProbeCounts::default());
        let (mut guess, mut nodes) = self.guess(numbers, &table);
        let limited = self.monitor.limited();
        let on_disk = self.tables.and_then(TwoRankTables::on_disk);
        let mut endgame = Endgame::beside(self.game, self.tables);
        // What is unpacked is not probed on disk.
        let probed = self.tables.filter(|_| endgame.is_none());
        let mut growing = endgame.is_some();
        let fewer = self.state.seeds().saturating_sub(1);
        if let (Some(endgame), Some(disk)) = (endgame.as_mut(), on_disk) {
            let tabled = Room::new(fewer, self.memory, table.bytes() + taken_by(&far_table));
            endgame.take_first(disk, tabled, self.state.seeds(), self.monitor);
        }
        let mut room = table.make_room(0);
        let mut remark = RoomRemark::default();
        let (mut lower, mut upper) = (-bound, bound);
        let estimated = pays(self.game, self.state.seeds());
        let mut sums = probed.filter(|_| estimated).and_then(TwoRankTables::sums);
        let mut fitted_to = 0;
        loop {
            let grown = endgame.as_ref().filter(|known| known.seeds() > fitted_to);
            if let Some(endgame) = grown.filter(|_| estimated) {
                sums = endgame.sums();
                fitted_to = endgame.seeds();
            }
            let guide = Estimated {
                game: self.game,
                sums: sums.as_ref(),
            };
            let known = (probed, endgame.as_ref());
            let problem = self.problem(numbers).with_oracle(&known).with_guide(&guide);
            let walks = match on_disk.is_some() && nodes < FEW_NODES {
                true => WALKS_ABOVE_TABLES,
                false => WALKS,
            };
            let budget = Budget::new(self.monitor, nodes.max(FIRST_NODES));
            let monitor = if growing || room || limited {
                &budget
            } else {
                self.monitor
            };
            let search = AlphaBeta::new(problem, &table, monitor).with_interleaved_searches(walks);
            if limited {
                (lower, upper) = self.ask_sign(&search, guess, (lower, upper));
            }
            guess = guess.clamp(lower, upper);
            let mut told = |proven: Interval| {
                (lower, upper) = (lower.max(proven.low), upper.min(proven.high));
                self.say(lower, upper, search.probe_counts());
            };
            // A finished game is proven without a bound on the way.
            if let Ok(margin) = search.value(&self.state, guess, &mut told) {
                told(Interval::exact(margin));
            }
            let spent = search.nodes();
            nodes += spent;
            if let Some(table) = &mut far_table {
                table.make_room(nodes / FAR_SHARE);
                for far in [Far::Above, Far::Below] {
                    let easier = Budget::new(self.monitor, spent / FAR_SHARE);
                    let search =
                        AlphaBeta::new(problem, &*table, &easier).with_interleaved_searches(walks);
                    (lower, upper) = self.ask_far(&search, far, (lower, upper));
                    nodes += search.nodes();
                }
            }
            if lower == upper {
                let search =
                    AlphaBeta::new(problem, &table, self.monitor).with_interleaved_searches(walks);
                let (best, best_complete) = self.all_best(&search, lower);
                return Solution {
                    bounds: Bounds::alike(lower..=upper),
                    best,
                    best_complete,
                    nodes: nodes + search.nodes(),
                    pie: None,
                };
            }
            if self.monitor.cancelled() {
                return Solution {
                    bounds: Bounds::alike(lower..=upper),
                    best: Vec::new(),
                    best_complete: false,
                    nodes,
                    pie: None,
                };
            }
            // As many nodes again come before the next look; not all of them are kept.
            room = table.make_room(nodes + nodes / 2);
            if let Some(endgame) = endgame.as_mut().filter(|_| growing) {
                let tabled = Room::new(fewer, self.memory, table.bytes() + taken_by(&far_table));
                growing = endgame.keep_pace(nodes, on_disk, tabled, self.monitor);
                remark.make(endgame, self.tables, tabled, self.monitor);
            }
        }
    }

    /// What a look some moves ahead makes of it, and the nodes that it took.
    fn guess<T: SearchTable>(&self, numbers: &BoardNumbers, table: &T) -> (i32, u64) {
        // Kept in the same table: its keys say how far the horizon is.
        let horizon = DepthLimited::new(self.problem(numbers), |_: &State| 0);
        let search = AlphaBeta::new(horizon, table, self.monitor);
        let near = horizon.limit(self.state, GUESS_DEPTH);
        let mut proven = Interval::within(self.state.seeds() as i32);
        let guess = match search.value(&near, 0, &mut |interval| proven = interval) {
            Ok(margin) => margin,
            Err(Cancelled) => 0.clamp(proven.low, proven.high),
        };
        (guess, search.nodes())
    }

    /// Whether the side to move wins, draws or loses, unless the search is broken off.
    fn ask_sign<T: SearchTable>(
        &self,
        search: &AlphaBeta<'_, impl SequentialProblem<State = State, Move = Move>, T>,
        guess: i32,
        (mut lower, mut upper): (i32, i32),
    ) -> (i32, i32) {
        // One answer tells the sign, unless it is a draw.
        let margins = if guess > 0 { [1, 0] } else { [0, 1] };
        for margin in margins {
            if lower < margin && margin <= upper {
                match search.test(&self.state, margin) {
                    Ok(found) if found >= margin => lower = lower.max(found),
                    Ok(found) => upper = upper.min(found),
                    Err(Cancelled) => break,
                }
                self.say(lower, upper, search.probe_counts());
            }
        }
        (lower, upper)
    }

    /// Moves an end of what is proven toward 0, a quarter of the way at a time, until the search is broken off:
    /// margins far from 0 are easily decided.
    fn ask_far<T: SearchTable>(
        &self,
        search: &AlphaBeta<'_, impl SequentialProblem<State = State, Move = Move>, T>,
        far: Far,
        (mut lower, mut upper): (i32, i32),
    ) -> (i32, i32) {
        loop {
            let near = 0.clamp(lower, upper);
            let margin = match far {
                Far::Above if upper - near > 1 => upper - (upper - near - 1) / 4,
                Far::Below if near - lower > 1 => lower + 1 + (near - lower - 1) / 4,
                _ => return (lower, upper),
            };
            let Ok(found) = search.test(&self.state, margin) else {
                return (lower, upper);
            };
            match found >= margin {
                true => lower = lower.max(found),
                false => upper = upper.min(found),
            }
            self.say(lower, upper, search.probe_counts());
        }
    }

    /// Every move that secures the proven margin, and whether the monitor left the time to ask them
    /// all; then the list has at least the one that the proof rests on.
    fn all_best<T: SearchTable>(
        &self,
        search: &AlphaBeta<'_, impl SequentialProblem<State = State, Move = Move>, T>,
        margin: i32,
    ) -> (Vec<String>, bool) {
        let (game, state) = (self.game, self.state);
        let first = search.securing_choice(&state, margin).ok().flatten();
        let mut best = Vec::new();
        let mut complete = true;
        for chosen in game.legal(state) {
            let secured = search.test_move(&state, chosen, margin);
            complete &= secured.is_ok();
            if first == Some(chosen) || secured.is_ok_and(|secured| secured >= margin) {
                best.push(game.move_text(state.mover(), chosen));
            }
        }
        (best, complete)
    }

    fn say(&self, lower: i32, upper: i32, lookups: ProbeCounts) {
        let what = format!("proven {lower:+} to {upper:+}; {lookups}; nodes");
        self.monitor.begin(&what, 0);
    }
}
