//! Why a tournament fails.

use super::openings::OpeningsError;
use super::player::Fault;
use super::records::RecordError;
use super::spec::EngineError;
use sowlab_analysis::tables::TablesError;
use sowlab_base::pieces::TooManyPieces;
use sowlab_games::catalog::NameError;

/// Why a tournament does not take place, or ends early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Something in the settings is wrong; nothing was played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Something went wrong while it was played.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// What is wrong with the settings of a tournament.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The game.
    #[error(transparent)]
    Game(#[from] NameError),
    /// The openings.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// The tables that end games.
    #[error("--adjudicate: {0}")]
    Adjudicate(#[from] TablesError),
    /// An engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A sequential test in pieces.
    #[error(
        "--shard: a sequential test ends by the games of all: play a fixed number of games, and give their \
         pairs to `sowlab sprt`"
    )]
    Sequential,
    /// A Swiss tournament in pieces.
    #[error("--shard: who meets whom in a Swiss tournament depends on the rounds before")]
    Swiss,
    /// More pieces than pairs.
    #[error("--shard: {0}")]
    Pieces(#[from] TooManyPieces),
}

/// What stops a tournament that is being played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The system refuses a thread.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] rayon::ThreadPoolBuildError),
    /// An engine that cannot be set up again.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A table of an engine that is damaged: no engine loses a game by it.
    #[error("{engine}: {fault}")]
    Table {
        /// The engine.
        engine: String,
        /// What is wrong.
        fault: Fault,
    },
    /// Records that cannot be written.
    #[error(transparent)]
    Records(#[from] RecordError),
}
