//! Boards from the user's files.

use std::sync::Arc;

use sowlab_base::one_line;

use super::super::files::ReadFiles;
use super::super::shortened;
use super::board::Board;
use super::board_error::BoardError;
use super::board_file::BoardFile;
use super::variant::ColonyError;

/// The most bytes of a board file.
const LONGEST: u64 = 1 << 20;

static BOARDS: ReadFiles<Arc<Board>> = ReadFiles::new();

/// Returns the board of a file as it is now.
pub(super) fn from_file(path: &str) -> Result<&'static Arc<Board>, ColonyError> {
    let unreadable = |reason| ColonyError::File {
        path: shortened(path),
        reason,
    };
    BOARDS.read(path, LONGEST, unreadable, |text| {
        let board = Board::parse(path, text).map_err(|error| ColonyError::Board {
            path: shortened(path),
            error,
        })?;
        Ok(Arc::new(board))
    })
}

impl Board {
    /// Reads a board. The file lists the rows of logs, the neighbours of each log (for ants) and its exits (for eggs
    /// picked up there). The table `through` lists the logs that leave no choice to eggs that only pass. Such a log has
    /// one exit for all, or one for each log that eggs may come from. The numbers of logs, eggs and ants are given as
    /// well, and must agree.
    ///
    /// # Errors
    /// The error names the first fault.
    pub fn parse(name: &str, text: &str) -> Result<Board, BoardError> {
        let file: BoardFile = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            BoardError::Form {
                line: 1 + text.bytes().take(start).filter(|&b| b == b'\n').count(),
                message: one_line(&error.message()),
            }
        })?;
        Board::checked(name, file)
    }
}
