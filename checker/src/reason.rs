//! Reasons of errors.

use serde::Serialize;

/// The reason for which a check failed. Its English text is for the command; a page has a message for each kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "kind", content = "values", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the text of a variant says what it means")]
pub enum Reason {
    // Proofs.
    #[error("not a proof (format 2 or 3) that `sowlab proof export` wrote")]
    NoProof,
    #[error("the claims are not a Zstandard frame with a content checksum")]
    NoFrame,
    #[error("a number out of range")]
    NumberOutOfRange,
    #[error("a number of more than nine bytes")]
    LongNumber,
    #[error("'{name:.80}' is not a game that sowlab-check knows; write {expected}")]
    NoGame {
        name: String,
        expected: &'static str,
    },
    #[error("not the full name of a variant, or an opening of more than 127 stones")]
    NoVariant,
    #[error("a claim without a board")]
    NoBoard,
    #[error("bytes after the proof")]
    BytesAfter,
    #[error("the proof is for another game")]
    OtherGame,
    #[error("the table of {stones} stones has checksum {found}, the proof needs {needed}")]
    OtherTable {
        stones: usize,
        found: String,
        needed: String,
    },
    #[error("board {board} with {stones} stones: {side} gains {need} or more: does not follow")]
    DoesNotFollow {
        board: String,
        stones: usize,
        side: &'static str,
        need: String,
    },
    #[error(
        "shown of the margins of the opening, without and with the pie rule: {shown}, not {stated}"
    )]
    OtherMargins { shown: String, stated: String },
    #[error("tables of more than 63 stones")]
    LargeTables,
    #[error("tables and proofs have at most 127 stones")]
    ManyStones,
    #[error("more boards than 64 bits can number")]
    ManyBoards,
    #[error("a round takes more than {steps} steps: raise --steps")]
    LongRound { steps: u64 },
    // Certificates.
    #[error(
        "not a certificate of stones, omweso, agsinnoninka or bao, of version 1 or 2 (`sowlab loops verify` checks others)"
    )]
    NoCertificate,
    #[error("{}: {cause}", Reason::NoCertificate)]
    InvalidCertificate { cause: String },
    #[error("the rules must have 2 to 16 holes and 1 to 255 stones")]
    NoRules,
    #[error(
        "the rules must have {least} to {most} pits and 1 to {seeds} seeds in each at the start"
    )]
    NoSizes { least: u32, most: u32, seeds: u32 },
    #[error("a claim of this kind does not exist for the game")]
    OtherClaim,
    #[error("'{position}' is not a position of this game")]
    NoPosition { position: String },
    #[error("'{round}' cannot be played there")]
    NotPlayable { round: String },
    #[error("the sowing of {round} never ends: nothing follows it")]
    NothingFollows { round: String },
    #[error("the number of a round exceeds 32 bits")]
    ManyRounds,
    #[error("after {round} there are more laps than a position can state")]
    ManyLaps { round: String },
    #[error("its sowing takes more than {steps} steps: raise --steps")]
    LongPlay { steps: u64 },
    #[error("the play does not lead to the position of the claim")]
    OtherPosition,
    #[error("the sowing of {round}: it ends")]
    RoundEnds { round: String },
    #[error("the sowing of {round}: its period is {found}, not {stated}")]
    OtherPeriod {
        round: String,
        found: u64,
        stated: u64,
    },
    #[error(
        "the sowing of {round}: the state with the number {first} does not recur after {period} more"
    )]
    NotRecurring {
        round: String,
        first: u64,
        period: u64,
    },
    #[error(
        "the sowing of {round}: the state with the number {first} is not the first that recurs"
    )]
    NotFirst { round: String, first: u64 },
    #[error("a repetition needs a round, and no open pie decision")]
    NoRepetition,
    #[error("after {round}: the board is not back just after the last round")]
    NotBack { round: String },
    #[error("it meets {found} disputed cases, not {stated}")]
    OtherDisputed { found: u64, stated: u64 },
    #[error("the checksum does not match: the file was changed")]
    Changed,
    // Both.
    #[error(
        "the check needs at least {needed} MB of memory, and --memory allows {limit} MB; raise it"
    )]
    LittleMemory { needed: u64, limit: u64 },
    #[error("{cause}")]
    Unreadable { cause: String },
    #[error("{problem}")]
    Table { problem: String },
    // The command.
    #[error("longer than the limit of 16 MiB")]
    LongFile,
    #[error("not a regular file")]
    NoRegularFile,
    #[error("{problem}")]
    Option { problem: String },
    #[error("{file}: {reason}")]
    File { file: String, reason: Box<Reason> },
}
