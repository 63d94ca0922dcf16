//! The values of all boards with few seeds.

use sowlab_solvers::ranking::RankingError;
use sowlab_solvers::retrograde::{FinishedLayer, Layered, SolveError, extend_in_memory};
use sowlab_solvers::table::ProbedTables;
use sowlab_solvers::{Interval, Key, Monitor, Oracle, Player, Value};

use super::TwoRankTables;
use super::estimate::PitSums;
use sowlab_base::MemorySize;
use sowlab_games::two_rank::{BoardNumbers, State, TwoRank, TwoRankLayers};

/// The reciprocal of the share of memory for boards with few seeds.
pub(super) const SHARE: usize = 4;
/// The number of bytes per board while boards are solved, without those of its value.
const WHILE_SOLVED: u64 = 4;
/// The number of bytes per board while replies are counted too, if play can repeat itself: two and a quarter more.
const WHILE_COUNTED: u64 = WHILE_SOLVED + 3;
/// The number of boards solved in the time of a node, as measured with Kalah(6,4).
const BOARDS_PER_NODE: u64 = 2;
/// The number of boards taken from tables in the time of a node.
const TAKEN_PER_NODE: u64 = 100;
/// The approximate number of nodes of a search above tables, and the factor by which it grows per seed beyond them, as
/// measured with Kalah.
const LEAST_NODES: f64 = 1000.0;
const NODES_PER_SEED: f64 = 1.4;

/// The values of all boards with few seeds for the side to move, in memory. A board takes one to three bytes, see
/// [`FinishedLayer`].
pub struct Endgame {
    numbers: BoardNumbers,
    layers: TwoRankLayers,
    finished: Vec<FinishedLayer<Vec<u8>>>,
    /// The number of boards with fewer seeds, by number of seeds.
    before: Vec<u64>,
}

impl Endgame {
    /// Creates a table without boards.
    ///
    /// # Errors
    /// There are more boards than can be numbered.
    pub fn new(game: &TwoRank) -> Result<Endgame, RankingError> {
        let layers = TwoRankLayers::of_all(game.clone())?;
        Ok(Endgame {
            numbers: game.board_numbers(),
            layers,
            finished: Vec::new(),
            before: vec![0],
        })
    }

    /// Returns the number of seeds of the next layer. All boards with fewer seeds are solved.
    pub fn seeds(&self) -> u32 {
        self.finished.len() as u32
    }

    /// Returns the number of solved boards.
    pub fn boards(&self) -> u64 {
        self.before[self.finished.len()]
    }

    /// Returns the number of boards with the next layer; `None` if they cannot be numbered.
    pub fn boards_with_one_more(&self) -> Option<u64> {
        let next = self.layers.positions(self.finished.len() as u32)?;
        Some(self.boards() + next)
    }

    /// Takes the next layer from tables. Returns whether they have it.
    pub fn take_one_more(&mut self, tables: &ProbedTables) -> bool {
        let next = self.seeds();
        let layer = tables.finished(next);
        let layer = layer.filter(|layer| Some(layer.positions()) == self.layers.positions(next));
        let taken = layer.is_some();
        self.finished.extend(layer);
        self.count();
        taken
    }

    /// Counts the boards of the last added layers.
    fn count(&mut self) {
        for layer in &self.finished[self.before.len() - 1..] {
            let before = self.before[self.before.len() - 1];
            self.before.push(before + layer.positions());
        }
    }

    /// Returns the expected size of the boards in bytes, with `next` boards of the next layer. Each of these takes as
    /// many bytes as a board of the last layer.
    fn bytes_with(&self, next: u64) -> u64 {
        let bytes = |layer: &FinishedLayer<Vec<u8>>| layer.bytes() as u64;
        let known: u64 = self.finished.iter().map(bytes).sum();
        let likely = self.finished.last().map_or(next, |last| {
            (u128::from(next) * u128::from(bytes(last))).div_ceil(last.positions().into()) as u64
        });
        known + likely
    }

    /// Returns the size of the temporary data for solving `next` boards, in bytes.
    fn bytes_while_solved(&self, next: u64) -> u64 {
        match self.layers.game().rules().can_repeat() {
            true => WHILE_COUNTED * next,
            false => WHILE_SOLVED * next,
        }
    }

    /// Solves the next layer on all threads of the current rayon pool. This temporarily takes 4 bytes per board, or 7
    /// if play can repeat itself.
    ///
    /// # Errors
    /// The monitor cancelled, or the layer is larger than a table can be. The earlier layers stay.
    pub fn solve_one_more(&mut self, monitor: &dyn Monitor) -> Result<(), SolveError> {
        extend_in_memory(&self.layers, &mut self.finished, monitor)?;
        self.count();
        Ok(())
    }
}

/// A remark, made at most once, on tables for which there is no memory.
#[derive(Default)]
pub(super) struct RoomRemark {
    made: bool,
}

impl RoomRemark {
    /// Makes the remark, if it applies now.
    pub(super) fn make(
        &mut self,
        endgame: &Endgame,
        tables: Option<&TwoRankTables>,
        room: Room,
        monitor: &dyn Monitor,
    ) {
        let more = tables.filter(|tables| tables.on_disk().is_some());
        let more = more.filter(|tables| endgame.has_no_room_for(tables, room));
        if let Some(tables) = more.filter(|_| !self.made) {
            self.made = true;
            monitor.remark(&format!(
                "the search uses tables up to {} seeds; tables up to {} exist, and more --memory lets it use more",
                endgame.seeds().saturating_sub(1),
                tables.most()
            ));
        }
    }
}

/// The limits on the boards of a search.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// The maximum number of seeds on a board.
    pub(super) seeds: u32,
    /// The maximum size of the boards in bytes.
    pub(super) boards: usize,
    /// The maximum size of the boards and of the temporary data for more of them, in bytes.
    pub(super) work: usize,
}

impl Room {
    /// Returns the limits for boards of up to `seeds` seeds. The boards get a share of the memory. Boards and temporary
    /// data get all of it except the `searching` bytes of the search.
    pub(super) fn new(seeds: u32, memory: MemorySize, searching: usize) -> Room {
        Room {
            seeds,
            boards: memory.bytes() / SHARE,
            work: memory.bytes().saturating_sub(searching),
        }
    }
}

impl Endgame {
    /// Creates a table without boards for a search with or without given tables. Returns `None` if boards cannot be
    /// numbered, or if the given tables are in memory: the search then uses these only.
    pub(super) fn beside(game: &TwoRank, tables: Option<&TwoRankTables>) -> Option<Endgame> {
        let fixed = tables.is_some_and(|tables| tables.on_disk().is_none());
        match !fixed && game.board_numbers().numbered() {
            true => Endgame::new(game).ok(),
            false => None,
        }
    }

    /// Takes boards from tables on disk, and solves more, within the approximate time of a search of `nodes` nodes.
    /// Returns whether a later call may add more.
    pub(super) fn keep_pace(
        &mut self,
        nodes: u64,
        on_disk: Option<&ProbedTables>,
        room: Room,
        monitor: &dyn Monitor,
    ) -> bool {
        if let Some(disk) = on_disk {
            while self.take_next(disk, room, TAKEN_PER_NODE.saturating_mul(nodes)) {}
        }
        self.grow(room, BOARDS_PER_NODE.saturating_mul(nodes), monitor)
    }

    /// Takes boards from tables before a search of a position with `seeds` seeds, within the expected time of the
    /// remaining search.
    pub(super) fn take_first(
        &mut self,
        tables: &ProbedTables,
        room: Room,
        seeds: u32,
        monitor: &dyn Monitor,
    ) {
        while !monitor.cancelled() {
            let above = seeds.saturating_sub(self.seeds());
            let nodes = LEAST_NODES * NODES_PER_SEED.powi(above as i32);
            // A product that overflows takes all boards for which there is room.
            let boards = TAKEN_PER_NODE.saturating_mul(nodes as u64);
            if !self.take_next(tables, room, boards) {
                break;
            }
        }
    }

    /// Takes the next layer from tables, if there are at most `boards` boards then. Returns whether it did.
    fn take_next(&mut self, tables: &ProbedTables, room: Room, boards: u64) -> bool {
        let fits = |more: u64| {
            let bytes = self.bytes_with(more - self.boards());
            more <= boards && bytes <= room.boards as u64
        };
        self.seeds() <= room.seeds
            && self.boards_with_one_more().is_some_and(fits)
            && self.take_one_more(tables)
    }

    /// Returns whether tables have a next layer for which there is no room.
    fn has_no_room_for(&self, tables: &TwoRankTables, room: Room) -> bool {
        let takes_too_much = |more: u64| {
            let bytes = self.bytes_with(more - self.boards());
            bytes > room.boards as u64
        };
        self.seeds() <= tables.most().min(room.seeds)
            && self.boards_with_one_more().is_some_and(takes_too_much)
    }

    /// Solves more boards, up to `boards` in all. Returns whether a later call may add more.
    fn grow(&mut self, room: Room, boards: u64, monitor: &dyn Monitor) -> bool {
        while self.seeds() <= room.seeds {
            let Some(more) = self.boards_with_one_more() else {
                return false;
            };
            let next = more - self.boards();
            let bytes = self.bytes_with(next);
            let work = self.bytes_while_solved(next);
            if bytes > room.boards as u64 || bytes + work > room.work as u64 {
                return false;
            }
            if more > boards {
                return true;
            }
            // Boards that are not solved are searched.
            if self.solve_one_more(monitor).is_err() {
                return false;
            }
        }
        false
    }

    /// Fits an estimate of boards with more seeds.
    pub(super) fn sums(&self) -> Option<PitSums> {
        PitSums::fit(&self.layers, &self.finished)
    }

    /// Returns the value of a board for the side to move, if it is solved.
    #[inline]
    pub(super) fn value(&self, state: &State) -> Option<Value> {
        let seeds = state.seeds();
        if seeds >= self.seeds() {
            return None;
        }
        self.get(seeds, self.numbers.number(state)?)
    }

    #[inline]
    fn get(&self, seeds: u32, number: u64) -> Option<Value> {
        let layer = self.finished.get(seeds as usize)?;
        Some(layer.get(number - self.before[seeds as usize]))
    }
}

/// An oracle whose keys must be [`BoardNumbers`].
impl Oracle<State> for Endgame {
    #[inline]
    fn interval(&self, state: &State, loser: Option<Player>) -> Option<Interval> {
        Some(Interval::exact(self.value(state)?.margin(loser)))
    }

    #[inline]
    fn interval_by_key(&self, state: &State, key: Key, loser: Option<Player>) -> Option<Interval> {
        let value = self.get(state.seeds(), key.bits as u64)?;
        Some(Interval::exact(value.margin(loser)))
    }

    #[inline]
    fn prefetch(&self, state: &State, key: Key) -> bool {
        let seeds = state.seeds() as usize;
        let layer = self.finished.get(seeds);
        if let Some(layer) = layer {
            layer.prefetch(key.bits as u64 - self.before[seeds]);
        }
        layer.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::tables::TabledGame;
    use sowlab_games::two_rank::parse;

    /// Boards are solved as far as the memory beside the search holds their temporary data.
    #[test]
    fn boards_are_solved_within_the_memory() {
        for (name, work) in [
            ("kalah:pits=3,seeds=4", WHILE_SOLVED),
            ("awari:pits=3,seeds=4", WHILE_COUNTED),
        ] {
            let game = parse(name).unwrap();
            let memory: MemorySize = "64K".parse().unwrap();
            let solved = |searching: usize| {
                let mut endgame = Endgame::new(&game).unwrap();
                let room = Room::new(23, memory, searching);
                assert!(!endgame.keep_pace(1 << 30, None, room, &()));
                endgame
            };
            for searching in [0, 30_000, 60_000, 65_000, 1 << 20] {
                let left = memory.bytes().saturating_sub(searching) as u64;
                let endgame = solved(searching);
                let layers = endgame.finished.iter();
                let bytes: usize = layers.map(|layer| layer.bytes()).sum();
                assert!(bytes <= memory.bytes() / SHARE);
                let next = endgame.boards_with_one_more().unwrap() - endgame.boards();
                let bytes = endgame.bytes_with(next);
                assert!(
                    bytes + work * next > left || bytes > 1 << 14,
                    "{name}, {searching}"
                );
                assert_eq!(endgame.seeds() == 0, left < work + 1);
            }
            assert!(solved(60_000).seeds() < solved(0).seeds());
        }
    }

    /// A monitor that stores remarks.
    #[derive(Default)]
    struct Messages(Mutex<Vec<String>>);

    impl Monitor for Messages {
        fn begin(&self, _: &str, _: u64) {}
        fn advance(&self, _: u64) {}
        fn cancelled(&self) -> bool {
            false
        }
        fn remark(&self, line: &str) {
            self.0.lock().unwrap().push(line.to_owned());
        }
    }

    /// Tables that do not fit are reported.
    #[test]
    fn tables_without_room_are_told_of_once() {
        let game = parse("awari:pits=2,seeds=3").unwrap();
        let folder = tempfile::tempdir().unwrap();
        game.build_tables(folder.path(), 8, &(), &mut |_| ())
            .unwrap();
        let tables = TwoRankTables::open(&game, folder.path()).unwrap();
        for (memory, told) in [("2K", 1), ("1M", 0)] {
            let room = Room::new(11, memory.parse().unwrap(), 0);
            let (monitor, mut remark) = (Messages::default(), RoomRemark::default());
            let mut endgame = Endgame::new(&game).unwrap();
            for _ in 0..2 {
                endgame.keep_pace(1 << 30, tables.on_disk(), room, &monitor);
                remark.make(&endgame, Some(&tables), room, &monitor);
            }
            let lines = monitor.0.lock().unwrap();
            assert_eq!(lines.len(), told, "{lines:?}");
            assert!(
                lines
                    .iter()
                    .all(|line| line.contains("tables up to 8 exist"))
            );
        }
    }
}
