//! Best responses to strategies that depend on the board alone.

use sowlab_solvers::mcts::sealed::{BestResponses, Strategies};
use sowlab_solvers::{Side, Turn};

use super::reached::{Outcome, Reached};

/// A choice of the responding side against a strategy: its mean gain, and the boards after it with their probabilities.
struct Line {
    gain: f64,
    next: Vec<(usize, Turn, f64)>,
}

/// Returns the results of each choice of one side against the strategy of the other.
fn lines(reached: &Reached, strategies: &[Strategies], answers: Side) -> Vec<Vec<Line>> {
    let of_board = |(rounds, strategies): (&super::reached::Rounds, &Strategies)| {
        let (own, other) = match answers {
            Side::First => (strategies.first.len(), &strategies.second),
            Side::Second => (strategies.second.len(), &strategies.first),
        };
        let line = |choice| {
            let mut line = Line {
                gain: 0.0,
                next: Vec::new(),
            };
            for (at, &chance) in other
                .iter()
                .enumerate()
                .filter(|(_, chance)| **chance > 0.0)
            {
                let round = match answers {
                    Side::First => rounds.plans.round(choice, at),
                    Side::Second => rounds.plans.round(at, choice),
                };
                let Outcome { gain, next } = rounds.outcomes[round];
                line.gain += chance * gain;
                line.next
                    .extend(next.map(|(place, turn)| (place, turn, chance)));
            }
            line
        };
        (0..own).map(line).collect()
    };
    reached
        .rounds
        .iter()
        .zip(strategies)
        .map(of_board)
        .collect()
}

/// Returns the margins of best responses to the strategies of both sides on each board. Play has `rounds` rounds, and
/// stones left after them count for neither side. The strategies depend on the board, not on earlier play.
pub(super) fn best_answers(
    reached: &Reached,
    strategies: &[Strategies],
    rounds: u32,
) -> Vec<BestResponses> {
    let by_leader = lines(reached, strategies, Side::First);
    let by_follower = lines(reached, strategies, Side::Second);
    let boards = reached.boards.len();
    // The margins of the side with sente, if that side responds and if the other side does.
    let (mut leads, mut follows) = (vec![0.0; boards], vec![0.0; boards]);
    for _ in 0..rounds {
        // The responding side stays the same when sente passes.
        let margin = |line: &Line, same: &[f64], other: &[f64]| {
            let rest = line.next.iter().map(|&(place, turn, chance)| match turn {
                Turn::Same => chance * same[place],
                Turn::Other => -chance * other[place],
            });
            line.gain + rest.sum::<f64>()
        };
        let best = |lines: &Vec<Line>| {
            let margins = lines.iter().map(|line| margin(line, &leads, &follows));
            margins.fold(f64::NEG_INFINITY, f64::max)
        };
        let worst = |lines: &Vec<Line>| {
            let margins = lines.iter().map(|line| margin(line, &follows, &leads));
            margins.fold(f64::INFINITY, f64::min)
        };
        let after: Vec<f64> = by_leader.iter().map(best).collect();
        follows = by_follower.iter().map(worst).collect();
        leads = after;
    }
    let both = leads.into_iter().zip(follows);
    both.map(|(first, second)| BestResponses { first, second })
        .collect()
}

#[cfg(test)]
mod tests {
    use sowlab_solvers::mcts::sealed::{RoundLimited, best_responses};

    use super::*;
    use sowlab_games::stones::{Board, Rules, StonesGame};

    /// Compares with the recursion over rounds in `solvers`.
    #[test]
    fn agree_with_backward_induction() {
        let rules: Rules = Rules::from_name("stones:holes=5,seeds=2").unwrap();
        let game = StonesGame::new(&rules);
        let from = [[2, 2, 2, 2, 2], [0, 3, 1, 4, 2], [5, 0, 2, 0, 1]];
        let from = from.map(|holes| Board::from_holes(&holes).unwrap());
        let reached = Reached::new(&game, &from, 10_000).unwrap();
        for (at, from) in from.into_iter().enumerate() {
            // Uneven probabilities that differ from board to board.
            let uneven = |count: usize, seed: usize| {
                let weights = (0..count).map(|at| ((7 * at + 3 * seed) % 5) as f64 + 0.1);
                let weights: Vec<f64> = weights.collect();
                let sum: f64 = weights.iter().sum();
                weights.iter().map(|weight| weight / sum).collect()
            };
            let strategies: Vec<Strategies> = (reached.rounds.iter().enumerate())
                .map(|(at, rounds)| Strategies {
                    first: uneven(rounds.plans.first.len(), at),
                    second: uneven(rounds.plans.second.len(), at + 1),
                })
                .collect();
            for rounds in [1, 2, 5] {
                let of = |state: &(Board, u32)| {
                    let place = reached.boards.iter().position(|board| *board == state.0);
                    Some(strategies[place.unwrap()].clone())
                };
                let expected =
                    best_responses(&RoundLimited(StonesGame::new(&rules)), &(from, rounds), &of);
                let found = best_answers(&reached, &strategies, rounds)[at];
                assert!((found.first - expected.first).abs() < 1e-9);
                assert!((found.second - expected.second).abs() < 1e-9);
            }
        }
    }
}
