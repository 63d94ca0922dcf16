//! The yardstick: a plain value iteration in place.

use sowlab::games::two_rank::{Seat, State, TwoRank};
use sowlab_solvers::ranking::Ranking;

/// `zero` of every position of awari up to N stones, all positions of a layer looked at over
/// and over until nothing changes, on one thread: what one writes first.
pub(crate) fn plain_iteration(game: &TwoRank, ranking: &Ranking, most: usize) -> Vec<Vec<i8>> {
    let pits = game.rules().pits;
    let mut solved: Vec<Vec<i8>> = Vec::new();
    for layer in 0..=most {
        let positions = ranking.boards(layer).unwrap() as usize;
        let bound = layer as i32;
        let mut lower = vec![-bound; positions];
        let mut upper = vec![bound; positions];
        loop {
            let mut changed = false;
            let mut holes = ranking.first(layer);
            for rank in 0..positions {
                let state = State::from_pits(Seat::Lower, &holes[..2 * pits]).unwrap();
                let moves = game.legal(state);
                let (mut low, mut high) = (-bound, -bound);
                if moves.is_empty() {
                    let (mover, other) = game.rest(state);
                    low = mover as i32 - other as i32;
                    high = low;
                }
                for chosen in moves {
                    let (after, gained) = game.after(state, chosen);
                    let next = ranking.rank(&after.pits(pits)) as usize;
                    let left = after.seeds() as usize;
                    let (next_low, next_high) = if left == layer {
                        (lower[next], upper[next])
                    } else {
                        let zero = i32::from(solved[left][next]);
                        (zero, zero)
                    };
                    low = low.max(gained as i32 - next_high);
                    high = high.max(gained as i32 - next_low);
                }
                changed |= (lower[rank], upper[rank]) != (low, high);
                (lower[rank], upper[rank]) = (low, high);
                ranking.advance(&mut holes);
            }
            if !changed {
                break;
            }
        }
        let zero = lower.iter().zip(&upper);
        solved.push(zero.map(|(&low, &high)| 0.clamp(low, high) as i8).collect());
    }
    solved
}
