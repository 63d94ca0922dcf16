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

#[test]
fn every_page_states_the_openings_as_they_are_solved() {
    let mut gallery = text("board/page/findings.js");
    gallery.retain(|letter| letter != '\n');
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
        let entry = format!("{{ title: \"{name}: ");
        let card = gallery.split_once(&entry).unwrap().1;
        let card = card.split(" },").next().unwrap();
        let outcome = match margin.parse::<i32>().unwrap() {
            0 => "a draw\"".to_owned(),
            won @ 1.. => format!("East by {won}\""),
            lost => format!("West by {}\"", -lost),
        };
        assert!(card.starts_with(&outcome), "{card}");
        assert!(card.contains(&format!("sure: \"{degree}\"")), "{card}");
        if pie != "0" {
            let with_pie = format!("With the pie rule East by {pie}");
            assert!(card.contains(&with_pie), "{card}");
        }
    }
}

/// A period or a round of the gallery is that of the certificate that it names.
#[test]
fn the_gallery_has_the_numbers_of_the_results() {
    let gallery = text("board/page/findings.js");
    let field = |card: &str, name: &str| {
        let after = card.split_once(&format!("{name}: \""))?.1;
        Some(after.split('"').next()?.to_owned())
    };
    let mut cards = 0;
    for card in gallery.split("{ title: ").skip(1) {
        let Some(source) = field(card, "source") else {
            continue;
        };
        cards += 1;
        let degree = field(card, "sure").unwrap();
        assert!(Certainty::LABELS.contains(&degree.as_str()), "{card}");
        let document: Value = serde_json::from_str(&text(&source)).unwrap();
        let Some(period) = document["claim"]["period"].as_u64() else {
            continue;
        };
        assert_eq!(degree, Certainty::LABELS[0], "{card}");
        let about = field(card, "about").unwrap().replace(',', "");
        let mut words = about.split(|letter: char| !letter.is_ascii_digit());
        assert!(
            words.any(|word| word == period.to_string()),
            "{period}: {about}"
        );
    }
    assert!(cards > 10, "{cards} cards");
}
