//! Markdown as HTML, with the marks of the report.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// How sure a claim can be, strongest first.
pub(super) const SURENESS: [&str; 4] = ["verified", "solved", "measured", "conjectured"];

/// The text of a link to the data of a claim.
pub(super) const DATA: &str = "data";

/// A text as HTML. Headings of the second level begin sections; the word that says how sure a claim is becomes a label,
/// and a link to its data a small mark.
pub(super) fn of_markdown(text: &str) -> String {
    let mut events: Vec<Event<'_>> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    for at in 0..events.len() {
        let literal = |text: String| Event::Html(CowStr::from(text));
        let next = |ahead: usize| match events.get(at + ahead) {
            Some(Event::Text(word)) => word.to_string(),
            _ => String::new(),
        };
        let changed = match &events[at] {
            Event::Start(Tag::Heading {
                level: HeadingLevel::H2,
                ..
            }) => {
                let id = anchor(&next(1));
                Some((1, format!("</section>\n<section id=\"{id}\">\n<h2>")))
            }
            Event::Start(Tag::Strong) if SURENESS.contains(&&*next(1)) => {
                Some((3, format!("<span class=\"label {0}\">{0}</span>", next(1))))
            }
            Event::Start(Tag::Link { dest_url, .. }) if next(1) == DATA => Some((
                3,
                format!("<sup class=\"mark\"><a href=\"{dest_url}\">{DATA}</a></sup>"),
            )),
            _ => None,
        };
        if let Some((events_of_it, text)) = changed {
            events[at] = literal(text);
            for event in &mut events[at + 1..at + events_of_it] {
                *event = literal(String::new());
            }
        }
    }
    let events = events.into_iter().flat_map(|event| {
        let scroll = |text: &'static str| Event::Html(CowStr::from(text));
        match event {
            Event::Start(Tag::Table(_)) => {
                vec![scroll("<div class=\"scroll\" tabindex=\"0\">"), event]
            }
            Event::End(TagEnd::Table) => vec![event, scroll("</div>\n")],
            event => vec![event],
        }
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    html
}

/// The anchor of a section.
pub(super) fn anchor(title: &str) -> String {
    title
        .to_lowercase()
        .replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}

/// Words of one paragraph.
pub(super) fn words(text: &str) -> String {
    let html = of_markdown(text);
    let html = html.trim().trim_start_matches("<p>");
    html.trim_end_matches("</p>").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_have_labels_and_marks() {
        let html = of_markdown("## A b\n\n- **solved** It *is* `x` < 2 ([data](a/b.json)).\n");
        assert!(
            html.starts_with("</section>\n<section id=\"a-b\">\n<h2>A b</h2>"),
            "{html}"
        );
        assert!(html.contains("<li><span class=\"label solved\">solved</span> It <em>is</em>"));
        assert!(
            html.contains("(<sup class=\"mark\"><a href=\"a/b.json\">data</a></sup>)"),
            "{html}"
        );
        assert_eq!(words("`a` & b"), "<code>a</code> &amp; b");
        assert!(of_markdown("**more** words").contains("<strong>more</strong>"));
    }
}
