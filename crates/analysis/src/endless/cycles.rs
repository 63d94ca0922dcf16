//! Repetitions within a layer, as positions and moves that can be replayed.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_solvers::ranking::{Ranking, RankingError};
use sowlab_solvers::repetition::{BestPlay, LayerCycles, best_play, layer_cycles};
use sowlab_solvers::retrograde::Layered;
use sowlab_solvers::table::{TableError, TableShapes, Tables};
use sowlab_solvers::{Cancelled, Monitor};

use super::certify::{CertifyError, certificate_of_repetition};
use super::lines::{Line, Lines, StonesLines, TwoRankLines};
use crate::certificates::Certificate;
use crate::tables::LayeredGame;
use sowlab_games::stones::sowing::Sower;
use sowlab_games::stones::{Position, Record, Rules};
use sowlab_games::two_rank::TwoRank;

/// The error of a search for repetitions.
#[derive(Debug, thiserror::Error)]
pub enum CyclesError {
    /// The positions cannot be numbered.
    #[error(transparent)]
    Ranking(#[from] RankingError),
    /// The game has no layer of the given number of stones.
    #[error("{stones} stones are more than the {most} of the game")]
    Layer {
        /// The requested number of stones.
        stones: u32,
        /// The number of stones of the game.
        most: u32,
    },
    /// The tables are missing, foreign or damaged.
    #[error(transparent)]
    Table(TableError),
    /// The monitor cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<TableError> for CyclesError {
    fn from(error: TableError) -> CyclesError {
        match error {
            TableError::Cancelled(cancelled) => cancelled.into(),
            error => CyclesError::Table(error),
        }
    }
}

/// Repetitions within a layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CyclesLayer {
    /// The number of stones on the board.
    pub stones: u32,
    /// The number of boards of the layer, from the view of the side with sente or to move.
    pub boards: u64,
    /// The number of boards that can recur without a capture.
    pub boards_on_cycles: u64,
    /// The number of groups of these boards. Within a group each board can lead to every other.
    pub groups: u64,
    /// The number of boards in the largest group.
    pub largest_group: u64,
    /// The number of rounds in a shortest repetition (in two-rank games: moves of both sides);
    /// `null` if there is none.
    pub shortest: Option<usize>,
    /// A shortest repetition.
    pub line: Option<Line>,
    /// The results of the tables for optimal play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_play: Option<BestPlayLayer>,
}

/// Infinite optimal play in a layer. A choice is optimal if it keeps `zero`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BestPlayLayer {
    /// The number of boards with `lower < upper`.
    pub undetermined: u64,
    /// The number of boards with `lower < 0 < upper`: neither side can force a finished game that
    /// is at least level for it.
    pub forced: u64,
    /// The number of boards on which an endless round is optimal for both sides.
    pub endless: u64,
    /// The first of these boards, with such a round.
    pub first_endless: Option<Line>,
    /// A shortest repetition from a forced board that is optimal for both sides.
    pub line: Option<Line>,
}

/// The properties of a game whose positions can recur.
pub trait RepeatingGame: LayeredGame {
    /// Returns the maximum number of stones on a board, if the rules limit it.
    fn most_stones(&self) -> Option<u32> {
        None
    }

    /// Returns the writer of repetitions among boards with up to `stones` stones.
    ///
    /// # Errors
    /// There are more positions than can be numbered.
    fn lines(&self, stones: u32) -> Result<Box<dyn Lines + '_>, RankingError>;

    /// Creates the certificate of a repetition. `None` in a game without certificates of
    /// repetitions.
    ///
    /// # Errors
    /// The line cannot be played, which would be an error of the program.
    fn certify(&self, line: &Line) -> Option<Result<Certificate, CertifyError>> {
        let _ = line;
        None
    }
}

/// A game whose positions can recur, for the command.
pub trait CyclicGame {
    /// Checks that all layers up to `stones` stones exist, and their tables if a directory is
    /// given. This is cheap and avoids a failure halfway.
    ///
    /// # Errors
    /// A layer does not exist, or tables are missing or damaged.
    fn check_cycles(&self, stones: u32, tables: Option<&Path>) -> Result<(), CyclesError>;

    /// Finds the repetitions of a layer. With tables, finds infinite optimal play there too.
    ///
    /// # Errors
    /// The layer does not exist, tables are missing or damaged, or the monitor cancelled.
    fn cycles(
        &self,
        stones: u32,
        tables: Option<&Path>,
        monitor: &dyn Monitor,
    ) -> Result<CyclesLayer, CyclesError>;

    /// Creates the certificate of a repetition. `None` in a game without certificates of
    /// repetitions.
    ///
    /// # Errors
    /// The line cannot be played, which would be an error of the program.
    fn certify_cycle(&self, line: &Line) -> Option<Result<Certificate, CertifyError>>;
}

impl<G: RepeatingGame> CyclicGame for G {
    fn check_cycles(&self, stones: u32, tables: Option<&Path>) -> Result<(), CyclesError> {
        if let Some(most) = self.most_stones().filter(|&most| stones > most) {
            return Err(CyclesError::Layer { stones, most });
        }
        let layers = self.layers(stones)?;
        if let Some(folder) = tables {
            Tables::open(folder, &TableShapes::of_layers(&layers, stones), stones)?;
        }
        Ok(())
    }

    fn cycles(
        &self,
        stones: u32,
        tables: Option<&Path>,
        monitor: &dyn Monitor,
    ) -> Result<CyclesLayer, CyclesError> {
        self.check_cycles(stones, tables)?;
        let lines = self.lines(stones)?;
        layer_of(&self.layers(stones)?, &*lines, stones, tables, monitor)
    }

    fn certify_cycle(&self, line: &Line) -> Option<Result<Certificate, CertifyError>> {
        self.certify(line)
    }
}

impl RepeatingGame for Rules {
    fn lines(&self, stones: u32) -> Result<Box<dyn Lines + '_>, RankingError> {
        Ok(Box::new(StonesLines {
            rules: *self,
            ranking: Ranking::new(self.holes(), stones as usize)?,
        }))
    }

    fn certify(&self, line: &Line) -> Option<Result<Certificate, CertifyError>> {
        Some(stones_certificate(self, line))
    }
}

impl RepeatingGame for TwoRank {
    fn most_stones(&self) -> Option<u32> {
        Some(self.total())
    }

    fn lines(&self, stones: u32) -> Result<Box<dyn Lines + '_>, RankingError> {
        Ok(Box::new(TwoRankLines {
            game: self,
            ranking: Ranking::new(2 * self.rules().pits, stones as usize)?,
        }))
    }
}

fn stones_certificate(rules: &Rules, line: &Line) -> Result<Certificate, CertifyError> {
    let rules = line.game.as_ref().unwrap_or(rules);
    let position = Position::parse(rules, &line.position)?;
    let cycle: Record = line.moves.join(" ").parse()?;
    certificate_of_repetition(&Sower::new(rules), position, &Record::default(), &cycle)
}

fn layer_of(
    layers: &impl Layered,
    lines: &dyn Lines,
    stones: u32,
    tables: Option<&Path>,
    monitor: &dyn Monitor,
) -> Result<CyclesLayer, CyclesError> {
    let found = layer_cycles(layers, stones, monitor)?;
    let best = match tables {
        None => None,
        Some(folder) => {
            let tables = Tables::open(folder, &TableShapes::of_layers(layers, stones), stones)?;
            Some(best_play(layers, &tables, stones, monitor)?)
        }
    };
    let LayerCycles {
        positions,
        on_cycles,
        components,
        largest,
        shortest,
    } = found;
    let line = lines.cycle(stones, &shortest);
    Ok(CyclesLayer {
        stones,
        boards: positions,
        boards_on_cycles: on_cycles,
        groups: components,
        largest_group: largest,
        shortest: line.as_ref().map(|line| line.moves.len()),
        line,
        best_play: best.map(|best: BestPlay| BestPlayLayer {
            undetermined: best.undetermined,
            forced: best.forced,
            endless: best.endless,
            first_endless: best
                .first_endless
                .and_then(|rank| lines.endless(stones, rank)),
            line: lines.cycle(stones, &best.cycle),
        }),
    })
}
