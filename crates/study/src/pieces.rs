//! Shards of experiments: each has some of them, with their files.

use std::path::Path;

use serde::{Deserialize, Serialize};
use sowlab_base::files::{OwnedFolder, read_limited};

use super::error::StudyError;
use super::experiment::Study;
use super::manifest::Manifest;
use super::results::{LONGEST, page, read_json, study_folder, write_file, write_section};
use super::task::Task;
use super::{Done, Outcome, readme};
use sowlab_base::checksum::{hexadecimal, sha256};
use sowlab_base::pieces::{Piece, Shard, TooManyPieces};

/// The request that all shards together fulfil.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyPieceRequest {
    /// The experiments, each as `study/id`, with the SHA-256 of its contents.
    experiments: Vec<(String, String)>,
    /// The number added to the seeds of everything random.
    seed: u64,
}

/// The results of some experiments.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyPiece {
    results: Vec<PieceResult>,
}

impl Piece for StudyPiece {
    const KIND: &'static str = "study";
    type Request = StudyPieceRequest;
}

/// The result of an experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceResult {
    /// The whole study, which determines the order of its page.
    pub study: Study,
    /// The id of the experiment.
    pub id: String,
    /// The question of the experiment.
    pub title: String,
    /// The sentences about the figures.
    pub remarks: Vec<String>,
    /// The number of rows of the table.
    pub rows: usize,
    /// Whether the result existed already.
    pub kept: bool,
    /// The files by name, the manifest last.
    files: Vec<(String, Contents)>,
    /// The section on the page of the study.
    section: String,
}

/// The contents of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Contents {
    Text(String),
    Hexadecimal(String),
}

impl Contents {
    fn new(bytes: Vec<u8>) -> Contents {
        String::from_utf8(bytes).map_or_else(
            |error| Contents::Hexadecimal(hexadecimal(error.as_bytes())),
            Contents::Text,
        )
    }

    /// Returns the bytes; `None` if the digits are damaged.
    fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Contents::Text(text) => Some(text.clone().into_bytes()),
            Contents::Hexadecimal(digits) => (0..digits.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok())
                .collect(),
        }
    }
}

impl StudyPieceRequest {
    /// Creates the request of these experiments.
    pub fn new(tasks: &[Task<'_>], seed: u64) -> StudyPieceRequest {
        let named = tasks.iter().flat_map(|task| {
            let study = &task.study.name;
            task.experiments.iter().map(move |experiment| {
                let text = serde_json::to_vec(experiment).expect("plain data is JSON");
                (format!("{study}/{}", experiment.id), sha256(&text))
            })
        });
        StudyPieceRequest {
            experiments: named.collect(),
            seed,
        }
    }
}

impl Task<'_> {
    /// Selects the experiments of a shard: every n-th, because neighbours cost about the same.
    ///
    /// # Errors
    /// There are fewer experiments than shards.
    pub fn pieces(tasks: &mut [Task<'_>], shard: Shard) -> Result<(), TooManyPieces> {
        let all: usize = tasks.iter().map(|task| task.experiments.len()).sum();
        shard.check(all as u64, "experiments")?;
        let mut number = 0;
        for task in tasks {
            task.experiments.retain(|_| {
                number += 1;
                shard.deals(number - 1)
            });
        }
        Ok(())
    }
}

impl StudyPiece {
    /// Reads the results of these tasks from the files of a directory.
    ///
    /// # Errors
    /// A file cannot be read.
    pub fn read(
        tasks: &[Task<'_>],
        done: &[Done],
        directory: &Path,
    ) -> Result<StudyPiece, StudyError> {
        let results = done.iter().map(|done| {
            let of_study = |task: &&Task<'_>| task.study.name == done.study;
            let task = tasks.iter().find(of_study).expect("it was one of them");
            PieceResult::read(task.study, done, &directory.join(&done.study))
        });
        Ok(StudyPiece {
            results: results.collect::<Result<_, _>>()?,
        })
    }

    /// Writes all files of the results below a folder, as the undivided run does.
    ///
    /// # Errors
    /// A file cannot be written, or a name is not that of a file of results.
    pub fn write(&self, folder: &OwnedFolder) -> Result<(), StudyError> {
        for part in &self.results {
            part.write(folder)?;
        }
        Ok(())
    }

    /// Returns the results, including those that existed already.
    pub fn results(&self) -> &[PieceResult] {
        &self.results
    }
}

impl PieceResult {
    fn read(study: &Study, done: &Done, directory: &Path) -> Result<PieceResult, StudyError> {
        let (remarks, rows) = match &done.outcome {
            Outcome::Computed(finding) => (finding.remarks.clone(), finding.table.len()),
            Outcome::Kept => (Vec::new(), 0),
        };
        let manifest = Manifest::file_name(&done.id);
        let path = directory.join(&manifest);
        let listed: Manifest = read_json(&path)?;
        let names = listed.files().map(str::to_owned).chain([manifest]);
        let files = names.map(|name| {
            let path = directory.join(&name);
            let contents = read_limited(&path, LONGEST);
            let contents = contents.map_err(|error| StudyError::unreadable(&path, error))?;
            Ok((name, Contents::new(contents)))
        });
        Ok(PieceResult {
            study: study.clone(),
            id: done.id.clone(),
            title: done.title.clone(),
            remarks,
            rows,
            kept: matches!(done.outcome, Outcome::Kept),
            files: files.collect::<Result<_, StudyError>>()?,
            section: readme::section(&page(directory), &done.title)
                .unwrap_or_default()
                .trim_end_matches('\n')
                .to_owned()
                + "\n",
        })
    }

    fn write(&self, folder: &OwnedFolder) -> Result<(), StudyError> {
        let directory = study_folder(folder, plain(&self.study.name)?)?;
        for (name, contents) in &self.files {
            let path = directory.join(plain(name)?);
            let damaged = || StudyError::unreadable(&path, "no hexadecimal digits");
            write_file(&path, &contents.bytes().ok_or_else(damaged)?)?;
        }
        write_section(&directory, &self.study, &self.id, &self.section)
    }
}

/// Checks that a name is that of a file in its folder.
fn plain(name: &str) -> Result<&str, StudyError> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    match !name.starts_with('.') && !name.is_empty() && name.chars().all(allowed) {
        true => Ok(name),
        false => Err(StudyError::Name {
            what: "file",
            name: sowlab_games::shortened(name),
        }),
    }
}
