//! The readable page of a study's folder: one section an experiment.
//!
//! The page grows as experiments finish. A section stays until its experiment is run again, so that
//! a run of some experiments leaves the others' sections alone.

use super::experiment::Study;

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

/// The page with this section in place of the one of the same title.
pub(super) fn with_section_again(page: &str, title: &str, new: &str) -> String {
    match section(page, title) {
        Some(old) => page.replace(old.trim_end_matches('\n'), new.trim_end_matches('\n')),
        None => page.to_owned(),
    }
}

/// The section of an experiment.
pub(super) fn section_of(title: &str, id: &str, text: &str) -> String {
    format!(
        "{}\n{text}\nData: [{id}.json]({id}.json), [{id}.csv]({id}.csv); how it came about: \
         [{id}.manifest.json]({id}.manifest.json).\n",
        heading(title)
    )
}
