//! Conversion of Markdown to HTML, with the labels of the report.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use sowlab_findings::Certainty;

/// The text of a link to the data of a claim.
pub(super) const DATA: &str = "data";

/// Converts a text to HTML. Headings of the second level begin sections. The word for the certainty of a claim becomes
/// a label, and a link to its data a small mark. HTML in the text is escaped.
pub(super) fn of_markdown(text: &str) -> String {
    let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
    let events: Vec<Event<'_>> = parser.map(without_html).collect();
    let mut marked = Vec::new();
    let mut rest = events.as_slice();
    while let [event, others @ ..] = rest {
        let html = |text: String| Event::Html(CowStr::from(text));
        rest = others;
        match (event, others) {
            (Event::Start(Tag::Heading { level, .. }), [Event::Text(title), ..])
                if *level == HeadingLevel::H2 =>
            {
                let id = anchor(title);
                marked.push(html(format!("</section>\n<section id=\"{id}\">\n<h2>")));
            }
            (Event::Start(Tag::Strong), [Event::Text(word), _, after @ ..])
                if Certainty::LABELS.contains(&&**word) =>
            {
                let label = format!("<span class=\"label {word}\">{word}</span>");
                marked.push(html(label));
                rest = after;
            }
            (Event::Start(Tag::Link { dest_url, .. }), [Event::Text(word), _, after @ ..])
                if &**word == DATA =>
            {
                let link = format!("<a href=\"{dest_url}\">{DATA}</a>");
                marked.push(html(format!("<sup class=\"mark\">{link}</sup>")));
                rest = after;
            }
            (Event::Start(Tag::Table(_)), _) => {
                let scroll = "<div class=\"scroll\" tabindex=\"0\">".to_owned();
                marked.extend([html(scroll), event.clone()]);
            }
            (Event::End(TagEnd::Table), _) => {
                marked.extend([event.clone(), html("</div>\n".to_owned())]);
            }
            _ => marked.push(event.clone()),
        }
    }
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, marked.into_iter());
    html
}

/// Escapes HTML, because titles and notes come from files of other authors.
fn without_html(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
        event => event,
    }
}

/// Returns the anchor of a section.
pub(super) fn anchor(title: &str) -> String {
    title
        .to_lowercase()
        .replace(|c: char| !c.is_ascii_alphanumeric(), "-")
}

/// Converts a text of one paragraph, without the paragraph tags.
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
        let html = of_markdown("<details>\n\nb <script>\n");
        assert!(
            html.contains("&lt;details&gt;") && html.contains("b &lt;script&gt;"),
            "{html}"
        );
        assert!(of_markdown("**more** words").contains("<strong>more</strong>"));
    }
}
