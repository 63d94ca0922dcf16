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

pub use self::agreement::Agreement;
pub use self::comparison::{Compared, Comparison};
pub(super) use self::directory::{Results, Stored};
use super::error::StudyError;
use super::evidence::{DrawingRequest, Evidence};
use super::html::anchor;
use super::kind::Figures;
use super::kinds;
use super::readme;
use super::results::{README, page, write_file};
use super::template::{Block, Place, Templates, Text};
use super::view::{View, with_links};

const STYLE: &str = include_str!("style.css");
const BOARDS_STYLE: &str = include_str!("../draw/boards.css");
const PAGE: &str = include_str!("page.html");
/// The number of characters in a line of a terminal.
const WIDTH: usize = 78;

/// The report as files: names and contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// `report.html`, `README.md` with its drawings, and the pages of the studies.
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
        let results = Results::find(directory)?;
        results.check()?;
        let mut templates = Templates::new()?;
        let mut values = Vec::new();
        let mut pages: Vec<(String, String)> = Vec::new();
        for stored in &results.all {
            let evidence = results.evidence(stored)?;
            let path = results.figures(stored);
            let kind = stored.experiment().kind.any();
            let (figures, others) = kind.read_with(&path, &results)?;
            let view = view(stored, &figures, &evidence, others);
            values.push(view.values());
            add_to_pages(&mut pages, directory, stored, &kind.read(&path)?, &evidence)?;
        }
        add_functions(&mut templates, directory, values);
        let runs = results.all.iter().map(|stored| {
            let taken = stored.manifest.taken();
            context! {
                name => stored.name(),
                command => stored.command(),
                seconds => taken.seconds,
                runs => taken.runs,
                threads => stored.manifest.threads(),
                note => stored.manifest.note(),
            }
        });
        let values = context! {
            solved => json(&kinds::solved_openings(&results)?),
            openings => json(&kinds::every_opening(&results)?),
            runs => runs.collect::<Vec<_>>(),
        };
        let text = |name: &str| {
            Ok::<Text, StudyError>(templates.text(templates.render(name, values.clone())?))
        };
        let [head, answers, labels, body] = [
            text("head")?,
            text("answers")?,
            text("labels")?,
            text("report")?,
        ];
        let findings = answers.markdown(Place::Report);
        let parts = [&head, &body].map(|part| part.markdown(Place::Report));
        let markdown = format!(
            "{}\nWith charts, also for a small screen: [report.html](report.html).\n\n\
             <!-- findings -->\n{findings}<!-- end of findings -->\n\n{}\n{}",
            parts[0],
            labels.markdown(Place::Report),
            parts[1]
        );
        let mut files = vec![
            (
                "report.html".to_owned(),
                whole(&[&head, &answers, &labels, &body]),
            ),
            (README.to_owned(), markdown),
        ];
        files.extend(body.drawings());
        files.extend(pages);
        Ok(Report {
            files,
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

/// Returns the view of a result for the templates of the report.
fn view<'a>(
    stored: &'a Stored,
    figures: &'a Figures,
    evidence: &'a [Evidence],
    others: Vec<String>,
) -> View<'a> {
    View {
        experiment: stored.experiment(),
        figures,
        evidence,
        threads: stored.manifest.threads(),
        others,
        folder: Some(format!("{}/", stored.study)),
    }
}

/// Updates the text of a result on the page of its study.
fn add_to_pages(
    pages: &mut Vec<(String, String)>,
    directory: &Path,
    stored: &Stored,
    figures: &Figures,
    evidence: &[Evidence],
) -> Result<(), StudyError> {
    let view = View {
        folder: None,
        ..view(stored, figures, evidence, Vec::new())
    };
    let text = view.page()?.markdown(Place::Page);
    let name = format!("{}/{README}", stored.study);
    if pages.last().is_none_or(|(known, _)| *known != name) {
        pages.push((name, page(&directory.join(&stored.study))));
    }
    if let Some((_, page)) = pages.last_mut() {
        *page = readme::with_text_again(page, &stored.experiment().id, &text);
    }
    Ok(())
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
        let links: Result<Vec<String>, Error> = (result.get_attr("links")?.try_iter()?)
            .map(|link| Ok(link.to_string()))
            .collect();
        match text.trim().is_empty() {
            true => Ok(Value::from("")),
            false => {
                let text = with_links(&text, &links?);
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

/// Returns the HTML page.
fn whole(texts: &[&Text; 4]) -> String {
    let [head, answers, labels, body] = texts.map(Text::html);
    let links = texts[3]
        .headings()
        .map(|title| format!("<a href=\"#{}\">{title}</a>\n", anchor(title)));
    let parts = [
        ("{style}", format!("{STYLE}{BOARDS_STYLE}")),
        ("{head}", head),
        ("{answers}", answers),
        ("{labels}", labels),
        ("{links}", links.collect()),
        ("{body}", body),
    ];
    let (mut text, mut rest) = (String::new(), PAGE);
    for (mark, part) in parts {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        text += before;
        text += &part;
        rest = after;
    }
    text + rest
}
