//! `sowlab games`.

use std::fmt::Write;

use super::draw::{BOLD, DIM};
use super::output::Document;
use crate::documents::GamesDocument;

pub(super) fn run() -> Document {
    let mut text = String::new();
    let document = GamesDocument::list();
    for entry in &document.games {
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
    Document::new(text, &document)
}
