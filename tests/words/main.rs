//! The words of pages, READMEs and help texts: short sentences, few numbers, the field's terms.

mod glossary;
mod help;
mod phrases;
mod prose;
mod tour;

use std::fs;
use std::path::{Path, PathBuf};

/// Limits of a sentence.
const WORDS: usize = 30;
const NUMBERS: usize = 4;
const MEDIAN: usize = 17;
/// The words in tables and code of all pages before they were rewritten: sentences did not move there.
const IN_TABLES: usize = 63_637;

fn root() -> &'static Path {
    Path::new(option_env!("CARGO_MANIFEST_DIR").unwrap_or("."))
}

/// `docs/*.md` and the READMEs, sorted.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "python/README.md",
        "results/README.md",
    ]
    .iter()
    .map(|page| root().join(page))
    .collect();
    let docs = fs::read_dir(root().join("docs")).expect("docs/ is there");
    pages.extend(
        docs.map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|end| end == "md")),
    );
    let results = fs::read_dir(root().join("results")).expect("results/ is there");
    pages.extend(
        results
            .map(|entry| entry.expect("an entry").path().join("README.md"))
            .filter(|path| path.exists()),
    );
    pages.sort();
    // WORDS_PAGES names the pages to look at, for somebody who works on one.
    if let Ok(wanted) = std::env::var("WORDS_PAGES") {
        pages.retain(|page| wanted.split(' ').any(|name| page.ends_with(name)));
    }
    pages
}

/// Complaints about one text's sentences.
fn complaints(name: &str, sentences: &[prose::Sentence]) -> Vec<String> {
    let mut found = Vec::new();
    for sentence in sentences {
        let (words, numbers) = (sentence.words(), sentence.numbers());
        if words > WORDS {
            found.push(format!(
                "{name}:{}: {words} words: {}",
                sentence.line, sentence.text
            ));
        }
        if numbers > NUMBERS {
            found.push(format!(
                "{name}:{}: {numbers} numbers: {}",
                sentence.line, sentence.text
            ));
        }
        let lower = sentence.text.to_lowercase();
        for (phrase, better) in phrases::PHRASES {
            if has_words(&lower, phrase) {
                let text = &sentence.text;
                found.push(format!(
                    "{name}:{}: \"{phrase}\" ({better}): {text}",
                    sentence.line
                ));
            }
        }
    }
    found
}

/// Returns whether a text has these words, and not within longer ones; the last may have an `s` more.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = &text[at + words.len()..];
        let after = after.strip_prefix('s').unwrap_or(after).chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

#[test]
fn sentences_of_pages_are_short_and_plain() {
    let mut found = Vec::new();
    let mut lengths = Vec::new();
    let mut in_tables = 0;
    for path in pages() {
        let text = fs::read_to_string(&path).expect("a page can be read");
        let page = prose::markdown(&text);
        let name = path
            .strip_prefix(root())
            .expect("within the project")
            .display()
            .to_string();
        lengths.extend(page.sentences.iter().map(prose::Sentence::words));
        in_tables += page.words_in_tables_and_code;
        found.extend(complaints(&name, &page.sentences));
        found.extend(
            page.divided
                .iter()
                .map(|line| format!("{name}:{line}: a paragraph stands on one line")),
        );
        if std::env::var("WORDS_PAGES").is_ok() {
            println!(
                "{name}: {} sentences, {} words in tables and code",
                page.sentences.len(),
                page.words_in_tables_and_code
            );
        }
    }
    assert!(
        in_tables <= IN_TABLES,
        "{in_tables} words in tables and code"
    );
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(
        found.is_empty(),
        "{}\n{} complaints, median {median} words",
        found.join("\n"),
        found.len()
    );
    assert!(median <= MEDIAN, "the median sentence has {median} words");
}

/// A page without the block of findings, which `scripts/report` writes.
fn without_findings(text: &str) -> String {
    let mut within = false;
    let lines = text.lines().map(|line| {
        within = line == "<!-- findings -->" || within && line != "<!-- end of findings -->";
        if within { "" } else { line }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A reader who meets a term for the first time on a page can follow it to its definition.
#[test]
fn terms_are_linked_at_their_first_use_on_a_page() {
    let text = fs::read_to_string(root().join("docs/glossary.md")).expect("a glossary");
    let terms = glossary::terms(&text);
    assert!(terms.len() > 50, "{}", terms.len());
    let mut found = Vec::new();
    for path in pages() {
        let of_docs = path.parent() == Some(&root().join("docs"));
        let is_page = of_docs && !path.ends_with("glossary.md") && !path.ends_with("SUMMARY.md");
        if !is_page && path != root().join("README.md") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a page can be read");
        let page = prose::markdown(&without_findings(&text));
        let name = path
            .strip_prefix(root())
            .expect("within the project")
            .display();
        let unlinked = glossary::unlinked(&terms, &page.paragraphs);
        found.extend(
            unlinked
                .iter()
                .map(|(line, term)| format!("{name}:{line}: {term}")),
        );
    }
    assert!(
        found.is_empty(),
        "{}\n{} terms without a link",
        found.join("\n"),
        found.len()
    );
}
