//! The commands that the engine refuses, as it reports after `info string error`.

use std::sync::Arc;

use sowlab_base::interrupt::Interrupted;

use super::lines::LONGEST_LINE;
use sowlab_engines::limits::GoError;
use sowlab_engines::protocol::SessionError;
use sowlab_engines::seat::OpenError;
use sowlab_engines::spec::SpecError;
use sowlab_games::catalog::NameError;

/// The reason why a command of the protocol is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    #[error(
        "unknown command; commands: ugi, isready, setoption, uginewgame, position, go, stop, legal, state, d, quit"
    )]
    Command,
    #[error("line too long; at most {LONGEST_LINE} bytes are allowed")]
    LongLine,
    #[error("write setoption name NAME value VALUE")]
    Option,
    #[error("unknown option; options: Game, Engine, Pie, Seed")]
    OptionName,
    #[error("Pie must be true or false")]
    Pie,
    #[error("Seed must be a whole number, 0 or more")]
    Seed,
    #[error("write position startpos or position fen POSITION, then moves MOVES if any")]
    Position,
    #[error(transparent)]
    Game(#[from] NameError),
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    Go(#[from] GoError),
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A round was interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// There is no session.
    #[error(transparent)]
    Open(#[from] Arc<OpenError>),
}
