//! The two-rank games in which play always ends: alpha-beta to the end of the game.

use sowlab_findings::{Bounds, Solution};
use sowlab_solvers::search::{
    AlphaBeta, CompactTable, DepthLimited, ProbeCounts, SearchTable, TableSizeError,
    TranspositionTable,
};
use sowlab_solvers::{Cancelled, Deadline, Interval, Monitor, Problem, SequentialProblem};

use super::TwoRankTables;
use super::endgame::{Endgame, Room, RoomRemark, SHARE};
use super::estimate::{Estimated, pays};
use sowlab_base::MemorySize;
use sowlab_games::two_rank::{BoardNumbers, Move, State, TwoRank};

/// The depth in moves of the search of the store difference for a first guess.
const GUESS_DEPTH: u8 = 14;
/// One more than the greatest tag of that search.
const TAGS: u16 = (GUESS_DEPTH as u16 + 1) << 8;
/// The divisor of the nodes of a search for the budget of each easier claim after it.
const FAR_SHARE: u64 = 4;
/// The divisor of the memory for the table of easier claims.
const FAR_TABLE_SHARE: usize = 8;
/// The number of searched nodes before boards with few seeds are solved.
const FIRST_NODES: u64 = 1 << 20;
/// The number of interleaved searches per thread, which hide the latency of the table.
const WALKS: usize = 2;
/// The number of interleaved searches above tables on disk while the search is small. Duplicate work is then a greater
/// share, and the table causes less waiting.
const WALKS_ABOVE_TABLES: usize = 1;
/// The number of nodes below which a search is small.
const FEW_NODES: u64 = 1 << 24;
/// The initial size of a table in bytes. It grows to the allowed memory.
const FIRST_BYTES: usize = 32 << 20;

/// Proves the value of a state that is not in the tables, with all optimal moves. If the monitor may end the search
/// early, the sign is decided first. Easier claims far from the value come in between, so that there are bounds when it
/// ends.
///
/// Tables on disk are unpacked as far as that saves time. Beyond them, boards with few seeds are solved: as many as
/// take about as long as the search so far, in at most a quarter of `memory`.
///
/// # Errors
/// The memory is not available, or too small for a table.
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
    // A table of 0 bytes cannot be created, so that there is none for easier claims then.
    Ok(match compact(bytes - far_bytes) {
        Some(near) => search.prove(&numbers, near, compact(far_bytes)),
        // There are too many seeds, or too little memory, for small entries.
        None => search.prove(&numbers, large(bytes - far_bytes)?, large(far_bytes).ok()),
    })
}

/// Returns the size of the table of easier claims in bytes.
fn taken_by<T: SearchTable>(table: &Option<T>) -> usize {
    table.as_ref().map_or(0, T::bytes)
}

/// An end of the proven interval.
#[derive(Clone, Copy)]
enum Far {
    Above,
    Below,
}

/// A search of a state.
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

    /// Proves the value with a table, and with another one for easier claims, whose moves would spoil the order of
    /// moves. `None`: no easier claims.
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
        // Unpacked tables are not probed on disk.
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
            let budget = Deadline::of_nodes(self.monitor, nodes.max(FIRST_NODES));
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
            // A finished game is proven without intermediate bounds.
            if let Ok(margin) = search.value(&self.state, guess, &mut told) {
                told(Interval::exact(margin));
            }
            let spent = search.nodes();
            nodes += spent;
            if let Some(table) = &mut far_table {
                table.make_room(nodes / FAR_SHARE);
                for far in [Far::Above, Far::Below] {
                    let easier = Deadline::of_nodes(self.monitor, spent / FAR_SHARE);
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
            // The next check comes after as many nodes again. Not all of them need an entry.
            room = table.make_room(nodes + nodes / 2);
            if let Some(endgame) = endgame.as_mut().filter(|_| growing) {
                let tabled = Room::new(fewer, self.memory, table.bytes() + taken_by(&far_table));
                growing = endgame.keep_pace(nodes, on_disk, tabled, self.monitor);
                remark.make(endgame, self.tables, tabled, self.monitor);
            }
        }
    }

    /// Returns the result of a search to [`GUESS_DEPTH`], and its number of nodes.
    fn guess<T: SearchTable>(&self, numbers: &BoardNumbers, table: &T) -> (i32, u64) {
        // The results share the table, because its keys include the distance to the horizon.
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

    /// Decides whether the side to move wins, draws or loses, unless the search is cancelled.
    fn ask_sign<T: SearchTable>(
        &self,
        search: &AlphaBeta<'_, impl SequentialProblem<State = State, Move = Move>, T>,
        guess: i32,
        (mut lower, mut upper): (i32, i32),
    ) -> (i32, i32) {
        // One test decides the sign, unless it is a draw.
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

    /// Moves one end of the proven interval toward 0, by a quarter each time, until the search is cancelled. Margins
    /// far from 0 are decided easily.
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

    /// Returns all moves that secure the proven margin, and whether all moves were tested before the monitor cancelled.
    /// Otherwise the list has at least the move of the proof.
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
