//! The work on endgame tables, for any game that has them.

use std::path::Path;
#[cfg(not(target_family = "wasm"))]
use std::sync::Arc;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use sowlab_solvers::ranking::RankingError;
use sowlab_solvers::retrograde::Layered;
use sowlab_solvers::table::{self, Directory, Table, TableError, TablePlace, TableShapes, Tables};
#[cfg(not(target_family = "wasm"))]
use sowlab_solvers::table::{ProbedDistances, PublishedFiles, VerifyScope};
use sowlab_solvers::{Monitor, Value};

use super::error::ProbeError;
#[cfg(not(target_family = "wasm"))]
use super::layer::{DistancesReport, VerifiedLayer};
use super::layer::{LayerReport, MarginCount};
use super::prober::{Locator, Prober};

/// A function that returns the position with a rank of a layer as text; `None` if the rank has none.
pub type PositionWriter<'a> = Box<dyn Fn(u64) -> Option<String> + 'a>;

/// A function that writes the cells of the position with a rank of a layer, from the view of the side to move. It
/// returns `false` if the rank has none.
pub type CellsWriter<'a> = Box<dyn Fn(u64, &mut [u8]) -> bool + 'a>;

/// A random sample of the positions of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The layer.
    pub layer: u32,
    /// The number of positions, each at most once; all if the layer has no more.
    pub positions: u64,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The layers of a game: two independent implementations, and the mapping between ranks and positions.
pub trait LayeredGame {
    /// The layers for building tables.
    type Layers: Layered;
    /// Independent layers that play one stone at a time and share no code with the first.
    type Reference: Layered;

    /// Returns the layers of up to `stones` stones.
    ///
    /// # Errors
    /// There are more positions than can be numbered.
    fn layers(&self, stones: u32) -> Result<Self::Layers, RankingError>;

    /// Returns the independent layers of up to `stones` stones, for verifying tables.
    ///
    /// # Errors
    /// There are more positions than can be numbered.
    fn reference(&self, stones: u32) -> Result<Self::Reference, RankingError>;

    /// Returns the function that locates positions in the tables.
    ///
    /// # Errors
    /// The positions cannot be numbered.
    fn locator(&self) -> Result<Locator<'_>, ProbeError>;

    /// Returns the function that writes the positions of a layer.
    ///
    /// # Errors
    /// The positions cannot be numbered.
    fn writer(&self, layer: u32) -> Result<PositionWriter<'_>, RankingError>;

    /// Returns the number of cells of a board.
    fn cells(&self) -> usize;

    /// Returns the function that writes the cells of a layer's positions.
    ///
    /// # Errors
    /// The positions cannot be numbered.
    fn cells_writer(&self, layer: u32) -> Result<CellsWriter<'_>, RankingError>;
}

/// A game with endgame tables.
pub trait TabledGame {
    /// Returns the name of the tables: the rules without the number of seeds, which determines only the opening.
    ///
    /// # Errors
    /// The positions cannot be numbered. This does not happen for a game that was parsed.
    fn table_name(&self) -> Result<String, TableError>;

    /// Builds the missing tables of 0 to `stones` stones.
    ///
    /// # Errors
    /// See [`table::build`].
    fn build_tables(
        &self,
        directory: &Path,
        stones: u32,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(LayerReport),
    ) -> Result<(), TableError>;

    /// Builds the missing distances beside the tables of 0 to `stones` stones.
    ///
    /// # Errors
    /// See [`table::build_distances`].
    #[cfg(not(target_family = "wasm"))]
    fn build_distances(
        &self,
        directory: &Path,
        stones: u32,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(u32, DistancesReport),
    ) -> Result<(), TableError>;

    /// Downloads the missing tables of a published set, of 0 to `stones` stones, or of all layers that are published.
    ///
    /// # Errors
    /// See [`table::download`].
    #[cfg(not(target_family = "wasm"))]
    fn fetch_tables(
        &self,
        files: &Arc<dyn PublishedFiles>,
        directory: &Path,
        stones: Option<u32>,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(LayerReport),
    ) -> Result<(), TableError>;

    /// Returns the reports of the tables of 0 to `stones` stones, or of all tables if no number is given.
    ///
    /// # Errors
    /// A table is missing, foreign or truncated.
    fn table_stats(
        &self,
        directory: &Path,
        stones: Option<u32>,
    ) -> Result<Vec<LayerReport>, TableError>;

    /// Verifies the tables of 0 to `stones` stones against the rules, every position or a sample of each layer. An
    /// independent implementation plays the moves one stone at a time, not the code that built the tables.
    ///
    /// # Errors
    /// See [`table::verify_some`].
    #[cfg(not(target_family = "wasm"))]
    fn verify_tables(
        &self,
        directory: &Path,
        stones: u32,
        extent: VerifyScope<'_>,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(VerifiedLayer),
    ) -> Result<(), TableError>;

    /// Returns the tables in a place for many probes of positions in any phase.
    ///
    /// # Errors
    /// The positions cannot be numbered.
    fn prober(&self, place: TablePlace) -> Result<Prober<'_>, ProbeError>;

    /// Visits every position of a layer with its value until the visit returns `false` or the monitor cancels. Returns
    /// whether all positions were visited.
    ///
    /// # Errors
    /// The table is missing, foreign or damaged.
    fn dump_table(
        &self,
        directory: &Path,
        layer: u32,
        monitor: &dyn Monitor,
        visit: &mut dyn FnMut(&str, Value) -> bool,
    ) -> Result<bool, TableError>;

    /// Returns the number of cells of a board.
    fn board_cells(&self) -> usize;

    /// Visits a random sample of a layer, each position equally likely, in the order of the table. A visit gets the
    /// cells from the view of the side to move, and the value. Returns the number of visits.
    ///
    /// # Errors
    /// The table is missing, foreign or damaged, or the monitor cancelled.
    fn sample_table(
        &self,
        directory: &Path,
        drawn: Drawn,
        monitor: &dyn Monitor,
        visit: &mut dyn FnMut(&[u8], Value),
    ) -> Result<u64, TableError>;

    /// Returns the number of positions of a layer by margin, with infinite play as a draw.
    ///
    /// # Errors
    /// The table is missing, foreign or damaged.
    fn table_margins(&self, directory: &Path, layer: u32) -> Result<Vec<MarginCount>, TableError>;
}

/// Returns the shapes of a game's tables.
fn shapes(game: &impl LayeredGame) -> Result<TableShapes, TableError> {
    let name = game.layers(0).map_err(TableError::Unrankable)?.name();
    Ok(TableShapes::of_boards(name, game.cells()))
}

/// Opens the table of a layer.
fn open(game: &impl LayeredGame, directory: &Path, layer: u32) -> Result<Table, TableError> {
    let shapes = shapes(game)?;
    Directory::new(directory, shapes.name()).open(&shapes, layer)
}

/// Adds the distances of the lowest layers to their reports.
#[cfg(not(target_family = "wasm"))]
fn with_distances(mut reports: Vec<LayerReport>, distances: &ProbedDistances) -> Vec<LayerReport> {
    for (report, built) in reports.iter_mut().zip(distances.built()) {
        report.distances = Some((&built).into());
    }
    reports
}

impl<G: LayeredGame> TabledGame for G {
    fn table_name(&self) -> Result<String, TableError> {
        Ok(self.layers(0).map_err(TableError::Unrankable)?.name())
    }

    fn build_tables(
        &self,
        directory: &Path,
        stones: u32,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(LayerReport),
    ) -> Result<(), TableError> {
        let files = Directory::new(directory, &self.table_name()?);
        let mut built = |layer: &table::BuiltTable| on_layer(LayerReport::of_built(layer, &files));
        let layers = self.layers(stones).map_err(TableError::Unrankable)?;
        table::build(&layers, directory, stones, monitor, &mut built).map(|_| ())
    }

    #[cfg(not(target_family = "wasm"))]
    fn build_distances(
        &self,
        directory: &Path,
        stones: u32,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(u32, DistancesReport),
    ) -> Result<(), TableError> {
        let mut built = |built: &table::BuiltDistances| on_layer(built.header.layer, built.into());
        let layers = self.layers(stones).map_err(TableError::Unrankable)?;
        table::build_distances(&layers, directory, stones, monitor, &mut built)
    }

    #[cfg(not(target_family = "wasm"))]
    fn fetch_tables(
        &self,
        files: &Arc<dyn PublishedFiles>,
        directory: &Path,
        stones: Option<u32>,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(LayerReport),
    ) -> Result<(), TableError> {
        let shapes = shapes(self)?;
        let local = Directory::new(directory, shapes.name());
        let mut fetched =
            |layer: &table::BuiltTable| on_layer(LayerReport::of_built(layer, &local));
        table::download(files, &shapes, directory, stones, monitor, &mut fetched)
    }

    fn table_stats(
        &self,
        directory: &Path,
        stones: Option<u32>,
    ) -> Result<Vec<LayerReport>, TableError> {
        let shapes = shapes(self)?;
        let tables = match stones {
            Some(stones) => Tables::open(directory, &shapes, stones)?,
            None => Tables::open_all(directory, &shapes)?,
        };
        let files = Directory::new(directory, shapes.name());
        let reports = tables.tables().iter();
        let reports = reports.map(|table| LayerReport::of_table(table, &files));
        let reports: Vec<LayerReport> = reports.collect();
        #[cfg(not(target_family = "wasm"))]
        let reports = match ProbedDistances::open(directory, &shapes, &tables)? {
            Some(distances) => with_distances(reports, &distances),
            None => reports,
        };
        Ok(reports)
    }

    #[cfg(not(target_family = "wasm"))]
    fn verify_tables(
        &self,
        directory: &Path,
        stones: u32,
        extent: VerifyScope<'_>,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(VerifiedLayer),
    ) -> Result<(), TableError> {
        let mut verified = |layer: &table::VerifiedTable| on_layer(layer.into());
        let layers = self.reference(stones).map_err(TableError::Unrankable)?;
        table::verify_some(&layers, directory, stones, extent, monitor, &mut verified).map(|_| ())
    }

    fn prober(&self, place: TablePlace) -> Result<Prober<'_>, ProbeError> {
        Ok(Prober::new(self.locator()?, place, shapes(self)?))
    }

    fn dump_table(
        &self,
        directory: &Path,
        layer: u32,
        monitor: &dyn Monitor,
        visit: &mut dyn FnMut(&str, Value) -> bool,
    ) -> Result<bool, TableError> {
        let table = open(self, directory, layer)?;
        let writer = self.writer(layer).map_err(TableError::Unrankable)?;
        let positions = table.header().positions;
        monitor.begin("positions written", positions);
        let mut rank = 0;
        let mut going = true;
        table.each_block(&mut |values| {
            let before = rank;
            for value in values {
                let Some(position) = writer(rank) else { break };
                going = going && visit(&position, value);
                rank += 1;
            }
            monitor.advance(rank - before);
            going = going && !monitor.cancelled();
            going
        })?;
        Ok(rank == positions && going)
    }

    fn board_cells(&self) -> usize {
        self.cells()
    }

    fn sample_table(
        &self,
        directory: &Path,
        drawn: Drawn,
        monitor: &dyn Monitor,
        visit: &mut dyn FnMut(&[u8], Value),
    ) -> Result<u64, TableError> {
        let table = open(self, directory, drawn.layer)?;
        let writer = self
            .cells_writer(drawn.layer)
            .map_err(TableError::Unrankable)?;
        let all = table.header().positions;
        let mut left = drawn.positions.min(all);
        let seed = drawn.seed ^ u64::from(drawn.layer) << 48;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut cells = vec![0; self.cells()];
        let (mut rank, mut visited) = (0, 0);
        table.each_block(&mut |values| {
            for value in values {
                // Selection sampling: D. E. Knuth, The Art of Computer Programming, volume 2, 3.4.2, algorithm S.
                if random.random_range(0..all - rank) < left {
                    left -= 1;
                    if writer(rank, &mut cells) {
                        visit(&cells, value);
                        visited += 1;
                    }
                }
                rank += 1;
            }
            left > 0 && !monitor.cancelled()
        })?;
        monitor.check()?;
        Ok(visited)
    }

    fn table_margins(&self, directory: &Path, layer: u32) -> Result<Vec<MarginCount>, TableError> {
        let table = open(self, directory, layer)?;
        let margins = table.margins()?.into_iter();
        Ok(margins
            .map(|(margin, positions)| MarginCount { margin, positions })
            .collect())
    }
}
