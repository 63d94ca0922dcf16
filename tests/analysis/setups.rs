//! Setups by what they are worth: two runs of them are one.

use std::convert::Infallible;

use proptest::prelude::*;
use sowlab::analysis::setups::{Setup, Setups};
use sowlab::games::two_rank::{Seat, State};

/// Setups with these seeds in the pits and this worth, in this order.
fn setups(drawn: &[([u8; 4], i32)]) -> Setups {
    let mut all = Setups::new("a game".into(), "these".into());
    for (number, &(pits, worth)) in drawn.iter().enumerate() {
        let state = State::from_pits(Seat::Lower, &pits).unwrap();
        let setup = || {
            Ok::<Setup, Infallible>(Setup {
                name: format!("{pits:?} {number}"),
                position: String::new(),
                seeds: state.seeds(),
                worth,
                best: Vec::new(),
            })
        };
        let Ok(()) = all.add(worth, state, setup);
    }
    all
}

/// Returns the setups with their names numbered from the given number on.
fn numbered(mut setups: Setups, first: usize) -> Setups {
    let lists = [
        &mut setups.fairest,
        &mut setups.most_lopsided,
        &mut setups.most_lopsided_of_equal_sides,
    ];
    for setup in lists.into_iter().flatten() {
        let (pits, number) = setup.name.rsplit_once(' ').unwrap();
        let number: usize = number.parse().unwrap();
        setup.name = format!("{pits} {}", first + number);
    }
    setups
}

proptest! {
    #[test]
    fn two_runs_are_one(
        drawn in prop::collection::vec((prop::array::uniform4(0u8..4), 0i32..5), 0..40),
        cut in 0usize..40,
    ) {
        let cut = cut.min(drawn.len());
        let mut joined = setups(&drawn[..cut]);
        joined.append(&numbered(setups(&drawn[cut..]), cut));
        prop_assert_eq!(joined, setups(&drawn));
    }
}
