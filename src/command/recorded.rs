//! The options that name a recorded game by its moves or by a file.

use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::saved::SavedGame;

#[derive(Debug, Args)]
pub(super) struct RecordedGame {
    /// The game, with options: see `sowlab games`
    #[arg(required_unless_present = "file")]
    game: Option<String>,
    /// The moves, as `play` prints them
    #[arg(long, required_unless_present = "file")]
    record: Option<String>,
    /// Where the record begins [default: the opening]
    #[arg(long)]
    position: Option<String>,
    /// A game that `play` saved, or a file of games that `tournament --out` wrote
    #[arg(
        id = "file",
        long = "game",
        value_name = "FILE",
        conflicts_with_all = ["game", "record", "position"]
    )]
    file: Option<PathBuf>,
    /// Which game of the file, by its number [default: the first]
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
