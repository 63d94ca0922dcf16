//! `colony:…`: the boards by name, and boards from files.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use super::super::Files;
use super::super::options::{Allowed, OptionError, OptionSpec, Values};
use super::super::shortened;
use super::board::Board;
use super::board_error::BoardError;
use super::from_file::from_file;
use super::play::{Colony, Entry};

const NAME: &str = "colony";
/// The extension of a board file.
const FILE: &str = ".toml";

/// The file of a board as the build script wrote it.
macro_rules! json {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/colony/boards/", $name, ".json"))
    };
}

/// The boards that come with the program.
const BOARDS: [(&str, &str); 3] = [
    ("ring", json!("ring")),
    ("rows", json!("rows")),
    ("toy", json!("toy")),
];

const BOARD: OptionSpec = OptionSpec {
    name: "board",
    allowed: Allowed::Words(&["ring", "rows", "toy"]),
    about: "board, or path of a board file (.toml); ring and rows are reconstructions, toy is a small \
            board that can be solved",
};

const ENTRY: OptionSpec = OptionSpec {
    name: "entry",
    allowed: Allowed::Words(&["phase2", "stop"]),
    about: "entry of ants: in the second phase instead of a move, or on the log with three eggs that \
            stopped the sowing",
};

/// The options of `colony`.
pub const COLONY_OPTIONS: &[OptionSpec] = &[BOARD, ENTRY];

/// Why a text names no game of The Colony.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ColonyError {
    /// The name belongs to another game.
    #[error("unknown game '{0}'; the game is colony")]
    Name(String),
    /// An option is refused.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// No board has this name.
    #[error("board={0}: write {words}, or the path of a board file ({FILE})", words = &BOARD.allowed)]
    NoBoard(String),
    /// A board file is named where none may be.
    #[error("board={0}: write {words}; files are allowed only on the command line", words = &BOARD.allowed)]
    FilesRefused(String),
    /// A board file cannot be read.
    #[error("board={path}: {reason}")]
    File {
        /// The path.
        path: String,
        /// Why.
        reason: String,
    },
    /// A board file is wrong.
    #[error("board={path}: {error}")]
    Board {
        /// The path.
        path: String,
        /// Why.
        error: BoardError,
    },
}

/// The Colony with its options set: small, and named in full.
///
/// ```
/// use sowlab_games::colony::ColonyVariant;
/// let colony: ColonyVariant = "colony:entry=stop".parse().unwrap();
/// assert_eq!(colony.to_string(), "colony:board=ring,entry=stop");
/// assert_eq!(colony.game().start_position().total(), 57);
/// assert!("colony:board=hexagon".parse::<ColonyVariant>().is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ColonyVariant {
    /// The board, which is never freed, so that games stay small. Only the user of the program names files, so there
    /// are few boards from files.
    board: &'static Arc<Board>,
    values: Values,
}

impl ColonyVariant {
    /// Reads a name with its options. `FromStr` does so with files refused.
    ///
    /// # Errors
    /// The error names the wrong option and the allowed values.
    pub fn read(text: &str, files: Files) -> Result<ColonyVariant, ColonyError> {
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, Some(options)),
            None => (text, None),
        };
        if name != NAME {
            return Err(ColonyError::Name(shortened(name)));
        }
        let Some(options) = options else {
            return Ok(ColonyVariant {
                board: &BUILT_IN[0],
                values: Values::defaults(COLONY_OPTIONS),
            });
        };
        // A path may stand in place of a word; the other options are read as usual.
        let path = |part: &&str| part.starts_with("board=") && part.ends_with(FILE);
        let file = options
            .split(',')
            .find(path)
            .map(|part| &part["board=".len()..]);
        let rest: Vec<&str> = options
            .split(',')
            .map(|part| if path(&part) { "board=ring" } else { part })
            .collect();
        let values = Values::parse(NAME, COLONY_OPTIONS, &rest.join(","));
        let values = values.map_err(|error| match error {
            OptionError::Value { name, found, .. } if name == BOARD.name => match files.refused() {
                false => ColonyError::NoBoard(found),
                true => ColonyError::FilesRefused(found),
            },
            error => error.into(),
        })?;
        let board = match (file, files.refused()) {
            (Some(path), false) => from_file(path)?,
            (Some(path), true) => {
                return Err(ColonyError::FilesRefused(shortened(path)));
            }
            (None, _) => &BUILT_IN[values.get(BOARD.name).unwrap_or_default() as usize],
        };
        Ok(ColonyVariant { board, values })
    }

    /// Builds the game.
    pub fn game(&self) -> Colony {
        let entry = match self.values.is(ENTRY.name, "stop") {
            true => Entry::Stop,
            false => Entry::PhaseTwo,
        };
        Colony::new(self.to_string(), Arc::clone(self.board), entry)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.board
    }
}

static BUILT_IN: LazyLock<Vec<Arc<Board>>> = LazyLock::new(|| {
    BOARDS
        .iter()
        .map(|(name, json)| Arc::new(Board::built_in(name, json)))
        .collect()
});

impl FromStr for ColonyVariant {
    type Err = ColonyError;

    fn from_str(text: &str) -> Result<ColonyVariant, ColonyError> {
        ColonyVariant::read(text, Files::Refused)
    }
}

/// The full name, with every option.
impl fmt::Display for ColonyVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entry = match self.values.is(ENTRY.name, "stop") {
            true => "stop",
            false => "phase2",
        };
        write!(f, "{NAME}:board={},entry={entry}", self.board.name())
    }
}

impl PartialEq for ColonyVariant {
    fn eq(&self, other: &ColonyVariant) -> bool {
        self.board == other.board && self.values == other.values
    }
}

impl Eq for ColonyVariant {}

impl Hash for ColonyVariant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.name().hash(state);
        self.values.hash(state);
    }
}
