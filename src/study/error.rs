//! Why a study fails.

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
    /// Two experiments with the same id would write the same files, and two with the same title the
    /// same section of the page.
    #[error("there are two experiments with the {what} '{name}'")]
    Twice {
        /// `id` or `title`.
        what: &'static str,
        /// The name given.
        name: String,
    },
    /// A game that is none.
    #[error("experiment '{id}': {error}")]
    Game {
        /// The experiment.
        id: String,
        /// Why.
        error: crate::catalog::NameError,
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
    /// A file of results that the report cannot be made from.
    #[error("{path}: {reason}; run its experiment again, or remove it")]
    Report {
        /// The file or folder.
        path: String,
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
            StudyError::Write { .. } | StudyError::Compute { .. } | StudyError::Report { .. }
        )
    }
}
