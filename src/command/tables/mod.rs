//! `sowlab tables`.

#[cfg(feature = "http")]
mod fetch;
mod place;
mod probe;
#[cfg_attr(not(feature = "http"), path = "unpublished.rs")]
mod published;
mod sample;

pub(super) use probe::{ProbeDocument, ProbesDocument};
pub(super) use sample::SampleDocument;

use std::fmt::Write;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, Subcommand};
use indicatif::DecimalBytes;
use schemars::JsonSchema;
use serde::Serialize;
use sowlab_base::files::Partial;

use super::Common;
use super::amount::counted;
use super::draw::BOLD;
use super::failure::{Failure, Finished};
use super::output::{Document, refuse_standard_output};
use super::pieces::{Sharded, piece_failure};
use super::progress::Progress;
use super::target::Target;
use place::{Place, failure, game};
use sowlab_analysis::tables::{
    LayerReport, MarginCount, TableError, TabledGame, Value, VerifiedLayer, VerifiedPiece,
    VerifiedPieceRequest, VerifyScope,
};
use sowlab_base::pieces::Pieces;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    #[command(after_help = "\
Examples:
  sowlab tables build 55stones --stones 16 --dir tables
  sowlab tables build awari --stones 10 --dir tables --distances")]
    /// Builds missing tables; resumes an interrupted build
    Build(BuildArguments),
    #[command(after_help = "\
Examples:
  sowlab tables stats 55stones --dir tables
  sowlab tables stats 55stones --stones 8 --dir tables --format json")]
    /// Counts positions, results and margins of each table
    Stats(StatsArguments),
    /// Checks tables against their checksums and the rules
    Verify(VerifyArguments),
    /// Downloads published tables; resumes an interrupted download
    #[cfg(feature = "http")]
    Fetch(fetch::FetchArguments),
    /// Prints the values of positions
    Probe(probe::ProbeArguments),
    /// Writes every position of a layer with its value
    Dump(DumpArguments),
    /// Samples positions with their values for NumPy
    Sample(sample::SampleArguments),
}

#[derive(Debug, Args)]
pub(super) struct LayersArguments {
    #[command(flatten)]
    place: Place,
    /// Layers of 0 to N stones, at most 255
    #[arg(long, value_name = "N")]
    stones: u32,
}

#[derive(Debug, Args)]
pub(super) struct BuildArguments {
    #[command(flatten)]
    layers: LayersArguments,
    /// Also build distances to the next gain, so that won games are won without search
    #[arg(long)]
    distances: bool,
}

#[derive(Debug, Args)]
pub(super) struct StatsArguments {
    #[command(flatten)]
    place: Place,
    /// Layers of 0 to N stones, at most 255 [default: all that exist]
    #[arg(long, value_name = "N")]
    stones: Option<u32>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
The check covers the checksum of every block, and two properties of every position. First, `lower`, `zero` and \
`upper` are each the value of the best move against its best reply. Where positions can repeat, these equations \
have several solutions. So second, each value is forced: the side concerned attains it in finitely many moves. \
That makes `lower` the least solution and `upper` the greatest. --sample checks only the equations of a sample.

Boards of the stones family are sown one stone at a time, by code that shares nothing with the kernel that built \
the tables. `sowlab-check tables` is an independent program for the same check.

--shard checks some of the layers against the values stated for smaller layers. `sowlab merge` confirms that all \
layers were checked, in tables with the same checksums.

Exit codes: 0 every checked value is right, 1 a value is wrong, 2 a table is missing or damaged.

Examples:
  sowlab tables verify 55stones --stones 12 --dir tables
  sowlab tables verify 55stones --stones 20 --dir tables --sample 100000")]
pub(super) struct VerifyArguments {
    #[command(flatten)]
    layers: LayersArguments,
    /// Check only this number of positions per layer, spread evenly
    #[arg(long, value_name = "POSITIONS", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    #[command(flatten)]
    sharded: Sharded,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sowlab tables dump 55stones --dir tables --stones 8 --csv eight.csv")]
pub(super) struct DumpArguments {
    #[command(flatten)]
    place: Place,
    /// Layer: the number of stones on the board
    #[arg(long, value_name = "N")]
    stones: u32,
    /// CSV file to write: one row per position, with lower, zero and upper; - for standard output
    #[arg(long, value_name = "FILE")]
    csv: PathBuf,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct DumpDocument {
    game: String,
    stones: u32,
    positions: u64,
    csv: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct LayersDocument<L> {
    /// The rules that the tables belong to.
    game: String,
    layers: Vec<L>,
}

pub(super) fn run(command: &Command, common: &Common) -> Result<Document, Failure> {
    match command {
        Command::Build(arguments) => build(arguments, common),
        Command::Stats(arguments) => stats(arguments),
        Command::Verify(arguments) => verify(arguments, common),
        #[cfg(feature = "http")]
        Command::Fetch(arguments) => fetch::run(arguments, common),
        Command::Probe(arguments) => probe::run(arguments, common),
        Command::Dump(arguments) => dump(arguments, common),
        Command::Sample(arguments) => sample::run(arguments, common),
    }
}

fn build(arguments: &BuildArguments, common: &Common) -> Result<Document, Failure> {
    let LayersArguments { place, stones } = &arguments.layers;
    let game = game(place)?;
    refuse_standard_output("--dir", &place.dir)?;
    let progress = Progress::new(common);
    let mut layers = Vec::new();
    let mut built = game.build_tables(&place.dir, *stones, &progress, &mut |layer| {
        progress.say(&line(&layer));
        layers.push(layer);
    });
    if built.is_ok() && arguments.distances {
        built = game.build_distances(&place.dir, *stones, &progress, &mut |layer, distances| {
            let bytes = DecimalBytes(distances.bytes);
            progress.say(&format!("{layer:>6} distances, {bytes}"));
            if let Some(layer) = layers.iter_mut().find(|report| report.stones == layer) {
                layer.distances = Some(distances);
            }
        });
    }
    let interrupted = match built.map_err(failure) {
        Ok(()) => false,
        Err(Failure::Interrupted(_)) => true,
        Err(failure) => return Err(failure),
    };
    let report = report(&*game, place, layers)?;
    Ok(report.interrupted_if(interrupted).kept_in(Some(&place.dir)))
}

fn stats(arguments: &StatsArguments) -> Result<Document, Failure> {
    let game = game(&arguments.place)?;
    let layers = game
        .table_stats(&arguments.place.dir, arguments.stones)
        .map_err(failure)?;
    report(&*game, &arguments.place, layers)
}

fn line(layer: &LayerReport) -> String {
    let seconds = layer
        .seconds
        .map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.2}"));
    format!(
        "{:>6} {:>15} {:>13} {:>15} {:>13} {:>15} {:>9} {:>6.2}",
        layer.stones,
        layer.positions,
        layer.undetermined,
        layer.wins,
        layer.draws,
        layer.losses,
        seconds,
        layer.bits
    )
}

/// The maximum number of positions of a layer whose margins are counted, which takes a fraction of a second.
const MOST_COUNTED: u64 = 20_000_000;

/// Returns the distribution of margins, one line per margin, with bars.
fn margins_text(stones: u32, margins: &[MarginCount]) -> String {
    const BAR: u64 = 40;
    let most = margins
        .iter()
        .map(|count| count.positions)
        .max()
        .unwrap_or(1);
    let all: u64 = margins.iter().map(|count| count.positions).sum();
    let mut text = format!(
        "\nMargins of {}, with infinite play as a draw:\n\n",
        counted(stones.into(), "stone")
    );
    for MarginCount { margin, positions } in margins {
        let bar = "█".repeat((positions * BAR).div_ceil(most.max(1)) as usize);
        let share = 100.0 * *positions as f64 / all.max(1) as f64;
        let _ = writeln!(text, "{margin:>+5} {positions:>13} {share:>6.2} %  {bar}");
    }
    text
}

fn report(
    game: &dyn TabledGame,
    place: &Place,
    mut layers: Vec<LayerReport>,
) -> Result<Document, Failure> {
    for layer in layers
        .iter_mut()
        .filter(|layer| layer.positions <= MOST_COUNTED)
    {
        let margins = game.table_margins(&place.dir, layer.stones);
        layer.margins = Some(margins.map_err(failure)?);
    }
    let name = game.table_name().map_err(failure)?;
    let mut text = format!(
        "{name}\n\n{BOLD}{:>6} {:>15} {:>13} {:>15} {:>13} {:>15} {:>9} {:>6}{BOLD:#}\n",
        "stones", "positions", "undetermined", "wins", "draws", "losses", "seconds", "bits"
    );
    for layer in &layers {
        let _ = writeln!(text, "{}", line(layer));
    }
    let mut distances = layers.iter().filter_map(|layer| layer.distances.as_ref());
    if let Some(first) = distances.next() {
        let (count, bytes) = distances.fold((0, first.bytes), |(count, bytes), more| {
            (count + 1, bytes + more.bytes)
        });
        let bytes = DecimalBytes(bytes);
        let _ = writeln!(
            text,
            "\nDistances to the next gain, layers 0 to {count}: {bytes}"
        );
    }
    let counted = layers.iter().rev();
    let mut counted = counted.filter_map(|layer| Some((layer.stones, layer.margins.as_ref()?)));
    if let Some((stones, margins)) = counted.next() {
        text += &margins_text(stones, margins);
    }
    Ok(Document::new(text, &LayersDocument { game: name, layers }))
}

fn verify(arguments: &VerifyArguments, common: &Common) -> Result<Document, Failure> {
    let LayersArguments { place, stones } = &arguments.layers;
    let game = game(place)?;
    let name = game.table_name().map_err(failure)?;
    let shard = arguments.sharded.shard();
    if let Some(shard) = shard {
        let checked = shard.check(u64::from(*stones) + 1, "layers");
        checked.map_err(|error| Failure::input("--shard", error))?;
    }
    arguments.sharded.check()?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let mut layers: Vec<VerifiedLayer> = Vec::new();
    let extent = VerifyScope {
        sample: arguments.sample,
        layers: &|layer| shard.is_none_or(|shard| VerifiedPiece::has(shard, layer, *stones)),
    };
    let verified = game.verify_tables(&place.dir, *stones, extent, &progress, &mut |layer| {
        layers.push(layer);
    });
    let refuted = |error: &TableError| {
        matches!(
            error,
            TableError::Contradiction { .. }
                | TableError::Unforced { .. }
                | TableError::Distances { .. }
        )
    };
    let interrupted = match verified {
        Ok(()) => false,
        Err(TableError::Cancelled(_)) if !layers.is_empty() => true,
        Err(error) if refuted(&error) => {
            return Err(Failure::other(format!("does not hold: {error}")));
        }
        Err(error) => return Err(failure(error)),
    };
    if shard.is_some() && !interrupted {
        let stats = game.table_stats(&place.dir, Some(*stones));
        let stats = stats.map_err(failure)?.into_iter();
        let request = VerifiedPieceRequest {
            game: name.clone(),
            sample: arguments.sample,
            checksums: stats.map(|layer| layer.checksum).collect(),
        };
        let piece = || VerifiedPiece {
            layers: layers.clone(),
        };
        let time = started.elapsed();
        arguments.sharded.write(&request, piece, time)?;
    }
    Ok(verified_document(name, layers, interrupted))
}

/// Returns the document of all pieces.
pub(super) fn merged(pieces: &Pieces, _: &Common) -> Result<Document, Failure> {
    let (request, found) = pieces.read::<VerifiedPiece>().map_err(piece_failure)?;
    let layers = VerifiedPiece::join(&request, found);
    let layers =
        layers.ok_or_else(|| Failure::BadInput("the shards do not have all layers".into()))?;
    Ok(verified_document(request.game, layers, false))
}

fn verified_document(game: String, layers: Vec<VerifiedLayer>, interrupted: bool) -> Document {
    let mut text = format!(
        "{game}\n\n{BOLD}{:>6} {:>15} {:>15} {:>7}{BOLD:#}\n",
        "stones", "positions", "checked", "forced"
    );
    for layer in &layers {
        let _ = writeln!(
            text,
            "{:>6} {:>15} {:>15} {:>7}",
            layer.stones,
            layer.positions,
            layer.checked,
            if layer.forced { "yes" } else { "no" }
        );
    }
    let shown = match layers.iter().all(|layer| layer.forced) {
        true => {
            "The checked values follow from their replies, and each is forced: lower is the least solution \
             of the equations, upper the greatest."
        }
        false => {
            "The checked values follow from their replies. In samples it is not checked that they are the \
             least and greatest solutions of the equations."
        }
    };
    let _ = writeln!(text, "\n{shown}");
    if layers.iter().any(|layer| layer.distances) {
        let _ = writeln!(text, "The distances follow from those of the replies.");
    }
    if interrupted {
        let _ = writeln!(text, "Interrupted: layers of more stones were not checked.");
    }
    Document::new(text, &LayersDocument { game, layers }).interrupted_if(interrupted)
}

fn dump(arguments: &DumpArguments, common: &Common) -> Result<Document, Failure> {
    let DumpArguments { place, stones, csv } = arguments;
    let game = game(place)?;
    let target = Target::new("--csv", csv, common.format)?;
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::NobodyReads,
        _ => Failure::other(format!("{}: {error}", csv.display())),
    };
    // The file has another name until it is complete.
    let mut partial = match target {
        Target::StandardOutput => None,
        Target::File(file) => Some(Partial::create(file).map_err(failed)?),
    };
    let mut standard_output = io::stdout().lock();
    let out: &mut dyn io::Write = match &mut partial {
        Some(partial) => partial.file(),
        None => &mut standard_output,
    };
    let mut out = io::BufWriter::new(out);
    let mut written = writeln!(out, "position,lower,zero,upper");
    let mut positions = 0;
    let progress = Progress::new(common);
    let whole = game
        .dump_table(&place.dir, *stones, &progress, &mut |position, value| {
            let Value { lower, zero, upper } = value;
            positions += 1;
            written = writeln!(out, "\"{position}\",{lower},{zero},{upper}");
            written.is_ok()
        })
        .map_err(failure)?;
    drop(progress);
    written.map_err(failed)?;
    if !whole {
        return Err(Failure::Interrupted(Finished::Nothing));
    }
    out.flush().map_err(failed)?;
    drop(out);
    if let Some(partial) = partial {
        partial.commit().map_err(failed)?;
    }
    let name = game.table_name().map_err(failure)?;
    Ok(Document::new(
        format!(
            "{name}: {} of {} in {}\n",
            counted(positions, "position"),
            counted((*stones).into(), "stone"),
            csv.display()
        ),
        &DumpDocument {
            game: name,
            stones: *stones,
            positions,
            csv: csv.display().to_string(),
        },
    )
    .silent_if(target.is_standard_output()))
}
