//! `sowlab games`.

use std::fmt::Write;

use serde::Serialize;

use super::draw::{BOLD, DIM};
use super::output::Document;
use crate::games::catalogue::{ENTRIES, Entry};

#[derive(Serialize)]
struct Games {
    games: &'static [Entry],
}

pub(super) fn run() -> Document {
    let mut text = String::new();
    for entry in ENTRIES {
        let _ = writeln!(
            text,
            "{BOLD}{:12}{BOLD:#} {} {DIM}({} family){DIM:#}",
            entry.name, entry.about, entry.family
        );
        for option in entry.options {
            let _ = writeln!(
                text,
                "    {:10} {:16} {DIM}default {}: {}{DIM:#}",
                option.name, option.allowed, option.default, option.about
            );
        }
    }
    text.push_str("\nOptions follow the name: stones:holes=7,seeds=4,both-out=end\n");
    Document::new(text, &Games { games: ENTRIES })
}
