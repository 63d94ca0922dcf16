//! Names of games in tables, plots, files and the report.
//!
//! Results have full names of games. Names outside the stones family are not changed.

use std::collections::{BTreeSet, HashSet};

use minijinja::{Value, context};
use sowlab_games::stones::{NAMES, Record, RecordItem, Rules, WrittenRound};
use sowlab_games::two_rank::Variant;

/// Parses the rules of a full name.
fn rules(game: &str) -> Option<Rules> {
    Rules::from_name(game).ok()
}

/// Returns the name without the options that have their default values; it is still a name of the catalog.
pub(super) fn short_name(game: &str) -> String {
    rules(game).map_or_else(|| game.to_owned(), |rules| rules.short_name())
}

/// Returns the name without its rule options: the board and the stones on it.
pub(super) fn board_name(game: &str) -> String {
    rules(game).map_or_else(|| game.to_owned(), |rules| rules.board_name())
}

/// Returns the common name of a game of eleven holes with the default rule options: `55Stones`.
pub(super) fn number_name(game: &str) -> Option<String> {
    let rules = rules(game).filter(|rules| rules.holes() == 11)?;
    let seeds = rules.seeds();
    let named = rules.is_even() && reading(game).is_empty() && (1..10).contains(&seeds);
    named.then(|| format!("{seeds}{seeds}Stones"))
}

/// Returns the rule options of a game that differ from the defaults; empty if none do.
pub(super) fn reading(game: &str) -> String {
    rules(game).map_or_else(String::new, |rules| rules.unusual_options())
}

/// Returns the name of tables, which do not depend on the stones of an opening, without the default rule options.
pub(super) fn tables_name(game: &str) -> String {
    let Some(rules) = rules(game) else {
        return game.to_owned();
    };
    let board = format!("stones:holes={}", rules.holes());
    match rules.unusual_options() {
        options if options.is_empty() => board,
        options => format!("{board},{options}"),
    }
}

/// Returns the rules of a stones-family game for templates; none for other games.
pub(super) fn stones_rules(game: &str) -> Value {
    rules(game).map_or(Value::from(()), |rules| {
        context! {
            holes => rules.holes(),
            seeds => rules.seeds(),
            stones => rules.stones(),
            options => rules.unusual_options(),
            named => (NAMES.iter())
                .filter(|name| name.options.iter().all(|option| option.name != "holes"))
                .filter(|name| Rules::from_name(name.name).is_ok_and(|named| named.holes() == rules.holes()))
                .map(|name| name.name)
                .collect::<BTreeSet<_>>(),
        }
    })
}

/// Returns the board of a two-rank game for templates; none for other games.
pub(super) fn two_rank_rules(game: &str) -> Value {
    let variant: Option<Variant> = game.parse().ok();
    let known = variant.and_then(|variant| Some((variant.name_without_size(), variant.size()?)));
    known.map_or(Value::from(()), |(name, (pits, seeds))| {
        context! { name, pits, seeds }
    })
}

/// Returns the last round of a record: the holes of both sides.
pub(super) fn last_round(record: &str) -> Value {
    let record: Option<Record> = record.parse().ok();
    match record.as_ref().and_then(|record| record.0.last()) {
        Some(RecordItem::Round(WrittenRound { east, west, .. })) => context! { east, west },
        _ => Value::from(()),
    }
}

/// Returns an engine without the options for memory and tables.
pub(super) fn engine_without_memory(name: &str) -> String {
    let Some((engine, options)) = name.split_once(':') else {
        return name.to_owned();
    };
    let memory = ["hash=", "memory=", "tables="];
    let of_play = options
        .split(',')
        .filter(|option| !memory.iter().any(|start| option.starts_with(start)));
    match of_play.collect::<Vec<_>>().join(",") {
        options if options.is_empty() => engine.to_owned(),
        options => format!("{engine}:{options}"),
    }
}

/// Returns a name as a part of a file name: `stones-holes-11-seeds-4`.
pub(super) fn file_stem(game: &str) -> String {
    game.replace([':', ',', '='], "-")
}

/// Returns the two rule options of the open cases as a part of a file name: `relay-end`.
pub(super) fn reading_stem(rules: &Rules) -> String {
    format!("{}-{}", rules.both_out.word(), rules.mixed_out.word())
}

/// Returns the part of file names for each of these variants: `short` if it is distinct for all of them, otherwise the
/// name of the game.
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
        assert_eq!(
            (reading(full), board_name(full)),
            (String::new(), "stones:holes=5,seeds=2".into())
        );
        assert_eq!(
            engine_without_memory("mcts:memory=1M,time=10ms"),
            "mcts:time=10ms"
        );
        assert_eq!(engine_without_memory("alphabeta:hash=1M"), "alphabeta");
    }
}
