//! Tables of the two-rank games for solving, read from disk or built in memory.

use std::path::Path;

use sowlab_solvers::ranking::boards_to;
use sowlab_solvers::retrograde::{FinishedLayer, Layered, SolveError, extend_in_memory};
use sowlab_solvers::table::{ProbedTables, TableError, TableShapes};
use sowlab_solvers::{Interval, Monitor, Oracle, Player, Value};

use super::estimate::PitSums;
use crate::tables::default_folder;
use sowlab_games::two_rank::{State, TwoRank, TwoRankLayers};

/// The maximum number of positions in tables that contain the requested position. They take seconds.
const POSITIONS_TO_KNOW: u64 = 3_000_000;
/// The maximum number of positions in tables that help a search. They take a second at most.
const POSITIONS_TO_HELP: u64 = 300_000;

enum Source {
    Memory(Vec<FinishedLayer<Vec<u8>>>),
    Disk(ProbedTables),
}

/// The values of all positions of a game with few seeds.
pub struct TwoRankTables {
    layers: TwoRankLayers,
    source: Source,
}

impl TwoRankTables {
    /// Opens all tables of the game in a directory.
    ///
    /// # Errors
    /// There are none, or one is foreign or truncated.
    pub fn open(game: &TwoRank, directory: &Path) -> Result<TwoRankTables, TableError> {
        TwoRankTables::opened(game, |shapes| ProbedTables::open_all(directory, shapes))
    }

    /// Opens the tables of boards with up to `most` seeds in a directory.
    ///
    /// # Errors
    /// A table is missing, foreign or truncated.
    pub(super) fn open_to(
        game: &TwoRank,
        directory: &Path,
        most: u32,
    ) -> Result<TwoRankTables, TableError> {
        TwoRankTables::opened(game, |shapes| ProbedTables::open(directory, shapes, most))
    }

    /// Opens tables by their shapes.
    fn opened(
        game: &TwoRank,
        open: impl FnOnce(&TableShapes) -> Result<ProbedTables, TableError>,
    ) -> Result<TwoRankTables, TableError> {
        let named = TwoRankLayers::new(game.clone(), 0).map_err(TableError::Unrankable)?;
        let shapes = TableShapes::of_boards(named.name(), 2 * game.rules().pits);
        let tables = open(&shapes)?;
        let most = tables.tables().highest_layer() as usize;
        let layers = TwoRankLayers::of_any(game.clone(), most).map_err(TableError::Unrankable)?;
        Ok(TwoRankTables {
            layers,
            source: Source::Disk(tables),
        })
    }

    /// Opens all tables of the game in the default directory, if there are any. The monitor gets a remark on tables
    /// that cannot be used.
    pub fn kept(game: &TwoRank, monitor: &dyn Monitor) -> Option<TwoRankTables> {
        match TwoRankTables::open(game, &default_folder()?) {
            Ok(tables) => Some(tables),
            Err(TableError::Missing(_)) => None,
            Err(error) => {
                monitor.remark(&format!(
                    "tables of the default directory are not used: {error}"
                ));
                None
            }
        }
    }

    /// Builds tables in memory for solving a position with `seeds` seeds. They have all positions that it can lead to,
    /// if these can be solved in seconds. Otherwise they have as many layers as help a search at little cost. If the
    /// monitor cancels, the finished layers stay.
    ///
    /// # Errors
    /// None, because the tables are small.
    pub fn make(
        game: &TwoRank,
        seeds: u32,
        monitor: &dyn Monitor,
    ) -> Result<TwoRankTables, TableError> {
        let pits = 2 * game.rules().pits;
        let most = match TwoRankTables::few(game, seeds) {
            true => seeds,
            false => (0..seeds)
                .take_while(|&seeds| boards_to(pits, seeds as usize) <= POSITIONS_TO_HELP)
                .last()
                .unwrap_or(0),
        };
        TwoRankTables::in_memory(game, most, monitor)
    }

    /// Returns whether all positions with up to `seeds` seeds can be solved in seconds.
    pub fn few(game: &TwoRank, seeds: u32) -> bool {
        boards_to(2 * game.rules().pits, seeds as usize) <= POSITIONS_TO_KNOW
    }

    /// Returns the maximum number of seeds of a position in the tables.
    pub fn most(&self) -> u32 {
        match &self.source {
            Source::Memory(finished) => (finished.len() as u32).saturating_sub(1),
            Source::Disk(tables) => tables.tables().highest_layer(),
        }
    }

    /// Builds tables in memory of all positions with up to `most` seeds, whatever their number. A position takes one to
    /// three bytes, see [`FinishedLayer`]. If the monitor cancels, the finished layers stay.
    ///
    /// # Errors
    /// There are more positions than can be ranked or fit a layer.
    pub fn in_memory(
        game: &TwoRank,
        most: u32,
        monitor: &dyn Monitor,
    ) -> Result<TwoRankTables, TableError> {
        let layers =
            TwoRankLayers::of_any(game.clone(), most as usize).map_err(TableError::Unrankable)?;
        let mut finished = Vec::new();
        for _ in 0..=most {
            match extend_in_memory(&layers, &mut finished, monitor) {
                Ok(()) => {}
                Err(SolveError::Cancelled(_)) => break,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(TwoRankTables {
            layers,
            source: Source::Memory(finished),
        })
    }

    /// Returns the value of a position for the side to move, if the tables have it.
    #[inline]
    pub fn value(&self, state: State) -> Option<Value> {
        let seeds = state.seeds();
        match &self.source {
            Source::Memory(finished) => {
                let layer = finished.get(seeds as usize)?;
                Some(layer.get(self.layers.locate(state).1))
            }
            Source::Disk(tables) => {
                if seeds > tables.tables().highest_layer() {
                    return None;
                }
                tables.probe(seeds, self.layers.locate(state).1)
            }
        }
    }

    /// Returns the tables on disk, if they are on disk.
    pub(super) fn on_disk(&self) -> Option<&ProbedTables> {
        match &self.source {
            Source::Memory(_) => None,
            Source::Disk(tables) => Some(tables),
        }
    }

    /// Returns the checksums of the tables on disk, from 0 seeds on.
    pub(super) fn checksums(&self) -> Vec<u128> {
        let on_disk = self.on_disk().into_iter();
        let tables = on_disk.flat_map(|tables| tables.tables().tables());
        tables.map(|table| table.header().checksum).collect()
    }

    /// Fits an estimate of boards with more seeds. `None` for tables on disk.
    pub(super) fn sums(&self) -> Option<PitSums> {
        match &self.source {
            Source::Memory(finished) => PitSums::fit(&self.layers, finished),
            Source::Disk(_) => None,
        }
    }

    /// Ends the use of the tables, and reports errors of reading. Values solved in spite of an error are correct, but
    /// took longer.
    ///
    /// # Errors
    /// The error of the first table that could not be read.
    pub fn close(self) -> Result<(), TableError> {
        match self.source {
            Source::Memory(_) => Ok(()),
            Source::Disk(tables) => tables.close(),
        }
    }
}

impl Oracle<State> for TwoRankTables {
    #[inline]
    fn interval(&self, state: &State, loser: Option<Player>) -> Option<Interval> {
        Some(Interval::exact(self.value(*state)?.margin(loser)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::TabledGame;
    use sowlab_games::two_rank::parse;

    #[test]
    fn tables_of_more_seeds_than_are_asked_for_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let game = parse("ethiopian:pits=3,seeds=3").unwrap();
        game.build_tables(folder.path(), 6, &(), &mut |_| ())
            .unwrap();
        let most = |tables: Result<TwoRankTables, TableError>| tables.unwrap().most();
        assert_eq!(most(TwoRankTables::open(&game, folder.path())), 6);
        assert_eq!(most(TwoRankTables::open_to(&game, folder.path(), 4)), 4);
        let missing = TwoRankTables::open_to(&game, folder.path(), 7);
        assert!(matches!(missing, Err(TableError::Missing(_))));
    }
}
