//! `sowlab perft` where one side chooses at a time.

use std::fmt::{Display, Write};
use std::time::Instant;

use serde::Serialize;
use sowlab_solvers::Monitor;

use super::Common;
use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;

#[derive(Serialize)]
struct Counts {
    game: String,
    position: String,
    plies: Vec<Ply>,
    seconds: f64,
}

#[derive(Serialize)]
struct Ply {
    ply: u32,
    nodes: u64,
}

/// The nodes of each ply, as `count` counts them.
pub(super) fn document(
    game: &str,
    position: &impl Display,
    common: &Common,
    count: impl FnOnce(&Progress) -> Vec<u64>,
) -> Result<Document, Failure> {
    let progress = Progress::new(common);
    let started = Instant::now();
    let nodes = count(&progress);
    let seconds = started.elapsed().as_secs_f64();
    let mut text = format!(
        "{game}\n{position}\n\n{BOLD}{:>5} {:>20}{BOLD:#}\n",
        "ply", "nodes"
    );
    let plies: Vec<Ply> = (1..)
        .zip(nodes)
        .map(|(ply, nodes)| Ply { ply, nodes })
        .collect();
    for Ply { ply, nodes } in &plies {
        let _ = writeln!(text, "{ply:>5} {nodes:>20}");
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    Ok(Document::new(
        text,
        &Counts {
            game: game.to_owned(),
            position: position.to_string(),
            plies,
            seconds,
        },
    )
    .interrupted_if(progress.cancelled()))
}
