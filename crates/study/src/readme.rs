//! The readable page of a study's folder: one section an experiment.
//!
//! The page grows as experiments finish. A section stays until its experiment is run again, so that
//! a run of some experiments leaves the others' sections alone.

use std::fmt::Write as _;

use super::experiment::Study;
use super::finding::Finding;

fn heading(title: &str) -> String {
    format!("\n## {title}\n")
}

/// The section of an experiment by its title, if the page has it, with its heading.
pub(super) fn section<'a>(page: &'a str, title: &str) -> Option<&'a str> {
    let start = page.find(&heading(title))?;
    let rest = &page[start + 1..];
    let end = rest.find("\n## ").unwrap_or(rest.len());
    Some(&page[start..start + 1 + end])
}

/// Whether the page has the section of an experiment.
pub(super) fn has_section(page: &str, title: &str) -> bool {
    section(page, title).is_some()
}

/// The page with this section of an experiment. `page` is what was there before.
pub(super) fn with_section(page: &str, study: &Study, id: &str, new: &str) -> String {
    let mut text = format!("# {}\n", study.title);
    for experiment in &study.experiment {
        if experiment.id == id {
            text += new;
        } else if let Some(section) = section(page, &experiment.title) {
            text += section.trim_end_matches('\n');
            text.push('\n');
        }
    }
    text
}

/// The section of a finding.
pub(super) fn written(finding: &Finding) -> String {
    let mut text = heading(&finding.title) + "\n";
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
    text
}
