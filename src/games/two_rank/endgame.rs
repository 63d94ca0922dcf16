//! What every board with few seeds is worth.

use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::RankingError;
use sowlab_solvers::retrograde::{Finished, Layered, SolveError, extend_in_memory};

use super::game::TwoRank;
use super::layered::TwoRankLayers;

/// The margin of the side to move on every board with up to so many seeds, in memory: a byte a
/// board.
pub struct Endgame {
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

    /// Solves the boards with one seed more, on all threads of the current rayon pool, with 4 bytes
    /// a board while that lasts.
    ///
    /// # Errors
    /// Cancelled, or more than a table holds; what was known stays.
    pub fn solve_one_more(&mut self, monitor: &dyn Monitor) -> Result<(), SolveError> {
        extend_in_memory(&self.layers, &mut self.finished, monitor)?;
        let solved = self.finished.last().map_or(0, Finished::positions);
        self.before
            .extend(self.before.last().map(|&before| before + solved));
        Ok(())
    }

    /// Whether it knows the boards with so many seeds; begins to bring this one's margin nearer to the
    /// processor if it does.
    #[inline]
    pub(super) fn touch(&self, seeds: u32, number: u64) -> bool {
        let layer = self.finished.get(seeds as usize);
        if let Some(layer) = layer {
            layer.touch(number - self.before[seeds as usize]);
        }
        layer.is_some()
    }

    /// The margin on a board with so many seeds, by its number among all boards.
    #[inline]
    pub(super) fn get(&self, seeds: u32, number: u64) -> Option<i32> {
        let layer = self.finished.get(seeds as usize)?;
        Some(layer.get(number - self.before[seeds as usize]).zero)
    }
}
