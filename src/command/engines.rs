//! `sowlab engines`.

use super::option_list::{push_entry, push_option};
use super::output::Document;
use sowlab_engines::spec::{EnginesDocument, ListedEngine, ListedLevel};

/// Returns the description of a level: its play, its engine and its measured gain.
fn about_level(level: &ListedLevel) -> String {
    let ListedLevel { engine, about, .. } = level;
    match (level.elo, level.elo_error) {
        (Some(elo), Some(error)) => format!("{about} ({engine}): {elo:+} ± {error} Elo"),
        _ => format!("{about} ({engine})"),
    }
}

pub(super) fn run() -> Document {
    let document = EnginesDocument::list();
    let mut text = String::from("Levels, with the Elo gained over the level before in 55Stones:\n");
    let names = document.levels.iter().map(|level| level.name.len());
    let width = names.max().unwrap_or(0) + 2;
    for level in &document.levels {
        push_entry(&mut text, level.name, width, &about_level(level));
    }
    text.push_str("\nEngines:\n");
    let names = document.engines.iter().map(|engine| engine.name.len());
    let width = names.max().unwrap_or(0) + 2;
    for ListedEngine {
        name,
        about,
        options,
        ..
    } in &document.engines
    {
        push_entry(&mut text, name, width, about);
        for option in options {
            let (name, allowed) = (option.name, option.allowed.as_str());
            push_option(
                &mut text,
                (name, allowed),
                &option.about,
                option.default.as_deref(),
            );
        }
    }
    text.push_str(
        "\nOptions follow the name: alphabeta:depth=8,hash=64M\n\
         An external engine is named by its command line: external:./engine --fast\n",
    );
    Document::new(text, &document)
}
