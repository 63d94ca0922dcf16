//! Files of results: written whole or not at all.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::Setting;
use super::experiment::{Experiment, Study, StudyError};
use crate::games::stones::{BothOut, MixedOut, Rules};

/// A table of results: text cells under column headings.
#[derive(Clone, Debug)]
pub struct Table {
    headings: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub(super) fn new(headings: &[&'static str]) -> Table {
        Table {
            headings: headings.to_vec(),
            rows: Vec::new(),
        }
    }

    pub(super) fn row<const COLUMNS: usize>(&mut self, cells: [String; COLUMNS]) {
        debug_assert_eq!(COLUMNS, self.headings.len());
        self.rows.push(cells.into());
    }

    /// As comma-separated values with a line of headings.
    ///
    /// # Errors
    /// None in memory; the library that writes can fail on files.
    fn csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.headings)?;
        for row in &self.rows {
            writer.write_record(row)?;
        }
        writer
            .into_inner()
            .map_err(|error| error.into_error().into())
    }

    /// As a Markdown table.
    pub fn markdown(&self) -> String {
        let mut text = format!("| {} |\n", self.headings.join(" | "));
        let _ = writeln!(text, "|{}", "---|".repeat(self.headings.len()));
        for row in &self.rows {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        text
    }

    /// For a terminal: columns aligned.
    pub fn text(&self) -> String {
        let mut widths: Vec<usize> = self.headings.iter().map(|cell| cell.len()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.len());
            }
        }
        let line = |cells: Vec<&str>| {
            let mut line = String::new();
            for (cell, width) in cells.iter().zip(&widths) {
                let _ = match cell.parse::<f64>() {
                    Ok(_) => write!(line, "{cell:>width$}  "),
                    Err(_) => write!(line, "{cell:width$}  "),
                };
            }
            line.trim_end().to_owned() + "\n"
        };
        let mut text = line(self.headings.clone());
        for row in &self.rows {
            text += &line(row.iter().map(String::as_str).collect());
        }
        text
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// A plot of results.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The name of its file.
    pub file: String,
    /// What it shows.
    pub title: String,
    /// The file itself.
    pub svg: String,
}

/// A file that belongs to the results, a certificate say.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its name.
    pub file: String,
    /// What is in it.
    pub contents: String,
}

/// The reading of a rule set as part of a file name: `relay-end`.
pub(super) fn reading(rules: &Rules) -> String {
    let both_out = match rules.both_out {
        BothOut::Relay => "relay",
        BothOut::End => "end",
    };
    let mixed_out = match rules.mixed_out {
        MixedOut::End => "end",
        MixedOut::Forfeit => "forfeit",
    };
    format!("{both_out}-{mixed_out}")
}

/// What an experiment found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The name of the experiment.
    pub id: String,
    /// The question that it answers.
    pub title: String,
    /// The figures.
    pub table: Table,
    /// The figures drawn in characters, where that says more than the table.
    pub drawing: Option<String>,
    /// The figures as plots.
    pub plots: Vec<Plot>,
    /// What there is to say of them, a sentence each.
    pub remarks: Vec<String>,
    /// Further files.
    pub files: Vec<Written>,
    json: String,
}

impl Finding {
    pub(super) fn new(
        experiment: &Experiment,
        data: &impl Serialize,
        table: Table,
        remarks: Vec<String>,
    ) -> Finding {
        Finding {
            id: experiment.id.clone(),
            title: experiment.title.clone(),
            table,
            drawing: None,
            plots: Vec::new(),
            remarks,
            files: Vec::new(),
            json: serde_json::to_string_pretty(data).expect("plain data is JSON") + "\n",
        }
    }
}

impl Finding {
    /// The same with plots.
    #[must_use]
    pub(super) fn plotted(mut self, plots: Vec<Plot>) -> Finding {
        self.plots = plots;
        self
    }

    /// The same with further files.
    #[must_use]
    pub(super) fn with_files(mut self, files: Vec<Written>) -> Finding {
        self.files = files;
        self
    }

    /// The same with a drawing.
    #[must_use]
    pub(super) fn drawn(mut self, drawing: String) -> Finding {
        self.drawing = Some(drawing);
        self
    }
}

/// How a result came about.
#[derive(Clone, Debug, Serialize)]
pub struct Manifest {
    experiment: Experiment,
    rule_sets: Vec<String>,
    command: String,
    version: &'static str,
    seed: u64,
    threads: usize,
    machine: String,
    finished: String,
    seconds: f64,
    /// SHA-256 of each file, as `sha256sum` prints it.
    files: Vec<(String, String)>,
}

impl Manifest {
    pub(super) fn new(experiment: &Experiment, setting: &Setting, took: Duration) -> Manifest {
        Manifest {
            experiment: experiment.clone(),
            rule_sets: experiment.full_names(),
            command: setting.command.clone(),
            version: env!("CARGO_PKG_VERSION"),
            seed: setting.seed,
            threads: setting.threads,
            machine: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            finished: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            seconds: took.as_secs_f64(),
            files: Vec::new(),
        }
    }
}

fn write_file(path: &Path, contents: &[u8]) -> Result<(), StudyError> {
    sowlab_solvers::files::write_whole(path, contents).map_err(|error| StudyError::Write {
        path: path.display().to_string(),
        error,
    })
}

/// Writes the JSON, the CSV and the manifest of a finding.
pub(super) fn write(
    directory: &Path,
    finding: &Finding,
    manifest: &Manifest,
) -> Result<(), StudyError> {
    let failed = |error| StudyError::Write {
        path: directory.display().to_string(),
        error,
    };
    std::fs::create_dir_all(directory).map_err(failed)?;
    let csv = finding
        .table
        .csv()
        .map_err(|error| failed(std::io::Error::other(error)))?;
    let mut manifest = manifest.clone();
    let data = [("json", finding.json.as_bytes()), ("csv", &csv)];
    let data = data.map(|(extension, contents)| (format!("{}.{extension}", finding.id), contents));
    let plots = finding
        .plots
        .iter()
        .map(|plot| (plot.file.clone(), plot.svg.as_bytes()));
    let files = finding
        .files
        .iter()
        .map(|written| (written.file.clone(), written.contents.as_bytes()));
    for (name, contents) in data.into_iter().chain(plots).chain(files) {
        write_file(&directory.join(&name), contents)?;
        let digest = Sha256::digest(contents);
        let digest = digest.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        });
        manifest.files.push((name, digest));
    }
    let text = serde_json::to_string_pretty(&manifest).expect("plain data is JSON") + "\n";
    let name = format!("{}.manifest.json", finding.id);
    write_file(&directory.join(name), text.as_bytes())
}

/// Writes the readable report of a complete study.
pub(super) fn write_report(
    directory: &Path,
    study: &Study,
    findings: &[Finding],
) -> Result<(), StudyError> {
    let mut text = format!("# {}\n", study.title);
    for finding in findings {
        let _ = write!(text, "\n## {}\n\n", finding.title);
        for remark in &finding.remarks {
            let _ = writeln!(text, "- {remark}");
        }
        for plot in &finding.plots {
            let _ = write!(text, "\n![{}]({})\n", plot.title, plot.file);
        }
        match &finding.drawing {
            Some(drawing) => {
                let _ = write!(text, "\n```text\n{drawing}```\n");
            }
            None => {
                let _ = write!(text, "\n{}", finding.table.markdown());
            }
        }
        let _ = write!(
            text,
            "\nData: [{0}.json]({0}.json), [{0}.csv]({0}.csv); how it came about: \
             [{0}.manifest.json]({0}.manifest.json).\n",
            finding.id
        );
    }
    write_file(&directory.join("README.md"), text.as_bytes())
}
