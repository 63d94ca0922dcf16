//! `sowlab replay`.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::Common;
use super::failure::Failure;
use super::output::Document;
use super::recorded::RecordedGame;
use super::show;
use super::target::Target;
use sowlab_engines::records::Flaw;
use sowlab_replay::{ReplayError, ReplayRequest, ReplayedGame, page};

#[derive(Debug, Args)]
#[command(after_help = "\
The page needs no server and no other file; open it in a browser.

Examples:
  sowlab replay 55stones --record \"E4W1 stay W6E8 E2W1\" --out game.html
  sowlab replay --game saved.json --out game.html")]
pub(super) struct Arguments {
    #[command(flatten)]
    recorded: RecordedGame,
    /// Title of the page [default: game and record]
    #[arg(long)]
    title: Option<String>,
    /// Step limit per round; a step takes about 150 bytes
    #[arg(long, value_name = "STEPS", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    steps: u64,
    /// HTML file to write; - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Serialize)]
struct Written {
    file: String,
    bytes: usize,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let saved = arguments.recorded.read()?;
    let game = show::game(&saved.game)?;
    let record = saved.moves_text();
    let request = ReplayRequest {
        game: &game,
        start: saved.start(),
        record: &record,
        title: arguments.title.as_deref(),
        steps: arguments.steps,
    };
    let played = ReplayedGame::of(&request).map_err(|error| match error {
        ReplayError::Record(Flaw::Start(error)) => Failure::input("--position", error),
        error => Failure::input("--record", error),
    })?;
    let out = &arguments.out;
    let target = Target::new("--out", out, common.format)?;
    let text = page(&played);
    target.write("--out", text.as_bytes())?;
    let written = Written {
        file: out.display().to_string(),
        bytes: text.len(),
    };
    let said = format!("{}: {} bytes\n", written.file, written.bytes);
    Ok(Document::new(said, &written).silent_if(target.is_standard_output()))
}
