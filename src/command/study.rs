//! `sowlab study`.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use sowlab_solvers::Monitor;

use super::Common;
use super::draw::{BOLD, DIM};
use super::failure::Failure;
use super::output::Document;
use super::progress::Progress;
use crate::study::{self, Finding, STANDARD, Setting, Study};

/// Rows of a table that are printed; the rest is in the files.
const ROWS: usize = 40;

/// Runs experiments and writes their results.
#[derive(Debug, Args)]
#[command(after_help = "\
Without a file it runs the standard experiments, in a few minutes: the first rounds counted, all
opening rounds, and the search for endless rounds that can be reached from the opening, under each
reading of the cases that the sources leave open.")]
pub(super) struct Arguments {
    /// The experiment file (TOML) [default: the standard experiments]
    file: Option<PathBuf>,
    /// The folder for the results
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
    /// The seed of everything that uses chance
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

#[derive(Serialize)]
struct Report {
    study: String,
    findings: Vec<Found>,
    complete: bool,
    seconds: f64,
}

#[derive(Serialize)]
struct Found {
    id: String,
    title: String,
    remarks: Vec<String>,
    rows: usize,
}

fn printed(finding: &Finding) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}\n\n", finding.title);
    match &finding.drawing {
        Some(drawing) => {
            for line in drawing.lines() {
                text += &format!("  {line}\n");
            }
        }
        None => {
            let table = finding.table.text();
            for (index, line) in table.lines().take(ROWS + 1).enumerate() {
                text += &match index {
                    0 => format!("  {DIM}{line}{DIM:#}\n"),
                    _ => format!("  {line}\n"),
                };
            }
            if finding.table.len() > ROWS {
                text += &format!("  {DIM}… {} rows in all{DIM:#}\n", finding.table.len());
            }
        }
    }
    text.push('\n');
    for remark in &finding.remarks {
        text += &format!("  {remark}\n");
    }
    text.push('\n');
    text
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    let (name, text) = match &arguments.file {
        None => ("the standard experiments".to_owned(), STANDARD.to_owned()),
        Some(path) => {
            let name = path.display().to_string();
            let text =
                std::fs::read_to_string(path).map_err(|error| Failure::input(&name, error))?;
            (name, text)
        }
    };
    let study = Study::parse(&text).map_err(|error| Failure::input(&name, error))?;
    let setting = Setting {
        command: std::env::args()
            .skip(1)
            .fold("sowlab".to_owned(), |line, word| line + " " + &word),
        seed: arguments.seed,
        threads: rayon::current_num_threads(),
    };
    let progress = Progress::new(common);
    let started = Instant::now();
    let findings = study::run(&study, &setting, &arguments.out, &progress, |finding| {
        progress.say(&format!("done: {}", finding.title));
    })
    .map_err(|error| match error.is_bad_input() {
        true => Failure::input(&name, error),
        false => Failure::other(error),
    })?;
    let complete = findings.len() == study.experiment.len();
    let seconds = started.elapsed().as_secs_f64();
    let mut text: String = findings.iter().map(printed).collect();
    text += &format!(
        "{DIM}{seconds:.0} s; files in {}{DIM:#}\n",
        arguments.out.join(&study.name).display()
    );
    Ok(Document::new(
        text,
        &Report {
            study: study.name.clone(),
            findings: findings
                .into_iter()
                .map(|finding| Found {
                    rows: finding.table.len(),
                    id: finding.id,
                    title: finding.title,
                    remarks: finding.remarks,
                })
                .collect(),
            complete,
            seconds,
        },
    )
    .interrupted_if(!complete && progress.cancelled()))
}
