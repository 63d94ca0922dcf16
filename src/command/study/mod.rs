//! `sowlab study`.

mod built_in;
mod comparing;
mod listing;
mod merged;
mod printed;

pub(super) use listing::Listing;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use sowlab_base::files::{OwnedFolder, text_limited};
use sowlab_solvers::Monitor;

use super::Common;
use super::failure::Failure;
use super::output::{Document, refuse_standard_output};
use super::pieces::Sharded;
use super::progress::Progress;
use sowlab_study::{
    self, Done, Effort, Outcome, Report, Setting, Study, StudyError, StudyPiece, StudyPieceRequest,
    Task,
};
use sowlab_terminal::note;

pub(super) use merged::merged;

/// Runs experiments and writes their results.
#[derive(Debug, Args)]
#[command(after_help = "\
Without FILE the standard selection of the built-in experiments runs. The selections are --quick (under a minute), \
--standard (one or two minutes) and --full (about forty hours and 20 GB of memory). Each contains the one before. \
Results are written to one directory per study: JSON, CSV, plots, a page, and a manifest that records how they \
were made. Each result is written when it is complete, so an interruption loses one experiment at most.

--shard runs some of the experiments. Each shard needs its own directory (--out) and file (--piece); `sowlab merge \
FILES --out DIR` then merges the results.

Examples:
  sowlab study                               the standard selection
  sowlab study --list                        the experiments and their cost
  sowlab study --full                        everything that has no result yet
  sowlab study --report                      the report of the existing results
  sowlab study --quick --out mine            the quick selection, into mine/
  sowlab study --out mine --compare results  exit code 1 if results differ
  sowlab study experiments/mcts.toml         the experiments of one file")]
pub(super) struct Arguments {
    /// Experiment file (TOML) [default: the built-in experiments]
    #[arg(conflicts_with_all = ["quick", "standard", "full"])]
    file: Option<PathBuf>,
    /// Run the quick selection: under a minute, the same figures on every machine
    #[arg(long, conflicts_with_all = ["standard", "full"])]
    quick: bool,
    /// Run the standard selection: one or two minutes
    #[arg(long, conflicts_with = "full")]
    standard: bool,
    /// Run every experiment that has no result yet
    #[arg(long)]
    full: bool,
    /// List the experiments and their cost, and run none
    #[arg(long, conflicts_with_all = ["quick", "standard", "full", "resume", "again", "shard"])]
    list: bool,
    /// Allow the experiments of FILE to run other programs (engines external:PROGRAM)
    #[arg(long, requires = "file")]
    allow_external: bool,
    /// Write the report of the existing results, and run nothing
    #[arg(long, conflicts_with_all = ["file", "quick", "standard", "full", "list", "resume", "again", "seed", "note", "shard"])]
    report: bool,
    /// Compare the existing results, except times, with those in DIR, and run nothing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "quick", "standard", "full", "list", "report", "resume", "again", "seed", "note", "shard"])]
    compare: Option<PathBuf>,
    /// Keep existing results of the same experiment and version
    #[arg(long)]
    resume: bool,
    /// With --full: recompute existing results
    #[arg(long, requires = "full", conflicts_with = "resume")]
    again: bool,
    /// Print every table and sentence instead of a summary
    #[arg(long)]
    verbose: bool,
    /// Directory for the results: new, empty, or written by `sowlab study`
    #[arg(long, value_name = "DIR", default_value = "sowlab-study")]
    out: PathBuf,
    /// Remark for the manifests
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Number added to all seeds; another number gives other games, setups and samples
    #[arg(long, default_value_t = 0)]
    seed: u32,
    #[command(flatten)]
    sharded: Sharded,
}

impl Arguments {
    /// Returns the selection of the built-in experiments to run.
    fn effort(&self) -> Effort {
        if self.quick {
            Effort::Quick
        } else if self.full {
            Effort::Full
        } else {
            Effort::Standard
        }
    }
}

/// The maximum number of bytes of an experiment file.
const LONGEST: u64 = 16 << 20;

/// The experiment files, by a name for messages, and their contents.
struct Source {
    name: String,
    studies: Vec<Study>,
}

impl Source {
    fn read(file: Option<&PathBuf>) -> Result<Source, Failure> {
        let Some(path) = file else {
            return Ok(Source {
                name: "the built-in experiments".to_owned(),
                studies: built_in::built_in().map_err(Failure::other)?,
            });
        };
        let name = path.display().to_string();
        let text = text_limited(path, LONGEST).map_err(|error| Failure::input(&name, error))?;
        let study = Study::parse(&text).map_err(|error| Failure::input(&name, error))?;
        Ok(Source {
            name,
            studies: vec![study],
        })
    }

    fn failure(&self, error: StudyError) -> Failure {
        match error.is_bad_input() {
            true => Failure::input(&self.name, error),
            false => Failure::other(error),
        }
    }
}

#[derive(Serialize)]
struct Reported {
    files: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Summary {
    study: String,
    findings: Vec<FindingSummary>,
    kept: Vec<String>,
    complete: bool,
    seconds: f64,
}

#[derive(Serialize, JsonSchema)]
struct FindingSummary {
    study: String,
    id: String,
    title: String,
    remarks: Vec<String>,
    rows: usize,
}

/// Returns the message for a completed experiment.
fn message(done: &Done) -> String {
    let Done {
        study, id, title, ..
    } = done;
    match done.outcome {
        Outcome::Computed(_) => format!("done: {study}/{id}: {title}"),
        Outcome::Kept => format!("kept: {study}/{id}: its result is there already"),
    }
}

/// Returns the command line without options that do not affect results: the note, and the piece.
fn command_line(words: impl Iterator<Item = String>) -> String {
    let mut line = "sowlab".to_owned();
    let mut words = words;
    while let Some(word) = words.next() {
        let (name, value) = word
            .split_once('=')
            .map_or((&*word, None), |(name, value)| (name, Some(value)));
        if !["--note", "--shard", "--piece"].contains(&name) {
            line = line + " " + &word;
        } else if value.is_none() {
            words.next();
        }
    }
    line
}

/// Refuses an experiment file that runs other programs, unless that is allowed. In that case it prints their names.
fn check_programs(source: &Source, allowed: bool) -> Result<(), Failure> {
    let programs: Vec<String> = source.studies.iter().flat_map(Study::programs).collect();
    if programs.is_empty() {
        return Ok(());
    }
    let runs = format!(
        "its experiments run other programs: {}",
        programs.join(", ")
    );
    if !allowed {
        let reason = format!("{runs}; allow this with --allow-external");
        return Err(Failure::input(&source.name, reason));
    }
    note(&format!("{}: {runs}", source.name));
    Ok(())
}

/// Opens a folder for results, which must be new, empty, or of an earlier study.
fn open(out: &Path) -> Result<OwnedFolder, Failure> {
    refuse_standard_output("--out", out)?;
    OwnedFolder::open(out, sowlab_study::PURPOSE).map_err(|error| match error.is_bad_input() {
        true => Failure::input("--out", error),
        false => Failure::other(error),
    })
}

/// Writes the report of a folder of results. Returns its files, and its summary.
fn write_report(out: &OwnedFolder) -> Result<(Vec<String>, Vec<String>), Failure> {
    let report = Report::of(out.path()).map_err(Failure::other)?;
    let paths = report.write(out).map_err(Failure::other)?;
    let paths = paths.iter().map(|path| path.display().to_string());
    Ok((paths.collect(), report.summary))
}

pub(super) fn run(arguments: &Arguments, common: &Common) -> Result<Document, Failure> {
    if arguments.report {
        let out = open(&arguments.out)?;
        let (files, _) = write_report(&out)?;
        let text = files.iter().map(|file| format!("{file}\n")).collect();
        return Ok(Document::new(text, &Reported { files }));
    }
    if let Some(earlier) = &arguments.compare {
        return comparing::compare(&arguments.out, earlier);
    }
    let source = Source::read(arguments.file.as_ref())?;
    if arguments.list {
        return Ok(listing::list(&source.studies));
    }
    if arguments.file.is_some() {
        check_programs(&source, arguments.allow_external)?;
    }
    let mut tasks: Vec<Task<'_>> = match arguments.file {
        Some(_) => source.studies.iter().map(Study::whole).collect(),
        None => (source.studies.iter())
            .map(|study| study.up_to(arguments.effort()))
            .collect(),
    };
    let request = StudyPieceRequest::new(&tasks, arguments.seed.into());
    if let Some(shard) = arguments.sharded.shard() {
        Task::pieces(&mut tasks, shard).map_err(|error| Failure::input("--shard", error))?;
        arguments.sharded.check()?;
    }
    let words = std::env::args_os().skip(1);
    let words = words.map(|word| word.to_string_lossy().into_owned());
    let setting = Setting {
        command: command_line(words),
        seed: arguments.seed.into(),
        note: arguments.note.clone(),
        threads: rayon::current_num_threads(),
        keep: (arguments.resume || arguments.full) && !arguments.again,
    };
    let out = open(&arguments.out)?;
    let progress = Progress::new(common);
    let started = Instant::now();
    let done = sowlab_study::run(&tasks, &setting, &out, &progress, |done| {
        progress.say(&message(done));
    })
    .map_err(|error| source.failure(error))?;
    let (written, summary) = write_report(&out)?;
    let wanted: usize = tasks.iter().map(|task| task.experiments.len()).sum();
    let complete = done.len() == wanted;
    let time = started.elapsed();
    if complete && arguments.sharded.shard().is_some() {
        let piece = StudyPiece::read(&tasks, &done, &arguments.out).map_err(Failure::other)?;
        arguments.sharded.write(&request, || piece, time)?;
    }
    let seconds = time.as_secs_f64();
    let name = match (&arguments.file, source.studies.as_slice()) {
        (Some(_), [study]) => study.name.clone(),
        _ => arguments.effort().name().to_owned(),
    };
    let mut found = Vec::new();
    let mut report = Summary {
        study: name,
        findings: Vec::new(),
        kept: Vec::new(),
        complete,
        seconds,
    };
    for one in done {
        match one.outcome {
            Outcome::Kept => report.kept.push(format!("{}/{}", one.study, one.id)),
            Outcome::Computed(finding) => {
                found.push((format!("{}/{}", one.study, finding.id), finding.clone()));
                report.findings.push(FindingSummary {
                    study: one.study,
                    rows: finding.table.len(),
                    id: finding.id,
                    title: finding.title,
                    remarks: finding.remarks,
                });
            }
        }
    }
    let time = format!(
        "{seconds:.0} s; files in {}, report: {}",
        arguments.out.display(),
        written.first().map_or("", String::as_str)
    );
    let text = match arguments.verbose {
        true => printed::whole(&found, &report.kept, &time),
        false => printed::summary(&found, &report.kept, &summary, &time),
    };
    Ok(Document::new(text, &report)
        .interrupted_if(!complete && progress.cancelled())
        .kept_in(Some(&arguments.out)))
}
