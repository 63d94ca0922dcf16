//! Why a board is refused.

/// Why a board is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// It is not of the form of a board file.
    #[error("line {line}: {message}")]
    Form {
        /// Where.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// A log is named that is not in the rows.
    #[error("{place}: there is no log '{name}'")]
    Dangling {
        /// Where it is named.
        place: String,
        /// The name.
        name: String,
    },
    /// A log is in the rows twice.
    #[error("rows: log '{0}' is there twice")]
    Twice(String),
    /// A name that cannot be written in a record.
    #[error("rows: log '{0}': names are a capital letter and digits, as T1")]
    Name(String),
    /// A number that does not match what is listed, or does not fit.
    #[error("{what}: {found}, but {expected}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there must be.
        expected: String,
    },
    /// A log without an exit or a neighbour.
    #[error("log {log} has no {what}")]
    None {
        /// The log.
        log: String,
        /// What it lacks.
        what: &'static str,
    },
    /// Two logs of which only one names the other as its neighbour.
    #[error("neighbours: {one} names {other}, but {other} does not name {one}")]
    OneSided {
        /// The one.
        one: String,
        /// The other.
        other: String,
    },
    /// An exit or a neighbour that is the log itself, or is named twice.
    #[error("{place}: '{name}' is the log itself, or is named twice")]
    Repeated {
        /// Where it is named.
        place: String,
        /// The name.
        name: String,
    },
    /// No sowing from some log ever comes to this one.
    #[error("exits: eggs from {from} never reach log {log}")]
    Unreachable {
        /// The log.
        log: String,
        /// Where eggs come from.
        from: String,
    },
    /// A log on the way through which it is not said where eggs go on.
    #[error("through.{log}: eggs come from {from}, and it is not said where they go on")]
    NoWayOn {
        /// The log.
        log: String,
        /// Where they come from.
        from: String,
    },
}
