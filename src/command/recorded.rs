//! The options that name a recorded game by its moves or by a file.

use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::saved::SavedGame;

#[derive(Debug, Args)]
pub(super) struct RecordedGame {
    /// Game with options, as in kalah:pits=4; `sowlab games` lists them
    #[arg(required_unless_present = "file")]
    game: Option<String>,
    /// Moves, in the notation of `play`
    #[arg(long, required_unless_present = "file")]
    record: Option<String>,
    /// Start of the record [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// File with the game: saved by `play`, or written by `tournament --out`
    #[arg(
        id = "file",
        long = "game",
        value_name = "FILE",
        conflicts_with_all = ["game", "record", "position"]
    )]
    file: Option<PathBuf>,
    /// Number of the game in the file [default: the first]
    #[arg(long, requires = "file")]
    number: Option<u64>,
}

impl RecordedGame {
    /// Returns the game in the file, if one is given, otherwise the one that the options describe.
    pub(super) fn read(&self) -> Result<SavedGame, Failure> {
        let text = |given: &Option<String>| given.clone().unwrap_or_default();
        match &self.file {
            Some(path) => SavedGame::read_any(path, self.number),
            None => Ok(SavedGame {
                game: text(&self.game),
                pie: true,
                start: text(&self.position),
                moves: Vec::new(),
                record: text(&self.record),
            }),
        }
    }
}
