//! Reading files of records.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::{RecordError, at, no_file, no_header};
use super::game::GameRecord;
use crate::tournament::setting::Setting;

/// The first line.
#[derive(Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) tournament: Setting,
}

/// The setting and the games of a file; what follows the last whole line is not read, and where that
/// ends is said. No setting if not even the header is whole.
pub(super) fn read(path: &Path) -> Result<(Option<Setting>, Vec<GameRecord>, u64), RecordError> {
    let file = File::open(path).map_err(at(path))?;
    if !file.metadata().map_err(at(path))?.is_file() {
        return Err(no_file(path));
    }
    let mut reader = BufReader::new(file);
    let mut header = None;
    let mut games: Vec<GameRecord> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut length = 0;
    for number in 1.. {
        let mut bytes = Vec::new();
        reader.read_until(b'\n', &mut bytes).map_err(at(path))?;
        if bytes.last() != Some(&b'\n') {
            break;
        }
        let wrong = |reason: String| RecordError::Line {
            path: path.to_owned(),
            line: number,
            reason,
        };
        if number == 1 {
            let read: Header = serde_json::from_slice(&bytes)
                .map_err(|error| wrong(format!("no header of a tournament: {error}")))?;
            header = Some(read.tournament);
        } else {
            let game: GameRecord = serde_json::from_slice(&bytes)
                .map_err(|error| wrong(format!("no game: {error}")))?;
            if let Some(flaw) = game.flaw() {
                return Err(wrong(format!("game {}: {flaw}", game.game)));
            }
            if !seen.insert(game.game) {
                return Err(wrong(format!("game {} is there twice", game.game)));
            }
            games.push(game);
        }
        length += bytes.len() as u64;
    }
    Ok((header, games, length))
}

/// Reads a file of records: the setting and the games.
///
/// # Errors
/// The file is missing or holds something else.
pub fn read_all(path: &Path) -> Result<(Setting, Vec<GameRecord>), RecordError> {
    match read(path)? {
        (Some(setting), games, _) => Ok((setting, games)),
        (None, ..) => Err(no_header(path)),
    }
}
