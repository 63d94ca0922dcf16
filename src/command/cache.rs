//! `sowlab cache`.

use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use clap::Args;
use indicatif::DecimalBytes;
use schemars::JsonSchema;
use serde::Serialize;
use sowlab_analysis::Analyses;
use sowlab_analysis::tables::{ListedTables, default_folder, list_tables, refused, remove_tables};

use super::failure::Failure;
use super::output::Document;
use super::{DEFAULT_TABLES, show};

/// Lists the endgame tables of a directory, and removes those of a game.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab cache
  sowlab cache --remove 33stones")]
pub(super) struct Arguments {
    #[arg(
        long,
        value_name = "DIR",
        help = format!("Directory with endgame tables [default: {DEFAULT_TABLES}]")
    )]
    dir: Option<PathBuf>,
    /// Remove the tables of this game; games that differ only in their start share tables
    #[arg(long, value_name = "GAME")]
    remove: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct CacheDocument {
    /// The folder.
    folder: PathBuf,
    /// The tables in it, by game.
    tables: Vec<CachedTables>,
    /// How many files were removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    removed: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
struct CachedTables {
    /// The rules that affect the values.
    game: String,
    /// The most stones or seeds of a layer.
    stones: u32,
    /// The number of layers.
    layers: usize,
    /// The size of the files.
    bytes: u64,
    /// The days since the latest change.
    days: u64,
}

impl CachedTables {
    fn of(tables: ListedTables) -> CachedTables {
        let age = SystemTime::now().duration_since(tables.modified);
        CachedTables {
            game: tables.name,
            stones: tables.layers.last().copied().unwrap_or(0),
            layers: tables.layers.len(),
            bytes: tables.bytes,
            days: age.map_or(0, |age| age.as_secs() / (24 * 60 * 60)),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<Document, Failure> {
    let folder = arguments.dir.clone().or_else(default_folder);
    let folder = folder.ok_or_else(|| {
        Failure::input(
            "--dir",
            "this machine has no cache directory; name a directory",
        )
    })?;
    let removed = match &arguments.remove {
        None => None,
        Some(game) => Some(remove(&folder, game)?),
    };
    let tables = match list_tables(&folder) {
        Ok(tables) => tables.into_iter().map(CachedTables::of).collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => {
            let reason = format!("{}: {error}", folder.display());
            return Err(Failure::input("--dir", reason));
        }
    };
    let document = CacheDocument {
        folder,
        tables,
        removed,
    };
    Ok(Document::new(text(&document), &document))
}

fn remove(folder: &Path, game: &str) -> Result<u64, Failure> {
    let tables = show::game(game)?.analyses().tables();
    let tables = tables.map_err(|error| Failure::input("--remove", error))?;
    let name = tables.table_name().map_err(refused)?;
    if !folder.is_dir() {
        return Ok(0);
    }
    Ok(remove_tables(folder, &name).map_err(refused)?)
}

fn text(document: &CacheDocument) -> String {
    let mut text = String::new();
    if let Some(removed) = document.removed {
        let files = if removed == 1 { "file" } else { "files" };
        let _ = writeln!(text, "{removed} {files} removed.\n");
    }
    if document.tables.is_empty() {
        let _ = writeln!(text, "No tables in {}.", document.folder.display());
        return text;
    }
    let _ = writeln!(text, "Endgame tables in {}:\n", document.folder.display());
    for tables in &document.tables {
        let days = match tables.days {
            0 => "today".to_owned(),
            1 => "a day old".to_owned(),
            days => format!("{days} days old"),
        };
        let _ = writeln!(text, "{}", tables.game);
        let _ = writeln!(
            text,
            "    to {} stones or seeds, {}, {days}",
            tables.stones,
            DecimalBytes(tables.bytes)
        );
    }
    let all: u64 = document.tables.iter().map(|tables| tables.bytes).sum();
    let _ = writeln!(
        text,
        "\nIn all {}. Remove some: sowlab cache --remove GAME",
        DecimalBytes(all)
    );
    text
}
