//! The request and the finding.

use std::fmt;
use std::path::PathBuf;

use super::search::ReachedRound;
use crate::certificates::Certificate;
use sowlab_base::MemorySize;

/// The search and its resources. In a sequential game a round is a move.
#[derive(Clone, Debug)]
pub struct ReachRequest {
    /// The start, in the notation of the game. `None`: the opening.
    pub position: Option<String>,
    /// The number of rounds to search.
    pub rounds: u32,
    /// The rounds to play. All options but [`Followed::All`] require the stones family.
    pub followed: Followed,
    /// The memory for boards. In the stones family, boards beyond it are stored in files.
    pub memory: MemorySize,
    /// The directory in which to store all boards and from which to resume (the stones family
    /// only).
    pub checkpoint: Option<PathBuf>,
    /// Whether to create a certificate of the witness.
    pub certificate: bool,
}

/// The rounds to play.
#[derive(Clone, Debug)]
pub enum Followed {
    /// All rounds.
    All,
    /// The rounds without a case that the sources leave open.
    Undisputed,
    /// The optimal rounds, with infinite play as a draw.
    Best(BestPlayRequest),
}

/// The means to find the optimal rounds.
#[derive(Clone, Debug)]
pub struct BestPlayRequest {
    /// The directory of the tables. `None`: they are built if that takes seconds.
    pub tables: Option<PathBuf>,
    /// The maximum number of nodes per claim, if the tables do not contain the start.
    pub nodes: u64,
    /// The proof cache to resume from and to save to, if the tables do not contain the start.
    pub save_proof: Option<PathBuf>,
}

/// The finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reachable {
    /// The full name of the game.
    pub game: String,
    /// The position at the start with all its fields.
    pub position: String,
    /// The counts. Every listed round is complete.
    pub rounds: Vec<ReachedRound>,
    /// A shortest game into an endless round, the first in the order of choices.
    pub witness: Option<Witness>,
    /// The number of choices and replies that may or may not be optimal, in a search of optimal
    /// play. They were not followed.
    pub unresolved: Option<u64>,
    /// Whether the monitor cancelled before all requested rounds were complete.
    pub cancelled: bool,
}

/// The period of an endless sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// The steps of a round in which both sides sow at once.
    Steps(u64),
    /// The laps of a move.
    Laps(u64),
}

impl Period {
    /// Returns the number of steps or laps.
    pub fn length(self) -> u64 {
        match self {
            Period::Steps(length) | Period::Laps(length) => length,
        }
    }
}

/// Written as `20 steps`.
impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Period::Steps(1) => f.write_str("step"),
            Period::Steps(steps) => write!(f, "{steps} steps"),
            Period::Laps(1) => f.write_str("lap"),
            Period::Laps(laps) => write!(f, "{laps} laps"),
        }
    }
}

/// A game whose last round never ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The whole record.
    pub record: String,
    /// The position before the last round.
    pub position: String,
    /// The period of the last round; `None` if it is not counted.
    pub period: Option<Period>,
    /// The options of `sowlab sow` for the last round, in a game that has it.
    pub sow: Option<String>,
    /// The certificate, if it was requested.
    pub certificate: Option<Certificate>,
}
