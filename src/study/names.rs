//! Names of games as tables, plots, files and the report show them.

use std::collections::HashSet;

use crate::catalog::CatalogGame;
use crate::games::stones::Rules;

/// A name of the catalog without the options that have their usual values: still a name of it.
pub(super) fn short_name(game: &str) -> String {
    const USUAL: [&str; 3] = ["capture=normal", "both-out=relay", "mixed-out=end"];
    let Some((name, options)) = game.split_once(':') else {
        return game.to_owned();
    };
    let kept: Vec<&str> = options
        .split(',')
        .filter(|option| !USUAL.contains(option))
        .collect();
    match kept.is_empty() {
        true => name.to_owned(),
        false => format!("{name}:{}", kept.join(",")),
    }
}

/// A name of the catalog as part of a file name: `stones-holes-11-seeds-4`.
pub(super) fn file_stem(game: &str) -> String {
    game.replace([':', ',', '='], "-")
}

/// The readings of a rule set as part of a file name: `relay-end`.
pub(super) fn reading_stem(rules: &Rules) -> String {
    format!("{}-{}", rules.both_out.word(), rules.mixed_out.word())
}

/// What stands for each of these rule sets in the names of its files: `short`, if that tells all of them
/// apart, and otherwise the name of the game.
pub(super) fn distinct_stems(rule_sets: &[Rules], short: impl Fn(&Rules) -> String) -> Vec<String> {
    let stems: Vec<String> = rule_sets.iter().map(short).collect();
    let different: HashSet<&String> = stems.iter().collect();
    match different.len() == stems.len() {
        true => stems,
        false => (rule_sets.iter())
            .map(|rules| file_stem(&rules.to_string()))
            .collect(),
    }
}

/// A name of the stones family without its readings: the board and the stones on it.
pub(super) fn board_name(game: &str) -> &str {
    match game.split_once("capture=") {
        Some((board, _)) => board.trim_end_matches([',', ':']),
        None => game,
    }
}

/// The readings of a full name of the stones family; nothing if it has the usual ones.
pub(super) fn reading(game: &str) -> String {
    let short = short_name(game);
    let rest = short.strip_prefix(board_name(game)).unwrap_or(&short);
    rest.trim_start_matches([',', ':']).to_owned()
}

/// The readings of a full name of the stones family, to follow a noun: "by the usual readings", or "with"
/// those that it has.
pub(super) fn by_readings(game: &str) -> String {
    match unusual(game) {
        with if with.is_empty() => "by the usual readings".to_owned(),
        with => with.trim_start().to_owned(),
    }
}

/// As [`by_readings`], with a space before it, and nothing of the usual ones.
pub(super) fn unusual(game: &str) -> String {
    match reading(game) {
        reading if reading.is_empty() => String::new(),
        reading => format!(" with `{reading}`"),
    }
}

/// Who it is that a table of values of this game speaks of.
pub(super) fn mover(game: &str) -> &'static str {
    match game.parse() {
        Ok(CatalogGame::Stones(_)) => "sente",
        _ => "the side to move",
    }
}

/// The rank of a game of the stones family, in words: `11 holes`.
pub(super) fn rank_of(game: &str) -> String {
    match game.parse() {
        Ok(CatalogGame::Stones(rules)) => format!("{} holes", rules.holes()),
        _ => "its board".to_owned(),
    }
}

/// Whether a full name of the stones family has the usual readings.
pub(super) fn usual(game: &str) -> bool {
    reading(game).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_different_games_have_different_names() {
        let rules = |name: &str| Rules::from_name(name).unwrap();
        let stems = |names: [&str; 2]| distinct_stems(&names.map(rules), reading_stem);
        assert_eq!(
            stems(["33stones", "33stones:both-out=end"]),
            ["relay-end", "end-end"]
        );
        for names in [
            ["33stones", "33stones:capture=reversed"],
            ["33stones", "55stones"],
        ] {
            let [one, other] = stems(names).try_into().unwrap();
            assert_ne!(one, other);
        }
    }

    #[test]
    fn what_is_usual_is_left_out() {
        assert_eq!(
            short_name("33stones:capture=normal,both-out=relay,mixed-out=end"),
            "33stones"
        );
        assert_eq!(
            short_name("stones:holes=5,seeds=2,capture=normal,both-out=end,mixed-out=end"),
            "stones:holes=5,seeds=2,both-out=end"
        );
        let full = "33stones:capture=normal,both-out=end,mixed-out=end";
        assert_eq!(
            (board_name(full), reading(full)),
            ("33stones", "both-out=end".into())
        );
        let full = "stones:holes=5,seeds=2,capture=normal,both-out=relay,mixed-out=end";
        assert!(usual(full) && board_name(full) == "stones:holes=5,seeds=2");
        assert_eq!(
            (by_readings(full), unusual(full)),
            ("by the usual readings".into(), String::new())
        );
        let full = "55stones:capture=reversed,both-out=relay,mixed-out=end";
        let with = "with `capture=reversed`";
        assert_eq!(
            (by_readings(full), unusual(full)),
            (with.into(), format!(" {with}"))
        );
    }
}
