//! The failures of a command: one line on standard error and an exit code.

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

/// The reason why a command ends without its result.
#[derive(Debug)]
pub enum Failure {
    /// The input was wrong (exit code 2). The text names the input and the allowed values.
    BadInput(String),
    /// The command was interrupted (exit code 130, or 143 by SIGTERM).
    Interrupted(Finished),
    /// The reader of the output has closed it (exit code 0, without a message).
    NobodyReads,
    /// Another error, for example a full disk (exit code 1).
    Other(String),
}

/// The remaining results of interrupted work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finished {
    /// The completed part is printed.
    Printed,
    /// The completed part is in this file or folder, from which the work can be resumed.
    In(PathBuf),
    /// Nothing was completed.
    Nothing,
    /// A round was interrupted. Files keep their previous contents.
    MidRound,
}

impl Failure {
    /// Creates the failure of wrong input in this option or field.
    pub fn input(what: &str, error: impl Display) -> Failure {
        Failure::BadInput(format!("{what}: {error}"))
    }

    /// Creates the failure of a file that cannot be read or written. It is wrong input if the path or the contents are
    /// at fault.
    pub(super) fn file(option: &str, error: impl Display, cause: &io::Error) -> Failure {
        match is_wrong_path(cause) {
            true => Failure::input(option, error),
            false => Failure::Other(format!("{option}: {error}")),
        }
    }

    /// Creates a failure that is not due to the input.
    pub fn other(message: impl Display) -> Failure {
        Failure::Other(message.to_string())
    }

    /// Converts the error of a request. If it was interrupted and `file` exists, its results so far are in that file.
    pub(super) fn keeping(error: RequestError, file: Option<&PathBuf>) -> Failure {
        match (error, file) {
            (RequestError::Cancelled(_), Some(kept)) if kept.exists() => {
                Failure::Interrupted(Finished::In(kept.clone()))
            }
            (error, _) => error.into(),
        }
    }

    /// Converts an error of the argument parser.
    pub(super) fn from_arguments(error: &clap::Error) -> Failure {
        Failure::BadInput(argument_error(error))
    }

    /// Returns the message, or an empty text after an interruption or a closed output.
    pub(super) fn line(&self) -> &str {
        match self {
            Failure::BadInput(line) | Failure::Other(line) => line,
            Failure::Interrupted(_) | Failure::NobodyReads => "",
        }
    }

    /// Prints the message as one line on standard error.
    pub(super) fn report(&self) {
        let line = match self {
            Failure::BadInput(line) | Failure::Other(line) => line.clone(),
            Failure::Interrupted(Finished::Printed) => {
                "interrupted; the completed part is printed".into()
            }
            Failure::Interrupted(Finished::In(path)) => {
                format!("interrupted; the completed part is in {}", path.display())
            }
            Failure::Interrupted(Finished::Nothing) => {
                "interrupted before anything was completed".into()
            }
            Failure::Interrupted(Finished::MidRound) => {
                "interrupted in the middle of a round; files hold what was saved before".into()
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
            // The user named the folder.
            Fault::Table(_) => Failure::BadInput(fault.to_string()),
            fault => Failure::other(fault),
        }
    }
}

/// Returns whether an error of the file system is due to the given path or the contents of the file, and not to the
/// disk.
pub(super) fn is_wrong_path(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, NotFound};
    matches!(error.kind(), InvalidData | NotFound) || is_unusable(error)
}

/// Returns the failure of the tables in the default directory, where this option names another one.
pub(super) fn default_tables_failure(option: &str, cause: &impl Display) -> Failure {
    Failure::BadInput(format!(
        "default tables: {cause}; {option} names another directory"
    ))
}

/// Returns the name of the option that sets a field.
fn option(field: Field) -> &'static str {
    match field {
        Field::Game => "game",
        Field::Position => "--position",
        Field::Move => "--move",
        Field::Stones => "--stones",
        Field::Samples => "--samples",
        Field::Rounds => "--rounds",
        Field::Horizon => "--horizon",
        Field::Tables | Field::DefaultTables => "--tables",
        Field::Memory => "--memory",
        Field::Proof => "--proof",
        Field::SaveProof => "--save-proof",
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
            RequestError::Field {
                field: Field::DefaultTables,
                cause,
            } => default_tables_failure("--tables", &cause),
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
