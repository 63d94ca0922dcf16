//! `sowlab manual`: manual pages, generated from the definition of the command line.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::Failure;
use super::output::{Document, try_folder};
use sowlab_base::files::write_ours;

/// Writes the manual.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab manual | man -l -        shows the page of the command
  sowlab manual --out man/man1    writes one page per subcommand, for MANPATH")]
pub(super) struct Arguments {
    /// Directory for one page per subcommand [default: print the page of the command itself]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ManualDocument {
    files: Vec<String>,
}

/// Appends the pages of a command and all its subcommands, as file names and contents.
fn pages(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    let page = Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    pages.push((page.get_filename(), text));
    let below = command.get_subcommands();
    for command in below.filter(|command| command.get_name() != "help") {
        self::pages(command, pages)?;
    }
    Ok(())
}

fn write(pages: &[(String, Vec<u8>)], folder: &Path) -> Result<Vec<String>, Failure> {
    let failed = |path: &Path, error: std::io::Error| {
        let reason = format!("{}: {error}", path.display());
        Failure::file("--out", reason, &error)
    };
    try_folder("--out", folder)?;
    let mut files = Vec::new();
    for (name, contents) in pages {
        let path = folder.join(name);
        write_ours(&path, contents, is_page).map_err(|error| failed(&path, error))?;
        files.push(path.display().to_string());
    }
    Ok(files)
}

/// Returns whether a file is a page of this program, so that a newer one may replace it.
fn is_page(bytes: &[u8]) -> bool {
    String::from_utf8_lossy(bytes).contains("\n.TH sowlab")
}

pub(super) fn run(mut command: Command, arguments: &Arguments) -> Result<Document, Failure> {
    // Subcommands have their full names only after this.
    command.build();
    let mut all = Vec::new();
    pages(&command, &mut all)?;
    match &arguments.out {
        None => Ok(Document::verbatim(all.swap_remove(0).1)),
        Some(folder) => {
            let files = write(&all, folder)?;
            let text = files.iter().map(|file| format!("{file}\n")).collect();
            Ok(Document::new(text, &ManualDocument { files }))
        }
    }
}
