//! Reading files of records.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use sowlab_base::files::open_regular;

use super::error::{RecordError, at, no_file, no_header};
use super::game::GameRecord;
use super::header::Header;
use super::seal::{BYTE_ORDER_MARK, MARKED, Seal, check};
use crate::setting::Setting;
use sowlab_base::one_line;

/// The maximum length of a line in bytes; a long game has some thousand moves.
const LONGEST_LINE: u64 = 16 << 20;
/// The start of a line with a game.
const GAME: &[u8] = b"{\"game\":";

/// Returns whether the first line of a file is a header, as in older files.
fn is_header(line: &[u8]) -> bool {
    [&b"{\"tournament\":"[..], b"{\"version\":"]
        .iter()
        .any(|start| line.starts_with(start))
}

/// The contents of a file of records.
pub(super) struct Contents {
    /// The setting of the tournament; `None` if there is no whole header.
    pub(super) setting: Option<Setting>,
    pub(super) games: Vec<GameRecord>,
    /// The length in bytes up to the end of the last whole line.
    pub(super) length: u64,
    /// Whether the lines have checksums.
    pub(super) sealed: bool,
}

/// Reads the whole lines of a file.
pub(super) fn read(path: &Path) -> Result<Contents, RecordError> {
    let file = open_regular(path).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput => no_file(path),
        _ => at(path)(error),
    })?;
    let mut reader = BufReader::new(file);
    let mut setting = None;
    let mut games: Vec<GameRecord> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let mut length = 0;
    let mut seals = None;
    let mut torn = Vec::new();
    for number in 1.. {
        let mut bytes = Vec::new();
        let mut line = reader.by_ref().take(LONGEST_LINE);
        line.read_until(b'\n', &mut bytes).map_err(at(path))?;
        let wrong = |reason: String| RecordError::Line {
            path: path.to_owned(),
            line: number,
            reason,
        };
        if bytes.last() != Some(&b'\n') {
            match bytes.len() as u64 {
                LONGEST_LINE => return Err(wrong("longer than the limit of 16 MiB".into())),
                _ => {
                    torn = bytes;
                    break;
                }
            }
        }
        if number == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
            return Err(wrong(MARKED.into()));
        }
        let seal = check(&bytes[..bytes.len() - 1]);
        // Either all lines have a checksum, or none has, as in older files.
        if seal == Seal::Wrong || *seals.get_or_insert(seal) != seal {
            return Err(wrong("damaged (it does not match its checksum)".into()));
        }
        if number == 1 && is_header(&bytes) {
            let read: Header = serde_json::from_slice(&bytes).map_err(|error| {
                wrong(one_line(&format_args!(
                    "not the header of a tournament: {error}"
                )))
            })?;
            setting = Some(read.tournament);
        } else {
            if number == 1 {
                let header = Header::read(path)?.ok_or_else(|| no_header(path))?;
                setting = Some(header.tournament);
            }
            let game: GameRecord = serde_json::from_slice(&bytes)
                .map_err(|error| wrong(one_line(&format_args!("not a game: {error}"))))?;
            if let Some(flaw) = game.flaw() {
                return Err(wrong(format!("game {}: {flaw}", game.game)));
            }
            if !seen.insert(game.game) {
                return Err(wrong(format!("game {} occurs twice", game.game)));
            }
            games.push(game);
        }
        length += bytes.len() as u64;
    }
    if length == 0 {
        setting = Header::read(path)?.map(|header| header.tournament);
        let start = torn.len().min(GAME.len());
        if setting.is_some() && torn[..start] != GAME[..start] {
            return Err(no_header(path));
        }
    }
    Ok(Contents {
        setting,
        games,
        length,
        sealed: seals != Some(Seal::None),
    })
}

/// Reads the setting and the games of a file of records.
///
/// # Errors
/// The file is missing or has other content.
pub fn read_all(path: &Path) -> Result<(Setting, Vec<GameRecord>), RecordError> {
    let contents = read(path)?;
    let setting = contents.setting.ok_or_else(|| no_header(path))?;
    Ok((setting, contents.games))
}
