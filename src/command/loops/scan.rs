//! `sowlab loops scan`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use super::certificates::Certificates;
use crate::command::draw::{BOLD, DIM};
use crate::command::failure::Failure;
use crate::command::output::{Document, lock};
use crate::command::pieces::{Sharded, piece_failure};
use crate::command::progress::Progress;
use crate::command::{Common, show};
use sowlab_analysis::endless::{
    LayerCounts, ScanRequest, ScannedLayer, ScannedPiece, ScannedPieceRequest, board_certificate,
    scan_layers,
};
use sowlab_base::pieces::Pieces;

#[derive(Debug, Args)]
#[command(after_help = "\
Each line is a layer: all boards with N stones. It counts the boards, the rounds that can be played on them (joint \
moves), the non-terminating ones among these, and the boards with such a round. It also prints the steps of the \
longest round that ends and the longest period of a round that does not. Nothing is sampled or cut off.

--checkpoint saves the state every few seconds. The same command resumes from there, and a greater N adds layers.

--shard scans some boards of each layer; `sowlab merge` merges the results. Each shard needs its own checkpoint.

Examples:
  sowlab loops scan 55stones --stones 10
  sowlab loops scan 55stones --stones 14 --checkpoint scan.json
  sowlab loops scan 55stones --stones 12 --certificates certificates")]
pub(in crate::command) struct Arguments {
    /// Game with options; the number of stones at the start has no effect
    game: String,
    /// Most stones on the board, 2 to 255
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=255))]
    stones: u32,
    /// File to save the state to and to resume from
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Directory for a certificate of the first non-terminating round of each layer
    #[arg(long, value_name = "DIR", conflicts_with = "shard")]
    certificates: Option<PathBuf>,
    #[command(flatten)]
    sharded: Sharded,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScanDocument {
    game: String,
    layers: Vec<LayerCounts>,
    /// The certificates written.
    certificates: Vec<String>,
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let rules = show::stones(&arguments.game, "loops scan")?;
    let progress = Progress::new(common);
    let checkpoint = arguments.checkpoint.as_deref();
    let locked = checkpoint.map(|path| lock("--checkpoint", path));
    let _lock = locked.transpose()?;
    let mut certificates = Certificates::in_folder(arguments.certificates.as_deref())?;
    let started = Instant::now();
    let request = ScanRequest {
        stones: arguments.stones,
        checkpoint: arguments.checkpoint.clone(),
        shard: arguments.sharded.shard(),
    };
    arguments.sharded.check()?;
    let found = scan_layers(&rules, &request, &progress)?;
    let time = started.elapsed();
    let game = rules.to_string();
    if found.complete {
        let request = ScannedPieceRequest {
            game: game.clone(),
            stones: arguments.stones,
        };
        let piece = || ScannedPiece {
            layers: found.layers.clone(),
        };
        arguments.sharded.write(&request, piece, time)?;
    }

    let certified = if certificates.wanted() {
        &found.layers[..]
    } else {
        &[]
    };
    for layer in certified {
        if let Some(first) = layer.first {
            let certificate = board_certificate(&rules, first).map_err(Failure::other)?;
            certificates.write(&format!("{}-stones", layer.stones), &certificate);
        }
    }
    let Certificates {
        written, failed, ..
    } = certificates;
    Ok(document(game, rules.holes(), &found.layers, written, time)
        .interrupted_if(!found.complete)
        .failed_if(failed))
}

/// Returns the document of all pieces.
pub(in crate::command) fn merged(pieces: &Pieces, _: &Common) -> Result<Document, Failure> {
    let (request, found) = pieces.read::<ScannedPiece>().map_err(piece_failure)?;
    let rules = show::stones(&request.game, "loops scan")?;
    let layers = ScannedPiece::join(found);
    let layers =
        layers.ok_or_else(|| Failure::BadInput("the shards have different layers".into()))?;
    let time = pieces.time();
    Ok(document(
        request.game,
        rules.holes(),
        &layers,
        Vec::new(),
        time,
    ))
}

fn document(
    game: String,
    holes: usize,
    layers: &[ScannedLayer],
    certificates: Vec<String>,
    time: Duration,
) -> Document {
    let layers: Vec<LayerCounts> = layers.iter().map(|layer| layer.counts(holes)).collect();
    let seconds = time.as_secs_f64();
    let mut text = format!(
        "{game}\n\n{BOLD}{:>6} {:>12} {:>14} {:>10} {:>10} {:>8} {:>12}{BOLD:#}\n",
        "stones", "boards", "joint moves", "endless", "boards", "longest", "period"
    );
    for layer in &layers {
        let period = layer
            .longest_period
            .map_or("-".to_owned(), |period| period.to_string());
        let _ = writeln!(
            text,
            "{:>6} {:>12} {:>14} {:>10} {:>10} {:>8} {period:>12}",
            layer.stones,
            layer.boards,
            layer.joint_moves,
            layer.endless,
            layer.endless_boards,
            layer.longest_finite
        );
    }
    if let Some(first) = layers.iter().find_map(|layer| layer.first.as_ref()) {
        let _ = writeln!(text, "\nThe first endless round: {BOLD}{first}{BOLD:#}");
    }
    for file in &certificates {
        let _ = writeln!(text, "Certificate: {file}");
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    Document::new(
        text,
        &ScanDocument {
            game,
            layers,
            certificates,
            seconds,
        },
    )
}
