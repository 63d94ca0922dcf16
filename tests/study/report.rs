//! The report: that what is committed is made of the committed results, that it stands alone, and
//! that its links lead somewhere.

use std::path::Path;

use sowlab::study::Report;

use crate::outside::{json, refused};

fn results() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/results"))
}

/// Returns each text between two marks.
fn between<'a>(text: &'a str, from: &'a str, to: &'a str) -> impl Iterator<Item = &'a str> {
    let parts = text.split(from).skip(1);
    parts.filter_map(move |part| Some(part.split_once(to)?.0))
}

#[test]
fn the_committed_report_is_made_of_the_committed_results() {
    for (name, made) in Report::of(results()).unwrap().files {
        let committed = std::fs::read_to_string(results().join(&name)).unwrap_or_default();
        assert!(
            committed == made,
            "results/{name} is not of these results: run scripts/report"
        );
    }
}

/// Each study says what it has to say without the others.
#[test]
fn every_study_has_a_report_of_its_own() {
    for study in std::fs::read_dir(results()).unwrap() {
        let study = study.unwrap();
        let folder = tempfile::tempdir().unwrap();
        if study.file_type().unwrap().is_dir() {
            let copy = folder.path().join(study.file_name());
            std::fs::create_dir(&copy).unwrap();
            for file in std::fs::read_dir(study.path()).unwrap().map(Result::unwrap) {
                if file.file_type().unwrap().is_file() {
                    std::fs::copy(file.path(), copy.join(file.file_name())).unwrap();
                }
            }
            let made = Report::of(folder.path());
            assert!(made.is_ok(), "{:?}: {:?}", study.file_name(), made.err());
        }
    }
}

#[test]
fn the_index_is_short_and_leads_to_every_study() {
    let index = std::fs::read_to_string(results().join("README.md")).unwrap();
    assert!(index.lines().count() <= 150, "{}", index.lines().count());
    let report = std::fs::read_to_string(results().join("report.html")).unwrap();
    for folder in std::fs::read_dir(results()).unwrap().map(Result::unwrap) {
        let name = folder.file_name().into_string().unwrap();
        if !folder.file_type().unwrap().is_dir() {
            continue;
        }
        assert!(index.contains(&format!("]({name}/")), "{name}");
        let mut files = std::fs::read_dir(folder.path()).unwrap();
        let is_study = files.any(|file| {
            let file = file.unwrap().file_name().into_string().unwrap();
            file.ends_with(".manifest.json")
        });
        if is_study {
            assert!(report.contains(&format!("<a id=\"{name}\">")), "{name}");
            assert!(
                report.contains(&format!("href=\"{name}/README.md\"")),
                "{name}"
            );
        }
    }
}

fn readme() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap()
}

#[test]
fn the_readme_says_what_the_results_say() {
    let readme = readme();
    let findings = Report::of(results()).unwrap().findings;
    // Links lead from the folder above.
    let findings = findings.replace("](", "](results/");
    let said = between(&readme, "<!-- findings -->\n", "<!-- end of findings -->").next();
    let said = said.expect("README.md has its findings between two comments");
    for (said, found) in said.lines().zip(findings.lines()) {
        assert_eq!(
            said, found,
            "README.md is not of these results: run scripts/report"
        );
    }
    assert_eq!(said.lines().count(), findings.lines().count());
    for question in [
        "Who wins 55Stones?",
        "pie rule fair?",
        "continue without end?",
    ] {
        assert!(said.contains(question), "{question}");
    }
}

#[test]
fn the_readme_can_be_read_in_a_minute() {
    let readme = readme();
    let head = readme.split("## Install").next().unwrap();
    assert!(head.lines().count() < 30, "the first screen");
    assert!(head.contains("![") && head.contains("endless-round.svg"));
    for bullet in readme.lines().filter(|line| line.starts_with("- ")) {
        // The target of a link is no word.
        let words = bullet.split("](").next().unwrap().split_whitespace();
        assert!(words.count() <= 40, "{bullet}");
    }
    let commands = between(&readme, "\n$ cargo ", "\n");
    let commands: Vec<&str> = commands.collect();
    assert_eq!(
        commands,
        ["run --release -- study", "test --release --workspace"]
    );
}

#[test]
fn the_report_stands_alone_and_its_links_lead_somewhere() {
    for (name, text) in Report::of(results()).unwrap().files {
        let address = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!address.contains("http"), "{name}: nothing from elsewhere");
        let mut links = 0;
        let targets = between(&text, "href=\"", "\"").chain(between(&text, "](", ")"));
        for target in targets.filter(|target| !target.starts_with("data:")) {
            links += 1;
            match target.strip_prefix('#') {
                Some(anchor) => assert!(text.contains(&format!("id=\"{anchor}\"")), "{anchor}"),
                None => {
                    let folder = results().join(&name);
                    let found = folder.parent().unwrap().join(target);
                    assert!(found.exists(), "{name}: {target}");
                }
            }
        }
        let least = match name.as_str() {
            "report.html" | "README.md" => 20,
            // The page of a study with its data.
            _ if name.ends_with(".md") => 2,
            _ => 0,
        };
        assert!(links >= least, "{name}: {links} links");
        assert!(text.len() < 2_000_000, "{name}: {} bytes", text.len());
    }
}

#[test]
fn a_report_of_nothing_says_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("none");
    let made = json(&[
        "study",
        "--report",
        "--quiet",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(made["files"].as_array().unwrap().len(), 2);
    assert!(out.join("report.html").exists());
    std::fs::create_dir(out.join("x")).unwrap();
    std::fs::write(out.join("x/a.manifest.json"), "{}").unwrap();
    let output = crate::outside::sowlab(&["study", "--report", "--out", out.to_str().unwrap()]);
    let output = { output }.output().unwrap();
    let line = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && line.contains("a.manifest.json"),
        "{line}"
    );
    refused(&["study", "--report", "--quick"], &["--report", "--quick"]);
}

#[test]
fn a_study_writes_the_report_of_all_results_that_are_there() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("a.toml"), folder.path().join("out"));
    let run = |name: &str, kind: &str| {
        let head =
            format!("name = '{name}'\ntitle = 'x'\n[[experiment]]\nid = 'a'\ntitle = 'What?'\n");
        std::fs::write(&file, head + kind).unwrap();
        let arguments = [
            "study",
            file.to_str().unwrap(),
            "--quiet",
            "--out",
            out.to_str().unwrap(),
        ];
        assert_eq!(json(&arguments)["complete"], true);
        std::fs::read_to_string(out.join("report.html")).unwrap()
    };
    let tables = folder.path().join("tables");
    let openings = run(
        "openings",
        &format!(
            "kind = 'stones-openings'\ngames = ['55stones']\nall_readings = true\nholes = 4\nseeds = 3\n\
             nodes = 2000\nboards = 1_000_000\ndirectory = '{}'",
            tables.display()
        ),
    );
    assert!(openings.contains("of 24 openings with 2 to 4 holes"));
    assert!(openings.contains("East wins") && openings.contains("openings/a.json"));
    let both = run(
        "loops",
        "kind = 'reach'\ngames = ['stones:holes=3,seeds=2']\nrounds = 3\ncertificates = true",
    );
    assert!(both.contains("non-terminating") && both.contains("of 24 openings"));
    assert!(openings.contains("<title>x</title>") && both.contains("<title>Results</title>"));
    assert!(out.join("endless-round.svg").exists());
}
