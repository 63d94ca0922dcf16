//! `sowlab tables fetch`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use sowlab_wire::HttpFiles;

use super::super::Common;
use super::super::failure::Failure;
use super::super::output::{Document, refuse_standard_output};
use super::super::progress::Progress;
use super::place::{Place, failure, game};
use super::{line, report};
use sowlab_analysis::RequestError;
use sowlab_analysis::tables::{PublishedFiles, TableError, TableFile, refused};

#[derive(Debug, Args)]
#[command(after_help = "\
The directory of the URL has the files that `tables build` made, under their names, on any web server that answers \
ranges. A table gets its name here when its header, each block and the checksum of its values match. Tables that \
exist stay unchanged. An interrupted download continues from NAME.table.part with the same command. `tables verify` \
checks the values against the rules.

Exit codes: 1 the network failed, 2 the URL has no such tables, or damaged ones.

Examples:
  sowlab tables fetch 55stones https://example.org/tables --dir tables
  sowlab tables fetch 55stones https://example.org/tables --dir tables \\
    --stones 22")]
pub(in crate::command) struct FetchArguments {
    /// Game with options; the number of stones at the start has no effect
    game: String,
    /// URL of the directory with the published tables
    url: String,
    /// Directory for the endgame tables
    #[arg(long)]
    dir: PathBuf,
    /// Layers of 0 to N stones, at most 255 [default: all that are published]
    #[arg(long, value_name = "N")]
    stones: Option<u32>,
}

pub(super) fn run(arguments: &FetchArguments, common: &Common) -> Result<Document, Failure> {
    let place = Place {
        game: arguments.game.clone(),
        dir: arguments.dir.clone(),
    };
    let game = game(&place)?;
    refuse_standard_output("--dir", &place.dir)?;
    let files = HttpFiles::new(&arguments.url).map_err(|error| Failure::input("URL", error))?;
    let files: Arc<dyn PublishedFiles> = Arc::new(files);
    let progress = Progress::new(common);
    let mut layers = Vec::new();
    let stones = arguments.stones;
    let fetched = game.fetch_tables(&files, &place.dir, stones, &progress, &mut |layer| {
        progress.say(&line(&layer));
        layers.push(layer);
    });
    let interrupted = match fetched {
        Ok(()) => false,
        Err(TableError::Cancelled(_)) => true,
        Err(error) if matches!(error.file(), Some(TableFile::Published(_))) => {
            return Err(match refused(error) {
                RequestError::Field { cause, .. } => Failure::input("URL", cause),
                error => error.into(),
            });
        }
        Err(error) => return Err(failure(error)),
    };
    let report = report(&*game, &place, layers)?;
    Ok(report.interrupted_if(interrupted).kept_in(Some(&place.dir)))
}
