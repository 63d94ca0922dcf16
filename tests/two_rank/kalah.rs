//! Kalah against what is published about it.

use sowlab::games::two_rank::parse;

use crate::solve::value;

fn check_values(values: &[(usize, usize, &str, i32)]) {
    for &(pits, seeds, empty, margin) in values {
        let options = format!("pits={pits},seeds={seeds},empty-capture={empty}");
        let kalah = parse(&format!("kalah:{options}")).unwrap();
        assert_eq!(value(&kalah), margin, "{options}");
    }
}

#[test]
fn perft_of_standard_kalah() {
    let kalah = parse("kalah").unwrap();
    let counts: Vec<u64> = (1..=7).map(|ply| kalah.perft(kalah.start(), ply)).collect();
    assert_eq!(counts, [6, 35, 185, 942, 4690, 23233, 114_430]);
}

/// Irving, Donkers and Uiterwijk, *Solving Kalah* (2000): the first player's margin.
#[test]
fn published_values_of_small_boards() {
    check_values(&[(2, 2, "yes", -2), (3, 3, "yes", 2), (4, 3, "no", 6)]);
}

#[test]
#[ignore = "seconds in a release build, minutes in a debug build"]
fn published_values_of_larger_boards() {
    check_values(&[
        (4, 3, "yes", 8),
        (5, 3, "yes", 8),
        (6, 2, "yes", 10),
        (6, 2, "no", 6),
    ]);
}
