//! The request and the finding.

use std::fmt;
use std::path::PathBuf;

use super::search::ReachedRound;
use crate::certificates::Certificate;
use sowlab_base::MemorySize;

/// What to search, and with what. In a game in which one side moves at a time a round is a move.
#[derive(Clone, Debug)]
pub struct ReachRequest {
    /// Where to start, in the notation of the game; `None`: the opening.
    pub position: Option<String>,
    /// How many rounds deep.
    pub rounds: u32,
    /// Which rounds are played (all but [`Followed::All`]: in the stones family only).
    pub followed: Followed,
    /// The memory for boards; in the stones family more of them go to files.
    pub memory: MemorySize,
    /// The folder in which to keep all boards, and to resume from (the stones family only).
    pub checkpoint: Option<PathBuf>,
    /// Whether to make a certificate of the witness.
    pub certificate: bool,
}

/// Which rounds are played.
#[derive(Clone, Debug)]
pub enum Followed {
    /// All.
    All,
    /// Those that meet no case on which the sources are silent.
    Undisputed,
    /// Those in which neither side loses anything, where infinite play counts for nobody.
    Best(BestPlayRequest),
}

/// How to tell which rounds lose nothing.
#[derive(Clone, Debug)]
pub struct BestPlayRequest {
    /// The directory of the tables; `None`: built if that takes seconds.
    pub tables: Option<PathBuf>,
    /// Where tables do not hold the start: the most nodes to search for a claim.
    pub nodes: u64,
    /// Where tables do not hold the start: the file of proven claims to resume from and to save to.
    pub save_proof: Option<PathBuf>,
}

/// What is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reachable {
    /// The full name of the game.
    pub game: String,
    /// The position at the start, in full.
    pub position: String,
    /// The counts; every round in the list is complete.
    pub rounds: Vec<ReachedRound>,
    /// A shortest game into an endless round; the first in the order of choices.
    pub witness: Option<Witness>,
    /// Of best play: the choices and replies of which it is not known whether they lose anything,
    /// which were not followed.
    pub unresolved: Option<u64>,
    /// Whether the monitor cancelled before all rounds asked for were complete.
    pub cancelled: bool,
}

/// The length of what an endless sowing repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// Steps of a round in which both sides sow at once.
    Steps(u64),
    /// Laps of a move.
    Laps(u64),
}

impl Period {
    /// How many steps or laps.
    pub fn length(self) -> u64 {
        match self {
            Period::Steps(length) | Period::Laps(length) => length,
        }
    }
}

/// As `20 steps`.
impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Period::Steps(steps) => write!(f, "{steps} steps"),
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
    /// After how much sowing the last round repeats itself; `None` where that is not counted.
    pub period: Option<Period>,
    /// The options of `sowlab sow` that show the last round, in a game that has it.
    pub sow: Option<String>,
    /// The certificate, if one was asked for.
    pub certificate: Option<Certificate>,
}
