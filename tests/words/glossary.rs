//! Uses of the glossary's terms.

use std::collections::BTreeMap;

/// The terms of the glossary, longest first.
pub(crate) fn terms(glossary: &str) -> Vec<String> {
    let headings = glossary.lines().filter_map(|line| line.strip_prefix("## "));
    let mut terms: Vec<String> = headings.map(str::to_lowercase).collect();
    terms.sort_by_key(|term| std::cmp::Reverse(term.len()));
    terms
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    heading.replace(' ', "-")
}

/// A part of a paragraph: text, and the target if it is the text of a link.
struct Span<'a> {
    text: &'a str,
    target: Option<&'a str>,
}

/// The spans of a paragraph without code and pictures.
fn spans(paragraph: &str) -> Vec<Span<'_>> {
    let mut found = Vec::new();
    let mut rest = paragraph;
    while let Some(at) = rest.find(['`', '[', '!', '<']) {
        let (before, special) = rest.split_at(at);
        found.push(Span {
            text: before,
            target: None,
        });
        let end = match special.as_bytes()[0] {
            b'`' => {
                let ticks = special.len() - special.trim_start_matches('`').len();
                let after = special[ticks..].find(&special[..ticks]);
                after.map(|after| after + 2 * ticks)
            }
            b'<' => special.find('>').map(|end| end + 1),
            _ => {
                let link = special.find("](").and_then(|middle| {
                    let end = middle + special[middle..].find(')')?;
                    Some((middle, end))
                });
                match link {
                    Some((middle, end)) if special.starts_with('[') => {
                        let target = Some(&special[middle + 2..end]);
                        found.push(Span {
                            text: &special[1..middle],
                            target,
                        });
                        Some(end + 1)
                    }
                    Some((_, end)) if special.starts_with("![") => Some(end + 1),
                    _ => None,
                }
            }
        };
        rest = &special[end.unwrap_or(1)..];
    }
    found.push(Span {
        text: rest,
        target: None,
    });
    found
}

/// The first use of each term in these paragraphs that does not link to the term, with its line. Texts of links to other
/// pages are no uses.
pub(crate) fn unlinked(terms: &[String], paragraphs: &[(usize, String)]) -> Vec<(usize, String)> {
    let mut first: BTreeMap<&str, (usize, bool)> = BTreeMap::new();
    for (line, paragraph) in paragraphs {
        for Span { text, target } in spans(paragraph) {
            let glossary = target.map(|target| target.split_once("glossary.md#"));
            let linked = match glossary {
                None => None,
                Some(Some((_, anchor))) => Some(anchor),
                Some(None) => continue,
            };
            for term in uses(terms, text) {
                let is_linked = linked == Some(&anchor(term));
                first.entry(term).or_insert((*line, is_linked));
            }
        }
    }
    let first = first.into_iter().filter(|(_, (_, is_linked))| !is_linked);
    first
        .map(|(term, (line, _))| (line, term.to_owned()))
        .collect()
}

/// The terms in a text, each a whole word or words, perhaps in the plural. Of terms at the same place the longest counts.
fn uses<'a>(terms: &'a [String], text: &str) -> Vec<&'a str> {
    let text = text.to_lowercase();
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = ' ';
    while at < text.len() {
        let here = &text[at..];
        let ends = |term: &str| {
            let after = &here[term.len()..];
            let plurals = ["", "s", "es"].map(|plural| after.strip_prefix(plural));
            let next = |after: &str| after.chars().next().is_none_or(|next| !is_of_word(next));
            plurals.into_iter().flatten().any(next)
        };
        let term = terms
            .iter()
            .find(|term| here.starts_with(term.as_str()) && ends(term));
        match term.filter(|_| !is_of_word(before)) {
            Some(term) => {
                found.push(term.as_str());
                at += term.len();
                before = 'a';
            }
            None => {
                before = here.chars().next().expect("not at the end");
                at += before.len_utf8();
            }
        }
    }
    found
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '-' || letter == '_'
}
