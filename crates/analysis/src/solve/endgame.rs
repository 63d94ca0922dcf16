//! What every board with few seeds is worth.

use sowlab_solvers::ranking::RankingError;
use sowlab_solvers::retrograde::{FinishedLayer, Layered, SolveError, extend_in_memory};
use sowlab_solvers::table::ProbedTables;
use sowlab_solvers::{Interval, Key, Monitor, Oracle, Player, Value};

use super::TwoRankTables;
use super::estimate::PitSums;
use sowlab_base::MemorySize;
use sowlab_games::two_rank::{BoardNumbers, State, TwoRank, TwoRankLayers};

/// The part of the memory of a search that boards with few seeds may take.
pub(super) const SHARE: usize = 4;
/// Bytes a board while boards are solved, without those that its value takes then.
const WHILE_SOLVED: u64 = 4;
/// Where play can repeat itself replies are counted meanwhile, too: two bytes and a quarter.
const WHILE_COUNTED: u64 = WHILE_SOLVED + 3;
/// Boards solved in the time of a node, as measured with Kalah(6,4).
const BOARDS_PER_NODE: u64 = 2;
/// Boards taken from tables in the time of a node.
const TAKEN_PER_NODE: u64 = 100;
/// Nodes that a search above tables takes, roughly, as measured with Kalah: so many, and so many times more for each
/// seed that the position has more than the tables.
const LEAST_NODES: f64 = 1000.0;
const NODES_PER_SEED: f64 = 1.4;

/// What every board with up to N seeds is worth to the side to move, in memory: one to three bytes a board, as
/// [`FinishedLayer`] says.
pub struct Endgame {
    numbers: BoardNumbers,
    layers: TwoRankLayers,
    finished: Vec<FinishedLayer<Vec<u8>>>,
    /// How many boards have fewer seeds, for each number of seeds.
    before: Vec<u64>,
}

impl Endgame {
    /// A table of no boards.
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

    /// It knows all boards with fewer seeds than this.
    pub fn seeds(&self) -> u32 {
        self.finished.len() as u32
    }

    /// How many boards it knows.
    pub fn boards(&self) -> u64 {
        self.before[self.finished.len()]
    }

    /// How many boards it would know with one seed more; `None` if they cannot be numbered.
    pub fn boards_with_one_more(&self) -> Option<u64> {
        let next = self.layers.positions(self.finished.len() as u32)?;
        Some(self.boards() + next)
    }

    /// Takes the boards with one seed more from tables; whether they have them.
    pub fn take_one_more(&mut self, tables: &ProbedTables) -> bool {
        let next = self.seeds();
        let layer = tables.finished(next);
        let layer = layer.filter(|layer| Some(layer.positions()) == self.layers.positions(next));
        let taken = layer.is_some();
        self.finished.extend(layer);
        self.count();
        taken
    }

    /// Counts the boards of the layers that came last.
    fn count(&mut self) {
        for layer in &self.finished[self.before.len() - 1..] {
            let before = self.before[self.before.len() - 1];
            self.before.push(before + layer.positions());
        }
    }

    /// The bytes that the boards are likely to take with those with one seed more, so many: of these each takes as much as
    /// one with a seed less.
    fn bytes_with(&self, next: u64) -> u64 {
        let bytes = |layer: &FinishedLayer<Vec<u8>>| layer.bytes() as u64;
        let known: u64 = self.finished.iter().map(bytes).sum();
        let likely = self.finished.last().map_or(next, |last| {
            (u128::from(next) * u128::from(bytes(last))).div_ceil(last.positions().into()) as u64
        });
        known + likely
    }

    /// The bytes that the work on so many boards takes meanwhile.
    fn bytes_while_solved(&self, next: u64) -> u64 {
        match self.layers.game().rules().can_repeat() {
            true => WHILE_COUNTED * next,
            false => WHILE_SOLVED * next,
        }
    }

    /// Solves the boards with one seed more, on all threads of the current rayon pool, with 4 bytes
    /// a board while that lasts, or 7 where play can repeat itself.
    ///
    /// # Errors
    /// Cancelled, or more than a table holds; what was known stays.
    pub fn solve_one_more(&mut self, monitor: &dyn Monitor) -> Result<(), SolveError> {
        extend_in_memory(&self.layers, &mut self.finished, monitor)?;
        self.count();
        Ok(())
    }
}

/// Tells once which boards a search looks up where tables have more than there is room for.
#[derive(Default)]
pub(super) struct RoomRemark {
    made: bool,
}

impl RoomRemark {
    /// Tells it, if that is so by now.
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
                "boards of up to {} seeds are looked up: there are tables of {}, but no memory for more of them (--memory)",
                endgame.seeds().saturating_sub(1),
                tables.most()
            ));
        }
    }
}

/// How many boards a search may have tabled.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// No more seeds on a board than this.
    pub(super) seeds: u32,
    /// Bytes for the boards.
    pub(super) boards: usize,
    /// Bytes for them and for the work on more.
    pub(super) work: usize,
}

impl Room {
    /// Room for the boards of up to N seeds, as far as a part of the memory holds them, and the part of the search leaves
    /// what they take while they are solved.
    pub(super) fn new(seeds: u32, memory: MemorySize, searching: usize) -> Room {
        Room {
            seeds,
            boards: memory.bytes() / SHARE,
            work: memory.bytes().saturating_sub(searching),
        }
    }
}

impl Endgame {
    /// A table of no boards for a search that is given some tables or none. `None` where boards cannot be numbered, and
    /// where the tables are in memory: those are all that the search may know.
    pub(super) fn beside(game: &TwoRank, tables: Option<&TwoRankTables>) -> Option<Endgame> {
        let fixed = tables.is_some_and(|tables| tables.on_disk().is_none());
        match !fixed && game.board_numbers().numbered() {
            true => Endgame::new(game).ok(),
            false => None,
        }
    }

    /// Takes boards from tables on disk, and solves more, as far as that takes about as long as a search of this many
    /// nodes; whether more may be worth it later.
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

    /// Takes boards from tables before a search of a position with this many seeds, as far as that takes about as long as
    /// the search that they leave.
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
            // What is too large for a number takes all that there is room for.
            let boards = TAKEN_PER_NODE.saturating_mul(nodes as u64);
            if !self.take_next(tables, room, boards) {
                break;
            }
        }
    }

    /// Takes the boards with one seed more from tables, if that makes no more than `boards` in all; whether it did.
    fn take_next(&mut self, tables: &ProbedTables, room: Room, boards: u64) -> bool {
        let fits = |more: u64| {
            let bytes = self.bytes_with(more - self.boards());
            more <= boards && bytes <= room.boards as u64
        };
        self.seeds() <= room.seeds
            && self.boards_with_one_more().is_some_and(fits)
            && self.take_one_more(tables)
    }

    /// Whether tables have boards with one seed more for which there is no room.
    fn has_no_room_for(&self, tables: &TwoRankTables, room: Room) -> bool {
        let takes_too_much = |more: u64| {
            let bytes = self.bytes_with(more - self.boards());
            bytes > room.boards as u64
        };
        self.seeds() <= tables.most().min(room.seeds)
            && self.boards_with_one_more().is_some_and(takes_too_much)
    }

    /// Solves more boards, up to `boards` in all; whether more may be worth it later.
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
            // What is not solved is searched.
            if self.solve_one_more(monitor).is_err() {
                return false;
            }
        }
        false
    }

    /// An estimate of boards with more seeds.
    pub(super) fn sums(&self) -> Option<PitSums> {
        PitSums::fit(&self.layers, &self.finished)
    }

    /// What a board is worth to the side to move, if it is known.
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

/// The keys must be [`BoardNumbers`].
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

    /// Boards are solved as far as the bytes that the search leaves hold what they take meanwhile.
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

    /// Remarks that it was told.
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

    /// Tables that do not fit are not left out in silence.
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
                    .all(|line| line.contains("there are tables of 8"))
            );
        }
    }
}
