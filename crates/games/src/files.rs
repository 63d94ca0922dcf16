//! Whether a text may name files.

/// Whether the text of a game or an engine may name files. `FromStr` refuses them, so that no text from a
/// network opens one; a program that works for the person who wrote the text allows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// A path may be given where something built in may be.
    Allowed,
    /// Only what is built in may be named.
    Refused,
}
