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
        "the commands are ugi, isready, setoption, uginewgame, position, go, stop, legal, state, d, quit"
    )]
    Command,
    #[error("a line has at most {LONGEST_LINE} bytes")]
    LongLine,
    #[error("an option is set by: setoption name NAME value VALUE")]
    Option,
    #[error("there are the options Game, Engine, Pie and Seed")]
    OptionName,
    #[error("Pie is true or false")]
    Pie,
    #[error("Seed is a number from 0 on")]
    Seed,
    #[error("a position is startpos or fen POSITION, then moves …")]
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
