//! What every board with few seeds is worth.

use sowlab_solvers::ranking::RankingError;
use sowlab_solvers::retrograde::{Finished, Layered, SolveError, extend_in_memory};
use sowlab_solvers::table::ProbedTables;
use sowlab_solvers::{Interval, Key, Monitor, Oracle, Player};

use crate::games::two_rank::{BoardNumbers, State, TwoRank, TwoRankLayers};

/// The margin of the side to move on every board with up to N seeds, in memory: a byte a
/// board.
pub struct Endgame {
    numbers: BoardNumbers,
    layers: TwoRankLayers,
    finished: Vec<Finished<Vec<u8>>>,
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

    /// Solves the boards with one seed more, on all threads of the current rayon pool, with 4 bytes
    /// a board while that lasts.
    ///
    /// # Errors
    /// Cancelled, or more than a table holds; what was known stays.
    pub fn solve_one_more(&mut self, monitor: &dyn Monitor) -> Result<(), SolveError> {
        extend_in_memory(&self.layers, &mut self.finished, monitor)?;
        self.count();
        Ok(())
    }
}

impl Endgame {
    #[inline]
    fn get(&self, seeds: u32, number: u64) -> Option<Interval> {
        let layer = self.finished.get(seeds as usize)?;
        let margin = layer.get(number - self.before[seeds as usize]).zero;
        Some(Interval::exact(margin))
    }
}

/// The keys must be [`BoardNumbers`]. Play always ends, so that it does not matter who loses by infinite
/// play.
impl Oracle<State> for Endgame {
    #[inline]
    fn interval(&self, state: &State, _: Option<Player>) -> Option<Interval> {
        let seeds = state.seeds();
        if seeds >= self.seeds() {
            return None;
        }
        self.get(seeds, self.numbers.number(state)?)
    }

    #[inline]
    fn interval_by_key(&self, state: &State, key: Key, _: Option<Player>) -> Option<Interval> {
        self.get(state.seeds(), key.bits as u64)
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
