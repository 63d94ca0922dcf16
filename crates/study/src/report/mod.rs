//! The report: one page made of everything that a folder of results holds.
//!
//! It is made from the files alone, so that the same results give the same bytes.

pub(super) mod agreement;
pub(super) mod bars;
pub(super) mod chart;
mod comparison;
mod directory;
mod drawing;
pub(super) mod evidence;
mod frames;
mod html;
mod markdown;
pub(super) mod page;
mod plain;
mod runs;
mod sections;
pub(super) mod source;

use std::path::{Path, PathBuf};

use sowlab_base::files::OwnedFolder;

pub use self::agreement::Agreement;
pub use self::comparison::{Compared, Comparison};
use self::directory::Results;
use self::page::{Block, Page};
use super::error::StudyError;
use super::kinds;
use super::results::write_file;

/// The report as its files: names and contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// `report.html`, `README.md`, and the drawings that the latter shows.
    pub files: Vec<(String, String)>,
    /// The answers and the table at the head of the report, in Markdown with links from the folder.
    pub findings: String,
    /// The same in lines for a terminal.
    pub summary: Vec<String>,
}

impl Report {
    /// Makes the report of a folder of results. Folders without results give a report that says
    /// nothing.
    ///
    /// # Errors
    /// A file of the results that cannot be read, is of another schema, or is not as its manifest says.
    pub fn of(directory: &Path) -> Result<Report, StudyError> {
        let results = Results::find(directory)?;
        results.check()?;
        let (head, mut sections) = sections::sections(kinds::report(&results.answers())?);
        sections.extend(runs::section(&results));
        let page = Page { head, sections };
        let mut files = vec![
            ("report.html".to_owned(), html::written(&page)),
            ("README.md".to_owned(), markdown::written(&page)),
        ];
        files.extend(drawings(&page));
        Ok(Report {
            files,
            findings: markdown::findings(&page),
            summary: plain::summary(&page),
        })
    }

    /// Writes its files into a folder, each whole or not at all. Returns their paths.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, folder: &OwnedFolder) -> Result<Vec<PathBuf>, StudyError> {
        let mut paths = Vec::new();
        for (name, contents) in &self.files {
            let path = folder.path().join(name);
            write_file(&path, contents.as_bytes())?;
            paths.push(path);
        }
        Ok(paths)
    }
}

fn drawings(page: &Page) -> impl Iterator<Item = (String, String)> {
    let blocks = page.sections.iter().flat_map(|section| &section.blocks);
    let others = blocks.filter_map(|block| match block {
        Block::Drawing(drawing) => Some(drawing),
        _ => None,
    });
    let all = page.head.drawing.iter().chain(others);
    all.map(|drawing| (drawing.file.clone(), drawing.file_contents()))
}
