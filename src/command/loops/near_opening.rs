//! `sowlab loops cycles --rounds`: repetitions near the opening.

use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use super::certificates::Certificates;
use crate::command::draw::{BOLD, DIM};
use crate::command::failure::Failure;
use crate::command::output::Document;
use crate::command::progress::Progress;
use crate::command::{Common, show};
use sowlab_analysis::endless::{
    NearOpening, NearOpeningRequest, ReachedRepetition, repetitions_near_opening,
};

#[derive(Serialize, JsonSchema)]
pub(crate) struct NearOpeningDocument {
    game: String,
    /// Distinct boards first reached at the start of each round.
    boards: Vec<u64>,
    boards_on_cycles: u64,
    /// Rounds of the shortest cycle; `null` if there is none.
    shortest: Option<usize>,
    first: Option<ReachedRepetition>,
    certificates: Vec<String>,
    seconds: f64,
}

pub(super) fn run(
    name: &str,
    rounds: u32,
    certificates: Option<&Path>,
    common: &Common,
) -> Result<Document, Failure> {
    let rules = show::stones(name, "loops cycles --rounds")?;
    let mut certificates = Certificates::in_folder(certificates)?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let request = NearOpeningRequest {
        rounds,
        certificate: certificates.wanted(),
    };
    let NearOpening {
        start,
        found,
        certificate,
    } = repetitions_near_opening(&rules, request, &progress)?;
    let seconds = started.elapsed().as_secs_f64();
    let mut text = format!(
        "{rules}\n{start}\n\n{BOLD}{:>5} {:>14}{BOLD:#}\n",
        "round", "new boards"
    );
    for (round, boards) in (1..).zip(&found.boards) {
        let _ = writeln!(text, "{round:>5} {boards:>14}");
    }
    let _ = writeln!(
        text,
        "\n{} of these boards can recur through others of them.",
        found.boards_on_cycles
    );
    if let Some(shortest) = &found.shortest {
        let _ = writeln!(
            text,
            "After {BOLD}{}{BOLD:#} the rounds {BOLD}{}{BOLD:#} lead back to the same board.",
            shortest.before, shortest.cycle
        );
    }
    if let Some(certificate) = &certificate {
        certificates.write("repetition-near-the-opening", certificate);
    }
    let Certificates {
        written, failed, ..
    } = certificates;
    for file in &written {
        let _ = writeln!(text, "Certificate: {file}");
    }
    let _ = writeln!(text, "{DIM}{seconds:.2} s{DIM:#}");
    Ok(Document::new(
        text,
        &NearOpeningDocument {
            game: rules.to_string(),
            boards: found.boards,
            boards_on_cycles: found.boards_on_cycles,
            shortest: found.shortest.as_ref().map(|found| found.cycle.0.len()),
            first: found.shortest,
            certificates: written,
            seconds,
        },
    )
    .failed_if(failed))
}
