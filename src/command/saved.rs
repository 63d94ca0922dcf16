//! Games that `play` saves, and that `play`, `show` and `review` read.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sowlab_base::files::{text_limited, write_ours};

use super::failure::Failure;
use super::output::check_not_standard_output;

/// The maximum number of bytes of a file.
const LONGEST: u64 = 16 << 20;
/// The version of the files.
const VERSION: u32 = 1;

/// A game so far.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct SavedGame {
    /// The full name of the game.
    pub(super) game: String,
    /// Whether the pie rule is played, in a game that has it.
    pub(super) pie: bool,
    /// Where it began.
    pub(super) start: String,
    /// Every choice, as it is written.
    pub(super) moves: Vec<String>,
    /// The choices in the notation of records.
    pub(super) record: String,
}

/// The reason why a game cannot be saved or read.
#[derive(Debug, thiserror::Error)]
pub(super) enum SavedError {
    /// The file cannot be written or read.
    #[error("{}: {error}", path.display())]
    File {
        path: PathBuf,
        error: std::io::Error,
    },
    /// The file is not a saved game.
    #[error("{}: not a game that `play` saved", path.display())]
    Foreign { path: PathBuf },
    /// The game in the file is not the game in progress.
    #[error("{}: a game of {found}, not of the game in progress", path.display())]
    OtherGame { path: PathBuf, found: String },
    /// The game in the file violates the rules.
    #[error(transparent)]
    Play(Box<dyn std::error::Error>),
}

impl SavedError {
    fn file(path: &Path, error: std::io::Error) -> SavedError {
        SavedError::File {
            path: path.to_owned(),
            error,
        }
    }

    /// Creates the error of a start or a choice that violates the rules.
    pub(super) fn play(error: impl std::error::Error + 'static) -> SavedError {
        SavedError::Play(error.into())
    }
}

/// Returns whether a file is a saved game, so that a later one may replace it.
fn is_saved_game(bytes: &[u8]) -> bool {
    serde_json::from_slice::<SavedGame>(bytes).is_ok()
}

impl SavedGame {
    /// Writes the game to a file. A file with other contents is not replaced.
    pub(super) fn write(&self, path: &Path) -> Result<(), SavedError> {
        #[derive(Serialize)]
        struct Versioned<'a> {
            version: u32,
            #[serde(flatten)]
            game: &'a SavedGame,
        }
        let versioned = Versioned {
            version: VERSION,
            game: self,
        };
        let mut text = serde_json::to_string_pretty(&versioned).expect("plain data is JSON");
        text.push('\n');
        check_not_standard_output(path)
            .and_then(|()| write_ours(path, text.as_bytes(), is_saved_game))
            .map_err(|error| SavedError::file(path, error))
    }

    pub(super) fn read(path: &Path) -> Result<SavedGame, SavedError> {
        let text = text_limited(path, LONGEST).map_err(|error| SavedError::file(path, error))?;
        serde_json::from_str(&text).map_err(|_| SavedError::Foreign {
            path: path.to_owned(),
        })
    }

    /// Returns the moves as text that can be parsed.
    pub(super) fn moves_text(&self) -> String {
        match self.moves.is_empty() {
            true => self.record.clone(),
            false => self.moves.join(" "),
        }
    }

    /// Returns the start position; `None` for the opening.
    pub(super) fn start(&self) -> Option<&str> {
        Some(self.start.as_str()).filter(|start| !start.is_empty())
    }

    /// Returns the game that `play` saved, which is alone in its file; `None` for another file.
    pub(super) fn alone(path: &Path, number: Option<u64>) -> Result<Option<SavedGame>, Failure> {
        match (SavedGame::read(path), number) {
            (Err(_), _) => Ok(None),
            (Ok(saved), None) => Ok(Some(saved)),
            (Ok(_), Some(_)) => {
                let alone = format!(
                    "{} has one game without a number; leave --number out",
                    path.display()
                );
                Err(Failure::input("--number", alone))
            }
        }
    }

    /// Returns the game that `play` saved, otherwise one of a tournament.
    pub(super) fn read_any(path: &Path, number: Option<u64>) -> Result<SavedGame, Failure> {
        if let Some(saved) = SavedGame::alone(path, number)? {
            return Ok(saved);
        }
        let (setting, game) = super::records::find(path, number)?;
        Ok(SavedGame {
            game: setting.game,
            pie: setting.pie,
            start: game.start,
            moves: game.moves,
            record: game.record,
        })
    }
}
