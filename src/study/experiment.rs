//! The schema of an experiment file.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::kinds;
use super::results::Finding;
use crate::games::catalogue::CatalogueGame;
use crate::games::stones::Rules;
use crate::tables::TabledGame;

/// A study: an experiment file, read and checked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// The name of the folder of the results: letters, digits and dashes.
    pub name: String,
    /// A heading for the report.
    pub title: String,
    /// The experiments, in order.
    pub experiment: Vec<Experiment>,
}

/// One experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Experiment {
    /// The name of its files: letters, digits and dashes.
    pub id: String,
    /// The question that it answers, a heading for the report.
    pub title: String,
    /// The games, by their names in the catalogue.
    pub games: Vec<String>,
    /// Whether to run each game under all four readings of the cases that the sources leave open.
    #[serde(default)]
    pub all_readings: bool,
    /// What to compute.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What an experiment computes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Kind {
    /// Counts of the sequences of rounds.
    Perft {
        /// How many rounds.
        depth: u32,
    },
    /// Every round that can be the first.
    OpeningRounds {},
    /// Endgame tables: builds those that are not there yet, and says what is in them.
    Tables {
        /// Up to so many stones on the board.
        stones: u32,
        /// The folder of the tables, which is no part of the results.
        directory: PathBuf,
    },
    /// Breadth-first search for endless rounds near the opening.
    Reach {
        /// How many rounds.
        rounds: u32,
        /// Whether only rounds are played that no reading disputes.
        #[serde(default)]
        undisputed: bool,
        /// Whether a certificate of each witness is written.
        #[serde(default)]
        certificates: bool,
    },
    /// Every joint move on every board of many layers, with a certificate of the smallest endless
    /// one.
    Scan {
        /// Up to so many stones on the board.
        stones: u32,
    },
    /// Repetitions within layers, and where best play never ends, with certificates; builds the
    /// tables that it needs.
    Cycles {
        /// Up to so many stones on the board.
        stones: u32,
        /// The folder of the tables, which is no part of the results.
        directory: PathBuf,
    },
}

/// Why a study cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The file is not of the schema; the message says where.
    #[error("{0}")]
    Schema(String),
    /// A name that cannot be a file's.
    #[error("{what} '{name}': names are letters, digits and dashes")]
    Name {
        /// What is named.
        what: &'static str,
        /// The name given.
        name: String,
    },
    /// Two experiments with the same name would write the same files.
    #[error("there are two experiments with the id '{0}'")]
    Twice(String),
    /// A game that is none.
    #[error("experiment '{id}': {error}")]
    Game {
        /// The experiment.
        id: String,
        /// Why.
        error: crate::games::catalogue::NameError,
    },
    /// A game of a family for which there is no such kind of experiment.
    #[error(
        "experiment '{id}': {game} is no game of the stones family, and this kind is for those"
    )]
    Family {
        /// The experiment.
        id: String,
        /// The game.
        game: String,
    },
    /// A game that has no tables.
    #[error("experiment '{id}': {reason}")]
    NoTables {
        /// The experiment.
        id: String,
        /// Why.
        reason: String,
    },
    /// An experiment that cannot be computed.
    #[error("experiment '{id}': {reason}")]
    Compute {
        /// The experiment.
        id: String,
        /// Why.
        reason: String,
    },
    /// Results that cannot be written.
    #[error("cannot write {path}: {error}")]
    Write {
        /// The file or folder.
        path: String,
        /// Why.
        error: std::io::Error,
    },
}

impl StudyError {
    /// Whether the experiment file is at fault.
    pub fn is_bad_input(&self) -> bool {
        !matches!(self, StudyError::Write { .. } | StudyError::Compute { .. })
    }
}

impl Study {
    /// Reads and checks an experiment file.
    ///
    /// # Errors
    /// The message names the line or the experiment that is wrong.
    pub fn parse(text: &str) -> Result<Study, StudyError> {
        let study: Study = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| {
                1 + text
                    .bytes()
                    .take(span.start)
                    .filter(|&byte| byte == b'\n')
                    .count()
            });
            let message = error.message().replace('\n', " ");
            StudyError::Schema(match line {
                Some(line) => format!("line {line}: {message}"),
                None => message,
            })
        })?;
        check_name("name", &study.name)?;
        for (index, experiment) in study.experiment.iter().enumerate() {
            check_name("id", &experiment.id)?;
            if study.experiment[..index]
                .iter()
                .any(|earlier| earlier.id == experiment.id)
            {
                return Err(StudyError::Twice(experiment.id.clone()));
            }
            experiment.check_games()?;
        }
        Ok(study)
    }
}

fn check_name(what: &'static str, name: &str) -> Result<(), StudyError> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || !name.chars().all(allowed) {
        return Err(StudyError::Name {
            what,
            name: crate::games::shortened(name),
        });
    }
    Ok(())
}

impl Experiment {
    /// The rule sets that it runs.
    ///
    /// # Errors
    /// A name that is no game.
    pub fn rule_sets(&self) -> Result<Vec<Rules>, StudyError> {
        let mut rule_sets = Vec::new();
        for name in &self.games {
            let game = name.parse().map_err(|error| StudyError::Game {
                id: self.id.clone(),
                error,
            })?;
            let CatalogueGame::Stones(rules) = game else {
                return Err(StudyError::Family {
                    id: self.id.clone(),
                    game: name.clone(),
                });
            };
            if self.all_readings {
                rule_sets.extend(rules.readings());
            } else {
                rule_sets.push(rules);
            }
        }
        Ok(rule_sets)
    }

    /// The full names of the rule sets that it runs.
    pub(super) fn full_names(&self) -> Vec<String> {
        match self.kind {
            Kind::Tables { .. } => self
                .games
                .iter()
                .filter_map(|name| TabledGame::parse(name).ok()?.table_name().ok())
                .collect(),
            Kind::Perft { .. }
            | Kind::OpeningRounds {}
            | Kind::Reach { .. }
            | Kind::Scan { .. }
            | Kind::Cycles { .. } => self
                .rule_sets()
                .unwrap_or_default()
                .iter()
                .map(ToString::to_string)
                .collect(),
        }
    }

    /// Checks that there are such games, and that the kind is for them.
    fn check_games(&self) -> Result<(), StudyError> {
        match self.kind {
            Kind::Tables { .. } => {
                for name in &self.games {
                    TabledGame::parse(name).map_err(|reason| StudyError::NoTables {
                        id: self.id.clone(),
                        reason,
                    })?;
                }
            }
            Kind::Perft { .. }
            | Kind::OpeningRounds {}
            | Kind::Reach { .. }
            | Kind::Scan { .. }
            | Kind::Cycles { .. } => {
                self.rule_sets()?;
            }
        }
        Ok(())
    }

    /// Runs it. `None` if the monitor cancelled.
    pub(super) fn run(&self, monitor: &dyn Monitor) -> Result<Option<Finding>, StudyError> {
        match &self.kind {
            &Kind::Perft { depth } => kinds::perft::run(self, depth, monitor),
            Kind::OpeningRounds {} => kinds::opening_rounds::run(self),
            &Kind::Reach {
                rounds,
                undisputed,
                certificates,
            } => {
                let wanted = kinds::reach::Wanted {
                    rounds,
                    undisputed,
                    certificates,
                };
                kinds::reach::run(self, wanted, monitor)
            }
            &Kind::Scan { stones } => kinds::scan::run(self, stones, monitor),
            Kind::Cycles { stones, directory } => {
                kinds::cycles::run(self, *stones, directory, monitor)
            }
            Kind::Tables { stones, directory } => {
                kinds::tables::run(self, *stones, directory, monitor)
            }
        }
    }
}
