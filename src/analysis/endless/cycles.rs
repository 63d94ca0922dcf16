//! Repetitions within a layer, as positions and moves that can be replayed.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;
use sowlab_solvers::ranking::{Ranking, RankingError};
use sowlab_solvers::repetition::{BestPlay, LayerCycles, best_play, layer_cycles};
use sowlab_solvers::retrograde::Layered;
use sowlab_solvers::table::{TableError, Tables};

use super::certify::{CertifyError, certificate_of_repetition};
use super::lines::{Line, Lines, StonesLines, TwoRankLines};
use crate::analysis::certificates::Certificate;
use crate::catalog::{CatalogGame, NameError};
use crate::games::stones::sowing::Sower;
use crate::games::stones::{Position, Record, Rules, StonesLayers};
use crate::games::two_rank::{TwoRank, TwoRankLayers};

/// A game whose positions can recur.
pub struct CyclicGame {
    kind: Kind,
}

enum Kind {
    Stones(Rules),
    TwoRank(Box<TwoRank>),
}

/// Why there is nothing to look for, or nothing to look in.
#[derive(Debug, thiserror::Error)]
pub enum CyclesError {
    /// No game of the catalog.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Positions of the game never recur.
    #[error(
        "in {0} no position comes back: every sowing that leaves a side drops seeds in a store for \
         good"
    )]
    NeverRepeats(String),
    /// A drawn setup is played by the rules of its base game.
    #[error("{0} is played by the rules of its base game: ask about that")]
    Drawn(String),
    /// There is no ranking of the positions of The Colony.
    #[error("{0}: the positions of The Colony are too many to number")]
    Unnumbered(String),
    /// The positions cannot be numbered.
    #[error(transparent)]
    Ranking(#[from] RankingError),
    /// The game has no layer of so many stones.
    #[error("{stones} stones: the game has {most}")]
    Layer {
        /// Stones asked for.
        stones: u32,
        /// Stones of the game.
        most: u32,
    },
    /// The tables are missing, foreign or damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Repetitions within a layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CyclesLayer {
    /// Stones on the board.
    pub stones: u32,
    /// Boards of the layer, as the side with sente or to move sees them.
    pub boards: u64,
    /// Those that can recur without anything being captured.
    pub boards_on_cycles: u64,
    /// Groups of them within which each board can lead to every other.
    pub groups: u64,
    /// How many boards the largest group has.
    pub largest_group: u64,
    /// The fewest rounds (two-rank games: moves of both sides together) after which a position is
    /// back; `null` if none comes back.
    pub shortest: Option<usize>,
    /// A repetition of so many rounds.
    pub line: Option<Line>,
    /// What the tables say of best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_play: Option<BestPlayLayer>,
}

/// Where best play never ends in a layer. Best is a choice that loses nothing by `zero`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BestPlayLayer {
    /// Boards with `lower < upper`.
    pub undetermined: u64,
    /// Boards with `lower < 0 < upper`: neither side can do better than to go on for ever.
    pub forced: u64,
    /// Boards where an endless round is best play of both.
    pub endless: u64,
    /// The first of them, with such a round.
    pub first_endless: Option<Line>,
    /// A shortest repetition that is best play of both from a forced board.
    pub line: Option<Line>,
}

impl CyclicGame {
    /// Reads a game with its options.
    ///
    /// # Errors
    /// No game, or one whose positions never recur.
    pub fn parse(name: &str) -> Result<CyclicGame, CyclesError> {
        let kind = match name.parse::<CatalogGame>()? {
            CatalogGame::Stones(rules) => Kind::Stones(rules),
            CatalogGame::TwoRank(variant) => {
                let game = variant.game();
                if !game.rules().can_repeat() {
                    return Err(CyclesError::NeverRepeats(game.name().to_owned()));
                }
                Kind::TwoRank(Box::new(game))
            }
            CatalogGame::Random(_) => return Err(CyclesError::Drawn(name.to_owned())),
            CatalogGame::Colony(_) => return Err(CyclesError::Unnumbered(name.to_owned())),
        };
        Ok(CyclicGame { kind })
    }

    /// The full name.
    pub fn name(&self) -> String {
        match &self.kind {
            Kind::Stones(rules) => rules.to_string(),
            Kind::TwoRank(game) => game.name().to_owned(),
        }
    }

    /// Whether all layers up to so many stones, and their tables if a folder is given, are there:
    /// cheap, unlike finding it out on the way.
    ///
    /// # Errors
    /// The layer does not exist, or tables are missing or damaged.
    pub fn check(&self, stones: u32, tables: Option<&Path>) -> Result<(), CyclesError> {
        let name = match &self.kind {
            Kind::Stones(rules) => StonesLayers::new(rules, stones as usize)?.name(),
            Kind::TwoRank(game) => {
                let most = game.rules().total() as u32;
                if stones > most {
                    return Err(CyclesError::Layer { stones, most });
                }
                TwoRankLayers::new((**game).clone(), stones as usize)?.name()
            }
        };
        if let Some(folder) = tables {
            Tables::open(folder, &name, stones)?;
        }
        Ok(())
    }

    /// Finds the repetitions of a layer, and what tables say of best play there if a folder of
    /// them is given. `None` if the monitor cancelled.
    ///
    /// # Errors
    /// The layer does not exist, or tables are missing or damaged.
    pub fn layer(
        &self,
        stones: u32,
        tables: Option<&Path>,
        monitor: &dyn Monitor,
    ) -> Result<Option<CyclesLayer>, CyclesError> {
        self.check(stones, tables)?;
        match &self.kind {
            Kind::Stones(rules) => {
                let layers = StonesLayers::new(rules, stones as usize)?;
                let lines = StonesLines {
                    rules: *rules,
                    ranking: layers.ranking(),
                };
                layer_of(&layers, &lines, stones, tables, monitor)
            }
            Kind::TwoRank(game) => {
                let layers = TwoRankLayers::new((**game).clone(), stones as usize)?;
                let lines = TwoRankLines {
                    game,
                    ranking: Ranking::new(2 * game.rules().pits, stones as usize)?,
                };
                layer_of(&layers, &lines, stones, tables, monitor)
            }
        }
    }

    /// Whether its repetitions have certificates: those of the stones family have.
    pub fn has_certificates(&self) -> bool {
        matches!(self.kind, Kind::Stones(_))
    }

    /// The certificate of the repetition of a layer; only games of the stones family have them.
    ///
    /// # Errors
    /// The line cannot be played, which would be a mistake in the program.
    pub fn certificate(&self, line: &Line) -> Option<Result<Certificate, CertifyError>> {
        match &self.kind {
            Kind::Stones(rules) => Some(stones_certificate(rules, line)),
            Kind::TwoRank(_) => None,
        }
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
    lines: &impl Lines,
    stones: u32,
    tables: Option<&Path>,
    monitor: &dyn Monitor,
) -> Result<Option<CyclesLayer>, CyclesError> {
    let Some(found) = layer_cycles(layers, stones, monitor) else {
        return Ok(None);
    };
    let best = match tables {
        None => None,
        Some(folder) => {
            let tables = Tables::open(folder, &layers.name(), stones)?;
            match best_play(layers, &tables, stones, monitor)? {
                None => return Ok(None),
                best => best,
            }
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
    Ok(Some(CyclesLayer {
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
    }))
}
