//! The tables in a folder, whatever their games.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::checkpoint;
use super::directory::Directory;
use super::error::{TableError, error_at};
use super::header::{Column, Header};
use super::map::MappedBytes;
use sowlab_base::files::{begins_with, open_regular, remove_regular};

/// The tables of one game in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTables {
    /// The name of the game with every rule that affects the values.
    pub name: String,
    /// The layers of the tables, in rising order.
    pub layers: Vec<u32>,
    /// The size of the files.
    pub bytes: u64,
    /// The time of the latest change.
    pub modified: SystemTime,
}

/// Lists the tables in a folder by game. Other files, and damaged ones, are passed over.
///
/// # Errors
/// The folder cannot be read.
pub fn list_tables(folder: &Path) -> io::Result<Vec<ListedTables>> {
    let mut found: BTreeMap<String, ListedTables> = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some((header, bytes, modified)) = table_at(&path) else {
            continue;
        };
        let listed = found
            .entry(header.name.clone())
            .or_insert_with(|| ListedTables {
                name: header.name,
                layers: Vec::new(),
                bytes: 0,
                modified,
            });
        if header.column == Column::Values {
            listed.layers.push(header.layer);
        }
        listed.bytes += bytes;
        listed.modified = listed.modified.max(modified);
    }
    let mut found: Vec<ListedTables> = found.into_values().collect();
    for tables in &mut found {
        tables.layers.sort_unstable();
    }
    Ok(found)
}

/// The header, the size and the age of a table or of its distances; `None` for other files.
fn table_at(path: &Path) -> Option<(Header, u64, SystemTime)> {
    let ending = path.extension()?.to_str()?;
    let column = Column::of_ending(ending)?;
    if !fs::symlink_metadata(path).ok()?.is_file() {
        return None;
    }
    let file = open_regular(path).ok()?;
    let about = file.metadata().ok()?;
    let map = MappedBytes::open(path).ok()?;
    let (header, _) = Header::decode(map.as_ref()).ok()?;
    (header.column == column).then_some(())?;
    Some((header, about.len(), about.modified().ok()?))
}

/// Removes the tables of a game from a folder, with what unfinished builds of them left. Returns the number of files.
///
/// # Errors
/// Somebody builds these tables now, or a file cannot be removed.
pub fn remove_tables(folder: &Path, name: &str) -> Result<u64, TableError> {
    let directory = Directory::new(folder, name);
    let _lock = directory.lock()?;
    let mut removed = 0;
    for entry in fs::read_dir(folder).map_err(error_at(folder))? {
        let path = entry.map_err(error_at(folder))?.path();
        let of_game = table_at(&path).is_some_and(|(header, ..)| {
            header.name == name && directory.column_path(header.layer, header.column) == path
        });
        if of_game || is_checkpoint(&directory, &path) || is_part(&directory, &path) {
            remove_regular(&path).map_err(error_at(&path))?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// Returns the layer in the name of a file, before the ending.
fn layer_before(path: &Path, ending: &str) -> Option<u32> {
    let name = path.file_name()?.to_str()?;
    let (_, layer) = name.strip_suffix(ending)?.rsplit_once('.')?;
    layer.parse().ok()
}

/// Whether a file is a layer of a game that is downloaded.
fn is_part(directory: &Directory, path: &Path) -> bool {
    let named =
        layer_before(path, ".table.part").is_some_and(|layer| directory.part_path(layer) == path);
    named
        && open_regular(path)
            .and_then(|mut file| Header::is_table_start(&mut file, directory.name()))
            .unwrap_or(false)
}

/// Whether a file is the checkpoint of a layer of a game.
fn is_checkpoint(directory: &Directory, path: &PathBuf) -> bool {
    const ENDINGS: [&str; 4] = [
        ".zero.distances.work",
        ".distances.work",
        ".zero.work",
        ".work",
    ];
    let mut layers = ENDINGS.into_iter().map(|ending| layer_before(path, ending));
    let Some(layer) = layers.find_map(|layer| layer) else {
        return false;
    };
    let of_values = [directory.work_path(layer), directory.zero_work_path(layer)];
    let named = of_values.contains(path) || directory.distances_work_paths(layer).contains(path);
    named && begins_with(path, checkpoint::OURS).unwrap_or(false)
}
