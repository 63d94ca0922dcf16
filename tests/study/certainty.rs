//! The degrees of certainty: every page takes its definitions and its words from one place.

use std::collections::BTreeMap;

use serde_json::Value;
use sowlab::documents::Certainty;

/// Returns the text of a file of the project.
fn text(file: &str) -> String {
    std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Returns the solved openings that ship with the program, each with its margin, that with the pie rule, the degree of
/// certainty and the number of checked claims.
fn openings() -> BTreeMap<&'static str, [String; 4]> {
    let names = [
        ("22Stones", "stones:holes=11,seeds=2"),
        ("33Stones", "33stones"),
        ("44Stones", "stones:holes=11,seeds=4"),
        ("55Stones", "55stones"),
    ];
    let solved = text("crates/analysis/data/solved-positions.csv");
    let opening = |(name, game): (&'static str, &str)| {
        let start = format!("\"{game}:capture=normal,both-out=relay,mixed-out=end\",,");
        let start = match game.contains(':') {
            true => start.replace(":capture", ",capture"),
            false => start,
        };
        let mut lines = solved.lines();
        let line = lines.find_map(|line| line.strip_prefix(&start)).unwrap();
        let fields: Vec<&str> = line.split(',').collect();
        let [_, zero, _, _, pie, _, _, claims, ..] = fields[..] else {
            panic!("{line}");
        };
        let degree = match claims {
            "" => Certainty::LABELS[1],
            _ => Certainty::LABELS[0],
        };
        let values = [zero, pie, degree, claims].map(str::to_owned);
        (name, values)
    };
    names.map(opening).into()
}

/// Formats a margin as tables do.
fn signed(margin: &str) -> String {
    match margin.parse::<i32>().unwrap() {
        margin @ 1.. => format!("+{margin}"),
        margin => margin.to_string().replace('-', "−"),
    }
}

#[test]
fn every_page_defines_the_degrees_alike() {
    let glossary = text("docs/glossary.md");
    for (label, definition) in Certainty::LABELS.iter().zip(Certainty::DEFINITIONS) {
        let row = format!("\n| **{label}** | {definition} |\n");
        for page in ["README.md", "results/README.md"] {
            assert!(text(page).contains(&row), "{page}: {label}");
        }
        let entry = format!("\n## {label}\n\n{definition}");
        assert!(glossary.contains(&entry), "docs/glossary.md: {label}");
        let report = text("results/report.html");
        assert!(report.contains(definition), "report.html: {label}");
    }
}

/// A finding of the gallery: its key, its degree of certainty and its file.
struct Card {
    key: String,
    degree: String,
    source: String,
}

fn cards() -> Vec<Card> {
    let gallery = text("board/page/findings.js");
    let field = |line: &str, name: &str| {
        let after = line.split_once(&format!("{name}: \""))?.1;
        Some(after.split('"').next()?.to_owned())
    };
    let cards = gallery.lines().filter_map(|line| {
        Some(Card {
            key: field(line, "key")?,
            degree: field(line, "sure")?,
            source: field(line, "source")?,
        })
    });
    cards.collect()
}

/// A message of the page in a language.
fn message(language: &str, key: &str) -> String {
    let messages = text(&format!("board/page/words/{language}.js"));
    let start = format!("\"{key}\": \"");
    let found = messages.split_once(&start);
    let (_, after) = found.unwrap_or_else(|| panic!("{language}: {key}"));
    after.split('"').next().unwrap().to_owned()
}

#[test]
fn every_page_states_the_openings_as_they_are_solved() {
    let cards = cards();
    for (name, [margin, pie, degree, claims]) in openings() {
        let grouped = claims.parse::<u64>().unwrap();
        let row = |text: &str| {
            let start = format!(
                "| {name} | {} | {} | {degree} | ",
                signed(&margin),
                signed(&pie)
            );
            let claims = text
                .split_once(&start)
                .unwrap_or_else(|| panic!("{start}"))
                .1;
            let claims = claims.split(' ').next().unwrap().replace(',', "");
            assert_eq!(claims.parse::<u64>().unwrap(), grouped, "{name}");
        };
        row(&text("README.md"));
        row(&text("results/README.md"));
        let title = |card: &&Card| {
            let title = message("en", &format!("finding.{}", card.key));
            title.starts_with(&format!("{name}: "))
        };
        let card = cards.iter().find(title).unwrap();
        let title = message("en", &format!("finding.{}", card.key));
        let about = message("en", &format!("finding.{}-about", card.key));
        let outcome = match margin.parse::<i32>().unwrap() {
            0 => "a draw".to_owned(),
            won @ 1.. => format!("East by {won}"),
            lost => format!("West by {}", -lost),
        };
        assert_eq!(title, format!("{name}: {outcome}"));
        assert_eq!(card.degree, degree, "{name}");
        if pie != "0" {
            let with_pie = format!("With the pie rule East by {pie}");
            assert!(about.contains(&with_pie), "{about}");
        }
    }
}

/// A period of the gallery is that of the certificate that it names, in every language.
#[test]
fn the_gallery_has_the_numbers_of_the_results() {
    let cards = cards();
    for Card {
        key,
        degree,
        source,
    } in &cards
    {
        assert!(Certainty::LABELS.contains(&degree.as_str()), "{key}");
        let document: Value = serde_json::from_str(&text(source)).unwrap();
        let Some(period) = document["claim"]["period"].as_u64() else {
            continue;
        };
        assert_eq!(degree, Certainty::LABELS[0], "{key}");
        for language in ["en", "de", "es", "fr", "it", "ru"] {
            let about = message(language, &format!("finding.{key}-about"));
            // Languages separate thousands differently, by a comma, a full stop or a space.
            let digits = about.replace(|letter: char| ",.\u{a0}\u{202f} ".contains(letter), "");
            let mut words = digits.split(|letter: char| !letter.is_ascii_digit());
            assert!(
                words.any(|word| word == period.to_string()),
                "{language}, {period}: {about}"
            );
        }
    }
    assert!(cards.len() > 10, "{} cards", cards.len());
}
