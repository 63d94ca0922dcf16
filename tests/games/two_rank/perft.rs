//! Counting leaves: bulk against one by one, many threads against one, and stopping.

use std::sync::atomic::{AtomicU64, Ordering};

use sowlab::games::two_rank::plain::Plain;
use sowlab::games::two_rank::{DECLARATIONS, TwoRank};
use sowlab_solvers::Monitor;

use super::record::parse;

/// Counts by playing every move of the plain reference.
fn one_by_one(game: &TwoRank, plain: &Plain, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let rules = game.rules();
    plain
        .legal(rules)
        .into_iter()
        .map(|choice| one_by_one(game, &plain.play(rules, choice), depth - 1))
        .sum()
}

#[test]
fn bulk_counts_of_every_game_are_those_of_the_reference() {
    for declaration in DECLARATIONS {
        for options in [None, Some("pits=3,seeds=3")] {
            let game = declaration.build(options).unwrap();
            for depth in 0..=4 {
                let counted = game.perft(game.start(), depth);
                let expected = one_by_one(&game, &Plain::start(game.rules()), depth);
                assert_eq!(counted, expected, "{} ply {depth}", game.name());
            }
        }
    }
}

#[test]
fn plies_on_many_threads_are_those_on_one() {
    for declaration in DECLARATIONS {
        let game = declaration.build(Some("pits=4,seeds=3")).unwrap();
        let expected: Vec<u64> = (1..=8).map(|ply| game.perft(game.start(), ply)).collect();
        assert_eq!(game.perft_plies(game.start(), 8, &()), expected);
    }
}

/// Cancels after the given number of units.
struct CancelAfter(AtomicU64);

impl Monitor for CancelAfter {
    fn advance(&self, units: u64) {
        let left = |left: u64| Some(left.saturating_sub(units));
        let _ = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left);
    }

    fn cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn a_cancelled_count_keeps_the_complete_plies() {
    let kalah = parse("kalah");
    let monitor = CancelAfter(AtomicU64::new(5000));
    let plies = kalah.perft_plies(kalah.start(), 7, &monitor);
    assert_eq!(plies, [6, 35, 185, 942, 4690, 23233]);
}
