//! `sowlab games`.

use std::fmt::Write;

use serde::Serialize;

use super::draw::{BOLD, DIM};
use super::output::Document;
use crate::catalog::entries;

#[derive(Serialize)]
struct Games {
    games: Vec<Game>,
}

#[derive(Serialize)]
struct Game {
    name: &'static str,
    family: &'static str,
    about: &'static str,
    options: Vec<GameOption>,
}

#[derive(Serialize)]
struct GameOption {
    name: &'static str,
    allowed: String,
    default: String,
    about: &'static str,
}

pub(super) fn run() -> Document {
    let mut text = String::new();
    let games: Vec<Game> = entries()
        .map(|entry| Game {
            name: entry.name,
            family: entry.family,
            about: entry.about,
            options: entry
                .options
                .iter()
                .map(|option| GameOption {
                    name: option.name,
                    allowed: option.allowed.to_string(),
                    default: option.allowed.default_text(),
                    about: option.about,
                })
                .collect(),
        })
        .collect();
    for entry in &games {
        let _ = writeln!(
            text,
            "{BOLD}{:12}{BOLD:#} {} {DIM}({} family){DIM:#}",
            entry.name, entry.about, entry.family
        );
        for option in &entry.options {
            let _ = writeln!(
                text,
                "    {:10} {:16} {DIM}default {}: {}{DIM:#}",
                option.name, option.allowed, option.default, option.about
            );
        }
    }
    text.push_str("\nOptions follow the name: stones:holes=7,seeds=4,both-out=end\n");
    Document::new(text, &Games { games })
}
