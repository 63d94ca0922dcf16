//! How a command fails: one line on standard error and an exit code.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use sowlab_base::files::is_unusable;
use sowlab_base::interrupt::Interrupted;

use super::signals;
use sowlab_analysis::{Field, RequestError};
use sowlab_base::one_line;
use sowlab_engines::player::Fault;
use sowlab_engines::seat::SeatError;
use sowlab_games::dynamic::PositionError;
use sowlab_terminal::{argument_error, note};

/// Why a command ends without doing what was asked.
#[derive(Debug)]
pub enum Failure {
    /// The input was wrong (exit code 2): what, and what is allowed.
    BadInput(String),
    /// Interrupted (exit code 130, or 143 by SIGTERM).
    Interrupted(Finished),
    /// Nobody reads the output any more (exit code 0, nothing said).
    NobodyReads,
    /// Something else went wrong, a full disk say (exit code 1).
    Other(String),
}

/// What is left of work that was interrupted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finished {
    /// What was finished is printed.
    Printed,
    /// What was finished is in this file or folder, from which the work can be resumed.
    In(PathBuf),
    /// Nothing was finished.
    Nothing,
    /// A round was broken off. Files keep what they had before.
    MidRound,
}

impl Failure {
    /// Wrong input in this option or field.
    pub fn input(what: &str, error: impl Display) -> Failure {
        Failure::BadInput(format!("{what}: {error}"))
    }

    /// A file that cannot be read or written: wrong input if that is about its path or contents.
    pub(super) fn file(option: &str, error: impl Display, cause: &io::Error) -> Failure {
        match is_wrong_path(cause) {
            true => Failure::input(option, error),
            false => Failure::Other(format!("{option}: {error}")),
        }
    }

    /// Something that is not the user's fault.
    pub fn other(message: impl Display) -> Failure {
        Failure::Other(message.to_string())
    }

    /// Why a request was not answered. Interrupted, what it found so far is in this file, if that is there.
    pub(super) fn keeping(error: RequestError, file: Option<&PathBuf>) -> Failure {
        match (error, file) {
            (RequestError::Cancelled(_), Some(kept)) if kept.exists() => {
                Failure::Interrupted(Finished::In(kept.clone()))
            }
            (error, _) => error.into(),
        }
    }

    /// What the argument parser has to say.
    pub(super) fn from_arguments(error: &clap::Error) -> Failure {
        Failure::BadInput(argument_error(error))
    }

    /// What went wrong, if it was the input.
    pub(super) fn line(&self) -> &str {
        match self {
            Failure::BadInput(line) | Failure::Other(line) => line,
            Failure::Interrupted(_) | Failure::NobodyReads => "",
        }
    }

    /// Says what went wrong, in one line on standard error.
    pub(super) fn report(&self) {
        let line = match self {
            Failure::BadInput(line) | Failure::Other(line) => line.clone(),
            Failure::Interrupted(Finished::Printed) => {
                "interrupted; what was finished is printed".into()
            }
            Failure::Interrupted(Finished::In(path)) => {
                format!(
                    "interrupted; what was finished is kept in {}",
                    path.display()
                )
            }
            Failure::Interrupted(Finished::Nothing) => {
                "interrupted before anything was finished".into()
            }
            Failure::Interrupted(Finished::MidRound) => {
                "interrupted in the middle of a round; files keep what was saved before".into()
            }
            Failure::NobodyReads => return,
        };
        note(&format!("sowlab: {}", one_line(&line)));
    }

    pub(super) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::BadInput(_) => 2,
            Failure::Interrupted(_) => signals::code_when_stopped(),
            Failure::NobodyReads => 0,
            Failure::Other(_) => 1,
        })
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Failure {
        RequestError::from(error).into()
    }
}

impl From<SeatError> for Failure {
    fn from(error: SeatError) -> Failure {
        match error {
            SeatError::Fault(fault) => fault.into(),
            error => Failure::other(error),
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        match fault {
            // The folder was named by the user.
            Fault::Table(_) => Failure::BadInput(fault.to_string()),
            fault => Failure::other(fault),
        }
    }
}

/// Whether an error of the file system is about the path that was given or what is in the file, not about the disk
/// behind it.
pub(super) fn is_wrong_path(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, NotFound};
    matches!(error.kind(), InvalidData | NotFound) || is_unusable(error)
}

/// The option that sets a field.
fn option(field: Field) -> &'static str {
    match field {
        Field::Game => "game",
        Field::Position => "--position",
        Field::Move => "--move",
        Field::Stones => "--stones",
        Field::Samples => "--samples",
        Field::Rounds => "--rounds",
        Field::Horizon => "--horizon",
        Field::Tables => "--tables",
        Field::Memory => "--memory",
        Field::Proof => "--proof",
        Field::NodeBudget => "--node-budget",
        Field::Explain => "--explain",
        Field::Strategy => "--strategy",
        Field::Best => "--best",
        Field::Undisputed => "--undisputed",
        Field::File => "file",
        Field::Checkpoint => "--checkpoint",
        Field::Certificate => "--certificate",
        Field::Certificates => "--certificates",
        Field::Shard => "--shard",
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Failure {
        match error {
            RequestError::Field { field, cause } => Failure::input(option(field), cause),
            RequestError::Cancelled(_) => Failure::Interrupted(Finished::Nothing),
            RequestError::Failed(cause) => Failure::other(cause),
        }
    }
}

impl From<Interrupted> for Failure {
    fn from(interrupted: Interrupted) -> Failure {
        match interrupted {
            Interrupted::Stopped => Failure::Interrupted(Finished::MidRound),
            Interrupted::TimeOver | Interrupted::TooLong => Failure::other(interrupted),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyReads,
            _ => Failure::Other(error.to_string()),
        }
    }
}
