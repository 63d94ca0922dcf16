//! `sowlab games`.

use std::fmt::Write;

use super::option_list::{push_entry, push_option};
use super::output::Document;
use sowlab_games::catalog::{GameOption, GamesDocument, ListedGame};

/// Returns whether two games of a family have options of the same names.
fn alike(one: &ListedGame, other: &ListedGame) -> bool {
    let names = |game: &ListedGame| -> Vec<&str> {
        game.options.iter().map(|option| option.name).collect()
    };
    !one.options.is_empty() && one.family == other.family && names(one) == names(other)
}

pub(super) fn run() -> Document {
    let mut text = String::new();
    let document = GamesDocument::list();
    let names = document.games.iter().map(|entry| entry.name.len());
    let width = names.max().unwrap_or(0) + 2;
    for (place, entry) in document.games.iter().enumerate() {
        let about = format!("{} ({} family)", entry.about, entry.family);
        push_entry(&mut text, entry.name, width, &about);
        let like = document.games[..place]
            .iter()
            .find(|&other| alike(other, entry));
        let shared = |option: &&GameOption| like.is_some_and(|like| like.options.contains(option));
        let own: Vec<_> = entry
            .options
            .iter()
            .filter(|option| !shared(option))
            .collect();
        if let Some(like) = like {
            let except = if own.is_empty() { "" } else { ", except:" };
            let _ = writeln!(text, "    the options of {}{except}", like.name);
        }
        for option in own {
            let (name, allowed) = (option.name, option.allowed.as_str());
            push_option(
                &mut text,
                (name, allowed),
                option.about,
                Some(&option.default),
            );
        }
    }
    text.push_str("\nOptions follow the name: stones:holes=7,seeds=4,both-out=end\n");
    Document::new(text, &document)
}
