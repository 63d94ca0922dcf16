//! Random play on any board is what the plain reference says.

use std::fmt::Write;
use std::sync::Arc;

use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sowlab::games::colony::{Board, Colony, Entry};
use sowlab_solvers::Game;
use sowlab_solvers::Keyed;

use super::reference::Plain;

pub(crate) const BOARDS: [&str; 3] = [
    include_str!("../../../crates/games/src/colony/boards/ring.toml"),
    include_str!("../../../crates/games/src/colony/boards/rows.toml"),
    include_str!("../../../crates/games/src/colony/boards/toy.toml"),
];

pub(crate) fn colony(text: &str, stop: bool) -> Colony {
    let board = Board::parse("any", text).unwrap();
    let entry = if stop { Entry::Stop } else { Entry::PhaseTwo };
    Colony::new("any", Arc::new(board), entry)
}

/// A random game of at most the given number of choices, each compared.
fn check_random_game(text: &str, stop: bool, seed: u64, choices: usize) {
    let game = colony(text, stop);
    let mut plain = Plain::start(text, stop);
    let mut position = game.start_position();
    let mut random = SmallRng::seed_from_u64(seed);
    for _ in 0..choices {
        let state = position.state();
        let written = game.position_text(&position);
        assert_eq!(written, plain.text());
        assert_eq!(game.parse_position(&written), Ok(position), "{written}");
        assert_eq!(u32::from(position.total()), plain.eggs());
        assert!(game.bound(&state) == i32::from(state.left()));
        let mut texts = game.choices_text(&state);
        let listed = game.choices(&state);
        let mut expected = plain.choices();
        expected.sort();
        let place = random.next_u32() as usize;
        let chosen = (!listed.is_empty()).then(|| listed[place % listed.len()]);
        texts.sort();
        assert_eq!(texts, expected, "{written}");
        assert_eq!(
            game.terminal(&state),
            texts.is_empty().then(|| plain.margin())
        );
        assert_eq!(position.outcome(&game).is_some(), texts.is_empty());
        let Some(chosen) = chosen else {
            return;
        };
        let choice = chosen.text(game.board());
        assert_eq!(game.parse_choice(&state, &choice), Ok(chosen));
        plain.play(&choice);
        position = position.play(&game, chosen);
    }
}

#[test]
fn boards_that_come_along_are_played_as_the_reference_plays_them() {
    for text in BOARDS {
        for stop in [false, true] {
            for seed in 0..40 {
                check_random_game(text, stop, seed, 300);
            }
        }
    }
}

prop_compose! {
    /// A ring of logs, so that each reaches each, with more exits and ways through at random.
    fn any_board()(logs in 2..=8usize)(
        logs in Just(logs),
        eggs in 1..=5usize,
        ants in 0..=logs / 2,
        more in proptest::collection::vec((0..logs, 0..logs), 0..logs),
        edges in proptest::collection::vec((0..logs, 0..logs), 0..2 * logs),
        ways in proptest::collection::vec(proptest::option::of((any::<bool>(), any::<u8>())), logs),
    ) -> String {
        let mut exits: Vec<Vec<usize>> = (0..logs).map(|log| vec![(log + 1) % logs]).collect();
        for (from, to) in more {
            if from != to && !exits[from].contains(&to) {
                exits[from].push(to);
            }
        }
        let mut neighbours: Vec<Vec<usize>> = (0..logs)
            .map(|log| {
                let mut both = vec![(log + 1) % logs, (log + logs - 1) % logs];
                both.sort_unstable();
                both.dedup();
                both
            })
            .collect();
        for (one, other) in edges {
            if one != other && !neighbours[one].contains(&other) {
                neighbours[one].push(other);
                neighbours[other].push(one);
            }
        }
        let list = |logs: &Vec<usize>| {
            logs.iter().map(|log| format!("\"L{log}\"")).collect::<Vec<_>>().join(", ")
        };
        let mut text = format!(
            "about = \"any\"\nlogs = {logs}\neggs = {}\neggs_per_log = {eggs}\nants = {ants}\n\
             rows = [[{}]]\n",
            logs * eggs,
            list(&(0..logs).collect())
        );
        for (name, lists) in [("neighbours", &neighbours), ("exits", &exits)] {
            let _ = writeln!(text, "[{name}]");
            for (log, logs) in lists.iter().enumerate() {
                let _ = writeln!(text, "L{log} = [{}]", list(logs));
            }
        }
        text.push_str("[through]\n");
        for (log, way) in ways.iter().enumerate() {
            let pick = |number: usize| exits[log][number % exits[log].len()];
            match *way {
                None => {}
                Some((true, number)) => {
                    let _ = writeln!(text, "L{log} = \"L{}\"", pick(number.into()));
                }
                Some((false, number)) => {
                    let from: Vec<String> = (0..logs)
                        .filter(|&from| exits[from].contains(&log))
                        .map(|from| format!("L{from} = \"L{}\"", pick(usize::from(number) + from)))
                        .collect();
                    let _ = writeln!(text, "L{log} = {{ {} }}", from.join(", "));
                }
            }
        }
        text
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_board_is_played_as_the_reference_plays_it(
        text in any_board(),
        stop in any::<bool>(),
        seed in any::<u64>(),
    ) {
        check_random_game(&text, stop, seed, 60);
    }

    /// States share a code only if each is the other with the colours exchanged.
    #[test]
    fn codes_tell_states_apart(text in any_board(), stop in any::<bool>(), seed in any::<u64>()) {
        let game = colony(&text, stop);
        let mut seen = std::collections::HashMap::new();
        let mut random = SmallRng::seed_from_u64(seed);
        for _ in 0..20 {
            let mut state = game.start();
            for _ in 0..20 {
                let mut key = (state.eggs(0), format!("{:?}{}", state.phase(), state.mandatory()));
                for log in 0..game.board().logs() as u8 {
                    let ant = state.ant(log).map(|ant| ant == state.mover());
                    key.1 += &format!(" {} {ant:?}", state.eggs(log));
                }
                let first = seen.entry(game.key(&state).bits).or_insert_with(|| key.clone());
                prop_assert_eq!(&*first, &key);
                let choices = game.choices(&state);
                if choices.is_empty() {
                    break;
                }
                state = game.play(&state, choices[random.next_u32() as usize % choices.len()]).state;
            }
        }
    }
}
