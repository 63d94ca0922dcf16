//! `sowlab loops cycles`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;

use super::certificates::Certificates;
use super::near_opening;
use crate::command::draw::{BOLD, DIM};
use crate::command::failure::Failure;
use crate::command::output::Document;
use crate::command::progress::Progress;
use crate::command::{Common, show, tables_directory};
use sowlab_analysis::Analyses;
use sowlab_analysis::RequestError;
use sowlab_analysis::endless::{
    BestPlayLayer, CyclesLayer, CyclesRequest, Layers, Line, find_cycles,
};

#[derive(Debug, Args)]
#[command(after_help = "\
Each line is a layer: all boards with N stones. It counts the boards that can recur through rounds that all end \
without a capture, and the groups of boards that lead to one another. It also prints the fewest rounds of a \
repetition, with an example. Nothing is sampled or cut off. In the two-rank games a round is a move.

--tables also prints where optimal play depends on infinite play: the boards with lower < upper, the boards with \
lower < 0 < upper, on which infinite play is optimal for both sides, a shortest repetition there, and the boards \
on which a non-terminating round is optimal.

Examples:
  sowlab loops cycles 55stones --stones 10
  sowlab loops cycles 55stones --stones 12 --tables tables --certificates found
  sowlab loops cycles 33stones --rounds 3")]
pub(in crate::command) struct Arguments {
    /// Game with options; the number of stones at the start has no effect
    game: String,
    /// Most stones on the board, 2 to 255
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=255),
        required_unless_present = "rounds", conflicts_with = "rounds")]
    stones: Option<u32>,
    /// Search the boards of the first R rounds from the opening instead of whole layers
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Directory with the endgame tables of these layers
    #[arg(long, value_name = "DIR", value_parser = tables_directory(), conflicts_with = "rounds")]
    tables: Option<PathBuf>,
    /// Directory for the certificates of the repetitions of each layer (stones family)
    #[arg(long, value_name = "DIR")]
    certificates: Option<PathBuf>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct CyclesDocument {
    game: String,
    layers: Vec<CyclesLayer>,
    /// The certificates written.
    certificates: Vec<String>,
    seconds: f64,
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    match (arguments.stones, arguments.rounds) {
        (Some(stones), _) => run_layers(arguments, stones, common),
        (None, Some(rounds)) => near_opening::run(
            &arguments.game,
            rounds,
            arguments.certificates.as_deref(),
            common,
        ),
        (None, None) => Err(Failure::BadInput("--stones or --rounds is required".into())),
    }
}

fn run_layers(arguments: &Arguments, stones: u32, common: &Common) -> Result<Document, Failure> {
    let named = show::game(&arguments.game)?;
    let name = named.to_string();
    let game = named
        .analyses()
        .cyclic()
        .map_err(|error| Failure::input("game", error))?;
    game.check_cycles(stones, arguments.tables.as_deref())
        .map_err(RequestError::from)?;
    if arguments.certificates.is_some() && named.joint("certificates").is_err() {
        let reason = format!(
            "{name}: certificates of repetitions exist only for the stones family; leave the option out"
        );
        return Err(Failure::input("--certificates", reason));
    }
    let mut certificates = Certificates::in_folder(arguments.certificates.as_deref())?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let request = CyclesRequest {
        stones,
        tables: arguments.tables.clone(),
    };
    let Layers { layers, complete } = find_cycles(&*game, &request, &progress)?;
    let seconds = started.elapsed().as_secs_f64();
    let certified = if certificates.wanted() {
        &layers[..]
    } else {
        &[]
    };
    for layer in certified {
        let forced = layer.best_play.as_ref().and_then(|best| best.line.as_ref());
        let lines = [("repetition", layer.line.as_ref()), ("forced", forced)];
        for (name, line) in lines {
            let certificate = line.and_then(|line| game.certify_cycle(line));
            if let Some(certificate) = certificate {
                let certificate = certificate.map_err(Failure::other)?;
                certificates.write(&format!("{}-stones-{name}", layer.stones), &certificate);
            }
        }
    }
    let Certificates {
        written, failed, ..
    } = certificates;
    let mut text = text(&name, &layers);
    for file in &written {
        let _ = writeln!(text, "Certificate: {file}");
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    Ok(Document::new(
        text,
        &CyclesDocument {
            game: name,
            layers,
            certificates: written,
            seconds,
        },
    )
    .interrupted_if(!complete)
    .failed_if(failed))
}

fn text(game: &str, layers: &[CyclesLayer]) -> String {
    let mut text = format!(
        "{game}\n\n{BOLD}{:>6} {:>14} {:>14} {:>10} {:>14} {:>8}{BOLD:#}\n",
        "stones", "boards", "can recur", "groups", "largest group", "rounds"
    );
    for layer in layers {
        let shortest = layer
            .shortest
            .map_or("-".to_owned(), |rounds| rounds.to_string());
        let _ = writeln!(
            text,
            "{:>6} {:>14} {:>14} {:>10} {:>14} {shortest:>8}",
            layer.stones, layer.boards, layer.boards_on_cycles, layer.groups, layer.largest_group
        );
    }
    text.push('\n');
    let shown = |line: &Line| format!("{BOLD}{line}{BOLD:#}");
    if let Some(line) = layers.iter().find_map(|layer| layer.line.as_ref()) {
        let _ = writeln!(text, "The smallest board that recurs: {}", shown(line));
    }
    let best = || {
        let of_layer =
            |layer: &'_ CyclesLayer| layer.best_play.clone().map(|best| (layer.stones, best));
        layers.iter().filter_map(of_layer)
    };
    for (stones, best) in best().filter(|(_, best)| best.undetermined > 0) {
        let BestPlayLayer {
            undetermined,
            forced,
            endless,
            ..
        } = best;
        let _ = writeln!(
            text,
            "{stones:>6} stones: infinite play decides the value of {undetermined} boards and is forced on {forced}; \
             an endless round is optimal on {endless}"
        );
    }
    if let Some(line) = best().find_map(|(_, best)| best.line) {
        let _ = writeln!(text, "The smallest forced repetition: {}", shown(&line));
    }
    if let Some(line) = best().find_map(|(_, best)| best.first_endless) {
        let _ = writeln!(text, "The smallest optimal endless round: {}", shown(&line));
    }
    text
}
