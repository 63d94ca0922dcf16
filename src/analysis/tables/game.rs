//! The work on endgame tables, for any game that has them.

use std::path::Path;

use sowlab_solvers::ranking::RankingError;
use sowlab_solvers::retrograde::Layered;
use sowlab_solvers::table::{self, Directory, TableError, Tables};
use sowlab_solvers::{Monitor, Value};

use super::layer::{LayerReport, VerifiedLayer};
use crate::analysis::Cause;

/// Why a position is not found in tables.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The text is no position of the game, or none that tables hold.
    #[error("{0}")]
    Position(Cause),
    /// The tables are missing, foreign or damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl ProbeError {
    /// The text is no position that tables hold.
    pub fn position(cause: impl Into<Cause>) -> ProbeError {
        ProbeError::Position(cause.into())
    }
}

impl From<RankingError> for ProbeError {
    fn from(error: RankingError) -> ProbeError {
        TableError::Unrankable(error).into()
    }
}

/// A position as tables hold it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The position in full.
    pub position: String,
    /// Its layer: the stones on the board.
    pub layer: u32,
    /// Its rank there.
    pub rank: u64,
}

/// What tables have to know of a game: its layers, twice.
pub trait LayeredGame {
    /// The layers, as they are solved.
    type Layers: Layered;
    /// The same by a way that plays one stone at a time and shares no code with the first.
    type Reference: Layered;

    /// The layers of up to so many stones.
    ///
    /// # Errors
    /// More positions than can be numbered.
    fn layers(&self, stones: u32) -> Result<Self::Layers, RankingError>;

    /// The layers of up to so many stones, to check tables by.
    ///
    /// # Errors
    /// More positions than can be numbered.
    fn reference(&self, stones: u32) -> Result<Self::Reference, RankingError>;

    /// Where tables hold a position.
    ///
    /// # Errors
    /// The text is no position of the game, or none that tables hold.
    fn locate(&self, position: &str) -> Result<Located, ProbeError>;
}

/// A game that tables can be built for.
pub trait TabledGame {
    /// What the tables are called: the rules without the number of seeds, which only says where
    /// the game starts.
    ///
    /// # Errors
    /// Not for a game that was parsed.
    fn table_name(&self) -> Result<String, TableError>;

    /// Builds the tables of 0 to `stones` stones that are not there yet.
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

    /// What the tables of 0 to `stones` stones say of themselves; of all that are there, if no
    /// number is given.
    ///
    /// # Errors
    /// A table is missing, foreign or cut off.
    fn table_stats(
        &self,
        directory: &Path,
        stones: Option<u32>,
    ) -> Result<Vec<LayerReport>, TableError>;

    /// Checks the tables of 0 to `stones` stones against the rules, every position or a sample of
    /// so many a layer. Moves are played one stone at a time, not by the code that built the
    /// tables.
    ///
    /// # Errors
    /// See [`table::verify`].
    fn verify_tables(
        &self,
        directory: &Path,
        stones: u32,
        sample: Option<u64>,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(VerifiedLayer),
    ) -> Result<(), TableError>;

    /// Looks a position up: its canonical text, and the value for the side to move or with sente.
    ///
    /// # Errors
    /// The text is no position of the game, or no position that tables hold, or the tables up to
    /// its layer are missing, foreign or damaged.
    fn probe_tables(&self, directory: &Path, position: &str)
    -> Result<(String, Value), ProbeError>;
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
        let mut built = |layer: &table::Built| on_layer(LayerReport::of_built(layer, &files));
        let layers = self.layers(stones).map_err(TableError::Unrankable)?;
        table::build(&layers, directory, stones, monitor, &mut built).map(|_| ())
    }

    fn table_stats(
        &self,
        directory: &Path,
        stones: Option<u32>,
    ) -> Result<Vec<LayerReport>, TableError> {
        let name = self.table_name()?;
        let tables = match stones {
            Some(stones) => Tables::open(directory, &name, stones)?,
            None => Tables::open_all(directory, &name)?,
        };
        let files = Directory::new(directory, &name);
        let reports = tables.tables().iter();
        Ok(reports
            .map(|table| LayerReport::of_table(table, &files))
            .collect())
    }

    fn verify_tables(
        &self,
        directory: &Path,
        stones: u32,
        sample: Option<u64>,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(VerifiedLayer),
    ) -> Result<(), TableError> {
        let mut verified = |layer: &table::Verified| on_layer(layer.into());
        let layers = self.reference(stones).map_err(TableError::Unrankable)?;
        table::verify(&layers, directory, stones, sample, monitor, &mut verified).map(|_| ())
    }

    fn probe_tables(
        &self,
        directory: &Path,
        position: &str,
    ) -> Result<(String, Value), ProbeError> {
        let Located {
            position,
            layer,
            rank,
        } = self.locate(position)?;
        let tables = Tables::open_layer(directory, &self.table_name()?, layer)?;
        Ok((position, tables.probe(layer, rank)?))
    }
}
