//! Why a board is refused.

/// Why a board is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The text does not have the form of a board file.
    #[error("line {line}: {message}")]
    Form {
        /// The line of the error.
        line: usize,
        /// The error in that line.
        message: String,
    },
    /// A log is named that is not in the rows.
    #[error("{place}: there is no log '{name}'")]
    Dangling {
        /// The place in the file.
        place: String,
        /// The name.
        name: String,
    },
    /// A log is in the rows twice.
    #[error("rows: log '{0}' is named twice")]
    Twice(String),
    /// A name that cannot be written in a record.
    #[error("rows: log '{0}': names are a capital letter and digits, as T1")]
    Name(String),
    /// A number that contradicts the lists, or is out of range.
    #[error("{what}: {found}, but {expected}")]
    Count {
        /// The items that were counted.
        what: &'static str,
        /// The number in the file.
        found: usize,
        /// The numbers that are allowed.
        expected: String,
    },
    /// A log without an exit or a neighbour.
    #[error("log {log} has no {what}")]
    None {
        /// The log.
        log: String,
        /// The missing list.
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
        /// The place in the file.
        place: String,
        /// The name.
        name: String,
    },
    /// No sowing from some log ever comes to this one.
    #[error("exits: eggs from {from} never reach log {log}")]
    Unreachable {
        /// The log.
        log: String,
        /// The log from which the eggs come.
        from: String,
    },
    /// A log in the path of a sowing without an exit for these eggs.
    #[error("through.{log}: eggs from {from} have no exit")]
    NoWayOn {
        /// The log.
        log: String,
        /// The log from which the eggs come.
        from: String,
    },
}
