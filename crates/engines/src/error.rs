//! Errors of a tournament.

use super::openings::OpeningsError;
use super::player::Fault;
use super::records::RecordError;
use super::spec::EngineError;
use sowlab_analysis::tables::TablesError;
use sowlab_base::pieces::TooManyPieces;
use sowlab_games::catalog::NameError;

/// The error that prevents a tournament or ends it early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A setting is invalid; no game was played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A failure during play.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// An error in the settings of a tournament.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The game is invalid.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The openings are invalid.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The tables for adjudication cannot be used.
    #[error("--adjudicate: {0}")]
    Adjudicate(#[from] TablesError),
    /// An engine cannot be set up.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A sequential test cannot be divided into shards.
    #[error(
        "--shard: a sequential test cannot be divided; play a fixed number of games and give their pairs to \
         `sowlab sprt`"
    )]
    Sequential,
    /// A Swiss tournament cannot be divided into shards.
    #[error(
        "--shard: a Swiss tournament cannot be divided, because its pairings depend on earlier rounds"
    )]
    Swiss,
    /// There are more shards than pairs.
    #[error("--shard: {0}")]
    Pieces(#[from] TooManyPieces),
}

/// An error that stops a tournament during play.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The system refuses to start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] rayon::ThreadPoolBuildError),
    /// An engine cannot be set up again.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A table that an engine probes is damaged; the engine does not lose a game because of it.
    #[error("{engine}: {fault}")]
    Table {
        /// The specification of the engine.
        engine: String,
        /// The failure of the table.
        fault: Fault,
    },
    /// The records cannot be written.
    #[error(transparent)]
    Records(#[from] RecordError),
}
