//! Permission for a text to name files.

/// Permission for the text of a game or an engine to name files. `FromStr` refuses them, so no text from a network
/// opens a file. A program that serves the author of the text allows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// A path may be given where something built in may be.
    Allowed,
    /// Only built-in items may be named.
    Refused,
}
