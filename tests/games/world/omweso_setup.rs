//! Omweso with a free set-up: all arrangements, their values, and the notation.

use std::collections::BTreeSet;

use sowlab::analysis::Analyses;
use sowlab::games::catalog::CatalogGame;
use sowlab::games::contest::{Notation, Play, legal_moves};
use sowlab::games::world::{State, WorldGame, WorldVariant};
use sowlab_solvers::{Keyed, Reachable, Value};

use super::certificates::holds;

/// More states than the boards here have.
const STATES: usize = 1 << 18;

fn game(name: &str) -> WorldGame {
    name.parse::<WorldVariant>().unwrap().game()
}

/// All ways to put seeds into pits.
fn arrangements(seeds: u32, pits: usize) -> Vec<Vec<u32>> {
    if pits == 1 {
        return vec![vec![seeds]];
    }
    let with_first = |first: u32| {
        let others = arrangements(seeds - first, pits - 1).into_iter();
        others.map(move |others| [vec![first], others].concat())
    };
    (0..=seeds).flat_map(with_first).collect()
}

/// The number of ways to choose `some` of `all`.
fn binomial(all: u64, some: u64) -> u64 {
    (0..some).fold(1, |product, next| product * (all - next) / (next + 1))
}

/// The two ranks of a side as text.
fn ranks(arrangement: &[u32]) -> String {
    let texts: Vec<String> = arrangement.iter().map(u32::to_string).collect();
    let (outer, inner) = texts.split_at(texts.len() / 2);
    format!("{}/{}", outer.join(","), inner.join(","))
}

#[test]
fn the_set_ups_are_all_pairs_of_arrangements() {
    for (pits, seeds) in [(2, 1), (2, 2), (3, 1)] {
        let game = game(&format!("omweso:pits={pits},seeds={seeds},setup=free"));
        let own = arrangements(seeds * pits, 2 * pits as usize);
        let choices = u64::from(2 * pits) - 1;
        let ways = binomial(u64::from(seeds * pits) + choices, choices);
        assert_eq!(own.len() as u64, ways);
        let mut layer = vec![game.opening()];
        for choice in 1..=2 * choices {
            let after = |here| {
                let moves = legal_moves(&game, here).into_iter();
                let after: Vec<_> = moves.map(|chosen| game.advance(here, chosen)).collect();
                after
            };
            layer = layer.iter().flat_map(after).collect();
            if choice == choices {
                assert_eq!(layer.len() as u64, ways, "{}", game.name());
            }
        }
        assert_eq!(layer.len() as u64, ways * ways, "{}", game.name());
        let found: BTreeSet<String> = layer.iter().map(|here| game.position_text(here)).collect();
        let text = |first: &Vec<u32>, second| format!("{}/{} L", ranks(first), ranks(second));
        let pairs = own
            .iter()
            .flat_map(|first| own.iter().map(move |second| text(first, second)));
        assert_eq!(found, pairs.collect(), "{}", game.name());
    }
}

/// The value of a state for its side to move.
fn value(game: &WorldGame, state: &State) -> [i32; 3] {
    let solved = Reachable::solve(game, *state, STATES, &()).unwrap();
    let Value { lower, zero, upper } = solved.value(game.key(state)).unwrap();
    [lower, zero, upper]
}

/// Combines values, each kind for itself.
fn best(values: impl Iterator<Item = [i32; 3]>, of: fn(i32, i32) -> i32) -> [i32; 3] {
    let both =
        |one: [i32; 3], other: [i32; 3]| std::array::from_fn(|kind| of(one[kind], other[kind]));
    values.reduce(both).unwrap()
}

/// The value is the best for Lower of all own arrangements, each with the worst of Upper's, in the game without set-up.
#[test]
fn the_value_is_that_of_the_best_arrangements() {
    let mut values = BTreeSet::new();
    for (sizes, quiet) in [
        ("pits=2,seeds=1", ""),
        ("pits=2,seeds=1,first-capture=no,reverse=none", " quiet:2"),
        ("pits=2,seeds=2", ""),
        ("pits=2,seeds=2,endless=illegal", ""),
        ("pits=2,seeds=2,first-capture=no", " quiet:2"),
    ] {
        let free = game(&format!("omweso:{sizes},setup=free"));
        let standard = game(&format!("omweso:{sizes}"));
        let own = arrangements(standard.seeds() / 2, 4);
        let after = |first: &Vec<u32>, second: &Vec<u32>| {
            let text = format!("{}/{} L{quiet}", ranks(first), ranks(second));
            value(&standard, standard.read_position(&text).unwrap().state())
        };
        let worst = |first| best(own.iter().map(|second| after(first, second)), i32::min);
        let expected = best(own.iter().map(worst), i32::max);
        assert_eq!(value(&free, &free.start()), expected, "{sizes}");
        values.insert(expected);
    }
    assert!(values.len() > 1, "{values:?}");
}

#[test]
fn the_standard_set_up_is_not_named() {
    let variant = |name: &str| name.parse::<WorldVariant>().unwrap();
    assert_eq!(variant("omweso:setup=standard"), variant("omweso"));
    assert!(!variant("omweso").to_string().contains("setup"));
    assert_eq!(variant("omweso:setup=free").set_up(), variant("omweso"));
    let name = variant("omweso:setup=free,pits=2").to_string();
    assert_eq!(variant(&name), variant("omweso:pits=2,setup=free"));
}

#[test]
fn impossible_set_ups_are_refused() {
    let game = game("omweso:pits=2,seeds=2,first-capture=no,setup=free");
    let opening = "4,0/0,0/4,0/0,0 L setup:6,quiet:2";
    assert_eq!(game.position_text(&game.opening()), opening);
    for text in [
        "4,0/0,0/4,0/0,0 U setup:6,quiet:2",
        "4,0/0,0/4,0/0,0 L setup:7,quiet:2",
        "4,0/0,0/4,0/0,0 L setup:0,quiet:2",
        "4,0/0,0/4,0/0,0 L setup:6",
        "4,0/0,0/4,0/0,0 L setup:6,quiet:1",
        "4,0/0,0/4,0/0,0 L setup:6,2:3,quiet:2",
        "4,0/0,0/4,0/0,0 L quiet:2,laps:393216",
        "3,1/0,0/4,0/0,0 L setup:6,quiet:2",
        "4,0/0,0/3,1/0,0 L setup:6,quiet:2",
        "5,0/0,0/3,0/0,0 L setup:6,quiet:2",
        "0,0/0,4/3,1/0,0 U setup:3,quiet:2",
    ] {
        assert!(game.read_position(text).is_err(), "{text}");
    }
    let upper = "0,0/0,4/3,1/0,0 U setup:2,quiet:2";
    assert!(game.read_position(upper).is_ok());
}

/// A certificate begins with the board that the players have set up, in the game without set-up.
#[test]
fn certificates_begin_after_the_set_up() {
    let free: CatalogGame = "omweso:pits=2,seeds=3,setup=free".parse().unwrap();
    let start = "6,0/0,0/6,0/0,0 L setup:6";
    let record = "put0 put0 put1 put1 put0 put3 L4 + -";
    let certificate = free.analyses().certify(start, record).unwrap();
    holds(&certificate);
    assert_eq!(certificate.start, "0,0/1,5/1,0/3,2 L");
    assert_eq!(certificate.play, ["L4", "+"]);
    let ends = free.analyses().certify(start, "put0 put0 put1");
    assert!(ends.unwrap_err().to_string().contains("ends"));
}
