//! The value of the pie rule in sequential games: the exchange of the sides after the first move.

use std::ops::RangeInclusive;

/// Returns the margin of the side that may exchange the sides after the first move. `moves` are the proven margins of
/// the first moves for the side that makes them. The margin is 0 without moves.
pub fn exchange_after<'a>(
    moves: impl IntoIterator<Item = &'a RangeInclusive<i32>>,
) -> RangeInclusive<i32> {
    let shares = moves.into_iter().map(share);
    shares
        .reduce(|one, other| *one.start().min(other.start())..=*one.end().min(other.end()))
        .unwrap_or(0..=0)
}

/// Returns that margin from the proven value of the opening alone. No first move has a greater value for the side that
/// makes it, and one attains it.
pub fn exchange_by_value(opening: &RangeInclusive<i32>) -> RangeInclusive<i32> {
    let share = share(opening);
    let against = -*opening.end();
    against.max(0)..=*share.end()
}

/// Returns the margin of the side that may exchange the sides, given the margin of the first move. It is at least 0,
/// because both sides have opposite margins.
fn share(margin: &RangeInclusive<i32>) -> RangeInclusive<i32> {
    let (start, end) = (*margin.start(), *margin.end());
    start.max(-end).max(0)..=end.max(-start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_side_has_the_better_side_of_a_margin() {
        for (margin, least, greatest) in [(-5..=-2, 2, 5), (-5..=2, 0, 5), (3..=4, 3, 4)] {
            assert_eq!(share(&margin), least..=greatest);
        }
    }

    #[test]
    fn the_first_move_leaves_the_least_share() {
        assert_eq!(exchange_after(&[8..=8, -2..=-2, 4..=6]), 2..=2);
        assert_eq!(exchange_after(&[8..=8, -2..=6]), 0..=6);
        assert_eq!(exchange_after([]), 0..=0);
    }

    /// Every set of up to three margins, compared with a direct computation.
    #[test]
    fn the_value_of_an_opening_bounds_what_the_exchange_is_worth() {
        let margins = -3..=3;
        for one in margins.clone() {
            for two in margins.clone() {
                for three in margins.clone() {
                    let moves = [one, two, three];
                    let value = moves.into_iter().max().unwrap();
                    let worth = moves.map(i32::abs).into_iter().min().unwrap();
                    assert_eq!(exchange_after(&moves.map(|m| m..=m)), worth..=worth);
                    for (less, more) in [(0, 0), (1, 0), (0, 2)] {
                        let opening = value - less..=value + more;
                        assert!(exchange_by_value(&opening).contains(&worth), "{moves:?}");
                    }
                }
            }
        }
        assert_eq!(exchange_by_value(&(0..=0)), 0..=0);
        assert_eq!(exchange_by_value(&(-4..=-4)), 4..=4);
        assert_eq!(exchange_by_value(&(8..=8)), 0..=8);
    }
}
