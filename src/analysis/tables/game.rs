//! The games that have tables, and the work on them.

use std::path::Path;

use sowlab_solvers::ranking::{Ranking, RankingError};
use sowlab_solvers::retrograde::Layered;
use sowlab_solvers::table::{self, Directory, TableError, Tables};
use sowlab_solvers::{Monitor, Value};

use super::layer::{LayerReport, VerifiedLayer};
use crate::catalog::CatalogGame;
use crate::games::stones::{self, StonesLayers};
use crate::games::two_rank::{self, TwoRank, TwoRankLayers};

/// A game that tables can be built for.
#[derive(Clone, Debug)]
pub enum TabledGame {
    /// A game of the stones family.
    Stones(stones::Rules),
    /// A two-rank game.
    TwoRank(Box<TwoRank>),
}

/// Why a position is not found in tables.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The text is no position of the game.
    #[error("{0}")]
    Position(String),
    /// The tables are missing, foreign or damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Calls the body with the layers of the game up to a number of stones.
macro_rules! with_layers {
    ($game:expr, $stones:expr, |$layers:ident| $body:expr) => {
        match $game {
            TabledGame::Stones(rules) => {
                let $layers = StonesLayers::new(rules, $stones as usize).map_err(unrankable)?;
                $body
            }
            TabledGame::TwoRank(game) => {
                let $layers =
                    TwoRankLayers::new((**game).clone(), $stones as usize).map_err(unrankable)?;
                $body
            }
        }
    };
}

fn unrankable(error: RankingError) -> TableError {
    TableError::Unrankable(error)
}

impl TabledGame {
    /// Reads a game with its options.
    ///
    /// # Errors
    /// What is wrong with the name, in words.
    pub fn parse(text: &str) -> Result<TabledGame, String> {
        match text
            .parse::<CatalogGame>()
            .map_err(|error| error.to_string())?
        {
            CatalogGame::Stones(rules) => Ok(TabledGame::Stones(rules)),
            CatalogGame::TwoRank(variant) => Ok(TabledGame::TwoRank(Box::new(variant.game()))),
            CatalogGame::Random(_) => Err(format!(
                "{text}: a drawn setup has no tables of its own, build those of its base game"
            )),
            CatalogGame::Colony(_) => Err(format!(
                "{text}: The Colony has no tables, its positions are too many to number"
            )),
        }
    }

    /// What the tables are called: the rules without the number of seeds, which only says where
    /// the game starts.
    ///
    /// # Errors
    /// Not for a game that was parsed.
    pub fn table_name(&self) -> Result<String, TableError> {
        with_layers!(self, 0, |layers| Ok(layers.name()))
    }

    /// Builds the tables of 0 to `stones` stones that are not there yet.
    ///
    /// # Errors
    /// See [`table::build`].
    pub fn build(
        &self,
        directory: &Path,
        stones: u32,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(LayerReport),
    ) -> Result<(), TableError> {
        let files = Directory::new(directory, &self.table_name()?);
        let mut built = |layer: &table::Built| on_layer(LayerReport::of_built(layer, &files));
        with_layers!(self, stones, |layers| {
            table::build(&layers, directory, stones, monitor, &mut built).map(|_| ())
        })
    }

    /// What the tables of 0 to `stones` stones say of themselves; of all that are there, if no
    /// number is given.
    ///
    /// # Errors
    /// A table is missing, foreign or cut off.
    pub fn stats(
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

    /// Checks the tables of 0 to `stones` stones against the rules, every position or a sample of
    /// so many a layer. Moves are played one stone at a time, not by the code that built the
    /// tables.
    ///
    /// # Errors
    /// See [`table::verify`].
    pub fn verify(
        &self,
        directory: &Path,
        stones: u32,
        sample: Option<u64>,
        monitor: &dyn Monitor,
        on_layer: &mut dyn FnMut(VerifiedLayer),
    ) -> Result<(), TableError> {
        let mut verified = |layer: &table::Verified| on_layer(layer.into());
        let most = stones as usize;
        match self {
            TabledGame::Stones(rules) => {
                let layers = stones::ReferenceLayers::new(rules, most).map_err(unrankable)?;
                table::verify(&layers, directory, stones, sample, monitor, &mut verified)
            }
            TabledGame::TwoRank(game) => {
                let layers = two_rank::ReferenceLayers::new(game, most).map_err(unrankable)?;
                table::verify(&layers, directory, stones, sample, monitor, &mut verified)
            }
        }
        .map(|_| ())
    }

    /// Looks a position up: its canonical text, and the value for the side to move or with sente.
    ///
    /// # Errors
    /// The text is no position of the game, or no position that tables hold, or the tables up to
    /// its layer are missing, foreign or damaged.
    pub fn probe(&self, directory: &Path, position: &str) -> Result<(String, Value), ProbeError> {
        let (canonical, layer, rank) = self.locate(position)?;
        let tables = Tables::open_layer(directory, &self.table_name()?, layer)?;
        Ok((canonical, tables.probe(layer, rank)?))
    }

    fn locate(&self, text: &str) -> Result<(String, u32, u64), ProbeError> {
        let wrong = |error: &dyn std::fmt::Display| ProbeError::Position(error.to_string());
        match self {
            TabledGame::Stones(rules) => {
                let position =
                    stones::Position::parse(rules, text).map_err(|error| wrong(&error))?;
                if position.phase() != stones::Phase::Sente {
                    return Err(wrong(
                        &"tables hold boards where the side with sente is to choose (phase '-')",
                    ));
                }
                let board = position.canonical_board();
                let ranking =
                    Ranking::new(rules.holes(), board.stones() as usize).map_err(unrankable)?;
                let rank = ranking.rank(board.lanes());
                Ok((position.to_string(), board.stones(), rank))
            }
            TabledGame::TwoRank(game) => {
                let position = game.parse_position(text).map_err(|error| wrong(&error))?;
                let layers = TwoRankLayers::of_all((**game).clone()).map_err(unrankable)?;
                let (seeds, most) = (position.state().seeds(), layers.most());
                if seeds > most {
                    return Err(wrong(&format!(
                        "{seeds} seeds in pits: tables of this game have no more than {most}"
                    )));
                }
                let (layer, rank) = layers.locate(position.state());
                Ok((position.to_string(), layer, rank))
            }
        }
    }
}
