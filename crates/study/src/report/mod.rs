//! The report: one page with everything in a folder of results.
//!
//! It depends only on the files, so equal results give equal bytes.

mod agreement;
mod comparison;
mod directory;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use minijinja::value::Serde;
use minijinja::{Error, ErrorKind, Value, context};
use serde::Serialize;
use sowlab_base::files::OwnedFolder;
use sowlab_findings::Certainty;

pub use self::agreement::Agreement;
pub use self::comparison::{Compared, Comparison};
use self::directory::StudyFolder;
pub(super) use self::directory::{Results, Stored};
use super::draw::boards::escaped;
use super::error::StudyError;
use super::evidence::{DrawingRequest, Evidence};
use super::kinds;
use super::readme;
use super::results::{NOTES, README, write_file};
use super::template::{Block, Templates, Text};
use super::view::{View, with_links};

const STYLE: &str = include_str!("style.css");
const BOARDS_STYLE: &str = include_str!("../draw/boards.css");
const PAGE: &str = include_str!("page.html");
/// The number of characters in a line of a terminal.
const WIDTH: usize = 78;
/// The kind of experiment that builds tables for others.
const TABLES: &str = "tables";

/// The report as files: names and contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// `report.html`, `README.md` with its drawings, and the pages and drawings of the studies.
    pub files: Vec<(String, String)>,
    /// The answers and the table at the head of the report, in Markdown with links from the folder.
    pub findings: String,
    /// The answers and the table in lines for a terminal.
    pub summary: Vec<String>,
}

impl Report {
    /// Makes the report of a folder of results. Folders without results give an empty report.
    ///
    /// # Errors
    /// An error if a file of the results cannot be read, or does not match the schema or its manifest. It is also an
    /// error if a statement of a template does not hold.
    pub fn of(directory: &Path) -> Result<Report, StudyError> {
        let mut results = Results::find(directory)?;
        results.check()?;
        results.take_headings();
        let mut templates = Templates::new()?;
        let (mut values, mut studies, mut files) = (Vec::new(), Vec::new(), Vec::new());
        for study in &results.studies {
            let text = StudyText::of(study, &results)?;
            values.extend(text.results.iter().cloned());
            studies.push(text.values(study));
            files.extend(text.files);
        }
        add_functions(&mut templates, directory, values);
        let values = context! {
            title => match results.studies.as_slice() {
                [study] => &study.title,
                _ => "Results",
            },
            studies,
            solved => json(&kinds::solved_openings(&results)?),
            openings => json(&kinds::every_opening(&results)?),
            runs => results.all.iter().map(run).collect::<Vec<_>>(),
            certainties => degrees(),
            folders => (results.other_pages.iter())
                .map(|(name, page)| context! { name, page })
                .collect::<Vec<_>>(),
        };
        let text = |name: &str| {
            Ok::<Text, StudyError>(templates.text(templates.render(name, values.clone())?))
        };
        let answers = text("answers")?;
        let head = text("head")?;
        let findings = answers.markdown();
        let markdown = format!(
            "{}\n<!-- findings -->\n{findings}<!-- end of findings -->\n\n{}",
            head.markdown(),
            text("index")?.markdown(),
        );
        let body = text("report")?;
        let title = escaped(&values.get_attr("title").unwrap_or_default().to_string());
        let page = whole(&[
            ("{title}", title),
            ("{style}", format!("{STYLE}{BOARDS_STYLE}")),
            ("{head}", head.html()),
            ("{answers}", answers.html()),
            ("{certainty}", text("certainty")?.html()),
            ("{contents}", text("contents")?.html()),
            ("{body}", body.html()),
        ]);
        let mut all = vec![
            ("report.html".to_owned(), page),
            (README.to_owned(), markdown),
        ];
        all.extend(body.drawings());
        all.append(&mut files);
        Ok(Report {
            files: all,
            findings,
            summary: answers.plain(WIDTH),
        })
    }

    /// Writes the files of the report into a folder, each whole or not at all. Returns their paths.
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

/// Converts plain data to a value for templates.
fn json(data: &impl Serialize) -> Value {
    Value::from(Serde(serde_json::to_value(data).unwrap_or_default()))
}

/// Returns the values of a run for the table of all runs.
fn run(stored: &Stored) -> Value {
    let taken = stored.manifest.taken();
    context! {
        name => stored.name(),
        command => stored.command(),
        seconds => taken.seconds,
        runs => taken.runs,
        threads => stored.manifest.threads(),
        note => stored.manifest.note(),
    }
}

/// Returns the degrees of certainty, strongest first.
fn degrees() -> Vec<Value> {
    let definitions = Certainty::LABELS.into_iter().zip(Certainty::DEFINITIONS);
    definitions
        .map(|(label, definition)| context! { label, definition })
        .collect()
}

/// A study in the report.
struct StudyText {
    /// The views of its results.
    results: Vec<Value>,
    /// Its page and its drawings.
    files: Vec<(String, String)>,
    /// The kind that determines its section: that of the first result that does not only build tables.
    kind: &'static str,
    /// The first claim of that result: the degree of certainty and the sentence.
    claim: Option<(String, String)>,
}

impl StudyText {
    fn of(study: &StudyFolder, results: &Results<'_>) -> Result<StudyText, StudyError> {
        let mut text = StudyText {
            results: Vec::new(),
            files: Vec::new(),
            kind: TABLES,
            claim: None,
        };
        let mut page = study.page.clone();
        let of_study = |stored: &&Stored| stored.study == study.name;
        for stored in results.all.iter().filter(of_study) {
            let evidence = results.evidence(stored)?;
            let kind = stored.experiment().kind.any();
            let (figures, mut others) = kind.read_with(&results.figures(stored), results)?;
            others.retain(|link| *link != stored.link());
            let view = View {
                experiment: stored.experiment(),
                figures: &figures,
                evidence: &evidence,
                threads: stored.manifest.threads(),
                others,
                folder: Some(format!("{}/", study.name)),
            };
            text.results.push(view.values());
            let on_page = View {
                folder: None,
                ..view
            };
            let on_page = on_page.page()?;
            let id = &stored.experiment().id;
            page = readme::with_text_again(&page, id, &on_page.markdown());
            let in_folder = |(file, contents)| (format!("{}/{file}", study.name), contents);
            text.files.extend(on_page.files().map(in_folder));
            if text.claim.is_none() || text.kind == TABLES {
                let claim = on_page.claim();
                text.claim = claim.map(|(label, words)| (label.to_owned(), words));
                text.kind = stored.experiment().kind.name();
            }
        }
        text.files.push((format!("{}/{README}", study.name), page));
        Ok(text)
    }

    fn values(&self, study: &StudyFolder) -> Value {
        let claim = self.claim.as_ref();
        context! {
            name => &study.name,
            title => &study.title,
            page => format!("{}/{README}", study.name),
            notes => study.notes.then(|| format!("{}/{NOTES}", study.name)),
            kind => self.kind,
            claim => claim.map(|(label, words)| context! { label, text => words }),
            results => &self.results,
        }
    }
}

/// Adds the functions of the report's templates: `results(kind, …)`, `render(result)` and `drawing(certificate, …)`.
fn add_functions(templates: &mut Templates, directory: &Path, values: Vec<Value>) {
    let all = Arc::new(values);
    templates.add_function("results", move |_, _, kinds, _| {
        let kind = |one: &Value| one.get_attr("kind").is_ok_and(|kind| kinds.contains(&kind));
        Ok(all.iter().filter(|one| kind(one)).cloned().collect())
    });
    templates.add_function("render", |state, _, values, _| {
        let (result,): (Value,) = minijinja::value::from_args(values)?;
        let field = |name: &str| Ok::<String, Error>(result.get_attr(name)?.to_string());
        let template = state.env().get_template(&field("kind")?)?;
        let text = template.render(result.clone())?;
        match text.trim().is_empty() {
            true => Ok(Value::from("")),
            false => {
                let text = with_links(&text, &field("link")?);
                Ok(Value::from(format!(
                    "\n### {}\n\n{text}\n",
                    field("title")?
                )))
            }
        }
    });
    let directory = directory.to_owned();
    templates.add_function("drawing", move |_, blocks, values, options| {
        let (certificate,): (Value,) = minijinja::value::from_args(values)?;
        let link = certificate.get_attr("link")?.to_string();
        let failed = |error: &dyn std::fmt::Display| {
            Error::new(ErrorKind::InvalidOperation, format!("{link}: {error}"))
        };
        let evidence = Evidence::read(&directory.join(&link), link.clone());
        let evidence = evidence.map_err(|error| failed(&error))?;
        let request = DrawingRequest {
            title: options.get("title")?,
            note: options.get("note")?,
            file: options.get("file")?,
            steps: options.get("steps")?,
            play: options.get("play")?,
        };
        let drawing = evidence.drawing(request).map_err(|error| failed(&error))?;
        Ok(blocks.place(Block::Drawing(drawing)))
    });
}

/// Returns the HTML page: its marks in order, each with the text that replaces it.
fn whole(parts: &[(&str, String)]) -> String {
    let (mut text, mut rest) = (String::new(), PAGE);
    for (mark, part) in parts {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        text += before;
        text += part;
        rest = after;
    }
    text + rest
}
