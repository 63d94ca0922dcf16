//! Experiments in pieces: each piece has some of them, and carries their files.

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

/// The request that all pieces together answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StudyPieceRequest {
    /// The experiments, each as `study/id`, with the SHA-256 of what it says.
    experiments: Vec<(String, String)>,
    /// Added to the seeds of whatever uses chance.
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
    /// The whole study, which gives the order of its page.
    pub study: Study,
    /// The name of the experiment.
    pub id: String,
    /// Its question.
    pub title: String,
    /// The sentences about the figures.
    pub remarks: Vec<String>,
    /// How many lines the table has.
    pub rows: usize,
    /// Whether it was there before.
    pub kept: bool,
    /// By name; last the manifest.
    files: Vec<(String, Contents)>,
    /// Of the page of the study.
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

    /// `None` if they are damaged.
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
    /// These experiments.
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
    /// The experiments of a piece: every n-th, since neighbours cost alike.
    ///
    /// # Errors
    /// There are fewer experiments than pieces.
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
    /// A file that cannot be read.
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
    /// A file that cannot be written, or a name that is none of a file of results.
    pub fn write(&self, folder: &OwnedFolder) -> Result<(), StudyError> {
        for part in &self.results {
            part.write(folder)?;
        }
        Ok(())
    }

    /// The results, those that were there before as well.
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

/// A name of a file in its folder, and nowhere else.
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
