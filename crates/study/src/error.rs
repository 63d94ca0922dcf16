//! Why a study fails.

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
use sowlab_engines::secured_play::SecuredError;
use sowlab_engines::spec::SpecError;
use sowlab_games::catalog::{NameError, NotOffered};
use sowlab_games::stones::Rules;

/// Why a study cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The monitor cancelled.
    #[error("interrupted")]
    Cancelled(#[from] Cancelled),
    /// The file is not of the schema; the message says where.
    #[error("{0}")]
    Schema(String),
    /// A name that cannot be a file's.
    #[error("{what} '{name}': names are letters, digits and dashes")]
    Name {
        /// The kind of thing that is named.
        what: &'static str,
        /// The name given.
        name: String,
    },
    /// Two experiments with the same id would write the same files, and two with the same title the
    /// same section of the page.
    #[error("there are two experiments with the {what} '{name}'")]
    Twice {
        /// `id` or `title`.
        what: &'static str,
        /// The name given.
        name: String,
    },
    /// An experiment whose options or games do not fit its kind.
    #[error("experiment '{id}': {why}")]
    Unfit {
        /// The experiment.
        id: String,
        /// The reason.
        why: Unfit,
    },
    /// An experiment that cannot be computed.
    #[error("experiment '{id}': {why}")]
    Compute {
        /// The experiment.
        id: String,
        /// The failure.
        why: Box<Failure>,
    },
    /// A file of results that the report cannot be made from.
    #[error("{path}: {reason}; run its experiment again, or remove it")]
    Report {
        /// The file or folder.
        path: String,
        /// Why.
        reason: String,
    },
    /// A template that cannot be rendered: a sentence in it does not hold, or it names something that is not there.
    #[error("template {name}, line {line}: {reason}")]
    Template {
        /// The file of the template.
        name: String,
        /// The line.
        line: usize,
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
        !matches!(
            self,
            StudyError::Write { .. }
                | StudyError::Compute { .. }
                | StudyError::Report { .. }
                | StudyError::Template { .. }
        )
    }

    /// Results that the report cannot be made from.
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
    /// There is no game.
    #[error("games is empty, and there is nothing to compute without a game")]
    NoGames,
    /// A name that is no game.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A kind that is for games in which both sides sow at once.
    #[error("{game}: this kind is for stones-family games")]
    NotJoint {
        /// The game.
        game: String,
    },
    /// A kind that is for other games.
    #[error("{game}: this kind is for games of another family")]
    Family {
        /// The game.
        game: String,
    },
    /// A kind that is for games in which play ends.
    #[error(
        "{game}: this kind is for games in which play always ends, and in this one it can repeat itself"
    )]
    CanRepeat {
        /// The game.
        game: String,
    },
    /// A number out of its range.
    #[error("{name} = {value}: {least} to {most} are allowed")]
    Range {
        /// The option.
        name: &'static str,
        /// Its value.
        value: u64,
        /// The least that is allowed.
        least: u64,
        /// The greatest that is allowed.
        most: u64,
    },
    /// Numbers of playouts that do not rise, or nothing to measure.
    #[error("playouts must rise, and {0} must be at least 1")]
    Playouts(&'static str),
    /// More stones than a proof search can search.
    #[error("{rules}: {} stones, and no more than {MOST_STONES} can be searched", rules.stones())]
    Stones {
        /// The game.
        rules: Rules,
    },
    /// A game that does not have what the kind is about.
    #[error(transparent)]
    NotOffered(#[from] NotOffered),
    /// A game whose tables cannot be named.
    #[error(transparent)]
    Tables(#[from] Box<TableError>),
    /// Two options that cannot be combined.
    #[error("{0} and {1} exclude each other")]
    Exclusive(&'static str, &'static str),
    /// A ladder too short to be played.
    #[error("a ladder takes two engines, two games and one setting of pie")]
    Ladder,
    /// Games of `solved` without it, without opponents or without a setting of pie.
    #[error("this kind takes `solved` as its engine, an opponent and one setting of pie")]
    Secured,
    /// An engine that is none.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// A sequential test that is none.
    #[error(transparent)]
    Test(#[from] SprtParseError),
    /// Openings that are none.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
}

impl Unfit {
    /// Checks that an option lies in its range.
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

/// Why an experiment cannot be computed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The monitor cancelled.
    #[error("interrupted")]
    Cancelled(#[from] Cancelled),
    /// The games or options are wrong after all.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// A file of the work that is kept.
    #[error("{path}: {reason}")]
    File {
        /// The file or directory.
        path: String,
        /// Why.
        reason: String,
    },
    /// Runs whose proofs exclude each other.
    #[error("{0}: the runs written down contradict each other")]
    Contradiction(String),
    /// No random game leads to a board that can be asked about.
    #[error(
        "{rules}: no random game comes to a board with at most {stones} stones on which the choice matters"
    )]
    NoBoard {
        /// The game.
        rules: Rules,
        /// The most stones of the boards.
        stones: u32,
    },
    /// A thread that cannot be started.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Temporary files that cannot be made.
    #[error(transparent)]
    Temporary(#[from] TemporaryFolderError),
    /// Tables on disk.
    #[error(transparent)]
    Table(TableError),
    /// A request to the analysis.
    #[error(transparent)]
    Request(RequestError),
    /// A certificate that cannot be made.
    #[error(transparent)]
    Certificate(#[from] CertifyError),
    /// A tournament.
    #[error(transparent)]
    Tournament(#[from] RunError),
    /// Choices that are looked up.
    #[error(transparent)]
    BestChoices(BestChoicesError),
    /// Games against perfect play.
    #[error(transparent)]
    Losses(LossError),
    /// Games of the engine `solved`.
    #[error(transparent)]
    Secured(SecuredError),
}

impl Failure {
    /// A file of the work that is kept.
    pub(super) fn file(path: &Path, reason: impl std::fmt::Display) -> Failure {
        Failure::File {
            path: path.display().to_string(),
            reason: reason.to_string(),
        }
    }
}

/// Makes failures of errors, of which some say that the monitor cancelled.
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
