//! Errors of a study.

use std::path::Path;

use sowlab_base::files::TemporaryFolderError;
use sowlab_solvers::Cancelled;
use sowlab_solvers::table::TableError;

use sowlab_analysis::RequestError;
use sowlab_analysis::best_choices::BestChoicesError;
use sowlab_analysis::endless::CertifyError;
use sowlab_analysis::solve::MOST_STONES;
use sowlab_analysis::tables::TablesError;
use sowlab_base::one_line;
use sowlab_engines::RunError;
use sowlab_engines::losses::LossError;
use sowlab_engines::openings::OpeningsError;
use sowlab_engines::rating::SprtParseError;
use sowlab_engines::seat::PrepareError;
use sowlab_engines::secured_play::SecuredError;
use sowlab_engines::spec::SpecError;
use sowlab_games::catalog::{NameError, NotOffered};
use sowlab_games::stones::Rules;

/// The error of a study that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The monitor cancelled.
    #[error("interrupted")]
    Cancelled(#[from] Cancelled),
    /// The file does not match the schema; the message has the place.
    #[error("{0}")]
    Schema(String),
    /// A name is not valid as the name of a file.
    #[error("{what} '{name}': names are letters, digits and dashes")]
    Name {
        /// The kind of the named thing.
        what: &'static str,
        /// The name as given.
        name: String,
    },
    /// Two experiments have the same id, and thus the same files, or the same title, and thus the same section of the
    /// page.
    #[error("there are two experiments with the {what} '{name}'")]
    Twice {
        /// `id` or `title`.
        what: &'static str,
        /// The name as given.
        name: String,
    },
    /// The options or games of an experiment do not fit its kind.
    #[error("experiment '{id}': {why}")]
    Unfit {
        /// The experiment.
        id: String,
        /// The reason.
        why: Unfit,
    },
    /// An experiment cannot be computed.
    #[error("experiment '{id}': {why}")]
    Compute {
        /// The experiment.
        id: String,
        /// The failure.
        why: Box<Failure>,
    },
    /// The report cannot be made from a file of results.
    #[error("{path}: {reason}; run its experiment again, or remove it")]
    Report {
        /// The file or folder.
        path: String,
        /// The reason.
        reason: String,
    },
    /// A template cannot be rendered: a statement in it does not hold, or it has an undefined name.
    #[error("template {name}, line {line}: {reason}")]
    Template {
        /// The file of the template.
        name: String,
        /// The line number.
        line: usize,
        /// The reason.
        reason: String,
    },
    /// Results cannot be written.
    #[error("cannot write {path}: {error}")]
    Write {
        /// The file or folder.
        path: String,
        /// The reason.
        error: std::io::Error,
    },
}

impl StudyError {
    /// Returns whether the experiment file is at fault.
    pub fn is_bad_input(&self) -> bool {
        !matches!(
            self,
            StudyError::Write { .. }
                | StudyError::Compute { .. }
                | StudyError::Report { .. }
                | StudyError::Template { .. }
        )
    }

    /// Creates the error of results that the report cannot be made from.
    pub(super) fn unreadable(path: &Path, error: impl std::fmt::Display) -> StudyError {
        StudyError::Report {
            path: path.display().to_string(),
            reason: one_line(&error),
        }
    }
}

/// An error in the options or games of an experiment.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// The experiment has no games.
    #[error("games must not be empty")]
    NoGames,
    /// A name is not a game.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The kind requires games in which both sides sow at once.
    #[error("{game}: this kind is for stones-family games")]
    NotJoint {
        /// The game.
        game: String,
    },
    /// The kind requires games of another family.
    #[error("{game}: this kind is not for the stones family")]
    Family {
        /// The game.
        game: String,
    },
    /// The kind requires games in which play always ends.
    #[error("{game}: this kind requires a game in which play always ends, and here it can repeat")]
    CanRepeat {
        /// The game.
        game: String,
    },
    /// The kind requires games with values in combinatorial game theory.
    #[error("{game}: this kind is for sowing and atomic-wari")]
    NoCombinatorialValues {
        /// The game.
        game: String,
    },
    /// A number is out of range.
    #[error("{name} = {value}: {least} to {most} are allowed")]
    Range {
        /// The option.
        name: &'static str,
        /// Its value.
        value: u64,
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
    /// The numbers of playouts do not ascend, or nothing is measured.
    #[error("playouts must increase, and {0} must be at least 1")]
    Playouts(&'static str),
    /// The game has more stones than a proof search supports.
    #[error("{rules}: {} stones; at most {MOST_STONES} can be searched", rules.stones())]
    Stones {
        /// The game.
        rules: Rules,
    },
    /// The game does not support the analysis of the kind.
    #[error(transparent)]
    NotOffered(#[from] NotOffered),
    /// The tables of the game cannot be named.
    #[error(transparent)]
    Tables(#[from] Box<TableError>),
    /// Two options exclude each other.
    #[error("{0} and {1} exclude each other")]
    Exclusive(&'static str, &'static str),
    /// A ladder has too few engines, games or settings of the pie rule.
    #[error("a ladder takes two engines, two games and one setting of pie")]
    Ladder,
    /// The engine is not `solved`, or opponents or settings of the pie rule are missing.
    #[error("this kind takes `solved` as its engine, an opponent and one setting of pie")]
    Secured,
    /// An engine is invalid.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// A sequential test is invalid.
    #[error(transparent)]
    Test(#[from] SprtParseError),
    /// Openings are invalid.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
}

impl Unfit {
    /// Checks that an option is in its range.
    ///
    /// # Errors
    /// The option and the range.
    pub(super) fn unless_within(
        name: &'static str,
        value: u64,
        least: u64,
        most: u64,
    ) -> Result<(), Unfit> {
        match (least..=most).contains(&value) {
            true => Ok(()),
            false => Err(Unfit::Range {
                name,
                value,
                least,
                most,
            }),
        }
    }
}

/// The error of an experiment that cannot be computed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The monitor cancelled.
    #[error("interrupted")]
    Cancelled(#[from] Cancelled),
    /// The games or options do not fit.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// A work file cannot be used.
    #[error("{path}: {reason}")]
    File {
        /// The file or directory.
        path: String,
        /// The reason.
        reason: String,
    },
    /// Runs have proofs that contradict each other.
    #[error("{0}: the runs written down contradict each other")]
    Contradiction(String),
    /// No random game reaches a board on which the choice matters.
    #[error(
        "{rules}: no random game comes to a board with at most {stones} stones on which the choice matters"
    )]
    NoBoard {
        /// The game.
        rules: Rules,
        /// The maximum number of stones on the boards.
        stones: u32,
    },
    /// A thread cannot be started.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Temporary files cannot be created.
    #[error(transparent)]
    Temporary(#[from] TemporaryFolderError),
    /// Tables on disk cannot be used.
    #[error(transparent)]
    Table(TableError),
    /// A request to the analysis fails.
    #[error(transparent)]
    Request(RequestError),
    /// A certificate cannot be created.
    #[error(transparent)]
    Certificate(#[from] CertifyError),
    /// A tournament fails.
    #[error(transparent)]
    Tournament(#[from] RunError),
    /// The choices of boards cannot be probed.
    #[error(transparent)]
    BestChoices(BestChoicesError),
    /// Games against optimal play fail.
    #[error(transparent)]
    Losses(LossError),
    /// The tables of the engine `solved` cannot be built.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// Games of the engine `solved` fail.
    #[error(transparent)]
    Secured(SecuredError),
}

impl Failure {
    /// Creates the error of a work file.
    pub(super) fn file(path: &Path, reason: impl std::fmt::Display) -> Failure {
        Failure::File {
            path: path.display().to_string(),
            reason: reason.to_string(),
        }
    }
}

/// Implements the conversion of errors to failures; some variants mean that the monitor cancelled.
macro_rules! failures {
    ($($error:ident as $variant:ident, cancelled: [$($cancelled:pat_param)|+];)+) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                match error {
                    $($cancelled)|+ => Failure::Cancelled(Cancelled),
                    error => Failure::$variant(error),
                }
            }
        })+
    };
}

failures! {
    TableError as Table, cancelled: [TableError::Cancelled(_)];
    RequestError as Request, cancelled: [RequestError::Cancelled(_)];
    SecuredError as Secured, cancelled: [SecuredError::Cancelled(_)];
    BestChoicesError as BestChoices, cancelled: [BestChoicesError::Cancelled(_)
        | BestChoicesError::Tables(TablesError::Table(TableError::Cancelled(_)))];
    LossError as Losses, cancelled: [LossError::Cancelled(_)
        | LossError::Tables(TablesError::Table(TableError::Cancelled(_)))];
}
