//! The schema of an experiment file.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sowlab_solvers::Monitor;

use super::kinds;
use super::kinds::openings::Sizes;
use super::kinds::stones_openings::Sizes as StonesSizes;
use super::results::Finding;
use crate::games::catalogue::CatalogueGame;
use crate::games::stones::Rules;
use crate::tables::TabledGame;
use crate::tournament::openings::Openings;
use crate::tournament::spec::EngineSpec;

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
    /// The openings of small boards of the two-rank games, and of The Colony, each proven in two
    /// ways. Games are named without their size.
    Openings {
        /// Pits a side, from 1 to so many.
        pits: u32,
        /// Seeds in a pit, from 1 to so many.
        seeds: u32,
        /// Sizes with more positions in their tables are left out.
        positions: u64,
    },
    /// The openings of the stones family on boards of many sizes, with and without the pie rule, as
    /// far as they are proven. Games give the readings; their size makes no difference.
    StonesOpenings {
        /// Holes, from 2 to so many.
        holes: usize,
        /// Stones a hole, from 2 to so many.
        seeds: usize,
        /// The nodes searched for an opening at most.
        nodes: u64,
        /// The folder of the tables, which is no part of the results.
        directory: PathBuf,
    },
    /// Every setup of Random Mancala on a small board. Games are named with their pits.
    AllSetups {
        /// From 1 to so many seeds on the board.
        seeds: u32,
    },
    /// Setups of Random Mancala that are drawn. Games are `random:…` without a seed.
    DrawnSetups {
        /// Those drawn from seeds 1 to so many.
        samples: u64,
    },
    /// Engines against each other, each against the one before it in a list.
    Ladder(Ladder),
    /// Monte Carlo tree search of the first rounds of a game with sealed choices: how much its
    /// strategies can be exploited.
    SealedSearch {
        /// How many rounds are played; what is left after them counts for nobody.
        rounds: u32,
        /// After how many playouts it is measured, in rising order.
        playouts: Vec<u64>,
        /// How often it is repeated, with the seeds 0, 1 and so on.
        runs: u64,
    },
    /// Monte Carlo tree search where tables know the best choices: how often it finds one.
    SearchedChoices {
        /// The boards: the first with at most so many stones in random games.
        stones: u32,
        /// Boards with at most so many stones are looked up in one of the searches.
        probed: u32,
        /// How many boards.
        positions: u64,
        /// After how many playouts it is asked, in rising order.
        playouts: Vec<u64>,
        /// The folder of the tables, which is no part of the results; they are built if need be.
        directory: PathBuf,
    },
    /// What seeing the other's choice is worth, layer by layer, and which orderings of the commit orders
    /// hold.
    CommitOrders {
        /// From so many stones on the board.
        least: u32,
        /// To so many.
        stones: u32,
        /// The most boards of a layer, spread evenly; a smaller layer is taken whole.
        boards: u64,
        /// The horizon in rounds.
        horizon: u8,
    },
    /// The same over the rounds of a game that both sides play well.
    CommitOrderPlay {
        /// The most rounds.
        rounds: u32,
        /// The horizon in rounds, also that of the players.
        horizon: u8,
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

/// A ladder of engines.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The engines by specification, two or more.
    pub engines: Vec<String>,
    /// Games of each two neighbours, an even number.
    pub games_each: u64,
    /// Where games begin, as in `random:2`.
    pub openings: String,
    /// With the pie rule, without it, or both; it is part of the stones family only.
    pub pie: Vec<bool>,
    /// The seed of everything that uses chance.
    pub seed: u64,
}

impl Ladder {
    /// The engines.
    ///
    /// # Errors
    /// A specification that is none, fewer than two engines, or no openings.
    pub(super) fn specs(&self) -> Result<Vec<EngineSpec>, String> {
        let parse = |text: &String| text.parse().map_err(|error| format!("{error}"));
        let specs: Vec<EngineSpec> = self.engines.iter().map(parse).collect::<Result<_, _>>()?;
        if specs.len() < 2 || self.games_each < 2 || self.pie.is_empty() {
            return Err("a ladder takes two engines, two games and one setting of pie".into());
        }
        self.openings
            .parse::<Openings>()
            .map_err(|error| error.to_string())?;
        Ok(specs)
    }
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
    /// A game that this kind of experiment is not for.
    #[error("experiment '{id}': {reason}")]
    Unfit {
        /// The experiment.
        id: String,
        /// Why.
        reason: String,
    },
    /// A ladder of engines that cannot be played.
    #[error("experiment '{id}': {reason}")]
    Ladder {
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
            Kind::Openings {
                pits,
                seeds,
                positions,
            } => kinds::openings::names(
                self,
                Sizes {
                    pits,
                    seeds,
                    positions,
                },
            ),
            Kind::StonesOpenings { holes, seeds, .. } => {
                let readings = self.rule_sets().unwrap_or_default();
                let all = kinds::stones_openings::rule_sets(&readings, holes, seeds);
                all.iter().map(ToString::to_string).collect()
            }
            Kind::DrawnSetups { .. } => self.games.clone(),
            Kind::Ladder(_) | Kind::AllSetups { .. } => self
                .games
                .iter()
                .filter_map(|name| Some(name.parse::<CatalogueGame>().ok()?.to_string()))
                .collect(),
            Kind::Perft { .. }
            | Kind::OpeningRounds {}
            | Kind::SealedSearch { .. }
            | Kind::SearchedChoices { .. }
            | Kind::CommitOrders { .. }
            | Kind::CommitOrderPlay { .. }
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
        match &self.kind {
            Kind::Ladder(ladder) => {
                ladder.specs().map_err(|reason| StudyError::Ladder {
                    id: self.id.clone(),
                    reason,
                })?;
                for name in &self.games {
                    let game: Result<CatalogueGame, _> = name.parse();
                    game.map_err(|error| StudyError::Game {
                        id: self.id.clone(),
                        error,
                    })?;
                }
            }
            Kind::Tables { .. } => {
                for name in &self.games {
                    TabledGame::parse(name).map_err(|reason| StudyError::Unfit {
                        id: self.id.clone(),
                        reason,
                    })?;
                }
            }
            Kind::Openings { .. } => self.check_family(str::to_owned, |game| {
                matches!(game, CatalogueGame::TwoRank(_) | CatalogueGame::Colony(_))
            })?,
            Kind::AllSetups { .. } => {
                self.check_family(str::to_owned, |game| {
                    matches!(game, CatalogueGame::TwoRank(_))
                })?;
            }
            Kind::DrawnSetups { .. } => {
                let drawn = |name: &str| kinds::drawn_setups::drawn(name, 1);
                self.check_family(drawn, |game| matches!(game, CatalogueGame::Random(_)))?;
            }
            Kind::Perft { .. }
            | Kind::OpeningRounds {}
            | Kind::SealedSearch { .. }
            | Kind::SearchedChoices { .. }
            | Kind::CommitOrders { .. }
            | Kind::CommitOrderPlay { .. }
            | Kind::Reach { .. }
            | Kind::Scan { .. }
            | Kind::StonesOpenings { .. }
            | Kind::Cycles { .. } => {
                self.rule_sets()?;
            }
        }
        Ok(())
    }

    /// Checks that there are such games, once their names are complete, and that they are of a
    /// family that this kind is for.
    fn check_family(
        &self,
        complete: impl Fn(&str) -> String,
        fits: impl Fn(&CatalogueGame) -> bool,
    ) -> Result<(), StudyError> {
        for name in &self.games {
            let game = complete(name).parse().map_err(|error| StudyError::Game {
                id: self.id.clone(),
                error,
            })?;
            if !fits(&game) {
                return Err(StudyError::Unfit {
                    id: self.id.clone(),
                    reason: format!("{name}: this kind is for games of another family"),
                });
            }
        }
        Ok(())
    }

    /// Runs it. `None` if the monitor cancelled.
    pub(super) fn run(&self, monitor: &dyn Monitor) -> Result<Option<Finding>, StudyError> {
        match &self.kind {
            &Kind::Perft { depth } => kinds::perft::run(self, depth, monitor),
            Kind::OpeningRounds {} => kinds::opening_rounds::run(self),
            &Kind::Openings {
                pits,
                seeds,
                positions,
            } => kinds::openings::run(
                self,
                Sizes {
                    pits,
                    seeds,
                    positions,
                },
                monitor,
            ),
            Kind::StonesOpenings {
                holes,
                seeds,
                nodes,
                directory,
            } => {
                let sizes = StonesSizes {
                    holes: *holes,
                    seeds: *seeds,
                    nodes: *nodes,
                    directory,
                };
                kinds::stones_openings::run(self, sizes, monitor)
            }
            &Kind::AllSetups { seeds } => kinds::all_setups::run(self, seeds, monitor),
            &Kind::DrawnSetups { samples } => kinds::drawn_setups::run(self, samples, monitor),
            Kind::Ladder(ladder) => kinds::ladder::run(self, ladder, monitor),
            &Kind::CommitOrders {
                least,
                stones,
                boards,
                horizon,
            } => {
                let layers = kinds::commit_orders::Layers {
                    least,
                    stones,
                    boards,
                    horizon,
                };
                kinds::commit_orders::run(self, &layers, monitor)
            }
            &Kind::CommitOrderPlay { rounds, horizon } => {
                kinds::commit_order_play::run(self, rounds, horizon, monitor)
            }
            Kind::SealedSearch {
                rounds,
                playouts,
                runs,
            } => kinds::sealed_search::run(self, *rounds, playouts, *runs, monitor),
            Kind::SearchedChoices {
                stones,
                probed,
                positions,
                playouts,
                directory,
            } => {
                let boards = kinds::searched_choices::Boards {
                    stones: *stones,
                    probed: *probed,
                    positions: *positions,
                    directory,
                };
                kinds::searched_choices::run(self, &boards, playouts, monitor)
            }
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
