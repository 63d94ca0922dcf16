//! A board: its logs, their neighbours, and the exits of each.

/// The largest number of logs of a board: that of the original game.
pub const MAX_LOGS: usize = 19;
/// The largest number of eggs: that of the original game.
pub const MAX_EGGS: usize = 57;

/// A log by its number, from 0, in the order of the rows of the board file.
pub type Log = u8;
/// A set of logs, one bit a log.
pub type LogSet = u32;

/// The exits for eggs that pass through a log in a sowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Through {
    /// All exits of the log, as for its own eggs; the mover chooses if there are several.
    Exits,
    /// Always there.
    Always(Log),
    /// There, by the log that the sowing comes from; logs that do not lead here have none.
    From([Option<Log>; MAX_LOGS]),
}

/// A board of The Colony, read from data and checked; see [`Board::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) names: Vec<String>,
    /// The number of logs in each row.
    pub(super) rows: Vec<usize>,
    pub(super) neighbours: Vec<LogSet>,
    pub(super) exits: Vec<Vec<Log>>,
    pub(super) through: Vec<Through>,
    pub(super) eggs_per_log: u8,
    pub(super) ants: u8,
}

impl Board {
    /// The name in the name of the game: a built-in name, or the path of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A description of the board, in one line.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The number of logs, at most [`MAX_LOGS`].
    pub fn logs(&self) -> usize {
        self.names.len()
    }

    /// The name of a log.
    ///
    /// # Panics
    /// The board has no such log.
    pub fn log_name(&self, log: Log) -> &str {
        &self.names[usize::from(log)]
    }

    /// The log of this name.
    pub fn log(&self, name: &str) -> Option<Log> {
        self.names
            .iter()
            .position(|known| known == name)
            .map(|log| log as Log)
    }

    /// The logs of each row, in order.
    pub fn rows(&self) -> impl Iterator<Item = std::ops::Range<Log>> + '_ {
        self.rows.iter().scan(0, |next, &length| {
            let from = *next;
            *next += length as Log;
            Some(from..*next)
        })
    }

    /// The logs that an ant can move to from this one.
    #[inline]
    pub fn neighbours(&self, log: Log) -> LogSet {
        self.neighbours[usize::from(log)]
    }

    /// The logs to which eggs picked up from a log may be sown; the mover chooses if there are several.
    #[inline]
    pub fn exits(&self, log: Log) -> &[Log] {
        &self.exits[usize::from(log)]
    }

    /// The logs to which eggs that come from another log may continue; the mover chooses if there are several.
    #[inline]
    pub fn onward(&self, log: Log, from: Log) -> &[Log] {
        match &self.through[usize::from(log)] {
            Through::Exits => self.exits(log),
            Through::Always(to) => std::slice::from_ref(to),
            Through::From(table) => table[usize::from(from)].as_slice(),
        }
    }

    /// Eggs on each log at the start.
    pub fn eggs_per_log(&self) -> u8 {
        self.eggs_per_log
    }

    /// Ants a player has.
    pub fn ants(&self) -> u8 {
        self.ants
    }
}

/// The logs of a set, in order.
pub(super) fn members(mut set: LogSet) -> impl Iterator<Item = Log> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let log = set.trailing_zeros() as Log;
            set &= set - 1;
            log
        })
    })
}
