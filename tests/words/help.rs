//! The help of every subcommand: short and plain sentences, lines that are wrapped once, and examples.

use std::process::Command;

use super::{complaints, prose};

/// The command, where cargo builds it.
const SOWLAB: Option<&str> = option_env!("CARGO_BIN_EXE_sowlab");

/// The indentation of the text of an option.
const OPTION_TEXT: usize = 10;

/// The help of a subcommand at a width.
fn help(sowlab: &str, words: &[String], columns: usize) -> String {
    let mut command = Command::new(sowlab);
    command
        .args(words)
        .arg("--help")
        .env("COLUMNS", columns.to_string());
    let output = command.output().expect("the command can be run");
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).expect("help is text")
}

/// The names of the subcommands that a help lists.
fn listed(help: &str) -> Vec<String> {
    let usage = help
        .lines()
        .find(|line| line.starts_with("Usage: "))
        .unwrap_or_default();
    if !usage.ends_with("<COMMAND>") {
        return Vec::new();
    }
    let lists = help.split("\nOptions:").next().unwrap_or_default();
    let lines = lists.lines().filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter_map(|line| Some(line.split_once("  ")?.0));
    names
        .filter(|&name| name != "help")
        .map(str::to_owned)
        .collect()
}

/// The command itself and all its subcommands, each by its words.
fn subcommands(sowlab: &str) -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let mut next = 0;
    while next < found.len() {
        let words = found[next].clone();
        for name in listed(&help(sowlab, &words, 80)) {
            found.push([&words[..], &[name]].concat());
        }
        next += 1;
    }
    found
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns whether a line is a usage line, or the name of an option or of an argument.
fn is_syntax(line: &str) -> bool {
    let text = line.trim_start();
    let names = ["-", "<", "["].iter().any(|start| text.starts_with(start));
    line.starts_with("Usage: ") || names && indent(line) < OPTION_TEXT
}

/// The paragraphs of a help, without examples and syntax. A line of a list is a paragraph of its own.
fn paragraphs(help: &str) -> Vec<Vec<&str>> {
    let mut found: Vec<Vec<&str>> = Vec::new();
    let (mut before, mut examples) = ("", false);
    for line in help.lines() {
        if !line.starts_with(' ') && !line.is_empty() {
            examples = line == "Examples:";
        }
        if line.trim().is_empty() || examples || is_syntax(line) {
            before = "";
            continue;
        }
        let flows = indent(line) == 0 || indent(line) >= OPTION_TEXT;
        let item = line.trim_start().starts_with("- ");
        let continues = flows && !item && !before.is_empty() && indent(line) >= indent(before);
        match found.last_mut() {
            Some(paragraph) if continues => paragraph.push(line),
            _ => found.push(vec![line]),
        }
        before = line;
    }
    found
}

/// Lines that end although their next word would fit, because the text has a line break of its own.
fn broken(help: &str, columns: usize) -> Vec<String> {
    let mut found = Vec::new();
    for paragraph in paragraphs(help) {
        for two in paragraph.windows(2) {
            let next = two[1].split_whitespace().next().unwrap_or_default();
            if two[0].chars().count() + 1 + next.chars().count() <= columns {
                found.push(format!("{} | {next}", two[0]));
            }
        }
    }
    found
}

#[test]
fn sentences_of_help_are_short_and_plain() {
    let Some(sowlab) = SOWLAB else { return };
    let mut found = Vec::new();
    let all = subcommands(sowlab);
    assert!(all.len() > 35, "{all:?}");
    for words in all {
        let name = format!("sowlab {} --help", words.join(" "));
        let help = help(sowlab, &words, 100);
        for paragraph in paragraphs(&help) {
            let text: Vec<&str> = paragraph.iter().map(|line| line.trim()).collect();
            found.extend(complaints(&name, &prose::sentences_of(0, &text.join(" "))));
        }
    }
    assert!(
        found.is_empty(),
        "{}\n{} complaints",
        found.join("\n"),
        found.len()
    );
}

#[test]
fn lines_of_help_fit_and_are_wrapped_once() {
    let Some(sowlab) = SOWLAB else { return };
    for words in subcommands(sowlab) {
        for columns in [80, 100] {
            let help = help(sowlab, &words, columns);
            let wide = help.lines().find(|line| line.chars().count() > columns);
            assert_eq!(wide, None, "{words:?} at {columns} columns");
            let broken = broken(&help, columns);
            assert!(
                broken.is_empty(),
                "{words:?} at {columns} columns: {broken:#?}"
            );
        }
    }
}

/// Every subcommand that can be run has examples of itself, and none of them is wrapped.
#[test]
fn every_help_has_examples() {
    let Some(sowlab) = SOWLAB else { return };
    for words in subcommands(sowlab) {
        let help = help(sowlab, &words, 80);
        if !listed(&help).is_empty() && !words.is_empty() {
            continue;
        }
        let examples = help.split("\nExamples:\n").nth(1);
        let examples = examples.unwrap_or_else(|| panic!("{words:?} has no examples"));
        let lines = examples.lines().take_while(|line| !line.is_empty());
        let own = ["sowlab".to_owned()].into_iter().chain(words.clone());
        let own = own.collect::<Vec<_>>().join(" ");
        assert!(
            lines.clone().any(|line| line.trim().starts_with(&own)),
            "{own}"
        );
        let mut open = false;
        for line in lines {
            let starts = if open { "    " } else { "  sowlab " };
            assert!(line.starts_with(starts), "{own}: a wrapped example: {line}");
            open = line.ends_with('\\');
        }
    }
}
