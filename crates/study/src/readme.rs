//! The readable page of a study's folder, with one section per experiment.
//!
//! The page grows as experiments finish. A section stays until its experiment is run again, so that a run of some
//! experiments leaves the others' sections unchanged.

use super::experiment::Study;

fn heading(title: &str) -> String {
    format!("\n## {title}\n")
}

/// Returns the section of an experiment by its title, with its heading, if the page has it.
pub(super) fn section<'a>(page: &'a str, title: &str) -> Option<&'a str> {
    let start = page.find(&heading(title))?;
    let rest = &page[start + 1..];
    let end = rest.find("\n## ").unwrap_or(rest.len());
    Some(&page[start..start + 1 + end])
}

/// Returns whether the page has the section of an experiment.
pub(super) fn has_section(page: &str, title: &str) -> bool {
    section(page, title).is_some()
}

/// Returns the page with this section of an experiment; `page` is the earlier page.
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

/// Returns the page with this text in the section of an experiment, which keeps its heading.
pub(super) fn with_text_again(page: &str, id: &str, text: &str) -> String {
    let mut sections = page.split("\n## ");
    let mut again = sections.next().unwrap_or_default().to_owned();
    for section in sections {
        let (title, old) = section.split_once('\n').unwrap_or((section, ""));
        let of_experiment = old.contains(&format!("\nData: [{id}.json]("));
        again += "\n## ";
        again += title;
        again.push('\n');
        match of_experiment {
            true => again += &text_of(id, text),
            false => again += old,
        }
    }
    again
}

/// The headings of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Headings {
    /// The title of the study; empty if the page has none.
    pub(super) study: String,
    /// The names of the experiments in order, each with its title.
    pub(super) experiments: Vec<(String, String)>,
}

/// Returns the headings of a page.
pub(super) fn headings(page: &str) -> Headings {
    let mut sections = page.split("\n## ");
    let head = sections.next().unwrap_or_default();
    let study = head.lines().find_map(|line| line.strip_prefix("# "));
    let experiments = sections.filter_map(|section| {
        let (title, text) = section.split_once('\n')?;
        let (_, data) = text.split_once("\nData: [")?;
        let (id, _) = data.split_once(".json](")?;
        Some((id.to_owned(), title.to_owned()))
    });
    Headings {
        study: study.unwrap_or_default().to_owned(),
        experiments: experiments.collect(),
    }
}

/// Returns the section of an experiment.
pub(super) fn section_of(title: &str, id: &str, text: &str) -> String {
    heading(title) + &text_of(id, text)
}

fn text_of(id: &str, text: &str) -> String {
    format!(
        "\n{text}\nData: [{id}.json]({id}.json), [{id}.csv]({id}.csv); how it came about: \
         [{id}.manifest.json]({id}.manifest.json).\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_gets_a_new_text_and_keeps_its_heading() {
        let page = format!(
            "# All\n{}{}",
            section_of("One?", "one", "- old\n"),
            section_of("Two?", "two", "- stays\n")
        );
        let again = with_text_again(&page, "one", "- new\n");
        assert_eq!(again, page.replace("- old", "- new"));
        assert_eq!(with_text_again(&page, "three", "- new\n"), page);
        assert_eq!(section(&again, "Two?"), section(&page, "Two?"));
        let title = |id: &str, title: &str| (id.to_owned(), title.to_owned());
        let headings = headings(&page);
        assert_eq!(headings.study, "All");
        assert_eq!(
            headings.experiments,
            [title("one", "One?"), title("two", "Two?")]
        );
    }
}
