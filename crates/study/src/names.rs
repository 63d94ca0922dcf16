//! Names of games as tables, plots, files and the report show them.
//!
//! Results name games in full. A name that is none of the stones family stands as it is.

use std::collections::HashSet;

use sowlab_games::stones::Rules;

/// The rules behind a full name.
fn rules(game: &str) -> Option<Rules> {
    Rules::from_name(game).ok()
}

/// A name without the options that have their usual values: still a name of the catalog.
pub(super) fn short_name(game: &str) -> String {
    rules(game).map_or_else(|| game.to_owned(), |rules| rules.short_name())
}

/// A name without its readings: the board and the stones on it.
pub(super) fn board_name(game: &str) -> String {
    rules(game).map_or_else(|| game.to_owned(), |rules| rules.board_name())
}

/// What people call a game of eleven holes by the usual readings: `55Stones`.
pub(super) fn number_name(game: &str) -> Option<String> {
    let rules = rules(game).filter(|rules| rules.holes() == 11)?;
    let seeds = rules.seeds();
    let named = rules.is_even() && usual(game) && (1..10).contains(&seeds);
    named.then(|| format!("{seeds}{seeds}Stones"))
}

/// The readings of a game; nothing if it has the usual ones.
pub(super) fn reading(game: &str) -> String {
    rules(game).map_or_else(String::new, |rules| rules.unusual_readings())
}

/// Whether a game has the usual readings.
pub(super) fn usual(game: &str) -> bool {
    reading(game).is_empty()
}

/// The readings of a game, with a space before them; nothing of the usual ones.
pub(super) fn unusual(game: &str) -> String {
    match reading(game) {
        reading if reading.is_empty() => String::new(),
        reading => format!(" with `{reading}`"),
    }
}

/// A game as a line of a chart: its readings.
pub(super) fn reading_name(game: &str) -> String {
    match reading(game) {
        reading if reading.is_empty() => "usual readings".to_owned(),
        reading => reading,
    }
}

/// The rank of a game, in words: `11 holes`.
pub(super) fn rank_of(game: &str) -> String {
    rules(game).map_or_else(
        || "its board".to_owned(),
        |rules| format!("{} holes", rules.holes()),
    )
}

/// A name as part of a file name: `stones-holes-11-seeds-4`.
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
        assert_eq!(number_name("stones:holes=11,seeds=4").unwrap(), "44Stones");
        assert_eq!(number_name("33stones:both-out=end"), None);
        assert_eq!(number_name("stones:holes=10,seeds=4"), None);
        let full = "33stones:capture=normal,both-out=end,mixed-out=end";
        assert_eq!(
            (board_name(full), reading(full)),
            ("33stones".into(), "both-out=end".into())
        );
        let full = "stones:holes=5,seeds=2,capture=normal,both-out=relay,mixed-out=end";
        assert!(usual(full) && board_name(full) == "stones:holes=5,seeds=2");
        assert_eq!(unusual(full), "");
        let full = "55stones:capture=reversed,both-out=relay,mixed-out=end";
        assert_eq!(unusual(full), " with `capture=reversed`");
    }
}
